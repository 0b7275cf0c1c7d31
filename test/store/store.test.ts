/** What the tools of the store do, on a database in memory. */
import { fundingRound, readRound } from "../../src/cap-table/round-answer";
import { Failure } from "../../src/core/failure";
import { storeArguments, transactionColumns } from "../../src/mcp/store/arguments";
import { openSqlite } from "../../src/mcp/store/sqlite";
import { type RoundToPersist, createStore } from "../../src/mcp/store/store";
import { transactionTables } from "../../src/mcp/store/transactions";

const now = (): Date => new Date("2024-06-30T12:00:00Z");
const newStore = () => createStore(openSqlite(":memory:"), { now });
const holdings = [
  { holder: "Ann", security: "Common", shares: 6_000_000 },
  { holder: "Bob", security: "Common", shares: "2000000", issue_date: "2021-02-03" },
  { holder: "Pool", kind: "pool", shares: 1_000_000 },
];
const instruments = [{ holder: "Angel", amount: 500_000, cap: 5_000_000 }];
const acme = { name: "Acme Inc.", currency: "USD", date: "2021-01-01", holdings, instruments };

const refusal = async (work: Promise<unknown>): Promise<Failure> => {
  const fault = await work.then(() => undefined, (each: unknown) => each);
  expect(fault).toBeInstanceOf(Failure);
  return fault as Failure;
};

describe("cap tables", () => {
  test("one is made, listed and shown as of a day", async () => {
    const store = newStore();
    const made = await store.create(acme);
    expect(made).toEqual({
      cap_table: { id: "acme-inc", name: "Acme Inc.", currency: "USD", version: 4, created_at: "2024-06-30T12:00:00.000Z" },
      recorded: [
        { id: "t1", type: "issue", date: "2021-01-01", sequence: 1 },
        { id: "t2", type: "issue", date: "2021-02-03", sequence: 2 },
        { id: "t3", type: "pool_adjust", date: "2021-01-01", sequence: 3 },
        { id: "t4", type: "issue_convertible", date: "2021-01-01", sequence: 4 },
      ],
      already_recorded: false,
      assumptions: [],
    });
    expect(await store.list()).toEqual({ cap_tables: [made.cap_table], place: ":memory:" });
    expect((await store.get({ as_of: "2021-01-31" })).holdings.map(({ holder }) => holder)).toEqual(["Ann", "Pool"]);
    expect(await store.get({ cap_table: "acme", ledger: true, ledger_from: 2, ledger_limit: 1 })).toMatchObject({
      holdings: [{ holder: "Ann", shares: 6_000_000 }, { holder: "Bob", shares: 2_000_000, issue_date: "2021-02-03" }, { holder: "Pool", kind: "pool", shares: 1_000_000 }],
      instruments: [{ holder: "Angel", kind: "safe_post", amount: 500_000, cap: 5_000_000 }],
      instrument_ids: ["t4"],
      fully_diluted: { total: 9_000_000, holders: [{ holder: "Ann", pct: 200 / 3 }, { holder: "Bob" }, { holder: "Pool" }] },
      ledger: [{ sequence: 2, id: "t2", type: "issue", holder: "Bob", shares: "2000000" }],
      ledger_total: 4,
    });
  });

  test("a table without a day is that of today, and what is to come is counted", async () => {
    const store = newStore();
    await store.create(acme);
    for (const date of ["2024-06-30", "2024-07-01", "2024-07-02"]) await store.record({ type: "issue", date, holder: "Eve", security: "Common", shares: 100 });
    const eve = ({ holdings: rows }: { holdings: readonly Record<string, unknown>[] }): unknown => rows.find(({ holder }) => holder === "Eve")?.["shares"];
    const today = await store.get({});
    expect([eve(today), today.as_of, today.note]).toEqual([100, "2024-06-30", "2 transactions of the ledger are dated after 2024-06-30 and left out of this; give a later as_of to see them."]);
    expect([eve(await store.get({ as_of: "2024-07-01" })), eve(await store.get({ as_of: "2024-07-02" }))]).toEqual([200, 300]);
    expect((await store.get({ as_of: "2024-07-02" })).note).toBeUndefined();
    const rows = await store.rows("acme");
    expect([eve(rows), rows.as_of]).toEqual([100, "2024-06-30"]);
    expect((await store.export({ format: "csv" })).as_of).toBe("2024-06-30");
  });

  test("a day that is not given is today, and said", async () => {
    const { date: _date, ...undated } = acme;
    const { recorded, assumptions } = await newStore().create(undated);
    expect(recorded[0]!.date).toBe("2024-06-30");
    expect(assumptions).toEqual(["date = 2024-06-30: rows without an issue_date stand from today"]);
  });

  test("names are found whole or in part, and never guessed", async () => {
    const store = newStore();
    expect((await refusal(store.get({}))).message).toBe("There is no cap table yet. Make one with create_cap_table or import_cap_table.");
    await store.create({ name: "Acme Inc." });
    expect((await store.get({})).cap_table.name).toBe("Acme Inc.");
    await store.create({ name: "Acme Labs" });
    expect((await store.get({ cap_table: "labs" })).cap_table.id).toBe("acme-labs");
    expect((await refusal(store.get({}))).message).toBe("cap_table is blank, and there are 2: Acme Inc. (acme-inc), Acme Labs (acme-labs). Name one.");
    expect((await refusal(store.get({ cap_table: "acme" }))).message).toMatch(/"acme" fits 2/);
    expect((await refusal(store.get({ cap_table: "Acne Labs" }))).message).toMatch(/There is no cap table "Acne Labs"; did you mean Acme Labs\? There are/);
    expect((await refusal(store.create({ name: "ACME labs" }))).message).toMatch(/There is a cap table named "Acme Labs" already \(id acme-labs, 0 transactions/);
    expect((await store.create({ name: "Äcmé, Inc" })).cap_table.id).toBe("a-cme-inc");
    expect((await store.create({ name: "株式会社" })).cap_table.id).toBe("cap-table");
  });

  test.each([
    [{ name: "X", holdings: [{ holder: "A", share: 1 }] }, 'here is no "share"'],
    [{ name: "X", holdings: [{ holder: "A", kind: "preferred", shares: 1, issue_price: 1, dividend_rate: 0.08 }] }, "dividend_rate is 0.08, and issue_date, from which dividends run, is blank."],
    [{ holdings: [] }, "name is blank: name of the company or cap table."],
    [{ name: "X", nmae: "Y" }, 'here is no "nmae"'],
    [{ name: "x".repeat(300) }, "name has 300 characters, and at most 200 are kept."],
    [[], "create_cap_table takes an object of arguments."],
  ])("a wrong call %j is refused and makes nothing", async (given, words) => {
    const store = newStore();
    expect((await refusal(store.create(given))).message).toContain(words);
    expect((await store.list()).cap_tables).toEqual([]);
  });
});

describe("recording", () => {
  const transfer = { type: "transfer", date: "2024-02-01", holder: "Ann", to: "Cem", security: "Common", shares: 100 };

  test("what the store fills in is told and kept", async () => {
    const store = newStore();
    await store.create(acme);
    const { recorded, assumptions } = await store.record({ type: "issue", date: "2024-02-01", holder: "Dee", security: "Options", kind: "option", shares: "10", strike: "0.25" });
    expect(assumptions).toEqual(["t5: into = Common", "t5: pool = Pool"]);
    expect(recorded).toEqual([{ id: "t5", type: "issue", date: "2024-02-01", sequence: 5 }]);
    expect((await store.get({ ledger: true, ledger_from: 5 })).ledger).toEqual([
      { sequence: 5, id: "t5", type: "issue", date: "2024-02-01", holder: "Dee", security: "Options", kind: "option", shares: "10", strike: "0.25", into: "Common", pool: "Pool" },
    ]);
  });

  test("several are recorded together or not at all, and every fault of their own is told at once", async () => {
    const store = newStore();
    await store.create(acme);
    expect((await refusal(store.record({ transactions: [transfer, { ...transfer, shares: 1e9 }] }))).message).toMatch(/t6 \(transfer of 2024-02-01\): Ann holds 5999900 of Common/);
    const faults = (await refusal(store.record({ transactions: [{ ...transfer, type: "tranfer" }, { ...transfer, shares: 0 }, transfer] }))).faults;
    expect(faults.map(({ message }) => message.slice(0, 20))).toEqual(["transactions row 1: ", "transactions row 2 ("]);
    expect((await store.get({})).cap_table.version).toBe(4);
    // The refusal came after the first was applied in memory; nothing of that may stay.
    await store.record(transfer);
    expect((await store.get({})).holdings.find(({ holder }) => holder === "Cem")).toMatchObject({ shares: 100 });
  });

  test("the same call with the same key is recorded once", async () => {
    const store = newStore();
    await store.create(acme);
    const call = { transactions: [transfer, transfer], idempotency_key: "k1" };
    const first = await store.record(call);
    const again = await store.record({ idempotency_key: "k1", transactions: [{ ...transfer }, Object.fromEntries(Object.entries(transfer).reverse())] });
    expect(again).toMatchObject({ recorded: first.recorded, already_recorded: true });
    expect((await refusal(store.record({ ...call, transactions: [transfer] }))).message).toMatch(/idempotency_key "k1" was used for another call/);
    expect((await store.get({})).cap_table.version).toBe(6);
  });

  test("a version that has passed is refused", async () => {
    const store = newStore();
    await store.create(acme);
    await store.record({ ...transfer, expected_version: 4 });
    expect((await refusal(store.record({ ...transfer, expected_version: 4 }))).message).toBe(
      "Acme Inc. is at version 5, and this call expected version 4: somebody recorded 1 transaction since. Nothing was changed. Look at it again with get_cap_table and repeat.",
    );
  });

  test("flat or in a list, not both", async () => {
    const store = newStore();
    await store.create(acme);
    expect((await refusal(store.record({ ...transfer, transactions: [transfer] }))).message).toMatch(/^transactions is given, and so is type, date/);
    expect((await refusal(store.record({ transactions: [] }))).message).toBe("transactions must be a list of at least one transaction.");
    expect((await refusal(store.record({ transactions: Array.from({ length: 200_001 }, () => transfer) }))).message).toBe("There are 200001 transactions, and at most 200000 are taken at once.");
  });

  test("the common class is the one that there is, whatever its name", async () => {
    const store = newStore();
    await store.create({ name: "Ordinary", date: "2024-01-01", holdings: [{ holder: "Pool", kind: "pool", shares: 100 }, { holder: "Ann", security: "Ordinary", shares: 1000 }] });
    await store.record({ transactions: [{ type: "issue", date: "2024-01-02", holder: "Dee", security: "Options", kind: "option", shares: 10 }, { type: "exercise", date: "2024-01-03", holder: "Dee", security: "Options", shares: 4 }, { type: "split", date: "2024-01-04", security: "Ordinary", numerator: 2 }] });
    expect((await store.get({})).holdings.map(({ holder, security, shares }) => [holder, security, shares])).toEqual([["Ann", "Ordinary", 2000], ["Dee", "Options", 12], ["Dee", "Ordinary", 8], ["Pool", "pool", 180]]);
  });

  test.each([
    [JSON.parse('{"type":"issue","date":"2024-01-01","holder":"A","shares":1,"__proto__":1}') as object, "__proto__"],
    [{ type: "issue", date: "2024-01-01", holder: "A\u0000B", shares: 1 }, "holder holds a NUL character"],
    [{ type: "issue", date: "2024-01-01", holder: "A", shares: 1, constructor: 1 }, "constructor"],
  ])("strange names are refused: %j", async (row, words) => {
    const store = newStore();
    await store.create(acme);
    expect((await refusal(store.record({ transactions: [row] }))).message).toContain(words);
  });

  test("numbers stay exact, however long", async () => {
    const store = newStore();
    await store.create({ name: "Exact" });
    await store.record({ transactions: [{ type: "issue", date: "2024-01-01", holder: "A", security: "Common", shares: "12345678901234567890.123456789" }, { type: "repurchase", date: "2024-01-01", holder: "A", security: "Common", shares: "12345678901234567890.023456789" }] });
    expect((await store.get({})).holdings[0]!["shares"]).toBe(0.1);
  });
});

describe("a round", () => {
  const prepared = async () => {
    const store = newStore();
    await store.create(acme);
    const { cap_table, ...table } = await store.rows("acme", "2024-03-01");
    const result = fundingRound(readRound({ pre_money: 10e6, investment: 2e6, holdings: table.holdings, instruments: table.instruments, pool_target: 0.1, date: "2024-03-01" }));
    const round: RoundToPersist = { round_id: "A", round_name: "Series A", date: "2024-03-01", security: "Series A", expected_version: cap_table.version, result, investors: [{ holder: "Lead", shares: 1_000_000 }, { holder: "Follow" }], terms: { liquidation_multiple: 1, anti_dilution: "weighted_average" }, inputs: { pre_money: 10e6 } };
    return { store, round, result };
  };

  test("is kept as transactions that come to what was simulated", async () => {
    const { store, round, result } = await prepared();
    const answer = await store.persistRound(round);
    expect(answer).toMatchObject({ persisted: true, already_recorded: false, round_id: "A", recorded: [{ type: "round" }, { type: "convert" }, { type: "pool_adjust" }, { type: "issue" }, { type: "issue" }] });
    const after = await store.get({ as_of: "2024-03-01" });
    expect(after.fully_diluted.total).toBeCloseTo(result.fully_diluted_after, 6);
    const expected = Object.fromEntries(result.stakeholders.map(({ holder, pct_after }) => [holder, pct_after]));
    for (const { holder, pct } of after.fully_diluted.holders) if (holder in expected) expect(pct).toBeCloseTo(expected[holder]!, 9);
    expect(after.holdings.filter(({ security }) => security === "Series A")).toMatchObject([
      { holder: "Angel", issue_price: result.conversions[0]!.price, anti_dilution: "weighted_average" },
      { holder: "Lead", shares: 1_000_000, issue_price: result.price_per_share },
      { holder: "Follow" },
    ]);
    expect(after.instruments).toEqual([]);
  });

  test("is kept once for one id", async () => {
    const { store, round } = await prepared();
    const first = await store.persistRound(round);
    expect(await store.round("acme", "B")).toBeUndefined();
    expect(await store.round("acme", " a ")).toMatchObject({ round_id: "A", recorded: first.recorded });
    expect(await store.persistRound({ ...round, round_id: "a" })).toMatchObject({ persisted: false, round_id: "A", recorded: first.recorded });
    expect(await store.round("acme", "A")).toMatchObject({ round_name: "Series A", date: "2024-03-01", recorded: first.recorded, voided: false, inputs: { pre_money: 10e6 } });
    const again = await store.persistRound({ ...round, round_name: "Another", expected_version: 99 });
    expect(again).toMatchObject({ persisted: false, already_recorded: true, recorded: first.recorded, note: "The round A is recorded already; nothing was changed." });
    expect((await store.get({})).cap_table.version).toBe(first.cap_table.version);
  });

  test("is refused when the cap table has moved since", async () => {
    const { store, round } = await prepared();
    await store.record({ type: "issue", date: "2024-02-01", holder: "Eve", security: "Common", shares: 1 });
    const before = await store.get({ ledger: true });
    expect((await refusal(store.persistRound(round))).message).toMatch(/^Acme Inc. is at version 5, and the round A expected version 4: somebody recorded 1 transaction since. Nothing was changed/);
    expect(await store.get({ ledger: true })).toEqual(before);
  });

  test("is taken back as a whole by its id, and not kept again", async () => {
    const { store, round } = await prepared();
    const before = await store.get({});
    await store.persistRound(round);
    const { recorded } = await store.record({ type: "void", date: "2024-03-02", voids: "A" });
    expect(recorded).toHaveLength(5);
    expect((await store.round("acme", "A"))!.voided).toBe(true);
    const after = await store.get({});
    expect([after.holdings, after.instruments]).toEqual([before.holdings, before.instruments]);
    expect((await store.persistRound(round)).note).toBe("The round A was recorded and voided, so it is not recorded again; give a new round_id.");
    expect(await store.persistRound({ ...round, round_id: "A2", expected_version: after.cap_table.version })).toMatchObject({ persisted: true });
  });

  test.each([
    [{ investors: [{ holder: "Lead", shares: 5e6 }] }, /The round A issues .* new shares, and the investors take Lead 5000000: give shares that add up/],
    [{ investors: [{ holder: "Lead" }, { holder: "Follow" }] }, /with Lead and Follow left open/],
    [{ round_id: " " }, /round_id must have 1 to 200 characters/],
    [{ terms: { liquidation_multiple: -1 } }, /round A: terms \(issue\): liquidation_multiple is -1, which must be at least 0/],
  ])("with %j is refused", async (more, words) => {
    const { store, round } = await prepared();
    expect((await refusal(store.persistRound({ ...round, ...more } as RoundToPersist))).message).toMatch(words);
    expect((await store.get({})).cap_table.version).toBe(4);
  });

  test("that was simulated with other SAFEs is refused", async () => {
    const { store, round } = await prepared();
    expect((await refusal(store.persistRound({ ...round, result: { ...round.result, conversions: [] } }))).message).toMatch(/converts 0 SAFEs and notes, and the cap table has 1 on 2024-03-01/);
  });

  test("below the conversion price adjusts protected preferred", async () => {
    const store = newStore();
    await store.create({ name: "Down", date: "2023-01-01", holdings: [{ holder: "Ann", security: "Common", shares: 8e6 }, { holder: "Vic", security: "Series A", kind: "preferred", shares: 2e6, issue_price: 2, anti_dilution: "full_ratchet" }] });
    const { cap_table, ...table } = await store.rows("down");
    const result = fundingRound(readRound({ pre_money: 10e6, investment: 2e6, holdings: table.holdings, date: "2024-01-01" }));
    await store.persistRound({ round_id: "B", round_name: "Series B", date: "2024-01-01", security: "Series B", expected_version: cap_table.version, result, investors: [{ holder: "New" }] });
    const { holdings: after, fully_diluted } = await store.get({});
    expect(after.find(({ holder }) => holder === "Vic")).toMatchObject({ conversion_price: result.price_per_share, issue_price: 2 });
    expect(fully_diluted.total).toBeCloseTo(result.fully_diluted_after, 5);
  });
});

test("the tables of arguments cover every column of every type, each with help", () => {
  const all = transactionColumns();
  for (const [type, { columns }] of Object.entries(transactionTables)) {
    for (const name of Object.keys(columns)) {
      expect(all[name]).toBeDefined();
      if (!["holder"].includes(name)) expect(all[name]!.help).toMatch(new RegExp(`\\(.*\\b${type}\\b.*\\)$`));
    }
  }
  for (const each of Object.values(storeArguments)) for (const argument of Object.values(each)) expect((argument as { help: string }).help.length).toBeGreaterThan(5);
});
