/**
 * SQLite without native code, so that it also runs inside Electron, on a file that several processes may use at once.
 *
 * node-sqlite3-wasm is SQLite compiled to WebAssembly with a file layer of its own. Read in its source and seen in tests:
 * - Its lock is a folder beside the file, held for reading and writing alike. A process that is killed leaves it for ever.
 * - Asked whether anyone is writing, that layer counts its own lock too. So SQLite takes the rollback journal of a killed
 *   writer for that of a living one and never plays it back: half a transaction stays in the file, and integrity_check
 *   finds nothing wrong. Rollback journals are therefore out of the question.
 * - A write-ahead log needs no such question: only what a commit record with a right checksum closes is ever read. It needs
 *   shared memory, which the layer lacks, except under locking_mode = EXCLUSIVE. It does call fsync at each commit.
 * - Every failing system call comes back as "disk I/O error", without its reason.
 *
 * So every transaction opens the file under a lock of ours that the dead cannot keep (lock.ts), with an exclusive write-ahead
 * log, and closes it: closing moves the log into the file. The file is made complete beside its place and then renamed.
 */
import { accessSync, chmodSync, closeSync, constants, copyFileSync, existsSync, fsyncSync, mkdirSync, mkdtempSync, openSync, readSync, readlinkSync, renameSync, rmSync, rmdirSync, statSync, writeSync, type Stats } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import type { Database, Statement } from "node-sqlite3-wasm";
import { Failure } from "../../core/failure";
import { NoLock, acquire } from "./lock";
import { VERSION_TABLE, migrations as allMigrations } from "./schema";
import type { Sql, SqlDatabase, SqlValue } from "./sql";

export interface SqliteOptions {
  /** How long a busy file is waited for, in milliseconds. */
  readonly patience?: number;
  /** For tests of files from another version. */
  readonly migrations?: readonly (readonly string[])[];
}

/** Where cap tables are kept when VAL_STORE does not say. */
export function defaultFile(environment: NodeJS.ProcessEnv = process.env, platform: NodeJS.Platform = process.platform, home: string = homedir()): string {
  const named = environment["VAL_STORE"]?.trim();
  if (named) return named;
  const folder =
    platform === "win32" ? join(environment["APPDATA"] || join(home, "AppData", "Roaming"), "VAL")
    : platform === "darwin" ? join(home, "Library", "Application Support", "VAL")
    : join(environment["XDG_DATA_HOME"] || join(home, ".local", "share"), "val");
  return join(folder, "cap-tables.sqlite");
}

// ------------------------------------------------------------------------------------------------ the driver

type Driver = typeof import("node-sqlite3-wasm");
let driver: Driver | undefined;

/** Compiling the WebAssembly takes tens of milliseconds, so a server that is never asked for a cap table never does it. */
// eslint-disable-next-line @typescript-eslint/no-require-imports
const sqlite = (): Driver => (driver ??= require("node-sqlite3-wasm") as Driver);

/** One open database as the store sees it. Statements are prepared once a transaction: an import runs the same one 200,000 times. */
function speaking(database: Database): { readonly sql: Sql; finish(): void } {
  const statements = new Map<string, Statement>();
  const prepared = (text: string): Statement => {
    const known = statements.get(text) ?? database.prepare(text);
    statements.set(text, known);
    return known;
  };
  const bound = (values: readonly SqlValue[]): Record<string, SqlValue> => Object.fromEntries(values.map((value, place) => [`$${place + 1}`, value]));
  return {
    sql: {
      run: async (text, values = []) => prepared(text).run(bound(values)).changes,
      all: async <Row>(text: string, values: readonly SqlValue[] = []) => prepared(text).all(bound(values)) as Row[],
    },
    finish: () => {
      for (const statement of statements.values()) statement.finalize();
      statements.clear();
    },
  };
}

async function transaction<Answer>(database: Database, work: (sql: Sql) => Promise<Answer>): Promise<Answer> {
  const { sql, finish } = speaking(database);
  database.exec("BEGIN IMMEDIATE");
  try {
    const answer = await work(sql);
    finish();
    database.exec("COMMIT");
    return answer;
  } catch (fault) {
    finish();
    if (database.inTransaction) database.exec("ROLLBACK");
    throw fault;
  }
}

/**
 * Closing moves the log into the file. Where that fails, as on a full disk, the log stays and is as good: what was committed
 * lies in it, written through to the disk, and whoever opens the file next reads it.
 */
function closed(database: Database): void {
  try {
    database.close();
  } catch {
    // Said above.
  }
}

/** Brings a database to the newest version, from none at all or from an older one. */
async function migrate(database: Database, migrations: readonly (readonly string[])[], place: string): Promise<void> {
  const known = database.get(`SELECT count(*) AS tables, coalesce(sum(name = '${VERSION_TABLE}'), 0) AS ours FROM sqlite_master WHERE type = 'table'`) as { tables: number; ours: number };
  if (known.tables > 0 && known.ours === 0) {
    throw new Failure("condition", `${place} is a SQLite file of another program, so no cap table is kept in it. Name another file in VAL_STORE.`);
  }
  const version = known.ours === 0 ? 0 : (database.get(`SELECT version FROM ${VERSION_TABLE}`) as { version: number }).version;
  if (version > migrations.length) {
    throw new Failure("condition", `${place} was written by a newer version of VAL: its layout is ${version}, and this version knows layouts up to ${migrations.length}. Nothing was changed. Update VAL, or name another file in VAL_STORE.`);
  }
  if (version === migrations.length) return;
  await transaction(database, async (sql) => {
    if (version === 0) await sql.run(`CREATE TABLE ${VERSION_TABLE} (version INTEGER NOT NULL)`);
    for (const statement of migrations.slice(version).flat()) await sql.run(statement);
    await sql.run(`DELETE FROM ${VERSION_TABLE}`);
    await sql.run(`INSERT INTO ${VERSION_TABLE} (version) VALUES ($1)`, [migrations.length]);
  });
}

// ------------------------------------------------------------------------------------------------ files

const codeOf = (fault: unknown): string => (fault as NodeJS.ErrnoException | undefined)?.code ?? "";

type Access = "read" | "written";

const notAllowed = { read: "this user may not look into it or its folder; change its permissions, or name a file elsewhere in VAL_STORE", written: "the file or its folder is read-only for this user; change its permissions, or name a file elsewhere in VAL_STORE" };
/** What keeps a file from being read or written, and what to do. */
const obstacles: Readonly<Record<string, string | Readonly<Record<Access, string>>>> = {
  ENOSPC: "the disk is full; free some space and call again",
  EDQUOT: "the quota of disk space is used up; free some space and call again",
  EFBIG: "the file would grow beyond the limit that the system sets for it; raise the limit and call again",
  EROFS: "the disk is read-only; name a file elsewhere in VAL_STORE",
  EACCES: notAllowed,
  EPERM: notAllowed,
  ENOENT: "its folder is not there and cannot be made; name a file elsewhere in VAL_STORE",
  ELOOP: "its links lead round in a circle; name a file elsewhere in VAL_STORE",
  ENOTDIR: "a part of its path is a file and not a folder; name a file elsewhere in VAL_STORE",
  EMFILE: "this process has too many files open; call again later",
};

const cannotBe = (access: Access, file: string, code: string): Failure =>
{
  const words = obstacles[code] ?? `the system says ${code || "no more"}`;
  return new Failure("condition", `The cap-table store ${file} cannot be ${access}: ${typeof words === "string" ? words : words[access]}. Nothing was changed.`);
};

/** SQLite does not say why a write failed, so a write of our own in the same folder finds out. */
function obstacle(file: string): string {
  const probe = `${file}.probe-${process.pid}`;
  try {
    const size = existsSync(file) ? statSync(file).size : 0;
    if (size > 0) accessSync(file, constants.W_OK);
    const handle = openSync(probe, "w");
    try {
      // At least as far out as the log and the file would have grown: a limit of size shows nowhere else.
      for (let written = 0; written < Math.min(size + 262_144, 16_777_216); ) written += writeSync(handle, Buffer.alloc(65_536));
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
    return "";
  } catch (fault) {
    return codeOf(fault);
  } finally {
    rmSync(probe, { force: true });
  }
}

/** Turns what SQLite or the system says into words for the caller; failures of the store itself pass through. */
function explained(fault: unknown, file: string, access: Access): unknown {
  if (fault instanceof Failure) return fault;
  if (fault instanceof NoLock) return new Failure("condition", `The cap-table store ${file} cannot be locked: ${fault.path} must be free for that, and something else stands there. Nothing was changed. Move it away, or name another file in VAL_STORE.`);
  const message = String((fault as Error | undefined)?.message ?? fault);
  if (/not a database|malformed|corrupt/i.test(message)) {
    return new Failure("condition", `${file} is damaged, or no cap-table store: SQLite says "${message}". Nothing was changed. Put back a copy of the file, or name another in VAL_STORE.`);
  }
  if (codeOf(fault)) return cannotBe(access, file, codeOf(fault));
  if (/I\/O|full|readonly|unable to open|could not open/i.test(message)) return cannotBe(access, file, obstacle(file));
  return fault;
}

const HEADER = "SQLite format 3\0";

/** SQLite would look at any file and write to an empty one, so what it is given is looked at first. */
function checkHeader(file: string): void {
  const handle = openSync(file, "r");
  try {
    const bytes = Buffer.alloc(HEADER.length);
    const read = readSync(handle, bytes, 0, bytes.length, 0);
    if (bytes.toString("latin1", 0, read) === HEADER) return;
  } finally {
    closeSync(handle);
  }
  throw new Failure("condition", `${file} is no cap-table store: it does not begin as a SQLite file does. Nothing was changed. Put back a copy of the file, or name another in VAL_STORE.`);
}

/** Makes a new name in a folder outlast a loss of power. Windows cannot open a folder, and needs no such thing. */
function syncFolder(folder: string): void {
  if (process.platform === "win32") return;
  const handle = openSync(folder, "r");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** The folder that the driver takes for its lock. Ours is held, so whoever made it is dead. */
function removeDriverLock(file: string): void {
  try {
    rmdirSync(`${file}.lock`);
  } catch (fault) {
    if (codeOf(fault) !== "ENOENT") throw fault;
  }
}

const removeAll = (file: string): void => {
  for (const suffix of ["", "-wal", "-journal", ".lock"]) rmSync(file + suffix, { force: true, recursive: true });
};

const linkAt = (path: string): string | undefined => {
  try {
    return readlinkSync(path);
  } catch {
    return undefined; // no link, or nothing; what else is wrong shows when the file is looked at
  }
};

const MOST_LINKS = 40;

/**
 * The place itself, at the end of all links, also of those that lead to nothing yet: two names of one file must lead to one
 * lock, and a new file that is renamed into its place must not replace a link.
 */
function settled(path: string, links = MOST_LINKS): string {
  const full = resolve(path);
  if (dirname(full) === full) return full;
  const here = join(settled(dirname(full), links), basename(full));
  const target = linkAt(here);
  if (target === undefined) return here;
  if (links === 0) throw Object.assign(new Error("too many links"), { code: "ELOOP" });
  return settled(resolve(dirname(here), target), links - 1);
}

const SPECIAL = [["isDirectory", "a folder"], ["isCharacterDevice", "a device"], ["isBlockDevice", "a device"], ["isFIFO", "a pipe"], ["isSocket", "a socket"]] as const;

/** Whether a store is there. What is neither a file nor absent is refused before anything is opened, locked or replaced. */
function isThere(file: string): boolean {
  let about: Stats;
  try {
    about = statSync(file);
  } catch (fault) {
    if (codeOf(fault) === "ENOENT") return false;
    throw fault;
  }
  if (about.isFile()) return about.size > 0; // an empty file is a place for a store, and SQLite takes it for one
  const what = SPECIAL.find(([is]) => about[is]())?.[1] ?? "no file";
  throw new Failure("condition", `The cap-table store ${file} is ${what}, and cap tables are kept in a file. Nothing was changed. Name a file in VAL_STORE, one that is there or one to be made.`);
}

/** One folder after the other: Node's own way to make them all never ends where, as under /proc, none can be made. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (fault) {
    if (codeOf(fault) !== "EEXIST") throw fault; // another process was faster
  }
}

/** Reasons for which a file may be readable although no lock can be made beside it. */
const UNLOCKABLE: ReadonlySet<string> = new Set(["EACCES", "EPERM", "EROFS", "ENOSPC", "EDQUOT"]);

// ------------------------------------------------------------------------------------------------ databases

/** Calls of one process take turns. A call that failed does not hold up the next. */
function turns(): <Answer>(work: () => Promise<Answer>) => Promise<Answer> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const mine = last.then(work, work);
    last = mine.catch(() => undefined);
    return mine;
  };
}

/** For tests, and for whoever wants nothing kept. */
function inMemory({ migrations = allMigrations }: SqliteOptions): SqlDatabase {
  const inTurn = turns();
  let database: Database | undefined;
  const use = <Answer>(work: (sql: Sql) => Promise<Answer>): Promise<Answer> =>
    inTurn(async () => {
      if (!database) {
        database = new (sqlite().Database)(":memory:");
        await migrate(database, migrations, ":memory:");
      }
      return transaction(database, work);
    });
  return { read: use, write: use, place: ":memory:" };
}

export function openSqlite(path: string, options: SqliteOptions = {}): SqlDatabase {
  if (path === ":memory:") return inMemory(options);
  const { migrations = allMigrations, patience = 5_000 } = options;
  const inTurn = turns();

  async function opened<Answer>(file: string, work: (sql: Sql) => Promise<Answer>): Promise<Answer> {
    checkHeader(file);
    removeDriverLock(file);
    const database = new (sqlite().Database)(file, { fileMustExist: true });
    try {
      database.exec("PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL");
      await migrate(database, migrations, file);
      const answer = await transaction(database, work);
      // The name of the log must last as long as what it holds, until closing has moved that into the file.
      if (existsSync(`${file}-wal`)) syncFolder(dirname(file));
      return answer;
    } finally {
      closed(database);
    }
  }

  /** A new file comes into its place complete, or not at all. */
  async function make(file: string): Promise<void> {
    const unfinished = `${file}.new`;
    removeAll(unfinished);
    try {
      const database = new (sqlite().Database)(unfinished);
      try {
        database.exec("PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL");
        await migrate(database, migrations, file);
      } finally {
        closed(database);
      }
      if (existsSync(`${unfinished}-wal`)) throw Object.assign(new Error("the new file could not be finished"), { code: obstacle(file) });
      renameSync(unfinished, file);
      syncFolder(dirname(file));
    } catch (fault) {
      throw explained(fault, file, "written");
    } finally {
      removeAll(unfinished);
    }
  }

  async function locked<Answer>(file: string, work: () => Promise<Answer>): Promise<Answer> {
    const lock = await acquire(`${file}.owner`, patience);
    if (!("release" in lock)) {
      throw new Failure(
        "condition",
        `The cap-table store ${file} is busy: process ${lock.pid} on ${lock.machine.split(" ")[0]} has held it since ${lock.since}, and ${patience / 1000} seconds of waiting did not change that. Nothing was changed. Call again; if that process is no VAL server, delete ${file}.owner.`,
      );
    }
    try {
      return await work();
    } finally {
      lock.release();
    }
  }

  /** A file that may be looked at and not touched is looked at in a copy. */
  async function inCopy<Answer>(file: string, work: (sql: Sql) => Promise<Answer>): Promise<Answer> {
    const folder = mkdtempSync(join(tmpdir(), "val-store-"));
    try {
      const copy = join(folder, "copy.sqlite");
      for (const suffix of ["", "-wal"]) {
        if (!existsSync(file + suffix)) continue;
        copyFileSync(file + suffix, copy + suffix);
        chmodSync(copy + suffix, 0o600);
      }
      return await opened(copy, work);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }

  return {
    place: path,
    read: (work) =>
      inTurn(async () => {
        let file = path;
        try {
          file = settled(path);
          if (!isThere(file)) return await inMemory(options).read(work);
          checkHeader(file);
          try {
            accessSync(file, constants.W_OK);
            return await locked(file, () => opened(file, work));
          } catch (fault) {
            if (!UNLOCKABLE.has(codeOf(fault))) throw fault;
            return await inCopy(file, work);
          }
        } catch (fault) {
          throw explained(fault, file, "read");
        }
      }),
    write: (work) =>
      inTurn(async () => {
        let file = path;
        try {
          file = settled(path);
          if (isThere(file)) accessSync(file, constants.W_OK);
          else makeFolder(dirname(file));
          return await locked(file, async () => {
            if (!isThere(file)) await make(file);
            return opened(file, work);
          });
        } catch (fault) {
          throw explained(fault, file, "written");
        }
      }),
  };
}
