/** Plain doubles as an arithmetic: for a search that others make certain, since they own up to no error. */
import type { Arithmetic } from "./arithmetic";

export const doubles: Arithmetic<number> = {
  of: Number,
  near: (value) => value,
  toNumber: (n) => n,
  negate: (a) => -a,
  add: (a, b) => a + b,
  subtract: (a, b) => a - b,
  multiply: (a, b) => a * b,
  divide: (a, b) => a / b,
  modulo: (a, b) => a - b * Math.floor(a / b),
  power: Math.pow,
  absolute: Math.abs,
  floor: Math.floor,
  squareRoot: Math.sqrt,
  exponential: Math.exp,
  logarithm: Math.log,
  factorial: (n) => Array.from({ length: n }, (_, k) => k + 1).reduce((product, k) => product * k, 1),
  pi: Math.PI,
  compare: (a, b) => Math.sign(a - b),
  roughly: (n) => ({ sign: Math.sign(n), log: Math.log(Math.abs(n)), doubt: 0 }),
  doubted: (n) => n,
  unit: 2 ** -53,
};
