/** From a formula and its inputs to the column it gives: the one road for cells, for agents and for the pane. */
import { Failure } from "../core/failure";
import { didYouMean } from "../core/nearest";
import { counted } from "../core/numerals";
import { choice, number, read, show, type Parameter } from "../core/parameters";
import { ExpressionFailure } from "../language/failure";
import { align, ALIGNMENTS, bucketEnd, bucketStart, INTERVALS, inOrder, PERIODS_PER_YEAR, RESAMPLERS, resample, slotOf, type Alignment, type Interval, type Resample, type Timed } from "./calendar";
import { fromColumns, INPUT_NAMES, readInputs, readTime, toCells, type Series } from "./inputs";
import { type Column } from "./kernels";
import { program, type Program, type Warning } from "./program";
import { walk } from "./walk";
import type { Run, Settings } from "./words";

/** Nanoseconds that one formula may take, about: a text that nobody has vetted cannot hold the process. */
export const MAX_COST = 5e9;

export interface SeriesRequest {
  readonly expression: unknown;
  /** { a: { values, times? } … h }, from JSON, or with typed arrays from a host that has read them already. */
  readonly inputs: unknown;
  /** Inclusive and exclusive, unix seconds or YYYY-MM-DD; the answer is cut after it is computed. */
  readonly start?: unknown;
  readonly end?: unknown;
  readonly interval?: unknown;
  readonly options?: unknown;
  /** Unix seconds, for the flag of a last interval that is not over yet. */
  readonly now?: number;
  readonly signal?: AbortSignal;
  readonly maxCost?: number;
}

interface Answer<Numbers, Times> {
  readonly values: Numbers;
  /** The first second of each row's interval; absent where the inputs have no times. */
  readonly times?: Times;
  /** The place of the first value that is not null; null where there is none. */
  readonly first_valid: number | null;
  /** How many nulls stand before it. */
  readonly warmup_nulls: number;
  readonly interval: Interval;
  /** Every default and convention that the numbers rest on. */
  readonly conventions: Readonly<Record<string, string | number>>;
  /** Intervals of each input that had no counterpart in the others. */
  readonly dropped: Readonly<Record<string, number>>;
  readonly warnings: readonly Warning[];
  /** Whether the last interval is still running. */
  readonly partial?: boolean;
}
/** The answer as columns: NaN is a missing value. */
export type Computed = Answer<Column, Float64Array>;
/** The answer as JSON. */
export type Evaluated = Answer<readonly (number | null)[], readonly number[]>;

/* ------------------------------------------------------------------------------------------------ options */

const INTERVAL = choice("Length of a row", INTERVALS);
const RESAMPLE = choice("How several values of one interval become one", Object.keys(RESAMPLERS) as Resample[]);
/** What options may say, by name. */
export const OPTIONS: Readonly<Record<string, Parameter>> = {
  align: choice("Which times are kept", ALIGNMENTS),
  resample: RESAMPLE,
  ema_seed: choice("What an exponential average starts from", ["sma", "first"]),
  periods_per_year: number("Periods in a year", { above: 0 }),
  anchor: choice("Where rebase, cumsum and cagr begin", ["start", "history"]),
  min_periods: number("How many rows of a window must hold a value", { min: 1, whole: true }),
  max_age: number("How many seconds a value is carried forward", { min: 0 }),
};
interface Options {
  readonly align: Alignment;
  readonly resample: (name: string, own: Resample | undefined) => Resample;
  readonly resampleSaid: boolean;
  /** The inputs that have a rule of their own. */
  readonly resampled: readonly string[];
  readonly ema_seed: Settings["ema_seed"];
  readonly periods_per_year?: number;
  readonly anchor: Settings["anchor"];
  readonly min_periods?: number;
  readonly max_age?: number;
}

const STANDARD: Options = { align: "inner", resample: (_, own) => own ?? "last", resampleSaid: false, resampled: [], ema_seed: "sma", anchor: "start" };
function readOptions(raw: unknown): Options {
  if (raw === undefined || raw === null) return STANDARD;
  let given: unknown = raw;
  if (typeof given === "string" && given.trim().startsWith("{")) {
    try {
      given = JSON.parse(given) as unknown;
    } catch {
      // Told below, as any other text.
    }
  }
  if (given === null || typeof given !== "object" || Array.isArray(given)) throw new Failure("type", `options must be an object such as { "align": "inner" }, not ${show(given)}`, "options");
  const said: Record<string, unknown> = {};
  const byInput = new Map<string, Resample>();
  for (const [key, value] of Object.entries(given)) {
    const name = key.toLowerCase();
    if (!Object.hasOwn(OPTIONS, name)) throw new Failure("unknown", `options has no ${show(key)}${didYouMean(key, Object.keys(OPTIONS))}; it has ${Object.keys(OPTIONS).join(", ")}`, "options");
    if (value === null || value === undefined) continue;
    if (name === "resample" && typeof value === "object" && !Array.isArray(value)) {
      for (const [input, method] of Object.entries(value)) {
        if (!(INPUT_NAMES as readonly string[]).includes(input.toLowerCase())) throw new Failure("unknown", `options.resample has no input ${show(input)}; inputs are named a to h`, "options");
        byInput.set(input.toLowerCase(), read(`options.resample.${input}`, RESAMPLE, method) as Resample);
      }
    } else said[name] = read(`options.${name}`, OPTIONS[name]!, value);
  }
  const { resample: forAll, ...others } = said as { resample?: Resample } & Partial<Options>;
  return {
    ...STANDARD, ...others,
    resample: (name, own) => byInput.get(name) ?? forAll ?? own ?? "last",
    resampleSaid: forAll !== undefined || byInput.size > 0,
    resampled: [...byInput.keys()],
  };
}

/* ------------------------------------------------------------------------------------------------ rows */

interface Rows {
  readonly columns: ReadonlyMap<string, Column>;
  readonly length: number;
  readonly times?: Float64Array;
  readonly dropped: Readonly<Record<string, number>>;
  readonly conventions: Readonly<Record<string, string>>;
}

/** Brings the inputs to one list of rows: as they stand, or resampled and aligned where they have times. */
function rowsOf(inputs: ReadonlyMap<string, Series>, used: ReadonlyMap<string, Series>, interval: Interval, options: Options, warnings: Warning[]): Rows {
  const [[, first] = []] = inputs;
  if (!first?.times) {
    if (options.resampleSaid) warnings.push({ code: "NO_TIMES", message: "The inputs have no times, so nothing was resampled: each value is one row" });
    return { columns: new Map([...inputs].map(([name, { values }]) => [name, values])), length: first?.values.length ?? 0, dropped: {}, conventions: {} };
  }
  const methods = new Map<string, Resample>();
  const timed = new Map<string, Timed>();
  for (const [name, { values, times, resample: own }] of used) {
    const { duplicates, ...ordered } = inOrder({ values, times: times! });
    if (duplicates) warnings.push({ code: "DUPLICATE_TIMES", message: `${name} has ${counted(duplicates, "time")} twice or more; the last value given was taken` });
    methods.set(name, options.resample(name, own));
    if (methods.get(name) === "sum") warnings.push(...edgeWarnings(name, ordered.times, interval));
    timed.set(name, resample(ordered, interval, methods.get(name)!));
  }
  const { times, columns, dropped } = align(timed, options.align, options.max_age);
  if (times.length === 0) warnings.push({ code: "NO_COMMON_TIMES", message: `${[...used.keys()].join(", ")} have no interval of ${interval} in common; options.align outer or ffill keeps those of any` });
  const kinds = new Set(methods.values());
  return {
    columns, times, dropped, length: times.length,
    conventions: {
      resample: kinds.size === 1 ? [...kinds][0]! : [...methods].map(([name, method]) => `${name} ${method}`).join(", "),
      ...(timed.size > 1 && { align: options.align }),
    },
  };
}

/** A sum over a part of an interval looks like one over the whole: told where values begin late or end early by more than their widest gap. */
function edgeWarnings(name: string, times: Float64Array, interval: Interval): Warning[] {
  if (times.length < 2) return [];
  const [first, last] = [times[0]!, times[times.length - 1]!];
  const gap = times.reduce((widest, time, i) => Math.max(widest, i ? time - times[i - 1]! : 0), 0);
  const day = (time: number): string => new Date(time * 1000).toISOString().slice(0, 10);
  const edges = [
    ...(first - bucketStart(first, interval) >= gap ? [`the first interval, of ${day(bucketStart(first, interval))}, only holds values from ${day(first)} on`] : []),
    ...(bucketEnd(bucketStart(last, interval), interval) - last > gap ? [`the last, of ${day(bucketStart(last, interval))}, ends with ${day(last)}`] : []),
  ];
  return edges.length ? [{ code: "INCOMPLETE_INTERVAL", message: `${name} is summed over intervals of ${interval}, and ${edges.join("; ")}: set start or end to leave such an interval out` }] : [];
}

/** Rows a month apart with 365 periods a year make a volatility five times too large. */
function stepWarning(times: Float64Array, interval: Interval, year: number): Warning | undefined {
  if (times.length < 3) return undefined;
  const steps = times.slice(1).map((time, i) => time - times[i]!).sort();
  const ratio = steps[steps.length >> 1]! / (bucketEnd(times[0]!, interval) - times[0]!);
  if (ratio < 3) return undefined;
  return { code: "INTERVAL_MISMATCH", message: `The rows are about ${Math.round(steps[steps.length >> 1]! / 86_400)} days apart, but ${year} periods a year belong to ${interval}: set interval or options.periods_per_year` };
}

/* ------------------------------------------------------------------------------------------------ the answer */

/** What the formula's own words say, and the options that they read. */
function conventionsOf(formula: Program, settings: Settings, cutAtStart: boolean): Record<string, string | number> {
  const told: Record<string, string | number> = { ...formula.conventions };
  for (const option of formula.reads) {
    if (option === "min_periods") told[option] = settings.min_periods ?? "every row of a window";
    else if (option !== "anchor" || cutAtStart) told[option] = settings[option];
  }
  return told;
}

function textOf(raw: unknown): string {
  if (typeof raw === "string") return raw;
  if (raw === undefined || raw === null) throw new ExpressionFailure("EMPTY", "there is no formula", 0, 0);
  throw new Failure("type", `expression must be a text such as "zscore(a, 365)", not ${show(raw)}`, "expression");
}

/** Computes a formula over inputs that are read already. */
export function computeSeries(request: SeriesRequest): Computed {
  const options = readOptions(request.options);
  // Choices are read in either case, but these two are not the same.
  if (request.interval === "1m") throw new Failure("limit", 'interval "1m" would be a minute: write "1M" for a month', "interval");
  const interval = request.interval === undefined || request.interval === null ? "24h" : (read("interval", INTERVAL, request.interval) as Interval);
  const inputs = readInputs(request.inputs);
  const absent = options.resampled.find((name) => !inputs.has(name));
  if (absent) throw new Failure("unknown", `options.resample has a rule for ${absent}, and there is no input ${absent}: the inputs are ${[...inputs.keys()].join(", ")}`, "options");
  const [start, end] = (["start", "end"] as const).map((name) => (request[name] === undefined || request[name] === null ? undefined : readTime(request[name], name)));
  if (start !== undefined && end !== undefined && start >= end) throw new Failure("condition", `start must be before end, but start is ${start} and end is ${end}; end itself is left out`, "start");

  const formula = program(textOf(request.expression), new Set(inputs.keys()));
  const warnings: Warning[] = [...formula.warnings];
  const unused = [...inputs.keys()].filter((name) => !formula.names.has(name));
  if (unused.length && formula.names.size) warnings.push({ code: "UNUSED_INPUT", message: `The formula does not use ${unused.join(", ")}` });
  const used = formula.names.size ? new Map([...inputs].filter(([name]) => formula.names.has(name))) : inputs;
  const rows = rowsOf(inputs, used, interval, options, warnings);
  if (!rows.times && (start !== undefined || end !== undefined)) throw new Failure("condition", "start and end need inputs with times", start !== undefined ? "start" : "end");

  if (formula.cost * rows.length > (request.maxCost ?? MAX_COST))
    throw new ExpressionFailure("TOO_BIG", `the formula is too long for ${rows.length} rows: about ${(formula.cost * rows.length / 1e9).toFixed(1)} seconds of work, of ${((request.maxCost ?? MAX_COST) / 1e9).toFixed(1)}`, 0, formula.source.length, "Split it, or take fewer rows");
  for (const { word, window, slots, place } of formula.reaches)
    if (slots > rows.length) warnings.push({ code: "WINDOW_TOO_LONG", message: `${word.name} looks back ${counted(window, "row")} and there are ${rows.length}, so it gives no value`, position: place.at, length: place.length });

  const from = rows.times && start !== undefined ? slotOf(rows.times, start) : 0;
  const to = rows.times && end !== undefined ? slotOf(rows.times, end) : rows.length;
  const settings: Settings = {
    ema_seed: options.ema_seed, anchor: options.anchor, periods_per_year: options.periods_per_year ?? PERIODS_PER_YEAR[interval],
    ...(options.min_periods !== undefined && { min_periods: options.min_periods }),
  };
  if (rows.times && formula.reads.has("periods_per_year") && options.periods_per_year === undefined) {
    const warning = stepWarning(rows.times, interval, settings.periods_per_year);
    if (warning) warnings.push(warning);
  }
  const run: Run = { ...settings, length: rows.length, from: options.anchor === "start" ? from : 0 };
  const value = walk(formula.tree, rows.columns, run, request.signal);

  const whole = typeof value === "number" ? new Float64Array(rows.length).fill(value) : value;
  const values = from === 0 && to === rows.length ? whole : whole.slice(from, to);
  const firstValid = values.findIndex((v) => v === v);
  const times = rows.times?.slice(from, to);
  const last = times?.[times.length - 1];
  return {
    values,
    ...(times && { times }),
    first_valid: firstValid < 0 ? null : firstValid,
    warmup_nulls: firstValid < 0 ? values.length : firstValid,
    interval,
    conventions: { ...rows.conventions, ...conventionsOf(formula, settings, start !== undefined) },
    dropped: rows.dropped,
    warnings,
    ...(last !== undefined && { partial: bucketEnd(last, interval) > (request.now ?? Date.now() / 1000) }),
  };
}

/** Computes a formula and gives the answer as JSON, with null for a missing value. */
export function evaluateSeries(request: SeriesRequest): Evaluated {
  const { values, times, ...others } = computeSeries(request);
  // A plain loop: Array.from with a rule takes several times as long over a million rows.
  const items = new Array<number | null>(values.length);
  for (let i = 0; i < items.length; i++) items[i] = values[i]! === values[i]! ? values[i]! : null;
  return { values: items, ...(times && { times: Array.from(times) }), ...others };
}

/** Computes a formula over the ranges of a sheet: cells that spill, with empty text for a missing value. */
export function evaluateColumns(expression: unknown, ranges: readonly unknown[], signal?: AbortSignal): (number | "")[][] {
  const { inputs, across } = fromColumns(ranges);
  return toCells(computeSeries({ expression, inputs, ...(signal && { signal }) }).values, across);
}
