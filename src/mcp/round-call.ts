/** What a call of simulate_round carries besides the two tables, as data: its scalars, its investor and the investor's preference. */
import { holdingsTable, instrumentsTable, roundOptionsTable, simulatedRoundInputs } from "../cap-table/rows";
import { choice, number, readSettings, readTable, table, text, yesNo, type RowOf } from "../cap-table/table";
import { Failure } from "../core/failure";
import { show } from "../core/parameters";
import type { Arguments } from "./call";
import type { Json } from "./json-tool";

/** The engine's inputs, and those that only the keeping of a round asks for. */
export const roundCall = table("", "A call of simulate_round.", {
  ...simulatedRoundInputs.columns,
  persist: yesNo("Write the round to the kept cap table; needs roundId and date", { default: false }),
  expectedProjectId: text("Refuse unless the cap table has this id or name"),
});

const investorTable = table("investor", "Who buys the new shares.", {
  id: text("Identifier, answered as holderId"),
  name: text("Name of the new investors", { default: "New investors" }),
  holderType: text("What kind of holder"),
  securityType: choice(["preferred"], "Kind of the new class: a priced round issues preferred"),
  liquidationPreference: text("Terms of the new class"),
});

const preferenceTable = table("investor.liquidationPreference", "Terms of the new class.", {
  multiplier: number("The preference as a multiple of the price paid", { min: 0 }),
  participating: yesNo("Whether it shares in the rest after its preference", { default: false }),
  dividendRatePct: number("Cumulative dividend per year: 8 is 8 %", { min: 0, max: 100 }),
});

const termsOf = (columns: object): string => Object.keys(columns).join(", ");
export const INVESTOR_HELP = `${Object.keys(investorTable.columns).map((name) => (name === "name" ? name : `${name}?`)).join(", ")} {${termsOf(preferenceTable.columns)}}`;

export interface RoundCall extends RowOf<typeof roundCall.columns> {
  readonly investor: { readonly id: string | undefined; readonly name: string };
  /** Terms of the new class by the columns of holdings. */
  readonly terms: Json;
  /** What the investor's members come to. */
  readonly assumed: readonly string[];
}

/** Runs every reading and throws all that failed, so that a caller mends a call once. */
function together(readings: readonly (() => void)[]): void {
  const faults = readings.flatMap((reading) => {
    try {
      reading();
      return [];
    } catch (fault) {
      if (!(fault instanceof Failure)) throw fault;
      return [...fault.faults];
    }
  });
  if (faults.length) throw Failure.all(faults);
}

/** Agents do send an object as its JSON text. */
function parsed(value: unknown, name: string): unknown {
  if (typeof value !== "string" || !value.trim().startsWith("{")) return value;
  try {
    return JSON.parse(value);
  } catch {
    throw new Failure("type", `${name} is a text that is no JSON: ${show(value)}`, name);
  }
}

const isPreference = (name: string): boolean => name.trim().toLowerCase() === "liquidationpreference";

export function readRoundCall({ investor: rawInvestor, options, holdings, instruments, cap_table: _, ...scalars }: Arguments): RoundCall {
  let call: RowOf<typeof roundCall.columns>;
  let investor: RowOf<typeof investorTable.columns>;
  let preference: RowOf<typeof preferenceTable.columns>;
  let given: Json = {};
  together([
    () => [call] = readSettings(roundCall, scalars).rows as [typeof call],
    () => {
      const members = parsed(rawInvestor, investorTable.name);
      if (members === undefined || members === null || typeof members !== "object" || Array.isArray(members)) return void ([investor] = readSettings(investorTable, members).rows as [typeof investor]);
      given = members as Json;
      together([
        // The preference is a table of its own; here only its name is looked at.
        () => [investor] = readSettings(investorTable, Object.fromEntries(Object.entries(given).map(([name, value]) => [name, isPreference(name) ? undefined : value]))).rows as [typeof investor],
        // A range may hold a name that is a number; JSON that does so holds something else by mistake.
        ...Object.entries(given).map(([name, value]) => () => {
          if (!isPreference(name) && Object.hasOwn(investorTable.columns, name) && value !== null && typeof value !== "string") throw new Failure("type", `investor: ${name} is ${show(value)}, which is no text.`, "investor");
        }),
      ]);
    },
    () => [preference] = readSettings(preferenceTable, parsed(Object.entries(given).find(([name]) => isPreference(name))?.[1], preferenceTable.name)).rows as [typeof preference],
    () => void readSettings(roundOptionsTable, options),
    () => void readTable(holdingsTable, holdings),
    () => void readTable(instrumentsTable, instruments),
  ]);
  const { id, name, holderType, securityType } = investor!;
  const { multiplier, participating, dividendRatePct } = preference!;
  const terms = {
    ...(multiplier === undefined ? {} : { liquidation_multiple: multiplier }),
    ...(participating ? { participation: "full" } : {}),
    // The point moves in the text, because a division would round.
    ...(dividendRatePct === undefined ? {} : { dividend_rate: Number(`${dividendRatePct}e-2`) }),
  };
  const told = Object.entries(terms).map(([column, value]) => `${column} = ${value}`).join(", ");
  return {
    ...call!,
    investor: { id, name },
    terms,
    assumed: [
      ...(told ? [`investor.liquidationPreference: ${told} of the new class; it bears on exits and later rounds, not on this price, and is ${call!.persist ? "recorded with the class" : "recorded only with persist"}`] : []),
      ...(holderType === undefined ? [] : [`investor.holderType = ${holderType} has no effect: a cap table keeps the names of holders and not their types`]),
      ...(securityType === undefined ? [] : [`investor.securityType = ${securityType}: a round issues preferred with or without it`]),
    ],
  };
}
