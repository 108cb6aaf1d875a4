#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""bench_compare.py against numbers derived by hand. Usage: bench_compare_test.py SCRIPT"""
import importlib.util
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

SCRIPT = pathlib.Path(sys.argv.pop())
sys.path.insert(0, str(SCRIPT.parent))
spec = importlib.util.spec_from_file_location("bench_compare", SCRIPT)
bench_compare = importlib.util.module_from_spec(spec)
spec.loader.exec_module(bench_compare)


def document(hearsay, textbook=None):
    row = {"kernel": "kernel", "parameters": "n:8", "hearsay": hearsay}
    if textbook:
        row["textbook"] = textbook
    return {"kernels": [row]}


class MannWhitney(unittest.TestCase):
    def test_all_larger_is_one_arrangement_of_252(self):
        self.assertAlmostEqual(bench_compare.mann_whitney([1, 2, 3, 4, 5], [6, 7, 8, 9, 10]), 1 / 252)

    def test_two_against_two(self):
        # U = 3 of 4 for {1, 3} < {2, 4}: of the six arrangements U = 4 and U = 3 have one each.
        self.assertAlmostEqual(bench_compare.mann_whitney([1, 3], [2, 4]), 2 / 6)

    def test_the_other_way_round_is_certain(self):
        self.assertAlmostEqual(bench_compare.mann_whitney([6, 7, 8], [1, 2, 3]), 1.0)

    def test_ties_share_their_ranks(self):
        # U = 8, mean 9/2; three values tie, so the variance is 9/12 (7 - 24/30) = 4.65: z = 3/2.1564 with the continuity correction.
        self.assertAlmostEqual(bench_compare.mann_whitney([1, 2, 2], [2, 3, 4]), 0.08208, places=5)
        self.assertEqual(bench_compare.mann_whitney([1, 1], [1, 1]), 1.0)


class Program(unittest.TestCase):
    def run_it(self, before, after, *options):
        with tempfile.TemporaryDirectory() as folder:
            paths = [pathlib.Path(folder, name) for name in ("before.json", "after.json")]
            for path, content in zip(paths, (before, after)):
                path.write_text(json.dumps(content))
            return subprocess.run([sys.executable, SCRIPT, *paths, *options], capture_output=True, text=True).returncode

    fast = [1.0, 1.01, 1.02, 1.03, 1.04, 1.05, 1.06, 1.07, 1.08]

    def test_the_same_times_are_no_slowdown(self):
        self.assertEqual(self.run_it(document(self.fast), document(self.fast)), 0)

    def test_a_half_more_time_is_a_slowdown_unless_the_margin_allows_it(self):
        slow = [1.5 * t for t in self.fast]
        self.assertEqual(self.run_it(document(self.fast), document(slow)), 1)
        self.assertEqual(self.run_it(document(self.fast), document(slow), "--margin", "0.6"), 0)
        self.assertEqual(self.run_it(document(slow), document(self.fast)), 0)

    def test_two_repetitions_prove_nothing(self):
        self.assertEqual(self.run_it(document([1.0, 1.1]), document([2.0, 2.1])), 0)

    def test_a_slower_machine_is_no_slower_kernel(self):
        slow = [2.0 * t for t in self.fast]
        self.assertEqual(self.run_it(document(self.fast, [10.0]), document(slow, [20.0])), 0)
        self.assertEqual(self.run_it(document(self.fast, [10.0]), document(slow, [10.0])), 1)

    def test_files_that_cannot_be_compared_are_refused(self):
        self.assertEqual(self.run_it(document(self.fast), {"kernels": []}), 2)
        self.assertEqual(self.run_it(document(self.fast), {"nothing": 1}), 2)
        for wrong in (float("nan"), float("inf"), 0.0, -1.0, "1"):
            self.assertEqual(self.run_it(document(self.fast), document([1.0, wrong])), 2)
            self.assertEqual(self.run_it(document(self.fast, [1.0]), document(self.fast, [wrong])), 2)
        self.assertEqual(self.run_it(document(self.fast, [1.0]), document(self.fast)), 2)


if __name__ == "__main__":
    unittest.main()
