import { holdingsTable, instrumentsTable, roundOptionsTable } from "../../src/cap-table/rows";
import { type Reading, defaultsUsed, readGrid, readRecords, readSettings, readTable } from "../../src/cap-table/table";
import { Failure } from "../../src/core/failure";

const refused = (make: () => unknown): string => {
  try {
    make();
  } catch (error) {
    if (error instanceof Failure) return `${error.kind}: ${error.message}`;
    throw error;
  }
  throw new Error("was accepted");
};
const holding = (row: object) => readRecords(holdingsTable, [{ holder: "Fund", shares: 1, ...row }]);
const first = <Row>({ rows }: Reading<Row>): Row => {
  const [row] = rows;
  if (!row) throw new Error("no row");
  return row;
};

describe("rows from records", () => {
  test("blanks take their defaults, which are told", () => {
    const reading = readRecords(holdingsTable, [
      { holder: "Founders", shares: 100 },
      { holder: "Fund", kind: "preferred", shares: 50, issue_price: 2, security: " " },
    ]);
    expect(reading.rows).toEqual([
      expect.objectContaining({ holder: "Founders", kind: "common", security: "common", anti_dilution: "none", strike: 0 }),
      expect.objectContaining({ kind: "preferred", security: "preferred", conversion_price: 2, liquidation_multiple: 1, seniority: 1 }),
    ]);
    expect(defaultsUsed(holdingsTable, reading, "round")).toEqual([
      "holdings: kind = common where blank (1 row)",
      "holdings: conversion_price = issue_price where blank (1 row)",
      "holdings: anti_dilution = none where blank (1 row)",
    ]);
  });

  test("names in any case, numbers as text, dates and yes or no in their usual forms", () => {
    const { rows } = readRecords(instrumentsTable, [{ Holder: "Angel", KIND: "Safe Post", Amount: "250000", "Issue Date": "2024-02-29", MFN: "yes", "day-count": null }]);
    expect(rows).toEqual([expect.objectContaining({ holder: "Angel", kind: "safe_post", amount: 250_000, issue_date: 45351, mfn: true, day_count: "actual_365" })]);
    // 61, 44197 and 2958465 are what Excel shows of these dates as numbers.
    expect(["1900-03-01", " 2021-01-01 ", "9999-12-31", "44197", 45351.75, "2021-01-01T00:00:00Z"].map((issue_date) => first(readRecords(instrumentsTable, [{ holder: "x", amount: 1, issue_date }])).issue_date)).toEqual([61, 44197, 2958465, 44197, 45351, 44197]);
    expect(Object.is(first(holding({ shares: -0 })).shares, 0)).toBe(true);
  });

  test.each([
    [{ shares: "1,500,000" }, "type: holdings row 1, column shares is \"1,500,000\", which is no number: write 1500000."],
    [{ shares: -5 }, "limit: holdings row 1, column shares is -5, which must be at least 0."],
    [{ shares: NaN }, "limit: holdings row 1, column shares is NaN, which is no finite number."],
    [{ shares: null }, "missing: holdings row 1, column shares is blank: how many, whole or fractional; preferred before conversion."],
    [{ kind: "prefered" }, "unknown: holdings row 1, column kind is \"prefered\", which is none of common, preferred, option, warrant or pool; the nearest is preferred."],
    [{ issuePrise: 2 }, /unknown: holdings row 1: there is no "issuePrise"; the nearest is issue_price\. The names are holder, security, kind/],
    // Excel's serial days begin in 1900, with a 29 February that never was; before 1900-03-01 a day there is not one here.
    ...["2023-02-29", "2023-1-1", "soon", "0050-01-01", "1850-01-01", "1899-12-31", "1900-02-28", "60"].map((issue_date): [object, string] => [{ issue_date }, `type: holdings row 1, column issue_date is "${issue_date}", which is no date: write YYYY-MM-DD (in Excel a date cell), from 1900-03-01 to 9999-12-31.`]),
    ...[60, 2_958_466].map((issue_date): [object, RegExp] => [{ issue_date }, new RegExp(`limit: .*is ${issue_date}, which is no date: write YYYY-MM-DD .in Excel a date cell., from 1900-03-01 to 9999-12-31`)]),
    [{ issue_date: true }, /is true, which is no date/],
    [{ kind: "preferred", dividend_rate: "8%" }, /column dividend_rate is "8%", which is no number: write 0.08/],
    [{ kind: "preferred", dividend_rate: 8, issue_price: 1 }, /must be at most 1: a rate is a decimal, 8 % is 0.08/],
    [{ seniority: 1.5 }, /column seniority is 1.5, which must be a whole number/],
    [{ kind: "preferred", conversion_price: 2 }, /condition: holdings row 1: a conversion_price says nothing without the issue_price it divides \(conversion_price is 2, issue_price is blank\)/],
    [{ kind: "preferred", anti_dilution: "full_ratchet" }, /anti_dilution needs the issue_price/],
    [{ anti_dilution: "full_ratchet" }, /column anti_dilution is "full_ratchet", but anti_dilution belongs to preferred, and the row is common/],
    [{ kind: "preferred", issue_price: 1, participation: "capped" }, /capped participation and a cap_multiple come together/],
    [{ kind: "preferred", issue_price: 1, participation: "capped", cap_multiple: 1, liquidation_multiple: 2 }, /must not be below the liquidation_multiple/],
  ])("refused: %j", (row, message) => {
    expect(refused(() => holding(row))).toEqual(typeof message === "string" ? message : expect.stringMatching(message));
  });

  test("instruments: a discount rate of the other convention, and two caps at once", () => {
    const instrument = (row: object) => readRecords(instrumentsTable, [{ holder: "Angel", amount: 1, ...row }]);
    expect(refused(() => instrument({ discount: 0.8 }))).toMatch(/must be at most 0.5: a "discount rate" of 0.8 is a discount of 0.2/);
    expect(refused(() => instrument({ cap: 5, ownership: 0.07 }))).toMatch(/ownership stands instead of a cap/);
    expect(refused(() => instrument({ interest_rate: 0.05 }))).toMatch(/interest_rate belongs to note, and the row is safe_post/);
    expect(refused(() => instrument({ kind: "note", interest_rate: 0.05 }))).toMatch(/needs the issue_date/);
  });

  test("several faults are told together", () => {
    try {
      readRecords(holdingsTable, [{ holder: "a", shares: -1 }, { shares: 1, kind: "x" }, 7]);
    } catch (error) {
      expect((error as Failure).faults.map(({ message }) => message)).toHaveLength(4);
      return;
    }
    throw new Error("was accepted");
  });
});

describe("rows from a range", () => {
  test("any order, any case; rows with nothing in them are passed over", () => {
    const { rows } = readGrid(holdingsTable, [
      ["SHARES", "Holder", "", "Issue Price", "Kind"],
      [100, "Founders", "", "", ""],
      [0, 0, 0, 0, 0],
      [null, "", null, "", null],
      [50, "Fund", null, 2, "Preferred"],
    ]);
    expect(rows.map(({ holder, shares, kind, issue_price }) => [holder, shares, kind, issue_price])).toEqual([
      ["Founders", 100, "common", undefined],
      ["Fund", 50, "preferred", 2],
    ]);
  });

  test("a 0 that desktop Excel hands over for a blank takes the default; a 0 that means something stays", () => {
    const names = ["holder", "security", "kind", "shares", "issue_price", "conversion_price", "anti_dilution", "liquidation_multiple", "participation", "cap_multiple", "seniority", "dividend_rate", "issue_date", "strike"];
    const [row] = readGrid(holdingsTable, [names, ["Fund", 0, "preferred", 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0]]).rows;
    expect(row).toEqual(first(readRecords(holdingsTable, [{ holder: "Fund", kind: "preferred", shares: 0, issue_price: 2 }])));
    const [note] = readGrid(instrumentsTable, [["holder", "kind", "amount", "cap", "discount", "ownership", "mfn", "cap_basis"], ["Angel", 0, 5, 0, 0, 0, 0, 0]]).rows;
    expect(note).toEqual(first(readRecords(instrumentsTable, [{ holder: "Angel", amount: 5 }])));
    // In records a 0 is a 0.
    expect(refused(() => holding({ kind: "preferred", issue_price: 0 }))).toMatch(/issue_price is 0, which must be above 0/);
    expect(first(holding({ kind: "preferred", issue_price: 1, liquidation_multiple: 0 })).liquidation_multiple).toBe(0);
  });

  test("what is wrong is told by row, column and value, the header being row 1", () => {
    expect(refused(() => readGrid(holdingsTable, [["holder", "shares"], ["a", 1], ["b", "many"]]))).toBe('type: holdings row 3, column shares is "many", which is no number.');
    expect(refused(() => readGrid(holdingsTable, [["holder", "stocks"], ["a", 1]]))).toMatch(/^unknown: holdings row 1: there is no "stocks"/);
    expect(refused(() => readGrid(holdingsTable, [["holder", "shares", "Shares"], ["a", 1, 1]]))).toMatch(/names the column "Shares" twice/);
    expect(refused(() => readGrid(holdingsTable, [[{ holder: "a", shares: 5 }]]))).toMatch(/row 1 must name the columns, and \{"holder":"a","shares":5\} is no name: give a list of objects/);
    expect(refused(() => readGrid(holdingsTable, [["holder", "shares", ""], ["a", 1, "?"]]))).toMatch(/column 3 has no name in the first row, but holds "\?" in row 2/);
    expect(refused(() => readTable(holdingsTable, "A1:C3"))).toMatch(/type: holdings must be a list of rows/);
  });
});

describe("settings", () => {
  test("an object, or a range of two columns with or without a header", () => {
    const { pool_timing, price_basis } = first(readSettings(roundOptionsTable, { pool_timing: "post_money" }));
    expect([pool_timing, price_basis]).toEqual(["post_money", "fully_diluted"]);
    expect(first(readSettings(roundOptionsTable, [["Pool timing", "post money"], ["price_decimals", 0], [0, 0]]))).toMatchObject({ pool_timing: "post_money", price_decimals: undefined });
    expect(first(readSettings(roundOptionsTable, [["name", "value"], ["anti_dilution_in_price", false]])).anti_dilution_in_price).toBe(false);
    expect(first(readSettings(roundOptionsTable, null)).shares).toBe("exact");
    expect(refused(() => readSettings(roundOptionsTable, { price_base: "x" }))).toMatch(/options: there is no "price_base"; the nearest is price_basis/);
    expect(refused(() => readSettings(roundOptionsTable, { shares: "round" }))).toMatch(/options: shares is "round", which is none of exact or whole/);
    expect(refused(() => readSettings(roundOptionsTable, "x"))).toMatch(/options must be an object/);
  });
});
