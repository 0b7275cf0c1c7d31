import { existsSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { helpText, MAX_ITEMS } from "../../src/core/parameters";
import { CELL_FUNCTIONS } from "../../src/excel/cell-functions";
import { FORMULAS } from "../../src/formulas";
import { HostError } from "../host";
import { associations, built, metadata, outcome, run, type FunctionMetadata } from "./bundle";
import { column, exampleArguments, row, sampleArguments, type Argument, type Cell, type Range } from "./examples";

/** Excel loads the bundle again for every workbook, over whatever connection there is. */
const MOST_BYTES = 320_000;
/** What Excel's function wizard shows of one text. */
const LONGEST_TEXT = 255;
/** Excel stands still while a function computes. Counted in processor time, which other work on the machine does not change. */
const MOST_SECONDS = 1;

const formulas = [...FORMULAS.values()];
/** The functions that are no formula: over whole ranges, and those that tell about the formulas. */
const others = CELL_FUNCTIONS.filter(({ id }) => !FORMULAS.has(id.toLowerCase()));
const excelId = (id: string) => id.toUpperCase();
const calls = new Map(associations());
const call = (id: string, args: readonly unknown[]) => outcome(calls.get(excelId(id))!, args);

describe("the bundle", () => {
  test("loads where there is no host for cells", () => {
    expect(() => run({})).not.toThrow();
  });

  test("loads before the host has given its errors", () => {
    expect(() => run({ CustomFunctions: { associate: () => undefined } })).not.toThrow();
  });

  test("associates every function of functions.json once, and nothing else", () => {
    expect(associations().map(([id]) => id).sort()).toEqual(metadata().functions.map(({ id }) => id).sort());
  });

  test("holds every formula of the catalogue, and the functions over whole ranges", () => {
    expect([...calls.keys()].sort()).toEqual([...formulas.map(({ id }) => excelId(id)), ...others.map(({ id }) => id)].sort());
  });

  test(`is at most ${MOST_BYTES} bytes`, () => {
    expect(Buffer.byteLength(built("functions.js"))).toBeLessThanOrEqual(MOST_BYTES);
  });
});

describe("functions.json", () => {
  const told = new Map(metadata().functions.map((one) => [one.id, one]));

  test("is open to cells with data types, and closed to what crashes Excel 2021", () => {
    expect(Object.keys(metadata()).sort()).toEqual(["allowCustomDataForDataTypeAny", "functions"]);
    expect(metadata()["allowCustomDataForDataTypeAny"]).toBe(true);
  });

  test.each(formulas.map((formula) => [formula.id, formula] as const))("%s stands in it word for word", (id, { summary, inputs }) => {
    const expected: FunctionMetadata = {
      id: excelId(id),
      name: excelId(id),
      description: summary,
      helpUrl: `https://localhost:3000/handbook/${id}.html`,
      parameters: Object.entries(inputs).map(([name, parameter]) => ({
        name,
        description: helpText(parameter),
        // Excel turns a wrong cell away itself, without our words, where a type is declared.
        type: "any",
        ...((parameter.kind === "list" || parameter.kind === "rows") && { dimensionality: "matrix" }),
        ...(parameter.optional && { optional: true }),
      })),
      result: { type: "number" },
    };
    expect(told.get(excelId(id))).toEqual(expected);
  });

  test.each(others.map((one) => [one.id, one] as const))("%s stands in it word for word", (id, { summary, parameters, returns, page }) => {
    const dimensions = (type: string) => type === "any[][]" && { dimensionality: "matrix" };
    const expected: FunctionMetadata = {
      id,
      name: id,
      description: summary,
      helpUrl: `https://localhost:3000/handbook/${page}.html`,
      parameters: parameters.map(({ name, text, type, optional, repeating }) => ({ name, description: text, type: "any", ...dimensions(type), ...(optional && { optional }), ...(repeating && { repeating }) })),
      result: { ...(returns.type === "number" && { type: "number" }), ...dimensions(returns.type) },
    };
    expect(told.get(id)).toEqual(expected);
  });

  test.each([...told])("the help of %s is a page of the handbook", (_id, { helpUrl }) => {
    expect(existsSync(join(__dirname, "../../dist", new URL(helpUrl).pathname))).toBe(true);
  });

  test.each([...told])("the texts of %s fit Excel's wizard", (_id, { description, parameters }) => {
    const texts = [description, ...parameters.map((parameter) => parameter.description)];
    expect(texts.filter((text) => text.length < 1 || text.length > LONGEST_TEXT)).toEqual([]);
  });
});

/** Names that Excel refuses, or takes for something else. */
const idRules: Readonly<Record<string, (id: string, all: readonly string[]) => boolean>> = {
  "too short": (id) => id.length < 3,
  "not a name": (id) => !/^[A-Z]\w*(\.[A-Z]\w*)*$/.test(id),
  "a cell": (id) => /^[A-Z]{1,3}\d+$/.test(id),
  "a cell in R1C1": (id) => /^(R\d*(C\d*)?|C\d*)$/.test(id),
  "not the only one": (id, all) => all.filter((other) => other.toUpperCase().replaceAll(".", "_") === id.toUpperCase().replaceAll(".", "_")).length > 1,
};
const idFaults = (all: readonly string[]): string[] =>
  all.flatMap((id) => Object.entries(idRules).filter(([, breaks]) => breaks(id, all)).map(([rule]) => `${id} is ${rule}`));

describe("the names in Excel", () => {
  test("are legal", () => {
    expect(idFaults([...calls.keys()])).toEqual([]);
  });

  test.each([
    ["AB", "too short"],
    ["SAFE_", undefined],
    ["CAP TABLE", "not a name"],
    ["CAGR.", "not a name"],
    ["DCF2", "a cell"],
    ["R1C1", "a cell in R1C1"],
    ["R12", "a cell in R1C1"],
    ["SAAS.LTV", undefined],
    ["SAAS_LTV", "not the only one"],
  ])("the check knows that %s is %s", (id, fault) => {
    const all = id === "SAAS_LTV" ? [id, "SAAS.LTV"] : [id];
    const faults = idFaults(all).filter((text) => text.startsWith(`${id} is`));
    if (fault === undefined) expect(faults).toEqual([]);
    else expect(faults).toContain(`${id} is ${fault}`);
  });
});

/** Each formula with each of its inputs that is of one of the kinds and stands in the example. */
function inputs(...kinds: readonly ("scalar" | "list" | "rows")[]) {
  return formulas.flatMap((formula) => {
    const args = exampleArguments(formula);
    return Object.entries(formula.inputs)
      .map(([name, parameter], place) => ({ id: formula.id, name, parameter, place, args }))
      .filter(({ parameter: { kind }, place }) => args[place] !== null && kinds.includes(kind === "list" || kind === "rows" ? kind : "scalar"));
  });
}
const replaced = <T>(items: readonly T[], place: number, item: T): T[] => items.map((one, i) => (i === place ? item : one));
const asRange = (argument: Argument): Range => argument as Range;
/** A range with another cell in place of one. */
const withCell = (range: Argument, line: number, place: number, cell: Cell): Range => replaced(asRange(range), line, replaced(asRange(range)[line]!, place, cell));
const refusal = (words: string) => ({ code: "#VALUE!", message: expect.stringContaining(words) as string });

/** The same cells in every way in which Excel may pass them. */
const everyCell = (rewrite: (cell: Cell) => Cell) => (argument: Argument): Argument =>
  Array.isArray(argument) ? asRange(argument).map((cells) => cells.map(rewrite)) : rewrite(argument as Cell);
const WAYS: Readonly<Record<string, (formula: (typeof formulas)[number]) => readonly unknown[]>> = {
  "a column": (formula) => exampleArguments(formula, column),
  "a row": (formula) => exampleArguments(formula, row),
  "numbers as text": (formula) => exampleArguments(formula).map(everyCell((cell) => (typeof cell === "number" ? String(cell) : cell))),
  "numbers as text with spaces": (formula) => exampleArguments(formula).map(everyCell((cell) => (typeof cell === "number" ? ` ${cell} ` : cell))),
  "cells with a data type": (formula) =>
    exampleArguments(formula).map(everyCell((cell) => (typeof cell === "number" ? { type: "FormattedNumber", basicType: "Double", basicValue: cell, numberFormat: "0.0 %" } : cell))),
  "single cells as ranges": (formula) => exampleArguments(formula).map((argument) => (Array.isArray(argument) || argument === null ? argument : [[argument]])),
  "arguments left out at the end": (formula) => exampleArguments(formula).map((argument) => argument ?? undefined),
};

describe.each(Object.entries(WAYS))("the example, given as %s,", (_way, given) => {
  test.each(formulas.map((formula) => [formula.id, formula] as const))("gives the right number: %s", (id, formula) => {
    expect(call(id, given(formula))).toBe(formula.example.gives);
  });
});

test.each(formulas.map((formula) => [formula.id, formula] as const))("explain spills the working of %s down to its answer", (id, formula) => {
  // The runtime passes the arguments of a repeating range as one list of ranges, as many as there are.
  const ranges = exampleArguments(formula).flatMap((argument) => (argument === null ? [] : [Array.isArray(argument) ? argument : [[argument]]]));
  const lines = call("explain", [id, ranges]) as readonly (readonly unknown[])[];
  expect(lines.filter(([kind]) => kind === "Answer").map((line) => line[3])).toEqual([formula.example.gives]);
});

test.each(others)("$id works on a sample", ({ id, parameters }) => {
  expect(call(id, sampleArguments(parameters))).not.toHaveProperty("code");
});

describe("a blank cell comes as 0, null or an empty text, and means the same:", () => {
  const blanks = (id: string, args: readonly Argument[], place: number, line: number, across: number) =>
    [0, null, ""].map((blank) => call(id, replaced(args, place, withCell(args[place]!, line, across, blank))));

  test.each(inputs("list", "rows"))("$id, $name", ({ id, args, place, parameter }) => {
    const firstLine = parameter.kind === "rows" ? 1 : 0; // below the names of the columns
    asRange(args[place]!).slice(firstLine).forEach((cells, line) =>
      cells.forEach((_cell, across) => {
        const [zero, nothing, empty] = blanks(id, args, place, firstLine + line, across);
        expect(nothing).toEqual(zero);
        expect(empty).toEqual(zero);
      }),
    );
  });

  // A flow that is not there is a flow of 0; at a rate of 0 the value is the plain sum.
  test.each([0, null, "", undefined])("npv takes %p as no flow", (blank) => {
    expect(call("npv", [0, [[100], [blank], [50]], null])).toBe(150);
  });

  test.each([0, null, ""])("xnpv takes %p as no date", (blank) => {
    expect(call("xnpv", [0.1, [[-100], [110]], [[39448], [blank]]])).toEqual(refusal("dates item 2 must be a date"));
  });
  // Excel's days begin in 1900; JavaScript would take the year 50 for 1950.
  test.each(["0050-01-01", "1850-01-01"])("xnpv takes %p as no date, and says which years are", (early) => {
    expect(call("xnpv", [0.1, [[-100], [110]], [[39448], [early]]])).toEqual(refusal(`dates item 2 must be a date such as 2024-06-30 (in Excel a date cell), from 1900-01-01 to 9999-12-31, not the text "${early}"`));
  });
});

describe("a cell that is no number is refused in words that name its input:", () => {
  const errors: readonly (readonly [string, object])[] = [
    ["an error of the host", new HostError("#N/A", "no data")],
    ["an error value", { type: "Error", basicType: "Error", basicValue: "#N/A", errorType: "NotAvailable" }],
  ];

  test.each(inputs("scalar", "list").flatMap((input) => errors.map(([kind, error]) => ({ ...input, kind, error }))))("$kind for $name of $id", ({ id, name, args, place, error }) => {
    const wrong: Argument = Array.isArray(args[place]) ? withCell(args[place], 0, 0, error) : error;
    expect(call(id, replaced(args, place, wrong))).toEqual(refusal(`${name} holds the error #N/A`));
  });

  test.each(inputs("scalar", "list"))("TRUE for $name of $id", ({ id, name, args, place }) => {
    const wrong: Argument = Array.isArray(args[place]) ? withCell(args[place], 0, 0, true) : true;
    expect(call(id, replaced(args, place, wrong))).toEqual(refusal(name));
  });
});

describe("the shape of a range:", () => {
  test.each(inputs("list"))("a block is refused for $name of $id", ({ id, name, args, place }) => {
    expect(call(id, replaced<Argument>(args, place, [[1, 2], [3, 4]]))).toEqual(refusal(`${name} must be one column or one row of cells, not a block of 2 rows and 2 columns`));
  });

  test.each(inputs("scalar"))("a range is refused for $name of $id", ({ id, name, args, place }) => {
    expect(call(id, replaced<Argument>(args, place, [[1], [2]]))).toEqual(refusal(`${name} must be one cell, not a range of 2 rows and 1 column`));
  });

  test.each(inputs("list"))("one cell is a range of one for $name of $id", ({ id, args, place }) => {
    const [[only]] = asRange(args[place]!) as [[Cell]];
    expect(call(id, replaced<Argument>(args, place, only))).toEqual(call(id, replaced<Argument>(args, place, [[only]])));
  });

  test("the columns of a table may stand in any order under their names", () => {
    for (const { id, args, place } of inputs("rows")) {
      const turned = asRange(args[place]!).map((cells) => [...cells].reverse());
      expect([id, call(id, replaced<Argument>(args, place, turned))]).toEqual([id, call(id, args)]);
    }
  });
});

test.each([["npv", "cash_flows", [0.1, "LONG", null]], ["xirr", "dates", [[[-1], [2]], "LONG", null]]])("%s refuses more %s than one call may carry", (id, name, args) => {
  const long = Array.from({ length: MAX_ITEMS + 1 }, (_, i) => [i]);
  expect(call(id, args.map((arg) => (arg === "LONG" ? long : arg)))).toEqual(refusal(`${name} has ${MAX_ITEMS + 1} items; at most ${MAX_ITEMS} are taken`));
});

describe("whatever a cell may hold,", () => {
  const cyclic: Record<string, unknown> = {};
  cyclic["self"] = cyclic;

  const NUMBERS = [0, -0, 1, -1, -2, 0.5, -0.999999, 1e-9, 12, 366, 45_000, 2_958_466, 2 ** 53, 1e15, 1e150, -1e150, 1e308, -1e308, Number.MIN_VALUE, NaN, Infinity, -Infinity];
  const TEXTS = ["", " ", "abc", "end", "-0", "1e400", "12%", "1,500,000", "2024-02-29", "2023-02-29", "[1, 2]", "[1", "[[[[", "{}", "=1/0", "\u0000", "__proto__", "9".repeat(400), "x".repeat(10_000)];
  const THINGS: readonly unknown[] = [
    null, undefined, true, false, new Date(0), new Date(NaN), {}, cyclic, Object.create(null), { basicValue: NaN }, { basicValue: cyclic }, { basicType: "Error" }, { errorType: 7 },
    new HostError("#REF!"), new Error("plain"), () => 1, Symbol.iterator, 10n, /x/, new Map(), [], [[]], [[[1]]], [[1, [2]]], [[], [1]], [[1, 2], [3]], new Array(3), [1, 2],
  ];
  const scalar = fc.constantFrom<unknown>(...NUMBERS, ...TEXTS, ...THINGS);
  const plausible = fc.constantFrom<unknown>(...NUMBERS.filter(Number.isFinite));
  const range = fc.oneof(fc.array(plausible, { maxLength: 12 }), fc.array(scalar, { maxLength: 5 })).chain((items) => fc.constantFrom(items.map((item) => [item]), [items], items));
  const block = fc.array(fc.array(scalar, { maxLength: 4 }), { maxLength: 4 });
  const many = (length: number) => fc.array(plausible, { minLength: 1, maxLength: 7 }).map((pattern) => Array.from({ length }, (_, i) => [pattern[i % pattern.length]]));
  /** Mostly the example, so that a call often gets past the reading of its inputs. */
  const anything = (example: unknown) =>
    fc.oneof(
      { weight: 6, arbitrary: fc.constant(example) },
      { weight: 3, arbitrary: scalar },
      { weight: 3, arbitrary: plausible },
      { weight: 4, arbitrary: range },
      { weight: 1, arbitrary: block },
      { weight: 1, arbitrary: many(1000) },
    );
  const computed = fc.constantFrom(...formulas).chain((formula) => fc.tuple(fc.constant(formula.id), fc.tuple(...exampleArguments(formula).map(anything))));
  const filled = fc.constantFrom(...others).chain(({ id, parameters }) => fc.tuple(fc.constant(id), fc.tuple(...sampleArguments(parameters).map(anything))));
  const anyCall = fc.oneof({ weight: 4, arbitrary: computed }, { weight: 1, arbitrary: filled });

  test(`a function gives a finite number, a range of cells or an error of Excel's, within ${MOST_SECONDS} s`, () => {
    let slowest = { call: "", seconds: 0 };
    fc.assert(
      fc.property(anyCall, ([id, args]) => {
        const before = process.cpuUsage();
        const shown = call(id, args); // throws for anything else
        if (FORMULAS.has(id) && Array.isArray(shown)) throw new Error(`${id} fills a range`);
        const seconds = process.cpuUsage(before).user / 1e6;
        if (seconds > slowest.seconds) slowest = { call: `${id} ${fc.stringify(args).slice(0, 300)}`, seconds };
      }),
      { seed: 20_240_630, numRuns: 2000, endOnFailure: true },
    );
    expect(slowest.seconds < MOST_SECONDS ? [] : slowest).toEqual([]);
  }, 120_000);
});
