/**
 * Fractions of big integers: what a rational number is when nothing less will do. They are slow (a sum of two takes as long as
 * fifty of doubles), so that rational.ts asks for them only where doubles cannot decide.
 *
 * They are not kept in lowest terms: a greatest common divisor costs more than all the sums and products of a round, and
 * nothing here runs long enough for the terms to grow out of hand.
 */
import { Failure } from "../core/failure";

export interface Fraction {
  readonly n: bigint;
  /** Always above 0. */
  readonly d: bigint;
}

const SAFE = BigInt(Number.MAX_SAFE_INTEGER);
const tenTo = (power: number): bigint => 10n ** BigInt(power);

/** What a person means by a number: 0.1 is one tenth, not the binary double nearest to it. */
export function fromDecimal(value: number): Fraction {
  if (Number.isSafeInteger(value)) return { n: BigInt(value), d: 1n };
  const [digits = "", exponent = "0"] = String(value).split("e");
  const point = digits.indexOf(".");
  const decimals = point < 0 ? 0 : digits.length - point - 1;
  const whole = BigInt(point < 0 ? digits : digits.slice(0, point) + digits.slice(point + 1));
  const shift = Number(exponent) - decimals;
  return shift >= 0 ? { n: whole * tenTo(shift), d: 1n } : { n: whole, d: tenTo(-shift) };
}

/** The very value of a double, to the last bit. */
export function fromDouble(value: number): Fraction {
  let scale = 0;
  let whole = value;
  while (!Number.isInteger(whole)) {
    whole *= 2;
    scale++;
  }
  return { n: BigInt(whole), d: 1n << BigInt(scale) };
}

export function add(a: Fraction, b: Fraction): Fraction {
  if (a.d === b.d) return { n: a.n + b.n, d: a.d };
  // Counts and amounts are decimals, so one denominator mostly divides the other: sums of thousands of rows stay small.
  if (a.d > b.d && a.d % b.d === 0n) return { n: a.n + b.n * (a.d / b.d), d: a.d };
  if (b.d > a.d && b.d % a.d === 0n) return { n: a.n * (b.d / a.d) + b.n, d: b.d };
  return { n: a.n * b.d + b.n * a.d, d: a.d * b.d };
}

export const negate = (a: Fraction): Fraction => ({ n: -a.n, d: a.d });
export const multiply = (a: Fraction, b: Fraction): Fraction => ({ n: a.n * b.n, d: a.d * b.d });
export const divide = (a: Fraction, b: Fraction): Fraction => (b.n < 0n ? { n: -a.n * b.d, d: -a.d * b.n } : { n: a.n * b.d, d: a.d * b.n });
export const power = (a: Fraction, times: number): Fraction => ({ n: a.n ** BigInt(times), d: a.d ** BigInt(times) });
export const sign = (a: Fraction): number => (a.n > 0n ? 1 : a.n < 0n ? -1 : 0);

export function floor({ n, d }: Fraction): bigint {
  const quotient = n / d; // towards zero
  return n < 0n && quotient * d !== n ? quotient - 1n : quotient;
}

/** The double nearest to the fraction, rounded once; a tie goes to the even one, as everywhere in doubles. */
export function toNumber({ n, d }: Fraction): number {
  if (n === 0n) return 0; // and never -0
  if (n < 0n) return 0 - toNumber({ n: -n, d });
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
