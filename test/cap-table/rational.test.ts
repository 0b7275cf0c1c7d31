import Decimal from "decimal.js";
import fc from "fast-check";
import * as fractions from "../../src/cap-table/fraction";
import { type Rational, add, ceiling, compare, divide, exact, exactly, floor, isPositive, isZero, multiply, power, roundTo, subtract, sum, toNumber } from "../../src/cap-table/rational";

/** Numbers as people type them, and as machines do. */
const numbers = fc.oneof(
  fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }),
  fc.integer({ min: -1_000_000, max: 1_000_000 }).map((value) => value / 1000),
  fc.integer({ min: -1e15, max: 1e15 }).map((value) => value / 1_000_000),
  fc.double({ min: -1e12, max: 1e12, noNaN: true }).map((value) => Number(value.toFixed(7))),
  fc.constantFrom(0, -0, 0.1, 1 / 3, Number.MAX_SAFE_INTEGER, 2 ** 53 + 2, 123456789012345680000, 1e21, 1e-7),
);
/** …and at the ends of the doubles, where pairs of them are of no use. */
const extremes = fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.constantFrom(1e-300, 1e300, 5e-324, Number.MAX_VALUE));

/** The same arithmetic in both kinds of number. */
interface Both {
  readonly lazy: Rational;
  readonly eager: fractions.Fraction;
}
const leaf = fc.oneof({ arbitrary: numbers, weight: 30 }, { arbitrary: extremes, weight: 1 }).map((value): Both => ({ lazy: exact(value), eager: fractions.fromDecimal(value) }));
const { tree } = fc.letrec<{ tree: Both }>((tie) => ({
  tree: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    leaf,
    fc.tuple(tie("tree"), tie("tree")).map(([a, b]) => ({ lazy: add(a.lazy, b.lazy), eager: fractions.add(a.eager, b.eager) })),
    fc.tuple(tie("tree"), tie("tree")).map(([a, b]) => ({ lazy: subtract(a.lazy, b.lazy), eager: fractions.add(a.eager, fractions.negate(b.eager)) })),
    fc.tuple(tie("tree"), tie("tree")).map(([a, b]) => ({ lazy: multiply(a.lazy, b.lazy), eager: fractions.multiply(a.eager, b.eager) })),
    fc.tuple(tie("tree"), tie("tree")).map(([a, b]) => (b.eager.n === 0n ? a : { lazy: divide(a.lazy, b.lazy), eager: fractions.divide(a.eager, b.eager) })),
    fc.array(tie("tree"), { minLength: 1, maxLength: 6 }).map((parts) => ({ lazy: sum(parts.map(({ lazy }) => lazy)), eager: parts.map(({ eager }) => eager).reduce(fractions.add) })),
  ),
}));

const attempt = (make: () => number): number | string => {
  try {
    return make();
  } catch (error) {
    return String(error);
  }
};

describe("exact numbers", () => {
  test("round to the double that big fractions round to", () => {
    fc.assert(fc.property(tree, ({ lazy, eager }) => expect(attempt(() => toNumber(lazy))).toBe(attempt(() => fractions.toNumber(eager)))), { numRuns: 1000, seed: 1 });
  });

  test("are what big fractions are", () => {
    fc.assert(fc.property(tree, ({ lazy, eager }) => expect(fractions.sign(fractions.add(exactly(lazy), fractions.negate(eager)))).toBe(0)), { numRuns: 500, seed: 2 });
  });

  test("compare as big fractions do, ties too", () => {
    fc.assert(
      fc.property(tree, tree, (a, b) => {
        expect(compare(a.lazy, b.lazy)).toBe(fractions.sign(fractions.add(a.eager, fractions.negate(b.eager))));
        expect(isPositive(a.lazy)).toBe(a.eager.n > 0n);
        expect(isZero(a.lazy)).toBe(a.eager.n === 0n);
        const again = add(subtract(a.lazy, b.lazy), b.lazy);
        expect(compare(again, a.lazy)).toBe(0);
      }),
      { numRuns: 500, seed: 3 },
    );
  });

  test("keep what they know within their bounds", () => {
    const distance = ({ lazy, eager }: Both) => {
      const pair = fractions.add(fractions.fromDouble(lazy.high), fractions.fromDouble(lazy.low));
      const off = fractions.add(pair, fractions.negate(eager));
      return off.n < 0n ? fractions.negate(off) : off;
    };
    fc.assert(
      fc.property(tree, (both) => {
        if (!Number.isFinite(both.lazy.error) || !Number.isFinite(both.lazy.high) || !Number.isFinite(both.lazy.low)) return;
        const bound = fractions.fromDouble(both.lazy.error);
        expect(fractions.sign(fractions.add(distance(both), fractions.negate(bound)))).toBeLessThanOrEqual(0);
      }),
      { numRuns: 2000, seed: 4 },
    );
  });

  test("take a decimal for what it says", () => {
    fc.assert(
      fc.property(fc.oneof(numbers, extremes), (value) => {
        expect(toNumber(exact(value))).toBe(value === 0 ? 0 : value);
        const { n, d } = exactly(exact(value));
        expect(new Decimal(String(n)).equals(new Decimal(value).times(String(d)))).toBe(true);
      }),
      { numRuns: 800, seed: 5 },
    );
  });

  test("ten thousand terms deep are no deeper than the stack", () => {
    const tenth = exact(0.1);
    let total = tenth;
    for (let count = 1; count < 20_000; count++) total = add(total, tenth);
    expect(exactly(total)).toEqual({ n: 20_000n, d: 10n });
  });

  test("floor, ceiling, rounding and powers", () => {
    const thirds = divide(exact(-7), exact(3));
    expect([floor(thirds), ceiling(thirds)]).toEqual([-3n, -2n]);
    expect(toNumber(roundTo(exact(2.675), 2))).toBe(2.68); // as a decimal it is a half, and goes up
    expect(toNumber(roundTo(exact(-2.675), 2))).toBe(-2.67);
    expect(toNumber(power(exact(1.1), 3))).toBe(1.331);
    expect(() => divide(exact(1), subtract(exact(0.3), add(exact(0.1), exact(0.2))))).toThrow(RangeError);
  });
});
