# SPDX-License-Identifier: GPL-3.0-or-later
"""A value that is handed on along a path."""
from . import _hearsay
from .report import Report


def relay_losses(nodes: int, *, sigma: float = 1.0, sensitivity: float = 1.0) -> Report:
    """What the last of ``nodes`` nodes sends, each of which adds noise; as `hearsay account relay`.

    >>> relay_losses(4).mu
    0.5
    """
    return Report("relay", _hearsay.account_relay(nodes, sigma, sensitivity))
