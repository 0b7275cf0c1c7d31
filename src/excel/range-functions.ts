/**
 * The functions over whole ranges: cap tables, exits and formulas over series. What each takes stands in one table here;
 * the ranges themselves are read by the engines, whose columns are data of their own.
 */
import { breakpointsTable, exitTable, readExit, type ExitArguments } from "../cap-table/exit";
import { opmBacksolve, opmTable, readOpm, type OpmArguments } from "../cap-table/opm";
import { fundingRoundTable, readRound, roundPrice, type RoundArguments } from "../cap-table/round-answer";
import { evaluateColumns } from "../series/evaluate";
import { INPUT_NAMES } from "../series/inputs";
import type { CellFunction, CellParameter } from "./cell-functions";
import { plainCells, spilled, valued, type Cell } from "./cells";

const range = (name: string, text: string): CellParameter => ({ name, text, type: "any[][]" });
const single = (name: string, text: string): CellParameter => ({ name, text, type: "any" });
const left = (parameter: CellParameter, standIn = "none if left out"): CellParameter => ({ ...parameter, text: `${parameter.text} (${standIn})`, optional: true });

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

/** The arguments by the names of the parameters, as the engines take them; what was left out is absent. */
function named(parameters: readonly CellParameter[], args: readonly unknown[]): Record<string, unknown> {
  return Object.fromEntries(parameters.flatMap(({ name, type }, i) => {
    const argument = plainCells(name, args[i]);
    if (argument === null || argument === undefined) return [];
    const only = type === "any" && Array.isArray(argument) && argument.length === 1 && Array.isArray(argument[0]) && argument[0].length === 1 ? (argument[0] as unknown[])[0] : argument;
    return only === "" || only === null ? [] : [[name, only]];
  }));
}

interface Declared {
  readonly id: string;
  readonly summary: string;
  readonly parameters: readonly CellParameter[];
  readonly returns: CellFunction["returns"];
  readonly page: string;
  readonly answer: (given: Record<string, unknown>) => number | Cell[][];
}

const declared: readonly Declared[] = [
  {
    id: "FUNDING_ROUND",
    summary: "Spills the cap table before and after a priced round: SAFEs and notes convert, the pool is topped up, anti-dilution applies, all solved together.",
    parameters: ROUND,
    returns: { text: "A header row, a row a holder and class, and the total; percents as fractions", type: "any[][]" },
    page: "funding_round",
    answer: (given) => fundingRoundTable(readRound(given as unknown as RoundArguments)),
  },
  {
    id: "ROUND_PRICE",
    summary: "The price per share of a priced round, with conversions, pool and anti-dilution solved together.",
    parameters: ROUND,
    returns: { text: "Price per share in currency", type: "number" },
    page: "round_price",
    answer: (given) => roundPrice(readRound(given as unknown as RoundArguments)),
  },
  {
    id: "EXIT_WATERFALL",
    summary: "Spills what each holder receives in an exit: preferences by seniority, participation, caps, conversion and strikes together.",
    parameters: [HOLDINGS, single("exit_value", "What is paid for the whole company, in currency"), INSTRUMENTS, EXIT_DATE, left(single("debt", "Debt and fees in currency, paid before every holder"), "0 if left out")],
    returns: { text: "A header row, then holder, security, payout, per_share, converts", type: "any[][]" },
    page: "exit_waterfall",
    answer: (given) => exitTable(readExit(given as unknown as ExitArguments)),
  },
  {
    id: "EXIT_BREAKPOINTS",
    summary: "Spills the exit values at which the sharing changes, and each security's share of the next unit of money.",
    parameters: [HOLDINGS, INSTRUMENTS, EXIT_DATE],
    returns: { text: "A header row, then from, to, and a column for each security", type: "any[][]" },
    page: "exit_breakpoints",
    answer: (given) => breakpointsTable(readExit(given as unknown as ExitArguments)),
  },
  {
    id: "OPM_ALLOCATION",
    summary: "Spills the value of each class by the option-pricing method: the equity cut at its breakpoints into Black-Scholes calls.",
    parameters: [HOLDINGS, single("equity_value", "Value of the whole equity, in currency"), ...OPM],
    returns: { text: "A header row, then security, value, per_share", type: "any[][]" },
    page: "opm_allocation",
    answer: ({ equity_value, ...given }) => opmTable(readOpm(given as unknown as OpmArguments), equity_value),
  },
  {
    id: "OPM_BACKSOLVE",
    summary: "The equity value at which one class is worth, by the option-pricing method, what was paid for it.",
    parameters: [HOLDINGS, single("security", "Class whose price is known, as holdings name it"), single("price", "Price paid for one share of it, in currency"), ...OPM],
    returns: { text: "Value of the whole equity in currency", type: "number" },
    page: "opm_backsolve",
    answer: ({ security, price, ...given }) => opmBacksolve(readOpm(given as unknown as OpmArguments), { security, price }).equity_value,
  },
];

const tables: CellFunction[] = declared.map(({ answer, ...facts }) => ({
  ...facts,
  run: facts.returns.type === "number"
    ? valued((args) => answer(named(facts.parameters, args)) as number)
    : spilled((args) => answer(named(facts.parameters, args)) as Cell[][]),
}));

const series: CellFunction = {
  id: "FORMULA",
  summary: 'Spills a formula over columns, such as "zscore(a, 365)": moving averages, correlations, drawdowns, and arithmetic between them.',
  parameters: [
    single("expression", 'The formula as a text, with the columns as a to h: "a / sma(a, 20) - 1"'),
    ...INPUT_NAMES.map((name, i) => (i === 0 ? range(name, "First column, called a; blank cells and texts are missing values") : left(range(name, `A further column, called ${name}, as long as a`)))),
  ],
  returns: { text: "A column as long as the inputs; blank where there is no value", type: "any[][]" },
  page: "formula",
  run: spilled(([expression, ...ranges]) => evaluateColumns(plainCells("expression", Array.isArray(expression) ? (expression as unknown[][])[0]?.[0] : expression), ranges.slice(0, INPUT_NAMES.length))),
};

export const RANGE_FUNCTIONS: readonly CellFunction[] = [...tables, series];
