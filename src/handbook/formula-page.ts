/** One formula, one page: all of it read from its definition. */
import { explain } from "../core/evaluate";
import type { Scope, Step } from "../core/formula";
import { describeLimits, helpText, show, unitOf, written, type Given, type Parameter, type Scalar } from "../core/parameters";
import { FORMULAS, type CatalogueFormula } from "../formulas";
import { SIMULATED, toolCalls } from "../formulas/calls";
import { cellFormula, literals, nativeDiffers, nativeOf } from "../language/excel";
import { equationMath, mathOf } from "../language/mathml";
import { parse } from "../language/parser";
import { WORDS } from "../language/words";
import { block, code, escape, list, section, table, type Page } from "./page";

/** Words that are a formula's name become links to it. */
const linked = (text: string, own?: string): string =>
  escape(text).replace(/\b[a-z][a-z0-9]*(?:_[a-z0-9]+)*\b/g, (word) => (word !== own && FORMULAS.has(word) && (word.includes("_") || WELL_KNOWN.has(word)) ? `<a href="${word}.html">${word}</a>` : word));
/** Names without an underscore that are no common word of a sentence. */
const WELL_KNOWN = new Set([...FORMULAS.keys()].filter((id) => !/_/.test(id) && !["annuity", "dilution", "liquidation", "pipeline", "lending", "runway", "scorecard"].includes(id)));

const kindOf = (parameter: Parameter): string =>
  parameter.kind === "list" ? `list: ${parameter.of.kind}` : parameter.kind === "rows" ? `table: ${Object.keys(parameter.columns).join(", ")}` : parameter.kind;
const unitsOf = (parameter: Parameter): string => {
  const scalar: Scalar | undefined = parameter.kind === "list" ? parameter.of : parameter.kind === "rows" ? undefined : parameter;
  return [scalar && !["text", "choice", "number"].includes(scalar.kind) ? unitOf(scalar.kind) : "", describeLimits(parameter)].filter(Boolean).join("; ");
};

function inputsTable(formula: CatalogueFormula): string {
  const rows = Object.entries(formula.inputs).flatMap(([name, parameter]) => [
    [code(name), escape(helpText(parameter)), escape(kindOf(parameter)), escape(unitsOf(parameter))],
    ...(parameter.kind === "rows" ? Object.entries(parameter.columns).map(([column, of]) => [code(`${name}.${column}`), escape(helpText(of)), escape(of.kind), escape(unitsOf(of))]) : []),
  ]);
  return table("Inputs", [{ title: "Input" }, { title: "What to type" }, { title: "Kind" }, { title: "Unit and limits" }], rows);
}

/** A value for reading: a list with commas, a table a line for each row. */
const shownValue = (value: Step["value"] | Given): string => {
  if (!Array.isArray(value)) return escape(String(value));
  const rows = (value as readonly unknown[]).map((item) => (item !== null && typeof item === "object" ? Object.entries(item).map(([column, cell]) => `${column} ${String(cell)}`).join(", ") : undefined));
  return rows.every((row) => row !== undefined) ? rows.map((row) => escape(row)).join("<br>") : escape(value.join(", "));
};

function agentCalls(formula: CatalogueFormula, inputs: Scope): string[] {
  if (formula.tools) return toolCalls(formula, inputs).map((call) => block(`${call.tool} ${JSON.stringify(call.arguments)}`));
  if (!SIMULATED.includes(formula.id)) return ["<p>Only in Excel; <code>describe_formula</code> tells an agent how it is typed in a cell.</p>"];
  const given = Object.fromEntries(Object.entries(inputs).filter(([, value]) => value !== undefined).map(([name, value]) => [name, written(formula.inputs[name]!, value!)]));
  return ["<p>Any of the tools that simulate, sent these inputs and no others, answers it:</p>", block(`simulate_exit ${JSON.stringify(given)}`)];
}

function example(formula: CatalogueFormula): string {
  const told = explain(formula, formula.example.given as Record<string, unknown>);
  const given = Object.entries(formula.inputs).filter(([name]) => told.inputs[name] !== undefined).map(([name, parameter]) => [code(name), "", shownValue(written(parameter, told.inputs[name]) as Given)]);
  const steps = told.steps.map((step) => [code(step.name === "result" ? formula.id : step.name), code(step.expression), shownValue(step.value)]);
  const answer = formula.equation ? [] : [[code(formula.id), escape("computed by a method of its own"), shownValue(told.value)]];
  const native = nativeOf(formula, literals(formula.inputs, told.inputs));
  const differs = nativeDiffers(formula);
  return [
    table("Worked example", [{ title: "Name" }, { title: "Working" }, { title: "Value", number: true }], [...given, ...steps, ...answer], true),
    told.warnings.length ? list(told.warnings.map((text) => escape(`Warning: ${text}`))) : "",
    `<p class="quiet">The expected answer, ${escape(show(formula.example.gives))}, was computed outside this code: ${escape(formula.example.by)}.</p>`,
    "<h3>In an Excel cell</h3>",
    block(cellFormula(formula.id, formula.inputs, told.inputs)),
    "<h3>In any Excel, without the add-in</h3>",
    native ? block(native) + (differs ? `<p>${escape(differs)}.</p>` : "") : "<p>There is no native formula: Excel before its latest versions cannot say this in one cell.</p>",
    "<h3>For an agent</h3>",
    ...agentCalls(formula, told.inputs),
  ].join("\n");
}

/** Words with {expression} in them, where a page has no values to put there: names stand for them, but none that is just being said. */
const withNames = (words: string): string => escape(words)
  .replace(/, not \{[^}]*\}/g, "")
  .replace(/\b(\w+)(?:, \{\1\},?| of \{(?:\w+_)?\1\})/g, "$1")
  .replace(/(?:the )?\{(\w+)\} (?:of )?\1\b/g, "the {$1}")
  .replace(/\{([^}]*)\}/g, "<code>$1</code>");
const conditionWords = (text: string | readonly [string, string]): string => (typeof text === "string" ? code(text) : `${code(text[0])}: ${withNames(text[1])}`);

export function formulaPage(formula: CatalogueFormula): Page {
  const { id, program, relation } = formula;
  const satisfied = relation && mathOf(parse(relation, { words: WORDS, names: new Set([...Object.keys(formula.inputs), "result"]), builtIn: true }));
  const math = program.equation ? equationMath(program.equation, id) : satisfied ? `<math xmlns="http://www.w3.org/1998/Math/MathML" display="block">${satisfied}</math>` : "";
  const text = formula.equation ?? relation;
  return {
    title: `${formula.title} – VAL.${id.toUpperCase()}`,
    description: formula.summary,
    body: [
      `<p class="place">${formula.number} · <a href="index.html#chapter-${formula.chapter}">${escape(formula.chapterTitle)}</a></p>`,
      `<h1>${escape(formula.title)}</h1>`,
      `<p class="lead">${escape(formula.summary)}</p>`,
      `<p>Use it when ${linked(formula.useWhen, id)}; ${linked(formula.notWhen, id)}.</p>`,
      section(program.equation ? "Equation" : satisfied ? "The equation that the answer, result, satisfies" : "Method", `${math ? `<div class="equation" tabindex="0" role="group" aria-label="The equation as mathematics">${math}</div>` : ""}${text ? block(text.split("\n").map((line) => line.trim()).filter(Boolean).join("\n")) : ""}<p>The answer: ${escape(formula.returns.text)} (${escape(unitOf(formula.returns.kind))}).</p>`),
      section("Inputs", inputsTable(formula)),
      section("Conditions", formula.requires?.length ? `<p>Refused, with the values told, where one of these does not hold.</p>${list(formula.requires.map(conditionWords))}` : ""),
      section("Warnings", formula.warns?.length ? list(formula.warns.map(conditionWords)) : ""),
      section("What it rests on", formula.assumptions?.length ? list(formula.assumptions.map(withNames)) : ""),
      section("Worked example", example(formula)),
      section("Source", `<p>${escape(formula.source)}.</p>`),
    ].join("\n"),
  };
}
