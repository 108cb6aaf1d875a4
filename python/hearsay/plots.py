# SPDX-License-Identifier: GPL-3.0-or-later
"""Drawings. Need matplotlib; every function draws into ``axes`` (or the current ones) and returns them."""
from __future__ import annotations

from typing import Any, Optional, Sequence

import numpy as np

from .divergence import gaussian_trade_off
from .gossip import GossipLosses


def _axes(axes: Optional[Any]) -> Any:
    if axes is not None:
        return axes
    import matplotlib.pyplot as plt

    return plt.gca()


def losses_on_graph(losses: GossipLosses, graph: Any = None, loss: str = "exact", axes: Optional[Any] = None, layout_seed: int = 1) -> Any:
    """Nodes colored by their share of the local loss; observers are squares. graph: the networkx graph, for its labels; needs networkx."""
    import networkx

    axes = _axes(axes)
    net = losses.network
    if graph is None:
        graph = networkx.relabel_nodes(_networkx_of(net), dict(enumerate(net.labels)))
    places = networkx.spring_layout(graph, seed=layout_seed)
    networkx.draw_networkx_edges(graph, places, ax=axes, edge_color="0.8")
    drawn = networkx.draw_networkx_nodes(graph, places, nodelist=losses.targets, node_color=losses.column(loss) / losses.column("local"), vmin=0.0, vmax=1.0,
                                         cmap="viridis", node_size=80, ax=axes)
    networkx.draw_networkx_nodes(graph, places, nodelist=losses.observers, node_color="red", node_shape="s", node_size=80, ax=axes)
    axes.figure.colorbar(drawn, ax=axes, label="loss / local loss")
    axes.set_axis_off()
    return axes


def _networkx_of(net: Any) -> Any:
    import networkx

    graph = networkx.empty_graph(len(net.labels))
    graph.add_edges_from(net.graph.edge_array().tolist())
    return graph


def loss_against_distance(losses: GossipLosses, axes: Optional[Any] = None) -> Any:
    """Exact and published losses of every target against its distance from the observers."""
    axes = _axes(axes)
    distance = losses.column("distance")
    for name, marker in (("published", "x"), ("exact", "o"), ("exact_own_noise", ".")):
        axes.plot(distance, losses.column(name) / losses.column("local"), marker, label=name.replace("_", " "), alpha=0.6)
    axes.set_xlabel("distance to the nearest observer")
    axes.set_ylabel("loss / local loss")
    axes.legend()
    return axes


def published_against_exact(losses: GossipLosses, axes: Optional[Any] = None) -> Any:
    """The exact loss of every target against the published one; above the line the published formula is too small."""
    axes = _axes(axes)
    axes.plot([0.0, 1.0], [0.0, 1.0], "-", color="0.6")
    axes.plot(losses.column("published") / losses.column("local"), losses.column("exact") / losses.column("local"), "o", alpha=0.6)
    axes.set_xlabel("published loss / local loss")
    axes.set_ylabel("exact loss / local loss")
    return axes


def trade_off_curve(mus: Sequence[float], axes: Optional[Any] = None) -> Any:
    """The smallest error rates of any test against Gaussian DP, for each mu."""
    axes = _axes(axes)
    rates = np.linspace(0.0, 1.0, 201)
    for mu in mus:
        axes.plot(rates, gaussian_trade_off(mu, rates), label=f"mu = {mu:.3g}")
    axes.set_xlabel("false positive rate")
    axes.set_ylabel("false negative rate")
    axes.legend()
    return axes
