#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Every number of every option is decimal, complete and in range, or refused. Usage: numbers_test.py HEARSAY"""
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

HEARSAY = str(pathlib.Path(sys.argv.pop(1)).resolve())
NO_NUMBERS = ["0x10", "1e400", "1 ", "", "nan", "inf", "1,5"]
UNKNOWN = "--no-such-option"  # keeps a verb from being run, and is what a command line that is right else is refused for


def hearsay(*words, cwd=None):
    return subprocess.run([HEARSAY, *words], capture_output=True, text=True, timeout=60, cwd=cwd)


def commands(*path):
    """All commands below a command, itself included, as its --help lists them."""
    listed = re.search(r"^Subcommands:\n((?:  .*\n)+)", hearsay(*path, "--help").stdout, re.M)
    yield path
    for name in re.findall(r"^  (\S+)", listed.group(1), re.M) if listed else []:
        yield from commands(*path, name)


def options(path):
    """The options of a command that take a value."""
    return re.findall(r"^  (?:-\w,)?(--[\w-]+) (?!Excludes|Needs)\S", hearsay(*path, "--help").stdout, re.M)


def taken(path, option, value):
    """Whether the value is read: then only the unknown option is wrong."""
    run = hearsay(*path, f"{option}={value}", UNKNOWN)
    assert run.returncode == 2 and run.stdout == "" and run.stderr.count("\n") == 1, (path, option, value, run)
    return UNKNOWN in run.stderr and "was not expected" in run.stderr


def number_taken(path, option):
    """A number that the option takes: real if it takes one, else whole; nothing if it takes other words, too."""
    if taken(path, option, "one word"):
        return None
    return next((value for value in ("0.5", "2.5", "200.5", "2", "200") if taken(path, option, value)), None)


class Options(unittest.TestCase):
    def test_every_option_with_a_number(self):
        count = 0
        for path in commands():
            for option in options(path):
                number = number_taken(path, option)
                if number is None:
                    continue
                count += 1
                values = NO_NUMBERS if "." in number else [*NO_NUMBERS, "18446744073709551616", "1e3"]
                with self.subTest(command=" ".join(path), option=option):
                    self.assertEqual([value for value in values if taken(path, option, value)], [])
                    self.assertTrue(taken(path, option, "+" + number))
                    self.assertTrue(taken(path, option, "00" + number))
        self.assertGreater(count, 80)

    def test_a_leading_zero_is_decimal(self):
        for command, option, key in (("simulate ring --users 5 --rounds 2", "--runs", "runs"), ("account rumor --curious 1 --muting 1", "--nodes", "nodes"),
                                     ("account ring --users 5 --epsilon 0.5 --delta 1e-5 --delta-prime 1e-5", "--rounds", "rounds")):
            run = hearsay(*command.split(), option, "010", "--json", "-")
            self.assertEqual(run.returncode, 0, run.stderr)
            self.assertEqual(json.loads(run.stdout)["parameters"][key], 10)
        self.assertEqual(json.loads(hearsay("simulate", "ring", "--users", "5", "--rounds", "2", "--seed", "010", "--json", "-").stdout)["seed"], 10)

    def test_numbers_are_not_clamped(self):
        run = hearsay("account", "rumor", "--nodes", "18446744073709551616", "--curious", "1", "--muting", "1")
        self.assertEqual(run.returncode, 2)
        self.assertIn("--nodes = 18446744073709551616 is not a number in decimal digits, or it is out of range", run.stderr)


# A command, the option whose value holds a number {} in words of its own, and whether that is whole.
WORDS = [
    (["account", "gossip", "--graph", "ring:5", "--observer", "0"], "--steps", "{}", True),
    (["account", "gossip", "--observer", "0", "--steps", "2"], "--graph", "ring:{}", True),
    (["account", "gossip", "--observer", "0", "--steps", "2"], "--graph", "grid:{}x2", True),
    (["account", "gossip", "--observer", "0", "--steps", "2"], "--graph", "regular:n={},d=4", True),
    (["account", "gossip", "--observer", "0", "--steps", "2"], "--graph", "erdos-renyi:n=10,p=1,seed={}", True),
    (["account", "gossip", "--graph", "ring:5", "--observer", "0", "--steps", "2"], "--sigma", "{}", False),
    (["account", "gossip", "--graph", "ring:5", "--observer", "0", "--steps", "2"], "--sensitivity", "{}", False),
    (["audit", "gossip", "--graph", "ring:12", "--steps", "2", "--promise", "mu <= 9"], "--observer", "coalitions:{}", True),
    (["audit", "gossip", "--graph", "ring:5", "--steps", "2", "--observer", "each"], "--promise", "renyi({}) <= 9", False),
    (["refute", "n >= 2", "--graphs", "connected:2..3"], "--steps", "{}", True),
    (["refute", "n >= 2", "--graphs", "connected:2..3"], "--steps", "1..{}", True),
    (["refute", "n >= 2"], "--graphs", "random:{}", True),
    (["account", "linear", "--protocol", "protocol.json"], "--participation", "period:{}", True),
    (["account", "linear", "--protocol", "protocol.json"], "--direction", "1:{}", False),
]
PROTOCOL = {"format": "hearsay-protocol-1", "nodes": 3, "rounds": [{"mix": {"edges": [[0, 1], [1, 2]], "weights": "metropolis"}}],
            "noise": [{"kind": "node", "sigma": 1}], "view": {"observers": [0], "sees": "messages", "knows": "own"}}


def answer(run):
    """The exit code, and the result but for what differs from run to run and how the number was written."""
    text = re.sub(r'"(seconds|date|command_line)": [^\n]*', "", run.stdout)
    return run.returncode, re.sub(r"\b010(?!\d)", "10", text)


class Words(unittest.TestCase):
    def test_numbers_within_words_are_decimal_too(self):
        with tempfile.TemporaryDirectory() as folder:
            (pathlib.Path(folder) / "protocol.json").write_text(json.dumps(PROTOCOL))
            for command, option, words, whole in WORDS:
                def ask(number):
                    return answer(hearsay(*command, option, words.format(number), "--json", "-", cwd=folder))

                with self.subTest(option=option, words=words):
                    self.assertEqual(ask("010"), ask("10"))
                    self.assertNotEqual(ask("10")[0], 2)
                    for number in ["0x10", "1e401", "1 0", "nan", "1_0"] + (["18446744073709551616", "1e1", "10.0"] if whole else []):
                        self.assertEqual(ask(number)[0], 2, number)

    def test_an_audit_file_has_json_numbers(self):
        with tempfile.TemporaryDirectory() as folder:
            for number in ("010", "0x10", "1e400", "+1", ".5", "NaN"):
                (pathlib.Path(folder) / "audits.json").write_text(
                    '{"schema_version": 1, "audits": [{"graph": "ring:5", "observer": "each", "steps": 2, "promise": "mu <= 9", "sigma": %s}]}' % number)
                self.assertEqual(hearsay("audit", "audits.json", cwd=folder).returncode, 2, number)


if __name__ == "__main__":
    unittest.main()
