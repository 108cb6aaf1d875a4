#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes the stubs of a claim of the catalogue, next to related claims, and prints what remains to be done.

    scripts/new_claim.py rumor.thm9.tail --source 'bellet2020started, Theorem 9'                 a published statement that is expected to hold
    scripts/new_claim.py rumor.thm9.tail --source ... --refuted                                  ... to fail: with a heading in docs/verdicts.md
    scripts/new_claim.py rumor.thm9.tail.repaired --source hearsay                               one of our own

--root FOLDER: the clone to write to (default: this one). Open parts contain TODO, which the tests refuse (scripts/check_docs.py).
"""
import argparse
import pathlib
import re
import sys

import strict_json

NOTHING = '""'
TODO = '"TODO"'


def entry(claim, source, ours, refuted, version):
    quoted = [] if ours else [("paper_version", version)]
    quoted += [("level", "Level::ours" if ours else "Level::theorem")]
    if not ours:
        quoted += [("quote", TODO), ("quote_where", TODO), ("formula", TODO)]
    fields = [("id", f'"{claim}"'), ("source", f'"{source}"'), *quoted, ("statement", TODO), ("conditions", TODO), ("adversary", TODO), ("domain", TODO),
              ("evidence", "Evidence::exact"), ("expected", "Verdict::refuted" if refuted else "Verdict::holds"), ("repaired_by", NOTHING)]
    if refuted:
        fields.append(("root", f'"{claim}"'))
    fields += [("witness", TODO if refuted else NOTHING), ("controls", NOTHING), ("note", NOTHING)]
    return "    {\n" + "".join(f"        .{name} = {value},\n" for name, value in fields) + "    },\n"


def check(name):
    return (f"Finding {name}(const Context&) {{\n"
            "  return {.verdict = Verdict::inconclusive, .note = \"TODO\"};  // search small instances first: props/kit/sweep.hpp, props/kit/search.hpp\n}\n\n")


def relatives(files, pattern, claim):
    """The file whose ids (found by the pattern) share most with the claim, and the last such id of it."""
    def shared(other):
        same = 0
        for a, b in zip(claim.split("."), other.split(".")):
            if a != b:
                break
            same += 1
        return same

    found = [(max(map(shared, ids)), len(ids), path) for path in files if (ids := re.findall(pattern, path.read_text()))]
    best = max(found, key=lambda entry: entry[:2], default=(0, 0, None))
    if best[0] == 0:
        sys.exit(f"new_claim.py: no claim begins like {claim}; a new paper begins with a file of lib/hearsay/claims and a folder of props")
    path = best[2]
    return path, [other for other in re.findall(pattern, path.read_text()) if shared(other) == best[0]][-1]


def add_entry(root, options):
    path, last = relatives(sorted(root.glob("lib/hearsay/claims/*.cpp")), r'\.id = "([^"]+)"', options.claim)
    text = path.read_text()
    at = text.index(f'.id = "{last}"')
    end = text.index("\n    },\n", at) + len("\n    },\n")
    version = re.search(r"\.paper_version = (\w+|\"[^\"]*\"),", text[at:end] + text)
    made = entry(options.claim, options.source, options.source == "hearsay", options.refuted, version[1] if version else TODO)
    path.write_text(text[:end] + made + text[end:])
    return path


def add_check(root, claim):
    pattern = r'registry\.add\("([^"]+)"'
    path, last = relatives(sorted(root.glob("props/*/*_props.cpp")), pattern, claim)
    text = path.read_text()
    name = re.sub(r"\W", "_", claim.split(".", 1)[1])
    line = re.search(rf'^ *registry\.add\("{re.escape(last)}".*\n', text, re.MULTILINE)
    text = text[:line.end()] + f'  registry.add("{claim}", {name});\n' + text[line.end():]
    last_unnamed = text.rindex("}  // namespace\n")
    path.write_text(text[:last_unnamed] + check(name) + text[last_unnamed:])
    return path


def add_place(root, source):
    """A row for the place of the paper in docs/papers.json, unless it has one."""
    path = root / "docs/papers.json"
    text = path.read_text()
    key, _, place = source.partition(", ")
    for paper in strict_json.loads(text):
        if paper["key"] == key and not any(re.match(rf"{re.escape(known['place'])}(?!\d)", place) for known in paper["entries"]):
            end = text.index("\n ]}", text.index(f'"key": "{key}"'))
            path.write_text(text[:end] + ",\n  " + f'{{"place": "{place}", "about": "TODO"}}' + text[end:])
            return path
    return None


def add_heading(root, claim):
    path = root / "docs/verdicts.md"
    text = path.read_text()
    paper = claim.split(".")[0]
    last = list(re.finditer(rf"^### `{paper}\.[^\n]*\n(?:(?!^##).*\n)*", text, re.MULTILINE))
    at = last[-1].end() if last else len(text)
    path.write_text(text[:at].rstrip("\n") + f"\n\n### `{claim}`: TODO\n\nTODO\n\n*Counterexample:* TODO\n\n*Why:* TODO\n\n*Repair:* TODO\n\n" + text[at:])
    return path


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("claim", help="its id: paper.statement")
    parser.add_argument("--source", required=True, help="'KEY, PLACE' of docs/references.bib, or hearsay")
    parser.add_argument("--refuted", action="store_true")
    parser.add_argument("--root", type=pathlib.Path, default=pathlib.Path(__file__).resolve().parent.parent)
    options = parser.parse_args()
    if not re.fullmatch(r"[a-zA-Z]+(\.[a-z0-9_A-Z]+)+", options.claim):
        sys.exit(f"new_claim.py: {options.claim} is no id: paper.statement")
    if any(f'"{options.claim}"' in path.read_text() for path in options.root.glob("lib/hearsay/claims/*.cpp")):
        sys.exit(f"new_claim.py: {options.claim} is in the catalogue")
    touched = [add_entry(options.root, options), add_check(options.root, options.claim), add_place(options.root, options.source)]
    if options.refuted:
        touched.append(add_heading(options.root, options.claim))
    for path in filter(None, touched):
        print(path.relative_to(options.root))
    paper = options.claim.split(".")[0]
    print("Left: every TODO; a defect in tests/power/zoo.cpp that the check exposes, its id in `controls`" +
          (f"; the certificate: props/*/{paper}_certificates.cpp or a neighbor, a row of certificates/statements.json" if options.refuted else "") +
          "; CHANGELOG.md; scripts/docs.py build/dev/cli/hearsay for the generated pages", file=sys.stderr)


if __name__ == "__main__":
    main()
