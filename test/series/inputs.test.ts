/** What is taken from JSON and from cells, and how an answer spills. */
import { evaluateColumns, evaluateSeries } from "../../src/series/evaluate";
import { readTime } from "../../src/series/inputs";

test("numbers as text, whole inputs as JSON text, and names in capitals are taken", () => {
  expect(evaluateSeries({ expression: "A + b", inputs: { A: { values: ["1", "2.5e1", null] }, b: { values: "[1, 2, 3]" } } }).values).toEqual([2, 27, null]);
  expect(evaluateSeries({ expression: "a", inputs: '{ "a": { "values": [1] } }', options: "{}" }).values).toEqual([1]);
  expect(evaluateSeries({ expression: "a", inputs: { a: '{ "values": [1], "times": ["0"] }' } })).toMatchObject({ values: [1], times: [0] });
});
test("typed arrays are taken as they are", () => {
  const values = Float64Array.from([1, NaN, -0]);
  expect(evaluateSeries({ expression: "a", inputs: new Map([["a", { values, times: Float64Array.from([0, 86_400, 172_800]) }]]) })).toMatchObject({ values: [1, null, 0], times: [0, 86_400, 172_800] });
  expect(Object.is(values[2], -0)).toBe(true); // the caller's column is not written to
});
test("times are unix seconds or dates, which start at midnight UTC", () => {
  expect([0, "0", "1970-01-01", "1970-01-01T00:00:00Z", "1969-12-31", "1871-01-01", "2024-02-29"].map((raw) => readTime(raw, "start"))).toEqual([0, 0, 0, 0, -86_400, Date.UTC(1871, 0, 1) / 1000, Date.UTC(2024, 1, 29) / 1000]);
});
test("blank cells, texts and errors are missing, a typed 0 is 0, TRUE is 1", () => {
  expect(evaluateColumns("a", [[[1], [""], [null], ["n/a"], ["3"], [0], [true], [new Error("#N/A")], [-0]]])).toEqual([[1], [""], [""], [""], [""], [0], [1], [""], [0]]);
});
test("columns spill down, rows spill across, both together spill down", () => {
  expect(evaluateColumns("a + b", [[[1], [2]], [[3], [4]]])).toEqual([[4], [6]]);
  expect(evaluateColumns("a + b", [[[1, 2]], [[3, 4]]])).toEqual([[4, 6]]);
  expect(evaluateColumns("a + b", [[[1], [2]], [[3, 4]]])).toEqual([[4], [6]]);
  expect(evaluateColumns("a", [[[1]]])).toEqual([[1]]);
  expect(evaluateColumns("a", [7])).toEqual([[7]]);
});
test("a range left out leaves its letter free", () => {
  expect(evaluateColumns("a * c", [[[2]], null, [[3]], undefined])).toEqual([[6]]);
});
test("a formula is read once and kept", () => {
  const inputs = { a: { values: [1, 2, 3] } };
  for (let i = 0; i < 600; i++) expect(evaluateSeries({ expression: `a + ${i}`, inputs }).values).toEqual([1 + i, 2 + i, 3 + i]);
  // The same text over other inputs is another formula.
  expect(() => evaluateSeries({ expression: "a + b", inputs })).toThrow(/UNKNOWN_NAME/);
  expect(evaluateSeries({ expression: "a + b", inputs: { a: { values: [1] }, b: { values: [2] } } }).values).toEqual([3]);
});
