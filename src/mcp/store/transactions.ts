/**
 * What can happen to a cap table. Each kind of transaction is one table of columns, read by the one reader of all tables;
 * schemas of tools, the ledger's rules on single values and the words of refusals are drawn from here.
 */
import { Failure } from "../../core/failure";
import { antiDilutions, holdingsTable, instrumentsTable } from "../../cap-table/rows";
import { type CellRecord, type Column, type Table, choice, date, number, readSettings, table, text, yesNo } from "../../cap-table/table";
import { isoDate } from "../../core/dates";
import { decimalText, endOf } from "./decimal";

const holder = text("Who holds it", { required: true });
const count = (help: string) => number(help, { above: 0 });
const requiredCount = (help: string) => number(help, { required: true, above: 0 });
const lot = text("Id of the transaction that issued the very shares meant; needed where a holder has several lots with different terms");
const intoHelp = "Class that it becomes when exercised or converted; blank: the common class";

/** Terms of a class, as holdings have them; an issue sets them for its shares. */
const terms = {
  issue_price: holdingsTable.columns.issue_price,
  conversion_price: holdingsTable.columns.conversion_price,
  anti_dilution: choice(antiDilutions, "Protection against a cheaper round; preferred", { default: "none", only: ["preferred"] }),
  liquidation_multiple: holdingsTable.columns.liquidation_multiple,
  participation: holdingsTable.columns.participation,
  cap_multiple: holdingsTable.columns.cap_multiple,
  seniority: { ...holdingsTable.columns.seniority, only: ["preferred"] },
  dividend_rate: holdingsTable.columns.dividend_rate,
  issue_date: date("Where dividends start, if that is not the transaction's date"),
};

const issue = table(
  "issue",
  "New shares, options or warrants. Options are taken from the pool unless pool says otherwise.",
  {
    holder,
    security: text('Name of the class: "Common", "Series A"', { defaultFrom: "kind" }),
    kind: choice(["common", "preferred", "option", "warrant"] as const, "What it is", { default: "common" }),
    shares: requiredCount("How many"),
    ...terms,
    strike: holdingsTable.columns.strike,
    into: { ...text(intoHelp), only: ["preferred", "option", "warrant"] },
    pool: { ...text('Pool that options are granted from; blank: the only pool; "none": not from a pool'), only: ["option", "warrant"] },
  },
  // The rules of holdings speak of columns that all stand here too.
  holdingsTable.rules as never,
);

const issueConvertible = table(
  "issue_convertible",
  "A new SAFE or convertible note.",
  {
    ...instrumentsTable.columns,
    issue_date: date("Where interest starts, if that is not the transaction's date"),
  },
  instrumentsTable.rules.filter(({ columns }) => !columns.includes("issue_date")) as never,
);

const someShares = { security: text("Name of the class"), shares: count("How many"), lot };
const convertible = text("Id of the transaction that issued the SAFE or note");

const sharesOrConvertible = [
  {
    columns: ["security", "convertible"] as const,
    broken: (row: CellRecord) => (row["security"] === undefined) === (row["convertible"] === undefined),
    says: "it is about shares (security and shares) or about a SAFE or note (convertible): give one of them",
  },
  {
    columns: ["security", "shares"] as const,
    broken: (row: CellRecord) => (row["security"] === undefined) !== (row["shares"] === undefined),
    says: "security and shares come together",
  },
];

const tables = {
  issue,
  issue_convertible: issueConvertible,
  transfer: table(
    "transfer",
    "Shares, options or a SAFE or note pass to another holder, with their terms.",
    { holder, to: text("Who receives it", { required: true }), ...someShares, convertible, amount: count("Part of a SAFE's or note's money; blank: all of it") },
    sharesOrConvertible as never,
  ),
  repurchase: table("repurchase", "The company buys shares back; they are gone.", {
    holder,
    security: text("Name of the class", { required: true }),
    shares: requiredCount("How many"),
    price: number("Price paid per share", { min: 0 }),
    return_to_pool: yesNo("Whether they go back to the pool that they were granted from", { default: false }),
    lot,
  }),
  cancel: table(
    "cancel",
    "Shares, options or a SAFE or note end: forfeited, expired, cancelled, repaid.",
    {
      holder,
      ...someShares,
      return_to_pool: yesNo("Whether options go back to the pool that they were granted from", { default: true }),
      convertible,
      amount: count("Part of a SAFE's or note's money; blank: all of it"),
    },
    sharesOrConvertible as never,
  ),
  exercise: table("exercise", "Options or warrants become shares.", {
    holder,
    security: text("Name of the options or warrants", { required: true }),
    shares: requiredCount("How many are exercised"),
    into: text("Class received; blank: the one named when they were issued"),
    shares_issued: count("Shares received, where fewer than exercised: a net exercise"),
    lot,
  }),
  convert: table(
    "convert",
    "Preferred becomes common at its conversion price; or a SAFE or note becomes shares.",
    {
      holder,
      ...someShares,
      convertible,
      into: text("Class received; blank: the one named when they were issued; a SAFE or note needs it"),
      kind: choice(["common", "preferred"] as const, "Kind of the shares that a SAFE or note becomes", { default: "preferred" }),
      shares_issued: count("Shares received; blank: shares x issue_price / conversion_price; a SAFE or note needs it"),
      ...terms,
    },
    [
      ...sharesOrConvertible,
      {
        columns: ["convertible", "into", "shares_issued"] as const,
        broken: (row: CellRecord) => row["convertible"] !== undefined && (row["into"] === undefined || row["shares_issued"] === undefined),
        says: "a SAFE or note needs into, the class received, and shares_issued",
      },
    ] as never,
  ),
  split: table("split", "Each share becomes numerator / denominator shares; prices move the other way.", {
    security: text("Class that is split, with the options and conversions into it; blank: every class"),
    numerator: number("2 in a split of 2 for 1", { required: true, above: 0, whole: true }),
    denominator: number("1 in a split of 2 for 1", { default: 1, above: 0, whole: true }),
    rounding: choice(["exact", "down"] as const, "Whether fractions of a share stay, or each lot is rounded down", { default: "exact" }),
  }),
  pool_adjust: table(
    "pool_adjust",
    "The pool of unissued options grows or shrinks.",
    {
      pool: text("Name of the pool; blank: the only one"),
      security: text("Name of its class", { default: "pool" }),
      shares: number("How many are added; negative: taken away", { required: true }),
      into: text(intoHelp),
    },
    [{ columns: ["shares"], broken: ({ shares }) => shares === 0, says: "a pool is adjusted by more or fewer shares, not by 0" }],
  ),
  conversion_price_adjust: table("conversion_price_adjust", "The conversion price of a preferred class changes, as by anti-dilution.", {
    security: text("Name of the class", { required: true }),
    conversion_price: number("The new conversion price", { required: true, above: 0 }),
    holder: text("Only this holder's"),
    conversion_price_before: number("Only shares with this conversion price", { above: 0 }),
    lot,
  }),
  void: table("void", "An earlier transaction is taken back as if it had never been; both stay in the ledger.", {
    voids: text("Id of the transaction to take back", { required: true }),
  }),
} as const;

/** Written by persistRound alone: the terms and the outcome of a round, whose transactions carry its id. */
const round = table("round", "A priced round.", {
  name: text("Name of the round", { required: true }),
});

export const transactionTables = tables;
export type TransactionType = keyof typeof tables | "round";
/** Those a caller may record. */
export const transactionTypes = Object.keys(tables) as (keyof typeof tables)[];

/** Stands beside the columns of every type. */
export const commonColumns = {
  type: choice(transactionTypes, "What happened"),
  date: date("Day on which it takes effect, YYYY-MM-DD"),
  id: text("Id of the transaction; blank: the next free one"),
  note: text("Anything worth remembering: a certificate number, a reason"),
};

/** A transaction as the ledger keeps it. Numbers are decimal texts, dates YYYY-MM-DD; what is blank is not there. */
export interface Transaction {
  readonly id: string;
  readonly type: TransactionType;
  readonly date: string;
  readonly note?: string;
  /** The round that wrote it. */
  readonly round?: string;
  /** Fields of an Open Cap Format object for which there is no column; they go back out as they came. */
  readonly ocf?: CellRecord;
  readonly [column: string]: unknown;
}

// any: the tables differ in their columns, and here only what all of them have is asked.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
const tableOf = (type: TransactionType): Table<any> => (type === "round" ? round : (tables[type] as Table<any>));

/** Text that a number column holds exactly: what was written, where it was written as text. */
function exactly(raw: unknown, value: number): string {
  return decimalText(typeof raw === "string" ? raw.trim() : value);
}

/** Values of a row for the ledger: of each column that was given, or that the reading filled in from another. */
function kept(shape: Table<Record<string, Column>>, row: CellRecord, given: CellRecord): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  for (const name in shape.columns) {
    const column = shape.columns[name]!;
    const value = row[name];
    if (value === undefined) continue;
    // A default is not written where it says nothing about this kind of row: a strike of 0 on common, an issue_price on options.
    if (given[name] === undefined && column.only && !column.only.includes(row["kind"] as string)) continue;
    result[name] = column.kind === "number" ? exactly(given[name], value as number) : column.kind === "date" ? isoDate(value as number) : value;
  }
  return result;
}

const isBlank = (value: unknown): boolean => value === null || value === undefined || (typeof value === "string" && value.trim() === "");
/** Names of columns come in any case, with spaces, hyphens or underscores. */
export const plainName = (name: string): string => name.trim().toLowerCase().replace(/[\s-]+/g, "_");

/** Shares that convert bring no terms of their own: they become what the class is. */
const SHARE_CONVERSION: ReadonlySet<string> = new Set(["holder", "security", "shares", "into", "shares_issued", "lot"]);

function ofShares(written: Record<string, unknown>, given: CellRecord): Record<string, unknown> {
  const foreign = Object.keys(given).find((name) => !SHARE_CONVERSION.has(name));
  if (foreign !== undefined) throw new Failure("condition", `${foreign} belongs to the conversion of a SAFE or note; shares become what the class in into is.`, foreign);
  return Object.fromEntries(Object.entries(written).filter(([name]) => SHARE_CONVERSION.has(name)));
}

/** The longest name, id or note that is kept; a bound on what one row may weigh. */
const LONGEST_TEXT = 2_000;

/**
 * One transaction as a caller gives it, with its values checked one by one. `title` says which of several it is. Whether it
 * fits the ledger is for the fold to say.
 */
export function readTransaction(given: unknown, title: string): Omit<Transaction, "id"> & { readonly id?: string } {
  if (typeof given !== "object" || given === null || Array.isArray(given)) throw new Failure("type", `${title} must be an object with type, date and the columns of its type.`, "transactions");
  // Without a prototype, so that a column named __proto__ is an unknown one and nothing else.
  const columns = Object.create(null) as Record<string, unknown>;
  const common = Object.create(null) as Record<string, unknown>;
  for (const [name, value] of Object.entries(given)) {
    if (isBlank(value)) continue;
    if (typeof value === "string" && value.length > LONGEST_TEXT) throw new Failure("too_large", `${title}: ${name} has ${value.length} characters, and at most ${LONGEST_TEXT} are kept.`, name);
    if (typeof value === "string" && value.includes("\u0000")) throw new Failure("syntax", `${title}: ${name} holds a NUL character, which no name has.`, name);
    (Object.hasOwn(commonColumns, plainName(name)) ? common : columns)[plainName(name)] = value;
  }
  const wanted = common["type"];
  const type = transactionTypes.find((each) => each === plainName(String(wanted ?? "")));
  if (type === undefined) {
    const words = wanted === undefined ? "type is missing." : `type is ${JSON.stringify(wanted)}, which is none of them${endOf(String(wanted), transactionTypes)}`;
    throw new Failure(wanted === undefined ? "missing" : "unknown", `${title}: ${words} The types are ${transactionTypes.join(", ")}.`, "type");
  }
  const named = (fault: unknown): unknown =>
    fault instanceof Failure ? Failure.all(fault.faults.map((each) => new Failure(each.kind, `${title} (${type}): ${each.message.replace(`${type}: `, "")}`, each.parameter))) : fault;
  try {
    const shape = tableOf(type);
    const [row] = readSettings(shape, columns).rows as CellRecord[];
    const [about] = readSettings(dated, { date: common["date"], id: common["id"], note: common["note"] }).rows;
    const { date: day, id, note } = about!;
    const written = kept(shape, row!, columns);
    const values = type === "convert" && columns["convertible"] === undefined ? ofShares(written, columns) : written;
    return { ...(id === undefined ? {} : { id }), type, date: isoDate(day), ...(note === undefined ? {} : { note }), ...values };
  } catch (fault) {
    throw named(fault);
  }
}

const dated = table("", "", {
  date: { ...commonColumns.date, required: true } as Column<number>,
  id: commonColumns.id,
  note: commonColumns.note,
});
