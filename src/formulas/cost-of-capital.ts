/** Chapter 2: cost of capital. */
import { formula, type Chapter } from "../core/formula";
import { fraction, list, money, number, optional, rate } from "../core/parameters";

const riskFreeRate = rate("Yield of a safe government bond per year as a decimal, 0.04 = 4 %; same currency as the other rates");
const beta = number("Sensitivity of the share to the market: 1 moves with it, 1.5 by half more");
const taxRate = fraction("Tax rate on profits as a decimal, 0.25 = 25 %");
const debtToEquity = number("Debt divided by equity, both at market value: 0.5 is half as much debt as equity", { min: 0 });

const overHundredPercent = (...rates: string[]) => [`max(${rates.join(", ")}) > 1`, "a rate above 1 is more than 100 % a year: 4 % is written 0.04"] as const;

const SHARPE = "Sharpe, Capital Asset Prices: A Theory of Market Equilibrium under Conditions of Risk, Journal of Finance 19 (1964)";
const HAMADA = "Hamada, The Effect of the Firm's Capital Structure on the Systematic Risk of Common Stocks, Journal of Finance 27 (1972)";
const HAMADA_HOLDS = "the debt itself bears no market risk, and its amount stays as it is (Hamada)";
const BY_HAND = "by hand";

export const costOfCapital: Chapter = {
  chapter: 2,
  family: "cost_of_capital",
  title: "Cost of capital",
  formulas: {
    capm: formula({
      title: "Capital asset pricing model",
      summary: "The return that investors require of a share, from its beta and the return of the market.",
      inputs: {
        risk_free_rate: riskFreeRate,
        beta,
        market_return: rate("Expected return of the whole market per year as a decimal, 0.1 = 10 %; the full return, not the premium"),
      },
      returns: rate("Cost of equity per year"),
      equation: "risk_free_rate + beta * (market_return - risk_free_rate)",
      warns: [
        overHundredPercent("risk_free_rate", "market_return"),
        ["market_return <= risk_free_rate", "market_return is not above risk_free_rate, so a higher beta lowers the answer: market_return is the full return of the market, not its premium"],
      ],
      useWhen: "the expected return of the market as a whole is known",
      notWhen: "where the premium over the risk-free rate is known, or a size premium is to be added, take startup_capm; with a country premium intl_capm",
      keywords: "CAPM cost of equity required return security market line hurdle rate",
      source: SHARPE,
      example: { given: { risk_free_rate: 0.03, beta: 1.5, market_return: 0.1 }, gives: 0.135, by: BY_HAND },
      tools: { valuation_capm: {} },
    }),

    startup_capm: formula({
      title: "Capital asset pricing model for a startup",
      summary: "The return that investors require of a small, illiquid company: the CAPM with premiums added.",
      inputs: {
        risk_free_rate: riskFreeRate,
        beta,
        market_risk_premium: rate("Return of the market above the risk-free rate per year as a decimal, 0.06 = 6 %"),
        size_premium: optional(rate("Added for a small company, per year as a decimal, 0.05 = 5 %"), 0),
        liquidity_premium: optional(rate("Added for shares that are hard to sell, per year as a decimal, 0.03 = 3 %"), 0),
      },
      returns: rate("Cost of equity per year"),
      equation: "risk_free_rate + beta * market_risk_premium + size_premium + liquidity_premium",
      warns: [overHundredPercent("risk_free_rate", "market_risk_premium", "size_premium", "liquidity_premium")],
      assumptions: ["a size premium of {size_premium} and a liquidity premium of {liquidity_premium} are added"],
      useWhen: "a young or private company is valued, with premiums for its size and its illiquid shares",
      notWhen: "for a listed share with the full return of the market take capm, with a country premium intl_capm",
      keywords: "modified CAPM build-up method illiquidity premium small firm cost of equity venture",
      source: "Pratt and Grabowski, Cost of Capital: Applications and Examples",
      example: { given: { risk_free_rate: 0.04, beta: 1.3, market_risk_premium: 0.07, size_premium: 0.03, liquidity_premium: 0.1 }, gives: 0.261, by: BY_HAND },
      tools: { valuation_capm: {} },
    }),

    portfolio_beta: formula({
      title: "Beta of a portfolio",
      summary: "The beta of several holdings together: their betas, weighted by their shares of the value.",
      inputs: {
        weights: list("Share of each holding in the total value as a decimal, 0.6 = 60 %; they sum to 1; a short position is negative", number("a share of the total")),
        betas: list("Beta of each holding, in the order of weights", number("a beta")),
      },
      returns: number("Beta of the whole portfolio"),
      equation: "sum(weights * betas)",
      requires: [
        ["count(weights) = count(betas)", "weights has {count(weights)} items and betas {count(betas)}: each holding needs both"],
        ["abs(sum(weights) - 1) <= 0.000001", "weights must sum to 1, not {sum(weights)}: 60 % is written 0.6"],
      ],
      useWhen: "the market risk of several holdings, or of the divisions of a company, is asked for as one number",
      notWhen: "for the return of the portfolio take portfolio_return, for a beta under another debt unlever_beta and relever_beta",
      keywords: "weighted average beta systematic risk holdings",
      source: "Bodie, Kane and Marcus, Investments: the capital asset pricing model",
      example: { given: { weights: [0.6, 0.4], betas: [0.8, 1.2] }, gives: 0.96, by: BY_HAND },
      tools: { valuation_capm: {} },
    }),

    wacc: formula({
      title: "Weighted average cost of capital",
      summary: "What a company's capital costs on average, debt after tax, weighted by market value.",
      inputs: {
        equity_value: money("Market value of the equity; 0 or more", { min: 0 }),
        debt_value: money("Market value of the debt that bears interest; 0 or more", { min: 0 }),
        cost_of_equity: rate("Return that shareholders require per year as a decimal, 0.12 = 12 %, as capm gives it"),
        cost_of_debt: rate("Interest on new debt per year before tax as a decimal, 0.06 = 6 %"),
        tax_rate: taxRate,
      },
      returns: rate("Cost of capital per year, after tax"),
      equation: `
        total = equity_value + debt_value
        equity_value / total * cost_of_equity + debt_value / total * cost_of_debt * (1 - tax_rate)`,
      requires: [["equity_value + debt_value > 0", "equity_value and debt_value are both 0: at least one must be above 0"]],
      warns: [overHundredPercent("cost_of_equity", "cost_of_debt")],
      assumptions: ["interest is deducted from taxable profit in full; weights are market values"],
      useWhen: "cash flows to all investors, before interest, are discounted",
      notWhen: "for flows to shareholders alone take capm or startup_capm",
      keywords: "WACC discount rate hurdle rate capital structure after-tax",
      source: "Modigliani and Miller, Corporate Income Taxes and the Cost of Capital: A Correction, American Economic Review 53 (1963)",
      example: { given: { equity_value: 700000, debt_value: 300000, cost_of_equity: 0.18, cost_of_debt: 0.08, tax_rate: 0.25 }, gives: 0.144, by: BY_HAND },
      tools: { valuation_capm: {}, calculate_wacc: {} },
    }),

    unlever_beta: formula({
      title: "Unlevered beta",
      summary: "The beta that a company would have without debt.",
      inputs: {
        levered_beta: number("Beta of the share as observed, with the company's debt"),
        tax_rate: taxRate,
        debt_to_equity: debtToEquity,
      },
      returns: number("Beta of the business alone"),
      equation: "levered_beta / (1 + (1 - tax_rate) * debt_to_equity)",
      assumptions: [HAMADA_HOLDS],
      useWhen: "the betas of comparable companies are to be freed from their debt",
      notWhen: "to put the debt of another company on it take relever_beta",
      keywords: "asset beta delever Hamada comparable companies",
      source: HAMADA,
      example: { given: { levered_beta: 1.2, tax_rate: 0.25, debt_to_equity: 0.8 }, gives: 0.75, by: "1.2 / 1.6 by hand" },
    }),

    relever_beta: formula({
      title: "Relevered beta",
      summary: "The beta of a company with a given debt, from the beta of its business alone.",
      inputs: {
        unlevered_beta: number("Beta of the business without debt, as unlever_beta gives it"),
        tax_rate: taxRate,
        debt_to_equity: debtToEquity,
      },
      returns: number("Beta of the share"),
      equation: "unlevered_beta * (1 + (1 - tax_rate) * debt_to_equity)",
      assumptions: [HAMADA_HOLDS],
      useWhen: "a beta without debt is to be fitted to the target's own debt",
      notWhen: "to take the debt out of an observed beta take unlever_beta",
      keywords: "levered equity beta lever Hamada target capital structure",
      source: HAMADA,
      example: { given: { unlevered_beta: 0.75, tax_rate: 0.25, debt_to_equity: 0.8 }, gives: 1.2, by: "0.75 * 1.6 by hand" },
    }),
  },
};
