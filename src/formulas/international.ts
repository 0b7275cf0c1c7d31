/** Chapter 13: cross-border. */
import { formula, type Chapter } from "../core/formula";
import { number, optional, periods, rate } from "../core/parameters";

const DAMODARAN = "Damodaran, Investment Valuation, 3rd ed. (country risk premiums)";
const BY_HAND = "by hand";

export const international: Chapter = {
  chapter: 13,
  family: "international",
  title: "Cross-border",
  formulas: {
    ppp: formula({
      title: "Exchange rate by purchasing power parity",
      summary: "The exchange rate to which a difference in inflation moves today's rate.",
      inputs: {
        spot_rate: number("Foreign units per domestic unit today, such as 83 for INR per USD with USD domestic", { above: 0 }),
        inflation_foreign: rate("Inflation of the foreign currency per period as a decimal, 0.05 = 5 %; above -1", { above: -1 }),
        inflation_domestic: rate("Inflation of the domestic currency per period as a decimal, 0.02 = 2 %; above -1", { above: -1 }),
        periods: optional(periods("Number of periods ahead, in the period of the inflation rates", { min: 0 }), 1),
      },
      returns: number("Foreign units per domestic unit after the periods"),
      equation: "spot_rate * ((1 + inflation_foreign) / (1 + inflation_domestic)) ^ periods",
      assumptions: ["the rate is quoted as foreign units per domestic unit; the other way round it would move the wrong way"],
      useWhen: "cash flows in a foreign currency are converted years ahead",
      notWhen: "for the risk of a country in a discount rate take country_risk_premium",
      keywords: "PPP relative purchasing power parity FX forecast inflation differential",
      source: "Cassel, Abnormal Deviations in International Exchanges, Economic Journal 28 (1918)",
      example: { given: { spot_rate: 83, inflation_foreign: 0.071, inflation_domestic: 0.02, periods: 1 }, gives: 87.15, by: "83 * 1.05 by hand, since 1.071 / 1.02 = 1.05" },
      tools: { valuation_international: {} },
    }),

    country_risk_premium: formula({
      title: "Country risk premium",
      summary: "The yield that a country's bonds pay above US Treasuries, as a premium for the risk of the country.",
      inputs: {
        sovereign_yield: rate("Yield per year of the country's bonds in US dollars, as a decimal, 0.075 = 7.5 %"),
        us_treasury_yield: rate("Yield per year of US Treasuries of the same maturity, as a decimal, 0.04 = 4 %"),
      },
      returns: rate("Premium per year"),
      equation: "sovereign_yield - us_treasury_yield",
      warns: [["result < 0", "the premium is negative: the country's bonds would be safer than US Treasuries, so check that both yields are in US dollars"]],
      assumptions: ["both bonds are in US dollars and of the same maturity: a yield in local currency would count inflation as risk", "the spread is not scaled by the volatility of shares against bonds"],
      useWhen: "the discount rate of an investment abroad needs the risk of its country",
      notWhen: "for the whole cost of equity with this premium take intl_capm, for inflation and exchange rates ppp",
      keywords: "CRP sovereign spread default spread emerging market",
      source: DAMODARAN,
      example: { given: { sovereign_yield: 0.075, us_treasury_yield: 0.04 }, gives: 0.035, by: BY_HAND },
      tools: { valuation_international: {} },
    }),

    intl_capm: formula({
      title: "International CAPM",
      summary: "The cost of equity of an investment abroad: the capital asset pricing model with a country risk premium.",
      inputs: {
        risk_free_rate: rate("Risk-free rate per year as a decimal, 0.04 = 4 %"),
        beta: number("Beta of the investment against the market"),
        mrp: rate("Market risk premium of a mature market per year as a decimal, 0.055 = 5.5 %"),
        crp: rate("Country risk premium per year as a decimal, 0.03 = 3 %"),
      },
      returns: rate("Cost of equity per year"),
      equation: "risk_free_rate + beta * mrp + crp",
      assumptions: ["the country risk premium is added whole: beta does not scale it"],
      useWhen: "the cost of equity in an emerging market is asked for",
      notWhen: "for one country take capm, with size and liquidity premiums startup_capm, for the premium itself country_risk_premium",
      keywords: "ICAPM emerging market cost of equity country risk",
      source: DAMODARAN,
      example: { given: { risk_free_rate: 0.04, beta: 1.2, mrp: 0.055, crp: 0.03 }, gives: 0.136, by: BY_HAND },
      tools: { valuation_international: {} },
    }),
  },
};
