/** Exact numbers: what they mean, when they are certain, and what is noise. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { Failure } from "../src/core/failure";
import type { Arithmetic } from "../src/numerics/arithmetic";
import { withDigits } from "../src/numerics/decimals";
import { treeValue, type Option } from "../src/numerics/option-trees";
import { internalRates } from "../src/numerics/returns";
import { walk, type Names } from "../src/language/exact";
import { parse } from "../src/language/parser";
import { WORDS, type Value } from "../src/language/words";

/** The answer of an equation on numbers and lists. */
function answer(text: string, scope: Record<string, number | number[]> = {}): number {
  const tree = parse(text, { words: WORDS, names: new Set(Object.keys(scope)), builtIn: true });
  const run = <N>(a: Arithmetic<N>): number => {
    const names: Names<N> = new Map(Object.entries(scope).map(([name, value]): [string, Value<N>] => [name, Array.isArray(value) ? value.map((item) => a.of(item)) : a.of(value)]));
    return a.toNumber(walk(tree, names, a, text) as N);
  };
  return withDigits(run);
}

describe("a number means the decimal that it prints as", () => {
  test.each<[string, number]>([
    ["0.1 + 0.2", 0.3],
    ["1.1 * 1.1", 1.21],
    ["0.3 - 0.1", 0.2],
    ["1 / 3 * 3 - 1", 0],
    ["(1 + 1e-15) ^ 3 - 1", 3.000000000000003e-15],
    ["1e30 + 1 - 1e30", 1],
    ["1e200 + 1e-50 - 1e200", 1e-50],
    ["sqrt(2) ^ 2 - 2", 0],
    ["exp(ln(7)) - 7", 0],
    ["floor(1 / 3 * 3)", 1],
    ["floor(-0.5)", -1],
    ["-7 % 3", 2],
    ["2 ^ 0.5 * 2 ^ 0.5", 2],
    ["0 ^ 0", 1],
    ["-2 ^ 2", -4],
    ["2 ^ 3 ^ 2", 512],
    ["2 ^ -1", 0.5],
    // Half way between two doubles: 9007199254740993 is a tie, and the even one is nearest.
    ["9007199254740992 + 1", 9007199254740992],
    ["9007199254740992 + 1.0000001", 9007199254740994],
  ])("%s is %p", (text, want) => expect(answer(text)).toBe(want));

  test("a present value that is exactly 0 shows no dust", () => {
    // 50 / 1.07 + 60.99 / 1.07^2 is exactly 100, and no single term of it ends.
    expect(answer("sum(flows / (1 + rate) ^ (sequence(3) - 1))", { flows: [-100, 50, 60.99], rate: 0.07 })).toBe(0);
  });

  test("conditions on computed numbers are decided by their exact values", () => {
    expect(answer("if(1 / 3 + 1 / 3 + 1 / 3 = 1, 1, 2)")).toBe(1);
    expect(answer("if(1 / 3 + 1 / 3 + 1 / 3 + 1e-60 > 1, 1, 2)")).toBe(1);
    expect(answer("if(0.1 + 0.2 = 0.3, 1, 2)")).toBe(1);
  });
});

test.each<[string, string]>([
  ["1 / (0.3 - 0.1 - 0.2)", "0.3 - 0.1 - 0.2 is 0, in 1 / (0.3 - 0.1 - 0.2)"],
  ["1 / (1 / 3 * 3 - 1)", "1 / 3 * 3 - 1 is 0"],
  ["(-8) ^ (1 / 3)", "a negative number has no real power"],
  ["sqrt(-1)", "no real square root"],
  ["ln(0)", "only a number above 0 has a logarithm"],
  ["0 ^ -1", "0 to a negative power"],
])("%s has no answer and says why", (text, words) => {
  expect(() => answer(text)).toThrow(Failure);
  expect(() => answer(text)).toThrow(words);
});

test("nothing of an error is left after a product with 0, so that 40 digits are enough", () => {
  const units: number[] = [];
  const result = withDigits((arithmetic) => {
    const { of, add, multiply, exponential, toNumber, unit } = arithmetic;
    units.push(unit);
    const small = exponential(of(-700)); // below what the quick numbers hold
    return toNumber(add(add(multiply(of(0), small), multiply(small, of(0))), small));
  });
  // e^-700, from mpmath at 60 digits.
  expect([result, units.length]).toEqual([9.8596765437597709e-305, 2]);
});

describe("the normal distribution, against its alternating series at 900 digits", () => {
  const rows: { x: number; cdf: number; pdf: number }[] = JSON.parse(readFileSync(join(__dirname, "cases", "normal.json"), "utf8"));
  test.each(rows)("at $x", ({ x, cdf, pdf }) => {
    expect(answer("normal_cdf(x)", { x })).toBe(cdf);
    expect(answer("normal_pdf(x)", { x })).toBe(pdf);
  });
});

describe("exact arithmetic on fractions of whole numbers", () => {
  const whole = fc.integer({ min: -1_000_000, max: 1_000_000 });
  const power = (n: number): number => 2 ** n;
  test("a sum of binary fractions is the double sum where that is exact", () => {
    fc.assert(fc.property(whole, whole, fc.integer({ min: 0, max: 8 }), (a, b, n) => {
      const [x, y] = [a / power(n), b / power(n)];
      expect(answer("x + y", { x, y })).toBe(x + y || 0);
      expect(answer("x * y", { x, y })).toBe(x * y || 0);
    }), { seed: 7, numRuns: 300 });
  });
  test("a quotient is rounded as the processor rounds it", () => {
    fc.assert(fc.property(whole, whole.filter((b) => b !== 0), (a, b) => expect(answer("a / b", { a, b })).toBe(a / b || 0)), { seed: 8, numRuns: 500 });
  });
});

describe("option trees", () => {
  const option: Option = { underlying: 100, strike: 90, rate: 0.05, dividendYield: 0.02, volatility: 0, years: 1, steps: 50 };
  // The first step falls to 0 and the put is exercised there; the call is the put with its sides changed. 90 e^-0.001 and 100 e^-0.0004 from mpmath.
  test.each([["put", 1e6, 89.91004498500375], ["put", 1e17, 89.91004498500375], ["put", 1e300, 89.91004498500375], ["call", 1e17, 99.96000799893343], ["call", 1e300, 99.96000799893343]] as const)(
    "an American %s at a volatility of %p is worth what is left after the first step",
    (type, volatility, value) => expect(treeValue({ ...option, volatility }, "american", type)).toBe(value),
  );
});

describe("rates of return", () => {
  test("every root is found, in order", () => {
    // (1 - 1.1 v)(1 - 1.25 v)(1 - 2 v) multiplied out: rates of 10 %, 25 % and 100 %.
    const { all, rate, complete } = internalRates([1, -4.35, 6.075, -2.75], [0, 1, 2, 3], 1, 0.3);
    expect(all).toEqual([0.1, 0.25, 1]);
    expect(rate).toBe(0.25);
    expect(complete).toBe(true);
  });
  test("two roots that lie close together are told apart", () => {
    // (1 - 1.1 v)(1 - 1.100001 v)
    expect(internalRates([1, -2.200001, 1.2100011], [0, 1, 2], 1, 0).all).toEqual([0.1, 0.100001]);
  });
  test("a double root is one root", () => {
    expect(internalRates([1, -2.2, 1.21], [0, 1, 2], 1, 0).rate).toBeCloseTo(0.1, 7);
  });
  test("flows that never balance have none", () => {
    expect(() => internalRates([1, -3, 2.5], [0, 1, 2], 1, 0.1)).toThrow("no rate makes the present value of these flows 0");
  });
  test.each([[[-5e168, 3e-270]], [[5e168, -3e-270]], [[-1e200, 0, 0, 1e-300]]])("%p loses all but what no double can tell from nothing", (flows) => {
    expect(internalRates(flows, flows.map((_, i) => i), 1, 0.1).rate).toBe(-1);
  });
  test("a stream built around a rate gives it back", () => {
    fc.assert(fc.property(fc.array(fc.integer({ min: 1, max: 1_000_000 }), { minLength: 1, maxLength: 30 }), fc.integer({ min: -900, max: 5000 }), (inflows, permille) => {
      const rate = permille / 1000;
      // The outlay is the present value itself, so the root is known up to the rounding of that one number.
      const outlay = answer("sum(flows / (1 + rate) ^ sequence(count(flows)))", { flows: inflows, rate });
      const got = internalRates([-outlay, ...inflows], [0, ...inflows.map((_, i) => i + 1)], 1, 0.1);
      expect(got.all).toEqual([]);
      expect(Math.abs(got.rate - rate)).toBeLessThanOrEqual(4e-16 * (1 + Math.abs(rate)) + 1e-16);
    }), { seed: 9, numRuns: 150 });
  });
});
