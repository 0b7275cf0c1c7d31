/**
 * Who gets what in an exit, with every choice made best.
 *
 * All of it hangs on one number, y: what a share of common receives. Each claim is a function of y that is made of straight
 * pieces and never falls: common n y; an option n max(0, y - strike); non-participating preferred max(L, a y); participating
 * L + a y; capped max(min(L + a y, C), a y). Their sum never falls either, so exactly one y pays out what there is, and at that
 * y each holder has the better of its choices while all others have theirs. What comes before, up to the sum of all preferences, is paid by seniority with y at 0.
 */
import { Failure } from "../core/failure";
import { conversionRatio, asConverted } from "./capitalization";
import { type Claim as ConversionClaim, type Convertible, type Measure, convertibles } from "./convertibles";
import { yearFraction } from "./interest";
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
  larger,
  multiply,
  negate,
  sign,
  smaller,
  subtract,
  sum,
  toNumber,
} from "./rational";
import { instrumentNames } from "./round-answer";
import { type Holding, type Holdings, type Instruments, exitInputs, holdingsTable, instrumentsTable } from "./rows";
import { defaultsUsed, readSettings, readTable, settingsAssumed } from "./table";

export interface ExitRequest {
  readonly holdings: Holdings;
  readonly instruments: Instruments;
  readonly exitValues: readonly Rational[];
  readonly date: number | undefined;
  readonly debt: Rational;
  readonly assumed: readonly string[];
}

export interface ExitArguments {
  readonly holdings: unknown;
  readonly instruments?: unknown;
  readonly exit_value?: unknown;
  /** Several at once, instead of exit_value. */
  readonly exit_values?: unknown;
  readonly exit_date?: unknown;
  readonly debt?: unknown;
}

export interface ExitAnswer {
  readonly exits: readonly ExitPayouts[];
  readonly breakpoints: readonly Breakpoint[];
  readonly assumptions: readonly string[];
  readonly warnings: readonly string[];
}

export interface ExitPayouts {
  readonly exit_value: number;
  readonly debt_paid: number;
  readonly per_common_share: number;
  /** Holdings in their order, then the instruments in theirs. */
  readonly payouts: readonly Payout[];
}

export interface Payout {
  readonly holder: string;
  readonly security: string;
  readonly payout: number;
  /** None where there are no shares to divide by. */
  readonly per_share: number | null;
  /** Preferred or an instrument turned into common, an option exercised; none where there is nothing to choose. */
  readonly converts: boolean | null;
}

export interface Breakpoint {
  readonly from: number;
  /** None at the last: it goes on for ever. */
  readonly to: number | null;
  /** Of the next dollar between the two. */
  readonly shares: readonly { readonly security: string; readonly share: number }[];
}

/** At y = amount / slope a claim grows faster by `slope` for each further unit of y, or slower where both are negative. */
interface Bend {
  readonly slope: Rational;
  readonly amount: Rational;
}

/** What one unit claims: a share, or a whole instrument. */
interface Claim {
  readonly preference: Rational;
  /** Paid first to last. */
  readonly seniority: number;
  readonly bends: readonly Bend[];
  /** The bend after which it has turned into common. */
  readonly converting: Bend | undefined;
}

/** All units with the same claim. */
interface Claimants {
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

/** Everything about an exit but its value. */
export interface Waterfall {
  readonly lines: readonly Line[];
  readonly claimants: readonly Claimants[];
  readonly tiers: readonly Tier[];
  readonly preferences: Rational;
  readonly kinks: readonly Kink[];
  readonly pieces: readonly Piece[];
}

// ------------------------------------------------------------------------------------------------ claims

/** By kind of holding, and for preferred by participation. */
const claims: Record<Exclude<Holding["kind"], "pool">, (holding: Holding, date: number | undefined, place: string) => Claim> = {
  common: () => ({ preference: ZERO, seniority: 0, bends: [{ slope: ONE, amount: ZERO }], converting: undefined }),
  option: exercised,
  warrant: exercised,
  preferred: (holding, date, place) => {
    const { participation, seniority } = holding;
    const preference = preferencePerShare(holding, date, place);
    const most = larger(multiply(exact(holding.cap_multiple ?? 0), exact(holding.issue_price ?? 0)), preference);
    return { preference, seniority, ...participations[participation](preference, conversionRatio(holding), most) };
  },
};

function exercised({ strike }: Holding): Claim {
  const bend = { slope: ONE, amount: exact(strike) };
  return { preference: ZERO, seniority: 0, bends: [bend], converting: bend };
}

type Participation = (preference: Rational, ratio: Rational, most: Rational) => Pick<Claim, "bends" | "converting">;

const participations: Record<Holding["participation"], Participation> = {
  none: (preference, ratio) => {
    const converting = { slope: ratio, amount: preference };
    return { bends: isZero(ratio) ? [] : [converting], converting };
  },
  full: (_, ratio) => ({ bends: [{ slope: ratio, amount: ZERO }], converting: undefined }),
  capped: (preference, ratio, most) => {
    const converting = { slope: ratio, amount: most };
    return { bends: [{ slope: ratio, amount: ZERO }, { slope: negate(ratio), amount: subtract(preference, most) }, converting], converting };
  },
};

function preferencePerShare(holding: Holding, date: number | undefined, place: string): Rational {
  const { issue_price, liquidation_multiple, dividend_rate, issue_date } = holding;
  if (issue_price === undefined) {
    if (liquidation_multiple === 0) return ZERO;
    throw new Failure("missing", `${place} (${holding.security} of ${holding.holder}): issue_price is blank, so there is nothing that the preference could be a multiple of.`, "holdings");
  }
  const paid = multiply(exact(liquidation_multiple), exact(issue_price));
  if (dividend_rate === 0) return paid;
  if (issue_date === undefined) throw new Failure("missing", `${place} (${holding.security} of ${holding.holder}): issue_date is blank, but dividends run from it.`, "holdings");
  if (date === undefined) throw new Failure("missing", `exit_date is missing: the dividends of ${holding.security} run up to it.`, "exit_date");
  if (date < issue_date) throw new Failure("condition", `exit_date lies before the issue_date of ${holding.security} of ${holding.holder}: correct one of them.`, "exit_date");
  return add(paid, multiply(multiply(exact(issue_price), exact(dividend_rate)), yearFraction(issue_date, date, "actual_365")));
}

/** Whatever makes two shares claim the same. */
const termsOf = (of: Holding): string =>
  of.kind === "preferred"
    ? `${of.issue_price} ${of.conversion_price} ${of.liquidation_multiple} ${of.participation} ${of.cap_multiple} ${of.seniority} ${of.dividend_rate} ${of.dividend_rate > 0 ? of.issue_date : ""}`
    : `${of.kind} ${of.strike}`;

/** A note is a debt and comes before every preferred; a SAFE ranks with the most senior of them. */
const instrumentSeniority = { note: 0, safe_post: 1, safe_pre: 1 } as const;

interface Converted {
  readonly convertible: Convertible;
  /** For each dollar that converts. */
  readonly money: Rational;
  readonly shares: Rational;
}

/**
 * What an instrument may take in money, and the shares it converts into: its cap over the shares and options outstanding, the
 * unissued pool left out, and for a post-money cap with all that converts. An instrument without a cap takes money only: a SAFE
 * its amount over 1 - discount, a note its balance.
 */
function convertedAtExit(converting: readonly Convertible[], issued: Rational): Converted[] {
  const best = (claims: readonly ConversionClaim[], ...measures: readonly Measure[]): ConversionClaim | undefined =>
    claims.filter(({ measure }) => measures.includes(measure)).reduce<ConversionClaim | undefined>((held, claim) => (held && compare(held.perDollar, claim.perDollar) >= 0 ? held : claim), undefined);
  const onIssued = converting.map(({ claims }) => best(claims, "before", "before_and_increase"));
  const onAll = converting.map(({ claims }) => best(claims, "converted", "converted_and_increase"));
  // Which of the two a most-favoured instrument prefers hangs on what all convert into; as in a round, each only moves up.
  const chosen = onIssued.map((claim, index) => claim ?? onAll[index]);
  for (;;) {
    const multiples = (claims: readonly (ConversionClaim | undefined)[]) => sum(chosen.flatMap((claim, index) => (claim && claims[index] === claim ? [claim.multiple] : [])));
    const promised = multiples(onAll);
    const rest = subtract(ONE, promised);
    if (!isPositive(rest)) {
      const percent = Number((toNumber(promised) * 100).toPrecision(6));
      throw new Failure("no_value", `no_solution: the caps and fixed ownerships of the instruments promise ${percent} % of the company, which leaves nothing for the other shares. Raise a cap, or lower an amount or an ownership.`, "instruments");
    }
    const all = divide(multiply(issued, add(ONE, multiples(onIssued))), rest);
    let moved = false;
    chosen.forEach((claim, index) => {
      const other = onAll[index];
      if (!claim || !other || claim === other || compare(multiply(other.perDollar, all), multiply(claim.perDollar, issued)) <= 0) return;
      chosen[index] = other;
      moved = true;
    });
    if (moved) continue;
    const ofAll = onceEach((perDollar) => multiply(perDollar, all));
    const ofIssued = onceEach((perDollar) => multiply(perDollar, issued));
    return converting.map((convertible, index) => {
      const claim = chosen[index];
      const money = convertible.instrument.kind === "note" ? ONE : (best(convertible.claims, "shares_per_dollar")?.perDollar ?? ONE);
      if (!claim) return { convertible, money, shares: ZERO };
      return { convertible, money, shares: (claim === onAll[index] ? ofAll : ofIssued)(claim.perDollar) };
    });
  }
}

/** Equal terms stay one number, so that equal claims are seen to be equal at a glance. */
function onceEach(make: (value: Rational) => Rational): (value: Rational) => Rational {
  const known = new Map<Rational, Rational>();
  return (value) => {
    const result = known.get(value) ?? make(value);
    known.set(value, result);
    return result;
  };
}

// ------------------------------------------------------------------------------------------------ the waterfall

export function waterfall({ holdings, instruments, date }: Pick<ExitRequest, "holdings" | "instruments" | "date">): Waterfall {
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
    const seniority = instrumentSeniority[instrument.kind];
    const claim = (): Claim => ({ preference: money, seniority, ...participations.none(money, shares, money) });
    const claimant = join(`${seniority} for ${nameOf(money)} or ${nameOf(shares)}`, balance, claim);
    lines.push({ holder: instrument.holder, security: instrumentNames[instrument.kind], units: balance, shares: multiply(balance, shares), held: false, claimant });
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
    if (isZero(claim.preference)) continue;
    const amounts = tiers.get(claim.seniority) ?? [];
    amounts.push(multiply(claim.preference, units));
    tiers.set(claim.seniority, amounts);
  }
  return [...tiers].sort(([a], [b]) => a - b).map(([seniority, amounts]) => ({ seniority, total: sum(amounts) }));
}

const kinksOf = (claimants: readonly Claimants[]): Kink[] =>
  claimants
    .flatMap(({ claim, units }, claimant) =>
      isZero(units)
        ? []
        : claim.bends.map(({ slope, amount }) => ({
            y: isZero(amount) ? ZERO : divide(amount, slope),
            claimant,
            slope: multiply(slope, units),
            amount: multiply(amount, units),
          })),
    )
    .sort((a, b) => compare(a.y, b.y));

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
  throw new Failure("condition", "No holding shares in what is left after the preferences: holdings need a class that takes the rest, such as common.", "holdings");
}

/** What a claim has grown by past one of its bends; none while y is before it. */
function gained(y: Rational, { slope, amount }: Bend): Rational | undefined {
  const gain = subtract(multiply(slope, y), amount);
  return sign(gain) * sign(slope) > 0 ? gain : undefined;
}

const valueOf = ({ preference, bends }: Claim, y: Rational): Rational => bends.reduce((value, bend) => add(value, gained(y, bend) ?? ZERO), preference);

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
    return { y: ZERO, perUnit: flow.claimants.map(({ claim }) => (isZero(claim.preference) ? ZERO : multiply(claim.preference, paid.get(claim.seniority) ?? ZERO))) };
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

function breakpointAnswers(flow: Waterfall, debt: Rational): Breakpoint[] {
  const { securities, stretches } = breakpoints(flow);
  const rest = stretches.map(({ from, to, shares }) => ({
    from: toNumber(add(debt, from)),
    to: to ? toNumber(add(debt, to)) : null,
    shares: securities.map(({ security }, place) => ({ security, share: toNumber(shares[place] as Rational) })),
  }));
  if (isZero(debt)) return rest;
  return [{ from: 0, to: toNumber(debt), shares: securities.map(({ security }) => ({ security, share: 0 })) }, ...rest];
}

// ------------------------------------------------------------------------------------------------ questions and answers

export function readExit({ holdings, instruments, exit_values, ...scalars }: ExitArguments): ExitRequest {
  const settings = readSettings(exitInputs, scalars);
  const [inputs] = settings.rows;
  if (!inputs) throw new RangeError("settings always give one row");
  return {
    holdings: readTable(holdingsTable, holdings),
    instruments: readTable(instrumentsTable, instruments),
    exitValues: [...(inputs.exit_value === undefined ? [] : [inputs.exit_value]), ...readExitValues(exit_values)].map(exact),
    date: inputs.exit_date,
    debt: exact(inputs.debt),
    assumed: settingsAssumed(exitInputs, settings),
  };
}

const MOST_EXITS = 10_000;

function readExitValues(values: unknown): number[] {
  if (values === null || values === undefined) return [];
  if (!Array.isArray(values)) throw new Failure("type", "exit_values must be a list of numbers.", "exit_values");
  if (values.length > MOST_EXITS) throw new Failure("too_large", `exit_values has ${values.length} values; at most ${MOST_EXITS} are taken.`, "exit_values");
  return (values as unknown[]).flat().map((value) => {
    const [inputs] = readSettings(exitInputs, { exit_value: value }).rows;
    if (inputs?.exit_value !== undefined) return inputs.exit_value;
    throw new Failure("missing", "exit_values holds a blank: give a number for each.", "exit_values");
  });
}

function payouts(flow: Waterfall, value: Rational, debt: Rational): ExitPayouts {
  const proceeds = larger(ZERO, subtract(value, debt));
  const { y, perUnit } = distribute(flow, proceeds);
  return {
    exit_value: toNumber(value),
    debt_paid: toNumber(smaller(value, debt)),
    per_common_share: toNumber(y),
    payouts: flow.lines.map(({ holder, security, units, shares, held, claimant }) => {
      if (claimant === undefined) return { holder, security, payout: 0, per_share: null, converts: null };
      const { converting } = (flow.claimants[claimant] as Claimants).claim;
      const unit = perUnit[claimant] as Rational;
      const payout = multiply(units, unit);
      const converts = converting ? gained(y, converting) !== undefined : null;
      return {
        holder,
        security,
        payout: toNumber(payout),
        // An instrument that takes its money has no shares.
        per_share: isZero(shares) || !(held || converts) ? null : toNumber(held ? unit : divide(payout, shares)),
        converts,
      };
    }),
  };
}

export function simulateExit(request: ExitRequest): ExitAnswer {
  requireExitValues(request);
  const flow = waterfall(request);
  const { debt, exitValues } = request;
  const short = exitValues.filter((value) => compare(value, debt) < 0);
  return {
    exits: exitValues.map((value) => payouts(flow, value, debt)),
    breakpoints: breakpointAnswers(flow, debt),
    assumptions: exitAssumptions(request),
    warnings: short.length > 0 ? [`the debt of ${toNumber(debt)} is more than ${short.length === 1 ? "the exit" : `${short.length} of the exits`} brings: it takes all of it`] : [],
  };
}

function requireExitValues({ exitValues }: ExitRequest): void {
  if (exitValues.length === 0) throw new Failure("missing", "exit_value is missing: what is paid for the whole company.", "exit_value");
}

function exitAssumptions({ holdings, instruments, assumed }: ExitRequest): string[] {
  return [
    ...assumed,
    ...defaultsUsed(holdingsTable, holdings, "exit"),
    ...defaultsUsed(instrumentsTable, instruments, "exit"),
    ...(holdings.rows.some(({ kind }) => kind === "option" || kind === "warrant") ? ["options and warrants outstanding are vested, and exercised net of their strike where that pays"] : []),
    ...(holdings.rows.some(({ kind }) => kind === "pool") ? ["the unissued pool takes no part in an exit"] : []),
    ...(holdings.rows.some(({ dividend_rate }) => dividend_rate > 0) ? ["accrued dividends are added to the preference, and forfeited on conversion"] : []),
    ...(instruments.rows.length > 0
      ? ["notes are repaid before every preferred, SAFEs rank with seniority 1; each takes its money or, where that is more, converts at its cap over shares and options outstanding"]
      : []),
  ];
}

/** One exit as a table with a header row. */
export function exitTable(request: ExitRequest): (string | number | boolean)[][] {
  requireExitValues(request);
  const flow = waterfall(request);
  const [value = ZERO] = request.exitValues;
  return [
    ["holder", "security", "payout", "per_share", "converts"],
    ...payouts(flow, value, request.debt).payouts.map(({ holder, security, payout, per_share, converts }) => [holder, security, payout, per_share ?? "", converts ?? ""]),
  ];
}

/** Breakpoints as a table with a header row; the last goes on for ever, so its end is blank. */
export function breakpointsTable(request: ExitRequest): (string | number)[][] {
  const flow = waterfall(request);
  return [
    ["from", "to", ...breakpoints(flow).securities.map(({ security }) => security)],
    ...breakpointAnswers(flow, request.debt).map(({ from, to, shares }) => [from, to ?? "", ...shares.map(({ share }) => share)]),
  ];
}
