/** find_formula and describe_formula: the way from words to a formula, and one formula in full. */
import { Failure } from "../core/failure";
import { didYouMean } from "../core/nearest";
import { count, describeLimits, helpText, optional, text, unitOf, type Parameter, type Raw } from "../core/parameters";
import { readInputs } from "../core/evaluate";
import { cellFormula, literals, nativeOf } from "../language/excel";
import { FORMULAS, type CatalogueFormula } from "../formulas";
import { SIMULATED, withoutTool } from "../formulas/calls";
import { ranked } from "../formulas/search";
import { counted } from "../core/numerals";
import { answered, exampleOf, refused, sent, type Arguments, type Reply } from "./call";
import { JSON_TOOLS } from "./json-tools";
import { TOOLS } from "./tools";

/* ------------------------------------------------------------------------------------------------ one formula in full */

/** Where a formula can be called: each tool with its method and what the tool calls the inputs. */
export function callsOf(formula: CatalogueFormula): { tool: string; method?: string; arguments: string[] }[] {
  if (SIMULATED.includes(formula.id)) return [...JSON_TOOLS.keys()].filter((tool) => tool.startsWith("simulate_")).map((tool) => ({ tool, arguments: Object.keys(formula.inputs) }));
  return [...TOOLS.values()].flatMap((tool) => {
    const method = tool.methods.get(formula.id);
    return method ? [{ tool: tool.name, ...(tool.takesMethod ? { method: formula.id } : {}), arguments: Object.keys(method.inputs) }] : [];
  });
}

/** The call in a cell with the names of the inputs: =VAL.IRR(cash_flows, [guess]). */
export const cellSignature = ({ id, inputs }: CatalogueFormula): string =>
  `=VAL.${id.toUpperCase()}(${Object.entries(inputs).map(([name, parameter]) => (parameter.optional ? `[${name}]` : name)).join(", ")})`;

/** The formula with a tool that is the least way off: over the siblings that definitions name, else the first of the chapter. */
function nearestWithTool(formula: CatalogueFormula): string {
  const seen = new Set([formula]);
  for (const each of seen) {
    const [call] = each === formula ? [] : callsOf(each);
    if (call) return `${each.id} (${call.tool}${call.method ? `, method ${call.method}` : ""})`;
    for (const word of each.notWhen.match(/\w+/g) ?? []) {
      const sibling = FORMULAS.get(word);
      if (sibling) seen.add(sibling);
    }
    if (each === [...seen].at(-1)) for (const other of FORMULAS.values()) if (other.chapter === formula.chapter) seen.add(other);
  }
  return "none";
}

/** What is to be known of a formula that no tool carries. */
const toolless = (formula: CatalogueFormula): { without_tool?: string } => {
  const words = withoutTool(formula);
  if (words === undefined) return {};
  return { without_tool: SIMULATED.includes(formula.id) ? words : `${words}. In a cell ${cellSignature(formula)}; the nearest formula with a tool is ${nearestWithTool(formula)}` };
};

export const equationOf = ({ equation }: CatalogueFormula): string | undefined => equation?.split("\n").map((line) => line.trim()).filter(Boolean).join("\n");

function inputOf(name: string, parameter: Parameter): Readonly<Record<string, unknown>> {
  const limits = describeLimits(parameter);
  return {
    name,
    text: parameter.text,
    ...(parameter.kind === "rows"
      ? { columns: Object.entries(parameter.columns).map(([column, of]) => inputOf(column, of)) }
      : { unit: parameter.kind === "list" ? `list: ${unitOf(parameter.of.kind)}` : unitOf(parameter.kind) }),
    ...(limits ? { limits } : {}),
    required: !parameter.optional,
    ...(parameter.optional?.default === undefined ? {} : { default: parameter.optional.default }),
  };
}

export function exampleInCell(formula: CatalogueFormula): { excel: string; native: string | null } {
  const { inputs } = readInputs(formula, formula.example.given as Readonly<Record<string, Raw>>);
  return { excel: cellFormula(formula.id, formula.inputs, inputs), native: nativeOf(formula, literals(formula.inputs, inputs)) ?? null };
}

/** Conditions, warnings and assumptions as they stand in the definition, with names where an answer has values. */
export const wordsOf = (rules: readonly (string | readonly [string, string])[] | undefined): string[] =>
  (rules ?? []).map((rule) => (typeof rule === "string" ? rule : `${rule[0]}: ${rule[1]}`).replace(/\{([^}]*)\}/g, "$1"));

function describe(formula: CatalogueFormula): Readonly<Record<string, unknown>> {
  const calls = callsOf(formula);
  const [tool] = [...TOOLS.values()].filter(({ methods }) => methods.has(formula.id));
  return {
    id: formula.id,
    formula_number: formula.number,
    chapter: formula.chapterTitle,
    title: formula.title,
    summary: formula.summary,
    equation: equationOf(formula) ?? null,
    ...(formula.relation === undefined ? {} : { relation: `the answer, as result, satisfies ${formula.relation}` }),
    inputs: Object.entries(formula.inputs).map(([name, parameter]) => inputOf(name, parameter)),
    returns: { text: formula.returns.text, unit: unitOf(formula.returns.kind) },
    conditions: wordsOf(formula.requires),
    warnings: wordsOf(formula.warns),
    assumptions: wordsOf(formula.assumptions),
    use_when: formula.useWhen,
    otherwise: formula.notWhen,
    source: formula.source,
    tools: calls,
    ...toolless(formula),
    example: {
      given: formula.example.given,
      gives: formula.example.gives,
      checked: formula.example.by,
      ...(tool ? { call: { tool: tool.name, arguments: exampleOf(tool, tool.methods.get(formula.id)!) } } : calls[0] ? { call: { tool: calls[0].tool, arguments: formula.example.given } } : {}),
      ...exampleInCell(formula),
    },
    excel: cellSignature(formula),
  };
}

const byNumber = (): ReadonlyMap<string, CatalogueFormula> => new Map([...FORMULAS.values()].map((formula) => [formula.number, formula]));

/** A formula by its id as an agent may have met it: cagr, VAL.CAGR, =VAL.CAGR(…), calculate_cagr, 1.9. */
function formulaCalled(written: string): CatalogueFormula | undefined {
  const bare = written.trim().replace(/^=/, "").replace(/\(.*$/s, "").replace(/^VAL\./i, "").toLowerCase();
  const tool = TOOLS.get(bare);
  const id = tool && !tool.takesMethod ? [...tool.methods.keys()][0]! : bare;
  return FORMULAS.get(id) ?? byNumber().get(bare);
}

function describeFormula({ id }: { readonly id: string }): Reply {
  const formula = formulaCalled(id);
  if (formula) return answered(describe(formula));
  return refused("unknown", `describe_formula: there is no formula ${JSON.stringify(id.slice(0, 60))}${didYouMean(id, FORMULAS.keys()) || "."} find_formula finds ids by words.`, ["id"]);
}

/* ------------------------------------------------------------------------------------------------ searching */

/** Words of a question that tell nothing about the tool. */
const IDLE = new Set("the and for how what who much many does get gets with from after all calculate compute formula".split(" "));
const MOST_OTHERS = 4;

/** The tools that are no formula, such as a whole round, whose texts have every word that tells something; named in the title first. */
function otherTools(words: string): { tool: string; title: string }[] {
  const asked = (words.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? []).map((word) => (word.length > 4 ? word.replace(/s$/, "") : word)).filter((word) => !IDLE.has(word));
  if (!asked.length) return [];
  return [...JSON_TOOLS]
    .map(([tool, { title, description, inputSchema }]) => {
      const name = `${tool} ${title}`.toLowerCase();
      const said = `${name} ${description} ${JSON.stringify(inputSchema)}`.toLowerCase();
      return { tool, title, fits: asked.every((word) => said.includes(word)), named: asked.filter((word) => name.includes(word)).length };
    })
    .filter(({ fits }) => fits)
    .sort((one, other) => other.named - one.named)
    .slice(0, MOST_OTHERS)
    .map(({ tool, title }) => ({ tool, title }));
}

const leftOut = (count: number): string => `${counted(count, "weaker match", "weaker matches")} ${count === 1 ? "was" : "were"} left out; raise limit or change the words.`;

function findFormula({ words, limit }: { readonly words: string; readonly limit: number }): Reply {
  const found = ranked(words);
  const candidates = found.slice(0, limit).map((formula) => {
    const [call] = callsOf(formula);
    return { id: formula.id, title: formula.title, summary: formula.summary, ...(call ?? {}), excel: cellSignature(formula), ...toolless(formula) };
  });
  const chapters = [...new Set([...FORMULAS.values()].map(({ chapterTitle }) => chapterTitle))];
  const note =
    found.length === 0 && otherTools(words).length === 0 ? `Nothing matches ${JSON.stringify(words.slice(0, 60))}${didYouMean(words, FORMULAS.keys()) || "."} Try a single other word; the chapters are ${chapters.join(", ")}.`
    : found.length > candidates.length ? leftOut(found.length - candidates.length)
    : undefined;
  const tools = otherTools(words);
  return answered({ candidates, ...(tools.length ? { other_tools: tools } : {}), ...(note ? { note } : {}) });
}

/* ------------------------------------------------------------------------------------------------ as tools */

export const DESK: Readonly<Record<string, { readonly inputs: Readonly<Record<string, Parameter>>; readonly run: (inputs: never) => Reply }>> = {
  find_formula: {
    inputs: {
      words: text("What is sought, in any words"),
      limit: optional(count("Number of candidates", { min: 1, max: 20 }), 5),
    },
    run: findFormula,
  },
  describe_formula: { inputs: { id: text("Name such as cagr or VAL.CAGR") }, run: describeFormula },
};

/** Answers a call of find_formula or describe_formula. */
export function callDesk(name: string, given: Arguments): Reply {
  const { inputs, run } = DESK[name]!;
  try {
    return run(readInputs({ id: name, inputs }, given).inputs as never);
  } catch (fault) {
    if (!(fault instanceof Failure)) throw fault;
    const help = Object.entries(inputs).map(([input, parameter]) => `${input}: ${helpText(parameter)}`).join("; ");
    return refused(fault.kind, `${name}: ${fault.message}. It takes ${help}. ${sent(given)}`, fault.faults.flatMap(({ parameter }) => (parameter === undefined ? [] : [parameter])));
  }
}
