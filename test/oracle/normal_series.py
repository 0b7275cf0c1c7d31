"""The normal distribution from its Taylor series, with as many digits as the series needs to cancel in. Imported by the oracles beside it."""
from decimal import Decimal as D, getcontext, localcontext
from functools import cache


@cache
def pi_to(precision):
    """Machin: 16 atan(1/5) - 4 atan(1/239)."""
    def atan_of_inverse(n):
        total, power, k = D(0), D(1) / n, 0
        while power > D(10) ** -(precision + 5):
            total += (power if k % 2 == 0 else -power) / (2 * k + 1)
            power /= n * n
            k += 1
        return total
    return 16 * atan_of_inverse(5) - 4 * atan_of_inverse(239)


def pi():
    return pi_to(getcontext().prec)


def density(x):
    return (-x * x / 2).exp() / (2 * pi()).sqrt()


def distribution(x):
    """1/2 + (x - x^3/6 + x^5/40 - …) / sqrt(2 pi)."""
    with localcontext() as context:
        context.prec += int(x * x) + 20
        total, term, k = D(0), x, 0
        while abs(term) > D(10) ** -(context.prec + 5):
            total += term / (2 * k + 1)
            k += 1
            term *= -x * x / (2 * k)
        result = D("0.5") + total / (2 * pi()).sqrt()
    return +result
