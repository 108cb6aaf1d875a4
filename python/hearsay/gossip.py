# SPDX-License-Identifier: GPL-3.0-or-later
"""Private averaging with one initial Gaussian noise: loss of each node to an observer or a coalition."""
from __future__ import annotations

import html
import os
from dataclasses import dataclass, field
from typing import Any, Callable, Dict, Hashable, Iterable, List, Mapping, Optional, Sequence, Tuple, Union, cast

import numpy as np

from . import _hearsay
from .checks import choice, natural, positive
from .errors import ConditionsError, DomainError, FormatError, ShapeError, refusal
from .graphs import Network, NodeValues, network, scheduled_network
from .table import Table

Steps = Union[int, str]
NodeLosses = Union[NodeValues, np.ndarray]
Scale = Union[float, str, "os.PathLike[str]", Mapping[Hashable, float], Sequence[float], np.ndarray]

HOW = ("synchronous", "accelerated", "randomized")
PRECISIONS = ("float64", "float32", "float16", "bfloat16")
TRUST = ("all-noise", "own-noise-known")


@dataclass(frozen=True)
class Losses:
    """The loss of each node in one unit. Of a graph a mapping from its labels; of a matrix an array of n numbers, NaN at the observers.

    published: the formula of the paper, capped at the local loss. exact: the observers know no noise.
    exact_own_noise: they know the noise that they injected. NaN: in doubt, since the rank of the view is not proved; the loss then
    lies between exact_lower and exact_upper (exact_own_noise_lower and exact_own_noise_upper), of which the upper end is safe to promise.
    """

    published: NodeLosses
    exact: NodeLosses
    exact_own_noise: NodeLosses
    exact_lower: NodeLosses = field(repr=False)
    exact_upper: NodeLosses = field(repr=False)
    exact_own_noise_lower: NodeLosses = field(repr=False)
    exact_own_noise_upper: NodeLosses = field(repr=False)


@dataclass(frozen=True)
class GossipLosses(Losses):
    """The answer of gossip_losses; losses are Renyi losses (natural log units) of the order asked for.

    epsilon: the same as epsilons at delta, or None. distance: steps to the nearest observer. local: the local-DP loss, by node where
    sigma or sensitivity is. accuracy: bound on the error of the exact losses. steps: counted, or None for any number. gap: the spectral
    gap, where steps="auto" or acceleration needed it. rank, rank_proof, exposed, mean, violations, violations_in_doubt, messages: as
    `hearsay account gossip --json`; absent where nodes differ; the published formula does not apply to them (NaN).
    in_doubt: how many targets have a loss in doubt. verdict: on the claim, "holds", "refuted" or "inconclusive"; None without one.
    message_noise, precision, magnitude: as asked. resolved: where a precision was given, what a linear observer resolves in messages of
    that precision; rounding is a function of the data, and no proof says that it hides anything, so this is no guarantee.
    ``to_dict()`` is what the program writes with --json.
    """

    distance: NodeLosses = field(repr=False)
    local: Union[float, NodeLosses]
    network: Network = field(repr=False)
    account: _hearsay.GossipAccount = field(repr=False, compare=False)
    epsilon: Optional[Losses] = None
    accuracy: float = 0.0
    steps: Optional[int] = None
    gap: Optional[float] = None
    rank: int = 0
    rank_proof: Dict[str, Any] = field(default_factory=dict)
    exposed: Optional[Dict[str, Any]] = None
    mean: Dict[str, Any] = field(default_factory=dict)
    violations: int = 0
    violations_in_doubt: int = 0
    in_doubt: int = 0
    messages: Optional[int] = None
    alpha: float = 2.0
    sigma: Scale = 1.0
    sensitivity: Scale = 1.0
    delta: Optional[float] = None
    message_noise: float = 0.0
    precision: Optional[str] = None
    magnitude: float = 1.0
    resolved: Optional[Losses] = None
    observers: List[Hashable] = field(default_factory=list)
    targets: List[Hashable] = field(default_factory=list, repr=False)
    schedule: str = "synchronous"
    verdict: Optional[str] = None

    def to_dict(self) -> Dict[str, Any]:
        """The whole as plain dictionaries and lists, equal to what the program writes with --json."""
        return self.account.to_dict()

    def page(self) -> str:
        """The page of `--report`: HTML that needs no network. Raises ConditionsError where there is none: of accelerated gossip, or where nodes differ."""
        return self.account.page()

    @property
    def by_node(self) -> bool:
        """Whether nodes differ in sigma or sensitivity."""
        return not isinstance(self.local, float)

    def column(self, name: str) -> np.ndarray:
        """The losses ``name`` ("published", "exact", "exact_own_noise", "distance", "local") in the order of ``targets``."""
        values: Union[float, NodeLosses] = getattr(self, name)
        return np.full(len(self.targets), values) if isinstance(values, float) else self._in_order(values)

    def _in_order(self, values: NodeLosses) -> np.ndarray:
        return values.array if isinstance(values, NodeValues) else np.asarray(values[cast(List[int], self.targets)])

    def table(self) -> Table:
        """One row a target: distance, published, exact, exact_own_noise, and epsilons if delta was given."""
        columns: Dict[str, Iterable[Any]] = {"target": self.targets}
        columns.update({name: self.column(name) for name in ("distance", "published", "exact", "exact_own_noise")})
        if self.epsilon is not None:
            for name in ("published", "exact", "exact_own_noise"):
                columns[f"epsilon_{name}"] = self._in_order(getattr(self.epsilon, name))
        return Table(columns)

    def __repr__(self) -> str:
        told = "nodes differ" if self.by_node else f"local loss {self.local:.6g}, {self.violations} above the published formula"
        return f"GossipLosses({len(self.targets)} targets, observers {self.observers}, {self._duration()}, alpha {self.alpha:g}, {told})"

    def _duration(self) -> str:
        return "any number of steps" if self.steps is None else f"{self.steps} steps"

    def _repr_html_(self) -> str:
        local = "" if self.by_node else f"local loss {self.local:.6g}, "
        words = f"Renyi loss of order {self.alpha:g}, {local}observers {self.observers}, {self._duration()}"
        return f"<p>{html.escape(words)}</p>" + self.table()._repr_html_()


def of_all_nodes(where: str, losses: GossipLosses) -> Tuple[float, float, float]:
    """(local loss, sensitivity, sigma), one of each for all nodes. Raises ConditionsError where nodes differ."""
    if not isinstance(losses.local, float):
        raise refusal(ConditionsError, where, "needs one sigma and one sensitivity for all nodes")
    return losses.local, cast(float, losses.sensitivity), cast(float, losses.sigma)


def promised(promise: Optional[str], alpha: float, delta: Optional[float]) -> Tuple[float, Optional[float], Optional[float], Optional[float]]:
    """Order, delta, and the promised epsilon or Renyi loss, if there is one. Raises ConditionsError where delta says otherwise."""
    if promise is None:
        return alpha, delta, None, None
    unit, bound, parameter = _hearsay.stated_loss(promise)
    if unit == "renyi":
        return parameter, delta, None, bound
    if delta is not None and delta != parameter:
        raise refusal(ConditionsError, "promise", f"says delta {parameter!r}, and delta is {delta!r}")
    return alpha, parameter, bound, None


def gossip_losses(
    graph_or_w: Any,
    observers: Sequence[Hashable],
    steps: Optional[Steps] = None,
    *,
    target: Any = None,
    schedule: str = "synchronous",
    alpha: float = 2.0,
    sigma: Scale = 1.0,
    sensitivity: Scale = 1.0,
    delta: Optional[float] = None,
    promise: Optional[str] = None,
    trust: str = "own-noise-known",
    message_noise: float = 0.0,
    precision: Optional[str] = None,
    magnitude: float = 1.0,
    weights: str = "metropolis",
    component: Optional[str] = None,
    seed: int = 1,
    jobs: int = 0,
    progress: Optional[Callable[[int, int, str], None]] = None,
) -> GossipLosses:
    """What ``observers`` learn about every other node from ``steps`` steps of gossip averaging; as `hearsay account gossip`.

    graph_or_w: see hearsay.network. observers: labels; several form a coalition. target: one label, or None for all nodes but the observers.
    steps: a number, "auto" (the published stopping time) or "forever" (any number).
    schedule: the edges that are used in a step: "synchronous", "accelerated", "randomized" (the ends of one random edge), or a file of
    steps, CSV step,u,v[,weight], which replaces the graph and the steps; both are None then. alpha: Renyi order, > 1.
    sigma: standard deviation of every node's noise. sensitivity: largest change of a private value, in the unit of sigma. Both are a number
    of all nodes or differ by node: a mapping from labels, an array in the order of the nodes, or the path of a file of lines label,value.
    delta: where epsilons are wanted. promise: "epsilon(1e-5) <= 2" or "renyi(2) <= 0.1", which says delta or alpha too, judged for every
    target: ``verdict``. trust: "own-noise-known" (each observer knows the noise that it injected) or "all-noise" (the observers know no noise).
    message_noise: standard deviation, in units of sigma, of Gaussian noise that is added to every message; the exact losses are those of a
    protocol that adds it. precision: "float64", "float32", "float16" or "bfloat16"; the result's ``resolved`` is what a linear observer
    resolves in messages of that precision, and no guarantee. magnitude: size of a message over sigma. seed: of random graphs, of randomized
    gossip, and of the primes that decide ranks. jobs: threads, 0: one per core; results do not depend on it. progress: told (done, total,
    what).

    >>> import networkx
    >>> losses = gossip_losses(networkx.path_graph(["a", "b", "c"]), observers=["a"], steps=2)
    >>> losses.exact
    {'b': 1, 'c': 0.5}
    >>> losses.published["c"]
    0.333333333333333...

    >>> noisy = gossip_losses(networkx.path_graph(["a", "b", "c"]), observers=["a"], steps=2, message_noise=0.125)
    >>> round(noisy.exact["c"], 4)
    0.4638

    >>> gossip_losses("path:3", [0], 2, sigma={0: 1.0, 1: 1.0, 2: 2.0}, promise="renyi(2) <= 0.5").verdict
    'refuted'
    """
    name = "gossip_losses"
    net, steps = _network_of(graph_or_w, steps, schedule, weights, component, seed)
    choice(name, "trust", trust, TRUST)
    if precision is not None:
        choice(name, "precision", precision, PRECISIONS)
    alpha, delta, claimed_epsilon, claimed_renyi = promised(promise, alpha, delta)
    watching = net.indices("observers", observers)
    account = _hearsay.gossip_account(
        net.source, watching, None if target is None else net.index("target", target), schedule, str(steps), float(alpha),
        _scale(net, "sigma", sigma), _scale(net, "sensitivity", sensitivity), delta, claimed_epsilon, claimed_renyi, trust,
        float(message_noise), precision or "", float(magnitude), natural(name, "seed", seed), jobs, progress)
    found = account.fields()
    targets = found.pop("targets")
    labels = [net.labels[u] for u in targets]

    def at_nodes(values: Sequence[float]) -> NodeLosses:
        if not net.is_matrix:
            return NodeValues(labels, np.asarray(values))
        array = np.full(len(net.labels), np.nan)
        array[targets] = values
        return array

    def losses(columns: Mapping[str, Sequence[float]]) -> Dict[str, NodeLosses]:
        return {name: at_nodes(values) for name, values in columns.items()}

    epsilon, resolved = (None if found[part] is None else Losses(**losses(found[part])) for part in ("epsilon", "resolved"))
    distance, local = at_nodes(found["distance"]), found["local"]
    told: Dict[str, Any] = losses(found["renyi"])
    told.update({name: value for name, value in found.items() if name not in ("renyi", "epsilon", "resolved", "distance", "local")})
    return GossipLosses(
        **told, epsilon=epsilon, resolved=resolved, distance=distance,
        local=local if isinstance(local, float) else at_nodes(local), alpha=alpha, sigma=sigma, sensitivity=sensitivity, delta=delta,
        message_noise=message_noise, precision=precision, magnitude=magnitude, observers=list(observers), targets=labels, network=net,
        schedule=schedule, account=account)


def _network_of(graph_or_w: Any, steps: Optional[Steps], schedule: str, weights: str, component: Optional[str],
                seed: int) -> Tuple[Network, Steps]:
    """(Network, steps as text) of a graph, or of a file of steps."""
    if schedule in HOW:
        if steps is None:
            raise refusal(FormatError, "steps", "a number of steps, 'auto' or 'forever' is needed, unless a file gives the rounds")
        return network(graph_or_w, weights, seed=seed, component=component), steps
    if graph_or_w is not None or steps is not None or weights != "metropolis" or component is not None:
        raise refusal(ConditionsError, "schedule", "a file replaces the graph, its weights and component, and the steps; leave them out")
    return scheduled_network(schedule), "schedule"


def _scale(net: Network, name: str, value: Scale) -> Union[float, str, List[float]]:
    """A number of all nodes, the path of a file, or a number for each node in their order."""
    if isinstance(value, (str, os.PathLike)):
        return os.fspath(value)
    if isinstance(value, Mapping):
        values = {net.index(name, label): float(number) for label, number in value.items()}
        missing = [label for u, label in enumerate(net.labels) if u not in values]
        if missing:
            raise refusal(ShapeError, name, f"node {missing[0]!r} has no value")
        return [values[u] for u in range(len(net.labels))]
    if np.ndim(value) == 0:
        return float(cast(float, value))
    numbers = cast(Sequence[float], value)
    if np.ndim(value) != 1 or len(numbers) != len(net.labels):
        raise refusal(ShapeError, name, f"one value a node is needed, {len(net.labels)}, and the shape is {np.shape(value)}")
    return [float(number) for number in numbers]


def _count(net: Network, steps: Steps, sigma: float) -> int:
    """The number of steps. Raises FormatError."""
    if isinstance(steps, str) and steps == "auto":
        return _hearsay.auto_steps(net.matrix, sigma)[0]
    if isinstance(steps, (int, np.integer)) and not isinstance(steps, bool) and 0 <= steps < 2**31:
        return int(steps)
    raise refusal(FormatError, "steps", f"{steps!r} is neither a number of steps (0 to 2147483647) nor 'auto'")


def simulate_gossip(
    graph_or_w: Any,
    values: Any,
    steps: Steps,
    *,
    sigma: float = 1.0,
    run: int = 0,
    weights: str = "metropolis",
    component: Optional[str] = None,
    seed: int = 1,
) -> np.ndarray:
    """The nodes' values after ``steps`` steps of gossip that begins with values + N(0, sigma^2).

    values: n numbers or an n x k array, in the order of the nodes. run: which of the independent runs of ``seed``.
    Returns an array of the shape of ``values``.

    >>> simulate_gossip("ring:4", [0.0, 1.0, 0.0, 1.0], steps=60, sigma=0.0)
    array([0.5, 0.5, 0.5, 0.5])
    """
    net = network(graph_or_w, weights, seed=seed, component=component)
    positive("simulate_gossip", "sigma", sigma, zero=True)
    array = np.asarray(values, dtype=float)
    if array.ndim not in (1, 2) or array.shape[0] != len(net.labels):
        raise refusal(DomainError, "simulate_gossip", f"values need one row a node, {len(net.labels)}, and have the shape {array.shape}")
    count = _count(net, steps, sigma)
    found = _hearsay.simulate_gossip(net.matrix, array.reshape(len(net.labels), -1), count, sigma,
                                     natural("simulate_gossip", "seed", seed), natural("simulate_gossip", "run", run))
    return found.reshape(array.shape)
