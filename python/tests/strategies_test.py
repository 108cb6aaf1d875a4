# SPDX-License-Identifier: GPL-3.0-or-later
import networkx
import numpy as np
import pytest
from hypothesis import HealthCheck, find, given, settings
from hypothesis import strategies as st

import hearsay
from hearsay import strategies

SETTINGS = settings(max_examples=60, deadline=None, derandomize=True, database=None, suppress_health_check=[HealthCheck.too_slow])


@SETTINGS
@given(strategies.connected_graphs())
def test_graphs_are_connected(graph):
    assert networkx.is_connected(graph) and 2 <= len(graph) <= 8


@SETTINGS
@given(strategies.gossip_matrices(max_nodes=6))
def test_matrices_are_symmetric_and_stochastic(w):
    dense = w.toarray()
    assert (dense >= 0).all() and np.allclose(dense.sum(axis=1), 1) and np.array_equal(dense, dense.T)
    assert hearsay.network(w).is_matrix


@SETTINGS
@given(strategies.schedules(nodes=6))
def test_pairs_of_a_round_are_disjoint(rounds):
    for pairs in rounds:
        ends = [v for pair in pairs for v in pair]
        assert 1 <= len(pairs) <= 3 and len(set(ends)) == len(ends) and set(ends) <= set(range(6))


@SETTINGS
@given(strategies.scenarios(max_nodes=6, coalitions=True, min_degree=True))
def test_no_loss_exceeds_the_local_one_and_own_noise_only_adds(scenario):
    assert scenario.target not in scenario.observers
    losses = hearsay.gossip_losses(scenario.network, scenario.observers, scenario.steps)
    assert np.all(losses.exact.array <= losses.exact_own_noise.array + 1e-9)
    assert np.all(losses.exact_own_noise.array <= losses.local + 1e-9)


@SETTINGS
@given(strategies.scenarios(max_nodes=6), st.integers(1, 3))
def test_more_steps_reveal_more(scenario, more):
    before = hearsay.gossip_losses(scenario.network, scenario.observers, scenario.steps)
    after = hearsay.gossip_losses(scenario.network, scenario.observers, scenario.steps + more)
    assert np.all(before.exact.array <= after.exact.array + 1e-9)


def test_the_published_formula_is_refuted_and_shrinks_to_the_path_of_three():
    smallest = find(strategies.scenarios(), lambda s: s.loss() > s.published_loss() + 1e-9, settings=settings(SETTINGS, max_examples=2000))
    assert (smallest.nodes, len(smallest.edges), smallest.steps) == (3, 2, 2)


def test_a_schedule_shrinks_to_one_pair():
    assert find(strategies.schedules(nodes=5), lambda rounds: True, settings=SETTINGS) == [[(0, 1)]]


def test_sizes_out_of_range_are_refused_by_hypothesis():
    with pytest.raises(Exception, match="max_value"):
        find(strategies.edge_lists(5, 4), lambda graph: True, settings=SETTINGS)
