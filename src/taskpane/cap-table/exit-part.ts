/** The exit: what each receives at one value, and how that changes with the value. */
import { exitTable, readExit, simulateExit, type ExitAnswer, type ExitArguments, type ExitPayouts, type Payout } from "../../cap-table/exit-answer";
import { exitInputs, holdingsTable } from "../../cap-table/rows";
import type { Column } from "../../cap-table/table";
import type { Failure } from "../../core/failure";
import { lineChart, type Line } from "../charts/lines";
import { roundStep } from "../charts/scale";
import { drawing, HUES, key } from "../charts/svg";
import { failureOf } from "../consider";
import { make } from "../dom";
import { forReading, stepValue } from "../format";
import { inserter } from "../insertion";
import { addressOf } from "../cell-text";
import type { Taken, Workbook } from "../office";
import { portion } from "../portion";
import { rested } from "../rested";
import { takeAlong } from "../take-along";
import { callOf, dateCall, tableConstant } from "./cell-formulas";
import { HOLDINGS, INSTRUMENTS, MANY_ROWS } from "./layouts";
import { forPeople, ROWS_SHOWN } from "./round-result";
import type { Draft } from "./rows-table";
import { disclosure, settings } from "./settings";

/** What is there to be shared out: the table today, or as it stands after the round. */
export interface Base {
  readonly holdings: readonly Draft[];
  readonly instruments: readonly Draft[];
  /** Cells that hold these tables. */
  readonly references: ReadonlyMap<string, Taken>;
}
export interface ExitPart {
  readonly element: HTMLElement;
  fill(texts: Readonly<Record<string, string>>): void;
  /** The terms of the class that the round sells. */
  newClass(): Draft;
  show(bases: { readonly after: Base | undefined; readonly today: Base | undefined }): void;
}

/** Cents of a payout of thousands say nothing; what is copied has every digit. */
const money = (value: number): string => forReading(Math.abs(value) < 1000 ? value : Math.round(value), "money");
/** More places than these draw no better line; and each of them pays every holder. */
const MOST_PLACES = 240;
const MOST_PAYOUTS = 100_000;
/** A table of more columns than these is read by nobody. */
const MOST_COLUMNS = 24;

interface Curve {
  readonly exits: readonly ExitPayouts[];
  /** Holders with a claim, each with the hue of its line; whoever comes after the last hue shares it. */
  readonly hues: ReadonlyMap<string, number>;
  readonly top: number;
}

/** In the order in which they stand, and in a long table the largest first. */
const inOrder = (payouts: readonly Payout[]): readonly Payout[] => (payouts.length > ROWS_SHOWN ? [...payouts].sort((a, b) => b.payout - a.payout) : payouts);

/** Payouts are straight between breakpoints, so that those and the ends draw the whole curve exactly. */
function curveOf(given: ExitArguments, { exits, breakpoints }: ExitAnswer, top: number): Curve {
  const { exit_value: chosen, payouts } = exits[0]!;
  const kinks = breakpoints.map(({ from }) => from).filter((from) => from > 0 && from < top);
  const every = Math.ceil(kinks.length / Math.min(MOST_PLACES, Math.ceil(MOST_PAYOUTS / payouts.length)));
  const places = [...new Set([0, ...kinks.filter((_, i) => i % every === 0), chosen, top])].sort((a, b) => a - b);
  const answer = simulateExit(readExit({ ...given, exit_value: undefined, exit_values: places }));
  const holders = new Set(inOrder(payouts).filter(({ per_share, converts, payout }) => per_share !== null || converts !== null || payout > 0).map(({ holder }) => holder));
  return { exits: answer.exits, hues: new Map([...holders].map((holder, place) => [holder, Math.min(place, HUES - 1)])), top };
}

/** What is paid to each of some groups of holders, place by place. */
function paidTo(groups: ReadonlyMap<string, number>, { payouts }: ExitPayouts): number[] {
  const sums: number[] = [];
  for (const { holder, payout } of payouts) {
    const group = groups.get(holder);
    if (group !== undefined) sums[group] = (sums[group] ?? 0) + payout;
  }
  return sums;
}

function linesOf({ exits, hues }: Curve): Line[] {
  const xs = exits.map(({ exit_value }) => exit_value);
  const paid = exits.map((exit) => paidTo(hues, exit));
  return [...new Set(hues.values())].map((hue) => ({ hue, xs, ys: paid.map((sums) => sums[hue]!) }));
}

const CONVERTS: ReadonlyMap<boolean | null, string> = new Map([[true, "yes"], [false, "no"], [null, "–"]]);

export function exitPart(workbook: () => Workbook | undefined): ExitPart {
  const writing = inserter(workbook);
  const taking = takeAlong("exit", writing);
  const update = (): void => {
    if (bases) show(bases);
  };
  const take = (target: { readonly name: string; fillFrom(taken: Taken): void }): void => void writing.attempt(async (book) => {
    target.fillFrom(await book.take());
    update();
  });
  const value = settings("cap_table-exit", exitInputs.columns, ["exit_value"], take);
  const more = settings("cap_table-exit", exitInputs.columns, ["debt", "exit_date"], take);
  const terms = settings("cap_table-class", holdingsTable.columns as Readonly<Record<string, Column>>, ["liquidation_multiple", "participation", "cap_multiple", "seniority"], take);
  let bases: Parameters<ExitPart["show"]>[0] | undefined;
  let curve: Curve | undefined;
  let tellAgain = (): void => undefined;
  let top = 0;

  const when = (choice: string, label: string, checked: boolean): HTMLElement => make("label", { class: "radio" }, make("input", { type: "radio", name: "cap_table-when", value: choice, ...(checked && { checked: true }) }), label);
  const which = make("fieldset", { class: "radios" }, make("legend", { class: "unseen" }, "Which table is shared out"), when("after", "After the round", true), when("today", "As it stands today", false));
  const isAfter = (): boolean => which.querySelector<HTMLInputElement>("input:checked")!.value === "after";

  const slider = make("input", { type: "range", min: 0, "aria-label": "Exit value", class: "slider" });
  const picture = drawing((width) => curve && lineChart({
    label: `Payout of each holder for exit values from 0 to ${money(curve.top)}. The table below holds the same.`,
    lines: linesOf(curve),
    xTitle: "exit value",
    marks: (answer?.breakpoints ?? []).filter(({ from }) => from > 0 && from <= curve!.top).slice(0, MOST_PLACES).map(({ from }) => ({ x: from, title: `Breakpoint: ${money(from)}` })),
    at: answer?.exits[0]!.exit_value ?? 0,
    pick: (place) => choose(place),
  }, width, Math.min(340, Math.max(210, width * 0.42))));
  let answer: ExitAnswer | undefined;
  function choose(place: number): void {
    const step = roundStep(top, 200);
    value.fill({ exit_value: String(Number((Math.round(place / step) * step).toPrecision(12))) });
    updateSoon();
  }
  slider.addEventListener("input", (event) => {
    event.stopPropagation();
    choose(Number(slider.value));
  });

  const refusal = make("div", { class: "refusal notice-danger", role: "alert" });
  const hint = make("p", { class: "hint" });
  const warnings = make("ul", { class: "warnings" });
  const waterfall = make("div", { class: "scroll", role: "group", "aria-label": "Payouts", tabindex: 0 });
  const someHolders = portion(ROWS_SHOWN, "holders with less", () => showWaterfall(answer!.exits[0]!, curve!));
  const perShare = make("p", { class: "help" });
  const curveTable = make("div", { class: "scroll", role: "group", "aria-label": "Payouts by exit value", tabindex: 0 });
  const breakpointsTable = make("div", { class: "scroll", role: "group", "aria-label": "Breakpoints", tabindex: 0 });
  const someBreakpoints = portion(ROWS_SHOWN, "breakpoints", () => showBreakpoints());
  const assumptions = make("ul");
  const answered = make(
    "div",
    { class: "exit-answer" },
    warnings,
    make("figure", {}, make("figcaption", {}, "Payout by holder over exit values. A triangle marks a breakpoint, where the sharing changes; press on the picture to choose a value."), picture.element, slider),
    make("section", {}, make("h4", {}, "At this exit value"), waterfall, someHolders.element, perShare),
    make("details", {}, make("summary", {}, "The curve as a table"), curveTable),
    make("details", {}, make("summary", {}, "Breakpoints: who shares in the next unit of money"), breakpointsTable, someBreakpoints.element),
    make("details", { class: "basis" }, make("summary", {}, "Rests on"), assumptions),
    taking.element,
  );
  const element = make("section", { class: "exit", "aria-labelledby": "cap_table-exit-title" },
    make("h3", { id: "cap_table-exit-title", class: "big" }, "The exit"),
    which,
    make("div", { class: "fields" }, ...value.elements),
    make("div", { class: "disclosures" }, disclosure("Debt and date of the exit", more), disclosure("Terms of the new class in an exit", terms)),
    hint, refusal, answered);
  const updateSoon = rested(update, () => (bases?.today?.holdings.length ?? 0) > MANY_ROWS);
  element.addEventListener("input", () => {
    writing.forget();
    updateSoon();
  });
  // Leaving a field ends the patience with what stands half-typed in it.
  element.addEventListener("focusout", () => setTimeout(() => tellAgain()));

  function numbersTable(titles: readonly string[], rows: readonly (readonly string[])[]): HTMLElement {
    return make("table", { class: "figures" }, make("thead", {}, make("tr", {}, ...titles.map((title) => make("th", { scope: "col", class: "number" }, title)))), make("tbody", {}, ...rows.map((row) => make("tr", {}, ...row.map((text) => make("td", { class: "number" }, text))))));
  }
  function showWaterfall({ payouts, exit_value, debt_paid, per_common_share }: ExitPayouts, { hues }: Curve): void {
    const share = (part: number): string => (exit_value > 0 ? forReading(part / exit_value, "fraction") : "–");
    const total = payouts.reduce((sum, { payout }) => sum + payout, 0);
    waterfall.replaceChildren(make("table", { class: "figures waterfall" },
      make("thead", {}, make("tr", {}, make("th", { scope: "col" }, "Holder"), ...["Payout", "Per share", "Converts"].map((title) => make("th", { scope: "col", class: "number" }, title)))),
      make("tbody", {}, ...someHolders.of(inOrder(payouts)).map(({ holder, security, payout, per_share, converts }) => make("tr", {},
        make("th", { scope: "row" }, make("span", { class: "keyed" }, hues.has(holder) && key(hues.get(holder)!), holder), make("span", { class: "under" }, security)),
        make("td", { class: "number", "data-payout": payout }, money(payout), make("span", { class: "under" }, share(payout))),
        make("td", { class: "number" }, per_share === null ? "–" : stepValue(Number(per_share.toPrecision(6)))),
        make("td", { class: "number" }, CONVERTS.get(converts)!)))),
      make("tfoot", {}, debt_paid > 0 && make("tr", {}, make("th", { scope: "row" }, "Debt"), make("td", { class: "number" }, money(debt_paid)), make("td"), make("td")), make("tr", {}, make("th", { scope: "row" }, "Total"), make("td", { class: "number" }, money(total + debt_paid)), make("td"), make("td"))),
    ));
    perShare.textContent = `A share of common receives ${stepValue(Number(per_common_share.toPrecision(6)))}.`;
  }

  function showCurve({ exits, hues }: Curve): void {
    const holders = [...hues.keys()];
    const others = Math.max(0, holders.length - MOST_COLUMNS);
    const groups = new Map(holders.map((holder, place) => [holder, Math.min(place, MOST_COLUMNS)]));
    curveTable.replaceChildren(numbersTable(["Exit value", ...holders.slice(0, MOST_COLUMNS), ...(others ? [`${forReading(others, "count")} others`] : [])], exits.map((exit) => [money(exit.exit_value), ...paidTo(groups, exit).map(money)])));
  }
  function showBreakpoints(): void {
    const all = answer?.breakpoints ?? [];
    const securities = all[0]?.shares.map(({ security }) => security) ?? [];
    const others = Math.max(0, securities.length - MOST_COLUMNS);
    const part = (share: number): string => (share === 0 ? "–" : forReading(share, "fraction"));
    breakpointsTable.replaceChildren(numbersTable(["From", "To", ...securities.slice(0, MOST_COLUMNS), ...(others ? [`${forReading(others, "count")} others`] : [])], someBreakpoints.of(all).map(({ from, to, shares }) => [
      money(from), to === null ? "…" : money(to), ...shares.slice(0, MOST_COLUMNS).map(({ share }) => part(share)), ...(others ? [part(shares.slice(MOST_COLUMNS).reduce((sum, { share }) => sum + share, 0))] : []),
    ])));
  }

  function refused(failures: readonly Failure[], isAfterRound: boolean, base: Base | undefined): void {
    answered.hidden = true;
    curve = undefined;
    const byName = new Map<string, string>();
    const rest: string[] = [];
    for (const { parameter = "", message, kind } of failures) {
      if (parameter in value.fields || parameter in more.fields) byName.set(parameter, message);
      else if (kind === "missing" && parameter === "") rest.push(message);
      else rest.push(isAfterRound ? message.replace(/^holdings row (\d+)/, (row, number: string) => (base && Number(number) > base.holdings.length ? row : `after the round, row ${number}`)) : message);
    }
    value.tell(byName);
    more.tell(byName);
    refusal.replaceChildren(...rest.map((message) => make("p", {}, forPeople(message))));
    refusal.hidden = rest.length === 0;
    hint.textContent = byName.size ? "The payouts follow once the marked inputs are right." : "";
    hint.hidden = byName.size === 0;
  }

  function show(now: NonNullable<typeof bases>): void {
    bases = now;
    const base = isAfter() ? now.after : now.today;
    if (!base) {
      tellAgain = () => undefined;
      refused([], isAfter(), base);
      hint.textContent = "The payouts follow once the table above is right.";
      hint.hidden = false;
      return;
    }
    const given: ExitArguments = { holdings: base.holdings, instruments: base.instruments, ...value.given(), ...more.given() };
    try {
      answer = simulateExit(readExit(given));
      const [exit] = answer.exits;
      const lastBreak = answer.breakpoints.at(-1)?.from ?? 0;
      // The axis stays while one moves along it.
      const least = Math.max(exit!.exit_value * 1.02, Math.min(lastBreak * 1.3, exit!.exit_value * 20));
      if (top < least || top > Math.max(least * 12, 1)) top = Math.ceil((Math.max(lastBreak * 1.4, exit!.exit_value * 1.5, 1)) / roundStep(least || 1, 4)) * roundStep(least || 1, 4);
      curve = curveOf(given, answer, top);
    } catch (problem) {
      const failure = failureOf(problem);
      answer = undefined;
      const tell = (): void => refused(failure.faults, isAfter(), base);
      tellAgain = tell;
      tell();
      return;
    }
    tellAgain = () => undefined;
    value.tell(new Map());
    more.tell(new Map());
    refusal.hidden = hint.hidden = true;
    answered.hidden = false;
    const [exit] = answer.exits;
    slider.max = String(top);
    slider.step = String(roundStep(top, 200));
    slider.value = String(exit!.exit_value);
    slider.setAttribute("aria-valuetext", money(exit!.exit_value));
    warnings.replaceChildren(...answer.warnings.map((words) => make("li", {}, make("strong", {}, "Warning: "), words)));
    warnings.hidden = answer.warnings.length === 0;
    showWaterfall(exit!, curve);
    showCurve(curve);
    showBreakpoints();
    assumptions.replaceChildren(...answer.assumptions.map((words) => make("li", {}, words)));
    picture.redraw();
    const { exit_value, debt, exit_date } = given as unknown as Record<string, string | undefined>;
    const range = (name: string, constant: () => string, sheet?: string): string => (base.references.has(name) ? addressOf(base.references.get(name)!, sheet) : constant());
    taking.show({
      formula: (sheet) => callOf("EXIT_WATERFALL",
        range("holdings", () => tableConstant(HOLDINGS, base.holdings), sheet),
        String(Number(exit_value)),
        base.instruments.length ? range("instruments", () => tableConstant(INSTRUMENTS, base.instruments), sheet) : undefined,
        exit_date === undefined ? undefined : dateCall(exit_date),
        debt === undefined || Number(debt) === 0 ? undefined : String(Number(debt))),
      reads: [...base.references.values()],
      table: () => exitTable(readExit(given)),
      numberFormats: [undefined, undefined, "#,##0.00", "#,##0.0000", undefined],
    });
  }

  return { element, fill: (texts) => value.fill(texts), newClass: () => terms.given(), show };
}
