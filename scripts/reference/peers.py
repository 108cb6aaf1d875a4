#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Recomputes numbers of code and tables that others released, and the exact losses beside them, from formulas alone.

    scripts/reference/peers.py --check                        the rows of tests/reference/peers.json
    scripts/reference/peers.py --check --file FILE            another file of that form
    ... --facebook DIR                                        the folder with the networks that `attack` rows name
    ... --program HEARSAY                                     compares with the program, too, where a command gives the number
    ... --only GROUP

Prints a line for each group: rows, numbers, and the largest relative difference. Exit code 0: all agree. 1: some do not, and each is named. 2: bad input.
Rows about Facebook networks are counted as skipped without --facebook. Needs numpy. Shares no code with the library.

A file is an object of lists. Losses are in units of alpha Delta^2/(2 sigma^2) unless it says otherwise. The formulas by group:

decor             Row of a table of arXiv:2405.01031's released code (elfirdoussilab1/DECOR). Every node adds noise of variance s = sigma^2, every edge noise of variance
                  c = sigma_cor^2 at one end and subtracts it at the other. exact.loss = max_i [(s I + c L)^-1]_ii, L the Laplacian (by Gauss-Jordan elimination);
                  mu = 2 clip sqrt(rounds loss); epsilon solves delta = Phi(mu/2 - eps/mu) - e^eps Phi(-mu/2 - eps/mu) at delta = 1e-5 (Balle and Wang 2018).
                  one_curious_node: the same without node 0, which knows the noises of its edges. claimed.eps_iter = 2 clip^2 loss (rdp_account), claimed.eps =
                  R + 2 sqrt(R ln(1/delta)), R = rounds eps_iter (user_level_rdp). grid = the torus, centralized = the complete graph.
functions         rdp_account with precision p > 0: with D the degrees, a = (s + c D)^(-1/2), M = c a A a, q = ceil(ln(2 sqrt(n) clip^2/(p s))/ln(1 + s/(dmax c))) and
                  k = ceil(sqrt(q)) the released loops give S = I + min(q - 1, k - 1) M (they add M, not its power) and, if q > k, S times I + sum of the powers
                  2, ..., ceil(q/k) + 1 of M^(min(q - 1, k - 1)); the number is 2 clip^2 max_i (a S a)_ii + p, exact: 2 clip^2 exact.loss.
                  compute_rho = 2 clip^2 X and comnpute_mu_gdp = clip sqrt(2 X) of arXiv:2510.19934 (lx10077/PN-f-DP), X = 1/((n-1) a) + (1 - 1/(n-1))/(a + lambda_2 b),
                  at (a, b) = (sigma, sigma_cor) and at their squares; exact mu = 2 clip sqrt(loss). _compute_dp_bound of arXiv:2501.14644 (WhisperDSGD):
                  b = (sqrt(ln(1/delta) + eps) - sqrt(ln(1/delta)))^2/(2 rounds clip^2), exact mu = 2 clip sqrt(rounds b).
mfdl              arXiv:2510.17480 (dimiarbre/MFDL). Every node adds a value and a noise in each round, then gossip with W (uniform: W_uw = 1/(d_u + 1)). The observer sees
                  what its neighbors hold, and with its own noise known what itself holds: rows (W^(t-s))_w. formula = sum_{s<T} (T - s) sum_{w in N[v]} (W^s)_uw/|W^s e_w|^2, clipped = min(T, formula).
                  M = block of B^+ B of the target, B these rows and a row for each noise of its own that it knows. sum_abs = sum |M_st|; exact = max over signs x of
                  x^T M x, all listed; vectors = max of sum M_st <v_s, v_t> over unit vectors, by ascent, with a dual bound (Diag(y) - M positive semidefinite).
attack            arXiv:2402.10001 (AbdellahElmrini/decAttack). Rows (W^t)_w, t < steps, w the observer or its neighbor, Metropolis weights. rank, reconstructible: ranks
                  and rows with one entry of the reduced echelon form modulo two primes. released: the same form in doubles, |x| <= 1e-8 counted as 0, then
                  |x| < 1e-6; data 0 or 1; wrong by more than .05. These counts hang on rounding, so nodes are in the order in which the network's file names them.
graphwalk         A token walks on a graph, X_0 uniform, P(X_{t+1} = b | X_t = a) = W_ab; the holder adds its value and N(0, sigma^2). closed_form = (2T/n)(ln(T)/n -
                  ln(I - W + J)_uv) (arXiv:2402.07471, totilas/DPrandomwalk, priv_global); harmonic_form: H_T for ln T (lx10077/PN-f-DP); series = (2T/n) sum (W^i)_uv/i;
                  hitting = (2T/n) sum f_i/i, f_i the chance that the walk from u first meets v in step i. exact_limit = E sum over readings of E[k | gap]^2/m, k the
                  passes of u in the m hidden steps of a gap; renyi2_sigmaS = ln E_Q (P/Q)^2 at sigma = S: gaps multiply by sum_jk P(j|m) P(k|m) e^(j k/(m S^2)).
graphwalk_tables  released.rdp_eps = min over alpha of R alpha + ln(1 - 1/alpha) - ln(delta alpha)/(alpha - 1), R = (T/n)(H_T/n - ln(I - W + J)_uv)/sigma^2; released.fdp_eps: floor(T/n) compositions of the mixture of
                  Gaussian trade-offs with mu_t = 1/(sigma sqrt(t + 1)) and weights f_t, within .001; exact: the epsilon
                  of the walk, from the law of the loss of every gap on a grid and the renewals of the readings, must lie in the bracket.
"""
import argparse
import fractions
import math
import pathlib
import subprocess
import sys
import tempfile

import numpy as np

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "scripts"))
import strict_json  # noqa: E402

SHIPPED = ROOT / "tests" / "reference" / "peers.json"
DELTA = 1e-5
TOLERANCE = 1e-9
MOST_NODES = 60  # of networks that the program reconstructs: it also proves a loss, which takes minutes on larger ones
ROUNDING = 2.0**-51  # of numbers that are the logarithm of a number near 1
PRIMES = (2147483629, 2147483587)


class Bad(Exception):
    """A file that has not the form of the docstring."""


# ---- graphs

def graph(spec, edges=None):
    """The adjacency lists of `ring:8`, a list of edges, or text `0-1 1-2`."""
    if edges is not None:
        pairs = edges
    elif "-" in spec:
        pairs = [tuple(map(int, pair.split("-"))) for pair in spec.split()]
    else:
        kind, _, size = spec.partition(":")
        if not size.isdigit():
            raise Bad(f"no graph {spec!r}")
        n = int(size)
        if kind == "hypercube":
            pairs = [(i, i ^ 1 << b) for i in range(1 << n) for b in range(n)]
        elif kind == "torus":
            pairs = [(n * i + j, other) for i in range(n) for j in range(n) for other in (n * i + (j + 1) % n, n * ((i + 1) % n) + j)]
        else:
            kinds = {"complete": [(i, j) for i in range(n) for j in range(i)], "ring": [(i, (i + 1) % n) for i in range(n)], "path": [(i, i + 1) for i in range(n - 1)],
                     "star": [(0, i) for i in range(1, n)]}
            if kind not in kinds:
                raise Bad(f"no graph {spec!r}")
            pairs = kinds[kind]
    n = 1 + max(map(max, pairs))
    near = [set() for _ in range(n)]
    for a, b in pairs:
        if a != b:
            near[a].add(b)
            near[b].add(a)
    return [sorted(some) for some in near]


def matrix(near, weights="metropolis"):
    w = np.zeros((len(near), len(near)))
    for u, some in enumerate(near):
        for v in some:
            w[u, v] = 1 / (1 + (max(len(some), len(near[v])) if weights == "metropolis" else len(some)))
        w[u, u] = 1 - w[u].sum()
    return w


# ---- noise that cancels between neighbors

def laplacian(near, gone=()):
    rest = [u for u in range(len(near)) if u not in gone]
    return np.array([[sum(w not in gone for w in near[u]) if u == v else -float(v in near[u]) for v in rest] for u in rest])


def inverse(a):
    """By Gauss-Jordan elimination; positive definite, so that no pivot is 0. Numbers or fractions."""
    n = len(a)
    rows = [[*row, *([0] * i), 1, *([0] * (n - i - 1))] for i, row in enumerate(a)]
    for i in range(n):
        rows[i] = [x / rows[i][i] for x in rows[i]]
        for j in range(n):
            if j != i and rows[j][i] != 0:
                factor = rows[j][i]
                rows[j] = [x - factor * y for x, y in zip(rows[j], rows[i])]
    return [row[n:] for row in rows]


def correlated_loss(near, s, c, gone=()):
    """max_i [(s I + c L)^-1]_ii without the nodes `gone`."""
    kind = type(s)
    rows = [[kind(int(x)) * c + (s if i == j else 0) for j, x in enumerate(row)] for i, row in enumerate(laplacian(near, gone))]
    return max(row[i] for i, row in enumerate(inverse(rows)))


def normal(x):
    return math.erfc(-x / math.sqrt(2)) / 2


def gaussian_epsilon(mu, delta=DELTA):
    def profile(eps):
        return normal(mu / 2 - eps / mu) - math.exp(eps + math.log(max(normal(-mu / 2 - eps / mu), 1e-320)))
    low, high = 0.0, mu * mu / 2 + 40 * mu
    for _ in range(200):
        middle = (low + high) / 2
        low, high = (middle, high) if profile(middle) > delta else (low, middle)
    return (low + high) / 2


def converted(total, delta=DELTA):
    return total + 2 * math.sqrt(total * math.log(1 / delta))


TOPOLOGIES = {"ring": "ring:{}", "centralized": "complete:{}", "grid": "torus:{}"}


def topology(row):
    nodes = row["nodes"]
    return graph(TOPOLOGIES[row["topology"]].format(math.isqrt(nodes) if row["topology"] == "grid" else nodes))


def decor(row, tools):
    near = topology(row)
    s, c = row["sigma"] ** 2, row["sigma_cor"] ** 2
    outsider, curious = correlated_loss(near, s, c), correlated_loss(near, s, c, gone={0})
    per_round = 2 * row["clip"] ** 2 * outsider
    def epsilon(loss):
        return gaussian_epsilon(2 * row["clip"] * math.sqrt(row["rounds"] * loss))
    yield "claimed.eps_iter", per_round
    yield "claimed.eps", converted(row["rounds"] * per_round)
    yield "exact.loss", outsider
    yield "exact.mu", 2 * row["clip"] * math.sqrt(row["rounds"] * outsider)
    yield "exact.epsilon", epsilon(outsider)
    yield "one_curious_node.loss", curious
    yield "one_curious_node.epsilon", epsilon(curious)


def released_rdp_account(near, s, c, clip, precision):
    n = len(near)
    adjacency, degrees = np.array([[float(v in some) for v in range(n)] for some in near]), np.array([float(len(some)) for some in near])
    q = math.ceil(math.log(2 * math.sqrt(n) * clip**2 / (precision * s)) / math.log(1 + s / (degrees.max() * c)))
    k = math.ceil(math.sqrt(q))
    a = np.diag((s + c * degrees) ** -0.5)
    m = c * a @ adjacency @ a
    loops = max(0, min(q - 1, k - 1))
    total, power = np.eye(n) + loops * m, np.linalg.matrix_power(m, loops)
    if q > k and q > 1:
        total = total @ (np.eye(n) + sum(np.linalg.matrix_power(power, i) for i in range(2, math.ceil(q / k) + 2)))
    return 2 * clip**2 * (a @ total @ a).diagonal().max() + precision


def functions(row, tools):
    clip = row["clip"]
    if "_compute_dp_bound" in row["function"]:
        logarithm = math.log(1 / row["delta"])
        bound = (math.sqrt(logarithm + row["epsilon"]) - math.sqrt(logarithm)) ** 2 / (2 * row["rounds"] * clip**2)
        mu = 2 * clip * math.sqrt(row["rounds"] * bound)
        yield "released", bound
        yield "exact.mu_at_bound", mu
        yield "exact.epsilon_at_bound", gaussian_epsilon(mu, row["delta"])
        return
    near, n = graph(row["graph"]), len(graph(row["graph"]))
    exact = [fractions.Fraction(str(row[key])) ** 2 for key in ("sigma", "sigma_cor")]
    if "rdp_account" in row["function"]:
        yield "released", released_rdp_account(near, row["sigma"] ** 2, row["sigma_cor"] ** 2, clip, row["precision"])
        yield "exact", 2 * fractions.Fraction(str(clip)) ** 2 * correlated_loss(near, *exact)
    elif "compute_rho" in row["function"]:
        second = np.linalg.eigvalsh(laplacian(near))[1]
        for name, (a, b) in (("", (row["sigma"], row["sigma_cor"])), ("_if_variances", map(float, exact))):
            x = 1 / ((n - 1) * a) + (1 - 1 / (n - 1)) / (a + second * b)
            yield f"released.rho{name}", 2 * clip**2 * x
            yield f"released.mu{name}", clip * math.sqrt(2 * x)
        for name, gone in (("eavesdropper", ()), ("one_curious", {0})):
            yield f"exact.mu_{name}", 2 * clip * math.sqrt(correlated_loss(near, *exact, gone))
    else:
        raise Bad(f"no function {row['function']!r}")


# ---- streams

def largest_over_signs(m):
    found = -math.inf
    for signs in range(1 << (len(m) - 1)):
        x = np.array([1.0 if signs >> t & 1 else -1.0 for t in range(len(m))])
        found = max(found, x @ m @ x)
    return found


def largest_over_vectors(m):
    """By ascent, and the value of a dual point."""
    n = len(m)
    v = np.random.default_rng(1).normal(size=(n, n))
    v /= np.linalg.norm(v, axis=1, keepdims=True)
    for _ in range(20000):
        before = v.copy()
        for t in range(n):
            pull = m[t] @ v - m[t, t] * v[t]
            if np.linalg.norm(pull) > 0:
                v[t] = pull / np.linalg.norm(pull)
        if np.abs(v - before).max() < 1e-13:
            break
    y = np.einsum("ij,ij->i", m @ v, v)
    return y.sum(), y.sum() + n * max(0.0, -np.linalg.eigvalsh(np.diag(y) - m)[0])


def mfdl(row, tools):
    near, rounds, observer = graph(row["graph"], row.get("edges")), row["rounds"], row["observer"]
    w, n = matrix(near, row["weights"]), len(near)
    powers = [np.linalg.matrix_power(w, t) for t in range(rounds)]
    closed = [observer, *near[observer]]
    known_own = row["trust"] == "own noise known"
    seen = [np.concatenate([*(powers[t - s][node] for s in range(t + 1)), np.zeros(n * (rounds - 1 - t))]) for t in range(rounds) for node in (closed if known_own else near[observer])]
    known = [np.eye(n * rounds)[n * t + observer] for t in range(rounds)] if known_own else []
    basis = np.linalg.svd(np.array(seen + known), full_matrices=False)
    rows = basis[2][basis[1] > 1e-10 * basis[1][0]]
    projector = rows.T @ rows
    for i, target in enumerate(row["targets"]):
        u = target["target"]
        formula = sum((rounds - s) * sum(power[u, node] / (power[:, node] @ power[:, node]) for node in closed) for s, power in enumerate(powers))
        m = projector[u::n, u::n]
        primal, dual = largest_over_vectors(m)
        if dual > primal + 1e-8 * abs(primal):
            raise ArithmeticError(f"the ascent stopped at {primal}, the dual bound is {dual}")
        for name, value in (("formula", formula), ("clipped", min(float(rounds), formula)), ("sum_abs", np.abs(m).sum()), ("exact", largest_over_signs(m))):
            yield f"targets[{i}].{name}", value
        yield f"targets[{i}].vectors", primal, 1e-8


# ---- reconstruction

def largest_component(near):
    left, found = set(range(len(near))), []
    while left:
        part, queue = set(), [left.pop()]
        while queue:
            u = queue.pop()
            part.add(u)
            queue += [v for v in near[u] if v in left]
            left -= set(near[u])
        found = max(found, sorted(part), key=len)
    return found


def echelon_modulo(rows, prime):
    """Rank and columns of the rows with one entry, of the reduced echelon form."""
    a = np.array(rows, dtype=np.int64)
    rank = 0
    for j in range(a.shape[1]):
        pivots = np.nonzero(a[rank:, j])[0]
        if len(pivots) == 0:
            continue
        i = rank + pivots[0]
        a[[rank, i]] = a[[i, rank]]
        a[rank] = a[rank] * pow(int(a[rank, j]), -1, prime) % prime
        others = np.nonzero(a[:, j])[0]
        others = others[others != rank]
        a[others] = (a[others] - a[others, j][:, None] * a[rank] % prime) % prime
        rank += 1
        if rank == len(a):
            break
    used = a[:rank]
    return rank, {int(np.nonzero(row)[0][0]) for row in used if np.count_nonzero(row) == 1}


def echelon_in_doubles(rows):
    """Rows that are not 0, and the combinations of rows, of the form that compute_rref makes: |x| <= 1e-8 counts as 0."""
    q = np.array(rows)
    t, r = np.eye(len(q)), 0
    for j in range(q.shape[1]):
        below = np.nonzero(np.abs(q[r:, j]) > 1e-8)[0]
        if len(below) == 0:
            continue
        i = r + below[0]
        q[[r, i]], t[[r, i]] = q[[i, r]], t[[i, r]]
        factor = q[r, j]
        q[r], t[r] = q[r] / factor, t[r] / factor
        for k in range(len(q)):
            factor = q[k, j] / q[r, j]
            if k != r and abs(factor) > 1e-8:
                q[k] -= factor * q[r]
                t[k] -= factor * t[r]
        r += 1
        if r == len(q):
            break
    q[np.abs(q) < 1e-6] = 0
    t[np.abs(t) < 1e-6] = 0
    return q, t


def knowledge(near, observer, steps, power_of):
    return [power_of(0)[observer], *(power_of(t)[w] for t in range(steps) for w in sorted([observer, *near[observer]]))]


def attack(row, tools):
    network = tools.attacked(row)
    if network is None:
        return
    near, labels = network
    observer, steps, n = labels.index(row["observer"]), row["steps"], len(near)
    yield "nodes", n
    yield "degree", len(near[observer])
    exact = []
    for prime in PRIMES:
        inverses = [0, *(pow(d, -1, prime) for d in range(1, n + 2))]
        powers = [np.eye(n, dtype=np.int64)]
        for _ in range(steps - 1):
            last, after = powers[-1], np.zeros((n, n), dtype=np.int64)
            for u in range(n):
                kept = 1
                for v in near[u]:
                    weight = inverses[1 + max(len(near[u]), len(near[v]))]
                    kept -= weight
                    after[u] = (after[u] + weight * last[v]) % prime
                after[u] = (after[u] + kept % prime * last[u]) % prime
            powers.append(after)
        exact.append(echelon_modulo(knowledge(near, observer, steps, powers.__getitem__), prime))
    if exact[0] != exact[1]:
        raise ArithmeticError("two primes disagree")
    rank, found = exact[0]
    found = found - {observer}
    yield "exact.rank", rank
    yield "exact.reconstructible", len(found)
    w = matrix(near)
    powers = [np.eye(n)]
    for _ in range(steps - 1):
        powers.append(w @ powers[-1])
    rows = knowledge(near, observer, steps, powers.__getitem__)
    q, t = echelon_in_doubles(rows)
    x = np.random.default_rng(0).integers(2, size=n).astype(float)
    z = t @ (np.array(rows) @ x)
    single = [(int(np.nonzero(entries)[0][0]), z[i] / entries[np.nonzero(entries)[0][0]]) for i, entries in enumerate(q) if np.count_nonzero(entries) == 1]
    claimed = {j for j, _ in single} - {observer}
    counts = {"rows": np.count_nonzero(np.any(q != 0, axis=1)), "reconstructed": len(claimed), "wrong_values": sum(j != observer and abs(value - x[j]) > 0.05 for j, value in single),
              "missed": len(found - claimed), "invented": len(claimed - found)}
    for name, value in counts.items():
        yield f"released.{name}", value


# ---- tokens that walk

def gap_laws(w, observer, target, steps):
    """First gap and later gaps: [m][k], the chances that m hidden steps with k passes of the target end with a reading."""
    laws = []
    for start in (np.full(len(w), 1 / len(w)), w[observer]):
        at = np.zeros((len(w), steps + 2))
        at[:, 0] = start
        found = []
        for _ in range(steps + 1):
            found.append(at[observer].copy())
            at[observer] = 0
            at[target, 1:], at[target, 0] = at[target, :-1].copy(), 0
            at = w.T @ at
        laws.append(found)
    return laws


def walk_limit(w, observer, target, steps):
    first, later = gap_laws(w, observer, target, steps)
    def told(law, m):
        return (law @ np.arange(len(law))) ** 2 / law.sum() / m if m and law.sum() > 0 else 0.0
    n = len(w)
    return sum(told(first[m], m) for m in range(steps + 1)) + sum((steps - m) / n * told(later[m], m) for m in range(steps))


def walk_renyi2(w, observer, target, steps, sigma):
    first, later = gap_laws(w, observer, target, steps)
    def excess(law, m):
        """The moment of a gap less its chance."""
        used = np.nonzero(law)[0]
        return law[used] @ np.expm1(np.outer(used, used) / (m * sigma**2)) @ law[used] / law.sum() if m and len(used) else 0.0
    chance = [law.sum() for law in later]
    more = [excess(law, m) for m, law in enumerate(later)]
    # reads[t]: the chance of a reading at t. told[t]: the moment of what is read up to there, less that chance.
    reads, told = [], []
    for t in range(steps + 1):
        reads.append(first[t].sum() + sum(reads[t - m - 1] * chance[m] for m in range(t)))
        told.append(excess(first[t], t) + sum(told[t - m - 1] * (chance[m] + more[m]) + reads[t - m - 1] * more[m] for m in range(t)))
    return math.log1p(sum(told[t] * (1 - sum(chance[:steps - t])) for t in range(steps + 1)))


def logarithm_form(w, u, v):
    """-ln(I - W + J)_uv."""
    n = len(w)
    values, vectors = np.linalg.eigh(np.eye(n) - w + np.full((n, n), 1 / n))
    return -(vectors[u] * np.log(values)) @ vectors[v]


def first_hits(w, u, v, steps):
    at, found = np.eye(len(w))[u], []
    for _ in range(steps):
        at = at @ w
        found.append(at[v])
        at[v] = 0
    return np.array(found)


def harmonic(n):
    return sum(1 / i for i in range(1, n + 1))


def graphwalk(row, tools):
    near = graph(row["graph"])
    w, u, v, steps, n = matrix(near, row["weights"]), row["target"], row["observer"], row["steps"], len(near)
    scale, form = 2 * steps / n, logarithm_form(w, u, v)
    powers, series = np.eye(n)[u], 0.0
    for i in range(1, steps + 1):
        powers = powers @ w
        series += powers[v] / i
    yield "closed_form", scale * (math.log(steps) / n + form)
    yield "harmonic_form", scale * (harmonic(steps) / n + form)
    yield "series", scale * series
    yield "hitting", scale * float(first_hits(w, u, v, steps) @ (1 / np.arange(1, steps + 1)))
    yield "exact_limit", walk_limit(w, v, u, steps)
    for sigma in (2, 5):
        yield f"renyi2_sigma{sigma}", walk_renyi2(w, v, u, steps, sigma)


def balle(rho, delta):
    """min over alpha of rho alpha + ln(1 - 1/alpha) - ln(delta alpha)/(alpha - 1), by golden section: the function falls, then grows, in ln(alpha - 1)."""
    def bound(x):
        above = math.exp(x)
        return rho * (1 + above) + math.log(above / (1 + above)) - math.log(delta * (1 + above)) / above
    low, high, ratio = -10.0, 10.0, (math.sqrt(5) - 1) / 2
    while high - low > 1e-9:
        left, right = high - ratio * (high - low), low + ratio * (high - low)
        low, high = (low, right) if bound(left) < bound(right) else (left, high)
    return bound((low + high) / 2)


class Losses:
    """Laws of losses on a grid, as real Fourier transforms: a mass is split between its two neighbors on the grid."""

    def __init__(self, step=1 / 64, points=1 << 13):
        self.step, self.points = step, points

    def transform(self, losses, masses):
        place = np.clip(losses / self.step, -self.points / 2, self.points / 2 - 2)
        low = np.floor(place).astype(int)
        share, law = place - low, np.zeros(self.points)
        np.add.at(law, low % self.points, masses * (1 - share))
        np.add.at(law, (low + 1) % self.points, masses * share)
        return np.fft.rfft(law)

    def epsilon(self, transformed, delta):
        law = np.fft.irfft(transformed, self.points)
        losses = (np.arange(self.points) - self.points // 2) * self.step
        law = np.roll(law, self.points // 2)
        def profile(eps):
            above = losses > eps
            return law[above] @ -np.expm1(eps - losses[above])
        low, high = 0.0, float(losses[-1])
        for _ in range(60):
            middle = (low + high) / 2
            low, high = (middle, high) if profile(middle) > delta else (low, middle)
        return (low + high) / 2


def gap_loss(grid, law, m, sigma, forward):
    """Transform of the chance of a gap times the law of its loss, sum_k P(k) N(k, m sigma^2) against N(0, m sigma^2) or the other way round."""
    chance = law.sum()
    used = np.nonzero(law > 1e-17 * chance)[0] if chance > 0 else np.array([], dtype=int)
    if m == 0 or len(used) == 0 or used[-1] == 0:
        return chance * np.ones(grid.points // 2 + 1)
    p, deviation = law[used] / law[used].sum(), math.sqrt(m) * sigma
    y, dy = np.linspace(-9, used[-1] / deviation + 9, 3001, retstep=True)
    exponents = np.log(p)[:, None] + np.outer(used, y) / deviation - used[:, None] ** 2 / (2 * deviation**2)
    loss = np.log(np.exp(exponents).sum(axis=0))
    masses = np.exp(-(y**2) / 2 + (loss if forward else 0)) * dy / math.sqrt(2 * math.pi)
    return grid.transform(loss if forward else -loss, chance * masses / masses.sum())


def walk_epsilon(w, observer, target, steps, sigma, delta):
    first, later = gap_laws(w, observer, target, steps)
    grid, found = Losses(), []
    for forward in (True, False):
        one = [gap_loss(grid, law, m, sigma, forward) for m, law in enumerate(first)]
        more = np.array([gap_loss(grid, law, m, sigma, forward) for m, law in enumerate(later[:steps])])
        chance = np.cumsum([0.0, *(law.sum() for law in later)])
        at = np.zeros((steps + 1, grid.points // 2 + 1), dtype=complex)
        total = (1 - sum(law.sum() for law in first)) * np.ones(grid.points // 2 + 1, dtype=complex)
        for t in range(steps + 1):
            at[t] = one[t] + np.einsum("ij,ij->j", at[:t][::-1], more[:t])
            total += at[t] * (1 - chance[steps - t])
        found.append(grid.epsilon(total, delta))
    return max(found)


def mixture_epsilon(weights, sigma, times, delta):
    grid = Losses(step=1 / 256, points=1 << 15)
    total = (1 - weights.sum()) * np.ones(grid.points // 2 + 1, dtype=complex)
    for t, weight in enumerate(weights, start=1):
        mu = 1 / (sigma * math.sqrt(t + 1))
        y = np.linspace(-9, 9, 2001)
        masses = np.exp(-(y**2) / 2)
        total += weight * grid.transform(mu * mu / 2 + mu * y, masses / masses.sum())
    return grid.epsilon(total**times, delta)


def graphwalk_tables(row, tools):
    near = graph(row["graph"])
    w, steps, n, sigma, delta = matrix(near), row["steps"], len(near), row["sigma"], row["delta"]
    v, u = 0, (1 << row["distance"]) - 1
    yield "released.rdp_eps", balle(steps / n * (harmonic(steps) / n + logarithm_form(w, u, v)) / sigma**2, delta), 1e-8
    yield "released.fdp_eps", mixture_epsilon(first_hits(w, u, v, steps), sigma, steps // n, delta), 1e-3
    exact = walk_epsilon(w, v, u, steps, sigma, delta)
    yield "exact.lower", exact, ">="
    yield "exact.upper", exact, "<="


GROUPS = {f.__name__: f for f in (decor, functions, mfdl, attack, graphwalk, graphwalk_tables)}


# ---- the same numbers by the program

class Program:
    """Answers of the program as JSON."""

    def __init__(self, path):
        self.path = path

    def ask(self, *words):
        done = subprocess.run([self.path, *map(str, words), "--json", "-"], capture_output=True, text=True)
        if done.returncode:
            raise Bad(done.stderr.strip())
        return strict_json.loads(done.stdout)

    def linear(self, near, *options, **protocol):
        """`account linear` of a protocol on a graph."""
        edges = [[u, v] for u, some in enumerate(near) for v in some if u < v]
        content = {"format": "hearsay-protocol-1", "nodes": len(near), "noise": [{"kind": "node", "sigma": "1"}], **protocol}
        content["rounds"] = {"repeat": content.pop("repeat", 1), "round": {"mix": {"edges": edges, "weights": content.pop("weights", "metropolis")}, "steps": content.pop("steps", 1)}}
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "protocol.json"
            path.write_text(strict_json.dumps(content))
            return self.ask("account", "linear", "--protocol", path, *options)


def decor_road(row, tools):
    near = topology(row)
    noise = [{"kind": "node", "sigma": repr(row["sigma"])}, {"kind": "pair", "sigma": repr(row["sigma_cor"]), "pairs": [[u, v] for u, some in enumerate(near) for v in some if u < v]}]
    for path, observers in (("exact.loss", []), ("one_curious_node.loss", [0])):
        answer = tools.program.linear(near, noise=noise, view={"observers": observers, "sees": "all", "knows": "own"})
        yield path, max(one["loss"]["upper"] for one in answer["losses"])


def mfdl_road(row, tools):
    near = graph(row["graph"], row.get("edges"))
    view = {"observers": [row["observer"]], "sees": "messages", "knows": "own" if row["trust"] == "own noise known" else "none"}
    answer = tools.program.linear(near, repeat=row["rounds"], weights=row["weights"], view=view)
    losses = {one["target"]: one for one in answer["losses"]}
    for i, target in enumerate(row["targets"]):
        found = losses[str(target["target"])]
        yield f"targets[{i}].exact", found["loss"]["upper"]
        yield f"targets[{i}].vectors", found["vectors"]["upper"], 1e-8
        yield f"targets[{i}].sum_abs", found["sum_abs"]


def attack_road(row, tools):
    found = tools.attacked(row)
    if found is not None and len(found[0]) <= MOST_NODES:
        near, labels = found
        observer = labels.index(row["observer"])
        answer = tools.program.linear(near, "--target", (observer + 1) % len(near), "--reconstruct", steps=row["steps"], view={"observers": [observer], "sees": "messages", "knows": "own"})
        yield "exact.reconstructible", len(answer["reconstructible"])


def walk_options(row, sigma):
    return "account", "walk", "--graph", row["graph"], "--observer", row["observer"], "--target", row["target"], "--steps", row["steps"], "--sigma", sigma


def graphwalk_road(row, tools):
    for sigma in (2, 5):
        found = tools.program.ask(*walk_options(row, sigma))["losses"][0]
        for path, bracket in (("exact_limit", found["limit"]), (f"renyi2_sigma{sigma}", found["renyi2"])):
            yield path, bracket["lower"], "<="
            yield path, bracket["upper"], ">="


def graphwalk_tables_road(row, tools):
    walk = {**row, "observer": 0, "target": (1 << row["distance"]) - 1}
    epsilon = tools.program.ask(*walk_options(walk, row["sigma"]), "--delta", repr(row["delta"]))["losses"][0]["epsilon"]
    yield "exact.lower", epsilon["upper"], ">="
    yield "exact.upper", epsilon["lower"], "<="


ROADS = {"decor": decor_road, "mfdl": mfdl_road, "attack": attack_road, "graphwalk": graphwalk_road, "graphwalk_tables": graphwalk_tables_road}


def value_at(row, path):
    """The value of a path such as `targets[3].exact`."""
    for part in path.replace("]", "").replace("[", ".").split("."):
        row = row[int(part) if isinstance(row, list) else part]
    return row


def has(row, path):
    try:
        value_at(row, path)
    except KeyError:
        return False
    return True


def difference(stored, value, relation):
    """The relative difference, and whether it is too large. Fractions as texts are compared exactly if `value` is one."""
    if isinstance(value, fractions.Fraction):
        return 0.0, fractions.Fraction(stored) != value
    stored = float(fractions.Fraction(stored)) if isinstance(stored, str) else stored
    if relation in ("<=", ">="):
        return 0.0, not (value <= stored + ROUNDING if relation == "<=" else value >= stored - ROUNDING)
    apart = abs(value - stored) / max(abs(stored), abs(value)) if abs(value - stored) > ROUNDING else 0.0
    return apart, apart > relation


def compare(title, rows, found_in, group):
    """Whether all numbers agree; prints a line and what differs."""
    numbers, largest, wrong, skipped = 0, 0.0, [], 0
    for i, row in enumerate(rows):
        found = [number for number in found_in(row) if has(row, number[0])]
        skipped += not found
        for path, value, *relation in found:
            apart, bad = difference(value_at(row, path), value, relation[0] if relation else TOLERANCE)
            numbers, largest = numbers + 1, max(largest, apart)
            if bad:
                wrong.append(f"{group}[{i}].{path}: {value_at(row, path)} in the file, {value} {title}")
    print(f"{group}, {title}: {len(rows)} rows, {numbers} numbers, largest relative difference {largest:.1e}" + (f", {skipped} rows skipped" if skipped else ""))
    for line in wrong:
        print("  " + line)
    return not wrong


def check(group, rows, tools):
    good = compare("from formulas", rows, lambda row: GROUPS[group](row, tools), group)
    if tools.program and group in ROADS:
        good = compare("by the program", rows, lambda row: ROADS[group](row, tools), group) and good
    return good


class Tools:
    def __init__(self, options):
        self.facebook, self.program = options.facebook, Program(options.program) if options.program else None

    def attacked(self, row):
        """Network and labels of a row of `attack`; None without the folder that it needs."""
        if row["graph"].startswith("facebook/"):
            return self.network(row["graph"].split("/")[1]) if self.facebook else None
        near = graph(row["graph"])
        return near, list(range(len(near)))

    def network(self, name):
        """The largest component of a network, nodes in the order in which the file names them, and their labels."""
        pairs = [tuple(map(int, line.split()[:2])) for line in (self.facebook / name).read_text().splitlines() if line.strip()]
        names = list(dict.fromkeys(label for pair in pairs for label in pair))
        place = {label: i for i, label in enumerate(names)}
        near = graph("", [(place[a], place[b]) for a, b in pairs])
        kept = largest_component(near)
        order = {u: i for i, u in enumerate(kept)}
        return [[order[v] for v in near[u]] for u in kept], [names[u] for u in kept]


def main():
    parser = argparse.ArgumentParser(description="recomputes numbers of released code and tables from formulas")
    parser.add_argument("--check", action="store_true", required=True)
    parser.add_argument("--file", type=pathlib.Path, default=SHIPPED)
    parser.add_argument("--facebook", type=pathlib.Path)
    parser.add_argument("--program", type=lambda path: pathlib.Path(path).resolve())
    parser.add_argument("--only", choices=GROUPS)
    options = parser.parse_args()
    try:
        content = strict_json.read(options.file)
        if not isinstance(content, dict) or not set(GROUPS) & set(content):
            raise Bad(f"no group of {', '.join(GROUPS)}")
        if unknown := set(content) - set(GROUPS) - {"note"}:
            raise Bad(f"no group {min(unknown)!r}")
        tools = Tools(options)
        groups = [name for name in GROUPS if name in content and options.only in (None, name)]
        return 0 if all([check(name, content[name], tools) for name in groups]) else 1
    except (Bad, OSError, ValueError, KeyError, TypeError) as error:
        print(f"{options.file}: {type(error).__name__}: {error}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
