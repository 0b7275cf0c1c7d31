/** Chapter 12: options and scenarios. */
import { formula, type Chapter, type Computed } from "../core/formula";
import { choice, count, fraction, money, optional, rate, rows, text, years } from "../core/parameters";
import { treeStep, treeValue, type Option } from "../numerics/option-trees";

const underlying = money("Value today of what the option is on, such as a share or a project", { min: 0 });
const strike = money("Price at which the option may be exercised", { above: 0 });
const riskFreeRate = rate("Risk-free rate per year, continuously compounded, as a decimal, 0.05 = 5 %");
const dividendYield = optional(rate("Dividend yield per year, continuously compounded, as a decimal"), 0);
const optionType = optional(choice("Whether the option is one to buy or to sell", ["call", "put"]), "call");

const HIGH_VOLATILITY = ["volatility > 3", "a volatility of {volatility} is {100 * volatility} % a year: write 0.4 for 40 %"] as const;
/** The steps that bring the probability of a rise into 0 to 1: |r - q| sqrt(T / steps) may not exceed the volatility. */
const STEPS_NEEDED = "-floor(-((risk_free_rate - dividend_yield) ^ 2 * time_to_maturity / volatility ^ 2))";

const REFERENCE = "Python's decimal module at 60 digits: test/oracle/options.py";

export const options: Chapter = {
  chapter: 12,
  family: "advanced",
  title: "Options and scenarios",
  formulas: {
    black_scholes: formula({
      title: "Black-Scholes option value",
      summary: "The value of a European call or put on an asset whose price moves continuously with a known volatility.",
      inputs: {
        underlying,
        strike,
        risk_free_rate: riskFreeRate,
        volatility: rate("Standard deviation of the yearly return as a decimal, 0.4 = 40 %", { min: 0 }),
        time_to_maturity: years("Years until the option ends; 0 gives what exercise pays now", { min: 0 }),
        option_type: optionType,
        dividend_yield: dividendYield,
      },
      returns: money("Value of the option today"),
      equation: `
        asset = underlying * exp(-dividend_yield * time_to_maturity)
        price = strike * exp(-risk_free_rate * time_to_maturity)
        sign = if(option_type = "call", 1, -1)
        certain = underlying = 0 or volatility = 0 or time_to_maturity = 0
        d1 = if(certain, "not needed", (ln(underlying / strike) + (risk_free_rate - dividend_yield + volatility ^ 2 / 2) * time_to_maturity) / (volatility * sqrt(time_to_maturity)))
        d2 = if(certain, "not needed", d1 - volatility * sqrt(time_to_maturity))
        if(certain, max(0, sign * (asset - price)), sign * (asset * normal_cdf(sign * d1) - price * normal_cdf(sign * d2)))`,
      warns: [HIGH_VOLATILITY],
      assumptions: ["the option is exercised at its end only; rate, yield and volatility stay as they are, and prices are lognormal"],
      useWhen: "a European option on a traded or comparable asset is valued",
      notWhen: "where exercise before the end may pay take binomial, for common stock behind a liquidation preference opm",
      keywords: "BSM Black Scholes Merton call put option pricing real option warrant",
      source: "Black and Scholes, The Pricing of Options and Corporate Liabilities, Journal of Political Economy 81 (1973); Merton, Theory of Rational Option Pricing (1973) for the yield",
      example: { given: { underlying: 100, strike: 100, risk_free_rate: 0.05, volatility: 0.2, time_to_maturity: 1 }, gives: 10.450583572185566, by: REFERENCE },
      tools: { valuation_advanced: {} },
    }),

    binomial: formula({
      title: "Binomial tree option value",
      summary: "The value of a European or American option on a tree of prices that move up or down in equal steps.",
      inputs: {
        underlying,
        strike,
        risk_free_rate: riskFreeRate,
        volatility: rate("Standard deviation of the yearly return as a decimal, 0.4 = 40 %", { above: 0 }),
        time_to_maturity: years("Years until the option ends", { above: 0 }),
        steps: optional(count("Number of steps of the tree", { min: 1, max: 10_000 }), 50),
        style: optional(choice("Whether the option may be exercised at its end only or at any step", ["european", "american"]), "european"),
        option_type: optionType,
        dividend_yield: dividendYield,
      },
      returns: money("Value of the option today"),
      compute: ({ underlying: price, strike: exercise, risk_free_rate, volatility, time_to_maturity, steps, style, option_type, dividend_yield }): Computed => {
        const option: Option = { underlying: price, strike: exercise, rate: risk_free_rate, dividendYield: dividend_yield, volatility, years: time_to_maturity, steps };
        const value = treeValue(option, style, option_type);
        return {
          value,
          // A cell does not ask for the working, and then it is not computed.
          get steps() {
            const { up, down, rise, discount } = treeStep(option);
            return [
              { name: "up", expression: "exp(volatility * sqrt(time_to_maturity / steps))", value: up },
              { name: "down", expression: "1 / up", value: down },
              { name: "probability_up", expression: "(exp((risk_free_rate - dividend_yield) * time_to_maturity / steps) - down) / (up - down)", value: rise },
              { name: "discount", expression: "exp(-risk_free_rate * time_to_maturity / steps)", value: discount },
              { name: "result", expression: `the payoffs at the end, rolled back to today: discount * (probability_up * value above + (1 - probability_up) * value below)${style === "american" ? ", or what exercise pays where that is more" : ""}`, value },
            ];
          },
        };
      },
      requires: [[
        "(risk_free_rate - dividend_yield) ^ 2 * time_to_maturity <= volatility ^ 2 * steps",
        `with {steps} steps at a volatility of {volatility} the tree's probability of a rise lies outside 0 to 1: raise steps, {${STEPS_NEEDED}} or more are needed{if(${STEPS_NEEDED} > 10000, ", which is over the 10000 taken here; take black_scholes", "")}`,
      ]],
      warns: [HIGH_VOLATILITY],
      assumptions: ["the tree has {steps} steps; with more of them its value comes closer to that of continuous prices"],
      useWhen: "an option may be exercised before its end, or the steps of its valuation are to be seen",
      notWhen: "for a European option with continuous prices take black_scholes",
      keywords: "CRR Cox Ross Rubinstein lattice American option tree early exercise",
      source: "Cox, Ross and Rubinstein, Option Pricing: A Simplified Approach, Journal of Financial Economics 7 (1979)",
      example: {
        given: { underlying: 100, strike: 100, risk_free_rate: 0.05, volatility: 0.2, time_to_maturity: 1, steps: 50, style: "american", option_type: "put" },
        gives: 6.073727985724953,
        by: "the whole tree, node by node, with Python's decimal module at 60 digits: test/oracle/options.py",
      },
      tools: { valuation_advanced: {} },
    }),

    scenario_analysis: formula({
      title: "Scenario analysis",
      summary: "The value of a company over several scenarios, each weighted by its probability.",
      inputs: {
        scenarios: rows("One row for each scenario; the probabilities together make 1", {
          name: optional(text("Name of the scenario, such as base case"), ""),
          probability: fraction("Probability of the scenario, 0.25 = 25 %"),
          value: money("Value of the company in the scenario"),
        }),
      },
      returns: money("Probability-weighted value"),
      equation: "sum(scenarios.probability * scenarios.value)",
      requires: [["abs(sum(scenarios.probability) - 1) <= 0.000001", "the probabilities of the scenarios must sum to 1, not {sum(scenarios.probability)}"]],
      assumptions: ["the values are of the same date: none is discounted here"],
      useWhen: "a valuation is made for a base case, a good and a bad one",
      notWhen: "for exits in different years take pwerm or first_chicago, for plain lists expected_value_discrete",
      keywords: "bull base bear case weighting scenarios",
      source: "Damodaran, Investment Valuation, 3rd ed. (probabilistic approaches: scenario analysis)",
      example: {
        given: { scenarios: [{ name: "bull", probability: 0.25, value: 20000000 }, { name: "base", probability: 0.5, value: 10000000 }, { name: "bear", probability: 0.25, value: 2000000 }] },
        gives: 10500000,
        by: "5000000 + 5000000 + 500000 by hand",
      },
      tools: { valuation_advanced: {} },
    }),
  },
};
