"""The examples of chapter 12, computed with Python's decimal module at 60 digits and rounded once. Run: python3 test/oracle/options.py"""
from decimal import Decimal as D, getcontext

from normal_series import distribution

getcontext().prec = 60


def show(name, value):
    print(f"{name:28} {float(value)!r}")


def call(price, strike, rate, volatility, years):
    d1 = ((price / strike).ln() + (rate + volatility**2 / 2) * years) / (volatility * years.sqrt())
    d2 = d1 - volatility * years.sqrt()
    return price * distribution(d1) - strike * (-rate * years).exp() * distribution(d2)


def tree(price, strike, rate, volatility, years, steps, american, sign):
    """Every node of the tree, from the last row to the first."""
    time = years / steps
    up = (volatility * time.sqrt()).exp()
    rise = ((rate * time).exp() - 1 / up) / (up - 1 / up)
    discount = (-rate * time).exp()
    prices = {k: price * up**k for k in range(-steps, steps + 1)}
    row = [max(D(0), sign * (prices[2 * j - steps] - strike)) for j in range(steps + 1)]
    for i in range(steps - 1, -1, -1):
        row = [discount * (rise * row[j + 1] + (1 - rise) * row[j]) for j in range(i + 1)]
        if american:
            row = [max(value, sign * (prices[2 * j - i] - strike)) for j, value in enumerate(row)]
    return row[0]


if __name__ == "__main__":
    show("black_scholes", call(D(100), D(100), D("0.05"), D("0.2"), D(1)))
    show("binomial", tree(D(100), D(100), D("0.05"), D("0.2"), D(1), 50, True, -1))
