/** What a formula over columns gives: its last value, its line, its first rows, and the conventions that it rests on. */
import type { Computed } from "../../series/evaluate";
import { announce } from "../announce";
import { lineChart } from "../charts/lines";
import { drawing } from "../charts/svg";
import { make } from "../dom";
import { spaced, stepValue } from "../format";
import { portion } from "../portion";
import type { ColumnOfValues } from "./columns";

export interface SeriesResult {
  readonly result: HTMLElement;
  readonly rest: HTMLElement;
  show(expression: string, computed: Computed | undefined, columns: ReadonlyMap<string, ColumnOfValues>, hint: string): void;
}

const ROWS_SHOWN = 10;
const shown = (value: number | null | undefined): string => (value === null || value === undefined || value !== value ? "" : stepValue(Number(value.toPrecision(10))));

export function seriesResult(): SeriesResult {
  const value = make("p", { class: "value" });
  const exact = make("p", { class: "exact exact-value" });
  const where = make("p", { class: "returns" });
  const calm = make("p", { class: "hint" });
  const result = make("section", { class: "result", "aria-labelledby": "series-answer" }, make("h3", { id: "series-answer" }, "Latest value"), value, exact, where, calm);
  let drawn: { readonly expression: string; readonly ys: Float64Array; readonly xs: Float64Array } | undefined;
  const picture = drawing((width) => drawn && lineChart({
    label: `${drawn.expression} over ${drawn.ys.length} rows. The table below holds the values.`,
    lines: [{ hue: 0, xs: drawn.xs, ys: drawn.ys }],
    xTitle: "row",
  }, width, Math.min(320, Math.max(190, width * 0.42))));
  const warnings = make("ul", { class: "warnings" });
  const rows = make("div", { class: "scroll", role: "group", "aria-label": "Rows", tabindex: 0 });
  const rowsTitle = make("h3", {}, "Rows");
  const conventions = make("dl", { class: "conventions" });
  const basis = make("section", {}, make("h3", {}, "Conventions"), conventions);
  const rest = make("div", { class: "rest" }, warnings, make("figure", { class: "series-figure" }, picture.element), make("section", {}, make("div", { class: "caption" }, rowsTitle), rows), basis);
  let asked = "";
  let again: (() => void) | undefined;
  const some = portion(ROWS_SHOWN, "rows", () => again?.());
  rows.after(some.element);

  function tabulate(expression: string, { values, first_valid }: Computed, columns: ReadonlyMap<string, ColumnOfValues>): void {
    const from = first_valid ?? 0;
    const shownRows = some.of(Array.from({ length: values.length - from }, (_, i) => from + i));
    rowsTitle.textContent = from === 0 ? "First rows" : `First rows with a value, from row ${from + 1}`;
    rows.replaceChildren(make("table", { class: "figures" },
      make("thead", {}, make("tr", {}, make("th", { scope: "col" }, "row"), ...[...columns.keys()].map((name) => make("th", { scope: "col", class: "number" }, name)), make("th", { scope: "col", class: "number" }, make("code", {}, expression)))),
      make("tbody", {}, ...shownRows.map((row) => make("tr", {}, make("th", { scope: "row" }, String(row + 1)), ...[...columns.values()].map(({ values: own }) => make("td", { class: "number" }, shown(own[row]))), make("td", { class: "number strong", "data-row": row }, shown(values[row])))))));
  }

  return {
    result,
    rest,
    show(expression, computed, columns, hint) {
      const values = computed?.values;
      let last = values ? values.length - 1 : -1;
      while (last >= 0 && values![last] !== values![last]) last--;
      const hasValue = last >= 0;
      result.dataset["state"] = hasValue ? "answered" : "waiting";
      value.textContent = hasValue ? stepValue(Number(values![last]!.toPrecision(7))) : "";
      exact.textContent = hasValue ? String(values![last]) : "";
      where.textContent = hasValue ? `in row ${last + 1} of ${values!.length}; the first value stands in row ${computed!.first_valid! + 1}` : "";
      value.hidden = exact.hidden = where.hidden = !hasValue;
      calm.textContent = hasValue ? "" : computed ? "No row has a value." : hint;
      calm.hidden = calm.textContent === "";
      rest.hidden = !computed;
      if (!computed) return;
      if (asked !== expression) some.reset();
      asked = expression;
      again = () => tabulate(expression, computed, columns);
      drawn = { expression, ys: computed.values, xs: Float64Array.from(computed.values, (_, i) => i + 1) };
      picture.redraw();
      warnings.replaceChildren(...computed.warnings.map(({ message }) => make("li", {}, make("strong", {}, "Warning: "), message)));
      warnings.hidden = computed.warnings.length === 0;
      tabulate(expression, computed, columns);
      const told = Object.entries(computed.conventions);
      conventions.replaceChildren(...told.flatMap(([name, words]) => [make("dt", {}, spaced(name)), make("dd", {}, String(words))]));
      basis.hidden = told.length === 0;
      announce(hasValue ? `Latest value: ${value.textContent}, ${where.textContent}` : "No row has a value", 700);
    },
  };
}
