#!/usr/bin/env python3
"""Plant known bugs and see whether the named test notices.

    scripts/mutate.py --all      every mutant of tests/mutants/*.mut
    scripts/mutate.py ID...      these mutants only
    scripts/mutate.py --changed  mutants of files that differ from the branch `main`
    scripts/mutate.py --list     what there is

A mutant is a block of `key value` lines, blocks separated by a blank line:

    id     view-starts-one-round-late
    why    the first message is sent before any averaging
    file   lib/hearsay/accounting/gossip_view.cpp
    find   text that occurs exactly once in the file
    put    what replaces it
    killed accounting_test

Works on a throw-away copy under build/mutate, whose tests must be green before anything is planted. A mutant is killed
when the test named in `killed` builds and fails, or needs ten times its processor time and a minute. Exit 1 if one survives, 2 if a block is malformed or does not compile.
"""
import argparse
import json
import pathlib
import resource
import shutil
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
COPY = ROOT / "build" / "mutate" / "tree"
KEYS = ("id", "why", "file", "find", "put", "killed")


def read_mutants():
    mutants, seen = [], set()
    for path in sorted((ROOT / "tests" / "mutants").glob("*.mut")):
        for block in path.read_text().split("\n\n"):
            lines = [line for line in block.splitlines() if line.strip() and not line.startswith("#")]
            if not lines:
                continue
            mutant = {}
            for line in lines:
                key, _, value = line.partition(" ")
                mutant[key] = value.strip()
            missing = [key for key in KEYS if key not in mutant]
            if missing:
                sys.exit(f"{path.name}: a mutant lacks {', '.join(missing)}: {lines[0]}")
            if mutant["id"] in seen:
                sys.exit(f"{path.name}: id {mutant['id']} is used twice")
            seen.add(mutant["id"])
            count = (ROOT / mutant["file"]).read_text().count(mutant["find"]) if (ROOT / mutant["file"]).exists() else 0
            if count != 1:
                sys.exit(f"{path.name}: {mutant['id']}: the text to find occurs {count} times in {mutant['file']}, not once")
            mutants.append(mutant)
    return mutants


def run(command, most_seconds=resource.RLIM_INFINITY):
    limit = lambda: resource.setrlimit(resource.RLIMIT_CPU, (most_seconds, most_seconds))
    return subprocess.run(command, cwd=COPY, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, preexec_fn=limit)


def build_and_test(test, most_seconds=resource.RLIM_INFINITY):
    """('built', passed) or ('broken', log). The limit is one of processor time: a busy machine kills no mutant."""
    built = run(["cmake", "--build", "build/dev", "--target", test])
    if built.returncode != 0:
        return "broken", built.stdout
    listed = json.loads(run(["ctest", "--test-dir", "build/dev", "-R", f"^{test}$", "--show-only=json-v1"]).stdout)
    return "built", run(listed["tests"][0]["command"], most_seconds).returncode == 0


def prepare(tests):
    """A copy of the tracked and untracked files, configured, its named tests green. \return their processor times."""
    files = subprocess.run(["git", "ls-files", "-co", "--exclude-standard"], cwd=ROOT, capture_output=True, text=True, check=True)
    wanted = set(files.stdout.splitlines())
    for old in [p for p in COPY.rglob("*") if p.is_file() and "build" not in p.relative_to(COPY).parts[:1]] if COPY.exists() else []:
        if str(old.relative_to(COPY)) not in wanted:
            old.unlink()
    for name in wanted:
        source, target = ROOT / name, COPY / name
        if not source.is_file():
            continue
        if not target.exists() or source.read_bytes() != target.read_bytes():
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(source, target)
            target.touch()
    configured = run(["cmake", "--preset", "dev"])
    if configured.returncode != 0:
        sys.exit(configured.stdout)
    seconds = {}
    for test in sorted(tests):
        run(["cmake", "--build", "build/dev", "--target", test])
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        state, result = build_and_test(test)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        seconds[test] = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        if state == "broken" or not result:
            sys.exit(f"{result if state == 'broken' else ''}\n{test} is not green before anything is planted")
    return seconds


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("ids", nargs="*", metavar="ID")
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--changed", action="store_true")
    parser.add_argument("--list", action="store_true")
    options = parser.parse_args()
    if bool(options.ids) + options.all + options.changed + options.list != 1:
        parser.error("one of --all, --changed, --list, or the IDs of mutants")

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

    seconds = prepare({m["killed"] for m in mutants})
    survivors, broken = [], []
    for m in mutants:
        path = COPY / m["file"]
        original = path.read_text()
        start = time.monotonic()
        path.write_text(original.replace(m["find"], m["put"]))
        try:
            state, passed = build_and_test(m["killed"], int(60 + 10 * seconds[m["killed"]]))
        finally:
            path.write_text(original)
        verdict = "does not compile" if state == "broken" else "SURVIVED" if passed else "killed"
        print(f"{verdict:<17}{m['id']:<48} by {m['killed']} ({time.monotonic() - start:.0f} s)", flush=True)
        if state == "broken":
            broken.append(m["id"])
        elif passed:
            survivors.append(m["id"])
    print(f"\n{len(mutants)} planted, {len(mutants) - len(survivors) - len(broken)} killed, "
          f"{len(survivors)} survived, {len(broken)} did not compile")
    return 2 if broken else 1 if survivors else 0


if __name__ == "__main__":
    sys.exit(main())
