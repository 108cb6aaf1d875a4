# SPDX-License-Identifier: GPL-3.0-or-later
import hearsay

ask = hearsay.refute_statement

CASES = [
    ("refute", ["exact <= 2^(1-distance)", "--graphs", "connected:2..4"], lambda folder: ask("exact <= 2^(1-distance)", graphs="connected:2..4")),
    ("refute", ["exact <= floor(min(1, T/distance))", "--effort", "quick", "--graphs", "connected:2..4,random:8", "--steps", "1..3", "--seed", 7],
     lambda folder: ask("exact <= floor(min(1, T/distance))", effort="quick", graphs="connected:2..4,random:8", steps="1..3", seed=7)),
    ("refute", ["exact <= local", "--protocol", "stream", "--graphs", "connected:2..3", "--rounds", "1..2", "--observers", "coalitions"],
     lambda folder: ask("exact <= local", protocol="stream", graphs="connected:2..3", rounds="1..2", observers="coalitions")),
    ("refute", ["delta(0) <= 0.1", "--protocol", "rumor", "--graphs", "complete:3..3", "--effort", "quick"],
     lambda folder: ask("delta(0) <= 0.1", protocol="rumor", graphs="complete:3..3", effort="quick", certificate=folder / "proof.json", save=folder / "claim.json")),
]
