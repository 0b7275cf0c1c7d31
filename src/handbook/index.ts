/** The handbook as files: an index, a page a formula, and the pages on what is more than one formula. All made from the definitions. */
import { CHAPTERS, FORMULAS } from "../formulas";
import { columnsPage } from "./columns-page";
import { exitsPage } from "./exits-page";
import { document, escape, type Page } from "./page";
import { formulaPage } from "./formula-page";
import { languagePage } from "./language-page";
import { RANGE_PAGES, rangePage } from "./range-pages";
import { roundsPage } from "./rounds-page";
import { seriesPage } from "./series-page";

interface Entry {
  readonly file: string;
  readonly name: string;
  readonly summary: string;
}
const entry = (file: string, { title, description }: Page): Entry => ({ file, name: title.replace(/ – VAL\..*$/, ""), summary: description });
const entries = (list: readonly Entry[]): string =>
  `<ul class="formulas">${list.map(({ file, name, summary }) => `<li><a href="${file}.html">${escape(name)}</a><span>${escape(summary)}</span></li>`).join("\n")}</ul>`;

/** The pages that stand behind the formulas of a chapter. */
type Further = Readonly<Record<string, Page>>;
interface Parts {
  readonly rounds: Further;
  readonly series: Further;
  readonly language: Further;
}

const parts = (): Parts => ({
  rounds: {
    ...Object.fromEntries(RANGE_PAGES().map((page) => [page.told.page, rangePage(page)])),
    cap_table_columns: columnsPage(),
    rounds: roundsPage(),
    exits: exitsPage(),
  },
  series: { formula: seriesPage() },
  language: { language: languagePage() },
});

const ROUNDS_CHAPTER = 16;
const SERIES = { chapter: 17, title: "Formulas over time series" };

function index({ rounds, series }: Parts): string {
  const listed = (further: Further): string => entries(Object.entries(further).map(([file, page]) => entry(file, page)));
  const chapters = CHAPTERS.map(({ chapter, title, formulas }) => `<section><h2 id="chapter-${chapter}">${chapter} ${escape(title)}</h2>
${entries(Object.entries(formulas).map(([file, { title: name, summary }]) => ({ file, name, summary })))}${chapter === ROUNDS_CHAPTER ? `\n<h3 id="whole-tables">Whole cap tables</h3>\n${listed(rounds)}` : ""}</section>`);
  const places = [...CHAPTERS, SERIES];
  return document({
    title: "VAL handbook: valuation formulas for Excel and for agents",
    description: "Every formula of VAL: its equation, its inputs, a worked example and its source.",
    body: `<h1>Valuation formulas</h1>
<p class="lead">Every formula of VAL with its equation, its inputs and their limits, a worked example, its source, and how to call it from a cell, from any Excel without the add-in, and from an agent.</p>
<p>The equation on a page is the text that runs, in <a href="language.html">a small language</a>. A number means the decimal that it prints as, the equation is computed exactly on those decimals, and the answer is rounded once.</p>
<nav aria-label="Chapters"><ul class="chapters">${places.map(({ chapter, title }) => `<li><a href="#chapter-${chapter}">${chapter} ${escape(title)}</a></li>`).join("")}</ul></nav>
${chapters.join("\n")}
<section><h2 id="chapter-${SERIES.chapter}">${SERIES.chapter} ${escape(SERIES.title)}</h2>
${listed(series)}</section>`,
  });
}

/** Every page by its file name. */
export function pages(): Record<string, string> {
  const made = parts();
  const further = Object.assign({}, ...Object.values(made)) as Further;
  return {
    "index.html": index(made),
    ...Object.fromEntries([...FORMULAS.values()].map((formula) => [`${formula.id}.html`, document(formulaPage(formula))])),
    ...Object.fromEntries(Object.entries(further).map(([file, page]) => [`${file}.html`, document(page)])),
  };
}
