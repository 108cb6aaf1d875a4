#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What comes from files, arguments and other programs never steers the terminal, and errors repeat little of it. Usage: printable_test.py HEARSAY"""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

import commands

HEARSAY = str(pathlib.Path(sys.argv.pop(1)).resolve())
EVIL = "\x1b[2K\x1b[1Gall audits: holds\x07\x00\x9b31m\u202e"
STEERS = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]")
LONG = {"run": "x" * 10000, "words": "x y " * 2500, "quotes": "x' 'x " * 1700, "wide": "\u00e9" * 10000}
MOST = 200  # characters that an error repeats


class Printable(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = pathlib.Path(scratch.name)

    def hearsay(self, *words):
        run = subprocess.run([HEARSAY, *words], cwd=self.folder, capture_output=True, timeout=600)
        run.stdout, run.stderr = run.stdout.decode("utf-8"), run.stderr.decode("utf-8")  # and nothing that is no UTF-8
        for text in (run.stdout, run.stderr):
            self.assertNotRegex(text, STEERS, words)
        return run

    def audits(self, **change):
        audit = {"name": "net", "graph": "ring:6", "observer": "each", "steps": 3, "promise": "exact <= 0.1", **change}
        (self.folder / "a.json").write_text(json.dumps({"schema_version": 1, "audits": [audit]}))
        return self.hearsay("audit", "a.json")

    def test_texts_of_an_audit(self):
        self.assertIn("net\\x1b[2K", self.audits(name="net" + EVIL).stdout)
        for key in ("graph", "observer", "target", "steps", "promise", "sigma", "trust", EVIL):
            run = self.audits(**{key: EVIL})
            self.assertEqual((run.returncode, run.stderr.count("\n")), (2, 1), key)

    def test_names_of_files(self):
        name = "my\x1b[2K\nnet.edges"
        (self.folder / name).write_text("a b\nb c\n")
        for command in (("account", "gossip", "--steps", "2"), ("audit", "gossip", "--steps", "2", "--promise", "mu <= 9")):
            run = self.hearsay(*command, "--graph", f"file:{name}", "--observer", "a")
            self.assertIn("file:my\\x1b[2K\\x0anet.edges: edge list, 3 nodes", run.stdout)
        missing = "none\x1b[2K.edges"
        for command in (("account", "gossip", "--graph", f"file:{missing}", "--observer", "a", "--steps", "2"), ("simulate", "learn", "--data", missing),
                        ("verify", "--baseline", missing), ("verify", "--claims", missing), ("audit", missing), ("verify", "--json", f"{missing}/x")):
            self.assertIn("none\\x1b[2K", self.hearsay(*command).stderr)

    def test_a_program_that_is_attacked(self):
        (self.folder / "evil").write_text("#!/bin/sh\nprintf 'cannot\\033[2K\\a start\\r\\n' >&2\nexit 1\n")
        (self.folder / "evil").chmod(0o755)
        run = self.hearsay("attack", "program", "--epsilon", "1", "--delta", "0", "--runs", "200", "--", "./evil")
        self.assertNotEqual(run.returncode, 0)

    def test_every_option_of_every_verb(self):
        for verb, least in commands.LEAST.items():
            for option in commands.options(HEARSAY, verb):
                if not option.takes_value or option.name in ("BOUND", "GLOB", "COMMAND"):
                    continue
                kept = commands.without(least, option.name)
                place = kept.index("--") if "--" in kept else len(kept)
                value = "\x1b[2K\x07" + "q"
                words = [option.name, value] if option.name.startswith("--") else [value]
                with self.subTest(verb, option=option.name):
                    self.hearsay(*verb.split(), *kept[:place], *words, *kept[place:])

    def repeated(self, text, what):
        """How many characters of a long text are in an answer, its words left aside."""
        return text.count("x") + text.count("\u00e9") - what.count("x")

    def assert_short(self, run, *where):
        self.assertEqual(run.returncode, 2, where)
        self.assertEqual(run.stderr.count("\n"), 1, where)
        own = re.sub(r"x(?: y)*(?: |$)|x' 'x|x{2,}", "", run.stderr)
        self.assertLessEqual(self.repeated(run.stderr, own), MOST, (where, run.stderr))
        self.assertLess(len(run.stderr), 1500, (where, run.stderr))

    def test_long_arguments(self):
        refused = 0
        for verb, least in commands.LEAST.items():
            for option in commands.options(HEARSAY, verb):
                if not option.takes_value or (verb, option.name) == ("attack program", "program"):
                    continue
                kept = commands.without(least, option.name)
                place = kept.index("--") if "--" in kept else len(kept)
                for kind, text in LONG.items():
                    words = [option.name, text] if option.name.startswith("--") else [text]
                    run = self.hearsay(*verb.split(), *kept[:place], *words, *kept[place:])
                    with self.subTest(verb, option=option.name, kind=kind):
                        if run.returncode == 2:
                            self.assert_short(run, verb, option.name, kind)
                            refused += 1
            for text in LONG.values():
                self.assert_short(self.hearsay(*verb.split(), f"--{text}"), verb)
        self.assertGreater(refused, 500)

    def test_long_texts_in_files(self):
        for kind, text in LONG.items():
            files = {"label.edges": f"{text},b\nb,c\n", "key.json": json.dumps({text: 1}), "twice.json": f'{{"{text}": 1, "{text}": 2}}', "text.json": json.dumps(text),
                     "claim/a.json": json.dumps({"schema_version": 1, "id": text}), "number.csv": f"a,y\n{text},1\n", "scale.csv": f"{text},1\n", "header.csv": f"{text},y\n1,z\n2,w\n3,v\n"}
            for name, content in files.items():
                (self.folder / name).parent.mkdir(exist_ok=True)
                (self.folder / name).write_text(content)
            graph = ("account", "gossip", "--observer", "a", "--steps", "2", "--graph")
            for words in ((*graph, "file:label.edges"), (*graph, "file:key.json"), (*graph, "file:twice.json"), (*graph, "path:3", "--sigma", "scale.csv"),
                          ("audit", "key.json"), ("audit", "twice.json"), ("audit", "text.json"), ("account", "linear", "--protocol", "key.json"),
                          ("account", "linear", "--protocol", "twice.json"), ("verify", "--baseline", "twice.json"), ("verify", "--claims", "claim"),
                          ("simulate", "learn", "--data", "number.csv"), ("simulate", "learn", "--data", "header.csv"),
                          ("attack", "rumor", "--nodes", "10", "--curious", "1", "--muting", "1", "--anytime", "--resume", "twice.json")):
                with self.subTest(kind, words=words[-2:]):
                    self.assert_short(self.hearsay(*words), kind, words)


if __name__ == "__main__":
    unittest.main()
