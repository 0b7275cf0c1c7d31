/**
 * The data sets on which rolling sums fail: large levels with small noise, one outlier, six decades. The reference takes
 * each window on its own with forty digits.
 */
import Decimal from "decimal.js";
import { computeSeries } from "../../src/series/evaluate";
import { random } from "./reference";

const Exact = Decimal.clone({ precision: 40 });
const LENGTH = 20_000;

/** The very value of a double. decimal.js would read the decimal that it prints as, which is another number at 1e9. */
const read = new Map<number, Decimal>();
function exact(value: number): Decimal {
  const known = read.get(value);
  if (known) return known;
  let whole = value;
  let halvings = 0;
  for (; !Number.isInteger(whole); whole *= 2) halvings++;
  // m / 2^k is m * 5^k / 10^k, which a decimal holds without rounding.
  const result = new Exact(`${BigInt(whole) * 5n ** BigInt(halvings)}e-${halvings}`);
  read.set(value, result);
  return result;
}

function sample(make: (next: () => number, i: number) => number, seed: number): Float64Array {
  const next = random(seed);
  return Float64Array.from({ length: LENGTH }, (_, i) => make(next, i));
}
const normal = (next: () => number): number => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
function walk(seed: number): Float64Array {
  let price = 100;
  return sample((next) => (price *= Math.exp(0.01 * normal(next))), seed);
}
const outlier = (values: Float64Array): Float64Array => values.map((v, i) => (i === 7000 ? 1e12 : v));
/** A level that jumps, so that a block holds values of very different size. */
const jumps = (seed: number): Float64Array => sample((next, i) => [1e-3, 1e9, 0, -1e6, 1][Math.floor(i / 437) % 5]! + next(), seed);

const SETS: readonly [name: string, a: Float64Array, b: Float64Array][] = [
  ["a walk of prices", walk(1), walk(2)],
  ["1e9 + noise from 0 to 1", sample((next) => 1e9 + next(), 3), sample((next) => 1e9 + next(), 4)],
  ["one outlier of 1e12", outlier(walk(5)), outlier(walk(6))],
  ["1e8 + noise of 0.001", sample((next) => 1e8 + 1e-3 * normal(next), 7), sample((next) => 1e8 + 1e-3 * normal(next), 8)],
  ["lognormal over six decades", sample((next) => Math.exp(2.3 * normal(next)), 9), sample((next) => Math.exp(2.3 * normal(next)), 10)],
  ["levels that jump", jumps(11), jumps(12)],
];

/** Spots over the column, and the ones around the outlier and the edges of blocks. */
const SPOTS = [...Array.from({ length: 40 }, (_, k) => 400 + k * 487), 6999, 7000, 7001, 7028, 7029, 7030, 7088, 7089, 7090, 7363, 7364, 7365, 7366, 7664, 7665, 7666, LENGTH - 1];

const sum = (w: readonly Decimal[]): Decimal => w.reduce((total, v) => total.plus(v), new Exact(0));
const squares = (w: readonly Decimal[], mean: Decimal): Decimal => w.reduce((total, v) => total.plus(v.minus(mean).times(v.minus(mean))), new Exact(0));
function moments(v: readonly Decimal[], w: readonly Decimal[]) {
  const [mv, mw] = [sum(v).div(v.length), sum(w).div(w.length)];
  return { mean: mv, products: sum(v.map((item, i) => item.minus(mv).times(w[i]!.minus(mw)))), squaresV: squares(v, mv), squaresW: squares(w, mw) };
}
const windowOf = (values: Float64Array, i: number, n: number): Decimal[] => Array.from(values.subarray(i - n + 1, i + 1), (v) => exact(v));

describe.each(SETS)("%s", (_, a, b) => {
  const compute = (expression: string): Float64Array => computeSeries({ expression, inputs: { a: { values: a }, b: { values: b } } }).values;
  const worst = (got: Float64Array, want: (i: number) => Decimal, relative = false): number =>
    Math.max(...SPOTS.map((i) => {
      const wanted = want(i);
      const error = exact(got[i]!).minus(wanted).abs();
      return (relative ? error.div(wanted.abs()) : error.div(Decimal.max(1, wanted.abs()))).toNumber();
    }));

  test("zscore(a, 365)", () => {
    expect(worst(compute("zscore(a, 365)"), (i) => {
      const w = windowOf(a, i, 365);
      const { mean, squaresV } = moments(w, w);
      return w[364]!.minus(mean).div(squaresV.div(364).sqrt());
    })).toBeLessThan(1e-13);
  });
  test("corr(a, b, 90)", () => {
    expect(worst(compute("corr(a, b, 90)"), (i) => {
      const { products, squaresV, squaresW } = moments(windowOf(a, i, 90), windowOf(b, i, 90));
      return products.div(squaresV.times(squaresW).sqrt());
    })).toBeLessThan(1e-13);
  });
  test("beta(a, b, 90)", () => {
    expect(worst(compute("beta(a, b, 90)"), (i) => {
      const { products, squaresW } = moments(windowOf(a, i, 90), windowOf(b, i, 90));
      return products.div(squaresW);
    })).toBeLessThan(1e-13);
  });
  test("std(a, 30), relative", () => {
    expect(worst(compute("std(a, 30)"), (i) => {
      const w = windowOf(a, i, 30);
      return moments(w, w).squaresV.div(29).sqrt();
    }, true)).toBeLessThan(1e-13);
  });
  test("sma(a, 30), relative", () => {
    expect(worst(compute("sma(a, 30)"), (i) => sum(windowOf(a, i, 30)).div(30), true)).toBeLessThan(1e-15);
  });
});
