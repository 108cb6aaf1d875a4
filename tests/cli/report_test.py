#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The page of `hearsay verify --report` in headless Chromium. Usage: report_test.py HEARSAY

Skipped, and says so, where no Chromium is installed. It is used as a reader would: claims filtered by id, those that hold hidden.
"""
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import chromium  # noqa: E402

HEARSAY = str(pathlib.Path(sys.argv.pop(1)).resolve())
VISIBLE = "[...document.querySelectorAll('tr[data-claim]')].filter(row => row.getClientRects().length > 0)"
DANGLING = "[...document.querySelectorAll('a[href^=\"#\"]')].map(a => a.getAttribute('href').slice(1)).filter(id => !document.getElementById(id))"
OVERLAPPING = """[...document.querySelectorAll('.witness svg')].filter(svg => {
  const circles = [...svg.querySelectorAll('circle')].map(c => [c.cx.baseVal.value, c.cy.baseVal.value, c.r.baseVal.value]);
  return circles.some(([x, y, r], i) => circles.some(([u, v, s], j) => i < j && Math.hypot(x - u, y - v) < r + s));
}).length"""


@unittest.skipUnless(chromium.PATH, "no chromium on this machine")
class Report(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        run = subprocess.run([HEARSAY, "verify", "muffliato.thm*", "rumor.thm5*", "--effort", "quick", "--report", cls.folder.name, "--json", "-"],
                             capture_output=True, text=True, timeout=300)
        if run.returncode != 0:
            raise AssertionError(f"exit {run.returncode}: {run.stderr}")
        cls.claims = json.loads(run.stdout)["claims"]
        cls.page = (pathlib.Path(cls.folder.name) / "index.html").read_text()
        cls.address = (pathlib.Path(cls.folder.name) / "index.html").as_uri()
        cls.browser = chromium.Chromium()

    @classmethod
    def tearDownClass(cls):
        cls.browser.close()
        cls.folder.cleanup()

    def seen(self, width):
        run = chromium(f"--window-size={width},1000", "--dump-dom", self.address)
        self.assertNotIn("CONSOLE", run.stderr)
        found = re.search(r'<pre id="seen">(.*?)</pre>', run.stdout, re.S)
        self.assertIsNotNone(found, run.stderr)
        return json.loads(html.unescape(found.group(1)))

    def open(self, width):
        self.browser.screen(width, 1000)
        self.browser.open(self.address)

    def visible(self, key):
        return self.browser.run(f"{VISIBLE}.map(row => row.dataset.{key})")

    def test_a_reader_finds_what_was_verified(self):
        self.open(1400)
        self.assertEqual(len(self.visible("claim")), len(self.claims))
        self.browser.type("#text", "muffliato.thm1")
        ids = [c["id"] for c in self.claims if "muffliato.thm1" in c["id"]]
        self.assertEqual(self.visible("claim"), ids)
        for verdict in ("holds", "inconclusive"):
            self.browser.click(f'.filters input[value="{verdict}"]')
        self.assertEqual(len(self.visible("claim")), sum(c["verdict"] == "refuted" for c in self.claims if c["id"] in ids))
        self.assertEqual(set(self.visible("verdict")), {"refuted"})
        self.assertEqual(self.browser.run(DANGLING), [])
        self.assertGreater(self.browser.run("document.querySelectorAll('.witness svg').length"), 0)
        self.assertEqual(self.browser.run(OVERLAPPING), 0)
        self.assertEqual(self.browser.complaints(), [])

    def test_nothing_sticks_out_on_a_screen_or_a_tablet(self):
        for width in (1400, 800):
            self.open(width)
            self.assertLessEqual(self.browser.run("document.documentElement.scrollWidth - window.innerWidth"), 0, width)

    def test_no_network_is_needed(self):
        self.assertEqual(re.findall(r'(?:src|href)="(?!#|data:)[^"]*"', self.page), [])
        self.assertNotIn("@import", self.page)

    def test_it_prints(self):
        self.open(1400)
        self.assertGreater(len(self.browser.print()), 20000)


if __name__ == "__main__":
    unittest.main(verbosity=2)
