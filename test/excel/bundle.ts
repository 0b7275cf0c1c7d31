/** The built bundle in a bare JavaScript context: no window, no document, no timers, nothing of Node. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createContext, runInContext } from "node:vm";

const dist = join(__dirname, "..", "..", "dist");

export function built(name: string): string {
  const file = join(dist, name);
  if (!existsSync(file)) throw new Error(`dist/${name} is not there: npm run build`);
  return readFileSync(file, "utf8");
}

/** What the runtime offers in place of Excel's own: the same names, the same codes. */
export class CellError extends Error {
  constructor(readonly code: string, message?: string) {
    super(message);
  }
}
const ErrorCode = {
  invalidValue: "#VALUE!", notAvailable: "#N/A", divisionByZero: "#DIV/0!", invalidNumber: "#NUM!", nullReference: "#NULL!", invalidName: "#NAME?", invalidReference: "#REF!",
};

export type CellFunction = (...args: readonly unknown[]) => unknown;

/** What Excel is told of one function. */
export interface FunctionMetadata {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly parameters: readonly { readonly name: string; readonly description: string; readonly type: string; readonly dimensionality?: string; readonly optional?: boolean }[];
  readonly result: { readonly type: string };
}
export const metadata = (): { readonly functions: readonly FunctionMetadata[] } & Readonly<Record<string, unknown>> => JSON.parse(built("functions.json"));

/**
 * A context of node:vm looks a global up anew at each use, which costs many times what it costs in a browser. The busy ones are
 * handed over once, so that times measured here mean something.
 */
const BUSY = "Math, Number, Array, Object, Map, Set";

/** Runs the bundle where nothing exists but the language itself and what is given. */
export const run = (globals: Readonly<Record<string, unknown>>): unknown =>
  runInContext(`(function (${BUSY}) {${built("functions.js")}\n})(${BUSY})`, createContext({ ...globals }), { filename: "functions.js" });

/** Every association that the bundle makes when it loads, in its order. */
export function associations(): readonly (readonly [id: string, call: CellFunction])[] {
  const made: [string, CellFunction][] = [];
  run({ CustomFunctions: { associate: (id: string, call: CellFunction) => made.push([id, call]), Error: CellError, ErrorCode } });
  return made;
}

export type Outcome = number | { readonly code: string; readonly message: string };

/** What the cell shows. Throws where a function gives anything that Excel would turn into something else. */
export function outcome(call: CellFunction, args: readonly unknown[]): Outcome {
  let value: unknown;
  try {
    // The host appends its invocation object to the arguments.
    value = call(...args, { functionName: "VAL", address: undefined });
  } catch (fault) {
    if (!(fault instanceof CellError)) throw new Error(`threw ${String(fault)}, which is no CustomFunctions.Error`, { cause: fault });
    return { code: fault.code, message: fault.message };
  }
  if (typeof value !== "number" || !Number.isFinite(value)) throw new Error(`returned ${String(value)}, which is no finite number`);
  return value;
}
