#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks comments and pages. Usage: check_docs.py HEARSAY [ROOT], HEARSAY the built program

- tags of a public header's comment come in the order @param @return @pre @throws @accuracy @complexity @cite @claims
- every @cite key is in docs/references.bib, and every @claims id is listed by `hearsay claims`
- every error number of core/error.hpp has an entry in docs/errors.md
- every entry of docs/papers.json leads to existing claims, experiments and commands, and every claim is in an entry (scripts/papers.py)
- the headings of docs/verdicts.md name the roots of the refuted claims, each once
- every relative link of a Markdown page leads to a file
- every path in a comment or a page leads to a file or folder; capitals and <...> stand for any text
- no comment and no page has a date or a word such as "today"
- no stub of scripts/new_claim.py still has TODO
"""
import pathlib
import re
import subprocess
import sys

import papers
import strict_json

ORDER = ["param", "return", "pre", "throws", "accuracy", "complexity", "cite", "claims"]
TAG = re.compile(r"@(" + "|".join(ORDER) + r")\b([^@]*)")
CODE_FOLDERS = ("lib", "controls", "props", "empirical", "api", "checks", "cli", "bench", "tests", "python", "docs", "scripts", "cmake", ".ci")
COMMENTS = {".cpp": r"(?<!:)//(.*)", ".hpp": r"(?<!:)//(.*)", ".py": r"(?:^|\s)#(.*)", ".sh": r"(?:^|\s)#(.*)", ".cmake": r"(?:^|\s)#(.*)", "CMakeLists.txt": r"(?:^|\s)#(.*)"}
KNOWN_TYPES = r"\.(?:hpp|cpp|py|md|sh|cmake|json|tsv|txt|mut|bib|out|in)\b"
PATH = re.compile(r"(?<![\w./:<>{}$~-])((?:[\w.*-]|<\w+>)+(?:/(?:[\w.*-]|<\w+>)+)+/?)(?![\w/({}])")
MONTH = "January|February|March|April|May|June|July|August|September|October|November|December"
DATED = re.compile(rf"\b(?:today|yesterday|nowadays|recently|(?:in|since|of|until) (?:{MONTH})\b|(?:{MONTH}) \d{{4}}|the last full run|last (?:week|month|year)|\d{{4}}-\d\d-\d\d)\b")


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


def catalogue(hearsay):
    done = subprocess.run([hearsay, "claims", "--json", "-"], capture_output=True, text=True, check=True)
    return strict_json.loads(done.stdout)["claims"]


def verdict_complaints(root, claims):
    headings = re.findall(r"^### .*", (root / "docs/verdicts.md").read_text(), flags=re.MULTILINE)
    named = [name for heading in headings for name in re.findall(r"`([a-z]+\.[\w.]+)`", heading)]
    roots = {claim["root"] for claim in claims if claim["expected"] == "refuted"}
    for name in sorted(roots - set(named)):
        yield f"docs/verdicts.md: no heading names `{name}`, the root of a refuted claim"
    for name in sorted(set(named) - roots):
        yield f"docs/verdicts.md: `{name}` is not the root of a refuted claim"
    for name in sorted(name for name in set(named) if named.count(name) > 1):
        yield f"docs/verdicts.md: two headings name `{name}`"


def header_complaints(root, keys, ids):
    for path in sorted((root / "lib").rglob("*.hpp")):
        for start, block in comment_blocks(path.read_text()):
            where = f"{path.relative_to(root)}:{start}"
            tags = TAG.findall("\n".join(block))
            places = [ORDER.index(name) for name, _ in tags]
            if places != sorted(places):
                yield f"{where}: tags out of order: {' '.join(name for name, _ in tags)}"
            for name, rest in tags:
                if name == "cite":
                    for key in set(re.findall(r"\b[a-z]+\d{4}[a-z]+\b", rest)) - keys:
                        yield f"{where}: @cite {key} is not in docs/references.bib"
                if name == "claims":
                    for claim in set(re.findall(r"[a-z]+\.[A-Za-z0-9_.]*[A-Za-z0-9_]", rest)) - ids:
                        yield f"{where}: @claims {claim} is not in the catalogue"


def error_complaints(root):
    errors = (root / "docs" / "errors.md").read_text()
    for name, number in re.findall(r"(\w+) = (\d+),\s*///", (root / "lib/hearsay/core/error.hpp").read_text()):
        if f"HS-{number}" not in errors:
            yield f"docs/errors.md: no entry for HS-{number} ({name})"


def stub_complaints(root):
    for path in [*sorted(root.glob("lib/hearsay/claims/*.cpp")), *sorted(root.glob("props/**/*.cpp")), *sorted(root.glob("docs/*.md")), root / "docs/papers.json"]:
        for number, line in enumerate(path.read_text().splitlines(), 1):
            if re.search(r"\bTODO\b", line):
                yield f"{path.relative_to(root)}:{number}: TODO"


def pages(root):
    yield from sorted(root.glob("*.md"))
    yield from sorted((root / "docs").rglob("*.md"))
    yield from sorted((root / ".github").rglob("*.md"))


def link_complaints(root):
    for page in pages(root):
        prose = re.sub(r"^```.*?^```", "", page.read_text(), flags=re.DOTALL | re.MULTILINE)
        for link in re.findall(r"\]\(([^)#\s]+)", prose):
            if "://" not in link and not (page.parent / link).exists():
                yield f"{page.relative_to(root)}: link to {link}, which is not there"


def prose_of(path):
    """Numbered lines of a page, without consoles and listings, or of a source file's comments."""
    comment = COMMENTS.get(path.name) or COMMENTS.get(path.suffix)
    listing = False
    for number, line in enumerate(path.read_text().splitlines(), 1):
        if path.suffix == ".md":
            listing ^= line.startswith("```")
            if not listing:
                yield number, re.sub(r"\]\([^)]*\)|<!--.*?-->|\$[^$]*\$", " ", line)
        elif found := re.search(comment, line):
            yield number, found[1]


def prose(root):
    for page in pages(root):
        yield page, prose_of(page)
    for folder in CODE_FOLDERS:
        for path in sorted((root / folder).rglob("*")):
            if path.is_file() and "__pycache__" not in path.parts and (path.name in COMMENTS or path.suffix in COMMENTS):
                yield path, prose_of(path)


def leads_somewhere(root, named_in, path):
    pattern = re.sub(r"<\w+>|\b[A-Z][A-Z_]+\b", "*", path.rstrip("/."))
    places = (root, root / "lib/hearsay", root / "lib", root / "docs", named_in.parent)
    return any(next(place.glob(pattern + ending), None) for place in places for ending in ("", ".*"))


def is_our_path(root, path):
    """Whether a path starts in a folder of the tree or ends like a source; fractions, built files and files written by a run do not count."""
    first = path.split("/")[0]
    if first in {"build", ".git", ".github", "usr", "DIR"}:
        return False
    in_library = (root / "lib/hearsay" / first).is_dir() and "." not in path
    return (root / first).is_dir() or in_library or bool(re.search(KNOWN_TYPES, path))


def path_and_date_complaints(root):
    for path, lines in prose(root):
        for number, line in lines:
            where = f"{path.relative_to(root)}:{number}"
            for named in PATH.findall(line):
                if is_our_path(root, named) and not leads_somewhere(root, path, named):
                    yield f"{where}: {named} is not there"
            if path.name != "CHANGELOG.md" and (dated := DATED.search(line)):
                yield f"{where}: dates itself: {dated[0]}"


def complaints(hearsay, root):
    keys = set(re.findall(r"@\w+\{([^,\s]+),", (root / "docs" / "references.bib").read_text()))
    claims = catalogue(hearsay)
    yield from header_complaints(root, keys, {claim["id"] for claim in claims})
    yield from verdict_complaints(root, claims)
    yield from papers.complaints(pathlib.Path(root), hearsay, claims)
    yield from error_complaints(root)
    yield from link_complaints(root)
    yield from path_and_date_complaints(root)
    yield from stub_complaints(root)


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    found = list(complaints(sys.argv[1], pathlib.Path(sys.argv[2] if len(sys.argv) > 2 else ".")))
    print("\n".join(found) if found else "docs: clean")
    sys.exit(1 if found else 0)
