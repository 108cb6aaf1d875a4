#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The spread of the figures' numbers over seeds, and the ranges of expected.json derived from it.

    scripts/figure_windows.py HEARSAY FIGURE... [--seeds 20] [--scale small] [--keep DIR] [--write]

Makes the figures (ids, globs, or all) with seeds 1 .. N and prints the smallest and the largest value of every number. With --write, each
range of expected.json with a number of seeds ({"range", "seeds"}) becomes smallest - margin .. largest + margin. The
margin is an eighth of the spread. Ranges that are a reference (two numbers) are compared, never changed. --keep DIR keeps results, so that an
interrupted run can continue. Exit 1 if a seed misses a reference.
"""
import argparse
import math
import os
import pathlib
import subprocess
import sys
import tempfile

import strict_json

EXPERIMENTS = pathlib.Path(__file__).resolve().parent.parent / "experiments"


def results_of(hearsay, figures, seed, scale, folder):
    """The figures' records with one seed."""
    result = folder / f"{scale}-{seed}.json"
    if not result.exists():
        with tempfile.TemporaryDirectory() as out:
            command = [hearsay, "reproduce", *figures, "--experiments", EXPERIMENTS, "--seed", seed, "--scale", scale, "--out", out, "--json", f"{out}.json"]
            # Without a path there is no gnuplot: only the numbers are needed.
            done = subprocess.run(list(map(str, command)), stdout=subprocess.DEVNULL, env={**os.environ, "PATH": ""})
            if done.returncode not in (0, 1):
                sys.exit(f"figure_windows: seed {seed}: exit code {done.returncode}")
            os.replace(f"{out}.json", result)
    return strict_json.read(result)["figures"]


def spreads(runs):
    """{figure: {number: values by seed}}"""
    found = {}
    for records in runs:
        for record in records:
            for name, value in record["summary"].items():
                found.setdefault(record["figure"], {}).setdefault(name, []).append(value)
    return found


def rounded(value, margin):
    """Rounds to a hundredth of the margin."""
    return round(value, 2 - math.floor(math.log10(margin)))


def window(values, seeds):
    low, high = min(values), max(values)
    margin = max((high - low) / 8, 1e-6 * abs(high))  # covers the rounding of other machines
    return {"range": [rounded(low - margin, margin), rounded(high + margin, margin)], "seeds": seeds}


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("hearsay")
    options.add_argument("figures", nargs="+")
    options.add_argument("--seeds", type=int, default=20)
    options.add_argument("--scale", choices=["small", "paper"], default="small")
    options.add_argument("--keep", type=pathlib.Path)
    options.add_argument("--write", action="store_true")
    options = options.parse_args()
    folder = options.keep or pathlib.Path(tempfile.mkdtemp())
    folder.mkdir(parents=True, exist_ok=True)
    hearsay = pathlib.Path(options.hearsay).resolve()
    missed = 0
    for figure, numbers in spreads(results_of(hearsay, options.figures, seed, options.scale, folder) for seed in range(1, options.seeds + 1)).items():
        path = EXPERIMENTS / figure / "expected.json"
        expected = strict_json.read(path)
        ranges = expected.get(options.scale, {})
        for name, values in numbers.items():
            said, remark = ranges.get(name), ""
            if isinstance(said, dict):
                ranges[name] = window(values, options.seeds)
                remark = f"measured range {ranges[name]['range']}"
            elif said:
                outside = sum(not said[0] <= value <= said[1] for value in values)
                missed += outside
                remark = f"reference {said}" + (f", MISSED by {outside} seeds" if outside else "")
            print(f"{figure}: {name}: {min(values):.6g} .. {max(values):.6g} {remark}")
        if options.write:
            path.write_text(strict_json.dumps(expected, indent=2) + "\n")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
