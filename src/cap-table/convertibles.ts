/**
 * What a SAFE or a note may claim. Every instrument converts at the lowest of its allowed prices, which is the largest of
 * its claims; each claim is a fixed multiple of one measure of the company, so that a round is linear once it is known
 * which claim of each instrument is the largest.
 */
import { Failure } from "../core/failure";
import { growthFactor } from "./interest";
import { ONE, type Rational, compare, divide, exact, multiply, subtract } from "./rational";
import type { Instrument, Instruments } from "./rows";

/** What a claim is a multiple of. */
export type Measure =
  | "shares_per_dollar" // 1 / price: a claim of dollars
  | "before" // all shares before the round, with the unissued pool
  | "before_and_increase" // …and the pool's increase
  | "converted" // …and, without that increase, everything that converts: the "company capitalization" of a post-money SAFE
  | "converted_and_increase"; // …and the pool's increase: everything but the new money

export type Bound = "cap" | "discount" | "round price" | "mfn" | "ownership";

export interface Claim {
  readonly measure: Measure;
  /** For one unit of the measure, shares for each dollar that converts, and for all of them. */
  readonly perDollar: Rational;
  readonly multiple: Rational;
  readonly bound: Bound;
}

export interface Convertible {
  readonly instrument: Instrument;
  /** What converts: principal and accrued interest. */
  readonly balance: Rational;
  /** The first is always the one in dollars; the largest counts. */
  readonly claims: readonly [Claim, ...Claim[]];
}

/** The shares that divide a cap. */
const noteMeasures = { pre_no_pool: "before", pre: "before_and_increase", post_conversion: "converted_and_increase" } as const;
const capMeasure = ({ kind, cap_basis }: Instrument): Measure =>
  kind === "safe_post" ? "converted" : kind === "safe_pre" ? "before_and_increase" : noteMeasures[cap_basis];

/**
 * The best terms among the instruments listed later: the lowest cap for each measure, and the highest discount.
 *
 * A most-favoured instrument takes one whole package, never the cap of one and the discount of another. Since every package
 * already converts at the better of its own cap and its own discount, the best package is the one that holds the best cap or
 * the best discount of all, and these few numbers say which, however long the list is.
 */
interface Offers {
  discount: number;
  readonly caps: Map<Measure, Rational>;
}

export function convertibles({ rows }: Instruments, date: number | undefined, dateName: string): Convertible[] {
  const offers: Offers = { discount: 0, caps: new Map() };
  const terms = sharedTerms();
  const result: Convertible[] = [];
  // From the last to the first, so that the offers are those of the instruments after the one at hand.
  for (let index = rows.length - 1; index >= 0; index--) {
    const instrument = rows[index] as Instrument;
    const { discount, ownership, mfn } = instrument;
    const balance = balanceOf(instrument, date, dateName);
    const claim = (measure: Measure, perDollar: Rational, bound: Bound): Claim => ({ measure, perDollar, multiple: multiply(balance, perDollar), bound });
    const [measure, cap] = capOf(instrument, terms);
    const claims: [Claim, ...Claim[]] = [claim("shares_per_dollar", terms.atDiscount(discount), discount > 0 ? "discount" : "round price")];
    if (ownership !== undefined) {
      const multiple = exact(ownership);
      claims.push({ measure, perDollar: divide(multiple, balance), multiple, bound: "ownership" });
    } else if (cap) claims.push(claim(measure, terms.under(cap), "cap"));
    if (mfn) {
      if (offers.discount > discount) claims.push(claim("shares_per_dollar", terms.atDiscount(offers.discount), "mfn"));
      for (const [basis, offered] of offers.caps) claims.push(claim(basis, terms.under(offered), "mfn"));
    }
    result[index] = { instrument, balance, claims };

    offers.discount = Math.max(offers.discount, discount);
    const best = offers.caps.get(measure);
    if (cap && (!best || compare(cap, best) < 0)) offers.caps.set(measure, cap);
  }
  return result;
}

/** Equal terms are made once, so that all that follow from them are seen to be equal at a glance. */
function sharedTerms() {
  const caps = new Map<number, Rational>();
  const underCap = new Map<Rational, Rational>();
  const discounts = new Map<number, Rational>();
  const once = <Key>(known: Map<Key, Rational>, key: Key, make: () => Rational): Rational => {
    const value = known.get(key) ?? make();
    known.set(key, value);
    return value;
  };
  return {
    cap: (value: number) => once(caps, value, () => exact(value)),
    under: (cap: Rational) => once(underCap, cap, () => divide(ONE, cap)),
    atDiscount: (discount: number) => once(discounts, discount, () => divide(ONE, subtract(ONE, exact(discount)))),
  };
}

/** A fixed ownership is a post-money cap at amount / ownership: $125,000 for 7 % is a cap of $1.79m. */
function capOf(instrument: Instrument, terms: ReturnType<typeof sharedTerms>): readonly [Measure, Rational | undefined] {
  const { amount, cap, ownership } = instrument;
  if (ownership !== undefined) return ["converted", divide(exact(amount), exact(ownership))];
  return [capMeasure(instrument), cap === undefined ? undefined : terms.cap(cap)];
}

function balanceOf(instrument: Instrument, date: number | undefined, dateName: string): Rational {
  const { amount, interest_rate: rate, issue_date: start, accrual, day_count: dayCount, holder } = instrument;
  if (rate === 0 || start === undefined) return exact(amount);
  if (date === undefined) throw new Failure("missing", `${dateName} is missing: the interest of ${holder}'s note runs up to it.`, dateName);
  if (date < start) {
    throw new Failure("condition", `${dateName} lies before the issue_date of ${holder}'s note: correct one of them.`, dateName);
  }
  return multiply(exact(amount), growthFactor({ rate, start, end: date, accrual, dayCount }));
}

/** Caps and fixed ownerships that take the whole company between them: no price, and no exit, can meet them. */
export const overpromised = (promised: number): Failure =>
  new Failure(
    "no_value",
    `no_solution: the caps and fixed ownerships of the instruments promise ${Number((promised * 100).toPrecision(6))} % of the company, ` +
      "which leaves nothing for the other shares: raise a cap, or lower an amount or an ownership, until they come to less than 100 %.",
    "instruments",
  );
