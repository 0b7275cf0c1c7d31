/**
 * Other people's packages on the inputs of our formulas. Each entry takes the inputs by name and gives the call, so that what is
 * only a change of shape stays outside the clock. A package computes an annuity where money flows the other way: hence the signs.
 */
import * as formulajs from "@formulajs/formulajs";
import financial from "financial";
import xirr from "xirr";

const MS_PER_DAY = 86_400_000;
const UNIX_EPOCH = 25_569;
/** Dates are serial days here; the packages want them as they are in local time, and in UTC. */
const toLocal = (day) => new Date(1970, 0, 1 + day - UNIX_EPOCH);
const toUtc = (day) => new Date((day - UNIX_EPOCH) * MS_PER_DAY);

const when = (timing) => (timing === "begin" ? 1 : 0);
const paidWhen = (timing) => financial.PaymentDueTime[timing === "begin" ? "Begin" : "End"];

/** formulajs returns its errors. */
const number = (value) => {
  if (typeof value !== "number") throw value instanceof Error ? value : new Error(`returned ${String(value)}`);
  return value;
};

export const PEERS = {
  financial: {
    present_value: ({ future_value, rate, periods }) => () => financial.pv(rate, periods, 0, -future_value),
    future_value: ({ present_value, rate, periods }) => () => financial.fv(rate, periods, 0, -present_value),
    annuity: ({ payment, rate, periods, timing }) => () => financial.pv(rate, periods, -payment, 0, paidWhen(timing)),
    annuity_future_value: ({ payment, rate, periods, timing }) => () => financial.fv(rate, periods, -payment, 0, paidWhen(timing)),
    loan_payment: ({ principal, rate, periods }) => () => financial.pmt(rate, periods, -principal),
    compound_growth: ({ starting_value, growth_rate, periods }) => () => financial.fv(growth_rate, periods, 0, -starting_value),
    cagr: ({ begin_value, end_value, periods }) => () => financial.rate(periods, 0, -begin_value, end_value),
    npv: ({ rate, cash_flows }) => {
      const flows = [0, ...cash_flows]; // its first flow falls today
      return () => financial.npv(rate, flows);
    },
    irr: ({ cash_flows }) => () => financial.irr(cash_flows),
    mirr: ({ cash_flows, finance_rate, reinvest_rate }) => () => financial.mirr(cash_flows, finance_rate, reinvest_rate),
  },
  formulajs: {
    present_value: ({ future_value, rate, periods }) => () => number(formulajs.PV(rate, periods, 0, -future_value)),
    future_value: ({ present_value, rate, periods }) => () => number(formulajs.FV(rate, periods, 0, -present_value)),
    annuity: ({ payment, rate, periods, timing }) => () => number(formulajs.PV(rate, periods, -payment, 0, when(timing))),
    annuity_future_value: ({ payment, rate, periods, timing }) => () => number(formulajs.FV(rate, periods, -payment, 0, when(timing))),
    loan_payment: ({ principal, rate, periods }) => () => number(formulajs.PMT(rate, periods, -principal)),
    compound_growth: ({ starting_value, growth_rate, periods }) => () => number(formulajs.FV(growth_rate, periods, 0, -starting_value)),
    cagr: ({ begin_value, end_value, periods }) => () => number(formulajs.RRI(periods, begin_value, end_value)),
    npv: ({ rate, cash_flows }) => () => number(formulajs.NPV(rate, cash_flows)),
    irr: ({ cash_flows }) => () => number(formulajs.IRR(cash_flows)),
    mirr: ({ cash_flows, finance_rate, reinvest_rate }) => () => number(formulajs.MIRR(cash_flows, finance_rate, reinvest_rate)),
    xnpv: ({ rate, cash_flows, dates }) => {
      const days = dates.map(toLocal);
      return () => number(formulajs.XNPV(rate, cash_flows, days));
    },
    xirr: ({ cash_flows, dates }) => {
      const days = dates.map(toLocal);
      return () => number(formulajs.XIRR(cash_flows, days, 0.1));
    },
  },
  xirr: {
    xirr: ({ cash_flows, dates }) => {
      const transactions = cash_flows.map((amount, i) => ({ amount, when: toUtc(dates[i]) }));
      return () => xirr(transactions);
    },
  },
};
