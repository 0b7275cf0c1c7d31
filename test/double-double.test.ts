/** The quick arithmetic, against decimals of 90 digits: what it claims of its errors holds, and what it cannot claim it leaves. */
import Decimal from "decimal.js";
import fc from "fast-check";
import { Uncertain } from "../src/numerics/arithmetic";
import { doubleDoubles as quick, type DoubleDouble } from "../src/numerics/double-double";

const D = Decimal.clone({ precision: 90, defaults: true });

/** A double as the sum of powers of two that it is, where `new D(x)` would be the decimal that it prints as. */
function binary(x: number): Decimal {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, x);
  const bits = view.getBigUint64(0);
  const exponent = Number((bits >> 52n) & 2047n);
  const fraction = bits & ((1n << 52n) - 1n);
  const size = new D(String(exponent ? fraction + (1n << 52n) : fraction)).times(new D(2).pow((exponent || 1) - 1075));
  return x < 0 ? size.negated() : size;
}

/** How many times the error it owns up to a result is off: at most 1, and exact where it says so. */
function overrun({ high, low, doubt }: DoubleDouble, right: Decimal): number {
  const error = binary(high).plus(binary(low)).minus(right).abs();
  if (error.isZero()) return 0;
  if (right.isZero()) return doubt >= 1 ? 0 : Infinity;
  return doubt === 0 ? Infinity : error.div(right.abs()).div(doubt).toNumber();
}
const attempt = <T>(work: () => T): T | undefined => {
  try {
    return work();
  } catch (reason) {
    if (reason instanceof Uncertain) return undefined;
    throw reason;
  }
};

/** Doubles of any last digit, spread evenly. */
const between = (min: number, max: number) => fc.integer({ min: 0, max: 2 ** 50 }).map((share) => min + (max - min) * (share / 2 ** 50));
/** Money, rates, whole numbers, and doubles of any size and last digit. */
const amount = fc.oneof(
  fc.integer({ min: -1e9, max: 1e9 }),
  fc.integer({ min: -1e7, max: 1e7 }).map((cents) => cents / 100),
  fc.integer({ min: -1e5, max: 1e5 }).map((points) => points / 1e6),
  fc.tuple(between(-1, 1), fc.integer({ min: -8, max: 12 })).map(([x, k]) => x * 10 ** k),
);
const positive = amount.map(Math.abs).filter((x) => x > 0);

type Case = [name: string, left: fc.Arbitrary<number>, right: fc.Arbitrary<number>, mine: (a: DoubleDouble, b: DoubleDouble) => DoubleDouble, exact: (a: Decimal, b: Decimal) => Decimal];
const CASES: Case[] = [
  ["a", amount, amount, (a) => a, (a) => a],
  ["a + b", amount, amount, quick.add, (a, b) => a.plus(b)],
  ["a - b", amount, amount, quick.subtract, (a, b) => a.minus(b)],
  ["a * b", amount, amount, quick.multiply, (a, b) => a.times(b)],
  ["a / b", amount, positive, quick.divide, (a, b) => a.div(b)],
  ["(a / b) * b - a", amount, positive, (a, b) => quick.subtract(quick.multiply(quick.divide(a, b), b), a), (a) => a.minus(a)],
  ["a / b + b / 3", amount, positive, (a, b) => quick.add(quick.divide(a, b), quick.divide(b, quick.of(3))), (a, b) => a.div(b).plus(b.div(3))],
  ["a ^ whole", between(0.01, 3), fc.integer({ min: -60, max: 60 }), quick.power, (a, b) => a.pow(b)],
  ["(1 + a) ^ days", between(0, 0.001).map((x) => 1 + x), fc.integer({ min: 0, max: 20000 }), quick.power, (a, b) => a.pow(b)],
  ["a ^ b", between(0.01, 30), between(-20, 20), quick.power, (a, b) => a.pow(b)],
  ["a ^ (days / 365)", between(0.5, 3), fc.integer({ min: 0, max: 20000 }), (a, b) => quick.power(a, quick.divide(b, quick.of(365))), (a, b) => a.pow(b.div(365))],
  ["exp(a)", between(-250, 250), amount, (a) => quick.exponential(a), (a) => a.exp()],
  ["ln(a)", positive, amount, (a) => quick.logarithm(a), (a) => a.ln()],
  ["ln(a) near 1", fc.tuple(between(-1, 1), fc.integer({ min: 1, max: 14 })).map(([x, k]) => 1 + x / 10 ** k), amount, (a) => quick.logarithm(a), (a) => a.ln()],
  ["sqrt(a)", positive, amount, (a) => quick.squareRoot(a), (a) => a.sqrt()],
  ["floor(a / b)", amount, positive, (a, b) => quick.floor(quick.divide(a, b)), (a, b) => a.div(b).floor()],
  ["a % b", amount, positive, quick.modulo, (a, b) => a.minus(b.times(a.div(b).floor()))],
];

test.each(CASES)("%s errs by no more than it says", (_name, left, right, mine, exact) => {
  let answered = 0;
  fc.assert(
    fc.property(left, right, (a, b) => {
      const result = attempt(() => mine(quick.of(a), quick.of(b)));
      if (!result) return;
      answered++;
      expect(overrun(result, exact(new D(a), new D(b)))).toBeLessThanOrEqual(1);
    }),
    { seed: 20260101, numRuns: 500 },
  );
  // It is quick only where it answers.
  expect(answered).toBeGreaterThan(250);
});

test("a rounded answer is the double nearest to the exact one", () => {
  let answered = 0;
  fc.assert(
    fc.property(positive, positive, (a, b) => {
      const answer = attempt(() => quick.toNumber(quick.divide(quick.of(a), quick.of(b))));
      if (answer === undefined) return;
      answered++;
      expect(answer).toBe(new D(a).div(b).toNumber());
    }),
    { seed: 20260102, numRuns: 2000 },
  );
  expect(answered).toBeGreaterThan(1800);
});

describe("what it cannot decide it leaves to decimals", () => {
  const { of, add, subtract, divide, multiply, power, compare, toNumber, floor, logarithm, squareRoot, exponential } = quick;
  test.each<[string, () => unknown]>([
    ["an equality of decimals that are no doubles", () => compare(add(of(0.1), of(0.2)), of(0.3))],
    ["a difference that is only noise", () => toNumber(subtract(multiply(divide(of(1), of(3)), of(3)), of(1)))],
    ["what may be a tie between two doubles", () => toNumber(multiply(divide(of("9007199254740993"), of(3)), of(3)))],
    ["a division by 0", () => divide(of(1), of(0))],
    ["a whole number that may be one less", () => floor(multiply(divide(of(1), of(3)), of(3)))],
    ["a negative logarithm", () => logarithm(of(-1))],
    ["a negative root", () => squareRoot(of(-1))],
    ["0 to a negative power", () => power(of(0), of(-1))],
    ["a number beyond its reach", () => multiply(of(1e120), of(1e120))],
    ["a number below its reach", () => multiply(of(1e-120), of(1e-120))],
    ["a power beyond its reach", () => exponential(of(1000))],
    ["a decimal beyond its reach", () => of(1e-30)],
    ["a text of more digits than it holds", () => of("0.1234567890123456789012345678901234567890")],
  ])("%s", (_name, work) => expect(work).toThrow(Uncertain));
});
