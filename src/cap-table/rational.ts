/**
 * Exact rational numbers at the price of doubles.
 *
 * A number carries a pair of doubles near it, a bound on how far off the pair may be, and how it was made. Sums and products
 * are done in the pairs (106 bits). A question, "which is larger?" or "which double is nearest?", is answered from the pair
 * where the bound allows no other answer, which is nearly always; where it does, the number is made once more out of big
 * integers, exactly. So every answer is the exact one, and a tie is a tie, but hardly anyone pays for it.
 * (Lazy exact arithmetic, as in computational geometry; the pairs are Dekker's.)
 */
import { productError, sumError } from "../numerics/double-double";
import * as fractions from "./fraction";
import type { Fraction } from "./fraction";

export interface Rational {
  /** The value is within `error` of high + low; high is the double nearest to that sum. */
  high: number;
  low: number;
  error: number;
  /** How it was made, until it is asked for exactly. */
  readonly make: Make;
  readonly of: number | Rational | readonly Rational[];
  readonly by: number | Rational | undefined;
  fraction: Fraction | undefined;
}

type Make = "decimal" | "add" | "subtract" | "multiply" | "divide" | "sum" | "power" | "fraction";

const rational = (high: number, low: number, error: number, make: Make, of: Rational["of"], by?: Rational["by"]): Rational => ({
  high,
  low,
  error,
  make,
  of,
  by,
  fraction: undefined,
});

// ------------------------------------------------------------------------------------------------ pairs of doubles

/** What a double loses, relative to a pair's high part. Truly 2^-104 and less; there is room to be generous. */
const LOST = 2 ** -98;
/** Outside of these the low parts themselves may fall off the end of the doubles. */
const SMALLEST = 1e-200;
const LARGEST = 1e200;

/** The error of a result outside the range in which the pairs are sound: nothing is known of it, so fractions decide. */
const bounded = (size: number, error: number): number => (size < LARGEST && size > SMALLEST ? error : Infinity);

// ------------------------------------------------------------------------------------------------ making numbers

export const ZERO: Rational = exact(0);
export const ONE: Rational = exact(1);

/** What a person means by a number: 0.1 is one tenth, not the binary double nearest to it. */
export function exact(value: number): Rational {
  if (Number.isInteger(value)) return rational(value + 0, 0, Math.abs(value) < 2 ** 53 ? 0 : Infinity, "decimal", value);
  // Up to fifteen digits a double stands for one decimal only, and this finds it.
  for (let decimals = 1, scale = 10; decimals <= 9; decimals++, scale *= 10) {
    const digits = Math.round(value * scale);
    if (Math.abs(digits) > 1e15) break;
    if (digits / scale === value) return decimal(value, digits, 0, scale);
  }
  // Seventeen digits are more than a double holds: taken in two halves. Beyond that, and with an exponent, as a fraction.
  const [wholes = "", decimals = ""] = String(Math.abs(value)).split(".");
  const digits = wholes + decimals;
  if (digits.length > 17 || digits.includes("e")) return fromFraction(fractions.fromDecimal(value));
  const sign = value < 0 ? -1 : 1;
  const upper = sign * Number(digits.slice(0, -8));
  const lower = sign * Number(digits.slice(-8));
  const shifted = upper * 1e8;
  const all = shifted + lower;
  const rest = productError(upper, 1e8, shifted) + sumError(shifted, lower, all);
  return decimal(value, all, rest, POWERS_OF_TEN[decimals.length] as number);
}

const POWERS_OF_TEN = Array.from({ length: 18 }, (_, power) => Number(`1e${power}`));

/** The decimal (digits + rest) / scale, to which `value` is the nearest double. */
function decimal(value: number, digits: number, rest: number, scale: number): Rational {
  const high = value * scale;
  const low = productError(value, scale, high);
  const is = digits === high && rest === low;
  return rational(value, is ? 0 : (digits - high + (rest - low)) / scale, is ? 0 : Math.abs(value) * LOST, "decimal", value);
}

export const whole = (value: bigint): Rational => fromFraction({ n: value, d: 1n });

function fromFraction(fraction: Fraction): Rational {
  const result = rational(0, 0, 0, "fraction", 0);
  result.fraction = fraction;
  approach(result, fraction);
  return result;
}

export function add(a: Rational, b: Rational): Rational {
  if (isNothing(a)) return b;
  if (isNothing(b)) return a;
  return sumOf(a, b, b.high, b.low, "add");
}

export function subtract(a: Rational, b: Rational): Rational {
  if (a === b) return ZERO;
  return isNothing(b) ? a : sumOf(a, b, -b.high, -b.low, "subtract");
}

const isNothing = (a: Rational): boolean => a.high === 0 && a.error === 0;
/** A double that stands for itself, so that what is added to it or multiplied with it need not lose a thing. */
const isDouble = (a: Rational): boolean => a.low === 0 && a.error === 0;

function sumOf(a: Rational, b: Rational, bHigh: number, bLow: number, make: "add" | "subtract"): Rational {
  const s = a.high + bHigh;
  const t = a.low + bLow;
  const c = sumError(a.high, bHigh, s) + t;
  const h = s + c;
  const l = c - (h - s) + sumError(a.low, bLow, t);
  const high = h + l;
  const low = l - (high - h);
  if (isDouble(a) && isDouble(b)) return rational(high, low, 0, make, a, b);
  const error = a.error + b.error + (Math.abs(a.high) + Math.abs(bHigh)) * LOST;
  return rational(high, low, Math.abs(high) < LARGEST ? error : Infinity, make, a, b);
}

export const negate = (a: Rational): Rational => subtract(ZERO, a);

export function multiply(a: Rational, b: Rational): Rational {
  if (isDouble(a)) {
    if (a.high === 0) return ZERO;
    if (a.high === 1) return b;
  }
  if (isDouble(b)) {
    if (b.high === 0) return ZERO;
    if (b.high === 1) return a;
  }
  const p = a.high * b.high;
  const rest = productError(a.high, b.high, p) + (a.high * b.low + a.low * b.high);
  const high = p + rest;
  const size = Math.abs(high);
  const error = isDouble(a) && isDouble(b) ? 0 : Math.abs(a.high) * b.error + Math.abs(b.high) * a.error + a.error * b.error + size * LOST;
  return rational(high, rest - (high - p), bounded(size, error), "multiply", a, b);
}

export function divide(a: Rational, b: Rational): Rational {
  if (isDouble(b) && b.high === 1) return a;
  // A divisor of which not even the sign is certain says nothing about the quotient.
  if (b.error > Math.abs(b.high) * 1e-3) approach(b, exactly(b));
  if (sign(b) === 0) throw new RangeError("division by zero");
  if (isNothing(a)) return ZERO;
  const q = a.high / b.high;
  const p = q * b.high;
  const rest = (a.high - p - productError(q, b.high, p) + a.low - q * b.low) / b.high;
  const high = q + rest;
  const size = Math.abs(high);
  const error = rest === 0 && isDouble(a) && isDouble(b) ? 0 : ((a.error + size * b.error) / Math.abs(b.high)) * 1.01 + size * LOST;
  return rational(high, rest - (high - q), bounded(size, error), "divide", a, b);
}

export function sum(values: readonly Rational[]): Rational {
  if (values.length < 3) return values.length === 0 ? ZERO : values.length === 1 ? (values[0] as Rational) : add(values[0] as Rational, values[1] as Rational);
  let high = 0;
  let low = 0;
  let error = 0;
  let sizes = 0;
  let lossless = true;
  for (const value of values) {
    const s = high + value.high;
    const t = low + value.low;
    const c = sumError(high, value.high, s) + t;
    const h = s + c;
    const l = c - (h - s) + sumError(low, value.low, t);
    high = h + l;
    low = l - (high - h);
    error += value.error;
    sizes += Math.abs(value.high);
    lossless &&= isDouble(value) && Number.isInteger(value.high);
  }
  if (lossless && sizes < 2 ** 53) return rational(high, low, 0, "sum", values);
  return rational(high, low, sizes < LARGEST ? error + values.length * sizes * LOST : Infinity, "sum", values);
}

export function power(base: Rational, times: number): Rational {
  let result = ONE;
  let square = base;
  for (let left = times; left > 0; left = Math.floor(left / 2)) {
    if (left % 2 === 1) result = multiply(result, square);
    if (left > 1) square = multiply(square, square);
  }
  return rational(result.high, result.low, result.error, "power", base, times);
}

// ------------------------------------------------------------------------------------------------ questions

/** -1, 0 or 1, as for a sort. */
export function compare(a: Rational, b: Rational): number {
  if (a === b) return 0;
  if (isDouble(a) && isDouble(b)) return Math.sign(a.high - b.high);
  const s = a.high - b.high;
  const difference = s + (sumError(a.high, -b.high, s) + (a.low - b.low));
  const doubt = a.error + b.error + (Math.abs(a.high) + Math.abs(b.high)) * LOST;
  if (difference > doubt) return 1;
  if (difference < -doubt) return -1;
  return fractions.sign(fractions.add(exactly(a), fractions.negate(exactly(b))));
}

export function sign(a: Rational): number {
  if (a.high > a.error * 1.01) return 1;
  if (a.high < -a.error * 1.01) return -1;
  return a.error === 0 ? 0 : fractions.sign(exactly(a));
}

export const isZero = (a: Rational): boolean => sign(a) === 0;
export const isPositive = (a: Rational): boolean => sign(a) > 0;
export const larger = (a: Rational, b: Rational): Rational => (compare(a, b) >= 0 ? a : b);
export const smaller = (a: Rational, b: Rational): Rational => (compare(a, b) <= 0 ? a : b);

/** The door out: the double nearest to the number, rounded once. */
export function toNumber(a: Rational): number {
  const margin = a.error * 2;
  const up = a.high + (a.low + margin);
  // Infinite bounds give NaN or infinity on at least one side, and so no agreement.
  if (up === a.high + (a.low - margin) && Number.isFinite(up)) return up + 0;
  return fractions.toNumber(exactly(a));
}

export const floor = (a: Rational): bigint => fractions.floor(exactly(a));
export const ceiling = (a: Rational): bigint => -fractions.floor(fractions.negate(exactly(a)));

/** To the nearest with so many decimals; a half goes up. */
export function roundTo(a: Rational, decimals: number): Rational {
  const { n, d } = exactly(a);
  const scale = 10n ** BigInt(decimals);
  return fromFraction({ n: fractions.floor({ n: 2n * n * scale + d, d: 2n * d }), d: scale });
}

// ------------------------------------------------------------------------------------------------ exactly

/** One way of making a number again, for each way of making it in pairs. */
const makers: Record<Make, (a: Rational) => Fraction> = {
  decimal: ({ of }) => fractions.fromDecimal(of as number),
  add: ({ of, by }) => fractions.add(known(of), known(by)),
  subtract: ({ of, by }) => fractions.add(known(of), fractions.negate(known(by))),
  multiply: ({ of, by }) => fractions.multiply(known(of), known(by)),
  divide: ({ of, by }) => fractions.divide(known(of), known(by)),
  sum: ({ of }) => (of as readonly Rational[]).map(known).reduce(fractions.add),
  power: ({ of, by }) => fractions.power(known(of), by as number),
  fraction: ({ fraction }) => fraction as Fraction,
};

const known = (part: Rational["of"] | Rational["by"]): Fraction => (part as Rational).fraction as Fraction;

/** Made once and kept. Parts first, by hand and not by recursion: a running total of ten thousand rows is ten thousand deep. */
export function exactly(a: Rational): Fraction {
  const open: Rational[] = [a];
  for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
    const before = open.length;
    if (top.fraction === undefined) {
      for (const part of [top.of, top.by].flat()) if (typeof part === "object" && part.fraction === undefined) open.push(part);
    }
    if (open.length > before) continue;
    top.fraction ??= makers[top.make](top);
    open.pop();
  }
  return a.fraction as Fraction;
}

/** The pair nearest to a fraction. */
function approach(a: Rational, fraction: Fraction): void {
  a.high = fractions.toNumber(fraction);
  const rest = fractions.add(fraction, fractions.negate(fractions.fromDouble(a.high)));
  a.low = fractions.toNumber(rest);
  a.error = a.high === 0 ? (fraction.n === 0n ? 0 : Infinity) : bounded(Math.abs(a.high), rest.n === 0n ? 0 : Math.abs(a.low) * 2 ** -52);
}
