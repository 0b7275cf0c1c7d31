/** The page of a cap table: what exists, the terms of a round, what it comes to, and what an exit would pay. */
import { fundingRound, fundingRoundTable, readRound, type FundingRoundAnswer, type RoundArguments, type RoundRequest } from "../../cap-table/round-answer";
import { holdingsTable, instrumentsTable, roundInputs, roundOptionsTable } from "../../cap-table/rows";
import { readTable, type Column } from "../../cap-table/table";
import type { Failure } from "../../core/failure";
import { announce } from "../announce";
import { addressOf } from "../cell-text";
import { failureOf, listed } from "../consider";
import { button, make } from "../dom";
import type { Field } from "../field";
import { spaced } from "../format";
import type { FormulaView } from "../formula-view";
import { inserter } from "../insertion";
import type { Taken, Workbook } from "../office";
import { rested } from "../rested";
import { takeAlong } from "../take-along";
import { holdingsAfter } from "./after-round";
import { callOf, dateCall, fractionOf, settingsConstant, tableConstant } from "./cell-formulas";
import { exitPart } from "./exit-part";
import { HOLDINGS, INSTRUMENTS, MANY_ROWS } from "./layouts";
import { roundResult } from "./round-result";
import { rowsTable, type RowsTable } from "./rows-table";
import { SAMPLE } from "./sample";
import { disclosure, settings } from "./settings";

interface Considered {
  readonly request?: RoundRequest;
  readonly answer?: FundingRoundAnswer;
  readonly failures: readonly Failure[];
}

function faultsOf(read: () => unknown): readonly Failure[] {
  try {
    read();
    return [];
  } catch (problem) {
    return failureOf(problem).faults;
  }
}

/** The answer, or every fault there is: those of one table do not hide those of another. */
function consider(given: RoundArguments): Considered {
  try {
    const request = readRound(given);
    return { request, answer: fundingRound(request), failures: [] };
  } catch (problem) {
    const failures = [
      ...faultsOf(() => readTable(holdingsTable, given.holdings)),
      ...faultsOf(() => readTable(instrumentsTable, given.instruments)),
      ...faultsOf(() => readRound({ ...given, holdings: [], instruments: [] })),
    ];
    return { failures: failures.length ? failures : failureOf(problem).faults };
  }
}

export function capTableView(workbook: () => Workbook | undefined): FormulaView {
  const references = new Map<string, Taken>();
  const writing = inserter(workbook);
  const holdings = rowsTable(HOLDINGS, () => takeTable("holdings", holdings));
  const instruments = rowsTable(INSTRUMENTS, () => takeTable("instruments", instruments));
  const terms = settings("cap_table", roundInputs.columns as Readonly<Record<string, Column>>, ["pre_money", "investment", "pool_target_pct", "date"], takeValue);
  const options = settings("cap_table-options", roundOptionsTable.columns as Readonly<Record<string, Column>>, Object.keys(roundOptionsTable.columns), takeValue);
  const result = roundResult();
  const taking = takeAlong("round", writing);
  const exit = exitPart(workbook);
  let now: Considered = { failures: [] };

  function refer(name: string, taken: Taken | undefined): void {
    if (taken) references.set(name, taken);
    else references.delete(name);
    const address = taken && addressOf(taken);
    if (name === "holdings") holdings.refer(address);
    else if (name === "instruments") instruments.refer(address);
    else terms.fields[name]?.refer(address);
  }
  function takeTable(name: string, target: RowsTable): void {
    writing.forget();
    void writing.attempt(async (book) => {
      const taken = await book.take();
      target.fillFrom(taken);
      refer(name, taken);
      announce(`${name} taken from ${addressOf(taken)}`);
      update();
    });
  }
  function takeValue(target: Field): void {
    writing.forget();
    void writing.attempt(async (book) => {
      const taken = await book.take();
      const [[cell] = []] = taken.values;
      // A cell that shows 10 % holds 0.1.
      target.fillFrom(target.name === "pool_target_pct" && typeof cell === "number" ? { ...taken, values: taken.values.map((row) => row.map((each) => (typeof each === "number" ? Number((each * 100).toPrecision(15)) : each))) } : taken);
      if (target.name in terms.fields) refer(target.name, taken);
      update();
    });
  }

  function given(): RoundArguments & Record<string, unknown> {
    return { ...terms.given(), holdings: holdings.records(), instruments: instruments.records(), options: options.given() } as unknown as RoundArguments & Record<string, unknown>;
  }
  function formula(sheet?: string): string {
    const at = (name: string, text: () => string | undefined): string | undefined => (references.has(name) ? addressOf(references.get(name)!, sheet) : text());
    const { pre_money, investment, pool_target_pct, date } = terms.given();
    const chosen = options.given();
    return callOf("FUNDING_ROUND",
      at("holdings", () => tableConstant(HOLDINGS, holdings.records())),
      at("pre_money", () => String(Number(pre_money))),
      at("investment", () => String(Number(investment))),
      at("pool_target_pct", () => (pool_target_pct === undefined ? undefined : fractionOf(pool_target_pct))),
      at("instruments", () => (instruments.records().length ? tableConstant(INSTRUMENTS, instruments.records()) : undefined)),
      at("date", () => (date === undefined ? undefined : dateCall(date))),
      Object.keys(chosen).length ? settingsConstant(roundOptionsTable.columns as Readonly<Record<string, Column>>, chosen) : undefined);
  }

  /** Each fault goes to its row or its field; what is left concerns the round as a whole. */
  function tellFaults(failures: readonly Failure[]): void {
    const byName = new Map<string, string>();
    const missing: string[] = [];
    const whole: Failure[] = [];
    for (const failure of instruments.tell(holdings.tell(failures))) {
      const { parameter = "", message, kind } = failure;
      const option = /^options: (\w+) /.exec(message)?.[1];
      // Terms that are each right and allow no price together concern no single field.
      if (kind === "no_value") whole.push(failure);
      else if (option !== undefined) byName.set(option, message);
      else if (parameter in terms.fields && kind === "missing") missing.push(parameter === "pre_money" ? "pre-money" : spaced(parameter));
      else if (parameter in terms.fields) byName.set(parameter, message);
      else whole.push(failure);
    }
    terms.tell(byName);
    options.tell(byName);
    const hint = missing.length ? `Fill in ${listed(missing)}.` : failures.length > whole.length ? "The price follows once the marked cells and inputs are right." : "";
    result.show(now.answer, missing.length || byName.size ? [] : whole, hint);
  }
  function update(): void {
    const asked = given();
    now = consider(asked);
    tellFaults(now.failures);
    const { request, answer } = now;
    after.hidden = !answer;
    next.disabled = !answer;
    taking.show(answer && request && {
      formula,
      reads: [...references.values()],
      table: () => fundingRoundTable(request),
      numberFormats: [undefined, undefined, "#,##0", "0.00%", "#,##0", "0.00%"],
    });
    const tablesRead = !now.failures.some(({ parameter }) => parameter === "holdings" || parameter === "instruments");
    const tables = new Map([...references].filter(([name]) => name === "holdings" || name === "instruments"));
    exit.show({
      after: answer && request && { holdings: holdingsAfter(request, answer, exit.newClass()), instruments: [], references: new Map() },
      today: tablesRead ? { holdings: holdings.records(), instruments: instruments.records(), references: tables } : undefined,
    });
  }
  const updateSoon = rested(update, () => holdings.records().length + instruments.records().length > MANY_ROWS);
  function fill(tables: { readonly holdings: readonly Record<string, string>[]; readonly instruments: readonly Record<string, string>[] }): void {
    for (const name of [...references.keys()]) refer(name, undefined);
    holdings.fill(tables.holdings);
    instruments.fill(tables.instruments);
    writing.forget();
  }

  const told = make("span", { class: "help" });
  const tell = (isSample: boolean): void => void (told.textContent = `${isSample ? "The table is a made-up sample: type over it, or paste" : "Type, or paste"} your own from Excel.`);
  const sample = button("Sample", () => {
    tell(true);
    fill(SAMPLE as Parameters<typeof fill>[0]);
    terms.fill(SAMPLE.terms);
    options.fill({});
    exit.fill(SAMPLE.exit);
    update();
  }, { class: "quiet" });
  const clear = button("Clear", () => {
    tell(false);
    fill({ holdings: [], instruments: [] });
    terms.fill({});
    options.fill({});
    update();
  }, { class: "quiet" });
  const next = button("Take this table into the next round", () => {
    const { request, answer } = now;
    if (!request || !answer) return;
    fill({ holdings: holdingsAfter(request, answer, exit.newClass()), instruments: [] });
    terms.fill({});
    update();
    terms.fields["pre_money"]!.focus();
    announce("The table after the round now stands as today's holdings");
  });

  const tables = make("div", { class: "tables" }, holdings.element, instruments.element);
  const inputs = make("section", { class: "inputs", "aria-labelledby": "cap_table-terms" }, make("h3", { id: "cap_table-terms" }, "Terms of the round"), ...terms.elements, disclosure("Conventions on which term sheets differ", options));
  const after = make("div", { class: "after" }, result.rest, make("section", { class: "formulas" }, make("h3", {}, "Take it along"), taking.element, make("div", { class: "buttons" }, next)));
  const work = make("div", { class: "work round" }, tables, inputs, make("div", { class: "answers" }, result.result, result.facts));
  work.addEventListener("input", (event) => {
    const name = (event.target as Element).closest<HTMLElement>("[data-input]")?.dataset["input"];
    if (name !== undefined && references.has(name)) refer(name, undefined);
    writing.forget();
    updateSoon();
  });
  // Leaving a row or a field ends the patience with what stands half-typed in it.
  work.addEventListener("focusout", () => setTimeout(() => tellFaults(now.failures)));
  exit.element.addEventListener("input", (event) => {
    // The terms of the new class change the table that is shared out.
    if ((event.target as Element).matches("[id^=cap_table-class]")) updateSoon();
  });

  const heading = make("h2", { tabindex: -1, id: "cap_table-title" }, "Cap table: a round and an exit");
  const element = make(
    "article",
    { class: "formula page", "aria-labelledby": "cap_table-title", "data-page": "cap_table" },
    make("header", {}, make("p", { class: "eyebrow" }, "16  Cap tables, rounds and exits"), heading,
      make("p", { class: "lead" }, "Price, pool, SAFEs, notes and anti-dilution are one system, solved exactly. Change any cell and see who owns what."),
      make("div", { class: "row-buttons" }, told, sample, clear)),
    work, after, exit.element,
  );
  tell(true);
  fill(SAMPLE as Parameters<typeof fill>[0]);
  terms.fill(SAMPLE.terms);
  exit.fill(SAMPLE.exit);
  update();
  return { element, heading };
}
