/** Chapter 8: biotech. */
import { formula, type Chapter } from "../core/formula";
import { fraction, list, money, multiple, number, optional, rate, rows, text, years } from "../core/parameters";

const STEWART = "Stewart, Allison and Johnson, Putting a price on biotechnology, Nature Biotechnology 19 (2001)";

export const biotech: Chapter = {
  chapter: 8,
  family: "biotech",
  title: "Biotech",
  formulas: {
    peak_sales: formula({
      title: "Peak sales of a drug",
      summary: "The yearly sales of a drug at its best, from its patients, its share of them and its price.",
      inputs: {
        patient_population: number("Patients with the disease in the markets looked at", { min: 0 }),
        penetration: fraction("Share of them who get this drug at its peak as a decimal, 0.2 = 20 %"),
        price: money("Price of the treatment per patient and year", { min: 0 }),
        compliance: optional(fraction("Share of the prescribed treatment that is taken as a decimal, 0.7 = 70 %"), 1),
      },
      returns: money("Sales per year at the peak"),
      equation: "patient_population * penetration * price * compliance",
      assumptions: ["price is per patient and year; {compliance} of what is prescribed is taken and paid for"],
      useWhen: "the sales of a drug are built up from its patients",
      notWhen: "for the value of a drug not yet on the market take pipeline",
      keywords: "pharma forecast market size epidemiology drug revenue",
      source: "Cook, Forecasting for the Pharmaceutical Industry",
      example: { given: { patient_population: 1000000, penetration: 0.2, price: 10000, compliance: 0.8 }, gives: 1600000000, by: "by hand" },
      tools: { valuation_biotech: {} },
    }),

    decision_tree: formula({
      title: "Value of a drug after all trial stages",
      summary: "What a success is worth today, if each of several stages in turn must be passed to reach it.",
      inputs: {
        probabilities: list("Probability that each stage succeeds, in their order, as a decimal, 0.6 = 60 %; they need not sum to 1", fraction("the probability of one stage")),
        terminal_value: money("Value if all stages succeed, in today's money"),
      },
      returns: money("Expected value"),
      equation: "product(probabilities) * terminal_value",
      assumptions: [
        "the stages follow one another: all must succeed, which has the probability {product(probabilities)}",
        "the cost of the stages is not taken off, and nothing is discounted",
      ],
      useWhen: "a success depends on stages that must all be passed, such as the phases of trials",
      notWhen: "for outcomes of which one comes true take scenario_analysis or first_chicago, for drugs with years and a discount rate pipeline",
      keywords: "clinical trial phases probability of success PoS LOA risk-adjusted",
      source: STEWART,
      example: { given: { probabilities: [0.6, 0.3, 0.5, 0.9], terminal_value: 1000000000 }, gives: 81000000, by: "by hand" },
      tools: { valuation_biotech: {} },
    }),

    pipeline: formula({
      title: "Value of a drug pipeline",
      summary: "What a company's drugs in development are worth: each one's value at market, times its probability, discounted.",
      inputs: {
        drugs: rows("One row for each drug: name, peak_sales, probability, years_to_market, multiple", {
          name: optional(text("Name of the drug"), ""),
          peak_sales: money("Yearly sales at the peak, as peak_sales gives them"),
          probability: fraction("Probability that it reaches the market as a decimal, 0.3 = 30 %"),
          years_to_market: years("Years until it is sold; fractions allowed", { min: 0 }),
          multiple: optional(multiple("Value at market as a multiple of peak sales, 3 for three times", { above: 0 }), 1),
        }),
        discount_rate: rate("Discount rate per year as a decimal, 0.12 = 12 %; above -1", { above: -1 }),
      },
      returns: money("Value today"),
      equation: `
        value_of_each = drugs.peak_sales * drugs.multiple * drugs.probability / (1 + discount_rate) ^ drugs.years_to_market
        sum(value_of_each)`,
      assumptions: ["the cost of development is not taken off", "the drugs' probabilities stand alone: they do not sum to 1"],
      useWhen: "several drugs, each with its own probability and time, are valued together",
      notWhen: "for the stages of one drug take decision_tree, for its sales peak_sales, for a full projection of flows dcf",
      keywords: "rNPV risk-adjusted NPV biotech portfolio drugs PoS",
      source: STEWART,
      example: {
        given: {
          drugs: [
            { name: "Phase 3 drug", peak_sales: 2000000000, probability: 0.6, years_to_market: 2, multiple: 5 },
            { name: "Phase 1 drug", peak_sales: 500000000, probability: 0.1, years_to_market: 6, multiple: 4 },
          ],
          discount_rate: 0.12,
        },
        gives: 4884489489.541587,
        by: "Python's decimal module at 60 digits: test/oracle/biotech.py",
      },
      tools: { valuation_biotech: {} },
    }),
  },
};
