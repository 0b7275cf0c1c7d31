/** Guided valuations: what to ask for, which tools to call in which order, and what to show. Arguments are texts on the wire. */
import { FORMULAS } from "../formulas";
import { JSON_TOOLS } from "./json-tools";
import { TOOLS } from "./tools";

interface Stage {
  /** The tool, or tool and method, that the stage calls; a stage whose tool is not there is left out. */
  readonly calls?: string;
  readonly text: string;
}
export interface Prompt {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly arguments: readonly { readonly name: string; readonly description: string; readonly required: boolean }[];
  readonly opening: string;
  readonly stages: readonly Stage[];
}

const RULES = `Rules
- Ask me for whatever is missing before you call a tool; never invent a number. If I ask you to assume one, say which, and why it is fair.
- Rates and shares are decimals: 12 % is 0.12. Keep one currency and one period throughout.
- Do no arithmetic in your head: call the tools, and quote their values without rounding until the end.
- A refused call says what is wrong: mend it and call again. Tell me every warning and the assumptions that matter.
- Where a tool or a method is not clear, look it up with find_formula and describe_formula.`;

const CLOSING = "Close with one table (method, value, inputs that drive it), the range, the method you trust most for this company and why, and the Excel formula of each result, which the answers carry in `excel`.";

export const PROMPTS: readonly Prompt[] = [
  {
    name: "value_pre_revenue_startup",
    title: "Value a startup before revenue",
    description: "Values a pre-revenue startup by scorecard, Berkus, risk factors and the VC method, and reconciles them",
    arguments: [
      { name: "company", description: "What the company does, its stage, its team", required: true },
      { name: "region", description: "Where it raises money, to pick the average pre-money value of its peers", required: false },
      { name: "investment", description: "Amount it wants to raise, such as 500000", required: false },
    ],
    opening: "Value this pre-revenue startup",
    stages: [
      { text: "Ask for: the average pre-money value of comparable startups in the region; how team, opportunity, product, competition, marketing, need for more money and the rest compare with the average (1 is average); what has been achieved (idea, prototype, team, relationships, first sales); the value at exit, the years until then and the multiple investors expect." },
      { calls: "valuation_core.scorecard", text: "call valuation_core with method scorecard: average_valuation and the seven scores in the order of the weights" },
      { calls: "valuation_core.berkus", text: "call valuation_core with method berkus: an award for each of the five factors, none above max_per_factor" },
      { calls: "valuation_core.risk_factor", text: "call valuation_core with method risk_factor: twelve ratings from -2 (very negative) to 2 (very positive)" },
      { calls: "valuation_core.terminal_value", text: "call valuation_core with method terminal_value: revenue in the exit year times the multiple of sold peers" },
      { calls: "valuation_core.vc_post_money", text: "call valuation_core with method vc_post_money; target_return is a multiple such as 10, not a rate" },
      { calls: "valuation_core.vc_pre_money", text: "call valuation_core with method vc_pre_money: that post-money value less the investment" },
      { calls: "calculate_present_value", text: "as a check call calculate_present_value on the exit value at the yearly return that investors ask of such risk; it should come near the post-money value" },
    ],
  },
  {
    name: "value_saas_startup",
    title: "Value a subscription business",
    description: "Measures a SaaS company's unit economics and values it by an ARR multiple and by discounted cash flows",
    arguments: [
      { name: "company", description: "What the company sells and to whom", required: true },
      { name: "arr", description: "Annual recurring revenue, such as 2400000", required: false },
      { name: "growth_rate", description: "Growth of ARR per year as a decimal, such as 0.8", required: false },
    ],
    opening: "Value this subscription business",
    stages: [
      { text: "Ask for: ARR now and a year ago; average revenue per customer, gross margin and churn, all of one period; sales and marketing cost and the customers it won; profit margin; ARR multiples of comparable companies; if there is a plan, its free cash flows and a discount rate." },
      { calls: "calculate_cagr", text: "call calculate_cagr for the growth of ARR" },
      { calls: "valuation_saas.ltv", text: "call valuation_saas with methods ltv, cac and cac_payback; compare ltv with cac (3 or more is the usual aim)" },
      { calls: "valuation_saas.nrr", text: "call valuation_saas with method nrr, and with magic_number and rule_of_40, to say how good the growth is" },
      { calls: "valuation_saas.revenue_multiple", text: "call valuation_saas with method revenue_multiple for a low, a middle and a high ARR multiple of the peers" },
      { calls: "calculate_dcf", text: "call calculate_dcf on the planned free cash flows; mind its warning where the terminal value is most of the total" },
      { calls: "calculate_payback_period", text: "if an acquisition or a product is weighed, call calculate_payback_period and calculate_npv on its flows" },
    ],
  },
  {
    name: "model_funding_round",
    title: "Model a funding round",
    description: "Works out price, ownership and dilution of a round, and what holders get at several exits",
    arguments: [
      { name: "holders", description: "Who holds what: shares, options, SAFEs and notes with their terms", required: true },
      { name: "investment", description: "New money, such as 5000000", required: true },
      { name: "pre_money", description: "Pre-money valuation, such as 20000000", required: true },
    ],
    opening: "Model this funding round",
    stages: [
      { text: "Ask for: every holder's shares; the option pool, and whether the new pool comes out of the pre-money value; each SAFE's cap and discount and whether its cap is pre- or post-money; each note's principal, interest and dates; liquidation preferences." },
            { calls: "simulate_funding_round", text: "call simulate_funding_round with holdings, instruments, investment and pre-money value for the price and the whole table after the round; call it again with another pool, cap or pre-money value where I weigh terms" },
      { calls: "valuation_emerging.safe_cap", text: "to show how one SAFE converts, call valuation_emerging with methods safe_cap and safe_discount" },
      { calls: "valuation_stakeholder.dilution", text: "to check one holder, call valuation_stakeholder with method dilution; the post-money value is the pre-money value plus the new money" },
      { calls: "simulate_exit", text: "call simulate_exit for what each class gets at a low, a middle and a high exit" },
      { calls: "valuation_stakeholder.opm", text: "call valuation_stakeholder with method opm for what the common stock is worth beside the preference" },
      { calls: "calculate_irr", text: "call calculate_irr, or calculate_xirr where dates are known, for the new investor's return at each exit, and calculate_moic for its multiple" },
    ],
  },
];

function exists(calls: string): boolean {
  const [tool, method] = calls.split(".");
  return method === undefined ? TOOLS.has(tool!) || JSON_TOOLS.has(tool!) : (TOOLS.get(tool!)?.methods.has(method) ?? false);
}

/** The text of a prompt with its arguments filled in. */
export function promptText(prompt: Prompt, given: Readonly<Record<string, string>>): string {
  const facts = prompt.arguments.flatMap(({ name }) => (given[name]?.trim() ? [`- ${name}: ${given[name].trim()}`] : []));
  const open = prompt.arguments.filter(({ name }) => !given[name]?.trim()).map(({ name }) => name);
  const stages = prompt.stages.filter(({ calls }) => calls === undefined || exists(calls));
  return [
    `${prompt.opening} with the VAL tools (${FORMULAS.size} formulas).`,
    "",
    "What I know",
    ...facts,
    ...(open.length ? [`- not given yet: ${open.join(", ")}`] : []),
    "",
    "Steps",
    ...stages.map(({ text }, i) => `${i + 1}. ${text[0]!.toUpperCase()}${text.slice(1)}${/[.]$/.test(text) ? "" : "."}`),
    "",
    RULES,
    "",
    CLOSING,
  ].join("\n");
}
