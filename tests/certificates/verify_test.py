#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""`hearsay verify --certificates`: every refuted claim has a certificate that the checkers accept, the same on any number of threads.
Usage: verify_test.py HEARSAY SOURCE_FOLDER"""
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

HEARSAY, SOURCE = pathlib.Path(sys.argv.pop(1)).resolve(), pathlib.Path(sys.argv.pop(1)).resolve()
NODE = shutil.which("node")


def hearsay(*arguments):
    return subprocess.run([HEARSAY, *map(str, arguments)], capture_output=True, text=True, timeout=600, check=False)


def contents(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir()}


class Verify(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.scratch = tempfile.TemporaryDirectory()
        cls.folders = [pathlib.Path(cls.scratch.name, name) for name in ("one", "two")]
        for jobs, folder in enumerate(cls.folders, 1):
            run = hearsay("verify", "--effort", "quick", "--jobs", jobs, "--certificates", folder, "--json", "-")
            if run.returncode != 0:
                raise AssertionError(f"exit {run.returncode}: {run.stderr}")
        cls.claims, cls.said = json.loads(run.stdout)["claims"], run.stderr

    @classmethod
    def tearDownClass(cls):
        cls.scratch.cleanup()

    def accepts(self, folder, checker):
        run = subprocess.run([*checker, folder], capture_output=True, text=True, timeout=600, check=False)
        self.assertEqual(run.returncode, 0, run.stdout + run.stderr)
        return run.stdout

    def test_every_refuted_claim_has_an_accepted_certificate(self):
        refuted = {claim["id"] for claim in self.claims if claim["verdict"] == "refuted"}
        self.assertGreater(len(refuted), 50)
        manifest = json.loads((self.folders[0] / "manifest.json").read_text())
        self.assertEqual(manifest["uncertified"], [])
        self.assertEqual({entry["claim"] for entry in manifest["files"]}, refuted)
        self.assertEqual({entry["verdict"] for entry in manifest["files"]}, {"refutes"})
        self.assertEqual(self.said, "")
        said = self.accepts(self.folders[0], [sys.executable, SOURCE / "certificates/check_certificates.py"])
        self.assertEqual(len(said.splitlines()), len(refuted))
        if NODE:
            self.assertEqual(self.accepts(self.folders[0], [NODE, SOURCE / "certificates/check_certificates.js"]), said)

    def test_the_number_of_threads_changes_no_byte(self):
        one, two = map(contents, self.folders)
        self.assertEqual(one, two)

    def test_a_witness_names_its_certificate(self):
        for claim in self.claims:
            if claim["witness"]:
                self.assertEqual(claim["witness"]["certificate"], claim["id"] + ".json")

    def test_another_seed_is_certified_too(self):
        folder = pathlib.Path(self.scratch.name, "another seed")
        run = hearsay("verify", "muffliato.*", "stream.*", "--effort", "quick", "--seed", 2, "--certificates", folder)
        self.assertEqual((run.returncode, run.stderr), (0, ""))
        self.accepts(folder, [sys.executable, SOURCE / "certificates/check_certificates.py"])

    def test_a_folder_that_is_not_empty_is_refused(self):
        before = contents(self.folders[0])
        run = hearsay("verify", "muffliato.thm1", "--effort", "quick", "--certificates", self.folders[0])
        self.assertEqual(run.returncode, 2)
        self.assertRegex(run.stderr, r"^hearsay: HS-203 --certificates: .* is no empty folder: .*\n$")
        self.assertEqual(contents(self.folders[0]), before)

    def test_an_empty_folder_is_filled_and_nothing_is_left_beside_it(self):
        with tempfile.TemporaryDirectory() as parent:
            folder = pathlib.Path(parent, "empty")
            folder.mkdir()
            self.assertEqual(hearsay("verify", "muffliato.thm1", "--effort", "quick", "--certificates", f"{folder}/").returncode, 0)
            self.assertEqual(set(contents(folder)), {"manifest.json", "muffliato.thm1.json"})
            self.assertEqual([path.name for path in pathlib.Path(parent).iterdir()], ["empty"])


if __name__ == "__main__":
    unittest.main()
