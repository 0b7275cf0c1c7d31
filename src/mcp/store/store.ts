/**
 * Cap tables that are kept: what the tools of the server do, with plain JSON in and plain JSON out. The ledger is the truth;
 * what is kept beside it in memory is only so that a call need not read and fold 100,000 transactions to add one.
 */
import { createHash } from "node:crypto";
import { holdingsTable, instrumentsTable } from "../../cap-table/rows";
import { type CellRecord, type Column, readSettings, readTable, table } from "../../cap-table/table";
import { isoDate } from "../../core/dates";
import { Failure } from "../../core/failure";
import { counted } from "../../core/numerals";
import { createArguments, exportArguments, getArguments, importArguments, recordArguments } from "./arguments";
import { exportCsv, parseCsv } from "./csv";
import { decimalText, endOf } from "./decimal";
import { type CapTableRows, type FullyDiluted, type State, fold, fullyDiluted, rowsOf, voidedIn } from "./fold";
import { type Draft, type Ledger, type Source, emptyLedger, extended, ledgerOf, roundIdOf, roundNamed, roundRow } from "./ledger";
import { exportOpenCapFormat } from "./open-cap-export";
import { readOpenCapFormat } from "./open-cap-import";
import type { Sql, SqlDatabase } from "./sql";
import { type Transaction, plainName, readTransaction } from "./transactions";

export interface CapTableSummary {
  readonly id: string;
  readonly name: string;
  readonly currency: string | null;
  /** The number of transactions in the ledger; it grows with each, and so tells whether anything has changed. */
  readonly version: number;
  readonly created_at: string;
}

export interface RecordedTransaction {
  readonly id: string;
  readonly type: string;
  readonly date: string;
  readonly sequence: number;
}

export interface RecordAnswer {
  readonly cap_table: CapTableSummary;
  readonly recorded: readonly RecordedTransaction[];
  /** True where the same call was answered before: nothing was written now. */
  readonly already_recorded: boolean;
  readonly assumptions: readonly string[];
}

export interface CapTableAnswer extends CapTableRows {
  readonly cap_table: CapTableSummary;
  readonly as_of: string;
  readonly fully_diluted: FullyDiluted;
  readonly ledger?: readonly (Transaction & { readonly sequence: number; readonly voided?: true })[];
  readonly ledger_total: number;
  readonly note?: string;
}

/** Of a long import, `recorded` shows the first 200; the version counts all. */
export interface ImportAnswer extends RecordAnswer {
  /** Objects that the ledger has no use for. They are kept as they came, and exported again. */
  readonly kept_aside: Source["keptAside"];
}

export interface ExportAnswer {
  readonly cap_table: CapTableSummary;
  readonly format: "ocf" | "csv";
  readonly as_of: string;
  /** Open Cap Format: a manifest whose objects stand in it. */
  readonly data?: CellRecord;
  /** CSV: one text for each table. */
  readonly holdings?: string;
  readonly instruments?: string;
  readonly fully_diluted: string | FullyDiluted;
  /** Open Cap Format: what was filled in because the format requires it. */
  readonly assumptions?: readonly string[];
}

/** The outcome of a round as the engine gives it; the answer of fundingRound fits. */
export interface RoundResult {
  readonly price_per_share: number;
  readonly new_shares: number;
  readonly conversions: readonly { readonly holder: string; readonly kind: string; readonly shares: number; readonly price: number }[];
  readonly anti_dilution: readonly { readonly holder: string; readonly security: string; readonly conversion_price_before: number; readonly conversion_price_after: number }[];
  readonly pool: { readonly increase: number };
}

export interface RoundToPersist {
  readonly cap_table?: string | undefined;
  readonly round_id: string;
  readonly round_name: string;
  readonly date: string;
  /** Name of the new class. */
  readonly security: string;
  /** The version of the cap table that was simulated. */
  readonly expected_version: number;
  readonly result: RoundResult;
  /** Who buys the new shares; one without shares takes those that the others leave. */
  readonly investors: readonly { readonly holder: string; readonly shares?: number | undefined }[];
  /** Terms of the new class, by the columns of holdings: liquidation_multiple, participation, anti_dilution, dividend_rate … */
  readonly terms?: CellRecord | undefined;
  /** Where the pool's increase goes, if the cap table has no pool yet. */
  readonly pool?: string | undefined;
  /** Kept with the round: what was asked, and the answer that a second call with the same id may give again. */
  readonly inputs?: unknown;
  readonly answer?: unknown;
}

export interface RoundAnswer {
  readonly cap_table: CapTableSummary;
  /** False where the round was there already: nothing was written now. */
  readonly persisted: boolean;
  readonly already_recorded: boolean;
  readonly round_id: string;
  readonly recorded: readonly RecordedTransaction[];
  readonly note: string;
}

/** A round as it was recorded. */
export interface KeptRound {
  readonly cap_table: CapTableSummary;
  readonly round_id: string;
  readonly round_name: string;
  readonly date: string;
  readonly recorded: readonly RecordedTransaction[];
  readonly voided: boolean;
  readonly inputs?: unknown;
  readonly answer?: unknown;
}

export interface CapTableStore {
  create(given: unknown): Promise<RecordAnswer>;
  list(): Promise<{ readonly cap_tables: readonly CapTableSummary[]; readonly place: string }>;
  get(given: unknown): Promise<CapTableAnswer>;
  record(given: unknown): Promise<RecordAnswer>;
  import(given: unknown): Promise<ImportAnswer>;
  export(given: unknown): Promise<ExportAnswer>;
  /** The rows of a day (today, unless another is given) to simulate with, and the version that persistRound wants to see again. */
  rows(capTable: string | undefined, asOf?: string): Promise<CapTableRows & { readonly cap_table: CapTableSummary; readonly as_of: string }>;
  persistRound(round: RoundToPersist): Promise<RoundAnswer>;
  /** Asked before a simulation that is to be persisted: a round that is there already would be simulated on top of itself. */
  round(capTable: string | undefined, roundId: string): Promise<KeptRound | undefined>;
}

export interface StoreOptions {
  readonly now?: () => Date;
}

const MOST_TRANSACTIONS = 200_000;
const MOST_BYTES = 20_000_000;
const LONGEST_NAME = 200;
const MOST_REMEMBERED = 4;

// ------------------------------------------------------------------------------------------------ reading calls

type Scalars = Readonly<Record<string, unknown>>;

/** The scalar arguments of a call, read by the one reader of tables; rows and JSON come as they are. */
function read(tool: string, shape: Readonly<Record<string, { readonly kind: string }>>, given: unknown): Scalars {
  if (given !== undefined && given !== null && (typeof given !== "object" || Array.isArray(given))) throw new Failure("type", `${tool} takes an object of arguments.`);
  const record = (given ?? {}) as Scalars;
  const isScalar = (name: string): boolean => shape[name] !== undefined && shape[name].kind !== "rows" && shape[name].kind !== "json";
  const scalars = Object.fromEntries(Object.entries(record).filter(([name]) => shape[name] === undefined || isScalar(name)));
  const columns = Object.fromEntries(Object.entries(shape).filter(([name]) => isScalar(name))) as Record<string, Column>;
  const [row] = readSettings(table("", "", columns), scalars).rows;
  return { ...record, ...row };
}

const textOrNothing = (value: unknown): string | undefined => (typeof value === "string" && value !== "" ? value : undefined);
const dayOrNothing = (value: unknown): string | undefined => (typeof value === "number" ? isoDate(value) : undefined);

function nameOf(value: unknown): string {
  const name = String(value).trim();
  if (name.includes("\u0000")) throw new Failure("syntax", "name holds a NUL character, which no name has.", "name");
  if (name.length <= LONGEST_NAME) return name;
  throw new Failure("too_large", `name has ${name.length} characters, and at most ${LONGEST_NAME} are kept.`, "name");
}

function checkCount(count: number, what: string): void {
  if (count > MOST_TRANSACTIONS) throw new Failure("too_large", `There are ${count} ${what}, and at most ${MOST_TRANSACTIONS} are taken at once.`, what);
}

/** The same call gives the same text, whatever the order of its names. */
export function fingerprint(value: unknown): string {
  const sorted = (each: unknown): unknown =>
    Array.isArray(each) ? each.map(sorted)
    : typeof each === "object" && each !== null ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, item]) => [name, sorted(item)]))
    : each;
  return createHash("sha256").update(JSON.stringify(sorted(value)) ?? "").digest("hex");
}

/** The holdings and instruments of a call as the first transactions of a ledger. */
function opening(holdings: unknown, instruments: unknown, day: string): Draft[] {
  const held = readTable(holdingsTable, holdings).rows;
  const promised = readTable(instrumentsTable, instruments).rows;
  const given = { holdings: recordsOf(holdings), instruments: recordsOf(instruments) };
  checkCount(held.length + promised.length, "rows");
  const numbers = (columns: object, row: object, source: CellRecord | undefined): Record<string, unknown> =>
    Object.fromEntries(
      Object.entries(columns).flatMap(([name, { kind, only }]: [string, Column]) => {
        const value = (row as CellRecord)[name];
        if (value === undefined || (only && !only.includes((row as { kind: string }).kind))) return [];
        const written = source?.[name];
        return [[name, kind === "number" ? decimalText(typeof written === "string" && written.trim() !== "" ? written.trim() : (value as number)) : kind === "date" ? isoDate(value as number) : value]];
      }),
    );
  const drafts: Draft[] = [];
  // Rows have any order, so the class that the others are claims on is looked for first.
  const common = [...new Set(held.filter(({ kind }) => kind === "common").map(({ security }) => security))];
  const into = common.length === 0 || common.includes("Common") ? "Common" : common[0]!;
  held.forEach((row, place) => {
    const { issue_date: issued, kind, holder, security, shares, ...rest } = numbers(holdingsTable.columns, row, given.holdings[place]) as Record<string, string>;
    if (kind === "pool") {
      if (shares !== "0") drafts.push({ type: "pool_adjust", date: issued ?? day, pool: holder, security, shares, into });
      return;
    }
    if (shares === "0") return;
    if (row.dividend_rate > 0 && issued === undefined) {
      throw new Failure("missing", `holdings row ${place + 1} (${security} of ${holder}): dividend_rate is ${row.dividend_rate}, and issue_date, from which dividends run, is blank.`, "holdings");
    }
    const { seniority, ...others } = rest; // it says something of preferred alone, and is 1 elsewhere
    const ranked = kind === "preferred" || seniority !== "1" ? { seniority } : {};
    drafts.push({ type: "issue", date: issued ?? day, holder, security, kind, shares, pool: "none", ...others, ...ranked, ...(kind === "common" ? {} : { into }) });
  });
  promised.forEach((row, place) => {
    const { issue_date: issued, ...rest } = numbers(instrumentsTable.columns, row, given.instruments[place]) as Record<string, string>;
    drafts.push({ type: "issue_convertible", date: issued ?? day, ...rest });
  });
  return drafts;
}

/** The cells as they were written, by the names of their columns: a text may hold more digits than the number that was read from it. */
function recordsOf(rows: unknown): (CellRecord | undefined)[] {
  if (!Array.isArray(rows) || Array.isArray(rows[0])) return [];
  return (rows as CellRecord[]).map((row) => Object.fromEntries(Object.entries(row).map(([name, cell]) => [plainName(name), cell])));
}

// ------------------------------------------------------------------------------------------------ the store

interface TableRow {
  readonly id: string;
  readonly name: string;
  readonly currency: string | null;
  readonly version: number;
  readonly created_at: string;
}

const COLUMNS = "id, name, currency, version, created_at";

export function createStore(database: SqlDatabase, { now = () => new Date() }: StoreOptions = {}): CapTableStore {
  /** The ledgers used last, with what they come to. `mark` says of which last transaction: another file may have the same version. */
  const remembered = new Map<string, { readonly mark: string; readonly ledger: Ledger }>();

  /** The day where the server runs: at its desk a transaction of today is not one of tomorrow. */
  const today = (): string => {
    const day = now();
    return [String(day.getFullYear()).padStart(4, "0"), ...[day.getMonth() + 1, day.getDate()].map((part) => String(part).padStart(2, "0"))].join("-");
  };
  /** What a ledger comes to on a day. Mostly that day is not before the last entry, and then it is known already. */
  const stateOn = ({ transactions, lastDate, state }: Ledger, day: string): State => (lastDate <= day ? state : fold(transactions, day));
  const laterThan = ({ transactions, lastDate }: Ledger, day: string): number => (lastDate <= day ? 0 : transactions.filter(({ date }) => date > day).length);

  function remember(id: string, mark: string, ledger: Ledger): void {
    remembered.delete(id);
    remembered.set(id, { mark, ledger });
    for (const oldest of remembered.keys()) {
      if (remembered.size <= MOST_REMEMBERED) break;
      remembered.delete(oldest);
    }
  }

  async function find(sql: Sql, wanted: string | undefined): Promise<TableRow> {
    const all = await sql.all<TableRow>(`SELECT ${COLUMNS} FROM cap_table ORDER BY created_at, id`);
    const names = (rows: readonly TableRow[]): string => rows.slice(0, 10).map(({ name, id }) => (name === id ? name : `${name} (${id})`)).join(", ");
    if (all.length === 0) throw new Failure("unknown", `There is no cap table yet${wanted === undefined ? "" : `, so none is ${JSON.stringify(wanted)}`}. Make one with create_cap_table or import_cap_table.`, "cap_table");
    if (wanted === undefined) {
      if (all.length === 1) return all[0]!;
      throw new Failure("missing", `cap_table is blank, and there are ${all.length}: ${names(all)}. Name one.`, "cap_table");
    }
    const key = wanted.trim().toLowerCase();
    const exact = all.find(({ id }) => id === wanted.trim()) ?? all.find(({ name }) => name.toLowerCase() === key);
    if (exact) return exact;
    const partly = all.filter(({ name, id }) => name.toLowerCase().includes(key) || id.includes(key));
    if (partly.length === 1) return partly[0]!;
    if (partly.length > 1) throw new Failure("unknown", `cap_table ${JSON.stringify(wanted)} fits ${partly.length}: ${names(partly)}. Give the whole name or the id.`, "cap_table");
    throw new Failure("unknown", `There is no cap table ${JSON.stringify(wanted)}${endOf(wanted, all.map(({ name }) => name))} There are: ${names(all)}.`, "cap_table");
  }

  /** The last row of a ledger, which no other ledger of the same length has. */
  async function markOf(sql: Sql, { id, version }: TableRow): Promise<string> {
    const [last] = await sql.all<{ id: string; recorded_at: string }>("SELECT id, recorded_at FROM ledger WHERE cap_table = $1 AND sequence = $2", [id, version]);
    return `${version} ${last?.id ?? ""} ${last?.recorded_at ?? ""}`;
  }

  async function ledgerFor(sql: Sql, row: TableRow): Promise<Ledger> {
    const mark = await markOf(sql, row);
    const known = remembered.get(row.id);
    if (known?.mark === mark) return known.ledger;
    const entries = await sql.all<{ entry: string }>("SELECT entry FROM ledger WHERE cap_table = $1 ORDER BY sequence", [row.id]);
    const ledger = ledgerOf(entries.map(({ entry }) => JSON.parse(entry) as Transaction));
    remember(row.id, mark, ledger);
    return ledger;
  }

  interface Call {
    readonly key?: string | undefined;
    readonly request?: string | undefined;
    readonly verbatim?: boolean;
  }

  /** Checks new transactions against the ledger and writes them. The state in memory follows only once they are written. */
  async function append(sql: Sql, row: TableRow, ledger: Ledger, drafts: readonly Draft[], titles: (place: number) => string, call: Call = {}): Promise<{ row: TableRow; ledger: Ledger; recorded: RecordedTransaction[]; added: Transaction[] }> {
    checkCount(drafts.length, "transactions");
    // From here on the remembered state may be ahead of the file.
    const known = remembered.get(row.id);
    remembered.delete(row.id);
    let result: ReturnType<typeof extended>;
    try {
      result = extended(ledger, drafts, titles, call.verbatim);
    } catch (fault) {
      if (known && !ledger.spoiled) remembered.set(row.id, known);
      throw fault;
    }
    const recordedAt = now().toISOString();
    let sequence = row.version;
    const recorded: RecordedTransaction[] = [];
    for (const transaction of result.added) {
      sequence++;
      const first = sequence === row.version + 1;
      await sql.run("INSERT INTO ledger (cap_table, sequence, id, voids, round, call, idempotency_key, request, recorded_at, entry) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)", [
        row.id,
        sequence,
        transaction.id,
        (transaction["voids"] as string | undefined) ?? null,
        transaction.round ?? null,
        row.version + 1,
        (first && call.key) || null,
        (first && call.request) || null,
        recordedAt,
        JSON.stringify(transaction),
      ]);
      recorded.push({ id: transaction.id, type: transaction.type, date: transaction.date, sequence });
    }
    await sql.run("UPDATE cap_table SET version = $2 WHERE id = $1", [row.id, sequence]);
    return { row: { ...row, version: sequence }, ledger: result.ledger, recorded, added: result.added };
  }

  /** A write whose ledger is remembered once the database has confirmed it. */
  async function writing<Answer>(work: (sql: Sql, after: (row: TableRow, ledger: Ledger) => Promise<void>) => Promise<Answer>): Promise<Answer> {
    let done: (() => void) | undefined;
    const answer = await database.write((sql) =>
      work(sql, async (row, ledger) => {
        const mark = await markOf(sql, row);
        done = () => remember(row.id, mark, ledger);
      }),
    );
    done?.();
    return answer;
  }

  /** In PostgreSQL this makes other writers of the same cap table wait; in SQLite there are none. */
  async function forWriting(sql: Sql, wanted: string | undefined): Promise<TableRow> {
    const { id } = await find(sql, wanted);
    await sql.run("UPDATE cap_table SET version = version WHERE id = $1", [id]);
    const [row] = await sql.all<TableRow>(`SELECT ${COLUMNS} FROM cap_table WHERE id = $1`, [id]);
    return row!;
  }

  async function newTable(sql: Sql, name: string, currency: string | undefined): Promise<TableRow> {
    const key = name.toLowerCase();
    const [taken] = await sql.all<TableRow>(`SELECT ${COLUMNS} FROM cap_table WHERE name_key = $1`, [key]);
    if (taken) {
      throw new Failure("condition", `There is a cap table named ${JSON.stringify(taken.name)} already (id ${taken.id}, ${counted(taken.version, "transaction")}, made ${taken.created_at}). Nothing was changed. Record into it, or give another name.`, "name");
    }
    const stem = key.normalize("NFKD").replace(/[^a-z0-9]+/g, "-").replace(/^-+|-+$/g, "").slice(0, 56) || "cap-table";
    const used = new Set((await sql.all<{ id: string }>("SELECT id FROM cap_table")).map(({ id }) => id));
    let id = stem;
    for (let turn = 2; used.has(id); turn++) id = `${stem}-${turn}`;
    const row: TableRow = { id, name, currency: currency ?? null, version: 0, created_at: now().toISOString() };
    await sql.run("INSERT INTO cap_table (id, name, name_key, currency, version, created_at) VALUES ($1, $2, $3, $4, 0, $5)", [id, name, key, row.currency, row.created_at]);
    return row;
  }

  const answered = (row: TableRow, recorded: readonly RecordedTransaction[], alreadyRecorded: boolean, assumptions: readonly string[] = []): RecordAnswer => ({
    cap_table: row,
    recorded,
    already_recorded: alreadyRecorded,
    assumptions,
  });

  /** What an answered call wrote, by its key. */
  async function earlier(sql: Sql, row: TableRow, call: Call): Promise<RecordedTransaction[] | undefined> {
    if (call.key === undefined) return undefined;
    const [first] = await sql.all<{ call: number; request: string | null }>("SELECT call, request FROM ledger WHERE cap_table = $1 AND idempotency_key = $2", [row.id, call.key]);
    if (!first) return undefined;
    if (first.request !== call.request) throw new Failure("condition", `idempotency_key ${JSON.stringify(call.key)} was used for another call, whose transactions differ. Nothing was recorded. Use a new key for a new call.`, "idempotency_key");
    return recordedBy(sql, row, "call = $2", first.call);
  }

  async function recordedBy(sql: Sql, row: TableRow, condition: string, value: string | number): Promise<RecordedTransaction[]> {
    const rows = await sql.all<{ sequence: number; entry: string }>(`SELECT sequence, entry FROM ledger WHERE cap_table = $1 AND ${condition} ORDER BY sequence`, [row.id, value]);
    return rows.map(({ sequence, entry }) => {
      const { id, type, date } = JSON.parse(entry) as Transaction;
      return { id, type, date, sequence };
    });
  }

  function checkVersion(row: TableRow, expected: unknown, what: string): void {
    if (typeof expected === "number" && expected !== row.version) {
      throw new Failure("condition", `${row.name} is at version ${row.version}, and ${what} expected version ${expected}: somebody recorded ${row.version > expected ? counted(row.version - expected, "transaction") : "less"} since. Nothing was changed. Look at it again with get_cap_table and repeat.`, "expected_version");
    }
  }

  /** What the store filled in that the caller left open. */
  function filledIn(drafts: readonly Draft[], added: readonly Transaction[]): string[] {
    if (drafts.length !== added.length) return [];
    return added.flatMap((transaction, place) =>
      Object.entries(transaction).flatMap(([name, value]) => (name === "id" || name === "round" || drafts[place]![name] !== undefined || drafts[place]!["pool"] === value ? [] : [`${transaction.id}: ${name} = ${String(value)}`])),
    ).slice(0, 50);
  }

  const store: CapTableStore = {
    async create(given) {
      const call = read("create_cap_table", createArguments, given);
      const [name, currency, day] = [nameOf(call["name"]), textOrNothing(call["currency"]), dayOrNothing(call["date"]) ?? today()];
      const drafts = opening(call["holdings"], call["instruments"], day);
      const assumptions = call["date"] === undefined && drafts.some(({ date }) => date === day) ? [`date = ${day}: rows without an issue_date stand from today`] : [];
      return writing(async (sql, after) => {
        const row = await newTable(sql, name, currency);
        const done = await append(sql, row, emptyLedger(), drafts, (place) => `row ${place + 1}`);
        await after(done.row, done.ledger);
        return answered(done.row, done.recorded, false, assumptions);
      });
    },

    async list() {
      return { cap_tables: await database.read((sql) => sql.all<TableRow>(`SELECT ${COLUMNS} FROM cap_table ORDER BY created_at, id`)), place: database.place };
    },

    async get(given) {
      const call = read("get_cap_table", getArguments, given);
      const asOf = dayOrNothing(call["as_of"]) ?? today();
      return database.read(async (sql) => {
        const row = await find(sql, textOrNothing(call["cap_table"]));
        const ledger = await ledgerFor(sql, row);
        const state = stateOn(ledger, asOf);
        const later = laterThan(ledger, asOf);
        const from = call["ledger_from"] as number;
        const voided = call["ledger"] === true ? voidedIn(ledger.transactions) : new Set<string>();
        const shown = ledger.transactions.slice(from - 1, from - 1 + (call["ledger_limit"] as number));
        return {
          cap_table: row,
          as_of: asOf,
          ...rowsOf(state),
          fully_diluted: fullyDiluted(state),
          ...(call["ledger"] === true ? { ledger: shown.map((each, place) => ({ sequence: from + place, ...each, ...(voided.has(each.id) ? { voided: true as const } : {}) })) } : {}),
          ledger_total: row.version,
          ...(later > 0 ? { note: `${counted(later, "transaction")} of the ledger ${later === 1 ? "is" : "are"} dated after ${asOf} and left out of this; give a later as_of to see ${later === 1 ? "it" : "them"}.` } : {}),
        };
      });
    },

    async record(given) {
      const { cap_table, transactions, expected_version, idempotency_key, ...single } = (given ?? {}) as Scalars;
      const { cap_table: capTable, expected_version: expected, idempotency_key: key } = read("record_cap_table_transaction", recordArguments, { cap_table, expected_version, idempotency_key });
      const several = transactions !== undefined && transactions !== null;
      if (several && Object.keys(single).length > 0) throw new Failure("condition", `transactions is given, and so is ${Object.keys(single).join(", ")}: give one transaction flat, or all of them in transactions.`, "transactions");
      if (several && (!Array.isArray(transactions) || transactions.length === 0)) throw new Failure("type", "transactions must be a list of at least one transaction.", "transactions");
      const all = several ? (transactions as unknown[]) : [single];
      checkCount(all.length, "transactions");
      const titles = (place: number): string => (several ? `transactions row ${place + 1}` : "The transaction");
      const faults: Failure[] = [];
      const drafts = all.flatMap((each, place) => {
        try {
          return [readTransaction(each, titles(place))];
        } catch (fault) {
          if (!(fault instanceof Failure) || faults.length >= 20) throw fault;
          faults.push(fault);
          return [];
        }
      });
      if (faults.length > 0) throw Failure.all(faults.flatMap((each) => each.faults));
      const call: Call = { key: textOrNothing(key), request: key === undefined ? undefined : fingerprint(all) };
      return writing(async (sql, after) => {
        const row = await forWriting(sql, textOrNothing(capTable));
        const ledger = await ledgerFor(sql, row);
        const before = await earlier(sql, row, call);
        if (before) return answered(row, before, true);
        checkVersion(row, expected, "this call");
        const done = await append(sql, row, ledger, drafts, titles, call);
        await after(done.row, done.ledger);
        return answered(done.row, done.recorded, false, filledIn(drafts, done.added));
      });
    },

    async import(given) {
      const call = read("import_cap_table", importArguments, given);
      const [data, format] = [call["data"], call["format"] as "auto" | "ocf" | "csv"];
      if (data === undefined || data === null || data === "") throw new Failure("missing", "data is missing: the Open Cap Format JSON, or the CSV text.", "data");
      for (const each of ["data", "instruments"]) {
        const text = call[each];
        const size = typeof text === "string" ? Buffer.byteLength(text) : text === undefined ? 0 : Buffer.byteLength(JSON.stringify(text));
        if (size > MOST_BYTES) throw new Failure("too_large", `${each} has ${size} bytes, and at most ${MOST_BYTES} are taken at once.`, each);
      }
      const isJson = typeof data !== "string" || /^\s*[[{]/.test(data);
      const day = dayOrNothing(call["date"]) ?? today();
      const source = format === "ocf" || (format === "auto" && isJson) ? readOpenCapFormat(data) : fromCsv(data, call["instruments"], day);
      const name = textOrNothing(call["name"]) ?? source.name;
      if (name === undefined) throw new Failure("missing", "name is blank, and the file names no issuer: give the cap table a name.", "name");
      checkCount(source.drafts.length, "transactions");
      return writing(async (sql, after) => {
        const row = await newTable(sql, nameOf(name), textOrNothing(call["currency"]) ?? source.currency);
        const done = await append(sql, row, emptyLedger(), source.drafts, (place) => source.titles[place] ?? `transaction ${place + 1}`, { verbatim: true });
        let place = 0;
        for (const object of source.definitions) await sql.run("INSERT INTO definition (cap_table, place, object) VALUES ($1, $2, $3)", [row.id, ++place, JSON.stringify(object)]);
        await after(done.row, done.ledger);
        const assumed = [
          ...(call["name"] === undefined ? [`name = ${done.row.name}: the issuer's in the file`] : []),
          ...(call["currency"] !== undefined ? [] : [source.currency === undefined ? "no currency: neither the call nor the file names one" : `currency = ${source.currency}: that of the amounts in the file`]),
          ...source.assumptions,
        ];
        return { ...answered(done.row, done.recorded.slice(0, 200), false, assumed), kept_aside: source.keptAside };
      });
    },

    async export(given) {
      const call = read("export_cap_table", exportArguments, given);
      const asOf = dayOrNothing(call["as_of"]);
      return database.read(async (sql) => {
        const row = await find(sql, textOrNothing(call["cap_table"]));
        const ledger = await ledgerFor(sql, row);
        // Open Cap Format without a day is the whole ledger; a table is always that of one day.
        const day = asOf ?? today();
        const state = stateOn(ledger, day);
        const common = { cap_table: row, as_of: day };
        if (call["format"] === "csv") return { ...common, format: "csv" as const, ...exportCsv(state) };
        const definitions = (await sql.all<{ object: string }>("SELECT object FROM definition WHERE cap_table = $1 ORDER BY place", [row.id])).map(({ object }) => JSON.parse(object) as CellRecord);
        const { data, assumptions } = exportOpenCapFormat({ name: row.name, currency: row.currency ?? undefined, transactions: ledger.transactions, definitions, asOf, generatedAt: now().toISOString() });
        return { ...common, format: "ocf" as const, data, fully_diluted: fullyDiluted(state), assumptions };
      });
    },

    async rows(capTable, asOf = today()) {
      return database.read(async (sql) => {
        const row = await find(sql, capTable);
        return { cap_table: row, as_of: asOf, ...rowsOf(stateOn(await ledgerFor(sql, row), asOf)) };
      });
    },

    async round(capTable, roundId) {
      return database.read(async (sql) => {
        const row = await find(sql, capTable);
        const ledger = await ledgerFor(sql, row);
        const known = roundNamed(roundId.trim(), ledger.byId);
        if (!known) return undefined;
        const { date, name, inputs, answer } = known;
        const id = roundIdOf(known);
        return { cap_table: row, round_id: id, round_name: name as string, date, recorded: await recordedBy(sql, row, "round = $2", id), voided: voidedIn(ledger.transactions).has(known.id), inputs, answer };
      });
    },

    async persistRound(round) {
      const roundId = round.round_id.trim();
      if (roundId === "" || roundId.length > LONGEST_NAME) throw new Failure("limit", `round_id must have 1 to ${LONGEST_NAME} characters, so that the same round is known again.`, "round_id");
      return writing(async (sql, after) => {
        const row = await forWriting(sql, round.cap_table);
        const ledger = await ledgerFor(sql, row);
        const known = roundNamed(roundId, ledger.byId);
        if (known) {
          const id = roundIdOf(known);
          const voided = voidedIn(ledger.transactions).has(known.id);
          const note = voided ? `The round ${id} was recorded and voided, so it is not recorded again; give a new round_id.` : `The round ${id} is recorded already; nothing was changed.`;
          return { cap_table: row, persisted: false, already_recorded: true, round_id: id, recorded: await recordedBy(sql, row, "round = $2", id), note };
        }
        checkVersion(row, round.expected_version, `the round ${roundId}`);
        const drafts = draftsOf(round, roundId, rowsOf(fold(ledger.transactions, round.date)));
        const done = await append(sql, row, ledger, drafts, (place) => `round ${roundId}, ${drafts[place]?.type ?? "transaction"}`);
        await after(done.row, done.ledger);
        return { cap_table: done.row, persisted: true, already_recorded: false, round_id: roundId, recorded: done.recorded, note: `The round ${roundId} is recorded in ${counted(done.recorded.length, "transaction")}; void ${JSON.stringify(roundId)} takes all of them back.` };
      });
    },
  };
  return store;
}

/** The transactions that a round comes to: adjusted conversion prices, conversions, the pool's increase, the new shares. */
function draftsOf(round: RoundToPersist, roundId: string, table: CapTableRows): Draft[] {
  const { result, date, security, terms = {} } = round;
  const common = { date, round: roundId };
  const same = result.conversions.length === table.instruments.length && result.conversions.every(({ holder, kind }, place) => table.instruments[place]!["holder"] === holder && table.instruments[place]!["kind"] === kind);
  if (!same) {
    throw new Failure("condition", `The round ${roundId} converts ${counted(result.conversions.length, "SAFE or note", "SAFEs and notes")}, and the cap table has ${table.instruments.length} on ${date}, or others. Nothing was changed. Simulate with the cap table of that day.`, "result");
  }
  const classOf = (price: number): Draft => {
    const { type: _type, date: _date, ...columns } = readTransaction({ ...terms, type: "issue", date, holder: "any", security, kind: "preferred", shares: 1, issue_price: price }, `round ${roundId}: terms`);
    const { holder: _holder, security: _security, kind: _kind, shares: _shares, into: _into, ...rest } = columns as Record<string, unknown>;
    return rest as Draft;
  };
  return [
    { ...common, type: "round", id: roundRow(roundId), name: round.round_name, security, price_per_share: decimalText(result.price_per_share), ...(round.inputs === undefined ? {} : { inputs: round.inputs }), ...(round.answer === undefined ? {} : { answer: round.answer }) },
    ...distinct(result.anti_dilution.filter((each) => each.conversion_price_before !== each.conversion_price_after)).map(
      (each): Draft => ({
        ...common,
        type: "conversion_price_adjust",
        security: each.security,
        holder: each.holder,
        conversion_price_before: decimalText(each.conversion_price_before),
        conversion_price: decimalText(each.conversion_price_after),
      }),
    ),
    ...result.conversions.map(
      ({ holder, shares, price }, place): Draft => ({
        ...common,
        type: "convert",
        holder,
        convertible: table.instrument_ids[place]!,
        into: security,
        kind: "preferred",
        shares_issued: decimalText(shares),
        ...classOf(price),
      }),
    ),
    ...(result.pool.increase > 0 ? [poolIncrease(round, table, common)] : []),
    ...(result.new_shares > 0 ? purchases(round).map(({ holder, shares }): Draft => ({ ...common, type: "issue", holder, security, kind: "preferred", shares, ...classOf(result.price_per_share) })) : []),
  ];
}

/** Rows of one holder and class with one price are told once for each; one adjustment moves them all. */
function distinct<Row extends { readonly holder: string; readonly security: string; readonly conversion_price_before: number }>(rows: readonly Row[]): Row[] {
  return [...new Map(rows.map((row) => [JSON.stringify([row.holder, row.security, row.conversion_price_before]), row])).values()];
}

function poolIncrease(round: RoundToPersist, table: CapTableRows, common: { readonly date: string; readonly round: string }): Draft {
  const pool = table.holdings.find(({ kind }) => kind === "pool");
  return { ...common, type: "pool_adjust", pool: (pool?.["holder"] as string | undefined) ?? round.pool ?? "Option pool", security: (pool?.["security"] as string | undefined) ?? "pool", shares: decimalText(round.result.pool.increase) };
}

/** The new shares by investor, exactly all of them: in whole units of the last decimal that the engine gave. */
function purchases({ investors, result, round_id }: RoundToPersist): { holder: string; shares: string }[] {
  const open = investors.filter(({ shares }) => shares === undefined);
  const given = investors.filter(({ shares }) => shares !== undefined).map(({ holder, shares }) => ({ holder, shares: decimalText(shares!) }));
  const decimals = Math.max(...[decimalText(result.new_shares), ...given.map(({ shares }) => shares)].map((text) => (text.split(".")[1] ?? "").length));
  const units = (text: string): bigint => {
    const [whole = "0", part = ""] = text.split(".");
    return BigInt(whole + part.padEnd(decimals, "0"));
  };
  const rest = units(decimalText(result.new_shares)) - given.reduce((sum, { shares }) => sum + units(shares), 0n);
  const wrong = open.length > 1 || rest < 0n || (open.length === 0 && rest !== 0n) || (open.length === 1 && rest === 0n);
  if (wrong) {
    throw new Failure("condition", `The round ${round_id} issues ${result.new_shares} new shares, and the investors take ${given.map(({ holder, shares }) => `${holder} ${shares}`).join(", ") || "none"}${open.length > 0 ? `, with ${open.map(({ holder }) => holder).join(" and ")} left open` : ""}: give shares that add up, or leave at most one investor open.`, "investors");
  }
  const text = rest.toString().padStart(decimals + 1, "0");
  const remainder = decimals === 0 ? text : decimalText(`${text.slice(0, -decimals)}.${text.slice(-decimals)}`);
  return [...given, ...open.map(({ holder }) => ({ holder, shares: remainder }))];
}

function fromCsv(data: unknown, second: unknown, day: string): Source {
  const sheets = [data, second].filter((each) => each !== undefined && each !== null && each !== "").map((each) => parseCsv(each));
  const of = (kind: string): CellRecord[] | undefined => {
    const found = sheets.filter((sheet) => sheet.kind === kind);
    if (found.length > 1) throw new Failure("condition", `Both CSV texts are tables of ${kind}: one of them must have the columns of the other table.`, "instruments");
    return found[0]?.rows as CellRecord[] | undefined;
  };
  const drafts = opening(of("holdings"), of("instruments"), day);
  return { drafts, titles: drafts.map((_, place) => `CSV row ${place + 2}`), definitions: [], keptAside: [], assumptions: drafts.some(({ date }) => date === day) ? [`date = ${day}: rows without an issue_date stand from that day`] : [] };
}
