# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes the page docs/papers.md, the result for each statement of the papers, from the catalogue and docs/papers.json.

An entry of docs/papers.json is a place of a paper, as the paper spells it. A claim is in its row if the claim's `source` names the place, if
it repairs a claim of the row, or if `claims` lists it (ids or globs). `experiments` are folders of experiments/, `commands` are
commands of hearsay. `why` gives the reason why there is none of these, or a remark for the reader.
"""
import fnmatch
import re
import subprocess

import strict_json

HEAD = """# Every statement of the papers

One row per numbered statement, algorithm, figure and table of a paper, and per section with checked sentences. A row has the claims of the
[catalogue](claims.md) by expected verdict, the experiments that draw the figure again, and the commands that compute the quantity for your input. A row
without any of these says why. `scripts/docs.py` generates this page from the catalogue and [papers.json](papers.json). `scripts/check_docs.py` fails if an
entry leads to nothing or a claim has no entry.
"""


def names_place(source, place):
    return re.search(rf"(?<!\w){re.escape(place)}(?!\w|[.(]\w)", source) is not None


def repairs(claims, ids):
    """`ids`, their repairs, and the repairs of these."""
    by_id = {claim["id"]: claim for claim in claims}
    found = list(ids)
    for name in found:
        repair = by_id[name]["repaired_by"]
        if repair and repair not in found:
            found.append(repair)
    return found


def claims_at(claims, paper, entry):
    """Ids of the claims in the row of `entry`, in the order of the catalogue."""
    listed = entry.get("claims", [])
    there = [
        claim["id"] for claim in claims
        if any(fnmatch.fnmatchcase(claim["id"], pattern) for pattern in listed)
        or (paper["key"] in claim["source"] and names_place(claim["source"], entry["place"]))
    ]
    found = set(repairs(claims, there))
    return [claim["id"] for claim in claims if claim["id"] in found]


def cell(claims, paper, entry):
    by_id = {claim["id"]: claim for claim in claims}
    parts = []
    for verdict, spelled in (("holds", "holds"), ("refuted", "**refuted**"), ("inconclusive", "inconclusive")):
        ids = [name for name in claims_at(claims, paper, entry) if by_id[name]["expected"] == verdict]
        if ids:
            parts.append(f"{spelled}: " + ", ".join(f"[`{name}`](claims.md#{name})" for name in ids))
    if entry.get("experiments"):
        parts.append("drawn by " + ", ".join(f"`reproduce {name}`" for name in entry["experiments"]))
    if entry.get("commands"):
        parts.append("computed by " + ", ".join(f"`{name}`" for name in entry["commands"]))
    found = "; ".join(parts)
    return ". ".join(filter(None, [found, entry.get("why")]))


def page(root, claims):
    text = HEAD
    for paper in strict_json.read(root / "docs/papers.json"):
        text += f"\n## {paper['title']}\n\n| place | about | result |\n|---|---|---|\n"
        for entry in paper["entries"]:
            text += f"| {entry['place']} | {entry['about']} | {cell(claims, paper, entry)} |\n"
    return text


def command_complaint(hearsay, command):
    """Why `command`, a verb with its subcommand and options, is not a command of hearsay; otherwise None."""
    words = [word for word in command.split() if not word.startswith("--")]
    helped = subprocess.run([hearsay, *words, "--help"], capture_output=True, text=True)
    if helped.returncode:
        return f"`{command}` is no command"
    for option in re.findall(r"--[\w-]+", command):
        if not re.search(rf"{option}(?![\w-])", helped.stdout):
            return f"`{command}` has no option {option}"
    return None


def entry_complaints(root, hearsay, claims, paper, entry):
    where = f"docs/papers.json: {entry['place']}"
    for pattern in entry.get("claims", []):
        if not any(fnmatch.fnmatchcase(claim["id"], pattern) for claim in claims):
            yield f"{where}: {pattern} is not in the catalogue"
    for name in entry.get("experiments", []):
        if not (root / "experiments" / name / "spec.json").exists():
            yield f"{where}: experiment {name} is not there"
    for command in entry.get("commands", []):
        if complaint := command_complaint(hearsay, command):
            yield f"{where}: {complaint}"
    if not cell(claims, paper, entry):
        yield f"{where}: neither claim, experiment, command nor reason"


def complaints(root, hearsay, claims):
    placed = set()
    for paper in strict_json.read(root / "docs/papers.json"):
        for entry in paper["entries"]:
            yield from entry_complaints(root, hearsay, claims, paper, entry)
            placed.update(claims_at(claims, paper, entry))
    for claim in claims:
        if claim["id"] not in placed:
            yield f"docs/papers.json: {claim['id']} ({claim['source']}) stands in no entry"
