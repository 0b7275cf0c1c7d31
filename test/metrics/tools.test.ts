/** The tools over the sample metrics: answers beside exact fractions, what they take, what they refuse and how. */
import { Failure } from "../../src/core/failure";
import { metricStore } from "../../src/mcp/metrics/metrics";
import { callMetricTool, caretLines, inputSchemaOf, METRIC_TOOLS, PlacedFailure, type Json } from "../../src/mcp/metrics/tools";
import { SERIES_WORDS } from "../../src/series/words";
import seriesCases from "../series/cases.json";
import answers from "./answers.json";

const store = metricStore();
const call = (name: string, given: Json): Promise<Json> => callMetricTool(name, given, { store });
const refusal = async (name: string, given: Json): Promise<Failure> => {
  try {
    await call(name, given);
  } catch (fault) {
    if (fault instanceof Failure) return fault;
    throw fault;
  }
  throw new Error(`${name} answered ${JSON.stringify(given)}`);
};

/** What differs, or nothing; numbers within 1e-12 of what was computed in fractions. */
function differences(got: unknown, want: unknown, place: string, relative = 1e-12, absolute = 1e-12): string[] {
  if (typeof want === "number") return typeof got === "number" && Math.abs(got - want) <= Math.max(absolute, relative * Math.abs(want)) ? [] : [`${place}: ${String(got)}, not ${want}`];
  if (Array.isArray(want)) return Array.isArray(got) && got.length === want.length ? want.flatMap((item, i) => differences(got[i], item, `${place}.${i}`, relative, absolute)) : [`${place}: not ${want.length} items`];
  if (want !== null && typeof want === "object") return Object.entries(want).flatMap(([key, item]) => differences((got as Json | undefined)?.[key], item, `${place}.${key}`, relative, absolute));
  return got === want ? [] : [`${place}: ${String(got)}, not ${String(want)}`];
}

/** JSON has neither NaN nor an undefined that a client could miss. */
const isPlain = (value: unknown): boolean =>
  value === null || typeof value === "string" || typeof value === "boolean" || (typeof value === "number" && Number.isFinite(value)) ||
  (Array.isArray(value) ? value.every(isPlain) : typeof value === "object" && Object.getPrototypeOf(value) === Object.prototype && Object.values(value as object).every(isPlain));

describe("answers", () => {
  test.each(answers.map((entry) => [`${entry.tool} ${JSON.stringify(entry.arguments)}`, entry] as const))("%s", async (_, { tool, arguments: given, expect: want }) => {
    const got = await call(tool, given);
    expect(differences(got, want, "answer")).toEqual([]);
    expect(isPlain(got)).toBe(true);
  });

  interface SeriesCase { readonly id: string; readonly args?: Json; readonly expect?: Json; readonly error?: string; readonly rel: number; readonly abs: number }
  const inline = (seriesCases as unknown as SeriesCase[]).filter(({ args }) => args);
  test.each(inline.map((entry) => [entry.id, entry] as const))("run_formula over values sent along: %s", async (_, { args, expect: want, error, rel, abs }) => {
    if (error !== undefined) {
      const fault = await refusal("run_formula", args!);
      expect(fault.message).toMatch(new RegExp(error.replace(/^\/(.*)\/\w*$/, "$1"), "i"));
      if (typeof (args as { expression?: unknown }).expression === "string" && fault instanceof PlacedFailure) expect(fault.message.split("\n").slice(-1)[0]).toMatch(/^ *\^+$/);
    } else expect(differences(await call("run_formula", args!), want, "answer", rel, abs)).toEqual([]);
  });
});

describe("what a model reads", () => {
  const tools = Object.entries(METRIC_TOOLS);

  test.each(tools)("%s: one template, a sibling that exists, a flat schema", (name, tool) => {
    expect(tool.description.length).toBeGreaterThan(120);
    expect(tool.description.length).toBeLessThan(1200);
    expect(tool.description).toMatch(/\bUse /);
    const named = tool.description.match(/\b[a-z]+_(?:formula|metrics?|extremes|metadata)(?:_metadata)?\b/g) ?? [];
    expect(named.filter((other) => other !== name && METRIC_TOOLS[other])).not.toEqual([]);
    expect(named.filter((other) => !METRIC_TOOLS[other] && other !== "find_formula")).toEqual([]);
    expect(name.length).toBeLessThanOrEqual(28);
    expect(tool.title).not.toBe(name);
    const schema = inputSchemaOf(tool);
    for (const property of Object.values(schema.properties)) {
      expect(typeof property.type).toBe("string");
      expect(property.description!.length).toBeGreaterThan(9);
    }
    expect(schema.required.every((required) => required in schema.properties)).toBe(true);
  });

  test.each(tools)("%s: its example works, gives what it says, and stands in the description", async (name, tool) => {
    const got = await call(name, tool.example);
    expect(Object.keys(got).filter((member) => !(member in tool.answer))).toEqual([]);
    expect(isPlain(got)).toBe(true);
    expect(tool.description).toContain(JSON.stringify(tool.example));
  });

  test("every word of the language stands in the help of expression", () => {
    const { description } = inputSchemaOf(METRIC_TOOLS["run_formula"]!).properties["expression"]!;
    expect(SERIES_WORDS.filter(({ name }) => !description!.includes(` ${name}(`)).map(({ name }) => name)).toEqual([]);
  });
});

describe("run_formula", () => {
  test("a refused expression keeps code, place and hint, and shows the place", async () => {
    const fault = (await refusal("run_formula", { expression: "sma(a, 3) + smma(a, 2)", inputs: { a: "payrolls" } })) as PlacedFailure;
    expect(fault).toMatchObject({ code: "UNKNOWN_FUNCTION", position: 12, length: 4, parameter: "expression", kind: "syntax" });
    expect(fault.message.split("\n").slice(1)).toEqual(["sma(a, 3) + smma(a, 2)", "            ^^^^"]);
  });

  test.each([
    ["at the end", "(a", 2, 0, "(a\n  ^"],
    ["after a tab", "a\t+ z", 4, 1, "a + z\n    ^"],
    ["after a letter of two units", "𝒂 + z", 5, 1, "𝒂 + z\n    ^"],
    ["on half a letter", "a 𝒂", 2, 1, "a 𝒂\n  ^"],
    ["in a long text", `${"1 + ".repeat(50)}z${" + 1".repeat(50)}`, 200, 1, `…${"1 + ".repeat(10)}z${" + 1".repeat(10)}…\n${" ".repeat(41)}^`],
  ])("the mark stands under the place %s", (_, expression, position, length, lines) => {
    expect(caretLines(expression, position, length)).toBe(lines);
  });

  test("an own rule of each metric is used, unless the options say otherwise", async () => {
    const given = { expression: "a + b * 0", inputs: { a: "seattle_precipitation", b: "seattle_temperature_max" }, interval: "1M" };
    expect((await call("run_formula", given))["conventions"]).toMatchObject({ resample: "a sum, b mean" });
    expect((await call("run_formula", { ...given, options: { resample: { a: "max" } } }))["conventions"]).toMatchObject({ resample: "a max, b mean" });
    expect((await call("run_formula", { ...given, options: '{"resample":"last"}' }))["conventions"]).toMatchObject({ resample: "last" });
  });

  test("inputs may come as their JSON text, letters in capitals, and metrics beside values with times", async () => {
    const whole = await call("run_formula", { expression: "a - b", inputs: { a: "payrolls", b: { values: [1, 2], times: ["2020-01-01", "2020-02-01"] } } });
    expect(whole["values"]).toEqual([152127, 152502]);
    expect(await call("run_formula", { expression: "A - b", inputs: '{"A":"payrolls","b":{"values":[1,2],"times":["2020-01-01","2020-02-01"]}}' })).toEqual(whole);
    expect(whole["inputs"]).toEqual({ a: { metric: "payrolls", title: "US nonfarm employees on payrolls, seasonally adjusted", unit: "thousands of persons" } });
    expect((await refusal("run_formula", { expression: "a - b", inputs: { a: "payrolls", b: { values: [1, 2] } } })).message).toMatch(/LENGTH_MISMATCH/);
  });

  test("rows that are left out are counted, and the pages join to the whole", async () => {
    const given = { expression: "rebase(sma(a, 12))", inputs: { a: "payrolls" }, start: "1990-01-01" };
    const whole = await call("run_formula", given);
    const page = await call("run_formula", { ...given, limit: 100 });
    const left = page["left_out"] as { rows: number; next: Json };
    const before = await call("run_formula", { ...given, ...left.next });
    expect(left.rows).toBe((before["values"] as []).length);
    expect([...(before["values"] as []), ...(page["values"] as [])]).toEqual(whole["values"]);
    expect([...(before["times"] as []), ...(page["times"] as [])]).toEqual(whole["times"]);
    expect(page).toMatchObject({ first_valid: 0, warmup_nulls: 0 });
    const tail = await call("run_formula", { expression: "a", inputs: { a: { values: [1, null, null, 4] } }, limit: 3 });
    expect(tail).toMatchObject({ values: [null, null, 4], first_valid: 2, warmup_nulls: 2, left_out: { rows: 1 } });
  });
});

describe("correlate_metrics", () => {
  test("levels that share no more than a trend are warned of", async () => {
    const { warnings } = await call("correlate_metrics", { metrics: ["consumer_prices", "money_m2"] });
    expect((warnings as { code: string; message: string }[]).map(({ code }) => code)).toEqual(["COMMON_TREND"]);
    expect((await call("correlate_metrics", { metrics: ["treasury_10y", "treasury_3m"] }))["warnings"]).toEqual([]);
  });

  test("what is left out is said: the interval, and that of a mixed pair is the wider one", async () => {
    expect(await call("correlate_metrics", { metrics: ["seattle_precipitation", "payrolls"] })).toMatchObject({ interval: "1M", rows: 48 });
    expect(await call("correlate_metrics", { metrics: ["seattle_precipitation", "seattle_temperature_max"] })).toMatchObject({ interval: "24h", rows: 1461 });
  });

  test("it says the same as corr in run_formula", async () => {
    const matrix = (await call("correlate_metrics", { metrics: ["treasury_10y", "federal_funds"], window: 90 }))["matrix"] as number[][];
    const { values } = await call("run_formula", { expression: "corr(a, b, 90)", inputs: { a: "treasury_10y", b: "federal_funds" }, interval: "1M" });
    expect(matrix[0]![1]).toBeCloseTo((values as number[]).at(-1)!, 13);
  });
});

test.each<[string, Json, string | RegExp, string?]>([
  ["fetch_metric", {}, "metric is missing"],
  ["fetch_metric", { metric: "payrol" }, "did you mean payrolls?"],
  ["fetch_metric", { metric: "payrolls", intervall: "1M" }, "did you mean interval?", "intervall"],
  ["fetch_metric", { metric: "payrolls", interval: "1m" }, 'write "1M" for a month', "interval"],
  ["fetch_metric", { metric: "payrolls", interval: "2d" }, /interval must be one of "24h", "1w", "1M"/, "interval"],
  ["fetch_metric", { metric: "payrolls", start: "2020-01-01", end: "2019-01-01" }, 'start must be before end, but start is "2020-01-01" and end is "2019-01-01"', "start"],
  ["fetch_metric", { metric: "payrolls", start: "January 2020" }, "start must be unix seconds (UTC) or a date", "start"],
  ["fetch_metric", { metric: "payrolls", start: 1577836800000 }, "milliseconds? write 1577836800", "start"],
  ["fetch_metric", { metric: "payrolls", limit: 0 }, "limit must be", "limit"],
  ["fetch_metric", { metric: ["payrolls", "real_gdp"] }, "metric must be one value", "metric"],
  ["find_extremes", { metric: "payrolls", kind: "highest" }, 'kind must be one of "high", "low"', "kind"],
  ["find_extremes", { metric: "payrolls", count: 101 }, "count must be", "count"],
  ["correlate_metrics", { metrics: ["payrolls"] }, "metrics must be 2 to 8 ids, not 1", "metrics"],
  ["correlate_metrics", { metrics: ["payrolls", "PAYROLLS"] }, "metrics names payrolls twice", "metrics"],
  ["correlate_metrics", { metrics: ["payrolls", "cpi_x"] }, 'metrics: there is no metric "cpi_x"', "metrics"],
  ["correlate_metrics", { metrics: ["payrolls", "usd_per_euro"], window: 5000 }, /window 5000 needs 5000 rows .* there are 285 .*usd_per_euro 1999-01-01 to 2022-09-01/, "window"],
  ["correlate_metrics", { metrics: ["payrolls", "real_gdp"], start: "2030-01-01" }, "there are 0", "metrics"],
  ["run_formula", { expression: "a" }, "inputs is missing", "inputs"],
  ["run_formula", { inputs: { a: "payrolls" } }, "EMPTY", "expression"],
  ["run_formula", { expression: "a", inputs: { a: "nothing" } }, 'inputs.a: there is no metric "nothing"', "inputs.a"],
  ["run_formula", { expression: "a", inputs: { metric: "payrolls" } }, "BAD_INPUT_NAME", "inputs"],
  ["run_formula", { expression: "a", inputs: [1, 2] }, "inputs must be", "inputs"],
  ["run_formula", { expression: "a", inputs: Object.fromEntries([..."abcdefghi"].map((name) => [name, "payrolls"])) }, "TOO_MANY_INPUTS", "inputs"],
])("%s %j is refused with %s", async (tool, given, words, parameter = "metric") => {
  const fault = await refusal(tool, given);
  expect(fault.message).toMatch(typeof words === "string" ? new RegExp(words.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")) : words);
  expect(fault.parameter).toBe(parameter);
});

test("a span without rows is answered, with a warning that tells the rows there are", async () => {
  for (const tool of ["fetch_metric", "find_extremes"])
    expect((await call(tool, { metric: "usd_per_euro", end: "1990-01-01" }))["warnings"]).toEqual([{ code: "NO_ROWS", message: "usd_per_euro has no row in that span; it has rows from 1999-01-01 to 2022-09-01" }]);
});
