/** Days, weeks and months in UTC; what is kept, what is dropped, and where an answer begins. */
import { bucketEnd, bucketStart } from "../../src/series/calendar";
import { evaluateSeries } from "../../src/series/evaluate";

const DAY = 86_400;
const utc = (text: string): number => Date.parse(`${text}T00:00:00Z`) / 1000;
const timed = (pairs: readonly (readonly [time: string | number, value: number | null])[]) => ({ times: pairs.map(([time]) => time), values: pairs.map(([, value]) => value) });

describe("buckets", () => {
  test("weeks start on Monday, months on the first, days at midnight, before 1970 too", () => {
    for (const day of [...Array.from({ length: 1600 }, (_, i) => utc("1899-12-25") + i * (DAY * 29 + 4321)), utc("0001-01-08"), utc("0099-12-31")]) {
      const date = new Date(day * 1000);
      const week = new Date(bucketStart(day, "1w") * 1000);
      expect(week.getUTCDay()).toBe(1);
      expect(day - week.getTime() / 1000).toBeGreaterThanOrEqual(0);
      expect(day - week.getTime() / 1000).toBeLessThan(7 * DAY);
      expect(new Date(bucketStart(day, "1M") * 1000).toISOString().slice(0, 10)).toBe(`${date.toISOString().slice(0, 7)}-01`);
      expect(new Date(bucketStart(day, "24h") * 1000).toISOString().slice(0, 10)).toBe(date.toISOString().slice(0, 10));
      for (const interval of ["24h", "1w", "1M"] as const) expect(bucketStart(bucketEnd(bucketStart(day, interval), interval), interval)).toBe(bucketEnd(bucketStart(day, interval), interval));
    }
  });
});

describe("resampling", () => {
  const a = timed([["2024-12-30", 3], ["2024-12-31", null], ["2025-01-01", 5], ["2025-01-08", 2], ["2025-01-20", null]]);
  const weeks = [utc("2024-12-30"), utc("2025-01-06"), utc("2025-01-20")];
  test.each([["last", [5, 2, null]], ["first", [3, 2, null]], ["mean", [4, 2, null]], ["sum", [8, 2, null]], ["min", [3, 2, null]], ["max", [5, 2, null]]])("%s: an empty week is absent, a week of nulls is null", (resample, values) => {
    expect(evaluateSeries({ expression: "a", inputs: { a }, interval: "1w", options: { resample } })).toMatchObject({ times: weeks, values, conventions: { resample } });
  });
  test("a sum of cents is the cents' sum", () => {
    // 930 times 0.1 is 93; added up in doubles it is 92.999999999999.
    const cents = timed(Array.from({ length: 930 }, (_, i) => [utc("2025-01-01") + i * 60, 0.1] as const));
    expect(evaluateSeries({ expression: "a", inputs: { a: cents }, options: { resample: "sum" } }).values).toEqual([93]);
    expect(evaluateSeries({ expression: "a", inputs: { a: cents }, options: { resample: "mean" } }).values).toEqual([0.1]);
  });
  test("a sum over a part of an interval is told of", () => {
    const days = (from: string, to: string): ReturnType<typeof timed> => timed(Array.from({ length: (utc(to) - utc(from)) / DAY + 1 }, (_, i) => [utc(from) + i * DAY, 1] as const));
    const told = (a: object, resample = "sum"): string[] => evaluateSeries({ expression: "a", inputs: { a }, interval: "1w", options: { resample } }).warnings.map(({ message }) => message);
    // 2024-12-30 and 2025-01-06 are Mondays.
    expect(told(days("2025-01-04", "2025-01-19"))).toEqual(["a is summed over intervals of 1w, and the first interval, of 2024-12-30, only holds values from 2025-01-04 on: set start or end to leave such an interval out"]);
    expect(told(days("2025-01-06", "2025-01-18"))).toEqual(["a is summed over intervals of 1w, and the last, of 2025-01-13, ends with 2025-01-18: set start or end to leave such an interval out"]);
    expect(told(days("2025-01-06", "2025-01-19"))).toEqual([]);
    expect(told(days("2025-01-04", "2025-01-18"), "last")).toEqual([]);
    // Working days end on Friday, and lack nothing then.
    expect(told(timed(["06", "07", "08", "09", "10", "13", "14", "15", "16", "17"].map((day) => [`2025-01-${day}`, 1] as const)))).toEqual([]);
  });
  test.each(["sum", "mean"])("a %s beyond the largest double is missing, and no part of it stands in", (resample) => {
    const large = timed([["2025-01-01", 1e308], ["2025-01-02", 1e308], ["2025-01-08", 1]]);
    expect(evaluateSeries({ expression: "a", inputs: { a: large }, interval: "1w", options: { resample } }).values).toEqual([null, 1]);
  });
  test("the formula sees rows that are resampled already", () => {
    const daily = timed(Array.from({ length: 28 }, (_, i) => [utc("2025-01-06") + i * DAY, i + 1] as const));
    expect(evaluateSeries({ expression: "sma(a, 4)", inputs: { a: daily }, interval: "1w" }).values).toEqual([null, null, null, (7 + 14 + 21 + 28) / 4]);
  });
  test("each input by its own rule, and a metric's own where none is said", () => {
    const inputs = { a: timed([["2025-01-01", 1], ["2025-01-02", 2]]), b: { ...timed([["2025-01-01", 10], ["2025-01-02", 20]]), resample: "sum" } };
    expect(evaluateSeries({ expression: "a + b", inputs, interval: "1M", options: { resample: { a: "first" } } })).toMatchObject({ values: [31], conventions: { resample: "a first, b sum" } });
    expect(evaluateSeries({ expression: "a + b", inputs, interval: "1M", options: { resample: "last" } }).values).toEqual([22]);
  });
  test("unsorted times are sorted; of equal times the last given wins, with a warning", () => {
    const answer = evaluateSeries({ expression: "a", inputs: { a: timed([["2025-01-03", 3], ["2025-01-01", 1], ["2025-01-03", 4], ["2025-01-02", 2]]) } });
    expect(answer.values).toEqual([1, 2, 4]);
    expect(answer.warnings).toMatchObject([{ code: "DUPLICATE_TIMES" }]);
  });
  test("a last interval that is not over is flagged", () => {
    const inputs = { a: timed([["2025-01-06", 1], ["2025-01-14", 2]]) };
    const at = (day: string, interval = "1w", others = {}) => evaluateSeries({ expression: "a", inputs, interval, now: utc(day), ...others }).partial;
    expect([at("2025-01-15"), at("2025-01-20"), at("2025-01-31", "1M"), at("2025-02-01", "1M"), at("2025-01-15", "1w", { end: "2025-01-13" })]).toEqual([true, false, true, false, false]);
  });
});

describe("alignment", () => {
  const a = timed([[0, 1], [DAY, 2], [2 * DAY, 3], [3 * DAY, 4]]);
  const b = timed([[0, 10], [2 * DAY, null], [4 * DAY, 50]]);
  test.each([
    ["inner", [0, 2], [11, null], { a: 2, b: 1 }],
    ["outer", [0, 1, 2, 3, 4], [11, null, null, null, null], { a: 0, b: 0 }],
    ["ffill", [0, 1, 2, 3, 4], [11, 12, 13, 14, 54], { a: 0, b: 0 }],
  ])("%s", (align, days, values, dropped) => {
    expect(evaluateSeries({ expression: "a + b", inputs: { a, b }, options: { align } })).toMatchObject({ times: days.map((day) => day * DAY), values, dropped, conventions: { align } });
  });
  test("a value is carried no longer than max_age", () => {
    expect(evaluateSeries({ expression: "a + b", inputs: { a, b }, options: { align: "ffill", max_age: DAY } }).values).toEqual([11, 12, null, null, 54]);
  });
  test("an input that the formula does not name drops no row of the others, and is told", () => {
    const answer = evaluateSeries({ expression: "a", inputs: { a, b } });
    expect(answer.values).toEqual([1, 2, 3, 4]);
    expect(answer.warnings).toMatchObject([{ code: "UNUSED_INPUT" }]);
  });
  test("no common time gives no rows and says why", () => {
    expect(evaluateSeries({ expression: "a + b", inputs: { a: timed([[0, 1]]), b: timed([[DAY, 1]]) } })).toMatchObject({ values: [], times: [], first_valid: null, warnings: [{ code: "NO_COMMON_TIMES" }] });
  });
  test("a formula without a name stands on the times of the inputs", () => {
    expect(evaluateSeries({ expression: "2 + 2", inputs: { a, b }, options: { align: "outer" } }).values).toEqual([4, 4, 4, 4, 4]);
  });
});

describe("start and end", () => {
  const a = timed(Array.from({ length: 10 }, (_, i) => [i * DAY, i + 1] as const));
  const run = (expression: string, others: object = {}) => evaluateSeries({ expression, inputs: { a }, start: 3 * DAY, end: 6 * DAY, ...others });
  test("start is in, end is out, and windows reach back before start", () => {
    expect(run("sma(a, 3)")).toMatchObject({ times: [3 * DAY, 4 * DAY, 5 * DAY], values: [3, 4, 5], first_valid: 0, warmup_nulls: 0 });
    expect(run("a", { start: "1970-01-04", end: "1970-01-05" }).values).toEqual([4]);
    expect(run("a", { end: undefined }).values).toHaveLength(7);
    expect(run("a", { start: undefined }).values).toHaveLength(6);
  });
  test("rebase and cumsum begin at start, drawdown looks at all the history", () => {
    expect(run("rebase(a)")).toMatchObject({ values: [100, 125, 150], conventions: { anchor: "start" } });
    expect(run("cumsum(a)").values).toEqual([4, 9, 15]);
    expect(evaluateSeries({ expression: "drawdown(-a + 11)", inputs: { a }, start: 5 * DAY, end: 6 * DAY }).values).toEqual([-0.5]);
  });
  test("with anchor history they begin with the data", () => {
    const options = { anchor: "history" };
    expect(run("rebase(a)", { options })).toMatchObject({ values: [400, 500, 600], conventions: { anchor: "history" } });
    expect(run("cumsum(a)", { options }).values).toEqual([10, 15, 21]);
    expect(run("cagr(a, 1, 1)", { options }).values).toEqual([4 / 3 - 1, 5 / 4 - 1, 6 / 5 - 1]);
  });
  test("a window over a rebased series is filled at start", () => {
    expect(run("sma(rebase(a), 3)").values).toEqual([75, 100, 125]);
  });
  test("rebase begins at the first value after start", () => {
    const holed = timed([[0, 1], [DAY, null], [2 * DAY, 0], [3 * DAY, 5], [4 * DAY, 10]]);
    expect(evaluateSeries({ expression: "rebase(a)", inputs: { a: holed }, start: DAY }).values).toEqual([null, null, 100, 200]);
  });
});

describe("what an answer tells", () => {
  const inputs = { a: { values: [1, 2, 3, 5, 4, 6] } };
  test("defaults and options are echoed", () => {
    expect(evaluateSeries({ expression: "zscore(a) + rsi(a) + realized_vol(a, 3)", inputs, interval: "1w" }).conventions).toMatchObject({ zscore_n: expect.stringContaining("expanding"), zscore_ddof: 1, rsi_n: 14, periods_per_year: 52, min_periods: expect.any(String), rsi: expect.stringContaining("Wilder") });
    expect(evaluateSeries({ expression: "ema(a, 2)", inputs }).conventions).toMatchObject({ ema_seed: "sma" });
    const said = evaluateSeries({ expression: "zscore(a, 3, 0) + realized_vol(a, 3, 252)", inputs }).conventions;
    for (const key of ["zscore_ddof", "zscore_n", "periods_per_year"]) expect(said).not.toHaveProperty(key);
  });
  test("min_periods fills windows that have gaps, as pandas does", () => {
    const holed = { a: { values: [1, null, 3, 4, null, 6] } };
    // pandas: s.rolling(3, min_periods=2).mean() and .std()
    expect(evaluateSeries({ expression: "sma(a, 3)", inputs: holed, options: { min_periods: 2 } }).values).toEqual([null, null, 2, 3.5, 3.5, 5]);
    expect(evaluateSeries({ expression: "std(a, 3)", inputs: holed, options: { min_periods: 2 } }).values).toEqual([null, null, Math.SQRT2, Math.SQRT1_2, Math.SQRT1_2, Math.SQRT2].map((v) => (v === null ? null : expect.closeTo(v, 12))));
  });
  test("an average that starts from the first value, as pandas' ewm(adjust=False)", () => {
    const first = { ema_seed: "first" };
    expect(evaluateSeries({ expression: "ema(a, 3)", inputs, options: first }).values.slice(0, 4)).toEqual([null, null, 2.25, 3.625]);
    expect(evaluateSeries({ expression: "ema(a, 3)", inputs, options: { ...first, min_periods: 1 } }).values.slice(0, 4)).toEqual([1, 1.5, 2.25, 3.625]);
    expect(evaluateSeries({ expression: "ema(a, 3)", inputs, options: { min_periods: 1 } }).values.slice(0, 4)).toEqual([null, null, 2, 3.5]);
  });
  test("a window longer than the rows is a warning, and all null", () => {
    expect(evaluateSeries({ expression: "1 + sma(a, 7)", inputs })).toMatchObject({ values: [null, null, null, null, null, null], first_valid: null, warmup_nulls: 6, warnings: [{ code: "WINDOW_TOO_LONG", position: 11, length: 1 }] });
    expect(evaluateSeries({ expression: "sma(a, 6)", inputs }).warnings).toEqual([]);
    expect(evaluateSeries({ expression: "change(a, 6)", inputs }).warnings).toMatchObject([{ code: "WINDOW_TOO_LONG" }]);
    expect(evaluateSeries({ expression: "rsi(a)", inputs }).warnings).toMatchObject([{ code: "WINDOW_TOO_LONG" }]);
  });
  test.each([["-a^2", 0], ["1 + -a^2", 4], ["2^3^2 * a", 0], ["2^-3^2 * a", 2], ["a--b^2", 2]])("%s: Excel would read it otherwise", (expression, position) => {
    expect(evaluateSeries({ expression, inputs: { ...inputs, b: inputs.a } }).warnings).toMatchObject([{ code: "EXCEL_PRECEDENCE", position }, ...(expression.includes("b") ? [] : [{ code: "UNUSED_INPUT" }])]);
  });
  test.each(["-(a^2)", "(-a)^2", "2^(3^2) * a", "(2^3)^2 * a", "a - a^2", "2^-1 * a", "not a^2"])("%s: Excel reads it alike", (expression) => {
    expect(evaluateSeries({ expression, inputs }).warnings).toEqual([]);
  });
  test("monthly rows with 365 periods a year are doubted", () => {
    const monthly = { a: timed([["2024-01-31", 1], ["2024-02-29", 2], ["2024-03-31", 3], ["2024-04-30", 4]]) };
    expect(evaluateSeries({ expression: "realized_vol(a, 2)", inputs: monthly }).warnings).toMatchObject([{ code: "INTERVAL_MISMATCH" }]);
    for (const right of [{ interval: "1M" }, { options: { periods_per_year: 12 } }]) expect(evaluateSeries({ expression: "realized_vol(a, 2)", inputs: monthly, ...right }).warnings).toEqual([]);
  });
  test("resampling without times is told", () => {
    expect(evaluateSeries({ expression: "a", inputs, interval: "1M", options: { resample: "sum" } }).warnings).toMatchObject([{ code: "NO_TIMES" }]);
  });
});
