/**
 * From the exact solution to the shares that are issued: prices rounded where the closing asks for it, then counts rounded
 * down holder by holder, the pool up. One pass. The price is never drawn again from rounded counts: that may have no end.
 */
import { Failure } from "../core/failure";
import type { Bound, Convertible } from "./convertibles";
import {
  ONE,
  type Rational,
  ZERO,
  add,
  ceiling,
  compare,
  divide,
  exact,
  floor,
  isPositive,
  isZero,
  multiply,
  roundTo,
  subtract,
  sum,
  whole,
} from "./rational";
import { type RoundSolution, optionsOf } from "./round";
import type { Holding } from "./rows";

export interface IssuedConversion {
  readonly convertible: Convertible;
  readonly shares: Rational;
  readonly price: Rational;
  readonly bound: Bound;
  /** What rounding leaves over, to be paid back. */
  readonly residual: Rational;
}

export interface Adjustment {
  readonly holding: Holding;
  readonly conversionPriceBefore: Rational;
  readonly conversionPriceAfter: Rational;
  readonly before: Rational;
  readonly after: Rational;
}

export interface Closing {
  readonly solution: RoundSolution;
  readonly price: Rational;
  readonly newShares: Rational;
  readonly residual: Rational;
  readonly conversions: readonly IssuedConversion[];
  /** Every protected row, moved or not. */
  readonly adjustments: readonly Adjustment[];
  /** As converted after the round, for each row of the holdings; the pool's rows are in `pool`. */
  readonly counts: readonly Rational[];
  readonly pool: Rational;
  readonly poolIncrease: Rational;
  readonly total: Rational;
}

export function close(solution: RoundSolution): Closing {
  const { terms, sums, growth } = solution;
  const { shares, price_decimals: decimals } = optionsOf(terms);
  const rounded = decimals !== undefined || shares === "whole";
  const count = (value: Rational): Rational => (shares === "whole" ? whole(floor(value)) : value);
  const quote = (value: Rational, whose: string): Rational => {
    if (decimals === undefined) return value;
    const result = roundTo(value, decimals);
    if (isPositive(result)) return result;
    throw new Failure("condition", `${whose} rounds to 0 at ${decimals} decimals: raise price_decimals, or leave it blank.`, "options");
  };

  const price = quote(solution.price, "The price per share");
  const newShares = rounded ? count(divide(terms.investment, price)) : solution.newShares;
  const conversions = solution.conversions.map(({ convertible, shares: claimed, bound }): IssuedConversion => {
    const { balance, instrument } = convertible;
    const conversionPrice = quote(divide(balance, claimed), `The conversion price of ${instrument.holder}`);
    const issued = rounded ? count(divide(balance, conversionPrice)) : claimed;
    const residual = rounded ? subtract(balance, multiply(issued, conversionPrice)) : ZERO;
    return { convertible, shares: issued, price: conversionPrice, bound, residual };
  });

  const adjustments: Adjustment[] = [];
  const counts = terms.holdings.rows.map((holding, row) => {
    const before = sums.counts[row] as Rational;
    const place = sums.protectionOf[row];
    const factor = place === undefined ? ONE : (growth[place] ?? ONE);
    if (place === undefined) return holding.kind === "preferred" ? count(before) : before;
    const conversionPriceBefore = exact(holding.conversion_price as number);
    if (factor === ONE) {
      adjustments.push({ holding, conversionPriceBefore, conversionPriceAfter: conversionPriceBefore, before, after: before });
      return count(before);
    }
    const conversionPriceAfter = quote(divide(conversionPriceBefore, factor), `The conversion price of ${holding.holder}`);
    const after = count(multiply(before, divide(conversionPriceBefore, conversionPriceAfter)));
    adjustments.push({ holding, conversionPriceBefore, conversionPriceAfter, before, after });
    return after;
  });

  const outsidePool = counts.filter((_, row) => terms.holdings.rows[row]?.kind !== "pool");
  const others = rounded ? sum([...outsidePool, ...conversions.map((each) => each.shares), newShares]) : ZERO;
  const pool = rounded ? roundedPool(solution, others) : add(sums.pool, solution.poolIncrease);
  const total = rounded ? add(others, pool) : solution.total;
  if (isZero(total)) throw new Failure("condition", "Rounded down to whole shares nobody holds any: give shares as counts, or leave options.shares exact.", "options");
  return {
    solution,
    price,
    newShares,
    residual: rounded ? subtract(terms.investment, multiply(newShares, price)) : ZERO,
    conversions,
    adjustments,
    counts,
    pool,
    poolIncrease: subtract(pool, sums.pool),
    total,
  };
}

/** The pool that still meets its target beside the rounded counts, and is never taken from. */
function roundedPool({ terms, sums }: RoundSolution, others: Rational): Rational {
  const { shares, pool_basis } = optionsOf(terms);
  const target = terms.poolTarget;
  if (target === undefined || isZero(target)) return sums.pool;
  const granted = pool_basis === "total" ? sums.granted : ZERO;
  const needed = divide(subtract(multiply(target, others), granted), subtract(ONE, target));
  const counted = shares === "whole" ? whole(ceiling(needed)) : needed;
  return compare(counted, sums.pool) > 0 ? counted : sums.pool;
}
