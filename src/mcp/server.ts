/** The protocol's side: which requests are answered, and with what. One server object a connection; all of them share what they list. */
import { ProtocolError, ProtocolErrorCode, ResourceNotFoundError, Server } from "@modelcontextprotocol/server";
import { nearest } from "../core/nearest";
import { LISTING } from "./listing";

/** Put in by the build; the sources on their own have no version. */
declare const VAL_VERSION: string | undefined;
export const VERSION = typeof VAL_VERSION === "string" ? VAL_VERSION : "0.0.0";

/** What a host tells the model before it has seen any tool; hosts cut it at 2,048 characters. */
export const INSTRUCTIONS = `VAL computes valuation and finance exactly: present and future value, NPV, IRR, XIRR, DCF, CAGR, annuities, loans, payback, perpetuities; CAPM, WACC, beta; comparable multiples (P/E, EV/EBITDA); pre-revenue startup methods (scorecard, Berkus, VC method); SaaS metrics (ARR, LTV, CAC, churn, NRR); fintech, marketplace, biotech rNPV, hardware; SAFEs, tokens, ESG; probability; Black-Scholes and binomial options; country risk; dilution, employee options; fund performance (DPI, TVPI, MOIC); cap tables: funding rounds, exits, a kept ledger; formulas over time series.

Use these tools instead of computing in your head. calculate_<formula> takes one formula's inputs. valuation_<family> takes a method and the parameters in that method's signature; "?" marks what may be left out. simulate_funding_round, simulate_round and simulate_exit take a cap table; run_formula a formula over metrics or values. find_formula turns words into the tool and method to call; a few formulas are only in Excel, and it says so. describe_formula gives equation, units, limits, source and an example.

Rates are decimals (12 % is 0.12; only names ending in Pct or _pct are percents), amounts plain numbers in one currency (1500000, not "1,500,000"), money paid out is negative in cash flows, dates are YYYY-MM-DD, a period is that of the rate. An answer has value in full precision, unit, all inputs with defaults, assumptions, warnings, steps, source, and the same call for Excel (excel with the VAL add-in, native without). Tell the user assumptions and warnings that matter. A refused call (isError) says what is missing or wrong: mend it and call again. Nothing is fetched from a network. Only create_cap_table, import_cap_table, record_cap_table_transaction and simulate_round with persist write, to a file on this machine, and they only add.`;

/** The tool that was meant. Most names begin alike, so what they share brings none nearer. */
function nearTool(written: string): string {
  const stem = (name: string): string => name.replace(/^(calculate|valuation|simulate)_/, "");
  const stems = new Map(LISTING.map(({ name }) => [stem(name), name]));
  const near = nearest(stem(written), stems.keys());
  return near === undefined ? "; tools/list names them all, and find_formula finds them by words" : `; did you mean ${stems.get(near)!}?`;
}

/** Nothing that is listed changes while the program runs, so clients may keep it. */
const KEEP = { ttlMs: 3_600_000, cacheScope: "public" } as const;

/** Clients list the tools when they start, and most start many servers: the formulas are loaded by the first call that needs one. */
const calls = () => import("./calls");

/** A new server for one connection. */
export function createServer(): Server {
  const server = new Server(
    { name: "val", title: "VAL valuation formulas", version: VERSION },
    {
      capabilities: { tools: {}, resources: {}, prompts: {} },
      instructions: INSTRUCTIONS,
      cacheHints: { "tools/list": KEEP, "resources/list": KEEP, "resources/templates/list": KEEP, "resources/read": KEEP, "prompts/list": KEEP },
    },
  );
  server.setRequestHandler("tools/list", () => ({ tools: LISTING as never }));
  server.setRequestHandler("tools/call", async ({ params }) => {
    const reply = await (await calls()).callTool(params.name, params.arguments ?? {});
    if (!reply) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${params.name.slice(0, 60)}${nearTool(params.name)}`);
    const { content, text, refused: isError } = reply;
    return { content: [{ type: "text", text }], structuredContent: content, ...(isError ? { isError } : {}) };
  });
  server.setRequestHandler("resources/list", async () => ({ resources: [...(await calls()).RESOURCES] }));
  server.setRequestHandler("resources/templates/list", async () => ({ resourceTemplates: [...(await calls()).RESOURCE_TEMPLATES] }));
  server.setRequestHandler("resources/read", async ({ params: { uri } }) => {
    const found = (await calls()).readResource(uri);
    if (!found) throw new ResourceNotFoundError(uri, `There is no resource ${uri.slice(0, 100)}; val://formulas lists them`);
    return { contents: [found] };
  });
  server.setRequestHandler("prompts/list", async () => ({ prompts: (await calls()).PROMPTS.map(({ name, title, description, arguments: asked }) => ({ name, title, description, arguments: [...asked] })) }));
  server.setRequestHandler("prompts/get", async ({ params }) => {
    const { PROMPTS, promptText } = await calls();
    const prompt = PROMPTS.find(({ name }) => name === params.name);
    if (!prompt) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown prompt: ${params.name.slice(0, 60)}; the prompts are ${PROMPTS.map(({ name }) => name).join(", ")}`);
    const given = params.arguments ?? {};
    const missing = prompt.arguments.filter(({ name, required }) => required && !given[name]?.trim()).map(({ name }) => name);
    if (missing.length) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `${prompt.name} needs ${missing.join(", ")}`);
    return { description: prompt.description, messages: [{ role: "user", content: { type: "text", text: promptText(prompt, given) } }] };
  });
  return server;
}
