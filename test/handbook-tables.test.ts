/**
 * The pages on cap tables and on series: their numbers are the engines', and those of the rounds and the exit are the ones
 * that test/oracle/rounds.py finds with Python's fractions by trying every set of branches.
 */
import { readExit, simulateExit } from "../src/cap-table/exit-answer";
import { fundingRound, readRound } from "../src/cap-table/round-answer";
import { simulateRound, type SimulatedRoundArguments } from "../src/cap-table/simulated-round";
import { holdingsTable, instrumentsTable, roundOptionsTable } from "../src/cap-table/rows";
import { RANGE_FUNCTIONS } from "../src/excel/range-functions";
import { pages } from "../src/handbook";
import { CONTRADICTION, DOWN_ROUND, EXIT, SEED } from "../src/handbook/examples";
import { laidOut, RANGE_PAGES } from "../src/handbook/range-pages";
import { faults } from "../src/handbook/series-page";
import { figure, percent } from "../src/handbook/sheet";
import { WORDS } from "../src/language/words";
import { SERIES_WORDS } from "../src/series/words";

const PAGES = pages();
/** A page as a reader sees it: the cells of a row with a bar between them, entities as their signs. */
const read = (name: string): string =>
  PAGES[`${name}.html`]!.replace(/<\/t[dh]>/g, " | ").replace(/<[^>]+>/g, "").replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&quot;", '"').replaceAll("&amp;", "&").replaceAll("\u00A0", " ");

describe("the two rounds", () => {
  // Each number from test/oracle/rounds.py.
  test("the seed", () => {
    const answer = fundingRound(readRound(SEED));
    expect(answer).toMatchObject({ price_per_share: 1, fully_diluted_after: 12_500_000, new_shares: 2_500_000, pool: { shares_after: 1_250_000 } });
    expect(answer.conversions).toMatchObject([{ shares: 950_000, bound_by: "cap" }, { shares: 400_000, bound_by: "discount" }]);
    const page = read("rounds");
    for (const line of ["Harbour | SAFE | 0 | 0 % | 950,000 | 7.6 % |", "Lindgren | SAFE | 0 | 0 % | 400,000 | 3.2 % |", "New investors | New preferred | 0 | 0 % | 2,500,000 | 20 % |", "price_per_share | pre_money / priced_shares | 1 |"])
      expect(page).toContain(line);
    // 320,000 / 12,000,000 of the 9,500,000 shares before the pool's increase and the new money.
    expect(page).toContain("Lindgren | 320,000 | 400,000 | 253,333.333 | 400,000 | 0.8 | discount |");
  });

  test("the down round", () => {
    const answer = fundingRound(readRound(DOWN_ROUND));
    expect(answer).toMatchObject({ price_per_share: 0.5, fully_diluted_after: 25_000_000, new_shares: 5_000_000, pool: { shares_after: 2_500_000 } });
    expect(answer.anti_dilution).toMatchObject([{ security: "Series A", conversion_price_after: 0.5, as_converted_after: 8_000_000 }]);
    for (const line of ["Meridian | Series A | 2,000,000 | 16.67 % | 8,000,000 | 32 % |", "Pool | Options unissued | 500,000 | 4.167 % | 2,500,000 | 10 % |", "price_per_share | pre_money / priced_shares | 0.5 |"])
      expect(read("rounds")).toContain(line);
  });

  test("the terms that contradict each other", () => {
    // No set of branches has a solution there; 0.9 of the least pre-money is 4,250,000, the slack 4,500,000 - 700,000 - 4,000,000.
    expect(() => fundingRound(readRound(CONTRADICTION))).toThrow(/leave -200,000 .* pre_money above 4,722,222.22/);
    expect(read("rounds")).toContain("leave -200,000 for the other shares");
  });
});

describe("the exit", () => {
  // Exit value, a share of common, then common, options, Series A and Series B; from test/oracle/rounds.py.
  const ORACLE = [
    [3_000_000, 0, 0, 0, 0, 3_000_000],
    [8_750_000, 1 / 2, 2_500_000, 0, 2_250_000, 4_000_000],
    [17_750_000, 7 / 4, 8_750_000, 1_250_000, 3_750_000, 4_000_000],
    [21_250_000, 9 / 4, 11_250_000, 1_750_000, 3_750_000, 4_500_000],
    [40_000_000, 81 / 19, 405_000_000 / 19, 71_500_000 / 19, 121_500_000 / 19, 162_000_000 / 19],
  ];
  const { exits, breakpoints } = simulateExit(readExit({ holdings: EXIT.holdings, exit_values: EXIT.exit_values }));

  test.each(ORACLE.map((line, place) => [line[0], line, place] as const))("at %d", (_, line, place) => {
    const { exit_value, per_common_share, payouts } = exits[place]!;
    [exit_value, per_common_share, ...payouts.map(({ payout }) => payout)].forEach((value, i) => expect(value).toBeCloseTo(line[i]!, 7));
    const [value, y, ...paid] = line as [number, number, ...number[]];
    const shown = payouts.map(({ converts, security }, i) => `${figure(paid[i]!, 9)}${converts ? (security === "Options" ? "exercised" : "converts") : ""}`);
    expect(read("exits")).toContain([figure(value, 9), figure(y), ...shown].join(" | "));
  });

  test("its breakpoints say what begins there", () => {
    // By hand: 4m; + 1.5m; + 6.5m shares x 0.5; + 7.5m x 1; + 6m x 0.5; + 8m x 0.5.
    expect(breakpoints.map(({ from }) => from)).toEqual([0, 4_000_000, 5_500_000, 8_750_000, 16_250_000, 19_250_000, 23_250_000]);
    const page = read("exits");
    for (const line of ["0 % | 100 % | the preference of Series B is paid", "the preference of Series A is paid", "Common and Series A share the rest", "Options are exercised", "Series A has reached its cap", "62.5 % | 12.5 % | 0 % | 25 % | Series B converts", "Series A converts"])
      expect(page).toContain(line);
    expect(PAGES["exits.html"]).toMatch(/<svg [^>]*role="img" aria-label="/);
  });
});

describe.each(RANGE_PAGES().map((page) => [page.told.id, page] as const))("the page of %s", (id, page) => {
  const { run } = RANGE_FUNCTIONS.find((each) => each.id === id)!;
  const { cells, texts } = laidOut(page.example);

  test("shows a call that the cell answers as the page says", () => {
    expect(run(...cells)).toEqual(page.gives);
    expect(read(page.told.page)).toContain(`=VAL.${id}(${texts.join(", ")})`);
    for (const number of [page.gives].flat(2)) {
      if (typeof number === "number") expect([figure(number), figure(number, 15), percent(number)].some((text) => read(page.told.page).includes(text.replaceAll("\u00A0", " ")))).toBe(true);
    }
  });
  test("says what every column of the answer is", () => {
    if (!Array.isArray(page.gives)) return;
    const header = (page.gives as readonly (readonly unknown[])[])[0] ?? [];
    const told = page.back.map(([name]) => name);
    expect(told.includes("each security") ? header.slice(0, 2) : header).toEqual(told.filter((name) => name !== "each security"));
  });
  test("has parameters and refusals", () => {
    for (const { name } of page.told.parameters) expect(read(page.told.page)).toContain(`${name} | `);
    expect(page.refusals.length).toBeGreaterThan(1);
  });
});

test("the calls for an agent give the same round and the same exit as the cells", () => {
  const calls = new Map(RANGE_PAGES().flatMap(({ tools }) => tools).map(([tool, call]) => [tool, call]));
  expect(fundingRound(readRound(calls.get("simulate_funding_round") as never)).price_per_share).toBe(1);
  expect(simulateRound(calls.get("simulate_round") as SimulatedRoundArguments).pricePerShare).toBe(1);
  expect(simulateExit(readExit(calls.get("simulate_exit") as never)).exits[3]!.per_common_share).toBe(2.25);
});

test("every column, option and word stands on its page", () => {
  for (const { columns } of [holdingsTable, instrumentsTable, roundOptionsTable]) for (const name of Object.keys(columns)) expect(read("cap_table_columns")).toContain(`${name} | `);
  expect(read("cap_table_columns")).not.toMatch(/, ,|, \|/);
  for (const { usage } of WORDS.values()) expect(read("language")).toContain(`${usage} | `);
  for (const { name, usage, example } of SERIES_WORDS) {
    expect(PAGES["formula.html"]).toContain(`<h3 id="${name}">`);
    expect(read("formula")).toContain(usage);
    expect(read("formula")).toContain(`${example.formula} gives ${example.gives.map((value) => (value === null ? "blank" : figure(value))).join(", ")}`);
  }
});

test("each code of a faulty formula is shown by a text that earns it", () => {
  expect(faults().length).toBe(16);
  for (const [code, , words] of faults()) expect(words).toMatch(new RegExp(`^${code}[ :]`));
});

test("what the page says of operators holds", () => {
  // By hand; Excel's own answers stand beside them on the page.
  for (const line of ["-a ^ 2 | a = 3 | \u22129 |", "2 ^ 3 ^ 2 | a = 3 | 512 |", "2 ^ -1 | a = 3 | 0.5 |", "a % -2 | a = 3 | \u22121 |", "0.1 + 0.2 = 0.3 | a = 3 | 0 |", "1 + 2 > a and not a = 4 | a = 3 | 0 |"]) expect(read("formula")).toContain(line);
});
