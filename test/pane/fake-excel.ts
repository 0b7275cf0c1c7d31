/**
 * A stand-in for office.js and the workbook behind it, run in the page as its source text. Like Excel it hands out nothing that
 * was not loaded and synchronised, and writes nothing before the next sync.
 */
export interface FakeCell {
  formula: string | number;
  value: string | number;
  format?: string;
}
export interface FakeBook {
  sheets: Record<string, Record<string, FakeCell>>;
  active: { sheet: string; cells: string };
  selection: { sheet: string; cells: string };
  /** What a cell shows once this text is written in it. */
  answers: Record<string, string | number>;
  /** Sheets that refuse to be written. */
  locked: string[];
  /** An error that every request meets. */
  refuses?: { code: string; message: string };
}

/** Self-contained: its source is what the page runs. */
export function fakeOffice(host: string, book: FakeBook): void {
  const page = window as unknown as Record<string, unknown>;
  page["book"] = book;
  type Box = { sheet: string; top: number; left: number; bottom: number; right: number };
  const columnOf = (letters: string): number => [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
  const lettersOf = (column: number): string => (column > 26 ? String.fromCharCode(64 + Math.floor((column - 1) / 26)) : "") + String.fromCharCode(65 + ((column - 1) % 26));
  const boxOf = (sheet: string, cells: string): Box => {
    const corners = cells.split(":").map((corner) => /^([A-Z]+)(\d+)$/.exec(corner)!);
    const [a, b = a] = corners;
    return { sheet, left: columnOf(a![1]!), top: Number(a![2]), right: columnOf(b![1]!), bottom: Number(b![2]) };
  };
  const addressOf = (box: Box): string => `${/^\w+$/.test(box.sheet) ? box.sheet : `'${box.sheet}'`}!${lettersOf(box.left)}${box.top}${box.top === box.bottom && box.left === box.right ? "" : `:${lettersOf(box.right)}${box.bottom}`}`;
  const failure = (code: string, message: string): Error => Object.assign(new Error(message), { code });

  const run = async (act: (context: unknown) => Promise<unknown>): Promise<unknown> => {
    const pending: (() => void)[] = [];
    const sheet = (name: string): unknown => ({
      name,
      getUsedRange: () => range(usedOf(name)),
      getUsedRangeOrNullObject: () => range(usedOf(name)),
      getRange: (cells: string) => range(boxOf(name, cells)),
    });
    const usedOf = (name: string): Box | undefined => {
      const boxes = Object.keys(book.sheets[name]!).map((cells) => boxOf(name, cells));
      return boxes.length ? { sheet: name, top: Math.min(...boxes.map((b) => b.top)), left: Math.min(...boxes.map((b) => b.left)), bottom: Math.max(...boxes.map((b) => b.bottom)), right: Math.max(...boxes.map((b) => b.right)) } : undefined;
    };
    const grid = (box: Box, of: (cell: FakeCell | undefined) => unknown): unknown[][] =>
      Array.from({ length: box.bottom - box.top + 1 }, (_, row) => Array.from({ length: box.right - box.left + 1 }, (_, column) => of(book.sheets[box.sheet]![`${lettersOf(box.left + column)}${box.top + row}`])));
    /** Every cell of a block, with its place in it. */
    const each = (box: Box, act: (cell: FakeCell, row: number, column: number) => void): void => {
      if (book.locked.includes(box.sheet)) throw failure("AccessDenied", "You can't change part of a protected sheet.");
      for (let row = 0; row <= box.bottom - box.top; row++) {
        for (let column = 0; column <= box.right - box.left; column++) act((book.sheets[box.sheet]![`${lettersOf(box.left + column)}${box.top + row}`] ??= { formula: "", value: "" }), row, column);
      }
    };
    const range = (box: Box | undefined): unknown => {
      const ready = new Map<string, unknown>();
      const properties: Record<string, (b: Box) => unknown> = {
        address: addressOf,
        cellCount: (b) => (b.bottom - b.top + 1) * (b.right - b.left + 1),
        rowCount: (b) => b.bottom - b.top + 1,
        columnCount: (b) => b.right - b.left + 1,
        values: (b) => grid(b, (cell) => cell?.value ?? ""),
        text: (b) => grid(b, (cell) => String(cell?.value ?? "")),
        formulas: (b) => grid(b, (cell) => cell?.formula ?? ""),
        numberFormat: (b) => grid(b, (cell) => cell?.format ?? "General"),
      };
      const write = (change: (cell: FakeCell, value: string) => void, values: unknown[][]): void => void pending.push(() => each(box!, (cell, row, column) => change(cell, values[row]![column] as string)));
      const object = {
        load: (names: string) => void pending.push(() => {
          for (const name of names.split(",")) {
            if (name === "isNullObject") ready.set(name, box === undefined);
            else if (box) ready.set(name, properties[name]!(box));
          }
          ready.set("isNullObject", box === undefined);
        }),
        get worksheet() { return sheet(box!.sheet); },
        getRow: (row: number) => range({ ...box!, top: box!.top + row, bottom: box!.top + row }),
        getResizedRange: (rows: number, columns: number) => range({ ...box!, bottom: box!.bottom + rows, right: box!.right + columns }),
        getCell: (row: number, column: number) => range({ ...box!, top: box!.top + row, bottom: box!.top + row, left: box!.left + column, right: box!.left + column }),
        getIntersectionOrNullObject: (other: { readonly box: Box }) => {
          const [a, b] = [box!, other.box];
          const cut = { sheet: a.sheet, top: Math.max(a.top, b.top), left: Math.max(a.left, b.left), bottom: Math.min(a.bottom, b.bottom), right: Math.min(a.right, b.right) };
          return range(a.sheet === b.sheet && cut.top <= cut.bottom && cut.left <= cut.right ? cut : undefined);
        },
        box,
      };
      for (const name of [...Object.keys(properties), "isNullObject"]) {
        Object.defineProperty(object, name, {
          get() {
            if (!ready.has(name)) throw failure("PropertyNotLoaded", `The property '${name}' is not available: load it and sync`);
            return ready.get(name);
          },
          set(values: unknown[][]) {
            if (name === "formulas") write((cell, value) => { cell.formula = value; cell.value = book.answers[value] ?? "#BUSY!"; }, values);
            else if (name === "numberFormat") write((cell, value) => { cell.format = value; }, values);
            else if (name === "values") write((cell, value) => { cell.formula = cell.value = value; }, values);
            else throw failure("InvalidArgument", `${name} cannot be written here`);
          },
        });
      }
      return object;
    };
    const items = Object.keys(book.sheets).map(sheet);
    return act({
      workbook: {
        getSelectedRange: () => range(boxOf(book.selection.sheet, book.selection.cells)),
        getActiveCell: () => range(boxOf(book.active.sheet, book.active.cells)),
        worksheets: { load: () => undefined, items },
      },
      sync: async () => {
        if (book.refuses) throw failure(book.refuses.code, book.refuses.message);
        for (const step of pending.splice(0)) step();
      },
    });
  };
  page["Office"] = { HostType: { Excel: "Excel" }, onReady: (tell: (info: { host: string | null }) => void) => void Promise.resolve().then(() => tell({ host: host || null })) };
  page["Excel"] = { run };
  page["CustomFunctions"] = { associate: (id: string) => void ((page["associated"] ??= []) as string[]).push(id) };
}
