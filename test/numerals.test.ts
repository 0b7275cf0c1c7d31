/** What a text that is no number is taken to have meant. The expected words were written by hand. */
import { Failure } from "../src/core/failure";
import { offered } from "../src/core/numerals";
import { count, fraction, list, money, number, read } from "../src/core/parameters";

test.each<[string, string]>([
  ["1,500,000", ": write 1500000"],
  ["1,500,000.25", ": write 1500000.25"],
  ["1.500.000", ": write 1500000"],
  ["1.000,50", ": write 1000.5"],
  ["1 234,5", ": write 1234.5"],
  ["1 234.5", ": write 1234.5"],
  ["1\u00a0000", ": write 1000"],
  ["1'000", ": write 1000"],
  ["1_000", ": write 1000"],
  ["1,5", ": write 1.5"],
  ["-12,5", ": write -12.5"],
  ["12,5%", ": write 0.125"],
  ["12%", ": write 0.12"],
  ["12 %", ": write 0.12"],
  ["0,125", ": write 0.125"],
  ["$1,000,000", ": write 1000000"],
  ["€ 1.000,50", ": write 1000.5"],
  ["1,500", ": write 1500, or 1.5 where the comma is a decimal point"],
  ["-100,60,60", ""],
  ["1,00,000", ""],
  ["1,5,5", ""],
  ["12 34", ""],
  ["abc", ""],
  ["", ""],
  ["9".repeat(101), ""],
])("%j%s", (text, words) => expect(offered(text)).toBe(words));

const refusal = (work: () => unknown): string => {
  try {
    work();
  } catch (fault) {
    if (fault instanceof Failure) return fault.message;
    throw fault;
  }
  throw new Error("nothing was refused");
};
test.each<[string, () => unknown, string]>([
  ["a reading that the input does not take is not offered", () => read("margin", fraction("Margin"), "1,500"), 'margin must be a fraction, not the text "1,500": write 0.12 for 12 %'],
  ["of two readings the one that it takes", () => read("customers", count("Customers"), "1,500"), 'customers must be a whole number, not the text "1,500": write 1500'],
  ["a whole number is not told to be 1.5", () => read("customers", count("Customers"), "12%"), 'customers must be a whole number, not the text "12%": write a plain number such as 12'],
  ["a text of several numbers is a list", () => read("cash_flows", list("Flows", money("Flow")), "-100,60,60"), 'cash_flows must be a list, not the text "-100,60,60": write [-100, 60, 60]'],
  ["with any mark between them", () => read("cash_flows", list("Flows", money("Flow")), "-100; 60.5; 60"), 'cash_flows must be a list, not the text "-100; 60.5; 60": write [-100, 60.5, 60]'],
  ["one number is one number", () => read("cash_flows", list("Flows", number("Flow")), "1,5"), 'cash_flows item 1 must be a number, not the text "1,5": write 1.5'],
])("%s", (_name, work, words) => expect(refusal(work)).toBe(words));
