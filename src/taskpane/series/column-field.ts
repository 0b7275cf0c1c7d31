/** One input of a formula: a column of numbers to type, paste or take from the sheet. */
import { button, make } from "../dom";
import { forReading } from "../format";
import { plainNumber } from "../reading";
import { addressOf } from "../cell-text";
import type { Taken } from "../office";
import { columnOf, pastedColumns, type ColumnOfValues } from "./columns";

export interface ColumnField {
  readonly name: string;
  readonly element: HTMLElement;
  /** Undefined where it is empty. */
  column(): ColumnOfValues | undefined;
  title(): string;
  fill(values: readonly (number | null)[], title: string): void;
  /** Takes the cells of one column. */
  fillFrom(cells: readonly unknown[], taken: Taken): void;
  /** The cells that it stands for. */
  reference(): Taken | undefined;
  clear(): void;
  tell(words: string | undefined): void;
}

export interface ColumnActions {
  readonly take: () => void;
  /** Further columns of one paste, for the inputs that follow. */
  readonly spread: (columns: readonly string[][]) => void;
}

const written = (value: number | null): string => (value === null ? "" : String(value));
/** A text field lays out every line that it holds; of a longer column it shows the beginning, to be read and not to be typed in. */
const MOST_LINES = 2000;

export function columnField(name: string, { take, spread }: ColumnActions): ColumnField {
  const id = `series-${name}`;
  const area = make("textarea", { id, rows: 3, spellcheck: "false", autocomplete: "off", placeholder: "Paste a column of numbers", "aria-describedby": `${id}-told ${id}-fault` });
  const told = make("span", { class: "column-told", id: `${id}-told` });
  const cut = make("p", { class: "help", hidden: true });
  const origin = make("p", { class: "origin", hidden: true });
  const words = make("span");
  const mend = button("Write plain numbers", () => {
    write(cells.map((cell) => plainNumber(cell) ?? cell));
    changed();
  }, { class: "quiet", hidden: true });
  const fault = make("div", { class: "fault", id: `${id}-fault`, hidden: true }, words, mend);
  /** What stands in the field, also where it does not show all of it. */
  let cells: readonly string[] = [];
  let held: ColumnOfValues | undefined;
  let heading = "";
  let taken: Taken | undefined;

  /** Shows cells in the field: all of them, or the first ones of very many. */
  function display(): void {
    area.readOnly = cells.length > MOST_LINES;
    area.value = (area.readOnly ? cells.slice(0, MOST_LINES) : cells).join("\n");
    cut.hidden = !area.readOnly;
    cut.textContent = area.readOnly ? `… and ${forReading(cells.length - MOST_LINES, "count")} more rows, kept and counted. Paste again to change them.` : "";
  }
  function describe(): void {
    const missing = held ? held.values.filter((value) => value === null).length : 0;
    told.textContent = !held ? "" : [heading, `${forReading(held.values.length, "count")} rows`, missing ? `${missing} missing` : ""].filter(Boolean).join(" · ");
    origin.hidden = taken === undefined;
    origin.textContent = taken === undefined ? "" : `The formula reads ${addressOf(taken)}`;
  }
  function hold(given: readonly string[]): void {
    cells = given;
    held = cells.length ? columnOf(cells, false) : undefined;
    heading = held?.title ?? "";
    taken = undefined;
    describe();
  }
  function write(given: readonly string[]): void {
    hold(given);
    display();
  }
  const changed = (): void => void area.dispatchEvent(new Event("input", { bubbles: true }));
  const read = (text: string): string[][] => (text.trim() === "" ? [] : pastedColumns(text));
  area.addEventListener("input", (event) => {
    if (event.isTrusted) hold(read(area.value)[0] ?? []);
  });
  area.addEventListener("paste", (event) => {
    const text = event.clipboardData?.getData("text/plain") ?? "";
    let columns = read(text);
    if (columns.length === 0 || (columns.length === 1 && columns[0]!.length <= MOST_LINES && !area.readOnly)) return;
    event.preventDefault();
    if (columns.length === 1 && !area.readOnly) columns = read(area.value.slice(0, area.selectionStart) + text + area.value.slice(area.selectionEnd));
    write(columns[0]!);
    spread(columns.slice(1));
    changed();
  });

  const element = make(
    "div",
    { class: "field column", "data-input": name },
    make("div", { class: "caption" }, make("label", { for: id }, make("code", { class: "letter" }, name)), told, button("From selection", take, { class: "quiet in-excel", "aria-label": `Take ${name} from the selected cells`, title: "Take the selected cells; several columns become a, b, c …" })),
    area,
    cut,
    origin,
    fault,
  );
  return {
    name,
    element,
    column: () => held,
    title: () => heading,
    fill(values, title) {
      write(values.map(written));
      heading = title;
      describe();
    },
    fillFrom(values, from) {
      held = columnOf(values, true);
      heading = held.title ?? "";
      taken = from;
      cells = held.values.map(written);
      display();
      describe();
    },
    reference: () => taken,
    clear: () => write([]),
    tell(problem) {
      fault.hidden = problem === undefined;
      words.textContent = problem ?? "";
      mend.hidden = held?.dressed === undefined || taken !== undefined;
      if (problem === undefined) area.removeAttribute("aria-invalid");
      else area.setAttribute("aria-invalid", "true");
    },
  };
}
