/** Finds formulas by name or by the words people use, best first. */
import { nearest } from "../core/nearest";
import { FORMULAS, type CatalogueFormula } from "./index";

/** Where a word may stand, and how much it says about the formula that it stands there. */
const PLACES: readonly (readonly [weight: number, texts: (formula: CatalogueFormula) => string])[] = [
  [12, (formula) => `${formula.id} ${formula.id.replaceAll("_", "")}`],
  [9, (formula) => formula.title],
  [8, (formula) => formula.keywords ?? ""],
  [5, (formula) => formula.summary],
  [4, (formula) => Object.keys(formula.inputs).join(" ")],
  [3, (formula) => `${formula.chapterTitle} ${formula.family}`],
  [2, (formula) => formula.useWhen],
  [1, (formula) => Object.values(formula.inputs).map((input) => input.text).join(" ")],
];

/** Said in questions, and nothing about which formula is meant. */
const IDLE = new Set("a an and are as at by calculate compute do for formula from get have how i in is it many me much my of on or our s that the this to val was we what when with you your".split(" "));

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
const singular = (word: string): string => (/[^aeiou]ies$/.test(word) ? `${word.slice(0, -3)}y` : /[^su]s$/.test(word) && word.length > 3 ? word.slice(0, -1) : word);

interface Entry {
  readonly formula: CatalogueFormula;
  /** Each word with the weight of the best place that it stands in. */
  readonly words: ReadonlyMap<string, number>;
  /** Id, title and keywords as running text, for what is asked as a phrase. */
  readonly phrases: string;
}

let kept: readonly Entry[] | undefined;
function entries(): readonly Entry[] {
  return (kept ??= [...FORMULAS.values()].map((formula) => {
    const words = new Map<string, number>();
    for (const [weight, texts] of PLACES) {
      for (const word of wordsOf(texts(formula)).map(singular)) if (!words.has(word)) words.set(word, weight);
    }
    return { formula, words, phrases: ` ${[formula.id, formula.title, formula.keywords ?? ""].map((text) => wordsOf(text).join(" ")).join(" | ")} ` };
  }));
}

/** How well one word asked for fits a formula: the word itself before a word that begins with it. */
function fit(asked: string, { words }: Entry): number {
  let best = words.get(asked) ?? 0;
  for (const [word, weight] of words) if (word.startsWith(asked)) best = Math.max(best, weight * (0.5 + (0.3 * asked.length) / word.length));
  return best;
}

/** What stands as a phrase, or is a formula's whole name, was most likely meant as such. */
function phraseBonus(phrase: string, { formula, phrases }: Entry): number {
  if (formula.id === phrase.replaceAll(" ", "_")) return 100;
  if (wordsOf(formula.title).join(" ") === phrase) return 60;
  return phrases.includes(` ${phrase} `) ? 8 : phrases.includes(` ${phrase}`) ? 4 : 0;
}

interface Match {
  readonly entry: Entry;
  /** How many of the words fit. */
  readonly matched: number;
}

/** Every formula that any of the words fits, best first. A word that fits nothing is read as the nearest one that does. */
function matches(words: string): Match[] {
  const all = wordsOf(words.slice(0, 200));
  if (all.length === 0) return [];
  const telling = all.filter((word) => !IDLE.has(word));
  const catalogue = entries();
  const asked = [...new Set((telling.length ? telling : all).map(singular))].map((word) => {
    if (word.length < 4 || catalogue.some((entry) => fit(word, entry) > 0)) return word;
    // A slip of the fingers hardly ever spoils the first letter, and short words are too like one another.
    return nearest(word, catalogue.flatMap((entry) => [...entry.words.keys()].filter((known) => known[0] === word[0] && known.length > 2))) ?? word;
  });
  const phrase = all.join(" ");
  return catalogue
    .map((entry) => {
      const fits = asked.map((word) => fit(word, entry));
      const matched = fits.filter((points) => points > 0).length;
      return { entry, matched, points: fits.reduce((sum, points) => sum + points, 0) + (matched ? phraseBonus(phrase, entry) : 0) };
    })
    .filter(({ matched }) => matched > 0)
    .sort((a, b) => b.matched - a.matched || b.points - a.points);
}

/** Whether a text holds every telling word, or one that begins with it. */
export function fitsAll(words: string, text: string): boolean {
  const asked = wordsOf(words.slice(0, 200)).filter((word) => !IDLE.has(word)).map(singular);
  const known = wordsOf(text);
  return asked.length > 0 && asked.every((word) => known.some((other) => other.startsWith(word)));
}

/** Every formula that any of the words fits, those that most words fit first. */
export const ranked = (words: string): CatalogueFormula[] => matches(words).map(({ entry }) => entry.formula);

/**
 * The formulas that the words fit, best first. Formulas that fit every word come alone; where there is none, those that fit
 * most words. No words, no formulas.
 */
export function search(words: string, limit = Infinity): CatalogueFormula[] {
  const all = matches(words);
  return all.filter(({ matched }) => matched === all[0]?.matched).slice(0, limit).map(({ entry }) => entry.formula);
}
