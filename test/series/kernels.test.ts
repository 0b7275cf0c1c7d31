/** Each kernel against the plain rule, window by window, with 2 % nulls and windows from 2 to 400. */
import * as kernels from "../../src/series/kernels";
import { rollingMedian, rollingQuantile, rollingRank } from "../../src/series/ordered";
import * as reference from "./reference";
import { column, distance, maybes, pairWindows, walkWithGaps, windows } from "./reference";

const x = walkWithGaps(700, 1);
const y = walkWithGaps(700, 2);
const [a, b] = [column(x), column(y)];
const WINDOWS = [2, 3, 5, 14, 30, 90, 199, 365, 400];

/** Null where the kernel gives what is not finite, as the walker does. */
const settled = (values: Float64Array) => maybes(values.map((v) => (Number.isFinite(v) ? v : NaN)));

type Kernel = (n: number, least: number) => Float64Array;
type Rule = (n: number, least: number) => (number | null)[];
const KERNELS: readonly [name: string, kernel: Kernel, rule: Rule][] = [
  ["sma", (n, least) => kernels.rollingSum(a, n, least, true), (n, least) => windows(x, n, least, reference.mean)],
  ["sum", (n, least) => kernels.rollingSum(a, n, least, false), (n, least) => windows(x, n, least, (w) => w.reduce((sum, v) => sum + v, 0))],
  ["std", (n, least) => kernels.rollingSpread(a, n, least, 1, "deviation"), (n, least) => windows(x, n, least, (w) => Math.sqrt(reference.variance(w, 1)))],
  ["std of a population", (n, least) => kernels.rollingSpread(a, n, least, 0, "deviation"), (n, least) => windows(x, n, least, (w) => Math.sqrt(reference.variance(w, 0)))],
  ["var", (n, least) => kernels.rollingSpread(a, n, least, 1, "variance"), (n, least) => windows(x, n, least, (w) => reference.variance(w, 1))],
  ["zscore", (n, least) => kernels.rollingSpread(a, n, least, 1, "score"), (n, least) => windows(x, n, least, (w) => reference.score(w, 1), true)],
  ["corr", (n, least) => kernels.rollingPairs(a, b, n, least, "correlation"), (n, least) => pairWindows(x, y, n, least, reference.correlation)],
  ["beta", (n, least) => kernels.rollingPairs(a, b, n, least, "slope"), (n, least) => pairWindows(x, y, n, least, reference.slopeOf)],
  ["min", (n, least) => kernels.rollingExtreme(a, n, least, -1), (n, least) => windows(x, n, least, (w) => Math.min(...w))],
  ["max", (n, least) => kernels.rollingExtreme(a, n, least, 1), (n, least) => windows(x, n, least, (w) => Math.max(...w))],
  ["median", (n, least) => rollingMedian(a, n, least), (n, least) => windows(x, n, least, (w) => reference.quantile(w, 0.5))],
  ["quantile", (n, least) => rollingQuantile(a, n, least, 0.9), (n, least) => windows(x, n, least, (w) => reference.quantile(w, 0.9))],
  ["rank", (n, least) => rollingRank(a, n, least), (n, least) => windows(x, n, least, reference.rank, true)],
];

describe.each(KERNELS)("%s", (_, kernel, rule) => {
  test.each(WINDOWS)("over %i slots, all of them needed", (n) => {
    expect(distance(settled(kernel(n, n)), rule(n, n))).toBeLessThan(1e-12);
  });
  test.each([3, 30, 365])("over %i slots, a third of them needed", (n) => {
    const least = Math.ceil(n / 3);
    expect(distance(settled(kernel(n, least)), rule(n, least))).toBeLessThan(1e-12);
  });
  test("over all slots so far", () => {
    expect(distance(settled(kernel(x.length, 2)), rule(x.length, 2))).toBeLessThan(1e-12);
  });
  test("over a window longer than the column", () => {
    expect(settled(kernel(5000, 5000)).every((v) => v === null)).toBe(true);
  });
});

test("wma: the weighted sum of each window", () => {
  for (const n of WINDOWS) {
    const want = windows(x, n, n, (w) => w.reduce((sum, v, i) => sum + (i + 1) * v, 0) / ((n * (n + 1)) / 2));
    expect(distance(settled(kernels.rollingWeightedMean(a, n)), want)).toBeLessThan(1e-12);
  }
});

test("a window beyond the sorted array uses a tree of counts and gives the same", () => {
  const long = walkWithGaps(7000, 3);
  const values = column(long);
  const spots = [3000, 4999, 5000, 6999];
  const gaps = rollingQuantile(values, 3000, 2500, 0.1);
  const medians = rollingMedian(values, 3000, 2500);
  const ranks = rollingRank(values, 3000, 2500);
  for (const i of spots) {
    const w = long.slice(Math.max(0, i - 2999), i + 1).filter((v): v is number => v !== null);
    expect(gaps[i]).toBeCloseTo(reference.quantile(w, 0.1), 12);
    expect(medians[i]).toBeCloseTo(reference.quantile(w, 0.5), 12);
    if (long[i] !== null) expect(ranks[i]).toBe(w.filter((v) => v < long[i]!).length / (w.length - 1));
  }
});

test("equal values have exactly no deviation, whatever stood there before", () => {
  const values = Float64Array.from([1e12, 0.1, -7, ...Array.from({ length: 40 }, () => 0.1)]);
  for (const n of [2, 3, 7, 20]) expect([...kernels.rollingSpread(values, n, n, 1, "deviation")].slice(n + 3)).toEqual(Array.from({ length: 40 - n }, () => 0));
});

test("no variance is below zero, on data made to provoke it", () => {
  const next = reference.random(9);
  const values = Float64Array.from({ length: 5000 }, (_, i) => (i % 700 === 0 ? 1e15 : 1e8 + (next() < 0.5 ? 0 : 1e-7)));
  for (const n of [2, 5, 30, 365]) for (const v of kernels.rollingSpread(values, n, n, 1, "variance").slice(n - 1)) expect(v).toBeGreaterThanOrEqual(0);
});
