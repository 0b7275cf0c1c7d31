/** What the inputs come to so far: an answer, or what is wrong beside each input, or what is still to be filled in. */
import { explain, type Explanation } from "../core/evaluate";
import { Failure } from "../core/failure";
import type { Formula } from "../core/formula";
import type { Raw } from "../core/parameters";
import { spaced } from "./format";

/** The side of a field that matters here. */
export interface Source {
  raw(): Raw;
  isUnfinished(): boolean;
}
export interface Refusal {
  readonly words: string;
  /** The inputs that the words name. */
  readonly inputs: readonly string[];
}
export interface Consideration {
  readonly explanation?: Explanation;
  /** Words for each input at fault. */
  readonly faults: ReadonlyMap<string, string>;
  /** Inputs that are each right, but not together. */
  readonly refusals: readonly Refusal[];
  /** What is still to be done, calmly. */
  readonly hint: string;
}

const DEFECT = "VAL could not compute this. Please report the formula and its inputs.";

/** What is told where the engine itself is at fault is told as a refusal too. */
export function failureOf(problem: unknown): Failure {
  return problem instanceof Failure ? problem : new Failure("type", DEFECT);
}

export const listed = (names: readonly string[]): string => (names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names[names.length - 1]}`);

export function consider(formula: Formula, sources: Readonly<Record<string, Source>>): Consideration {
  const raw: Record<string, Raw> = {};
  const faults = new Map<string, string>();
  const waiting = new Set<string>();
  const hints: string[] = [];
  const refusals: Refusal[] = [];
  for (const [name, source] of Object.entries(sources)) {
    try {
      if (source.isUnfinished()) waiting.add(name);
      else raw[name] = source.raw();
    } catch (problem) {
      faults.set(name, failureOf(problem).message);
    }
  }
  try {
    const explanation = explain(formula, raw);
    if (waiting.size === 0 && faults.size === 0) return { explanation, faults, refusals, hint: "" };
  } catch (problem) {
    for (const { kind, parameter, message } of failureOf(problem).faults) {
      if (parameter === undefined) refusals.push({ words: message, inputs: Object.keys(formula.inputs).filter((name) => new RegExp(`\\b${name}\\b`).test(message)) });
      else if (faults.has(parameter) && raw[parameter] === undefined) continue; // its text could not be read, which is told already
      else if (kind !== "missing") faults.set(parameter, faults.has(parameter) ? `${faults.get(parameter)}; ${message}` : message);
      else if (raw[parameter] === undefined) waiting.add(parameter);
      else hints.push(message);
    }
  }
  const missing = Object.keys(formula.inputs).filter((name) => waiting.has(name)).map(spaced);
  const hint = faults.size ? "" : missing.length ? `Fill in ${listed(missing)}.` : hints.join("; ");
  // A rule between inputs says nothing yet while one of them is still being typed.
  return { faults, refusals: waiting.size || faults.size ? [] : refusals, hint };
}
