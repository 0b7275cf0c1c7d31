/** The words of the built-in equations, drawn from the table that runs and typesets them. */
import { mathOf } from "../language/mathml";
import { parse } from "../language/parser";
import { WORDS } from "../language/words";
import { operators } from "./operators";
import { block, code, escape, section, table, type Page } from "./page";

/** The first call of a usage, typeset. */
function typeset(usage: string): string {
  const [call = usage] = usage.split(" or ");
  const names = new Set([...call.matchAll(/\w+/g)].map(([name]) => name));
  return `<math xmlns="http://www.w3.org/1998/Math/MathML">${mathOf(parse(call, { words: WORDS, names, builtIn: true }))}</math>`;
}

export const languagePage = (): Page => ({
  title: "The language of the equations",
  description: "The words and operators in which the equations of this handbook are written.",
  body: [
    '<p class="place"><a href="index.html">All formulas</a></p>',
    "<h1>The language of the equations</h1>",
    '<p class="lead">An equation in this handbook is the text that runs. This is all it is made of.</p>',
    `<p>An equation has one line or more. Each line but the last names a step; the last line is the answer. A name is an input or an earlier step. A list goes through an equation item by item: two lists must be equally long, and a single value goes with every item of a list. A column of a table is written with a dot. For the average of prices, weighted by shares:</p>${block("paid = rounds.shares * rounds.price\nsum(paid) / sum(rounds.shares)")}`,
    "<p>Numbers are exact decimals. The answer is rounded once, to the nearest double.</p>",
    section("Words", table("Words", [{ title: "Word" }, { title: "Meaning" }, { title: "Typeset" }, { title: "In any Excel" }], [...WORDS.values()].map(({ usage, help, excel }) => [code(usage), escape(help), typeset(usage), excel ? "yes" : "no"]))),
    "<p>Where a word stands that Excel before its latest versions cannot say, the formula has no native form, and its page says so.</p>",
    section("Operators", operators()),
    '<p>Formulas over time series are written in the same language with <a href="formula.html">words of their own</a>.</p>',
  ].join("\n"),
});
