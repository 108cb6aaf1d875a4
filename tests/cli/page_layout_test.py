#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Every kind of page can be read on a screen of 1280 and of 390 pixels and on paper: page_layout.js finds no fault. Usage: page_layout_test.py HEARSAY

Skipped, and says so, where no Chromium is installed. PAGE_SHOTS=FOLDER keeps the screenshots.
"""
import json
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import chromium  # noqa: E402

HEARSAY = str(pathlib.Path(sys.argv.pop(1)).resolve())
FAULTS = pathlib.Path(__file__).with_name("page_layout.js").read_text()
SCREENS = (1280, 390)
A4 = 794 - 2 * 53  # pixels of an inch / 96 between the margins

NAMES = ["Charité Universitätsmedizin", "Hôpital Saint-Louis", "St. Mary's General Hospital", "Rigshospitalet", "UZ Leuven Campus Gasthuisberg", "Hospital Clínic"]


def hospitals(path):
    """Forty nodes with long names and weights, a ring with forty chords."""
    draw, size = random.Random(7), 40
    names = [f"{draw.choice(NAMES)} {i}" for i in range(size)]
    edges = {(i, (i + 1) % size) for i in range(size)}
    while len(edges) < 2 * size:
        u, v = draw.sample(range(size), 2)
        if (v, u) not in edges:
            edges.add((u, v))
    degrees = [sum(v in edge for edge in edges) for v in range(size)]
    path.write_text("from,to,weight\n" + "".join(f"{names[u]},{names[v]},{1 / (1 + max(degrees[u], degrees[v])):.6f}\n" for u, v in sorted(edges)))


AUDITS = {"schema_version": 1, "defaults": {"observer": "each", "steps": 3},
          "audits": [{"name": "the hospitals of two countries, quarterly", "graph": "path:4", "promise": ["exact <= 0.4", "renyi(2) <= 1"]},
                     {"name": "second", "graph": "ring:5", "observer": 0, "promise": "renyi(2) <= 2"}]}
FIGURES = {
    "stream/growth": {"source": "test", "title": "Growth", "caption": "Neighbors learn more", "claims": ["stream.thm13"], "measurement": "growth of constant streams",
                      "scales": {"small": {"graphs": ["petersen"], "rounds": 100}},
                      "picture": {"each": {"column": "graph"}, "panels": [{"title": "{graph}", "x": {"label": "rounds"}, "y": {"label": "loss"},
                                  "curves": [{"each": "observers", "x": "rounds", "y": "constant", "style": "lines", "label": "{observers}"}]}]}},
    "muffliato/utility": {"source": "test", "title": "Utility", "measurement": "utility of gossip",
                          "scales": {"small": {"graphs": [{"name": "ring", "specs": ["ring:11", "ring:21"], "logs": [1, 1], "printed": ["-1", "-1"]}]}},
                          "tables": [{"table": "exponents", "columns": [{"title": "graph", "show": "{graph}", "left": True}, {"title": "exponent", "show": "{algorithm_1:.3f}"}]}]}}
EXPECTED = {"stream/growth": {"source": "4/27 by hand", "small": {"growth per round, petersen, closed neighborhood": [0.148, 0.1484]}}}
CSV = ("--graph", "file:hospitals.csv", "--weights", "hospitals.csv")
RUMOR = ("--graph", "erdos-renyi:n=40,p=0.12,seed=4", "--component", "largest", "--curious", "4")
# Of every kind of page one, and of the charts those with ticks that are close, with any number of steps, with one stop.
PAGES = {
    "audit": ("audit", "gossip", *CSV, "--observer", "each,coalitions:2", "--steps", "50", "--epsilon", "2", "--delta", "1e-5", "--sigma", "2"),
    "close": ("audit", "gossip", *CSV, "--observer", "each", "--steps", "6", "--promise", "attack_tpr(0.01) <= 0.0105", "--sigma", "20"),
    "forever": ("account", "gossip", "--graph", "ring:7", "--observer", "0", "--steps", "forever"),
    "account": ("account", "gossip", "--graph", "path:3", "--observer", "0", "--steps", "2", "--claimed-renyi", "0.4"),
    "coalitions": ("audit", "gossip", "--graph", "grid:5x5", "--observer", "coalitions:5", "--steps", "4", "--promise", "mu <= 0.9"),
    "audits": ("audit", "audits.json"),
    "claims": ("verify", "muffliato.thm*", "rumor.thm5*", "--effort", "quick"),
    "rumor": ("account", "rumor", "--muting", "0", *RUMOR),
    "sources": ("audit", "rumor", "--promise", "delta(1) <= 0.9", *RUMOR),
}
REOPENED = "document.querySelectorAll('details').forEach(d => d.open = true)"
PAINTED = "new Promise(done => requestAnimationFrame(() => setTimeout(done, 150)))"
BROKEN = """<!DOCTYPE html><meta name="viewport" content="width=device-width"><body style="width: 340px">
<p style="width: 40px; overflow-wrap: anywhere">incomprehensibilities</p><p id="cut" style="width: 60px; overflow: hidden; white-space: nowrap">a sentence that is hidden</p>
<table><tr><td style="white-space: nowrap">{}</td></tr></table><p>a name that en\u2026</p><select style="width: 60px"><option>a choice of many words</option></select>
<svg width="100" height="40"><text x="80" y="20">outside</text><text x="10" y="20">one</text><text x="12" y="22">two</text><g class="axis"><g class="tick"><text x="1" y="39">0</text></g><g class="tick"><text x="20" y="39">0</text></g></g></svg>
""".format("wide " * 30)


class Pages(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        if not chromium.PATH:
            raise unittest.SkipTest("no chromium on this machine")
        cls.scratch = tempfile.TemporaryDirectory()
        cls.folder = pathlib.Path(cls.scratch.name)
        hospitals(cls.folder / "hospitals.csv")
        (cls.folder / "audits.json").write_text(json.dumps(AUDITS))
        for figure, spec in FIGURES.items():
            place = cls.folder / "experiments" / figure
            place.mkdir(parents=True)
            (place / "spec.json").write_text(json.dumps(spec))
            (place / "expected.json").write_text(json.dumps(EXPECTED.get(figure, {"source": "", "small": {}})))
        for name, command in PAGES.items():
            cls.hearsay(*command, "--report", name)
        cls.hearsay("reproduce", "all", "--experiments", "experiments", "--out", "figures")
        cls.pages = {name: cls.folder / name / "index.html" for name in (*PAGES, "figures")}
        cls.pages["one of several"] = cls.folder / "audits" / "audit-1.html"
        cls.browser = chromium.Chromium()

    @classmethod
    def tearDownClass(cls):
        cls.browser.close()
        cls.scratch.cleanup()

    @classmethod
    def hearsay(cls, *command):
        run = subprocess.run([HEARSAY, *command], capture_output=True, text=True, cwd=cls.folder, timeout=300)
        if run.returncode not in (0, 1, 3):
            raise AssertionError(f"exit {run.returncode}: {run.stderr}")

    def open(self, name, width, media=""):
        self.browser.screen(width, 900, phone=width < 500)
        self.browser.call("Emulation.setEmulatedMedia", media=media)
        self.browser.open(self.pages[name].as_uri())
        self.browser.run(PAINTED)

    def assertReadable(self, name, width):
        self.assertEqual("\n".join(self.browser.run(FAULTS)[:8]), "", f"{name} at {width} px")

    def test_faults_are_found(self):
        self.pages["broken"] = self.folder / "broken.html"
        self.pages["broken"].write_text(BROKEN)
        self.open("broken", 390)
        found = "\n".join(self.browser.run(FAULTS))
        del self.pages["broken"]
        for fault in ("breaks a word into", "hides a part of: a sentence", "px wide on a screen", "dots end", "is too narrow for: a choice", "the picture cuts the text 'outside'",
                      "'two' is on 'one'", "two ticks read the same: 0 0"):
            self.assertIn(fault, found)

    def test_on_a_screen_and_a_telephone(self):
        for name in self.pages:
            for width in SCREENS:
                with self.subTest(page=name, width=width):
                    self.open(name, width)
                    self.assertReadable(name, width)
                    self.browser.run(REOPENED)
                    self.browser.run(PAINTED)
                    self.assertReadable(name, f"{width} px, all details open,")
                    if "PAGE_SHOTS" in os.environ:
                        self.browser.screenshot(pathlib.Path(os.environ["PAGE_SHOTS"], f"{name} {width}.png"))

    def test_every_unit_and_color_of_a_picture(self):
        for name in ("audit", "close", "forever"):
            for width in SCREENS:
                self.open(name, width)
                for unit in self.browser.run("window.hearsay.UNITS.map(u => u.id)"):
                    self.browser.select("#unit", unit)
                    self.assertReadable(name, f"{width} px in {unit},")
                for color in ("ratio", "published", "both"):
                    self.browser.select("#color", color)
                    self.assertReadable(name, f"{width} px by {color},")

    def test_names_are_whole_and_as_many_as_have_room(self):
        self.open("audit", 1280)
        shown = self.browser.run("[...document.querySelectorAll('.panel[data-quantity=exact] .label')].filter(e => e.getClientRects().length).map(e => e.textContent)")
        labels = self.browser.run("window.hearsay.data.graph.labels")
        self.assertLessEqual(set(shown), set(labels))
        self.assertGreaterEqual(len(shown), 5)
        self.assertIn(labels[self.browser.run("window.hearsay.state.target")], shown)

    def test_time_is_to_scale(self):
        for name, stops in (("close", [1, 2, 3, 4, 5, 6]), ("audit", [1, 2, 3, 4, 6, 8, 12, 16])):
            self.open(name, 1280)
            self.browser.run("window.hearsay.observe([0])")
            places = self.browser.run("[...document.querySelectorAll('#time .dot.exact[transform]')].filter(e => e.querySelector('title')).map(e => [Number(e.textContent.match(/, ([0-9]+) step/)[1]), Number(e.getAttribute('transform').match(/[0-9.]+/)[0])])")
            found = dict(places)
            self.assertLessEqual(set(stops[:3]), set(found), name)
            per_step = (found[max(found)] - found[min(found)]) / (max(found) - min(found))
            for step, x in found.items():
                self.assertAlmostEqual(x, found[min(found)] + per_step * (step - min(found)), delta=0.5, msg=f"{name}, {step}")

    def test_the_promise_is_in_the_unit_of_the_loss(self):
        self.open("close", 1280)
        self.assertIn("promised: at most 1.05 %", self.browser.run("document.getElementById('facts').textContent"))
        for unit in ("epsilon", "mu"):
            self.browser.select("#unit", unit)
            self.assertEqual(self.browser.run("document.querySelectorAll('#time .promised').length"), 1, unit)

    def test_a_slider_moves_or_is_not_there(self):
        for name in PAGES.keys() - {"audits", "claims", "rumor", "sources"}:
            self.open(name, 1280)
            stops = self.browser.run("document.getElementById('slide').hidden ? 0 : Number(document.getElementById('steps').max)")
            if stops == 0:  # the views of single observers have more stops than those of all pairs
                self.assertIn(name, ("audit", "coalitions"))
                self.browser.run("window.hearsay.observe([0])")
                stops = self.browser.run("document.getElementById('slide').hidden ? 0 : Number(document.getElementById('steps').max)")
                self.assertEqual(stops == 0, self.browser.run("document.querySelectorAll('#time-table tbody tr').length < 2"), name)
                self.assertGreater(stops, 0 if name == "audit" else -1)
            for stop in range(stops + 1):
                self.browser.run(f"(() => {{ const s = document.getElementById('steps'); s.value = {stop}; s.dispatchEvent(new Event('input')); }})()")
                self.assertGreater(self.browser.run("document.querySelectorAll('.panel[data-quantity=exact] .thing:not(.unknown):not(.observer)').length"), 1, f"{name} {stop}")

    def test_pictures_of_figures_open(self):
        self.open("figures", 390)
        pictures = self.browser.run("[...document.querySelectorAll('figure img')].map(i => [i.getAttribute('src'), (i.closest('a') || i).getAttribute('href')])")
        self.assertTrue(pictures)
        for source, opens in pictures:
            self.assertEqual(source, opens)
            self.assertTrue((self.folder / "figures" / opens).is_file())

    def test_on_paper(self):
        for name in self.pages:
            with self.subTest(page=name):
                self.open(name, A4, "print")
                self.browser.run("window.dispatchEvent(new Event('beforeprint'))")
                self.browser.run(PAINTED)
                self.assertReadable(name, f"A4, {A4}")
                cut = "[...document.querySelectorAll('body *')].filter(e => !e.closest('svg') && getComputedStyle(e).overflowX !== 'visible' && e.clientWidth && e.scrollWidth > e.clientWidth + 1).map(e => e.id || e.className || e.tagName)"
                self.assertEqual(self.browser.run(cut), [])
                self.assertEqual(self.browser.run("document.querySelectorAll('details:not([open])').length"), 0)
                pdf = self.browser.call("Page.printToPDF", printBackground=True, preferCSSPageSize=True)["data"]
                sizes = set(re.findall(rb"/MediaBox ?\[0 0 (\d+)[.\d]* (\d+)", chromium.base64.b64decode(pdf)))
                self.assertLessEqual(sizes, {(b"594", b"841"), (b"595", b"841"), (b"594", b"842"), (b"595", b"842")})
                self.assertTrue(sizes)


if __name__ == "__main__":
    unittest.main(verbosity=2)
