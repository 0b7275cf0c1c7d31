/**
 * The thorough arithmetic: decimals of 40 digits, and of more where those leave a doubt. withDigits runs a calculation on
 * as many digits as its answer needs.
 */
import Decimal from "decimal.js";
import { Failure } from "../core/failure";
import { Uncertain, uncertain, type Arithmetic } from "./arithmetic";
import { doubleDoubles } from "./double-double";
import { factorial } from "./factorial";

/** value * (1 + error) for some |error| <= doubt; a doubt of 0 says that the value is exact. */
interface Real {
  readonly value: Decimal;
  readonly doubt: number;
}

/** Digits of each attempt. The last one settles: what is still indistinguishable from 0 after 300 digits is 0. */
const PRECISIONS = [40, 80, 160, 300] as const;

/** Numbers lately read are kept: a call reads its inputs more than once, a sheet the same ranges, and digits are slow to read. */
const MOST_KNOWN = 5000;

const impossible = (message: string): never => {
  throw new Failure("no_value", message);
};

/** d.ddd… of a number as a double: its leading digits. */
const leading = (x: Decimal): number => {
  const [first = 0, second = 0] = x.d;
  return (first + second * 1e-7) / 10 ** (x.e - 7 * Math.floor(x.e / 7));
};
/** |a| / |b| as a double, where b is not 0. */
const ratio = (a: Decimal, b: Decimal): number => (a.isZero() ? 0 : (leading(a) / leading(b)) * 10 ** (a.e - b.e));
/** |a| as a double, which may be Infinity: good enough to weigh errors with. */
const size = (a: Decimal): number => (a.isZero() ? 0 : leading(a) * 10 ** a.e);

function decimalArithmetic(D: typeof Decimal, settles: boolean): Arithmetic<Real> {
  const { precision } = D;
  /** The largest relative error of one rounding. */
  const unit = 10 ** (1 - precision);
  const room = precision / 7;
  const exact = (value: Decimal): Real => ({ value, doubt: 0 });
  const ONE = exact(new D(1));
  const ZERO = exact(new D(0));
  /** A 0 with an error relative to it is 0. One is also what lies below the smallest decimal, 10^-9e15: so it is to any sum that ends in a double. */
  const real = (value: Decimal, doubt: number): Real => {
    if (!value.isFinite()) throw new Failure("limit", "an intermediate result is too large to compute with");
    return value.isZero() && doubt < Infinity ? ZERO : { value, doubt };
  };
  const isNothing = (a: Real): boolean => a.value.isZero() && a.doubt === 0;

  const add = (a: Real, b: Real): Real => {
    const value = a.value.plus(b.value);
    if (isNothing(a)) return b;
    if (isNothing(b)) return a;
    const top = Math.max(a.value.e, b.value.e) + 1;
    const bottom = Math.min(a.value.e - 7 * a.value.d.length, b.value.e - 7 * b.value.d.length);
    const rounding = top - bottom < precision ? 0 : unit;
    if (a.doubt === 0 && b.doubt === 0 && rounding === 0) return real(value, 0);
    const doubt = value.isZero() ? Infinity : ratio(a.value, value) * a.doubt + ratio(b.value, value) * b.doubt + rounding;
    // Nothing but noise is left: at the last attempt that is a zero.
    if (settles && !(doubt < 1e-3)) return ZERO;
    return real(value, doubt);
  };
  const negate = (a: Real): Real => ({ value: a.value.negated(), doubt: a.doubt });
  const subtract = (a: Real, b: Real): Real => add(a, negate(b));
  const compare = (a: Real, b: Real): number => {
    if (a.doubt === 0 && b.doubt === 0) return a.value.comparedTo(b.value);
    const difference = subtract(a, b);
    if (difference.doubt < 1) return difference.value.isZero() ? 0 : difference.value.s;
    return settles ? 0 : uncertain();
  };
  const multiply = (a: Real, b: Real): Real => {
    if (isNothing(a) || isNothing(b)) return ZERO;
    const rounding = a.value.d.length + b.value.d.length <= room ? 0 : unit;
    return real(a.value.times(b.value), a.doubt + b.doubt + rounding);
  };
  const divide = (a: Real, b: Real): Real => {
    if (b.value.isZero()) {
      if (b.doubt !== 0) uncertain();
      throw new Failure("division_by_zero", "a division by 0");
    }
    if (isNothing(a)) return ZERO;
    const value = a.value.div(b.value);
    const terminates = a.doubt === 0 && b.doubt === 0 && value.d.length + b.value.d.length <= room && value.times(b.value).eq(a.value);
    return real(value, terminates ? 0 : a.doubt + b.doubt + unit);
  };
  const known = new Map<number | string, Real>();
  const of = (value: number | string): Real => {
    let read = known.get(value);
    if (!read) {
      if (known.size >= MOST_KNOWN) known.clear();
      known.set(value, (read = exact(new D(value))));
    }
    return read;
  };
  const floor = (a: Real): Real => {
    if (a.doubt === 0) return exact(a.value.floor());
    const near = exact(a.value.round());
    const gap = subtract(a, near);
    if (isNothing(gap)) return near;
    return gap.doubt < 1 ? exact(a.value.floor()) : settles ? near : uncertain();
  };

  return {
    of,
    toNumber: (n) => {
      // A tie that is still one at the last attempt is an exact tie, and the rounding of the decimal settles it.
      const best = (): number => (settles || n.doubt === 0 ? n.value.toNumber() : uncertain());
      const certain = (): number => {
        if (n.doubt === 0 || !(n.doubt < 1e-3)) return best();
        const margin = n.value.times(n.doubt);
        const low = n.value.minus(margin).toNumber();
        return low === n.value.plus(margin).toNumber() ? low : best();
      };
      return certain() || 0; // -0 is 0
    },
    negate,
    add,
    subtract,
    multiply,
    divide,
    compare,
    floor,
    modulo: (a, b) => subtract(a, multiply(b, floor(divide(a, b)))),
    absolute: (a) => ({ value: a.value.abs(), doubt: a.doubt }),
    power: (a, b) => {
      if (isNothing(b)) return ONE;
      if (a.value.isZero()) {
        if (a.doubt !== 0) uncertain();
        if (b.value.isNegative()) throw new Failure("division_by_zero", "0 to a negative power");
        return ZERO;
      }
      const whole = b.doubt === 0 && b.value.isInteger();
      if (a.value.isNegative() && !whole) impossible("a negative number has no real power with a fractional exponent");
      const value = a.value.pow(b.value);
      const exponent = size(b.value);
      const terminates = whole && a.doubt === 0 && b.value.isPositive() && exponent * a.value.d.length <= room;
      return real(value, terminates ? 0 : exponent * (a.doubt + (b.doubt && Math.abs(logSize(a.value)) * b.doubt)) + 2 * unit);
    },
    squareRoot: (a) => {
      if (a.value.isNegative() && !a.value.isZero()) impossible("a negative number has no real square root");
      const value = a.value.sqrt();
      return real(value, a.doubt === 0 && value.times(value).eq(a.value) && value.d.length * 2 <= room ? 0 : a.doubt / 2 + unit);
    },
    exponential: (a) => (isNothing(a) ? ONE : real(a.value.exp(), a.doubt * size(a.value) + 2 * unit)),
    logarithm: (a) => {
      if (!a.value.isPositive() || a.value.isZero()) impossible("only a number above 0 has a logarithm");
      const value = a.value.ln();
      if (value.isZero()) return a.doubt === 0 ? ZERO : { value, doubt: Infinity };
      return real(value, a.doubt / size(value) + 2 * unit);
    },
    factorial: (n) => {
      if (n.doubt !== 0 || !n.value.isInteger() || n.value.isNegative()) impossible("only a whole number from 0 has a factorial");
      const { value, exact: isExact } = factorial(n.value);
      return real(value, isExact ? 0 : 2 * unit);
    },
    pi: real(D.acos(-1), unit),
    near: (value) => exact(new D(value)),
    roughly: ({ value, doubt }) => ({ sign: value.isZero() ? 0 : value.s, log: logSize(value), doubt }),
    doubted: ({ value }, doubt) => real(value, doubt),
    unit,
  };
}

/** ln |a| as a double. */
const logSize = (a: Decimal): number => Math.log(leading(a)) + a.e * Math.LN10;

/** One way of computing, tried with more and more digits until nothing is in doubt. */
interface Attempt {
  readonly D: typeof Decimal;
  readonly arithmetic: Arithmetic<Real>;
}
const made: Attempt[] = [];
function attempt(index: number): Attempt {
  const precision = PRECISIONS[index]!;
  const D = made[index]?.D ?? Decimal.clone({ precision, defaults: true });
  return (made[index] ??= { D, arithmetic: decimalArithmetic(D, index === PRECISIONS.length - 1) });
}

/** The first answer without a doubt; `attempts` give one each or throw Uncertain. */
function retried<T>(attempts: readonly (() => T)[]): T {
  for (const calculation of attempts) {
    try {
      return calculation();
    } catch (reason) {
      if (!(reason instanceof Uncertain)) throw reason;
    }
  }
  throw new Failure("no_value", `the answer cannot be told from its rounding errors, even with ${PRECISIONS[PRECISIONS.length - 1]} digits`);
}

/** Runs a calculation with as many digits as its answer needs. */
export const withDigits = <T>(calculation: <N>(arithmetic: Arithmetic<N>) => T): T => retried([() => calculation(doubleDoubles), ...PRECISIONS.map((_, index) => () => calculation(attempt(index).arithmetic))]);

/** The same for code that computes with decimals itself; `toNumber` rounds a value with the relative error it may have. */
export const withDecimals = <T>(calculation: (D: typeof Decimal, toNumber: (value: Decimal, doubt: number) => number) => T): T =>
  retried(PRECISIONS.map((_, index) => () => {
    const { D, arithmetic } = attempt(index);
    return calculation(D, (value, doubt) => arithmetic.toNumber({ value, doubt }));
  }));
