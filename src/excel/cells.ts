/** Cells to inputs, answers and failures back to cells. Everything that Excel may pass is decoded here and nowhere else. */
import { evaluate } from "../core/evaluate";
import { Failure, type FailureKind } from "../core/failure";
import type { Formula } from "../core/formula";
import { didYouMean } from "../core/nearest";
import { counted } from "../core/numerals";
import { within, type Parameter, type Raw, type Rows, type Scalar } from "../core/parameters";

/** A cell with a data type carries its plain value; a cell with an error carries its name. */
function plain(name: string, cell: unknown): Raw {
  if (cell === null || typeof cell !== "object") return cell;
  const rich = cell as { readonly basicValue?: unknown; readonly basicType?: unknown; readonly code?: unknown; readonly errorType?: unknown };
  if (rich.basicType === "Error" || rich.code !== undefined || rich.errorType !== undefined) {
    const shown = [rich.basicValue, rich.code, rich.errorType].find((text) => typeof text === "string") ?? "an error";
    throw new Failure("type", `${name} holds the error ${String(shown)}: mend that cell first`, name);
  }
  return rich.basicValue ?? cell;
}

/** An argument with every cell of it plain; one cell, a range, or nothing. */
export const plainCells = (name: string, argument: unknown): unknown =>
  Array.isArray(argument) ? argument.map((row: unknown) => (Array.isArray(row) ? row.map((cell) => plain(name, cell)) : plain(name, row))) : plain(name, argument);

/** Desktop Excel passes a blank cell of a range as 0, the web as null or "": in a range of numbers all three are 0. */
const blankIsZero = (cell: Raw): Raw => (cell === null || cell === undefined || cell === "" ? 0 : cell);

/** A text, a choice or a date is never 0, so that a 0 there is a blank cell of desktop Excel. */
const isNumber = ({ kind }: Scalar): boolean => kind !== "text" && kind !== "choice" && kind !== "date";

/**
 * The rows of a range. A first row of words names the columns, in any order; without one they stand in the order of the
 * definition. A blank cell is 0 as in a list, or left out where 0 can be no answer: desktop Excel does not tell the two apart.
 */
function tableOf(name: string, parameter: Rows, cells: readonly (readonly Raw[])[]): Raw {
  const columns = Object.keys(parameter.columns);
  const [top = []] = cells;
  const isHeader = top.every((cell) => typeof cell === "string" && cell.trim() !== "" && !Number.isFinite(Number(cell)));
  const order = isHeader ? top.map((cell) => String(cell).trim().toLowerCase().replace(/\s+/g, "_")) : columns;
  const unknown = order.find((column) => !columns.includes(column));
  if (unknown !== undefined) throw new Failure("unknown", `${name} has no column ${JSON.stringify(unknown)}${didYouMean(unknown, columns) || "."} Its columns are ${columns.join(", ")}`, name);
  if (top.length > order.length) throw new Failure("type", `${name} has ${top.length} columns; it takes ${columns.join(", ")}, in this order or named in its first row`, name);
  return (isHeader ? cells.slice(1) : cells).map((row) =>
    Object.fromEntries(row.map((cell, i) => {
      const column = parameter.columns[order[i]!]!;
      if (blankIsZero(cell) !== 0) return [order[i]!, cell];
      return [order[i]!, isNumber(column) && (!column.optional || within(0, column)) ? 0 : undefined];
    })),
  );
}

/** One argument as the core reads it; undefined where it was left out. */
function decode(name: string, parameter: Parameter, argument: unknown): Raw {
  if (argument === null || argument === undefined) return undefined;
  const isRange = Array.isArray(argument);
  const cells: Raw[][] = isRange ? (argument as unknown[]).map((row) => (Array.isArray(row) ? row : [row]).map((cell) => plain(name, cell))) : [[plain(name, argument)]];
  const single = cells.length === 1 && cells[0]!.length === 1;
  switch (parameter.kind) {
    case "rows": return single && typeof cells[0]![0] === "string" ? cells[0]![0] : tableOf(name, parameter, cells);
    case "list": {
      if (single && !isRange) return cells[0]![0];
      if (single && typeof cells[0]![0] === "string" && cells[0]![0] !== "") return cells[0]![0];
      if (cells.length > 1 && cells.some((row) => row.length > 1)) throw new Failure("type", `${name} must be one column or one row of cells, not a block of ${counted(cells.length, "row")} and ${counted(cells[0]!.length, "column")}`, name);
      return cells.flat().map(blankIsZero);
    }
    default:
      if (!single) throw new Failure("type", `${name} must be one cell, not a range of ${counted(cells.length, "row")} and ${counted(cells[0]?.length ?? 0, "column")}`, name);
      return cells[0]![0];
  }
}

/** The inputs of a formula by name. Every argument that cannot be read is told, together. */
export function decodeArguments(formula: Formula, args: readonly unknown[]): Record<string, Raw> {
  const faults: Failure[] = [];
  const raw: Record<string, Raw> = {};
  Object.entries(formula.inputs).forEach(([name, parameter], i) => {
    try {
      raw[name] = decode(name, parameter, args[i]);
    } catch (fault) {
      if (!(fault instanceof Failure)) throw fault;
      faults.push(fault);
    }
  });
  if (faults.length) throw Failure.all(faults);
  return raw;
}

/** Excel shows words of ours only beside #VALUE! and #N/A, so every refusal is a #VALUE!. */
const CODES: Readonly<Partial<Record<FailureKind, "notAvailable" | "divisionByZero">>> = { no_value: "notAvailable", division_by_zero: "divisionByZero" };

/** What a cell receives for a failure. CustomFunctions does not exist until the host has loaded, so it is touched here only. */
function cellError(fault: unknown): CustomFunctions.Error {
  const failure = fault instanceof Failure ? fault : new Failure("type", "VAL could not compute this; please report the formula and its inputs");
  return new CustomFunctions.Error(CustomFunctions.ErrorCode[CODES[failure.kind] ?? "invalidValue"], failure.message);
}

/** What a cell may show. A date, an undefined or a NaN would turn into something else on the way, so there are none. */
export type Cell = number | string | boolean;

/** A text argument: a cell, a range of one cell, or a text typed in the formula. */
export function textOf(name: string, argument: unknown): string {
  const cell = plain(name, Array.isArray(argument) ? (argument as unknown[][])[0]?.[0] : argument);
  if (typeof cell !== "string" || cell === "") throw new Failure("type", `${name} must be a text, not ${cell === null || cell === undefined || cell === "" ? "blank" : String(cell)}`, name);
  return cell;
}

function guarded<T>(work: () => T): T {
  try {
    return work();
  } catch (fault) {
    throw cellError(fault);
  }
}

/** The function behind a formula's cell: arguments in the order of the inputs, then whatever else the host passes. */
export const cellFunction = (formula: Formula) => (...args: unknown[]): number => guarded(() => evaluate(formula, decodeArguments(formula, args)));

/** A function that gives one number, and a failure where that number is none. */
export const valued = (work: (args: readonly unknown[]) => number) => (...args: unknown[]): number => guarded(() => {
  const value = work(args);
  if (!Number.isFinite(value)) throw new Failure("limit", "the result is larger than the largest number there is (1.8e308)");
  return value || 0;
});

/** A function that fills a range; its rows are equally long, since Excel does not check and shows what it likes. */
export const spilled = (work: (args: readonly unknown[]) => Cell[][]) => (...args: unknown[]): Cell[][] => guarded(() => {
  const rows = work(args);
  const width = Math.max(...rows.map((row) => row.length));
  if (rows.some((row) => row.some((cell) => typeof cell === "number" && !Number.isFinite(cell)))) throw new Failure("limit", "a result is larger than the largest number there is (1.8e308)");
  return rows.map((row) => [...row.map((cell) => (cell === 0 ? 0 : cell)), ...Array<Cell>(width - row.length).fill("")]);
});
