import { FORMULAS } from "../src/formulas";
import { search } from "../src/formulas/search";

const ids = (words: string, limit?: number): string[] => search(words, limit).map(({ id }) => id);

test.each([...FORMULAS.values()].map((formula) => [formula.id, formula] as const))("%s is found first by its name, its title and its name in words", (id, formula) => {
  expect(ids(id)[0]).toBe(id);
  expect(ids(id.toUpperCase())[0]).toBe(id);
  expect(ids(id.replaceAll("_", " "))[0]).toBe(id);
  expect(ids(formula.title)[0]).toBe(id);
});

// What people call things, beside what the formula is called.
test.each([
  ["annualized growth", "cagr"],
  ["compound annual growth", "cagr"],
  ["how do I calculate the yearly growth of my value", "cagr"],
  ["yield", "irr"],
  ["mortgage", "loan_payment"],
  ["PMT", "loan_payment"],
  ["instalments", "loan_payment"],
  ["break even time", "payback_period"],
  ["gordon growth", "perpetuity_value"],
  ["irregular dates return", "xirr"],
  ["MOIC", "moic"],
  ["Kaplan Schoar", "ks_pme"],
  ["reinvestment", "mirr"],
  ["sinking fund", "annuity_future_value"],
])("%s finds %s among the first three", (words, id) => {
  expect(ids(words, 3)).toContain(id);
});

test("grows narrower as one types", () => {
  expect(ids("perp")).toContain("perpetuity_value");
  expect(ids("perpetuity gro")[0]).toBe("perpetuity_value");
});

test("every word counts, and where no formula has all of them, those that have most", () => {
  expect(ids("zzz cagr")[0]).toBe("cagr");
  expect(ids("qqqqzz")).toEqual([]);
});

test("a slip of the fingers is forgiven, a word for something else is not bent", () => {
  expect(ids("perpetiuty")[0]).toBe("perpetuity_value");
  expect(ids("qurn")).toEqual([]);
});

test("no words find nothing, and the limit holds", () => {
  expect(ids("  ")).toEqual([]);
  expect(ids("value", 3)).toHaveLength(3);
  expect(ids("(*+?[")).toEqual([]);
  expect(ids("a".repeat(10_000))).toEqual([]);
});
