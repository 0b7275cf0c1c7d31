/** Day counts and the interest of a note. Days are Excel's serial numbers, in which both hosts can speak. */
import { isoDate } from "../core/dates";
import { Failure } from "../core/failure";
import { days30360 } from "../numerics/day-count";
import { ONE, type Rational, add, divide, exact, floor, multiply, power, subtract } from "./rational";

/** Days between two dates and the days of a year, by convention. The first day counts, the last does not. */
const dayCounts = {
  actual_365: { year: 365, days: (start: number, end: number) => end - start },
  actual_360: { year: 360, days: (start: number, end: number) => end - start },
  "30_360": { year: 360, days: days30360 },
} as const;

export type DayCount = keyof typeof dayCounts;
export type Accrual = "simple" | "compound";

export function yearFraction(start: number, end: number, dayCount: DayCount): Rational {
  const { days, year } = dayCounts[dayCount];
  return divide(exact(days(Math.floor(start), Math.floor(end))), exact(year));
}

export interface InterestTerms {
  /** Per year: 0.08 is 8 %. */
  readonly rate: number;
  readonly start: number;
  readonly end: number;
  readonly accrual?: Accrual;
  readonly dayCount?: DayCount;
  readonly compoundingPerYear?: number;
}

/**
 * What one unit of principal has grown to. Simple: 1 + rate x years. Compound: whole periods compound, and the rest of
 * the last one bears simple interest, as notes are written.
 */
export function growthFactor(terms: InterestTerms): Rational {
  const { accrual = "simple", dayCount = "actual_365", compoundingPerYear = 1 } = terms;
  if (terms.end < terms.start) {
    throw new Failure(
      "condition",
      `Interest cannot run from ${isoDate(terms.start)} back to ${isoDate(terms.end)}: the end must not lie before the start.`,
    );
  }
  const rate = exact(terms.rate);
  const years = yearFraction(terms.start, terms.end, dayCount);
  if (accrual === "simple") return add(ONE, multiply(rate, years));
  const periodsPerYear = exact(compoundingPerYear);
  const periods = Number(floor(multiply(years, periodsPerYear)));
  const stub = subtract(years, divide(exact(periods), periodsPerYear));
  const compounded = power(add(ONE, divide(rate, periodsPerYear)), periods);
  return multiply(compounded, add(ONE, multiply(rate, stub)));
}
