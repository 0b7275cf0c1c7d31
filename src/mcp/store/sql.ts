/**
 * The little of a database that the store needs. SQLite stands behind it today; PostgreSQL can, since
 * - a call gives a promise, although SQLite answers at once;
 * - parameters are written $1, $2 …, which both read;
 * - columns are TEXT and INTEGER, keys and uniqueness are plain constraints, and nothing relies on rowid, AUTOINCREMENT,
 *   PRAGMA or an upsert. Money and shares are decimal texts, dates are YYYY-MM-DD, so both sort as they should.
 *
 * Where they differ: SQLite has one writer at a time, so `write` is alone on the file. PostgreSQL has not; there `write` is a
 * transaction at READ COMMITTED, and its first statement, an UPDATE of the cap table's row, makes later writers of the same
 * cap table wait. The unique constraints of the ledger stand behind that.
 */
export type SqlValue = string | number | null;

export interface Sql {
  /** Runs one statement and tells how many rows it changed. */
  run(statement: string, values?: readonly SqlValue[]): Promise<number>;
  all<Row>(statement: string, values?: readonly SqlValue[]): Promise<Row[]>;
}

export interface SqlDatabase {
  /** What the work sees does not change while it looks. A database that is not there yet reads as an empty one. */
  read<Answer>(work: (sql: Sql) => Promise<Answer>): Promise<Answer>;
  /** All of the work or nothing of it. When this has answered, a loss of power loses nothing. */
  write<Answer>(work: (sql: Sql) => Promise<Answer>): Promise<Answer>;
  /** For people: where it is kept. */
  readonly place: string;
}
