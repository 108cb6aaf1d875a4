# SPDX-License-Identifier: GPL-3.0-or-later
"""Gossip over many rounds with fresh noise in each."""
from __future__ import annotations

import copy
import html
from dataclasses import dataclass, field
from typing import Any, Callable, Dict, Hashable, Iterator, List, Mapping, Optional, Sequence

from . import _hearsay
from .checks import choice, natural
from .graphs import network
from .table import Table
from .targets import targets_of

Progress = Optional[Callable[[int, int, str], None]]


@dataclass(frozen=True)
class ContinualLosses(Mapping[Hashable, Dict[str, Any]]):
    """The answer of continual_losses: a mapping from the label of a target to a dictionary.

    "sensitivity_squared": Delta^2 for constant contributions, at least and at most for any ("constant", "lower", "upper", "exact").
    "rate": its growth per round, "predicted" for the long run, "observed" on average, of the "last_round". "epsilon": at delta,
    or None. "sigma": noise that suffices for (epsilon, delta)-DP, or None. Infinite numbers are None. `rank` is that of the view;
    `safe` is the loss to an observer of all values that are sent. It holds for contributions that depend on any earlier values.
    """

    reports: Dict[Hashable, Dict[str, Any]]
    rank: int
    rounds: int
    observers: List[Hashable] = field(default_factory=list)
    answer: Mapping[str, Any] = field(default_factory=dict, repr=False)

    @property
    def safe(self) -> Dict[str, Any]:
        """The loss to them: "sensitivity_squared" and, where they were asked for, "epsilon" and "sigma"."""
        return {name: value for name, value in self.answer["adaptivity"]["else"].items() if name != "view"}

    def to_dict(self) -> Dict[str, Any]:
        """What the program writes with --json, as plain dictionaries and lists."""
        return copy.deepcopy(dict(self.answer))

    def __getitem__(self, label: Hashable) -> Dict[str, Any]:
        return self.reports[label]

    def __iter__(self) -> Iterator[Hashable]:
        return iter(self.reports)

    def __len__(self) -> int:
        return len(self.reports)

    def table(self) -> Table:
        """One row a target: the squared sensitivity, its predicted growth, and epsilons if delta was given."""
        rows = list(self.reports.values())
        columns = {"target": list(self.reports)}
        columns.update({name: [row["sensitivity_squared"][name] for row in rows] for name in ("constant", "lower", "upper")})
        columns["rate"] = [row["rate"]["predicted"] for row in rows]
        if rows and rows[0]["epsilon"] is not None:
            columns.update({f"epsilon_{name}": [row["epsilon"][name] for row in rows] for name in ("lower", "upper")})
        return Table(columns)

    def __repr__(self) -> str:
        return f"ContinualLosses({len(self)} targets, observers {self.observers}, {self.rounds} rounds, rank {self.rank})"

    def _repr_html_(self) -> str:
        return f"<p>{html.escape(repr(self))}</p>" + self.table()._repr_html_()


def continual_losses(
    graph_or_w: Any,
    observers: Sequence[Hashable],
    rounds: int,
    *,
    target: Any = None,
    steps_per_round: int = 1,
    trust: str = "all-noise",
    view: str = "states",
    sigma: float = 1.0,
    delta: Optional[float] = None,
    epsilon: Optional[float] = None,
    weights: str = "metropolis",
    component: Optional[str] = None,
    seed: int = 1,
    jobs: int = 0,
    progress: Progress = None,
) -> ContinualLosses:
    """The exact sensitivity of gossip with fresh contributions and noise in each of ``rounds`` rounds; as `hearsay account stream`.

    target: a node, a list of nodes, or None for all. trust: "all-noise" (the observers know no noise) or "own-noise-known". view:
    "states" (what the observers hold) or "messages" (what their neighbors send them). sigma: standard deviation of every node's
    noise; contributions change by at most 1. delta: where epsilons are wanted. epsilon: with delta, the promise that the noise
    should suffice for. progress: a function of (done, total, what).

    >>> losses = continual_losses("ring:5", [0], rounds=4)
    >>> round(losses[2]["rate"]["predicted"], 9)
    0.2
    """
    where = "continual_losses"
    net = network(graph_or_w, weights, seed=seed, component=component)
    rounds = natural(where, "rounds", rounds, 1, 1_000_000)
    steps_per_round = natural(where, "steps_per_round", steps_per_round, 1, 1_000_000)
    choice(where, "trust", trust, ("all-noise", "own-noise-known"))
    choice(where, "view", view, ("states", "messages"))
    watching = net.indices("observers", observers)
    targets = targets_of(net, watching, target)
    answer = _hearsay.stream_account(net.source, watching, targets, rounds, steps_per_round, trust == "own-noise-known", view == "messages",
                                     sigma, delta, epsilon, natural(where, "seed", seed), jobs, progress)
    reports = {net.labels[u]: _report(entry) for u, entry in zip(targets, answer["targets"])}
    return ContinualLosses(reports, answer["rank"], rounds, list(observers), answer)


def _report(entry: Mapping[str, Any]) -> Dict[str, Any]:
    """One target's part of the program's JSON, with None for what was not asked for or is not known."""
    return {
        "sensitivity_squared": {**entry["sensitivity_squared"], "exact": entry["sensitivity_squared"].get("exact")},
        "rate": dict(entry["rate"]),
        "epsilon": entry.get("epsilon"),
        "sigma": entry.get("sigma"),
    }
