"""The two rounds and the exit of the handbook, with Python's fractions and by another road than the engine's.

A round: every set of branches is tried, its whole linear system solved by elimination, and the one kept under which each
unknown is indeed the largest of its forms. An exit: every set of decisions is tried, and the one kept that nobody would leave.
Run: python3 test/oracle/rounds.py"""
from fractions import Fraction as F
from itertools import product


def solve(rows):
    """rows: the equations, each a list of coefficients with the constant last."""
    n = len(rows)
    rows = [list(map(F, row)) for row in rows]
    for i in range(n):
        pivot = next((r for r in range(i, n) if rows[r][i] != 0), None)
        if pivot is None:
            return None
        rows[i], rows[pivot] = rows[pivot], rows[i]
        rows[i] = [a / rows[i][i] for a in rows[i]]
        for r in range(n):
            if r != i:
                rows[r] = [a - rows[r][i] * b for a, b in zip(rows[r], rows[i])]
    return [row[-1] for row in rows]


def funding_round(fixed, pool, pre_money, investment, target, safes=(), ratchets=()):
    """safes: (amount, cap, discount), after money. ratchets: (shares, price paid). `fixed`: shares that nothing moves."""
    names = ["total", "per_dollar", "new", "pool"] + [f"safe{i}" for i in range(len(safes))] + [f"ratchet{i}" for i in range(len(ratchets))]
    capitalization = {**{f"safe{i}": 1 for i in range(len(safes))}, **{f"ratchet{i}": 1 for i in range(len(ratchets))}, 1: fixed + pool}
    times = lambda factor, form: {name: factor * F(value) for name, value in form.items()}
    forms = {
        "total": [{**{name: 1 for name in names[2:]}, 1: fixed}],
        "per_dollar": [{"total": F(1, pre_money + investment)}],
        "new": [{"per_dollar": investment}],
        "pool": [{1: pool}, {"total": target}],
    }
    for i, (amount, cap, discount) in enumerate(safes):
        forms[f"safe{i}"] = [{"per_dollar": amount}, {"per_dollar": amount / (1 - discount)}, times(F(amount, cap), capitalization)]
    for i, (shares, paid) in enumerate(ratchets):
        forms[f"ratchet{i}"] = [{1: shares}, {"per_dollar": shares * paid}]
    value = lambda form, x: sum(F(factor) * (1 if name == 1 else x[name]) for name, factor in form.items())
    found = []
    for choice in product(*(forms[name] for name in names)):
        rows = [[(name == other) - F(form.get(other, 0)) for other in names] + [F(form.get(1, 0))] for name, form in zip(names, choice)]
        solution = solve(rows)
        if solution is None or any(part <= 0 for part in solution):
            continue
        x = dict(zip(names, solution))
        if all(x[name] == max(value(form, x) for form in forms[name]) for name in names) and x not in found:
            found.append(x)
    assert len(found) <= 1, found
    return found[0] if found else None


def show(title, x):
    print(title, "none" if x is None else {**{name: str(part) for name, part in x.items()}, "price": str(1 / x["per_dollar"])})


show("seed", funding_round(7_400_000, 750_000, 10_000_000, 2_500_000, F(1, 10), safes=[(400_000, 4_000_000, F(0)), (320_000, 12_000_000, F(1, 5))]))
show("down", funding_round(9_500_000, 500_000, 10_000_000, 2_500_000, F(1, 10), ratchets=[(2_000_000, 2)]))
show("down at 4.5 million", funding_round(9_500_000, 500_000, 4_500_000, 2_500_000, F(1, 10), ratchets=[(2_000_000, 2)]))


def exit_(proceeds):
    """Founders 5m common; 1m options at 0.5; A: 1.5m at 1, participating up to 2.5; B: 2m at 2, senior, not participating."""
    common, options, a, b = 5_000_000, 1_000_000, 1_500_000, 2_000_000
    strike, a_owed, a_most, b_owed = F(1, 2), F(1_500_000), F(3_750_000), F(4_000_000)

    def share_out(exercised, a_choice, b_converts):
        left, paid_b, paid_a = F(proceeds), F(0), F(0)
        if not b_converts:
            paid_b = min(left, b_owed)
            left -= paid_b
        if a_choice != "converts":
            paid_a = min(left, a_owed)
            left -= paid_a
        if a_choice == "capped":
            more = min(left, a_most - a_owed)
            paid_a += more
            left -= more
        sharing = common + (options if exercised else 0) + (a if a_choice != "capped" else 0) + (b if b_converts else 0)
        y = (left + (options * strike if exercised else 0)) / sharing
        return {"y": y, "common": common * y, "options": options * (y - strike) if exercised else F(0),
                "a": paid_a + (a * y if a_choice != "capped" else 0), "b": paid_b + (b * y if b_converts else 0)}

    found = []
    for exercised, a_choice, b_converts in product([False, True], ["shares", "capped", "converts"], [False, True]):
        r = share_out(exercised, a_choice, b_converts)
        if r["y"] < 0 or sum(r[name] for name in ("common", "options", "a", "b")) != proceeds:
            continue
        # The terms of A: beyond the cap it shares no more, and only a full cap stops it.
        if a_choice == "shares" and r["a"] > a_most or a_choice == "capped" and a_owed + a * r["y"] < a_most:
            continue
        # Nobody is better off alone on another side.
        if exercised != (r["y"] > strike) and share_out(not exercised, a_choice, b_converts)["options"] > r["options"]:
            continue
        if r["options"] < 0 or share_out(exercised, a_choice, not b_converts)["b"] > r["b"]:
            continue
        keeps = ["shares", "capped"] if a_choice == "converts" else ["converts"]
        if any(min(share_out(exercised, other, b_converts)["a"], a_most if other != "converts" else F(10**12)) > r["a"] for other in keeps):
            continue
        found.append(r)
    payoffs = {tuple(r.values()) for r in found}
    assert len(payoffs) == 1, (proceeds, found)
    return found[0]


for proceeds in (3_000_000, 8_750_000, 17_750_000, 21_250_000, 40_000_000):
    print(proceeds, {name: str(part) for name, part in exit_(proceeds).items()})
