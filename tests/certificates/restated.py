# SPDX-License-Identifier: GPL-3.0-or-later
"""The rows of statements.json once more, in Python, from the sentences that `hearsay explain` prints: where a claim speaks, and what
it says there. Written without the table and without the checker, so that a changed bound or a lost condition shows.

A Row: relation, speaks(i, f) (does the claim speak of this instance?), bound(i, f), value(i, f), i the instance, f the facts that the
C++ oracle (facts.cpp) computes. Numbers are fractions where they can be, else floats."""
import dataclasses
import itertools
import math
from fractions import Fraction as F
from typing import Callable


@dataclasses.dataclass
class Row:
    relation: str
    speaks: Callable
    bound: Callable
    value: Callable


def number(text):
    return math.inf if text == "inf" else F(text)


def edges_of(i):
    return i["edges"] if "edges" in i else []


def connected(i):
    reached, edges = {0}, edges_of(i)
    for _ in range(i["nodes"]):
        reached |= {b for e in edges for a, b in (e, e[::-1]) if a in reached}
    return len(reached) == i["nodes"]


def distance(i, start, end):
    reached, steps = {start}, 0
    while end not in reached:
        more = reached | {b for e in edges_of(i) for a, b in (e, e[::-1]) if a in reached}
        if more == reached:
            return math.inf
        reached, steps = more, steps + 1
    return steps


def degree(i, v):
    return sum(v in e for e in edges_of(i))


# ---- views ----
def one_graph(i):
    """Theorem 1's setting: one connected graph, one change, no noise on messages, nobody uses its own noise."""
    return "steps" in i and connected(i) and "group" not in i and "tau2" not in i and not i["own_noise"]


def one_observer(i):
    return len(i["observers"]) == 1


def pairwise(i):
    return "rounds" in i and max(map(len, i["rounds"])) == 1 or "steps" in i and len(i["edges"]) == 1


def loss(i, f):
    return number(f["losses"][str(i["target"])]) if "target" in i else number(f["group"])


def published(i, f):
    return number(f["published"][str(i["target"])])


def mean(i, f):
    return sum(map(number, f["losses"].values())) / i["nodes"]


def walks(i, f):
    return i["nodes"] * number(f["inverse_weight2"]) * number(f["walks"][str(i["target"])])


VIEWS = {
    "muffliato.thm1": Row("<=", lambda i, f: one_graph(i) and one_observer(i), published, loss),
    "muffliato.thm1.index": Row("<=", lambda i, f: one_observer(i) and f["messages"] == 1 and "target" in i and "tau2" not in i and not i["own_noise"],
                                lambda i, f: number(f["printed"][str(i["target"])]), loss),
    "muffliato.thm1.distance": Row(
        "<=", lambda i, f: one_graph({**i, "own_noise": False}) and one_observer(i) and "nearer" in i  # its own noise known or not
        and distance(i, i["observers"][0], i["nearer"]) < distance(i, i["observers"][0], i["target"]),
        lambda i, f: number(f["losses"][str(i["nearer"])]), loss),
    "muffliato.eq7.printed": Row("==", lambda i, f: one_graph(i) and one_observer(i), lambda i, f: f["messages"],
                                 lambda i, f: sum(map(number, f["published"].values()))),
    "muffliato.eq7.capped": Row("<=", lambda i, f: one_graph(i) and one_observer(i),
                                lambda i, f: sum(min(1, number(x)) for x in f["published"].values()),
                                lambda i, f: sum(map(number, f["losses"].values()))),
    # Two nodes and one step: half of the message after one average.
    "muffliato.code.first_message": Row(
        "<=", lambda i, f: one_graph(i) and one_observer(i) and i["nodes"] == 2 and i["steps"] == 1 and "target" in i
        and i["weights"] == "metropolis", lambda i, f: F(1, 2), loss),
    "muffliato.corollary1.loss": Row("<=", lambda i, f: one_graph(i) and one_observer(i), walks, loss),
    "muffliato.corollary2": Row("<=", lambda i, f: one_observer(i) and pairwise(i) and "target" in i and "tau2" not in i and not i["own_noise"],
                                published, loss),
    "muffliato.thm12": Row("<=", lambda i, f: one_graph(i), published, loss),
    "muffliato.thm13": Row("<=", lambda i, f: one_observer(i) and f["messages"] == 1 and "group" in i and "tau2" not in i and not i["own_noise"],
                           lambda i, f: sum(number(f["published"][str(u)]) for u in i["group"]), loss),
    "muffliato.corollary3.loss": Row("<=", lambda i, f: one_graph(i), walks, loss),
    "muffliato.corollary4": Row("<=", lambda i, f: one_graph(i) and i["steps"] == 1 and number(i["parameters"]["alpha"]) > 1,
                                lambda i, f: f["senders"] / number(i["parameters"]["alpha"])**2, mean),
    "muffliato.prop1": Row(
        "<=", lambda i, f: "steps" in i and connected(i) and "target" in i and "tau2" not in i and i["own_noise"]
        and len(i["observers"]) == i["nodes"] - 2 and f["senders"] == 1
        and min(distance(i, o, i["target"]) for o in i["observers"]) >= 2
        and f["gap_is_at_least_a_ninth"] and i["steps"] >= 3 * math.log(i["nodes"]),
        lambda i, f: F(2 * i["steps"] * f["senders"], i["nodes"] - f["senders"]), loss),
    "muffliato.thm6.round": Row("<=", lambda i, f: one_graph(i) and one_observer(i), published, loss),
    "muffliato.thm11": Row("<=", lambda i, f: one_graph(i) and one_observer(i), published, loss),
    "muffliato.thm1.first_step": Row(
        "==", lambda i, f: one_graph(i) and one_observer(i) and i["steps"] == 1,
        lambda i, f: int(distance(i, i["observers"][0], i["target"]) == 1), loss),
    "muffliato.thm1.repaired": Row(
        "<=", lambda i, f: "steps" in i and connected(i) and "target" in i and "tau2" not in i and i["own_noise"] and one_observer(i),
        lambda i, f: 1, loss),
    "muffliato.eq7.repaired": Row("<=", lambda i, f: "steps" in i and connected(i) and "tau2" not in i and one_observer(i),
                                  lambda i, f: F(f["messages"], i["nodes"]), mean),
    "muffliato.eq16": Row("<=", lambda i, f: one_graph(i), lambda i, f: F(f["messages"], i["nodes"]), mean),
    "muffliato.corollary2.mean": Row("<=", lambda i, f: one_observer(i) and pairwise(i) and "tau2" not in i and not i["own_noise"],
                                     lambda i, f: F(f["messages"], i["nodes"]), mean),
    # The bound of the ends of a path of four nodes at T = 3 is 9/23: the sum over s < 3 of (3 - s) (W^s)_uw / |W^s e_w|^2, w the
    # observer and its neighbor, has the term s = 2 of the neighbor only.
    "mfdl.muffliato.once": Row(
        "<=", lambda i, f: one_graph(i) and one_observer(i) and i["nodes"] == 4 and i["steps"] == 3 and len(i["edges"]) == 3
        and distance(i, i["observers"][0], i["target"]) == 3 and i["weights"] == "metropolis",
        lambda i, f: F(9, 23), loss),
}


# ---- streams and rates ----
def alone(i):
    return one_observer(i) and not i["own_noise"] and connected(i)


def closed(i):
    """Several observers: a node and all its neighbors."""
    return len(i["observers"]) >= 2 and any(sorted({v, *(b for e in i["edges"] for a, b in (e, e[::-1]) if a == v)}) == i["observers"]
                                            for v in range(i["nodes"]))


STREAMS = {
    "muffliato.thm6": Row("<=", lambda i, f: alone(i) and i["view"] == "messages", lambda i, f: i["rounds"] * number(f["eq6"]),
                          lambda i, f: number(f["loss"])),
    "stream.appendixF.everywhere": Row("<=", lambda i, f: alone(i) and i["view"] == "states" and i.get("steps_per_round", 1) == 1,
                                       lambda i, f: F(11, 10) * number(f["constant"]), lambda i, f: number(f["absolute_sum"])),
    "stream.projector": Row("<=", lambda i, f: connected(i) and not i["own_noise"] and i["view"] == "states", lambda i, f: i["rounds"],
                            lambda i, f: number(f["loss"])),
}
RATES = {
    "stream.lemmaG2": Row("<=", lambda i, f: alone(i) and i["view"] == "states", lambda i, f: 0, lambda i, f: number(f["transient_rate"])),
    "stream.thm13": Row("<=", lambda i, f: alone(i) and i["view"] == "states", lambda i, f: F(1, i["nodes"]), lambda i, f: number(f["rate"])),
    # Noise for T/n at epsilon = 0.9 and delta = 1e-6 covers 1.597 times as much: 13/8 is too much.
    "stream.thm17.privacy": Row("<=", lambda i, f: alone(i) and i["view"] == "states", lambda i, f: F(13, 8 * i["nodes"]), lambda i, f: number(f["rate"])),
    "stream.lemmaH1": Row("<=", lambda i, f: closed(i) and not i["own_noise"] and i["view"] == "states", lambda i, f: 0,
                          lambda i, f: number(f["transient_rate"])),
    "stream.thm15.rate": Row("<=", lambda i, f: closed(i) and not i["own_noise"] and i["view"] == "states", lambda i, f: F(1, i["nodes"]),
                             lambda i, f: number(f["rate"])),
    "stream.thm16.single": Row("<=", lambda i, f: one_observer(i) and i["own_noise"] and i["view"] == "states", lambda i, f: F(1, i["nodes"] - 1),
                               lambda i, f: number(f["rate"])),
    "stream.thm16.rate": Row("<=", lambda i, f: closed(i) and i["own_noise"] and i["view"] == "states",
                             lambda i, f: F(1, i["nodes"] - len(i["observers"])), lambda i, f: number(f["rate"])),
}


# ---- rumors ----
def s(i):
    return number(i["muting"])


def b(i):
    return F(i["curious"], i["nodes"])


def algorithm1(i, ends):
    return i["self_sends"] and i["delayed_start"] is False and (i["transcript"] == "terminated") == ends


def dp5(i):
    return b(i) * (1 - (number(i["e_epsilon"]) - 1) / i["curious"])


def uncertainty5(i):
    return F(i["nodes"], i["curious"] + 1) - 1


def theorem7(i):
    """1 - (1 - s) sum over k >= 0 of s^k (1 - b)^(k + 1)."""
    return 1 - (1 - s(i)) * (1 - b(i)) / (1 - s(i) * (1 - b(i)))


def at_zero(i):
    return number(i["e_epsilon"]) == 1


def limit(i):
    return (i["curious"] - number(i["e_epsilon"])) / (i["nodes"] - 1)


def shown(i, f):
    return f["value"]


RUMORS = {
    "rumor.thm5.dp.terminated": Row("<=", lambda i, f: s(i) == 0 and algorithm1(i, True), lambda i, f: max(F(0), dp5(i)), shown),
    "rumor.thm5.uncertainty.terminated": Row(">=", lambda i, f: s(i) == 0 and algorithm1(i, True), lambda i, f: uncertainty5(i), shown),
    "rumor.thm5.limit.no_self_sends": Row(">=", lambda i, f: not i["self_sends"], lambda i, f: dp5(i), shown),
    "rumor.thm7.terminated": Row("<=", lambda i, f: 0 < s(i) < 1 and algorithm1(i, True) and at_zero(i), lambda i, f: theorem7(i), shown),
    "rumor.thm8.terminated": Row(">=", lambda i, f: algorithm1(i, True), lambda i, f: (1 - F(i["curious"] + 1, i["nodes"])) * (1 - s(i)), shown),
    "rumor.thm10.terminated": Row(">=", lambda i, f: i["transcript"] == "terminated" and i["delayed_start"] is False, lambda i, f: 1, shown),
    "rumor.thm5.uncertainty": Row("==", lambda i, f: s(i) == 0 and algorithm1(i, False), lambda i, f: uncertainty5(i), shown),
    "rumor.thm5.dp": Row("==", lambda i, f: s(i) == 0 and algorithm1(i, False), lambda i, f: max(F(0), dp5(i)), shown),
    "rumor.thm5.limit": Row(">=", lambda i, f: i["self_sends"], lambda i, f: dp5(i), shown),
    "rumor.thm5.limit.family": Row(">=", lambda i, f: i["self_sends"] and i["delayed_start"] != "twice", lambda i, f: dp5(i), shown),
    "rumor.thm5.limit.repaired": Row(">=", lambda i, f: i["self_sends"], lambda i, f: limit(i), shown),
    "rumor.thm5.limit.no_self_sends.repaired": Row(">=", lambda i, f: not i["self_sends"], lambda i, f: limit(i), shown),
    "rumor.thm7": Row("<=", lambda i, f: 0 < s(i) < 1 and algorithm1(i, False) and at_zero(i), lambda i, f: theorem7(i), shown),
    "rumor.thm7.terminated.repaired": Row(
        "<=", lambda i, f: s(i) < 1 and algorithm1(i, True) and at_zero(i),
        lambda i, f: b(i) / (1 - s(i) * (1 - b(i))) + 2 * (1 - b(i)) / (i["nodes"] - 1), shown),
    "rumor.thm8": Row(">=", lambda i, f: algorithm1(i, False), lambda i, f: (1 - F(i["curious"] + 1, i["nodes"])) * (1 - s(i)), shown),
    "rumor.appendixB.delta": Row("==", lambda i, f: i["transcript"] == "unending" and i["self_sends"] and i["delayed_start"] is True and at_zero(i),
                                 lambda i, f: b(i), shown),
    "rumor.appendixB.optimal": Row(">=", lambda i, f: i["self_sends"] and at_zero(i), lambda i, f: b(i), shown),
}


# ---- rings and walks ----
def visits(i):
    return F(i["rounds"] * i["users"], i["users"] - 1)


RINGS = {
    "walk.remark1.utility": Row("==", lambda i, f: i.get("noise") == "everyone-n", lambda i, f: math.floor(visits(i)) + 1, lambda i, f: number(f["noise_events"])),
    "walk.thm1.utility": Row("==", lambda i, f: i.get("noise", "algorithm1") == "algorithm1", lambda i, f: math.floor(visits(i)), lambda i, f: number(f["noise_events"])),
    "walk.thm1.utility.repaired": Row("==", lambda i, f: i.get("noise", "algorithm1") == "algorithm1", lambda i, f: math.ceil(visits(i)), lambda i, f: number(f["noise_events"])),
    "walk.thm1.publish": Row("<=", lambda i, f: i["published"] and i["noise"] == "algorithm1", lambda i, f: i["rounds"], lambda i, f: number(f["mu2"])),
    "walk.remark1": Row("<=", lambda i, f: not i["published"] and i["noise"] == "everyone-n", lambda i, f: i["rounds"], lambda i, f: number(f["mu2"])),
    "walk.remark1.repaired": Row("<=", lambda i, f: not i["published"] and i["noise"] == "everyone-n-1", lambda i, f: i["rounds"],
                                 lambda i, f: number(f["mu2"])),
    "walk.thm2.unbiased": Row("==", lambda i, f: i["rounds"] == 1 and i.get("initial", True) and (number(i["gamma"]) * i["users"]).denominator == 1,
                              lambda i, f: i["values"].count(i["bucket"]), lambda i, f: number(f["debiased_mean"])),
    # As many answers as users, none at the start: T steps of a walk, whoever takes them.
    "walk.thm6.unbiased": Row("==", lambda i, f: i["rounds"] == 1 and not i.get("initial", True) and number(i["gamma"]) > 0, lambda i, f: i["values"].count(i["bucket"]),
                              lambda i, f: number(f["debiased_mean"])),
}


def binomial_tail(n, p, least):
    return sum(math.comb(n, k) * p**k * (1 - p)**(n - k) for k in range(max(0, least), n + 1))


def many_contributions(i, f):
    least = math.ceil(i["steps"] / i["users"] + math.sqrt(3 * i["steps"] / i["users"] * -math.log(number(i["delta_hat"]))))
    return sum(map(number, f["contributions"][least:]), F(0))


def tail(i, f):
    """P(at least so many of the steps go to `places` of the users)."""
    return binomial_tail(i["steps"], F(i["places"], i["users"]), i["at_least"])


def parameter(i, name):
    return number(i["parameters"][name])


def chernoff(mean, factor, delta):
    return mean + math.sqrt(factor * mean * -math.log(delta))


def amplified(i, cycle, user):
    """p at which ln(1 + p (e^cycle - 1)) is `user`."""
    return math.expm1(user) / math.expm1(cycle)


def step6(i):
    return 14 * parameter(i, "epsilon") * math.sqrt(math.log(4 / parameter(i, "delta")) / i["steps"])


def one_cycle(i):
    return (i["places"] == i["at_least"] == 1 and i["steps"] <= i["users"] and 0 < parameter(i, "epsilon") <= 1 and 0 < parameter(i, "delta") < 1)


WALKS = {
    "walk.chernoff": Row("<=", lambda i, f: i["places"] == 1 and 0 < parameter(i, "delta") < 1
                         and i["at_least"] >= chernoff(i["steps"] / i["users"], 3, parameter(i, "delta")), lambda i, f: parameter(i, "delta"), tail),
    "walk.lemma2": Row("<=", lambda i, f: i["places"] == 2 and i["users"] >= 3 and 0 < parameter(i, "delta") < 1
                       and i["at_least"] > chernoff(2 * i["steps"] / i["users"], 3, parameter(i, "delta")), lambda i, f: parameter(i, "delta"), tail),
    "walk.thm6.step": Row("<=", lambda i, f: one_cycle(i) and i["steps"] >= 196 * math.log(4 / parameter(i, "delta")),
                          lambda i, f: amplified(i, step6(i), 21 * parameter(i, "epsilon") * math.sqrt(math.log(4 / parameter(i, "delta")) * i["steps"]) / i["users"]),
                          tail),
    "walk.thm6.min": Row("<=", lambda i, f: one_cycle(i) and i["users"] >= 196 * math.log(4 / parameter(i, "delta")),
                         lambda i, f: amplified(i, parameter(i, "epsilon"), 1.5 * i["steps"] * parameter(i, "epsilon") / i["users"]), tail),
    "walk.collusion.law": Row("==", lambda i, f: i["steps"] == i["at_least"] == 1, lambda i, f: 1 - F(i["places"], i["users"]), tail),
    "muffliato.appendixD2.stop": Row("<=", lambda i, f: i["users"] == 2 and i["places"] == 1 and parameter(i, "more") > 0
                                     and i["at_least"] >= F(i["steps"], 2) + parameter(i, "more"), lambda i, f: math.exp(-parameter(i, "more")**2 / 2), tail),
    "walk.thm3.inclusion": Row("==", lambda i, f: True, lambda i, f: 1 - (1 - F(1, i["users"]))**i["length"], lambda i, f: number(f["inclusion"])),
    "walk.thm3.inclusion.repaired": Row("==", lambda i, f: True, lambda i, f: 1 - (1 - F(1, i["users"] - 1))**i["length"],
                                        lambda i, f: number(f["inclusion"])),
    "walk.lemma2.law": Row("<=", lambda i, f: i["users"] >= 3, lambda i, f: binomial_tail(i["contributions"], F(2, i["users"]), i["at_least"]),
                           lambda i, f: number(f["spotted"])),
    "walk.collusion.biased": Row(
        "<=", lambda i, f: number(i["delta_hat"]) > 0 and i["steps"] >= -3 * i["users"] * math.log(number(i["delta_hat"])),
        lambda i, f: number(i["delta_hat"]), many_contributions),
}


# ---- spectrum ----
def gossip_matrix(i, edges=None):
    n, edges = i["nodes"], edges if edges is not None else i["edges"]
    of = [sum(v in e for e in edges) for v in range(n)]
    w = [[F(0)] * n for _ in range(n)]
    for u, v in edges:
        w[u][v] = w[v][u] = F(1, max(of[u], of[v]) + (i["weights"] == "metropolis"))
    for v in range(n):
        w[v][v] = 1 - sum(w[v])
    return w


def moment(values):
    average = sum(values) / len(values)
    return sum((x - average)**2 for x in values) / len(values)


def error_terms(i):
    """n, T, V, sigma^2, lambda_2(L_p) of a complete graph whose edges are drawn uniformly: n / edges."""
    n = i["nodes"]
    return n, i["steps"], moment(list(map(number, i["values"]))), number(i["noise_variance"]), F(n, len(i["edges"]))


def theorem8(i, rate):
    n, steps, variance, sigma2, lambda2 = error_terms(i)
    return float(variance + sigma2) * math.exp(-steps * rate * lambda2) + float(sigma2 / n)


def stops(i, rate):
    n, steps, variance, sigma2, lambda2 = error_terms(i)
    return steps >= math.log(n * max(sigma2, variance) / sigma2) / (rate * lambda2)


SPECTRA = {
    "muffliato.edges_help": Row(">=", lambda i, f: i["weights"] == "metropolis", lambda i, f: f["gap_before"], lambda i, f: f["gap_after"]),
    "muffliato.thm7.lemma": Row("<=", lambda i, f: True, lambda i, f: 2 * (1 - math.sqrt(f["gap"]))**i["steps"], lambda i, f: f["norm"]),
    "muffliato.thm7.lemma.repaired": Row("<=", lambda i, f: True, lambda i, f: 2 * (f["gamma"] - 1)**i["steps"], lambda i, f: f["norm"]),
    "muffliato.thm8": Row("<=", lambda i, f: True, lambda i, f: theorem8(i, 1), lambda i, f: number(f["randomized_error"])),
    "muffliato.thm8.repaired": Row("<=", lambda i, f: True, lambda i, f: theorem8(i, 0.5), lambda i, f: number(f["randomized_error"])),
    "muffliato.thm3": Row("<=", lambda i, f: stops(i, 1), lambda i, f: 2 * number(i["noise_variance"]) / i["nodes"],
                          lambda i, f: number(f["randomized_error"])),
    "muffliato.thm3.repaired": Row("<=", lambda i, f: stops(i, 0.5), lambda i, f: 2 * number(i["noise_variance"]) / i["nodes"],
                                   lambda i, f: number(f["randomized_error"])),
    # K = ceil(gap^(-1/2) ln 2) gossip steps a round; W is one of them, so K must be 1: gap >= (ln 2)^2.
    "muffliato.thm5": Row("<=", lambda i, f: 1 - abs(2 * number(i["stay"]) - 1) >= math.log(2)**2,
                          lambda i, f: 1e20 * math.exp(-i["rounds"] / (2 * f["kappa"])), lambda i, f: f["left"]),
}


# ---- protocols ----
def signs_loss(m):
    """The largest s^T M s over signs."""
    if m == "inf":
        return math.inf
    m = [[F(x) for x in row] for row in m]
    return max((sum(m[a][c] * x * y for a, x in enumerate(s) for c, y in enumerate(s)) for s in itertools.product((1, -1), repeat=len(m))), default=F(0))


def lost(i, f):
    return signs_loss(f["m"])


def plain(i, f):
    """The same protocol without feedback and acceleration."""
    return signs_loss(f["plain"])


def vectors_loss(i, f):
    m = [[F(x) for x in row] for row in f["m"]]
    return sum(m[a][c] * F(i["vectors"][a][k]) * F(i["vectors"][c][k]) for a in range(len(m)) for c in range(len(m)) for k in (0, 1))


def kinds(i):
    return {kind for kind, x in i["noise"].items() if number(x) != 0}


def unit(i, *names):
    """Noise of these kinds, of deviation 1 (or -1), and no other."""
    return kinds(i) == set(names) and all(number(i["noise"][name])**2 == 1 for name in names)


def fed(i):
    return {u for _, u, _ in i.get("feedback", [])}


def heard_stream(i, view="messages"):
    """Fresh noise and a change in every round, one observer, gossip that is not accelerated."""
    return (i["changes"] == i["injections"] == i["rounds"] and unit(i, "node") and number(i.get("gamma", "1")) == 1 and connected(i) and one_observer(i)
            and i["view"] == view)


def symmetric(i):
    return i["weights"] in ("metropolis", "lazy")


def everything_of_a_round(i):
    return i["rounds"] == 1 and i["view"] == "all" and connected(i) and not fed(i)


def eavesdropped_round(i):
    """Every value of one round on a connected graph, which neighbors' noise covers."""
    return everything_of_a_round(i) and "pair" in kinds(i)


def complete_graph(i):
    return eavesdropped_round(i) and kinds(i) == {"node", "pair"} and len(i["edges"]) == math.comb(i["nodes"], 2) and i["nodes"] >= 3


def squares(i):
    return number(i["noise"]["node"])**2, number(i["noise"]["pair"])**2


def inverse_entry(n, i):
    """[(sigma^2 I + sigma_cor^2 L)^-1]_uu of the complete graph on n nodes."""
    node, pair = squares(i)
    return 1 / (n * node) + (1 - F(1, n)) / (node + n * pair)


def closed_form(i):
    """1/((n-1) sigma^2) + (1 - 1/(n-1))/(sigma^2 + lambda_2 sigma_cor^2), lambda_2 = n."""
    n, (node, pair) = i["nodes"], squares(i)
    return 1 / ((n - 1) * node) + (1 - F(1, n - 1)) / (node + n * pair)


def printed_sum(i, f):
    """min(T, sum over s < T of (T - s) sum over w in N[v] of (W^s)_uw / |W^s e_w|^2), W of equal weights to all neighbors and oneself."""
    n, rounds, (v,) = i["nodes"], i["rounds"], i["observers"]
    near = [{u, *(c for e in i["edges"] for a, c in (e, e[::-1]) if a == u)} for u in range(n)]
    columns, total = {w: [F(x == w) for x in range(n)] for w in near[v]}, F(0)
    for s in range(rounds):
        total += sum((rounds - s) * x[i["target"]] / sum(y * y for y in x) for x in columns.values() if any(x))
        columns = {w: [sum(x[c] for c in near[u]) / len(near[u]) for u in range(n)] for w, x in columns.items()}
    return min(F(rounds), total)


def uniform_tree(i, f):
    """A tree in which the target is joined to all nodes but the observer, which hears one of them."""
    return (heard_stream(i) and i["weights"] == "uniform" and i["own_noise"] and not fed(i) and i["rounds"] == 2 and i["nodes"] >= 4
            and len(i["edges"]) == i["nodes"] - 1 and degree(i, i["target"]) == i["nodes"] - 2 and distance(i, i["observers"][0], i["target"]) == 2)


def token(i):
    """One value that passes on: K = changes noisy steps that the target's value moves, and more."""
    alone = {"node": i["noise"].get("node", "0"), "link": i["noise"].get("link", "0")}  # one node shares no noise and sends no copies
    return i["nodes"] == 1 and i["view"] == "final" and unit({"noise": alone}, "node") and i["injections"] == i["rounds"] and number(i.get("gamma", "1")) == 1


def truncated_pair():
    """Half of what rdp_account returns for two users, sigma_cdp = sigma_cor = clip = 1 and precision 1/10."""
    m = [[F(0), F(1, 2)], [F(1, 2), F(0)]]
    def product(a, b):
        return [[sum(a[i][k] * b[k][j] for k in (0, 1)) for j in (0, 1)] for i in (0, 1)]
    def added(a, b):
        return [[a[i][j] + b[i][j] for j in (0, 1)] for i in (0, 1)]
    unit_matrix = [[F(1), F(0)], [F(0), F(1)]]
    series = added(added(unit_matrix, m), m)
    square = product(m, m)
    blocks = added(added(unit_matrix, product(square, square)), product(square, product(square, square)))
    return (2 * product(series, blocks)[0][0] / 2 + F(1, 10)) / 2


PROTOCOLS = {
    "stream.adaptive": Row("<=", lambda i, f: heard_stream(i, "states") and i["weights"] == "metropolis" and not i["own_noise"] and len(fed(i)) == 1, plain, lost),
    "linear.adaptive.hidden": Row("<=", lambda i, f: heard_stream(i) and i["weights"] == "metropolis" and i["own_noise"] and len(fed(i)) == 1, plain, lost),
    "linear.vectors": Row("<=", lambda i, f: heard_stream(i) and symmetric(i) and not fed(i), plain, vectors_loss),
    "mfdl.sum_abs.local": Row("<=", lambda i, f: heard_stream(i) and symmetric(i) and i["own_noise"] and not fed(i), lambda i, f: i["rounds"],
                              lambda i, f: sum(abs(F(x)) for row in f["m"] for x in row)),
    "linear.acceleration": Row(
        "<=", lambda i, f: i["changes"] == i["injections"] == 1 and unit(i, "node", "link") and not fed(i) and connected(i) and one_observer(i)
        and i["own_noise"] and i["view"] == "messages" and i["weights"] == "metropolis" and 1 < number(i.get("gamma", "1")) < 2, plain, lost),
    "corr.zero_sum": Row("<=", lambda i, f: eavesdropped_round(i) and kinds(i) == {"pair"} and not i["observers"] and i["nodes"] >= 2, lambda i, f: 10**6, lost),
    "decor.curious": Row("<=", lambda i, f: complete_graph(i) and one_observer(i) and i["own_noise"], lambda i, f: inverse_entry(i["nodes"], i), lost),
    "decor.closed_form.curious": Row("<=", lambda i, f: complete_graph(i) and one_observer(i) and i["own_noise"], lambda i, f: closed_form(i), lost),
    # mu = C sqrt(2 X) at C = 1 is said, and a clipped gradient moves by up to 2: 4 loss <= 2 X.
    "decor.fdp_mu": Row("<=", lambda i, f: complete_graph(i) and not i["observers"], lambda i, f: closed_form(i) / 2, lost),
    # Two users, clip 1 and precision 1/10: the loops add M to I twice, then the fourth and the sixth power of M.
    "decor.precision": Row("<=", lambda i, f: eavesdropped_round(i) and unit(i, "node", "pair") and i["nodes"] == 2 and not i["observers"], lambda i, f: truncated_pair(), lost),
    # 1/(2 sigma^2) is said of noise sigma/2 and a squared change of 2, whose loss is that of one unit change.
    "muffliato.code.gradient_noise": Row("<=", lambda i, f: everything_of_a_round(i) and kinds(i) == {"node"} and not i["observers"] and i["nodes"] >= 2,
                                         lambda i, f: 1 / (8 * number(i["noise"]["node"])**2), lost),
    "corr.copies": Row(
        "<=", lambda i, f: i["rounds"] == 1 and i["view"] == "messages" and kinds(i) == {"copies"} and not fed(i) and len(i["observers"]) >= 2
        and all(sorted((o, i["target"])) in i["edges"] for o in i["observers"]),
        lambda i, f: F(degree(i, i["target"]), degree(i, i["target"]) - 1) / number(i["noise"]["copies"])**2, lost),
    "mfdl.muffliato.uniform": Row("<=", uniform_tree, printed_sum, lost),
    "graphwalk.lemma42.limit": Row("<=", lambda i, f: token(i) and not fed(i) and i["rounds"] % i["changes"] == 0,
                                   lambda i, f: F(i["changes"], i["rounds"] + 1), lost),
    "graphwalk.lemma43": Row("<=", lambda i, f: token(i) and i["rounds"] > i["changes"] and i["rounds"] % i["changes"] == 0,
                             lambda i, f: F(i["changes"], i["rounds"] - i["changes"] + 1), lost),
    # X = (1 + f) zeta, no easier to tell than zeta: noise of variance 1 leaves 1/2 at most.
    "graphwalk.lemmaD3": Row("<=", lambda i, f: token(i) and i["rounds"] == 2 and i["changes"] == 1 and len(fed(i)) == 1, lambda i, f: F(1, 2), lost),
}


# ---- what a file may choose, in and around its domain ----
DELTAS = ("1/10", "1/2", "9/10", "1/1000", "1/1000000", "1", "0", "-1", "2")
EPSILONS = ("1", "1/2", "1/10", "0", "-1", "2")
PARAMETERS = {
    "muffliato.corollary4": {"alpha": ("1", "3/2", "2", "4", "0", "-2")},
    "walk.chernoff": {"delta": DELTAS},
    "walk.lemma2": {"delta": DELTAS},
    "walk.thm6.step": {"epsilon": EPSILONS, "delta": DELTAS},
    "walk.thm6.min": {"epsilon": EPSILONS, "delta": DELTAS},
    "muffliato.appendixD2.stop": {"more": ("1/2", "1", "3", "10", "0", "-1")},
}
