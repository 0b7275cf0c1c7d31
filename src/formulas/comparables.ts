/** Chapter 3: comparable multiples. */
import { formula, type Chapter } from "../core/formula";
import { money, multiple, number, optional, rate } from "../core/parameters";

const marketCap = money("Market value of all shares, diluted", { min: 0 });
const enterpriseValue = money("Equity plus debt less cash, as enterprise_value gives it; negative where cash is larger");
const revenue = money("Revenue of one year, last or expected, the same for every company compared", { above: 0 });
const coefficient = (of: string) => optional(number(`Coefficient of ${of} in the regression`), 0);

const NEGATIVE_EV = ["enterprise_value < 0", "enterprise_value is negative: cash is worth more than the whole company, and the multiple says nothing"] as const;

const EARNINGS = "Damodaran, Investment Valuation, 3rd ed., ch. 18 (earnings multiples)";
const SALES = "Damodaran, Investment Valuation, 3rd ed., ch. 20 (revenue multiples)";
const BY_HAND = "by hand";

export const comparables: Chapter = {
  chapter: 3,
  family: "comparables",
  title: "Comparable multiples",
  formulas: {
    pe_ratio: formula({
      title: "Price-earnings ratio",
      summary: "How many years of its profit a company's shares cost.",
      inputs: {
        market_cap: marketCap,
        net_income: money("Profit after tax of one year, last or expected; above 0: a loss has no such multiple", { above: 0 }),
      },
      returns: multiple("Times the yearly profit"),
      equation: "market_cap / net_income",
      useWhen: "profitable companies with similar debt are compared",
      notWhen: "for a company at a loss take ps_ratio, where the debt differs ev_ebitda or ev_revenue",
      keywords: "P/E PE earnings multiple price to earnings",
      source: EARNINGS,
      example: { given: { market_cap: 500000000, net_income: 50000000 }, gives: 10, by: BY_HAND },
      tools: { valuation_comparables: {} },
    }),

    ps_ratio: formula({
      title: "Price-sales ratio",
      summary: "How many years of its revenue a company's shares cost.",
      inputs: { market_cap: marketCap, revenue },
      returns: multiple("Times the yearly revenue"),
      equation: "market_cap / revenue",
      useWhen: "companies without profit, and with similar debt, are compared",
      notWhen: "for profitable companies take pe_ratio, where debt and cash differ ev_revenue",
      keywords: "P/S PS price to sales revenue multiple",
      source: SALES,
      example: { given: { market_cap: 750000000, revenue: 125000000 }, gives: 6, by: BY_HAND },
      tools: { valuation_comparables: {} },
    }),

    ev_ebitda: formula({
      title: "Enterprise value to EBITDA",
      summary: "How many years of its operating profit before depreciation a whole business costs.",
      inputs: {
        enterprise_value: enterpriseValue,
        ebitda: money("Profit before interest, tax, depreciation and amortization of one year; above 0", { above: 0 }),
      },
      returns: multiple("Times the yearly EBITDA"),
      equation: "enterprise_value / ebitda",
      warns: [NEGATIVE_EV],
      useWhen: "businesses with different debt and depreciation are compared",
      notWhen: "where EBITDA is negative take ev_revenue, for the shares alone pe_ratio",
      keywords: "EV/EBITDA multiple takeover acquisition trading comps",
      source: EARNINGS,
      example: { given: { enterprise_value: 1000000000, ebitda: 100000000 }, gives: 10, by: BY_HAND },
      tools: { valuation_comparables: {} },
    }),

    ev_revenue: formula({
      title: "Enterprise value to revenue",
      summary: "How many years of its revenue a whole business costs.",
      inputs: { enterprise_value: enterpriseValue, revenue },
      returns: multiple("Times the yearly revenue"),
      equation: "enterprise_value / revenue",
      warns: [NEGATIVE_EV],
      useWhen: "growing businesses without profit, and with different debt, are compared",
      notWhen: "where EBITDA is positive take ev_ebitda, for the shares alone ps_ratio, to apply a multiple to recurring revenue revenue_multiple",
      keywords: "EV/Sales EV/Revenue revenue multiple trading comps",
      source: SALES,
      example: { given: { enterprise_value: 500000000, revenue: 100000000 }, gives: 5, by: BY_HAND },
      tools: { valuation_comparables: {} },
    }),

    regression_multiple: formula({
      title: "Multiple from a regression",
      summary: "The multiple that a regression over comparable companies predicts for a company of given growth, market, stage and place.",
      inputs: {
        intercept: number("Constant of the regression"),
        growth_rate: rate("Growth of the company in the unit of the regression: 0.3 for 30 % if it was fitted on decimals, 30 if on percent"),
        growth_coefficient: number("Coefficient of growth_rate in the regression"),
        market_maturity: optional(number("Maturity of the company's market, on the scale of the regression"), 0),
        maturity_coefficient: coefficient("market_maturity"),
        stage: optional(number("Stage of the company, on the scale of the regression"), 0),
        stage_coefficient: coefficient("stage"),
        geography: optional(number("Place of the company, on the scale of the regression, such as 1 inside a region and 0 outside"), 0),
        geography_coefficient: coefficient("geography"),
      },
      returns: multiple("Predicted multiple, of what the regression was fitted on"),
      equation: "intercept + growth_coefficient * growth_rate + maturity_coefficient * market_maturity + stage_coefficient * stage + geography_coefficient * geography",
      warns: [["result <= 0", "the predicted multiple is not positive: the regression does not reach this company"]],
      assumptions: ["each input is on the scale on which its coefficient was fitted"],
      useWhen: "a regression over comparable companies has been fitted and is applied to one of them",
      notWhen: "for the multiple at which a company trades take ev_revenue, ev_ebitda, ps_ratio or pe_ratio",
      keywords: "OLS regression comparables adjusted multiple growth-adjusted",
      source: "Damodaran, Investment Valuation, 3rd ed., ch. 17 (relative valuation)",
      example: {
        given: { intercept: 2.5, growth_rate: 0.2, growth_coefficient: 10, market_maturity: 1, maturity_coefficient: 0.5, stage: 1, stage_coefficient: -1.5, geography: 1, geography_coefficient: -0.2 },
        gives: 3.3,
        by: BY_HAND,
      },
      tools: { valuation_comparables: {} },
    }),

    enterprise_value: formula({
      title: "Enterprise value",
      summary: "What a whole business costs its buyer: the equity, with the debt taken over, less the cash found in it.",
      inputs: {
        equity_value: money("Market value of the equity"),
        total_debt: money("All debt that bears interest, as a positive amount", { min: 0 }),
        cash_and_equivalents: money("Cash and what is as good as cash, as a positive amount", { min: 0 }),
      },
      returns: money("Value of the business, debt and equity together; negative where cash is larger"),
      equation: "equity_value + total_debt - cash_and_equivalents",
      useWhen: "a multiple of revenue or EBITDA needs the value of the business rather than of its shares",
      notWhen: "to set it against a metric take ev_revenue or ev_ebitda, to value recurring revenue revenue_multiple",
      keywords: "EV net debt firm value takeover price bridge",
      source: EARNINGS,
      example: { given: { equity_value: 800000000, total_debt: 300000000, cash_and_equivalents: 100000000 }, gives: 1000000000, by: BY_HAND },
    }),
  },
};
