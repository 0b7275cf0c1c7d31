/** Rounds and exits that others have published, or that follow from a closed form; each names its source. */
import { readExit, simulateExit } from "../../src/cap-table/exit-answer";
import { fundingRound, readRound, roundPrice } from "../../src/cap-table/round-answer";
import { type Case, expectations } from "./cases";
import exits from "./exits.json";
import rounds from "./rounds.json";

function check(each: Case, answer: unknown): void {
  for (const [path, got, want, tolerance] of expectations(each, answer)) expect({ path, got, near: Math.abs(got - want) <= tolerance }).toEqual({ path, got, near: true });
}

describe("priced rounds", () => {
  const byTool = (rounds as Case[]).filter((each) => each.tool !== undefined);
  test.each(byTool.map((each) => [each.id, each] as const))("%s", (_, each) => {
    if (each.error !== undefined) expect(() => fundingRound(readRound(each.args as never))).toThrow(/no.?solution/i);
    else check(each, fundingRound(readRound(each.args as never)));
  });

  const byCell = (rounds as Case[]).filter((each) => each.cell === "ROUND_PRICE");
  test.each(byCell.map((each) => [each.id, each] as const))("%s", (_, each) => {
    const [holdings, pre_money, investment, pool_target, instruments, date, options] = each.cellArgs ?? [];
    const price = roundPrice(readRound({ holdings, pre_money, investment, pool_target, instruments, date, options }));
    expect(Math.abs(price - (each.value ?? NaN))).toBeLessThanOrEqual((each.rel ?? 1e-12) * (each.value ?? NaN));
  });
});

describe("exits", () => {
  test.each((exits as Case[]).map((each) => [each.id, each] as const))("%s", (_, each) => check(each, simulateExit(readExit(each.args as never))));
});
