#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Run `verify` for many seeds and report the exit codes.

    scripts/seeds.py CLI --effort quick --first 1 --last 1000 --log quick.log [GLOB...]

Every seed adds one line to the log: `seed exit-code seconds`, then the ids with an unexpected verdict. Seeds that are already in the log
are not run again, so that a sweep can be interrupted. At the end a summary for docs/power.md is printed. Exit 1 if a seed's exit code is not 0.
"""
import argparse
import pathlib
import subprocess
import sys
import time

import strict_json


def verify(cli, effort, seed, jobs, globs):
    start = time.monotonic()
    run = subprocess.run([cli, "verify", *globs, "--effort", effort, "--seed", str(seed), "--jobs", str(jobs), "--json", "-"], capture_output=True, text=True)
    if run.returncode == 2:
        sys.exit(run.stderr)
    odd = [claim["id"] for claim in strict_json.loads(run.stdout)["claims"] if not claim["as_expected"]]
    return f"{seed} {run.returncode} {time.monotonic() - start:.0f} {' '.join(odd)}".rstrip()


def finished(log):
    return {int(line.split()[0]): line.split() for line in log.read_text().splitlines()} if log.exists() else {}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cli")
    parser.add_argument("globs", nargs="*")
    parser.add_argument("--effort", default="quick")
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--last", type=int, required=True)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--log", type=pathlib.Path, required=True)
    options = parser.parse_args()
    for seed in range(options.first, options.last + 1):
        if seed not in finished(options.log):
            line = verify(options.cli, options.effort, seed, options.jobs, options.globs)
            with options.log.open("a") as log:
                log.write(line + "\n")
    rows = {seed: row for seed, row in finished(options.log).items() if options.first <= seed <= options.last}
    odd = {seed: row for seed, row in rows.items() if row[1] != "0"}
    seconds = sum(int(row[2]) for row in rows.values()) / len(rows)
    print(f"| {options.effort} | {options.first} to {options.last} | {len(rows) - len(odd)} of {len(rows)} | {seconds:.0f} s |")
    for seed, row in sorted(odd.items()):
        print(f"seed {seed}: exit {row[1]}: {' '.join(row[3:])}")
    return 1 if odd else 0


if __name__ == "__main__":
    sys.exit(main())
