/** The built server as a process, for tests: with the official client, or line by line. */
import { spawn, type ChildProcess } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport, getDefaultEnvironment } from "@modelcontextprotocol/client/stdio";
import { AjvJsonSchemaValidator } from "@modelcontextprotocol/client/validators/ajv";

export const SERVER = join(__dirname, "../../dist/mcp.js");
if (!existsSync(SERVER)) throw new Error("dist/mcp.js is not there: run npm run build first");

/** The last protocol with an initialize handshake, and the first without. */
export const ERAS = ["legacy", "2026-07-28"] as const;
export type Era = (typeof ERAS)[number];

/** `environment` is added to what a client passes on by itself. */
export async function connect(era: Era, environment: Record<string, string> = {}): Promise<Client> {
  const client = new Client({ name: "test", version: "1" }, era === "legacy" ? {} : { versionNegotiation: { mode: { pin: era } } });
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [SERVER], env: { ...getDefaultEnvironment(), ...environment }, stderr: "pipe" }));
  return client;
}

export interface Answer {
  readonly isError: boolean;
  readonly text: string;
  readonly content: Record<string, unknown>;
}

export async function call(client: Client, name: string, args: Readonly<Record<string, unknown>>): Promise<Answer> {
  const result = await client.callTool({ name, arguments: { ...args } });
  const [block, ...more] = result.content as { type: string; text: string }[];
  expect(more).toEqual([]);
  expect(block?.type).toBe("text");
  return { isError: result.isError === true, text: block!.text, content: result.structuredContent as Record<string, unknown> };
}

const validators = new AjvJsonSchemaValidator();
/** What is wrong with a value by a schema, or nothing. */
export function violations(schema: unknown, value: unknown): string | undefined {
  const result = validators.getValidator(schema as never)(value);
  return result.valid ? undefined : result.errorMessage;
}

export interface Message {
  readonly id?: number | string | null;
  readonly result?: Record<string, unknown>;
  readonly error?: { readonly code: number; readonly message: string };
}

export interface RawServer {
  readonly child: ChildProcess;
  readonly lines: string[];
  readonly errors: () => string;
  write(text: string): void;
  /** The answer to a request with this id, or to a line without one (null). */
  answerTo(id: number | string | null): Promise<Message>;
  readonly exit: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
}

export function start(args: readonly string[] = [], nodeArguments: readonly string[] = []): RawServer {
  const child = spawn(process.execPath, [...nodeArguments, SERVER, ...args], { stdio: ["pipe", "pipe", "pipe"] });
  const lines: string[] = [];
  const waiting: { id: number | string | null; done: (message: Message) => void }[] = [];
  let rest = "";
  let errors = "";
  child.stderr.on("data", (chunk: Buffer) => (errors += String(chunk)));
  child.stdin.on("error", () => undefined);
  child.stdout.on("data", (chunk: Buffer) => {
    rest += String(chunk);
    for (let end = rest.indexOf("\n"); end >= 0; end = rest.indexOf("\n")) {
      const line = rest.slice(0, end);
      rest = rest.slice(end + 1);
      lines.push(line);
      const message = JSON.parse(line) as Message;
      const at = waiting.findIndex(({ id }) => id === message.id);
      if (at >= 0) waiting.splice(at, 1)[0]!.done(message);
    }
  });
  return {
    child,
    lines,
    errors: () => errors,
    write: (text) => void child.stdin.write(text),
    answerTo: (id) => new Promise((done) => waiting.push({ id, done })),
    exit: new Promise((done) => child.once("close", (code, signal) => done({ code, signal }))),
  };
}

export const request = (id: number | string, method: string, params: unknown = {}): string => `${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`;
export const INITIALIZE = request(0, "initialize", { protocolVersion: "2024-11-05", capabilities: {}, clientInfo: { name: "test", version: "1" } });
