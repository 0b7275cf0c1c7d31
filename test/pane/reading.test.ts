import { list, money, date, rate, type List } from "../../src/core/parameters";
import { cellsOf, mended, plainNumber, rawOf, unfinished } from "../../src/taskpane/reading";
import { answerForReading, forReading, stepValue } from "../../src/taskpane/format";

const flows: List = list("flows", money("a flow"));
const days: List = list("days", date("a day"));

test.each([
  ["one a line", "-100\n50\n60", ["-100", "50", "60"]],
  ["as Excel copies a column, with its last line end", "-100\r\n50\r\n60\r\n", ["-100", "50", "60"]],
  ["as Excel copies a row", "-100\t50\t60", ["-100", "50", "60"]],
  ["commas with spaces", "-100, 50, 60", ["-100", "50", "60"]],
  ["commas that part no thousands", "-100,50,60", ["-100", "50", "60"]],
  ["commas before a sign", "100,-50", ["100", "-50"]],
  ["semicolons", "-100;50;60.5", ["-100", "50", "60.5"]],
  ["spaces", "-100 50 60", ["-100", "50", "60"]],
  ["a column whose neighbour is blank", "-100\t\n50\t\n", ["-100", "50"]],
  ["one number dressed for reading", "1,500", undefined],
  ["what may be a decimal comma", "1,5", undefined],
  ["what may be one number or three", "100,200,300", undefined],
  ["a block of cells", "1\t2\n3\t4", undefined],
])("a list from %s", (_, text, cells) => {
  if (cells) expect(cellsOf("flows", text)).toEqual(cells);
  else expect(() => cellsOf("flows", text)).toThrow(/may be one number or|not a block/);
});

test("a cell with grouping in a column stays one cell, and is offered plainly", () => {
  expect(rawOf("flows", flows, "(70,000)\n1,500.50\n$200")).toEqual(["(70,000)", "1,500.50", "$200"]);
  expect(mended("flows", flows, "(70,000)\n1,500.50\n$200")).toBe("-70000\n1500.50\n200");
});

test("a blank line within a list is asked back, at its end it is nothing; a blank field is no input", () => {
  expect(() => rawOf("flows", flows, "1\n\n3")).toThrow("flows has a blank line after 1: write 0 there, or take the line out");
  expect(() => rawOf("days", days, "2024-01-01\n\n2024-06-30")).toThrow("write a value there");
  expect(rawOf("flows", flows, "1\n3\n\n \n")).toEqual(["1", "3"]);
  expect(rawOf("flows", flows, " \n ")).toBeUndefined();
});

test("dates are parted by commas, JSON is left to the core", () => {
  expect(rawOf("days", days, "2024-01-01,2024-06-30")).toEqual(["2024-01-01", "2024-06-30"]);
  expect(rawOf("flows", flows, "[1,2]")).toBe("[1,2]");
});

test.each([
  ["1,500,000", "1500000"], ["$1,500.25", "1500.25"], ["(70,000)", "-70000"], ["-$5", "-5"], ["−5", "-5"], ["12.5%", "0.125"], ["7%", "0.07"], ["2.5x", "2.5"], ["1 500", "1500"],
  ["1,5", undefined], ["1.500.000", undefined], ["12", undefined], ["abc", undefined], ["", undefined], ["1,50,000", undefined],
])("%s is meant as %s", (text, plain) => expect(plainNumber(text)).toBe(plain));

test("what is still being typed is not called wrong", () => {
  const amount = money("an amount");
  for (const text of ["-", ".", "-.", "1e", "1e-"]) expect(unfinished(amount, text)).toBe(true);
  for (const text of ["-1", "0.", "abc", "1,500"]) expect(unfinished(amount, text)).toBe(false);
  expect(unfinished(days, "2024-01-01\n2024-0")).toBe(true);
  expect(unfinished(days, "2024-01-01\n2024-06-30")).toBe(false);
  expect(unfinished(flows, "1\n-")).toBe(true);
  expect(unfinished(flows, "1\n")).toBe(false);
});

test.each([
  [0.07, "rate", "7\u202F%"], [0.20112443398143123, "rate", "20.11\u202F%"], [0.000012, "rate", "0.0012\u202F%"], [-0.5, "rate", "−50\u202F%"],
  [1500000, "money", "1,500,000"], [0.0034, "money", "0.0034"], [1e18, "money", "1E18"], [2.5, "multiple", "2.5×"], [1, "years", "1 year"], [3.2, "years", "3.2 years"], [45291, "date", "2023-12-31"],
] as const)("%d as %s reads %s", (value, kind, text) => expect(forReading(value, kind)).toBe(text));

test("an answer in currency shows its cents, a long list its ends", () => {
  expect(answerForReading(600000, "money")).toBe("600,000.00");
  expect(stepValue([1, 2, 3, 4, 5, 6, 7, 8])).toBe("1 · 2 · 3 · 4 … 8 (8 values)");
  expect(stepValue(true)).toBe("yes");
});

test("a rate is no other kind of number", () => expect(mended("rate", rate("a rate"), "12%")).toBe("0.12"));
