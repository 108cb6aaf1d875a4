# SPDX-License-Identifier: GPL-3.0-or-later
"""Certificates spoiled in one place: mutants(examples) -> [(name, bytes)], none of which proves what it says."""
import copy
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
                           ("spectrum", "descent"), ("linear", "loss"), ("sample", "p_value")):
        if kind != c["kind"]:
            yield f"kind {kind}", {**c, "kind": kind, "quantity": quantity}
    for quantity in ("loss", "loss_mean", "eq6_sum", "constant", "mu2", "p_value", "nothing"):
        if quantity != c["quantity"] and not (c["kind"] == "stream" and quantity == "constant"):
            yield f"quantity {quantity}", {**c, "quantity": quantity}
    if c["claim"] is not None:
        yield "verdict", {**c, "verdict": {"refutes": "supports", "supports": "refutes"}[c["verdict"]]}
        yield "bounds of a claim", {**c, "verdict": "bounds"}
        yield "unknown claim", {**c, "claim": "muffliato.thm99"}
        yield "claim of another kind", {**c, "claim": "walk.thm6.step" if c["kind"] != "expression" else "muffliato.thm1"}
        yield "its own bound too", {**c, "says": {"relation": "<=", "bound": "0"}}
        yield "no claim, no statement", {**c, "claim": None}
    else:
        yield "refutes nothing", {key: value for key, value in {**c, "verdict": "refutes"}.items() if key != "says"}
    rough = "bits" in c["evidence"] or c["kind"] == "expression" or c["quantity"] in ("contributions", "polynomial", "polynomial_norm")
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
                             (["instance", "parameters"], {"Eq": "0"}, "a parameter's name"),
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
                              ("chebyshev", ["vector"], ["1", "0"]), ("chebyshev", ["vector"], ["0", "0"]), ("chebyshev", ["steps"], 1), ("norm", ["vector"], ["1", "1"]),
                              ("norm", ["steps"], 1), ("randomized", ["steps"], 4), ("randomized", ["noise_variance"], "0"), ("randomized", ["edges"], [[0, 1], [1, 2]]),
                              ("randomized", ["edges"], []), ("stopped", ["steps"], 4), ("descent", ["stay"], "2"), ("descent", ["curvatures"], ["1", "-1"]),
                              ("descent", ["constant"], "1"), ("descent", ["rounds"], 6), ("minimum", ["m"], "7"), ("minimum", ["n"], "13/2"), ("minimum", ["epsilon"], "2"),
                              ("minimum", ["epsilon"], "0"), ("return time", ["terms"], "20"), ("chernoff", ["delta"], "1"),
                              ("chernoff", ["n"], "20"), ("sample", ["p"], "1/20"), ("sample", ["p"], "1/100"), ("sample", ["graphs"], 19), ("sample", ["nodes"], 401),
                              ("sample", ["model"], "regular"), ("sample", ["p"], "2"), ("sample", ["weights"], "min-degree"), ("linear", ["direction"], [[0, "2"]]),
                              ("linear", ["rows"], 1), ("linear", ["noise"], [[0, 0, "2"]])):
        yield f"{name}: {path} {value}", of(name, (["instance", *path], value))
    yield "edges: before too good", of("edges", (["evidence", "before"], "3/4"))
    yield "edges: vector not orthogonal", of("edges", (["evidence", "vector"], ["1", "1", "-1", "0"]))
    yield "edges: vector 0", of("edges", (["evidence", "vector"], ["0"] * 4))
    yield "edges: another vector", of("edges", (["evidence", "vector"], ["1", "0", "0", "-1"]))
    yield "chebyshev: gap too small", of("chebyshev", (["evidence", "gap"], "1/2"))
    yield "chebyshev: gap too large", of("chebyshev", (["evidence", "gap"], "5/4"))
    yield "randomized: lambda2 too good", of("randomized", (["evidence", "lambda2"], "11/10"))
    yield "randomized: lambda2 too small", of("randomized", (["evidence", "lambda2"], "9/10"))
    yield "descent: rate below both eigenvalues", of("descent", (["evidence", "rate"], "1/4"), (["proves", "lower"], "0"))
    yield "descent: rate above 1", of("descent", (["evidence", "rate"], "3/2"))
    yield "sample: one graph not shown", of("sample", (["evidence", "nodes", 0], None))
    yield "sample: another node", of("sample", (["evidence", "nodes", 0], (examples["sample"]["evidence"]["nodes"][0] + 1) % 400))
    yield "sample: one node missing", of("sample", (["evidence", "nodes", 0], REMOVED))
    yield "linear: for a claim", {**of("linear", (["verdict"], "refutes")), "claim": "muffliato.thm1"}
    yield "linear bare: finite", of("linear bare", (["instance", "noise"], [[0, 0, "1"]]))


def beyond_limits(examples):
    """[(name, bytes)] that the checker leaves unjudged: more work than it does, later formats, unknown kinds."""
    thm1 = examples["thm1"]
    found = {"nodes": changed(thm1, ["instance", "nodes"], 10**7 + 1), "steps": changed(thm1, ["instance", "steps"], 10**7),
             "users": changed(examples["utility"], ["instance", "users"], 10**12),
             "terms": changed(examples["return time"], ["instance", "terms"], "200000"), "format": changed(thm1, ["format"], "hearsay-certificate/2"),
             "kind": changed(thm1, ["kind"], "weather"), "graphs": changed(examples["sample"], ["instance", "nodes"], 5000),
             "covered nodes": changed(examples["cover"], ["covers", "nodes"], [2, 7])}
    for bound in (["^", "2", "2000000"], ["choose", "2000000", "2"], ["exp", "200000"],
                  ["sum", "i", "1", "2000", ["sum", "j", "1", "2000", "1"]]):
        found[str(bound)] = changed(examples["own bound"], ["says", "bound"], bound)
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
    found += [(why, json.dumps(x).encode()) for why, x in one_instance(examples)]
    originals = {json.dumps(c).encode() for c in examples.values()}
    return [(why, data) for why, data in found if data not in originals]
