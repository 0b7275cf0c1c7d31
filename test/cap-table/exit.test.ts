import fc from "fast-check";
import { breakpoints, distribute, waterfall } from "../../src/cap-table/exit";
import { breakpointsTable, exitTable, readExit, simulateExit } from "../../src/cap-table/exit-answer";
import { compare, exact, multiply, sum, toNumber } from "../../src/cap-table/rational";
import { type HoldingRecord, exitHoldings, exitValue } from "./arbitrary";

const payoutsAt = (holdings: HoldingRecord[], exit_value: number) => {
  const [exit] = simulateExit(readExit({ holdings, exit_value })).exits;
  if (!exit) throw new Error("no exit");
  return exit.payouts;
};

/**
 * What each row gets when every preferred has decided whether to convert and every option whether to exercise: preferences by
 * seniority, the rest by shares, capped ones leaving as they fill up. Said from the terms alone, not from the engine's curve.
 */
function payoutsFor(holdings: HoldingRecord[], exit: number, decisions: boolean[]): number[] {
  const paid = holdings.map((row) => row.shares * (row.issue_price ?? 0));
  const preference = holdings.map((row, place) => (row.kind === "preferred" && !decisions[place] ? (paid[place] ?? 0) * (row.liquidation_multiple ?? 1) : 0));
  const strike = holdings.map((row, place) => (row.kind === "option" && decisions[place] ? row.shares * (row.strike ?? 0) : 0));
  const payout = holdings.map(() => 0);
  let left = exit + strike.reduce((total, each) => total + each, 0);
  for (const tier of [1, 2, 3]) {
    const members = holdings.map((row, place) => (row.kind === "preferred" && (row.seniority ?? 1) === tier ? (preference[place] ?? 0) : 0));
    const total = members.reduce((all, each) => all + each, 0);
    const part = total > 0 ? Math.min(1, left / total) : 0;
    members.forEach((each, place) => (payout[place] = (payout[place] ?? 0) + each * part));
    left -= total * part;
  }
  const ratio = (row: HoldingRecord) => (row.kind === "preferred" ? (row.issue_price ?? 1) / (row.conversion_price ?? row.issue_price ?? 1) : 1);
  const room = holdings.map((row, place) => {
    if (row.kind === "common" || decisions[place]) return Infinity;
    if (row.kind === "option" || row.participation === "none") return 0;
    return row.participation === "full" ? Infinity : (row.cap_multiple ?? 0) * (paid[place] ?? 0) - (preference[place] ?? 0);
  });
  const taken = holdings.map(() => 0);
  while (left > exit * 1e-13) {
    const open = holdings.map((row, place) => ((taken[place] ?? 0) < (room[place] ?? 0) ? row.shares * ratio(row) : 0));
    const shares = open.reduce((total, each) => total + each, 0);
    if (shares === 0) break;
    const step = Math.min(left / shares, ...open.map((each, place) => (each > 0 ? ((room[place] ?? 0) - (taken[place] ?? 0)) / each : Infinity)));
    open.forEach((each, place) => {
      const filled = each > 0 && ((room[place] ?? 0) - (taken[place] ?? 0)) / each <= step;
      taken[place] = filled ? (room[place] ?? 0) : (taken[place] ?? 0) + each * step;
    });
    left -= step * shares;
  }
  return holdings.map((_, place) => (payout[place] ?? 0) + (taken[place] ?? 0) - (strike[place] ?? 0));
}

describe("laws of an exit", () => {
  test("payouts sum to the proceeds, exactly", () => {
    fc.assert(
      fc.property(exitHoldings, exitValue, (holdings, value) => {
        const flow = waterfall(readExit({ holdings }));
        const { perUnit } = distribute(flow, exact(value));
        expect(compare(sum(flow.claimants.map(({ units }, place) => multiply(units, perUnit[place] ?? exact(0)))), exact(value))).toBe(0);
      }),
      { seed: 21, numRuns: 600 },
    );
  });

  test("no payout falls when the exit rises", () => {
    fc.assert(
      fc.property(exitHoldings, exitValue, exitValue, (holdings, one, other) => {
        const low = payoutsAt(holdings, Math.min(one, other));
        const high = payoutsAt(holdings, Math.max(one, other));
        low.forEach(({ payout }, place) => expect(high[place]?.payout).toBeGreaterThanOrEqual(payout));
      }),
      { seed: 22, numRuns: 500 },
    );
  });

  test("nobody gains by deciding otherwise", () => {
    fc.assert(
      fc.property(exitHoldings, exitValue, (holdings, value) => {
        const answers = payoutsAt(holdings, value);
        const decisions = answers.map(({ converts }) => converts === true);
        const tolerance = value * 1e-9;
        const settled = payoutsFor(holdings, value, decisions);
        answers.forEach(({ payout }, place) => expect(Math.abs((settled[place] ?? NaN) - payout)).toBeLessThanOrEqual(tolerance));
        answers.forEach(({ converts, payout }, place) => {
          if (converts === null) return;
          const other = payoutsFor(holdings, value, decisions.map((each, index) => (index === place ? !each : each)));
          expect(other[place]).toBeLessThanOrEqual(payout + tolerance);
        });
      }),
      { seed: 23, numRuns: 800 },
    );
  });

  test("between breakpoints each dollar is shared as they say, and at each the shares change", () => {
    fc.assert(
      fc.property(exitHoldings, (holdings) => {
        const request = readExit({ holdings });
        const flow = waterfall(request);
        const { stretches } = breakpoints(flow);
        expect(toNumber(stretches[0]?.from ?? exact(1))).toBe(0);
        const spans = stretches.map(({ from, to }) => [toNumber(from), to ? toNumber(to) : toNumber(from) * 2 + 1] as const);
        const within = spans.flatMap(([start, end]) => [start + (end - start) * 0.25, start + (end - start) * 0.75]);
        const { exits } = simulateExit(readExit({ holdings, exit_values: within }));
        stretches.forEach(({ from, to, shares }, place) => {
          const [start, end] = spans[place] ?? [NaN, NaN];
          expect(toNumber(sum(shares))).toBe(1);
          const next = stretches[place + 1];
          if (next) {
            expect(to && compare(to, next.from)).toBe(0);
            expect(compare(next.from, from)).toBe(1);
          }
          shares.forEach((share, row) => {
            const [early, late] = [exits[2 * place], exits[2 * place + 1]].map((exit) => exit?.payouts[row]?.payout ?? NaN);
            const slope = ((late ?? NaN) - (early ?? NaN)) / ((end - start) / 2);
            expect(Math.abs(slope - toNumber(share))).toBeLessThan(1e-6 + (end * 1e-14) / (end - start));
          });
        });
      }),
      { seed: 24, numRuns: 400 },
    );
  });

  test("the order of the rows never matters", () => {
    const shuffled = exitHoldings.chain((rows) => fc.tuple(fc.constant(rows), fc.shuffledSubarray(rows, { minLength: rows.length })));
    fc.assert(
      fc.property(shuffled, exitValue, ([rows, others], value) => {
        const byName = new Map(payoutsAt(others, value).map(({ holder, payout }) => [holder, payout]));
        for (const { holder, payout } of payoutsAt(rows, value)) expect(byName.get(holder)).toBe(payout);
      }),
      { seed: 25, numRuns: 500 },
    );
  });
});

describe("exits", () => {
  const founders = { holder: "Founders", security: "Common", kind: "common", shares: 8_000_000 };
  const fund = { holder: "Fund", security: "Series A", kind: "preferred", shares: 2_000_000, issue_price: 1 };

  test("the table holds who gets what; an unissued pool keeps its row and gets nothing", () => {
    const holdings = [founders, { holder: "Pool", security: "Pool", kind: "pool", shares: 1_000_000 }, fund];
    expect(exitTable(readExit({ holdings, exit_value: 5_000_000 }))).toEqual([
      ["holder", "security", "payout", "per_share", "converts"],
      ["Founders", "Common", 3_000_000, 0.375, ""],
      ["Pool", "Pool", 0, "", ""],
      ["Fund", "Series A", 2_000_000, 1, false],
    ]);
    expect(breakpointsTable(readExit({ holdings }))).toEqual([
      ["from", "to", "Common", "Series A"],
      [0, 2_000_000, 0, 1],
      [2_000_000, 10_000_000, 1, 0],
      [10_000_000, "", 0.8, 0.2],
    ]);
  });

  test("debt comes first, and may take all", () => {
    const answer = simulateExit(readExit({ holdings: [founders, fund], exit_values: [1_000_000, 4_000_000], debt: 3_000_000 }));
    expect(answer.exits.map(({ debt_paid, payouts }) => [debt_paid, ...payouts.map(({ payout }) => payout)])).toEqual([
      [1_000_000, 0, 0],
      [3_000_000, 0, 1_000_000],
    ]);
    expect(answer.warnings).toHaveLength(1);
    expect(answer.breakpoints.slice(0, 2).map(({ from, to }) => [from, to])).toEqual([
      [0, 3_000_000],
      [3_000_000, 5_000_000],
    ]);
  });

  test("cumulative dividends add to the preference up to the exit, and are forfeited on conversion", () => {
    const holdings = [founders, { ...fund, dividend_rate: 0.08, issue_date: "2023-01-01" }];
    const at = (exit_value: number) => simulateExit(readExit({ holdings, exit_value, exit_date: "2024-01-01" })).exits[0]?.payouts.map(({ payout }) => payout);
    expect(at(3_000_000)).toEqual([840_000, 2_160_000]);
    expect(at(20_000_000)).toEqual([16_000_000, 4_000_000]);
    expect(() => simulateExit(readExit({ holdings, exit_value: 1 }))).toThrow(/exit_date is missing/);
  });

  test("a SAFE takes its money or converts at its cap; a note is repaid before all preferred", () => {
    // SAFE: $1m at a $10m post-money cap is 10 % of everything: K = 10m / 0.9.
    const instruments = [
      { holder: "Angel", kind: "safe_post", amount: 1_000_000, cap: 10_000_000 },
      { holder: "Lender", kind: "note", amount: 500_000, interest_rate: 0.1, issue_date: "2023-01-01" },
    ];
    const at = (exit_value: number) => simulateExit(readExit({ holdings: [founders, fund], instruments, exit_value, exit_date: "2024-01-01" })).exits[0]?.payouts ?? [];
    // The note first; then the SAFE and Series A, which rank alike, share what is left in proportion.
    expect(at(1_150_000).map(({ payout }) => payout)).toEqual([0, 400_000, 200_000, 550_000]);
    const high = at(100_550_000);
    expect(high.map(({ payout, converts }) => [Math.round(payout), converts])).toEqual([
      [72_000_000, null],
      [18_000_000, true],
      [10_000_000, true],
      [550_000, false],
    ]);
  });

  test("a claim on the rest must exist", () => {
    const holdings = [{ ...fund, participation: "none" }];
    expect(simulateExit(readExit({ holdings, exit_value: 3_000_000 })).exits[0]?.payouts[0]).toMatchObject({ payout: 3_000_000, converts: true });
    expect(() => simulateExit(readExit({ holdings: [], instruments: [{ holder: "Angel", amount: 1 }], exit_value: 3 }))).toThrow(/what is left/);
    expect(() => simulateExit(readExit({ holdings }))).toThrow(/exit_value is missing/);
  });
});
