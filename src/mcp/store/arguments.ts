/** What the tools of the store take, as data: their schemas and their help are drawn from here. */
import { type Column, choice, date, number, text, yesNo } from "../../cap-table/table";
import { holdingsTable, instrumentsTable } from "../../cap-table/rows";
import { commonColumns, transactionTables, transactionTypes } from "./transactions";

/** A list of objects with these columns. */
export interface RowsArgument {
  readonly kind: "rows";
  readonly help: string;
  readonly required?: boolean;
  readonly columns: Readonly<Record<string, Column>>;
}
/** Any JSON value; its own reader says what it must be. */
export interface JsonArgument {
  readonly kind: "json";
  readonly help: string;
  readonly required?: boolean;
}
export type Argument = Column | RowsArgument | JsonArgument;
export type Arguments = Readonly<Record<string, Argument>>;

/** Columns of all types of transactions in one flat list; each says which types take it. */
export function transactionColumns(): Readonly<Record<string, Column>> {
  const users = new Map<string, string[]>();
  const columns: Record<string, Column> = {};
  for (const type of transactionTypes) {
    for (const [name, column] of Object.entries(transactionTables[type].columns as Readonly<Record<string, Column>>)) {
      const { required: _required, default: _default, defaultFrom: _from, ...rest } = column;
      const known = columns[name];
      // What is a choice here and there has the choices of both; limits of one type are not those of all.
      columns[name] = !known ? rest : { ...known, ...(known.choices && column.choices ? { choices: [...new Set([...known.choices, ...column.choices])] } : {}) };
      users.set(name, [...(users.get(name) ?? []), type]);
    }
  }
  const told = ([name, { min: _min, max: _max, above: _above, below: _below, ...column }]: [string, Column]): [string, Column] => {
    const types = users.get(name)!;
    return [name, types.length === transactionTypes.length ? column : { ...column, help: `${column.help} (${types.join(", ")})` }];
  };
  return { ...commonColumns, ...Object.fromEntries(Object.entries(columns).map(told)) };
}

const capTable = text("Name of the cap table, whole or part, or its id; blank: the only one");
const asOf = date("The cap table of this day, past or to come, YYYY-MM-DD; blank: today");
const holdings: RowsArgument = { kind: "rows", help: holdingsTable.help, columns: holdingsTable.columns };
const instruments: RowsArgument = { kind: "rows", help: instrumentsTable.help, columns: instrumentsTable.columns };
const version = number("Refuse unless the cap table still has this version", { min: 0, whole: true });

export const createArguments = {
  name: text("Name of the company or cap table", { required: true }),
  currency: text("Currency of all amounts, such as USD"),
  date: date("Day on which these holdings stand, where a row has no issue_date; blank: today"),
  holdings,
  instruments,
} satisfies Arguments;

const listArguments = {} satisfies Arguments;

export const getArguments = {
  cap_table: capTable,
  as_of: asOf,
  ledger: yesNo("Whether the transactions come too", { default: false }),
  ledger_from: number("First transaction to show, by its sequence", { min: 1, default: 1, whole: true }),
  ledger_limit: number("Most transactions to show", { min: 1, max: 10_000, default: 200, whole: true }),
} satisfies Arguments;

export const recordArguments = {
  cap_table: capTable,
  ...transactionColumns(),
  transactions: { kind: "rows", help: "Several transactions instead of one, each with type, date and its columns; all are recorded or none", columns: transactionColumns() },
  expected_version: version,
  idempotency_key: text("A key of your choice: the same call with the same key is recorded once"),
} satisfies Arguments;

export const importArguments = {
  name: text("Name of the new cap table; blank: the issuer's name in the file"),
  data: { kind: "json", required: true, help: "Open Cap Format JSON (a manifest object or an array of objects), or CSV whose first row names the columns of holdings or of instruments; text, or the JSON itself" },
  instruments: { kind: "json", help: "A second CSV, for SAFEs and notes" },
  format: choice(["auto", "ocf", "csv"] as const, "What data is", { default: "auto" }),
  currency: text("Currency of all amounts, such as USD"),
  date: date("CSV: day on which the holdings stand, where a row has no issue_date; blank: today"),
} satisfies Arguments;

export const exportArguments = {
  cap_table: capTable,
  format: choice(["ocf", "csv"] as const, "Open Cap Format JSON with the whole history, or CSV of one day", { default: "ocf" }),
  as_of: date("The cap table and the history up to this day, YYYY-MM-DD; blank: the table of today, and the whole history"),
} satisfies Arguments;

/** By the name of the tool. */
export const storeArguments = {
  create_cap_table: createArguments,
  list_cap_tables: listArguments,
  get_cap_table: getArguments,
  record_cap_table_transaction: recordArguments,
  import_cap_table: importArguments,
  export_cap_table: exportArguments,
} satisfies Readonly<Record<string, Arguments>>;
