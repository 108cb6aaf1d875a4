# SPDX-License-Identifier: GPL-3.0-or-later
"""Protocols that are run many times: what they reach, and what happened on the way."""
from __future__ import annotations

import os
from typing import Any, Callable, Optional

from . import _hearsay
from .checks import choice, natural, whole
from .errors import ConditionsError, refusal
from .gossip import Steps
from .graphs import network, scheduled_network
from .report import Report

Progress = Optional[Callable[[int, int, str], None]]


def simulate_ring(
    users: int,
    rounds: int,
    *,
    sigma: float = 1.0,
    value: float = 0.0,
    noise: str = "counter",
    law: str = "gaussian",
    publish: bool = False,
    task: str = "sum",
    buckets: int = 2,
    gamma: float = 0.5,
    runs: int = 1000,
    seed: int = 1,
    jobs: int = 0,
    progress: Progress = None,
) -> Report:
    """A private sum or histogram by a token that goes ``rounds`` times around a ring; as `hearsay simulate ring`.

    sigma: standard deviation of one draw of noise. value: contribution of every user. noise: the users that add it, "counter" or "distributed". law:
    "gaussian" or "laplace". publish: one more noise on the returned token. progress: called with (done, total, what).
    The answer has "sum", "noise_events" and "estimate": its "mean", "sd", the exact "sd_exact" and "quantiles". task="histogram": user u
    holds u mod ``buckets``, and a share ``gamma`` of the answers is random; the answer has "histogram", bucket by bucket.

    >>> simulate_ring(5, 2, value=1.0, sigma=0.0, runs=2).estimate.mean
    10.0
    """
    where = "simulate_ring"
    choice(where, "task", task, ("sum", "histogram"))
    return Report("ring", _hearsay.simulate_ring(whole(where, "users", users), whole(where, "rounds", rounds), sigma, value, noise, law, publish, task,
                                                 whole(where, "buckets", buckets), gamma, whole(where, "runs", runs), natural(where, "seed", seed), jobs, progress))


def simulate_walk(
    users: int,
    steps: int,
    *,
    epsilon: float = 0.1,
    delta: float = 1e-7,
    rule: Optional[str] = None,
    hidden_neighbors: bool = False,
    task: str = "sum",
    buckets: int = 2,
    runs: int = 10,
    seed: int = 1,
    jobs: int = 0,
    progress: Progress = None,
) -> Report:
    """Realized losses of all pairs of users in walks on the complete graph; as `hearsay simulate walk`.

    epsilon, delta: of one contribution; delta is the slack of composition too. rule: the rule for the loss of a cycle, "repaired" (default) or
    "published"; of task="histogram" "shuffled", with hidden_neighbors. hidden_neighbors: a user does not know from whom it received the token or to whom it sends it. progress: called with (done,
    total, what). The answer has "network", "local", "local_gaussian" and "visits", each with "min", "mean" and "max";
    of a histogram no "local_gaussian", but "gamma" and "histogram", bucket by bucket, where user u holds u mod ``buckets``.

    >>> simulate_walk(5, 20, runs=2).visits.mean
    4.0
    """
    where = "simulate_walk"
    choice(where, "task", task, ("sum", "histogram"))
    histogram = task == "histogram"
    return Report("walk", _hearsay.simulate_walk(whole(where, "users", users), whole(where, "steps", steps), epsilon, delta,
                                                 rule or ("shuffled" if histogram else "repaired"), not hidden_neighbors,
                                                 whole(where, "buckets", buckets) if histogram else None, whole(where, "runs", runs), natural(where, "seed", seed), jobs, progress))


def simulate_rumor(
    nodes: int,
    muting: float,
    *,
    timing: str = "asynchronous",
    exchange: str = "push",
    no_self_sends: bool = False,
    delayed_start: bool = False,
    loss: float = 0.0,
    coin_flips: int = 0,
    counts: bool = False,
    runs: int = 100,
    rounds: int = 1_000_000,
    seed: int = 1,
    jobs: int = 0,
    progress: Progress = None,
) -> Report:
    """How a rumor spreads on the complete graph; as `hearsay simulate rumor`.

    muting: probability that a node stays active after it sent a message. timing: "asynchronous" or "synchronous". exchange: "push",
    "pull" or "push-pull". no_self_sends: draw receivers from the other nodes only. delayed_start: the source sends once and then stays
    silent until it receives a message. loss: probability that a message is lost. coin_flips: number of messages after which a node stays
    silent, 0: no limit. counts: numbers of nodes only, up to 10^15 nodes. rounds: the largest number of rounds of a run. progress: called
    with (done, total, what). The answer has "complete", "messages", "rounds_needed" and the "course": informed and active shares, round by
    round.

    >>> simulate_rumor(10, 1.0, runs=5).complete
    5
    """
    where = "simulate_rumor"
    return Report("rumor", _hearsay.simulate_rumor(whole(where, "nodes", nodes), muting, timing, exchange, not no_self_sends, delayed_start, loss,
                                                   whole(where, "coin_flips", coin_flips), counts, whole(where, "runs", runs),
                                                   whole(where, "rounds", rounds), natural(where, "seed", seed), jobs, progress))


def simulate_gossip_runs(
    graph_or_w: Any = None,
    steps: Optional[Steps] = None,
    *,
    schedule: str = "synchronous",
    sigma: float = 1.0,
    runs: int = 100,
    weights: str = "metropolis",
    component: Optional[str] = None,
    seed: int = 1,
    jobs: int = 0,
    progress: Progress = None,
) -> Report:
    """Private averaging of random values in [0, 1], many times: distance of the nodes from the mean; as `hearsay simulate gossip`.

    graph_or_w: see hearsay.network. steps: a number, or "auto": the published stopping time. schedule: the edges that are used in a step,
    "synchronous", "accelerated" or "randomized"; or a file of steps, which replaces graph and steps. sigma: standard deviation of every
    node's noise. progress: called with (done, total, what). The answer has "messages", "mean", "noise_floor" and "squared_error": after 0,
    1, 2, 4, ... steps and the last, its "mean" and "quantiles" over the runs. simulate_gossip gives the values of one run.

    >>> simulate_gossip_runs("complete:8", 1, sigma=2.0, runs=10).noise_floor
    0.5
    """
    where = "simulate_gossip_runs"
    seed = natural(where, "seed", seed)
    in_file = schedule not in ("synchronous", "accelerated", "randomized")
    if in_file and (graph_or_w is not None or steps is not None):
        raise refusal(ConditionsError, "schedule", "a file replaces the graph and steps")
    if not in_file and (graph_or_w is None or steps is None):
        raise refusal(ConditionsError, where, "a graph and steps are required, unless schedule is a file")
    net = scheduled_network(schedule) if in_file else network(graph_or_w, weights, seed=seed, component=component)
    return Report("gossip", _hearsay.simulate_gossip_runs(net.source, "schedule" if in_file else str(steps), schedule, sigma, whole(where, "runs", runs),
                                                          seed, jobs, progress))


def simulate_learn(
    algorithm: str = "muffliato-gd",
    *,
    data: Any = None,
    format: str = "csv",
    label_column: Optional[str] = None,
    label_threshold: Any = "mean",
    training_share: float = 0.8,
    bias: bool = False,
    l2: float = 0.0,
    users: int = 2000,
    graph: Any = None,
    weights: str = "metropolis",
    edge_probability: Optional[float] = None,
    gossip_steps: Optional[int] = None,
    rounds: Optional[int] = None,
    trials: int = 10,
    step: float = 0.7,
    noise: Optional[float] = None,
    clip: float = 1.0,
    alpha: float = 2.0,
    calibration: Optional[str] = None,
    epsilon: float = 1.0,
    delta: Optional[float] = None,
    budget_factor: float = 1.25,
    decaying: bool = False,
    diameter: Optional[float] = None,
    every: int = 1000,
    seed: int = 1,
    jobs: int = 0,
    progress: Progress = None,
) -> Report:
    """Decentralized logistic regression under differential privacy; as `hearsay simulate learn`.

    algorithm: "muffliato-gd", "muffliato-sgd", "central" (their baseline), "dp-gd" (one gossip step a round) or "walk".
    data: a file, "csv", "arff" or "libsvm" as format says; None: the generated data set. label_column: name or number from 1. label_threshold: "mean",
    "median" or a number: labels above it are 1, others -1. l2: regularization.
    graph: one graph for all rounds, see hearsay.network, whose nodes are the users; None: a fresh Erdos-Renyi graph every round, with
    edge_probability. gossip_steps: a round; 0: as many as the graph needs. rounds: of gossip, or iterations of a walk.
    step, noise, clip: of a step of descent; noise is 1.5 where nothing is said. alpha: Renyi order of the losses.
    calibration: "network", "local" or "central": a walk's noise is chosen for (epsilon, delta), budget_factor. decaying, diameter,
    every: of a walk. progress: called with (done, total, what).
    delta: of a calibration, 1e-6 where nothing is said; of gossip, "privacy" has the losses of the "whole_run" too, with epsilon at it.
    The answer has "result", the "curve", and the "privacy" that the algorithm gives.

    >>> simulate_learn("central", users=20, rounds=1, trials=1).result.iteration
    1
    """
    where = "simulate_learn"
    if calibration is not None and noise is not None:
        raise refusal(ConditionsError, "calibration", "chooses the noise: leave one of them out")
    net = None if graph is None else network(graph, weights, seed=natural(where, "seed", seed))
    fields = dict(label_threshold=str(label_threshold), training_share=training_share, bias=bias, l2=l2, users=whole(where, "users", users),
                  edge_probability=edge_probability, gossip_steps=gossip_steps, rounds=None if rounds is None else whole(where, "rounds", rounds),
                  trials=natural(where, "trials", trials, 0, 2**31 - 1), step=step, noise=1.5 if noise is None else noise, clip=clip, alpha=alpha,
                  epsilon=epsilon, delta=delta, budget_factor=budget_factor, decaying=decaying, diameter=diameter, every=whole(where, "every", every))
    return Report("learning", _hearsay.simulate_learn(algorithm, "" if data is None else os.fspath(data), format,
                                                      "" if label_column is None else str(label_column), None if net is None else net.source, calibration,
                                                      fields, natural(where, "seed", seed), jobs, progress))
