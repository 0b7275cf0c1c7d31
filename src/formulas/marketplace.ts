/** Chapter 7: marketplaces. */
import { formula, type Chapter } from "../core/formula";
import { count, fraction, money, multiple, number, rate } from "../core/parameters";

const BY_HAND = "by hand";

export const marketplace: Chapter = {
  chapter: 7,
  family: "marketplace",
  title: "Marketplaces",
  formulas: {
    take_rate: formula({
      title: "Take rate",
      summary: "The share of the goods sold on it that a marketplace keeps as revenue.",
      inputs: {
        revenue: money("Revenue of the marketplace itself in a period", { min: 0 }),
        gmv: money("Value of all goods and services sold on it in the same period", { above: 0 }),
      },
      returns: rate("Share of the goods sold, 0.15 = 15 %"),
      equation: "revenue / gmv",
      warns: [["revenue > gmv", "revenue is larger than gmv: gmv is the value of all goods sold, of which revenue is a part"]],
      useWhen: "revenue and the value of the goods sold are known",
      notWhen: "for revenue from a known share take payment_revenue, for the value of the marketplace gmv_multiple",
      keywords: "rake commission GMV monetization fee",
      source: "Gurley, A Rake Too Far: Optimal Platform Pricing Strategy (2013)",
      example: { given: { revenue: 15000000, gmv: 100000000 }, gives: 0.15, by: BY_HAND },
      tools: { valuation_marketplace: {} },
    }),

    gmv_multiple: formula({
      title: "Value by a multiple of goods sold",
      summary: "What a marketplace is worth at a multiple of the goods sold on it.",
      inputs: {
        gmv: money("Value of all goods and services sold on it in a year", { min: 0 }),
        multiple: multiple("Value of comparable marketplaces divided by their goods sold, 0.4 for four tenths", { min: 0 }),
      },
      returns: money("Value of the business"),
      equation: "gmv * multiple",
      assumptions: ["the comparable marketplaces keep a similar share of what is sold"],
      useWhen: "marketplaces with a similar take rate are compared",
      notWhen: "where take rates differ find take_rate and value the revenue: ev_revenue, or revenue_multiple for recurring revenue",
      keywords: "GMV multiple gross merchandise value marketplace valuation",
      source: "Damodaran, Investment Valuation, 3rd ed., ch. 20 (revenue and sector-specific multiples)",
      example: { given: { gmv: 100000000, multiple: 0.4 }, gives: 40000000, by: BY_HAND },
      tools: { valuation_marketplace: {} },
    }),

    buyer_retention: formula({
      title: "Buyer retention",
      summary: "The share of the buyers of one period who buy again in the next.",
      inputs: {
        buyers_period_1: count("Buyers of the first period, each counted once", { above: 0 }),
        buyers_repeat: count("How many of them bought again in the second period", { min: 0 }),
      },
      returns: fraction("Share of the buyers who came back, 0.35 = 35 %"),
      equation: "buyers_repeat / buyers_period_1",
      requires: [["buyers_repeat <= buyers_period_1", "buyers_repeat, {buyers_repeat}, must not be above buyers_period_1, {buyers_period_1}: only buyers of the first period can come back"]],
      useWhen: "a group of buyers is followed from one period to the next",
      notWhen: "for retained revenue take nrr or grr",
      keywords: "repeat purchase rate cohort retention repeat buyers loyalty",
      source: "Fader and Hardie, How to Project Customer Retention, Journal of Interactive Marketing 21 (2007)",
      example: { given: { buyers_period_1: 10000, buyers_repeat: 3500 }, gives: 0.35, by: BY_HAND },
      tools: { valuation_marketplace: {} },
    }),

    network_density: formula({
      title: "Possible buyer-seller links per user",
      summary: "How many pairs of a buyer and a seller a marketplace could bring together, for each of its users.",
      inputs: {
        active_buyers: count("Users who buy", { min: 0 }),
        active_sellers: count("Users who sell", { min: 0 }),
        total_users: count("All users; at least 2", { above: 1 }),
      },
      returns: number("Possible buyer-seller pairs per user"),
      equation: `
        share_of_possible_links = active_buyers * active_sellers / (total_users * (total_users - 1) / 2)
        active_buyers * active_sellers / total_users`,
      warns: [["max(active_buyers, active_sellers) > total_users", "active_buyers, {active_buyers}, or active_sellers, {active_sellers}, is above total_users, {total_users}: both are users too"]],
      assumptions: ["pairs are possible ones: how many of them have traded is not asked", "possible pairs are {share_of_possible_links} of all links between two users"],
      useWhen: "the room for trade in a two-sided market is asked for",
      notWhen: "for the worth of a network by its size take metcalfe, for buyers who come back buyer_retention",
      keywords: "network effects density liquidity two-sided market graph",
      source: "Wasserman and Faust, Social Network Analysis: Methods and Applications (1994)",
      example: { given: { active_buyers: 5000, active_sellers: 3000, total_users: 10000 }, gives: 1500, by: BY_HAND },
      tools: { valuation_marketplace: {} },
    }),
  },
};
