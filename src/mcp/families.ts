/**
 * What a definition cannot say: what the methods of one valuation_ tool have in common, and which tool to take instead.
 * Short, because every client carries these words in every conversation.
 */
export interface Family {
  /** Begins the description. */
  readonly purpose: string;
  /** Ends "Use when". */
  readonly useWhen: string;
  /** Tool -> what it is for, to end "for … use". A tool that is not there is not named. */
  readonly instead: Readonly<Record<string, string>>;
}

export const FAMILIES: Readonly<Record<string, Family>> = {
  valuation_time_value: { purpose: "Present values, growth and DCF", useWhen: "money is moved through time", instead: { calculate_irr: "a rate of return" } },
  valuation_capm: { purpose: "Cost of equity, beta and WACC", useWhen: "a discount rate is sought", instead: { valuation_international: "country risk" } },
  valuation_comparables: { purpose: "Peer multiples", useWhen: "a company is measured against peers", instead: { valuation_saas: "a value from ARR" } },
  valuation_core: { purpose: "Pre-revenue startup values", useWhen: "there is no revenue yet", instead: { valuation_saas: "subscriptions" } },
  valuation_saas: { purpose: "SaaS metrics and values", useWhen: "revenue is subscriptions", instead: { valuation_marketplace: "GMV" } },
  valuation_fintech: { purpose: "Payment, lending and neobank values", useWhen: "a fintech is valued", instead: { valuation_marketplace: "GMV" } },
  valuation_marketplace: { purpose: "Marketplace metrics and values", useWhen: "buyers and sellers trade", instead: { valuation_saas: "subscriptions" } },
  valuation_biotech: { purpose: "Risk-adjusted drug and pipeline values", useWhen: "value hangs on trials", instead: { valuation_probability: "other odds" } },
  valuation_hardware: { purpose: "Deep-tech value, unit margin, break-even", useWhen: "a product is made", instead: { valuation_core: "a mere idea" } },
  valuation_emerging: { purpose: "SAFE, token, ESG, network, data and remote-work values", useWhen: "one of these drives value", instead: { simulate_funding_round: "a whole round" } },
  valuation_probability: { purpose: "Expected values and probabilities", useWhen: "odds are known", instead: { valuation_advanced: "options" } },
  valuation_advanced: { purpose: "Option and scenario values", useWhen: "value is contingent", instead: { valuation_probability: "plain odds" } },
  valuation_international: { purpose: "PPP rates, country risk, cross-border CAPM", useWhen: "countries differ", instead: { valuation_capm: "one country" } },
  valuation_stakeholder: { purpose: "Dilution, exits, liquidation, employee options, synergies", useWhen: "a value is split", instead: { simulate_exit: "a full waterfall" } },
};
