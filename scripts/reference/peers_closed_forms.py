#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes tests/reference/peers.json, rows for peers.py whose numbers have closed forms. Usage: peers_closed_forms.py [FOLDER]

Each row names its derivation in `source`. peers.py computes the same numbers from matrices, lists of walks and grids: nothing is shared. Epsilons are those of
tests/reference/gaussian_epsilon.tsv.
"""
import fractions
import json
import math
import pathlib
import sys

REFERENCE = pathlib.Path(__file__).resolve().parent.parent.parent / "tests" / "reference"
F = fractions.Fraction
EPSILONS = {(float(mu), float(delta)): float(epsilon) for mu, delta, epsilon in
            (line.split() for line in (REFERENCE / "gaussian_epsilon.tsv").read_text().splitlines() if not line.startswith("#"))}
DELTA = 1e-5
LOG = math.log(1 / DELTA)


def ring(n, s, c):
    return sum(1 / (s + c * (2 - 2 * math.cos(2 * math.pi * k / n))) for k in range(n)) / n


def end_of_path(n, s, c):
    return sum((1 if k == 0 else 2) / n * math.cos(math.pi * k / (2 * n)) ** 2 / (s + c * (2 - 2 * math.cos(math.pi * k / n))) for k in range(n))


def complete(n, s, c):
    return 1 / (n * s) + (1 - 1 / n) / (s + n * c)


def torus(side, s, c):
    cosines = [math.cos(2 * math.pi * k / side) for k in range(side)]
    return sum(1 / (s + c * (4 - 2 * a - 2 * b)) for a in cosines for b in cosines) / side**2


def decor():
    for name, nodes, outsider, curious, source in (
            ("centralized", 16, complete, lambda n, s, c: complete(n - 1, s, c), "eigenvalues 0 and n of the complete graph, with and without a node"),
            ("ring", 16, ring, lambda n, s, c: end_of_path(n - 1, s, c), "Fourier series of the ring; cosines of the path that is left, at its end"),
            ("ring", 5, ring, lambda n, s, c: end_of_path(n - 1, s, c), "Fourier series of the ring; cosines of the path that is left, at its end"),
            ("grid", 16, lambda n, s, c: torus(4, s, c), None, "Fourier series of the torus")):
        for sigma, sigma_cor, mu in ((2.0, 5.0, 1.0), (0.5, 0.25, 3.0)):
            loss = outsider(nodes, sigma**2, sigma_cor**2)
            clip = mu / (2 * math.sqrt(400 * loss))
            total = 400 * 2 * clip**2 * loss
            row = {"source": source, "topology": name, "nodes": nodes, "clip": clip, "rounds": 400, "sigma": sigma, "sigma_cor": sigma_cor,
                   "claimed": {"eps_iter": total / 400, "eps": total + 2 * math.sqrt(total * LOG)}, "exact": {"loss": loss, "mu": mu, "epsilon": EPSILONS[mu, DELTA]}}
            if curious:
                row["one_curious_node"] = {"loss": curious(nodes, sigma**2, sigma_cor**2)}
            yield row


def functions():
    # Two nodes, sigma = sigma_cor = 1: a = 1/2, M = [0, 1/2; 1/2, 0], q = 5, k = 3, so that S = (I + 2 M)(I + M^4 + M^6), M^2 = I/4.
    yield {"source": "two nodes, by hand", "function": "rdp_account", "graph": "complete:2", "sigma": 1, "sigma_cor": 1, "clip": 1, "precision": 0.1,
           "released": float(1 + F(1, 16) + F(1, 64) + F(1, 10)), "exact": "4/3"}
    yield {"source": "complete graph, eigenvalues 0 and n", "function": "compute_rho, comnpute_mu_gdp", "graph": "complete:3", "sigma": 1, "sigma_cor": 1, "clip": 1,
           "released": {"rho": 1.25, "mu": math.sqrt(1.25), "rho_if_variances": 1.25, "mu_if_variances": math.sqrt(1.25)},
           "exact": {"mu_eavesdropper": math.sqrt(2), "mu_one_curious": math.sqrt(8 / 3)}}
    for mu in (1.0, 3.0):
        # The bound b of 400 rounds at clip 1 with mu = 2 sqrt(400 b), solved for epsilon.
        epsilon = (math.sqrt(LOG) + math.sqrt(mu**2 / 2)) ** 2 - LOG
        yield {"source": "solved for epsilon", "function": "_compute_dp_bound", "epsilon": epsilon, "delta": DELTA, "clip": 1, "rounds": 400, "released": mu**2 / 1600,
               "exact": {"mu_at_bound": mu, "epsilon_at_bound": EPSILONS[mu, DELTA]}}


def mfdl():
    # Two nodes, W = J/2: the other node's inputs are determined, M = I; every power of W but the first counts 1 for each of the two nodes.
    yield {"source": "two nodes, by hand", "graph": "complete:2", "weights": "uniform", "observer": 0, "rounds": 4, "trust": "own noise known",
           "targets": [{"target": 1, "formula": 16.0, "clipped": 4.0, "sum_abs": 4.0, "exact": 4.0, "vectors": 4.0}]}
    yield {"source": "in fractions, claim mfdl.sum_abs.local", "graph": "path:3", "weights": "metropolis", "observer": 0, "rounds": 5, "trust": "own noise known",
           "targets": [{"target": 1, "sum_abs": "739/145", "exact": "3479/725"}]}


def attack():
    right = {"wrong_values": 0, "missed": 0, "invented": 0}
    for n in (3, 6):
        yield {"source": "a path seen from its end: each message adds a node", "graph": " ".join(f"{i}-{i + 1}" for i in range(n - 1)), "nodes": n, "observer": 0, "degree": 1,
               "steps": n - 1, "exact": {"rank": n, "reconstructible": n - 1}, "released": {"rows": n, "reconstructed": n - 1, **right}}
    yield {"source": "a star seen from a leaf: itself, the center, the sum of the other leaves", "graph": "0-1 0-2 0-3 0-4", "nodes": 5, "observer": 1, "degree": 1, "steps": 4,
           "exact": {"rank": 3, "reconstructible": 1}, "released": {"rows": 3, "reconstructed": 1, **right}}


def harmonic(n):
    return sum(F(1, i) for i in range(1, n + 1))


def graphwalk():
    for steps in (1, 2, 7):
        row = {"source": "two nodes, W = J: docs/maths/walk.md, section 13", "graph": "complete:2", "weights": "metropolis", "target": 1, "observer": 0, "steps": steps,
               "closed_form": steps / 2 * math.log(steps), "harmonic_form": str(steps * harmonic(steps) / 2), "series": str(steps * harmonic(steps) / 2),
               "hitting": str(steps * sum(F(1, i * 2**i) for i in range(1, steps + 1))), "exact_limit": str(F(steps, 2) - (1 - F(1, 2**steps)) / 2)}
        if steps == 1:  # the one reading is that of the target's value with probability 1/4
            row |= {f"renyi2_sigma{sigma}": math.log(0.75 + 0.25 * math.exp(1 / sigma**2)) for sigma in (2, 5)}
        yield row
    yield {"source": "path of three nodes, ends: docs/maths/walk.md, section 13", "graph": "path:3", "weights": "metropolis", "target": 2, "observer": 0, "steps": 2,
           "closed_form": 4 / 3 * (math.log(2) / 3 - math.log(3) / 2), "series": "2/27", "hitting": "2/27", "exact_limit": "1/108"}


def graphwalk_tables():
    # Two nodes, one step: the reading is N(1, sigma^2) with probability 1/4 and else tells nothing, so that delta is a quarter of the Gaussian's.
    for mu in (1.0, 3.0):
        epsilon = EPSILONS[mu, DELTA]
        yield {"source": "two nodes, one step", "graph": "hypercube:1", "steps": 1, "sigma": 1 / mu, "delta": DELTA / 4, "distance": 1,
               "exact": {"lower": epsilon - 2e-4, "upper": epsilon + 2e-4}}


def main():
    folder = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else REFERENCE
    groups = {f.__name__: list(f()) for f in (decor, functions, mfdl, attack, graphwalk, graphwalk_tables)}
    lines = [f"{json.dumps(name)}: [\n  " + ",\n  ".join(json.dumps(row) for row in rows) + "\n]" for name, rows in groups.items()]
    note = "Rows for scripts/reference/peers.py --check, whose numbers have closed forms; made by scripts/reference/peers_closed_forms.py."
    (folder / "peers.json").write_text("{\n" + f"\"note\": {json.dumps(note)},\n" + ",\n".join(lines) + "\n}\n")


if __name__ == "__main__":
    main()
