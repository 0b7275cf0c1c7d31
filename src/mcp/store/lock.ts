/**
 * One holder at a time among all processes, without native code: Node can lock no region of a file, so the lock is a file
 * that only one process can create, and it says whose it is. The operating system does not remove it when its owner dies;
 * the next one who wants it does.
 *
 * Clearing away must be safe against two who do it at once: the slower one must not remove the lock that the faster one has
 * just taken. So whoever clears the lock of a dead owner first takes a lock named after that very lock, then looks whether
 * it is still the same one. Only the holder of that second lock may remove the first. Should it die in turn, the same rule
 * clears the second lock.
 */
import { randomUUID } from "node:crypto";
import { closeSync, fstatSync, lstatSync, openSync, readFileSync, readlinkSync, statSync, unlinkSync, writeSync } from "node:fs";
import { hostname } from "node:os";

export interface Owner {
  readonly pid: number;
  /** The machine, and on Linux the process namespace: a pid means nothing elsewhere. */
  readonly machine: string;
  /** When the process started, where the system tells; another process may have come to the same pid. */
  readonly started: string | null;
  readonly since: string;
  readonly token: string;
}

export interface Held {
  release(): void;
}

/** An owner whose life cannot be known, as on another machine, counts as dead after this; what locks is done in seconds. */
const ABANDONED_AFTER_MS = 10 * 60_000;
/** A lock is created and signed at once. One without a signature was left by a process that died in between. */
const UNSIGNED_AFTER_MS = 2_000;

const quietly = <T>(work: () => T): T | undefined => {
  try {
    return work();
  } catch {
    return undefined;
  }
};

const machine = `${hostname()} ${quietly(() => readlinkSync("/proc/self/ns/pid")) ?? process.platform}`;

/** Linux counts the start in ticks since boot, so the boot belongs to it. The name of the program may hold spaces and brackets. */
function startOf(pid: number): string | null {
  const stat = quietly(() => readFileSync(`/proc/${pid}/stat`, "latin1"));
  if (stat === undefined) return null;
  const ticks = stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19];
  return `${quietly(() => readFileSync("/proc/sys/kernel/random/boot_id", "latin1").trim()) ?? ""} ${ticks}`;
}

const startedHere = startOf(process.pid);

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (fault) {
    return (fault as NodeJS.ErrnoException).code !== "ESRCH"; // EPERM: it runs, and is somebody else's
  }
}

/** `waited`: the lock has been watched, unchanged, for as long as anyone waits. A sleeping laptop wakes both sides at once. */
function isDead(owner: Owner, waited: boolean): boolean {
  if (owner.machine === machine && !isRunning(owner.pid)) return true;
  if (owner.machine === machine && owner.started !== null) return startOf(owner.pid) !== owner.started;
  return waited && Date.now() - Date.parse(owner.since) > ABANDONED_AFTER_MS;
}

/** What stands in the place of a lock and is none: a link, a folder, a pipe. It would never be released, so it is not waited for. */
export class NoLock extends Error {
  constructor(readonly path: string) {
    super(`${path} is no lock`);
  }
}

/** The owner of the lock, or undefined where there is no lock any more. */
function ownerOf(path: string): Owner | undefined {
  const stat = quietly(() => lstatSync(path, { bigint: true }));
  if (stat === undefined) return undefined;
  if (!stat.isFile()) throw new NoLock(path);
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (fault) {
    // Gone in between; Windows calls that by other names. Anything else, such as a lock of another user, will not pass by itself.
    if (["ENOENT", "EPERM", "EBUSY"].includes((fault as NodeJS.ErrnoException).code ?? "")) return undefined;
    throw fault;
  }
  const owner = quietly(() => JSON.parse(text) as Owner);
  if (owner !== undefined) return owner;
  const age = Date.now() - Number(stat.mtimeMs);
  // Nobody can be asked whether an unsigned lock is alive, so its age decides. An owner that cannot be running stands for it.
  const token = `unsigned-${stat.ino}-${stat.mtimeNs}`;
  return age > UNSIGNED_AFTER_MS ? { pid: -1, machine: "", started: null, since: new Date(0).toISOString(), token } : { pid: process.pid, machine, started: null, since: new Date(Date.now() - age).toISOString(), token };
}

const isUnsigned = ({ pid }: Owner): boolean => pid === -1;

function create(path: string): Held | undefined {
  const token = randomUUID();
  // Ready beforehand, so that the lock is without a signature for no longer than it must.
  const signature = JSON.stringify({ pid: process.pid, machine, started: startedHere, since: new Date().toISOString(), token } satisfies Owner);
  let file: number;
  try {
    file = openSync(path, "wx", 0o600);
  } catch (fault) {
    if ((fault as NodeJS.ErrnoException).code === "EEXIST") return undefined;
    throw fault;
  }
  const release = (): void => {
    // A lock that was held for so long that it counted as abandoned may be another's by now.
    if (ownerOf(path)?.token === token) quietly(() => unlinkSync(path));
  };
  try {
    writeSync(file, signature);
    // If signing took so long that the lock was cleared away as unsigned, the path is no longer this file.
    const same = quietly(() => statSync(path, { bigint: true }).ino) === fstatSync(file, { bigint: true }).ino;
    return same ? { release } : undefined;
  } catch (fault) {
    quietly(() => unlinkSync(path));
    throw fault;
  } finally {
    closeSync(file);
  }
}

/** One try: the lock, or who has it. A lock whose owner is dead is cleared away first. */
function attempt(path: string, waited: boolean): Held | Owner {
  for (;;) {
    const held = create(path);
    if (held) return held;
    const owner = ownerOf(path);
    if (owner === undefined) continue; // released in between
    if (!isUnsigned(owner) && !isDead(owner, waited)) return owner;
    const clearing = attempt(`${path}.${owner.token}`, waited);
    if (!("release" in clearing)) return owner; // somebody else is at it
    try {
      if (ownerOf(path)?.token === owner.token) unlinkSync(path);
    } finally {
      clearing.release();
    }
  }
}

/** Waits for the lock; after `patience` milliseconds it gives up and tells whose it is. Throws what creating the file throws. */
export async function acquire(path: string, patience: number): Promise<Held | Owner> {
  const until = Date.now() + patience;
  for (let pause = 1; ; pause = Math.min(pause * 1.5, 40)) {
    const waited = Date.now() >= until;
    const result = attempt(path, waited);
    if ("release" in result || waited) return result;
    await new Promise((resolve) => setTimeout(resolve, pause * (0.5 + Math.random())));
  }
}
