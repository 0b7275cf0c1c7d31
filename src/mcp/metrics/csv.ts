/**
 * Reads a CSV of the columns time and value, a piece at a time, into two typed arrays. A plain row, which nearly all are,
 * is read from its bytes; any other is made a text and read with care, and refused with its file and line if need be.
 */
import type { FileHandle } from "node:fs/promises";
import { Failure } from "../../core/failure";
import { didYouMean } from "../../core/nearest";
import { number, read, show } from "../../core/parameters";
import { inOrder } from "../../series/calendar";
import { readTime } from "../../series/inputs";

export const MAX_FILE_BYTES = 256 * 1024 * 1024;
const MAX_FILE_ROWS = 5_000_000;
/** A row has two short fields; a longer one means that its line or its quotes do not end where they should. */
const MAX_LINE = 65_536;
const PIECE = 1024 * 1024;

/** Rows in the order of time, whatever the order of the file. */
export interface Rows {
  /** Unix seconds, rising strictly. */
  readonly times: Float64Array;
  /** NaN is a missing value. */
  readonly values: Float64Array;
  /** Rows whose time a later row of the file has too; the later one was taken. */
  readonly duplicates: number;
}

const grouped = (n: number): string => n.toLocaleString("en-US");

/* ------------------------------------------------------------------------------------------------ plain rows, from their bytes */

const [QUOTE, COMMA, MINUS, POINT, ZERO, NINE] = [...'",-.09'].map((mark) => mark.charCodeAt(0)) as [number, number, number, number, number, number];
const [LINE_FEED, CARRIAGE_RETURN] = [10, 13];
/** So many digits are a whole number that a double holds exactly, and so is the power of ten: their quotient is the nearest double. */
const EXACT_DIGITS = 15;
const POWERS = Array.from({ length: EXACT_DIGITS + 1 }, (_, k) => 10 ** k);
/** The last second of the year 9999. */
const LAST_TIME = 253_402_300_799;
const LAST_DAY = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** The number of a field of digits, with a minus and a point or without; NaN is for the careful reader. */
function plainNumber(bytes: Buffer, from: number, to: number): number {
  const negative = bytes[from] === MINUS;
  const start = negative ? from + 1 : from;
  let whole = 0;
  let digits = 0;
  let point = -1;
  for (let i = start; i < to; i++) {
    const byte = bytes[i]!;
    if (byte >= ZERO && byte <= NINE) {
      whole = whole * 10 + (byte - ZERO);
      digits++;
    } else if (byte === POINT && point < 0 && i > start) point = i;
    else return NaN;
  }
  if (digits === 0 || digits > EXACT_DIGITS || point === to - 1) return NaN;
  const value = point < 0 ? whole : whole / POWERS[to - 1 - point]!;
  return negative && value !== 0 ? -value : value;
}

/** The seconds of YYYY-MM-DD or of a whole number of seconds; NaN is for the careful reader. */
function plainTime(bytes: Buffer, from: number, to: number): number {
  if (to - from !== 10 || bytes[from + 4] !== MINUS || bytes[from + 7] !== MINUS) {
    const seconds = plainNumber(bytes, from, to);
    return seconds <= LAST_TIME && Number.isInteger(seconds) && seconds >= 0 ? seconds : NaN;
  }
  const [year, month, day] = [plainNumber(bytes, from, from + 4), plainNumber(bytes, from + 5, from + 7), plainNumber(bytes, from + 8, to)];
  // Date.UTC takes a year below 100 for one of the last century; those, and each 29 February, are read with care.
  return year >= 100 && day >= 1 && day <= LAST_DAY[month - 1]! ? Date.UTC(year, month - 1, day) / 1000 : NaN;
}

/* ------------------------------------------------------------------------------------------------ any other row, as text */

/** The fields of a row; in a quoted field a doubled quote is one. */
function fieldsOf(line: string, row: () => string): string[] {
  if (!line.includes('"')) return line.split(",");
  const fields: string[] = [];
  for (let at = 0; at <= line.length; ) {
    const opening = /^\s*"/.exec(line.slice(at, at + 100))?.[0].length ?? 0;
    let end = at + opening;
    if (opening) while (end < line.length && (line[end] !== '"' || line[++end] === '"')) end++;
    const comma = line.indexOf(",", end);
    const stop = comma < 0 ? line.length : comma;
    const rest = line.slice(end, stop);
    if (opening ? rest.trim() !== "" : rest.includes('"')) throw new Failure("syntax", `${row()}: a quote stands inside a field of ${show(line)}: put the whole field in quotes and double the quotes within`);
    fields.push(opening ? line.slice(at + opening, end - 1).replaceAll('""', '"') : rest);
    at = stop + 1;
  }
  return fields;
}

const VALUE = number("a number, or nothing where there is none");
const NO_VALUE = /^(#?n\/?a|nan|null|none|-|\.)$/i;

function valueOf(text: string, where: string): number {
  const bare = text.trim();
  if (bare === "") return NaN;
  if (NO_VALUE.test(bare)) throw new Failure("type", `${where} must be a number, not ${show(bare)}: leave it empty where there is none`);
  return read(where, VALUE, bare) as number;
}

const COLUMNS = ["time", "value"] as const;
type Places = readonly [time: number, value: number];

/** Where the header has the two columns; other columns are let be. */
function placesOf(line: string, file: string): Places {
  const names = fieldsOf(line, () => `${file} line 1`).map((name) => name.trim().toLowerCase());
  const places = COLUMNS.map((column) => names.flatMap((name, i) => (name === column ? [i] : [])));
  const twice = COLUMNS.find((_, k) => places[k]!.length > 1);
  if (twice) throw new Failure("syntax", `${file} line 1: the header names ${twice} twice; it must name it once`);
  const lacking = COLUMNS.filter((_, k) => places[k]!.length === 0);
  if (lacking.length === 0) return [places[0]![0]!, places[1]![0]!];
  const mark = line.includes(";") ? "semicolons" : line.includes("\t") ? "tabs" : undefined;
  const close = didYouMean(lacking[0]!, names);
  const hint = mark ? `its fields are set apart by ${mark}: save it with commas` : close ? close.slice(2) : "name them on the first line, such as time,value";
  throw new Failure("syntax", `${file} line 1: the header must name the columns time and value; there is no ${lacking.join(" and no ")} in ${show(line.trim())}; ${hint}`);
}

/* ------------------------------------------------------------------------------------------------ the order of time */

const ascends = (times: Float64Array): boolean => times.every((time, i) => i === 0 || time > times[i - 1]!);

/** Newest first is how many sites export, so that order is turned round without a sort. */
function ordered(times: Float64Array, values: Float64Array): Rows {
  if (times[0]! > times[times.length - 1]!) {
    times.reverse();
    values.reverse();
    if (ascends(times)) return { times, values, duplicates: 0 };
    times.reverse();
    values.reverse();
  }
  return inOrder({ times, values });
}

/* ------------------------------------------------------------------------------------------------ the reader */

/** Takes the pieces of a file one after the other; `file` is what refusals call it. */
function rowReader(file: string, maxRows: number): { take(piece: Buffer): void; end(): Rows } {
  let times = new Float64Array(4096);
  let values = new Float64Array(4096);
  let count = 0;
  let places: Places | undefined;
  /** The line that is being read, counted from 1, and the row that began on it. */
  let line = 0;
  let began = 0;
  const where = (): string => `${file} line ${began}`;
  /** The lines of a row that has a quote still open. */
  let open: string | undefined;
  /** What came of a line that the next piece goes on with. */
  let rest = Buffer.alloc(0);

  function add(time: number, value: number): void {
    if (count === maxRows) throw new Failure("too_large", `${file} has more than ${grouped(maxRows)} rows, which is the most that is read: keep one row a day, or split it by years`);
    if (count === times.length) {
      const [longerTimes, longerValues] = [new Float64Array(2 * count), new Float64Array(2 * count)];
      longerTimes.set(times);
      longerValues.set(values);
      [times, values] = [longerTimes, longerValues];
    }
    times[count] = time;
    values[count++] = value;
  }

  /** Adds the row that stands plainly in the bytes, or says that it does not. */
  function plain(bytes: Buffer, from: number, to: number, [timeAt, valueAt]: Places): boolean {
    let time = NaN;
    let value = NaN;
    let known = 0;
    let column = 0;
    let start = from;
    let quoted = false;
    for (let i = from; i <= to; i++) {
      if (i < to && (quoted || bytes[i] !== COMMA)) {
        if (bytes[i] === QUOTE) quoted = !quoted;
        continue;
      }
      if (column === timeAt || column === valueAt) {
        const bare = i - start > 1 && bytes[start] === QUOTE && bytes[i - 1] === QUOTE ? 1 : 0;
        const [first, end] = [start + bare, i - bare];
        if (column === timeAt) time = plainTime(bytes, first, end);
        else value = plainNumber(bytes, first, end);
        if (column === timeAt ? time !== time : value !== value && first < end) return false;
        known++;
      }
      column++;
      start = i + 1;
    }
    if (known < 2 || quoted) return false;
    add(time, value);
    return true;
  }

  function careful(text: string): void {
    if (open === undefined) began = line;
    const whole = open === undefined ? text : `${open}\n${text}`;
    open = (whole.split('"').length - 1) % 2 ? whole : undefined;
    if (whole.length > MAX_LINE) throw new Failure("too_large", `${where()} is longer than ${grouped(MAX_LINE)} characters: ${open === undefined ? "a row must end with a line break" : "a quote is opened there and not closed"}`);
    if (open !== undefined) return;
    if (!places) {
      places = placesOf(whole.replace(/^\uFEFF/, ""), file);
      return;
    }
    if (whole.trim() === "") return;
    const fields = fieldsOf(whole, where);
    const [time, value] = [fields[places[0]], fields[places[1]]];
    if (time === undefined || value === undefined) throw new Failure("syntax", `${where()} has ${fields.length} field${fields.length === 1 ? "" : "s"}, too few for time and value: ${show(whole)}`);
    add(readTime(time, `${where()}, time`, "metric"), valueOf(value, `${where()}, value`));
  }

  function takeLine(bytes: Buffer, from: number, to: number): void {
    line++;
    const end = to > from && bytes[to - 1] === CARRIAGE_RETURN ? to - 1 : to;
    if (places && open === undefined && plain(bytes, from, end, places)) return;
    careful(bytes.toString("utf8", from, Math.min(end, from + 4 * MAX_LINE)));
  }

  return {
    take(piece) {
      const bytes = rest.length ? Buffer.concat([rest, piece]) : piece;
      let from = 0;
      for (let to = bytes.indexOf(LINE_FEED); to >= 0; to = bytes.indexOf(LINE_FEED, from)) {
        takeLine(bytes, from, to);
        from = to + 1;
      }
      // A copy, because the next piece is read into the same memory.
      rest = Buffer.from(bytes.subarray(from));
      if (rest.length > 4 * MAX_LINE) takeLine(rest, 0, rest.length);
    },
    end() {
      if (rest.length) takeLine(rest, 0, rest.length);
      if (open !== undefined) throw new Failure("syntax", `${where()}: a quote is opened there and not closed`);
      if (!places) throw new Failure("missing", `${file} is empty: its first line must be time,value`);
      if (count === 0) throw new Failure("missing", `${file} has no row below its header`);
      return ordered(times.slice(0, count), values.slice(0, count));
    },
  };
}

/** Reads the file that is open. */
export async function readRows(handle: FileHandle, file: string, maxRows = MAX_FILE_ROWS): Promise<Rows> {
  const reader = rowReader(file, maxRows);
  const piece = Buffer.allocUnsafe(PIECE);
  for (let position = 0; ; ) {
    const { bytesRead } = await handle.read(piece, 0, PIECE, position);
    if (bytesRead === 0) return reader.end();
    if (position === 0 && bytesRead > 1 && [0xfeff, 0xfffe].includes(piece.readUInt16LE())) throw new Failure("syntax", `${file} is written as UTF-16: save it as "CSV UTF-8"`);
    reader.take(piece.subarray(0, bytesRead));
    position += bytesRead;
  }
}
