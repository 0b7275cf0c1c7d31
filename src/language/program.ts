/**
 * The texts of a definition, read once and run often: its equation, its conditions and warnings, and the words with {…} in
 * them. Everything is walked with exact numbers, in one pass that starts again with more digits where a last digit or a
 * comparison is in doubt.
 */
import type { Condition, Definition, Inputs, Outcome, Program, Scope, Step, Values } from "../core/formula";
import { Failure } from "../core/failure";
import { isoDate } from "../core/dates";
import type { Given, Row } from "../core/parameters";
import type { Arithmetic } from "../numerics/arithmetic";
import { withDigits } from "../numerics/decimals";
import { walk, type Names } from "./exact";
import { parse } from "./parser";
import type { Tree } from "./tree";
import { isList, WORDS, type Item, type Value } from "./words";

export interface Line {
  readonly name: string;
  readonly text: string;
  readonly tree: Tree;
}
/** An equation: its steps, the answer last. */
export type Equation = readonly Line[];

const STEP = /^\s*([A-Za-z_]\w*)\s*=(?!=)\s*(.*)$/;

/** Reads an equation of one or more lines; the last one is the answer and is named `result`. */
export function parseEquation(text: string, inputs: Iterable<string>): Equation {
  const names = new Set(inputs);
  const lines = text.split("\n").map((line) => line.trim()).filter((line) => line !== "");
  return lines.map((line, i) => {
    const isAnswer = i === lines.length - 1;
    const [, name = "result", expression = line] = (isAnswer ? undefined : STEP.exec(line)) ?? [];
    if (!isAnswer && name === "result") throw new SyntaxError(`"${line}" is neither a step nor the last line`);
    const tree = parse(expression, { words: WORDS, names, builtIn: true });
    names.add(name.toLowerCase());
    return { name, text: expression, tree };
  });
}

/** A text with {expression} in it. */
interface Sentence {
  readonly pieces: readonly (string | Line)[];
}
function parseSentence(words: string, names: ReadonlySet<string>): Sentence {
  const pieces = words.split(/(\{[^}]*\})/).filter(Boolean);
  return { pieces: pieces.map((piece) => (piece.startsWith("{") ? { name: "", text: piece.slice(1, -1), tree: parse(piece.slice(1, -1), { words: WORDS, names, builtIn: true }) } : piece)) };
}
interface Rule {
  readonly text: string;
  readonly tree: Tree;
  readonly words: Sentence;
}

/** What a bare condition says when it is broken: the rule, and what stands on either side of it. */
function wordsFor(text: string, tree: Tree): string {
  const sides = tree.type === "binary" && !["and", "or"].includes(tree.operator) ? [tree.left, tree.right] : [];
  const told = sides.filter((side) => side.type !== "number").map((side) => text.slice(side.at, side.at + side.length));
  return `${text} must hold${told.length ? `, but ${told.map((side) => `${side} is {${side}}`).join(" and ")}` : ""}`;
}

function parseRule(condition: Condition, names: ReadonlySet<string>): Rule {
  const [text, words] = typeof condition === "string" ? [condition, undefined] : condition;
  const tree = parse(text, { words: WORDS, names, builtIn: true });
  return { text, tree, words: parseSentence(words ?? wordsFor(text, tree), names) };
}

function toValue<N>(arithmetic: Arithmetic<N>, given: Given): Value<N> | Map<string, Value<N>> {
  if (typeof given === "number") return arithmetic.of(given);
  if (typeof given === "string") return given;
  if (typeof given[0] !== "object") return (given as readonly number[]).map((item) => arithmetic.of(item));
  const table = given as readonly Row[];
  return new Map(Object.keys(table[0]!).map((column) => [column, table.map((row) => (typeof row[column] === "string" ? row[column] : arithmetic.of(row[column]!)))]));
}
function toPlain<N>(arithmetic: Arithmetic<N>, value: Value<N>): Step["value"] {
  const item = (x: Item<N>): number | boolean | string => (typeof x === "boolean" || typeof x === "string" ? x : arithmetic.toNumber(x));
  return isList(value) ? value.map(item) : item(value);
}

/** A program whose equation other walkers can read too; a formula with a compute function has none. */
export interface ReadProgram extends Program {
  readonly equation: Equation | undefined;
}

/** Reads the texts of a definition. Throws where one of them is no equation, so that a test finds it. */
export function readProgram(definition: Definition): ReadProgram {
  const inputs = new Set(Object.keys(definition.inputs));
  const equation = definition.equation === undefined ? undefined : parseEquation(definition.equation, inputs);
  const afterwards = new Set([...inputs, ...(equation ?? []).map((line) => line.name.toLowerCase()), "result"]);
  const requires = (definition.requires ?? []).map((condition) => parseRule(condition, inputs));
  const warns = (definition.warns ?? []).map((condition) => parseRule(condition, afterwards));
  const assumptions = (definition.assumptions ?? []).map((words) => parseSentence(words, afterwards));
  const isDate = (tree: Tree): boolean => tree.type === "name" && definition.inputs[tree.name]?.kind === "date";

  function tell<N>(sentence: Sentence, names: Names<N>, arithmetic: Arithmetic<N>): string {
    return sentence.pieces
      .map((piece) => {
        if (typeof piece === "string") return piece;
        const value = toPlain(arithmetic, walk(piece.tree, names, arithmetic, piece.text));
        return isDate(piece.tree) && typeof value === "number" ? isoDate(value) : Array.isArray(value) ? `[${value.join(", ")}]` : String(value);
      })
      .join("");
  }
  function namesOf<N>(scope: Scope, arithmetic: Arithmetic<N>): Map<string, Value<N> | ReadonlyMap<string, Value<N>>> {
    const names = new Map<string, Value<N> | ReadonlyMap<string, Value<N>>>();
    for (const [name, given] of Object.entries(scope)) if (given !== undefined) names.set(name, toValue(arithmetic, given));
    return names;
  }

  return {
    equation,
    broken: (scope) =>
      requires.length === 0 ? [] : withDigits((arithmetic) => {
        const names = namesOf(scope, arithmetic);
        return requires.filter((rule) => walk(rule.tree, names, arithmetic, rule.text) !== true).map((rule) => tell(rule.words, names, arithmetic));
      }),
    run(scope, keep): Outcome {
      const computed = equation ? undefined : definition.compute!(scope as Values<Inputs>);
      const plain = typeof computed === "number" ? { value: computed } : computed;
      // Nothing is left to walk: a long list is not turned into exact numbers for nobody.
      if (plain && !keep && !Number.isNaN(plain.value)) return { value: plain.value, steps: [], warnings: [], assumptions: [] };
      return withDigits((arithmetic) => {
        const names = namesOf(scope, arithmetic);
        const steps: Step[] = [];
        let value = plain?.value ?? NaN;
        for (const line of equation ?? []) {
          const result = walk(line.tree, names, arithmetic, line.text);
          names.set(line.name.toLowerCase(), result);
          const isAnswer = line.name === "result";
          if (!keep && !isAnswer) continue;
          const shown = toPlain(arithmetic, result);
          if (keep) steps.push({ name: line.name, expression: line.text, value: shown });
          if (isAnswer) value = typeof shown === "number" ? shown : NaN;
        }
        if (Number.isNaN(value)) throw new Failure("type", "the equation gives no number");
        if (!keep) return { value, steps, warnings: [], assumptions: [] };
        if (plain && Number.isFinite(value)) names.set("result", arithmetic.of(value));
        return {
          value,
          steps: [...steps, ...(plain?.steps ?? [])],
          warnings: [...(plain?.warnings ?? []), ...warns.filter((rule) => walk(rule.tree, names, arithmetic, rule.text) === true).map((rule) => tell(rule.words, names, arithmetic))],
          assumptions: assumptions.map((sentence) => tell(sentence, names, arithmetic)),
        };
      });
    },
  };
}

