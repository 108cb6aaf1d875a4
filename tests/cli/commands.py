# SPDX-License-Identifier: GPL-3.0-or-later
"""Every verb of the program with what it needs at least, and the options that its help lists."""
import collections
import re
import subprocess

# Verb: the least that it takes.
LEAST = {
    "claims": [],
    "explain": ["muffliato.thm1"],
    "cite": ["muffliato.thm1"],
    "verify": ["dp.iteration", "--effort", "quick"],
    "account gossip": ["--graph", "path:3", "--observer", "0", "--steps", "2"],
    "account linear": ["--protocol", "protocol.json"],
    "account ring": ["--users", "5", "--rounds", "2", "--epsilon", "0.5", "--delta", "1e-5", "--delta-prime", "1e-5"],
    "account rumor": ["--graph", "path:4", "--curious-set", "3", "--muting", "0"],
    "account stream": ["--graph", "petersen", "--observer", "0", "--target", "1", "--rounds", "4"],
    "account training": ["--graph", "path:3", "--rounds", "2", "--batch-rate", "0.5", "--delta", "1e-5"],
    "account walk": ["--users", "10", "--steps", "20", "--epsilon", "0.5", "--delta", "1e-6", "--delta-prime", "1e-5", "--delta-hat", "1e-5"],
    "audit": ["audits.json"],
    "audit gossip": ["--graph", "path:3", "--observer", "0", "--steps", "2", "--promise", "mu <= 9"],
    "audit rumor": ["--graph", "path:3", "--curious-set", "2", "--promise", "delta(0) <= 0.1"],
    "audit walk": ["--graph", "path:3", "--observer", "0", "--steps", "2", "--promise", "renyi(2) <= 9"],
    "attack gossip": ["--graph", "path:3", "--observer", "0", "--target", "2", "--steps", "2", "--runs", "200"],
    "attack program": ["--epsilon", "1", "--delta", "0", "--runs", "100", "--", "./answer"],
    "attack ring": ["--users", "5", "--rounds", "2", "--epsilon", "0.5", "--delta", "1e-5", "--runs", "100"],
    "attack rumor": ["--nodes", "10", "--curious", "1", "--muting", "1", "--runs", "10"],
    "attack stream": ["--graph", "path:3", "--observer", "0", "--target", "2", "--rounds", "4", "--runs", "200"],
    "attack walk": ["--users", "10", "--steps", "20", "--epsilon", "0.5", "--delta", "1e-6", "--runs", "100"],
    "simulate gossip": ["--graph", "path:3", "--steps", "4", "--runs", "2"],
    "simulate learn": ["--users", "5", "--rounds", "1", "--trials", "1"],
    "simulate ring": ["--users", "5", "--rounds", "2", "--runs", "10"],
    "simulate rumor": ["--nodes", "10", "--muting", "1", "--runs", "2"],
    "simulate walk": ["--users", "5", "--steps", "10", "--runs", "2"],
    "refute": ["n >= 2", "--graphs", "connected:2..3"],
    "reproduce": ["stream/growth", "--out", "out"],
    "help": [],
    "version": [],
}

Option = collections.namedtuple("Option", "name type takes_value")


def verbs(hearsay):
    """The verbs that the program has."""
    def below(words):
        done = subprocess.run([hearsay, *words, "--help"], capture_output=True, text=True, check=True)
        found = re.search(r"^Subcommands:\n((?:  .*\n)+)", done.stdout, re.MULTILINE)
        names = re.findall(r"^  (\w+)(?: |$)", found[1], re.MULTILINE) if found else []
        runs = not names or "[SUBCOMMAND]" in done.stdout
        return ([" ".join(words)] if words and runs else []) + [verb for name in names for verb in below([*words, name])]
    return below([])


def options(hearsay, verb):
    """The options and arguments of a verb, as its help lists them."""
    done = subprocess.run([hearsay, *verb.split(), "--help"], capture_output=True, text=True, check=True, env={"COLUMNS": "1000"})
    listed = re.findall(r"^  (?:-h,)?(--[\w-]+|\w+)(?: ([^\s]+))?", re.split(r"^Subcommands:", done.stdout, flags=re.MULTILINE)[0].split("Exit code:")[0], re.MULTILINE)
    return [Option(name, type_, type_ not in ("", "Excludes:", "Needs:", "REQUIRED")) for name, type_ in listed]


def without(command, name):
    """A command line without an option and its value."""
    if name not in command:
        return command
    place = command.index(name)
    return command[:place] + command[place + 2:]
