/** Columns of numbers as they come from a text, a sheet's clipboard or cells. A missing value is null, and nothing is guessed. */
import type { Reference, Taken } from "../office";
import { plainNumber } from "../reading";

export interface ColumnOfValues {
  /** The words in its first cell, where those are no number. */
  readonly title?: string;
  readonly values: readonly (number | null)[];
  /** How many of its cells hold a text that is no number. */
  readonly texts: number;
  /** The first of those texts. */
  readonly text?: string;
  /** The first text that would be a number if it were written plainly. */
  readonly dressed?: string;
}

const PLAIN = /^[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?$/i;

/** A heading takes no row, as long as it is a heading: in cells it keeps its row, so that rows stay beside each other. */
export function columnOf(cells: readonly unknown[], keepHeading: boolean): ColumnOfValues {
  let texts = 0;
  let first: string | undefined;
  let dressed: string | undefined;
  const read = (cell: unknown): number | null => {
    if (typeof cell === "number") return Number.isFinite(cell) ? cell : null;
    if (typeof cell === "boolean") return Number(cell);
    const text = String(cell ?? "").trim();
    if (text === "") return null;
    if (PLAIN.test(text) && typeof cell === "string" && !keepHeading) return Number.isFinite(Number(text)) ? Number(text) : null;
    texts++;
    if (cell !== heading) first ??= text;
    if (plainNumber(text) !== undefined) dressed ??= text;
    return null;
  };
  const top = String(cells[0] ?? "").trim();
  const isHeading = typeof cells[0] === "string" && /\p{L}/u.test(top) && !PLAIN.test(top) && plainNumber(top) === undefined && cells.length > 1;
  const heading = isHeading ? cells[0] : undefined;
  const values = (isHeading && !keepHeading ? cells.slice(1) : cells).map(read);
  return { ...(isHeading && { title: top }), values, texts: isHeading && keepHeading ? texts - 1 : texts, ...(first !== undefined && { text: first }), ...(dressed !== undefined && { dressed }) };
}

/** The cells of a pasted text, column by column. */
export function pastedColumns(text: string): string[][] {
  const rows = text.replace(/\r\n?/g, "\n").replace(/\n+$/, "").split("\n").map((line) => line.split("\t"));
  // One row of many cells is a series that lies on its side.
  if (rows.length === 1 && rows[0]!.length > 1) return [rows[0]!];
  const width = Math.max(...rows.map((row) => row.length));
  return Array.from({ length: width }, (_, column) => rows.map((row) => row[column] ?? ""));
}

const columnNumber = (letters: string): number => [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
const columnLetters = (column: number): string => (column > 26 ? columnLetters(Math.floor((column - 1) / 26)) : "") + String.fromCharCode(65 + ((column - 1) % 26));

/** The columns of a block of cells, each with its own address; a single row stays one series. */
export function takenColumns({ sheet, cells, values }: Taken): { readonly reference: Taken; readonly cells: readonly unknown[] }[] {
  if (values.length === 1) return [{ reference: { sheet, cells, values }, cells: values[0]! }];
  const [, from, top, bottom] = /^\$?([A-Z]+)\$?(\d+)(?::\$?[A-Z]+\$?(\d+))?$/.exec(cells) ?? [];
  return values[0]!.map((_, i) => {
    const letters = from && columnLetters(columnNumber(from) + i);
    const column = values.map((row) => [row[i]]);
    const address = values[0]!.length === 1 || !letters ? cells : `${letters}${top}:${letters}${bottom ?? top}`;
    return { reference: { sheet, cells: address, values: column }, cells: column.map(([cell]) => cell) };
  });
}

/** Where columns that stand in no cells yet would go: A2:A251 and on, under a heading. */
export const standIn = (place: number, rows: number): Reference => ({ sheet: "", cells: `${columnLetters(place + 1)}2:${columnLetters(place + 1)}${rows + 1}` });
