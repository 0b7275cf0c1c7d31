/**
 * JSON-RPC over standard input and output, a message a line. The SDK's own transport ends the connection at a line of more
 * than 10 MiB and leaves what is no message without an answer; here each gets one, and the next line is served.
 */
import { parseJSONRPCMessage, serializeMessage, type JSONRPCMessage, type Transport } from "@modelcontextprotocol/server";
import type { Readable, Writable } from "node:stream";
import { faultOf } from "./requests";

const MAX_LINE = 32 * 1024 * 1024;
/** How much of each end of an oversize line is kept, to find the id of the request in. */
const ENDS = 512;
/** How long the last answers may take after the input has ended. */
const LAST_ANSWERS_MS = 5_000;

const PARSE_ERROR = -32700;
const INVALID_REQUEST = -32600;
const INVALID_PARAMS = -32602;

const isId = (id: unknown): id is string | number => typeof id === "string" || (typeof id === "number" && Number.isInteger(id));

/** The id of a request of which only the two ends are known: before its params or after them. */
function idIn(head: string, tail: string): string | number | null {
  const found = /"id"\s*:\s*(\d+|"[^"\\]{0,100}")/.exec(head.split('"params"')[0]!) ?? /"id"\s*:\s*(\d+|"[^"\\]{0,100}")\s*\}\s*$/.exec(tail);
  return found ? (JSON.parse(found[1]!) as string | number) : null;
}

export function lineTransport(input: Readable, output: Writable, maxLine = MAX_LINE): Transport {
  let pieces: Buffer[] = [];
  let length = 0;
  let oversize: { head: string; tail: Buffer } | undefined;
  let closed = false;
  const unanswered = new Set<string | number>();
  let whenAnswered: (() => void) | undefined;

  const write = (text: string): Promise<void> =>
    new Promise((done) => {
      if (closed || output.destroyed || output.write(text)) done();
      else output.once("drain", done);
    });
  const answerError = (id: string | number | null, code: number, message: string): void => void write(`${JSON.stringify({ jsonrpc: "2.0", id, error: { code, message } })}\n`);

  function deliver(value: unknown, inBatch = false): void {
    // One protocol version of the past sent several messages in a line; each is answered on a line of its own.
    if (Array.isArray(value) && value.length > 0 && !inBatch) {
      value.forEach((each) => deliver(each, true));
      return;
    }
    let message: JSONRPCMessage;
    try {
      message = parseJSONRPCMessage(value);
    } catch {
      const id = (value as { readonly id?: unknown } | null)?.id;
      answerError(isId(id) ? id : null, INVALID_REQUEST, "Invalid request: a line must be one JSON-RPC 2.0 message with jsonrpc, method and, for an answer, id");
      return;
    }
    if ("method" in message && "id" in message) {
      const fault = faultOf(message.method, message.params);
      if (fault !== undefined) return answerError(message.id, INVALID_PARAMS, fault);
      unanswered.add(message.id);
    } else if ("method" in message && message.method === "notifications/cancelled") settle((message.params as { readonly requestId?: string | number } | undefined)?.requestId);
    transport.onmessage?.(message);
  }
  function settle(id: string | number | undefined): void {
    if (id !== undefined) unanswered.delete(id);
    if (unanswered.size === 0) whenAnswered?.();
  }

  function line(text: string): void {
    if (text.trim() === "") return;
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      answerError(null, PARSE_ERROR, "Parse error: the line is no JSON");
      return;
    }
    deliver(value);
  }

  function take(piece: Buffer): void {
    if (oversize) {
      oversize.tail = Buffer.concat([oversize.tail, piece]).subarray(-ENDS);
      return;
    }
    pieces.push(piece);
    length += piece.length;
    if (length <= maxLine) return;
    const whole = Buffer.concat(pieces);
    oversize = { head: whole.toString("utf8", 0, ENDS), tail: whole.subarray(-ENDS) };
    pieces = [];
  }
  function endLine(): void {
    if (oversize) answerError(idIn(oversize.head, oversize.tail.toString("utf8")), INVALID_REQUEST, `Request too large: a line may have ${maxLine} bytes; send shorter lists`);
    else if (length) line(Buffer.concat(pieces).toString("utf8"));
    pieces = [];
    length = 0;
    oversize = undefined;
  }
  function data(chunk: Buffer): void {
    let start = 0;
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, start)) {
      take(chunk.subarray(start, end));
      endLine();
      start = end + 1;
    }
    if (start < chunk.length) take(chunk.subarray(start));
  }

  /** The input has ended: what was asked is answered, then the connection is over. */
  function ended(): void {
    endLine();
    const timer = setTimeout(close, LAST_ANSWERS_MS);
    whenAnswered = () => {
      clearTimeout(timer);
      close();
    };
    if (unanswered.size === 0) whenAnswered();
  }
  function close(): void {
    if (closed) return;
    closed = true;
    input.off("data", data);
    input.pause();
    transport.onclose?.();
  }

  const transport: Transport = {
    async start() {
      input.on("data", data);
      input.on("end", ended);
      input.on("error", close);
      // A client that is gone cannot be answered: EPIPE ends the connection.
      output.on("error", close);
    },
    async send(message) {
      await write(serializeMessage(message));
      if (!("method" in message) && "id" in message) settle(message.id as string | number | undefined);
    },
    async close() {
      close();
    },
  };
  return transport;
}
