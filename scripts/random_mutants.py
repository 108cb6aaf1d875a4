# SPDX-License-Identifier: GPL-3.0-or-later
"""Random first-order mutants of lib/ against the quick tier: implements `scripts/mutate.py --random N --seed S`.

Places are drawn uniformly from the code of lib/hearsay (scripts/mutation_sites.py), until N mutants compile. A mutant is
killed when a test of the quick tier fails, or needs three times its processor time and ten seconds more. The tests of the
mutated file's folder come first, with those about the file before the others. Then come the tests that include its header, then the
fast ones. A test whose program the mutant did not change, byte for byte, is not run again. A survivor has passed the whole
tier, except the tests that read the source instead of running it.

With --fast only the folder's own tests and those that include the header are run. A mutant that they do not notice is alive
for now. A later run without --fast builds and measures the rest of the tier only for these mutants.

tests/mutants/equivalent.txt names, by their text, mutants that were reviewed and make a program that is equally right.
They are not planted.

Every verdict is appended to the results file, so that an interrupted run can continue. A killed mutant is not planted
again, a survivor only if something in the tree has changed since. Delete the file to start over.
"""
import dataclasses
import hashlib
import itertools
import pathlib
import re
import sys
import time

import mutation_sites
from mutation_copy import ROOT, processor_seconds
import strict_json

READS_THE_SOURCE = ("lint.", "scripts.")
SEEN_FROM_OUTSIDE = {"lib/hearsay/system/ranks.cpp": "cli_mpi_test", "lib/hearsay/system/parallel_map.hpp": "cli_mpi_test"}  # the only test that runs most of the file
LOOKS_AT_THE_CLOCK = ("cli_cut_short_test", "cli_mpi_test", "cli_report_test")  # may fail on a busy machine: must fail twice


@dataclasses.dataclass
class Test:
    name: str
    target: str    # what must be built
    command: list
    programs: list  # of the build folder, that the command runs
    seconds: float = 0.0
    digest: str = ""

    def current_digest(self):
        return hashlib.sha256(b"".join(path.read_bytes() for path in self.programs)).hexdigest()


def target_of(name):
    if name.startswith("docs.examples."):
        return "example_" + name.removeprefix("docs.examples.")
    if name.startswith("fuzz."):
        return name.removeprefix("fuzz.") + "_fuzz"
    return "hearsay_cli" if name in ("docs.fresh", "install.consumer") else name


def fails(copy, test, most_seconds=None):
    return not any(copy.passes(test.command, most_seconds) for _ in range(2 if test.name in LOOKS_AT_THE_CLOCK else 1))


def cases_about(file, sources):
    """The cases of the test files that include the header of the mutated file, for --gtest_filter. \param sources texts of test files"""
    header = header_of(file)
    return ":".join(f"{suite}.{name}" for text in sources if header in text for suite, name in re.findall(r"^TEST(?:_F)?\((\w+),\s*(\w+)", text, re.MULTILINE))


class Tier:
    """The tests of the quick tier. Each is built and must pass before it is used."""
    def __init__(self, copy, results):
        self.copy, self.results, self.cases = copy, results, {}
        self.tests = [Test(name, target_of(name), command, []) for name, command in copy.tests().items() if not name.startswith(READS_THE_SOURCE)]
        last = {r["test"]: r["seconds"] for r in results.records if "test" in r}
        for test in self.tests:
            test.seconds = last.get(test.name, 0.0)

    def prepare(self, test):
        if test.digest:
            return
        built = self.copy.build(test.target)
        if built.returncode != 0:
            sys.exit(f"{built.stdout}\n{test.name} does not build before anything is planted")
        test.command = self.copy.tests()[test.name]
        words = " ".join(test.command).split()
        test.programs = [path for path in map(pathlib.Path, words) if self.copy.build_folder in path.parents and path.is_file()]
        test.digest = test.current_digest()
        known = {"test": test.name, "digest": test.digest, "data": self.results.data}
        if any(known.items() <= record.items() for record in self.results.records):
            return
        before = processor_seconds()
        if fails(self.copy, test):
            sys.exit(f"{self.copy.log.read_text()}\n{test.name} is not green before anything is planted")
        test.seconds = processor_seconds() - before
        self.results.add(known | {"seconds": test.seconds})

    def seconds_of(self, test, cases):
        """Processor time of some cases of a prepared test without a mutant."""
        if (test.name, cases) not in self.cases:
            before = processor_seconds()
            self.copy.passes(some_of(test, cases))
            self.cases[test.name, cases] = processor_seconds() - before
        return self.cases[test.name, cases]

    def against(self, file, fast):
        """The tests to run when this file is mutated, in order."""
        chosen = by_nearness(self.tests, file, self.copy.folder / "tests")
        if fast:
            chosen = [test for test in chosen if is_near(test, file, self.copy.folder / "tests")]
        for test in chosen:
            self.prepare(test)
        return chosen


def folder_test(file):
    """The test of a file's folder: accounting_gossip_test of lib/hearsay/accounting/gossip, whose detail/ it tests too. The graph's folders and the
    token's have one test each, as tests/CMakeLists.txt has it."""
    parts = [part for part in pathlib.Path(file).parent.parts if part not in ("lib", "hearsay", "detail")]
    if parts[:1] == ["graph"]:
        parts = parts[:1]
    elif "token" in parts:
        parts = parts[:parts.index("token") + 1]
    return "_".join(parts) + "_test"


def is_near(test, file, folder):
    """Whether it is the test of the file's folder, includes the file's header or is the only test that runs the file. \\param folder  the tests"""
    return test.name in (folder_test(file), SEEN_FROM_OUTSIDE.get(file)) or any(header_of(file) in text for text in quick_sources(folder, test.name))


def by_nearness(tests, file, folder):
    return sorted(tests, key=lambda test: (test.name != folder_test(file), not is_near(test, file, folder), test.seconds))


def quick_sources(folder, name):
    """The texts of the files of a test. \\param folder  the tests"""
    paths = [path for path in sorted(folder.rglob("*_test.cpp")) if not path.name.endswith("_slow_test.cpp")]
    return [path.read_text() for path in paths if folder_test(path.relative_to(folder)) == name]


def header_of(file):
    """The path in an include."""
    return "<" + file.removeprefix("lib/").rpartition(".")[0] + ".hpp>"


def some_of(test, cases):
    return [*test.command, f"--gtest_filter={cases}"]


def limit(seconds):
    """The limit of processor time for a test that needs `seconds` without a mutant."""
    return int(10 + 3 * seconds)


def first_failure(copy, tests, cases="", cases_seconds=0.0):
    """(verdict, name of the test that noticed). A survivor has passed all the tests given.

    \param cases  of the first test: run before all others.
    """
    for i, test in enumerate(tests):
        if copy.build(test.target).returncode != 0:
            return "does not compile", None
        if test.programs and test.current_digest() == test.digest:
            continue
        if i == 0 and cases and not copy.passes(some_of(test, cases), limit(cases_seconds)):
            return "killed", test.name
        if fails(copy, test, limit(test.seconds)):
            return "killed", test.name
    return "SURVIVED", None


class Results:
    """The results: a line of JSON for every test that passed without a mutant, and for every mutant."""
    def __init__(self, path, tree, data):
        self.path, self.tree, self.data = path, tree, data
        path.parent.mkdir(parents=True, exist_ok=True)
        self.records = [strict_json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []

    def add(self, record):
        self.records.append(record | {"tree": self.tree})
        with self.path.open("a") as out:
            out.write(strict_json.dumps(self.records[-1]) + "\n")

    def of(self, mutant, fast):
        """The last verdict on it, or None if it must be planted (again)."""
        record = next((r for r in reversed(self.records) if r.get("id") == mutant.id), None)
        if record is None or record["verdict"] in ("killed", "does not compile"):
            return record
        return record if record["tree"] == self.tree and (fast or record["verdict"] == "SURVIVED") else None


def library(root):
    """{file: text} of the mutated code."""
    return {str(path.relative_to(root)): path.read_text() for path in root.glob("lib/hearsay/**/*.[ch]pp")}


def check_reviewed(reviewed, files):
    """Exits at an entry that is out of date: its line is gone or its mutant differs."""
    for entry in reviewed:
        text = files.get(entry["file"], "")
        count = [line.strip() for line in text.splitlines()].count(entry["line"])
        if count != 1:
            sys.exit(f"equivalent.txt: the line occurs {count} times in {entry['file']}, not once: {entry['line']}")
        if (entry["line"], entry["put"]) not in mutation_sites.mutated_lines(text):
            sys.exit(f"equivalent.txt: no mutant of {entry['file']} makes of the line: {entry['put']}")


def first_drawn(drawn, missing):
    """The next `missing` mutants of a draw, in batches. Mutants of a header, which rebuild many programs, come last in their batch."""
    drawn = iter(drawn)
    while batch := list(itertools.islice(drawn, missing())):
        yield from sorted(batch, key=lambda mutant: mutant.file.endswith(".hpp"))


def report(mutant, record):
    by = f"by {record['by']} " if record["by"] else ""
    print(f"{record['verdict']:<17}{mutant.file}:{mutant.number} {by}({record['seconds']:.0f} s)\n    - {mutant.line}\n    + {mutant.mutated}", flush=True)


def plant(copy, wanted, seed, fast, reviewed, results):
    """Plants `wanted` mutants that compile. \\return 0, or 1 if one that is not reviewed survives."""
    files = library(ROOT)
    check_reviewed(reviewed, files)
    equivalent = {(entry["file"], entry["line"], entry["put"]) for entry in reviewed}
    results = Results(results, *copy.refresh())
    tier, counts = None, dict.fromkeys(("killed", "equivalent", "SURVIVED", "so far alive", "does not compile"), 0)
    for mutant in first_drawn(mutation_sites.draw(files, seed), lambda: wanted - sum(counts.values()) + counts["does not compile"]):
        record = results.of(mutant, fast)
        if (mutant.file, mutant.line, mutant.mutated) in equivalent:
            record = {"verdict": "equivalent", "by": None, "seconds": 0}
        elif record is None:
            tier = tier or Tier(copy, results)
            tests = tier.against(mutant.file, fast)
            cases = cases_about(mutant.file, quick_sources(copy.folder / "tests", folder_test(mutant.file)))
            seconds = tier.seconds_of(tests[0], cases) if cases else 0.0
            start, text = time.monotonic(), files[mutant.file]
            with copy.planted(mutant.file, text[:mutant.begin] + mutant.put + text[mutant.end:]):
                verdict, by = first_failure(copy, tests, cases, seconds)
            if verdict == "SURVIVED" and fast:
                verdict = "so far alive"
            record = {"id": mutant.id, "file": mutant.file, "line": mutant.line, "mutated": mutant.mutated, "verdict": verdict, "by": by,
                      "seconds": round(time.monotonic() - start, 1)}
            results.add(record)
        counts[record["verdict"]] += 1
        report(mutant, record)
    print(f"\nseed {seed}: {sum(counts.values())} drawn, {counts['does not compile']} did not compile; of the others {counts['killed']} killed, "
          f"{counts['equivalent']} equivalent, {counts['SURVIVED']} survived" + (f", {counts['so far alive']} so far alive" if fast else ""))
    return 1 if counts["SURVIVED"] + counts["so far alive"] else 0
