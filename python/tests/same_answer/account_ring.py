# SPDX-License-Identifier: GPL-3.0-or-later
import hearsay

COMMON = ["--users", 100, "--rounds", 10, "--epsilon", 0.5, "--delta-prime", 1e-6]

CASES = [
    ("account ring", [*COMMON, "--delta", 1e-6], lambda folder: hearsay.ring_losses(100, 10, 0.5, 1e-6)),
    ("account ring", [*COMMON, "--delta", 1e-6, "--colluders", 3], lambda folder: hearsay.ring_losses(100, 10, 0.5, 1e-6, colluders=3)),
    ("account ring", [*COMMON, "--noise", "laplace"], lambda folder: hearsay.ring_losses(100, 10, 0.5, noise="laplace")),
    ("account ring", [*COMMON, "--delta", 1e-3, "--task", "histogram", "--buckets", 3],
     lambda folder: hearsay.ring_losses(100, 10, 0.5, 1e-3, task="histogram", buckets=3)),
]
