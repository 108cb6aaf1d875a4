#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Help, version and exit codes of every command. Usage: help_test.py HEARSAY"""
import pathlib
import re
import subprocess
import sys
import unittest

HEARSAY = str(pathlib.Path(sys.argv.pop(1)).resolve())


def hearsay(*words):
    return subprocess.run([HEARSAY, *words], capture_output=True, text=True, timeout=60)


def commands(*path):
    """All commands below a command, itself included, as its --help lists them."""
    text = hearsay(*path, "--help").stdout
    listed = re.search(r"^Subcommands:\n((?:  .*\n)+)", text, re.M)
    yield path
    for name in re.findall(r"^  (\S+)", listed.group(1), re.M) if listed else []:
        yield from commands(*path, name)


ALL = list(commands())


class Help(unittest.TestCase):
    def test_every_command_is_found(self):
        for path in [("verify",), ("account", "gossip"), ("attack", "walk"), ("attack", "program"), ("simulate", "learn"), ("refute",), ("reproduce",), ("help",), ("version",)]:
            self.assertIn(path, ALL)

    def test_every_help_says_what_the_exit_codes_mean(self):
        for path in ALL:
            with self.subTest(path):
                text = hearsay(*path, "--help").stdout
                self.assertIn("\nExit code:\n", text)
                section = " ".join(text.split("\nExit code:\n")[1].split())
                self.assertRegex(section, r"^0 \w.*( 1 \w.*)? 2 bad usage, bad input, or an output that cannot be written 3 \w")
                if path[:1] == ("attack",) and len(path) == 2:
                    self.assertRegex(section, r"^0 the .* is not refuted; that is no evidence of privacy 1 the .* is refuted 2 ")

    def test_help_of_a_command_is_its_help(self):
        for path in ALL:
            with self.subTest(path):
                asked = hearsay("help", *path)
                self.assertEqual((asked.returncode, asked.stderr), (0, ""))
                self.assertEqual(asked.stdout.strip(), hearsay(*path, "--help").stdout.strip())

    def test_version_is_the_version(self):
        for words in (["version"], ["--version"]):
            self.assertRegex(hearsay(*words).stdout, r"^hearsay \d+\.\d+\.\d+\n$")

    def test_an_attack_that_beats_its_bound_exits_1_and_one_that_does_not_0(self):
        # Two leaves of a star in four steps lose 1/3, and 3/4 by the published formula; the ends of a path in two steps 1/2, by the formula 1/3.
        common = ["attack", "gossip", "--target", "2", "--runs", "20000"]
        self.assertEqual(hearsay(*common, "--graph", "path:3", "--observer", "0", "--steps", "2").returncode, 1)
        self.assertEqual(hearsay(*common, "--graph", "star:4", "--observer", "1", "--steps", "4").returncode, 0)


if __name__ == "__main__":
    unittest.main()
