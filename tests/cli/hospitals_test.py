#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The audit of docs/tutorial_auditor.md: forty hospitals with names and weights, from the CSV to what is filed. Usage: hospitals_test.py HEARSAY"""
import csv
import hashlib
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree
from fractions import Fraction

import jsonschema

HEARSAY = str(pathlib.Path(sys.argv.pop(1)).resolve())
ROOT = pathlib.Path(__file__).resolve().parents[2]
HOSPITALS = ROOT / "docs/examples/hospitals.csv"
RESULT = jsonschema.Draft202012Validator(json.loads((ROOT / "schemas/result.schema.json").read_text()))
CHECKER = ROOT / "certificates/check_certificates.py"
NETWORK = ("--graph", "file:hospitals.csv", "--weights", "hospitals.csv", "--observer", "each,coalitions:2", "--steps", "50", "--epsilon", "2", "--delta", "1e-5")


def rows():
    with HOSPITALS.open(newline="") as file:
        return list(csv.DictReader(file))


def names():
    found = []
    for row in rows():
        found += [name for name in (row["from"], row["to"]) if name not in found]
    return found


class Scratch(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = pathlib.Path(scratch.name)
        shutil.copy(HOSPITALS, self.folder)

    def hearsay(self, *words, expect):
        run = subprocess.run([HEARSAY, *words], cwd=self.folder, capture_output=True, text=True, timeout=300)
        self.assertEqual(run.returncode, expect, run.stdout[-500:] + run.stderr)
        return run

    def read(self, name):
        return (self.folder / name).read_text()

    def checked(self, name):
        """What both checkers say of a file."""
        done = subprocess.run([sys.executable, CHECKER, name], cwd=self.folder, capture_output=True, text=True, timeout=300)
        if shutil.which("node"):
            twin = subprocess.run(["node", CHECKER.with_suffix(".js"), name], cwd=self.folder, capture_output=True, text=True, timeout=300)
            self.assertEqual((twin.returncode, twin.stdout), (done.returncode, done.stdout))
        return done


class Network(unittest.TestCase):
    def test_the_weights_are_doubly_stochastic(self):
        self.assertEqual(list(rows()[0]), ["from", "to", "weight"])
        self.assertEqual(len(names()), 40)
        self.assertTrue(all(" " in name for name in names()))
        for name in names():
            others = sum(Fraction(row["weight"]) for row in rows() if name in (row["from"], row["to"]))
            self.assertTrue(0 < others < 1)  # the rest is the diagonal, and the matrix is symmetric


class Filed(Scratch):
    OUTPUTS = ("--json", "r.json", "--junit", "r.xml", "--sarif", "r.sarif", "--csv", "r.csv", "--certificate", "proof.json")

    def audited(self, sigma, expect):
        run = self.hearsay("audit", "gossip", *NETWORK, "--sigma", sigma, *self.OUTPUTS, expect=expect)
        return run, json.loads(self.read("r.json"))

    def assert_certified(self, verdict, count):
        """Accepted by both checkers, in fractions; refused if a number is changed."""
        done = self.checked("proof.json")
        self.assertEqual((done.returncode, done.stdout.split(":")[0]), (0, "accepted proof.json"), done.stdout + done.stderr)
        proof = json.loads(self.read("proof.json"))
        self.assertEqual([member["verdict"] for member in proof["certificates"]], [verdict] * count)
        weights = {(u, v): Fraction(w) for u, v, w in proof["instance"]["entries"]}
        number = {name: i for i, name in enumerate(names())}
        for row in rows():
            self.assertEqual(weights[number[row["from"]], number[row["to"]]], Fraction(row["weight"]))
        self.assertTrue(all(sum(w for (u, _), w in weights.items() if u == v) == 1 for v in range(40)))
        for old, new in (('"lower":"1"', '"lower":"2"'), ('"upper":"1"', '"upper":"1/2"'), ('"steps":50', '"steps":0'), ('[0,1,"1/5"]', '[0,1,"0"]')):
            self.assertIn(old, self.read("proof.json"))
            (self.folder / "damaged.json").write_text(self.read("proof.json").replace(old, new, 1))
            self.assertEqual(self.checked("damaged.json").returncode, 1, (old, new))
        return proof["certificates"]

    def assert_provenance(self, result):
        digest = hashlib.sha256(HOSPITALS.read_bytes()).hexdigest()
        properties = {p.get("name"): p.get("value") for p in xml.etree.ElementTree.fromstring(self.read("r.xml")).iter("property")}
        self.assertEqual(set(properties), {"version", "date", "command line", "SHA-256 of hospitals.csv", "parameters of epsilon(1e-5) <= 2 on file:hospitals.csv"})
        self.assertEqual(properties["version"], result["version"])
        self.assertRegex(properties["date"], r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$")
        self.assertEqual(properties["command line"], result["provenance"]["command_line"])
        self.assertEqual(properties["SHA-256 of hospitals.csv"], digest)
        self.assertEqual(json.loads(properties["parameters of epsilon(1e-5) <= 2 on file:hospitals.csv"]), result["parameters"])
        (run,) = json.loads(self.read("r.sarif"))["runs"]
        (invocation,) = run["invocations"]
        self.assertEqual((invocation["executionSuccessful"], invocation["commandLine"]), (True, result["provenance"]["command_line"]))
        self.assertRegex(invocation["endTimeUtc"], r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$")
        self.assertEqual(run["artifacts"], [{"location": {"uri": "hospitals.csv"}, "hashes": {"sha-256": digest}}])
        (audit,) = run["properties"]["audits"]
        self.assertEqual((audit["verdict"], audit["parameters"]), (result["verdict"], result["parameters"]))

    def test_too_little_noise(self):
        run, result = self.audited("1.75", 1)
        self.assertEqual(result["observers"], {"kind": "coalitions", "size": 2, "search": "exhaustive", "singles": True, "audited": 820})
        self.assertEqual(result["promise"]["text"], "epsilon(1e-5) <= 2")
        self.assert_provenance(result)
        (proof,) = self.assert_certified("refutes", 1)
        worst = result["worst"]
        self.assertEqual(proof["proves"], {"lower": "1", "upper": "1"})  # the first message of a partner
        self.assertEqual(proof["note"], f"the target is {worst['target']}, observed by {', '.join(worst['observer'])}")
        messages = [found["message"]["text"] for found in json.loads(self.read("r.sarif"))["runs"][0]["results"]]
        losses = {node["node"]: node for node in result["nodes"]}
        self.assertEqual(len(messages), 40)
        for message, name in zip(messages, names()):
            who = ", ".join(losses[name]["worst_observer"])
            self.assertIn(f"is refuted for node {name}, observed by {who}: ", message)
        self.assertTrue(any(len(node["worst_observer"]) == 2 for node in losses.values()))
        failure = xml.etree.ElementTree.fromstring(self.read("r.xml")).find("testcase/failure").text
        self.assertEqual(failure, worst["sentence"])
        self.assertIn(f"node {worst['observer'][0]} guesses right in", failure)
        with (self.folder / "r.csv").open(newline="") as file:
            matrix = list(csv.reader(file))
        self.assertEqual(matrix[0], ["observer", *names()])
        self.assertEqual([row[0] for row in matrix[1:41]], names())
        self.assertEqual([row[0] for row in matrix[41:]], [f"{a}, {b}" for i, a in enumerate(names()) for b in names()[i + 1:]])
        for name in ("r.json", "r.xml", "r.sarif", "r.csv"):
            self.assertNotIn("\u2026", self.read(name))

    def test_enough_noise(self):
        run, result = self.audited("2", 0)
        self.assertIn("holds, by the noise of each node alone", run.stdout)
        self.assert_provenance(result)
        proofs = self.assert_certified("supports", 40)
        self.assertEqual({proof["proves"]["upper"] for proof in proofs}, {"1"})
        number = {name: i for i, name in enumerate(names())}
        partners = {(number[row["from"]], number[row["to"]]) for row in rows()}
        partners |= {(v, u) for u, v in partners}
        for proof in proofs:
            target, observers = proof["instance"]["target"], proof["instance"]["observers"]
            if any((target, observer) in partners for observer in observers):
                self.assertEqual(proof["proves"]["lower"], "1")
        self.assertIn("1", {proof["proves"]["lower"] for proof in proofs})
        self.assertIn("the promise holds for 40 of 31200 pairs; no pair loses more than the local loss, which keeps it", run.stderr)
        self.assertNotIn("lower bounds only", run.stderr)
        self.assertEqual(json.loads(self.read("r.sarif"))["runs"][0]["results"], [])

    def test_files_of_values_and_of_audits_are_named_by_their_hashes(self):
        (self.folder / "sigma.csv").write_text("".join(f'"{name}",2\n' for name in names()))
        audits = [{"graph": "file:hospitals.csv", "weights": "hospitals.csv", "observer": "each", "steps": 2, "sigma": "sigma.csv", "promise": "mu <= 1"}]
        (self.folder / "audits.json").write_text(json.dumps({"schema_version": 1, "audits": audits}))
        run = self.hearsay("audit", "audits.json", "--json", "r.json", "--junit", "r.xml", "--report", "page", expect=0)
        self.assertIn("hearsay: the page is page/index.html\n", run.stderr)
        expected = {name: hashlib.sha256((self.folder / name).read_bytes()).hexdigest() for name in ("hospitals.csv", "sigma.csv", "audits.json")}
        RESULT.validate(json.loads(self.read("r.json")))
        files = json.loads(self.read("r.json"))["audits"][0]["provenance"]["files"]
        self.assertEqual([file["role"] for file in files], ["graph", "weights", "sigma", "audits"])
        self.assertEqual({file["path"]: file["sha256"] for file in files}, expected)
        found = dict(re.findall(r'name="SHA-256 of (.*?)" value="(\w+)"', self.read("r.xml")))
        self.assertEqual(found, expected)


class Pairs(Scratch):
    def adversary(self, *words):
        return json.loads(self.hearsay("audit", "gossip", "--graph", "edges:0-1 0-2 2-3", "--steps", "2", "--promise", "mu <= 9", *words, "--json", "-", expect=0).stdout)

    def test_what_pairs_say_about_single_nodes(self):
        for words, said in ((("coalitions:2",), "any 2 nodes together (a pair includes its single nodes), own noise known"),
                            (("coalitions:3",), "any 3 nodes together (fewer learn no more), own noise known"),
                            (("each,coalitions:2",), "each node alone and any 2 nodes together, own noise known"),
                            (("coalitions:2", "--trust", "all-noise"), "any 2 nodes together (without single nodes: each,coalitions:K adds them), all noise unknown")):
            self.assertEqual(self.adversary("--observer", *words)["adversary"], said)

    def test_with_all_noise_unknown_a_pair_may_learn_less(self):
        alone, pair = (self.adversary("--trust", "all-noise", "--target", "3", "--observer", who)["worst"]["exact"] for who in ("0", "0,1"))
        self.assertAlmostEqual(alone / pair, 2 ** 0.5)  # shares 1 and 1/2, in mu


class NamesWithBlanks(Scratch):
    """St Anne - Castle Hill - St Bede in every format that has names, and the refusals of the others."""

    EDGES = (("St Anne", "Castle Hill"), ("Castle Hill", "St Bede"))

    def run_on(self, name, text, expect, *words):
        (self.folder / name).write_text(text)
        return self.hearsay("audit", "gossip", "--graph", f"file:{name}", *words, "--observer", "each", "--steps", "2", "--promise", "mu <= 9", "--json", "-", expect=expect)

    def test_formats_that_have_them(self):
        ids = {name: i for i, name in enumerate(("St Anne", "Castle Hill", "St Bede"))}
        files = {"a.csv": "from,to,weight\n" + "".join(f"{u},{v},0.25\n" for u, v in self.EDGES),
                 "b.csv": '"from","to","weight"\n' + "".join(f'"{u}","{v}","0.25"\n' for u, v in self.EDGES),
                 "c.csv": "".join(f"{u},{v},0.25\n" for u, v in self.EDGES),
                 "d.edges": "".join(f'"{u}" "{v}" 0.25\n' for u, v in self.EDGES),
                 "e.graphml": '<graphml xmlns="http://graphml.graphdrawing.org/xmlns"><key id="w" for="edge" attr.name="weight" attr.type="double"/><graph edgedefault="undirected">'
                              + "".join(f'<node id="{name}"/>' for name in ids) + "".join(f'<edge source="{u}" target="{v}"><data key="w">0.25</data></edge>' for u, v in self.EDGES) + "</graph></graphml>",
                 "f.gml": "graph [" + "".join(f' node [ id {i} label "{name}" ]' for name, i in ids.items())
                          + "".join(f" edge [ source {ids[u]} target {ids[v]} weight 0.25 ]" for u, v in self.EDGES) + " ]",
                 "g.json": json.dumps({"nodes": [{"id": name} for name in ids], "links": [{"source": u, "target": v, "weight": 0.25} for u, v in self.EDGES]})}
        losses = []
        for name, text in files.items():
            with self.subTest(name):
                found = json.loads(self.run_on(name, text, 0, "--weights", name).stdout)
                self.assertEqual([node["node"] for node in found["nodes"]], list(ids))
                losses.append([(node["worst_observer"], node["exact"]) for node in found["nodes"]])
                self.assertEqual(losses[-1], losses[0])
                refused = self.run_on(name, text, 2)
                self.assertIn(f"also pass --weights {name}", refused.stderr)

    def test_the_others_name_these_formats(self):
        formats = "labels with blanks stand in quotes, or in CSV, GraphML, GML or node-link JSON"
        for name, text in (("a.edges", "St Anne Castle Hill\n"), ("b.edges", "Ann Bob\nSt Anne Bob\n"), ("c.edges", "St Anne\tBob\n"), ("d.konect", "% sym unweighted\nSt Anne Castle Hill\n"),
                           ("e.metis", "3 2\nSt Anne\n2\n2\n"), ("f.mtx", "%%MatrixMarket matrix coordinate pattern symmetric\n2 2 1\nSt Anne\n")):
            with self.subTest(name):
                refused = self.run_on(name, text, 2)
                self.assertIn(formats, refused.stderr)
                self.assertEqual(refused.stderr.count("\n"), 1)

    def test_other_third_columns_get_no_advice_on_blanks(self):
        self.assertNotIn("blanks stand", self.run_on("a.edges", "1 2 x\n", 2).stderr)

    def test_weights_with_the_prefix_of_graphs(self):
        refused = self.run_on("a.csv", "from,to,weight\nSt Anne,St Bede,0.5\n", 2, "--weights", "file:a.csv")
        self.assertIn("did you mean 'a.csv'?", refused.stderr)

    def test_rows_of_a_list_of_weights_sum_to_one(self):
        """What is left of 1 is rounded once, so that no sum is off."""
        found = json.loads(self.hearsay("audit", "gossip", *NETWORK[:4], "--observer", "each", "--steps", "1", "--promise", "mu <= 9", "--json", "-", expect=0).stdout)
        self.assertEqual(found["read"]["weights"]["row_sums"], {"least": 1.0, "most": 1.0, "deviation": 0.0})


if __name__ == "__main__":
    unittest.main()
