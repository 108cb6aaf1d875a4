#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Manual pages: one a command, without a complaint of man, groff and mandoc, with every option of its help. Usage: manual_test.py HEARSAY"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

HEARSAY = str(pathlib.Path(sys.argv.pop(1)).resolve())
# A page is the same whenever it is made: it has no date.
UNDATED = re.compile(r'mandoc: \S+: WARNING: missing date, using "": TH\n')


def run(*words, **environment):
    return subprocess.run(words, capture_output=True, text=True, timeout=120, env={**os.environ, "LC_ALL": "C.UTF-8", **environment})


class Manual(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name) / "man"
        made = run(HEARSAY, "help", "--man", str(self.folder))
        self.assertEqual((made.returncode, made.stdout, made.stderr), (0, "", ""))
        self.pages = sorted(self.folder.iterdir())

    def test_every_command_has_a_page(self):
        commands = [("hearsay",)]
        for path in commands:
            listed = re.search(r"^Subcommands:\n((?:  .*\n)+)", run(HEARSAY, *path[1:], "--help").stdout, re.M)
            commands += [(*path, name) for name in re.findall(r"^  (\S+)", listed[1], re.M)] if listed else []
        self.assertEqual([page.name for page in self.pages], sorted("-".join(path) + ".1" for path in commands))

    def test_man_groff_and_mandoc_have_nothing_to_complain_of(self):
        for page in self.pages:
            with self.subTest(page.name):
                self.assertEqual(UNDATED.sub("", run("mandoc", "-T", "lint", "-W", "warning", str(page)).stdout), "")
                self.assertEqual(run("groff", "-man", "-ww", "-Tutf8", "-z", str(page)).stderr, "")
                shown = run("man", "--warnings", "-l", str(page), MANWIDTH="80", MANPAGER="cat")
                self.assertEqual((shown.returncode, shown.stderr), (0, ""))

    def test_a_page_says_what_the_help_says(self):
        for page in self.pages:
            words = page.stem.split("-")[1:]
            text = run(HEARSAY, *words, "--help", COLUMNS="1000").stdout
            shown = re.sub(r".\x08", "", run("mandoc", "-T", "utf8", "-O", "width=1000", str(page)).stdout)
            shown = " ".join(shown.split())
            with self.subTest(page.name):
                options, codes = text.split("Exit code:")
                for line in re.findall(r"^  (-.*)", options, re.M) + re.findall(r"^  \d  (.*)", codes, re.M):
                    for part in re.split(r"  +", line):
                        self.assertIn(" ".join(part.split()), shown)

    def test_a_folder_that_cannot_be_made_is_refused(self):
        refused = run(HEARSAY, "help", "--man", "/dev/null/man")
        self.assertEqual((refused.returncode, refused.stdout), (2, ""))
        self.assertIn("is not a folder and cannot be created", refused.stderr)


if __name__ == "__main__":
    unittest.main()
