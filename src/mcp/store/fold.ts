/**
 * The cap table of a day is what its ledger comes to. Transactions apply by effective date and, within a day, in the order
 * in which they were recorded; a voided one and the one that voids it do not apply at all. Arithmetic is exact.
 *
 * Every rule says no before it changes anything, so a refused transaction leaves the state as it was.
 */
import { type Fraction, add, divide, floor, multiply, negate, sign, toNumber } from "../../cap-table/fraction";
import { holdingsTable } from "../../cap-table/rows";
import type { CellRecord, Column } from "../../cap-table/table";
import { Failure } from "../../core/failure";
import { compare, endOf, fraction, reduced, shownNumber, textOf } from "./decimal";
import type { Transaction, TransactionType } from "./transactions";

type Kind = "common" | "preferred" | "option" | "warrant";

/** What all shares of a lot have in common. Equal terms are one object, so that lots group by identity. */
export interface Terms {
  readonly security: string;
  readonly kind: Kind;
  readonly into: string | undefined;
  readonly issue_price: Fraction | undefined;
  readonly conversion_price: Fraction | undefined;
  readonly strike: Fraction | undefined;
  /** Columns that no transaction changes: protection, preference, participation, seniority, dividends. */
  readonly fixed: CellRecord;
}

export interface Lot {
  /** Id of the transaction that made it. */
  readonly id: string;
  readonly holder: string;
  readonly issued: string;
  /** The pool that it was granted from. */
  readonly pool: string | undefined;
  terms: Terms;
  shares: Fraction;
}

export interface Convertible {
  readonly id: string;
  readonly holder: string;
  /** Place in the order of signing, which a most-favoured holder goes by; a transfer does not change it. */
  readonly order: number;
  readonly columns: CellRecord;
  amount: Fraction;
}

export interface Pool {
  readonly name: string;
  readonly security: string;
  readonly into: string;
  shares: Fraction;
}

export interface State {
  /** By holder and security, oldest first; an empty list where all is gone. */
  readonly positions: Map<string, Map<string, Lot[]>>;
  readonly convertibles: Map<string, Convertible>;
  readonly pools: Map<string, Pool>;
  /** Each class by its name, with the terms of its first shares as they are today. */
  readonly classes: Map<string, Terms>;
  readonly terms: Map<string, Terms>;
  /** The same by the texts of the transaction that brought them. */
  readonly written: Map<string, Terms>;
  order: number;
}

export const emptyState = (): State => ({ positions: new Map(), convertibles: new Map(), pools: new Map(), classes: new Map(), terms: new Map(), written: new Map(), order: 0 });

const ZERO: Fraction = { n: 0n, d: 1n };
const less = (a: Fraction, b: Fraction): boolean => compare(a, b) < 0;
const subtract = (a: Fraction, b: Fraction): Fraction => add(a, negate(b));
const textIn = (transaction: Transaction, column: string): string => transaction[column] as string;
const optionalText = (transaction: Transaction, column: string): string | undefined => transaction[column] as string | undefined;
const numberIn = (transaction: Transaction, column: string): Fraction => fraction(textIn(transaction, column));
const optionalNumber = (transaction: Transaction, column: string): Fraction | undefined => (transaction[column] === undefined ? undefined : numberIn(transaction, column));

/** A refusal names the transaction, so that a ledger of thousands says which one it was. */
const refuse = (transaction: Transaction, words: string, parameter?: string): never => {
  throw new Failure("condition", `${transaction.id} (${transaction.type} of ${transaction.date}): ${words}`, parameter);
};

// ------------------------------------------------------------------------------------------------ terms

const FIXED = ["anti_dilution", "liquidation_multiple", "participation", "cap_multiple", "seniority", "dividend_rate", "issue_date"] as const;

/** The one object for these terms. */
function interned(state: State, terms: Terms): Terms {
  const { security, kind, into = "", issue_price, conversion_price, strike, fixed } = terms;
  const number = (value: Fraction | undefined): string => (value === undefined ? "" : `${value.n}/${value.d}`);
  const key = [security, kind, into, number(issue_price), number(conversion_price), number(strike), ...FIXED.map((name) => (fixed[name] as string | undefined) ?? "")].join("\u0000");
  const known = state.terms.get(key);
  if (known) return known;
  state.terms.set(key, terms);
  return terms;
}

const WRITTEN = ["issue_price", "conversion_price", "strike", "into", ...FIXED] as const;

function termsOf(state: State, transaction: Transaction, security: string, kind: Kind): Terms {
  // Most issues of a class have the terms of the one before, so they are known by their texts before any number is made of them.
  let written = `${security}\u0000${kind}`;
  for (const name of WRITTEN) {
    const value = transaction[name];
    if (value !== undefined) written += `\u0000${name}=${value as string}`;
  }
  const known = state.written.get(written);
  if (known) return known;
  const fixed: Record<string, unknown> = {};
  for (const name of FIXED) if (transaction[name] !== undefined) fixed[name] = transaction[name];
  const issuePrice = optionalNumber(transaction, "issue_price");
  const terms = interned(state, {
    security,
    kind,
    into: kind === "common" ? undefined : (optionalText(transaction, "into") ?? COMMON),
    issue_price: issuePrice && reduced(issuePrice),
    conversion_price: kind === "preferred" ? (optionalNumber(transaction, "conversion_price") ?? issuePrice) : undefined,
    strike: kind === "option" || kind === "warrant" ? (optionalNumber(transaction, "strike") ?? ZERO) : undefined,
    fixed,
  });
  state.written.set(written, terms);
  return terms;
}

const PLAIN_COMMON: CellRecord = {};
const COMMON = "Common";

/** The class that claims are on unless they say otherwise: the only common class, or the one that is called Common. */
export function commonClass(state: State): string {
  const names = [...state.classes.values()].filter(({ kind }) => kind === "common").map(({ security }) => security);
  return names.length === 0 || names.includes(COMMON) ? COMMON : names[0]!;
}

/** Terms of the shares that something becomes: those of the class, or of a new common class where there is none. */
function received(state: State, transaction: Transaction, security: string): Terms {
  const known = state.classes.get(security);
  if (known && known.kind !== "common" && known.kind !== "preferred") refuse(transaction, `it would become ${security}, which are ${known.kind}s and no shares; name the class in into.`, "into");
  return known ?? interned(state, { security, kind: "common", into: undefined, issue_price: undefined, conversion_price: undefined, strike: undefined, fixed: PLAIN_COMMON });
}

// ------------------------------------------------------------------------------------------------ lots

function checkClass(state: State, transaction: Transaction, terms: Terms): void {
  const known = state.classes.get(terms.security);
  if (known && known.kind !== terms.kind) refuse(transaction, `${JSON.stringify(terms.security)} is ${known.kind}, so no ${terms.kind} can have that name; give it another one in security.`, "security");
}

function put(state: State, lot: Lot): void {
  const { holder, terms: { security } } = lot;
  let held = state.positions.get(holder);
  if (!held) state.positions.set(holder, (held = new Map()));
  const lots = held.get(security);
  if (lots) lots.push(lot);
  else held.set(security, [lot]);
  if (!state.classes.has(security)) state.classes.set(security, lot.terms);
}

function* positionsIn(state: State): Iterable<Lot[]> {
  for (const held of state.positions.values()) yield* held.values();
}

export interface Piece {
  readonly lot: Lot;
  readonly shares: Fraction;
}

/** What a transaction has done, for those who must follow single lots: the exporter, and the record of which lot was meant. */
export interface Effect {
  readonly taken: readonly Piece[];
  readonly made: readonly Lot[];
}

const NOTHING: Effect = { taken: [], made: [] };

const namesOf = (values: Iterable<string>): string => {
  const names = [...values];
  return names.length === 0 ? "none" : names.length > 8 ? `${names.slice(0, 8).join(", ")} and ${names.length - 8} more` : names.join(", ");
};

const securitiesOf = (state: State, holder: string): string[] => [...(state.positions.get(holder) ?? [])].flatMap(([security, lots]) => (lots.length > 0 ? [security] : []));

const holdersIn = (state: State): string[] => [...state.positions.keys()].filter((holder) => securitiesOf(state, holder).length > 0);

/** Chooses the shares that a transaction is about, oldest first; removes nothing yet. */
function chosen(state: State, transaction: Transaction, kinds: readonly Kind[], verb: string, strict: boolean): Piece[] {
  const [holder, security, lotId] = [textIn(transaction, "holder"), textIn(transaction, "security"), optionalText(transaction, "lot")];
  const wanted = numberIn(transaction, "shares");
  const all = state.positions.get(holder)?.get(security) ?? [];
  if (all.length === 0) {
    const owned = securitiesOf(state, holder);
    const hint = owned.length > 0 ? `${holder} holds ${namesOf(owned)}${endOf(security, owned)}` : `There is no such holder then${endOf(holder, holdersIn(state))}`;
    refuse(transaction, `${holder} holds no ${security} on that day. ${hint}`, "holder");
  }
  const [first] = all;
  if (!kinds.includes(first!.terms.kind)) refuse(transaction, `${security} is ${first!.terms.kind}, and only ${kinds.join(" or ")} can be ${verb}.`, "security");
  const lots = lotId === undefined ? all : all.filter(({ id }) => id === lotId);
  if (lots.length === 0) refuse(transaction, `${holder} has no lot ${lotId} of ${security}; the lots are ${namesOf(all.map(({ id }) => id))}.`, "lot");
  const available = lots.length === 1 ? lots[0]!.shares : lots.reduce((sum, { shares }) => add(sum, shares), ZERO);
  if (less(available, wanted)) {
    refuse(transaction, `${holder} holds ${shownNumber(available)} of ${security}${lotId === undefined ? "" : ` in lot ${lotId}`} on that day, fewer than the ${shownNumber(wanted)} to be ${verb}.`, "shares");
  }
  if (strict && lots.length > 1 && less(wanted, available) && lots.some(({ terms }) => terms !== first!.terms)) {
    const described = lots.slice(0, 8).map(({ id, shares, terms }) => `${id} (${shownNumber(shares)}${terms.strike ? `, strike ${shownNumber(terms.strike)}` : terms.issue_price ? `, price ${shownNumber(terms.issue_price)}` : ""})`);
    refuse(transaction, `${holder} has ${lots.length} lots of ${security} with different terms; say in lot which is meant: ${described.join(", ")}${lots.length > 8 ? " …" : ""}.`, "lot");
  }
  const pieces: Piece[] = [];
  let rest = wanted;
  for (const lot of lots) {
    if (sign(rest) <= 0) break;
    const shares = less(lot.shares, rest) ? lot.shares : rest;
    pieces.push({ lot, shares });
    rest = subtract(rest, shares);
  }
  return pieces;
}

function remove(state: State, pieces: readonly Piece[]): void {
  for (const { lot, shares } of pieces) {
    lot.shares = subtract(lot.shares, shares);
    if (sign(lot.shares) > 0) continue;
    const lots = state.positions.get(lot.holder)!.get(lot.terms.security)!;
    lots.splice(lots.indexOf(lot), 1);
  }
}

/** A transaction that makes several lots numbers them after the first. */
const lotName = (id: string, place: number): string => (place === 0 ? id : `${id}/${place + 1}`);

/** Gives new lots for the pieces, in proportion where fewer shares are issued than given up. */
function exchange(state: State, transaction: Transaction, pieces: readonly Piece[], make: (piece: Piece) => { terms: Terms; shares: Fraction }): Effect {
  const made = pieces.map((piece, place): Lot => {
    const { terms, shares } = make(piece);
    return { id: lotName(transaction.id, place), holder: piece.lot.holder, issued: transaction.date, pool: piece.lot.pool, terms, shares: reduced(shares) };
  });
  remove(state, pieces);
  for (const lot of made) put(state, lot);
  return { taken: pieces, made };
}

function poolNamed(state: State, transaction: Transaction, name: string): Pool {
  const pool = state.pools.get(name);
  return pool ?? refuse(transaction, `there is no pool ${JSON.stringify(name)} on that day; the pools are ${namesOf(state.pools.keys())}${endOf(name, state.pools.keys())}`, "pool");
}

const returned = (state: State, pieces: readonly Piece[]): void => {
  for (const { lot, shares } of pieces) {
    const pool = lot.pool === undefined ? undefined : state.pools.get(lot.pool);
    if (pool) pool.shares = add(pool.shares, shares);
  }
};

// ------------------------------------------------------------------------------------------------ convertibles

function convertibleOf(state: State, transaction: Transaction): Convertible {
  const [holder, id] = [textIn(transaction, "holder"), textIn(transaction, "convertible")];
  const found = state.convertibles.get(id);
  const own = [...state.convertibles.values()].filter((each) => each.holder === holder).map((each) => each.id);
  if (!found) return refuse(transaction, `there is no SAFE or note ${JSON.stringify(id)} on that day; those of ${holder} are ${namesOf(own)}.`, "convertible");
  if (found.holder !== holder) return refuse(transaction, `${id} belongs to ${found.holder}, not to ${holder}.`, "holder");
  return found;
}

/** Takes money out of a SAFE or note: all of it, or the amount named. */
function takeAmount(state: State, transaction: Transaction, from: Convertible): Fraction {
  const amount = optionalNumber(transaction, "amount") ?? from.amount;
  if (less(from.amount, amount)) refuse(transaction, `${from.id} stands at ${shownNumber(from.amount)}, less than the amount of ${shownNumber(amount)}.`, "amount");
  if (compare(from.amount, amount) === 0) state.convertibles.delete(from.id);
  else from.amount = subtract(from.amount, amount);
  return amount;
}

// ------------------------------------------------------------------------------------------------ rules

type Rule = (state: State, transaction: Transaction, strict: boolean) => Effect;

const SHARES: readonly Kind[] = ["common", "preferred"];
const CLAIMS: readonly Kind[] = ["option", "warrant"];

const rules: Readonly<Record<Exclude<TransactionType, "void">, Rule>> = {
  round: () => NOTHING,

  issue(state, transaction) {
    const terms = termsOf(state, transaction, textIn(transaction, "security"), textIn(transaction, "kind") as Kind);
    const shares = numberIn(transaction, "shares");
    checkClass(state, transaction, terms);
    const poolName = optionalText(transaction, "pool");
    if (poolName !== undefined) {
      const pool = poolNamed(state, transaction, poolName);
      if (less(pool.shares, shares)) {
        refuse(transaction, `the pool ${JSON.stringify(poolName)} holds ${shownNumber(pool.shares)} on that day, fewer than the ${shownNumber(shares)} to be granted; enlarge it by a pool_adjust, or grant outside of it with pool "none".`, "shares");
      }
      pool.shares = subtract(pool.shares, shares);
    }
    const lot: Lot = { id: transaction.id, holder: textIn(transaction, "holder"), issued: transaction.date, pool: poolName, terms, shares };
    put(state, lot);
    return { taken: [], made: [lot] };
  },

  issue_convertible(state, transaction) {
    const { id, type: _type, date, note: _note, round: _round, ocf: _ocf, holder, amount: _amount, ...columns } = transaction;
    state.convertibles.set(id, { id, holder: holder as string, order: state.order++, columns: { issue_date: date, ...columns }, amount: numberIn(transaction, "amount") });
    return NOTHING;
  },

  transfer(state, transaction, strict) {
    const to = textIn(transaction, "to");
    if (to === textIn(transaction, "holder")) refuse(transaction, `it goes from ${to} to ${to}: name another holder in to.`, "to");
    if (transaction["convertible"] !== undefined) {
      const from = convertibleOf(state, transaction);
      const amount = takeAmount(state, transaction, from);
      state.convertibles.set(transaction.id, { id: transaction.id, holder: to, order: from.order, columns: from.columns, amount });
      return NOTHING;
    }
    const taken = chosen(state, transaction, [...SHARES, ...CLAIMS], "transferred", strict);
    const made = taken.map(({ lot, shares }, place): Lot => ({ ...lot, id: lotName(transaction.id, place), holder: to, shares }));
    remove(state, taken);
    for (const lot of made) put(state, lot);
    return { taken, made };
  },

  repurchase(state, transaction, strict) {
    const taken = chosen(state, transaction, SHARES, "repurchased", strict);
    remove(state, taken);
    if (transaction["return_to_pool"] === true) returned(state, taken);
    return { taken, made: [] };
  },

  cancel(state, transaction, strict) {
    if (transaction["convertible"] !== undefined) {
      takeAmount(state, transaction, convertibleOf(state, transaction));
      return NOTHING;
    }
    const taken = chosen(state, transaction, [...SHARES, ...CLAIMS], "cancelled", strict);
    remove(state, taken);
    if (transaction["return_to_pool"] !== false) returned(state, taken.filter(({ lot }) => CLAIMS.includes(lot.terms.kind)));
    return { taken, made: [] };
  },

  exercise(state, transaction, strict) {
    const taken = chosen(state, transaction, CLAIMS, "exercised", strict);
    const [shares, issued] = [numberIn(transaction, "shares"), optionalNumber(transaction, "shares_issued")];
    if (issued && less(shares, issued)) refuse(transaction, `${shownNumber(issued)} shares_issued are more than the ${shownNumber(shares)} exercised.`, "shares_issued");
    return exchange(state, transaction, taken, (piece) => ({
      terms: received(state, transaction, optionalText(transaction, "into") ?? piece.lot.terms.into ?? commonClass(state)),
      shares: issued ? divide(multiply(issued, piece.shares), shares) : piece.shares,
    }));
  },

  convert(state, transaction, strict) {
    const issued = optionalNumber(transaction, "shares_issued");
    if (transaction["convertible"] !== undefined) {
      const from = convertibleOf(state, transaction);
      // What it becomes is a class of its own kind; "into" names the class here, and not what that class converts into.
      const terms = termsOf(state, { ...transaction, into: commonClass(state) }, textIn(transaction, "into"), textIn(transaction, "kind") as Kind);
      checkClass(state, transaction, terms);
      state.convertibles.delete(from.id);
      const lot: Lot = { id: transaction.id, holder: from.holder, issued: transaction.date, pool: undefined, terms, shares: issued! };
      put(state, lot);
      return { taken: [], made: [lot] };
    }
    const taken = chosen(state, transaction, SHARES, "converted", strict);
    const shares = numberIn(transaction, "shares");
    return exchange(state, transaction, taken, (piece) => {
      const { security, into, issue_price, conversion_price } = piece.lot.terms;
      const target = optionalText(transaction, "into") ?? into ?? refuse(transaction, `${security} says not what it converts into; name the class in into.`, "into");
      if (target === security) refuse(transaction, `${security} would convert into itself; name another class in into.`, "into");
      const converted = issue_price && conversion_price ? divide(multiply(piece.shares, issue_price), conversion_price) : piece.shares;
      return { terms: received(state, transaction, target), shares: issued ? divide(multiply(issued, piece.shares), shares) : converted };
    });
  },

  split(state, transaction) {
    const only = optionalText(transaction, "security");
    const ratio = reduced(divide(numberIn(transaction, "numerator"), numberIn(transaction, "denominator")));
    const pools = [...state.pools.values()].filter(({ into }) => only === undefined || into === only);
    if (only !== undefined && !state.classes.has(only) && pools.length === 0) {
      refuse(transaction, `there is no class ${JSON.stringify(only)} on that day; the classes are ${namesOf(state.classes.keys())}${endOf(only, state.classes.keys())}`, "security");
    }
    const times = (value: Fraction | undefined): Fraction | undefined => value && reduced(multiply(value, ratio));
    const over = (value: Fraction | undefined): Fraction | undefined => value && reduced(divide(value, ratio));
    // A claim on the split class is a claim on more shares at a lower price; preferred converts into more of it.
    const own = ({ security }: Terms): boolean => only === undefined || security === only;
    const claimed = ({ into }: Terms): boolean => only === undefined || into === only;
    const multiplied = (terms: Terms): boolean => own(terms) || (CLAIMS.includes(terms.kind) && claimed(terms));
    const moved = moving(state, (terms) =>
      multiplied(terms) || claimed(terms)
        ? {
            ...terms,
            issue_price: own(terms) ? over(terms.issue_price) : terms.issue_price,
            conversion_price: claimed(terms) ? over(terms.conversion_price) : terms.conversion_price,
            strike: multiplied(terms) ? over(terms.strike) : terms.strike,
          }
        : terms,
    );
    const down = transaction["rounding"] === "down";
    const counted = (shares: Fraction): Fraction => (down ? { n: floor(shares), d: 1n } : shares);
    const gone: Piece[] = [];
    for (const lots of positionsIn(state)) {
      for (const lot of lots) {
        if (multiplied(lot.terms)) lot.shares = counted(times(lot.shares)!);
        lot.terms = moved(lot.terms);
        if (sign(lot.shares) === 0) gone.push({ lot, shares: ZERO });
      }
    }
    remove(state, gone);
    for (const pool of pools) pool.shares = counted(times(pool.shares)!);
    for (const [name, terms] of state.classes) state.classes.set(name, moved(terms));
    return NOTHING;
  },

  pool_adjust(state, transaction) {
    const [name, change] = [textIn(transaction, "pool"), numberIn(transaction, "shares")];
    const known = state.pools.get(name);
    const shares = add(known?.shares ?? ZERO, change);
    if (sign(shares) < 0) refuse(transaction, `the pool ${JSON.stringify(name)} holds ${shownNumber(known?.shares ?? ZERO)} on that day, fewer than the ${shownNumber(negate(change))} to be taken away.`, "shares");
    if (known) known.shares = shares;
    else state.pools.set(name, { name, security: textIn(transaction, "security"), into: optionalText(transaction, "into") ?? COMMON, shares });
    return NOTHING;
  },

  conversion_price_adjust(state, transaction) {
    const [security, holder, lotId] = [textIn(transaction, "security"), optionalText(transaction, "holder"), optionalText(transaction, "lot")];
    const before = optionalNumber(transaction, "conversion_price_before");
    const price = numberIn(transaction, "conversion_price");
    const known = state.classes.get(security);
    if (!known) refuse(transaction, `there is no class ${JSON.stringify(security)} on that day; the classes are ${namesOf(state.classes.keys())}${endOf(security, state.classes.keys())}`, "security");
    if (known!.kind !== "preferred") refuse(transaction, `${security} is ${known!.kind}, and only preferred has a conversion price.`, "security");
    // A price that a split made endless was told as a double, so it is recognised as one.
    const meant = ({ security: name, conversion_price }: Terms): boolean =>
      name === security && (before === undefined || (conversion_price !== undefined && toNumber(conversion_price) === toNumber(before)));
    const lots: Lot[] = [];
    for (const each of positionsIn(state)) for (const lot of each) if (meant(lot.terms) && (holder === undefined || lot.holder === holder) && (lotId === undefined || lot.id === lotId)) lots.push(lot);
    if (lots.length === 0) {
      const filters = [holder && `of ${holder}`, lotId && `in lot ${lotId}`, before && `with a conversion price of ${shownNumber(before)}`].filter(Boolean).join(" ");
      refuse(transaction, `there are no shares of ${security} ${filters || "outstanding"} on that day.`, "security");
    }
    const priceless = lots.find(({ terms }) => terms.issue_price === undefined);
    if (priceless) refuse(transaction, `lot ${priceless.id} of ${security} was issued without issue_price, which a conversion price divides.`, "security");
    const moved = moving(state, (terms) => (meant(terms) ? { ...terms, conversion_price: price } : terms));
    for (const lot of lots) lot.terms = moved(lot.terms);
    if (holder === undefined && lotId === undefined) state.classes.set(security, moved(known!));
    return NOTHING;
  },
};

/** Changes terms, each of them once however many lots share it. */
function moving(state: State, change: (terms: Terms) => Terms): (terms: Terms) => Terms {
  const changed = new Map<Terms, Terms>();
  return (terms) => {
    const known = changed.get(terms);
    if (known) return known;
    const result = change(terms);
    const one = result === terms ? terms : interned(state, result);
    changed.set(terms, one);
    return one;
  };
}

/** `strict`: shares that could be any of several unlike lots are refused instead of taken oldest first. */
export function apply(state: State, transaction: Transaction, strict = false): Effect {
  return transaction.type === "void" ? NOTHING : rules[transaction.type](state, transaction, strict);
}

// ------------------------------------------------------------------------------------------------ ledger

export function voidedIn(ledger: readonly Transaction[]): Set<string> {
  const voided = new Set<string>();
  for (const transaction of ledger) if (transaction.type === "void") voided.add(transaction["voids"] as string);
  return voided;
}

/** What applies, in the order in which it does. */
export function inForce(ledger: readonly Transaction[], asOf?: string): Transaction[] {
  const voided = voidedIn(ledger);
  const result: Transaction[] = [];
  let last = "";
  let sorted = true;
  for (const transaction of ledger) {
    const { id, type, date } = transaction;
    if (type === "void" || voided.has(id) || (asOf !== undefined && date > asOf)) continue;
    if (date < last) sorted = false;
    last = date;
    result.push(transaction);
  }
  // Sorting keeps the recorded order within a day. Most ledgers are in order as they stand.
  return sorted ? result : result.sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0));
}

/** The cap table of a ledger in its recorded order, up to and with a day. */
export function fold(ledger: readonly Transaction[], asOf?: string): State {
  const state = emptyState();
  for (const transaction of inForce(ledger, asOf)) apply(state, transaction);
  return state;
}

// ------------------------------------------------------------------------------------------------ rows

export interface CapTableRows {
  readonly holdings: readonly CellRecord[];
  readonly instruments: readonly CellRecord[];
  /** The id of each instrument, in the same order. */
  readonly instrument_ids: readonly string[];
}

const defaultOf = (name: string): unknown => (holdingsTable.columns as Readonly<Record<string, Column>>)[name]?.default;

interface Group {
  readonly lot: Lot;
  shares: Fraction;
  /** Where dividends start; undefined once lots of different days have come together. */
  issued: string | undefined;
}

const issuedOn = ({ terms, issued }: Lot): string => (terms.fixed["issue_date"] as string | undefined) ?? issued;

/** Lots of one holder with the same terms are one row; where dividends run, only those of one day are. */
function groupsOf(state: State): Group[] {
  const result: Group[] = [];
  for (const lots of positionsIn(state)) {
    const groups = new Map<Terms | string, Group>();
    for (const lot of lots) {
      const issued = issuedOn(lot);
      const key = (lot.terms.fixed["dividend_rate"] ?? "0") === "0" ? lot.terms : `${issued} ${state.terms.size} ${termsPlace(lot.terms)}`;
      const group = groups.get(key);
      if (!group) groups.set(key, { lot, shares: lot.shares, issued });
      else {
        group.shares = add(group.shares, lot.shares);
        if (group.issued !== issued) group.issued = undefined;
      }
    }
    result.push(...groups.values());
  }
  return result;
}

const places = new WeakMap<Terms, number>();
let nextPlace = 0;
function termsPlace(terms: Terms): number {
  const known = places.get(terms) ?? nextPlace++;
  places.set(terms, known);
  return known;
}

type Write = (value: Fraction) => number | string;

/** The rows that the engine reads. Columns at their default are left out. */
export function rowsOf(state: State, write: Write = toNumber): CapTableRows {
  const present = (row: Record<string, unknown>): CellRecord => Object.fromEntries(Object.entries(row).filter(([name, value]) => value !== undefined && String(value) !== String(defaultOf(name))));
  const optional = (value: Fraction | undefined): number | string | undefined => value && write(value);
  const fixedValue = (name: string, value: unknown): unknown => ((holdingsTable.columns as Readonly<Record<string, Column>>)[name]?.kind === "number" && value !== undefined ? write(fraction(value as string)) : value);
  const holdings = groupsOf(state).map(({ lot: { holder, terms }, shares, issued }) => {
    const { fixed } = terms;
    return {
      holder,
      security: terms.security,
      kind: terms.kind,
      shares: write(shares),
      ...present({
        issue_price: optional(terms.issue_price),
        conversion_price: terms.kind === "preferred" ? optional(terms.conversion_price) : undefined,
        ...Object.fromEntries(FIXED.map((name) => [name, fixedValue(name, fixed[name])])),
        issue_date: issued,
        strike: optional(terms.strike),
      }),
    };
  });
  const pools = [...state.pools.values()].map(({ name, security, shares }) => ({ holder: name, security, kind: "pool", shares: write(shares) }));
  const convertibles = [...state.convertibles.values()].sort((a, b) => a.order - b.order);
  const instruments = convertibles.map(({ holder, amount, columns }) => {
    const { kind, ...rest } = columns;
    const numbers = Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, NUMBERS.has(name) ? write(fraction(value as string)) : value]));
    return { holder, kind, amount: write(amount), ...numbers };
  });
  return { holdings: [...holdings, ...pools], instruments, instrument_ids: convertibles.map(({ id }) => id) };
}

const NUMBERS: ReadonlySet<string> = new Set(["cap", "discount", "ownership", "interest_rate"]);

export interface FullyDiluted {
  readonly total: number;
  readonly holders: readonly { readonly holder: string; readonly shares: number; readonly pct: number }[];
}

/** Shares as converted, each holder once: common, preferred, options, warrants and the pool; no open SAFE or note. */
export function fullyDiluted(state: State): FullyDiluted {
  const sums = new Map<string, Fraction>();
  const count = (holder: string, shares: Fraction): void => void sums.set(holder, add(sums.get(holder) ?? ZERO, shares));
  for (const { lot, shares } of groupsOf(state)) {
    const { issue_price, conversion_price, kind } = lot.terms;
    const converts = kind === "preferred" && issue_price && conversion_price && compare(issue_price, conversion_price) !== 0;
    count(lot.holder, converts ? reduced(divide(multiply(shares, issue_price), conversion_price)) : shares);
  }
  for (const { name, shares } of state.pools.values()) count(name, shares);
  const total = [...sums.values()].reduce((sum, shares) => reduced(add(sum, shares)), ZERO);
  const holders = [...sums].map(([holder, shares]) => ({ holder, shares: toNumber(shares), pct: sign(total) === 0 ? 0 : toNumber(divide(multiply(shares, { n: 100n, d: 1n }), total)) }));
  return { total: toNumber(total), holders };
}

export { textOf };
