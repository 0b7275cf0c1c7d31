/** The built bundle in a bare JavaScript context: no window, no document, no timers, nothing of Node. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createContext, runInContext } from "node:vm";
import { customFunctions, HostError } from "../host";

const dist = join(__dirname, "..", "..", "dist");

export function built(name: string): string {
  const file = join(dist, name);
  if (!existsSync(file)) throw new Error(`dist/${name} is not there: npm run build`);
  return readFileSync(file, "utf8");
}

export type CellFunction = (...args: unknown[]) => unknown;

/** What Excel is told of one function. */
export interface FunctionMetadata {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly helpUrl: string;
  readonly parameters: readonly { readonly name: string; readonly description: string; readonly type: string; readonly dimensionality?: string; readonly optional?: boolean; readonly repeating?: boolean }[];
  readonly result: { readonly type?: string; readonly dimensionality?: string };
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
  run({ CustomFunctions: customFunctions((id, call) => made.push([id, call])) });
  return made;
}

export type Outcome = number | readonly (readonly unknown[])[] | { readonly code: string; readonly message: string };

/** Rows equally long, of nothing that Excel would turn into something else: it shows a null as 0. */
const isSpill = (value: unknown): value is readonly (readonly unknown[])[] =>
  Array.isArray(value) && value.length > 0 &&
  value.every((cells) => Array.isArray(cells) && cells.length === value[0].length && cells.every((cell) => typeof cell === "string" || typeof cell === "boolean" || Number.isFinite(cell)));

/** What the cell shows. Throws where a function gives anything that Excel would turn into something else. */
export function outcome(call: CellFunction, args: readonly unknown[]): Outcome {
  let value: unknown;
  try {
    // The host appends its invocation object to the arguments.
    value = call(...args, { functionName: "VAL", address: undefined });
  } catch (fault) {
    if (!(fault instanceof HostError)) throw new Error(`threw ${String(fault)}, which is no CustomFunctions.Error`, { cause: fault });
    return { code: fault.code, message: fault.message };
  }
  if (Number.isFinite(value) || isSpill(value)) return value as Outcome;
  throw new Error(`returned ${String(value)}, which is neither a finite number nor a range`);
}
