/** Numbers at the ends of what doubles hold, and terms at the edge of sense: an answer of plain numbers, or a refusal in words. */
import fc from "fast-check";
import { readExit, simulateExit } from "../../src/cap-table/exit-answer";
import { opmAllocation, opmBacksolve, readOpm } from "../../src/cap-table/opm";
import { fundingRound, readRound } from "../../src/cap-table/round-answer";
import { Failure } from "../../src/core/failure";

const odd = fc.constantFrom(0, 1, -1, 1e-9, 1e300, 1e-300, 5e-324, 1e15, 0.1, 3, 1e6, 1e21, 1 / 3, NaN, Infinity, "5", "x", null, undefined, true);
const fair = fc.constantFrom(1, 1e6, 2.5e6, 0.1, 3, 1e15, 123456.789, 1e-9, 1e300, 1e-200);
const value = fc.oneof({ arbitrary: fair, weight: 5 }, { arbitrary: odd, weight: 1 });

const holding = fc.oneof(
  fc.record({ holder: fc.constant("a"), kind: fc.constantFrom("common", "option", "warrant", "pool"), shares: value }),
  fc.record({
    holder: fc.constant("b"),
    kind: fc.constant("preferred"),
    shares: value,
    issue_price: value,
    anti_dilution: fc.constantFrom("none", "weighted_average", "full_ratchet"),
    participation: fc.constantFrom("none", "full"),
    seniority: fc.constantFrom(1, 2),
  }),
);
const instrument = fc.oneof(
  fc.record({ holder: fc.constant("c"), kind: fc.constantFrom("safe_post", "safe_pre", "note"), amount: value, cap: value, mfn: fc.boolean() }),
  fc.record({ holder: fc.constant("d"), amount: value, ownership: fc.constantFrom(0.07, 0.5, 0.99), discount: fc.constantFrom(0, 0.2) }),
);
const options = fc.record({
  shares: fc.constantFrom("exact", "whole"),
  price_decimals: fc.constantFrom(undefined, 0, 4, 15),
  price_basis: fc.constantFrom("fully_diluted", "excluding_conversions", "dollars_invested"),
  pool_timing: fc.constantFrom("pre_money", "post_money"),
  anti_dilution_in_price: fc.boolean(),
});

/** Every number of an answer, however deep. */
function numbers(answer: unknown): number[] {
  if (typeof answer === "number") return [answer];
  return typeof answer === "object" && answer !== null ? Object.values(answer).flatMap(numbers) : [];
}

function answersOrRefuses(ask: () => unknown): void {
  let answer: unknown;
  try {
    answer = ask();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    expect(error.message).toMatch(/\w/);
    return;
  }
  expect(numbers(answer).filter((each) => !Number.isFinite(each) || Object.is(each, -0))).toEqual([]);
}

test("rounds, exits and allocations give plain numbers or say why not", () => {
  fc.assert(
    fc.property(fc.array(holding, { maxLength: 4 }), fc.array(instrument, { maxLength: 3 }), options, value, value, value, (holdings, instruments, settings, one, two, three) => {
      answersOrRefuses(() => fundingRound(readRound({ pre_money: one, investment: two, pool_target: three, holdings, instruments, options: settings })));
      answersOrRefuses(() => fundingRound(readRound({ pre_money: one, investment: two, pool_target: 0.1, holdings, instruments, options: settings })));
      answersOrRefuses(() => simulateExit(readExit({ exit_value: one, debt: two, holdings, instruments })));
      answersOrRefuses(() => opmAllocation(readOpm({ holdings, volatility: 0.5, years: three }), one));
      answersOrRefuses(() => opmBacksolve(readOpm({ holdings, volatility: 0.5, years: 2 }), { security: "common", price: one }));
    }),
    { seed: 41, numRuns: 300 },
  );
});

const founders = { holder: "Founders", kind: "common", shares: 1_000_000 };

test("a promise of exactly the whole company leaves nothing, and is refused", () => {
  const instruments = [{ holder: "Angel", amount: 100_000, cap: 100_000 }];
  expect(() => fundingRound(readRound({ pre_money: 1e6, investment: 1e6, pool_target: 0.1, holdings: [founders], instruments }))).toThrow(/no_solution.*promise 100 %/);
  expect(() => simulateExit(readExit({ holdings: [founders], instruments, exit_value: 1e6 }))).toThrow(/no_solution.*promise 100 %/);
});

test("whole shares of fractions are none, and that is said", () => {
  const holdings = [{ holder: "Fund", kind: "preferred", shares: 0.5, issue_price: 1 }];
  expect(() => fundingRound(readRound({ pre_money: 100, investment: 1, holdings, options: { shares: "whole" } }))).toThrow(/nobody holds any/);
});

test("a round without new money only converts", () => {
  const answer = fundingRound(readRound({ pre_money: 10e6, investment: 0, holdings: [founders], instruments: [{ holder: "Angel", amount: 1e6, cap: 5e6 }] }));
  expect([answer.new_shares, answer.fully_diluted_after, answer.price_per_share]).toEqual([0, 1_250_000, 8]);
  expect(answer.stakeholders.map(({ holder }) => holder)).toEqual(["Founders", "Angel"]);
});

test("a most-favoured instrument takes the best whole package of those after it", () => {
  const terms = (instruments: object[]) => fundingRound(readRound({ pre_money: 20e6, investment: 5e6, holdings: [founders], instruments })).conversions.map(({ bound_by, price }) => [bound_by, price]);
  const [first, second] = terms([
    { holder: "MFN", amount: 1e5, mfn: true },
    { holder: "Later", amount: 1e5, cap: 8e6 },
  ]);
  expect([first?.[0], first?.[1]]).toEqual(["mfn", second?.[1]]);
  // What was signed before gives it nothing.
  expect(terms([{ holder: "Earlier", amount: 1e5, cap: 8e6 }, { holder: "MFN", amount: 1e5, mfn: true }])[1]?.[0]).toBe("round price");
});
