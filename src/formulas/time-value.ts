/** Chapter 1: time value of money. */
import { formula, type Chapter, type Condition } from "../core/formula";
import { choice, date, list, money, number, optional, periods, rate, years } from "../core/parameters";
import { rateOfReturn } from "./returns";

const discountRate = rate("Discount rate per period as a decimal, 0.08 = 8 %; above -1", { above: -1 });
/** Excel's NPV and MIRR compute with rates below -1 as well, and so do ours, with a warning: whole periods allow it. */
const anyRate = (text: string) => rate(`${text} per period as a decimal, 0.08 = 8 %; not -1`);
const BELOW_TOTAL_LOSS = (name: string) => [`${name} < -1`, `${name} is below -1: more than everything is lost each period, so the answer has no financial meaning`] as const;
const notMinusOne = (name: string): Condition => [`${name} <> -1`, `${name} must not be -1: nothing is left to discount with`];
const growthRate = rate("Growth per period as a decimal, 0.03 = 3 %; above -1", { above: -1 });
const flow = money("a cash flow; money paid out is negative");
const flowsFromToday = list("Cash flows in the order of time, equally spaced, the first one today; money paid out is negative", flow);
const timing = optional(choice("When each payment falls: at the end of its period or at the beginning", ["end", "begin"]), "end");
const guess = optional(rate("Where several rates exist, the one nearest to this is given; a decimal above -1", { above: -1 }), 0.1);

const BOTH_SIGNS: Condition = ["max(cash_flows) > 0 and min(cash_flows) < 0", "cash_flows needs at least one positive and one negative amount: money paid out is negative"];
const DATED: readonly Condition[] = [
  ["count(cash_flows) = count(dates)", "cash_flows has {count(cash_flows)} items and dates has {count(dates)}: each flow needs its date"],
];
const PERPETUITY: Condition = "rate > growth_rate";

const FABOZZI = "Fabozzi and Drake, Finance: Capital Markets, Financial Management, and Investment Management, ch. 9 (time value of money)";
const BREALEY = "Brealey, Myers and Allen, Principles of Corporate Finance, ch. 2 (how to calculate present values)";
const BREALEY_NPV = "Brealey, Myers and Allen, Principles of Corporate Finance, ch. 5 (net present value and other investment criteria)";
const REFERENCE = "Python's decimal module at 60 digits: test/oracle/time-value.py";

const FALLS_AGAIN = ["min(if(sequence(count(cash_flows)) - 1 > result, balance, 0)) < 0", "the balance falls below 0 again after the first recovery"] as const;

export const timeValue: Chapter = {
  chapter: 1,
  family: "time_value",
  title: "Time value of money",
  formulas: {
    present_value: formula({
      title: "Present value",
      summary: "What one amount due in the future is worth today.",
      inputs: {
        future_value: money("Amount due after all periods; negative if you owe it"),
        rate: discountRate,
        periods: periods("Number of periods until it is due, in the period of the rate; fractions allowed", { min: 0 }),
      },
      returns: money("Value today"),
      equation: "future_value / (1 + rate) ^ periods",
      useWhen: "one amount at one future time is to be valued today",
      notWhen: "for a series of amounts take npv, for equal payments annuity",
      keywords: "PV discount discounting today",
      source: BREALEY,
      example: { given: { future_value: 250000, rate: 0.1, periods: 5 }, gives: 155230.33076478879, by: REFERENCE },
      tools: { calculate_present_value: {}, valuation_time_value: {} },
    }),

    future_value: formula({
      title: "Future value",
      summary: "What an amount invested today grows to at a constant rate.",
      inputs: {
        present_value: money("Amount today; negative if you borrow it"),
        rate: rate("Return per period as a decimal, 0.08 = 8 %; above -1", { above: -1 }),
        periods: periods("Number of periods it is invested, in the period of the rate; fractions allowed", { min: 0 }),
      },
      returns: money("Value after all periods"),
      equation: "present_value * (1 + rate) ^ periods",
      useWhen: "one amount is invested today and left to compound",
      notWhen: "for the growth of a metric such as revenue take compound_growth, for equal payments annuity_future_value",
      keywords: "FV compounding interest",
      source: BREALEY,
      example: { given: { present_value: 100000, rate: 0.08, periods: 5 }, gives: 146932.80768, by: "1.08^5 multiplied out by hand" },
      tools: { calculate_future_value: {} },
    }),

    annuity: formula({
      title: "Present value of an annuity",
      summary: "What a series of equal payments is worth today.",
      inputs: {
        payment: money("Payment each period; negative if you pay it"),
        rate: discountRate,
        periods: periods("Number of payments, in the period of the rate", { above: 0 }),
        timing,
      },
      returns: money("Value today"),
      equation: `
        factor = if(rate = 0, periods, (1 - (1 + rate) ^ -periods) / rate)
        payment * factor * if(timing = "begin", 1 + rate, 1)`,
      assumptions: ["each payment falls at the {timing} of its period"],
      useWhen: "the payments are equal and their number is known",
      notWhen: "for payments that grow take growing_annuity, for payments without end perpetuity_value, for unequal ones npv",
      keywords: "annuity due lease payments PV",
      source: FABOZZI,
      example: { given: { payment: 50000, rate: 0.06, periods: 10 }, gives: 368004.35257073486, by: REFERENCE },
      tools: { calculate_annuity_present_value: {}, valuation_time_value: {} },
    }),

    annuity_future_value: formula({
      title: "Future value of an annuity",
      summary: "What a series of equal payments adds up to, with interest, by its end.",
      inputs: {
        payment: money("Payment each period; negative if you draw it"),
        rate: rate("Return per period as a decimal, 0.05 = 5 %; above -1", { above: -1 }),
        periods: periods("Number of payments, in the period of the rate", { above: 0 }),
        timing,
      },
      returns: money("Value at the end of the last period"),
      equation: `
        factor = if(rate = 0, periods, ((1 + rate) ^ periods - 1) / rate)
        payment * factor * if(timing = "begin", 1 + rate, 1)`,
      assumptions: ["each payment falls at the {timing} of its period"],
      useWhen: "equal payments are saved or invested each period",
      notWhen: "for their value today take annuity, for one single amount future_value",
      keywords: "savings plan sinking fund FV",
      source: FABOZZI,
      example: { given: { payment: 100, rate: 0.05, periods: 3 }, gives: 315.25, by: "100 * (1.05^2 + 1.05 + 1) by hand" },
    }),

    growing_annuity: formula({
      title: "Present value of a growing annuity",
      summary: "What a limited series of payments that grow at a constant rate is worth today.",
      inputs: {
        payment: money("First payment, one period from now, not yet grown"),
        rate: discountRate,
        growth_rate: growthRate,
        periods: periods("Number of payments, in the period of the rate", { above: 0 }),
      },
      returns: money("Value today"),
      equation: `
        if(rate = growth_rate, payment * periods / (1 + rate), payment * (1 - ((1 + growth_rate) / (1 + rate)) ^ periods) / (rate - growth_rate))`,
      assumptions: ["the first payment comes one period from now and is not yet grown"],
      useWhen: "payments grow by the same rate each period and end",
      notWhen: "for payments that never end take perpetuity_value, for constant ones annuity",
      keywords: "growing payments salary rent escalation",
      source: BREALEY,
      example: { given: { payment: 110, rate: 0.1, growth_rate: 0, periods: 2 }, gives: 190.9090909090909, by: "110/1.1 + 110/1.21 by hand" },
    }),

    perpetuity_value: formula({
      title: "Value of a perpetuity",
      summary: "What a payment that comes every period for ever, constant or growing, is worth today.",
      inputs: {
        cash_flow: money("Payment at the end of the next period"),
        rate: rate("Discount rate per period as a decimal, 0.08 = 8 %; above growth_rate"),
        growth_rate: optional(rate("Growth of the payment per period as a decimal; below rate"), 0),
      },
      returns: money("Value today"),
      equation: "cash_flow / (rate - growth_rate)",
      requires: [PERPETUITY],
      assumptions: ["cash_flow is the payment of the next period"],
      useWhen: "a payment goes on for ever, as in a terminal value by Gordon growth",
      notWhen: "for payments that end take annuity or growing_annuity, for explicit flows with a terminal value dcf",
      keywords: "Gordon growth model perpetual terminal value dividend discount",
      source: "Gordon and Shapiro, Capital Equipment Analysis: The Required Rate of Profit, Management Science 3 (1956)",
      example: { given: { cash_flow: 30000, rate: 0.08, growth_rate: 0.03 }, gives: 600000, by: "30000/0.05 by hand" },
      tools: { calculate_perpetuity_value: {} },
    }),

    loan_payment: formula({
      title: "Loan payment",
      summary: "The equal payment each period that repays a loan with interest.",
      inputs: {
        principal: money("Amount borrowed", { above: 0 }),
        rate: rate("Interest per payment period as a decimal: 6 % a year paid monthly is 0.005; above -1", { above: -1 }),
        periods: periods("Number of payments", { min: 1 }),
      },
      returns: money("Payment at the end of each period, as a positive amount"),
      equation: `
        if(rate = 0, principal / periods, principal * rate / (1 - (1 + rate) ^ -periods))`,
      assumptions: ["payments fall at the end of each period; the answer is positive, where Excel's PMT is negative"],
      useWhen: "a loan is repaid in equal instalments",
      notWhen: "for the amount that given payments can carry take annuity",
      keywords: "PMT mortgage instalment amortization annuity payment",
      source: FABOZZI,
      example: { given: { principal: 500000, rate: 0.005, periods: 60 }, gives: 9666.400764713959, by: REFERENCE },
      tools: { calculate_loan_payment: {} },
    }),

    compound_growth: formula({
      title: "Compound growth",
      summary: "What a starting value becomes when it grows by the same rate each period.",
      inputs: {
        starting_value: money("Value at the start"),
        growth_rate: growthRate,
        periods: periods("Number of periods, in the period of the growth rate; fractions allowed", { min: 0 }),
      },
      returns: money("Value after all periods"),
      equation: "starting_value * (1 + growth_rate) ^ periods",
      useWhen: "a metric such as revenue is projected at one growth rate",
      notWhen: "for the growth rate between two known values take cagr, for invested money future_value",
      keywords: "projection forecast revenue growth",
      source: BREALEY,
      example: { given: { starting_value: 1000000, growth_rate: 0.5, periods: 3 }, gives: 3375000, by: "1.5^3 by hand" },
      tools: { valuation_time_value: {} },
    }),

    cagr: formula({
      title: "Compound annual growth rate",
      summary: "The steady yearly rate that turns the beginning value into the ending value.",
      inputs: {
        begin_value: money("Value at the start", { above: 0 }),
        end_value: money("Value at the end; 0 is a total loss", { min: 0 }),
        periods: years("Years between the two values; fractions allowed", { above: 0 }),
      },
      returns: rate("Growth per year"),
      equation: `
        growth = end_value / begin_value
        growth ^ (1 / periods) - 1`,
      useWhen: "only the first and the last value and the years between them count",
      notWhen: "for cash flows in between take irr, for flows with dates xirr",
      keywords: "CAGR annualized growth return geometric mean",
      source: "CFA Institute, Quantitative Methods: rates and returns",
      example: { given: { begin_value: 100000, end_value: 250000, periods: 5 }, gives: 0.20112443398143123, by: REFERENCE },
      tools: { calculate_cagr: {}, valuation_time_value: { names: { begin_value: "starting_value", end_value: "ending_value" } } },
    }),

    npv: formula({
      title: "Net present value",
      summary: "What a series of equally spaced cash flows is worth today at a discount rate.",
      inputs: {
        rate: anyRate("Discount rate"),
        cash_flows: list("Cash flows in the order of time, one per period; money paid out is negative", flow),
        first_period: optional(number("When the first flow falls: 1 = one period from now, as in Excel's NPV; 0 = today", { min: 0, max: 1, whole: true }), 1),
      },
      returns: money("Value today"),
      equation: "sum(cash_flows / (1 + rate) ^ (sequence(count(cash_flows)) - 1 + first_period))",
      requires: [notMinusOne("rate")],
      warns: [BELOW_TOTAL_LOSS("rate")],
      assumptions: ["the first cash flow falls at t = {first_period}"],
      useWhen: "the flows are equally spaced",
      notWhen: "for flows with dates take xnpv, for a valuation with a terminal value dcf, for the rate that makes it 0 irr",
      keywords: "NPV discounted cash flow investment appraisal",
      source: BREALEY_NPV,
      example: { given: { rate: 0.1, cash_flows: [-10000, 3000, 4200, 6800] }, gives: 1188.443412335223, by: "the documented example of Excel's NPV, recomputed at 60 digits: test/oracle/time-value.py" },
      tools: { calculate_npv: { defaults: { first_period: 0 } }, valuation_time_value: {} },
    }),

    irr: formula({
      title: "Internal rate of return",
      summary: "The rate per period at which equally spaced cash flows have a present value of 0.",
      inputs: { cash_flows: flowsFromToday, guess },
      returns: rate("Return per period"),
      compute: ({ cash_flows, guess: near }) => rateOfReturn(cash_flows, cash_flows.map((_, i) => i), 1, near),
      relation: "sum(cash_flows / (1 + result) ^ (sequence(count(cash_flows)) - 1)) = 0",
      excelFunction: { name: "IRR", differs: "it is right to about 7 digits, and after 20 steps without success it shows #NUM!" },
      requires: [BOTH_SIGNS],
      assumptions: ["the flows are one period apart; the rate is per period"],
      useWhen: "the flows are equally spaced and their return is asked for",
      notWhen: "for flows with dates take xirr, for other rates of finance and reinvestment mirr, for two values only cagr",
      keywords: "IRR yield return on investment fund deal",
      source: BREALEY_NPV,
      example: { given: { cash_flows: [-70000, 12000, 15000, 18000, 21000, 26000] }, gives: 0.08663094803653161, by: "the documented example of Excel's IRR, recomputed at 60 digits: test/oracle/time-value.py" },
      tools: { calculate_irr: {} },
    }),

    xnpv: formula({
      title: "Net present value of dated flows",
      summary: "What cash flows on given dates are worth on the first date listed, at a yearly discount rate.",
      inputs: {
        rate: rate("Discount rate per year as a decimal, 0.08 = 8 %; above -1", { above: -1 }),
        cash_flows: list("Cash flows; money paid out is negative", flow),
        dates: list("The date of each flow, in any order after the first", date("a date")),
      },
      returns: money("Value on the first date listed"),
      equation: "sum(cash_flows / (1 + rate) ^ ((dates - first(dates)) / 365))",
      requires: DATED,
      assumptions: ["time is actual days over 365, from the first date listed, {first(dates)}"],
      useWhen: "each flow has a date of its own",
      notWhen: "for equally spaced flows take npv, for the rate that makes it 0 xirr",
      keywords: "XNPV dates irregular",
      source: BREALEY_NPV,
      example: {
        given: { rate: 0.09, cash_flows: [-10000, 2750, 4250, 3250, 2750], dates: ["2008-01-01", "2008-03-01", "2008-10-30", "2009-02-15", "2009-04-01"] },
        gives: 2086.6476020315367,
        by: "the documented example of Excel's XNPV, recomputed at 60 digits: test/oracle/time-value.py",
      },
    }),

    xirr: formula({
      title: "Internal rate of return of dated flows",
      summary: "The yearly rate at which cash flows on given dates have a present value of 0.",
      inputs: {
        cash_flows: list("Cash flows; money paid out is negative", flow),
        dates: list("The date of each flow, in any order", date("a date")),
        guess,
      },
      returns: rate("Return per year"),
      compute: ({ cash_flows, dates, guess: near }) => rateOfReturn(cash_flows, dates, 365, near),
      relation: "sum(cash_flows / (1 + result) ^ ((dates - first(dates)) / 365)) = 0",
      excelFunction: { name: "XIRR", differs: "it wants the earliest date first, is right to about 8 digits, and where its search fails it shows #NUM! or 2.98E-09" },
      requires: [...DATED, BOTH_SIGNS, ["max(dates) > min(dates)", "dates needs two different dates"]],
      assumptions: ["time is actual days over 365; the rate is per year, also where the flows span less"],
      useWhen: "each flow has a date of its own, as a fund's calls and distributions do",
      notWhen: "for equally spaced flows take irr, for two values only cagr",
      keywords: "XIRR dates irregular money-weighted return fund",
      source: "CFA Institute, Global Investment Performance Standards: money-weighted returns",
      example: {
        given: { cash_flows: [-10000, 2750, 4250, 3250, 2750], dates: ["2008-01-01", "2008-03-01", "2008-10-30", "2009-02-15", "2009-04-01"] },
        gives: 0.37336253351883153,
        by: "the documented example of Excel's XIRR, recomputed at 60 digits: test/oracle/time-value.py",
      },
      tools: { calculate_xirr: {} },
    }),

    mirr: formula({
      title: "Modified internal rate of return",
      summary: "The return per period where money paid out is financed, and money received reinvested, at rates of its own.",
      inputs: {
        cash_flows: flowsFromToday,
        finance_rate: anyRate("Rate paid on money paid out,"),
        reinvest_rate: anyRate("Rate earned on money received,"),
      },
      returns: rate("Return per period"),
      equation: `
        n = count(cash_flows) - 1
        future_inflows = sum(max(cash_flows, 0) * (1 + reinvest_rate) ^ (n + 1 - sequence(n + 1)))
        present_outflows = -sum(min(cash_flows, 0) / (1 + finance_rate) ^ (sequence(n + 1) - 1))
        (future_inflows / present_outflows) ^ (1 / n) - 1`,
      requires: [BOTH_SIGNS, notMinusOne("finance_rate"), notMinusOne("reinvest_rate")],
      warns: [BELOW_TOTAL_LOSS("finance_rate"), BELOW_TOTAL_LOSS("reinvest_rate")],
      useWhen: "money received cannot be reinvested at the return of the project itself",
      notWhen: "for the plain return take irr",
      keywords: "MIRR reinvestment",
      source: BREALEY_NPV,
      example: {
        given: { cash_flows: [-120000, 39000, 30000, 21000, 37000, 46000], finance_rate: 0.1, reinvest_rate: 0.12 },
        gives: 0.12609413036590514,
        by: "the documented example of Excel's MIRR, recomputed at 60 digits: test/oracle/time-value.py",
      },
    }),

    payback_period: formula({
      title: "Payback period",
      summary: "How long it takes until the money paid out has come back.",
      inputs: { cash_flows: flowsFromToday },
      returns: years("Years until the balance first reaches 0"),
      equation: `
        balance = running_sum(cash_flows)
        payback(balance)`,
      requires: [["first(cash_flows) < 0", "the first of cash_flows must be negative, the money paid out today, not {first(cash_flows)}"]],
      warns: [FALLS_AGAIN],
      assumptions: ["the first flow falls today, the others at the end of each year; within the year of recovery money comes in evenly"],
      useWhen: "the time until the outlay is recovered is asked for, without interest",
      notWhen: "for recovery with interest take discounted_payback_period, for value created npv",
      keywords: "break even recovery time",
      source: BREALEY_NPV,
      example: { given: { cash_flows: [-250000, 50000, 75000, 100000, 125000] }, gives: 3.2, by: "3 + 25000/125000 by hand" },
      tools: { calculate_payback_period: {} },
    }),

    discounted_payback_period: formula({
      title: "Discounted payback period",
      summary: "How long it takes until the money paid out has come back with interest.",
      inputs: { cash_flows: flowsFromToday, rate: rate("Discount rate per year as a decimal, 0.1 = 10 %", { min: 0 }) },
      returns: years("Years until the discounted balance first reaches 0"),
      equation: `
        discounted = cash_flows / (1 + rate) ^ (sequence(count(cash_flows)) - 1)
        balance = running_sum(discounted)
        payback(balance)`,
      requires: [["first(cash_flows) < 0", "the first of cash_flows must be negative, the money paid out today, not {first(cash_flows)}"]],
      warns: [FALLS_AGAIN],
      assumptions: ["the first flow falls today, the others at the end of each year; within the year of recovery discounted money comes in evenly"],
      useWhen: "the time until the outlay is recovered with interest is asked for",
      notWhen: "without interest take payback_period, for value created npv",
      keywords: "break even recovery time present value",
      source: BREALEY_NPV,
      example: { given: { cash_flows: [-10000, 3000, 3000, 3000, 3000, 3000], rate: 0.1 }, gives: 4.2632666666666665, by: "corrected answer to a public calculator's example, worked with fractions" },
      tools: { calculate_discounted_payback_period: {} },
    }),

    dcf: formula({
      title: "Discounted cash flow value",
      summary: "The value of a business from its projected cash flows and what follows them for ever.",
      inputs: {
        cash_flows: list("Projected free cash flows in the order of time, the first one period from now", flow),
        rate: discountRate,
        terminal_growth: optional(rate("Growth per period after the last flow, as a decimal; below rate"), 0),
      },
      returns: money("Value today"),
      equation: `
        t = sequence(count(cash_flows))
        pv_explicit = sum(cash_flows / (1 + rate) ^ t)
        terminal_value = last(cash_flows) * (1 + terminal_growth) / (rate - terminal_growth)
        pv_terminal = terminal_value / (1 + rate) ^ count(cash_flows)
        pv_explicit + pv_terminal`,
      requires: ["rate > terminal_growth"],
      warns: [["pv_terminal > 0.75 * result", "the terminal value is over three quarters of the total"]],
      assumptions: ["the first flow falls at t = 1", "after the last flow a perpetuity that grows by {terminal_growth} is added; a growth of 0 still adds one"],
      useWhen: "a business is valued from projected flows and goes on after them",
      notWhen: "for flows that end take npv, for a perpetuity alone perpetuity_value",
      keywords: "DCF enterprise value intrinsic value terminal Gordon growth",
      source: "Damodaran, Investment Valuation, 3rd ed., ch. 12",
      example: { given: { cash_flows: [100, 100], rate: 0.1, terminal_growth: 0 }, gives: 1000, by: "a level perpetuity of 100 at 10 % is 1000, however it is cut" },
      tools: { valuation_time_value: {}, calculate_dcf: {} },
    }),
  },
};
