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
    ("refute", ["renyi(2) <= limit/sigma^2", "--protocol", "graphwalk", "--effort", "quick", "--sigma", "3,1"],
     lambda folder: ask("renyi(2) <= limit/sigma^2", protocol="graphwalk", effort="quick", sigma="3,1")),
    ("refute", ["delta(0) <= 0.001*T", "--protocol", "walk", "--graphs", "complete:2..3", "--steps", "1..3", "--effort", "quick", "--epsilon", "0.4", "--delta-hat", "0.1"],
     lambda folder: ask("delta(0) <= 0.001*T", protocol="walk", graphs="complete:2..3", steps="1..3", effort="quick", epsilon="0.4", delta_hat="0.1")),
    ("refute", ["exact <= rounds - 1/2", "--protocol", "ring", "--effort", "quick", "--delta", "1e-3", "--delta-prime", "1e-2"],
     lambda folder: ask("exact <= rounds - 1/2", protocol="ring", effort="quick", delta="1e-3", delta_prime="1e-2", certificate=folder / "ring.json")),
    ("refute", ["exact <= max(1/2, 2 - distance)", "--graph", "edges:0-1,1-2,3-4", "--component", "largest", "--weights", "min-degree", "--steps", "2", "--sigma", "1..2", "--sensitivity", "2"],
     lambda folder: ask("exact <= max(1/2, 2 - distance)", graph="edges:0-1,1-2,3-4", component="largest", weights="min-degree", steps="2", sigma="1..2", sensitivity="2")),
]
