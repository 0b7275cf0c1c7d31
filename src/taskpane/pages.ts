/** The pages that are no single formula: tables and columns to work on. They stand in the list among the formulas. */
import { SERIES_WORDS } from "../series/words";
import type { FormulaView } from "./formula-view";
import type { Workbook } from "./office";

export interface Page {
  readonly id: string;
  /** The Excel functions whose help leads here. */
  readonly functions: readonly string[];
  readonly chapter: number;
  readonly chapterTitle: string;
  readonly title: string;
  readonly summary: string;
  /** One line for the first view. */
  readonly brief: string;
  /** What people ask for when they want this page. */
  readonly keywords: string;
  /** Words that find it too, after every formula that they find. */
  readonly vocabulary?: string;
  /** Its code runs when it is opened, so that the list waits for neither. */
  readonly open: (workbook: () => Workbook | undefined) => Promise<FormulaView>;
}

export const PAGES: readonly Page[] = [
  {
    id: "cap_table",
    functions: ["funding_round", "round_price", "exit_waterfall", "exit_breakpoints", "opm_allocation", "opm_backsolve"],
    chapter: 16,
    chapterTitle: "Cap tables, rounds and exits",
    title: "Cap table: a round and an exit",
    summary: "Holdings, SAFEs and notes in a table; the round's price, who owns what before and after, and what each receives in an exit.",
    brief: "Price a round, and share out a sale.",
    keywords: "cap table captable funding round priced rounds seed series safe safes simple agreement convertible convertibles note notes option pool esop top-up dilution diluted ownership pre-money post-money valuation cap price per share anti-dilution ratchet weighted average down waterfall liquidation preference preferences participation breakpoints payout payouts exit proceeds conversion mfn pro forma",
    open: async (workbook) => (await import("./cap-table/view")).capTableView(workbook),
  },
  {
    id: "series",
    functions: ["formula"],
    chapter: 17,
    chapterTitle: "Formulas over time series",
    title: "Formula over columns",
    summary: "Moving averages, z-scores, correlations and drawdowns over columns of numbers, written as one formula and drawn as a line.",
    brief: "Averages, scores and correlations of series.",
    keywords: "time series formula expression column columns moving average averages zscore z-score correlation drawdown volatility rsi rolling window rebase percent change chart line indicator",
    vocabulary: SERIES_WORDS.flatMap(({ name, aliases = [], elsewhere = [] }) => [name, ...aliases, ...elsewhere]).join(" "),
    open: async (workbook) => (await import("./series/view")).seriesView(workbook),
  },
];

/** The page of an address, by its own name or by one of its functions. */
export const pageOf = (name: string): Page | undefined => PAGES.find(({ id, functions }) => id === name || functions.includes(name));

const IDLE = new Set("a an the of in on for to and or how do i what is my".split(" "));
const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** The pages that all the words fit: those to list before the formulas, and those to list after them. */
export function searchPages(words: string): { readonly first: readonly Page[]; readonly last: readonly Page[] } {
  const asked = wordsOf(words).filter((word) => !IDLE.has(word));
  const fits = (text: string): boolean => {
    const known = wordsOf(text);
    return asked.length > 0 && asked.every((word) => known.some((other) => other.startsWith(word)));
  };
  const first = PAGES.filter(({ id, functions, title, keywords }) => fits([id, ...functions, title, keywords].join(" ")));
  return { first, last: PAGES.filter((page) => !first.includes(page) && fits(`${page.keywords} ${page.vocabulary ?? ""}`)) };
}
