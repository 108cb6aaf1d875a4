# SPDX-License-Identifier: GPL-3.0-or-later
"""Results for other programs: curves, and records in the shape of registries of deployments."""
from __future__ import annotations

from typing import Any, Dict, Optional, Sequence

import numpy as np

from . import _hearsay
from .divergence import gaussian_delta_curve, mu_of_share
from .errors import ConditionsError, refusal
from .gossip import GossipLosses, of_all_nodes


def epsilon_delta_curve(mu: float, epsilons: Sequence[float]) -> Dict[str, Any]:
    """{"mu", "epsilon", "delta"} of Gaussian DP: deltas that are safe to promise at these epsilons.

    >>> epsilon_delta_curve(1.0, [0.0])["epsilon"]
    [0.0]
    """
    return {"mu": float(mu), "epsilon": [float(e) for e in epsilons], "delta": gaussian_delta_curve(mu, epsilons).tolist()}


def deployment_record(losses: GossipLosses, *, name: str, unit_of_privacy: str = "one node's private value", trust: str = "own-noise-known",
                      target: Optional[Any] = None) -> Dict[str, Any]:
    """The registry entry of a deployment for the node with the largest loss (or for ``target``): mechanism, unit, epsilon, delta, adversary.

    losses: of gossip_losses with a delta. trust: whether the observers know their own noise. The result is plain JSON.

    >>> from hearsay import gossip_losses
    >>> record = deployment_record(gossip_losses("path:3", [0], steps=2, sigma=2.0, delta=1e-5), name="demo")
    >>> record["privacy"]["delta"], record["privacy"]["target"]
    (1e-05, '1')
    """
    if losses.epsilon is None or losses.delta is None:
        raise refusal(ConditionsError, "deployment_record", "epsilons are needed: give gossip_losses a delta")
    local, sensitivity, sigma = of_all_nodes("deployment_record", losses)
    column = "exact_own_noise" if trust == "own-noise-known" else "exact"
    shares = losses.column(f"{column}_upper") / local if local > 0 else np.zeros(len(losses.targets))
    place = int(np.argmax(shares)) if target is None else losses.targets.index(target)
    mu = mu_of_share(float(shares[place]), sensitivity, sigma)
    knows = "the graph, the weights and their own noise" if trust == "own-noise-known" else "the graph and the weights, but no noise"
    return {
        "name": name,
        "mechanism": {"name": "gossip averaging with one initial Gaussian noise", "sigma": losses.sigma, "sensitivity": losses.sensitivity,
                      "steps": losses.steps},
        "unit_of_privacy": unit_of_privacy,
        "privacy": {"definition": "(epsilon, delta)-differential privacy towards the observers", "target": str(losses.targets[place]),
                    "epsilon": _hearsay.gaussian_epsilon(mu, losses.delta)["upper"], "delta": losses.delta, "gaussian_mu": mu},
        "adversary": {"observers": [str(v) for v in losses.observers], "knows": knows,
                      "sees": "all messages that neighbors send them"},
        "computed_by": f"hearsay {_hearsay.version}",
    }
