/** A page for each function over a cap table: what it takes is read from the catalogue, what it gives is computed here and now. */
import { breakpointsTable, exitTable, readExit } from "../cap-table/exit-answer";
import { opmAllocation, opmBacksolve, opmTable, readOpm } from "../cap-table/opm";
import { fundingRoundTable, readRound, roundPrice } from "../cap-table/round-answer";
import { RANGE_FUNCTIONS, type RangeFunction } from "../formulas/range-functions";
import { CONTRADICTION, EXIT, OPTION_PRICING, SEED } from "./examples";
import { block, code, escape, section, table, type Page } from "./page";
import { figure, gridOf, reference, refusal, sheet, spill, type Cell, type Grid } from "./sheet";

/** One argument of an example: a range by its records, a single value, or one that is left out. */
type Argument = { readonly rows: readonly Readonly<Record<string, Cell>>[] } | Cell;

export interface RangePage {
  readonly told: RangeFunction;
  readonly title: string;
  /** What it does and what to know of it; each a paragraph of HTML. */
  readonly says: readonly string[];
  readonly example: readonly Argument[];
  /** What the call gives: a table, or one number. */
  readonly gives: Grid | number;
  readonly totalled?: boolean;
  /** Columns of the answer, or what the number is. */
  readonly back: readonly (readonly [name: string, meaning: string])[];
  readonly refusals: readonly (readonly [given: string, call: () => unknown])[];
  readonly tools: readonly (readonly [tool: string, call: object, says: string])[];
  /** Where the method is told at length. */
  readonly method: readonly [page: string, title: string];
}

const { FUNDING_ROUND, ROUND_PRICE, EXIT_WATERFALL, EXIT_BREAKPOINTS, OPM_ALLOCATION, OPM_BACKSOLVE } = RANGE_FUNCTIONS;

const seedArguments: readonly Argument[] = [{ rows: SEED.holdings }, SEED.pre_money, SEED.investment, SEED.pool_target, { rows: SEED.instruments }];
const pool_target_pct = SEED.pool_target * 100;
const roundCall = { pre_money: SEED.pre_money, investment: SEED.investment, pool_target_pct, holdings: SEED.holdings, instruments: SEED.instruments };
const roundTools: RangePage["tools"] = [
  ["simulate_funding_round", roundCall, "The round with its terms by their own names. It answers with <code>price_per_share</code>, <code>pool</code>, <code>conversions</code> (with what bound each), <code>anti_dilution</code>, <code>stakeholders</code> before and after, and the working in <code>steps</code>."],
  ["simulate_round", { roundName: "Seed preferred", amountRaised: SEED.investment, preMoneyValuation: SEED.pre_money, investor: { id: "inv-1", name: "New investors" }, options: { pool_basis: "available" }, esopRefreshPct: pool_target_pct, holdings: SEED.holdings, instruments: SEED.instruments }, "The same engine by other names, for a round that may be kept in the store. Here the pool target counts the options granted too, unless the options say otherwise."],
];
const roundRefusals: RangePage["refusals"] = [
  ["A column named <code>share</code>", () => readRound({ ...SEED, holdings: [["holder", "share"], ["Ana", 4_000_000]] })],
  ["A text where a number belongs", () => readRound({ ...SEED, holdings: [["holder", "shares"], ["Ana", "4,000,000"]] })],
  ["A negative count", () => readRound({ ...SEED, holdings: [["holder", "shares"], ["Ana", -4_000_000]] })],
  ["A pool target of 10 instead of 0.1", () => readRound({ ...SEED, pool_target: 10 })],
  ["A discount of 0.8 for 20 % off", () => readRound({ ...SEED, instruments: [["holder", "amount", "discount"], ["Harbour", 400_000, 0.8]] })],
  ["Terms that leave no price", () => roundPrice(readRound(CONTRADICTION))],
];

const exitQuestion = { holdings: EXIT.holdings, exit_value: EXIT.exit_value };
const exitTool: RangePage["tools"] = [
  ["simulate_exit", { holdings: EXIT.holdings, exit_values: EXIT.exit_values }, "Several exits in one call. It answers with <code>exits</code>, each with <code>per_common_share</code> and its <code>payouts</code>, and with the <code>breakpoints</code>."],
];
const exitRefusals: RangePage["refusals"] = [
  ["Capped participation without its cap", () => readExit({ ...exitQuestion, holdings: [["holder", "kind", "shares", "issue_price", "participation"], ["Harbour", "preferred", 1_500_000, 1, "capped"]] })],
  ["Preferred without an issue price", () => exitTable(readExit({ ...exitQuestion, holdings: [["holder", "kind", "shares"], ["Harbour", "preferred", 1_500_000]] }))],
  ["A strike on common", () => readExit({ ...exitQuestion, holdings: [["holder", "kind", "shares", "strike"], ["Founders", "common", 5_000_000, 0.5]] })],
  ["Dividends, but no day of the exit", () => exitTable(readExit({ ...exitQuestion, holdings: [["holder", "kind", "shares", "issue_price", "dividend_rate", "issue_date"], ["Meridian", "preferred", 2_000_000, 2, 0.08, "2024-01-31"]] }))],
];

const { equity_value, security, price, volatility, years } = OPTION_PRICING;
const opmRequest = () => readOpm({ holdings: EXIT.holdings, volatility, years });
const opmRefusals: RangePage["refusals"] = [
  ["A volatility of 60 instead of 0.6", () => readOpm({ holdings: EXIT.holdings, volatility: 60, years })],
  ["A security that the holdings do not have", () => opmBacksolve(opmRequest(), { security: "Serie B", price })],
];
const opmBack: RangePage["back"] = [["security", "The class, as the holdings name it; options with different strikes may bear one name"], ["value", "What all of it is worth"], ["per_share", "That, for each share of it"]];
const OPM_SAYS = "The exit is one day at the end of the term. Each stretch between two breakpoints is a pair of calls on the whole equity, and is shared as the waterfall shares it. The unissued pool takes no part, and instruments that convert are not read: put them in as the classes that they become.";

export const RANGE_PAGES = (): readonly RangePage[] => [
  {
    told: FUNDING_ROUND, title: "Funding round",
    says: [
      "Use it for a priced round. The price depends on the pool and on what converts, and those depend on the price; all are found together, exactly, and nothing has to be iterated in the sheet.",
      "SAFEs and notes stand in a range of their own. Each converts at the lowest price that its terms allow.",
    ],
    example: seedArguments, gives: fundingRoundTable(readRound(SEED)), totalled: true,
    back: [
      ["holder", "Who holds it"], ["security", "The class; what converted, the new money and the pool have rows of their own"], ["shares_before", "As converted, before the round; open SAFEs and notes count 0"],
      ["pct_before", "Share of all shares before, as a fraction: format the column as percent"], ["shares_after", "As converted, after the round"], ["pct_after", "Share of all shares after, as a fraction"],
    ],
    refusals: roundRefusals, tools: roundTools, method: ["rounds", "How a priced round is solved"],
  },
  {
    told: ROUND_PRICE, title: "Price of a round",
    says: ["Use it where one cell needs the price. It takes what VAL.FUNDING_ROUND takes and solves the same round.", "For a round without conversions, pool or protection it is the pre-money over all shares before."],
    example: seedArguments, gives: roundPrice(readRound(SEED)),
    back: [["price per share", "What the new investors pay for one share, in currency"]],
    refusals: roundRefusals, tools: roundTools, method: ["rounds", "How a priced round is solved"],
  },
  {
    told: EXIT_WATERFALL, title: "Exit waterfall",
    says: [
      "Use it to see who receives what when the company is sold. Each holder takes the better of its choices, given the choices of all others.",
      "The holder of an unissued pool receives nothing. Options are taken as vested and are exercised where that pays.",
    ],
    example: [{ rows: EXIT.holdings }, EXIT.exit_value], gives: exitTable(readExit(exitQuestion)),
    back: [
      ["holder", "Who holds it"], ["security", "The class, or SAFE or note"], ["payout", "What it receives, in currency; of options the gain over the strike"], ["per_share", "That, for each share held"],
      ["converts", "TRUE where preferred gives up its preference for common, where an instrument converts and where an option is exercised; blank where there is no choice"],
    ],
    refusals: exitRefusals, tools: exitTool, method: ["exits", "How an exit is shared"],
  },
  {
    told: EXIT_BREAKPOINTS, title: "Exit breakpoints",
    says: ["Use it to see where the sharing changes: where a preference is paid, an option comes into the money, a cap is reached, a class converts.", "Each row is a stretch of exit values. Within it every security takes the same share of the next unit of money."],
    example: [{ rows: EXIT.holdings }], gives: breakpointsTable(readExit({ holdings: EXIT.holdings })),
    back: [["from", "Exit value at which the stretch begins"], ["to", "Exit value at which it ends; blank for the last, which goes on for ever"], ["each security", "Its share of the next unit of money, as a fraction"]],
    refusals: exitRefusals, tools: exitTool, method: ["exits", "How an exit is shared"],
  },
  {
    told: OPM_ALLOCATION, title: "Option-pricing allocation",
    says: ["Use it to share the value of the equity among its classes while the day and the size of the exit are open.", OPM_SAYS],
    example: [{ rows: EXIT.holdings }, equity_value, volatility, years], gives: opmTable(opmRequest(), equity_value),
    back: opmBack,
    refusals: [...opmRefusals.slice(0, 1), ["A negative equity value", () => opmAllocation(opmRequest(), -1)]], tools: [], method: ["exits", "How an exit is shared"],
  },
  {
    told: OPM_BACKSOLVE, title: "Option-pricing backsolve",
    says: ["Use it to draw the value of the equity from the last round: what must the whole be worth, so that the class that was just sold is worth its price?", OPM_SAYS],
    example: [{ rows: EXIT.holdings }, security, price, volatility, years], gives: opmBacksolve(opmRequest(), { security, price }).equity_value,
    back: [["equity value", "The value of the whole equity; put into VAL.OPM_ALLOCATION it gives the price back"]],
    refusals: opmRefusals, tools: [], method: ["exits", "How an exit is shared"],
  },
];

const isRange = (argument: Argument): argument is Exclude<Argument, Cell> => typeof argument === "object" && argument !== null;

/** The ranges of an example beneath each other in one sheet, with a row left free between them. */
export function laidOut(example: readonly Argument[]): { readonly ranges: readonly { readonly name: number; readonly top: number; readonly grid: Grid }[]; readonly texts: readonly string[]; readonly cells: readonly (Grid | Cell)[] } {
  let top = 1;
  const ranges: { name: number; top: number; grid: Grid }[] = [];
  const cells = example.map((argument, name): Grid | Cell => {
    if (!isRange(argument)) return argument;
    const grid = gridOf(argument.rows);
    ranges.push({ name, top, grid });
    top += grid.length + 1;
    return grid;
  });
  const texts = example.map((argument, name) => {
    const range = ranges.find((each) => each.name === name);
    return range ? reference(range.grid, range.top) : typeof argument === "string" ? `"${argument}"` : String(argument as Cell);
  });
  return { ranges, texts, cells };
}

const LINKS: Readonly<Record<string, string>> = { holdings: "cap_table_columns.html#holdings", instruments: "cap_table_columns.html#instruments", options: "cap_table_columns.html#options" };

function parameters({ parameters: taken }: RangeFunction): string {
  const rows = taken.map(({ name, text, optional }) => [LINKS[name] ? `<a href="${LINKS[name]}">${code(name)}</a>` : code(name), escape(text), optional ? "may be left out" : "required"]);
  return table("Parameters", [{ title: "Parameter" }, { title: "What to give" }, { title: "Needed" }], rows);
}

export function refusals(caption: string, rows: RangePage["refusals"]): string {
  return table(caption, [{ title: "Given" }, { title: "In the cell" }, { title: "What is answered" }], rows.map(([given, call]) => {
    const { error, words } = refusal(call);
    return [given, code(error), escape(words)];
  }));
}

export function rangePage(page: RangePage): Page {
  const { told, title, gives } = page;
  const { ranges, texts } = laidOut(page.example);
  const [method, methodTitle] = page.method;
  const call = (names: readonly string[]): string => `=VAL.${told.id}(${names.join(", ")})`;
  return {
    title: `${title} – VAL.${told.id}`,
    description: told.summary,
    body: [
      '<p class="place"><a href="index.html#chapter-16">Cap tables, rounds and exits</a></p>',
      `<h1>${escape(title)}</h1>`,
      `<p class="lead">${escape(told.summary)}</p>`,
      ...page.says.map((words) => `<p>${escape(words)}</p>`),
      `<p>The method: <a href="${method}.html">${escape(methodTitle)}</a>.</p>`,
      section("In an Excel cell", [
        block(call(told.parameters.map(({ name, optional }) => (optional ? `[${name}]` : name)))),
        `<p>${ranges.length > 1 ? "Two ranges in a sheet" : "A range in a sheet"}, and the call on ${ranges.length > 1 ? "them" : "it"}:</p>`,
        ...ranges.map(({ name, top, grid }) => sheet(told.parameters[name]?.name ?? "", grid, top)),
        block(call(texts)),
        typeof gives === "number" ? `<p>It gives <strong>${figure(gives, 15)}</strong>.</p>` : `<p>It spills:</p>${spill("What the call spills", gives, page.totalled)}`,
        '<p class="quiet">Numbers are shown here with seven figures; the cells hold all of them.</p>',
      ].join("\n")),
      section("Parameters", `${parameters(told)}<p>The columns of a range: <a href="cap_table_columns.html">Columns of a cap table</a>.</p>`),
      section("What comes back", table("What comes back", [{ title: typeof gives === "number" ? "Value" : "Column" }, { title: "Meaning" }], page.back.map(([name, meaning]) => [typeof gives === "number" || name.includes(" ") ? escape(name) : code(name), escape(meaning)]))),
      section("Refusals", `<p>A refused call gives no number. The cell shows an error, and the words beside it name the row, the column and the value.</p>${refusals("Refusals", page.refusals)}`),
      section("For an agent", page.tools.length
        ? page.tools.map(([tool, given, says]) => `<h3>${code(tool)}</h3><p>${says}</p>${block(`${tool} ${JSON.stringify(given)}`)}`).join("\n")
        : '<p>Only in Excel. For one class behind one preference an agent has <a href="opm.html">opm</a>, and for an exit of a known size <code>simulate_exit</code>.</p>'),
    ].join("\n"),
  };
}
