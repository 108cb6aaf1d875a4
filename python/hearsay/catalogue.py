# SPDX-License-Identifier: GPL-3.0-or-later
"""The catalogue of published claims, and their verdicts."""
from __future__ import annotations

from typing import Any, Callable, Dict, List, Optional

from . import _hearsay
from .checks import choice, natural
from .table import Table

Progress = Optional[Callable[[int, int, str], None]]


def claims(*patterns: str) -> List[Dict[str, Any]]:
    """The claims that match a pattern ("muffliato.*"; all if none is given), each a dictionary as in `hearsay claims --json`.

    >>> claims("muffliato.thm1")[0]["expected"]
    'refuted'
    """
    return _hearsay.claims(list(patterns))


class Verdicts(Table):
    """The answer of verify: a table of claims and verdicts; ``result`` is the whole of `hearsay verify --json`."""

    def __init__(self, result: Dict[str, Any]):
        self.result = result
        rows = result["claims"]
        super().__init__({name: [row.get(name) for row in rows] for name in ("id", "verdict", "expected", "instances")})

    @property
    def surprises(self) -> List[str]:
        """The claims whose verdict is not the expected one."""
        return [row["id"] for row in self.rows() if row["verdict"] != row["expected"]]


def verify(*patterns: str, effort: str = "quick", seed: int = 1, jobs: int = 0, progress: Progress = None) -> Verdicts:
    """Checks claims and compares each verdict with the expected one; as `hearsay verify`.

    effort: "quick", "standard" or "exhaustive". jobs: threads, 0: one per core. progress: a function of (done, total, what).
    Ctrl-C ends it.

    >>> verify("muffliato.thm1").surprises
    []
    """
    choice("verify", "effort", effort, ("quick", "standard", "exhaustive"))
    return Verdicts(_hearsay.verify(list(patterns), effort, natural("verify", "seed", seed), jobs, progress))
