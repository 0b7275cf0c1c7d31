/** The tables of a cap table, drawn from the table of columns that reads them. */
import { holdingsTable, instrumentsTable, roundOptionsTable } from "../cap-table/rows";
import type { Column } from "../cap-table/table";
import { code, escape, list, table, type Page } from "./page";

interface Told {
  readonly columns: Readonly<Record<string, Column>>;
  readonly rules: readonly { readonly columns: readonly string[]; readonly says: string }[];
  readonly help: string;
}

const KINDS: Readonly<Record<Column["kind"], string>> = { text: "a text", choice: "one of", number: "a number", date: "a date: a date cell, or YYYY-MM-DD", yes_no: "true or false" };

function wanted({ kind, choices, whole, above, min, below, max, only }: Column): string {
  const where = only ? `; ${only.join(" and ")} only` : "";
  if (kind === "choice") return `${(choices ?? []).map(code).join(", ")}${where}`;
  const limits = [
    whole && "whole",
    above !== undefined && `above ${above}`,
    min !== undefined && `at least ${min}`,
    below !== undefined && `below ${below}`,
    max !== undefined && `at most ${max}`,
  ].filter((limit) => typeof limit === "string");
  return escape([KINDS[kind], ...limits].join(", ") + where);
}

const blank = ({ required, defaultFrom, default: standIn }: Column): string =>
  required ? "refused: it is required" : defaultFrom !== undefined ? `the value of ${code(defaultFrom)}` : standIn === undefined ? "none" : code(String(standIn));

function columnsTable(caption: string, { columns }: Told): string {
  return table(
    caption,
    [{ title: "Column" }, { title: "Meaning" }, { title: "What to type" }, { title: "Where blank" }],
    Object.entries(columns).map(([name, column]) => [code(name), escape(column.help), wanted(column), blank(column)]),
  );
}

const rules = ({ rules: broken }: Told): string => (broken.length ? `<h3>Refused together</h3>${list(broken.map(({ columns, says }) => `${columns.map(code).join(" and ")}: ${escape(says)}.`))}` : "");

const part = (id: string, title: string, told: Told, before = ""): string =>
  `<section><h2 id="${id}">${title}</h2><p>${escape(told.help)}${before}</p>${columnsTable(title, told)}${rules(told)}</section>`;

export const columnsPage = (): Page => ({
  title: "Columns of a cap table",
  description: "What the tables of holdings, instruments and options of a round hold, column by column.",
  body: [
    '<p class="place"><a href="index.html#chapter-16">Cap tables, rounds and exits</a></p>',
    "<h1>Columns of a cap table</h1>",
    '<p class="lead">Three small tables say everything that a round or an exit needs to know. The same columns serve a range in Excel and a call by an agent.</p>',
    "<p>In Excel a table is a range. Its first row names the columns, in any order and in any case. An unknown name is refused, with the name that may have been meant. Columns that you do not need can be left out, and rows with nothing in them are passed over.</p>",
    "<p>For an agent a table is a list of objects with the columns as names.</p>",
    "<p>Desktop Excel cannot tell a blank cell of a range from a typed 0. So in a range a 0 counts as blank wherever a 0 would say nothing: in columns of texts and dates, and where the limits forbid it, such as a price or a cap.</p>",
    part("holdings", "Holdings", holdingsTable),
    part("instruments", "Instruments", instrumentsTable),
    part("options", "Options of a round", roundOptionsTable, " In Excel a range of two columns, name and value; for an agent an object. Every default that is used is told in the answer."),
  ].join("\n"),
});
