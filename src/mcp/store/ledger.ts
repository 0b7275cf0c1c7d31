/** A ledger that grows: what is recorded, what it comes to, and the checks that a new transaction must pass first. */
import type { CellRecord } from "../../cap-table/table";
import { Failure } from "../../core/failure";
import { endOf } from "./decimal";
import { type State, apply, commonClass, emptyState, fold, inForce, voidedIn } from "./fold";
import type { Transaction } from "./transactions";

export interface Ledger {
  /** In recorded order; the sequence of a transaction is its place from 1. */
  readonly transactions: readonly Transaction[];
  readonly byId: ReadonlyMap<string, Transaction>;
  /** The latest effective date. */
  readonly lastDate: string;
  /** What all of it comes to. */
  readonly state: State;
  /** Once a refusal has come after a part of a call was applied: then the state is no longer that of the transactions. */
  spoiled?: boolean;
}

export const emptyLedger = (): Ledger => ({ transactions: [], byId: new Map(), lastDate: "", state: emptyState() });

export function ledgerOf(transactions: readonly Transaction[]): Ledger {
  return {
    transactions: [...transactions],
    byId: new Map(transactions.map((each) => [each.id, each])),
    lastDate: transactions.reduce((last, { date }) => (date > last ? date : last), ""),
    state: fold(transactions),
  };
}

export type Draft = Omit<Transaction, "id"> & { readonly id?: string };

/** What an import reads, whatever the format. */
export interface Source {
  readonly name?: string | undefined;
  readonly currency?: string | undefined;
  readonly drafts: readonly Draft[];
  /** What each draft is called where it is refused. */
  readonly titles: readonly string[];
  readonly definitions: readonly CellRecord[];
  readonly keptAside: readonly { readonly object_type: string; readonly count: number; readonly reason: string }[];
  readonly assumptions: readonly string[];
}

/**
 * The ledger with new transactions, or a refusal. Where all of them are as late as the last, only they are applied, to the
 * state at hand; else the whole ledger is folded once more with them in their places, so that a date in
 * the past that breaks what came later is refused too. The ledger that is given is used up: where this answers, only its answer counts.
 *
 * `verbatim`: the drafts are rows of a ledger that was exported, in which the void of a round stands once for each of its rows.
 */
export function extended(ledger: Ledger, drafts: readonly Draft[], titles: (place: number) => string, verbatim = false): { ledger: Ledger; added: Transaction[] } {
  const added: Transaction[] = [];
  const fresh = new Map<string, Transaction>();
  const known = (id: string): Transaction | undefined => fresh.get(id) ?? ledger.byId.get(id);
  const named = (draft: Draft, place: number): void => {
    const id = draft.id ?? freeId(known, ledger.transactions.length + added.length + 1);
    const taken = known(id);
    if (taken) throw new Failure("condition", `${titles(place)}: the id ${JSON.stringify(id)} is taken by a ${taken.type} of ${taken.date}; give another one, or none.`, "id");
    const transaction = { ...draft, id } as Transaction;
    fresh.set(id, transaction);
    added.push(transaction);
  };
  let voided: Set<string> | undefined;
  drafts.forEach((draft, place) => {
    if (draft.type !== "void") return named(draft, place);
    voided ??= voidedIn(ledger.transactions);
    const { id, ...rest } = draft;
    voidTargets(draft, known, () => [...ledger.byId.values(), ...fresh.values()], voided, verbatim, titles(place)).forEach((target, turn) => {
      voided!.add(target);
      named({ ...(id !== undefined && turn === 0 ? { id } : {}), ...rest, voids: target } as Draft, place);
    });
  });
  const late = voided === undefined && added.every(({ date }) => date >= ledger.lastDate);
  const place = new Map(added.map((transaction, at) => [transaction.id, at]));
  const state = late ? ledger.state : emptyState();
  let applied = 0;
  try {
    for (const transaction of late ? inForce(added) : inForce([...ledger.transactions, ...added])) {
      const at = place.get(transaction.id);
      if (at === undefined) apply(state, transaction);
      else added[at] = applyNew(state, transaction);
      applied++;
    }
  } catch (fault) {
    const old = fault instanceof Failure && !added.some(({ id }) => fault.message.startsWith(`${id} (`));
    const told = old ? new Failure("condition", `What is to be recorded would break a transaction that is recorded already. ${fault.message} Nothing was recorded.`, fault.parameter) : fault;
    if (late && applied > 0) ledger.spoiled = true;
    throw told;
  }
  // The list and the map go on with the ledger that replaces this one: copies would cost more than all the rest of a call.
  const transactions = ledger.transactions as Transaction[];
  const byId = ledger.byId as Map<string, Transaction>;
  for (const transaction of added) {
    transactions.push(transaction);
    byId.set(transaction.id, transaction);
  }
  return {
    ledger: {
      transactions,
      byId,
      lastDate: added.reduce((last, { date }) => (date > last ? date : last), ledger.lastDate),
      state,
    },
    added,
  };
}

type Find = (id: string) => Transaction | undefined;

function freeId(known: Find, sequence: number): string {
  for (let turn = 1; ; turn++) {
    const id = turn === 1 ? `t${sequence}` : `t${sequence}-${turn}`;
    if (!known(id)) return id;
  }
}

/** The transactions that a void takes back: one, or all of a round. */
function voidTargets(draft: Draft, known: Find, all: () => Transaction[], voided: ReadonlySet<string>, verbatim: boolean, title: string): string[] {
  const wanted = draft["voids"] as string;
  const found = known(wanted) ?? roundNamed(wanted, { get: known, values: all });
  const refuse = (words: string): never => {
    throw new Failure("condition", `${title}: ${words}`, "voids");
  };
  if (!found) {
    throw new Failure("unknown", `${title}: there is no transaction ${JSON.stringify(wanted)} to void${endOf(wanted, all().slice(-2_000).map(({ id }) => id))}`, "voids");
  }
  if (found.type === "void") refuse(`${wanted} is a void itself, and a void cannot be voided; record the transaction ${found["voids"] as string} anew.`);
  if (voided.has(found.id)) refuse(`${wanted} is voided already.`);
  if (found.type !== "round" || verbatim) return [found.id];
  return all().filter((each) => each.round === found.round && !voided.has(each.id) && each.type !== "void").map(({ id }) => id);
}

const ROUND = "round:";
export const roundRow = (roundId: string): string => ROUND + roundId;
export const roundIdOf = ({ id }: Transaction): string => id.slice(ROUND.length);

/**
 * The round of this name. Case does not count, as it does not in the name of a cap table: whoever writes "Seed" and then "seed"
 * means one round, and taking them for two would issue its shares twice. A ledger from elsewhere may have both; then the letters decide.
 */
export function roundNamed(roundId: string, entries: { get(id: string): Transaction | undefined; values(): Iterable<Transaction> }): Transaction | undefined {
  const exactly = entries.get(roundRow(roundId));
  if (exactly?.type === "round") return exactly;
  const wanted = roundRow(roundId).toLowerCase();
  for (const each of entries.values()) if (each.type === "round" && each.id.toLowerCase() === wanted) return each;
  return undefined;
}

/** Fills in what a new transaction leaves to the table of its day, and applies it. What is filled in is recorded, so that it stays so. */
function applyNew(state: State, draft: Transaction): Transaction {
  const transaction = completed(state, draft);
  const { taken } = apply(state, transaction, true);
  const [piece] = taken;
  return taken.length === 1 && piece && transaction["lot"] === undefined ? { ...transaction, lot: piece.lot.id } : transaction;
}

type Completion = (state: State, draft: Transaction) => Transaction;

const poolOf = (state: State, { id, type, date }: Transaction): string | undefined => {
  const pools = [...state.pools.keys()];
  if (pools.length > 1) throw new Failure("missing", `${id} (${type} of ${date}): pool is blank, and there are several: ${pools.join(", ")}. Name one in pool.`, "pool");
  return pools[0];
};

const completions: Readonly<Partial<Record<Transaction["type"], Completion>>> = {
  issue: (state, draft) => {
    const { pool: given, ...rest } = draft;
    const pool = given === "none" ? undefined : (given ?? (draft["kind"] === "option" ? poolOf(state, draft) : undefined));
    const into = draft["kind"] === "common" ? undefined : (draft["into"] ?? commonClass(state));
    return { ...rest, ...(into === undefined ? {} : { into }), ...(pool === undefined ? {} : { pool }) } as Transaction;
  },
  pool_adjust: (state, draft) => {
    const pool = (draft["pool"] as string | undefined) ?? poolOf(state, draft) ?? "Option pool";
    return { ...draft, pool, into: draft["into"] ?? state.pools.get(pool)?.into ?? commonClass(state) };
  },
};

const completed: Completion = (state, draft) => completions[draft.type]?.(state, draft) ?? draft;
