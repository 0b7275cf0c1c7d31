/** The text is untrusted: whatever it is, it gives values or an error with a place, soon. */
import fc from "fast-check";
import { Failure } from "../../src/core/failure";
import { ExpressionFailure } from "../../src/language/failure";
import { evaluateSeries } from "../../src/series/evaluate";
import { SERIES_WORDS } from "../../src/series/words";
import { shortest } from "./reference";

fc.configureGlobal({ seed: 19_700_101, numRuns: 2000 });

const inputs = { a: { values: [3, 1, null, 4, 1, 5, 9, 2, 6] }, b: { values: [2, 7, 1, null, 8, 2, 8, 1, 8] } };

function answers(text: string): void {
  try {
    const { values } = evaluateSeries({ expression: text, inputs });
    expect(values).toHaveLength(9);
    expect(values.every((v) => v === null || Number.isFinite(v))).toBe(true);
  } catch (fault) {
    if (!(fault instanceof ExpressionFailure)) throw fault;
    expect(fault).toBeInstanceOf(Failure);
    expect(fault.position).toBeGreaterThanOrEqual(0);
    expect(fault.position).toBeLessThanOrEqual(text.length);
    expect(fault.position + fault.length).toBeLessThanOrEqual(Math.max(1, text.length) + 1);
    expect(fault.message.length).toBeLessThan(1000);
  }
}
const holds = (text: string): void => expect(shortest(() => answers(text))).toBeLessThan(50);

// The first formulas compile the code; that is no part of the 50 ms.
beforeAll(() => {
  for (const word of SERIES_WORDS) holds(word.example.formula);
});

test("any text", () => {
  fc.assert(fc.property(fc.string({ maxLength: 200, unit: "binary" }), holds));
});
test("any text of the characters that formulas are made of", () => {
  fc.assert(fc.property(fc.string({ maxLength: 120, unit: fc.constantFrom(..."ab01.e+-*/%^()=<>!, \tsm&|'\"_[]") }), holds));
});
test("any row of the pieces that formulas are made of", () => {
  const piece = fc.constantFrom("a", "b", "c", "1", "0", "2.5", "1e308", "1e9", "+", "-", "*", "/", "%", "^", "(", ")", ",", "and", "or", "not", "=", "<>", "<", ">=", "__proto__", "constructor", ...SERIES_WORDS.map((word) => `${word.name}(`));
  fc.assert(fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => holds(pieces.join(" "))));
});
test("any tree of calls, whatever stands as an operand", () => {
  const { formula } = fc.letrec<{ formula: string }>((tie) => ({
    formula: fc.oneof({ depthSize: "small", withCrossShrink: true },
      fc.constantFrom("a", "b", "1", "2", "3", "0", "-1", "0.5", "1e7", "1/0"),
      fc.tuple(fc.constantFrom("+", "-", "*", "/", "%", "^", " and ", " or ", "<", "="), tie("formula"), tie("formula")).map(([operator, x, y]) => `(${x}${operator}${y})`),
      fc.tuple(fc.constantFrom("-", "not "), tie("formula")).map(([operator, x]) => `${operator}(${x})`),
      fc.tuple(fc.constantFrom(...SERIES_WORDS.map((word) => word.name)), fc.array(tie("formula"), { minLength: 1, maxLength: 3 })).map(([name, operands]) => `${name}(${operands.join(",")})`)),
  }));
  fc.assert(fc.property(formula, holds));
});
