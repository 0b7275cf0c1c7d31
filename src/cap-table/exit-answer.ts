/** The answers of an exit, as the hosts show them. */
import { Failure } from "../core/failure";
import { type Claimants, type ExitTerms, type Waterfall, breakpoints, distribute, waterfall } from "./exit";
import { gained } from "./exit-claims";
import { type Rational, ZERO, add, compare, divide, exact, isZero, larger, multiply, smaller, subtract, toNumber } from "./rational";
import { exitInputs, holdingsTable, instrumentsTable } from "./rows";
import { defaultsUsed, readSettings, readTable, settingsAssumed } from "./table";

export interface ExitRequest extends ExitTerms {
  readonly exitValues: readonly Rational[];
  readonly debt: Rational;
  readonly assumed: readonly string[];
}

export interface ExitArguments {
  readonly holdings: unknown;
  readonly instruments?: unknown;
  readonly exit_value?: unknown;
  /** Several at once, instead of exit_value. */
  readonly exit_values?: unknown;
  readonly exit_date?: unknown;
  readonly debt?: unknown;
}

export interface ExitAnswer {
  readonly exits: readonly ExitPayouts[];
  readonly breakpoints: readonly Breakpoint[];
  readonly assumptions: readonly string[];
  readonly warnings: readonly string[];
}

export interface ExitPayouts {
  readonly exit_value: number;
  readonly debt_paid: number;
  readonly per_common_share: number;
  /** Holdings in their order, then the instruments in theirs. */
  readonly payouts: readonly Payout[];
}

export interface Payout {
  readonly holder: string;
  readonly security: string;
  readonly payout: number;
  /** None where there are no shares to divide by. */
  readonly per_share: number | null;
  /** Preferred or an instrument turned into common, an option exercised; none where there is nothing to choose. */
  readonly converts: boolean | null;
}

export interface Breakpoint {
  readonly from: number;
  /** None at the last: it goes on for ever. */
  readonly to: number | null;
  /** Of the next dollar between the two. */
  readonly shares: readonly { readonly security: string; readonly share: number }[];
}

export function readExit({ holdings, instruments, exit_values, ...scalars }: ExitArguments): ExitRequest {
  const settings = readSettings(exitInputs, scalars);
  const [inputs] = settings.rows;
  if (!inputs) throw new RangeError("settings always give one row");
  return {
    holdings: readTable(holdingsTable, holdings),
    instruments: readTable(instrumentsTable, instruments),
    exitValues: [...(inputs.exit_value === undefined ? [] : [inputs.exit_value]), ...readExitValues(exit_values)].map(exact),
    date: inputs.exit_date,
    debt: exact(inputs.debt),
    assumed: settingsAssumed(exitInputs, settings),
  };
}

const MOST_EXITS = 10_000;

function readExitValues(values: unknown): number[] {
  if (values === null || values === undefined) return [];
  if (!Array.isArray(values)) throw new Failure("type", "exit_values must be a list of numbers.", "exit_values");
  if (values.length > MOST_EXITS) throw new Failure("too_large", `exit_values has ${values.length} values; at most ${MOST_EXITS} are taken.`, "exit_values");
  return (values as unknown[]).flat().map((value) => {
    const [inputs] = readSettings(exitInputs, { exit_value: value }).rows;
    if (inputs?.exit_value !== undefined) return inputs.exit_value;
    throw new Failure("missing", "exit_values holds a blank: give a number for each.", "exit_values");
  });
}

function payouts(flow: Waterfall, value: Rational, debt: Rational): ExitPayouts {
  const proceeds = larger(ZERO, subtract(value, debt));
  const { y, perUnit } = distribute(flow, proceeds);
  return {
    exit_value: toNumber(value),
    debt_paid: toNumber(smaller(value, debt)),
    per_common_share: toNumber(y),
    payouts: flow.lines.map(({ holder, security, units, shares, held, claimant }) => {
      if (claimant === undefined) return { holder, security, payout: 0, per_share: null, converts: null };
      const { converting } = (flow.claimants[claimant] as Claimants).claim;
      const unit = perUnit[claimant] as Rational;
      const payout = multiply(units, unit);
      const converts = converting ? gained(y, converting) !== undefined : null;
      return {
        holder,
        security,
        payout: toNumber(payout),
        // An instrument that takes its money has no shares.
        per_share: isZero(shares) || !(held || converts) ? null : toNumber(held ? unit : divide(payout, shares)),
        converts,
      };
    }),
  };
}

export function simulateExit(request: ExitRequest): ExitAnswer {
  requireExitValues(request);
  const flow = waterfall(request);
  const { debt, exitValues } = request;
  const short = exitValues.filter((value) => compare(value, debt) < 0);
  return {
    exits: exitValues.map((value) => payouts(flow, value, debt)),
    breakpoints: breakpointAnswers(flow, debt),
    assumptions: exitAssumptions(request),
    warnings: short.length === 0 ? [] : [`the debt of ${toNumber(debt)} takes all of ${short.length} of the ${exitValues.length} exits, which bring less`],
  };
}

function breakpointAnswers(flow: Waterfall, debt: Rational): Breakpoint[] {
  const { securities, stretches } = breakpoints(flow);
  const rest = stretches.map(({ from, to, shares }) => ({
    from: toNumber(add(debt, from)),
    to: to ? toNumber(add(debt, to)) : null,
    shares: securities.map(({ security }, place) => ({ security, share: toNumber(shares[place] as Rational) })),
  }));
  if (isZero(debt)) return rest;
  return [{ from: 0, to: toNumber(debt), shares: securities.map(({ security }) => ({ security, share: 0 })) }, ...rest];
}

function requireExitValues({ exitValues }: ExitRequest): void {
  if (exitValues.length === 0) throw new Failure("missing", "exit_value is missing: what is paid for the whole company.", "exit_value");
}

function exitAssumptions({ holdings, instruments, assumed }: ExitRequest): string[] {
  return [
    ...assumed,
    ...defaultsUsed(holdingsTable, holdings, "exit"),
    ...defaultsUsed(instrumentsTable, instruments, "exit"),
    ...(holdings.rows.some(({ kind }) => kind === "option" || kind === "warrant") ? ["options and warrants outstanding are vested, and exercised net of their strike where that pays"] : []),
    ...(holdings.rows.some(({ kind }) => kind === "pool") ? ["the unissued pool takes no part in an exit"] : []),
    ...(holdings.rows.some(({ dividend_rate }) => dividend_rate > 0) ? ["accrued dividends are added to the preference, and forfeited on conversion"] : []),
    ...(instruments.rows.length > 0
      ? ["notes are repaid before every preferred, SAFEs rank with seniority 1; each takes its money or, where that is more, converts at its cap over shares and options outstanding"]
      : []),
  ];
}

/** One exit as a table with a header row. */
export function exitTable(request: ExitRequest): (string | number | boolean)[][] {
  requireExitValues(request);
  const flow = waterfall(request);
  const [value = ZERO] = request.exitValues;
  return [
    ["holder", "security", "payout", "per_share", "converts"],
    ...payouts(flow, value, request.debt).payouts.map(({ holder, security, payout, per_share, converts }) => [holder, security, payout, per_share ?? "", converts ?? ""]),
  ];
}

/** Breakpoints as a table with a header row; the last goes on for ever, so its end is blank. */
export function breakpointsTable(request: ExitRequest): (string | number)[][] {
  const flow = waterfall(request);
  return [
    ["from", "to", ...breakpoints(flow).securities.map(({ security }) => security)],
    ...breakpointAnswers(flow, request.debt).map(({ from, to, shares }) => [from, to ?? "", ...shares.map(({ share }) => share)]),
  ];
}
