"""The right answers, with nothing of the product in them: Python's decimal module at 80 digits, roots by bisection.

Reads {"formula": [inputs, ...], ...} as JSON and writes the answers in the same shape, each rounded once to the nearest double.
A number means the decimal it is written as.
"""
import json
import sys
from decimal import Decimal as D, getcontext

getcontext().prec = 80


def present(flows, factor, times):
    return sum(flow * factor**time for flow, time in zip(flows, times))


def root(flows, times, per_period):
    """The rate of flows whose sign changes once, by bisection on the discount factor of one unit of time."""
    sign = present(flows, D("1e-12"), times) > 0
    low, high = D("1e-12"), D(2)
    while (present(flows, high, times) > 0) == sign:
        high *= 2
    while high - low > low * D("1e-45"):
        middle = (low + high) / 2
        if (present(flows, middle, times) > 0) == sign:
            low = middle
        else:
            high = middle
    return low**-per_period - 1


def days(dates):
    return [day - dates[0] for day in dates]


def annuity(rate, periods):
    return (1 - (1 + rate) ** -periods) / rate


def mirr(cash_flows, finance_rate, reinvest_rate):
    n = len(cash_flows) - 1
    future = sum(flow * (1 + reinvest_rate) ** (n - i) for i, flow in enumerate(cash_flows) if flow > 0)
    outlay = -sum(flow / (1 + finance_rate) ** i for i, flow in enumerate(cash_flows) if flow < 0)
    return (future / outlay) ** (D(1) / n) - 1


FORMULAS = {
    "cagr": lambda begin_value, end_value, periods: (end_value / begin_value) ** (1 / periods) - 1,
    "present_value": lambda future_value, rate, periods: future_value / (1 + rate) ** periods,
    "future_value": lambda present_value, rate, periods: present_value * (1 + rate) ** periods,
    "annuity": lambda payment, rate, periods, timing: payment * annuity(rate, periods),
    "annuity_future_value": lambda payment, rate, periods, timing: payment * ((1 + rate) ** periods - 1) / rate,
    "loan_payment": lambda principal, rate, periods: principal / annuity(rate, periods),
    "npv": lambda rate, cash_flows, first_period: present(cash_flows, 1 / (1 + rate), range(1, len(cash_flows) + 1)),
    "xnpv": lambda rate, cash_flows, dates: sum(flow / (1 + rate) ** (day / 365) for flow, day in zip(cash_flows, days(dates))),
    "mirr": mirr,
    "irr": lambda cash_flows: root(cash_flows, range(len(cash_flows)), 1),
    "xirr": lambda cash_flows, dates: root(cash_flows, [int(day) for day in days(dates)], 365),
}

cases = json.load(sys.stdin, parse_float=D, parse_int=D)
json.dump({name: [float(FORMULAS[name](**inputs)) for inputs in given] for name, given in cases.items()}, sys.stdout)
