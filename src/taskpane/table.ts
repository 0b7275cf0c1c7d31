/** Rows inputs: a small table, one line of fields for each row. A block pasted from a sheet fills it. */
import { Failure } from "../core/failure";
import { describeLimits, read, written, type Raw, type Rows } from "../core/parameters";
import { button, make } from "./dom";
import type { Control, Filling } from "./field";
import { spaced } from "./format";

type Row = Readonly<Record<string, unknown>>;

export function tableField(name: string, parameter: Rows): Control {
  const columns = Object.entries(parameter.columns);
  const names = columns.map(([column]) => column);
  const heads = make("tr", {}, ...names.map((column) => make("th", { scope: "col" }, spaced(column))), make("td"));
  const body = make("tbody");
  const lines = (): HTMLTableRowElement[] => [...body.rows];
  const inputsOf = (line: HTMLTableRowElement): HTMLInputElement[] => [...line.querySelectorAll("input")];
  const changed = (): void => void body.dispatchEvent(new Event("input", { bubbles: true }));

  /** Names and the last line's button are those of the place that a row has now. */
  function number(): void {
    lines().forEach((line, i) => {
      inputsOf(line).forEach((input, column) => input.setAttribute("aria-label", `${spaced(name)}, row ${i + 1}, ${spaced(names[column]!)}`));
      line.querySelector("button")!.setAttribute("aria-label", `Remove row ${i + 1} of ${spaced(name)}`);
      line.querySelector("button")!.disabled = lines().length === 1;
    });
  }
  /** A column is as wide as its longest text, within reason; what does not fit the pane scrolls. */
  function fit(): void {
    [...heads.cells].slice(0, names.length).forEach((head, column) => {
      const longest = Math.max(5, ...lines().map((line) => inputsOf(line)[column]!.value.length));
      head.style.minWidth = `calc(${Math.min(longest, 16)}ch + 26px)`;
    });
  }
  function addLine(row: Row = {}): HTMLTableRowElement {
    const line = make(
      "tr",
      {},
      ...columns.map(([column, of]) => {
        const input = make("input", { type: "text", placeholder: of.optional?.default !== undefined ? String(of.optional.default) : undefined, spellcheck: "false", autocomplete: "off", inputmode: of.kind === "text" ? undefined : "decimal" });
        const value = row[column];
        input.value = value === undefined || value === null ? "" : String(of.kind === "date" && typeof value === "number" && value > 0 ? written(of, read(column, of, value) as number) : value);
        return make("td", {}, input);
      }),
      make("td", { class: "narrow" }, button("×", () => {
        const at = lines().indexOf(line);
        line.remove();
        number();
        inputsOf(lines()[Math.min(at, lines().length - 1)]!)[0]!.focus();
        changed();
      }, { class: "quiet" })),
    );
    body.append(line);
    return line;
  }
  function write(rows: readonly Row[]): void {
    body.replaceChildren();
    for (const row of rows.length ? rows : [{}, {}]) addLine(row);
    number();
    fit();
  }

  const add = button("Add a row", () => {
    const line = addLine();
    number();
    inputsOf(line)[0]!.focus();
  }, { class: "quiet" });
  const element = make(
    "div",
    { class: "table" },
    make("div", { class: "scroll" }, make("table", {}, make("thead", {}, heads), body)),
    add,
  );
  const details = make("dl", { class: "columns" }, ...columns.flatMap(([column, of]) => [make("dt", {}, spaced(column)), make("dd", {}, [of.text, describeLimits(of)].filter(Boolean).join("; "))]));
  write([]);
  body.addEventListener("input", fit);

  body.addEventListener("paste", (event) => {
    const text = event.clipboardData?.getData("text/plain").replace(/\r\n?/g, "\n").replace(/\n$/, "") ?? "";
    if (!/[\t\n]/.test(text) || !(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    const from = lines().findIndex((line) => line.contains(event.target as Node));
    const first = inputsOf(lines()[from]!).indexOf(event.target);
    text.split("\n").forEach((pasted, down) => {
      const line = lines()[from + down] ?? addLine();
      pasted.split("\t").forEach((cell, across) => {
        const input = inputsOf(line)[first + across];
        if (input) input.value = cell.trim();
      });
    });
    number();
    changed();
  });

  /** Rows of cells: a first row of words names the columns, otherwise they stand in the order of the definition. */
  function rowsOf(cells: readonly (readonly unknown[])[]): Row[] {
    const [top = []] = cells;
    const headed = top.map((cell) => String(cell).trim().toLowerCase().replace(/\s+/g, "_"));
    const isHeader = top.every((cell) => typeof cell === "string" && cell.trim() !== "" && Number.isNaN(Number(cell)));
    const order = isHeader ? headed : names;
    const unknown = order.find((column) => !names.includes(column));
    if (unknown !== undefined || top.length > order.length) throw new Failure("unknown", `the columns of ${name} are ${names.join(", ")}, in this order or named in the first row${unknown === undefined ? "" : `; there is no ${JSON.stringify(unknown)}`}`, name);
    return (isHeader ? cells.slice(1) : cells).map((row) => Object.fromEntries(row.map((cell, i) => [order[i]!, cell === "" && !parameter.columns[order[i]!]!.optional ? 0 : cell])));
  }

  return {
    element,
    details,
    described: () => lines().flatMap(inputsOf),
    raw(): Raw {
      const rows = lines().map((line) => Object.fromEntries(inputsOf(line).map((input, i) => [names[i]!, input.value.trim()] as const).filter(([, text]) => text !== "")));
      const last = rows.findLastIndex((row) => Object.keys(row).length > 0);
      return last < 0 ? undefined : rows.slice(0, last + 1);
    },
    fill: (value: Filling) => write(Array.isArray(value) ? (value as readonly unknown[] as readonly Row[]) : []),
    fillFrom: ({ values }) => write(rowsOf(values)),
    isUnfinished: () => {
      const active = document.activeElement;
      return active instanceof HTMLInputElement && body.contains(active) && /^[-+]?\.?$|e[-+]?$/i.test(active.value.trim()) && active.value !== "";
    },
    reading: () => "",
    mended: () => undefined,
    point(words) {
      // The core names the row and the column: "scenarios row 2, probability must …" or "scenarios row 2 lacks years".
      const [, row, column] = /\brow (\d+)(?:, | lacks )(\w+)/.exec(words ?? "") ?? [];
      lines().forEach((line, i) => inputsOf(line).forEach((input, at) => {
        const isIt = words !== undefined && (row === undefined || (i + 1 === Number(row) && names[at] === column));
        if (isIt) input.setAttribute("aria-invalid", "true");
        else input.removeAttribute("aria-invalid");
      }));
    },
  };
}
