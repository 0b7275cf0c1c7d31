/** One formula on the page: read it, fill it in, see the answer. */
import { Failure } from "../core/failure";
import type { CatalogueFormula } from "../formulas";
import { aboutPart, equationPart } from "./about";
import { announce } from "./announce";
import { answerPart } from "./answer";
import { addressOf, valFormula } from "./cell-text";
import { consider } from "./consider";
import { button, make } from "./dom";
import { field, type Field } from "./field";
import { Refused, type Taken, type Workbook } from "./office";

export interface FormulaView {
  readonly element: HTMLElement;
  readonly heading: HTMLElement;
}

/** How a cell shows the value where it has no format of its own. */
const CELL_FORMATS: Readonly<Record<string, string>> = { rate: "0.00%", fraction: "0.00%", money: "#,##0.00", multiple: '0.00"x"', date: "yyyy-mm-dd" };

/** Typing is answered at once; where the lists are longer than this many characters, after a rest of so many milliseconds. */
const LONG = 20_000;
const REST = 400;

export function formulaView(formula: CatalogueFormula, workbook: () => Workbook | undefined): FormulaView {
  const references = new Map<string, Taken>();
  const fields: Record<string, Field> = Object.fromEntries(Object.entries(formula.inputs).map(([name, parameter]) => [name, field(formula.id, name, parameter, takeSelection)]));
  const answer = answerPart(formula, () => void insert());
  let confirming: string | undefined;
  let resting: ReturnType<typeof setTimeout> | undefined;

  function update(): void {
    const considered = consider(formula, fields);
    for (const [name, { tell }] of Object.entries(fields)) {
      const concerned = considered.refusals.some(({ inputs }) => inputs.includes(name));
      tell(considered.faults.get(name), concerned ? answer.refusalId : undefined);
    }
    answer.show(considered, references);
  }
  function updateSoon(): void {
    clearTimeout(resting);
    const characters = [...inputs.querySelectorAll("textarea")].reduce((sum, { value }) => sum + value.length, 0);
    if (characters <= LONG) update();
    else resting = setTimeout(update, REST);
  }
  /** What was said of the last insertion no longer holds. */
  function forgetOutcome(): void {
    confirming = undefined;
    answer.tell("");
  }
  function refer(name: string, taken: Taken | undefined): void {
    if (taken) references.set(name, taken);
    else references.delete(name);
    fields[name]!.refer(taken && addressOf(taken));
  }

  async function attempt(act: (book: Workbook) => Promise<void>): Promise<void> {
    const book = workbook();
    if (!book) return;
    try {
      await act(book);
    } catch (problem) {
      if (!(problem instanceof Refused || problem instanceof Failure)) throw problem;
      answer.tell(problem.message, true);
    }
  }
  function takeSelection(target: Field): void {
    forgetOutcome();
    void attempt(async (book) => {
      const taken = await book.take();
      target.fillFrom(taken);
      refer(target.name, taken);
      announce(`${target.name} taken from ${addressOf(taken)}`);
      update();
    });
  }
  function insert(): Promise<void> {
    return attempt(async (book) => {
      update();
      const { explanation } = consider(formula, fields);
      if (!explanation) return;
      const outcome = await book.insert({
        formula: (sheet) => valFormula(formula, explanation.inputs, references, sheet),
        reads: [...references.values()],
        numberFormat: CELL_FORMATS[formula.returns.kind],
        overwrite: confirming !== undefined,
      });
      confirming = outcome.done ? undefined : outcome.at;
      if (!outcome.done) answer.tell(`${outcome.at} holds ${outcome.holds.slice(0, 60)}. Press again to write over it, or select another cell.`, true);
      else if (outcome.shows === "#NAME?") answer.tell(`Inserted in ${outcome.at}, but Excel does not know the function yet. Give it a moment, then use Repair above.`, true);
      else answer.tell(`Inserted in ${outcome.at}${outcome.shows && !outcome.shows.startsWith("#") ? `, which shows ${outcome.shows}` : ""}.`);
    });
  }

  const example = button("Try the example", () => {
    for (const [name, { fill }] of Object.entries(fields)) {
      fill(formula.example.given[name]);
      refer(name, undefined);
    }
    forgetOutcome();
    update();
  });
  const clear = button("Clear", () => {
    for (const [name, { fill }] of Object.entries(fields)) {
      fill(undefined);
      refer(name, undefined);
    }
    forgetOutcome();
    update();
    Object.values(fields)[0]?.focus();
  }, { class: "quiet" });

  // No form element: the policy of the page lets no form be sent, and Enter in a field has nothing to send.
  const inputs = make(
    "section",
    { class: "inputs", "aria-labelledby": `${formula.id}-inputs` },
    make("h3", { id: `${formula.id}-inputs` }, "Inputs"),
    ...Object.values(fields).map(({ element }) => element),
    make("div", { class: "buttons" }, example, clear),
  );
  inputs.addEventListener("input", (event) => {
    const name = (event.target as Element).closest<HTMLElement>("[data-input]")?.dataset["input"];
    if (name !== undefined) refer(name, undefined);
    forgetOutcome();
    updateSoon();
  });
  // Leaving a field ends the patience with what stands half-typed in it.
  inputs.addEventListener("focusout", () => setTimeout(updateSoon));

  const heading = make("h2", { tabindex: -1 }, formula.title);
  const element = make(
    "article",
    { class: "formula", "aria-labelledby": `${formula.id}-title`, "data-formula": formula.id },
    make("header", {}, make("p", { class: "eyebrow" }, `${formula.number}  ${formula.chapterTitle}`), heading, make("p", { class: "lead" }, formula.summary)),
    equationPart(formula),
    make("div", { class: "work" }, inputs, make("div", { class: "answers" }, answer.result, answer.rest), aboutPart(formula)),
  );
  heading.id = `${formula.id}-title`;
  update();
  return { element, heading };
}
