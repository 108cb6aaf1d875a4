#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""bench_pair.py and bench_parent.py on benchmark programs and builds that are scripts. Usage: bench_pair_test.py SCRIPTS

The programs answer as Google Benchmark does, in times that they take from a file and spoil with noise of their own: nothing here depends on the clock.
"""
import importlib
import json
import os
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
SCRIPTS = pathlib.Path(sys.argv.pop()).resolve()
sys.path.insert(0, str(SCRIPTS))

bench_pair = importlib.import_module("bench_pair")

# TIMES: {name: seconds}, or {name: "error"}; every call is logged.
PROGRAM = f"""#!{sys.executable} -IS
import json, pathlib, random, re, sys
times = TIMES
here = pathlib.Path(__file__)
flags = dict(word[2:].split("=", 1) for word in sys.argv[1:])
if "benchmark_list_tests" in flags:
    print("\\n".join(times))
    sys.exit()
with here.with_name("calls").open("a") as calls:
    calls.write(here.name + "\\n")
runs = []
for name, seconds in times.items():
    if not re.search(flags["benchmark_filter"], name):
        continue
    run = {{"name": name, "run_name": name, "run_type": "iteration", "time_unit": "ns"}}
    if seconds == "error":
        run |= {{"error_occurred": True, "error_message": "differs from the textbook"}}
    else:
        noise = random.gauss(1, 0.02)
        run |= {{"real_time": 5e9 * seconds, "cpu_time": 1e9 * seconds * noise}}
    runs.append(run)
pathlib.Path(flags["benchmark_out"]).write_text(json.dumps({{"context": {{}}, "benchmarks": runs}}))
"""


def program(path, times):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(PROGRAM.replace("TIMES", repr(times)))
    path.chmod(0o755)
    return path


class Judge(unittest.TestCase):
    def judged(self, draw, factor, noise):
        # Every tenth run is hit by another program and takes about twice as long.
        measure = lambda which: (factor if which else 1) * (1 + draw.expovariate(1 / noise)) + (1 if draw.random() < 0.1 else 0)
        return bench_pair.judge(measure, bench_pair.PAIRS, bench_pair.CONFIRM, bench_pair.MARGIN)["slower"]

    def test_a_fifth_slower_is_found_in_each_of_five_kernels_and_nothing_where_nothing_changed(self):
        draw = random.Random(4)
        for noise in (0.002, 0.005, 0.01, 0.02, 0.03):
            with self.subTest(noise=noise):
                self.assertEqual(sum(self.judged(draw, 1.2, noise) for _ in range(10)), 10)
        self.assertEqual(sum(self.judged(draw, 1.0, 0.05) for _ in range(1000)), 0)

    def test_each_repetition_must_confirm(self):
        for factors, expected in (([1.1], [1.1]), ([1.3, 1.0], [1.3, 1.0]), ([1.3, 1.3, 1.3, 1.1], [1.3, 1.3, 1.3, 1.1]), ([1.3] * 4, [1.3] * 4)):
            counts, queue = [], list(factors)
            def quotient(_, pairs):
                counts.append(pairs)
                return queue.pop(0)
            kept, bench_pair.quotient = bench_pair.quotient, quotient
            try:
                found = bench_pair.judge(None, 5, 3, 0.15)
            finally:
                bench_pair.quotient = kept
            self.assertEqual(found, {"quotients": expected, "slower": factors == [1.3] * 4})
            self.assertEqual(counts, [5] + [10] * (len(factors) - 1))

    def test_the_order_alternates_and_the_median_is_taken(self):
        calls, times = [], iter([1, 2, 3, 1, 1, 9])
        def measure(which):
            calls.append(which)
            return next(times)
        self.assertEqual(bench_pair.quotient(measure, 3), 3.0)  # 2/1, 3/1, 9/1
        self.assertEqual(calls, [0, 1, 1, 0, 0, 1])


class Pair(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = pathlib.Path(scratch.name)

    def compare(self, before, after, *options):
        program(self.folder / "before", before)
        program(self.folder / "after", after)
        return subprocess.run([sys.executable, SCRIPTS / "bench_pair.py", "./before", "./after", "--pairs", "3", *options], cwd=self.folder, capture_output=True, text=True)

    def test_names_the_slower_kernel(self):
        run = self.compare({"a/hearsay": 1e-3, "b/hearsay": 2e-3, "gone": 1.0}, {"a/hearsay": 1e-3, "b/hearsay": 3e-3, "new": 1.0}, "--json", "rows.json")
        self.assertEqual(run.returncode, 1, run.stderr)
        self.assertRegex(run.stdout, r"(?m)^ok +a/hearsay .*\nSLOWER b/hearsay .*, again \S+, \S+, \S+$")
        rows = json.loads((self.folder / "rows.json").read_text())
        self.assertEqual([(row["name"], row["slower"]) for row in rows], [("a/hearsay", False), ("b/hearsay", True)])

    def test_bench_tracks(self):
        times = {"k/textbook/n:8": 4e-3, "k/hearsay/n:8": 1e-3, "lone/hearsay": 1.0}
        for first in (True, False):
            run = subprocess.run([sys.executable, SCRIPTS / "bench.py", program(self.folder / "bench", times), "--repetitions", "1", "--track", "kept/history.jsonl"],
                                 cwd=self.folder, capture_output=True, text=True)
            self.assertEqual(run.returncode, 0, run.stderr)
            self.assertIn("kept/history.jsonl: 2 kernels added", run.stdout)
            self.assertRegex(run.stderr, rf"^bench: k, kernel 1 of 2{'' if first else ', about [0-9]+ s left'}\nbench: lone, kernel 2 of 2, about [0-9]+ s left\n$")
        lines = [json.loads(line) for line in (self.folder / "kept/history.jsonl").read_text().splitlines()]
        self.assertEqual([(line["kernel"], line["parameters"]) for line in lines], 2 * [("k", "n:8"), ("lone", "")])
        self.assertAlmostEqual(lines[0]["ratio"]["median"], 4, delta=1)

    def test_the_same_and_the_faster_pass(self):
        self.assertEqual(self.compare({"a": 1e-3}, {"a": 1e-3}).returncode, 0)
        self.assertEqual(self.compare({"a": 3e-3}, {"a": 1e-3}).returncode, 0)
        self.assertEqual(self.compare({"a": 1e-3}, {"a": 3e-3}, "--margin", "4").returncode, 0)
        self.assertEqual(self.compare({"a": 1e-3, "b": 1e-3}, {"a": 3e-3, "b": 1e-3}, "--filter", "^b$").returncode, 0)

    def test_what_cannot_be_measured(self):
        run = self.compare({"a": 1.0}, {"b": 1.0})
        self.assertEqual((run.returncode, run.stderr.count("\n")), (2, 1))
        self.assertIn("no benchmark that both", run.stderr)
        run = self.compare({"a": 1.0, "b": 1.0}, {"a": "error", "b": 1.0})
        self.assertEqual(run.returncode, 2)
        self.assertRegex(run.stdout, r"failed a: .*differs from the textbook\nok +b")
        # One that fails does not hide another's slowdown.
        self.assertEqual(self.compare({"a": 1.0, "b": 1.0}, {"b": 2.0, "a": "error"}).returncode, 1)
        self.assertEqual(self.compare({"a": 1.0}, {"a": 1.0}, "--filter", "(").returncode, 2)


class Parent(unittest.TestCase):
    """A repository whose build copies bench/program."""

    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = pathlib.Path(scratch.name, "repository")
        shutil.copytree(SCRIPTS, self.folder / "scripts", ignore=shutil.ignore_patterns("__pycache__"))
        (self.folder / ".gitignore").write_text("/build/\n__pycache__/\n")
        self.cmake('[ "$1" = --build ] && { mkdir -p build/bench/bench; cp bench/program build/bench/bench/hearsay_bench; echo built >> ../builds; }')
        self.git("init", "-q")

    def cmake(self, body):
        tool = self.folder.parent / "tools" / "cmake"
        tool.parent.mkdir(exist_ok=True)
        tool.write_text(f"#!/bin/sh\n{body}\nexit 0\n" if "exit" not in body else f"#!/bin/sh\n{body}\n")
        tool.chmod(0o755)

    def git(self, *words):
        return subprocess.run(["git", "-c", "user.name=n", "-c", "user.email=e", "-C", self.folder, *words], check=True, capture_output=True, text=True).stdout

    def commit(self, times=None, note="note"):
        if times:
            program(self.folder / "bench/program", times)
        (self.folder / "note").write_text(note)
        self.git("add", "-A")
        self.git("commit", "-q", "-m", "change")

    def step(self, *options):
        environment = {**os.environ, "PATH": f"{self.folder.parent / 'tools'}:{os.environ['PATH']}"}
        return subprocess.run([self.folder / "scripts/bench_parent.py", "--filter", ".", "--pairs", "2", *options], capture_output=True, text=True, env=environment)

    def assertSkips(self, run, why):
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertRegex(run.stdout, rf"^skipped: .*{why}")
        self.assertEqual((run.stdout.count("\n"), run.stderr), (1, ""))

    def test_a_slowdown_fails(self):
        self.commit({"a": 1e-3})
        self.commit({"a": 1.5e-3})
        run = self.step()
        self.assertEqual(run.returncode, 1, run.stdout + run.stderr)
        self.assertIn("slower than the parent by more than 10%, confirmed 3 times: a", run.stderr)
        self.assertEqual(self.git("status", "--porcelain"), "")

    def test_a_change_that_costs_nothing_passes_and_files_that_went_away_are_gone(self):
        (self.folder / "lib").mkdir()
        (self.folder / "lib/old").write_text("")
        self.commit({"a": 1e-3})
        (self.folder / "lib/old").unlink()
        self.commit({"a": 0.999e-3})
        run = self.step()
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertRegex(run.stdout, r"ok +a .*\nbench_parent: \w{8} beside \w{8}: built in \d+ s, measured in \d+ s\n$")
        self.assertFalse((self.folder / "build/bench_parent/tree/lib/old").exists())

    def test_tracks_the_commit_beside_its_textbook(self):
        self.commit({"a/hearsay": 1e-3, "a/textbook": 2e-3})
        self.commit({"a/hearsay": 0.999e-3, "a/textbook": 3e-3})
        run = self.step("--filter", "/hearsay", "--track", self.folder / "build/history.jsonl")
        self.assertEqual(run.returncode, 0, run.stdout + run.stderr)
        (line,) = [json.loads(text) for text in (self.folder / "build/history.jsonl").read_text().splitlines()]
        self.assertEqual((line["kernel"], line["commit"]), ("a", self.git("rev-parse", "HEAD").strip()))
        self.assertAlmostEqual(line["ratio"]["median"], 3, delta=0.5)

    def test_unchanged_files_are_not_touched(self):
        self.commit({"a": 1e-3}, note="same")
        (self.folder / "lib").mkdir()
        (self.folder / "lib/steady").write_text("")
        self.commit({"a": 1.1e-3})
        self.step()
        steady = self.folder / "build/bench_parent/tree/lib/steady"
        before = steady.stat().st_mtime_ns
        self.commit({"a": 1.2e-3})
        self.step()
        self.assertEqual(steady.stat().st_mtime_ns, before)

    def test_skips(self):
        self.commit({"a": 1e-3})
        self.assertSkips(self.step(), "no commit HEAD\\^")
        self.commit(note="other words")
        self.assertSkips(self.step(), "nothing that benchmarks are made of changed")
        (self.folder / "lib").mkdir()
        (self.folder / "lib/comment").write_text("")
        self.commit()
        self.assertSkips(self.step(), "the same, byte for byte")
        self.commit({"a": "error"})
        run = self.step()
        self.assertEqual(run.returncode, 0)
        self.assertRegex(run.stdout, "failed a: .*differs from the textbook\n.*\nskipped: 1 of 1 kernels")
        self.cmake("exit 3")
        self.assertSkips(self.step(), "cmake --preset bench failed, see")
        self.cmake("sleep 60; exit 0")
        self.assertSkips(self.step("--build-limit", "0.3"), "took longer than the limit")
        shutil.rmtree(self.folder / ".git")
        self.assertSkips(self.step(), "git rev-parse")

    def test_a_shallow_clone_is_skipped(self):
        self.commit({"a": 1e-3})
        self.commit({"a": 2e-3})
        whole, self.folder = self.folder, self.folder.parent / "shallow"
        subprocess.run(["git", "clone", "-q", "--depth", "1", whole.as_uri(), self.folder], check=True, capture_output=True)
        self.assertSkips(self.step(), "shallow clone")

    def test_wrong_options_are_refused(self):
        self.commit({"a": 1e-3})
        self.assertEqual(self.step("--margin", "-1").returncode, 2)


if __name__ == "__main__":
    unittest.main()
