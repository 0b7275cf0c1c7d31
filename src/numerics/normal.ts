/** The normal distribution to the full precision of its argument: a series near the middle, a continued fraction in the tails. */
import type Decimal from "decimal.js";
import { constructorOf, withPrecision, type Constructor } from "./precision";

/** Below this the series needs fewer terms than the fraction. */
const TAIL = 4;

const roots = new Map<Constructor, Decimal>();
function rootOfTwoPi(D: Constructor): Decimal {
  let root = roots.get(D);
  if (!root) roots.set(D, (root = D.acos(-1).times(2).sqrt()));
  return root;
}

const density = (z: Decimal, D: Constructor): Decimal => D.exp(z.times(z).div(-2)).div(rootOfTwoPi(D));

/** phi(z) / (z + 1 / (z + 2 / (z + 3 / …))), Laplace's fraction; its error after n terms falls like exp(-2 z sqrt(2 n)). */
function tail(z: Decimal, D: Constructor): Decimal {
  const terms = Math.ceil(1.5 * (D.precision * Math.LN10) ** 2 / (8 * Math.max(TAIL, z.toNumber()) ** 2)) + 20;
  let denominator = z;
  for (let k = terms; k > 0; k--) denominator = z.plus(new D(k).div(denominator));
  return density(z, D).div(denominator);
}

/** phi(z) * (z + z^3 / 3 + z^5 / (3 * 5) + …): the area between 0 and z, every term positive. */
function middle(z: Decimal, D: Constructor): Decimal {
  const square = z.times(z);
  let term = z;
  let sum = z;
  const least = -D.precision - 2;
  for (let k = 3; term.e > sum.e + least && !term.isZero(); k += 2) {
    term = term.times(square).div(k);
    sum = sum.plus(term);
  }
  return density(z, D).times(sum);
}

/** The share of a standard normal distribution below x, to the precision of x's constructor. */
export function normalDistribution(x: Decimal): Decimal {
  const wanted = constructorOf(x);
  if (x.isZero()) return new wanted(0.5);
  const far = x.abs().greaterThanOrEqualTo(TAIL);
  // 1/2 - area loses as many digits as the tail is small: under 6 of them before the fraction takes over.
  const D = withPrecision(wanted.precision + 16);
  const z = new D(x.abs());
  const result = far
    ? x.isNegative() ? tail(z, D) : new D(1).minus(tail(z, D))
    : x.isNegative() ? new D(0.5).minus(middle(z, D)) : new D(0.5).plus(middle(z, D));
  return new wanted(result).toSignificantDigits(wanted.precision);
}

/** The height of the standard normal density at x. */
export function normalDensity(x: Decimal): Decimal {
  const wanted = constructorOf(x);
  const D = withPrecision(wanted.precision + 16);
  return new wanted(density(new D(x), D)).toSignificantDigits(wanted.precision);
}
