#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Formatting and static analysis with clang 16, and GCC's warnings.

    scripts/lint.py format [--fix]               checks that every C++ file is as clang-format leaves it; --fix rewrites
    scripts/lint.py tidy [--since COMMIT] [--most N]  runs clang-tidy on the sources that changed since COMMIT (default HEAD~1; all: every source).
                                                 If there are more than N, it takes N of them, evenly spaced, and says so
    scripts/lint.py gcc [--since COMMIT] [--most N]   compiles the same sources with GCC, warnings as errors

Exit 1 if there is a complaint.
"""
import argparse
import os
import pathlib
import shlex
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import strict_json

ROOT = pathlib.Path(__file__).resolve().parent.parent
FOLDERS = ("lib", "props", "empirical", "controls", "api", "checks", "cli", "bench", "python", "tests", "docs/examples")


def tool(name):
    found = shutil.which(f"{name}-16") or sys.exit(f"lint: {name}-16 is not installed (packages.txt names it)")
    return found


def sources():
    return [path for folder in FOLDERS for path in sorted((ROOT / folder).rglob("*.[ch]pp"))]


def check_format(fix):
    command = [tool("clang-format"), "-i"] if fix else [tool("clang-format"), "--dry-run", "-Werror"]
    done = subprocess.run([*command, *sources()], stderr=subprocess.PIPE, text=True)
    wrong = sorted({line.split(":")[0] for line in done.stderr.splitlines() if ": error: " in line})
    for path in wrong:
        print(f"{pathlib.Path(path).relative_to(ROOT)}: not as clang-format leaves it; scripts/lint.py format --fix")
    return len(wrong)


def changed(since):
    if since == "all":
        return [path for path in sources() if path.suffix == ".cpp"]
    done = subprocess.run(["git", "diff", "--name-only", "--diff-filter=d", since], cwd=ROOT, capture_output=True, text=True)
    if done.returncode != 0:
        print(f"lint: no commit {since}: nothing is compared")
        return []
    return [ROOT / name for name in done.stdout.split() if name.endswith(".cpp") and name.startswith(FOLDERS)]


def compile_commands(preset):
    """A folder with compile commands for each source alone, without precompiled headers, which make the analysis ten times slower."""
    done = subprocess.run(["cmake", "--preset", preset], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode != 0:
        sys.exit(done.stdout)
    return ROOT / "build" / preset


def chosen(since, most):
    files = changed(since)
    if most and len(files) > most:
        print(f"lint: {most} of {len(files)} changed files, evenly spaced")
        files = [files[i * len(files) // most] for i in range(most)]
    return files


def tidy_findings(database, files):
    command = [tool("clang-tidy"), "-p", database, "--quiet", "--warnings-as-errors=*"]

    def findings(path):
        done = subprocess.run([*command, path], capture_output=True, text=True)
        print(done.stdout, end="", flush=True)
        return done.returncode != 0

    return count_findings(findings, files)


def gcc_findings(database, files):
    commands = {entry["file"]: entry for entry in strict_json.read(database / "compile_commands.json")}

    def findings(path):
        entry = commands.get(str(path))
        if entry is None:  # a source that the presets do not build
            return False
        command = shlex.split(entry["command"])
        command[command.index("-o") + 1] = os.devnull
        done = subprocess.run(command, cwd=entry["directory"], capture_output=True, text=True)
        print(done.stderr, end="", flush=True)
        return done.returncode != 0

    return count_findings(findings, files)


def count_findings(findings, files):
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        wrong = sum(pool.map(findings, files))
    print(f"lint: {len(files)} files, {wrong} with findings")
    return wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    verbs = parser.add_subparsers(dest="verb", required=True)
    verbs.add_parser("format").add_argument("--fix", action="store_true")
    for verb in ("tidy", "gcc"):
        options = verbs.add_parser(verb)
        options.add_argument("--since", default="HEAD~1")
        options.add_argument("--most", type=int, metavar="N")
    options = parser.parse_args()
    if options.verb == "format":
        wrong = check_format(options.fix)
    else:
        judge = tidy_findings if options.verb == "tidy" else gcc_findings
        wrong = judge(compile_commands(options.verb), chosen(options.since, options.most))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
