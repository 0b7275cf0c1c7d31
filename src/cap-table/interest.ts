/** Days, day counts and the interest of a note. Days are Excel's serial numbers, in which both hosts can speak. */
import { Failure } from "../core/failure";
import { ONE, type Rational, add, divide, exact, floor, multiply, power, subtract } from "./rational";

/** 1 March 1900: before it Excel counts a day that never was (29 February 1900). */
export const FIRST_DAY = 61;
/** 31 December 9999. */
export const LAST_DAY = 2958465;

const UNIX_EPOCH = 25569;
const MILLISECONDS = 86_400_000;

export interface CivilDate {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

export function civilDate(serial: number): CivilDate {
  const date = new Date((serial - UNIX_EPOCH) * MILLISECONDS);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}

/** The serial day of a text YYYY-MM-DD, or nothing where that is no date. */
export function dayFromText(text: string): number | undefined {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (!match) return undefined;
  const [year = 0, month = 0, day = 0] = match.slice(1).map(Number);
  const serial = Date.UTC(year, month - 1, day) / MILLISECONDS + UNIX_EPOCH;
  const back = civilDate(serial); // 30 February comes back as a day in March
  return back.year === year && back.month === month && back.day === day ? serial : undefined;
}

export const dayToText = (serial: number): string => new Date((serial - UNIX_EPOCH) * MILLISECONDS).toISOString().slice(0, 10);

/** Days between two dates and the days of a year, by convention. The first day counts, the last does not. */
export const dayCounts = {
  actual_365: { year: 365, days: (start: number, end: number) => end - start },
  actual_360: { year: 360, days: (start: number, end: number) => end - start },
  "30_360": { year: 360, days: days30360 },
} as const;

export type DayCount = keyof typeof dayCounts;
export type Accrual = "simple" | "compound";

/** US bond basis: a 31st counts as the 30th, at the end only where the start is a 30th too. February has no rule of its own. */
function days30360(start: number, end: number): number {
  const from = civilDate(start);
  const to = civilDate(end);
  const first = Math.min(from.day, 30);
  const last = first === 30 ? Math.min(to.day, 30) : to.day;
  return 360 * (to.year - from.year) + 30 * (to.month - from.month) + (last - first);
}

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
      `Interest cannot run from ${dayToText(terms.start)} back to ${dayToText(terms.end)}: the end must not lie before the start.`,
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

/** Principal and accrued interest, exact. */
export const noteBalance = (principal: number, terms: InterestTerms): Rational => multiply(exact(principal), growthFactor(terms));
