/** Walks a tree with exact numbers. The arithmetic is a parameter; what it cannot decide it throws, and more digits are taken. */
import { Failure } from "../core/failure";
import type { Arithmetic } from "../numerics/arithmetic";
import type { Operator, Tree } from "./tree";
import { asNumber, asScalar, isList, itemwise, WORDS, type Item, type Value } from "./words";

export type Names<N> = ReadonlyMap<string, Value<N> | ReadonlyMap<string, Value<N>>>;

const ARITHMETIC: Readonly<Partial<Record<Operator, <N>(a: Arithmetic<N>) => (x: N, y: N) => N>>> = {
  "+": (a) => a.add, "-": (a) => a.subtract, "*": (a) => a.multiply, "/": (a) => a.divide, "%": (a) => a.modulo, "^": (a) => a.power,
};
const COMPARISON: Readonly<Partial<Record<Operator, (order: number) => boolean>>> = {
  "=": (order) => order === 0, "<>": (order) => order !== 0, "<": (order) => order < 0, "<=": (order) => order <= 0, ">": (order) => order > 0, ">=": (order) => order >= 0,
};

/** The value of a tree. `source` is its text, from which a failure quotes the part at fault. */
export function walk<N>(tree: Tree, names: Names<N>, arithmetic: Arithmetic<N>, source: string): Value<N> {
  const quote = (node: Tree): string => source.slice(node.at, node.at + node.length);

  const truth = (node: Tree): boolean => {
    const value = asScalar(visit(node));
    if (typeof value !== "boolean") throw new Failure("type", `${quote(node)} is no condition`);
    return value;
  };

  function binary(operator: Operator, left: Tree, right: Tree, node: Tree): Value<N> {
    if (operator === "and") return truth(left) && truth(right);
    if (operator === "or") return truth(left) || truth(right);
    const rule = ARITHMETIC[operator];
    const order = COMPARISON[operator];
    const item = (x: Item<N>, y: Item<N>): Item<N> => {
      if (rule) return rule(arithmetic)(asNumber(x), asNumber(y));
      if (typeof x === "string" || typeof y === "string") return (x === y) === (operator === "=");
      return order!(arithmetic.compare(asNumber(x), asNumber(y)));
    };
    const [x, y] = [visit(left), visit(right)];
    return saying(node, operator === "/" ? `${quote(right)} is 0` : undefined, () => itemwise<N>(item, x, y));
  }

  /** Runs the work of one node; where it has no answer, the failure says in which part of the equation. */
  function saying<T>(node: Tree, reason: string | undefined, work: () => T): T {
    try {
      return work();
    } catch (fault) {
      if (!(fault instanceof Failure) || (fault.kind !== "division_by_zero" && fault.kind !== "no_value")) throw fault;
      throw new Failure(fault.kind, `${fault.kind === "division_by_zero" ? (reason ?? fault.message) : fault.message}, in ${quote(node)}`);
    }
  }

  function visit(node: Tree): Value<N> {
    switch (node.type) {
      case "number": return arithmetic.of(node.text);
      case "text": return node.text;
      case "name": {
        const value = names.get(node.name);
        if (value === undefined || value instanceof Map) throw new Failure("missing", `${node.name} has no value`);
        return value as Value<N>;
      }
      case "column": {
        const table = names.get(node.table);
        const column = table instanceof Map ? (table as ReadonlyMap<string, Value<N>>).get(node.column) : undefined;
        if (column === undefined) throw new Failure("missing", `${node.table}.${node.column} has no value`);
        return column;
      }
      case "unary":
        if (node.operator === "not") return !truth(node.operand);
        return itemwise<N>((item) => (node.operator === "-" ? arithmetic.negate(asNumber(item)) : asNumber(item)), visit(node.operand));
      case "binary": return binary(node.operator, node.left, node.right, node);
      case "call": {
        const [condition, then, otherwise] = node.operands;
        if (node.word === "given" && condition?.type === "name") return names.has(condition.name);
        if (node.word === "if" && condition && then && otherwise) {
          const chosen = visit(condition);
          if (!isList(chosen)) return visit(chosen === true ? then : otherwise);
          return WORDS.get("if")!.exact(arithmetic, chosen, visit(then), visit(otherwise));
        }
        const operands = node.operands.map(visit);
        return saying(node, undefined, () => WORDS.get(node.word)!.exact(arithmetic, ...operands));
      }
    }
  }
  return visit(tree);
}
