/** find_formula, describe_formula, the resources and the prompts, through the official client. */
import type { Client } from "@modelcontextprotocol/client";
import { FORMULAS } from "../../src/formulas";
import { LISTING } from "../../src/mcp/listing";
import { PROMPTS } from "../../src/mcp/prompts";
import { INSTRUCTIONS } from "../../src/mcp/server";
import { call, connect, violations } from "./server";

let client: Client;
beforeAll(async () => {
  client = await connect("2026-07-28");
});
afterAll(() => client.close());

const schemaOf = (name: string): unknown => LISTING.find((tool) => tool.name === name)!.outputSchema;
interface Candidate {
  readonly id: string;
  readonly tool?: string;
  readonly method?: string;
  readonly arguments?: readonly string[];
  readonly excel: string;
}

describe("find_formula", () => {
  const find = async (words: string, limit?: number): Promise<Candidate[]> => {
    const { content, isError } = await call(client, "find_formula", { words, ...(limit ? { limit } : {}) });
    expect(isError).toBe(false);
    expect(violations(schemaOf("find_formula"), content)).toBeUndefined();
    return content["candidates"] as Candidate[];
  };
  test.each([["internal rate of return", "irr"], ["IRR with dates", "xirr"], ["TVPI", "tvpi"], ["mortgage", "loan_payment"], ["break even", "payback_period"], ["compound annual growth", "cagr"], ["PME", "ks_pme"], ["Gordon growth", "perpetuity_value"]])("%s leads to %s", async (words, id) => {
    expect((await find(words)).slice(0, 3).map((candidate) => candidate.id)).toContain(id);
  });
  test("says how to call what it found", async () => {
    expect((await find("cagr", 1))[0]).toMatchObject({ id: "cagr", tool: "calculate_cagr", arguments: ["begin_value", "end_value", "periods"], excel: "=VAL.CAGR(begin_value, end_value, periods)" });
    expect((await find("compound_growth", 1))[0]).toMatchObject({ tool: "valuation_time_value", method: "compound_growth" });
    const [mirr] = await find("mirr", 1);
    expect(mirr).toMatchObject({ id: "mirr", excel: "=VAL.MIRR(cash_flows, finance_rate, reinvest_rate)" });
    expect(mirr).not.toHaveProperty("tool");
  });
  test("says of what no tool carries that it is only in Excel, how it is typed there, and what comes near", async () => {
    const [burn, runway] = await find("burn", 2) as (Candidate & { without_tool?: string })[];
    expect(burn).toMatchObject({ id: "burn_multiple", without_tool: "Only in Excel: no tool computes it. In a cell =VAL.BURN_MULTIPLE(net_burn, net_new_arr); the nearest formula with a tool is magic_number (valuation_saas, method magic_number)" });
    expect(runway!.without_tool).toContain("=VAL.RUNWAY(");
    expect((await call(client, "describe_formula", { id: "burn_multiple" })).content["without_tool"]).toBe(burn!.without_tool);
    for (const id of FORMULAS.keys()) {
      const { tools, without_tool: words } = (await call(client, "describe_formula", { id })).content as { tools: unknown[]; without_tool?: string };
      if (tools.length === 0) expect(words).toMatch(/^Only in Excel.* the nearest formula with a tool is \w+ \((calculate|valuation)_\w+/);
    }
  });
  const promised = [...INSTRUCTIONS.split("\n")[0]!.matchAll(/\(([^)]*)\)/g)].flatMap(([, words]) => words!.split(", "));
  test.each(promised)("%s, which the instructions promise, leads to a tool first", async (words) => {
    expect((await find(words, 1))[0]).toHaveProperty("tool");
  });
  test.each(["safe_price", "note_balance", "weighted_average_price", "full_ratchet_price"])("says of %s that each simulation answers it, and each does", async (id) => {
    const { given, gives } = FORMULAS.get(id)!.example;
    const { tools, without_tool: words } = (await call(client, "describe_formula", { id })).content as { tools: { tool: string }[]; without_tool: string };
    expect(words).toBe("Any of the tools that simulate, sent these inputs and no others, answers it");
    expect(tools.map(({ tool }) => tool)).toEqual(["simulate_funding_round", "simulate_round", "simulate_exit"]);
    for (const { tool } of tools) expect((await call(client, tool, given)).content).toMatchObject({ method: id, value: gives });
    expect((await find(id, 1))[0]).toMatchObject({ id, tool: "simulate_funding_round" });
  });
  test("leaves out one weaker match in the singular", async () => {
    const all = ((await call(client, "find_formula", { words: "perpetuity", limit: 20 })).content["candidates"] as unknown[]).length;
    expect((await call(client, "find_formula", { words: "perpetuity", limit: all - 1 })).content["note"]).toBe("1 weaker match was left out; raise limit or change the words.");
  });
  test("names the tools for whole tasks as well", async () => {
    const { content } = await call(client, "find_formula", { words: "option pool" });
    expect(content["other_tools"]).toContainEqual({ tool: "simulate_funding_round", title: expect.stringMatching(/round/i) as string });
    expect((await call(client, "find_formula", { words: "moving averages" })).content["other_tools"]).toContainEqual(expect.objectContaining({ tool: "run_formula" }));
    expect((await call(client, "find_formula", { words: "perpetuity" })).content).not.toHaveProperty("other_tools");
  });
  test("keeps to the limit and says what it left out", async () => {
    const { content } = await call(client, "find_formula", { words: "rate", limit: 2 });
    expect(content["candidates"]).toHaveLength(2);
    expect(content["note"]).toContain("weaker matches were left out");
  });
  test("finds nothing in words that are nothing, and says what there is", async () => {
    const { content, isError } = await call(client, "find_formula", { words: "zzz qqq" });
    expect(isError).toBe(false);
    expect(content).toEqual({ candidates: [], note: expect.stringContaining("Time value of money") as string });
  });
  test.each([[{}, "words is missing"], [{ words: 5.5, limit: 0 }, "limit must be"], [{ words: "x", amount: 1 }, '"amount"']])("%j is refused", async (given, words) => {
    const { text, isError, content } = await call(client, "find_formula", given as Record<string, unknown>);
    expect(isError).toBe(true);
    expect(text).toContain(words);
    expect(violations(schemaOf("find_formula"), content)).toBeUndefined();
  });
});

describe("describe_formula", () => {
  test.each([...FORMULAS.keys()])("%s in full", async (id) => {
    const { content, isError } = await call(client, "describe_formula", { id });
    expect(isError).toBe(false);
    const formula = FORMULAS.get(id)!;
    expect(content).toMatchObject({ id, formula_number: formula.number, title: formula.title, source: formula.source, example: { gives: formula.example.gives } });
    expect((content["inputs"] as { name: string }[]).map(({ name }) => name)).toEqual(Object.keys(formula.inputs));
    expect(violations(schemaOf("describe_formula"), content)).toBeUndefined();
    const example = content["example"] as { call?: { tool: string; arguments: Record<string, unknown> } };
    if (example.call) expect((await call(client, example.call.tool, example.call.arguments)).content["value"]).toBe(formula.example.gives);
  });
  test.each(["CAGR", "VAL.CAGR", "=VAL.CAGR(1, 2, 3)", "calculate_cagr", "1.9"])("%s is cagr", async (id) => expect((await call(client, "describe_formula", { id })).content["id"]).toBe("cagr"));
  test("an unknown one is refused with the nearest", async () => {
    const { isError, text } = await call(client, "describe_formula", { id: "cager" });
    expect(isError).toBe(true);
    expect(text).toContain("did you mean cagr?");
  });
});

describe("resources", () => {
  test("every formula has a page, and the index names them all", async () => {
    const { resources } = await client.listResources();
    expect(resources.map(({ uri }) => uri)).toEqual(["val://formulas", ...[...FORMULAS.keys()].map((id) => `val://formulas/${id}`)]);
    const [index] = (await client.readResource({ uri: "val://formulas" })).contents as { text: string; mimeType: string }[];
    expect(index!.mimeType).toBe("text/markdown");
    for (const id of FORMULAS.keys()) expect(index!.text).toContain(`(val://formulas/${id})`);
  });
  test.each([...FORMULAS.keys()])("%s can be read", async (id) => {
    const [page] = (await client.readResource({ uri: `val://formulas/${id}` })).contents as { text: string }[];
    const formula = FORMULAS.get(id)!;
    for (const text of [formula.title, formula.summary, formula.source, ...Object.keys(formula.inputs)]) expect(page!.text).toContain(text);
    expect(page!.text).not.toMatch(/undefined|\[object/);
  });
  test("another address is refused", async () => {
    await expect(client.readResource({ uri: "val://formulas/nothing" })).rejects.toThrow(/val:\/\/formulas\/nothing/);
    await expect(client.readResource({ uri: "file:///etc/passwd" })).rejects.toThrow();
    expect((await client.listResourceTemplates()).resourceTemplates).toMatchObject([{ uriTemplate: "val://formulas/{id}" }]);
  });
});

describe("prompts", () => {
  test("are three, with arguments that are described", async () => {
    const { prompts } = await client.listPrompts();
    expect(prompts.map(({ name }) => name)).toEqual(["value_pre_revenue_startup", "value_saas_startup", "model_funding_round"]);
    for (const { arguments: asked } of prompts) for (const argument of asked ?? []) expect(argument.description).toMatch(/\S{3}/);
  });
  test.each(PROMPTS.map((prompt) => [prompt.name, prompt] as const))("%s names tools that are there", async (name, { arguments: asked }) => {
    const given = Object.fromEntries(asked.filter(({ required }) => required).map((argument) => [argument.name, "something known"]));
    const { messages } = await client.getPrompt({ name, arguments: given });
    const { text } = messages[0]!.content as { text: string };
    expect(text).toContain("something known");
    const named = [...text.matchAll(/\b(?:calculate|valuation|simulate|find|describe)_[a-z_]+\b/g)].map(([word]) => word);
    expect(named.length).toBeGreaterThan(2);
    expect(named.filter((word) => !LISTING.some((tool) => tool.name === word))).toEqual([]);
    expect(text).not.toMatch(/undefined|\.\./);
  });
  test("one that lacks a required argument is refused", async () => {
    await expect(client.getPrompt({ name: "value_saas_startup", arguments: {} })).rejects.toThrow(/value_saas_startup needs company/);
    await expect(client.getPrompt({ name: "value_everything" })).rejects.toThrow(/Unknown prompt/);
  });
});
