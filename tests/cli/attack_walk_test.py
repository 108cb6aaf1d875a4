#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""`hearsay attack walk` judges the published promise at its own delta. Usage: attack_walk_test.py HEARSAY"""
import json
import math
import pathlib
import subprocess
import sys
import unittest

HEARSAY = str(pathlib.Path(sys.argv.pop(1)).resolve())


class AttackWalk(unittest.TestCase):
    # T/n = 1 and N_v = 1 + sqrt(3 ln 10^6): (2 + sqrt(3 ln 10^6)) delta + delta' + delta^ = 0.76.
    def test_a_published_delta_above_one_half_is_not_lowered(self):
        options = ("--users", "2", "--steps", "2", "--epsilon", "0.5", "--delta", "0.09", "--runs", "2000", "--json", "-")
        for more in ((), ("--anytime",)):
            run = subprocess.run([HEARSAY, "attack", "walk", *options, *more], capture_output=True, text=True, timeout=60)
            self.assertEqual(run.returncode, 0, run.stderr)
            found = json.loads(run.stdout)
            expected = (2 + math.sqrt(3 * math.log(1e6))) * 0.09 + 2e-6
            self.assertAlmostEqual(found["delta"], expected, delta=1e-12)
            self.assertEqual(found["delta"], found["published"]["delta"])
            self.assertFalse(found["refutes_published"])


if __name__ == "__main__":
    unittest.main()
