/** Equations that no formula of the catalogue runs, typeset as those are: written in the language, read by its parser. */
import { equationMath } from "../language/mathml";
import { parse } from "../language/parser";
import { WORDS } from "../language/words";

const namesIn = (text: string): Set<string> => new Set([...text.matchAll(/[A-Za-z_]\w*/g)].map(([name]) => name.toLowerCase()));

/** Lines of the form `name = expression`. They may name each other in any order, as a system does. */
export function equations(label: string, ...lines: readonly string[]): string {
  const names = namesIn(lines.join(" "));
  const read = lines.map((line) => {
    const [, name = "", text = ""] = /^(\w+) = (.*)$/.exec(line) ?? [];
    return { name, text, tree: parse(text, { words: WORDS, names, builtIn: true }) };
  });
  return `<div class="equation" tabindex="0" role="group" aria-label="${label}">${equationMath(read, "")}</div>`;
}
