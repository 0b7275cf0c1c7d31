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

const written = (values: readonly (number | null)[]): string => values.map((value) => (value === null ? "" : String(value))).join("\n");

export function columnField(name: string, { take, spread }: ColumnActions): ColumnField {
  const id = `series-${name}`;
  const area = make("textarea", { id, rows: 3, spellcheck: "false", autocomplete: "off", placeholder: "Paste a column of numbers", "aria-describedby": `${id}-told ${id}-fault` });
  const told = make("span", { class: "column-told", id: `${id}-told` });
  const origin = make("p", { class: "origin", hidden: true });
  const words = make("span");
  const mend = button("Write plain numbers", () => {
    area.value = area.value.split("\n").map((line) => plainNumber(line) ?? line).join("\n");
    changed();
  }, { class: "quiet", hidden: true });
  const fault = make("div", { class: "fault", id: `${id}-fault`, hidden: true }, words, mend);
  let held: ColumnOfValues | undefined;
  let heading = "";
  let taken: Taken | undefined;

  function describe(): void {
    const missing = held ? held.values.filter((value) => value === null).length : 0;
    told.textContent = !held ? "" : [heading, `${forReading(held.values.length, "count")} rows`, missing ? `${missing} missing` : ""].filter(Boolean).join(" · ");
    origin.hidden = taken === undefined;
    origin.textContent = taken === undefined ? "" : `The formula reads ${addressOf(taken)}`;
  }
  function read(): void {
    const [cells = []] = area.value.trim() === "" ? [] : pastedColumns(area.value);
    held = cells.length ? columnOf(cells, false) : undefined;
    heading = held?.title ?? "";
    taken = undefined;
    describe();
  }
  const changed = (): void => {
    read();
    area.dispatchEvent(new Event("input", { bubbles: true }));
  };
  area.addEventListener("input", (event) => {
    if (event.isTrusted) read();
  });
  area.addEventListener("paste", (event) => {
    const text = event.clipboardData?.getData("text/plain") ?? "";
    const columns = pastedColumns(text);
    if (columns.length < 2) return;
    event.preventDefault();
    area.value = columns[0]!.join("\n");
    read();
    spread(columns.slice(1));
    area.dispatchEvent(new Event("input", { bubbles: true }));
  });

  const element = make(
    "div",
    { class: "field column", "data-input": name },
    make("div", { class: "caption" }, make("label", { for: id }, make("code", { class: "letter" }, name)), told, button("From selection", take, { class: "quiet in-excel", "aria-label": `Take ${name} from the selected cells`, title: "Take the selected cells; several columns become a, b, c …" })),
    area,
    origin,
    fault,
  );
  return {
    name,
    element,
    column: () => held,
    title: () => heading,
    fill(values, title) {
      area.value = written(values);
      read();
      heading = title;
      describe();
    },
    fillFrom(cells, from) {
      held = columnOf(cells, true);
      heading = held.title ?? "";
      taken = from;
      area.value = written(held.values);
      describe();
    },
    reference: () => taken,
    clear() {
      area.value = "";
      read();
    },
    tell(problem) {
      fault.hidden = problem === undefined;
      words.textContent = problem ?? "";
      mend.hidden = held?.dressed === undefined || taken !== undefined;
      if (problem === undefined) area.removeAttribute("aria-invalid");
      else area.setAttribute("aria-invalid", "true");
    },
  };
}
