/** The answers of a priced round, as the hosts show them. Here the fractions become doubles, each rounded once. */
import { Failure } from "../core/failure";
import { type Closing, close } from "./closing";
import type { Bound } from "./convertibles";
import { type Rational, ZERO, add, compare, divide, exact, isPositive, isZero, multiply, subtract, sum, toNumber } from "./rational";
import { type RoundTerms, optionsOf, solveRound } from "./round";
import { holdingsTable, instrumentNames, instrumentsTable, roundInputs, roundOptionsTable } from "./rows";
import { defaultsUsed, list, readSettings, readTable, settingsAssumed } from "./table";

export interface RoundRequest extends RoundTerms {
  readonly investorName: string;
  readonly security: string;
  readonly poolHolder: string | undefined;
  /** What the caller took for granted before the engine was asked. */
  readonly assumed: readonly string[];
}

/** A round as a host receives it. The tables are lists of records or ranges with a header row; a date is a text YYYY-MM-DD or a serial day. */
export interface RoundArguments {
  readonly pre_money: unknown;
  readonly investment: unknown;
  readonly holdings: unknown;
  readonly instruments?: unknown;
  /** A fraction; or in percent. One of the two. */
  readonly pool_target?: unknown;
  readonly pool_target_pct?: unknown;
  readonly date?: unknown;
  readonly investor_name?: unknown;
  readonly security?: unknown;
  readonly options?: unknown;
}

/** Names that end in _pct are percent numbers: 20 is 20 %. Shares are as converted. */
export interface FundingRoundAnswer {
  readonly price_per_share: number;
  readonly pre_money: number;
  /** Price x all shares after the round: pre-money + investment, unless the price basis or the pool's timing breaks that. */
  readonly post_money: number;
  readonly investment: number;
  readonly new_shares: number;
  readonly new_investor_pct: number;
  /** All shares before the round, the unissued pool and all conversions; without the pool's increase and the new money. */
  readonly company_capitalization: number;
  /** The price x what existed before the round. */
  readonly effective_pre_money: number;
  readonly fully_diluted_before: number;
  readonly fully_diluted_after: number;
  /** Money that rounding to whole shares leaves with the new investors. */
  readonly residual_cash: number;
  readonly pool: { readonly shares_before: number; readonly increase: number; readonly shares_after: number; readonly pct_after: number };
  readonly conversions: readonly ConversionAnswer[];
  readonly anti_dilution: readonly AdjustmentAnswer[];
  readonly stakeholders: readonly StakeholderAnswer[];
  readonly steps: readonly Step[];
  readonly assumptions: readonly string[];
  readonly warnings: readonly string[];
}

export interface ConversionAnswer {
  readonly holder: string;
  readonly kind: string;
  /** What converts: principal and interest. */
  readonly amount: number;
  readonly interest: number;
  readonly shares: number;
  readonly price: number;
  readonly bound_by: Bound;
  readonly residual_cash: number;
}

export interface AdjustmentAnswer {
  readonly holder: string;
  readonly security: string;
  readonly conversion_price_before: number;
  readonly conversion_price_after: number;
  readonly as_converted_before: number;
  readonly as_converted_after: number;
}

export interface StakeholderAnswer {
  readonly holder: string;
  readonly security: string;
  readonly shares_before: number;
  readonly pct_before: number;
  readonly shares_after: number;
  readonly pct_after: number;
  /** Percentage points. */
  readonly pct_change: number;
}

export interface Step {
  readonly name: string;
  readonly expression: string;
  readonly value: number;
}

/** One line of the cap table before and after. */
export interface Stake {
  readonly role: "holder" | "converted" | "investor" | "pool";
  readonly holder: string;
  readonly security: string;
  readonly before: Rational;
  readonly after: Rational;
}

// ------------------------------------------------------------------------------------------------ questions

export function readRound(given: RoundArguments): RoundRequest {
  const { holdings, instruments, options, ...scalars } = given;
  const [inputs] = readSettings(roundInputs, scalars).rows;
  if (!inputs) throw new RangeError("settings always give one row");
  if (inputs.pool_target !== undefined && inputs.pool_target_pct !== undefined) {
    throw new Failure("condition", `pool_target is ${inputs.pool_target} and pool_target_pct is ${inputs.pool_target_pct}: give one of them.`, "pool_target");
  }
  return {
    preMoney: exact(inputs.pre_money),
    investment: exact(inputs.investment),
    poolTarget: inputs.pool_target_pct === undefined ? optional(inputs.pool_target) : percent(inputs.pool_target_pct),
    date: inputs.date,
    investorName: inputs.investor_name,
    security: inputs.security,
    poolHolder: undefined,
    holdings: readTable(holdingsTable, holdings),
    instruments: readTable(instrumentsTable, instruments),
    options: readSettings(roundOptionsTable, options),
    assumed: [],
  };
}

const optional = (value: number | undefined): Rational | undefined => (value === undefined ? undefined : exact(value));
/** 12.7 % is exactly 127/1000, which 12.7 / 100 in doubles need not be. */
export const percent = (value: number): Rational => divide(exact(value), HUNDRED);
export const HUNDRED = exact(100);

// ------------------------------------------------------------------------------------------------ answers

export const roundPrice = (request: RoundRequest): number => toNumber(close(solveRound(request)).price);

/** The cap table before and after, with a header row and a total; fractions, so that a percent format fits. */
export function fundingRoundTable(request: RoundRequest): (string | number)[][] {
  const closing = close(solveRound(request));
  const before = closing.solution.sums.fullyDiluted;
  const rows = stakes(request, closing).map((stake) => [
    stake.holder,
    stake.security,
    toNumber(stake.before),
    share(stake.before, before),
    toNumber(stake.after),
    share(stake.after, closing.total),
  ]);
  return [
    ["holder", "security", "shares_before", "pct_before", "shares_after", "pct_after"],
    ...rows,
    ["Total", "", toNumber(before), 1, toNumber(closing.total), 1],
  ];
}

export const fundingRound = (request: RoundRequest): FundingRoundAnswer => fundingRoundFrom(request, close(solveRound(request)));

export function fundingRoundFrom(request: RoundRequest, closing: Closing): FundingRoundAnswer {
  const { solution, price, total } = closing;
  const { sums } = solution;
  return {
    price_per_share: toNumber(price),
    pre_money: toNumber(request.preMoney),
    post_money: toNumber(multiply(price, total)),
    investment: toNumber(request.investment),
    new_shares: toNumber(closing.newShares),
    new_investor_pct: pct(closing.newShares, total),
    company_capitalization: toNumber(solution.companyCapitalization),
    effective_pre_money: toNumber(multiply(price, sums.fullyDiluted)),
    fully_diluted_before: toNumber(sums.fullyDiluted),
    fully_diluted_after: toNumber(total),
    residual_cash: toNumber(closing.residual),
    pool: {
      shares_before: toNumber(sums.pool),
      increase: toNumber(closing.poolIncrease),
      shares_after: toNumber(closing.pool),
      pct_after: pct(closing.pool, total),
    },
    conversions: conversionAnswers(closing),
    anti_dilution: adjustmentAnswers(closing),
    stakeholders: stakes(request, closing).map((stake) => ({
      holder: stake.holder,
      security: stake.security,
      shares_before: toNumber(stake.before),
      pct_before: pct(stake.before, sums.fullyDiluted),
      shares_after: toNumber(stake.after),
      pct_after: pct(stake.after, total),
      pct_change: toNumber(multiply(HUNDRED, subtract(divide(stake.after, total), divide(stake.before, sums.fullyDiluted)))),
    })),
    steps: steps(request, closing),
    assumptions: assumptions(request),
    warnings: warnings(request, closing),
  };
}

const share = (part: Rational, whole: Rational): number => toNumber(divide(part, whole));
const pct = (part: Rational, whole: Rational): number => toNumber(divide(multiply(HUNDRED, part), whole));

const conversionAnswers = (closing: Closing): ConversionAnswer[] =>
  closing.conversions.map(({ convertible: { instrument, balance }, shares, price, bound, residual }) => ({
    holder: instrument.holder,
    kind: instrument.kind,
    amount: toNumber(balance),
    interest: toNumber(subtract(balance, exact(instrument.amount))),
    shares: toNumber(shares),
    price: toNumber(price),
    bound_by: bound,
    residual_cash: toNumber(residual),
  }));

const adjustmentAnswers = (closing: Closing): AdjustmentAnswer[] =>
  closing.adjustments.map(({ holding, conversionPriceBefore, conversionPriceAfter, before, after }) => ({
    holder: holding.holder,
    security: holding.security,
    conversion_price_before: toNumber(conversionPriceBefore),
    conversion_price_after: toNumber(conversionPriceAfter),
    as_converted_before: toNumber(before),
    as_converted_after: toNumber(after),
  }));

/** Holders in their order, then what converted, the new investors, and the pool in one row. */
export function stakes(request: RoundRequest, closing: Closing): Stake[] {
  const { sums } = closing.solution;
  const holdings = request.holdings.rows;
  const result: Stake[] = [];
  holdings.forEach(({ kind, holder, security }, row) => {
    if (kind === "pool") return;
    result.push({ role: "holder", holder, security, before: sums.counts[row] as Rational, after: closing.counts[row] as Rational });
  });
  for (const { convertible, shares } of closing.conversions) {
    const { holder, kind } = convertible.instrument;
    result.push({ role: "converted", holder, security: instrumentNames[kind], before: ZERO, after: shares });
  }
  if (isPositive(request.investment)) {
    result.push({ role: "investor", holder: request.investorName, security: request.security, before: ZERO, after: closing.newShares });
  }
  const pool = holdings.find(({ kind }) => kind === "pool");
  if (pool || isPositive(closing.pool)) {
    const holder = request.poolHolder ?? pool?.holder ?? "Option pool";
    result.push({ role: "pool", holder, security: pool?.security ?? "pool", before: sums.pool, after: closing.pool });
  }
  return result;
}

// ------------------------------------------------------------------------------------------------ the working

/** How the price came about, in the order in which a pencil would write it down once the claims are settled. */
function steps(request: RoundRequest, closing: Closing): Step[] {
  const { sums, conversions, growth, pricedShares, companyCapitalization } = closing.solution;
  const { price_basis, pool_basis, pool_timing, anti_dilution_in_price, price_decimals } = optionsOf(request);
  const converted = sum(conversions.map(({ shares }) => shares));
  const adjusted = sum(sums.protections.map(({ shares }, place) => subtract(multiply(shares, growth[place] as Rational), shares)));
  const adjusting = isPositive(adjusted);
  const inPrice = adjusting && anti_dilution_in_price ? " + anti_dilution_shares" : "";
  const granted = pool_basis === "total" ? " - options_granted" : "";
  const grows = isPositive(closing.poolIncrease) ? " + pool_increase" : "";
  const increase = pool_timing === "pre_money" ? grows : "";
  const company = conversions.length > 0 ? `fully_diluted_before${inPrice} + converted_shares` : `fully_diluted_before${inPrice}`;
  const after = adjusting && !inPrice ? "company_capitalization + anti_dilution_shares" : "company_capitalization";
  const dollars = price_basis === "dollars_invested" ? "(pre_money + converting_money)" : "pre_money";
  const quotient = `${dollars} / priced_shares`;
  const result: (Step | false)[] = [
    step("fully_diluted_before", "common + preferred as converted + options + unissued pool", sums.fullyDiluted),
    conversions.length > 0 && step("converting_money", "principal + interest, all instruments", sum(conversions.map(({ convertible }) => convertible.balance))),
    conversions.length > 0 && step("converted_shares", "the largest claim of each instrument", converted),
    adjusting && step("anti_dilution_shares", "as converted after - as converted before, all protected classes", adjusted),
    step("company_capitalization", company, companyCapitalization),
    request.poolTarget !== undefined &&
      step("pool_increase", `max(0, pool_target * fully_diluted_after${granted} - pool_before)`, closing.poolIncrease),
    price_basis === "excluding_conversions"
      ? step("priced_shares", `fully_diluted_before${inPrice}${increase}`, pricedShares)
      : step("priced_shares", `company_capitalization${increase}`, pricedShares),
    step("price_per_share", price_decimals === undefined ? quotient : `round(${quotient}, ${price_decimals})`, closing.price),
    step("new_shares", "investment / price_per_share", closing.newShares),
    step("fully_diluted_after", `${after}${grows} + new_shares`, closing.total),
  ];
  return result.filter((each) => each !== false);
}

const step = (name: string, expression: string, value: Rational): Step => ({ name, expression, value: toNumber(value) });

function assumptions(request: RoundRequest): string[] {
  return [
    ...request.assumed,
    ...settingsAssumed(roundOptionsTable, request.options),
    ...defaultsUsed(holdingsTable, request.holdings, "round"),
    ...defaultsUsed(instrumentsTable, request.instruments, "round"),
    "shares before the round count options, warrants and the unissued pool, and no open SAFE or note",
    ...(request.instruments.rows.length > 0 ? ["each instrument converts at the lowest price that its terms allow, and never above the round's"] : []),
    ...(request.poolTarget === undefined ? ["no pool target: the unissued pool stays as it is"] : []),
  ];
}

/** Shown in words with no more digits than a reader wants. */
const brief = (value: number): string => String(Number(value.toPrecision(6)));

/** A target below one hundredth was more likely meant as ten or twenty of them. */
const SMALL_POOL = percent(1);

function warnings(request: RoundRequest, closing: Closing): string[] {
  const { price, newShares, total, pool, solution } = closing;
  const { price_basis, pool_basis, pool_timing, anti_dilution_in_price } = optionsOf(request);
  const result: string[] = [];
  // Only these let anything dilute the new investors; asked first, since shares that are equal cost an exact comparison.
  const dilutive = price_basis !== "fully_diluted" || pool_timing === "post_money" || !anti_dilution_in_price;
  const stated = divide(request.investment, add(request.preMoney, request.investment));
  if (dilutive && compare(divide(newShares, total), stated) < 0) {
    result.push(
      `the new investors end with ${brief(pct(newShares, total))} %, not ${brief(toNumber(multiply(HUNDRED, stated)))} %, ` +
        `and price x shares is ${brief(toNumber(multiply(price, total)))}, not pre-money + investment: ` +
        "these options let the conversions, adjustments or pool dilute them",
    );
  }
  if (request.poolTarget && isPositive(request.poolTarget) && compare(request.poolTarget, SMALL_POOL) < 0)
    result.push(`the pool's target is ${brief(toNumber(multiply(HUNDRED, request.poolTarget)))} % of all shares: pool_target is a fraction (0.1 = 10 %), pool_target_pct a percentage (10 = 10 %)`);
  if (request.poolTarget && isZero(closing.poolIncrease)) {
    const counted = pool_basis === "total" ? add(pool, solution.sums.granted) : pool;
    if (compare(counted, multiply(request.poolTarget, total)) > 0) {
      result.push(`the pool is ${brief(pct(counted, total))} % after the round, above its target already: nothing is added, and nothing taken away`);
    }
  }
  const adjusted = closing.adjustments.filter(({ before, after }) => compare(after, before) > 0);
  if (adjusted.length > 0) {
    const names = [...new Set(adjusted.map(({ holding }) => holding.security))];
    const some = names.length > 5 ? [...names.slice(0, 5), "others"] : names;
    result.push(`the round is priced below the conversion price of ${list(some, "and")}, whose anti-dilution protection applies`);
  }
  return result;
}
