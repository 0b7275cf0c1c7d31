/** What goes out comes back: Open Cap Format and CSV. */
import fc from "fast-check";
import { Failure } from "../../src/core/failure";
import { parseCsv } from "../../src/mcp/store/csv";
import { fold, rowsOf } from "../../src/mcp/store/fold";
import { emptyLedger, extended } from "../../src/mcp/store/ledger";
import { exportOpenCapFormat } from "../../src/mcp/store/open-cap-export";
import { readOpenCapFormat } from "../../src/mcp/store/open-cap-import";
import { openSqlite } from "../../src/mcp/store/sqlite";
import { createStore } from "../../src/mcp/store/store";
import type { Transaction } from "../../src/mcp/store/transactions";
import { type Given, SETTINGS, common, grant, ledger, pool, randomLedger, safe, seriesA } from "./ledgers";

const now = (): Date => new Date("2024-06-30T12:00:00Z");
const newStore = () => createStore(openSqlite(":memory:"), { now });
type Json = Record<string, unknown>;

const sent = (transactions: readonly Transaction[]): Json => exportOpenCapFormat({ name: "Acme", currency: "USD", transactions, definitions: [], generatedAt: "2024-06-30T12:00:00.000Z" }).data;
const received = (data: unknown): readonly Transaction[] => {
  const { drafts, titles } = readOpenCapFormat(data);
  return extended(emptyLedger(), drafts, (place) => titles[place]!, true).ledger.transactions;
};

/** Something of everything that a ledger can hold. */
const everything = ledger(
  common("Ann", 8_000_000),
  common("Bob", "1999999.5"),
  seriesA("Vic", 1_000_000, { conversion_price: 1.6, anti_dilution: "full_ratchet", participation: "capped", cap_multiple: 3, seniority: 2, dividend_rate: 0.08 }),
  seriesA("Vic", 10, { issue_price: 3 }),
  pool(1_000_000),
  grant("Eve", 50_000),
  grant("Eve", 20_000, { strike: "0.75", pool: "none" }),
  { type: "issue", holder: "Wim", security: "Warrants", kind: "warrant", shares: 500, strike: 2, into: "Series A" },
  safe("Sam", 500_000, { id: "s1", discount: 0.2, mfn: true }),
  { type: "issue_convertible", id: "n1", holder: "Nan", kind: "note", amount: 100_000, cap: 4e6, interest_rate: 0.06, accrual: "compound", day_count: "30_360", cap_basis: "pre" },
  { type: "issue_convertible", id: "o1", holder: "Yak", amount: 125_000, ownership: 0.07 },
  { type: "transfer", holder: "Ann", to: "Cem", security: "Common", shares: 100 },
  { type: "transfer", holder: "Sam", to: "Tom", convertible: "s1", amount: 200_000 },
  { type: "repurchase", holder: "Cem", security: "Common", shares: 40, price: 0.5 },
  { type: "cancel", holder: "Eve", security: "Options", shares: 5_000, lot: "t6", note: "left" },
  { type: "exercise", holder: "Eve", security: "Options", shares: 1_000, lot: "t6", shares_issued: 800 },
  { type: "exercise", holder: "Wim", security: "Warrants", shares: 100 },
  { type: "convert", holder: "Vic", security: "Series A", shares: 4, lot: "t4" },
  { type: "convert", holder: "Nan", convertible: "n1", into: "Series B", shares_issued: "1234.56789", issue_price: "0.81" },
  { type: "split", numerator: 1, denominator: 3 },
  { type: "split", security: "Common", numerator: 2 },
  { type: "conversion_price_adjust", security: "Series B", conversion_price: "1.5" },
  pool(-7),
  { type: "cancel", holder: "Yak", convertible: "o1" },
  common("Mistake", 1, { id: "m1", date: "2023-01-01" }),
  { type: "void", voids: "m1" },
  { type: "transfer", holder: "Ann", to: "Cem", security: "Common", shares: "0.1", date: "2024-05-05" },
);

describe("Open Cap Format", () => {
  test("every kind of transaction comes back as it was", () => {
    const data = JSON.parse(JSON.stringify(sent(everything))) as Json;
    const back = received(data);
    expect(back).toEqual(everything);
    expect(sent(back)).toEqual(data);
  });

  test("and is understood without our comments", () => {
    const strip = (value: unknown): unknown => (Array.isArray(value) ? value.map(strip) : typeof value === "object" && value !== null ? Object.fromEntries(Object.entries(value).filter(([name]) => name !== "comments").map(([name, each]) => [name, strip(each)])) : value);
    const { transactions, ...rest } = strip(sent(everything.filter(({ type }) => type !== "split"))) as { transactions: Json[] };
    const counts = (all: readonly Transaction[]): Record<string, string> => {
      const sums: Record<string, number> = {};
      const { holdings, instruments } = rowsOf(fold(all));
      for (const { holder, kind, shares } of holdings) sums[`${String(holder)} ${String(kind)}`] = (sums[`${String(holder)} ${String(kind)}`] ?? 0) + (shares as number);
      for (const { holder, amount } of instruments) sums[String(holder)] = (sums[String(holder)] ?? 0) + (amount as number);
      return Object.fromEntries(Object.entries(sums).map(([name, sum]) => [name, sum.toFixed(6)]));
    };
    expect(counts(received({ ...rest, transactions }))).toEqual(counts(everything.filter(({ type }) => type !== "split")));
  });

  test("random ledgers come back as they were", () => {
    fc.assert(
      fc.property(randomLedger, (all) => {
        const data = JSON.parse(JSON.stringify(sent(all))) as Json;
        expect(received(data)).toEqual(all);
        expect(received([data["issuer"], data["stakeholders"], data["stock_classes"], data["stock_plans"], data["transactions"]])).toEqual(all);
      }),
      { ...SETTINGS, numRuns: 60 },
    );
  });

  test("what was edited counts, not our comment on it", () => {
    const data = JSON.parse(JSON.stringify(sent(ledger(common("Ann", 100), { type: "transfer", holder: "Ann", to: "Bob", security: "Common", shares: 30 })))) as { transactions: Json[] };
    const issuance = data.transactions.find(({ id }) => id === "t1")!;
    issuance["quantity"] = "500";
    expect(rowsOf(fold(received(data))).holdings.map(({ holder, shares }) => [holder, shares])).toEqual([["Ann", 470], ["Bob", 30]]);
    const resulting = data.transactions.find(({ security_id }) => security_id === "t2")!;
    resulting["quantity"] = "45";
    expect(rowsOf(fold(received(data))).holdings.map(({ holder, shares }) => [holder, shares])).toEqual([["Ann", 455], ["Bob", 45]]);
  });

  test("a row in a comment is read as strictly as a call", () => {
    const data = JSON.parse(JSON.stringify(sent(ledger(common("Ann", 100), { type: "void", voids: "t1" })))) as { comments: string[] };
    data.comments[0] = data.comments[0]!.replace('"100"', '"-100"');
    expect(() => received(data)).toThrow('manifest comment on "t1" (issue): shares is "-100", which must be above 0.');
  });

  /** As another program writes it: ids of its own, numbers with idle zeros, a transfer with its new securities, things we do not know. */
  const money = (amount: string) => ({ amount, currency: "EUR" });
  const foreign: Json[] = [
    { object_type: "ISSUER", id: "iss", legal_name: "Beispiel GmbH" },
    { object_type: "STAKEHOLDER", id: "h1", name: { legal_name: "Ann" }, stakeholder_type: "INDIVIDUAL" },
    { object_type: "STAKEHOLDER", id: "h2", name: { legal_name: "Ann" }, stakeholder_type: "INDIVIDUAL" },
    { object_type: "STOCK_CLASS", id: "c1", name: "Common", class_type: "COMMON", seniority: "1", price_per_share: money("0.0001") },
    {
      object_type: "STOCK_CLASS", id: "c2", name: "Series Seed", class_type: "PREFERRED", seniority: "2", price_per_share: money("2.4700000000"), liquidation_preference_multiple: "1", participation_cap_multiple: "2",
      conversion_rights: [{ conversion_mechanism: { mechanism_type: "RATIO_CONVERSION", ratio: { numerator: "2", denominator: "1" } }, converts_to_stock_class_id: "c1" }],
    },
    { object_type: "STOCK_CLASS", id: "c3", name: "Series A", class_type: "PREFERRED", seniority: "3", price_per_share: money("5") },
    { object_type: "STOCK_PLAN", id: "p1", plan_name: "2021 Plan", initial_shares_reserved: "+1000.00", board_approval_date: "2021-06-01", stock_class_id: "c1", default_cancellation_behavior: "RETURN_TO_POOL" },
    // Within a day in any order: the transfer stands before the issue that it is about.
    { object_type: "TX_STOCK_TRANSFER", id: "x2", security_id: "cs1", date: "2021-01-01", quantity: "40.00", resulting_security_ids: ["cs2"], balance_security_id: "cs3" },
    { object_type: "TX_STOCK_ISSUANCE", id: "x1", security_id: "cs1", date: "2021-01-01", stakeholder_id: "h1", stock_class_id: "c1", quantity: "100.00", share_price: money("0.0001"), custom_id: "CS-1" },
    { object_type: "TX_STOCK_ISSUANCE", id: "x3", security_id: "cs2", date: "2021-01-01", stakeholder_id: "h2", stock_class_id: "c1", quantity: "40.00", share_price: money("0.0001"), custom_id: "CS-2" },
    { object_type: "TX_STOCK_ISSUANCE", id: "x4", security_id: "cs3", date: "2021-01-01", stakeholder_id: "h1", stock_class_id: "c1", quantity: "60.00", share_price: money("0.0001"), custom_id: "CS-3" },
    { object_type: "TX_STOCK_ACCEPTANCE", id: "x5", security_id: "cs1", date: "2021-01-02" },
    { object_type: "TX_STOCK_ISSUANCE", id: "x6", security_id: "ps1", date: "2021-02-01", stakeholder_id: "h2", stock_class_id: "c2", quantity: "10", share_price: money("2.47") },
    { object_type: "TX_PLAN_SECURITY_ISSUANCE", id: "x7", security_id: "o1", date: "2021-07-01", stakeholder_id: "h1", stock_plan_id: "p1", compensation_type: "OPTION_ISO", quantity: "50", exercise_price: money("0.10") },
    { object_type: "TX_VESTING_START", id: "x8", security_id: "o1", date: "2021-07-01", vesting_condition_id: "start" },
    { object_type: "TX_EQUITY_COMPENSATION_CANCELLATION", id: "x9", security_id: "o1", date: "2022-01-01", quantity: "20", reason_text: "left", balance_security_id: "o2" },
    { object_type: "TX_EQUITY_COMPENSATION_ISSUANCE", id: "x10", security_id: "o2", date: "2022-01-01", stakeholder_id: "h1", stock_plan_id: "p1", compensation_type: "OPTION_ISO", quantity: "30", exercise_price: money("0.10") },
    { object_type: "TX_EQUITY_COMPENSATION_EXERCISE", id: "x11", security_id: "o2", date: "2022-02-01", quantity: "10", resulting_security_ids: ["cs4"] },
    { object_type: "TX_STOCK_ISSUANCE", id: "x12", security_id: "cs4", date: "2022-02-01", stakeholder_id: "h1", stock_class_id: "c1", quantity: "10", share_price: money("0.10") },
    {
      object_type: "TX_CONVERTIBLE_ISSUANCE", id: "x13", security_id: "cn1", date: "2022-03-01", stakeholder_id: "h2", convertible_type: "SAFE", investment_amount: money("1000"), seniority: 1, pro_rata: "250",
      conversion_triggers: [{ trigger_id: "t", type: "AUTOMATIC_ON_CONDITION", conversion_right: { type: "CONVERTIBLE_CONVERSION_RIGHT", conversion_mechanism: { type: "SAFE_CONVERSION", conversion_timing: "PRE_MONEY", conversion_mfn: false, conversion_valuation_cap: money("4000"), conversion_discount: "0.2" } } }],
    },
    {
      object_type: "TX_CONVERTIBLE_ISSUANCE", id: "x14", security_id: "cn2", date: "2022-03-01", stakeholder_id: "h2", convertible_type: "NOTE", investment_amount: money("500"),
      conversion_triggers: [{ trigger_id: "t", type: "AUTOMATIC_ON_DATE", conversion_right: { conversion_mechanism: { type: "CONVERTIBLE_NOTE_CONVERSION", interest_rates: [{ rate: "0.08", accrual_start_date: "2022-04-01" }], day_count_convention: "ACTUAL_365", compounding_type: "SIMPLE" } } }],
    },
    { object_type: "TX_CONVERTIBLE_CONVERSION", id: "x15", security_id: "cn1", date: "2023-01-01", trigger_id: "t", reason_text: "Series A", resulting_security_ids: ["ps2"] },
    { object_type: "TX_STOCK_ISSUANCE", id: "x16", security_id: "ps2", date: "2023-01-01", stakeholder_id: "h2", stock_class_id: "c3", quantity: "250", share_price: money("4") },
    { object_type: "TX_STOCK_PLAN_POOL_ADJUSTMENT", id: "x17", stock_plan_id: "p1", date: "2023-01-01", shares_reserved: "1500" },
    { object_type: "TX_STOCK_CLASS_SPLIT", id: "x18", stock_class_id: "c1", date: "2023-02-01", split_ratio: { numerator: "1.5", denominator: "1" } },
    { object_type: "TX_STOCK_CLASS_CONVERSION_RATIO_ADJUSTMENT", id: "x19", stock_class_id: "c2", date: "2023-03-01", new_ratio_conversion_mechanism: { type: "RATIO_CONVERSION", conversion_price: money("0.5"), ratio: { numerator: "247", denominator: "50" } } },
    { object_type: "TX_STOCK_RETRACTION", id: "x20", security_id: "ps1", date: "2023-04-01", reason_text: "oops" },
    { object_type: "VALUATION", id: "v1", provider: "X", valuation_type: "409A" },
  ];

  test("a file of another program is read by its fields", async () => {
    const store = newStore();
    const { cap_table, kept_aside } = await store.import({ data: { ocf_version: "1.2.0", file_type: "OCF_MANIFEST_FILE", objects: { first: foreign.slice(0, 9), second: foreign.slice(9) } } });
    expect(cap_table).toMatchObject({ name: "Beispiel GmbH", currency: "EUR", version: 14 });
    expect(kept_aside).toEqual([
      { object_type: "TX_STOCK_ACCEPTANCE", count: 1, reason: "an event that does not change who holds what" },
      { object_type: "TX_VESTING_START", count: 1, reason: "an event that does not change who holds what" },
      { object_type: "VALUATION", count: 1, reason: "no part of the ledger" },
    ]);
    const { holdings, instruments } = await store.get({});
    const rows = holdings.map(({ issue_date: _date, ...row }) => row);
    expect(rows).toEqual([
      { holder: "Ann", security: "Common", kind: "common", shares: 105, issue_price: 0.0001 / 1.5 },
      { holder: "Ann", security: "2021 Plan", kind: "option", shares: 30, strike: 0.1 / 1.5 },
      { holder: "Ann (h2)", security: "Common", kind: "common", shares: 60, issue_price: 0.0001 / 1.5 },
      { holder: "Ann (h2)", security: "Series A", kind: "preferred", shares: 250, issue_price: 4, conversion_price: 4 / 1.5 },
      { holder: "2021 Plan", security: "pool", kind: "pool", shares: 2205 },
    ]);
    expect(instruments).toEqual([{ holder: "Ann (h2)", kind: "note", amount: 500, interest_rate: 0.08, issue_date: "2022-04-01", accrual: "simple", day_count: "actual_365", discount: 0, mfn: false, cap_basis: "pre_no_pool" }]);
    const seed = await store.get({ as_of: "2023-03-31" });
    expect(seed.holdings.find(({ security }) => security === "Series Seed")).toMatchObject({ shares: 10, issue_price: 2.47, conversion_price: 0.5, participation: "capped", cap_multiple: 2, seniority: 2 });
  });

  test("and goes out again with everything that it held", async () => {
    const store = newStore();
    await store.import({ data: foreign });
    const { data } = await store.export({});
    const out = JSON.parse(JSON.stringify(data)) as Record<string, Json[]>;
    const byId = new Map(Object.values(out).flat().filter((each) => typeof each === "object").map((each) => [each["id"], each]));
    byId.set("iss", out["issuer"] as unknown as Json);
    for (const object of foreign) {
      const found = byId.get(object["id"]);
      expect(found).toBeDefined();
      for (const [name, value] of Object.entries(object)) {
        if (["quantity", "exercise_price", "share_price", "object_type", "investment_amount", "conversion_triggers", "split_ratio", "new_ratio_conversion_mechanism", "comments"].includes(name)) continue; // the same numbers, written as we write them
        expect([object["id"], name, found![name]]).toEqual([object["id"], name, value]);
      }
    }
    const other = newStore();
    const again = await other.import({ data: JSON.stringify(data) });
    expect(again.kept_aside.map(({ object_type }) => object_type).sort()).toEqual(["TX_STOCK_ACCEPTANCE", "TX_VESTING_START", "VALUATION"]);
    expect((await other.get({})).holdings).toEqual((await store.get({})).holdings);
    expect((await other.export({})).data).toEqual(data);
  });

  test("what the format leaves open is told by an import", async () => {
    const { assumptions } = await newStore().import({ data: [...foreign, { object_type: "TX_STOCK_ISSUANCE", id: "y1", security_id: "y1", date: "2021-01-01", stakeholder_id: "h1", stock_class_id: "c1", quantity: "1", share_price: { amount: "1", currency: "CHF" } }] });
    expect(assumptions).toEqual([
      "name = Beispiel GmbH: the issuer's in the file",
      "currency = EUR: that of the amounts in the file",
      "the amounts are in EUR, CHF, and a cap table has one currency: all are taken as EUR, none is converted",
      'STOCK_CLASS "c2": no anti-dilution protection, of which the format says nothing',
      'STOCK_CLASS "c3": liquidation_preference_multiple is absent, and 1 is used',
      'STOCK_CLASS "c3": no anti-dilution protection and no participation, of which the format says nothing',
    ]);
  });

  describe("what it requires and the ledger does not know", () => {
    const exported = async () => {
      const store = newStore();
      await store.create({ name: "Acme", date: "2023-01-01", holdings: [{ holder: "Ann", shares: 1000 }, { holder: "Vic", kind: "preferred", security: "Series A", shares: 10, issue_price: 2 }] });
      const answer = await store.export({});
      return { ...answer, data: JSON.parse(JSON.stringify(answer.data)) as { issuer: Json; stakeholders: Json[]; stock_classes: Json[]; transactions: Json[] } };
    };
    const marks = (object: Json): unknown => (JSON.parse((object["comments"] as string[])[0]!.slice("val:".length)) as { filled: unknown }).filled;

    test("is filled in, marked, and told", async () => {
      const { data, assumptions } = await exported();
      expect(data.issuer).toMatchObject({ legal_name: "Acme", formation_date: "2023-01-01", country_of_formation: "ZZ" });
      expect(marks(data.issuer)).toEqual({ formation_date: "2023-01-01", country_of_formation: "ZZ" });
      for (const holder of data.stakeholders) expect([holder["stakeholder_type"], marks(holder)]).toEqual(["INSTITUTION", { stakeholder_type: "INSTITUTION" }]);
      expect(data.transactions[0]).toMatchObject({ share_price: { amount: "0", currency: "XXX" } });
      expect(assumptions).toEqual([
        "currency = XXX, which stands for none: the cap table was made without one",
        "TX_STOCK_ISSUANCE.share_price = 0, as no price is recorded (in 1 object)",
        "ISSUER.formation_date = 2023-01-01, the first day of the ledger (in 1 object)",
        "ISSUER.country_of_formation = ZZ, which stands for an unknown country (in 1 object)",
        "STAKEHOLDER.stakeholder_type = INSTITUTION, as the ledger does not tell persons from institutions (in 2 objects)",
        "STOCK_CLASS.default_id_prefix = the id of the class (in 2 objects)",
        "STOCK_CLASS.initial_shares_authorized = UNLIMITED, as no number is recorded (in 2 objects)",
        "STOCK_CLASS.votes_per_share = 1, as no votes are recorded (in 2 objects)",
        "the format requires these fields and the ledger does not know them; comments that begin with val: mark them, and import_cap_table does not take them for facts",
      ]);
    });

    test("is taken for no fact by an import, which says so", async () => {
      const { data } = await exported();
      const other = newStore();
      const { cap_table, assumptions } = await other.import({ data });
      expect(cap_table.currency).toBeNull();
      expect(assumptions).toContain("no currency: neither the call nor the file names one");
      expect(assumptions).toContain('ISSUER "issuer-1": country_of_formation was filled in by an export and is no fact, so it is left open');
      expect(assumptions).toContain('STAKEHOLDER "stakeholder-1", STAKEHOLDER "stakeholder-2": stakeholder_type was filled in by an export and is no fact, so it is left open');
      const again = await other.export({});
      expect(again.data).toEqual(data);
      expect(again.assumptions).toContain("ISSUER.country_of_formation = ZZ, which stands for an unknown country (in 1 object)");
    });

    test("is a fact once somebody has put it right", async () => {
      const { data } = await exported();
      data.issuer["country_of_formation"] = "DE";
      data.stakeholders[0]!["stakeholder_type"] = "INDIVIDUAL";
      const other = newStore();
      await other.import({ data });
      const { data: again, assumptions } = await other.export({});
      expect(again!["issuer"]).toMatchObject({ country_of_formation: "DE" });
      expect((again!["stakeholders"] as Json[]).map((each) => each["stakeholder_type"])).toEqual(["INDIVIDUAL", "INSTITUTION"]);
      expect(assumptions!.join()).not.toContain("country_of_formation");
    });
  });

  test.each<[string, (objects: Json[]) => unknown, string]>([
    ["no JSON", () => "{", "data is no JSON: "],
    ["no object", () => ({}), "There is no Open Cap Format object in data"],
    ["only names of files", () => ({ file_type: "OCF_MANIFEST_FILE", transactions_files: [{ filepath: "x" }] }), "This manifest only names its files."],
    ["an id twice", (all) => [...all, { object_type: "VALUATION", id: "x1" }], 'VALUATION "x1": its id is that of TX_STOCK_ISSUANCE "x1" too'],
    ["no id", (all) => [...all, { object_type: "VALUATION" }], 'VALUATION "without id": id is missing.'],
    ["a holder that is not there", (all) => all.filter(({ id }) => id !== "h2"), 'TX_STOCK_ISSUANCE "x3": stakeholder_id is "h2", and there is no STAKEHOLDER with that id.'],
    ["a class that is not there", (all) => all.filter(({ id }) => id !== "c2"), 'TX_STOCK_ISSUANCE "x6": stock_class_id is "c2", and there is no STOCK_CLASS with that id.'],
    ["a security that nobody issued", (all) => all.filter(({ id }) => id !== "x1"), 'TX_STOCK_TRANSFER "x2": security_id is "cs1", and no issuance before it creates that security.'],
    ["a transfer to nowhere", (all) => all.filter(({ id }) => id !== "x3"), 'TX_STOCK_TRANSFER "x2": it results in the security "cs2", and there is no issuance of it.'],
    ["a count that is none", (all) => all.map((each) => (each["id"] === "x6" ? { ...each, quantity: "ten" } : each)), 'TX_STOCK_ISSUANCE "x6" (issue): shares is "ten", which is no number'],
    ["more than there is", (all) => all.map((each) => (each["id"] === "x9" ? { ...each, quantity: "51" } : each)), "x9 (cancel of 2022-01-01): Ann holds 50 of 2021 Plan in lot x7 on that day, fewer than the 51 to be cancelled."],
  ])("refused: %s", async (_name, change, words) => {
    const store = newStore();
    const fault = await store.import({ data: change(foreign) }).catch((each: unknown) => each);
    expect(fault).toBeInstanceOf(Failure);
    expect((fault as Failure).message).toContain(words);
    expect((await store.list()).cap_tables).toEqual([]);
  });

  test("a file beyond all measure is refused", async () => {
    await expect(newStore().import({ data: `[${" ".repeat(20_000_001)}]` })).rejects.toThrow("data has 20000003 bytes, and at most 20000000 are taken at once.");
  });

  test("a round and its undoing come back", async () => {
    const store = newStore();
    await store.create({ name: "Acme", date: "2023-01-01", holdings: [{ holder: "Ann", security: "Common", shares: 1000 }] });
    const round = { round_name: "Seed", date: "2023-06-01", security: "Seed", investors: [{ holder: "Vic" }], result: { price_per_share: 1.25, new_shares: 100.5, conversions: [], anti_dilution: [], pool: { increase: 7 } } };
    await store.persistRound({ ...round, round_id: "r1", expected_version: 1, inputs: { note: "kept" } });
    await store.record({ type: "void", date: "2023-06-02", voids: "r1" });
    await store.persistRound({ ...round, round_id: "r2", expected_version: 7 });
    const before = await store.get({ ledger: true });
    const { data } = await store.export({});
    expect((data!["financings"] as Json[])[0]).toMatchObject({ object_type: "FINANCING", name: "Seed", date: "2023-06-01" });
    const other = newStore();
    await other.import({ data });
    const after = await other.get({ ledger: true });
    expect(after.ledger).toEqual(before.ledger);
    expect(await other.persistRound({ ...round, round_id: "r2", expected_version: 0 })).toMatchObject({ already_recorded: true });
  });
});

describe("CSV", () => {
  test("a cap table goes out and comes back", async () => {
    const store = newStore();
    await store.create({
      name: "Acme",
      date: "2023-01-01",
      holdings: [
        { holder: 'Ann "the first", PhD', security: "Common", shares: "12345678901234567.25" },
        { holder: "=cmd()", security: "Common", shares: 1 },
        { holder: "Vic", security: "Series A", kind: "preferred", shares: 10, issue_price: 2, conversion_price: 1.6, participation: "capped", cap_multiple: 3, dividend_rate: 0.08, issue_date: "2022-05-05" },
        { holder: "Pool", kind: "pool", shares: 5 },
        { holder: "Eve", kind: "option", security: "Options", shares: 3, strike: 0.25 },
      ],
      instruments: [{ holder: "Sam", amount: 100, cap: 4e6 }, { holder: "Nan", kind: "note", amount: 7, interest_rate: 0.05, issue_date: "2022-01-01" }],
    });
    const out = await store.export({ format: "csv" });
    expect(out.holdings!.split("\r\n").slice(0, 4)).toEqual([
      "holder,security,kind,shares,issue_price,conversion_price,anti_dilution,liquidation_multiple,participation,cap_multiple,seniority,dividend_rate,issue_date,strike",
      "Vic,Series A,preferred,10,2,1.6,,,capped,3,,0.08,2022-05-05,", // the oldest comes first
      '"Ann ""the first"", PhD",Common,common,12345678901234567.25,,,,,,,,,2023-01-01,',
      "'=cmd(),Common,common,1,,,,,,,,,2023-01-01,",
    ]);
    const other = newStore();
    await other.import({ name: "Acme", data: out.holdings, instruments: out.instruments });
    const [before, after] = [await store.get({}), await other.get({})];
    expect([after.holdings, after.instruments, after.fully_diluted]).toEqual([before.holdings, before.instruments, before.fully_diluted]);
    expect(await other.export({ format: "csv" })).toMatchObject({ holdings: out.holdings, instruments: out.instruments, fully_diluted: out.fully_diluted });
  });

  test.each([
    ["semicolons and another order", "Shares;HOLDER\r\n5;A\r\n", [{ shares: "5", holder: "A" }]],
    ["tabs, a byte order mark and blank lines", "\uFEFFholder\tshares\n\nA\t5\n\t\n", [{ holder: "A", shares: "5" }]],
    ["quotes that hold a line break", 'holder,shares\n"A\nB",5', [{ holder: "A\nB", shares: "5" }]],
    ["names of other tools", "holder,class,type,quantity,price,date\nA,Seed,preferred,5,2,2024-01-01", [{ holder: "A", security: "Seed", kind: "preferred", shares: "5", issue_price: "2", issue_date: "2024-01-01" }]],
  ])("is read with %s", (_name, text, rows) => {
    expect(parseCsv(text).rows).toEqual(rows);
  });

  test.each([
    ["holder,colour\nA,red", "The first line of the CSV names the columns holder, colour: holdings need holder and shares"],
    ["holder,shares,shares\nA,1,2", "names the column shares twice"],
    ["holder,shares\nA,1,2", 'CSV line 2 has 3 cells, and the first line names 2 columns; "2" is in none.'],
    ['holder,shares\n"A,1', "a quoted cell never ends"],
    ['holder,shares\n"A"x,1', 'stands after the end of a quoted cell'],
    ["holder,shares,colour\nA,1,red", 'there is no "colour"'],
    ["holder,shares\nA,many", 'holdings row 1, column shares is "many", which is no number'],
  ])("refused: %j", async (data, words) => {
    await expect(newStore().import({ name: "X", data })).rejects.toThrow(words);
  });
});

export type { Given };
