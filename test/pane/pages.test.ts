/** The pages of cap tables and of formulas over columns, in a browser and in a stand-in for Excel. */
import type { Page } from "playwright-core";
import { describeInBrowser } from "../browser";
import { exitTable, readExit } from "../../src/cap-table/exit-answer";
import { fundingRound, fundingRoundTable, readRound, type RoundArguments } from "../../src/cap-table/round-answer";
import { evaluateSeries } from "../../src/series/evaluate";
import { RANGE_FUNCTIONS } from "../../src/excel/range-functions";
import { callOf, dateCall, fractionOf, tableConstant } from "../../src/taskpane/cap-table/cell-formulas";
import { holdingsAfter } from "../../src/taskpane/cap-table/after-round";
import { HOLDINGS } from "../../src/taskpane/cap-table/layouts";
import { SAMPLE } from "../../src/taskpane/cap-table/sample";
import { columnOf, pastedColumns, takenColumns } from "../../src/taskpane/series/columns";
import { completed, suggestions, wordAround } from "../../src/taskpane/series/completion";
import { SAMPLES } from "../../src/taskpane/series/samples";
import { searchPages } from "../../src/taskpane/pages";
import { short } from "../../src/taskpane/charts/scale";
import { tabSeparated } from "../../src/taskpane/tab-separated";
import { fakeOffice, type FakeBook, type FakeCell } from "./fake-excel";
import { stage } from "./page";

const OFFICE = "https://appsforoffice.microsoft.com/lib/1/hosted/office.js";
const ROUND = { ...SAMPLE.terms, holdings: SAMPLE.holdings, instruments: SAMPLE.instruments } as unknown as RoundArguments;
const request = readRound(ROUND);
const round = fundingRound(request);
const NUMBERS = { a: SAMPLES.a.values, b: SAMPLES.b.values };

/** The rows of an array constant as Excel would hand them over. */
const cellsOf = (constant: string): unknown[][] => JSON.parse(`[[${constant.slice(1, -1).replaceAll('""""', '"\\""').replaceAll(";", "],[").replaceAll("TRUE", "true").replaceAll("FALSE", "false")}]]`) as unknown[][];

test.each([["SAFE", "cap_table"], ["option pool", "cap_table"], ["dilution round", "cap_table"], ["waterfall", "cap_table"], ["zscore", "series"], ["moving average", "series"]])("%s finds the page %s before anything else", (words, id) => {
  expect(searchPages(words).first.map((page) => page.id)).toEqual([id]);
});

test("a word of the language finds its page after the formulas, an idle one finds none", () => {
  expect(searchPages("beta")).toMatchObject({ first: [], last: [{ id: "series" }] });
  expect(searchPages("the")).toEqual({ first: [], last: [] });
});

test("a table as an array constant is read back as the same table", () => {
  const grid = cellsOf(tableConstant(HOLDINGS, SAMPLE.holdings));
  expect(fundingRoundTable(readRound({ ...ROUND, holdings: grid }))).toEqual(fundingRoundTable(request));
});

test("the call of a cell leaves out what stands at its end only", () => {
  expect(callOf("FUNDING_ROUND", "A1:D5", "1", "2", undefined, "F1:H3", undefined, undefined)).toBe("=VAL.FUNDING_ROUND(A1:D5, 1, 2, , F1:H3)");
  expect([fractionOf("10"), fractionOf("12.7"), dateCall("2026-07-01")]).toEqual(["0.1", "0.127", "DATE(2026,7,1)"]);
});

test("the table after the round holds every share, and its exit pays out all of it", () => {
  const drafts = holdingsAfter(request, round, {});
  expect(drafts.reduce((sum, { shares }) => sum + Number(shares), 0)).toBeCloseTo(round.fully_diluted_after, 4);
  const payouts = exitTable(readExit({ holdings: drafts, exit_value: 40_000_000 })).slice(1).map((row) => row[2] as number);
  expect(payouts.reduce((sum, payout) => sum + payout, 0)).toBeCloseTo(40_000_000, 4);
});

test("a copied table is safe to paste: no text of it becomes a formula", () => {
  expect(tabSeparated([["=1+1", "a\tb", -2, true]])).toBe("'=1+1\ta b\t-2\tTRUE");
});

test("completion knows the word at the caret, the words of other tools, and the parentheses that stand there", () => {
  const inputs = new Map([["a", "index"]]);
  expect(suggestions("1 + zs", 6, inputs)[0]).toMatchObject({ text: "zscore", isCall: true });
  expect(suggestions("moving", 6, inputs)[0]).toMatchObject({ text: "sma" });
  expect(suggestions("a", 1, inputs)[0]).toMatchObject({ text: "a", isCall: false });
  expect(suggestions("12", 2, inputs)).toEqual([]);
  const [sma] = suggestions("sm", 2, inputs);
  expect(completed("sm", 2, sma!)).toEqual({ text: "sma()", caret: 4 });
  expect(completed("sm(a, 3)", 2, sma!)).toEqual({ text: "sma(a, 3)", caret: 4 });
  expect(wordAround("1 + corr(a, sma(b, 3), ", 23)?.name).toBe("corr");
});

test("columns keep their rows: blanks are missing, headings are told apart, dressed numbers are not guessed", () => {
  expect(columnOf(["price", "1", "", "3"], false)).toEqual({ title: "price", values: [1, null, 3], texts: 0 });
  expect(columnOf(["price", 1, "", 3], true)).toMatchObject({ title: "price", values: [null, 1, null, 3] });
  expect(columnOf(["1,500", "2"], false)).toMatchObject({ values: [null, 2], dressed: "1,500" });
  expect(pastedColumns("1\t2\n3\t4\n")).toEqual([["1", "3"], ["2", "4"]]);
  expect(takenColumns({ sheet: "S", cells: "Z2:AA3", values: [[1, 2], [3, 4]] }).map(({ reference }) => reference.cells)).toEqual(["Z2:Z3", "AA2:AA3"]);
});

test("an axis has room for every number", () => {
  expect([0, -1250, 12_500_000, 3.4e9, 1e300, -2e15, 0.25, 1e-300].map(short)).toEqual(["0", "−1.25K", "12.5M", "3.4B", "1E300", "−2E15", "0.25", "1E−300"]);
});

describeInBrowser("the page of a cap table", () => {
  const { open } = stage();
  const cell = (page: Page, table: string, row: number, column: string) => page.locator(`#${table}-table [data-row="${row}"][data-column="${column}"]`);
  const priced = (page: Page) => page.locator(".round .exact-value").textContent();

  test("stands in the list, is found by words, and its functions lead to it", async () => {
    const page = await open();
    await page.getByRole("searchbox").fill("SAFE");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Cap table: a round and an exit", level: 2 }).waitFor();
    await page.evaluate(() => void (location.hash = "exit_waterfall"));
    await page.locator("[data-page=cap_table]").waitFor();
    expect(await page.locator("#pane-list a[aria-current=page]").getAttribute("data-id")).toBe("cap_table");
  });

  test("the sample's price, percents and payouts are the engine's, and its formula computes them", async () => {
    const page = await open("index.html#cap_table");
    expect(await priced(page)).toBe(String(round.price_per_share));
    const after = await page.locator(".ownership tbody tr td:last-child").evaluateAll((cells) => cells.map((each) => Number(each.firstChild!.textContent!.replace(/[^\d.]/g, ""))));
    round.stakeholders.forEach(({ pct_after }, i) => expect(after[i]).toBeCloseTo(pct_after, 1));
    expect(await page.locator(".steps .last .step-value").getAttribute("title")).toBe(String(round.price_per_share));
    const payouts = await page.locator(".waterfall [data-payout]").evaluateAll((cells) => cells.map((each) => Number((each as HTMLElement).dataset["payout"])));
    expect(payouts.reduce((sum, each) => sum + each, 0)).toBeCloseTo(40_000_000, 4);
    const formula = (await page.locator(".after .formula-line code").textContent())!;
    const [, holdings, rest, instruments] = /^=VAL\.FUNDING_ROUND\((\{[^}]*\}), (.*), (\{[^}]*\}), DATE\(2026,7,1\)\)$/.exec(formula)!;
    expect(rest).toBe("12000000, 3000000, 0.1");
    const run = RANGE_FUNCTIONS.find(({ id }) => id === "FUNDING_ROUND")!.run as (...args: unknown[]) => unknown;
    expect(run(cellsOf(holdings!), 12000000, 3000000, 0.1, cellsOf(instruments!), "2026-07-01")).toEqual(fundingRoundTable(request));
  });

  test("a wrong cell is told beside its row and names the cell; a wrong term beside its field", async () => {
    const page = await open("index.html#cap_table");
    await cell(page, "holdings", 1, "shares").fill("3,000,000");
    const fault = page.locator("#holdings-table [data-line='1'] + .fault-row");
    expect(await fault.textContent()).toContain("write 3000000");
    expect(await cell(page, "holdings", 1, "shares").getAttribute("aria-invalid")).toBe("true");
    expect(await cell(page, "holdings", 0, "shares").getAttribute("aria-invalid")).toBeNull();
    expect(await page.locator(".round .exact").isVisible()).toBe(false);
    await page.getByRole("button", { name: "Write plain numbers" }).first().click();
    expect(await priced(page)).toBe(String(round.price_per_share));
    await cell(page, "instruments", 1, "discount").fill("20");
    expect(await page.locator("#instruments-table [data-line='1'] + .fault-row").textContent()).toContain("0.5");
    await cell(page, "instruments", 1, "discount").fill("0.2");
    await page.getByRole("textbox", { name: "pool target", exact: true }).fill("120");
    await page.getByRole("textbox", { name: "investment", exact: true }).focus();
    await page.locator("[data-input=pool_target_pct] .fault").filter({ hasText: "below 100" }).waitFor();
  });

  test("terms that contradict each other are refused with their repairs", async () => {
    const page = await open("index.html#cap_table");
    await page.getByRole("textbox", { name: "pool target", exact: true }).fill("95");
    await page.locator(".round .refusal").filter({ hasText: /^These terms contradict each other/ }).waitFor();
  });

  test("the keyboard alone adds, fills and removes rows", async () => {
    const page = await open("index.html#cap_table");
    await cell(page, "instruments", 2, "holder").focus();
    await page.keyboard.press("Enter");
    await page.keyboard.type("Late Angel");
    // Who is still typing is not told that the rest is missing.
    expect(await page.locator(".fault-row").count()).toBe(0);
    for (let i = 0; i < 2; i++) await page.keyboard.press("Tab");
    await page.keyboard.type("100000");
    await page.keyboard.press("ArrowUp");
    expect(await page.evaluate(() => document.activeElement?.getAttribute("data-row"))).toBe("2");
    const more = fundingRound(readRound({ ...ROUND, instruments: [...SAMPLE.instruments, { holder: "Late Angel", kind: "note", amount: 100000 }] }));
    expect(await priced(page)).toBe(String(more.price_per_share));
    await page.getByRole("button", { name: "Remove row 4 of SAFEs and notes" }).press("Enter");
    expect(await priced(page)).toBe(String(round.price_per_share));
  });

  const pasteHoldings = (page: Page, text: string) => cell(page, "holdings", 0, "holder").evaluate((field, pasted) => {
    const data = new DataTransfer();
    data.setData("text/plain", pasted);
    field.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
  }, text);

  test("takes a block pasted from a sheet, its first row naming the columns", async () => {
    const page = await open("index.html#cap_table");
    await page.getByRole("button", { name: "Clear" }).click();
    await pasteHoldings(page, "Shares\tHolder\tKind\r\n600\tEve\tCommon\r\n400\tFay\tCommon\r\n");
    await page.getByRole("textbox", { name: "pre-money", exact: true }).fill("1000");
    await page.getByRole("textbox", { name: "investment", exact: true }).fill("1000");
    expect(await priced(page)).toBe("1");
    await page.getByRole("button", { name: "Take this table into the next round" }).click();
    expect(await cell(page, "holdings", 2, "shares").inputValue()).toBe("1000");
  });

  test("knows common names of columns, and says which names it does not know", async () => {
    const page = await open("index.html#cap_table");
    const note = page.locator("[data-input=holdings] [role=status]");
    await page.getByRole("button", { name: "Clear" }).click();
    await pasteHoldings(page, "Shareholder\tClass\tType\tNumber of shares\tColour\nEve\tA\tcommon\t600\tred");
    expect(await Promise.all(["holder", "security", "kind", "shares"].map((column) => cell(page, "holdings", 0, column).inputValue()))).toEqual(["Eve", "A", "", "600"]);
    expect(await note.textContent()).toMatch(/^Left out: "Colour".*The columns are holder, security, kind, shares/);
    await page.getByRole("button", { name: "Clear" }).click();
    expect(await note.isVisible()).toBe(false);
    await pasteHoldings(page, "Inhaber\tKlasse\nEve\t600");
    expect(await note.textContent()).toMatch(/names no column of this table.*"Inhaber", "Klasse".*The columns are holder/);
    // Words above words are rows.
    await pasteHoldings(page, "Eve\tA\nFay\tA");
    expect(await note.isVisible()).toBe(false);
  });

  test("of thousands of rows the first are shown and all are counted; a fault far down is shown in its row", async () => {
    const page = await open("index.html#cap_table");
    await page.getByRole("button", { name: "Clear" }).click();
    await page.getByRole("textbox", { name: "pre-money", exact: true }).fill("1000000");
    await page.getByRole("textbox", { name: "investment", exact: true }).fill("1000000");
    const rows = (strange: string) => ["holder\tshares", ...Array.from({ length: 10_000 }, (_, i) => `H${i}\t${i === 8_000 ? strange : 100}`)].join("\n");
    await pasteHoldings(page, rows("900"));
    await page.locator(".round .exact-value").filter({ hasText: String(1_000_000 / 1_000_800) }).waitFor();
    const lines = page.locator("#holdings-table tr[data-line]");
    expect(await lines.count()).toBe(100);
    expect(await page.locator("body *").count()).toBeLessThan(6_000);
    expect(await page.locator(".ownership tbody tr").nth(1).textContent()).toContain("H8000");
    await page.getByRole("button", { name: "… and 9,900 more rows, kept and counted: show more" }).click();
    expect(await lines.count()).toBe(400);
    const took = await cell(page, "holdings", 0, "shares").evaluate((field) => {
      const from = performance.now();
      (field as HTMLInputElement).value = "101";
      field.dispatchEvent(new Event("input", { bubbles: true }));
      return performance.now() - from;
    });
    // A keystroke waits for nothing; computing took seven times as long.
    expect(took).toBeLessThan(100);
    await pasteHoldings(page, rows("many"));
    await page.locator("#holdings-table [data-line='8000'] + .fault-row").filter({ hasText: "no number" }).waitFor();
    expect(await lines.count()).toBe(401);
    await page.getByRole("button", { name: "Add a holding" }).click();
    expect(await page.evaluate(() => document.activeElement?.getAttribute("data-row"))).toBe("10000");
    await page.keyboard.press("ArrowUp");
    expect(await page.evaluate(() => document.activeElement?.getAttribute("data-row"))).toBe("8000");
  });

  test("each cell is named with its table, and the words above say what stands in them", async () => {
    const page = await open("index.html#cap_table");
    for (const table of ["Holdings today", "SAFEs and notes"]) expect(await page.getByRole("textbox", { name: `holder, row 1 of ${table}` }).count()).toBe(1);
    const header = page.locator("[data-page=cap_table] header");
    expect(await header.textContent()).toContain("made-up sample");
    await page.getByRole("button", { name: "Clear" }).click();
    expect(await header.textContent()).not.toContain("made-up sample");
    await page.getByRole("button", { name: "Sample" }).click();
    expect(await header.textContent()).toContain("made-up sample");
  });

  test("no text of a cell is cut where there is room, and none in a narrow pane", async () => {
    for (const width of [320, 1280]) {
      const page = await open("index.html#cap_table", { viewport: { width, height: 720 } });
      await page.locator("#instruments-table").waitFor();
      expect(await page.locator(".rows-table input").evaluateAll((fields) => fields.filter((field) => field.scrollWidth > field.clientWidth).map((field) => (field as HTMLInputElement).value))).toEqual([]);
      if (width === 1280) expect(await page.locator(".rows-table .scroll").evaluateAll((frames) => frames.filter((frame) => frame.scrollWidth > frame.clientWidth).length)).toBe(0);
    }
  });

  test("an exit of any size keeps its chart", async () => {
    const page = await open("index.html#cap_table");
    await page.locator("#cap_table-exit-exit_value").fill("1e300");
    const labels = await page.locator(".exit .chart text").allTextContents();
    expect(labels.some((label) => label.includes("E300") || label.includes("E299"))).toBe(true);
    expect(Math.max(...labels.map((label) => label.length))).toBeLessThan(12);
    expect((await page.locator(".exit .chart .line").evaluateAll((lines) => lines.map((line) => (line as SVGPathElement).getBBox().width))).every((wide) => wide > 300)).toBe(true);
  });

  test("the exit follows the slider, and is paid by the table of today where asked", async () => {
    const page = await open("index.html#cap_table");
    await page.locator(".slider").press("ArrowRight");
    expect(Number(await page.locator("#cap_table-exit-exit_value").inputValue())).toBeGreaterThan(40_000_000);
    await page.locator("#cap_table-exit-exit_value").fill("1000000");
    await page.getByRole("radio", { name: "As it stands today" }).check();
    // The note bears interest up to a day that nobody has named yet.
    await page.locator("[data-input=exit_date] .fault").filter({ hasText: "exit_date" }).waitFor();
    await page.locator("#cap_table-exit-exit_date").fill("2027-07-01");
    const [, ...rows] = exitTable(readExit({ holdings: SAMPLE.holdings, instruments: SAMPLE.instruments, exit_value: 1_000_000, exit_date: "2027-07-01" }));
    expect(await page.locator(".waterfall [data-payout]").evaluateAll((cells) => cells.map((each) => Number((each as HTMLElement).dataset["payout"])))).toEqual(rows.map((row) => row[2]));
  });

  test.each([["dark", 320], ["light", 1280]] as const)("%s at %d pixels nothing is wider than the pane", async (colorScheme, width) => {
    for (const id of ["cap_table", "series"]) {
      const page = await open(`index.html#${id}`, { colorScheme, viewport: { width, height: 720 } });
      await page.locator(`[data-page=${id}] .chart`).first().waitFor();
      for (const summary of await page.locator("article summary").all()) await summary.click();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      const nameless = await page.evaluate(() => [...document.querySelectorAll("article :is(button, input, select, textarea)")].filter((control) => !control.closest("[hidden]")).filter((control) => !(control.getAttribute("aria-label") || (control as HTMLInputElement).labels?.[0]?.textContent || control.textContent)!.trim()).map(({ outerHTML }) => outerHTML));
      expect(nameless).toEqual([]);
      const ids = await page.evaluate(() => [...document.querySelectorAll("[id]")].map((element) => element.id));
      expect(ids.length).toBe(new Set(ids).size);
    }
  });
});

describeInBrowser("the page of formulas over columns", () => {
  const { open } = stage();
  const box = (page: Page) => page.getByRole("combobox", { name: "Formula" });
  const latest = (page: Page) => page.locator(".result .exact-value").textContent();

  test("the sample's values are those of evaluateSeries", async () => {
    const page = await open("index.html#formula");
    for (const expression of ["zscore(a, 60)", "corr(pct_change(a), pct_change(b), 60)"]) {
      await box(page).fill(expression);
      const { values } = evaluateSeries({ expression, inputs: { a: { values: NUMBERS.a }, b: { values: NUMBERS.b } } });
      expect(await latest(page)).toBe(String(values[values.length - 1]));
    }
    expect(await page.locator(".formula-line code").textContent()).toBe('=VAL.FORMULA("corr(pct_change(a), pct_change(b), 60)", A2:A251, B2:B251)');
    expect(await page.locator(".chart .line").getAttribute("d")).toMatch(/^M/);
  });

  test("completes a word with the keyboard, and Tab leaves the field where nothing is offered", async () => {
    const page = await open("index.html#series");
    await box(page).fill("");
    await box(page).pressSequentially("draw");
    expect(await box(page).getAttribute("aria-expanded")).toBe("true");
    expect(await page.locator(`#${await box(page).getAttribute("aria-activedescendant")}`).textContent()).toContain("drawdown");
    await page.keyboard.press("Tab");
    await page.keyboard.type("a");
    expect(await box(page).inputValue()).toBe("drawdown(a)");
    await page.keyboard.press("Escape");
    expect(await page.locator("[data-page=series]").isVisible()).toBe(true);
    expect(await latest(page)).toBe(String(evaluateSeries({ expression: "drawdown(a)", inputs: { a: { values: NUMBERS.a } } }).values[249]));
    await page.keyboard.press("Tab");
    expect(await box(page).evaluate((field) => field === document.activeElement)).toBe(false);
  });

  test("underlines what is wrong at its place, with the reason and the way out", async () => {
    const page = await open("index.html#series");
    await box(page).fill("a + moving_average(a, 3)");
    expect(await page.locator(".wrong-part").textContent()).toBe("moving_average");
    expect(await page.locator("#series-expression-fault").textContent()).toMatch(/^At position 5: .*sma\(x, n\)/);
    expect(await box(page).getAttribute("aria-invalid")).toBe("true");
    await box(page).fill("sma(a, 0)");
    expect(await page.locator(".wrong-part").textContent()).toBe("0");
    await box(page).fill("c + 1");
    expect(await page.locator("#series-expression-fault").textContent()).toContain("Column c is empty");
    await box(page).fill("a + 1");
    expect(await page.locator("#series-expression-fault").isVisible()).toBe(false);
    expect(await box(page).getAttribute("aria-invalid")).toBeNull();
  });

  test("of a long column the beginning is shown and all of it computed", async () => {
    const page = await open("index.html#series");
    await box(page).fill("cumsum(a)");
    await page.locator("#series-a").evaluate((field) => {
      const data = new DataTransfer();
      data.setData("text/plain", Array.from({ length: 100_000 }, () => "1").join("\n"));
      (field as HTMLTextAreaElement).select();
      field.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
    });
    await page.locator(".result .exact-value").filter({ hasText: "100000" }).waitFor();
    expect((await page.locator("#series-a").inputValue()).split("\n")).toHaveLength(2000);
    expect(await page.locator("[data-input=a]").textContent()).toContain("… and 98,000 more rows, kept and counted");
    await page.getByRole("button", { name: "Clear" }).click();
    expect(await page.locator("#series-a").getAttribute("readonly")).toBeNull();
  });

  test("texts in a column are told, and count as missing", async () => {
    const page = await open("index.html#series");
    await box(page).fill("a");
    await page.locator("#series-a").fill("1,5\n2,5\n3");
    expect(await page.locator("[data-input=a] .fault").textContent()).toContain('2 cells are texts, the first "1,5", and count as missing: write a number with a decimal point');
    expect(await latest(page)).toBe("3");
    await page.locator("#series-a").fill("1.5\n2.5\n3");
    expect(await page.locator("[data-input=a] .fault").isVisible()).toBe(false);
  });

  test("the rows begin with the first that has a value", async () => {
    const page = await open("index.html#series");
    await box(page).fill("sma(a, 60)");
    expect(await page.getByRole("heading", { name: "First rows with a value, from row 60" }).count()).toBe(1);
    expect(await page.locator("[data-row='59']").textContent()).not.toBe("");
    expect(await page.locator("[data-row='58']").count()).toBe(0);
  });

  test("columns of unequal length are told beside the one at fault", async () => {
    const page = await open("index.html#series");
    await page.locator("#series-b").fill("1\n2\n3");
    await box(page).fill("a + b");
    expect(await page.locator("[data-input=b] .fault").textContent()).toContain("a has 250 values and b has 3");
  });
});

describeInBrowser("the pages in Excel", () => {
  const { open } = stage();
  const block = (left: string, top: number, rows: readonly (readonly (string | number)[])[]): Record<string, FakeCell> =>
    Object.fromEntries(rows.flatMap((row, down) => row.map((value, across) => [`${String.fromCharCode(left.charCodeAt(0) + across)}${top + down}`, { formula: value, value }])));
  const inExcel = (hash: string, cells: Record<string, FakeCell>, selection: string) => {
    const book: FakeBook = { sheets: { Sheet1: cells }, active: { sheet: "Sheet1", cells: "H1" }, selection: { sheet: "Sheet1", cells: selection }, answers: {}, locked: [] };
    return open(`taskpane.html${hash}`, {}, (page) => page.route(OFFICE, (route) => route.fulfill({ contentType: "text/javascript", body: `(${fakeOffice.toString()})("Excel", ${JSON.stringify(book)});` })));
  };
  const sheet = (page: Page) => page.evaluate(() => (window as unknown as { book: FakeBook }).book.sheets["Sheet1"]!);
  const HELD = block("A", 1, [["holder", "kind", "shares"], ["=Eve", "common", 600], ["Fay", "common", 400]]);

  test("reads the holdings from the selection, and inserts the formula over them and the table", async () => {
    const page = await inExcel("#cap_table", HELD, "A1:C3");
    await page.getByRole("button", { name: "Clear" }).click();
    await page.getByRole("button", { name: "Take Holdings today from the selected cells" }).click();
    await page.getByText("The formula reads Sheet1!A1:C3").waitFor();
    await page.getByRole("textbox", { name: "pre-money", exact: true }).fill("1000");
    await page.getByRole("textbox", { name: "investment", exact: true }).fill("1000");
    await page.locator(".after").getByRole("button", { name: "Insert the formula" }).click();
    await page.getByText("Inserted in Sheet1!H1").waitFor();
    expect((await sheet(page))["H1"]!.formula).toBe("=VAL.FUNDING_ROUND(A1:C3, 1000, 1000)");
    await page.locator(".after").getByRole("button", { name: "Insert the values" }).click();
    await page.getByText("Press again to write over it").waitFor();
    await page.locator(".after").getByRole("button", { name: "Insert the values" }).click();
    await page.getByText("Inserted in Sheet1!H1:M5").waitFor();
    const cells = await sheet(page);
    expect([cells["H1"]!.value, cells["H2"]!.value, cells["L4"]!.value, cells["M4"]!.format]).toEqual(["holder", "'=Eve", 1000, "0.00%"]);
  });

  test("names what is wrong with a first row, and takes nothing", async () => {
    const page = await inExcel("#cap_table", block("A", 1, [["holder", "colour", "shares"], ["Eve", "red", 600]]), "A1:C2");
    await page.getByRole("button", { name: "Take Holdings today from the selected cells" }).click();
    await page.locator(".after .outcome").filter({ hasText: 'there is no "colour"' }).waitFor();
  });

  test("takes several columns at once, and the formula reads each", async () => {
    const page = await inExcel("#series", block("A", 1, [[1, 5], [2, 3], [4, 4]]), "A1:B3");
    await page.getByRole("button", { name: "Take a from the selected cells" }).click();
    await page.getByText("The formula reads Sheet1!B1:B3").waitFor();
    await page.getByRole("combobox", { name: "Formula" }).fill("a - b");
    await page.getByRole("button", { name: "Insert in the selected cell" }).click();
    await page.getByText("Inserted in Sheet1!H1").waitFor();
    expect((await sheet(page))["H1"]!.formula).toBe('=VAL.FORMULA("a - b", A1:A3, B1:B3)');
  });
});
