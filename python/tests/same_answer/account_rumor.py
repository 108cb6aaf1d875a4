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
    ("account rumor", ["--graph", "file:names.edges", "--curious-set", "ann,bob", "--muting", 0.3, "--delta", 0.4], of_names),
]
