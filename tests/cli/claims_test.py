#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a row of the catalogue says of itself. Usage: claims_test.py HEARSAY"""
import json
import pathlib
import subprocess
import sys
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


if __name__ == "__main__":
    unittest.main()
