/**
 * The quick arithmetic: a number is the sum of two doubles, 32 digits for the price of twenty operations of the processor.
 * It decides what it can and throws Uncertain at the rest, an error to be worded included: decimals take that up.
 *
 * Sums, products and quotients are those of Joldes, Muller and Popescu, Tight and rigorous error bounds for basic building
 * blocks of double-word arithmetic (2017), where the largest relative error is 15 u^2 with u = 2^-53.
 */
import { uncertain, type Arithmetic } from "./arithmetic";
import { doubles } from "./doubles";

/** (high + low) * (1 + error) for some |error| <= doubt, with low at most half a last digit of high. */
export interface DoubleDouble {
  readonly high: number;
  readonly low: number;
  readonly doubt: number;
}

const UNIT = 2 ** -101;
/** Within these no product of two halves overflows, and none loses digits below the smallest double. */
const LEAST = 1e-140;
const MOST = 1e140;

function made(high: number, low: number, doubt: number): DoubleDouble {
  const size = Math.abs(high);
  if (!(size < MOST && (size > LEAST || high === 0))) uncertain();
  return { high, low, doubt };
}
const ZERO: DoubleDouble = { high: 0, low: 0, doubt: 0 };
const ONE: DoubleDouble = { high: 1, low: 0, doubt: 0 };

/* What two doubles make, and what its rounding left over: a + b, and a * b in halves of 26 digits (Dekker). */
export const sumError = (a: number, b: number, sum: number): number => {
  const part = sum - a;
  return a - (sum - part) + (b - part);
};
const SPLITTER = 2 ** 27 + 1;
export const productError = (a: number, b: number, product: number): number => {
  const wideA = SPLITTER * a, wideB = SPLITTER * b;
  const highA = wideA - (wideA - a), highB = wideB - (wideB - b);
  const lowA = a - highA, lowB = b - highB;
  return lowA * lowB - (product - highA * highB - lowA * highB - highA * lowB);
};

function add(a: DoubleDouble, b: DoubleDouble): DoubleDouble {
  const high = a.high + b.high;
  const highRest = sumError(a.high, b.high, high);
  if (a.low === 0 && b.low === 0 && a.doubt === 0 && b.doubt === 0) return made(high, highRest, 0);
  if (a.high === 0 && a.doubt === 0) return b;
  if (b.high === 0 && b.doubt === 0) return a;
  const low = a.low + b.low;
  const lowRest = sumError(a.low, b.low, low);
  const more = highRest + low;
  const sum = high + more;
  const rest = lowRest + (more - (sum - high));
  const total = sum + rest;
  return made(total, rest - (total - sum), (Math.abs(a.high) * a.doubt + Math.abs(b.high) * b.doubt) / Math.abs(total) + UNIT);
}

/** The error of a product; a factor on top would grow with every step of a long sum. Rounding it is within what UNIT has to spare. */
const together = (a: number, b: number): number => a + b + a * b;

function multiply(a: DoubleDouble, b: DoubleDouble): DoubleDouble {
  if ((a.high === 0 && a.doubt === 0) || (b.high === 0 && b.doubt === 0)) return ZERO;
  const product = a.high * b.high;
  const rest = productError(a.high, b.high, product);
  if (a.low === 0 && b.low === 0) return product === 0 ? uncertain() : made(product, rest, together(a.doubt, b.doubt));
  const more = rest + (a.high * b.low + a.low * b.high);
  const total = product + more;
  return made(total, more - (total - product), together(a.doubt, b.doubt) + UNIT);
}

function divide(a: DoubleDouble, b: DoubleDouble): DoubleDouble {
  if (b.high === 0) return uncertain();
  if (a.high === 0 && a.doubt === 0) return ZERO;
  const quotient = a.high / b.high;
  const product = quotient * b.high;
  const rest = productError(quotient, b.high, product);
  if (a.low === 0 && b.low === 0 && rest === 0 && product === a.high) return made(quotient, 0, together(a.doubt, b.doubt) / (1 - Math.min(1, b.doubt)));
  const more = rest + quotient * b.low;
  const whole = product + more;
  const left = a.high - whole + (a.low - (more - (whole - product)));
  const correction = left / b.high;
  const total = quotient + correction;
  return made(total, correction - (total - quotient), together(a.doubt, b.doubt) / (1 - Math.min(1, b.doubt)) + UNIT);
}

const negate = (a: DoubleDouble): DoubleDouble => ({ high: -a.high, low: -a.low, doubt: a.doubt });
const subtract = (a: DoubleDouble, b: DoubleDouble): DoubleDouble => add(a, negate(b));

function compare(a: DoubleDouble, b: DoubleDouble): number {
  const { high, doubt } = subtract(a, b);
  if (high === 0) return doubt === 0 ? 0 : uncertain();
  return doubt < 1 ? Math.sign(high) : uncertain();
}

/* ------------------------------------------------------------------------------------------------ reading */

/** Powers of ten that are doubles. */
const TENS = Array.from({ length: 23 }, (_, k) => Number(`1e${k}`));
/** Up to here every decimal of whole units is a double of its own. */
const SHORT = 1e15;

const whole = (value: number): DoubleDouble => ({ high: value, low: 0, doubt: 0 });

function of(value: number | string): DoubleDouble {
  const near = Number(value);
  if (Number.isInteger(near) && Math.abs(near) < SHORT && (typeof value === "number" || value.length <= 15)) return whole(near + 0);
  // Of at most 15 digits: no other decimal so short is as near to this double.
  if (typeof value === "number" || value.length <= 15) {
    for (let k = 1; k < TENS.length; k++) {
      const digits = Math.round(near * TENS[k]!);
      if (Math.abs(digits) > SHORT) break;
      if (digits !== 0 && digits / TENS[k]! === near) return divide(whole(digits), whole(TENS[k]!));
    }
  }
  const [, sign, front, behind = "", exponent = "0"] = /^([+-]?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/.exec(String(value)) ?? [];
  const digits = `${front}${behind}`;
  const tens = Number(exponent) - behind.length;
  if (front === undefined || digits.length > 24 || Math.abs(tens) >= TENS.length) return uncertain();
  const read = add(multiply(whole(Number(digits.slice(0, -12))), whole(1e12)), whole(Number(digits.slice(-12))));
  const scaled = tens < 0 ? divide(read, whole(TENS[-tens]!)) : multiply(read, whole(TENS[tens]!));
  return sign === "-" ? negate(scaled) : scaled;
}

function toNumber({ high, low, doubt }: DoubleDouble): number {
  if (doubt === 0) return high + 0;
  const margin = Math.abs(high) * doubt * 1.001 + Math.abs(low) * 2 ** -52;
  return high !== 0 && high + (low - margin) === high && high + (low + margin) === high ? high : uncertain();
}

/* ------------------------------------------------------------------------------------------------ powers */

const LN2: DoubleDouble = { high: Math.LN2, low: 2.3190468138462996e-17, doubt: UNIT };
/** 1/1!, 1/2!, … 1/10!. */
const INVERSE_FACTORIALS = Array.from({ length: 10 }, (_, k) => k + 1).reduce<DoubleDouble[]>((known, k) => [...known, divide(known[known.length - 1] ?? ONE, whole(k))], []);
const HALVINGS = 9;

/**
 * e^a: what is left of a after whole multiples of ln 2, halved until ten terms of the series are enough, as e^r - 1, which
 * doubles back by 2s + s^2. Each of those thirty steps errs by less than a unit, and the rest of a by a unit of a.
 */
function exponential(a: DoubleDouble): DoubleDouble {
  if (a.high === 0 && a.doubt === 0) return ONE;
  if (!(Math.abs(a.high) < 300)) return uncertain();
  const twos = Math.round(a.high / Math.LN2);
  const { high, low } = subtract(a, multiply(whole(twos), LN2));
  const rest: DoubleDouble = { high: high / 2 ** HALVINGS, low: low / 2 ** HALVINGS, doubt: 0 };
  let sum = INVERSE_FACTORIALS[INVERSE_FACTORIALS.length - 1]!;
  for (let k = INVERSE_FACTORIALS.length - 2; k >= 0; k--) sum = add(multiply(sum, rest), INVERSE_FACTORIALS[k]!);
  sum = rest.high === 0 ? ZERO : multiply(sum, rest);
  for (let k = 0; k < HALVINGS; k++) sum = add(add(sum, sum), multiply(sum, sum));
  const power = add(ONE, sum);
  return made(power.high * 2 ** twos, power.low * 2 ** twos, Math.abs(a.high) * (a.doubt + 4 * UNIT) * 1.1 + 32 * UNIT);
}

/** ln a: the double's logarithm, and what a * e^-that still lacks to 1. */
function logarithm(a: DoubleDouble): DoubleDouble {
  if (a.high <= 0) return uncertain();
  if (a.high === 1 && a.low === 0 && a.doubt === 0) return ZERO;
  const start = Math.log(a.high);
  const inverse = exponential(whole(-start));
  const lacking = subtract(multiply(a, inverse), ONE);
  if (!(Math.abs(lacking.high) < 1e-13)) return uncertain();
  const log = add(whole(start), subtract(lacking, { high: lacking.high ** 2 / 2, low: 0, doubt: 0 }));
  return log.high === 0 ? uncertain() : made(log.high, log.low, (inverse.doubt + a.doubt * 1.1 + 4 * UNIT) / Math.abs(log.high) + UNIT);
}

/** Whole powers by squaring, each product with its own error; the others through the logarithm. */
function power(a: DoubleDouble, b: DoubleDouble): DoubleDouble {
  if (b.high === 0 && b.doubt === 0) return ONE;
  if (a.high === 0) return a.doubt === 0 && b.high > 0 && b.doubt < 1 ? ZERO : uncertain();
  const isWhole = b.low === 0 && b.doubt === 0 && Number.isInteger(b.high) && Math.abs(b.high) < 1e6;
  if (!isWhole) return exponential(multiply(b, logarithm(a)));
  let square = a;
  let product = ONE;
  for (let left = Math.abs(b.high); ; square = multiply(square, square)) {
    if (left % 2) product = product === ONE ? square : multiply(product, square);
    left = Math.floor(left / 2);
    if (left === 0) return b.high < 0 ? divide(ONE, product) : product;
  }
}

function squareRoot(a: DoubleDouble): DoubleDouble {
  if (a.high <= 0) return a.high === 0 && a.doubt === 0 ? ZERO : uncertain();
  const root = Math.sqrt(a.high);
  const square = root * root;
  const left = a.high - square - productError(root, root, square) + a.low;
  if (left === 0) return made(root, 0, a.low === 0 ? a.doubt : a.doubt + UNIT);
  const correction = left / (2 * root);
  const total = root + correction;
  return made(total, correction - (total - root), a.doubt + UNIT);
}

/** The whole number below, where the error leaves no other. */
function floor({ high, low, doubt }: DoubleDouble): DoubleDouble {
  const below = Math.floor(high);
  if (low === 0 && doubt === 0) return whole(below);
  const slack = Math.abs(low) + Math.abs(high) * doubt * 1.001;
  return high - below > slack && below + 1 - high > slack ? whole(below) : uncertain();
}

/** n! up to here is a double. */
const LAST_FACTORIAL = 18;
const factorial = ({ high, low, doubt }: DoubleDouble): DoubleDouble =>
  low === 0 && doubt === 0 && Number.isInteger(high) && high >= 0 && high <= LAST_FACTORIAL ? whole(doubles.factorial(high)) : uncertain();

export const doubleDoubles: Arithmetic<DoubleDouble> = {
  of,
  toNumber,
  negate,
  add,
  subtract,
  multiply,
  divide,
  power,
  floor,
  squareRoot,
  exponential,
  logarithm,
  factorial,
  compare,
  modulo: (a, b) => subtract(a, multiply(b, floor(divide(a, b)))),
  absolute: (a) => (a.high < 0 ? negate(a) : a),
  pi: { high: Math.PI, low: 1.2246467991473532e-16, doubt: UNIT },
  near: whole,
  roughly: ({ high, doubt }) => ({ sign: Math.sign(high), log: Math.log(Math.abs(high)), doubt }),
  doubted: ({ high, low }, doubt) => ({ high, low, doubt }),
  unit: UNIT,
};
