/** The worked example of a definition as Excel would pass it: cells, in the order of the inputs, null where one is left out. */
import { serialDay } from "../../src/core/dates";
import type { Formula } from "../../src/core/formula";
import type { List, Parameter, Rows, Scalar } from "../../src/core/parameters";

export type Cell = number | string | boolean | object | null;
export type Range = readonly (readonly Cell[])[];
export type Argument = Cell | Range;

export const column = (items: readonly Cell[]): Range => items.map((item) => [item]);
export const row = (items: readonly Cell[]): Range => [items];

const cell = (kind: Scalar["kind"], given: unknown): Cell => (kind === "date" && typeof given === "string" ? (serialDay(given) ?? given) : (given as Cell)) ?? null;

/** A header row, then a row of cells for each item; columns that no item has are left out. */
function table({ columns }: Rows, items: readonly Readonly<Record<string, unknown>>[]): Range {
  const used = Object.entries(columns).filter(([name]) => items.some((item) => item[name] !== undefined));
  return [used.map(([name]) => name), ...items.map((item) => used.map(([name, { kind }]) => cell(kind, item[name])))];
}

function argument(parameter: Parameter, given: unknown, shape: (items: readonly Cell[]) => Argument): Argument {
  if (given === undefined) return null;
  switch (parameter.kind) {
    case "list": return shape((given as readonly unknown[]).map((item) => cell((parameter as List).of.kind, item)));
    case "rows": return table(parameter as Rows, given as readonly Readonly<Record<string, unknown>>[]);
    default: return cell(parameter.kind, given);
  }
}

const HOLDINGS: Range = [["holder", "security", "kind", "shares"], ["Ada", "Common", "common", 800_000], ["Grace", "Common", "common", 200_000]];
const EXPECTED: Readonly<Record<string, Argument>> = {
  holdings: HOLDINGS, pre_money: 9_000_000, investment: 1_000_000, exit_value: 5_000_000, equity_value: 5_000_000, volatility: 0.6, years: 3,
  security: "Common", price: 4, expression: "sma(a, 2) + a", a: column([1, 2, 4]), formula: "dpi", inputs: [[[8]], [[10]]],
};
/** Something that each function over whole ranges can work on; what it does not need is left out. */
export const sampleArguments = (parameters: readonly { readonly name: string }[]): Argument[] => parameters.map(({ name }) => EXPECTED[name] ?? null);

export const exampleArguments = ({ inputs, example }: Formula, shape: (items: readonly Cell[]) => Argument = column): Argument[] =>
  Object.entries(inputs).map(([name, parameter]) => argument(parameter, example.given[name], shape));
