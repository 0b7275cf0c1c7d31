"""The examples of chapter 1, computed with Python's decimal module at 60 digits and rounded once. Run: python3 test/oracle/time-value.py"""
from datetime import date
from decimal import Decimal as D, getcontext

getcontext().prec = 60


def show(name, value):
    print(f"{name:28} {float(value)!r}")


def root(present_value, low, high):
    """Bisection on the sign of the present value: slow, and with nothing in common with Newton."""
    low, high = D(low), D(high)
    for _ in range(220):
        middle = (low + high) / 2
        if (present_value(low) > 0) == (present_value(middle) > 0):
            low = middle
        else:
            high = middle
    return low


def present(rate, flows, times):
    return sum(D(flow) / (1 + rate) ** time for flow, time in zip(flows, times))


show("present_value", D(250000) / D("1.1") ** 5)
show("annuity", D(50000) * (1 - D("1.06") ** -10) / D("0.06"))
show("growing_annuity", D(110) / D("1.1") + D(110) / D("1.21"))
show("loan_payment", D(500000) * D("0.005") / (1 - D("1.005") ** -60))
show("cagr", D("2.5") ** (D(1) / 5) - 1)
show("npv", present(D("0.1"), [-10000, 3000, 4200, 6800], [1, 2, 3, 4]))
flows = [-70000, 12000, 15000, 18000, 21000, 26000]
show("irr", root(lambda r: present(r, flows, range(6)), "0.01", "0.5"))
dated = [-10000, 2750, 4250, 3250, 2750]
days = [(date(*d) - date(2008, 1, 1)).days for d in [(2008, 1, 1), (2008, 3, 1), (2008, 10, 30), (2009, 2, 15), (2009, 4, 1)]]
years = [D(n) / 365 for n in days]
show("xnpv", present(D("0.09"), dated, years))
show("xirr", root(lambda r: present(r, dated, years), "0.01", "0.9"))
inflows, n = [39000, 30000, 21000, 37000, 46000], 5
future = sum(D(flow) * D("1.12") ** (n - 1 - i) for i, flow in enumerate(inflows))
show("mirr", (future / 120000) ** (D(1) / n) - 1)
balance, rate = D(-10000), D("1.1")
for year in range(1, 6):
    flow = D(3000) / rate**year
    if balance + flow >= 0:
        show("discounted_payback_period", year - 1 - balance / flow)
        break
    balance += flow
