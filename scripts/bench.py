#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Measure every kernel and its textbook version, and print the ratios.

    scripts/bench.py BINARY [--json FILE] [--markdown FILE] [--track [HISTORY]] [--filter REGEX] [--repetitions N]

BINARY is the benchmark program. Its benchmarks are named kernel/version/parameters; version is `hearsay`, `textbook` or `limit`: only the
memory accesses and random words that the kernel cannot do without.
All versions and parameters of a kernel run in one process, in random order, N times each (default 9). Medians are compared.
--json writes a file for bench_compare.py: for every kernel and parameters the repetitions in seconds per unit of work.
--track appends the run to a history (default build/bench/history.jsonl) for bench_page.py.
"""
import argparse
import collections
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile
import time

import bench_track
import google_benchmark
import strict_json

BY_HAND = "<!-- by hand -->"  # --markdown keeps what follows it in the file
HISTORY = pathlib.Path(__file__).resolve().parent.parent / "build" / "bench" / "history.jsonl"
# Kernel: unit of work, wanted ratio textbook time : hearsay time, one for all parameters or one for each, or None.
KERNELS = {
    "rumor.asynchronous": ("message", 8),
    "rumor.asynchronous_growth": ("message", None),
    "rumor.synchronous": ("message", {"muting%:10": 12, "muting%:50": 30, "muting%:100": 30}),
    "rumor.counts": ("message", 20),
    "rumor.map_success": ("value", None),
    "published.all_pairs": ("pair", 4),
    "exact.one_observer": ("target", None),
    "gossip.round": ("byte", None),
    "gossip.round_over_triad": ("byte", 0.8),
    "attack.likelihood_ratio": ("view", None),
    "pld.composition": ("composition", None),
    "stream.loss_matrix": ("edge and round", None),
    "walk.realized": ("pair", None),
    "audit.forever": ("observer", None),
    "audit.steps": ("observer", None),
    "audit.message_noise": ("observer", None),
    "exact.rank": ("rank", None),
    "exact.quick_rank": ("rank", None),
    "linear.account": ("node", None),
    "certificate.gossip": ("file", None),
    "certificate.linear": ("file", None),
    "certificate.rumor": ("file", None),
    "rumor.on_graph": ("message", None),
    "rumor.sender_law": ("solve", None),
    "rumor.sender_pairs": ("pair", None),
    "verify.family": ("claim", None),
}


def left(kernels, counts, took):
    """How long the kernels will take, in words: as long as in the last run, or as the kernels before them for each benchmark. Empty if nothing is known."""
    measured = sum(counts[kernel] for kernel in took["now"])
    mean = sum(took["now"].values()) / measured if measured else None
    each = [took["before"].get(kernel, mean and mean * counts[kernel]) for kernel in kernels]
    if None in each:
        return ""
    return f", about {sum(each):.0f} s left" if sum(each) < 90 else f", about {sum(each) / 60:.0f} min left"


def measure(binary, pattern, repetitions):
    """The benchmark program's JSON. Each kernel has its own process, so that its memory does not affect the others. Says on stderr which kernel runs and how long the rest will take."""
    listed = subprocess.run([binary, "--benchmark_list_tests=true", f"--benchmark_filter={pattern}"], capture_output=True, text=True, check=True)
    names = collections.defaultdict(list)
    for line in filter(None, map(str.strip, listed.stdout.splitlines())):
        names[line.split("/")[0]].append(line)
    counts = {kernel: len(of_kernel) for kernel, of_kernel in names.items()}
    last_run = pathlib.Path(binary).with_name("seconds.json")
    took = {"before": strict_json.read(last_run) if last_run.exists() else {}, "now": {}}
    results = {"context": None, "benchmarks": []}
    for number, kernel in enumerate(counts):
        print(f"bench: {kernel}, kernel {number + 1} of {len(counts)}{left(list(counts)[number:], counts, took)}", file=sys.stderr, flush=True)
        begin = time.monotonic()
        with tempfile.NamedTemporaryFile(suffix=".json") as out:
            run = subprocess.run([binary, f"--benchmark_filter={'|'.join(map(google_benchmark.filter_of, names[kernel]))}", f"--benchmark_repetitions={repetitions}",
                                  "--benchmark_enable_random_interleaving=true", "--benchmark_min_time=0.05", f"--benchmark_out={out.name}",
                                  "--benchmark_out_format=json"], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
            if run.returncode != 0:
                sys.exit(f"bench: {kernel}: {run.stderr.strip() or run.returncode}")
            found = strict_json.read(out.name)
        took["now"][kernel] = time.monotonic() - begin
        results["context"] = results["context"] or found["context"]
        results["benchmarks"] += found["benchmarks"]
    last_run.write_text(strict_json.dumps({**took["before"], **took["now"]}) + "\n")
    return results


def collect(results):
    """(kernel, parameters) -> {version: {"seconds": per unit of work, one per repetition; "peak_mib"}}, and the fitted complexities."""
    times = google_benchmark.times(results, re.compile(google_benchmark.RULE))
    table = {key: {version: {"seconds": values, "peak_mib": None} for version, values in versions.items()} for key, versions in times.items()}
    fits = []
    for entry in results["benchmarks"]:
        kernel, version, parameters = google_benchmark.parts(entry.get("run_name", entry["name"]), re.compile(google_benchmark.RULE))
        if google_benchmark.repetition(entry):
            table[kernel, parameters][version]["peak_mib"] = entry.get("peak_MiB")
        elif entry.get("aggregate_name") == "BigO":
            fits.append({"kernel": kernel, "complexity": entry["big_o"], "nanoseconds": entry["real_coefficient"]})
    return table, fits


def summarize(table):
    rows = []
    kernels = list(dict.fromkeys(kernel for kernel, _ in table))
    for (kernel, parameters), versions in sorted(table.items(), key=lambda item: (kernels.index(item[0][0]), google_benchmark.natural(item[0][1]))):
        unit, target = KERNELS.get(kernel, ("item", None))
        row = {"kernel": kernel, "parameters": parameters, "unit": unit, "target": target.get(parameters) if isinstance(target, dict) else target}
        for version, found in versions.items():
            row[version] = found["seconds"]
            row[f"{version}_peak_mib"] = found["peak_mib"]
        if "hearsay" in row and "textbook" in row:
            row["ratio"] = statistics.median(row["textbook"]) / statistics.median(row["hearsay"])
        rows.append(row)
    return rows


def seconds(value):
    for unit, scale in (("s", 1.0), ("ms", 1e-3), ("us", 1e-6), ("ns", 1e-9)):
        if value >= scale:
            return f"{value / scale:.3g} {unit}"
    return f"{value / 1e-12:.3g} ps"


def lines(rows):
    yield ("kernel", "parameters", "unit", "textbook", "hearsay", "limit", "ratio", "target")
    for row in rows:
        cell = {version: seconds(statistics.median(row[version])) if version in row else "" for version in ("textbook", "hearsay", "limit")}
        yield (row["kernel"], row["parameters"], row["unit"], cell["textbook"], cell["hearsay"], cell["limit"], f"{row['ratio']:.3g}" if "ratio" in row else "",
               "" if row["target"] is None else f"{row['target']:g}")


def markdown(rows, fits, context, flags, repetitions):
    caches = ", ".join(f"L{c['level']} {c['type']} {c['size'] // 1024} KiB" for c in context.get("caches", []))
    out = ["# Performance", "", "`./run bench --markdown docs/performance.md` writes this page. The times are measurements, not guarantees.", "",
           f"Machine: {bench_track.machine()}; {caches}.", f"Compiler: {flags}.", "",
           f"The table shows medians of {repetitions} repetitions. The versions of a kernel run in random order in one process. Times are per unit of work, so a ratio",
           "compares speeds. On a shared machine only ratios are reliable.", "",
           "- `limit`: time of the memory accesses and random words that the kernel cannot do without.",
           "- `gossip.round_over_triad` compares bytes per second with those of a = b + s c.",
           "- `attack.likelihood_ratio` with `row_space:0` simulates the protocol step by step, which the textbook version does not do.", ""]
    table = list(lines(rows))
    out.append("| " + " | ".join(table[0]) + " |")
    out.append("|" + "---|" * len(table[0]))
    out += ["| " + " | ".join(line) + " |" for line in table[1:]]
    if fits:
        out += ["", "Fitted growth with the number of nodes n:", ""]
        out += [f"- {fit['kernel']}: {fit['nanoseconds']:.3g} ns times {fit['complexity'].replace('N', 'n').replace('lgn', 'log2 n')}" for fit in fits]
    peaks = [(row["kernel"], row["parameters"], row["hearsay_peak_mib"]) for row in rows if row.get("hearsay_peak_mib")]
    if peaks:
        out += ["", "Peak memory of the process, MiB:", ""]
        out += [f"- {f'{kernel} {parameters}'.strip()}: {peak:.0f}" for kernel, parameters, peak in peaks]
    return "\n".join(out) + "\n"


def by_hand(page):
    """The part of the page that no benchmark writes."""
    old = page.read_text() if page.exists() else ""
    return "\n" + BY_HAND + old.split(BY_HAND, 1)[1] if BY_HAND in old else ""


def main():
    parser = argparse.ArgumentParser(description="benchmarks and their ratios")
    parser.add_argument("binary")
    parser.add_argument("--json", type=pathlib.Path)
    parser.add_argument("--markdown", type=pathlib.Path)
    parser.add_argument("--track", type=pathlib.Path, nargs="?", const=HISTORY, metavar="HISTORY")
    parser.add_argument("--filter", default=".")
    parser.add_argument("--repetitions", type=int, default=9)
    options = parser.parse_args()
    commit = bench_track.commit(HISTORY.parent.parent.parent)
    results = measure(options.binary, options.filter, options.repetitions)
    try:
        table, fits = collect(results)
    except google_benchmark.Unreadable as error:
        sys.exit(f"bench: {error}")
    rows = summarize(table)
    printed = list(lines(rows))
    widths = [max(len(line[k]) for line in printed) for k in range(len(printed[0]))]
    for line in printed:
        print("  ".join(cell.ljust(width) for cell, width in zip(line, widths)).rstrip())
    for fit in fits:
        print(f"{fit['kernel']}: {fit['nanoseconds']:.3g} ns times {fit['complexity']}")
    context = results["context"]
    if options.track:
        head = bench_track.head_of(context, bench_track.VERSIONS, commit, bench_track.machine())
        lines_of_run = bench_track.entries({key: {version: found["seconds"] for version, found in versions.items()} for key, versions in table.items()}, head)
        bench_track.append(options.track, lines_of_run)
        print(f"{options.track}: {len(lines_of_run)} kernels added")
    if options.json:
        options.json.write_text(strict_json.dumps({"context": context, "kernels": rows, "fits": fits}, indent=1) + "\n")
    if options.markdown:
        options.markdown.write_text(markdown(rows, fits, context, context.get("hearsay_build", "unknown"), options.repetitions) + by_hand(options.markdown))


if __name__ == "__main__":
    main()
