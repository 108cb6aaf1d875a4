# SPDX-License-Identifier: GPL-3.0-or-later
"""A bound of yours as text, tried on small and generated instances."""
from __future__ import annotations

import os
import warnings
from typing import Optional

from . import _hearsay
from .catalogue import Progress
from .checks import choice, natural
from .report import Report
from .whole_files import Path, write_file


def refute_statement(
    statement: str,
    *,
    protocol: str = "gossip",
    graphs: str = "",
    steps: str = "",
    rounds: str = "",
    observers: str = "",
    weights: str = "",
    effort: str = "standard",
    save: Optional[Path] = None,
    certificate: Optional[Path] = None,
    seed: int = 1,
    progress: Progress = None,
) -> Report:
    """Tries a bound such as "exact <= 2^(1-distance)" and looks for the smallest counterexample; as `hearsay refute`.

    statement: comparisons joined by "and"; docs/refute.md has the names. protocol: "gossip", "stream" or "rumor". graphs:
    "connected:A..B", all connected graphs of A to B nodes; "random:N", generated ones; both, with a comma; of rumors "complete:A..B".
    steps, of gossip, and rounds, of a stream: "A" or "A..B". observers: "any" or "coalitions". weights: "metropolis" or
    "min-degree". What is empty is the protocol's default.
    effort: "quick", "standard" or "exhaustive". save: a claim file to write, for ``verify(claims=...)``. certificate: a file to write
    the counterexample's proof to; a warning says why there is none. progress: a function of (done, total, what). Ctrl-C ends it.

    >>> found = refute_statement("exact <= 2^(1-distance)", graphs="connected:2..4")
    >>> found.verdict, found.witness["actual"]
    ('refuted', '1')
    """
    choice("refute_statement", "protocol", protocol, ("gossip", "stream", "rumor"))
    choice("refute_statement", "observers", observers, ("", "any", "coalitions"))
    choice("refute_statement", "weights", weights, ("", "metropolis", "min-degree"))
    choice("refute_statement", "effort", effort, ("quick", "standard", "exhaustive"))
    result, proof, missing, claim = _hearsay.refute_statement(statement, protocol, graphs, steps, rounds, observers, weights, effort,
                                                              certificate is not None, os.fspath(save or ""), natural("refute_statement", "seed", seed), progress)
    for sentence in missing:
        warnings.warn(f"certificate: {sentence}", stacklevel=2)
    if certificate is not None and proof is not None:
        write_file(certificate, proof)
    if save is not None:
        write_file(save, claim)
    return Report("refute", result)
