/** What tools/list answers: built once, in one order, and frozen, so that every client sees the same and can keep it. */
import { unitOf } from "../core/parameters";
import { DESK } from "./find";
import type { JsonTool } from "./json-tool";
import { JSON_TOOLS } from "./json-tools";
import { description, inputSchema, objectSchema, title, type ObjectSchema } from "./texts";
import { TOOLS, type FormulaTool } from "./tools";

export interface ListedTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: ObjectSchema | JsonTool["inputSchema"];
  readonly outputSchema: { readonly type: "object"; readonly properties: Readonly<Record<string, object>> };
  readonly annotations: Readonly<Record<string, boolean>>;
}

/** Arithmetic on what was sent: nothing is changed anywhere, and the same call gives the same answer. */
const PURE = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };

/** Adds to what is kept on this machine and never changes what is there. */
const ADDS = { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false };

const TEXTS = { type: "array", items: { type: "string" } };
/** A refusal stands in the same schema as an answer, because clients validate both; so nothing is required. */
const ERROR = { type: "object", description: "Only where the call was refused", properties: { kind: { type: "string" }, message: { type: "string" }, parameters: TEXTS } };

function answerSchema(tool: FormulaTool): ListedTool["outputSchema"] {
  const [method] = tool.methods.values();
  const { kind } = method!.formula.returns;
  const isRate = kind === "rate" || kind === "fraction";
  return {
    type: "object",
    properties: {
      value: { type: "number", description: "The answer, in full precision; absent where the call was refused" },
      ...(tool.field === undefined ? {} : { [tool.field]: { type: "number", description: `The value again; ${unitOf(kind)}` }, ...(isRate ? { [`${tool.field}_pct`]: { type: "number", description: "The value in percent" } } : {}) }),
      unit: { type: "string" },
      method: { type: "string" },
      inputs: { type: "object", description: "Every input as it was used, defaults included; of a list of more than 50 its count, first and last" },
      assumptions: TEXTS,
      warnings: TEXTS,
      chapter: { type: "integer" },
      formula_number: { type: "string" },
      steps: { type: "array", items: { type: "object" }, description: "The working: name, expression and value of each line; long lists as in inputs" },
      source: { type: "string" },
      excel: { type: ["string", "null"], description: "The same call in a cell" },
      native: { type: ["string", "null"], description: "The same in plain Excel, where Excel can say it" },
      error: ERROR,
    },
  };
}

const formulaTools = (): ListedTool[] =>
  [...TOOLS.values()].map((tool) => ({
    name: tool.name,
    title: title(tool),
    description: description(tool, TOOLS),
    inputSchema: inputSchema(tool),
    outputSchema: answerSchema(tool),
    annotations: PURE,
  }));

const jsonTools = (): ListedTool[] =>
  [...JSON_TOOLS].map(([name, { title: called, description: told, inputSchema: takes, answer, writes }]) => ({
    name,
    title: called,
    description: told,
    inputSchema: takes,
    outputSchema: { type: "object", properties: { ...answer, error: ERROR } },
    annotations: writes ? ADDS : PURE,
  }));

const FIND: ListedTool = {
  name: "find_formula",
  title: "Find a valuation formula by words",
  description:
    "Finds formulas by what people call them (churn, IRR, dilution): tool, method and Excel call of each, or that it is only in Excel. Use when you do not know which tool fits; for a known name use describe_formula. Searches this catalogue only. E.g. option pool.",
  inputSchema: objectSchema(DESK["find_formula"]!.inputs),
  outputSchema: { type: "object", properties: { candidates: { type: "array", items: { type: "object" }, description: "Likeliest first: id, title, summary, tool, method, arguments, excel, without_tool" }, other_tools: { type: "array", items: { type: "object" }, description: "Tools for whole tasks: tool, title" }, note: { type: "string" }, error: ERROR } },
  annotations: PURE,
};

const DESCRIBE: ListedTool = {
  name: "describe_formula",
  title: "Describe one formula in full",
  description:
    "Describes one formula: equation, inputs with units and limits, conditions, source, example, tools. Use before a method you do not know or to explain a result; for an unknown name use find_formula. Refuses an unknown id, naming the nearest. E.g. cagr.",
  inputSchema: objectSchema(DESK["describe_formula"]!.inputs),
  outputSchema: {
    type: "object",
    properties: {
      id: { type: "string" }, formula_number: { type: "string" }, chapter: { type: "string" }, title: { type: "string" }, summary: { type: "string" },
      equation: { type: ["string", "null"] }, relation: { type: "string" }, inputs: { type: "array", items: { type: "object" } }, returns: { type: "object" },
      conditions: TEXTS, warnings: TEXTS, assumptions: TEXTS, use_when: { type: "string" }, otherwise: { type: "string" }, source: { type: "string" },
      tools: { type: "array", items: { type: "object" } }, without_tool: { type: "string" }, example: { type: "object" }, excel: { type: "string" }, error: ERROR,
    },
  },
  annotations: PURE,
};

function frozen<T>(value: T): T {
  if (typeof value === "object" && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    Object.values(value).forEach(frozen);
  }
  return value;
}

export const LISTING: readonly ListedTool[] = frozen([FIND, DESCRIBE, ...formulaTools(), ...jsonTools()]);
