#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""google_benchmark.py and bench_track.py: names, times, intervals, histories. Usage: google_benchmark_test.py SCRIPTS"""
import json
import math
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
SCRIPTS = pathlib.Path(sys.argv.pop()).resolve()
sys.path.insert(0, str(SCRIPTS))

import google_benchmark  # noqa: E402

RULE = re.compile(google_benchmark.RULE)


def entry(name, seconds, **more):
    return {"name": name, "run_name": name, "run_type": "iteration", "real_time": 1e9 * seconds, "cpu_time": 0.5e9 * seconds, "time_unit": "ns", **more}


class Names(unittest.TestCase):
    def test_parts(self):
        self.assertEqual(google_benchmark.parts("a.b/textbook", RULE), ("a.b", "textbook", ""))
        self.assertEqual(google_benchmark.parts("a/hearsay/n:8/T:3/iterations:1/real_time", RULE), ("a", "hearsay", "n:8/T:3"))
        self.assertEqual(google_benchmark.parts("BM_Sort<Own>/64", google_benchmark.rule_of(r"BM_(?P<kernel>\w+)<(?P<version>\w+)>/?(?P<parameters>.*)")),
                         ("Sort", "Own", "64"))
        self.assertIsNone(google_benchmark.parts("BM_Sort", RULE))

    def test_numbers_count_in_order(self):
        self.assertEqual(sorted(["n:16/T:3", "n:4/T:20", "n:4/T:3"], key=google_benchmark.natural), ["n:4/T:3", "n:4/T:20", "n:16/T:3"])

    def test_rules_that_are_none(self):
        for pattern in ("(", "(?P<kernel>.*)"):
            with self.assertRaises(google_benchmark.Unreadable):
                google_benchmark.rule_of(pattern)

    def test_filter_matches_the_name_alone(self):
        name = "a.b/hearsay/muting%:50/n(1)"
        pattern = google_benchmark.filter_of(name)
        self.assertTrue(re.search(pattern, name))
        for other in (name + "0", "x" + name, name.replace("a.b", "aab")):
            self.assertFalse(re.search(pattern, other))


class Times(unittest.TestCase):
    def test_clock_units_and_rates(self):
        self.assertEqual(google_benchmark.seconds(entry("a/b", 3.0)), 1.5)
        self.assertEqual(google_benchmark.seconds(entry("a/b/real_time", 3.0)), 3.0)
        self.assertEqual(google_benchmark.seconds(entry("a/b", 3.0, items_per_second=4.0)), 0.25)
        self.assertEqual(google_benchmark.seconds({**entry("a/b/real_time", 3.0), "time_unit": "us", "real_time": 2.0}), 2e-6)

    def test_aggregates_are_left_out_and_errors_told(self):
        document = {"context": {}, "benchmarks": [entry("k/hearsay", 2.0), entry("k/hearsay", 4.0), {**entry("k/hearsay", 3.0), "run_type": "aggregate"}]}
        self.assertEqual(google_benchmark.times(document, RULE), {("k", ""): {"hearsay": [1.0, 2.0]}})
        # As written before run_type was, and by a benchmark that skips with a message: these have no times.
        document["benchmarks"] += [{"name": "k/hearsay_BigO", "real_coefficient": 1.0, "big_o": "N"}, {"name": "k/hearsay_RMS", "rms": 0.1},
                                   {"name": "k/hearsay", "run_type": "iteration", "skipped": True, "skip_message": "no such processor"}]
        self.assertEqual(google_benchmark.times(document, RULE), {("k", ""): {"hearsay": [1.0, 2.0]}})
        document["benchmarks"].append({"name": "k/hearsay", "error_occurred": True, "error_message": "differs"})
        with self.assertRaisesRegex(google_benchmark.Unreadable, "differs"):
            google_benchmark.times(document, RULE)


class Interval(unittest.TestCase):
    def test_order_statistics(self):
        # P(Binomial(9, 1/2) <= 1) = 10/512 <= 0.025 < 46/512, so the second and the eighth of nine.
        self.assertEqual(google_benchmark.median_interval([9, 8, 7, 6, 5, 4, 3, 2, 1]), (5, 2, 8))
        self.assertEqual(google_benchmark.median_interval([4, 1, 2]), (2, 1, 4))
        self.assertEqual(google_benchmark.median_interval([1, 2, 3, 4, 5, 6]), (3.5, 1, 6))  # 1/64 <= 0.025

    def test_coverage(self):
        # The exact coverage for nine is 1 - 20/512 = 0.961; of 2000 runs less than 0.94 are covered with probability 3e-6. The seed is fixed.
        draw = random.Random(3)
        covered = 0
        for _ in range(2000):
            _, low, high = google_benchmark.median_interval([draw.expovariate(1) for _ in range(9)])
            covered += low <= math.log(2) <= high
        self.assertGreater(covered, 1880)
        self.assertLess(covered, 1960)


class Track(unittest.TestCase):
    def setUp(self):
        self.scratch = tempfile.TemporaryDirectory()
        self.addCleanup(self.scratch.cleanup)
        self.folder = pathlib.Path(self.scratch.name)

    def write(self, *entries, context=None):
        (self.folder / "out.json").write_text(json.dumps({"context": context or {"date": "2026-05-04T03:02:01+02:00"}, "benchmarks": list(entries)}))

    def track(self, *more):
        return subprocess.run([sys.executable, SCRIPTS / "bench_track.py", "folder/history.jsonl", "out.json", *more], cwd=self.folder, capture_output=True, text=True)

    def lines(self):
        return [json.loads(line) for line in (self.folder / "folder/history.jsonl").read_text().splitlines()]

    def test_a_line_a_kernel_appended(self):
        self.write(*(entry("k/textbook/n:8/real_time", t) for t in (9, 10, 14)), *(entry("k/hearsay/n:8/real_time", t) for t in (4, 5, 6)), entry("lone/hearsay", 1), entry("other", 1))
        first = self.track("--commit", "abc", "--machine", "m")
        self.assertEqual((first.returncode, first.stdout), (0, "folder/history.jsonl: 2 kernels added, 1 results left out\n"))
        self.track("--commit", "def", "--machine", "m")
        lines = self.lines()
        self.assertEqual([(line["commit"], line["kernel"]) for line in lines], [("abc", "k"), ("abc", "lone"), ("def", "k"), ("def", "lone")])
        self.assertEqual(lines[0], {"schema": "hearsay-bench-1", "commit": "abc", "changed": False, "date": "2026-05-04T01:02:01+00:00", "machine": "m", "build": "",
                                    "versions": ["textbook", "hearsay"], "kernel": "k", "parameters": "n:8",
                                    "times": {"textbook": {"median": 10, "low": 9, "high": 14, "repetitions": 3}, "hearsay": {"median": 5, "low": 4, "high": 6, "repetitions": 3}},
                                    "ratio": {"median": 2.0, "low": 1.5, "high": 3.5}})
        self.assertIsNone(lines[1]["ratio"])

    def test_names_of_another_project(self):
        self.write(entry("BM_Sort<std>/64", 8), entry("BM_Sort<own>/64", 2))
        run = self.track("--names", r"BM_(?P<kernel>\w+)<(?P<version>\w+)>/?(?P<parameters>.*)", "--versions", "std,own", "--commit", "c")
        self.assertEqual(run.returncode, 0, run.stderr)
        (line,) = self.lines()
        self.assertEqual((line["kernel"], line["parameters"], line["ratio"]["median"]), ("Sort", "64", 4.0))

    def test_bad_input_writes_nothing(self):
        self.write(entry("k/textbook", 1))
        for more, message in (((), "no benchmark has the version 'hearsay'"), (("--names", "("), "no regular expression"), (("--versions", "a,a"), "REFERENCE,OWN")):
            run = self.track(*more)
            self.assertEqual(run.returncode, 2)
            self.assertIn(message, run.stderr)
        for wrong, message in (({"cpu_time": float("nan")}, "NaN is no number of JSON"), ({"cpu_time": float("inf")}, "Infinity is no number"), ({"cpu_time": 0}, "cpu_time is 0; it must be a positive number"),
                               ({"cpu_time": -1}, "cpu_time is -1"), ({"cpu_time": "1"}, "cpu_time is '1'"), ({"items_per_second": -2}, "items_per_second is -2"), ({"items_per_second": 0}, "items_per_second is 0"), ({"time_unit": "h"}, "time_unit is 'h'")):
            self.write(entry("k/textbook", 1), {**entry("k/hearsay", 1), **wrong})
            run = self.track()
            self.assertEqual((run.returncode, run.stderr.count("\n")), (2, 1), run.stderr)
            self.assertIn(message, run.stderr)
        for text, message in (('{"context": {}, "benchmarks": [{"name": "a/hearsay", "cpu_time": 1e999}]}', "1e999 is no number of JSON"),
                              ('{"context": {}, "benchmarks": [], "benchmarks": []}', "the key 'benchmarks' stands twice"), ('{"context": {}, "benchmarks": [{}]}', "out.json")):
            (self.folder / "out.json").write_text(text)
            run = self.track()
            self.assertEqual((run.returncode, run.stderr.count("\n")), (2, 1), run.stderr)
            self.assertIn(message, run.stderr)
        (self.folder / "out.json").write_text('{"context": 1}')
        run = self.track()
        self.assertEqual((run.returncode, run.stderr.count("\n")), (2, 1))
        self.assertIn("out.json", run.stderr)
        self.assertFalse((self.folder / "folder").exists())


if __name__ == "__main__":
    unittest.main()
