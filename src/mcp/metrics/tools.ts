/**
 * The tools over metrics as data: what each takes, what it gives, what a model reads of it, and the function behind it.
 * Plain JSON in, plain JSON out; whatever is refused is a Failure.
 */
import { Failure } from "../../core/failure";
import { didYouMean } from "../../core/nearest";
import { choice, count, list, optional, read, show, text, type Parameter } from "../../core/parameters";
import { ExpressionFailure } from "../../language/failure";
import { align, bucketEnd, INTERVALS, resample, slotOf, type Interval, type Timed } from "../../series/calendar";
import { computeSeries } from "../../series/evaluate";
import { INPUT_NAMES, readTime } from "../../series/inputs";
import type { Warning } from "../../series/program";
import { SERIES_WORDS } from "../../series/words";
import { counted } from "../../core/numerals";
import type { Metric, MetricStore } from "./metrics";

/** How many rows an answer has where the caller does not say, and the most that may be asked for. */
const ANSWERED_ROWS = 5_000;
const MAX_ANSWERED_ROWS = 100_000;
const MAX_LISTED = 500;

/* ------------------------------------------------------------------------------------------------ what a tool is */

/** A JSON Schema of the plain kind that every client takes: one type each, no unions. */
export interface Schema {
  readonly type: "object" | "array" | "string" | "integer" | "number" | "boolean";
  readonly description?: string;
  readonly enum?: readonly string[];
  readonly items?: { readonly type: "string" | "number" | "object" | "array" };
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minimum?: number;
  readonly maximum?: number;
}

/** A parameter of the core, or an object whose members only their text describes. */
export type Argument = Parameter | { readonly kind: "object"; readonly text: string; readonly optional?: { readonly default: undefined } };

export interface Context {
  readonly store: MetricStore;
  /** Unix seconds, for the flag of an interval that is not over yet. */
  readonly now?: number;
  readonly signal?: AbortSignal;
  /** Nanoseconds that one formula may take. */
  readonly maxCost?: number;
}

export type Json = Readonly<Record<string, unknown>>;

export interface MetricTool {
  readonly title: string;
  /** For a model: what, when, when not and what then, units, behaviour and refusals, example. */
  readonly description: string;
  readonly arguments: Readonly<Record<string, Argument>>;
  /** The members of the answer. */
  readonly answer: Readonly<Record<string, Schema>>;
  /** Arguments of a call that works with the sample metrics. */
  readonly example: Json;
  /** Gets the arguments as they were read; objects as they came. */
  readonly run: (given: Readonly<Record<string, unknown>>, context: Context) => Promise<Json>;
}

/* ------------------------------------------------------------------------------------------------ arguments that several tools take */

const METRIC = text("Metric id, as list_metrics gives it");
const START = optional(text("First time, inclusive: YYYY-MM-DD or unix seconds UTC"), undefined);
const END = optional(text("Last time, exclusive: YYYY-MM-DD or unix seconds UTC"), undefined);
const INTERVAL_HELP = "Row length: a day, a week from Monday, a month";
const LIMIT = optional(count("Most rows in the answer, the latest are kept", { min: 1, max: MAX_ANSWERED_ROWS }), undefined);

/** Choices are read in either case, but "1m" and "1M" are not the same. */
function readInterval(raw: unknown): Interval | undefined {
  if (raw === undefined) return undefined;
  if (raw === "1m") throw new Failure("limit", 'interval "1m" would be a minute: write "1M" for a month', "interval");
  return read("interval", choice(INTERVAL_HELP, INTERVALS), raw) as Interval;
}

/** The slots [from, to) whose time is in the span that was asked for. */
function spanOf(times: Float64Array, { start, end }: Readonly<Record<string, unknown>>): readonly [from: number, to: number] {
  const [first, last] = [start === undefined ? undefined : readTime(start, "start"), end === undefined ? undefined : readTime(end, "end")];
  if (first !== undefined && last !== undefined && first >= last) throw new Failure("condition", `start must be before end, but start is ${show(start)} and end is ${show(end)}; end itself is left out`, "start");
  return [first === undefined ? 0 : slotOf(times, first), last === undefined ? times.length : slotOf(times, last)];
}

/* ------------------------------------------------------------------------------------------------ words of answers */

/** YYYY-MM-DD, with the time of day where there is one. */
const dateOf = (time: number): string => new Date(time * 1000).toISOString().replace(/\.\d+Z$/, "Z").replace("T00:00:00Z", "");
const orNull = (value: number): number | null => (value === value ? value + 0 : null);
const numbers = (values: Float64Array): (number | null)[] => Array.from(values, orNull);
const methodOf = ({ about }: Metric): NonNullable<Metric["about"]["resample"]> => about.resample ?? "last";


function readingWarnings(metrics: readonly Metric[]): Warning[] {
  return metrics.flatMap(({ id, duplicates }) => (duplicates ? [{ code: "DUPLICATE_TIMES", message: `${id} has ${counted(duplicates, "row")} whose time a later row has too; the later one was taken` }] : []));
}

/** The latest rows of an answer, and in words what was left out and how to get it. */
function latest(times: Float64Array, limit: number): { readonly from: number; readonly left_out?: Json } {
  const from = Math.max(0, times.length - limit);
  if (from === 0) return { from };
  // A fraction of a second is no part of a date.
  const before = Number.isInteger(times[from]!) ? dateOf(times[from]!) : times[from]!;
  return { from, left_out: { rows: from, first: dateOf(times[0]!), next: { end: before }, how: `The ${counted(from, "row")} before ${before} were left out: call again with end ${before}, or with a longer interval` } };
}

/* ------------------------------------------------------------------------------------------------ run_formula */

/** A refused expression, with the expression and a mark under the place below the words. */
export class PlacedFailure extends Failure {
  readonly code: ExpressionFailure["code"];
  readonly position: number;
  readonly length: number;
  readonly hint: string | undefined;

  constructor(fault: ExpressionFailure, expression: string) {
    super(fault.kind, `${fault.message}\n${caretLines(expression, fault.position, fault.length)}`, fault.parameter);
    ({ code: this.code, position: this.position, length: this.length, hint: this.hint } = fault);
  }
}

/** How much of a long expression is shown before and after the place. */
const AROUND = 40;

/** Two lines: the expression, or what of it is near the place, and ^ under the place. */
export function caretLines(expression: string, position: number, length: number): string {
  const start = position > AROUND ? position - AROUND : 0;
  const end = Math.min(expression.length, Math.max(position + 1, Math.min(position + length, position + AROUND)) + AROUND);
  // A tab or a line break would move what stands below it, and half a character is none.
  const shown = (part: string): string => part.replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, " ").replace(/\p{Cs}/gu, "");
  const wide = (part: string): number => [...shown(part)].length;
  const before = `${start > 0 ? "…" : ""}${shown(expression.slice(start, position))}`;
  const marked = Math.max(1, wide(expression.slice(position, Math.min(position + length, end))));
  return `${before}${shown(expression.slice(position, end))}${end < expression.length ? "…" : ""}\n${" ".repeat([...before].length)}${"^".repeat(marked)}`;
}

const isObject = (value: unknown): value is Json => typeof value === "object" && value !== null && !Array.isArray(value);

/** An object that came as its JSON text, as agents do send it; what is none is left to be refused where it is read. */
function objectOf(raw: unknown): unknown {
  if (typeof raw !== "string" || !raw.trim().startsWith("{")) return raw;
  try {
    return JSON.parse(raw);
  } catch {
    return raw;
  }
}

/** Metrics in the place of their names; whatever is no name stays as it came. */
async function withMetrics(raw: unknown, store: MetricStore): Promise<{ readonly inputs: unknown; readonly named: ReadonlyMap<string, Metric> }> {
  const given = objectOf(raw);
  const named = new Map<string, Metric>();
  // More inputs than there can be are refused before any file is read.
  if (!isObject(given) || Object.keys(given).length > INPUT_NAMES.length) return { inputs: given, named };
  const inputs = new Map<string, unknown>();
  for (const [name, series] of Object.entries(given)) {
    inputs.set(name, series);
    if (typeof series !== "string" || /^\s*[[{]/.test(series)) continue;
    const metric = await store.get(series.trim(), `inputs.${name.slice(0, 20)}`);
    named.set(name.toLowerCase(), metric);
    inputs.set(name, { values: metric.values, times: metric.times, resample: methodOf(metric) });
  }
  return { inputs, named };
}

async function runFormula({ expression, inputs: raw, start, end, interval, options, limit }: Json, { store, now, signal, maxCost }: Context): Promise<Json> {
  const { inputs, named } = await withMetrics(raw, store);
  const request = { expression, inputs, start, end, interval, options, ...(now !== undefined && { now }), ...(signal && { signal }), ...(maxCost !== undefined && { maxCost }) };
  let computed;
  try {
    computed = computeSeries(request);
  } catch (fault) {
    throw fault instanceof ExpressionFailure && typeof expression === "string" ? new PlacedFailure(fault, expression) : fault;
  }
  const { values, times, first_valid, warnings, ...others } = computed;
  // What a caller sent whole is answered whole; a metric may be far longer than anyone can read.
  const most = (limit as number | undefined) ?? (named.size ? ANSWERED_ROWS : Infinity);
  const { from, left_out } = times ? latest(times, most) : { from: Math.max(0, values.length - most), left_out: undefined };
  const kept = values.subarray(from);
  const firstKept = from === 0 ? (first_valid ?? -1) : kept.findIndex((value) => value === value);
  return {
    values: numbers(kept),
    ...(times && { times: Array.from(times.subarray(from)) }),
    first_valid: firstKept < 0 ? null : firstKept,
    ...others,
    warmup_nulls: firstKept < 0 ? kept.length : firstKept,
    warnings: [...readingWarnings([...named.values()]), ...warnings],
    ...(named.size && { inputs: Object.fromEntries([...named].map(([name, { id, about }]) => [name, { metric: id, title: about.title ?? null, unit: about.unit ?? null }])) }),
    ...(left_out ? { left_out } : from > 0 ? { left_out: { rows: from, how: `The first ${counted(from, "row")} were left out: raise limit` } } : {}),
  };
}

/* ------------------------------------------------------------------------------------------------ list_metrics, get_metric_metadata */

async function listMetrics({ words }: Json, { store }: Context): Promise<Json> {
  const { metrics, skipped } = await store.list();
  const sought = ((words as string | undefined) ?? "").toLowerCase().split(/[\s_]+/).filter(Boolean);
  const found = metrics.filter(({ id, about }) => sought.every((word) => `${id} ${about.title ?? ""} ${about.unit ?? ""} ${about.source ?? ""}`.toLowerCase().includes(word)));
  return {
    metrics: found.slice(0, MAX_LISTED).map(({ id, about, problem }) => ({ metric: id, title: about.title ?? null, unit: about.unit ?? null, resample: about.resample ?? "last", ...(problem !== undefined && { problem }) })),
    count: found.length,
    ...(found.length > MAX_LISTED && { left_out: found.length - MAX_LISTED, note: "Give words to narrow the list" }),
    ...(found.length === 0 && sought.length > 0 && { note: `None of the ${counted(metrics.length, "metric")} matches ${show(words)}: try a single other word, or none for all` }),
    ...(store.isSample && { sample: "These are the samples that ship with the product; the server's setting VAL_METRICS names a folder of your own" }),
    ...(skipped.length > 0 && { skipped: skipped.slice(0, 20) }),
  };
}

const DAY = 86_400;
/** The longest usual distance between rows, in days, the word for it, and the interval to ask for. */
const SPACINGS: readonly (readonly [days: number, word: string, interval: Interval])[] = [
  [0.9, "within the day", "24h"], [4, "daily", "24h"], [10, "weekly", "1w"], [45, "monthly", "1M"], [135, "quarterly", "1M"], [Infinity, "yearly or longer", "1M"],
];

/** What lies between most rows: the median of the distances, of a sample where there are many. */
function spacingOf(times: Float64Array): { readonly spacing: string; readonly interval: Interval } {
  const step = Math.max(1, Math.floor(times.length / 10_000));
  const distances: number[] = [];
  for (let i = 1; i < times.length; i += step) distances.push(times[i]! - times[i - 1]!);
  if (distances.length === 0) return { spacing: "one row", interval: "24h" };
  distances.sort((a, b) => a - b);
  const days = distances[distances.length >> 1]! / DAY;
  const [, spacing, interval] = SPACINGS.find(([most]) => days <= most)!;
  return { spacing, interval };
}

async function getMetricMetadata({ metric: id }: Json, { store }: Context): Promise<Json> {
  const metric = await store.get(id as string);
  const { times, values, about } = metric;
  let missing = 0;
  let last = -1;
  values.forEach((value, i) => {
    if (value === value) last = i;
    else missing++;
  });
  return {
    metric: metric.id,
    title: about.title ?? null,
    unit: about.unit ?? null,
    count: times.length,
    missing,
    first: dateOf(times[0]!),
    last: dateOf(times[times.length - 1]!),
    ...(last >= 0 && { latest: { date: dateOf(times[last]!), value: values[last]! + 0 } }),
    ...spacingOf(times),
    resample: methodOf(metric),
    source: about.source ?? null,
    licence: about.licence ?? null,
    warnings: readingWarnings([metric]),
  };
}

/* ------------------------------------------------------------------------------------------------ fetch_metric, find_extremes */

async function fetchMetric({ metric: id, interval: asked, limit, ...span }: Json, { store, now = Date.now() / 1000 }: Context): Promise<Json> {
  const metric = await store.get(id as string);
  const interval = readInterval(asked);
  const rows: Timed = interval ? resample(metric, interval, methodOf(metric)) : metric;
  const [start, end] = spanOf(rows.times, span);
  const times = rows.times.subarray(start, end);
  const { from, left_out } = latest(times, (limit as number | undefined) ?? ANSWERED_ROWS);
  const kept = times.subarray(from);
  const last = kept[kept.length - 1];
  return {
    values: numbers(rows.values.subarray(start + from, end)),
    times: Array.from(kept),
    metric: metric.id,
    title: metric.about.title ?? null,
    unit: metric.about.unit ?? null,
    ...(last !== undefined && { first: dateOf(kept[0]!), last: dateOf(last) }),
    interval: interval ?? "as stored",
    conventions: { times: "unix seconds UTC, the first second of each row", ...(interval && { resample: methodOf(metric) }) },
    ...(interval && last !== undefined && { partial: bucketEnd(last, interval) > now }),
    ...(left_out && { left_out }),
    warnings: [...readingWarnings([metric]), ...(kept.length ? [] : [noRows(metric)])],
  };
}

const noRows = ({ id, times }: Metric): Warning => ({ code: "NO_ROWS", message: `${id} has no row in that span; it has rows from ${dateOf(times[0]!)} to ${dateOf(times[times.length - 1]!)}` });

async function findExtremes({ metric: id, kind, count: wanted, ...span }: Json, { store }: Context): Promise<Json> {
  const metric = await store.get(id as string);
  const { times, values } = metric;
  const [from, to] = spanOf(times, span);
  const sign = kind === "low" ? -1 : 1;
  const most = wanted as number;
  /** Slots, the most extreme first; of equal values the earlier. */
  const best: number[] = [];
  let rows = 0;
  for (let i = from; i < to; i++) {
    const value = sign * values[i]!;
    if (value !== value) continue;
    rows++;
    if (best.length === most && value <= sign * values[best[most - 1]!]!) continue;
    let place = best.length;
    while (place > 0 && value > sign * values[best[place - 1]!]!) place--;
    best.splice(place, 0, i);
    if (best.length > most) best.pop();
  }
  return {
    extremes: best.map((i) => ({ date: dateOf(times[i]!), value: values[i]! + 0, time: times[i]! })),
    metric: metric.id,
    title: metric.about.title ?? null,
    unit: metric.about.unit ?? null,
    kind,
    rows,
    conventions: { order: "the most extreme first, of equal values the earlier; each row counts for itself, so one peak may take several places" },
    warnings: [...readingWarnings([metric]), ...(to > from ? [] : [noRows(metric)])],
  };
}

/* ------------------------------------------------------------------------------------------------ correlate_metrics */

/** What each column becomes before it is correlated, in the words of the series language. */
const COLUMNS = { levels: "a", changes: "change(a)", returns: "pct_change(a)" } as const;
type Of = keyof typeof COLUMNS;

const CONVENTIONS: Readonly<Record<Of, string>> = {
  levels: "the values themselves; two that both grow correlate highly for that alone: of changes or returns takes the growth out",
  changes: "the difference of each row from the one before, as for rates and yields",
  returns: "the change of each row from the one before as a fraction of it, as for prices and amounts",
};

/** The rows of columns in which every one of them has a value. */
function completeRows(columns: readonly Float64Array[], from: number, to: number): { readonly slots: readonly number[]; readonly columns: readonly Float64Array[] } {
  const slots: number[] = [];
  for (let i = from; i < to; i++) if (columns.every((column) => column[i]! === column[i]!)) slots.push(i);
  return { slots, columns: columns.map((column) => Float64Array.from(slots, (i) => column[i]!)) };
}

function correlation(a: Float64Array, b: Float64Array, window: number | undefined, context: Context): number | null {
  const { values } = computeSeries({ expression: window === undefined ? "corr(a, b)" : `corr(a, b, ${window})`, inputs: { a: { values: a }, b: { values: b } }, ...(context.signal && { signal: context.signal }) });
  return orNull(values[values.length - 1]!);
}

async function correlateMetrics({ metrics: names, of: asked, window, interval: askedInterval, ...span }: Json, context: Context): Promise<Json> {
  const ids = names as readonly string[];
  if (ids.length < 2 || ids.length > INPUT_NAMES.length) throw new Failure("limit", `metrics must be 2 to ${INPUT_NAMES.length} ids, not ${ids.length}`, "metrics");
  const metrics: Metric[] = [];
  for (const id of ids) metrics.push(await context.store.get(id.trim(), "metrics"));
  const twice = metrics.find(({ id }, k) => metrics.findIndex((other) => other.id === id) < k);
  if (twice) throw new Failure("condition", `metrics names ${twice.id} twice; each is named once`, "metrics");

  const spacings = metrics.map(({ times }) => spacingOf(times).interval);
  const interval = readInterval(askedInterval) ?? INTERVALS.findLast((each) => spacings.includes(each))!;
  const of = asked as Of;
  const aligned = align(new Map(metrics.map((metric) => [metric.id, resample(metric, interval, methodOf(metric))])), "inner");
  const [from, to] = spanOf(aligned.times, span);
  const prepared = (how: Of): readonly Float64Array[] =>
    [...aligned.columns.values()].map((values) => (values.length ? computeSeries({ expression: COLUMNS[how], inputs: { a: { values } } }).values : values));
  const { slots, columns } = completeRows(prepared(of), from, to);
  const rows = slots.length;
  const needed = (window as number | undefined) ?? 2;
  if (rows < needed) {
    const held = metrics.map(({ id, times }) => `${id} ${dateOf(times[0]!)} to ${dateOf(times[times.length - 1]!)}`).join(", ");
    throw new Failure("condition", `${window === undefined ? "a correlation" : `window ${needed}`} needs ${needed} rows in which all metrics have a value; at interval ${interval} in that span there ${rows === 1 ? "is" : "are"} ${rows} (${held}). Take a shorter window, a longer span or another interval`, window === undefined ? "metrics" : "window");
  }

  const matrixOf = (given: readonly Float64Array[]): (number | null)[][] => {
    const matrix: (number | null)[][] = given.map(() => []);
    given.forEach((a, i) => {
      // Whatever varies correlates with itself by 1; what does not has no correlation.
      matrix[i]![i] = correlation(a, a, window as number | undefined, context) === null ? null : 1;
      for (let j = 0; j < i; j++) matrix[i]![j] = matrix[j]![i] = correlation(a, given[j]!, window as number | undefined, context);
    });
    return matrix;
  };
  const matrix = matrixOf(columns);
  const labels = metrics.map(({ id }) => id);
  const warnings: Warning[] = readingWarnings(metrics);
  const still = labels.filter((_, i) => matrix[i]![i] === null);
  if (still.length) warnings.push({ code: "CONSTANT", message: `${still.join(", ")} do${still.length === 1 ? "es" : ""} not vary over these rows, so there is no correlation` });
  if (of === "levels") warnings.push(...trendWarnings(labels, matrix, () => matrixOf(completeRows(prepared("changes"), from, to).columns)));

  const used = window === undefined ? slots : slots.slice(-(window as number));
  return {
    matrix,
    metrics: labels,
    rows: used.length,
    first: dateOf(aligned.times[used[0]!]!),
    last: dateOf(aligned.times[used[used.length - 1]!]!),
    interval,
    conventions: {
      correlation: window === undefined ? "Pearson, over all rows of the span" : `Pearson, over the last ${counted(needed, "row")} of the span`,
      of: `${of}: ${CONVENTIONS[of]}`,
      rows: "only those in which every metric has a value, so that all cells rest on the same rows",
      interval: askedInterval === undefined ? `${interval}: that of the metric with the longest distance between rows, as interval was left out` : interval,
      resample: metrics.map((metric) => `${metric.id} ${methodOf(metric)}`).join(", "),
    },
    dropped: aligned.dropped,
    incomplete_rows: to - from - rows,
    warnings,
  };
}

/** From where on a correlation of levels is looked at, and what its changes must have for it to be more than a common trend. */
const [STRONG, WEAK] = [0.7, 0.3];

/** Pairs whose levels go together while their changes do not. */
function trendWarnings(labels: readonly string[], levels: readonly (readonly (number | null)[])[], changes: () => (number | null)[][]): Warning[] {
  const strong = levels.flatMap((row, i) => row.flatMap((r, j) => (j < i && r !== null && Math.abs(r) >= STRONG ? [[i, j, r] as const] : [])));
  if (strong.length === 0) return [];
  const other = changes();
  return strong.flatMap(([i, j, r]) => {
    const changed = other[i]?.[j] ?? null;
    if (changed === null || Math.abs(changed) >= WEAK) return [];
    return [{ code: "COMMON_TREND", message: `${labels[j]!} and ${labels[i]!}: levels correlate by ${r.toFixed(2)}, their changes by ${changed.toFixed(2)} only, so the levels may share no more than a trend; of changes or returns tells more` }];
  });
}

/* ------------------------------------------------------------------------------------------------ the tools */

/** Every word with its operands, so that a model need not guess. */
const WORDS = SERIES_WORDS.map(({ name, takes }) => `${name}(${takes.map((operand) => operand.name + (operand.optional ? "?" : "")).join(",")})`).join(" ");

const NUMBERS: Schema = { type: "array", items: { type: "number" } };
const WARNINGS: Schema = { type: "array", items: { type: "object" }, description: "code and message of each" };
const TEXT: Schema = { type: "string" };
const WHOLE: Schema = { type: "integer" };
const LEFT_OUT: Schema = { type: "object", description: "Only where rows were left out: rows, next (the end to call again with), how" };

export const METRIC_TOOLS: Readonly<Record<string, MetricTool>> = {
  run_formula: {
    title: "Run a formula over time series",
    description:
      "Computes a column from one formula over up to 8 time series, named a to h: stored metrics or values sent along. Use for moving averages, z-scores, returns, volatility, drawdown, ratios, rolling correlation; for raw values use fetch_metric, for a correlation matrix correlate_metrics, for a single valuation find_formula.\n" +
      "Windows count rows: those of the interval where inputs have times. Changes, drawdown and volatility are fractions (0.05 is 5 %), rsi is 0 to 100; a missing value is null, never 0. Inputs are first resampled to the interval and aligned on common times; start and end cut afterwards. Of metrics the latest 5,000 rows are answered (limit changes that). A faulty formula is refused with the place marked and what to write. Arithmetic only; the same call gives the same answer.\n" +
      'Example: {"expression":"zscore(a - b, 36)","inputs":{"a":"treasury_10y","b":"treasury_3m"},"interval":"1M","start":"2020-01-01"}.',
    arguments: {
      expression: text(`Formula over a to h with + - * / ^, % (remainder), < <= = <> >= >, and or not, and ${WORDS}`),
      inputs: { kind: "object", text: 'Series by letter a to h: each a metric id ("treasury_10y") or {"values":[1,null,3],"times":["2024-01-01",…]}; values are numbers or null, times YYYY-MM-DD or unix seconds; without times all are equally long' },
      start: START,
      end: END,
      interval: optional(choice(INTERVAL_HELP, INTERVALS), "24h"),
      options: { kind: "object", text: "align inner|outer|ffill (inner); resample last|first|mean|sum|min|max, one for all or by letter (the metric's own, else last); ema_seed sma|first (sma); periods_per_year (365, 52, 12); anchor start|history (start); min_periods; max_age seconds", optional: { default: undefined } },
      limit: LIMIT,
    },
    answer: {
      values: { ...NUMBERS, description: "One a row, null where there is none" }, times: { ...NUMBERS, description: "Unix seconds UTC, the start of each row; absent without times" },
      first_valid: { ...WHOLE, description: "Place of the first value that is not null, counted from 0" }, warmup_nulls: WHOLE, interval: TEXT, conventions: { type: "object" },
      dropped: { type: "object", description: "Rows of each input without counterpart" }, warnings: WARNINGS, partial: { type: "boolean", description: "The last interval is not over" },
      inputs: { type: "object", description: "The metrics by letter" }, left_out: LEFT_OUT,
    },
    example: { expression: "zscore(a - b, 36)", inputs: { a: "treasury_10y", b: "treasury_3m" }, interval: "1M", start: "2020-01-01" },
    run: runFormula,
  },
  list_metrics: {
    title: "List the stored metrics",
    description:
      "Lists the time series stored on this server, with id, title, unit and how each resamples. Use first, to learn the ids that run_formula, fetch_metric, correlate_metrics and find_extremes take; for the span and spacing of one use get_metric_metadata. Reads the folder anew at each call; nothing is fetched from elsewhere. At most 500 are listed, words narrow the list. Example: {\"words\":\"treasury\"}.",
    arguments: { words: optional(text("Words that id, title, unit or source must contain"), undefined) },
    answer: { metrics: { type: "array", items: { type: "object" }, description: "metric (the id), title, unit, resample" }, count: WHOLE, left_out: WHOLE, note: TEXT, sample: TEXT, skipped: { type: "array", items: { type: "string" } } },
    example: { words: "treasury" },
    run: listMetrics,
  },
  get_metric_metadata: {
    title: "Describe one stored metric",
    description:
      "Describes one stored metric: first and last date, number of rows and of missing values, latest value, spacing with the interval that suits it, unit, resampling rule, source, licence. Use before fetch_metric or run_formula to choose span and interval; for the ids use list_metrics. Dates are UTC. Refuses an unknown id, naming the nearest, and a faulty file with its line. Example: {\"metric\":\"consumer_prices\"}.",
    arguments: { metric: METRIC },
    answer: { metric: TEXT, title: TEXT, unit: TEXT, count: WHOLE, missing: WHOLE, first: TEXT, last: TEXT, latest: { type: "object", description: "date, value" }, spacing: TEXT, interval: TEXT, resample: TEXT, source: TEXT, licence: TEXT, warnings: WARNINGS },
    example: { metric: "consumer_prices" },
    run: getMetricMetadata,
  },
  fetch_metric: {
    title: "Fetch the values of one stored metric",
    description:
      "Fetches the values of one stored metric, as stored or one a day, week or month. Use to read or show figures; to compute with them use run_formula, for highs and lows find_extremes. Values are in the metric's unit, null where missing; times are unix seconds UTC. The answer keeps the latest 5,000 rows of the span (limit changes that) and says how many were left out and the end to call again with. Refuses an unknown id, naming the nearest. Example: {\"metric\":\"payrolls\",\"start\":\"2020-01-01\",\"end\":\"2021-01-01\"}.",
    arguments: { metric: METRIC, start: START, end: END, interval: optional(choice(`${INTERVAL_HELP}; left out: rows as stored`, INTERVALS), undefined), limit: LIMIT },
    answer: { values: { ...NUMBERS, description: "Null where missing" }, times: NUMBERS, metric: TEXT, title: TEXT, unit: TEXT, first: TEXT, last: TEXT, interval: TEXT, conventions: { type: "object" }, partial: { type: "boolean" }, left_out: LEFT_OUT, warnings: WARNINGS },
    example: { metric: "payrolls", start: "2020-01-01", end: "2021-01-01" },
    run: fetchMetric,
  },
  correlate_metrics: {
    title: "Correlate stored metrics with each other",
    description:
      "Computes the Pearson correlation matrix of 2 to 8 stored metrics over the rows that all have. Use to see what moves together; for a correlation through time, or with values sent along, use run_formula with corr(a, b, n). of chooses levels, changes (differences, for rates) or returns (fractions, for prices and amounts); levels that merely grow together are warned of. window takes the last n rows. Left out, interval is that of the metric with the widest spacing. Refuses too few common rows, telling the span of each. Example: {\"metrics\":[\"treasury_10y\",\"federal_funds\"],\"of\":\"changes\",\"window\":60}.",
    arguments: {
      metrics: list("2 to 8 metric ids", text("Metric id")),
      of: optional(choice("What is correlated", Object.keys(COLUMNS) as Of[]), "levels"),
      window: optional(count("Only the last so many rows", { min: 2, max: 1_000_000 }), undefined),
      start: START,
      end: END,
      interval: optional(choice(INTERVAL_HELP, INTERVALS), undefined),
    },
    answer: { matrix: { type: "array", items: { type: "array" }, description: "-1 to 1, null where a metric does not vary; rows and columns in the order of metrics" }, metrics: { type: "array", items: { type: "string" } }, rows: WHOLE, first: TEXT, last: TEXT, interval: TEXT, conventions: { type: "object" }, dropped: { type: "object" }, incomplete_rows: WHOLE, warnings: WARNINGS },
    example: { metrics: ["treasury_10y", "federal_funds"], of: "changes", window: 60 },
    run: correlateMetrics,
  },
  find_extremes: {
    title: "Find highs or lows of a stored metric",
    description:
      "Finds the highest or lowest rows of one stored metric, with their dates. Use for records, peaks and troughs; for all values use fetch_metric, for the fall from a peak run_formula with drawdown(a). Values are in the metric's unit, dates UTC; missing rows do not count, and each row counts for itself, so one peak may take several places. Refuses an unknown id, naming the nearest. Example: {\"metric\":\"unemployment_rate\",\"kind\":\"high\",\"count\":3}.",
    arguments: { metric: METRIC, kind: optional(choice("Highest or lowest", ["high", "low"]), "high"), count: optional(count("How many rows", { min: 1, max: 100 }), 5), start: START, end: END },
    answer: { extremes: { type: "array", items: { type: "object" }, description: "date, value, time (unix seconds); the most extreme first" }, metric: TEXT, title: TEXT, unit: TEXT, kind: TEXT, rows: WHOLE, conventions: { type: "object" }, warnings: WARNINGS },
    example: { metric: "unemployment_rate", kind: "high", count: 3 },
    run: findExtremes,
  },
};

/* ------------------------------------------------------------------------------------------------ calling */

const isAbsent = (value: unknown): boolean => value === undefined || value === null || value === "";

/** Reads the arguments by the tool's table; what is wrong with any of them is told together. */
function readArguments(name: string, given: Json): Json {
  const { arguments: takes } = METRIC_TOOLS[name]!;
  const faults: Failure[] = [];
  const known: Record<string, unknown> = {};
  for (const sent of Object.keys(given))
    if (!Object.hasOwn(takes, sent)) faults.push(new Failure("unknown", `${name} has no argument ${show(sent)}${didYouMean(sent, Object.keys(takes)) || "."} It takes ${Object.keys(takes).join(", ")}`, sent.slice(0, 60)));
  for (const [argument, parameter] of Object.entries(takes)) {
    const raw = Object.hasOwn(given, argument) ? given[argument] : undefined;
    if (isAbsent(raw) && argument !== "expression") {
      if (parameter.optional) known[argument] = parameter.optional.default;
      else faults.push(new Failure("missing", `${argument} is missing: ${parameter.text}`, argument));
      continue;
    }
    try {
      // An expression is read by its parser and an interval where "1m" is told apart from "1M".
      known[argument] = parameter.kind === "object" || argument === "expression" || argument === "interval" ? raw : read(argument, parameter, raw);
    } catch (fault) {
      if (!(fault instanceof Failure)) throw fault;
      faults.push(...fault.faults);
    }
  }
  if (faults.length) throw Failure.all(faults);
  return known;
}

/** Answers a call of one of METRIC_TOOLS; throws Failure. */
export const callMetricTool = async (name: string, given: Json, context: Context): Promise<Json> => METRIC_TOOLS[name]!.run(readArguments(name, given), context);

/* ------------------------------------------------------------------------------------------------ schemas */

const JSON_TYPES: Readonly<Partial<Record<Argument["kind"], Schema["type"]>>> = { text: "string", choice: "string", count: "integer", object: "object", list: "array" };

/** What a client is told of an argument. */
function argumentSchema(argument: Argument): Schema {
  const type = JSON_TYPES[argument.kind] ?? "number";
  const standIn = argument.optional?.default;
  const description = standIn === undefined ? argument.text : `${argument.text}; ${String(standIn)} if left out`;
  if (argument.kind === "object") return { type, description };
  if (argument.kind === "list") return { type, description, items: { type: "string" }, minItems: 2, maxItems: INPUT_NAMES.length };
  if (argument.kind === "rows") throw new RangeError("no tool over metrics takes rows");
  return { type, description, ...(argument.choices && { enum: argument.choices }), ...(argument.min !== undefined && { minimum: argument.min }), ...(argument.max !== undefined && { maximum: argument.max }) };
}

/** The input schema of a tool: flat, one type a property, nothing else taken. */
export const inputSchemaOf = ({ arguments: takes }: MetricTool) => ({
  type: "object" as const,
  properties: Object.fromEntries(Object.entries(takes).map(([name, argument]) => [name, argumentSchema(argument)])),
  required: Object.keys(takes).filter((name) => !takes[name]!.optional),
  additionalProperties: false as const,
});
