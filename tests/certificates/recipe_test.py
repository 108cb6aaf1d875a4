#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The recipe verify-certificates of docs/ci.md: its commands run in a repository that holds a folder of certificates and two files of
hearsay, with no program but Python, and fail when a certificate is changed. Usage: recipe_test.py SOURCE_FOLDER"""
import hashlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
SOURCE = pathlib.Path(sys.argv.pop(1)).resolve()
sys.path.insert(0, str(SOURCE / "tests/certificates"))

import examples as made  # noqa: E402

RECIPE = (SOURCE / "docs/examples/verify-certificates.yml").read_text()
REFUTATION = made.views()["thm1"]
COMMANDS = re.findall(r"^ +run: (.+)$", RECIPE, re.M)


class Recipe(unittest.TestCase):
    def setUp(self):
        place = tempfile.TemporaryDirectory()
        self.addCleanup(place.cleanup)
        self.repository = pathlib.Path(place.name, "repository")
        self.promises = self.repository / "promises"
        (self.repository / "certificates").mkdir(parents=True)
        self.promises.mkdir()
        for name in ("check_certificates.py", "statements.json"):
            shutil.copy(SOURCE / "certificates" / name, self.repository / "certificates")
        self.bin = pathlib.Path(place.name, "bin")
        self.bin.mkdir()
        (self.bin / "python3").symlink_to(sys.executable)
        self.write(json.dumps(REFUTATION).encode())

    def write(self, data, name="muffliato.thm1.json"):
        (self.promises / name).write_bytes(data)
        entry = {"file": name, "sha256": hashlib.sha256(data).hexdigest(), "claim": "muffliato.thm1", "verdict": "refutes"}
        (self.promises / "manifest.json").write_text(json.dumps({"format": "hearsay-certificates/1", "files": [entry], "uncertified": []}))

    def codes(self):
        environment = {"PATH": str(self.bin), "HOME": os.environ.get("HOME", "/")}
        return [subprocess.run(["/bin/sh", "-ec", command], cwd=self.repository, env=environment, capture_output=True, timeout=60, check=False).returncode
                for command in COMMANDS]

    def test_it_passes(self):
        self.assertEqual(self.codes(), [0])

    def test_it_fails_on_a_change(self):
        path = self.promises / "muffliato.thm1.json"
        path.write_bytes(path.read_bytes() + b" ")
        self.assertEqual(self.codes(), [1])

    def test_it_fails_on_a_number_that_is_not_proved(self):
        self.write((self.promises / "muffliato.thm1.json").read_bytes().replace(b'"lower": "1/2"', b'"lower": "2/3"'))
        self.assertEqual(self.codes(), [1])

    def test_it_fails_on_a_file_that_is_missing_or_not_listed(self):
        (self.promises / "stray.json").write_text("{}")
        self.assertEqual(self.codes(), [1])
        (self.promises / "stray.json").unlink()
        (self.promises / "muffliato.thm1.json").unlink()
        self.assertEqual(self.codes(), [1])

    def test_it_says_when_the_checker_is_too_old(self):
        self.write((self.promises / "muffliato.thm1.json").read_bytes().replace(b"certificate/1", b"certificate/2"))
        self.assertEqual(self.codes(), [3])

    def test_nothing_else_is_installed(self):
        self.assertNotRegex(RECIPE, r"apt|pip|cmake|docker|container|hearsay ")
        self.assertIn(f"<!-- file: docs/examples/verify-certificates.yml -->\n```yaml\n{RECIPE}```", (SOURCE / "docs/ci.md").read_text())


if __name__ == "__main__":
    unittest.main()
