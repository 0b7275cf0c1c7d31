import { growthFactor, yearFraction, type InterestTerms } from "../../src/cap-table/interest";
import { exact, multiply, toNumber, type Rational } from "../../src/cap-table/rational";
import { serialDay } from "../../src/core/dates";

const noteBalance = (principal: number, terms: InterestTerms): Rational => multiply(exact(principal), growthFactor(terms));

const day = (text: string): number => {
  const serial = serialDay(text);
  if (serial === undefined) throw new Error(text);
  return serial;
};

describe("days", () => {
  test.each([
    // US bond basis, the examples of ISDA 2006, section 4.16(f): a 31st is a 30th, at the end only where the start is one.
    ["2007-01-15", "2007-01-30", 15],
    ["2007-01-31", "2007-02-15", 15],
    ["2007-01-15", "2007-01-31", 16],
    ["2007-01-30", "2007-03-31", 60],
    ["2007-09-30", "2008-03-31", 180],
    ["2007-02-28", "2007-03-31", 33],
    ["2008-02-29", "2009-02-28", 359],
  ])("30/360 from %s to %s: %d", (from, to, days) => {
    expect(Math.round(toNumber(yearFraction(day(from), day(to), "30_360")) * 360)).toBe(days);
  });
});

describe("interest of a note", () => {
  test("simple, by the convention of the year", () => {
    // 500,000 at 5 % for a year of 365 days: 525,000 (aparanagupta.com, convertible note 3).
    expect(toNumber(noteBalance(500_000, { rate: 0.05, start: 44197, end: 44562 }))).toBe(525_000);
    expect(toNumber(noteBalance(500_000, { rate: 0.05, start: 44197, end: 44562, dayCount: "actual_360" }))).toBe(500_000 + (25_000 * 365) / 360);
    expect(toNumber(noteBalance(500_000, { rate: 0.05, start: 44197, end: 44562, dayCount: "30_360" }))).toBe(525_000);
  });

  test("compound for whole periods, simple for the rest", () => {
    const terms = { rate: 0.08, start: 44197, end: 44197 + 2 * 365 + 73, accrual: "compound" } as const;
    expect(toNumber(noteBalance(1000, terms))).toBe(1000 * 1.08 ** 2 * (1 + 0.08 / 5));
    expect(toNumber(growthFactor({ ...terms, compoundingPerYear: 365 }))).toBeCloseTo((1 + 0.08 / 365) ** 803, 12);
  });

  test("never backwards", () => {
    expect(() => growthFactor({ rate: 0.05, start: 44562, end: 44197 })).toThrow(/from 2022-01-01 back to 2021-01-01/);
  });
});
