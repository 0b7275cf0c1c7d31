/** A spilled answer to take along: its formula, and its values as a table. */
import { MAX_CELL } from "./cell-text";
import { copyButton } from "./clipboard";
import { button, make } from "./dom";
import { formulaLine } from "./formula-line";
import type { Inserter } from "./insertion";
import type { Reference } from "./office";
import { tabSeparated, type Rows } from "./tab-separated";

export interface Taking {
  /** The formula for a cell of that sheet; without one, for a cell of any. */
  readonly formula: (sheet?: string) => string;
  readonly reads: readonly Reference[];
  /** The values with their header row. */
  readonly table: () => Rows;
  readonly numberFormats: readonly (string | undefined)[];
}

export function takeAlong(what: string, inserter: Inserter): { readonly element: HTMLElement; show(taking: Taking | undefined): void } {
  let now: Taking | undefined;
  const line = formulaLine("In Excel with VAL", `${what} formula`);
  const insertFormula = button("Insert the formula", () => {
    const taking = now;
    if (taking) void inserter.write(`${what} formula`, (book, overwrite) => book.insert({ formula: taking.formula, reads: taking.reads, overwrite }));
  }, { class: "primary in-excel" });
  const insertTable = button("Insert the values", () => {
    const taking = now;
    if (taking) void inserter.write(`${what} table`, (book, overwrite) => book.insertTable({ rows: taking.table(), numberFormats: taking.numberFormats, overwrite }));
  }, { class: "in-excel" });
  const copyTable = copyButton(`${what} table`, () => now && tabSeparated(now.table()), "Copy the table");
  return {
    element: make("div", { class: "take-along" }, line.element, make("div", { class: "buttons" }, insertFormula, insertTable, copyTable), inserter.outcome),
    show(taking) {
      now = taking;
      const text = taking?.formula();
      const isLong = text !== undefined && text.length > MAX_CELL;
      line.show(isLong ? undefined : text, isLong ? `With the tables written out the formula is longer than a cell takes (${MAX_CELL} characters): put them in cells and take them from there.` : "The formula follows with the answer.");
      insertFormula.disabled = text === undefined || isLong;
      insertTable.disabled = copyTable.disabled = text === undefined;
    },
  };
}
