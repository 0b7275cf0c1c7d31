/** The language: what a text means, what is refused and where, and what each walker makes of it. */
import fc from "fast-check";
import { shortest } from "./series/reference";
import { ExpressionFailure, type Code } from "../src/language/failure";
import { parse, type Vocabulary } from "../src/language/parser";
import { parseEquation } from "../src/language/program";
import { literal, nativeFormula } from "../src/language/excel";
import { mathOf } from "../src/language/mathml";
import type { Tree } from "../src/language/tree";
import { WORDS, type ExcelText } from "../src/language/words";

const USER: Vocabulary = { words: WORDS, names: new Set(["a", "b"]), builtIn: false };
const BUILT_IN: Vocabulary = { words: WORDS, names: new Set(["a", "b", "rate", "timing", "drugs"]), builtIn: true };

/** A tree written back with every pair of parentheses. */
function shape(tree: Tree): string {
  switch (tree.type) {
    case "number": case "text": return tree.text;
    case "name": return tree.name;
    case "column": return `${tree.table}.${tree.column}`;
    case "unary": return `(${tree.operator} ${shape(tree.operand)})`;
    case "binary": return `(${shape(tree.left)} ${tree.operator} ${shape(tree.right)})`;
    case "call": return `${tree.word}(${tree.operands.map(shape).join(", ")})`;
  }
}

test.each<[string, string]>([
  ["-a^2", "(- (a ^ 2))"],
  ["2^3^2", "(2 ^ (3 ^ 2))"],
  ["2^-1*3", "((2 ^ (- 1)) * 3)"],
  ["a--b", "(a - (- b))"],
  ["a-b-1", "((a - b) - 1)"],
  ["a/b*2", "((a / b) * 2)"],
  ["1+2*3^2", "(1 + (2 * (3 ^ 2)))"],
  ["not a > 1 and b < 2 or a = b", "(((not (a > 1)) and (b < 2)) or (a = b))"],
  ["A == B", "(a = b)"],
  ["a != b", "(a <> b)"],
  ["7 % 3 * 2", "((7 % 3) * 2)"],
  ["-2 % 3", "((- 2) % 3)"],
  [".5 + 1e-3 + 1E+3", "((.5 + 1e-3) + 1E+3)"],
  ["max(a, -b)", "max(a, (- b))"],
  ["((a))", "a"],
])("%s is read as %s", (text, want) => expect(shape(parse(text, USER))).toBe(want));

test("built-in equations know texts and columns", () => {
  expect(shape(parse('if(timing = "begin", drugs.price, 1)', BUILT_IN))).toBe("if((timing = begin), drugs.price, 1)");
});

const deep = (open: string, close: string, n: number): string => open.repeat(n) + "a" + close.repeat(n);
test.each<[string, Code, number]>([
  ["", "EMPTY", 0], ["  ", "EMPTY", 0], ["a+", "SYNTAX", 2], ["*a", "SYNTAX", 0], ["(a", "SYNTAX", 2], ["a b", "SYNTAX", 2], ["sum(,3)", "SYNTAX", 4], ["a**b", "SYNTAX", 2], ["a=>1", "SYNTAX", 2], ["a)", "SYNTAX", 1],
  ["sum()", "ARITY", 0], ["sum(a, b)", "ARITY", 0], ["1<2<3", "CHAINED", 3], ["a=b<>a", "CHAINED", 3],
  ["a.b", "CHAR", 1], ["a;b", "CHAR", 1], ["'abc'", "CHAR", 0], ['"abc"', "CHAR", 0], ["[1,2]", "CHAR", 0], ["a & b", "CHAR", 2], ["!a", "CHAR", 0], ["\u0430+1", "CHAR", 0], ["a \u2212 2", "CHAR", 2], ["`a`", "CHAR", 0], ["a\u{1F600}", "CHAR", 1],
  ["1.2.3", "NUMBER", 0], ["0x10", "NUMBER", 0], ["1e999", "NUMBER", 0], ["2e", "NUMBER", 0],
  ["__proto__", "UNKNOWN_NAME", 0], ["constructor", "UNKNOWN_NAME", 0], ["this", "UNKNOWN_NAME", 0], ["z+1", "UNKNOWN_NAME", 0], ["sum + a", "UNKNOWN_NAME", 0],
  ["toString()", "UNKNOWN_FUNCTION", 0], ["hasOwnProperty(a)", "UNKNOWN_FUNCTION", 0], ["summ(a)", "UNKNOWN_FUNCTION", 0],
  [deep("(", ")", 70), "TOO_DEEP", 65], ["-".repeat(100) + "a", "TOO_DEEP", 65], ["2^".repeat(80) + "2", "TOO_DEEP", 130], [deep("abs(", ")", 70), "TOO_DEEP", 260],
  ["a+".repeat(1500) + "a", "TOO_BIG", 0], ["(".repeat(1_000_000), "TOO_LONG", 4096],
])("%j is refused as %s", (text, code, position) => {
  let caught: unknown;
  const took = shortest(() => {
    try {
      parse(text, USER);
    } catch (fault) {
      caught = fault;
    }
  });
  expect(took).toBeLessThan(50);
  expect(caught).toBeInstanceOf(ExpressionFailure);
  expect(caught).toMatchObject({ code, position });
  expect((caught as Error).message).toContain(code);
});

test("a refusal helps", () => {
  expect(() => parse("a**b", USER)).toThrow(". Write ^ for a power");
  expect(() => parse("a && b", USER)).toThrow(". Write and");
  expect(() => parse("= a + b", USER)).toThrow(". Leave out the = in front");
  expect(() => parse("a * 1,5", USER)).toThrow(". A decimal has a point: write 1.5");
  expect(() => parse("sum(c)", USER)).toThrow("did you mean a? The inputs are a, b");
  expect(() => parse("summ(a)", USER)).toThrow("did you mean sum?");
  expect(() => parse("\u0430+1", USER)).toThrow("not from the Latin alphabet");
  expect(() => parse("max()", USER)).toThrow("Write max(list) or max(a, b)");
});

test("any text is read or refused with a position, at once", () => {
  const piece = fc.constantFrom("a", "b", "(", ")", "+", "-", "^", "*", "/", ",", " ", "1", "2.5", "1e", "sum(", "if(", "not ", "and", "=", "<", ">", ".", '"', "\u{1F600}", "__proto__", "\u0000", "\n");
  const text = fc.oneof(fc.array(piece, { maxLength: 60 }).map((pieces) => pieces.join("")), fc.string({ unit: "binary", maxLength: 80 }));
  fc.assert(
    fc.property(text, (source) => {
      const reading = (): void => {
        try {
          parse(source, USER);
        } catch (fault) {
          if (!(fault instanceof ExpressionFailure)) throw fault;
          expect(fault.position).toBeGreaterThanOrEqual(0);
          expect(fault.position).toBeLessThanOrEqual(source.length);
        }
      };
      expect(shortest(reading)).toBeLessThan(50);
    }),
    { seed: 11, numRuns: 3000 },
  );
});

describe("Excel's text", () => {
  const column = (text: string): ExcelText => ({ text, strength: 10, shape: "range" });
  const cell = (text: string): ExcelText => ({ text, strength: 10, shape: "scalar" });
  const INPUTS = new Map<string, ExcelText | Map<string, ExcelText>>([["a", column("A2:A9")], ["b", column("B2:B9")], ["x", cell("C1")], ["n", literal(-5)], ["timing", literal("end")], ["drugs", new Map([["price", column("D2:D9")]])]]);
  test.each<[string, string | undefined]>([
    ["-x^2", "=-(C1^2)"],
    ["2^3^2", "=2^(3^2)"],
    ["(2^3)^2", "=(2^3)^2"],
    ["(-x)^2", "=(-C1)^2"],
    ["n^2", "=(-5)^2"],
    ["x^-2", "=C1^-2"],
    ["x-(1-x)", "=C1-(1-C1)"],
    ["x/(2*x)", "=C1/(2*C1)"],
    ["7 % x", "=MOD(7,C1)"],
    ["sum(a)", "=SUM(A2:A9)"],
    ["sum(a*b)", "=SUMPRODUCT(A2:A9*B2:B9)"],
    ["max(a)", "=MAX(A2:A9)"],
    ["max(a-b)", "=SUMPRODUCT(MAX(A2:A9-B2:B9))"],
    ["sum(max(a, 0))", "=SUMPRODUCT((A2:A9)*((A2:A9)>0))"],
    ["product(1 - a)", "=SUMPRODUCT(PRODUCT(1-A2:A9))"],
    ["sum(drugs.price)", "=SUM(D2:D9)"],
    ["count(a) + last(a)", "=ROWS(A2:A9)*COLUMNS(A2:A9)+INDEX(A2:A9,ROWS(A2:A9)*COLUMNS(A2:A9))"],
    ['if(timing = "begin", 1, 2)', "=2"],
    ["if(x > 1 and x < 3, 1, 2)", "=IF(AND(C1>1,C1<3),1,2)"],
    ["sum(if(a > 1, a, 0))", "=SUMPRODUCT(((A2:A9>1)*(A2:A9)+(1-(A2:A9>1))*(0)))"],
    ["payback(a)", undefined],
    ["a + 1", undefined],
  ])("%s becomes %s", (text, want) => expect(nativeFormula(parseEquation(text, INPUTS.keys()), INPUTS)).toBe(want));

  test("lists in a row count columns", () => {
    expect(nativeFormula(parseEquation("sum(a * sequence(3))", ["a"]), new Map([["a", column("A1:C1")]]), "row")).toBe("=SUMPRODUCT(A1:C1*COLUMN(INDEX($1:$1,1):INDEX($1:$1,3)))");
  });
  test("steps are written in place, with the parentheses they need", () => {
    expect(nativeFormula(parseEquation("total = x + 1\nx / total", ["x"]), new Map([["x", cell("C1")]]))).toBe("=C1/(C1+1)");
  });
});

describe("mathematics", () => {
  test.each<[string, string]>([
    ["a / (b + 1)", "<mfrac><mi>a</mi><mrow><mi>b</mi><mo>+</mo><mn>1</mn></mrow></mfrac>"],
    ["(a + b) ^ 2", "<msup><mrow><mo>(</mo><mrow><mi>a</mi><mo>+</mo><mi>b</mi></mrow><mo>)</mo></mrow><mn>2</mn></msup>"],
    ["a < b", "<mrow><mi>a</mi><mo>&lt;</mo><mi>b</mi></mrow>"],
    ["sqrt(a)", "<msqrt><mi>a</mi></msqrt>"],
  ])("%s", (text, want) => expect(mathOf(parse(text, BUILT_IN))).toBe(want));
});
