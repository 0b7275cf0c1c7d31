/**
 * Speed of formulas over series, beside the npm packages that have the same words. Milliseconds, median of several runs.
 *
 *   node bench/series.mjs [--peers FOLDER]     FOLDER/node_modules holds technicalindicators and trading-signals
 */
import { readFileSync } from "node:fs";
import Module, { createRequire } from "node:module";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import swc from "@swc/core";

// The sources run as they stand; swc takes the types out.
Module._extensions[".ts"] = (module, file) =>
  module._compile(swc.transformSync(readFileSync(file, "utf8"), { filename: file, jsc: { parser: { syntax: "typescript" }, target: "es2022" }, module: { type: "commonjs" } }).code, file);
const require = createRequire(import.meta.url);
const { computeSeries, evaluateSeries } = require("../src/series/evaluate.ts");

const folder = process.argv[process.argv.indexOf("--peers") + 1];
const peers = process.argv.includes("--peers")
  ? await Promise.all(["technicalindicators", "trading-signals"].map((name) => import(pathToFileURL(createRequire(resolve(folder, "package.json")).resolve(name)))))
  : [];
const [technical, signals] = peers;

function median(times) {
  times.sort((x, y) => x - y);
  return times[times.length >> 1];
}
function time(work, least = 5, budget = 800) {
  const times = [];
  const begin = performance.now();
  while (times.length < least || (performance.now() - begin < budget && times.length < 400)) {
    const start = performance.now();
    work();
    times.push(performance.now() - start);
    if (performance.now() - begin > 20_000) break;
  }
  return median(times);
}

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
    const cells = [time(() => computeSeries({ expression, inputs })), time(() => evaluateSeries({ expression, inputs })), ...(peers.length ? others.map((run) => time(() => run(plain))) : [])];
    console.log(expression.padEnd(33), ...cells.map((ms, i) => ms.toPrecision(3).padStart([10, 18, 21, 17][i])));
  }
}
