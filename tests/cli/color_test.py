#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Color: on a terminal, or as --color says; the same words and columns without it. Usage: color_test.py HEARSAY"""
import os
import pathlib
import pty
import re
import subprocess
import sys
import tempfile
import unittest

HEARSAY = str(pathlib.Path(sys.argv.pop(1)).resolve())
SEQUENCE = re.compile(r"\x1b\[[0-9;]*m")
EDGES = "holds refuted\nrefuted inconclusive\n"  # labels that are words of verdicts
COMMANDS = [
    (["verify", "muffliato.thm1", "dp.iteration", "--effort", "quick"], {"refuted", "not refuted", "claim", "verdict", "level", "evidence", "tried", "slack"}),
    (["account", "gossip", "--graph", "path:4", "--observer", "0", "--steps", "3", "--claimed-renyi", "2"], {"holds", "target", "distance", "published", "exact", "own noise"}),
    (["audit", "gossip", "--graph", "file:LABELS", "--observer", "each", "--steps", "3", "--promise", "renyi(2) <= 0.1", "--all"], {"refuted", "node", "worst", "observer", "published", "exact", "own noise", "verdict"}),
    (["refute", "exact <= 2^(1-distance)", "--effort", "quick"], {"refuted"}),
    (["claims", "dp.*"], {"claim", "expected", "level", "source"}),
    (["account", "stream", "--graph", "path:4", "--observer", "0", "--target", "3", "--rounds", "3"], None),
]


def undated(text):
    return re.sub(r"\d+\.\d s\.", "... s.", text)


class Color(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.labels = pathlib.Path(folder.name) / "labels.edges"
        self.labels.write_text(EDGES)

    def hearsay(self, words, *more, terminal=False, **environment):
        command = [HEARSAY, *(word.replace("LABELS", str(self.labels)) for word in words), *more]
        clean = {key: value for key, value in os.environ.items() if key not in ("NO_COLOR", "TERM")}
        environment = {**clean, "TERM": "xterm", **environment}
        if not terminal:
            return undated(subprocess.run(command, capture_output=True, text=True, timeout=120, env=environment).stdout)
        ours, theirs = pty.openpty()
        running = subprocess.Popen(command, stdout=theirs, stderr=subprocess.DEVNULL, env=environment)
        os.close(theirs)
        text = b""
        try:
            while part := os.read(ours, 65536):
                text += part
        except OSError:  # the terminal is closed
            pass
        running.wait(timeout=120)
        os.close(ours)
        return undated(text.decode().replace("\r\n", "\n"))

    def test_color_changes_no_character_and_marks_verdicts_and_titles_only(self):
        for words, marked in COMMANDS:
            with self.subTest(words):
                plain, colored = self.hearsay(words), self.hearsay(words, "--color", "always")
                self.assertNotIn("\x1b", plain)
                self.assertIn("\x1b", colored)
                self.assertEqual(SEQUENCE.sub("", colored), plain)
                if marked is not None:
                    self.assertEqual(set(re.findall(r"\x1b\[[1-9;][0-9;]*m(.*?)\x1b\[0m", colored)), marked)

    def test_a_label_is_no_verdict(self):
        words, _ = COMMANDS[2]
        row = next(line for line in self.hearsay(words, "--color", "always").splitlines() if line.startswith("inconclusive") or " inconclusive " in line)
        self.assertRegex(SEQUENCE.sub("", row), r"^ *inconclusive")
        self.assertNotRegex(row, r"\x1b\[[0-9;]*minconclusive")

    def test_a_terminal_has_color_unless_the_environment_declines(self):
        words, _ = COMMANDS[1]
        plain = self.hearsay(words)
        self.assertIn("\x1b[", self.hearsay(words, terminal=True))
        self.assertIn("\x1b[", self.hearsay(words, terminal=True, NO_COLOR=""))
        self.assertEqual(self.hearsay(words, terminal=True, NO_COLOR="1"), plain)
        self.assertEqual(self.hearsay(words, terminal=True, TERM="dumb"), plain)
        self.assertEqual(self.hearsay(words, "--color", "never", terminal=True), plain)
        self.assertIn("\x1b[", self.hearsay(words, "--color", "always", NO_COLOR="1"))

    def test_files_and_json_have_none(self):
        words = COMMANDS[0][0]
        self.assertNotIn("\x1b", self.hearsay(words, "--color", "always", "--json", "-"))
        page = self.labels.with_suffix(".md")
        self.hearsay(words, "--color", "always", "--markdown", str(page))
        self.assertNotIn("\x1b", page.read_text())


if __name__ == "__main__":
    unittest.main()
