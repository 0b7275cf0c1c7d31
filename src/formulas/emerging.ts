/** Chapter 10: SAFEs, tokens, ESG, networks. */
import { formula, type Chapter } from "../core/formula";
import { fraction, money, multiple, number, optional, rate, shares, years } from "../core/parameters";

const roundPrice = money("Price per share that new investors pay in the round", { above: 0 });
const cap = money("Valuation cap of the SAFE", { above: 0 });
const discount = fraction("Discount to the price of the round, 0.2 = 20 % off (some forms call this a discount rate of 80 %)", { below: 1 });
const baseValue = money("Value of the company before the adjustment");

const YC = "Y Combinator, Simple Agreement for Future Equity: the standard documents and their user guide";
const RULE_OF_THUMB = "A rule of thumb: no standard sets the size of the adjustment";
const BREALEY = "Brealey, Myers and Allen, Principles of Corporate Finance, ch. 2 (how to calculate present values)";
const BY_HAND = "by hand";

export const emerging: Chapter = {
  chapter: 10,
  family: "emerging",
  title: "SAFEs, tokens, ESG, networks",
  formulas: {
    safe_discount: formula({
      title: "SAFE conversion price by discount",
      summary: "The price per share at which a SAFE with a discount and no cap converts.",
      inputs: { series_a_price: roundPrice, discount },
      returns: money("Conversion price per share"),
      equation: "series_a_price * (1 - discount)",
      useWhen: "the SAFE has a discount and no cap",
      notWhen: "with a cap and no discount take safe_cap, with both safe_price",
      keywords: "simple agreement for future equity convertible discount price",
      source: YC,
      example: { given: { series_a_price: 10, discount: 0.2 }, gives: 8, by: BY_HAND },
      tools: { valuation_emerging: {} },
    }),

    safe_cap: formula({
      title: "SAFE conversion price by cap",
      summary: "The price per share at which a SAFE with a valuation cap and no discount converts.",
      inputs: {
        cap,
        series_a_price: roundPrice,
        series_a_valuation: optional(money("Pre-money valuation of the round, from which the share count follows; give this or pre_money_shares", { above: 0 }), undefined),
        pre_money_shares: optional(shares("Shares that the cap is divided by, fully diluted; used where both are given", { above: 0 }), undefined),
      },
      returns: money("Conversion price per share"),
      equation: `
        shares = if(given(pre_money_shares), pre_money_shares, series_a_valuation / series_a_price)
        cap_price = cap / shares
        min(cap_price, series_a_price)`,
      requires: [["given(series_a_valuation) or given(pre_money_shares)", "the cap needs a share count: add series_a_valuation, the round's pre-money valuation, or pre_money_shares"]],
      warns: [[
        "given(series_a_valuation) and given(pre_money_shares) and abs(series_a_valuation / series_a_price - pre_money_shares) > 0.000001 * pre_money_shares",
        "series_a_valuation / series_a_price is {series_a_valuation / series_a_price} shares, not the {pre_money_shares} of pre_money_shares, which are used",
      ]],
      assumptions: ["the cap is divided by {shares} shares; which shares count is written in the SAFE"],
      useWhen: "the SAFE has a cap and no discount",
      notWhen: "with a discount and no cap take safe_discount, with both safe_price",
      keywords: "simple agreement for future equity valuation cap price convertible",
      source: YC,
      example: { given: { cap: 8000000, series_a_price: 2, series_a_valuation: 20000000 }, gives: 0.8, by: "8000000 / (20000000 / 2) by hand" },
      tools: { valuation_emerging: {} },
    }),

    safe_expected: formula({
      title: "Value of a SAFE on conversion",
      summary: "What the shares that a SAFE with cap and discount converts into are worth at the price of the round.",
      inputs: {
        investment: money("Amount paid for the SAFE", { above: 0 }),
        cap,
        discount,
        series_a_valuation: money("Valuation of the round, on the same share count as series_a_price", { above: 0 }),
        series_a_price: roundPrice,
      },
      returns: money("Value of the shares at the price of the round"),
      equation: `
        cap_price = series_a_price * cap / series_a_valuation
        discount_price = series_a_price * (1 - discount)
        conversion_price = min(cap_price, discount_price)
        shares = investment / conversion_price
        shares * series_a_price`,
      assumptions: ["series_a_valuation stands on the same share count as series_a_price", "the round happens as given: for a chance of several rounds, weigh the answers with scenario_analysis"],
      useWhen: "a holder asks what the SAFE is worth once a given round is priced",
      notWhen: "for the conversion price alone take safe_price, safe_cap or safe_discount",
      keywords: "simple agreement for future equity as converted value return",
      source: YC,
      example: { given: { investment: 500000, cap: 5000000, discount: 0.2, series_a_valuation: 20000000, series_a_price: 10 }, gives: 2000000, by: "500000 / 2.5 shares of 10 by hand" },
      tools: { valuation_emerging: {} },
    }),

    token_value: formula({
      title: "Token value by the equation of exchange",
      summary: "The price of a token that serves as the currency of a network, from what the network transacts.",
      inputs: {
        transaction_volume: number("Number of transactions a year", { min: 0 }),
        price_per_tx: money("Average amount of one transaction; 1 where transaction_volume is itself an amount", { min: 0 }),
        velocity: number("How often a token changes hands a year", { above: 0 }),
        supply: number("Number of tokens in circulation", { above: 0 }),
      },
      returns: money("Value of one token"),
      equation: "transaction_volume * price_per_tx / (velocity * supply)",
      assumptions: ["the token is the only money of the network, and its velocity stays at {velocity}"],
      useWhen: "a utility token is valued from the payments that it carries",
      notWhen: "for the price of a network against its payments take nvt_ratio, for its value from its users metcalfe",
      keywords: "MV=PQ crypto token velocity quantity theory of money Burniske",
      source: "Fisher, The Purchasing Power of Money (1911); Burniske and Tatar, Cryptoassets (2017)",
      example: { given: { transaction_volume: 50000000, price_per_tx: 2, velocity: 5, supply: 10000000 }, gives: 2, by: BY_HAND },
      tools: { valuation_emerging: {} },
    }),

    nvt_ratio: formula({
      title: "Network value to transactions ratio",
      summary: "How many days of payments over a network its market value is worth.",
      inputs: {
        market_cap: money("Market value of all tokens in circulation", { min: 0 }),
        transaction_volume: money("Amount transferred over the network per day", { above: 0 }),
      },
      returns: multiple("Times the daily volume"),
      equation: "market_cap / transaction_volume",
      assumptions: ["transaction_volume is daily: a yearly amount makes the ratio 365 times too small"],
      useWhen: "a network's market value is compared with what it transacts",
      notWhen: "for the price of a token from its payments take token_value, for a company's shares pe_ratio or ps_ratio",
      keywords: "NVT crypto network value on-chain volume",
      source: "Woo, Network Value to Transactions ratio (2017)",
      example: { given: { market_cap: 1000000000, transaction_volume: 20000000 }, gives: 50, by: BY_HAND },
      tools: { valuation_emerging: {} },
    }),

    esg_rate: formula({
      title: "Discount rate adjusted for ESG",
      summary: "A discount rate raised for environmental, social and governance risks and lowered for opportunities.",
      inputs: {
        rate: rate("Discount rate before the adjustment, as a decimal, 0.12 = 12 %"),
        esg_risk_premium: optional(rate("Added for ESG risks, as a decimal, 0.02 = 2 points"), 0),
        esg_opportunity_discount: optional(rate("Taken off for ESG opportunities, as a positive decimal, 0.01 = 1 point"), 0),
      },
      returns: rate("Discount rate after the adjustment"),
      equation: "rate + esg_risk_premium - esg_opportunity_discount",
      assumptions: ["the size of both adjustments is a judgement: no standard sets it"],
      useWhen: "ESG is to enter a valuation through its discount rate",
      notWhen: "to adjust a finished value take esg_premium or esg_discount, for size and liquidity premiums startup_capm",
      keywords: "sustainability cost of capital environmental social governance",
      source: RULE_OF_THUMB,
      example: { given: { rate: 0.12, esg_risk_premium: 0.02, esg_opportunity_discount: 0.01 }, gives: 0.13, by: BY_HAND },
      tools: { valuation_emerging: {} },
    }),

    esg_premium: formula({
      title: "Value with an ESG premium",
      summary: "A company's value raised by a premium for each point of its environmental, social and governance score.",
      inputs: {
        base_valuation: baseValue,
        esg_score: number("Score in points, higher is better", { min: 0, max: 100 }),
        premium_per_point: optional(rate("Premium for each point as a decimal, 0.02 = 2 %", { min: 0 }), 0.02),
      },
      returns: money("Value after the premium"),
      equation: "base_valuation * (1 + esg_score * premium_per_point)",
      warns: [["esg_score * premium_per_point > 0.5", "the uplift is over 50 %: {esg_score} points at {premium_per_point} each add {esg_score * premium_per_point} of the value"]],
      assumptions: ["a premium of {premium_per_point} a point is a judgement: no standard sets it"],
      useWhen: "a finished value is to be raised for a good ESG score",
      notWhen: "for ESG risks take esg_discount, to adjust the discount rate esg_rate",
      keywords: "sustainability premium environmental social governance",
      source: RULE_OF_THUMB,
      example: { given: { base_valuation: 10000000, esg_score: 20, premium_per_point: 0.02 }, gives: 14000000, by: BY_HAND },
      tools: { valuation_emerging: {} },
    }),

    esg_discount: formula({
      title: "Value with an ESG discount",
      summary: "A company's value lowered by a discount for each point of its environmental, social and governance risk.",
      inputs: {
        base_valuation: baseValue,
        esg_risk_score: number("Risk score in points, higher is worse", { min: 0, max: 100 }),
        discount_per_point: optional(rate("Discount for each point as a decimal, 0.01 = 1 %", { min: 0 }), 0.01),
      },
      returns: money("Value after the discount"),
      equation: "base_valuation * (1 - esg_risk_score * discount_per_point)",
      requires: [["esg_risk_score * discount_per_point <= 1", "the discount must not be over 100 %: {esg_risk_score} points at {discount_per_point} each are {esg_risk_score * discount_per_point} of the value"]],
      assumptions: ["a discount of {discount_per_point} a point is a judgement: no standard sets it"],
      useWhen: "a finished value is to be lowered for ESG risks",
      notWhen: "for a good score take esg_premium, to adjust the discount rate esg_rate",
      keywords: "sustainability risk environmental social governance haircut",
      source: RULE_OF_THUMB,
      example: { given: { base_valuation: 10000000, esg_risk_score: 30, discount_per_point: 0.01 }, gives: 7000000, by: BY_HAND },
      tools: { valuation_emerging: {} },
    }),

    metcalfe: formula({
      title: "Network value by Metcalfe's law",
      summary: "The value of a network as the square of its number of users, times a constant.",
      inputs: {
        n: number("Number of users", { min: 0 }),
        k: optional(number("Value of one pair of users, found from networks with a known value; with 1 the answer is an index"), 1),
      },
      returns: number("Value in the unit of k"),
      equation: "k * n ^ 2",
      assumptions: ["with k = 1 the answer is an index and no amount of money: only k found from a network with a known value makes it one"],
      useWhen: "networks are compared by their number of users",
      notWhen: "for the density of a two-sided market take network_density, for a token's value from payments token_value",
      keywords: "network effect law users squared",
      source: "Metcalfe, Metcalfe's Law after 40 Years of Ethernet, Computer 46 (2013)",
      example: { given: { n: 1000, k: 1 }, gives: 1000000, by: BY_HAND },
      tools: { valuation_emerging: {} },
    }),

    data_moat: formula({
      title: "Value of proprietary data",
      summary: "What the income from data that competitors do not have is worth today, for as long as the advantage lasts.",
      inputs: {
        data_volume: number("Number of records", { min: 0 }),
        data_uniqueness: fraction("Share of the records that competitors do not have, 0.5 = 50 %"),
        monetization_rate: money("Net income per record and year", { min: 0 }),
        competitive_advantage_years: years("Years until competitors catch up; a part of a year counts in proportion", { min: 0, max: 200 }),
        discount_rate: optional(rate("Discount rate per year as a decimal, 0.15 = 15 %; above -1", { above: -1 }), 0.15),
      },
      returns: money("Value today"),
      equation: `
        annual = data_volume * data_uniqueness * monetization_rate
        whole = floor(competitive_advantage_years)
        whole_years = if(whole = 0, 0, sum((1 + discount_rate) ^ -sequence(whole)))
        part_year = (competitive_advantage_years - whole) * (1 + discount_rate) ^ -(whole + 1)
        annual * (whole_years + part_year)`,
      assumptions: ["the income of {annual} a year stays level, comes at the end of each year and stops when the advantage does"],
      useWhen: "unique data earns an income that competitors will one day erode",
      notWhen: "for income without end take perpetuity_value, for a network of users metcalfe",
      keywords: "data asset intangible competitive advantage moat AI",
      source: "International Valuation Standards Council, IVS 210 Intangible Assets (income approach); the inputs are judgements",
      example: { given: { data_volume: 1000000, data_uniqueness: 0.5, monetization_rate: 0.2, competitive_advantage_years: 2.5, discount_rate: 0.25 }, gives: 169600, by: "100000 * (0.8 + 0.64 + 0.5 * 0.512) by hand" },
      tools: { valuation_emerging: {} },
    }),

    remote_npv: formula({
      title: "Value of remote-work savings",
      summary: "What yearly savings from remote work are worth today if they last for ever.",
      inputs: {
        annual_savings: money("Savings a year, such as rent and travel no longer paid"),
        discount_rate: rate("Discount rate per year as a decimal, 0.1 = 10 %", { above: 0 }),
      },
      returns: money("Value today"),
      equation: "annual_savings / discount_rate",
      assumptions: ["the savings come at the end of every year, level, without end, before tax and without a cost to obtain them"],
      useWhen: "a lasting yearly saving is to be capitalised",
      notWhen: "for savings that grow take perpetuity_value, for savings that end annuity, for an uplift in per cent remote_premium",
      keywords: "remote work cost savings perpetuity capitalised",
      source: BREALEY,
      example: { given: { annual_savings: 500000, discount_rate: 0.1 }, gives: 5000000, by: BY_HAND },
      tools: { valuation_emerging: {} },
    }),

    remote_premium: formula({
      title: "Value with a remote-work premium",
      summary: "A company's value raised for the savings, talent and productivity that remote work brings.",
      inputs: {
        base_valuation: baseValue,
        cost_savings_pct: optional(rate("Uplift for cost savings as a decimal, 0.2 = 20 % of the value"), 0.2),
        talent_access_premium: optional(rate("Uplift for access to talent as a decimal, 0.1 = 10 % of the value"), 0.1),
        productivity_gain: optional(rate("Uplift for productivity as a decimal, 0.05 = 5 % of the value"), 0.05),
      },
      returns: money("Value after the premium"),
      equation: "base_valuation * (1 + cost_savings_pct + talent_access_premium + productivity_gain)",
      assumptions: ["an uplift of {cost_savings_pct + talent_access_premium + productivity_gain} of the value is a judgement: no standard sets it"],
      useWhen: "a finished value is to be raised for remote work by a rule of thumb",
      notWhen: "where the savings are known in money take remote_npv",
      keywords: "remote work distributed team premium",
      source: RULE_OF_THUMB,
      example: { given: { base_valuation: 10000000, cost_savings_pct: 0.2, talent_access_premium: 0.1, productivity_gain: 0.05 }, gives: 13500000, by: BY_HAND },
      tools: { valuation_emerging: {} },
    }),
  },
};
