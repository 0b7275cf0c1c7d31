"""The examples of chapter 6 that no one does by hand, computed with Python's decimal module at 60 digits and rounded once. Run: python3 test/oracle/fintech.py"""
from decimal import Decimal as D, getcontext

getcontext().prec = 60

value, revenue = D(0), D(10000000000) * D("0.01")
for year in range(1, 6):
    revenue *= D("1.2")
    value += D("0.25") * revenue / D("1.15") ** year
value += 5 * revenue / D("1.15") ** 5
print("payment_processor", repr(float(value)))
