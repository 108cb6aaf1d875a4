# SPDX-License-Identifier: GPL-3.0-or-later
import json
import pathlib
import sys

import hearsay

PATH = ["--graph", "path:5", "--observer", 0, "--target", 3, "--steps", 4, "--runs", 2000]
EDGES = ["--graph", "file:some.edges", "--observer", "ann", "--target", "dan"]
RUMOR = ["--nodes", 20, "--curious", 3, "--muting", 0.5, "--runs", 3000]
WALK = ["--users", 10, "--steps", 40, "--epsilon", 0.5, "--delta", 1e-5]
RING = ["--users", 5, "--rounds", 3, "--epsilon", 0.5]
STREAM = ["--graph", "path:5", "--observer", 1, "--target", 0, "--rounds", 12]
PROMISE = ["--epsilon", 0.5, "--delta", 0.01]

NOISY = """
for line in sys.stdin:
    trial = json.loads(line)
    chance = random.Random(trial["seed"])
    print(json.dumps({"view": [trial["world"] + chance.gauss(0, 1), chance.gauss(0, 1)]}), flush=True)
"""
# One answer in twenty is none, and the others tell the world by an event, not by a number.
BABBLING = """
for line in sys.stdin:
    trial = json.loads(line)
    chance = random.Random(trial["seed"])
    print("oops" if chance.random() < 0.05 else json.dumps({"view": ["sent", "heard"][trial["world"]]}), flush=True)
"""


def gossip_file(folder, **options):
    pathlib.Path("some.edges").write_text("ann bob\nbob cy\ncy cy\ncy dan\n")
    return hearsay.attack_gossip("file:some.edges", ["ann"], "dan", **options)


def schedule_file(folder):
    pathlib.Path("steps.csv").write_text("step,u,v\n0,a,b\n1,b,c\n2,a,b\n3,c,d\n")
    return hearsay.attack_gossip(None, ["d"], "a", schedule="steps.csv", runs=500, sigma=2.0)


def program(text, **options):
    def ask(folder):
        path = pathlib.Path("answer")
        path.write_text(f"#!{sys.executable}\nimport json, random, sys\n{text}")
        path.chmod(0o755)
        return hearsay.attack_program(["./answer"], 0.5, 0.01, **options)

    return ask


def program_resumed(folder):
    first = program(NOISY, runs=600, features="raw")(folder)
    pathlib.Path("state.json").write_text(json.dumps(first.state))
    return hearsay.attack_program(["./answer"], 0.5, 0.01, runs=900, features="raw", to_the_end=True, state=first.state)


def program_replayed(folder):
    first = program(NOISY, runs=600)(folder)
    pathlib.Path("state.json").write_text(json.dumps(first.state))
    return hearsay.attack_program(["./answer"], promise="renyi(2) <= 0.1", runs=500, replay=first.state, seed=2)


def program_dry(folder):
    program(NOISY, runs=100)(folder)
    return hearsay.attack_program(["./answer"], promise="mu <= 0.1", dry_run=True)


def gossip_resumed(folder):
    first = hearsay.attack_gossip("path:3", [0], 1, 2, runs=2048, anytime=True)
    pathlib.Path("state.json").write_text(json.dumps(first.state))
    return hearsay.attack_gossip("path:3", [0], 1, 2, runs=4096, anytime=True, state=first.state)


CASES = [
    ("attack gossip", [*PATH, "--delta", 1e-5, "--epsilon", 0.3, "--seed", 7],
     lambda folder: hearsay.attack_gossip("path:5", [0], 3, 4, runs=2000, delta=1e-5, epsilon=0.3, seed=7)),
    ("attack gossip", ["--graph", "path:5", "--observer", "0,4", "--target", 2, "--steps", "auto", "--trust", "own-noise-known", "--row-space", "--sensitivity", 0.5],
     lambda folder: hearsay.attack_gossip("path:5", [0, 4], 2, "auto", trust="own-noise-known", row_space=True, sensitivity=0.5)),
    ("attack gossip", [*EDGES, "--steps", 3, "--runs", 500, "--schedule", "accelerated"],
     lambda folder: gossip_file(folder, steps=3, runs=500, schedule="accelerated")),
    ("attack gossip", [*EDGES, "--steps", 9, "--runs", 500, "--schedule", "randomized", "--weights", "min-degree"],
     lambda folder: gossip_file(folder, steps=9, runs=500, schedule="randomized", weights="min-degree")),
    ("attack gossip", ["--schedule", "steps.csv", "--observer", "d", "--target", "a", "--runs", 500, "--sigma", 2], schedule_file),
    ("attack gossip", ["--graph", "path:3", "--observer", 0, "--target", 2, "--steps", 2, "--runs", 50_000, "--anytime"],
     lambda folder: hearsay.attack_gossip("path:3", [0], 2, 2, runs=50_000, anytime=True)),
    ("attack gossip", ["--graph", "path:3", "--observer", 0, "--target", 1, "--steps", 2, "--runs", 4096, "--anytime", "--resume", "state.json"], gossip_resumed),
    ("attack rumor", [*RUMOR, "--seed", 3], lambda folder: hearsay.attack_rumor(20, 3, 0.5, runs=3000, seed=3)),
    ("attack rumor", [*RUMOR, "--transcript", "terminated", "--suspects", 4, "--rumors", 3],
     lambda folder: hearsay.attack_rumor(20, 3, 0.5, transcript="terminated", suspects=4, rumors=3, runs=3000)),
    ("attack rumor", ["--nodes", 20, "--curious", 3, "--muting", 1, "--runs", 3000, "--delayed-start", "--sees", "reordered", "--swap", 0.25],
     lambda folder: hearsay.attack_rumor(20, 3, 1.0, runs=3000, delayed_start=True, sees="reordered", swap=0.25)),
    ("attack rumor", ["--nodes", 20, "--curious", 0, "--muting", 0.5, "--runs", 3000, "--sees", "eavesdropper", "--seen", 0.25],
     lambda folder: hearsay.attack_rumor(20, 0, 0.5, runs=3000, sees="eavesdropper", seen=0.25)),
    ("attack rumor", [*RUMOR, "--anytime", "--confidence", 0.9], lambda folder: hearsay.attack_rumor(20, 3, 0.5, runs=3000, anytime=True, confidence=0.9)),
    ("attack rumor", ["--graph", "ring:8", "--curious-set", "4,6", "--source", 0, "--against", 3, "--muting", 0.5, "--runs", 500, "--delta", 0.01, "--epsilon", 0.2],
     lambda folder: hearsay.attack_rumor_on("ring:8", [4, 6], 0, 3, 0.5, runs=500, delta=0.01, epsilon=0.2)),
    ("attack rumor", ["--graph", "grid:4x4", "--curious", 3, "--source", 0, "--against", 1, "--muting", 0, "--runs", 500, "--confidence", 0.9, "--seed", 2],
     lambda folder: hearsay.attack_rumor_on("grid:4x4", 3, 0, 1, 0.0, runs=500, confidence=0.9, seed=2)),
    ("attack walk", [*WALK, "--runs", 2000, "--noise", "analytic"], lambda folder: hearsay.attack_token(10, 40, 0.5, 1e-5, runs=2000, noise="analytic")),
    ("attack walk", [*WALK, "--runs", 4000, "--anytime", "--delta-hat", 1e-5], lambda folder: hearsay.attack_token(10, 40, 0.5, 1e-5, runs=4000, anytime=True, delta_hat=1e-5)),
    ("attack walk", [*WALK, "--runs", 2000, "--task", "histogram", "--buckets", 3], lambda folder: hearsay.attack_token(10, 40, 0.5, 1e-5, runs=2000, task="histogram", buckets=3)),
    ("attack ring", [*RING, "--delta", 1e-5, "--runs", 2000, "--output", "published"],
     lambda folder: hearsay.attack_ring(5, 3, 0.5, 1e-5, runs=2000, output="published")),
    ("attack ring", [*RING, "--delta", 1e-3, "--runs", 2048, "--task", "histogram", "--buckets", 3, "--anytime"],
     lambda folder: hearsay.attack_ring(5, 3, 0.5, 1e-3, runs=2048, task="histogram", buckets=3, anytime=True)),
    ("attack stream", [*STREAM, "--half-period", 3, "--runs", 500, "--delta", 1e-5, "--epsilon", 0.3],
     lambda folder: hearsay.attack_stream("path:5", [1], 0, 12, half_period=3, runs=500, delta=1e-5, epsilon=0.3)),
    ("attack stream", [*STREAM, "--trust", "own-noise-known", "--sigma", 2, "--runs", 2048, "--anytime", "--weights", "min-degree"],
     lambda folder: hearsay.attack_stream("path:5", [1], 0, 12, trust="own-noise-known", sigma=2.0, runs=2048, anytime=True, weights="min-degree")),
    ("attack program", [*PROMISE, "--runs", 2000, "./answer"], program(NOISY, runs=2000)),
    ("attack program", [*PROMISE, "--runs", 800, "--workers", 1, "--features", "events", "--seed", 4, "./answer"], program(BABBLING, runs=800, workers=1, features="events", seed=4)),
    ("attack program", [*PROMISE, "--runs", 900, "--features", "raw", "--to-the-end", "--resume", "state.json", "./answer"], program_resumed),
    ("attack program", ["--promise", "renyi(2) <= 0.1", "--runs", 500, "--replay", "state.json", "--seed", 2, "./answer"], program_replayed),
    ("attack program", ["--promise", "mu <= 0.1", "--dry-run", "./answer"], program_dry),
]
