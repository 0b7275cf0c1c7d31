/**
 * The rate at which a stream of flows has a present value of 0.
 *
 * With x = ln(1 + rate), inflows and outflows are each a sum of exponentials, and the logarithm of their ratio is almost a
 * straight line in x: Newton on that line finds every root of a stream with one change of sign, where Newton on the
 * present value itself fails on a third. It runs in plain doubles; the double is then polished with as many digits as asked.
 * With several changes of sign, intervals in which the present value provably keeps its sign, or keeps rising or falling,
 * are told apart until every root stands alone.
 */
import { Failure } from "../core/failure";
import { uncertain, type Arithmetic } from "./arithmetic";

/** What a root is looked for in: the flows as doubles, in the order of time, none of them 0, no two at the same time. */
interface Shape {
  /** Whole, and counted from the first flow. */
  readonly times: readonly number[];
  /** How many units of time make the period of the rate: 1 for periods, 365 for days and a yearly rate. */
  readonly perPeriod: number;
  readonly signs: readonly number[];
  /** ln |flow|: sums are taken relative to their largest term, so that no rate overflows. */
  readonly logs: readonly number[];
  readonly changes: number;
}
/** The flows with all their digits too. */
export interface Stream<N> extends Shape {
  readonly flows: readonly N[];
  /** The largest relative error of a flow. */
  readonly doubt: number;
}

export function stream<N>(arithmetic: Arithmetic<N>, flows: readonly N[], times: readonly number[], perPeriod: number): Stream<N> {
  const zero = arithmetic.of(0);
  const at = new Map<number, N>();
  flows.forEach((flow, i) => {
    const before = at.get(times[i]!);
    at.set(times[i]!, before === undefined ? flow : arithmetic.add(before, flow));
  });
  const netted = [...at].filter(([, flow]) => arithmetic.compare(flow, zero) !== 0).sort(([a], [b]) => a - b);
  const first = netted[0]?.[0] ?? 0;
  const rough = netted.map(([, flow]) => arithmetic.roughly(flow));
  const signs = rough.map(({ sign }) => sign);
  return {
    flows: netted.map(([, flow]) => flow),
    times: netted.map(([time]) => time - first),
    perPeriod,
    signs,
    logs: rough.map(({ log }) => log),
    changes: signs.filter((sign, i) => i > 0 && sign !== signs[i - 1]).length,
    doubt: rough.reduce((most, { doubt }) => Math.max(most, doubt), 0),
  };
}

/** ln(inflows) - ln(outflows) at x, and its slope. */
function balance({ signs, logs, times, perPeriod }: Shape, x: number): { value: number; slope: number } {
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
function solveIn(flows: Shape, start: number, low: number, high: number, rises: boolean): number {
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
const solveOne = (flows: Shape): number => solveIn(flows, 0, -Infinity, Infinity, flows.signs[0]! > 0);

/** How much work is put into telling roots apart: terms looked at. */
const EFFORT = 4e7;

/** Every root in x of a stream whose sign changes more than once, in order; `complete` is false where the effort ran out. */
function solveAll(flows: Shape): { roots: number[]; complete: boolean } {
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
export function logRates(flows: Shape): { roots: number[]; complete: boolean } {
  if (flows.changes === 0) return { roots: [], complete: true };
  return flows.changes === 1 ? { roots: [solveOne(flows)], complete: true } : solveAll(flows);
}

export const nearestTo = (roots: readonly number[], x: number): number => roots.reduce((best, root) => (Math.abs(root - x) < Math.abs(best - x) ? root : best));

/**
 * The rate near x = ln(1 + rate), with the relative error that it may have. Newton on the discount factor of one unit of
 * time; the present value is taken with all digits, its slope in doubles, which is enough since the slope only scales a
 * correction.
 */
export function polish<N>(arithmetic: Arithmetic<N>, flows: Stream<N>, x: number): N {
  const { of, near, add, subtract, multiply, divide, power, exponential, compare, roughly, doubted, unit } = arithmetic;
  const { signs, logs, times, perPeriod } = flows;
  const [zero, one] = [of(0), of(1)];
  if (Math.abs(x) < 1e-6 && compare(flows.flows.reduce(add, zero), zero) === 0) return zero;
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
  // Each flow is added and multiplied once, and the powers of all gaps together are one for each unit of time.
  const floor = (weight / Math.abs(slope)) * (flows.doubt + (10 * logs.length + 4 * times[times.length - 1]!) * unit);

  // Within the doubles where they reach that far.
  const start = Math.abs(log) < 700 ? near(Math.exp(log)) : exponential(near(log));
  let factor = start;
  for (let round = 0; round < 8; round++) {
    const value = roughly(presentValue(arithmetic, flows, factor));
    const correction = -(value.sign * Math.exp(value.log - highest)) / slope;
    if (correction !== 0) factor = add(factor, multiply(factor, near(correction)));
    const error = Math.abs(correction) * (Math.abs(correction) * (curve + spread) + 1e-12 * spread) / Math.abs(slope) + floor;
    const growth = perPeriod === 1 ? divide(one, factor) : power(factor, of(-perPeriod));
    const rate = subtract(growth, one);
    // The relative error of the factor, carried through the power and the subtraction of 1.
    const doubt = perPeriod * (error + 4 * unit) * Math.exp(roughly(growth).log - roughly(rate).log) + 4 * unit;
    if (doubt < 1e-21 || error < 4 * floor) return doubted(rate, doubt);
  }
  return polishTouch(arithmetic, flows, start);
}

/**
 * The same where the present value only touches 0, or nearly: its slope vanishes with it, so it is taken with all digits
 * too. Newton then halves the error each time, and half of the digits are what can be had.
 */
function polishTouch<N>(arithmetic: Arithmetic<N>, { flows, times, perPeriod }: Stream<N>, start: N): N {
  const { of, subtract, multiply, divide, power, roughly, doubted, unit } = arithmetic;
  const moments = flows.map((flow, i) => multiply(flow, of(times[i]!)));
  let factor = start;
  for (let rounds = -4 * Math.log10(unit); rounds > 0; rounds--) {
    const slope = presentValue(arithmetic, { flows: moments, times }, factor);
    const correction = roughly(slope).sign === 0 ? of(0) : divide(presentValue(arithmetic, { flows, times }, factor), slope);
    factor = subtract(factor, multiply(factor, correction));
    const error = Math.exp(roughly(correction).log);
    if (error < Math.sqrt(unit)) {
      const growth = power(factor, of(-perPeriod));
      const rate = subtract(growth, of(1));
      return doubted(rate, perPeriod * (4 * error + 4 * Math.sqrt(unit)) * Math.exp(roughly(growth).log - roughly(rate).log));
    }
  }
  return uncertain();
}

/** Horner from the last flow to the first, with the powers of each gap in time computed once. */
function presentValue<N>({ add, multiply, power, of }: Arithmetic<N>, { flows, times }: Pick<Stream<N>, "flows" | "times">, factor: N): N {
  const powers = new Map<number, N>([[1, factor]]);
  let sum: N = flows[flows.length - 1]!;
  for (let i = flows.length - 2; i >= 0; i--) {
    const gap = times[i + 1]! - times[i]!;
    let discount = powers.get(gap);
    if (discount === undefined) powers.set(gap, (discount = power(factor, of(gap))));
    sum = add(multiply(discount, sum), flows[i]!);
  }
  return sum;
}

export const noRate = (): never => {
  throw new Failure("no_value", "no rate makes the present value of these flows 0");
};

/** The rate nearest to 10 % at which flows one period apart have a present value of 0; the first flow is at 0. */
export function internalRate<N>(arithmetic: Arithmetic<N>, flows: readonly N[]): N {
  const periods = stream(arithmetic, flows, flows.map((_, i) => i), 1);
  const { roots } = logRates(periods);
  return roots.length ? polish(arithmetic, periods, nearestTo(roots, Math.log1p(0.1))) : noRate();
}
