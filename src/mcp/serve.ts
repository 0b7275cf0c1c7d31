/** Serves one client over standard input and output until either side ends it. */
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { lineTransport } from "./lines";
import { createServer } from "./server";

export function serve(): void {
  const transport = lineTransport(process.stdin, process.stdout);
  const connection = serveStdio(createServer, {
    transport,
    onerror: (error) => process.stderr.write(`val-mcp: ${error.message.slice(0, 300)}\n`),
  });
  const end = (): void => void connection.close().then(() => process.exit(0));
  const { onclose } = transport;
  transport.onclose = () => {
    onclose?.();
    // Answers that are still on their way to a slow reader are written out first.
    if (process.stdout.writableLength === 0 || process.stdout.destroyed) process.exit(0);
    process.stdout.once("drain", () => process.exit(0));
  };
  process.on("SIGINT", end);
  process.on("SIGTERM", end);
  process.on("SIGHUP", end);
}
