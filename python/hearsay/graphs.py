# SPDX-License-Identifier: GPL-3.0-or-later
"""Graphs as users have them: networkx graphs, gossip matrices (scipy, numpy), the program's specifications."""
from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any, Dict, Hashable, Iterator, List, Mapping, Sequence, Tuple

import numpy as np
import scipy.sparse

from . import _hearsay
from .checks import natural
from .errors import DomainError, ShapeError, UnknownNameError, refusal

MATRIX_WEIGHTS = "given"


@dataclass(frozen=True)
class Network:
    """A connected graph, its gossip matrix, and what its nodes are called.

    notes: what of a graph was left out, a sentence each. read: what a specification was read as: format, nodes, edges,
    components, what was skipped; as "read" in the program's results, and empty for what is no specification. source: the
    library's own network, for its questions.
    """

    graph: _hearsay.Graph
    matrix: scipy.sparse.spmatrix
    labels: Sequence[Hashable]
    is_matrix: bool
    source: _hearsay.Network = field(repr=False)
    notes: Tuple[str, ...] = ()
    read: Mapping[str, Any] = field(default_factory=dict)

    def index(self, where: str, label: Hashable) -> int:
        """The number of the node that is called ``label``. Raises UnknownNameError."""
        position = self._positions().get(label)
        if position is None:
            raise refusal(UnknownNameError, where, f"no node is called {label!r}; the first of {len(self.labels)} is {self.labels[0]!r}")
        return position

    def indices(self, where: str, labels: Sequence[Hashable]) -> List[int]:
        """The numbers of distinct nodes. Raises UnknownNameError, DomainError."""
        found = [self.index(where, label) for label in labels]
        for label in labels:
            if list(labels).count(label) > 1:
                raise refusal(DomainError, where, f"node {label!r} is given twice")
        return found

    def _positions(self) -> Dict[Hashable, int]:
        found = self.__dict__.get("_index")
        if found is None:
            found = {label: i for i, label in enumerate(self.labels)}
            object.__setattr__(self, "_index", found)
        return found


class NodeValues(Mapping[Hashable, float]):
    """A number for each of some nodes: a mapping from the graph's own labels, with the numbers as an array.

    ``array`` has one number a label, in the order of ``labels``.
    """

    def __init__(self, labels: Sequence[Hashable], array: np.ndarray) -> None:
        self.labels, self.array = list(labels), np.asarray(array)
        self._place = {label: i for i, label in enumerate(self.labels)}

    def __getitem__(self, label: Hashable) -> float:
        value: float = self.array[self._place[label]].item()
        return value

    def __iter__(self) -> Iterator[Hashable]:
        return iter(self.labels)

    def __len__(self) -> int:
        return len(self.labels)

    def __array__(self, dtype: Any = None) -> np.ndarray:
        return np.asarray(self.array, dtype=dtype)

    def __repr__(self) -> str:
        shown = ", ".join(f"{label!r}: {value:.6g}" for label, value in zip(self.labels[:10], self.array))
        return "{" + shown + (f", ... {len(self) - 10} more" if len(self) > 10 else "") + "}"


def network(graph_or_w: Any, weights: str = "metropolis", *, seed: int = 1, component: str | None = None, where: str = "graph") -> Network:
    """The network that ``graph_or_w`` describes.

    graph_or_w: a networkx graph (undirected; weights of edges are not used), a specification of the program
        ("ring:10", "file:edges.txt", see ``hearsay --help``), or a gossip matrix W: a square scipy.sparse matrix or
        numpy array of n x n weights, row u what u gives what it hears; its nodes are 0 .. n - 1.
    weights: how W is made of a graph, "metropolis" or "min-degree"; not used for a matrix.
    seed: of random specifications.
    component: "largest" keeps the largest connected component.

    >>> import networkx
    >>> network(networkx.path_graph(["a", "b", "c"])).labels
    ['a', 'b', 'c']
    """
    if isinstance(graph_or_w, Network):
        return graph_or_w
    if isinstance(graph_or_w, str):
        return _from_spec(graph_or_w, weights, seed, component, where)
    if scipy.sparse.issparse(graph_or_w) or isinstance(graph_or_w, np.ndarray):
        return _from_matrix(graph_or_w, where)
    if hasattr(graph_or_w, "nodes") and hasattr(graph_or_w, "edges"):
        return _from_networkx(graph_or_w, weights, component, where)
    raise TypeError(f"{where}: a networkx graph, a square scipy.sparse matrix or numpy array, or a specification is needed, not {type(graph_or_w).__name__}")


def _require_component(component: str | None, where: str) -> None:
    if component not in (None, "largest"):
        raise refusal(UnknownNameError, where, f"unknown component {component!r}; known: largest")


def _finish(graph: _hearsay.Graph, weights: str, labels: Sequence[Hashable], notes: Sequence[str], where: str) -> Network:
    _hearsay.require_connected(graph, where, "component='largest' keeps the largest")
    return _in_memory(graph, _hearsay.gossip_matrix(graph, weights), labels, False, notes, weights)


def _in_memory(graph: _hearsay.Graph, w: Any, labels: Sequence[Hashable], is_matrix: bool, notes: Sequence[str], weights: str) -> Network:
    names = [] if list(labels) == list(range(graph.nodes)) else [str(label) for label in labels]
    return Network(graph, w, labels, is_matrix, _hearsay.network_of(graph, w, names, weights), tuple(notes))


def _from_spec(spec: str, weights: str, seed: int, component: str | None, where: str) -> Network:
    _require_component(component, where)
    return _of_source(_hearsay.load_network(spec, weights, component or "", "synchronous", natural(where, "seed", seed)))


def scheduled_network(path: str) -> Network:
    """The network of a file of steps, CSV step,u,v[,weight], connected or not; it has no one gossip matrix."""
    return _of_source(_hearsay.load_network("", "", "", str(path), 1))


def _of_source(source: _hearsay.Network) -> Network:
    labels = own_labels(source.labels) or list(range(source.graph.nodes))
    return Network(source.graph, source.matrix, labels, False, source, tuple(source.read["notes"]), source.read)


def own_labels(labels: Sequence[str]) -> Sequence[Hashable]:
    """Labels of a specification as Python has them: numbers, if all are whole numbers of at most 2^53 as they are usually written."""
    if all(re.fullmatch(r"0|-?[1-9]\d{0,15}", label) and abs(int(label)) <= 2**53 for label in labels):
        return [int(label) for label in labels]
    return labels


def _from_networkx(graph: Any, weights: str, component: str | None, where: str) -> Network:
    _require_component(component, where)
    if graph.is_directed():
        raise refusal(DomainError, where, "a directed graph has no gossip matrix; take graph.to_undirected()")
    if component == "largest":
        import networkx

        graph = graph.subgraph(max(networkx.connected_components(graph), key=len, default=()))
    labels = list(graph.nodes)
    place = {label: i for i, label in enumerate(labels)}
    edges = np.array([(place[u], place[v]) for u, v in graph.edges() if u != v], dtype=np.uint32).reshape(-1, 2)
    loops = sum(1 for u, v in graph.edges() if u == v)
    notes = [f"{loops} self-loops are not used"] if loops else []
    return _finish(_hearsay.Graph(len(labels), edges), weights, labels, notes, where)


def _from_matrix(matrix: Any, where: str) -> Network:
    if matrix.ndim != 2 or matrix.shape[0] != matrix.shape[1] or matrix.shape[0] == 0:
        raise refusal(ShapeError, where, f"a gossip matrix is square, this one is {' x '.join(map(str, matrix.shape))}")
    w = scipy.sparse.csr_matrix(matrix, dtype=float)
    w.sum_duplicates()
    if not np.all(np.isfinite(w.data)):
        raise refusal(DomainError, where, "a gossip matrix has finite weights")
    sums = np.asarray(w.sum(axis=1)).ravel()
    if np.any(w.data < 0) or np.any(np.abs(sums - 1.0) > 1e-9):
        raise refusal(DomainError, where, "rows of a gossip matrix are weights >= 0 with sum 1; an adjacency matrix is none: take networkx.from_numpy_array")
    w.eliminate_zeros()
    pattern = scipy.sparse.triu(w + w.T, k=1).tocoo()
    edges = np.column_stack([pattern.row, pattern.col]).astype(np.uint32)
    graph = _hearsay.Graph(w.shape[0], edges)
    _hearsay.require_connected(graph, where, "")
    return _in_memory(graph, w, range(w.shape[0]), True, (), MATRIX_WEIGHTS)
