/** The handbook as files: an index and a page a formula, each made from the definitions. */
import { CHAPTERS, FORMULAS } from "../formulas";
import { document, escape } from "./page";
import { formulaPage } from "./formula-page";

function index(): string {
  const chapters = CHAPTERS.map(({ chapter, title, formulas }) => `<section><h2 id="chapter-${chapter}">${chapter} ${escape(title)}</h2>
<ul class="formulas">${Object.entries(formulas).map(([id, { title: name, summary }]) => `<li><a href="${id}.html">${escape(name)}</a><span>${escape(summary)}</span></li>`).join("\n")}</ul></section>`);
  return document({
    title: "VAL handbook: valuation formulas for Excel and for agents",
    description: "Every formula of VAL: its equation, its inputs, a worked example and its source.",
    body: `<h1>Valuation formulas</h1>
<p class="lead">Every formula of VAL with its equation, its inputs and their limits, a worked example, its source, and how to call it from a cell, from any Excel without the add-in, and from an agent.</p>
<p>The equation on a page is the text that runs. A number means the decimal that it prints as, the equation is computed exactly on those decimals, and the answer is rounded once.</p>
<nav aria-label="Chapters"><ul class="chapters">${CHAPTERS.map(({ chapter, title }) => `<li><a href="#chapter-${chapter}">${chapter} ${escape(title)}</a></li>`).join("")}</ul></nav>
${chapters.join("\n")}`,
  });
}

/** Every page by its file name. */
export const pages = (): Record<string, string> =>
  Object.fromEntries([["index.html", index()], ...[...FORMULAS.values()].map((formula) => [`${formula.id}.html`, document(formulaPage(formula))] as const)]);
