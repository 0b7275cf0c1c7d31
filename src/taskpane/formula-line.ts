/** A formula for a cell, with a button that copies it. */
import { copyButton } from "./clipboard";
import { breakable, make } from "./dom";

export interface FormulaLine {
  readonly element: HTMLElement;
  /** Shows the formula, or says why there is none. */
  show(text: string | undefined, none: string): void;
}

export function formulaLine(label: string, what: string): FormulaLine {
  let now: string | undefined;
  const code = make("code");
  const none = make("p", { class: "none" });
  const copy = copyButton(what, () => now);
  const element = make("div", { class: "formula-line" }, make("div", { class: "caption" }, make("h4", {}, label), copy), code, none);
  return {
    element,
    show(text, why) {
      now = text;
      code.hidden = text === undefined;
      none.hidden = text !== undefined;
      copy.hidden = text === undefined;
      code.replaceChildren(...(text === undefined ? [] : breakable(text)));
      none.textContent = why;
    },
  };
}
