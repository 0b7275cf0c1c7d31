/**
 * The native formulas, in a spreadsheet engine that this project did not write: LibreOffice computes one sheet that holds
 * every formula's example and random inputs, with values written out and with references to cells, and each result is held
 * against the exact answer.
 */
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { XMLParser } from "fast-xml-parser";
import { evaluate, readInputs } from "../src/core/evaluate";
import { Failure } from "../src/core/failure";
import type { Given, Parameter, Scalar } from "../src/core/parameters";
import { FORMULAS, type CatalogueFormula } from "../src/formulas";
import { literals, nativeOf } from "../src/language/excel";
import type { ExcelText } from "../src/language/words";

const SOFFICE = ["/usr/bin/soffice", "/usr/local/bin/soffice", "/Applications/LibreOffice.app/Contents/MacOS/soffice"].find((path) => existsSync(path));
const RANDOM_INPUTS = 20;
const TOLERANCE = 1e-12;
/** Of functions of Excel's own that search for their answer. */
const SEARCHED = 1e-7;

/** A generator with a fixed seed, the same inputs on every machine (mulberry32). */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Another value of the same kind near the one given: six digits, whole where the kind is. */
function varied(parameter: Scalar, value: number | string, random: () => number): number | string {
  if (parameter.choices) return parameter.choices[Math.floor(random() * parameter.choices.length)]!;
  if (typeof value === "string") return value;
  if (parameter.kind === "date") return value + Math.floor(random() * 30);
  const moved = (value === 0 ? random() * 0.1 : value * (0.6 + 0.8 * random()));
  const rounded = parameter.whole ? Math.round(moved) : Number(moved.toPrecision(6));
  return parameter.max !== undefined && rounded > parameter.max ? value : rounded;
}

/** Inputs like the example's that the formula accepts; lists that must sum to 1 are turned round instead of changed. */
function randomInputs(formula: CatalogueFormula, random: () => number): Record<string, Given> | undefined {
  const { inputs } = readInputs(formula, formula.example.given as Record<string, unknown>);
  for (let attempt = 0; attempt < 60; attempt++) {
    const keepSums = attempt % 2 === 1;
    const other = Object.fromEntries(Object.entries(inputs).filter(([, value]) => value !== undefined).map(([name, value]) => {
      const parameter = formula.inputs[name]!;
      if (parameter.kind === "list") {
        const items = value as readonly number[];
        const turn = Math.floor(random() * items.length);
        const turned = [...items.slice(turn), ...items.slice(0, turn)];
        return [name, keepSums ? (parameter.of.kind === "fraction" || parameter.of.kind === "number" ? turned : items.map((item) => varied(parameter.of, item, random))) : items.map((item) => varied(parameter.of, item, random))];
      }
      if (parameter.kind === "rows") {
        const rows = value as readonly Record<string, number | string>[];
        return [name, rows.map((row) => Object.fromEntries(Object.entries(row).map(([column, cell]) => [column, parameter.columns[column]!.kind === "fraction" ? cell : varied(parameter.columns[column]!, cell, random)])))];
      }
      return [name, varied(parameter, value as number | string, random)];
    })) as Record<string, Given>;
    try {
      evaluate(formula, other);
      return other;
    } catch (fault) {
      if (!(fault instanceof Failure)) throw fault;
    }
  }
  return undefined;
}

interface Row {
  readonly formula: CatalogueFormula;
  readonly text: string;
  readonly want: number;
  /** What stands in the cells of this row's sheet, by address. */
  readonly cells: ReadonlyMap<string, number | string>;
}

const columnName = (index: number): string => (index < 26 ? String.fromCharCode(65 + index) : columnName(Math.floor(index / 26) - 1) + columnName(index % 26));

/** Puts inputs in cells from the given row down, one column each, and says how each is referred to. */
function inCells(parameters: Readonly<Record<string, Parameter>>, inputs: Readonly<Record<string, Given>>, top: number): { cells: Map<string, number | string>; texts: Map<string, ExcelText | Map<string, ExcelText>>; height: number } {
  const cells = new Map<string, number | string>();
  const texts = new Map<string, ExcelText | Map<string, ExcelText>>();
  let column = 1, height = 1;
  const place = (values: readonly (number | string)[], shape: ExcelText["shape"]): ExcelText => {
    const letter = columnName(column++);
    values.forEach((value, i) => cells.set(`${letter}${top + i}`, value));
    height = Math.max(height, values.length);
    return { text: shape === "scalar" ? `${letter}${top}` : `${letter}${top}:${letter}${top + values.length - 1}`, strength: 10, shape };
  };
  for (const [name, value] of Object.entries(inputs)) {
    const parameter = parameters[name]!;
    if (parameter.kind === "rows") texts.set(name, new Map(Object.keys(parameter.columns).map((of) => [of, place((value as readonly Record<string, number | string>[]).map((row) => row[of]!), "range")])));
    else if (parameter.kind === "list") texts.set(name, place(value as readonly number[], "range"));
    else texts.set(name, place([value as number | string], "scalar"));
  }
  return { cells, texts, height };
}

const escape = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");

/** A flat spreadsheet whose formulas are read with Excel's grammar. */
function sheet(rows: readonly Row[], tops: readonly number[]): string {
  const byRow = new Map<number, Map<number, string>>();
  const put = (address: string, xml: string): void => {
    const [, letters = "", digits = ""] = /^([A-Z]+)(\d+)$/.exec(address)!;
    const column = [...letters].reduce((n, letter) => n * 26 + letter.charCodeAt(0) - 64, 0) - 1;
    const row = Number(digits);
    byRow.set(row, (byRow.get(row) ?? new Map()).set(column, xml));
  };
  rows.forEach((row, i) => {
    put(`A${tops[i]}`, `<table:table-cell table:formula="msoxl:${escape(row.text)}"/>`);
    for (const [address, value] of row.cells) put(address, typeof value === "number" ? `<table:table-cell office:value-type="float" office:value="${value}"/>` : `<table:table-cell office:value-type="string"><text:p>${escape(value)}</text:p></table:table-cell>`);
  });
  const last = Math.max(...byRow.keys());
  const lines = Array.from({ length: last }, (_, i) => {
    const cells = byRow.get(i + 1);
    const width = cells ? Math.max(...cells.keys()) + 1 : 0;
    return `<table:table-row>${Array.from({ length: width }, (__, c) => cells!.get(c) ?? "<table:table-cell/>").join("")}</table:table-row>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:msoxl="http://schemas.microsoft.com/office/excel/formula" office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.spreadsheet"><office:body><office:spreadsheet><table:table table:name="Sheet1">${lines.join("\n")}</table:table></office:spreadsheet></office:body></office:document>`;
}

/** What LibreOffice computes in the first cell of each given row: a number, or its error. */
function compute(document: string, tops: readonly number[]): (number | string)[] {
  const folder = mkdtempSync(join(tmpdir(), "val-native-"));
  try {
    writeFileSync(join(folder, "in.fods"), document);
    execFileSync(SOFFICE!, [`-env:UserInstallation=file://${folder}/profile`, "--headless", "--convert-to", "fods:OpenDocument Spreadsheet Flat XML", "--outdir", join(folder, "out"), join(folder, "in.fods")], { timeout: 120_000, stdio: "pipe" });
    const xml = readFileSync(join(folder, "out", "in.fods"), "utf8");
    const table = new XMLParser({ ignoreAttributes: false, isArray: (name) => name === "table:table-row" || name === "table:table-cell" || name === "table:table" }).parse(xml)["office:document"]["office:body"]["office:spreadsheet"]["table:table"][0];
    const first = new Map<number, number | string>();
    let row = 1;
    for (const line of table["table:table-row"]) {
      const cell = line["table:table-cell"]?.[0];
      if (cell) first.set(row, cell["@_office:value"] !== undefined ? Number(cell["@_office:value"]) : JSON.stringify(cell["text:p"] ?? cell));
      row += Number(line["@_table:number-rows-repeated"] ?? 1);
    }
    return tops.map((top) => first.get(top) ?? "nothing");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const withNative = [...FORMULAS.values()].filter((formula) => nativeOf(formula, literals(formula.inputs, readInputs(formula, formula.example.given as Record<string, unknown>).inputs)) !== undefined);

test("most formulas can be said in any Excel", () => {
  expect(withNative.length / FORMULAS.size).toBeGreaterThan(0.6);
});

(SOFFICE ? describe : describe.skip)(SOFFICE ? "in LibreOffice" : "in LibreOffice (skipped: it is not installed)", () => {
  test(`every native formula gives the exact answer within ${TOLERANCE}, what Excel searches for within ${SEARCHED}`, () => {
    const random = generator(20260101);
    const rows: Row[] = [];
    const tops: number[] = [];
    let top = 1;
    for (const formula of withNative) {
      const example = Object.fromEntries(Object.entries(readInputs(formula, formula.example.given as Record<string, unknown>).inputs).filter((entry): entry is [string, Given] => entry[1] !== undefined));
      const samples = [example, ...Array.from({ length: RANDOM_INPUTS }, () => randomInputs(formula, random))].filter((inputs) => inputs !== undefined);
      expect([formula.id, samples.length]).toEqual([formula.id, RANDOM_INPUTS + 1]);
      samples.forEach((inputs, i) => {
        const placed = inCells(formula.inputs, inputs, top);
        // The example both ways, the random inputs by turns.
        for (const texts of i === 0 ? [literals(formula.inputs, inputs), placed.texts] : [i % 2 ? literals(formula.inputs, inputs) : placed.texts]) {
          const own = texts === placed.texts && i === 0 ? inCells(formula.inputs, inputs, top) : placed;
          const text = nativeOf(formula, texts === placed.texts ? own.texts : texts);
          if (text === undefined) continue;
          rows.push({ formula, text, want: evaluate(formula, inputs), cells: texts === placed.texts ? own.cells : new Map() });
          tops.push(top);
          top += own.height;
        }
      });
    }
    const got = compute(sheet(rows, tops), tops);
    const wrong = rows.map((row, i) => ({ id: row.formula.id, text: row.text, got: got[i]!, want: row.want, searches: row.formula.excelFunction !== undefined })).filter(({ got: value, want, searches }) => typeof value !== "number" || Math.abs(value - want) > (searches ? SEARCHED : TOLERANCE) * Math.abs(want));
    expect(wrong.slice(0, 10)).toEqual([]);
    expect(rows.length).toBeGreaterThanOrEqual(withNative.length * (RANDOM_INPUTS + 1));
  }, 240_000);
});
