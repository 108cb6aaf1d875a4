#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes tests/reference/gaussian_{delta,epsilon,mu}.tsv. Usage: gaussian.py [FOLDER]

The textbook formula delta = Phi(mu/2 - eps/mu) - e^eps Phi(-mu/2 - eps/mu), evaluated by mpmath with enough digits that the
subtraction leaves 60 correct ones, and its inverses by bisection: another language and another algorithm than the library's.
"""
import pathlib
import random
import sys

import mpmath as mp

DIGITS = 60


def upper_tail(x):
    return mp.erfc(x / mp.sqrt(2)) / 2


def delta_of(mu, epsilon):
    """60 correct digits: repeat with more digits until two results agree."""
    digits, last = 2 * DIGITS, None
    while True:
        with mp.workdps(digits):
            m, e = mp.mpf(mu), mp.mpf(epsilon)
            value = upper_tail(e / m - m / 2) - mp.exp(e) * upper_tail(e / m + m / 2)
            if last is not None and last > 0 and abs(value / last - 1) < mp.mpf(10) ** -DIGITS:
                return value
            last = value
        digits *= 2


def bisect(increasing, low, high):
    """Root of an increasing function in [low, high], to 40 digits."""
    with mp.workdps(DIGITS):
        low, high = mp.mpf(low), mp.mpf(high)
        while high - low > mp.mpf(10) ** -40 * high:
            middle = (low + high) / 2
            if increasing(middle) < 0:
                low = middle
            else:
                high = middle
        return (low + high) / 2


def write(path, columns, missing, rows):
    with open(path, "w") as file:
        file.write(f"# {path.name}   columns: {columns}; the last one is rounded to 17 significant digits, the others are exact doubles\n")
        file.write(f"# made by scripts/reference/gaussian.py with mpmath {mp.__version__}, {DIGITS} digits; {len(rows)} rows\n")
        file.write(f"# not covered: {missing}.   independent of lib: yes (other language, other algorithm)\n")
        for *inputs, result in rows:
            file.write("\t".join([*map(repr, inputs), mp.nstr(result, 17, min_fixed=1, max_fixed=0)]) + "\n")


def main(folder):
    rng = random.Random(2026)
    mus = [1e-300, 1e-150, 1e-20, 1e-8, 1e-3, 0.1, 0.5, 0.59, 0.61, 1.0, 2.0, 5.0, 10.0, 30.0, 37.0, 50.0, 200.0, 1e3]
    epsilons = [0.0, 1e-300, 1e-20, 1e-10, 1e-3, 0.1, 0.5, 1.0, 2.0, 5.0, 10.0, 50.0, 100.0, 300.0, 700.0, 1000.0, 5e5]
    points = [(m, e) for m in mus for e in epsilons]
    for _ in range(250):  # random points with a = eps/mu - mu/2 between -5 and 37: delta from 1e-300 to almost 1
        mu, a = 10 ** rng.uniform(-6, 3), rng.uniform(-5, 37)
        epsilon = mu * (a + mu / 2)
        if epsilon >= 0:
            points.append((mu, epsilon))
    rows = []
    for mu, epsilon in points:
        if epsilon / mu - mu / 2 < 37.1:
            delta = delta_of(mu, epsilon)
            if delta > 1e-300:
                rows.append((mu, epsilon, delta))
    write(folder / "gaussian_delta.tsv", "mu  epsilon  delta", "delta < 1e-300, mu > 1000, epsilon > 5e5", rows)

    deltas = [1e-300, 1e-100, 1e-30, 1e-15, 1e-12, 1e-9, 1e-6, 1e-5, 1e-3, 0.01, 0.1, 0.5, 0.9, 0.999]
    rows = []
    for mu in [1e-6, 1e-3, 0.01, 0.1, 0.3, 0.7, 1.0, 1.5, 3.0, 8.0, 20.0, 100.0]:
        for delta in deltas:
            if delta_of(mu, 0.0) > delta:
                enough = mu * (mu / 2 + mp.sqrt(2 * mp.log(1 / mp.mpf(delta))))
                rows.append((mu, delta, bisect(lambda e: delta - delta_of(mu, e), 0, enough)))
    write(folder / "gaussian_epsilon.tsv", "mu  delta  epsilon", "mu > 100, delta < 1e-300", rows)

    rows = []
    for epsilon in [0.0, 1e-6, 0.01, 0.1, 0.5, 1.0, 2.0, 8.0, 50.0, 700.0]:
        for delta in deltas:
            high = mp.mpf(1)
            while delta_of(high, epsilon) < delta:
                high *= 2
            while delta_of(high / 2, epsilon) > delta:
                high /= 2
            rows.append((epsilon, delta, bisect(lambda m: delta_of(m, epsilon) - delta, high / 2, high)))
    write(folder / "gaussian_mu.tsv", "epsilon  delta  mu", "epsilon > 700, delta < 1e-300", rows)


if __name__ == "__main__":
    root = pathlib.Path(__file__).resolve().parents[2]
    main(pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else root / "tests" / "reference")
