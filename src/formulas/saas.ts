/** Chapter 5: metrics of subscription businesses. */
import { formula, type Chapter } from "../core/formula";
import { count, fraction, list, money, months, multiple, number, optional, rate } from "../core/parameters";

const startingRevenue = money("Recurring revenue of the customers at the start of the period", { above: 0 });
const newArr = "Annual recurring revenue at the end of the period less that at its start";
const lostMrr = (how: string) => money(`Monthly recurring revenue lost ${how}, as a positive amount`, { min: 0 });

const SKOK = "Skok, SaaS Metrics 2.0: A Guide to Measuring and Improving What Matters";
const BY_HAND = "by hand";

export const saas: Chapter = {
  chapter: 5,
  family: "saas",
  title: "SaaS metrics",
  formulas: {
    ltv: formula({
      title: "Customer lifetime value",
      summary: "The gross profit that a customer brings until it leaves.",
      inputs: {
        arpu: money("Average revenue per customer and period, of the same period as churn_rate", { min: 0 }),
        gross_margin: fraction("Gross margin as a decimal, 0.8 = 80 %"),
        churn_rate: fraction("Share of customers who leave in a period as a decimal, 0.05 = 5 %; of the same period as arpu", { above: 0 }),
      },
      returns: money("Gross profit over the life of a customer, not discounted"),
      equation: "arpu * gross_margin / churn_rate",
      assumptions: ["arpu and churn_rate are of the same period, and neither changes; nothing is discounted"],
      useWhen: "the worth of one customer is asked for",
      notWhen: "for what a customer costs take cac, for the two together ltv_to_cac",
      keywords: "LTV CLV lifetime value churn ARPA unit economics",
      source: SKOK,
      example: { given: { arpu: 100, gross_margin: 0.8, churn_rate: 0.05 }, gives: 1600, by: BY_HAND },
      tools: { valuation_saas: {} },
    }),

    cac: formula({
      title: "Customer acquisition cost",
      summary: "What it costs to win one new customer.",
      inputs: {
        sales_marketing_expense: money("All cost of sales and marketing in the period, salaries included", { min: 0 }),
        new_customers: count("Customers won in the same period", { above: 0 }),
      },
      returns: money("Cost per new customer"),
      equation: "sales_marketing_expense / new_customers",
      assumptions: ["the expense of the period won the customers of the same period"],
      useWhen: "the cost of one new customer is asked for",
      notWhen: "for the time to earn it back take cac_payback, against the customer's worth ltv_to_cac, for revenue won per amount spent magic_number",
      keywords: "CAC acquisition cost unit economics marketing",
      source: SKOK,
      example: { given: { sales_marketing_expense: 500000, new_customers: 100 }, gives: 5000, by: BY_HAND },
      tools: { valuation_saas: {} },
    }),

    mrr: formula({
      title: "Monthly recurring revenue",
      summary: "The month's part of annual recurring revenue.",
      inputs: { arr_value: money("Annual recurring revenue") },
      returns: money("Recurring revenue per month"),
      equation: "arr_value / 12",
      useWhen: "annual recurring revenue is known and the month's is asked for",
      notWhen: "from the subscriptions, or for the year's revenue, take arr",
      keywords: "MRR monthly subscription revenue",
      source: SKOK,
      example: { given: { arr_value: 1200000 }, gives: 100000, by: BY_HAND },
      tools: { valuation_saas: {} },
    }),

    arr: formula({
      title: "Annual recurring revenue",
      summary: "The revenue of a year that subscriptions bring if nothing changes.",
      inputs: {
        subscription_values: list("Recurring revenue of each subscription or customer per period: per month unless periods_per_year says otherwise", money("the revenue of one subscription per period")),
        periods_per_year: optional(number("Periods in a year: 12 for monthly values, 4 for quarterly, 1 for yearly", { above: 0 }), 12),
      },
      returns: money("Recurring revenue per year"),
      equation: "sum(subscription_values) * periods_per_year",
      assumptions: ["each value is the revenue of one of {periods_per_year} periods a year"],
      useWhen: "the subscriptions are known and the year's revenue is asked for",
      notWhen: "for the month's part of a known year take mrr, for the company's value from it revenue_multiple",
      keywords: "ARR annualized subscription revenue run rate",
      source: SKOK,
      example: { given: { subscription_values: [1000, 1500, 500] }, gives: 36000, by: BY_HAND },
      tools: { valuation_saas: {} },
    }),

    nrr: formula({
      title: "Net revenue retention",
      summary: "What the customers of the start of a period pay at its end, for each unit they paid then.",
      inputs: {
        starting_revenue: startingRevenue,
        ending_revenue: money("Recurring revenue of the same customers at the end; customers won since then are left out", { min: 0 }),
        expansion_revenue: optional(money("What the same customers pay more; only where ending_revenue leaves it out", { min: 0 }), 0),
      },
      returns: rate("Share of the revenue at the start, 1.1 = 110 %; above 1 where the customers pay more"),
      equation: "(ending_revenue + expansion_revenue) / starting_revenue",
      warns: [
        ["expansion_revenue > 0 and ending_revenue > starting_revenue", "ending_revenue is above starting_revenue, so it seems to contain expansion already: then expansion_revenue is counted twice"],
      ],
      assumptions: ["ending_revenue is of the customers of the start alone, and expansion_revenue, {expansion_revenue}, is not part of it"],
      useWhen: "the growth from existing customers, upgrades included, is asked for",
      notWhen: "for losses without upgrades take grr, for gains against losses quick_ratio",
      keywords: "NRR NDR net dollar retention expansion upsell cohort",
      source: SKOK,
      example: { given: { starting_revenue: 1000000, ending_revenue: 1100000 }, gives: 1.1, by: BY_HAND },
      tools: { valuation_saas: {} },
    }),

    grr: formula({
      title: "Gross revenue retention",
      summary: "The share of its recurring revenue that a company keeps over a period, before any upgrades.",
      inputs: {
        starting_revenue: startingRevenue,
        churned_revenue: money("Revenue of those of them who left in the period, as a positive amount", { min: 0 }),
        contraction_revenue: optional(money("What those who stayed pay less, as a positive amount", { min: 0 }), 0),
      },
      returns: fraction("Share of the revenue at the start, 0.9 = 90 %"),
      equation: "(starting_revenue - churned_revenue - contraction_revenue) / starting_revenue",
      requires: [
        [
          "churned_revenue + contraction_revenue <= starting_revenue",
          "churned_revenue and contraction_revenue, {churned_revenue + contraction_revenue} together, must not be above starting_revenue, {starting_revenue}: no more can be lost than was there",
        ],
      ],
      useWhen: "the losses from existing customers are asked for, without upgrades",
      notWhen: "with upgrades take nrr, for gains against losses quick_ratio",
      keywords: "GRR GDR gross dollar retention churn contraction",
      source: SKOK,
      example: { given: { starting_revenue: 1000000, churned_revenue: 70000, contraction_revenue: 30000 }, gives: 0.9, by: BY_HAND },
    }),

    magic_number: formula({
      title: "SaaS magic number",
      summary: "How much new yearly revenue each unit spent on sales and marketing in the quarter before brought.",
      inputs: {
        net_new_arr: money(`${newArr}; one quarter; negative where it shrank`),
        sm_expense_prior: money("Cost of sales and marketing of the quarter before", { above: 0 }),
      },
      returns: multiple("New annual recurring revenue per unit spent; above 0.75 is usually called good"),
      equation: "net_new_arr / sm_expense_prior",
      assumptions: ["the expense of one quarter brings the new revenue of the next"],
      useWhen: "the yield of sales and marketing is asked for",
      notWhen: "for the yield of all cash burnt take burn_multiple, per customer cac or cac_payback",
      keywords: "sales efficiency go-to-market SaaS",
      source: "Leckie, Magic Number for SaaS Companies (2008)",
      example: { given: { net_new_arr: 900000, sm_expense_prior: 1000000 }, gives: 0.9, by: BY_HAND },
      tools: { valuation_saas: {} },
    }),

    rule_of_40: formula({
      title: "Rule of 40",
      summary: "Growth and profit margin added together; 0.4 or more is called healthy.",
      inputs: {
        growth_rate: rate("Growth of revenue per year as a decimal, 0.3 = 30 %; negative where it shrinks"),
        profit_margin: rate("Profit margin, EBITDA or free cash flow, as a decimal, 0.15 = 15 %; negative for a loss"),
      },
      returns: rate("Growth plus margin; 0.4 = 40 %"),
      equation: "growth_rate + profit_margin",
      warns: [["max(abs(growth_rate), abs(profit_margin)) > 5", "one of the rates is more than 500 %: 40 % is written 0.4"]],
      useWhen: "growth is weighed against profit",
      notWhen: "for the cash that growth costs take burn_multiple",
      keywords: "rule of forty growth margin healthy SaaS benchmark",
      source: "Feld, The Rule of 40% for a Healthy SaaS Company (2015)",
      example: { given: { growth_rate: 0.3, profit_margin: 0.15 }, gives: 0.45, by: BY_HAND },
      tools: { valuation_saas: {} },
    }),

    cac_payback: formula({
      title: "CAC payback period",
      summary: "How many months it takes until a new customer's gross profit has paid for winning it.",
      inputs: {
        cac: money("Cost of winning one customer, as cac gives it", { min: 0 }),
        mrr_per_customer: money("Revenue per customer and month", { above: 0 }),
        gross_margin: fraction("Gross margin as a decimal, 0.8 = 80 %; above 0", { above: 0 }),
      },
      returns: months("Months until the cost is earned back"),
      equation: "cac / (mrr_per_customer * gross_margin)",
      assumptions: ["the customer stays until the cost is earned back, and pays the same every month"],
      useWhen: "the time to earn back the cost of a customer is asked for",
      notWhen: "for the customer's whole worth take ltv, as a multiple of the cost ltv_to_cac, for a project's outlay payback_period",
      keywords: "months to recover CAC break even unit economics",
      source: SKOK,
      example: { given: { cac: 5000, mrr_per_customer: 500, gross_margin: 0.8 }, gives: 12.5, by: BY_HAND },
      tools: { valuation_saas: {} },
    }),

    revenue_multiple: formula({
      title: "Value by a multiple of recurring revenue",
      summary: "What a subscription business is worth at a multiple of its annual recurring revenue.",
      inputs: {
        arr: money("Annual recurring revenue", { min: 0 }),
        revenue_multiple: multiple("Enterprise value of comparable companies divided by their annual recurring revenue, 8 for eight times", { min: 0 }),
      },
      returns: money("Enterprise value: of the business, debt and equity together"),
      equation: "arr * revenue_multiple",
      assumptions: ["the multiple is of enterprise value, so the answer is too: take off debt and add cash for the value of the shares"],
      useWhen: "today's recurring revenue is valued at a multiple",
      notWhen: "for revenue at a later exit take terminal_value, for the multiple at which a company trades ev_revenue, for a marketplace gmv_multiple",
      keywords: "ARR multiple EV/ARR SaaS valuation",
      source: "Damodaran, Investment Valuation, 3rd ed., ch. 20 (revenue multiples)",
      example: { given: { arr: 10000000, revenue_multiple: 8 }, gives: 80000000, by: BY_HAND },
      tools: { valuation_saas: {} },
    }),

    ltv_to_cac: formula({
      title: "LTV to CAC ratio",
      summary: "How many times its own cost a customer brings back; 3 or more is usually called good.",
      inputs: {
        ltv: money("Lifetime value of a customer, as ltv gives it", { min: 0 }),
        cac: money("Cost of winning one customer, as cac gives it", { above: 0 }),
      },
      returns: multiple("Times the cost of a customer"),
      equation: "ltv / cac",
      useWhen: "a customer's worth is set against its cost",
      notWhen: "for the two alone take ltv or cac, for the time to earn the cost back cac_payback",
      keywords: "LTV:CAC LTV/CAC unit economics ratio",
      source: SKOK,
      example: { given: { ltv: 16000, cac: 5000 }, gives: 3.2, by: BY_HAND },
    }),

    quick_ratio: formula({
      title: "SaaS quick ratio",
      summary: "Recurring revenue gained for each unit of recurring revenue lost; 4 or more is usually called good.",
      inputs: {
        new_mrr: money("Monthly recurring revenue from new customers in the period", { min: 0 }),
        expansion_mrr: money("Monthly recurring revenue that existing customers added in the period", { min: 0 }),
        churned_mrr: lostMrr("with customers who left in the period"),
        contraction_mrr: optional(lostMrr("because customers who stayed pay less"), 0),
      },
      returns: multiple("Revenue gained per unit lost"),
      equation: "(new_mrr + expansion_mrr) / (churned_mrr + contraction_mrr)",
      useWhen: "the quality of growth, gains against losses, is asked for",
      notWhen: "for existing customers alone take nrr or grr, for the cost of growth burn_multiple or magic_number",
      keywords: "SaaS quick ratio growth efficiency churn expansion",
      source: "Mamoon Hamid, Social Capital: the SaaS quick ratio",
      example: { given: { new_mrr: 80000, expansion_mrr: 20000, churned_mrr: 15000, contraction_mrr: 10000 }, gives: 4, by: BY_HAND },
    }),

    burn_multiple: formula({
      title: "Burn multiple",
      summary: "How much cash a company burns for each unit of new annual recurring revenue; lower is better.",
      inputs: {
        net_burn: money("Cash spent less cash received in the period; positive where cash shrinks"),
        net_new_arr: money(`${newArr}; the period of net_burn; above 0`, { above: 0 }),
      },
      returns: multiple("Cash burnt per unit of new recurring revenue; below 1 is usually called excellent"),
      equation: "net_burn / net_new_arr",
      warns: [["net_burn < 0", "net_burn is negative, so cash grew: cash burnt is typed as a positive amount"]],
      useWhen: "the price of growth in cash is asked for",
      notWhen: "for sales and marketing alone take magic_number, for how long the cash lasts runway",
      keywords: "burn efficiency net burn capital efficiency",
      source: "Sacks, The Burn Multiple (2020)",
      example: { given: { net_burn: 1500000, net_new_arr: 1000000 }, gives: 1.5, by: BY_HAND },
    }),

    runway: formula({
      title: "Cash runway",
      summary: "How many months the cash lasts at today's burn.",
      inputs: {
        cash: money("Cash at hand", { min: 0 }),
        monthly_net_burn: money("Cash spent less cash received per month, as a positive amount", { above: 0 }),
      },
      returns: months("Months until the cash is gone"),
      equation: "cash / monthly_net_burn",
      assumptions: ["the burn stays as it is"],
      useWhen: "the time until the next round, or until the money is gone, is asked for",
      notWhen: "for what the burn buys take burn_multiple",
      keywords: "burn rate months of cash out survival",
      source: "Ries, The Lean Startup, ch. 8",
      example: { given: { cash: 1000000, monthly_net_burn: 100000 }, gives: 10, by: BY_HAND },
    }),
  },
};
