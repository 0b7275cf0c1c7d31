/**
 * Every word of a built-in equation, once: what it takes, one line of help, and what each walker makes of it. Words carry
 * Excel's names where Excel has the word. A word that no Excel since 2013 can say has no `excel`, and a formula that uses
 * it has no native formula.
 */
import { Failure } from "../core/failure";
import type { Arithmetic } from "../numerics/arithmetic";
import { normalDensity, normalDistribution } from "../numerics/normal";
import { internalRate } from "../numerics/rates";
import { days30360 } from "../numerics/day-count";
import type { Signature } from "./parser";

/** A value while an equation is walked: a number of the arithmetic, a truth, a text, or a list of them. */
export type Item<N> = N | boolean | string;
export type Value<N> = Item<N> | readonly Item<N>[];

export const isList = <N>(value: Value<N>): value is readonly Item<N>[] => Array.isArray(value);

/** A piece of Excel text: `range` is a reference or an array constant, `array` is computed and needs a word that takes arrays. */
export interface ExcelText {
  readonly text: string;
  readonly strength: number;
  readonly shape: "scalar" | "range" | "array";
  /** How many items a list has, where the text is an array constant. */
  readonly length?: number;
}
/** Whether the lists of a formula stand in columns or in rows. */
export type Layout = "column" | "row";

export interface Word extends Signature {
  readonly exact: <N>(arithmetic: Arithmetic<N>, ...operands: Value<N>[]) => Value<N>;
  /** Excel's text of the call, or nothing where Excel cannot say it. */
  readonly excel?: (operands: readonly ExcelText[], layout: Layout) => ExcelText | undefined;
  /** MathML of the call from the MathML of its operands. */
  readonly math: (...operands: string[]) => string;
}

/* ---------------------------------------------------------------------------------------------- lists and numbers */

const wrong = (message: string): never => {
  throw new Failure("type", message);
};
export function asNumber<N>(value: Item<N>): N {
  if (typeof value === "boolean" || typeof value === "string") return wrong(`a number is needed, not ${String(value)}`);
  return value;
}
export function asScalar<N>(value: Value<N>): Item<N> {
  return isList(value) ? wrong("one value is needed, not a list") : value;
}
const numbers = <N>(value: Value<N>): N[] => (isList(value) ? value : [value]).map(asNumber);

/** Applies a rule item by item: a single value goes with every item, two lists must be equally long. */
export function itemwise<N>(rule: (...items: Item<N>[]) => Item<N>, ...operands: Value<N>[]): Value<N> {
  const lengths = new Set(operands.filter(isList).map((list) => list.length));
  if (lengths.size === 0) return rule(...(operands as Item<N>[]));
  if (lengths.size > 1) throw new Failure("condition", `lists of ${[...lengths].join(" and ")} items cannot go together: they must be equally long`);
  const [length = 0] = lengths;
  return Array.from({ length }, (_, i) => rule(...operands.map((operand) => (isList(operand) ? operand[i]! : operand))));
}
const onNumbers = <N>(rule: (a: N) => N) => (value: Value<N>): Value<N> => itemwise<N>((item) => rule(asNumber(item)), value);

const fold = <N>(list: N[], rule: (a: N, b: N) => N): N => {
  const [first, ...others] = list;
  return first === undefined ? wrong("a list with at least one item is needed") : others.reduce(rule, first);
};
const extreme = (sign: 1 | -1) => <N>(a: Arithmetic<N>, ...operands: Value<N>[]): Value<N> => {
  const pick = (x: N, y: N): N => (a.compare(x, y) * sign >= 0 ? x : y);
  const [only] = operands;
  return operands.length === 1 && only !== undefined ? fold(numbers(only), pick) : itemwise<N>((...items) => items.map(asNumber).reduce(pick), ...operands);
};
function wholeLength<N>(a: Arithmetic<N>, value: Value<N>): number {
  const length = a.toNumber(asNumber(asScalar(value)));
  if (!Number.isInteger(length) || length < 0 || length > 100_000) wrong(`sequence needs a whole number from 0 to 100000, not ${length}`);
  return length;
}

/* ---------------------------------------------------------------------------------------------- Excel's text */

export const ATOM = 10;
const scalar = (text: string): ExcelText => ({ text, strength: ATOM, shape: "scalar" });
const shaped = (text: string, like: ExcelText): ExcelText => ({ text, strength: ATOM, shape: like.shape === "scalar" ? "scalar" : "array" });
/** A word that Excel applies item by item. */
const each = (name: string) => ([x]: readonly ExcelText[]) => shaped(`${name}(${x!.text})`, x!);
/** A word that reduces a list. An Excel without dynamic arrays computes the array inside it only under SUMPRODUCT. */
const reduces = (name: string) => ([x]: readonly ExcelText[]) => scalar(x!.shape === "array" ? `SUMPRODUCT(${name}(${x!.text}))` : `${name}(${x!.text})`);
const between = (sign: 1 | -1) => (operands: readonly ExcelText[]): ExcelText | undefined => {
  const name = sign > 0 ? "MAX" : "MIN";
  const [first, second] = operands;
  if (operands.length === 1 && first) return reduces(name)(operands);
  if (operands.every((operand) => operand.shape === "scalar")) return scalar(`${name}(${operands.map((operand) => operand.text).join(",")})`);
  // MAX would reduce the lists, so item by item each operand counts where it is the one to take.
  if (!first || !second || operands.length > 2) return undefined;
  const [a, b] = [`(${first.text})`, `(${second.text})`];
  const takes = sign > 0 ? ">" : "<";
  return { text: second.text === "0" ? `${a}*(${a}${takes}0)` : `(${a}*(${a}${takes}=${b})+${b}*(${b}${takes}${a}))`, strength: second.text === "0" ? 6 : ATOM, shape: "array" };
};

/* ---------------------------------------------------------------------------------------------- mathematics */

const op = (symbol: string): string => `<mo>${symbol}</mo>`;
const fenced = (open: string, inner: string, close: string): string => `<mrow>${op(open)}${inner}${op(close)}</mrow>`;
const applied = (name: string) => (...operands: string[]): string => `<mrow><mi mathvariant="normal">${name}</mi>${op("&#x2061;")}${fenced("(", operands.join(op(",")), ")")}</mrow>`;
const big = (symbol: string) => (x: string): string => `<mrow><mo largeop="true">${symbol}</mo>${x}</mrow>`;

const LIST: readonly Word[] = [
  {
    name: "if", usage: "if(condition, then, otherwise)", help: "One of two values; only the one taken is computed.", operands: [3, 3],
    // The walker takes the branch itself where the condition is a single truth; here it is a list.
    exact: (_, condition, then, otherwise) => itemwise((c, p, q) => (c === true ? p : q), condition!, then!, otherwise!),
    excel: ([c, p, q]) =>
      c!.shape === "scalar" ? shaped(`IF(${c!.text},${p!.text},${q!.text})`, p!.shape === "scalar" ? q! : p!) : { text: `((${c!.text})*(${p!.text})+(1-(${c!.text}))*(${q!.text}))`, strength: ATOM, shape: "array" },
    math: (c, p, q) => `<mrow>${op("{")}<mtable columnalign="left left"><mtr><mtd>${p}</mtd><mtd><mrow><mtext>if&#xA0;</mtext>${c}</mrow></mtd></mtr><mtr><mtd>${q}</mtd><mtd><mtext>otherwise</mtext></mtd></mtr></mtable></mrow>`,
  },
  {
    // What stands in it is never computed: each walker asks whether the name has a value.
    name: "given", usage: "given(name)", help: "Whether an input that may be left out is there; one with a default always is.", operands: [1, 1],
    exact: () => wrong("given needs the name of an input"),
    math: (x) => `<mrow>${x}<mtext>\u00A0is given</mtext></mrow>`,
  },
  { name: "sum", usage: "sum(list)", help: "The sum of a list.", operands: [1, 1], exact: (a, x) => numbers(x!).reduce((sum, item) => a.add(sum, item), a.of(0)), excel: ([x]) => scalar(`${x!.shape === "array" ? "SUMPRODUCT" : "SUM"}(${x!.text})`), math: big("&#x2211;") },
  { name: "product", usage: "product(list)", help: "The product of a list.", operands: [1, 1], exact: (a, x) => numbers(x!).reduce((product, item) => a.multiply(product, item), a.of(1)), excel: reduces("PRODUCT"), math: big("&#x220F;") },
  { name: "min", usage: "min(list) or min(a, b)", help: "The least of a list, or of several values item by item.", operands: [1, 8], exact: extreme(-1), excel: between(-1), math: applied("min") },
  { name: "max", usage: "max(list) or max(a, b)", help: "The greatest of a list, or of several values item by item.", operands: [1, 8], exact: extreme(1), excel: between(1), math: applied("max") },
  { name: "count", usage: "count(list)", help: "How many items a list has.", operands: [1, 1], exact: (a, x) => a.of(isList(x!) ? x.length : 1), excel: ([x]) => (x!.length !== undefined ? scalar(String(x!.length)) : x!.shape === "range" ? scalar(`ROWS(${x!.text})*COLUMNS(${x!.text})`) : undefined), math: applied("count") },
  { name: "average", usage: "average(list)", help: "The mean of a list.", operands: [1, 1], exact: (a, x) => a.divide(numbers(x!).reduce((sum, item) => a.add(sum, item)), a.of(numbers(x!).length)), excel: reduces("AVERAGE"), math: applied("average") },
  { name: "first", usage: "first(list)", help: "The first item of a list.", operands: [1, 1], exact: (_, x) => (isList(x!) ? (x[0] ?? wrong("first needs a list with an item")) : x!), excel: ([x]) => scalar(`INDEX(${x!.text},1)`), math: applied("first") },
  { name: "last", usage: "last(list)", help: "The last item of a list.", operands: [1, 1], exact: (_, x) => (isList(x!) ? (x[x.length - 1] ?? wrong("last needs a list with an item")) : x!), excel: ([x]) => (x!.length !== undefined ? scalar(`INDEX(${x!.text},${x!.length})`) : x!.shape === "range" ? scalar(`INDEX(${x!.text},ROWS(${x!.text})*COLUMNS(${x!.text}))`) : undefined), math: applied("last") },
  {
    name: "sequence", usage: "sequence(n)", help: "The list 1, 2, … n.", operands: [1, 1],
    exact: (a, n) => Array.from({ length: wholeLength(a, n!) }, (_, i) => a.of(i + 1)),
    // No SEQUENCE before Excel 2021: the numbers of the first n rows, or columns, of any sheet.
    excel: ([n], layout) => ({ text: layout === "column" ? `ROW(INDEX($A:$A,1):INDEX($A:$A,${n!.text}))` : `COLUMN(INDEX($1:$1,1):INDEX($1:$1,${n!.text}))`, strength: ATOM, shape: "array" }),
    math: (n) => fenced("(", `<mn>1</mn>${op(",")}<mn>2</mn>${op(",")}${op("&#x2026;")}${op(",")}${n}`, ")"),
  },
  { name: "running_sum", usage: "running_sum(list)", help: "The sum up to each item.", operands: [1, 1], exact: (a, x) => { let sum = a.of(0); return numbers(x!).map((item) => (sum = a.add(sum, item))); }, math: applied("running sum") },
  { name: "floor", usage: "floor(x)", help: "The greatest whole number that is not above x.", operands: [1, 1], exact: (a, x) => onNumbers(a.floor)(x!), excel: each("INT"), math: (x) => fenced("&#x230A;", x!, "&#x230B;") },
  { name: "abs", usage: "abs(x)", help: "x without its sign.", operands: [1, 1], exact: (a, x) => onNumbers(a.absolute)(x!), excel: each("ABS"), math: (x) => fenced("|", x!, "|") },
  { name: "sqrt", usage: "sqrt(x)", help: "The square root.", operands: [1, 1], exact: (a, x) => onNumbers(a.squareRoot)(x!), excel: each("SQRT"), math: (x) => `<msqrt>${x}</msqrt>` },
  { name: "exp", usage: "exp(x)", help: "e to the power x.", operands: [1, 1], exact: (a, x) => onNumbers(a.exponential)(x!), excel: each("EXP"), math: (x) => `<msup><mi>e</mi>${x}</msup>` },
  { name: "ln", usage: "ln(x)", help: "The natural logarithm.", operands: [1, 1], exact: (a, x) => onNumbers(a.logarithm)(x!), excel: each("LN"), math: applied("ln") },
  {
    name: "factorial", usage: "factorial(n)", help: "1 * 2 * … * n; n is a whole number.", operands: [1, 1], exact: (a, n) => onNumbers(a.factorial)(n!),
    // Excel's FACT ends at 170.
    excel: ([n]) => (Number(n!.text) > 170 ? undefined : each("FACT")([n!])),
    math: (n) => `<mrow>${/^<m[in]>/.test(n!) ? n : fenced("(", n!, ")")}${op("!")}</mrow>`,
  },
  { name: "normal_cdf", usage: "normal_cdf(x)", help: "The share of a standard normal distribution below x.", operands: [1, 1], exact: <N>(a: Arithmetic<N>, x?: Value<N>) => onNumbers<N>((z) => normalDistribution(a, z))(x!), excel: each("NORMSDIST"), math: applied("&#x3A6;") },
  { name: "normal_pdf", usage: "normal_pdf(x)", help: "The height of the standard normal density at x.", operands: [1, 1], exact: <N>(a: Arithmetic<N>, x?: Value<N>) => onNumbers<N>((z) => normalDensity(a, z))(x!), excel: ([x]) => shaped(`NORMDIST(${x!.text},0,1,FALSE)`, x!), math: applied("&#x3C6;") },
  {
    name: "payback", usage: "payback(balances)", help: "When the balance first reaches 0, in periods from the first item; in a straight line within the period.", operands: [1, 1],
    exact: (a, x) => {
      const balances = numbers(x!);
      const at = balances.findIndex((balance) => a.compare(balance, a.of(0)) >= 0);
      if (at < 0) throw new Failure("no_value", `never recovered: after the last flow the balance is still ${a.toNumber(balances[balances.length - 1]!)}`);
      if (at === 0) return a.of(0);
      const before = balances[at - 1]!;
      return a.add(a.of(at - 1), a.divide(before, a.subtract(before, balances[at]!)));
    },
    math: applied("payback"),
  },
  {
    name: "days_30_360", usage: "days_30_360(start, end)", help: "Days between two dates where every month has 30: a 31st counts as the 30th, at the end only where the start is a 30th too.", operands: [2, 2],
    exact: (a, start, end) => itemwise((from, to) => a.of(days30360(a.toNumber(asNumber(from)), a.toNumber(asNumber(to)))), start!, end!),
    excel: ([s, e]) => (s!.shape === "scalar" && e!.shape === "scalar" ? scalar(`(360*(YEAR(${e!.text})-YEAR(${s!.text}))+30*(MONTH(${e!.text})-MONTH(${s!.text}))+IF(DAY(${s!.text})<30,DAY(${e!.text}),MIN(DAY(${e!.text}),30))-MIN(DAY(${s!.text}),30))`) : undefined),
    math: applied("days 30/360"),
  },
  { name: "internal_rate", usage: "internal_rate(flows)", help: "The rate at which flows one period apart have a present value of 0; the first flow is at 0.", operands: [1, 1], exact: (a, x) => internalRate(a, numbers(x!)), math: applied("IRR") },
];

export const WORDS: ReadonlyMap<string, Word> = new Map(LIST.map((word) => [word.name, word]));
