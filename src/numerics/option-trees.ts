/**
 * Options on the binomial tree of Cox, Ross and Rubinstein, each answer the double nearest to the tree's exact value.
 *
 * A call is the put on which price and strike, interest and dividends have changed places: that holds on this tree node by
 * node, so everything below prices puts, whose value no node takes above the strike. Without early exercise the tree is
 * a sum over its last row. With it, the tree is rolled back in pairs of doubles (about 31 digits), and in the rare case
 * that these leave the last digit in doubt, in whole numbers of as many bits as it takes.
 */
import type Decimal from "decimal.js";
import { withDecimals } from "./decimals";
import { factorial } from "./factorial";
import { withPrecision, type Constructor } from "./precision";

export interface Option {
  readonly underlying: number;
  readonly strike: number;
  readonly rate: number;
  readonly dividendYield: number;
  readonly volatility: number;
  readonly years: number;
  readonly steps: number;
}

/** What one step of the tree does, in decimals. */
interface Step {
  readonly up: Decimal;
  readonly discount: Decimal;
  /** Probabilities of a move up and down. */
  readonly rise: Decimal;
  readonly fall: Decimal;
  /** ln(up). */
  readonly move: number;
  /** How much larger than a rounding error the relative error of a probability may be. */
  readonly strain: number;
}

/** No value of an option changes by a digit beyond a step of e^1e12, while decimals end at e^2e16. */
const WIDEST = 1e12;

function stepOf({ rate, dividendYield, volatility, years, steps }: Option, D: Constructor): Step {
  const time = new D(years).div(steps);
  const move = D.min(time.sqrt().times(volatility), WIDEST);
  const up = move.exp();
  const drift = new D(rate).minus(dividendYield).times(time);
  const growth = drift.exp();
  const down = new D(1).div(up);
  const above = growth.minus(down);
  const below = up.minus(growth);
  const width = up.minus(down);
  // A certain move leaves nothing but noise on the other side.
  const rise = D.max(0, D.min(1, above.div(width)));
  const least = D.min(above.isPositive() && !above.isZero() ? above : width, below.isPositive() && !below.isZero() ? below : width);
  const swing = 4 + 2 * move.toNumber() + 2 * Math.abs(drift.toNumber());
  return { up, discount: time.times(rate).negated().exp(), rise, fall: new D(1).minus(rise), move: move.toNumber(), strain: swing * (4 + up.div(least).toNumber()) };
}

/** The tree's own numbers, for the working. */
export const treeStep = (option: Option): { up: number; down: number; rise: number; discount: number } =>
  withDecimals((D, toNumber) => {
    const { up, rise, discount, strain } = stepOf(option, D);
    const doubt = strain * 10 ** (1 - D.precision);
    return { up: toNumber(up, doubt), down: toNumber(new D(1).div(up), doubt), rise: toNumber(rise, doubt), discount: toNumber(discount, doubt) };
  });

/* ---------------------------------------------------------------------------------------------- exercise at the end */

/** ln of each node's share in the sum over the last row, up to a constant, as far as the put pays there; the largest one's place. */
function largestShare({ underlying, strike, steps }: Option, { rise, fall, move }: Step): number {
  const odds = Math.log(rise.div(fall).toNumber());
  const distance = Math.log(strike) - Math.log(underlying);
  let ways = 0;
  let best = 0;
  let most = -Infinity;
  for (let j = 0; j <= steps; j++) {
    const height = (2 * j - steps) * move - distance;
    if (height >= 0) break;
    const share = ways + j * odds + Math.log(-Math.expm1(height));
    if (share > most) [most, best] = [share, j];
    ways += Math.log((steps - j) / (j + 1));
  }
  return best;
}

/**
 * discount^n * sum of C(n, j) rise^j fall^(n-j) (strike - price up^(2j-n)), from the largest term outwards. The terms
 * are log-concave, so once they fall they fall at least as fast ever after, and the rest is below a geometric sum.
 */
function europeanPut(option: Option): number {
  return withDecimals((D, toNumber) => {
    const { steps: n } = option;
    const step = stepOf(option, D);
    const { up, rise, fall } = step;
    const [price, strike] = [new D(option.underlying), new D(option.strike)];
    const discount = new D(option.rate).times(option.years).negated().exp();
    if (rise.isZero() || fall.isZero()) {
      const payoff = strike.minus(price.times(up.pow(fall.isZero() ? n : -n)));
      return payoff.isPositive() ? toNumber(payoff.times(discount), step.strain * n * 10 ** (1 - D.precision)) : 0;
    }
    const peak = largestShare(option, step);
    const whole = (k: number): Decimal => factorial(new D(k)).value;
    const square = up.times(up);
    const start = {
      weight: whole(n).div(whole(peak).times(whole(n - peak))).times(rise.pow(peak)).times(fall.pow(n - peak)),
      price: price.times(up.pow(2 * peak - n)),
    };
    let sum = new D(0);
    let gross = new D(0);
    for (const way of [1, -1] as const) {
      let { weight, price: at } = start;
      let before: Decimal | undefined;
      const [odds, factor] = way > 0 ? [rise.div(fall), square] : [fall.div(rise), new D(1).div(square)];
      for (let j = peak; j >= 0 && j <= n; j += way) {
        if (j !== peak) {
          const [more, fewer] = way > 0 ? [n - j + 1, j] : [j + 1, n - j];
          weight = weight.times(more).div(fewer).times(odds);
          at = at.times(factor);
        }
        const payoff = strike.minus(at);
        gross = gross.plus(weight.times(strike.plus(at)));
        if (!payoff.isPositive()) break;
        const term = weight.times(payoff);
        if (j !== peak || way > 0) sum = sum.plus(term);
        const ratio: number = before ? term.div(before).toNumber() : 1;
        if (term.isZero() || (ratio < 1 && term.e - Math.log10(1 - ratio) < sum.e - D.precision - 2)) break;
        before = term;
      }
    }
    if (sum.isZero()) return 0;
    const doubt = gross.div(sum).toNumber() * 4 * (n + 20) * step.strain * 10 ** (1 - D.precision);
    return toNumber(sum.times(discount), doubt);
  });
}

/* ---------------------------------------------------------------------------------------------- exercise at any time */

/** One row of the tree in numbers of one kind; a node's value is a share of the strike. */
interface Row<P> {
  /** The number of this kind nearest to a decimal. */
  of(value: Decimal): P;
  put(j: number, value: P): void;
  clear(j: number): void;
  /** Whether waiting at node j of the row before is worth more than `value`. */
  waits(j: number, value: P): boolean;
  /** Whether node j is worth less than `value`. */
  below(j: number, value: P): boolean;
  /** Rolls the nodes from..to back by one step. */
  roll(from: number, to: number): void;
  at(j: number, D: Constructor): Decimal;
  /** The relative error of n steps, where the value is not far below the strike. */
  doubt(steps: number, value: Decimal): number;
}

/** The value that the bits of a double stand for; new D(x) is the shorter decimal that x prints as. */
function bitsOf(x: number, D: Constructor): Decimal {
  if (x === 0) return new D(0);
  const exponent = Math.max(-1022, Math.floor(Math.log2(Math.abs(x)))) - 52;
  // In two steps, since 2^-1074 has no reciprocal.
  return new D(x * 2 ** Math.floor(-exponent / 2) * 2 ** Math.ceil(-exponent / 2)).times(new D(2).pow(exponent));
}

const SPLIT = 134_217_729; // 2^27 + 1

/** Each number the sum of two doubles, added and multiplied after Dekker. */
function doubleRow(size: number, up: Decimal, down: Decimal): Row<readonly [number, number]> {
  const high = new Float64Array(size + 1);
  const low = new Float64Array(size + 1);
  const pair = (value: Decimal): readonly [number, number] => {
    const first = value.toNumber();
    return [first, value.minus(bitsOf(first, value.constructor as Constructor)).toNumber()];
  };
  const halves = (x: number): readonly [number, number] => {
    const c = SPLIT * x;
    const head = c - (c - x);
    return [head, x - head];
  };
  const [a, aLow] = pair(up);
  const [b, bLow] = pair(down);
  const [a1, a2] = halves(a);
  const [b1, b2] = halves(b);

  /** up * V[j + 1] + down * V[j], for each j in turn, in place. */
  function roll(from: number, to: number): void {
    if (from > to) return;
    let h = high[from]!, l = low[from]!;
    let c = SPLIT * h;
    let h1 = c - (c - h), h2 = h - h1;
    for (let j = from; j <= to; j++) {
      const q = b * h;
      const qError = b2 * h2 - (q - b1 * h1 - b2 * h1 - b1 * h2) + (b * l + bLow * h);
      h = high[j + 1]!;
      l = low[j + 1]!;
      c = SPLIT * h;
      h1 = c - (c - h);
      h2 = h - h1;
      const p = a * h;
      const pError = a2 * h2 - (p - a1 * h1 - a2 * h1 - a1 * h2) + (a * l + aLow * h);
      const sum = p + q;
      const part = sum - p;
      const rest = p - (sum - part) + (q - part) + (pError + qError);
      const value = sum + rest;
      high[j] = value;
      low[j] = rest - (value - sum);
    }
  }
  return {
    of: pair,
    put(j, value) {
      [high[j], low[j]] = value;
    },
    clear(j) {
      high[j] = low[j] = 0;
    },
    waits(j, [h, l]) {
      const [oldHigh, oldLow] = [high[j]!, low[j]!];
      roll(j, j);
      const [newHigh, newLow] = [high[j]!, low[j]!];
      high[j] = oldHigh;
      low[j] = oldLow;
      return newHigh - h + (newLow - l) > 0;
    },
    below: (j, [h, l]) => high[j]! - h + (low[j]! - l) < 0,
    roll,
    at: (j, D) => bitsOf(high[j]!, D).plus(bitsOf(low[j]!, D)),
    // Below 1e-250 the second of the two doubles runs out of exponents.
    doubt: (steps, value) => (value.lessThan("1e-250") ? Infinity : steps * 2 ** -99),
  };
}

/** Each number a whole number of 2^-bits. */
function wholeRow(size: number, up: Decimal, down: Decimal, bits: number): Row<bigint> {
  const row = new Array<bigint>(size + 1).fill(0n);
  const scale = (D: Constructor): Decimal => new D(2).pow(bits);
  const of = (value: Decimal): bigint => BigInt(value.times(scale(value.constructor as Constructor)).toFixed(0));
  const [a, b] = [of(up), of(down)];
  const width = BigInt(bits);
  const next = (j: number): bigint => (a * row[j + 1]! + b * row[j]!) >> width;
  return {
    of,
    put(j, value) {
      row[j] = value;
    },
    clear(j) {
      row[j] = 0n;
    },
    waits: (j, value) => next(j) > value,
    below: (j, value) => row[j]! < value,
    roll(from, to) {
      for (let j = from; j <= to; j++) row[j] = next(j);
    },
    at: (j, D) => new D(String(row[j]!)).div(scale(D)),
    // Every rounding is below 2^-bits, and none grows on its way to the root.
    doubt: (steps, value) => (value.isZero() ? Infinity : new (value.constructor as Constructor)(2).pow(-bits).times(8 * steps).div(value).toNumber()),
  };
}

/**
 * The put at the root as a share of the strike, from a tree that leaves out what lies more than `reach` standard moves
 * above the middle. Unless interest is negative, the nodes at which exercise pays are those below one boundary, and from
 * one row to the row before the boundary moves by a single node: so one comparison a row finds it, and only the nodes
 * above it are computed. Otherwise the region may have a lower end too, and every node is compared.
 */
function rollBack<P>(option: Option, step: Step, D: Constructor, row: Row<P>, reach: number): Decimal {
  const { steps: n } = option;
  const ratio = new D(option.underlying).div(option.strike);
  // What exercise pays k moves above the start; moves go down as the boundary does, so each price follows from the last.
  const prices: Decimal[] = [];
  const payoffs: P[] = [];
  const base = Math.min(n, Math.ceil((Math.log(option.strike) - Math.log(option.underlying)) / step.move) + 1);
  const down = new D(1).div(step.up);
  const priceAt = (k: number): Decimal => {
    for (let i = prices.length; i <= base - k; i++) prices.push(i === 0 ? ratio.times(step.up.pow(base)) : prices[i - 1]!.times(down));
    return prices[base - k]!;
  };
  const pays = (k: number): boolean => k <= base && (k < base - 3 || priceAt(k).lessThan(1));
  const payoff = (k: number): P => (payoffs[base - k] ??= row.of(new D(1).minus(priceAt(k))));

  let last = Math.min(n, Math.floor((base + n) / 2));
  while (last >= 0 && !pays(2 * last - n)) last--;
  if (last < 0) return new D(0);
  const tracked = option.rate >= 0 && Math.max(option.rate, -option.dividendYield) * (option.years / n) * step.move > 1e-22;
  for (let j = last; j >= (tracked ? Math.max(0, last - 1) : 0); j--) row.put(j, payoff(2 * j - n));

  const drift = 2 * step.rise.toNumber() - 1;
  const topOf = (i: number): number => Math.min(i, last, Math.floor((i * (1 + drift) + reach * Math.sqrt(n)) / 2) + 1);
  let boundary = Math.min(last, n - 1);
  let top = topOf(n);
  for (let j = top + 1; j <= last; j++) row.clear(j);
  for (let i = n - 1; i >= 0; i--) {
    const newTop = topOf(i);
    if (!tracked) {
      row.roll(0, newTop);
      for (let j = Math.min(newTop, Math.floor((base + i) / 2)); j >= 0; j--) {
        const k = 2 * j - i;
        if (pays(k) && row.below(j, payoff(k))) row.put(j, payoff(k));
      }
    } else {
      if (i < n - 1 && boundary > i) return new D(1).minus(ratio);
      while (boundary >= 0 && (!pays(2 * boundary - i) || row.waits(boundary, payoff(2 * boundary - i)))) {
        boundary--;
        if (i < n - 1) break;
        if (boundary >= 0) row.put(boundary, payoff(2 * boundary - n));
      }
      row.roll(boundary + 1, newTop);
      if (boundary >= 0) row.put(boundary, payoff(2 * boundary - i));
    }
    for (let j = newTop + 1; j <= top; j++) if (j > boundary) row.clear(j);
    top = newTop;
  }
  return row.at(0, D);
}

/** A bound on ln(value / strike): Chernoff's on the chance that a price so far above the strike ever comes below it. */
function logBound({ underlying, strike, steps }: Option, { rise, move }: Step): number {
  const p = rise.toNumber();
  const moves = Math.floor((Math.log(underlying) - Math.log(strike)) / move);
  const share = moves / steps;
  if (moves > steps) return -Infinity; // not even falling all the way
  if (!(share > 0 && share < 1 && p > 0 && p < 1)) return 0;
  const tilt = Math.max(0, Math.log(p / (1 - p)), Math.log((p * (1 + share)) / ((1 - p) * (1 - share))) / 2);
  const growth = Math.log(p * Math.exp(-tilt) + (1 - p) * Math.exp(tilt));
  return Math.min(0, steps * Math.max(0, growth) - tilt * moves);
}

function americanPut(option: Option): number {
  const { strike, rate, dividendYield, years, steps: n } = option;
  // Waiting costs nothing where the strike does not lose by it nor the price gain: then the last row decides.
  if (rate <= 0 && dividendYield >= 0) return europeanPut(option);
  const smallest = logBound(option, stepOf(option, withPrecision(40))) + Math.log(strike) + Math.max(0, -rate * years);
  if (smallest < -760) return 0; // half of the smallest double is e^-745

  const settled = (D: Constructor, share: Decimal, doubt: number): number | undefined => {
    if (!(doubt < 1e-3)) return undefined;
    const value = share.times(strike);
    const margin = value.times(doubt);
    const [low, high] = [new D(value.minus(margin)).toNumber(), value.plus(margin).toNumber()];
    return low === high ? low : undefined;
  };
  const D = withPrecision(60);
  const step = stepOf(option, D);
  const [up, down] = [step.rise.times(step.discount), step.fall.times(step.discount)];
  // What lies beyond `reach` is met with a chance below exp(-reach^2 / 2): Hoeffding's bound on the highest point of a walk.
  for (const reach of [17, Infinity]) {
    const row = doubleRow(n + 1, up, down);
    const share = rollBack(option, step, D, row, reach);
    const leftOut = Math.exp(-(reach * reach) / 2 + Math.max(0, -rate * years));
    const doubt = row.doubt(n, share) + (share.isZero() ? Infinity : leftOut / share.toNumber());
    const value = settled(D, share, doubt);
    if (value !== undefined) return value;
    if (share.greaterThan("1e-30")) break;
  }
  const bits = 400 + Math.max(0, Math.ceil(-(smallest - Math.log(strike)) / Math.LN2));
  const wide = withPrecision(Math.ceil(bits * Math.LN10 / Math.LN2 / 10) + 40);
  const wideStep = stepOf(option, wide);
  const row = wholeRow(n + 1, wideStep.rise.times(wideStep.discount), wideStep.fall.times(wideStep.discount), bits);
  const share = rollBack(option, wideStep, wide, row, Infinity);
  // What is still in doubt is an exact tie.
  return settled(wide, share, row.doubt(n, share)) ?? share.times(strike).toNumber();
}

/* ---------------------------------------------------------------------------------------------- both */

/** The value of an option on the tree, rounded once. */
export function treeValue(option: Option, style: "european" | "american", type: "call" | "put"): number {
  const { underlying, strike, rate, dividendYield } = option;
  const put = type === "put" ? option : { ...option, underlying: strike, strike: underlying, rate: dividendYield, dividendYield: rate };
  if (put.strike === 0) return 0;
  if (put.underlying === 0) {
    // The price stays at 0: the strike is received, at the end or, where interest makes it worth more, at once.
    if (style === "american" && put.rate >= 0) return put.strike;
    return withDecimals((D, toNumber) => {
      const power = new D(put.rate).times(put.years).negated();
      return toNumber(power.exp().times(put.strike), (2 + Math.abs(power.toNumber())) * 10 ** (2 - D.precision));
    });
  }
  return style === "american" ? americanPut(put) : europeanPut(put);
}
