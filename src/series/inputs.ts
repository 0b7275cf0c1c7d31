/** Reads what a host was given: inline series from JSON, ranges from a sheet. Each refusal names the input and the item. */
import { Failure, type FailureKind } from "../core/failure";
import { counted } from "../core/numerals";
import { number, read, show } from "../core/parameters";
import type { Code } from "../language/failure";
import type { Resample } from "./calendar";
import type { Column } from "./kernels";

export const INPUT_NAMES = ["a", "b", "c", "d", "e", "f", "g", "h"] as const;
/** As many as a sheet has. */
const MAX_ROWS = 1_048_576;

/** A series as the engine takes it: NaN is a missing value, times are unix seconds. */
export interface Series {
  readonly values: Column;
  readonly times?: Float64Array;
  /** How this series is brought to longer intervals, where the caller does not say. */
  readonly resample?: Resample;
}

/** A fault of the inputs rather than of the formula's text; it carries a code as that does. */
export class InputFailure extends Failure {
  constructor(readonly code: Code, readonly problem: string, parameter: string, kind: FailureKind = "condition", readonly hint?: string) {
    super(kind, `${code}: ${problem}${hint ? `. ${hint}` : ""}`, parameter);
  }
}

const tooMany = (given: number): InputFailure =>
  new InputFailure("TOO_MANY_INPUTS", `a formula has at most ${INPUT_NAMES.length} inputs, a to h, not ${given}`, "inputs", "too_large");

/** Inputs without times stand row by row beside each other, so they must be equally long; with times, all must have them. */
function checkTogether(inputs: ReadonlyMap<string, Series>): void {
  const entries = [...inputs];
  const [first] = entries;
  if (!first) throw new Failure("missing", "inputs needs at least one series, such as { \"a\": { \"values\": [1, 2, 3] } }", "inputs");
  const [firstName, { times, values }] = first;
  for (const [name, other] of entries) {
    if ((other.times === undefined) !== (times === undefined))
      throw new InputFailure("LENGTH_MISMATCH", `${times ? firstName : name} has times and ${times ? name : firstName} has none, so their rows cannot be matched`, name, "condition", "Give times with every input or with none");
    if (!times && other.values.length !== values.length)
      throw new InputFailure("LENGTH_MISMATCH", `${firstName} has ${counted(values.length, "value")} and ${name} has ${other.values.length}`, name, "condition", "Without times the inputs must be equally long: take ranges of the same length, or give both their times");
  }
}

/* ------------------------------------------------------------------------------------------------ inline series */

const parsed = (raw: unknown, where: string): unknown => {
  if (typeof raw !== "string" || !/^\s*[[{]/.test(raw)) return raw;
  try {
    return JSON.parse(raw);
  } catch {
    throw new Failure("type", `${where} is a text that is no JSON: ${show(raw)}`, where);
  }
};

function arrayOf(raw: unknown, where: string, name: string): readonly unknown[] {
  const list = parsed(raw, where);
  if (!Array.isArray(list)) throw new Failure(raw === undefined ? "missing" : "type", `${where} must be a list${raw === undefined ? "" : `, not ${show(raw)}`}`, name);
  if (list.length === 0) throw new Failure("missing", `${where} is empty; it needs at least one item`, name);
  if (list.length > MAX_ROWS) throw new Failure("too_large", `${where} has ${list.length} items; at most ${MAX_ROWS} are taken`, name);
  return list;
}

const ITEM = number("a number, or null where there is none");
function readValues(raw: unknown, where: string, name: string): Column {
  if (raw instanceof Float64Array) return raw;
  const list = arrayOf(raw, where, name);
  const values = new Float64Array(list.length);
  for (let i = 0; i < list.length; i++) {
    const item = list[i];
    values[i] = item === null ? NaN : typeof item === "number" && item - item === 0 ? item : (read(`${where} item ${i + 1}`, ITEM, item) as number);
  }
  return values;
}

const DATE = /^(\d{4})-(\d{2})-(\d{2})(?:T(\d{2}):(\d{2}):(\d{2})(?:\.0+)?Z)?$/;
/** From year 1 to the end of 9999; what is larger was most likely meant as milliseconds. */
const FIRST_TIME = -62_135_596_800;
const LAST_TIME = 253_402_300_799;

/** Unix seconds of a number of seconds, or of a date, which is its first second UTC. */
export function readTime(raw: unknown, where: string, name = where): number {
  const text = typeof raw === "string" ? raw.trim() : undefined;
  const date = text === undefined ? null : DATE.exec(text);
  if (date) {
    const [year, month, day, hour, minute, second] = date.slice(1).map((part) => Number(part ?? 0)) as [number, number, number, number, number, number];
    const time = new Date(0);
    time.setUTCFullYear(year, month - 1, day);
    time.setUTCHours(hour, minute, second);
    if (year > 0 && time.getUTCMonth() === month - 1 && time.getUTCDate() === day && hour < 24 && minute < 60 && second < 60) return time.getTime() / 1000;
  }
  const seconds = typeof raw === "number" ? raw : text && /^[+-]?\d+(\.\d+)?$/.test(text) ? Number(text) : NaN;
  if (seconds >= FIRST_TIME && seconds <= LAST_TIME) return seconds;
  const hint = Math.abs(seconds) > LAST_TIME ? `: milliseconds? write ${Math.floor(seconds / 1000)}` : "";
  throw new Failure(Number.isNaN(seconds) ? "type" : "limit", `${where} must be unix seconds (UTC) or a date such as 2024-06-30, not ${raw === null || raw === undefined ? "blank" : show(raw)}${hint}`, name);
}

function readTimes(raw: unknown, where: string, name: string): Float64Array {
  if (raw instanceof Float64Array) return raw;
  const list = arrayOf(raw, where, name);
  const times = new Float64Array(list.length);
  for (let i = 0; i < list.length; i++) times[i] = readTime(list[i], `${where} item ${i + 1}`, name);
  return times;
}

function readSeries(raw: unknown, name: string): Series {
  const where = `inputs.${name}`;
  const given = parsed(raw, where);
  if (typeof given === "string") throw new Failure("unknown", `${where}: there is no metric ${show(given)} here`, name);
  if (given === null || typeof given !== "object" || Array.isArray(given))
    throw new Failure("type", `${where} must be a metric's name or { "values": [1, 2, null, 4] } with "times" where there are any, not ${given === null || given === undefined ? "blank" : show(given)}`, name);
  const record = given as Record<string, unknown>;
  const known = ["values", "times", "resample"];
  const unknown = Object.keys(record).filter((key) => !known.includes(key));
  if (unknown.length) throw new Failure("unknown", `${where} has no ${unknown.map((key) => JSON.stringify(key)).join(", ")}; it has values and times`, name);
  const values = readValues(record["values"], `${where}.values`, name);
  if (record["times"] === undefined || record["times"] === null) return { values };
  const times = readTimes(record["times"], `${where}.times`, name);
  if (times.length !== values.length) throw new InputFailure("LENGTH_MISMATCH", `${where} has ${counted(values.length, "value")} and ${counted(times.length, "time")}`, name, "condition", "Each value needs its time");
  // Only a host sets this, from what it knows of a metric; a caller says it in the options.
  return { values, times, ...(record["resample"] !== undefined && { resample: record["resample"] as Resample }) };
}

/** Reads { a: { values, times? } … h }, where values and times may be typed arrays already. */
export function readInputs(raw: unknown): ReadonlyMap<string, Series> {
  const given = parsed(raw, "inputs");
  if (given === null || typeof given !== "object" || Array.isArray(given))
    throw new Failure(given === null || given === undefined ? "missing" : "type", `inputs must be { "a": { "values": [1, 2, 3] } }${given === null || given === undefined ? "" : `, not ${show(given)}`}`, "inputs");
  const entries = given instanceof Map ? [...(given as Map<string, unknown>)] : Object.entries(given);
  if (entries.length > INPUT_NAMES.length) throw tooMany(entries.length);
  const inputs = new Map<string, Series>();
  for (const [key, series] of entries) {
    const name = key.toLowerCase();
    if (!(INPUT_NAMES as readonly string[]).includes(name)) throw new InputFailure("BAD_INPUT_NAME", `${show(key)} cannot name an input`, "inputs", "unknown", "The inputs are named a, b, c … h");
    if (inputs.has(name)) throw new InputFailure("BAD_INPUT_NAME", `${name} is given twice, in small and in capital letters`, "inputs");
    inputs.set(name, readSeries(series, name));
  }
  checkTogether(inputs);
  return inputs;
}

/* ------------------------------------------------------------------------------------------------ ranges of a sheet */

export interface Ranges {
  readonly inputs: ReadonlyMap<string, Series>;
  /** Whether every range lies in one row, so that the answer is one row too. */
  readonly across: boolean;
}

/**
 * Reads the ranges a, b … h of a sheet, each one column or one row. A number is a value, 0 too, and TRUE and FALSE are 1
 * and 0, as comparisons give them; blank cells, texts and errors are missing. A range left out is null or undefined.
 */
export function fromColumns(ranges: readonly unknown[]): Ranges {
  if (ranges.length > INPUT_NAMES.length) throw tooMany(ranges.length);
  const inputs = new Map<string, Series>();
  let across = true;
  ranges.forEach((range, k) => {
    if (range === null || range === undefined) return;
    const name = INPUT_NAMES[k]!;
    const rows = (Array.isArray(range) ? (range as unknown[]) : [range]).map((row) => (Array.isArray(row) ? (row as unknown[]) : [row]));
    const width = rows[0]?.length ?? 0;
    if (rows.length > 1 && width > 1) throw new Failure("type", `${name} must be one column or one row, not a block of ${rows.length} x ${width} cells`, name);
    if (rows.length > 1 || width <= 1) across = across && rows.length === 1;
    const values = Float64Array.from(rows.flat(), (cell) => (typeof cell === "number" && cell - cell === 0 ? cell : typeof cell === "boolean" ? Number(cell) : NaN));
    if (values.length > 0) inputs.set(name, { values });
  });
  if (inputs.size === 0) throw new Failure("missing", "a needs a range, such as A2:A900", "a");
  checkTogether(inputs);
  return { inputs, across };
}

/** A column or row of cells, with empty text for a missing value. */
export function toCells(values: Column, across = false): (number | "")[][] {
  const cells = Array.from(values, (v) => (v === v ? v : ""));
  return across ? [cells] : cells.map((cell) => [cell]);
}
