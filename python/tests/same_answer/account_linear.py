# SPDX-License-Identifier: GPL-3.0-or-later
import json

import hearsay

PROTOCOL = {"format": "hearsay-protocol-1", "name": "pairs", "nodes": ["ann", "bob", "cy"],
            "rounds": [{"mix": {"edges": [["ann", "bob"], ["bob", "cy"]], "weights": "metropolis"}, "steps": 2}] * 2,
            "noise": [{"kind": "node", "sigma": "1"}, {"kind": "pair", "sigma": "1/2", "pairs": [["ann", "bob"], ["bob", "cy"]]}],
            "view": {"observers": ["cy"], "sees": "messages", "knows": "own"}}
SIGNAL = "%%MatrixMarket matrix array real general\n2 2\n1\n0.5\n0\n1\n"
NOISE = "%%MatrixMarket matrix array real general\n2 2\n1\n0.25\n0\n2\n"


def of_protocol(**question):
    def ask(folder):
        (folder / "p.json").write_text(json.dumps(PROTOCOL))
        answer = hearsay.linear_losses("p.json", **question)
        in_memory = hearsay.linear_losses(PROTOCOL, **question).to_dict()
        assert in_memory["losses"] == answer.to_dict()["losses"] and in_memory["parameters"]["protocol"] == "memory"
        return answer
    return ask


def of_matrices(**question):
    def ask(folder):
        (folder / "a.mtx").write_text(SIGNAL)
        (folder / "b.mtx").write_text(NOISE)
        answer = hearsay.linear_losses(signal="a.mtx", noise="b.mtx", **question)
        in_memory = hearsay.linear_losses(signal=[[1, 0], [0.5, 1]], noise=[[1, 0], [0.25, 2]], **question)
        assert in_memory["losses"] == answer["losses"] and in_memory.parameters.signal == "memory"
        return answer
    return ask


FILES = ["--protocol", "p.json"]
MATRICES = ["--signal", "a.mtx", "--noise", "b.mtx"]

CASES = [
    ("account linear", FILES, of_protocol()),
    ("account linear", [*FILES, "--observer", "each", "--target", "ann,bob", "--contributions", "numbers", "--delta", 1e-5, "--fpr", 0.05],
     of_protocol(observer="each", target=["ann", "bob"], contributions="numbers", delta=1e-5, fpr=0.05)),
    ("account linear", [*FILES, "--observer", "bob", "--direction", "ann:1,cy:-1/3", "--participation", "once", "--reconstruct", "--witness"],
     of_protocol(observer=["bob"], direction={"ann": 1, "cy": "-1/3"}, participation="once", reconstruct=True, witness=True)),
    ("account linear", [*FILES, "--group", "ann,bob", "--promise", "epsilon(1e-5) <= 4", "--meet", "mu <= 0.5"],
     of_protocol(group=["ann", "bob"], promise="epsilon(1e-5) <= 4", meet="mu <= 0.5")),
    ("account linear", [*MATRICES, "--delta", 1e-5], of_matrices(delta=1e-5)),
    ("account linear", [*MATRICES, "--rounds", 2, "--participation", "at-most:1:1"], of_matrices(rounds=2, participation="at-most:1:1")),
]
