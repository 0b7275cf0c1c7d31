/**
 * The rate at which a stream of flows has a present value of 0.
 *
 * With x = ln(1 + rate), inflows and outflows are each a sum of exponentials, and the logarithm of their ratio is almost a
 * straight line in x: Newton on that line finds every root of a stream with one change of sign, where Newton on the
 * present value itself fails on a third. It runs in plain doubles; the double is then polished with as many digits as asked.
 * With several changes of sign, intervals in which the present value provably keeps its sign, or keeps rising or falling,
 * are told apart until every root stands alone.
 */
import Decimal from "decimal.js";
import { Failure } from "../core/failure";

type Constructor = typeof Decimal;

/** Flows in the order of time, none of them 0, no two at the same time; times are whole and count from the first flow. */
export interface Stream {
  readonly flows: readonly Decimal[];
  readonly times: readonly number[];
  /** How many units of time make the period of the rate: 1 for periods, 365 for days and a yearly rate. */
  readonly perPeriod: number;
  readonly signs: readonly number[];
  /** ln |flow|: sums are taken relative to their largest term, so that no rate overflows. */
  readonly logs: readonly number[];
  readonly changes: number;
}

export function stream(flows: readonly Decimal[], times: readonly number[], perPeriod: number): Stream {
  const at = new Map<number, Decimal>();
  flows.forEach((flow, i) => {
    const before = at.get(times[i]!);
    at.set(times[i]!, before ? before.plus(flow) : flow);
  });
  const netted = [...at].filter(([, flow]) => !flow.isZero()).sort(([a], [b]) => a - b);
  const first = netted[0]?.[0] ?? 0;
  const signs = netted.map(([, flow]) => flow.s);
  return {
    flows: netted.map(([, flow]) => flow),
    times: netted.map(([time]) => time - first),
    perPeriod,
    signs,
    logs: netted.map(([, flow]) => {
      const size = Math.abs(flow.toNumber());
      return size > 0 && size < Infinity ? Math.log(size) : flow.abs().ln().toNumber();
    }),
    changes: signs.filter((sign, i) => i > 0 && sign !== signs[i - 1]).length,
  };
}

/** ln(inflows) - ln(outflows) at x, and its slope. */
function balance({ signs, logs, times, perPeriod }: Stream, x: number): { value: number; slope: number } {
  let topIn = -Infinity, topOut = -Infinity;
  for (let i = 0; i < logs.length; i++) {
    const height = logs[i]! - (times[i]! / perPeriod) * x;
    if (signs[i]! > 0) topIn = Math.max(topIn, height);
    else topOut = Math.max(topOut, height);
  }
  let sumIn = 0, momentIn = 0, sumOut = 0, momentOut = 0;
  for (let i = 0; i < logs.length; i++) {
    const time = times[i]! / perPeriod;
    if (signs[i]! > 0) {
      const term = Math.exp(logs[i]! - time * x - topIn);
      sumIn += term;
      momentIn += term * time;
    } else {
      const term = Math.exp(logs[i]! - time * x - topOut);
      sumOut += term;
      momentOut += term * time;
    }
  }
  return { value: topIn - topOut + Math.log(sumIn / sumOut), slope: momentOut / sumOut - momentIn / sumIn };
}

/** Newton kept inside a bracket in which the balance changes its sign; low and high may be infinite. `rises`: the sign at high. */
function solveIn(flows: Stream, start: number, low: number, high: number, rises: boolean): number {
  let x = start;
  for (let round = 0; round < 400; round++) {
    const { value, slope } = balance(flows, x);
    if (value === 0) return x;
    if (value > 0 === rises) high = x;
    else low = x;
    let next = x - value / slope;
    if (!(next > low && next < high)) next = high === Infinity ? (low > 0 ? 2 * low : low + 1) : low === -Infinity ? (high < 0 ? 2 * high : high - 1) : (low + high) / 2;
    if (Math.abs(next - x) <= 1e-15 * Math.abs(next) || next === x) return next;
    x = next;
  }
  return x;
}

/** The one root of a stream whose sign changes once. */
const solveOne = (flows: Stream): number => solveIn(flows, 0, -Infinity, Infinity, flows.signs[0]! > 0);

/** How much work is put into telling roots apart: terms looked at. */
const EFFORT = 4e7;

/** Every root in x of a stream whose sign changes more than once, in order; `complete` is false where the effort ran out. */
function solveAll(flows: Stream): { roots: number[]; complete: boolean } {
  const { signs, logs, times, perPeriod } = flows;
  const size = signs.length;
  const years = Float64Array.from(times, (time) => time / perPeriod);
  // Above `top` the first flow outweighs all others together, below `bottom` the last one does: no root lies beyond.
  const top = solveOne({ ...flows, signs: signs.map((_, i) => (i === 0 ? -1 : 1)) }) + 1e-9;
  const bottom = solveOne({ ...flows, signs: signs.map((_, i) => (i === size - 1 ? 1 : -1)) }) - 1e-9;
  const signAt = (x: number): number => (balance(flows, x).value < 0 ? -1 : 1);

  /** The flows' sizes at the interval looked at; one array for all of them, since this is where the time goes. */
  const terms = new Float64Array(size);
  /** What is certain about the present value, times exp(centre * x), between a and b. */
  function certain(a: number, b: number): "no root" | "monotone" | "nothing" {
    const middle = (a + b) / 2;
    let highest = -Infinity;
    for (let i = 0; i < size; i++) highest = Math.max(highest, (terms[i] = logs[i]! - years[i]! * middle));
    let weight = 0, moment = 0;
    for (let i = 0; i < size; i++) {
      const term = (terms[i] = Math.exp(terms[i]! - highest));
      weight += term;
      moment += term * years[i]!;
    }
    const centre = moment / weight;
    const half = (b - a) / 2;
    let low = 0, high = 0, slopeLow = 0, slopeHigh = 0, slack = 0;
    for (let i = 0; i < size; i++) {
      const arm = Math.abs(years[i]! - centre);
      const spread = Math.exp(arm * half);
      const large = terms[i]! * spread, small = terms[i]! / spread;
      if (signs[i]! > 0) { low += small; high += large; } else { low -= large; high -= small; }
      const rising = signs[i]! * (centre - years[i]!) > 0;
      if (rising) { slopeLow += arm * small; slopeHigh += arm * large; } else { slopeLow -= arm * large; slopeHigh -= arm * small; }
      slack += large * (1 + arm);
    }
    const noise = slack * 1e-14;
    if (low > noise || high < -noise) return "no root";
    return slopeLow > noise || slopeHigh < -noise ? "monotone" : "nothing";
  }

  const roots: number[] = [];
  let effort = 0;
  const open: [a: number, b: number, signA: number, signB: number][] = [[bottom, top, signAt(bottom), signAt(top)]];
  while (open.length) {
    const [a, b, signA, signB] = open.pop()!;
    const seen = certain(a, b);
    if (seen === "no root") continue;
    if (seen === "monotone") {
      if (signA !== signB) roots.push(solveIn(flows, (a + b) / 2, a, b, signB > 0));
      continue;
    }
    const middle = (a + b) / 2;
    if (b - a < 1e-10 * Math.max(1, Math.abs(middle)) || effort > EFFORT) {
      // Too close to be told apart: a sign change is a root, and so is a touch.
      if (signA !== signB || Math.abs(balance(flows, middle).value) < 1e-13) roots.push(signA !== signB ? solveIn(flows, middle, a, b, signB > 0) : middle);
      continue;
    }
    effort += 3 * size;
    const signMiddle = signAt(middle);
    open.push([a, middle, signA, signMiddle], [middle, b, signMiddle, signB]);
  }
  roots.sort((a, b) => a - b);
  return { roots: roots.filter((root, i) => i === 0 || root - roots[i - 1]! > 1e-9 * Math.max(1, Math.abs(root))), complete: effort <= EFFORT };
}

/** All rates as ln(1 + rate), in order. None is an empty list. */
export function logRates(flows: Stream): { roots: number[]; complete: boolean } {
  if (flows.changes === 0) return { roots: [], complete: true };
  return flows.changes === 1 ? { roots: [solveOne(flows)], complete: true } : solveAll(flows);
}

export const nearestTo = (roots: readonly number[], x: number): number => roots.reduce((best, root) => (Math.abs(root - x) < Math.abs(best - x) ? root : best));

/**
 * The rate near x = ln(1 + rate) to the precision of D, with the largest relative error it may have. Newton on the
 * discount factor of one unit of time; the present value is taken with all digits, its slope in doubles, which is enough
 * since the slope only scales a correction.
 */
export function polish(flows: Stream, x: number, D: Constructor, flowDoubt = 0): { rate: Decimal; doubt: number } {
  const { signs, logs, times, perPeriod } = flows;
  if (Math.abs(x) < 1e-6 && flows.flows.reduce((sum, flow) => sum.plus(flow), new D(0)).isZero()) return { rate: new D(0), doubt: flowDoubt === 0 ? 0 : Infinity };
  const log = -x / perPeriod;
  // A list as long as a column would not fit on the stack as the arguments of Math.max.
  const highest = logs.reduce((most, height, i) => Math.max(most, height + times[i]! * log), -Infinity);
  let weight = 0, slope = 0, spread = 0, curve = 0;
  for (let i = 0; i < logs.length; i++) {
    const term = Math.exp(logs[i]! + times[i]! * log - highest);
    weight += term;
    slope += signs[i]! * term * times[i]!;
    spread += term * times[i]!;
    curve += term * times[i]! ** 2;
  }
  const decade = Math.round(highest / Math.LN10);
  const scale = new D(`1e${-decade}`);
  const rest = Math.exp(decade * Math.LN10 - highest);
  const floor = (weight / Math.abs(slope)) * (flowDoubt + logs.length * 10 ** (2 - D.precision));

  let factor = new D(Math.exp(log));
  let doubt = Infinity;
  for (let round = 0; round < 8; round++) {
    const correction = -(presentValue(flows, factor).times(scale).toNumber() * rest) / slope;
    factor = factor.plus(factor.times(correction));
    const error = Math.abs(correction) * (Math.abs(correction) * (curve + spread) + 1e-13 * spread) / Math.abs(slope) + floor;
    const growth = perPeriod === 1 ? new D(1).div(factor) : factor.pow(-perPeriod);
    const rate = growth.minus(1);
    // The relative error of the factor, carried through the power and the subtraction of 1.
    doubt = rate.isZero() ? Infinity : perPeriod * error * Math.abs(growth.div(rate).toNumber()) + 10 ** (2 - D.precision);
    if (doubt < 1e-21 || error < 4 * floor) return { rate, doubt };
  }
  return polishTouch(flows, new D(Math.exp(log)), D);
}

/**
 * The same where the present value only touches 0, or nearly: its slope vanishes with it, so it is taken with all digits
 * too. Newton then halves the error each time, and half of the digits are what can be had.
 */
function polishTouch({ flows, times, perPeriod }: Stream, start: Decimal, D: Constructor): { rate: Decimal; doubt: number } {
  const moments = flows.map((flow, i) => flow.times(times[i]!));
  let factor = start;
  for (let round = 0; round < 4 * D.precision; round++) {
    const slope = presentValue({ flows: moments, times }, factor);
    const correction = slope.isZero() ? new D(0) : presentValue({ flows, times }, factor).div(slope);
    factor = factor.minus(factor.times(correction));
    const error = Math.abs(correction.toNumber());
    if (error < 10 ** (-D.precision / 2)) {
      const rate = factor.pow(-perPeriod).minus(1);
      return { rate, doubt: rate.isZero() ? Infinity : perPeriod * (4 * error + 10 ** (1 - D.precision / 2)) * Math.abs(rate.plus(1).div(rate).toNumber()) };
    }
  }
  throw new Failure("no_value", "the rate cannot be computed: the flows nearly cancel at every rate");
}

/** Horner from the last flow to the first, with the powers of each gap in time computed once. */
function presentValue({ flows, times }: Pick<Stream, "flows" | "times">, factor: Decimal): Decimal {
  const powers = new Map<number, Decimal>([[1, factor]]);
  let sum = flows[flows.length - 1]!;
  for (let i = flows.length - 2; i >= 0; i--) {
    const gap = times[i + 1]! - times[i]!;
    let power = powers.get(gap);
    if (!power) powers.set(gap, (power = factor.pow(gap)));
    sum = power.times(sum).plus(flows[i]!);
  }
  return sum;
}

/** The nearest rate to the guess, for a stream given as flows one unit of time apart or at whole times. */
export function solveRate(flows: readonly Decimal[], times: readonly number[], perPeriod: number, guess: number, D: Constructor, flowDoubt = 0): { rate: Decimal; doubt: number } {
  const series = stream(flows, times, perPeriod);
  const { roots } = logRates(series);
  if (!roots.length) throw new Failure("no_value", "no rate makes the present value of these flows 0");
  return polish(series, nearestTo(roots, Math.log1p(guess)), D, flowDoubt);
}
