/**
 * What a model reads of a tool: its description and its input schema, from one template over the definitions. Every
 * client pays for these texts in every conversation, so each fact stands once and long texts are left to describe_formula.
 */
import type { List, Parameter, Rows, Scalar, ScalarKind } from "../core/parameters";
import { exampleOf } from "./call";
import { FAMILIES } from "./families";
import { JSON_TOOLS } from "./json-tools";
import { carrierOf, isMap, type FormulaTool, type Method } from "./tools";
import { FORMULAS } from "../formulas";

/** A JSON Schema of the plain kind that every client takes: one type each, no unions. */
export interface Schema {
  readonly type: "object" | "array" | "string" | "number" | "integer";
  readonly description?: string;
  readonly enum?: readonly string[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: false | Schema;
}
export interface ObjectSchema extends Schema {
  readonly type: "object";
  readonly properties: Readonly<Record<string, Schema>>;
  readonly required: readonly string[];
  readonly additionalProperties: false;
}

/* ------------------------------------------------------------------------------------------------ parameters */

/** The unit in a word or two, and what shows that a text already tells it. */
const UNITS: Readonly<Record<ScalarKind, readonly [word: string, told: RegExp]>> = {
  money: ["money", /currency|money/i],
  rate: ["decimal", /decimal|%/i],
  fraction: ["0..1", /0\.\.1/],
  multiple: ["multiple", /multiple|times/i],
  number: ["number", /number|./i],
  years: ["years", /year/i],
  months: ["months", /month/i],
  periods: ["periods", /period|number of/i],
  count: ["count", /number|count/i],
  shares: ["shares", /share/i],
  date: ["YYYY-MM-DD", /YYYY/],
  choice: ["choice", /./],
  text: ["text", /name|text|label/i],
};

/** Limits in signs; those that the unit tells already are left out. */
function symbols({ kind, above, below, min, max }: Scalar): string {
  if (kind === "date" || kind === "choice" || kind === "text") return "";
  const both = kind === "fraction" && min === 0 && max === 1 ? [] : [...(min !== undefined && max !== undefined ? [`${min}..${max}`] : min !== undefined ? [`>= ${min}`] : max !== undefined ? [`<= ${max}`] : [])];
  return [...(above === undefined ? [] : [`> ${above}`]), ...both, ...(below === undefined ? [] : [`< ${below}`])].join(", ");
}

const TYPES: Readonly<Partial<Record<ScalarKind, Schema["type"]>>> = { choice: "string", text: "string", date: "string", count: "integer" };
const typeOf = (parameter: Scalar): Schema["type"] => TYPES[parameter.kind] ?? (parameter.whole ? "integer" : "number");

/** The first clause of a text, without a unit that is told in one word beside it. */
const clause = (text: string): string => text.split(/^(?:Where|If)\b/.test(text) ? /[;:(]/ : /[;:(,]/)[0]!.replace(/ per period as a decimal$| as a decimal$/, "").trim();

/** The longest clause that a tool spends on one parameter: a tool of many methods has the more names to tell them. */
const LONGEST = { one: 32, many: 10 } as const;
type Wording = keyof typeof LONGEST;

/** A parameter in few words: what it is, where its name does not say all, then its unit and, of one formula, its limits. */
function briefly(parameter: Scalar, wording: Wording, text = parameter.text): string {
  const [unit, told] = UNITS[parameter.kind];
  const words = clause(text);
  const bare = unit === "number" || unit === "choice";
  const kept = words.length <= LONGEST[wording] * (bare ? 2.4 : 1) ? words : "";
  const limits = wording === "one" ? symbols(parameter) : "";
  const standIn = wording === "one" ? parameter.optional?.default : undefined;
  if (bare && !kept) return `${unit} ${symbols(parameter)}`.trim();
  return [kept, ...(kept && (bare || told.test(kept)) ? [] : [unit]), ...(limits ? [limits] : []), ...(standIn === undefined ? [] : [`default ${standIn}`])].filter(Boolean).join(", ");
}

/** A list's text tells order and sign, which no name can, so a tool of one formula keeps it whole. */
function listText(parameter: List, wording: Wording): string {
  if (wording === "many") return briefly(parameter.of, "many", parameter.text);
  const [unit, told] = UNITS[parameter.of.kind];
  return told.test(parameter.text) ? parameter.text : `${parameter.text}; ${unit}`;
}

function rowsSchema(parameter: Rows): Schema {
  const columns = Object.entries(parameter.columns);
  const units = columns.map(([name, column]) => `${name}${column.optional ? "?" : ""}${column.kind === "text" ? "" : ` ${UNITS[column.kind][0]}`}`);
  return {
    type: "array",
    items: {
      type: "object",
      properties: Object.fromEntries(columns.map(([name, column]) => [name, { type: typeOf(column) }])),
    },
    description: `rows of ${units.join(", ")}`,
  };
}

function schemaOf(parameter: Parameter, map: boolean, wording: Wording): Schema {
  if (parameter.kind === "rows") return rowsSchema(parameter);
  if (parameter.kind === "list") {
    if (map) return { type: "object", additionalProperties: { type: typeOf(parameter.of) }, description: `by name: ${UNITS[parameter.of.kind][0]}` };
    return { type: "array", items: { type: typeOf(parameter.of) }, description: listText(parameter, wording) };
  }
  return { type: typeOf(parameter), description: briefly(parameter, wording), ...(parameter.choices ? { enum: parameter.choices } : {}) };
}

/** The schema of parameters that one call takes, each described in full. */
export function objectSchema(inputs: Readonly<Record<string, Parameter>>, map: (name: string) => boolean = () => false): ObjectSchema {
  return {
    type: "object",
    properties: Object.fromEntries(Object.entries(inputs).map(([name, parameter]) => [name, schemaOf(parameter, map(name), "one")])),
    required: Object.keys(inputs).filter((name) => !inputs[name]!.optional),
    additionalProperties: false,
  };
}

export function inputSchema(tool: FormulaTool): ObjectSchema {
  if (!tool.takesMethod) {
    const [method] = tool.methods.values();
    return objectSchema(method!.inputs, (name) => isMap(method!, name));
  }
  return {
    type: "object",
    properties: {
      method: { type: "string", description: "Formula", enum: [...tool.methods.keys()] },
      ...Object.fromEntries([...tool.parameters].map(([name, { parameter, isMap: map }]) => [name, schemaOf(parameter, map, "many")])),
    },
    required: ["method"],
    additionalProperties: false,
  };
}

/* ------------------------------------------------------------------------------------------------ descriptions */

/** Begins with a small letter what is neither an acronym nor a name such as SaaS. */
const lowerFirst = (text: string): string => (/^[A-Z][a-z]*(?![A-Za-z])/.test(text) && !/^[A-Z](?!\s)[^a-z]/.test(text) ? text[0]!.toLowerCase() + text.slice(1) : text);

/** The nearest sibling comes first in a definition; others follow where there is room. */
const LONGEST_SIBLINGS = 100;

/** A name at the end of its clause, where a definition says which sibling to take. */
const NAMED = /\b[a-z][a-z0-9_]*\b(?=\s*(?:$|,|;|\.|\)|(?:or|and)\b))/g;

/** A clause with its formulas called as tools; nothing where no tool carries any of them. */
function clauseOfTools(part: string, tools: ReadonlyMap<string, FormulaTool>, own: string): string[] {
  const before = new Set<string>();
  let lost = false;
  const words = part.replace(NAMED, (word) => {
    if (!FORMULAS.has(word)) return word;
    const carrier = carrierOf(word, tools);
    if (!carrier || carrier.name === own) {
      lost = true;
      return "";
    }
    const isKnown = before.has(carrier.name);
    before.add(carrier.name);
    return carrier.takesMethod ? (isKnown ? word : `${carrier.name} ${word}`) : carrier.name;
  });
  if (lost && before.size === 0) return [];
  return [lost ? words.replace(/ (?:or|and)(?=\s*$|\s*,)/, "").replace(/take (?:or|and) /, "take ").replace(/\s+/g, " ").trim() : words];
}

/** The clauses of a definition that say what to take instead, with tools in place of formulas. */
export function siblings(notWhen: string, tools: ReadonlyMap<string, FormulaTool>, own: string): string {
  const kept = notWhen.split(/[,;] (?=for |with|without|where |when )/).flatMap((part) => clauseOfTools(part, tools, own));
  const room = kept.filter((_, i) => i === 0 || kept.slice(0, i + 1).join(", ").length <= LONGEST_SIBLINGS);
  const [first, ...others] = room;
  if (first === undefined) return "for other questions use find_formula";
  // The verb stands in the first clause only, and that one may be gone.
  const withVerb = /\btake\b/.test(first) ? first.replace(/\btake\b/, "use") : first.replace(/\b(?=(?:calculate|valuation)_)/, "use ");
  return [withVerb, ...others].join(", ").replaceAll(" take ", " use ");
}

/** A number with as many digits as show that an example is right. */
const rounded = (value: number): string => String(Number(value.toPrecision(6)));

/** The example in the order of the signature. */
function example(tool: FormulaTool, method: Method): string {
  const { method: _, ...given } = exampleOf(tool, method);
  // Of a list of dates the first shows how one is written.
  const values = Object.values(given).map((value) => (typeof value === "string" ? value : Array.isArray(value) && typeof value[0] === "string" ? `[${value[0]},…]` : JSON.stringify(value).replaceAll('"', "")));
  const gives = rounded(method.formula.example.gives);
  return tool.takesMethod ? `E.g. ${method.formula.id}(${values.join(",")}) = ${gives}.` : `E.g. ${values.join(", ")} gives ${gives}.`;
}

/** Conditions that are plain enough to be read as they stand. */
const needs = ({ formula, own }: Method): string => {
  const bare = (formula.requires ?? []).filter((rule) => typeof rule === "string");
  const spoken = new Map(Object.entries(own).map(([name, ownName]) => [ownName, name]));
  return bare.length ? ` Needs ${bare.map((rule) => rule.replace(/\w+/g, (word) => spoken.get(word) ?? word)).join(" and ")}.` : "";
};

const BEHAVIOUR = "Exact; refuses bad input.";

function calculateDescription(tool: FormulaTool, tools: ReadonlyMap<string, FormulaTool>): string {
  const [method] = tool.methods.values();
  const { formula } = method!;
  return `Computes ${lowerFirst(formula.title)}. Use when ${formula.useWhen}; ${siblings(formula.notWhen, tools, tool.name)}.${needs(method!)} ${BEHAVIOUR} ${example(tool, method!)}`;
}

/** A method as one calls it: cagr(starting_value, ending_value, periods). */
export function signature({ formula, inputs }: Method): string {
  return `${formula.id}(${Object.entries(inputs).map(([name, { optional }]) => (optional ? `${name}?` : name)).join(",")})`;
}

function familyDescription(tool: FormulaTool, tools: ReadonlyMap<string, FormulaTool>): string {
  const methods = [...tool.methods.values()];
  const family = FAMILIES[tool.name] ?? { purpose: methods[0]!.formula.chapterTitle, useWhen: `the question is one of ${methods[0]!.formula.chapterTitle}`, instead: {} };
  const instead = Object.entries(family.instead).filter(([name]) => tools.has(name) || JSON_TOOLS.has(name)).map(([name, what]) => `for ${what} use ${name}`);
  return [
    `${family.purpose}. Use when ${family.useWhen}; ${instead.join(", ") || "for other questions use find_formula"}.`,
    ...methods.map(signature),
    `${BEHAVIOUR} ${example(tool, methods[0]!)}`,
  ].join("\n");
}

export const description = (tool: FormulaTool, tools: ReadonlyMap<string, FormulaTool>): string => (tool.takesMethod ? familyDescription(tool, tools) : calculateDescription(tool, tools));

export function title(tool: FormulaTool): string {
  const [method] = tool.methods.values();
  return tool.takesMethod ? `Valuation: ${lowerFirst(method!.formula.chapterTitle)}` : `Calculate: ${lowerFirst(method!.formula.title)}`;
}
