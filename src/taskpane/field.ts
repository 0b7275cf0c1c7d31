/** One input as a labelled field: its name, its unit, what to type, how the value reads, and what is wrong with it. */
import { Failure } from "../core/failure";
import { describeLimits, read, written, type Given, type List, type Parameter, type Raw, type Rows, type Scalar } from "../core/parameters";
import { button, make, type Child } from "./dom";
import { forReading, spaced, unitWords } from "./format";
import type { Taken } from "./office";
import { mended, rawOf, unfinished } from "./reading";
import { tableField } from "./table";

/** What a definition's example or default may give for an input. */
export type Filling = Given | readonly string[] | Readonly<Record<string, number>> | undefined;

export interface Field {
  readonly name: string;
  readonly element: HTMLElement;
  /** What the core reads; undefined where nothing was typed. Throws Failure where the text could mean two things. */
  raw(): Raw;
  fill(value: Filling): void;
  /** Takes the values of cells; throws Failure where they do not fit. */
  fillFrom(taken: Taken): void;
  /** Says which cells the values came from, or that they were typed. */
  refer(address: string | undefined): void;
  /** Shows what is wrong, or nothing. `by` names an element that tells it where it concerns several inputs. */
  tell(words: string | undefined, by?: string): void;
  /** Whether the text may still become right as it is typed on. */
  isUnfinished(): boolean;
  focus(): void;
}

/** What each kind of field gives; the frame around it is the same for all. */
export interface Control {
  readonly element: HTMLElement;
  /** More help than fits one line. */
  readonly details?: HTMLElement;
  /** The elements that carry the name, the help and the fault. */
  readonly described: () => readonly HTMLElement[];
  raw(): Raw;
  fill(value: Filling): void;
  fillFrom(taken: Taken): void;
  isUnfinished(): boolean;
  /** How the value reads: 12 %, 1,500,000, 6 values. */
  reading(): string;
  /** The text with its numbers written plainly, where that would mend it. */
  mended(): string | undefined;
  /** Shows which part is wrong, where only a part is. */
  point?(words: string | undefined): void;
}

/** The lines that a field writes for a value; a date may come as its serial day. */
function texts(parameter: Scalar | List, value: Filling): string[] {
  const scalar = parameter.kind === "list" ? parameter.of : parameter;
  const items = value === undefined ? [] : typeof value === "object" ? Object.values(value) : [value];
  return items.map((item) => String(scalar.kind === "date" && typeof item === "number" ? written(scalar, item) : item));
}

function helpOf(parameter: Parameter): Child[] {
  const limits = describeLimits(parameter);
  const told = parameter.kind === "choice" || limits === "" || parameter.text.includes(limits);
  return [parameter.text, !told && make("span", { class: "limits" }, limits)];
}

/** How a default is written in an empty field. */
function placeholderOf(parameter: Scalar | List): string {
  const standIn = parameter.optional?.default;
  if (standIn !== undefined) return texts(parameter, standIn).join("\n");
  if (parameter.kind === "list") return parameter.of.kind === "date" ? "YYYY-MM-DD\none per line" : "one per line";
  return parameter.kind === "date" ? "YYYY-MM-DD" : "";
}

/** The first of a block of cells as the field writes it; a date stands in a cell as its serial day. */
const cellText = (parameter: Scalar | List, name: string, cell: unknown): string => {
  const scalar = parameter.kind === "list" ? parameter.of : parameter;
  if (cell === "" || cell === null) return parameter.kind === "list" && scalar.kind !== "text" ? "0" : "";
  return scalar.kind === "date" && typeof cell === "number" ? String(written(scalar, read(name, scalar, cell) as number)) : String(cell);
};

function textControl(name: string, parameter: Scalar | List): Control {
  const many = parameter.kind === "list";
  const element = many
    ? make("textarea", { rows: 3, placeholder: placeholderOf(parameter), spellcheck: "false", autocomplete: "off" })
    : make("input", { type: "text", placeholder: placeholderOf(parameter), spellcheck: "false", autocomplete: "off", inputmode: ["date", "text"].includes(parameter.kind) ? undefined : "decimal" });
  const write = (text: string): void => {
    element.value = text;
    fit();
  };
  function fit(): void {
    if (element instanceof HTMLTextAreaElement) element.rows = Math.min(12, Math.max(3, (element.value || element.placeholder).split("\n").length));
  }
  element.addEventListener("input", fit);
  fit();
  return {
    element,
    described: () => [element],
    raw: () => rawOf(name, parameter, element.value),
    fill: (value) => write(texts(parameter, value).join("\n")),
    fillFrom({ values }) {
      const cells = values.flat();
      if (!many && cells.length > 1) throw new Failure("type", `${name} must be one cell, not a range of ${values.length} rows and ${values[0]!.length} columns`, name);
      if (many && values.length > 1 && values[0]!.length > 1) throw new Failure("type", `${name} must be one column or one row of cells, not a block of ${values.length} rows and ${values[0]!.length} columns`, name);
      write(cells.map((cell) => cellText(parameter, name, cell)).join("\n"));
    },
    isUnfinished: () => document.activeElement === element && unfinished(parameter, element.value),
    reading() {
      const raw = rawOf(name, parameter, element.value);
      if (raw === undefined) return "";
      const value = read(name, parameter, raw);
      if (parameter.kind === "list") return `${(value as readonly unknown[]).length} ${(value as readonly unknown[]).length === 1 ? "value" : "values"}`;
      const text = typeof value === "number" && parameter.kind !== "date" ? forReading(value, parameter.kind) : "";
      return text === element.value.trim() ? "" : text;
    },
    mended: () => mended(name, parameter, element.value),
  };
}

function choiceControl(parameter: Scalar): Control {
  const standIn = parameter.optional?.default;
  const choices = parameter.choices ?? [];
  const element = make("select", {}, make("option", { value: "" }, standIn === undefined ? "choose" : `${spaced(String(standIn))} (default)`), ...choices.filter((choice) => choice !== standIn).map((choice) => make("option", { value: choice }, spaced(choice))));
  const pick = (value: string): void => {
    element.value = value === standIn ? "" : value;
  };
  return {
    element,
    described: () => [element],
    raw: () => element.value || undefined,
    fill: (value) => pick(value === undefined ? "" : String(value)),
    fillFrom: ({ values }) => pick(String(values[0]![0])),
    isUnfinished: () => false,
    reading: () => "",
    mended: () => undefined,
  };
}

const controlOf = (name: string, parameter: Parameter): Control =>
  parameter.kind === "rows" ? tableField(name, parameter as Rows) : parameter.kind === "choice" ? choiceControl(parameter) : textControl(name, parameter);

/** The field of one input. `take` is called where the user asks for the values of the selected cells; `unit` stands where the kind does not say it. */
export function field(scope: string, name: string, parameter: Parameter, take: (field: Field) => void, { label: title = spaced(name), unit = unitWords(parameter) }: { readonly label?: string; readonly unit?: string } = {}): Field {
  const id = `${scope}-${name}`;
  const control = controlOf(name, parameter);
  const isGroup = parameter.kind === "rows";
  const label = isGroup ? make("span", { class: "label", id: `${id}-label` }, title) : make("label", { for: id }, title);
  const help = make("p", { class: "help", id: `${id}-help` }, ...helpOf(parameter));
  const words = make("span");
  const mend = button("", () => {
    const text = control.mended();
    if (text === undefined) return;
    control.fill(text.split("\n"));
    control.element.dispatchEvent(new Event("input", { bubbles: true }));
  }, { class: "quiet", hidden: true });
  const fault = make("div", { class: "fault", id: `${id}-fault`, hidden: true }, words, mend);
  const origin = make("p", { class: "origin", hidden: true });
  const echo = make("span", { class: "echo", "aria-hidden": "true" });
  const takeButton = button("From selection", () => take(result), { class: "quiet in-excel", "aria-label": `Take ${title} from the selected cells`, title: "Take the selected cells" });
  const element = make(
    "div",
    { class: `field ${parameter.kind === "list" ? "many" : isGroup ? "rows" : "one"}`, "data-input": name, ...(isGroup ? { role: "group", "aria-labelledby": `${id}-label`, "aria-describedby": `${id}-help` } : {}) },
    make("div", { class: "caption" }, label, parameter.optional && make("span", { class: "optional" }, "optional"), make("span", { class: "unit" }, unit), takeButton),
    make("div", { class: "control" }, control.element, echo),
    origin,
    fault,
    help,
    control.details,
  );
  if (!isGroup) control.element.id = id;

  const describe = (by?: string): void => {
    for (const part of control.described()) {
      const isWrong = !fault.hidden || by !== undefined;
      part.setAttribute("aria-describedby", [!fault.hidden ? fault.id : "", by ?? "", help.id].filter(Boolean).join(" "));
      if (isWrong && (!isGroup || !control.point)) part.setAttribute("aria-invalid", "true");
      else if (!isGroup || !isWrong) part.removeAttribute("aria-invalid");
    }
  };
  const quietly = <T>(act: () => T): T | undefined => {
    try {
      return act();
    } catch (problem) {
      if (problem instanceof Failure) return undefined;
      throw problem;
    }
  };
  const result: Field = {
    name,
    element,
    raw: () => control.raw(),
    fill: (value) => control.fill(value),
    fillFrom: (taken) => control.fillFrom(taken),
    isUnfinished: () => control.isUnfinished(),
    focus: () => control.described()[0]?.focus(),
    refer(address) {
      origin.hidden = address === undefined;
      origin.textContent = address === undefined ? "" : `The formula reads ${address}`;
    },
    tell(message, by) {
      fault.hidden = message === undefined;
      words.textContent = message ?? "";
      const text = message === undefined ? undefined : quietly(() => control.mended());
      mend.hidden = text === undefined;
      if (text !== undefined) mend.textContent = text.includes("\n") ? "Write plain numbers" : `Write ${text}`;
      echo.textContent = message === undefined ? (quietly(() => control.reading()) ?? "") : "";
      element.classList.toggle("wrong", message !== undefined || by !== undefined);
      describe(by);
      control.point?.(message);
    },
  };
  describe();
  return result;
}
