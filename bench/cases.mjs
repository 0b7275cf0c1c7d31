/** Random inputs, the same on every run. */

/** mulberry32: small, and good enough to scatter test data. */
function random(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Numbers as people type them: so many decimals, over several orders of magnitude. */
function typist(seed) {
  const next = random(seed);
  const decimals = (low, high, digits) => Number((low + (high - low) * next()).toFixed(digits));
  const whole = (low, high) => low + Math.floor((high - low + 1) * next());
  const amount = () => Number((10 ** (2 + 5 * next())).toFixed(2));
  const rate = () => decimals(0.001, 0.3, 4);
  /** Money paid out first, then money received: exactly one change of sign. */
  const investment = (count) => {
    const out = whole(1, Math.min(3, count - 1));
    return Array.from({ length: count }, (_, i) => (i < out ? -amount() : amount()));
  };
  const days = (count) => {
    const chosen = new Set([whole(36_526, 43_831)]);
    const [first] = chosen;
    while (chosen.size < count) chosen.add(first + whole(1, Math.max(3650, 4 * count)));
    return [...chosen].sort((a, b) => a - b);
  };
  return { whole, amount, rate, investment, days };
}

const INPUTS = {
  cagr: ({ amount, whole }) => ({ begin_value: amount(), end_value: amount(), periods: whole(1, 30) }),
  present_value: ({ amount, rate, whole }) => ({ future_value: amount(), rate: rate(), periods: whole(1, 40) }),
  future_value: ({ amount, rate, whole }) => ({ present_value: amount(), rate: rate(), periods: whole(1, 40) }),
  annuity: ({ amount, rate, whole }) => ({ payment: amount(), rate: rate(), periods: whole(1, 360), timing: "end" }),
  annuity_future_value: ({ amount, rate, whole }) => ({ payment: amount(), rate: rate(), periods: whole(1, 120), timing: "end" }),
  loan_payment: ({ amount, rate, whole }) => ({ principal: amount(), rate: rate(), periods: whole(1, 360) }),
  npv: ({ rate, investment, whole }) => ({ rate: rate(), cash_flows: investment(whole(3, 40)), first_period: 1 }),
  xnpv: ({ rate, investment, whole, days }) => dated(investment(whole(3, 30)), days, { rate: rate() }),
  mirr: ({ rate, investment, whole }) => ({ cash_flows: investment(whole(3, 30)), finance_rate: rate(), reinvest_rate: rate() }),
  irr: ({ investment, whole }) => ({ cash_flows: investment(whole(3, 60)) }),
  xirr: ({ investment, whole, days }) => dated(investment(whole(3, 30)), days),
};
const dated = (cash_flows, days, rest = {}) => ({ ...rest, cash_flows, dates: days(cash_flows.length) });

const COUNT = 50;
/** Formula -> its cases. */
export const accuracyCases = Object.fromEntries(
  Object.entries(INPUTS).map(([formula, inputs], place) => {
    const typed = typist(1000 + place);
    return [formula, Array.from({ length: COUNT }, () => inputs(typed))];
  }),
);

export const tenFlows = { cash_flows: [-250_000, 12_500.5, 31_000, 42_750.25, 38_200, 51_000.75, 47_300, 62_150, 58_900.4, 71_000] };
const large = typist(7);
export const thousandFlows = dated([-2_000_000_000, ...large.investment(1000).slice(1).map(Math.abs)], large.days);
