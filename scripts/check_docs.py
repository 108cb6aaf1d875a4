#!/usr/bin/env python3
"""Checks the comments of public headers and the pages of docs/. Usage: check_docs.py [ROOT]

- tags of a comment come in the order \\param \\return \\pre \\throws \\accuracy \\complexity \\cite \\claims
- every \\cite key is in docs/references.bib, every \\claims id is in the catalogue
- every error number of core/error.hpp has an entry in docs/errors.md
- every relative link of a Markdown page leads to a file
"""
import pathlib
import re
import sys

ORDER = ["param", "return", "pre", "throws", "accuracy", "complexity", "cite", "claims"]
TAG = re.compile(r"\\(" + "|".join(ORDER) + r")\b\s*(.*)")


def comment_blocks(text):
    block, start = [], 0
    for number, line in enumerate(text.splitlines() + [""], 1):
        stripped = line.strip()
        if stripped.startswith("///"):
            if not block:
                start = number
            block.append(stripped[3:].strip())
        elif block:
            yield start, block
            block = []


def complaints(root):
    bib = (root / "docs" / "references.bib").read_text() if (root / "docs" / "references.bib").exists() else ""
    keys = set(re.findall(r"@\w+\{([^,\s]+),", bib))
    ids = set()
    for path in (root / "lib/hearsay/claims").glob("*.cpp"):
        ids |= set(re.findall(r'\.id\s*=\s*"([^"]+)"', path.read_text()))
    for path in sorted((root / "lib").rglob("*.hpp")):
        for start, block in comment_blocks(path.read_text()):
            where = f"{path.relative_to(root)}:{start}"
            tags = [(m.group(1), m.group(2)) for m in map(TAG.search, block) if m]
            places = [ORDER.index(name) for name, _ in tags]
            if places != sorted(places):
                yield f"{where}: tags out of order: {' '.join(name for name, _ in tags)}"
            for name, rest in tags:
                if name == "cite":
                    for key in re.findall(r"\b[a-z]+\d{4}[a-z]+\b", rest):
                        if key not in keys:
                            yield f"{where}: \\cite {key} is not in docs/references.bib"
                if name == "claims":
                    for claim in re.findall(r"[a-z]+\.[A-Za-z0-9_.]*[A-Za-z0-9_]", rest):
                        if claim not in ids:
                            yield f"{where}: \\claims {claim} is not in the catalogue"
    errors = (root / "docs" / "errors.md").read_text() if (root / "docs" / "errors.md").exists() else ""
    for name, number in re.findall(r"(\w+) = (\d+),\s*///", (root / "lib/hearsay/core/error.hpp").read_text()):
        if f"HS-{number}" not in errors:
            yield f"docs/errors.md: no entry for HS-{number} ({name})"
    for page in [root / "README.md", root / "CONTRIBUTING.md", *sorted((root / "docs").rglob("*.md"))]:
        if not page.exists():
            continue
        prose = re.sub(r"^```.*?^```", "", page.read_text(), flags=re.DOTALL | re.MULTILINE)
        for link in re.findall(r"\]\(([^)#\s]+)", prose):
            if "://" not in link and not (page.parent / link).exists():
                yield f"{page.relative_to(root)}: link to {link}, which is not there"


if __name__ == "__main__":
    found = list(complaints(pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ".")))
    print("\n".join(found) if found else "docs: clean")
    sys.exit(1 if found else 0)
