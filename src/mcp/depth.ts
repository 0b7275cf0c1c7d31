/**
 * Bounds how deep arguments are nested, before anything reads them: what walks a value calls itself for each level and
 * would run out of stack. A text that is JSON counts as what it says, because tools read such texts.
 */
export const MOST_LEVELS = 64;

const [QUOTE, BACKSLASH, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [...'"\\[]{}'].map((character) => character.charCodeAt(0));

function textIsDeeper(text: string, levels: number): boolean {
  if (!/^\s*[[{]/.test(text)) return false;
  let depth = 0;
  let quoted = false;
  for (let place = 0; place < text.length; place++) {
    const code = text.charCodeAt(place);
    if (quoted) {
      if (code === BACKSLASH) place++;
      else if (code === QUOTE) quoted = false;
    } else if (code === QUOTE) quoted = true;
    else if (code === OPEN_LIST || code === OPEN_OBJECT) {
      if (++depth > levels) return true;
    } else if (code === CLOSE_LIST || code === CLOSE_OBJECT) depth--;
  }
  return false;
}

export function isDeeper(value: unknown, levels = MOST_LEVELS): boolean {
  if (typeof value === "string") return textIsDeeper(value, levels);
  if (typeof value !== "object" || value === null) return false;
  return levels === 0 || (Array.isArray(value) ? value : Object.values(value)).some((each) => isDeeper(each, levels - 1));
}
