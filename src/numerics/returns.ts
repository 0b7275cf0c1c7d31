/** Internal rates of return of flows given as doubles, each correct to the last digit. */
import { withDigits } from "./decimals";
import { logRates, nearestTo, noRate, polish, stream } from "./rates";

export interface Rates {
  /** The rate nearest to the guess, in ln(1 + rate). */
  readonly rate: number;
  /** Every rate, in order. */
  readonly all: readonly number[];
  /** Whether it is certain that there is no further one. */
  readonly complete: boolean;
}

/** Rates per `perPeriod` units of time: 1 for flows one period apart, 365 for days and a yearly rate. */
export function internalRates(flows: readonly number[], times: readonly number[], perPeriod: number, guess: number): Rates {
  const found = withDigits((arithmetic) => logRates(stream(arithmetic, flows.map(arithmetic.of), times, perPeriod)));
  if (!found.roots.length) return noRate();
  // Each root with as many digits as it needs, since the search for all of them may take a thousand times as long.
  const rounded = (x: number): number => withDigits((arithmetic) => arithmetic.toNumber(polish(arithmetic, stream(arithmetic, flows.map(arithmetic.of), times, perPeriod), x)));
  const best = nearestTo(found.roots, Math.log1p(guess));
  return { rate: rounded(best), all: found.roots.length === 1 ? [] : found.roots.map(rounded), complete: found.complete };
}
