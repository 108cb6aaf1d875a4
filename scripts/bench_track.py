#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Append runs of Google Benchmark programs to a history, with one line of JSON per kernel.

    scripts/bench_track.py HISTORY BENCHMARK_OUT... [--names RULE] [--versions REFERENCE,OWN] [--commit C] [--machine M]

BENCHMARK_OUT is a file of --benchmark_out, with repetitions. RULE is a regular expression for the whole name of a benchmark with groups
`kernel`, `version` and optionally `parameters` (default: kernel/version/parameters). OWN (default hearsay) is compared with the version REFERENCE
(default textbook). Benchmarks that the rule does not match, and skipped ones, are left out and counted. `./run bench --track` does this for hearsay.

A line has kernel, parameters, commit (with `changed` if files differ from it), date, machine and build. `times` has for each version the median with a
95 % interval in seconds per unit of work. `ratio` is REFERENCE : OWN.
"""
import argparse
import datetime
import pathlib
import re
import subprocess
import sys

import google_benchmark
import strict_json

VERSIONS = ("textbook", "hearsay")


def machine():
    """This machine's processor and number of CPUs."""
    try:
        info = pathlib.Path("/proc/cpuinfo").read_text()
    except OSError:
        info = ""
    model = re.search(r"model name\s*:\s*(.*)", info)
    return f"{model[1] if model else 'unknown CPU'}, {max(info.count('processor'), 1)} CPUs"


def commit(folder):
    """(commit of a folder, whether tracked files differ from it); (\"unknown\", False) outside of git."""
    def git(*words):
        return subprocess.run(["git", "-C", folder, *words], capture_output=True, text=True, check=True).stdout.strip()
    try:
        return git("rev-parse", "HEAD"), bool(git("status", "--porcelain", "--untracked-files=no"))
    except (OSError, subprocess.CalledProcessError):
        return "unknown", False


def summary(values):
    median, low, high = google_benchmark.median_interval(values)
    return {"median": median, "low": low, "high": high, "repetitions": len(values)}


def entries(table, head, versions=VERSIONS):
    """Lines of a history from {(kernel, parameters): {version: seconds}}. A ratio's interval is the quotient of the ends: 90 % by Bonferroni's inequality."""
    reference, own = versions
    lines = []
    for (kernel, parameters), found in table.items():
        if own not in found:
            continue
        times = {version: summary(found[version]) for version in versions if version in found}
        line = {"schema": "hearsay-bench-1", **head, "kernel": kernel, "parameters": parameters, "times": times, "ratio": None}
        if reference in times:
            ratios = [times[reference][a] / times[own][b] for a, b in (("median", "median"), ("low", "high"), ("high", "low"))]
            line["ratio"] = dict(zip(("median", "low", "high"), ratios))
        lines.append(line)
    return lines


def append(history, lines):
    """Appends all lines at once, so that a history never has half a run."""
    history.parent.mkdir(parents=True, exist_ok=True)
    with history.open("ab", buffering=0) as file:
        file.write("".join(strict_json.dumps(line) + "\n" for line in lines).encode())


def head_of(context, versions, commit_and_changed, machine_name):
    """The fields that all lines of a run share."""
    name, changed = commit_and_changed
    date = datetime.datetime.fromisoformat(context["date"]) if "date" in context else datetime.datetime.now(datetime.timezone.utc)
    return {"commit": name, "changed": changed, "date": date.astimezone(datetime.timezone.utc).isoformat(), "machine": machine_name,
            "build": context.get("hearsay_build") or context.get("library_build_type", ""), "versions": list(versions)}


def main():
    parser = argparse.ArgumentParser(description="append runs of Google Benchmark programs to a history")
    parser.add_argument("history", type=pathlib.Path)
    parser.add_argument("benchmark_out", nargs="+")
    parser.add_argument("--names", default=google_benchmark.RULE, metavar="RULE")
    parser.add_argument("--versions", default=",".join(VERSIONS), metavar="REFERENCE,OWN")
    parser.add_argument("--commit", help="default: commit of the current folder")
    parser.add_argument("--machine", default=machine(), help="default: processor and number of CPUs of this machine")
    options = parser.parse_args()
    versions = tuple(options.versions.split(","))
    if len(versions) != 2 or not all(versions) or versions[0] == versions[1]:
        parser.error(f"--versions is {options.versions!r}; it must be two names, REFERENCE,OWN")
    try:
        rule = google_benchmark.rule_of(options.names)
        lines, left_out = [], 0
        for path in options.benchmark_out:
            document = google_benchmark.read(path)
            head = head_of(document["context"], versions, (options.commit, False) if options.commit else commit("."), options.machine)
            lines += entries(google_benchmark.times(document, rule), head, versions)
            left_out += sum(bool(entry.get("skipped")) or google_benchmark.parts(entry.get("run_name", entry["name"]), rule) is None for entry in document["benchmarks"])
        if not lines:
            raise google_benchmark.Unreadable(f"no benchmark has the version {versions[1]!r} under the rule {options.names!r}")
        append(options.history, lines)
    except (OSError, KeyError, ValueError) as error:
        print(f"bench_track: {error}", file=sys.stderr)
        sys.exit(2)
    print(f"{options.history}: {len(lines)} kernels added" + (f", {left_out} results left out" if left_out else ""))


if __name__ == "__main__":
    main()
