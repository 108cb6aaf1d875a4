# SPDX-License-Identifier: GPL-3.0-or-later
"""Attacks on simulated protocols: certified lower bounds, with a fixed number of runs or anytime-valid."""
from __future__ import annotations

import math
from typing import Any, Callable, Dict, Hashable, Optional, Sequence

from . import _hearsay
from .checks import choice, natural, open_unit, positive
from .errors import ConditionsError, refusal
from .gossip import Steps, gossip_losses, resolve_steps
from .graphs import network
from .report import Report
from .token import token_losses

Progress = Optional[Callable[[int, int, str], None]]
State = Dict[str, Any]


def attack_gossip(
    graph_or_w: Any,
    observers: Sequence[Hashable],
    target: Hashable,
    steps: Steps,
    *,
    sigma: float = 1.0,
    sensitivity: float = 1.0,
    trust: str = "all-noise",
    row_space: bool = False,
    runs: int = 10_000,
    confidence: float = 0.95,
    delta: Optional[float] = None,
    epsilon: Optional[float] = None,
    anytime: bool = False,
    claimed_mu: Optional[float] = None,
    state: Optional[State] = None,
    weights: str = "metropolis",
    component: Optional[str] = None,
    seed: int = 1,
    jobs: int = 0,
    progress: Progress = None,
) -> Report:
    """The likelihood-ratio test of ``observers`` on simulated views of gossip averaging; as `hearsay attack gossip`.

    runs: simulated views a hypothesis. delta, epsilon: also bound epsilon at delta, delta at epsilon. row_space: draw only the
    scores of views. anytime: judge ``claimed_mu`` (default: of the published formula) after every 1024 runs, and stop when the
    verdict is clear; ``state`` of an earlier answer goes on from there. progress: a function of (done, total, what). Ctrl-C stops it.
    The answer has "mu_lower": the mechanism is no better than mu-Gaussian-DP, with probability >= confidence.

    >>> found = attack_gossip("path:3", [0], 2, steps=2, runs=2000)
    >>> 0.5 < found.mu_lower <= 1.0
    True
    """
    choice("attack_gossip", "trust", trust, ("all-noise", "own-noise-known"))
    positive("attack_gossip", "sigma", sigma)
    if anytime and (delta is not None or epsilon is not None):
        raise refusal(ConditionsError, "attack_gossip", "anytime judges mu alone: not with delta or epsilon")
    net = network(graph_or_w, weights, seed=seed, component=component)
    count, _ = resolve_steps(net, steps, sigma, forever=False)
    if anytime and claimed_mu is None:
        claimed_mu = published_mu(net, observers, target, count, sigma=sigma, sensitivity=sensitivity, seed=seed, jobs=jobs)
    found = _hearsay.attack_gossip(net.matrix, net.indices("observers", observers), net.index("target", target), count, sigma, sensitivity,
                                   trust == "own-noise-known", row_space, natural("attack_gossip", "runs", runs), confidence, delta, epsilon,
                                   claimed_mu if anytime else None, state or {}, natural("attack_gossip", "seed", seed), jobs, progress)
    if anytime:
        found["claimed_mu"] = claimed_mu
    return Report("attack_gossip", found)


def published_mu(graph_or_w: Any, observers: Sequence[Hashable], target: Hashable, steps: Steps, **options: Any) -> float:
    """The mu of Gaussian DP that the published formula promises: sensitivity / sigma times the root of the share of the local loss.

    >>> round(published_mu("path:3", [0], 2, steps=2) ** 2, 9)
    0.333333333
    """
    losses = gossip_losses(graph_or_w, observers, steps, target=target, **options)
    share = float(losses.column("published")[0]) / losses.local
    return losses.sensitivity / losses.sigma * math.sqrt(share)


def attack_rumor(
    nodes: int,
    curious: int,
    muting: float,
    *,
    suspects: Optional[int] = None,
    rumors: int = 1,
    transcript: str = "unending",
    runs: int = 10_000,
    confidence: float = 0.95,
    anytime: bool = False,
    state: Optional[State] = None,
    seed: int = 1,
    jobs: int = 0,
    progress: Progress = None,
) -> Report:
    """How often the source of a rumor on the complete graph is named; as `hearsay attack rumor`.

    suspects: the source and others among whom the adversary knows it to be (default: all honest nodes). rumors: known to come from
    one source. The answer has "success" ("lower", "estimate", "upper" at the confidence) and "bound": what no attack exceeds, or None.

    >>> attack_rumor(10, 2, 0.5, runs=1000).success.upper < 1.0
    True
    """
    where = "attack_rumor"
    choice(where, "transcript", transcript, ("unending", "terminated"))
    nodes = natural(where, "nodes", nodes, 2, 2**32 - 1)
    curious = natural(where, "curious", curious, 0, nodes - 1)
    suspects = natural(where, "suspects", nodes - curious if suspects is None else suspects, 1, nodes - curious)
    found = _hearsay.attack_rumor(nodes, curious, muting, suspects, natural(where, "rumors", rumors, 1, 1_000_000), transcript == "terminated",
                                  natural(where, "runs", runs, 1, 2**32 - 1), open_unit(where, "confidence", confidence), anytime, state or {},
                                  natural(where, "seed", seed), jobs, progress)
    return Report(where, found)


def attack_token(
    users: int,
    steps: int,
    epsilon: float,
    delta: float,
    *,
    delta_prime: float = 1e-6,
    delta_hat: float = 1e-6,
    noise: str = "classical",
    runs: int = 10_000,
    confidence: float = 0.95,
    anytime: bool = False,
    claimed_epsilon: Optional[float] = None,
    state: Optional[State] = None,
    seed: int = 1,
    jobs: int = 0,
    progress: Progress = None,
) -> Report:
    """The likelihood-ratio attack of one user on the sum walk, at the delta of the published promise; as `hearsay attack walk`.

    The answer has "epsilon_lower": the view is not (epsilon, delta)-DP for a smaller epsilon, with probability >= confidence;
    "delta"; and "published", the promise under attack.

    >>> found = attack_token(10, 20, 0.5, 1e-6, runs=1000)
    >>> found.epsilon_lower <= found.published.epsilon
    True
    """
    choice("attack_token", "noise", noise, ("classical", "analytic"))
    published = token_losses(users, steps, epsilon, delta, delta_prime=delta_prime, delta_hat=delta_hat, noise=noise, jobs=jobs)["published"]
    if published["delta"] >= 1.0:
        raise refusal(ConditionsError, "attack_token", f"the published delta = {published['delta']:.6g} must be < 1: it promises nothing to refute")
    if anytime and claimed_epsilon is None:
        claimed_epsilon = published["epsilon"]
    mu = _hearsay.signal_to_noise(noise, epsilon, delta)
    found = _hearsay.attack_token(users, steps, mu, published["delta"], natural("attack_token", "runs", runs), confidence,
                                  claimed_epsilon if anytime else None, state or {}, natural("attack_token", "seed", seed), jobs, progress)
    return Report("attack_token", {**found, "mu": mu, "delta": published["delta"], "published": published})
