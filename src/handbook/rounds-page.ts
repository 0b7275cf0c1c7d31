/** How a priced round is solved, with two rounds that the engine works through when the page is made. */
import { fundingRound, fundingRoundTable, readRound, type FundingRoundAnswer } from "../cap-table/round-answer";
import { CONTRADICTION, DOWN_ROUND, SEED } from "./examples";
import { equations } from "./equations";
import { code, escape, list, section, table, type Page } from "./page";
import { figure, gridOf, percent, refusal, sheet, spill, type Cell } from "./sheet";

type Question = typeof SEED;

const amount = (value: number): string => figure(value, 9);

/** What each instrument may claim, and what it takes: the claims are drawn again from the price and the capitalization that the engine found. */
function claims({ instruments }: Question, answer: FundingRoundAnswer): string {
  const { price_per_share: price, company_capitalization: capitalization } = answer;
  const rows = answer.conversions.map(({ holder, amount: money, shares, price: paid, bound_by }, place) => {
    const { cap, discount } = instruments[place] as { cap: number; discount: number };
    return [escape(holder), amount(money / price), discount ? amount(money / ((1 - discount) * price)) : "no discount", amount((money / cap) * capitalization), amount(shares), figure(paid), `<strong>${escape(bound_by)}</strong>`];
  });
  return table("What bound each SAFE", ["Holder", "At the round's price", "At the discount", "At the cap", "Shares it takes", "Price it pays", "Bound by"].map((title) => ({ title })), rows);
}

function terms(question: Question): string {
  const { pre_money, investment, pool_target } = question;
  return list([`Pre-money valuation: ${amount(pre_money)}`, `New money: ${amount(investment)}`, `Pool after the round: ${percent(pool_target)} of all shares, unissued`]);
}

const steps = ({ steps: working }: FundingRoundAnswer, caption: string): string =>
  table(caption, [{ title: "Step" }, { title: "Working" }, { title: "Value", number: true }], working.map(({ name, expression, value }) => [code(name), code(expression), amount(value)]));

function worked(title: string, words: readonly string[], question: Question, between: (answer: FundingRoundAnswer) => string, after: readonly string[]): string {
  const request = readRound(question);
  const answer = fundingRound(request);
  return section(title, [
    ...words.map((text) => `<p>${text}</p>`),
    "<h3>Before</h3>",
    sheet("holdings", gridOf(question.holdings)),
    ...(question.instruments.length ? [sheet("instruments", gridOf(question.instruments as readonly Readonly<Record<string, Cell>>[]))] : []),
    terms(question),
    "<h3>The price, step by step</h3>",
    steps(answer, `${title}: the price`),
    between(answer),
    "<h3>After</h3>",
    spill(`${title}: before and after`, fundingRoundTable(request), true),
    ...after.map((text) => `<p>${text}</p>`),
  ].join("\n"));
}

function adjusted({ anti_dilution, price_per_share, investment, new_shares }: FundingRoundAnswer): string {
  const rows = anti_dilution.map((each) => [escape(each.holder), escape(each.security), figure(each.conversion_price_before), figure(each.conversion_price_after), amount(each.as_converted_before), amount(each.as_converted_after)]);
  return `<h3>What the ratchet did</h3>${table("Anti-dilution", ["Holder", "Class", "Conversion price before", "after", "Shares as converted before", "after the round"].map((title) => ({ title })), rows)}<p>The new money of ${amount(investment)} buys ${amount(new_shares)} shares at ${figure(price_per_share)}.</p>`;
}

export function roundsPage(): Page {
  const contradiction = refusal(() => fundingRound(readRound(CONTRADICTION)));
  return {
    title: "How a priced round is solved",
    description: "Price, pool, SAFEs, notes and anti-dilution as one system with one solution, with two rounds worked through.",
    body: [
      '<p class="place"><a href="index.html#chapter-16">Cap tables, rounds and exits</a></p>',
      "<h1>How a priced round is solved</h1>",
      '<p class="lead">The price of a round depends on how many shares there are. How many shares there are depends on the price. This page shows why that circle has one answer, and how it is found without going round it.</p>',
      '<p>The functions: <a href="funding_round.html">funding_round</a>, <a href="round_price.html">round_price</a>. The tables they read: <a href="cap_table_columns.html">Columns of a cap table</a>.</p>',

      section("The price", [
        "<p>The pre-money valuation buys every share that exists before the new money: those held, those that convert, and the pool as it will stand after the round. The new money then buys its shares at the same price. It comes to the same to say that the whole post-money buys all shares.</p>",
        equations("The price of a round", "price = (pre_money + investment) / all_shares", "new_shares = investment / price", "all_shares = issued + converted + pool + new_shares"),
        "<p>So the new investors end with exactly their money over the post-money, whatever converts. This is the basis <code>fully_diluted</code>, the usual one. Two others can be asked for: <code>excluding_conversions</code> leaves the converting shares out of the price, so that they dilute the new investors too; <code>dollars_invested</code> fixes the post-money at the pre-money, the new money and the converting money together.</p>",
      ].join("\n")),

      section("The pool", [
        "<p>A pool target is a share of all shares after the round. The pool is raised to it, and never lowered.</p>",
        equations("The pool", "pool = max(pool_before, pool_target * all_shares)"),
        "<p>The raise comes out of the pre-money: it lowers the price, and those who held shares before pay for it. With the timing <code>post_money</code> it comes after the round and the new investors bear their part. The target counts unissued options only; with the basis <code>total</code> it counts those granted too.</p>",
      ].join("\n")),

      section("SAFEs and notes", [
        "<p>Every instrument has a few claims, each a number of shares, and takes the largest. That is the same as the lowest of its prices.</p>",
        equations("The claims of an instrument", "at_the_round = amount / price", "at_the_discount = amount / ((1 - discount) * price)", "at_the_cap = amount / cap * capitalization", "shares = max(at_the_round, at_the_discount, at_the_cap)"),
        "<p>The cap and the discount are never multiplied with each other. What differs between instruments is the capitalization that goes with the cap:</p>",
        table("What divides a cap", [{ title: "Instrument" }, { title: "Capitalization" }], [
          [`${code("safe_post")} <span class="quiet">after money</span>`, "all shares before the round, the unissued pool, and everything that converts, itself included; without the pool's increase and the new money"],
          [`${code("safe_pre")} <span class="quiet">before money</span>`, "all shares before the round and the pool with its increase; without anything that converts"],
          [`${code("note")}, ${code("pre_no_pool")}`, "all shares before the round, with the pool as it stood"],
          [`${code("note")}, ${code("pre")}`, "the same with the pool's increase"],
          [`${code("note")}, ${code("post_conversion")}`, "everything but the new money"],
        ]),
        "<p>A SAFE after money fixes its share before the new money: 400,000 at a cap of 4 million is 10 % of the company that the new investors meet. Each such SAFE leaves that promise whole, and the founders carry it. A SAFE before money does not fix a share: it is diluted by the others.</p>",
        "<p>The amount of a note is its principal and the interest up to the day of the round. A fixed <code>ownership</code> of 7 % is a claim of 7 % of the capitalization of a SAFE after money. A most-favoured instrument (<code>mfn</code>) may take the whole package of any instrument listed after it: its cap, its discount and its capitalization, never a piece of one and a piece of another.</p>",
      ].join("\n")),

      section("Anti-dilution", [
        "<p>A protected class converts into more shares when the round is cheaper than its conversion price. A full ratchet lowers the conversion price to the price of the round. A weighted average lowers it part of the way.</p>",
        equations("Anti-dilution", "full_ratchet = min(conversion_price, price)", "weighted_average = conversion_price * (outstanding + investment / conversion_price) / (outstanding + new_shares)", "as_converted = shares * issue_price / conversion_price_after"),
        "<p>Never up: a class whose conversion price is below the round keeps it. The shares that count as outstanding are the common, the preferred as converted and the options granted; other bases can be asked for. The pool's increase and the conversions of the same round count neither as outstanding nor as new shares here.</p>",
        "<p>The price already counts the adjusted shares, as a term sheet that speaks of a fully diluted pre-money has it. With <code>anti_dilution_in_price</code> false the price is found first and the adjustment dilutes the new investors too.</p>",
      ].join("\n")),

      section("One system, one solution", [
        "<p>Put together, each unknown is the largest of a few straight-line expressions in the others. Which of them is the largest for each instrument, each protected class and the pool is the only thing not known. Call one such choice for everyone a set of branches.</p>",
        "<p>Under one set of branches the equations are linear. They can be solved with a pencil: write everything in shares per unit of money, which is 1 over the price, and eliminate. So the engine goes from one set of branches to the next:</p>",
        "<ol><li>Begin low. Every instrument converts at the price its discount gives, every protected class keeps its shares, the pool stays.</li><li>Solve the linear equations exactly.</li><li>Whoever would have strictly more shares on another branch moves there.</li><li>If anyone moved, solve again. If nobody moved, this is the round.</li></ol>",
        "<p>This ends because shares only ever grow from one solution to the next, and there are only so many sets of branches. It gives the one solution, because no claim shrinks when another grows. Two solutions would differ most, in proportion, in some one unknown. But each unknown also rests, itself or through the total, on shares that are fixed in number, so it moves by less, in proportion, than those it depends on: the largest difference would have to be smaller than itself.</p>",
        "<p>The order of the rows makes no difference. Numbers are fractions of whole numbers all the way, and are rounded once, when they are shown. A sheet that iterates the circle creeps towards the same numbers, slowly where terms are tight, and may swing for ever where shares are rounded on the way.</p>",
      ].join("\n")),

      section("When there is no price", [
        "<p>Terms can promise more than the company. A ratchet keeps its money whole at any price, a pool keeps its share, a discount keeps its money's worth. What they leave of the pre-money is the slack. With the branches known, and no weighted average among them, the price can be written down:</p>",
        equations("The slack and the price", "slack = (1 - promised) * (pre_money - pool_target * post_money) - ratcheted_money - converting_money", "price = slack / (unprotected_shares + promised * pool_before)"),
        `<p>Here ${code("promised")} is the sum of amount over cap of the SAFEs after money that take their cap. ${code("ratcheted_money")} is what the ratcheted shares come to at their old conversion price. ${code("converting_money")} is what converts at the round's price or at a discount, each amount over 1 less its discount. The pool is raised; if it is not, take the target as 0 and count the pool among the shares.</p>`,
        "<p>There is a price exactly where the slack is above 0. Where it is not, no number of shares mends it: more shares for one holder lower the price, and a lower price gives the others more. The call is refused with the slack and with three ways out, each enough alone: the least pre-money, the largest pool, the most that ratchets may protect. The down round below at a pre-money of " + amount(CONTRADICTION.pre_money) + " is such a case:</p>",
        `<blockquote><p>${escape(contradiction.words)}</p></blockquote>`,
        "<p>In a cell this is #N/A with these words beside it.</p>",
      ].join("\n")),

      worked("Worked: a seed round with two SAFEs and a pool", ["Two founders, a small team with options, and two SAFEs after money. One has a low cap. The other has a high cap and a discount."], SEED,
        (answer) => `<h3>What bound each SAFE</h3><p>Each takes the largest of its three claims.</p>${claims(SEED, answer)}`,
        ["With a pencil: the promised share is 0.1, the money that converts at a discount 320,000 / 0.8 = 400,000. So the slack is 0.9 × (10,000,000 − 0.1 × 12,500,000) − 400,000 = 7,475,000. The shares under it are 7,400,000 + 0.1 × 750,000 = 7,475,000. The price is 1."]),

      worked("Worked: a down round with a full ratchet and a new pool", ["Series A paid 2 a share and holds a full ratchet. The seed class paid 0.80 and holds none. The new round comes in below both, and asks for a pool of 10 %."], DOWN_ROUND, adjusted,
        ["With a pencil: the ratchet protects 2,000,000 × 2 = 4,000,000. The slack is 10,000,000 − 0.1 × 12,500,000 − 4,000,000 = 4,750,000. The shares that nothing protects are 7,000,000 + 1,000,000 + 1,500,000 = 9,500,000. The price is 0.50, and Series A holds its 4,000,000 as 8,000,000 shares."]),

      '<p class="quiet">Both rounds were computed a second time outside this code, with Python\'s fractions and every set of branches tried in turn; the tests hold the numbers on this page to those.</p>',
    ].join("\n"),
  };
}
