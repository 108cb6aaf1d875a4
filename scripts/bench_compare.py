#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Check whether a kernel has become slower. Compares two files written by bench.py --json.

    scripts/bench_compare.py BEFORE AFTER [--margin 0.1] [--level 0.01]

If both files have a textbook version, its median in the same run is the unit of time, so that a slower machine does not count as a
slower kernel. A kernel has slowed down if two conditions hold: its median grew by more than the margin, and the repetitions differ by the
one-sided Mann-Whitney test at the level divided by the number of kernels compared. Exit 1 if a kernel has slowed down, 2 if no kernel can be compared.
"""
import argparse
import math
import pathlib
import statistics
import sys

import strict_json


def mann_whitney(smaller, larger):
    """P(U at least as large) if both samples have one law: the probability of so large an excess of `larger` over `smaller`.

    Exact without ties (number of ways to get U, by recursion on the largest value); else the normal approximation.
    """
    m, n = len(smaller), len(larger)
    u = sum((a < b) + 0.5 * (a == b) for a in smaller for b in larger)
    if len(set(smaller) | set(larger)) == m + n and m * n <= 2500:
        ways = [[[0] * (m * n + 1) for _ in range(n + 1)] for _ in range(m + 1)]
        for i in range(m + 1):
            for j in range(n + 1):
                if i == 0 or j == 0:
                    ways[i][j][0] = 1
                    continue
                for k in range(i * j + 1):
                    # The largest value is in `larger` and exceeds i values of `smaller`, or it is in `smaller`.
                    ways[i][j][k] = (ways[i][j - 1][k - i] if k >= i else 0) + ways[i - 1][j][k]
        return sum(ways[m][n][math.ceil(u):]) / math.comb(m + n, m)
    pooled = sorted(smaller + larger)
    ties = sum(count ** 3 - count for count in (pooled.count(value) for value in set(pooled)))
    total = m + n
    variance = m * n / 12 * (total + 1 - ties / (total * (total - 1)))
    if variance == 0:
        return 1.0
    return 0.5 * math.erfc((u - m * n / 2 - 0.5) / math.sqrt(2 * variance))


def times(row):
    unit = statistics.median(row["textbook"]) if row.get("textbook") else 1.0
    return [value / unit for value in row["hearsay"]]


def read(path):
    try:
        rows = strict_json.read(path)["kernels"]
    except (OSError, ValueError, KeyError, TypeError) as error:
        print(f"bench_compare: {path}: not written by bench.py --json ({error})", file=sys.stderr)
        sys.exit(2)
    for row in rows:
        for version in ("hearsay", "textbook"):
            if not all(isinstance(value, (int, float)) and 0 < value < math.inf for value in row.get(version) or []):
                print(f"bench_compare: {path}: {row['kernel']} {row['parameters']}: the times of {version} must be positive numbers", file=sys.stderr)
                sys.exit(2)
    return {(row["kernel"], row["parameters"]): row for row in rows if row.get("hearsay")}


def main():
    parser = argparse.ArgumentParser(description="compare two benchmark files")
    parser.add_argument("before", type=pathlib.Path)
    parser.add_argument("after", type=pathlib.Path)
    parser.add_argument("--margin", type=float, default=0.1, help="tolerated slowdown as a fraction (default 0.1)")
    parser.add_argument("--level", type=float, default=0.01, help="probability of a false alarm (default 0.01)")
    options = parser.parse_args()
    if not options.margin >= 0 or not 0 < options.level < 1:
        parser.error("the margin must be >= 0 and the level between 0 and 1")
    before, after = read(options.before), read(options.after)
    common = [key for key in before if key in after]
    if not common:
        print("bench_compare: the files have no kernel in common", file=sys.stderr)
        sys.exit(2)
    slowed = 0
    for key in common:
        if bool(before[key].get("textbook")) != bool(after[key].get("textbook")):
            print(f"bench_compare: {' '.join(key)}: only one file has a textbook version", file=sys.stderr)
            sys.exit(2)
        old, new = times(before[key]), times(after[key])
        ratio = statistics.median(new) / statistics.median(old)
        # The hypothesis contains the margin: the old times are multiplied by 1 + margin.
        p = mann_whitney([value * (1 + options.margin) for value in old], new)
        slower = ratio > 1 + options.margin and p < options.level / len(common)
        slowed += slower
        print(f"{'SLOWER ' if slower else 'ok     '}{key[0]:<24}{key[1]:<28} time x {ratio:.3f}  p = {p:.2g}")
    sys.exit(1 if slowed else 0)


if __name__ == "__main__":
    main()
