/** How an exit is shared, with one exit that the engine works through when the page is made. */
import { readExit, simulateExit, type Breakpoint, type ExitPayouts } from "../cap-table/exit-answer";
import { lineChart } from "./chart";
import { EXIT } from "./examples";
import { equations } from "./equations";
import { code, section, table, type Page } from "./page";
import { figure, gridOf, percent, sheet, spill } from "./sheet";

const exitsAt = (exit_values: readonly number[]): readonly ExitPayouts[] => simulateExit(readExit({ holdings: EXIT.holdings, exit_values })).exits;
const breakpoints = (): readonly Breakpoint[] => simulateExit(readExit({ holdings: EXIT.holdings, exit_value: EXIT.exit_value })).breakpoints;

const amount = (value: number): string => figure(value, 9);
const MILLION = 1_000_000;

/** What changes where a stretch begins, read off the stretches on either side of it. */
function events(stretches: readonly Breakpoint[]): string[] {
  const middles = exitsAt(stretches.map(({ from, to }) => (to === null ? from + MILLION : (from + to) / 2)));
  return stretches.map(({ shares }, place) => {
    const here = middles[place]!;
    if (here.per_common_share === 0) return `the preference of ${shares.filter(({ share }) => share > 0).map(({ security }) => security).join(" and ")} is paid`;
    const before = place > 0 ? middles[place - 1]! : undefined;
    const changed = here.payouts.filter(({ converts }, line) => converts === true && before?.payouts[line]?.converts !== true).map(({ security }) => {
      const { kind } = EXIT.holdings.find((holding) => holding["security"] === security) ?? {};
      return kind === "option" ? `${security} are exercised` : `${security} converts`;
    });
    const capped = shares.filter(({ share }, security) => share === 0 && before !== undefined && before.per_common_share > 0 && (stretches[place - 1]!.shares[security]?.share ?? 0) > 0).map(({ security }) => `${security} has reached its cap`);
    const begins = before?.per_common_share === 0 ? [`${shares.filter(({ share }) => share > 0).map(({ security }) => security).join(" and ")} share the rest`] : [];
    return [...changed, ...capped, ...begins].join("; ");
  });
}

function breakpointTable(stretches: readonly Breakpoint[]): string {
  const told = events(stretches);
  return spill("Breakpoints", [
    ["from", "to", ...(stretches[0]?.shares ?? []).map(({ security }) => security), "what begins here"],
    ...stretches.map(({ from, to, shares }, place) => [from, to ?? "no end", ...shares.map(({ share }) => percent(share)), told[place] ?? ""]),
  ]);
}

function converting(exits: readonly ExitPayouts[]): string {
  const lines = exits[0]?.payouts ?? [];
  return table("Who converts", ["Exit value", "A share of common", ...lines.map(({ security }) => security)].map((title) => ({ title })), exits.map((exit) => [
    amount(exit.exit_value), figure(exit.per_common_share),
    ...exit.payouts.map(({ payout, converts, security }) => `${amount(payout)}${converts ? `<br><span class="quiet">${security === "Options" ? "exercised" : "converts"}</span>` : ""}`),
  ]));
}

function chart(stretches: readonly Breakpoint[]): string {
  const last = EXIT.exit_values.at(-1) ?? 0;
  // Payouts are straight between breakpoints, so these points draw them exactly.
  const exits = exitsAt([...stretches.map(({ from }) => from).filter((from) => from < last), last]);
  return lineChart("Payout of each class by exit value; the table beneath holds the numbers", "Exit value, millions", "Payout of each class, in millions. The corners are the breakpoints.",
    (exits[0]?.payouts ?? []).map(({ security }, line) => ({ name: security, points: exits.map((exit) => [exit.exit_value / MILLION, exit.payouts[line]!.payout / MILLION] as const) })));
}

export function exitsPage(): Page {
  const stretches = breakpoints();
  const exits = exitsAt(EXIT.exit_values);
  const worked = exitsAt([EXIT.exit_value])[0]!;
  return {
    title: "How an exit is shared",
    description: "Preferences, participation, caps, conversion and strikes together: one number decides them all. With one exit worked through.",
    body: [
      '<p class="place"><a href="index.html#chapter-16">Cap tables, rounds and exits</a></p>',
      "<h1>How an exit is shared</h1>",
      '<p class="lead">Whether a class converts depends on what the others do. It looks like a game of many players. It comes down to finding one number.</p>',
      '<p>The functions: <a href="exit_waterfall.html">exit_waterfall</a>, <a href="exit_breakpoints.html">exit_breakpoints</a>, <a href="opm_allocation.html">opm_allocation</a>, <a href="opm_backsolve.html">opm_backsolve</a>. The tables they read: <a href="cap_table_columns.html">Columns of a cap table</a>.</p>',

      section("First the preferences", [
        "<p>Debt and fees come off the price first. What is left is paid in the order of seniority: 1 before 2, and equal numbers in proportion to what they are owed. A preference is its multiple of the money paid in, and any cumulative dividend up to the day of the exit.</p>",
        "<p>While there is less than all preferences together, nobody gains by converting, and the story ends here.</p>",
      ].join("\n")),

      section("Then one number", [
        "<p>Let y be what one share of common receives. Every claim can be written with it:</p>",
        equations("The claims", "common = shares * y", "option = shares * max(0, y - strike)", "non_participating = max(preference, as_converted * y)", "participating = preference + as_converted * y", "capped = max(min(preference + as_converted * y, most), as_converted * y)"),
        "<p>None of these ever falls as y rises. Nor does their sum. So there is exactly one y at which the claims add up to the money that is there, and it is found by walking along the corners of the sum:</p>",
        equations("The one condition", "proceeds = sum(claims)"),
        "<p>At that y each holder has the larger of its choices while all others have theirs. A class that converts has more than its preference; a class that does not would have less by converting. Nobody has a reason to change. That is why no order of play has to be tried.</p>",
        "<p>A class converts where its shares as converted, times y, are more than its preference; a capped one where they are more than its cap. An option is exercised where y is above its strike.</p>",
      ].join("\n")),

      section("SAFEs, notes and dividends", [
        "<p>A SAFE that is open at the exit takes its money back or, where that is more, the shares of its cap. It ranks with seniority 1. The shares are counted on all shares and options outstanding, without the unissued pool; for a SAFE after money with everything that converts too. With a discount and no cap it takes its amount over 1 less the discount. A note is repaid with interest before every preferred, or converts where it has a cap and that is more.</p>",
        "<p>A cumulative dividend is simple interest on the issue price, actual days over 365. It is added to the preference and is lost on conversion.</p>",
      ].join("\n")),

      section("Breakpoints", [
        "<p>Between two corners every security takes a fixed share of the next unit of money. The corners are the ends of the preferences, the strikes, the points where a cap is reached and the points where a class converts. The option-pricing method starts from the same corners. It values each stretch as the difference of two calls on the whole equity:</p>",
        equations("The value of a stretch", "stretch_value = call_from - call_to", "class_value = sum(share_of_stretch * stretch_value)"),
        "<p>The calls are those of Black and Scholes, struck where the stretch begins and where it ends; a call struck at 0 is the equity itself, and the last stretch has no second call. The values of all classes add up to the equity. To backsolve is to find the equity at which one class comes to the price that was paid for it. Its value rises with the equity, so there is one such number.</p>",
      ].join("\n")),

      section("Worked: one company, five exits", [
        "<p>Series B is senior, does not participate and paid 4 million. Series A comes second, paid 1.5 million and participates up to 2.5 times that. The options have a strike of 0.50.</p>",
        sheet("holdings", gridOf(EXIT.holdings)),
        "<h3>Breakpoints, and what each security takes of the next unit</h3>",
        breakpointTable(stretches),
        "<h3>Who receives what, and who converts</h3>",
        chart(stretches),
        converting(exits),
        `<h3>The exit at ${amount(EXIT.exit_value)}, with a pencil</h3>`,
        `<p>At y = 2 Series B is as well off converting as not. Up to there ${amount(19_250_000)} is paid. Of the next unit common, options and Series B take shares in proportion to 5, 1 and 2 million; Series A stands at its cap. So y = 2 + 2,000,000 / 8,000,000 = ${figure(worked.per_common_share)}.</p>`,
        spill("The exit, line by line", [["holder", "security", "payout", "per_share", "converts"], ...worked.payouts.map(({ holder, security, payout, per_share, converts }) => [holder, security, payout, per_share, converts])]),
        '<p class="quiet">The payouts were computed a second time outside this code, with Python\'s fractions and every set of decisions tried in turn; the tests hold the numbers on this page to those.</p>',
      ].join("\n")),
      `<p class="quiet">Lines of ${code("converts")} are blank where there is nothing to choose.</p>`,
    ].join("\n"),
  };
}
