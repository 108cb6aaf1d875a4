# SPDX-License-Identifier: GPL-3.0-or-later
"""Networks and protocols against promises."""
from __future__ import annotations

import html
import json
import os
from typing import Any, Callable, Dict, Hashable, List, Mapping, Optional, Sequence, Union

import numpy as np

from . import _hearsay
from .checks import choice, natural
from .errors import ConditionsError, refusal
from .graphs import NodeValues, network, own_labels
from .report import Report
from .table import Table

Observers = Union[str, Hashable, Sequence[Hashable]]
Scale = Union[float, str, "os.PathLike[str]"]
Protocol = Union[str, "os.PathLike[str]", Mapping[str, Any]]  # a file, or what stands in one
Progress = Optional[Callable[[int, int, str], None]]

_TRUST = ("all-noise", "own-noise-known")
_PRECISIONS = ("float64", "float32", "float16", "bfloat16")


class Judged(Report):
    """A result with a verdict: "holds", "refuted" or "inconclusive"."""

    @property
    def holds(self) -> bool:
        """Whether the promise holds for certain."""
        return bool(self["verdict"] == "holds")

    def _words(self) -> str:
        return f"{self['promise']['text']}: {self['verdict']}; worst: {self['worst']['sentence']}"

    def __str__(self) -> str:
        return self._words()

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._words()})"

    def _repr_html_(self) -> str:
        return f"<p>{html.escape(self._words())}</p>{self.nodes._repr_html_()}"


class NetworkAudit(Judged):
    """The answer of audit_gossip for a network: one promise on the loss of every node to its observers.

    verdict, holds, worst, promise, ...: as `hearsay audit gossip --json` has them; losses are in the promised unit. ``to_dict()`` is the
    whole.
    """

    def __init__(self, fields: Mapping[str, Any], audits: "_hearsay.Audits", labels: Sequence[Hashable] = (), has_matrix: bool = False) -> None:
        super().__init__("audit", fields)
        self._audits, self._has_matrix = audits, has_matrix
        self._labels = {str(label): label for label in labels or own_labels(audits.labels())}

    def _own(self, name: Any) -> Any:
        """The graph's own label, or the list of labels, of what the result names."""
        return [self._own(one) for one in name] if isinstance(name, list) else self._labels[name]

    @property
    def nodes(self) -> Table:
        """One row a node: its worst observers, what they learn (published, exact, exact_own_noise; lower and upper end of what is judged) and the verdict."""
        names = ("published", "exact", "exact_own_noise", "lower", "upper", "verdict")
        rows = self["nodes"]
        columns: Dict[str, List[Any]] = {name: [self._own(row[name]) for row in rows] for name in ("node", "worst_observer")}
        return Table({**columns, **{name: [row[name] for row in rows] for name in names}})

    @property
    def losses(self) -> NodeValues:
        """What each node loses to its worst observers, at most, by its label; with the numbers as an array."""
        rows = self["nodes"]
        return NodeValues([self._own(row["node"]) for row in rows], np.array([row["upper"] for row in rows]))

    @property
    def matrix(self) -> np.ndarray:
        """Shares of the local loss, a row for each set of observers and a column for each node; NaN for what was not audited.

        Raises ConditionsError unless it was asked for with ``matrix=True``.
        """
        return self._matrices("matrix").matrix()

    def _matrices(self, what: str) -> "_hearsay.Audits":
        if not self._has_matrix:
            raise refusal(ConditionsError, what, "needs the matrix of losses: ask with matrix=True")
        return self._audits

    def junit(self) -> str:
        """JUnit XML: a failure if the promise is refuted, an error if it is inconclusive."""
        return self._audits.junit()

    def sarif(self) -> str:
        """SARIF 2.1.0: a result for each node whose promise is broken or undecided."""
        return self._audits.sarif()

    def csv(self) -> str:
        """The matrix of losses, observers by nodes, as CSV. Raises ConditionsError unless ``matrix=True`` asked for it."""
        return self._matrices("csv").csv()

    def matrix_market(self) -> str:
        """The same as a Matrix Market array."""
        return self._matrices("matrix_market").matrix_market()

    def page(self) -> str:
        """The page of `--report`: HTML that needs no network. Raises TooLargeError for more nodes than a page holds."""
        return self._audits.page()


class ProtocolAudit(Judged):
    """The answer of audit_gossip for a protocol of your own; as `hearsay audit gossip --protocol --json`."""

    def __init__(self, fields: Mapping[str, Any], junit: str) -> None:
        super().__init__("audit", fields)
        self._junit = junit

    @property
    def nodes(self) -> Table:
        """One row a node: its worst observers, the lower and upper end of what they learn, and the verdict."""
        return Table({name: [row[name] for row in self["nodes"]] for name in ("node", "worst_observer", "lower", "upper", "verdict")})

    def junit(self) -> str:
        """JUnit XML: a failure if the promise is refuted, an error if it is inconclusive."""
        return self._junit


class FileAudit(Judged):
    """The answer of audit_file: the audits of a file, and the worst of their verdicts; as `hearsay audit FILE --json`."""

    def __init__(self, fields: Mapping[str, Any], audits: "_hearsay.Audits") -> None:
        super().__init__("audits", fields)
        self._audits = audits

    @property
    def audits(self) -> List[NetworkAudit]:
        """Each audit, in the order of the file, with its "name"."""
        return [NetworkAudit(entry, self._audits.only(i)) for i, entry in enumerate(self["audits"])]

    @property
    def worst(self) -> Report:
        """The worst pair of the first audit with the verdict of all. Raises ConditionsError if the run was cut short before."""
        for entry in self["audits"]:
            if entry["verdict"] == self["verdict"]:
                return Report("worst", entry["worst"])
        raise refusal(ConditionsError, "worst", "no audit has the verdict of the file: the run was cut short")

    @property
    def nodes(self) -> Table:
        """The rows of all audits, each with the audit's name."""
        names = ("node", "worst_observer", "lower", "upper", "verdict")
        rows = [(entry["name"], row) for entry in self["audits"] for row in entry["nodes"]]
        return Table({"audit": [name for name, _ in rows], **{name: [row[name] for _, row in rows] for name in names}})

    def _words(self) -> str:
        return f"{len(self['audits'])} audits of {self['parameters']['file']}: {self['verdict']}"

    def junit(self) -> str:
        """JUnit XML, a test case an audit: a failure if it is refuted, an error if it is inconclusive."""
        return self._audits.junit()

    def sarif(self) -> str:
        """SARIF 2.1.0: a result for each node whose promise is broken or undecided."""
        return self._audits.sarif()


def audit_gossip(
    graph_or_w: Any = None,
    observer: Observers = "each",
    *,
    promise: str,
    steps: Union[int, str, None] = None,
    target: Hashable = "all",
    sigma: Scale = 1.0,
    sensitivity: Scale = 1.0,
    trust: Optional[str] = None,
    message_noise: float = 0.0,
    precision: Optional[str] = None,
    magnitude: float = 1.0,
    weights: str = "metropolis",
    component: Optional[str] = None,
    schedule: Union[str, "os.PathLike[str]", None] = None,
    protocol: Optional[Protocol] = None,
    contributions: str = "vectors",
    matrix: bool = False,
    advice: bool = False,
    rank_edges: bool = False,
    seed: int = 1,
    jobs: int = 0,
    progress: Progress = None,
) -> Union[NetworkAudit, ProtocolAudit]:
    """Whether a promise on the loss to observers holds for every node; as `hearsay audit gossip`.

    graph_or_w: see hearsay.network; or schedule: a file of the pairs that average in each step; or protocol: a linear protocol, a file or a
    dictionary (docs/linear.md), for which steps, sigma and the rest are the protocol's. observer: "each", every node alone;
    "coalitions:K", the worst K nodes; ["each", "coalitions:K"], both; or labels, which form a coalition. target: a label, or "all". steps: a number, "auto" or "forever".
    promise: "renyi(2) <= 0.1", "epsilon(1e-5) <= 1.5", "mu <= 0.4", "attack_tpr(0.01) <= 0.05", "exact <= 0.5", "... <= published", or a
    formula of each pair, "exact <= 2^(1-distance)" (docs/audit.md); or as papers write it, "(2, 1e-5)-DP". sigma, sensitivity: a number, or a file of lines label,value. trust:
    "own-noise-known" or "all-noise". message_noise, precision, magnitude: see gossip_losses. weights, of a specification: a rule, or a
    file. contributions, to a protocol: "vectors" or "numbers". matrix: keep all losses, observers by nodes. advice: also the sigma and the
    number of steps at which the promise holds. rank_edges: also the largest loss without each edge. seed: of random
    specifications and of the primes that decide ranks. jobs: threads, 0: one per core; results do not depend on it. progress: a
    function of (done, total, what).

    >>> audit = audit_gossip("ring:6", "each", steps=2, promise="renyi(2) <= 0.1")
    >>> audit.verdict, audit.holds, audit.pairs
    ('refuted', False, 30)
    >>> import networkx
    >>> audit_gossip(networkx.path_graph(["a", "b", "c"]), ["a"], target="c", steps=2, promise="exact <= 2^(1-distance)").losses
    {'c': 0.5}
    """
    if protocol is not None:
        _require_left_out("protocol", graph_or_w=graph_or_w, steps=steps, sigma=sigma, sensitivity=sensitivity, trust=trust,
                          message_noise=message_noise, precision=precision, magnitude=magnitude, weights=weights, component=component,
                          schedule=schedule, matrix=matrix, advice=advice, rank_edges=rank_edges)
        return _audit_protocol(protocol, observer, target, promise, contributions, seed, jobs, progress)
    if contributions != "vectors":
        raise refusal(ConditionsError, "contributions", "are those to a protocol")
    if schedule is not None:
        _require_left_out("schedule", graph_or_w=graph_or_w, steps=steps, weights=weights, component=component)
    elif graph_or_w is None or steps is None:
        raise refusal(ConditionsError, "audit_gossip", "a graph and steps, a schedule or a protocol are needed")
    if trust is not None:
        choice("audit_gossip", "trust", trust, _TRUST)
    if precision is not None:
        choice("audit_gossip", "precision", precision, _PRECISIONS)
    net, spec = None, ""
    if schedule is not None:
        spec, weights, steps = f"schedule:{os.fspath(schedule)}", "scheduled", "schedule"
    elif isinstance(graph_or_w, str):
        spec = graph_or_w
    else:
        net = network(graph_or_w, weights, seed=natural("audit_gossip", "seed", seed), component=component)
    fields, audits = _hearsay.audit_network(
        None if net is None else net.source, spec, weights, component or "", _labels(observer), str(target), str(steps), promise,
        _scale(sigma), _scale(sensitivity), trust or "", float(message_noise), precision or "", float(magnitude), bool(matrix), bool(advice), bool(rank_edges),
        natural("audit_gossip", "seed", seed), jobs, progress)
    return NetworkAudit(fields, audits, () if net is None else net.labels, bool(matrix))


def audit_file(path: Union[str, "os.PathLike[str]"], *, seed: int = 1, jobs: int = 0, progress: Progress = None) -> FileAudit:
    """The audits of a file of the form schemas/audit.schema.json (docs/audit.md), one after the other; as `hearsay audit FILE`.

    seed, jobs, progress: see audit_gossip.

    >>> import json, os, tempfile
    >>> folder = tempfile.TemporaryDirectory()
    >>> path = os.path.join(folder.name, "audits.json")
    >>> asked = {"graph": "ring:5", "observer": "each", "steps": 2, "promise": ["mu <= 1", "mu <= 0.5"]}
    >>> with open(path, "w") as file:
    ...     json.dump({"schema_version": 1, "audits": [asked]}, file)
    >>> found = audit_file(path)
    >>> found.verdict, [audit.verdict for audit in found.audits]
    ('refuted', ['holds', 'refuted'])
    """
    return FileAudit(*_hearsay.audit_file(os.fspath(path), natural("audit_file", "seed", seed), jobs, progress))


def _audit_protocol(protocol: Protocol, observer: Observers, target: Hashable, promise: str, contributions: str, seed: int, jobs: int,
                    progress: Progress) -> ProtocolAudit:
    choice("audit_gossip", "contributions", contributions, ("vectors", "numbers"))
    where, text = ("memory", json.dumps(protocol)) if isinstance(protocol, Mapping) else (os.fspath(protocol), None)
    return ProtocolAudit(*_hearsay.audit_protocol(where, text, _labels(observer), str(target), promise, contributions,
                                                  natural("audit_gossip", "seed", seed), jobs, progress))


def _require_left_out(name: str, **others: Any) -> None:
    """Refuses arguments of audit_gossip that would not be used beside ``name``."""
    for other, value in others.items():
        default = audit_gossip.__kwdefaults__.get(other)
        if value is not default and (default is None or value != default):
            raise refusal(ConditionsError, name, f"leaves no place for {other}: leave one of them out")


def _labels(observer: Observers) -> List[str]:
    if isinstance(observer, (list, tuple, set, frozenset, range, np.ndarray)):
        return [str(label) for label in observer]
    return [str(observer)]


def _scale(scale: Scale) -> Union[float, str]:
    return os.fspath(scale) if isinstance(scale, (str, os.PathLike)) else float(scale)
