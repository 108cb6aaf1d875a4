#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes tests/reference/sampled_gaussian_epsilon.tsv. Usage: sampled_gaussian_epsilon.py [FOLDER]

Epsilon at delta of k releases of a Gaussian sum over Poisson samples. With L = ln(dP/dQ) and M(z) = E_P e^(zL), for any c > 0

    delta(epsilon) = E_P (1 - e^(epsilon - L_1 - ... - L_k))^+
                   = (1 / 2 pi) integral over w of M(z)^k e^(-z epsilon) / (z (z + 1)),    z = c + i w,

the inverse Laplace transform of 1 / (z (z + 1)). Both integrals by the trapezoid rule, at c near the saddle point; no grid of losses, no
convolution. Every integral is repeated with other steps and another c, and both results must agree to 1e-7. Needs numpy.
"""
import pathlib
import sys

import numpy as np

AGREE = 1e-7
# noise multiplier, rate, releases, delta. The first lines are runs that the tests of other accountants use
# (microsoft/prv_accountant, google/differential-privacy, tensorflow/privacy); the others cover both ends of every parameter.
RUNS = [
    (0.8, 0.05, 100, 1e-6), (1.5, 0.05, 100, 1e-6), (3.0, 0.05, 100, 1e-6), (0.8, 0.2, 100, 1e-6), (2.0, 0.001, 100, 1e-6),
    (0.8, 0.001, 1000, 1e-6), (2.0, 0.001, 1000, 1e-6), (2.0, 0.05, 1000, 1e-6), (3.0, 0.05, 1000, 1e-6), (1.5, 0.04, 2249, 1e-5),
    (1.0, 0.01, 10000, 1e-6), (1.0, 0.02, 10000, 1e-6), (3.0, 0.2, 50, 2.0833333333333333e-05), (0.8, 0.001, 20000, 1e-6),
    (3.0, 0.001, 20000, 1e-6),
    (1.0, 0.1, 20, 1e-5), (2.0, 0.5, 20, 1e-5), (4.0, 0.999, 100, 1e-9), (0.5, 0.05, 40, 1e-5), (10.0, 0.3, 50, 1e-4),
    (1.0, 0.2, 20, 1e-30),
]


def laws(adjacency, rate, shift):
    """ln of the likelihood ratio and the weights and means of P, for each direction that counts."""
    def log_mixture(x, means, weights):
        terms = [np.log(w) + m * x - 0.5 * m * m for m, w in zip(means, weights)]
        return terms[0] if len(terms) == 1 else np.logaddexp(*terms)
    sampled, plain, mirrored = ((0.0, shift), (1.0 - rate, rate)), ((0.0,), (1.0,)), ((0.0, -shift), (1.0 - rate, rate))
    pairs = {"add-remove": [(sampled, plain), (plain, sampled)], "replace": [(sampled, mirrored)]}[adjacency]
    for p, q in pairs:
        yield (lambda x, p=p, q=q: log_mixture(x, *p) - log_mixture(x, *q)), p


class Delta:
    """delta(epsilon) of one direction by the integral over w at one c."""

    def __init__(self, log_ratio, p, count, c, fine):
        means, weights = p
        reach = 14.0 + abs(c) * max(1.0, max(abs(m) for m in means))
        x = np.arange(-reach - 14.0, reach + 14.0, 0.04 / fine)
        density = sum(w * np.exp(-0.5 * (x - m) ** 2) for m, w in zip(means, weights)) * (x[1] - x[0]) / np.sqrt(2.0 * np.pi)
        loss = log_ratio(x)
        keep = density > 1e-300
        tilted, loss = np.exp(np.log(density[keep]) + c * loss[keep]), loss[keep]
        mean = float((tilted * loss).sum() / tilted.sum())
        spread = np.sqrt(max(float((tilted * (loss - mean) ** 2).sum() / tilted.sum()), 1e-300))
        self.mean, self.c, self.log_top = mean * count, c, count * np.log(tilted.sum())
        # Until |M|^k has fallen to nothing, in steps that resolve e^(iw (S - epsilon)).
        self.step = 0.05 / fine / (6.0 * spread * np.sqrt(count) + 3.0 / c)
        ratios, w, block = [], 0.0, 512
        while True:
            part = w + self.step * np.arange(block)
            values = np.concatenate([(tilted[None, :] * np.exp(1j * chunk[:, None] * (loss - mean)[None, :])).sum(axis=1)
                                     for chunk in np.array_split(part, max(1, block * len(loss) // 2_000_000))]) / tilted.sum()
            ratios.append(values ** count)
            w += self.step * block
            if np.abs(ratios[-1]).max() / (1.0 + w * w) < 1e-13 or len(ratios) > 400:
                break
        self.powers = np.concatenate(ratios)
        self.w = self.step * np.arange(len(self.powers))

    def __call__(self, epsilon):
        z = self.c + 1j * self.w
        terms = (self.powers * np.exp(1j * self.w * (self.mean - epsilon)) / (z * (z + 1.0))).real
        integral = (terms.sum() - 0.5 * terms[0]) * self.step / np.pi
        with np.errstate(over="ignore"):  # far from the saddle point, where delta is only compared
            return float(np.exp(self.log_top - self.c * epsilon) * integral)


def saddle(log_ratio, p, count, delta):
    """c at which Chernoff's bound is near delta; less where the moments are those of a far tail alone."""
    x = np.arange(-30.0, 30.0, 0.01)
    means, weights = p
    density = sum(w * np.exp(-0.5 * (x - m) ** 2) for m, w in zip(means, weights)) * 0.01 / np.sqrt(2.0 * np.pi)
    loss = log_ratio(x)
    with np.errstate(divide="ignore"):
        log_density = np.log(density)
    c = 1e-2
    while c < 1e4:
        tilt = log_density + c * loss
        top = tilt.max()
        weight = np.exp(tilt - top)
        far = float(weight[np.abs(x) > 9.0 + 1.5 * max(abs(m) for m in means)].sum() / weight.sum())
        if far > 1e-9 or count * (top + np.log(weight.sum()) - c * float((weight * loss).sum() / weight.sum())) < np.log(delta):
            break
        c *= 1.1
    return c / 1.1


def epsilon_of(functions, delta):
    low, high = 0.0, 1.0
    worst = lambda e: max(f(e) for f in functions)
    if worst(0.0) <= delta:
        return 0.0
    while worst(high) > delta:
        low, high = high, 2.0 * high
    for _ in range(70):
        middle = 0.5 * (low + high)
        low, high = (middle, high) if worst(middle) > delta else (low, middle)
    return 0.5 * (low + high)


def reference(adjacency, multiplier, rate, count, delta):
    found = []
    for fine, factor in ((1.0, 1.0), (1.7, 0.8)):
        functions = [Delta(ratio, p, count, factor * saddle(ratio, p, count, delta), fine) for ratio, p in laws(adjacency, rate, 1.0 / multiplier)]
        found.append(epsilon_of(functions, delta))
    if abs(found[0] - found[1]) > AGREE * max(found):
        raise SystemExit(f"{adjacency} {multiplier} {rate} {count} {delta}: {found[0]!r} and {found[1]!r} disagree")
    return found[1]


def main(folder):
    rows = []
    for run in RUNS:
        for replace, adjacency in enumerate(("add-remove", "replace")):
            rows.append((replace, *run, reference(adjacency, *run)))
            print(*rows[-1], flush=True)
    with open(folder / "sampled_gaussian_epsilon.tsv", "w") as file:
        file.write("# sampled_gaussian_epsilon.tsv   columns: adjacency (0 add-remove, 1 replace)  noise_multiplier  rate  count  delta  epsilon\n")
        file.write(f"# made by scripts/reference/sampled_gaussian_epsilon.py with numpy {np.__version__}; {len(rows)} rows, correct to 1e-7 relative\n")
        file.write("# not covered: noise multipliers below 0.5, rates below 0.001.   independent of lib: yes (other language, other algorithm)\n")
        for *inputs, epsilon in rows:
            file.write("\t".join([*map(repr, inputs), f"{epsilon:.10g}"]) + "\n")


if __name__ == "__main__":
    root = pathlib.Path(__file__).resolve().parents[2]
    main(pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else root / "tests" / "reference")
