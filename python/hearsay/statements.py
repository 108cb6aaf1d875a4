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


PROTOCOLS = ("gossip", "stream", "rumor", "graphwalk", "walk", "ring")


def refute_statement(
    statement: str,
    *,
    protocol: str = "gossip",
    graphs: str = "",
    steps: str = "",
    rounds: str = "",
    observers: str = "",
    weights: str = "",
    graph: str = "",
    component: str = "",
    sigma: str = "",
    sensitivity: str = "",
    epsilon: str = "",
    delta: str = "",
    delta_prime: str = "",
    delta_hat: str = "",
    effort: str = "standard",
    save: Optional[Path] = None,
    certificate: Optional[Path] = None,
    seed: int = 1,
    progress: Progress = None,
) -> Report:
    """Tries a bound such as "exact <= 2^(1-distance)" and looks for the smallest counterexample; as `hearsay refute`.

    statement: comparisons joined by "and"; docs/refute.md has the names. protocol: "gossip", "stream", "rumor", "graphwalk",
    "walk" or "ring". graphs: "connected:A..B", all connected graphs of A to B nodes; "random:N", generated ones; both, with a comma;
    of rumors and walks "complete:A..B", of rings "ring:A..B". graph: one network instead, as `hearsay account` takes it; component:
    "largest" of it. steps, of gossip and walks, and rounds, of a stream and a ring: "A" or "A..B". observers: "any" or "coalitions".
    weights: "metropolis", "min-degree", or a file of the weights of graph. sigma, sensitivity: "X,Y,...", of gossip also "A..B" or a
    file of graph. epsilon, delta, delta_prime, delta_hat, of a ring and a walk: "X,Y,...". What is empty is the protocol's default.
    effort: "quick", "standard" or "exhaustive". save: a claim file to write, for ``verify(claims=...)``. certificate: a file to write
    the counterexample's proof to; a warning says why there is none. progress: a function of (done, total, what). Ctrl-C ends it.

    >>> found = refute_statement("exact <= 2^(1-distance)", graphs="connected:2..4")
    >>> found.verdict, found.witness["actual"]
    ('refuted', '1')
    """
    choice("refute_statement", "protocol", protocol, PROTOCOLS)
    choice("refute_statement", "observers", observers, ("", "any", "coalitions"))
    choice("refute_statement", "component", component, ("", "largest"))
    choice("refute_statement", "effort", effort, ("quick", "standard", "exhaustive"))
    fields = {
        "protocol": protocol, "graphs": graphs, "graph": graph, "component": component, "steps": steps, "rounds": rounds, "observers": observers,
        "weights": weights, "sigma": sigma, "sensitivity": sensitivity, "epsilon": epsilon, "delta": delta, "delta_prime": delta_prime,
        "delta_hat": delta_hat,
    }
    result, proof, missing, claim = _hearsay.refute_statement(statement, fields, effort, certificate is not None, os.fspath(save or ""),
                                                              natural("refute_statement", "seed", seed), progress)
    for sentence in missing:
        warnings.warn(f"certificate: {sentence}", stacklevel=2)
    if certificate is not None and proof is not None:
        write_file(certificate, proof)
    if save is not None:
        write_file(save, claim)
    return Report("refute", result)
