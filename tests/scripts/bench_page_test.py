#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The page of a history of benchmark runs, opened in headless Chromium, and its export. Usage: bench_page_test.py SOURCE_FOLDER

The reader's part is skipped, and says so, where no Chromium is installed.
"""
import json
import math
import pathlib
import random
import subprocess
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
SOURCE = pathlib.Path(sys.argv.pop()).resolve()
sys.path[:0] = [str(SOURCE / "tests"), str(SOURCE / "scripts")]

import bench_page  # noqa: E402
import bench_track  # noqa: E402
import chromium  # noqa: E402

RUNS, CHANGE = 24, 14


def history():
    """Two kernels with a textbook version, one of which becomes a fifth slower at the run CHANGE, and one without."""
    draw, lines = random.Random(2), []
    for run in range(RUNS):
        def times(second):
            return [second * math.exp(draw.gauss(0, 0.02)) for _ in range(9)]
        table = {("fast <kernel>", "n:8"): {"textbook": times(8e-8), "hearsay": times(1e-8 * (1.25 if run >= CHANGE else 1))},
                 ("steady", ""): {"textbook": times(3e-6), "hearsay": times(1e-6)}, ("lone", "n:1"): {"hearsay": times(1.0 if run < CHANGE else 2.0)}}
        head = {"commit": f"{run:040x}"[::-1], "changed": run == 3, "date": f"2026-01-{run + 1:02}T10:00:00+00:00", "machine": "machine & co, 2 CPUs", "build": "",
                "versions": ["textbook", "hearsay"]}
        lines += bench_track.entries(table, head)
    return lines


class Scratch(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = pathlib.Path(scratch.name)
        self.lines = history()
        bench_track.append(self.folder / "history.jsonl", self.lines)

    def draw(self, *options):
        return subprocess.run([sys.executable, SOURCE / "scripts/bench_page.py", "history.jsonl", *options], cwd=self.folder, capture_output=True, text=True)


class Program(Scratch):
    def test_says_what_changed(self):
        run = self.draw("--page", "page.html")
        self.assertEqual(run.returncode, 0, run.stderr)
        first, last = run.stdout.splitlines()
        self.assertRegex(first, rf"^fast <kernel> n:8: slower from {self.lines[3 * CHANGE]['commit'][:8]} on, .* -(19|20|21)%$")
        self.assertEqual(last, "page.html: 3 charts, 1 changes")

    def test_export_is_what_actions_read(self):
        # github-action-benchmark: an array of objects whose name, unit and value are required, range and extra text.
        self.assertEqual(self.draw("--export", "export.json").returncode, 0)
        rows = json.loads((self.folder / "export.json").read_text())
        self.assertEqual([row["name"] for row in rows], ["fast <kernel> n:8", "steady"])
        last = self.lines[-3]
        for row in rows:
            self.assertEqual(sorted(row), ["extra", "name", "range", "unit", "value"])
            self.assertTrue(all(isinstance(row[key], str) for key in ("name", "unit", "range", "extra")))
        self.assertEqual((rows[0]["value"], rows[0]["unit"]), (last["ratio"]["median"], "times textbook"))
        half = max(last["ratio"]["high"] - last["ratio"]["median"], last["ratio"]["median"] - last["ratio"]["low"])
        self.assertEqual(rows[0]["range"], f"± {half:.3g}")

    def test_bencher_reads_the_same_ratios(self):
        self.assertEqual(self.draw("--bencher", "bencher.json").returncode, 0)
        metrics = json.loads((self.folder / "bencher.json").read_text())
        self.assertEqual(list(metrics), ["fast <kernel> n:8", "steady"])
        last = self.lines[-3]["ratio"]
        self.assertEqual(metrics["fast <kernel> n:8"], {"ratio": {"value": last["median"], "lower_value": last["low"], "upper_value": last["high"]}})

    def test_bad_histories_and_options(self):
        good = json.dumps(self.lines[0])
        for text, message in (("", "empty"), (good + "\n{", "line 2"), (good + '\n{"schema": "other"}', "line 2"), (good.replace('"kernel": "fast <kernel>", ', ""), "no 'kernel'"),
                              (good.replace('"median": ', '"median": -'), "positive"), ("[]", "line 1")):
            (self.folder / "history.jsonl").write_text(text)
            run = self.draw("--page", "page.html")
            self.assertEqual((run.returncode, run.stderr.count("\n")), (2, 1), run.stderr)
            self.assertIn(message, run.stderr)
        self.assertEqual(self.draw("--page", "page.html", "--level", "2").returncode, 2)
        self.assertEqual(self.draw().returncode, 2)
        self.assertEqual([path.name for path in self.folder.iterdir()], ["history.jsonl"])

    def test_ticks_are_few_and_round(self):
        for low, high in ((0.9, 1.1), (0, 7), (3.2e-9, 3.5e-9), (80, 410)):
            found = bench_page.ticks(low, high)
            self.assertIn(len(found), range(2, 7), (low, high, found))
            self.assertTrue(all(low - 1e-12 <= value <= high + 1e-12 for value in found))


@unittest.skipUnless(chromium.PATH, "no chromium on this machine")
class Reader(Scratch):
    def setUp(self):
        super().setUp()
        self.draw("--page", "page.html")
        self.browser = chromium.Chromium()
        self.addCleanup(self.browser.close)

    def open(self, width, height, **how):
        self.browser.screen(width, height, **how)
        self.browser.open((self.folder / "page.html").as_uri())

    def test_charts_marks_and_tables(self):
        self.open(1280, 900)
        run = self.browser.run
        self.assertEqual(run("[...document.querySelectorAll('.chart h3')].map(e => e.textContent)"), ["fast <kernel> n:8", "lone n:1", "steady"])
        self.assertEqual(run("[...document.querySelectorAll('.chart')].map(e => e.querySelectorAll('.point').length)"), [RUNS] * 3)
        self.assertEqual(run("[...document.querySelectorAll('.chart')].map(e => e.querySelectorAll('.change.slower').length)"), [1, 0, 0])
        self.assertEqual(run("document.querySelector('h2').textContent"), "machine & co, 2 CPUs")
        self.assertIn("fast <kernel> n:8: slower from", run("document.getElementById('news').textContent"))
        # The mark stands between the last run before and the first after.
        mark = run("+document.querySelector('.change').getAttribute('x1')")
        around = run("[...document.querySelector('.chart').querySelectorAll('.point')].map(e => +e.getAttribute('cx'))")
        self.assertTrue(around[CHANGE - 1] < mark < around[CHANGE])
        # A click opens the numbers; they are the history's.
        self.assertFalse(run("document.querySelector('.chart details').open"))
        self.browser.click(".chart summary")
        rows = run("[...document.querySelectorAll('.chart:first-child tbody tr')].map(tr => [...tr.children].map(c => c.textContent))")
        self.assertEqual(len(rows), RUNS)
        for i, (row, line) in enumerate(zip(rows, self.lines[::3])):
            self.assertEqual(row[0], line["commit"][:8] + ("+" if i == 3 else ""))
            for shown, value in zip(row[2:5], (line["times"]["textbook"], line["times"]["hearsay"], line["ratio"])):
                self.assertEqual(shown, f"{value['median']:.4g} ({value['low']:.4g} to {value['high']:.4g})")
            self.assertEqual(bool(row[5]), i == CHANGE)
        # The link in the news leads to the chart; nothing was asked of the network, nothing complained.
        self.assertTrue(run("document.querySelector(document.querySelector('#news a').getAttribute('href')).matches('.chart')"))
        self.assertEqual(self.browser.asked_for(), [(self.folder / "page.html").as_uri()])
        self.assertEqual(self.browser.complaints(), [])

    def test_a_higher_ratio_is_drawn_higher(self):
        self.open(1280, 900)
        heights = self.browser.run("[...document.querySelector('.chart').querySelectorAll('.point')].map(e => +e.getAttribute('cy'))")
        ratios = [line["ratio"]["median"] for line in self.lines[::3]]
        order = sorted(range(RUNS), key=ratios.__getitem__)
        self.assertEqual(order, sorted(range(RUNS), key=lambda i: (-heights[i], ratios[i])))

    def test_telephone(self):
        self.open(360, 740, phone=True)
        self.assertLessEqual(self.browser.run("document.documentElement.scrollWidth"), 360)
        self.assertGreaterEqual(self.browser.run("document.querySelector('.chart text').getBoundingClientRect().height"), 9)
        self.browser.run("document.querySelector('.chart details').open = true")
        self.assertLessEqual(self.browser.run("document.documentElement.scrollWidth"), 360)

    def test_dark(self):
        light = "getComputedStyle(document.body).backgroundColor"
        self.open(1280, 900)
        self.assertEqual(self.browser.run(light), "rgb(255, 255, 255)")
        self.open(1280, 900, dark=True)
        self.assertEqual(self.browser.run(light), "rgb(21, 24, 28)")
        self.assertEqual(self.browser.run("getComputedStyle(document.querySelector('.point')).fill"), "rgb(125, 180, 255)")


if __name__ == "__main__":
    unittest.main()
