"""The examples of chapter 8 that no one does by hand, computed with Python's decimal module at 60 digits and rounded once. Run: python3 test/oracle/biotech.py"""
from decimal import Decimal as D, getcontext

getcontext().prec = 60

drugs = [(2000000000, "0.6", 2, 5), (500000000, "0.1", 6, 4)]
print("pipeline", repr(float(sum(sales * times * D(p) / D("1.12") ** years for sales, p, years, times in drugs))))
