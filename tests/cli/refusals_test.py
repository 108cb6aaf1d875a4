#!/usr/bin/env python3
"""Bad input gets one clear line on stderr and exit code 2, and nothing is written. Usage: refusals_test.py HEARSAY

The table is every *.txt beside this file: a command line after `$ `, and below it the line that must come back on
stderr, without the leading `hearsay: ` (a line that ends in `...` gives its beginning only). Commands run in a scratch folder that holds the files of FILES.
"""
import pathlib
import shlex
import subprocess
import sys
import tempfile

FILES = {
    "empty.edges": b"",
    "comments.edges": b"# nobody\n\n",
    "one-label.edges": b"1 2\n2 3\nlonely\n",
    "weighted.edges": b"1 2 0.5\n",
    "commas.edges": b"1,2\n2,3\n",
    "binary.edges": b"1 2\n\x00\x01\x02",
    "two-parts.edges": b"a b\nb c\nd e\n",
    "path.edges": b"ann bob\nbob cy\n",
    "range.mtx": b"%%MatrixMarket matrix coordinate pattern symmetric\n3 3 2\n2 1\n7 2\n",
    "moon.mtx": b"%%MatrixMarket matrix coordinate pattern symmetric\n1000000000000 1000000000000 1\n2 1\n",
    "short.mtx": b"%%MatrixMarket matrix coordinate pattern symmetric\n3 3 2\n2 1\n",
    "dense.mtx": b"%%MatrixMarket matrix array real general\n2 2\n1\n1\n1\n1\n",
    "broken.graphml": b"<?xml version='1.0'?>\n<graphml><graph>\n",
    "page.xml": b"<html></html>\n",
    "same.csv": b"a,b\n1,2\n3,2\n5,2\n",
    "few.csv": b"a,b\n1,2\n3,4\n5,6\n",
}


def cases(table):
    lines = table.read_text().splitlines()
    for number, line in enumerate(lines, 1):
        if line.startswith("$ "):
            yield f"{table.name}:{number}", line[2:], lines[number]


def complaints(hearsay, command, expected):
    with tempfile.TemporaryDirectory() as folder:
        scratch = pathlib.Path(folder)
        for name, content in FILES.items():
            (scratch / name).write_bytes(content)
        run = subprocess.run([hearsay, *shlex.split(command)], cwd=scratch, capture_output=True, timeout=60)
        if run.returncode != 2:
            yield f"exit code {run.returncode}, not 2"
        found = run.stderr.decode(errors="replace")
        start = f"hearsay: {expected.removesuffix('...')}"
        as_expected = found.startswith(start) if expected.endswith("...") else found == start + "\n"
        if not as_expected or found.count("\n") != 1:
            yield f"stderr is {found!r}, not the one line {'hearsay: ' + expected!r}"
        if run.stdout:
            yield f"stdout is {run.stdout[:80]!r}, not empty"
        left = {path.name for path in scratch.iterdir()} - FILES.keys()
        if left:
            yield f"wrote {sorted(left)}"


def main():
    hearsay, failed, count = str(pathlib.Path(sys.argv[1]).resolve()), 0, 0
    for table in sorted(pathlib.Path(__file__).parent.glob("*.txt")):
        for where, command, expected in cases(table):
            count += 1
            for complaint in complaints(hearsay, command, expected):
                failed += 1
                print(f"{where}: {command}\n    {complaint}")
    print(f"{count} refusals, {failed} complaints")
    return 1 if failed or count < 20 else 0


if __name__ == "__main__":
    sys.exit(main())
