#!/usr/bin/env python3
"""Writes the sample metrics from the unpacked packages that README.md names, so that anyone can make them again.

    make.py FEDSTL_FOLDER SEATTLE_WEATHER_CSV

FEDSTL_FOLDER holds fedstl.idx and fedstl.bin of gretl: the .idx names each series on one line and its span on the next,
the .bin holds the values as 32-bit floats in the same order. Such a float is written with as many decimals as the agency
publishes, which is the number that it was made from.
"""
import csv
import json
import re
import struct
import sys
from pathlib import Path

HERE = Path(__file__).parent
PUBLIC = "Public domain: a work of the United States government (17 U.S.C. 105)"
BOARD = "Board of Governors of the Federal Reserve System"
BLS = "U.S. Bureau of Labor Statistics"
BEA = "U.S. Bureau of Economic Analysis"

# metric: series, decimals, title, unit, how several rows become one, source
FEDSTL = {
    "treasury_10y": ("gs10", 2, "US Treasury yield at 10 years, constant maturity, average of the month", "percent a year", "mean", f"{BOARD}, H.15 Selected Interest Rates (FRED series GS10)"),
    "treasury_3m": ("tb3ms", 2, "US Treasury bill of 3 months, secondary market, discount basis, average of the month", "percent a year", "mean", f"{BOARD}, H.15 Selected Interest Rates (FRED series TB3MS)"),
    "federal_funds": ("fedfunds", 2, "Effective federal funds rate, average of the month", "percent a year", "mean", f"{BOARD}, H.15 Selected Interest Rates (FRED series FEDFUNDS)"),
    "usd_per_euro": ("exuseu", 4, "US dollars for one euro, average of the month", "US dollars per euro", "mean", f"{BOARD}, G.5 Foreign Exchange Rates (FRED series EXUSEU)"),
    "money_m2": ("m2sl", 1, "US money stock M2, seasonally adjusted", "billions of US dollars", "last", f"{BOARD}, H.6 Money Stock Measures (FRED series M2SL)"),
    "industrial_production": ("indpro", 4, "US industrial production, total index, seasonally adjusted", "index, 2017 = 100", "mean", f"{BOARD}, G.17 Industrial Production (FRED series INDPRO)"),
    "consumer_prices": ("cpiaucsl", 3, "US consumer price index, all urban consumers, all items, seasonally adjusted", "index, 1982-1984 = 100", "last", f"{BLS}, Consumer Price Index (FRED series CPIAUCSL)"),
    "unemployment_rate": ("unrate", 1, "US unemployment rate, seasonally adjusted", "percent of the labor force", "mean", f"{BLS}, Current Population Survey (FRED series UNRATE)"),
    "payrolls": ("payems", 0, "US nonfarm employees on payrolls, seasonally adjusted", "thousands of persons", "last", f"{BLS}, Current Employment Statistics (FRED series PAYEMS)"),
    "housing_starts": ("houst", 0, "US housing starts, privately owned, seasonally adjusted annual rate", "thousands of units a year", "mean", "U.S. Census Bureau and U.S. Department of Housing and Urban Development, New Residential Construction (FRED series HOUST)"),
    "real_gdp": ("gdpc1", 2, "US real gross domestic product, quarterly, seasonally adjusted annual rate", "billions of 2012 US dollars a year", "mean", f"{BEA}, National Income and Product Accounts (FRED series GDPC1)"),
    "corporate_profits": ("cp", 3, "US corporate profits after tax, quarterly, seasonally adjusted annual rate", "billions of US dollars a year", "mean", f"{BEA}, National Income and Product Accounts (FRED series CP)"),
}
NOAA = "National Oceanic and Atmospheric Administration, National Centers for Environmental Information, daily records of Seattle"
SEATTLE = {
    "seattle_precipitation": ("precipitation", "Precipitation in Seattle, daily", "millimetres a day", "sum", NOAA),
    "seattle_temperature_max": ("temp_max", "Highest temperature of the day in Seattle", "degrees Celsius", "mean", NOAA),
}


def write(metric, title, unit, resample, source, rows):
    with open(HERE / f"{metric}.csv", "w", newline="\n") as file:
        file.write("time,value\n")
        file.writelines(f"{time},{value}\n" for time, value in rows)
    about = {"title": title, "unit": unit, "resample": resample, "source": source, "licence": PUBLIC}
    (HERE / f"{metric}.json").write_text(json.dumps(about, indent=2) + "\n")


def series_of(folder):
    lines = (folder / "fedstl.idx").read_text(encoding="latin1").splitlines()[1:]
    data = (folder / "fedstl.bin").read_bytes()
    at, series = 0, {}
    for name, span in zip(lines[::2], lines[1::2]):
        frequency, first, count = re.match(r"(\w)\s+(\S+) - \S+\s+n = (\d+)", span).groups()
        count = int(count)
        series[name.split()[0]] = (frequency, first, struct.unpack_from(f"<{count}f", data, at))
        at += 4 * count
    assert at == len(data), "the index and the values do not belong together"
    return series


def months(frequency, first, count):
    year, part = map(int, first.split("."))
    step = {"M": 1, "Q": 3}[frequency]
    for month in range(year * 12 + (part - 1) * step, year * 12 + (part - 1) * step + count * step, step):
        yield f"{month // 12}-{month % 12 + 1:02}-01"


def main(fedstl, weather):
    series = series_of(Path(fedstl))
    for metric, (name, decimals, *about) in FEDSTL.items():
        frequency, first, values = series[name]
        told = [f"{value:.{decimals}f}" for value in values]
        assert all(struct.unpack("<f", struct.pack("<f", float(text)))[0] == value for text, value in zip(told, values)), name
        write(metric, *about, zip(months(frequency, first, len(values)), told))
    with open(weather, newline="") as file:
        days = list(csv.DictReader(file))
    for metric, (column, *about) in SEATTLE.items():
        write(metric, *about, ((day["date"], day[column]) for day in days))


main(*sys.argv[1:])
