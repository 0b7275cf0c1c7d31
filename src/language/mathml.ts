/** Walks a tree into MathML: fractions as fractions, powers as powers, a choice as a case distinction. */
import type { Equation } from "./program";
import type { Operator, Tree } from "./tree";
import { WORDS } from "./words";

const STRENGTH: Readonly<Record<Operator, number>> = { or: 1, and: 2, "=": 4, "<>": 4, "<": 4, "<=": 4, ">": 4, ">=": 4, "+": 5, "-": 5, "*": 6, "/": 6, "%": 6, "^": 8 };
const UNARY = 7;
const SIGN: Readonly<Record<Operator, string>> = { or: "or", and: "and", "=": "=", "<>": "&#x2260;", "<": "&lt;", "<=": "&#x2264;", ">": "&gt;", ">=": "&#x2265;", "+": "+", "-": "&#x2212;", "*": "&#x22C5;", "/": "/", "%": "mod", "^": "^" };
const escape = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** A name as words, so that a line can break between them and a screen reader says them. */
const name = (text: string): string => (text.length === 1 ? `<mi>${text}</mi>` : `<mi mathvariant="normal">${escape(text.replaceAll("_", "\u00A0"))}</mi>`);

/** A fraction shows its own extent, so what stands in it needs no parentheses. */
const strengthOf = (node: Tree): number =>
  node.type === "binary" ? (node.operator === "/" ? 9 : STRENGTH[node.operator]) : node.type === "unary" ? (node.operator === "not" ? 3 : UNARY) : 10;

export function mathOf(node: Tree): string {
  const fenced = (inner: Tree, least: number): string => (strengthOf(inner) < least ? `<mrow><mo>(</mo>${mathOf(inner)}<mo>)</mo></mrow>` : mathOf(inner));
  switch (node.type) {
    case "number": return `<mn>${node.text}</mn>`;
    case "text": return `<mtext>${escape(node.text)}</mtext>`;
    case "name": return name(node.name);
    case "column": return `<msub>${name(node.column)}<mi>i</mi></msub>`;
    case "unary": return node.operator === "not" ? `<mrow><mtext>not&#xA0;</mtext>${fenced(node.operand, 3)}</mrow>` : `<mrow><mo form="prefix">${node.operator === "-" ? "&#x2212;" : "+"}</mo>${fenced(node.operand, UNARY)}</mrow>`;
    case "binary": {
      const { operator, left, right } = node;
      if (operator === "/") return `<mfrac>${mathOf(left)}${mathOf(right)}</mfrac>`;
      if (operator === "^") return `<msup>${fenced(left, 10)}${mathOf(right)}</msup>`;
      const strength = STRENGTH[operator];
      const sign = operator === "and" || operator === "or" || operator === "%" ? `<mtext>\u00A0${SIGN[operator]}\u00A0</mtext>` : `<mo>${SIGN[operator]}</mo>`;
      return `<mrow>${fenced(left, strength)}${sign}${fenced(right, operator === "+" || operator === "*" ? strength : strength + 1)}</mrow>`;
    }
    case "call": return WORDS.get(node.word)!.math(...node.operands.map((operand) => (["sum", "product"].includes(node.word) ? fenced(operand, 6) : mathOf(operand))));
  }
}

/** An equation as one block, a row for each step, the answer named by `answer`. */
export function equationMath(equation: Equation, answer: string): string {
  const row = (label: string, tree: Tree): string => `<mtr><mtd>${name(label)}</mtd><mtd><mo>=</mo></mtd><mtd>${mathOf(tree)}</mtd></mtr>`;
  return `<math xmlns="http://www.w3.org/1998/Math/MathML" display="block"><mtable displaystyle="true" columnalign="right center left" rowspacing="0.6em">${equation.map((line) => row(line.name === "result" ? answer : line.name, line.tree)).join("")}</mtable></math>`;
}
