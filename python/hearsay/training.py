# SPDX-License-Identifier: GPL-3.0-or-later
"""Decentralized training with mini-batches."""
from __future__ import annotations

import math
from typing import Any, Callable, Dict, Hashable, Iterable, List, Mapping, Optional, Sequence, Union

import numpy as np

from . import _hearsay
from .checks import choice, natural
from .errors import ConditionsError, refusal
from .gossip import Scale, _scale
from .graphs import network, scheduled_network
from .report import Report
from .table import Table
from .targets import targets_of

Progress = Optional[Callable[[int, int, str], None]]


class TrainingLosses(Report):
    """The answer of training_losses: the program's JSON, names as attributes, and its losses as arrays, one number for each pair of
    observers and target.

    local: epsilon of the target's noisy gradients with sampling, at most. network: epsilon of the view of the whole run without sampling,
    at most; NaN without gossip. promised: the smaller of the bounds that hold.
    """

    def __init__(self, fields: Mapping[str, Any], labels: Sequence[Hashable]) -> None:
        super().__init__("training", fields)
        self._labels = {str(label): label for label in labels}

    @property
    def targets(self) -> List[Hashable]:
        """The target of each loss."""
        return [self._labels[entry["target"]] for entry in self["losses"]]

    @property
    def observers(self) -> Optional[List[Hashable]]:
        """The observer of each loss, where every node observes alone."""
        return [self._labels[entry["observer"]] for entry in self["losses"]] if self["parameters"]["observer"] == "each" else None

    def column(self, name: str) -> np.ndarray:
        """"local", "network", "promised" or "all_values", of each loss."""
        choice("TrainingLosses", "column", name, ("local", "network", "promised", "all_values"))
        return np.array([_upper(entry[name]) for entry in self["losses"]])

    def table(self) -> Table:
        """One row a loss: observer, target, the bounds, and which decides."""
        columns: Dict[str, Iterable[Any]] = {} if self.observers is None else {"observer": self.observers}
        columns["target"] = self.targets
        columns.update({name: self.column(name) for name in ("local", "network", "promised")})
        columns["decides"] = [entry["decides"] for entry in self["losses"]]
        return Table(columns)


def _upper(value: Any) -> float:
    if value is None:
        return math.nan
    if isinstance(value, Mapping):
        return _upper(value["epsilon"] if "epsilon" in value else value["upper"])
    return math.inf if value == "infinite" else float(value)


def training_losses(
    graph_or_w: Any,
    rounds: Optional[int] = None,
    *,
    batch_rate: float,
    delta: float,
    gossip_steps: int = 1,
    algorithm: str = "d-sgd",
    sigma: Scale = 1.0,
    clip: float = 1.0,
    adjacency: str = "replace",
    participation: str = "every",
    gradients: str = "hidden",
    observer: Union[str, Sequence[Hashable]] = "each",
    target: Any = None,
    meet: Optional[str] = None,
    schedule: Optional[str] = None,
    weights: str = "metropolis",
    component: Optional[str] = None,
    seed: int = 1,
    jobs: int = 0,
    progress: Progress = None,
) -> TrainingLosses:
    """What observers learn of a record of other nodes from decentralized training; as `hearsay account training`.

    graph_or_w: see hearsay.network. rounds: a round is a gradient step and ``gossip_steps`` steps of gossip; 0 steps: nothing is sent.
    algorithm: "d-sgd" or "muffliato" (Chebyshev gossip). sigma: standard deviation of the noise on a sum of clipped gradients, a number or by
    node as in gossip_losses. clip: largest norm of a record's gradient. batch_rate: probability that a record is in the batch of a round.
    delta: of (epsilon, delta)-DP. adjacency: neighbors "replace" one record, or "add-remove" one. participation: rounds whose batches may have
    a record, "every", "once", "period:B" or "at-most:K:GAP". gradients: "hidden", at models that the observers do not see, or "seen":
    functions of data and of earlier messages that they saw; only then the network bound holds. observer: "each", every node alone, or the
    labels of a coalition. target: a node, a list of nodes, or None for all. meet: "epsilon(1e-5) <= 2", at the same delta: also give the least sigma that
    meets it. schedule: a file of the pairs that average in each round, instead of the graph and the rounds; both are None then. progress:
    a function of (done, total, what).

    >>> losses = training_losses("ring:5", 3, batch_rate=0.1, delta=1e-5, sigma=2.0)
    >>> bool(losses.column("promised").max() < losses.column("network").max())
    True
    """
    where = "training_losses"
    if schedule is not None and (graph_or_w is not None or rounds is not None or weights != "metropolis" or component is not None):
        raise refusal(ConditionsError, "schedule", "a file replaces the graph, its weights and component, and the rounds; leave them out")
    net = network(graph_or_w, weights, seed=seed, component=component) if schedule is None else scheduled_network(schedule)
    each = isinstance(observer, str) and observer == "each"
    watching = [] if each else net.indices("observer", [observer] if isinstance(observer, str) else observer)
    fields = dict(
        algorithm=choice(where, "algorithm", algorithm, ("d-sgd", "muffliato")), rounds=None if rounds is None else natural(where, "rounds", rounds, 1, 1_000_000),
        gossip_steps=natural(where, "gossip_steps", gossip_steps, 0, 1_000_000), sigma=_scale(net, "sigma", sigma), clip=float(clip),
        batch_rate=float(batch_rate), adjacency=choice(where, "adjacency", adjacency, ("add-remove", "replace")), participation=participation,
        gradients=choice(where, "gradients", gradients, ("hidden", "seen")), delta=float(delta), meet=meet or "")
    found = _hearsay.training_account(net.source, watching, targets_of(net, watching, target), target is None, fields,
                                      natural(where, "seed", seed), jobs, progress)
    return TrainingLosses(found, net.labels)
