# SPDX-License-Identifier: GPL-3.0-or-later
"""The module's numbers are the program's, to the bit: both are printed with all digits and compared without tolerance."""
import math

import networkx
import pytest

import hearsay

LOSSES = ("published", "exact", "exact_own_noise")

GOSSIP = [
    ("path:6", [0], 4, {}),
    ("ring:7", [0, 3], 3, {"sigma": 1.7, "delta": 1e-5}),
    ("barabasi-albert:n=40,m=2,core=3,seed=5", [3], "auto", {"alpha": 3.0, "sensitivity": 0.5}),
    ("erdos-renyi:n=60,p=0.2", [1, 2], 6, {"weights": "min-degree", "seed": 9}),
    ("petersen", [0], "forever", {"delta": 1e-6}),
]


def option(name, value):
    return () if value is None else (f"--{name.replace('_', '-')}", value)


def options(given):
    return [word for name, value in given.items() for word in option(name, value)]


@pytest.mark.parametrize("spec, observers, steps, given", GOSSIP)
def test_gossip_losses_are_those_of_the_program(program, spec, observers, steps, given):
    ours = hearsay.gossip_losses(spec, observers, steps, **given)
    theirs = program("account", "gossip", "--graph", spec, "--observer", ",".join(map(str, observers)), "--steps", steps, *options(given))
    assert [loss["target"] for loss in theirs["losses"]] == [str(label) for label in ours.targets]
    for loss, label in zip(theirs["losses"], ours.targets):
        for name in LOSSES:
            assert getattr(ours, name)[label] == loss[name]
            if "delta" in given:
                assert getattr(ours.epsilon, name)[label] == loss["epsilon"][name]
        assert ours.distance[label] == loss["distance"]
    assert (ours.local, ours.accuracy, ours.rank, ours.messages) == (theirs["unit"], theirs["accuracy"], theirs["rank"], theirs["messages"])
    assert (ours.exposed, ours.rank_proof, ours.violations) == (theirs["exposed"], theirs["rank_proof"], theirs["violations"])
    assert ours.mean == theirs["mean"]
    assert ours.gap == theirs.get("spectral_gap")


@pytest.mark.parametrize("edges, observer", [("10 7\n7 3\n3 10\n3 5\n", 7), ("ann bob\nbob 3\n", "bob")])
def test_nodes_of_a_file_are_called_what_the_program_calls_them(program, tmp_path, edges, observer):
    path = tmp_path / "some.edges"
    path.write_text(edges)
    ours = hearsay.gossip_losses(f"file:{path}", [observer], 2)
    theirs = program("account", "gossip", "--graph", f"file:{path}", "--observer", observer, "--steps", 2)["losses"]
    assert [(loss["target"], loss["exact"]) for loss in theirs] == [(str(label), exact) for label, exact in ours.exact.items()]


def test_a_networkx_graph_has_the_losses_of_the_same_edge_list(program, tmp_path):
    graph = networkx.karate_club_graph()
    path = tmp_path / "karate.txt"
    path.write_text("".join(f"{u} {v}\n" for u, v in graph.edges()))
    ours = hearsay.gossip_losses(graph, [0, 33], 3)
    for loss in program("account", "gossip", "--graph", f"file:{path}", "--observer", "0,33", "--steps", 3)["losses"]:
        # The file numbers nodes in another order, and sums are rounded in that order.
        assert math.isclose(ours.exact[int(loss["target"])], loss["exact"], rel_tol=1e-9, abs_tol=1e-12)
        assert math.isclose(ours.published[int(loss["target"])], loss["published"], rel_tol=1e-12, abs_tol=1e-12)


@pytest.mark.parametrize("given", [{}, {"trust": "own-noise-known", "view": "messages", "delta": 1e-5, "epsilon": 1.0}, {"steps_per_round": 2, "sigma": 3.0}])
def test_continual_losses_are_those_of_the_program(program, given):
    spec = "grid:3x3"
    ours = hearsay.continual_losses(spec, [0], 6, **given)
    theirs = program("account", "stream", "--graph", spec, "--observer", 0, "--target", "all", "--rounds", 6, *options(given))
    assert ours.rank == theirs["rank"]
    assert len(theirs["targets"]) == 8
    for loss in theirs["targets"]:
        found = ours[int(loss["target"])]
        squared = {name: value for name, value in found["sensitivity_squared"].items() if value is not None}
        assert (squared, found["rate"]) == (loss["sensitivity_squared"], loss["rate"])
        assert (found["epsilon"], found["sigma"]) == (loss.get("epsilon"), loss.get("sigma"))


def test_an_attack_on_gossip_finds_what_the_program_finds(program):
    ours = hearsay.attack_gossip("path:5", [0], 3, 4, runs=2000, delta=1e-5, seed=7, jobs=2)
    theirs = program("attack", "gossip", "--graph", "path:5", "--observer", 0, "--target", 3, "--steps", 4, "--runs", 2000, "--delta", 1e-5, "--seed", 7)
    assert (ours.mu_lower, ours.epsilon_lower) == (theirs["mu"]["lower"], theirs["epsilon_lower"])
    assert ours.any_law.mu_lower == theirs["any_law"]["mu_lower"]
    assert ours["true_positive_rate"] == theirs["true_positive_rate"]
    assert ours["false_positive_rate"] == theirs["false_positive_rate"]


def test_an_anytime_attack_on_gossip_stops_where_the_program_stops(program):
    ours = hearsay.attack_gossip("path:3", [0], 2, 2, runs=50_000, anytime=True)
    theirs = program("attack", "gossip", "--graph", "path:3", "--observer", 0, "--target", 2, "--steps", 2, "--runs", 50_000, "--anytime")
    assert ours.stopped == theirs["anytime"]["stopped"] == "refuted"
    assert ours.state["runs"] == ours.runs == theirs["anytime"]["runs"]
    assert ours.mu_lower == theirs["mu"]["lower"]
    assert ours.claimed_mu == theirs["mu"]["published"]


def test_attacks_on_rumors_and_tokens_find_what_the_program_finds(program):
    ours = hearsay.attack_rumor(20, 3, 0.5, runs=3000, seed=3)
    theirs = program("attack", "rumor", "--nodes", 20, "--curious", 3, "--muting", 0.5, "--runs", 3000, "--seed", 3)
    assert {**ours["success"], "runs": ours.runs} == theirs["success"]
    assert ours.bound == theirs["bound"]
    ours = hearsay.attack_token(10, 30, 0.5, 1e-6, runs=2000, seed=3)
    theirs = program("attack", "walk", "--users", 10, "--steps", 30, "--epsilon", 0.5, "--delta", 1e-6, "--runs", 2000, "--seed", 3)
    assert (ours.epsilon_lower, ours.mu, ours.delta) == (theirs["epsilon_lower"], theirs["mu"], theirs["delta"])
    assert ours["detected"] == theirs["detected"]


def test_verdicts_are_those_of_the_program(program):
    patterns = ["muffliato.thm1*", "rumor.thm5*"]
    theirs = program("verify", *patterns, "--effort", "quick")
    ours = hearsay.verify(*patterns)
    assert ours.result["claims"] == theirs["claims"]
    assert ours.surprises == []
