# SPDX-License-Identifier: GPL-3.0-or-later
"""The rows of kind `expression` once more, in floating point, from the sentences that `hearsay explain` prints and from what docs/maths
proves: draw(rng) gives the variables in and around the domain, speaks(x) tells whether the claim is about them, value(x) is what it
bounds and bound(x) what it says."""
import collections
import dataclasses
import itertools
import math
from fractions import Fraction as F
from typing import Callable

from restated import binomial_tail


@dataclasses.dataclass
class Formula:
    relation: str
    draw: Callable
    speaks: Callable
    bound: Callable
    value: Callable


def ln(x):
    return math.log(x)


def phi(x):
    return math.erfc(-x / math.sqrt(2)) / 2


def part(rng, top=1):
    """A number from (0, top), now and then an end or beyond."""
    return F(rng.choice((0, 1000, 1200)), 1000) * top if rng.random() < 0.1 else F(rng.randint(1, 999), 1000) * top


def chance(rng):
    return rng.choice((F(1, 10), F(1, 2), F(9, 10), F(1, 1000), F(1, 10**6), F(3, 2), F(0)))


def whole(rng, least, most):
    return F(rng.randint(least, most))


def steps(rng, usual, most):
    """Now and then many, which take the checker long."""
    return whole(rng, 0, most if rng.random() < 0.05 else usual)


def log_phi_far(z):
    """ln phi(z) for z far below 0, by its asymptotic series."""
    return -z * z / 2 - math.log(-z * math.sqrt(2 * math.pi)) + math.log1p(-1 / z**2 + 3 / z**4 - 15 / z**6)


def gaussian_delta(mu, epsilon):
    tail = -mu / 2 - epsilon / mu
    return phi(mu / 2 - epsilon / mu) - (math.exp(epsilon) * phi(tail) if epsilon < 700 else math.exp(epsilon + log_phi_far(tail)))


def classical(x):
    """mu of sigma = sqrt(2 ln(1.25 / delta)) / epsilon."""
    return x["epsilon"] / math.sqrt(2 * ln(1.25 / x["delta"]))


def two_reports(ratio, shuffled):
    """delta(0) of two randomized responses, of which the first changes and the second is of a 0: of the number of ones, or of who says what."""
    right = ratio / (1 + ratio)
    views = [collections.Counter(), collections.Counter()]
    for first in (0, 1):
        for said in itertools.product((0, 1), repeat=2):
            chance = (right if said[0] == first else 1 - right) * (right if said[1] == 0 else 1 - right)
            views[first][sum(said) if shuffled else said] += chance
    return sum(max(0, views[0][view] - views[1][view]) for view in views[0])


def ring_to_a_neighbor(x):
    """delta of a neighbor at the eps that the loss on the ring gives: the ring by its Fourier series, the path that is left by its cosines."""
    n, s, c = int(x["n"]), float(x["sigma"])**2, float(x["sigma_cor"])**2
    ring = math.fsum(1 / (s + c * (2 - 2 * math.cos(2 * math.pi * k / n))) for k in range(n)) / n
    m = n - 1
    end = math.fsum((1 if k == 0 else 2) / m * math.cos(math.pi * k / (2 * m))**2 / (s + c * (2 - 2 * math.cos(math.pi * k / m))) for k in range(m))
    total = float(x["rounds"]) * 2 * float(x["clip"])**2 * ring
    return gaussian_delta(2 * float(x["clip"]) * math.sqrt(float(x["rounds"]) * end), total + 2 * math.sqrt(total * ln(1 / x["delta"])))


def inside(x, *names):
    """These lie strictly between 0 and 1."""
    return all(0 < x[name] < 1 for name in names)


def included(x):
    return 1 - (1 - 1 / x["n"])**x["m"]


def log_mixture(x, exponent):
    return math.log1p(float(included(x)) * math.expm1(exponent))


def step_exponent(x):
    return 14 * x["epsilon"] * math.sqrt(ln(4 / x["delta"]) / x["m"])


def responses(x):
    """delta of k randomized responses at the promised epsilon, j of them untruthful."""
    k, e = int(x["contributions"]), float(x["epsilon"])
    def promised(factor):
        root = math.sqrt(factor * k * -ln(x["delta_prime"])) * e
        return root + k * e * math.expm1(e) if factor == 1 else min(k * e, root + k * e * math.tanh(e / 2))
    def delta(factor):
        likely = [math.exp(e * (k - j)) / (1 + math.exp(e))**k for j in range(k + 1)]
        return math.fsum(math.comb(k, j) * max(0.0, likely[j] - math.exp(promised(factor)) * likely[k - j]) for j in range(k + 1))
    return delta


def path_sum(x):
    """Nodes 1 and 2 of a path heard from node 0, whose own noise counts, K = 1, T = 3: per node trace + 2 |off-diagonal| of what is new."""
    e = x["weight"]
    late = e * (1 - e)
    # rows: what rounds 2 and 3 add to node 1's message; columns: noise of (node 0, node 2) in rounds 1, 2 and of node 1 in rounds 2, 3
    rows = [[e, 0, e, 0, 1, 0], [late, e, late, e, 0, 1]]
    c = [[sum(a * b for a, b in zip(p, q)) for q in rows] for p in rows]
    det = c[0][0] * c[1][1] - c[0][1]**2
    inverse = [[c[1][1] / det, -c[0][1] / det], [-c[0][1] / det, c[0][0] / det]]
    def form(p, q):
        return sum(p[i] * inverse[i][j] * q[j] for i in range(2) for j in range(2))
    def most(columns):
        return sum(form(column, column) for column in columns) + 2 * abs(form(*columns))
    return 1 + most([[1, 0], [0, 1]]) + most([[e, late], [0, e]])


def phases(x):
    """The rounds of the second phase, alpha = s / (1 + 2 s)."""
    return ln(x["s"] / (1 + 2 * x["s"]) * x["n"]) / ln(1 + x["s"] / 4)


def draw_phases(rng):
    return {"n": whole(rng, 2, 60), "s": part(rng)}


def speaks_phases(x):
    return 0 < x["s"] <= 1 and x["s"] / (1 + 2 * x["s"]) * x["n"] >= 1


def round_in_sequence(x):
    """The mean number of active nodes after as many messages as nodes were active, one after the other."""
    n, mean = float(x["n"]), float(x["active"])
    for _ in range(int(x["active"])):
        mean += float(x["s"]) * (1 - mean / n) - (1 - float(x["s"])) * (mean - 1) / n
    return mean


def next_round(x):
    n, a = float(x["n"]), float(x["active"])
    return n - (n - a * float(x["s"])) * (1 - 1 / n)**a


def draw_round(rng):
    n = whole(rng, 1, 40)
    return {"n": n, "active": whole(rng, 0, int(n) + 1), "s": part(rng)}


def draw_count(rng):
    k = whole(rng, 1, 25)
    return {"k": k, "n": whole(rng, 2, 60), "f": whole(rng, 0, 30), "r": whole(rng, 0, 4)}


def stuck(x):
    """Messages of the source to other nodes, as long as each goes to a curious node and the source stays active; then it mutes."""
    curious, s = float(x["f"]) / (float(x["n"]) - 1), float(x["s"])
    return math.fsum(curious * (1 - s) * (curious * s)**k for k in range(2000))


def crowd_of(x):
    return x["n"] >= 3 and 1 <= x["f"] <= x["n"] - 2


def delayed_of_three(x):
    """P(node 0 first, then r other senders) of the delayed start on three nodes, node 2 curious: all active sets, message by message seen."""
    zero, both, one, none = 1.0, 1.0, 1.0, 1.0  # active beside node 2: node 0, nodes 0 and 1, node 1, neither
    for _ in range(int(x["r"])):
        both, old = both * 2 / 3, (zero, one, none)
        zero = (old[0] / 6 + both / 3) * 3 / 2
        one = (old[1] / 3 + both / 3) * 3 / 2
        none = (old[2] + zero + one) / 3
    last = both / 2                            # nodes 0 and 1 are active, node 2 is not
    alone = (zero / 3 + last / 3) * 3 / 2      # node 0 is
    return (alone + none + last / 2) / 3


def exchanged(x):
    b = 1 / 3
    rate = 2 / b * ((1 - b / 2) * ln((1 - b / 2) / (1 - b)) + b / 2 * ln(0.5))
    return b * (1 - math.exp(-float(x["r"]) * rate)) * (2 / 3)**(2 * float(x["r"]) * b)


def three_of_zero(x, curious):
    """p_1(S)/p_0(S), two honest nodes, s = 1: node 0 is seen three times, and `curious` nodes are active at each time."""
    f, alone, both, other = float(x["f"]), 1.0, 0.0, 0.0  # node 0 active without node 1, with it, the source being node 1
    for first, g in enumerate(curious):
        other = (1 / (f + 1) if first == 0 else other) / (2 + g)
        both = (both + alone / (f + 1)) / (2 + g)
        alone *= f / (f + 1) / (1 + g)
    return other / (alone + both)


def repeated(x):
    """Three nodes, node 2 curious, s = 1: the odds of source 1 against source 0 after a hundred messages from 0 to 2."""
    alone, both, other = 1.0, 0.0, 0.0  # source 0 without and with node 1 informed, and source 1 with node 0 informed
    for k in range(100):
        both, other = (both + alone / 2) / (3 if k else 2), (other if k else 1 / 2) / (3 if k else 2)
        alone *= 1 / 4 if k else 1 / 2
    return other / (alone + both)


def curious_neighbor(x):
    """The mean share of curious nodes among the neighbors of i: of the n - 2 nodes that may be, f are."""
    others = float(x["degree"]) - float(x["adjacent"])
    return others * float(x["f"]) / (float(x["n"]) - 2) / float(x["degree"])


def draw_neighbors(rng):
    return {"n": whole(rng, 2, 12), "f": whole(rng, 0, 10), "degree": whole(rng, 0, 12), "adjacent": whole(rng, -1, 2)}


def draw_gaussian(rng):
    return {"epsilon": part(rng, rng.choice((1, 4))), "delta": chance(rng)}


def draw_chernoff(rng):
    return {"n": whole(rng, 1, 12), "steps": steps(rng, 30, 80), "delta": chance(rng)}


def visit_tail(x):
    least = math.ceil(x["steps"] / x["n"] + math.sqrt(3 * x["steps"] / x["n"] * -ln(x["delta"])))
    return binomial_tail(int(x["steps"]), 1 / x["n"], least)


def draw_step(rng):
    m = whole(rng, 1, 4000)
    return {"m": m, "n": m + whole(rng, -5, 4000), "epsilon": part(rng), "delta": chance(rng)}


def speaks_step(x):
    return 0 < x["epsilon"] <= 1 and inside(x, "delta") and 196 * ln(4 / x["delta"]) <= x["m"] <= x["n"]


def draw_responses(rng):
    return {"contributions": steps(rng, 12, 30), "epsilon": part(rng, F(1, 10)), "delta_prime": chance(rng)}


def speaks_responses(x):
    return x["contributions"] >= 1 and x["epsilon"] > 0 and inside(x, "delta_prime")


def most_contributions(x):
    return x["steps"] / x["n"] + math.sqrt(3 * x["steps"] / x["n"] * -ln(x["delta_hat"]))


def descent_order(x):
    """sigma sqrt(ln(1/delta)) / sqrt(q), L = 1."""
    sigma = math.sqrt(8 * ln(1.25 / x["delta"])) / x["epsilon"]
    return sigma * math.sqrt(-ln(x["delta"]) / max(2 * most_contributions(x) * ln(x["n"]) / x["n"], -2 * ln(x["delta"])))


def draw_order(rng):
    return {"n": whole(rng, 1, 50), "steps": steps(rng, 9, 10**6), "epsilon": part(rng), "delta": rng.choice((F(1, 10), F(49, 100), F(1, 2), F(1, 1000))), "delta_hat": chance(rng)}


def spotted_share(x):
    """k spotted contributions against C cycles of 3 epsilon/sqrt(n): sqrt(k) / (3 sqrt(2 C / n))."""
    spotted = 2 * most_contributions(x) / x["n"] + math.sqrt(6 * most_contributions(x) / x["n"] * -ln(x["delta_tilde"]))
    return math.sqrt(spotted) / (3 * math.sqrt(2 * (x["steps"] / x["n"] + most_contributions(x)) / x["n"]))


def draw_spotted(rng):
    n = whole(rng, 2, 40)
    return {"n": n, "steps": n * n + whole(rng, -1, 10**rng.randint(1, 5)), "delta_tilde": chance(rng), "delta_hat": chance(rng)}


def draw_twice(rng):
    return {"first": whole(rng, 0, 30), "second": whole(rng, 0, 20)}


def speaks_twice(x):
    return x["first"] > x["second"] >= 1


def added_shifts(x):
    """Two shifts of 1 under as many noises as there are steps from the first."""
    return F(2)**2 / x["first"]


def descent_cost(x):
    """Renyi divergence of order alpha of the first contribution's mixture over the return time, the last step capped."""
    n, steps, alpha = float(x["n"]), int(x["steps"]), float(x["alpha"])
    c = 2 * alpha * (alpha - 1) / float(x["sigma"])**2
    mean = math.fsum(1 / n * (1 - 1 / n)**(t - 1) * math.exp(c / t) for t in range(1, steps)) + (1 - 1 / n)**(steps - 1)
    return ln(mean) / (alpha - 1)


def walks_of_two(x):
    """P(k contributions before the observer's last visit) = C(T, k+1) / 2^T, each a Gaussian mechanism of the calibrated mu."""
    steps, mu = int(x["steps"]), classical(x)
    visits = steps / 2 + math.sqrt(3 * steps / 2 * -ln(x["delta_hat"]))
    q = max(visits * ln(2), -2 * ln(x["delta"]))
    promised = math.sqrt(2 * q * -ln(x["delta"])) * x["epsilon"] / math.sqrt(ln(1.25 / x["delta"]))
    return math.fsum(math.comb(steps, k + 1) / 2**steps * gaussian_delta(math.sqrt(k) * mu, promised) for k in range(1, steps))


def long_visits(x):
    return x["steps"] / 2 + math.sqrt(3 * x["steps"] / 2 * -ln(x["delta_hat"]))


def long_event(x):
    """P(event) - e^promised Q(event) from below: two users, `least` contributions at least, a sum above the threshold."""
    steps, least, threshold = float(x["steps"]), float(x["least"]), float(x["threshold"])
    often = -math.expm1(-2 * (steps / 2 - least)**2 / steps)
    promised = 6 * float(x["epsilon"]) * math.sqrt(long_visits(x) * -ln(x["delta_prime"]) / 2)
    return often * (phi(classical(x) * math.sqrt(least) - threshold) - math.exp(promised - threshold**2 / 2) / 2)


def cycle_event(x):
    """P(token > threshold) with the user's value in it, less e^epsilon_c times that without."""
    m, p = int(x["m"]), 1 / (x["n"] - 1)
    sd = math.sqrt(m) * math.sqrt(2 * ln(1.25 / x["delta"])) / float(x["epsilon"])
    above = math.fsum(math.comb(m, k) * float(p**k * (1 - p)**(m - k)) * phi((k - float(x["threshold"])) / sd) for k in range(m + 1))
    return above - (1 + float(included(x)) * math.expm1(float(x["epsilon"]) / math.sqrt(m))) * phi(-float(x["threshold"]) / sd)


def local_share(x):
    """epsilon_0 of local DP whose shuffling gives epsilon."""
    return float(x["epsilon"]) * math.sqrt((x["n"] - 1) / -ln(x["delta"])) / 12


def printed_gamma(x):
    return float(x["buckets"]) / (math.exp(12 * float(x["epsilon"]) * math.sqrt(-ln(x["delta"]) / x["n"])) + float(x["buckets"]) - 1)


def seen_one(x):
    """Two buckets, delta = e^-level, K = 2: a one is seen between two visits, all others holding zero."""
    half = 1 / (1 + math.exp(12 * float(x["epsilon"]) * math.sqrt(x["level"] / x["n"])))
    e = float(x["epsilon"])
    promised = e * math.sqrt(4 * -ln(x["delta_prime"])) + 2 * e * math.expm1(e)
    return 1 - half - math.exp(promised) * half * (float(x["n"]) - 1)


def draw_thm2(rng):
    return {"n": whole(rng, 900, 10**5), "epsilon": part(rng, F(1, 2)), "delta": rng.choice((F(1, 1000), F(1, 10**6), F(1, 50), F(1, 10))), "buckets": whole(rng, 1, 12)}


def speaks_gamma(x):
    return x["n"] > 1000 and 0 < x["epsilon"] < F(1, 2) and 0 < x["delta"] < F(1, 100) and x["buckets"] >= 2


def tail_of_fair_coins(x):
    return binomial_tail(int(x["steps"]), F(1, 2), math.ceil(x["steps"] / 2 + x["more"]))


def draw_apart(steps_of):
    def draw(rng):
        others, apart = whole(rng, 1, 12), F(1, rng.choice((1, 3, 20, 100, 1000, 3000)))
        usual = steps_of(int(others) + 1, apart)
        return {"others": others, "apart": apart, "steps": F(usual + rng.choice((0, 0, 0, 1, -1))), "z": 1 - F(1, rng.choice((1, 2, 10, 100, 400)))}
    return draw


def apart_gaps(x, z):
    """Sums over the hidden steps of a gap from the observer: z^m times the target's passes, and z^m m."""
    others, apart = float(x["others"]), float(x["apart"])
    each, stay = (1 - apart) / others, 1 - others * apart
    det = (1 - z * (others - 1) * each) * (1 - z * stay) - (others - 1) * (z * apart)**2
    last, other = apart / det, (each * (1 - z * stay) + z * apart**2) / det
    return z * last**2, z * (last**2 + (others - 1) * other**2)


def apart_gain(x):
    others, apart = float(x["others"]), float(x["apart"])
    home = 1 - (others - 1) * (1 - apart) / others
    time = (1 / (others * apart) + (1 - 1 / others) / home) / (1 - (1 - 1 / others) * apart / home)
    return float(x["steps"]) * (1 - apart_gaps(x, float(x["z"]))[0]) - 2 * time + 1


def loss_apart(x):
    z, others = float(x["z"]), float(x["others"])
    return apart_gain(x)**2 / ((others + 1) * float(x["steps"]) * (others - 2 * apart_gaps(x, z)[1] + apart_gaps(x, z * z)[1]))


def speaks_apart(x):
    return x["others"] >= 2 and 0 < x["others"] * x["apart"] < 1 and inside(x, "z") and apart_gain(x) > 0


FORMULAS = {
    "dp.gaussian.classical": Formula("<=", draw_gaussian, lambda x: inside(x, "epsilon", "delta"), lambda x: x["delta"],
                                     lambda x: gaussian_delta(classical(x), float(x["epsilon"]))),
    "dp.gaussian.classical.large_epsilon": Formula("<=", draw_gaussian, lambda x: x["epsilon"] > 1 and inside(x, "delta"), lambda x: x["delta"],
                                                   lambda x: gaussian_delta(classical(x), float(x["epsilon"]))),
    "rumor.eq11": Formula(">=", lambda rng: {"n": whole(rng, 1, 50), "s": part(rng), "c": F(rng.randint(1, 40), 10), "delta": chance(rng)},
                          lambda x: x["n"] >= 2 and 0 < x["s"] <= 1 and x["c"] >= 1 and inside(x, "delta"), lambda x: 0,
                          lambda x: x["c"] * ln(x["n"]) / (x["s"] / (1 + 2 * x["s"]) * ln(1 - x["delta"]))),
    "rumor.thm9.mean": Formula("==", draw_round, lambda x: x["n"] >= 2 and 1 <= x["active"] <= x["n"] and 0 < x["s"] <= 1, next_round, round_in_sequence),
    "rumor.thm4.constant": Formula("<=", draw_count, lambda x: crowd_of(x) and 1 <= x["r"] <= x["k"], lambda x: 1 / x["n"],
                                   lambda x: 1 - binomial_tail(int(x["k"]), float(x["f"] / x["n"]), int(x["r"]))),
    "rumor.malicious.termination": Formula("<=", lambda rng: {"n": whole(rng, 2, 60), "f": whole(rng, 0, 58), "s": part(rng)},
                                           lambda x: crowd_of(x) and 0 <= x["s"] <= 1, lambda x: 0, stuck),
    "rumor.appendixB.eq4": Formula(">=", lambda rng: {"r": whole(rng, 0, 40)}, lambda x: x["r"] >= 1, exchanged, delayed_of_three),
    "rumor.receivers": Formula("==", lambda rng: {"f": whole(rng, 0, 60)}, lambda x: x["f"] >= 2,
                               lambda x: three_of_zero(x, (0, 1, 1)), lambda x: three_of_zero(x, (0, 1, 2))),
    "rumor.thm8.push.fixed": Formula("<=", lambda rng: {"n": whole(rng, 2, 5), "f": whole(rng, 0, 3)}, lambda x: x["n"] == 3 and x["f"] == 1,
                                     lambda x: 0, repeated),
    "rumor.appendixD.first_receiver": Formula("==", draw_neighbors, lambda x: crowd_of(x) and 1 <= x["degree"] <= x["n"] - 1 and 0 <= x["adjacent"] <= 1,
                                              lambda x: x["f"] / x["n"], curious_neighbor),
    "rumor.thm9.phases": Formula("<=", draw_phases, speaks_phases, lambda x: ln(x["n"]) / x["s"], phases),
    "rumor.thm9.phases.repaired": Formula("<=", draw_phases, speaks_phases, lambda x: 4.5 * ln(x["n"]) / x["s"], phases),
    "walk.thm2.gamma": Formula("<=", draw_thm2, speaks_gamma, lambda x: float(x["buckets"]) / (math.exp(x["epsilon"]) + float(x["buckets"]) - 1), printed_gamma),
    "walk.thm2.gain": Formula(
        ">=", draw_thm2, lambda x: x["n"] > 1000 and x["epsilon"] > 0 and local_share(x) < 0.5 and 0 < x["delta"] < F(1, 100) and x["buckets"] >= 2,
        lambda x: math.sqrt((x["n"] - 1) / -ln(x["delta"])) / 13,
        lambda x: (math.exp(local_share(x)) + float(x["buckets"]) - 1) / (math.exp(x["epsilon"]) + float(x["buckets"]) - 1)),
    "walk.thm2.privacy": Formula(
        "<=", lambda rng: {"n": whole(rng, 900, 10**5), "epsilon": part(rng, F(1, 2)), "level": F(rng.randint(1, 9000)), "delta_prime": chance(rng)},
        lambda x: x["n"] > 1000 and 0 < x["epsilon"] < F(1, 2) and math.exp(-x["level"]) < 0.01 and inside(x, "delta_prime"),
        lambda x: 2 * math.exp(-x["level"]) + x["delta_prime"], seen_one),
    "walk.chernoff.repaired": Formula("<=", draw_chernoff, lambda x: x["n"] >= 2 and inside(x, "delta") and x["steps"] >= -3 * x["n"] * ln(x["delta"]),
                                      lambda x: x["delta"], visit_tail),
    "walk.thm3.cycle10": Formula(
        "<=", lambda rng: {"n": whole(rng, 2, 12), "m": steps(rng, 8, 15), "epsilon": part(rng), "delta": chance(rng), "threshold": F(rng.randint(-20, 200), 10)},
        lambda x: x["n"] >= 3 and 1 <= x["m"] <= x["n"] and inside(x, "epsilon", "delta"), lambda x: x["delta"], cycle_event),
    "walk.thm6.step.repaired": Formula("<=", draw_step, speaks_step, lambda x: 25 * x["epsilon"] * math.sqrt(x["m"] * ln(4 / x["delta"])) / x["n"],
                                       lambda x: log_mixture(x, step_exponent(x))),
    "walk.thm6.min.repaired": Formula(
        "<=", lambda rng: {"m": whole(rng, 0, 50), "n": whole(rng, 1, 60), "epsilon": part(rng)},
        lambda x: 0 < x["epsilon"] <= 1 and 1 <= x["m"] <= x["n"], lambda x: 1.75 * x["m"] * x["epsilon"] / x["n"],
        lambda x: log_mixture(x, float(x["epsilon"]))),
    "walk.thm6.constraint": Formula(">=", lambda rng: {"delta": chance(rng)}, lambda x: inside(x, "delta"), lambda x: 12.25,
                                    lambda x: ln(196 * ln(4 / x["delta"]) / (16 * ln(2 / x["delta"])))),
    "walk.thm6.constraint.repaired": Formula(">=", lambda rng: {"delta": chance(rng)}, lambda x: inside(x, "delta"), lambda x: ln(12.25),
                                             lambda x: ln(196 * ln(4 / x["delta"]) / (16 * ln(2 / x["delta"])))),
    "walk.lemma1.constant": Formula("<=", lambda rng: {"n": whole(rng, 1, 30), "terms": steps(rng, 15, 80)}, lambda x: x["n"] >= 2 and x["terms"] >= 1,
                                    lambda x: ln(x["n"]) / x["n"],
                                    lambda x: math.fsum(1 / x["n"] * (1 - 1 / x["n"])**(t - 1) / t for t in range(1, int(x["terms"]) + 1))),
    "walk.lemma1": Formula(
        "<=", lambda rng: {"n": whole(rng, 1, 30), "steps": steps(rng, 12, 60), "alpha": F(rng.randint(9, 40), 10), "sigma": F(rng.randint(5, 100), 10)},
        lambda x: x["n"] >= 2 and x["steps"] >= 2 and x["alpha"] > 1 and x["sigma"]**2 >= 2 * x["alpha"] * (x["alpha"] - 1),
        lambda x: 4 * x["alpha"] * ln(x["n"]) / (x["sigma"]**2 * x["n"]), descent_cost),
    "walk.thm4": Formula(
        "<=", lambda rng: {"steps": steps(rng, 9, 40), "epsilon": part(rng), "delta": rng.choice((F(1, 10), F(1, 3), F(1, 2), F(1, 1000))), "delta_hat": rng.choice((F(1, 10), F(1, 2), F(1, 1000)))},
        lambda x: inside(x, "epsilon") and 0 < x["delta"] < F(1, 2) and x["delta_hat"] > 0 and x["steps"] >= 2,
        lambda x: x["delta"] + x["delta_hat"], walks_of_two),
    "walk.thm4.alpha": Formula(">=", draw_order, lambda x: x["n"] >= 2 and x["steps"] >= 1 and inside(x, "epsilon", "delta_hat") and 0 < x["delta"] < F(1, 2),
                               lambda x: 2, descent_order),
    "walk.lemma1.composition": Formula("<=", draw_twice, speaks_twice, lambda x: 1 / x["first"] + 1 / x["second"], added_shifts),
    "walk.lemma1.composition.repaired": Formula("<=", draw_twice, speaks_twice, lambda x: 1 / (x["first"] - x["second"]) + 1 / x["second"], added_shifts),
    "walk.spotted.negligible": Formula("<=", draw_spotted, lambda x: x["n"] >= 3 and x["steps"] >= x["n"]**2 and inside(x, "delta_tilde", "delta_hat"),
                                       lambda x: F(1, 5), spotted_share),
    "walk.thm3.eq5": Formula(
        "<=", lambda rng: {"steps": whole(rng, 1, 40), "least": whole(rng, 0, 18), "threshold": F(rng.randint(-5, 60), 10), "epsilon": part(rng),
                           "delta": rng.choice((F(1, 10), F(1, 2), F(1, 1000))), "delta_prime": chance(rng), "delta_hat": chance(rng)},
        lambda x: inside(x, "epsilon", "delta_prime", "delta_hat") and x["threshold"] >= 0 and 1 <= x["least"] <= x["steps"] / 2,
        lambda x: (long_visits(x) + x["steps"] / 2) * x["delta"] + x["delta_prime"] + x["delta_hat"], long_event),
    "walk.lemma2.advanced": Formula("<=", draw_responses, speaks_responses, lambda x: x["delta_prime"], lambda x: responses(x)(1)),
    "walk.lemma2.advanced.repaired": Formula("<=", draw_responses, speaks_responses, lambda x: x["delta_prime"], lambda x: responses(x)(2)),
    "muffliato.dominating": Formula("<=", lambda rng: {"dimension": whole(rng, 0, 60)}, lambda x: x["dimension"] >= 1, lambda x: 10**6 * x["dimension"],
                                    lambda x: F(2)**int(x["dimension"]) / (1 + x["dimension"])),
    "muffliato.table1": Formula("<=", lambda rng: {"half": whole(rng, 1, 9), "scale": F(rng.randint(0, 9), 10**rng.randint(0, 8))},
                                lambda x: x["half"] >= 2 and x["scale"] > 0, lambda x: 10**6 * x["scale"] / (2 * x["half"]), lambda x: F(1, 8)),
    "muffliato.corollary5": Formula(
        "<=", lambda rng: {"n": whole(rng, 3, 60), "c": F(rng.randint(8, 60), 10)},
        lambda x: x["n"] >= 4 and x["c"] > 1 and x["c"] * ln(x["n"]) / x["n"] <= 1, lambda x: 4 / (x["n"] - 1),
        lambda x: ln(1 + x["c"] * ln(x["n"]) / x["n"] * (math.e - 1))),
    "muffliato.activation": Formula("==", lambda rng: {"half": whole(rng, 1, 30)}, lambda x: x["half"] >= 2, lambda x: 2 * F(1) / (x["half"] * (x["half"] + 1)),
                                    lambda x: 2 * (x["half"] / (x["half"] + 1)) / (2 * x["half"])),
    "muffliato.appendixD2.mean": Formula("==", lambda rng: {"n": whole(rng, 1, 9), "loop": part(rng)}, lambda x: x["n"] >= 2 and 0 <= x["loop"] < 1,
                                         lambda x: 2 / x["n"], lambda x: 2 * (1 - x["loop"]) / x["n"]),
    # The end of the path 0-1-2 hears node 1 for three rounds: what is new in the second and third round has the covariance C.
    "muffliato.thm11.mean": Formula("<=", lambda rng: {"weight": part(rng)}, lambda x: 0 < x["weight"] <= F(1, 2), lambda x: 3, path_sum),
    "muffliato.communities": Formula("<=", lambda rng: {"clique": whole(rng, 1, 12)}, lambda x: x["clique"] >= 3, lambda x: F(1, 2),
                                     lambda x: (1 + (x["clique"] - 1) * F(1) / (x["clique"] - 1)) / x["clique"]),
    "muffliato.activation.gap": Formula("<=", lambda rng: {"clique": whole(rng, 1, 3000)}, lambda x: x["clique"] >= 2, lambda x: 10**6,
                                        lambda x: x["clique"] * (x["clique"] + 1) / 2),
    "muffliato.prop1.neighbors": Formula(
        "<=", lambda rng: {"n": whole(rng, 1, 4000), "coalition": whole(rng, 0, 9), "q": part(rng)},
        lambda x: x["n"] >= 2 and 1 <= x["coalition"] < x["n"] and x["q"] <= 1 and x["q"] * x["n"] > ln(x["n"]), lambda x: 1000 * x["q"] * x["coalition"],
        lambda x: (x["n"] - x["coalition"]) * (1 - (1 - x["q"])**int(x["coalition"]))),
    "mfdl.square_root": Formula("==", lambda rng: {"rounds": whole(rng, 0, 30)}, lambda x: x["rounds"] >= 1, lambda x: 1,
                                lambda x: sum(F(math.comb(2 * k, k), 4**k)**2 for k in range(int(x["rounds"])))),
    "attack.tolerance": Formula(">=", lambda rng: {"distance": whole(rng, 0, 40)}, lambda x: x["distance"] >= 1, lambda x: 1e-8,
                                lambda x: F(1, 3)**int(x["distance"])),
    "girth.dropouts": Formula(">=", lambda rng: {"leaves": whole(rng, 1, 9), "absent": whole(rng, 0, 9)}, lambda x: x["absent"] >= 1 and x["leaves"] - x["absent"] >= 2, lambda x: 2,
                              lambda x: len(set(range(int(x["leaves"]))) - set(range(int(x["absent"]), int(x["leaves"]))))),
    "netshuffle.bipartite": Formula("<=", lambda rng: {"e_epsilon0": F(rng.randint(0, 40), 8)}, lambda x: x["e_epsilon0"] > 1, lambda x: two_reports(x["e_epsilon0"], shuffled=True),
                                    lambda x: two_reports(x["e_epsilon0"], shuffled=False)),
    "decor.tables.curious": Formula(
        "<=", lambda rng: {"n": whole(rng, 2, 20), "sigma": part(rng, 200), "sigma_cor": part(rng, 500), "clip": part(rng, 2), "rounds": whole(rng, 0, 3500), "delta": part(rng)},
        lambda x: x["n"] >= 3 and x["sigma"] > 0 and x["sigma_cor"] > 0 and x["clip"] > 0 and x["rounds"] >= 1 and inside(x, "delta"), lambda x: x["delta"], ring_to_a_neighbor),
    "graphwalk.closed_form": Formula(
        "<=", draw_apart(lambda n, apart: 20 * math.ceil(ln(n) / (n * apart))), lambda x: speaks_apart(x) and x["steps"] == 20 * math.ceil(ln(x["others"] + 1) / ((x["others"] + 1) * x["apart"])),
        lambda x: 2 * x["steps"] / (x["others"] + 1)**2 * max(0, ln((x["others"] + 1) * x["apart"] * x["steps"])), loss_apart),
    "graphwalk.series": Formula(
        "<=", draw_apart(lambda n, apart: 3000), lambda x: speaks_apart(x) and (x["others"] + 1) * x["apart"] * x["steps"] >= 1,
        lambda x: 2 * x["steps"] / (x["others"] + 1)**2 * (1 + ln((x["others"] + 1) * x["apart"] * x["steps"])), loss_apart),
    "graphwalk.series.order": Formula(
        "<=", lambda rng: {"n": whole(rng, 2, 9), "steps": steps(rng, 15, 80)}, lambda x: x["n"] >= 3 and x["steps"] >= 1,
        lambda x: x["steps"] / (2 * x["n"]**2) * sum(F(1, t) for t in range(1, int(x["steps"]) + 1)),
        lambda x: ln(1 + math.fsum((1 - 1 / x["n"])**m / (x["n"] * (x["n"] - 1)**2) * math.expm1(m / 4) for m in range(1, int(x["steps"]) + 1)))),
    "graphwalk.hitting": Formula(
        "<=", lambda rng: {"moves": part(rng), "steps": whole(rng, 0, 40)}, lambda x: 0 < x["moves"] <= 1 and x["steps"] >= 1,
        lambda x: x["steps"] * sum(x["moves"] * (1 - x["moves"])**(t - 1) / t for t in range(1, int(x["steps"]) + 1)),
        lambda x: sum((1 - (1 - x["moves"])**j) / 2 for j in range(1, int(x["steps"]) + 1))),
    "graphwalk.thm41": Formula(
        "<=", lambda rng: {"contraction": part(rng), "steps": steps(rng, 6, 20), "zeta": F(rng.randint(0, 9), 10)},
        lambda x: x["steps"] >= 1 and inside(x, "contraction") and x["zeta"] > 0,
        lambda x: math.ceil((1 + x["zeta"]) * x["steps"] / 2)
        * sum(x["contraction"]**(2 * (t - 1)) * (1 - x["contraction"]**2) / (2**t * (1 - x["contraction"]**(2 * t))) for t in range(1, int(x["steps"]) + 1)),
        lambda x: (1 + x["contraction"]) / (1 - x["contraction"])
        * sum((1 - x["contraction"]**m) / (1 + x["contraction"]**m) * ((x["steps"] - m) / F(2)**(m + 2) + F(1, 2)**(m + 1)) for m in range(1, int(x["steps"]) + 1))),
}
