#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""`hearsay audit` against the view built and projected in fractions. Usage: audit_test.py HEARSAY

The oracle shares no code with the program: rows of the view are powers of W in fractions, observers' columns are deleted, and e_u is
projected by Gram and Schmidt.
"""
import array
import base64
import csv
import gzip
import itertools
import json
import math
import pathlib
import random
import re
import statistics
import struct
import subprocess
import sys
import tempfile
import unittest
import urllib.parse
import xml.etree.ElementTree
from fractions import Fraction

import jsonschema

HEARSAY = str(pathlib.Path(sys.argv.pop(1)).resolve())
SCHEMAS = pathlib.Path(__file__).resolve().parents[2] / "schemas"
RESULT = jsonschema.Draft202012Validator(json.loads((SCHEMAS / "result.schema.json").read_text()))
AUDIT = jsonschema.Draft202012Validator(json.loads((SCHEMAS / "audit.schema.json").read_text()))
NORMAL = statistics.NormalDist()


def hearsay(*arguments, expect, cwd=None):
    run = subprocess.run([HEARSAY, *map(str, arguments)], capture_output=True, text=True, cwd=cwd, timeout=300)
    if expect is not None and run.returncode != expect:
        raise AssertionError(f"exit {run.returncode}, not {expect}: {run.stdout[-500:]} {run.stderr}")
    return run


def audit(*arguments, expect, cwd=None):
    found = json.loads(hearsay("audit", "gossip", *arguments, "--json", "-", expect=expect, cwd=cwd).stdout)
    RESULT.validate(found)
    return found


def metropolis(n, edges):
    degree = [sum(v in e for e in edges) for v in range(n)]
    w = [[Fraction(0)] * n for _ in range(n)]
    for u, v in edges:
        w[u][v] = w[v][u] = Fraction(1, 1 + max(degree[u], degree[v]))
    for u in range(n):
        w[u][u] = 1 - sum(w[u])
    return w


def shares(w, observers, steps, own_noise, sigma=None):
    """|P e_u|^2 of every node u, P the projector on the rows e_v^T W^t that reach the observers, node u's column times its sigma."""
    n, basis = len(w), []
    sigma = sigma or [Fraction(1)] * n
    senders = [v for v in range(n) if v not in observers and any(w[o][v] != 0 for o in observers)]
    rows = [[Fraction(int(u == v)) for u in range(n)] for v in senders]
    for _ in range(steps):
        for row in rows:
            rest = [Fraction(0) if own_noise and u in observers else sigma[u] * x for u, x in enumerate(row)]
            for other in basis:
                factor = sum(a * b for a, b in zip(rest, other)) / sum(b * b for b in other)
                rest = [a - factor * b for a, b in zip(rest, other)]
            if any(rest):
                basis.append(rest)
        rows = [[sum(row[k] * w[k][u] for k in range(n)) for u in range(n)] for row in rows]
    return [sum(b[u] ** 2 / sum(x * x for x in b) for b in basis) for u in range(n)]


def random_graph(generator, n):
    edges = [e for e in itertools.combinations(range(n), 2) if generator.random() < 0.35]
    return edges or [(0, 1)]


class Scratch(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def graph(self, n, edges):
        """A Matrix Market file: it may have nodes without edges. Labels are 1 .. n."""
        lines = [f"{v + 1} {u + 1}" for u, v in edges]
        (self.folder / "g.mtx").write_text(f"%%MatrixMarket matrix coordinate pattern symmetric\n{n} {n} {len(lines)}\n" + "\n".join(lines) + "\n")
        return "file:g.mtx"


class Network(Scratch):
    # Both adversaries, finite and unlimited time (n rounds are as good as any number), connected or not.
    def test_each_pair_of_random_graphs(self):
        generator = random.Random(5)
        for trial in range(12):
            n = generator.randint(2, 7)
            edges = random_graph(generator, n)
            w, spec = metropolis(n, edges), self.graph(n, edges)
            steps = generator.choice([1, 2, 3, "forever"])
            for trust in ("all-noise", "own-noise-known"):
                with self.subTest(n=n, edges=edges, steps=steps, trust=trust):
                    bound = 0.4001
                    truth = {(o, u): shares(w, [o], n if steps == "forever" else steps, trust != "all-noise")[u]
                             for o in range(n) for u in range(n) if o != u}
                    broken = sum(share > bound for share in truth.values())
                    found = audit("--graph", spec, "--observer", "each", "--steps", steps, "--promise", f"renyi(2) <= {bound}", "--trust", trust,
                                  "--csv", "m.csv", expect=1 if broken else 0, cwd=self.folder)
                    self.assertEqual((found["pairs"], found["violations"], found["undecided"]), (n * (n - 1), broken, 0))
                    self.assertEqual(found["verdict"], "refuted" if broken else "holds")
                    rows = list(csv.reader((self.folder / "m.csv").open()))
                    self.assertEqual(rows[0], ["observer"] + [str(v + 1) for v in range(n)])
                    for o, u in truth:
                        self.assertAlmostEqual(float(rows[o + 1][u + 1]), float(truth[o, u]), delta=1e-9)
                    self.assertEqual([rows[v + 1][v + 1] for v in range(n)], [""] * n)
                    key = "exact" if trust == "all-noise" else "exact_own_noise"
                    for node in found["nodes"]:
                        u = int(node["node"]) - 1
                        self.assertAlmostEqual(node[key], float(max(truth[o, u] for o in range(n) if o != u)), delta=1e-9)
                        self.assertAlmostEqual(node[key], float(truth[int(node["worst_observer"]) - 1, u]), delta=1e-9)
                    self.assertAlmostEqual(found["worst"][key], float(max(truth.values())), delta=1e-9)

    # On the path 2-0-1-5-4-3 node 2 has rank 5 of 6 cells: the null vector (1, 0, -1, -1, 0, 1), in this order, makes losses 3/4.
    def test_forever_where_cells_are_not_the_rank(self):
        (self.folder / "odd.edges").write_text("2 0\n0 1\n1 5\n5 4\n4 3\n")
        common = ("--graph", "file:odd.edges", "--observer", "2", "--trust", "all-noise", "--promise")
        found = audit(*common, "renyi(2) <= 0.8", "--target", "3", "--steps", "forever", expect=0, cwd=self.folder)
        self.assertAlmostEqual(found["worst"]["exact"], 0.75, delta=1e-12)
        self.assertEqual(found["unproved_views"], 0)
        self.assertLess(found["worst"]["upper"], 0.75 + 1e-9)
        audit(*common, "renyi(2) <= 0.74", "--target", "3", "--steps", "forever", expect=1, cwd=self.folder)
        audit(*common, "renyi(2) <= 0.74", "--target", "3", "--steps", "1000", expect=1, cwd=self.folder)

    def test_agrees_with_the_account_of_every_observer(self):
        graph = ("--graph", "erdos-renyi:n=24,p=0.2,seed=3", "--component", "largest")
        for steps in ("3", "auto", "forever"):
            found = audit(*graph, "--observer", "each", "--steps", steps, "--promise", "renyi(3) <= 0.3", "--sigma", "2", "--csv", "m.csv",
                          expect=1, cwd=self.folder)
            unit = 3 / (2 * 4)
            self.assertAlmostEqual(found["local"], unit, delta=1e-12)
            rows = list(csv.DictReader((self.folder / "m.csv").open()))
            for row in rows[::5]:
                account = json.loads(hearsay("account", "gossip", *graph, "--observer", row["observer"], "--steps", steps, "--alpha", "3", "--sigma", "2",
                                             "--json", "-", expect=0).stdout)
                for loss in account["losses"]:
                    self.assertAlmostEqual(unit * float(row[str(loss["target"])]), loss["exact_own_noise"], delta=1e-8)

    def test_coalitions_all_and_greedy(self):
        generator = random.Random(8)
        for _ in range(3):
            n, edges = 6, random_graph(generator, 6)
            w, spec = metropolis(n, edges), self.graph(n, edges)
            for size in (2, 3):
                truth = max(shares(w, list(c), 2, True)[0] for c in itertools.combinations(range(1, n), size))
                found = audit("--graph", spec, "--observer", f"coalitions:{size}", "--target", "1", "--steps", "2", "--promise", "exact_own_noise <= 1",
                              expect=0, cwd=self.folder)
                self.assertEqual(found["observers"], {"kind": "coalitions", "size": size, "search": "exhaustive", "audited": math.comb(n - 1, size)})
                self.assertAlmostEqual(found["worst"]["exact_own_noise"], float(truth), delta=1e-9)
                self.assertEqual(len(found["worst"]["observer"]), size)
        # C(20, 8) = 125,970 are too many. A greedy search proves nothing but what it finds.
        ring = ("--graph", "ring:21", "--observer", "coalitions:8", "--target", "0", "--steps", "1")
        found = audit(*ring, "--promise", "exact <= 0.5", expect=1)
        self.assertEqual((found["observers"]["search"], found["verdict"]), ("greedy", "refuted"))
        self.assertEqual(audit(*ring, "--promise", "exact <= 1", expect=0)["verdict"], "holds")
        # Every observer set of one round hears its neighbors alone; on the star's rim that is the hub.
        star = ("--graph", "star:30", "--observer", "coalitions:6", "--target", "1", "--steps", "1", "--trust", "all-noise")
        self.assertEqual(audit(*star, "--promise", "renyi(2) <= published", expect=3)["verdict"], "inconclusive")


class Promises(Scratch):
    # Node 1 of path:2 hears e_0 at once: share 1, mu = 1/sigma.
    def test_units(self):
        pair = ("--graph", "path:2", "--observer", "1", "--steps", "1", "--promise")
        found = audit(*pair, "renyi(2) <= 1", expect=0)
        worst = found["worst"]
        self.assertEqual(worst["units"]["mu"], 1)
        self.assertEqual(worst["units"]["renyi"], {"order": 2.0, "loss": 1.0})
        self.assertAlmostEqual(worst["units"]["attack_accuracy"], NORMAL.cdf(0.5), delta=1e-12)
        for entry in worst["units"]["attack_tpr"]:
            self.assertAlmostEqual(entry["rate"], NORMAL.cdf(NORMAL.inv_cdf(entry["false_positive_rate"]) + 1), delta=1e-10)
        epsilon = worst["units"]["epsilon"]["loss"]
        self.assertAlmostEqual(NORMAL.cdf(0.5 - epsilon) - math.exp(epsilon) * NORMAL.cdf(-0.5 - epsilon), 1e-5, delta=1e-12)
        self.assertIn("guesses right in 69.1 % of cases", worst["sentence"])
        for text, code in (("renyi(2) <= 0.999", 1), ("renyi(4) <= 2", 0), ("renyi(4) <= 1.99", 1), ("mu <= 1", 0), ("mu <= 0.999", 1),
                           (f"epsilon(1e-5) <= {epsilon + 1e-6}", 0), (f"epsilon(1e-5) <= {epsilon - 1e-6}", 1),
                           ("attack_tpr(0.01) <= 0.093", 0), ("attack_tpr(0.01) <= 0.0923", 1), ("attack_tpr(0.01) <= 1", 0),
                           ("exact <= 1", 0), ("exact<=0.99", 1), (" exact_own_noise <=published ", 0)):
            with self.subTest(text):
                audit(*pair, text, expect=code)

    # The sigma that is named keeps the promise as it is printed, and 2e-4 less does not.
    def test_sigma_that_would_do(self):
        graph = ("--graph", "ring:9", "--observer", "each", "--steps", "4", "--sensitivity", "3")
        for text in ("renyi(2) <= 0.07", "epsilon(1e-6) <= 0.5", "mu <= 0.3", "attack_tpr(0.001) <= 0.01", "renyi(2) <= 500"):
            with self.subTest(text):
                found = audit(*graph, "--promise", text, expect=0 if "500" in text else 1)
                sigma, sentence = found["worst"]["sigma_needed"], found["worst"]["sentence"]
                self.assertIn(f"; sigma {sigma:g} ", sentence)
                audit(*graph, "--promise", text, "--sigma", re.search("; sigma ([^ ]+) ", sentence)[1], expect=0)
                audit(*graph, "--promise", text, "--sigma", repr(sigma * (1 - 2e-4)), expect=1)
        for text, code in (("attack_tpr(0.01) <= 1", 0), ("mu <= 1.5", 0)):  # any noise; what is there already
            found = audit("--graph", "path:3", "--observer", "0", "--target", "2", "--steps", "2", "--promise", text, "--sensitivity", "1.5", expect=code)
            self.assertNotRegex(found["worst"]["sentence"], "sigma (0|1|inf)[^.]")
        for text in ("renyi(2) <= 0", "attack_tpr(0.01) <= 0.01", "exact <= 0.5", "mu <= published"):
            with self.subTest(text):
                found = audit(*graph, "--promise", text, expect=1 if text != "mu <= published" else found_code(graph, text))
                self.assertIsNone(found["worst"]["sigma_needed"])
        places = "mu <= degree_target + 10*degree_observer + 100*observers + 1000*n + 10^4*edges + 10^5*diameter + 10^6*distance + 10^7*T"
        for observers, bound in (("1", 31245114), ("1,2", 31245214)):
            self.assertEqual(audit("--graph", "star:5", "--observer", observers, "--target", "0", "--steps", "3", "--promise", places, expect=0)["worst"]["bound"], bound)

    def test_nothing_is_lost_where_nothing_is_sent_or_changes(self):
        graph = ("--graph", "path:4", "--observer", "each")
        (self.folder / "changes.csv").write_text("0,0\n1,0\n2,0\n3,0\n")
        for given in (("--steps", "0"), ("--steps", "3", "--sensitivity", "0"), ("--steps", "forever", "--sensitivity", "0"),
                      ("--steps", "3", "--sensitivity", "changes.csv")):
            for text in ("renyi(2) <= 0", "mu <= 0", "epsilon(1e-5) <= 0", "attack_tpr(0.01) <= 0.011"):
                with self.subTest(given=given, text=text):
                    found = audit(*graph, *given, "--promise", text, expect=0, cwd=self.folder)
                    self.assertEqual((found["violations"], found["undecided"], found["in_doubt"]["pairs"]), (0, 0, 0))
        self.assertEqual(audit(*graph, "--steps", "0", "--promise", "exact <= 0", "--report", "page", expect=0, cwd=self.folder)["worst"]["upper"], 0)

    # path:3, two rounds: published 1/3 for node 2, exact 1/2, own noise known 1.
    def test_published(self):
        pair = ("--graph", "path:3", "--observer", "0", "--target", "2", "--steps", "2", "--promise", "renyi(2) <= published")
        found = audit(*pair, expect=1)
        self.assertAlmostEqual(found["worst"]["published"], 1 / 3, delta=1e-12)
        self.assertIn("3 times what the published formula says", found["worst"]["sentence"])
        self.assertIn("1.5 times", audit(*pair, "--trust", "all-noise", expect=1)["worst"]["sentence"])

    def test_two_parts_learn_nothing_of_each_other(self):
        (self.folder / "parts.edges").write_text("a b\nc d\n")
        for steps in ("5", "forever"):
            found = audit("--graph", "file:parts.edges", "--observer", "a", "--target", "c", "--steps", steps, "--promise", "mu <= 0", expect=0, cwd=self.folder)
            self.assertEqual((found["worst"]["upper"], found["worst"]["distance"]), (0, None))


class InDoubt(Scratch):
    """Leaves 3 and 4 of node 2, near twins: double precision sees 1/2 of each, exact arithmetic everything."""

    def setUp(self):
        super().setUp()
        edges = [(0, 1, ".25"), (1, 2, ".25"), (2, 3, ".25"), (2, 4, ".2500001"), (1, 5, ".25")]
        self.write("small", edges)
        self.write("large", edges + [(u, u + 1, ".25") for u in range(5, 599)])  # too large for elimination where nothing depends on it

    def write(self, name, edges):
        (self.folder / f"{name}.w").write_text("".join(f"{u} {v} {w}\n" for u, v, w in edges))
        (self.folder / f"{name}.edges").write_text("".join(f"{u} {v}\n" for u, v, w in edges))

    def given(self, name, *more):
        return ("--graph", f"file:{name}.edges", "--weights", f"{name}.w", "--observer", "0", "--steps", "forever", "--trust", "all-noise", *more)

    def test_a_small_network_is_settled(self):
        found = audit(*self.given("small", "--target", "3", "--promise", "mu <= 5"), expect=0, cwd=self.folder)
        self.assertEqual((found["worst"]["exact"], found["in_doubt"]["pairs"]), (1.0, 0))
        account = json.loads(hearsay("account", "gossip", *self.given("small", "--json", "-"), expect=0, cwd=self.folder).stdout)
        self.assertEqual([loss["exact"] for loss in account["losses"]], [1.0] * 4 + [0.5])  # node 5 is a twin of the observer

    def test_no_output_shows_a_middle(self):
        files = {kind: self.folder / f"out.{kind}" for kind in ("csv", "junit", "sarif", "mtx")}
        command = ("audit", "gossip", *self.given("large", "--promise", "mu <= 5", "--all", "--report", "page"), "--csv", files["csv"], "--junit", files["junit"],
                   "--sarif", files["sarif"], "--matrix-market", files["mtx"], "--json", "out.json")
        text = hearsay(*command, expect=0, cwd=self.folder).stdout
        found = json.loads((self.folder / "out.json").read_text())
        RESULT.validate(found)
        why = "the rank of a view is not proved"
        self.assertIn(why, " ".join(text.split()))
        self.assertRegex(text, r"(?m)^ *3 +0 +1 +0\.707[01] to 1 ")
        node = {entry["node"]: entry for entry in found["nodes"]}["3"]
        self.assertIsNone(node["exact"])
        self.assertEqual(node["exact_between"]["upper"], 1.0)
        self.assertLess(node["exact_between"]["lower"], 0.7072)
        self.assertGreater(found["in_doubt"]["pairs"], 0)
        self.assertIn(why, found["in_doubt"]["why"])
        rows = list(csv.reader(files["csv"].read_text().splitlines()))
        self.assertEqual((rows[0][-1], rows[1][4]), ("in doubt", "1"))
        self.assertIn("upper bounds", rows[1][-1])
        market = files["mtx"].read_text().splitlines()
        self.assertRegex(market[1], "^% row 1: upper bounds")
        self.assertEqual(market[3 + 3], "1")
        page = (self.folder / "page/index.html").read_text()
        data = json.loads(page.partition('id="data">')[2].partition("</script>")[0])
        packed = data["views"]["views"][-1]["exact"]  # in single precision: the network is large
        self.assertEqual(array.array("f", base64.b64decode(packed))[3], 1)  # of the few views of a page ranks are proved
        self.assertTrue(any(why in sentence for sentence in data["summary"]["words"]))

    def test_sentences_and_files_of_a_pair_in_doubt_say_why(self):
        command = ("audit", "gossip", *self.given("large", "--target", "3", "--promise", "mu <= 0.9"), "--junit", "out.xml", "--sarif", "out.sarif", "--json", "out.json")
        hearsay(*command, expect=1, cwd=self.folder)  # settled by elimination, since the promise depends on it
        found = json.loads((self.folder / "out.json").read_text())
        self.assertEqual((found["worst"]["exact"], found["verdict"]), (1.0, "refuted"))
        hearsay("audit", "gossip", *self.given("large", "--target", "3", "--promise", "mu <= 5"), "--junit", "out.xml", "--json", "out.json", expect=0, cwd=self.folder)
        case = xml.etree.ElementTree.parse(self.folder / "out.xml").getroot().find("testcase/system-out").text
        self.assertRegex(case, r"guesses right in 63\.\d to 69\.2 % of cases")
        self.assertIn("the rank of a view is not proved", case)


class Formula(Scratch):
    """A bound that is another for each pair: both sides in fractions, here."""

    def truth(self, n, edges, steps):
        w, near = metropolis(n, edges), [{v for e in edges for v in e if u in e} - {u} for u in range(n)]
        for o in range(n):
            far, layer = {o: 0}, [o]
            while layer:
                layer = sorted({v for u in layer for v in near[u]} - set(far))
                far.update([(v, min(far[u] for u in near[v] if u in far) + 1) for v in layer])
            share = shares(w, [o], steps, True)
            for u in range(n):
                if u != o:
                    yield share[u], far.get(u), len(near[u]), len(near[o])

    def test_pairs_of_random_graphs(self):
        generator = random.Random(12)
        formulas = (("exact_own_noise <= 1.0001*2^(1-distance)", lambda s, d, du, do, n, m, t: s <= Fraction(10001, 10000) * Fraction(2) ** (1 - d)),
                    ("exact_own_noise <= degree_target/(degree_observer + 0.123) - 0.01*T", lambda s, d, du, do, n, m, t: s <= du / (do + Fraction("0.123")) - Fraction("0.01") * t),
                    ("renyi(2) <= local*0.7321*min(1, edges/(n*distance))", lambda s, d, du, do, n, m, t: s <= Fraction("0.7321") * min(1, Fraction(m, n * d))),
                    ("mu <= sqrt(0.4321/distance)", lambda s, d, du, do, n, m, t: s <= Fraction("0.4321") / d))
        for trial in range(8):
            n, steps = generator.randint(2, 6), generator.choice([1, 2, 3])
            edges = random_graph(generator, n)
            pairs = list(self.truth(n, edges, steps))
            for text, keeps in formulas:
                with self.subTest(n=n, edges=edges, steps=steps, text=text):
                    broken = sum(not keeps(s, d, du, do, n, len(edges), steps) for s, d, du, do in pairs if d is not None or "distance" not in text)
                    found = audit("--graph", self.graph(n, edges), "--observer", "each", "--steps", steps, "--promise", text, expect=1 if broken else 0, cwd=self.folder)
                    self.assertEqual((found["violations"], found["undecided"], found["promise"]["bound"]), (broken, 0, text.partition("<= ")[2]))

    def test_the_bound_of_a_pair_is_in_the_result(self):
        found = audit("--graph", "path:4", "--observer", "0", "--target", "2", "--steps", "2", "--promise", "renyi(3) <= local/distance + gap - gap", "--sigma", "2", expect=1)
        self.assertAlmostEqual(found["worst"]["bound"], 3 / 8 / 2, delta=1e-8)
        self.assertIsNone(found["worst"]["sigma_needed"])

    def test_nobody_learns_anything_without_a_path(self):
        (self.folder / "parts.edges").write_text("a b\nc d\n")
        common = ("--graph", "file:parts.edges", "--observer", "a", "--target", "c", "--steps", "2", "--promise")
        self.assertIsNone(audit(*common, "exact <= -distance", expect=0, cwd=self.folder)["worst"]["bound"])
        audit(*common, "exact <= 0 - 1", expect=1, cwd=self.folder)

    def test_published_in_a_formula(self):
        """Path of three, two rounds: published 1/3, exact 1/2."""
        pair = ("--graph", "path:3", "--observer", "0", "--target", "2", "--steps", "2", "--trust", "all-noise", "--promise")
        audit(*pair, "exact <= 1.49*published", expect=1)
        audit(*pair, "exact <= 1.51*published", expect=0)
        audit(*pair, "mu <= 1.22*published", expect=1)
        audit(*pair, "mu <= 1.23*published", expect=0)

    def test_an_epsilon_of_nothing(self):
        """In two steps nothing passes between the ends of a path of four, and something between all other pairs."""
        for text in ("epsilon(1e-5) <= 0", "epsilon(1e-5) <= 1e-300", "epsilon(1e-5) <= 6*sqrt(n - n)"):
            found = audit("--graph", "path:4", "--observer", "each", "--steps", "2", "--promise", text, expect=1)
            self.assertEqual((found["violations"], found["undecided"]), (10, 0), text)

    def test_what_has_no_value_is_refused(self):
        common = ("audit", "gossip", "--graph", "path:4", "--observer", "each", "--promise")
        for steps, text, words in (("2", "exact <= 1/(distance-1)", "no value for node '"), ("2", "exact <= ln(1-distance)", "no value"),
                                   ("2", "exact <= 2^(1-distnce)", "did you mean 'distance'"), ("2", "exact <= exact", "unknown name 'exact'"),
                                   ("2", "exact <= T and 1 <= 2", "or a formula such as"), ("2", "exact <= ", "neither a number nor published"),
                                   ("forever", "exact <= T", "T has no value")):
            run = hearsay(*common, text, "--steps", steps, expect=2)
            self.assertIn(words, run.stderr)
            self.assertEqual(len(run.stderr.splitlines()), 1)

    def test_files_of_audits_take_formulas(self):
        content = {"schema_version": 1, "audits": [{"name": "path", "graph": "path:5", "observer": "each", "steps": 2, "promise": "exact_own_noise <= 2^(2-distance)"}]}
        AUDIT.validate(content)
        (self.folder / "a.json").write_text(json.dumps(content))
        found = json.loads(hearsay("audit", "a.json", "--json", "-", expect=0, cwd=self.folder).stdout)
        RESULT.validate(found)


class Protocol(Scratch):
    """--protocol: the promise about a protocol file, beside the oracle where it is gossip, and by hand where it is not."""

    def protocol(self, n, edges, steps, knows, noise=None):
        content = {"format": "hearsay-protocol-1", "nodes": n, "rounds": [{"mix": {"edges": [list(e) for e in edges], "weights": "metropolis"}, "steps": steps}],
                   "noise": noise if noise is not None else [{"kind": "node", "sigma": "1"}], "view": {"observers": [0], "sees": "messages", "knows": knows}}
        (self.folder / "p.json").write_text(json.dumps(content))
        return "p.json"

    def test_gossip_as_a_protocol(self):
        generator = random.Random(21)
        for trial in range(8):
            n, steps, knows = generator.randint(2, 6), generator.choice([1, 2, 3]), generator.choice(["own", "none"])
            edges = random_graph(generator, n)
            w = metropolis(n, edges)
            for observers, sets in (("each", [[o] for o in range(n)]), ("coalitions:2", [list(c) for c in itertools.combinations(range(n), 2)])):
                if n == 2 and observers != "each":
                    continue
                truth = [share for c in sets for u, share in enumerate(shares(w, c, steps, knows == "own")) if u not in c]
                with self.subTest(n=n, edges=edges, steps=steps, knows=knows, observers=observers):
                    broken = sum(share > Fraction("0.4321") for share in truth)
                    found = audit("--protocol", self.protocol(n, edges, steps, knows), "--observer", observers, "--promise", "renyi(2) <= 0.4321",
                                  "--junit", "j.xml", expect=1 if broken else 0, cwd=self.folder)
                    self.assertEqual((found["pairs"], found["violations"], found["undecided"]), (len(truth), broken, 0))
                    self.assertEqual(Fraction(found["worst"]["loss"]["exact"]), max(truth))
                    suite = xml.etree.ElementTree.parse(self.folder / "j.xml").getroot()
                    self.assertEqual(suite.get("failures"), "1" if broken else "0")

    def test_equality_keeps_a_promise(self):
        """Node 1 of two nodes sends what it has: mu = 2 with noise 1/2."""
        file = self.protocol(2, [(0, 1)], 1, "own", [{"kind": "node", "sigma": "1/2"}])
        for text, code in (("mu <= 2", 0), ("mu <= 1.9999999999999998", 1), ("renyi(3) <= 6", 0), ("renyi(3) <= 5.999999", 1),
                           ("attack_tpr(0.01) <= 0.3720806", 0), ("attack_tpr(0.01) <= 0.3720805", 1)):
            found = audit("--protocol", file, "--observer", "0", "--promise", text, expect=code, cwd=self.folder)
            self.assertEqual((found["worst"]["loss"]["exact"], found["worst"]["target"]), ("4", "1"))

    def test_without_noise(self):
        file = self.protocol(2, [(0, 1)], 1, "own", [])
        found = audit("--protocol", file, "--observer", "0", "--promise", "epsilon(1e-5) <= 1e300", expect=1, cwd=self.folder)
        self.assertEqual((found["worst"]["upper"], found["worst"]["sentence"]), ("infinite", "node 0 sees a change of node 1's contribution without noise"))
        audit("--protocol", file, "--observer", "0", "--promise", "attack_tpr(0.01) <= 1", expect=0, cwd=self.folder)

    def test_what_a_protocol_does_not_have_is_refused(self):
        file = self.protocol(3, [(0, 1), (1, 2)], 2, "own")
        for promise, extra in (("mu <= published", ()), ("exact <= 0.5", ()), ("mu <= 1/distance", ()), ("mu <= 1", ("--steps", "2")), ("mu <= 1", ("--report", "r")),
                               ("mu <= 1", ("--observer", "9")), ("mu <= 1", ("--sigma", "2"))):
            run = hearsay("audit", "gossip", "--protocol", file, *(() if "--observer" in extra else ("--observer", "each")), "--promise", promise, *extra, expect=2, cwd=self.folder)
            self.assertEqual(len(run.stderr.splitlines()), 1, run.stderr)


def found_code(graph, text):
    return subprocess.run([HEARSAY, "audit", "gossip", *graph, "--promise", text], capture_output=True, timeout=60).returncode


class FirstSteps(Scratch):
    def test_the_example_of_init_runs_and_is_not_replaced(self):
        for code in (0, 2):
            hearsay("audit", "--init", "mine.json", expect=code, cwd=self.folder)
        example = json.loads((self.folder / "mine.json").read_text())
        self.assertEqual(list(AUDIT.iter_errors(example)), [])
        done = hearsay("audit", "mine.json", "--json", "-", expect=None, cwd=self.folder)
        self.assertIn(done.returncode, (0, 1), done.stderr)
        self.assertEqual([one["observers"].get("singles") for one in json.loads(done.stdout)["audits"]], [True] * 3)

    def test_each_and_coalitions_are_the_worse_of_both(self):
        common = ("--graph", "grid:2x3", "--steps", "2", "--promise", "exact <= 0.2")
        both = audit(*common, "--observer", "each,coalitions:2", expect=1)
        alone, pairs = (audit(*common, "--observer", who, expect=1) for who in ("each", "coalitions:2"))
        self.assertEqual(both["pairs"], alone["pairs"] + pairs["pairs"])
        self.assertEqual(both["violations"], alone["violations"] + pairs["violations"])
        self.assertEqual([node["upper"] for node in both["nodes"]], [max(a["upper"], b["upper"]) for a, b in zip(alone["nodes"], pairs["nodes"])])

    def test_advice_is_what_audits_of_the_changed_network_say(self):
        edges, promise = ["0-1", "1-2", "2-3", "3-4", "4-0", "0-2"], "epsilon(1e-5) <= 3.5"
        def asked(*options, graph=edges, steps=6, expect=1):
            return audit("--graph", "edges:" + ",".join(graph), "--observer", "each", "--steps", str(steps), "--promise", promise, *options, expect=expect)
        advice = asked("--advice", "--rank-edges")["advice"]
        self.assertEqual(advice["now"]["loss"], asked()["worst"]["upper"])
        holding = [steps for steps in range(1, 7) if asked(steps=steps, expect=None)["verdict"] == "holds"]
        self.assertEqual(advice["steps"]["most"], max(holding, default=0))
        self.assertEqual(asked("--sigma", repr(advice["sigma"]["sigma"]), expect=0)["worst"]["upper"], advice["sigma"]["loss"])
        asked("--sigma", repr(advice["sigma"]["sigma"] * (1 - 2e-4)), expect=1)
        for change in advice["edges"]:
            rest = [edge for edge in edges if sorted(edge.split("-")) != sorted(change["edge"])]
            changed = asked(graph=rest, expect=None)
            self.assertEqual((changed["worst"]["upper"], changed["violations"]), (change["loss"], change["violations"]), change)
        self.assertEqual(len(advice["edges"]) + advice["bridges"], len(edges))
        self.assertEqual([change["loss"] for change in advice["edges"]], sorted(change["loss"] for change in advice["edges"]))

    def test_the_largest_number_of_steps_at_which_a_promise_holds(self):
        """Node 5 of a path of 8, seen from node 0: nothing up to 4 steps, then more and more."""
        path = ("--graph", "path:8", "--observer", "0", "--target", "5", "--trust", "all-noise")
        losses = {steps: audit(*path, "--steps", steps, "--promise", "mu <= 9", expect=0)["worst"]["upper"] for steps in range(1, 12)}
        for bound, asked, most in (("0.3", 11, 4), ("0.88", 11, 5), ("0.88", 5, 5), ("0.9", 5, 7), ("0.9", 11, 7), ("2", 3, "forever")):
            with self.subTest(bound=bound, asked=asked):
                code = 0 if losses[asked] <= float(bound) else 1
                advice = audit(*path, "--steps", asked, "--promise", f"mu <= {bound}", "--advice", expect=code)["advice"]["steps"]
                self.assertEqual((advice["most"], advice["verdict"], advice["violations"]), (most, "holds", 0))
                if most != "forever":
                    self.assertEqual(most, max(steps for steps, loss in losses.items() if loss <= float(bound)))
                    self.assertEqual(advice["loss"], losses[most])

    def test_the_loss_at_float32_stands_beside_the_loss(self):
        """Rounding to float32 errs by at most 2^-24 of a number: message noise of this size."""
        path = ("--graph", "path:20", "--observer", "0", "--steps", "30", "--trust", "all-noise", "--promise", "mu <= 0.3", "--target")
        advice = audit(*path, "19", "--advice", expect=1)["advice"]
        rounded = lambda *options: audit(*path, "19", "--message-noise", repr(2.0**-24), *options, expect=None)["worst"]["upper"]
        self.assertEqual(advice["now"]["float32"], rounded())
        self.assertLess(advice["now"]["float32"], 0.8 * advice["now"]["loss"])
        self.assertEqual(advice["sigma"]["float32"], rounded("--sigma", repr(advice["sigma"]["sigma"])))
        self.assertEqual((advice["steps"]["most"], advice["steps"]["float32"]), (18, 0))
        # Of all pairs the worst at float32, not what the worst at full precision comes to there.
        every = audit(*path, "all", "--rank-edges", "--precision", "float32", expect=1)["advice"]
        self.assertEqual(every["now"]["float32"], audit(*path, "all", "--message-noise", repr(2.0**-24), expect=1)["worst"]["upper"])
        forever = audit("--graph", "path:4", "--observer", "each", "--steps", "forever", "--promise", "mu <= 0.3", "--advice", expect=1)["advice"]
        self.assertIsNone(forever["now"]["float32"])

    def test_one_table_says_what_would_help(self):
        command = ("--graph", "path:8", "--observer", "0", "--target", "5", "--steps", "11", "--trust", "all-noise", "--promise", "mu <= 0.88", "--advice")
        found = audit(*command, expect=1)["advice"]
        text = hearsay("audit", "gossip", *command, expect=1).stdout
        self.assertEqual(len(re.findall(r"(?m)^if  ", text)), 1)
        rows = re.findall(r"(?m)^(nothing changes|sigma is \S+|there are \d+ steps)  +(\S+)  +(\S+)  +(\d+)  +(\w+)$", text)
        self.assertEqual([row[0] for row in rows], ["nothing changes", f"sigma is {found['sigma']['sigma']:g}", f"there are {found['steps']['most']} steps"])
        for row, change in zip(rows, (found["now"], found["sigma"], found["steps"])):
            for printed, number in zip(row[1:3], (change["loss"], change["float32"])):
                self.assertGreaterEqual(float(printed), number)  # never too small
                self.assertAlmostEqual(float(printed), number, delta=1e-4)
            self.assertEqual((int(row[3]), row[4]), (change["violations"], change["verdict"]))
        self.assertIn("so this is no guarantee", " ".join(text.split()))
        ring = ("--graph", "edges:0-1,1-2,2-3,3-4,4-0,0-2", "--observer", "each", "--steps", "6", "--promise", "epsilon(1e-5) <= 3.5", "--rank-edges")
        first = audit(*ring, expect=1)["advice"]["edges"][0]
        self.assertRegex(hearsay("audit", "gossip", *ring, expect=1).stdout, rf"(?m)^{first['edge'][0]} and {first['edge'][1]} do not exchange messages  .* {first['violations']}  {first['verdict']}$")

    def test_no_amplification_is_one_sentence(self):
        tree = ("--graph", "edges:0-1 1-2 2-3 3-4 4-5 2-6", "--observer", "each", "--steps", "9", "--promise", "mu <= 0.5")
        for options, said in (((), True), (("--all",), False)):
            done = hearsay("audit", "gossip", *tree, *options, expect=1)
            self.assertEqual("no amplification: in all 42 pairs" in " ".join(done.stdout.split()), said)
            self.assertEqual("published" not in done.stdout, said)
        found = audit(*tree, expect=1)
        self.assertEqual((found["at_local_level"], found["worst"]["nodes_with_this_loss"]), (42, 7))
        self.assertIn("; 6 other nodes lose as much", found["worst"]["sentence"])
        # Not all learn the same: rows, and the ties of the worst.
        lone = ("--graph", "path:6", "--observer", "0", "--steps", "3", "--promise", "exact <= 0.4", "--trust", "all-noise")
        found = audit(*lone, expect=1)
        ties = sum(node["upper"] == found["worst"]["upper"] for node in found["nodes"])
        self.assertEqual((found["worst"]["nodes_with_this_loss"], found["at_local_level"] < found["pairs"]), (ties, True))
        self.assertNotIn("no amplification: in all", hearsay("audit", "gossip", *lone, expect=1).stdout)


class Outputs(Scratch):
    def test_junit_sarif_and_matrix(self):
        (self.folder / "odd.edges").write_text('"x,1" """q"""\n"""q""" z\n')
        common = ("--graph", "file:odd.edges", "--observer", "each", "--steps", "2", "--junit", "j.xml", "--sarif", "s.json", "--csv", "m.csv", "--matrix-market", "m.mtx")
        found = audit(*common, "--promise", "renyi(2) <= 0.9", expect=1, cwd=self.folder)
        suite = xml.etree.ElementTree.parse(self.folder / "j.xml").getroot()
        self.assertEqual((suite.get("tests"), suite.get("failures"), suite.get("errors")), ("1", "1", "0"))
        self.assertEqual(suite.find("testcase/failure").text, found["worst"]["sentence"])
        sarif = json.loads((self.folder / "s.json").read_text())
        self.assertEqual(sarif["version"], "2.1.0")
        broken = [node["node"] for node in found["nodes"] if node["verdict"] == "refuted"]
        self.assertEqual([r["locations"][0]["logicalLocations"][0]["name"] for r in sarif["runs"][0]["results"]], broken)
        self.assertEqual({r["level"] for r in sarif["runs"][0]["results"]}, {"error"})
        self.assert_sarif(self.folder / "s.json", "odd.edges")
        rows = list(csv.reader((self.folder / "m.csv").open()))
        self.assertEqual([row[0] for row in rows], ["observer", "x,1", '"q"', "z"])
        numbers = (self.folder / "m.mtx").read_text().split("\n")
        self.assertEqual(numbers[:2], ["%%MatrixMarket matrix array real general", "3 3"])
        self.assertEqual([float(x) for x in numbers[2:-1]], [float(rows[i][j] or 0) for j in (1, 2, 3) for i in (1, 2, 3)])
        audit(*common, "--promise", "renyi(2) <= 1", expect=0, cwd=self.folder)
        suite = xml.etree.ElementTree.parse(self.folder / "j.xml").getroot()
        self.assertEqual((suite.get("failures"), suite.get("errors")), ("0", "0"))
        self.assertEqual(json.loads((self.folder / "s.json").read_text())["runs"][0]["results"], [])

    ODD = ["=1+1", "+2", "-3", "@x", "-4.5", "a\"b", "c;d", "<e>", "f&g", "\u8c23"]

    def test_a_spreadsheet_computes_no_label(self):
        (self.folder / "odd.csv.edges").write_text("".join(f"{label} hub\n" for label in self.ODD).replace("-4.5", '"-4.5"'))
        audit("--graph", "file:odd.csv.edges", "--observer", "each", "--steps", "2", "--promise", "renyi(2) <= 2", "--csv", "m.csv", expect=0, cwd=self.folder)
        with (self.folder / "m.csv").open(newline="") as file:
            rows = list(csv.reader(file))
        self.assertEqual([row[0] for row in rows[1:]], rows[0][1:])
        self.assertEqual(rows[0], ["observer", "'=1+1", "hub", "'+2", "-3", "'@x", "-4.5", 'a"b', "c;d", "<e>", "f&g", "\u8c23"])
        for row in rows[1:]:
            for cell in row[1:]:
                self.assertTrue(cell == "" or float(cell) >= 0)

    def assert_sarif(self, path, uri):
        """What GitHub's code scanning requires: SARIF 2.1.0, a rule, a text, a place that is a URI reference with a line."""
        log = json.loads(path.read_text(), parse_constant=self.fail)
        self.assertEqual((log["version"], log["$schema"].rsplit("/", 1)[1]), ("2.1.0", "sarif-2.1.0.json"))
        (run,) = log["runs"]
        rules = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
        self.assertEqual(run["tool"]["driver"]["name"], "hearsay")
        self.assertTrue(run["results"])
        for result in run["results"]:
            self.assertIn(result["ruleId"], rules)
            self.assertIn(result["level"], ("error", "warning"))
            self.assertTrue(result["message"]["text"])
            (location,) = result["locations"]
            place = location["physicalLocation"]
            self.assertEqual(place, {"artifactLocation": {"uri": uri}, "region": {"startLine": 1}})
            self.assertRegex(place["artifactLocation"]["uri"], r"^(?:file:///)?(?:[A-Za-z0-9._~/-]|%[0-9A-F]{2})+$")

    def test_every_result_of_sarif_has_a_place(self):
        common = ("--observer", "each", "--steps", "2", "--promise", "exact <= 0.1", "--sarif", "s.json")
        name = "my team #1%:\u00e9.edges"
        (self.folder / name).write_text("a b\nb c\n")
        (self.folder / "w.edges").write_text("0 1 0.5\n1 2 0.5\n")
        (self.folder / "talks.csv").write_text("step,u,v\n1,a,b\n2,b,c\n")
        encoded = "my%20team%20%231%25%3A%C3%A9.edges"
        for graph, uri in ((("--graph", f"file:{name}"), encoded), (("--graph", f"file:{self.folder / name}"), "file://" + urllib.parse.quote(str(self.folder)) + "/" + encoded),
                           (("--graph", "ring:5"), "hearsay-graph/ring%3A5"), (("--graph", "path:3", "--weights", "w.edges"), "w.edges")):
            hearsay("audit", "gossip", *graph, *common, expect=1, cwd=self.folder)
            self.assert_sarif(self.folder / "s.json", uri)
        hearsay("audit", "gossip", "--schedule", "talks.csv", "--observer", "each", "--promise", "exact <= 0.1", "--sarif", "s.json", expect=1, cwd=self.folder)
        self.assert_sarif(self.folder / "s.json", "talks.csv")
        (self.folder / "my audits.json").write_text(json.dumps({"schema_version": 1, "audits": [{"graph": "ring:5", "observer": "each", "steps": 2, "promise": "exact <= 0.1"}]}))
        hearsay("audit", "my audits.json", "--sarif", "s.json", expect=1, cwd=self.folder)
        self.assert_sarif(self.folder / "s.json", "my%20audits.json")

    def test_names_of_audits_keep_junit_well_formed(self):
        for name in ("\ufffe", "\uffff", "\x00", "\x1b[2K", "\x85", "<&\">]]>", "\u202e"):
            audits = [{"name": f"net{name}", "graph": "ring:5", "observer": "each", "steps": 2, "promise": "exact <= 0.1"}]
            (self.folder / "a.json").write_text(json.dumps({"schema_version": 1, "audits": audits}))
            hearsay("audit", "a.json", "--junit", "j.xml", "--sarif", "s.json", "--report", "page", expect=1, cwd=self.folder)
            case = xml.etree.ElementTree.parse(self.folder / "j.xml").getroot().find("testcase")
            self.assertTrue(case.get("name").startswith("net") and len(case.get("name")) > 3)
            self.assertNotRegex((self.folder / "page/index.html").read_text(), "[\x00-\x08\x0b-\x1f\x7f-\x9f\ufffe\uffff\u202e]")
            json.loads((self.folder / "s.json").read_text())

    def test_the_table_names_the_worst_pair(self):
        text = hearsay("audit", "gossip", "--graph", "ring:6", "--observer", "each", "--steps", "2", "--promise", "renyi(2) <= 0.1", "--top", "2", expect=1).stdout
        self.assertIn("promise 'renyi(2) <= 0.1': refuted; ", text)
        self.assertIn("worst: node 0 guesses right in 69.1 % of cases", text)
        self.assertIn("... 4 more nodes; the JSON lists all", text)

    def test_jobs_do_not_matter(self):
        common = ("--graph", "barabasi-albert:n=40,m=2,core=4,seed=2", "--observer", "each", "--steps", "forever", "--promise", "renyi(2) <= 0.9")
        one, two = (audit(*common, "--jobs", jobs, expect=1) for jobs in (1, 2))
        for found in (one, two):
            del found["timing"], found["provenance"]
        self.assertEqual(one, two)


class OwnWeights(Scratch):
    def write_matrix(self, w, form="coordinate real general"):
        n = len(w)
        cells = [(i, j) for j in range(n) for i in range(j if "symmetric" in form else 0, n)]
        if form.startswith("array"):
            lines = [f"{n} {n}"] + [f"{float(w[i][j])!r}" for i, j in cells]
        else:
            cells = [(i, j) for i, j in cells if w[i][j]]
            lines = [f"{n} {n} {len(cells)}"] + [f"{i + 1} {j + 1} {float(w[i][j])!r}" for i, j in cells]
        (self.folder / "w.mtx").write_text(f"%%MatrixMarket matrix {form}\n" + "\n".join(lines) + "\n")

    def compare(self, w, steps, graph, weights, name=lambda v: str(v + 1)):
        n = len(w)
        audit("--graph", graph, "--weights", weights, "--observer", "each", "--steps", steps, "--promise", "renyi(2) <= 1", "--csv", "m.csv", expect=0, cwd=self.folder)
        rows = list(csv.DictReader((self.folder / "m.csv").open()))
        for o in range(n):
            truth = shares(w, [o], n if steps == "forever" else steps, True)
            row = next(row for row in rows if row["observer"] == name(o))
            for u in range(n):
                if u != o:
                    self.assertAlmostEqual(float(row[name(u)]), float(truth[u]), delta=1e-9)

    # Rows (.6 .4 0), (0 .6 .4), (.4 0 .6): node 1 hears node 2 alone, and in two rounds solves for node 3.
    def test_directed_ring(self):
        w = [[Fraction(3, 5), Fraction(2, 5), 0], [0, Fraction(3, 5), Fraction(2, 5)], [Fraction(2, 5), 0, Fraction(3, 5)]]
        self.write_matrix(w)
        for steps in (1, 2, "forever"):
            self.compare(w, steps, "file:w.mtx", "w.mtx")
        account = json.loads(hearsay("account", "gossip", "--graph", "file:w.mtx", "--weights", "w.mtx", "--observer", "1", "--steps", "2", "--json", "-",
                                     expect=0, cwd=self.folder).stdout)
        self.assertAlmostEqual(account["losses"][1]["exact"], 1, delta=1e-12)

    # Row-stochastic, column-stochastic (push-sum) and any other matrices, a sixth of the entries 0; read both ways.
    def test_random_asymmetric_matrices(self):
        generator = random.Random(11)
        for trial in range(10):
            n = generator.randint(2, 5)
            w = [[Fraction(generator.choice([0, 1, 2, 3, 5, -1] if trial % 3 == 2 else [0, 0, 1, 2, 3, 5])) for _ in range(n)] for _ in range(n)]
            if trial % 3 < 2:
                w = [[x / sum(row) for x in row] if any(row) else [Fraction(int(i == j)) for j in range(n)] for i, row in enumerate(w)]
            if trial % 3 == 1:
                w = [list(column) for column in zip(*w)]
            with self.subTest(w=w):
                self.write_matrix(w, generator.choice(["coordinate real general", "array real general"]) )
                if any(w[i][j] for i in range(n) for j in range(n)):
                    self.compare(w, generator.choice([1, 2, 4]), "file:w.mtx", "w.mtx")

    def test_a_matrix_on_a_graph_that_is_given(self):
        w = [[Fraction(1, 2), Fraction(1, 4), Fraction(1, 4)], [Fraction(1, 4), Fraction(3, 4), 0], [Fraction(1, 4), 0, Fraction(3, 4)]]
        for form in ("coordinate real symmetric", "array real symmetric"):
            self.write_matrix(w, form)
            self.compare(w, 2, self.graph(3, [(0, 1), (0, 2)]), "w.mtx")
        for edges, message in (([(0, 1), (1, 2)], "HS-102 --weights: the weight file connects '1' and '3', but the graph does not"),
                               ([(0, 1), (0, 2), (2, 3)], "HS-102 --weights: W has 3 nodes, and the graph has 4")):
            spec = self.graph(max(map(max, edges)) + 1, edges)
            run = hearsay("audit", "gossip", "--graph", spec, "--weights", "w.mtx", "--observer", "each", "--steps", 1, "--promise", "mu <= 1", expect=2, cwd=self.folder)
            self.assertEqual(run.stderr, f"hearsay: {message}\n")

    # Edges a-b 0.25, b-c 0.5; the diagonal is 0.75, 0.25, 0.5.
    def test_weighted_edges_leave_the_rest_on_the_diagonal(self):
        q = Fraction(1, 4)
        w = [[3 * q, q, 0], [q, q, 2 * q], [0, 2 * q, 2 * q]]
        (self.folder / "w.edges").write_text("a b 0.25  # first\nc b 0.5\n")
        nodes = "".join(f"<node id='{v}'/>" for v in "abc")
        edges = "".join(f"<edge source='{u}' target='{v}'><data key='w'>{x}</data></edge>" for u, v, x in (("a", "b", 0.25), ("b", "c", 0.5)))
        (self.folder / "w.graphml").write_text("<graphml xmlns='http://graphml.graphdrawing.org/xmlns'><key id='w' for='edge' attr.name='weight' attr.type='double'/>"
                                               f"<graph edgedefault='undirected'>{nodes}{edges}</graph></graphml>")
        for path in ("w.edges", "w.graphml"):
            for steps in (2, "forever"):
                self.compare(w, steps, f"file:{path}", path, name=lambda v: "abc"[v])

    def test_weights_that_are_refused(self):
        files = {"two.edges": ("a b\n", "HS-103 two.edges: holds no weights (edge list): they stand in a third column"),
                 "word.edges": ("a b x\n", "HS-103 word.edges:1: 3 columns, 'x' the third: an edge has two labels and a number as its weight"),
                 "nan.edges": ("a b nan\n", "HS-103 nan.edges:1: 3 columns, 'nan' the third: an edge has two labels and a number as its weight"),
                 "loop.edges": ("a a 0.5\n", "HS-103 loop.edges:1: a self-loop; the diagonal is 1 minus the weights of the edges"),
                 "twice.edges": ("a b 0.5\nb a 0.5\n", "HS-103 twice.edges:2: an edge that is given twice"),
                 "heavy.edges": ("a b 0.5\nb c 0.75\n", "HS-101 heavy.edges: the weights of node 'b' sum to 1.25, more than 1: a Matrix Market file gives W with its diagonal"),
                 "pattern.mtx": ("%%MatrixMarket matrix coordinate pattern general\n2 2 1\n1 2\n",
                                 "HS-103 pattern.mtx:1: the header must be %%MatrixMarket matrix coordinate|array real|integer general|symmetric"),
                 "short.mtx": ("%%MatrixMarket matrix coordinate real general\n2 2 2\n1 2 .5\n", "HS-103 short.mtx:4: the file ends after 1 of the 2 entries announced"),
                 "twice.mtx": ("%%MatrixMarket matrix coordinate real general\n2 2 2\n1 2 .5\n1 2 .5\n", "HS-103 twice.mtx:4: entry 1 2 is given twice"),
                 "more.mtx": ("%%MatrixMarket matrix array real general\n1 1\n1\n1\n", "HS-103 more.mtx:4: more entries than the 1 announced"),
                 "wide.mtx": ("%%MatrixMarket matrix coordinate real general\n2 3 1\n1 2 .5\n", "HS-103 wide.mtx:2: W must be square, not 2 x 3"),
                 "moon.mtx": ("%%MatrixMarket matrix coordinate real general\n1000000000000 1000000000000 1\n1 2 .5\n", "HS-302 moon.mtx: "),
                 "none.graphml": ("<graphml xmlns='http://graphml.graphdrawing.org/xmlns'><graph edgedefault='undirected'><node id='a'/><node id='b'/>"
                                  "<edge source='a' target='b'/></graph></graphml>", "HS-103 none.graphml: holds no weights (GraphML): ")}
        for name, (text, message) in files.items():
            with self.subTest(name):
                (self.folder / name).write_text(text)
                run = hearsay("audit", "gossip", "--graph", f"file:{name}", "--weights", name, "--observer", "each", "--steps", 1, "--promise", "mu <= 1", expect=2, cwd=self.folder)
                self.assertTrue(run.stderr.startswith(f"hearsay: {message}"), run.stderr)
                self.assertEqual(run.stderr.count("\n"), 1)


class Schedules(Scratch):
    def matrices(self, n, rounds, weight=Fraction(1, 2)):
        for pairs in rounds:
            w = [[Fraction(int(u == v)) for v in range(n)] for u in range(n)]
            for u, v in pairs:
                for a, b in ((u, v), (v, u)):
                    w[a][b] += weight
                    w[a][a] -= weight
            yield w

    # Rows e_v^T W_{t-1} ... W_0 of whoever talks to the observer in round t.
    def truth(self, n, matrices, observer):
        basis, product = [], [[Fraction(int(u == v)) for v in range(n)] for u in range(n)]
        for w in matrices:
            for v in range(n):
                if v != observer and w[observer][v]:
                    rest = [Fraction(0) if u == observer else x for u, x in enumerate(product[v])]
                    for other in basis:
                        factor = sum(a * b for a, b in zip(rest, other)) / sum(b * b for b in other)
                        rest = [a - factor * b for a, b in zip(rest, other)]
                    if any(rest):
                        basis.append(rest)
            product = [[sum(w[u][k] * product[k][v] for k in range(n)) for v in range(n)] for u in range(n)]
        return [sum(b[u] ** 2 / sum(x * x for x in b) for b in basis) for u in range(n)]

    def compare(self, n, header, rounds, matrices, lines):
        (self.folder / "s.csv").write_text(header + "\n" + "".join(f"{line}\n" for line in lines))
        matrices = list(matrices)
        found = audit("--schedule", "s.csv", "--observer", "each", "--promise", "renyi(2) <= 1", "--csv", "m.csv", expect=0, cwd=self.folder)
        self.assertEqual(found["parameters"]["steps"], len(rounds))
        rows = {row["observer"]: row for row in csv.DictReader((self.folder / "m.csv").open())}
        for o in range(n):
            for u, share in enumerate(self.truth(n, matrices, o)):
                if u != o and f"n{o}" in rows and f"n{u}" in rows:
                    self.assertAlmostEqual(float(rows[f"n{o}"][f"n{u}"]), float(share), delta=1e-9)

    def test_random_pairs_that_average(self):
        generator = random.Random(3)
        for _ in range(4):
            n = 6
            nodes = list(range(n))
            rounds = []
            for _ in range(5):
                generator.shuffle(nodes)
                rounds.append([tuple(nodes[:2]), tuple(nodes[2:4])][: generator.choice([1, 2])])
            lines = [f"{3 * t}, n{u},n{v}" for t, pairs in enumerate(rounds) for u, v in pairs]
            generator.shuffle(lines)
            self.compare(n, "step,u,v", rounds, self.matrices(n, rounds), lines)

    def test_weights(self):
        rounds = [[(0, 1), (0, 2)], [(1, 2), (2, 3)], [(0, 3), (1, 3)]]
        lines = [f"{t},n{u},n{v},0.25" for t, pairs in enumerate(rounds) for u, v in pairs]
        self.compare(4, "step,u,v,weight", rounds, self.matrices(4, rounds, Fraction(1, 4)), lines)

    # a talks to b before b talks to c: c's value never reaches a, and a's reaches c.
    def test_what_comes_too_late_is_not_heard(self):
        (self.folder / "s.csv").write_text("step,u,v\n1,a,b\n2,b,c\n")
        common = ("--schedule", "s.csv", "--promise", "mu <= 0")
        audit(*common, "--observer", "a", "--target", "c", expect=0, cwd=self.folder)
        found = audit(*common, "--observer", "c", "--target", "a", expect=1, cwd=self.folder)
        self.assertAlmostEqual(found["worst"]["units"]["share"], 0.5, delta=1e-12)

    def test_refusals(self):
        for text, message in (("u,v\n", "HS-103 s.csv:1: the header must be step,u,v or step,u,v,weight"), ("step,u,v\n", "HS-104 s.csv: holds no contacts"),
                              ("", "HS-104 s.csv: is empty"), ("step,u,v\n1,a\n", "HS-103 s.csv:2: 2 cells, and the header has 3"),
                              ("step,u,v\n1.5,a,b\n", "HS-103 s.csv:2: '1.5' is not a whole number"), ("step,u,v\n1,a,a\n", "HS-103 s.csv:2: a node cannot be paired with itself"),
                              ("step,u,v\n1,a,\n", "HS-103 s.csv:2: an empty label"), ("step,u,v\n1,a,\"b\n", "HS-103 s.csv:2: holds a quote that is not closed, or that is followed by something else than a comma"),
                              ("step,u,v\n1,a,b\n1,b,a\n", "HS-103 s.csv:3: a pair that is given twice in this step"),
                              ("step,u,v\n1,a,b\n1,b,c\n", "HS-103 s.csv:3: node 'b' is in two pairs of this step, which need weights"),
                              ("step,u,v,weight\n1,a,b,x\n", "HS-103 s.csv:2: 'x' is not a finite number"),
                              ("step,u,v,weight\n1,a,b,.6\n1,b,c,.6\n", "HS-101 s.csv:3: the weights of node 'b' sum to more than 1 in this step")):
            with self.subTest(message):
                (self.folder / "s.csv").write_text(text)
                run = hearsay("audit", "gossip", "--schedule", "s.csv", "--observer", "each", "--promise", "mu <= 1", expect=2, cwd=self.folder)
                self.assertEqual((run.stderr, run.stdout), (f"hearsay: {message}\n", ""))


class NodesThatDiffer(Scratch):
    """Noise and sensitivity of every node: mu^2 of node u is sensitivity_u^2 / sigma_u^2 |P e_u|^2."""

    def values(self, name, numbers):
        order = sorted(range(len(numbers)), key=lambda v: -v)
        (self.folder / name).write_text("".join(f"{v + 1},{float(numbers[v])}\n" for v in order))
        return name

    def test_random_graphs(self):
        generator = random.Random(11)
        for _ in range(8):
            n = generator.randint(2, 6)
            edges = random_graph(generator, n)
            w, spec = metropolis(n, edges), self.graph(n, edges)
            steps = generator.choice([1, 2, 3, "forever"])
            sigma = [Fraction(generator.randint(1, 12), 4) for _ in range(n)]
            sensitivity = [Fraction(generator.randint(1, 8), 2) for _ in range(n)]
            files = ("--sigma", self.values("sigma.csv", sigma), "--sensitivity", self.values("sensitivity.csv", sensitivity))
            for trust in ("all-noise", "own-noise-known"):
                with self.subTest(n=n, edges=edges, steps=steps, trust=trust, sigma=sigma, sensitivity=sensitivity):
                    own = trust == "own-noise-known"
                    truth = {}
                    for o in range(n):
                        for u, share in enumerate(shares(w, [o], n if steps == "forever" else steps, own, sigma)):
                            if u != o:
                                truth[u, o] = float(share * (sensitivity[u] / sigma[u]) ** 2)
                    worst = max(truth.values())
                    common = ("--graph", spec, "--observer", "each", "--steps", steps, "--trust", trust, *files)
                    found = audit(*common, "--promise", f"renyi(2) <= {worst * 1.000001 + 1e-12}", expect=0, cwd=self.folder)
                    for node in found["nodes"]:
                        u = int(node["node"]) - 1
                        most = max(value for (target, _), value in truth.items() if target == u)
                        self.assertAlmostEqual(node["exact_own_noise" if own else "exact"], most, delta=1e-9 * max(1, most))
                        self.assertIn(node["published"], (None,) if most else (None, 0))  # 0 where nothing is heard
                    self.assertIsNone(found["worst"]["sigma_needed"])
                    if worst > 1e-6:
                        refuted = audit(*common, "--promise", f"renyi(2) <= {worst * 0.999999}", expect=1, cwd=self.folder)
                        self.assertEqual(refuted["verdict"], "refuted")

    # Path ann-Bob Doe-cy, ann listens for two steps; tests/audit/network_views_test.cpp derives the shares.
    def test_account_and_labels_with_commas(self):
        (self.folder / "g.json").write_text(json.dumps({"nodes": [{"id": "ann"}, {"id": "Doe, Bob"}, {"id": "cy"}], "links": [{"source": "ann", "target": "Doe, Bob"}, {"source": "Doe, Bob", "target": "cy"}]}))
        (self.folder / "sigma.csv").write_text('ann,1\n"Doe, Bob",2\ncy,3\n')
        (self.folder / "sensitivity.csv").write_text('cy,2\nann,1\n"Doe, Bob",1\n')
        files = ("--sigma", "sigma.csv", "--sensitivity", "sensitivity.csv")
        common = ("account", "gossip", "--graph", "file:g.json", "--steps", "2", *files, "--delta", "1e-5", "--json", "-")
        found = json.loads(hearsay(*common, "--observer", "ann", "--claimed-renyi", "0.45", expect=0, cwd=self.folder).stdout)
        bob, cy = found["losses"]
        for entry, name, local, exact, own in ((bob, "Doe, Bob", 1 / 4, 1 / 4, 1 / 4), (cy, "cy", 4 / 9, 4 / 10, 4 / 9)):
            self.assertEqual((entry["target"], entry["published"]), (name, None))
            for key, value in (("local", local), ("exact", exact), ("exact_own_noise", own)):
                self.assertAlmostEqual(entry[key], value, delta=1e-12)
        self.assertEqual(found["audit"]["verdict"], "holds")
        hearsay(*common, "--observer", "ann", "--claimed-renyi", "0.44", expect=1, cwd=self.folder)
        hearsay(*common, "--observer", "ann", "--claimed-renyi", "0.44", "--trust", "all-noise", expect=0, cwd=self.folder)
        listener = json.loads(hearsay(*common, "--observer", '"Doe, Bob"', expect=0, cwd=self.folder).stdout)
        self.assertEqual([entry["target"] for entry in listener["losses"]], ["ann", "cy"])
        table = hearsay(*common[:-2], "--observer", "ann", expect=0, cwd=self.folder).stdout
        self.assertIn("sigma of sigma.csv", table)
        self.assertIn("so it is not shown", " ".join(table.split()))

    def test_an_audit_file_names_them_beside_itself(self):
        (self.folder / "nets").mkdir()
        (self.folder / "nets" / "sigma.csv").write_text("0,1\n1,2\n2,3\n")
        content = {"schema_version": 1, "audits": [{"name": "path", "graph": "path:3", "observer": 0, "steps": 2, "sigma": "sigma.csv", "promise": "renyi(2) <= 0.3"}]}
        AUDIT.validate(content)
        (self.folder / "nets" / "a.json").write_text(json.dumps(content))
        hearsay("audit", "nets/a.json", expect=0, cwd=self.folder)  # 1/4 and 1/9 of own noise known

    def test_refusals(self):
        (self.folder / "ok.csv").write_text("0,1\n1,2\n2,3\n")
        (self.folder / "lacks.csv").write_text("0,1\n1,2\n")
        for words, message in ((["--sigma", "ok.csv", "--promise", "renyi(2) <= published"], "the published bound assumes one sigma and one sensitivity"),
                               (["--sensitivity", "ok.csv", "--promise", "exact <= 0.5"], "promise renyi, epsilon, mu or attack_tpr"),
                               (["--sigma", "ok.csv", "--promise", "mu <= 1", "--steps", "auto"], "auto needs one --sigma"),
                               (["--sigma", "ok.csv", "--promise", "mu <= 1", "--certificate", "c.json"], "--certificate: proves losses with one --sigma"),
                               (["--sigma", "lacks.csv", "--promise", "mu <= 1"], "lacks.csv: has no value for node '2'"),
                               (["--sigma", "ok.cvs", "--promise", "mu <= 1"], "'ok.cvs' is neither a number nor a file; did you mean 'ok.csv'?")):
            with self.subTest(message):
                steps = [] if "--steps" in words else ["--steps", "2"]
                run = hearsay("audit", "gossip", "--graph", "path:3", "--observer", "each", *steps, *words, expect=2, cwd=self.folder)
                self.assertEqual((run.stdout, run.stderr.count("\n")), ("", 1))
                self.assertIn(message, run.stderr)
        self.assertFalse((self.folder / "c.json").exists())


def noisy_shares(w, observer, steps, own_noise, tau, sigma):
    """a_u^T (A A^T + tau^2)^-1 a_u of every node u, A the rows e_v^T W^t that reach the observer, node u's column times its sigma."""
    n = len(w)
    rows, view = [[Fraction(int(u == v)) for u in range(n)] for v in range(n) if v != observer and w[observer][v] != 0], []
    for _ in range(steps):
        view += [[Fraction(0) if own_noise and u == observer else sigma[u] * x for u, x in enumerate(row)] for row in rows]
        rows = [[sum(row[k] * w[k][u] for k in range(n)) for u in range(n)] for row in rows]
    m = len(view)
    system = [[sum(a * b for a, b in zip(x, y)) + (tau ** 2 if i == j else 0) for j, y in enumerate(view)] + list(x) for i, x in enumerate(view)]
    for i in range(m):  # Gauss and Jordan
        pivot = next(k for k in range(i, m) if system[k][i] != 0)
        system[i], system[pivot] = system[pivot], system[i]
        system[i] = [x / system[i][i] for x in system[i]]
        for k in range(m):
            if k != i and system[k][i] != 0:
                system[k] = [x - system[k][i] * y for x, y in zip(system[k], system[i])]
    return [sum(view[i][u] * system[i][m + u] for i in range(m)) for u in range(n)]


class NoiseOnMessages(Scratch):
    """--message-noise and --precision against the covariance A A^T + tau^2 in fractions."""

    def test_random_graphs(self):
        generator = random.Random(23)
        for trial in range(6):
            n = generator.randint(2, 5)
            edges = random_graph(generator, n)
            w, spec = metropolis(n, edges), self.graph(n, edges)
            steps, tau = generator.choice([1, 2, 3]), generator.choice([Fraction(1, 8), Fraction(1, 2**20), Fraction(1, 2**40)])
            uneven = trial % 2 == 1
            sigma = [Fraction(generator.randint(1, 8), 4) if uneven else Fraction(1) for _ in range(n)]
            (self.folder / "sigma.csv").write_text("".join(f"{v + 1},{float(sigma[v])}\n" for v in range(n)))
            for trust in ("all-noise", "own-noise-known"):
                with self.subTest(n=n, edges=edges, steps=steps, trust=trust, tau=tau, sigma=sigma):
                    own = trust == "own-noise-known"
                    truth = {(o, u): float(share / sigma[u] ** 2) for o in range(n) for u, share in enumerate(noisy_shares(w, o, steps, own, tau, sigma)) if o != u}
                    common = ("--graph", spec, "--observer", "each", "--steps", steps, "--trust", trust, *(("--sigma", "sigma.csv") if uneven else ()))
                    worst = max(truth.values())
                    noisy = audit(*common, "--message-noise", float(tau), "--promise", f"renyi(2) <= {worst + 1e-6}", expect=0, cwd=self.folder)
                    for node in noisy["nodes"]:
                        most = max(value for (_, u), value in truth.items() if u == int(node["node"]) - 1)
                        self.assertAlmostEqual(node["exact_own_noise" if own else "exact"], most, delta=1e-9)
                    self.assertEqual(noisy["summary"]["above"], sum(max(value for (_, u), value in truth.items() if u == v) > 0.99 * (max(1 / s**2 for s in sigma)) for v in range(n)))
                    if worst > 1e-3:
                        audit(*common, "--message-noise", float(tau), "--promise", f"renyi(2) <= {worst - 1e-6}", expect=1, cwd=self.folder)
                    # The same noise as a precision: beside the losses without it.
                    plain = audit(*common, "--promise", "renyi(2) <= 100", expect=0, cwd=self.folder)
                    column = audit(*common, "--promise", "renyi(2) <= 100", "--precision", "float16", "--magnitude", float(tau * 2**11), expect=0, cwd=self.folder)
                    for before, node in zip(plain["nodes"], column["nodes"]):
                        self.assertEqual({key: value for key, value in node.items() if key != "resolved"}, before)
                        self.assertAlmostEqual(node["resolved"], truth[int(node["worst_observer"]) - 1, int(node["node"]) - 1], delta=1e-9)

    def test_files_and_the_page(self):
        content = {"schema_version": 1, "defaults": {"graph": "path:3", "observer": 0, "steps": 2, "trust": "all-noise", "target": 2},
                   "audits": [{"promise": "exact <= 0.47", "message_noise": 0.125, "precision": "float32", "magnitude": 2}]}
        AUDIT.validate(content)
        (self.folder / "a.json").write_text(json.dumps(content))
        hearsay("audit", "a.json", expect=0, cwd=self.folder)  # 4160/8969 = 0.4638; 1/2 without noise on messages
        content["audits"][0]["precision"] = "float33"
        (self.folder / "a.json").write_text(json.dumps(content))
        self.assertIn("audits[0].precision: must be float64, float32, float16 or bfloat16", hearsay("audit", "a.json", expect=2, cwd=self.folder).stderr)
        noisy = ("--graph", "path:3", "--observer", "0", "--steps", "2", "--message-noise", "0.125", "--report", "page")
        hearsay("audit", "gossip", *noisy, "--promise", "exact <= 0.47", "--target", "2", expect=0, cwd=self.folder)
        page = (self.folder / "page" / "index.html").read_text()
        self.assertIn('"message_noise":0.125', page)
        self.assertIn("at message noise 0.125", page)
        self.assertIn("only losses without noise on messages have certificates", page)
        self.assertIn('"combination":null', page)
        hearsay("account", "gossip", *noisy[:-1], "other", expect=0, cwd=self.folder)
        page = (self.folder / "other" / "index.html").read_text()
        self.assertIn("only losses without noise on messages have certificates", page)
        for view in json.loads(re.search(r'<script type="application/json" id="data">(.*?)</script>', page, re.S).group(1))["views"]["views"]:
            losses = [x for x in (view["exact"] if isinstance(view["exact"], list) else [view["exact"]])]
            self.assertLess(max(losses), 1)  # at every stop of the slider, every message carries noise


class Formats(Scratch):
    """The same network in every format, packed and from standard input, and the same weights."""

    EDGES = [("ann", "bob"), ("bob", "cy"), ("cy", "dan"), ("dan", "ann"), ("ann", "cy")]
    WORDS = ("audit", "gossip", "--observer", "each", "--steps", "2", "--promise", "mu <= 9", "--json", "-")

    def files(self):
        nodes = ["ann", "bob", "cy", "dan"]
        links = [{"source": u, "target": v} for u, v in self.EDGES]
        edges = "".join(f"{u} {v}\n" for u, v in self.EDGES)
        gml = "graph [\n" + "".join(f' node [ id {i} label "{v}" ]\n' for i, v in enumerate(nodes)) + "".join(f" edge [ source {nodes.index(u)} target {nodes.index(v)} ]\n" for u, v in self.EDGES) + "]\n"
        return {"g.edges": edges.encode(), "g.gml": gml.encode(), "g.json": json.dumps({"directed": False, "multigraph": False, "graph": {}, "nodes": [{"id": v} for v in nodes], "links": links}).encode(),
                "g.edges.gz": gzip.compress(edges.encode()), "g.gml.gz": gzip.compress(gml.encode())}

    def save_numpy(self, rows):
        """The rows as numpy.save writes them: format 1.0, float64."""
        header = f"{{'descr': '<f8', 'fortran_order': False, 'shape': ({len(rows)}, {len(rows[0])}), }}".ljust(117) + "\n"
        values = [float(x) for row in rows for x in row]
        (self.folder / "w.npy").write_bytes(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode() + struct.pack(f"<{len(values)}d", *values))

    def losses(self, *words, **keywords):
        run = subprocess.run([HEARSAY, *self.WORDS, *words], capture_output=True, cwd=self.folder, timeout=60, **keywords)
        self.assertEqual((run.returncode, run.stderr), (0, b""))
        return {node["node"]: (node["exact"], node["exact_own_noise"]) for node in json.loads(run.stdout)["nodes"]}

    def test_graphs(self):
        expected = None
        for name, content in self.files().items():
            (self.folder / name).write_bytes(content)
            with self.subTest(name):
                found = self.losses("--graph", f"file:{name}")
                expected = expected or found
                self.assertEqual(found, expected)
                self.assertEqual(self.losses("--graph", "file:-", input=content), expected)

    def test_weights(self):
        w = metropolis(4, [(0, 1), (1, 2), (2, 3), (0, 3), (0, 2)])
        edges = [(u, v, w[u][v]) for u in range(4) for v in range(u) if w[u][v]]
        (self.folder / "g.edges").write_bytes(b"0 1\n1 2\n2 3\n3 0\n0 2\n")
        self.save_numpy(w)
        (self.folder / "w.gml").write_text("graph [" + "".join(f" node [ id {v} ]" for v in range(4)) + "".join(f" edge [ source {u} target {v} weight {float(x)!r} ]" for u, v, x in edges) + " ]")
        (self.folder / "w.json").write_text(json.dumps({"nodes": [{"id": v} for v in range(4)], "links": [{"source": u, "target": v, "weight": float(x)} for u, v, x in edges]}))
        text = "".join(f"{u} {v} {float(x)!r}\n" for u, v, x in edges)
        (self.folder / "w.txt.gz").write_bytes(gzip.compress(text.encode()))
        expected = self.losses("--graph", "file:g.edges")
        for name in ("w.npy", "w.gml", "w.json", "w.txt.gz"):
            for spec in ("file:g.edges", f"file:{name}") if name != "w.npy" else ("file:g.edges",):
                with self.subTest(name, spec=spec):
                    found = self.losses("--graph", spec, "--weights", name)
                    for node, values in expected.items():
                        self.assertAlmostEqual(found[node][1], values[1], delta=1e-9)  # which of equally bad observers is named depends on the order
        self.assertEqual(self.losses("--graph", "file:-", "--weights", "-", input=text.encode()).keys(), expected.keys())

    def test_weights_of_numpy_are_refused_where_they_do_not_fit(self):
        for array, graph, message in (([[1] * 3] * 2, "path:3", "w.npy: W must be square, not 2 x 3"), ([[int(u == v) for v in range(4)] for u in range(4)], "path:3", "W has 4 nodes, and the graph has 3"),
                                      ([[Fraction(1, 3)] * 3] * 3, "path:3", "the weight file connects '0' and '2', but the graph does not")):
            self.save_numpy(array)
            run = hearsay(*self.WORDS, "--graph", graph, "--weights", "w.npy", expect=2, cwd=self.folder)
            self.assertEqual(run.stdout, "")
            self.assertIn(message, run.stderr)

    def test_standard_input_that_is_no_graph_is_refused(self):
        for content, message in ((b"", "standard input: is empty"), (b"a b 0.5\n", "standard input:1: holds weights: also pass --weights -"), (gzip.compress(b"a b\n")[:-5], "standard input: is damaged")):
            run = subprocess.run([HEARSAY, *self.WORDS, "--graph", "file:-"], capture_output=True, cwd=self.folder, timeout=60, input=content)
            self.assertEqual((run.returncode, run.stdout), (2, b""))
            self.assertIn(message, run.stderr.decode())


class Files(Scratch):
    def run_file(self, content, expect, *arguments):
        (self.folder / "nets").mkdir(exist_ok=True)
        (self.folder / "nets" / "path.edges").write_text("0 1\n1 2\n")
        (self.folder / "nets" / "a.json").write_text(content if isinstance(content, str) else json.dumps(content))
        return hearsay("audit", "nets/a.json", *arguments, expect=expect, cwd=self.folder)

    def test_many_promises_one_junit(self):
        content = {"schema_version": 1, "defaults": {"steps": 2, "promise": ["renyi(2) <= 0.9", "renyi(2) <= 1"]},
                   "audits": [{"name": "file", "graph": "file:path.edges", "observer": "each"},
                              {"graph": "ring:5", "observer": [0, "2"], "steps": "forever", "target": 3, "promise": "mu <= 1", "sigma": 1.5}]}
        AUDIT.validate(content)
        found = json.loads(self.run_file(content, 1, "--json", "-", "--junit", "j.xml").stdout)
        RESULT.validate(found)
        self.assertEqual([(a["name"], a["verdict"]) for a in found["audits"]],
                         [("file: renyi(2) <= 0.9", "refuted"), ("file: renyi(2) <= 1", "holds"), ("audit 2", "holds")])
        self.assertEqual(found["verdict"], "refuted")
        suite = xml.etree.ElementTree.parse(self.folder / "j.xml").getroot()
        self.assertEqual((suite.get("tests"), suite.get("failures")), ("3", "1"))
        alone = audit("--graph", "ring:5", "--observer", "0,2", "--steps", "forever", "--target", "3", "--promise", "mu <= 1", "--sigma", "1.5", expect=0)
        self.assertEqual(found["audits"][2]["worst"], alone["worst"])
        self.assertIn("3 of 3 audits: refuted", self.run_file(content, 1).stdout)

    # What the schema refuses, the program refuses too, in one line; the last ones the schema cannot see.
    def test_malformed_files(self):
        good = {"graph": "ring:5", "observer": "each", "steps": 2, "promise": "mu <= 1"}
        audits = lambda **change: {"schema_version": 1, "audits": [{k: v for k, v in (good | change).items() if v is not None}]}
        AUDIT.validate(audits())
        self.run_file(audits(), 0)
        for content, message in (
                ({"audits": [good]}, "the file: schema_version must be 1"), ({"schema_version": 2, "audits": [good]}, "schema_version must be 1"),
                ([], "the file: must be an object"), ({"schema_version": 1, "audits": []}, "audits must be a list with at least one audit"),
                ({"schema_version": 1, "audit": [good]}, "unknown key 'audit'; did you mean 'audits'?"),
                (audits(observers="each"), "audits[0]: unknown key 'observers'; did you mean 'observer'?"),
                (audits(sigma=[1]), "audits[0].sigma: must be a number"), (audits(observer=[]), "audits[0].observer: must not be empty"),
                (audits(observer=[[1]]), "audits[0].observer[0]: must be a non-empty text or a whole number"),
                (audits(steps=2.5), "audits[0].steps: must be a non-empty text or a whole number"),
                (audits(trust="some"), "audits[0].trust: must be all-noise or own-noise-known"),
                (audits(promise=[]), "audits[0].promise: must not be empty"), (audits(name=""), "audits[0].name: must be a non-empty text")):
            with self.subTest(message):
                self.assertFalse(AUDIT.is_valid(content))
                self.assert_refused(content, message)
        for content, message in (
                (audits(graph=None), "audits[0]: lacks 'graph', which the defaults lack, too"), (audits(promise=None), "audits[0]: lacks 'promise', which the defaults lack, too"),
                (audits(promise="mu <= -1"), "audit 1: --promise: the bound = -1 must be finite and >= 0"),
                (audits(graph="file:none.edges"), "none.edges: cannot be opened"), ("{", "is not JSON"), ("", "is not JSON"), ("[" * 100000, "nests deeper than 500 levels")):
            with self.subTest(message):
                self.assert_refused(content, message)

    def assert_refused(self, content, message):
        run = self.run_file(content, 2)
        self.assertIn(message, run.stderr)
        self.assertEqual((run.stdout, run.stderr.count("\n")), ("", 1))


class Page(Scratch):
    def test_every_command_of_the_page_runs(self):
        page = (SCHEMAS.parent / "docs" / "audit.md").read_text()
        (self.folder / "hearsay").symlink_to(HEARSAY)
        (self.folder / "docs").symlink_to(SCHEMAS.parent / "docs")
        commands = [line for block in re.findall(r"```console\n(.*?)```", page, re.S) for line in re.findall(r"^\$ (.*)", block.replace("\\\n", ""), re.M)]
        self.assertEqual(len(commands), 4)
        for command in commands:
            run = subprocess.run(command, shell=True, cwd=self.folder, env={"PATH": f"{self.folder}:/usr/bin:/bin"}, capture_output=True, text=True, timeout=60)
            self.assertIn(run.returncode, (0, 1), run.stderr)
            self.assertIn(run.stderr, ("", "hearsay: the page is page/index.html\n"))
        self.assertIn("</html>", (self.folder / "page/index.html").read_text())
        (audits,) = re.findall(r"```json\n(.*?)```", page, re.S)
        AUDIT.validate(json.loads(audits))
        (self.folder / "audits.json").write_text(audits)
        found = json.loads(hearsay("audit", "audits.json", "--json", "-", expect=1, cwd=self.folder).stdout)
        self.assertEqual(len(found["audits"]), 3)


class Results(unittest.TestCase):
    def test_every_command_writes_what_the_schema_says(self):
        for words in (["claims"], ["explain", "muffliato.thm1"], ["verify", "dp.iteration", "--effort", "quick"],
                      ["account", "gossip", "--graph", "path:3", "--observer", "0", "--steps", "2"],
                      ["account", "stream", "--graph", "ring:5", "--observer", "0", "--target", "2", "--rounds", "3"],
                      ["account", "rumor", "--nodes", "6", "--curious", "1", "--muting", "0.5"],
                      ["account", "ring", "--users", "5", "--rounds", "2", "--epsilon", "0.5", "--delta", "1e-6", "--delta-prime", "1e-6"],
                      ["audit", "gossip", "--protocol", str(SCHEMAS.parent / "docs/examples/protocols/decor.json"), "--observer", "each", "--promise", "mu <= 9"],
                      ["attack", "gossip", "--graph", "path:3", "--observer", "0", "--target", "2", "--steps", "2", "--runs", "200"],
                      ["simulate", "gossip", "--graph", "ring:5", "--steps", "3", "--runs", "20"]):
            with self.subTest(words):
                run = subprocess.run([HEARSAY, *words, "--json", "-"], capture_output=True, text=True, timeout=300)
                found = json.loads(run.stdout)
                RESULT.validate(found)
                self.assertEqual(found["schema_version"], 1)


if __name__ == "__main__":
    unittest.main()
