/** The only road to an answer: inputs are read, defaults filled in, limits and conditions held, then the formula runs. */
import { Failure } from "./failure";
import type { Formula, Outcome, Scope, Step } from "./formula";
import { didYouMean } from "./nearest";
import { read, unitOf, type Given, type Raw } from "./parameters";

export interface Explanation extends Outcome {
  readonly formula: Formula;
  readonly unit: string;
  /** Every input as it was used, defaults included. */
  readonly inputs: Scope;
  /** The names of the inputs that were left out and have a default. */
  readonly defaulted: readonly string[];
}

export type { Step };

/** Reads all inputs of a formula; what is wrong with any of them is told together. */
export function readInputs(formula: Pick<Formula, "id" | "inputs">, raw: Readonly<Record<string, Raw>>): { inputs: Scope; defaulted: string[] } {
  const faults: Failure[] = [];
  const known = Object.keys(formula.inputs);
  for (const name of Object.keys(raw)) {
    if (!Object.hasOwn(formula.inputs, name)) faults.push(new Failure("unknown", `${formula.id} has no input ${JSON.stringify(name.slice(0, 60))}${didYouMean(name, known) || "."} It takes ${known.join(", ")}`, name));
  }
  const inputs: Record<string, Given | undefined> = {};
  const defaulted: string[] = [];
  for (const [name, parameter] of Object.entries(formula.inputs)) {
    const value = Object.hasOwn(raw, name) ? raw[name] : undefined;
    if (value === undefined || value === null || value === "") {
      if (parameter.optional) {
        inputs[name] = parameter.optional.default;
        if (parameter.optional.default !== undefined) defaulted.push(name);
      } else faults.push(new Failure("missing", `${name} is missing: ${parameter.text}`, name));
      continue;
    }
    try {
      inputs[name] = read(name, parameter, value);
    } catch (fault) {
      if (!(fault instanceof Failure)) throw fault;
      faults.push(...fault.faults);
    }
  }
  if (faults.length) throw Failure.all(faults);
  return { inputs, defaulted };
}

function run(formula: Formula, raw: Readonly<Record<string, Raw>>, keep: boolean): { value: number; outcome: Outcome; inputs: Scope; defaulted: string[] } {
  const { inputs, defaulted } = readInputs(formula, raw);
  const broken = formula.program.broken(inputs);
  if (broken.length) throw Failure.all(broken.map((words) => new Failure("condition", words)));
  const outcome = formula.program.run(inputs, keep);
  if (!Number.isFinite(outcome.value)) throw new Failure("limit", `the result is larger than the largest number there is (1.8e308)`);
  return { value: outcome.value === 0 ? 0 : outcome.value, outcome, inputs, defaulted };
}

/** From here on a rate was more likely meant as a percentage than as a decimal. */
const LIKELY_PERCENT = 2;
const likelyPercents = (formula: Formula, inputs: Scope): string[] =>
  Object.entries(formula.inputs).flatMap(([name, { kind }]) => {
    const value = inputs[name];
    return kind === "rate" && typeof value === "number" && value >= LIKELY_PERCENT ? [`${name} is ${value}, which is ${Number(`${value}e2`)} %: if ${value} % was meant, write ${Number(`${value}e-2`)}`] : [];
  });

/** The answer with its working. Throws Failure. */
export function explain(formula: Formula, raw: Readonly<Record<string, Raw>>): Explanation {
  const { value, outcome, inputs, defaulted } = run(formula, raw, true);
  return { ...outcome, value, warnings: [...likelyPercents(formula, inputs), ...outcome.warnings], formula, unit: unitOf(formula.returns.kind), inputs, defaulted };
}

/** The answer alone, for a cell. Throws Failure. */
export const evaluate = (formula: Formula, raw: Readonly<Record<string, Raw>>): number => run(formula, raw, false).value;
