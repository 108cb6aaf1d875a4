#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Bad input gets one clear line on stderr and exit code 2, and nothing is written. Usage: refusals_test.py HEARSAY

The table is every *.txt beside this file: a command line after `$ `, and below it the line that must come back on
stderr, without the leading `hearsay: ` (a line that ends in `...` gives its beginning only). Commands run in a scratch folder that holds the files of FILES.
"""
import os
import pathlib
import shlex
import subprocess
import sys
import tempfile
import time

FILES = {
    "empty.edges": b"",
    "comments.edges": b"# nobody\n\n",
    "one-label.edges": b"1 2\n2 3\nlonely\n",
    "weighted.edges": b"1 2 0.5\n",
    "semicolons.edges": b"1;2\n2;3\n",
    "header.edges": b"ego alter\nann bob\n",
    "counted.edges": b"4 3\n1 2\n2 3\n3 4\n",
    "latin-1.edges": b"Jos\xe9 ben\n",
    "direction.edges": b"a\xe2\x80\xaeb c\n",
    "pajek.txt": b"*Vertices 2\n*Edges\n1 2\n",
    "adjacency.txt": b"#x\n# GMT now\n0 1 2\n",
    "ring.txt": b"3 3\n2 3\n1 3\n1 2\n",
    "hyper.graphml": b"<graphml><graph><node id='a'/><hyperedge/></graph></graphml>",
    "break.graphml": b"<graphml><graph>\n<node id='a&#10;b'/></graph></graphml>",
    "negative.npy": b"\x93NUMPY\x01\x00\x3c\x00{'descr': '<f8', 'fortran_order': False, 'shape': (-1, -1)}  \n",
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
    "huge-label.edges": b"a" * 201 + b" b\n",
    "long-line.edges": b"a b " + b"c" * 66000 + b"\n",
    "escape.edges": b"\x1b[31ma b\n",
    "escape-label.edges": b"a\x1b[31m\n",
    "loop.edges": b"a a\n",
    "weighted.mtx": b"%%MatrixMarket matrix coordinate real symmetric\n3 3 2\n2 1 0.5\n3 2 1\n",
    "weighted.graphml": b"<graphml xmlns='http://graphml.graphdrawing.org/xmlns'><key id='w' for='edge' attr.name='weight' attr.type='double'/>"
                        b"<graph edgedefault='undirected'><node id='a'/><node id='b'/><edge source='a' target='b'><data key='w'>2</data></edge></graph></graphml>",
    "negative.mtx": b"%%MatrixMarket matrix coordinate pattern symmetric\n3 3 -2\n2 1\n",
    "rectangle.mtx": b"%%MatrixMarket matrix coordinate pattern general\n3 4 1\n2 1\n",
    "more.mtx": b"%%MatrixMarket matrix coordinate pattern symmetric\n3 3 1\n2 1\n3 1\n",
    "ends.mtx": b"%%MatrixMarket matrix coordinate pattern symmetric\n",
    "list.mtx": b"1 2\n",
    "nodes.graphml": b"<graphml xmlns='http://graphml.graphdrawing.org/xmlns'><graph></graph></graphml>",
    "twice.graphml": b"<graphml xmlns='http://graphml.graphdrawing.org/xmlns'><graph edgedefault='undirected'><node id='x'/><node id='x'/><edge source='x'/></graph></graphml>",
    "junk.graphml": b"<\x8f\x03\xb2&;",
    "ok.csv": b"a,b,y\n1,2,0\n3,4,1\n",
    "empty.csv": b"",
    "header.csv": b"a,b,y\n",
    "ragged.csv": b"a,b,y\n1,2\n",
    "inf.csv": b"a,b,y\n1,inf,0\n2,3,1\n",
    "overflow.csv": b"a,b,y\n1,1e400,0\n2,3,1\n",
    "missing.csv": b"a,b,y\n1,,0\n2,3,1\n",
    "quote.csv": b"a,b,y\n\"1,2,0\n",
    "three.csv": b"a,y\n1,red\n2,green\n3,blue\n",
    "one-class.csv": b"a,y\n" + b"1,1\n" * 20,
    "zero-byte.csv": b"a,y\n1,\x00\n",
    "one-column.csv": b"y\n1\n2\n",
    "escape.csv": b"a\x1b[31m,y\r\nx\x1b[2J,2\r\n",
    "class.arff": b"@relation r\n@attribute a numeric\n@attribute y {0,1}\n@data\n1,2\n",
    "string.arff": b"@relation r\n@attribute a string\n@data\n",
    "no-data.arff": b"@relation r\n@attribute a numeric\n",
    "sparse.arff": b"@relation r\n@attribute a numeric\n@attribute y {0,1}\n@data\n{0 1}\n",
    "zero.svm": b"1 0:1\n",
    "decreasing.svm": b"1 2:1 1:1\n",
    "far.svm": b"1 100001:1\n",
    "wide.svm": b"1 100000:1\n" * 2001,
    "word.svm": b"x 1:1\n",
    "empty.json": b"{}",
    "broken.json": b"{",
    "claims.json": b'{"parameters": {}, "seed": 1, "claims": [{"id": 3}]}',
    "deep.json": b"[" * 100000,
    "protocol.json": b'{"format": "hearsay-protocol-1", "nodes": 3, "rounds": [{"mix": {"edges": [[0, 1], [1, 2]], "weights": "metropolis"}}], "noise": [{"kind": "node", "sigma": 1}], "view": {"observers": [0], "sees": "messages", "knows": "own"}}',
    "key.protocol.json": b'{"format": "hearsay-protocol-1", "nodes": 3, "rounds": [], "noise": [], "view": {}, "sigma": 1}',
    "node.protocol.json": b'{"format": "hearsay-protocol-1", "nodes": 3, "rounds": [{"mix": {"edges": [[0, 9]], "weights": "metropolis"}}], "noise": [], "view": {}}',
    "matrix.protocol.json": b'{"format": "hearsay-protocol-1", "nodes": 3, "rounds": [{"mix": {"matrix": "one.mtx"}}], "noise": [], "view": {}}',
    "one.mtx": b"%%MatrixMarket matrix coordinate real general\n1 1 1\n1 1 1\n",
    "two.mtx": b"%%MatrixMarket matrix coordinate real general\n2 2 1\n1 1 1\n",
    "other.state": b'{"attack": {"command": "attack rumor"}, "runs": 1024, "hits": [7]}',
}


def cases(table):
    lines = table.read_text().splitlines()
    for number, line in enumerate(lines, 1):
        if line.startswith("$ "):
            yield f"{table.name}:{number}", line[2:], lines[number]


def complaints(hearsay, table, command, expected):
    with tempfile.TemporaryDirectory() as folder:
        scratch = pathlib.Path(folder)
        for name, content in FILES.items():
            (scratch / name).write_bytes(content)
        os.mkfifo(scratch / "pipe")  # reading it would wait for ever
        (scratch / "folder").mkdir()
        start = time.monotonic()
        run = subprocess.run([hearsay, *shlex.split(command)], cwd=scratch, capture_output=True, timeout=60)
        if table == "too_large.txt" and time.monotonic() - start > 5:  # a second, and more on a busy machine
            yield "was not refused at once"
        if run.returncode != 2:
            yield f"exit code {run.returncode}, not 2"
        found = run.stderr.decode(errors="replace")
        start = f"hearsay: {expected.removesuffix('...')}"
        as_expected = found.startswith(start) if expected.endswith("...") else found == start + "\n"
        if not as_expected or found.count("\n") != 1:
            yield f"stderr is {found!r}, not the one line {'hearsay: ' + expected!r}"
        if run.stdout:
            yield f"stdout is {run.stdout[:80]!r}, not empty"
        left = {path.name for path in scratch.iterdir()} - FILES.keys() - {"pipe", "folder"}
        if left:
            yield f"wrote {sorted(left)}"


def main():
    hearsay, failed, count = str(pathlib.Path(sys.argv[1]).resolve()), 0, 0
    for table in sorted(pathlib.Path(__file__).parent.glob("*.txt")):
        for where, command, expected in cases(table):
            count += 1
            for complaint in complaints(hearsay, table.name, command, expected):
                failed += 1
                print(f"{where}: {command}\n    {complaint}")
    print(f"{count} refusals, {failed} complaints")
    return 1 if failed or count < 150 else 0


if __name__ == "__main__":
    sys.exit(main())
