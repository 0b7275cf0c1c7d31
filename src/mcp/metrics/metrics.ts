/**
 * The metrics that an agent may name: one CSV a metric in one folder. Only what a listing of the folder shows can be named,
 * so no name leads out of it. A file is read when it is first asked for and again when it has changed.
 */
import { constants, existsSync } from "node:fs";
import { open, readdir, realpath, stat, type FileHandle } from "node:fs/promises";
import { join, sep } from "node:path";
import { Failure } from "../../core/failure";
import { didYouMean } from "../../core/nearest";
import { choice, read, show } from "../../core/parameters";
import { RESAMPLERS, type Resample } from "../../series/calendar";
import { MAX_FILE_BYTES, readRows, type Rows } from "./csv";

/** What the JSON beside a metric's CSV says of it. */
export interface About {
  readonly title?: string;
  readonly unit?: string;
  /** How several rows of one interval become one. */
  readonly resample?: Resample;
  readonly source?: string;
  readonly licence?: string;
}
export interface Metric extends Rows {
  readonly id: string;
  readonly about: About;
}
export interface Listed {
  readonly id: string;
  readonly about: About;
  /** Why the JSON beside it could not be read. */
  readonly problem?: string;
}

export interface MetricStore {
  /** Whether these are the metrics that ship with the product. */
  readonly isSample: boolean;
  /** By name, and the files that look like metrics and cannot be named. */
  list(): Promise<{ readonly metrics: readonly Listed[]; readonly skipped: readonly string[] }>;
  /** The metric of that name; `parameter` is what a refusal says is at fault. */
  get(id: string, parameter?: string): Promise<Metric>;
}

/** Rows that are kept in memory over all metrics: 320 MB. The one that was not asked for the longest is let go first. */
const MAX_KEPT_ROWS = 20_000_000;
const MAX_ABOUT_BYTES = 65_536;
/** Longer listings are no folder of metrics. */
const MAX_METRICS = 10_000;

const ID = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;
const ID_WORDS = "letters, digits, dots, hyphens and underscores, 64 at most, a letter or digit first";

/* ------------------------------------------------------------------------------------------------ the folder */

/** The samples stand beside the built server, and in data/ beside the sources. */
function sampleFolder(): string {
  const built = join(__dirname, "metrics");
  return existsSync(built) ? built : join(__dirname, "../../../data/metrics");
}

const codeOf = (fault: unknown): string => (fault as NodeJS.ErrnoException | undefined)?.code ?? "unknown fault";

/** What makes a file another one than was read: when it was written, how long it is, and which file the name stands for. */
const stampOf = ({ mtimeMs, size, ino }: { readonly mtimeMs: number; readonly size: number; readonly ino: number }): string => `${mtimeMs} ${size} ${ino}`;

/**
 * Opens a file of the folder. Its true place must be in the folder: a link that leads out is refused, and what is opened
 * is that true place, not the name, so that nobody can change the link in between.
 */
async function openInside(root: string, file: string, maxBytes: number): Promise<FileHandle> {
  let handle: FileHandle | undefined;
  try {
    const place = await realpath(join(root, file));
    if (!place.startsWith(root.endsWith(sep) ? root : root + sep)) throw new Failure("limit", `${file} is a link out of the folder of metrics and is not followed: put a copy of the file there`);
    handle = await open(place, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    const about = await handle.stat();
    if (!about.isFile()) throw new Failure("type", `${file} is no file`);
    if (about.size > maxBytes) throw new Failure("too_large", `${file} has ${about.size.toLocaleString("en-US")} bytes, and at most ${maxBytes.toLocaleString("en-US")} are read: keep one row a day, or split it by years`);
    return handle;
  } catch (fault) {
    await handle?.close();
    if (fault instanceof Failure) throw fault;
    throw new Failure("unknown", `${file} cannot be read (${codeOf(fault)})`);
  }
}

/* ------------------------------------------------------------------------------------------------ what is known of a metric */

const RESAMPLE = choice("How several rows of one interval become one", Object.keys(RESAMPLERS) as Resample[]);
const FIELDS = ["title", "unit", "resample", "source", "licence"] as const;

function readAbout(text: string, file: string): About {
  let given: unknown;
  try {
    given = JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch {
    throw new Failure("syntax", `${file} is no JSON; it holds an object such as { "title": "…", "unit": "…", "resample": "last" }`);
  }
  if (given === null || typeof given !== "object" || Array.isArray(given)) throw new Failure("type", `${file} must hold an object with ${FIELDS.join(", ")}, not ${show(given)}`);
  const about: Record<string, string> = {};
  for (const [name, value] of Object.entries(given)) {
    if (!(FIELDS as readonly string[]).includes(name)) throw new Failure("unknown", `${file} has ${show(name)}, which is not among ${FIELDS.join(", ")}${didYouMean(name, FIELDS)}`);
    if (value === null || value === "") continue;
    if (typeof value !== "string" || value.length > 500) throw new Failure("type", `${file}, ${name} must be a text of at most 500 characters, not ${show(value)}`);
    about[name] = name === "resample" ? (read(`${file}, resample`, RESAMPLE, value) as string) : value;
  }
  return about as About;
}

/* ------------------------------------------------------------------------------------------------ the store */

interface Kept<T> {
  readonly stamp: string;
  readonly content: Promise<T>;
}

/** The metrics of a folder; without one, those that ship with the product. */
export function metricStore(named?: string): MetricStore {
  const folder = named || sampleFolder();
  const rows = new Map<string, Kept<Rows>>();
  const abouts = new Map<string, Kept<About>>();
  const sizes = new Map<string, number>();

  async function rootOf(): Promise<string> {
    try {
      const root = await realpath(folder);
      if ((await stat(root)).isDirectory()) return root;
    } catch (fault) {
      throw new Failure("missing", `VAL_METRICS names ${show(folder)}, which cannot be read (${codeOf(fault)}): set it to a folder of CSV files, or leave it out for the samples`);
    }
    throw new Failure("type", `VAL_METRICS names ${show(folder)}, which is no folder: set it to a folder of CSV files, or leave it out for the samples`);
  }

  /** The names of the files by metric. */
  async function filesIn(root: string): Promise<{ readonly csv: ReadonlyMap<string, string>; readonly json: ReadonlyMap<string, string>; readonly skipped: readonly string[] }> {
    const csv = new Map<string, string>();
    const json = new Map<string, string>();
    const skipped: string[] = [];
    for (const file of (await readdir(root)).sort()) {
      const [, id, kind] = /^(.*)\.(csv|json)$/i.exec(file) ?? [];
      if (id === undefined || kind === undefined) continue;
      const known = kind.toLowerCase() === "csv" ? csv : json;
      if (ID.test(id) && !known.has(id)) known.set(id, file);
      else if (known === csv) skipped.push(`${show(file)}: a metric is named by ${ID_WORDS}${known.has(id) ? ", and once" : ""}`);
      if (csv.size > MAX_METRICS) throw new Failure("too_large", `the folder of metrics holds more than ${MAX_METRICS.toLocaleString("en-US")} CSV files`);
    }
    return { csv, json, skipped };
  }

  /** What `parse` makes of a file, once for each state of the file; a refusal is kept too. */
  async function remembered<T>(kept: Map<string, Kept<T>>, root: string, file: string, maxBytes: number, parse: (handle: FileHandle) => Promise<T>): Promise<T> {
    const handle = await openInside(root, file, maxBytes);
    try {
      const stamp = stampOf(await handle.stat());
      const before = kept.get(file);
      // Set anew, it becomes the latest that was asked for.
      kept.delete(file);
      const now = before?.stamp === stamp ? before : { stamp, content: parse(handle) };
      kept.set(file, now);
      return await now.content;
    } catch (fault) {
      if (fault instanceof Failure) throw fault;
      // A disk that failed once may answer the next time.
      kept.delete(file);
      throw new Failure("unknown", `${file} cannot be read (${codeOf(fault)})`);
    } finally {
      await handle.close();
    }
  }

  const aboutOf = async (root: string, file: string | undefined): Promise<About> =>
    file === undefined ? {} : remembered(abouts, root, file, MAX_ABOUT_BYTES, async (handle) => readAbout(await handle.readFile("utf8"), file));

  function letGo(): void {
    let total = 0;
    for (const file of [...rows.keys()].reverse()) {
      total += sizes.get(file) ?? 0;
      if (total > MAX_KEPT_ROWS) rows.delete(file);
    }
  }

  function unknown(id: string, ids: readonly string[], parameter: string): Failure {
    const rule = ID.test(id) ? "" : `: a metric is named by ${ID_WORDS}`;
    const known = ids.length === 0 ? "The folder of metrics has no CSV file" : ids.length <= 20 ? `The metrics are ${ids.join(", ")}` : `list_metrics shows all ${ids.length}`;
    const where = parameter === "metric" ? "" : `${parameter}: `;
    return new Failure("unknown", `${where}there is no metric ${show(id)}${rule}${didYouMean(id, ids) || "."} ${known}`, parameter);
  }

  return {
    isSample: !named,
    async list() {
      const root = await rootOf();
      const { csv, json, skipped } = await filesIn(root);
      const metrics: Listed[] = [];
      for (const id of csv.keys()) {
        try {
          metrics.push({ id, about: await aboutOf(root, json.get(id)) });
        } catch (fault) {
          if (!(fault instanceof Failure)) throw fault;
          metrics.push({ id, about: {}, problem: fault.message });
        }
      }
      return { metrics, skipped };
    },
    async get(written, parameter = "metric") {
      const root = await rootOf();
      const { csv, json } = await filesIn(root);
      const ids = [...csv.keys()];
      const alike = csv.has(written) ? [written] : ids.filter((id) => id.toLowerCase() === written.toLowerCase());
      if (alike.length !== 1) throw unknown(written, ids, parameter);
      const [id] = alike as [string];
      const file = csv.get(id)!;
      try {
        const about = await aboutOf(root, json.get(id));
        const found = await remembered(rows, root, file, MAX_FILE_BYTES, (handle) => readRows(handle, file));
        sizes.set(file, found.times.length);
        letGo();
        return { id, about, ...found };
      } catch (fault) {
        if (fault instanceof Failure) throw new Failure(fault.kind, fault.message, parameter);
        throw fault;
      }
    },
  };
}
