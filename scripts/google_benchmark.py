# SPDX-License-Identifier: GPL-3.0-or-later
"""Reads Google Benchmark programs: their names, their --benchmark_out JSON, and times with intervals."""
import math
import re
import statistics
import subprocess

import strict_json

# Default rule for names: kernel/version/parameters.
RULE = r"(?P<kernel>[^/]+)/(?P<version>[^/]+)(?:/(?P<parameters>.*))?"
SECONDS = {"ns": 1e-9, "us": 1e-6, "ms": 1e-3, "s": 1.0}
# Google Benchmark adds these to a name: the manner of the measurement, not its object.
MANNER = re.compile(r"real_time|process_time|manual_time|(?:iterations|repeats|min_time|min_warmup_time):.*")


class Unreadable(ValueError):
    """The file is not from a Google Benchmark program, or the program failed. One line."""


def rule_of(pattern):
    """The rule for names. @throws Unreadable unless it is a regular expression with the groups kernel and version."""
    try:
        rule = re.compile(pattern)
    except re.error as error:
        raise Unreadable(f"the rule of names {pattern!r} is no regular expression: {error}") from error
    if not {"kernel", "version"} <= set(rule.groupindex):
        raise Unreadable(f"the rule of names {pattern!r} must have groups (?P<kernel>...) and (?P<version>...)")
    return rule


def read(path):
    """The document of --benchmark_out."""
    try:
        document = strict_json.read(path)
        if isinstance(document["context"], dict) and all(isinstance(entry, dict) and "name" in entry for entry in document["benchmarks"]):
            return document
        raise KeyError("context")
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise Unreadable(f"{path}: not JSON of Google Benchmark's --benchmark_out ({error})") from error


def names(program, timeout=60):
    """The benchmarks of a program."""
    try:
        listed = subprocess.run([program, "--benchmark_list_tests=true"], capture_output=True, text=True, check=True, timeout=timeout)
    except (OSError, subprocess.SubprocessError) as error:
        raise Unreadable(f"{program}: does not list its benchmarks ({error})") from error
    return [line.strip() for line in listed.stdout.splitlines() if line.strip()]


def filter_of(name):
    """A --benchmark_filter that matches this name and no other, in any of the dialects that Google Benchmark is built with."""
    return "^" + re.sub(r"([.^$*+?()\[\]{}|\\])", r"\\\1", name) + "$"


def positive(entry, key):
    """A number of an entry, which is a time or a rate. @throws Unreadable unless it is positive and finite: no comparison is possible otherwise."""
    value = entry.get(key)
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 < value < math.inf:
        raise Unreadable(f"{entry.get('name', 'a benchmark')}: {key} is {value!r}; it must be a positive number")
    return value


def time_of(entry, clock):
    """The seconds of a clock of an entry."""
    if entry.get("time_unit") not in SECONDS:
        raise Unreadable(f"{entry.get('name', 'a benchmark')}: time_unit is {entry.get('time_unit')!r}; it must be one of {', '.join(SECONDS)}")
    return positive(entry, clock) * SECONDS[entry["time_unit"]]


def seconds(entry):
    """For one repetition: seconds per unit of work if the benchmark counts items or bytes, otherwise per iteration."""
    for rate in ("items_per_second", "bytes_per_second"):
        if rate in entry:
            return 1.0 / positive(entry, rate)
    return time_of(entry, "real_time" if re.search(r"/(?:real|manual)_time(?:/|$)", entry.get("run_name", entry["name"])) else "cpu_time")


def parts(name, rule):
    """(kernel, version, parameters) of a benchmark's name, or None where the rule does not match."""
    found = rule.fullmatch(name)
    if not found:
        return None
    parameters = found.groupdict().get("parameters") or ""
    return found["kernel"], found["version"], "/".join(part for part in parameters.split("/") if not MANNER.fullmatch(part))


def natural(text):
    """A key to sort by in which numbers count: n:4096 before n:16384."""
    return [int(part) if part.isdigit() else part for part in re.split(r"(\d+)", text)]


def repetition(entry):
    """Whether an entry is a measured repetition: no mean, no fitted complexity (versions before 1.5 have no run_type), and not skipped with a message.

    @throws Unreadable if the benchmark failed.
    """
    if entry.get("error_occurred"):
        raise Unreadable(f"{entry['name']}: {entry.get('error_message', 'failed')}")
    aggregate = entry.get("run_type", "iteration") != "iteration" or "big_o" in entry or "rms" in entry
    return not aggregate and not entry.get("skipped")


def times(document, rule):
    """{(kernel, parameters): {version: [seconds of every repetition]}} in the document's order."""
    table = {}
    for entry in filter(repetition, document["benchmarks"]):
        if named := parts(entry.get("run_name", entry["name"]), rule):
            kernel, version, parameters = named
            table.setdefault((kernel, parameters), {}).setdefault(version, []).append(seconds(entry))
    return table


def median_interval(values, level=0.95):
    """(median, low, high): order statistics k and n + 1 - k, k as large as P(Binomial(n, 1/2) < k) <= (1 - level) / 2 allows.

    It covers the law's median with that probability whatever the law is (independent repetitions). Below six values none does: the least and the largest.
    """
    ordered, n = sorted(values), len(values)
    k, below = 0, 0.0
    while below + math.comb(n, k) / 2**n <= (1 - level) / 2:
        below += math.comb(n, k) / 2**n
        k += 1
    k = max(k, 1)
    return statistics.median(ordered), ordered[k - 1], ordered[n - k]
