#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The examples in the help of the commands run. Usage: examples_test.py HEARSAY"""
import os
import pathlib
import re
import shlex
import subprocess
import sys
import unittest

import commands

HEARSAY = str(pathlib.Path(sys.argv.pop(1)).resolve())

# Commands whose last example shows a refutation: it exits with 1, all others with 0.
REFUTING = {"attack ring", "attack stream"}
# Commands that have examples.
SHOWN = REFUTING | {"account ring", "account rumor", "attack rumor", "attack walk", "simulate ring", "simulate walk"}


def examples(verb):
    """The command lines below "Examples:" of a help, without the program's name."""
    done = subprocess.run([HEARSAY, *verb.split(), "--help"], capture_output=True, text=True, check=True, env={**os.environ, "COLUMNS": "1000"})
    _, _, after = done.stdout.partition("\nExamples:\n")
    return [shlex.split(line)[1:] for line in after.splitlines() if line.startswith("  hearsay ")]


class Examples(unittest.TestCase):
    def test_these_commands_have_examples_of_their_own(self):
        self.assertEqual(SHOWN, {verb for verb in commands.verbs(HEARSAY) if examples(verb)})
        for verb in SHOWN:
            for words in examples(verb):
                self.assertEqual(" ".join(words[:2]), verb)

    def test_each_example_runs(self):
        for verb in sorted(SHOWN):
            lines = examples(verb)
            for words in lines:
                with self.subTest(" ".join(words)):
                    done = subprocess.run([HEARSAY, *words], capture_output=True, text=True, timeout=120)
                    self.assertEqual(done.returncode, 1 if verb in REFUTING and words is lines[-1] else 0, done.stdout + done.stderr)

    def test_a_square_wave_refutes_theorem_13_and_stops_by_itself(self):
        words = examples("attack stream")[-1]
        self.assertIn("--half-period", words)
        done = subprocess.run([HEARSAY, *words, "--anytime"], capture_output=True, text=True, timeout=120)
        self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
        self.assertRegex(" ".join(done.stdout.split()), r"Theorem 13 in the limit 0\.05\b")

    def test_long_lines_go_on_where_they_are_wrapped(self):
        narrow = subprocess.run([HEARSAY, "attack", "stream", "--help"], capture_output=True, text=True, check=True, env={**os.environ, "COLUMNS": "60"}).stdout
        shown = re.sub(r"\n    +", " ", narrow.partition("\nExamples:\n")[2])
        self.assertEqual([shlex.split(line)[1:] for line in shown.splitlines() if line.strip()], examples("attack stream"))


if __name__ == "__main__":
    unittest.main()
