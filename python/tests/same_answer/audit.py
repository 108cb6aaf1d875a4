# SPDX-License-Identifier: GPL-3.0-or-later
import json
import pathlib

import hearsay

PROTOCOLS = pathlib.Path(__file__).resolve().parents[3] / "docs" / "examples" / "protocols"
RING = ["--graph", "ring:6", "--steps", 2]


def text(name, content):
    """A function of a folder, which writes the file and asks."""
    def write(ask):
        def asked(folder):
            (folder / name).write_text(content)
            return ask()

        return asked

    return write


AUDITS = text("audits.json", json.dumps({
    "schema_version": 1,
    "defaults": {"steps": 2, "promise": ["renyi(2) <= 0.9", "renyi(2) <= 1"]},
    "audits": [{"name": "a ring", "graph": "ring:6", "observer": "each"},
               {"graph": "ring:5", "observer": [0, "2"], "steps": "forever", "target": 3, "promise": "mu <= 1", "sigma": 1.5},
               {"graph": "path:4", "observer": "coalitions:2", "promise": "exact <= 2^(2-distance)", "message_noise": 0.1}]}))

CASES = [
    ("audit gossip", [*RING, "--observer", "each", "--promise", "renyi(2) <= 0.1"],
     lambda folder: hearsay.audit_gossip("ring:6", "each", steps=2, promise="renyi(2) <= 0.1")),
    ("audit gossip", [*RING, "--observer", "each", "--promise", "epsilon(1e-5) <= 5", "--target", 3, "--trust", "all-noise"],
     lambda folder: hearsay.audit_gossip("ring:6", promise="epsilon(1e-5) <= 5", steps=2, target=3, trust="all-noise")),
    ("audit gossip", [*RING, "--observer", "0,2", "--promise", "attack_tpr(0.01) <= 0.05", "--sigma", 2, "--sensitivity", 0.5],
     lambda folder: hearsay.audit_gossip("ring:6", [0, 2], steps=2, promise="attack_tpr(0.01) <= 0.05", sigma=2, sensitivity=0.5)),
    ("audit gossip", [*RING, "--observer", "coalitions:2", "--promise", "mu <= published"],
     lambda folder: hearsay.audit_gossip("ring:6", "coalitions:2", steps=2, promise="mu <= published")),
    ("audit gossip", [*RING, "--observer", "each,coalitions:2", "--epsilon", 2, "--delta", 1e-5, "--advice", "--rank-edges"],
     lambda folder: hearsay.audit_gossip("ring:6", ["each", "coalitions:2"], steps=2, promise="(2, 1e-5)-DP", advice=True, rank_edges=True)),
    ("audit gossip", ["--graph", "star:30", "--steps", 1, "--observer", "coalitions:6", "--target", 1, "--promise", "exact <= 0.5"],
     lambda folder: hearsay.audit_gossip("star:30", "coalitions:6", steps=1, target=1, promise="exact <= 0.5")),
    ("audit gossip", ["--graph", "path:5", "--steps", "forever", "--observer", "each", "--promise", "exact <= 2^(1-distance)"],
     lambda folder: hearsay.audit_gossip("path:5", "each", steps="forever", promise="exact <= 2^(1-distance)")),
    ("audit gossip", ["--graph", "erdos-renyi:n=24,p=0.2", "--component", "largest", "--weights", "min-degree", "--seed", 3, "--steps", "auto",
                      "--observer", "each", "--promise", "renyi(3) <= 0.3"],
     lambda folder: hearsay.audit_gossip("erdos-renyi:n=24,p=0.2", "each", component="largest", weights="min-degree", seed=3, steps="auto",
                                         promise="renyi(3) <= 0.3")),
    ("audit gossip", [*RING, "--observer", "each", "--promise", "mu <= 0.5", "--sigma", "noise.csv"],
     text("noise.csv", "0,1\n1,2\n2,1\n3,1.5\n4,1\n5,3\n")(lambda: hearsay.audit_gossip("ring:6", steps=2, promise="mu <= 0.5", sigma="noise.csv"))),
    ("audit gossip", [*RING, "--observer", "each", "--promise", "mu <= 0.5", "--message-noise", 0.01, "--precision", "float16", "--magnitude", 2],
     lambda folder: hearsay.audit_gossip("ring:6", steps=2, promise="mu <= 0.5", message_noise=0.01, precision="float16", magnitude=2)),
    ("audit gossip", ["--graph", "file:parts.edges", "--steps", 3, "--observer", "a", "--promise", "mu <= 1"],
     text("parts.edges", "a b\nc d\n")(lambda: hearsay.audit_gossip("file:parts.edges", "a", steps=3, promise="mu <= 1"))),
    ("audit gossip", ["--schedule", "calls.csv", "--observer", "each", "--promise", "exact <= 0.9"],
     text("calls.csv", "step,u,v\n0,a,b\n1,b,c\n2,c,d\n")(lambda: hearsay.audit_gossip(schedule="calls.csv", promise="exact <= 0.9"))),
    ("audit gossip", ["--protocol", PROTOCOLS / "decor.json", "--observer", "each", "--promise", "mu <= 9"],
     lambda folder: hearsay.audit_gossip(protocol=PROTOCOLS / "decor.json", promise="mu <= 9")),
    ("audit gossip", ["--protocol", PROTOCOLS / "muffliato.json", "--observer", "coalitions:2", "--promise", "epsilon(1e-5) <= 1", "--contributions", "numbers"],
     lambda folder: hearsay.audit_gossip(None, "coalitions:2", protocol=str(PROTOCOLS / "muffliato.json"), promise="epsilon(1e-5) <= 1",
                                         contributions="numbers")),
    ("audit", ["audits.json"], AUDITS(lambda: hearsay.audit_file("audits.json"))),
    ("audit", ["audits.json", "--seed", 7, "--jobs", 1], AUDITS(lambda: hearsay.audit_file("audits.json", seed=7, jobs=1))),
]
