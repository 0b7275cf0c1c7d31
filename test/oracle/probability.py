"""The examples of chapter 11, computed with Python's decimal module at 60 digits and rounded once. Run: python3 test/oracle/probability.py"""
from decimal import Decimal as D, getcontext
from math import factorial

from normal_series import density, distribution

getcontext().prec = 60


def show(name, value):
    print(f"{name:28} {float(value)!r}")


show("poisson", (-D(2)).exp() * D(2) ** 3 / factorial(3))
a, b = D(0), (D(130) - 100) / 15
show("expected_value_continuous", 100 * (distribution(b) - distribution(a)) + 15 * (density(a) - density(b)))
