# SPDX-License-Identifier: GPL-3.0-or-later
"""Distances between output laws: Gaussian DP, and privacy-loss distributions with certified composition."""
from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Iterable, Sequence, Tuple, Union

import numpy as np

from . import _hearsay
from .checks import natural


@dataclass(frozen=True)
class Bracket:
    """A number known up to rounding: lower <= truth <= upper. ``upper`` is safe to promise, ``lower`` to attack with."""

    lower: float
    estimate: float
    upper: float

    def __float__(self) -> float:
        return self.estimate


def gaussian_epsilon(mu: float, delta: float) -> Bracket:
    """The smallest epsilon at which the Gaussian mechanism of signal to noise ratio ``mu`` is (epsilon, delta)-DP.

    >>> round(gaussian_epsilon(1.0, 1e-5).upper, 6)
    4.377178
    """
    return Bracket(**_hearsay.gaussian_epsilon(mu, delta))


def gaussian_delta(mu: float, epsilon: float) -> Bracket:
    """delta(epsilon) of the Gaussian mechanism of signal to noise ratio ``mu``.

    >>> round(gaussian_delta(1.0, 0.0).estimate, 6)
    0.382925
    """
    return Bracket(**_hearsay.gaussian_delta(mu, epsilon))


def gaussian_delta_curve(mu: float, epsilons: Iterable[float]) -> np.ndarray:
    """delta(epsilon) for each epsilon, safe to promise (upper ends)."""
    return np.array([gaussian_delta(mu, float(epsilon)).upper for epsilon in epsilons])


def gaussian_trade_off(mu: float, false_positive_rates: Iterable[float]) -> np.ndarray:
    """The smallest false negative rates of a test at these false positive rates: Phi(Phi^-1(1 - rate) - mu)."""
    from statistics import NormalDist

    law = NormalDist()
    return np.array([law.cdf(law.inv_cdf(1.0 - rate) - mu) if 0.0 < rate < 1.0 else 1.0 - rate for rate in false_positive_rates])


class PrivacyLoss:
    """The privacy-loss distribution of a mechanism, or of several composed, on a grid of losses; every answer is a certified bracket.

    >>> laplace = PrivacyLoss.laplace(0.1)
    >>> laplace.epsilon(1e-5).upper <= 0.1 + 1e-6
    True
    >>> (30 * laplace).epsilon(1e-5).upper < 3.0
    True
    """

    def __init__(self, parts: Iterable[Tuple[_hearsay.Pld, int]]) -> None:
        self._parts = list(parts)

    @classmethod
    def gaussian(cls, mu: float, step: float = 1e-3) -> "PrivacyLoss":
        """N(mu, 1) against N(0, 1). step: of the grid, natural log units."""
        return cls([(_hearsay.Pld.gaussian(mu, step), 1)])

    @classmethod
    def laplace(cls, epsilon: float, step: float = 1e-3) -> "PrivacyLoss":
        """The Laplace mechanism of scale sensitivity / epsilon."""
        return cls([(_hearsay.Pld.laplace(epsilon, step), 1)])

    @classmethod
    def discrete(cls, p: Sequence[float], q: Sequence[float], step: float = 1e-3) -> "PrivacyLoss":
        """Two laws on a finite set; the loss is ln(p / q) under p."""
        return cls([(_hearsay.Pld.discrete(list(p), list(q), step), 1)])

    @classmethod
    def approximate_dp(cls, epsilon: float, delta: float, step: float = 1e-3) -> "PrivacyLoss":
        """The worst mechanism that is (epsilon, delta)-DP."""
        return cls([(_hearsay.Pld.approximate_dp(epsilon, delta, step), 1)])

    def __add__(self, other: "PrivacyLoss") -> "PrivacyLoss":
        """Both, one after the other; of one step."""
        return PrivacyLoss(self._parts + other._parts)

    def __mul__(self, count: int) -> "PrivacyLoss":
        """``count`` runs."""
        count = natural("PrivacyLoss", "count", count, 1)
        return PrivacyLoss([(pld, count * times) for pld, times in self._parts])

    __rmul__ = __mul__

    def epsilon(self, delta: float) -> Bracket:
        """The smallest epsilon with delta(epsilon) <= delta."""
        return Bracket(**_hearsay.composed_epsilon(self._parts, delta))

    def delta(self, epsilon: float) -> Bracket:
        """The hockey-stick divergence at e^epsilon."""
        return Bracket(**_hearsay.composed_delta(self._parts, epsilon))

    @property
    def parts(self) -> Sequence[Tuple[_hearsay.Pld, int]]:
        """(law of one run, how many runs)."""
        return tuple(self._parts)


def loss_arrays(loss: Union[PrivacyLoss, _hearsay.Pld], pessimistic: bool = True) -> Tuple[np.ndarray, np.ndarray, float]:
    """(losses, their probabilities, probability of an infinite loss) of one uncomposed mechanism.

    >>> losses, mass, infinite = loss_arrays(PrivacyLoss.discrete([0.75, 0.25], [0.25, 0.75], step=0.01))
    >>> round(float(mass.sum() + infinite), 12)
    1.0
    """
    pld = loss if isinstance(loss, _hearsay.Pld) else _single(loss)
    first, mass, infinite = pld.pessimistic if pessimistic else pld.optimistic
    return (first + np.arange(len(mass))) * pld.step, mass, infinite


def _single(loss: PrivacyLoss) -> _hearsay.Pld:
    if len(loss.parts) != 1 or loss.parts[0][1] != 1:
        raise ValueError("a composition is kept as its parts: take the arrays of each")
    return loss.parts[0][0]


def mu_of_share(share: float, sensitivity: float = 1.0, sigma: float = 1.0) -> float:
    """The mu of Gaussian DP of a view that reveals ``share`` of the local loss: sensitivity / sigma * sqrt(share)."""
    return sensitivity / sigma * math.sqrt(share)
