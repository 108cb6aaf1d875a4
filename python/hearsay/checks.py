# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks of arguments, with the library's words."""
from __future__ import annotations

import math
import operator
from typing import Any, Sequence

from .errors import DomainError, UnknownNameError, refusal


def positive(where: str, name: str, value: float, zero: bool = False) -> float:
    """value, if it is finite and > 0 (or >= 0). Raises DomainError."""
    if math.isfinite(value) and (value > 0.0 or (zero and value == 0.0)):
        return float(value)
    raise refusal(DomainError, where, f"{name} = {value!r} must be finite and {'>=' if zero else '>'} 0")


def open_unit(where: str, name: str, value: float) -> float:
    """value, if 0 < value < 1. Raises DomainError."""
    if 0.0 < value < 1.0:
        return float(value)
    raise refusal(DomainError, where, f"{name} = {value!r} must be in (0, 1)")


def renyi_order(where: str, alpha: float) -> float:
    """alpha, if it is finite and > 1. Raises DomainError."""
    if math.isfinite(alpha) and alpha > 1.0:
        return float(alpha)
    raise refusal(DomainError, where, f"alpha = {alpha!r} must be finite and > 1")


def natural(where: str, name: str, value: int, least: int = 0, most: int = 2**64 - 1) -> int:
    """value, if it is a whole number from least to most. Raises DomainError."""
    if least <= operator.index(value) <= most:
        return operator.index(value)
    raise refusal(DomainError, where, f"{name} = {value!r} must be a whole number between {least} and {most}")


def whole(where: str, name: str, value: int) -> int:
    """value, if 64 bits hold it; what else it must be, the library says. Raises DomainError."""
    return natural(where, name, value, -(2**63), 2**63 - 1)


def choice(where: str, name: str, value: Any, known: Sequence[Any]) -> Any:
    """value, if it is one of the known. Raises UnknownNameError."""
    if value in known:
        return value
    raise refusal(UnknownNameError, where, f"unknown {name} {value!r}; known: {', '.join(map(str, known))}")
