#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Audits of rumors: exit codes, JUnit, the page, and what drawn pairs show. Usage: audit_rumor_test.py HEARSAY"""
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree as xml

HEARSAY = str(pathlib.Path(sys.argv.pop(1)).resolve())


class AuditRumor(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def audit(self, promise, *options, graph="grid:2x3", curious=("--curious-set", "5")):
        return subprocess.run([HEARSAY, "audit", "rumor", "--graph", graph, *curious, "--promise", promise, *options], cwd=self.folder,
                              capture_output=True, text=True, timeout=120)

    def test_the_exit_code_is_the_verdict(self):
        # shared specification: delta(0) = 7/15 and delta(0.7) = 0.196333
        for promise, code in (("delta(0) <= 0.4667", 0), ("delta(0) <= 0.4666", 1), ("delta(0.7) <= 0.1964", 0), ("epsilon(0.1963) <= 0.7", 1)):
            with self.subTest(promise):
                self.assertEqual(self.audit(promise).returncode, code)

    def test_drawn_pairs_do_not_show_that_a_promise_holds(self):
        run = self.audit("delta(0) <= 0.99", "--pairs", "20")
        self.assertEqual(run.returncode, 3)
        self.assertIn("inconclusive: delta(0) <= 0.99", run.stdout)
        self.assertEqual(self.audit("delta(0) <= 0.01", "--pairs", "20").returncode, 1)

    def test_junit(self):
        self.audit("delta(0) <= 0.1", "--junit", "junit.xml")
        suite = xml.parse(self.folder / "junit.xml").getroot()
        self.assertEqual((suite.get("tests"), suite.get("failures"), suite.get("errors")), ("1", "1", "0"))
        case = suite.find("testcase")
        self.assertEqual((case.get("classname"), case.get("name")), ("audit.rumor", "delta(0) <= 0.1 on grid:2x3"))
        self.assertIn("at least 0.466666", case.find("failure").get("message"))

    def test_the_page_draws_every_node_and_has_the_result(self):
        run = self.audit("delta(0) <= 0.1", "--report", "page", "--json", "result.json", graph="torus:4x5", curious=("--curious", "3"))
        self.assertEqual(run.returncode, 1, run.stderr)
        page = (self.folder / "page" / "index.html").read_text()
        self.assertEqual(len(re.findall(r'<circle class="node q\d"', page)), 17)
        self.assertEqual(len(re.findall(r'<rect class="node observer"', page)), 3)
        edges = re.search(r'<path class="edge" d="([^"]*)"', page)[1]
        self.assertEqual(edges.count("M"), 40)
        embedded = json.loads(re.search(r'<script type="application/json" id="result">(.*?)</script>', page)[1])
        self.assertEqual(embedded, json.loads((self.folder / "result.json").read_text()))
        self.assertNotIn("{{", page)

    def test_the_same_seed_draws_the_same_nodes(self):
        def drawn(seed):
            run = self.audit("delta(0) <= 1", "--json", "-", "--seed", seed, graph="torus:6x7", curious=("--curious", "4"))
            return json.loads(run.stdout)["parameters"]["curious_set"]

        self.assertEqual(drawn("1"), drawn("1"))
        self.assertNotEqual(drawn("1"), drawn("2"))


unittest.main()
