#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes tests/reference/rumor_first_seen.tsv. Usage: rumor_first_seen.py [FOLDER]

D = P(the curious nodes see the source send before node 1) - P(node 1 before the source), in fractions: one message is enumerated by
sender, coin and receiver, and the linear system of all (active honest, active curious) is solved by Gaussian elimination. From a hundred
nodes on the same in doubles, by blocks of equal active honest nodes.
"""
import decimal
import pathlib
import sys
from fractions import Fraction

import numpy as np

CROWDS = [(3, 1), (4, 1), (5, 2), (6, 4), (8, 3), (14, 5), (20, 8), (30, 6), (40, 2)]
MUTINGS = ["0", "1/8", "1/2", "15/16", "1"]  # exact as doubles
LARGE = [(100, 10), (1000, 100)]
LARGE_MUTINGS = [0.1, 0.5, 0.9, 1.0]


def messages(nodes, curious, muting, active):
    """The messages from a state: (probability, whether it shows the source, state after it). Active nodes by kind."""
    total = {"source": 1, "other": 1, "honest": nodes - curious - 2, "curious": curious}
    senders = sum(active.values())
    for sender in (kind for kind in active if active[kind]):
        for coin, stays in ((muting, True), (1 - muting, False)):
            for kind in active:
                awake, asleep = active[kind] - (kind == sender), total[kind] - active[kind]
                for receivers, wakes, itself in ((awake, 0, False), (asleep, 1, False), (int(kind == sender), 0, True)):
                    if receivers == 0 or coin == 0:
                        continue
                    after = dict(active)
                    after[kind] += wakes
                    if not stays and not itself:
                        after[sender] -= 1
                    yield active[sender] * receivers * coin / (senders * nodes), sender == "source" and kind == "curious", after


def first_seen(nodes, curious, muting):
    """D, a fraction."""
    states = [(a, c) for a in range(nodes - curious - 1) for c in range(curious + 1)]
    place = {state: k for k, state in enumerate(states)}
    rows = []
    for k, (a, c) in enumerate(states):
        row = [Fraction(0)] * (len(states) + 1)
        row[k] += 1
        for probability, shown, after in messages(nodes, curious, muting, {"source": 1, "other": 0, "honest": a, "curious": c}):
            if shown:
                row[-1] += probability
            elif after["source"] != after["other"]:
                row[place[after["honest"], after["curious"]]] -= probability if after["source"] else -probability
        rows.append(row)
    for column in range(len(states) - 1, -1, -1):  # the last remaining unknown is D
        pivot = rows[column]
        for row in rows[:column]:
            if row[column] != 0:
                factor = row[column] / pivot[column]
                for k in (*range(column), -1):
                    row[k] -= factor * pivot[k]
    return rows[0][-1] / rows[0][0]


def first_seen_in_doubles(nodes, curious, muting):
    """D, a double."""
    size = curious + 1
    gain, value = None, None  # D(a + 1, .) = gain D(a, .) + value
    for a in range(nodes - curious - 2, -1, -1):
        block = {-1: np.zeros((size, size)), 0: np.eye(size), 1: np.zeros((size, size))}
        right = np.zeros(size)
        for c in range(size):
            for probability, shown, after in messages(nodes, curious, muting, {"source": 1, "other": 0, "honest": a, "curious": c}):
                if shown:
                    right[c] += probability
                elif after["source"] != after["other"]:
                    block[after["honest"] - a][c, after["curious"]] -= probability if after["source"] else -probability
        if gain is not None:
            block[0] += block[1] @ gain
            right -= block[1] @ value
        gain, value = -np.linalg.solve(block[0], block[-1]), np.linalg.solve(block[0], right)
    return value[0]


def main():
    root = pathlib.Path(__file__).resolve().parents[2]
    folder = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else root / "tests/reference"
    lines = []
    with decimal.localcontext() as context:
        context.prec = 17
        for nodes, curious in CROWDS:
            for text in MUTINGS:
                muting = Fraction(text)
                value = first_seen(nodes, curious, muting)
                lines.append(f"{nodes}\t{curious}\t{float(muting)}\t{decimal.Decimal(value.numerator) / decimal.Decimal(value.denominator)}\n")
    for nodes, curious in LARGE:
        for muting in LARGE_MUTINGS:
            lines.append(f"{nodes}\t{curious}\t{muting}\t{first_seen_in_doubles(nodes, curious, muting):.12g}\n")
    (folder / "rumor_first_seen.tsv").write_text(
        "# rumor_first_seen.tsv   columns: nodes  curious  muting  D; D is rounded to 17 significant digits, from 100 nodes on to 12\n"
        f"# made by scripts/reference/rumor_first_seen.py in fractions, from 100 nodes on in doubles; {len(lines)} rows\n"
        "# not covered: more than 1000 nodes.   independent of lib: yes (other language, from single messages, no polynomials)\n" + "".join(lines))


if __name__ == "__main__":
    main()
