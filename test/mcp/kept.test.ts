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
