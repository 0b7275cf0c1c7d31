/**
 * Text to tree, for every equation of the product. The text is untrusted: it is bounded in length, depth and size before
 * anything is built, names are looked up in a Map, and nothing is ever evaluated. The vocabulary is a parameter, so that
 * one parser serves the built-in equations and the users' formulas over series.
 */
import { didYouMean } from "../core/nearest";
import { ExpressionFailure } from "./failure";
import type { Operator, Tree } from "./tree";

export const MAX_LENGTH = 4096;
export const MAX_DEPTH = 64;
export const MAX_NODES = 1000;

/** What a word must tell the parser; the walkers know more of it. */
export interface Signature {
  readonly name: string;
  /** As a person writes the call, such as "sma(x, n)". */
  readonly usage: string;
  readonly help: string;
  readonly operands: readonly [least: number, most: number];
}

export interface Vocabulary {
  readonly words: ReadonlyMap<string, Signature>;
  /** The names that may stand in the text. */
  readonly names: ReadonlySet<string>;
  /** Built-in equations only: "text" and table.column. */
  readonly builtIn: boolean;
  /** What other tools call our words, with the call to write instead: better advice than a word that looks alike. */
  readonly elsewhere?: ReadonlyMap<string, string>;
}

interface Token {
  readonly type: "number" | "name" | "text" | "operator" | "end";
  readonly text: string;
  readonly at: number;
}

/** How tightly an operator binds; -1 marks the one that chains to the right. */
const BINARY: ReadonlyMap<string, readonly [operator: Operator, strength: number]> = new Map([
  ["or", ["or", 1]], ["and", ["and", 2]],
  ["=", ["=", 4]], ["==", ["=", 4]], ["<>", ["<>", 4]], ["!=", ["<>", 4]], ["<", ["<", 4]], ["<=", ["<=", 4]], [">", [">", 4]], [">=", [">=", 4]],
  ["+", ["+", 5]], ["-", ["-", 5]], ["*", ["*", 6]], ["/", ["/", 6]], ["%", ["%", 6]], ["^", ["^", 8]],
]);
const NOT = 3, COMPARISON = 4, UNARY = 7, POWER = 8;

const HINTS: Readonly<Record<string, string>> = {
  "**": "write ^ for a power", "&&": "write and", "||": "write or", "&": "write and; texts are not joined here", "|": "write or", "!": "write not, or <> for unequal",
  ";": "separate inputs with a comma", "×": "write *", "÷": "write /", "−": "this is a typographic minus: write -", "–": "this is a dash: write -", "[": "there are no lists in a formula", "{": "there are no lists in a formula",
  "'": "there are no texts in a formula", '"': "there are no texts in a formula", "$": "write the name without $", ".": "a name has no dot", "≤": "write <=", "≥": "write >=", "≠": "write <>", "%": "% is the remainder of a division: write 0.05 for 5 %",
};

const TOKEN = /\s+|(?<number>\d[\w.]*(?:(?<=[eE])[+-]\d+)?|\.\d[\w.]*(?:(?<=[eE])[+-]\d+)?)|(?<name>[A-Za-z_]\w*)|(?<text>"[^"]*")|(?<operator><=|>=|<>|!=|==|[-+*/%^=<>(),.])/uy;
const NUMBER = /^(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/;

function tokens(source: string, vocabulary: Vocabulary): Token[] {
  const found: Token[] = [];
  TOKEN.lastIndex = 0;
  for (let at = 0; at < source.length; at = TOKEN.lastIndex) {
    TOKEN.lastIndex = at;
    const match = TOKEN.exec(source);
    const { number, name, text, operator } = match?.groups ?? {};
    if (!match || (!vocabulary.builtIn && (text !== undefined || operator === "."))) {
      const character = String.fromCodePoint(source.codePointAt(at)!);
      const hint = HINTS[source.slice(at, at + 2)] ?? HINTS[character] ?? (/\p{L}/u.test(character) ? "this letter is not from the Latin alphabet" : undefined);
      throw new ExpressionFailure("CHAR", `${JSON.stringify(character)} has no meaning here`, at, character.length, hint);
    }
    if (number !== undefined) {
      if (!NUMBER.test(number) || !Number.isFinite(Number(number))) throw new ExpressionFailure("NUMBER", `${JSON.stringify(number.slice(0, 40))} is no number`, at, number.length, "write it like 1500, .5 or 1e-3");
      found.push({ type: "number", text: number, at });
    } else if (name !== undefined) found.push({ type: "name", text: name.toLowerCase(), at });
    else if (text !== undefined) found.push({ type: "text", text: text.slice(1, -1), at });
    else if (operator !== undefined) found.push({ type: "operator", text: operator, at });
  }
  found.push({ type: "end", text: "", at: source.length });
  return found;
}

/** Reads one expression. Throws ExpressionFailure. */
export function parse(source: string, vocabulary: Vocabulary): Tree {
  if (source.length > MAX_LENGTH) throw new ExpressionFailure("TOO_LONG", `the formula has ${source.length} characters; at most ${MAX_LENGTH} are read`, MAX_LENGTH, source.length - MAX_LENGTH);
  if (!source.trim()) throw new ExpressionFailure("EMPTY", "there is no formula", 0, 0);
  const list = tokens(source, vocabulary);
  let next = 0;
  let depth = 0;
  let size = 0;

  const peek = (): Token => list[next]!;
  const is = (text: string): boolean => peek().type !== "text" && peek().type !== "number" && peek().text === text;
  const end = (): number => (next > 0 ? list[next - 1]!.at + (list[next - 1]!.type === "text" ? list[next - 1]!.text.length + 2 : list[next - 1]!.text.length) : 0);
  const build = <T extends Tree>(node: T): T => {
    if (++size > MAX_NODES) throw new ExpressionFailure("TOO_BIG", `the formula has over ${MAX_NODES} parts`, node.at, node.length, "split it into several");
    return node;
  };
  const unexpected = (wanted: string): never => {
    const token = peek();
    const what = token.type === "end" ? "the formula ends" : `there is ${JSON.stringify(token.text)}`;
    const two = source.slice(token.at - 1, token.at + 1);
    if (token.text === "=" && next === 0) throw new ExpressionFailure("SYNTAX", `${what} where ${wanted} should stand`, token.at, 1, "leave out the = in front");
    const [before, after] = [list[next - 1], list[next + 1]];
    if (token.text === "," && before?.type === "number" && after?.type === "number") throw new ExpressionFailure("SYNTAX", `${what} where ${wanted} should stand`, token.at, 1, `a decimal has a point: write ${before.text}.${after.text}`);
    throw new ExpressionFailure("SYNTAX", `${what} where ${wanted} should stand`, token.at, Math.max(1, token.text.length), HINTS[two] ?? HINTS[two.charAt(0)]);
  };
  const deeper = <T>(read: () => T): T => {
    if (++depth > MAX_DEPTH) throw new ExpressionFailure("TOO_DEEP", `the formula nests over ${MAX_DEPTH} deep`, peek().at, 1, "split it into several");
    const result = read();
    depth--;
    return result;
  };

  function call(token: Token): Tree {
    const word = vocabulary.words.get(token.text);
    if (!word) {
      const ours = vocabulary.elsewhere?.get(token.text);
      throw new ExpressionFailure("UNKNOWN_FUNCTION", `there is no function ${token.text}${ours ? "" : didYouMean(token.text, vocabulary.words.keys())}`, token.at, token.text.length, ours && `Write ${ours}`);
    }
    next++;
    const operands: Tree[] = [];
    if (!is(")")) {
      do operands.push(deeper(() => expression(0)));
      while (is(",") && ++next);
    }
    if (!is(")")) unexpected(operands.length ? '"," or ")"' : '")"');
    next++;
    const [least, most] = word.operands;
    if (operands.length < least || operands.length > most)
      throw new ExpressionFailure("ARITY", `${word.name} takes ${least === most ? least : most === Infinity ? `at least ${least}` : `${least} to ${most}`} input${most === 1 ? "" : "s"}, not ${operands.length}`, token.at, end() - token.at, `Write ${word.usage}`);
    return build({ type: "call", word: word.name, operands, at: token.at, length: end() - token.at });
  }

  function operand(): Tree {
    const token = peek();
    if (token.type === "end") unexpected("a value");
    next++;
    if (token.type === "number") return build({ type: "number", text: token.text, at: token.at, length: token.text.length });
    if (token.type === "text") return build({ type: "text", text: token.text, at: token.at, length: token.text.length + 2 });
    if (token.text === "(") {
      const inner = deeper(() => expression(0));
      if (!is(")")) unexpected('")"');
      next++;
      return inner;
    }
    if (token.text === "-" || token.text === "+" || token.text === "not") {
      const inner = deeper(() => expression(token.text === "not" ? NOT : UNARY));
      return build({ type: "unary", operator: token.text, operand: inner, at: token.at, length: end() - token.at });
    }
    if (token.type !== "name" || BINARY.has(token.text)) {
      next--;
      unexpected("a value");
    }
    if (is("(")) return call(token);
    if (vocabulary.builtIn && is(".")) {
      next++;
      const column = peek();
      if (column.type !== "name") unexpected("a column");
      next++;
      known(token);
      return build({ type: "column", table: token.text, column: column.text, at: token.at, length: end() - token.at });
    }
    known(token);
    return build({ type: "name", name: token.text, at: token.at, length: token.text.length });
  }
  function known(token: Token): void {
    if (vocabulary.names.has(token.text)) return;
    const word = vocabulary.words.get(token.text);
    throw new ExpressionFailure("UNKNOWN_NAME", `there is no input ${token.text}${word ? "" : didYouMean(token.text, vocabulary.names)}`, token.at, token.text.length, word ? `${word.name} is a function: write ${word.usage}` : `The inputs are ${[...vocabulary.names].join(", ") || "none"}`);
  }

  function expression(strength: number): Tree {
    const start = peek().at; // a left side in parentheses begins before its own first part
    let left = operand();
    for (;;) {
      const token = peek();
      const found = token.type === "operator" || token.type === "name" ? BINARY.get(token.text) : undefined;
      if (!found || found[1] <= strength) return left;
      const [operator, binds] = found;
      next++;
      // ^ chains to the right, so its right side may hold another ^; its exponent may carry a sign.
      const right: Tree = binds === POWER ? deeper(() => expression(POWER - 1)) : expression(binds);
      left = build({ type: "binary", operator, left, right, at: start, length: end() - start });
      if (binds === COMPARISON && BINARY.get(peek().text)?.[1] === COMPARISON && peek().type === "operator")
        throw new ExpressionFailure("CHAINED", "comparisons cannot be chained", peek().at, peek().text.length, "write a < b and b < c");
    }
  }

  const tree = expression(0);
  if (peek().type !== "end") unexpected("an operator or the end");
  return tree;
}
