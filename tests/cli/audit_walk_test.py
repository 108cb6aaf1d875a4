#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""`hearsay audit walk` and `hearsay account walk --graph` from outside. Usage: audit_walk_test.py HEARSAY"""
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree as xml

HEARSAY = str(pathlib.Path(sys.argv.pop(1)).resolve())


class Walk(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def hearsay(self, *arguments):
        return subprocess.run([HEARSAY, *arguments], cwd=self.folder, capture_output=True, text=True, timeout=120)

    def losses(self, observer, *arguments):
        run = self.hearsay("account", "walk", "--graph", "file:names.edges", "--observer", observer, "--target", "all", "--steps", "4", *arguments, "--json", "-")
        self.assertEqual(run.returncode, 0, run.stderr)
        return json.loads(run.stdout)["losses"]

    def test_junit(self):
        for promise, failures, verdict in (("renyi(2) <= 0.1", "1", "failure"), ("renyi(2) <= 9", "0", "system-out")):
            run = self.hearsay("audit", "walk", "--graph", "path:4", "--observer", "each", "--steps", "5", "--promise", promise, "--junit", "junit.xml")
            self.assertEqual(run.returncode, int(failures), run.stderr)
            suite = xml.parse(self.folder / "junit.xml").getroot()
            self.assertEqual((suite.get("tests"), suite.get("failures"), suite.get("errors")), ("1", failures, "0"))
            case = suite.find("testcase")
            self.assertEqual((case.get("classname"), case.get("name")), ("audit.walk", f"{promise} on path:4"))
            self.assertIsNotNone(case.find(verdict))

    def test_each_and_coalitions_are_the_worst_of_single_runs(self):
        (self.folder / "names.edges").write_text("ann bob\nbob cy\ncy dan\ndan ann\nann cy\n")
        names = ("ann", "bob", "cy", "dan")
        for rule, sets in (("each", [(name,) for name in names]), ("coalitions:2", [(a, b) for a in names for b in names if a < b])):
            alone = {observers: {loss["target"]: loss["renyi2"]["upper"] for loss in self.losses(",".join(observers))} for observers in sets}
            found = self.losses(rule)
            self.assertEqual([loss["target"] for loss in found], list(names))
            for loss in found:
                truth = max(losses[loss["target"]] for losses in alone.values() if loss["target"] in losses)
                worst = loss["worst_observer"]
                self.assertEqual(loss["renyi2"]["upper"], truth)
                self.assertEqual(alone[(worst,) if isinstance(worst, str) else tuple(sorted(worst))][loss["target"]], truth)


unittest.main()
