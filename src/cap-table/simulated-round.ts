/** The same priced round by the names that other agents know: simulate_round. */
import { Failure } from "../core/failure";
import { close } from "./closing";
import { divide, exact, isZero, multiply, subtract, toNumber } from "./rational";
import { solveRound } from "./round";
import {
  type AdjustmentAnswer,
  type ConversionAnswer,
  type FundingRoundAnswer,
  HUNDRED,
  type RoundRequest,
  type Stake,
  type Step,
  fundingRoundFrom,
  percent,
  stakes,
} from "./round-answer";
import { type Holdings, type RoundOptions, holdingsTable, instrumentsTable, roundOptionsTable, simulatedRoundInputs } from "./rows";
import { type CellRecord, type Reading, readSettings, readTable } from "./table";

/** The inputs of simulate_round that bear on its arithmetic; what is stored, and where, is the host's. */
export interface SimulatedRoundArguments {
  readonly amountRaised: unknown;
  readonly preMoneyValuation: unknown;
  readonly holdings: unknown;
  readonly instruments?: unknown;
  readonly options?: unknown;
  readonly roundId?: unknown;
  readonly roundName?: unknown;
  readonly date?: unknown;
  readonly investor?: { readonly id?: string | null; readonly name?: string | null } | null;
  readonly antiDilution?: unknown;
  readonly esopRefreshPct?: unknown;
  readonly poolHolderId?: unknown;
  readonly poolHolderName?: unknown;
}

export interface SimulatedRoundAnswer {
  readonly roundId: string | null;
  readonly roundName: string;
  readonly pricePerShare: number;
  readonly newSharesIssued: number;
  readonly preMoneyValuation: number;
  readonly amountRaised: number;
  readonly postMoneyValuation: number;
  readonly holders: readonly SimulatedHolder[];
  readonly pool: FundingRoundAnswer["pool"];
  readonly conversions: readonly ConversionAnswer[];
  readonly antiDilution: readonly AdjustmentAnswer[];
  readonly steps: readonly Step[];
  readonly assumptions: readonly string[];
  readonly warnings: readonly string[];
}

export interface SimulatedHolder {
  readonly holderId: string;
  readonly name: string;
  readonly security: string;
  readonly sharesBefore: number;
  readonly ownershipBeforePct: number;
  readonly sharesAfter: number;
  readonly ownershipAfterPct: number;
  /** The part of the stake that is lost: 20 where 50 % became 40 %. Negative where a stake grew; 0 for a new one. */
  readonly dilutionPct: number;
}

const protections = { "full-ratchet": "full_ratchet", "weighted-average": "weighted_average" } as const;

export function simulateRound({ holdings, instruments, options, investor, ...scalars }: SimulatedRoundArguments): SimulatedRoundAnswer {
  const [inputs] = readSettings(simulatedRoundInputs, scalars as CellRecord).rows;
  if (!inputs) throw new RangeError("settings always give one row");
  const investorName = investor?.name ?? "New investors";
  const given = readTable(holdingsTable, holdings);
  const { settings, assumed } = esopOptions(options);
  const request: RoundRequest = {
    preMoney: exact(inputs.preMoneyValuation),
    investment: exact(inputs.amountRaised),
    poolTarget: inputs.esopRefreshPct === undefined ? undefined : percent(inputs.esopRefreshPct),
    date: inputs.date,
    investorName,
    security: inputs.roundName,
    poolHolder: inputs.poolHolderName,
    holdings: inputs.antiDilution === undefined ? given : protectedThroughout(given, protections[inputs.antiDilution]),
    instruments: readTable(instrumentsTable, instruments),
    options: settings,
    assumed: [...(inputs.antiDilution === undefined ? [] : [`${inputs.antiDilution} applies to every earlier preferred priced above the round`]), ...assumed],
  };
  const identifiers: Partial<Record<Stake["role"], string | null | undefined>> = { investor: investor?.id, pool: inputs.poolHolderId };
  const closing = close(solveRound(request));
  const answer = fundingRoundFrom(request, closing);
  return {
    roundId: inputs.roundId ?? null,
    roundName: inputs.roundName,
    pricePerShare: answer.price_per_share,
    newSharesIssued: answer.new_shares,
    preMoneyValuation: answer.pre_money,
    amountRaised: answer.investment,
    postMoneyValuation: answer.post_money,
    holders: stakes(request, closing).map((stake) => {
      const before = divide(stake.before, closing.solution.sums.fullyDiluted);
      const after = divide(stake.after, closing.total);
      return {
        holderId: identifiers[stake.role] ?? stake.holder,
        name: stake.holder,
        security: stake.security,
        sharesBefore: toNumber(stake.before),
        ownershipBeforePct: toNumber(multiply(HUNDRED, before)),
        sharesAfter: toNumber(stake.after),
        ownershipAfterPct: toNumber(multiply(HUNDRED, after)),
        dilutionPct: isZero(before) ? 0 : toNumber(multiply(HUNDRED, divide(subtract(before, after), before))),
      };
    }),
    pool: answer.pool,
    conversions: answer.conversions,
    antiDilution: answer.anti_dilution,
    steps: answer.steps,
    assumptions: answer.assumptions,
    warnings: answer.warnings,
  };
}

/** An employee pool is refreshed with what is granted counted in, unless the options say otherwise. */
function esopOptions(options: unknown): { settings: Reading<RoundOptions>; assumed: string[] } {
  const settings = readSettings(roundOptionsTable, options);
  const { pool_basis: blank, ...defaulted } = settings.defaulted;
  if (blank === undefined) return { settings, assumed: [] };
  return {
    settings: { rows: settings.rows.map((row) => ({ ...row, pool_basis: "total" as const })), defaulted },
    assumed: ["pool_basis = total: the refreshed pool counts the options granted and those unissued"],
  };
}

function protectedThroughout(holdings: Holdings, protection: "full_ratchet" | "weighted_average"): Holdings {
  const { anti_dilution: _, ...defaulted } = holdings.defaulted;
  const rows = holdings.rows.map((row, index) => {
    if (row.kind !== "preferred") return row;
    if (row.issue_price !== undefined) return { ...row, anti_dilution: protection };
    const place = `holdings row ${index + 1} (${row.security} of ${row.holder})`;
    throw new Failure("missing", `${place}: antiDilution needs the issue_price of every preferred, and this one is blank.`, "holdings");
  });
  return { rows, defaulted };
}
