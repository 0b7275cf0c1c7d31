/**
 * Arithmetic that knows how far it can be trusted. A number carries the largest relative error it may have; an answer is
 * rounded to a double only where every number within that error rounds to the same one. Where that is in doubt the
 * calculation is done again with more digits, so the last digit of an answer is certain and not likely.
 *
 * What computes takes an Arithmetic as a parameter and never sees a digit, so that it runs on quick numbers first.
 */
export interface Arithmetic<N> {
  /** A number means the decimal that it prints as: 0.1 is one tenth. */
  of(value: number | string): N;
  /** The nearest double. Throws Uncertain where the digits do not tell which one that is. */
  toNumber(n: N): number;
  negate(a: N): N;
  add(a: N, b: N): N;
  subtract(a: N, b: N): N;
  multiply(a: N, b: N): N;
  divide(a: N, b: N): N;
  modulo(a: N, b: N): N;
  power(a: N, b: N): N;
  absolute(a: N): N;
  floor(a: N): N;
  squareRoot(a: N): N;
  exponential(a: N): N;
  logarithm(a: N): N;
  /** n! of a whole number. */
  factorial(n: N): N;
  readonly pi: N;
  /** -1, 0 or 1. Throws Uncertain where the errors overlap. */
  compare(a: N, b: N): number;
  /** A number close to this one, for a start that is corrected later: quicker to read than its decimal. */
  near(value: number): N;
  /** The number as it stands, whatever its error: its sign, ln of its size as a double, and the error it may have. */
  roughly(n: N): { readonly sign: number; readonly log: number; readonly doubt: number };
  /** The number as it stands, with the relative error that its maker knows it may have. */
  doubted(n: N, doubt: number): N;
  /** The largest relative error of one sum, product or quotient. */
  readonly unit: number;
}

/** Thrown when more digits are needed: part of the normal course, so one object serves and no stack is looked at. */
export class Uncertain extends Error {}
const UNCERTAIN = new Uncertain();
export const uncertain = (): never => {
  throw UNCERTAIN;
};
