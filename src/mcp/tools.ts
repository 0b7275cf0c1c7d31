/**
 * The catalogue as tools. A definition says which tools carry it, under which names and with which defaults; what a tool
 * takes follows from that and from nothing else. Texts for models are in texts.ts, answers in call.ts.
 */
import type { ToolFace } from "../core/formula";
import type { Parameter } from "../core/parameters";
import { FORMULAS, type CatalogueFormula } from "../formulas";

/** One formula as one tool carries it. */
export interface Method {
  readonly formula: CatalogueFormula;
  readonly face: ToolFace;
  /** What the tool takes for it: the formula's inputs under the tool's names and with the tool's defaults, in order. */
  readonly inputs: Readonly<Record<string, Parameter>>;
  /** The tool's name of an input -> the formula's own. */
  readonly own: Readonly<Record<string, string>>;
}

export interface FormulaTool {
  readonly name: string;
  /** By the formula's id. A calculate_ tool has one; a valuation_ tool is told which by its parameter `method`. */
  readonly methods: ReadonlyMap<string, Method>;
  readonly takesMethod: boolean;
  /** A calculate_ tool gives its value under this name too. */
  readonly field?: string;
  /** Every parameter of every method, by name: the first method that has it describes it. */
  readonly parameters: ReadonlyMap<string, ToolParameter>;
}

export interface ToolParameter {
  readonly parameter: Parameter;
  readonly isMap: boolean;
}

const CALCULATE = "calculate_";

function methodOf(formula: CatalogueFormula, face: ToolFace): Method {
  const entries = Object.entries(formula.inputs).map(([own, parameter]) => {
    const standIn = face.defaults?.[own];
    return [face.names?.[own] ?? own, own, standIn === undefined ? parameter : { ...parameter, optional: { default: standIn } }] as const;
  });
  return {
    formula,
    face,
    inputs: Object.fromEntries(entries.map(([name, , parameter]) => [name, parameter])),
    own: Object.fromEntries(entries.map(([name, own]) => [name, own])),
  };
}

export const isMap = ({ face, own }: Method, name: string): boolean => face.maps?.includes(own[name]!) ?? false;

function toolOf(name: string, methods: readonly Method[]): FormulaTool {
  const takesMethod = !name.startsWith(CALCULATE);
  const parameters = new Map<string, ToolParameter>();
  for (const method of methods) {
    for (const [input, parameter] of Object.entries(method.inputs)) {
      if (!parameters.has(input)) parameters.set(input, { parameter, isMap: isMap(method, input) });
    }
  }
  const [first] = methods;
  const suffix = first?.formula.returns.kind === "years" ? "_years" : "";
  return {
    name,
    methods: new Map(methods.map((method) => [method.formula.id, method])),
    takesMethod,
    ...(takesMethod ? {} : { field: name.slice(CALCULATE.length) + suffix }),
    parameters,
  };
}

/** The tools of some formulas: those of one formula first, then the families, each in the order of the catalogue. */
export function toolsOf(formulas: Iterable<CatalogueFormula>): ReadonlyMap<string, FormulaTool> {
  const methods = new Map<string, Method[]>();
  for (const formula of formulas) {
    for (const [tool, face] of Object.entries(formula.tools ?? {})) {
      const known = methods.get(tool) ?? [];
      methods.set(tool, [...known, methodOf(formula, face)]);
    }
  }
  const names = [...methods.keys()];
  const ordered = [...names.filter((name) => name.startsWith(CALCULATE)), ...names.filter((name) => !name.startsWith(CALCULATE))];
  return new Map(ordered.map((name) => [name, toolOf(name, methods.get(name)!)]));
}

export const TOOLS: ReadonlyMap<string, FormulaTool> = toolsOf(FORMULAS.values());

/** Where a formula can be called: the tool of its own if it has one, else its family's tool with its method. */
export function carrierOf(id: string, tools: ReadonlyMap<string, FormulaTool> = TOOLS): FormulaTool | undefined {
  return [...tools.values()].find((tool) => tool.methods.has(id));
}
