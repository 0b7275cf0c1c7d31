/** Internal rates of return of flows given as doubles, each correct to the last digit. */
import type Decimal from "decimal.js";
import { Failure } from "../core/failure";
import { withDecimals } from "./arithmetic";
import { logRates, nearestTo, polish, stream, type Stream } from "./rates";

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
  const streams = new Map<typeof Decimal, Stream>();
  /** Read once for each number of digits, however many roots are then polished. */
  function read(D: typeof Decimal, of: (value: number) => Decimal): Stream {
    let made = streams.get(D);
    if (!made) streams.set(D, (made = stream(flows.map(of), times, perPeriod)));
    return made;
  }
  const rounded = (x: number): number => withDecimals((D, toNumber, of) => {
    const { rate, doubt } = polish(read(D, of), x, D);
    return toNumber(rate, doubt);
  });
  const found = withDecimals((D, _toNumber, of) => logRates(read(D, of)));
  if (!found.roots.length) throw new Failure("no_value", "no rate makes the present value of these flows 0");
  const best = nearestTo(found.roots, Math.log1p(guess));
  return { rate: rounded(best), all: found.roots.length === 1 ? [] : found.roots.map(rounded), complete: found.complete };
}
