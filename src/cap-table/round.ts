/**
 * A priced round: price, pool, conversions and anti-dilution all hold at once.
 *
 * Everything is written against one number, x = shares per dollar (1 / price). Each protected class and each instrument takes
 * the largest of a few claims, every claim is linear in a few measures of the company, and which claim is the largest is the
 * only thing not known. So: choose a claim for each (a policy), solve the linear equations, let everyone move to a strictly
 * larger claim, and repeat until nobody moves. The shares only ever grow, so this ends, whatever the order of the rows; and
 * the answer is the exact solution, not the limit of an iteration. However many holders and instruments there are, the equations are three:
 *
 *     converted = before + sum of all conversions           all shares but the pool's increase and the new money
 *     increase  = max(0, target x total - pool)             what the pool gains
 *     money x x = the shares that the pre-money buys         the price
 *
 * A claim never shrinks when a measure grows, so the solution is unique where there is one, and there is none exactly when a
 * pivot of the elimination is not positive. Howard's policy iteration; the condition is that of a non-singular M-matrix.
 */
import { Failure } from "../core/failure";
import { type Capitalization, type Protection, capitalization, outstanding } from "./capitalization";
import { type Bound, type Claim, type Convertible, type Measure, convertibles, overpromised } from "./convertibles";
import { ONE, type Rational, ZERO, add, compare, divide, exact, isPositive, isZero, larger, multiply, negate, subtract, sum, toNumber } from "./rational";
import type { Holdings, Instruments, RoundOptions } from "./rows";
import { type Reading, list } from "./table";

export interface RoundTerms {
  readonly preMoney: Rational;
  readonly investment: Rational;
  /** The pool's share of all shares after the round; none leaves the pool alone. */
  readonly poolTarget: Rational | undefined;
  readonly holdings: Holdings;
  readonly instruments: Instruments;
  /** The day of the round, up to which notes bear interest. */
  readonly date: number | undefined;
  readonly options: Reading<RoundOptions>;
}

export const optionsOf = ({ options }: RoundTerms): RoundOptions => options.rows[0] as RoundOptions;

/** constant + slope x (shares per dollar) */
interface Line {
  readonly constant: Rational;
  readonly slope: Rational;
}

const line = (constant: Rational, slope: Rational): Line => ({ constant, slope });
const at = ({ constant, slope }: Line, x: Rational): Rational => add(constant, multiply(slope, x));
const plus = (a: Line, b: Line): Line => line(add(a.constant, b.constant), add(a.slope, b.slope));
const times = (factor: Rational, a: Line): Line => line(multiply(factor, a.constant), multiply(factor, a.slope));

/** A protected class holds on to what it has, or is adjusted. */
interface Protected {
  readonly protection: Protection;
  readonly kept: Line;
  readonly adjusted: Line;
}

/** What the equations need to know. */
interface System {
  readonly sums: Capitalization;
  readonly convertibles: readonly Convertible[];
  readonly protected: readonly Protected[];
  readonly investment: Rational;
  /** The dollars that `priced` shares are worth. */
  readonly money: Rational;
  readonly poolTarget: Rational | undefined;
  /** What the target counts before any increase: the pool, and the options granted where the basis is the total. */
  readonly poolCounted: Rational;
  readonly inPrice: boolean;
  readonly withConversions: boolean;
}

/** Which claim each takes. */
interface Policy {
  readonly claims: number[];
  readonly adjusted: boolean[];
  refresh: boolean;
}

/** The equations solved for everything but the price, under one policy. */
interface Elimination {
  /** Whether the shares are determined for each price. */
  readonly determined: boolean;
  /** Above 0 where a price exists: the dollars of pre-money that no fixed promise eats up. */
  readonly slack: Rational;
  /** The share of the company that caps and fixed ownerships promise away. */
  readonly promised: Rational;
  readonly before: Line;
  readonly converted: Line;
  readonly increase: Line;
  readonly priced: Line;
  readonly total: Line;
}

export interface Conversion {
  readonly convertible: Convertible;
  readonly shares: Rational;
  readonly bound: Bound;
}

export interface RoundSolution {
  readonly terms: RoundTerms;
  readonly sums: Capitalization;
  readonly price: Rational;
  readonly newShares: Rational;
  readonly conversions: readonly Conversion[];
  /** By how much the as-converted count of each protection grows; 1 is not at all. */
  readonly growth: readonly Rational[];
  readonly poolIncrease: Rational;
  /** All shares before the round, the unissued pool and all conversions, without the pool's increase. */
  readonly companyCapitalization: Rational;
  /** The shares that the pre-money (or, by dollars invested, pre-money and converting money) buys. */
  readonly pricedShares: Rational;
  readonly total: Rational;
}

export function solveRound(terms: RoundTerms): RoundSolution {
  const system = systemOf(terms);
  const policy = firstPolicy(system);
  for (;;) {
    const solved = eliminate(system, policy);
    if (!solved.determined || !isPositive(solved.slack)) throw noSolution(terms, system);
    const x = divide(solved.priced.constant, subtract(system.money, solved.priced.slope));
    if (!improve(system, policy, solved, x)) return solution(terms, system, policy, solved, x);
  }
}

function systemOf(terms: RoundTerms): System {
  const { investment } = terms;
  const options = optionsOf(terms);
  const sums = capitalization(terms.holdings.rows);
  if (isZero(sums.fullyDiluted)) {
    throw new Failure("condition", "holdings hold no shares at all, so there is nothing to price: give at least one row with shares above 0.", "holdings");
  }
  const converting = convertibles(terms.instruments, terms.date, "date");
  const base = outstanding[options.anti_dilution_basis](sums);
  const refreshed = options.pool_timing === "pre_money" ? terms.poolTarget : undefined;
  const invested = options.price_basis === "dollars_invested" ? sum(converting.map(({ balance }) => balance)) : ZERO;
  return {
    sums,
    convertibles: converting,
    protected: sums.protections.map((protection) => ({
      protection,
      kept: line(protection.shares, ZERO),
      adjusted: adjustedLine(protection, base, investment),
    })),
    investment,
    money: add(terms.preMoney, invested),
    poolTarget: refreshed && isPositive(refreshed) ? refreshed : undefined,
    poolCounted: options.pool_basis === "total" ? add(sums.pool, sums.granted) : sums.pool,
    inPrice: options.anti_dilution_in_price,
    withConversions: options.price_basis !== "excluding_conversions",
  };
}

/**
 * As converted after the adjustment. Ratchet: its dollars at the round's price. Weighted average: shares x (outstanding + new
 * shares) / (outstanding + the shares that the new money would have bought at the old conversion price).
 */
function adjustedLine({ kind, conversionPrice, shares }: Protection, base: Rational, investment: Rational): Line {
  if (kind === "full_ratchet") return line(ZERO, multiply(shares, conversionPrice));
  const factor = divide(shares, add(base, divide(investment, conversionPrice)));
  return line(multiply(factor, base), multiply(factor, investment));
}

const firstPolicy = (system: System): Policy => ({
  claims: system.convertibles.map(() => 0),
  adjusted: system.protected.map(() => false),
  refresh: false,
});

function eliminate(system: System, policy: Policy): Elimination {
  const { poolTarget, poolCounted, investment, sums } = system;
  const multiples = claimedMultiples(system, policy);
  const counted = system.protected.map(({ kept, adjusted }, index) => (policy.adjusted[index] ? adjusted : kept));
  const adjusted = line(sum([sums.unprotected, ...counted.map(({ constant }) => constant)]), sum(counted.map(({ slope }) => slope)));
  // Priced first and adjusted after, conversions and price see the old counts, and only the total sees the new.
  const unadjusted = line(sums.issued, ZERO);
  const before = plus(system.inPrice ? adjusted : unadjusted, line(sums.pool, ZERO));
  const outside = plus(system.inPrice ? NOTHING : plus(adjusted, times(MINUS_ONE, unadjusted)), line(ZERO, investment));

  // converted x rest = own + leaning x increase
  const promised = add(multiples.converted, multiples.converted_and_increase);
  const rest = subtract(ONE, promised);
  const leaning = add(multiples.before_and_increase, multiples.converted_and_increase);
  const onBefore = add(ONE, add(multiples.before, multiples.before_and_increase));
  const own = plus(times(onBefore, before), line(ZERO, multiples.shares_per_dollar));

  // increase x pivot = gain: the converted shares put into increase = target x total - pool, times rest
  const target = policy.refresh && poolTarget ? poolTarget : ZERO;
  const pivot = subtract(multiply(rest, subtract(ONE, target)), multiply(target, leaning));
  const wanted = times(target, plus(own, times(rest, outside)));
  const gain = policy.refresh ? plus(wanted, line(negate(multiply(rest, poolCounted)), ZERO)) : NOTHING;

  if (!isPositive(rest)) return { ...UNSOLVABLE, promised };
  const pricedSlope = system.withConversions
    ? add(divide(add(multiply(pivot, own.slope), multiply(leaning, gain.slope)), rest), gain.slope)
    : add(multiply(pivot, before.slope), gain.slope);
  const slack = subtract(multiply(pivot, system.money), pricedSlope);
  if (!isPositive(pivot)) return { ...UNSOLVABLE, promised, slack };

  const increase = policy.refresh ? times(inverse(pivot), gain) : NOTHING;
  const converted = times(inverse(rest), plus(own, times(leaning, increase)));
  const priced = plus(system.withConversions ? converted : before, increase);
  const total = plus(plus(converted, increase), outside);
  return { determined: true, slack, promised, before, converted, increase, priced, total };
}

const MINUS_ONE = exact(-1);
const NOTHING: Line = line(ZERO, ZERO);
const PER_DOLLAR: Line = line(ZERO, ONE);
const UNSOLVABLE: Elimination = {
  determined: false,
  slack: ZERO,
  promised: ZERO,
  before: NOTHING,
  converted: NOTHING,
  increase: NOTHING,
  priced: NOTHING,
  total: NOTHING,
};
const inverse = (a: Rational): Rational => divide(ONE, a);

/** For each measure, how many shares the chosen claims take for one unit of it. */
function claimedMultiples(system: System, policy: Policy): Record<Measure, Rational> {
  const multiples: Record<Measure, Rational[]> = {
    shares_per_dollar: [],
    before: [],
    before_and_increase: [],
    converted: [],
    converted_and_increase: [],
  };
  policy.claims.forEach((place, index) => {
    const { measure, multiple } = claim(system, index, place);
    multiples[measure].push(multiple);
  });
  return {
    shares_per_dollar: sum(multiples.shares_per_dollar),
    before: sum(multiples.before),
    before_and_increase: sum(multiples.before_and_increase),
    converted: sum(multiples.converted),
    converted_and_increase: sum(multiples.converted_and_increase),
  };
}

const claim = (system: System, index: number, place: number): Claim => (system.convertibles[index] as Convertible).claims[place] as Claim;

/**
 * What a line comes to at x; or, with no x, as x grows without end and the price goes to nothing: there the slope decides, and
 * between equal slopes the constant. Where everyone stands in the end decides whether there is a price at all.
 */
type Standing = readonly [Rational] | readonly [slope: Rational, constant: Rational];

const standing = (a: Line, x: Rational | undefined): Standing => (x ? [at(a, x)] : [a.slope, a.constant]);
const scaled = (factor: Rational, a: Standing): Rational[] => a.map((part) => multiply(factor, part));

function above(a: readonly Rational[], b: readonly Rational[]): boolean {
  const first = compare(a[0] as Rational, b[0] as Rational);
  return first > 0 || (first === 0 && a.length > 1 && compare(a[1] as Rational, b[1] as Rational) > 0);
}

type Measures = Record<Measure, Standing>;

function measuresAt({ before, converted, increase }: Elimination, x: Rational | undefined): Measures {
  return {
    shares_per_dollar: standing(PER_DOLLAR, x),
    before: standing(before, x),
    before_and_increase: standing(plus(before, increase), x),
    converted: standing(converted, x),
    converted_and_increase: standing(plus(converted, increase), x),
  };
}

/** Two claims of one instrument. */
const outdoes = (a: Claim, b: Claim, measures: Measures): boolean =>
  a.measure === b.measure
    ? compare(a.perDollar, b.perDollar) > 0
    : above(scaled(a.perDollar, measures[a.measure]), scaled(b.perDollar, measures[b.measure]));

/** Everyone moves to a strictly larger claim; says whether anyone did. */
function improve(system: System, policy: Policy, solved: Elimination, x: Rational | undefined): boolean {
  const measures = measuresAt(solved, x);
  let moved = false;
  system.convertibles.forEach(({ claims }, index) => {
    const held = policy.claims[index] as number;
    let best = held;
    for (let place = 0; place < claims.length; place++) {
      if (place !== best && outdoes(claims[place] as Claim, claims[best] as Claim, measures)) best = place;
    }
    policy.claims[index] = best;
    moved ||= best !== held;
  });
  system.protected.forEach(({ kept, adjusted }, index) => {
    const more = above(standing(adjusted, x), standing(kept, x));
    moved ||= more !== policy.adjusted[index];
    policy.adjusted[index] = more;
  });
  if (system.poolTarget) {
    const more = above(scaled(system.poolTarget, standing(solved.total, x)), standing(line(system.poolCounted, ZERO), x));
    moved ||= more !== policy.refresh;
    policy.refresh = more;
  }
  return moved;
}

function solution(terms: RoundTerms, system: System, policy: Policy, solved: Elimination, x: Rational): RoundSolution {
  const { investment, poolTarget } = terms;
  const measures = measuresAt(solved, x);
  const total = at(solved.total, x);
  // A pool on top of the round is no circle: what is missing to the target once the round has closed.
  const afterwards =
    optionsOf(terms).pool_timing === "post_money" && poolTarget
      ? larger(ZERO, divide(subtract(multiply(poolTarget, total), system.poolCounted), subtract(ONE, poolTarget)))
      : ZERO;
  return {
    terms,
    sums: system.sums,
    price: divide(ONE, x),
    newShares: multiply(investment, x),
    conversions: system.convertibles.map((convertible, index) => {
      const { measure, multiple, bound } = claim(system, index, policy.claims[index] as number);
      return { convertible, shares: multiply(multiple, measures[measure][0]), bound };
    }),
    growth: system.protected.map(({ kept, adjusted }, index) => (policy.adjusted[index] ? divide(at(adjusted, x), kept.constant) : ONE)),
    poolIncrease: add(at(solved.increase, x), afterwards),
    companyCapitalization: measures.converted[0],
    pricedShares: at(solved.priced, x),
    total: add(total, afterwards),
  };
}

// ------------------------------------------------------------------------------------------------ terms that contradict

/** Why there is no price, and what would make one; each repair alone, and each a bound not to be touched. */
export interface Contradiction {
  /** Dollars of pre-money left for the unprotected shares as the price goes to nothing; a price exists where it is above 0. */
  readonly slack: number | undefined;
  /** The share of the company that caps and fixed ownerships promise away, where it is all of it or more. */
  readonly promised: number | undefined;
  readonly leastPreMoney: number | undefined;
  readonly largestPool: number | undefined;
  /** Dollars at the old conversion prices that full ratchets may protect at most, and do protect. */
  readonly mostProtected: number | undefined;
  readonly protectedNow: number;
}

/** Nothing where the terms can be met. */
export function contradiction(terms: RoundTerms): Contradiction | undefined {
  return contradictionIn(terms, systemOf(terms));
}

function contradictionIn(terms: RoundTerms, system: System): Contradiction | undefined {
  const { determined, slack, promised } = critical(system).solved;
  if (determined && isPositive(slack)) return undefined;
  const ratchets = system.sums.protections.filter(({ kind }) => kind === "full_ratchet");
  const protectedNow = sum(ratchets.map(({ shares, conversionPrice }) => multiply(shares, conversionPrice)));
  const overpromised = compare(promised, ONE) >= 0;
  const door = (value: Rational | undefined) => (value ? toNumber(value) : undefined);
  return {
    slack: overpromised ? undefined : toNumber(slack),
    promised: overpromised ? toNumber(promised) : undefined,
    leastPreMoney: door(boundary(terms.preMoney, (value) => ({ ...system, money: add(subtract(system.money, terms.preMoney), value) }))),
    largestPool: door(system.poolTarget && boundary(system.poolTarget, (value) => ({ ...system, poolTarget: value }))),
    mostProtected: door(boundary(protectedNow, (value) => withRatchets(system, divide(value, protectedNow)))),
    protectedNow: toNumber(protectedNow),
  };
}

/**
 * The policy that everyone takes as the price goes to nothing; or the first on the way there that promises more than the
 * whole, and the one `before` it.
 */
function critical(system: System): { policy: Policy; solved: Elimination; before: Policy | undefined } {
  const policy = firstPolicy(system);
  let before: Policy | undefined;
  for (;;) {
    const solved = eliminate(system, policy);
    const held = { ...policy, claims: [...policy.claims], adjusted: [...policy.adjusted] };
    if (!solved.determined || !improve(system, policy, solved, undefined)) return { policy: held, solved, before };
    before = held;
  }
}

/**
 * The value of one term at which the slack is exactly 0. Under one policy the slack is linear in each term, so two values
 * give its zero; a new value may call for another policy, and each step can only come nearer.
 */
function boundary(now: Rational, changed: (value: Rational) => System): Rational | undefined {
  if (isZero(now)) return undefined;
  let value = now;
  for (;;) {
    const system = changed(value);
    const { policy, solved, before } = critical(system);
    if (compare(solved.promised, ONE) >= 0) return undefined;
    if (solved.determined && !isPositive(negate(solved.slack))) return value;
    // A policy without an answer here, whose slack is 0 just where it begins to have one: there the one before it takes over.
    const follows = isZero(solved.slack) ? before : undefined;
    const slack = follows ? eliminate(system, follows).slack : solved.slack;
    if (follows && isPositive(slack)) return value;
    const atZero = eliminate(changed(ZERO), follows ?? policy).slack;
    if (isZero(slack)) return follows && isPositive(atZero) ? value : undefined;
    if (compare(atZero, slack) === 0) return undefined;
    const share = divide(atZero, subtract(atZero, slack));
    if (!isPositive(share)) return undefined;
    value = multiply(value, share);
  }
}

const withRatchets = (system: System, scale: Rational): System => ({
  ...system,
  protected: system.protected.map((each) => (each.protection.kind === "full_ratchet" ? { ...each, adjusted: times(scale, each.adjusted) } : each)),
});

function noSolution(terms: RoundTerms, system: System): Failure {
  const found = contradictionIn(terms, system);
  if (!found) throw new RangeError("a policy failed although the slack is positive");
  if (found.promised !== undefined) return overpromised(found.promised);
  const repairs = [
    found.leastPreMoney !== undefined && `a pre_money above ${money(found.leastPreMoney)}`,
    found.largestPool !== undefined && `a pool target below ${percentage(found.largestPool)}`,
    found.mostProtected !== undefined && `full ratchets that protect less than ${money(found.mostProtected)} instead of ${money(found.protectedNow)}`,
  ].filter((repair) => repair !== false);
  const taken = [
    terms.poolTarget !== undefined && "the pool's share",
    found.protectedNow > 0 && "the dollars that full ratchets protect",
    terms.instruments.rows.length > 0 && "the money that converts",
  ].filter((each) => each !== false);
  return new Failure(
    "no_value",
    "no_solution: these terms contradict each other, and no positive price per share meets them all. " +
      `Of the pre-money of ${money(toNumber(terms.preMoney))}, ${list(taken, "and")} leave${taken.length === 1 ? "s" : ""} ${money(found.slack ?? 0)} for the other shares (the slack, which must be above 0). ` +
      (repairs.length > 0 ? `Any one of these mends it: ${list(repairs, "or")}.` : "No single term mends it."),
    "pre_money",
  );
}

const money = (value: number): string => value.toFixed(2).replace(/\B(?=(\d{3})+(?!\d))/g, ",").replace(/\.00$/, "");
const percentage = (value: number): string => `${Number((value * 100).toPrecision(6))} %`;
