#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The page of `hearsay verify --report` in headless Chromium. Usage: report_test.py HEARSAY

Skipped, and says so, where no Chromium is installed. The page is opened with a probe appended that uses it as a reader would
(filters by id, hides the claims that hold, follows a link to a repair) and leaves what it saw in the document.
"""
import html
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

HEARSAY = str(pathlib.Path(sys.argv.pop(1)).resolve())
CHROMIUM = shutil.which("chromium")
ERRORS = "<script>const errors = []; window.addEventListener('error', e => errors.push(e.message), true);</script>"
PROBE = """<script>window.addEventListener('load', () => {
  const visible = () => [...document.querySelectorAll('tr[data-claim]')].filter(row => row.getClientRects().length > 0);
  const enter = (input, change) => { change(input); input.dispatchEvent(new Event('input', {bubbles: true})); };
  const seen = {rows: visible().length};
  seen.wider = document.documentElement.scrollWidth - window.innerWidth;
  const text = document.getElementById('text');
  enter(text, input => input.value = 'muffliato.thm1');
  seen.filtered = visible().map(row => row.dataset.claim);
  const boxes = [...document.querySelectorAll('.filters input[type=checkbox]')];
  for (const box of boxes.filter(box => box.value !== 'refuted')) enter(box, input => input.checked = false);
  seen.refuted = visible().map(row => row.dataset.verdict);
  seen.dangling = [...document.querySelectorAll('a[href^="#"]')].map(a => a.getAttribute('href').slice(1)).filter(id => !document.getElementById(id));
  seen.overlapping = [...document.querySelectorAll('.witness svg')].filter(svg => {
    const circles = [...svg.querySelectorAll('circle')].map(c => [c.cx.baseVal.value, c.cy.baseVal.value, c.r.baseVal.value]);
    return circles.some(([x, y, r], i) => circles.some(([u, v, s], j) => i < j && Math.hypot(x - u, y - v) < r + s));
  }).length;
  seen.pictures = document.querySelectorAll('.witness svg').length;
  seen.errors = errors;
  const out = document.createElement('pre');
  out.id = 'seen';
  out.textContent = JSON.stringify(seen);
  document.body.append(out);
});</script>"""


def chromium(*arguments):
    command = [CHROMIUM, "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--enable-logging=stderr", *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=120)


@unittest.skipUnless(CHROMIUM, "no chromium on this machine")
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
        probed = pathlib.Path(cls.folder.name) / "probed.html"
        probed.write_text(cls.page.replace("<head>", "<head>" + ERRORS, 1).replace("</body>", PROBE + "</body>", 1))
        cls.address = probed.as_uri()

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def seen(self, width):
        run = chromium(f"--window-size={width},1000", "--dump-dom", self.address)
        self.assertNotIn("CONSOLE", run.stderr)
        found = re.search(r'<pre id="seen">(.*?)</pre>', run.stdout, re.S)
        self.assertIsNotNone(found, run.stderr)
        return json.loads(html.unescape(found.group(1)))

    def test_a_reader_finds_what_was_verified(self):
        seen = self.seen(1400)
        self.assertEqual(seen["errors"], [])
        self.assertEqual(seen["rows"], len(self.claims))
        ids = [c["id"] for c in self.claims if "muffliato.thm1" in c["id"]]
        self.assertEqual(seen["filtered"], ids)
        self.assertEqual(len(seen["refuted"]), sum(c["verdict"] == "refuted" for c in self.claims if c["id"] in ids))
        self.assertEqual(set(seen["refuted"]), {"refuted"})
        self.assertEqual(seen["dangling"], [])
        self.assertGreater(seen["pictures"], 0)
        self.assertEqual(seen["overlapping"], 0)

    def test_nothing_sticks_out_on_a_screen_or_a_tablet(self):
        for width in (1400, 800):
            self.assertLessEqual(self.seen(width)["wider"], 0, width)

    def test_no_network_is_needed(self):
        self.assertEqual(re.findall(r'(?:src|href)="(?!#|data:)[^"]*"', self.page), [])
        self.assertNotIn("@import", self.page)

    def test_it_prints(self):
        pdf = pathlib.Path(self.folder.name) / "report.pdf"
        chromium(f"--print-to-pdf={pdf}", "--no-pdf-header-footer", self.address)
        self.assertGreater(pdf.stat().st_size, 20000)


if __name__ == "__main__":
    unittest.main(verbosity=2)
