/**
 * The words of formulas over series. Each word is said once, here: how it is called, what its operands may be, one line of
 * help, the conventions it follows, an example, and the kernel that computes it. The parser's arity, every refusal, the
 * defaults that an answer echoes and the handbook's page are read off this table.
 */
import type { Signature } from "../language/parser";
import * as kernels from "./kernels";
import type { Column } from "./kernels";
import { rollingMedian, rollingQuantile, rollingRank } from "./ordered";

const MAX_WINDOW = 1_000_000;

export interface Settings {
  readonly ema_seed: "sma" | "first";
  readonly periods_per_year: number;
  readonly anchor: "start" | "history";
  /** How many slots of a window must hold a value; all of them where it is not given. */
  readonly min_periods?: number;
}

/** What a kernel may know besides its operands. */
export interface Run extends Settings {
  readonly length: number;
  /** The slot at which rebase and cumsum begin. */
  readonly from: number;
}

export type Value = Column | number;

/** `T` is what the kernel gets; nothing at run time. */
export interface Operand<T = unknown> {
  readonly name: string;
  /** A series must vary by slot, a value may be either; a window or a setting is one constant. */
  readonly role: "series" | "value" | "window" | "setting";
  readonly optional?: boolean;
  /** What stands in where it is left out, as a number or in words. */
  readonly standIn?: number | string;
  readonly least?: number;
  readonly most?: number;
  readonly whole?: boolean;
  readonly hint?: string;
  readonly kernelType?: T;
}

export interface SeriesWord extends Signature {
  readonly takes: readonly Operand[];
  /** Other names for the same word. */
  readonly aliases?: readonly string[];
  /** What other tools call it, so that a stranger's word is answered with ours. */
  readonly elsewhere?: readonly string[];
  /** Where public tools differ, what is done here. */
  readonly convention?: string;
  /** The options it reads, which an answer then echoes. */
  readonly reads?: readonly (keyof Settings)[];
  /** Slots it needs beyond its window before it can answer. */
  readonly beyond?: number;
  /** About how many nanoseconds a slot takes with a window of n: the price that bounds an untrusted formula. */
  readonly cost: (n: number) => number;
  readonly kernel: (run: Run, ...given: never[]) => Value;
  readonly example: Example;
}

export interface Example {
  readonly formula: string;
  readonly given: Readonly<Record<string, readonly (number | null)[]>>;
  readonly gives: readonly (number | null)[];
}

/* ------------------------------------------------------------------------------------------------ operands */

const series = (name: string): Operand<Column> => ({ name, role: "series" });
const value = (name: string): Operand<Value> => ({ name, role: "value" });
const valueOr = (name: string, standIn: number): Operand<Value> => ({ name, role: "value", optional: true, standIn });
const window = (name = "n", least = 1): Operand<number> => ({ name, role: "window", least, most: MAX_WINDOW, whole: true });
const windowOr = (standIn: number, name = "n", least = 1): Operand<number> => ({ ...window(name, least), optional: true, standIn });
/** A window that is everything so far where it is left out. */
const windowOrAll = (least: number, hint?: string): Operand<number | undefined> =>
  ({ ...window("n", least), optional: true, standIn: "expanding: every value so far", ...(hint && { hint }) });
const ddof: Operand<number> = { name: "ddof", role: "setting", optional: true, standIn: 1, least: 0, most: 1, whole: true, hint: "1 divides by n - 1 (a sample), 0 by n (a population)" };
const periodsPerYear: Operand<number | undefined> = { name: "periods_per_year", role: "setting", optional: true, least: Number.MIN_VALUE, hint: "Daily closes have 252 or 365 a year, weeks 52, months 12" };

type Given<T extends readonly Operand[]> = { [K in keyof T]: T[K] extends Operand<infer V> ? V : never };

interface Definition<T extends readonly Operand[]> extends Omit<SeriesWord, "usage" | "operands" | "takes" | "kernel" | "cost"> {
  readonly takes: T;
  readonly usage?: string;
  readonly operands?: readonly [least: number, most: number];
  readonly cost?: (n: number) => number;
  readonly kernel: (run: Run, ...given: Given<T>) => Value;
}
function word<const T extends readonly Operand[]>(definition: Definition<T>): SeriesWord {
  const { name, takes } = definition;
  const usage = `${name}(${takes.map((operand) => (operand.optional ? `[${operand.name}${typeof operand.standIn === "number" ? ` = ${operand.standIn}` : ""}]` : operand.name)).join(", ")})`;
  return {
    usage,
    operands: [takes.filter((operand) => !operand.optional).length, takes.length],
    cost: () => 10,
    ...definition,
    kernel: definition.kernel as unknown as SeriesWord["kernel"],
  };
}

/* ------------------------------------------------------------------------------------------------ small parts */

/** An operand as a column: one number stands in every slot. */
export const spread = (value: Value, length: number): Column => (typeof value === "number" ? new Float64Array(length).fill(value) : value);

/** A loop over operands that may each be one number; where all are, they are columns of one slot and the answer is its number. */
export function over<T extends readonly Value[]>(length: number, loop: (out: Column, ...columns: { [K in keyof T]: Column }) => void, ...given: T): Value {
  const single = given.every((item) => typeof item === "number");
  const size = single ? 1 : length;
  const out = new Float64Array(size);
  loop(out, ...(given.map((item) => spread(item, size)) as { [K in keyof T]: Column }));
  return single ? out[0]! : out;
}

/** How many slots of a window must hold a value: all, unless the caller set fewer; of everything so far, two. */
const least = (run: Run, n: number | undefined): number => (n === undefined ? (run.min_periods ?? 2) : Math.min(run.min_periods ?? n, n));
const whole = (run: Run, n: number | undefined): number => n ?? Math.max(1, run.length);
/** An average that starts from the first value has one from there on, and may be shown before n; a mean of n values may not. */
const ema = (run: Run, x: Column, n: number): Column => kernels.exponentialMean(x, 2 / (n + 1), run.ema_seed === "first" ? least(run, n) : n, run.ema_seed);
const band = (run: Run, x: Column, n: number, k: number): Column =>
  kernels.plus(kernels.rollingSum(x, n, least(run, n), true), kernels.rollingSpread(x, n, least(run, n), 0, "deviation"), k);
const ordered = (n: number): number => (n > 2048 ? 600 : 100 + n / 4);

/* ------------------------------------------------------------------------------------------------ the words */

const sample = [1, 2, 4, 8];
const ORDERED: readonly SeriesWord[] = [
  word({
    name: "sma", help: "Simple moving average: the mean of the last n values.", takes: [series("x"), window()], reads: ["min_periods"], elsewhere: ["mean", "avg", "average", "ma", "moving_average"],
    kernel: (run, x, n) => kernels.rollingSum(x, n, least(run, n), true),
    example: { formula: "sma(a, 3)", given: { a: [1, 2, 6, 4] }, gives: [null, null, 3, 4] },
  }),
  word({
    name: "ema", help: "Exponential moving average: moves towards each value by the share 2 / (n + 1).", takes: [series("x"), window()], reads: ["ema_seed"], elsewhere: ["ewm", "ewma"],
    convention: "alpha 2 / (n + 1), from the mean of the first n values (ema_seed first: from the first value); a missing value is passed over and the average kept",
    kernel: ema,
    example: { formula: "ema(a, 3)", given: { a: [1, 2, 3, 4] }, gives: [null, null, 2, 3] },
  }),
  word({
    name: "zscore", help: "How many standard deviations the value lies from the mean of its window.", takes: [series("x"), windowOrAll(2), ddof], reads: ["min_periods"], elsewhere: ["z_score", "z", "zs", "standardize"],
    convention: "mean and standard deviation over the same window, the newest value included; null where all values are equal", cost: () => 25,
    kernel: (run, x, n, d) => kernels.rollingSpread(x, whole(run, n), least(run, n), d, "score"),
    example: { formula: "zscore(a, 3)", given: { a: [1, 2, 3, 4] }, gives: [null, null, 1, 1] },
  }),
  word({
    name: "pct_change", help: "Change against n slots before, as a fraction: 0.1 is 10 %.", takes: [series("x"), windowOr(1)], elsewhere: ["percentage_change", "percent_change", "pct", "returns", "roc"],
    convention: "a fraction, not percent; null where the base is missing or 0; a negative base as it is", beyond: 1,
    kernel: (_, x, n) => kernels.returns(x, n),
    example: { formula: "pct_change(a)", given: { a: [100, 125, 100] }, gives: [null, 0.25, -0.2] },
  }),
  word({
    name: "change", help: "Difference to n slots before.", takes: [series("x"), windowOr(1)], aliases: ["diff"], elsewhere: ["delta", "difference", "mom"], beyond: 1,
    kernel: (_, x, n) => kernels.differences(x, n),
    example: { formula: "change(a)", given: { a: [1, 4, 2] }, gives: [null, 3, -2] },
  }),
  word({
    name: "corr", help: "Pearson correlation of two series, from -1 to 1.", takes: [series("x"), series("y"), windowOrAll(2)], reads: ["min_periods"], elsewhere: ["correl", "correlation", "pearson"],
    convention: "over the slots where both hold a value; null where either is constant", cost: () => 40,
    kernel: (run, x, y, n) => kernels.rollingPairs(x, y, whole(run, n), least(run, n), "correlation"),
    example: { formula: "corr(a, b, 3)", given: { a: [1, 2, 3, 4], b: [2, 4, 6, 4] }, gives: [null, null, 1, 0] },
  }),
  word({
    name: "rsi", help: "Relative strength index, from 0 to 100 (Wilder).", takes: [series("x"), windowOr(14)],
    convention: "Wilder: starts from the mean of the first n changes, then moves by 1 / n; 50 where nothing has changed", beyond: 1, cost: () => 25,
    kernel: (_, x, n) => kernels.relativeStrength(x, n),
    example: { formula: "rsi(a, 2)", given: { a: [1, 2, 1, 1, 3] }, gives: [null, null, 50, 50, 90] },
  }),
  word({
    name: "drawdown", help: "Fall from the highest value so far (or of the last n), as a fraction of it: 0 or below.", takes: [series("x"), { ...windowOrAll(1), standIn: "the highest value so far" }], reads: ["min_periods"], elsewhere: ["dd", "max_drawdown", "athpc"],
    convention: "a fraction, not percent; null where the highest value is 0 or below",
    kernel: (run, x, n) => kernels.fallFrom(x, n === undefined ? kernels.runningExtreme(x, 1) : kernels.rollingExtreme(x, n, least(run, n), 1)),
    example: { formula: "drawdown(a)", given: { a: [100, 80, 120, 90] }, gives: [0, -0.2, 0, -0.25] },
  }),
  word({
    name: "realized_vol", help: "Yearly volatility: standard deviation of the last n logarithmic returns, times the root of the periods in a year.", takes: [series("x"), windowOr(30, "n", 2), periodsPerYear],
    reads: ["periods_per_year", "min_periods"], elsewhere: ["volatility", "vol", "realised_vol", "realized_volatility", "historical_volatility"],
    convention: "logarithmic returns, divided by n - 1; the first answer stands after n returns", beyond: 1, cost: () => 40,
    kernel: (run, x, n, year) => kernels.scaled(kernels.rollingSpread(kernels.logReturns(x, 1), n, least(run, n), 1, "deviation"), Math.sqrt(year ?? run.periods_per_year)),
    example: { formula: "realized_vol(a, 2, 2)", given: { a: [100, 100, 271.8281828459045] }, gives: [null, null, 1] },
  }),
  word({
    name: "rebase", help: "The series scaled so that its first value is the base.", takes: [series("x"), valueOr("base", 100)], reads: ["anchor"], elsewhere: ["index", "normalize", "normalise"],
    convention: "by the first value that is neither missing nor 0",
    kernel: (run, x, base) => {
      const first = kernels.firstBase(x, run.from);
      const bases = spread(base, x.length);
      const out = kernels.blank(x.length);
      const scale = (from: number, to: number): void => {
        for (let i = from; i < to; i++) out[i] = (x[i]! / x[first]!) * bases[i]!;
      };
      scale(first, x.length);
      // What lies before the anchor is scaled too, so that a window that reaches back is filled; the cut removes it.
      if (first < x.length) scale(0, run.from);
      return out;
    },
    example: { formula: "rebase(a)", given: { a: [50, 60, 45] }, gives: [100, 120, 90] },
  }),
  word({
    name: "cumsum", help: "Running sum.", takes: [series("x")], reads: ["anchor"], elsewhere: ["running_sum", "cumulative_sum", "running_total"],
    convention: "null where the value is missing; the sum goes on after it",
    kernel: (run, x) => kernels.runningSum(x, run.from, false),
    example: { formula: "cumsum(a)", given: { a: [1, 2, null, 4] }, gives: [1, 3, null, 7] },
  }),
  word({
    name: "ifthen", help: "p where the condition is true (not 0), else q.", takes: [value("condition"), value("p"), value("q")], elsewhere: ["if", "iff", "iif", "where", "ternary"],
    convention: "null where the condition is missing; the branch not taken may be missing",
    kernel: (run, condition, p, q) => over(run.length, (out, c, v, w) => { for (let i = 0; i < out.length; i++) out[i] = c[i]! !== c[i]! ? NaN : c[i] !== 0 ? v[i]! : w[i]!; }, condition, p, q),
    example: { formula: "ifthen(a > 2, a, 0)", given: { a: [1, 2, 3] }, gives: [0, 0, 3] },
  }),

  word({
    name: "std", help: "Standard deviation of the last n values, or of all so far.", takes: [series("x"), windowOrAll(2), ddof], reads: ["min_periods"], elsewhere: ["stdev", "stddev", "sd", "sigma", "cumstd"], cost: () => 25,
    convention: "exactly 0 where all values are equal",
    kernel: (run, x, n, d) => kernels.rollingSpread(x, whole(run, n), least(run, n), d, "deviation"),
    example: { formula: "std(a, 3)", given: { a: [1, 2, 3, 5] }, gives: [null, null, 1, 1.5275252316519468] },
  }),
  word({
    name: "lag", help: "The value n slots before.", takes: [series("x"), windowOr(1)], elsewhere: ["shift", "delay", "prev", "previous", "ref"], beyond: 1,
    kernel: (_, x, n) => kernels.lagged(x, n),
    example: { formula: "lag(a, 2)", given: { a: [1, 2, 3, 4] }, gives: [null, null, 1, 2] },
  }),
  word({
    name: "median", help: "Median of the last n values, or of all so far.", takes: [series("x"), windowOrAll(1)], reads: ["min_periods"], cost: ordered,
    kernel: (run, x, n) => rollingMedian(x, whole(run, n), least(run, n)),
    example: { formula: "median(a, 3)", given: { a: [3, 1, 2, 10] }, gives: [null, null, 2, 2] },
  }),
  word({
    name: "min", help: "Least of the last n values, or of all so far.", takes: [series("x"), windowOrAll(1, "For the smaller of two series write ifthen(a < b, a, b)")], reads: ["min_periods"], elsewhere: ["lowest", "minimum"],
    kernel: (run, x, n) => kernels.rollingExtreme(x, whole(run, n), least(run, n), -1),
    example: { formula: "min(a, 2)", given: { a: [3, 1, 2] }, gives: [null, 1, 1] },
  }),
  word({
    name: "max", help: "Greatest of the last n values, or of all so far.", takes: [series("x"), windowOrAll(1, "For the greater of two series write ifthen(a > b, a, b)")], reads: ["min_periods"], elsewhere: ["highest", "maximum"],
    kernel: (run, x, n) => kernels.rollingExtreme(x, whole(run, n), least(run, n), 1),
    example: { formula: "max(a, 2)", given: { a: [3, 1, 2] }, gives: [null, 3, 2] },
  }),
  word({
    name: "sum", help: "Sum of the last n values; cumsum is the sum of all so far.", takes: [series("x"), window()], reads: ["min_periods"], elsewhere: ["total", "rolling_sum"],
    kernel: (run, x, n) => kernels.rollingSum(x, n, least(run, n), false),
    example: { formula: "sum(a, 2)", given: { a: [1, 2, 4] }, gives: [null, 3, 6] },
  }),

  word({
    name: "log", help: "Natural logarithm; null at 0 and below.", takes: [value("x")], elsewhere: ["ln"], cost: () => 20,
    kernel: (run, x) => over(run.length, (out, v) => { for (let i = 0; i < out.length; i++) out[i] = Math.log(v[i]!); }, x),
    example: { formula: "log(a)", given: { a: [1, 0, 2] }, gives: [0, null, 0.6931471805599453] },
  }),
  word({
    name: "abs", help: "The value without its sign.", takes: [value("x")], elsewhere: ["absolute"],
    kernel: (run, x) => over(run.length, (out, v) => { for (let i = 0; i < out.length; i++) out[i] = Math.abs(v[i]!); }, x),
    example: { formula: "abs(a)", given: { a: [-1, 2] }, gives: [1, 2] },
  }),
  word({
    name: "sqrt", help: "Square root; null below 0.", takes: [value("x")], elsewhere: ["root"],
    kernel: (run, x) => over(run.length, (out, v) => { for (let i = 0; i < out.length; i++) out[i] = Math.sqrt(v[i]!); }, x),
    example: { formula: "sqrt(a)", given: { a: [4, -1] }, gives: [2, null] },
  }),
  word({
    name: "exp", help: "e to the power of the value.", takes: [value("x")], cost: () => 20,
    kernel: (run, x) => over(run.length, (out, v) => { for (let i = 0; i < out.length; i++) out[i] = Math.exp(v[i]!); }, x),
    example: { formula: "exp(a)", given: { a: [0, 1] }, gives: [1, 2.718281828459045] },
  }),
  word({
    name: "sign", help: "1, 0 or -1.", takes: [value("x")], elsewhere: ["sgn", "signum"],
    kernel: (run, x) => over(run.length, (out, v) => { for (let i = 0; i < out.length; i++) out[i] = Math.sign(v[i]!); }, x),
    example: { formula: "sign(a)", given: { a: [-3, 0, 2] }, gives: [-1, 0, 1] },
  }),
  word({
    name: "clip", help: "The value, held between a floor and a ceiling.", takes: [value("x"), value("low"), value("high")], elsewhere: ["clamp", "limit"],
    kernel: (run, x, low, high) => over(run.length, (out, v, from, to) => { for (let i = 0; i < out.length; i++) out[i] = Math.min(Math.max(v[i]!, from[i]!), to[i]!); }, x, low, high),
    example: { formula: "clip(a, 0, 3)", given: { a: [-1, 2, 5] }, gives: [0, 2, 3] },
  }),

  word({
    name: "wma", help: "Weighted moving average: weights 1 to n, the newest value weighs most.", takes: [series("x"), window()],
    kernel: (_, x, n) => kernels.rollingWeightedMean(x, n),
    example: { formula: "wma(a, 2)", given: { a: [1, 4, 1] }, gives: [null, 3, 2] },
  }),
  word({
    name: "rma", help: "Wilder's moving average: moves towards each value by the share 1 / n.", takes: [series("x"), window()], elsewhere: ["smma", "wilder", "wilders"],
    convention: "starts from the mean of the first n values; a missing value is passed over and the average kept",
    kernel: (_, x, n) => kernels.exponentialMean(x, 1 / n, n, "sma"),
    example: { formula: "rma(a, 2)", given: { a: [1, 3, 6] }, gives: [null, 2, 4] },
  }),
  word({
    name: "macd", help: "A fast exponential moving average less a slow one.", takes: [series("x"), windowOr(12, "fast"), windowOr(26, "slow")], reads: ["ema_seed"], cost: () => 25,
    kernel: (run, x, fast, slow) => kernels.plus(ema(run, x, fast), ema(run, x, slow), -1),
    example: { formula: "macd(a, 1, 3)", given: { a: [1, 2, 3, 6] }, gives: [null, null, 1, 2] },
  }),
  word({
    name: "bb_upper", help: "Upper Bollinger band: the mean of n values plus k standard deviations.", takes: [series("x"), windowOr(20), { name: "k", role: "setting", optional: true, standIn: 2 } as Operand<number>], reads: ["min_periods"], elsewhere: ["bollinger", "bbands", "bb"],
    convention: "the standard deviation divides by n (John Bollinger)", cost: () => 40,
    kernel: band,
    example: { formula: "bb_upper(a, 2, 2)", given: { a: [1, 3, 7] }, gives: [null, 4, 9] },
  }),
  word({
    name: "bb_lower", help: "Lower Bollinger band: the mean of n values less k standard deviations.", takes: [series("x"), windowOr(20), { name: "k", role: "setting", optional: true, standIn: 2 } as Operand<number>], reads: ["min_periods"],
    convention: "the standard deviation divides by n (John Bollinger)", cost: () => 40,
    kernel: (run, x, n, k) => band(run, x, n, -k),
    example: { formula: "bb_lower(a, 2, 2)", given: { a: [1, 3, 7] }, gives: [null, 0, 1] },
  }),

  word({
    name: "rank", help: "The share of the other values of the last n that are below the newest, from 0 to 1.", takes: [series("x"), window("n", 2)], reads: ["min_periods"], elsewhere: ["percent_rank", "percentrank", "percentile_rank"], cost: ordered,
    convention: "as Excel's PERCENTRANK.INC, without its rounding to three digits; equal values do not count as below",
    kernel: (run, x, n) => rollingRank(x, n, least(run, n)),
    example: { formula: "rank(a, 3)", given: { a: [1, 2, 3, 1] }, gives: [null, null, 1, 0] },
  }),
  word({
    name: "quantile", help: "The value that the share q of the last n values lies below; q from 0 to 1.", reads: ["min_periods"], elsewhere: ["percentile"], cost: ordered,
    takes: [series("x"), window(), { name: "q", role: "setting", least: 0, most: 1, hint: "0.25 is the lower quartile" } as Operand<number>],
    convention: "in a straight line between two values, as Excel's PERCENTILE.INC",
    kernel: (run, x, n, share) => rollingQuantile(x, n, least(run, n), share),
    example: { formula: "quantile(a, 3, 0.25)", given: { a: [1, 2, 4, 8] }, gives: [null, null, 1.5, 3] },
  }),

  word({
    name: "ffill", help: "Fills missing values with the last known one, at most so many slots long.", takes: [series("x"), { ...windowOrAll(1), name: "slots", standIn: "without an end" }], elsewhere: ["fillna", "pad", "carry_forward"],
    kernel: (_, x, most) => kernels.fillForward(x, most ?? Infinity),
    example: { formula: "ffill(a, 1)", given: { a: [1, null, null, 4] }, gives: [1, 1, null, 4] },
  }),
  word({
    name: "coalesce", usage: "coalesce(x, y, …)", help: "The first of its values that is not missing.", operands: [2, 8], takes: [value("x"), value("y")], elsewhere: ["ifnull", "nvl", "nz", "iferror"],
    kernel: (run, ...given) => (given as readonly Value[]).reduce((known, next) => over(run.length, (out, v, w) => { for (let i = 0; i < out.length; i++) out[i] = v[i]! === v[i]! ? v[i]! : w[i]!; }, known, next)),
    example: { formula: "coalesce(a, 0)", given: { a: [1, null, 3] }, gives: [1, 0, 3] },
  }),

  word({
    name: "cummax", help: "Greatest value so far.", takes: [series("x")], elsewhere: ["running_max", "ath"],
    kernel: (_, x) => kernels.runningExtreme(x, 1),
    example: { formula: "cummax(a)", given: { a: [1, 3, null, 2] }, gives: [1, 3, null, 3] },
  }),
  word({
    name: "cummin", help: "Least value so far.", takes: [series("x")], elsewhere: ["running_min", "atl"],
    kernel: (_, x) => kernels.runningExtreme(x, -1),
    example: { formula: "cummin(a)", given: { a: [3, 1, null, 2] }, gives: [3, 1, null, 1] },
  }),
  word({
    name: "cummean", help: "Mean of all values so far.", takes: [series("x")], elsewhere: ["running_mean", "expanding_mean"],
    kernel: (_, x) => kernels.runningSum(x, 0, true),
    example: { formula: "cummean(a)", given: { a: [1, 2, null, 6] }, gives: [1, 1.5, null, 3] },
  }),

  word({
    name: "beta", help: "Slope of y over x: how much y moves when x moves by 1.", takes: [series("y"), series("x"), windowOrAll(2)], reads: ["min_periods"], cost: () => 40,
    convention: "covariance over the variance of the second series; null where that one is constant",
    kernel: (run, y, x, n) => kernels.rollingPairs(y, x, whole(run, n), least(run, n), "slope"),
    example: { formula: "beta(a, b, 3)", given: { a: [1, 3, 5, 3], b: [1, 2, 3, 4] }, gives: [null, null, 2, 0] },
  }),
  word({
    name: "slope", help: "Slope of the straight line through the last n values, per slot.", takes: [series("x"), window("n", 2)], reads: ["min_periods"], elsewhere: ["linreg", "trend", "linear_regression", "linregslope"], cost: () => 40,
    kernel: (run, x, n) => kernels.rollingPairs(x, kernels.counted(x.length), n, least(run, n), "slope"),
    example: { formula: "slope(a, 3)", given: { a: [1, 2, 4, 7] }, gives: [null, null, 1.5, 2.5] },
  }),

  word({
    name: "sharpe", help: "Mean of the last n returns over their standard deviation, times the root of the periods in a year.", takes: [series("x"), window("n", 2), periodsPerYear], reads: ["periods_per_year", "min_periods"], beyond: 1, cost: () => 60,
    elsewhere: ["sharpe_ratio"], convention: "simple returns, no riskless rate taken off, divided by n - 1; null where all returns are equal",
    kernel: (run, x, n, year) => {
      const changes = kernels.returns(x, 1);
      const deviation = kernels.rollingSpread(changes, n, least(run, n), 1, "deviation");
      return kernels.scaled(kernels.rollingSum(changes, n, least(run, n), true), Math.sqrt(year ?? run.periods_per_year), deviation);
    },
    example: { formula: "sharpe(a, 2, 1)", given: { a: [100, 100, 200] }, gives: [null, null, Math.SQRT1_2] },
  }),
  word({
    name: "cagr", help: "Growth per year against n slots before, or since the first value.", takes: [series("x"), { ...windowOrAll(1), standIn: "since the first value" }, periodsPerYear], reads: ["periods_per_year", "anchor"], beyond: 1, cost: () => 40,
    convention: "null where either value is below 0 or the first is 0",
    kernel: (run, x, n, year) => {
      const periods = year ?? run.periods_per_year;
      const out = kernels.blank(x.length);
      const first = kernels.firstBase(x, run.from);
      for (let i = n ?? first + 1; i < x.length; i++) {
        const base = n === undefined ? first : i - n;
        if (x[base]! > 0) out[i] = (x[i]! / x[base]!) ** (periods / (i - base)) - 1;
      }
      return out;
    },
    example: { formula: "cagr(a, 2, 1)", given: { a: [100, 110, 121] }, gives: [null, null, 0.1] },
  }),
  word({
    name: "logret", help: "Natural logarithm of the value over the one n slots before.", takes: [series("x"), windowOr(1)], elsewhere: ["log_return", "log_returns", "logreturn"], beyond: 1, cost: () => 20,
    convention: "null where either value is 0 or below",
    kernel: (_, x, n) => kernels.logReturns(x, n),
    example: { formula: "logret(a)", given: { a: [1, 2, 0] }, gives: [null, 0.6931471805599453, null] },
  }),
  word({
    name: "var", help: "Variance of the last n values, or of all so far.", takes: [series("x"), windowOrAll(2), ddof], reads: ["min_periods"], elsewhere: ["variance"], cost: () => 25,
    kernel: (run, x, n, d) => kernels.rollingSpread(x, whole(run, n), least(run, n), d, "variance"),
    example: { formula: "var(a, 3)", given: { a: sample }, gives: [null, null, 7 / 3, 28 / 3] },
  }),
];

/** In the order of the handbook. */
export const SERIES_WORDS: readonly SeriesWord[] = ORDERED;

/** By name and alias, as the parser looks words up. */
export const WORDS_BY_NAME: ReadonlyMap<string, SeriesWord> = new Map(ORDERED.flatMap((entry) => [entry.name, ...(entry.aliases ?? [])].map((name) => [name, entry] as const)));

/** What other tools call our words: the hint for a function that does not exist. */
export const ELSEWHERE: ReadonlyMap<string, string> = new Map(ORDERED.flatMap((entry) => (entry.elsewhere ?? []).map((name) => [name, entry.usage] as const)));
