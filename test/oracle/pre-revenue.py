"""The examples of chapter 4 that no one does by hand, computed with Python's decimal module at 60 digits and rounded once. Run: python3 test/oracle/pre-revenue.py"""
from decimal import Decimal as D, getcontext

getcontext().prec = 60

exits = [("0.3", 100000000, 5), ("0.5", 30000000, 4), ("0.2", 0, 2)]
print("first_chicago", repr(float(sum(D(p) * value / D("1.4") ** years for p, value, years in exits))))
