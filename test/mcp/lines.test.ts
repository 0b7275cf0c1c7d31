/** The line reader by itself, where a process could not be made to take its time. */
import { PassThrough } from "node:stream";
import { lineTransport } from "../../src/mcp/lines";
import { request } from "./server";

function opened(): { input: PassThrough; output: PassThrough; transport: ReturnType<typeof lineTransport>; asked: unknown[]; closed: () => boolean } {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const transport = lineTransport(input, output, 1000);
  const asked: unknown[] = [];
  let isClosed = false;
  transport.onmessage = (message) => asked.push(message);
  transport.onclose = () => (isClosed = true);
  void transport.start();
  return { input, output, transport, asked, closed: () => isClosed };
}
const moment = (): Promise<void> => new Promise((done) => setTimeout(done, 20));

test("an answer that takes its time is waited for after the input has ended", async () => {
  const { input, output, transport, asked, closed } = opened();
  input.end(request(1, "tools/list") + request("two", "tools/list").trimEnd());
  await moment();
  expect(asked).toHaveLength(2);
  expect(closed()).toBe(false);
  await transport.send({ jsonrpc: "2.0", id: 1, result: {} });
  expect(closed()).toBe(false);
  await transport.send({ jsonrpc: "2.0", id: "two", result: {} });
  expect(closed()).toBe(true);
  expect(String(output.read()).trim().split("\n")).toHaveLength(2);
});

test("a request that was cancelled is not waited for", async () => {
  const { input, closed } = opened();
  input.write(request(1, "tools/list"));
  input.end(`${JSON.stringify({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 1 } })}\n`);
  await moment();
  expect(closed()).toBe(true);
});

test("a line at the limit is read, a longer one is refused with its id, whatever its pieces", async () => {
  const { input, output, asked } = opened();
  const line = (length: number, id: number): string => request(id, "x", { filler: "" }).replace('""', `"${"y".repeat(length - request(id, "x", { filler: "" }).length + 1)}"`);
  expect(line(1000, 1)).toHaveLength(1001);
  for (const text of [line(1000, 1), line(1001, 2), line(3000, 3), line(1000, 4)]) {
    for (let i = 0; i < text.length; i += 700) input.write(text.slice(i, i + 700));
  }
  await moment();
  expect(asked).toMatchObject([{ id: 1 }, { id: 4 }]);
  const answers = String(output.read()).trim().split("\n").map((text) => JSON.parse(text) as unknown);
  expect(answers).toMatchObject([{ id: 2, error: { code: -32600 } }, { id: 3, error: { code: -32600 } }]);
});
