#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""`hearsay account stream` against numbers derived by hand (docs/maths/streams.md). Usage: account_stream_test.py HEARSAY"""
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

HEARSAY = str(pathlib.Path(sys.argv.pop(1)).resolve())


def result(*arguments):
    run = subprocess.run([HEARSAY, "account", "stream", *arguments, "--json", "-"], capture_output=True, text=True, timeout=60)
    if run.returncode != 0:
        raise AssertionError(f"exit {run.returncode}: {run.stderr}")
    return json.loads(run.stdout)


class AccountStream(unittest.TestCase):
    # The second round of Muffliato-SGD on the path 0-1-2 leaks 1/11, and 1/10 to a node that knows its own noise.
    def test_path_of_three_messages(self):
        common = ("--graph", "path:3", "--observer", "0", "--target", "2", "--rounds", "2", "--view", "messages")
        self.assertAlmostEqual(result(*common)["sensitivity_squared"]["exact"], 1 / 11, delta=1e-12)
        own = result(*common, "--trust", "own-noise-known")
        for key in ("constant", "lower", "upper", "exact"):
            self.assertAlmostEqual(own["sensitivity_squared"][key], 1 / 10, delta=1e-12)

    # A closed neighbourhood of the Petersen graph: 4/27 a round, 1/2 with own noise known.
    def test_petersen_rates(self):
        with tempfile.TemporaryDirectory() as folder:
            self.petersen_rates(pathlib.Path(folder) / "petersen.edges")

    def petersen_rates(self, path):
        common = ("--graph", f"file:{path}", "--observer", "0,1,4,5", "--target", "2", "--rounds", "200")
        path.write_text("".join(f"{v} {(v + 1) % 5}\n{v} {v + 5}\n{5 + v} {5 + (v + 2) % 5}\n" for v in range(5)))
        for trust, rate in (("all-noise", 4 / 27), ("own-noise-known", 1 / 2)):
            found = result(*common, "--trust", trust)
            self.assertAlmostEqual(found["rate"]["predicted"], rate, delta=1e-12)
            self.assertAlmostEqual(found["rate"]["last_round"], rate, delta=1e-9)
            self.assertAlmostEqual(found["rate"]["observed"], found["sensitivity_squared"]["constant"] / 200, delta=1e-12)

    # The noise that suffices for (E, delta)-DP gives back epsilon = E at the upper bound, from below.
    def test_calibration_round_trip(self):
        common = ("--graph", "torus:5x5", "--observer", "0", "--target", "7", "--rounds", "30", "--delta", "1e-6")
        sigma = result(*common, "--epsilon", "0.7")["sigma"]
        found = result(*common, "--sigma", str(sigma))
        self.assertLessEqual(found["epsilon"]["upper"], 0.7 * (1 + 1e-9))
        self.assertGreaterEqual(found["epsilon"]["upper"], 0.7 * (1 - 1e-6))

    def test_several_targets_are_those_of_single_runs(self):
        common = ("--graph", "hypercube:5", "--observer", "0,3", "--rounds", "25", "--steps-per-round", "2")
        several = result(*common, "--target", "9,17")
        for entry in several["targets"]:
            one = result(*common, "--target", str(entry["target"]), "--jobs", "1")
            self.assertEqual(one["sensitivity_squared"], entry["sensitivity_squared"])
        self.assertEqual(len(result(*common, "--target", "all")["targets"]), 30)


if __name__ == "__main__":
    unittest.main()
