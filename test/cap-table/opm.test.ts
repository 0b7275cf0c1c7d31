import Decimal from "decimal.js";
import fc from "fast-check";
import { standardNormalCdf } from "../../src/cap-table/normal";
import { opmAllocation, opmBacksolve, opmTable, readOpm } from "../../src/cap-table/opm";
import { exitHoldings } from "./arbitrary";

/** The error function by its series, to sixty digits. */
function exactNormalCdf(x: number): Decimal {
  const Exact = Decimal.clone({ precision: 130 });
  const z = new Exact(x);
  let term = z;
  let total = z;
  for (let n = 1; term.abs().greaterThan("1e-125"); n++) {
    term = term.times(z).times(z).dividedBy(2 * n + 1);
    total = total.plus(term);
  }
  const density = z.times(z).dividedBy(-2).exp().dividedBy(new Exact(2).times(Exact.acos(-1)).sqrt());
  return new Exact(0.5).plus(density.times(total));
}

describe("the normal distribution", () => {
  test("is good to the last digits of a double, far into the tail", () => {
    let worst = 0;
    for (let x = -20; x <= 8; x += 0.875) {
      const want = exactNormalCdf(x);
      const off = want.minus(standardNormalCdf(x)).dividedBy(want).abs().toNumber();
      worst = Math.max(worst, off);
    }
    expect(worst).toBeLessThan(6e-16);
    expect([standardNormalCdf(0), standardNormalCdf(40), standardNormalCdf(-40)]).toEqual([0.5, 1, 0]);
  });
});

describe("the option-pricing method", () => {
  const terms = fc.record({ volatility: fc.double({ min: 0.05, max: 2, noNaN: true }), years: fc.double({ min: 0.1, max: 10, noNaN: true }), equity: fc.double({ min: 1000, max: 1e9, noNaN: true }) });

  test("values sum to the equity", () => {
    fc.assert(
      fc.property(exitHoldings, terms, (holdings, { volatility, years, equity }) => {
        const { classes, tranches } = opmAllocation(readOpm({ holdings, volatility, years }), equity);
        for (const parts of [classes, tranches]) expect(Math.abs(parts.reduce((total, { value }) => total + value, 0) / equity - 1)).toBeLessThan(1e-13);
        for (const { value } of classes) expect(value).toBeGreaterThanOrEqual(0);
      }),
      { seed: 31, numRuns: 400 },
    );
  });

  test("backsolve finds the equity that was allocated", () => {
    fc.assert(
      fc.property(exitHoldings, terms, fc.nat(6), (holdings, { volatility, years, equity }, place) => {
        const request = readOpm({ holdings, volatility, years });
        const { classes } = opmAllocation(request, equity);
        const { security, per_share } = classes[place % classes.length] ?? {};
        if (!per_share || per_share < 1e-6) return; // out of all reach, its worth says nothing of the equity
        const found = opmBacksolve(request, { security, price: per_share });
        const again = found.classes.find((each) => each.security === security)?.per_share ?? NaN;
        expect(Math.abs(again / per_share - 1)).toBeLessThan(1e-10);
      }),
      { seed: 32, numRuns: 200 },
    );
  });

  test("a preference of 40m is worth what a call struck there leaves", () => {
    // The call: "valuation_stakeholder.opm" of a public package, recomputed to sixty digits: 69,284,966.63736002.
    const holdings = [
      { holder: "Fund", security: "Series A", kind: "preferred", shares: 1, issue_price: 40_000_000, participation: "full" },
      { holder: "Founders", security: "Common", kind: "common", shares: 1 },
    ];
    const { tranches, classes } = opmAllocation(readOpm({ holdings, volatility: 0.6, years: 3 }), 100_000_000);
    expect(tranches[1]?.value).toBeCloseTo(69_284_966.63736002, 6);
    expect(classes.map(({ value }) => value)).toEqual([expect.closeTo(30_715_033.36263998 + 34_642_483.31868001, 5), expect.closeTo(34_642_483.31868001, 5)]);
  });

  test("limits and refusals", () => {
    const holdings = [
      { holder: "Fund", security: "Series A", kind: "preferred", shares: 1_000_000, issue_price: 2 },
      { holder: "Founders", security: "Common", kind: "common", shares: 1_000_000 },
      { holder: "Team", security: "Options", kind: "option", shares: 100_000, strike: 1 },
    ];
    expect(opmTable(readOpm({ holdings, volatility: 0, years: 0 }), 3_000_000)).toEqual([
      ["security", "value", "per_share"],
      ["Series A", 2_000_000, 2],
      ["Common", 1_000_000, 1],
      ["Options", 0, 0],
    ]);
    const request = readOpm({ holdings, volatility: 0.5, years: 2 });
    expect(request.assumed).toEqual(["risk_free_rate = 0.04 (default)"]);
    expect(() => opmBacksolve(request, { security: "Series B", price: 1 })).toThrow(/the nearest is Series A/);
    expect(() => readOpm({ holdings, volatility: 60, years: 2 })).toThrow(/volatility is 60.*60 % is 0.6/);
    expect(() => opmAllocation(readOpm({ holdings: [], volatility: 0.5, years: 1 }), 1)).toThrow(/nothing to allocate/);
  });
});
