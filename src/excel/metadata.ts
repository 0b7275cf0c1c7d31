/**
 * functions.json, at build time: a JSDoc declaration of each formula is rendered in memory and read by the parser that
 * Microsoft ships for it, so that what Excel is told is what its own tool would have written.
 */
import { parseTree } from "custom-functions-metadata";
import type { Formula } from "../core/formula";
import { helpText, type Parameter } from "../core/parameters";
import { FORMULAS } from "../formulas";

const typeOf = (parameter: Parameter): string => (parameter.kind === "list" || parameter.kind === "rows" ? "any[][]" : "any");

/** The declaration of one function as a person would write it; `any` so that a wrong cell reaches us and gets our words. */
export function declaration(formula: Formula): string {
  const id = formula.id.toUpperCase();
  const inputs = Object.entries(formula.inputs);
  return [
    "/**",
    ` * ${formula.summary}`,
    ` * @customfunction ${id}`,
    ...inputs.map(([name, parameter]) => ` * @param ${name} ${helpText(parameter)}`),
    ` * @returns ${formula.returns.text}`,
    " */",
    `export function ${id}(${inputs.map(([name, parameter]) => `${name}${parameter.optional ? "?" : ""}: ${typeOf(parameter)}`).join(", ")}): number { return 0; }`,
  ].join("\n");
}

/** The text of functions.json. Throws where the parser finds fault with a declaration. */
export function metadata(): string {
  const source = [...FORMULAS.values()].map(declaration).join("\n");
  const { functions, extras } = parseTree(source, "functions.ts");
  const errors = extras.flatMap((extra) => extra.errors.map((error) => `${extra.javascriptFunctionName}: ${error}`));
  if (errors.length || functions.length !== FORMULAS.size) throw new Error(`functions.json: ${errors.join("; ") || `${functions.length} functions instead of ${FORMULAS.size}`}`);
  return JSON.stringify({ allowCustomDataForDataTypeAny: true, functions });
}
