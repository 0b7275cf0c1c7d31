/** Chapter 15: fund performance. */
import { formula, type Chapter, type Condition } from "../core/formula";
import { list, money, multiple, number, optional, rate } from "../core/parameters";

const paidIn = money("Capital that investors have paid in to date", { above: 0 });
const distributed = money("Money and stock that investors have received to date", { min: 0 });
const residual = money("Value of what the fund still holds, net of fees (NAV)", { min: 0 });
const contributions = list("Capital paid in at each date, as positive amounts, equally spaced; 0 where none", money("an amount paid in", { min: 0 }));
const distributions = list("Money received at each date, as positive amounts, the same dates as contributions; 0 where none", money("an amount received", { min: 0 }));
const index = list("Value of the public index, dividends included, at the same dates", number("an index value", { above: 0 }));

const ALIGNED: Condition = [
  "count(contributions) = count(distributions) and count(contributions) = count(index)",
  "contributions has {count(contributions)} items, distributions {count(distributions)} and index {count(index)}: each date needs all three",
];
const SOMETHING_PAID_IN: Condition = ["max(contributions) > 0", "contributions needs at least one amount above 0"];

const GIPS = "CFA Institute, Global Investment Performance Standards: private market investments";
const KAPLAN_SCHOAR = "Kaplan and Schoar, Private Equity Performance: Returns, Persistence, and Capital Flows, Journal of Finance 60 (2005)";
const BY_HAND = "by hand";

export const fundPerformance: Chapter = {
  chapter: 15,
  family: "fund_performance",
  title: "Fund performance",
  formulas: {
    dpi: formula({
      title: "Distributions to paid-in capital",
      summary: "How much of the paid-in capital investors have got back so far.",
      inputs: { distributions: distributed, paid_in: paidIn },
      returns: multiple("Times the capital paid in"),
      equation: "distributions / paid_in",
      useWhen: "the money already returned is asked for",
      notWhen: "for value still held take rvpi, for both together tvpi",
      keywords: "DPI realized multiple cash on cash",
      source: GIPS,
      example: { given: { distributions: 800000, paid_in: 1000000 }, gives: 0.8, by: BY_HAND },
      tools: { calculate_dpi: {} },
    }),

    rvpi: formula({
      title: "Residual value to paid-in capital",
      summary: "How much value the fund still holds for each unit of paid-in capital.",
      inputs: { residual_value: residual, paid_in: paidIn },
      returns: multiple("Times the capital paid in"),
      equation: "residual_value / paid_in",
      useWhen: "the value not yet returned is asked for",
      notWhen: "for money returned take dpi, for both together tvpi",
      keywords: "RVPI unrealized NAV",
      source: GIPS,
      example: { given: { residual_value: 1200000, paid_in: 1000000 }, gives: 1.2, by: BY_HAND },
      tools: { calculate_rvpi: {} },
    }),

    tvpi: formula({
      title: "Total value to paid-in capital",
      summary: "What investors have received and still hold, for each unit of capital paid in.",
      inputs: { distributions: distributed, residual_value: residual, paid_in: paidIn },
      returns: multiple("Times the capital paid in"),
      equation: "(distributions + residual_value) / paid_in",
      useWhen: "a fund's whole multiple, net to its investors, is asked for",
      notWhen: "for one deal on invested capital take moic, for the parts dpi and rvpi, for the time value irr or xirr",
      keywords: "TVPI net multiple fund total value",
      source: GIPS,
      example: { given: { distributions: 800000, residual_value: 1200000, paid_in: 1000000 }, gives: 2, by: BY_HAND },
      tools: { calculate_tvpi: {} },
    }),

    moic: formula({
      title: "Multiple on invested capital",
      summary: "What a deal has returned and is still worth, for each unit invested.",
      inputs: {
        invested: money("Capital invested in the deal", { above: 0 }),
        distributions: money("Money the deal has returned to date", { min: 0 }),
        residual_value: optional(money("Value of what is still held", { min: 0 }), 0),
      },
      returns: multiple("Times the capital invested"),
      equation: "(distributions + residual_value) / invested",
      useWhen: "one deal, before fees, is measured on the capital put into it",
      notWhen: "for a fund net of fees take tvpi, for the time value irr or xirr",
      keywords: "MOIC gross multiple of money cash on cash",
      source: GIPS,
      example: { given: { invested: 2000000, distributions: 1500000, residual_value: 3500000 }, gives: 2.5, by: BY_HAND },
      tools: { calculate_moic: {} },
    }),

    pic: formula({
      title: "Paid-in capital to committed capital",
      summary: "How much of its commitment an investor has paid in.",
      inputs: {
        paid_in: money("Capital paid in to date", { min: 0 }),
        commitment: money("Capital committed in total", { above: 0 }),
      },
      returns: rate("Share of the commitment, 0.6 = 60 %; above 1 where recalled money was paid in again"),
      equation: "paid_in / commitment",
      useWhen: "the drawn share of a commitment is asked for",
      notWhen: "for what the paid-in capital has become take tvpi",
      keywords: "PIC called drawn commitment",
      source: GIPS,
      example: { given: { paid_in: 600000, commitment: 1000000 }, gives: 0.6, by: BY_HAND },
    }),

    ks_pme: formula({
      title: "Public market equivalent (Kaplan-Schoar)",
      summary: "How a fund's flows compare with the same money in a public index; above 1 the fund did better.",
      inputs: { contributions, distributions, index, residual_value: optional(residual, 0) },
      returns: multiple("Times the value that the index would have given"),
      equation: `
        growth = last(index) / index
        (sum(distributions * growth) + residual_value) / sum(contributions * growth)`,
      requires: [ALIGNED, SOMETHING_PAID_IN],
      assumptions: ["residual_value is held at the last date"],
      useWhen: "the fund is compared with an index as a ratio",
      notWhen: "for the difference as a yearly rate take direct_alpha, for the index investor's own return ln_pme",
      keywords: "KS-PME PME benchmark index outperformance",
      source: KAPLAN_SCHOAR,
      example: { given: { contributions: [100, 0], distributions: [0, 121], index: [100, 110] }, gives: 1.1, by: "121 / (100 * 1.1) by hand" },
    }),

    direct_alpha: formula({
      title: "Direct alpha",
      summary: "The yearly rate by which a fund beat a public index, from its flows grown with the index.",
      inputs: { contributions, distributions, index, residual_value: optional(residual, 0) },
      returns: rate("Excess return per period of the flows, compounded once a period"),
      equation: `
        growth = last(index) / index
        last_period = sequence(count(index)) = count(index)
        grown_flows = (distributions - contributions) * growth + if(last_period, residual_value, 0)
        internal_rate(grown_flows)`,
      requires: [ALIGNED, SOMETHING_PAID_IN, ["max(distributions) > 0 or residual_value > 0", "either distributions or residual_value must be above 0"]],
      assumptions: ["residual_value is held at the last date", "the rate is compounded once a period: its continuous form is ln(1 + alpha)"],
      useWhen: "the fund's advantage over an index is asked for as a rate",
      notWhen: "for a ratio take ks_pme, for the index investor's own return ln_pme",
      keywords: "alpha PME excess return benchmark index",
      source: "Gredil, Griffiths and Stucke, Benchmarking Private Equity: The Direct Alpha Method (2014)",
      example: { given: { contributions: [100, 0, 0], distributions: [0, 0, 144], index: [100, 110, 121] }, gives: 0.09090909090909091, by: "sqrt(144 / 121) - 1 = 12/11 - 1 by hand" },
    }),

    ln_pme: formula({
      title: "Long-Nickels public market equivalent",
      summary: "The return that the fund's own contributions and distributions would have had in a public index.",
      inputs: { contributions, distributions, index },
      returns: rate("Return per period of the flows in the index"),
      equation: `
        index_value = sum((contributions - distributions) * last(index) / index)
        last_period = sequence(count(index)) = count(index)
        flows = distributions - contributions + if(last_period, index_value, 0)
        internal_rate(flows)`,
      requires: [ALIGNED, SOMETHING_PAID_IN],
      warns: [["index_value < 0", "the distributions are more than the index could have paid: the index position ends below 0, so this return says little"]],
      assumptions: ["the index position that remains, index_value, is added to the last flow"],
      useWhen: "a fund's irr is to be set beside the return of the same flows in an index",
      notWhen: "for a ratio take ks_pme, for the difference as a rate direct_alpha",
      keywords: "ICM index comparison method PME benchmark",
      source: "Long and Nickels, A Private Investment Benchmark (1996)",
      example: { given: { contributions: [100, 0], distributions: [0, 0], index: [100, 125] }, gives: 0.25, by: "the index grows from 100 to 125 while all the money lies in it" },
    }),
  },
};
