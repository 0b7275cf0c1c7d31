/**
 * Time in unix seconds UTC. A bucket is a day, an ISO week from Monday, or a calendar month, and is named by its first
 * second. There is no daylight saving in UTC, and no week that starts on the Thursday of 1970-01-01.
 */
import { blank, runningSum, type Column } from "./kernels";

export const INTERVALS = ["24h", "1w", "1M"] as const;
export type Interval = (typeof INTERVALS)[number];

const DAY = 86_400;
const WEEK = 7 * DAY;
/** 1970-01-05 was the first Monday. */
const MONDAY = 4 * DAY;

/** The first second of a time's month, or of a later one. Date.UTC would take a year below 100 for one of the last century. */
function monthStart(time: number, later: number): number {
  const date = new Date(time * 1000);
  return new Date(0).setUTCFullYear(date.getUTCFullYear(), date.getUTCMonth() + later, 1) / 1000;
}

/** The first second of a time's bucket. */
export function bucketStart(time: number, interval: Interval): number {
  if (interval === "24h") return Math.floor(time / DAY) * DAY;
  if (interval === "1w") return Math.floor((time - MONDAY) / WEEK) * WEEK + MONDAY;
  return monthStart(time, 0);
}

/** The first second after a bucket, from the bucket's own first second. */
export function bucketEnd(start: number, interval: Interval): number {
  if (interval === "24h") return start + DAY;
  if (interval === "1w") return start + WEEK;
  return monthStart(start, 1);
}

export const PERIODS_PER_YEAR: Readonly<Record<Interval, number>> = { "24h": 365, "1w": 52, "1M": 12 };

/* ------------------------------------------------------------------------------------------------ resampling */

/** Values with the time of each; times rise strictly. */
export interface Timed {
  readonly times: Float64Array;
  readonly values: Column;
}

/** What a bucket of slots [from, to) becomes. A bucket of missing values is missing, whatever the rule. */
type Reducer = (values: Column, from: number, to: number) => number;

const folded = (start: number, step: (known: number, v: number) => number): Reducer => (values, from, to) => {
  let known = start;
  let any = false;
  for (let i = from; i < to; i++) {
    if (values[i]! !== values[i]!) continue;
    known = step(known, values[i]!);
    any = true;
  }
  return any ? known : NaN;
};
/** The last of the sums, or means, so far: each of them keeps the errors of its additions. One that overflows is missing. */
const summed = (mean: boolean): Reducer => (values, from, to) => {
  const bucket = values.subarray(from, to);
  return runningSum(bucket, 0, mean)[bucket.findLastIndex((v) => v === v)] ?? NaN;
};

export const RESAMPLERS = {
  last: folded(NaN, (_, v) => v),
  first: folded(NaN, (known, v) => (known === known ? known : v)),
  mean: summed(true),
  sum: summed(false),
  min: folded(Infinity, Math.min),
  max: folded(-Infinity, Math.max),
} as const satisfies Record<string, Reducer>;
export type Resample = keyof typeof RESAMPLERS;

/** Sorted by time; of equal times the last given wins. */
export function inOrder({ times, values }: Timed): Timed & { readonly duplicates: number } {
  let rises = true;
  for (let i = 1; rises && i < times.length; i++) rises = times[i]! > times[i - 1]!;
  if (rises) return { times, values, duplicates: 0 };
  const order = Array.from(times, (_, i) => i).sort((i, j) => times[i]! - times[j]! || i - j);
  const last = order.filter((slot, i) => i === order.length - 1 || times[order[i + 1]!] !== times[slot]);
  return { times: Float64Array.from(last, (i) => times[i]!), values: Float64Array.from(last, (i) => values[i]!), duplicates: order.length - last.length };
}

/** One value a bucket; a bucket without slots is absent. */
export function resample({ times, values }: Timed, interval: Interval, method: Resample): Timed {
  const starts = new Float64Array(times.length);
  const reduced = new Float64Array(times.length);
  let buckets = 0;
  for (let from = 0; from < times.length; ) {
    const start = bucketStart(times[from]!, interval);
    const end = bucketEnd(start, interval);
    let to = from + 1;
    while (to < times.length && times[to]! < end) to++;
    starts[buckets] = start;
    const value = RESAMPLERS[method](values, from, to);
    reduced[buckets] = value - value === 0 ? value : NaN;
    buckets++;
    from = to;
  }
  return { times: starts.subarray(0, buckets), values: reduced.subarray(0, buckets) };
}

/* ------------------------------------------------------------------------------------------------ alignment */

export const ALIGNMENTS = ["inner", "outer", "ffill"] as const;
export type Alignment = (typeof ALIGNMENTS)[number];

export interface Aligned {
  readonly times: Float64Array;
  readonly columns: ReadonlyMap<string, Column>;
  /** Buckets of each input that have no counterpart in the others. */
  readonly dropped: Readonly<Record<string, number>>;
}

const same = (a: Float64Array, b: Float64Array): boolean => a.length === b.length && a.every((time, i) => time === b[i]);

/** The times that all (inner) or any of the inputs have. */
function commonTimes(all: readonly Float64Array[], every: boolean): Float64Array {
  const next = all.map(() => 0);
  const times: number[] = [];
  for (;;) {
    let least = Infinity;
    all.forEach((list, k) => (least = Math.min(least, list[next[k]!] ?? Infinity)));
    if (least === Infinity) return Float64Array.from(times);
    let holders = 0;
    all.forEach((list, k) => {
      if (list[next[k]!] !== least) return;
      holders++;
      next[k]!++;
    });
    if (!every || holders === all.length) times.push(least);
  }
}

/** Brings inputs to one list of times: the common ones, or all with blanks, or all with the last known value. */
export function align(inputs: ReadonlyMap<string, Timed>, how: Alignment, maxAge = Infinity): Aligned {
  const all = [...inputs.values()].map((input) => input.times);
  const [first = new Float64Array(0)] = all;
  const equal = all.every((times) => times === first || same(times, first));
  const times = equal ? first : commonTimes(all, how === "inner");
  const columns = new Map<string, Column>();
  const dropped: Record<string, number> = {};
  for (const [name, input] of inputs) {
    dropped[name] = how === "inner" ? input.times.length - times.length : 0;
    if (equal && how !== "ffill") {
      columns.set(name, input.values);
      continue;
    }
    const column = blank(times.length);
    let next = 0;
    let known = -1;
    for (let i = 0; i < times.length; i++) {
      while (next < input.times.length && input.times[next]! <= times[i]!) {
        if (input.values[next]! === input.values[next]!) known = next;
        next++;
      }
      if (known < 0) continue;
      const age = times[i]! - input.times[known]!;
      if (age === 0 || (how === "ffill" && age <= maxAge)) column[i] = input.values[known]!;
    }
    columns.set(name, column);
  }
  return { times, columns, dropped };
}

/** The first slot whose time is not before. */
export function slotOf(times: Float64Array, time: number): number {
  let low = 0;
  let high = times.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (times[middle]! < time) low = middle + 1;
    else high = middle;
  }
  return low;
}
