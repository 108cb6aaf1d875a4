# SPDX-License-Identifier: GPL-3.0-or-later
"""Any linear Gaussian view, from a protocol or from two matrices."""
from __future__ import annotations

import json
import math
import os
from typing import Any, Callable, Dict, Hashable, Iterable, List, Mapping, Optional, Sequence, Union

import numpy as np
import scipy.sparse

from . import _hearsay
from .checks import choice, natural
from .errors import ConditionsError, DomainError, ShapeError, refusal
from .gossip import promised
from .report import Report
from .table import Table

Progress = Optional[Callable[[int, int, str], None]]
Labels = Union[str, int, "np.integer[Any]", Sequence[Hashable]]


class LinearLosses(Report):
    """The answer of linear_losses: the program's JSON, names as attributes, and its losses as arrays.

    ``subjects`` are whose the losses are: labels of targets, ["a", "b"] of a group, [["a", "1"], ...] of a direction; where every node
    observes in turn, ``observers`` has the observer of each.
    """

    def __init__(self, fields: Mapping[str, Any]) -> None:
        super().__init__("linear", fields)

    @property
    def subjects(self) -> List[Any]:
        return [next(entry[key] for key in ("target", "group", "direction") if key in entry) for entry in self["losses"]]

    @property
    def observers(self) -> Optional[List[Hashable]]:
        return [entry["observer"] for entry in self["losses"]] if "views" in self else None

    def column(self, name: str) -> np.ndarray:
        """One number a loss: "mu", "epsilon" or "tpr"; "loss" or "vectors", mu^2 of numbers or vectors, at most. NaN: not known."""
        return np.array([_number(entry[name]["upper"] if name in ("loss", "vectors") else entry[name]) for entry in self["losses"]])

    def table(self) -> Table:
        """One row a loss: whose it is, mu^2 of numbers and of vectors, mu, and epsilon and tpr if they were asked for."""
        columns: Dict[str, Iterable[Any]] = {} if self.observers is None else {"observer": self.observers}
        columns["subject"] = [str(subject) for subject in self.subjects]
        columns.update({name: self.column(name) for name in ("loss", "vectors", "mu")})
        columns.update({name: self.column(name) for name in ("epsilon", "tpr") if self["losses"] and name in self["losses"][0]})
        return Table(columns)


def _number(value: Any) -> float:
    return math.nan if value is None else math.inf if value == "infinite" else float(value)


def linear_losses(
    protocol: Any = None,
    *,
    signal: Any = None,
    noise: Any = None,
    rounds: int = 1,
    observer: Optional[Labels] = None,
    target: Labels = "all",
    group: Sequence[Hashable] = (),
    direction: Union[Mapping[Hashable, Any], Sequence[str]] = (),
    participation: str = "every",
    contributions: str = "vectors",
    delta: Optional[float] = None,
    fpr: Optional[float] = None,
    promise: Optional[str] = None,
    meet: Optional[str] = None,
    reconstruct: bool = False,
    witness: bool = False,
    seed: int = 1,
    jobs: int = 0,
    progress: Progress = None,
) -> LinearLosses:
    """What a linear Gaussian view reveals, exactly; as `hearsay account linear`.

    protocol: a file, or a dictionary of what stands in one (docs/linear.md). signal, noise: A and B of y = A x + B z instead, files or
    matrices (numpy, scipy.sparse), of ``rounds`` rounds. observer: labels instead of the protocol's, or "each": every node alone.
    target: labels, or "all". group: labels of nodes that change together. direction: one fixed change, as {label: factor} or
    ["label:factor"]. participation: rounds in which a target takes part, "every", "once", "period:B" or "at-most:K:GAP". contributions:
    "vectors" or "numbers". delta: also give epsilon. fpr: also give the best test's true positive rate. promise: "epsilon(1e-5) <= 2",
    which says delta too, judged for every loss. meet: also give the least noise that keeps a promise, such as "epsilon(1e-5) <= 2".
    reconstruct: also list the inputs that are determined exactly without noise. witness: also give what proves the losses, as fractions.
    progress: called with (done, total, what).

    >>> muffliato = {"format": "hearsay-protocol-1", "nodes": 3, "noise": [{"kind": "node", "sigma": 1}],
    ...              "rounds": [{"mix": {"edges": [[0, 1], [1, 2]], "weights": "metropolis"}, "steps": 2}],
    ...              "view": {"observers": [0], "sees": "messages", "knows": "none"}}
    >>> [entry["loss"]["exact"] for entry in linear_losses(muffliato)["losses"]]
    ['1', '1/2']
    >>> linear_losses(signal=np.eye(2), noise=2 * np.eye(2)).column("mu")
    array([0.5, 0.5])
    """
    where = "linear_losses"
    _, delta, claimed_epsilon, renyi = promised(promise, 2.0, delta)
    if renyi is not None:
        raise refusal(ConditionsError, "promise", "must be 'epsilon(DELTA) <= E' here")
    choice(where, "contributions", contributions, ("vectors", "numbers"))
    fields = dict(observer=[] if observer is None else _labels(observer), target=_labels(target), group=_labels(group), direction=_direction(direction),
                  participation=participation, contributions=contributions, delta=delta, fpr=fpr, claimed_epsilon=claimed_epsilon,
                  meet=meet or "", reconstruct=reconstruct, witness=witness)
    how = (fields, natural(where, "seed", seed), jobs, progress)
    rounds = natural(where, "rounds", rounds, 1, 1_000_000)
    if protocol is not None and not isinstance(protocol, (str, os.PathLike)):
        if signal is not None or noise is not None or rounds != 1:
            raise refusal(ConditionsError, where, "say either protocol, or signal, noise and rounds")
        return LinearLosses(_hearsay.linear_account_of_text(json.dumps(protocol), *how))
    if _is_matrix(signal) and _is_matrix(noise) and protocol is None:
        return LinearLosses(_hearsay.linear_account_of_matrices(_matrix("signal", signal), _matrix("noise", noise), rounds, *how))
    protocol_file, signal_file, noise_file = ("" if path is None else os.fspath(path) for path in (protocol, signal, noise))
    return LinearLosses(_hearsay.linear_account_of_files(protocol_file, signal_file, noise_file, rounds, *how))


def _is_matrix(value: Any) -> bool:
    return value is not None and not isinstance(value, (str, os.PathLike))


def _labels(labels: Labels) -> List[str]:
    return [str(label) for label in ([labels] if isinstance(labels, (str, int, np.integer)) else labels)]


def _direction(direction: Union[Mapping[Hashable, Any], Sequence[str]]) -> List[str]:
    if isinstance(direction, Mapping):
        return [f"{label}:{factor}" for label, factor in direction.items()]
    return [str(term) for term in direction]


def _matrix(where: str, value: Any) -> scipy.sparse.csr_matrix:
    matrix = scipy.sparse.csr_matrix(value if scipy.sparse.issparse(value) else _two_dimensional(where, value), dtype=float)
    matrix.sum_duplicates()
    if not np.all(np.isfinite(matrix.data)):
        raise refusal(DomainError, where, "a matrix has finite numbers")
    return matrix


def _two_dimensional(where: str, value: Any) -> np.ndarray:
    array = np.asarray(value, dtype=float)
    if array.ndim == 1:
        array = array.reshape(-1, 1)
    if array.ndim != 2:
        raise refusal(ShapeError, where, f"a matrix has two dimensions, this array {array.ndim}")
    return array
