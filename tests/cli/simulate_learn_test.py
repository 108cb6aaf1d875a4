#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The whole run of `hearsay simulate learn --delta` against `hearsay account linear` on the same protocol. Usage: simulate_learn_test.py HEARSAY"""
import fractions
import json
import math
import pathlib
import subprocess
import sys
import tempfile
import unittest

HEARSAY = str(pathlib.Path(sys.argv.pop(1)).resolve())
ROUNDS, NOISE, CLIP = 3, 1.5, 0.5


def hearsay(*arguments):
    run = subprocess.run([HEARSAY, *map(str, arguments)], capture_output=True, text=True, timeout=120)
    if run.returncode != 0:
        raise AssertionError(f"exit {run.returncode}: {run.stderr}")
    return run.stdout


def whole_run(*arguments):
    return json.loads(hearsay("simulate", "learn", "--trials", 1, "--delta", 1e-5, *arguments, "--json", "-"))["privacy"]["whole_run"]


def edges(graph, n):
    return [[v, v + 1] for v in range(n - 1)] + ([[0, n - 1]] if graph == "ring" else [])


def protocol(graph, n, gossip, knows):
    """The run as docs/linear.md writes a protocol; noise in units of the sensitivity, 2 CLIP."""
    mix = {"edges": edges(graph, n), "weights": "metropolis"}
    rounds = [{"mix": mix, "steps": one["steps"], **({"gamma": one["gamma"]} if one["gamma"] != 1 and one["steps"] > 1 else {})} for one in gossip]
    sigma = str(fractions.Fraction(NOISE) / fractions.Fraction(2 * CLIP))
    return {"format": "hearsay-protocol-1", "nodes": n, "rounds": rounds, "noise": [{"kind": "node", "sigma": sigma}], "view": {"observers": [0], "sees": "messages", "knows": knows}}


class WholeRun(unittest.TestCase):
    def compare(self, graph, n, algorithm, *options):
        run = whole_run("--algorithm", algorithm, "--graph", f"{graph}:{n}", "--rounds", ROUNDS, "--noise", NOISE, "--clip", CLIP, *options)
        self.assertEqual((run["certified"], run["missing"], run["why"]), ("rational", None, None))
        self.assertEqual(len(run["gossip"]), ROUNDS)
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "protocol.json"
            for knows, key in (("none", "exact"), ("own", "exact_own_noise")):
                path.write_text(json.dumps(protocol(graph, n, run["gossip"], knows)))
                linear = json.loads(hearsay("account", "linear", "--protocol", path, "--delta", 1e-5, "--witness", "--json", "-"))["losses"]
                self.assertEqual([loss["target"] for loss in linear], [loss["target"] for loss in run["losses"]])
                for ours, theirs in zip(run["losses"], linear):
                    self.assertEqual(theirs["certified"], "rational")
                    squared = ours["mu_squared"][key]
                    self.assertAlmostEqual(squared["upper"], theirs["vectors"]["upper"], delta=1e-11)
                    if squared["exact"] is not None:
                        self.assertEqual(squared["exact"], theirs["loss"]["exact"])
                    self.assertAlmostEqual(ours["epsilon"][key], theirs["epsilon"], delta=1e-9)
        return run

    # The first "closed when" of whole runs: rings and paths of up to five nodes, three rounds, in fractions.
    def test_rings_and_paths(self):
        known = 0
        for graph, n in [(graph, n) for n in range(2, 6) for graph in ("path", "ring") if n > 2 or graph == "path"]:
            for algorithm, options in (("dp-gd", ()), ("muffliato-gd", ("--gossip-steps", 2)), ("muffliato-sgd", ("--gossip-steps", 3)), ("muffliato-gd", ())):
                with self.subTest(graph=graph, n=n, algorithm=algorithm, options=options):
                    run = self.compare(graph, n, algorithm, *options)
                    known += sum(loss["mu_squared"]["exact"]["exact"] is not None for loss in run["losses"])
        self.assertGreater(known, 40)  # vectors lose what numbers do

    # Path 0-1-2, two rounds of one step: published 0, in fact 1/11, and 1/10 with own noise known (claim muffliato.thm6).
    def test_the_paper_says_zero(self):
        run = whole_run("--algorithm", "dp-gd", "--graph", "path:3", "--rounds", 2, "--noise", 2)
        end = run["losses"][1]["mu_squared"]
        self.assertEqual((end["published"], end["exact"]["exact"], end["exact_own_noise"]["exact"]), (0, "1/11", "1/10"))
        self.assertAlmostEqual(end["corrected"], 1, delta=1e-15)
        self.assertEqual(run["losses"][1]["epsilon"]["published"], 0)
        self.assertEqual(run["all_values"]["renyi"], 2)
        self.assertAlmostEqual(run["exact_own_noise"]["mean"], (19 / 10 + 1 / 10) / 2, delta=1e-12)
        mu, epsilon = math.sqrt(19 / 10), run["exact_own_noise"]["epsilon"]["max"]
        cdf = lambda x: math.erfc(-x / math.sqrt(2)) / 2
        self.assertAlmostEqual(cdf(mu / 2 - epsilon / mu) - math.exp(epsilon) * cdf(-mu / 2 - epsilon / mu), 1e-5, delta=1e-9)

    def test_text(self):
        text = " ".join(hearsay("simulate", "learn", "--trials", 1, "--delta", 1e-5, "--graph", "path:3", "--rounds", 2, "--gossip-steps", 2).split())
        self.assertIn("exact, own noise known", text)
        self.assertIn("all values seen", text)
        self.assertIn("corrected: none, the authors' corrected formula is for one gossip step a round", text)

    # Large runs say what they are: measured, or not computed and why.
    def test_large_runs(self):
        run = whole_run("--users", 60, "--rounds", 3, "--gossip-steps", 3)
        self.assertEqual((run["certified"], run["missing"]), ("estimate", None))
        self.assertIn("measured", run["why"])
        for loss in run["losses"]:
            ends = loss["mu_squared"]["exact_own_noise"]
            self.assertLess(ends["upper"] - ends["lower"], 1e-6)
        given = ("--graph", "ring:40", "--rounds", 2000, "--algorithm", "dp-gd", "--training-share", 0.01)
        run = whole_run(*given)
        self.assertEqual((run["exact"], run["exact_own_noise"], run["certified"]), (None, None, None))
        self.assertIn("more than 2e+12", run["missing"])
        self.assertIsNotNone(run["corrected"])
        self.assertIn("exact: none, the whole run has", " ".join(hearsay("simulate", "learn", "--trials", 1, "--delta", 1e-5, *given).split()))

    def test_without_delta_there_is_none(self):
        self.assertNotIn("whole_run", json.loads(hearsay("simulate", "learn", "--trials", 1, "--users", 5, "--rounds", 1, "--json", "-"))["privacy"])


if __name__ == "__main__":
    unittest.main()
