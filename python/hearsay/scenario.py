# SPDX-License-Identifier: GPL-3.0-or-later
"""Gossip on a fixed graph as one value: who listens, whom they are after, for how long."""
from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Dict, Tuple

from . import _hearsay
from .gossip import gossip_losses
from .graphs import Network, network


@dataclass(frozen=True)
class Scenario:
    """nodes: how many, called 0 .. nodes - 1. edges: pairs, the graph is connected. observers: sorted; at least one node does not observe.

    >>> Scenario(3, ((0, 1), (1, 2)), (0,), 2, 2).exact_loss()
    Fraction(1, 2)
    """

    nodes: int
    edges: Tuple[Tuple[int, int], ...]
    observers: Tuple[int, ...]
    target: int
    steps: int
    weights: str = "metropolis"

    def neighbors(self, node: int) -> Tuple[int, ...]:
        """The neighbors of a node, in increasing order."""
        return tuple(sorted({v for u, v in self.edges if u == node} | {u for u, v in self.edges if v == node}))

    def degree(self, node: int) -> int:
        """How many neighbors a node has."""
        return len(self.neighbors(node))

    @property
    def distance(self) -> int:
        """Steps from the target to the nearest observer."""
        seen, queue = {self.target}, deque([(self.target, 0)])
        while queue:
            node, steps = queue.popleft()
            if node in self.observers:
                return steps
            fresh = [v for v in self.neighbors(node) if v not in seen]
            seen.update(fresh)
            queue.extend((v, steps + 1) for v in fresh)
        raise ValueError("the graph is not connected")

    @property
    def network(self) -> Network:
        """The graph and its gossip matrix, for every function that takes a graph."""
        return network(self.to_networkx(), self.weights)

    def to_networkx(self) -> Any:
        """A networkx.Graph. Needs networkx."""
        import networkx

        graph = networkx.Graph()
        graph.add_nodes_from(range(self.nodes))
        graph.add_edges_from(self.edges)
        return graph

    def loss(self, own_noise_known: bool = False) -> float:
        """What the observers learn about the target, as a share of the local loss, to 1e-9."""
        losses = gossip_losses(self.network, self.observers, self.steps, target=self.target)
        return float(losses.column("exact_own_noise" if own_noise_known else "exact")[0] / losses.local)

    def published_loss(self) -> float:
        """What the published formula says of it, as a share of the local loss."""
        losses = gossip_losses(self.network, self.observers, self.steps, target=self.target)
        return float(losses.column("published")[0] / losses.local)

    def exact_loss(self, own_noise_known: bool = False) -> Fraction:
        """loss() as a fraction, in rational arithmetic; for graphs of few nodes."""
        return Fraction(_hearsay.exact_loss(self.nodes, list(self.edges), self.weights, list(self.observers), self.target, self.steps,
                                            own_noise_known))

    def __str__(self) -> str:
        edges = " ".join(f"{u}-{v}" for u, v in self.edges)
        weights = "" if self.weights == "metropolis" else f", {self.weights} weights"
        return f"graph {edges}, observers {', '.join(map(str, self.observers))}, target {self.target}, steps {self.steps}{weights}"


def from_fields(fields: Dict[str, Any]) -> Scenario:
    """The scenario that the library describes."""
    return Scenario(fields["nodes"], tuple((u, v) for u, v in fields["edges"]), tuple(fields["observers"]), fields["target"], fields["steps"],
                    fields["weights"])
