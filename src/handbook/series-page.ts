/** The reference of formulas over series, drawn from the words that compute them; every answer on it is computed when it is made. */
import { describeLimits, unitOf, type Scalar } from "../core/parameters";
import { RANGE_FUNCTIONS } from "../formulas/range-functions";
import type { Code } from "../language/failure";
import { MAX_DEPTH, MAX_LENGTH, MAX_NODES } from "../language/parser";
import { evaluateSeries, OPTIONS } from "../series/evaluate";
import { INPUT_NAMES } from "../series/inputs";
import { SERIES_WORDS, type SeriesWord } from "../series/words";
import { operators } from "./operators";
import { block, code, escape, list, section, table, type Page } from "./page";
import { figure, refusal } from "./sheet";

type Given = Readonly<Record<string, readonly (number | null)[]>>;

const computed = (expression: string, given: Given): readonly (number | null)[] =>
  evaluateSeries({ expression, inputs: Object.fromEntries(Object.entries(given).map(([name, values]) => [name, { values }])) }).values;

const column = (values: readonly (number | null)[]): string => values.map((value) => (value === null ? '<span class="quiet">blank</span>' : figure(value))).join(", ");
const columns = (given: Given): string => Object.entries(given).map(([name, values]) => `${code(name)} = ${column(values)}`).join("<br>");
const row = (expression: string, given: Given, says: string): string[] => [code(expression), columns(given), column(computed(expression, given)), escape(says)];

const one: Given = { a: [3] };
/** What a reader who knows Excel would not expect. */
const PRECEDENCE: readonly (readonly [expression: string, given: Given, says: string])[] = [
  ["-a ^ 2", one, "the power first, as in mathematics; Excel's =-3^2 is 9"],
  ["2 ^ 3 ^ 2", one, "from the right, 2^(3^2); Excel's =2^3^2 is 64"],
  ["2 ^ -1", one, "an exponent may carry a sign"],
  ["a % -2", one, "the remainder has the divisor's sign"],
  ["0.1 + 0.2 = 0.3", one, "values are doubles and equality is exact: 0 is false"],
  ["1 + 2 > a and not a = 4", one, "sums before comparisons, comparisons before not, and, or"],
];

const gap: Given = { a: [1, null, 3, 4, 5] };
const MISSING: readonly (readonly [expression: string, given: Given, says: string])[] = [
  ["a + 1", gap, "an operation with a missing value is missing"],
  ["sma(a, 2)", gap, "a window of n is blank until n rows are there, and where one of them is missing"],
  ["median(a)", gap, "without a window: every value so far, the missing ones passed over"],
  ["a / (a - 3)", gap, "what is not finite is missing: here a division by 0"],
  ["a > 2 and 0", gap, "0 and anything is 0"],
  ["a > 2 or 1", gap, "1 or anything is 1"],
  ["coalesce(a, 0)", gap, "a value in place of the missing one"],
  ["ffill(a)", gap, "the last known value carried forward"],
];

/** One faulty text for each code; the table is complete because the type asks for every code. */
const FAULTS: Readonly<Record<Code, { readonly text: string; readonly shown?: string; readonly given?: Given }>> = {
  EMPTY: { text: "", shown: "an empty text" },
  SYNTAX: { text: "(a + 1" },
  CHAR: { text: "a && 1" },
  NUMBER: { text: "a * 1e999" },
  TOO_LONG: { text: "a".padEnd(MAX_LENGTH + 1, " "), shown: `a text of ${MAX_LENGTH + 1} characters` },
  TOO_DEEP: { text: `${"(".repeat(MAX_DEPTH + 1)}a${")".repeat(MAX_DEPTH + 1)}`, shown: `${MAX_DEPTH + 1} parentheses in each other` },
  TOO_BIG: { text: `a${" + a".repeat(MAX_NODES / 2 + 1)}`, shown: `a sum of ${MAX_NODES / 2 + 2} terms` },
  CHAINED: { text: "1 < a < 3" },
  UNKNOWN_NAME: { text: "a + z" },
  UNKNOWN_FUNCTION: { text: "stdev(a, 20)" },
  ARITY: { text: "sma(a)" },
  WINDOW: { text: "sma(a, 2.5)" },
  NEEDS_SERIES: { text: "sma(3, 3)" },
  TOO_MANY_INPUTS: { text: "a + b", shown: "nine inputs", given: Object.fromEntries([...INPUT_NAMES, "i"].map((name) => [name, [1]])) },
  BAD_INPUT_NAME: { text: "a", shown: "an input named price", given: { price: [1] } },
  LENGTH_MISMATCH: { text: "a + b", shown: "three values in a, two in b", given: { a: [1, 2, 3], b: [1, 2] } },
};
export const faults = (): readonly (readonly [code: Code, shown: string, words: string])[] =>
  Object.entries(FAULTS).map(([name, { text, shown, given }]) => [name as Code, shown === undefined ? code(text) : escape(shown), refusal(() => computed(text, given ?? one)).words]);

function wordPart(word: SeriesWord): string {
  const { name, usage, help, convention, reads, aliases, elsewhere, example } = word;
  const facts = [
    convention && `Convention: ${escape(convention)}.`,
    ...word.takes.flatMap(({ name: operand, standIn }) => (typeof standIn === "string" ? [`${code(operand)} left out: ${escape(standIn)}.`] : [])),
    reads?.length && `Options it reads: ${reads.map(code).join(", ")}.`,
    aliases?.length && `Also called ${aliases.map(code).join(", ")}.`,
    elsewhere?.length && `Elsewhere called ${elsewhere.map(code).join(", ")}.`,
  ].filter((fact): fact is string => typeof fact === "string");
  return `<h3 id="${name}">${code(usage)}</h3><p>${escape(help)}</p>${facts.length ? list(facts) : ""}<p class="example">${columns(example.given)}<br>${code(example.formula)} gives ${column(computed(example.formula, example.given))}</p>`;
}

/** What stands where an option is not given. */
const STANDARD: Readonly<Record<string, string>> = {
  align: "inner: only rows that every input has",
  resample: "last, or what the metric itself says",
  ema_seed: "sma",
  periods_per_year: "365 for 24h, 52 for 1w, 12 for 1M",
  anchor: "start: where the answer begins",
  min_periods: "all rows of the window; two where there is no window",
  max_age: "without an end; only with align ffill",
};

const optionsTable = (): string =>
  table("Options", [{ title: "Option" }, { title: "Meaning" }, { title: "Values" }, { title: "Where it is not given" }], Object.entries(OPTIONS).map(([name, parameter]) => {
    const scalar = parameter as Scalar;
    return [code(name), escape(scalar.text), escape(describeLimits(parameter) || unitOf(scalar.kind)), escape(STANDARD[name] ?? "")];
  }));

const examples = (caption: string, rows: typeof PRECEDENCE): string =>
  table(caption, [{ title: "Formula" }, { title: "Inputs" }, { title: "Gives" }, { title: "Why" }], rows.map((each) => row(...each)));

export function seriesPage(): Page {
  const { id, summary, parameters } = RANGE_FUNCTIONS.FORMULA;
  const agent = { expression: "zscore(a, 3) + corr(a, b, 3)", inputs: { a: { values: [1, 2, 3, 5] }, b: { values: [2, 4, 6, 5] } } };
  return {
    title: `Formulas over time series – VAL.${id}`,
    description: "The language of VAL.FORMULA and run_formula: operators, windows, missing values, and every word with an example.",
    body: [
      '<p class="place"><a href="index.html#chapter-17">Formulas over time series</a></p>',
      "<h1>Formulas over time series</h1>",
      `<p class="lead">${escape(summary)}</p>`,
      section("In an Excel cell", [
        block(`=VAL.${id}(${parameters.map(({ name, optional }) => (optional ? `[${name}]` : name)).join(", ")})`),
        block('=VAL.FORMULA("a / sma(a, 20) - 1", A2:A900)'),
        "<p>Each range is a column, and the columns are called a to h in the order in which they are given. Rows are steps in time, and the columns must be equally long. The answer spills as many rows as the inputs have. Blank cells, texts and errors are missing values; a typed 0 is a 0.</p>",
      ].join("\n")),
      section("For an agent", `${block(`run_formula ${JSON.stringify(agent)}`)}<p>With times, inputs are brought to one interval (<code>24h</code>, <code>1w</code> by ISO weeks, or <code>1M</code>, all in UTC) before the formula is computed. So <code>sma(a, 4)</code> at <code>1w</code> is four weeks. <code>start</code> is included and <code>end</code> is not; the answer is cut after it is computed, so that windows at its beginning are full. The answer names every convention it rests on.</p>`),
      section("Operators", `${operators()}<p>Names and words may be written in either case. Comparisons give 1 where they hold and 0 where they do not.</p>${examples("Precedence", PRECEDENCE)}<p>Where the text of a formula would mean something else in Excel, the answer carries the warning <code>EXCEL_PRECEDENCE</code>.</p>`),
      section("Windows and missing values", `<p>A window counts rows. It is one whole number and the same for every row. A window longer than the series gives blanks and the warning <code>WINDOW_TOO_LONG</code>. Where a word's window may be left out, it is everything so far: no value ever looks into the future.</p>${examples("Missing values", MISSING)}<p>A blank cell is a <code>null</code> for an agent.</p>`),
      section("Words", `<p>${SERIES_WORDS.map(({ name }) => `<a href="#${name}">${code(name)}</a>`).join(" ")}</p>${SERIES_WORDS.map(wordPart).join("\n")}`),
      section("Options", `<p>An agent gives them as <code>options</code>; a cell has the standard ones.</p>${optionsTable()}`),
      section("Refusals", `<p>A faulty formula is refused with a code, the position of the fault and a hint. In a cell this is #VALUE! with the words beside it. A formula is read, never run as code: it may have at most ${figure(MAX_LENGTH)} characters, ${figure(MAX_NODES)} parts and ${MAX_DEPTH} levels.</p>${table("Refusals", [{ title: "Code" }, { title: "Given" }, { title: "What is answered" }], faults().map(([name, shown, words]) => [code(name), shown, escape(words)]))}`),
    ].join("\n"),
  };
}
