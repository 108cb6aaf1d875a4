# SPDX-License-Identifier: GPL-3.0-or-later
"""The rows of statements.json once more, in Python, from the sentences that `hearsay explain` prints: where a claim speaks, and what
it says there. Written without the table and without the checker, so that a changed bound or a lost condition shows.

A Row: relation, speaks(i, f) (does the claim speak of this instance?), bound(i, f), value(i, f), i the instance, f the facts that the
C++ oracle (facts.cpp) computes. Numbers are fractions where they can be, else floats."""
import dataclasses
import itertools
import json
import math
from fractions import Fraction as F
from typing import Callable

import examples as made


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
    "rumor.appendixB.optimal": Row(">=", lambda i, f: i["transcript"] == "unending" and i["self_sends"] and at_zero(i), lambda i, f: b(i), shown),
}


# ---- rings and walks ----
def visits(i):
    return F(i["rounds"] * i["users"], i["users"] - 1)


def algorithm1_noise(i, _):
    return i.get("noise", "algorithm1") == "algorithm1"


def histogram(i, _):
    """T answers, each random with probability gamma, less gamma/L of which the last line of the algorithm takes one."""
    gamma, buckets = number(i["gamma"]), i["buckets"]
    mean = sum((1 - gamma) * (value == i["bucket"]) + gamma / buckets for value in i["values"])
    return (mean - gamma / buckets) / (1 - gamma)


RINGS = {
    "walk.thm1.utility": Row("==", algorithm1_noise, lambda i, f: math.floor(visits(i)), lambda i, f: number(f["noise_events"])),
    "walk.remark1.utility": Row("==", lambda i, f: i.get("noise") == "everyone-n", lambda i, f: math.floor(visits(i)) + 1,
                                lambda i, f: 1 + F(i["rounds"] * i["users"] - 1, i["users"])),
    "walk.thm1.utility.repaired": Row("==", algorithm1_noise, lambda i, f: math.ceil(visits(i)), lambda i, f: number(f["noise_events"])),
    "walk.thm1.publish": Row("<=", lambda i, f: i["published"] and i["noise"] == "algorithm1", lambda i, f: i["rounds"], lambda i, f: number(f["mu2"])),
    "walk.remark1": Row("<=", lambda i, f: not i["published"] and i["noise"] == "everyone-n", lambda i, f: i["rounds"], lambda i, f: number(f["mu2"])),
    "walk.remark1.repaired": Row("<=", lambda i, f: not i["published"] and i["noise"] == "everyone-n-1", lambda i, f: i["rounds"],
                                 lambda i, f: number(f["mu2"])),
    "walk.thm6.unbiased": Row("==", lambda i, f: i["rounds"] == 1 and not i.get("initial", True) and number(i["gamma"]) > 0,
                              lambda i, f: i["values"].count(i["bucket"]), histogram),
    "walk.thm2.unbiased": Row("==", lambda i, f: i["rounds"] == 1 and i.get("initial", True) and (number(i["gamma"]) * i["users"]).denominator == 1,
                              lambda i, f: i["values"].count(i["bucket"]), lambda i, f: number(f["debiased_mean"])),
}


def binomial_tail(n, p, least):
    return sum(math.comb(n, k) * p**k * (1 - p)**(n - k) for k in range(max(0, least), n + 1))


def many_contributions(i, f):
    least = math.ceil(i["steps"] / i["users"] + math.sqrt(3 * i["steps"] / i["users"] * -math.log(number(i["delta_hat"]))))
    return sum(map(number, f["contributions"][least:]), F(0))


def visit_tail(i, _):
    return binomial_tail(i["steps"], F(i["places"], i["users"]), i["at_least"])


def parameter(i, name):
    return number(i["parameters"][name])


def share(i, name):
    return 0 < parameter(i, name) < 1


def cycle(i, _):
    """A cycle of m <= n steps, epsilon <= 1, and Theorem 6's delta."""
    return (i["places"], i["at_least"]) == (1, 1) and i["steps"] <= i["users"] and 0 < parameter(i, "epsilon") <= 1 and share(i, "delta")


def mixture(amplified, inside):
    """p for which ln(1 + p (e^inside - 1)) is that."""
    return math.expm1(amplified) / math.expm1(inside)


def theorem6(i):
    return 196 * math.log(4 / parameter(i, "delta"))


VISITS = {
    "walk.chernoff": Row(
        "<=", lambda i, f: i["places"] == 1 and share(i, "delta")
        and i["at_least"] >= i["steps"] / i["users"] + math.sqrt(3 * i["steps"] / i["users"] * -math.log(parameter(i, "delta"))),
        lambda i, f: parameter(i, "delta"), visit_tail),
    "walk.lemma2": Row(
        "<=", lambda i, f: i["places"] == 2 and i["users"] >= 3 and share(i, "delta")
        and i["at_least"] > 2 * i["steps"] / i["users"] + math.sqrt(6 * i["steps"] / i["users"] * -math.log(parameter(i, "delta"))),
        lambda i, f: parameter(i, "delta"), visit_tail),
    "walk.collusion.law": Row("==", lambda i, f: (i["steps"], i["at_least"]) == (1, 1), lambda i, f: 1 - F(i["places"], i["users"]), visit_tail),
    "walk.thm6.min": Row("<=", lambda i, f: cycle(i, f) and i["users"] >= theorem6(i),
                         lambda i, f: mixture(1.5 * i["steps"] / i["users"] * float(parameter(i, "epsilon")), float(parameter(i, "epsilon"))), visit_tail),
    "walk.thm6.step": Row(
        "<=", lambda i, f: cycle(i, f) and i["steps"] >= theorem6(i),
        lambda i, f: mixture(21 * float(parameter(i, "epsilon")) * math.sqrt(i["steps"] * math.log(4 / parameter(i, "delta"))) / i["users"],
                             14 * float(parameter(i, "epsilon")) * math.sqrt(math.log(4 / parameter(i, "delta")) / i["steps"])), visit_tail),
    "muffliato.appendixD2.stop": Row(
        "<=", lambda i, f: (i["users"], i["places"]) == (2, 1) and parameter(i, "more") > 0 and i["at_least"] >= F(i["steps"], 2) + parameter(i, "more"),
        lambda i, f: math.exp(-parameter(i, "more")**2 / 2), visit_tail),
}
WALKS = {
    **VISITS,
    "walk.thm3.inclusion": Row("==", lambda i, f: True, lambda i, f: 1 - (1 - F(1, i["users"]))**i["length"], lambda i, f: number(f["inclusion"])),
    "walk.thm3.inclusion.repaired": Row("==", lambda i, f: True, lambda i, f: 1 - (1 - F(1, i["users"] - 1))**i["length"],
                                        lambda i, f: number(f["inclusion"])),
    "walk.lemma2.law": Row("<=", lambda i, f: i["users"] >= 3, lambda i, f: binomial_tail(i["contributions"], F(2, i["users"]), i["at_least"]),
                           lambda i, f: number(f["spotted"])),
    "walk.collusion.biased": Row(
        "<=", lambda i, f: number(i["delta_hat"]) > 0 and i["steps"] >= -3 * i["users"] * math.log(number(i["delta_hat"])),
        lambda i, f: number(i["delta_hat"]), many_contributions),
}


# ---- protocols ----
class Run:
    """What a protocol loses, by the matrices of its runs."""

    def __init__(self, i):
        self.i, self.found = i, {}

    def products(self, **other):
        key = json.dumps(other, sort_keys=True)
        if key not in self.found:
            self.found[key] = made.protocol_products({**self.i, **other})
        return self.found[key]

    def loss(self, **other):
        m = self.products(**other)
        if m is None:
            return math.inf
        return max(sum(a * b * x for a, row in zip(s, m) for b, x in zip(s, row)) for s in itertools.product((1, -1), repeat=len(m)))

    def vectors(self):
        m = self.products()
        return sum(sum(map(mul, map(number, x), map(number, y))) * m[s][t] for s, x in enumerate(self.i["vectors"]) for t, y in enumerate(self.i["vectors"]))


def mul(a, b):
    return a * b


def noises(i, **squares):
    """These variances and no other noise; None: any that is there."""
    found = {kind: number(i["noise"].get(kind, "0"))**2 for kind in ("node", "pair", "link", "copies")}
    return all(found[kind] > 0 if kind in squares and squares[kind] is None else found[kind] == squares.get(kind, 0) for kind in found)


def fed(i):
    return {u for _, u, _ in i.get("feedback", [])}


def plain(i):
    return not fed(i) and number(i.get("gamma", "1")) == 1


def fresh(i, view="messages"):
    """Noise of variance 1 and a change in every round, one observer of a connected graph."""
    return noises(i, node=1) and i["changes"] == i["rounds"] and one_observer(i) and connected(i) and i["view"] == view and number(i.get("gamma", "1")) == 1


def shared_noise(i, **squares):
    """One round of which everything is seen."""
    return i["rounds"] == 1 and i["view"] == "all" and connected(i) and not fed(i) and noises(i, **squares)


def decor(i, listeners):
    n = i["nodes"]
    return (shared_noise(i, node=None, pair=None) and n >= 3 and len(i["edges"]) == n * (n - 1) // 2 and len(i["observers"]) == listeners
            and (i["own_noise"] or not listeners))


def closed_form(i):
    n, node, pair = i["nodes"], number(i["noise"]["node"])**2, number(i["noise"]["pair"])**2
    return F(1, n - 1) / node + (1 - F(1, n - 1)) / (node + n * pair)


def near_target(i):
    return {b for e in i["edges"] for a, b in (e, e[::-1]) if a == i["target"]}


def token(i):
    return i["nodes"] == 1 and i["view"] == "final" and i["injections"] == i["rounds"] and noises(i, node=1) and number(i.get("gamma", "1")) == 1


def lost(i, f):
    return f.loss()


def without(i, f):
    return f.loss(gamma="1", feedback=[])


def family(i):
    """The path v, w, u with leaves at u, or at least one, in two rounds."""
    n = i["nodes"]
    return (n >= 4 and len(i["edges"]) == n - 1 and len(near_target(i)) == n - 2 and not near_target(i) & set(i["observers"]) and i["rounds"] == 2)


def released_bound(i, f):
    """min(T, sum over s < T of (T - s) sum over w in N[v] of (W^s)_uw / |W^s e_w|^2), W with equal weights in each row."""
    n, (v,), u = i["nodes"], i["observers"], i["target"]
    w = [[F(a == b or [min(a, b), max(a, b)] in i["edges"], 1 + degree(i, a)) for b in range(n)] for a in range(n)]
    total, power = F(0), [[F(a == b) for b in range(n)] for a in range(n)]
    for left in range(i["rounds"], 0, -1):
        for at in [x for x in range(n) if w[v][x]]:
            total += left * power[u][at] / sum(row[at]**2 for row in power)
        power = [[sum(x * y for x, y in zip(row, column)) for column in zip(*power)] for row in w]
    return min(F(i["rounds"]), total)


PROTOCOLS = {
    "linear.vectors": Row("<=", lambda i, f: fresh(i) and not fed(i) and i["weights"] in ("metropolis", "lazy"), lost, lambda i, f: f.vectors()),
    "linear.acceleration": Row(
        "<=", lambda i, f: noises(i, node=1, link=1) and (i["injections"], i["changes"]) == (1, 1) and not fed(i) and connected(i) and one_observer(i)
        and i["own_noise"] and i["view"] == "messages" and i["weights"] == "metropolis" and 1 < number(i.get("gamma", "1")) < 2, without, lost),
    "linear.adaptive.hidden": Row("<=", lambda i, f: fresh(i) and i["own_noise"] and i["weights"] == "metropolis" and len(fed(i)) == 1, without, lost),
    "stream.adaptive": Row("<=", lambda i, f: fresh(i, "states") and not i["own_noise"] and i["weights"] == "metropolis" and len(fed(i)) == 1, without, lost),
    "corr.zero_sum": Row("<=", lambda i, f: shared_noise(i, pair=None) and not i["observers"] and i["nodes"] >= 2, lambda i, f: 10**6, lost),
    "corr.copies": Row(
        "<=", lambda i, f: noises(i, copies=None) and i["rounds"] == 1 and i["view"] == "messages" and not fed(i) and len(i["observers"]) >= 2
        and set(i["observers"]) <= near_target(i), lambda i, f: f.loss(observers=i["observers"][:1]), lost),
    "mfdl.sum_abs.local": Row("<=", lambda i, f: fresh(i) and not fed(i) and i["own_noise"] and i["weights"] in ("metropolis", "lazy"), lambda i, f: i["rounds"],
                              lambda i, f: sum(abs(x) for row in f.products() for x in row)),
    "mfdl.muffliato.uniform": Row("<=", lambda i, f: fresh(i) and not fed(i) and i["own_noise"] and i["weights"] == "uniform" and family(i), released_bound, lost),
    "decor.curious": Row("<=", lambda i, f: decor(i, 1), lambda i, f: max(f.loss(observers=[], target=u) for u in range(i["nodes"])), lost),
    "decor.closed_form.curious": Row("<=", lambda i, f: decor(i, 1), lambda i, f: closed_form(i), lost),
    "decor.fdp_mu": Row("<=", lambda i, f: decor(i, 0), lambda i, f: closed_form(i) / 2, lost),
    "graphwalk.lemma42.limit": Row("<=", lambda i, f: token(i) and not fed(i) and i["rounds"] % i["changes"] == 0,
                                   lambda i, f: F(i["changes"], i["rounds"] + 1), lost),
    "graphwalk.lemma43": Row("<=", lambda i, f: token(i) and i["rounds"] > i["changes"] and i["rounds"] % i["changes"] == 0,
                             lambda i, f: F(i["changes"], i["rounds"] - i["changes"] + 1), lost),
    "graphwalk.lemmaD3": Row("<=", lambda i, f: token(i) and (i["rounds"], i["changes"]) == (2, 1) and fed(i), lambda i, f: F(1, 2), lost),
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
