#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Every result on a graph says what was read, in its table, its JSON and its page. Usage: reading_test.py HEARSAY"""
import itertools
import json
import pathlib
import re
import struct
import subprocess
import sys
import tempfile
import unittest

HEARSAY = str(pathlib.Path(sys.argv.pop(1)).resolve())

# Four people, one of them alone with herself and out of reach.
EDGES = "# who talks to whom\n# in this office\nann bob\nbob ann\nbob cy\ncy cy\ncy ann\ndan dan\n"
OFFICE = "file:office.edges"
GRAPH_VERBS = {
    "account gossip": ["account", "gossip", "--observer", "ann", "--steps", "2"],
    "account gossip of uneven nodes": ["account", "gossip", "--observer", "ann", "--steps", "2", "--sigma", "sigmas.csv"],
    "account stream": ["account", "stream", "--observer", "ann", "--target", "cy", "--rounds", "4"],
    "account training": ["account", "training", "--rounds", "2", "--batch-rate", "0.5", "--delta", "1e-5"],
    "account walk": ["account", "walk", "--observer", "ann", "--target", "cy", "--steps", "4", "--sigma", "1"],
    "audit gossip": ["audit", "gossip", "--observer", "each", "--steps", "2", "--promise", "mu <= 9"],
    "audit walk": ["audit", "walk", "--observer", "ann", "--target", "cy", "--steps", "4", "--promise", "renyi(2) <= 9"],
    "attack gossip": ["attack", "gossip", "--observer", "ann", "--target", "cy", "--steps", "2", "--runs", "200"],
    "attack stream": ["attack", "stream", "--observer", "ann", "--target", "cy", "--rounds", "4", "--runs", "200"],
    "refute": ["refute", "exact <= 2", "--effort", "quick"],
    "attack gossip at any time": ["attack", "gossip", "--observer", "ann", "--target", "cy", "--steps", "2", "--runs", "2000", "--anytime"],
    "simulate gossip": ["simulate", "gossip", "--steps", "2", "--runs", "2"],
}
WITHOUT_COMPONENT = {
    "account rumor": ["account", "rumor", "--muting", "1", "--curious-set", "ann"],
    "audit rumor": ["audit", "rumor", "--curious-set", "ann", "--promise", "delta(0) <= 0.1"],
    "attack rumor": ["attack", "rumor", "--curious-set", "ann", "--source", "bob", "--against", "cy", "--muting", "0.5", "--runs", "100"],
    "simulate learn": ["simulate", "learn", "--rounds", "1", "--trials", "1"],
}


def commands(*path):
    """All commands below a command, itself included, as its --help lists them."""
    text = subprocess.run([HEARSAY, *path, "--help"], capture_output=True, text=True, timeout=60).stdout
    listed = re.search(r"^Subcommands:\n((?:  .*\n)+)", text, re.M)
    yield path, text
    for name in re.findall(r"^  (\S+)", listed.group(1), re.M) if listed else []:
        yield from commands(*path, name)


def words(text):
    return " ".join(text.split())


class Scratch(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = pathlib.Path(scratch.name)
        self.write("office.edges", EDGES)
        self.write("three.edges", EDGES.replace("dan dan\n", ""))
        self.write("sigmas.csv", "ann,1\nbob,2\ncy,1\n")

    def write(self, name, content):
        (self.folder / name).write_bytes(content.encode() if isinstance(content, str) else content)

    def hearsay(self, *command):
        return subprocess.run([HEARSAY, *command], cwd=self.folder, capture_output=True, text=True, timeout=120)

    def read(self, *command):
        """The table, and "read" of the JSON."""
        run = self.hearsay(*command, "--json", "result.json")
        self.assertIn(run.returncode, (0, 1, 3), run.stderr)
        return words(run.stdout), json.loads((self.folder / "result.json").read_text())["read"]


class Reading(Scratch):
    def test_every_verb_with_a_graph_is_here(self):
        known = {" ".join(itertools.takewhile(str.isalpha, command)) for command in [*GRAPH_VERBS.values(), *WITHOUT_COMPONENT.values()]}
        self.assertEqual({" ".join(path) for path, text in commands() if re.search(r"^  --graph ", text, re.M)}, known)

    def test_every_verb_says_what_it_read(self):
        for name, command in GRAPH_VERBS.items():
            with self.subTest(name):
                table, read = self.read(*command, "--graph", OFFICE, "--component", "largest")
                self.assertIn("file:office.edges: edge list, 3 nodes, 3 edges, the largest of 2 components of 4 nodes and 3 edges, "
                              "metropolis weights; left out: 2 self-loops, 1 repeated edge, 2 comment lines", table)
                self.assertEqual((read["format"], read["nodes"], read["edges"], read["components"], read["weights"]), ("edge list", 3, 3, 2, "metropolis"))
                self.assertEqual(read["before"], {"nodes": 4, "edges": 3})
                self.assertEqual(read["skipped"], {"self_loops": 2, "repeated_edges": 1, "directions": False, "comments": 2, "edge_attributes": [], "node_attributes": []})
                self.assertEqual(len(read["notes"]), 2)
        for name, command in WITHOUT_COMPONENT.items():
            with self.subTest(name):
                table, read = self.read(*command, "--graph", "file:three.edges")
                self.assertIn("file:three.edges: edge list, 3 nodes, 3 edges, 1 component", table)
                self.assertEqual((read["format"], read["nodes"], read["skipped"]["comments"]), ("edge list", 3, 2))
                self.assertEqual(read["weights"], None if name.endswith(" rumor") else "metropolis")

    def test_a_family_is_said_in_fewer_words(self):
        table, read = self.read("account", "gossip", "--graph", "path:5", "--observer", "0", "--steps", "2")
        self.assertTrue(table.startswith("path:5: 5 nodes, 4 edges, metropolis weights observer 0"))
        self.assertEqual((read["format"], read["components"], read["notes"]), ("family", 1, []))

    def test_a_file_of_audits_says_it_of_each(self):
        audits = [{"name": name, "graph": graph, "observer": "each", "steps": 2, "promise": "mu <= 9"} for name, graph in (("a", "file:three.edges"), ("b", "ring:4"))]
        self.write("audits.json", json.dumps({"schema_version": 1, "audits": audits}))
        run = self.hearsay("audit", "audits.json", "--json", "result.json", "--report", "page")
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertIn("a: file:three.edges: edge list, 3 nodes", words(run.stdout))
        found = json.loads((self.folder / "result.json").read_text())["audits"]
        self.assertEqual([audit["read"]["format"] for audit in found], ["edge list", "family"])
        self.assertIn("edge list, 3 nodes", (self.folder / "page/audit-1.html").read_text())

    def test_pages_say_it(self):
        for name in ("account gossip", "audit gossip"):
            run = self.hearsay(*GRAPH_VERBS[name], "--graph", "file:three.edges", "--report", "page")
            self.assertEqual(run.returncode, 0, run.stderr)
            self.assertIn("<p>file:three.edges: edge list, 3 nodes, 3 edges, 1 component, metropolis weights; left out: 1 self-loop",
                          (self.folder / "page/index.html").read_text())

    def test_a_schedule_is_said(self):
        self.write("contacts.csv", '"round","u","v"\n1,"ana","ben"\n2,"ben","cid"\n')
        for command in (["account", "gossip", "--observer", "ana"], ["audit", "gossip", "--observer", "each", "--promise", "mu <= 9"],
                        ["attack", "gossip", "--observer", "ana", "--target", "cid", "--runs", "200"], ["simulate", "gossip", "--runs", "2"]):
            table, read = self.read(*command, "--schedule", "contacts.csv")
            self.assertIn("schedule:contacts.csv: CSV of steps, 3 nodes, 2 edges, 1 component, scheduled weights", table)
            self.assertEqual(read["format"], "CSV of steps")

    def test_large_labels_keep_their_digits(self):
        for labels, expected in (((7, 2**53), [str(2**53)]), ((7, 2**53 + 1), [str(2**53 + 1)]), ((7, 2**64 + 1), [str(2**64 + 1)])):
            self.write("large.edges", "{} {}\n".format(*labels))
            run = self.hearsay("account", "gossip", "--graph", "file:large.edges", "--observer", "7", "--steps", "1", "--json", "-")
            self.assertEqual([loss["target"] for loss in json.loads(run.stdout)["losses"]], expected)

    def test_directions_and_attributes_are_named(self):
        self.write("g.gml", 'graph [ directed 1 node [ id 0 label "a" age 3 ] node [ id 1 label "b" ] edge [ source 0 target 1 since 7 ] ]')
        run = self.hearsay("account", "gossip", "--graph", "file:g.gml", "--observer", "a", "--steps", "1", "--json", "result.json")
        self.assertIn("GML, 2 nodes, 1 edges, 1 component, metropolis weights; left out: directions, attributes of edges (since), attributes of nodes (age)",
                      words(run.stdout))
        self.assertEqual(run.stderr, "hearsay: note: g.gml: directions are ignored\nhearsay: note: g.gml: attributes of edges are ignored: since\n")


class Weights(Scratch):
    def table(self, *command):
        table, read = self.read("account", "gossip", "--observer", "1", "--steps", "3", *command)
        return table, read["weights"], read["notes"]

    def matrix(self, name, rows):
        entries = [f"{i + 1} {j + 1} {value}" for i, row in enumerate(rows) for j, value in enumerate(row) if value]
        self.write(name, f"%%MatrixMarket matrix coordinate real general\n{len(rows)} {len(rows)} {len(entries)}\n" + "\n".join(entries) + "\n")
        return ["--graph", f"file:{name}", "--weights", name]

    def test_rows_that_sum_to_one_need_no_word(self):
        table, weights, notes = self.table(*self.matrix("w.mtx", [[0.5, 0.5, 0], [0.5, 0, 0.5], [0, 0.5, 0.5]]))
        self.assertIn("file:w.mtx: Matrix Market, 3 nodes, 2 edges, 1 component, w.mtx weights of Matrix Market, symmetric observer", table)
        self.assertEqual(notes, [])
        self.assertEqual(weights, {"format": "Matrix Market", "symmetric": True, "averages": True, "row_sums": {"least": 1.0, "most": 1.0, "deviation": 0.0},
                                   "column_sums": {"least": 1.0, "most": 1.0, "deviation": 0.0}})

    def test_a_w_that_does_not_average_is_said(self):
        table, weights, notes = self.table(*self.matrix("w.mtx", [[0.3, 0.3, 0], [0.3, 0.1, 0.2], [0, 0.2, 0.4]]))
        self.assertIn("rows of W sum to 0.6: the protocol does not average", table)
        self.assertEqual(notes, ["rows of W sum to 0.6: the protocol does not average"])
        self.assertFalse(weights["averages"])
        table, weights, _ = self.table(*self.matrix("push.mtx", [[0.5, 0.25, 0], [0.5, 0.5, 0.5], [0, 0.25, 0.5]]))
        self.assertIn("rows of W sum to between 0.75 and 1.5, columns to 1: the sum of all values is kept, as in push-sum, but the protocol does not average", table)
        self.assertEqual((weights["averages"], weights["symmetric"]), (False, False))
        table, weights, _ = self.table(*self.matrix("row.mtx", [[0.5, 0.5, 0], [0.25, 0.5, 0.25], [0, 0.5, 0.5]]))
        self.assertIn("columns of W sum to between 0.75 and 1.5: the mean of all values is not kept", table)
        self.assertTrue(weights["averages"])

    def test_rounded_decimals_average_and_it_is_said_by_how_much(self):
        rows = [[0.333333, 0.333333, 0.333333]] * 3
        table, weights, _ = self.table(*self.matrix("w.mtx", rows))
        self.assertIn("rows of W sum to 1 up to rounding, with an error of at most 1e-06 (node 1)", table)
        self.assertTrue(weights["averages"])
        self.assertAlmostEqual(weights["row_sums"]["deviation"], 1e-6, 12)

    def test_numpy_too(self):
        header = b"{'descr': '<f8', 'fortran_order': False, 'shape': (3, 3), }"
        header += b" " * (63 - (10 + len(header)) % 64) + b"\n"
        for sums, said in ((0.6, True), (1.0, False)):
            data = struct.pack("<9d", *[sums / 3] * 9)
            self.write("w.npy", b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header + data)
            table, weights, _ = self.table("--graph", "complete:3", "--weights", "w.npy")
            self.assertEqual("rows of W sum to 0.6" in table, said)
            self.assertEqual(weights["format"], "NumPy")

    def test_audits_say_it(self):
        run = self.hearsay("audit", "gossip", *self.matrix("w.mtx", [[0.3, 0.3], [0.3, 0.3]]), "--observer", "each", "--steps", "2", "--promise", "mu <= 9")
        self.assertIn("rows of W sum to 0.6: the protocol does not average", words(run.stdout))

    def test_a_csv_with_weights_is_a_graph_and_its_weights(self):
        self.write("w.csv", '"source","target","weight"\nana,ben,0.5\nben,cid,+0.25\n')
        refused = self.hearsay("account", "gossip", "--graph", "file:w.csv", "--observer", "ana", "--steps", "2")
        self.assertEqual((refused.returncode, refused.stdout), (2, ""))
        self.assertIn("HS-103 w.csv:2: holds weights: also pass --weights w.csv; for the graph alone, take out the column weight", refused.stderr)
        run = self.hearsay("account", "gossip", "--graph", "file:w.csv", "--weights", "w.csv", "--observer", "ana", "--steps", "2")
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertIn("file:w.csv: CSV, 3 nodes, 2 edges, 1 component, w.csv weights of CSV, symmetric; left out: a line of names of columns", words(run.stdout))

    def test_a_file_of_weights_that_is_not_there(self):
        for weights, meant in (("nowhere.mtx", ""), ("ofice.edges", "; did you mean 'office.edges'?"), ("metropolos", "; did you mean 'metropolis'?")):
            run = self.hearsay("account", "gossip", "--graph", "ring:5", "--weights", weights, "--observer", "0", "--steps", "2")
            self.assertEqual(run.stderr, f"hearsay: HS-104 --weights: '{weights}' is not metropolis or min-degree, and there is no such file{meant}\n")
            self.assertEqual((run.returncode, run.stdout), (2, ""))


if __name__ == "__main__":
    unittest.main()
