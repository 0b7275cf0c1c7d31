"""
The option-pricing method with Python's decimal module at 60 digits, each value rounded once, over a table whose breakpoints
are found by hand. Run: python3 test/oracle/option-pricing.py > test/cases/option-pricing.json

Series A: 1,000,000 shares at 2, not participating. Common: 1,000,000. Options: 100,000 at a strike of 1. Up to 2,000,000 all
goes to Series A; then to common, until a share of it holds 1; then to options too, until it holds 2, which is a total of
2,000,000 + 2,000,000 + 100,000; from there on Series A converts and all share alike.
"""
from decimal import Decimal as D
import json
import math

from options import call

FROM = [D(0), D(2_000_000), D(3_000_000), D(4_100_000)]
SHARES = {"Series A": D(1_000_000), "Common": D(1_000_000), "Options": D(100_000)}
SPLIT = [{"Series A": D(1)}, {"Common": D(1)}, {"Common": D(10) / 11, "Options": D(1) / 11}, {name: count / D(2_100_000) for name, count in SHARES.items()}]


def allocate(equity, rate, volatility, years):
    calls = [call(equity, strike, rate, volatility, years) if strike else equity for strike in FROM] + [D(0)]
    tranches = [a - b for a, b in zip(calls, calls[1:])]
    classes = {name: sum(tranche * split.get(name, 0) for tranche, split in zip(tranches, SPLIT)) for name in SHARES}
    return tranches, classes


def backsolve(name, price, near, *terms):
    """Halves what lies around an equity nearby until one double is left between half a last digit below and half a one above."""
    low, high = near / 2, near * 2
    while True:
        middle = (low + high) / 2
        near = float(middle)
        below, above = [(D(near) + D(math.nextafter(near, to))) / 2 for to in (0, math.inf)]
        if below <= low and high <= above:
            return near
        low, high = (middle, high) if allocate(middle, *terms)[1][name] / SHARES[name] < price else (low, middle)


cases = []
for texts in [("10000000", "0.04", "0.6", "3"), ("2500000", "0.04", "0.35", "1.5"), ("1234567.89", "-0.01", "0.9", "5"), ("400000", "0.03", "0.25", "0.5"), ("3e9", "0.05", "1.2", "0.1")]:
    equity, *terms = map(D, texts)
    tranches, classes = allocate(equity, *terms)
    cases.append(dict(zip(("equity_value", "risk_free_rate", "volatility", "years"), map(float, texts)),
                      tranches=[float(value) for value in tranches],
                      classes=[{"security": name, "value": float(value), "per_share": float(value / SHARES[name])} for name, value in classes.items()],
                      # The price of a share in six digits, and so not quite the equity above.
                      backsolve=[{"security": name, "price": float(price := D(f"{value / SHARES[name]:.6g}")), "equity_value": backsolve(name, price, equity, *terms)} for name, value in classes.items()]))
print(json.dumps(cases, indent=1))
