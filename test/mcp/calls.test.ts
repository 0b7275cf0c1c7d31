/** Every method of every tool, called through the official client: its example, and each way of leaving something out. */
import type { Client } from "@modelcontextprotocol/client";
import { exampleOf } from "../../src/mcp/call";
import { TOOLS } from "../../src/mcp/tools";
import { call, connect, ERAS, violations } from "./server";

const METHODS = [...TOOLS.values()].flatMap((tool) => [...tool.methods.values()].map((method) => [tool.takesMethod ? `${tool.name}.${method.formula.id}` : tool.name, tool, method] as const));

let client: Client;
let schemas: ReadonlyMap<string, unknown>;
beforeAll(async () => {
  client = await connect("legacy");
  schemas = new Map((await client.listTools()).tools.map((tool) => [tool.name, tool.outputSchema]));
});
afterAll(() => client.close());

/** No number that JSON lacks, and no -0. */
function numbersIn(value: unknown): number[] {
  if (typeof value === "number") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(numbersIn) : [];
}

describe.each(METHODS)("%s", (_, tool, method) => {
  const { formula, inputs } = method;
  const given = exampleOf(tool, method);
  const isRate = formula.returns.kind === "rate" || formula.returns.kind === "fraction";

  test("gives its example", async () => {
    const { isError, text, content } = await call(client, tool.name, given);
    expect(isError ? text : "").toBe("");
    expect(content["value"]).toBe(formula.example.gives);
    expect(content).toMatchObject({ method: formula.id, chapter: formula.chapter, formula_number: formula.number, source: formula.source });
    expect(Object.keys(content)[0]).toBe("value");
    expect(JSON.parse(text)).toEqual(content);
    expect(violations(schemas.get(tool.name), content)).toBeUndefined();
    expect(numbersIn(content).every((number) => Number.isFinite(number) && !Object.is(number, -0))).toBe(true);
    if (tool.field !== undefined) {
      expect(content[tool.field]).toBe(formula.example.gives);
      if (isRate) expect(content[`${tool.field}_pct`]).toBeCloseTo(formula.example.gives * 100, 9);
    }
    expect(content["excel"]).toMatch(new RegExp(`^=VAL\\.${formula.id.toUpperCase()}\\(`));
    expect(content["native"] === null || String(content["native"]).startsWith("=")).toBe(true);
    expect(Object.keys(content["inputs"] as object)).toEqual(Object.keys(inputs).filter((name) => given[name] !== undefined || inputs[name]!.optional?.default !== undefined));
  });

  test("says which default it used", async () => {
    const { content } = await call(client, tool.name, given);
    for (const [name, { optional }] of Object.entries(inputs)) {
      if (optional?.default !== undefined && given[name] === undefined) expect((content["assumptions"] as string[]).join("\n")).toContain(`${name} was left out`);
    }
  });

  const required = Object.keys(inputs).filter((name) => !inputs[name]!.optional);
  for (const name of required) test(`refuses to do without ${name}, and says so`, async () => {
    const { [name]: _left, ...others } = given;
    const { isError, text, content } = await call(client, tool.name, others);
    expect(isError).toBe(true);
    expect(text).toContain(`${name} is missing`);
    expect(text).toContain(tool.name);
    if (tool.takesMethod) expect(text).toContain(`method ${formula.id}`);
    expect(content).toMatchObject({ error: { kind: "missing", message: text, parameters: [name] } });
    expect(violations(schemas.get(tool.name), content)).toBeUndefined();
  });

  if (required.length > 1)
    test("tells all that is missing together", async () => {
      const { text, content } = await call(client, tool.name, tool.takesMethod ? { method: formula.id } : {});
      for (const name of required) expect(text).toContain(`${name} is missing`);
      expect((content["error"] as { parameters: string[] }).parameters).toEqual(required);
    });

  test("refuses a parameter that it does not know", async () => {
    const { isError, text } = await call(client, tool.name, { ...given, colour_of_money: 1 });
    expect(isError).toBe(true);
    expect(text).toContain('"colour_of_money" is no parameter');
  });
});

test("both protocols give the same answers", async () => {
  const modern = await connect(ERAS[1]);
  const args = { begin_value: 100000, end_value: 250000, periods: 5 };
  expect(await call(modern, "calculate_cagr", args)).toEqual(await call(client, "calculate_cagr", args));
  expect(await call(modern, "calculate_cagr", {})).toEqual(await call(client, "calculate_cagr", {}));
  expect((await modern.listTools()).tools).toEqual((await client.listTools()).tools);
  await modern.close();
});

test("an answer on 100,000 flows stays small, and its schema takes it", async () => {
  const cash_flows = Array.from({ length: 100_000 }, (_, i) => (i ? 100 : -1_000_000));
  const { content, text, isError } = await call(client, "calculate_payback_period", { cash_flows });
  expect(isError).toBe(false);
  expect(content["value"]).toBe(10_000); // 1,000,000 / 100
  expect(text.length).toBeLessThan(4_000);
  expect(violations(schemas.get("calculate_payback_period"), content)).toBeUndefined();
});
