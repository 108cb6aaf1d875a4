# SPDX-License-Identifier: GPL-3.0-or-later
"""Whose losses are wanted, and who is curious."""
from __future__ import annotations

from typing import Any, Hashable, List, Optional, Sequence, Tuple, Union

import numpy as np

from .checks import whole
from .errors import DomainError, refusal
from .graphs import Network

Curious = Union[int, "np.integer[Any]", Sequence[Hashable]]


def curious_of(where: str, net: Network, curious: Curious) -> Tuple[List[int], Optional[int]]:
    """The numbers of the curious nodes, and how many are drawn instead: ``curious`` is a list or array of labels, or a whole number.

    Raises DomainError for a node that is named twice; UnknownNameError.
    """
    if isinstance(curious, (int, np.integer)):
        return [], whole(where, "curious", int(curious))
    return net.indices("curious", [curious] if isinstance(curious, str) else list(curious)), None


def targets_of(net: Network, observers: Sequence[int], target: Any) -> List[int]:
    """The numbers of the nodes that ``target`` names: one label, a list of labels, or None for all that do not observe.

    Raises DomainError for an observer, a node that is named twice, or if every node observes; UnknownNameError.
    """
    if target is None:
        watching = set(observers)
        others = [u for u in range(len(net.labels)) if u not in watching]
        if not others:
            raise refusal(DomainError, "observers", "every node is an observer, so no target is left")
        return others
    labels = target if isinstance(target, list) else [target]
    if not labels:
        raise refusal(DomainError, "target", "no node is named")
    targets = net.indices("target", labels)
    for u in targets:
        if u in observers:
            raise refusal(DomainError, "target", f"node {net.labels[u]!r} is an observer and cannot be a target")
    return targets
