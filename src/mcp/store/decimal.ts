/** Exact numbers of the ledger: decimal texts outside, fractions inside, since a split of 1 for 3 leaves the decimals. */
import { type Fraction, toNumber } from "../../cap-table/fraction";
import { Failure } from "../../core/failure";
import { didYouMean } from "../../core/nearest";

const DECIMAL = /^([+-]?)(\d*)\.?(\d*)(?:e([+-]?\d+))?$/i;
/** More digits than any count or amount has; a bound on what one number may cost. */
const MOST_DIGITS = 60;

/** A number as plain decimal digits, without exponent and without idle zeros. */
export function decimalText(value: string | number): string {
  const match = DECIMAL.exec(String(value));
  if (!match || !(match[2] || match[3])) throw new Failure("type", `${JSON.stringify(value)} is no decimal number.`);
  const [, sign = "", whole = "", decimals = "", exponent = "0"] = match;
  const shift = Number(exponent);
  if (whole.length + decimals.length > MOST_DIGITS || Math.abs(shift) > MOST_DIGITS) throw new Failure("too_large", `${value} has more than ${MOST_DIGITS} digits, and no more are kept.`);
  const digits = whole + decimals;
  const point = whole.length + shift;
  const before = point <= 0 ? "" : digits.slice(0, point).padEnd(point, "0");
  const after = point <= 0 ? "0".repeat(-point) + digits : digits.slice(point);
  const [left, right] = [before.replace(/^0+(?=\d)/, "") || "0", after.replace(/0+$/, "")];
  const text = right ? `${left}.${right}` : left;
  return sign === "-" && text !== "0" ? `-${text}` : text;
}

/** A ledger repeats its counts and prices, so each text is made a number once. Bounded, since a server lives long. */
const known = new Map<string, Fraction>();
const MOST_KNOWN = 20_000;

export function fraction(text: string): Fraction {
  const before = known.get(text);
  if (before) return before;
  const point = text.indexOf(".");
  const value = point < 0 ? { n: BigInt(text), d: 1n } : { n: BigInt(text.slice(0, point) + text.slice(point + 1)), d: 10n ** BigInt(text.length - point - 1) };
  if (known.size < MOST_KNOWN) known.set(text, value);
  return value;
}

const gcd = (a: bigint, b: bigint): bigint => {
  let [x, y] = [a < 0n ? -a : a, b];
  while (y !== 0n) [x, y] = [y, x % y];
  return x;
};

/** In lowest terms, so that a ledger of many splits does not grow its numbers without end. */
export const reduced = (a: Fraction): Fraction => {
  if (a.d === 1n) return a;
  const common = gcd(a.n, a.d);
  return { n: a.n / common, d: a.d / common };
};

export const compare = (a: Fraction, b: Fraction): number => {
  const difference = a.d === b.d ? a.n - b.n : a.n * b.d - b.n * a.d;
  return difference > 0n ? 1 : difference < 0n ? -1 : 0;
};

/** The decimal text of a fraction where it has one, else "numerator/denominator". */
export function textOf(value: Fraction): string {
  const { n, d } = reduced(value);
  if (d === 1n) return String(n);
  let rest = d;
  let twos = 0;
  let fives = 0;
  for (; rest % 2n === 0n; rest /= 2n) twos++;
  for (; rest % 5n === 0n; rest /= 5n) fives++;
  if (rest !== 1n) return `${n}/${d}`;
  const places = Math.max(twos, fives);
  const digits = String((n < 0n ? -n : n) * (10n ** BigInt(places) / d)).padStart(places + 1, "0");
  return `${n < 0n ? "-" : ""}${digits.slice(0, -places)}.${digits.slice(-places)}`;
}

/** The inverse of textOf. */
export function fractionOf(text: string): Fraction {
  const [n = "", d] = text.split("/");
  return d === undefined ? fraction(decimalText(n)) : { n: BigInt(n), d: BigInt(d) };
}

/** As a person reads it in a message. */
export const shownNumber = (value: Fraction): string => String(toNumber(value));

/** The end of a sentence on a name that is not known: the name that was meant, where one is near. */
export const endOf = (written: string, known: Iterable<string>): string => didYouMean(written, known) || ".";
