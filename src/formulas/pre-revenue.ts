/** Chapter 4: methods for companies before revenue. */
import { formula, type Chapter, type Condition } from "../core/formula";
import { fraction, list, money, multiple, number, optional, rate, rows, years } from "../core/parameters";

const averageValuation = money("Average pre-money value of similar companies in the region", { above: 0 });
const scores = list("Score of each factor against the average company: 1 is average, 1.25 is 25 % better", number("a score, 1 for average", { min: 0 }));
/** Payne's: team, opportunity, product, competition, marketing and sales, need for more money, other. */
const weights = optional(list("Weight of each factor as a decimal, in the order of scores; they sum to 1", fraction("a weight, 0.3 for 30 %")), [0.3, 0.25, 0.15, 0.1, 0.1, 0.05, 0.05]);
const exitValue = money("Value of the company at the exit", { above: 0 });
const targetReturn = multiple("Multiple of the money invested that the investor wants back: 10 for ten times, not a yearly rate", { above: 0 });
const investment = money("Money that the investor puts in now", { min: 0 });
const award = (element: string) => optional(money(`Value awarded for ${element}, from 0 to max_per_factor`), 0);

const AWARDS = ["sound_idea", "prototype", "quality_team", "strategic_relationships", "product_rollout"];
const awardWithin = (name: string): Condition => [`${name} >= 0 and ${name} <= max_per_factor`, `${name} must be from 0 to max_per_factor, {max_per_factor}, not {${name}}`];
const WEIGHED: readonly Condition[] = [
  [
    "count(scores) = count(weights)",
    "scores has {count(scores)} items and weights {count(weights)}: each factor needs both; the seven usual ones are team, opportunity, product, competition, marketing and sales, need for more money, other",
  ],
  ["abs(sum(weights) - 1) <= 0.000001", "weights must sum to 1, not {sum(weights)}"],
];
const UNUSUAL_SCORE = ["min(scores) < 0.5 or max(scores) > 1.5", "scores from 0.5 to 1.5 are usual, and 1 is average: these go from {min(scores)} to {max(scores)}"] as const;
const A_MULTIPLE = ["target_return < 1", "a target return is a multiple such as 10, not a rate"] as const;
const PRE_MONEY = "the answer is pre-money: before the new money comes in";

const PAYNE = "Payne, Scorecard Valuation Methodology (2011)";
const SAHLMAN = "Sahlman and Scherlis, A Method for Valuing High-Risk, Long-Term Investments: The Venture Capital Method, Harvard Business School 288-006 (1987)";
const BY_HAND = "by hand";

export const preRevenue: Chapter = {
  chapter: 4,
  family: "pre_revenue",
  title: "Pre-revenue methods",
  formulas: {
    scorecard: formula({
      title: "Scorecard method",
      summary: "A startup's value from the average in its region, raised or lowered by how it scores on weighted factors.",
      inputs: { average_valuation: averageValuation, scores, weights },
      returns: money("Pre-money value"),
      equation: "average_valuation * sum(weights * scores)",
      requires: WEIGHED,
      warns: [UNUSUAL_SCORE],
      assumptions: [PRE_MONEY, "without weights of your own the factors are team 0.3, opportunity 0.25, product 0.15, competition 0.1, marketing and sales 0.1, need for more money 0.05, other 0.05"],
      useWhen: "similar startups have known values and this one is compared with them factor by factor",
      notWhen: "without comparable values take berkus, for twelve risks in steps risk_factor, from an expected exit vc_post_money",
      keywords: "Bill Payne angel comparison factor pre-money startup seed",
      source: PAYNE,
      example: { given: { average_valuation: 1500000, scores: [1.25, 1.5, 1.2, 0.75, 1, 0.9, 1] }, gives: 1800000, by: "1500000 * (0.375 + 0.375 + 0.18 + 0.075 + 0.1 + 0.045 + 0.05) by hand" },
      tools: { valuation_core: {} },
    }),

    berkus: formula({
      title: "Berkus method",
      summary: "A startup's value as the sum of what five achievements are worth, each up to a maximum.",
      inputs: {
        sound_idea: award("a sound idea, its basic value"),
        prototype: award("a prototype, which lowers the risk of the technology"),
        quality_team: award("a good management team, which lowers the risk of execution"),
        strategic_relationships: award("strategic relationships, which lower the risk of the market"),
        product_rollout: award("a product on the market or first sales"),
        max_per_factor: optional(money("The most that one of the five can be worth", { above: 0 }), 500000),
      },
      returns: money("Pre-money value"),
      equation: "sound_idea + prototype + quality_team + strategic_relationships + product_rollout",
      requires: [...AWARDS.map(awardWithin), [`max(${AWARDS.join(", ")}) > 0`, `no award is above 0: give at least one of ${AWARDS.join(", ")}`]],
      assumptions: [PRE_MONEY, "each of the five is worth at most {max_per_factor}"],
      useWhen: "a startup without revenue, and without comparable values, is valued by what it has achieved",
      notWhen: "with comparable values take scorecard or risk_factor, from an expected exit vc_post_money",
      keywords: "Dave Berkus angel pre-money milestones startup seed",
      source: "Berkus, The Berkus Method: Valuing an Early Stage Investment",
      example: { given: { sound_idea: 500000, prototype: 300000, quality_team: 400000, strategic_relationships: 250000, product_rollout: 200000 }, gives: 1650000, by: BY_HAND },
      tools: { valuation_core: {} },
    }),

    risk_factor: formula({
      title: "Risk factor summation",
      summary: "A startup's value from the average in its region, moved by a fixed amount for each step of twelve ratings.",
      inputs: {
        base_valuation: money("Average pre-money value of similar companies in the region", { above: 0 }),
        risk_ratings: list("Twelve ratings from -2, very negative, to 2, very positive: higher is better, 0 neutral", number("a rating from -2 to 2", { min: -2, max: 2 })),
        adjustment_per_unit: optional(money("Value of one step of one rating", { min: 0 }), 250000),
      },
      returns: money("Pre-money value"),
      equation: "base_valuation + adjustment_per_unit * sum(risk_ratings)",
      requires: [
        [
          "count(risk_ratings) = 12",
          "risk_ratings must have 12 items, not {count(risk_ratings)}: management, stage, politics, manufacturing, sales and marketing, funding, competition, technology, litigation, international, reputation, exit; 0 where neutral",
        ],
      ],
      warns: [["result <= 0", "the deductions are larger than base_valuation"]],
      assumptions: [PRE_MONEY, "a higher rating is better: 2 is very positive for the company, -2 very negative"],
      useWhen: "many kinds of risk are weighed against those of comparable startups",
      notWhen: "for few weighted factors take scorecard, without comparable values berkus",
      keywords: "RFS risk factor summation Ohio TechAngels angel pre-money startup",
      source: "Payne, Valuations 101: The Risk Factor Summation Method (2011), after the Ohio TechAngels",
      example: { given: { base_valuation: 2000000, risk_ratings: [1, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0] }, gives: 2750000, by: BY_HAND },
      tools: { valuation_core: {} },
    }),

    vc_post_money: formula({
      title: "Venture capital method, post-money value",
      summary: "What a startup may be worth right after the investment, so that its exit returns the multiple the investor wants.",
      inputs: {
        terminal_value: exitValue,
        target_return: targetReturn,
        retention: optional(fraction("Share of the investor's stake left after later rounds as a decimal, 0.7 = 70 %", { above: 0 }), 1),
      },
      returns: money("Post-money value"),
      equation: "terminal_value * retention / target_return",
      warns: [A_MULTIPLE],
      assumptions: ["the answer is post-money: with the new money in", "later rounds leave the investor {retention} of the stake at the exit; 1 is no dilution"],
      useWhen: "an exit value and the multiple wanted by the investor are known",
      notWhen: "for the value before the money take vc_pre_money, for several exits with probabilities first_chicago, for the exit value terminal_value",
      keywords: "VC method venture capital required multiple ROI exit",
      source: SAHLMAN,
      example: { given: { terminal_value: 500000000, target_return: 10 }, gives: 50000000, by: BY_HAND },
      tools: { valuation_core: {} },
    }),

    vc_pre_money: formula({
      title: "Venture capital method, pre-money value",
      summary: "What a startup is worth before the investment: the post-money value less the money put in.",
      inputs: {
        post_money: money("Value with the new money in, as vc_post_money gives it", { above: 0 }),
        investment,
      },
      returns: money("Pre-money value"),
      equation: "post_money - investment",
      requires: [["investment < post_money", "investment, {investment}, must be below post_money, {post_money}: nothing would be left for the founders"]],
      useWhen: "the post-money value and the investment are known",
      notWhen: "for the value with the money in take vc_post_money, for what the round leaves to an owner dilution",
      keywords: "pre-money valuation VC method term sheet",
      source: SAHLMAN,
      example: { given: { post_money: 8000000, investment: 1500000 }, gives: 6500000, by: BY_HAND },
      tools: { valuation_core: {} },
    }),

    terminal_value: formula({
      title: "Terminal value by a multiple",
      summary: "What a company will be worth at the exit: its revenue of that year times a multiple.",
      inputs: {
        projected_revenue: money("Revenue of the year of the exit; profit where the multiple is one of profit", { min: 0 }),
        multiple: multiple("Value of comparable companies divided by the same metric, 8 for eight times", { min: 0 }),
      },
      returns: money("Value at the exit, not discounted"),
      equation: "projected_revenue * multiple",
      assumptions: ["the value is at the exit: it is not discounted to today"],
      useWhen: "the value at the exit comes from a multiple",
      notWhen: "from cash flows that go on for ever take perpetuity_value, for today's value vc_post_money or present_value, on today's recurring revenue revenue_multiple",
      keywords: "exit value exit multiple TV revenue multiple",
      source: "Damodaran, Investment Valuation, 3rd ed., ch. 12 (terminal value)",
      example: { given: { projected_revenue: 20000000, multiple: 8 }, gives: 160000000, by: BY_HAND },
      tools: { valuation_core: {} },
    }),

    triangulated: formula({
      title: "Average of scorecard and venture capital method",
      summary: "A startup's pre-money value as the mean of the scorecard method and the venture capital method.",
      inputs: { average_valuation: averageValuation, scores, terminal_value: exitValue, target_return: targetReturn, investment, weights },
      returns: money("Pre-money value"),
      equation: `
        scorecard_value = average_valuation * sum(weights * scores)
        vc_value = terminal_value / target_return - investment
        (scorecard_value + vc_value) / 2`,
      requires: WEIGHED,
      warns: [
        ["vc_value <= 0", "the VC method leg is not positive: {vc_value}"],
        ["vc_value > 0 and max(scorecard_value, vc_value) > 3 * min(scorecard_value, vc_value)", "the two methods differ by more than three times, {scorecard_value} and {vc_value}: their mean hides the doubt"],
        A_MULTIPLE,
        UNUSUAL_SCORE,
      ],
      assumptions: [PRE_MONEY, "both methods count equally; the venture capital method is taken without dilution by later rounds"],
      useWhen: "comparable values and an expected exit are both known and one figure is asked for",
      notWhen: "for one of the two alone take scorecard, or vc_post_money and vc_pre_money; for exits with probabilities first_chicago",
      keywords: "blended valuation average of methods football field pre-money",
      source: `Equal weight of ${PAYNE} and ${SAHLMAN}`,
      example: {
        given: { average_valuation: 1500000, scores: [1.25, 1.5, 1.2, 0.75, 1, 0.9, 1], terminal_value: 30000000, target_return: 10, investment: 1000000 },
        gives: 1900000,
        by: "(1800000 + 2000000) / 2 by hand",
      },
      tools: { valuation_core: {} },
    }),

    first_chicago: formula({
      title: "First Chicago method",
      summary: "A startup's value today from several possible exits, each with its probability, value and time.",
      inputs: {
        scenarios: rows("One row for each possible exit: probability, exit_value, years. The probabilities sum to 1", {
          probability: fraction("Probability of this exit as a decimal, 0.3 = 30 %"),
          exit_value: money("Value at this exit; 0 where all is lost"),
          years: years("Years from today to this exit; fractions allowed", { min: 0 }),
        }),
        rate: rate("Discount rate per year as a decimal, 0.3 = 30 %; above -1", { above: -1 }),
      },
      returns: money("Value today"),
      equation: "sum(scenarios.probability * scenarios.exit_value / (1 + rate) ^ scenarios.years)",
      requires: [["abs(sum(scenarios.probability) - 1) <= 0.000001", "the probabilities of scenarios must sum to 1, not {sum(scenarios.probability)}"]],
      assumptions: ["no money flows between today and the exit"],
      useWhen: "a success, a middling case and a failure can be told apart, each with a value and a time",
      notWhen: "for one exit take vc_post_money, for values that need no discounting scenario_analysis, for a class of shares pwerm",
      keywords: "scenarios best base worst case probability weighted exit venture",
      source: SAHLMAN,
      example: {
        given: {
          scenarios: [
            { probability: 0.3, exit_value: 100000000, years: 5 },
            { probability: 0.5, exit_value: 30000000, years: 4 },
            { probability: 0.2, exit_value: 0, years: 2 },
          ],
          rate: 0.4,
        },
        gives: 9482656.036175404,
        by: "Python's decimal module at 60 digits: test/oracle/pre-revenue.py",
      },
    }),
  },
};
