/**
 * The option-pricing method: each stretch of the waterfall between two breakpoints is worth the difference of two calls on the
 * whole equity, struck at its ends, and is shared as the waterfall shares it.
 */
import { Failure } from "../core/failure";
import { nearest } from "../core/nearest";
import { breakpoints, waterfall } from "./exit";
import { standardNormalCdf } from "./normal";
import { toNumber } from "./rational";
import { type Holdings, holdingsTable, opmEquity, opmInputs, opmPrice } from "./rows";
import { defaultsUsed, list, readSettings, readTable, settingsAssumed, shown } from "./table";

export type NormalCdf = (x: number) => number;

export interface OpmRequest {
  readonly holdings: Holdings;
  readonly volatility: number;
  readonly years: number;
  readonly riskFreeRate: number;
  /** The day of the exit, `years` from now; only cumulative dividends ask for it. */
  readonly exitDate: number | undefined;
  readonly normalCdf: NormalCdf;
  readonly assumed: readonly string[];
}

export interface OpmArguments {
  readonly holdings: unknown;
  readonly volatility: unknown;
  readonly years: unknown;
  readonly risk_free_rate?: unknown;
  readonly exit_date?: unknown;
}

export interface OpmAllocation {
  readonly equity_value: number;
  readonly classes: readonly OpmClass[];
  readonly tranches: readonly OpmTranche[];
  readonly assumptions: readonly string[];
}

export interface OpmClass {
  readonly security: string;
  readonly value: number;
  readonly per_share: number | null;
}

export interface OpmTranche {
  readonly from: number;
  readonly to: number | null;
  readonly value: number;
}

export function readOpm({ holdings, ...scalars }: OpmArguments, normalCdf: NormalCdf = standardNormalCdf): OpmRequest {
  const settings = readSettings(opmInputs, scalars);
  const [inputs] = settings.rows;
  if (!inputs) throw new RangeError("settings always give one row");
  return {
    holdings: readTable(holdingsTable, holdings),
    volatility: inputs.volatility,
    years: inputs.years,
    riskFreeRate: inputs.risk_free_rate,
    exitDate: inputs.exit_date,
    normalCdf,
    assumed: settingsAssumed(opmInputs, settings),
  };
}

// ------------------------------------------------------------------------------------------------ allocation

/** The waterfall in doubles, since what follows is no rational number. */
interface Tranches {
  readonly classes: readonly { readonly security: string; readonly shares: number }[];
  readonly from: readonly number[];
  /** By tranche, then by class: the share of the next dollar. */
  readonly split: readonly (readonly number[])[];
}

function tranchesOf({ holdings, exitDate }: OpmRequest): Tranches {
  const flow = waterfall({ holdings, instruments: { rows: [], defaulted: {} }, date: exitDate });
  const { securities, stretches } = breakpoints(flow);
  if (stretches.length === 0) {
    throw new Failure(
      "condition",
      "holdings have no share with a claim, so there is nothing to allocate a value to: give at least one row with shares above 0.",
      "holdings",
    );
  }
  return {
    classes: securities.map(({ security, shares }) => ({ security, shares: toNumber(shares) })),
    from: stretches.map(({ from }) => toNumber(from)),
    split: stretches.map(({ shares }) => shares.map(toNumber)),
  };
}

function trancheValues(from: readonly number[], equity: number, request: OpmRequest): number[] {
  const calls = from.map((strike) => call(equity, strike, request));
  // A call falls as its strike rises; a hair's breadth the other way is rounding.
  return calls.map((value, place) => Math.max(0, value - (calls[place + 1] ?? 0)));
}

function classValues({ from, split }: Tranches, equity: number, request: OpmRequest): number[] {
  const values = trancheValues(from, equity, request);
  return (split[0] ?? []).map((_, place) => values.reduce((total, value, tranche) => total + value * (split[tranche]?.[place] ?? 0), 0));
}

/** Black-Scholes, no yield. Without volatility or time it is what the forward leaves over the strike. */
function call(equity: number, strike: number, { volatility, years, riskFreeRate, normalCdf }: OpmRequest): number {
  if (strike === 0 || equity === 0) return equity;
  const discounted = strike * Math.exp(-riskFreeRate * years);
  const spread = volatility * Math.sqrt(years);
  if (spread === 0) return Math.max(0, equity - discounted);
  const upper = (Math.log(equity / strike) + riskFreeRate * years) / spread + spread / 2;
  return Math.max(0, equity * normalCdf(upper) - discounted * normalCdf(upper - spread));
}

export function opmAllocation(request: OpmRequest, equity: unknown): OpmAllocation {
  return allocated(request, tranchesOf(request), readEquity(equity));
}

function allocated(request: OpmRequest, tranches: Tranches, equity: number): OpmAllocation {
  const values = classValues(tranches, equity, request);
  const perShare = tranches.classes.map(({ shares }, place) => (shares > 0 ? (values[place] as number) / shares : null));
  if (![equity, ...values, ...perShare].every((value) => value === null || Number.isFinite(value))) {
    throw new Failure("too_large", "These shares, prices or values lead beyond 1.8e308, the largest number that Excel and JSON can carry.", "holdings");
  }
  return {
    equity_value: equity,
    classes: tranches.classes.map(({ security }, place) => ({ security, value: values[place] as number, per_share: perShare[place] as number | null })),
    tranches: trancheValues(tranches.from, equity, request).map((value, place) => ({
      from: tranches.from[place] as number,
      to: tranches.from[place + 1] ?? null,
      value,
    })),
    assumptions: [
      ...request.assumed,
      ...defaultsUsed(holdingsTable, request.holdings, "exit"),
      "one exit at the end of the term, no yield, Black-Scholes calls on the whole equity; the unissued pool takes no part",
    ],
  };
}

const readEquity = (value: unknown): number => readSettings(opmEquity, { equity_value: value }).rows[0]?.equity_value as number;

/** Security, value and value per share, with a header row. */
export const opmTable = (request: OpmRequest, equity: unknown): (string | number)[][] => [
  ["security", "value", "per_share"],
  ...opmAllocation(request, equity).classes.map(({ security, value, per_share }) => [security, value, per_share ?? ""]),
];

// ------------------------------------------------------------------------------------------------ backsolve

/** The equity value at which one share of a security is worth the price that was paid for it. */
export function opmBacksolve(request: OpmRequest, given: { readonly security: unknown; readonly price: unknown }): OpmAllocation {
  const [inputs] = readSettings(opmPrice, given).rows;
  if (!inputs) throw new RangeError("settings always give one row");
  const tranches = tranchesOf(request);
  const place = placeOf(tranches, inputs.security);
  const shares = tranches.classes[place]?.shares ?? 0;
  if (!(shares > 0)) throw new Failure("condition", `security ${inputs.security} has no shares, so no price per share says what the equity is worth.`, "security");
  const missing = (equity: number): number => (classValues(tranches, equity, request)[place] as number) / shares - inputs.price;
  // The value of a class rises with the equity and is never more than all of it, so the equity is at least price x shares.
  const low = inputs.price * shares;
  let high = low * 2;
  for (let doublings = 0; missing(high) < 0; doublings++) {
    if (doublings > MOST_DOUBLINGS) {
      throw new Failure(
        "no_value",
        `No equity value makes a share of ${inputs.security} worth ${inputs.price}: it does not share in what is left after the preferences.`,
        "price",
      );
    }
    high *= 2;
  }
  return allocated(request, tranches, brent(missing, low, high));
}

/** A class with one share in a trillion needs forty. */
const MOST_DOUBLINGS = 200;

function placeOf({ classes }: Tranches, security: string): number {
  const names = classes.map((each) => each.security);
  const place = names.findIndex((name) => name.toLowerCase() === security.toLowerCase());
  if (place >= 0) return place;
  const near = nearest(security, names);
  const hint = near ? `; the nearest is ${near}` : "";
  throw new Failure("unknown", `security is ${shown(security)}, which holdings do not have${hint}. They have ${list(names, "and")}.`, "security");
}

/** Brent's method: inverse quadratic steps where they behave, halves where they do not, to the last double. */
function brent(f: (x: number) => number, from: number, to: number): number {
  let [a, b] = [from, to];
  let [fa, fb] = [f(a), f(b)];
  if (Math.abs(fa) < Math.abs(fb)) [a, b, fa, fb] = [b, a, fb, fa];
  let [c, fc, d, halved] = [a, fa, a, true];
  for (let step = 0; step < 200 && fb !== 0; step++) {
    const tolerance = Math.abs(b) * 2 ** -52;
    if (Math.abs(b - a) <= tolerance) break;
    let s =
      fa !== fc && fb !== fc
        ? (a * fb * fc) / ((fa - fb) * (fa - fc)) + (b * fa * fc) / ((fb - fa) * (fb - fc)) + (c * fa * fb) / ((fc - fa) * (fc - fb))
        : b - (fb * (b - a)) / (fb - fa);
    const before = halved ? Math.abs(b - c) : Math.abs(c - d);
    const inside = (s - (3 * a + b) / 4) * (s - b) < 0;
    halved = !inside || Math.abs(s - b) >= before / 2 || before < tolerance;
    if (halved) s = (a + b) / 2;
    const fs = f(s);
    [d, c, fc] = [c, b, fb];
    if (fa * fs < 0) [b, fb] = [s, fs];
    else [a, fa] = [s, fs];
    if (Math.abs(fa) < Math.abs(fb)) [a, b, fa, fb] = [b, a, fb, fa];
  }
  return b;
}
