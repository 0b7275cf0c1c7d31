/** Rolling words that need the window in order of size: median, quantile and rank. */
import type { Column } from "./kernels";

/** The values of a window in order. What comes and goes is named by its slot in the column; -1 is none. */
interface Ordered {
  readonly size: () => number;
  readonly move: (leaving: number, entering: number) => void;
  /** The value at a place, 0 being the smallest. */
  readonly nth: (place: number) => number;
  /** How many values are smaller than the one of a slot. */
  readonly below: (slot: number) => number;
}

/** Above this window, moving a part of it at every step costs more than a walk through a tree of counts. */
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

/** Moves items [from, to) by one place. Few of them move faster in a loop than through the built-in. */
function shift(sorted: Float64Array, from: number, to: number, by: 1 | -1): void {
  if (to - from > 64) sorted.copyWithin(from + by, from, to);
  else if (by > 0) for (let i = to; i > from; i--) sorted[i] = sorted[i - 1]!;
  else for (let i = from; i < to; i++) sorted[i - 1] = sorted[i]!;
}

function sortedArray(x: Column, n: number): Ordered {
  const sorted = new Float64Array(n + 1);
  let size = 0;
  return {
    size: () => size,
    move(leaving, entering) {
      // Only what lies between the two places moves.
      const out = leaving < 0 ? size++ : placeOf(sorted, size, x[leaving]!);
      if (entering < 0) {
        if (leaving >= 0) shift(sorted, out + 1, size, -1);
        size--;
        return;
      }
      const into = placeOf(sorted, leaving < 0 ? size - 1 : size, x[entering]!);
      if (into > out) {
        shift(sorted, out + 1, into, -1);
        sorted[into - 1] = x[entering]!;
      } else {
        shift(sorted, into, out, 1);
        sorted[into] = x[entering]!;
      }
    },
    nth: (place) => sorted[place]!,
    below: (slot) => placeOf(sorted, size, x[slot]!),
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
  const change = (slot: number, by: 1 | -1): void => {
    size += by;
    for (let i = places[slot]! + 1; i < counts.length; i += i & -i) counts[i]! += by;
  };
  return {
    size: () => size,
    move(leaving, entering) {
      if (leaving >= 0) change(leaving, -1);
      if (entering >= 0) change(entering, 1);
    },
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
    below(slot) {
      let sum = 0;
      for (let i = places[slot]!; i > 0; i -= i & -i) sum += counts[i]!;
      return sum;
    },
  };
}

function rolling(x: Column, n: number, least: number, read: (window: Ordered, slot: number) => number): Column {
  const size = Math.min(n, x.length);
  const window = size <= LONGEST_SORTED ? sortedArray(x, size) : countedValues(x);
  const out = new Float64Array(x.length);
  for (let i = 0; i < x.length; i++) {
    const leaving = i >= n && x[i - n]! === x[i - n]! ? i - n : -1;
    const entering = x[i]! === x[i]! ? i : -1;
    if (leaving >= 0 || entering >= 0) window.move(leaving, entering);
    out[i] = window.size() < least ? NaN : read(window, i);
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
    return low === place ? lower : lower + (window.nth(low + 1) - lower) * (place - low);
  });

/** The share of the other values that are below the newest, as Excel's PERCENTRANK.INC without its rounding. */
export const rollingRank = (x: Column, n: number, least: number): Column =>
  rolling(x, n, least, (window, slot) => (x[slot]! === x[slot]! ? window.below(slot) / (window.size() - 1) : NaN));
