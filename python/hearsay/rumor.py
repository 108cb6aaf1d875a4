# SPDX-License-Identifier: GPL-3.0-or-later
"""How well rumor spreading hides its source."""
from __future__ import annotations

import copy
from typing import Any, Dict, Hashable, Mapping, Optional, Sequence

from . import _hearsay
from .checks import natural, whole
from .graphs import network
from .report import Report


class ExactReport(Report):
    """Brackets by name, as rumor_exact answers: "delta", "prediction_uncertainty" and, at a delta, "epsilon"."""

    def __init__(self, answer: Mapping[str, Any]) -> None:
        names = ("delta", "prediction_uncertainty", "epsilon")
        super().__init__("rumor", {name: answer[name]["exact"] for name in names if answer[name]})
        self._answer = answer

    def to_dict(self) -> Dict[str, Any]:
        """What the program writes with --json, where the brackets are called "exact"."""
        return copy.deepcopy(dict(self._answer))


def rumor_losses(
    nodes: int,
    curious: int,
    muting: float,
    *,
    epsilon: float = 0.0,
    exact: bool = False,
    delta: Optional[float] = None,
    transcript: str = "unending",
    sees: str = "messages",
    seen: float = 1.0,
    swap: float = 0.0,
    delayed_start: bool = False,
) -> Report:
    """Limits and published bounds of a rumor on the complete graph; as `hearsay account rumor`.

    muting: probability that a node stays active after it sent a message. epsilon: of (epsilon, delta)-privacy. exact: also the exact
    values, as brackets, for at most 6 nodes. delta: with exact, also the exact epsilon at it. transcript: "unending", or "terminated": the
    protocol ends when all nodes are informed, and the adversary sees the end. sees: "messages" to curious nodes, in order; "involved": also
    messages from curious nodes; "timed": with the index of each; "eavesdropper": any message, with probability ``seen``; "reordered":
    messages, of which each next one overtakes with probability ``swap``. delayed_start: the source sends once and then stays silent until it receives a message; no node mutes. The answer has "delta" and "prediction_uncertainty",
    each with "limit" (of every protocol), "bound" (published for this muting) and, if asked for, "exact", and "epsilon"; an end that is
    infinite is None. ``to_dict()`` is that of `hearsay account rumor --json`.

    >>> rumor_losses(100, 10, 0.5).delta.bound
    0.181818181818181...
    """
    nodes, curious = whole("rumor_losses", "nodes", nodes), whole("rumor_losses", "curious", curious)
    return Report("rumor", _hearsay.rumor_account(nodes, curious, muting, epsilon, delta, exact, transcript, sees, seen, swap, delayed_start))


def rumor_exact(
    graph_or_w: Any,
    curious: Sequence[Hashable],
    muting: float,
    *,
    epsilon: float = 0.0,
    delta: Optional[float] = None,
    transcript: str = "unending",
    sees: str = "messages",
    seen: float = 1.0,
    swap: float = 0.0,
    delayed_start: bool = False,
    component: Optional[str] = None,
    seed: int = 1,
) -> ExactReport:
    """Exact values, as brackets, on any connected graph of at most 6 nodes, with muting 0 of thousands; as `hearsay account rumor --graph`.

    curious: labels of the curious nodes, none of them for sees="eavesdropper". delta: also the exact epsilon at it. The others are
    those of rumor_losses. With muting 0, rumor_on_graph knows more.

    >>> round(rumor_exact("ring:4", [0], 0.0).delta.upper, 9)
    0.5
    """
    net = network(graph_or_w, seed=seed, component=component)
    if muting == 0 and (transcript, sees, seen, swap, delayed_start) == ("unending", "messages", 1.0, 0.0, False):
        return ExactReport(_hearsay.rumor_on_graph(net.source, net.indices("curious", curious), None, epsilon, delta, None, None, True, None,
                                                   natural("rumor_exact", "seed", seed), 0, None))
    return ExactReport(_hearsay.rumor_account_on(net.source, net.indices("curious", curious), muting, epsilon, delta, transcript, sees, seen,
                                                 swap, delayed_start, natural("rumor_exact", "seed", seed)))
