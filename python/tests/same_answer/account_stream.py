# SPDX-License-Identifier: GPL-3.0-or-later
import hearsay


def of_names(folder):
    (folder / "names.edges").write_text("ann bob\nbob cy\ncy ann\ncy dan\ncy cy\nx y\n")
    return hearsay.continual_losses("file:names.edges", ["ann"], 3, target=["dan", "bob"], component="largest")


CASES = [
    ("account stream", ["--graph", "grid:3x3", "--observer", 0, "--target", "all", "--rounds", 6], lambda folder: hearsay.continual_losses("grid:3x3", [0], 6)),
    ("account stream", ["--graph", "petersen", "--observer", "0,3", "--target", 1, "--rounds", 5, "--view", "messages", "--trust", "own-noise-known", "--delta", 1e-5,
                        "--epsilon", 1],
     lambda folder: hearsay.continual_losses("petersen", [0, 3], 5, target=1, view="messages", trust="own-noise-known", delta=1e-5, epsilon=1.0)),
    ("account stream", ["--graph", "erdos-renyi:n=12,p=0.4", "--weights", "min-degree", "--seed", 5, "--observer", 0, "--target", "all", "--rounds", 3,
                        "--steps-per-round", 2, "--sigma", 3, "--delta", 1e-6],
     lambda folder: hearsay.continual_losses("erdos-renyi:n=12,p=0.4", [0], 3, weights="min-degree", seed=5, steps_per_round=2, sigma=3.0, delta=1e-6)),
    ("account stream", ["--graph", "ring:6", "--weights", "min-degree", "--observer", 0, "--target", "all", "--rounds", 4],
     lambda folder: hearsay.continual_losses("ring:6", [0], 4, weights="min-degree")),
    ("account stream", ["--graph", "file:names.edges", "--component", "largest", "--observer", "ann", "--target", "dan,bob", "--rounds", 3], of_names),
]
