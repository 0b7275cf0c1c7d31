/** The catalogue to read: val://formulas lists it, val://formulas/<id> is one formula in full, both as Markdown. */
import { describeLimits, helpText, unitOf, type Parameter } from "../core/parameters";
import { FORMULAS, type CatalogueFormula } from "../formulas";
import { nativeDiffers } from "../language/excel";
import { callsOf, cellSignature, equationOf, exampleInCell, wordsOf } from "./find";

const INDEX = "val://formulas";
const MARKDOWN = "text/markdown";

const list = (heading: string, items: readonly string[]): string[] => (items.length ? ["", `## ${heading}`, ...items.map((item) => `- ${item}`)] : []);
const cell = (text: string): string => text.replaceAll("|", "\\|").replaceAll("\n", " ");

function inputRow([name, parameter]: [string, Parameter]): string {
  const unit = parameter.kind === "rows" ? `rows: ${Object.keys(parameter.columns).join(", ")}` : parameter.kind === "list" ? `list: ${unitOf(parameter.of.kind)}` : unitOf(parameter.kind);
  return `| ${name} | ${cell(helpText(parameter))} | ${unit} | ${cell(describeLimits(parameter))} |`;
}

function page(formula: CatalogueFormula): string {
  const { excel, native } = exampleInCell(formula);
  const differs = nativeDiffers(formula);
  const equation = equationOf(formula);
  const calls = callsOf(formula).map(({ tool, method, arguments: names }) => `${tool}${method ? `, method ${method}` : ""}: ${names.join(", ")}`);
  return [
    `# ${formula.title} (${formula.number})`,
    "",
    formula.summary,
    ...(equation === undefined ? [] : ["", "```", equation, "```"]),
    ...(formula.relation === undefined ? [] : ["", `The answer, as result, satisfies \`${formula.relation}\`.`]),
    "",
    "| Input | What it is | Unit | Limits |",
    "|---|---|---|---|",
    ...Object.entries(formula.inputs).map(inputRow),
    "",
    `Gives: ${formula.returns.text} (${unitOf(formula.returns.kind)}).`,
    ...list("Refused unless", wordsOf(formula.requires)),
    ...list("Warnings", wordsOf(formula.warns)),
    ...list("Assumptions", wordsOf(formula.assumptions)),
    "",
    "## Use",
    `Use when ${formula.useWhen}; ${formula.notWhen}.`,
    ...list("Tools", calls),
    ...list("Excel", [`\`${cellSignature(formula)}\``, `Example: \`${excel}\` gives ${formula.example.gives} (checked: ${formula.example.by})`, ...(native ? [`Without the add-in: \`${native}\`${differs ? `; ${differs}` : ""}`] : [])]),
    "",
    `Source: ${formula.source}`,
  ].join("\n");
}

function contents(): string {
  const formulas = [...FORMULAS.values()];
  const chapters = [...new Map(formulas.map(({ chapter, chapterTitle }) => [chapter, chapterTitle]))];
  return [
    "# VAL: valuation formulas",
    ...chapters.flatMap(([chapter, title]) => ["", `## ${chapter} ${title}`, ...formulas.filter((formula) => formula.chapter === chapter).map(({ id, title: name, summary }) => `- [${id}](${INDEX}/${id}): ${name}. ${summary}`)]),
  ].join("\n");
}

export const RESOURCES = [
  { uri: INDEX, name: "formulas", title: "Every formula, by chapter", mimeType: MARKDOWN, description: "All formulas with a sentence each" },
  ...[...FORMULAS.values()].map(({ id, title, summary }) => ({ uri: `${INDEX}/${id}`, name: id, title, mimeType: MARKDOWN, description: summary })),
];

export const RESOURCE_TEMPLATES = [{ uriTemplate: `${INDEX}/{id}`, name: "formula", title: "One formula in full", mimeType: MARKDOWN, description: "Equation, inputs, limits, source and example of a formula by its id" }];

/** The text of a resource, or undefined where there is none of that address. */
export function readResource(uri: string): { uri: string; mimeType: string; text: string } | undefined {
  if (uri === INDEX) return { uri, mimeType: MARKDOWN, text: contents() };
  const formula = uri.startsWith(`${INDEX}/`) ? FORMULAS.get(uri.slice(INDEX.length + 1)) : undefined;
  return formula && { uri, mimeType: MARKDOWN, text: page(formula) };
}
