/**
 * A table as data, and the one reader of all tables. What a column is called, what it means, what it may hold and what a
 * blank stands for is written once, in rows.ts; Excel's header rows, the schemas of tools and the handbook are drawn from it.
 */
import { isoDate, serialDay } from "../core/dates";
import { Failure, type FailureKind } from "../core/failure";
import { nearest } from "../core/nearest";
import { NUMERAL, offered } from "../core/numerals";

export type CellRecord = Readonly<Record<string, unknown>>;
export type ColumnKind = "text" | "choice" | "number" | "date" | "yes_no";
/** The computations that read a column; only they tell of its defaults. */
export type Use = "round" | "exit";

export interface Column<Value = unknown> {
  readonly kind: ColumnKind;
  readonly help: string;
  readonly required?: boolean;
  readonly choices?: readonly string[];
  readonly above?: number;
  readonly min?: number;
  readonly below?: number;
  readonly max?: number;
  readonly whole?: boolean;
  /** What a value beyond the limits mostly means. */
  readonly beyond?: string;
  /** What a blank stands for: a value, or the value of another column. */
  readonly default?: Value;
  readonly defaultFrom?: string;
  /** In a range a 0 is a blank: see `blankInGrid`. Without this it follows from the limits. */
  readonly zeroIsBlank?: boolean;
  /** The kinds of row it belongs to; elsewhere only its default may stand. */
  readonly only?: readonly string[];
  readonly usedIn?: readonly Use[];
}

// `any`, since a column of texts and a column of numbers stand in one table and neither is a column of unknowns.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Columns = Readonly<Record<string, Column<any>>>;
export type RowOf<C extends Columns> = { readonly [Name in keyof C]: C[Name] extends Column<infer Value> ? Value : never };

/** A relation between the columns of one row. */
export interface Rule<Row> {
  readonly columns: readonly (keyof Row & string)[];
  broken(row: Row): boolean;
  readonly says: string;
}

/** What reading needs to know of a table, whatever its columns. */
interface Shape {
  readonly name: string;
  readonly columns: Columns;
}

export interface Table<C extends Columns> extends Shape {
  readonly help: string;
  readonly columns: C;
  readonly rules: readonly Rule<RowOf<C>>[];
}

export const table = <C extends Columns>(name: string, help: string, columns: C, rules: readonly Rule<RowOf<C>>[] = []): Table<C> => ({
  name,
  help,
  columns,
  rules,
});

/** Rows with every default filled in, and how often each default stepped in. */
export interface Reading<Row> {
  readonly rows: readonly Row[];
  readonly defaulted: Readonly<Record<string, number>>;
}

type Details<Value> = Omit<Column<Value>, "kind" | "help" | "default" | "required">;

/** One builder a kind; the type of a row's value follows from whether a blank has a meaning. */
export const text: {
  (help: string, ending: { readonly required: true } | { readonly default: string } | { readonly defaultFrom: string }): Column<string>;
  (help: string): Column<string | undefined>;
} = (help: string, ending: object = {}) => ({ kind: "text", help, ...ending }) as Column<string>;

export const choice: {
  <Choice extends string>(choices: readonly Choice[], help: string, details: Details<Choice> & { readonly default: Choice }): Column<Choice>;
  <Choice extends string>(choices: readonly Choice[], help: string): Column<Choice | undefined>;
} = <Choice extends string>(choices: readonly Choice[], help: string, details: object = {}) => ({ kind: "choice", help, choices, ...details }) as Column<Choice>;

export const number: {
  (help: string, details: Details<number> & ({ readonly required: true } | { readonly default: number })): Column<number>;
  (help: string, details: Details<number>): Column<number | undefined>;
} = (help: string, details: object) => ({ kind: "number", help, ...details }) as Column<number>;

export const date = (help: string, details: Details<number> = {}): Column<number | undefined> => ({ kind: "date", help, ...details });

export const yesNo = (help: string, details: Details<boolean> & { readonly default: boolean }): Column<boolean> => ({
  kind: "yes_no",
  help,
  ...details,
});

// ------------------------------------------------------------------------------------------------ reading

/** More faults than these are no help to anyone. */
const MOST_FAULTS = 20;
/** A table is aggregated in one pass, so this is a matter of memory alone. */
const MOST_ROWS = 200_000;

/** Records as JSON brings them. Names of columns in any case, with spaces, hyphens or underscores. */
export function readRecords<C extends Columns>(shape: Table<C>, records: unknown): Reading<RowOf<C>> {
  if (!Array.isArray(records)) throw new Failure("type", `${shape.name} must be a list of rows, not ${shown(records)}.`, shape.name);
  const faults: Failure[] = [];
  const places = columnPlaces(shape, faults);
  const lines: Line[] = [];
  records.forEach((record: unknown, index) => {
    const title = `${shape.name} row ${index + 1}`;
    if (isRecord(record)) lines.push(lineOf(shape, title, Object.entries(record), places, faults));
    else faults.push(new Failure("type", `${title} must be an object with the columns as names, not ${shown(record)}.`, shape.name));
  });
  return readLines(shape, lines, faults);
}

/**
 * A range whose first row names the columns, in any order and any case.
 *
 * Desktop Excel hands a blank cell inside a range over as 0, the web as null or "". So in a range a 0 stands for a blank
 * wherever a 0 says nothing: in columns of texts, choices, dates and yes/no, in columns whose limits forbid 0 (issue_price,
 * cap), and where the table says so (liquidation_multiple, whose blank means 1). Rows with nothing in them are passed over.
 */
export function readGrid<C extends Columns>(shape: Table<C>, grid: readonly (readonly unknown[])[]): Reading<RowOf<C>> {
  const faults: Failure[] = [];
  const [header = [], ...body] = grid;
  const title = `${shape.name} row 1`;
  const columns = Object.values(shape.columns);
  const placeOf = columnPlaces(shape, faults);
  const places = header.map((name, index) => {
    if (typeof name === "object" && name !== null) {
      faults.push(new Failure("type", `${title} must name the columns, and ${shown(name)} is no name: give a list of objects, or rows of cells with the names in the first.`, shape.name));
      return undefined;
    }
    if (!isBlank(name) && name !== 0) return placeOf(String(name), title);
    const filled = body.findIndex((row) => !isBlank(row[index]) && row[index] !== 0);
    if (filled >= 0) {
      const cell = shown(body[filled]?.[index]);
      faults.push(new Failure("missing", `${shape.name} column ${index + 1} has no name in the first row, but holds ${cell} in row ${filled + 2}.`, shape.name));
    }
    return undefined;
  });
  places.forEach((place, index) => {
    if (place !== undefined && places.indexOf(place) < index) faults.push(new Failure("syntax", `${title} names the column ${shown(header[index])} twice.`, shape.name));
  });
  const lines: Line[] = [];
  body.forEach((row, index) => {
    if (row.every((cell) => isBlank(cell) || cell === 0)) return;
    const cells: unknown[] = [];
    places.forEach((place, column) => {
      if (place !== undefined && !blankInGrid(columns[place], row[column])) cells[place] = row[column];
    });
    lines.push({ title: `${shape.name} row ${index + 2}`, cells });
  });
  return readLines(shape, lines, faults);
}

/** A table given either way; none at all is an empty one. */
export function readTable<C extends Columns>(shape: Table<C>, value: unknown): Reading<RowOf<C>> {
  if (isBlank(value)) return { rows: [], defaulted: {} };
  return Array.isArray(value) && Array.isArray(value[0]) ? readGrid(shape, value as unknown[][]) : readRecords(shape, value);
}

/**
 * One record of named values, such as the options of a round: an object, or a range of two columns, name and value, in which a
 * 0 is blank as in every range. A table without a name holds a call's own inputs.
 */
export function readSettings<C extends Columns>(shape: Table<C>, value: unknown): Reading<RowOf<C>> {
  const faults: Failure[] = [];
  const line = lineOf(shape, shape.name, settings(shape, value), columnPlaces(shape, faults), faults);
  if (Array.isArray(value)) {
    const columns = Object.values(shape.columns);
    line.cells.forEach((cell, place) => {
      if (blankInGrid(columns[place], cell)) line.cells[place] = undefined;
    });
  }
  return readLines(shape, [line], faults);
}

function settings(shape: Shape, value: unknown): (readonly [string, unknown])[] {
  if (isBlank(value)) return [];
  if (isRecord(value)) return Object.entries(value);
  if (Array.isArray(value) && value.every(Array.isArray)) {
    const rows = (value as unknown[][]).filter(([name]) => !isBlank(name) && name !== 0);
    const titled = normalised(String(rows[0]?.[1])) === "value"; // a header row, name and value, is welcome and not needed
    return rows.slice(titled ? 1 : 0).map(([name, setting]) => [String(name), setting] as const);
  }
  throw new Failure("type", `${shape.name} must be an object of names and values, or a range of two columns, not ${shown(value)}.`, shape.name);
}

/** What was taken for granted: one sentence for every column whose default stepped in and bears on this computation. */
export function defaultsUsed<C extends Columns>(shape: Table<C>, reading: Reading<RowOf<C>>, use: Use): string[] {
  const sentences: string[] = [];
  for (const name in reading.defaulted) {
    const column = shape.columns[name];
    if (!column?.usedIn?.includes(use)) continue;
    const count = reading.defaulted[name] ?? 0;
    sentences.push(`${shape.name}: ${name} = ${column.defaultFrom ?? String(column.default)} where blank (${count} ${count === 1 ? "row" : "rows"})`);
  }
  return sentences;
}

/** The same for one record of settings. */
export const settingsAssumed = <C extends Columns>(shape: Table<C>, { defaulted }: Reading<RowOf<C>>): string[] =>
  Object.keys(defaulted).map((name) => `${name} = ${String(shape.columns[name]?.default)} (default)`);

/** One row before its cells are read; a cell stands at the place of its column in the table. */
interface Line {
  readonly title: string;
  readonly cells: unknown[];
}

type PlaceOf = (name: string, title: string) => number | undefined;

/** Finds the place of a column by its name. A name is looked for once, however many rows carry it, and refused once. */
function columnPlaces(shape: Shape, faults: Failure[]): PlaceOf {
  const names = Object.keys(shape.columns);
  const known = new Map<string, number | undefined>();
  return (name, title) => {
    if (known.has(name)) return known.get(name);
    const exactly = names.indexOf(name);
    const place = exactly >= 0 ? exactly : names.findIndex((each) => normalised(each) === normalised(name));
    known.set(name, place < 0 ? undefined : place);
    if (place >= 0) return place;
    const near = nearest(name, names);
    const where = title === "" ? "T" : `${title}: t`;
    const hint = near ? `; the nearest is ${near}` : "";
    faults.push(new Failure("unknown", `${where}here is no ${shown(name)}${hint}. The names are ${list(names, "and")}.`, shape.name || name));
    return undefined;
  };
}

function lineOf(shape: Shape, title: string, entries: readonly (readonly [string, unknown])[], placeOf: PlaceOf, faults: Failure[]): Line {
  const cells: unknown[] = [];
  for (const [name, cell] of entries) {
    const place = placeOf(name, title);
    if (place === undefined) continue;
    if (cells[place] !== undefined) faults.push(new Failure("syntax", `${title || "The call"} gives ${name} twice.`, shape.name || name));
    cells[place] = cell;
  }
  return { title, cells };
}

function readLines<C extends Columns>(shape: Table<C>, lines: readonly Line[], faults: Failure[]): Reading<RowOf<C>> {
  if (lines.length > MOST_ROWS) throw new Failure("too_large", `${shape.name} has ${lines.length} rows; at most ${MOST_ROWS} are taken.`, shape.name);
  const plan = planOf(shape);
  const counts = plan.columns.map(() => 0);
  const rows: RowOf<C>[] = [];
  for (const line of lines) {
    if (faults.length >= MOST_FAULTS) break;
    const before = faults.length;
    const row = readLine(shape, plan, line, counts, faults);
    if (faults.length > before) continue;
    checkRow(shape, plan, row, line, faults);
    rows.push(row as RowOf<C>);
  }
  if (faults.length > 0) throw Failure.all(faults);
  const defaulted: Record<string, number> = {};
  plan.names.forEach((name, place) => {
    const count = counts[place] as number;
    if (count > 0) defaulted[name] = count;
  });
  return { rows, defaulted };
}

/** What reading a table needs to know over and over. */
interface Plan {
  readonly names: readonly string[];
  readonly columns: readonly Column[];
  /** A row of nothing but defaults. */
  readonly blank: CellRecord;
}

const plans = new WeakMap<Shape, Plan>();

function planOf(shape: Shape): Plan {
  const known = plans.get(shape);
  if (known) return known;
  const names = Object.keys(shape.columns);
  const columns = Object.values(shape.columns);
  const plan = { names, columns, blank: Object.fromEntries(names.map((name, place) => [name, columns[place]?.default])) };
  plans.set(shape, plan);
  return plan;
}

function readLine(shape: Shape, { names, columns, blank }: Plan, { title, cells }: Line, counts: number[], faults: Failure[]): Record<string, unknown> {
  const row: Record<string, unknown> = { ...blank };
  for (let place = 0; place < cells.length; place++) {
    const cell = cells[place];
    if (isBlank(cell)) continue;
    const column = columns[place] as Column;
    const name = names[place] as string;
    const value = readers[column.kind](cell, column);
    if (value instanceof Refusal) faults.push(new Failure(value.kind, `${address(shape, title, name)} is ${shown(cell)}, which ${value.words}.`, shape.name || name));
    else row[name] = value;
  }
  // Blanks come last, since one may stand for the value of another column.
  for (let place = 0; place < columns.length; place++) {
    if (!isBlank(cells[place])) continue;
    const column = columns[place] as Column;
    const name = names[place] as string;
    if (column.required) faults.push(new Failure("missing", `${address(shape, title, name)} is blank: ${lowerFirst(column.help)}.`, shape.name || name));
    if (column.defaultFrom !== undefined) row[name] = row[column.defaultFrom];
    if (row[name] !== undefined && belongs(column, row)) counts[place] = (counts[place] as number) + 1;
  }
  return row;
}

const address = (shape: Shape, title: string, name: string): string =>
  title === "" ? name : title === shape.name ? `${title}: ${name}` : `${title}, column ${name}`;

const belongs = (column: Column, row: CellRecord): boolean => column.only === undefined || column.only.includes(row["kind"] as string);

function checkRow<C extends Columns>(shape: Table<C>, { names, columns }: Plan, row: CellRecord, { title, cells }: Line, faults: Failure[]): void {
  for (let place = 0; place < cells.length; place++) {
    const column = columns[place] as Column;
    const name = names[place] as string;
    const value = row[name];
    if (isBlank(cells[place]) || value === column.default || belongs(column, row)) continue;
    const kinds = list(column.only ?? [], "and");
    const words = `${address(shape, title, name)} is ${shown(value)}, but ${name} belongs to ${kinds}, and the row is ${String(row["kind"])}.`;
    faults.push(new Failure("condition", words, shape.name));
  }
  for (const rule of shape.rules) {
    if (!rule.broken(row as RowOf<C>)) continue;
    const given = rule.columns.map((name) => `${name} is ${row[name] === undefined ? "blank" : shown(row[name])}`).join(", ");
    faults.push(new Failure("condition", `${title}: ${rule.says} (${given}).`, shape.name));
  }
}

// ------------------------------------------------------------------------------------------------ one cell

/** 1 March 1900: before it Excel counts a day that never was (29 February 1900). */
const FIRST_DAY = 61;
/** 31 December 9999. */
const LAST_DAY = 2_958_465;

/** The serial day that a cell holds, without the time of day, or nothing where that is none of ours. */
export function dayOf(cell: unknown): number | undefined {
  const text = typeof cell === "string" ? cell.trim() : undefined;
  const number = text !== undefined && NUMERAL.test(text) ? Number(text) : cell;
  const day = serialDay(text ?? "") ?? (typeof number === "number" ? Math.floor(number) : NaN);
  return day >= FIRST_DAY && day <= LAST_DAY ? day : undefined;
}

type Read = (value: unknown, column: Column) => unknown;

/** Each gives the value, or a Refusal that says what was expected. */
class Refusal {
  constructor(
    readonly words: string,
    readonly kind: FailureKind = "type",
  ) {}
}

const readers: Record<ColumnKind, Read> = {
  text: (value) => (typeof value === "object" ? new Refusal("is no text") : String(value).trim()),
  number: readNumber,
  choice: (value, { choices = [] }) => {
    if (choices.includes(value as string)) return value;
    const wanted = normalised(String(value));
    const found = choices.find((option) => normalised(option) === wanted);
    if (found !== undefined) return found;
    const near = nearest(wanted, choices);
    return new Refusal(`is none of ${list(choices, "or")}${near ? `; the nearest is ${near}` : ""}`, "unknown");
  },
  date: (value) => dayOf(value) ?? new Refusal(`is no date: write YYYY-MM-DD (in Excel a date cell), from ${isoDate(FIRST_DAY)} to ${isoDate(LAST_DAY)}`, typeof value === "number" ? "limit" : "type"),
  yes_no: (value) => {
    if (typeof value === "boolean") return value;
    const word = typeof value === "number" || typeof value === "string" ? YES_NO[String(value).trim().toLowerCase()] : undefined;
    return word ?? new Refusal("is neither true nor false");
  },
};

const YES_NO: Readonly<Record<string, boolean>> = { true: true, yes: true, "1": true, false: false, no: false, "0": false };

const limits = [
  { name: "above", says: "above", holds: (value: number, limit: number) => value > limit },
  { name: "min", says: "at least", holds: (value: number, limit: number) => value >= limit },
  { name: "below", says: "below", holds: (value: number, limit: number) => value < limit },
  { name: "max", says: "at most", holds: (value: number, limit: number) => value <= limit },
] as const;

function readNumber(value: unknown, column: Column): unknown {
  const result = typeof value === "string" && NUMERAL.test(value.trim()) ? Number(value.trim()) : value;
  if (typeof result !== "number") return new Refusal(`is no number${typeof value === "string" ? offered(value, (reading) => limits.every(({ name, holds }) => column[name] === undefined || holds(reading, column[name]))) : ""}`);
  if (!Number.isFinite(result)) return new Refusal("is no finite number", "limit");
  const broken = limits.find((limit) => column[limit.name] !== undefined && !limit.holds(result, column[limit.name] as number));
  if (broken) return new Refusal(`must be ${broken.says} ${column[broken.name] as number}${column.beyond ? `: ${column.beyond}` : ""}`, "limit");
  if (column.whole && !Number.isInteger(result)) return new Refusal("must be a whole number", "limit");
  return result + 0; // -0 is 0
}

// ------------------------------------------------------------------------------------------------ names

const isBlank = (value: unknown): boolean => value === null || value === undefined || (typeof value === "string" && value.trim() === "");
const isRecord = (value: unknown): value is CellRecord => typeof value === "object" && value !== null && !Array.isArray(value);

function blankInGrid(column: Column | undefined, cell: unknown): boolean {
  if (cell !== 0 || !column) return isBlank(cell);
  if (column.kind !== "number" || column.zeroIsBlank) return true;
  return (column.above !== undefined && column.above >= 0) || (column.min !== undefined && column.min > 0);
}

const normalised = (name: string): string => name.trim().toLowerCase().replace(/[\s-]+/g, "_");

const lowerFirst = (words: string): string => words.charAt(0).toLowerCase() + words.slice(1);
export const list = (words: readonly string[], last: "and" | "or"): string =>
  words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} ${last} ${words.at(-1)}`;

export function shown(value: unknown): string {
  const words = typeof value === "string" || typeof value === "object" ? JSON.stringify(value) : String(value);
  return words.length > 60 ? `${words.slice(0, 59)}…` : words;
}
