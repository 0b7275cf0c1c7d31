/** CSV with the columns of holdings and instruments (RFC 4180), as spreadsheets write and read it. */
import { holdingsTable, instrumentsTable } from "../../cap-table/rows";
import type { CellRecord } from "../../cap-table/table";
import { Failure } from "../../core/failure";
import { counted } from "../../core/numerals";
import { textOf } from "./decimal";
import { type State, fullyDiluted, rowsOf } from "./fold";
import { plainName } from "./transactions";

/** Names by which other tools know the columns. */
const OTHER_NAMES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  holdings: { class: "security", type: "kind", quantity: "shares", price: "issue_price", date: "issue_date" },
  instruments: { type: "kind", date: "issue_date" },
};

/** Cells by line; a quoted cell may hold commas, quotes ("") and line breaks. */
function cellsOf(text: string, separator: string): string[][] {
  const lines: string[][] = [];
  let line: string[] = [];
  let at = text.startsWith("\uFEFF") ? 1 : 0;
  while (at <= text.length) {
    let cell = "";
    if (text[at] === '"') {
      for (let from = at + 1; ; ) {
        const quote = text.indexOf('"', from);
        if (quote < 0) throw new Failure("syntax", `CSV line ${lines.length + 1}: a quoted cell never ends; it begins with ${JSON.stringify(text.slice(at, at + 30))}.`, "data");
        cell += text.slice(from, quote);
        at = quote + 1;
        if (text[at] !== '"') break;
        cell += '"';
        from = at + 1;
      }
      if (at < text.length && !/[\r\n]/.test(text[at]!) && text[at] !== separator) throw new Failure("syntax", `CSV line ${lines.length + 1}: ${JSON.stringify(text.slice(at, at + 10))} stands after the end of a quoted cell.`, "data");
    } else {
      let end = at;
      while (end < text.length && text[end] !== separator && text[end] !== "\n" && text[end] !== "\r") end++;
      cell = text.slice(at, end);
      at = end;
    }
    line.push(cell);
    if (text[at] === separator) {
      at++;
      continue;
    }
    lines.push(line);
    line = [];
    if (at >= text.length) break;
    at += text[at] === "\r" && text[at + 1] === "\n" ? 2 : 1;
    if (at >= text.length) break;
  }
  return lines;
}

export interface Sheet {
  readonly kind: "holdings" | "instruments";
  readonly rows: readonly CellRecord[];
}

/** The header tells which table it is: holdings count shares, instruments have an amount. */
export function parseCsv(data: unknown): Sheet {
  if (typeof data !== "string") throw new Failure("type", "CSV must be a text whose first line names the columns.", "data");
  const first = data.slice(0, 2_000).split(/\r?\n/)[0] ?? "";
  // Spreadsheets in much of Europe separate by semicolons, and what is copied from cells by tabs.
  const separator = [",", ";", "\t"].reduce((best, each) => (first.split(each).length > first.split(best).length ? each : best), ",");
  const [header = [], ...body] = cellsOf(data, separator);
  const names = header.map(plainName);
  const kind = names.some((name) => name === "shares" || name === "quantity") ? "holdings" : names.includes("amount") ? "instruments" : undefined;
  if (kind === undefined) {
    throw new Failure("syntax", `The first line of the CSV names the columns ${names.filter(Boolean).join(", ") || "not at all"}: holdings need ${["holder", "shares"].join(" and ")}, SAFEs and notes need holder and amount. All columns of holdings: ${Object.keys(holdingsTable.columns).join(", ")}; of instruments: ${Object.keys(instrumentsTable.columns).join(", ")}.`, "data");
  }
  const columns = names.map((name) => OTHER_NAMES[kind]![name] ?? name);
  const twice = columns.find((name, place) => name !== "" && columns.indexOf(name) < place);
  if (twice !== undefined) throw new Failure("syntax", `The first line of the CSV names the column ${twice} twice.`, "data");
  const rows = body.flatMap((cells, place) => {
    if (cells.every((cell) => cell.trim() === "")) return [];
    const extra = cells.slice(columns.length).find((cell) => cell.trim() !== "");
    if (extra !== undefined) throw new Failure("syntax", `CSV line ${place + 2} has ${counted(cells.length, "cell")}, and the first line names ${counted(columns.length, "column")}; ${JSON.stringify(extra)} is in none.`, "data");
    return [Object.fromEntries(columns.flatMap((name, column) => (name === "" ? [] : [[name, (cells[column] ?? "").replace(/^'(?=[=+\-@])/, "")]])))];
  });
  return { kind, rows };
}

/** Spreadsheets run a text that begins with = + - or @ as a formula; a quote before it says that it is a text. */
function cell(value: unknown): string {
  if (value === undefined || value === null) return "";
  const text = typeof value === "string" && /^[=+\-@\t\r]/.test(value) && Number.isNaN(Number(value)) ? `'${value}` : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const sheet = (columns: readonly string[], rows: readonly CellRecord[]): string => [columns.join(","), ...rows.map((row) => columns.map((name) => cell(row[name])).join(","))].join("\r\n") + "\r\n";

/** Numbers exactly where decimals can say them. */
export function exportCsv(state: State): { holdings: string; instruments: string; fully_diluted: string } {
  const { holdings, instruments } = rowsOf(state, (value) => {
    const text = textOf(value);
    return text.includes("/") ? String(Number(value.n) / Number(value.d)) : text;
  });
  return {
    holdings: sheet(Object.keys(holdingsTable.columns), holdings),
    instruments: sheet(Object.keys(instrumentsTable.columns), instruments),
    fully_diluted: sheet(["holder", "shares", "pct"], fullyDiluted(state).holders as unknown as CellRecord[]),
  };
}
