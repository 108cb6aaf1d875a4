# SPDX-License-Identifier: GPL-3.0-or-later
import hearsay

CASES = [
    ("audit walk", ["--graph", "ring:7", "--observer", "each", "--steps", 6, "--promise", "renyi(2) <= 0.1"],
     lambda folder: hearsay.audit_walk("ring:7", "each", 6, promise="renyi(2) <= 0.1")),
    ("audit walk", ["--graph", "path:4", "--observer", "0,3", "--target", 1, "--steps", 5, "--sigma", 2, "--tokens", 2, "--promise", "epsilon(1e-4) <= 3"],
     lambda folder: hearsay.audit_walk("path:4", [0, 3], 5, target=1, sigma=2.0, tokens=2, promise="epsilon(1e-4) <= 3")),
]
