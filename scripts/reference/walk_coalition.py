#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes tests/reference/walk_coalition.tsv. Usage: walk_coalition.py [FOLDER]

A token walks on a cycle of n nodes whose chords join node i with node 3 i + 1 modulo n (weights 1 / (1 + larger degree), the rest on the diagonal).
Nodes 0 and 7 read it. Limit and Renyi divergence of order 2 about node 3: transfer matrices over nodes and passes, every time step, and the renewals step by
step. No generating function, no extrapolation, no blocks: another algorithm and another language than the library's.
"""
import pathlib
import sys

import numpy as np

OBSERVERS, TARGET = (0, 7), 3
NODES, MOST_PASSES = 24, 702


def weights(n):
    edges = {frozenset(e) for i in range(n) for e in ((i, (i + 1) % n), (i, (3 * i + 1) % n)) if e[0] != e[1]}
    degree = [sum(i in e for e in edges) for i in range(n)]
    w = np.zeros((n, n))
    for e in edges:
        i, j = sorted(e)
        w[i, j] = w[j, i] = 1 / (1 + max(degree[i], degree[j]))
    for i in range(n):
        w[i, i] = 1 - w[i].sum()
    return w


def gaps(w, start, steps):
    """[m][end]: chances by the number of passes, of the walk that starts with this law."""
    at = np.zeros((len(w), MOST_PASSES + 1))
    at[:, 0] = start
    found = []
    for _ in range(steps + 1):
        found.append([at[v].copy() for v in OBSERVERS])
        at[list(OBSERVERS)] = 0
        assert at[TARGET, -1] < 1e-300
        at[TARGET, 1:], at[TARGET, 0] = at[TARGET, :-1].copy(), 0
        at = w.T @ at
    return found


def told(passes, m, mu):
    """Limit, and E (P/Q)^2 times the chance of the gap."""
    chance, counts = passes.sum(), np.arange(len(passes))
    if m == 0 or chance == 0:
        return 0.0, chance
    used = np.nonzero(passes > 1e-200)[0]
    p, k = passes[used], counts[used]
    return (p @ k) ** 2 / chance / m, p @ np.exp(mu * mu * np.outer(k, k) / m) @ p / chance


def losses(steps, mu):
    w, c = weights(NODES), len(OBSERVERS)
    first = gaps(w, np.full(NODES, 1 / NODES), steps)
    later = [gaps(w, w[v], steps) for v in OBSERVERS]
    one = np.array([[told(first[m][e], m, mu) for e in range(c)] for m in range(steps + 1)])
    more = np.array([[[told(later[v][m][e], m, mu) for e in range(c)] for v in range(c)] for m in range(steps)])
    limit = one[1:, :, 0].sum() + sum((steps - m) / NODES * more[m, :, :, 0].sum() for m in range(steps))
    # held[t]: by who holds the token at t; unseen[r]: of no reading in the r steps after v held it.
    chance = np.array([[[later[v][m][e].sum() for e in range(c)] for v in range(c)] for m in range(steps)])
    unseen = 1 - np.concatenate([np.zeros((1, c)), np.cumsum(chance.sum(axis=2), axis=0)])
    held = np.zeros((steps + 1, c))
    held[0] = 1 / NODES
    for t in range(1, steps + 1):
        held[t] = one[t, :, 1] + np.einsum("sv,sve->e", held[:t], more[t - 1::-1, :, :, 1])
    never = 1 - sum(first[m][e].sum() for m in range(steps + 1) for e in range(c))
    total = never + np.einsum("tv,tv->", held, unseen[::-1])
    return limit, np.log(total)


def main():
    folder = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).resolve().parents[2] / "tests/reference")
    lines = ["# steps, mu, limit, Renyi divergence of order 2; scripts/reference/walk_coalition.py"]
    for steps, mu in ((5, 1.0), (60, 0.5), (700, 0.1)):
        limit, renyi = losses(steps, mu)
        lines.append(f"{steps}\t{mu}\t{limit:.15g}\t{renyi:.15g}")
    (folder / "walk_coalition.tsv").write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
