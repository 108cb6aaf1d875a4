#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""How claims, figures, papers and the program are cited, and what CITATION.cff says. Usage: cite_test.py HEARSAY"""
import json
import pathlib
import re
import subprocess
import sys
import unittest

import yaml

HEARSAY = str(pathlib.Path(sys.argv.pop(1)).resolve())
ROOT = pathlib.Path(__file__).resolve().parents[2]
BIB = (ROOT / "docs/references.bib").read_text()
PAPERS = ("bellet2020started", "cyffers2022privacy", "cyffers2022muffliato", "koskela2026differential")


def run(*words):
    return subprocess.run([HEARSAY, *words], capture_output=True, text=True, timeout=60)


def cite(name):
    done = run("cite", name, "--json", "-")
    assert done.returncode == 0, (name, done)
    return json.loads(done.stdout)


class Cite(unittest.TestCase):
    def test_a_claim_names_its_paper_the_place_and_the_sentence(self):
        cited = cite("muffliato.thm1")
        row = json.loads(run("explain", "muffliato.thm1", "--json", "-").stdout)["claim"]
        self.assertEqual(cited["kind"], "claim")
        self.assertEqual([(paper["key"], paper["places"]) for paper in cited["papers"]],
                         [("cyffers2022muffliato", [{"place": row["source"].removeprefix("cyffers2022muffliato, "), "repairs": None}])])
        self.assertEqual((cited["title"], cited["quote"], cited["quote_where"]), (row["statement"], row["quote"], row["quote_where"]))
        self.assertEqual(cited["papers"][0]["plain"], "Edwige Cyffers, Mathieu Even, Aurélien Bellet and Laurent Massoulié. Muffliato: Peer-to-peer privacy "
                         "amplification for decentralized optimization and averaging. NeurIPS, 2022.")
        told = " ".join(run("cite", "muffliato.thm1").stdout.split())
        for part in (cited["papers"][0]["plain"], cited["papers"][0]["places"][0]["place"], row["quote_where"], cited["software"]["plain"]):
            self.assertIn(" ".join(part.split()), told)

    def test_every_claim_has_the_papers_of_its_source_or_of_what_it_repairs(self):
        rows = json.loads(run("claims", "--json", "-").stdout)["claims"]
        keys = re.findall(r"^@\w+\{([^,\s]+),", BIB, re.M)
        repaired = {row["id"]: [] for row in rows}
        for row in rows:
            if row["repaired_by"]:
                repaired[row["repaired_by"]].append(row)
        families = {}
        for row in rows:
            named = {key for key in keys if key in row["source"]}
            families.setdefault((row["id"].split(".")[0], bool(named), bool(repaired[row["id"]])), (row, named))
        self.assertTrue({(True, False), (False, True), (False, False)} <= {key[1:] for key in families})
        for row, named in families.values():
            cited = cite(row["id"])
            named = named or {key for other in repaired[row["id"]] for key in keys if key in other["source"]}
            self.assertEqual({paper["key"] for paper in cited["papers"]}, named, row["id"])
            self.assertTrue(cited["papers"] or cited["page"] or row["source"] == "hearsay", row["id"])

    def test_a_repair_names_the_claims_that_it_repairs(self):
        paper, = cite("muffliato.thm1.repaired")["papers"]
        self.assertIn("muffliato.thm1", [place["repairs"] for place in paper["places"]])
        self.assertGreater(len(paper["places"]), 1)
        entries = run("cite", "muffliato.thm1.repaired", "--format", "bibtex").stdout
        self.assertEqual(entries.count("\n@inproceedings{cyffers2022muffliato,"), 1)  # BibTeX refuses a key twice
        self.assertIn("% cyffers2022muffliato: Theorem 1, eq. (6) (repairs muffliato.thm1)\n", entries)

    def test_a_figure_names_its_paper(self):
        listed = json.loads(run("reproduce", "--list", "--json", "-").stdout)["figures"]
        self.assertGreater(len(listed), 15)
        for figure in listed:
            cited = cite(figure["figure"])
            self.assertEqual((cited["kind"], cited["title"]), ("figure", figure["title"]))
            paper, = cited["papers"]
            self.assertIn(paper["key"], figure["source"])
            self.assertIn(paper["places"][0]["place"], figure["source"])

    def test_every_paper_is_known_by_its_key_as_it_is_written_and_in_plain_words(self):
        keys = re.findall(r"^@\w+\{([^,\s]+),", BIB, re.M)
        self.assertGreater(len(keys), 50)
        for key in keys:
            paper, = cite(key)["papers"]
            self.assertIn(paper["bibtex"], BIB)
            self.assertTrue(re.match(rf"@\w+\{{{key},", paper["bibtex"]) and paper["bibtex"].count("{") == paper["bibtex"].count("}"), paper)
            self.assertFalse(set(paper["plain"]) & set("\\{}"), paper["plain"])
            self.assertTrue(re.search(r"[^ ]\. .+\d{4}", paper["plain"]), paper["plain"])
        self.assertEqual(cite("Muffliato")["papers"][0]["key"], "cyffers2022muffliato")
        self.assertIn("Rūsiņš Freivalds", cite("freivalds")["papers"][0]["plain"])
        self.assertIn("Étude critique", cite("ville1939etude")["papers"][0]["plain"])

    def test_what_is_not_known_is_refused(self):
        for name, said in (("cyffers2022", "'cyffers2022' is in several keys: cyffers2022muffliato, cyffers2022privacy"),
                           ("muffliato.thm11x", "did you mean 'muffliato.thm11"), ("rumor/figure_9", "unknown figure 'rumor/figure_9'"), ("nosuch", "unknown 'nosuch'")):
            done = run("cite", name)
            self.assertEqual((done.returncode, done.stdout), (2, ""), name)
            self.assertIn(said, done.stderr)

    def test_the_program_itself(self):
        cited = cite("hearsay")
        self.assertEqual((cited["kind"], cited["papers"]), ("software", []))
        version = run("--version").stdout.split()[1]
        for form in cited["software"].values():
            self.assertIn(version, form)
            self.assertIn("hearsay: an auditor", form)
        self.assertIn("title = {hearsay: an auditor", run("cite", "hearsay", "--format", "bibtex").stdout)


class CitationFile(unittest.TestCase):
    """The fields of the Citation File Format 1.2.0 that are used here."""

    @classmethod
    def setUpClass(cls):
        cls.file = yaml.load((ROOT / "CITATION.cff").read_text(), yaml.BaseLoader)

    def test_it_is_complete(self):
        self.assertEqual(set(self.file), {"cff-version", "message", "type", "title", "version", "date-released", "license", "authors", "keywords", "abstract", "references"})
        self.assertEqual((self.file["cff-version"], self.file["type"], self.file["license"]), ("1.2.0", "software", "GPL-3.0-or-later"))
        self.assertEqual(self.file["version"], run("--version").stdout.split()[1])
        self.assertTrue(self.file["authors"] and all(set(author) == {"name"} for author in self.file["authors"]))
        changes = (ROOT / "CHANGELOG.md").read_text()
        released = re.search(rf"^## \[{re.escape(self.file['version'])}\]: (\S+)", changes, re.M)
        earlier = re.search(r"^## \[\d[^]]*\]: (\d{4}-\d\d-\d\d)$", changes, re.M)
        self.assertRegex(self.file["date-released"], r"^\d{4}-\d\d-\d\d$")
        self.assertTrue(self.file["date-released"] == released[1] if released else self.file["date-released"] >= earlier[1])

    def test_its_papers_are_those_of_the_bibliography(self):
        kinds = {"conference-paper": "collection-title", "article": "journal"}
        found = []
        for paper in self.file["references"]:
            self.assertEqual(set(paper), {"type", "title", "authors", "year", kinds[paper["type"]]}, paper)
            names = [f"{author['given-names']} {author['family-names']}" for author in paper["authors"]]
            authors = " and ".join([", ".join(names[:-1])] * (len(names) > 1) + names[-1:])
            found.append(f"{authors}. {paper['title']}. {paper[kinds[paper['type']]]}, {paper['year']}.")
        self.assertEqual(found, [cite(key)["papers"][0]["plain"] for key in PAPERS])


if __name__ == "__main__":
    unittest.main(verbosity=2)
