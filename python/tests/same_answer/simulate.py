# SPDX-License-Identifier: GPL-3.0-or-later
import pathlib

import networkx

import hearsay


def rounds_of_a_file(folder):
    (folder / "s.csv").write_text("step,u,v\n1,a,b\n1,c,d\n2,a,c\n2,b,d\n")
    return hearsay.simulate_gossip_runs(schedule="s.csv", sigma=0.5, runs=3)


def learning_of_a_file(folder):
    rows = "".join(f"{i % 7},{i * i % 5},{i * 3 % 11}\n" for i in range(60))
    (folder / "d.csv").write_text("x,t,y\n" + rows)
    return hearsay.simulate_learn("dp-gd", data=pathlib.Path("d.csv"), label_column="t", label_threshold=2.5, users=6, edge_probability=0.8, rounds=2,
                                  trials=2, bias=True, l2=0.1, noise=0.0)


def gossip_in_memory(folder):
    answer = hearsay.simulate_gossip_runs("ring:10", 8, runs=5, seed=3)
    in_memory = hearsay.simulate_gossip_runs(networkx.cycle_graph(10), 8, runs=5, seed=3)
    assert in_memory["squared_error"] == answer["squared_error"] and in_memory.parameters.graph == "memory"
    return answer


CASES = [
    ("simulate ring", ["--users", 6, "--rounds", 3, "--value", 0.5, "--sigma", 2, "--runs", 20],
     lambda folder: hearsay.simulate_ring(6, 3, value=0.5, sigma=2.0, runs=20)),
    ("simulate ring", ["--users", 6, "--rounds", 3, "--noise", "distributed", "--law", "laplace", "--publish", "--runs", 20, "--seed", 7],
     lambda folder: hearsay.simulate_ring(6, 3, noise="distributed", law="laplace", publish=True, runs=20, seed=7)),
    ("simulate ring", ["--users", 6, "--rounds", 3, "--task", "histogram", "--buckets", 3, "--gamma", 0.25, "--runs", 20],
     lambda folder: hearsay.simulate_ring(6, 3, task="histogram", buckets=3, gamma=0.25, runs=20)),
    ("simulate walk", ["--users", 8, "--steps", 40, "--runs", 3, "--task", "histogram", "--hidden-neighbors"],
     lambda folder: hearsay.simulate_walk(8, 40, runs=3, task="histogram", hidden_neighbors=True)),
    ("simulate walk", ["--users", 8, "--steps", 40, "--runs", 3], lambda folder: hearsay.simulate_walk(8, 40, runs=3)),
    ("simulate walk", ["--users", 8, "--steps", 40, "--runs", 3, "--rule", "published", "--hidden-neighbors", "--epsilon", 0.5, "--delta", 1e-5],
     lambda folder: hearsay.simulate_walk(8, 40, runs=3, rule="published", hidden_neighbors=True, epsilon=0.5, delta=1e-5)),
    ("simulate rumor", ["--nodes", 50, "--muting", 0.5, "--runs", 9], lambda folder: hearsay.simulate_rumor(50, 0.5, runs=9)),
    ("simulate rumor", ["--nodes", 50, "--muting", 0.5, "--runs", 9, "--timing", "synchronous", "--exchange", "push-pull", "--no-self-sends", "--loss", 0.1,
                        "--coin-flips", 4, "--rounds", 30],
     lambda folder: hearsay.simulate_rumor(50, 0.5, runs=9, timing="synchronous", exchange="push-pull", no_self_sends=True, loss=0.1, coin_flips=4, rounds=30)),
    ("simulate rumor", ["--nodes", 10**12, "--muting", 1, "--runs", 2, "--counts"], lambda folder: hearsay.simulate_rumor(10**12, 1.0, runs=2, counts=True)),
    ("simulate gossip", ["--graph", "ring:10", "--steps", 8, "--runs", 5, "--seed", 3], gossip_in_memory),
    ("simulate gossip", ["--graph", "erdos-renyi:n=12,p=0.5", "--component", "largest", "--weights", "min-degree", "--steps", 20, "--schedule", "randomized",
                         "--runs", 4],
     lambda folder: hearsay.simulate_gossip_runs("erdos-renyi:n=12,p=0.5", 20, component="largest", weights="min-degree", schedule="randomized", runs=4)),
    ("simulate gossip", ["--graph", "petersen", "--steps", "auto", "--schedule", "accelerated", "--runs", 4],
     lambda folder: hearsay.simulate_gossip_runs("petersen", "auto", schedule="accelerated", runs=4)),
    ("simulate gossip", ["--schedule", "s.csv", "--sigma", 0.5, "--runs", 3], rounds_of_a_file),
    ("simulate learn", ["--graph", "ring:8", "--trials", 2, "--rounds", 3, "--gossip-steps", 4],
     lambda folder: hearsay.simulate_learn(graph="ring:8", trials=2, rounds=3, gossip_steps=4)),
    ("simulate learn", ["--graph", "path:4", "--algorithm", "dp-gd", "--trials", 1, "--rounds", 2, "--delta", 1e-5],
     lambda folder: hearsay.simulate_learn("dp-gd", graph="path:4", trials=1, rounds=2, delta=1e-5)),
    ("simulate learn", ["--users", 40, "--trials", 1, "--rounds", 2, "--gossip-steps", 2, "--delta", 1e-5],
     lambda folder: hearsay.simulate_learn(users=40, trials=1, rounds=2, gossip_steps=2, delta=1e-5)),
    ("simulate learn", ["--algorithm", "walk", "--users", 12, "--trials", 2, "--rounds", 300, "--every", 100, "--calibration", "network", "--epsilon", 2,
                        "--decaying", "--diameter", 3],
     lambda folder: hearsay.simulate_learn("walk", users=12, trials=2, rounds=300, every=100, calibration="network", epsilon=2.0, decaying=True,
                                           diameter=3.0)),
    ("simulate learn", ["--algorithm", "dp-gd", "--data", "d.csv", "--label-column", "t", "--label-threshold", 2.5, "--users", 6, "--edge-probability", 0.8,
                        "--rounds", 2, "--trials", 2, "--bias", "--l2", 0.1, "--noise", 0], learning_of_a_file),
]
