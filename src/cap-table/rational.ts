/**
 * Exact fractions. A price that is circular through a pool, a ratchet and five SAFEs is still one fraction, and comparing
 * two fractions is never a matter of tolerance.
 *
 * Fractions are not kept in lowest terms: a greatest common divisor costs more than all the sums and products of a round,
 * and nothing here runs long enough for the terms to grow out of hand. `reduce` is for showing one, and for coefficients
 * that enter many sums.
 */
import { Failure } from "../core/failure";

export interface Rational {
  readonly n: bigint;
  /** Always above 0. */
  readonly d: bigint;
}

export const ZERO: Rational = { n: 0n, d: 1n };
export const ONE: Rational = { n: 1n, d: 1n };

const SAFE = BigInt(Number.MAX_SAFE_INTEGER);
const POWERS_OF_TEN = Array.from({ length: 40 }, (_, power) => 10n ** BigInt(power));
const tenTo = (power: number): bigint => POWERS_OF_TEN[power] ?? 10n ** BigInt(power);

export const fraction = (n: bigint, d: bigint): Rational => (d < 0n ? { n: -n, d: -d } : { n, d });

/** What a person means by a number: 0.1 is one tenth, not the binary double nearest to it. */
export function exact(value: number): Rational {
  if (Number.isSafeInteger(value)) return { n: BigInt(value), d: 1n };
  const [digits = "", exponent = "0"] = String(value).split("e");
  const point = digits.indexOf(".");
  const decimals = point < 0 ? 0 : digits.length - point - 1;
  const whole = BigInt(point < 0 ? digits : digits.slice(0, point) + digits.slice(point + 1));
  const shift = Number(exponent) - decimals;
  return shift >= 0 ? { n: whole * tenTo(shift), d: 1n } : { n: whole, d: tenTo(-shift) };
}

export function add(a: Rational, b: Rational): Rational {
  if (a.d === b.d) return { n: a.n + b.n, d: a.d };
  // Counts and amounts are decimals, so one denominator mostly divides the other: sums of thousands of rows stay small.
  if (b.d === 1n || (a.d > b.d && a.d % b.d === 0n)) return { n: a.n + b.n * (a.d / b.d), d: a.d };
  if (a.d === 1n || b.d % a.d === 0n) return { n: a.n * (b.d / a.d) + b.n, d: b.d };
  return { n: a.n * b.d + b.n * a.d, d: a.d * b.d };
}

export const negate = (a: Rational): Rational => ({ n: -a.n, d: a.d });
export const subtract = (a: Rational, b: Rational): Rational => add(a, negate(b));
export const multiply = (a: Rational, b: Rational): Rational => ({ n: a.n * b.n, d: a.d * b.d });
export const divide = (a: Rational, b: Rational): Rational => fraction(a.n * b.d, a.d * b.n);
export const sum = (values: readonly Rational[]): Rational => values.reduce(add, ZERO);

/** -1, 0 or 1, as for a sort. */
export function compare(a: Rational, b: Rational): number {
  const left = a.n * b.d;
  const right = b.n * a.d;
  return left < right ? -1 : left > right ? 1 : 0;
}

export const isZero = (a: Rational): boolean => a.n === 0n;
export const isPositive = (a: Rational): boolean => a.n > 0n;
export const larger = (a: Rational, b: Rational): Rational => (compare(a, b) >= 0 ? a : b);
export const smaller = (a: Rational, b: Rational): Rational => (compare(a, b) <= 0 ? a : b);

export function power(base: Rational, exponent: number): Rational {
  const times = BigInt(exponent);
  return { n: base.n ** times, d: base.d ** times };
}

export const floor = ({ n, d }: Rational): bigint => {
  const quotient = n / d; // towards zero
  return n < 0n && quotient * d !== n ? quotient - 1n : quotient;
};

export const ceiling = (a: Rational): bigint => -floor(negate(a));

/** To the nearest with so many decimals; a half goes up. */
export function roundTo({ n, d }: Rational, decimals: number): Rational {
  const scale = tenTo(decimals);
  return { n: floor({ n: 2n * n * scale + d, d: 2n * d }), d: scale };
}

export function reduce({ n, d }: Rational): Rational {
  const divisor = greatestCommonDivisor(n < 0n ? -n : n, d);
  return divisor === 1n ? { n, d } : { n: n / divisor, d: d / divisor };
}

function greatestCommonDivisor(a: bigint, b: bigint): bigint {
  while (b > SAFE || a > SAFE) {
    if (b === 0n) return a;
    [a, b] = [b, a % b];
  }
  // What is left fits the fast numbers of the machine.
  let x = Number(a);
  let y = Number(b);
  while (y !== 0) [x, y] = [y, x % y];
  return BigInt(x);
}

/** The door out: the double nearest to the fraction, rounded once. */
export function toNumber({ n, d }: Rational): number {
  if (n === 0n) return 0; // and never -0
  if (n < 0n) return -toNumber({ n: -n, d });
  if (n <= SAFE && d <= SAFE) return Number(n) / Number(d);
  // A quotient of 64 bits or more; what the division leaves over is remembered in its last bit, far below the rounding.
  const shift = 66 - bitLength(n) + bitLength(d);
  const [top, bottom] = shift >= 0 ? [n << BigInt(shift), d] : [n, d << BigInt(-shift)];
  const quotient = top / bottom;
  const sticky = quotient * bottom === top ? quotient : quotient | 1n;
  const half = Math.trunc(shift / 2); // 2^-shift alone may be beyond the doubles where the value is not
  const value = Number(sticky) * 2 ** -half * 2 ** (half - shift);
  if (Number.isFinite(value)) return value;
  throw new Failure("too_large", "The result is beyond 1.8e308, the largest number that Excel and JSON can carry.");
}

/** Near enough for choosing a shift: may be one too high. */
function bitLength(value: bigint): number {
  const size = Number(value);
  return size < Number.MAX_VALUE ? Math.floor(Math.log2(size)) + 1 : value.toString(16).length * 4;
}
