/** Holds the texts of every tool to what models and clients need, and to what they cost. */
import type { Client } from "@modelcontextprotocol/client";
import type { Parameter, ScalarKind } from "../../src/core/parameters";
import { FORMULAS } from "../../src/formulas";
import { FAMILIES } from "../../src/mcp/families";
import { CAP_TABLE_TOOLS } from "../../src/mcp/cap-table-tools";
import { JSON_TOOLS } from "../../src/mcp/json-tools";
import { LISTING, type ListedTool } from "../../src/mcp/listing";
import { INSTRUCTIONS } from "../../src/mcp/server";
import { signature, siblings } from "../../src/mcp/texts";
import { TOOLS } from "../../src/mcp/tools";
import { connect, ERAS, violations } from "./server";

/** What a model reads, in characters: of the formulas' tools, of those over cap tables, of those over series. */
const BUDGETS: readonly (readonly [name: string, belongs: (name: string) => boolean, most: number])[] = [
  ["formulas", (name) => !JSON_TOOLS.has(name), 36_000],
  ["cap tables", (name) => name in CAP_TABLE_TOOLS, 12_000],
  ["series", (name) => JSON_TOOLS.has(name) && !(name in CAP_TABLE_TOOLS), 8_000],
];
const textOf = ({ name, description, inputSchema }: ListedTool): string => JSON.stringify({ name, description, input_schema: inputSchema });

/** What shows the unit of each kind; a plain number, a choice and a text have none. */
const UNITS: Readonly<Partial<Record<ScalarKind, RegExp>>> = {
  money: /currency|money/i, rate: /decimal|%/, fraction: /0\.\.1/, multiple: /multiple|times/i, years: /year/i, months: /month/i, periods: /period|number of/i, count: /number|count/i, shares: /share/i, date: /YYYY-MM-DD/,
};
const unitOf = (parameter: Parameter): RegExp => (parameter.kind === "rows" ? /\w+ \S+, / : (UNITS[parameter.kind === "list" ? parameter.of.kind : parameter.kind] ?? /\w{3}/));
interface Property {
  readonly type: string;
  readonly description?: string;
  readonly enum?: readonly string[];
  readonly items?: { readonly type?: string };
}
const NAMES = LISTING.map(({ name }) => name);

test.each(BUDGETS)("the tools over %s stay within their budget", (_, belongs, most) => {
  const own = LISTING.filter(({ name }) => belongs(name));
  expect(own.length).toBeGreaterThan(4);
  expect(own.reduce((sum, tool) => sum + textOf(tool).length, 0)).toBeLessThanOrEqual(most);
});

test("names are few enough, short enough and each there once, in one order", () => {
  expect(new Set(NAMES).size).toBe(NAMES.length);
  for (const name of NAMES) expect(name).toMatch(/^[a-z]+_[a-z_]{1,36}$/);
  expect(NAMES).toEqual(["find_formula", "describe_formula", ...TOOLS.keys(), ...JSON_TOOLS.keys()]);
});

test("instructions reach the model whole", () => {
  expect(INSTRUCTIONS.length).toBeLessThanOrEqual(2048);
  for (const word of ["NPV", "IRR", "DCF", "WACC", "SaaS", "find_formula", "decimal"]) expect(INSTRUCTIONS).toContain(word);
});

describe.each(LISTING.map((tool) => [tool.name, tool] as const))("%s", (name, tool) => {
  test("has a description that says what, when, and what instead", () => {
    expect(tool.description.length).toBeGreaterThanOrEqual(120);
    expect(tool.description.length).toBeLessThanOrEqual(2048);
    expect(tool.description).toMatch(/\bUse (when|before|for|to|once|first)\b/);
    const named = [...tool.description.matchAll(/\b(?:calculate|valuation|simulate|find|describe|run|create|list|get|record|import|export|fetch|correlate)_[a-z_]+\b/g)].map(([word]) => word).filter((word) => word !== name);
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter((word) => !NAMES.includes(word))).toEqual([]);
    expect(tool.description).toMatch(/(E\.g\.|Example:) \S|call it with \{\}/);
    expect(tool.description).toMatch(/refuse|Searches|Reads only|Arithmetic only|nothing is (stored|imported|fetched)/i);
    // Marks of a template that was filled badly.
    expect(tool.description).not.toMatch(/undefined|NaN|\[object|\.\.(?!\d)|\s{2}| ,|, ?\.|\buse(?: or| and|,|\.)/);
  });

  test("does not contradict its annotations", () => {
    const writes = JSON_TOOLS.get(name)?.writes ?? false;
    expect(tool.annotations).toEqual({ readOnlyHint: !writes, destructiveHint: false, idempotentHint: !writes, openWorldHint: false });
    if (writes) return expect(tool.description).toMatch(/\b(writes?|adds?|starts)\b/i);
    return expect(tool.description).not.toMatch(/\b(writes|deletes?|updates?|saves?|random)\b/i);
  });

  test("has a title of its own", () => {
    expect(tool.title).not.toBe(name);
    expect(tool.title.length).toBeGreaterThan(8);
  });

  test("has a schema that every client takes", () => {
    const { inputSchema } = tool;
    expect(inputSchema.type).toBe("object");
    expect(inputSchema.additionalProperties).toBe(false);
    expect(JSON.stringify(inputSchema)).not.toMatch(/"(oneOf|anyOf|allOf|\$ref|\$schema|nullable)"|"type":\[/);
    for (const [parameter, schema] of Object.entries(inputSchema.properties)) {
      expect(parameter).toMatch(name === "simulate_round" ? /^[a-z][A-Za-z0-9_]*$/ : /^[a-z][a-z0-9_]*$/);
      const { type, items } = schema as Property;
      expect(["string", "number", "integer", "boolean", "array", "object"]).toContain(type);
      const known = TOOLS.get(name)?.parameters.get(parameter)?.parameter;
      expect([parameter, (schema as Property).description]).toEqual([parameter, expect.stringMatching(known ? unitOf(known) : /\w{3}/)]);
      if (type === "array") expect(items?.type).toBeDefined();
    }
    for (const required of inputSchema.required) expect(Object.keys(inputSchema.properties)).toContain(required);
  });

  test("has an output schema that takes a refusal as well as an answer", () => {
    expect(violations(tool.outputSchema, { error: { kind: "missing", message: "x", parameters: ["y"] } })).toBeUndefined();
    if (TOOLS.has(name)) expect(violations(tool.outputSchema, { value: "1" })).toBeDefined();
  });
});

describe.each([...TOOLS.values()].filter(({ takesMethod }) => takesMethod).map((tool) => [tool.name, tool] as const))("%s", (name, tool) => {
  const { description, inputSchema } = LISTING.find((listed) => listed.name === name)!;
  test("asks for a method, and nothing else in the schema", () => {
    expect(inputSchema.required).toEqual(["method"]);
    expect((inputSchema.properties["method"] as Property).enum).toEqual([...tool.methods.keys()]);
  });
  test("has a line a method with its signature", () => {
    for (const method of tool.methods.values()) expect(description.split("\n")).toContain(signature(method));
  });
  test("has words of its own", () => expect(FAMILIES).toHaveProperty(name));
});

describe("siblings", () => {
  test.each([
    ["for cash flows in between take irr, for flows with dates xirr", "calculate_cagr", "for cash flows in between use calculate_irr, for flows with dates calculate_xirr"],
    ["for payments that grow take growing_annuity, for payments without end perpetuity_value", "x", "for payments without end use calculate_perpetuity_value"],
    ["for payments that end take annuity or growing_annuity, for others dcf", "x", "for payments that end use calculate_annuity_present_value, for others calculate_dcf"],
    ["for a growing one take growing_annuity", "x", "for other questions use find_formula"],
    ["for the growth of a metric take compound_growth", "x", "for the growth of a metric use valuation_time_value compound_growth"],
    ["for an annuity that grows take npv", "x", "for an annuity that grows use calculate_npv"],
    ["for flows to shareholders take capm or startup_capm", "x", "for flows to shareholders use valuation_capm capm or startup_capm"],
    ["for one kind of question take irr, for a second one npv, for a third kind of question that is long dcf", "x", "for one kind of question use calculate_irr, for a second one calculate_npv"],
  ])("%s", (words, own, said) => expect(siblings(words, TOOLS, own)).toBe(said));

  test("every clause of the catalogue names a formula", () => {
    for (const { id, notWhen } of FORMULAS.values()) expect([id, notWhen.split(/\W+/).some((word) => FORMULAS.has(word) && word !== id)]).toEqual([id, true]);
  });
});

describe.each(ERAS)("through the official client, protocol %s", (era) => {
  let client: Client;
  beforeAll(async () => {
    client = await connect(era);
  });
  afterAll(() => client.close());

  test("the list is the one that was built", async () => {
    const { tools } = await client.listTools();
    expect(tools.map(({ name, title, description, inputSchema, outputSchema, annotations }) => ({ name, title, description, inputSchema, outputSchema, annotations }))).toEqual(LISTING);
    expect(client.getInstructions()).toBe(INSTRUCTIONS);
  });
  test("an unknown tool is an error of the protocol", async () => {
    await expect(client.callTool({ name: "calculate_cagrr", arguments: {} })).rejects.toMatchObject({ code: -32602, message: expect.stringContaining("Unknown tool: calculate_cagrr; did you mean calculate_cagr?") as string });
    await expect(client.callTool({ name: "npv", arguments: {} })).rejects.toMatchObject({ message: expect.stringContaining("did you mean calculate_npv?") as string });
    // The beginning is what most names share.
    await expect(client.callTool({ name: "calculate_xyz", arguments: {} })).rejects.toMatchObject({ message: expect.stringMatching(/Unknown tool: calculate_xyz; tools\/list names them all, and find_formula finds them by words$/) as string });
  });
});
