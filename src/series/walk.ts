/** Walks a tree over columns. What stays constant stays one number until a column needs it. */
import { Failure } from "../core/failure";
import type { Operator, Tree } from "../language/tree";
import { at, type Column } from "./kernels";
import { WORDS_BY_NAME, type Run, type Value } from "./words";

/** 0 and NaN are told apart everywhere: NaN is a missing value, and neither true nor false. */
const compare = (holds: (x: number, y: number) => boolean) => (x: number, y: number): number => (x !== x || y !== y ? NaN : holds(x, y) ? 1 : 0);

const RULES: Readonly<Record<Operator, (x: number, y: number) => number>> = {
  // Three truths: a missing value decides nothing, but 0 and … is 0, and 1 or … is 1, whatever the other is.
  or: (x, y) => ((x === x && x !== 0) || (y === y && y !== 0) ? 1 : x !== x || y !== y ? NaN : 0),
  and: (x, y) => (x === 0 || y === 0 ? 0 : x !== x || y !== y ? NaN : 1),
  "=": compare((x, y) => x === y),
  "<>": compare((x, y) => x !== y),
  "<": compare((x, y) => x < y),
  "<=": compare((x, y) => x <= y),
  ">": compare((x, y) => x > y),
  ">=": compare((x, y) => x >= y),
  "+": (x, y) => x + y,
  "-": (x, y) => x - y,
  "*": (x, y) => x * y,
  "/": (x, y) => x / y,
  // The remainder has the divisor's sign, as in Excel's MOD.
  "%": (x, y) => {
    const rest = x % y;
    return rest !== 0 && rest < 0 !== y < 0 ? rest + y : rest;
  },
  "^": (x, y) => (x !== x ? NaN : x ** y),
};
const UNARY: Readonly<Record<"-" | "+" | "not", (x: number) => number>> = { "-": (x) => -x, "+": (x) => x, not: (x) => (x !== x ? NaN : x === 0 ? 1 : 0) };

/** What is not finite is missing. The difference of a finite number with itself is 0, of any other NaN. */
const finite = (value: number): number => (value - value === 0 ? value : NaN);
function settle(value: Value): Value {
  if (typeof value === "number") return finite(value);
  for (let i = 0; i < value.length; i++) if (value[i]! - value[i]! !== 0) value[i] = NaN;
  return value;
}

function zip(rule: (x: number, y: number) => number, left: Value, right: Value, length: number): Value {
  if (typeof left === "number" && typeof right === "number") return finite(rule(left, right));
  const out = new Float64Array(length);
  if (typeof left !== "number" && typeof right !== "number") for (let i = 0; i < length; i++) out[i] = finite(rule(left[i]!, right[i]!));
  else for (let i = 0; i < length; i++) out[i] = finite(rule(at(left, i), at(right, i)));
  return out;
}

export function walk(tree: Tree, columns: ReadonlyMap<string, Column>, run: Run, signal?: AbortSignal): Value {
  function visit(node: Tree): Value {
    switch (node.type) {
      case "number": return Number(node.text);
      case "name": return columns.get(node.name)!;
      case "unary": {
        const operand = visit(node.operand);
        const rule = UNARY[node.operator];
        return typeof operand === "number" ? rule(operand) : operand.map((v) => rule(v));
      }
      case "binary": return zip(RULES[node.operator], visit(node.left), visit(node.right), run.length);
      case "call": {
        const { takes, kernel } = WORDS_BY_NAME.get(node.word)!;
        const given = Array.from({ length: Math.max(takes.length, node.operands.length) }, (_, i) => {
          const operand = node.operands[i];
          const standIn = takes[i]?.standIn;
          return operand ? visit(operand) : typeof standIn === "number" ? standIn : undefined;
        });
        if (signal?.aborted) throw new Failure("too_large", "the formula was stopped before it was done", "expression");
        return settle(kernel(run, ...(given as never[])));
      }
      default: throw new RangeError(`a formula over series has no ${node.type}`);
    }
  }
  return visit(tree);
}
