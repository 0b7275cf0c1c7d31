/** What is no formula, and what is no input, is refused with a code, a place and what to write instead. */
import { Failure } from "../../src/core/failure";
import { ExpressionFailure } from "../../src/language/failure";
import { evaluateColumns, evaluateSeries } from "../../src/series/evaluate";
import { InputFailure } from "../../src/series/inputs";
import { shortest } from "./reference";

const FIVE = { values: [1, 2, 3, 4, 5] };
function refused(expression: unknown, inputs: unknown = { a: FIVE, b: FIVE }, others: object = {}): ExpressionFailure | InputFailure | Failure {
  try {
    evaluateSeries({ expression, inputs, ...others });
  } catch (fault) {
    if (fault instanceof Failure) return fault as ExpressionFailure;
    throw fault;
  }
  throw new Error(`${String(expression)} was accepted`);
}

describe("texts that are no formula", () => {
  test.each<[text: string, code: string, position?: number]>([
    ["", "EMPTY", 0], ["  \n ", "EMPTY", 0],
    ["__proto__", "UNKNOWN_NAME", 0], ["constructor", "UNKNOWN_NAME", 0], ["this", "UNKNOWN_NAME", 0], ["z+1", "UNKNOWN_NAME", 0], ["c + a", "UNKNOWN_NAME", 0], ["a + sma", "UNKNOWN_NAME", 4],
    ["a.constructor", "CHAR", 1], ['a["constructor"]', "CHAR", 1], ["a.__proto__.x", "CHAR", 1], ['import("fs")', "CHAR", 7], ["a;b", "CHAR", 1], ["'abc'", "CHAR", 0], ['"abc"', "CHAR", 0], ["[1,2]", "CHAR", 0],
    ["{a}", "CHAR", 0], ["a ? 1 : 0", "CHAR", 2], ["$a", "CHAR", 0], ["a\\b", "CHAR", 1], ["а+1", "CHAR", 0], ["a − 2", "CHAR", 2], ["a – 2", "CHAR", 2], ["a × 2", "CHAR", 2], ["a ≤ 2", "CHAR", 2], ["a && b", "CHAR", 2], ["a || b", "CHAR", 2], ["!a", "CHAR", 0], ["a\u0000", "CHAR", 1], ["a💥", "CHAR", 1],
    ["toString()", "UNKNOWN_FUNCTION", 0], ["hasOwnProperty(a)", "UNKNOWN_FUNCTION", 0], ["constructor(a)", "UNKNOWN_FUNCTION", 0], ["__proto__(a)", "UNKNOWN_FUNCTION", 0], ["foo(a)", "UNKNOWN_FUNCTION", 0], ["1 + f(a)=a", "UNKNOWN_FUNCTION", 4], ["a(1)", "UNKNOWN_FUNCTION", 0],
    ["(()=>1)()", "SYNTAX", 2], ["a b", "SYNTAX", 2], ["(a", "SYNTAX", 2], ["a)", "SYNTAX", 1], ["sma(,3)", "SYNTAX", 4], ["sma(a,)", "SYNTAX", 6], ["sma(a,3", "SYNTAX", 7], ["a+", "SYNTAX", 2], ["*a", "SYNTAX", 0], ["a**2", "SYNTAX", 2], ["a=>1", "SYNTAX", 2], ["5%", "SYNTAX", 2], ["a,b", "SYNTAX", 1], ["and", "SYNTAX", 0], ["()", "SYNTAX", 1],
    ["sma(a)", "ARITY", 0], ["sma(a,3,4)", "ARITY", 0], ["sum(a)", "ARITY", 0], ["ifthen(a>1,1)", "ARITY", 0], ["cumsum()", "ARITY", 0], ["1 + corr(a)", "ARITY", 4],
    ["sma(a,0)", "WINDOW", 6], ["sma(a,-3)", "WINDOW", 6], ["sma(a, 2.5)", "WINDOW", 7], ["sma(a,b)", "WINDOW", 6], ["sma(a,1/0)", "WINDOW", 6], ["sma(a,1e9)", "WINDOW", 6], ["sma(a,1000001)", "WINDOW", 6], ["zscore(a,1)", "WINDOW", 9], ["std(a,1)", "WINDOW", 6], ["corr(a,b,1)", "WINDOW", 9], ["beta(a,b,1)", "WINDOW", 9], ["slope(a,1)", "WINDOW", 8], ["rank(a,1)", "WINDOW", 7], ["realized_vol(a,1)", "WINDOW", 15],
    ["lag(a,0)", "WINDOW", 6], ["lag(a,-1)", "WINDOW", 6], ["zscore(a,3,2)", "WINDOW", 11], ["quantile(a,3,1.5)", "WINDOW", 13], ["realized_vol(a,3,0)", "WINDOW", 17], ["max(a,b)", "WINDOW", 6], ["2*ema(a,sma(a,2))", "WINDOW", 8], ["ffill(a,0)", "WINDOW", 8],
    ["sma(3,3)", "NEEDS_SERIES", 4], ["sma(2+2,3)", "NEEDS_SERIES", 4], ["corr(a,7,3)", "NEEDS_SERIES", 7], ["sma(a,sma(3,3))", "NEEDS_SERIES", 10], ["lag(1,1)", "NEEDS_SERIES", 4],
    ["1<2<3", "CHAINED", 3], ["a<b<=3", "CHAINED", 3], ["a=b=1", "CHAINED", 3],
    ["1e999", "NUMBER", 0], ["1.2.3", "NUMBER", 0], ["0x10", "NUMBER", 0], ["1e", "NUMBER", 0], ["2a", "NUMBER", 0], ["1_000", "NUMBER", 0],
    ["(".repeat(65) + "a" + ")".repeat(65), "TOO_DEEP"], ["-".repeat(100) + "a", "TOO_DEEP"], ["not ".repeat(80) + "a", "TOO_DEEP"], [Array.from({ length: 80 }, () => "2").join("^"), "TOO_DEEP"], ["sma(".repeat(70) + "a" + ",2)".repeat(70), "TOO_DEEP"],
    [Array.from({ length: 600 }, () => "a").join("+"), "TOO_BIG"], ["(".repeat(1_000_000), "TOO_LONG", 4096], ["a+".repeat(3000) + "a", "TOO_LONG", 4096],
  ])("%#: %j gives %s", (...[text, code, position]) => {
    const fault = refused(text) as ExpressionFailure;
    expect(shortest(() => refused(text))).toBeLessThan(50);
    expect(fault).toBeInstanceOf(ExpressionFailure);
    expect(fault.code).toBe(code);
    expect(fault.message).toContain(code);
    if (position !== undefined) expect(fault.position).toBe(position);
    expect(fault.length).toBeGreaterThanOrEqual(code === "EMPTY" ? 0 : 1);
  });

  test.each([
    ["a**2", /\^/], ["a && b", /\band\b/], ["!a", /\bnot\b/], ["a;b", /comma/], ["a − 2", /write -/], ["mean(a,3)", /sma\(x, n\)/], ["if(a>1,1,0)", /ifthen/], ["stdev(a,3)", /std\(/], ["shift(a,1)", /lag\(/], ["smaa(a,3)", /sma/], ["zscor(a,3)", /zscore/],
    ["max(a,b)", /ifthen\(a > b, a, b\)/], ["5%", /0\.05/], ["sma(a)", /sma\(x, n\)/], ["zscore(a,3,7)", /population/], ["sma + 1", /sma\(x, n\)/], ["1<a<3", /and/],
  ])("%s says what to write", (text, hint) => expect(refused(text).message).toMatch(hint));

  test("towers of powers are legal: no value, and no hang", () => {
    expect(evaluateSeries({ expression: "9^9^9^9^9*a", inputs: { a: FIVE } }).values).toEqual([null, null, null, null, null]);
  });
  test("no expression at all", () => {
    expect(refused(undefined)).toMatchObject({ code: "EMPTY" });
    expect(refused(42).message).toMatch(/expression must be a text.*42/);
  });
});

describe("inputs that cannot be read", () => {
  const message = (inputs: unknown, others: object = {}, expression = "a"): string => refused(expression, inputs, others).message;

  test.each<[name: string, inputs: unknown, says: RegExp]>([
    ["nothing", null, /inputs must be/], ["no input", {}, /at least one series/], ["a list", [1, 2], /inputs must be/],
    ["nine inputs", Object.fromEntries([..."abcdefghi"].map((name) => [name, FIVE])), /TOO_MANY_INPUTS.*9/],
    ["a long name", { price: FIVE }, /BAD_INPUT_NAME.*"price"/], ["a letter beyond h", { i: FIVE }, /BAD_INPUT_NAME/], ["an inherited name", JSON.parse('{"__proto__": {"values": [1]}}'), /BAD_INPUT_NAME.*__proto__/], ["the same name twice", { a: FIVE, A: FIVE }, /BAD_INPUT_NAME.*twice/],
    ["unequal lengths", { a: FIVE, b: { values: [1] } }, /LENGTH_MISMATCH.*a has 5.*b has 1/],
    ["times for one only", { a: FIVE, b: { values: [1], times: [0] } }, /LENGTH_MISMATCH.*times/],
    ["fewer times than values", { a: { values: [1, 2], times: [0] } }, /LENGTH_MISMATCH.*2 values and 1 time/],
    ["a metric that is not here", { a: "sp500" }, /metric "sp500"/], ["a bare number", { a: 3 }, /inputs\.a/], ["no values", { a: {} }, /inputs\.a\.values/], ["no item", { a: { values: [] } }, /inputs\.a\.values is empty/],
    ["a word among the values", { a: { values: [1, "x"] } }, /inputs\.a\.values item 2.*"x"/], ["a percent text", { a: { values: ["12%"] } }, /item 1.*0\.12/], ["grouped digits", { a: { values: ["1,500"] } }, /item 1.*1500/], ["a truth", { a: { values: [true] } }, /item 1/], ["an empty text", { a: { values: [""] } }, /item 1/], ["NaN", { a: { values: [NaN] } }, /item 1.*finite/], ["undefined", { a: { values: [undefined] } }, /item 1/],
    ["an unknown field", { a: { values: [1], dates: [1] } }, /"dates"/],
    ["no date", { a: { values: [1], times: ["yesterday"] } }, /inputs\.a\.times item 1.*"yesterday"/], ["a 30 February", { a: { values: [1], times: ["2024-02-30"] } }, /item 1/], ["the year 0", { a: { values: [1], times: ["0000-06-01"] } }, /item 1 must be .*"0000-06-01"/], ["milliseconds", { a: { values: [1], times: [1735344000000] } }, /milliseconds\? write 1735344000/], ["a blank time", { a: { values: [1], times: [null] } }, /item 1.*blank/],
  ])("%s", (_, inputs, says) => expect(message(inputs)).toMatch(says));

  test.each<[name: string, others: object, says: RegExp]>([
    ["an unknown option", { options: { alignment: "inner" } }, /"alignment".*did you mean align/], ["a wrong choice", { options: { align: "left" } }, /options\.align.*"inner", "outer", "ffill".*"left"/], ["a part of a row", { options: { min_periods: 1.5 } }, /options\.min_periods.*whole/],
    ["no periods in a year", { options: { periods_per_year: 0 } }, /options\.periods_per_year.*above 0/], ["options as a list", { options: [] }, /options must be an object/], ["a rule for an input that cannot be", { options: { resample: { z: "sum" } } }, /"z"/], ["a rule for an input that is not there", { options: { resample: { b: "sum" } } }, /options\.resample has a rule for b, and there is no input b: the inputs are a/], ["a rule that does not exist", { options: { resample: { a: "median" } } }, /options\.resample\.a/],
    ["an unknown interval", { interval: "1h" }, /interval.*"24h", "1w", "1M".*"1h"/], ["a minute", { interval: "1m" }, /"1M" for a month/], ["start without times", { start: 0 }, /start and end need inputs with times/],
  ])("%s", (_, others, says) => expect(message({ a: FIVE }, others)).toMatch(says));

  test("start not before end", () => expect(message({ a: { values: [1], times: [0] } }, { start: 5, end: 5 })).toMatch(/start must be before end/));
  test("ranges of a sheet", () => {
    expect(() => evaluateColumns("a", [])).toThrow(/a needs a range/);
    expect(() => evaluateColumns("a+b", [[[1], [2]], [[1]]])).toThrow(/LENGTH_MISMATCH/);
    expect(() => evaluateColumns("a", [[[1, 2], [3, 4]]])).toThrow(/one column or one row.*2 x 2/);
    expect(() => evaluateColumns("a", Array.from({ length: 9 }, () => [[1]]))).toThrow(/TOO_MANY_INPUTS/);
    expect(() => evaluateColumns("c", [[[1]], [[2]]])).toThrow(/UNKNOWN_NAME/);
  });
});

describe("bounds", () => {
  test("a formula that would take too long is refused before it starts", () => {
    const values = new Float64Array(1_000_000).fill(1);
    const heavy = Array.from({ length: 150 }, () => "median(a,1000)").join("+");
    expect(refused(heavy, { a: { values } })).toMatchObject({ code: "TOO_BIG" });
    expect(shortest(() => refused(heavy, { a: { values } }))).toBeLessThan(50);
    expect(refused("zscore(a, 3)", { a: FIVE }, { maxCost: 10 })).toMatchObject({ code: "TOO_BIG" });
  });
  test("a signal stops a formula", () => {
    const stop = new AbortController();
    stop.abort();
    expect(refused("sma(a, 3)", { a: FIVE }, { signal: stop.signal }).message).toMatch(/stopped/);
  });
});
