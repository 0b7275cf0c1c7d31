/** Every function that a cell can call: the formulas, and the few that tell about them. One table, so that Excel is told of just what exists. */
import { explain } from "../core/evaluate";
import { Failure } from "../core/failure";
import { didYouMean } from "../core/nearest";
import { helpText, written, type Given, type Parameter } from "../core/parameters";
import { FORMULAS } from "../formulas";
import { RANGE_FUNCTIONS as TOLD, type RangeFunction, type RangeParameter } from "../formulas/range-functions";
import { fitsAll, search } from "../formulas/search";
import { RANGE_FUNCTIONS } from "./range-functions";
import { cellFunction, decodeArguments, spilled, textOf, type Cell } from "./cells";

export interface CellParameter extends RangeParameter {
  /** Takes any number of arguments; Excel passes them as one list. */
  readonly repeating?: boolean;
}
export interface CellFunction extends Omit<RangeFunction, "chapter" | "keywords"> {
  readonly parameters: readonly CellParameter[];
  readonly run: (...args: unknown[]) => Cell | Cell[][];
}

const typeOf = (parameter: Parameter): CellParameter["type"] => (parameter.kind === "list" || parameter.kind === "rows" ? "any[][]" : "any");

const formulas: CellFunction[] = [...FORMULAS.values()].map((formula) => ({
  id: formula.id.toUpperCase(),
  summary: formula.summary,
  parameters: Object.entries(formula.inputs).map(([name, parameter]) => ({ name, text: helpText(parameter), type: typeOf(parameter), optional: parameter.optional !== undefined })),
  returns: { text: formula.returns.text, type: "number" },
  page: formula.id,
  run: cellFunction(formula),
}));

/** A list in one cell; Excel's limit for a text is 32,767 characters. */
function inOneCell(value: unknown): Cell {
  if (!Array.isArray(value)) return typeof value === "number" || typeof value === "boolean" ? value : String(value);
  const text = value.map((item) => (item !== null && typeof item === "object" ? Object.values(item as object).join(" | ") : String(item))).join("; ");
  return text.length <= 32_000 ? text : `${text.slice(0, 32_000)}… (${value.length} items)`;
}

function working(name: unknown, args: readonly unknown[]): Cell[][] {
  const id = textOf("formula", name).trim().toLowerCase().replace(/^=?val\./, "");
  const formula = FORMULAS.get(id);
  if (!formula && Object.hasOwn(TOLD, id.toUpperCase())) throw new Failure("unknown", `${id.toUpperCase()} works on ranges, and the table that it spills is its working; VAL.EXPLAIN takes the other functions that VAL.FORMULAS lists`, "formula");
  if (!formula) throw new Failure("unknown", `there is no formula ${JSON.stringify(id)}${didYouMean(id, FORMULAS.keys()) || "."} VAL.FORMULAS lists them all`, "formula");
  if (args.length > Object.keys(formula.inputs).length) throw new Failure("unknown", `${id} takes ${Object.keys(formula.inputs).length} inputs, not ${args.length}: ${Object.keys(formula.inputs).join(", ")}`, "inputs");
  const told = explain(formula, decodeArguments(formula, args));
  const steps = formula.equation ? told.steps.slice(0, -1) : told.steps;
  return [
    ["Formula", `VAL.${id.toUpperCase()}`, formula.title, ""],
    ...Object.entries(formula.inputs).filter(([input]) => told.inputs[input] !== undefined)
      .map(([input, parameter]): Cell[] => [told.defaulted.includes(input) ? "Default" : "Input", input, parameter.text, inOneCell(written(parameter, told.inputs[input] as Given))]),
    ...steps.map((step): Cell[] => ["Step", step.name, step.expression, inOneCell(step.value)]),
    ["Answer", id, formula.equation ? told.steps.at(-1)!.expression : (formula.relation ?? formula.summary), told.value],
    ...told.assumptions.map((text): Cell[] => ["Assumption", "", text, ""]),
    ...told.warnings.map((text): Cell[] => ["Warning", "", text, ""]),
    ["Source", "", formula.source, ""],
  ];
}

function index(words: unknown): Cell[][] {
  const wanted = words === null || words === undefined || words === "" || words === 0 ? "" : textOf("words", words).replace(/^\s*=?val\./i, "").trim();
  const ranges = Object.values(TOLD).filter(({ id, summary, keywords }) => !wanted || fitsAll(wanted, `${id.replaceAll("_", " ")} ${summary} ${keywords}`));
  const named = ranges.filter(({ id }) => id === wanted.toUpperCase());
  const others = ranges.filter((one) => !named.includes(one)).map(rowOf);
  const formulas = (wanted ? search(wanted) : [...FORMULAS.values()]).map(({ id, summary, inputs, chapter, chapterTitle }) =>
    rowOf({ id: id.toUpperCase(), summary, parameters: Object.entries(inputs).map(([name, { optional }]) => ({ name, optional: optional !== undefined })), chapter: `${chapter} ${chapterTitle}` }));
  // Among what words find, a function over ranges that all of them fit comes after the best formula.
  const found = [...named.map(rowOf), ...(wanted ? [...formulas.slice(0, 1), ...others, ...formulas.slice(1)] : [...formulas, ...others])];
  if (!found.length) throw new Failure("no_value", `no formula is found by ${JSON.stringify(wanted)}: try a single word such as growth, multiple or dilution`, "words");
  return [["Function", "What it does", "Arguments", "Chapter"], ...found];
}
const rowOf = ({ id, summary, parameters, chapter }: { readonly id: string; readonly summary: string; readonly parameters: readonly { readonly name: string; readonly optional?: boolean }[]; readonly chapter: string }): Cell[] =>
  [`VAL.${id}`, summary, parameters.map(({ name, optional }) => (optional ? `[${name}]` : name)).join(", "), chapter];

const guides: CellFunction[] = [
  {
    id: "EXPLAIN",
    summary: "Spills the working of a formula: its inputs, each step with its value, the answer, what it assumes, and its source.",
    parameters: [
      { name: "formula", text: 'Name of the formula as a text, such as "cagr"', type: "any" },
      { name: "inputs", text: "The inputs of that formula in its own order, as in its own cell", type: "any[][]", repeating: true },
    ],
    returns: { text: "Four columns: what the row is, its name, its expression, its value", type: "any[][]" },
    page: "index",
    run: spilled((args) => {
      const [name, ...rest] = args;
      return working(name, repeated(rest));
    }),
  },
  {
    id: "FORMULAS",
    summary: "Spills the list of all formulas, or of those found by your words: name, what it does, arguments, chapter.",
    parameters: [{ name: "words", text: 'What to look for, such as "burn" or "option pool"; all formulas if left out', type: "any", optional: true }],
    returns: { text: "Four columns: function, what it does, arguments, chapter", type: "any[][]" },
    page: "index",
    run: spilled(([words]) => index(words)),
  },
];

/** Excel passes the arguments of a repeating parameter as one list of ranges. */
function repeated(args: readonly unknown[]): readonly unknown[] {
  const isInvocation = (arg: unknown): boolean => arg !== null && typeof arg === "object" && !Array.isArray(arg) && !("basicType" in arg);
  const given = args.filter((arg) => !isInvocation(arg));
  const [only] = given;
  const isList = given.length === 1 && Array.isArray(only) && only.every((item) => Array.isArray(item) && item.every((row) => Array.isArray(row)));
  const flat = isList ? (only as unknown[]) : given;
  const last = flat.findLastIndex((arg) => arg !== null && arg !== undefined);
  return flat.slice(0, last + 1);
}

export const CELL_FUNCTIONS: readonly CellFunction[] = [...formulas, ...RANGE_FUNCTIONS, ...guides];
