# SPDX-License-Identifier: GPL-3.0-or-later
import hearsay

COMMON = ["--users", 20, "--steps", 50, "--epsilon", 0.4, "--delta", 1e-5, "--delta-prime", 1e-5, "--delta-hat", 3e-6]
EDGES = "ann bob\nbob cy\ncy ann\ncy dan\ncy cy\nx y\n"


def ours(**given):
    return lambda folder: hearsay.token_losses(20, 50, 0.4, 1e-5, delta_prime=1e-5, delta_hat=3e-6, **given)


def on_a_file(folder):
    (folder / "names.edges").write_text(EDGES)
    return hearsay.walk_losses("file:names.edges", "ann", 4, target=["dan", "bob"], component="largest", delta=1e-4, sigma=2.0)


def of_given_weights(folder):
    (folder / "weighted.csv").write_text("a,b,0.5\nb,c,0.25\n")
    return hearsay.walk_losses("file:weighted.csv", "a", 3, weights="weighted.csv")


CASES = [
    ("account walk", COMMON, ours()),
    ("account walk", [*COMMON, "--task", "histogram", "--buckets", 3], ours(task="histogram", buckets=3)),
    ("account walk", [*COMMON, "--task", "sgd"], ours(task="sgd")),
    ("account walk", [*COMMON, "--noise", "analytic", "--colluders", 3], ours(noise="analytic", colluders=3)),
    ("account walk", [*COMMON, "--known-neighbors"], ours(known_neighbors=True)),
    ("account walk", ["--graph", "ring:7", "--observer", 2, "--target", "all", "--steps", 6], lambda folder: hearsay.walk_losses("ring:7", 2, 6)),
    ("account walk", ["--graph", "erdos-renyi:n=12,p=0.4", "--weights", "min-degree", "--seed", 5, "--observer", 0, "--target", 3, "--steps", 5, "--delta", 1e-5,
                      "--sigma", 3, "--others", "anything"],
     lambda folder: hearsay.walk_losses("erdos-renyi:n=12,p=0.4", 0, 5, target=3, weights="min-degree", seed=5, delta=1e-5, sigma=3.0, others="anything")),
    ("account walk", ["--graph", "file:names.edges", "--component", "largest", "--observer", "ann", "--target", "dan,bob", "--steps", 4, "--delta", 1e-4, "--sigma", 2],
     on_a_file),
    ("account walk", ["--graph", "file:weighted.csv", "--weights", "weighted.csv", "--observer", "a", "--target", "all", "--steps", 3], of_given_weights),
    ("account walk", ["--graph", "ring:7", "--observer", "2,4", "--target", "all", "--steps", 6, "--tokens", 2],
     lambda folder: hearsay.walk_losses("ring:7", [2, 4], 6, tokens=2)),
    ("account walk", ["--graph", "ring:7", "--observer", "each", "--target", "1,3", "--steps", 6],
     lambda folder: hearsay.walk_losses("ring:7", "each", 6, target=[1, 3])),
]
