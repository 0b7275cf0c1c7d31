/** What may be meant where the caret stands in a formula. Plain functions over the text, with no page in them. */
import { SERIES_WORDS, WORDS_BY_NAME, type SeriesWord } from "../../series/words";

export interface Suggestion {
  /** What is written in place of the letters so far. */
  readonly text: string;
  readonly usage: string;
  readonly help: string;
  /** Whether it is called with operands, so that the caret goes between parentheses. */
  readonly isCall: boolean;
}

const MOST = 8;
const IS_LETTER = /\w/;

/** Where the name under the caret begins; the caret's own place where there is none. */
function nameStart(text: string, caret: number): number {
  let at = caret;
  while (at > 0 && IS_LETTER.test(text[at - 1]!)) at--;
  // A name does not begin with a digit: 12 is a number.
  return /\d/.test(text[at] ?? "") ? caret : at;
}

const ofWord = ({ name, usage, help, operands }: SeriesWord): Suggestion => ({ text: name, usage, help, isCall: operands[1] > 0 });

/** The words that begin with the letters before the caret; then those that other tools call so, then those that hold them. */
export function suggestions(text: string, caret: number, inputs: ReadonlyMap<string, string>): Suggestion[] {
  const letters = text.slice(nameStart(text, caret), caret).toLowerCase();
  if (letters === "") return [];
  const names = [...inputs].filter(([name]) => name === letters).map(([name, title]): Suggestion => ({ text: name, usage: name, help: title, isCall: false }));
  const ranks = SERIES_WORDS.map((word): [SeriesWord, number] => {
    const { name, aliases = [], elsewhere = [] } = word;
    if ([name, ...aliases].some((own) => own.startsWith(letters))) return [word, 0];
    if (letters.length > 1 && elsewhere.some((foreign) => foreign.startsWith(letters))) return [word, 1];
    return [word, letters.length > 1 && name.includes(letters) ? 2 : 3];
  });
  const words = ranks.filter(([, rank]) => rank < 3).sort((a, b) => a[1] - b[1]).map(([word]) => ofWord(word));
  return [...names, ...words].slice(0, MOST);
}

/** The text with a suggestion taken, and where the caret then stands. */
export function completed(text: string, caret: number, { text: word, isCall }: Suggestion): { readonly text: string; readonly caret: number } {
  const start = nameStart(text, caret);
  let end = caret;
  while (end < text.length && IS_LETTER.test(text[end]!)) end++;
  const [before, after] = [text.slice(0, start) + word, text.slice(end)];
  if (!isCall) return { text: before + after, caret: before.length };
  // Parentheses that stand there already are kept.
  return /^\s*\(/.test(after) ? { text: before + after, caret: before.length + after.indexOf("(") + 1 } : { text: `${before}()${after}`, caret: before.length + 1 };
}

/** The word between whose parentheses the caret stands. */
export function wordAround(text: string, caret: number): SeriesWord | undefined {
  let depth = 0;
  for (let at = caret - 1; at >= 0; at--) {
    if (text[at] === ")") depth++;
    else if (text[at] === "(") {
      if (depth > 0) depth--;
      else {
        const word = WORDS_BY_NAME.get(text.slice(nameStart(text, at), at).toLowerCase());
        if (word) return word;
      }
    }
  }
  return undefined;
}
