/** The protocol's side: which requests are answered, and with what. One server object a connection; all of them share what they list. */
import { ProtocolError, ProtocolErrorCode, ResourceNotFoundError, Server } from "@modelcontextprotocol/server";
import { didYouMean } from "../core/nearest";
import { callFormula, refused, type Arguments, type Reply } from "./call";
import { callDesk, DESK } from "./find";
import { callJsonTool } from "./json-tool";
import { JSON_TOOLS } from "./json-tools";
import { LISTING } from "./listing";
import { PROMPTS, promptText } from "./prompts";
import { readResource, RESOURCE_TEMPLATES, RESOURCES } from "./resources";
import { TOOLS } from "./tools";

/** Put in by the build; the sources on their own have no version. */
declare const VAL_VERSION: string | undefined;
export const VERSION = typeof VAL_VERSION === "string" ? VAL_VERSION : "0.0.0";

/** What a host tells the model before it has seen any tool; hosts cut it at 2,048 characters. */
export const INSTRUCTIONS = `VAL computes valuation and finance exactly: present and future value, NPV, IRR, XIRR, DCF, CAGR, annuities, loans, payback, perpetuities; CAPM, WACC, beta; comparable multiples (P/E, EV/EBITDA); pre-revenue startup methods (scorecard, Berkus, VC method); SaaS metrics (ARR, LTV, CAC, churn, NRR, burn); fintech, marketplace, biotech rNPV, hardware; SAFEs, tokens, ESG; probability; Black-Scholes and binomial options; country risk; dilution, employee options; fund performance (DPI, TVPI, MOIC); cap tables: funding rounds, exits, a kept ledger; formulas over time series.

Use these tools instead of computing in your head. calculate_<formula> takes one formula's inputs. valuation_<family> takes a method and the parameters in that method's signature; "?" marks what may be left out. simulate_funding_round, simulate_round and simulate_exit take a cap table; run_formula a formula over metrics or values. find_formula turns words into the tool and method to call; describe_formula gives equation, units, limits, source and an example.

Rates are decimals (12 % is 0.12; only names ending in Pct or _pct are percents), amounts plain numbers in one currency (1500000, not "1,500,000"), money paid out is negative in cash flows, dates are YYYY-MM-DD, a period is that of the rate. An answer has value in full precision, unit, all inputs with defaults, assumptions, warnings, steps, source, and the same call for Excel (excel with the VAL add-in, native without). Tell the user assumptions and warnings that matter. A refused call (isError) says what is missing or wrong: mend it and call again. Nothing is fetched from a network. Only create_cap_table, import_cap_table, record_cap_table_transaction and simulate_round with persist write, to a file on this machine, and they only add.`;

/** Nothing that is listed changes while the program runs, so clients may keep it. */
const KEEP = { ttlMs: 3_600_000, cacheScope: "public" } as const;

async function callTool(name: string, given: Arguments): Promise<Reply> {
  const tool = TOOLS.get(name);
  const other = JSON_TOOLS.get(name);
  try {
    if (tool) return callFormula(tool, given);
    if (Object.hasOwn(DESK, name)) return callDesk(name, given);
    if (other) return await callJsonTool(name, other, given);
  } catch {
    // The cause is ours; a caller can do nothing with it, and its text may tell more than it should.
    return refused("internal", `${name} failed on these arguments although it should not. Please report them; another method may do meanwhile.`);
  }
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${name.slice(0, 60)}${didYouMean(name, LISTING.map((listed) => listed.name))}`);
}

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
    const { content, text, refused: isError } = await callTool(params.name, params.arguments ?? {});
    return { content: [{ type: "text", text }], structuredContent: content, ...(isError ? { isError } : {}) };
  });
  server.setRequestHandler("resources/list", () => ({ resources: [...RESOURCES] }));
  server.setRequestHandler("resources/templates/list", () => ({ resourceTemplates: [...RESOURCE_TEMPLATES] }));
  server.setRequestHandler("resources/read", ({ params: { uri } }) => {
    const found = readResource(uri);
    if (!found) throw new ResourceNotFoundError(uri, `There is no resource ${uri.slice(0, 100)}; val://formulas lists them`);
    return { contents: [found] };
  });
  server.setRequestHandler("prompts/list", () => ({ prompts: PROMPTS.map(({ name, title, description, arguments: asked }) => ({ name, title, description, arguments: [...asked] })) }));
  server.setRequestHandler("prompts/get", ({ params }) => {
    const prompt = PROMPTS.find(({ name }) => name === params.name);
    if (!prompt) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown prompt: ${params.name.slice(0, 60)}; the prompts are ${PROMPTS.map(({ name }) => name).join(", ")}`);
    const given = params.arguments ?? {};
    const missing = prompt.arguments.filter(({ name, required }) => required && !given[name]?.trim()).map(({ name }) => name);
    if (missing.length) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `${prompt.name} needs ${missing.join(", ")}`);
    return { description: prompt.description, messages: [{ role: "user", content: { type: "text", text: promptText(prompt, given) } }] };
  });
  return server;
}
