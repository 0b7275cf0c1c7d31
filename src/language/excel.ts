/**
 * Walks a tree into Excel text that any Excel since 2013 understands: steps inlined, SUMPRODUCT where lists are combined.
 * Excel reads -a^2 as (-a)^2 and 2^3^2 from the left, so powers and signs are put in parentheses where the two differ.
 */
import type { Formula, Scope } from "../core/formula";
import { isoDate } from "../core/dates";
import type { Given, Parameter } from "../core/parameters";
import type { Equation, ReadProgram } from "./program";
import type { Operator, Tree } from "./tree";
import { ATOM, WORDS, type ExcelText, type Layout } from "./words";

const STRENGTH: Readonly<Record<Operator, number>> = { or: 1, and: 2, "=": 4, "<>": 4, "<": 4, "<=": 4, ">": 4, ">=": 4, "+": 5, "-": 5, "*": 6, "/": 6, "%": 6, "^": 8 };
const UNARY = 7;
/** The longest formula that a cell takes. */
const MAX_CELL = 8192;

type Column = ReadonlyMap<string, ExcelText>;
/** The Excel text that stands for each input: a reference, or a value written out. */
export type ExcelInputs = ReadonlyMap<string, ExcelText | Column>;

const fence = (text: ExcelText, least: number): string => (text.strength < least ? `(${text.text})` : text.text);
const NUMBER = /^-?[\d.]+(E[+-]?\d+)?$/;

const truthText = (value: boolean): ExcelText => ({ text: value ? "TRUE" : "FALSE", strength: ATOM, shape: "scalar" });
/** What a text written by truthText says. */
const truth = (text: ExcelText | Column | undefined): boolean | undefined => (text instanceof Map || text === undefined ? undefined : { TRUE: true, FALSE: false }[(text as ExcelText).text]);

/** A number as Excel reads it back. */
const digits = (value: number): string => String(value).toUpperCase();
export const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;

/** A value written out: a number, a text, an array constant. A range of one column stands for a list. */
export function literal(value: Given, layout: Layout = "column"): ExcelText {
  if (typeof value === "number") return { text: digits(value), strength: value < 0 ? UNARY : ATOM, shape: "scalar" };
  if (typeof value === "string") return { text: quoted(value), strength: ATOM, shape: "scalar" };
  const items = (value as readonly (number | string)[]).map((item) => (typeof item === "number" ? digits(item) : quoted(item)));
  return { text: `{${items.join(layout === "column" ? ";" : ",")}}`, strength: ATOM, shape: "range", length: items.length };
}

/** The text of each input of a formula, values written out. */
export function literals(parameters: Readonly<Record<string, Parameter>>, values: Scope): Map<string, ExcelText | Column> {
  const texts = new Map<string, ExcelText | Column>();
  for (const [name, parameter] of Object.entries(parameters)) {
    const value = values[name];
    if (value === undefined) continue;
    if (parameter.kind === "rows") {
      const table = value as readonly Readonly<Record<string, number | string>>[];
      texts.set(name, new Map(Object.keys(parameter.columns).map((column) => [column, literal(table.map((row) => row[column]!) as number[])])));
    } else texts.set(name, literal(value));
  }
  return texts;
}

/** The native formula of an equation, or nothing where Excel cannot say it. */
export function nativeFormula(equation: Equation | undefined, inputs: ExcelInputs, layout: Layout = "column"): string | undefined {
  if (!equation) return undefined;
  const names = new Map<string, ExcelText | Column>(inputs);

  function binary(operator: Operator, left: ExcelText, right: ExcelText): ExcelText {
    const shape = left.shape === "scalar" && right.shape === "scalar" ? "scalar" : "array";
    const strength = STRENGTH[operator];
    if (operator === "*" && right.text === "1") return left;
    if (operator === "*" && left.text === "1") return right;
    switch (operator) {
      case "and": return shape === "scalar" ? { text: `AND(${left.text},${right.text})`, strength: ATOM, shape } : { text: `(${left.text})*(${right.text})`, strength: 6, shape };
      case "or": return shape === "scalar" ? { text: `OR(${left.text},${right.text})`, strength: ATOM, shape } : { text: `((${left.text})+(${right.text})>0)`, strength: ATOM, shape };
      case "%": return { text: `MOD(${left.text},${right.text})`, strength: ATOM, shape };
      case "^": {
        const exponent = right.strength === UNARY && /^-?[\w.$]+$/.test(right.text) ? right.text : fence(right, ATOM);
        return { text: `${fence(left, ATOM)}^${exponent}`, strength, shape };
      }
      default: return { text: `${fence(left, strength)}${operator}${fence(right, operator === "+" || operator === "*" ? strength : strength + 1)}`, strength, shape };
    }
  }

  /** What is known of a condition while it is written, so that no cell asks whether "end" is "begin" or whether an input is there. */
  function decided(tree: Tree): boolean | undefined {
    if (tree.type === "name") return truth(names.get(tree.name));
    if (tree.type === "call" && tree.word === "given") return tree.operands[0]?.type === "name" && names.has(tree.operands[0].name);
    if (tree.type === "unary" && tree.operator === "not") {
      const operand = decided(tree.operand);
      return operand === undefined ? undefined : !operand;
    }
    if (tree.type === "binary" && (tree.operator === "and" || tree.operator === "or")) {
      const settles = tree.operator === "or";
      const sides = [decided(tree.left), decided(tree.right)];
      return sides.includes(settles) ? settles : sides.includes(undefined) ? undefined : !settles;
    }
    if (tree.type !== "binary" || STRENGTH[tree.operator] !== 4) return undefined;
    const [left, right] = [visit(tree.left)?.text, visit(tree.right)?.text];
    if (left === undefined || right === undefined) return undefined;
    const plain = (text: string): number | string | undefined => (NUMBER.test(text) ? Number(text) : /^"[^"]*"$/.test(text) ? text : undefined);
    const [a, b] = [plain(left), plain(right)];
    if (a === undefined || b === undefined || typeof a !== typeof b) return undefined;
    return { "=": a === b, "<>": a !== b, "<": a < b, "<=": a <= b, ">": a > b, ">=": a >= b }[tree.operator as "="];
  }

  function visit(node: Tree): ExcelText | undefined {
    switch (node.type) {
      case "number": return { text: node.text.toUpperCase(), strength: ATOM, shape: "scalar" };
      case "text": return literal(node.text);
      case "name": {
        const text = names.get(node.name);
        return text instanceof Map ? undefined : (text as ExcelText | undefined);
      }
      case "column": {
        const table = names.get(node.table);
        return table instanceof Map ? (table as Column).get(node.column) : undefined;
      }
      case "unary": {
        const operand = visit(node.operand);
        if (!operand) return undefined;
        if (node.operator === "not") return { text: `NOT(${operand.text})`, strength: ATOM, shape: operand.shape };
        return node.operator === "+" ? operand : { text: `-${fence(operand, ATOM)}`, strength: UNARY, shape: operand.shape === "scalar" ? "scalar" : "array" };
      }
      case "binary": {
        const [left, right] = [visit(node.left), visit(node.right)];
        return left && right && binary(node.operator, left, right);
      }
      case "call": {
        const [condition, then, otherwise] = node.operands;
        if (node.word === "given") return truthText(decided(node) === true);
        if (node.word === "if" && condition && then && otherwise) {
          const known = decided(condition);
          if (known !== undefined) return visit(known ? then : otherwise);
        }
        const operands = node.operands.map(visit);
        return operands.every((operand) => operand !== undefined) ? WORDS.get(node.word)!.excel?.(operands, layout) : undefined;
      }
    }
  }

  let answer: ExcelText | undefined;
  for (const line of equation) {
    const known = decided(line.tree);
    answer = known === undefined ? visit(line.tree) : truthText(known);
    if (!answer) return undefined;
    names.set(line.name.toLowerCase(), answer);
  }
  const text = answer && `=${answer.text}`;
  return text && text.length <= MAX_CELL && answer?.shape === "scalar" ? text : undefined;
}

/** A formula for a colleague without the add-in: Excel's own function where the definition names one, or else its equation. */
export function nativeOf({ inputs, excelFunction, program }: Formula & { readonly program: ReadProgram }, texts: ExcelInputs, layout?: Layout): string | undefined {
  if (!excelFunction) return nativeFormula(program.equation, texts, layout);
  const written = Object.entries(inputs).flatMap(([name, { optional }]) => {
    const { text } = texts.get(name) as ExcelText;
    return optional && text === String(optional.default) ? [] : [text];
  });
  const text = `=${excelFunction.name}(${written.join(",")})`;
  return text.length <= MAX_CELL ? text : undefined;
}

/** What to know of a native formula that is a function of Excel's own. */
export const nativeDiffers = ({ excelFunction }: Formula): string | undefined => excelFunction && `${excelFunction.name} is Excel's own: ${excelFunction.differs}`;

/**
 * How the call of one formula is typed in a cell: a reference where there is one, other values written out; trailing inputs
 * at their defaults stay out.
 */
export function cellFormula(id: string, parameters: Readonly<Record<string, Parameter>>, values: Scope, references: ReadonlyMap<string, string> = new Map()): string {
  const written = Object.entries(parameters).map(([name, parameter]) => {
    const reference = references.get(name);
    if (reference !== undefined) return reference;
    const value = values[name];
    if (value === undefined) return "";
    if (parameter.kind === "date") return `DATE(${isoDate(value as number).split("-").map(Number).join(",")})`;
    if (parameter.kind === "rows") {
      const columns = Object.keys(parameter.columns);
      return `{${(value as readonly Readonly<Record<string, number | string>>[]).map((row) => columns.map((column) => literal(row[column]!).text).join(",")).join(";")}}`;
    }
    return literal(value).text;
  });
  const isDefault = ([name, { optional }]: [string, Parameter]): boolean => optional !== undefined && !references.has(name) && JSON.stringify(values[name]) === JSON.stringify(optional.default);
  const needed = Object.entries(parameters).findLastIndex((entry) => !isDefault(entry));
  written.length = needed + 1;
  return `=VAL.${id.toUpperCase()}(${written.join(", ")})`;
}
