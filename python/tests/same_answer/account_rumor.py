# SPDX-License-Identifier: GPL-3.0-or-later
import hearsay


def of_names(folder):
    (folder / "names.edges").write_text("ann bob\nbob cy\ncy ann\ncy dan\ncy cy\n")
    return hearsay.rumor_exact("file:names.edges", ["ann", "bob"], 0.3, delta=0.4)


CASES = [
    ("account rumor", ["--nodes", 100, "--curious", 10, "--muting", 0.5, "--epsilon", 0.1], lambda folder: hearsay.rumor_losses(100, 10, 0.5, epsilon=0.1)),
    ("account rumor", ["--nodes", 5, "--curious", 1, "--muting", 0.5, "--exact", "--delta", 0.2],
     lambda folder: hearsay.rumor_losses(5, 1, 0.5, exact=True, delta=0.2)),
    ("account rumor", ["--nodes", 4, "--curious", 2, "--muting", 0, "--epsilon", 0.3, "--exact", "--delta", 0.2, "--transcript", "terminated"],
     lambda folder: hearsay.rumor_losses(4, 2, 0.0, epsilon=0.3, exact=True, delta=0.2, transcript="terminated")),
    ("account rumor", ["--nodes", 4, "--curious", 1, "--muting", 0.5, "--exact", "--sees", "timed"],
     lambda folder: hearsay.rumor_losses(4, 1, 0.5, exact=True, sees="timed")),
    ("account rumor", ["--nodes", 4, "--curious", 0, "--muting", 0.5, "--exact", "--sees", "eavesdropper", "--seen", 0.25],
     lambda folder: hearsay.rumor_losses(4, 0, 0.5, exact=True, sees="eavesdropper", seen=0.25)),
    ("account rumor", ["--nodes", 4, "--curious", 1, "--muting", 1, "--exact", "--delayed-start"],
     lambda folder: hearsay.rumor_losses(4, 1, 1.0, exact=True, delayed_start=True)),
    ("account rumor", ["--graph", "ring:5", "--curious-set", "3,0", "--muting", 0.3, "--delta", 0.4, "--sees", "involved"],
     lambda folder: hearsay.rumor_exact("ring:5", [3, 0], 0.3, delta=0.4, sees="involved")),
    ("account rumor", ["--graph", "path:4", "--sees", "eavesdropper", "--seen", 0.5, "--muting", 0.3],
     lambda folder: hearsay.rumor_exact("path:4", [], 0.3, sees="eavesdropper", seen=0.5)),
    ("account rumor", ["--graph", "ring:5", "--curious-set", "3,0", "--muting", 0, "--delta", 0.2], lambda folder: hearsay.rumor_exact("ring:5", [3, 0], 0, delta=0.2)),
    ("account rumor", ["--graph", "torus:5x6", "--curious", 4, "--muting", 0, "--delta", 0.2, "--epsilon", 0.1, "--seed", 3],
     lambda folder: hearsay.rumor_on_graph("torus:5x6", 4, delta=0.2, epsilon=0.1, seed=3)),
    ("account rumor", ["--graph", "torus:5x6", "--curious", 4, "--muting", 0, "--pairs", 9, "--delta", 0.2],
     lambda folder: hearsay.rumor_on_graph("torus:5x6", 4, pairs=9, delta=0.2)),
    ("account rumor", ["--graph", "path:9", "--curious-set", "4", "--muting", 0, "--source", 1, "--against", 6],
     lambda folder: hearsay.rumor_on_graph("path:9", [4], source=1, against=6)),
    ("audit rumor", ["--graph", "grid:2x3", "--curious-set", "5", "--promise", "epsilon(0.1) <= 2"],
     lambda folder: hearsay.audit_rumor("grid:2x3", [5], promise="epsilon(0.1) <= 2")),
    ("audit rumor", ["--graph", "torus:5x6", "--curious", 4, "--promise", "delta(0) <= 0.99", "--pairs", 9],
     lambda folder: hearsay.audit_rumor("torus:5x6", 4, promise="delta(0) <= 0.99", pairs=9)),
    ("account rumor", ["--graph", "file:names.edges", "--curious-set", "ann,bob", "--muting", 0.3, "--delta", 0.4], of_names),
]
