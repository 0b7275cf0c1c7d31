/**
 * The functions over whole ranges, as they are told to a reader: cap tables, exits and formulas over series. Excel's
 * functions and the handbook's pages are both drawn from this table; how a range is read is the engines' own business.
 */
import { INPUT_NAMES } from "../series/inputs";
import { SERIES_WORDS } from "../series/words";

export interface RangeParameter {
  readonly name: string;
  readonly text: string;
  readonly type: "any" | "any[][]";
  readonly optional?: boolean;
}
export interface RangeFunction {
  readonly id: string;
  readonly summary: string;
  readonly parameters: readonly RangeParameter[];
  readonly returns: { readonly text: string; readonly type: "number" | "any[][]" };
  /** The page of the handbook that tells of it. */
  readonly page: string;
  readonly chapter: string;
  /** What people call it. */
  readonly keywords: string;
}

const CAP_TABLES = "16 Cap tables, rounds and exits";
const ROUND_WORDS = "cap table captable priced round financing seed series SAFE convertible note option pool ESOP top-up dilution ownership pre-money post-money share price anti-dilution ratchet weighted average down round MFN pro forma";
const EXIT_WORDS = "cap table exit sale acquisition liquidation preference participation seniority payout proceeds conversion";
const OPM_WORDS = "option pricing method 409A common stock fair value class allocation volatility";

const range = (name: string, text: string): RangeParameter => ({ name, text, type: "any[][]" });
const single = (name: string, text: string): RangeParameter => ({ name, text, type: "any" });
const left = (parameter: RangeParameter, standIn = "none if left out"): RangeParameter => ({ ...parameter, text: `${parameter.text} (${standIn})`, optional: true });

const HOLDINGS = range("holdings", "Range whose first row names the columns: holder, security, kind, shares, issue_price … one row a holder and class");
const INSTRUMENTS = left(range("instruments", "Range of SAFEs and notes, its first row naming the columns: holder, kind, amount, cap, discount …"));
const ROUND = [
  HOLDINGS,
  single("pre_money", "Pre-money valuation in currency"),
  single("investment", "New money in currency, of all new investors together"),
  left(single("pool_target", "Unissued options after the round as a share of all shares, 0.1 = 10 %"), "the pool stays as it is if left out"),
  INSTRUMENTS,
  left(single("date", "Day of the round, up to which notes bear interest")),
  left(range("options", "Two columns, name and value: price_basis, pool_basis, pool_timing, anti_dilution_basis, shares …"), "the usual terms if left out"),
];
const EXIT_DATE = left(single("exit_date", "Day of the exit, up to which dividends and interest run"));
const OPM = [
  single("volatility", "Volatility of the equity per year as a decimal, 0.6 = 60 %"),
  single("years", "Years to the exit"),
  left(single("risk_free_rate", "Risk-free rate per year, continuous, as a decimal"), "0.04 if left out"),
];

/** By the name that a cell calls. */
export const RANGE_FUNCTIONS = {
  FUNDING_ROUND: {
    id: "FUNDING_ROUND",
    summary: "Spills the cap table before and after a priced round: SAFEs and notes convert, the pool is topped up, anti-dilution applies, all solved together.",
    parameters: ROUND,
    returns: { text: "A header row, a row a holder and class, and the total; percents as fractions", type: "any[][]" },
    page: "funding_round",
    chapter: CAP_TABLES,
    keywords: ROUND_WORDS,
  },
  ROUND_PRICE: {
    id: "ROUND_PRICE",
    summary: "The price per share of a priced round, with conversions, pool and anti-dilution solved together.",
    parameters: ROUND,
    returns: { text: "Price per share in currency", type: "number" },
    page: "round_price",
    chapter: CAP_TABLES,
    keywords: ROUND_WORDS,
  },
  EXIT_WATERFALL: {
    id: "EXIT_WATERFALL",
    summary: "Spills what each holder receives in an exit: preferences by seniority, participation, caps, conversion and strikes together.",
    parameters: [HOLDINGS, single("exit_value", "What is paid for the whole company, in currency"), INSTRUMENTS, EXIT_DATE, left(single("debt", "Debt and fees in currency, paid before every holder"), "0 if left out")],
    returns: { text: "A header row, then holder, security, payout, per_share, converts", type: "any[][]" },
    page: "exit_waterfall",
    chapter: CAP_TABLES,
    keywords: `${EXIT_WORDS} distribution`,
  },
  EXIT_BREAKPOINTS: {
    id: "EXIT_BREAKPOINTS",
    summary: "Spills the exit values at which the sharing changes, and each security's share of the next unit of money.",
    parameters: [HOLDINGS, INSTRUMENTS, EXIT_DATE],
    returns: { text: "A header row, then from, to, and a column for each security", type: "any[][]" },
    page: "exit_breakpoints",
    chapter: CAP_TABLES,
    keywords: `${EXIT_WORDS} break points`,
  },
  OPM_ALLOCATION: {
    id: "OPM_ALLOCATION",
    summary: "Spills the value of each class by the option-pricing method: the equity cut at its breakpoints into Black-Scholes calls.",
    parameters: [HOLDINGS, single("equity_value", "Value of the whole equity, in currency"), ...OPM],
    returns: { text: "A header row, then security, value, per_share", type: "any[][]" },
    page: "opm_allocation",
    chapter: CAP_TABLES,
    keywords: OPM_WORDS,
  },
  OPM_BACKSOLVE: {
    id: "OPM_BACKSOLVE",
    summary: "The equity value at which one class is worth, by the option-pricing method, what was paid for it.",
    parameters: [HOLDINGS, single("security", "Class whose price is known, as holdings name it"), single("price", "Price paid for one share of it, in currency"), ...OPM],
    returns: { text: "Value of the whole equity in currency", type: "number" },
    page: "opm_backsolve",
    chapter: CAP_TABLES,
    keywords: `${OPM_WORDS} last round implied equity value`,
  },
  FORMULA: {
    id: "FORMULA",
    summary: 'Spills a formula over columns, such as "zscore(a, 365)": moving averages, correlations, drawdowns, and arithmetic between them.',
    parameters: [
      single("expression", 'The formula as a text, with the columns as a to h: "a / sma(a, 20) - 1"'),
      ...INPUT_NAMES.map((name, i) => (i === 0 ? range(name, "First column, called a; blank cells and texts are missing values") : left(range(name, `A further column, called ${name}, as long as a`)))),
    ],
    returns: { text: "A column as long as the inputs; blank where there is no value", type: "any[][]" },
    page: "formula",
    chapter: "17 Formulas over time series",
    keywords: `time series rolling window indicator chart ${SERIES_WORDS.flatMap(({ name, aliases = [], elsewhere = [] }) => [name, ...aliases, ...elsewhere]).join(" ")}`,
  },
} satisfies Readonly<Record<string, RangeFunction>>;
