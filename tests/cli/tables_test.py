#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Every table fits 80 columns and its columns never touch, however long labels and ids are. Usage: tables_test.py HEARSAY"""
import os
import pathlib
import pty
import re
import subprocess
import sys
import tempfile
import unicodedata
import unittest

HEARSAY = str(pathlib.Path(sys.argv.pop(1)).resolve())
WIDTH = 80
# A path of four whose labels are as long as labels may be: 200 bytes, of ASCII, accents and wide characters.
LABELS = ["a" * 200, "é" * 100, "谣" * 66, "node-" + "x" * 190]
EDGES = "".join(f"{u} {v}\n" for u, v in zip(LABELS, LABELS[1:]))
LONG = ["--graph", "file:" + "g" * 200 + ".edges", "--observer", LABELS[0]]

# Command; the first title of its table, and the number of cells of a row (0: the last column is prose).
TABLES = [
    (["claims"], "claim", 0),
    (["verify", "dp.gaussian.classical*", "rumor.thm5.limit*", "--effort", "quick"], "claim", 6),
    (["account", "gossip", *LONG, "--steps", "3"], "target", 5),
    (["account", "gossip", *LONG, "--steps", "7", "--delta", "1e-6", "--sigma", "123.456", "--claimed-renyi", "9"], "target", 8),
    (["account", "stream", *LONG, "--target", "all", "--rounds", "3"], "target", 6),
    (["account", "stream", *LONG, "--target", "all", "--rounds", "9", "--delta", "1e-9", "--epsilon", "0.01", "--sigma", "123.456"], "target", 6),
    (["account", "rumor", "--nodes", "4", "--curious", "1", "--muting", "0.3", "--exact", "--transcript", "terminated"], "limit", 0),
    (["account", "ring", "--users", "10", "--rounds", "5", "--epsilon", "0.1", "--delta", "1e-6", "--delta-prime", "1e-6"], "method", 0),
    (["account", "walk", "--users", "100", "--steps", "200", "--epsilon", "0.1", "--delta", "1e-6", "--delta-prime", "1e-6", "--delta-hat", "1e-6"], "method", 0),
    (["simulate", "gossip", *LONG[:2], "--steps", "4", "--runs", "5"], "step", 5),
    (["simulate", "rumor", "--nodes", "10", "--muting", "0.5", "--runs", "5"], "per node", 7),
    (["simulate", "walk", "--users", "10", "--steps", "20", "--runs", "2"], "2 walks", 0),
    (["simulate", "learn", "--users", "20", "--rounds", "2", "--trials", "2"], "iteration", 11),
]
# Verbs that print prose.
LINES = [
    ["explain", "muffliato.thm1"],
    ["explain", "rumor.thm5.limit.no_self_sends.repaired"],
    ["attack", "gossip", *LONG, "--target", LABELS[2], "--steps", "2", "--delta", "1e-2", "--epsilon", "1", "--runs", "200"],
    ["attack", "gossip", *LONG, "--target", LABELS[2], "--steps", "2", "--runs", "2000", "--anytime"],
    ["attack", "rumor", "--nodes", "10", "--curious", "2", "--muting", "0.5", "--runs", "100"],
    ["attack", "rumor", "--nodes", "10", "--curious", "2", "--muting", "0.5", "--runs", "2000", "--anytime"],
    ["attack", "walk", "--users", "10", "--steps", "20", "--epsilon", "0.5", "--delta", "1e-6", "--runs", "100"],
    ["attack", "walk", "--users", "10", "--steps", "20", "--epsilon", "0.5", "--delta", "1e-6", "--runs", "2000", "--anytime"],
    ["simulate", "ring", "--users", "10", "--rounds", "2", "--runs", "10"],
]
VERBS = [[], ["claims"], ["explain"], ["verify"], ["reproduce"], ["account"], ["attack"], ["simulate"],
         *[["account", v] for v in ("gossip", "stream", "rumor", "ring", "walk")], *[["attack", v] for v in ("gossip", "rumor", "walk")],
         *[["simulate", v] for v in ("gossip", "rumor", "ring", "walk", "learn")]]


def width(line):
    return sum(2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in line)


class Tables(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        (self.folder / ("g" * 200 + ".edges")).write_text(EDGES)

    def lines(self, command, environment=None):
        run = subprocess.run([HEARSAY, *command], capture_output=True, text=True, timeout=600, cwd=self.folder, env={**os.environ, "COLUMNS": "", **(environment or {})})
        self.assertIn(run.returncode, (0, 1), run.stderr)
        return run.stdout.splitlines()

    def narrow(self, lines, most=WIDTH):
        for line in lines:
            if re.match(r"(shown by +)?hearsay ", line):  # a command is never broken
                continue
            self.assertLessEqual(width(line), most, line)

    def test_no_line_is_wider_than_the_page_and_no_columns_touch(self):
        for command, title, cells in TABLES:
            with self.subTest(command=" ".join(command)[:60]):
                lines = self.lines(command)
                self.narrow(lines)
                heads = [i for i, line in enumerate(lines) if line.strip().startswith(title)]
                self.assertTrue(heads, lines)
                if cells == 0:
                    continue
                rows = []
                for line in lines[heads[0] + 1:]:
                    if not line or line.startswith(("all nodes informed", "Renyi", "squared:")):
                        break
                    if not line.startswith("    ") or command[0] != "verify":  # what is below a claim
                        rows.append(line.replace("not refuted", "unrefuted").split())
                self.assertGreater(len(rows), 1)
                self.assertEqual({len(row) for row in rows}, {cells}, rows)

    def test_long_labels_end_in_an_ellipsis(self):
        text = "\n".join(self.lines(["account", "gossip", *LONG, "--steps", "3"]))
        for label in LABELS[1:]:
            self.assertIn(label[:4], text)
            self.assertNotIn(label, text)
        self.assertIn("…", text)

    def test_lines_of_prose_are_wrapped(self):
        for command in LINES:
            with self.subTest(command=" ".join(command)[:60]):
                self.narrow(self.lines(command))

    def test_reproduced_tables_fit_too(self):
        for figure in ("muffliato/table_1", "muffliato/table_3", "rumor/figure_2"):
            with self.subTest(figure=figure):
                self.narrow(self.lines(["reproduce", figure, "--out", "out"]))

    def test_help_fits_the_width_it_is_given(self):
        for verb in VERBS:
            for columns, most in (("", 80), ("60", 60), ("133", 133)):
                with self.subTest(verb=verb, columns=columns):
                    lines = self.lines([*verb, "--help"], {"COLUMNS": columns})
                    # A list of choices is one word.
                    self.narrow([line for line in lines if ":{" not in line and "|" not in line], most)

    def test_help_fits_the_terminal(self):
        controller, terminal = pty.openpty()
        os.set_blocking(controller, True)
        subprocess.run(["stty", "cols", "52", "rows", "40"], stdin=terminal, check=True)
        environment = {key: value for key, value in os.environ.items() if key != "COLUMNS"}
        run = subprocess.Popen([HEARSAY, "account", "--help"], stdout=terminal, env=environment)
        self.assertEqual(run.wait(timeout=30), 0)
        os.close(terminal)
        said = os.read(controller, 65536).decode()
        os.close(controller)
        lines = said.replace("\r", "").splitlines()
        self.narrow(lines, 52)
        self.assertGreater(max(map(width, lines)), 40)

    def test_help_lists_a_verbs_own_options_first(self):
        for verb in VERBS[5:]:
            if len(verb) < 2:
                continue
            text = "\n".join(self.lines([*verb, "--help"]))
            self.assertLess(text.index("\nOptions:"), text.index("\nCommon options:"))
            common = text[text.index("\nCommon options:"):]
            for option in ("--help", "--json", "--seed", "--jobs"):
                self.assertIn(option, common)
            self.assertEqual(common.count("\n  -"), 5)


if __name__ == "__main__":
    unittest.main()
