/** A small company to begin with: two founders, options, a pool, a seed class, two SAFEs and a note. All of it is made up. */
import type { Draft } from "./rows-table";

export const SAMPLE = {
  holdings: [
    { holder: "Ada", security: "Common", kind: "common", shares: "4000000" },
    { holder: "Ben", security: "Common", kind: "common", shares: "3000000" },
    { holder: "Team", security: "Options", kind: "option", shares: "500000", strike: "0.1" },
    { holder: "Option pool", security: "Options", kind: "pool", shares: "500000" },
    { holder: "Seed Fund", security: "Seed", kind: "preferred", shares: "2000000", issue_price: "0.5", anti_dilution: "weighted_average" },
  ] as readonly Draft[],
  instruments: [
    { holder: "Harbor Angels", kind: "safe_post", amount: "500000", cap: "8000000" },
    { holder: "North Fund", kind: "safe_post", amount: "250000", discount: "0.2" },
    { holder: "Bridge Lender", kind: "note", amount: "200000", cap: "10000000", discount: "0.15", interest_rate: "0.06", issue_date: "2025-07-01" },
  ] as readonly Draft[],
  terms: { pre_money: "12000000", investment: "3000000", pool_target_pct: "10", date: "2026-07-01" } as Readonly<Record<string, string>>,
  exit: { exit_value: "40000000" } as Readonly<Record<string, string>>,
};
