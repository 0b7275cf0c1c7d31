/** Speed of formulas over series, beside the npm packages that have the same words. Milliseconds, median of several runs. */
import { createRequire } from "node:module";
import technical from "technicalindicators";
import * as signals from "trading-signals";
import { milliseconds } from "./measure.mjs";

const require = createRequire(import.meta.url);
require("../scripts/typescript.cjs");
const { computeSeries, evaluateSeries } = require("../src/series/evaluate.ts");

/** A walk of prices, the same at every run. */
function walk(length, seed) {
  let state = seed;
  let price = 100;
  return Float64Array.from({ length }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    price *= 1 + (state / 2 ** 32 - 0.5) * 0.02;
    return price;
  });
}

/** Its indicators take one value at a time; the column of answers is kept, as all the others keep it. */
const feed = (indicator, values) => values.map((v) => indicator.add(v));
const ROWS = [
  ["sma(a, 30)", (v) => technical.SMA.calculate({ period: 30, values: v }), (v) => feed(new signals.SMA(30), v)],
  ["ema(a, 30)", (v) => technical.EMA.calculate({ period: 30, values: v }), (v) => feed(new signals.EMA(30), v)],
  ["rsi(a, 14)", (v) => technical.RSI.calculate({ period: 14, values: v }), (v) => feed(new signals.RSI(14), v)],
  ["zscore(a, 365)"], ["corr(a, b, 90)"], ["zscore(a, 365) + corr(a, b, 90)"],
  ["std(a, 30)"], ["median(a, 30)"], ["quantile(a, 10000, 0.9)"], ["rank(a, 365)"], ["max(a, 365)"], ["wma(a, 30)"], ["slope(a, 90)"], ["realized_vol(a)"], ["sharpe(a, 90)"], ["a^2 + 2 * b - 1"],
];

for (const length of [1000, 1_000_000]) {
  const [a, b] = [walk(length, 1), walk(length, 7)];
  const plain = Array.from(a);
  console.log(`\n${length} rows`.padEnd(34), "val".padStart(10), "with JSON values".padStart(18), "technicalindicators".padStart(21), "trading-signals".padStart(17));
  for (const [expression, ...others] of ROWS) {
    const inputs = { a: { values: a }, b: { values: b } };
    const cells = [milliseconds(() => computeSeries({ expression, inputs })), milliseconds(() => evaluateSeries({ expression, inputs })), ...others.map((run) => milliseconds(() => run(plain)))];
    console.log(expression.padEnd(33), ...cells.map((ms, i) => ms.toPrecision(3).padStart([10, 18, 21, 17][i])));
  }
}
