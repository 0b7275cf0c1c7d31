/** Rolling words that need the window in order of size: median, quantile and rank. */
import { type Column } from "./kernels";

/** The values of a window, ordered. Slots are added and removed by their place in the column. */
interface Ordered {
  readonly size: () => number;
  readonly add: (slot: number) => void;
  readonly remove: (slot: number) => void;
  /** The value at a place, 0 being the smallest. */
  readonly nth: (place: number) => number;
  /** How many values are smaller. */
  readonly below: (value: number) => number;
}

/** Above this window, moving half of it at every step costs more than a walk through a tree of counts. */
const LONGEST_SORTED = 2048;

/** The place of the first item of a sorted array that is not below the value. */
function placeOf(sorted: Float64Array, size: number, value: number): number {
  let low = 0;
  let high = size;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sorted[middle]! < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

function sortedArray(x: Column, n: number): Ordered {
  const sorted = new Float64Array(n + 1);
  let size = 0;
  return {
    size: () => size,
    add(slot) {
      const place = placeOf(sorted, size, x[slot]!);
      sorted.copyWithin(place + 1, place, size);
      sorted[place] = x[slot]!;
      size++;
    },
    remove(slot) {
      const place = placeOf(sorted, size, x[slot]!);
      sorted.copyWithin(place, place + 1, size);
      size--;
    },
    nth: (place) => sorted[place]!,
    below: (value) => placeOf(sorted, size, value),
  };
}

/** Counts over all values of the column in order (a Fenwick tree): a step costs the logarithm of the column, whatever the window. */
function countedValues(x: Column): Ordered {
  const sorted = x.filter((v) => v === v).sort();
  const places = new Int32Array(x.length);
  for (let i = 0; i < x.length; i++) places[i] = x[i]! === x[i]! ? placeOf(sorted, sorted.length, x[i]!) : -1;
  const counts = new Int32Array(sorted.length + 1);
  const top = 2 ** Math.floor(Math.log2(Math.max(1, sorted.length)));
  let size = 0;
  const change = (slot: number, by: number): void => {
    size += by;
    for (let i = places[slot]! + 1; i < counts.length; i += i & -i) counts[i]! += by;
  };
  return {
    size: () => size,
    add: (slot) => change(slot, 1),
    remove: (slot) => change(slot, -1),
    nth(place) {
      let at = 0;
      let left = place + 1;
      for (let step = top; step > 0; step >>= 1) {
        if (at + step < counts.length && counts[at + step]! < left) {
          at += step;
          left -= counts[at]!;
        }
      }
      return sorted[at]!;
    },
    below(value) {
      let sum = 0;
      for (let i = placeOf(sorted, sorted.length, value); i > 0; i -= i & -i) sum += counts[i]!;
      return sum;
    },
  };
}

function rolling(x: Column, n: number, least: number, read: (window: Ordered, value: number) => number): Column {
  const window = Math.min(n, x.length) <= LONGEST_SORTED ? sortedArray(x, Math.min(n, x.length)) : countedValues(x);
  const out = new Float64Array(x.length);
  for (let i = 0; i < x.length; i++) {
    if (i >= n && x[i - n]! === x[i - n]!) window.remove(i - n);
    if (x[i]! === x[i]!) window.add(i);
    out[i] = window.size() < least ? NaN : read(window, x[i]!);
  }
  return out;
}

export const rollingMedian = (x: Column, n: number, least: number): Column =>
  rolling(x, n, least, (window) => {
    const size = window.size();
    const upper = window.nth(size >> 1);
    // Halves first: the sum of two large values may be beyond the largest number.
    return size % 2 === 1 ? upper : window.nth((size >> 1) - 1) / 2 + upper / 2;
  });

/** In a straight line between the two values around the share, as Excel's PERCENTILE.INC. */
export const rollingQuantile = (x: Column, n: number, least: number, share: number): Column =>
  rolling(x, n, least, (window) => {
    const place = share * (window.size() - 1);
    const low = Math.floor(place);
    const lower = window.nth(low);
    if (low === place) return lower;
    return lower + (window.nth(low + 1) - lower) * (place - low);
  });

/** The share of the other values that are below the newest, as Excel's PERCENTRANK.INC without its rounding. */
export const rollingRank = (x: Column, n: number, least: number): Column =>
  rolling(x, n, least, (window, value) => (value === value ? window.below(value) / (window.size() - 1) : NaN));
