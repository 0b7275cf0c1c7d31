/** What every slot should be, computed from the rule as it is written: each window on its own, in two passes. */
export type Maybe = number | null;

/** The same numbers at every run (a linear congruential generator), so that a failure can be repeated. */
export function random(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

export const column = (values: readonly Maybe[]): Float64Array => Float64Array.from(values, (v) => v ?? NaN);
export const maybes = (values: Float64Array): Maybe[] => Array.from(values, (v) => (v === v ? v : null));

/** A walk with about 2 % nulls and some runs of equal values. */
export function walkWithGaps(length: number, seed: number): Maybe[] {
  const next = random(seed);
  let price = 100;
  return Array.from({ length }, () => {
    if (next() > 0.15) price *= 1 + (next() - 0.5) * 0.04;
    return next() < 0.02 ? null : price;
  });
}

export const mean = (w: readonly number[]): number => w.reduce((sum, v) => sum + v, 0) / w.length;
/** Distances from the mean; the window's first value is taken off before, which close values bear without rounding. */
const distances = (w: readonly number[]): number[] => {
  const near = w.map((v) => v - w[0]!);
  const m = mean(near);
  return near.map((v) => v - m);
};
const squares = (w: readonly number[]): number => distances(w).reduce((sum, v) => sum + v * v, 0);
const constant = (w: readonly number[]): boolean => w.every((v) => v === w[0]);
export const variance = (w: readonly number[], ddof: number): number => (constant(w) ? 0 / (w.length - ddof) : squares(w) / (w.length - ddof));
const products = (v: readonly number[], w: readonly number[]): number => {
  const others = distances(w);
  return distances(v).reduce((sum, item, i) => sum + item * others[i]!, 0);
};
export const score = (w: readonly number[], ddof: number): number => (constant(w) ? NaN : distances(w)[w.length - 1]! / Math.sqrt(variance(w, ddof)));
export const correlation = (v: readonly number[], w: readonly number[]): number => (constant(v) || constant(w) ? NaN : products(v, w) / Math.sqrt(squares(v) * squares(w)));
export const slopeOf = (y: readonly number[], x: readonly number[]): number => (constant(x) ? NaN : constant(y) ? 0 : products(y, x) / squares(x));
export const quantile = (w: readonly number[], share: number): number => {
  const sorted = [...w].sort((x, y) => x - y);
  const place = share * (sorted.length - 1);
  const low = Math.floor(place);
  return sorted[low]! + ((sorted[low + 1] ?? sorted[low]!) - sorted[low]!) * (place - low);
};
export const rank = (w: readonly number[]): number => w.filter((v) => v < w[w.length - 1]!).length / (w.length - 1);

/** A rule over every window of n; null where fewer than `least` of its slots hold a value. */
export function windows(x: readonly Maybe[], n: number, least: number, rule: (w: readonly number[]) => number, needsNewest = false): Maybe[] {
  return x.map((newest, i) => {
    const w = x.slice(Math.max(0, i - n + 1), i + 1).filter((v): v is number => v !== null);
    if (w.length < least || (needsNewest && newest === null)) return null;
    const result = rule(w);
    return Number.isFinite(result) ? result : null;
  });
}
export function pairWindows(x: readonly Maybe[], y: readonly Maybe[], n: number, least: number, rule: (v: readonly number[], w: readonly number[]) => number): Maybe[] {
  return x.map((_, i) => {
    const slots = Array.from({ length: Math.min(n, i + 1) }, (__, k) => i - k).reverse().filter((k) => x[k] !== null && y[k] !== null);
    if (slots.length < least) return null;
    const result = rule(slots.map((k) => x[k]!), slots.map((k) => y[k]!));
    return Number.isFinite(result) ? result : null;
  });
}

/** The largest distance between two answers, relative where the wanted value is above 1; Infinity where one is null and the other is not. */
export function distance(got: readonly Maybe[], want: readonly Maybe[]): number {
  if (got.length !== want.length) return Infinity;
  let most = 0;
  for (let i = 0; i < want.length; i++) {
    const [g, w] = [got[i]!, want[i]!];
    if ((g === null) !== (w === null)) return Infinity;
    if (g !== null && w !== null) most = Math.max(most, Math.abs(g - w) / Math.max(1, Math.abs(w)));
  }
  return most;
}

/** Milliseconds of the quickest of up to five runs: a busy machine makes one run long, a slow program all of them. */
export function shortest(run: () => void, enough = 50): number {
  let least = Infinity;
  for (let i = 0; i < 5 && least >= enough; i++) {
    const begin = performance.now();
    run();
    least = Math.min(least, performance.now() - begin);
  }
  return least;
}
