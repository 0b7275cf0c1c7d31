import type { Page } from "playwright-core";
import { describeInBrowser } from "../browser";
import { PAGES } from "../../src/taskpane/pages";
import { answerOf, box, formulas, stage } from "./page";

describeInBrowser("the pane in a plain browser", () => {
  const { open } = stage();
  const tryExample = (page: Page) => page.getByRole("button", { name: "Try the example" }).click();
  const isWide = (page: Page): Promise<boolean> => page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);

  test("the first view leads to the pages and to the handbook, wide and narrow, until one searches", async () => {
    for (const width of [320, 1280]) {
      const page = await open("index.html", { viewport: { width, height: 720 } });
      const doors = page.locator("main .doors a");
      expect(await doors.evaluateAll((links) => links.map((link) => link.getAttribute("href")))).toEqual(["#cap_table", "#series", "handbook/index.html"]);
      // None of them is below the list or out of sight.
      for (const door of await doors.all()) expect((await door.boundingBox())!.y).toBeLessThan(700);
      expect(await isWide(page)).toBe(false);
      await page.getByRole("searchbox").fill("irr");
      expect(await doors.first().isVisible()).toBe(width === 1280);
      await page.getByRole("searchbox").fill("");
      await doors.nth(1).click();
      await page.getByRole("heading", { name: "Formula over columns", level: 2 }).waitFor();
    }
  });

  test("mathematics is set alike in the pane and in the handbook, and a long equation shows at which edge it goes on", async () => {
    // The cases of a choice: a table in a page of the pane, a table in a table in the handbook.
    const looks = (page: Page) => page.locator(".equation mtable").last().evaluate((cases) => [getComputedStyle(cases).fontFamily, getComputedStyle(cases).getPropertyValue("math-style")]);
    const handbook = await open();
    await handbook.goto(new URL("handbook/black_scholes.html", handbook.url()).href);
    const narrow = await open("index.html#black_scholes", { viewport: { width: 320, height: 720 } });
    const shades = await narrow.locator(".equation").evaluate((frame) => [frame.scrollWidth > frame.clientWidth, getComputedStyle(frame).backgroundAttachment]);
    expect(shades).toEqual([true, "local, local, scroll, scroll, scroll"]);
    const look = await looks(handbook);
    expect(look).toEqual([expect.stringContaining("Cambria Math"), "normal"]);
    expect(await looks(narrow)).toEqual(look);
  });

  test("lists every formula by chapter, and finds one by the words people use", async () => {
    const page = await open();
    expect(await page.locator("#pane-list a").count()).toBe(formulas.length + PAGES.length);
    expect(await page.getByRole("navigation").getByRole("heading").allTextContents()).toContain("1Time value of money");
    await page.getByRole("searchbox").fill("yearly growth");
    await page.locator("#pane-list a[data-id=cagr]").click();
    await page.getByRole("heading", { name: "Compound annual growth rate", level: 2 }).waitFor();
    expect(page.url()).toMatch(/#cagr$/);
    expect(await page.title()).toContain("Compound annual growth rate");
    await page.getByRole("searchbox").fill("qqqzz");
    expect(await page.locator("#pane-list").textContent()).toContain("Nothing is called");
  });

  /** Opens every formula in turn, tries its example, and brings home what `look` saw: one message to the page for them all. */
  const visit = <T>(page: Page, ids: readonly string[], look: string): Promise<Record<string, T>> =>
    page.evaluate(`(async () => {
      const seen = {};
      for (const id of ${JSON.stringify(ids)}) {
        const arrived = new Promise((resolve) => addEventListener("hashchange", resolve, { once: true }));
        location.hash = id;
        await arrived;
        const article = document.querySelector("article[data-formula=" + id + "]");
        const example = () => [...article.querySelectorAll("button")].find((button) => button.textContent === "Try the example").click();
        seen[id] = (${look})(article, example);
      }
      return seen;
    })()`);
  const ids = formulas.map(({ id }) => id);

  test("every formula can be read and its example tried, and every control has a name", async () => {
    const page = await open();
    interface Seen { before: string; nameless: string[]; undescribed: string[]; ids: string[]; equations: number; links: string[]; wrong: number; answer: string; cell: string; steps: number }
    const seen = await visit<Seen>(page, ids, `(article, example) => {
      const before = {
        before: article.textContent,
        nameless: [...document.querySelectorAll("button, input, select, textarea, a")].filter((control) => !control.closest("[hidden]"))
          .filter((control) => !(control.getAttribute("aria-label") || control.labels?.[0]?.textContent || control.textContent).trim()).map((control) => control.outerHTML),
        undescribed: [...article.querySelectorAll("[data-input]")].filter((field) => {
          const part = field.querySelector("input, textarea, select");
          const about = (part.getAttribute("aria-describedby") ?? "").split(" ").map((id) => document.getElementById(id)?.textContent ?? "").join("");
          return about.length < 5;
        }).map((field) => field.dataset.input),
        ids: [...document.querySelectorAll("[id]")].map((element) => element.id),
      };
      example();
      return {
        ...before,
        equations: article.querySelectorAll(".equation math").length,
        links: [...article.querySelectorAll("a")].map((link) => link.getAttribute("href").slice(1)),
        wrong: article.querySelectorAll(".fault:not([hidden]), [aria-invalid]").length,
        answer: article.querySelector(".exact-value").textContent,
        cell: article.querySelector(".formula-line code").textContent,
        steps: article.querySelectorAll(".steps li").length,
      };
    }`);
    for (const formula of formulas) {
      const { before, nameless, undescribed, ids: owned, equations, links, wrong, answer, cell, steps } = seen[formula.id]!;
      for (const told of [formula.title, formula.summary, formula.useWhen, formula.source, formula.number]) expect(before).toContain(told);
      if (formula.equation || formula.relation) expect(equations).toBeGreaterThan(0);
      for (const sibling of ids) if (sibling !== formula.id && sibling.includes("_") && new RegExp(`\\b${sibling}\\b`).test(formula.notWhen)) expect([formula.id, links]).toEqual([formula.id, expect.arrayContaining([sibling])]);
      expect([formula.id, Number(answer), wrong]).toEqual([formula.id, formula.example.gives, 0]);
      expect(cell).toMatch(new RegExp(`^=VAL\\.${formula.id.toUpperCase()}\\(.+\\)$`));
      if (formula.program.equation) expect(steps).toBe(formula.program.equation.length);
      expect([formula.id, nameless, undescribed]).toEqual([formula.id, [], []]);
      expect([formula.id, new Set(owned).size]).toEqual([formula.id, owned.length]);
    }
  });

  test("answers as one types, in full precision, with the working and both formulas", async () => {
    const page = await open("index.html#cagr");
    expect(await page.locator(".hint").textContent()).toBe("Fill in begin value, end value and periods.");
    await box(page, "begin value").fill("100000");
    expect(await page.locator(".hint").textContent()).toBe("Fill in end value and periods.");
    await box(page, "end value").fill("250000");
    await box(page, "periods").fill("5");
    expect(await page.locator(".value").textContent()).toBe("20.11\u202F%");
    expect(await answerOf(page)).toBe("0.20112443398143123");
    expect(await page.locator(".steps").textContent()).toContain("end_value / begin_value2.5");
    expect(await page.locator(".formula-line code").allTextContents()).toEqual(["=VAL.CAGR(100000, 250000, 5)", "=(250000/100000)^(1/5)-1"]);
    await expect(page.locator("#pane-announcements").filter({ hasText: "Answer: 20.11" }).waitFor({ state: "attached", timeout: 3000 })).resolves.toBeUndefined();
    // What was typed is still there after a look elsewhere.
    await page.locator("a[href='#irr']").last().click();
    await page.goBack();
    expect(await answerOf(page)).toBe("0.20112443398143123");
  });

  test("a refusal stands beside its input, offers what was meant, and goes with the mistake", async () => {
    const page = await open("index.html#cagr");
    const end = box(page, "end value");
    await end.pressSequentially("-");
    expect(await page.locator(".fault:visible").count()).toBe(0);
    await end.pressSequentially("5");
    const fault = page.locator("[data-input=end_value] .fault");
    expect(await fault.textContent()).toContain("end_value must be at least 0, not -5");
    expect(await end.getAttribute("aria-invalid")).toBe("true");
    expect(await end.getAttribute("aria-describedby")).toContain((await fault.getAttribute("id"))!);
    expect(await page.locator("[data-input=begin_value] .fault").isVisible()).toBe(false);
    await end.fill("250,000");
    await page.getByRole("button", { name: "Write 250000" }).click();
    expect(await end.inputValue()).toBe("250000");
    expect(await fault.isVisible()).toBe(false);
    expect(await end.getAttribute("aria-invalid")).toBeNull();
    await box(page, "periods").fill("-");
    await box(page, "begin value").focus();
    await page.locator("[data-input=periods] .fault").waitFor();
  });

  test("a rule between inputs is told once, and marks the inputs that it names", async () => {
    const page = await open("index.html#perpetuity_value");
    await box(page, "cash flow").fill("30000");
    await box(page, "rate").fill("0.03");
    await box(page, "growth rate").fill("0.08");
    expect(await page.locator(".refusal").textContent()).toContain("rate > growth_rate must hold, but rate is 0.03 and growth_rate is 0.08");
    expect(await box(page, "rate").getAttribute("aria-invalid")).toBe("true");
    expect(await box(page, "cash flow").getAttribute("aria-invalid")).toBeNull();
    await box(page, "growth rate").fill("0");
    expect(await answerOf(page)).toBe("1000000");
    expect(await box(page, "rate").getAttribute("aria-invalid")).toBeNull();
  });

  test("takes lists as Excel copies them, and dates", async () => {
    const page = await open("index.html#xirr");
    const paste = (name: string, text: string) => box(page, name).evaluate((field: HTMLTextAreaElement, pasted) => {
      field.focus();
      document.execCommand("insertText", false, pasted);
    }, text);
    await paste("cash flows", "-10000\r\n2750\r\n4250\r\n3250\r\n2750\r\n");
    await paste("dates", "2008-01-01\t2008-03-01\t2008-10-30\t2009-02-15\t2009-04-01");
    expect(await answerOf(page)).toBe("0.37336253351883153");
    await box(page, "cash flows").fill("(10,000)\n2,750\n4,250\n3,250\n2,750");
    await page.getByRole("button", { name: "Write plain numbers" }).click();
    expect(await answerOf(page)).toBe("0.37336253351883153");
    expect(await page.locator(".formula-line code").last().textContent()).toBe("=XIRR({-10000;2750;4250;3250;2750},{39448;39508;39751;39859;39904})");
    expect(await page.locator(".formulas > .help").textContent()).toContain("XIRR is Excel's own: it wants the earliest date first");
    await box(page, "dates").fill("01/03/2008");
    await box(page, "guess").focus();
    expect(await page.locator("[data-input=dates] .fault").textContent()).toContain("must be a date such as 2024-06-30");
  });

  test("a table takes a block from a sheet, marks the cell at fault, grows and shrinks", async () => {
    const page = await open("index.html#first_chicago");
    const cell = (row: number, column: string) => box(page, `scenarios, row ${row}, ${column}`);
    await box(page, "rate").fill("0.25");
    await cell(1, "probability").evaluate((field: HTMLInputElement) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text/plain", "0.25\t100\t2\r\n0.5\t50\t2\r\n0.25\t0\t2\r\n");
      field.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
    });
    // (0.25 * 100 + 0.5 * 50) / 1.25^2
    expect(await answerOf(page)).toBe("32");
    await cell(2, "probability").fill("1.5");
    expect(await page.locator("[data-input=scenarios] .fault").textContent()).toContain("scenarios row 2, probability must be");
    expect(await page.locator("[aria-invalid]").evaluateAll((fields) => fields.map((field) => field.getAttribute("aria-label")))).toEqual(["scenarios, row 2, probability"]);
    await cell(2, "probability").fill("0.75");
    expect(await page.locator(".refusal").textContent()).toContain("probabilit");
    await page.getByRole("button", { name: "Remove row 1 of scenarios" }).click();
    expect(await answerOf(page)).toBe("24");
    await page.getByRole("button", { name: "Add a row" }).click();
    expect(await answerOf(page)).toBe("24");
    await cell(3, "probability").fill("0");
    expect(await page.locator(".hint").textContent()).toContain("scenarios row 3 lacks");
    expect(await page.locator(".fault:visible").count()).toBe(0);
  });

  test("copies the answer and the formula", async () => {
    const page = await open("index.html#cagr", { permissions: ["clipboard-read", "clipboard-write"] });
    await tryExample(page);
    await page.getByRole("button", { name: "Copy answer" }).click();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("0.20112443398143123");
    await page.getByRole("button", { name: "Copy Excel formula" }).click();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("=VAL.CAGR(100000, 250000, 5)");
    await page.getByRole("button", { name: "Copy native formula" }).click();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("=(250000/100000)^(1/5)-1");
  });

  test("the keyboard alone is enough", async () => {
    const page = await open("index.html#npv");
    await page.keyboard.press("/");
    await page.keyboard.type("payback");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Payback period", exact: true, level: 2 }).waitFor();
    await page.waitForFunction(() => document.activeElement?.tagName === "H2");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    if ((await page.evaluate(() => document.activeElement?.id)) !== "payback_period-cash_flows") await page.keyboard.press("Tab");
    await page.keyboard.type("-100\n60\n60");
    expect(Number(await answerOf(page))).toBeCloseTo(1 + 40 / 60, 15);
    await page.keyboard.press("Escape");
    expect(await page.evaluate(() => document.activeElement?.getAttribute("data-id"))).toBe("payback_period");
    await page.keyboard.press("Escape");
    expect(await page.evaluate(() => document.activeElement?.id)).toBe("pane-search");
    await page.keyboard.press("Escape");
    expect(await page.getByRole("searchbox").inputValue()).toBe("");
  });

  test("links and back work; an address that names no formula says so", async () => {
    const page = await open("index.html#TVPI");
    await page.getByRole("heading", { name: "Total value to paid-in capital" }).waitFor();
    expect(await page.locator("#pane-list a[aria-current=page]").getAttribute("data-id")).toBe("tvpi");
    await page.locator("article a[href='#moic']").click();
    await page.getByRole("heading", { name: "Multiple on invested capital" }).waitFor();
    await page.goBack();
    await page.getByRole("heading", { name: "Total value to paid-in capital" }).waitFor();
    await page.evaluate(() => void (location.hash = "tvppi"));
    await page.getByText("There is no formula called tvppi").waitFor();
    await page.getByRole("link", { name: /Did you mean Total value/ }).click();
    await page.getByRole("heading", { name: "Total value to paid-in capital" }).waitFor();
  });

  // The narrowest pane, and the narrowest page with list and formula side by side.
  test.each([["light", 280], ["dark", 800]] as const)("%s at %d pixels: nothing is cut off, every text can be read", async (colorScheme, width) => {
    const page = await open("index.html", { colorScheme, viewport: { width, height: 720 } });
    expect(await isWide(page)).toBe(false);
    const seen = await visit<boolean>(page, ids, `(article, example) => (example(), document.documentElement.scrollWidth > document.documentElement.clientWidth)`);
    expect(ids.filter((id) => seen[id])).toEqual([]);
    // The contrast of every text with what lies behind it, as WCAG counts it.
    const faint = await page.evaluate(() => {
      const parse = (colour: string): number[] => (colour.match(/[\d.]+/g) ?? []).map(Number);
      const light = ([r = 0, g = 0, b = 0]: number[]): number => [r, g, b].map((part) => part / 255).map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)).reduce((sum, part, i) => sum + part * [0.2126, 0.7152, 0.0722][i]!, 0);
      const behind = (element: Element | null): number[] => {
        for (let at = element; at; at = at.parentElement) {
          const colour = parse(getComputedStyle(at).backgroundColor);
          if (colour[3] !== 0) return colour;
        }
        return [255, 255, 255];
      };
      return [...document.querySelectorAll<HTMLElement>("body *")].filter((element) => element.checkVisibility() && !(element as HTMLButtonElement).disabled && [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim())).flatMap((element) => {
        const [a, b] = [light(parse(getComputedStyle(element).color)), light(behind(element))];
        const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
        return ratio < 4.5 ? [`${element.tagName} ${element.className} ${element.textContent?.slice(0, 30)} ${ratio.toFixed(2)}`] : [];
      });
    });
    expect(faint).toEqual([]);
  });

  test("in a narrow pane list and formula take turns", async () => {
    const page = await open("index.html", { viewport: { width: 320, height: 640 } });
    expect(await page.getByRole("searchbox").isVisible()).toBe(true);
    await page.locator("#pane-list a[data-id=dcf]").click();
    await page.getByRole("heading", { name: "Discounted cash flow value" }).waitFor();
    expect(await page.getByRole("searchbox").isVisible()).toBe(false);
    await tryExample(page);
    expect(await page.locator(".value").isVisible()).toBe(true);
    await page.getByRole("link", { name: "All formulas" }).click();
    expect(await page.getByRole("searchbox").isVisible()).toBe(true);
    expect(await page.evaluate(() => document.activeElement?.getAttribute("data-id"))).toBe("dcf");
    await page.evaluate(() => void (location.hash = "tvppi"));
    expect(await page.getByText("There is no formula called tvppi").isVisible()).toBe(true);
  });

  test("nothing for Excel is offered where there is none", async () => {
    const page = await open("index.html#npv");
    await tryExample(page);
    expect(await page.locator(".in-excel:visible").count()).toBe(0);
    expect(await page.locator("script[src*='office']").count()).toBe(0);
    const policy = await page.locator("meta[http-equiv]").getAttribute("content");
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/unsafe|\*/);
  });
});
