#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes tests/reference/sampled_renyi.tsv. Usage: sampled_renyi.py [FOLDER]

Renyi divergences between N(0, 1) and (1-q) N(0, 1) + q N(mu, 1), both directions: the moments by Gauss-Legendre quadrature of the
definition in 40 digits; the library sums other integrands, or a binomial formula.
"""
import pathlib
import sys

import mpmath
from mpmath import mp, mpf

DIGITS = 40
ORDERS = ["1.00000001", "1.5", "2", "8.5"]
RATES = ["1e-8", "0.01", "0.999"]
MUS = ["1e-3", "1", "4"]


def moment(power, q, mu, base):
    """E of (1 - q + q e^(mu z - mu^2/2))^power under N(0, 1)."""
    def integrand(z):
        return mp.npdf(z) * (1 - q + q * mp.exp(mu * z - mu * mu / 2)) ** power
    peaks = sorted([mpf(0), mu / 2 + (mp.log(1 - q) - mp.log(q)) / mu, power * mu])
    ends = [min(mpf(0), power * mu) - 20, *[p + s for p in peaks for s in (-4, 0, 4)], max(mpf(0), power * mu) + 20]
    ends = sorted(e for e in set(ends) if ends[0] <= e <= ends[-1])
    inner = [ends[0]]
    for right in ends[1:]:
        parts = max(1, int(mp.ceil((right - inner[-1]) / (2 / max(1, mu)))))
        left = inner[-1]
        inner += [left + (right - left) * i / parts for i in range(1, parts + 1)]
    return mp.quad(integrand, inner, maxdegree=base)


def main(folder):
    mp.dps = DIGITS
    rows = []
    for order in ORDERS:
        for rate in RATES:
            for shift in MUS:
                alpha, q, mu = mpf(float(order)), mpf(float(rate)), mpf(float(shift))
                if alpha * mu > 300:
                    continue
                values = [mp.log(moment(p, q, mu, 5)) / (alpha - 1) for p in (alpha, 1 - alpha)]
                rows.append((float(order), float(rate), float(shift), *(mp.nstr(v, 17) for v in values)))
    with open(folder / "sampled_renyi.tsv", "w") as file:
        file.write("# sampled_renyi.tsv   columns: alpha  rate  mu  remove  add; the last two are rounded to 17 significant digits, the others are exact doubles\n")
        file.write(f"# made by scripts/reference/sampled_renyi.py with mpmath {mpmath.__version__}, {DIGITS} digits; {len(rows)} rows\n")
        file.write("# not covered: alpha mu > 300.   independent of lib: yes (other language, other integrand)\n")
        for row in rows:
            file.write("\t".join(str(x) for x in row) + "\n")


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else "tests/reference"))
