/** Walks a tree over columns. What stays constant stays one number until a column needs it. */
import { Failure } from "../core/failure";
import type { Operator, Tree } from "../language/tree";
import type { Column } from "./kernels";
import { over, WORDS_BY_NAME, type Run, type Value } from "./words";

/**
 * Each operator as a loop of its own: one loop that calls a rule for every slot would box each number, at several times the
 * cost of the sum. NaN is a missing value, and neither true nor false.
 */
const LOOPS: Readonly<Record<Operator, (out: Column, x: Column, y: Column) => void>> = {
  // Three truths: a missing value decides nothing, but 0 and … is 0, and 1 or … is 1, whatever the other is.
  or: (out, x, y) => { for (let i = 0; i < out.length; i++) out[i] = (x[i]! === x[i]! && x[i] !== 0) || (y[i]! === y[i]! && y[i] !== 0) ? 1 : x[i]! + y[i]! === 0 ? 0 : NaN; },
  and: (out, x, y) => { for (let i = 0; i < out.length; i++) out[i] = x[i] === 0 || y[i] === 0 ? 0 : x[i]! === x[i]! && y[i]! === y[i]! ? 1 : NaN; },
  "=": (out, x, y) => { for (let i = 0; i < out.length; i++) out[i] = x[i]! === y[i]! ? 1 : known(x, y, i); },
  "<>": (out, x, y) => { for (let i = 0; i < out.length; i++) out[i] = x[i]! === y[i]! ? 0 : known(x, y, i) + 1; },
  "<": (out, x, y) => { for (let i = 0; i < out.length; i++) out[i] = x[i]! < y[i]! ? 1 : known(x, y, i); },
  "<=": (out, x, y) => { for (let i = 0; i < out.length; i++) out[i] = x[i]! <= y[i]! ? 1 : known(x, y, i); },
  ">": (out, x, y) => { for (let i = 0; i < out.length; i++) out[i] = x[i]! > y[i]! ? 1 : known(x, y, i); },
  ">=": (out, x, y) => { for (let i = 0; i < out.length; i++) out[i] = x[i]! >= y[i]! ? 1 : known(x, y, i); },
  "+": (out, x, y) => { for (let i = 0; i < out.length; i++) out[i] = x[i]! + y[i]!; },
  "-": (out, x, y) => { for (let i = 0; i < out.length; i++) out[i] = x[i]! - y[i]!; },
  "*": (out, x, y) => { for (let i = 0; i < out.length; i++) out[i] = x[i]! * y[i]!; },
  "/": (out, x, y) => { for (let i = 0; i < out.length; i++) out[i] = x[i]! / y[i]!; },
  // The remainder has the divisor's sign, as in Excel's MOD.
  "%": (out, x, y) => {
    for (let i = 0; i < out.length; i++) {
      const rest = x[i]! % y[i]!;
      out[i] = rest !== 0 && rest < 0 !== y[i]! < 0 ? rest + y[i]! : rest;
    }
  },
  // JavaScript has NaN ** 0 = 1, and a missing value stays missing.
  "^": (out, x, y) => { for (let i = 0; i < out.length; i++) out[i] = x[i]! === x[i]! ? x[i]! ** y[i]! : NaN; },
};
/** 0 where both hold a value: a comparison that does not hold is 0, one that cannot be made is missing. */
const known = (x: Column, y: Column, i: number): number => (x[i]! === x[i]! && y[i]! === y[i]! ? 0 : NaN);

const UNARY: Readonly<Record<"-" | "+" | "not", (out: Column, x: Column) => void>> = {
  "-": (out, x) => { for (let i = 0; i < out.length; i++) out[i] = -x[i]!; },
  "+": (out, x) => out.set(x),
  not: (out, x) => { for (let i = 0; i < out.length; i++) out[i] = x[i] === 0 ? 1 : x[i]! === x[i]! ? 0 : NaN; },
};

/** What is not finite is missing (the difference of a finite number with itself is 0, of any other NaN), and -0 is 0. */
function settle(value: Value): Value {
  if (typeof value === "number") return value - value === 0 ? value + 0 : NaN;
  for (let i = 0; i < value.length; i++) value[i] = value[i]! - value[i]! === 0 ? value[i]! + 0 : NaN;
  return value;
}

/** The formula's value: a number where nothing in it moves, or a column of its own. */
export function walk(tree: Tree, columns: ReadonlyMap<string, Column>, run: Run, signal?: AbortSignal): Value {
  function visit(node: Tree): Value {
    switch (node.type) {
      case "number": return Number(node.text);
      case "name": return columns.get(node.name)!;
      case "unary": return settle(over(run.length, UNARY[node.operator], visit(node.operand)));
      case "binary": return settle(over(run.length, LOOPS[node.operator], visit(node.left), visit(node.right)));
      case "call": {
        const { takes, kernel } = WORDS_BY_NAME.get(node.word)!;
        const given: (Value | undefined)[] = node.operands.map(visit);
        for (let i = given.length; i < takes.length; i++) given.push(typeof takes[i]!.standIn === "number" ? (takes[i]!.standIn as number) : undefined);
        if (signal?.aborted) throw new Failure("too_large", "the formula was stopped before it was done", "expression");
        return settle(kernel(run, ...(given as never[])));
      }
      default: throw new RangeError(`a formula over series has no ${node.type}`);
    }
  }
  const value = visit(tree);
  // A column that the formula made is the answer itself; an input's own is not to be written to.
  return tree.type === "name" && typeof value !== "number" ? settle(value.slice()) : value;
}
