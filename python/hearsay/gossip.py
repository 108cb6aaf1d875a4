# SPDX-License-Identifier: GPL-3.0-or-later
"""Private averaging with one initial Gaussian noise: who leaks what to whom."""
from __future__ import annotations

import html
from dataclasses import dataclass, field
from typing import Any, Dict, Hashable, List, Optional, Sequence, Union

import numpy as np

from . import _hearsay
from .checks import natural, open_unit, positive, renyi_order
from .errors import ConditionsError, DomainError, FormatError, refusal
from .graphs import Network, NodeValues, network
from .table import Table

Steps = Union[int, str]
NodeLosses = Union[NodeValues, np.ndarray]


@dataclass(frozen=True)
class Losses:
    """What each node loses, in one unit. Of a graph a mapping from its labels; of a matrix an array of n numbers, NaN at the observers.

    published: the formula of the paper, capped at the local loss. exact: the observers know nobody's noise.
    exact_own_noise: they know what they injected themselves. NaN: in doubt, since the rank of the view is not proved; the loss then
    lies between exact_lower and exact_upper (exact_own_noise_lower and exact_own_noise_upper), of which the upper end is safe to promise.
    """

    published: NodeLosses
    exact: NodeLosses
    exact_own_noise: NodeLosses
    exact_lower: NodeLosses = field(default=None, repr=False)
    exact_upper: NodeLosses = field(default=None, repr=False)
    exact_own_noise_lower: NodeLosses = field(default=None, repr=False)
    exact_own_noise_upper: NodeLosses = field(default=None, repr=False)


@dataclass(frozen=True)
class GossipLosses(Losses):
    """The answer of gossip_losses; losses are Renyi losses (natural log units) of the order asked for.

    epsilon: the same as epsilons at delta, or None. distance: steps to the nearest observer. local: the local-DP loss.
    accuracy: bound on the error of the exact losses. steps: counted, or None for any number. gap: the spectral gap, where
    steps="auto" needed it. rank, rank_proof, exposed, mean, violations, violations_in_doubt, messages: as `hearsay account gossip --json`.
    in_doubt: how many targets have a loss in doubt. message_noise, precision, magnitude: as asked. resolved: where a precision
    was given, what a linear observer resolves in messages of that precision; rounding is a function of the data, nothing proves that
    it hides anything, and so this is no guarantee.
    """

    epsilon: Optional[Losses] = None
    distance: NodeLosses = field(default=None, repr=False)
    local: float = 0.0
    accuracy: float = 0.0
    steps: Optional[int] = None
    gap: Optional[float] = None
    rank: int = 0
    rank_proof: Dict[str, Any] = field(default_factory=dict)
    exposed: Optional[Dict[str, Any]] = None
    mean: Dict[str, Any] = field(default_factory=dict)
    violations: int = 0
    violations_in_doubt: int = 0
    in_doubt: int = 0
    messages: Optional[int] = None
    alpha: float = 2.0
    sigma: float = 1.0
    sensitivity: float = 1.0
    delta: Optional[float] = None
    message_noise: float = 0.0
    precision: Optional[str] = None
    magnitude: float = 1.0
    resolved: Optional[Losses] = None
    observers: List[Hashable] = field(default_factory=list)
    targets: List[Hashable] = field(default_factory=list, repr=False)
    network: Network = field(default=None, repr=False)

    def column(self, name: str) -> np.ndarray:
        """The losses ``name`` ("published", "exact", "exact_own_noise", "distance") in the order of ``targets``."""
        values = getattr(self, name)
        return values.array if isinstance(values, NodeValues) else values[self.targets]

    def table(self) -> Table:
        """One row a target: distance, published, exact, exact_own_noise, and epsilons if delta was given."""
        columns = {"target": self.targets}
        columns.update({name: self.column(name) for name in ("distance", "published", "exact", "exact_own_noise")})
        if self.epsilon is not None:
            for name in ("published", "exact", "exact_own_noise"):
                values = getattr(self.epsilon, name)
                columns[f"epsilon_{name}"] = values.array if isinstance(values, NodeValues) else values[self.targets]
        return Table(columns)

    def __repr__(self) -> str:
        return (f"GossipLosses({len(self.targets)} targets, observers {self.observers}, {self._duration()}, alpha {self.alpha:g}, "
                f"local loss {self.local:.6g}, {self.violations} above the published formula)")

    def _duration(self) -> str:
        return "any number of steps" if self.steps is None else f"{self.steps} steps"

    def _repr_html_(self) -> str:
        words = f"Renyi loss of order {self.alpha:g}, local loss {self.local:.6g}, observers {self.observers}, {self._duration()}"
        return f"<p>{html.escape(words)}</p>" + self.table()._repr_html_()


def gossip_losses(
    graph_or_w: Any,
    observers: Sequence[Hashable],
    steps: Steps,
    *,
    target: Any = None,
    alpha: float = 2.0,
    sigma: float = 1.0,
    sensitivity: float = 1.0,
    delta: Optional[float] = None,
    message_noise: float = 0.0,
    precision: Optional[str] = None,
    magnitude: float = 1.0,
    weights: str = "metropolis",
    component: Optional[str] = None,
    seed: int = 1,
    jobs: int = 0,
) -> GossipLosses:
    """What ``observers`` learn about every other node from ``steps`` steps of gossip averaging; as `hearsay account gossip`.

    graph_or_w: see hearsay.network. observers: labels; several collude. target: one label, or None for all nodes but the observers.
    steps: a number, "auto" (the published stopping time) or "forever" (any number).
    alpha: order of the Renyi loss, > 1. sigma: standard deviation of every node's noise. sensitivity: largest change of a
    private value, in the unit of sigma. message_noise: every message is heard with Gaussian noise of its own, of so many sigma; the
    exact losses are those of a protocol that adds it. precision: "float64", "float32", "float16" or "bfloat16"; the result's ``resolved``
    is what a linear observer resolves in messages of that precision, and no guarantee. magnitude: size of a message over sigma. delta: where epsilons are wanted. seed: of the primes that decide ranks. jobs: threads,
    0: one per core; results do not depend on it.

    >>> import networkx
    >>> losses = gossip_losses(networkx.path_graph(["a", "b", "c"]), observers=["a"], steps=2)
    >>> losses.exact
    {'b': 1, 'c': 0.5}
    >>> losses.published["c"]
    0.333333333333333...

    >>> noisy = gossip_losses(networkx.path_graph(["a", "b", "c"]), observers=["a"], steps=2, message_noise=0.125)
    >>> round(noisy.exact["c"], 4)
    0.4638
    """
    net = network(graph_or_w, weights, seed=seed, component=component)
    renyi_order("gossip_losses", alpha)
    positive("gossip_losses", "sigma", sigma)
    positive("gossip_losses", "sensitivity", sensitivity, zero=True)
    if delta is not None:
        open_unit("gossip_losses", "delta", delta)
    positive("gossip_losses", "message_noise", message_noise, zero=True)
    positive("gossip_losses", "magnitude", magnitude)
    if steps == "forever" and (message_noise > 0 or precision is not None):
        raise refusal(ConditionsError, "message_noise" if message_noise > 0 else "precision",
                      "takes a number of steps: the noise of infinitely many messages averages out")
    watching = net.indices("observers", observers)
    targets = _targets(net, watching, target)
    count, gap = resolve_steps(net, steps, sigma)
    found = _hearsay.gossip_account(net.graph, net.matrix, watching, targets, count, alpha, sigma, sensitivity, delta,
                                    float(message_noise), precision, float(magnitude), natural("gossip_losses", "seed", seed), jobs)
    labels = [net.labels[u] for u in targets]

    def at_nodes(values):
        if not net.is_matrix:
            return NodeValues(labels, np.asarray(values))
        array = np.full(len(net.labels), np.nan)
        array[targets] = values
        return array

    def losses(columns):
        return {name: at_nodes(values) for name, values in columns.items()}

    return GossipLosses(
        **losses(found["renyi"]),
        epsilon=None if found["epsilon"] is None else Losses(**losses(found["epsilon"])),
        distance=at_nodes(found["distance"]), local=found["unit"], accuracy=found["accuracy"], steps=count, gap=gap, rank=found["rank"],
        rank_proof=found["rank_proof"], exposed=found["exposed"], mean=found["mean"], violations=found["violations"],
        violations_in_doubt=found["violations_in_doubt"], in_doubt=found["in_doubt"], messages=found["messages"], alpha=alpha, sigma=sigma, sensitivity=sensitivity, delta=delta,
        message_noise=message_noise, precision=precision, magnitude=magnitude,
        resolved=None if found["resolved"] is None else Losses(**losses(found["resolved"])), observers=list(observers),
        targets=labels, network=net)


def _targets(net: Network, observers: Sequence[int], target: Any) -> List[int]:
    if target is not None:
        u = net.index("target", target)
        if u in observers:
            raise refusal(DomainError, "target", f"node {target!r} is an observer: it has no secret from itself")
        return [u]
    watching = set(observers)
    others = [u for u in range(len(net.labels)) if u not in watching]
    if not others:
        raise refusal(DomainError, "observers", "every node is an observer: no target is left")
    return others


def resolve_steps(net: Network, steps: Steps, sigma: float, forever: bool = True):
    """(number of steps or None for any, spectral gap or None). Raises FormatError."""
    if forever and isinstance(steps, str) and steps == "forever":
        return None, None
    if isinstance(steps, str) and steps == "auto":
        count, gap = _hearsay.auto_steps(net.matrix, sigma)
        return count, gap
    if isinstance(steps, (int, np.integer)) and not isinstance(steps, bool) and 0 <= steps < 2**31:
        return int(steps), None
    words = "'auto' nor 'forever'" if forever else "'auto'"
    raise refusal(FormatError, "steps", f"{steps!r} is neither a number of steps (0 to 2147483647) nor {words}")


def simulate_gossip(
    graph_or_w: Any,
    values: Any,
    steps: Steps,
    *,
    sigma: float = 1.0,
    run: int = 0,
    weights: str = "metropolis",
    component: Optional[str] = None,
    seed: int = 1,
) -> np.ndarray:
    """The nodes' values after ``steps`` steps of gossip that begins with values + N(0, sigma^2).

    values: n numbers or an n x k array, in the order of the nodes. run: which of the independent runs of ``seed``.
    Returns an array of the shape of ``values``.

    >>> simulate_gossip("ring:4", [0.0, 1.0, 0.0, 1.0], steps=60, sigma=0.0)
    array([0.5, 0.5, 0.5, 0.5])
    """
    net = network(graph_or_w, weights, seed=seed, component=component)
    positive("simulate_gossip", "sigma", sigma, zero=True)
    array = np.asarray(values, dtype=float)
    if array.ndim not in (1, 2) or array.shape[0] != len(net.labels):
        raise refusal(DomainError, "simulate_gossip", f"values need one row a node, {len(net.labels)}, and have the shape {array.shape}")
    count, _ = resolve_steps(net, steps, sigma, forever=False)
    found = _hearsay.simulate_gossip(net.matrix, array.reshape(len(net.labels), -1), count, sigma,
                                     natural("simulate_gossip", "seed", seed), natural("simulate_gossip", "run", run))
    return found.reshape(array.shape)
