/**
 * The option-pricing method: each stretch of the waterfall between two breakpoints is worth the difference of two calls on the
 * whole equity, struck at its ends, and is shared as the waterfall shares it.
 */
import { Failure } from "../core/failure";
import { nearest } from "../core/nearest";
import { uncertain, type Arithmetic } from "../numerics/arithmetic";
import { withDigits } from "../numerics/decimals";
import { doubles } from "../numerics/doubles";
import { normalDistribution } from "../numerics/normal";
import { breakpoints, waterfall } from "./exit";
import * as fractions from "./fraction";
import type { Fraction } from "./fraction";
import { exactly } from "./rational";
import { type Holdings, holdingsTable, opmEquity, opmInputs, opmPrice } from "./rows";
import { defaultsUsed, list, readSettings, readTable, settingsAssumed, shown } from "./table";

export interface OpmRequest {
  readonly holdings: Holdings;
  readonly volatility: number;
  readonly years: number;
  readonly riskFreeRate: number;
  /** The day of the exit, `years` from now; only cumulative dividends ask for it. */
  readonly exitDate: number | undefined;
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

export function readOpm({ holdings, ...scalars }: OpmArguments): OpmRequest {
  const settings = readSettings(opmInputs, scalars);
  const [inputs] = settings.rows;
  if (!inputs) throw new RangeError("settings always give one row");
  return {
    holdings: readTable(holdingsTable, holdings),
    volatility: inputs.volatility,
    years: inputs.years,
    riskFreeRate: inputs.risk_free_rate,
    exitDate: inputs.exit_date,
    assumed: settingsAssumed(opmInputs, settings),
  };
}

// ------------------------------------------------------------------------------------------------ the model

/** What the waterfall says, as exact fractions. */
interface Tranches {
  readonly classes: readonly { readonly security: string; readonly shares: Fraction }[];
  readonly from: readonly Fraction[];
  /** By tranche, then by class: the share of the next dollar. */
  readonly split: readonly (readonly Fraction[])[];
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
    classes: securities.map(({ security, shares }) => ({ security, shares: exactly(shares) })),
    from: stretches.map(({ from }) => exactly(from)),
    split: stretches.map(({ shares }) => shares.map(exactly)),
  };
}

/** What tranches and classes are worth at an equity value, in any arithmetic. */
interface Model<N> {
  readonly read: (value: Fraction) => N;
  readonly tranches: (equity: N) => readonly N[];
  readonly ofClass: (tranches: readonly N[], place: number) => N;
  readonly perShare: (ofClass: N, place: number) => N;
}

const readerIn = <N>({ of, divide }: Arithmetic<N>) => ({ n, d }: Fraction): N => (d === 1n ? of(String(n)) : divide(of(String(n)), of(String(d))));

function modelIn<N>(arithmetic: Arithmetic<N>, { classes, from, split }: Tranches, { volatility, years, riskFreeRate }: OpmRequest, read = readerIn(arithmetic)): Model<N> {
  const { of, add, subtract, multiply, divide, negate, squareRoot, exponential, logarithm, compare } = arithmetic;
  const zero = of(0);
  const growth = multiply(of(riskFreeRate), of(years));
  const discount = exponential(negate(growth));
  const spread = multiply(of(volatility), squareRoot(of(years)));
  const strikes = from.map(read);
  const shares = classes.map((each) => read(each.shares));
  const splits = classes.map((_, place) => split.map((row) => read(row[place]!)));

  /** Black-Scholes, no yield. Without volatility or time it is what the forward leaves over the strike. */
  function call(equity: N, strike: N): N {
    if (compare(strike, zero) === 0) return equity;
    const discounted = multiply(strike, discount);
    if (volatility === 0 || years === 0) return compare(equity, discounted) > 0 ? subtract(equity, discounted) : zero;
    const upper = add(divide(add(logarithm(divide(equity, strike)), growth), spread), divide(spread, of(2)));
    return subtract(multiply(equity, normalDistribution(arithmetic, upper)), multiply(discounted, normalDistribution(arithmetic, subtract(upper, spread))));
  }

  return {
    read,
    tranches(equity) {
      if (compare(equity, zero) === 0) return strikes.map(() => zero);
      const calls = strikes.map((strike) => call(equity, strike));
      return calls.map((value, place) => (place + 1 < calls.length ? subtract(value, calls[place + 1]!) : value));
    },
    ofClass: (tranches, place) => tranches.reduce((total, value, tranche) => add(total, multiply(value, splits[place]![tranche]!)), zero),
    perShare: (ofClass, place) => divide(ofClass, shares[place]!),
  };
}

// ------------------------------------------------------------------------------------------------ allocation

export function opmAllocation(request: OpmRequest, equity: unknown): OpmAllocation {
  return allocated(request, tranchesOf(request), readEquity(equity));
}

function allocated(request: OpmRequest, tranches: Tranches, equity: number): OpmAllocation {
  const { classes, values } = withDigits((arithmetic) => {
    const { tranches: valued, ofClass, perShare } = modelIn(arithmetic, tranches, request);
    const worth = valued(arithmetic.of(equity));
    return {
      values: worth.map(arithmetic.toNumber),
      classes: tranches.classes.map(({ security, shares }, place) => {
        const value = ofClass(worth, place);
        return { security, value: arithmetic.toNumber(value), per_share: fractions.sign(shares) > 0 ? arithmetic.toNumber(perShare(value, place)) : null };
      }),
    };
  });
  if (![...values, ...classes.flatMap(({ value, per_share }) => [value, per_share ?? 0])].every(Number.isFinite)) {
    throw new Failure("too_large", "These shares, prices or values lead beyond 1.8e308, the largest number that Excel and JSON can carry.", "holdings");
  }
  const from = tranches.from.map(fractions.toNumber);
  return {
    equity_value: equity,
    classes,
    tranches: values.map((value, place) => ({ from: from[place]!, to: from[place + 1] ?? null, value })),
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
  const { price } = inputs;
  const tranches = tranchesOf(request);
  const place = placeOf(tranches, inputs.security);
  const shares = fractions.toNumber(tranches.classes[place]!.shares);
  if (!(shares > 0)) throw new Failure("condition", `security ${inputs.security} has no shares, so no price per share says what the equity is worth.`, "security");
  const near = estimate(modelIn(doubles, tranches, request, fractions.toNumber), place, price, shares);
  return allocated(request, tranches, withDigits((arithmetic) => certainly(arithmetic, modelIn(arithmetic, tranches, request), place, price, near)));
}

/**
 * Where the equity lies, in doubles; Infinity where none is enough. The value of a class rises with it and is never more than
 * all of it, so it is at least price x shares.
 */
function estimate(model: Model<number>, place: number, price: number, shares: number): number {
  const missing = shortfall(doubles, model, place, price);
  const low = price * shares;
  let high = low * 2;
  while (high < Infinity && !(missing(high) >= 0)) high *= 2;
  return high < Infinity ? brent(missing, low, high) : high;
}

/** By how much a share is worth more than its price, for an equity in doubles or in the arithmetic's own numbers. */
const shortfall = <N>({ of, subtract, roughly }: Arithmetic<N>, model: Model<N>, place: number, price: number) => (equity: N): number => {
  const { sign, log, doubt } = roughly(subtract(model.perShare(model.ofClass(model.tranches(equity), place), place), of(price)));
  return sign === 0 && doubt === 0 ? 0 : doubt < 0.1 ? sign * Math.exp(log) : uncertain();
};

/**
 * The double nearest to the equity sought: half a last digit below it is too little, half a one above too much. The search
 * mostly ends where it begins, close to `near`; where doubles have led it astray, secants and halves find the way.
 */
function certainly<N>(arithmetic: Arithmetic<N>, model: Model<N>, place: number, price: number, near: number): number {
  const shortBy = shortfall(arithmetic, model, place, price);
  const missing = (equity: Fraction): number => shortBy(model.read(equity));
  const at = (equity: number): number => {
    if (equity === Infinity) throw new Failure("no_value", `No equity value up to 1.8e308 makes a share worth ${price}.`, "price");
    return missing(fractions.fromDouble(equity));
  };
  let low = near, lowMissing = 0, high = near, highMissing = 0;
  for (let width = 2 ** -40; (lowMissing = at((low = near / (1 + width)))) > 0; width *= 1024);
  for (let width = 2 ** -40; (highMissing = at((high = near * (1 + width)))) < 0; width *= 1024);
  for (let step = 1; ; step++) {
    const secant = low - (lowMissing * (high - low)) / (highMissing - lowMissing);
    const found = step % 3 !== 0 && secant > low && secant < high ? secant : low + (high - low) / 2;
    const [below, above] = neighbours(found);
    const underneath = missing(halfway(below, found));
    if (underneath > 0) [high, highMissing] = [below, underneath];
    else {
      const overhead = missing(halfway(found, above));
      if (overhead >= 0) return found;
      [low, lowMissing] = [above, overhead];
    }
  }
}

const halfway = (a: number, b: number): Fraction => fractions.divide(fractions.add(fractions.fromDouble(a), fractions.fromDouble(b)), { n: 2n, d: 1n });

/** The doubles next to a positive one. */
function neighbours(value: number): [below: number, above: number] {
  const bits = new BigInt64Array(new Float64Array([value]).buffer);
  const [below, above] = new Float64Array(new BigInt64Array([bits[0]! - 1n, bits[0]! + 1n]).buffer);
  return [below!, above!];
}

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
