/** A call of a tool of the catalogue -> an answer, or a refusal that says what to send instead. */
import { explain, readInputs } from "../core/evaluate";
import { Failure } from "../core/failure";
import type { Scope, Step } from "../core/formula";
import { didYouMean } from "../core/nearest";
import { read, show, unitOf, written, type Given, type List, type Parameter, type Raw, type ScalarKind } from "../core/parameters";
import { SIMULATED, toolCalls } from "../formulas/calls";
import { cellFormula, literals, nativeDiffers, nativeOf } from "../language/excel";
import { ATOM, type ExcelText } from "../language/words";
import { FORMULAS } from "../formulas";
import { counted } from "../core/numerals";
import { carrierOf, isMap, type FormulaTool, type Method } from "./tools";

export type Arguments = Readonly<Record<string, unknown>>;

/** What a call comes to, before it is put on the wire. */
export interface Reply {
  readonly refused: boolean;
  readonly content: Readonly<Record<string, unknown>>;
  /** What a model reads: a refusal in words; an answer as the JSON of its content. */
  readonly text: string;
}

export const answered = (content: Readonly<Record<string, unknown>>): Reply => ({ refused: false, content, text: JSON.stringify(content) });

export const refused = (kind: string, text: string, parameters: readonly string[] = []): Reply => ({ refused: true, content: { error: { kind, message: text, parameters } }, text });

/** The longest formula that a cell takes. */
const MAX_CELL = 8192;
/** How many names or arguments a refusal quotes. */
const MAX_QUOTED = 12;

const cut = (text: string): string => (text.length > 60 ? `${text.slice(0, 57)}…` : text);
const isAbsent = (value: unknown): boolean => value === undefined || value === null || value === "";
const enumerate = (items: readonly string[]): string => (items.length > MAX_QUOTED ? `${items.slice(0, MAX_QUOTED).join(", ")} and ${items.length - MAX_QUOTED} more` : items.join(", "));

/* ------------------------------------------------------------------------------------------------ refusing */

/** The arguments as they came, cut where they are long. */
export function sent(given: Arguments): string {
  const shown = Object.entries(given).map(([name, value]) => `${cut(name)}: ${show(value)}`);
  return shown.length ? `You sent ${enumerate(shown)}.` : "You sent no arguments.";
}

const standIn = ({ optional }: Parameter): string => (optional?.default === undefined ? "" : ` (${show(optional.default)} if left out)`);

/** What a method takes, such as "It takes rate, cash_flows; optional: first_period (1 if left out)." */
function takes({ inputs }: Method): string {
  const entries = Object.entries(inputs);
  const required = entries.filter(([, parameter]) => !parameter.optional).map(([name]) => name);
  const optional = entries.filter(([, parameter]) => parameter.optional).map(([name, parameter]) => name + standIn(parameter));
  if (!required.length) return `Each of its parameters may be left out: ${optional.join(", ")}.`;
  return `It takes ${required.join(", ")}${optional.length ? `; optional: ${optional.join(", ")}` : ""}.`;
}

/** A call that works: the example of the formula as arguments of the tool, without what may be left out. */
export function exampleOf(tool: FormulaTool, { formula, face }: Method): Readonly<Record<string, unknown>> {
  const { inputs, defaulted } = readInputs(formula, formula.example.given as Readonly<Record<string, Raw>>);
  // The example was worked out with the formula's own defaults, so where the tool has another one, it is written out.
  const idle = new Set(defaulted.filter((name) => face.defaults?.[name] === undefined));
  const given = Object.fromEntries(Object.entries(inputs).filter(([name]) => !idle.has(name)));
  return toolCalls(formula, given).find((call) => call.tool === tool.name)!.arguments;
}

/** One text with all that is wrong, what the method takes, what came, and, where the form is wrong, a call that works. */
function refuse(tool: FormulaTool, method: Method, given: Arguments, faults: readonly Failure[]): Reply {
  const subject = tool.takesMethod ? `${tool.name}, method ${method.formula.id}` : tool.name;
  const told = faults.map((fault) => fault.message);
  const misshapen = faults.some(({ kind }) => kind === "missing" || kind === "unknown" || kind === "type");
  const text = [
    told.length === 1 ? `${subject}: ${told[0]!}.` : `${subject}: ${told.length} faults.`,
    ...(told.length === 1 ? [] : told.map((message) => `- ${message}`)),
    `${takes(method)} ${sent(given)}`,
    ...(misshapen ? [`A call that works: ${JSON.stringify(exampleOf(tool, method))}`] : []),
  ].join("\n");
  const parameters = [...new Set(faults.flatMap(({ parameter }) => (parameter === undefined ? [] : [parameter])))];
  return refused(faults[0]!.kind, text, parameters);
}

/** Where a formula is that the tool does not carry. */
function elsewhere(wanted: string): string[] {
  const id = wanted.trim().toLowerCase();
  if (!FORMULAS.has(id)) return [];
  const carrier = carrierOf(id);
  if (SIMULATED.includes(id)) return [` ${id} is answered by any tool that simulates, sent its inputs and no others.`];
  return [carrier ? ` ${id} is ${carrier.takesMethod ? "a method of " : ""}${carrier.name}.` : ` No tool computes ${id}; describe_formula gives its equation and its Excel call.`];
}

/** The method that was asked for, or the refusal that lists them. */
function chosen(tool: FormulaTool, given: Arguments): Method | Reply {
  const names = [...tool.methods.keys()];
  if (!tool.takesMethod) return tool.methods.get(names[0]!)!;
  const wanted = given["method"];
  const found = typeof wanted === "string" ? tool.methods.get(wanted.trim()) : undefined;
  if (found) return found;
  const fits = [...tool.methods.values()].filter(({ inputs }) => {
    const required = Object.keys(inputs).filter((name) => !inputs[name]!.optional);
    return required.length > 0 && required.every((name) => !isAbsent(given[name]));
  });
  const fault = isAbsent(wanted) ? "method is missing" : typeof wanted === "string" ? `there is no method ${JSON.stringify(cut(wanted))}${didYouMean(wanted, names)}` : `method must be a text, not ${show(wanted)}`;
  const hint = [
    ...(fits.length ? [` Your parameters fit ${fits.map(({ formula }) => formula.id).join(" and ")}.`] : []),
    ...(typeof wanted === "string" ? elsewhere(wanted) : []),
  ].join("");
  return refused(isAbsent(wanted) ? "missing" : "unknown", `${tool.name}: ${fault.replace(/\?$/, "")}${fault.endsWith("?") ? "?" : "."} method is one of ${names.join(", ")}.${hint} ${sent(given)}`, ["method"]);
}

/* ------------------------------------------------------------------------------------------------ reading */

interface ReadCall {
  /** The inputs that the method uses, by the tool's names, defaults included. */
  readonly inputs: Scope;
  readonly maps: ReadonlyMap<string, readonly string[]>;
  readonly notes: readonly string[];
}

const isText = (kind: ScalarKind): boolean => kind === "date" || kind === "choice" || kind === "text";

/** What to tell about an input that came as text although numbers are asked for. */
function textNote(name: string, parameter: Parameter, raw: Raw, value: Given | undefined): string[] {
  if (isAbsent(raw) || value === undefined) return [];
  switch (parameter.kind) {
    case "list": {
      if (typeof raw === "string") return [`${name} came as text and was read as a list of ${(value as readonly unknown[]).length}`];
      return Array.isArray(raw) && !isText(parameter.of.kind) && raw.some((item) => typeof item === "string") ? [`${name} held numbers as text, read as numbers`] : [];
    }
    case "rows": return typeof raw === "string" ? [`${name} came as text and was read as a list of ${counted((value as readonly unknown[]).length, "row")}`] : [];
    default: return typeof raw === "string" && !isText(parameter.kind) ? [`${name} came as the text ${show(raw)} and was read as ${String(value)}`] : [];
  }
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === "object" && value !== null && !Array.isArray(value);

/** Agents do send a map as its JSON text. */
function mapOf(raw: Raw): Raw {
  if (typeof raw !== "string" || !raw.trim().startsWith("{")) return raw;
  try {
    return JSON.parse(raw);
  } catch {
    return raw;
  }
}

/**
 * Inputs that came as maps, laid out as the lists that the formula takes. The names of all of them must agree, because a
 * list knows its items by their place only. Gives the names of the items by input.
 */
function readMaps(method: Method, raw: Record<string, Raw>, faults: Failure[], notes: string[]): Map<string, readonly string[]> {
  const named = new Map<string, readonly string[]>();
  const wanted = Object.keys(method.inputs).filter((name) => isMap(method, name) && raw[name] !== undefined);
  const maps = wanted.map((name) => [name, mapOf(raw[name])] as const);
  if (!maps.some(([, map]) => isRecord(map))) return named;
  const found = maps.flatMap(([name, map]) => {
    if (isRecord(map) && Object.keys(map).length) return [[name, map] as const];
    raw[name] = undefined;
    faults.push(new Failure(isRecord(map) ? "missing" : "type", isRecord(map) ? `${name} is empty; it needs at least one item` : `${name} must be a map from a name to a number, as ${wanted.find((other) => other !== name)!} is, not ${show(map)}`, name));
    return [];
  });
  const [first] = found;
  if (!first) return named;
  const names = Object.keys(first[1]);
  for (const [name, map] of found) {
    for (const [other, otherMap] of found) {
      const lacking = Object.keys(map).filter((key) => !Object.hasOwn(otherMap, key));
      if (lacking.length) faults.push(new Failure("condition", `${name} has ${enumerate(lacking.map((key) => JSON.stringify(cut(key))))}, which ${other} lacks: the names must be the same in both`, other));
    }
    const { of } = method.inputs[name] as List;
    const items = names.filter((key) => Object.hasOwn(map, key)).flatMap((key) => {
      try {
        return [read(`${name}, ${JSON.stringify(cut(key))}`, of, map[key]) as number];
      } catch (fault) {
        if (!(fault instanceof Failure)) throw fault;
        faults.push(...fault.faults.map(({ kind, message }) => new Failure(kind, message, name)));
        return [0];
      }
    });
    if (typeof raw[name] === "string" || Object.values(map).some((item) => typeof item === "string")) notes.push(`${name} held text, read as numbers`);
    raw[name] = items;
    named.set(name, names);
  }
  return named;
}

function readCall(tool: FormulaTool, method: Method, given: Arguments): ReadCall | readonly Failure[] {
  const { inputs, own, formula } = method;
  const faults: Failure[] = [];
  const raw: Record<string, Raw> = {};
  const ignored: string[] = [];
  const notes: string[] = [];
  const cameAs = new Map<string, string>();
  const aliases = new Map(Object.entries(own).flatMap(([name, ownName]) => [ownName, ...Object.values(formula.tools ?? {}).flatMap((face) => face.names?.[ownName] ?? [])].map((alias) => [alias, name] as const)));
  const isKnown = (name: string): boolean => tool.parameters.has(name) || [...tool.methods.values()].some((other) => Object.values(other.own).includes(name));

  for (const [sentName, value] of Object.entries(given)) {
    if (isAbsent(value) || (tool.takesMethod && sentName === "method")) continue;
    // An input that some tool renames is taken by either name, since agents know both.
    const name = Object.hasOwn(inputs, sentName) ? sentName : aliases.get(sentName);
    if (name === undefined) {
      if (isKnown(sentName)) ignored.push(sentName);
      else faults.push(new Failure("unknown", `${JSON.stringify(cut(sentName))} is no parameter of ${tool.name}${didYouMean(sentName, [...Object.keys(inputs), ...tool.parameters.keys()])}`, cut(sentName)));
      continue;
    }
    const before = cameAs.get(name);
    if (before === undefined) raw[name] = value;
    else faults.push(new Failure("condition", `${before} and ${sentName} are one input: send only ${name}`, name));
    cameAs.set(name, sentName);
  }
  const maps = readMaps(method, raw, faults, notes);
  const mapFaults = new Set(faults.map(({ parameter }) => parameter));
  try {
    const result = readInputs({ id: formula.id, inputs }, raw);
    if (faults.length) return faults;
    return {
      inputs: result.inputs,
      maps,
      notes: [
        ...result.defaulted.map((name) => `${name} was left out: ${show(result.inputs[name])} is used`),
        ...notes,
        ...Object.entries(raw).flatMap(([name, value]) => textNote(name, inputs[name]!, value, result.inputs[name])),
        ...(ignored.length ? [`ignored: ${enumerate(ignored)} (not used by ${formula.id})`] : []),
      ],
    };
  } catch (fault) {
    if (!(fault instanceof Failure)) throw fault;
    return [...faults, ...fault.faults.filter(({ parameter }) => !mapFaults.has(parameter))];
  }
}

/* ------------------------------------------------------------------------------------------------ answering */

/** The decimal times 100: the point moves in the text, because a multiplication would round a second time. */
export function percent(value: number): number {
  const [digits, exponent = "0"] = String(value).split("e");
  return Number(`${digits}e${Number(exponent) + 2}`);
}

/** A list is echoed whole up to here; of a longer one its count and both ends, so that an answer does not outgrow its question. */
const MOST_ECHOED = 50;
const ECHOED_END = 3;

function echoed<Item>(items: readonly Item[], show: (part: readonly Item[]) => unknown): unknown {
  return items.length <= MOST_ECHOED ? show(items) : { count: items.length, first: show(items.slice(0, ECHOED_END)), last: show(items.slice(-ECHOED_END)) };
}
function echo(parameter: Parameter, used: Given, names: readonly string[] | undefined): unknown {
  if (!Array.isArray(used)) return written(parameter, used);
  if (names) return echoed(names.map((name, i) => [name, (used as readonly number[])[i]] as const), Object.fromEntries);
  return echoed(used as readonly unknown[], (part) => written(parameter, part as Given));
}

/** JSON knows no infinity, and a step may be larger than any number although the answer is not. */
function plain(value: Step["value"]): unknown {
  if (typeof value === "number") return Number.isFinite(value) ? value || 0 : "beyond the largest number (1.8e308)";
  return Array.isArray(value) ? echoed(value, (part) => part.map(plain)) : value;
}

interface InExcel {
  readonly excel: string | null;
  readonly native: string | null;
  readonly notes: readonly string[];
}

/** The call as Excel text. A list of more items than `most` stands there by its name, as a range of that name would. */
function excelText({ formula, own }: Method, values: Scope, most: number): InExcel {
  const long = Object.entries(own).filter(([, ownName]) => Array.isArray(values[ownName]) && (values[ownName] as readonly unknown[]).length > most);
  const texts = literals(formula.inputs, values);
  for (const [name, ownName] of long) {
    const parameter = formula.inputs[ownName]!;
    const range = (text: string): ExcelText => ({ text, strength: ATOM, shape: "range" });
    texts.set(ownName, parameter.kind === "rows" ? new Map(Object.keys(parameter.columns).map((column, i) => [column, range(`INDEX(${name},0,${i + 1})`)])) : range(name));
  }
  const excel = cellFormula(formula.id, formula.inputs, values, new Map(long.map(([name, ownName]) => [ownName, name])));
  const native = nativeOf(formula, texts) ?? null;
  const differs = nativeDiffers(formula);
  return {
    excel: excel.length > MAX_CELL ? null : excel,
    native,
    notes: [
      ...(native !== null && differs ? [`native: ${differs}`] : []),
      ...long.map(([name, ownName]) => `in excel and native, ${name} stands for a range with its ${counted((values[ownName] as readonly unknown[]).length, "item")}, which are too many to be written out`),
      ...(excel.length > MAX_CELL ? [`no excel text: it would be longer than the ${MAX_CELL} characters that a cell takes`] : []),
    ],
  };
}

/** A text that is too long for a cell is no formula; then every list stands by its name. */
function asExcel(method: Method, values: Scope): InExcel {
  const whole = excelText(method, values, MOST_ECHOED);
  if (whole.excel !== null && whole.native !== null) return whole;
  const named = excelText(method, values, 0);
  return named.native !== null || whole.excel === null ? named : whole;
}

function answer(tool: FormulaTool, method: Method, { inputs, maps, notes }: ReadCall): Reply {
  const { formula, own } = method;
  const ownInputs = Object.fromEntries(Object.entries(own).map(([name, ownName]) => [ownName, inputs[name]]));
  const { value, steps, warnings, assumptions } = explain(formula, ownInputs);
  const spoken = renaming(method);
  const { kind } = formula.returns;
  const hundredfold = kind === "rate" || kind === "fraction" ? percent(value) : NaN;
  const { excel, native, notes: ofExcel } = asExcel(method, ownInputs);
  // What no equation computes is shown by the equation that it satisfies.
  const working = formula.relation === undefined ? steps : [...steps, { name: "result", expression: formula.relation, value }];
  return answered({
    value,
    ...(tool.field === undefined ? {} : { [tool.field]: value, ...(Number.isFinite(hundredfold) ? { [`${tool.field}_pct`]: hundredfold } : {}) }),
    unit: unitOf(kind),
    method: formula.id,
    inputs: Object.fromEntries(
      Object.entries(method.inputs).flatMap(([name, parameter]) => {
        const used = inputs[name];
        if (used === undefined) return [];
        return [[name, echo(parameter, used, maps.get(name))]];
      }),
    ),
    assumptions: [...assumptions.map(spoken), ...notes, ...ofExcel],
    warnings: warnings.map(spoken),
    chapter: formula.chapter,
    formula_number: formula.number,
    steps: working.map((step) => ({ name: step.name, expression: spoken(step.expression), value: plain(step.value) })),
    source: formula.source,
    excel,
    native,
  });
}

/** Texts of the formula speak of its inputs by its own names; a tool that renames them says its own. */
function renaming({ own }: Method): (text: string) => string {
  const renamed = new Map(Object.entries(own).flatMap(([name, ownName]) => (name === ownName ? [] : [[ownName, name] as const])));
  return renamed.size === 0 ? (text) => text : (text) => text.replace(/\w+/g, (word) => renamed.get(word) ?? word);
}

/** Answers a call of a tool of the catalogue. Never throws: what cannot be answered is refused in words. */
export function callFormula(tool: FormulaTool, given: Arguments): Reply {
  const method = chosen(tool, given);
  if ("refused" in method) return method;
  const call = readCall(tool, method, given);
  if (!("inputs" in call)) return refuse(tool, method, given, call);
  try {
    return answer(tool, method, call);
  } catch (fault) {
    if (!(fault instanceof Failure)) throw fault;
    const spoken = renaming(method);
    return refuse(tool, method, given, fault.faults.map((one) => new Failure(one.kind, spoken(one.message), one.parameter)));
  }
}
