# SPDX-License-Identifier: GPL-3.0-or-later
"""How well gossip hides who started a rumor."""
from __future__ import annotations

from typing import Any, Hashable, Optional, Sequence

from . import _hearsay
from .checks import choice, natural, positive, whole
from .errors import ConditionsError, DomainError, refusal
from .graphs import network
from .report import Report

TRANSCRIPTS = ("unending", "terminated")


def _unit(name: str, value: float) -> float:
    if 0.0 <= value <= 1.0:
        return float(value)
    raise refusal(DomainError, "rumor_losses", f"{name} = {value!r} must be in [0, 1]")


def rumor_losses(nodes: int, curious: int, muting: float, *, epsilon: float = 0.0, exact: bool = False, delta: Optional[float] = None, transcript: str = "unending") -> Report:
    """Limits and published bounds of a rumor on the complete graph; as `hearsay account rumor`.

    muting: a node stays active after a message with this probability. epsilon: of (epsilon, delta)-privacy. exact: also the exact
    values, as brackets, for at most 6 nodes. delta: with exact, also the exact epsilon at it. transcript: "unending", or "terminated": the adversary sees the protocol end.
    The answer has "delta" and "prediction_uncertainty", each with "limit" (of every protocol), "bound" (published for this muting)
    and, if asked for, "exact".

    >>> rumor_losses(100, 10, 0.5).delta.bound
    0.181818181818181...
    """
    choice("rumor_losses", "transcript", transcript, TRANSCRIPTS)
    _unit("muting", muting)
    positive("rumor_losses", "epsilon", epsilon, zero=True)
    nodes, curious = whole("rumor_losses", "nodes", nodes), whole("rumor_losses", "curious", curious)
    found = _hearsay.rumor_bounds(nodes, curious, muting, epsilon)
    if delta is not None and not exact:
        raise refusal(ConditionsError, "rumor_losses", "delta asks for an exact epsilon: it needs exact=True")
    if exact:
        natural("rumor_losses", "nodes", nodes, 2, _hearsay.rumor_max_nodes)
        for name, bracket in _hearsay.rumor_exact(nodes, curious, muting, epsilon, delta, transcript == "terminated").items():
            found.setdefault(name, {})["exact"] = bracket
    return Report("rumor", found)


def rumor_exact(
    graph_or_w: Any,
    curious: Sequence[Hashable],
    muting: float,
    *,
    epsilon: float = 0.0,
    delta: Optional[float] = None,
    transcript: str = "unending",
    component: Optional[str] = None,
    seed: int = 1,
) -> Report:
    """Exact values, as brackets, on any connected graph of at most 6 nodes; ``curious`` are labels. delta: also the exact epsilon at it.

    >>> round(rumor_exact("ring:4", [0], 0.0).delta.upper, 9)
    0.5
    """
    choice("rumor_exact", "transcript", transcript, TRANSCRIPTS)
    _unit("muting", muting)
    positive("rumor_exact", "epsilon", epsilon, zero=True)
    net = network(graph_or_w, seed=seed, component=component)
    return Report("rumor", _hearsay.rumor_exact_on(net.graph, net.indices("curious", curious), muting, epsilon, delta, transcript == "terminated"))
