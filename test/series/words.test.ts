/** Every word keeps what its entry in the table promises. */
import { evaluateSeries } from "../../src/series/evaluate";
import { ELSEWHERE, SERIES_WORDS, WORDS_BY_NAME } from "../../src/series/words";

describe.each(SERIES_WORDS.map((word) => [word.name, word] as const))("%s", (name, word) => {
  test("its example gives what it says", () => {
    const { formula, given, gives } = word.example;
    const { values } = evaluateSeries({ expression: formula, inputs: Object.fromEntries(Object.entries(given).map(([input, items]) => [input, { values: items }])) });
    expect(values).toHaveLength(gives.length);
    values.forEach((value, i) => (gives[i] === null ? expect(value).toBeNull() : expect(value).toBeCloseTo(gives[i]!, 12)));
    expect(formula).toContain(`${name}(`);
  });
  test("its help is one line that fits a tooltip", () => {
    expect(word.help).toMatch(/^[^\n]{5,120}[.]$/);
    expect(word.usage).toMatch(new RegExp(`^${name}\\(`));
  });
  test("its optional operands stand last", () => {
    const optional = word.takes.map((operand) => operand.optional === true);
    expect(optional).toEqual([...optional].sort());
  });
});

test("the words of the contract are there", () => {
  for (const name of ["sma", "ema", "zscore", "pct_change", "change", "diff", "corr", "rsi", "drawdown", "realized_vol", "rebase", "cumsum", "ifthen"]) expect(WORDS_BY_NAME.has(name)).toBe(true);
});

test("no word of another tool is one of ours, and none is said twice", () => {
  for (const name of ELSEWHERE.keys()) expect(WORDS_BY_NAME.has(name)).toBe(false);
  const all = SERIES_WORDS.flatMap((word) => [word.name, ...(word.aliases ?? []), ...(word.elsewhere ?? [])]);
  expect(new Set(all).size).toBe(all.length);
});
