import fc from "fast-check";
import { opmAllocation, opmBacksolve, opmTable, readOpm } from "../../src/cap-table/opm";
import cases from "../cases/option-pricing.json";
import { exitHoldings } from "./arbitrary";

describe("the option-pricing method", () => {
  const terms = fc.record({ volatility: fc.double({ min: 0.05, max: 2, noNaN: true }), years: fc.double({ min: 0.1, max: 10, noNaN: true }), equity: fc.double({ min: 1000, max: 1e9, noNaN: true }) });

  /** Their breakpoints are found by hand and their values at sixty digits: test/oracle/option-pricing.py. */
  const holdings = [
    { holder: "Fund", security: "Series A", kind: "preferred", shares: 1_000_000, issue_price: 2 },
    { holder: "Founders", security: "Common", kind: "common", shares: 1_000_000 },
    { holder: "Team", security: "Options", kind: "option", shares: 100_000, strike: 1 },
  ];

  test.each(cases)("is right to the last digit: equity $equity_value, volatility $volatility", ({ equity_value, tranches, classes, backsolve, ...terms }) => {
    const request = readOpm({ holdings, ...terms });
    const allocation = opmAllocation(request, equity_value);
    expect(allocation.tranches.map(({ value }) => value)).toEqual(tranches);
    expect(allocation.classes).toEqual(classes);
    for (const { equity_value: found, ...given } of backsolve) expect(opmBacksolve(request, given).equity_value).toBe(found);
  });

  test.each([[1e-9, 1], [1e-3, 1e-3], [0.05, 0.1], [10, 100], [1e-12, 1e-6]])("a volatility of %p over %p years is worth what the limit is worth, and at once", (volatility, years) => {
    const request = readOpm({ holdings, volatility, years, risk_free_rate: 0 });
    const start = performance.now();
    const { classes } = opmAllocation(request, 2_500_000);
    // Without a spread all is paid as the waterfall pays it; with an endless one all of it lies beyond the last breakpoint.
    const want = volatility < 1 ? [2_000_000, 500_000, 0] : [2_500_000 / 2.1, 2_500_000 / 2.1, 250_000 / 2.1];
    expect(classes.map(({ value }) => value)).toEqual(want.map((value) => expect.closeTo(value, 5)));
    expect(opmBacksolve(request, { security: "Common", price: 0.5 }).equity_value).toBeCloseTo(volatility < 1 ? 2_500_000 : 1_050_000, 4);
    expect(performance.now() - start).toBeLessThan(10_000);
  });

  test("a price out of reach of any double is refused, one far out is found", () => {
    const at = (conversion_price: number): ReturnType<typeof readOpm> => readOpm({ holdings: [{ ...holdings[0]!, conversion_price }, holdings[1]!], volatility: 0.5, years: 2, risk_free_rate: 0 });
    // So dear to convert that a share holds its preference of 2 until the equity lies near 1e36. Then 2 / 1e30 of a share of common is worth 200 where that one is worth 1e32, and a million of them 1e38.
    expect(opmBacksolve(at(1e30), { security: "Series A", price: 200 }).equity_value / 1e38).toBeCloseTo(1, 2);
    expect(() => opmBacksolve(at(1e300), { security: "Series A", price: 1e10 })).toThrow("No equity value up to 1.8e308 makes a share worth 10000000000.");
  });

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
