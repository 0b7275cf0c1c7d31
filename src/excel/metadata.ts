/**
 * functions.json, at build time: a JSDoc declaration of each function is rendered in memory and read by the parser that
 * Microsoft ships for it, so that what Excel is told is what its own tool would have written.
 */
import { parseTree } from "custom-functions-metadata";
import { CELL_FUNCTIONS, type CellFunction } from "./cell-functions";

/** Where the handbook is served from in development; a build for elsewhere replaces it. */
const HANDBOOK = "https://localhost:3000/handbook/";

/** The declaration of one function as a person would write it; `any` so that a wrong cell reaches us and gets our words. */
function declaration({ id, summary, parameters, returns, page }: CellFunction): string {
  // The parser takes a list of ranges for a repeating range.
  const typed = parameters.map(({ name, optional, repeating, type }) => `${name}${optional ? "?" : ""}: ${type}${repeating ? "[]" : ""}`);
  return [
    "/**",
    ` * ${summary}`,
    ` * @customfunction ${id}`,
    ` * @helpurl ${HANDBOOK}${page}.html`,
    ...parameters.map(({ name, text }) => ` * @param ${name} ${text}`),
    ` * @returns ${returns.text}`,
    " */",
    `export function ${id}(${typed.join(", ")}): ${returns.type} { throw 0; }`,
  ].join("\n");
}

/** The text of functions.json. Throws where the parser finds fault with a declaration. */
export function metadata(): string {
  const source = CELL_FUNCTIONS.map(declaration).join("\n");
  const { functions, extras } = parseTree(source, "functions.ts");
  const errors = extras.flatMap((extra) => extra.errors.map((error) => `${extra.javascriptFunctionName}: ${error}`));
  if (errors.length || functions.length !== CELL_FUNCTIONS.length) throw new Error(`functions.json: ${errors.join("; ") || `${functions.length} functions instead of ${CELL_FUNCTIONS.length}`}`);
  return JSON.stringify({ allowCustomDataForDataTypeAny: true, functions });
}
