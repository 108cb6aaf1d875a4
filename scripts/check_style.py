#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks licenses and the denominators of fractions in every source file. Usage: check_style.py [ROOT] [--fix]

The license is on the first line, or on the second below a `#!`. --fix adds missing licenses.

Rational(above, below) asks for below > 0 and does not check it (lib/hearsay/exact/rational.hpp), so a denominator that is a difference or negative is
refused: write Rational(above) / below, which takes any sign and throws for 0.
"""
import pathlib
import re
import sys

LICENSE = "SPDX-License-Identifier: GPL-3.0-or-later"
COMMENT = {".cpp": "//", ".hpp": "//", ".hpp.in": "//", ".py": "#", ".pyi": "#", ".sh": "#", ".cmake": "#", ".cmake.in": "#", ".js": "//"}
FOLDERS = (".ci", "lib", "controls", "props", "empirical", "api", "checks", "cli", "bench", "tests", "python", "docs", "scripts", "cmake", "certificates")
NAMED = {"CMakeLists.txt": "#", "run": "#"}


def comment_of(path):
    """The text that begins a comment in this file, or None if it is no source."""
    if path.name in NAMED:
        return NAMED[path.name]
    return next((mark for suffix, mark in COMMENT.items() if path.name.endswith(suffix)), None)


def sources(root):
    yield from (path for path in sorted(root.iterdir()) if path.is_file() and comment_of(path))
    for folder in FOLDERS:
        yield from (path for path in sorted((root / folder).rglob("*")) if path.is_file() and comment_of(path))


def licensed(path):
    lines = path.read_text().splitlines()[:2]
    place = 1 if lines and lines[0].startswith("#!") else 0
    return len(lines) > place and lines[place] == f"{comment_of(path)} {LICENSE}"


def add_license(path):
    line, text = f"{comment_of(path)} {LICENSE}\n", path.read_text()
    first, rest = text.split("\n", 1) if text.startswith("#!") else (None, text)
    path.write_text(line + rest if first is None else f"{first}\n{line}{rest}")


def arguments_of(text, start):
    """The arguments between the bracket before `start` and the one that closes it."""
    depth, found, begin = 1, [], start
    for place in range(start, len(text)):
        depth += (text[place] in "([{") - (text[place] in ")]}")
        if depth == 0 or depth == 1 and text[place] == ",":
            found.append(text[begin:place].strip())
            begin = place + 1
        if depth == 0:
            return found
    return found


def unchecked_denominators(text):
    """Lines and texts of the fractions whose denominator may be 0 or negative by its looks."""
    for call in re.finditer(r"\b(?:Rational|Fraction)[({]", text):
        arguments = arguments_of(text, call.end())
        if len(arguments) == 2 and "-" in re.sub(r'->|"[^"]*"', "", arguments[1]):
            yield text.count("\n", 0, call.start()) + 1, arguments[1]


def main():
    arguments = [word for word in sys.argv[1:] if word != "--fix"]
    root = pathlib.Path(arguments[0] if arguments else ".")
    without = [path for path in sources(root) if not licensed(path)]
    if "--fix" in sys.argv:
        for path in without:
            add_license(path)
        without = []
    found = [f"{path.relative_to(root)}: its first line is not the license ({LICENSE})" for path in without]
    for path in sources(root):
        if path.suffix in (".cpp", ".hpp"):
            found += [f"{path.relative_to(root)}:{line}: the denominator {below} may not be positive; divide by it"
                      for line, below in unchecked_denominators(path.read_text())]
    print("\n".join(found) or "style: clean")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
