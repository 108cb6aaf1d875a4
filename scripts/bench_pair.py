#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Check whether the second of two Google Benchmark programs is slower than the first. They run in turn, so that a busy machine slows both.

    scripts/bench_pair.py BEFORE AFTER [--filter REGEX] [--margin 0.1] [--pairs 9] [--confirm 3] [--min-time 0.1] [--cpu] [--json FILE]

Each benchmark that both programs have and REGEX matches is measured in PAIRS pairs of runs, each of MIN-TIME seconds, with alternating order. The result
is the median of the pairs' quotients after : before. A quotient above 1 + MARGIN is measured CONFIRM more times with twice as many pairs. The
slowdown is confirmed if every repetition exceeds the margin. The default margin is halfway between no change and 20 %. Time is the time of the benchmark itself (UseRealTime or processor time). With --cpu it is
the processor time of the main thread, without waiting for other programs.

Exit 1 if a slowdown is confirmed, 2 if something cannot be measured.
"""
import argparse
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile

import google_benchmark
import strict_json

REPETITIONS = 3  # in each run
MARGIN, PAIRS, CONFIRM = 0.1, 9, 3  # the defaults of the options


def once(program, name, min_time, cpu, limit):
    """Seconds per iteration of one run of one benchmark: the median of its repetitions."""
    with tempfile.TemporaryDirectory() as folder:
        out = pathlib.Path(folder, "out.json")
        try:
            subprocess.run([program, f"--benchmark_filter={google_benchmark.filter_of(name)}", f"--benchmark_min_time={min_time / REPETITIONS:g}",
                            f"--benchmark_repetitions={REPETITIONS}", f"--benchmark_out={out}",
                            "--benchmark_out_format=json"], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, check=True, timeout=limit)
        except (OSError, subprocess.SubprocessError) as error:
            raise google_benchmark.Unreadable(f"{program}: {name}: {error}") from error
        document = google_benchmark.read(out)
    runs = list(filter(google_benchmark.repetition, document["benchmarks"]))
    if not runs:
        skipped = next((entry.get("skip_message") for entry in document["benchmarks"] if entry.get("skipped")), None)
        raise google_benchmark.Unreadable(f"{program}: {name}: " + (f"skipped ({skipped})" if skipped else "does not run"))
    return statistics.median(google_benchmark.time_of(entry, "cpu_time") if cpu else google_benchmark.seconds(entry) for entry in runs)


def quotient(measure, pairs):
    """Median of after : before over pairs of runs whose order alternates. @param measure seconds of a run of program 0 (before) or 1 (after)"""
    quotients = []
    for k in range(pairs):
        order = (0, 1) if k % 2 == 0 else (1, 0)
        times = {program: measure(program) for program in order}
        quotients.append(times[1] / times[0])
    return statistics.median(quotients)


def judge(measure, pairs, confirm, margin):
    """{"quotients": first and repetitions, "slower": whether all exceed 1 + margin}. Stops at the first that does not."""
    found = [quotient(measure, pairs)]
    while found[-1] > 1 + margin and len(found) <= confirm:
        found.append(quotient(measure, 2 * pairs))
    return {"quotients": found, "slower": found[-1] > 1 + margin}


def compare(before, after, options):
    """One row per benchmark, printed when it is measured. A benchmark that cannot be measured has an `error` and no quotients."""
    common = [name for name in google_benchmark.names(before) if name in set(google_benchmark.names(after)) and re.search(options.filter, name)]
    if not common:
        raise google_benchmark.Unreadable(f"no benchmark that both programs have matches {options.filter!r}")
    rows = []

    def measure_of(name):
        return lambda program: once((before, after)[program], name, options.min_time, options.cpu, options.limit)

    for name in common:
        try:
            row = {"name": name, **judge(measure_of(name), options.pairs, options.confirm, options.margin)}
        except (google_benchmark.Unreadable, KeyError, ZeroDivisionError) as error:
            print(f"failed {name}: {error}", flush=True)
            rows.append({"name": name, "slower": False, "error": str(error)})
            continue
        words = "SLOWER" if row["slower"] else "ok"
        print(f"{words:<7}{name:<48} time x {row['quotients'][0]:.3f}" + (f", again {', '.join(f'{x:.3f}' for x in row['quotients'][1:])}" if row["quotients"][1:] else ""), flush=True)
        rows.append(row)
    return rows


def add_options(parser):
    parser.add_argument("--filter", default=".")
    parser.add_argument("--margin", type=float, default=MARGIN, help=f"tolerated slowdown as a fraction (default {MARGIN})")
    parser.add_argument("--pairs", type=int, default=PAIRS)
    parser.add_argument("--confirm", type=int, default=CONFIRM, help=f"repetitions that must exceed the margin (default {CONFIRM})")
    parser.add_argument("--min-time", type=float, default=0.1, help="seconds per run (default 0.1)")
    parser.add_argument("--limit", type=float, default=120, help="time limit of a run in seconds (default 120)")
    parser.add_argument("--cpu", action="store_true")
    parser.add_argument("--json", type=pathlib.Path)


def check_options(parser, options):
    if not options.margin > 0 or options.pairs < 1 or options.confirm < 1 or not options.min_time > 0 or not options.limit > 0:
        parser.error("--margin, --pairs, --confirm, --min-time and --limit must be positive")
    try:
        re.compile(options.filter)
    except re.error as error:
        parser.error(f"--filter {options.filter!r}: {error}")


def main():
    parser = argparse.ArgumentParser(description="compare two benchmark programs, run in turn")
    parser.add_argument("before")
    parser.add_argument("after")
    add_options(parser)
    options = parser.parse_args()
    check_options(parser, options)
    try:
        rows = compare(options.before, options.after, options)
        if options.json:
            options.json.write_text(strict_json.dumps(rows, indent=1) + "\n")
    except (OSError, google_benchmark.Unreadable) as error:
        print(f"bench_pair: {error}", file=sys.stderr)
        sys.exit(2)
    sys.exit(1 if any(row["slower"] for row in rows) else 2 if any("error" in row for row in rows) else 0)


if __name__ == "__main__":
    main()
