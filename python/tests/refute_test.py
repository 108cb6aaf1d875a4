# SPDX-License-Identifier: GPL-3.0-or-later
from fractions import Fraction

import pytest

import hearsay


def test_the_published_formula_is_refuted_on_the_path_of_three():
    # muffliato.thm1: claimed 1/3, actual 1/2 (derived by hand in graphs_test.py).
    found = hearsay.refute(lambda s: Fraction(s.published_loss()).limit_denominator(1000))
    assert found.verdict == "refuted"
    assert (found.scenario.edges, found.scenario.observers, found.scenario.target, found.scenario.steps) == (((0, 1), (1, 2)), (0,), 2, 2)
    assert (found.claimed, found.actual) == (Fraction(1, 3), Fraction(1, 2))


def test_a_true_bound_holds_on_every_kind_of_instance():
    found = hearsay.refute(lambda s: 0 if s.steps < s.distance else 1, coalitions=True, min_degree=True, cases=100)
    assert found.verdict == "holds" and found.scenario is None
    assert found.seen["coalition"] > 0 and found.seen["tree"] > 0 and found.seen["has a cycle"] > 0
    assert found.tightness == 0.0


def test_a_bound_that_fails_in_large_graphs_only_is_shrunk():
    # Everybody who may be reached loses something: "nothing beyond distance 3" fails first at distance 4, on a path of five nodes in four steps.
    found = hearsay.refute(lambda s: 0 if s.distance >= 4 else 1)
    assert found.verdict == "refuted"
    assert found.scenario.distance == 4 and found.scenario.steps == 4 and found.scenario.nodes == 5
    # Beyond the small world: at distance 5 there are six nodes, which only the generated graphs have.
    found = hearsay.refute(lambda s: 0 if s.distance >= 5 else 1)
    assert found.verdict == "refuted"
    assert (found.scenario.nodes, len(found.scenario.edges), found.scenario.steps) == (6, 5, 5)
    assert found.actual > 0


def test_observers_who_know_their_own_noise_learn_more():
    half = lambda s: Fraction(1, 2) if s.nodes == 3 and len(s.edges) == 2 and s.distance == 2 and s.steps == 2 else 1
    assert hearsay.refute(half, cases=50).verdict == "holds"
    found = hearsay.refute(half, trust="own-noise-known", cases=50)
    assert (found.verdict, found.actual) == ("refuted", 1)


def test_what_only_rounding_violates_is_not_refuted():
    # 1e-10 below the truth: within the tolerance of the search, so nothing is claimed to be violated.
    assert hearsay.refute(lambda s: s.loss() - 1e-10, cases=50).verdict == "holds"


def test_an_error_of_the_bound_is_the_users():
    with pytest.raises(ZeroDivisionError):
        hearsay.refute(lambda s: 1 / 0)
    with pytest.raises(KeyboardInterrupt):
        hearsay.refute(lambda s: (_ for _ in ()).throw(KeyboardInterrupt))


def test_the_search_is_a_function_of_the_seed():
    bound = lambda s: 0 if s.distance >= 5 else 1
    assert hearsay.refute(bound, seed=4) == hearsay.refute(bound, seed=4)


def test_losses_as_fractions_agree_with_the_accountant():
    scenario = hearsay.Scenario(5, ((0, 1), (0, 4), (1, 2), (2, 3), (3, 4)), (0,), 2, 3, "min-degree")
    for own in (False, True):
        assert float(scenario.exact_loss(own)) == pytest.approx(scenario.loss(own), abs=1e-9)
