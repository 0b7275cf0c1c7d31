/** Chapter 14: stakeholders. */
import { formula, type Chapter, type Condition } from "../core/formula";
import { fraction, list, money, optional, rate, rows, shares, text, years } from "../core/parameters";

const together = (one: string, other: string, words: string): Condition => [`count(${one}) = count(${other})`, `${one} has {count(${one})} items and ${other} has {count(${other})}: ${words}`];
const PROBABILITIES: Condition = ["abs(sum(scenarios.probability) - 1) <= 0.000001", "the probabilities of the scenarios must sum to 1, not {sum(scenarios.probability)}"];
const scenarioName = optional(text("Name of the scenario, such as IPO"), "");
const scenarioProbability = fraction("Probability of the scenario, 0.25 = 25 %");
const asset = (what: string) => optional(money(what, { min: 0 }), 0);

const AICPA = "AICPA, Valuation of Privately-Held-Company Equity Securities Issued as Compensation (2013)";
const METRICK = "Metrick and Yasuda, Venture Capital and the Finance of Innovation";
const HULL = "Hull, Options, Futures, and Other Derivatives (employee stock options)";
const BY_HAND = "by hand";

export const stakeholder: Chapter = {
  chapter: 14,
  family: "stakeholder",
  title: "Stakeholders",
  formulas: {
    dilution: formula({
      title: "Ownership after a round",
      summary: "The share of a company that a holder keeps when new investors buy in and the holder does not.",
      inputs: {
        ownership_before: fraction("Share of the company before the round, 0.6 = 60 %"),
        investment: money("Amount that all new investors pay in", { min: 0 }),
        post_money: money("Value of the company after the round, the new money included", { above: 0 }),
      },
      returns: fraction("Share of the company after the round"),
      equation: "ownership_before * (1 - investment / post_money)",
      requires: [["investment <= post_money", "investment must not be above post_money, which includes it: {investment} is more than {post_money}"]],
      assumptions: ["the holder does not invest in the round, and the option pool is not increased"],
      useWhen: "the effect of one round on a holder is asked for",
      notWhen: "for several rounds take multi_round_dilution",
      keywords: "dilution founder ownership stake percent round",
      source: METRICK,
      example: { given: { ownership_before: 0.6, investment: 2000000, post_money: 10000000 }, gives: 0.48, by: BY_HAND },
      tools: { valuation_stakeholder: {} },
    }),

    opm: formula({
      title: "Common stock by the option pricing method",
      summary: "The value of common stock as a call option on the company, struck at the liquidation preference.",
      inputs: {
        enterprise_value: money("Value of all equity of the company today", { min: 0 }),
        liquidation_pref: money("Total liquidation preference that is paid before common stock", { min: 0 }),
        time_to_exit: years("Years until the exit; 0 gives what an exit now would leave", { min: 0 }),
        volatility: rate("Standard deviation of the yearly return of the equity as a decimal, 0.6 = 60 %", { min: 0 }),
        risk_free_rate: optional(rate("Risk-free rate per year, continuously compounded, as a decimal"), 0.04),
      },
      returns: money("Value of the common stock today"),
      equation: `
        preference = liquidation_pref * exp(-risk_free_rate * time_to_exit)
        certain = enterprise_value = 0 or liquidation_pref = 0 or volatility = 0 or time_to_exit = 0
        d1 = if(certain, "not needed", (ln(enterprise_value / liquidation_pref) + (risk_free_rate + volatility ^ 2 / 2) * time_to_exit) / (volatility * sqrt(time_to_exit)))
        d2 = if(certain, "not needed", d1 - volatility * sqrt(time_to_exit))
        if(certain, max(0, enterprise_value - preference), enterprise_value * normal_cdf(d1) - preference * normal_cdf(d2))`,
      warns: [["volatility > 3", "a volatility of {volatility} is {100 * volatility} % a year: write 0.6 for 60 %"]],
      assumptions: ["there are two classes, and the preferred never converts: all value above the preference goes to common stock", "the risk-free rate is {risk_free_rate}"],
      useWhen: "common stock behind one liquidation preference is valued, as for a 409A estimate",
      notWhen: "for exits with probabilities take pwerm, for any other option black_scholes",
      keywords: "OPM option pricing method 409A common stock preferred breakpoint",
      source: AICPA,
      example: { given: { enterprise_value: 100000000, liquidation_pref: 30000000, time_to_exit: 3, volatility: 0.6 }, gives: 75743594.44445828, by: "Python's decimal module at 60 digits: test/oracle/stakeholder.py" },
      tools: { valuation_stakeholder: {} },
    }),

    pwerm: formula({
      title: "Probability-weighted expected return method",
      summary: "The value today of a class of shares over several exits, each with its probability and its year.",
      inputs: {
        scenarios: rows("One row for each exit; the probabilities together make 1", {
          name: scenarioName,
          probability: scenarioProbability,
          value: money("What the class of shares receives in that exit"),
          years: optional(years("Years until that exit", { min: 0 }), 0),
        }),
        discount_rate: optional(rate("Discount rate per year as a decimal, 0.25 = 25 %; above -1", { above: -1 }), 0),
      },
      returns: money("Value today"),
      equation: "sum(scenarios.probability * scenarios.value / (1 + discount_rate) ^ scenarios.years)",
      requires: [PROBABILITIES],
      warns: [["discount_rate = 0 and max(scenarios.years) > 0", "the exits lie up to {max(scenarios.years)} years ahead and are not discounted: discount_rate is 0"]],
      useWhen: "the possible exits are few and their values, chances and years can be named",
      notWhen: "where exits cannot be named take opm, for values of one date scenario_analysis",
      keywords: "PWERM exit scenarios IPO acquisition 409A",
      source: AICPA,
      example: {
        given: { scenarios: [{ name: "acquisition", probability: 0.5, value: 100000000, years: 1 }, { name: "IPO", probability: 0.5, value: 50000000, years: 2 }], discount_rate: 0.25 },
        gives: 56000000,
        by: "0.5 * 100000000 * 0.8 + 0.5 * 50000000 * 0.64 by hand",
      },
      tools: { valuation_stakeholder: {} },
    }),

    liquidation: formula({
      title: "Liquidation value",
      summary: "What a company's assets bring when each is sold at its own recovery rate.",
      inputs: {
        assets: list("Value of each asset in the books", money("the value of an asset", { min: 0 })),
        recovery_rates: list("Share of each asset's value that its sale brings, in the order of assets", fraction("a recovery rate, 0.8 = 80 %")),
      },
      returns: money("Proceeds of all sales"),
      equation: "sum(assets * recovery_rates)",
      requires: [together("assets", "recovery_rates", "each asset needs its rate")],
      assumptions: ["the proceeds are before the costs of liquidation and before debts and other claims"],
      useWhen: "the floor of a company's value in a wind-down is asked for",
      notWhen: "for a loan that the assets would secure take max_asset_loan",
      keywords: "wind-down salvage distress asset sale recovery",
      source: "Damodaran, Investment Valuation, 3rd ed. (liquidation value)",
      example: { given: { assets: [1000000, 500000, 2000000], recovery_rates: [1, 0.8, 0.4] }, gives: 2200000, by: BY_HAND },
      tools: { valuation_stakeholder: { maps: ["assets", "recovery_rates"] } },
    }),

    risk_adjusted_synergy: formula({
      title: "Risk-adjusted synergies",
      summary: "What the yearly synergies of a merger are worth today, each weighted by the chance that it comes.",
      inputs: {
        revenue_synergies: money("Profit a year from additional revenue"),
        cost_synergies: money("Costs saved a year, as a positive amount"),
        prob_revenue: optional(fraction("Probability that the revenue synergies come"), 0.4),
        prob_cost: optional(fraction("Probability that the cost synergies come"), 0.8),
        discount_rate: optional(rate("Discount rate per year as a decimal, 0.1 = 10 %; above -1", { above: -1 }), 0.1),
        years: optional(years("Number of years that the synergies last, whole", { min: 1, max: 100, whole: true }), 3),
      },
      returns: money("Value today"),
      equation: `
        annual = revenue_synergies * prob_revenue + cost_synergies * prob_cost
        annual * sum((1 + discount_rate) ^ -sequence(years))`,
      assumptions: ["both amounts are per year, at the end of each year, level for {years} years", "revenue synergies are profit, not sales; the cost of integration is not taken off"],
      useWhen: "an acquirer asks what synergies may add to a price",
      notWhen: "for synergies that differ from year to year take npv, for level amounts without risk annuity",
      keywords: "merger acquisition M&A synergy value",
      source: "Damodaran, The Value of Synergy (2005)",
      example: { given: { revenue_synergies: 10000000, cost_synergies: 5000000, prob_revenue: 0.4, prob_cost: 0.8, discount_rate: 0.25, years: 2 }, gives: 11520000, by: "8000000 * (0.8 + 0.64) by hand" },
      tools: { valuation_stakeholder: {} },
    }),

    intrinsic_option: formula({
      title: "Intrinsic value of options",
      summary: "What stock options would pay if they were exercised now.",
      inputs: {
        fair_market_value: money("Value of one share today", { min: 0 }),
        strike_price: money("Price at which one share may be bought", { min: 0 }),
        shares: shares("Number of options", { min: 0 }),
      },
      returns: money("Value if exercised now; 0 where the strike is not below the value"),
      equation: "max(0, fair_market_value - strike_price) * shares",
      assumptions: ["all options are vested; tax and the chance of a higher price later are not counted"],
      useWhen: "an employee asks what vested options are worth today",
      notWhen: "for possible future prices take employee_option, for the value of the time left black_scholes",
      keywords: "in the money spread stock options exercise",
      source: HULL,
      example: { given: { fair_market_value: 10, strike_price: 4, shares: 10000 }, gives: 60000, by: BY_HAND },
      tools: { valuation_stakeholder: {} },
    }),

    employee_option: formula({
      title: "Expected value of employee options",
      summary: "What employee options are expected to pay over several scenarios of the share price.",
      inputs: {
        scenarios: rows("One row for each scenario; the probabilities together make 1", {
          name: scenarioName,
          probability: scenarioProbability,
          value: money("Price of one share in the scenario, or what all options pay there where strike_price and shares are left out", { min: 0 }),
        }),
        strike_price: optional(money("Price at which one share may be bought", { min: 0 }), 0),
        shares: optional(shares("Number of options", { min: 0 }), 1),
      },
      returns: money("Expected value of the options"),
      equation: "sum(scenarios.probability * max(scenarios.value - strike_price, 0)) * shares",
      requires: [PROBABILITIES],
      assumptions: ["with strike_price and shares a scenario's value is the share price; without them it is what the options are worth", "nothing is discounted, taxed or lost by leaving"],
      useWhen: "an employee weighs a grant by what the shares may become",
      notWhen: "for what options pay now take intrinsic_option, for vesting vesting_adjusted",
      keywords: "ESOP stock options grant expected payoff",
      source: HULL,
      example: {
        given: { scenarios: [{ name: "exit", probability: 0.5, value: 20 }, { name: "flat", probability: 0.3, value: 8 }, { name: "down", probability: 0.2, value: 2 }], strike_price: 5, shares: 10000 },
        gives: 84000,
        by: "(0.5 * 15 + 0.3 * 3) * 10000 by hand",
      },
      tools: { valuation_stakeholder: {} },
    }),

    vesting_adjusted: formula({
      title: "Equity grant adjusted for vesting",
      summary: "What a grant is expected to be worth to an employee who must stay for the rest of it to vest.",
      inputs: {
        total_value: money("Value of the whole grant", { min: 0 }),
        vested_fraction: fraction("Share of the grant that has vested, 0.25 = 25 %"),
        annual_vest_rate: optional(fraction("Share of the whole grant that vests each year, 0.25 = 25 %"), 0.25),
        retention_prob: optional(fraction("Probability of staying one more year, 0.8 = 80 %"), 0.8),
        years_remaining: optional(years("Years of vesting still to come, whole", { min: 0, max: 50, whole: true }), 3),
      },
      returns: money("Expected value of the grant"),
      equation: `
        t = sequence(years_remaining)
        vests = max(min(annual_vest_rate, 1 - vested_fraction - annual_vest_rate * (t - 1)), 0)
        expected = if(years_remaining = 0, 0, sum(vests * retention_prob ^ t))
        total_value * (vested_fraction + expected)`,
      assumptions: ["each year {annual_vest_rate} of the whole grant vests at its end, until all of it has", "nothing is discounted"],
      useWhen: "unvested equity is weighed in an offer or a retention plan",
      notWhen: "for options whose payoff depends on the share price take employee_option, for pay given up cash_equity_breakeven",
      keywords: "vesting schedule cliff retention RSU grant",
      source: "An expected value over the vesting schedule; no standard sets the retention",
      example: { given: { total_value: 1000000, vested_fraction: 0.25, annual_vest_rate: 0.25, retention_prob: 0.9, years_remaining: 3 }, gives: 859750, by: "0.25 + 0.25 * (0.9 + 0.81 + 0.729) by hand" },
      tools: { valuation_stakeholder: {} },
    }),

    cash_equity_breakeven: formula({
      title: "Cash against equity",
      summary: "Whether equity makes up for the salary given up for it: its value today less the pay lost after tax.",
      inputs: {
        salary_reduction: money("Salary given up a year, before tax", { min: 0 }),
        equity_value: money("Expected value of the equity at the end of the years", { min: 0 }),
        tax_rate: optional(fraction("Tax on salary as a decimal, 0.3 = 30 %"), 0.3),
        discount_rate: optional(rate("Discount rate per year for the equity as a decimal, 0.2 = 20 %; above -1", { above: -1 }), 0.2),
        years: optional(years("Years until the equity can be sold", { above: 0 }), 4),
      },
      returns: money("Net benefit today; positive where the equity is worth more"),
      equation: `
        salary_lost = salary_reduction * (1 - tax_rate) * years
        equity_today = equity_value / (1 + discount_rate) ^ years
        breakeven_equity_value = salary_lost * (1 + discount_rate) ^ years
        equity_today - salary_lost`,
      assumptions: ["the equity must be worth {breakeven_equity_value} at the end to make up for the pay", "the pay is not discounted, and the equity is not taxed"],
      useWhen: "an offer with less salary and more equity is compared with one of full salary",
      notWhen: "for the value of the equity itself take employee_option or vesting_adjusted",
      keywords: "salary cut compensation offer trade-off break-even",
      source: "Brealey, Myers and Allen, Principles of Corporate Finance, ch. 2 (how to calculate present values)",
      example: { given: { salary_reduction: 50000, equity_value: 500000, tax_rate: 0.3, discount_rate: 0.25, years: 2 }, gives: 250000, by: "500000 * 0.64 - 70000 by hand" },
      tools: { valuation_stakeholder: {} },
    }),

    max_asset_loan: formula({
      title: "Borrowing base",
      summary: "The largest loan that a company's assets secure, each at a usual advance rate.",
      inputs: {
        cash: asset("Cash, advanced at 100 %"),
        accounts_receivable: asset("Receivables that a lender accepts, advanced at 85 %"),
        inventory: asset("Inventory that a lender accepts, advanced at 50 %"),
        equipment: asset("Equipment at its appraised value, advanced at 60 %"),
        real_estate: asset("Real estate at its appraised value, advanced at 75 %"),
      },
      returns: money("Largest loan"),
      equation: "cash + 0.85 * accounts_receivable + 0.5 * inventory + 0.6 * equipment + 0.75 * real_estate",
      requires: [["cash + accounts_receivable + inventory + equipment + real_estate > 0", "at least one asset above 0 is needed: cash, accounts_receivable, inventory, equipment or real_estate"]],
      assumptions: ["the advance rates are 100, 85, 50, 60 and 75 % of cash, receivables, inventory, equipment and real estate; lenders set their own", "existing debt and reserves are not taken off"],
      useWhen: "the limit of an asset-based loan is estimated",
      notWhen: "for what the assets bring when sold take liquidation, for the instalments of a loan loan_payment",
      keywords: "asset-based lending ABL advance rate collateral debt capacity",
      source: "Office of the Comptroller of the Currency, Comptroller's Handbook: Asset-Based Lending",
      example: { given: { cash: 1000000, accounts_receivable: 2000000, inventory: 1000000, equipment: 1000000, real_estate: 2000000 }, gives: 5300000, by: BY_HAND },
      tools: { valuation_stakeholder: {} },
    }),

    multi_round_dilution: formula({
      title: "Ownership after several rounds",
      summary: "The share of a company that a holder keeps through several rounds in which the holder does not invest.",
      inputs: {
        ownership: fraction("Share of the company before the first round, 0.6 = 60 %"),
        investments: list("Amount that new investors pay in, round by round", money("the amount of a round", { min: 0 })),
        post_moneys: list("Value of the company after each round, in the order of investments", money("a value after a round", { above: 0 })),
      },
      returns: fraction("Share of the company after the last round"),
      equation: "ownership * product(1 - investments / post_moneys)",
      requires: [
        together("investments", "post_moneys", "each round needs both"),
        ["count(investments) <> count(post_moneys) or min(post_moneys - investments) >= 0", "in every round the investment must not be above the post-money value, which includes it: one exceeds it by {-min(post_moneys - investments)}"],
      ],
      assumptions: ["the holder does not invest in any of the rounds, and option pools are not increased"],
      useWhen: "a founder's stake is followed through planned rounds",
      notWhen: "for a single round take dilution",
      keywords: "cumulative dilution founder stake series A B C",
      source: METRICK,
      example: { given: { ownership: 0.6, investments: [2000000, 5000000], post_moneys: [10000000, 20000000] }, gives: 0.36, by: "0.6 * 0.8 * 0.75 by hand" },
    }),
  },
};
