#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes the generated parts of the documentation, or checks that they are up to date.

    scripts/docs.py HEARSAY            rewrite
    scripts/docs.py HEARSAY --check    exit 1 and name what is out of date

HEARSAY is the built program. Generated are docs/claims.md, docs/papers.md (scripts/papers.py), and in README.md, CONTRIBUTING.md and docs/*.md every block after a marker:

    <!-- console: hearsay explain muffliato.thm1 -->   the command and its output (durations replaced by `...`)
    <!-- shell -->                                     the block's lines `$ COMMAND` and their output in bash, in an empty folder that the blocks of
                                                       a page share, with `hearsay` in PATH and the clone in $HEARSAY; an exit code other than 0 follows
    <!-- file: docs/examples/audit.cpp -->             the text of a file that the tests compile and run
    <!-- verdicts -->                                  the verdict table of `hearsay verify --effort quick`, in a page of docs/
    <!-- counts -->                                    its last line: the numbers of claims that hold and that are refuted

A block ends at the next `<!-- end -->`.
"""
import functools
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

import check_docs
import papers

ROOT = pathlib.Path(__file__).resolve().parent.parent
MARKER = re.compile(r"<!-- (console|shell|file|verdicts|counts)(?:: (.*?))? -->\n(.*?)<!-- end -->", re.DOTALL)
LICENSE = re.compile(r"^(//|#) SPDX-License-Identifier: .*\n")
DURATION = re.compile(r"\b\d+\.\d+ s\b")
LANGUAGE = {".cpp": "cpp", ".cmake": "cmake", ".yml": "yaml", ".txt": "cmake", ".out": "text"}


@functools.cache
def verdicts(hearsay):
    return generated_file(hearsay, ("verify", "--effort", "quick"))


def generated_file(hearsay, arguments):
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "page.md"
        done = subprocess.run([hearsay, *arguments, "--markdown", path], cwd=ROOT, capture_output=True, text=True)
        if not path.exists():
            sys.exit(f"hearsay {' '.join(arguments)}: {done.stderr}")
        return path.read_text()


def shell_block(hearsay, folder, body):
    """The block again: its commands (`> ` continues the line above) and their output."""
    environment = {**os.environ, "PATH": f"{hearsay.parent}:{os.environ['PATH']}", "HEARSAY": str(ROOT), "COLUMNS": "80", "HEARSAY_PROGRESS": "never"}
    lines = []
    for command in re.findall(r"^\$ (.*(?:\n> .*)*)$", body, re.MULTILINE):
        done = subprocess.run(["bash", "-c", command.replace("\n> ", "\n")], cwd=folder, capture_output=True, text=True, env=environment, timeout=300)
        lines.append(f"$ {command}\n{DURATION.sub('... s', (done.stdout + done.stderr).rstrip())}".rstrip())
        if done.returncode:
            lines.append(f"[exit code {done.returncode}]")
    return "```console\n" + "\n".join(lines) + "\n```\n"


def block(hearsay, kind, argument, body, folder):
    if kind == "shell":
        return shell_block(hearsay, folder, body)
    if kind == "verdicts":
        return "\n" + verdicts(hearsay).replace("](docs/", "](")
    if kind == "counts":
        return verdicts(hearsay).rstrip().splitlines()[-1] + "\n"
    if kind == "file":
        path = ROOT / argument
        return f"```{LANGUAGE.get(path.suffix, '')}\n{LICENSE.sub('', path.read_text()).rstrip()}\n```\n"
    program, *arguments = shlex.split(argument)
    assert program == "hearsay", argument
    done = subprocess.run([hearsay, *arguments], cwd=ROOT, capture_output=True, text=True)
    return f"```console\n$ {argument}\n{DURATION.sub('... s', (done.stdout + done.stderr).rstrip())}\n```\n"


def pages(hearsay):
    yield ROOT / "docs" / "claims.md", generated_file(hearsay, ("claims",))
    yield ROOT / "docs" / "papers.md", papers.page(ROOT, check_docs.catalogue(hearsay))
    for path in [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]:
        if path.name in ("claims.md", "papers.md") or not path.exists():
            continue
        text = path.read_text()
        with tempfile.TemporaryDirectory() as folder:
            yield path, MARKER.sub(
                lambda m: f"<!-- {m[1]}{': ' + m[2] if m[2] else ''} -->\n{block(hearsay, m[1], m[2], m[3], folder)}<!-- end -->", text)


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    hearsay, check = pathlib.Path(sys.argv[1]).resolve(), "--check" in sys.argv[2:]
    stale = []
    for path, text in pages(hearsay):
        if not path.exists() or path.read_text() != text:
            stale.append(str(path.relative_to(ROOT)))
            if not check:
                path.write_text(text)
    if check and stale:
        sys.exit(f"stale: {', '.join(stale)}; run scripts/docs.py {sys.argv[1]}")
    print("docs: " + (f"rewrote {', '.join(stale)}" if stale else "fresh"))


if __name__ == "__main__":
    main()
