/** What stands in a field, as the core reads it. Nothing is guessed: a text that could be two things is refused in words. */
import { Failure } from "../core/failure";
import type { List, Raw, Scalar } from "../core/parameters";

/** 1,500 and 1 500 and 1'500: groups of three, none of them cut short. */
const GROUPED = /^\d{1,3}(?:[,'\u00A0\u202F ]\d{3})+(?:\.\d+)?$/;
const PLAIN = /^(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

/**
 * The plain number behind one that is dressed for reading, as cells show it: $1,500  (70,000)  12.5%  2.5x. It is offered
 * and never taken by itself. Undefined where there is none, or where the text is plain already.
 */
export function plainNumber(text: string): string | undefined {
  const written = text.trim();
  const bracketed = /^\((.*)\)$/.exec(written)?.[1];
  const [, sign = "", dressed = ""] = /^([-+−–]?)\s*(.*)$/s.exec((bracketed ?? written).replace(/[$€£¥]\s*/g, "").trim()) ?? [];
  const [, body = "", mark = ""] = /^(.*?)\s*([%x×]?)$/is.exec(dressed) ?? [];
  const digits = GROUPED.test(body) ? body.replace(/[,'\s]/g, "") : body;
  if (!PLAIN.test(digits)) return undefined;
  // A percent moves the point in the text: a division could change the last digit.
  const size = mark === "%" ? (/e/i.test(digits) ? undefined : String(Number(`${digits}e-2`))) : digits;
  if (size === undefined) return undefined;
  const negative = bracketed !== undefined ? sign === "" : sign !== "" && sign !== "+";
  const plain = `${negative ? "-" : ""}${size}`;
  return plain === written || Number(written) === Number(plain) ? undefined : plain;
}

/** The cells of a text that was typed or pasted from a sheet: one a line, or on one line parted by tabs, semicolons or commas. */
export function cellsOf(name: string, text: string, items: "numbers" | "others" = "numbers"): string[] {
  const lines = text.replace(/\r\n?/g, "\n").replace(/^\n+|\s+$/g, "").split("\n");
  const tabbed = lines.map((line) => line.split("\t"));
  const longest = Math.max(...tabbed.map((cells) => cells.length));
  if (lines.length > 1 && longest > 1) {
    const filled = tabbed.map((cells) => cells.filter((cell) => cell.trim() !== ""));
    if (filled.some((cells) => cells.length > 1)) throw new Failure("type", `${name} must be one column or one row of cells, not a block of ${lines.length} rows and ${longest} columns`, name);
    return filled.map(([cell = ""]) => cell.trim());
  }
  return tabbed.flat().flatMap((cell) => separated(name, cell.trim(), items, lines.length === 1)).map((cell) => cell.trim());
}

function separated(name: string, cell: string, items: "numbers" | "others", alone: boolean): string[] {
  const trimmed = cell.replace(/[,;]\s*$/, "");
  if (trimmed.includes(";")) return trimmed.split(";");
  if (/\s,|,\s/.test(trimmed) || (items === "others" && trimmed.includes(","))) return trimmed.split(/\s*,\s*/);
  if (trimmed.includes(",") && alone && items === "numbers") {
    const parts = trimmed.split(",");
    const allNumbers = parts.every((part) => PLAIN.test(part.replace(/^[-+]/, "")));
    // 100,200 may be one number or two, and 1,5 too. Three parts or more that are no groups of three can only be a list.
    if (allNumbers && (parts.slice(1).some((part) => /^[-+]/.test(part)) || (parts.length > 2 && !GROUPED.test(trimmed.replace(/^[-+]/, ""))))) return parts;
    if (allNumbers) throw new Failure("type", `${name}: ${trimmed} may be one number or ${parts.length}: put each number on a line of its own`, name);
  }
  if (items === "numbers" && /\s/.test(trimmed) && alone && trimmed.split(/\s+/).every((part) => PLAIN.test(part.replace(/^[-+]/, ""))) && !GROUPED.test(trimmed.replace(/^[-+]/, ""))) return trimmed.split(/\s+/);
  return [trimmed];
}

const isNumeric = (scalar: Scalar): boolean => !["date", "choice", "text"].includes(scalar.kind);

/** A blank field is an input left out; a blank line in a list may be a 0 or a slip, so that it is asked back. */
export function rawOf(name: string, parameter: Scalar | List, text: string): Raw {
  if (text.trim() === "") return undefined;
  if (parameter.kind !== "list") return text;
  if (text.trim().startsWith("[")) return text;
  const cells = cellsOf(name, text, isNumeric(parameter.of) ? "numbers" : "others");
  const blank = cells.indexOf("");
  if (blank >= 0) throw new Failure("missing", `${name} has a blank line after ${cells[blank - 1] ?? "its beginning"}: write ${isNumeric(parameter.of) ? "0" : "a value"} there, or take the line out`, name);
  return cells;
}

/** The text with every dressed number made plain, where that mends something. */
export function mended(name: string, parameter: Scalar | List, text: string): string | undefined {
  if (parameter.kind !== "list") return isNumeric(parameter) ? plainNumber(text) : undefined;
  if (!isNumeric(parameter.of)) return undefined;
  const cells = cellsOf(name, text);
  const plain = cells.map((cell) => plainNumber(cell) ?? cell);
  return plain.some((cell, i) => cell !== cells[i]) ? plain.join("\n") : undefined;
}

const BEGINNINGS: Readonly<Partial<Record<Scalar["kind"], RegExp>>> = { date: /^\d{0,4}(-\d{0,2}(-\d?)?)?$/, text: /^$/, choice: /^$/ };

/** Whether a text may still become right as it is typed on, so that it is too early to call it wrong. */
export function unfinished(parameter: Scalar | List, text: string): boolean {
  const trimmed = text.trim();
  if (parameter.kind === "list") {
    if (trimmed.startsWith("[")) return !trimmed.endsWith("]");
    const [last = ""] = /[^\n\t,;]*$/.exec(text) ?? [];
    return last.trim() !== "" && unfinished(parameter.of, last);
  }
  const beginning = BEGINNINGS[parameter.kind];
  if (beginning) return beginning.test(trimmed);
  return /^[-+]?\.?$|e[-+]?$/i.test(trimmed);
}
