#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The command of a counterexample that `hearsay verify` and `hearsay explain` print shows its numbers. Usage: witness_command_test.py HEARSAY"""
import fractions
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

HEARSAY = str(pathlib.Path(sys.argv.pop(1)).resolve())


def loss(result, target):
    found, = (entry for entry in result["losses"] if entry["target"] == str(target))
    return found


def fraction(text):
    return float(fractions.Fraction(text))


def gossip(result, witness):
    return loss(result, witness["instance"]["target"])["exact"], fraction(witness["actual"])


def stream(result, witness):
    target, = result["targets"]
    return target["sensitivity_squared"]["exact"], fraction(witness["actual"])


# What the account says, and what the witness says, of each claim with a command.
NUMBERS = {
    "muffliato.thm1": gossip,
    "muffliato.thm1.distance": gossip,
    "muffliato.corollary1.loss": gossip,
    "muffliato.thm12": gossip,
    "muffliato.corollary3.loss": gossip,
    "muffliato.code.first_message": gossip,
    "stream.appendixF.everywhere": stream,
    "walk.thm1.utility": lambda result, witness: (result["noise_events"]["repaired"], float(witness["actual"].split()[1])),
    "walk.thm2.gamma": lambda result, witness: (result["gamma"]["published"], float(witness["actual"].split(" = ")[1])),
}


def verify():
    run = subprocess.run([HEARSAY, "verify", *NUMBERS, "muffliato.eq7.capped", "--effort", "quick", "--all", "--json", "-"], capture_output=True, text=True, timeout=300)
    return {row["id"]: row["witness"] for row in json.loads(run.stdout)["claims"]}


class WitnessCommands(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.witnesses = verify()

    def shown(self, command):
        run = subprocess.run(["sh", "-c", HEARSAY + command.removeprefix("hearsay") + " --json -"], capture_output=True, text=True, timeout=60)
        self.assertEqual(run.returncode, 0, run.stderr)
        return json.loads(run.stdout)

    def test_the_command_runs_and_has_the_numbers_of_the_witness(self):
        for claim, numbers in NUMBERS.items():
            with self.subTest(claim):
                witness = self.witnesses[claim]
                account, actual = numbers(self.shown(witness["command"]), witness)
                self.assertAlmostEqual(account, actual, places=8)
        thm1 = self.witnesses["muffliato.thm1"]
        self.assertAlmostEqual(loss(self.shown(thm1["command"]), 2)["published"], fraction(thm1["claimed"]))
        nearer = self.witnesses["muffliato.thm1.distance"]
        self.assertAlmostEqual(loss(self.shown(nearer["command"]), nearer["instance"]["nearer"])["exact"], fraction(nearer["claimed"]))

    def test_what_no_account_shows_has_no_command(self):
        self.assertIsNone(self.witnesses["muffliato.eq7.capped"]["command"])

    def test_explain_has_the_same_command(self):
        for claim in NUMBERS:
            with self.subTest(claim):
                run = subprocess.run([HEARSAY, "explain", claim, "--json", "-"], capture_output=True, text=True, timeout=60)
                self.assertEqual(json.loads(run.stdout)["shown_by"], self.witnesses[claim]["command"])
        run = subprocess.run([HEARSAY, "explain", "muffliato.eq7.capped", "--json", "-"], capture_output=True, text=True, timeout=60)
        self.assertIsNone(json.loads(run.stdout)["shown_by"])

    def test_the_command_is_one_line(self):
        for words in (["explain", "walk.thm2.gamma"], ["verify", "walk.thm2.gamma", "--effort", "quick", "--all"]):
            with self.subTest(words):
                run = subprocess.run([HEARSAY, *words], capture_output=True, text=True, timeout=60, env={"COLUMNS": "80"})
                line, = (line for line in run.stdout.splitlines() if "hearsay account" in line)
                self.assertTrue(line.endswith(self.witnesses["walk.thm2.gamma"]["command"]), line)

    def test_the_page_and_junit_have_it(self):
        with tempfile.TemporaryDirectory() as folder:
            junit = pathlib.Path(folder) / "junit.xml"
            subprocess.run([HEARSAY, "verify", "muffliato.thm1", "--effort", "quick", "--junit", str(junit), "--report", folder + "/page"], capture_output=True, timeout=60, check=True)
            for text in (junit.read_text(), (pathlib.Path(folder) / "page" / "index.html").read_text()):
                self.assertIn("hearsay account gossip --graph", text)


if __name__ == "__main__":
    unittest.main()
