/** What must hold whatever the numbers are. */
import fc from "fast-check";
import { computeSeries, evaluateSeries } from "../../src/series/evaluate";
import { SERIES_WORDS } from "../../src/series/words";
import { column, distance, maybes, random, walkWithGaps, type Maybe } from "./reference";

fc.configureGlobal({ seed: 20_240_630, numRuns: 60 });

const compute = (expression: string, a: readonly Maybe[], b: readonly Maybe[] = a, options?: object): Maybe[] =>
  maybes(computeSeries({ expression, inputs: { a: { values: column(a) }, b: { values: column(b) } }, options }).values);

/** Rows of prices, some of them missing. */
const prices = fc.array(fc.option(fc.double({ min: 1, max: 1000, noNaN: true }), { freq: 12 }), { minLength: 1, maxLength: 60 });
const dense = fc.array(fc.double({ min: 1, max: 1000, noNaN: true }), { minLength: 2, maxLength: 60 });
const windows = fc.integer({ min: 2, max: 12 });

/** Every call of one word with a plain window, for the laws that hold for all of them. */
const ROLLING = ["sma(a, 5)", "sum(a, 5)", "std(a, 5)", "var(a, 5, 0)", "zscore(a, 5)", "median(a, 5)", "min(a, 5)", "max(a, 5)", "wma(a, 5)", "rank(a, 5)", "quantile(a, 5, 0.3)", "slope(a, 5)", "corr(a, b, 5)", "beta(a, b, 5)", "bb_upper(a, 5)", "drawdown(a, 5)"];
const ALL = [...ROLLING, "ema(a, 5)", "rma(a, 5)", "rsi(a, 5)", "macd(a, 3, 5)", "zscore(a)", "std(a)", "median(a)", "min(a)", "max(a)", "corr(a, b)", "drawdown(a)", "cumsum(a)", "cummean(a)", "cummax(a)", "rebase(a)", "realized_vol(a, 5)", "sharpe(a, 5)", "cagr(a)", "cagr(a, 3)", "pct_change(a)", "change(a, 3)", "lag(a, 2)", "logret(a)", "ffill(a, 2)", "coalesce(a, b)", "ifthen(a > b, a, b)", "clip(a, 10, 20)"];

test("every word is under the law of appended rows", () => {
  for (const { name } of SERIES_WORDS) if (!["log", "abs", "sqrt", "exp", "sign", "bb_lower", "cummin"].includes(name)) expect(ALL.some((formula) => formula.startsWith(`${name}(`))).toBe(true);
});

test.each(ALL)("appending rows changes no earlier digit: %s", (formula) => {
  const [a, b] = [walkWithGaps(200, 21), walkWithGaps(200, 22)];
  const whole = compute(formula, a, b);
  for (const length of [1, 2, 4, 5, 6, 9, 10, 11, 57, 100, 199]) expect(compute(formula, a.slice(0, length), b.slice(0, length))).toEqual(whole.slice(0, length));
});

test.each(ROLLING)("a null touches only the windows that hold it: %s", (formula) => {
  const next = random(5);
  const [a, b] = [0, 1].map(() => Array.from({ length: 80 }, () => 100 + next())) as [number[], number[]];
  const whole = compute(formula, a, b);
  const gap = 37;
  const holed = compute(formula, a.map((v, i) => (i === gap ? null : v)), b);
  holed.forEach((value, i) => {
    if (i >= gap && i < gap + 5) expect(value).toBeNull();
    else if (whole[i] === null) expect(value).toBeNull();
    else expect(value).toBeCloseTo(whole[i]!, 9);
  });
  expect(holed.slice(0, gap)).toEqual(whole.slice(0, gap));
});

test("an average of a constant is the constant, to the last digit", () => {
  fc.assert(fc.property(fc.double({ min: -1e6, max: 1e6, noNaN: true }), windows, (v, n) => {
    for (const word of ["sma", "ema", "rma"]) expect(compute(`${word}(a, ${n})`, Array.from({ length: 20 }, () => v)).slice(n - 1).every((got) => Math.abs(got! - v) <= 2e-16 * Math.abs(v))).toBe(true);
  }));
});

test("zscore does not feel a shift or a scale", () => {
  fc.assert(fc.property(prices, windows, (a, n) => {
    const want = compute(`zscore(a, ${n})`, a);
    // A power of two scales without rounding.
    expect(compute(`zscore(a * 1024, ${n})`, a)).toEqual(want);
    expect(compute(`zscore(-a, ${n})`, a).map((v) => (v === null ? null : -v + 0))).toEqual(want);
  }));
  const whole = Array.from({ length: 60 }, (_, i) => ((i * 37) % 101) + 1);
  expect(distance(compute("zscore(a + 1000000, 7)", whole), compute("zscore(a, 7)", whole))).toBeLessThan(1e-13);
});

test("cumsum undoes change", () => {
  fc.assert(fc.property(dense, (a) => {
    expect(distance(compute("coalesce(cumsum(change(a)), 0)", a), a.map((v) => v - a[0]!))).toBeLessThan(1e-12);
    expect(distance(compute("change(cumsum(a))", a).slice(1), a.slice(1))).toBeLessThan(1e-10);
  }));
});

test("rebase twice is rebase once", () => {
  fc.assert(fc.property(prices, (a) => {
    expect(distance(compute("rebase(rebase(a, 7))", a), compute("rebase(a)", a))).toBeLessThan(1e-13);
  }));
});

test("corr is symmetric, at most 1, and 1 with itself", () => {
  fc.assert(fc.property(prices, windows, fc.integer({ min: 1, max: 99 }), (a, n, seed) => {
    const next = random(seed);
    const b = a.map(() => next());
    const got = compute(`corr(a, b, ${n})`, a, b);
    expect(distance(got, compute(`corr(b, a, ${n})`, a, b))).toBeLessThan(1e-15);
    expect(got.every((v) => v === null || Math.abs(v) <= 1)).toBe(true);
    expect(compute(`corr(a, a, ${n})`, a).every((v) => v === null || Math.abs(v - 1) < 1e-14)).toBe(true);
  }));
});

test("beta is corr times the ratio of the deviations; slope is beta over the count of rows", () => {
  fc.assert(fc.property(dense, windows, (a, n) => {
    const b = a.map((v, i) => Math.sin(i) * 10 + v / 7);
    expect(distance(compute(`beta(a, b, ${n})`, a, b), compute(`coalesce(corr(a, b, ${n}), 0 * std(b, ${n})) * std(a, ${n}) / std(b, ${n})`, a, b))).toBeLessThan(1e-10);
    expect(distance(compute(`slope(a, ${n})`, a), compute(`beta(a, b, ${n})`, a, a.map((_, i) => i)))).toBeLessThan(1e-15);
  }));
});

test("rsi is 100 - 100 / (1 + rma of rises / rma of falls)", () => {
  fc.assert(fc.property(prices, windows, (a, n) => {
    const identity = `100 - 100 / (1 + rma(clip(change(a), 0, 1e9), ${n}) / rma(-clip(change(a), -1e9, 0), ${n}))`;
    const [got, want] = [compute(`rsi(a, ${n})`, a), compute(identity, a)];
    got.forEach((v, i) => want[i] !== null && expect(v).toBeCloseTo(want[i]!, 9)); // the identity has no value where nothing fell
  }));
});

test("min <= quantile <= max, the halves meet in the median, and rank is a share", () => {
  fc.assert(fc.property(prices, windows, (a, n) => {
    expect(compute(`min(a, ${n}) <= quantile(a, ${n}, 0.3) and quantile(a, ${n}, 0.3) <= max(a, ${n})`, a).every((v) => v !== 0)).toBe(true);
    expect(distance(compute(`quantile(a, ${n}, 0.5)`, a), compute(`median(a, ${n})`, a))).toBeLessThan(1e-15);
    expect(compute(`rank(a, ${n})`, a).every((v) => v === null || (v >= 0 && v <= 1))).toBe(true);
  }));
});

test("a long window is the expanding form while it fills", () => {
  fc.assert(fc.property(prices, (a) => {
    for (const word of ["zscore", "std", "median", "min", "max"]) expect(compute(`${word}(a, 1000)`, a, a, { min_periods: 2 })).toEqual(compute(`${word}(a)`, a));
  }));
});

test("drawdown is 0 at a new high, and the high times 1 + drawdown is the value", () => {
  fc.assert(fc.property(prices, (a) => {
    expect(distance(compute("cummax(a) * (1 + drawdown(a))", a), a)).toBeLessThan(1e-13);
    expect(compute("ifthen(a = cummax(a), drawdown(a) = 0, 1)", a).every((v) => v !== 0)).toBe(true);
  }));
});

test("logarithmic returns add up", () => {
  fc.assert(fc.property(dense, (a) => {
    expect(distance(compute("exp(cumsum(logret(a)))", a).slice(1), a.slice(1).map((v) => v / a[0]!))).toBeLessThan(1e-10);
  }));
});

test("nothing is NaN, infinite or -0, whatever the doubles are", () => {
  const extreme = fc.array(fc.option(fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.constantFrom(0, -0, 1e308, -1e308, 5e-324, 1)), { freq: 8 }), { minLength: 1, maxLength: 25 });
  const operators = ["a + b", "a - b", "a * b", "a / b", "a % b", "a ^ b", "-a", "not a", "a and b", "a or b", "a < b", "1 / (1 / a)", "exp(a)", "log(a)"];
  fc.assert(fc.property(extreme, extreme, (a, b) => {
    const length = Math.min(a.length, b.length);
    for (const formula of [...ALL, ...operators]) {
      const { values } = evaluateSeries({ expression: formula, inputs: { a: { values: a.slice(0, length) }, b: { values: b.slice(0, length) } } });
      expect(values.every((v) => v === null || (Number.isFinite(v) && !Object.is(v, -0)))).toBe(true);
    }
  }));
});
