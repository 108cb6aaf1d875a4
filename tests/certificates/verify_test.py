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
        # A formula of the table proves less than a certificate with its instance: a new one is for rows about formulas only.
        self.assertLessEqual(said.count(" [formula of the table]\n"), 42)
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
        run = hearsay("verify", "muffliato.*", "stream.*", "--effort", "quick", "--seed", 12345678901234567890, "--certificates", folder)
        self.assertEqual((run.returncode, run.stderr), (0, ""))
        self.accepts(folder, [sys.executable, SOURCE / "certificates/check_certificates.py"])

    def test_what_holds(self):
        """--certify all: covers that lack nobody, small worlds, instances; the rest is listed with its reason."""
        folder = pathlib.Path(self.scratch.name, "all")
        run = hearsay("verify", "--effort", "quick", "--certificates", folder, "--certify", "all", "--json", "-")
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertRegex(run.stderr, r"^hearsay: \d+ claims that hold have no certificate: manifest.json lists them\n$")
        manifest = json.loads((folder / "manifest.json").read_text())
        listed = {entry["file"]: entry for entry in manifest["files"]}
        held = {claim["id"] for claim in json.loads(run.stdout)["claims"] if claim["verdict"] == "holds"}
        rows = {row["id"] for row in json.loads((SOURCE / "certificates/statements.json").read_text())["statements"]}
        self.assertEqual({name.removesuffix(".json") for name in listed} & held, rows & held)
        self.assertEqual({entry["claim"] for entry in manifest["uncertified"]}, held - rows)
        said = self.accepts(folder, [sys.executable, SOURCE / "certificates/check_certificates.py"])
        if NODE:
            self.assertEqual(self.accepts(folder, [NODE, SOURCE / "certificates/check_certificates.js"]), said)
        covers = {name for name, entry in listed.items() if "covers" in json.loads((folder / name).read_text())}
        self.assertEqual(covers, {"muffliato.thm1.first_step.json", "muffliato.thm1.repaired.json"})
        self.assertEqual({listed[name]["verdict"] for name in covers}, {"supports"})
        self.assertIn("supports muffliato.thm1.repaired: connected graphs of 2 to 5 nodes, 1 to 4 steps", said)
        bundles = [name for name in listed if json.loads((folder / name).read_text())["kind"] == "bundle" and name not in covers]
        self.assertEqual({(listed[name]["claim"], listed[name]["verdict"]) for name in bundles}, {(None, "bounds")})
        for name in bundles:
            members = json.loads((folder / name).read_text())["certificates"]
            self.assertEqual({(member["claim"], member["verdict"]) for member in members}, {(name.removesuffix(".json"), "supports")})
        self.reject_spoiled_covers(folder)

    def reject_spoiled_covers(self, folder):
        """Without any member of the first cover, without some of the second, or with more said to be covered."""
        spoiled = []
        for name, step in (("muffliato.thm1.first_step", 40), ("muffliato.thm1.repaired", 400)):
            cover = json.loads((folder / f"{name}.json").read_text())
            members = cover["certificates"]
            spoiled += [{**cover, "certificates": members[:k] + members[k + 1:]} for k in range(0, len(members), step)]
            spoiled += [{**cover, "covers": {**cover["covers"], **more}} for more in ({"nodes": [2, 6]}, {"steps": [1, 5]}, {"weights": "min-degree"})]
        with tempfile.TemporaryDirectory() as scratch:
            for k, cover in enumerate(spoiled):
                pathlib.Path(scratch, f"{k}.json").write_text(json.dumps(cover))
            files = [pathlib.Path(scratch, f"{k}.json") for k in range(len(spoiled))]
            for checker in ([sys.executable, SOURCE / "certificates/check_certificates.py"], *([[NODE, SOURCE / "certificates/check_certificates.js"]] if NODE else [])):
                run = subprocess.run([*checker, *files], capture_output=True, text=True, timeout=600, check=False)
                self.assertEqual((run.returncode, {line.split(" ")[0] for line in run.stdout.splitlines()}), (1, {"rejected"}), run.stdout)

    def test_what_holds_needs_a_place(self):
        run = hearsay("verify", "muffliato.thm1", "--certify", "all")
        self.assertEqual((run.returncode, run.stderr), (2, "hearsay: HS-203 --certify: needs --certificates DIR or --report DIR\n"))

    def test_a_folder_that_is_not_empty_is_refused(self):
        before = contents(self.folders[0])
        run = hearsay("verify", "muffliato.thm1", "--effort", "quick", "--certificates", self.folders[0])
        self.assertEqual(run.returncode, 2)
        self.assertRegex(run.stderr, r"^hearsay: HS-203 --certificates: .* is not an empty folder; .*\n$")
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
