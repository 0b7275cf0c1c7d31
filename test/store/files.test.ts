/** The file under the store: several processes, sudden death, full disks, files that are none of ours. All with real files and real processes. */
import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import fs from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { acquire } from "../../src/mcp/store/lock";
import { migrations } from "../../src/mcp/store/schema";
import { defaultFile, openSqlite } from "../../src/mcp/store/sqlite";
import { createStore } from "../../src/mcp/store/store";

const WORKER = resolve(__dirname, "worker.cjs");
const folder = fs.realpathSync(fs.mkdtempSync(join(tmpdir(), "val-store-test-")));
fs.chmodSync(folder, 0o755);
let count = 0;
const fresh = (): string => {
  const place = join(folder, `case-${++count}`);
  fs.mkdirSync(place);
  return join(place, "cap-tables.sqlite");
};
afterAll(() => {
  if (mounted) execFileSync("umount", [disk]);
  fs.rmSync(folder, { recursive: true, force: true });
});

const storeAt = (file: string, patience = 5_000) => createStore(openSqlite(file, { patience }));
const start = { name: "Acme", date: "2020-01-01", holdings: [{ holder: "Founder", security: "Common", shares: 1000 }] };
const sharesOf = async (file: string): Promise<Record<string, number>> => Object.fromEntries((await storeAt(file).get({})).holdings.map(({ holder, shares }) => [holder as string, shares as number]));
const issue = (holder: string, shares: number) => ({ type: "issue", date: "2024-01-01", holder, security: "Common", shares });

/** A pid of which nothing runs any more. */
const ended = spawnSync(process.execPath, ["--version"]).pid;

/** A worker and what it has printed so far. */
function worker(...args: string[]): { process: ChildProcess; answered: string[]; until(lines: number): Promise<void>; ended: Promise<{ code: number | null; errors: string }> } {
  const child = spawn(process.execPath, [WORKER, ...args], { stdio: ["ignore", "pipe", "pipe"] });
  const answered: string[] = [];
  let errors = "";
  let rest = "";
  const waiting: { lines: number; done: () => void }[] = [];
  child.stdout.on("data", (data: Buffer) => {
    const lines = (rest + data.toString()).split("\n");
    rest = lines.pop()!;
    answered.push(...lines);
    for (const each of waiting) if (answered.length >= each.lines) each.done();
  });
  child.stderr.on("data", (data: Buffer) => (errors += data.toString()));
  const ended = new Promise<{ code: number | null; errors: string }>((done) => child.on("close", (code) => done({ code, errors })));
  return { process: child, answered, until: (lines) => new Promise((done) => (answered.length >= lines ? done() : waiting.push({ lines, done }))), ended };
}

describe("a file that several use", () => {
  test("two processes that write at once lose nothing, and what each wrote is in its order", async () => {
    const file = fresh();
    await storeAt(file).create(start);
    const [a, b] = [worker(file, "A", "15"), worker(file, "B", "15")];
    expect(await Promise.all([a.ended, b.ended])).toEqual([{ code: 0, errors: "" }, { code: 0, errors: "" }]);
    expect(await sharesOf(file)).toEqual({ Founder: 1000, A: 15, B: 15 });
    const { ledger } = await storeAt(file).get({ ledger: true });
    expect(ledger!.map(({ sequence }) => sequence)).toEqual(Array.from({ length: 31 }, (_, place) => place + 1));
    for (const name of ["A", "B"]) expect(ledger!.map(({ id }) => id).filter((id) => id.startsWith(name))).toEqual(Array.from({ length: 15 }, (_, turn) => `${name}-${turn + 1}`));
    expect(fs.readdirSync(join(file, ".."))).toEqual(["cap-tables.sqlite"]);
  });

  test("a process that is killed has lost nothing that it answered, and holds up nobody", async () => {
    const file = fresh();
    await storeAt(file).create(start);
    let expected = 0;
    for (let turn = 1; turn <= 3; turn++) {
      const child = worker(file, `K${turn}`, "1000");
      await child.until(1 + turn * 2); // "ready" comes first
      child.process.kill("SIGKILL");
      await child.ended;
      const begun = Date.now();
      const { [`K${turn}`]: kept = 0 } = await sharesOf(file);
      const answered = child.answered.length - 1;
      expect(kept === answered || kept === answered + 1).toBe(true);
      expect(Date.now() - begun).toBeLessThan(4_000); // the wait for a busy file would be 5 seconds
      expected += kept;
      await storeAt(file).record({ ...issue("Next", 1), id: `next-${turn}` });
    }
    const all = await sharesOf(file);
    expect(all["Next"]).toBe(3);
    expect(Object.entries(all).filter(([holder]) => holder.startsWith("K")).reduce((sum, [, shares]) => sum + shares, 0)).toBe(expected);
  });

  test("two stores in one process take turns", async () => {
    const file = fresh();
    const [a, b] = [storeAt(file), storeAt(file)];
    await a.create(start);
    await Promise.all(Array.from({ length: 10 }, (_, turn) => (turn % 2 ? a : b).record(issue("Both", 1))));
    expect(await sharesOf(file)).toEqual({ Founder: 1000, Both: 10 });
  });

  test("what another process wrote is seen, although this one remembers the ledger", async () => {
    const file = fresh();
    const [a, b] = [storeAt(file), storeAt(file)];
    await a.create(start);
    await a.get({});
    await b.record({ type: "transfer", date: "2024-01-01", holder: "Founder", to: "Other", security: "Common", shares: 999 });
    await expect(a.record({ type: "transfer", date: "2024-01-02", holder: "Founder", to: "Third", security: "Common", shares: 2 })).rejects.toThrow("Founder holds 1 of Common");
    // A copy put back has the same number of transactions and another history.
    const copy = fs.readFileSync(file);
    await a.record(issue("Before", 1));
    await a.get({});
    fs.writeFileSync(file, copy);
    await b.record(issue("After", 2));
    expect(await sharesOf(file)).toEqual((await a.get({})).holdings.reduce((all, { holder, shares }) => ({ ...all, [holder as string]: shares }), {}));
  });
});

/**
 * A killed process leaves the files as its last system call left them. So each state between two calls is the state after a
 * kill at that very place, and all of them can be looked at.
 */
describe("killed at any system call", () => {
  type Call = (...args: unknown[]) => unknown;
  const CALLS = ["openSync", "writeSync", "fsyncSync", "unlinkSync", "mkdirSync", "rmdirSync", "renameSync", "ftruncateSync"] as const;

  async function snapshots(file: string, work: () => Promise<unknown>): Promise<string[]> {
    const source = join(file, "..");
    const places: string[] = [];
    const copy = fs.cpSync;
    copy(source, `${source}-before`, { recursive: true }); // Node loads its copying, with the calls that it makes, at the first use
    let copying = false;
    const spies = CALLS.map((name) => {
      const real = fs[name] as Call;
      return jest.spyOn(fs, name as never).mockImplementation(((...args: unknown[]) => {
        if (!copying) {
          copying = true;
          const place = `${source}-at-${places.length}`;
          copy(source, place, { recursive: true });
          places.push(place);
          copying = false;
        }
        return real(...args);
      }) as never);
    });
    try {
      await work();
    } finally {
      for (const spy of spies) spy.mockRestore();
    }
    return places;
  }

  /** As if the owner of every lock had died. */
  function orphan(place: string): void {
    for (const name of fs.readdirSync(place)) {
      if (!name.includes(".owner")) continue;
      const text = fs.readFileSync(join(place, name), "utf8");
      if (text === "") fs.utimesSync(join(place, name), new Date(0), new Date(0));
      else fs.writeFileSync(join(place, name), JSON.stringify({ ...(JSON.parse(text) as object), pid: ended, started: null }));
    }
  }

  async function outcomes(places: readonly string[]): Promise<string[]> {
    const result: string[] = [];
    for (const place of places) {
      orphan(place);
      const file = join(place, "cap-tables.sqlite");
      const { cap_tables } = await storeAt(file, 200).list();
      result.push(cap_tables.length === 0 ? "nothing" : JSON.stringify(await sharesOf(file)));
      // And it can be written again.
      if (cap_tables.length > 0) await storeAt(file, 200).record(issue("Afterwards", 1));
      else await storeAt(file, 200).create(start);
    }
    return result;
  }

  const alternates = (states: readonly string[]): string[] => states.filter((each, place) => each !== states[place - 1]);

  test("a transaction is there as a whole or not at all", async () => {
    const file = fresh();
    const store = storeAt(file);
    await store.create(start);
    const rows = Array.from({ length: 40 }, (_, place) => ({ ...issue(`H${place}`, 1), note: "x".repeat(1_000) }));
    const places = await snapshots(file, () => store.record({ transactions: rows }));
    expect(places.length).toBeGreaterThan(30); // more rows would only repeat the same calls
    const states = alternates(await outcomes(places));
    expect(states).toHaveLength(2);
    expect(JSON.parse(states[0]!)).toEqual({ Founder: 1000 });
    expect(Object.keys(JSON.parse(states[1]!) as object)).toHaveLength(41);
  });

  test("the first write makes the file as a whole or not at all", async () => {
    const file = fresh();
    const places = await snapshots(file, () => storeAt(file).create(start));
    const states = alternates(await outcomes(places));
    expect(states).toEqual(["nothing", JSON.stringify({ Founder: 1000 })]);
  });
});

describe("a lock", () => {
  const owner = (more: object) => JSON.stringify({ pid: process.pid, machine: "elsewhere", started: null, since: new Date().toISOString(), token: "t", ...more });

  test("of a living process is waited for, and then named", async () => {
    const file = fresh();
    await storeAt(file).create(start);
    const held = await acquire(`${file}.owner`, 0);
    const begun = Date.now();
    await expect(storeAt(file, 300).record(issue("A", 1))).rejects.toThrow(new RegExp(`busy: process ${process.pid} on .*has held it since.*0.3 seconds.*delete ${file}.owner`));
    expect(Date.now() - begun).toBeGreaterThanOrEqual(300);
    if (!("release" in held)) throw new Error("not held");
    setTimeout(() => held.release(), 100);
    await storeAt(file, 3_000).record(issue("A", 1));
  });

  test.each([
    ["a process that has ended", () => owner({ machine: machineHere(), pid: ended }), true],
    ["a process whose pid another one has now", () => owner({ machine: machineHere(), started: "long ago 1" }), process.platform === "linux"],
    ["another machine, long ago", () => owner({ since: new Date(Date.now() - 3_600_000).toISOString() }), true],
    ["another machine, just now", () => owner({}), false],
    ["nobody, half written", () => '{"pid":', true],
  ])("of %s", async (_name, text, taken) => {
    const path = `${fresh()}.owner`;
    fs.writeFileSync(path, text());
    if (text().length < 10) fs.utimesSync(path, new Date(0), new Date(0));
    const result = await acquire(path, 50);
    expect("release" in result).toBe(taken);
    if ("release" in result) result.release();
    expect(fs.readdirSync(join(path, "..")).length).toBe(taken ? 0 : 1);
  });

  /** The name of this machine as locks write it. */
  function machineHere(): string {
    const path = `${fresh()}.owner`;
    void acquire(path, 0);
    return (JSON.parse(fs.readFileSync(path, "utf8")) as { machine: string }).machine;
  }

  describe("that two clear away at once", () => {
    const dead = () => owner({ machine: machineHere(), pid: ended, token: "dead" });
    const living = owner({ token: "living" });

    test("the slower one leaves what the faster one has taken meanwhile", async () => {
      const path = `${fresh()}.owner`;
      fs.writeFileSync(path, dead());
      const real = fs.openSync;
      const spy = jest.spyOn(fs, "openSync").mockImplementation((...args) => {
        if (args[0] === `${path}.dead`) fs.writeFileSync(path, living); // somebody was here between our look and our deed
        return real(...args);
      });
      const result = await acquire(path, 0);
      spy.mockRestore();
      expect(result).toMatchObject({ token: "living" });
      expect(fs.readFileSync(path, "utf8")).toBe(living);
      expect(fs.readdirSync(join(path, ".."))).toHaveLength(1);
    });

    test("one waits while another is at it", async () => {
      const path = `${fresh()}.owner`;
      fs.writeFileSync(path, dead());
      fs.writeFileSync(`${path}.dead`, living);
      expect(await acquire(path, 20)).toMatchObject({ token: "dead" });
      expect(fs.readdirSync(join(path, ".."))).toHaveLength(2);
    });

    test("one that died at it is cleared away in turn", async () => {
      const path = `${fresh()}.owner`;
      fs.writeFileSync(path, dead());
      fs.writeFileSync(`${path}.dead`, owner({ machine: machineHere(), pid: ended, token: "too" }));
      const result = await acquire(path, 0);
      expect("release" in result).toBe(true);
      if ("release" in result) result.release();
      expect(fs.readdirSync(join(path, ".."))).toEqual([]);
    });
  });

  test("of a dead process is cleared away by one of many, and never a living one's", async () => {
    const path = `${fresh()}.owner`;
    let inside = 0;
    let most = 0;
    let turns = 0;
    for (let round = 0; round < 20; round++) {
      fs.writeFileSync(path, owner({ machine: machineHere(), pid: ended, token: `dead-${round}` }));
      await Promise.all(
        Array.from({ length: 8 }, async () => {
          const held = await acquire(path, 10_000);
          if (!("release" in held)) throw new Error("not held");
          most = Math.max(most, ++inside);
          await new Promise((done) => setImmediate(done));
          inside--;
          turns++;
          held.release();
        }),
      );
    }
    expect([most, turns]).toEqual([1, 160]);
    expect(fs.readdirSync(join(path, ".."))).toEqual([]);
  });
});

describe("files that cannot be used", () => {
  test.each([
    ["text", Buffer.from("holder,shares\nAlice,100\n"), "it does not begin as a SQLite file does"],
    ["binary garbage", Buffer.from(Array.from({ length: 5_000 }, (_, place) => (place * 7919) % 256)), "it does not begin as a SQLite file does"],
    ["garbage behind a right beginning", Buffer.concat([Buffer.from("SQLite format 3\0"), Buffer.alloc(9_000, 0xa5)]), "is damaged, or no cap-table store"],
  ])("%s is refused and left as it is", async (_name, bytes, words) => {
    const file = fresh();
    fs.writeFileSync(file, bytes);
    await expect(storeAt(file).list()).rejects.toThrow(words);
    await expect(storeAt(file).create(start)).rejects.toThrow(words);
    expect(fs.readFileSync(file).equals(bytes)).toBe(true);
    expect(fs.readdirSync(join(file, ".."))).toEqual(["cap-tables.sqlite"]);
  });

  test("damage inside a store is told", async () => {
    const file = fresh();
    await storeAt(file).create(start);
    const bytes = fs.readFileSync(file);
    bytes.fill(0xa5, 4_096);
    fs.writeFileSync(file, bytes);
    await expect(storeAt(file).get({})).rejects.toThrow(`${file} is damaged`);
    await expect(storeAt(file).record(issue("A", 1))).rejects.toThrow("Nothing was changed");
    expect(fs.readFileSync(file).equals(bytes)).toBe(true);
  });

  test("a SQLite file of another program is left alone", async () => {
    const file = fresh();
    const { Database } = jest.requireActual<typeof import("node-sqlite3-wasm")>("node-sqlite3-wasm");
    const other = new Database(file);
    other.exec("CREATE TABLE notes (text TEXT)");
    other.close();
    await expect(storeAt(file).create(start)).rejects.toThrow("of another program");
  });

  test("a newer layout is refused, an older one is brought up", async () => {
    const file = fresh();
    await storeAt(file).create(start);
    const newer = [...migrations, ["CREATE TABLE later (id TEXT)"]];
    expect((await createStore(openSqlite(file, { migrations: newer })).list()).cap_tables).toHaveLength(1);
    const bytes = fs.readFileSync(file);
    await expect(storeAt(file).get({})).rejects.toThrow(/written by a newer version of VAL: its layout is 2, and this version knows layouts up to 1.*Update VAL/);
    await expect(storeAt(file).record(issue("A", 1))).rejects.toThrow("Nothing was changed");
    expect(fs.readFileSync(file).equals(bytes)).toBe(true);
    expect((await createStore(openSqlite(file, { migrations: newer })).get({})).holdings).toHaveLength(1);
  });

  test("a migration that fails changes nothing", async () => {
    const file = fresh();
    await storeAt(file).create(start);
    await expect(createStore(openSqlite(file, { migrations: [...migrations, ["CREATE TABLE later (id TEXT)", "NO SQL"]] })).list()).rejects.toThrow();
    expect(await sharesOf(file)).toEqual({ Founder: 1000 });
  });

  test("a missing file reads as an empty store and is not made by reading", async () => {
    const file = join(fresh(), "..", "deep", "er", "cap-tables.sqlite");
    expect((await storeAt(file).list()).cap_tables).toEqual([]);
    await expect(storeAt(file).get({})).rejects.toThrow("There is no cap table yet");
    expect(fs.existsSync(join(file, ".."))).toBe(false);
    await storeAt(file).create(start);
    expect(await sharesOf(file)).toEqual({ Founder: 1000 });
  });

  test("an empty file is filled", async () => {
    const file = fresh();
    fs.writeFileSync(file, "");
    expect((await storeAt(file).list()).cap_tables).toEqual([]);
    await storeAt(file).create(start);
    expect(await sharesOf(file)).toEqual({ Founder: 1000 });
  });
});

/** Never with a real device: what the code does wrong it would do to the machine. */
(process.platform === "win32" ? describe.skip : describe)("places that are no files", () => {
  const pipeAt = (file: string): void => void execFileSync("mkfifo", [file]);
  test.each<[string, (file: string) => void, string]>([
    ["a pipe", pipeAt, "is a pipe"],
    ["a folder", (file) => fs.mkdirSync(file), "is a folder, and cap tables are kept in a file"],
    ["a link to a pipe", (file) => { pipeAt(`${file}-real`); fs.symlinkSync(`${file}-real`, file); }, "-real is a pipe"],
    ["links in a circle", (file) => { fs.symlinkSync(`${file}-b`, file); fs.symlinkSync(file, `${file}-b`); }, "links lead round in a circle"],
  ])("%s is refused, by reading and by writing, and stays", async (_, make, words) => {
    const file = fresh();
    make(file);
    const kind = (): unknown[] => fs.readdirSync(join(file, "..")).map((name) => [name, fs.lstatSync(join(file, "..", name)).mode]);
    const before = kind();
    await expect(storeAt(file).list()).rejects.toThrow(words);
    await expect(storeAt(file).create(start)).rejects.toThrow(words);
    expect(kind()).toEqual(before);
  });

  test("a link that leads to nothing yet stays a link, and the file is made where it leads", async () => {
    const file = fresh();
    const real = join(file, "..", "elsewhere", "real.sqlite");
    fs.symlinkSync("elsewhere/real.sqlite", file);
    expect((await storeAt(file).list()).cap_tables).toEqual([]);
    await storeAt(file).create(start);
    expect(fs.lstatSync(file).isSymbolicLink()).toBe(true);
    expect(fs.lstatSync(real).isFile()).toBe(true);
    expect(await sharesOf(real)).toEqual({ Founder: 1000 });
  });

  test("what stands in the place of the lock is told, not waited for or replaced", () => {
    const file = fresh();
    fs.symlinkSync("nowhere", `${file}.owner`);
    expect(told(file)).toBe(`Failure The cap-table store ${file} cannot be locked: ${file}.owner must be free for that, and something else stands there. Nothing was changed. Move it away, or name another file in VAL_STORE.`);
    expect(fs.lstatSync(`${file}.owner`).isSymbolicLink()).toBe(true);
  });

  // The system makes no folders there, and Node's own way to make several tries for ever.
  (process.platform === "linux" ? test : test.skip)("a folder that cannot be made is told at once", () => {
    expect(told("/proc/val-nowhere/deep/tables.sqlite")).toBe("Failure The cap-table store /proc/val-nowhere/deep/tables.sqlite cannot be written: its folder is not there and cannot be made; name a file elsewhere in VAL_STORE. Nothing was changed.");
  });

  /** In a process of its own, which can be ended where it would never end by itself. */
  function told(file: string): string {
    const script = `require(${JSON.stringify(resolve(__dirname, "../../scripts/typescript.cjs"))});
      const { openSqlite } = require(${JSON.stringify(resolve(__dirname, "../../src/mcp/store/sqlite.ts"))});
      const { createStore } = require(${JSON.stringify(resolve(__dirname, "../../src/mcp/store/store.ts"))});
      createStore(openSqlite(${JSON.stringify(file)}, { patience: 300 })).create(${JSON.stringify(start)}).then(() => console.log("made"), (fault) => console.log(fault.name + " " + fault.message));`;
    return spawnSync(process.execPath, ["-e", script], { encoding: "utf8", timeout: 20_000, killSignal: "SIGKILL" }).stdout.trim();
  }
});

/** Another user, since nothing is read-only to root. */
function asSomebody(script: string): { out: string; errors: string } {
  const prelude = `require(${JSON.stringify(resolve(__dirname, "../../scripts/typescript.cjs"))});
    const { openSqlite } = require(${JSON.stringify(resolve(__dirname, "../../src/mcp/store/sqlite.ts"))});
    const { createStore } = require(${JSON.stringify(resolve(__dirname, "../../src/mcp/store/store.ts"))});
    const storeAt = (file) => createStore(openSqlite(file, { patience: 300 }));
    const told = (work) => work.then((answer) => console.log("answer " + JSON.stringify(answer)), (fault) => console.log(fault.name + " " + fault.message));
    if (process.getuid && process.getuid() === 0) process.setuid(65534);`;
  const { stdout, stderr } = spawnSync(process.execPath, ["-e", `${prelude}\n(async () => { ${script} })();`], { encoding: "utf8" });
  return { out: stdout, errors: stderr };
}

const onPosix = process.platform === "win32" ? describe.skip : describe;
onPosix("what may only be read", () => {
  test.each([
    ["file", (file: string) => fs.chmodSync(file, 0o444)],
    ["folder", (file: string) => fs.chmodSync(join(file, ".."), 0o555)],
  ])("a read-only %s can be read, and says why it is not written", async (_name, protect) => {
    const file = fresh();
    await storeAt(file).create(start);
    fs.chmodSync(file, 0o644);
    const bytes = fs.readFileSync(file);
    protect(file);
    const { out, errors } = asSomebody(`
      const store = storeAt(${JSON.stringify(file)});
      await told(store.get({}).then(({ holdings }) => holdings.length));
      await told(store.record(${JSON.stringify(issue("A", 1))}));`);
    expect(errors).toBe("");
    expect(out.split("\n")[0]).toBe("answer 1");
    expect(out).toMatch(/Failure The cap-table store .*cap-tables.sqlite cannot be written: the file or its folder is read-only for this user; change its permissions.*Nothing was changed/);
    fs.chmodSync(join(file, ".."), 0o755);
    expect(fs.readFileSync(file).equals(bytes)).toBe(true);
    expect(fs.readdirSync(join(file, ".."))).toEqual(["cap-tables.sqlite"]);
  });

  test("a folder that may not be looked into is not said to be unwritable", () => {
    const file = fresh();
    fs.chmodSync(join(file, ".."), 0o000);
    const { out } = asSomebody(`await told(storeAt(${JSON.stringify(file)}).list());`);
    expect(out).toMatch(/Failure The cap-table store .* cannot be read: this user may not look into it or its folder; change its permissions/);
    fs.chmodSync(join(file, ".."), 0o755);
  });

  test("a folder that may not be written gets no first file", () => {
    const file = fresh();
    fs.chmodSync(join(file, ".."), 0o555);
    const { out } = asSomebody(`await told(storeAt(${JSON.stringify(file)}).create(${JSON.stringify(start)}));`);
    expect(out).toMatch(/Failure .*cannot be written: the file or its folder is read-only/);
    expect(fs.readdirSync(join(file, ".."))).toEqual([]);
  });
});

/** A small disk of its own where the system lets us make one, else a limit on the size of files. */
const disk = join(folder, "disk");
const mounted = ((): boolean => {
  if (process.platform !== "linux") return false;
  fs.mkdirSync(disk);
  return spawnSync("mount", ["-t", "tmpfs", "-o", "size=512k", "tmpfs", disk]).status === 0;
})();

describe("a full disk", () => {
  const large = (turn: number) => ({ transactions: Array.from({ length: 100 }, (_, place) => ({ ...issue(`H${turn}-${place}`, 1), note: "x".repeat(500) })) });

  (mounted ? test : test.skip)("refuses, keeps all that was answered, and goes on when there is room again", async () => {
    const file = join(disk, "cap-tables.sqlite");
    const store = storeAt(file, 300);
    await store.create(start);
    let answered = 0;
    let refusal = "";
    while (refusal === "" && answered < 100) {
      try {
        await store.record(large(answered + 1));
        answered++;
      } catch (fault) {
        refusal = (fault as Error).message;
      }
    }
    expect(refusal).toBe(`The cap-table store ${file} cannot be written: the disk is full; free some space and call again. Nothing was changed.`);
    expect(answered).toBeGreaterThan(0);
    fs.writeFileSync(join(disk, "filler"), "");
    try {
      for (;;) fs.appendFileSync(join(disk, "filler"), Buffer.alloc(512));
    } catch {
      // Not a byte is left.
    }
    const kept = Object.keys(await sharesOf(file)).length;
    expect(kept).toBe(1 + answered * 100);
    await expect(store.record(issue("A", 1))).rejects.toThrow("the disk is full");
    fs.unlinkSync(join(disk, "filler"));
    fs.mkdirSync(join(disk, "elsewhere"));
    execFileSync("mount", ["-o", "remount,size=4m", disk]);
    await store.record(issue("A", 1));
    expect(Object.keys(await sharesOf(file))).toHaveLength(kept + 1);
    expect(fs.readdirSync(disk).sort()).toEqual(["cap-tables.sqlite", "elsewhere"]);
  });

  onPosix("or a limit on the size of files", () => {
    test("refuses in the same way", async () => {
      const file = fresh();
      await storeAt(file).create(start);
      const script = `
        require(${JSON.stringify(resolve(__dirname, "../../scripts/typescript.cjs"))});
        const { openSqlite } = require(${JSON.stringify(resolve(__dirname, "../../src/mcp/store/sqlite.ts"))});
        const { createStore } = require(${JSON.stringify(resolve(__dirname, "../../src/mcp/store/store.ts"))});
        const store = createStore(openSqlite(${JSON.stringify(file)}));
        const rows = (turn) => ({ transactions: Array.from({ length: 100 }, (_, place) => ({ ...${JSON.stringify(issue("", 1))}, holder: "H" + turn + "-" + place, note: "x".repeat(500) })) });
        (async () => { let turn = 0; try { for (; turn < 100; turn++) await store.record(rows(turn)); } catch (fault) { console.log(turn + " " + fault.message); } })();`;
      fs.writeFileSync(`${file}.script.cjs`, script);
      const out = spawnSync("bash", ["-c", `ulimit -f 300; exec "$0" "$1"`, process.execPath, `${file}.script.cjs`], { encoding: "utf8" });
      expect(out.stdout + out.stderr).toMatch(/^\d+ The cap-table store .* cannot be written: the file would grow beyond the limit.*Nothing was changed/);
      expect(Object.keys(await sharesOf(file))).toHaveLength(1 + Number.parseInt(out.stdout, 10) * 100);
    });
  });
});

test.each([
  ["linux", { HOME: "/home/a" }, "/home/a/.local/share/val/cap-tables.sqlite"],
  ["linux", { XDG_DATA_HOME: "/data" }, "/data/val/cap-tables.sqlite"],
  ["darwin", {}, "/home/a/Library/Application Support/VAL/cap-tables.sqlite"],
  ["win32", { APPDATA: "/roaming" }, "/roaming/VAL/cap-tables.sqlite"],
  ["linux", { VAL_STORE: ":memory:" }, ":memory:"],
] as const)("the default place on %s with %j", (platform, environment, file) => {
  expect(defaultFile(environment, platform, "/home/a")).toBe(file);
});
