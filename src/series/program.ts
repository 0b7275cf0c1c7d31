/** A formula over series, read and checked once, so that the same text in a thousand cells costs one reading. */
import { ExpressionFailure } from "../language/failure";
import { parse } from "../language/parser";
import type { Tree } from "../language/tree";
import { walk } from "./walk";
import { ELSEWHERE, WORDS_BY_NAME, type Operand, type Run, type SeriesWord, type Settings } from "./words";

export interface Warning {
  readonly code: string;
  readonly message: string;
  readonly position?: number;
  readonly length?: number;
}

/** A window as it stands in the text, held against the number of rows when the formula runs. */
export interface Reach {
  readonly word: SeriesWord;
  readonly window: number;
  readonly slots: number;
  readonly place: Tree;
}

export interface Program {
  readonly source: string;
  readonly tree: Tree;
  /** The inputs that the formula names. */
  readonly names: ReadonlySet<string>;
  readonly reaches: readonly Reach[];
  /** What stands in for every operand that was left out, and what the words say of themselves. */
  readonly conventions: Readonly<Record<string, number | string>>;
  /** The options that change the answer. */
  readonly reads: ReadonlySet<keyof Settings>;
  readonly warnings: readonly Warning[];
  /** Nanoseconds a row, about. */
  readonly cost: number;
}

/** A tree without names needs no columns, and no setting changes a number. */
const NOWHERE: Run = { length: 0, from: 0, ema_seed: "sma", periods_per_year: NaN, anchor: "start" };
const constantOf = (tree: Tree): number => walk(tree, new Map(), NOWHERE) as number;

const limitsOf = ({ least, most, whole }: Operand): string =>
  [whole ? "whole number" : "number", least !== undefined && most !== undefined ? `from ${least} to ${most}` : least !== undefined ? (least > 0 ? "above 0" : `from ${least}`) : ""].filter(Boolean).join(" ");

/** Excel reads -2^2 as (-2)^2 and 2^3^2 as (2^3)^2. Where a text leaves it to the reader, say what was read. */
function precedenceWarning(node: Tree, source: string): Warning | undefined {
  const inner = node.type === "unary" && node.operator === "-" ? node.operand : node.type === "binary" && node.operator === "^" ? node.right : undefined;
  if (inner?.type !== "binary" || inner.operator !== "^") return undefined;
  const before = node.type === "binary" ? node.left.at + node.left.length : node.at;
  if (source.slice(before, inner.at).includes("(")) return undefined;
  const text = source.slice(node.at, node.at + node.length);
  const [here, excel] = node.type === "unary" ? ["-(x^y)", "(-x)^y"] : ["x^(y^z)", "(x^y)^z"];
  return { code: "EXCEL_PRECEDENCE", message: `${text} is read as ${here}, as mathematics does; Excel reads ${excel}. Parentheses say which is meant`, position: node.at, length: node.length };
}

function check(tree: Tree, source: string): Omit<Program, "source" | "tree"> {
  const names = new Set<string>();
  const reaches: Reach[] = [];
  const conventions: Record<string, number | string> = {};
  const reads = new Set<keyof Settings>();
  const warnings: Warning[] = [];
  const varying = new Set<Tree>();
  let cost = 0;

  const quote = (node: Tree): string => source.slice(node.at, node.at + node.length);

  function constant(word: SeriesWord, operand: Operand, node: Tree): number {
    const { least = -Infinity, most = Infinity, whole = false, hint } = operand;
    const refuse = (got: string): never => {
      throw new ExpressionFailure("WINDOW", `${operand.name} of ${word.name} must be a ${limitsOf(operand)}, not ${got}`, node.at, node.length, hint ?? (operand.role === "window" ? `Write ${word.usage}; the window counts rows` : undefined));
    };
    if (varying.has(node)) return refuse(`${quote(node)}, which is a series`);
    const value = constantOf(node);
    const shown = node.type === "number" || !Number.isFinite(value) || quote(node) === String(value) ? quote(node) : `${quote(node)}, which is ${value}`;
    return !(value >= least && value <= most) || (whole && !Number.isInteger(value)) ? refuse(shown) : value;
  }

  function checkCall(node: Tree & { type: "call" }): void {
    const word = WORDS_BY_NAME.get(node.word)!;
    if (word.convention) conventions[word.name] = word.convention;
    // A call that says its periods in a year does not ask for them.
    for (const option of word.reads ?? []) if (option !== "periods_per_year" || node.operands.length < word.takes.length) reads.add(option);
    let longest = 1;
    word.takes.forEach((operand, i) => {
      const given = node.operands[i];
      const standIn = typeof operand.standIn === "number" ? operand.standIn : undefined;
      if (operand.role === "series" && given && !varying.has(given))
        throw new ExpressionFailure("NEEDS_SERIES", `${word.name} needs a series, and ${quote(given)} is a constant`, given.at, given.length, `Write ${word.usage}`);
      const value = operand.role !== "window" && operand.role !== "setting" ? undefined : given ? constant(word, operand, given) : standIn;
      if (operand.role === "window" && value !== undefined) {
        longest = Math.max(longest, value);
        // A limit on how far a value is carried needs no rows.
        if (operand.name !== "slots") reaches.push({ word, window: value, slots: value + (word.beyond ?? 0), place: given ?? node });
      }
      if (!given && operand.standIn !== undefined) conventions[`${word.name}_${operand.name}`] = operand.standIn;
    });
    cost += word.cost(longest) * Math.max(1, node.operands.length - word.takes.length + 1);
  }

  // Operands before their call, from the left: the first fault of the text is the one told.
  function visit(node: Tree): void {
    cost += 5;
    const operands = node.type === "unary" ? [node.operand] : node.type === "binary" ? [node.left, node.right] : node.type === "call" ? node.operands : [];
    operands.forEach(visit);
    if (node.type === "name") names.add(node.name);
    if (node.type === "name" || operands.some((operand) => varying.has(operand))) varying.add(node);
    if (node.type === "call") checkCall(node);
    const warning = precedenceWarning(node, source);
    if (warning) warnings.push(warning);
  }
  visit(tree);
  return { names, reaches, conventions, reads, warnings, cost };
}

const KEPT = 256;
const kept = new Map<string, Program>();

/** Reads a formula that may name these inputs. Throws ExpressionFailure. */
export function program(source: string, inputs: ReadonlySet<string>): Program {
  const key = `${[...inputs].join("")}|${source}`;
  const found = kept.get(key);
  if (found) {
    // A Map keeps its order of insertion: what was used last stands last, what stands first is the oldest.
    kept.delete(key);
    kept.set(key, found);
    return found;
  }
  const tree = parse(source, { words: WORDS_BY_NAME, names: inputs, builtIn: false, elsewhere: ELSEWHERE });
  const result: Program = { source, tree, ...check(tree, source) };
  kept.set(key, result);
  if (kept.size > KEPT) kept.delete(kept.keys().next().value!);
  return result;
}
