import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { describeInBrowser } from "../browser";
import { rewritten } from "../../src/taskpane/office";
import { fakeOffice, type FakeBook } from "./fake-excel";
import { answerOf, box, DIST, stage } from "./page";

const OFFICE = "https://appsforoffice.microsoft.com/lib/1/hosted/office.js";

test.each([
  ["=_xldudf_VAL_CAGR(A1,B1,5)", "=VAL.CAGR(A1,B1,5)"],
  ["=1+_xldudf_val_present_value(A1,2,3)*[2]!_xldudf_VAL_NPV(0.1,A1:A3)", "=1+VAL.PRESENT_VALUE(A1,2,3)*VAL.NPV(0.1,A1:A3)"],
  ["=Other.xla!_xldudf_VAL_IRR(A1:A9)", "=VAL.IRR(A1:A9)"],
  ["=VAL.CAGR(A1,B1,5)", "=VAL.CAGR(A1,B1,5)"],
  ["=_xldudf_OTHER_F(1)", "=_xldudf_OTHER_F(1)"],
])("%s is written again as %s", (before, after) => expect(rewritten(before)).toBe(after));

describeInBrowser("the pane in Excel", () => {
  const { open } = stage();
  const book = (more: Partial<FakeBook> = {}): FakeBook => ({ sheets: { Sheet1: {} }, active: { sheet: "Sheet1", cells: "D2" }, selection: { sheet: "Sheet1", cells: "B2:B5" }, answers: {}, locked: [], ...more });
  const column = (values: readonly (string | number)[]) => Object.fromEntries(values.map((value, i) => [`B${i + 2}`, { formula: value, value }]));
  const inExcel = (hash: string, workbook: FakeBook, host = "Excel") =>
    open(`taskpane.html${hash}`, {}, (page) => page.route(OFFICE, (route) => route.fulfill({ contentType: "text/javascript", body: `(${fakeOffice.toString()})(${JSON.stringify(host)}, ${JSON.stringify(workbook)});` })));
  const sheets = (page: Page): Promise<FakeBook["sheets"]> => page.evaluate(() => (window as unknown as { book: FakeBook }).book.sheets);
  const insert = (page: Page) => page.getByRole("button", { name: "Insert in the selected cell" }).click();
  const outcome = (page: Page, words: RegExp) => page.locator(".result .outcome").filter({ hasText: words }).waitFor();

  test("inserts the formula, gives the cell a format and says what it shows", async () => {
    const page = await inExcel("#cagr", book({ answers: { "=VAL.CAGR(100000, 250000, 5)": "20.11%" } }));
    await page.getByRole("button", { name: "Try the example" }).click();
    await insert(page);
    await outcome(page, /^Inserted in Sheet1!D2, which shows 20.11%\.$/);
    expect((await sheets(page))["Sheet1"]!["D2"]).toEqual({ formula: "=VAL.CAGR(100000, 250000, 5)", value: "20.11%", format: "0.00%" });
  });

  test("offers insertion only with an answer", async () => {
    const page = await inExcel("#cagr", book());
    expect(await page.getByRole("button", { name: "Insert in the selected cell" }).isDisabled()).toBe(true);
  });

  test("writes over what a cell holds only when asked twice, its own function at once", async () => {
    const page = await inExcel("#cagr", book({ sheets: { Sheet1: { D2: { formula: 42, value: 42 } } } }));
    await page.getByRole("button", { name: "Try the example" }).click();
    await insert(page);
    await outcome(page, /Sheet1!D2 holds 42\. Press again/);
    expect((await sheets(page))["Sheet1"]!["D2"]!.formula).toBe(42);
    await insert(page);
    await outcome(page, /^Inserted in Sheet1!D2\.$/);
    await box(page, "periods").fill("4");
    await insert(page);
    await outcome(page, /^Inserted/);
    expect((await sheets(page))["Sheet1"]!["D2"]!.formula).toBe("=VAL.CAGR(100000, 250000, 4)");
  });

  test("takes a list from the selection, and the formula then reads those cells", async () => {
    const page = await inExcel("#npv", book({ sheets: { Sheet1: column([-10000, 3000, 4200, 6800]), "Other sheet": {} } }));
    await box(page, "rate").fill("0.1");
    await page.getByRole("button", { name: "Take cash flows from the selected cells" }).click();
    await page.getByText("The formula reads Sheet1!B2:B5").waitFor();
    expect(await box(page, "cash flows").inputValue()).toBe("-10000\n3000\n4200\n6800");
    expect(await answerOf(page)).toBe("1188.443412335223");
    const [val, native] = await page.locator(".formula-line code").allTextContents();
    expect(val).toBe("=VAL.NPV(0.1, Sheet1!B2:B5)");
    expect(native).toContain("Sheet1!B2:B5");
    await insert(page);
    await outcome(page, /^Inserted/);
    expect((await sheets(page))["Sheet1"]!["D2"]!.formula).toBe("=VAL.NPV(0.1, B2:B5)");
    await page.evaluate(() => void ((window as unknown as { book: FakeBook }).book.active = { sheet: "Other sheet", cells: "A1" }));
    await insert(page);
    await outcome(page, /'Other sheet'!A1/);
    expect((await sheets(page))["Other sheet"]!["A1"]!.formula).toBe("=VAL.NPV(0.1, Sheet1!B2:B5)");
    // Typing takes the cells' place.
    await box(page, "cash flows").fill("-10000\n3000\n4200\n6801");
    expect((await page.locator(".formula-line code").allTextContents())[0]).toBe("=VAL.NPV(0.1, {-10000;3000;4200;6801})");
  });

  test("does not make the formula its own input", async () => {
    const page = await inExcel("#npv", book({ sheets: { Sheet1: column([-10000, 3000, 4200, 6800]) }, active: { sheet: "Sheet1", cells: "B3" } }));
    await box(page, "rate").fill("0.1");
    await page.getByRole("button", { name: "Take cash flows from the selected cells" }).click();
    await page.getByText("The formula reads").waitFor();
    await insert(page);
    await outcome(page, /Sheet1!B3 is one of the cells that the formula reads/);
    expect((await sheets(page))["Sheet1"]!["B3"]!.formula).toBe(3000);
  });

  test("takes dates as Excel keeps them, and one cell for one value", async () => {
    const page = await inExcel("#xirr", book({ sheets: { Sheet1: column([39448, 39508, 39751, 39859]) } }));
    await page.getByRole("button", { name: "Take dates from the selected cells" }).click();
    await page.getByText("The formula reads").waitFor();
    expect(await box(page, "dates").inputValue()).toBe("2008-01-01\n2008-03-01\n2008-10-30\n2009-02-15");
    await page.getByRole("button", { name: "Take guess from the selected cells" }).click();
    await outcome(page, /guess must be one cell, not a range of 4 rows and 1 columns/);
  });

  test("says in words why Excel did not do it", async () => {
    const page = await inExcel("#cagr", book({ locked: ["Sheet1"] }));
    await page.getByRole("button", { name: "Try the example" }).click();
    await insert(page);
    await outcome(page, /The sheet is protected/);
    await page.evaluate(() => void ((window as unknown as { book: FakeBook }).book.refuses = { code: "InvalidOperationInCellEditMode", message: "" }));
    await insert(page);
    await outcome(page, /A cell is being edited/);
  });

  test("repairs the cells that show #NAME? and says how many", async () => {
    const broken = (formula: string) => ({ formula, value: "#NAME?" });
    const page = await inExcel("", book({
      sheets: {
        Sheet1: { A1: { formula: "Growth", value: "Growth" }, B2: broken("=_xldudf_VAL_CAGR(1,2,3)"), C3: broken("=VAL.NPV(0.1,A1:A3)"), D4: broken("=MISSPELT(1)"), E5: { formula: "=VAL.DPI(1,2)", value: 0.5 } },
        Empty: {},
        Two: { A1: broken("=1+VAL.NOSUCH(1)") },
        Locked: { A1: broken("=VAL.DPI(1,2)") },
      },
      answers: { "=1+VAL.NOSUCH(1)": "#NAME?" },
      locked: ["Locked"],
    }));
    await page.getByRole("button", { name: "Repair #NAME?" }).click();
    await page.getByText(/^Repaired 2 cells\. 1 cell still shows #NAME\?.* Left out: Locked: The sheet is protected/).waitFor();
    const { Sheet1 } = await sheets(page);
    expect([Sheet1!["B2"]!.formula, Sheet1!["C3"]!.formula, Sheet1!["D4"]!.value, Sheet1!["E5"]!.value]).toEqual(["=VAL.CAGR(1,2,3)", "=VAL.NPV(0.1,A1:A3)", "#NAME?", 0.5]);
  });

  test("the functions are associated once the Office script is there", async () => {
    const page = await inExcel("", book());
    await page.waitForFunction(() => document.body.dataset["host"] === "excel");
    const { functions } = JSON.parse(readFileSync(join(DIST, "functions.json"), "utf8")) as { functions: { id: string }[] };
    const associated = await page.evaluate(() => (window as unknown as { associated?: string[] }).associated ?? []);
    expect([...associated].sort()).toEqual(functions.map(({ id }) => id).sort());
  });

  test("an Office script without Excel behind it changes nothing", async () => {
    const page = await inExcel("#cagr", book(), "");
    await page.getByRole("button", { name: "Try the example" }).click();
    expect(await page.locator(".in-excel:visible").count()).toBe(0);
  });

  test("the page works while the Office script hangs", async () => {
    let arrive = async (): Promise<void> => undefined;
    const page = await open("taskpane.html#cagr", {}, (at) => at.route(OFFICE, (route) => { arrive = () => route.fulfill({ contentType: "text/javascript", body: "" }); }));
    await page.getByRole("button", { name: "Try the example" }).click();
    expect(await answerOf(page)).toBe("0.20112443398143123");
    // Let go of, the request would leave this machine; so it is answered here, with nothing.
    await arrive();
  });
});
