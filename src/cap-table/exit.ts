/**
 * Who gets what in an exit, with every choice made best.
 *
 * All of it hangs on one number, y: what a share of common receives. Each claim is a function of y that is made of straight
 * pieces and never falls: common n y; an option n max(0, y - strike); non-participating preferred max(L, a y); participating
 * L + a y; capped max(min(L + a y, C), a y). Their sum never falls either, so exactly one y pays out what there is, and at that
 * y each holder has the better of its choices while all others have theirs. Up to the sum of all preferences y is 0, and they
 * are paid by seniority.
 */
import { Failure } from "../core/failure";
import { asConverted } from "./capitalization";
import { convertibles } from "./convertibles";
import { type Claim, claims, convertedAtExit, instrumentClaim, termsOf, valueOf } from "./exit-claims";
import {
  ONE,
  type Rational,
  ZERO,
  add,
  compare,
  divide,
  exact,
  isPositive,
  isZero,
  multiply,
  smaller,
  subtract,
  sum,
} from "./rational";
import { type Holdings, type Instruments, instrumentNames } from "./rows";

/** All units with the same claim. */
export interface Claimants {
  readonly claim: Claim;
  readonly units: Rational;
}

/** One line of the answer. */
interface Line {
  readonly holder: string;
  readonly security: string;
  readonly units: Rational;
  /** Shares to divide a payout by; for an instrument those that it converts into. */
  readonly shares: Rational;
  readonly held: boolean;
  /** Place among the claimants; none for an unissued pool, which has no claim. */
  readonly claimant: number | undefined;
}

interface Kink {
  readonly y: Rational;
  readonly claimant: number;
  readonly slope: Rational;
  readonly amount: Rational;
}

/** Between two kinks: paid = preferences + slope y - amount. */
interface Piece {
  readonly from: Rational;
  readonly slope: Rational;
  readonly amount: Rational;
  /** What is paid out in all where the piece begins. */
  readonly paid: Rational;
}

interface Tier {
  readonly seniority: number;
  readonly total: Rational;
}

export interface ExitTerms {
  readonly holdings: Holdings;
  readonly instruments: Instruments;
  /** The day of the exit, up to which dividends and interest run. */
  readonly date: number | undefined;
}

/** Everything about an exit but its value. */
export interface Waterfall {
  readonly lines: readonly Line[];
  readonly claimants: readonly Claimants[];
  readonly tiers: readonly Tier[];
  readonly preferences: Rational;
  readonly kinks: readonly Kink[];
  readonly pieces: readonly Piece[];
}

export function waterfall({ holdings, instruments, date }: ExitTerms): Waterfall {
  const groups: { claim: Claim; units: Rational[] }[] = [];
  const places = new Map<string, number>();
  const join = (terms: string, units: Rational, claim: () => Claim): number => {
    const place = places.get(terms) ?? groups.push({ claim: claim(), units: [] }) - 1;
    places.set(terms, place);
    groups[place]?.units.push(units);
    return place;
  };
  const lines = holdings.rows.map((holding, row): Line => {
    const { holder, security, kind } = holding;
    const units = exact(holding.shares);
    const claimant = kind === "pool" ? undefined : join(termsOf(holding), units, () => claims[kind](holding, date, `holdings row ${row + 1}`));
    return { holder, security, units, shares: units, held: true, claimant };
  });
  const issued = instruments.rows.length === 0 ? ZERO : sum(holdings.rows.filter(({ kind }) => kind !== "pool").map(asConverted));
  const names = new Map<Rational, number>();
  const nameOf = (value: Rational): number => names.get(value) ?? names.set(value, names.size).size;
  for (const { convertible, money, shares } of convertedAtExit(convertibles(instruments, date, "exit_date"), issued)) {
    const { instrument, balance } = convertible;
    const claim = instrumentClaim(instrument, money, shares);
    const claimant = join(`${claim.seniority} for ${nameOf(money)} or ${nameOf(shares)}`, balance, () => claim);
    const security = instrumentNames[instrument.kind];
    lines.push({ holder: instrument.holder, security, units: balance, shares: multiply(balance, shares), held: false, claimant });
  }
  const claimants = groups.map(({ claim, units }): Claimants => ({ claim, units: sum(units) }));
  const tiers = tiersOf(claimants);
  const preferences = sum(tiers.map(({ total }) => total));
  const kinks = kinksOf(claimants);
  return { lines, claimants, tiers, preferences, kinks, pieces: piecesOf(kinks, preferences) };
}

function tiersOf(claimants: readonly Claimants[]): Tier[] {
  const tiers = new Map<number, Rational[]>();
  for (const { claim, units } of claimants) {
    if (isZero(claim.preference) || isZero(units)) continue;
    const amounts = tiers.get(claim.seniority) ?? [];
    amounts.push(multiply(claim.preference, units));
    tiers.set(claim.seniority, amounts);
  }
  return [...tiers].sort(([a], [b]) => a - b).map(([seniority, amounts]) => ({ seniority, total: sum(amounts) }));
}

function kinksOf(claimants: readonly Claimants[]): Kink[] {
  const kinks: Kink[] = [];
  claimants.forEach(({ claim, units }, claimant) => {
    if (isZero(units)) return;
    for (const { slope, amount } of claim.bends)
      kinks.push({ y: isZero(amount) ? ZERO : divide(amount, slope), claimant, slope: multiply(slope, units), amount: multiply(amount, units) });
  });
  return kinks.sort((a, b) => compare(a.y, b.y));
}

function piecesOf(kinks: readonly Kink[], preferences: Rational): Piece[] {
  let slope = ZERO;
  let amount = ZERO;
  return kinks.map((kink) => {
    const paid = subtract(add(preferences, multiply(slope, kink.y)), amount);
    slope = add(slope, kink.slope);
    amount = add(amount, kink.amount);
    return { from: kink.y, slope, amount, paid };
  });
}

/** What a share of common receives where the proceeds are more than all preferences. */
function commonShare({ pieces, preferences }: Waterfall, proceeds: Rational): Rational {
  // The last piece that begins below the proceeds; pieces of no length come before the one that counts.
  let low = 0;
  let high = pieces.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (compare((pieces[middle] as Piece).paid, proceeds) < 0) low = middle + 1;
    else high = middle;
  }
  const piece = pieces[low - 1];
  if (piece && isPositive(piece.slope)) return divide(add(subtract(proceeds, preferences), piece.amount), piece.slope);
  throw new Failure(
    "condition",
    "No holding shares in what is left after the preferences: holdings need a class that takes the rest, such as common.",
    "holdings",
  );
}

interface Distribution {
  readonly y: Rational;
  /** For one unit of each claimant. */
  readonly perUnit: readonly Rational[];
}

export function distribute(flow: Waterfall, proceeds: Rational): Distribution {
  if (compare(proceeds, flow.preferences) <= 0) {
    const paid = new Map<number, Rational>();
    let left = proceeds;
    for (const { seniority, total } of flow.tiers) {
      const amount = smaller(left, total);
      paid.set(seniority, divide(amount, total));
      left = subtract(left, amount);
    }
    const perUnit = flow.claimants.map(({ claim }) => multiply(claim.preference, paid.get(claim.seniority) ?? ZERO));
    return { y: ZERO, perUnit };
  }
  const y = commonShare(flow, proceeds);
  return { y, perUnit: flow.claimants.map(({ claim }) => valueOf(claim, y)) };
}

// ------------------------------------------------------------------------------------------------ breakpoints

export interface Security {
  readonly security: string;
  readonly shares: Rational;
}

/** Between two amounts of proceeds, how the securities share in the next dollar. */
export interface Stretch {
  readonly from: Rational;
  /** None at the last. */
  readonly to: Rational | undefined;
  readonly shares: readonly Rational[];
}

/** The securities in the order of their first line, and the stretches between the breakpoints. */
export function breakpoints(flow: Waterfall): { securities: Security[]; stretches: Stretch[] } {
  const { securities, parts } = securitiesOf(flow);
  const stretches: Stretch[] = [];
  let reached = ZERO;
  for (const { seniority, total } of flow.tiers) {
    const amounts = securities.map((): Rational[] => []);
    flow.claimants.forEach(({ claim, units }, claimant) => {
      if (claim.seniority !== seniority || isZero(claim.preference)) return;
      for (const { security, part } of parts[claimant] ?? []) amounts[security]?.push(multiply(multiply(claim.preference, units), part));
    });
    const to = add(reached, total);
    stretches.push({ from: reached, to, shares: amounts.map((each) => divide(sum(each), total)) });
    reached = to;
  }
  const slopes = securities.map(() => ZERO);
  flow.kinks.forEach(({ claimant, slope }, place) => {
    for (const { security, part } of parts[claimant] ?? []) slopes[security] = add(slopes[security] as Rational, multiply(slope, part));
    const piece = flow.pieces[place] as Piece;
    const next = flow.pieces[place + 1];
    // Of kinks at one place only the last begins a stretch; and where nobody's claim grows, y rises and no dollar flows.
    if ((next && compare(next.from, piece.from) === 0) || isZero(piece.slope)) return;
    stretches.push({ from: piece.paid, to: next?.paid, shares: slopes.map((own) => divide(own, piece.slope)) });
  });
  return { securities, stretches };
}

/** Which part of each claimant's claim stands under which name: equal claims may have several. */
function securitiesOf({ lines, claimants }: Waterfall): { securities: Security[]; parts: { security: number; part: Rational }[][] } {
  const names = new Map<string, { place: number; shares: Rational[] }>();
  const units: Map<number, Rational[]>[] = claimants.map(() => new Map<number, Rational[]>());
  for (const line of lines) {
    if (line.claimant === undefined) continue;
    const name = names.get(line.security) ?? { place: names.size, shares: [] };
    names.set(line.security, name);
    name.shares.push(line.shares);
    const behind = units[line.claimant] as Map<number, Rational[]>;
    const same = behind.get(name.place);
    if (same) same.push(line.units);
    else behind.set(name.place, [line.units]);
  }
  const parts = units.map((behind, claimant) => {
    const all = (claimants[claimant] as Claimants).units;
    return [...behind].map(([security, each]) => ({ security, part: behind.size === 1 ? ONE : isZero(all) ? ZERO : divide(sum(each), all) }));
  });
  return { securities: [...names].map(([security, { shares }]) => ({ security, shares: sum(shares) })), parts };
}
