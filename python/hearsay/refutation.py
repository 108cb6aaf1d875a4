# SPDX-License-Identifier: GPL-3.0-or-later
"""Your bound on what gossip reveals, tried on generated scenarios."""
from __future__ import annotations

import html
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Callable, Dict, Optional, Union

from . import _hearsay
from .checks import choice, natural
from .scenario import Scenario, from_fields

Number = Union[int, float, Fraction]


@dataclass(frozen=True)
class Refutation:
    """The answer of refute. verdict: "refuted", "holds" (of all instances tried) or "inconclusive" (``note`` says why).

    scenario: the smallest counterexample that shrinking found; claimed, actual: the bound and the loss there, as fractions, compared
    exactly. instances: how many were tried. tightness: smallest relative margin, negative if violated. slack: smallest claimed / actual.
    seen: how many instances were of a kind.
    """

    verdict: str
    instances: int
    scenario: Optional[Scenario] = None
    claimed: Union[Fraction, float, None] = None
    actual: Optional[Fraction] = None
    tightness: Optional[float] = None
    slack: Optional[float] = None
    note: str = ""
    seen: Dict[str, int] = field(default_factory=dict, repr=False)

    def __str__(self) -> str:
        words = f"no counterexample in {self.instances} instances" if self.verdict == "holds" else f"{self.verdict} after {self.instances} instances"
        if self.scenario is not None:
            words += f": {self.scenario}: claimed {self.claimed}, actual {self.actual}"
        return words + (f" ({self.note})" if self.note else "")

    def _repr_html_(self) -> str:
        return f"<p>{html.escape(str(self))}</p>"


def refute(
    bound: Callable[[Scenario], Number],
    *,
    trust: str = "all-noise",
    cases: int = 400,
    max_nodes: int = 12,
    max_steps: int = 8,
    coalitions: bool = False,
    min_degree: bool = False,
    seed: int = 1,
) -> Refutation:
    """Tries "the observers learn at most bound(scenario) of the target's local loss" on gossip averaging, and looks for the smallest counterexample.

    bound: a function of a Scenario; its number is taken as it is, so return a Fraction where a float is rounded. Losses are shares
    of the local loss alpha Delta^2 / (2 sigma^2), from 0 to 1. Every connected graph of at most 5 nodes is tried, up to renaming, with
    all targets and at most 4 steps; then ``cases`` generated scenarios; a violation is shrunk and compared again in rational
    arithmetic. trust: "all-noise", or "own-noise-known". coalitions: several observers, too. min_degree: both weight rules.

    >>> refute(lambda s: 0 if s.steps < s.distance else 1).verdict
    'holds'
    >>> print(refute(lambda s: Fraction(1, 2 ** (s.distance - 1))))
    refuted after ... instances: graph 0-1 0-2 2-3, observers 0, target 3, steps 2: claimed 1/2, actual 1
    """
    choice("refute", "trust", trust, ("all-noise", "own-noise-known"))
    found = _hearsay.refute(lambda fields: bound(from_fields(fields)), trust == "own-noise-known", natural("refute", "cases", cases, 1),
                            natural("refute", "max_nodes", max_nodes, 3, 64), natural("refute", "max_steps", max_steps, 1, 1000), coalitions,
                            min_degree, natural("refute", "seed", seed))
    if "scenario" in found:
        found["scenario"] = from_fields(found["scenario"])
        found["claimed"] = float(found["claimed"]) if "inf" in found["claimed"] else Fraction(found["claimed"])
        found["actual"] = Fraction(found["actual"])
    return Refutation(**found)
