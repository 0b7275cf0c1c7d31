/** What must hold between answers, on random inputs: inverses, invariants, and formulas that are special cases of others. */
import fc from "fast-check";
import { evaluate, explain } from "../src/core/evaluate";
import { Failure } from "../src/core/failure";
import { isoDate, serialDay } from "../src/core/dates";
import { FORMULAS } from "../src/formulas";

type Given = Record<string, unknown>;
const value = (id: string, given: Given): number => evaluate(FORMULAS.get(id)!, given);

const RUNS = { seed: 20260101, numRuns: 120 };
const rate = fc.integer({ min: -500, max: 3000 }).map((n) => n / 10_000);
const positiveRate = fc.integer({ min: 1, max: 3000 }).map((n) => n / 10_000);
const amount = fc.integer({ min: 1, max: 1_000_000_000 }).map((n) => n / 100);
const whole = fc.integer({ min: 1, max: 40 });
const amounts = fc.array(amount, { minLength: 1, maxLength: 12 });
/** An outlay, then inflows: one sign change, so one rate. */
const project = fc.tuple(amount, amounts).map(([outlay, inflows]) => [-outlay, ...inflows]);

/** Both sides are rounded once, and so is what one side was given: a few units in the last place. */
const close = (got: number, want: number, units = 8): void => {
  if (Math.abs(got - want) > units * 2 ** -52 * Math.max(Math.abs(got), Math.abs(want), 1e-300)) expect(got).toBe(want);
};
const law = <T>(name: string, inputs: fc.Arbitrary<T>, holds: (input: T) => void, runs = RUNS): void => test(name, () => fc.assert(fc.property(inputs, (input) => holds(input)), runs));

describe("time value", () => {
  law("present_value undoes future_value", fc.tuple(amount, rate, whole), ([present_value, r, periods]) =>
    close(value("present_value", { future_value: value("future_value", { present_value, rate: r, periods }), rate: r, periods }), present_value));
  law("annuity undoes loan_payment", fc.tuple(amount, positiveRate, whole), ([principal, r, periods]) =>
    close(value("annuity", { payment: value("loan_payment", { principal, rate: r, periods }), rate: r, periods }), principal));
  law("an annuity's future value is its present value grown", fc.tuple(amount, rate, whole), ([payment, r, periods]) =>
    close(value("annuity_future_value", { payment, rate: r, periods }), value("future_value", { present_value: value("annuity", { payment, rate: r, periods }), rate: r, periods })));
  law("an annuity is the npv of its payments", fc.tuple(amount, rate, whole), ([payment, r, periods]) =>
    expect(value("annuity", { payment, rate: r, periods })).toBe(value("npv", { rate: r, cash_flows: Array(periods).fill(payment) })));
  law("payments at the beginning are worth one period's interest more", fc.tuple(amount, rate, whole), ([payment, r, periods]) =>
    close(value("annuity", { payment, rate: r, periods, timing: "begin" }), value("annuity", { payment, rate: r, periods }) * (1 + r)));
  law("a growing annuity without growth is an annuity", fc.tuple(amount, rate, whole), ([payment, r, periods]) =>
    expect(value("growing_annuity", { payment, rate: r, growth_rate: 0, periods })).toBe(value("annuity", { payment, rate: r, periods })));
  law("a perpetuity is an annuity and a perpetuity after it", fc.tuple(amount, positiveRate, whole), ([payment, r, periods]) => {
    const whole_ = value("perpetuity_value", { cash_flow: payment, rate: r });
    close(value("annuity", { payment, rate: r, periods }) + value("present_value", { future_value: whole_, rate: r, periods }), whole_, 16);
  });
  law("growth at the cagr leads to the end value", fc.tuple(amount, amount, whole), ([begin_value, end_value, periods]) => {
    const growth_rate = value("cagr", { begin_value, end_value, periods });
    // The rate is rounded to a double, which near a total loss leaves few digits of 1 + rate.
    close(value("compound_growth", { starting_value: begin_value, growth_rate, periods }), end_value, 4 + periods / (1 + growth_rate));
  });
  law("dcf is npv and a perpetuity discounted", fc.tuple(amounts, positiveRate), ([cash_flows, r]) => {
    const later = value("perpetuity_value", { cash_flow: cash_flows.at(-1), rate: r });
    close(value("dcf", { cash_flows, rate: r }), value("npv", { rate: r, cash_flows }) + value("present_value", { future_value: later, rate: r, periods: cash_flows.length }), 16);
  });
  law("npv from today is npv one period on, grown", fc.tuple(project, rate), ([cash_flows, r]) =>
    close(value("npv", { rate: r, cash_flows, first_period: 0 }), value("npv", { rate: r, cash_flows }) * (1 + r), 512));
});

describe("rates of return", () => {
  law("npv changes its sign at the irr, within one step of a double", project, (cash_flows) => {
    const irr = value("irr", { cash_flows });
    const step = 2 ** -51 * Math.max(Math.abs(irr), 2 ** -40);
    if (irr - step <= -1) return;
    expect(value("npv", { rate: irr - step, cash_flows, first_period: 0 })).toBeGreaterThanOrEqual(0);
    expect(value("npv", { rate: irr + step, cash_flows, first_period: 0 })).toBeLessThanOrEqual(0);
  });
  law("the unit of money does not matter", project, (cash_flows) =>
    expect(value("irr", { cash_flows: cash_flows.map((flow) => Number(`${flow}e6`)) })).toBe(value("irr", { cash_flows })));
  law("the order in which dated flows are listed does not matter", fc.tuple(project, fc.integer({ min: 30000, max: 45000 }), fc.integer({ min: 30, max: 400 })), ([cash_flows, start, gap]) => {
    const dates = cash_flows.map((_, i) => start + i * gap);
    expect(value("xirr", { cash_flows: [...cash_flows].reverse(), dates: [...dates].reverse() })).toBe(value("xirr", { cash_flows, dates }));
  });
  law("dates 365 days apart make xirr the irr", project, (cash_flows) =>
    expect(value("xirr", { cash_flows, dates: cash_flows.map((_, i) => 40000 + 365 * i) })).toBe(value("irr", { cash_flows })));
  law("xnpv at the xirr is 0 beside its flows", fc.tuple(project, fc.integer({ min: 20, max: 500 })), ([cash_flows, gap]) => {
    const dates = cash_flows.map((_, i) => 40000 + gap * i);
    const rate_ = value("xirr", { cash_flows, dates });
    if (rate_ <= -0.999 || rate_ > 1e6) return;
    const left = value("xnpv", { rate: rate_, cash_flows, dates });
    const weight = cash_flows.reduce((sum, flow, i) => sum + (Math.abs(flow) * (1 + i * gap)) / (1 + rate_) ** ((i * gap) / 365 + 1), 0);
    expect(Math.abs(left)).toBeLessThanOrEqual(weight * 2 ** -51 * (1 + Math.abs(rate_)));
  });
  law("mirr at the irr on both sides is the irr", project, (cash_flows) => {
    const irr = value("irr", { cash_flows });
    if (irr < -0.9) return;
    expect(Math.abs(value("mirr", { cash_flows, finance_rate: irr, reinvest_rate: irr }) - irr)).toBeLessThan(1e-13 * (1 + Math.abs(irr)));
  });
  law("interest never shortens the payback", fc.tuple(project, positiveRate), ([cash_flows, r]) => {
    const plain = attempt("payback_period", { cash_flows });
    const discounted = attempt("discounted_payback_period", { cash_flows, rate: r });
    expect(discounted).toBeGreaterThanOrEqual(plain);
    expect(attempt("discounted_payback_period", { cash_flows, rate: 0 })).toBe(plain);
  });
  test("several roots are told, and the one nearest to the guess is given", () => {
    const cash_flows = [1, -4.35, 6.075, -2.75];
    const told = explain(FORMULAS.get("irr")!, { cash_flows, guess: 0.9 });
    expect(told.value).toBe(1);
    expect(told.steps).toContainEqual(expect.objectContaining({ name: "all_roots", value: [0.1, 0.25, 1] }));
    expect(told.warnings[0]).toContain("3 rates of return");
  });
});

/** The time until recovery, Infinity where there is none. */
function attempt(id: string, given: Given): number {
  try {
    return value(id, given);
  } catch (fault) {
    if (fault instanceof Failure && fault.kind === "no_value") return Infinity;
    throw fault;
  }
}

describe("fund performance", () => {
  law("tvpi is dpi and rvpi", fc.tuple(amount, amount, amount), ([distributions, residual_value, paid_in]) =>
    close(value("tvpi", { distributions, residual_value, paid_in }), value("dpi", { distributions, paid_in }) + value("rvpi", { residual_value, paid_in })));
  law("moic on paid-in capital is tvpi", fc.tuple(amount, amount, amount), ([distributions, residual_value, paid_in]) =>
    expect(value("moic", { invested: paid_in, distributions, residual_value })).toBe(value("tvpi", { distributions, residual_value, paid_in })));
  const fund = fc.array(fc.tuple(amount, amount, amount), { minLength: 2, maxLength: 10 }).map((rows) => ({ contributions: rows.map(([c]) => c), distributions: rows.map(([, d]) => d), index: rows.map(([, , i]) => i) }));
  law("the level of the index does not matter", fund, (flows) =>
    expect(value("ks_pme", { ...flows, index: flows.index.map((level) => Number(`${level}e3`)) })).toBe(value("ks_pme", flows)));
  law("a flat index makes ks_pme the multiple and direct_alpha the irr", fc.tuple(amount, amounts), ([paid, received]) => {
    const contributions = [paid, ...received.map(() => 0)];
    const distributions = [0, ...received];
    const index = contributions.map(() => 100);
    close(value("ks_pme", { contributions, distributions, index }), value("tvpi", { distributions: received.reduce((a, b) => a + b, 0), residual_value: 0, paid_in: paid }));
    expect(value("direct_alpha", { contributions, distributions, index })).toBe(value("irr", { cash_flows: [-paid, ...received] }));
  });
  law("a fund that is the index has ks_pme 1, alpha 0 and the index's return", fc.tuple(amount, fc.integer({ min: 50, max: 400 })), ([paid, level]) => {
    const flows = { contributions: [paid, 0], distributions: [0, Number(`${paid}e-2`) * level], index: [100, level] };
    close(value("ks_pme", flows), 1, 4);
    expect(Math.abs(value("direct_alpha", flows))).toBeLessThan(1e-15);
    expect(value("ln_pme", { ...flows, distributions: [0, 0] })).toBe(level / 100 - 1 === 0 ? 0 : value("irr", { cash_flows: [-100, level] }));
  });
});

describe("dates", () => {
  law("a serial day and its date are one", fc.integer({ min: 61, max: 2_958_465 }), (day) => expect(serialDay(isoDate(day))).toBe(day), { seed: 3, numRuns: 500 });
  test.each<[string, number | undefined]>([["1900-01-01", 1], ["1900-02-28", 59], ["1900-03-01", 61], ["2024-02-29", 45351], ["9999-12-31", 2_958_465], ["2023-02-29", undefined], ["2024-13-01", undefined], ["24-01-01", undefined], ["0050-01-01", undefined], ["1899-12-30", undefined]])("%s is day %p", (text, day) =>
    expect(serialDay(text)).toBe(day));
});
