#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Formatting and static analysis, both by clang 16.

    scripts/lint.py format [--fix]               every C++ file is as clang-format leaves it; --fix rewrites
    scripts/lint.py tidy BUILD [--since COMMIT] [--most N]  clang-tidy finds nothing in the sources that changed since COMMIT (default HEAD~1), or in all:
                                                 --since all; of more than N it takes N, evenly spaced, and says so

BUILD is a configured build folder with compile_commands.json. Exit 1 if there is something to mend.
"""
import argparse
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

ROOT = pathlib.Path(__file__).resolve().parent.parent
FOLDERS = ("lib", "props", "empirical", "controls", "cli", "bench", "python", "tests", "docs/examples")


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


def without_precompiled_headers(build, folder):
    """Writes BUILD's compile commands into `folder`, each with the headers that it includes itself: the others cost ten times the analysis."""
    commands = json.loads((build / "compile_commands.json").read_text())
    for entry in commands:
        entry["command"] = re.sub(r" -Xclang -include(?:-pch)? -Xclang \S*cmake_pch\S*| -Winvalid-pch", "", entry["command"])
    (folder / "compile_commands.json").write_text(json.dumps(commands))


def check_tidy(build, since, most):
    files = changed(since)
    if most and len(files) > most:
        print(f"lint: {most} of {len(files)} changed files, evenly spaced")
        files = [files[i * len(files) // most] for i in range(most)]
    with tempfile.TemporaryDirectory() as folder:
        without_precompiled_headers(build, pathlib.Path(folder))
        return tidy_findings(folder, files)


def tidy_findings(database, files):
    command = [tool("clang-tidy"), "-p", database, "--quiet", "--warnings-as-errors=*"]

    def findings(path):
        done = subprocess.run([*command, path], capture_output=True, text=True)
        print(done.stdout, end="", flush=True)
        return done.returncode != 0

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        wrong = sum(pool.map(findings, files))
    print(f"lint: {len(files)} files, {wrong} with findings")
    return wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    verbs = parser.add_subparsers(dest="verb", required=True)
    verbs.add_parser("format").add_argument("--fix", action="store_true")
    tidy = verbs.add_parser("tidy")
    tidy.add_argument("build", type=pathlib.Path)
    tidy.add_argument("--since", default="HEAD~1")
    tidy.add_argument("--most", type=int, metavar="N")
    options = parser.parse_args()
    wrong = check_format(options.fix) if options.verb == "format" else check_tidy(options.build, options.since, options.most)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
