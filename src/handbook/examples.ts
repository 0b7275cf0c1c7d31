/** The rounds and the exit that the pages work through. Their numbers are computed when the pages are made; these are only the questions. */
import type { Cell } from "./sheet";

type Row = Readonly<Record<string, Cell>>;

/** A seed round: two SAFEs convert, one at its cap and one at its discount, and the pool is topped up. */
export const SEED = {
  holdings: [
    { holder: "Ana", security: "Common", kind: "common", shares: 4_000_000 },
    { holder: "Ben", security: "Common", kind: "common", shares: 3_000_000 },
    { holder: "Team", security: "Options granted", kind: "option", shares: 400_000 },
    { holder: "Pool", security: "Options unissued", kind: "pool", shares: 750_000 },
  ] as readonly Row[],
  instruments: [
    { holder: "Harbour", kind: "safe_post", amount: 400_000, cap: 4_000_000, discount: 0 },
    { holder: "Lindgren", kind: "safe_post", amount: 320_000, cap: 12_000_000, discount: 0.2 },
  ] as readonly Row[],
  pre_money: 10_000_000,
  investment: 2_500_000,
  pool_target: 0.1,
};

/** A down round: a full ratchet moves with the price, and the pool is refreshed in the same stroke. */
export const DOWN_ROUND = {
  holdings: [
    { holder: "Ana", security: "Common", kind: "common", shares: 4_000_000, issue_price: "", anti_dilution: "" },
    { holder: "Ben", security: "Common", kind: "common", shares: 3_000_000, issue_price: "", anti_dilution: "" },
    { holder: "Harbour", security: "Seed", kind: "preferred", shares: 1_000_000, issue_price: 0.8, anti_dilution: "none" },
    { holder: "Meridian", security: "Series A", kind: "preferred", shares: 2_000_000, issue_price: 2, anti_dilution: "full_ratchet" },
    { holder: "Team", security: "Options granted", kind: "option", shares: 1_500_000, issue_price: "", anti_dilution: "" },
    { holder: "Pool", security: "Options unissued", kind: "pool", shares: 500_000, issue_price: "", anti_dilution: "" },
  ] as readonly Row[],
  instruments: [] as readonly Row[],
  pre_money: 10_000_000,
  investment: 2_500_000,
  pool_target: 0.1,
};

/** The same company at a valuation that the ratchet and the pool already use up. */
export const CONTRADICTION = { ...DOWN_ROUND, pre_money: 4_500_000 };

/** Two preferred classes that differ in every way, common, and options. */
export const EXIT = {
  holdings: [
    { holder: "Founders", security: "Common", kind: "common", shares: 5_000_000, issue_price: "", participation: "", cap_multiple: "", seniority: "", strike: "" },
    { holder: "Team", security: "Options", kind: "option", shares: 1_000_000, issue_price: "", participation: "", cap_multiple: "", seniority: "", strike: 0.5 },
    { holder: "Harbour", security: "Series A", kind: "preferred", shares: 1_500_000, issue_price: 1, participation: "capped", cap_multiple: 2.5, seniority: 2, strike: "" },
    { holder: "Meridian", security: "Series B", kind: "preferred", shares: 2_000_000, issue_price: 2, participation: "none", cap_multiple: "", seniority: 1, strike: "" },
  ] as readonly Row[],
  exit_value: 21_250_000,
  exit_values: [3_000_000, 8_750_000, 17_750_000, 21_250_000, 40_000_000],
};

export const OPTION_PRICING = { equity_value: 20_000_000, security: "Series B", price: 2, volatility: 0.6, years: 3 };
