/**
 * What an input may be. Each kind says how a raw value is read, which limits it brings, and what to tell someone who gave
 * something else. The same table serves cells, JSON and the pane, so a refusal has the same words everywhere.
 */
import { Failure } from "./failure";
import { isoDate, serialDay } from "./dates";
import { NUMERAL, offered } from "./numerals";


export type Raw = unknown;
export type Row = Readonly<Record<string, number | string>>;
export type Given = number | string | readonly number[] | readonly Row[];

export interface Limits {
  readonly min?: number;
  readonly max?: number;
  readonly above?: number;
  readonly below?: number;
  readonly whole?: boolean;
}

export type ScalarKind =
  | "money" | "rate" | "fraction" | "multiple" | "number" | "years" | "months" | "periods" | "count" | "shares"
  | "date" | "choice" | "text";

interface Common<Kind> {
  readonly kind: Kind;
  /** What to type: unit, sign, period. */
  readonly text: string;
  /** Present on an input that may be left out; undefined means that nothing stands in for it. */
  readonly optional?: { readonly default: Given | undefined };
}
export interface Scalar extends Common<ScalarKind>, Limits {
  readonly choices?: readonly string[];
}
export interface List extends Common<"list"> {
  readonly of: Scalar;
}
export interface Rows extends Common<"rows"> {
  readonly columns: Readonly<Record<string, Scalar>>;
}
export type Parameter = Scalar | List | Rows;

type With<P, Optional> = Omit<P, "optional"> & (Optional extends undefined ? { readonly optional?: never } : { readonly optional: { readonly default: Optional } });

/** The most items one list may carry: a column of daily flows over centuries, and a bound on what one call may cost. */
export const MAX_ITEMS = 100_000;
/** The longest text that is looked at as a number or as a JSON array. */
const MAX_TEXT = 4_000_000;

/** What each kind is called when a value is refused, what stands behind the number, and its own limits. */
const KINDS: Readonly<Record<ScalarKind, { readonly noun: string; readonly unit: string } & Limits>> = {
  money: { noun: "an amount", unit: "currency" },
  rate: { noun: "a rate as a decimal", unit: "decimal, 0.12 = 12 %" },
  fraction: { noun: "a fraction", unit: "decimal between 0 and 1, 0.12 = 12 %", min: 0, max: 1 },
  multiple: { noun: "a multiple", unit: "times" },
  number: { noun: "a number", unit: "number" },
  years: { noun: "a number of years", unit: "years" },
  months: { noun: "a number of months", unit: "months" },
  periods: { noun: "a number of periods", unit: "periods" },
  count: { noun: "a whole number", unit: "count", whole: true },
  shares: { noun: "a number of shares", unit: "shares" },
  date: { noun: "a date", unit: "date", min: 1, max: 2_958_465 },
  choice: { noun: "a choice", unit: "text" },
  text: { noun: "a text", unit: "text" },
};

export const unitOf = (kind: ScalarKind): string => KINDS[kind].unit;

const scalar =
  <Kind extends ScalarKind>(kind: Kind) =>
  (text: string, limits: Limits = {}): Scalar & { readonly kind: Kind } => {
    const { noun: _noun, unit: _unit, ...own } = KINDS[kind];
    return { kind, text, ...own, ...limits };
  };

export const money = scalar("money");
export const rate = scalar("rate");
export const fraction = scalar("fraction");
export const multiple = scalar("multiple");
export const number = scalar("number");
export const years = scalar("years");
export const months = scalar("months");
export const periods = scalar("periods");
export const count = scalar("count");
export const shares = scalar("shares");
export const date = scalar("date");
export const text = scalar("text");
export const choice = <const C extends readonly string[]>(help: string, choices: C): Scalar & { readonly kind: "choice"; readonly choices: C } => ({ kind: "choice", text: help, choices });
/** A list of one kind; the words say what one item is, the list's own words how they are ordered. */
export const list = <S extends Scalar>(help: string, of: S): List & { readonly of: S } => ({ kind: "list", text: help, of });
export const rows = <C extends Record<string, Scalar>>(help: string, columns: C): Rows & { readonly columns: C } => ({ kind: "rows", text: help, columns });
/** Makes an input one that may be left out, with what stands in for it. */
export const optional = <P extends Parameter, const D extends Given | undefined>(parameter: P, standIn: D): With<P, D> & P =>
  ({ ...parameter, optional: { default: standIn } }) as unknown as With<P, D> & P;

/* ------------------------------------------------------------------------------------------------ reading */

/** A value as a person would write it back, cut where it is long. */
export function show(value: Raw): string {
  if (typeof value === "string") return JSON.stringify(value.length > 60 ? `${value.slice(0, 57)}…` : value);
  if (typeof value === "number") return String(value);
  if (Array.isArray(value)) {
    const shown = value.slice(0, 6).map(show).join(", ");
    return value.length > 6 ? `[${shown}, … ${value.length} items]` : `[${shown}]`;
  }
  if (value && typeof value === "object") {
    const json = safeJson(value);
    return json.length > 80 ? `${json.slice(0, 77)}…` : json;
  }
  return String(value);
}
function safeJson(value: object): string {
  try {
    return JSON.stringify(value) ?? String(value);
  } catch {
    return "an object";
  }
}

/** The limits that count: `above 0` makes `at least 0`, which a fraction brings, idle. */
function limitWords({ min, max, above, below, whole }: Limits): string[] {
  const least = min !== undefined && above !== undefined && min <= above ? undefined : min;
  const most = max !== undefined && below !== undefined && max >= below ? undefined : max;
  return [
    ...(whole ? ["whole"] : []),
    ...(above !== undefined ? [`above ${above}`] : []),
    ...(least !== undefined && most !== undefined ? [`from ${least} to ${most}`] : least !== undefined ? [`at least ${least}`] : most !== undefined ? [`at most ${most}`] : []),
    ...(below !== undefined ? [`below ${below}`] : []),
  ];
}

/** The limits of an input in words, such as "above 0" or "whole, from 1 to 100"; empty where there are none. */
export const describeLimits = (parameter: Parameter): string =>
  parameter.kind === "list" ? describeLimits(parameter.of)
  : parameter.kind === "rows" || parameter.kind === "date" ? ""
  : parameter.kind === "choice" ? (parameter.choices ?? []).join(" or ")
  : limitWords(parameter).join(", ");

/** Whether the limits of an input admit a number. */
export const within = (value: number, p: Limits): boolean =>
  (p.min === undefined || value >= p.min) && (p.max === undefined || value <= p.max) &&
  (p.above === undefined || value > p.above) && (p.below === undefined || value < p.below) &&
  (!p.whole || Number.isInteger(value));

function readNumber(name: string, parameter: Scalar, raw: Raw, where: string): number {
  const wanted = `${where} must be ${KINDS[parameter.kind].noun}`;
  let value = raw;
  if (typeof value === "string") {
    const bare = value.trim();
    if (value.length > MAX_TEXT || !NUMERAL.test(bare)) {
      const plain = parameter.kind === "rate" || parameter.kind === "fraction" ? "0.12 for 12 %" : `a plain number such as ${parameter.kind === "money" ? "1500000" : parameter.whole ? "12" : "1.5"}`;
      throw new Failure("type", `${wanted}, not the text ${show(raw)}${offered(value, (reading) => within(reading, parameter)) || `: write ${plain}`}`, name);
    }
    value = Number(bare);
  }
  if (typeof value !== "number") throw new Failure("type", `${wanted}, not ${value === null || value === undefined ? "blank" : show(value)}`, name);
  if (!Number.isFinite(value)) throw new Failure("limit", `${wanted} that is finite, not ${show(raw)}`, name);
  if (!within(value, parameter)) throw new Failure("limit", `${where} must be ${limitWords(parameter).join(" and ")}, not ${value}${percentHint(parameter, value)}`, name);
  return value === 0 ? 0 : value; // -0 is 0
}
const percentHint = (parameter: Scalar, value: number): string =>
  parameter.kind === "fraction" && value > 1 && value <= 100 ? `: write ${Number(`${value}e-2`)} for ${value} %` : "";

const DAYS = "from 1900-01-01 to 9999-12-31";
function readDate(name: string, parameter: Scalar, raw: Raw, where: string): number {
  if (typeof raw === "string") {
    const day = serialDay(raw.trim());
    if (day !== undefined) return day;
    if (!NUMERAL.test(raw.trim())) throw new Failure("type", `${where} must be a date such as 2024-06-30 (in Excel a date cell), ${DAYS}, not the text ${show(raw)}`, name);
  }
  const value = typeof raw === "string" ? Number(raw) : raw;
  // The time of day does not count: Excel's own date functions cut it off too.
  const day = typeof value === "number" ? Math.floor(value) : NaN;
  if (!Number.isFinite(day) || !within(day, parameter))
    throw new Failure(typeof value === "number" ? "limit" : "type", `${where} must be a date ${DAYS}, not ${value === 0 || value === null || value === undefined || value === "" ? "blank or 0" : show(raw)}`, name);
  return day;
}

function readText(name: string, parameter: Scalar, raw: Raw, where: string): string {
  if (typeof raw !== "string" && typeof raw !== "number") throw new Failure("type", `${where} must be a text, not ${raw === null || raw === undefined ? "blank" : show(raw)}`, name);
  const value = String(raw).trim();
  if (value.length > 4096) throw new Failure("too_large", `${where} is ${value.length} characters long; at most 4096 are read`, name);
  if (!parameter.choices) return value;
  const found = parameter.choices.find((c) => c.toLowerCase() === value.toLowerCase());
  if (found === undefined) throw new Failure("limit", `${where} must be one of ${parameter.choices.map((c) => JSON.stringify(c)).join(", ")}, not ${show(raw)}`, name);
  return found;
}

function readScalar(name: string, parameter: Scalar, raw: Raw, where = name): number | string {
  switch (parameter.kind) {
    case "choice":
    case "text": return readText(name, parameter, raw, where);
    case "date": return readDate(name, parameter, raw, where);
    default: return readNumber(name, parameter, raw, where);
  }
}

/** A text that is one JSON array stands for that array: agents and cells do send "[1,2]". */
function arrayOf(name: string, raw: Raw, what: string): readonly Raw[] {
  let value = raw;
  if (typeof value === "string" && value.length <= MAX_TEXT && value.trim().startsWith("[")) {
    try {
      value = JSON.parse(value);
    } catch {
      throw new Failure("type", `${name} must be ${what}; the text ${show(raw)} is no JSON array`, name);
    }
  }
  if (!Array.isArray(value)) throw new Failure("type", `${name} must be ${what}, not ${value === null || value === undefined ? "blank" : show(value)}`, name);
  if (value.length === 0) throw new Failure("missing", `${name} is empty; it needs at least one item`, name);
  if (value.length > MAX_ITEMS) throw new Failure("too_large", `${name} has ${value.length} items; at most ${MAX_ITEMS} are taken`, name);
  return value;
}

/** Runs each reading and throws what failed, all of it together (the first few where a whole column is wrong). */
function gather<T>(readings: readonly (() => T)[]): T[] {
  const faults: Failure[] = [];
  const values: T[] = [];
  for (const reading of readings) {
    try {
      values.push(reading());
    } catch (fault) {
      if (!(fault instanceof Failure)) throw fault;
      faults.push(fault);
      if (faults.length === 3) break;
    }
  }
  if (faults.length) throw Failure.all(faults);
  return values;
}

function readRow(name: string, parameter: Rows, raw: Raw, position: number): Row {
  const where = `${name} row ${position}`;
  if (raw === null || typeof raw !== "object" || Array.isArray(raw)) throw new Failure("type", `${where} must be an object with ${Object.keys(parameter.columns).join(", ")}, not ${show(raw)}`, name);
  const record = raw as Record<string, Raw>;
  const unknown = Object.keys(record).filter((column) => !Object.hasOwn(parameter.columns, column));
  if (unknown.length) throw new Failure("unknown", `${where} has no column ${unknown.map((u) => JSON.stringify(u)).join(", ")}; it has ${Object.keys(parameter.columns).join(", ")}`, name);
  return Object.fromEntries(
    gather(
      Object.entries(parameter.columns).map(([column, of]) => () => {
        const value = record[column];
        if (value === undefined || value === null || value === "") {
          if (of.optional && of.optional.default !== undefined) return [column, of.optional.default as number | string] as const;
          throw new Failure("missing", `${where} lacks ${column}: ${of.text}`, name);
        }
        return [column, readScalar(name, of, value, `${where}, ${column}`)] as const;
      }),
    ),
  );
}

/**
 * Reads one input that is there. Throws Failure with the input's name, the rule and the value.
 * A list of one may be given as the value itself, as a cell does for a range of one.
 */
export function read(name: string, parameter: Parameter, raw: Raw): Given {
  switch (parameter.kind) {
    case "list": {
      const single = typeof raw === "number" || (typeof raw === "string" && !raw.trim().startsWith("["));
      const parts = typeof raw === "string" && raw.length < 10_000 ? raw.split(/[,;]?\s+|[,;]/) : [];
      // Two numbers with a comma between may be one; more of them, or other marks, are a list.
      if (single && parts.length > 1 && parts.every((part) => NUMERAL.test(part)) && offered(raw as string) === "")
        throw new Failure("type", `${name} must be a list, not the text ${show(raw)}: write ${show(parts.map(Number))}`, name);
      const items = single ? [raw] : arrayOf(name, raw, `a list (${parameter.of.text})`);
      return gather(items.map((item, i) => () => readScalar(name, parameter.of, item, `${name} item ${i + 1}`))) as number[];
    }
    case "rows": return gather(arrayOf(name, raw, `a list of rows with ${Object.keys(parameter.columns).join(", ")}`).map((row, i) => () => readRow(name, parameter, row, i + 1)));
    default:
      if (Array.isArray(raw)) {
        if (raw.length === 1) return readScalar(name, parameter, raw[0]);
        throw new Failure("type", `${name} must be one value, not a list of ${raw.length}`, name);
      }
      return readScalar(name, parameter, raw);
  }
}

/** How a value of this kind is written for people and for JSON: dates as YYYY-MM-DD, the rest as they are. */
export function written(parameter: Parameter, value: Given | undefined): Given | readonly string[] | undefined {
  if (parameter.kind === "date" && typeof value === "number") return isoDate(value);
  if (parameter.kind === "list" && parameter.of.kind === "date" && Array.isArray(value)) return (value as number[]).map(isoDate);
  return value;
}

/** The help of an input, the same words in Excel, the pane, the tools and the handbook. */
export function helpText(parameter: Parameter): string {
  if (!parameter.optional) return parameter.text;
  const standIn = parameter.optional.default;
  return `${parameter.text} (${standIn === undefined ? "optional" : `${typeof standIn === "string" ? standIn || "blank" : show(standIn)} if left out`})`;
}
