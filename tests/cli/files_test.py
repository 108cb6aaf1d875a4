#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""An output that names an input, or another output, is refused before anything runs, for every pair of options. Usage: files_test.py HEARSAY

The options come from the help of every verb: one that names files and is not known here fails the test.
"""
import itertools
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

import commands

HEARSAY = str(pathlib.Path(sys.argv.pop(1)).resolve())

NAMES_FILES = re.compile(r"(?<![A-Z])(?:FILE|DIR|SPEC|PROGRAM)(?![A-Z])")
# What an option is given so that it reads, or writes, the file x, and what that file is called.
READS = {"--graph": ("file:x", "x"), "--weights": ("x", "x"), "--schedule": ("x", "x"), "--sigma": ("x", "x"), "--sensitivity": ("x", "x"), "--protocol": ("x", "x"),
         "--signal": ("x", "x"), "--noise": ("x", "x"), "--data": ("x", "x"), "--houses": ("x", "x"), "--baseline": ("x", "x"), "--replay": ("x", "x"), "file": ("x", "x"), "program": ("x", "x"),
         "--claims": ("in", "in/x.json"), "--facebook": ("in", "in/x.edges"), "--experiments": ("in", "in/a/b/spec.json")}
WRITES = {"--json": ("{}", "{}"), "--junit": ("{}", "{}"), "--sarif": ("{}", "{}"), "--csv": ("{}", "{}"), "--matrix-market": ("{}", "{}"), "--markdown": ("{}", "{}"),
          "--certificate": ("{}", "{}"), "--save": ("{}", "{}"), "--init": ("{}", "{}"), "--resume": ("{}", "{}")}
FOLDERS = {"--report": "index.html", "--out": "index.html", "--certificates": "a.json", "--man": "hearsay.1"}  # and a file that is written there
PLAN = '{"schema_version": 1, "audits": [{"graph": "file:net.edges", "observer": "each", "steps": 2, "promise": "mu <= 9", "sigma": "sigma.csv"}]}'
LINE = re.compile(r"hearsay: HS-203 \S+(?: output)?: \S+(?: output)? is also what \S+ (?:reads|writes); choose another file\n")


class Files(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = pathlib.Path(scratch.name)
        for name in ("in/a/b", "d"):
            (self.folder / name).mkdir(parents=True)
        for name in ("x", "in/x.json", "in/x.edges", "in/a/b/spec.json"):
            (self.folder / name).write_text("before")
        (self.folder / "net.edges").write_text("a b\nb c\n")
        (self.folder / "sigma.csv").write_text("a,1\nb,1\nc,1\n")
        (self.folder / "audits.json").write_text(PLAN)
        (self.folder / "protocol.json").write_text('{"rounds": [{"mix": {"matrix": "one.mtx"}}]}')
        (self.folder / "one.mtx").write_text("%%MatrixMarket matrix coordinate real general\n1 1 1\n1 1 1\n")

    def hearsay(self, *words, **how):
        return subprocess.run([HEARSAY, *words], cwd=self.folder, capture_output=True, text=True, timeout=60, **how)

    def everything(self):
        return {path: path.read_bytes() for path in self.folder.rglob("*") if path.is_file()}

    def assert_refused(self, *words, named=LINE, **how):
        before = self.everything()
        run = self.hearsay(*words, **how)
        self.assertEqual((run.returncode, run.stdout), (2, ""), (words, run.stderr))
        self.assertRegex(run.stderr, named, words)
        self.assertEqual(run.stderr.count("\n"), 1)
        self.assertEqual(self.everything(), before, words)

    def of_files(self, verb):
        return [option.name for option in commands.options(HEARSAY, verb) if NAMES_FILES.search(option.type) or NAMES_FILES.search(option.name)]

    def command(self, verb, *given):
        """The least command line of a verb with these options and values in place of its own."""
        least = commands.LEAST[verb]
        for name, _ in given:
            least = commands.without(least, name)
        positional = [value for name, value in given if not name.startswith("--")]
        least = [] if verb == "audit" and (positional or any(name == "--init" for name, _ in given)) else least[:-2] if verb == "attack program" and positional else least
        words = [word for name, value in given if name.startswith("--") for word in (name, value)]
        anytime = ["--anytime"] if verb.startswith("attack") and verb != "attack program" and "--resume" in words else []
        program = least[least.index("--"):] if "--" in least else []
        rest = least[:len(least) - len(program)]
        return [*verb.split(), *rest, *anytime, *words, *(["--", "python3", *positional] if verb == "attack program" and positional else [*program, *positional])]

    def test_the_verbs_and_options_are_known(self):
        self.assertEqual(set(commands.verbs(HEARSAY)), set(commands.LEAST))
        for verb in commands.LEAST:
            for name in self.of_files(verb):
                self.assertTrue(name in READS or name in WRITES or name in FOLDERS, f"{verb} {name}: does it read or write its file? List it here")

    def outputs_into(self, verb, name, path):
        """The value of an output option that makes it write to `path`, or None if it cannot."""
        if verb == "reproduce" and name == "--resume":
            return None  # goes on in a folder of its own making
        if name in WRITES:
            return path
        parent, inside = os.path.split(path)
        return parent if parent and (inside == FOLDERS[name] or name == "--certificates") else None

    def is_refused_for_another_reason(self, words):
        run = self.hearsay(*words)
        return run.returncode == 2 and any(why in run.stderr for why in ("excludes", "is for the complete graph", "needs --graph", "a schedule file replaces", "Directory is actually a file"))

    def test_no_output_is_an_input(self):
        pairs = 0
        for verb in commands.LEAST:
            names = self.of_files(verb)
            for source, target in itertools.product([n for n in names if n in READS], [n for n in names if n in WRITES]):
                value, path = READS[source]
                with self.subTest(verb, reads=source, writes=target):
                    words = self.command(verb, (source, value), (target, path))
                    if self.is_refused_for_another_reason(words):
                        continue  # before files are looked at: options that exclude each other
                    self.assert_refused(*words)
                    pairs += 1
        self.assertGreater(pairs, 40)

    def test_no_output_is_another_output(self):
        for verb in commands.LEAST:
            names = [n for n in self.of_files(verb) if n in WRITES or n in FOLDERS]
            for first, second in itertools.combinations(names, 2):
                path = next((f"d/{FOLDERS[n]}" for n in (first, second) if n in FOLDERS), "d/new")
                values = [self.outputs_into(verb, n, path) for n in (first, second)]
                if None in values:
                    continue
                with self.subTest(verb, first=first, second=second):
                    self.assert_refused(*self.command(verb, (first, values[0]), (second, values[1])))

    def test_a_name_is_followed_to_its_file(self):
        (self.folder / "link").symlink_to("net.edges")
        (self.folder / "into").symlink_to("d", target_is_directory=True)
        (self.folder / "chain").symlink_to("link")
        os.link(self.folder / "net.edges", self.folder / "hard")
        common = ("account", "gossip", "--observer", "a", "--steps", "2")
        for name in ("./net.edges", "d/../net.edges", "into/../net.edges", str(self.folder / "net.edges"), "link", "chain", "hard"):
            self.assert_refused(*common, "--graph", "file:net.edges", "--json", name)
            self.assert_refused(*common, "--graph", f"file:{name}", "--json", "net.edges")
        for name in ("./d/new", "d/../d/new", "into/new"):
            self.assert_refused(*common, "--graph", "path:3", "--json", "d/new", "--certificate", name)
        with (self.folder / "net.edges").open() as file:
            self.assert_refused(*common, "--graph", "file:-", "--json", "net.edges", stdin=file)
            self.assert_refused(*common, "--graph", "file:/dev/stdin", "--json", "link", stdin=file)

    def test_stdout_may_not_be_an_input(self):
        with (self.folder / "net.edges").open("a") as file:
            run = subprocess.run([HEARSAY, "account", "gossip", "--observer", "a", "--steps", "2", "--graph", "file:net.edges"], cwd=self.folder, stdout=file, stderr=subprocess.PIPE, text=True)
        self.assertEqual(run.returncode, 2)
        self.assertRegex(run.stderr, LINE)
        self.assertEqual((self.folder / "net.edges").read_text(), "a b\nb c\n")

    def test_files_that_a_file_names_are_inputs(self):
        for name in ("net.edges", "sigma.csv", "audits.json"):
            self.assert_refused("audit", "audits.json", "--json", name)
            self.assert_refused("audit", "audits.json", "--junit", f"d/../{name}")
        self.assert_refused("account", "linear", "--protocol", "protocol.json", "--certificate", "one.mtx")
        self.assert_refused("audit", "gossip", "--protocol", "protocol.json", "--observer", "0", "--promise", "mu <= 1", "--junit", "one.mtx")

    def test_what_lies_in_a_folder_that_is_read_is_an_input(self):
        self.assert_refused("verify", "dp.iteration", "--claims", "in", "--json", "in/new.json")
        self.assert_refused("verify", "dp.iteration", "--claims", "in", "--certificates", "in/proofs")
        for name in ("in/a/b/expected.json", "in/new.json"):
            self.assert_refused("reproduce", "all", "--experiments", "in", "--out", "out", "--json", name)
        self.assert_refused("verify", "dp.iteration", "--report", "d", "--baseline", "d/index.html")
        self.assert_refused("verify", "dp.iteration", "--report", "d", "--baseline", "d/certificates/a.json")
        self.assert_refused("audit", "audits.json", "--report", "d", "--json", "d/audit-1.html")
        self.assert_refused("attack", "program", "--epsilon", "1", "--delta", "0", "--json", "x", "--", "python3", "x")

    def test_figures_do_not_replace_what_they_are_made_from(self):
        place = self.folder / "in/stream/growth"
        place.mkdir(parents=True)
        (self.folder / "in/a/b/spec.json").unlink()
        (place / "spec.json").write_text('{"source": "test", "title": "Growth", "measurement": "growth of constant streams", "scales": {"small": {"graphs": ["petersen"], "rounds": 20}}}')
        (place / "expected.json").write_text('{"source": "", "small": {}}')
        self.assert_refused("reproduce", "all", "--experiments", "in", "--out", "in")

    def test_files_that_differ_are_fine(self):
        (self.folder / "twin").write_text((self.folder / "net.edges").read_text())
        run = self.hearsay("account", "gossip", "--graph", "file:net.edges", "--observer", "a", "--steps", "2", "--json", "twin", "--report", ".")
        self.assertEqual((run.returncode, run.stderr), (0, "hearsay: the page is ./index.html\n"))
        self.assertEqual((self.folder / "net.edges").read_text(), "a b\nb c\n")
        run = self.hearsay("verify", "dp.iteration", "--effort", "quick", "--junit", "in/out.xml", "--json", "/dev/null", "--markdown", "/dev/null")
        self.assertEqual((run.returncode, run.stderr), (0, ""))
        run = self.hearsay("attack", "rumor", "--nodes", "10", "--curious", "1", "--muting", "1", "--runs", "1024", "--anytime", "--resume", "state")
        self.assertIn(run.returncode, (0, 1))
        again = self.hearsay("attack", "rumor", "--nodes", "10", "--curious", "1", "--muting", "1", "--runs", "2048", "--anytime", "--resume", "state")
        self.assertEqual((again.returncode, again.stderr), (run.returncode, ""))

    def test_a_file_beside_an_output_survives(self):
        (self.folder / "out.json.partial").write_text("mine")
        self.assertEqual(self.hearsay("account", "gossip", "--graph", "path:3", "--observer", "0", "--steps", "2", "--json", "out.json").returncode, 0)
        self.assertEqual((self.folder / "out.json.partial").read_text(), "mine")

    def test_options_of_audit_stand_behind_gossip(self):
        self.assert_refused("audit", "--json", "d/new", "gossip", "--graph", "path:3", "--observer", "0", "--steps", "2", "--promise", "mu <= 9", named="--json: must follow `gossip`")


if __name__ == "__main__":
    unittest.main()
