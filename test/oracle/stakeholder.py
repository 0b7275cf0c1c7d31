"""The example of chapter 14 that a pencil cannot do, with Python's decimal module at 60 digits. Run: python3 test/oracle/stakeholder.py"""
from decimal import Decimal as D

from options import call, show

show("opm", call(D(100000000), D(30000000), D("0.04"), D("0.6"), D(3)))
