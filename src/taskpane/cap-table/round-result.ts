/** What a round comes to: its price, who owns what before and after, what converts at which price, and how it was reckoned. */
import type { ConversionAnswer, FundingRoundAnswer } from "../../cap-table/round-answer";
import type { Failure } from "../../core/failure";
import { announce } from "../announce";
import { svg } from "../charts/svg";
import { copyButton } from "../clipboard";
import { breakable, make, type Child } from "../dom";
import { forReading, spaced, stepValue } from "../format";
import { portion, type Portion } from "../portion";
import { called } from "./layouts";

const shares = (value: number): string => forReading(Math.abs(value) < 1000 ? value : Math.round(value), "count");
const money = (value: number): string => forReading(value, "money");
const percent = (value: number): string => forReading(Number(`${value.toPrecision(15)}`) / 100, "fraction");
/** A price per share needs its digits wherever its point stands. */
const price = (value: number): string => stepValue(Number(value.toPrecision(6)));

const BOUNDS: Readonly<Record<ConversionAnswer["bound_by"], string>> = {
  cap: "its cap",
  discount: "its discount",
  "round price": "the round's price",
  mfn: "the best later terms",
  ownership: "its fixed ownership",
};

/** Without the code in front that agents look for. */
export const forPeople = (message: string): string => message.replace(/^[a-z]+_[a-z]+: (.)/, (_, letter: string) => letter.toUpperCase());

/** Of a long table the largest come first. */
export const ROWS_SHOWN = 50;

const cell = (text: string, more?: string): HTMLElement => make("td", { class: "number" }, text, more !== undefined && make("span", { class: "under" }, more));
const heads = (...titles: readonly string[]): HTMLElement => make("thead", {}, make("tr", {}, ...titles.map((title, i) => make("th", { scope: "col", class: i ? "number" : undefined }, title))));

/** Two bars above each other: what was, and what is. The numbers beside them say the same. */
function bars(before: number, after: number, most: number): SVGElement {
  const length = (value: number): number => Math.max(value > 0 ? 0.6 : 0, (value / most) * 100);
  return svg("svg", { class: "bars", viewBox: "0 0 100 20", preserveAspectRatio: "none", "aria-hidden": "true" },
    svg("rect", { class: "bar-before", x: 0, y: 1, width: length(before), height: 7 }),
    svg("rect", { class: "bar-after", x: 0, y: 10, width: length(after), height: 9 }));
}

function ownershipTable({ stakeholders, fully_diluted_before, fully_diluted_after }: FundingRoundAnswer, some: Portion): HTMLElement {
  const most = stakeholders.reduce((highest, { pct_before, pct_after }) => Math.max(highest, pct_before, pct_after), 1);
  const ordered = stakeholders.length > ROWS_SHOWN ? [...stakeholders].sort((a, b) => Math.max(b.pct_before, b.pct_after) - Math.max(a.pct_before, a.pct_after)) : stakeholders;
  return make(
    "table",
    { class: "figures ownership" },
    make("caption", { class: "unseen" }, "Ownership before and after the round"),
    make("thead", {}, make("tr", {}, make("th", { scope: "col" }, "Holder"), make("td", { class: "bar-cell", "aria-hidden": "true" }), make("th", { scope: "col", class: "number" }, make("span", { class: "swatch swatch-before", "aria-hidden": "true" }), "Before"), make("th", { scope: "col", class: "number" }, make("span", { class: "swatch", "aria-hidden": "true" }), "After"))),
    make("tbody", {}, ...some.of(ordered).map((stake) => make("tr", {},
      make("th", { scope: "row" }, stake.holder, make("span", { class: "under" }, stake.security)),
      make("td", { class: "bar-cell", "aria-hidden": "true" }, bars(stake.pct_before, stake.pct_after, most)),
      stake.shares_before === 0 ? cell("–") : cell(percent(stake.pct_before), shares(stake.shares_before)),
      stake.shares_after === 0 ? cell("–") : cell(percent(stake.pct_after), shares(stake.shares_after))))),
    make("tfoot", {}, make("tr", {}, make("th", { scope: "row" }, "Total"), make("td", { "aria-hidden": "true" }), cell(percent(100), shares(fully_diluted_before)), cell(percent(100), shares(fully_diluted_after)))),
  );
}

function conversionsTable({ conversions }: FundingRoundAnswer, some: Portion): HTMLElement {
  return make("table", { class: "figures" }, heads("Holder", "Converts", "Price", "Shares"), make("tbody", {}, ...some.of(conversions).map(({ holder, kind, amount, interest, price: at, shares: count, bound_by }) => make("tr", {},
    make("th", { scope: "row" }, holder, make("span", { class: "under" }, called(kind))),
    cell(money(amount), interest > 0 ? `${money(interest)} interest` : undefined),
    cell(price(at), `by ${BOUNDS[bound_by]}`),
    cell(shares(count))))));
}

/** Protected classes whose protection has something to do. */
const adjusted = ({ anti_dilution }: FundingRoundAnswer): FundingRoundAnswer["anti_dilution"] => anti_dilution.filter((of) => of.conversion_price_after !== of.conversion_price_before);

function adjustmentsTable(answer: FundingRoundAnswer, some: Portion): HTMLElement {
  return make("table", { class: "figures" }, heads("Holder", "Converts at", "As converted"), make("tbody", {}, ...some.of(adjusted(answer)).map((of) => make("tr", {},
    make("th", { scope: "row" }, of.holder, make("span", { class: "under" }, of.security)),
    cell(price(of.conversion_price_after), `before ${price(of.conversion_price_before)}`),
    cell(shares(of.as_converted_after), `before ${shares(of.as_converted_before)}`)))));
}

export interface RoundResult {
  /** The price, which stays in sight while the tables are filled in. */
  readonly result: HTMLElement;
  readonly facts: HTMLElement;
  /** Who owns what, conversions, the working. */
  readonly rest: HTMLElement;
  show(answer: FundingRoundAnswer | undefined, refusals: readonly Failure[], hint: string): void;
}

export function roundResult(): RoundResult {
  const value = make("p", { class: "value" });
  const exact = make("span", { class: "exact-value" });
  let full = "";
  const exactLine = make("p", { class: "exact" }, exact, copyButton("price per share", () => full || undefined));
  const calm = make("p", { class: "hint" });
  const refusal = make("div", { class: "refusal", id: "cap_table-refusal" });
  const result = make("section", { class: "result", "aria-labelledby": "cap_table-price" }, make("h3", { id: "cap_table-price" }, "Price per share"), value, exactLine, make("p", { class: "returns" }, "Price per share of the new class"), calm, refusal);
  const facts = make("dl", { class: "facts" });
  const warnings = make("ul", { class: "warnings" });
  const ownership = make("div", { class: "scroll", role: "group", "aria-label": "Ownership before and after", tabindex: 0 });
  let now: FundingRoundAnswer | undefined;
  const tabulate = (): void => {
    if (!now) return;
    ownership.replaceChildren(ownershipTable(now, someHolders));
    conversions.replaceChildren(conversionsTable(now, someConversions));
    adjustments.replaceChildren(adjustmentsTable(now, someAdjustments));
  };
  const [someHolders, someConversions, someAdjustments] = ["holders with less", "conversions", "adjustments"].map((what) => portion(ROWS_SHOWN, what, tabulate)) as [Portion, Portion, Portion];
  const section = (title: string, ...inside: Child[]): HTMLElement => make("section", {}, make("h3", {}, title), ...inside);
  const conversions = make("div", { class: "scroll", role: "group", "aria-label": "Conversions", tabindex: 0 });
  const converting = section("What converts, and what sets its price", conversions, someConversions.element);
  const adjustments = make("div", { class: "scroll", role: "group", "aria-label": "Anti-dilution", tabindex: 0 });
  const adjusting = section("Anti-dilution", adjustments, someAdjustments.element);
  const steps = make("ol", { class: "steps" });
  const assumptions = make("ul");
  const basis = make("section", { class: "basis" }, make("details", {}, make("summary", {}, make("h3", {}, "Rests on")), assumptions));
  const rest = make("div", { class: "rest" }, warnings, section("Before and after", ownership, someHolders.element), converting, adjusting, section("How the price came about", steps), basis);

  return {
    result,
    facts,
    rest,
    show(answer, refusals, hint) {
      result.dataset["state"] = answer ? "answered" : refusals.length ? "refused" : "waiting";
      full = answer ? String(answer.price_per_share) : "";
      value.textContent = answer ? price(answer.price_per_share) : "";
      exact.textContent = full;
      value.hidden = exactLine.hidden = !answer;
      calm.textContent = answer ? "" : hint;
      calm.hidden = calm.textContent === "";
      refusal.replaceChildren(...refusals.map(({ message }) => make("p", {}, forPeople(message))));
      refusal.hidden = refusals.length === 0;
      rest.hidden = facts.hidden = !answer;
      if (!answer) {
        if (refusals.length) announce(refusals.map(({ message }) => forPeople(message)).join(". "), 700);
        return;
      }
      const fact = (title: string, text: string, more?: string): HTMLElement => make("div", {}, make("dt", {}, title), make("dd", {}, text, more !== undefined && make("span", { class: "under" }, more)));
      facts.replaceChildren(
        fact("Post-money", money(answer.post_money)),
        fact("New shares", shares(answer.new_shares), percent(answer.new_investor_pct)),
        fact("Pool after", percent(answer.pool.pct_after), answer.pool.increase > 0 ? `${shares(answer.pool.increase)} added` : "nothing added"),
        fact("Effective pre-money", money(answer.effective_pre_money), "price × shares before"),
        ...(answer.residual_cash > 0 ? [fact("Left by rounding", money(answer.residual_cash))] : []),
      );
      warnings.replaceChildren(...answer.warnings.map((words) => make("li", {}, make("strong", {}, "Warning: "), words)));
      warnings.hidden = answer.warnings.length === 0;
      now = answer;
      tabulate();
      converting.hidden = answer.conversions.length === 0;
      adjusting.hidden = adjusted(answer).length === 0;
      steps.replaceChildren(...answer.steps.map(({ name, expression, value: found }) => make("li", { class: name === "price_per_share" ? "last" : undefined }, make("span", { class: "step-name" }, spaced(name)), make("code", {}, ...breakable(expression)), make("span", { class: "step-value", title: String(found) }, stepValue(found)))));
      assumptions.replaceChildren(...answer.assumptions.map((words) => make("li", {}, words)));
      announce(`Price per share: ${value.textContent}. ${answer.warnings.join(". ")}`, 700);
    },
  };
}
