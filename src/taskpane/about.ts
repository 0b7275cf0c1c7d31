/** What there is to read about a formula: its equation, when it is the one to take, its conditions, its source. */
import type { Condition } from "../core/formula";
import { show, type Raw } from "../core/parameters";
import { FORMULAS, type CatalogueFormula } from "../formulas";
import { mathOf } from "../language/mathml";
import { parseEquation, type Equation } from "../language/program";
import type { Tree } from "../language/tree";
import { breakable, make, mathElement, type Child } from "./dom";
import { stepValue } from "./format";

/** The siblings that a text names, as links to them. */
const linked = (text: string, own: string): Child[] =>
  text.split(/\b([a-z][a-z0-9_]*)\b/).map((word, i) => (i % 2 && word !== own && FORMULAS.has(word) ? make("a", { href: `#${word}` }, make("code", {}, word)) : word));

const math = (tree: Tree, display: "inline" | "block" = "inline"): Element => mathElement(`<math xmlns="http://www.w3.org/1998/Math/MathML" display="${display}">${mathOf(tree)}</math>`);

/** A line for each step, each typeset on its own, so that a narrow pane can set the name above what it stands for. */
const equationLines = (equation: Equation, answer: string): HTMLElement[] =>
  equation.map(({ name, tree }) => make("p", { class: "equation-line" }, make("span", { class: "step-name" }, math({ type: "name", name: name === "result" ? answer : name, at: 0, length: 0 }), make("span", { class: "equals" }, "=")), math(tree, "block")));

/** The equation, or the one that the answer satisfies where the answer is searched for. */
export function equationPart(formula: CatalogueFormula): HTMLElement {
  const { equation } = formula.program;
  const inside: Child[] = [];
  if (equation) inside.push(...equationLines(equation, formula.id));
  else if (formula.relation) {
    const lines = parseEquation(formula.relation, [...Object.keys(formula.inputs), "result"]);
    inside.push(make("p", { class: "help" }, "The answer is the result for which"), ...equationLines(lines.slice(0, -1), ""), math(lines[lines.length - 1]!.tree, "block"));
  } else inside.push(make("p", { class: "help" }, "Computed step by step: no single equation says it."));
  // A long equation scrolls in its own frame, which the keyboard must reach.
  return make("div", { class: "equation", role: "group", "aria-label": "Equation", tabindex: 0 }, ...inside);
}

/** The rule itself: its words are those of a refusal, and say what is wrong where it does not hold. */
const conditionItem = (condition: Condition): HTMLElement => make("li", {}, make("code", {}, ...breakable(typeof condition === "string" ? condition : condition[0])));

const given = (value: Raw): string =>
  Array.isArray(value) ? value.map((item) => (typeof item === "object" ? Object.values(item as object).join(", ") : String(item))).join(typeof value[0] === "object" ? "; " : ", ") : typeof value === "object" ? show(value) : String(value);

export function aboutPart(formula: CatalogueFormula): HTMLElement {
  const { id, example, requires = [] } = formula;
  const section = (title: string, ...inside: Child[]): HTMLElement => make("section", {}, make("h3", {}, title), ...inside);
  return make(
    "div",
    { class: "about" },
    section("When to use it", make("p", {}, `Where ${formula.useWhen}.`), make("p", {}, "Otherwise: ", ...linked(formula.notWhen, id), ".")),
    requires.length > 0 && section("Holds only if", make("ul", {}, ...requires.map(conditionItem))),
    section(
      "Worked example",
      make("dl", { class: "given" }, ...Object.entries(example.given).flatMap(([name, value]) => [make("dt", {}, make("code", {}, name)), make("dd", {}, given(value))]), make("dt", {}, "gives"), make("dd", {}, make("strong", {}, stepValue(example.gives)))),
      make("p", { class: "help" }, `Computed by: ${example.by}`),
    ),
    section("Source", make("p", {}, formula.source), make("p", {}, make("a", { href: `handbook/${id}.html`, target: "_blank", rel: "noopener" }, "Its page in the handbook"))),
  );
}
