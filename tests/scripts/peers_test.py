#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""scripts/reference/peers.py on the shipped rows, by formulas and by the program, and on spoiled ones. Usage: peers_test.py HEARSAY ROOT"""
import copy
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(sys.argv.pop()).resolve()
HEARSAY = sys.argv.pop()
REFERENCE = ROOT / "scripts" / "reference"
SHIPPED = ROOT / "tests" / "reference" / "peers.json"
# By group a row and the path of one of its numbers.
NUMBERS = {"decor": (0, ("one_curious_node", "loss")), "functions": (0, ("released",)), "mfdl": (1, ("targets", 0, "exact")), "attack": (0, ("exact", "rank")),
           "graphwalk": (3, ("exact_limit",)), "graphwalk_tables": (0, ("exact", "upper"))}


def check(*options):
    done = subprocess.run([REFERENCE / "peers.py", "--check", *map(str, options)], capture_output=True, text=True)
    return done.returncode, done.stdout, done.stderr


class Peers(unittest.TestCase):
    def spoiled(self, content, *options):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "peers.json"
            path.write_text(json.dumps(content))
            return check("--file", path, *options)

    def test_the_shipped_rows_agree_by_formulas_and_by_the_program(self):
        code, out, err = check("--program", HEARSAY)
        self.assertEqual((code, err), (0, ""), out)
        for group in NUMBERS:
            self.assertRegex(out, rf"(?m)^{group}, from formulas: \d+ rows, [1-9]\d* numbers")
            if group != "functions":
                self.assertRegex(out, rf"(?m)^{group}, by the program: \d+ rows, [1-9]\d* numbers")
        self.assertNotIn("skipped", out)

    def test_the_shipped_rows_are_those_of_the_closed_forms(self):
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run([sys.executable, REFERENCE / "peers_closed_forms.py", folder], check=True)
            self.assertEqual((pathlib.Path(folder) / "peers.json").read_text(), SHIPPED.read_text())

    def test_a_wrong_number_is_named(self):
        for group, (row, path) in NUMBERS.items():
            content = json.loads(SHIPPED.read_text())
            content = {group: content[group]}
            where = content[group][row]
            for key in path[:-1]:
                where = where[key]
            old = where[path[-1]]
            where[path[-1]] = "1/7" if isinstance(old, str) else old + 1 if isinstance(old, int) else old * (1 - 1e-3)
            code, out, _ = self.spoiled(content, "--program", HEARSAY)
            self.assertEqual(code, 1, group)
            self.assertRegex(out, rf"(?m)^  {group}\[{row}\]\.{path[0]}.*in the file")

    def test_rows_on_networks_that_are_not_at_hand_are_counted(self):
        row = copy.deepcopy(json.loads(SHIPPED.read_text())["attack"][0])
        row["graph"] = "facebook/698.edges"
        code, out, _ = self.spoiled({"attack": [row]})
        self.assertEqual(code, 0)
        self.assertIn("1 rows skipped", out)

    def test_bad_input_is_one_line(self):
        for content in ({"decor": [{"topology": "ring"}]}, {"decors": []}, {"functions": [{"function": "rdp", "clip": 1, "graph": "ring:3", "sigma": 1, "sigma_cor": 1}]}, [],
                        {"graphwalk": [{"graph": "moebius:4"}]}):
            code, out, err = self.spoiled(content)
            self.assertEqual((code, out, err.count("\n")), (2, "", 1), content)
        self.assertEqual(check("--file", "/nowhere/peers.json")[0], 2)


if __name__ == "__main__":
    unittest.main()
