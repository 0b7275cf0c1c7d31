/** Chapter 16: cap tables, rounds and exits. */
import { formula, type Chapter } from "../core/formula";
import { choice, count, date, fraction, money, optional, rate, shares } from "../core/parameters";

const conversionPrice = money("Price per share at which the preferred converts today", { above: 0 });

const NVCA = "National Venture Capital Association, Model Certificate of Incorporation (conversion price adjustments)";
const BY_HAND = "by hand";

export const capTable: Chapter = {
  chapter: 16,
  family: "cap_table",
  title: "Cap tables, rounds and exits",
  formulas: {
    safe_price: formula({
      title: "SAFE conversion price",
      summary: "The price per share at which a SAFE converts: the lower of its cap price and its discount price.",
      inputs: {
        cap: optional(money("Valuation cap; leave out where there is none", { above: 0 }), undefined),
        discount: optional(fraction("Discount to the price of the round, 0.2 = 20 % off", { below: 1 }), 0),
        // Required in truth: Excel takes no required input after one that may be left out, so a condition asks for it.
        round_price: optional(money("Price per share that new investors pay in the round; always needed", { above: 0 }), undefined),
        capitalization: optional(shares("Shares that the cap is divided by, as the SAFE defines them; needed with a cap", { above: 0 }), undefined),
      },
      returns: money("Conversion price per share"),
      equation: `
        discount_price = round_price * (1 - discount)
        cap_price = if(given(cap), cap / capitalization, round_price)
        min(cap_price, discount_price)`,
      requires: [
        ["given(round_price)", "round_price is missing: the price per share that new investors pay in the round"],
        ["not given(cap) or given(capitalization)", "a cap comes with a capitalization: add the shares that the cap of {cap} is divided by"],
      ],
      warns: [["given(capitalization) and not given(cap)", "capitalization is not used, since there is no cap"]],
      assumptions: ["cap and discount do not add up: the lower price of the two holds, and never one above the price of the round"],
      useWhen: "a SAFE with a cap, a discount or both meets a priced round",
      notWhen: "for the value of the shares that come out take safe_expected, for notes with interest first note_balance",
      keywords: "simple agreement for future equity convertible cap discount post-money conversion",
      source: "Y Combinator, Simple Agreement for Future Equity: the standard documents and their user guide",
      example: { given: { cap: 8000000, discount: 0.2, round_price: 2, capitalization: 10000000 }, gives: 0.8, by: "the lower of 8000000 / 10000000 and 2 * 0.8 by hand" },
    }),

    note_balance: formula({
      title: "Balance of a convertible note",
      summary: "What a convertible note has grown to, its principal with the interest accrued to a date.",
      inputs: {
        principal: money("Amount lent", { min: 0 }),
        rate: rate("Interest per year as a decimal, 0.08 = 8 %", { min: 0 }),
        start_date: date("Date from which interest runs"),
        end_date: date("Date of the balance, such as that of the round; interest stops before it"),
        accrual: optional(choice("Whether interest bears interest", ["simple", "compound"]), "simple"),
        day_count: optional(choice("How days become years", ["actual_365", "actual_360", "30_360"]), "actual_365"),
        compounding_per_year: optional(count("How often a year compound interest is added, such as 1, 4 or 12; without effect on simple interest", { min: 1, max: 365 }), 1),
      },
      returns: money("Principal and accrued interest"),
      equation: `
        days = if(day_count = "30_360", days_30_360(start_date, end_date), end_date - start_date)
        days_per_year = if(day_count = "actual_365", 365, 360)
        whole_periods = if(accrual = "compound", floor(days * compounding_per_year / days_per_year), 0)
        years_left = (days * compounding_per_year - whole_periods * days_per_year) / (days_per_year * compounding_per_year)
        growth = (1 + rate / compounding_per_year) ^ whole_periods * (1 + rate * years_left)
        principal * growth`,
      requires: [["end_date >= start_date", "end_date, {end_date}, must not be before start_date, {start_date}"]],
      assumptions: [
        "interest runs over {days} days of a year of {days_per_year}, the first day counted and the last not",
        "compound interest: whole periods compound, and the rest of the last one bears simple interest",
        "30_360 is the US bond basis: a 31st counts as the 30th, at the end only where the start is a 30th or 31st",
      ],
      useWhen: "a note converts or is repaid and its interest is to be counted",
      notWhen: "for the price at which it converts take safe_price, for a loan repaid in instalments loan_payment, for growth over periods future_value",
      keywords: "convertible note accrued interest day count compounding principal",
      source: "Fabozzi, Bond Markets, Analysis, and Strategies (day count conventions and accrued interest)",
      example: {
        given: { principal: 100000, rate: 0.08, start_date: "2023-01-01", end_date: "2024-05-26", accrual: "compound" },
        gives: 111456,
        by: "511 days are one year and 0.4 of the next: 100000 * 1.08 * 1.032 by hand",
      },
    }),

    weighted_average_price: formula({
      title: "Weighted-average anti-dilution price",
      summary: "The conversion price of preferred stock after a round below it, adjusted by the weighted average.",
      inputs: {
        conversion_price: conversionPrice,
        outstanding_shares: shares("Shares before the round that the charter counts; broad-based: common, preferred as converted and options", { above: 0 }),
        new_money: money("Amount that the new shares are sold for", { min: 0 }),
        new_shares: shares("Number of new shares", { above: 0 }),
      },
      returns: money("Conversion price after the adjustment; unchanged where the new price is no lower"),
      equation: `
        new_price = new_money / new_shares
        if(new_price < conversion_price, conversion_price * (outstanding_shares + new_money / conversion_price) / (outstanding_shares + new_shares), conversion_price)`,
      assumptions: ["outstanding_shares are those that the charter counts: the broader the count, the smaller the adjustment"],
      useWhen: "a round is priced below the conversion price of earlier preferred stock with weighted-average protection",
      notWhen: "with full-ratchet protection take full_ratchet_price",
      keywords: "anti-dilution broad-based narrow-based down round conversion price NVCA",
      source: NVCA,
      example: { given: { conversion_price: 1, outstanding_shares: 8000000, new_money: 1000000, new_shares: 2000000 }, gives: 0.9, by: "(8000000 + 1000000) / (8000000 + 2000000) by hand" },
    }),

    full_ratchet_price: formula({
      title: "Full-ratchet anti-dilution price",
      summary: "The conversion price of preferred stock after a round below it, lowered to the price of the round.",
      inputs: { conversion_price: conversionPrice, new_price: money("Price per share of the new round", { above: 0 }) },
      returns: money("Conversion price after the adjustment; unchanged where the new price is no lower"),
      equation: "min(conversion_price, new_price)",
      useWhen: "a round is priced below the conversion price of earlier preferred stock with full-ratchet protection",
      notWhen: "with weighted-average protection take weighted_average_price",
      keywords: "anti-dilution ratchet down round conversion price",
      source: NVCA,
      example: { given: { conversion_price: 2, new_price: 1.25 }, gives: 1.25, by: BY_HAND },
    }),
  },
};
