#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Plant bugs and check whether the tests notice them.

    scripts/mutate.py --all               every mutant of tests/mutants/*.mut
    scripts/mutate.py ID...               these mutants only
    scripts/mutate.py --changed           mutants of files that differ from the branch `main`
    scripts/mutate.py --list              print all mutants
    scripts/mutate.py --check             check that every mutant and every reviewed one still has its place in the sources; plants nothing
    scripts/mutate.py --random N --seed S  N random first-order mutants of lib/ against the quick tier (scripts/random_mutants.py)

A mutant is a block of `key value` lines, blocks separated by a blank line:

    id     view-starts-one-round-late
    why    the first message is sent before any averaging
    file   lib/hearsay/accounting/gossip/view.cpp
    find   text that occurs exactly once in the file, wherever lines are broken
    put    what replaces it
    killed accounting_gossip_test

Works on a throw-away copy under build/mutate, whose tests must pass before a mutant is planted. A mutant is killed
when a test named in `killed` builds and fails, or needs ten times its processor time and a minute more. Exit 1 if a mutant survives, 2 if a block is malformed or does not compile.
"""
import argparse
import pathlib
import subprocess
import sys
import time

import random_mutants
from mutation_copy import ROOT, Copy, processor_seconds

KEYS = ("id", "why", "file", "find", "put", "killed")


def read_blocks(path, keys):
    """The blocks of `key value` lines of a file: a list of dictionaries. Lines that begin with # are comments."""
    blocks = []
    for block in path.read_text().split("\n\n"):
        lines = [line for line in block.splitlines() if line.strip() and not line.startswith("#")]
        if not lines:
            continue
        read = {}
        for line in lines:
            key, _, value = line.partition(" ")
            read[key] = value.strip()
        missing = [key for key in keys if key not in read]
        if missing:
            sys.exit(f"{path.name}: a mutant lacks {', '.join(missing)}: {lines[0]}")
        blocks.append(read)
    return blocks


def places(text, wanted):
    """The places of `wanted` in `text`, ignoring blanks and line breaks: a list of (first, last + 1)."""
    at = [i for i, character in enumerate(text) if not character.isspace()]
    packed, needle, found = "".join(text[i] for i in at), "".join(wanted.split()), []
    first = packed.find(needle)
    while first >= 0:
        found.append((at[first], at[first + len(needle) - 1] + 1))
        first = packed.find(needle, first + 1)
    return found


def planted_text(text, mutant):
    first, last = places(text, mutant["find"])[0]
    return text[:first] + mutant["put"] + text[last:]


def read_mutants():
    mutants, seen = [], set()
    for path in sorted((ROOT / "tests" / "mutants").glob("*.mut")):
        for mutant in read_blocks(path, KEYS):
            if mutant["id"] in seen:
                sys.exit(f"{path.name}: id {mutant['id']} is used twice")
            seen.add(mutant["id"])
            count = len(places((ROOT / mutant["file"]).read_text(), mutant["find"])) if (ROOT / mutant["file"]).exists() else 0
            if count != 1:
                sys.exit(f"{path.name}: {mutant['id']}: the text to find occurs {count} times in {mutant['file']}, not once")
            mutants.append(mutant)
    return mutants


def prepare(copy, tests):
    """The copy's named tests, built and passing. \\return their commands and processor times."""
    copy.refresh()
    for test in sorted(tests):
        built = copy.build(test)
        if built.returncode != 0:
            sys.exit(f"{built.stdout}\n{test} does not build before anything is planted")
    commands, seconds = copy.tests("full"), {}
    for test in sorted(tests):
        before = processor_seconds()
        if not copy.passes(commands[test]):
            sys.exit(f"{copy.log.read_text()}\n{test} is not green before anything is planted")
        seconds[test] = processor_seconds() - before
    return commands, seconds


def plant(copy, mutants):
    commands, seconds = prepare(copy, {test for m in mutants for test in m["killed"].split()})
    survivors, broken = [], []
    for m in mutants:
        start, compiles, passed = time.monotonic(), True, True
        with copy.planted(m["file"], planted_text((copy.folder / m["file"]).read_text(), m)):
            for test in m["killed"].split():
                compiles = compiles and copy.build(test).returncode == 0
                passed = compiles and passed and copy.passes(commands[test], int(60 + 10 * seconds[test]))
        verdict = "does not compile" if not compiles else "SURVIVED" if passed else "killed"
        print(f"{verdict:<17}{m['id']:<48} by {m['killed']} ({time.monotonic() - start:.0f} s)", flush=True)
        if not compiles:
            broken.append(m["id"])
        elif passed:
            survivors.append(m["id"])
    print(f"\n{len(mutants)} planted, {len(mutants) - len(survivors) - len(broken)} killed, "
          f"{len(survivors)} survived, {len(broken)} did not compile")
    return 2 if broken else 1 if survivors else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("ids", nargs="*", metavar="ID")
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--changed", action="store_true")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--random", type=int, metavar="N")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="seed of the random mutants (default 1)")
    parser.add_argument("--fast", action="store_true", help="only the tests of the mutated file's folder and those that include its header")
    parser.add_argument("--results", type=pathlib.Path, metavar="FILE", help="results of the random mutants (default build/mutate/random-S.jsonl)")
    parser.add_argument("--copy", type=pathlib.Path, default=ROOT / "build" / "mutate" / "tree", metavar="FOLDER",
                        help="the throw-away copy (build/mutate/tree)")
    options = parser.parse_args()
    if bool(options.ids) + options.all + options.changed + options.list + options.check + (options.random is not None) != 1:
        parser.error("one of --all, --changed, --list, --check, --random, or the IDs of mutants")
    if options.copy.resolve() == ROOT:
        parser.error("--copy: a folder other than this tree, whose files are replaced and removed")
    reviewed = read_blocks(ROOT / "tests" / "mutants" / "equivalent.txt", ("file", "line", "put", "why"))
    if options.check:
        random_mutants.check_reviewed(reviewed, random_mutants.library(ROOT))
        print(f"{len(read_mutants())} mutants and {len(reviewed)} reviewed ones have their places")
        return 0
    copy = Copy(options.copy)
    if options.random is not None:
        results = options.results or ROOT / "build" / "mutate" / f"random-{options.seed}.jsonl"
        return random_mutants.plant(copy, options.random, options.seed, options.fast, reviewed, results)

    mutants = read_mutants()
    if options.changed:
        diff = subprocess.run(["git", "diff", "--name-only", "main"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split()
        mutants = [m for m in mutants if m["file"] in diff]
    if options.ids:
        unknown = set(options.ids) - {m["id"] for m in mutants}
        if unknown:
            sys.exit(f"no such mutant: {', '.join(sorted(unknown))}")
        mutants = [m for m in mutants if m["id"] in options.ids]
    if options.list:
        for m in mutants:
            print(f"{m['id']:<48} {m['file']}  [{m['killed']}]")
        return 0
    if not mutants:
        print("no mutants to plant")
        return 0
    return plant(copy, mutants)


if __name__ == "__main__":
    sys.exit(main())
