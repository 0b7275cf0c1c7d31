/** The formulas for a cell: the add-in's function, and the one for a colleague without it. */
import type { Scope } from "../core/formula";
import type { Parameter } from "../core/parameters";
import type { CatalogueFormula } from "../formulas";
import { cellFormula, literal, literals, nativeOf, type ExcelInputs } from "../language/excel";
import { ATOM, type ExcelText, type Layout } from "../language/words";
import type { Taken } from "./office";

export type References = ReadonlyMap<string, Taken>;

/** The longest text that a cell takes as a formula. */
export const MAX_CELL = 8192;

/** The address for a cell of `sheet`, which needs no name of a sheet where it is the same one. */
export const addressOf = ({ sheet, cells }: Taken, from?: string): string => (sheet === "" || sheet === from ? cells : `${sheet}!${cells}`);

const layoutOf = ({ values }: Taken): Layout | undefined => (values.length > 1 ? "column" : (values[0]?.length ?? 0) > 1 ? "row" : undefined);

function reference(parameter: Parameter, address: string): ExcelText | ReadonlyMap<string, ExcelText> {
  const range = (text: string): ExcelText => ({ text, strength: ATOM, shape: parameter.kind === "list" || parameter.kind === "rows" ? "range" : "scalar" });
  return parameter.kind === "rows" ? new Map(Object.keys(parameter.columns).map((column, i) => [column, range(`INDEX(${address},0,${i + 1})`)])) : range(address);
}

export const valFormula = (formula: CatalogueFormula, inputs: Scope, references: References, sheet?: string): string =>
  cellFormula(formula.id, formula.inputs, inputs, new Map([...references].map(([name, taken]) => [name, addressOf(taken, sheet)])));

/** Undefined where Excel has no words for it, or where the cells taken do not stand as Excel would need them. */
export function plainFormula(formula: CatalogueFormula, inputs: Scope, references: References): string | undefined {
  const lists = [...references].filter(([name]) => formula.inputs[name]!.kind === "list");
  const layouts = new Set(lists.map(([, taken]) => layoutOf(taken)).filter((layout) => layout !== undefined));
  // A table with names in its first row would put words among the numbers.
  const isHeaded = [...references].some(([name, taken]) => formula.inputs[name]!.kind === "rows" && (inputs[name] as readonly unknown[]).length < taken.values.length);
  if (layouts.size > 1 || isHeaded) return undefined;
  const [layout = "column"] = layouts;
  const texts = new Map<string, ExcelText | ReadonlyMap<string, ExcelText>>(literals(formula.inputs, inputs));
  for (const [name, parameter] of Object.entries(formula.inputs)) {
    const [taken, value] = [references.get(name), inputs[name]];
    if (taken) texts.set(name, reference(parameter, addressOf(taken)));
    else if (parameter.kind === "list" && value !== undefined) texts.set(name, literal(value, layout));
  }
  return nativeOf(formula, texts as ExcelInputs, layout);
}

/** How the function is called, before there are values. */
export const signature = (formula: CatalogueFormula): string =>
  `=VAL.${formula.id.toUpperCase()}(${Object.entries(formula.inputs).map(([name, { optional }]) => (optional ? `[${name}]` : name)).join(", ")})`;
