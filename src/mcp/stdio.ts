/** The command val-mcp. Everything but the protocol goes to standard error. */
const USAGE = `val-mcp: valuation formulas for agents, over the Model Context Protocol

  val-mcp             serves one client on standard input and output
  val-mcp --version   prints the version
  val-mcp --help      prints this

A client starts it by itself: give it the command "node" with the path of this file. All messages but the
protocol's own go to standard error. It reads two variables of its environment:

  VAL_STORE           the file that keeps cap tables; without it, one in your data folder
  VAL_METRICS         the folder of metrics, one CSV file each; without it, the samples beside this file`;
const LEAST_NODE = 20;

const say = (text: string): void => void process.stderr.write(`${text}\n`);

async function main(options: readonly string[]): Promise<void> {
  const [option] = options;
  if (Number.parseInt(process.versions.node, 10) < LEAST_NODE) {
    say(`val-mcp needs Node ${LEAST_NODE} or newer; this is ${process.versions.node} at ${process.execPath}. Install a newer one, or give your client the path of the right one.`);
    process.exitCode = 1;
    return;
  }
  if (option === "--help" || option === "-h") return say(USAGE);
  // Loaded only now, so that an old Node gets the line above and not an error from deep inside.
  const { VERSION } = await import("./server");
  if (option === "--version" || option === "-v") return say(`val-mcp ${VERSION}`);
  if (option !== undefined) {
    say(`val-mcp has no option ${option}\n\n${USAGE}`);
    process.exitCode = 2;
    return;
  }
  // Whoever prints by mistake must not break into the protocol.
  console.log = console.info = console.debug = console.error;
  const { serve } = await import("./serve");
  serve();
}

process.stderr.on("error", () => undefined);
void main(process.argv.slice(2));

export {};
