/** The page of formulas over columns: write one, pick its columns, see its line. */
import { ExpressionFailure } from "../../language/failure";
import { quoted } from "../../language/excel";
import { computeSeries, type Computed } from "../../series/evaluate";
import { INPUT_NAMES, InputFailure } from "../../series/inputs";
import { SERIES_WORDS } from "../../series/words";
import { announce } from "../announce";
import { addressOf, MAX_CELL } from "../cell-text";
import { failureOf } from "../consider";
import { button, make } from "../dom";
import { forReading } from "../format";
import { formulaLine } from "../formula-line";
import type { FormulaView } from "../formula-view";
import { inserter } from "../insertion";
import type { Workbook } from "../office";
import { rested } from "../rested";
import { columnField, type ColumnField } from "./column-field";
import { columnOf, standIn, takenColumns, type ColumnOfValues } from "./columns";
import { expressionBox, wordList, type Fault } from "./expression-box";
import { EXAMPLES, SAMPLES } from "./samples";
import { seriesResult } from "./series-result";

/** Nanoseconds of work that typing may start in the page. */
const MAX_COST = 1e9;
/** More cells than these take longer to answer than a keystroke may. */
const MANY_CELLS = 10_000;
/** Excel takes no longer text inside a formula; a longer one is put together from pieces. */
const MAX_TEXT = 255;

function textsTold({ texts, text }: ColumnOfValues): string | undefined {
  if (texts === 0) return undefined;
  const which = texts === 1 ? `${JSON.stringify(text)} is a text and counts` : `${forReading(texts, "count")} cells are texts, the first ${JSON.stringify(text)}, and count`;
  return `${which} as missing: write a number with a decimal point, or leave the row blank`;
}

/** The expression as a text of a formula. */
function expressionText(expression: string): string {
  const pieces = expression.match(new RegExp(`.{1,${MAX_TEXT}}`, "gsu")) ?? [""];
  return pieces.map(quoted).join("&");
}

export function seriesView(workbook: () => Workbook | undefined): FormulaView {
  const writing = inserter(workbook);
  const fields: ColumnField[] = [];
  const result = seriesResult();
  const line = formulaLine("In Excel with VAL", "Excel formula");
  const lineHelp = make("p", { class: "help" });
  const insertButton = button("Insert in the selected cell", () => void insert(), { class: "primary in-excel" });
  let computed: Computed | undefined;

  const box = expressionBox(() => new Map(fields.map((field) => [field.name, field.title() || `column ${field.name}`])), () => {
    writing.forget();
    updateSoon();
  });
  const holder = make("div", { class: "column-fields" });
  const addButton = button("Add a column", () => {
    addField();
    fields[fields.length - 1]!.element.querySelector("textarea")!.focus();
    update();
  }, { class: "quiet" });
  const sampleButton = button("Sample", () => {
    sample();
    update();
  }, { class: "quiet" });
  const clearButton = button("Clear", () => {
    for (const field of fields) field.clear();
    update();
  }, { class: "quiet" });

  function addField(): ColumnField {
    const name = INPUT_NAMES[fields.length]!;
    const field: ColumnField = columnField(name, {
      take: () => take(field),
      spread: (columns) => columns.forEach((cells, i) => {
        const at = fields.indexOf(field) + 1 + i;
        if (at >= INPUT_NAMES.length) return;
        const target = fields[at] ?? addField();
        const { values, title = "" } = columnOf(cells, false);
        target.fill(values, title);
      }),
    });
    fields.push(field);
    holder.append(field.element);
    addButton.hidden = fields.length === INPUT_NAMES.length;
    return field;
  }
  function sample(): void {
    Object.values(SAMPLES).forEach(({ values, title }, i) => (fields[i] ?? addField()).fill(values, title));
  }
  function take(first: ColumnField): void {
    writing.forget();
    void writing.attempt(async (book) => {
      const columns = takenColumns(await book.take());
      const start = fields.indexOf(first);
      columns.slice(0, INPUT_NAMES.length - start).forEach(({ cells, reference }, i) => (fields[start + i] ?? addField()).fillFrom(cells, reference));
      announce(`${columns.length === 1 ? first.name : `${columns.length} columns`} taken from the sheet`);
      update();
    });
  }

  const named = (): Map<string, ColumnOfValues> => new Map(fields.flatMap((field) => {
    const column = field.column();
    return column ? [[field.name, column] as const] : [];
  }));
  /** Only the columns that the formula names: one that it leaves out may be of another length. */
  const usedIn = (expression: string, columns: ReadonlyMap<string, ColumnOfValues>): Map<string, ColumnOfValues> => {
    const letters = new Set((expression.toLowerCase().match(/[a-z_]\w*/g) ?? []).filter((name) => name.length === 1));
    const used = new Map([...columns].filter(([name]) => letters.has(name)));
    return used.size ? used : new Map([...columns].slice(0, 1));
  };

  function formula(used: ReadonlyMap<string, ColumnOfValues>, sheet?: string): string {
    const last = Math.max(0, ...[...used.keys()].map((name) => INPUT_NAMES.indexOf(name as "a")));
    const ranges = fields.slice(0, last + 1).map((field, place) => {
      const column = used.get(field.name);
      if (!column) return "";
      return addressOf({ values: [], ...(field.reference() ?? standIn(place, column.values.length)) }, sheet);
    });
    return `=VAL.FORMULA(${[expressionText(box.text()), ...ranges].join(", ")})`;
  }

  function update(): void {
    const expression = box.text();
    const columns = named();
    const used = usedIn(expression, columns);
    let fault: Fault | undefined;
    let hint = columns.size === 0 ? "Paste a column of numbers, or try the sample." : "";
    const faults = new Map<string, string>();
    for (const [name, { dressed }] of used) if (dressed !== undefined) faults.set(name, `${JSON.stringify(dressed)} is no plain number, so it would count as missing`);
    // Texts may be meant as missing, so that they are told and hinder nothing.
    const notes = new Map([...used].map(([name, column]) => [name, textsTold(column)]));
    computed = undefined;
    try {
      if (columns.size && faults.size === 0) computed = computeSeries({ expression, inputs: new Map([...used].map(([name, { values }]) => [name, { values: Float64Array.from(values, (value) => value ?? NaN) }])), maxCost: MAX_COST });
    } catch (problem) {
      const failure = failureOf(problem);
      if (failure instanceof ExpressionFailure) {
        // An empty box is no mistake yet.
        if (failure.code === "EMPTY") hint = "Write a formula, or choose one above.";
        else fault = { at: failure.position, length: failure.length, problem: failure.problem, hint: unknownColumn(failure, columns) ?? failure.hint };
      } else if (failure instanceof InputFailure) faults.set(failure.parameter ?? "", failure.problem);
      else hint = failure.message;
    }
    if (fault) hint = "The line follows once the marked place is right.";
    else if (faults.size) hint = "The line follows once the marked columns are right.";
    box.tell(fault);
    for (const field of fields) field.tell(faults.get(field.name) ?? notes.get(field.name));
    result.show(expression, computed, used, hint);
    showFormula(used);
  }
  const updateSoon = rested(update, () => fields.reduce((sum, field) => sum + (field.column()?.values.length ?? 0), 0) > MANY_CELLS);
  /** A letter that stands for no column yet is told as such. */
  function unknownColumn({ code, position }: ExpressionFailure, columns: ReadonlyMap<string, unknown>): string | undefined {
    const letter = box.text()[position]?.toLowerCase() ?? "";
    return code === "UNKNOWN_NAME" && (INPUT_NAMES as readonly string[]).includes(letter) && !columns.has(letter) ? `Column ${letter} is empty: paste its numbers below` : undefined;
  }
  function showFormula(used: ReadonlyMap<string, ColumnOfValues>): void {
    const text = computed && formula(used);
    line.show(text !== undefined && text.length > MAX_CELL ? undefined : text, text === undefined ? "The formula follows with the answer." : "The formula is longer than a cell takes.");
    const lacking = [...used.keys()].filter((name) => !fields.find((field) => field.name === name)?.reference());
    insertButton.disabled = computed === undefined || lacking.length > 0;
    lineHelp.textContent = computed === undefined || lacking.length === 0 ? "" : `It expects ${lacking.map((name) => `${name} in ${standIn(INPUT_NAMES.indexOf(name as "a"), used.get(name)!.values.length).cells}`).join(" and ")}: change these to where the columns stand.`;
  }
  function insert(): Promise<void> {
    return writing.write("formula", (book, overwrite) => {
      const used = usedIn(box.text(), named());
      return book.insert({ formula: (sheet) => formula(used, sheet), reads: fields.flatMap((field) => (used.has(field.name) ? [field.reference()].filter((each) => each !== undefined) : [])), overwrite });
    });
  }

  const heading = make("h2", { tabindex: -1, id: "series-title" }, "Formula over columns");
  const inputs = make(
    "section",
    { class: "inputs", "aria-labelledby": "series-columns" },
    make("div", { class: "caption" }, make("h3", { id: "series-columns" }, "Columns"), sampleButton, clearButton),
    make("p", { class: "help" }, "One number a row; blank rows are missing values. Several columns pasted at once become a, b, c …"),
    holder,
    addButton,
  );
  inputs.addEventListener("input", () => {
    writing.forget();
    updateSoon();
  });
  const element = make(
    "article",
    { class: "formula page", "aria-labelledby": "series-title", "data-page": "series" },
    make("header", {}, make("p", { class: "eyebrow" }, "17  Formulas over time series"), heading, make("p", { class: "lead" }, "One line of text over columns of numbers: averages, scores, correlations, drawdowns, and arithmetic between them.")),
    make("div", { class: "expression-part" }, box.element, make("p", { class: "chips", role: "group", "aria-label": "Formulas to try" }, ...EXAMPLES.map((example) => button(example, () => box.fill(example), { class: "chip" }))), wordList(SERIES_WORDS, (text) => box.insert(text))),
    make("div", { class: "work series" }, inputs, make("div", { class: "answers" }, result.result, result.rest, make("section", { class: "formulas" }, make("h3", {}, "Take it along"), line.element, lineHelp, insertButton, writing.outcome))),
  );
  addField();
  addField();
  sample();
  box.fill(EXAMPLES[0]);
  return { element, heading };
}
