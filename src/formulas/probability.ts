/** Chapter 11: probability. */
import { formula, type Chapter, type Condition } from "../core/formula";
import { count, fraction, list, number, optional } from "../core/parameters";

const outcomes = list("Value of each outcome, in the order of probabilities", number("the value of an outcome"));
const probabilities = list("Probability of each outcome, in the order of outcomes; together they make 1", fraction("a probability, 0.25 = 25 %"));

const together = (one: string, other: string, words: string): Condition => [`count(${one}) = count(${other})`, `${one} has {count(${one})} items and ${other} has {count(${other})}: ${words}`];
const sumsToOne = (name: string): Condition => [`abs(sum(${name}) - 1) <= 0.000001`, `${name} must sum to 1, not {sum(${name})}`];
const OUTCOMES: readonly Condition[] = [together("outcomes", "probabilities", "each outcome needs its probability"), sumsToOne("probabilities")];

const ROSS = "Ross, A First Course in Probability";
const BY_HAND = "by hand";
const REFERENCE = "Python's decimal module at 60 digits: test/oracle/probability.py";

export const probability: Chapter = {
  chapter: 11,
  family: "probability",
  title: "Probability",
  formulas: {
    expected_value_discrete: formula({
      title: "Expected value",
      summary: "The mean of several possible outcomes, each weighted by its probability.",
      inputs: { outcomes, probabilities },
      returns: number("Expected value, in the unit of the outcomes"),
      equation: "sum(outcomes * probabilities)",
      requires: OUTCOMES,
      useWhen: "a quantity takes one of several values with known probabilities",
      notWhen: "for values of a company by named scenario take scenario_analysis, for exits in different years pwerm, for a normal distribution expected_value_continuous",
      keywords: "mean expectation weighted average EV",
      source: ROSS,
      example: { given: { outcomes: [1000000, 5000000, 0], probabilities: [0.5, 0.3, 0.2] }, gives: 2000000, by: BY_HAND },
      tools: { valuation_probability: {} },
    }),

    joint_probability: formula({
      title: "Joint probability of independent events",
      summary: "The probability that several independent events all happen.",
      inputs: { probabilities: list("Probability of each event; they need not sum to 1", fraction("a probability, 0.6 = 60 %")) },
      returns: fraction("Probability that all of them happen"),
      equation: "product(probabilities)",
      assumptions: ["the events are independent, or each probability is the one given that those before it have happened"],
      useWhen: "several steps must all succeed",
      notWhen: "for the value behind those steps take decision_tree, for outcomes that exclude each other expected_value_discrete",
      keywords: "independent events product all succeed and",
      source: ROSS,
      example: { given: { probabilities: [0.6, 0.5, 0.9] }, gives: 0.27, by: BY_HAND },
      tools: { valuation_probability: {} },
    }),

    probability_weighted: formula({
      title: "Probability-weighted value",
      summary: "The value of several possible valuations, each weighted by its probability.",
      inputs: { outcomes, probabilities },
      returns: number("Weighted value, in the unit of the outcomes"),
      equation: "sum(outcomes * probabilities)",
      requires: OUTCOMES,
      assumptions: ["the values are of the same date: none is discounted here"],
      useWhen: "several valuations of the same date are weighed against each other",
      notWhen: "for exits in different years take pwerm, for named scenarios scenario_analysis, for values with years and a discount rate first_chicago",
      keywords: "expected valuation weighting scenarios",
      source: ROSS,
      example: { given: { outcomes: [10000000, 4000000, 0], probabilities: [0.2, 0.5, 0.3] }, gives: 4000000, by: BY_HAND },
      tools: { valuation_probability: {} },
    }),

    portfolio_return: formula({
      title: "Portfolio return",
      summary: "The expected return of a portfolio from its weights and the returns of its holdings.",
      inputs: {
        weights: list("Weight of each holding, together 1; short positions are negative", number("a weight, 0.6 = 60 %")),
        returns: list("Return of each holding, in the order of weights, all in one kind: decimals or multiples", number("a return, 0.1 = 10 %")),
      },
      returns: number("Return in the kind of the returns given"),
      equation: "sum(weights * returns)",
      requires: [together("weights", "returns", "each weight needs its return"), sumsToOne("weights")],
      assumptions: ["all returns are of one kind and one period"],
      useWhen: "the returns of holdings are combined by their share of the portfolio",
      notWhen: "for the beta of a portfolio take portfolio_beta, for outcomes with probabilities expected_value_discrete",
      keywords: "weighted return Markowitz expected return",
      source: "Markowitz, Portfolio Selection, Journal of Finance 7 (1952)",
      example: { given: { weights: [0.6, 0.4], returns: [0.1, 0.05] }, gives: 0.08, by: BY_HAND },
      tools: { valuation_probability: {} },
    }),

    poisson: formula({
      title: "Poisson probability",
      summary: "The probability of exactly so many events in a period when the mean number is known.",
      inputs: {
        mean_events: number("Mean number of events in the period", { min: 0 }),
        k: count("Number of events whose probability is asked for", { min: 0 }),
      },
      returns: fraction("Probability of exactly that many events"),
      equation: "exp(-mean_events) * mean_events ^ k / factorial(k)",
      assumptions: ["the events happen independently of each other at a steady rate"],
      useWhen: "rare independent events are counted, such as exits in a portfolio or failures in a year",
      notWhen: "for several given events that must all happen take joint_probability",
      keywords: "Poisson distribution pmf arrivals count rare events",
      source: ROSS,
      example: { given: { mean_events: 2, k: 3 }, gives: 0.18044704431548358, by: REFERENCE },
      tools: { valuation_probability: {} },
    }),

    expected_value_continuous: formula({
      title: "Partial expectation of a normal variable",
      summary: "What the part of a normal distribution between two bounds contributes to its mean.",
      inputs: {
        lower: number("Lower bound"),
        upper: number("Upper bound"),
        mean: optional(number("Mean of the distribution"), 0),
        standard_deviation: optional(number("Standard deviation of the distribution", { above: 0 }), 1),
      },
      returns: number("Integral of x times its density from lower to upper"),
      // Above the mean the probability is taken from the other tail, where two numbers near 1 would leave Excel's doubles few digits.
      equation: `
        a = (lower - mean) / standard_deviation
        b = (upper - mean) / standard_deviation
        probability = if(a + b > 0, normal_cdf(-a) - normal_cdf(-b), normal_cdf(b) - normal_cdf(a))
        mean * probability + standard_deviation * (normal_pdf(a) - normal_pdf(b))`,
      warns: [["lower >= upper", "lower, {lower}, is not below upper, {upper}: the integral runs backwards, so its sign is turned"]],
      assumptions: ["this is the integral of x f(x): divided by the probability of the interval it would be the mean within the interval"],
      useWhen: "only outcomes between two bounds of a normal distribution count",
      notWhen: "for outcomes one by one take expected_value_discrete, for a payoff above a strike black_scholes",
      keywords: "partial expectation truncated normal integral",
      source: "Johnson, Kotz and Balakrishnan, Continuous Univariate Distributions, vol. 1 (normal distributions)",
      example: { given: { lower: 100, upper: 130, mean: 100, standard_deviation: 15 }, gives: 52.89925651350575, by: REFERENCE },
      tools: { valuation_probability: {} },
    }),
  },
};
