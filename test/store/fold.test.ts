/** What a ledger comes to: tables of cases, and laws over random ledgers. */
import fc from "fast-check";
import { holdingsTable, instrumentsTable } from "../../src/cap-table/rows";
import { readTable } from "../../src/cap-table/table";
import { decimalText, fraction, fractionOf, textOf } from "../../src/mcp/store/decimal";
import { fold, fullyDiluted, rowsOf } from "../../src/mcp/store/fold";
import { emptyLedger, extended, ledgerOf } from "../../src/mcp/store/ledger";
import type { Transaction } from "../../src/mcp/store/transactions";
import { type Given, HOLDERS, SETTINGS, common, drafts, grant, ledger, pool, randomLedger, safe, seriesA } from "./ledgers";

const holdings = (transactions: readonly Transaction[], asOf?: string): Given[] => rowsOf(fold(transactions, asOf)).holdings.map(({ issue_date: _date, ...row }) => row);

const A = { holder: "A", security: "Common", kind: "common" };
const B = { holder: "B", security: "Common", kind: "common" };
const preferred = { security: "Series A", kind: "preferred", issue_price: 2, conversion_price: 2 };
const options = { security: "Options", kind: "option", strike: 0.5 };
const plan = { holder: "Plan", security: "pool", kind: "pool" };

test.each<[string, Given[], Given[]]>([
  ["issues of one class add up", [common("A", 100), common("A", "0.5")], [{ ...A, shares: 100.5 }]],
  ["a transfer moves shares with their terms", [seriesA("A", 10), { type: "transfer", holder: "A", to: "B", security: "Series A", shares: 4 }], [{ holder: "A", ...preferred, shares: 6 }, { holder: "B", ...preferred, shares: 4 }]],
  ["a repurchase takes them away", [common("A", 10), { type: "repurchase", holder: "A", security: "Common", shares: 10, price: 1 }], []],
  ["a grant is taken from the only pool", [pool(100), grant("A", 30)], [{ holder: "A", ...options, shares: 30 }, { ...plan, shares: 70 }]],
  ["a grant outside of the pool leaves it", [pool(100), grant("A", 30, { pool: "none" })], [{ holder: "A", ...options, shares: 30 }, { ...plan, shares: 100 }]],
  ["cancelled options go back", [pool(100), grant("A", 30), { type: "cancel", holder: "A", security: "Options", shares: 10 }], [{ holder: "A", ...options, shares: 20 }, { ...plan, shares: 80 }]],
  ["or do not", [pool(100), grant("A", 30), { type: "cancel", holder: "A", security: "Options", shares: 10, return_to_pool: false }], [{ holder: "A", ...options, shares: 20 }, { ...plan, shares: 70 }]],
  ["options become common", [pool(100), grant("A", 30), { type: "exercise", holder: "A", security: "Options", shares: 10 }], [{ holder: "A", ...options, shares: 20 }, { ...A, shares: 10 }, { ...plan, shares: 70 }]],
  ["fewer in a net exercise", [grant("A", 30), { type: "exercise", holder: "A", security: "Options", shares: 30, shares_issued: 12 }], [{ ...A, shares: 12 }]],
  ["preferred converts at its price", [seriesA("A", 10, { conversion_price: 1.6 }), { type: "convert", holder: "A", security: "Series A", shares: 8 }], [{ holder: "A", ...preferred, conversion_price: 1.6, shares: 2 }, { ...A, shares: 10 }]],
  [
    "a SAFE becomes the class that the round made",
    [safe("A", 500_000, { id: "s1" }), { type: "convert", holder: "A", convertible: "s1", into: "Series A", shares_issued: "1000.25", issue_price: 0.5 }],
    [{ holder: "A", ...preferred, issue_price: 0.5, conversion_price: 0.5, shares: 1000.25 }],
  ],
  [
    "a split of everything moves prices the other way",
    [common("A", 100), seriesA("A", 10), pool(100), grant("A", 30), { type: "split", numerator: 4 }],
    [{ ...A, shares: 400 }, { holder: "A", ...preferred, issue_price: 0.5, conversion_price: 0.5, shares: 40 }, { holder: "A", ...options, strike: 0.125, shares: 120 }, { ...plan, shares: 280 }],
  ],
  [
    "a split of common moves claims on it, and the conversion price of preferred",
    [common("A", 100), seriesA("A", 10), pool(100), grant("A", 30), { type: "split", security: "Common", numerator: 2 }],
    [{ ...A, shares: 200 }, { holder: "A", ...preferred, conversion_price: 1, shares: 10 }, { holder: "A", ...options, strike: 0.25, shares: 60 }, { ...plan, shares: 140 }],
  ],
  ["a split that leaves thirds comes back whole", [common("A", 100), { type: "split", numerator: 1, denominator: 3 }, { type: "split", numerator: 3 }], [{ ...A, shares: 100 }]],
  ["or is rounded down for each lot", [common("A", 100), { type: "split", numerator: 1, denominator: 3, rounding: "down" }], [{ ...A, shares: 33 }]],
  ["a conversion price is adjusted", [seriesA("A", 10), seriesA("B", 10), { type: "conversion_price_adjust", security: "Series A", conversion_price: "1.2345" }], [{ holder: "A", ...preferred, conversion_price: 1.2345, shares: 10 }, { holder: "B", ...preferred, conversion_price: 1.2345, shares: 10 }]],
  [
    "for shares at one price alone",
    [seriesA("A", 10), seriesA("A", 10, { issue_price: 3 }), { type: "conversion_price_adjust", security: "Series A", holder: "A", conversion_price_before: 3, conversion_price: 2.5 }],
    [{ holder: "A", ...preferred, shares: 10 }, { holder: "A", ...preferred, issue_price: 3, conversion_price: 2.5, shares: 10 }],
  ],
  ["one lot may be meant", [grant("A", 10, { id: "g1" }), grant("A", 10, { strike: 0.75 }), { type: "exercise", holder: "A", security: "Options", shares: 4, lot: "t2" }], [{ holder: "A", ...options, shares: 10 }, { holder: "A", ...options, strike: 0.75, shares: 6 }, { ...A, shares: 4 }]],
  ["a void takes back", [common("A", 10), common("B", 5), { type: "void", voids: "t1" }], [{ ...B, shares: 5 }]],
])("%s", (_name, rows, result) => {
  expect(holdings(ledger(...rows))).toEqual(result);
});

test.each<[string, Given[], string]>([
  ["a transfer of more than is held", [common("A", 10), { type: "transfer", holder: "A", to: "B", security: "Common", shares: 11 }], "t2 (transfer of 2024-01-01): A holds 10 of Common on that day, fewer than the 11 to be transferred."],
  ["a transfer from nobody", [common("Alice", 10), { type: "transfer", holder: "Alicia", to: "B", security: "Common", shares: 1 }], "Alicia holds no Common on that day. There is no such holder then; did you mean Alice?"],
  ["of a class that the holder has not", [common("A", 10), { type: "transfer", holder: "A", to: "B", security: "Comon", shares: 1 }], "A holds Common; did you mean Common?"],
  ["to oneself", [common("A", 10), { type: "transfer", holder: "A", to: "A", security: "Common", shares: 1 }], "it goes from A to A"],
  ["an exercise beyond the grant", [grant("A", 10), { type: "exercise", holder: "A", security: "Options", shares: "10.5" }], "A holds 10 of Options on that day, fewer than the 10.5 to be exercised."],
  ["an exercise of shares", [common("A", 10), { type: "exercise", holder: "A", security: "Common", shares: 1 }], "Common is common, and only option or warrant can be exercised."],
  ["more issued than exercised", [grant("A", 10), { type: "exercise", holder: "A", security: "Options", shares: 5, shares_issued: 6 }], "6 shares_issued are more than the 5 exercised."],
  ["a grant beyond the pool", [pool(5), grant("A", 10)], 'the pool "Plan" holds 5 on that day, fewer than the 10 to be granted'],
  ["a grant from no pool", [pool(5), grant("A", 1, { pool: "Pln" })], 'there is no pool "Pln" on that day; the pools are Plan; did you mean Plan?'],
  ["a grant that does not say from which pool", [pool(5), pool(5, { pool: "Other" }), grant("A", 1)], "pool is blank, and there are several: Plan, Other."],
  ["a pool below nothing", [pool(5), pool(-6)], 'the pool "Plan" holds 5 on that day, fewer than the 6 to be taken away.'],
  ["options that could be either of two grants", [grant("A", 10, { id: "g1" }), grant("A", 10, { id: "g2", strike: 1 }), { type: "exercise", holder: "A", security: "Options", shares: 5 }], "say in lot which is meant: g1 (10, strike 0.5), g2 (10, strike 1)."],
  ["a lot of somebody else", [grant("A", 10), grant("B", 10), { type: "exercise", holder: "A", security: "Options", shares: 5, lot: "t2" }], "A has no lot t2 of Options; the lots are t1."],
  ["one name for two kinds", [common("A", 10), grant("A", 10, { security: "Common" })], '"Common" is common, so no option can have that name'],
  ["a split of no class", [common("A", 10), { type: "split", security: "Commons", numerator: 2 }], 'there is no class "Commons" on that day; the classes are Common; did you mean Common?'],
  ["a conversion price of common", [common("A", 10), { type: "conversion_price_adjust", security: "Common", conversion_price: 1 }], "Common is common, and only preferred has a conversion price."],
  ["a conversion of a SAFE that is not there", [safe("A", 100), { type: "convert", holder: "A", convertible: "x", into: "Series A", shares_issued: 1 }], 'there is no SAFE or note "x" on that day; those of A are t1.'],
  ["of another holder's", [safe("A", 100), { type: "convert", holder: "B", convertible: "t1", into: "Series A", shares_issued: 1 }], "t1 belongs to A, not to B."],
  ["more money than a SAFE has", [safe("A", 100), { type: "cancel", holder: "A", convertible: "t1", amount: 101 }], "t1 stands at 100, less than the amount of 101."],
  ["a void of nothing", [common("A", 10), { type: "void", voids: "t9" }], 'row 2: there is no transaction "t9" to void'],
  ["a void of a void", [common("A", 10), { type: "void", voids: "t1" }, { type: "void", voids: "t2" }], "row 3: t2 is a void itself, and a void cannot be voided; record the transaction t1 anew."],
  ["a void of what is voided", [common("A", 10), { type: "void", voids: "t1" }, { type: "void", voids: "t1" }], "row 3: t1 is voided already."],
  ["a void of what others stand on", [common("A", 10), { type: "transfer", holder: "A", to: "B", security: "Common", shares: 1 }, { type: "void", voids: "t1" }], "A holds no Common on that day"],
  ["an id twice", [common("A", 10, { id: "x" }), common("B", 10, { id: "x" })], 'row 2: the id "x" is taken by a issue of 2024-01-01'],
])("refused: %s", (_name, rows, words) => {
  expect(() => ledger(...rows)).toThrow(words);
});

test.each<[string, Given, string]>([
  ["no type", { holder: "A" }, "row 1: type is missing. The types are issue, issue_convertible,"],
  ["an unknown type", { type: "isue" }, 'row 1: type is "isue", which is none of them; did you mean issue?'],
  ["no date", { type: "issue", holder: "A", shares: 1, date: null }, "row 1 (issue): date is blank: day on which it takes effect"],
  ["no such date", { type: "issue", holder: "A", shares: 1, date: "2024-02-30" }, 'date is "2024-02-30", which is no date'],
  ["a thousands separator", { type: "issue", holder: "A", shares: "1,000" }, 'shares is "1,000", which is no number: write 1000, or 1 where the comma is a decimal point.'],
  ["a negative count", { type: "issue", holder: "A", shares: -5 }, "shares is -5, which must be above 0."],
  ["an unknown column", { type: "issue", holder: "A", share: 5 }, 'there is no "share"; the nearest is shares'],
  ["terms of preferred on common", { type: "issue", holder: "A", shares: 1, security: "Common", liquidation_multiple: 2 }, "liquidation_multiple is 2, but liquidation_multiple belongs to preferred, and the row is common."],
  ["neither shares nor a SAFE", { type: "transfer", holder: "A", to: "B" }, "it is about shares (security and shares) or about a SAFE or note (convertible): give one of them"],
  ["a conversion of shares with terms", { type: "convert", holder: "A", security: "X", shares: 1, issue_price: 2 }, "issue_price belongs to the conversion of a SAFE or note"],
  ["a discount of the other convention", { type: "issue_convertible", holder: "A", amount: 1, discount: 0.8 }, 'a "discount rate" of 0.8 is a discount of 0.2'],
  ["an endless number", { type: "issue", holder: "A", shares: "1".repeat(70) }, "has more than 60 digits"],
  ["an endless note", { type: "issue", holder: "A", shares: 1, note: "x".repeat(3_000) }, "note has 3000 characters, and at most 2000 are kept"],
])("refused in itself: %s", (_name, row, words) => {
  expect(() => drafts([row])).toThrow(words);
});

describe("dates", () => {
  const rows = [common("A", 100, { date: "2024-03-01" }), { type: "transfer", date: "2024-05-01", holder: "A", to: "B", security: "Common", shares: 60 }];

  test("the cap table of a day holds what took effect up to and with it", () => {
    const all = ledger(...rows);
    expect(holdings(all, "2024-02-29")).toEqual([]);
    expect(holdings(all, "2024-03-01")).toEqual([{ ...A, shares: 100 }]);
    expect(holdings(all, "2024-05-01")).toEqual([{ ...A, shares: 40 }, { ...B, shares: 60 }]);
  });

  test("a transaction of the past may come late, if no day is broken by it", () => {
    const before = ledgerOf(ledger(...rows));
    const repurchase = (shares: number, date: string) => drafts([{ type: "repurchase", date, holder: "A", security: "Common", shares }]);
    expect(holdings(extended(before, repurchase(40, "2024-04-01"), String).ledger.transactions)).toEqual([{ ...B, shares: 60 }]);
    expect(() => extended(ledgerOf(ledger(...rows)), repurchase(41, "2024-04-01"), String)).toThrow(
      "What is to be recorded would break a transaction that is recorded already. t2 (transfer of 2024-05-01): A holds 59 of Common in lot t1 on that day, fewer than the 60 to be transferred. Nothing was recorded.",
    );
    expect(() => extended(ledgerOf(ledger(...rows)), repurchase(1, "2024-02-01"), String)).toThrow("t3 (repurchase of 2024-02-01): A holds no Common on that day.");
  });

  test("dividends run from the day of issue, so such lots stay apart; others come together", () => {
    const both = (rate: number) => rowsOf(fold(ledger(seriesA("A", 1, { date: "2024-01-01", dividend_rate: rate }), seriesA("A", 2, { date: "2024-02-01", dividend_rate: rate })))).holdings;
    expect(both(0.08).map(({ shares, issue_date }) => [shares, issue_date])).toEqual([[1, "2024-01-01"], [2, "2024-02-01"]]);
    expect(both(0).map(({ shares, issue_date }) => [shares, issue_date])).toEqual([[3, undefined]]);
  });

  test("a transfer keeps the place of a SAFE in the order of signing", () => {
    const all = ledger(safe("A", 1), safe("B", 2), { type: "transfer", holder: "A", to: "C", convertible: "t1" });
    expect(rowsOf(fold(all)).instruments.map(({ holder }) => holder)).toEqual(["C", "B"]);
    expect(rowsOf(fold(all)).instrument_ids).toEqual(["t3", "t2"]);
  });
});

test("the rows are what the engine reads", () => {
  const all = ledger(common("A", 1), seriesA("A", 2, { participation: "capped", cap_multiple: 3, dividend_rate: 0.08, seniority: 2 }), pool(10), grant("A", 1), safe("B", 5, { discount: 0.2 }), { type: "issue_convertible", holder: "C", kind: "note", amount: 7, interest_rate: 0.05 });
  const { holdings: held, instruments } = rowsOf(fold(all));
  expect(readTable(holdingsTable, held).rows.map(({ shares }) => shares)).toEqual([1, 2, 1, 9]);
  expect(readTable(instrumentsTable, instruments).rows.map(({ amount, interest_rate }) => [amount, interest_rate])).toEqual([[5, 0], [7, 0.05]]);
});

// ------------------------------------------------------------------------------------------------ laws

const sorted = (rows: readonly Given[]): string[] => rows.map((row) => JSON.stringify(Object.entries(row).sort())).sort();

describe("laws", () => {
  test("no count is ever negative, and the pool and its grants and shares sum to the total", () => {
    fc.assert(
      fc.property(randomLedger, (all) => {
        const state = fold(all);
        const { holdings: held } = rowsOf(state);
        expect(held.every(({ shares }) => (shares as number) >= 0)).toBe(true);
        const { total, holders } = fullyDiluted(state);
        expect(holders.reduce((sum, { shares }) => sum + shares, 0)).toBeCloseTo(total, 6);
      }),
      SETTINGS,
    );
  });

  test("folding day by day is folding at once", () => {
    fc.assert(
      fc.property(randomLedger, (all) => {
        let step = emptyLedger();
        for (const row of [...all].sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0))) step = extended(step, [row], String).ledger;
        expect(sorted(rowsOf(step.state).holdings)).toEqual(sorted(rowsOf(fold(all)).holdings));
      }),
      SETTINGS,
    );
  });

  test("a transaction and its void leave no trace, whatever it was", () => {
    fc.assert(
      fc.property(randomLedger, fc.constantFrom<Given>(common("A", 7), seriesA("B", 3), { type: "split", numerator: 5 }, pool(9), safe("C", 5)), fc.integer({ min: 1, max: 9 }), (all, row, day) => {
        const before = rowsOf(fold(all));
        const once = extended(ledgerOf(all), drafts([{ date: `2024-01-0${day}`, ...row, id: "x" }]), String).ledger.transactions;
        const back = extended(ledgerOf(once), drafts([{ date: "2024-02-01", type: "void", voids: "x" }]), String).ledger.transactions;
        expect(rowsOf(fold(back))).toEqual(before);
        expect(back).toHaveLength(all.length + 2);
      }),
      SETTINGS,
    );
  });

  test("issues of one day come to the same in any order", () => {
    const issues = fc.array(fc.record({ holder: fc.constantFrom(...HOLDERS), shares: fc.integer({ min: 1, max: 99 }) }), { minLength: 2, maxLength: 8 });
    fc.assert(
      fc.property(issues, fc.infiniteStream(fc.nat()), (rows, keys) => {
        const given = rows.map(({ holder, shares }) => common(holder, shares));
        const shuffled = given.map((row) => ({ row, key: keys.next().value as number })).sort((a, b) => a.key - b.key).map(({ row }) => row);
        expect(sorted(holdings(ledger(...given)))).toEqual(sorted(holdings(ledger(...shuffled))));
      }),
      SETTINGS,
    );
  });

  test("a split changes no share of the company, and splitting back restores every number", () => {
    fc.assert(
      fc.property(randomLedger, fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 9 }), (all, numerator, denominator) => {
        const before = fullyDiluted(fold(all)).holders;
        const split = extended(ledgerOf(all), drafts([{ date: "2025-01-01", type: "split", numerator, denominator }]), String).ledger.transactions;
        const after = fullyDiluted(fold(split)).holders;
        expect(after.map(({ holder, pct }) => [holder, pct.toPrecision(12)])).toEqual(before.map(({ holder, pct }) => [holder, pct.toPrecision(12)]));
        const back = extended(ledgerOf(split), drafts([{ date: "2025-01-02", type: "split", numerator: denominator, denominator: numerator }]), String).ledger.transactions;
        expect(rowsOf(fold(back))).toEqual(rowsOf(fold(all)));
      }),
      SETTINGS,
    );
  });

  test("splitting class by class is splitting everything", () => {
    fc.assert(
      fc.property(randomLedger, (all) => {
        const classes = [...new Set(["Common", ...fold(all).classes.keys()])].filter((name) => name !== "Options");
        const at = (rows: readonly Given[]) => extended(ledgerOf(all), drafts(rows.map((row) => ({ date: "2025-01-01", type: "split", numerator: 3, denominator: 2, ...row }))), String).ledger.transactions;
        expect(rowsOf(fold(at(classes.map((security) => ({ security })))))).toEqual(rowsOf(fold(at([{}]))));
      }),
      SETTINGS,
    );
  });
});

test.each([
  ["1.50", "1.5"], ["-0.0", "0"], ["1e3", "1000"], ["12.5e-3", "0.0125"], [".5", "0.5"], ["007", "7"], [1e-7, "0.0000001"], [1e21, "1000000000000000000000"], ["+3", "3"],
])("%p is written %s", (given, text) => {
  expect(decimalText(given)).toBe(text);
});

test("texts of numbers come back as they were", () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }), fc.bigInt({ min: 1n, max: 10n ** 12n }), (n, d) => {
      const back = fractionOf(textOf({ n, d }));
      expect(back.n * d).toBe(n * back.d);
    }),
    SETTINGS,
  );
  expect(textOf(fraction("123456789012345678.000000001"))).toBe("123456789012345678.000000001");
  expect(textOf({ n: 100n, d: 3n })).toBe("100/3");
});

test("100,000 transactions are folded in about a second", () => {
  const rows: Transaction[] = Array.from({ length: 100_000 }, (_, place) => {
    const [holder, date] = [`Holder ${(place * 7919) % 5000}`, `20${15 + Math.floor(place / 8_400)}-${String((Math.floor(place / 700) % 12) + 1).padStart(2, "0")}-15`];
    const id = `t${place + 1}`;
    return place < 5_000 || place % 2 === 0
      ? { id, type: "issue", date, holder: place < 5_000 ? `Holder ${place}` : holder, security: "Common", kind: "common", shares: String(1000 + (place % 37)) }
      : { id, type: "transfer", date, holder, to: `Holder ${(place * 31) % 5000}x`, security: "Common", shares: "0.5" };
  });
  const parsed = rows.map((row) => JSON.parse(JSON.stringify(row)) as Transaction);
  const before = process.cpuUsage();
  const { total } = fullyDiluted(fold(parsed));
  const { user, system } = process.cpuUsage(before);
  expect(total).toBe(rows.reduce((sum, row) => sum + (row.type === "issue" ? Number(row["shares"]) : 0), 0));
  // The time of this process, not of the clock; twice the measure, since test machines are shared.
  expect((user + system) / 1e6).toBeLessThan(2);
});
