# SPDX-License-Identifier: GPL-3.0-or-later
"""Certificates spoiled in one place: mutants(examples) -> [(name, bytes)], none of which proves what it says."""
import copy
import hashlib
import json
from fractions import Fraction as F

STEP = F(1, 10**30)
OTHER_CLAIM = {"view": "stream.thm6", "ring": "walk.thm3.inclusion"}


def changed(x, path, value):
    """A copy with the value at `path`, a list of keys and indices; `None` as value of a removed key is REMOVED."""
    x = copy.deepcopy(x)
    inner = x
    for key in path[:-1]:
        inner = inner[key]
    if value is REMOVED:
        del inner[path[-1]]
    elif isinstance(inner, list) and path[-1] == len(inner):
        inner.append(value)
    else:
        inner[path[-1]] = value
    return x


REMOVED = object()


def paths(x, at=()):
    """Every (path, value) below x."""
    pairs = x.items() if isinstance(x, dict) else enumerate(x) if isinstance(x, list) else ()
    for key, value in pairs:
        yield (*at, key), value
        yield from paths(value, (*at, key))


def spoiled_form(name, c):
    """The same number or list in a form that is not allowed, at the first place of each sort."""
    yield "no format", changed(c, ["format"], REMOVED)
    yield "format", changed(c, ["format"], "hearsay-certificate/0")
    yield "unknown key", changed(c, ["hint"], 1)
    for key in ("kind", "claim", "quantity", "verdict", "instance", "proves", "evidence"):
        if key in c and not (c["kind"] == "bundle" and key == "claim"):
            yield f"no {key}", changed(c, [key], REMOVED)
            yield f"{key} a list", changed(c, [key], [])
    done = set()
    for path, value in paths(c):
        inside = path[0] in ("instance", "evidence", "proves", "certificates")
        sort = (path[0], type(value))
        if not inside or sort in done or "note" in path:
            continue
        if type(value) is str and value.lstrip("-").replace("/", "").isdigit():
            done.add(sort)
            p = F(value)
            for form in (f"{2 * p.numerator}/{2 * p.denominator}", f"{value}/1" if "/" not in value else f"{value}0/0", f" {value}", f"{value}.0",
                         f"{value}e0", "-0", "+1", "0" + value, "", "1/-2", "\u0661"):
                yield f"{path}: {form!r}", changed(c, path, form)
            yield f"{path}: a float", changed(c, path, float(p))
            yield f"{path}: null", changed(c, path, None)
        elif type(value) is int:
            done.add(sort)
            for form in (value + 0.0, str(value), True, -1 - value, 10**20, None):
                yield f"{path}: {form!r}", changed(c, path, form)
        elif type(value) is bool:
            done.add(sort)
            yield f"{path}: 1", changed(c, path, 1)


def spoiled_meaning(name, c):
    """Another claim, kind, quantity or verdict; ends tightened; evidence dropped or repeated."""
    for kind, quantity in (("view", "loss"), ("stream", "loss"), ("rate", "rate"), ("rumor", "delta"), ("ring", "mu2"), ("walk", "spotted"),
                           ("spectrum", "descent"), ("linear", "loss"), ("sample", "p_value"), ("protocol", "loss")):
        if kind != c["kind"]:
            yield f"kind {kind}", {**c, "kind": kind, "quantity": quantity}
    for quantity in ("loss", "loss_mean", "eq6_sum", "constant", "mu2", "p_value", "nothing"):
        if quantity != c["quantity"] and not (c["kind"] == "stream" and quantity == "constant"):
            yield f"quantity {quantity}", {**c, "quantity": quantity}
    if c["claim"] is not None:
        yield "verdict", {**c, "verdict": {"refutes": "supports", "supports": "refutes"}[c["verdict"]]}
        yield "bounds of a claim", {**c, "verdict": "bounds"}
        yield "unknown claim", {**c, "claim": "muffliato.thm99"}
        yield "claim of another kind", {**c, "claim": "walk.lemma1" if c["kind"] != "expression" else "muffliato.thm1"}
        yield "its own bound too", {**c, "says": {"relation": "<=", "bound": "0"}}
        yield "no claim, no statement", {**c, "claim": None}
    else:
        yield "refutes nothing", {key: value for key, value in {**c, "verdict": "refutes"}.items() if key != "says"}
    rough = "bits" in c["evidence"] or c["kind"] == "expression" or c["quantity"] in ("contributions", "polynomial_norm")
    step = F(1, 2**20) if rough else STEP
    for end, sign in (("lower", 1), ("upper", -1)):
        if end in c["proves"] and c["proves"][end] != "inf" and not (c["kind"] == "ring" and c["quantity"] == "x"):
            yield f"{end} tightened", changed(c, ["proves", end], str(F(c["proves"][end]) + sign * step))
    yield "proves nothing", {**c, "proves": {}}
    yield "infinite", {**c, "proves": {"upper": "inf"}}
    for key in c["evidence"]:
        if key not in ("bits", "constant") and (name, key) not in (("bits own gram", "gram_lower"), ("constant", "upper")):  # trivial ends
            yield f"evidence without {key}", changed(c, ["evidence", key], REMOVED)
    yield "evidence with more", changed(c, ["evidence", "matrix"], [["1"]])
    yield "instance with more", changed(c, ["instance", "matrix"], [["1"]])
    for key in c["instance"]:
        if key not in ("parameters", "note", "nearer", "steps_per_round", "tau2", "target"):
            yield f"instance without {key}", changed(c, ["instance", key], REMOVED)


def spoiled_terms(name, c):
    """Terms changed, dropped, repeated, out of order, of what is not received."""
    for path, value in paths(c["evidence"]):
        if path[-1] in ("terms", "w", "z") and value and "bits" not in c["evidence"] and value is not None:
            at = ["evidence", *path]
            number = value[0][-1]
            if len(value) > 1 and name != "min-degree":  # one weight, or a loss of 1, needs no particular numbers
                yield f"{path}: changed", changed(c, [*at, 0, len(value[0]) - 1], str(F(number) + 1))
            yield f"{path}: dropped", changed(c, at, value[1:])
            yield f"{path}: repeated", changed(c, at, [value[0], *value])
            yield f"{path}: short", changed(c, [*at, 0], value[0][:-1])
            if len(value) > 1:
                yield f"{path}: reversed", changed(c, at, value[::-1])
            if path[-1] == "terms":
                node = len(value[0]) - 2
                yield f"{path}: of nobody", changed(c, [*at, 0, node], c["instance"]["nodes"])
                yield f"{path}: of the target", changed(c, at, [[*value[0][:node], c["instance"].get("target", 2), "1"]])
                yield f"{path}: too late", changed(c, at, [*value, [999, *value[0][1:]]])
            return


def one_instance(examples):
    """Changes of single instances that make them false, each with its reason in the name."""
    def of(name, *changes):
        c = examples[name]
        for path, value in changes:
            c = changed(c, path, value)
        return c
    for path, value, why in ((["instance", "own_noise"], True, "trust model"), (["instance", "steps"], 1, "fewer steps"),
                             (["instance", "target"], 1, "target"), (["instance", "target"], 0, "the observer as target"),
                             (["instance", "observers"], [1], "observer"), (["instance", "observers"], [0, 0], "an observer twice"),
                             (["instance", "edges"], [[0, 1], [0, 2], [1, 2]], "graph"), (["instance", "edges"], [[1, 2], [0, 1]], "edges out of order"),
                             (["instance", "edges"], [[1, 0], [1, 2]], "an edge backwards"), (["instance", "edges"], [[0, 1], [0, 1], [1, 2]], "an edge twice"),
                             (["instance", "edges"], [[0, 1], [1, 1], [1, 2]], "a loop"), (["instance", "weights"], "min-degree", "weights"),
                             (["instance", "weights"], "given", "weights given"), (["instance", "rounds"], [[[0, 1]]], "edges and rounds"),
                             (["instance", "observers"], [], "no observer"), (["instance", "group"], [1, 2], "target and group"),
                             (["instance", "tau2"], "0", "tau2 0"), (["instance", "tau2"], "1/10", "noise on messages"),
                             (["instance", "nearer"], 2, "nearer is the target"), (["evidence", "gram_lower"], "1/100", "gram_lower without bits"),
                             (["evidence", "bits"], 16, "too few bits"), (["instance", "parameters"], {"eq6": "0"}, "a parameter for a variable"),
                             (["instance", "parameters"], {"alpha": "0"}, "a parameter that the row does not take"),
                             (["evidence", "combinations", 0, "target"], 1, "another's combination"),
                             (["evidence", "combinations"], [{"target": 2, "terms": []}] * 2, "a combination twice")):
        yield f"thm1: {why}", of("thm1", (path, value))
    yield "thm1: disconnected", of("thm1", (["instance", "nodes"], 4))
    yield "first_step: equality refuted", of("first_step", (["verdict"], "refutes"))
    yield "distance: nearer is farther", of("distance", (["instance", "nearer"], 4), (["instance", "target"], 2))
    yield "distance: no nearer", of("distance", (["instance", "nearer"], REMOVED))
    yield "tau2: less noise", of("tau2", (["instance", "tau2"], "1/50"))
    yield "group: above 1", of("group", (["evidence", "combinations", 1, "direction", 0, 1], "3/2"))
    yield "group: a stranger", of("group", (["evidence", "combinations", 1, "direction"], [[0, "1"], [1, "1"]]))
    for k in (0, 1):
        yield f"pair: sign {k} missing", of("pair", (["evidence", "combinations", k], REMOVED))
    yield "group: of one", of("group", (["instance", "group"], [1]))
    yield "group: with the observer", of("group", (["instance", "group"], [0, 1]))
    yield "given: a gap, of weights of no rule", of("given", (["evidence", "gap"], "-5"))
    yield "given: a claim", {**of("given", (["verdict"], "refutes")), "claim": "muffliato.thm1"}
    yield "given: bits", of("given", (["evidence", "bits"], 64))
    yield "given: an entry twice", of("given", (["instance", "entries", 1], [0, 0, "1/2"]))
    yield "gram: too good", of("bits gram", (["evidence", "gram_lower"], "3"))
    yield "gram: 0", of("bits gram", (["evidence", "gram_lower"], "0"))
    yield "gram: own noise too good", of("bits own gram", (["evidence", "gram_lower"], "1/3"))
    yield "bits gram: terms off", of("bits gram", (["evidence", "combinations", 0, "terms", 0, 2], "1/7"))
    yield "gram: of rounds", of("index", (["evidence", "bits"], 128), (["evidence", "gram_lower"], "1/10"))
    yield "own bound: says more", of("own bound", (["says", "relation"], ">="))
    for bound in ("1", "nowhere", ["+"], ["/", "1", ["-", "1", "1"]], ["ln", "0"], ["sqrt", "-1"], ["eval", "1"], ["^", "2", "1/2"], ["sum", "k", "0", "3"],
                  ["choose", "-1", "2"], [], 1, None, ["exp", "1", "2"], ["ceil", ["exp", ["ln", "2"]]]):
        yield f"own bound: {bound}", of("own bound", (["says", "bound"], bound))
    deep = "1"
    for _ in range(200):
        deep = ["-", deep]
    yield "own bound: deep", of("own bound", (["says", "bound"], deep))
    yield "bundle: a key twice", of("bundle", (["certificates", 0, "instance", "nodes"], 3))
    yield "bundle: a member's format", of("bundle", (["certificates", 0, "format"], "hearsay-certificate/1"))
    yield "bundle: a member false", of("bundle", (["certificates", 1, "proves", "lower"], "1"))
    yield "bundle: empty", of("bundle", (["certificates"], []))
    yield "bundle: covers without claim", of("bundle", (["covers"], {"nodes": [2, 3], "steps": [1, 1], "weights": "metropolis"}))
    yield "bundle in a bundle", of("bundle", (["certificates", 0, "kind"], "bundle"))
    for k in range(len(examples["cover"]["certificates"])):
        yield f"cover: without member {k}", of("cover", (["certificates", k], REMOVED))
    for path, value in ((["covers", "nodes"], [2, 4]), (["covers", "steps"], [1, 2]), (["covers", "weights"], "min-degree"), (["covers", "nodes"], [3, 2]),
                        (["covers", "nodes"], [2]), (["claim"], "muffliato.thm1"), (["covers", "nodes"], [3, 3]), (["covers", "steps"], [2, 2])):
        yield f"cover: {path} {value}", of("cover", (path, value))
    yield "sgd: a stream above 1", of("sgd", (["evidence", "lower", "stream", 0], "2"))
    yield "sgd: a stream too short", of("sgd", (["evidence", "lower", "stream"], ["1"]))
    yield "sgd: states", of("sgd", (["instance", "view"], "states"))
    yield "sgd: upper and constant", of("sgd", (["evidence", "constant"], {"terms": []}))
    yield "sgd: more noise unknown", of("sgd", (["instance", "target"], 0), (["instance", "own_noise"], True))
    yield "sgd: round 0", of("sgd", (["evidence", "lower", "terms", 0, 0], 0))
    yield "constant: residual with known noise", of("constant", (["evidence", "upper", "terms", 0, 3], "1/3"), (["proves"], {"upper": "3/2"}))
    yield "constant: K changed", of("constant", (["instance", "steps_per_round"], 1))
    yield "diagonal: too small", of("diagonal", (["evidence", "upper", "diagonal", 1], "1/2"), (["proves"], {"upper": "5/2"}))
    yield "diagonal: residual with known noise", of("diagonal residual", (["instance", "own_noise"], True), (["proves"], {"upper": "4"}))
    yield "diagonal: a column missing", of("diagonal", (["evidence", "upper", "columns"], examples["diagonal"]["evidence"]["upper"]["columns"][1:]))
    yield "diagonal: with bits", of("diagonal", (["evidence", "bits"], 128))
    yield "absolute: an upper end", of("absolute", (["evidence", "upper"], {"terms": []}))
    yield "absolute: no constant", of("absolute", (["evidence", "constant"], REMOVED))
    yield "rate: adjoint off", of("rate", (["evidence", "adjoint", 0, 9], "1/5"))
    yield "rate: a stream above 1", of("rate", (["evidence", "stream", 0], "2"))
    yield "rate: two rounds, one vector", of("rate", (["evidence", "stream"], ["1", "1"]))
    yield "rate: nothing", of("rate", (["evidence", "adjoint", 0], ["0"] * 10))
    yield "rate: own noise", of("rate", (["instance", "own_noise"], True))
    yield "rate: an isolated node", of("rate", (["instance", "nodes"], 11), (["evidence", "adjoint", 0, 10], "0"))
    two = {"nodes": 2, "weights": "min-degree", "edges": [[0, 1]], "observers": [0], "own_noise": False, "view": "states", "target": 1}
    yield "rate: not primitive", of("rate", (["instance"], two), (["claim"], None), (["verdict"], "bounds"), (["evidence", "adjoint"], [["1", "1"]]),
                                    (["proves"], {"lower": "1/2"}))
    yield "own rate: target observed", of("own rate", (["instance", "target"], 0))
    for event in (["0>2", "0>2 0>2"], ["0>1"], ["0>2 0>2", "0>2 0>2"], ["end"], ["0>2 end 0>2"], ["3>2"], [], ["0-2"], ["0>2  0>2"], ["0>2 0>2\n"], [3]):
        yield f"event: {event}", of("event", (["evidence", "event"], event))
    yield "event: end of the unending", of("event", (["instance", "transcript"], "unending"), (["evidence", "event"], ["0>2 end"]), (["proves"], {"lower": "0"}))
    yield "event: e below 1", of("event", (["instance", "e_epsilon"], "1/2"))
    yield "event: muting 2", of("event", (["instance", "muting"], "2"))
    yield "event: delayed without muting 1", of("event", (["instance", "delayed_start"], True))
    yield "event: one honest node", of("event", (["instance", "curious"], 2))
    yield "event: seven nodes", of("event", (["instance", "nodes"], 7))
    yield "graph: complete", of("graph", (["instance", "edges"], REMOVED))
    yield "graph: another", of("graph", (["instance", "edges"], [[0, 1], [1, 2], [2, 3]]))
    yield "graph: in two parts", of("graph", (["instance", "edges"], [[0, 3], [1, 2]]))
    yield "graph: a row of the complete graph", of("graph", (["claim"], "rumor.thm5.dp"), (["verdict"], "supports"))
    yield "event: self sends", of("event", (["instance", "self_sends"], False))
    yield "event: unending", of("event", (["instance", "transcript"], "unending"))
    for tree in (["", "0>2"], ["0>2", "1>2"], ["", "0>2", "1>2", "0>2 1>2 0>2"], ["", "", "0>2", "1>2"], ["", "0>2", "1>2", "0>2 end"], ["", "0>2", "1>2", "2>2"], []):
        yield f"expanded: {tree}", of("expanded", (["evidence", "expanded"], tree))
    yield "odds: another source", of("odds", (["evidence", "source"], 1))
    yield "odds: a curious source", of("odds", (["evidence", "source"], 2))
    yield "odds: impossible", of("odds", (["evidence", "transcript"], "1>2 0>2 1>2 0>2 end"), (["instance", "self_sends"], False))
    yield "odds: no source", of("odds", (["evidence", "source"], REMOVED))
    yield "floor: too high", of("floor", (["evidence", "floor"], "51/100"), (["proves", "lower"], "51/100"))
    yield "floor: negative", of("floor", (["evidence", "floor"], "-1"), (["proves"], {"lower": "-1"}), (["verdict"], "refutes"))
    yield "floor: no tree", of("floor", (["evidence", "expanded"], REMOVED))
    yield "map: other suspects", of("map", (["instance", "suspects"], [0, 2]))
    yield "map: a curious suspect", of("map", (["instance", "suspects"], [0, 3]))
    yield "map: one suspect", of("map", (["instance", "suspects"], [0]))
    yield "map: nobody shown", of("map", (["evidence", "transcript"], "2>4"))
    for name, path, value in (("publish", ["published"], False), ("publish", ["target"], 2), ("publish", ["rounds"], 1), ("publish", ["noise"], "everyone-n"),
                              ("publish", ["observer"], 4), ("publish", ["target"], 1), ("remark", ["noise"], "everyone-n-1"), ("remark", ["users"], 3),
                              ("remark", ["published"], True), ("utility", ["users"], 1), ("utility", ["rounds"], 2), 
                              ("unbiased", ["gamma"], "1"), ("unbiased", ["values"], [0, 2]), ("unbiased", ["values"], [0]), ("unbiased", ["bucket"], 2),
                              ("unbiased", ["rounds"], 2), ("unbiased", ["gamma"], "-1/2"), ("inclusion", ["users"], 3), ("inclusion", ["users"], 1), ("inclusion", ["length"], 0),
                              ("spotted", ["contributions"], 100), ("spotted", ["steps"], 3), ("spotted", ["users"], 5), ("contributions", ["delta_hat"], "1/2"),
                              ("contributions", ["steps"], 10), ("contributions", ["delta_hat"], "0"), ("contributions", ["users"], 40), ("contributions", ["delta_hat"], "1/1000"),
                              ("edges", ["added"], [0, 1]), ("edges", ["added"], [3, 0]), ("edges", ["weights"], "uniform"), ("edges", ["nodes"], 81),
                              ("norm", ["vector"], ["0", "0"]), ("norm", ["vector"], ["1", "1"]),
                              ("norm", ["steps"], 1), ("randomized", ["steps"], 4), ("randomized", ["noise_variance"], "0"), ("randomized", ["edges"], [[0, 1], [1, 2]]),
                              ("randomized", ["edges"], []), ("stopped", ["steps"], 4), ("descent", ["stay"], "2"), ("descent", ["curvatures"], ["1", "-1"]),
                              ("descent", ["constant"], "1"), ("descent", ["rounds"], 9000), ("minimum", ["m"], "7"), ("minimum", ["n"], "13/2"), ("minimum", ["epsilon"], "2"),
                              ("minimum", ["epsilon"], "0"), ("return time", ["terms"], "20"), ("chernoff", ["delta"], "1"),
                              ("chernoff", ["n"], "20"), ("sample", ["p"], "1/20"), ("sample", ["p"], "1/100"), ("sample", ["graphs"], 19), ("sample", ["nodes"], 401),
                              ("sample", ["model"], "regular"), ("sample", ["p"], "2"), ("sample", ["weights"], "min-degree"), ("linear", ["direction"], [[0, "2"]]),
                              ("linear", ["rows"], 1), ("linear", ["noise"], [[0, 0, "2"]])):
        yield f"{name}: {path} {value}", of(name, (["instance", *path], value))
    yield "edges: before too good", of("edges", (["evidence", "before"], "3/4"))
    yield "edges: vector not orthogonal", of("edges", (["evidence", "vector"], ["1", "1", "-1", "0"]))
    yield "edges: vector 0", of("edges", (["evidence", "vector"], ["0"] * 4))
    yield "edges: another vector", of("edges", (["evidence", "vector"], ["1", "0", "0", "-1"]))
    yield "norm: gap too small", of("norm", (["evidence", "gap"], "1/2"))
    yield "norm: gap too large", of("norm", (["evidence", "gap"], "5/4"))
    yield "randomized: lambda2 too good", of("randomized", (["evidence", "lambda2"], "11/10"))
    yield "randomized: lambda2 too small", of("randomized", (["evidence", "lambda2"], "9/10"))
    yield "descent: rate below both eigenvalues", of("descent", (["evidence", "rate"], "1/4"), (["proves", "lower"], "0"))
    yield "descent: rate above 1", of("descent", (["evidence", "rate"], "3/2"))
    yield "sample: one graph not shown", of("sample", (["evidence", "nodes", 0], None))
    yield "sample: another node", of("sample", (["evidence", "nodes", 0], (examples["sample"]["evidence"]["nodes"][0] + 1) % 400))
    yield "sample: one node missing", of("sample", (["evidence", "nodes", 0], REMOVED))
    yield "linear: for a claim", {**of("linear", (["verdict"], "refutes")), "claim": "muffliato.thm1"}
    yield "linear bare: finite", of("linear bare", (["instance", "noise"], [[0, 0, "1"]]))


def protocols(examples):
    """Runs outside of what the row's claim says, one change each; what they prove is as little as their verdict wants."""
    bounds = {"unit vectors": "4", "accelerated": "1/5", "hidden": "1/5", "adaptive": "3/10", "absolute values": "51/10", "uniform": "1/10",
              "curious": "3/5", "one less": "16/25", "mu": "2/5", "precision": "2/3", "copies": "2", "zero sum": "inf", "translated": "3/4", "expanded token": "3/4",
              "widened": "3/4"}
    triangle, path = [[0, 1], [0, 2], [1, 2]], [[0, 1], [1, 2]]
    common = (("rounds", 1000001), ("weights", "min-degree"), ("view", "nothing"), ("changes", 13), ("injections", 0), ("noise", {"thermal": "1"}),
              ("noise", []), ("feedback", [[0, 0, "1"]]), ("feedback", [["1", 0, "1"]]), ("vectors", []), ("gamma", 1), ("target", 99), ("observers", [99]))
    bare = (("noise", {}), ("noise", {"node": "0"}), ("noise", {"node": "1/100"}), ("noise", {"node": "100"}))
    stream = (*bare, ("changes", 1), ("injections", 1), ("gamma", "3/2"), ("noise", {"node": "1", "pair": "1"}), ("noise", {"node": "1", "link": "1/2"}),
              ("view", "all"), ("view", "final"), ("weights", "uniform"))
    heard = (*stream, ("view", "states"), ("observers", []), ("nodes", 4))
    steps = (("noise", {"pair": "1", "link": "1/2"}), ("noise", {"pair": "1", "copies": "1"}), ("rounds", 2), ("view", "messages"), ("view", "states"), ("view", "final"))
    decor = (*steps, ("edges", path), ("nodes", 4), ("noise", {"node": "1"}), ("noise", {"pair": "1"}), ("feedback", [[1, 2, "1"]]))
    token = (*bare, ("view", "all"), ("view", "states"), ("changes", 2), ("injections", 1), ("nodes", 2), ("noise", {"node": "1", "link": "1"}), ("gamma", "3"),
             ("rounds", 1))
    cases = {
        "unit vectors": (*heard, ("feedback", [[2, 1, "1"]]), ("vectors", [["1", "0"]] * 4), ("vectors", [["1", "0"]] * 3), ("vectors", [["1"]] * 4),
                         ("vectors", [["1", "0"], ["1", "1"], ["0", "-1"], ["-1", "1"]]), ("vectors", "1"), ("vectors", ["1"] * 4)),
        "accelerated": (("gamma", "1"), ("gamma", "2"), ("gamma", "10"), ("gamma", "-3/2"), ("noise", {"node": "1"}), ("noise", {"node": "1", "link": "1/10"}),
                        ("noise", {"node": "1/100", "link": "1"}), ("noise", {"node": "1", "link": "1", "pair": "1"}), ("noise", {"link": "1"}), ("injections", 3),
                        ("own_noise", False), ("observers", [0, 1]), ("observers", []), ("weights", "lazy"), ("weights", "uniform"), ("view", "states"),
                        ("view", "all"), ("view", "final"), ("feedback", [[2, 1, "1"]]), ("nodes", 4)),
        "hidden": (*heard, ("own_noise", False), ("feedback", []), ("feedback", [[2, 1, "0"]]), ("feedback", [[2, 0, "2"]]), ("feedback", [[2, 2, "2"]]),
                   ("feedback", [[1, 1, "2"]]), ("observers", [0, 1]), ("weights", "lazy")),
        "adaptive": (*stream, ("view", "messages"), ("own_noise", True), ("feedback", []), ("feedback", [[2, 0, "-1"]]), ("feedback", [[2, 1, "-1"]]),
                     ("observers", [1, 2]), ("nodes", 4), ("weights", "lazy")),
        "zero sum": (*steps[:2], *steps[3:], ("noise", {}), ("noise", {"node": "1/10000000"}), ("noise", {"pair": "1", "node": "1/10000000"}), ("observers", [1]),
                     ("nodes", 3), ("target", 5)),
        "copies": (("observers", [1]), ("noise", {"copies": "1/2"}), ("noise", {"copies": "0"}), ("noise", {"node": "1"}), ("noise", {}),
                   ("noise", {"copies": "1", "node": "1/2"}), ("noise", {"copies": "1", "link": "1/2"}), ("view", "all"), ("view", "states"), ("rounds", 2),
                   ("edges", [[0, 1], [1, 2], [2, 3]]), ("edges", [[0, 1], [0, 3], [2, 3]])),
        "absolute values": (*heard, ("own_noise", False), ("feedback", [[2, 2, "5"]]), ("observers", [2]), ("rounds", 4)),
        "uniform": (*bare, ("weights", "metropolis"), ("weights", "lazy"), ("own_noise", False), ("rounds", 3), ("changes", 1), ("view", "all"), ("observers", [1]),
                    ("observers", [3]), ("feedback", [[2, 1, "5"]]), ("noise", {"node": "1", "pair": "1"}), ("gamma", "2"), ("target", 1)),
        "curious": (*decor, ("own_noise", False), ("observers", []), ("observers", [0, 1])),
        "one less": (*decor, ("own_noise", False), ("observers", []), ("observers", [0, 1])),
        "mu": (*decor, ("observers", [0])),
        "precision": (*steps, ("nodes", 3), ("observers", [1]), ("noise", {"node": "1"}), ("noise", {"node": "1", "pair": "2"}), ("noise", {"node": "2", "pair": "1"})),
        "translated": (*[x for x in token if x != ("changes", 2)], ("feedback", [[2, 0, "1"]]), ("changes", 3)),
        "expanded token": (*token, ("feedback", [[1, 0, "1"]]), ("feedback", [[2, 0, "-1"]]), ("rounds", 3)),
        "widened": (*token, ("feedback", []), ("feedback", [[2, 0, "-1"]]), ("rounds", 3))}
    for name, changes in cases.items():
        for key, value in (*common, *changes):
            if examples[name]["instance"].get(key) != value:
                for proves in ({"lower": bounds[name]}, {"lower": "inf"}):
                    yield f"{name}: {key} {value} {proves['lower']}", {**changed(examples[name], ["instance", key], value), "proves": proves}
    yield "hidden: of streams", {**examples["hidden"], "claim": "stream.adaptive"}
    yield "adaptive: of messages", {**examples["adaptive"], "claim": "linear.adaptive.hidden"}
    yield "expanded token: a translation", {**examples["expanded token"], "claim": "graphwalk.lemma42.limit"}
    yield "translated: of a map", {**examples["translated"], "claim": "graphwalk.lemmaD3"}
    yield "shared noise: of Algorithm 1", {**examples["shared noise"], "claim": "walk.thm1.utility"}
    yield "shared noise: of a row that holds", {**examples["shared noise"], "claim": "walk.thm1.utility.repaired"}
    yield "answers: of the ring", {**examples["answers"], "claim": "walk.thm2.unbiased"}
    yield "unbiased: of the walk", {**examples["unbiased"], "claim": "walk.thm6.unbiased"}
    for name, key, values in (("chernoff", "places", (2, 9, 0)), ("chernoff", "at_least", (0, 2)), ("chernoff", "steps", (9, 3)), ("chernoff", "users", (90, 2)),
                              ("chernoff", "parameters", ({"delta": "0"}, {"delta": "1/9"}, {"delta": "-1"}, {"delta": "1"}, {}, {"delta": "1/10", "n": "9"})),
                              ("spotted tail", "places", (1, 3, 17)), ("spotted tail", "parameters", ({"delta": "2/17"}, {"delta": "1/100"})),
                              ("colluders", "places", (3, 4)), ("colluders", "at_least", (2,)), ("colluders", "steps", (2,)), ("colluders", "parameters", ({"places": "2"},)),
                              ("minimum", "places", (2,)), ("minimum", "at_least", (2,)), ("minimum", "steps", (2981,)), ("minimum", "users", (1600,)),
                              ("minimum", "parameters", ({"epsilon": "2", "delta": "1/1000"}, {"epsilon": "0", "delta": "1/1000"}, {"epsilon": "1", "delta": "1/100000000"},
                                                        {"epsilon": "1", "delta": "0"}, {"epsilon": "1", "delta": "1"}, {"epsilon": "1"})),
                              ("stop", "users", (3,)), ("stop", "at_least", (5,)), ("stop", "parameters", ({"more": "0"}, {"more": "4"}, {"more": "1/10"}, {"more": "-3"})),
                              ("answers", "initial", (True, 1)), ("answers", "gamma", ("0", "1")), ("answers", "rounds", (2,)), ("shared noise", "noise", ("everyone-n-1",))):
        for value in values:
            if examples[name]["instance"].get(key) != value:
                yield f"{name}: {key} {value}", changed(examples[name], ["instance", key], value)


def one_check(examples):
    """What a single check stands against: it says so little else that without the check it would be accepted."""
    def of(name, proves, *changes):
        """As bounds so weak that the numbers hold anyway."""
        c = {key: value for key, value in examples[name].items() if key != "says"}
        c = {**c, "claim": None, "verdict": "bounds", "proves": proves}
        for path, value in changes:
            c = changed(c, path, value)
        return c
    least, most = {"lower": "0"}, {"upper": "1"}
    yield "given: bits", of("given", most, (["evidence", "bits"], 64))
    yield "given: entries of a rule", of("given", most, (["instance", "weights"], "metropolis"))
    yield "gram: 0", of("bits gram", most, (["evidence", "gram_lower"], "0"))
    yield "gram: below 0", of("bits gram", most, (["evidence", "gram_lower"], "-1"))
    yield "gram: without bits", of("thm1", most, (["evidence", "gram_lower"], "1/100"))
    yield "eq6_sum: evidence", of("eq7", least, (["evidence", "combinations"], []))
    yield "thm1: an observer as target", of("thm1", most, (["instance", "target"], 0), (["evidence"], {}))
    yield "pair: with an observer", of("pair", {"upper": "2"}, (["instance", "group"], [0, 1]), (["evidence"], {}))
    yield "thm1: a combination of nobody asked for", of("thm1", most, (["evidence", "combinations"], [{"target": 1, "terms": []}]))
    yield "thm1: a combination twice", of("thm1", most, (["evidence", "combinations"], [{"target": 2, "terms": []}] * 2))
    yield "thm1: an edge twice", of("thm1", most, (["instance", "edges"], [[0, 1], [0, 1], [1, 2]]), (["evidence"], {}))
    yield "own bound: a parameter", of("own bound", most, (["instance", "parameters"], {"share": "1"}))
    yield "own rate: a target that is known", of("own rate", least, (["instance", "target"], 0))
    yield "constant: a residual with known noise", of("constant", {"upper": "3"}, (["evidence", "upper", "terms", 0, 3], "1/3"))
    yield "diagonal: bits", of("diagonal", {"upper": "4"}, (["evidence", "upper", "diagonal"], ["100"] * 4), (["evidence", "bits"], 128))
    yield "diagonal: a residual with known noise", of("diagonal residual", {"upper": "4"}, (["evidence", "upper", "diagonal"], ["100"] * 4),
                                                      (["instance", "own_noise"], True))
    yield "rate: adjoint off, little said", of("rate", least, (["evidence", "adjoint", 0, 9], "1/5"))
    yield "event: impossible, little said", of("event", least, (["evidence", "event"], ["2>2"]))
    yield "event: e below 1, little said", of("event", least, (["instance", "e_epsilon"], "1/2"))
    yield "event: muting above 1", of("expanded", {"upper": "1"}, (["instance", "muting"], "2"), (["evidence"], {}))
    yield "floor: below 0, little said", of("floor", {"lower": "-1"}, (["evidence", "floor"], "-1"))
    yield "floor: a floor without tree", of("floor", {"upper": "1"}, (["evidence"], {"transcript": "0>2", "source": 0, "expanded": [""]}))
    yield "odds: a source without transcript", of("floor", least, (["evidence"], {"source": 0, "expanded": [""], "floor": "1/2"}))
    yield "publish: the observer as target", of("publish", least, (["instance", "target"], 2))
    yield "unbiased: gamma below 0", of("unbiased", {"lower": "-100"}, (["instance", "gamma"], "-1/2"))
    yield "unbiased: gamma above 1", of("unbiased", {"lower": "-100"}, (["instance", "gamma"], "3/2"))
    yield "norm: gap too small, little said", of("norm", least, (["evidence", "gap"], "1/2"))
    yield "norm: a vector with a mean", of("norm", least, (["instance", "vector"], ["1", "1"]))
    yield "edges: an edge that is there", of("edges", most, (["instance", "added"], [0, 1]))
    yield "edges: a vector that is not orthogonal", of("edges", most, (["evidence", "vector"], ["1", "1", "-1", "0"]))
    yield "randomized: no noise", of("randomized", least, (["instance", "noise_variance"], "0"))
    yield "randomized: lambda2 too small, little said", of("randomized", least, (["evidence", "lambda2"], "9/10"))
    yield "randomized: lambda2 too large, little said", of("randomized", least, (["evidence", "lambda2"], "2"))
    yield "descent: not convex", of("descent", least, (["instance", "curvatures"], ["1", "-1"]))
    yield "descent: stay above 1", of("descent", least, (["instance", "stay"], "2"), (["evidence", "rate"], "1"))
    yield "descent: rate too small", of("descent", least, (["evidence", "rate"], "1/4"))
    yield "return time: half a user", changed(changed(examples["return time"], ["instance", "n"], "21/2"), ["proves"], {"lower": "6/25"})
    yield "hidden: the target observes", of("hidden", least, (["instance", "target"], 0))
    yield "hidden: the observer is fed", of("hidden", least, (["instance", "feedback", 0, 1], 0))
    yield "hidden: vectors of a loss", of("hidden", least, (["instance", "vectors"], [["1", "0"]] * 2))
    yield "unit vectors: above 1, little said", of("unit vectors", least, (["instance", "vectors", 1, 0], "1"))
    yield "zero sum: a sum", of("zero sum", least, (["quantity"], "absolute_sum"))
    yield "zero sum: more than it loses plainly", {**of("zero sum", least), "verdict": "refutes", "says": {"relation": "<=", "bound": "plain"}}
    yield "chernoff: every user", of("chernoff", least, (["instance", "places"], 9), (["instance", "parameters"], REMOVED))
    nobody = changed(examples["sample"], ["evidence", "nodes"], [None] * 20)
    yield "sample: p above 1", {**changed(nobody, ["instance", "p"], "2"), "verdict": "supports", "proves": {"lower": "1"}}
    yield "sample: a loop of graphs of another model", {**changed(nobody, ["instance", "model"], "regular"), "verdict": "supports", "proves": {"lower": "1"}}
    yield "sample: no claim", {**nobody, "claim": None, "verdict": "bounds", "proves": least}
    yield "publish: a claim about steps", {**examples["publish"], "claim": "walk.thm1.utility"}
    yield "bundle: a member without instance", changed(examples["bundle"], ["certificates", 0, "instance"], REMOVED)
    yield "bundle: a note that is a number", {**examples["bundle"], "note": 1}
    yield "thm1: a note that is a number", {**examples["thm1"], "note": 1}
    yield "utility: evidence that is a list", {**examples["utility"], "evidence": []}
    yield "spotted: more than there are steps", of("spotted", least, (["instance", "contributions"], 100))
    yield "map: nobody shown, little said", of("map", {"upper": "1"}, (["evidence", "transcript"], "2>4"))
    deep = "1/3"
    for _ in range(150):
        deep = ["-", deep]
    nothing = ["-", ["exp", "1"], ["exp", "1"]]  # encloses 0
    for bound in (["^", "1/3", "1/2"], ["exp", "-2", "2"], ["/", ["ceil", ["exp", ["ln", "2"]]], "100"], deep, ["*", "0", ["/", "1", nothing]],
                  ["*", "0", ["sqrt", nothing]]):
        yield f"own bound: {str(bound)[:40]}, small", changed(examples["own bound"], ["says", "bound"], bound)
    yield "corollary2: gram_lower of rounds", of("corollary2", most, (["evidence", "bits"], 128), (["evidence", "gram_lower"], "1/1000"))
    yield "event: two spaces", changed(examples["event"], ["evidence", "event", 0], "0>2  0>2")
    yield "own bound: a divisor that may be 0", changed(examples["own bound"], ["says", "bound"], ["/", "1", ["-", ["exp", "0"], ["exp", "0"]]])
    yield "own bound: the logarithm of what may be 0", changed(examples["own bound"], ["says", "bound"], ["sqrt", ["-", ["exp", "0"], ["exp", "0"]]])
    yield "own bound: a sum over a number", changed(examples["own bound"], ["says", "bound"], ["sum", "1", "0", "0", "1/3"])
    yield "own bound: a sum over what is no name", changed(examples["own bound"], ["says", "bound"], ["sum", "K", "0", "0", "1/3"])
    yield "own bound: an end of a sum too many", changed(examples["own bound"], ["says", "bound"], ["sum", "k", "0", "0", "1/3", "1"])


def beyond_limits(examples):
    """[(name, bytes)] that the checker leaves unjudged: more work than it does, later formats, unknown kinds."""
    thm1 = examples["thm1"]
    found = {"nodes": changed(thm1, ["instance", "nodes"], 10**7 + 1), "steps": changed(thm1, ["instance", "steps"], 10**7),
             "users": changed(examples["utility"], ["instance", "users"], 10**12),
             "terms": changed(examples["return time"], ["instance", "terms"], "200000"), "format": changed(thm1, ["format"], "hearsay-certificate/2"),
             "kind": changed(thm1, ["kind"], "weather"), "graphs": changed(examples["sample"], ["instance", "nodes"], 5000),
             "covered nodes": changed(examples["cover"], ["covers", "nodes"], [2, 7])}
    for bound in (["^", "2", "2000000"], ["choose", "2000000", "2"], ["exp", "200000"],
                  ["sum", "i", "1", "2000", ["sum", "j", "1", "2000", "1"]], ["choose", "1000000", "500000"],
                  ["sum", "k", "1", "100000", ["choose", "1000000", "500000"]]):
        found[str(bound)] = changed(examples["own bound"], ["says", "bound"], bound)
    long = "1/" + "1" + "0" * 39_990 + "7"  # few steps, on numbers of 130,000 bits
    found["long muting"] = {**changed(examples["event"], ["instance", "muting"], long), "claim": None, "verdict": "bounds"}
    found["long gap"] = changed(examples["edges"], ["evidence", "before"], long)
    found["long feedback"] = changed(examples["hidden"], ["instance", "feedback"], [[2, 1, long]])
    found["long weights"] = changed(examples["given"], ["instance", "entries"], [[u, v, long[:-1] + str(3 * u + v + 1)] for u in range(3) for v in range(3)])
    return [(name, json.dumps(c).encode()) for name, c in found.items()]


def spoiled_text(examples):
    """Bytes that no JSON writer makes."""
    thm1 = json.dumps(examples["thm1"])
    yield "cut short", thm1[:-1].encode()
    yield "trailing", (thm1 + "x").encode()
    yield "two values", (thm1 + thm1).encode()
    yield "empty", b""
    yield "no object", b"[]"
    yield "number", b"3"
    yield "not UTF-8", thm1.encode() + b"\xff"
    yield "byte order mark", b"\xef\xbb\xbf" + thm1.encode()
    yield "UTF-16", thm1.encode("utf-16")
    yield "a key twice", thm1.replace('"steps": 2', '"steps": 3, "steps": 2').encode()
    for number in ("2.0", "2e0", "NaN", "Infinity", "-Infinity", "02", "1234567890123456", "+2", "0x2", "-0"):
        yield f"steps {number}", thm1.replace('"steps": 2', f'"steps": {number}').encode()
    yield "single quotes", thm1.replace('"', "'").encode()
    yield "a comment", thm1.replace('"steps": 2', '"steps": 2 /* two */').encode()
    yield "nested", b"[" * 100000 + b"]" * 100000
    yield "a control character", thm1.replace("metropolis", "metro\npolis").encode()
    yield "a surrogate", thm1.replace("metropolis", "\\ud800").encode()
    yield "a prototype", thm1.replace('"steps": 2', '"__proto__": {"steps": 2}').encode()


def mutants(examples):
    found = list(spoiled_text(examples))
    for name, c in examples.items():
        for make in (spoiled_form, spoiled_meaning, spoiled_terms):
            if c["kind"] != "bundle" or make is spoiled_form:
                found += [(f"{name}: {why}", json.dumps(x).encode()) for why, x in make(name, c)]
    found += [(why, json.dumps(x).encode()) for make in (one_instance, one_check, protocols) for why, x in make(examples)]
    originals = {json.dumps(c).encode() for c in examples.values()}
    return [(why, data) for why, data in found if data not in originals]


def manifest_of(files, **more):
    """The manifest of {name: certificate}."""
    entries = []
    for name, c in files.items():
        verdict = c["verdict"] if c["kind"] != "bundle" else "supports" if "covers" in c else "bounds"
        entries.append({"file": name, "sha256": hashlib.sha256(json.dumps(c).encode()).hexdigest(), "claim": c.get("claim"), "verdict": verdict})
    return {"format": "hearsay-certificates/1", "files": entries, "uncertified": [], **more}


def folders(examples):
    """[(name, {file: bytes})]: folders in which something must be rejected."""
    files = {"a.json": examples["thm1"], "b.json": examples["bundle"], "c.json": examples["cover"]}
    data = {name: json.dumps(c).encode() for name, c in files.items()}
    right = manifest_of(files)
    entry, rest = right["files"][0], right["files"][1:]
    def without(x, key):
        return {name: value for name, value in x.items() if name != key}
    found = [(f"manifest: {why}", {**data, "manifest.json": json.dumps(manifest).encode()}) for why, manifest in (
        ("another claim", {**right, "files": [{**entry, "claim": "muffliato.thm6"}, *rest]}), ("no claim", {**right, "files": [{**entry, "claim": None}, *rest]}),
        ("another verdict", {**right, "files": [{**entry, "verdict": "supports"}, *rest]}), ("another hash", {**right, "files": [{**entry, "sha256": "0" * 64}, *rest]}),
        ("a file twice", {**right, "files": [entry, *right["files"]]}), ("a file elsewhere", {**right, "files": [{**entry, "file": "../a.json"}, *rest]}),
        ("a long number", {**right, "parameters": {"seed": 12345678901234567890}}), ("a claim that is an object", {**right, "files": [{**entry, "claim": {}}, *rest]}),
        ("a file's name no text", {**right, "files": [{**entry, "file": 1}, *rest]}), ("a claim that is a number", {**right, "files": [{**entry, "claim": 1}, *rest]}),
        ("certified and not", {**right, "uncertified": [{"claim": "muffliato.thm1", "why": "none"}]}), ("no reason", {**right, "uncertified": [{"claim": "x"}]}),
        ("a reason that is a number", {**right, "uncertified": [{"claim": "x", "why": 1}]}), ("a key more", {**right, "hint": 1}),
        ("a key more in an entry", {**right, "files": [{**entry, "hint": 1}, *rest]}), ("no uncertified", without(right, "uncertified")),
        ("no format", without(right, "format")), ("a list", []), ("files no list", {**right, "files": {}}), ("uncertified no list", {**right, "uncertified": "none"}), ("no files", {**right, "files": []}),
        ("fewer files", {**right, "files": rest}))]
    complete = {**data, "manifest.json": json.dumps(right).encode()}
    found += [("a stray file", {**complete, "d.json": b"{}"}), ("a changed file", {**complete, "a.json": data["a.json"] + b" "}),
              ("a name with a space", {**without(data, "a.json"), "a b.json": data["a.json"],
                                       "manifest.json": json.dumps({**right, "files": [{**entry, "file": "a b.json"}, *rest]}).encode()}),
              ("a missing file", without(complete, "a.json")), ("a manifest cut short", {**complete, "manifest.json": complete["manifest.json"][:-1]})]
    return found
