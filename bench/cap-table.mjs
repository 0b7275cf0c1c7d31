/** Speed of rounds, exits and ledgers. Milliseconds, median of several runs; the large table in a process of its own, for its memory. */
import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { milliseconds } from "./measure.mjs";

const require = createRequire(import.meta.url);
require("../scripts/typescript.cjs");
const { fundingRound, readRound } = require("../src/cap-table/round-answer.ts");
const { exitTable, readExit, simulateExit } = require("../src/cap-table/exit-answer.ts");
const { opmBacksolve, readOpm } = require("../src/cap-table/opm.ts");
const { readTransaction } = require("../src/mcp/store/transactions.ts");
const { fold } = require("../src/mcp/store/fold.ts");

const preferred = (letter, shares, price, more) => ({ holder: `Fund ${letter}`, security: `Series ${letter}`, kind: "preferred", shares, issue_price: price, ...more });
const founders = { holder: "Founders", security: "Common", kind: "common", shares: 9_250_000 };
const options = { holder: "Employees", security: "Options", kind: "option", shares: 650_000, strike: 0.4 };

const round = readRound({
  pre_money: 15e6, investment: 5e6, pool_target_pct: 10, date: "2026-06-30",
  holdings: [founders, options, preferred("Seed", 2_000_000, 1.5, { anti_dilution: "weighted_average" }), preferred("A", 1_200_000, 2.75, { anti_dilution: "full_ratchet" }), preferred("B", 400_000, 2.9), { holder: "Plan", security: "Pool", kind: "pool", shares: 100_000 }],
  instruments: [
    { holder: "First", kind: "safe_post", amount: 200_000, cap: 4e6 },
    { holder: "Second", kind: "safe_post", amount: 800_000, cap: 8e6, discount: 0.15 },
    { holder: "Third", kind: "safe_pre", amount: 300_000, cap: 6e6 },
    { holder: "Fourth", kind: "note", amount: 500_000, cap: 9e6, discount: 0.2, interest_rate: 0.06, issue_date: "2025-01-15" },
    { holder: "Fifth", kind: "safe_post", amount: 125_000, mfn: true },
  ],
});

/** Ten classes: every seniority, every kind of participation, a cap, a dividend and options. */
const classes = [founders, options, ..."ABCDEFGH".split("").map((letter, i) =>
  preferred(letter, 500_000 + 100_000 * i, 1 + i / 2, { seniority: 1 + (i % 3), participation: ["none", "full", "capped"][i % 3], ...(i % 3 === 2 && { cap_multiple: 3 }), liquidation_multiple: i === 7 ? 2 : 1 }))];
const exit = readExit({ holdings: classes, exit_value: 40e6 });
const opm = readOpm({ holdings: classes, volatility: 0.7, years: 3, risk_free_rate: 0.04 });

const LARGE = "--large";
if (process.argv.includes(LARGE)) {
  const holdings = Array.from({ length: 10_000 }, (_, i) => (i % 10 ? { holder: `Holder ${i}`, security: "Common", kind: "common", shares: 100 + (i % 977) } : preferred(`${i}`, 1000 + i, 1.5, { anti_dilution: i % 20 ? "weighted_average" : "none" })));
  const instruments = Array.from({ length: 1000 }, (_, i) => ({ holder: `Angel ${i}`, kind: ["safe_post", "safe_pre", "note"][i % 3], amount: 500 + i, cap: 4e6 + 1000 * i, ...(i % 2 && { discount: 0.2 }) }));
  const before = process.memoryUsage().rss;
  const start = performance.now();
  fundingRound(readRound({ pre_money: 2e7, investment: 5e6, pool_target_pct: 10, holdings, instruments }));
  console.log(JSON.stringify({ milliseconds: performance.now() - start, megabytes: (process.resourceUsage().maxRSS * 1024 - before) / 1e6 }));
} else {
  const rows = [
    ["round, 3 classes and 5 convertibles", milliseconds(() => fundingRound(round)), 0.1],
    ["exit of 10 classes", milliseconds(() => exitTable(exit)), 0.05],
    ["the same with its breakpoints", milliseconds(() => simulateExit(exit))],
    ["OPM backsolve of 10 classes", milliseconds(() => opmBacksolve(opm, { security: "Series H", price: 4.5 })), 5],
  ];
  const large = JSON.parse(spawnSync(process.execPath, [fileURLToPath(import.meta.url), LARGE], { encoding: "utf8" }).stdout);
  rows.push(["10,000 holdings and 1,000 convertibles, first run", large.milliseconds, 1000], ["its memory, MB", large.megabytes, 300]);
  const ledger = Array.from({ length: 100_000 }, (_, i) => ({ id: `t${i}`, ...readTransaction(i % 4 === 3 && i > 4000
    ? { type: "transfer", date: "2025-01-01", holder: `Holder ${(i - 3) % 4000}`, to: `Holder ${i % 4000}`, security: "Common", shares: 1 }
    : { type: "issue", date: "2024-01-01", holder: `Holder ${i % 4000}`, security: "Common", shares: 10 + (i % 7) }, `row ${i + 1}`) }));
  rows.push(["ledger of 100,000 transactions, folded", milliseconds(() => fold(ledger), 3), 1000]);
  console.log("| | ms | at most | |\n| --- | ---: | ---: | --- |");
  for (const [name, took, most] of rows) console.log(`| ${name} | ${took.toPrecision(3)} | ${most ?? ""} | ${most === undefined ? "" : took < most ? "pass" : "FAIL"} |`);
}
