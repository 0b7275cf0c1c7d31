/** The folder of metrics: what a file may look like, what is refused and where, what is read again, what cannot be named. */
import { execFileSync } from "node:child_process";
import { closeSync, mkdirSync, mkdtempSync, openSync, readdirSync, readFileSync, renameSync, rmSync, statSync, symlinkSync, truncateSync, utimesSync, writeFileSync, writeSync } from "node:fs";
import { open } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Failure } from "../../src/core/failure";
import { readRows } from "../../src/mcp/metrics/csv";
import { metricStore } from "../../src/mcp/metrics/metrics";
import { callMetricTool } from "../../src/mcp/metrics/tools";

const root = mkdtempSync(join(tmpdir(), "metrics-"));
afterAll(() => rmSync(root, { recursive: true }));
let folders = 0;
/** A new folder with these files. */
function folderOf(files: Readonly<Record<string, string | Buffer>>): string {
  const folder = join(root, String(folders++));
  mkdirSync(folder);
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  return folder;
}
async function refusal(answer: Promise<unknown>): Promise<Failure> {
  const fault: unknown = await answer.then((value) => new Error(`answered ${JSON.stringify(value)}`), (reason: unknown) => reason);
  if (fault instanceof Failure) return fault;
  throw fault;
}

const DAY = 86_400;

describe("a CSV is read", () => {
  test.each<[string, string, readonly (readonly [number, number | null])[]]>([
    ["dates", "time,value\n1970-01-02,1\n1970-01-03,2.5\n", [[DAY, 1], [2 * DAY, 2.5]]],
    ["unix seconds", "time,value\n86400,1\n-86400,2\n", [[-DAY, 2], [DAY, 1]]],
    ["dates with a time of day", "time,value\n1970-01-01T06:30:00Z,1\n", [[23_400, 1]]],
    ["no line break at the end", "time,value\n1970-01-02,1", [[DAY, 1]]],
    ["CRLF", "time,value\r\n1970-01-02,1\r\n1970-01-03,\r\n", [[DAY, 1], [2 * DAY, null]]],
    ["a BOM", "\uFEFFtime,value\n1970-01-02,1\n", [[DAY, 1]]],
    ["a header in any case and order, with spaces and quotes", ' "Value" ,TIME\n1,1970-01-02\n', [[DAY, 1]]],
    ["other columns", "open,time,note,value\n9,1970-01-02,x,1\n8,1970-01-03,,2\n", [[DAY, 1], [2 * DAY, 2]]],
    ["quoted fields", 'time,value\n"1970-01-02","1"\n"86401", "2" \n', [[DAY, 1], [86_401, 2]]],
    ["quoted commas, quotes and line breaks beside", 'time,note,value\n1970-01-02,"a, ""b""\nc",1\n1970-01-03,d,2\n', [[DAY, 1], [2 * DAY, 2]]],
    ["blank values", 'time,value\n1970-01-02,\n1970-01-03,""\n1970-01-04,  \n', [[DAY, null], [2 * DAY, null], [3 * DAY, null]]],
    ["blank lines", "time,value\n\n1970-01-02,1\n   \n\n", [[DAY, 1]]],
    ["numbers of every shape", "time,value\n1,-0.5\n2,+1\n3,1e3\n4,.5\n5,5.\n6,123456789012345678\n7,-0\n8,0.1234567890123456\n9,1.7976931348623157e308\n10,00012\n", [[1, -0.5], [2, 1], [3, 1000], [4, 0.5], [5, 5], [6, 123456789012345680], [7, 0], [8, 0.1234567890123456], [9, Number.MAX_VALUE], [10, 12]]],
    ["spaces around", "time,value\n 1970-01-02 , 1 \n", [[DAY, 1]]],
    ["leap days and early years", "time,value\n2024-02-29,1\n0099-01-01,2\n", [[Date.UTC(2024, 1, 29) / 1000, 1], [-59_042_995_200, 2]].reverse() as [number, number][]],
    ["newest first", "time,value\n1970-01-04,3\n1970-01-03,2\n1970-01-02,1\n", [[DAY, 1], [2 * DAY, 2], [3 * DAY, 3]]],
    ["any order", "time,value\n1970-01-04,3\n1970-01-02,1\n1970-01-03,2\n", [[DAY, 1], [2 * DAY, 2], [3 * DAY, 3]]],
  ])("with %s", async (_, content, rows) => {
    const { times, values, duplicates } = await metricStore(folderOf({ "m.csv": content })).get("m");
    expect([...times].map((time, i) => [time, Number.isNaN(values[i]!) ? null : values[i]])).toEqual(rows);
    expect(duplicates).toBe(0);
  });

  test("of equal times the later row is taken, and each tool says so", async () => {
    const store = metricStore(folderOf({ "m.csv": "time,value\n1970-01-02,1\n1970-01-03,2\n1970-01-02,3\n", "n.csv": "time,value\n1970-01-02,2\n1970-01-03,5\n" }));
    expect(await store.get("m")).toMatchObject({ times: Float64Array.of(DAY, 2 * DAY), values: Float64Array.of(3, 2), duplicates: 1 });
    for (const [tool, given] of Object.entries({ fetch_metric: { metric: "m" }, get_metric_metadata: { metric: "m" }, find_extremes: { metric: "m" }, run_formula: { expression: "a", inputs: { a: "m" } }, correlate_metrics: { metrics: ["n", "m"] } }))
      expect((await callMetricTool(tool, given, { store }))["warnings"]).toContainEqual({ code: "DUPLICATE_TIMES", message: "m has 1 row whose time a later row has too; the later one was taken" });
  });

  test("every way to cut the file into pieces gives the same", async () => {
    const content = Buffer.from('\uFEFFnote,time,value\r\n"ä, ""𝒂""\r\nb",1970-01-02,1.25\r\n,172800,\r\n"",1970-01-04,"-3"\r\n');
    const cut = async (size: number) => {
      let at = 0;
      const read = async (piece: Buffer) => {
        const bytesRead = content.copy(piece, 0, at, at + size);
        at += bytesRead;
        return { bytesRead };
      };
      const { times, values } = await readRows({ read } as never, "m.csv");
      return [...times, ...values];
    };
    const whole = await cut(content.length);
    expect(whole).toEqual([DAY, 2 * DAY, 3 * DAY, 1.25, NaN, -3]);
    for (let size = 1; size < content.length; size++) expect(await cut(size)).toEqual(whole);
  });

  test("each number of up to 15 digits is the nearest double", async () => {
    const texts = Array.from({ length: 20_000 }, (_, i) => (((i * 7_919 + 1) * 104_729 * 15_485_863) % 1e15).toFixed(0)).map((digits, i) => {
      const point = i % (digits.length + 1);
      return `${i % 2 ? "-" : ""}${digits.slice(0, point) || "0"}${point < digits.length ? `.${digits.slice(point)}` : ""}`;
    });
    const { values } = await metricStore(folderOf({ "m.csv": `time,value\n${texts.map((text, i) => `${i},${text}`).join("\n")}` })).get("m");
    expect(texts.filter((text, i) => values[i] !== Number(text) + 0)).toEqual([]);
  });
});

describe("a CSV is refused", () => {
  test.each<[string, string | Buffer, string]>([
    ["an empty file", "", "m.csv is empty: its first line must be time,value"],
    ["a header alone", "time,value\n\n", "m.csv has no row below its header"],
    ["no header", "1970-01-02,1\n", 'm.csv line 1: the header must name the columns time and value; there is no time and no value in "1970-01-02,1"; name them on the first line, such as time,value'],
    ["a misspelt header", "tme,value\n1,1\n", 'm.csv line 1: the header must name the columns time and value; there is no time in "tme,value"; did you mean tme?'],
    ["a column twice", "time,value,Value\n1,1,1\n", "m.csv line 1: the header names value twice; it must name it once"],
    ["semicolons", "time;value\n1970-01-02;1\n", 'm.csv line 1: the header must name the columns time and value; there is no time and no value in "time;value"; its fields are set apart by semicolons: save it with commas'],
    ["UTF-16", Buffer.from("\uFEFFtime,value\n1,1\n", "utf16le"), 'm.csv is written as UTF-16: save it as "CSV UTF-8"'],
    ["a short row", "time,value\n1970-01-02,1\n1970-01-03\n", 'm.csv line 3 has 1 field, too few for time and value: "1970-01-03"'],
    ["a text for a value", "time,value\n1970-01-02,high\n", 'm.csv line 2, value must be a number, not the text "high": write a plain number such as 1.5'],
    ["thousands marks", 'time,value\n1970-01-02,"1,500"\n', 'm.csv line 2, value must be a number, not the text "1,500": write 1500, or 1.5 where the comma is a decimal point'],
    ["a word for no value", "time,value\r\n1970-01-02,1\r\n\r\n1970-01-03,NaN\r\n", 'm.csv line 4, value must be a number, not "NaN": leave it empty where there is none'],
    ["a value beyond all numbers", "time,value\n1970-01-02,1e999\n", 'm.csv line 2, value must be a number that is finite, not "1e999"'],
    ["a blank time", "time,value\n,1\n", 'm.csv line 2, time must be unix seconds (UTC) or a date such as 2024-06-30, not ""'],
    ["a day that does not exist", "time,value\n2023-02-29,1\n", 'm.csv line 2, time must be unix seconds (UTC) or a date such as 2024-06-30, not "2023-02-29"'],
    ["a month that does not exist", "time,value\n2023-13-01,1\n", 'm.csv line 2, time must be unix seconds (UTC) or a date such as 2024-06-30, not "2023-13-01"'],
    ["a date in another order", "time,value\n31/12/2023,1\n", 'm.csv line 2, time must be unix seconds (UTC) or a date such as 2024-06-30, not "31/12/2023"'],
    ["milliseconds", "time,value\n1577836800000,1\n", 'm.csv line 2, time must be unix seconds (UTC) or a date such as 2024-06-30, not "1577836800000": milliseconds? write 1577836800'],
    ["a quote that is not closed", 'time,note,value\n1970-01-02,"a,1\n1970-01-03,b,2\n', "m.csv line 2: a quote is opened there and not closed"],
    ["a quote within a field", 'time,value\n1970-01-02,1"5"\n', 'm.csv line 2: a quote stands inside a field of "1970-01-02,1\\"5\\"": put the whole field in quotes and double the quotes within'],
    ["the line after a field of two lines", 'time,note,value\n1970-01-02,"a\nb",1\n1970-01-03,c,x\n', 'm.csv line 4, value must be a number, not the text "x": write a plain number such as 1.5'],
    ["a line without end", `time,value\n${"1".repeat(300_000)}`, "m.csv line 2 is longer than 65,536 characters: a row must end with a line break"],
  ])("%s", async (_, content, words) => {
    const fault = await refusal(metricStore(folderOf({ "m.csv": content })).get("m"));
    expect(fault.message).toBe(words);
    expect(fault.parameter).toBe("metric");
  });

  test("more rows than are read", async () => {
    const handle = await open(join(folderOf({ "m.csv": `time,value\n${Array.from({ length: 11 }, (_, i) => `${i},${i}\n`).join("")}` }), "m.csv"));
    expect((await refusal(readRows(handle, "m.csv", 10))).message).toBe("m.csv has more than 10 rows, which is the most that is read: keep one row a day, or split it by years");
    await handle.close();
  });

  test("more bytes than are read, before any of them is", async () => {
    const folder = folderOf({ "m.csv": "time,value\n" });
    truncateSync(join(folder, "m.csv"), 300 * 1024 * 1024);
    expect((await refusal(metricStore(folder).get("m"))).message).toBe("m.csv has 314,572,800 bytes, and at most 268,435,456 are read: keep one row a day, or split it by years");
  });
});

describe("a large file", () => {
  const ROWS = 1_000_000;
  const folder = folderOf({});
  beforeAll(() => {
    for (const [name, time] of [["seconds", (i: number) => String(1_000_000_000 + 60 * i)], ["dates", (i: number) => new Date(Date.UTC(200, 0, 1 + i)).toISOString().slice(0, 10)]] as const) {
      const file = openSync(join(folder, `${name}.csv`), "w");
      writeSync(file, "time,value\n");
      for (let from = 0; from < ROWS; from += 10_000) writeSync(file, Array.from({ length: 10_000 }, (_, i) => `${time(from + i)},${((from + i) * 7919) % 100_003}.25\n`).join(""));
      closeSync(file);
    }
  });

  test.each(["seconds", "dates"])("of %s streams: a million rows in about a second, in little more than their own room", (id) => {
    // In a process of its own, as the server runs: the global names of a test's sandbox cost more than the reading.
    const script = `
      require(${JSON.stringify(join(__dirname, "../../scripts/typescript.cjs"))});
      const { metricStore } = require(${JSON.stringify(join(__dirname, "../../src/mcp/metrics/metrics.ts"))});
      (async () => {
        const store = metricStore(${JSON.stringify(folder)});
        const [room, cpu] = [process.memoryUsage().rss, process.cpuUsage()];
        const { times, values } = await store.get("${id}");
        const { user, system } = process.cpuUsage(cpu);
        const most = process.resourceUsage().maxRSS * 1024;
        const again = await store.get("${id}");
        console.log(JSON.stringify({ rows: times.length, last: values.at(-1), seconds: (user + system) / 1e6, room: most - room, kept: again.times === times }));
      })();`;
    const read = JSON.parse(execFileSync(process.execPath, ["-e", script], { encoding: "utf8" })) as Record<string, number | boolean>;
    expect(read).toMatchObject({ rows: ROWS, last: ((ROWS - 1) * 7919) % 100_003 + 0.25, kept: true });
    // The processor's time, since other work on the machine does not count; the bound leaves room for a slow machine.
    expect(read["seconds"]).toBeLessThan(3);
    // 16 MB of rows, twice that while they grow and are put in order, and what the collector has not taken back yet.
    expect(read["room"]).toBeLessThan(150e6);
  });
});

describe("a file that changes", () => {
  const value = async (store: ReturnType<typeof metricStore>): Promise<number> => (await store.get("m")).values[0]!;

  test("is read again where its time or its size is another, and only then", async () => {
    const folder = folderOf({ "m.csv": "time,value\n1,1\n" });
    const file = join(folder, "m.csv");
    const store = metricStore(folder);
    const [kept, same] = [await store.get("m"), await store.get("m")];
    expect(same.values).toBe(kept.values);
    const { atime, mtime } = statSync(file);
    writeFileSync(file, "time,value\n1,22\n");
    utimesSync(file, atime, mtime);
    expect(await value(store)).toBe(22);
    writeFileSync(file, "time,value\n1,33\n");
    utimesSync(file, atime, new Date(mtime.getTime() + 5_000));
    expect(await value(store)).toBe(33);
    writeFileSync(join(folder, "new"), "time,value\n1,44\n");
    utimesSync(join(folder, "new"), atime, new Date(mtime.getTime() + 5_000));
    renameSync(join(folder, "new"), file);
    expect(await value(store)).toBe(44);
  });

  test("may be faulty and mended, may go and come, and its words with it", async () => {
    const folder = folderOf({ "m.csv": "time,value\n1,x\n" });
    const store = metricStore(folder);
    await refusal(store.get("m"));
    await refusal(store.get("m"));
    writeFileSync(join(folder, "m.csv"), "time,value\n1,1234\n");
    expect(await value(store)).toBe(1234);
    writeFileSync(join(folder, "m.json"), '{"title":"Em","resample":"SUM"}');
    expect((await store.get("m")).about).toEqual({ title: "Em", resample: "sum" });
    writeFileSync(join(folder, "m.json"), '\uFEFF{"title":"Emm","unit":null}');
    expect((await store.get("m")).about).toEqual({ title: "Emm" });
    rmSync(join(folder, "m.csv"));
    expect((await refusal(store.get("m"))).message).toBe('there is no metric "m". The folder of metrics has no CSV file');
    expect((await store.list()).metrics).toEqual([]);
  });

  test("is read once for calls that come together", async () => {
    const store = metricStore(folderOf({ "m.csv": "time,value\n1,1\n" }));
    const [first, ...others] = await Promise.all(Array.from({ length: 20 }, () => store.get("m")));
    expect(others.every(({ values }) => values === first!.values)).toBe(true);
  });
});

describe("no name leads out of the folder", () => {
  const outside = folderOf({ "secret.csv": "time,value\n1,666\n", "secret.json": '{"title":"secret"}' });
  const folder = folderOf({ "inner.csv": "time,value\n1,1\n", "a b.csv": "time,value\n1,1\n", ".hidden.csv": "time,value\n1,1\n", "notes.txt": "secret" });
  mkdirSync(join(folder, "sub"));
  writeFileSync(join(folder, "sub", "deep.csv"), "time,value\n1,1\n");
  mkdirSync(join(folder, "folder.csv"));
  symlinkSync(join(outside, "secret.csv"), join(folder, "link.csv"));
  symlinkSync("/dev/zero", join(folder, "zero.csv"));
  symlinkSync(join(folder, "inner.csv"), join(folder, "alias.csv"));
  symlinkSync("nowhere.csv", join(folder, "dangling.csv"));
  symlinkSync(outside, join(folder, "way"));
  writeFileSync(join(folder, "told.csv"), "time,value\n1,1\n");
  symlinkSync(join(outside, "secret.json"), join(folder, "told.json"));
  const store = metricStore(folder);

  test.each([
    "../secret", "..", ".", "/etc/passwd", join(outside, "secret"), "sub/deep", "sub\\deep", "way/secret", "inner.csv", "inner/../inner", "inner\0", "%2e%2e%2fsecret", "", " ", ".hidden", "a b", "__proto__", "constructor", "x".repeat(10_000), "inner\n", "notes", "notes.txt", "folder.csv/x", "..\u2215secret",
  ])("%j", async (name) => {
    const fault = await refusal(store.get(name));
    expect(fault.message).toMatch(/^there is no metric/);
    expect(fault.message.length).toBeLessThan(600);
    expect(fault.message).not.toContain(outside.slice(0, -2) + "/secret.csv");
  });

  test.each([
    ["link", "link.csv is a link out of the folder of metrics and is not followed: put a copy of the file there"],
    ["zero", "zero.csv is a link out of the folder of metrics and is not followed: put a copy of the file there"],
    ["told", "told.json is a link out of the folder of metrics and is not followed: put a copy of the file there"],
    ["dangling", "dangling.csv cannot be read (ENOENT)"],
    ["folder", "folder.csv is no file"],
  ])("%s, which is there and leads nowhere good", async (name, words) => {
    expect((await refusal(store.get(name))).message).toBe(words);
  });

  test("a link within the folder is followed, and another case of the letters is taken", async () => {
    expect((await store.get("alias")).values[0]).toBe(1);
    expect((await store.get("INNER")).id).toBe("inner");
  });

  test("what cannot be named is told in the list, and what is told wrongly beside its metric", async () => {
    const { metrics, skipped } = await store.list();
    expect(skipped.map((words) => words.split(":")[0])).toEqual(['".hidden.csv"', '"a b.csv"']);
    expect(metrics.find(({ id }) => id === "told")).toEqual({ id: "told", about: {}, problem: expect.stringContaining("told.json is a link out of the folder") });
  });
});

test.each([
  ["{", 'm.json is no JSON; it holds an object such as { "title": "…", "unit": "…", "resample": "last" }'],
  ["[1]", "m.json must hold an object with title, unit, resample, source, licence, not [1]"],
  ['{"license":"x"}', 'm.json has "license", which is not among title, unit, resample, source, licence; did you mean licence?'],
  ['{"title":5}', "m.json, title must be a text of at most 500 characters, not 5"],
  ['{"resample":"average"}', 'm.json, resample must be one of "last", "first", "mean", "sum", "min", "max", not "average"'],
])("the words %s beside a metric are refused", async (content, words) => {
  expect((await refusal(metricStore(folderOf({ "m.csv": "time,value\n1,1\n", "m.json": content })).get("m"))).message).toBe(words);
});

test.each([
  ["is not there", join(root, "absent"), /^VAL_METRICS names ".*absent", which cannot be read \(ENOENT\): set it to a folder of CSV files, or leave it out for the samples$/],
  ["is a file", join(folderOf({ "x": "" }), "x"), /^VAL_METRICS names ".*x", which is no folder/],
])("a folder that %s is refused at each call", async (_, folder, words) => {
  expect((await refusal(metricStore(folder).list())).message).toMatch(words);
});

describe("the samples that ship", () => {
  const folder = join(__dirname, "../../data/metrics");
  const files = readdirSync(folder);

  test("are small, and each says what it is, whence and on what terms", async () => {
    expect(files.reduce((bytes, file) => bytes + statSync(join(folder, file)).size, 0)).toBeLessThan(300_000);
    const { metrics, skipped } = await metricStore().list();
    expect(metrics.length).toBeGreaterThan(10);
    expect(skipped).toEqual([]);
    const readme = readFileSync(join(folder, "README.md"), "utf8");
    for (const { id, about, problem } of metrics) {
      expect({ id, problem }).toEqual({ id, problem: undefined });
      expect(Object.keys(about).sort()).toEqual(["licence", "resample", "source", "title", "unit"]);
      expect(readme).toContain(`\`${id}\``);
    }
  });

  test("are whole: no row missing, none twice, each month after the one before", async () => {
    const store = metricStore();
    expect(store.isSample).toBe(true);
    for (const { id } of (await store.list()).metrics) {
      const { times, values, duplicates } = await store.get(id);
      expect(duplicates).toBe(0);
      expect(values.every((value) => value === value)).toBe(true);
      const months = Array.from(times, (time) => new Date(time * 1000)).map((date) => date.getUTCFullYear() * 12 + date.getUTCMonth());
      const steps = new Set(id.startsWith("seattle") ? Array.from(times.slice(1), (time, i) => (time - times[i]!) / DAY) : months.slice(1).map((month, i) => month - months[i]!));
      expect({ id, steps: steps.size }).toEqual({ id, steps: 1 });
    }
  });
});
