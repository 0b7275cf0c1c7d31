/** The server as a process: what it prints, what it survives, and how it ends. */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { version } from "../../package.json";
import { INITIALIZE, request, SERVER, start, type RawServer } from "./server";

const CAGR = { name: "calculate_cagr", arguments: { begin_value: 100, end_value: 121, periods: 2 } };
const value = ({ result }: { result?: Record<string, unknown> }): unknown => (result?.["structuredContent"] as { value?: number } | undefined)?.value;

async function opened(): Promise<RawServer> {
  const server = start();
  const answer = server.answerTo(0);
  server.write(INITIALIZE);
  await answer;
  return server;
}
async function works(server: RawServer, id: number): Promise<void> {
  const answer = server.answerTo(id);
  server.write(request(id, "tools/call", CAGR));
  expect(value(await answer)).toBe(0.1);
}
async function ends(server: RawServer): Promise<void> {
  server.child.stdin!.end();
  expect(await server.exit).toEqual({ code: 0, signal: null });
  for (const line of server.lines) expect(JSON.parse(line)).toHaveProperty("jsonrpc", "2.0");
}

test.each<[string, string, number | string | null, number]>([
  ["a line that is no JSON", "garbage {\n", null, -32700],
  ["half a message", '{"jsonrpc":"2.0","id":7,"method":"tools/call"\n', null, -32700],
  ["JSON that is no message", '{"foo":1}\n', null, -32600],
  ["a message of no known form, with its id", '{"jsonrpc":"1.0","id":8,"method":"x"}\n', 8, -32600],
  ["an empty batch", "[]\n", null, -32600],
  ["an unknown method", request(9, "tools/destroy"), 9, -32601],
  ["an unknown tool", request(10, "tools/call", { name: "calculate_luck", arguments: {} }), 10, -32602],
  ["arguments that are no object", request(11, "tools/call", { name: "calculate_cagr", arguments: [1] }), 11, -32602],
])("%s is answered, and the next call works", async (_, line, id, code) => {
  const server = await opened();
  const answer = server.answerTo(id);
  server.write(line);
  expect((await answer).error).toMatchObject({ code, message: expect.stringMatching(/\w{5}/) as string });
  await works(server, 100);
  await ends(server);
});

test("blank lines, both line ends, split characters and several messages in a chunk are read", async () => {
  const server = await opened();
  const first = server.answerTo(1);
  const second = server.answerTo("two");
  const euro = Buffer.from(request("two", "tools/call", { name: "find_formula", arguments: { words: "€ annuity" } }));
  server.write(`\n  \r\n${request(1, "tools/call", CAGR).replace("\n", "\r\n")}`);
  expect(value(await first)).toBe(0.1);
  const cut = euro.indexOf(0xe2) + 1;
  server.child.stdin!.write(euro.subarray(0, cut));
  await new Promise((done) => setTimeout(done, 30));
  server.child.stdin!.write(euro.subarray(cut));
  expect(JSON.stringify((await second).result)).toContain("annuity");
  await ends(server);
});

test("a batch is answered message by message", async () => {
  const server = await opened();
  const both = Promise.all([server.answerTo(1), server.answerTo(2)]);
  server.write(`[${request(1, "tools/call", CAGR).trim()},${request(2, "tools/call", CAGR).trim()}]\n`);
  expect((await both).map(value)).toEqual([0.1, 0.1]);
  await ends(server);
});

test("a line of 10 MB is answered, and the next call works", async () => {
  const server = await opened();
  const flows = `[${"1000,".repeat(2_300_000)}1]`;
  expect(flows.length).toBeGreaterThan(10.5 * 1024 * 1024);
  const answer = server.answerTo(1);
  server.write(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"calculate_npv","arguments":{"rate":0.1,"cash_flows":${flows}}}}\n`);
  const { result } = await answer;
  expect(result).toMatchObject({ isError: true, structuredContent: { error: { kind: "too_large" } } });
  expect(JSON.stringify(result).length).toBeLessThan(3000);
  await works(server, 2);
  await ends(server);
});

test.each([
  ["before its params", '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"calculate_npv","arguments":{"rate":0.1,"cash_flows":"', '"}}}\n'],
  ["after its params", '{"method":"tools/call","params":{"name":"calculate_npv","arguments":{"rate":0.1,"cash_flows":"', '"}},"jsonrpc":"2.0","id":1}\n'],
])("a line of more than 32 MB is refused by its id, which stands %s, and the next call works", async (_, head, tail) => {
  const server = await opened();
  const answer = server.answerTo(1);
  server.write(head);
  for (let i = 0; i < 34; i++) server.write("9".repeat(1024 * 1024));
  server.write(tail);
  expect((await answer).error).toMatchObject({ code: -32600, message: expect.stringContaining("too large") as string });
  await works(server, 2);
  await ends(server);
});

test("a value of any depth or kind is refused in words", async () => {
  const server = await opened();
  const deep = `${"[".repeat(5000)}1${"]".repeat(5000)}`;
  const answer = server.answerTo(1);
  server.write(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"calculate_cagr","arguments":{"begin_value":${deep},"end_value":{"a":{"b":1}},"periods":1e400,"__proto__":1}}}\n`);
  const { result, error } = await answer;
  expect(error).toBeUndefined();
  expect(result).toMatchObject({ isError: true });
  expect(JSON.stringify(result)).not.toMatch(/ at \w+.*:\d+:\d+/);
  await works(server, 2);
  await ends(server);
});

test.each<[string, object, string]>([
  ["no params", {}, "tools/call: name is missing: it must be the name of a tool as a text; tools/list gives them"],
  ["a name that is no text", { params: { name: 5 } }, "name must be the name of a tool as a text; tools/list gives them, not 5"],
  ["arguments as text", { params: { name: "calculate_cagr", arguments: "{}" } }, 'tools/call: arguments must be an object of the tool\'s parameters, such as {"rate": 0.1}, or left out, not "{}"'],
  ["arguments that are nothing", { params: { name: "calculate_cagr", arguments: null } }, "or left out, not null"],
  ["a prompt without a name", { method: "prompts/get", params: { arguments: { company: 5 } } }, 'prompts/get: name is missing: it must be the name of a prompt as a text; prompts/list gives them; arguments must be an object whose values are texts, or left out, not {"company":5}'],
  ["a resource without an address", { method: "resources/read", params: {} }, "resources/read: uri is missing"],
])("a request with %s is refused in words, and the next call works", async (_, members, words) => {
  const server = await opened();
  const answer = server.answerTo(1);
  server.write(`${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", ...members })}\n`);
  expect((await answer).error).toEqual({ code: -32602, message: expect.stringContaining(words) as string });
  await works(server, 2);
  await ends(server);
});

const nested = (levels: number, open: string, close: string): string => open.repeat(levels) + "1" + close.repeat(levels);
test.each<[string, string, string]>([
  ["lists of 3,000 levels", "calculate_npv", `"rate":0.1,"cash_flows":${nested(3_000, "[", "]")}`],
  ["lists of 50,000 levels", "calculate_npv", `"rate":0.1,"cash_flows":${nested(50_000, "[", "]")}`],
  ["the text of such lists", "calculate_npv", `"rate":0.1,"cash_flows":"${nested(50_000, "[", "]")}"`],
  ["objects of 20,000 levels", "import_cap_table", `"data":${nested(20_000, '{\"a\":', "}")}`],
  ["the text of such objects", "import_cap_table", `"data":${JSON.stringify(nested(20_000, '{"a":', "}"))}`],
  ["words of many levels", "find_formula", `"words":${nested(20_000, "[", "]")}`],
  ["a metric of many levels", "run_formula", `"expression":"a","values":${nested(20_000, "[", "]")}`],
])("%s are refused by name, and the next call works", async (_, tool, args) => {
  const server = await opened();
  const answer = server.answerTo(1);
  server.write(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"${tool}","arguments":{${args}}}}\n`);
  expect((await answer).result).toMatchObject({ isError: true, structuredContent: { error: { kind: "too_large", message: expect.stringMatching(/^\w+: (cash_flows|data|words|values) is nested more than 64 levels deep/) as string } } });
  await works(server, 2);
  await ends(server);
});

test("lines and params of many levels end nothing", async () => {
  const server = await opened();
  const [line, params] = [server.answerTo(null), server.answerTo(1)];
  server.write(`${nested(50_000, "[", "]")}\n`);
  expect((await line).error).toMatchObject({ code: -32600 });
  server.write(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"calculate_npv","arguments":${nested(50_000, "[", "]")}}}\n`);
  expect((await params).error).toMatchObject({ code: -32602, message: expect.stringContaining("not a value of many levels") as string });
  await works(server, 2);
  await ends(server);
});

test.each(["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"])("a client of %s is served", async (protocolVersion) => {
  const server = start();
  const answer = server.answerTo(0);
  server.write(request(0, "initialize", { protocolVersion, capabilities: {}, clientInfo: { name: "test", version: "1" } }));
  expect((await answer).result).toMatchObject({ protocolVersion, serverInfo: { name: "val", version } });
  server.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n');
  await works(server, 1);
  await ends(server);
});

test("what was asked before the end of input is answered before the end", async () => {
  const output = execFileSync(process.execPath, [SERVER], { input: INITIALIZE + request(1, "tools/list") + request(2, "tools/call", CAGR).trimEnd(), encoding: "utf8" });
  const answers = output.trim().split("\n").map((line) => JSON.parse(line) as { id: number });
  expect(answers.map(({ id }) => id).sort()).toEqual([0, 1, 2]);
});

test.each(["SIGTERM", "SIGINT", "SIGHUP"] as const)("%s ends it", async (signal) => {
  const server = await opened();
  server.child.kill(signal);
  expect(await server.exit).toEqual({ code: 0, signal: null });
});

test("a client that is gone ends it", async () => {
  const server = await opened();
  server.child.stdout!.destroy();
  server.write(request(1, "tools/list"));
  server.write(request(2, "tools/list"));
  expect((await server.exit).signal).toBeNull();
});

test.each([[["--version"], 0, `val-mcp ${version}`], [["--help"], 0, "VAL_STORE"], [["--help"], 0, "VAL_METRICS"], [["--port"], 2, "no option --port"]])("%j speaks on standard error only", (args, code, words) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [SERVER, ...args], { input: "", encoding: "utf8" });
  expect({ status, stdout }).toEqual({ status: code, stdout: "" });
  expect(stderr).toContain(words);
});

test("an old Node is told in one line", () => {
  const old = join(mkdtempSync(join(tmpdir(), "val-")), "old.cjs");
  writeFileSync(old, 'Object.defineProperty(process, "versions", { value: { ...process.versions, node: "18.20.0" } });');
  const { status, stdout, stderr } = spawnSync(process.execPath, ["--require", old, SERVER], { input: INITIALIZE, encoding: "utf8" });
  expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
  expect(stderr).toMatch(/^val-mcp needs Node 20 or newer; this is 18\.20\.0 .*\n$/);
});

test("it lists its tools soon after it starts", async () => {
  const bare: number[] = [];
  const served: number[] = [];
  for (let i = 0; i < 5; i++) {
    let began = performance.now();
    spawnSync(process.execPath, ["-e", "0"]);
    bare.push(performance.now() - began);
    began = performance.now();
    const server = start();
    const answer = server.answerTo(1);
    server.write(INITIALIZE + request(1, "tools/list"));
    await answer;
    served.push(performance.now() - began);
    await ends(server);
  }
  // Against Node itself, which takes some 50 ms on an idle machine: other tests run beside this one.
  expect(Math.min(...served) / Math.min(...bare)).toBeLessThan(5);
});
