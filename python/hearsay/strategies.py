# SPDX-License-Identifier: GPL-3.0-or-later
"""Hypothesis strategies of gossip: connected graphs, weights, schedules, scenarios. Needs hypothesis (and networkx for graphs).

>>> from hypothesis import given, settings
>>> @settings(max_examples=20, database=None)
... @given(scenarios(max_nodes=6))
... def test_no_more_than_local(scenario):
...     assert scenario.loss() <= 1 + 1e-9
>>> test_no_more_than_local()
"""
from __future__ import annotations

from typing import Any, List, Tuple

import numpy as np
import scipy.sparse
from hypothesis import strategies as st

from .graphs import Network, network
from .scenario import Scenario

Edge = Tuple[int, int]


@st.composite
def edge_lists(draw: Any, min_nodes: int = 2, max_nodes: int = 8) -> Tuple[int, Tuple[Edge, ...]]:
    """(number of nodes, edges) of a connected graph: a random tree and some chords. Shrinks to fewer nodes, fewer chords, a path or star."""
    nodes = draw(st.integers(min_nodes, max_nodes))
    tree = [(draw(st.integers(0, v - 1)), v) for v in range(1, nodes)]
    others = [(u, v) for v in range(nodes) for u in range(v) if (u, v) not in set(tree)]
    chords = draw(st.lists(st.sampled_from(others), unique=True, max_size=len(others))) if others else []
    return nodes, tuple(sorted(tree + chords))


@st.composite
def connected_graphs(draw: Any, min_nodes: int = 2, max_nodes: int = 8) -> Any:
    """Connected networkx graphs on nodes 0, 1, ..."""
    import networkx

    nodes, edges = draw(edge_lists(min_nodes, max_nodes))
    graph = networkx.empty_graph(nodes)
    graph.add_edges_from(edges)
    return graph


def weight_rules() -> st.SearchStrategy[str]:
    """"metropolis" or "min-degree"."""
    return st.sampled_from(["metropolis", "min-degree"])


@st.composite
def gossip_matrices(draw: Any, min_nodes: int = 2, max_nodes: int = 8) -> scipy.sparse.csr_matrix:
    """Symmetric gossip matrices with arbitrary weights on the edges of a connected graph; what is left of a row stands on the diagonal.

    Every edge has a weight of at least 1/1000 of the smaller share 1 / (largest degree of its ends + 1).
    """
    nodes, edges = draw(edge_lists(min_nodes, max_nodes))
    degrees = np.bincount(np.array(edges).ravel(), minlength=nodes)
    w = np.zeros((nodes, nodes))
    for u, v in edges:
        w[u, v] = w[v, u] = draw(st.integers(1, 1000)) / 1000 / (1 + max(degrees[u], degrees[v]))
    return scipy.sparse.csr_matrix(w + np.diag(1.0 - w.sum(axis=1)))


@st.composite
def schedules(draw: Any, nodes: int, max_rounds: int = 10, max_pairs: int = 3) -> List[List[Edge]]:
    """Rounds of pairwise averaging on ``nodes`` nodes: in each some disjoint pairs. Shrinks to fewer rounds and pairs."""
    rounds: List[List[Edge]] = []
    for _ in range(draw(st.integers(1, max_rounds))):
        order = draw(st.permutations(range(nodes)))
        pairs = draw(st.integers(1, min(max_pairs, nodes // 2)))
        ends = [order[2 * i:2 * i + 2] for i in range(pairs)]
        rounds.append(sorted((min(pair), max(pair)) for pair in ends))
    return rounds


@st.composite
def scenarios(draw: Any, min_nodes: int = 2, max_nodes: int = 8, max_steps: int = 8, coalitions: bool = False, min_degree: bool = False) -> Scenario:
    """Scenarios of gossip averaging: observers, a target, a number of steps. coalitions: several observers. min_degree: both weight rules."""
    nodes, edges = draw(edge_lists(min_nodes, max_nodes))
    most = nodes - 1 if coalitions else 1
    observers = draw(st.lists(st.integers(0, nodes - 1), unique=True, min_size=1, max_size=most))
    target = draw(st.sampled_from([v for v in range(nodes) if v not in observers]))
    weights = draw(weight_rules()) if min_degree else "metropolis"
    return Scenario(nodes, edges, tuple(sorted(observers)), target, draw(st.integers(1, max_steps)), weights)


def networks(**sizes: Any) -> st.SearchStrategy[Network]:
    """hearsay.network of connected_graphs(**sizes), for every function that takes a graph."""
    return connected_graphs(**sizes).map(network)
