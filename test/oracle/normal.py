"""The normal distribution by its power series at 900 digits, rounded once. Run: python3 test/oracle/normal.py > test/cases/normal.json"""
from decimal import Decimal as D, getcontext
import json

getcontext().prec = 900
# Machin's formula, so that nothing is shared with the code under test.
def arctan_inverse(n):
    total, power, k = D(0), D(1) / n, 0
    while abs(power) > D(10) ** -895:
        total += power / (2 * k + 1) * (1 if k % 2 == 0 else -1)
        power /= n * n
        k += 1
    return total
PI = 4 * (4 * arctan_inverse(5) - arctan_inverse(239))

def cdf(x):
    # Phi(x) = 1/2 + (1 / sqrt(2 pi)) * sum of (-1)^k x^(2k+1) / (k! 2^k (2k+1)): the alternating series, unlike the code's.
    term, total, k = x, x, 0
    while abs(term) > D(10) ** -890 or k < abs(x) * abs(x):
        k += 1
        term = -term * x * x / (2 * k)
        total += term / (2 * k + 1)
    return D("0.5") + total / (2 * PI).sqrt()

def pdf(x):
    return (-x * x / 2).exp() / (2 * PI).sqrt()

points = ["-37.5", "-28.7", "-20", "-12.25", "-8.5", "-6", "-5", "-4.01", "-4", "-3.99", "-2.5", "-1.96", "-1", "-0.1", "-1e-9", "0", "0.3", "1", "1.6448536269514722", "2", "3.999", "4", "5.5", "8", "9"]
print("[\n" + ",\n".join(json.dumps({"x": float(p), "cdf": float(cdf(D(p))), "pdf": float(pdf(D(p)))}) for p in points) + "\n]")
