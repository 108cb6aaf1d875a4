#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""`hearsay account training` against the reference of sampled releases (scripts/reference/sampled_gaussian_epsilon.py), and against `account linear`. Usage: account_training_test.py HEARSAY"""
import json
import math
import pathlib
import subprocess
import sys
import tempfile
import unittest

HEARSAY = str(pathlib.Path(sys.argv.pop(1)).resolve())
REFERENCE = pathlib.Path(__file__).resolve().parents[1] / "reference" / "sampled_gaussian_epsilon.tsv"


def hearsay(*arguments):
    run = subprocess.run([HEARSAY, *map(str, arguments)], capture_output=True, text=True, timeout=120)
    if run.returncode != 0:
        raise AssertionError(f"exit {run.returncode}: {run.stderr}")
    return run.stdout


def result(*arguments):
    return json.loads(hearsay("account", "training", *arguments, "--json", "-"))


class AccountTraining(unittest.TestCase):
    # Without gossip nothing but the local bound is left: epsilon of the sampled releases.
    def test_without_gossip_it_is_the_sampled_gaussian(self):
        rows = [line.split() for line in REFERENCE.read_text().splitlines() if not line.startswith("#")]
        asked = [row for row in rows if float(row[3]) <= 1000]
        self.assertGreater(len(asked), 20)
        for replace, multiplier, rate, count, delta, epsilon in asked:
            with self.subTest(row=(replace, multiplier, rate, count, delta)):
                found = result("--graph", "path:2", "--rounds", count, "--gossip-steps", 0, "--sigma", 2 * float(multiplier), "--clip", 2,
                               "--batch-rate", rate, "--delta", delta, "--adjacency", "replace" if replace == "1" else "add-remove")
                self.assertEqual(len(found["losses"]), 2)
                for loss in found["losses"]:
                    self.assertIsNone(loss["network"])
                    self.assertEqual(loss["decides"], "local")
                    self.assertEqual(loss["promised"], loss["local"]["upper"])
                    self.assertLessEqual(loss["local"]["lower"], float(epsilon) * (1 + 1e-7))
                    self.assertGreaterEqual(loss["local"]["upper"], float(epsilon) * (1 - 1e-7))
                    self.assertLessEqual(loss["local"]["upper"], float(epsilon) * (1 + 5e-3))

    # A graph whose parts hear nothing of each other: the network shows nothing, and what is promised for gradients at
    # hidden models is the local bound.
    def test_between_components(self):
        with tempfile.TemporaryDirectory() as folder:
            graph = pathlib.Path(folder) / "parts.edges"
            graph.write_text("0 1\n2 3\n")
            common = ("--graph", f"file:{graph}", "--rounds", 3, "--batch-rate", 0.1, "--delta", 1e-5, "--observer", 0, "--target", 2)
            loss = result(*common)["losses"][0]
            self.assertEqual(loss["network"]["loss"], {"lower": 0.0, "upper": 0.0})
            self.assertEqual(loss["promised"], loss["local"]["upper"])
            self.assertGreater(loss["promised"], 0.1)
            self.assertEqual(result(*common, "--gradients", "seen")["losses"][0]["promised"], 0.0)

    # The network bound is that of `account linear` on the protocol of the run; mu = change / sigma * sqrt(loss).
    def test_the_network_bound_is_that_of_account_linear(self):
        with tempfile.TemporaryDirectory() as folder:
            protocol = pathlib.Path(folder) / "run.json"
            protocol.write_text(json.dumps({
                "format": "hearsay-protocol-1", "nodes": 4, "noise": [{"kind": "node", "sigma": "1"}],
                "rounds": {"repeat": 3, "round": {"mix": {"edges": [[0, 1], [1, 2], [2, 3]], "weights": "metropolis"}, "steps": 2}},
                "view": {"observers": [0], "sees": "messages", "knows": "own"}}))
            linear = json.loads(hearsay("account", "linear", "--protocol", protocol, "--participation", "period:2", "--json", "-"))
        for adjacency, change in (("add-remove", 0.5), ("replace", 1.0)):
            found = result("--graph", "path:4", "--rounds", 3, "--gossip-steps", 2, "--sigma", 1.25, "--clip", 0.5, "--batch-rate", 0.3,
                           "--delta", 1e-6, "--observer", 0, "--participation", "period:2", "--adjacency", adjacency)
            for expected, loss in zip(linear["losses"], found["losses"], strict=True):
                self.assertEqual(expected["target"], loss["target"])
                self.assertAlmostEqual(loss["network"]["loss"]["upper"], expected["vectors"]["upper"] * (change / 1.25) ** 2, delta=1e-9)

    # And that of `simulate learn`, which accounts the same run in another way.
    def test_the_network_bound_is_that_of_simulate_learn(self):
        learned = json.loads(hearsay("simulate", "learn", "--graph", "ring:6", "--rounds", 3, "--gossip-steps", 2, "--algorithm", "muffliato-gd",
                                     "--noise", 3, "--clip", 0.5, "--delta", 1e-5, "--trials", 1, "--json", "-"))["privacy"]
        found = result("--graph", "ring:6", "--rounds", 3, "--gossip-steps", 2, "--algorithm", "muffliato", "--sigma", 3, "--clip", 0.5,
                       "--batch-rate", 1, "--delta", 1e-5, "--observer", 0)
        self.assertEqual(found["gamma"], learned["whole_run"]["gossip"][0]["gamma"])
        for expected, loss in zip(learned["whole_run"]["losses"], found["losses"], strict=True):
            self.assertEqual(expected["target"], loss["target"])
            self.assertAlmostEqual(loss["network"]["epsilon"]["upper"], expected["epsilon"]["exact_own_noise"], delta=1e-8)

    # With every record in every batch the local bound is a Gaussian's, and the network never loses more.
    def test_the_minimum(self):
        for gradients in ("hidden", "seen"):
            found = result("--graph", "path:5", "--rounds", 3, "--gossip-steps", 1, "--batch-rate", 1, "--delta", 1e-5, "--sigma", 2, "--gradients", gradients)
            self.assertEqual(len(found["losses"]), 20)
            for loss in found["losses"]:
                network = loss["network"]["epsilon"]["upper"]
                self.assertLessEqual(network, loss["local"]["upper"] * (1 + 1e-9))
                self.assertEqual(loss["promised"], loss["local"]["upper"] if gradients == "hidden" else min(network, loss["local"]["upper"]))
                self.assertEqual(loss["decides"], "network" if loss["promised"] < loss["local"]["upper"] else "local")
            self.assertEqual(found["largest"]["promised"], max(loss["promised"] for loss in found["losses"]))

    # The least sigma keeps the promise when asked again, and 1 % less does not; it has five digits.
    def test_meet(self):
        for gradients in ("hidden", "seen"):
            common = ("--graph", "path:5", "--rounds", 4, "--batch-rate", 0.5, "--delta", 1e-5, "--observer", 0, "--target", "3,4", "--gradients", gradients)
            meet = result(*common, "--meet", "epsilon(1e-5) <= 1.5")["meet"]
            self.assertLessEqual(len(repr(meet["sigma"])), 6)
            again = result(*common, "--sigma", meet["sigma"])["largest"]["promised"]
            self.assertLessEqual(again, 1.5)
            self.assertTrue(math.isclose(again, meet["epsilon"], rel_tol=1e-6))
            self.assertGreater(result(*common, "--sigma", 0.99 * meet["sigma"])["largest"]["promised"], 1.5)

    def test_meet_that_needs_no_noise(self):
        found = result("--graph", "path:2", "--rounds", 1, "--batch-rate", 1e-9, "--delta", 1e-5, "--meet", "epsilon(1e-5) <= 1")
        self.assertEqual(found["meet"], {"promise": "epsilon(1e-5) <= 1", "factor": 0.0, "sigma": None, "epsilon": None})

    # The worst observer of each target, and why.
    def test_table(self):
        text = hearsay("account", "training", "--graph", "path:5", "--rounds", 2, "--batch-rate", 0.9, "--delta", 1e-5, "--gradients", "seen", "--meet", "epsilon(1e-5) <= 2")
        rows = [line.split() for line in text.splitlines() if line.strip()[:1].isdigit()]
        self.assertEqual(sorted(int(row[0]) for row in rows), list(range(5)))
        for target, observer, *_ in rows:
            self.assertEqual(abs(int(target) - int(observer)), 1)
        flat = " ".join(text.split())
        self.assertIn("Neighbors replace one record of one node, so a sum changes by at most 2", flat)
        self.assertIn("'epsilon(1e-5) <= 2' is met by noise of standard deviation", flat)
        self.assertIn("it does not hold for gradients at models that the observers do not see", flat)


if __name__ == "__main__":
    unittest.main()
