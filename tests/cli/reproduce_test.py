#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""`hearsay reproduce` from outside: its folder, the page over it, interruption and resumption. Usage: reproduce_test.py HEARSAY"""
import json
import os
import pathlib
import pty
import select
import signal
import subprocess
import sys
import tempfile
import time
import unittest

HEARSAY = str(pathlib.Path(sys.argv.pop(1)).resolve())

# Figures of their own, in a second each: what is measured and drawn is data, so the test does not depend on what the papers' figures cost.
GROWTH = {"source": "test", "title": "Growth", "caption": "Neighbors learn more", "claims": ["stream.thm13"], "measurement": "growth of constant streams", "scales": {"small": {"graphs": ["petersen"], "rounds": 100}},
          "picture": {"each": {"column": "graph"}, "panels": [{"title": "{graph}", "x": {"label": "rounds"}, "y": {"label": "loss"},
                                  "curves": [{"each": "observers", "x": "rounds", "y": "constant", "style": "lines", "label": "{observers}"}]}]}}
LINKED = {"source": "test", "title": "Precision <&>", "measurement": "attack on linked rumors",
          "scales": {"small": {"nodes": 64, "curious": 6, "runs": 20, "rumors": [1, 2], "muting": [0, 0.5, 1]}},
          "picture": {"panels": [{"curves": [{"each": "rumors", "x": "muting", "y": "estimate", "low": "lower", "high": "upper", "style": "errorlines"}]}]}}
UTILITY = {"source": "test", "title": "Utility", "measurement": "utility of gossip", "scales": {"small": {"graphs": [
               {"name": "ring", "specs": ["ring:11", "ring:21"], "logs": [1, 1], "printed": ["-1", "-1"]}]}},
           "tables": [{"table": "exponents", "columns": [{"title": "graph", "show": "{graph}", "left": True}, {"title": "exponent", "show": "{algorithm_1:.3f}"}]}]}
SPECS = {"attack/linked": LINKED, "muffliato/utility": UTILITY, "stream/growth": GROWTH}
# The same, seconds long: what an interrupt lands in.
SLOW = {
    "attack/linked": {"nodes": 4096, "curious": 409, "runs": 3000, "rumors": [10], "muting": [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1]},
    "stream/growth": {"graphs": ["petersen"], "rounds": 600},
}
EXPECTED = {"stream/growth": {"source": "4/27 by hand", "small": {"growth per round, petersen, closed neighborhood": [0.148, 0.1484]}}}


def make_experiments(folder, slow=None):
    for figure, spec in SPECS.items():
        if figure == slow:
            spec = {**spec, "scales": {"small": SLOW[figure]}}
        place = folder / figure
        place.mkdir(parents=True, exist_ok=True)
        (place / "spec.json").write_text(json.dumps(spec))
        (place / "expected.json").write_text(json.dumps(EXPECTED.get(figure, {"source": "", "small": {}})))


def hearsay(*arguments):
    return subprocess.run([HEARSAY, "reproduce", *map(str, arguments)], capture_output=True, text=True, timeout=120)


def files(folder):
    return {str(p.relative_to(folder)): p.read_bytes() for p in sorted(folder.rglob("*")) if p.is_file()}


FIGURES = sorted(SPECS)


class Reproduce(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.scratch = pathlib.Path(scratch.name)
        self.experiments = self.scratch / "experiments"
        make_experiments(self.experiments)

    def run_all(self, out, *more):
        return hearsay(*FIGURES, "--experiments", self.experiments, "--out", out, *more)

    def interrupt_when(self, ready, *arguments):
        """Ctrl-C as soon as `ready()`; exit code and stderr."""
        run = subprocess.Popen([HEARSAY, *map(str, arguments)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        deadline = time.monotonic() + 60
        while not ready() and run.poll() is None and time.monotonic() < deadline:
            time.sleep(0.005)
        run.send_signal(signal.SIGINT)
        output, errors = run.communicate(timeout=120)
        return run.returncode, output, errors

    def test_writes_data_table_picture_page_and_manifest(self):
        out = self.scratch / "out"
        run = self.run_all(out)
        self.assertEqual(run.returncode, 0, run.stderr)
        found = files(out)
        self.assertIn("stream/growth/growth.csv", found)
        self.assertIn("muffliato/utility/table.txt", found)
        manifest = json.loads(found["manifest.json"])
        self.assertTrue(manifest["complete"])
        self.assertEqual([f["figure"] for f in manifest["figures"]], ["attack/linked", "muffliato/utility", "stream/growth"])
        page = found["index.html"].decode()
        self.assertIn("<figcaption>Precision &lt;&amp;&gt;.", page)
        self.assertIn("<figcaption><b>Neighbors learn more.</b> Growth.", page)
        self.assertIn('<a href="#stream.thm13"><code>stream.thm13</code></a>', page)
        self.assertIn('Shown in <a href="#stream/growth">stream/growth</a>.', page)
        self.assertIn('<td class="met">as expected</td><td>reference</td>', page)
        for figure in manifest["figures"]:
            for name in figure["files"]:
                self.assertIn(name, found)
                self.assertIn(f'href="{name}"', page)

    def test_a_number_outside_its_range_exits_1(self):
        (self.experiments / "stream/growth/expected.json").write_text(
            json.dumps({"source": "wrong on purpose", "small": {"growth per round, petersen, closed neighborhood": [0.2, 0.3]}}))
        out = self.scratch / "out"
        self.assertEqual(self.run_all(out).returncode, 1)
        self.assertIn('<td class="missed">outside</td><td>reference</td>', (out / "index.html").read_text())

    def test_a_figure_is_added_by_data_alone(self):
        place = self.experiments / "mine/spreading"
        place.mkdir(parents=True)
        spec = {"source": "test", "title": "Informed nodes", "measurement": "rumor spreading", "scales": {"small": {"nodes": 64, "runs": 5, "muting": [0.5, 1]}},
                "picture": {"title": "{nodes} nodes", "panels": [{"x": {"label": "round"}, "y": {"label": "informed", "range": [0, 1]}, "legend": "bottom right", "curves": [
                    {"where": {"nodes": "informed"}, "each": "muting", "x": "round", "y": "median", "style": "lines", "label": "s = {muting}"}]}]},
                "tables": [{"columns": [{"title": "s", "show": "{muting}"}, {"title": "round", "show": "{round}"}, {"title": "median", "show": "{median:.2f}"}]}]}
        (place / "spec.json").write_text(json.dumps(spec))
        (place / "expected.json").write_text(json.dumps({"source": "muting 1: all stay active", "small": {"active fraction at the end, muting 1": [1, 1]}}))
        out = self.scratch / "out"
        run = hearsay("mine/spreading", "--experiments", self.experiments, "--out", out)
        self.assertEqual(run.returncode, 0, run.stderr)
        found = {name: text.decode() for name, text in files(out).items()}
        self.assertTrue(found["mine/spreading/spreading.csv"].startswith("muting,round,nodes,low,median,high\n1,0,\"informed\",0.015625,0.015625,0.015625\n"))
        self.assertIn("set title ''", found["mine/spreading/plot.gp"])
        self.assertIn("title 's = 0.5'", found["mine/spreading/plot.gp"])
        self.assertIn("title '64 nodes'", found["mine/spreading/plot.gp"])
        self.assertIn("<svg", found["mine/spreading/spreading.svg"])
        self.assertIn("s = 0.5", found["mine/spreading/spreading.svg"])
        self.assertIn("0.02", found["mine/spreading/table.txt"])

    def test_the_example_of_the_documentation_is_drawn(self):
        page = (pathlib.Path(__file__).parents[2] / "docs/figures.md").read_text()
        place = self.experiments / "docs/example"
        place.mkdir(parents=True)
        (place / "spec.json").write_text(page.split("```json\n")[1].split("```")[0])
        (place / "expected.json").write_text(json.dumps({"source": ""}))
        out = self.scratch / "out"
        run = hearsay("docs/example", "--experiments", self.experiments, "--out", out)
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertIn("ring:9", (out / "docs/example/example.svg").read_text())

    def test_a_wrong_specification_is_one_line_that_names_file_and_key(self):
        place = self.experiments / "stream/growth/spec.json"
        for change, complaint in [
            (lambda s: s.update(measurement="growth of streams"), "measurement: 'growth of streams' is not a measurement; known: "),
            (lambda s: s.update(colors=7), "'colors' is not a key; known: "),
            (lambda s: s.update(claims=["stream.thm133"]), "claims: 'stream.thm133' is not a claim; did you mean 'stream.thm13'?"),
            (lambda s: s["scales"]["small"].pop("rounds"), "scales.small.rounds is missing"),
            (lambda s: s["scales"]["small"].update(rounds="many"), "type must be number, but is string"),
            (lambda s: s["picture"]["panels"][0]["curves"][0].update(y="constants"), "picture.panels[0].curves[0].y: 'constants' is not a column of 'growth'; known: "),
            (lambda s: s["picture"]["panels"][0]["curves"][0].update(where={"observers": "nobody"}), "no row has observers \"nobody\"; there are "),
            (lambda s: s["picture"]["panels"][0].update(title="{grap}"), "'{grap}': argument not found; known names: "),
        ]:
            spec = json.loads(json.dumps(GROWTH))
            change(spec)
            place.write_text(json.dumps(spec))
            run = hearsay("stream/growth", "--experiments", self.experiments, "--out", self.scratch / "out")
            self.assertEqual(run.returncode, 2, complaint)
            self.assertIn(str(place), run.stderr)
            self.assertIn(complaint, run.stderr)
            self.assertEqual(run.stderr.count("\n"), 1, run.stderr)

    def test_interrupted_and_resumed_gives_the_same_bytes(self):
        make_experiments(self.experiments, slow="attack/linked")  # the first one
        straight, broken = self.scratch / "straight", self.scratch / "broken"
        code, _, errors = self.interrupt_when(broken.exists, "reproduce", *FIGURES, "--experiments", self.experiments, "--out", broken)
        self.assertEqual(code, 3, errors)
        self.assertIn("interrupted: 0 of 3 figures are finished and kept", errors)
        self.assertFalse(json.loads((broken / "manifest.json").read_text())["complete"])
        self.assertIn("cut short", (broken / "index.html").read_text())
        self.assertEqual(self.run_all(straight).returncode, 0)
        resumed = hearsay("--resume", broken)
        self.assertEqual(resumed.returncode, 0, resumed.stderr)
        self.assertEqual(files(straight), files(broken))

    def test_a_finished_figure_is_kept_and_not_made_again(self):
        make_experiments(self.experiments, slow="stream/growth")  # the last one
        straight, broken = self.scratch / "straight", self.scratch / "broken"

        def two_are_finished():
            manifest = broken / "manifest.json"
            return manifest.exists() and len(json.loads(manifest.read_text())["figures"]) == 2

        code, _, errors = self.interrupt_when(two_are_finished, "reproduce", *FIGURES, "--experiments", self.experiments, "--out", broken)
        self.assertEqual(code, 3, errors)
        self.assertIn("interrupted: 2 of 3 figures are finished and kept", errors)
        kept = [name for figure in json.loads((broken / "manifest.json").read_text())["figures"] for name in figure["files"]]
        before = {name: (broken / name).stat().st_mtime_ns for name in kept}
        resumed = hearsay("--resume", broken)
        self.assertEqual(resumed.returncode, 0, resumed.stderr)
        self.assertEqual(before, {name: (broken / name).stat().st_mtime_ns for name in kept})
        self.assertEqual(self.run_all(straight).returncode, 0)
        self.assertEqual(files(straight), files(broken))

    def test_a_lost_file_is_made_again(self):
        out = self.scratch / "out"
        self.assertEqual(self.run_all(out).returncode, 0)
        before = files(out)
        (out / "stream/growth/growth.csv").unlink()
        self.assertEqual(hearsay("--resume", out).returncode, 0)
        self.assertEqual(before, files(out))

    def test_a_used_folder_keeps_what_it_has(self):
        together, one_by_one = self.scratch / "together", self.scratch / "one by one"
        order = ["stream/growth", "muffliato/utility", "attack/linked"]
        for figure in order:
            run = hearsay(figure, "--experiments", self.experiments, "--out", one_by_one)
            self.assertEqual(run.returncode, 0, run.stderr)
        self.assertEqual(hearsay(*order, "--experiments", self.experiments, "--out", together).returncode, 0)
        self.assertEqual(files(together), files(one_by_one))
        again = hearsay("stream/growth", "--experiments", self.experiments, "--out", one_by_one, "--json", self.scratch / "again.json")
        self.assertEqual(again.returncode, 0, again.stderr)
        self.assertEqual(files(together), files(one_by_one))
        self.assertEqual([f["figure"] for f in json.loads((self.scratch / "again.json").read_text())["figures"]], ["stream/growth"])
        (one_by_one / "attack/linked/table.txt").unlink(missing_ok=True)
        for lost in (one_by_one / "muffliato/utility").iterdir():
            lost.unlink()
        self.assertEqual(hearsay("stream/growth", "--experiments", self.experiments, "--out", one_by_one).returncode, 0)
        self.assertFalse(json.loads((one_by_one / "manifest.json").read_text())["complete"])
        self.assertEqual(hearsay("--resume", one_by_one).returncode, 0)
        self.assertEqual(files(together), files(one_by_one))

    def test_a_folder_of_something_else_is_refused_and_left_alone(self):
        out = self.scratch / "out"
        self.assertEqual(hearsay("stream/growth", "--experiments", self.experiments, "--out", out).returncode, 0)
        page = self.scratch / "page"
        page.mkdir()
        (page / "index.html").write_text("the report of hearsay verify")
        other = self.scratch / "other"
        make_experiments(other)
        before = files(out), files(page)
        for arguments, complaint in [
            (["--experiments", self.experiments, "--out", out, "--seed", "2"], "holds figures made with seed 1, not 2; choose another folder"),
            (["--experiments", other, "--out", out], "holds figures made with --experiments"),
            (["--experiments", self.experiments, "--out", page], "holds an index.html that `hearsay reproduce` did not write and would overwrite"),
        ]:
            run = hearsay("muffliato/utility", *arguments)
            self.assertEqual(run.returncode, 2, run.stderr)
            self.assertIn(complaint, run.stderr)
            self.assertEqual(run.stderr.count("\n"), 1)
        self.assertEqual(before, (files(out), files(page)))

    def test_resuming_something_else_is_refused(self):
        out = self.scratch / "out"
        self.assertEqual(self.run_all(out, "--seed", "5").returncode, 0)
        before = files(out)
        for arguments, complaint in [
            (["--resume", out, "--seed", "6"], "was started with another --seed"),
            (["--resume", out, "stream/growth"], "was started with another FIGURE"),
            (["--resume", self.experiments], "has no manifest.json"),
        ]:
            run = hearsay(*arguments)
            self.assertEqual(run.returncode, 2, run.stderr)
            self.assertIn(complaint, run.stderr)
            self.assertEqual(run.stderr.count("\n"), 1)
        manifest = json.loads(before["manifest.json"])
        del manifest["figures"][0]["expected"]
        (out / "manifest.json").write_text(json.dumps(manifest))
        run = hearsay("--resume", out)
        self.assertEqual(run.returncode, 2)
        self.assertIn("is not a manifest of `hearsay reproduce`", run.stderr)
        (out / "manifest.json").write_bytes(before["manifest.json"])
        spec = json.loads((self.experiments / "stream/growth/spec.json").read_text())
        spec["scales"]["small"]["rounds"] = 50
        (self.experiments / "stream/growth/spec.json").write_text(json.dumps(spec))
        run = hearsay("--resume", out)
        self.assertEqual(run.returncode, 2)
        self.assertIn("stream/growth", run.stderr)
        self.assertIn("with a different spec.json", run.stderr)
        self.assertEqual(before, files(out))

    def test_verify_interrupted_says_that_it_is_partial(self):
        report = self.scratch / "report"
        code, output, errors = self.interrupt_when(report.exists, "verify", "--effort", "standard", "--json", "-", "--jobs", "1", "--report", report)
        self.assertEqual(code, 3, errors)
        self.assertIn("interrupted: the result is partial", errors)
        self.assertIn("not checked: the run was cut short", (report / "index.html").read_text())
        claims = json.loads(output)["claims"]
        self.assertTrue(any(c["note"] == "not checked: the run was cut short" for c in claims))

    def test_shows_progress_on_a_terminal_only(self):
        quiet = self.run_all(self.scratch / "quiet")
        self.assertEqual(quiet.stderr, "")
        experiments = self.scratch / "slow"
        make_experiments(experiments)
        long_work = {**LINKED, "scales": {"small": {**SLOW["attack/linked"], "runs": 100_000}}}  # ended below
        (experiments / "attack/linked/spec.json").write_text(json.dumps(long_work))
        master, terminal = pty.openpty()
        run = subprocess.Popen([HEARSAY, "reproduce", "attack/linked", "--experiments", str(experiments), "--out", str(self.scratch / "loud")],
                               stdout=subprocess.DEVNULL, stderr=terminal)
        os.close(terminal)
        shown = b""
        while select.select([master], [], [], 60)[0]:
            try:
                part = os.read(master, 4096)
            except OSError:
                break
            if not part:
                break
            shown += part
            if b"points of" in shown:
                run.send_signal(signal.SIGINT)
        run.wait(timeout=60)
        self.assertIn(b"points of attack/linked (figure 1 of 1)", shown)


if __name__ == "__main__":
    unittest.main()
