# SPDX-License-Identifier: GPL-3.0-or-later
"""Valid certificates of every kind, made without the checker: by rational elimination, enumeration, or numbers of the papers'
counterexamples derived by hand. examples() -> {name: certificate}; every end that they prove is the tightest that the
evidence allows, up to the room for enclosures."""
import hashlib
import itertools
import math
import struct
from fractions import Fraction as F


def text(x):
    return str(F(x))


def ceil_to(x, digits=15):
    """x as a short rational above it."""
    return text(F(math.ceil(F(x) * 10**digits), 10**digits))


def floor_to(x, digits=15):
    return text(F(math.floor(F(x) * 10**digits), 10**digits))


def solve(a, b):
    """A solution of a x = b by rational elimination, free unknowns 0; None if there is none."""
    n = len(a[0]) if a else 0
    rows = [list(map(F, row)) + [F(y)] for row, y in zip(a, b)]
    pivots, r = [], 0
    for c in range(n):
        p = next((k for k in range(r, len(rows)) if rows[k][c]), None)
        if p is None:
            continue
        rows[r], rows[p] = rows[p], rows[r]
        rows[r] = [x / rows[r][c] for x in rows[r]]
        for k in range(len(rows)):
            if k != r and rows[k][c]:
                rows[k] = [x - rows[k][c] * y for x, y in zip(rows[k], rows[r])]
        pivots.append(c)
        r += 1
    if any(row[n] for row in rows[r:]):
        return None
    x = [F(0)] * n
    for k, c in enumerate(pivots):
        x[c] = rows[k][n]
    return x


def gossip(n, edges, rule="metropolis"):
    degree = [sum(v in e for e in edges) for v in range(n)]
    w = [[F(0)] * n for _ in range(n)]
    for u, v in edges:
        w[u][v] = w[v][u] = F(1, max(degree[u], degree[v]) + (rule == "metropolis"))
    for v in range(n):
        w[v][v] = 1 - sum(w[v])
    return w


def product(a, b):
    return [[sum(x * y for x, y in zip(row, column)) for column in zip(*b)] for row in a]


def dot(x, y):
    return sum(a * b for a, b in zip(x, y))


def view_rows(n, ws, observers, own_noise):
    """[(t, w, row of B)]: a message is the state of a neighbor outside before round t; known columns are 0."""
    state, rows = [[F(u == v) for v in range(n)] for u in range(n)], []
    for t, w in enumerate(ws):
        for v in range(n):
            if v not in observers and any(w[o][v] for o in observers):
                rows.append((t, v, [F(0) if own_noise and u in observers else x for u, x in enumerate(state[v])]))
        state = product(w, state)
    return rows


def weights_of(instance):
    n = instance["nodes"]
    if "rounds" in instance:
        return [gossip(n, edges, instance["weights"]) for edges in instance["rounds"]]
    if "entries" in instance:
        w = [[F(0)] * n for _ in range(n)]
        for u, v, x in instance["entries"]:
            w[u][v] = F(x)
        return [w] * instance["steps"]
    return [gossip(n, instance["edges"], instance["weights"])] * instance["steps"]


def view_loss(instance, direction):
    """(loss, terms): the optimum c of B B^T c = B d, with tau2 on the diagonal."""
    rows = view_rows(instance["nodes"], weights_of(instance), instance["observers"], instance["own_noise"])
    d = [F(direction.get(u, 0)) for u in range(instance["nodes"])]
    tau2 = F(instance.get("tau2", 0))
    gram = [[dot(a, b) + (tau2 if j == k else 0) for k, (_, _, b) in enumerate(rows)] for j, (_, _, a) in enumerate(rows)]
    c = solve(gram, [dot(row, d) for _, _, row in rows])
    loss = sum(x * dot(row, d) for x, (_, _, row) in zip(c, rows))
    return loss, [[t, w, text(x)] for x, (t, w, _) in zip(c, rows) if x]


def certificate(kind, claim, quantity, verdict, instance, proves, evidence, **more):
    return {"format": "hearsay-certificate/1", "kind": kind, "claim": claim, "quantity": quantity, "verdict": verdict,
            "instance": instance, "proves": proves, "evidence": evidence, **more}


def view(claim, instance, verdict="refutes", **more):
    """A view of one target, with both ends."""
    targets = sorted({instance["target"], instance.get("nearer", instance["target"])})
    combinations = [{"target": u, "terms": view_loss(instance, {u: 1})[1]} for u in targets]
    loss = view_loss(instance, {instance["target"]: 1})[0]
    proves = {"lower": text(loss), "upper": text(loss)}
    return certificate("view", claim, "loss", verdict, instance, proves, {"combinations": combinations}, **more)


PATH3 = {"nodes": 3, "weights": "metropolis", "edges": [[0, 1], [1, 2]], "steps": 2, "observers": [0], "own_noise": False}
KITE = {"nodes": 5, "weights": "metropolis", "edges": [[0, 1], [1, 2], [1, 3], [2, 4], [3, 4]], "steps": 3, "observers": [0],
        "own_noise": True}
PETERSEN = [[0, 1], [0, 2], [0, 3], [1, 4], [1, 5], [2, 6], [2, 7], [3, 8], [3, 9], [4, 6], [4, 8], [5, 7], [5, 9], [6, 9], [7, 8]]


def views():
    found = {"thm1": view("muffliato.thm1", {**PATH3, "target": 2}),
             "round": view("muffliato.thm6.round", {**PATH3, "target": 2}),
             "first_step": view("muffliato.thm1.first_step", {**PATH3, "steps": 1, "target": 1}, "supports"),
             "distance": view("muffliato.thm1.distance", {**KITE, "target": 4, "nearer": 2}),
             "corollary1": view("muffliato.corollary1.loss", {**PATH3, "target": 2}),
             "tau2": view(None, {**PATH3, "target": 2, "tau2": "1/100"}, "bounds"),
             "min-degree": view(None, {**PATH3, "weights": "min-degree", "edges": [[0, 1], [0, 2], [1, 2]], "target": 2}, "bounds")}
    rounds = {key: PATH3[key] for key in ("weights", "own_noise")}
    found["index"] = view("muffliato.thm1.index", {**rounds, "nodes": 4, "rounds": [[[0, 1]], [[1, 2]], [[2, 3]]], "observers": [3],
                                                   "target": 0})
    found["corollary2"] = view("muffliato.corollary2", {**rounds, "nodes": 3, "rounds": [[[0, 1]], [[1, 2]], [[0, 1]]],
                                                        "observers": [0], "target": 2})
    found["star"] = view("muffliato.thm12", {**PATH3, "nodes": 4, "edges": [[0, 2], [1, 2], [2, 3]], "observers": [0, 1], "target": 3})
    found["corollary3"] = view("muffliato.corollary3.loss", {**PATH3, "target": 2})
    found["own bound"] = view(None, {**PATH3, "target": 2}, "refutes",
                              says={"relation": "<=", "bound": ["+", "2/5", ["*", "distance", "1/100"]]}, note="a reader's own")
    entries = [[0, 0, "1/2"], [0, 1, "1/2"], [1, 0, "1/4"], [1, 1, "1/4"], [1, 2, "1/2"], [2, 1, "1/3"], [2, 2, "2/3"]]
    found["given"] = view(None, {"nodes": 3, "weights": "given", "entries": entries, "steps": 2, "observers": [0], "own_noise": False,
                                 "target": 2}, "bounds")
    return {**found, **sums_and_groups(), **rounded()}


def sums_and_groups():
    losses = {u: view_loss(PATH3, {u: 1}) for u in (1, 2)}
    combinations = [{"target": u, "terms": terms} for u, (_, terms) in losses.items()]
    both = sum(loss for loss, _ in losses.values())
    found = {"capped": certificate("view", "muffliato.eq7.capped", "loss_sum", "refutes", dict(PATH3),
                                   {"lower": text(both), "upper": text(both)}, {"combinations": combinations}),
             "eq7": certificate("view", "muffliato.eq7.printed", "eq6_sum", "refutes", dict(PATH3), {"lower": "5/3", "upper": "5/3"}, {})}
    one_step = {**PATH3, "steps": 1, "parameters": {"alpha": "2"}}
    found["corollary4"] = certificate("view", "muffliato.corollary4", "loss_mean", "refutes", one_step, {"lower": "1/3"},
                                      {"combinations": [{"target": 1, "terms": [[0, 1, "1"]]}]})
    group = {"nodes": 3, "weights": "metropolis", "rounds": [[[1, 2]], [[0, 1]]], "observers": [0], "own_noise": False, "group": [1, 2]}
    signs = []
    for s in (-1, 1):
        loss, terms = view_loss(group, {1: 1, 2: s})
        signs.append((loss, {"direction": [[1, "1"], [2, text(s)]], "terms": terms}))
    worst = max(loss for loss, _ in signs)
    found["group"] = certificate("view", "muffliato.thm13", "loss", "refutes", group, {"lower": text(worst), "upper": text(worst)},
                                 {"combinations": [x for _, x in signs]})
    pair = {**PATH3, "group": [1, 2]}
    signs = [view_loss(pair, {1: 1, 2: s}) for s in (-1, 1)]
    found["pair"] = certificate("view", None, "loss", "bounds", pair, {name: text(max(signs)[0]) for name in ("lower", "upper")},
                                {"combinations": [{"direction": [[1, "1"], [2, text(s)]], "terms": terms} for s, (_, terms) in zip((-1, 1), signs)]})
    return found


def rounded():
    """Evidence in fixed point: the optimum rounded to dyadic numbers, ends with room."""
    found = {}
    for name, extra, evidence in (("bits tau2", {"tau2": "1/100"}, {"bits": 128}),
                                  ("bits gram", {}, {"bits": 192, "gram_lower": "1/100"}),
                                  ("bits own gram", {"own_noise": True}, {"bits": 192, "gram_lower": "1/200"})):
        instance = {**PATH3, "target": 2, **extra}
        loss, terms = view_loss(instance, {2: 1})
        near = [[t, w, text(F(round(F(c) * 2**80), 2**80))] for t, w, c in terms]
        proves = {"lower": floor_to(loss - F(1, 2**60), 25), "upper": ceil_to(loss + F(1, 2**60), 25)}
        found[name] = certificate("view", None, "loss", "bounds", instance, proves, {**evidence, "combinations": [{"target": 2, "terms": near}]})
    return found


def bundles():
    common = {key: PATH3[key] for key in PATH3 if key != "steps"}
    members = []
    for steps, target in ((1, 1), (2, 2)):
        member = view(None, {**common, "steps": steps, "target": target}, "bounds")
        del member["format"]
        members.append({**member, "instance": {"steps": steps, "target": target}})
    found = {"bundle": {"format": "hearsay-certificate/1", "kind": "bundle", "instance": common, "certificates": members}}
    covered = []
    for n, edges in ((2, [[0, 1]]), (3, [[0, 1], [1, 2]]), (3, [[0, 1], [0, 2], [1, 2]])):
        seen = set()
        for o, u in itertools.permutations(range(n), 2):
            key = min(tuple(sorted(tuple(sorted((p[a], p[b]))) for a, b in edges)) + ((p[o], p[u]),)
                      for p in itertools.permutations(range(n)))
            if key not in seen:
                seen.add(key)
                member = view("muffliato.thm1.first_step", {"nodes": n, "edges": edges, "observers": [o], "target": u,
                                                            "weights": "metropolis", "steps": 1, "own_noise": False}, "supports")
                member["instance"] = {key: member["instance"][key] for key in ("nodes", "edges", "observers", "target")}
                covered.append({key: value for key, value in member.items() if key != "format"})
    found["cover"] = {"format": "hearsay-certificate/1", "kind": "bundle", "claim": "muffliato.thm1.first_step",
                      "instance": {"weights": "metropolis", "steps": 1, "own_noise": False},
                      "covers": {"nodes": [2, 3], "steps": [1, 1], "weights": "metropolis"}, "certificates": covered}
    return found


def stream_parts(instance):
    """(places, Y, G): signals of the unit streams, and the covariance of what is seen, rows (t, k, w)."""
    n, rounds, inner = instance["nodes"], instance["rounds"], instance.get("steps_per_round", 1)
    w = gossip(n, instance["edges"], instance["weights"])
    observers = instance["observers"]
    near = [v for v in range(n) if v not in observers and any(w[o][v] for o in observers)]
    places = near if instance["view"] == "messages" else observers
    columns = [(t, v) for t in range(1, rounds + 1) for v in range(n)]
    state, names, rows = [[F(0)] * len(columns) for _ in range(n)], [], []
    for t in range(1, rounds + 1):
        for v in range(n):
            state[v] = [x + (column == (t, v)) for x, column in zip(state[v], columns)]
        for k in range(inner):
            for p in places:
                names.append((t, k, p))
                rows.append(state[p])
            state = product(w, state)
    known = set(observers) if instance["own_noise"] else set()
    noise = [[F(0) if columns[j][1] in known else x for j, x in enumerate(row)] for row in rows]
    signals = [[row[columns.index((t, instance["target"]))] for row in rows] for t in range(1, rounds + 1)]
    return names, signals, [[dot(a, b) for b in noise] for a in noise]


def stream_terms(names, c):
    return [[*name, text(x)] for name, x in zip(names, c) if x]


def streams():
    found = {}
    sgd = {"nodes": 3, "weights": "metropolis", "edges": [[0, 1], [1, 2]], "observers": [0], "own_noise": False, "view": "messages",
           "target": 2, "rounds": 2}
    names, signals, gram = stream_parts(sgd)
    y = [sum(x) for x in zip(*signals)]
    c = solve(gram, y)
    loss = dot(c, y)
    found["sgd"] = certificate("stream", "muffliato.thm6", "loss", "refutes", sgd, {"lower": text(loss)},
                               {"lower": {"stream": ["1", "1"], "terms": stream_terms(names, c)}})
    own = {**sgd, "own_noise": True, "view": "states", "target": 1, "rounds": 3, "steps_per_round": 2}
    names, signals, gram = stream_parts(own)
    y = [sum(x) for x in zip(*signals)]
    c = solve(gram, y)
    ends = {"lower": {"terms": stream_terms(names, c)}, "upper": {"terms": stream_terms(names, c)}}
    found["constant"] = certificate("stream", None, "constant", "bounds", own, {"lower": text(dot(c, y)), "upper": text(dot(c, y))}, ends)
    found.update(all_streams())
    found.update(absolute())
    return found


def all_streams():
    """The loss over all streams by a diagonal: y_t = sum_s |M_ts|, exact columns; and columns with a residual."""
    found, instance = {}, {"nodes": 3, "weights": "metropolis", "edges": [[0, 1], [1, 2]], "observers": [0], "own_noise": True,
                           "view": "states", "target": 1, "rounds": 4}
    for name, own, off in (("diagonal", True, 0), ("diagonal residual", False, F(1, 1000))):
        instance = {**instance, "own_noise": own}
        names, signals, gram = stream_parts(instance)
        columns = [solve(gram, y) for y in signals]
        m = [[dot(c, y) for y in signals] for c in columns]
        columns = [[x + off for x in c] for c in columns]
        diagonal = [sum(abs(x) for x in row) + (F(1, 100) if off else 0) for row in m]
        best = max(itertools.product((1, -1), repeat=4), key=lambda s: sum(s[j] * s[k] * m[j][k] for j in range(4) for k in range(4)))
        y = [sum(s * x for s, x in zip(best, column)) for column in zip(*signals)]
        c = solve(gram, y)
        evidence = {"lower": {"stream": [text(s) for s in best], "terms": stream_terms(names, c)},
                    "upper": {"diagonal": [text(x) for x in diagonal], "columns": [stream_terms(names, x) for x in columns]}}
        found[name] = certificate("stream", None, "loss", "bounds", instance, {"lower": text(dot(c, y)), "upper": text(sum(diagonal))}, evidence)
    return found


def absolute():
    """1^T|M|1 more than 11/10 of 1^T M 1: neighbors on a path of four, by the best signs; exact, and in fixed point."""
    rounds = 4
    instance = {"nodes": 4, "weights": "min-degree", "edges": [[0, 1], [1, 2], [2, 3]], "observers": [1], "own_noise": False,
                "view": "states", "target": 2, "rounds": rounds}
    names, signals, gram = stream_parts(instance)
    columns = [solve(gram, y) for y in signals]
    m = [[dot(c, y) for y in signals] for c in columns]
    def form(s):
        return sum(s[j] * s[k] * m[j][k] for j in range(rounds) for k in range(rounds))
    s = max(itertools.product((1, -1), repeat=rounds), key=form)
    weights = [sum(a * x for a, x in zip(s, column)) for column in zip(*columns)]
    steady = [sum(column) for column in zip(*columns)]
    assert form(s) > F(11, 10) * form([1] * rounds)
    def near(c):
        return stream_terms(names, [F(round(x * 2**70), 2**70) for x in c])
    stream = [text(x) for x in s]
    exact = {"lower": {"stream": stream, "terms": stream_terms(names, weights)}, "constant": {"terms": stream_terms(names, steady)}}
    rounded_off = {"bits": 128, "lower": {"stream": stream, "terms": near(weights)}, "constant": {"terms": near(steady)}}
    return {name: certificate("stream", "stream.appendixF.everywhere", "absolute_sum", "refutes", instance, {"lower": lower}, evidence)
            for name, lower, evidence in (("absolute", text(form(s)), exact),
                                          ("absolute bits", floor_to(form(s) - F(1, 2**50), 20), rounded_off))}


def rates():
    """Constant streams: b = W b off the seen nodes is spanned by one function a seen node; the best of them by elimination."""
    found = {}
    for name, claim, quantity, own in (("rate", "stream.thm15.rate", "rate", False), ("transient", "stream.lemmaH1", "transient_rate", False),
                                       ("own rate", "stream.thm16.rate", "rate", True)):
        n, seen, target, w = 10, [0, 1, 2, 3], 4, gossip(10, PETERSEN)
        basis = []
        for a in seen:
            rows = [[F(u == v) - (w[u][v] if u not in seen else 0) for v in range(n)] for u in range(n)]
            basis.append(solve(rows, [F(u == a) for u in range(n)]))
        off = [u for u in range(n) if not own or u not in seen]
        gram = [[sum(x[u] * y[u] for u in off) for y in basis] for x in basis]
        value = [b[target] - (sum(b) / n if quantity == "transient_rate" else 0) for b in basis]
        c = solve(gram, value)
        b = [sum(x * v[u] for x, v in zip(c, basis)) for u in range(n)]
        instance = {"nodes": n, "weights": "metropolis", "edges": PETERSEN, "observers": seen, "own_noise": own, "view": "states", "target": target}
        found[name] = certificate("rate", claim, quantity, "refutes", instance, {"lower": text(dot(c, value))},
                                  {"stream": ["1"], "adjoint": [[text(x) for x in b]]})
    return found


class Law:
    """The rumor's chain, all states in one linear system."""

    def __init__(self, n, f, s, ends, itself, delayed=False, edges=None):
        self.n, self.f, self.ends = n, f, ends
        self.start_at = lambda k: (frozenset([k]), frozenset([k]), delayed)
        moves, todo = {}, [self.start_at(k) for k in range(n - f)]
        while todo:
            x = todo.pop()
            if x in moves or (ends and len(x[1]) == n):
                continue
            moves[x] = []
            for a in x[0]:
                receivers = [b for b in range(n) if (itself or b != a) and (edges is None or a == b or sorted([a, b]) in edges)]
                for b in receivers:
                    for stay in (True, False):
                        p = (F(0) if x[2] else s) if stay else (F(1) if x[2] else 1 - s)
                        if p:
                            active = (x[0] if stay else x[0] - {a}) | {b}
                            y = (active, x[1] | {b} if ends else frozenset(), False)
                            moves[x].append((a, b, y, p / len(x[0]) / len(receivers)))
                            todo.append(y)
        self.moves, self.states = moves, list(moves)

    def expected(self, law):
        """Expected visits before anything is seen: v - Q^T v = law."""
        place = {x: k for k, x in enumerate(self.states)}
        a = [[F(j == k) for k in range(len(place))] for j in range(len(place))]
        for x in self.states:
            for _, b, y, p in self.moves[x]:
                if b < self.n - self.f and y in place:
                    a[place[y]][place[x]] -= p
        return dict(zip(self.states, solve(a, [law.get(x, F(0)) for x in self.states])))

    def after(self, law, message):
        """The law after the message is seen next, or the probability that the end is."""
        visits, found, end = self.expected(law), {}, sum(p for x, p in law.items() if x not in self.moves)
        for x, v in visits.items():
            for a, b, y, p in self.moves[x]:
                if (a, b) == message:
                    found[y] = found.get(y, F(0)) + v * p
                elif b < self.n - self.f and y not in self.moves:
                    end += v * p
        return end if message == "end" else found

    def chance(self, transcript, source):
        law = {self.start_at(source): F(1)}
        for word in transcript.split():
            if word == "end":
                return self.after(law, "end")
            law = self.after(law, tuple(map(int, word.split(">"))))
        return sum(law.values())


def rumors():
    found = {}
    form = {"nodes": 3, "curious": 1, "muting": "0", "transcript": "terminated", "self_sends": True, "delayed_start": False}
    law = Law(3, 1, F(0), True, True)
    event = ["0>2 0>2", "0>2 2>2"]
    delta = sum(law.chance(x, 0) - F(3, 2) * law.chance(x, 1) for x in event)
    found["event"] = certificate("rumor", "rumor.thm5.dp.terminated", "delta", "refutes", {**form, "e_epsilon": "3/2"}, {"lower": text(delta)},
                                 {"event": event})
    late = {**form, "muting": "1", "self_sends": False, "delayed_start": True, "e_epsilon": "1"}
    found["expanded"] = certificate("rumor", "rumor.thm5.limit.no_self_sends", "delta", "refutes", late, {"upper": "1/4"},
                                    {"expanded": ["", "0>2", "1>2"]})
    p = [law.chance("0>2 0>2", source) for source in (0, 1)]
    found["odds"] = certificate("rumor", "rumor.thm5.uncertainty.terminated", "uncertainty", "refutes", form,
                                {"upper": text(p[1] / p[0])}, {"transcript": "0>2 0>2", "source": 0})
    unending = {**form, "transcript": "unending"}
    found["floor"] = certificate("rumor", "rumor.thm5.uncertainty", "uncertainty", "supports", unending, {"lower": "1/2", "upper": "1/2"},
                                 {"transcript": "0>2", "source": 0, "expanded": [""], "floor": "1/2"})
    limit = Law(3, 1, F(0), False, True)
    exact = limit.chance("0>2", 0) - F(3, 2) * limit.chance("0>2", 1)
    found["limit"] = certificate("rumor", "rumor.thm5.dp", "delta", "supports", {**unending, "e_epsilon": "3/2"},
                                 {"lower": text(exact), "upper": text(exact)}, {"event": ["0>2"], "expanded": [""]})
    ring = [[0, 1], [0, 3], [1, 2], [2, 3]]
    around = Law(4, 1, F(0), False, False, edges=ring)
    exact = around.chance("0>3", 0) - F(5, 4) * around.chance("0>3", 1)
    found["graph"] = certificate("rumor", None, "delta", "bounds", {**unending, "nodes": 4, "self_sends": False, "edges": ring, "e_epsilon": "5/4"},
                                 {"lower": text(exact), "upper": text(exact)}, {"event": ["0>3"], "expanded": [""]})
    five = Law(5, 2, F(0), True, True)
    said = "2>4 0>3 end"
    p = [five.chance(said, source) for source in (0, 1)]
    found["map"] = certificate("rumor", "rumor.thm10.terminated", "map", "refutes", {**form, "nodes": 5, "curious": 2, "suspects": [0, 1]},
                               {"upper": text(p[0] / max(p))}, {"transcript": said})
    return found


def walks():
    found = {"utility": certificate("ring", "walk.thm1.utility", "noise_events", "refutes", {"users": 3, "rounds": 1}, {"lower": "2", "upper": "2"}, {}),
             "publish": certificate("ring", "walk.thm1.publish", "mu2", "refutes", {"users": 3, "rounds": 2, "noise": "algorithm1", "observer": 2,
                                                                                   "target": 3, "published": True}, {"lower": "inf"}, {}),
             # Two users, observer 2, target 1: the window before the first visit has variance 1, the second 1/2.
             "remark": certificate("ring", "walk.remark1", "mu2", "refutes", {"users": 2, "rounds": 2, "noise": "everyone-n", "observer": 2,
                                                                             "target": 1, "published": False}, {"lower": "3", "upper": "3"}, {}),
             "unbiased": certificate("ring", "walk.thm2.unbiased", "debiased_mean", "refutes",
                                     {"users": 2, "rounds": 1, "buckets": 2, "gamma": "1/2", "values": [0, 0], "bucket": 0},
                                     {"lower": "7/2", "upper": "7/2"}, {}),
             "inclusion": certificate("walk", "walk.thm3.inclusion", "inclusion", "refutes", {"users": 2, "length": 1}, {"lower": "1", "upper": "1"}, {})}
    for n, steps, times, least in itertools.product((3,), range(2, 8), (1, 2), (1, 2)):
        walks_of = [w for w in itertools.product(range(n), repeat=steps) if w.count(1) == times]
        spotted = sum(sum(w[t] == 1 and 0 in (w[t - 1:t] + w[t + 1:t + 2]) for t in range(steps)) >= least for w in walks_of)
        allowed = sum(math.comb(times, j) * F(2, n)**j * (1 - F(2, n))**(times - j) for j in range(least, times + 1))
        if walks_of and F(spotted, len(walks_of)) > allowed:
            share = text(F(spotted, len(walks_of)))
            found["spotted"] = certificate("walk", "walk.lemma2.law", "spotted", "refutes", {"users": n, "steps": steps, "contributions": times,
                                                                                            "at_least": least}, {"lower": share, "upper": share}, {})
            break
    walks_of = [sum(user < 2 for user in walk) >= 3 for walk in itertools.product(range(5), repeat=4)]
    often = text(F(sum(walks_of), len(walks_of)))
    found["often"] = certificate("walk", None, "visits", "bounds", {"users": 5, "places": 2, "steps": 4, "at_least": 3}, {"lower": often, "upper": often}, {})
    n, steps = 3, 40
    least = math.ceil(steps / n + math.sqrt(3 * steps / n * math.log(10)))
    law = {(False, 0): F(1)}
    for _ in range(steps):
        after = {}
        for (at, k), p in law.items():
            for user in range(n):
                key = (user == 0 and not at, k + (user == 1)) if not at else (False, k + 1)
                after[key] = after.get(key, 0) + p / n
        law = after
    chance = sum(p for (_, k), p in law.items() if k >= least)
    found["contributions"] = certificate("walk", "walk.collusion.biased", "contributions", "refutes", {"users": n, "steps": steps, "delta_hat": "1/10"},
                                         {"lower": floor_to(chance - F(1, 2**45))}, {})
    return found


def spectra():
    pair = {"nodes": 2, "edges": [[0, 1]], "weights": "metropolis", "steps": 2, "vector": ["1", "-1"]}
    sure = {"gap": "1", "gap_vector": ["1", "-1"]}
    factor = 2 * (1 - math.sqrt(3 / 4)) / (1 / 4)  # g at gap 1: P_2(0) = 1 - g
    found = {"edges": certificate("spectrum", "muffliato.edges_help", "gap_after", "refutes",
                                  {"nodes": 4, "edges": [[0, 1], [0, 2], [1, 3], [2, 3]], "weights": "metropolis", "added": [0, 3]},
                                  {"upper": "1/2"}, {"before": "2/3", "vector": ["0", "1", "-1", "0"]}),
             "norm": certificate("spectrum", "muffliato.thm7.lemma", "polynomial_norm", "refutes", pair, {"lower": floor_to((1 - factor)**2, 12)}, sure)}
    found["randomized"] = randomized("muffliato.thm8", 3, [[0, 1], [0, 2], [1, 2]], 3, [F(21, 4), F(-21, 4), F(0)], F(1), ["1", "-1", "0"])
    found["stopped"] = randomized("muffliato.thm3", 4, list(map(list, itertools.combinations(range(4), 2))), 5, [F(3), F(-1), F(-3), F(1)], F(1),
                                  ["1", "-1", "0", "0"])
    # a = 3/4, D = (1, -49/50): at r < 1 near 1 the polynomial in the step s is about (r - 1)/2 + s (r - 2)/200 - 49 s^2/100 < 0.
    descent = {"stay": "3/4", "curvatures": ["1", "-49/50"], "rounds": 10000}
    found["descent"] = certificate("spectrum", "muffliato.thm5", "descent", "refutes", descent,
                                   {"lower": floor_to(F(99997, 100000)**20000 / 2, 60)}, {"rate": "99997/100000"})
    return found


def randomized(claim, n, edges, steps, values, sigma2, vector):
    """E of the error over every sequence of edges, by linearity: the covariance starts at x x^T + sigma2 I, x of mean 0."""
    m = [[values[u] * values[v] + (sigma2 if u == v else 0) for v in range(n)] for u in range(n)]
    for _ in range(steps):
        mean = [[F(0)] * n for _ in range(n)]
        for u, v in edges:
            w = [[F(a == b) for b in range(n)] for a in range(n)]
            w[u][u] = w[v][v] = w[u][v] = w[v][u] = F(1, 2)
            mean = [[x + y / len(edges) for x, y in zip(a, b)] for a, b in zip(mean, product(product(w, m), w))]
        m = mean
    error = sum(m[u][u] for u in range(n)) / (2 * n)
    lambda2 = F(n, len(edges))  # complete graphs
    instance = {"nodes": n, "edges": edges, "steps": steps, "noise_variance": text(sigma2), "values": [text(x) for x in values]}
    return certificate("spectrum", claim, "randomized_error", "refutes", instance, {"lower": text(error), "upper": text(error)},
                       {"lambda2": text(lambda2), "vector": vector})


def expressions():
    tail = sum(F(1, 10) * F(9, 10)**(t - 1) / t for t in range(1, 61))
    return {"return time": certificate("expression", "walk.lemma1.constant", "value", "refutes", {"n": "10", "terms": "60"}, {"lower": text(tail)}, {}),
            "negative": certificate("expression", "rumor.eq11", "value", "refutes", {"n": "2", "s": "1", "c": "1", "delta": "1/2"},
                                    {"upper": text(-3 + F(1, 10**12))}, {}),
            "phase": certificate("expression", "rumor.thm9.phases", "value", "refutes", {"n": "5", "s": "1"},
                                 {"lower": floor_to(math.log(5 / 3) / math.log(5 / 4) - 1e-13, 13)}, {}),
            "limit": certificate("expression", "walk.thm6.constraint", "value", "refutes", {"delta": "1/2"},
                                 {"upper": ceil_to(math.log(12.25 * 3 / 2) + 1e-13, 13)}, {}),
            "composition": certificate("expression", "walk.lemma2.advanced", "value", "refutes", {"contributions": "22", "epsilon": "1/100", "delta_prime": "1/1000000000"},
                                       {"lower": floor_to(composed_responses(22, 0.01, 1e-9) - 1e-14)}, {}),
            "snapshots": certificate("expression", "graphwalk.thm41", "value", "refutes", {"contraction": "1/2", "steps": "5", "zeta": "1/5"},
                                     {"lower": text(pair_of_nodes(F(1, 2), 5, F(1, 2)))}, {}),
            "parity": certificate("expression", "netshuffle.bipartite", "value", "refutes", {"e_epsilon0": "3"}, {"lower": "1/2"}, {}),
            "dropout": certificate("expression", "girth.dropouts", "value", "refutes", {"leaves": "3", "absent": "1"}, {"upper": "1"}, {}),
            "first hits": certificate("expression", "graphwalk.hitting", "value", "refutes", {"moves": "1/10", "steps": "14"},
                                      {"lower": text(pair_of_nodes(F(1, 10), 14, F(1)))}, {})}


def pair_of_nodes(moves, steps, c):
    """What node 0 reads of node 1, over all walks of a token: a gap of m hidden steps, all of node 1, loses (sum of c^j)^2 over the sum of c^2j."""
    total = F(0)
    for walk in itertools.product((0, 1), repeat=steps + 1):
        chance, hidden = F(1, 2), 0
        for before, at in zip(walk, walk[1:]):
            chance *= moves if before != at else 1 - moves
        for holder, after in zip(walk, walk[1:]):
            hidden = hidden + 1 if holder else 0
            if hidden and not after:
                total += chance * sum(c**j for j in range(hidden))**2 / sum(c**(2 * j) for j in range(hidden))
    return total


def composed_responses(k, epsilon, slack):
    """The delta of k randomized responses, by all outcomes, at sqrt(k ln(1/slack)) epsilon + k epsilon (e^epsilon - 1)."""
    promised, truth = math.sqrt(-k * math.log(slack)) * epsilon + k * epsilon * math.expm1(epsilon), math.exp(epsilon) / (1 + math.exp(epsilon))
    chance = [math.prod([truth] * (k - j) + [1 - truth] * j) for j in range(k + 1)]
    return math.fsum(math.comb(k, j) * max(0, chance[j] - math.exp(promised) * chance[k - j]) for j in range(k + 1))


def sample():
    n, graphs, p = 400, 20, F(16, 1000)
    pairs, nodes = list(itertools.combinations(range(n), 2)), []
    for j in range(graphs):
        words = []
        for block in range((len(pairs) + 7) // 8):
            name = f"hearsay-certificate/1 muffliato.er_gap graph {j} block {block}"
            words += struct.unpack(">8I", hashlib.sha256(name.encode()).digest())
        near = [[] for _ in range(n)]
        for (u, v), word in zip(pairs, words):
            if word < math.floor(p * 2**32):
                near[u].append(v)
                near[v].append(u)
        rest = [sum(F(1, 1 + max(len(near[v]), len(near[w]))) for w in near[v]) for v in range(n)]
        v = min(range(n), key=rest.__getitem__)
        assert rest[v] * n / (n - 1) < F(1, 2)
        nodes.append(v)
    value = text(F(1, 2**graphs))
    instance = {"model": "erdos-renyi", "nodes": n, "p": text(p), "graphs": graphs, "weights": "metropolis"}
    return {"sample": certificate("sample", "muffliato.er_gap", "p_value", "refutes", instance, {"lower": value, "upper": value}, {"nodes": nodes})}


def linears():
    """A = (1, 0)^T, B = [[1, 1], [0, 1]]: b = (1, 0), z = (1, 0), loss 1; w = (1, -1): w.b = 1, B^T w = (1, 0)."""
    instance = {"rows": 2, "inputs": 1, "noises": 2, "signal": [[0, 0, "1"]], "noise": [[0, 0, "1"], [0, 1, "1"], [1, 1, "1"]],
                "direction": [[0, "1"]]}
    bare = {**instance, "noises": 1, "noise": [[1, 0, "1"]]}
    return {"linear": certificate("linear", None, "loss", "bounds", instance, {"lower": "1", "upper": "1"}, {"z": [[0, "1"]], "w": [[0, "1"], [1, "-1"]]}),
            "linear bare": certificate("linear", None, "loss", "bounds", bare, {"lower": "inf"}, {"w": [[0, "1"]]})}


def visits():
    """Of n^T walks those that go to the first `places` users so often, counted one by one."""
    found = {}
    for name, claim, (users, places, steps, least), parameters in (
            ("chernoff", "walk.chernoff", (9, 1, 1, 1), {"delta": "1/10"}), ("spotted tail", "walk.lemma2", (17, 2, 1, 1), {"delta": "1/9"}),
            ("colluders", "walk.collusion.law", (3, 1, 1, 1), None), ("minimum", "walk.thm6.min", (2980, 1, 1, 1), {"epsilon": "1", "delta": "1/1000"}),
            ("stop", "muffliato.appendixD2.stop", (2, 1, 6, 6), {"more": "3"})):
        shown = sum(sum(user < places for user in walk) >= least for walk in itertools.product(range(users), repeat=steps))
        chance = text(F(shown, users**steps))
        instance = {"users": users, "places": places, "steps": steps, "at_least": least}
        found[name] = certificate("walk", claim, "visits", "refutes", instance | ({"parameters": parameters} if parameters else {}),
                                  {"lower": chance, "upper": chance}, {})
    # Two users, two steps, noise of variance 1 and 1/2; 2 (3/4 + 1/8) = 7/4, debiased 13/6.
    found["shared noise"] = certificate("ring", "walk.remark1.utility", "noise_events", "refutes", {"users": 2, "rounds": 1, "noise": "everyone-n"},
                                        {"lower": "3/2", "upper": "3/2"}, {})
    found["answers"] = certificate("ring", "walk.thm6.unbiased", "debiased_mean", "refutes",
                                   {"users": 2, "rounds": 1, "buckets": 2, "gamma": "1/4", "values": [0, 0], "bucket": 0, "initial": False},
                                   {"lower": "13/6", "upper": "13/6"}, {})
    return found


def protocol_matrices(i):
    """(A, B, variances of B's columns) of what is seen, A's columns the target's changes: a column at a time, by running the protocol on it."""
    n, edges, rounds = i["nodes"], i["edges"], i["rounds"]
    near = [[v for e in edges if u in e for v in e if v != u] for u in range(n)]
    w = gossip(n, edges)
    if i["weights"] == "lazy":
        w = [[(x + (u == v)) / 2 for v, x in enumerate(row)] for u, row in enumerate(w)]
    if i["weights"] == "uniform":
        w = [[F(1, len(near[u]) + 1) if v == u or v in near[u] else F(0) for v in range(n)] for u in range(n)]
    gamma, fed = F(i.get("gamma", 1)), {(t, u): F(f) for t, u, f in i.get("feedback", [])}

    def column(start):
        """What is seen where start[t][u] joins node u's state in round t."""
        state, past, rows = [F(0)] * n, [F(0)] * n, []
        for t in range(1, rounds + 1):
            state = [x * (1 + fed.get((t, u), 0)) + start.get((t, u), 0) for u, x in enumerate(state)]
            if i["view"] == "messages":
                rows += [state[v] for o in i["observers"] for v in near[o] if v not in i["observers"]]
            elif i["view"] == "states":
                rows += [state[o] for o in i["observers"]]
            elif i["view"] == "all" or t == rounds:
                rows += state
            mean = [dot(row, state) for row in w]
            past, state = state, mean if t == 1 else [gamma * x + (1 - gamma) * y for x, y in zip(mean, past)]
        return rows

    known = set(i["observers"]) if i["own_noise"] else set()
    sources, once = [], range(1, i["injections"] + 1)
    for kind, sigma in i["noise"].items():
        if kind == "node":
            sources += [(F(sigma)**2, column({(t, u): 1})) for t in once for u in range(n) if u not in known]
        if kind == "pair":
            sources += [(F(sigma)**2, column({(t, u): 1, (t, v): -1})) for t in once for u, v in edges if not known & {u, v}]
    signals = [column({(t, i["target"]): 1}) for t in range(1, i["changes"] + 1)]
    size = len(signals[0])
    if "link" in i["noise"]:
        sources += [(F(i["noise"]["link"])**2, [F(j == k) for j in range(size)]) for k in range(size)]
    if "copies" in i["noise"]:
        names = [(t, v, o) for t in range(rounds) for o in i["observers"] for v in near[o] if v not in i["observers"]]
        for t, v, x in {(t, v, x) for t, v, _ in names for x in near[v]}:
            sources.append((F(i["noise"]["copies"])**2, [F((s, a) == (t, v)) * ((o == x) - F(1, len(near[v]))) for s, a, o in names]))
    return signals, [y for _, y in sources], [x for x, _ in sources]


def protocol_products(i):
    """M, or None where a change is seen without noise: b_s^T (B B^T)^+ b_t."""
    signals, columns, variances = protocol_matrices(i)
    size = len(signals[0])
    if size == 0:
        return [[F(0)] * len(signals) for _ in signals]
    gram = [[sum(v * x[j] * x[k] for v, x in zip(variances, columns)) for k in range(size)] for j in range(size)]
    tests = [solve(gram, b) for b in signals]
    return None if None in tests else [[dot(w, b) for b in signals] for w in tests]


def protocol(claim, quantity="loss", **fields):
    """A refutation with both ends; the path 0-1-2 seen from 0, which knows its own noise, unless fields say otherwise."""
    rounds = fields.get("rounds", 1)
    instance = {"nodes": 3, "edges": [[0, 1], [1, 2]], "weights": "metropolis", "rounds": rounds, "injections": rounds, "changes": rounds,
                "noise": {"node": "1"}, "observers": [0], "own_noise": True, "view": "messages", "target": 2, **fields}
    m = protocol_products(instance)
    if m is None:
        proves = {"lower": "inf"}
    else:
        streams = list(zip(*instance["vectors"])) if quantity == "vectors" else itertools.product((1, -1), repeat=len(m))
        losses = [sum(F(x) * F(y) * m[s][t] for s, x in enumerate(stream) for t, y in enumerate(stream)) for stream in streams]
        value = {"loss": max, "vectors": sum, "absolute_sum": lambda _: sum(abs(x) for row in m for x in row)}[quantity](losses)
        proves = {"lower": text(value), "upper": text(value)}
    return certificate("protocol", claim, quantity, "refutes", instance, proves, {})


def protocols():
    pair, triangle, leaves = {"nodes": 2, "edges": [[0, 1]], "target": 1}, [[0, 1], [0, 2], [1, 2]], 26
    one_round, token = {"edges": triangle, "view": "all", "noise": {"node": "1", "pair": "1"}}, {"nodes": 1, "edges": [], "view": "final",
                                                                                               "observers": [], "own_noise": False, "target": 0}
    return {"unit vectors": protocol("linear.vectors", "vectors", **pair, weights="lazy", rounds=4, own_noise=False,
                                     vectors=[["1", "0"], ["3/5", "4/5"], ["0", "-1"], ["-5/13", "12/13"]]),
            "accelerated": protocol("linear.acceleration", rounds=3, injections=1, changes=1, gamma="3/2", noise={"node": "1", "link": "1"}),
            "hidden": protocol("linear.adaptive.hidden", rounds=2, feedback=[[2, 1, "2"]]),
            "adaptive": protocol("stream.adaptive", rounds=3, own_noise=False, view="states", observers=[1], target=0,
                                 feedback=[[2, 2, "-1"], [3, 2, "-1"]]),
            "zero sum": protocol("corr.zero_sum", **{**pair, "target": 0}, noise={"pair": "1"}, observers=[], own_noise=False, view="all"),
            "copies": protocol("corr.copies", nodes=4, edges=[[0, 1], [0, 2], [0, 3]], noise={"copies": "1"}, observers=[1, 2], target=0),
            "all copies": protocol("corr.copies", edges=[[0, 1], [0, 2]], noise={"copies": "1"}, observers=[1, 2], target=0),
            "absolute values": protocol("mfdl.sum_abs.local", "absolute_sum", rounds=5, target=1),
            "uniform": protocol("mfdl.muffliato.uniform", nodes=leaves + 3, edges=[[0, 1], [1, 2]] + [[2, k + 3] for k in range(leaves)],
                                weights="uniform", rounds=2),
            "curious": protocol("decor.curious", **one_round), "one less": protocol("decor.closed_form.curious", **one_round),
            "mu": protocol("decor.fdp_mu", **one_round, observers=[]),
            "precision": protocol("decor.precision", **{**one_round, **pair, "target": 0}, observers=[]), "translated": protocol("graphwalk.lemma42.limit", **token, rounds=2, changes=1),
            "expanded token": protocol("graphwalk.lemma43", **token, rounds=2, changes=1, feedback=[[2, 0, "1"]]),
            "widened": protocol("graphwalk.lemmaD3", **token, rounds=2, changes=1, feedback=[[2, 0, "1"]])}


def examples():
    return {**views(), **bundles(), **streams(), **rates(), **rumors(), **walks(), **spectra(), **expressions(), **sample(), **linears(), **visits(), **protocols()}
