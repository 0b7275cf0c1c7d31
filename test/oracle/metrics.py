"""Answers of the tools over the sample metrics, computed with Python's standard library in exact fractions, and rounded once
(roots to 50 digits). Run: python3 test/oracle/metrics.py > test/metrics/answers.json"""
import csv
import json
from datetime import date, timedelta
from decimal import Decimal, getcontext
from fractions import Fraction as F
from pathlib import Path

getcontext().prec = 50
DATA = Path(__file__).parents[2] / "data" / "metrics"
BY = "test/oracle/metrics.py, exact fractions"


def read(metric):
    with open(DATA / f"{metric}.csv", newline="") as file:
        return [(date.fromisoformat(row["time"]), F(row["value"])) for row in csv.DictReader(file)]


def seconds(day):
    return (day - date(1970, 1, 1)).days * 86400


def root(x):
    return Decimal(x.numerator) / Decimal(x.denominator) if x == 0 else (Decimal(x.numerator) / Decimal(x.denominator)).sqrt()


def decimal(x):
    return Decimal(x.numerator) / Decimal(x.denominator)


def correlation(xs, ys):
    n = len(xs)
    mx, my = sum(xs) / n, sum(ys) / n
    sxy = sum((x - mx) * (y - my) for x, y in zip(xs, ys))
    sxx, syy = sum((x - mx) ** 2 for x in xs), sum((y - my) ** 2 for y in ys)
    return float(decimal(sxy) / root(sxx * syy))


def buckets(rows, start):
    found = {}
    for day, value in rows:
        found.setdefault(start(day), []).append(value)
    return sorted(found.items())


def month(day):
    return day.replace(day=1)


def monday(day):
    return day - timedelta(days=day.weekday())


cases = []


def case(tool, arguments, expect):
    cases.append({"tool": tool, "arguments": arguments, "expect": expect, "by": BY})


def columns(rows):
    return {"times": [seconds(day) for day, _ in rows], "values": [float(value) for _, value in rows]}


def spanned(rows, start, end):
    return [(day, value) for day, value in rows if date.fromisoformat(start) <= day < date.fromisoformat(end)]


payrolls = read("payrolls")
case("fetch_metric", {"metric": "payrolls", "start": "2008-01-01", "end": "2010-01-01"}, columns(spanned(payrolls, "2008-01-01", "2010-01-01")))
rain = read("seattle_precipitation")
case("fetch_metric", {"metric": "seattle_precipitation", "interval": "1M"}, columns([(day, sum(values)) for day, values in buckets(rain, month)]))
warmth = read("seattle_temperature_max")
case("fetch_metric", {"metric": "seattle_temperature_max", "interval": "1w", "start": "2014-01-01", "end": "2014-07-01"}, columns(spanned([(day, sum(values) / len(values)) for day, values in buckets(warmth, monday)], "2014-01-01", "2014-07-01")))

for metric, kind, count, span in [("unemployment_rate", "high", 4, None), ("federal_funds", "low", 6, None), ("treasury_10y", "high", 3, ("1990-01-01", "2000-01-01")), ("seattle_precipitation", "high", 5, None)]:
    rows = read(metric) if span is None else spanned(read(metric), *span)
    ranked = sorted(rows, key=lambda row: (row[1] if kind == "low" else -row[1], row[0]))[:count]
    case("find_extremes", {"metric": metric, "kind": kind, "count": count, **({} if span is None else {"start": span[0], "end": span[1]})}, {"extremes": [{"date": day.isoformat(), "value": float(value), "time": seconds(day)} for day, value in ranked], "rows": len(rows)})

for metric, spacing, interval in [("consumer_prices", "monthly", "1M"), ("real_gdp", "quarterly", "1M"), ("seattle_precipitation", "daily", "24h")]:
    rows = read(metric)
    case("get_metric_metadata", {"metric": metric}, {"count": len(rows), "missing": 0, "first": rows[0][0].isoformat(), "last": rows[-1][0].isoformat(), "latest": {"date": rows[-1][0].isoformat(), "value": float(rows[-1][1])}, "spacing": spacing, "interval": interval})


def changes(values):
    return [None] + [b - a for a, b in zip(values, values[1:])]


def returns(values):
    return [None] + [b / a - 1 for a, b in zip(values, values[1:])]


def matrix(metrics, of, window=None, start=None, end=None):
    known = [dict(read(metric)) for metric in metrics]
    days = sorted(set.intersection(*(set(each) for each in known)))
    prepared = [{"levels": list, "changes": changes, "returns": returns}[of]([each[day] for day in days]) for each in known]
    rows = [i for i, day in enumerate(days) if (start is None or day >= date.fromisoformat(start)) and (end is None or day < date.fromisoformat(end)) and all(column[i] is not None for column in prepared)]
    rows = rows[-window:] if window else rows
    picked = [[column[i] for i in rows] for column in prepared]
    arguments = {"metrics": metrics, "of": of, **({"window": window} if window else {}), **({"start": start} if start else {}), **({"end": end} if end else {})}
    case("correlate_metrics", arguments, {"matrix": [[1 if a is b else correlation(a, b) for b in picked] for a in picked], "rows": len(rows), "first": days[rows[0]].isoformat(), "last": days[rows[-1]].isoformat()})


matrix(["treasury_10y", "federal_funds"], "levels")
matrix(["treasury_10y", "treasury_3m", "federal_funds", "unemployment_rate"], "changes", window=60)
matrix(["consumer_prices", "money_m2", "industrial_production"], "returns", start="1980-01-01", end="2020-01-01")
matrix(["real_gdp", "payrolls"], "changes")

prices = read("consumer_prices")
yearly = [(day, b / a - 1) for (_, a), (day, b) in zip(prices, prices[12:])]
case("run_formula", {"expression": "pct_change(a, 12)", "inputs": {"a": "consumer_prices"}, "interval": "1M", "start": "2020-01-01"}, columns(spanned(yearly, "2020-01-01", "2100-01-01")))

ten, three = dict(read("treasury_10y")), dict(read("treasury_3m"))
spread = [(day, ten[day] - three[day]) for day in sorted(set(ten) & set(three))]


def scores(rows, n):
    for i in range(n - 1, len(rows)):
        window = [value for _, value in rows[i - n + 1 : i + 1]]
        mean = sum(window) / n
        yield rows[i][0], decimal(rows[i][1] - mean) / root(sum((value - mean) ** 2 for value in window) / (n - 1))


case("run_formula", {"expression": "zscore(a - b, 36)", "inputs": {"a": "treasury_10y", "b": "treasury_3m"}, "interval": "1M", "start": "2019-01-01"}, columns(spanned(list(scores(spread, 36)), "2019-01-01", "2100-01-01")))

weeks = [(day, sum(values)) for day, values in buckets(rain, monday)]
means = [(weeks[i][0], sum(value for _, value in weeks[i - 3 : i + 1]) / 4) for i in range(3, len(weeks))]
case("run_formula", {"expression": "sma(a, 4)", "inputs": {"a": "seattle_precipitation"}, "interval": "1w", "start": "2013-01-01"}, columns(spanned(means, "2013-01-01", "2100-01-01")))
last = [(day, values[-1]) for day, values in buckets(rain, month)]
case("run_formula", {"expression": "a", "inputs": {"a": "seattle_precipitation"}, "interval": "1M", "options": {"resample": "last"}}, columns(last))

print("[\n" + ",\n".join(json.dumps(each) for each in cases) + "\n]")
