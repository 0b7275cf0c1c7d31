/** Chapter 9: hardware and deep tech. */
import { formula, type Chapter } from "../core/formula";
import { fraction, money, multiple, number, rate } from "../core/parameters";

const unitPrice = money("Average selling price of one unit", { above: 0 });
const unitCost = money("Cost that each further unit brings, as a positive amount", { min: 0 });

const HORNGREN = "Horngren, Datar and Rajan, Cost Accounting: A Managerial Emphasis (cost-volume-profit analysis)";
const BY_HAND = "by hand";

export const hardware: Chapter = {
  chapter: 9,
  family: "hardware",
  title: "Hardware and deep tech",
  formulas: {
    trl: formula({
      title: "Value discounted for technology readiness",
      summary: "The value of a hardware company at its target market share, discounted for how far its technology is from ready.",
      inputs: {
        market_size: money("Yearly sales of the whole market", { min: 0 }),
        market_share: fraction("Share of that market the company is to reach, 0.05 = 5 %"),
        margin: rate("Profit per unit of sales as a decimal, 0.2 = 20 %; the profit that the multiple is paid on"),
        multiple: multiple("Value as a multiple of that profit, such as 10", { min: 0 }),
        trl_discount: fraction("Discount for technology risk, 0.6 = 60 %; 0 where the technology is proven"),
      },
      returns: money("Value after the discount"),
      equation: "market_size * market_share * margin * multiple * (1 - trl_discount)",
      assumptions: ["the discount of {trl_discount} is a judgement: no standard gives one for each technology readiness level", "the market share is taken as reached today, without discounting for the years until then"],
      useWhen: "a deep-tech company is valued on its target market while its technology is still unproven",
      notWhen: "for stages with a probability each take decision_tree, for projected cash flows dcf",
      keywords: "TRL technology readiness level deep tech NASA",
      source: "Mankins, Technology Readiness Levels: A White Paper, NASA (1995), for the levels; the discount itself is a rule of thumb",
      example: { given: { market_size: 1000000000, market_share: 0.05, margin: 0.2, multiple: 10, trl_discount: 0.6 }, gives: 40000000, by: BY_HAND },
      tools: { valuation_hardware: {} },
    }),

    gross_margin: formula({
      title: "Gross margin per unit",
      summary: "The share of a unit's price that is left after its variable cost.",
      inputs: { asp: unitPrice, variable_cost: unitCost },
      returns: rate("Margin as a share of the price, 0.4 = 40 %; negative where a unit costs more than it brings"),
      equation: "(asp - variable_cost) / asp",
      assumptions: ["variable_cost is the whole cost of a unit sold; with fixed production costs on top the gross margin is lower, and this is the contribution margin"],
      useWhen: "the profitability of one unit is asked for",
      notWhen: "for the number of units that covers the fixed costs take break_even_volume",
      keywords: "contribution margin COGS unit economics ASP",
      source: HORNGREN,
      example: { given: { asp: 500, variable_cost: 300 }, gives: 0.4, by: BY_HAND },
      tools: { valuation_hardware: {} },
    }),

    break_even_volume: formula({
      title: "Break-even volume",
      summary: "How many units must be sold until their margins cover the fixed costs.",
      inputs: {
        fixed_costs: money("Costs that do not depend on the number of units, in the period of the sales", { min: 0 }),
        asp: unitPrice,
        variable_cost: unitCost,
      },
      returns: number("Units to sell in that period; round up to whole units"),
      equation: "fixed_costs / (asp - variable_cost)",
      requires: [["asp > variable_cost", "asp must be above variable_cost: a unit that sells for {asp} and costs {variable_cost} earns nothing, so no volume breaks even"]],
      useWhen: "the sales volume at which profit begins is asked for",
      notWhen: "for the margin of a single unit take gross_margin, for the time until money spent has come back payback_period",
      keywords: "breakeven units fixed costs contribution",
      source: HORNGREN,
      example: { given: { fixed_costs: 1000000, asp: 500, variable_cost: 300 }, gives: 5000, by: BY_HAND },
      tools: { valuation_hardware: {} },
    }),
  },
};
