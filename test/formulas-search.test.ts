import { installHost } from "./host";
import { CELL_FUNCTIONS } from "../src/excel/cell-functions";
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

describe("the list in cells", () => {
  installHost();
  const spill = CELL_FUNCTIONS.find(({ id }) => id === "FORMULAS")!;
  const listed = (words: string | null): unknown[] => (spill.run(words) as unknown[][]).slice(1).map(([name]) => name);
  test("without words holds every function but the two that tell of them", () =>
    expect(new Set(listed(null))).toEqual(new Set(CELL_FUNCTIONS.map(({ id }) => `VAL.${id}`).filter((name) => name !== "VAL.FORMULAS" && name !== "VAL.EXPLAIN"))));
  test.each<[string, string]>([
    ["waterfall", "VAL.EXIT_WATERFALL"],
    ["zscore", "VAL.FORMULA"],
    ["VAL.FUNDING_ROUND", "VAL.FUNDING_ROUND"],
    ["=val.cagr", "VAL.CAGR"],
    ["409A", "VAL.OPM_ALLOCATION"],
    ["burn", "VAL.BURN_MULTIPLE"],
    ["burm rate", "VAL.RUNWAY"],
    ["irrr", "VAL.IRR"],
  ])("%s finds %s among the first three", (words, name) => expect(listed(words).slice(0, 3)).toContain(name));
  test("the working of a function over ranges is not promised", () =>
    expect(() => CELL_FUNCTIONS.find(({ id }) => id === "EXPLAIN")!.run("funding_round", [[1]])).toThrow("FUNDING_ROUND works on ranges, and the table that it spills is its working; VAL.EXPLAIN takes the other functions that VAL.FORMULAS lists"));
});
