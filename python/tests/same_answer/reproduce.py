# SPDX-License-Identifier: GPL-3.0-or-later
import json

import hearsay

UTILITY = {"source": "test", "title": "Utility", "measurement": "utility of gossip", "scales": {"small": {"graphs": [
               {"name": "ring", "specs": ["ring:11", "ring:21"], "logs": [1, 1], "printed": ["-1", "-1"]}]}},
           "tables": [{"table": "exponents", "columns": [{"title": "graph", "show": "{graph}", "left": True}, {"title": "exponent", "show": "{algorithm_1:.3f}"}]}]}
SPREADING = {"source": "test", "title": "Informed nodes", "measurement": "rumor spreading", "scales": {"small": {"nodes": 64, "runs": 5, "muting": [0.5, 1]}},
             "picture": {"panels": [{"x": {"label": "round"}, "y": {"label": "informed"}, "curves": [
                 {"where": {"nodes": "informed"}, "each": "muting", "x": "round", "y": "median", "style": "lines", "label": "s = {muting}"}]}]}}


def make_experiments(folder):
    for figure, spec in {"mine/spreading": SPREADING, "mine/utility": UTILITY}.items():
        place = folder / "experiments" / figure
        place.mkdir(parents=True)
        (place / "spec.json").write_text(json.dumps(spec))
        (place / "expected.json").write_text(json.dumps({"source": "", "small": {}}))


def anew(folder):
    make_experiments(folder)
    return hearsay.reproduce("mine/*", out="ours", experiments="experiments", seed=3)


def resumed(folder):
    """Both go on with the same finished run, of which a file was lost."""
    make_experiments(folder)
    hearsay.reproduce("all", out="ours", experiments="experiments")
    (folder / "ours/mine/utility/table.txt").unlink()
    return hearsay.reproduce(resume="ours")


CASES = [
    ("reproduce", ["mine/*", "--out", "theirs", "--experiments", "experiments", "--seed", 3], anew),
    ("reproduce", ["--resume", "ours"], resumed),
    ("reproduce", ["--list", "muffliato/*"], lambda folder: hearsay.figures("muffliato/*")),
    ("reproduce", ["muffliato/table_1", "--out", "theirs"], lambda folder: hearsay.reproduce("muffliato/table_1", out="ours")),
]
