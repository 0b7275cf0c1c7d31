/**
 * Three tables. The cap table of any day is the fold of its ledger, so holdings, securities, vesting, rounds and conversion
 * terms need no table of their own: each would be a second copy of what the ledger says. What other programs' files tell
 * of an issuer, a holder, a class or a plan beyond the ledger is kept word for word in `definition` and given back.
 *
 * `entry` is the whole transaction as JSON. The columns beside it repeat only what the database must watch over: that a
 * sequence, an id and an idempotency key occur once, and that nothing is voided twice.
 */
export const migrations: readonly (readonly string[])[] = [
  [
    `CREATE TABLE cap_table (
      id TEXT NOT NULL PRIMARY KEY,
      name TEXT NOT NULL,
      name_key TEXT NOT NULL UNIQUE,
      currency TEXT,
      version INTEGER NOT NULL,
      created_at TEXT NOT NULL
    )`,
    `CREATE TABLE ledger (
      cap_table TEXT NOT NULL REFERENCES cap_table (id),
      sequence INTEGER NOT NULL,
      id TEXT NOT NULL,
      voids TEXT,
      round TEXT,
      call INTEGER NOT NULL,
      idempotency_key TEXT,
      request TEXT,
      recorded_at TEXT NOT NULL,
      entry TEXT NOT NULL,
      PRIMARY KEY (cap_table, sequence),
      UNIQUE (cap_table, id),
      UNIQUE (cap_table, voids),
      UNIQUE (cap_table, idempotency_key)
    )`,
    `CREATE TABLE definition (
      cap_table TEXT NOT NULL REFERENCES cap_table (id),
      place INTEGER NOT NULL,
      object TEXT NOT NULL,
      PRIMARY KEY (cap_table, place)
    )`,
  ],
];

/** The table that says which of the migrations a database has seen. */
export const VERSION_TABLE = "val_store";
