/** Chapter 6: fintech. */
import { formula, type Chapter } from "../core/formula";
import { count, fraction, money, multiple, optional, rate, years } from "../core/parameters";

const transactionVolume = money("Value of all payments handled in a year", { min: 0 });
const takeRate = fraction("Share of the volume that the company keeps as revenue, as a decimal, 0.0116 = 1.16 %");
const peMultiple = multiple("Price-earnings ratio of comparable companies, 12 for twelve times", { min: 0 });

export const fintech: Chapter = {
  chapter: 6,
  family: "fintech",
  title: "Fintech",
  formulas: {
    payment_revenue: formula({
      title: "Payment revenue",
      summary: "What a payment company earns on the volume that it handles.",
      inputs: { transaction_volume: transactionVolume, take_rate: takeRate },
      returns: money("Revenue of the same period as the volume"),
      equation: "transaction_volume * take_rate",
      useWhen: "the volume and the share kept of it are known",
      notWhen: "to find the share from revenue and volume take take_rate, for the value of the company payment_processor",
      keywords: "TPV payment volume processing fees interchange net revenue",
      source: "Benson, Loftesness and Jones, Payments Systems in the U.S.",
      example: { given: { transaction_volume: 1000000000, take_rate: 0.0125 }, gives: 12500000, by: "by hand" },
      tools: { valuation_fintech: {} },
    }),

    lending: formula({
      title: "Value of a lender",
      summary: "What a lending company is worth: the return on its loans times a price-earnings ratio, less reserves for bad loans.",
      inputs: {
        loan_book: money("Loans outstanding", { min: 0 }),
        roe: rate("Profit after tax per year divided by loan_book, as a decimal, 0.02 = 2 %; negative for a loss"),
        pe_multiple: peMultiple,
        npl_reserves: optional(money("Reserves for loans that are not repaid, as a positive amount; only where profit does not bear them yet", { min: 0 }), 0),
      },
      returns: money("Value of the equity"),
      equation: "loan_book * roe * pe_multiple - npl_reserves",
      warns: [["result < 0", "the value is negative: the reserves, or the loss, are larger than the earnings are worth"]],
      assumptions: ["roe is read as the return on the loan book: a return on equity applied to a loan book overstates the value by the leverage"],
      useWhen: "a lender is valued from its loan book and the return on it",
      notWhen: "from known profit take pe_ratio of comparable companies, for a bank valued by its customers neobank",
      keywords: "loan book NPL non-performing loans bank P/E return on assets",
      source: "Damodaran, Investment Valuation, 3rd ed., ch. 21 (financial service firms)",
      example: { given: { loan_book: 100000000, roe: 0.02, pe_multiple: 12, npl_reserves: 4000000 }, gives: 20000000, by: "by hand" },
      tools: { valuation_fintech: {} },
    }),

    payment_processor: formula({
      title: "Value of a payment processor",
      summary: "What a payment company is worth: its discounted cash flow over some years and a multiple of its revenue at their end.",
      inputs: {
        transaction_volume: money("Value of all payments handled in the year just ended", { min: 0 }),
        take_rate: takeRate,
        growth_rate: rate("Growth of the volume per year as a decimal, 0.2 = 20 %; above -1", { above: -1 }),
        discount_rate: rate("Discount rate per year as a decimal, 0.15 = 15 %; above -1", { above: -1 }),
        terminal_multiple: multiple("Multiple of revenue at which the company is valued after the last year", { min: 0 }),
        years: optional(years("Years of growth before that", { min: 1, max: 100, whole: true }), 5),
        margin: optional(rate("Cash flow divided by revenue, as a decimal, 0.25 = 25 %"), 1),
      },
      returns: money("Value today"),
      equation: `
        revenue = transaction_volume * take_rate * ((1 + growth_rate) / (1 + discount_rate)) ^ sequence(years)
        margin * sum(revenue) + terminal_multiple * last(revenue)`,
      warns: [["margin = 1", "a margin of 1 counts all revenue as cash flow: give the margin of free cash flow, such as 0.25"]],
      assumptions: [
        "cash flow is revenue times {margin}",
        "the first of {years} years is the one that begins now, its volume grown once; flows come at the end of each year",
        "terminal_multiple is one of revenue, of the last year",
      ],
      useWhen: "a payment company is valued from its volume, its growth and a multiple at the end",
      notWhen: "for cash flows of your own take dcf, for one year's revenue payment_revenue",
      keywords: "payments PSP TPV DCF fintech valuation exit multiple",
      source: "Damodaran, Investment Valuation, 3rd ed., ch. 12 (discounted flows with a terminal multiple)",
      example: {
        given: { transaction_volume: 10000000000, take_rate: 0.01, growth_rate: 0.2, discount_rate: 0.15, terminal_multiple: 5, years: 5, margin: 0.25 },
        gives: 760848295.3751843,
        by: "Python's decimal module at 60 digits: test/oracle/fintech.py",
      },
      tools: { valuation_fintech: {} },
    }),

    neobank: formula({
      title: "Value of a neobank by its customers",
      summary: "What a digital bank is worth: the lifetime value of all its customers times a multiple.",
      inputs: {
        customers: count("Number of active customers", { min: 0 }),
        arpu: money("Average revenue per customer and period, of the same period as churn_rate", { min: 0 }),
        gross_margin: fraction("Gross margin as a decimal, 0.5 = 50 %"),
        churn_rate: fraction("Share of customers who leave in a period as a decimal, 0.1 = 10 %; of the same period as arpu", { above: 0 }),
        pe_multiple: multiple("Multiple put on the value of the customers; 1 gives customer equity itself", { min: 0 }),
      },
      returns: money("Value of the company"),
      equation: `
        lifetime_value = arpu * gross_margin / churn_rate
        customer_equity = customers * lifetime_value
        customer_equity * pe_multiple`,
      assumptions: ["a P/E on lifetime value counts future years twice; customer_equity, {customer_equity}, is the conservative figure", "arpu and churn_rate are of the same period"],
      useWhen: "a bank is valued by its customers, as some analysts do, with a multiple on top",
      notWhen: "for the worth of one customer take ltv, from a loan book lending",
      keywords: "digital bank challenger bank customer equity lifetime value",
      source: "Gupta and Lehmann, Customers as Assets, Journal of Interactive Marketing 17 (2003), for customer equity; the multiple on it has no standard",
      example: { given: { customers: 1000000, arpu: 100, gross_margin: 0.5, churn_rate: 0.1, pe_multiple: 2 }, gives: 1000000000, by: "1000000 * 500 * 2 by hand" },
      tools: { valuation_fintech: {} },
    }),
  },
};
