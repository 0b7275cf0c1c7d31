/** Rounds and exits that others have published, or that follow from a closed form; each names its source. */
import { fundingRound, readRound, roundPrice } from "../../src/cap-table/round-answer";
import { type Case, expectations } from "./cases";
import rounds from "./rounds.json";

const calls: Record<string, (args: never) => unknown> = {
  simulate_funding_round: (args) => fundingRound(readRound(args)),
};

describe("priced rounds", () => {
  const byTool = (rounds as Case[]).filter((each) => each.tool !== undefined);
  test.each(byTool.map((each) => [each.id, each] as const))("%s", (_, each) => {
    const call = calls[each.tool ?? ""] as (args: unknown) => unknown;
    if (each.error !== undefined) expect(() => call(each.args)).toThrow(/no.?solution/i);
    else for (const [path, got, want, tolerance] of expectations(each, call(each.args))) expect({ path, near: Math.abs(got - want) <= tolerance, got }).toEqual({ path, near: true, got });
  });

  const byCell = (rounds as Case[]).filter((each) => each.cell === "ROUND_PRICE");
  test.each(byCell.map((each) => [each.id, each] as const))("%s", (_, each) => {
    const [holdings, pre_money, investment, pool_target, instruments, date, options] = each.cellArgs ?? [];
    const price = roundPrice(readRound({ holdings, pre_money, investment, pool_target, instruments, date, options }));
    expect(Math.abs(price - (each.value ?? NaN))).toBeLessThanOrEqual((each.rel ?? 1e-12) * (each.value ?? NaN));
  });
});
