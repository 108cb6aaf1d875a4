#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a row of the catalogue says of itself. Usage: claims_test.py HEARSAY"""
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

HEARSAY = str(pathlib.Path(sys.argv.pop(1)).resolve())


def hearsay(*words):
    return subprocess.run([HEARSAY, *words], capture_output=True, text=True, timeout=60, check=True).stdout


class Claims(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.rows = json.loads(hearsay("claims", "--json", "-"))["claims"]

    def test_a_row_that_is_not_ours_has_the_formula_that_is_tested(self):
        for row in self.rows:
            self.assertEqual(row["formula"] == "", row["level"] == "ours", row["id"])

    def test_a_row_without_a_quote_says_that_there_was_no_text(self):
        for row in self.rows:
            if row["level"] != "ours" and not row["quote"]:
                self.assertTrue(row["quote_where"].startswith("none, the text was not at hand"), row["id"])

    def test_only_a_refuted_row_has_a_witness_at_the_size_of_the_paper(self):
        realistic = [row for row in self.rows if row["realistic"]]
        self.assertTrue(realistic)
        for row in realistic:
            self.assertEqual(row["expected"], "refuted", row["id"])

    def test_explain_shows_formula_and_realistic_witness(self):
        row = next(row for row in self.rows if row["realistic"] and row["level"] != "ours")
        told = " ".join(hearsay("explain", row["id"]).split())
        for field in ("formula", "realistic"):
            self.assertIn(f"{field} {' '.join(row[field].split())}", told)

    def test_claims_are_found_by_paper_and_place(self):
        listed = json.loads(hearsay("claims", "--paper", "muffliato", "--statement", "Theorem 1", "--json", "-"))["claims"]
        ids = [row["id"] for row in listed]
        self.assertIn("muffliato.thm1", ids)
        self.assertIn("muffliato.thm1.repaired", ids)  # of the project, as a repair
        self.assertFalse([i for i in ids if i.startswith(("muffliato.thm13", "rumor."))], ids)
        explained = json.loads(hearsay("explain", "muffliato Theorem 1", "--json", "-"))
        self.assertEqual([row["id"] for row in explained["claims"]], ids)
        told = " ".join(hearsay("explain", "muffliato thm 1").split())
        for row in listed:
            self.assertIn(row["id"], told)
            self.assertIn(" ".join(row["statement"].split()), told)
        self.assertEqual(json.loads(hearsay("explain", "bellet2020 equation (8)", "--json", "-")).keys() & {"claim", "claims"}, {"claim"})

    def test_a_paper_or_place_without_claims_is_refused(self):
        for words, what in ((["claims", "--paper", "nobody2020"], "nobody2020"), (["claims", "--paper", "muffliato", "--statement", "Theorem 99"], "Theorem 99"),
                            (["explain", "muffliato Theorem 99"], "Theorem 99"), (["claims", "--statement", "Theorem 99"], "no claim is at 'Theorem 99'"),
                            (["claims", "rumor.*", "--paper", "muffliato"], "no claim of this paper and place matches the patterns")):
            run = subprocess.run([HEARSAY, *words], capture_output=True, text=True, timeout=60)
            self.assertEqual(run.returncode, 2, run)
            self.assertIn(what, run.stderr)

    def test_many_rows_are_summed_up_unless_all_are_asked_for(self):
        command = ["verify", "rumor.*", "dp.*", "--effort", "quick", "--json", "verified.json"]
        with tempfile.TemporaryDirectory() as folder:
            short = subprocess.run([HEARSAY, *command], cwd=folder, capture_output=True, text=True, timeout=240, check=True).stdout
            rows = json.loads((pathlib.Path(folder) / "verified.json").read_text())["claims"]
            long = subprocess.run([HEARSAY, *command, "--all"], cwd=folder, capture_output=True, text=True, timeout=240, check=True).stdout
        self.assertGreater(len(rows), 40)
        levels = {row["id"]: row["level"] for row in self.rows}
        for family in ("rumor", "dp"):
            ours = [row for row in rows if row["id"].startswith(family + ".")]
            counts = [len(ours), sum(row["verdict"] == "holds" for row in ours), sum(row["verdict"] == "refuted" for row in ours), 0]
            line = next(line for line in short.splitlines() if line.startswith(family + ".*"))
            self.assertEqual([int(cell) for cell in line.split()[1:5]], counts)
        listed = [line.split()[0] for line in short.split("smallest counterexample\n")[1].split("\n\n")[0].splitlines() if not line.startswith(" ")]
        refuted = [row["id"] for row in rows if row["verdict"] == "refuted" and levels[row["id"]] != "ours"]
        self.assertTrue(all(a == b or a.endswith("…") and b.startswith(a[:-1]) for a, b in zip(listed, refuted, strict=True)), listed)
        self.assertIn("Exit code: 0", short)
        self.assertNotIn("Exit code: 0", long)
        self.assertLess(short.count("\n"), len(rows))
        for row in rows:
            self.assertTrue(any(line.split(" ")[0] in (row["id"], row["id"][:len(line.split(" ")[0]) - 1] + "…") for line in long.splitlines() if line), row["id"])


if __name__ == "__main__":
    unittest.main()
