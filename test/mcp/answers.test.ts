/** What answers and refusals say: names, defaults, text, maps, percent. */
import { formula } from "../../src/core/formula";
import { fraction, list, money, optional, rate } from "../../src/core/parameters";
import { readProgram } from "../../src/language/program";
import type { CatalogueFormula } from "../../src/formulas";
import { callFormula, percent, type Reply } from "../../src/mcp/call";
import { TOOLS, toolsOf } from "../../src/mcp/tools";

const ask = (tool: string, given: Record<string, unknown>): Reply => callFormula(TOOLS.get(tool)!, given);
const answer = (tool: string, given: Record<string, unknown>): Record<string, unknown> => {
  const reply = ask(tool, given);
  expect(reply.refused ? reply.text : "").toBe("");
  return reply.content as Record<string, unknown>;
};
const refusal = (tool: string, given: Record<string, unknown>): string => {
  const reply = ask(tool, given);
  expect(reply.refused).toBe(true);
  return reply.text;
};

describe("names", () => {
  test("a tool speaks of inputs by its own names, also in the working", () => {
    const { inputs, steps, excel } = answer("valuation_time_value", { method: "cagr", starting_value: 100, ending_value: 121, periods: 2 });
    expect(inputs).toEqual({ starting_value: 100, ending_value: 121, periods: 2 });
    expect(steps).toContainEqual({ name: "growth", expression: "ending_value / starting_value", value: 1.21 });
    expect(excel).toBe("=VAL.CAGR(100, 121, 2)");
  });
  test("and takes the names of the formula and of its other tools too", () => {
    expect(answer("valuation_time_value", { method: "cagr", begin_value: 100, end_value: 121, periods: 2 })["inputs"]).toEqual({ starting_value: 100, ending_value: 121, periods: 2 });
    expect(answer("calculate_cagr", { starting_value: 100, ending_value: 121, periods: 2 })["cagr"]).toBe(0.1);
  });
  test("but not both at once", () => {
    expect(refusal("calculate_cagr", { starting_value: 100, begin_value: 100, end_value: 121, periods: 2 })).toContain("starting_value and begin_value are one input: send only begin_value");
  });
  test("a refusal names the tool's own name", () => {
    expect(refusal("valuation_time_value", { method: "cagr", begin_value: 0, ending_value: 1, periods: 1 })).toContain("starting_value must be above 0, not 0");
  });
  test("an unknown name is told with the nearest one", () => {
    expect(refusal("calculate_cagr", { begin_value: 1, end_value: 2, perods: 3 })).toMatch(/"perods" is no parameter of calculate_cagr; did you mean periods\?[\s\S]*periods is missing/);
  });
  test("what the method does not use is ignored and told", () => {
    expect(answer("valuation_time_value", { method: "present_value", future_value: 100, rate: 0, periods: 1, cash_flows: [1], ending_value: 5 })["assumptions"]).toEqual(["ignored: cash_flows, ending_value (not used by present_value)"]);
  });
  test("names that objects have by themselves are unknown ones", () => {
    expect(refusal("calculate_cagr", JSON.parse('{"begin_value":1,"end_value":2,"periods":3,"__proto__":1,"constructor":2}') as Record<string, unknown>)).toMatch(/"__proto__" is no parameter[\s\S]*"constructor" is no parameter/);
  });
});

describe("method", () => {
  test("missing: lists them, and the one that the parameters fit", () => {
    const text = refusal("valuation_time_value", { future_value: 100, rate: 0.1, periods: 2 });
    expect(text).toMatch(/method is missing\. method is one of present_value, annuity, compound_growth, cagr, npv, dcf\. Your parameters fit present_value\./);
  });
  test("unknown: names the nearest", () => {
    expect(refusal("valuation_time_value", { method: "NPV " })).toContain('there is no method "NPV "; did you mean npv?');
    expect(refusal("valuation_time_value", { method: "loan_payment" })).toContain("loan_payment is calculate_loan_payment.");
    expect(refusal("valuation_time_value", { method: "growing_annuity" })).toContain("No tool computes growing_annuity");
    expect(refusal("valuation_time_value", { method: 5 })).toContain("method must be a text, not 5");
    expect(refusal("valuation_time_value", { method: "toString" })).toContain("there is no method");
  });
});

describe("defaults", () => {
  test("a tool's own default counts, and Excel is told of it", () => {
    const { inputs, assumptions, excel, value } = answer("calculate_npv", { rate: 0.1, cash_flows: [-100, 121] });
    expect(value).toBe(10);
    expect(inputs).toEqual({ rate: 0.1, cash_flows: [-100, 121], first_period: 0 });
    expect(assumptions).toEqual(["the first cash flow falls at t = 0", "first_period was left out: 0 is used"]);
    expect(excel).toBe("=VAL.NPV(0.1, {-100;121}, 0)");
    expect(answer("valuation_time_value", { method: "npv", rate: 0.1, cash_flows: [-100, 121] })["excel"]).toBe("=VAL.NPV(0.1, {-100;121})");
  });
  test("null and blank are left out", () => {
    expect(answer("calculate_npv", { rate: 0.1, cash_flows: [1], first_period: null })["assumptions"]).toContain("first_period was left out: 0 is used");
  });
});

describe("values", () => {
  test("a number as text is taken and told", () => {
    const { assumptions, inputs } = answer("calculate_cagr", { begin_value: "100", end_value: 121, periods: "2" });
    expect(inputs).toEqual({ begin_value: 100, end_value: 121, periods: 2 });
    expect(assumptions).toEqual(['begin_value came as the text "100" and was read as 100', 'periods came as the text "2" and was read as 2']);
    expect(answer("calculate_npv", { rate: 0, cash_flows: "[1, 2]" })["assumptions"]).toContain("cash_flows came as text and was read as a list of 2");
    expect(answer("calculate_npv", { rate: 0, cash_flows: ["1", 2] })["assumptions"]).toContain("cash_flows held numbers as text, read as numbers");
  });
  test.each([
    ["1,500,000", "write 1500000"],
    ["12%", "write 0.12"],
    ["$1500", "write 1500"],
    ["much", "must be an amount"],
    [true, "must be an amount"],
    [{ amount: 1 }, "must be an amount"],
    [[1, 2], "one value, not a list of 2"],
  ])("%p is refused", (value, words) => {
    expect(refusal("calculate_cagr", { begin_value: value, end_value: 2, periods: 1 })).toContain(words);
  });
  test("several faults are told together", () => {
    expect(refusal("calculate_cagr", { begin_value: -1, end_value: "x", period: 1 })).toMatch(/4 faults[\s\S]*"period"[\s\S]*begin_value must be above 0[\s\S]*end_value must be an amount[\s\S]*periods is missing/);
  });
  test("dates come back as they are written, and an empty list is no list", () => {
    const { inputs } = answer("calculate_xirr", { cash_flows: [-100, 110], dates: ["2023-01-01", "2024-01-01"] });
    expect((inputs as { dates: string[] }).dates).toEqual(["2023-01-01", "2024-01-01"]);
    expect(refusal("calculate_npv", { rate: 0, cash_flows: [] })).toContain("cash_flows is empty");
  });
  test("a condition that does not hold is told with its values", () => {
    expect(refusal("calculate_dcf", { cash_flows: [100], rate: 0.02, terminal_growth: 0.03 })).toContain("rate > terminal_growth must hold, but rate is 0.02 and terminal_growth is 0.03");
  });
  test("what has no answer says so", () => {
    const { content, text } = ask("calculate_payback_period", { cash_flows: [-100, 10] });
    expect(text).toContain("never recovered");
    expect(content).toMatchObject({ error: { kind: "no_value" } });
  });
  const flows = (count: number): number[] => Array.from({ length: count }, (_, i) => i + 1);
  test("a list of up to 50 is echoed whole, of a longer one the count and both ends", () => {
    expect(answer("calculate_npv", { rate: 0, cash_flows: flows(50) })["inputs"]).toMatchObject({ cash_flows: flows(50) });
    const { inputs, assumptions } = answer("calculate_npv", { rate: 0, cash_flows: flows(4000) });
    expect(inputs).toEqual({ rate: 0, cash_flows: { count: 4000, first: [1, 2, 3], last: [3998, 3999, 4000] }, first_period: 0 });
    expect(assumptions).toContain("in excel and native, cash_flows stands for a range with its 4,000 items, which are too many to be written out");
    const dates = flows(60).map((_, i) => new Date(Date.UTC(2024, i, 1)).toISOString().slice(0, 10));
    expect(answer("calculate_xirr", { cash_flows: flows(60).map((item, i) => (i ? item : -1000)), dates })["inputs"]).toMatchObject({ dates: { count: 60, first: ["2024-01-01", "2024-02-01", "2024-03-01"], last: ["2028-10-01", "2028-11-01", "2028-12-01"] } });
  });
  test("and stands in Excel by its name", () => {
    const { excel, native, value } = answer("calculate_npv", { rate: 0, cash_flows: flows(4000) });
    expect(value).toBe(8_002_000); // 4000 x 4001 / 2
    expect([excel, native]).toEqual(["=VAL.NPV(0, cash_flows, 0)", "=SUMPRODUCT(cash_flows/(1+0)^(ROW(INDEX($A:$A,1):INDEX($A:$A,ROWS(cash_flows)*COLUMNS(cash_flows)))-1+0))"]);
  });
  test("steps hold no longer lists than inputs", () => {
    const { steps } = answer("calculate_discounted_payback_period", { rate: 0, cash_flows: flows(100).map((item, i) => (i ? item : -100)) });
    const long = (steps as { value: unknown }[]).filter(({ value }) => typeof value === "object");
    expect(long.length).toBeGreaterThan(0);
    for (const { value } of long) expect(value).toEqual({ count: expect.any(Number) as number, first: expect.any(Array) as unknown[], last: expect.any(Array) as unknown[] });
  });
  test("the working of a rate of return is the equation it satisfies", () => {
    const { steps, value } = answer("calculate_irr", { cash_flows: [-100, 110] });
    expect(steps).toEqual([{ name: "result", expression: "sum(cash_flows / (1 + result) ^ (sequence(count(cash_flows)) - 1)) = 0", value }]);
  });
  test("and several rates are all told", () => {
    const { steps, warnings } = answer("calculate_irr", { cash_flows: [-100, 230, -132] });
    expect(steps).toMatchObject([{ name: "all_roots", value: [0.1, 0.2] }, { name: "result", value: 0.1 }]);
    expect(String(warnings)).toContain("2 rates of return");
  });
  test("years come in a field that says so", () => {
    expect(answer("calculate_payback_period", { cash_flows: [-100, 50, 50] })).toMatchObject({ value: 2, payback_period_years: 2, unit: "years" });
  });
});

describe("percent", () => {
  test.each([[0.2011244339814313, 20.11244339814313], [0.07, 7], [0.29, 29], [1e-7, 1e-5], [1.5e21, 1.5e23], [-0.5141744324126036, -51.41744324126036], [0, 0]])("%p is %p", (value, hundredfold) => expect(percent(value)).toBe(hundredfold));
  test("0.07 * 100 would not be", () => expect(0.07 * 100).not.toBe(7));
  test("it is left out where it is larger than any number", () => {
    const content = answer("calculate_cagr", { begin_value: 1e-300, end_value: 1e7, periods: 1 });
    expect(content["cagr"]).toBe(1e307);
    expect(content).not.toHaveProperty("cagr_pct");
  });
});

describe("maps", () => {
  const definition = formula({
    title: "Liquidation of named assets",
    summary: "What assets bring in a liquidation.",
    inputs: {
      assets: list("Book value of each asset", money("an amount", { min: 0 })),
      recovery_rates: list("Share of each asset that is recovered", fraction("a share")),
      cost: optional(rate("Share that the liquidation costs"), 0),
    },
    returns: money("Proceeds"),
    equation: "sum(assets * recovery_rates) * (1 - cost)",
    useWhen: "assets are sold one by one",
    notWhen: "for a going concern take dcf",
    source: "a test",
    example: { given: { assets: [100, 50], recovery_rates: [1, 0.5] }, gives: 125, by: "by hand" },
    tools: { valuation_stakeholder: { maps: ["assets", "recovery_rates"] } },
  });
  const placed: CatalogueFormula = { ...definition, id: "named_liquidation", chapter: 99, chapterTitle: "Tests", family: "tests", number: "99.1", program: readProgram(definition) };
  const tool = toolsOf([placed]).get("valuation_stakeholder")!;
  const sell = (given: Record<string, unknown>): Reply => callFormula(tool, { method: "named_liquidation", ...given });

  test("go together by name, in the order of the first", () => {
    const { content } = sell({ assets: { cash: 100, stock: 50 }, recovery_rates: { stock: 0.5, cash: 1 } });
    expect(content).toMatchObject({ value: 125, inputs: { assets: { cash: 100, stock: 50 }, recovery_rates: { cash: 1, stock: 0.5 }, cost: 0 }, excel: "=VAL.NAMED_LIQUIDATION({100;50}, {1;0.5})" });
  });
  test("of many names the count and both ends come back", () => {
    const many = Object.fromEntries(Array.from({ length: 51 }, (_, i) => [`a${i}`, 1]));
    expect(sell({ assets: many, recovery_rates: many }).content).toMatchObject({ value: 51, inputs: { assets: { count: 51, first: { a0: 1, a1: 1, a2: 1 }, last: { a48: 1, a49: 1, a50: 1 } } } });
  });
  test("names that are not in both are all listed", () => {
    const { refused, text } = sell({ assets: { AR: 1, cash: 2, both: 3 }, recovery_rates: { ar: 0.8, both: 1 } });
    expect(refused).toBe(true);
    expect(text).toMatch(/assets has "AR", "cash", which recovery_rates lacks/);
    expect(text).toMatch(/recovery_rates has "ar", which assets lacks/);
  });
  test("a wrong item is named", () => expect(sell({ assets: { AR: -1 }, recovery_rates: { AR: "12%" } }).text).toMatch(/assets, "AR" must be at least 0, not -1[\s\S]*recovery_rates, "AR" must be a fraction, not the text "12%": write 0.12/));
  test("a map beside a list is refused", () => expect(sell({ assets: { AR: 1 }, recovery_rates: [1] }).text).toContain("recovery_rates must be a map from a name to a number, as assets is, not [1]"));
  test("an empty map and a missing one are told", () => {
    expect(sell({ assets: {}, recovery_rates: { AR: 1 } }).text).toContain("assets is empty");
    expect(sell({ assets: { AR: 1 } }).text).toContain("recovery_rates is missing");
  });
  test("two lists will do, and so will JSON text", () => {
    expect(sell({ assets: [100, 50], recovery_rates: [1, 0.5] }).content).toMatchObject({ value: 125 });
    expect(sell({ assets: '{"a": 100, "b": 50}', recovery_rates: { a: "1", b: 0.5 } }).content).toMatchObject({ value: 125, assumptions: ["cost was left out: 0 is used", "assets held text, read as numbers", "recovery_rates held text, read as numbers"] });
  });
});
