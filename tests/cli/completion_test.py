#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the Tab key completes in bash, zsh and fish, and what the program tells them. Usage: completion_test.py HEARSAY SOURCE"""
import os
import pathlib
import pty
import re
import select
import subprocess
import sys
import tempfile
import time
import unittest

SOURCE = pathlib.Path(sys.argv.pop()).resolve()
HEARSAY = pathlib.Path(sys.argv.pop(1)).resolve()
SCRIPTS = SOURCE / "cli" / "completions"

# What is typed before Tab, and the words on the command line after it.
COMPLETED = [
    ("hearsay ver", None),  # verify and version: nothing is unique
    ("hearsay veri", ["hearsay", "verify"]),
    ("hearsay account gos", ["hearsay", "account", "gossip"]),
    ("hearsay account gossip --obs", ["hearsay", "account", "gossip", "--observer"]),
    ("hearsay account gossip --trust all", ["hearsay", "account", "gossip", "--trust", "all-noise"]),
    ("hearsay account gossip --trust=all", ["hearsay", "account", "gossip", "--trust=all-noise"]),
    ("hearsay account gossip --graph hyp", ["hearsay", "account", "gossip", "--graph", "hypercube:"]),
    ("hearsay account gossip --graph=hyp", ["hearsay", "account", "gossip", "--graph=hypercube:"]),
    ("hearsay account gossip --graph file:net", ["hearsay", "account", "gossip", "--graph", "file:network.edges"]),
    ("hearsay account gossip --steps f", ["hearsay", "account", "gossip", "--steps", "forever"]),
    ("hearsay verify muffliato.thm1.first", ["hearsay", "verify", "muffliato.thm1.first_step"]),
    ("hearsay explain dp.iter", ["hearsay", "explain", "dp.iteration"]),
    ("hearsay help simulate lea", ["hearsay", "help", "simulate", "learn"]),
    ("hearsay account linear --protocol proto", ["hearsay", "account", "linear", "--protocol", "protocol.json"]),
    ("hearsay verify --report fol", ["hearsay", "verify", "--report", "folder/"]),
]


def complete(*words):
    """Words that the program offers, and what they mean."""
    run = subprocess.run([HEARSAY, "complete", *words], capture_output=True, text=True, timeout=60)
    assert (run.returncode, run.stderr) == (0, ""), run
    return dict(line.partition("\t")[::2] for line in run.stdout.splitlines())


def helped(*words):
    return subprocess.run([HEARSAY, *words, "--help"], capture_output=True, text=True, timeout=60).stdout


class Program(unittest.TestCase):
    def test_verbs_and_what_they_do(self):
        found = complete("")
        self.assertEqual(list(found), re.findall(r"^  (\w+)", helped().split("Subcommands:\n")[1].split("\n\n")[0].split("Exit code")[0], re.M))
        self.assertIn("list the claims", found["claims"])
        self.assertEqual(list(complete("account", "r")), ["rumor", "ring"])

    def test_every_option_of_a_help_is_offered(self):
        for words in (["verify"], ["account", "gossip"], ["attack", "program"], ["refute"], ["simulate", "learn"]):
            listed = set(re.findall(r"^  (?:-\w,)?(--[\w-]+)", helped(*words), re.M))
            self.assertEqual(set(complete(*words, "--")), listed, words)

    def test_choices_of_an_option(self):
        self.assertEqual(list(complete("verify", "--effort", "")), ["quick", "standard", "exhaustive"])
        self.assertEqual(list(complete("verify", "--effort=")), ["--effort=quick", "--effort=standard", "--effort=exhaustive"])
        self.assertEqual(list(complete("audit", "gossip", "--observer", "")), ["each", "coalitions:"])
        self.assertEqual(list(complete("account", "gossip", "--weights", "")), ["metropolis", "min-degree", ":files"])
        self.assertEqual(list(complete("verify", "--json", "")), [":files", "-"])

    def test_claims_families_and_figures_are_those_that_there_are(self):
        listed = subprocess.run([HEARSAY, "claims", "--json", "-"], capture_output=True, text=True, timeout=60).stdout
        ids = re.findall(r'^   "id": "(.*)"', listed, re.M)
        self.assertGreater(len(ids), 100)
        self.assertEqual(list(complete("explain", "")), ids)
        self.assertEqual(list(complete("verify", "dp.iteration", "walk.")), [i for i in ids if i.startswith("walk.")])
        families = complete("account", "gossip", "--graph", "")
        refused = subprocess.run([HEARSAY, "account", "gossip", "--graph", "none", "--observer", "0", "--steps", "1"], capture_output=True, text=True, timeout=60).stderr
        self.assertEqual([word.rstrip(":") for word in families], re.search(r"known: ([\w, -]+)", refused)[1].split(", "))
        self.assertEqual(families["grid:"], "grid:RxC")
        self.assertIn("rumor/figure_2", complete("reproduce", "rumor/"))

    def test_a_value_is_not_a_verb_and_what_follows_two_dashes_is_not_ours(self):
        self.assertEqual(complete("account", "gossip", "--graph", "ring:4", "--target", "x"), {})
        self.assertEqual(list(complete("attack", "program", "--runs", "9", "--", "./prog", "--ver")), [":files"])
        self.assertEqual(complete(), {})
        self.assertEqual(complete("nonsense", "--nothing", ""), complete(""))


class Shell:
    """A shell on a terminal, whose answers end in a mark."""

    def __init__(self, command, folder):
        self.pid, self.terminal = pty.fork()
        if self.pid == 0:
            os.chdir(folder)
            os.environ.update({"PATH": f"{HEARSAY.parent}:{os.environ['PATH']}", "TERM": "dumb", "HOME": str(folder), "COLUMNS": "400"})
            os.execvp(command[0], command)

    def run(self, line):
        os.write(self.terminal, line.encode() + b"\recho $((40+2))'#'\r")
        return self.until("42#")

    def until(self, mark):
        text, end = "", time.monotonic() + 30
        while mark not in text:
            ready, _, _ = select.select([self.terminal], [], [], max(0.0, end - time.monotonic()))
            if not ready:
                raise AssertionError(f"no {mark!r} in {text!r}")
            text += os.read(self.terminal, 65536).decode(errors="replace")
        return text

    def tab(self, typed):
        """The words of the line `typed` after Tab: the beginning of the line becomes a command that prints them."""
        os.write(self.terminal, typed.encode() + b"\t")
        time.sleep(1.0)  # what the line holds then is what counts
        os.write(self.terminal, b"\x01printf '<%s>' \x05 '$'\r")
        return re.findall(r"<([^<>%]*)>", self.until("<$>"))[:-1]

    def close(self):
        os.close(self.terminal)
        os.waitpid(self.pid, 0)


class Shells(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        for name in ("network.edges", "protocol.json"):
            (self.folder / name).touch()
        (self.folder / "folder").mkdir()

    def check(self, shell):
        self.addCleanup(shell.close)
        for typed, words in COMPLETED:
            with self.subTest(typed):
                self.assertEqual(shell.tab(typed), words or typed.split())

    def test_bash(self):
        shell = Shell(["bash", "--norc", "--noprofile", "-i"], self.folder)
        shell.run(f"source /usr/share/bash-completion/bash_completion; source {SCRIPTS}/hearsay.bash; bind 'set bell-style none'; PS1=")
        self.check(shell)

    def test_zsh(self):
        shell = Shell(["zsh", "-f", "-i"], self.folder)
        shell.run(f"fpath=({SCRIPTS} $fpath); autoload -U compinit; compinit -u -D; bindkey -e; setopt no_list_beep no_auto_menu no_auto_remove_slash; PS1=")
        self.check(shell)

    def test_fish(self):
        # fish answers without a terminal: all candidates, of which there must be one.
        for typed, words in COMPLETED:
            with self.subTest(typed):
                run = subprocess.run(["fish", "--no-config", "-c", f"source {SCRIPTS}/hearsay.fish; complete -C '{typed}'"], cwd=self.folder, capture_output=True, text=True, timeout=60,
                                     env={**os.environ, "PATH": f"{HEARSAY.parent}:{os.environ['PATH']}", "HOME": str(self.folder)})
                found = [line.split("\t")[0] for line in run.stdout.splitlines()]
                self.assertEqual(found, [words[-1]] if words else ["verify", "version"], run.stderr)


if __name__ == "__main__":
    unittest.main()
