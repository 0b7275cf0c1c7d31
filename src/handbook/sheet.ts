/** Pieces of a sheet: ranges as they stand in cells, what they spill, and how the numbers are written for reading. */
import { Failure } from "../core/failure";
import { code, escape } from "./page";

export type Cell = string | number | boolean | null | undefined;
export type Grid = readonly (readonly Cell[])[];

/** At most so many digits behind the point; thousands are set apart. A number is never cut below seven figures. */
export function figure(value: number, digits = 7): string {
  const decimals = Math.abs(value) >= 1 ? Math.max(0, digits - 1 - Math.floor(Math.log10(Math.abs(value)))) : digits;
  const [whole = "", fraction] = value.toFixed(Math.min(decimals, 12)).split(".");
  const rest = fraction?.replace(/0+$/, "");
  return `${whole.replace(/\B(?=(\d{3})+(?!\d))/g, ",")}${rest ? `.${rest}` : ""}`.replace("-", "\u2212");
}
/** A fraction as percent. */
export const percent = (value: number): string => `${figure(value * 100, 4)}\u00A0%`;

const shownCell = (cell: Cell): string => (typeof cell === "number" ? figure(cell) : typeof cell === "boolean" ? String(cell).toUpperCase() : (cell ?? ""));

/** A wide table scrolls in its own frame, which the keyboard must reach. */
const frame = (label: string, table: string): string => `<div class="scroll" tabindex="0" role="group" aria-label="${escape(label)}">${table}</div>`;

const letter = (place: number): string => String.fromCharCode(65 + place);

/** A range as a sheet shows it: letters above, row numbers beside. `top` is the row in which it begins. */
export function sheet(label: string, grid: Grid, top = 1): string {
  const letters = (grid[0] ?? []).map((_, place) => `<th scope="col">${letter(place)}</th>`).join("");
  const rows = grid.map((cells, r) => `<tr><th scope="row">${top + r}</th>${cells.map((cell) => `<td${typeof cell === "number" ? ' class="number"' : ""}>${escape(shownCell(cell))}</td>`).join("")}</tr>`);
  return frame(label, `<table class="sheet" aria-label="${escape(label)}"><thead><tr><td></td>${letters}</tr></thead><tbody>${rows.join("\n")}</tbody></table>`);
}

/** What a function spills: a header row, then rows. Columns whose name begins with pct_ are fractions and shown as percents. */
export function spill(label: string, [header = [], ...rows]: Grid, lastIsTotal = false): string {
  const names = header.map(String);
  const numeric = names.map((_, place) => rows.some((row) => typeof row[place] === "number" || /^[\d.,]+\u00A0%$/.test(String(row[place]))));
  const classOf = (place: number): string => (numeric[place] ? ' class="number"' : "");
  const head = names.map((name, place) => `<th scope="col"${classOf(place)}>${/^[a-z_]+$/.test(name) ? code(name) : escape(name)}</th>`).join("");
  const body = rows.map((row, r) => `<tr${lastIsTotal && r === rows.length - 1 ? ' class="answer"' : ""}>${row.map((cell, place) => `<td${classOf(place)}>${escape(typeof cell === "number" && names[place]?.startsWith("pct_") ? percent(cell) : shownCell(cell))}</td>`).join("")}</tr>`);
  return frame(label, `<table class="spill" aria-label="${escape(label)}"><thead><tr>${head}</tr></thead><tbody>${body.join("\n")}</tbody></table>`);
}

/** Records as a range: the columns that any of them fills, named in the first row. */
export function gridOf(records: readonly Readonly<Record<string, Cell>>[]): Grid {
  const names = [...new Set(records.flatMap((record) => Object.keys(record)))];
  return [names, ...records.map((record) => names.map((name) => record[name] ?? ""))];
}

/** The reference of a range that begins in column A of a row. */
export const reference = (grid: Grid, top: number): string => `A${top}:${letter((grid[0]?.length ?? 1) - 1)}${top + grid.length - 1}`;

/** How a call is refused: the words, and the error that a cell shows beside them. A call that is not refused is a fault of ours. */
export function refusal(call: () => unknown): { readonly error: string; readonly words: string } {
  try {
    call();
  } catch (error) {
    if (error instanceof Failure) return { error: error.kind === "no_value" ? "#N/A" : "#VALUE!", words: error.message };
    throw error;
  }
  throw new RangeError("an example of a refusal was answered");
}
