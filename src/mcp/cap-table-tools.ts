/**
 * The tools over cap tables: rounds and exits, simulated on a table sent along or on one that is kept, and the store itself.
 * What a call may carry is the engines' and the store's own data; here it becomes schemas, and a table is found for it.
 */
import { readExit, simulateExit, type ExitArguments } from "../cap-table/exit-answer";
import { fundingRound, readRound, type RoundArguments } from "../cap-table/round-answer";
import { simulateRound, type SimulatedRoundArguments } from "../cap-table/simulated-round";
import { exitInputs, holdingsTable, instrumentsTable, roundInputs, roundOptionsTable } from "../cap-table/rows";
import { dayOf, type Column } from "../cap-table/table";
import { isoDate } from "../core/dates";
import { explain } from "../core/evaluate";
import { Failure } from "../core/failure";
import { didYouMean } from "../core/nearest";
import { show, unitOf } from "../core/parameters";
import { FORMULAS } from "../formulas";
import { SIMULATED } from "../formulas/calls";
import { cellFormula } from "../language/excel";
import type { Arguments } from "./call";
import type { Json, JsonTool } from "./json-tool";
import { INVESTOR_HELP, readRoundCall, roundCall } from "./round-call";
import { storeArguments, type Argument } from "./store/arguments";
import { openSqlite, defaultFile } from "./store/sqlite";
import { createStore, fingerprint, type CapTableStore, type KeptRound } from "./store/store";
import { transactionTables, transactionTypes } from "./store/transactions";

/* ------------------------------------------------------------------------------------------------ schemas */

const TYPES: Readonly<Record<Column["kind"], string>> = { text: "string", choice: "string", date: "string", number: "number", yes_no: "boolean" };

/** A column as a property: its first clause, which says what it is. Limits are told by the refusal. */
function property({ kind, help, choices, whole }: Column): object {
  const [clause = help] = help.split(/[;:,]/);
  const hint = kind === "date" ? "; YYYY-MM-DD" : help.includes("10 is 10 %") ? ", 10 = 10 %" : "";
  return { type: whole ? "integer" : TYPES[kind], description: clause + hint, ...(choices ? { enum: choices } : {}) };
}

/** The columns of a row in one line, since each client pays for every word of a list of tools. */
const columnsOf = (columns: Readonly<Record<string, Column>>): string =>
  Object.entries(columns).map(([name, { required, choices }]) => `${name}${required ? "" : "?"}${choices ? ` ${choices.join("|")}` : ""}`).join(", ");
const columnNames = (columns: Readonly<Record<string, Column>>): string => Object.entries(columns).map(([name, { required }]) => `${name}${required ? "" : "?"}`).join(",");
const rows = (what: string, columns: Readonly<Record<string, Column>>): object => ({ type: "array", items: { type: "object" }, description: `${what}: ${columnsOf(columns)}` });

const HOLDINGS = rows("One row a holder and class", holdingsTable.columns);
const INSTRUMENTS = rows("SAFEs and notes, as signed", instrumentsTable.columns);
/** The columns stand in full in one tool; the others name those that most tables need. */
const HOLDINGS_BRIEFLY = { type: "array", items: { type: "object" }, description: "Rows: holder, shares, kind?, issue_price? …, as in simulate_funding_round" };
const INSTRUMENTS_BRIEFLY = { type: "array", items: { type: "object" }, description: "SAFEs and notes: holder, amount, cap? …" };
const CAP_TABLE = { type: "string", description: "Kept cap table by name or id; not with holdings" };
const OPTIONS = { type: "object", description: columnsOf(roundOptionsTable.columns) };

const schema = (properties: Readonly<Record<string, object>>, required: readonly string[] = []): JsonTool["inputSchema"] => ({ type: "object", properties, required, additionalProperties: false });
const settings = (columns: Readonly<Record<string, Column>>, left: readonly string[] = []): Record<string, object> =>
  Object.fromEntries(Object.entries(columns).filter(([name]) => !left.includes(name)).map(([name, column]) => [name, property(column)]));

function storeSchema(name: keyof typeof storeArguments): JsonTool["inputSchema"] {
  const entries = Object.entries(storeArguments[name] as Readonly<Record<string, Argument>>);
  const one = ([argument, of]: [string, Argument]): [string, object] => [
    argument,
    // Data may be JSON text as well as the JSON itself; a schema has one type, and every client can send a text.
    of.kind === "json" ? { type: "string", description: of.help }
    : of.kind === "rows" ? (argument === "holdings" ? HOLDINGS_BRIEFLY : argument === "instruments" ? INSTRUMENTS_BRIEFLY : { type: "array", items: { type: "object" }, description: of.help })
    : property(of),
  ];
  return schema(Object.fromEntries(entries.map(one)), entries.filter(([, { required }]) => required).map(([argument]) => argument));
}

const NUMBER = { type: "number" }, TEXT = { type: "string" }, TEXTS = { type: "array", items: TEXT }, ROWS = { type: "array", items: { type: "object" } }, OBJECT = { type: "object" };
const TOLD = { steps: ROWS, assumptions: TEXTS, warnings: TEXTS, source: TEXT, cap_table: OBJECT };

/* ------------------------------------------------------------------------------------------------ which table */

let opened: CapTableStore | undefined;
/** The store is opened by the first call that needs it, so that a server that only computes never touches a disk. */
const store = (): CapTableStore => (opened ??= createStore(openSqlite(defaultFile())));

interface Chosen {
  readonly holdings: unknown;
  readonly instruments: unknown;
  readonly cap_table?: { readonly id: string; readonly name: string; readonly version: number };
  readonly assumed?: readonly string[];
}

/** The day that a simulation is about, where it names one that can be read; what cannot be is told by the engine. */
function simulatedDay({ date, exit_date }: Arguments): string | undefined {
  const day = dayOf(date ?? exit_date);
  return day === undefined ? undefined : isoDate(day);
}

/**
 * The table sent along, or the one that is kept, as it stands on the day of the simulation; both at once would leave open
 * which one is meant.
 */
async function tableFor(given: Arguments): Promise<Chosen> {
  const { cap_table, holdings, instruments } = given;
  const day = simulatedDay(given);
  const named = cap_table !== undefined && cap_table !== null && cap_table !== "";
  if (holdings !== undefined && holdings !== null) {
    if (named) throw new Failure("condition", "cap_table and holdings were both sent: a simulation runs on one table. Leave one out", "cap_table");
    return { holdings, instruments };
  }
  if (named && typeof cap_table !== "string") throw new Failure("type", "cap_table must be a text: the name or id of a kept cap table", "cap_table");
  try {
    const kept = await store().rows(named ? (cap_table as string) : undefined, day);
    const dated = "date" in given ? "date" : "exit_date";
    if (kept.holdings.length + kept.instruments.length === 0) throw new Failure("condition", `the cap table ${kept.cap_table.name} holds nothing on ${kept.as_of}${day ? "" : ", which is today"}. Give a day on which it does (get_cap_table with ledger shows the days of its transactions), or record its opening on an earlier day`, dated);
    return { holdings: kept.holdings, instruments: instruments ?? kept.instruments, cap_table: kept.cap_table, ...(day ? {} : { assumed: [`no day was given: the cap table is that of today, ${kept.as_of}`] }) };
  } catch (fault) {
    if (!(fault instanceof Failure) || named) throw fault;
    throw new Failure(fault.kind, `holdings is missing, and no kept cap table stands in for it (${fault.message.replace(/\.$/, "")}). Send holdings, one row a holder and class`, "holdings");
  }
}

const SOURCE = "Policy iteration over exact fractions; terms as in Y Combinator's SAFEs and the NVCA model documents";

/** What each type of transaction takes, a line each; what issue has told is not told again. */
const TRANSACTIONS = transactionTypes.map((type) => {
  const columns = transactionTables[type].columns as Readonly<Record<string, Column>>;
  const terms = Object.keys(columns).filter((name) => type !== "issue" && !columns[name]!.required && name in transactionTables.issue.columns);
  const short = terms.length > 6 ? Object.fromEntries(Object.entries(columns).filter(([name]) => !terms.includes(name))) : columns;
  return `${type}(${columnNames(short)}${terms.length > 6 ? ", and those of issue that apply" : ""})`;
}).join("\n");

/** Arguments that only the table's finding asks for. */
const withoutTable = ({ cap_table: _c, holdings: _h, instruments: _i, ...rest }: Arguments): Arguments => rest;

/* ------------------------------------------------------------------------------------------------ single prices */

/** Sent the inputs of a price that has no tool of its own and nothing else, any simulation answers it. */
function singlePrice(given: Arguments): Json | undefined {
  const names = Object.keys(given);
  const formula = SIMULATED.map((id) => FORMULAS.get(id)).find((one) => one && names.length > 1 && names.every((name) => Object.hasOwn(one.inputs, name)) && Object.entries(one.inputs).every(([name, input]) => input.optional || names.includes(name)));
  if (!formula) return undefined;
  const { value, steps, assumptions, warnings, inputs } = explain(formula, given);
  return { value, unit: unitOf(formula.returns.kind), method: formula.id, inputs, steps, assumptions: [`answered as ${formula.id}: these are its inputs`, ...assumptions], warnings, source: formula.source, excel: cellFormula(formula.id, formula.inputs, inputs) };
}

const SINGLE_ANSWER = { value: NUMBER, unit: TEXT, method: TEXT, inputs: OBJECT, excel: TEXT };

/* ------------------------------------------------------------------------------------------------ running */

/** Names that the tool does not have are told before anything is looked up. */
function known(name: string, { properties }: JsonTool["inputSchema"], given: Arguments): void {
  const faults = Object.keys(given).filter((argument) => !Object.hasOwn(properties, argument))
    .map((argument) => new Failure("unknown", `${name} has no parameter ${JSON.stringify(argument.slice(0, 60))}${didYouMean(argument, Object.keys(properties))}`, argument.slice(0, 60)));
  if (faults.length) throw Failure.all(faults);
}

/** `check` reads what needs no table, so that all of its faults are told before a table is looked for. */
const simulation = (name: string, tool: Omit<JsonTool, "run">, run: (given: Arguments, table: Chosen) => Promise<Json> | Json, check: (given: Arguments) => unknown = () => undefined): JsonTool => ({
  ...tool,
  answer: { ...tool.answer, ...SINGLE_ANSWER },
  run: async (given) => {
    const price = singlePrice(given);
    if (price) return price;
    known(name, tool.inputSchema, given);
    check(given);
    const table = await tableFor(given);
    const answer = await run(given, table);
    return {
      ...answer,
      ...(table.assumed ? { assumptions: [...table.assumed, ...((answer["assumptions"] as readonly string[] | undefined) ?? [])] } : {}),
      source: SOURCE,
      // A call that wrote answers with the version that it made.
      ...(table.cap_table ? { cap_table: answer["cap_table"] ?? table.cap_table } : {}),
    };
  },
});

/** Arguments that are no terms of a round; the roundId has found it, whatever its case. */
const NO_TERMS = ["cap_table", "persist", "expectedProjectId", "roundId"];

/** An argument for comparing: a number is the same as its text, and a day is itself in any of its forms. */
const term = (call: Arguments, name: string): string => {
  const value = (name === "date" ? simulatedDay(call) : call[name]) ?? null;
  return fingerprint(typeof value === "object" ? value : String(value).trim());
};

/** The answer of a round that is kept, as it was then: simulated again it would stand on top of itself. */
function asRecorded({ round_id, date, voided, recorded, inputs, answer }: KeptRound, asked: Arguments): Json {
  if (voided) throw new Failure("condition", `roundId ${round_id} was recorded and voided, so it is not recorded again. Nothing was written. Give this round another roundId`, "roundId");
  const then = inputs as Arguments;
  const other = Object.keys({ ...then, ...asked }).filter((name) => !NO_TERMS.includes(name) && term(then, name) !== term(asked, name));
  const told = (value: unknown): string => (value === undefined || value === null ? "left out" : show(value));
  if (other.length) throw new Failure("condition", `roundId ${round_id} is the round of ${date}, which was recorded with other terms: ${other.map((name) => `${name} was ${told(then[name])} and is ${told(asked[name])}`).join(", ")}. Nothing was written. Give another round another roundId, or void this one first`, "roundId");
  return { ...(answer as Json), persisted: false, already_recorded: true, recorded, note: "this round was recorded before; nothing was written now" };
}

async function runSimulateRound(given: Arguments, table: Chosen): Promise<Json> {
  const { investor, terms, assumed, persist, expectedProjectId, roundId, poolHolderName } = readRoundCall(given);
  const { persist: _persist, expectedProjectId: _expected, ...asked } = withoutTable(given);
  const date = simulatedDay(asked);
  const { cap_table: stored } = table;
  const faults = [
    ...(expectedProjectId !== undefined && stored && expectedProjectId !== stored.id && expectedProjectId !== stored.name ? [new Failure("condition", `expectedProjectId is ${expectedProjectId}, but the cap table is ${stored.name} (${stored.id})`, "expectedProjectId")] : []),
    ...(persist && !stored ? [new Failure("condition", "persist needs a kept cap table: create one with create_cap_table and leave holdings out", "persist")] : []),
    ...(persist && roundId === undefined ? [new Failure("missing", "roundId is missing: persist needs it, so that the same round is written once", "roundId")] : []),
    ...(persist && date === undefined ? [new Failure("missing", "date is missing: persist needs the day of the round, YYYY-MM-DD", "date")] : []),
  ];
  if (faults.length) throw Failure.all(faults);
  const earlier = stored && roundId !== undefined ? await store().round(stored.id, roundId) : undefined;
  // What was voided has left the table: it may be simulated there, and only not be written again.
  if (earlier?.answer && (persist || !earlier.voided)) return asRecorded(earlier, given);
  const simulated = simulateRound({ ...asked, investor, holdings: table.holdings, instruments: table.instruments } as unknown as SimulatedRoundArguments);
  const answer = { ...simulated, assumptions: [...simulated.assumptions, ...assumed] };
  if (!persist) return { ...answer, persisted: false };
  const written = await store().persistRound({
    cap_table: stored!.id,
    round_id: roundId!,
    round_name: answer.roundName,
    date: date!,
    security: answer.roundName,
    expected_version: stored!.version,
    result: { price_per_share: answer.pricePerShare, new_shares: answer.newSharesIssued, conversions: answer.conversions, anti_dilution: answer.antiDilution, pool: answer.pool },
    investors: [{ holder: investor.name }],
    terms,
    pool: poolHolderName,
    inputs: given,
    answer,
  });
  return { ...answer, persisted: written.persisted, already_recorded: written.already_recorded, recorded: written.recorded, note: written.note, cap_table: written.cap_table };
}

/** A tool of the store; `told` are the arguments that a client is told of, where listing all of them would cost too much. */
const kept = (name: keyof typeof storeArguments, writes: boolean, run: (given: Arguments) => Promise<object>, texts: Pick<JsonTool, "title" | "description" | "answer">, told?: readonly string[]): JsonTool => {
  const all = storeSchema(name);
  return {
    ...texts,
    inputSchema: told ? { ...all, properties: Object.fromEntries(told.map((argument) => [argument, all.properties[argument]!])) } : all,
    writes,
    run: async (given) => {
      known(name, all, given);
      return (await run(given)) as Json;
    },
  };
};

export const CAP_TABLE_TOOLS: Readonly<Record<string, JsonTool>> = {
  simulate_funding_round: simulation("simulate_funding_round", {
    title: "Simulate a priced funding round",
    description:
      "Solves a priced round exactly: price per share, SAFE and note conversions with what bound each, pool top-up, anti-dilution, the cap table before and after. Use for what a term sheet does to everyone; to write the round into a kept table, or with OrgGen's names, use simulate_round; for a sale use simulate_exit.\nAmounts in one currency; names ending in _pct are percents (10 = 10 %), all other rates decimals. Nothing is stored. Terms that contradict each other are refused with what would repair them.\nE.g. {\"pre_money\":8000000,\"investment\":2000000,\"pool_target_pct\":10,\"holdings\":[{\"holder\":\"Founders\",\"shares\":6000000}]}.",
    inputSchema: schema({ ...settings(roundInputs.columns, ["pool_target", "security"]), cap_table: CAP_TABLE, holdings: HOLDINGS, instruments: INSTRUMENTS, options: OPTIONS }, ["pre_money", "investment"]),
    answer: {
      price_per_share: NUMBER, pre_money: NUMBER, post_money: NUMBER, investment: NUMBER, new_shares: NUMBER, company_capitalization: NUMBER, effective_pre_money: NUMBER, fully_diluted_before: NUMBER, fully_diluted_after: NUMBER,
      pool: OBJECT, conversions: ROWS, anti_dilution: ROWS, stakeholders: ROWS, ...TOLD,
    },
  }, (given, { holdings, instruments }) => ({ ...fundingRound(readRound({ ...withoutTable(given), holdings, instruments } as unknown as RoundArguments)) })),

  simulate_round: simulation("simulate_round", {
    title: "Simulate a round by OrgGen's names, and keep it",
    description:
      "Solves a priced round by OrgGen's names and, with persist=true, writes it to a kept cap table at once. Use to carry a round out or where the caller speaks these names; to explore terms use simulate_funding_round, for a sale simulate_exit.\nantiDilution protects every earlier preferred priced above the round; esopRefreshPct is a percent (10 = 10 %), granted options counted in. The same roundId again changes nothing; a table that moved meanwhile is refused unchanged.\nE.g. {\"roundName\":\"Series A\",\"amountRaised\":2000000,\"preMoneyValuation\":8000000,\"investor\":{\"name\":\"Fund\"},\"holdings\":[{\"holder\":\"Founders\",\"shares\":6000000}]}.",
    inputSchema: schema({
      ...settings(roundCall.columns),
      investor: { type: "object", description: INVESTOR_HELP },
      cap_table: CAP_TABLE, holdings: HOLDINGS_BRIEFLY, instruments: INSTRUMENTS_BRIEFLY, options: { type: "object", description: "As in simulate_funding_round" },
    }, ["amountRaised", "preMoneyValuation"]),
    answer: { pricePerShare: NUMBER, newSharesIssued: NUMBER, postMoneyValuation: NUMBER, holders: ROWS, persisted: { type: "boolean" }, pool: OBJECT, conversions: ROWS, antiDilution: ROWS, already_recorded: { type: "boolean" }, note: TEXT, ...TOLD },
    writes: true,
  }, runSimulateRound, readRoundCall),

  simulate_exit: simulation("simulate_exit", {
    title: "Simulate an exit and its waterfall",
    description:
      "Shares the proceeds of an exit: preferences by seniority, participation, caps, conversion, option strikes, dividends, SAFEs and notes together; who converts, and the breakpoints. Use for a sale or winding-up; for a new financing use simulate_funding_round.\nAmounts in one currency; nothing is stored; what cannot be read is refused by row. Sent only the inputs of safe_price, note_balance, weighted_average_price or full_ratchet_price, it answers that price.\nE.g. {\"exit_value\":40000000,\"holdings\":[{\"holder\":\"A\",\"kind\":\"preferred\",\"shares\":20,\"issue_price\":250000},{\"holder\":\"F\",\"shares\":80}]}.",
    inputSchema: schema({ ...settings(exitInputs.columns), exit_values: { type: "array", items: NUMBER, description: "Several exit values at once" }, cap_table: CAP_TABLE, holdings: HOLDINGS_BRIEFLY, instruments: INSTRUMENTS_BRIEFLY }),
    answer: { exits: ROWS, breakpoints: ROWS, ...TOLD },
  }, (given, { holdings, instruments }) => ({ ...simulateExit(readExit({ ...withoutTable(given), holdings, instruments } as unknown as ExitArguments)) })),

  create_cap_table: kept("create_cap_table", true, (given) => store().create(given), {
    title: "Create a cap table that is kept",
    description:
      "Starts a kept cap table with its holdings and instruments, as dated transactions of a ledger. Use once for a company whose table is to be kept; to add to it use record_cap_table_transaction, from a file import_cap_table; to only compute, send holdings to simulate_funding_round.\nAdds to a file on this machine, never overwrites; a taken name is refused. E.g. {\"name\":\"Acme\",\"holdings\":[{\"holder\":\"Founders\",\"shares\":6000000}]}.",
    answer: { cap_table: OBJECT, recorded: ROWS, already_recorded: { type: "boolean" }, assumptions: TEXTS },
  }),
  list_cap_tables: kept("list_cap_tables", false, () => store().list(), {
    title: "List the kept cap tables",
    description: "Lists the kept cap tables: id, name, currency, version. Use to find the name or id that other tools ask for; for the holdings of one use get_cap_table. Reads only; with none kept the list is empty. No input: call it with {}.",
    answer: { cap_tables: ROWS, place: TEXT },
  }),
  get_cap_table: kept("get_cap_table", false, (given) => store().get(given), {
    title: "Get a kept cap table on a day",
    description: "Gives the holdings, instruments and fully diluted shares of a kept cap table, today or on another day, and on request its ledger. Use to look at a table; for a file use export_cap_table, for the list list_cap_tables. Reads only; shares in units, dates YYYY-MM-DD. E.g. {\"cap_table\":\"Acme\",\"as_of\":\"2025-12-31\"}.",
    answer: { cap_table: OBJECT, as_of: TEXT, holdings: ROWS, instruments: ROWS, fully_diluted: OBJECT, ledger: ROWS, ledger_total: NUMBER, note: TEXT },
  }),
  record_cap_table_transaction: kept("record_cap_table_transaction", true, (given) => store().record(given), {
    title: "Record transactions of a cap table",
    description:
      `Adds transactions to a kept cap table, all of them or none. Use when something happened; for a priced round use simulate_round with persist, to start a table create_cap_table. Each has type, date and, by type:\n${TRANSACTIONS}\nShares in units, prices in currency, dates YYYY-MM-DD. Only ever adds; void takes one back. What would leave a holding below 0 on any day is refused unchanged. E.g. {"transactions":[{"type":"transfer","date":"2026-03-01","holder":"Ann","to":"Bo","security":"Common","shares":1000}]}.`,
    answer: { cap_table: OBJECT, recorded: ROWS, already_recorded: { type: "boolean" }, assumptions: TEXTS },
  }, ["cap_table", "transactions", "expected_version", "idempotency_key"]),
  import_cap_table: kept("import_cap_table", true, (given) => store().import(given), {
    title: "Import a cap table from a file's text",
    description: "Makes a kept cap table from Open Cap Format JSON or from CSV. Use for a file from another system; for a few holdings use create_cap_table. Adds a table and changes no other; each fault names the object or row and its value, and nothing is imported then. Up to 20 MB. E.g. {\"name\":\"Acme\",\"data\":\"holder,kind,shares\\nAnn,common,100\"}.",
    answer: { cap_table: OBJECT, recorded: ROWS, kept_aside: ROWS, already_recorded: { type: "boolean" }, assumptions: TEXTS },
  }),
  export_cap_table: kept("export_cap_table", false, (given) => store().export(given), {
    title: "Export a kept cap table",
    description: "Gives a kept cap table as Open Cap Format JSON with its whole history, or as CSV of one day, with each holder's fully diluted stake. Use to hand it to another system or a spreadsheet; to look at it use get_cap_table. Reads only. E.g. {\"cap_table\":\"Acme\",\"format\":\"csv\"}.",
    answer: { cap_table: OBJECT, format: TEXT, as_of: TEXT, data: OBJECT, holdings: TEXT, instruments: TEXT, fully_diluted: {}, assumptions: TEXTS },
  }),
};
