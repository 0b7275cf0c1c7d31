/** The field of a formula: completes its words, says how the one at hand is called, and underlines what is wrong with it. */
import { button, make } from "../dom";
import { completed, suggestions, wordAround, type Suggestion } from "./completion";

export interface Fault {
  readonly at: number;
  readonly length: number;
  readonly problem: string;
  readonly hint?: string | undefined;
}
export interface ExpressionBox {
  readonly element: HTMLElement;
  readonly field: HTMLInputElement;
  text(): string;
  fill(text: string): void;
  /** Puts a word in where the caret stands. */
  insert(text: string): void;
  tell(fault: Fault | undefined): void;
}

export function expressionBox(inputs: () => ReadonlyMap<string, string>, changed: () => void): ExpressionBox {
  const field = make("input", {
    type: "text", id: "series-expression", role: "combobox", "aria-autocomplete": "list", "aria-expanded": "false", "aria-controls": "series-words",
    "aria-describedby": "series-usage", spellcheck: "false", autocomplete: "off", autocapitalize: "off",
  });
  const behind = make("div", { class: "behind", "aria-hidden": "true" });
  const listbox = make("ul", { class: "suggestions", id: "series-words", role: "listbox", "aria-label": "Words", hidden: true });
  const usage = make("p", { class: "help usage", id: "series-usage" });
  const problem = make("span", { class: "problem-words" });
  const hint = make("span", { class: "hint-words" });
  const fault = make("p", { class: "fault", id: "series-expression-fault", hidden: true }, problem, hint);
  let offered: readonly Suggestion[] = [];
  let active = -1;
  let underlined: Fault | undefined;

  const caret = (): number => field.selectionStart ?? field.value.length;
  function close(): void {
    offered = [];
    active = -1;
    listbox.hidden = true;
    listbox.replaceChildren();
    field.setAttribute("aria-expanded", "false");
    field.removeAttribute("aria-activedescendant");
  }
  function mark(at: number): void {
    active = at;
    [...listbox.children].forEach((option, i) => {
      option.setAttribute("aria-selected", String(i === at));
      if (i === at) option.scrollIntoView({ block: "nearest" });
    });
    if (at < 0) field.removeAttribute("aria-activedescendant");
    else field.setAttribute("aria-activedescendant", `series-word-${at}`);
  }
  function open(): void {
    offered = field.selectionStart === field.selectionEnd ? suggestions(field.value, caret(), inputs()) : [];
    if (offered.length === 0 || (offered.length === 1 && !offered[0]!.isCall)) return close();
    listbox.replaceChildren(...offered.map((suggestion, i) => {
      const option = make("li", { role: "option", id: `series-word-${i}`, "aria-selected": "false" }, make("code", {}, suggestion.usage), make("span", {}, suggestion.help));
      // Not click: the field would have lost the keyboard by then.
      option.addEventListener("mousedown", (event) => {
        event.preventDefault();
        accept(suggestion);
      });
      return option;
    }));
    listbox.hidden = false;
    field.setAttribute("aria-expanded", "true");
    // An input's letter is complete as it stands; Enter should not turn it into a word.
    mark(offered[0]!.isCall ? 0 : -1);
  }
  function accept(suggestion: Suggestion): void {
    const done = completed(field.value, caret(), suggestion);
    field.value = done.text;
    field.setSelectionRange(done.caret, done.caret);
    close();
    changed();
    explain();
  }
  function explain(): void {
    const word = wordAround(field.value, caret());
    usage.replaceChildren(...(word ? [make("code", {}, word.usage), ` ${word.help}`] : ["Columns are called a to h. Begin to type a word, such as sma, zscore or corr."]));
  }
  function underline(): void {
    const text = field.value;
    if (!underlined) return behind.replaceChildren();
    // Where the formula simply ends too early there is nothing to underline but the place after it.
    const at = Math.min(underlined.at, text.length);
    const length = Math.max(1, Math.min(underlined.length, text.length - at));
    behind.replaceChildren(text.slice(0, at), make("mark", { class: "wrong-part" }, text.slice(at, at + length) || "\u00A0"), text.slice(at + length));
    behind.scrollLeft = field.scrollLeft;
  }

  field.addEventListener("input", (event) => {
    event.stopPropagation();
    underlined = undefined;
    underline();
    changed();
    open();
    explain();
  });
  for (const name of ["keyup", "click", "focus"]) field.addEventListener(name, explain);
  field.addEventListener("scroll", () => { behind.scrollLeft = field.scrollLeft; });
  field.addEventListener("blur", close);
  field.addEventListener("keydown", (event) => {
    const isOpen = offered.length > 0;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      if (!isOpen) open();
      else mark((active + (event.key === "ArrowDown" ? 1 : active < 0 ? 0 : -1) + offered.length) % offered.length);
    } else if ((event.key === "Enter" || (event.key === "Tab" && !event.shiftKey)) && isOpen && active >= 0) accept(offered[active]!);
    else if (event.key === "Escape" && isOpen) close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  });

  const element = make(
    "div",
    { class: "field expression", "data-input": "expression" },
    make("div", { class: "caption" }, make("label", { for: "series-expression" }, "Formula")),
    make("div", { class: "control" }, behind, field, listbox),
    fault,
    usage,
  );
  explain();
  function fill(text: string): void {
    field.value = text;
    close();
    changed();
    explain();
  }
  return {
    element,
    field,
    text: () => field.value,
    fill,
    insert(text) {
      const at = caret();
      const isCall = text.endsWith("()");
      field.value = field.value.slice(0, at) + text + field.value.slice(at);
      field.focus();
      field.setSelectionRange(at + text.length - (isCall ? 1 : 0), at + text.length - (isCall ? 1 : 0));
      close();
      changed();
      explain();
    },
    tell(told) {
      underlined = told;
      underline();
      fault.hidden = told === undefined;
      problem.textContent = told ? `At position ${told.at + 1}: ${told.problem}.` : "";
      hint.textContent = told?.hint ? `${told.hint.charAt(0).toUpperCase()}${told.hint.slice(1)}.` : "";
      if (told) field.setAttribute("aria-invalid", "true");
      else field.removeAttribute("aria-invalid");
      field.setAttribute("aria-describedby", told ? "series-expression-fault series-usage" : "series-usage");
    },
  };
}

/** All the words to read and to put in. */
export function wordList(words: readonly { readonly name: string; readonly usage: string; readonly help: string }[], choose: (text: string) => void): HTMLElement {
  return make("details", { class: "word-list" }, make("summary", {}, `All ${words.length} words`), make("ul", {}, ...words.map(({ name, usage, help }) => make("li", {}, button(usage, () => choose(`${name}()`), { class: "quiet word", title: `Put ${name} in the formula` }), make("span", {}, help)))));
}
