/**
 * What each share claims in an exit, as a function of y, what a share of common receives: a preference, and bends at which the
 * claim begins to grow, stops, or grows again. Common: y. An option: max(0, y - strike). Preferred without participation:
 * max(L, a y); with it L + a y; capped max(min(L + a y, C), a y).
 */
import { Failure } from "../core/failure";
import { conversionRatio } from "./capitalization";
import { type Claim as ConversionClaim, type Convertible, type Measure, overpromised } from "./convertibles";
import { yearFraction } from "./interest";
import {
  ONE,
  type Rational,
  ZERO,
  add,
  compare,
  divide,
  exact,
  isPositive,
  isZero,
  larger,
  multiply,
  negate,
  sign,
  subtract,
  sum,
  toNumber,
} from "./rational";
import type { Holding, Instrument } from "./rows";

/** At y = amount / slope a claim grows faster by `slope` for each further unit of y, or slower where both are negative. */
export interface Bend {
  readonly slope: Rational;
  readonly amount: Rational;
}

/** What one unit claims: a share, or a whole instrument. */
export interface Claim {
  readonly preference: Rational;
  /** Paid first to last. */
  readonly seniority: number;
  readonly bends: readonly Bend[];
  /** The bend after which it has turned into common. */
  readonly converting: Bend | undefined;
}

/** By kind of holding, and for preferred by participation. */
export const claims: Record<Exclude<Holding["kind"], "pool">, (holding: Holding, date: number | undefined, place: string) => Claim> = {
  common: () => ({ preference: ZERO, seniority: 0, bends: [{ slope: ONE, amount: ZERO }], converting: undefined }),
  option: exercised,
  warrant: exercised,
  preferred: (holding, date, place) => {
    const { participation, seniority } = holding;
    const preference = preferencePerShare(holding, date, place);
    const most = larger(multiply(exact(holding.cap_multiple ?? 0), exact(holding.issue_price ?? 0)), preference);
    return { preference, seniority, ...participations[participation](preference, conversionRatio(holding), most) };
  },
};

function exercised({ strike }: Holding): Claim {
  const bend = { slope: ONE, amount: exact(strike) };
  return { preference: ZERO, seniority: 0, bends: [bend], converting: bend };
}

type Participation = (preference: Rational, ratio: Rational, most: Rational) => Pick<Claim, "bends" | "converting">;

const participations: Record<Holding["participation"], Participation> = {
  none: (preference, ratio) => {
    const converting = { slope: ratio, amount: preference };
    return { bends: isZero(ratio) ? [] : [converting], converting };
  },
  full: (_, ratio) => ({ bends: [{ slope: ratio, amount: ZERO }], converting: undefined }),
  capped: (preference, ratio, most) => {
    const converting = { slope: ratio, amount: most };
    const participating = { slope: ratio, amount: ZERO };
    const full = { slope: negate(ratio), amount: subtract(preference, most) };
    return { bends: [participating, full, converting], converting };
  },
};

function preferencePerShare(holding: Holding, date: number | undefined, place: string): Rational {
  const { issue_price, liquidation_multiple, dividend_rate, issue_date } = holding;
  const whose = `${holding.security} of ${holding.holder}`;
  if (issue_price === undefined) {
    if (liquidation_multiple === 0) return ZERO;
    throw new Failure("missing", `${place} (${whose}): issue_price is blank, so the preference is a multiple of nothing: give it, or a liquidation_multiple of 0.`, "holdings");
  }
  const paid = multiply(exact(liquidation_multiple), exact(issue_price));
  if (dividend_rate === 0) return paid;
  if (issue_date === undefined) throw new Failure("missing", `${place} (${whose}): issue_date is blank, but dividends run from it.`, "holdings");
  if (date === undefined) throw new Failure("missing", `exit_date is missing: the dividends of ${whose} run up to it.`, "exit_date");
  if (date < issue_date) throw new Failure("condition", `exit_date lies before the issue_date of ${whose}: correct one of them.`, "exit_date");
  return add(paid, multiply(multiply(exact(issue_price), exact(dividend_rate)), yearFraction(issue_date, date, "actual_365")));
}

/** Whatever makes two shares claim the same. */
export const termsOf = (of: Holding): string =>
  of.kind === "preferred"
    ? `${of.issue_price} ${of.conversion_price} ${of.liquidation_multiple} ${of.participation} ${of.cap_multiple} ${of.seniority} ` +
      `${of.dividend_rate} ${of.dividend_rate > 0 ? of.issue_date : ""}`
    : `${of.kind} ${of.strike}`;

/** A note is a debt and comes before every preferred; a SAFE ranks with the most senior of them. */
const seniorities = { note: 0, safe_post: 1, safe_pre: 1 } as const;

/** One dollar of an instrument takes its money, or the shares it converts into, whichever is more. */
export const instrumentClaim = ({ kind }: Instrument, money: Rational, shares: Rational): Claim => ({
  preference: money,
  seniority: seniorities[kind],
  ...participations.none(money, shares, money),
});

interface Converted {
  readonly convertible: Convertible;
  /** For each dollar that converts. */
  readonly money: Rational;
  readonly shares: Rational;
}

/**
 * What an instrument may take in money, and the shares it converts into: its cap over the shares and options outstanding, the
 * unissued pool left out, and for a post-money cap with all that converts. An instrument without a cap takes money only: a SAFE
 * its amount over 1 - discount, a note its balance.
 */
export function convertedAtExit(converting: readonly Convertible[], issued: Rational): Converted[] {
  const onIssued = converting.map((each) => best(each, "before", "before_and_increase"));
  const onAll = converting.map((each) => best(each, "converted", "converted_and_increase"));
  // Which of the two a most-favoured instrument prefers hangs on what all convert into; as in a round, each only moves up.
  const chosen = onIssued.map((claim, index) => claim ?? onAll[index]);
  for (;;) {
    const multiples = (claims: readonly (ConversionClaim | undefined)[]): Rational =>
      sum(chosen.flatMap((claim, index) => (claim && claims[index] === claim ? [claim.multiple] : [])));
    const promised = multiples(onAll);
    const rest = subtract(ONE, promised);
    if (!isPositive(rest)) {
      throw overpromised(toNumber(promised));
    }
    const all = divide(multiply(issued, add(ONE, multiples(onIssued))), rest);
    let moved = false;
    chosen.forEach((claim, index) => {
      const other = onAll[index];
      if (!claim || !other || claim === other || compare(multiply(other.perDollar, all), multiply(claim.perDollar, issued)) <= 0) return;
      chosen[index] = other;
      moved = true;
    });
    if (moved) continue;
    const ofAll = onceEach((perDollar) => multiply(perDollar, all));
    const ofIssued = onceEach((perDollar) => multiply(perDollar, issued));
    return converting.map((convertible, index) => {
      const claim = chosen[index];
      const money = convertible.instrument.kind === "note" ? ONE : (best(convertible, "shares_per_dollar")?.perDollar ?? ONE);
      if (!claim) return { convertible, money, shares: ZERO };
      return { convertible, money, shares: (claim === onAll[index] ? ofAll : ofIssued)(claim.perDollar) };
    });
  }
}

/** The largest claim on any of these measures, which must be worth the same. */
function best({ claims }: Convertible, ...measures: readonly Measure[]): ConversionClaim | undefined {
  let held: ConversionClaim | undefined;
  for (const claim of claims) {
    if (measures.includes(claim.measure) && (!held || compare(claim.perDollar, held.perDollar) > 0)) held = claim;
  }
  return held;
}

/** Equal terms stay one number, so that equal claims are seen to be equal at a glance. */
function onceEach(make: (value: Rational) => Rational): (value: Rational) => Rational {
  const known = new Map<Rational, Rational>();
  return (value) => {
    const result = known.get(value) ?? make(value);
    known.set(value, result);
    return result;
  };
}

/** What a claim has grown by past one of its bends; none while y is before it. */
export function gained(y: Rational, { slope, amount }: Bend): Rational | undefined {
  const gain = subtract(multiply(slope, y), amount);
  return sign(gain) * sign(slope) > 0 ? gain : undefined;
}

export const valueOf = ({ preference, bends }: Claim, y: Rational): Rational =>
  bends.reduce((value, bend) => add(value, gained(y, bend) ?? ZERO), preference);
