#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Every claim that is expected to be refuted has a row in the table of statements, or stands in uncertified.txt with a reason.
Usage: catalogue_test.py HEARSAY SOURCE_FOLDER"""
import json
import pathlib
import subprocess
import sys
import unittest

HEARSAY, SOURCE = pathlib.Path(sys.argv.pop(1)).resolve(), pathlib.Path(sys.argv.pop(1)).resolve()


class Catalogue(unittest.TestCase):
    def setUp(self):
        listed = subprocess.run([HEARSAY, "claims", "--json", "-"], capture_output=True, text=True, timeout=60, check=True)
        self.expected = {claim["id"]: claim["expected"] for claim in json.loads(listed.stdout)["claims"]}
        self.rows = {row["id"] for row in json.loads((SOURCE / "certificates/statements.json").read_text())["statements"]}
        lines = (SOURCE / "tests/certificates/uncertified.txt").read_text().splitlines()
        lines = [line for line in lines if line and not line.startswith("#")]
        self.excused = dict(line.split(" ", 1) for line in lines)

    def test_every_refuted_claim_has_a_row_or_a_reason(self):
        refuted = {claim for claim, verdict in self.expected.items() if verdict == "refuted"}
        self.assertGreater(len(refuted), 40)
        self.assertEqual(refuted - self.rows - set(self.excused), set())

    def test_rows_are_of_claims_of_the_catalogue(self):
        self.assertEqual(self.rows - set(self.expected), set())

    def test_rows_that_hold_are_listed(self):
        """What forgery_test.py lets nothing refute."""
        lines = (SOURCE / "tests/certificates/holding.txt").read_text().splitlines()
        holds = {claim for claim in self.rows if self.expected.get(claim) == "holds"}
        self.assertEqual({line for line in lines if line and not line.startswith("#")}, holds)

    def test_reasons_are_of_claims_without_a_row(self):
        for claim, why in self.excused.items():
            self.assertIn(claim, self.expected)
            self.assertNotIn(claim, self.rows)
            self.assertTrue(why.strip())


if __name__ == "__main__":
    unittest.main()
