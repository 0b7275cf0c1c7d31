/** Finds formulas by the words people use for them: their name, their title, what else they are called, what they ask for. */
import { FORMULAS, type CatalogueFormula } from ".";

/** Where a word stands tells how much it means. */
const WEIGHTS = [
  ["id", 12], ["title", 8], ["keywords", 6], ["summary", 3], ["chapter", 3], ["inputs", 2], ["useWhen", 1],
] as const;
type Field = (typeof WEIGHTS)[number][0];

const words = (text: string): string[] => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, " ").trim().split(" ").filter(Boolean);
/** Plural and singular are one word to a searcher. */
const stem = (word: string): string => (word.length > 3 ? word.replace(/(?<!s)s$/, "") : word);

let index: { readonly formula: CatalogueFormula; readonly fields: Readonly<Record<Field, readonly string[]>> }[] | undefined;

const indexed = (): NonNullable<typeof index> =>
  (index ??= [...FORMULAS.values()].map((formula) => ({
    formula,
    fields: {
      id: [formula.id, formula.id.replaceAll("_", ""), ...words(formula.id)].map(stem),
      title: words(formula.title).map(stem),
      keywords: words(formula.keywords ?? "").map(stem),
      summary: words(formula.summary).map(stem),
      chapter: words(formula.chapterTitle).map(stem),
      inputs: Object.keys(formula.inputs).flatMap(words).map(stem),
      useWhen: words(formula.useWhen).map(stem),
    },
  })));

/** Words that say nothing about which formula is meant. */
const EMPTY = new Set(["a", "an", "the", "of", "for", "to", "in", "on", "and", "or", "how", "what", "is", "my", "i", "do", "val", "calculate", "compute", "formula"]);

/** Formulas by rank: those that match the most of the words. No words, no formulas. */
export function search(text: string, limit = Infinity): CatalogueFormula[] {
  const all = words(text.slice(0, 200));
  const telling = all.filter((word) => !EMPTY.has(word));
  const wanted = (telling.length ? telling : all).map(stem);
  const score = (fields: Readonly<Record<Field, readonly string[]>>, word: string): number => {
    for (const [field, weight] of WEIGHTS) {
      if (fields[field].includes(word)) return weight;
    }
    for (const [field, weight] of WEIGHTS) {
      if (fields[field].some((known) => known.startsWith(word))) return weight / 3;
    }
    return word.length > 2 && fields.id.some((known) => known.includes(word)) ? 4 : 0;
  };
  const ranked = indexed()
    .map(({ formula, fields }, place) => {
      const scores = wanted.map((word) => score(fields, word));
      const found = scores.filter((points) => points > 0).length;
      const exact = formula.id === all.join("_") || formula.id.replaceAll("_", "") === all.join("") ? 50 : 0;
      return { formula, place, found, points: scores.reduce((sum, points) => sum + points, exact) };
    })
    .filter(({ found }) => found > 0)
    .sort((a, b) => b.found - a.found || b.points - a.points || a.place - b.place);
  return ranked
    .filter(({ found }) => found === ranked[0]?.found)
    .slice(0, limit)
    .map(({ formula }) => formula);
}
