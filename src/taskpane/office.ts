/** The one place that talks to Excel. The rest of the page knows the interface below, which a plain browser never offers. */

/** A block of cells, as a formula on another sheet names it: Sheet1 and B2:B6. */
export interface Reference {
  readonly sheet: string;
  readonly cells: string;
}
export interface Taken extends Reference {
  readonly values: readonly (readonly unknown[])[];
}
export interface Order {
  /** The formula for a cell of that sheet. */
  readonly formula: (sheet: string) => string;
  /** The cells that it reads: to write into one of them would make the formula its own input. */
  readonly reads: readonly Reference[];
  /** How the value is shown where the cell has no format of its own. */
  readonly numberFormat?: string | undefined;
  /** Whether a cell that holds something else is to be written over. */
  readonly overwrite: boolean;
}
/** Rows of plain values to be written from the selected cell on. */
export interface Block {
  readonly rows: readonly (readonly (string | number | boolean)[])[];
  /** How each column below the first row is shown where the cells have no format of their own. */
  readonly numberFormats: readonly (string | undefined)[];
  readonly overwrite: boolean;
}
export type Insertion =
  | { readonly done: true; readonly at: string; readonly shows: string }
  | { readonly done: false; readonly at: string; readonly holds: string };
export interface Repair {
  readonly repaired: number;
  /** Cells that Excel still does not know after they were written again. */
  readonly still: number;
  /** Sheets that could not be written to, each with the reason. */
  readonly refused: readonly string[];
}
export interface Workbook {
  take(): Promise<Taken>;
  insert(order: Order): Promise<Insertion>;
  insertTable(block: Block): Promise<Insertion>;
  repair(): Promise<Repair>;
}

/** Why Excel did not do it, in words. */
export class Refused extends Error {}

const REASONS: Readonly<Record<string, string>> = {
  InvalidOperationInCellEditMode: "A cell is being edited. Finish it with Enter or Escape, then try again.",
  InvalidSelection: "Select one block of cells, then try again.",
  AccessDenied: "The sheet is protected, or the workbook is open for reading only.",
  ItemNotFound: "A sheet that the formula names is no longer there.",
  InvalidArgument: "Excel does not take this formula.",
  RequestTooLarge: "That is more than Excel hands over at once. Select fewer cells.",
  ResponsePayloadSizeLimitExceeded: "That is more than Excel hands over at once. Select fewer cells.",
};

function reasonOf(problem: unknown): string {
  const { code, message } = (problem ?? {}) as { readonly code?: unknown; readonly message?: unknown };
  return REASONS[String(code)] ?? `Excel did not do this: ${typeof message === "string" && message ? message : String(problem)}`;
}

async function run<T>(act: (context: Excel.RequestContext) => Promise<T>): Promise<T> {
  try {
    return await Excel.run(act);
  } catch (problem) {
    throw problem instanceof Refused ? problem : new Refused(reasonOf(problem));
  }
}

const parts = (address: string): Reference => {
  const at = address.lastIndexOf("!");
  return { sheet: address.slice(0, Math.max(at, 0)), cells: address.slice(at + 1) };
};

/** As many cells as one input may have; a selection of whole columns is cut to what the sheet uses. */
const MAX_CELLS = 100_000;

const take = (): Promise<Taken> =>
  run(async (context) => {
    let range = context.workbook.getSelectedRange();
    range.load("address,cellCount");
    await context.sync();
    if (range.cellCount > MAX_CELLS || range.cellCount < 0) {
      range = range.getIntersectionOrNullObject(range.worksheet.getUsedRange(true));
      range.load("address,cellCount,isNullObject");
      await context.sync();
      if (range.isNullObject) throw new Refused("The selected cells are empty.");
      if (range.cellCount > MAX_CELLS) throw new Refused(`At most ${MAX_CELLS} cells are taken; ${range.cellCount} are selected.`);
    }
    range.load("values");
    await context.sync();
    return { ...parts(range.address), values: range.values as unknown[][] };
  });

const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** What a cell shows once its function has answered; the function runs in this same page, so the page must rest meanwhile. */
async function shown(context: Excel.RequestContext, cell: Excel.Range): Promise<string> {
  for (const wait of [0, 100, 300]) {
    await pause(wait);
    cell.load("text");
    await context.sync();
    if (!/^#(BUSY!|GETTING_DATA)$/.test(cell.text[0]![0]!)) break;
  }
  return cell.text[0]![0]!;
}

const insert = ({ formula, reads, numberFormat, overwrite }: Order): Promise<Insertion> =>
  run(async (context) => {
    const cell = context.workbook.getActiveCell();
    cell.load("address,formulas,numberFormat");
    await context.sync();
    const { sheet } = parts(cell.address);
    const overlaps = reads.filter((read) => read.sheet === sheet).map((read) => cell.worksheet.getRange(read.cells).getIntersectionOrNullObject(cell));
    for (const overlap of overlaps) overlap.load("isNullObject");
    if (overlaps.length) await context.sync();
    if (overlaps.some((overlap) => !overlap.isNullObject)) throw new Refused(`${cell.address} is one of the cells that the formula reads. Select another cell for the answer.`);

    const text = formula(sheet);
    const holds = String(cell.formulas[0]![0]);
    const isSameFunction = holds.toUpperCase().startsWith(text.slice(0, text.indexOf("(") + 1));
    if (holds !== "" && !isSameFunction && !overwrite) return { done: false, at: cell.address, holds };
    cell.formulas = [[text]];
    if (numberFormat && cell.numberFormat[0]![0] === "General") cell.numberFormat = [[numberFormat]];
    await context.sync();
    return { done: true, at: cell.address, shows: await shown(context, cell) };
  });

/** A text that Excel would take for a formula or a number goes in behind an apostrophe, which a cell does not show. */
const asText = (value: string | number | boolean): string | number | boolean =>
  typeof value === "string" && value !== "" && (/^[=+\-@']/.test(value) || Number.isFinite(Number(value)) || /^(true|false)$/i.test(value)) ? `'${value}` : value;

const insertTable = ({ rows, numberFormats, overwrite }: Block): Promise<Insertion> =>
  run(async (context) => {
    const range = context.workbook.getActiveCell().getResizedRange(rows.length - 1, Math.max(...rows.map((row) => row.length)) - 1);
    range.load("address,formulas,numberFormat");
    await context.sync();
    const held = (range.formulas as unknown[][]).flat().find((formula) => formula !== "");
    if (held !== undefined && !overwrite) return { done: false, at: range.address, holds: String(held) };
    range.values = rows.map((row) => row.map(asText));
    range.numberFormat = (range.numberFormat as string[][]).map((line, row) => line.map((format, column) => (row > 0 && format === "General" ? (numberFormats[column] ?? format) : format)));
    await context.sync();
    return { done: true, at: range.address, shows: "" };
  });

/** The prefix that Excel leaves on a function whose add-in it did not know, dots turned into underscores. */
const UNKNOWN = /(?:\[\d+\]!|[\w.]+!)?_xldudf_VAL_(\w+)/gi;
const isOurs = (formula: unknown): formula is string => typeof formula === "string" && formula.startsWith("=") && /\bVAL\.|_xldudf_VAL_/i.test(formula);
export const rewritten = (formula: string): string => formula.replace(UNKNOWN, (_, name: string) => `VAL.${name.toUpperCase()}`);

/** Cells looked at in one request: Excel on the web refuses answers of more than 5 MB. */
const CHUNK = 50_000;

async function repairSheet(context: Excel.RequestContext, sheet: Excel.Worksheet): Promise<{ repaired: number; still: number }> {
  const used = sheet.getUsedRangeOrNullObject(true);
  used.load("isNullObject,rowCount,columnCount");
  await context.sync();
  if (used.isNullObject) return { repaired: 0, still: 0 };
  const rows = Math.max(1, Math.floor(CHUNK / used.columnCount));
  const cells: Excel.Range[] = [];
  for (let top = 0; top < used.rowCount; top += rows) {
    const chunk = used.getRow(top).getResizedRange(Math.min(rows, used.rowCount - top) - 1, 0);
    chunk.load("formulas,values");
    await context.sync();
    chunk.formulas.forEach((line: unknown[], row) => line.forEach((formula, column) => {
      if (!isOurs(formula) || chunk.values[row]![column] !== "#NAME?") return;
      const cell = chunk.getCell(row, column);
      cell.formulas = [[rewritten(formula)]];
      cell.load("values");
      cells.push(cell);
    }));
  }
  if (cells.length === 0) return { repaired: 0, still: 0 };
  await context.sync();
  const still = cells.filter((cell) => cell.values[0]![0] === "#NAME?").length;
  return { repaired: cells.length - still, still };
}

const repair = (): Promise<Repair> =>
  run(async (context) => {
    const sheets = context.workbook.worksheets;
    sheets.load("items/name");
    await context.sync();
    let [repaired, still] = [0, 0];
    const refused: string[] = [];
    for (const sheet of sheets.items) {
      try {
        const outcome = await repairSheet(context, sheet);
        repaired += outcome.repaired;
        still += outcome.still;
      } catch (problem) {
        refused.push(`${sheet.name}: ${reasonOf(problem)}`);
      }
    }
    return { repaired, still, refused };
  });

/** Calls back once Office has said that this page stands in Excel: at once, late, or never. */
export function whenInExcel(found: (workbook: Workbook) => void): void {
  // A script that something on the way has emptied arrives without Office.
  const arrived = (): boolean => typeof Office !== "undefined";
  const ask = (): void => {
    if (arrived()) void Office.onReady(({ host }) => {
      if (host === Office.HostType.Excel) found({ take, insert, insertTable, repair });
    });
  };
  if (arrived()) ask();
  else document.querySelector("script[src*='/office.js']")?.addEventListener("load", ask, { once: true });
}
