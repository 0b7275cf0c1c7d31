import fc from "fast-check";
import { close } from "../../src/cap-table/closing";
import { ONE, add, compare, divide, exact, multiply, subtract, sum, toNumber } from "../../src/cap-table/rational";
import { contradiction, solveRound } from "../../src/cap-table/round";
import { fundingRound, fundingRoundTable, readRound, roundPrice } from "../../src/cap-table/round-answer";
import { simulateRound } from "../../src/cap-table/simulated-round";
import { Failure } from "../../src/core/failure";
import { type RoundRecord, round } from "./arbitrary";
import { priceByIteration } from "./naive";

/** The solution, or nothing where the terms contradict each other. */
function solved(record: RoundRecord) {
  try {
    return solveRound(readRound(record));
  } catch (error) {
    if (error instanceof Failure && error.kind === "no_value") return undefined;
    throw error;
  }
}
type Solution = NonNullable<ReturnType<typeof solved>>;

/** Runs a law on random rounds that have a price. */
function everyRound(seed: number, law: (solution: Solution, record: RoundRecord) => void, numRuns = 600): void {
  fc.assert(
    fc.property(round, (record) => {
      const solution = solved(record);
      if (solution) law(solution, record);
    }),
    { seed, numRuns },
  );
}

const plain = ({ options }: RoundRecord) => options["price_basis"] === "fully_diluted" && options["anti_dilution_in_price"] === true && options["pool_timing"] === "pre_money";

describe("laws of a round", () => {
  test("shares sum to the total, exactly", () => {
    everyRound(11, (solution) => {
      const { counts, conversions, newShares, pool, total } = close(solution);
      const holdings = solution.terms.holdings.rows;
      const parts = [...counts.filter((_, row) => holdings[row]?.kind !== "pool"), ...conversions.map(({ shares }) => shares), newShares, pool];
      expect(compare(sum(parts), total)).toBe(0);
    }, 500);
  });

  test("price x total is pre-money + new money, and the investors hold new / (pre + new), exactly", () => {
    everyRound(12, ({ price, total, newShares, terms }, record) => {
      if (!plain(record)) return;
      const post = add(terms.preMoney, terms.investment);
      expect(compare(multiply(price, total), post)).toBe(0);
      expect(compare(divide(newShares, total), divide(terms.investment, post))).toBe(0);
    });
  });

  test("the pool meets its target, or was above it", () => {
    everyRound(13, ({ sums, terms, poolIncrease, total }, { options }) => {
      if (!terms.poolTarget) return;
      const counted = options["pool_basis"] === "total" ? add(sums.pool, sums.granted) : sums.pool;
      const beyond = compare(add(counted, poolIncrease), multiply(terms.poolTarget, total));
      expect(beyond).toBeGreaterThanOrEqual(0);
      if (compare(poolIncrease, exact(0)) > 0) expect(beyond).toBe(0);
    });
  });

  test("no conversion price is above the round's, the discount's or the cap's", () => {
    everyRound(14, (solution) => {
      const { price, companyCapitalization: company, sums, newShares, total, conversions } = solution;
      const before = subtract(subtract(subtract(total, newShares), solution.poolIncrease), sum(conversions.map(({ shares }) => shares)));
      for (const { convertible, shares } of conversions) {
        const { instrument, balance } = convertible;
        const most = (allowed: ReturnType<typeof exact>) => expect(compare(balance, multiply(shares, allowed))).toBeLessThanOrEqual(0);
        most(multiply(price, subtract(ONE, exact(instrument.discount))));
        if (!instrument.cap || instrument.kind !== "safe_post") continue;
        most(divide(exact(instrument.cap), company));
      }
      expect(compare(before, sums.fullyDiluted)).toBeGreaterThanOrEqual(0);
    });
  });

  test("an adjusted conversion price lies between the new price and the old", () => {
    everyRound(15, (solution, { options }) => {
      if (options["anti_dilution_in_price"] !== true) return;
      for (const { conversionPriceBefore: before, conversionPriceAfter: after } of close(solution).adjustments) {
        expect(compare(after, before)).toBeLessThanOrEqual(0);
        if (compare(after, before) < 0) expect(compare(after, solution.price)).toBeGreaterThanOrEqual(0);
        else expect(compare(solution.price, before)).toBeGreaterThanOrEqual(0);
      }
    });
  });

  test("the order of the rows never matters", () => {
    const shuffled = round.chain((record) =>
      fc
        .tuple(fc.shuffledSubarray(record.holdings, { minLength: record.holdings.length }), fc.shuffledSubarray(record.instruments, { minLength: record.instruments.length }))
        .map(([holdings, instruments]) => {
          // Of most-favoured instruments the order is a term: those listed later are the ones it may follow.
          const free = record.instruments.map(({ mfn: _, ...rest }) => rest);
          return [{ ...record, instruments: free }, { ...record, holdings, instruments: free.length === 0 ? free : instruments.map(({ mfn: _, ...rest }) => rest) }] as const;
        }),
    );
    fc.assert(
      fc.property(shuffled, ([record, other]) => {
        const [a, b] = [solved(record), solved(other)];
        expect(a === undefined).toBe(b === undefined);
        if (a && b) expect(toNumber(a.price)).toBe(toNumber(b.price));
      }),
      { seed: 16, numRuns: 500 },
    );
  });

  test("the solution is where the naive iteration goes", () => {
    let met = 0;
    everyRound(17, (solution, record) => {
      const naive = priceByIteration(record, 3000);
      if (naive === undefined) return; // it creeps where terms are nearly at odds
      met++;
      expect(Math.abs(naive / toNumber(solution.price) - 1)).toBeLessThan(1e-9);
    });
    expect(met).toBeGreaterThan(300);
  });

  test("there is no price exactly where the slack says so, and each repair mends it", () => {
    let refused = 0;
    fc.assert(
      fc.property(round, fc.constantFrom(1, 0.2, 0.05), (record, scale) => {
        const terms = readRound({ ...record, pre_money: record.pre_money * scale });
        const against = contradiction(terms);
        const price = solved({ ...record, pre_money: record.pre_money * scale });
        expect(price === undefined).toBe(against !== undefined);
        if (!against) return;
        refused++;
        if (against.promised !== undefined) {
          expect(against.promised).toBeGreaterThanOrEqual(1);
          return;
        }
        expect(against.slack).toBeLessThanOrEqual(0);
        const solvable = (changes: Partial<RoundRecord>) => solved({ ...record, pre_money: record.pre_money * scale, ...changes }) !== undefined;
        if (against.leastPreMoney !== undefined) {
          expect(solvable({ pre_money: against.leastPreMoney * (1 + 1e-9) })).toBe(true);
          expect(solvable({ pre_money: against.leastPreMoney * (1 - 1e-9) })).toBe(false);
        }
        if (against.largestPool !== undefined) {
          expect(solvable({ pool_target: against.largestPool * (1 - 1e-9) })).toBe(true);
          expect(solvable({ pool_target: against.largestPool * (1 + 1e-9) })).toBe(false);
        }
        if (against.mostProtected !== undefined) {
          // Fewer protected dollars: every ratcheted conversion price and issue price lower by one factor.
          const factor = against.mostProtected / against.protectedNow;
          const less = (by: number) =>
            record.holdings.map((row) =>
              row.anti_dilution === "full_ratchet" ? { ...row, issue_price: (row.issue_price ?? 0) * by, ...(row.conversion_price === undefined ? {} : { conversion_price: row.conversion_price * by }) } : row,
            );
          expect(solvable({ holdings: less(factor * (1 - 1e-9)) })).toBe(true);
          expect(solvable({ holdings: less(factor * (1 + 1e-9)) })).toBe(false);
        }
      }),
      { seed: 18, numRuns: 600 },
    );
    expect(refused).toBeGreaterThan(50);
  });

  test("whole shares are whole, never more than the exact ones, and cash makes up the rest", () => {
    fc.assert(
      fc.property(round, fc.constantFrom(undefined, 4, 6), (record, price_decimals) => {
        const options = { ...record.options, shares: "whole", ...(price_decimals === undefined ? {} : { price_decimals }) };
        if (!solved(record)) return;
        let answer;
        try {
          answer = fundingRound(readRound({ ...record, options }));
        } catch (error) {
          expect(String(error)).toMatch(/rounds to 0 at/);
          return;
        }
        expect(Number.isInteger(answer.new_shares)).toBe(true);
        expect(answer.residual_cash).toBeGreaterThanOrEqual(0);
        expect(answer.residual_cash).toBeLessThan(answer.price_per_share * (1 + 1e-12));
        for (const { shares, price, amount, residual_cash } of answer.conversions) {
          expect(Number.isInteger(shares)).toBe(true);
          expect(Math.abs(shares * price + residual_cash - amount)).toBeLessThan(amount * 1e-12);
        }
      }),
      { seed: 19, numRuns: 500 },
    );
  });
});

describe("answers of a round", () => {
  const seed: RoundRecord = {
    pre_money: 8_000_000,
    investment: 2_000_000,
    pool_target: 0.1,
    holdings: [
      { holder: "Founders", security: "Common", kind: "common", shares: 6_000_000 },
      { holder: "Pool", security: "Pool", kind: "pool", shares: 500_000 },
    ],
    instruments: [{ holder: "Angel", kind: "safe_post", amount: 500_000, cap: 5_000_000 }],
    options: {},
  };

  test("the table, the price and the answer agree, and steps tell how the price came about", () => {
    const request = readRound(seed);
    const answer = fundingRound(request);
    expect(roundPrice(request)).toBe(answer.price_per_share);
    const [header, ...rows] = fundingRoundTable(request);
    expect(header).toEqual(["holder", "security", "shares_before", "pct_before", "shares_after", "pct_after"]);
    expect(rows.map(([holder, security]) => [holder, security])).toEqual([
      ["Founders", "Common"],
      ["Angel", "SAFE"],
      ["New investors", "New preferred"],
      ["Pool", "Pool"],
      ["Total", ""],
    ]);
    expect(rows.at(-1)?.slice(2)).toEqual([answer.fully_diluted_before, 1, answer.fully_diluted_after, 1]);
    const value = (name: string) => answer.steps.find((step) => step.name === name)?.value ?? NaN;
    expect(value("priced_shares") * answer.price_per_share).toBeCloseTo(8_000_000, 6);
    expect(value("company_capitalization") + value("pool_increase") + value("new_shares")).toBeCloseTo(answer.fully_diluted_after, 3);
    expect(answer.assumptions).toContain("price_basis = fully_diluted (default)");
  });

  test("weighted average by four bases: 1.75, 1.7333, 1.7143, 1.3333", () => {
    // 4m common, 1m preferred at $2, 0.5m options, 0.5m pool; $2m for 2m new shares at $1, priced first and adjusted after.
    // NVCA: CP2 = CP1 (A + B) / (A + C), C = 2m new shares, B = 1m that the money would have bought at $2, A = 6m, 5.5m, 5m or 1m.
    const expected = { with_pool: 2 * (7 / 8), nvca: 2 * (6.5 / 7.5), common_and_preferred: 2 * (6 / 7), preferred_only: 2 * (2 / 3) };
    for (const [anti_dilution_basis, conversionPrice] of Object.entries(expected)) {
      const answer = fundingRound(
        readRound({
          pre_money: 6_000_000,
          investment: 2_000_000,
          holdings: [
            { holder: "Founders", security: "Common", kind: "common", shares: 4_000_000 },
            { holder: "Fund", security: "Series A", kind: "preferred", shares: 1_000_000, issue_price: 2, anti_dilution: "weighted_average" },
            { holder: "Team", security: "Options", kind: "option", shares: 500_000 },
            { holder: "Pool", security: "Pool", kind: "pool", shares: 500_000 },
          ],
          options: { anti_dilution_basis, anti_dilution_in_price: false },
        }),
      );
      expect(answer.price_per_share).toBe(1);
      expect(answer.anti_dilution[0]?.conversion_price_after).toBeCloseTo(conversionPrice, 14);
    }
  });

  test("the same round by its other names", () => {
    const down = {
      amountRaised: 3_000_000,
      preMoneyValuation: 6_000_000,
      investor: { id: "inv-9", name: "Fund II" },
      roundName: "Series B",
      poolHolderId: "pool-1",
      poolHolderName: "ESOP",
      esopRefreshPct: 10,
      antiDilution: "full-ratchet",
      holdings: [
        { holder: "Founders", security: "Common", kind: "common", shares: 6_000_000 },
        { holder: "Pool", security: "Pool", kind: "pool", shares: 500_000 },
        { holder: "Fund I", security: "Series A", kind: "preferred", shares: 2_000_000, issue_price: 2 },
      ],
    };
    const answer = simulateRound(down);
    // T = B / (1 - q - f - M / post-money), as in the closed form of a ratchet with a pool: price 1.1m / 6m.
    expect(answer.pricePerShare).toBeCloseTo(1.1 / 6, 14);
    expect(answer.postMoneyValuation).toBe(9_000_000);
    expect(answer.holders.map(({ holderId, name, security }) => [holderId, name, security])).toEqual([
      ["Founders", "Founders", "Common"],
      ["Fund I", "Fund I", "Series A"],
      ["inv-9", "Fund II", "Series B"],
      ["pool-1", "ESOP", "Pool"],
    ]);
    expect(answer.holders.reduce((total, { ownershipAfterPct }) => total + ownershipAfterPct, 0)).toBeCloseTo(100, 10);
    expect(() => simulateRound({ ...down, holdings: [{ holder: "Fund I", kind: "preferred", shares: 5 }] })).toThrow(/issue_price/);
  });

  test("contradicting terms are refused with the slack and three repairs", () => {
    const holdings = [
      { holder: "Founders", security: "Common", kind: "common", shares: 6_000_000 },
      { holder: "Pool", security: "Pool", kind: "pool", shares: 500_000 },
      { holder: "Fund I", security: "Series A", kind: "preferred", shares: 2_000_000, issue_price: 2, anti_dilution: "full_ratchet" },
    ];
    const terms = readRound({ pre_money: 4_500_000, investment: 3_000_000, pool_target_pct: 10, holdings });
    expect(contradiction(terms)).toEqual({
      slack: -250_000,
      promised: undefined,
      leastPreMoney: 7_000_000 / 0.9 - 3_000_000,
      largestPool: 1 / 15,
      mostProtected: 3_750_000,
      protectedNow: 4_000_000,
    });
    expect(() => solveRound(terms)).toThrow(/no_solution.*Of the pre-money of 4,500,000, the pool's share and the dollars that full ratchets protect leave -250,000.*4,777,777\.78.*6\.66667 %.*3,750,000 instead of 4,000,000/);
  });

  test("a cap far below the money in it and a pool feed each other: what mends it is found, or that nothing does", () => {
    const terms = (pre_money: number, amount: number, cap: number, pool_target_pct: number) =>
      ({ pre_money, investment: 0, pool_target_pct, holdings: [{ holder: "Founders", security: "Common", kind: "common", shares: 1637 }], instruments: [{ holder: "Angel", kind: "safe_pre", amount, cap }] });
    // Each share of pool brings amount / cap shares of the SAFE: they have no end once pool x (1 + amount / cap)
    // is the whole: at cap / (cap + amount), from Python's fractions.
    const most = 2.5934618822486845e-6;
    const found = contradiction(readRound(terms(66_010_000, 18_747_000, 48.619756, 22.3)));
    expect([found?.largestPool, found?.leastPreMoney, found?.promised]).toEqual([most, undefined, undefined]);
    for (const [factor, isMet] of [[1 - 1e-9, true], [1 + 1e-9, false]] as const) expect(contradiction(readRound(terms(66_010_000, 18_747_000, 48.619756, 100 * most * factor))) === undefined).toBe(isMet);
    // Here the pre-money is too little as well, so no pool is small enough; and with this pool no pre-money is large enough.
    expect(contradiction(readRound(terms(15.9247, 9_800_000, 84.5809, 19.8)))).toMatchObject({ largestPool: undefined, leastPreMoney: undefined, promised: undefined });
  });

  test("where the cap is the pre-money itself, two policies end at one pool", () => {
    const at = (pool_target: number) => readRound({
      pre_money: 1, investment: 0, pool_target, options: { price_basis: "excluding_conversions", pool_basis: "total" },
      holdings: [{ holder: "Founders", security: "Common", kind: "common", shares: 4317 }, { holder: "Team", security: "Options", kind: "option", shares: 76 }, { holder: "Plan", security: "Pool", kind: "pool", shares: 52_914 }],
      instruments: [{ holder: "Angel", kind: "safe_pre", amount: 40.297, cap: 1 }],
    });
    const most = contradiction(at(0.229))?.largestPool ?? NaN;
    expect([most * (1 - 1e-9), most * (1 + 1e-9)].map((pool) => contradiction(at(pool)) === undefined)).toEqual([true, false]);
  });

  test("instruments that promise the whole company are refused as such", () => {
    const instruments = [0.6, 0.5].map((ownership, index) => ({ holder: `Fund ${index}`, amount: 100_000, ownership }));
    expect(() => solveRound(readRound({ ...seed, instruments }))).toThrow(/no_solution.*promise 110 % of the company/);
  });
});

test.each<[string, object, boolean]>([
  ["a tenth of a percent, which was most likely ten percent", { pool_target_pct: 0.1 }, true],
  ["ten percent", { pool_target_pct: 10 }, false],
  ["ten percent as a fraction", { pool_target: 0.1 }, false],
])("a pool of %s", (_name, pool, told) => {
  const { warnings } = fundingRound(readRound({ pre_money: 8e6, investment: 2e6, ...pool, holdings: [{ holder: "Founders", shares: 1e6 }] }));
  expect(warnings).toEqual(told ? ["the pool's target is 0.1 % of all shares: pool_target is a fraction (0.1 = 10 %), pool_target_pct a percentage (10 = 10 %)"] : []);
});
