/** A table to type in: one row a holding or instrument, with the columns that its kind needs. Blocks pasted from a sheet fill it. */
import { isoDate } from "../../core/dates";
import { readGrid, type Column } from "../../cap-table/table";
import type { Failure } from "../../core/failure";
import { button, make } from "../dom";
import { spaced } from "../format";
import type { Taken } from "../office";
import { portion } from "../portion";
import { plainNumber } from "../reading";
import { called, columnNamed, normalised, type Layout } from "./layouts";

/** A row as it was typed: texts by the names of the columns. */
export type Draft = Readonly<Record<string, string>>;

export interface RowsTable {
  readonly element: HTMLElement;
  /** The rows that hold anything, as the engine reads them. */
  records(): readonly Draft[];
  fill(drafts: readonly Draft[]): void;
  /** Takes a block of cells whose first row names the columns; throws Failure where it names others. */
  fillFrom(taken: Taken): void;
  refer(address: string | undefined): void;
  /** Shows each failure beside its row, and gives back those that belong to none. Those too early to be told are kept quiet. */
  tell(failures: readonly Failure[]): readonly Failure[];
}

/** Every row computes; more of them than these at once would hold up the page. */
const ROWS_SHOWN = 100;
const WIDTHS: Readonly<Record<Column["kind"], string>> = { text: "text", choice: "choice", number: "number", date: "date", yes_no: "choice" };

export function rowsTable(layout: Layout, take: () => void): RowsTable {
  const { name, columns, always, byKind, kind: usualKind } = layout;
  let drafts: Record<string, string>[] = [{}];
  let all = false;
  /** Rows that are shown though they stand far down: those just added, and those at fault. */
  let sought = new Set<number>();
  const fullNames = Object.keys(columns);
  const kindOf = (draft: Draft): string => normalised(draft["kind"] ?? "") || usualKind;
  const isBlank = (draft: Draft): boolean => Object.entries(draft).every(([column, text]) => column === "kind" || text.trim() === "");
  const belongs = (column: string, draft: Draft): boolean => columns[column]!.only?.includes(kindOf(draft)) ?? true;
  /** The rows that hold anything, by their place in the table: the engine counts only those. */
  const filled = (): number[] => drafts.flatMap((draft, row) => (isBlank(draft) ? [] : [row]));

  function shownColumns(): string[] {
    const wanted = new Set([...always, ...drafts.flatMap((draft) => (isBlank(draft) ? [] : (byKind[kindOf(draft)] ?? [])))]);
    return fullNames.filter((column) => all || wanted.has(column) || drafts.some((draft) => (draft[column] ?? "") !== ""));
  }

  const head = make("tr");
  const body = make("tbody");
  const table = make("table", { "aria-labelledby": `${name}-title` }, make("thead", {}, head), body);
  const scroll = make("div", { class: "scroll" }, table);
  const origin = make("p", { class: "origin", hidden: true });
  const note = make("p", { class: "help", role: "status", hidden: true });
  const mend = button("Write plain numbers", () => {
    for (const draft of drafts) for (const [column, text] of Object.entries(draft)) if (columns[column]?.kind === "number") draft[column] = plainNumber(text) ?? text;
    render();
    changed();
  }, { class: "quiet", hidden: true });
  const changed = (): void => void body.dispatchEvent(new Event("input", { bubbles: true }));

  const cellAt = (row: number, column: string | undefined): HTMLElement | null => body.querySelector<HTMLElement>(`[data-row="${row}"][data-column="${column}"]`);
  function focusCell(row: number, column: string): void {
    const cell = cellAt(row, column);
    cell?.focus();
    if (cell instanceof HTMLInputElement) cell.select();
  }

  /** What a blank stands for. */
  function placeholder(column: string, draft: Draft): string {
    const { default: standIn, defaultFrom } = columns[column]!;
    if (defaultFrom !== undefined) return draft[defaultFrom] || (defaultFrom === "kind" ? kindOf(draft) : "");
    return standIn === undefined ? (columns[column]!.kind === "date" ? "YYYY-MM-DD" : "") : String(standIn);
  }
  function control(column: string, row: number): HTMLElement {
    const draft = drafts[row]!;
    const value = draft[column] ?? "";
    const { kind, choices, default: standIn } = columns[column]!;
    const common = { "data-row": row, "data-column": column, "aria-label": `${spaced(column)}, row ${row + 1} of ${layout.title}` };
    const options = kind === "yes_no" ? ["true", "false"] : choices;
    if (options && (value === "" || options.includes(value))) {
      const wording = (choice: string): string => (kind === "yes_no" ? { true: "yes", false: "no" }[choice]! : called(choice));
      const usual = String(standIn);
      const select = make("select", common, ...options.map((choice) => make("option", { value: choice === usual ? "" : choice }, wording(choice))));
      select.value = value === usual ? "" : value;
      return select;
    }
    const input = make("input", { ...common, type: "text", class: WIDTHS[kind], spellcheck: "false", autocomplete: "off", inputmode: kind === "number" ? "decimal" : undefined, placeholder: placeholder(column, draft) });
    input.value = value;
    return input;
  }
  const rest = portion(ROWS_SHOWN, "rows, kept and counted", () => render());
  function shownRows(): number[] {
    const first = rest.of(drafts).length;
    return [...Array(first).keys(), ...[...sought].filter((row) => row >= first && row < drafts.length).sort((a, b) => a - b)];
  }
  function render(): void {
    const shown = shownColumns();
    head.replaceChildren(...shown.map((column) => make("th", { scope: "col", class: columns[column]!.kind === "number" ? "number" : undefined, title: columns[column]!.help }, spaced(column))), make("td"));
    body.replaceChildren(...shownRows().map((row) => [row, drafts[row]!] as const).map(([row, draft]) =>
      make("tr", { "data-line": row }, ...shown.map((column) =>
        // What does not belong to the row's kind is not asked for; a value that stands there all the same can be taken out.
        make("td", { class: WIDTHS[columns[column]!.kind] }, belongs(column, draft) || draft[column] ? control(column, row) : make("span", { class: "not-asked", "aria-hidden": "true" }, "–"))),
        make("td", { class: "narrow" }, button("×", () => remove(row), { class: "quiet", "aria-label": `Remove row ${row + 1} of ${layout.title}`, ...(drafts.length === 1 && { disabled: true }) })))));
    more.textContent = all ? "Fewer columns" : "More columns";
    more.setAttribute("aria-expanded", String(all));
    more.hidden = !all && shown.length === fullNames.length;
  }
  /** Draws anew and leaves the keyboard where it was. */
  function renderInPlace(): void {
    const { row, column } = (document.activeElement as HTMLElement | null)?.dataset ?? {};
    const hadFocus = body.contains(document.activeElement);
    render();
    if (hadFocus && row !== undefined) cellAt(Number(row), column)?.focus();
  }
  function remove(row: number): void {
    drafts.splice(row, 1);
    sought = new Set([...sought].map((other) => (other > row ? other - 1 : other)));
    render();
    focusCell(shownRows().find((other) => other >= row) ?? shownRows().at(-1)!, shownColumns()[0]!);
    changed();
  }
  function add(): number {
    const before = drafts[drafts.length - 1];
    // Options follow options: the next row is most likely of the same kind.
    drafts.push(before && !isBlank(before) && before["kind"] ? { kind: before["kind"] } : {});
    sought.add(drafts.length - 1);
    return drafts.length - 1;
  }
  function replace(given: readonly Draft[]): void {
    drafts = given.length ? given.map((draft) => ({ ...draft })) : [{}];
    sought = new Set();
    rest.reset();
    note.hidden = true;
    render();
  }

  const more = button("", () => {
    all = !all;
    render();
  }, { class: "quiet", "aria-controls": `${name}-table` });
  table.id = `${name}-table`;
  const addButton = button(layout.add, () => {
    const row = add();
    render();
    focusCell(row, shownColumns()[0]!);
  }, { class: "quiet" });

  body.addEventListener("input", (event) => {
    const { row, column } = (event.target as HTMLElement).dataset;
    if (row === undefined || column === undefined) return;
    const draft = drafts[Number(row)]!;
    draft[column] = (event.target as HTMLInputElement).value;
    if (column === "kind") renderInPlace();
  });
  body.addEventListener("keydown", (event) => {
    const cell = event.target as HTMLElement;
    const { row, column } = cell.dataset;
    if (row === undefined || column === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    const down = event.key === "Enter" ? (event.shiftKey ? -1 : 1) : cell instanceof HTMLInputElement ? { ArrowDown: 1, ArrowUp: -1 }[event.key] : undefined;
    if (down === undefined) return;
    event.preventDefault();
    if (Number(row) === drafts.length - 1 && down === 1 && event.key === "Enter" && !isBlank(drafts[Number(row)]!)) {
      add();
      render();
    }
    // Rows of another kind have no such cell: the next that has one is meant.
    const beyond = shownRows().filter((other) => (other - Number(row)) * down > 0);
    const to = (down > 0 ? beyond : beyond.reverse()).find((other) => cellAt(other, column));
    if (to !== undefined) focusCell(to, column);
  });
  body.addEventListener("paste", (event) => {
    const text = event.clipboardData?.getData("text/plain").replace(/\r\n?/g, "\n").replace(/\n$/, "") ?? "";
    const { row, column } = (event.target as HTMLElement).dataset;
    if (!/[\t\n]/.test(text) || row === undefined || column === undefined) return;
    event.preventDefault();
    const lines = text.split("\n").map((line) => line.split("\t").map((cell) => cell.trim()));
    const titles = titlesOf(lines);
    const shown = shownColumns();
    const places = titles ?? lines[0]!.map((_, across) => shown[shown.indexOf(column) + across] ?? "");
    (titles ? lines.slice(1) : lines).forEach((cells, down) => {
      const at = Number(row) + down;
      // Under names of columns stand whole rows; without them a block goes over the cells that it covers.
      if (titles || at >= drafts.length) drafts[at] = {};
      cells.forEach((cell, across) => place(drafts[at]!, places[across] ?? "", cell));
    });
    render();
    focusCell(Number(row), column);
    changed();
  });

  const isWord = (cell: string): boolean => /\p{L}/u.test(cell) && plainNumber(cell) === undefined;
  /** The columns that the first of some pasted lines names, undefined where it names none; says which of its words are no column. */
  function titlesOf([first = [], second = []]: readonly (readonly string[])[]): (string | undefined)[] | undefined {
    const titles = first.map((title) => columnNamed(title, layout));
    const strange = first.filter((title, i) => title !== "" && titles[i] === undefined);
    const known = titles.filter((title) => title !== undefined);
    const isHeader = known.length > 0 && (strange.length === 0 || (known.length > 1 && first.every((title) => title === "" || isWord(title))));
    // Words above numbers are most likely names of columns, in words of their own.
    const isStrange = !isHeader && first.length > 1 && first.every(isWord) && !second.every(isWord);
    const words = strange.map((title) => JSON.stringify(title)).join(", ");
    note.hidden = isHeader ? strange.length === 0 : !isStrange;
    note.textContent = `${isHeader ? `Left out: ${words}, which is no column of this table.` : `The first row names no column of this table, so it stands as a row: ${words}.`} The columns are ${fullNames.map(spaced).join(", ")}.`;
    return isHeader ? titles : undefined;
  }
  /** A choice in other letters is the same choice; what is none stays, and the engine says so. */
  function place(draft: Record<string, string>, column: string, text: string): void {
    const of = columns[column];
    if (!of) return;
    const choices = of.kind === "yes_no" ? ["true", "false"] : of.choices;
    const value = choices?.find((choice) => choice === normalised(text)) ?? text;
    draft[column] = choices && value === String(of.default) ? "" : value;
  }

  const element = make(
    "section",
    { class: "rows-table", "aria-labelledby": `${name}-title`, "data-input": name },
    make("div", { class: "caption" }, make("h3", { id: `${name}-title` }, layout.title), button("From selection", take, { class: "quiet in-excel", "aria-label": `Take ${layout.title} from the selected cells`, title: "Take the selected cells; their first row names the columns" })),
    make("p", { class: "help" }, layout.help),
    scroll,
    rest.element,
    note,
    origin,
    make("div", { class: "row-buttons" }, addButton, more, mend),
    make("details", { class: "meaning" }, make("summary", {}, "What the columns mean"), make("dl", { class: "columns" }, ...Object.entries(columns).flatMap(([column, { help }]) => [make("dt", {}, spaced(column)), make("dd", {}, help)]))),
  );
  render();

  return {
    element,
    records: () => filled().map((row) => ({ ...drafts[row]! })),
    fill: (given) => replace(given.map((draft) => {
      const own: Record<string, string> = {};
      for (const [column, text] of Object.entries(draft)) place(own, column, text);
      return own;
    })),
    fillFrom({ values }) {
      const [top = [], ...lines] = values;
      // The engine's own reader says what is wrong with the names.
      readGrid({ name, help: "", columns, rules: [] }, [top]);
      const titles = top.map((title) => normalised(String(title)));
      replace(lines.map((cells) => {
        const draft: Record<string, string> = {};
        cells.forEach((cell, across) => {
          const of = columns[titles[across]!];
          if (of && cell !== "" && cell !== null) place(draft, titles[across]!, of.kind === "date" && typeof cell === "number" && cell >= 61 ? isoDate(Math.floor(cell)) : String(cell));
        });
        return draft;
      }).filter((draft) => !isBlank(draft)));
    },
    refer(address) {
      origin.hidden = address === undefined;
      origin.textContent = address === undefined ? "" : `The formula reads ${address}`;
    },
    tell(failures) {
      for (const line of body.querySelectorAll(".fault-row")) line.remove();
      for (const cell of body.querySelectorAll("[aria-invalid]")) {
        cell.removeAttribute("aria-invalid");
        cell.removeAttribute("aria-describedby");
      }
      const places = filled();
      const elsewhere: Failure[] = [];
      const located = failures.map((failure) => {
        const [found, number, rest = ""] = new RegExp(`^(?:The call gives )?${name} row (\\d+)(.*)$`, "s").exec(failure.message) ?? [];
        return { failure, rest, row: found === undefined ? undefined : places[Number(number) - 1] };
      });
      const hidden = located.flatMap(({ row }) => (row === undefined || body.querySelector(`[data-line="${row}"]`) ? [] : [row]));
      if (hidden.length) {
        for (const row of hidden) sought.add(row);
        renderInPlace();
      }
      for (const { failure, rest, row } of located) {
        const line = row === undefined ? null : body.querySelector(`[data-line="${row}"]`);
        if (row === undefined || !line) {
          elsewhere.push(failure);
          continue;
        }
        // Who is still typing a row need not be told that it is not complete.
        if (failure.kind === "missing" && line.contains(document.activeElement)) continue;
        const id = `${name}-${row}-fault`;
        const words = rest.replace(/^(?:, column |: | )/, "");
        const named = /^, column (\w+)/.exec(rest)?.[1];
        const concerned = shownColumns().filter((column) => (named ? column === named : new RegExp(`\\b${column} is `).test(rest)));
        for (const column of concerned) {
          cellAt(row, column)?.setAttribute("aria-invalid", "true");
          cellAt(row, column)?.setAttribute("aria-describedby", id);
        }
        const told = line.nextElementSibling?.classList.contains("fault-row") ? line.nextElementSibling.querySelector("p")! : undefined;
        if (told) told.append(` ${words}`);
        else line.after(make("tr", { class: "fault-row" }, make("td", { colspan: 20 }, make("p", { id }, words))));
      }
      mend.hidden = !drafts.some((draft) => Object.entries(draft).some(([column, text]) => columns[column]?.kind === "number" && plainNumber(text) !== undefined));
      return elsewhere;
    },
  };
}
