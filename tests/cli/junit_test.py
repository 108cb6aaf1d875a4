#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The JUnit file of `hearsay verify` is red whenever the exit code is not 0, and green else. Usage: junit_test.py HEARSAY"""
import json
import pathlib
import signal
import subprocess
import sys
import tempfile
import time
import unittest
import xml.etree.ElementTree as ElementTree

HEARSAY = str(pathlib.Path(sys.argv.pop(1)).resolve())
CLAIMS = ["muffliato.thm1*", "dp.iteration"]


class JUnit(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.scratch = pathlib.Path(scratch.name)

    def verify(self, *more):
        run = subprocess.run([HEARSAY, "verify", *CLAIMS, "--effort", "quick", "--junit", "out.xml", "--json", "out.json", *more], cwd=self.scratch, capture_output=True, text=True, timeout=120)
        return run, ElementTree.parse(self.scratch / "out.xml").getroot(), json.loads((self.scratch / "out.json").read_text())

    def red(self, suite):
        cases = [case for case in suite.iter("testcase") if case.find("failure") is not None or case.find("error") is not None]
        self.assertEqual(len(cases), int(suite.get("failures")) + int(suite.get("errors")))
        self.assertEqual(len(list(suite.iter("testcase"))), int(suite.get("tests")))
        return [f"{case.get('classname')}.{case.get('name')}" for case in cases]

    def test_green_with_witnesses_and_properties(self):
        run, suite, result = self.verify("--seed", "7")
        self.assertEqual((run.returncode, self.red(suite)), (0, []))
        properties = {p.get("name"): p.get("value") for p in suite.find("properties")}
        self.assertEqual(properties, {"version": result["version"], "seed": "7", "effort": "quick"})
        said = {f"{case.get('classname')}.{case.get('name')}": case.findtext("system-out") for case in suite.iter("testcase")}
        self.assertEqual(set(said), {claim["id"] for claim in result["claims"]})
        for claim in result["claims"]:
            with self.subTest(claim["id"]):
                if claim["verdict"] == "refuted":
                    witness = claim["witness"]
                    witness_said, *command = said[claim["id"]].split("\n", 1)
                    self.assertTrue(witness_said.endswith(f": claimed {witness['claimed']}, actual {witness['actual']}"), witness_said)
                    self.assertEqual(command, [witness["command"]] if witness.get("command") else [])
                else:
                    self.assertIsNone(said[claim["id"]])
        self.assertIn("refuted", {claim["verdict"] for claim in result["claims"]})

    def test_a_change_since_the_baseline_is_a_failure(self):
        _, _, baseline = self.verify()
        (self.scratch / "baseline.json").write_text(json.dumps(baseline))
        run, suite, _ = self.verify("--baseline", "baseline.json")
        self.assertEqual((run.returncode, self.red(suite)), (0, []))
        self.assertIn("unchanged", [case.get("name") for case in suite.iter("testcase")])
        baseline["claims"][0]["tightness"] = 12345
        (self.scratch / "baseline.json").write_text(json.dumps(baseline))
        run, suite, _ = self.verify("--baseline", "baseline.json")
        self.assertEqual((run.returncode, self.red(suite)), (1, ["baseline.unchanged"]))
        failure = suite.find("testcase[@classname='baseline']/failure")
        self.assertEqual(failure.get("message"), "1 change since the baseline")
        self.assertTrue(failure.text.startswith(baseline["claims"][0]["id"] + ": tightness 12345"), failure.text)

    def test_another_baseline_is_refused_before_the_work(self):
        self.verify()
        (self.scratch / "out.json").rename(self.scratch / "baseline.json")
        for other in (["--effort", "exhaustive"], ["--seed", "2", "--effort", "exhaustive"], ["--effort", "exhaustive", "walk.*"]):
            start = time.monotonic()
            run = subprocess.run([HEARSAY, "verify", *CLAIMS, *other, "--baseline", "baseline.json", "--report", "page"], cwd=self.scratch, capture_output=True, text=True, timeout=120)
            self.assertEqual(run.returncode, 2, run.stderr)
            self.assertRegex(run.stderr, r"^hearsay: HS-203 --baseline: was made with (parameters|seed) .*; make a new one with the same options\n$")
            self.assertLess(time.monotonic() - start, 5)
            self.assertFalse((self.scratch / "page").exists())

    def test_a_run_that_is_cut_short_is_red(self):
        report = self.scratch / "page"
        run = subprocess.Popen([HEARSAY, "verify", "--effort", "standard", "--jobs", "1", "--report", str(report), "--junit", "out.xml"], cwd=self.scratch, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        while not report.exists() and run.poll() is None:
            time.sleep(0.005)
        run.send_signal(signal.SIGINT)
        self.assertEqual(run.wait(timeout=120), 3)
        red = self.red(ElementTree.parse(self.scratch / "out.xml").getroot())
        self.assertIn("run.complete", red)
        self.assertGreater(len(red), 10)  # claims that were not checked

    def test_the_page_of_figures_is_not_overwritten(self):
        (self.scratch / "figures").mkdir()
        (self.scratch / "figures/manifest.json").write_text("{}")
        run = subprocess.run([HEARSAY, "verify", *CLAIMS, "--effort", "quick", "--report", "figures"], cwd=self.scratch, capture_output=True, text=True, timeout=120)
        self.assertEqual((run.returncode, run.stderr), (2, "hearsay: HS-203 --report: figures holds figures of `hearsay reproduce`, whose index.html would be overwritten; choose another folder\n"))


if __name__ == "__main__":
    unittest.main()
