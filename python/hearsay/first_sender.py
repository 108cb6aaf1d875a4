# SPDX-License-Identifier: GPL-3.0-or-later
"""How well rumor spreading with muting 0 hides its source on any graph."""
from __future__ import annotations

import html
from typing import Any, Callable, Hashable, List, Mapping, Optional, Tuple

from . import _hearsay
from .audits import Judged
from .checks import natural, whole
from .errors import ConditionsError, refusal
from .graphs import Network, network
from .report import Report
from .targets import Curious, curious_of

Progress = Optional[Callable[[int, int, str], None]]


class RumorAudit(Judged):
    """The answer of audit_rumor; as `hearsay audit rumor --json`."""

    def __init__(self, fields: Mapping[str, Any], junit: str, page: Optional[str]) -> None:
        super().__init__("audit", fields)
        self._junit, self._page = junit, page

    def junit(self) -> str:
        """JUnit XML: a failure if the promise is refuted, an error if it is inconclusive."""
        return self._junit

    def page(self) -> str:
        """The page of `--report`: HTML that needs no network. Raises ConditionsError unless it was asked for with ``page=True``."""
        if self._page is None:
            raise refusal(ConditionsError, "page", "ask with page=True")
        return self._page

    def _words(self) -> str:
        return f"{self['parameters']['promise']['text']}: {self['verdict']}; {self['words']}"

    def _repr_html_(self) -> str:
        return f"<p>{html.escape(str(self))}</p>"


def rumor_on_graph(
    graph_or_w: Any,
    curious: Curious,
    *,
    epsilon: float = 0.0,
    delta: Optional[float] = None,
    source: Optional[Hashable] = None,
    against: Optional[Hashable] = None,
    worst: bool = False,
    pairs: Optional[int] = None,
    component: Optional[str] = None,
    seed: int = 1,
    jobs: int = 0,
    progress: Progress = None,
) -> Report:
    """What curious nodes learn of the source of a rumor with muting 0 on a graph of any size; as `hearsay account rumor --graph --muting 0`.

    curious: labels, or a number of nodes that are drawn at random. epsilon: of delta(epsilon). delta: also the smallest epsilon at it.
    source, against: compare these two sources alone; worst: all pairs; pairs: so many that are drawn at random; by default all if that takes
    minutes, else 1000. Numbers are brackets; an end that is infinite is None. seed: of what is drawn. progress: a function of (done, total,
    what).

    >>> found = rumor_on_graph("grid:2x3", [5])
    >>> round(found.delta.exact.upper, 6), found.sources[0]["against"]
    (0.466667, '2')
    """
    net, numbers, drawn = _who("rumor_on_graph", graph_or_w, curious, component, seed)
    if (source is None) != (against is None):
        raise refusal(ConditionsError, "rumor_on_graph", "source and against are given together")
    return Report("rumor", _hearsay.rumor_on_graph(
        net.source, numbers, drawn, epsilon, delta, None if source is None else net.index("source", source),
        None if against is None else net.index("against", against), bool(worst), None if pairs is None else whole("rumor_on_graph", "pairs", pairs),
        natural("rumor_on_graph", "seed", seed), jobs, progress))


def audit_rumor(
    graph_or_w: Any,
    curious: Curious,
    *,
    promise: str,
    worst: bool = False,
    pairs: Optional[int] = None,
    page: bool = False,
    component: Optional[str] = None,
    seed: int = 1,
    jobs: int = 0,
    progress: Progress = None,
) -> RumorAudit:
    """Whether a promise on the source of a rumor with muting 0 holds for all honest nodes; as `hearsay audit rumor`.

    promise: "delta(0) <= 0.1" or "epsilon(0.1) <= 2". Drawn pairs can refute it but not show that it holds. page: keep the page for
    ``page()``. The others are those of rumor_on_graph.

    >>> audit_rumor("grid:2x3", [5], promise="delta(0) <= 0.1").verdict
    'refuted'
    """
    net, numbers, drawn = _who("audit_rumor", graph_or_w, curious, component, seed)
    return RumorAudit(*_hearsay.audit_rumor(net.source, numbers, drawn, promise, bool(worst),
                                            None if pairs is None else whole("audit_rumor", "pairs", pairs), bool(page),
                                            natural("audit_rumor", "seed", seed), jobs, progress))


def _who(where: str, graph_or_w: Any, curious: Curious, component: Optional[str], seed: int) -> Tuple[Network, List[int], Optional[int]]:
    """The network, the numbers of the curious nodes, and how many are drawn instead."""
    net = network(graph_or_w, seed=natural(where, "seed", seed), component=component)
    return (net, *curious_of(where, net, curious))
