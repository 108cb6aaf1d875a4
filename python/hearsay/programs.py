# SPDX-License-Identifier: GPL-3.0-or-later
"""Black-box attack on a Python function."""
from __future__ import annotations

import inspect
from dataclasses import dataclass, field
from typing import Any, Callable, Dict, Iterable, Iterator, List, Optional, Sequence, Tuple

import numpy as np

from . import _hearsay
from .checks import natural, open_unit
from .errors import DomainError, refusal

Progress = Optional[Callable[[int, int, str], None]]

_LEAST_RUNS = 100
_DIRECTION, _THRESHOLD, _CERTIFY = range(3)  # what draws are for: none is used twice


@dataclass(frozen=True)
class ProgramAudit:
    """The answer of audit_program: with probability >= confidence the program is not private beyond ``lower``.

    bound: what is bounded from below, "epsilon" at ``delta``, "delta" at ``epsilon``, or "mu" of Gaussian DP. A lower bound of 0 is no
    evidence of privacy. true_positive_rate, false_positive_rate: of the test, with their confidence limits.
    """

    bound: str
    lower: float
    confidence: float
    runs: int
    threshold: float
    certified_by: str
    true_positive_rate: Dict[str, float] = field(repr=False)
    false_positive_rate: Dict[str, float] = field(repr=False)
    delta: Optional[float] = None
    epsilon: Optional[float] = None

    def refutes(self, claimed: float) -> bool:
        """Whether a promise of ``claimed`` is refuted at the confidence."""
        return self.lower > claimed

    def __str__(self) -> str:
        at = f" at delta {self.delta:g}" if self.delta is not None else f" at epsilon {self.epsilon:g}" if self.epsilon is not None else ""
        return f"{self.bound}{at} is at least {self.lower:.6g}, with confidence {float(self.confidence)!r} ({self.runs} runs an input)"


def audit_program(
    program: Callable[..., Any],
    neighbors: Tuple[Any, Any] = (0, 1),
    *,
    score: Optional[Callable[[Any], float]] = None,
    delta: Optional[float] = None,
    epsilon: Optional[float] = None,
    runs: int = 10_000,
    confidence: float = 0.95,
    seed: int = 1,
    progress: Progress = None,
) -> ProgramAudit:
    """Runs ``program`` on two neighboring inputs and bounds its privacy loss from below by a threshold test on a score of its outputs.

    program: a function of (input, numpy.random.Generator), or of the input alone if it draws its own noise. neighbors: the input
    without and with the change. score: a number an output; by default the output if it is a number, and of an array the linear
    discriminant of both samples. delta: bound epsilon at this delta; epsilon: bound delta at this epsilon; neither: mu. runs: for each
    input, to certify, at least 100; a quarter as many choose the threshold, and as many more the discriminant, on other draws.
    progress: a function of (done, total, what).

    >>> honest = audit_program(lambda x, rng: x + rng.normal(), delta=1e-5)
    >>> honest.refutes(4.4)
    False
    >>> forgets_the_noise = audit_program(lambda x, rng: x, delta=1e-5, runs=2000)
    >>> forgets_the_noise.refutes(4.4)
    True
    """
    runs = natural("audit_program", "runs", runs, _LEAST_RUNS)
    open_unit("audit_program", "confidence", confidence)
    if delta is not None and epsilon is not None:
        raise refusal(DomainError, "audit_program", "bounds epsilon at delta, or delta at epsilon: give one")
    run = _Runner(program, neighbors, natural("audit_program", "seed", seed), 2 * (runs + 2 * (runs // 4)), progress)
    if score is None:
        score = _discriminant(run.outputs(0, _DIRECTION, runs // 4), run.outputs(1, _DIRECTION, runs // 4))
    choose_positive, choose_negative, positive, negative = (
        _numbers(score, run.outputs(changed, use, count))
        for use, count in ((_THRESHOLD, runs // 4), (_CERTIFY, runs)) for changed in (1, 0))
    found = _hearsay.certify(choose_positive, choose_negative, positive, negative, 1.0 - confidence, delta, epsilon)
    bound = "epsilon" if delta is not None else "delta" if epsilon is not None else "mu"
    return ProgramAudit(bound, found["value"], confidence, runs, found["threshold"], found["certified_by"], found["true_positive_rate"],
                        found["false_positive_rate"], delta, epsilon)


class _Runner:
    """Runs a program on streams that no two uses share."""

    def __init__(self, program: Callable[..., Any], neighbors: Sequence[Any], seed: int, total: int, progress: Progress) -> None:
        if len(neighbors) != 2:
            raise refusal(DomainError, "audit_program", f"neighbors are two inputs, not {len(neighbors)}")
        self._program, self._neighbors, self._seed = program, neighbors, seed
        self._takes_generator = _accepts_two(program)
        self._done, self._total, self._progress = 0, total, progress

    def outputs(self, changed: int, use: int, count: int) -> Iterator[Any]:
        generator = np.random.default_rng([self._seed, use, changed])
        given = self._neighbors[changed]
        for _ in range(count):
            yield self._program(given, generator) if self._takes_generator else self._program(given)
            self._done += 1
            if self._progress is not None and self._done % 1000 == 0:
                self._progress(self._done, self._total, "runs")


def _accepts_two(program: Callable[..., Any]) -> bool:
    try:
        inspect.signature(program).bind(None, None)
    except (TypeError, ValueError):
        return False
    return True


def _numbers(score: Callable[[Any], float], outputs: Iterable[Any]) -> List[float]:
    found = [float(score(output)) for output in outputs]
    if any(value != value for value in found):
        raise refusal(DomainError, "audit_program", "a score is not a number (NaN)")
    return found


def _discriminant(without: Iterable[Any], changed: Iterable[Any]) -> Callable[[Any], float]:
    """The linear score that tells two samples apart best if they are Gaussian with one covariance."""
    samples = [np.array([np.ravel(output) for output in outputs], dtype=float) for outputs in (without, changed)]
    means = [sample.mean(axis=0) for sample in samples]
    if means[0].size == 1:
        sign = -1.0 if means[1][0] < means[0][0] else 1.0
        return lambda output: sign * float(np.ravel(output)[0])
    pooled = sum(np.cov(sample, rowvar=False) for sample in samples) / 2.0
    direction = np.linalg.lstsq(pooled, means[1] - means[0], rcond=1e-10)[0]
    if not np.any(direction):
        direction = means[1] - means[0]
    return lambda output: float(np.ravel(output) @ direction)
