/** The answer as it stands: the value, its working, what it rests on, and the formulas to take along. */
import type { CatalogueFormula } from "../formulas";
import { nativeDiffers } from "../language/excel";
import { announce } from "./announce";
import { MAX_CELL, plainFormula, signature, valFormula, type References } from "./cell-text";
import { copyButton } from "./clipboard";
import type { Consideration } from "./consider";
import { braced, breakable, button, make } from "./dom";
import { formulaLine } from "./formula-line";
import { answerForReading, spaced, stepValue } from "./format";

export interface Answer {
  /** The value, which stays in sight while the inputs are filled in. */
  readonly result: HTMLElement;
  /** Working, formulas, assumptions. */
  readonly rest: HTMLElement;
  /** Names the words that concern several inputs at once. */
  readonly refusalId: string;
  show(consideration: Consideration, references: References): void;
  /** Says beside the button what came of inserting. */
  tell(words: string, isProblem?: boolean): void;
}

const fullPrecision = (value: number): string => String(value);

export function answerPart(formula: CatalogueFormula, insert: () => void): Answer {
  const refusalId = `${formula.id}-refusal`;
  const value = make("p", { class: "value" });
  let full = "";
  const exact = make("span", { class: "exact-value" });
  const exactLine = make("p", { class: "exact" }, exact, copyButton("answer", () => full || undefined));
  const hint = make("p", { class: "hint" });
  const refusal = make("div", { class: "refusal", id: refusalId });
  const warnings = make("ul", { class: "warnings" });
  const insertButton = button("Insert in the selected cell", insert, { class: "primary in-excel" });
  const outcome = make("p", { class: "outcome", role: "status", hidden: true });
  const result = make(
    "section",
    { class: "result", "aria-labelledby": `${formula.id}-answer` },
    make("h3", { id: `${formula.id}-answer` }, "Answer"),
    value,
    exactLine,
    make("p", { class: "returns" }, formula.returns.text),
    hint,
    refusal,
    insertButton,
    outcome,
  );

  const steps = make("ol", { class: "steps" });
  const working = make("section", { "aria-labelledby": `${formula.id}-working` }, make("h3", { id: `${formula.id}-working` }, "Working"), steps);
  const cell = formulaLine("In Excel with VAL", "Excel formula");
  const native = formulaLine("For a colleague without VAL", "native formula");
  const difference = nativeDiffers(formula);
  const differs = make("p", { class: "help" }, difference ? `${difference}.` : "");
  const assumptions = make("ul");
  const basis = make("section", { class: "basis" }, make("h3", {}, "Rests on"), assumptions);
  const rest = make("div", { class: "rest" }, warnings, working, make("section", { class: "formulas" }, make("h3", {}, "Take it along"), cell.element, native.element, differs), basis);

  const isNameable = formula.program.equation !== undefined || difference !== undefined;
  return {
    result,
    rest,
    refusalId,
    tell(words, isProblem = false) {
      outcome.textContent = words;
      outcome.hidden = words === "";
      outcome.classList.toggle("problem", isProblem);
    },
    show({ explanation, refusals, hint: calm, faults }, references) {
      const state = explanation ? "answered" : refusals.length ? "refused" : "waiting";
      result.dataset["state"] = state;
      full = explanation ? fullPrecision(explanation.value) : "";
      value.textContent = explanation ? answerForReading(explanation.value, formula.returns.kind) : "";
      value.classList.toggle("long", value.textContent.length > 14);
      exact.textContent = full;
      value.hidden = exactLine.hidden = !explanation;
      hint.textContent = explanation ? "" : faults.size ? "The answer follows once the marked inputs are right." : calm;
      hint.hidden = hint.textContent === "";
      refusal.replaceChildren(...refusals.map(({ words }) => make("p", {}, words)));
      refusal.hidden = refusals.length === 0;
      insertButton.disabled = !explanation;

      warnings.replaceChildren(...(explanation?.warnings ?? []).map((words) => make("li", {}, make("strong", {}, "Warning: "), words)));
      warnings.hidden = !explanation?.warnings.length;
      steps.replaceChildren(...(explanation?.steps ?? []).map((step) => {
        const isAnswer = step.name === "result";
        return make("li", { class: isAnswer ? "last" : undefined }, make("span", { class: "step-name" }, isAnswer ? spaced(formula.id) : spaced(step.name)), make("code", {}, ...breakable(step.expression)), make("span", { class: "step-value", title: Array.isArray(step.value) ? undefined : String(step.value) }, stepValue(step.value)));
      }));
      working.hidden = !explanation?.steps.length;

      const text = explanation && valFormula(formula, explanation.inputs, references);
      const tooLong = `With these values written out the formula is longer than a cell takes (${MAX_CELL} characters): put them in cells and refer to those.`;
      cell.show(text && text.length > MAX_CELL ? undefined : (text ?? signature(formula)), tooLong);
      const plain = explanation && plainFormula(formula, explanation.inputs, references);
      native.element.hidden = !explanation && isNameable;
      differs.hidden = plain === undefined || !difference;
      native.show(plain, !isNameable ? "There is none for this formula." : references.size ? "There is none that reads these cells as they stand." : "There is none with these values.");

      const rests = explanation?.assumptions ?? formula.assumptions ?? [];
      assumptions.replaceChildren(...rests.map((words) => make("li", {}, ...(explanation ? [words] : braced(words)))));
      basis.hidden = rests.length === 0;
      if (explanation) announce(`Answer: ${value.textContent}. ${[...explanation.warnings].join(". ")}`, 700);
      else if (faults.size || refusals.length) announce([...faults.values(), ...refusals.map(({ words }) => words)].join(". "), 700);
    },
  };
}
