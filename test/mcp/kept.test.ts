/** A round that is written into a kept cap table, through the built server and its file. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Client } from "@modelcontextprotocol/client";
import { call, connect } from "./server";

const folder = mkdtempSync(join(tmpdir(), "val-kept-"));
const VAL_STORE = join(folder, "tables.sqlite");
let client: Client;
beforeAll(async () => {
  client = await connect("legacy", { VAL_STORE });
  await call(client, "create_cap_table", { name: "Acme", date: "2026-01-01", holdings: [{ holder: "Founders", shares: 8_000_000 }], instruments: [{ holder: "Angel", kind: "safe_post", amount: 500_000, cap: 5_000_000 }] });
});
afterAll(async () => {
  await client.close();
  rmSync(folder, { recursive: true });
});

const round = { cap_table: "Acme", roundId: "seed", roundName: "Series Seed", date: "2026-05-01", amountRaised: 2_000_000, preMoneyValuation: 8_000_000, investor: { name: "Fund" }, persist: true };
const table = async (): Promise<Record<string, unknown>> => (await call(client, "get_cap_table", { cap_table: "Acme", as_of: "2026-12-31", ledger: true })).content;

test("a round before the table's first day is refused in words that help", async () => {
  const { isError, text } = await call(client, "simulate_round", { ...round, date: "2025-12-31" });
  expect(isError).toBe(true);
  expect(text).toContain("the cap table Acme holds nothing on 2025-12-31. Give a day on which it does");
});

test.each(["0050-01-01", "1850-01-01"])("%s is no day of a ledger", async (date) => {
  const { isError, text } = await call(client, "create_cap_table", { name: "Old", date, holdings: [{ holder: "Founders", shares: 1 }] });
  expect(isError).toBe(true);
  expect(text).toContain(`date is "${date}", which is no date: write YYYY-MM-DD (in Excel a date cell), from 1900-03-01 to 9999-12-31`);
});

test("a round is simulated on the table of its own day", async () => {
  await call(client, "record_cap_table_transaction", { cap_table: "Acme", transactions: [{ type: "issue", date: "2026-08-01", holder: "Advisor", security: "Common", kind: "common", shares: 100_000 }] });
  expect((await call(client, "simulate_round", { ...round, persist: false })).content["pricePerShare"]).toBe(0.9);
  // 8,100,000 / 0.9 = 9,000,000 shares share 8,000,000 of value.
  expect((await call(client, "simulate_round", { ...round, date: "2026-08-01", persist: false })).content["pricePerShare"]).toBe(8 / 9);
  // The same days as Excel's numbers: 2026-05-01 is 46143.
  for (const date of [46143, "46143"]) expect((await call(client, "simulate_round", { ...round, date, persist: false })).content["pricePerShare"]).toBe(0.9);
});

test("a round is written once; the same call again changes nothing and answers as it did then", async () => {
  const first = await call(client, "simulate_round", round);
  expect(first).toMatchObject({ isError: false, content: { persisted: true, already_recorded: false } });
  // Angel holds 10 % of the company before the new money (500,000 / 5,000,000): 8,000,000 / 0.9 shares share 8,000,000 of value.
  expect(first.content["pricePerShare"]).toBe(0.9);
  const after = await table();
  expect(after["holdings"]).toEqual(expect.arrayContaining([expect.objectContaining({ holder: "Fund", security: "Series Seed" }), expect.objectContaining({ holder: "Angel", security: "Series Seed" })]));
  expect(after["instruments"]).toEqual([]);

  const again = await call(client, "simulate_round", round);
  expect(again).toMatchObject({ isError: false, content: { persisted: false, already_recorded: true, recorded: first.content["recorded"], pricePerShare: 0.9, holders: first.content["holders"] } });
  expect(await table()).toEqual(after);

  // A new process, which has nothing but the file.
  const other = await connect("2026-07-28", { VAL_STORE });
  expect((await call(other, "simulate_round", round)).content).toMatchObject({ persisted: false, already_recorded: true, holders: first.content["holders"] });
  await other.close();
  expect(await table()).toEqual(after);
});

test.each<[string, object]>([
  ["numbers as text, a day as Excel's number", { amountRaised: "2000000", date: 46143, roundId: " seed " }],
  ["only simulated, where it would stand on top of itself", { persist: false }],
])("the same round is the same round, %s", async (_, asked) => {
  const before = await table();
  expect((await call(client, "simulate_round", { ...round, ...asked })).content).toMatchObject({ persisted: false, already_recorded: true, pricePerShare: 0.9 });
  expect(await table()).toEqual(before);
});

test("the same call again is answered with every argument that a call may carry", async () => {
  await call(client, "create_cap_table", { name: "Plain", date: "2026-01-01", holdings: [{ holder: "Founders", shares: 8_000_000 }] });
  const full = { ...round, cap_table: "Plain", instruments: [], options: {}, antiDilution: null, expectedProjectId: "Plain" };
  expect((await call(client, "simulate_round", full)).content).toMatchObject({ persisted: true, pricePerShare: 1 });
  expect((await call(client, "simulate_round", full)).content).toMatchObject({ persisted: false, already_recorded: true, pricePerShare: 1 });
  expect((await call(client, "simulate_round", { ...full, expectedProjectId: "Acme" })).text).toContain("expectedProjectId is Acme, but the cap table is Plain");
});

test("the same roundId with other terms is refused, and says which", async () => {
  const before = await table();
  const { isError, text } = await call(client, "simulate_round", { ...round, amountRaised: 3_000_000, esopRefreshPct: 10 });
  expect(isError).toBe(true);
  expect(text).toContain("roundId seed is the round of 2026-05-01, which was recorded with other terms: amountRaised was 2000000 and is 3000000, esopRefreshPct was left out and is 10. Nothing was written.");
  expect(await table()).toEqual(before);
});

test("a round that was voided is not written again under its old name", async () => {
  expect((await call(client, "record_cap_table_transaction", { cap_table: "Acme", transactions: [{ type: "void", date: "2026-06-01", voids: "seed" }] })).isError).toBe(false);
  const voided = await table();
  expect(voided["instruments"]).toHaveLength(1);
  const { isError, text } = await call(client, "simulate_round", round);
  expect(isError).toBe(true);
  expect(text).toContain("roundId seed was recorded and voided, so it is not recorded again. Nothing was written. Give this round another roundId");
  expect(await table()).toEqual(voided);
  expect((await call(client, "simulate_round", { ...round, persist: false })).content).toMatchObject({ persisted: false, pricePerShare: 0.9 });
  expect((await call(client, "simulate_round", { ...round, roundId: "seed-2" })).content).toMatchObject({ persisted: true, pricePerShare: 0.9 });
});

describe("a call of simulate_round is read by data", () => {
  const strict = { ...round, roundId: "strict", investor: { name: "Fund" } };
  test.each<[unknown, string]>([
    [{ name: "Fund", liquidationPreference: { multipler: 2 } }, 'investor.liquidationPreference: there is no "multipler"; the nearest is multiplier'],
    [{ name: "Fund", liquidationPreference: { multiplier: -2 } }, "investor.liquidationPreference: multiplier is -2, which must be at least 0"],
    [{ name: "Fund", liquidationPreference: { participating: "perhaps" } }, 'participating is "perhaps", which is neither true nor false'],
    [{ name: "Fund", liquidationPreference: { dividendRatePct: "8%" } }, 'dividendRatePct is "8%", which is no number'],
    [{ name: "Fund", liquidationPreference: 5 }, "investor.liquidationPreference must be an object of names and values, or a range of two columns, not 5"],
    [{ name: "Fund", securityType: "banana" }, 'investor: securityType is "banana", which is none of preferred'],
    [{ name: 5 }, "investor: name is 5, which is no text"],
    [{ nmae: "Fund" }, 'investor: there is no "nmae"; the nearest is name'],
    [{ liquidationPrefrence: {} }, "the nearest is liquidationPreference"],
  ])("%j is refused, whether it would be kept or not", async (investor, words) => {
    for (const persist of [true, false]) {
      const { isError, text } = await call(client, "simulate_round", { ...strict, persist, investor });
      expect([isError, text]).toEqual([true, expect.stringContaining(words)]);
    }
  });
  test("all faults are told together", async () => {
    const { text, content } = await call(client, "simulate_round", { ...strict, cap_table: "nobody", esopRefreshPct: 100, persist: "perhaps", investor: { name: 5, liquidationPreference: { multipler: 2, multiplier: -1 } }, options: { pool_bais: "total" } });
    for (const words of ["esopRefreshPct is 100", 'persist is "perhaps"', "name is 5", '"multipler"', "multiplier is -1", '"pool_bais"']) expect(text).toContain(words);
    expect((content["error"] as { parameters: string[] }).parameters.sort()).toEqual(["esopRefreshPct", "investor", "investor.liquidationPreference", "options", "persist"]);
  });
  test("every name that OrgGen sends is taken, and what has no effect is said", async () => {
    const { isError, content } = await call(client, "simulate_round", { ...strict, persist: false, investor: { id: "inv-1", name: "Fund", holderType: "vc", securityType: "preferred", liquidationPreference: { multiplier: 2, participating: true, dividendRatePct: 7 } } });
    expect(isError).toBe(false);
    expect(content["holders"]).toContainEqual(expect.objectContaining({ holderId: "inv-1", name: "Fund" }));
    const told = (content["assumptions"] as string[]).join("\n");
    for (const words of ["liquidation_multiple = 2, participation = full, dividend_rate = 0.07", "recorded only with persist", "holderType = vc has no effect", "securityType = preferred"]) expect(told).toContain(words);
  });
});

describe("one day, one table", () => {
  beforeAll(async () => {
    await call(client, "create_cap_table", { name: "Morrow", date: "2020-01-01", holdings: [{ holder: "Founders", shares: 8_000_000 }] });
    await call(client, "record_cap_table_transaction", { cap_table: "Morrow", transactions: [{ type: "issue", date: "2999-01-01", holder: "Heir", security: "Common", kind: "common", shares: 8_000_000 }] });
  });
  const terms = { cap_table: "Morrow", pre_money: 8_000_000, investment: 2_000_000 };
  test("what is dated in the future is no part of today's", async () => {
    const today = new Date().toISOString().slice(0, 4);
    const { content } = await call(client, "get_cap_table", { cap_table: "Morrow" });
    expect(content["fully_diluted"]).toMatchObject({ total: 8_000_000 });
    expect(String(content["as_of"])).toContain(today);
    expect(content["note"]).toMatch(/^1 transaction of the ledger is dated after .* give a later as_of to see it\.$/);
    expect((await call(client, "get_cap_table", { cap_table: "Morrow", as_of: "2999-01-01" })).content["fully_diluted"]).toMatchObject({ total: 16_000_000 });
    expect((await call(client, "export_cap_table", { cap_table: "Morrow", format: "csv" })).content["holdings"]).not.toContain("Heir");
    expect(JSON.stringify((await call(client, "export_cap_table", { cap_table: "Morrow" })).content["data"])).toContain("Heir");
  });
  test("and a simulation without a day is on today's table, and says so", async () => {
    const { content } = await call(client, "simulate_funding_round", terms);
    expect(content["price_per_share"]).toBe(1);
    expect((content["assumptions"] as string[])[0]).toMatch(/^no day was given: the cap table is that of today, \d{4}-/);
    expect((await call(client, "simulate_funding_round", { ...terms, date: "2999-02-01" })).content["price_per_share"]).toBe(0.5);
    expect((await call(client, "simulate_exit", { cap_table: "Morrow", exit_value: 8_000_000 })).content["exits"]).toMatchObject([{ per_common_share: 1 }]);
  });
});

test("a round that was written answers the version after the write, whatever the case of its id then", async () => {
  await call(client, "create_cap_table", { name: "Counted", date: "2020-01-01", holdings: [{ holder: "Founders", shares: 8_000_000 }] });
  const asked = { ...round, cap_table: "Counted", roundId: "Seed" };
  const { content } = await call(client, "simulate_round", asked);
  // A row for the round and one for the shares, after the one of the opening.
  expect(content).toMatchObject({ persisted: true, recorded: [{ sequence: 2 }, { sequence: 3 }], cap_table: { version: 3 } });
  expect((await call(client, "simulate_round", { ...asked, roundId: "SEED" })).content).toMatchObject({ persisted: false, already_recorded: true, recorded: content["recorded"], cap_table: { version: 3 } });
  const next = await call(client, "record_cap_table_transaction", { cap_table: "Counted", expected_version: 3, transactions: [{ type: "void", date: "2026-06-01", voids: "sEED" }] });
  expect(next).toMatchObject({ isError: false, content: { cap_table: { version: 5 } } });
});
