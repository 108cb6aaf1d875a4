#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""`hearsay simulate gossip` where the answer is known by hand. Usage: simulate_gossip_test.py HEARSAY"""
import json
import math
import pathlib
import subprocess
import sys
import tempfile
import unittest

HEARSAY = str(pathlib.Path(sys.argv.pop(1)).resolve())


def result(*arguments):
    run = subprocess.run([HEARSAY, "simulate", "gossip", *arguments, "--json", "-"], capture_output=True, text=True, timeout=60)
    if run.returncode != 0:
        raise AssertionError(f"exit {run.returncode}: {run.stderr}")
    return json.loads(run.stdout)


class SimulateGossip(unittest.TestCase):
    # On the complete graph with Metropolis weights W = J: one step reaches the mean of the noisy values.
    def test_complete_graph_needs_one_step(self):
        for schedule in ("synchronous", "accelerated"):
            found = result("--graph", "complete:8", "--steps", "1", "--sigma", "0", "--runs", "1", "--schedule", schedule)
            self.assertEqual([point["step"] for point in found["squared_error"]], [0, 1])
            self.assertGreater(found["squared_error"][0]["mean"], 0.01)
            self.assertLess(found["squared_error"][1]["mean"], 1e-30)
            self.assertEqual(found["messages"], 8 * 7)

    # There the error is sigma^2/n times a chi-square variable of one degree of freedom: mean 1, variance 2. Level 2e-9 (six deviations).
    def test_noise_floor(self):
        runs = 4000
        found = result("--graph", "complete:8", "--steps", "1", "--sigma", "2", "--runs", str(runs))
        self.assertEqual(found["noise_floor"], 0.5)
        self.assertAlmostEqual(found["squared_error"][1]["mean"] / 0.5, 1.0, delta=6 * math.sqrt(2 / runs))

    # Two nodes: the first wake-up averages them, and nothing moves afterwards.
    def test_randomized_schedule_on_two_nodes(self):
        found = result("--graph", "path:2", "--steps", "4", "--runs", "20", "--schedule", "randomized")
        self.assertEqual([point["step"] for point in found["squared_error"]], [0, 1, 2, 4])
        self.assertEqual(found["squared_error"][1], {**found["squared_error"][3], "step": 1})
        self.assertEqual(found["messages"], 8)
        self.assertEqual(result("--graph", "path:2", "--steps", "auto", "--schedule", "randomized")["parameters"]["steps"], 1)

    # Two disjoint pairs, then the pairs across: the mean of four without noise.
    def test_rounds_of_a_file(self):
        with tempfile.TemporaryDirectory() as folder:
            rounds = pathlib.Path(folder) / "s.csv"
            rounds.write_text("step,u,v\n1,a,b\n1,c,d\n2,a,c\n2,b,d\n")
            found = result("--schedule", str(rounds), "--sigma", "0", "--runs", "2")
        self.assertEqual((found["parameters"]["steps"], found["messages"]), (2, 8))
        self.assertLess(found["squared_error"][2]["mean"], 1e-30)


if __name__ == "__main__":
    unittest.main(verbosity=2)
