/** n! to the full precision of its argument: the product where n is small, Stirling's series where it is not. */
import type Decimal from "decimal.js";
import { constructorOf, withPrecision, type Constructor } from "./precision";

/** Up to here the product is the quicker way; beyond, the series reaches over 2,000 digits before its terms grow again. */
const PRODUCT = 1000;

/** The product, as many factors at a time as a double holds. */
function product(n: number, D: Constructor): Decimal {
  let value = new D(1);
  let factors = 1;
  for (let k = 2; k <= n; k++) {
    if (factors * k > Number.MAX_SAFE_INTEGER) {
      value = value.times(factors);
      factors = 1;
    }
    factors *= k;
  }
  return value.times(factors);
}

/** The numbers 1, 2, 16, 272 … in the Taylor series of tan x; Bernoulli's follow from them, and they are whole. */
function tangentNumbers(count: number): bigint[] {
  const numbers = [1n];
  for (let k = 1; k < count; k++) numbers.push(numbers[k - 1]! * BigInt(k));
  for (let k = 1; k < count; k++)
    for (let j = k; j < count; j++) numbers[j] = BigInt(j - k) * numbers[j - 1]! + BigInt(j - k + 2) * numbers[j]!;
  return numbers;
}
let tangents: readonly bigint[] | undefined;

/** ln n! = n ln n - n + ln(2 pi n) / 2 + 1 / (12 n) - 1 / (360 n^3) + …; each error is below the first term left out. */
function logarithm(n: Decimal, D: Constructor): Decimal {
  tangents ??= tangentNumbers(120);
  const log = n.ln();
  let sum = n.times(log).minus(n).plus(log.plus(D.acos(-1).times(2).ln()).div(2));
  const square = n.times(n);
  let power = n;
  for (let k = 1; k <= tangents.length; k++) {
    const four = new D(4).pow(k);
    const term = new D(String(tangents[k - 1]!)).div(four.times(four.minus(1)).times(2 * k - 1).times(power));
    if (term.e < -D.precision) break;
    sum = k % 2 ? sum.plus(term) : sum.minus(term);
    power = power.times(square);
  }
  return sum;
}

/** n! of a whole number, to the precision of its constructor. */
export function factorial(n: Decimal): { readonly value: Decimal; readonly exact: boolean } {
  const wanted = constructorOf(n);
  // The logarithm has the digits of n in front of the point: as many must stand behind its end.
  const D = withPrecision(wanted.precision + Math.max(0, n.e) + 14);
  const value = n.lessThanOrEqualTo(PRODUCT) ? product(n.toNumber(), D) : logarithm(new D(n), D).exp();
  return { value: new wanted(value).toSignificantDigits(wanted.precision), exact: value.e < wanted.precision };
}
