/** The tables of a cap table. Each fact about a column stands here and nowhere else. */
import { type Reading, type RowOf, choice, date, number, table, text, yesNo } from "./table";

const holdingKinds = ["common", "preferred", "option", "warrant", "pool"] as const;
export const antiDilutions = ["none", "weighted_average", "full_ratchet"] as const;
const instrumentKinds = ["safe_post", "safe_pre", "note"] as const;

export const holdingsTable = table(
  "holdings",
  "What exists before the round: one row for each holder and class.",
  {
    holder: text("Who holds it", { required: true }),
    security: text('Name of the class: "Common", "Series A"', { defaultFrom: "kind" }),
    kind: choice(holdingKinds, "What it is; a pool is unissued and promised to nobody", { default: "common", usedIn: ["round", "exit"] }),
    shares: number("How many, whole or fractional; preferred before conversion", { required: true, min: 0 }),
    issue_price: number("Price paid per share; preferred", { above: 0 }),
    conversion_price: number("Conversion price today, after earlier adjustments; preferred", {
      above: 0,
      defaultFrom: "issue_price",
      only: ["preferred"],
      usedIn: ["round", "exit"],
    }),
    anti_dilution: choice(antiDilutions, "Protection against a cheaper round; preferred", { default: "none", only: ["preferred"], usedIn: ["round"] }),
    liquidation_multiple: number("The preference is this x shares x issue_price", {
      min: 0,
      default: 1,
      zeroIsBlank: true,
      only: ["preferred"],
      usedIn: ["exit"],
    }),
    participation: choice(["none", "full", "capped"], "Whether preferred shares in the rest after its preference", {
      default: "none",
      only: ["preferred"],
      usedIn: ["exit"],
    }),
    cap_multiple: number("Capped participation: most in all, preference included, as a multiple of shares x issue_price", {
      above: 0,
      only: ["preferred"],
    }),
    seniority: number("1 is paid first; equal numbers share in proportion", { min: 1, whole: true, default: 1, usedIn: ["exit"] }),
    dividend_rate: number("Cumulative dividend per year, simple, actual/365, from issue_date: 0.08 is 8 %", {
      min: 0,
      max: 1,
      default: 0,
      beyond: "a rate is a decimal, 8 % is 0.08",
      only: ["preferred"],
      usedIn: ["exit"],
    }),
    issue_date: date("Date of issue, where dividends start"),
    strike: number("Price per share to exercise; options and warrants", { min: 0, default: 0, only: ["option", "warrant"], usedIn: ["exit"] }),
  },
  [
    {
      columns: ["conversion_price", "issue_price"],
      broken: (row) => row.kind === "preferred" && row.conversion_price !== undefined && row.issue_price === undefined,
      says: "a conversion_price says nothing without the issue_price it divides",
    },
    {
      columns: ["anti_dilution", "issue_price"],
      broken: (row) => row.anti_dilution !== "none" && row.issue_price === undefined,
      says: "anti_dilution needs the issue_price that it protects",
    },
    {
      columns: ["participation", "cap_multiple"],
      broken: (row) => (row.participation === "capped") !== (row.cap_multiple !== undefined),
      says: "capped participation and a cap_multiple come together or not at all",
    },
    {
      columns: ["cap_multiple", "liquidation_multiple"],
      broken: (row) => row.cap_multiple !== undefined && row.cap_multiple < row.liquidation_multiple,
      says: "the cap_multiple contains the preference, so it must not be below the liquidation_multiple",
    },
  ],
);

/** What an instrument is called beside the classes of shares. */
export const instrumentNames = { safe_post: "SAFE", safe_pre: "SAFE", note: "Convertible note" } as const;

export const instrumentsTable = table(
  "instruments",
  "What converts into shares: SAFEs and notes, in the order they were signed.",
  {
    holder: text("Who holds it", { required: true }),
    kind: choice(instrumentKinds, "Post-money SAFE, pre-money SAFE or convertible note", { default: "safe_post", usedIn: ["round", "exit"] }),
    amount: number("Money paid in; the principal of a note", { required: true, above: 0 }),
    cap: number("Valuation cap", { above: 0 }),
    discount: number("Discount on the round's price: 0.2 is 20 % off", {
      min: 0,
      max: 0.5,
      default: 0,
      beyond: 'a "discount rate" of 0.8 is a discount of 0.2, and 20 % is 0.2',
      usedIn: ["round", "exit"],
    }),
    ownership: number("A fixed share of the company instead of a cap: 0.07 is 7 %", { above: 0, below: 1, beyond: "7 % is 0.07" }),
    mfn: yesNo("Most favoured: takes the best whole package among itself and the instruments listed after it", { default: false, usedIn: ["round", "exit"] }),
    interest_rate: number("Interest per year of a note: 0.06 is 6 %", { min: 0, max: 1, default: 0, beyond: "a rate is a decimal, 6 % is 0.06", only: ["note"], usedIn: ["round", "exit"] }),
    issue_date: date("Date from which interest runs"),
    accrual: choice(["simple", "compound"], "How interest accrues; compound is yearly, the rest of a year simple", { default: "simple", only: ["note"], usedIn: ["round", "exit"] }),
    day_count: choice(["actual_365", "actual_360", "30_360"], "How days become years", { default: "actual_365", only: ["note"], usedIn: ["round", "exit"] }),
    cap_basis: choice(["pre_no_pool", "pre", "post_conversion"], "Shares that divide a note's cap: before the round, with the pool's increase, or with all conversions too", {
      default: "pre_no_pool",
      only: ["note"],
      usedIn: ["round", "exit"],
    }),
  },
  [
    {
      columns: ["cap", "ownership"],
      broken: (row) => row.cap !== undefined && row.ownership !== undefined,
      says: "ownership stands instead of a cap: give one of them",
    },
    {
      columns: ["interest_rate", "issue_date"],
      broken: (row) => row.interest_rate > 0 && row.issue_date === undefined,
      says: "interest needs the issue_date from which it runs",
    },
  ],
);

export const roundOptionsTable = table("options", "Conventions on which term sheets differ.", {
  price_basis: choice(
    ["fully_diluted", "excluding_conversions", "dollars_invested"],
    "What the pre-money buys: all shares before the new money; those without the conversions; or post-money fixed at pre-money + new money + converting money",
    { default: "fully_diluted" },
  ),
  pool_basis: choice(["available", "total"], "What the pool target counts: unissued options, or those granted too", { default: "available" }),
  pool_timing: choice(["pre_money", "post_money"], "Who bears the pool's increase: those before the round, or the new investors too", { default: "pre_money" }),
  anti_dilution_basis: choice(
    ["nvca", "with_pool", "common_and_preferred", "preferred_only"],
    "Shares outstanding in the weighted average: common, preferred and options; those and the unissued pool; without options; preferred alone",
    { default: "nvca" },
  ),
  anti_dilution_in_price: yesNo("Whether the price already counts the adjusted conversions; if not, price first, adjust after", { default: true }),
  shares: choice(["exact", "whole"], "Fractional shares, or whole ones rounded down per holder", { default: "exact" }),
  price_decimals: number("Decimals to which the price and conversion prices are rounded at closing; none if blank", {
    min: 0,
    max: 15,
    whole: true,
    zeroIsBlank: true,
  }),
});

const poolShare = "Unissued options after the round as a share of all shares";

/** The inputs of a priced round besides its tables. */
export const roundInputs = table("", "A priced round.", {
  pre_money: number("Pre-money valuation", { required: true, above: 0 }),
  investment: number("New money, of all new investors together", { required: true, min: 0 }),
  pool_target: number(`${poolShare}: 0.1 is 10 %`, { min: 0, below: 1, beyond: "10 % is 0.1" }),
  pool_target_pct: number(`${poolShare}, in percent: 10 is 10 %`, { min: 0, below: 100 }),
  date: date("Day of the round, up to which notes bear interest"),
  investor_name: text("Name of the new investors", { default: "New investors" }),
  security: text("Name of the new class", { default: "New preferred" }),
});

/** The same by the names that other agents know. */
export const simulatedRoundInputs = table("", "A priced round, by the names of simulate_round.", {
  roundId: text("Name under which the round is kept; the same one again changes nothing"),
  roundName: text("Name of the round and of its class", { default: "New preferred" }),
  date: date("Day of the round, up to which notes bear interest"),
  amountRaised: number("New money, of all new investors together", { required: true, min: 0 }),
  preMoneyValuation: number("Pre-money valuation", { required: true, above: 0 }),
  antiDilution: choice(["full-ratchet", "weighted-average"], "Protection of every earlier preferred that is priced above the round"),
  esopRefreshPct: number("Options after the round, granted and unissued, as a percent of all shares: 10 is 10 %", { min: 0, below: 100 }),
  poolHolderId: text("Identifier of the pool"),
  poolHolderName: text("Name of the pool"),
});

/** The inputs of an exit besides its tables. */
export const exitInputs = table("", "An exit: a sale or a winding-up.", {
  exit_value: number("What is paid for the whole company", { min: 0 }),
  exit_date: date("Day of the exit, up to which dividends and interest run"),
  debt: number("Debt, fees and carve-outs, paid before every holder", { min: 0, default: 0 }),
});

/** The inputs of the option-pricing method besides the holdings. */
export const opmInputs = table("", "The option-pricing method.", {
  volatility: number("Volatility of the equity per year: 0.6 is 60 %", { required: true, min: 0, max: 10, beyond: "60 % is 0.6" }),
  years: number("Years to the exit", { required: true, min: 0, max: 100 }),
  risk_free_rate: number("Risk-free rate per year, continuous: 0.04 is 4 %", { above: -1, max: 1, default: 0.04, beyond: "4 % is 0.04" }),
  exit_date: date("Day of the exit, up to which cumulative dividends run"),
});
export const opmEquity = table("", "The equity to allocate.", { equity_value: number("Value of the whole equity", { required: true, min: 0 }) });
export const opmPrice = table("", "The price to solve for.", {
  security: text("The security whose price is known, as holdings name it", { required: true }),
  price: number("Price paid for one share", { required: true, above: 0 }),
});

export type Holding = RowOf<typeof holdingsTable.columns>;
export type Instrument = RowOf<typeof instrumentsTable.columns>;
export type RoundOptions = RowOf<typeof roundOptionsTable.columns>;
export type Holdings = Reading<Holding>;
export type Instruments = Reading<Instrument>;
