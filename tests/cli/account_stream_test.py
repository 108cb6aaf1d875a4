#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""`hearsay account stream` (and what `simulate learn` says of a run) against numbers derived by hand (docs/maths/streams.md). Usage: account_stream_test.py HEARSAY"""
import json
import math
import pathlib
import subprocess
import sys
import tempfile
import unittest

HEARSAY = str(pathlib.Path(sys.argv.pop(1)).resolve())


def hearsay(*arguments):
    run = subprocess.run([HEARSAY, *arguments], capture_output=True, text=True, timeout=60)
    if run.returncode != 0:
        raise AssertionError(f"exit {run.returncode}: {run.stderr}")
    return run.stdout


def result(*arguments):
    return json.loads(hearsay("account", "stream", *arguments, "--json", "-"))


def only(*arguments):
    """What the result says of its only target."""
    (found,) = result(*arguments)["targets"]
    return found


class AccountStream(unittest.TestCase):
    # The second round of Muffliato-SGD on the path 0-1-2 leaks 1/11, and 1/10 to a node that knows its own noise.
    def test_path_of_three_messages(self):
        common = ("--graph", "path:3", "--observer", "0", "--target", "2", "--rounds", "2", "--view", "messages")
        self.assertAlmostEqual(only(*common)["sensitivity_squared"]["exact"], 1 / 11, delta=1e-12)
        own = only(*common, "--trust", "own-noise-known")
        for key in ("constant", "lower", "upper", "exact"):
            self.assertAlmostEqual(own["sensitivity_squared"][key], 1 / 10, delta=1e-12)

    # A closed neighborhood of the Petersen graph: 4/27 a round, 1/2 with own noise known.
    def test_petersen_rates(self):
        with tempfile.TemporaryDirectory() as folder:
            self.petersen_rates(pathlib.Path(folder) / "petersen.edges")

    def petersen_rates(self, path):
        common = ("--graph", f"file:{path}", "--observer", "0,1,4,5", "--target", "2", "--rounds", "200")
        path.write_text("".join(f"{v} {(v + 1) % 5}\n{v} {v + 5}\n{5 + v} {5 + (v + 2) % 5}\n" for v in range(5)))
        for trust, rate in (("all-noise", 4 / 27), ("own-noise-known", 1 / 2)):
            found = only(*common, "--trust", trust)
            self.assertAlmostEqual(found["rate"]["predicted"], rate, delta=1e-12)
            self.assertAlmostEqual(found["rate"]["last_round"], rate, delta=1e-9)
            self.assertAlmostEqual(found["rate"]["observed"], found["sensitivity_squared"]["constant"] / 200, delta=1e-12)

    # The noise that suffices for (E, delta)-DP gives back epsilon = E at the upper bound, from below; it has five digits.
    def test_calibration_round_trip(self):
        common = ("--graph", "torus:5x5", "--observer", "0", "--target", "7", "--rounds", "30", "--delta", "1e-6")
        sigma = only(*common, "--epsilon", "0.7")["sigma"]
        found = only(*common, "--sigma", str(sigma))
        self.assertLessEqual(found["epsilon"]["upper"], 0.7)
        self.assertGreaterEqual(found["epsilon"]["upper"], 0.7 * (1 - 2e-4))
        self.assertLessEqual(len(str(sigma)), 6)
        result(*common, "--epsilon", "0")

    # Gradients at hidden models are no contributions of this kind; an observer of all values sees each behind its own noise.
    def test_what_is_assumed_and_what_holds_without(self):
        given = ("--graph", "path:4", "--observer", "0", "--target", "2", "--rounds", "9", "--sigma", "2", "--delta", "1e-5", "--epsilon", "0.7")
        found = result(*given)["adaptivity"]
        self.assertIn("not on hidden states", found["assumes"])
        self.assertEqual(found["else"]["sensitivity_squared"], 9)
        cdf = lambda x: math.erfc(-x / math.sqrt(2)) / 2
        for sigma, epsilon in ((2, found["else"]["epsilon"]), (float(found["else"]["sigma"]), 0.7)):
            mu = 3 / sigma
            self.assertAlmostEqual(cdf(mu / 2 - epsilon / mu) - math.exp(epsilon) * cdf(-mu / 2 - epsilon / mu), 1e-5, delta=1e-7)
        self.assertIn("use the loss to an observer who sees all values: squared 9, epsilon ", " ".join(hearsay("account", "stream", *given).split()))

    def test_learning_says_the_same(self):
        given = ("simulate", "learn", "--users", "6", "--rounds", "3", "--trials", "1", "--noise", "2")
        privacy = json.loads(hearsay(*given, "--json", "-"))["privacy"]
        self.assertEqual(privacy["adaptivity"]["else"]["renyi"], privacy["local"])
        self.assertIn(f"who sees all values, {privacy['local']:.4g}", " ".join(hearsay(*given).split()))

    # A ring of four whose nodes keep nothing has the eigenvalue -1: losses of five rounds, and no rate.
    def test_without_a_rate(self):
        found = only("--graph", "ring:4", "--weights", "min-degree", "--observer", "0", "--target", "2", "--rounds", "5")
        self.assertIsNone(found["rate"]["predicted"])
        self.assertGreater(found["sensitivity_squared"]["upper"], 0.5)

    def test_several_targets_are_those_of_single_runs(self):
        common = ("--graph", "hypercube:5", "--observer", "0,3", "--rounds", "25", "--steps-per-round", "2")
        for entry in result(*common, "--target", "9,17")["targets"]:
            one = only(*common, "--target", entry["target"], "--jobs", "1")
            self.assertEqual(one["sensitivity_squared"], entry["sensitivity_squared"])
        self.assertEqual(len(result(*common, "--target", "all")["targets"]), 30)

    def test_one_target_and_all_have_the_same_keys(self):
        def keys(value):
            return {key: keys(part) for key, part in value.items()} if isinstance(value, dict) else [keys(part) for part in value[:1]] if isinstance(value, list) else None

        common = ("--graph", "petersen", "--observer", "0", "--rounds", "3", "--delta", "1e-5", "--epsilon", "1")
        one, two, every = (result(*common, "--target", target) for target in ("4", "4,5", "all"))
        self.assertEqual(keys(one), keys(every))
        self.assertEqual(keys(two), keys(every))
        self.assertEqual((one["parameters"]["target"], every["parameters"]["target"]), (["4"], [str(v) for v in range(1, 10)]))


if __name__ == "__main__":
    unittest.main()
