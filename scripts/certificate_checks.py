#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Find the checks of certificates/check_certificates.py that no mutant of the tests needs.

Every call of need() and checked() is disabled in turn, and the mutants that it rejected are judged again, folders too. A check is noticed
if one of them is then accepted. It is guarded if one ends in an error of Python or runs for seconds, since later code relies on the check. It is
missed if all are still rejected. Prints guarded and missed checks. Exit 1 if fewer than 90 % of the checks that are not guarded are noticed.
"""
import ast
import pathlib
import signal
import sys

sys.dont_write_bytecode = True
ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests/certificates"))

import examples as made  # noqa: E402
import mutants as spoiled  # noqa: E402

import strict_json

SECONDS = 5  # for one file
CHECKER = ROOT / "certificates/check_certificates.py"


class Number(ast.NodeTransformer):
    """Passes its place to every call of need and checked."""

    def __init__(self):
        self.places = {}

    def visit_Call(self, node):
        self.generic_visit(node)
        if isinstance(node.func, ast.Name) and node.func.id in ("need", "checked"):
            place = (node.lineno, node.col_offset)
            self.places[place] = node.func.id
            node.keywords.append(ast.keyword("place", ast.Constant(place)))
        return node


def load():
    """(the checker's names, its places, the state: which place is disabled, which rejected last)."""
    tree, numbers = ast.parse(CHECKER.read_text()), Number()
    tree.body = [node for node in tree.body if not (isinstance(node, ast.FunctionDef) and node.name in ("need", "checked", "within"))]
    numbers.visit(tree)
    state, names = {"disabled": None, "last": None}, {"__name__": "checker"}

    def need(condition, sentence, otherwise=None, place=None):
        if not condition and place != state["disabled"]:
            state["last"] = place
            raise (otherwise or names["Rejected"])(sentence)

    def checked(x, condition, sentence, place=None):
        need(condition, sentence, place=place)
        return x

    def within(condition, sentence):
        if not condition:
            raise names["Unjudged"](sentence)

    names.update(need=need, checked=checked, within=within)
    exec(compile(ast.fix_missing_locations(tree), str(CHECKER), "exec"), names)
    return names, numbers.places, state


def main():
    names, places, state = load()
    table = names["table_of"]((ROOT / "certificates/statements.json").read_bytes())

    def judge(x):
        """For a file's bytes or a folder {name: bytes}; a rejected one counts."""
        signal.alarm(SECONDS)
        try:
            if isinstance(x, bytes):
                return names["judged"](lambda: names["check_bytes"](x, table))[0]
            states = {found[1] for found in names["check_folder"](list(x), x.__getitem__, table)}
            return "rejected" if "rejected" in states else "accepted"
        except Exception:  # the effect of an unchecked value
            return "error"
        finally:
            signal.alarm(0)

    def late(*_):
        raise TimeoutError

    signal.signal(signal.SIGALRM, late)
    by_place, examples = {place: [] for place in places}, made.examples()
    for _, x in spoiled.mutants(examples) + spoiled.folders(examples):
        state["last"] = None
        if judge(x) == "rejected" and state["last"] in by_place:
            by_place[state["last"]].append(x)
    found = {"noticed": [], "guarded": [], "missed": []}
    for place, files in by_place.items():
        state["disabled"] = place
        states = []
        for x in files:
            states.append(judge(x))
            if states[-1] == "accepted":
                break
        found["noticed" if "accepted" in states else "guarded" if "error" in states else "missed"].append(place)
    lines = CHECKER.read_text().splitlines()
    for kind in ("guarded", "missed"):
        for line, _ in sorted(found[kind]):
            print(f"{kind} {line}: {lines[line - 1].strip()}")
    print(strict_json.dumps({kind: len(x) for kind, x in found.items()}))
    sys.exit(0 if len(found["noticed"]) >= 9 * len(found["missed"]) else 1)


if __name__ == "__main__":
    main()
