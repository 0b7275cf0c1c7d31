/**
 * Microsoft's own runtime for custom functions, over the built bundle, in a browser: between a cell and us it decides what
 * arguments arrive as and which error a cell shows. Only Excel's native side is played.
 */
import { readFileSync } from "node:fs";
import type { Browser, Page } from "playwright-core";
import { FORMULAS } from "../../src/formulas";
import { describeInBrowser, launch } from "../browser";
import { built, metadata } from "./bundle";
import { column, exampleArguments, row } from "./examples";

/** One call of a cell; the flags say what the function is told to take: errors, and cells with a data type as JSON. */
type Call = readonly [id: string, args: readonly unknown[], flags?: number];
const ERRORS = 4;
const DATA_TYPES = 8;

/** What the runtime sends back to Excel for one call. */
type Answer = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly value: string; readonly code: number };
/** The runtime's numbers for the errors of a cell. */
const CODES = { "#N/A": 1, unknown: 2, "#DIV/0!": 5, "#VALUE!": 7 } as const;

const shown = (value: unknown): Answer => ({ ok: true, value });
const error = (code: keyof typeof CODES, words: string): Answer => ({ ok: false, value: expect.stringContaining(words) as string, code: CODES[code] });

/** A rich error as Excel serializes it beside the flag for data types. */
const rich = (value: object) => ({ value: JSON.stringify(value) });
const richError = rich({ type: "Error", basicType: "Error", basicValue: "#DIV/0!", errorType: "Div0" });
const richNumber = rich({ type: "FormattedNumber", basicType: "Double", basicValue: 250_000, numberFormat: "#,##0" });
const plainError = { type: "CustomFunctionError", code: "#REF!" };

const cagr = 0.20112443398143123; // the example of cagr, computed elsewhere
const cases: readonly (readonly [name: string, call: Call, answer: Answer])[] = [
  ...[...FORMULAS.values()].flatMap((formula) =>
    [column, row].map((shape) => [`${formula.id}, its lists as a ${shape.name}`, [formula.id.toUpperCase(), exampleArguments(formula, shape)], shown(formula.example.gives)] as const),
  ),
  ["a function called in lower case", ["cagr", [100_000, 250_000, 5]], shown(cagr)],
  ["numbers as text", ["CAGR", ["100000", " 250000 ", "5"]], shown(cagr)],
  ["a number with a data type", ["CAGR", [100_000, richNumber, 5], DATA_TYPES], shown(cagr)],
  // At a rate of 0 the value is the plain sum.
  ...[0, null, ""].map((blank) => [`a blank cell of a column that comes as ${JSON.stringify(blank)}`, ["NPV", [0, [[100], [blank], [50]], null]], shown(150)] as const),
  ...[0, null, ""].map((blank) => [`a blank cell of a row that comes as ${JSON.stringify(blank)}`, ["NPV", [0, [[100, blank, 50]], null]], shown(150)] as const),
  ["an optional argument that is given", ["NPV", [0.25, [[125]], 0]], shown(125)],
  ["an optional argument that is left out", ["NPV", [0.25, [[125]], null]], shown(100)],
  ["a refusal", ["CAGR", [-100, 250_000, 5]], error("#VALUE!", "begin_value must be above 0, not -100")],
  ["two refusals together", ["CAGR", [-100, 250_000, "x"]], error("#VALUE!", 'begin_value must be above 0, not -100; periods must be a number of years, not the text "x"')],
  ["an argument that is missing", ["CAGR", [100_000, null, 5]], error("#VALUE!", "end_value is missing")],
  ["a block for a list", ["NPV", [0.1, [[1, 2], [3, 4]], null]], error("#VALUE!", "cash_flows must be one column or one row of cells")],
  ["an error in a cell", ["CAGR", [100_000, plainError, 5], ERRORS], error("#VALUE!", "end_value holds the error #REF!")],
  ["an error in a range", ["NPV", [0.1, [[1], [plainError]], null], ERRORS], error("#VALUE!", "cash_flows holds the error #REF!")],
  ["a rich error in a range", ["NPV", [0.1, [[1], [richError]], null], DATA_TYPES], error("#VALUE!", "cash_flows holds the error #DIV/0!")],
  ["a question without an answer", ["PAYBACK_PERIOD", [[[-100], [10]]]], error("#N/A", "never recovered")],
  // At a rate of -2 the two outlays, -100 now and -100 / (1 - 2) a period later, cancel: nothing is left to divide by.
  ["a division by zero", ["MIRR", [[[-100], [-100], [50]], -2, 0.1]], error("#DIV/0!", "")],
  ["a function that does not exist", ["NOTHING", [1]], error("unknown", "")],
  ["the working of a formula", ["EXPLAIN", ["dpi", [[[8]], [[10]]]]], shown(expect.arrayContaining([["Answer", "dpi", "distributions / paid_in", 0.8]]))],
  ["a number over a range", ["ROUND_PRICE", [[["holder", "shares"], ["Ada", 1_000_000]], 9_000_000, 1_000_000, null, null, null, null]], shown(9)],
  ["a range over a range", ["FORMULA", ["a * 2", [[1], [2.5]], ...Array<null>(7).fill(null)]], shown([[2], [5]])],
  ["the list of formulas", ["FORMULAS", [null]], shown(expect.arrayContaining([expect.arrayContaining(["VAL.CAGR"])]))],
];

interface NativeMessage {
  readonly id: number;
  readonly type: number;
  readonly flags: number;
  readonly message: { readonly body: { readonly Actions: readonly Action[] } };
}
interface Action {
  readonly Id: number;
  readonly Name: string;
  readonly ArgumentInfo: { readonly Arguments?: readonly (readonly (readonly [id: number, ok: boolean, value: unknown, code?: number])[])[] };
}
declare global {
  interface Window {
    _richApiNativeBridge: { sendMessageToHost(text: string): void; onMessageFromHost(text: string): void };
    /** Has the runtime compute cells, all in one message, and waits for every result. */
    calculate(calls: readonly Call[]): Promise<Answer[]>;
  }
}

/** Runs in the page before the runtime loads: Excel's native side, as far as the runtime talks to it. */
function playExcel(): void {
  const answers = new Map<number, Answer>();
  let arrived = (): void => undefined;
  window._richApiNativeBridge = {
    onMessageFromHost: () => undefined,
    sendMessageToHost(text) {
      const { id, type, flags, message } = JSON.parse(text) as NativeMessage;
      const actions = message.body.Actions;
      for (const { Name, ArgumentInfo } of actions) {
        if (Name !== "SetInvocationArrayResults") continue;
        for (const [invocation, ok, value, code] of ArgumentInfo.Arguments![0]!) answers.set(invocation, ok ? { ok, value } : { ok, value: value as string, code: code! });
      }
      // A request without an answer is sent again and again.
      const body = JSON.stringify({ Results: actions.map(({ Id }) => ({ ActionId: Id, Value: null })) });
      setTimeout(() => window._richApiNativeBridge.onMessageFromHost(JSON.stringify({ id, type, flags, message: { statusCode: 200, headers: {}, body } })));
      arrived();
    },
  };
  window.calculate = (calls) =>
    new Promise((resolve) => {
      arrived = () => answers.size === calls.length && resolve(calls.map((_call, i) => answers.get(i)!));
      const entries = calls.map(([id, args, flags = 0], i) => ({ messageCategory: 1, messageType: 1000, message: JSON.stringify([i, id, args, null, flags]) }));
      window._richApiNativeBridge.onMessageFromHost(JSON.stringify({ type: 3, id: -1, flags: 0, message: { entries } }));
    });
}

const RUNTIME = "/lib/custom-functions-runtime.debug.js"; // the runtime looks for its own file name
const page = (): Record<string, readonly [type: string, body: string]> => ({
  "/": ["text/html", `<!doctype html><title>Cells</title><script src="/excel.js"></script><script src="${RUNTIME}"></script><script src="/functions.js"></script>`],
  "/excel.js": ["text/javascript", `(${playExcel.toString()})()`],
  [RUNTIME]: ["text/javascript", readFileSync(require.resolve("@microsoft/office-js/dist/custom-functions-runtime.debug.js"), "utf8")],
  "/functions.js": ["text/javascript", built("functions.js")],
});

describeInBrowser("in Microsoft's runtime", () => {
  let browser: Browser | string;
  let cells: Page;
  let answers: Map<string, Answer>;
  const faults: string[] = [];

  beforeAll(async () => {
    browser = await launch();
    if (typeof browser === "string") throw new Error(browser);
    cells = await browser.newPage();
    cells.on("pageerror", (fault) => faults.push(String(fault)));
    const files = page();
    // Everything comes from memory; whatever else is asked for is noted and goes nowhere.
    await cells.route("**", async (route) => {
      const { pathname, host } = new URL(route.request().url());
      const file = host === "cells.test" ? files[pathname] : undefined;
      if (file) return route.fulfill({ contentType: file[0], body: file[1] });
      // The runtime looks for a table of hosts beside itself, and does without.
      if (!pathname.startsWith("/lib/") && pathname !== "/favicon.ico") faults.push(`asks for ${route.request().url()}`);
      return route.abort();
    });
    await cells.goto("http://cells.test/");
    const found = await cells.evaluate((calls) => window.calculate(calls), cases.map(([, call]) => call));
    answers = new Map(cases.map(([name], i) => [name, found[i]!]));
  }, 60_000);

  afterAll(async () => {
    if (typeof browser === "object") await browser.close();
  });

  test("the page loads without a fault and asks for nothing else", () => {
    expect(faults).toEqual([]);
  });

  test("every function of functions.json is associated", async () => {
    const associated = await cells.evaluate(() => Object.keys((CustomFunctions as unknown as { _association: { mappings: object } })._association.mappings));
    expect(associated.sort()).toEqual(metadata().functions.map(({ id }) => id).sort());
  });

  test.each(cases.map(([name, , answer]) => [name, answer] as const))("%s", (name, answer) => {
    expect(answers.get(name)).toEqual(answer);
  });
});
