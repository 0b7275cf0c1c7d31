/** The operators of the language, loosest first: one table for the two pages that tell of them. */
import { code, escape, table } from "./page";

const OPERATORS: readonly (readonly [signs: readonly string[], meaning: string])[] = [
  [["or"], "either holds"],
  [["and"], "both hold"],
  [["not"], "does not hold"],
  [["=", "==", "<>", "!=", "<", "<=", ">", ">="], "a comparison; two of them cannot be chained, so write a < b and b < c"],
  [["+", "-"], "sum and difference"],
  [["*", "/", "%"], "product, quotient, and the remainder, which has the divisor's sign as in Excel's MOD; % never means percent"],
  [["-x", "+x"], "a sign before a value"],
  [["^"], "power; chains to the right"],
];

export const operators = (): string =>
  table("Operators", [{ title: "Binds" }, { title: "Operator" }, { title: "Meaning" }], OPERATORS.map(([signs, meaning], place) => [place === 0 ? "loosest" : place === OPERATORS.length - 1 ? "tightest" : String(place + 1), signs.map(code).join(" "), escape(meaning)]));
