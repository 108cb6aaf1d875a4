# SPDX-License-Identifier: GPL-3.0-or-later
"""A token that walks on the complete graph or any other, or goes around a ring, and the contributions that it collects."""
from __future__ import annotations

import copy
import html
from dataclasses import dataclass, field
from typing import Any, Callable, Dict, Hashable, Iterable, List, Mapping, Optional

import numpy as np

from . import _hearsay
from .checks import natural, whole
from .graphs import NodeValues, network
from .report import Report
from .table import Table
from .targets import targets_of

Progress = Optional[Callable[[int, int, str], None]]


def token_losses(
    users: int,
    steps: int,
    epsilon: float,
    delta: float,
    *,
    delta_prime: float = 1e-6,
    delta_hat: float = 1e-6,
    task: str = "sum",
    buckets: int = 2,
    colluders: int = 1,
    known_neighbors: bool = False,
    noise: str = "classical",
    jobs: int = 0,
    progress: Progress = None,
) -> Report:
    """The loss of a walk of ``steps`` steps among ``users`` users, every contribution locally (epsilon, delta)-private; as `hearsay account walk`.

    On a graph that is not complete: walk_losses.

    delta_prime: delta' of advanced composition. delta_hat: probability that the bound on the number of visits fails. task: "sum", "histogram"
    or "sgd". noise: calibration of Gaussian noise, "classical" or "analytic". progress: a function of (done, total, what).
    The answer has "visits", and the promises "local", "published", "repaired", "tight", each with "epsilon" (natural log units),
    "delta", "valid" and "why"; an infinite epsilon is None. "tight" has "epsilon_bracket" too: where the exact epsilon lies, or None. For a sum or SGD "tight"
    holds if the observer knows what the others add; "in_range" for all contributions within the sensitivity of each other, "any_data" for
    all there are. ``to_dict()`` is that of `hearsay account walk --json`.

    >>> report = token_losses(100, 500, 0.5, 1e-6)
    >>> report.tight.epsilon < report.local.epsilon
    True
    """
    users, steps, buckets, colluders = (whole("token_losses", name, value) for name, value in (
        ("users", users), ("steps", steps), ("buckets", buckets), ("colluders", colluders)))
    return Report("token", _hearsay.token_account(users, steps, epsilon, delta, delta_prime, delta_hat, task, buckets, colluders,
                                                  known_neighbors, noise, jobs, progress))


@dataclass(frozen=True)
class WalkLosses:
    """The losses to the observer of a token that walks on a graph, by target: the answer of walk_losses.

    limit: Renyi divergence divided by alpha / (2 sigma^2), for large sigma. renyi2: Renyi divergence of order 2. epsilon_lower and
    epsilon_upper: where epsilon at delta lies, or None if no delta was given.
    """

    limit: NodeValues
    renyi2: NodeValues
    epsilon_lower: Optional[NodeValues]
    epsilon_upper: Optional[NodeValues]
    observer: Hashable
    steps: int
    answer: Mapping[str, Any] = field(repr=False)

    @property
    def targets(self) -> List[Hashable]:
        """The labels, in the order of the arrays."""
        return list(self.limit.labels)

    def to_dict(self) -> Dict[str, Any]:
        """What the program writes with --json, as plain dictionaries and lists."""
        return copy.deepcopy(dict(self.answer))

    def table(self) -> Table:
        """One row a target."""
        columns: Dict[str, Iterable[Any]] = {"target": self.targets, "limit": self.limit.array, "renyi2": self.renyi2.array}
        if self.epsilon_lower is not None and self.epsilon_upper is not None:
            columns.update(epsilon_lower=self.epsilon_lower.array, epsilon_upper=self.epsilon_upper.array)
        return Table(columns)

    def _repr_html_(self) -> str:
        return f"<p>{html.escape(f'observer {self.observer}, {self.steps} steps')}</p>" + self.table()._repr_html_()


def walk_losses(
    graph_or_w: Any,
    observer: Hashable,
    steps: int,
    *,
    target: Any = None,
    sigma: float = 1.0,
    others: str = "known",
    delta: Optional[float] = None,
    weights: str = "metropolis",
    component: Optional[str] = None,
    seed: int = 1,
    jobs: int = 0,
    progress: Progress = None,
) -> WalkLosses:
    """The losses to one observer of a token that walks ``steps`` steps on a graph from a uniform start; as `hearsay account walk --graph`.

    The token moves by the gossip matrix, and ``observer`` reads it whenever it arrives. target: a node, a list of nodes, or None
    for all. sigma: standard deviation of the noise of a contribution, which changes by at most 1. others: what the others add is
    "known" to the observer, or "anything". delta: where epsilons are wanted. progress: a function of (done, total, what).

    >>> losses = walk_losses("path:3", 0, 5)
    >>> losses.targets, losses.limit[1] > losses.limit[2]
    ([1, 2], True)
    """
    net = network(graph_or_w, weights, seed=seed, component=component)
    reader = net.index("observer", observer)
    targets = targets_of(net, [reader], target)
    answer = _hearsay.walk_account(net.source, reader, targets, whole("walk_losses", "steps", steps), sigma, others, delta,
                                   natural("walk_losses", "seed", seed), jobs, progress)
    labels = [net.labels[u] for u in targets]

    def values(name: str) -> NodeValues:
        return NodeValues(labels, np.array([loss[name] for loss in answer["losses"]]))

    def epsilons(end: str) -> Optional[NodeValues]:
        return None if delta is None else NodeValues(labels, np.array([loss["epsilon"][end] for loss in answer["losses"]]))

    return WalkLosses(values("limit"), values("renyi2"), epsilons("lower"), epsilons("upper"), observer, steps, answer)


def ring_losses(
    users: int,
    rounds: int,
    epsilon: float,
    delta: Optional[float] = None,
    *,
    delta_prime: float = 1e-6,
    task: str = "sum",
    buckets: int = 2,
    noise: str = "classical",
) -> Report:
    """The loss of a token that goes ``rounds`` times around a ring of ``users`` users; as `hearsay account ring`.

    delta: of one contribution; required, except for noise="laplace", where it must be left out. task: "sum" or "histogram". noise: "classical",
    "analytic" or "laplace". The answer has the promises "local", "published", "repaired", "tight", and "noise_events", "mu", "scale",
    "gamma" where the protocol has them; ``to_dict()`` is that of `hearsay account ring --json`.

    >>> ring_losses(100, 10, 0.5, 1e-6).noise_events
    noise_events: {'published': 10, 'repaired': 11}
    """
    users, rounds, buckets = (whole("ring_losses", name, value) for name, value in (("users", users), ("rounds", rounds), ("buckets", buckets)))
    return Report("ring", _hearsay.ring_account(users, rounds, epsilon, delta, delta_prime, task, buckets, noise))
