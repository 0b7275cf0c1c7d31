/** Holds every definition to its promises, whatever it computes. */
import { evaluate, explain, readInputs } from "../src/core/evaluate";
import { Failure } from "../src/core/failure";
import type { Scalar } from "../src/core/parameters";
import { withDigits } from "../src/numerics/decimals";
import { walk } from "../src/language/exact";
import { parse } from "../src/language/parser";
import { WORDS } from "../src/language/words";
import { equationMath } from "../src/language/mathml";
import { CHAPTERS, FORMULAS, type CatalogueFormula } from "../src/formulas";

const ALL = [...FORMULAS.values()].map((formula) => [formula.id, formula] as const);

/** The failure of a call, or undefined where it gives an answer. */
function refusal(formula: CatalogueFormula, given: Record<string, unknown>): Failure | undefined {
  try {
    evaluate(formula, given);
    return undefined;
  } catch (fault) {
    if (fault instanceof Failure) return fault;
    throw fault;
  }
}

test("chapters and ids are each there once", () => {
  const chapters = CHAPTERS.map(({ chapter }) => chapter);
  expect(chapters).toEqual([...new Set(chapters)].sort((a, b) => a - b));
  expect(FORMULAS.size).toBe(CHAPTERS.reduce((count, { formulas }) => count + Object.keys(formulas).length, 0));
});

describe.each(ALL)("%s", (id, formula) => {
  const given = formula.example.given as Record<string, unknown>;

  test("gives its example exactly", () => {
    expect(evaluate(formula, given)).toBe(formula.example.gives);
    expect(explain(formula, given).value).toBe(formula.example.gives);
  });

  test("has either an equation or a computation, and every text of it can be read", () => {
    expect([formula.equation, formula.compute].filter((way) => way !== undefined)).toHaveLength(1);
    expect(() => formula.program).not.toThrow();
    if (formula.program.equation) {
      const math = equationMath(formula.program.equation, id);
      expect(math).not.toMatch(/undefined|NaN/);
      expect(math.match(/<(\w+)/g)?.length).toBe(math.match(/<\/(\w+)/g)?.length);
    }
  });

  test("its working ends in its answer", () => {
    const { steps, value } = explain(formula, given);
    if (formula.equation) expect(steps.at(-1)).toMatchObject({ name: "result", value });
    for (const step of steps) expect(JSON.stringify(step.value)).not.toMatch(/null/);
  });

  if (formula.relation !== undefined)
    test("its answer satisfies its relation", () => {
      const relation = formula.relation!;
      const { inputs } = readInputs(formula, given);
      const names = new Set([...Object.keys(inputs), "result"]);
      const tree = parse(relation, { words: WORDS, names, builtIn: true });
      if (tree.type !== "binary" || tree.operator !== "=") throw new Error("a relation is left = right");
      const at = (result: number, side: typeof tree.left): number =>
        withDigits((a) => {
          const scope = new Map(Object.entries({ ...inputs, result }).map(([name, value]) => [name, Array.isArray(value) ? value.map((item: number) => a.of(item)) : typeof value === "number" ? a.of(value) : (value as string)]));
          return a.toNumber(walk(side, scope, a, relation) as Parameters<typeof a.toNumber>[0]);
        });
      const gap = (result: number): number => at(result, tree.left) - at(result, tree.right);
      const answer = formula.example.gives;
      const next = 2 ** -52 * Math.max(Math.abs(answer), 2 ** -40);
      // The nearest double to a root has the root within half a step on either side.
      expect(Math.sign(gap(answer - next)) * Math.sign(gap(answer + next))).toBe(-1);
    });

  test("texts fit where they are shown", () => {
    expect(id).toMatch(/^[a-z][a-z0-9_]{2,39}$/);
    expect(id).not.toMatch(/^[a-z]{1,3}\d+$/);
    expect(formula.title.toLowerCase()).not.toBe(id);
    expect(formula.summary).toMatch(/^[A-Z].{20,199}\.$/s);
    for (const [name, input] of Object.entries(formula.inputs)) {
      expect(name).toMatch(/^[a-z][a-z0-9_]*$/);
      expect(input.text.length).toBeGreaterThan(8);
      expect(input.text.length).toBeLessThanOrEqual(200);
    }
    for (const text of [formula.title, formula.summary, formula.useWhen, formula.notWhen, formula.source, formula.returns.text, ...Object.values(formula.inputs).map((input) => input.text)])
      expect(text).not.toMatch(/[{}@]|\*\/|\n|\s{2}/);
    expect(formula.example.by.length).toBeGreaterThan(6);
  });

  test("names a sibling that exists", () => {
    const named = formula.notWhen.match(/\b[a-z][a-z0-9]*(?:_[a-z0-9]+)*\b/g)?.filter((word) => FORMULAS.has(word) && word !== id) ?? [];
    expect(named.length).toBeGreaterThan(0);
  });

  test("optional inputs stand last, and their defaults are within their own limits", () => {
    const optionals = Object.values(formula.inputs).map((input) => input.optional !== undefined);
    expect(optionals.lastIndexOf(false)).toBeLessThan(optionals.includes(true) ? optionals.indexOf(true) : Infinity);
    const defaults = Object.fromEntries(Object.entries(formula.inputs).filter(([, input]) => input.optional?.default !== undefined).map(([name, input]) => [name, input.optional!.default]));
    expect(refusal(formula, { ...given, ...defaults })?.kind).not.toBe("limit");
  });

  test("every required input that is left out is named, all of them together", () => {
    const required = Object.entries(formula.inputs).filter(([, input]) => !input.optional).map(([name]) => name);
    if (!required.length) return expect(refusal(formula, {})?.kind).toBe("condition");
    const all = refusal(formula, {});
    expect(all?.faults.map((fault) => [fault.kind, fault.parameter])).toEqual(required.map((name) => ["missing", name]));
    for (const name of required) {
      const { [name]: _left, ...others } = given;
      expect(refusal(formula, others)).toMatchObject({ kind: "missing", parameter: name });
    }
    return undefined;
  });

  test("an unknown input is told with the name that was meant", () => {
    const [first = ""] = Object.keys(formula.inputs);
    const wrong = `${first}x`;
    const fault = refusal(formula, { ...given, [wrong]: 1 });
    expect(fault).toMatchObject({ kind: "unknown", parameter: wrong });
    expect(fault?.message).toContain(`did you mean ${first}?`);
  });

  const scalars = Object.entries(formula.inputs).flatMap(([name, input]): [string, Scalar, (value: unknown) => unknown][] =>
    input.kind === "list" ? [[name, input.of, (value) => [...((given[name] ?? []) as unknown[]).slice(0, -1), value]]]
    : input.kind === "rows" ? Object.entries(input.columns).map(([column, of]) => [name, of, (value) => (given[name] as Record<string, unknown>[]).map((row, i) => (i === 0 ? { ...row, [column]: value } : row))])
    : [[name, input, (value) => value]],
  );

  test("what lies outside the limits is refused by name, rule and value", () => {
    for (const [name, limits, place] of scalars) {
      const beyond = [
        limits.min !== undefined ? [limits.min - (limits.whole ? 1 : 1e-9), `${limits.min}`] : undefined,
        limits.above !== undefined ? [limits.above, `above ${limits.above}`] : undefined,
        limits.max !== undefined ? [limits.max + 1, `${limits.max}`] : undefined,
        limits.below !== undefined ? [limits.below, `below ${limits.below}`] : undefined,
        limits.whole ? [(limits.min ?? limits.above ?? 0) + 0.5, "whole"] : undefined,
      ].filter((pair): pair is [number, string] => pair !== undefined);
      if (limits.kind === "date" || limits.kind === "choice" || limits.kind === "text") continue;
      for (const [value, rule] of beyond) {
        const fault = refusal(formula, { ...given, [name]: place(value) });
        expect([name, fault?.kind, fault?.parameter]).toEqual([name, "limit", name]);
        expect(fault!.message).toContain(rule);
        expect(fault!.message).toContain(String(value));
      }
    }
  });

  test("what is no value of the kind is refused, in every input, naming it", () => {
    const wrong: unknown[] = ["abc", "1,500,000", "12%", NaN, Infinity, true, {}, "1e999"];
    for (const [name, limits, place] of scalars) {
      for (const value of limits.kind === "text" || limits.kind === "choice" ? [true, {}] : wrong) {
        const fault = refusal(formula, { ...given, [name]: place(value) });
        expect([name, value, fault?.parameter]).toEqual([name, value, name]);
        expect(["type", "limit"]).toContain(fault!.kind);
        expect(fault!.message).not.toMatch(/undefined|\[object|NaN\b.*NaN/);
      }
    }
  });

  test("a number that comes as exact text is taken", () => {
    const texts = Object.fromEntries(Object.entries(given).map(([name, value]) => [name, typeof value === "number" ? ` ${value} ` : Array.isArray(value) ? JSON.stringify(value) : value]));
    expect(evaluate(formula, texts)).toBe(formula.example.gives);
  });

  test("what is said in {…} can be computed", () => {
    const { assumptions, warnings } = explain(formula, given);
    for (const text of [...assumptions, ...warnings]) expect(text).not.toMatch(/[{}]|undefined|NaN/);
  });
});

test.each<[string, Record<string, number>, string[]]>([
  ["a rate that was meant in percent", { future_value: 1000, rate: 12, periods: 5 }, ["rate is 12, which is 1200 %: if 12 % was meant, write 0.12"]],
  ["a rate that may be meant", { future_value: 1000, rate: 1.5, periods: 5 }, []],
])("%s is told of, not refused", (_name, given, warnings) => expect(explain(FORMULAS.get("present_value")!, given).warnings).toEqual(warnings));
