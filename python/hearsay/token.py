# SPDX-License-Identifier: GPL-3.0-or-later
"""A token that walks on the complete graph or any other, or goes around a ring, and the contributions that it collects."""
from __future__ import annotations

import copy
import html
import math
from dataclasses import dataclass, field
from typing import Any, Callable, Dict, Hashable, Iterable, List, Mapping, Optional, Tuple

import numpy as np

from . import _hearsay
from .audits import Judged
from .checks import natural, whole
from .graphs import Network, NodeValues, network
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
    """The losses to the observers of a token that walks on a graph, by target: the answer of walk_losses.

    limit: Renyi divergence divided by alpha / (2 sigma^2), for large sigma, at most. renyi2: Renyi divergence of order 2, at most.
    limit_lower, renyi2_lower: at least. epsilon_lower and epsilon_upper: where epsilon at delta lies, or None if no delta was given. An
    upper end for which no bound was found is infinite. worst: the observers to whom each target loses the most.
    """

    limit: NodeValues
    renyi2: NodeValues
    limit_lower: NodeValues
    renyi2_lower: NodeValues
    epsilon_lower: Optional[NodeValues]
    epsilon_upper: Optional[NodeValues]
    worst: List[List[Hashable]]
    observer: Any
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
        columns: Dict[str, Iterable[Any]] = {"target": self.targets, "worst": self.worst, "limit": self.limit.array,
                                             "renyi2_lower": self.renyi2_lower.array, "renyi2": self.renyi2.array}
        if self.epsilon_lower is not None and self.epsilon_upper is not None:
            columns.update(epsilon_lower=self.epsilon_lower.array, epsilon_upper=self.epsilon_upper.array)
        return Table(columns)

    def _repr_html_(self) -> str:
        return f"<p>{html.escape(f'observer {self.observer}, {self.steps} steps')}</p>" + self.table()._repr_html_()


class WalkAudit(Judged):
    """The answer of audit_walk: one promise on the loss of every node; as `hearsay audit walk --json`."""

    def __init__(self, fields: Mapping[str, Any], junit: str, labels: Iterable[Hashable]) -> None:
        super().__init__("audit", fields)
        self._junit = junit
        self._labels = {str(label): label for label in labels}

    @property
    def nodes(self) -> Table:
        """One row a node: its worst observers, the lower and upper end of what they learn, and the verdict."""
        rows = self["nodes"]
        columns: Dict[str, List[Any]] = {
            "node": [self._labels[row["node"]] for row in rows],
            "worst_observer": [[self._labels[v] for v in _several(row["worst_observer"])] for row in rows]}
        return Table({**columns, **{name: [row[name] for row in rows] for name in ("lower", "upper", "verdict")}})

    def junit(self) -> str:
        """JUnit XML: a failure if the promise is refuted, an error if it is inconclusive."""
        return self._junit


def _several(names: Any) -> List[Any]:
    """Observers as the result names them: a list, or a single one."""
    return names if isinstance(names, list) else [names]


def _readers(net: Network, observer: Any) -> Tuple[List[int], str]:
    """The numbers of the observers, or the rule that names them."""
    if observer == "each" or (isinstance(observer, str) and observer.startswith("coalitions:")):
        return [], observer
    return net.indices("observer", observer if isinstance(observer, list) else [observer]), ""


def _targets(net: Network, readers: List[int], target: Any) -> List[int]:
    return [] if target is None else targets_of(net, readers, target)


def walk_losses(
    graph_or_w: Any,
    observer: Any,
    steps: int,
    *,
    target: Any = None,
    tokens: int = 1,
    sigma: float = 1.0,
    others: str = "known",
    delta: Optional[float] = None,
    weights: str = "metropolis",
    component: Optional[str] = None,
    seed: int = 1,
    jobs: int = 0,
    progress: Progress = None,
) -> WalkLosses:
    """The losses to the observers of a token that walks ``steps`` steps on a graph from a uniform start; as `hearsay account walk --graph`.

    The token moves by the gossip matrix, and the observers read it whenever it arrives. observer: a node, a list of nodes, which form
    a coalition, "each" or "coalitions:K". target: a node, a list of nodes, or None for all. tokens: walk independently, each with noise
    of its own. sigma: standard deviation of the noise of a contribution, which changes by at most 1. others: what the others add is
    "known" to the observers, or "anything". delta: where epsilons are wanted. progress: a function of (done, total, what).

    >>> losses = walk_losses("path:3", 0, 5)
    >>> losses.targets, losses.limit[1] > losses.limit[2]
    ([1, 2], True)
    """
    net = network(graph_or_w, weights, seed=seed, component=component)
    readers, rule = _readers(net, observer)
    answer = _hearsay.walk_account(net.source, readers, rule, _targets(net, readers, target), whole("walk_losses", "steps", steps),
                                   whole("walk_losses", "tokens", tokens), sigma, others, delta, natural("walk_losses", "seed", seed), jobs, progress)
    own = {str(label): label for label in net.labels}
    labels = [own[loss["target"]] for loss in answer["losses"]]
    alone = [net.labels[v] for v in readers]
    worst = [[own[v] for v in _several(loss["worst_observer"])] if "worst_observer" in loss else alone for loss in answer["losses"]]

    def ends(name: str, end: str) -> NodeValues:
        found = [loss[name][end] for loss in answer["losses"]]
        return NodeValues(labels, np.array([math.inf if x is None else x for x in found]))

    return WalkLosses(ends("limit", "upper"), ends("renyi2", "upper"), ends("limit", "lower"), ends("renyi2", "lower"),
                      None if delta is None else ends("epsilon", "lower"), None if delta is None else ends("epsilon", "upper"),
                      worst, observer, steps, answer)


def audit_walk(
    graph_or_w: Any,
    observer: Any,
    steps: int,
    *,
    promise: str,
    target: Any = None,
    tokens: int = 1,
    sigma: float = 1.0,
    others: str = "known",
    weights: str = "metropolis",
    component: Optional[str] = None,
    seed: int = 1,
    jobs: int = 0,
    progress: Progress = None,
) -> WalkAudit:
    """Whether a promise on a token that walks on a graph holds for every node; as `hearsay audit walk`.

    promise: "epsilon(1e-5) <= 1.5" or "renyi(2) <= 0.1". The rest: see walk_losses.

    >>> audit_walk("ring:5", "each", 10, sigma=2.0, promise="renyi(2) <= 0.5").verdict
    'holds'
    """
    net = network(graph_or_w, weights, seed=seed, component=component)
    readers, rule = _readers(net, observer)
    fields, junit = _hearsay.walk_audit(net.source, readers, rule, _targets(net, readers, target), whole("audit_walk", "steps", steps),
                                        whole("audit_walk", "tokens", tokens), sigma, others, promise, natural("audit_walk", "seed", seed), jobs,
                                        progress)
    return WalkAudit(fields, junit, net.labels)


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
    colluders: int = 1,
) -> Report:
    """The loss of a token that goes ``rounds`` times around a ring of ``users`` users; as `hearsay account ring`.

    delta: of one contribution; required, except for noise="laplace", where it must be left out. task: "sum" or "histogram". noise: "classical",
    "analytic" or "laplace". colluders: users who pool what they see; two or more learn most about a user between two of them, and "distributed"
    is what they learn if every user adds noise. The answer has the promises "local", "published", "repaired", "tight", and "noise_events", "mu", "scale",
    "gamma" where the protocol has them; ``to_dict()`` is that of `hearsay account ring --json`.

    >>> ring_losses(100, 10, 0.5, 1e-6).noise_events
    noise_events: {'published': 10, 'repaired': 11}
    """
    users, rounds, buckets, colluders = (whole("ring_losses", name, value) for name, value in
                                         (("users", users), ("rounds", rounds), ("buckets", buckets), ("colluders", colluders)))
    return Report("ring", _hearsay.ring_account(users, rounds, epsilon, delta, delta_prime, task, buckets, noise, colluders))
