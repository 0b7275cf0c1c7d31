/**
 * How fast and how exact: every formula through the cells of Excel, beside other packages on the same inputs.
 * Needs the build. Python is needed for the accuracy only, and its absence is told.
 */
import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { cpus } from "node:os";
import { fileURLToPath } from "node:url";
import { Bench } from "tinybench";
import { accuracyCases, tenFlows, thousandFlows } from "./cases.mjs";
import { endGuard, guarded } from "./guarded.mjs";
import { PEERS } from "./peers.mjs";

const require = createRequire(import.meta.url);
require("../scripts/typescript.cjs");
const { FORMULAS } = require("../src/formulas");
const { serialDay } = require("../src/core/dates");
const { associations } = require("../test/excel/bundle");
const { exampleArguments } = require("../test/excel/examples");

const cells = new Map(associations());
const invocation = {};
/** Our function on inputs by name, as a cell calls it. */
function ours(id, given) {
  const args = exampleArguments({ ...FORMULAS.get(id), example: { given } });
  const call = cells.get(id.toUpperCase());
  return () => call(...args, invocation);
}

/** The inputs of an example with its dates as days, as cells and peers take them. */
const plain = (given) => Object.fromEntries(Object.entries(given).map(([name, value]) => [name, name === "dates" ? value.map((date) => serialDay(date)) : value]));

/* ------------------------------------------------------------------------------------------------ speed */

/** Milliseconds of the processor: on the wall's clock, whatever else the machine does would count as ours. */
function now() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** The median, in nanoseconds a call, once the engine has compiled what it runs. Fast calls are timed by the dozen, since a look at the clock costs as much as they do. */
async function nanoseconds(call, milliseconds = 100) {
  for (let i = 0; i < 3; i++) call();
  const start = now();
  call();
  const times = Math.max(1, Math.min(2000, Math.ceil(0.2 / Math.max(now() - start, 1e-4))));
  const bench = new Bench({ now, time: milliseconds, warmupTime: 2 * milliseconds, iterations: 5, warmupIterations: 2, throws: true });
  bench.add("call", () => {
    for (let i = 0; i < times; i++) call();
  });
  await bench.run();
  return (bench.tasks[0].result.latency.p50 * 1e6) / times;
}

const close = (a, b) => Math.abs(a - b) <= 1e-6 * Math.abs(b);

/** A peer's time, how many times ours that is, or why there is none. */
async function peerCell(peer, id, given, right, own) {
  const prepare = PEERS[peer][id];
  if (!prepare) return "";
  const answer = await guarded(peer, id, given);
  if (typeof answer === "string") return answer;
  const time = await nanoseconds(prepare(given));
  return `${time.toFixed(0)} (${(own / time).toFixed(1)})${close(answer, right) ? "" : `, wrong: ${answer}`}`;
}

const table = (head, rows) => [head, head.map((_, i) => (i ? "---:" : "---")), ...rows].map((row) => `| ${row.join(" | ")} |`).join("\n");
const peers = Object.keys(PEERS);

async function speed() {
  const rows = [];
  const examples = [...FORMULAS.values()].map(({ id, example }) => [id, id, plain(example.given), example.gives]);
  // The two with a target come first, as in a sheet of their own: code that has run for a hundred formulas runs slower for each.
  const measured = [["irr of 10 flows", "irr", tenFlows], ["xirr of 1,000 flows", "xirr", thousandFlows], ...examples];
  const own = {};
  for (const [name, id, given, gives] of measured) {
    const call = ours(id, given);
    own[name] = await nanoseconds(call, name === id ? 100 : 1000);
    const beside = [];
    for (const peer of peers) beside.push(await peerCell(peer, id, given, gives ?? call(), own[name]));
    rows.push([name, own[name].toFixed(0), ...beside]);
  }
  console.log("## Nanoseconds a call\n\nOurs through the Excel adapter on the worked example; in parentheses our time divided by theirs.\n");
  console.log(table(["", "VAL", ...peers], rows));
  return own;
}

/* ------------------------------------------------------------------------------------------------ accuracy */

/** The answers of Python, or nothing where there is no Python. */
function reference() {
  const run = spawnSync("python3", [fileURLToPath(new URL("reference.py", import.meta.url))], { input: JSON.stringify(accuracyCases), encoding: "utf8", maxBuffer: 1e8 });
  if (run.error) return undefined;
  if (run.status !== 0) throw new Error(run.stderr);
  return JSON.parse(run.stdout);
}

function judged(answers, right) {
  const failed = answers.filter((answer) => typeof answer !== "number").length;
  const exact = answers.filter((answer, i) => answer === right[i]).length;
  const worst = Math.max(0, ...answers.map((answer, i) => (typeof answer === "number" ? Math.abs((answer - right[i]) / right[i]) : 0)));
  return [exact, ...(failed ? [`${failed} without an answer`] : []), ...(worst ? [`off by ${worst.toExponential(0)}`] : [])].join(", ");
}

async function accuracy() {
  const right = reference();
  console.log("\n## Right to the last digit, of 50 random cases\n");
  if (!right) return console.log("Left out: there is no python3 here, and the reference must not be our own code.");
  const rows = [];
  for (const [id, cases] of Object.entries(accuracyCases)) {
    const row = [id, judged(cases.map((given) => ours(id, given)()), right[id])];
    for (const peer of peers) {
      const answers = [];
      if (PEERS[peer][id]) for (const given of cases) answers.push(await guarded(peer, id, given));
      row.push(answers.length ? judged(answers, right[id]) : "");
    }
    rows.push(row);
  }
  console.log("A number means the decimal that it prints as; beside the count, the largest relative error.\n");
  console.log(table(["", "VAL", ...peers], rows));
}

/* ------------------------------------------------------------------------------------------------ targets */

const TARGETS = [["irr of 10 flows", 100e3], ["xirr of 1,000 flows", 10e6]];

/** A fixed piece of arithmetic, so that the numbers of two machines, or of one under load, can be compared. */
async function pace() {
  const Decimal = require("decimal.js").clone({ precision: 40 });
  const [a, b] = [new Decimal(2).sqrt(), new Decimal(3).sqrt()];
  return nanoseconds(() => a.times(b));
}

console.log(`# Bench\n\nNode ${process.version}, ${cpus()[0]?.model ?? "an unknown processor"}; a product of two numbers of 40 digits takes ${(await pace()).toFixed(0)} ns.\n`);
const own = await speed();
await accuracy();
await endGuard();
console.log("\n## Targets\n");
console.log(table(["", "nanoseconds", "at most", ""], TARGETS.map(([name, most]) => [name, own[name].toFixed(0), most, own[name] < most ? "pass" : "FAIL"])));
