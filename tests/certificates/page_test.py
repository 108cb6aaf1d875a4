#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The page of `hearsay verify --report` re-checks its certificates in Chromium: what it says is what the Python checker says.
Usage: page_test.py HEARSAY SOURCE_FOLDER. Skipped where no Chromium is installed."""
import contextlib
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
HEARSAY, SOURCE = pathlib.Path(sys.argv.pop(1)).resolve(), pathlib.Path(sys.argv.pop(1)).resolve()
sys.path[:0] = [str(SOURCE / "certificates"), str(SOURCE / "tests")]

import check_certificates as checker  # noqa: E402
import chromium  # noqa: E402

TABLE = checker.table_of((SOURCE / "certificates/statements.json").read_bytes())
DONE = "/done|cancelled/.test(document.getElementById('status').textContent)"
SAID = "[...document.querySelectorAll('section output')].map(out => [out.dataset.said, out.textContent])"


def judged(data):
    """What the page shows: the verdict and the sentence."""
    return ": ".join(checker.judged(lambda: checker.check_bytes(data, TABLE)))


@unittest.skipUnless(chromium.PATH, "no chromium on this machine")
class Recheck(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.scratch = tempfile.TemporaryDirectory()
        cls.folder = pathlib.Path(cls.scratch.name, "report")
        run = subprocess.run([HEARSAY, "verify", "--effort", "quick", "--report", cls.folder, "--certificates", cls.folder.with_name("proofs"),
                              "--certify", "all", "--json", "-"], capture_output=True, text=True, timeout=600, check=False)
        if run.returncode != 0:
            raise AssertionError(f"exit {run.returncode}: {run.stderr}")
        cls.refuted = {claim["id"] for claim in json.loads(run.stdout)["claims"] if claim["verdict"] == "refuted"}
        cls.proofs = {path.stem: path.read_bytes() for path in cls.folder.with_name("proofs").iterdir() if path.name != "manifest.json"}
        cls.page = chromium.Chromium()
        cls.page.open((cls.folder / "index.html").as_uri())

    @classmethod
    def tearDownClass(cls):
        cls.page.close()
        cls.scratch.cleanup()

    def test_every_refuted_row_and_one_button_for_all(self):
        rows = self.page.run("[...document.querySelectorAll('tr[data-verdict=refuted]')].map(row => [row.dataset.claim, row.querySelector('button').textContent])")
        self.assertEqual(dict(rows), {claim: "re-check in your browser" for claim in self.refuted})
        self.page.run("document.getElementById('check-all').click()")
        self.page.wait(DONE)
        said = dict(self.page.run(SAID))
        embedded = {claim: data for claim, data in self.proofs.items() if len(data) <= 64000}
        self.assertEqual(said, {claim: judged(data) for claim, data in embedded.items()})
        self.assertLessEqual(self.refuted, set(said))
        self.assertEqual({words.split(":")[0] for words in said.values()}, {"accepted"})
        brief = self.page.run("[...document.querySelectorAll('td output')].map(out => out.textContent)")
        self.assertEqual((set(brief), len(brief)), ({"accepted"}, len(embedded)))
        count = len(embedded)
        self.assertEqual(self.page.run("document.getElementById('status').textContent"), f"{count} of {count} checked: {count} accepted; done")

    def test_a_row_by_its_button(self):
        self.page.run("document.querySelector('#status').textContent = ''")
        self.page.run("document.querySelector('section [data-check=\"muffliato.thm1\"]').click()")
        self.page.wait(DONE)
        self.assertEqual(dict(self.page.run(SAID))["muffliato.thm1"], judged(self.proofs["muffliato.thm1"]))
        self.assertEqual(self.page.run("document.getElementById('status').textContent"), "1 of 1 checked: 1 accepted; done")

    def test_files_that_are_dropped_or_chosen(self):
        """A certificate too long for the page, one that is tampered with, and what is none."""
        long = [claim for claim, data in self.proofs.items() if len(data) > 64000]
        self.assertIn("muffliato.thm1.repaired", long)
        links = self.page.run("[...document.querySelectorAll('section a')].map(a => a.getAttribute('href')).filter(x => x.endsWith('.json'))")
        self.assertEqual(links, [f"certificates/{claim}.json" for claim in long])
        tampered = self.folder / "tampered.json"
        tampered.write_bytes(self.proofs["muffliato.thm1"].replace(b'"lower":"1/2"', b'"lower":"2/3"'))
        broken = self.folder / "broken.json"
        broken.write_bytes(b'{"format": "hearsay-certificate/1", \xff')
        chosen = [self.folder / links[0], tampered, broken]
        self.page.run("document.querySelector('#dropped').textContent = document.querySelector('#status').textContent = ''")
        self.page.choose("#files", *chosen)
        self.page.wait(DONE)
        lines = self.page.run("[...document.querySelectorAll('#dropped li')].map(line => line.textContent)")
        self.assertEqual(lines, [f"{path.name} {judged(path.read_bytes())}" for path in chosen])
        self.assertEqual([line.split(" ")[1] for line in lines], ["accepted:", "rejected:", "rejected:"])
        self.page.run("document.querySelector('#dropped').textContent = document.querySelector('#status').textContent = ''")
        self.page.run("const carried = new DataTransfer(); carried.items.add(new File([%s], 'dropped.json'));"
                        "window.dispatchEvent(new DragEvent('drop', {dataTransfer: carried, cancelable: true}))" % json.dumps(tampered.read_text()))
        self.page.wait(DONE)
        self.assertEqual(self.page.run("document.querySelector('#dropped').textContent"), f"dropped.json {judged(tampered.read_bytes())}")

    def test_cancel(self):
        self.page.run("document.querySelector('#status').textContent = ''; document.getElementById('check-all').click(); document.getElementById('cancel').click()")
        self.page.wait(DONE)
        self.assertRegex(self.page.run("document.getElementById('status').textContent"), r"^0 of \d+ checked: none yet; cancelled$")
        self.assertTrue(self.page.run("document.getElementById('cancel').hidden"))

    def test_z_nothing_was_fetched_and_nothing_complained(self):
        """After all the others."""
        self.assertEqual({address.split(":")[0] for address in self.page.asked_for()} - {"file", "blob", "data"}, set())
        self.assertEqual(self.page.complaints(), [])


def report(folder, *arguments, code):
    """Writes a page. @return what the same command writes with --certificate."""
    proof = folder / "proof.json"
    run = subprocess.run([HEARSAY, *arguments, "--report", folder / "report", "--certificate", proof], capture_output=True, text=True, timeout=300, check=False)
    if run.returncode != code:
        raise AssertionError(f"exit {run.returncode}: {run.stderr}")
    return proof


def carried(page):
    """Certificates that a page carries, in order: without a browser."""
    texts = re.findall(r'<script type="application/json" data-certificate="([^"]*)">(.*?)</script>', page, re.S)
    return {name: text.encode() for name, text in texts}


class Result(unittest.TestCase):
    """The page of one audit or account, as text."""
    GRAPH = ("--graph", "path:5", "--steps", "3")
    PAGES = {"refuted": (("audit", "gossip", *GRAPH, "--observer", "each", "--promise", "renyi(2) <= 0.5"), 1, 1),
             "holds": (("audit", "gossip", *GRAPH, "--observer", "each", "--promise", "mu <= 1.1"), 0, 5),
             "account": (("account", "gossip", *GRAPH, "--observer", "0"), 0, 4),
             "no number": (("audit", "gossip", *GRAPH, "--observer", "0", "--promise", "renyi(2) <= published"), 1, 0)}

    def test_the_page_carries_certificates_that_are_accepted(self):
        for name, (arguments, code, count) in self.PAGES.items():
            with self.subTest(name), tempfile.TemporaryDirectory() as scratch:
                folder = pathlib.Path(scratch)
                report(folder, *arguments, code=code)
                page = (folder / "report/index.html").read_text()
                found = carried(page)
                self.assertEqual(len(found), count)
                self.assertEqual({judged(data).split(":")[0] for data in found.values()}, {"accepted"} if count else set())
                self.assertEqual(page.count("data-check="), count)
                self.assertEqual(re.search(r'id="check-all"( hidden)?', page)[1], None if count else " hidden")
                self.assertIn('type="file" id="files"', page)
                self.assertEqual("only a numeric promise has a certificate" in page, not count)

    def test_labels_are_text(self):
        with tempfile.TemporaryDirectory() as scratch:
            folder = pathlib.Path(scratch)
            (folder / "g.edges").write_text("a <b>\n<b> c&d\n")
            report(folder, "account", "gossip", "--graph", f"file:{folder}/g.edges", "--observer", "a", "--steps", "2", code=0)
            panel = re.search(r'<section id="proofs".*?</section>', (folder / "report/index.html").read_text(), re.S)[0]
            self.assertIn("node &lt;b&gt;", panel)
            self.assertIn("node c&amp;d", panel)
            self.assertNotIn("<b>", panel)

    @unittest.skipUnless(chromium.PATH, "no chromium on this machine")
    def test_the_browser_says_what_the_checker_says(self):
        with tempfile.TemporaryDirectory() as scratch:
            folder = pathlib.Path(scratch)
            proof = report(folder, *self.PAGES["holds"][0], code=0)
            path = folder / "report/index.html"
            found = carried(path.read_text())
            first, *others = found
            tampered = found[first].replace(b'"lower":"', b'"lower":"9')  # one that the page carries, spoiled
            path.write_text(path.read_text().replace(found[first].decode(), tampered.decode()))
            found[first] = tampered
            spoiled = folder / "spoiled.json"
            spoiled.write_bytes(proof.read_bytes().replace(b'"path:', b'"').replace(b'"steps":3', b'"steps":2'))
            with contextlib.closing(chromium.Chromium()) as page:
                page.open(path.as_uri())
                page.run("document.getElementById('check-all').click()")
                page.wait(DONE)
                said = dict(page.run("[...document.querySelectorAll('#proofs output.said')].map(out => [out.dataset.said, out.textContent])"))
                self.assertEqual(said, {name: judged(data) for name, data in found.items()})
                self.assertEqual([said[first].split(":")[0], {said[name].split(":")[0] for name in others}], ["rejected", {"accepted"}])
                page.run("document.querySelector('#status').textContent = ''")
                page.choose("#files", proof, spoiled)
                page.wait(DONE)
                lines = page.run("[...document.querySelectorAll('#dropped li')].map(line => line.textContent)")
                self.assertEqual(lines, [f"{x.name} {judged(x.read_bytes())}" for x in (proof, spoiled)])
                self.assertEqual([line.split(" ")[1] for line in lines], ["accepted:", "rejected:"])
                self.assertEqual({address.split(":")[0] for address in page.asked_for()} - {"file", "blob", "data"}, set())
                self.assertEqual(page.complaints(), [])


if __name__ == "__main__":
    unittest.main()
