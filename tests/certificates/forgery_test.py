#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""No claim that holds can be refuted: every row of statements.json, on 500 random instances or more in and around its domain, with
the best evidence there is and with fields that do not belong there. The row must speak where the claim speaks (restated.py, written
from the claim's sentence) and bound what it bounds; what the checker accepts must violate the claim by the C++ oracle's numbers.
Usage: forgery_test.py FACTS SOURCE_FOLDER [SEED]"""
import itertools
import json
import math
import pathlib
import random
import subprocess
import sys
import unittest
from fractions import Fraction as F

sys.dont_write_bytecode = True
FACTS, SOURCE = pathlib.Path(sys.argv.pop(1)).resolve(), pathlib.Path(sys.argv.pop(1)).resolve()
SEED = int(sys.argv.pop(1)) if len(sys.argv) > 1 and sys.argv[1].isdigit() else 1
sys.path[:0] = [str(SOURCE / "certificates"), str(SOURCE / "tests/certificates")]

import check_certificates as checker  # noqa: E402
import examples as made  # noqa: E402
import restated  # noqa: E402
import restated_formulas  # noqa: E402

TABLE = checker.table_of((SOURCE / "certificates/statements.json").read_bytes())
CASES = 500
sys.set_int_max_str_digits(0)
HOLDS = {line.split()[0] for line in (SOURCE / "tests/certificates/holding.txt").read_text().splitlines() if not line.startswith("#")}


def enough(kind, draw, at=1):
    """What draw() yields, until each quantity of the table's rows of this kind has its cases; at: the place of the quantity in a case."""
    wanted = dict.fromkeys((row["quantity"] for claim, row in TABLE.items() if row["kind"] == kind), CASES)
    cases = []
    while any(wanted.values()):
        for case in draw():
            if wanted.get(case[at], 0) > 0:
                wanted[case[at]] -= 1
                cases.append(case)
    return cases


def facts(questions):
    """The oracle's answers, one a question."""
    done = subprocess.run([FACTS], input="".join(json.dumps(x) + "\n" for x in questions), capture_output=True, text=True, timeout=600, check=False)
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def random_graph(rng, n):
    """Mostly connected: a random tree and some more edges."""
    edges = {tuple(sorted((v, rng.randrange(v)))) for v in range(1, n) if rng.random() < 0.97}
    edges |= {e for e in itertools.combinations(range(n), 2) if rng.random() < rng.choice((0, 0.2, 0.6))}
    return [list(e) for e in sorted(edges)]


def text(x):
    return str(F(x))


def end(x, shorten):
    """An end of `proves`; a long one is shortened on the safe side."""
    if x == checker.INFINITE:
        return "inf"
    return text(x) if checker.length(F(x)) < 2000 else shorten(x, 60)


# ---- Instances with the best evidence ----
def view_cases(rng):
    for k in itertools.count():
        n = rng.randint(2, 5)
        i = {"nodes": n, "weights": rng.choice(("metropolis", "metropolis", "min-degree"))}
        if rng.random() < 0.25:
            pairs = [list(e) for e in itertools.combinations(range(n), 2)]
            i["rounds"] = [[rng.choice(pairs)] if rng.random() < 0.9 else random_graph(rng, n) for _ in range(rng.randint(1, 4))]
        else:
            i.update(edges=random_graph(rng, n), steps=rng.choice((1, 2, 3, 4)))
        if k % 10 == 0:  # ends of the path of four nodes, and what is near it
            n = i["nodes"] = 4
            i.pop("rounds", None)
            i.update(edges=[[0, 1], [1, 2], [2, 3]], steps=rng.choice((3, 3, 2)), weights=rng.choice(("metropolis", "metropolis", "min-degree")))
        observers = rng.choice((1, 1, 1, max(1, n - 2), rng.randint(1, n - 1)))
        i["observers"] = sorted(rng.sample(range(n), observers))
        if k % 10 == 0:
            i["observers"] = [rng.choice((0, 0, 1))]
        i["own_noise"] = rng.random() < 0.3
        if k % 10 == 5:  # Proposition 1: all but two nodes collude and know the graph
            n = 3
            i = {"nodes": 3, "weights": "metropolis", "edges": [[0, 1], [1, 2]], "steps": rng.choice((3, 4, 5)), "observers": [0], "own_noise": rng.random() < 0.8}
        outside = [v for v in range(n) if v not in i["observers"]]
        if rng.random() < 0.12:
            i["tau2"] = text(F(rng.randint(1, 9), rng.choice((1, 10, 1000))))
        yield i, outside


def view_certificates(i, outside, rng):
    """(instance, quantity, evidence): of a target, a group, and of all nodes."""
    plain = {key: i[key] for key in i}
    target = max(outside) if rng.random() < 0.5 else rng.choice(outside)
    one = {**plain, "target": target}
    terms = {u: made.view_loss(one, {u: 1})[1] for u in outside}
    others = [u for u in outside if u != one["target"]]
    if others and rng.random() < 0.4:
        one["nearer"] = rng.choice(others)
    asked = sorted({one["target"], one.get("nearer", one["target"])})
    evidence = {"combinations": [{"target": u, "terms": terms[u]} for u in asked]}
    if "steps" in i and one.get("own_noise") and len(i["observers"]) == i["nodes"] - 2:
        evidence["gap"] = "1/9"
    yield one, "loss", evidence
    if len(outside) > 1 and "tau2" not in i:
        group = sorted(rng.sample(outside, 2))
        signs = [{"direction": [[group[0], "1"], [group[1], text(s)]], "terms": made.view_loss(i, {group[0]: 1, group[1]: s})[1]} for s in (-1, 1)]
        yield {**plain, "group": group}, "loss", {"combinations": signs}
    whole = {"combinations": [{"target": u, "terms": terms[u]} for u in outside]}
    yield plain, "loss_sum", whole
    yield plain, "eq6_sum", {}
    yield plain, "loss_mean", whole


def stream_certificates(rng):
    n = rng.randint(2, 4)
    i = {"nodes": n, "weights": rng.choice(("metropolis", "min-degree")), "edges": random_graph(rng, n), "own_noise": rng.random() < 0.3,
         "view": rng.choice(("states", "messages")), "rounds": rng.randint(1, 3), "observers": sorted(rng.sample(range(n), rng.choice((1, 1, n - 1))))}
    i["target"] = rng.choice([v for v in range(n) if v not in i["observers"]])
    if rng.random() < 0.25:
        i["steps_per_round"] = 2
    names, signals, gram = made.stream_parts(i)
    best = None
    for signs in itertools.product((1, -1), repeat=i["rounds"]):
        y = [sum(x * z for x, z in zip(signs, column)) for column in zip(*signals)]
        c = made.solve(gram, y) if gram else []
        value = made.dot(c, y) if c else F(0)
        if best is None or value > best[0]:
            best = value, signs, c
        if all(x == 1 for x in signs):
            steady = c
    lower = {"stream": [text(x) for x in best[1]], "terms": made.stream_terms(names, best[2])}
    yield i, "loss", {"lower": lower}
    absolute = {"lower": lower, "constant": {"terms": made.stream_terms(names, steady)}}
    yield i, "absolute_sum", absolute


def rate_certificate(rng):
    """A constant stream, or one of +1 and -1 in turn, and the best adjoint; None where the graph is not connected."""
    n = rng.randint(2, 5)
    i = {"nodes": n, "weights": "metropolis", "edges": random_graph(rng, n), "own_noise": rng.random() < 0.5, "view": rng.choice(("states", "states", "messages"))}
    center = rng.randrange(n)
    near = sorted({center, *(b for e in i["edges"] for a, b in (e, e[::-1]) if a == center)})
    i["observers"] = [center] if rng.random() < 0.5 else near if rng.random() < 0.7 else sorted(rng.sample(range(n), rng.randint(1, n - 1)))
    outside = [v for v in range(n) if v not in i["observers"]]
    if not outside or not restated.connected(i):
        return None
    i["target"] = rng.choice(outside)
    quantity = rng.choice(("rate", "transient_rate"))
    w = made.gossip(n, i["edges"])
    seen = i["observers"] if i["view"] == "states" else sorted(v for v in range(n) if v not in i["observers"] and any(w[o][v] for o in i["observers"]))
    period = [1, -1] if len(i["observers"]) == 1 and rng.random() < 0.6 else [1]
    p, off = len(period), [u for u in range(n) if not i["own_noise"] or u not in i["observers"]]
    # Unknowns b_1, ..., b_p; b_t = W b_{t+1} off the seen nodes; the best of them is the projection in the metric of `off`.
    free, rows = [(t, u) for t in range(p) for u in range(n)], []
    for t in range(p):
        for u in range(n):
            if u not in seen:
                row = [F(0)] * len(free)
                row[free.index((t, u))] += 1
                for v in range(n):
                    row[free.index(((t + 1) % p, v))] -= w[u][v]
                rows.append(row)
    basis = null_space(rows, len(free))
    gain = [F(period[t] * (u == i["target"]), p) - (F(period[t], p * n) if quantity == "transient_rate" else 0) for t, u in free]
    gram = [[sum(x[k] * y[k] for k, (_, u) in enumerate(free) if u in off) / p for y in basis] for x in basis]
    c = made.solve(gram, [made.dot(gain, x) for x in basis])
    if c is None:
        return None
    vector = [sum(x * y[k] for x, y in zip(c, basis)) for k in range(len(free))]
    blocks = [[text(vector[free.index((t, u))]) for u in range(n)] for t in range(p)]
    if all(x == "0" for block in blocks for x in block):
        return None
    return i, quantity, {"stream": [text(x) for x in period], "adjoint": blocks}, period


def null_space(rows, size):
    """A basis of {x : rows x = 0}."""
    pivots, rows = [], [list(row) for row in rows]
    for c in range(size):
        k = next((k for k in range(len(pivots), len(rows)) if rows[k][c]), None)
        if k is None:
            continue
        at = len(pivots)
        rows[at], rows[k] = rows[k], rows[at]
        rows[at] = [x / rows[at][c] for x in rows[at]]
        for j, row in enumerate(rows):
            if j != at and row[c]:
                rows[j] = [x - row[c] * y for x, y in zip(row, rows[at])]
        pivots.append(c)
    basis = []
    for f in (c for c in range(size) if c not in pivots):
        x = [F(0)] * size
        x[f] = F(1)
        for k, c in enumerate(pivots):
            x[c] = -rows[k][f]
        basis.append(x)
    return basis


def rumor_certificate(rng):
    n = 4 if rng.random() < 0.08 else 3
    i = {"nodes": n, "curious": rng.randint(1, n - 2), "muting": rng.choice(("0", "0", "1/2", "1/3", "9/10", "1")),
         "transcript": rng.choice(("terminated", "unending")), "self_sends": rng.random() < 0.7, "delayed_start": rng.choice((False, False, False, True, "twice"))}
    if i["delayed_start"]:
        i["muting"] = "1"
    honest = n - i["curious"]
    words = [f"{a}>{c}" for a in range(n) for c in range(honest, n) if i["self_sends"] or a != c]
    transcript = " ".join(rng.choice(words) for _ in range(rng.randint(1, 2)))
    quantity = rng.choice(("delta", "delta", "uncertainty", "map"))
    if quantity == "delta":
        i["e_epsilon"] = rng.choice(("1", "1", "3/2", "2"))
        if rng.random() < 0.5:
            return i, quantity, {"expanded": [""]}
        event = sorted(rng.sample([" ".join(x) for x in itertools.product(words, repeat=2)], rng.randint(1, 4)))
        return i, quantity, {"event": event}
    if quantity == "uncertainty":
        if rng.random() < 0.3:
            return i, quantity, {"expanded": [""], "floor": text(F(rng.randint(0, 4), 4))}
        return i, quantity, {"transcript": transcript, "source": rng.randrange(honest)}
    if honest < 2:
        return None
    return {**i, "suspects": sorted(rng.sample(range(honest), 2))}, quantity, {"transcript": transcript}


def rumor_cases(rng):
    case = rumor_certificate(rng)
    value = rumor_value(*case) if case else None
    if value is not None:
        yield (*case, {"value": value})


def ring_instance(rng):
    i = {"users": rng.randint(2, 5), "rounds": rng.randint(1, 3)}
    what = rng.choice(("noise_events", "mu2", "mu2", "debiased_mean"))
    if what == "noise_events" and rng.random() < 0.7:
        i["noise"] = rng.choice(("algorithm1", "everyone-n", "everyone-n-1"))
    if what == "mu2":
        observer, target = rng.sample(range(1, i["users"] + 1), 2)
        i.update(noise=rng.choice(("algorithm1", "everyone-n", "everyone-n-1")), observer=observer, target=target, published=rng.random() < 0.5)
    if what == "debiased_mean":
        i["users"], buckets = rng.randint(2, 4), rng.randint(2, 3)
        i["rounds"] = rng.choice((1, 1, 2))
        i.update(buckets=buckets, gamma=text(F(rng.randint(0, 3), 4)), values=[rng.randrange(buckets) for _ in range(i["users"])],
                 bucket=rng.randrange(buckets))
        if rng.random() < 0.6:
            i["initial"] = rng.random() < 0.3
    return i, what


def walk_instance(rng):
    what = rng.choice(("inclusion", "spotted", "contributions", "visits"))
    i = {"users": rng.randint(2, 5)}
    if what == "visits":
        i["users"] = rng.choice((2, 2, rng.randint(3, 20), rng.randint(280, 3100)))
        i["places"] = min(i["users"] - 1, rng.choice((1, 1, 1, 2, 2, 3)))
        i["steps"] = rng.choice((1, 1, rng.randint(1, 20), rng.randint(1, i["users"])))
        i["at_least"] = rng.choice((1, 1, rng.randint(1, min(30, i["steps"])), min(30, i["steps"] + 1)))
        if rng.random() < 0.2:  # a long cycle, as in Appendix E
            i.update(users=rng.randint(300, 900), places=1, at_least=rng.choice((1, 1, 1, 2)))
            i["steps"] = rng.randint(270, i["users"] + 30)
    if what == "inclusion":
        i["length"] = rng.randint(1, 5)
    if what == "spotted":
        i["steps"] = rng.randint(1, 5)
        i.update(contributions=rng.randint(1, i["steps"]), at_least=rng.randint(1, 3))
    if what == "contributions":
        i.update(steps=rng.randint(1, 40), delta_hat=rng.choice(("1/2", "1/10", "9/10", "1/100", "1")))
    return i, what


def complete(n):
    return [list(e) for e in itertools.combinations(range(n), 2)]


def spectrum_certificate(rng):
    """(instance, quantity, evidence, facts): complete graphs have a gap that is known; the others' from their matrices."""
    what = rng.choice(("gap_after", "polynomial_norm", "randomized_error", "randomized_error", "descent"))
    if what == "descent":
        stay, curvatures = rng.choice(("3/4", "1", "1/2", "9/10", "2/3", "0")), rng.choice((("1", "-49/50"), ("1", "1/2"), ("1", "-9/10")))
        i = {"stay": stay, "curvatures": list(curvatures), "rounds": rng.choice((10, 1000, 10000))}
        rate = rng.choice(("1", "99997/100000", "1/2"))
        h, k = map(F, curvatures)
        return i, what, {"rate": rate}, {"kappa": float(max(abs(h), abs(k)) / ((h + k) / 2)), "left": float(F(rate))**(2 * i["rounds"]) / 2}
    n = rng.randint(2, 4)
    if what == "randomized_error":
        i = {"nodes": n, "edges": complete(n), "steps": rng.randint(0, 5), "values": [text(rng.randint(-6, 6)) for _ in range(n)],
             "noise_variance": text(F(rng.randint(1, 8), 4))}
        return i, what, {"lambda2": text(F(n, len(i["edges"]))), "vector": ["1", "-1"] + ["0"] * (n - 2)}, None
    weights = rng.choice(("metropolis", "min-degree"))
    if what == "polynomial_norm":
        i = {"nodes": n, "edges": complete(n), "weights": weights, "steps": rng.randint(0, 4), "vector": ["1", "-1"] + ["0"] * (n - 2)}
        top = F(1) if weights == "metropolis" else 1 - F(1, n - 1)  # the eigenvalues off the constants: 0, or -1/(n - 1)
        if not top:
            return None
        eigenvalue = float(0 if weights == "metropolis" else -F(1, n - 1))
        gap = float(top)
        gamma = 2 * (1 - math.sqrt(gap * (1 - gap / 4))) / (1 - gap / 2)**2
        now, after = 1.0, eigenvalue
        for _ in range(i["steps"]):
            now, after = after, gamma * eigenvalue * after + (1 - gamma) * now
        return i, what, {"gap": text(top), "gap_vector": i["vector"]}, {"gap": gap, "gamma": gamma, "norm": now**2}
    square = [[0, 1], [0, 2], [1, 3], [2, 3]]  # a cycle of four: gap 2/3 by Metropolis, 0 by min-degree (its eigenvalue -1)
    i = {"nodes": 4, "edges": square, "weights": weights, "added": rng.choice(([0, 3], [1, 2]))}
    vector = [text(x) for x in ((0, 1, -1, 0) if rng.random() < 0.5 else (1, 0, 0, -1))]
    before = F(2, 3) if weights == "metropolis" else F(0)
    w = restated.gossip_matrix(i, square + [i["added"]])
    y = list(map(F, vector))
    after = 1 - abs(made.dot(y, [made.dot(row, y) for row in w])) / made.dot(y, y)
    return i, what, {"before": text(before), "vector": vector}, {"gap_before": float(before), "gap_after": float(after)}


def protocol_instance(rng):
    """(instance, quantity): near one of the settings that the rows are about, with one thing changed now and then."""
    what = rng.choice(("stream", "stream", "stream", "stream", "one injection", "round", "round", "copies", "tree", "token"))
    n = 1 if what == "token" else rng.randint(2, 4)
    i = {"nodes": n, "edges": random_graph(rng, n), "weights": rng.choice(("metropolis", "metropolis", "lazy", "uniform")), "own_noise": rng.random() < 0.6,
         "view": rng.choice(("messages", "messages", "states")), "rounds": rng.randint(1, 3), "noise": {"node": rng.choice(("1", "1", "1", "-1", "2"))}}
    i["target"] = rng.randrange(n)
    i["observers"] = sorted(rng.sample([v for v in range(n) if v != i["target"]], 1 if n > 1 and rng.random() < 0.9 else min(n - 1, rng.choice((0, 2)))))
    i["changes"] = i["injections"] = i["rounds"]
    if what == "one injection":
        i.update(changes=1, injections=1, gamma=rng.choice(("3/2", "5/4", "2", "1")), noise={"node": "1", "link": rng.choice(("1", "1", "2"))}, own_noise=True, view="messages")
    if what == "round":
        i.update(rounds=1, changes=1, injections=1, view=rng.choice(("all", "all", "all", "messages")), edges=complete(n) if rng.random() < 0.8 else i["edges"],
                 noise=rng.choice((("node", "pair"), ("node", "pair"), ("node", "pair"), ("pair",), ("node",))),
                 observers=i["observers"] if rng.random() < 0.5 else [])
        i["noise"] = {kind: rng.choice(("1", "2", "1/2")) for kind in i["noise"]}
        if rng.random() < 0.2:
            n = i["nodes"] = 2
            i.update(edges=[[0, 1]], observers=[], target=rng.randrange(n), noise={"node": "1", "pair": "1"})
    if what == "copies":
        i["edges"] = [[0, v] for v in range(1, n)] if rng.random() < 0.8 else i["edges"]
        i.update(rounds=1, changes=1, injections=1, view="messages", target=0, observers=sorted(rng.sample(range(1, n), rng.randint(1, n - 1))),
                 noise={"copies": rng.choice(("1", "1/2"))})
    if what == "tree":
        n = i["nodes"] = rng.randint(4, 6)
        edges = [[0, 1], [1, 2]] + [[2, v] for v in range(3, n)]
        i.update(edges=edges, weights=rng.choice(("uniform", "uniform", "lazy")), rounds=rng.choice((2, 2, 3)), target=2, observers=[0], own_noise=rng.random() < 0.8,
                 view="messages", noise={"node": "1"})
        i["changes"] = i["injections"] = i["rounds"]
    if what == "token":
        i.update(rounds=rng.randint(1, 6), view="final", observers=[], target=0)
        i.update(injections=i["rounds"], changes=rng.randint(1, i["rounds"]))
    if rng.random() < 0.1:
        i["noise"][rng.choice(("pair", "link", "node"))] = "1/3"
    if rng.random() < (0.6 if what in ("stream", "token") else 0.1):
        free = [u for u in range(n) if u not in i["observers"] and u != i["target"]]
        first = 2
        if what == "token":
            free, first = [0], i["changes"] + 1
        if free and first <= i["rounds"]:
            u, factor = rng.choice(free), rng.choice(("-1", "2", "1", "-1/2"))
            i["feedback"] = [[t, u, factor] for t in range(first, i["rounds"] + 1)]
            if rng.random() < 0.1 and len(free) > 1:
                i["feedback"] = sorted(i["feedback"] + [[i["rounds"], next(v for v in free if v != u), "1"]])
    if what == "stream" and rng.random() < 0.1:
        i["gamma"] = "3/2"
    if what == "stream" and n > 2 and i["observers"] and rng.random() < 0.3:  # one node that feeds back, as adaptive contributions do
        hidden = rng.random() < 0.5
        free = next(u for u in range(n) if u not in (i["target"], i["observers"][0]))
        i.update(edges=complete(n) if rng.random() < 0.5 else i["edges"], weights="metropolis", noise={"node": "1"}, own_noise=hidden,
                 view="messages" if hidden else "states", observers=i["observers"][:1], rounds=3, injections=3, changes=3,
                 feedback=[[t, free, rng.choice(("-1", "2"))] for t in (2, 3)])
    if what == "token" and rng.random() < 0.4:
        i.update(rounds=2, injections=2, changes=1, noise={"node": "1"}, feedback=[[2, 0, rng.choice(("1", "2", "-1/2"))]])
    quantity = rng.choice(("loss", "loss", "vectors", "absolute_sum"))
    if quantity == "vectors":
        i["vectors"] = [list(rng.choice((("1", "0"), ("3/5", "4/5"), ("0", "-1"), ("-5/13", "12/13"), ("0", "0")))) for _ in range(i["changes"])]
    return i, quantity


def as_protocol(i):
    """The instance in hearsay's own format of protocols; None where that has no such protocol."""
    n, gamma, sigma = i["nodes"], F(i.get("gamma", "1")), i["noise"]
    if gamma != 1 and (i["injections"] > 1 or i.get("feedback")):
        return None
    if (i["weights"], n) == ("uniform", 1) or "copies" in sigma and i["view"] != "messages":
        return None
    w = made.gossip(n, i["edges"])
    if i["weights"] == "lazy":
        w = [[(x + (u == v)) / 2 for v, x in enumerate(row)] for u, row in enumerate(w)]
    if i["weights"] == "uniform":
        near = [{u, *(b for e in i["edges"] for a, b in (e, e[::-1]) if a == u)} for u in range(n)]
        w = [[F(v in near[u], len(near[u])) for v in range(n)] for u in range(n)]
    mix = {"matrix": [[text(x) for x in row] for row in w]}
    rounds = []
    for t in range(1, i["rounds"] + 1):
        one = {"mix": mix, "inject": t <= i["injections"]}
        factors = {u: f for s, u, f in i.get("feedback", []) if s == t}
        if factors:
            one["feedback"] = [[factors.get(u, "0") if u == v else "0" for v in range(n)] for u in range(n)]
        rounds.append(one)
    if gamma != 1:
        rounds = [{"mix": mix, "steps": i["rounds"], "gamma": text(gamma)}]
    noise = [{"kind": "node", "sigma": text(abs(F(sigma["node"])))}] if F(sigma.get("node", 0)) else []
    if "pair" in sigma and i["edges"]:
        noise.append({"kind": "pair", "sigma": sigma["pair"], "pairs": i["edges"]})
    if "link" in sigma:
        noise.append({"kind": "link", "sigma": sigma["link"]})
    if "copies" in sigma:
        noise.append({"kind": "message", "sigma": sigma["copies"], "zero_sum": True})
    return {"format": "hearsay-protocol-1", "nodes": n, "rounds": rounds, "noise": noise,
            "view": {"observers": i["observers"], "sees": i["view"], "knows": "own" if i["own_noise"] else "none"}}


def protocol_cases(rng):
    i, quantity = protocol_instance(rng)
    if as_protocol(i):
        yield i, quantity, {}


# ---- One step from a claim's domain ----
def other_edges(rng, i):
    edges = [e for e in i["edges"]]
    pair = sorted(rng.sample(range(i["nodes"]), 2)) if i["nodes"] > 1 else None
    return sorted([e for e in edges if e != pair] + ([pair] if pair and pair not in edges else []))


def bent_view(i, rng):
    """The instance with one thing changed."""
    i, n = json.loads(json.dumps(i)), i["nodes"]
    outside = [v for v in range(n) if v not in i["observers"]]
    what = rng.choice(("own_noise", "observers", "edges", "tau2", "group", "target", "steps", "weights"))
    if what == "own_noise":
        i["own_noise"] = not i["own_noise"]
    if what == "observers":
        i["observers"] = sorted(rng.sample(range(n), rng.randint(1, n - 1)))
    if what == "edges" and "edges" in i:
        i["edges"] = other_edges(rng, i)
    if what == "tau2":
        i["tau2"] = "1/2"
    if what == "group" and "target" in i and len(outside) > 1:
        i["group"] = sorted(rng.sample(outside, 2))
        del i["target"]
        i.pop("nearer", None)
    if what == "target" and "target" in i:
        i["target"] = rng.randrange(n)
    if what == "steps" and "steps" in i:
        i["steps"] = rng.randint(1, 5)
    if what == "weights":
        i["weights"] = "min-degree" if i["weights"] == "metropolis" else "metropolis"
    return i


def bent_protocol(i, rng):
    i, n = json.loads(json.dumps(i)), i["nodes"]
    what = rng.choice(("own_noise", "observers", "edges", "noise", "more noise", "view", "rounds", "changes", "weights", "gamma", "feedback", "target", "injections", "node"))
    if what == "own_noise":
        i["own_noise"] = not i["own_noise"]
    if what == "observers":
        i["observers"] = sorted(rng.sample([v for v in range(n) if v != i["target"]], rng.randint(0, n - 1)))
    if what == "edges":
        i["edges"] = other_edges(rng, i)
    if what == "noise":
        i["noise"] = {kind: rng.choice(("2", "1/2", "0", x)) for kind, x in i["noise"].items()}
    if what == "more noise":
        i["noise"][rng.choice(("node", "pair", "link", "copies"))] = "1"
    if what == "view":
        i["view"] = rng.choice(("messages", "states", "all", "final"))
    if what == "rounds":
        i["rounds"] += 1
        i["injections"] += rng.randint(0, 1)
    if what == "changes":
        i["changes"] = rng.randint(1, i["injections"])
    if what == "injections" and i["injections"] > i["changes"]:
        i["injections"] -= 1
    if what == "weights":
        i["weights"] = rng.choice(("metropolis", "lazy", "uniform"))
    if what == "gamma":
        i["gamma"] = rng.choice(("3/2", "5/4", "2", "1"))
    if what == "feedback":
        free = [u for u in range(n) if u not in i["observers"] and u != i["target"]] or [i["target"]]
        i["feedback"] = rng.choice(([], [[i["rounds"], rng.choice(free), "1"]], [[i["rounds"], u, "1"] for u in free[:2]]))
    if what == "target":
        i["target"] = rng.randrange(n)
    if what == "node":
        i["nodes"] += 1
        i["edges"] = sorted(i["edges"] + ([[n - 1, n]] if rng.random() < 0.7 else []))
    return i


# ---- Judging ----
INTRUDERS = ("eq6", "eq6_printed", "nearer_loss", "nearer_distance", "distance", "degree_target", "walk_sum", "inverse_weight2", "constant", "n", "gap",
             "lambda2", "senders", "messages", "group", "tau2", "static", "alpha", "b", "count", "gap_before", "kappa", "threshold")


def rounded(x):
    """A double; infinite for a fraction beyond all doubles."""
    try:
        return float(x)
    except OverflowError:
        return math.inf if x > 0 else -math.inf


class Forgery(unittest.TestCase):
    def run_check(self, kind, instance, quantity, evidence, row):
        check = checker.CHECKS[kind][0]
        rest = [checker.Meter(checker.WORK, "work")] + ([row] if kind in checker.REMARKS else [])
        return check(instance, quantity, evidence, *rest)

    def where(self, row, variables):
        try:
            return all(checker.holds(x, variables, checker.Meter(checker.STEPS, "steps")) for x in row.get("where", []))
        except checker.Rejected:
            return False

    def judge(self, claim, kind, instance, quantity, evidence, proves):
        c = made.certificate(kind, claim, quantity, "refutes", instance, proves, evidence)
        return checker.judged(lambda: checker.check_bytes(json.dumps(c).encode(), TABLE))

    def compare(self, claim, restated_row, kind, instance, quantity, evidence, facts_of, rng, seen):
        """One instance against one row."""
        row = TABLE[claim]
        self.assertEqual(row["relation"], restated_row.relation, claim)
        try:
            parameters = checker.parameters_of(instance, row)
            low, high, variables = self.run_check(kind, instance, quantity, evidence, row)
        except (checker.Rejected, checker.Unjudged):
            return
        variables = {**variables, **parameters}
        speaks = bool(restated_row.speaks(instance, facts_of))
        self.assertEqual(self.where(row, variables), speaks, f"{claim} at {instance}: the row's conditions against the claim's")
        seen["outside" if not speaks else "inside"] += 1
        proves = {"lower": end(low, made.floor_to)} if low is not None else {}
        if high is not None:
            proves["upper"] = end(high, made.ceil_to)
        state, why = self.judge(claim, kind, instance, quantity, evidence, proves)
        if speaks:
            bound, truth = restated_row.bound(instance, facts_of), restated_row.value(instance, facts_of)
            a, b = checker.evaluate(row["bound"], variables, checker.Meter(checker.STEPS, "steps"))
            slack = 1e-9 * max(1, abs(float(bound)))
            self.assertTrue(float(a) - slack <= float(bound) <= float(b) + slack, f"{claim} at {instance}: it bounds by {float(a)}, not {float(bound)}")
            self.assertTrue((low is None or float(low) <= float(truth) + slack) and (high is None or float(truth) <= float(high) + slack),
                            f"{claim} at {instance}: [{low}, {high}] does not hold {truth}")
            excess = truth - bound if truth != math.inf else math.inf
            violated = {"<=": excess > 0, ">=": excess < 0, "==": excess != 0}[row["relation"]]
        if state == "accepted":
            self.assertNotIn(claim, HOLDS, why)
            self.assertTrue(speaks and violated, f"{claim} at {instance}: {why}")
            seen["refuted"] += 1
        self.intrude(claim, kind, instance, quantity, evidence, proves, rng, state)

    def intrude(self, claim, kind, instance, quantity, evidence, proves, rng, state):
        """A field that does not belong there changes no verdict to `accepted`."""
        if state == "accepted" or rng.random() < 0.8:
            return
        bent = {**instance, "parameters": {**instance.get("parameters", {}), rng.choice(INTRUDERS): text(rng.choice((-1, 0, F(1, 10**9), 1, 10**9)))}}
        self.assertNotEqual(self.judge(claim, kind, bent, quantity, evidence, proves)[0], "accepted", f"{claim} at {bent}")
        for key, value in (("own_noise", not instance.get("own_noise", False)), ("bound", "0"), ("target", rng.choice((-1, 0, *instance.get("observers", [])[:1])))):
            bent = {**instance, key: value}
            if bent != instance:
                state, why = self.judge(claim, kind, bent, quantity, evidence, proves)
                if state == "accepted":
                    self.assertNotIn(claim, HOLDS, f"{why}: {bent}")
                    self.assertNotEqual(key, "bound")
                    self.assertNotIn(bent.get("target"), bent.get("observers", []))

    def go_through(self, kind, rows, cases):
        """`cases`: [(instance, quantity, evidence, facts)]; each row meets those of its quantity."""
        rng = random.Random(f"{SEED} intruders {kind}")
        self.assertEqual({claim for claim, row in TABLE.items() if row["kind"] == kind}, set(rows), f"restated rows of kind {kind}")
        for claim, restated_row in rows.items():
            row, seen = TABLE[claim], {"inside": 0, "outside": 0, "refuted": 0}
            met = [case for case in cases if case[1] == row["quantity"]]
            self.assertGreaterEqual(len(met), CASES, f"cases for {claim}")
            for instance, quantity, evidence, facts_of in met:
                self.assertEqual(set(row.get("parameters", ())), set(restated.PARAMETERS.get(claim, ())))
                if "parameters" in row:
                    instance = {**instance, "parameters": {name: rng.choice(values) for name, values in restated.PARAMETERS[claim].items()}}
                self.compare(claim, restated_row, kind, instance, quantity, evidence, facts_of, rng, seen)
            self.assertGreater(seen["inside"], 0, f"{claim}: no instance of its domain: {seen}")
            SEEN[claim] = seen

    def step_aside(self, kind, rows, cases, bend, facts_of):
        """Of each row some instances that its claim speaks of, changed in one place: row and claim leave off together."""
        rng, asked = random.Random(f"{SEED} steps aside {kind}"), []
        for claim, restated_row in rows.items():
            inside = [case for case in cases if case[1] == TABLE[claim]["quantity"] and not set(TABLE[claim].get("parameters", ()))
                      and restated_row.speaks(case[0], case[3])][:8]
            asked += [(claim, bend(case[0], rng), case[1]) for case in inside for _ in range(40)]
        for (claim, i, quantity), f in zip(asked, facts_of([i for _, i, _ in asked]), strict=True):
            evidence = {"gap": "1/9"} if claim == "muffliato.prop1" and f and f["gap_is_at_least_a_ninth"] else {}
            try:
                _, _, variables = self.run_check(kind, i, quantity, evidence, TABLE[claim])
            except (checker.Rejected, checker.Unjudged):
                continue
            self.assertEqual(self.where(TABLE[claim], variables), bool(rows[claim].speaks(i, f)), f"{claim} at {i}: the row's conditions against the claim's")

    def test_views(self):
        rng = random.Random(f"{SEED} views")
        instances = view_cases(rng)
        asked = enough("view", lambda: view_certificates(*next(instances), rng))
        found = facts([{"kind": "view", "instance": i} for i, _, _ in asked])
        cases = [(*case, f) for case, f in zip(asked, found)]
        self.go_through("view", restated.VIEWS, cases)
        def sane(i):
            return i.get("target") not in i["observers"] and not set(i.get("group", [])) & set(i["observers"])
        def facts_of(instances):
            answers = iter(facts([{"kind": "view", "instance": i} for i in instances if sane(i)]))
            return [next(answers) if sane(i) else None for i in instances]
        self.step_aside("view", restated.VIEWS, cases, bent_view, facts_of)

    def test_streams(self):
        rng = random.Random(f"{SEED} streams")
        asked = enough("stream", lambda: stream_certificates(rng))
        found = facts([{"kind": "stream", "instance": i} for i, _, _ in asked])
        self.go_through("stream", restated.STREAMS, [(*case, f) for case, f in zip(asked, found)])

    def test_rates(self):
        rng = random.Random(f"{SEED} rates")
        asked = enough("rate", lambda: filter(None, [rate_certificate(rng)]))
        found = facts([{"kind": "rate", "instance": i, "period": period} for i, _, _, period in asked])
        self.go_through("rate", restated.RATES, [(*case[:3], f) for case, f in zip(asked, found)])

    def test_rumors(self):
        rng = random.Random(f"{SEED} rumors")
        cases = enough("rumor", lambda: rumor_cases(rng))
        plain = [case for case in cases if case[0]["self_sends"] and case[0]["delayed_start"] is False]
        names = [sorted({*case[2].get("event", []), *([case[2]["transcript"]] if "transcript" in case[2] else [])}) for case in plain]
        found = facts([{"kind": "rumor", "instance": case[0], "transcripts": x} for case, x in zip(plain, names)])
        for case, chances in zip(plain, found):  # two roads to the probabilities
            for transcript, values in chances.items():
                self.assertEqual(list(map(F, values)), [chance(case[0], transcript, k) for k in range(len(values))])
        self.go_through("rumor", restated.RUMORS, cases)

    def test_rings_and_walks(self):
        for kind, rows, draw in (("ring", restated.RINGS, ring_instance), ("walk", restated.WALKS, walk_instance)):
            rng = random.Random(f"{SEED} {kind}")
            asked = enough(kind, lambda: [draw(rng)])
            found = facts([{"kind": kind, "instance": i} for i, _ in asked])
            self.go_through(kind, rows, [(i, quantity, {}, f) for (i, quantity), f in zip(asked, found)])

    def test_spectra(self):
        rng = random.Random(f"{SEED} spectra")
        asked = enough("spectrum", lambda: filter(None, [spectrum_certificate(rng)]))
        found = facts([{"kind": "spectrum", "instance": i} for i, _, _, _ in asked])
        self.go_through("spectrum", restated.SPECTRA, [(*case[:3], case[3] or f) for case, f in zip(asked, found)])

    def test_protocols(self):
        rng = random.Random(f"{SEED} protocols")
        cases = enough("protocol", lambda: protocol_cases(rng))
        plain = [{**{key: x for key, x in i.items() if key != "feedback"}, "gamma": "1"} for i, _, _ in cases]
        def asked(i):
            return {"kind": "protocol", "protocol": as_protocol(i), "target": i["target"], "changes": i["changes"]}
        found = [facts([asked(i) for i in instances]) for instances in ([case[0] for case in cases], plain)]
        cases = [(*case, {"m": m, "plain": other}) for case, m, other in zip(cases, *found)]
        self.go_through("protocol", restated.PROTOCOLS, cases)
        self.step_aside("protocol", restated.PROTOCOLS, cases, bent_protocol, lambda instances: [None] * len(instances))

    def test_samples(self):
        """Graphs that are not looked at show nothing: a p-value of 1. Only the domain and the bound are at stake."""
        row, rng, seen = TABLE["muffliato.er_gap"], random.Random(f"{SEED} samples"), 0
        self.assertEqual((row["kind"], row["relation"], row["bound"]), ("sample", ">=", "1/1000000"))
        for _ in range(CASES):
            n, p = rng.randint(10, 900), F(rng.randint(0, 60), 1000)
            i = {"model": "erdos-renyi", "nodes": n, "p": text(p), "graphs": rng.randint(1, 3), "weights": "metropolis"}
            low, high, variables = self.run_check("sample", i, "p_value", {"nodes": [None] * i["graphs"]}, row)
            self.assertEqual((low, high), (1, 1))
            self.assertEqual(self.where(row, variables), n >= 400 and p * n > math.log(n), i)
            seen += self.where(row, variables)
        self.assertGreater(seen, 0)

    def test_formulas(self):
        self.assertEqual({claim for claim, row in TABLE.items() if row["kind"] == "expression"}, set(restated_formulas.FORMULAS))
        for claim, row in TABLE.items():
            if row["kind"] == "expression":
                self.formula(claim, row)

    def formula(self, claim, row):
        again, rng = restated_formulas.FORMULAS[claim], random.Random(f"{SEED} {claim}")
        seen = {"inside": 0, "outside": 0, "refuted": 0}
        self.assertEqual((row["relation"], sorted(row["variables"])), (again.relation, sorted(again.draw(rng))), claim)
        for _ in range(CASES):
            instance = {name: text(x) for name, x in again.draw(rng).items()}
            x = {name: F(value) for name, value in instance.items()}
            try:
                low, high, variables = self.run_check("expression", instance, "value", {}, row)
                inside = self.where(row, variables)
                a, b = checker.evaluate(row["bound"], variables, checker.Meter(checker.STEPS, "steps"))
            except (checker.Rejected, checker.Unjudged):
                continue  # a variable outside of a function's domain
            self.assertEqual(inside, bool(again.speaks(x)), f"{claim} at {instance}: the row's conditions against the claim's")
            seen["inside" if inside else "outside"] += 1
            proves = {"lower": end(low, made.floor_to), **({"upper": end(high, made.ceil_to)} if high is not None else {})}
            state, why = self.judge(claim, "expression", instance, "value", {}, proves)
            if inside:
                bound, value = float(again.bound(x)), float(again.value(x))
                slack = 1e-9 * max(1, abs(bound), abs(value))
                self.assertTrue(float(a) - slack <= bound <= float(b) + slack, f"{claim} at {instance}: it bounds by {float(a)}, not {bound}")
                self.assertTrue(rounded(low) - slack <= value and (high is None or value <= rounded(high) + slack), f"{claim} at {instance}: {rounded(low)}, not {value}")
            if state == "accepted":
                self.assertNotIn(claim, HOLDS, why)
                self.assertTrue(inside, why)
                seen["refuted"] += 1
        self.assertGreater(seen["inside"], 0, claim)
        SEEN[claim] = seen

    @classmethod
    def tearDownClass(cls):
        if "-v" in sys.argv:
            for claim, seen in SEEN.items():
                print(claim, seen)


SEEN = {}


def law(i):
    key = tuple(i[name] for name in ("nodes", "curious", "muting", "transcript", "self_sends", "delayed_start"))
    if key not in LAWS:
        LAWS[key] = made.Law(i["nodes"], i["curious"], F(i["muting"]), i["transcript"] == "terminated", i["self_sends"], bool(i["delayed_start"]))
    return LAWS[key]


LAWS, CHANCES = {}, {}


def chance(i, transcript, source):
    key = (id(law(i)), transcript, source)
    if key not in CHANCES:
        CHANCES[key] = law(i).chance(transcript, source)
    return CHANCES[key]


def rumor_value(i, quantity, evidence):
    """A number that delta is at least (event), or that the others are at most; None for "twice", and where only a tree speaks."""
    if i["delayed_start"] == "twice":
        return None
    everyone = range(i["nodes"] - i["curious"])
    if "event" in evidence:
        e = F(i["e_epsilon"])
        return max(F(0), sum(chance(i, x, 0) - e * chance(i, x, 1) for x in evidence["event"]))
    if quantity == "delta":
        return hidden_states(i)
    if "transcript" not in evidence:
        return None
    p = [chance(i, evidence["transcript"], k) for k in everyone]
    if quantity == "uncertainty":
        return (sum(p) - p[evidence["source"]]) / p[evidence["source"]] if p[evidence["source"]] else None
    first = next((int(word[0]) for word in evidence["transcript"].split() if int(word[0]) in i["suspects"]), None)
    best = max(p[k] for k in i["suspects"])
    return p[first] / best if first is not None and best else None


def hidden_states(i):
    """sum of max(0, mu_0 - e mu_1) over the first message seen and the hidden state behind it, or the end."""
    key = (id(law(i)), i["e_epsilon"])
    if key not in CHANCES:
        CHANCES[key] = first_message(i)
    return CHANCES[key]


def first_message(i):
    laws, total = [law(i).start_at(k) for k in (0, 1)], F(0)
    for message in [(a, c) for a in range(i["nodes"]) for c in range(i["nodes"] - i["curious"], i["nodes"])] + ["end"]:
        p, q = [law(i).after({x: F(1)}, message) for x in laws]
        if message == "end":
            p, q = ({"end": x} if i["transcript"] == "terminated" else {} for x in (p, q))
        total += sum((max(F(0), x - F(i["e_epsilon"]) * q.get(state, 0)) for state, x in p.items()), F(0))
    return min(F(1), total)


if __name__ == "__main__":
    unittest.main()
