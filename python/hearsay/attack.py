# SPDX-License-Identifier: GPL-3.0-or-later
"""Attacks on simulated protocols and on programs: certified lower bounds, with a fixed number of runs or anytime-valid."""
from __future__ import annotations

import json
import math
from typing import Any, Callable, Dict, Hashable, List, Optional, Sequence, Tuple, Union

from . import _hearsay
from .checks import choice, natural, positive, whole
from .errors import ConditionsError, DomainError, refusal
from .gossip import Steps, gossip_losses, of_all_nodes
from .graphs import Network, network, scheduled_network
from .report import Report
from .targets import Curious, curious_of

Progress = Optional[Callable[[int, int, str], None]]
State = Dict[str, Any]


class Attack(Report):
    """What an attack found: names and numbers as the program writes them with --json, and beside them, as attributes,

    state: where the attack stands, for ``state`` of a later call of the same attack with more runs, and what ``--resume`` of the
    program reads and writes; None if it cannot go on. cut_short: why not all runs were made, or None. Others that one attack has, its
    function says.
    """

    def __init__(self, title: str, found: Tuple[Dict[str, Any], Optional[State], str], **more: Any) -> None:
        fields, state, why = found
        super().__init__(title, fields)
        self._more = {"state": state, "cut_short": why or None, **more}

    def __getattr__(self, name: str) -> Any:
        more = self.__dict__.get("_more", {})
        return more[name] if name in more else super().__getattr__(name)

    def __dir__(self) -> List[str]:
        return [*super().__dir__(), *self._more]


def _text(state: Optional[State]) -> str:
    return json.dumps(state) if state else ""


def _progress(found: Dict[str, Any]) -> Dict[str, Any]:
    """What answers are asked for by name: how many runs were made, and why an anytime attack stopped."""
    anytime = found.get("anytime")
    return {"runs": anytime["runs"], "stopped": anytime["stopped"]} if anytime else {"runs": found["parameters"]["runs"]}


def _network_and_steps(where: str, graph_or_w: Any, steps: Optional[Steps], schedule: str, **options: Any) -> Tuple[Network, str]:
    if schedule in ("synchronous", "accelerated", "randomized"):
        if graph_or_w is None or steps is None:
            raise refusal(ConditionsError, where, "a graph and steps are needed, unless schedule is a file")
        return network(graph_or_w, **options), str(steps)
    if graph_or_w is not None or steps is not None:
        raise refusal(ConditionsError, where, f"schedule {schedule!r} is a file, which stands for graph and steps: they are None then")
    return scheduled_network(schedule), "schedule"


def attack_gossip(
    graph_or_w: Any,
    observers: Sequence[Hashable],
    target: Hashable,
    steps: Optional[Steps] = None,
    *,
    schedule: str = "synchronous",
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
) -> Attack:
    """The likelihood-ratio test of ``observers`` on simulated views of gossip averaging; as `hearsay attack gossip`.

    schedule: "synchronous", "accelerated", "randomized", or a file of steps, in place of ``graph_or_w`` and ``steps``, which are None
    then. runs: simulated views per hypothesis. delta, epsilon: also bound epsilon at delta, delta at epsilon, from below. row_space: draw
    only the scores of views. anytime: judge ``claimed_mu`` (default: of the published formula) after every 1024 runs, and stop when the
    verdict is clear; ``state``: continue from the state of an earlier answer. progress: a function of (done, total, what). Ctrl-C stops it. The
    answer's ``mu_lower``: the mechanism is no better than mu-Gaussian-DP, with probability >= confidence; ``claimed_mu``: what was judged;
    ``stopped``: why an anytime attack was.

    >>> found = attack_gossip("path:3", [0], 2, steps=2, runs=2000)
    >>> 0.5 < found.mu_lower <= found.mu.exact <= 1.0
    True
    """
    where = "attack_gossip"
    choice(where, "trust", trust, ("all-noise", "own-noise-known"))
    net, count = _network_and_steps(where, graph_or_w, steps, schedule, weights=weights, seed=seed, component=component)
    found = _hearsay.attack_gossip(net.source, net.indices("observers", observers), net.index("target", target), schedule, count, sigma, sensitivity,
                                   trust == "own-noise-known", row_space, natural(where, "runs", runs), confidence, delta, epsilon, anytime,
                                   claimed_mu if anytime else None, _text(state), natural(where, "seed", seed), jobs, progress)
    mu = found[0]["mu"]
    return Attack(where, found, mu_lower=mu["lower"], claimed_mu=mu["published"] if claimed_mu is None else claimed_mu, **_progress(found[0]))


def published_mu(graph_or_w: Any, observers: Sequence[Hashable], target: Hashable, steps: Steps, **options: Any) -> float:
    """The mu of Gaussian DP that the published formula promises: sensitivity / sigma times the root of the share of the local loss.

    Raises ConditionsError where nodes differ in sigma or sensitivity.

    >>> round(published_mu("path:3", [0], 2, steps=2) ** 2, 9)
    0.333333333
    """
    losses = gossip_losses(graph_or_w, observers, steps, target=target, **options)
    local, sensitivity, sigma = of_all_nodes("published_mu", losses)
    return sensitivity / sigma * math.sqrt(float(losses.column("published")[0]) / local)


def attack_rumor(
    nodes: int,
    curious: int,
    muting: float,
    *,
    suspects: Optional[int] = None,
    rumors: int = 1,
    transcript: str = "unending",
    sees: str = "messages",
    seen: float = 1.0,
    swap: float = 0.0,
    delayed_start: bool = False,
    runs: int = 10_000,
    confidence: float = 0.95,
    anytime: bool = False,
    state: Optional[State] = None,
    seed: int = 1,
    jobs: int = 0,
    progress: Progress = None,
) -> Attack:
    """How often the source of a rumor on the complete graph is named; as `hearsay attack rumor`.

    suspects: the source and others among whom the adversary knows it to be (default: all honest nodes). rumors: number of rumors known to
    have the same source. sees, seen, swap, delayed_start: as in rumor_losses. The answer has "success" ("lower", "estimate", "upper" at the confidence) and "bound", the largest possible
    success of any attack, or None.

    >>> attack_rumor(10, 2, 0.5, runs=1000).success.upper < 1.0
    True
    """
    where = "attack_rumor"
    choice(where, "transcript", transcript, ("unending", "terminated"))
    found = _hearsay.attack_rumor(whole(where, "nodes", nodes), whole(where, "curious", curious), muting,
                                  None if suspects is None else whole(where, "suspects", suspects), whole(where, "rumors", rumors),
                                  transcript == "terminated", sees, seen, swap, delayed_start, whole(where, "runs", runs), confidence, anytime, _text(state),
                                  natural(where, "seed", seed), jobs, progress)
    return Attack(where, found, **_progress(found[0]))


def attack_rumor_on(
    graph_or_w: Any,
    curious: Curious,
    source: Hashable,
    against: Hashable,
    muting: float,
    *,
    epsilon: float = 0.0,
    delta: Optional[float] = None,
    runs: int = 10_000,
    confidence: float = 0.95,
    component: Optional[str] = None,
    seed: int = 1,
    jobs: int = 0,
    progress: Progress = None,
) -> Attack:
    """How well the curious nodes of a graph tell two sources of a rumor apart; as `hearsay attack rumor --graph`.

    curious: labels of the curious nodes, or how many, drawn at random. epsilon: where delta is bounded from below. delta: where epsilon is
    bounded, too. runs: per source that certify. The answer has "delta" and "epsilon" (None without delta), each with "lower" and the
    "statistic" that gave it; both bounds hold together at the confidence. "exact" is delta for muting 0 and for at most 6 nodes, else None.

    >>> attack_rumor_on("ring:8", [4], 0, 3, 0.0, runs=2000).delta.lower > 0.3
    True
    """
    where = "attack_rumor_on"
    net = network(graph_or_w, seed=seed, component=component)
    labels, count = curious_of(where, net, curious)
    found = _hearsay.attack_rumor_on(net.source, labels, count, net.index("source", source), net.index("against", against), muting, epsilon,
                                     delta, whole(where, "runs", runs), confidence, natural(where, "seed", seed), jobs, progress)
    return Attack(where, found, **_progress(found[0]))


def attack_token(
    users: int,
    steps: int,
    epsilon: float,
    delta: float,
    *,
    delta_prime: float = 1e-6,
    delta_hat: float = 1e-6,
    task: str = "sum",
    buckets: int = 2,
    noise: str = "classical",
    runs: int = 10_000,
    confidence: float = 0.95,
    anytime: bool = False,
    claimed_epsilon: Optional[float] = None,
    state: Optional[State] = None,
    seed: int = 1,
    jobs: int = 0,
    progress: Progress = None,
) -> Attack:
    """The likelihood-ratio attack of one user on a walk, at the delta of the published promise; as `hearsay attack walk`.

    task: "sum", or "histogram" of ``buckets`` values. The answer has "epsilon_lower": the view is not (epsilon, delta)-DP for a smaller epsilon, with probability >= confidence;
    "delta"; and "published", the promise under attack.

    >>> found = attack_token(10, 20, 0.5, 1e-6, runs=1000)
    >>> found.epsilon_lower <= found.published.epsilon
    True
    """
    where = "attack_token"
    choice(where, "noise", noise, ("classical", "analytic"))
    found = _hearsay.attack_token(whole(where, "users", users), whole(where, "steps", steps), epsilon, delta, delta_prime, delta_hat, task,
                                  whole(where, "buckets", buckets), noise, whole(where, "runs", runs), confidence, anytime, claimed_epsilon if anytime else None, _text(state),
                                  natural(where, "seed", seed), jobs, progress)
    return Attack(where, found, **_progress(found[0]))


def attack_ring(
    users: int,
    rounds: int,
    epsilon: float,
    delta: Optional[float] = None,
    *,
    delta_prime: float = 1e-6,
    task: str = "sum",
    buckets: int = 2,
    noise: str = "classical",
    output: str = "hidden",
    runs: int = 10_000,
    confidence: float = 0.95,
    anytime: bool = False,
    claimed_epsilon: Optional[float] = None,
    state: Optional[State] = None,
    seed: int = 1,
    jobs: int = 0,
    progress: Progress = None,
) -> Attack:
    """The likelihood-ratio attack of one user on a ring, at the delta of the published promise; as `hearsay attack ring`.

    delta, task, buckets, noise: as in ring_losses. output: what users see of the token of a sum in the end, "hidden", "published" (as
    Algorithm 1 returns it) or "perturbed" (after one more draw of noise). The answer is that of attack_token, with "curious_user" and
    "target_user", numbered from 0.

    >>> attack_ring(3, 2, 0.5, 1e-5, output="published", runs=1000).refutes_published
    True
    """
    where = "attack_ring"
    found = _hearsay.attack_ring(whole(where, "users", users), whole(where, "rounds", rounds), epsilon, delta, delta_prime, task,
                                 whole(where, "buckets", buckets), noise, output, whole(where, "runs", runs), confidence, anytime,
                                 claimed_epsilon if anytime else None, _text(state), natural(where, "seed", seed), jobs, progress)
    return Attack(where, found, **_progress(found[0]))


def attack_stream(
    graph_or_w: Any,
    observers: Sequence[Hashable],
    target: Hashable,
    rounds: int,
    *,
    half_period: int = 0,
    sigma: float = 1.0,
    trust: str = "all-noise",
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
) -> Attack:
    """The likelihood-ratio test of ``observers`` on simulated views of gossip with fresh noise in each round; as `hearsay attack stream`.

    half_period: of the square wave +-1 that the target contributes; 0: it contributes 1 in each round. delta, epsilon, anytime,
    claimed_mu, state: as in attack_gossip. Judged is sqrt(T/n) + sqrt(C) with the smallest C ("constant") with which it holds for constant
    streams. The answer has "mu" and "per_round", the squared sensitivity per round, each with "lower" (at the confidence), "exact" and
    "published", and as attributes ``mu_lower`` and ``claimed_mu``.

    >>> attack_stream("path:20", [1], 0, 100, half_period=25, runs=500).refutes_published
    True
    """
    where = "attack_stream"
    choice(where, "trust", trust, ("all-noise", "own-noise-known"))
    net = network(graph_or_w, weights, seed=seed, component=component)
    found = _hearsay.attack_stream(net.source, net.indices("observers", observers), net.index("target", target), whole(where, "rounds", rounds),
                                   whole(where, "half_period", half_period), sigma, trust == "own-noise-known", natural(where, "runs", runs),
                                   confidence, delta, epsilon, anytime, claimed_mu if anytime else None, _text(state),
                                   natural(where, "seed", seed), jobs, progress)
    mu = found[0]["mu"]
    return Attack(where, found, mu_lower=mu["lower"], claimed_mu=mu["published"] if claimed_mu is None else claimed_mu, **_progress(found[0]))


def attack_program(
    command: Union[str, Sequence[str]],
    epsilon: Optional[float] = None,
    delta: Optional[float] = None,
    *,
    promise: str = "",
    runs: int = 10_000,
    workers: int = 0,
    features: str = "auto",
    confidence: float = 0.95,
    timeout: float = 60.0,
    to_the_end: bool = False,
    until: Optional[float] = None,
    fresh: bool = False,
    state: Optional[State] = None,
    replay: Optional[State] = None,
    dry_run: bool = False,
    seed: int = 1,
    jobs: int = 0,
    progress: Progress = None,
) -> Attack:
    r"""Black-box attack on a program that answers trials in lines of JSON, against its promise; as `hearsay attack program`.

    docs/attack_program.md says what the program reads and writes; audit_program() attacks a Python function. command: the program and its
    arguments. epsilon, delta: of the promise; promise: in their place "mu <= 1" or "renyi(2) <= 0.1". runs: number of trials; a quarter of them train the attack. workers: copies of the program
    at the same time (default: jobs). features: "auto" (everything), "raw" (only values of numbers) or "events" (views only as lists of
    events). timeout: timeout per answer in seconds; a timeout counts as an outcome. to_the_end: use all runs, even after the promise is
    refuted. until: go on until the lower bound exceeds it. fresh: start the program again for every trial. ``state``: continue
    from the state of an earlier answer; replay: count the event of that state on fresh trials, with another seed. dry_run: only a few
    trials, and what was understood of them (``dry_run`` of the answer). The answer has "verdict", "epsilon_lower" at "delta" and "mu_lower".

    >>> import sys
    >>> tells_its_secret = 'import json, sys\nfor line in sys.stdin: print(json.dumps({"view": json.loads(line)["world"]}), flush=True)'
    >>> attack_program([sys.executable, "-c", tells_its_secret], 1.0, 0.0, runs=400).verdict
    'refuted'
    """
    where = "attack_program"
    choice(where, "features", features, ("auto", "raw", "events"))
    if not 0.001 <= timeout <= 1e6:
        raise refusal(DomainError, where, f"timeout = {timeout!r} must be between 0.001 and 1000000 seconds")
    words = [command] if isinstance(command, str) else [str(word) for word in command]
    if not words:
        raise refusal(DomainError, where, "command is empty")
    if bool(promise) == (epsilon is not None) or (epsilon is not None and delta is None):
        raise refusal(ConditionsError, where, "needs epsilon and delta, or promise")
    if (replay is not None) + (state is not None) + dry_run > 1:
        raise refusal(ConditionsError, where, "takes one of state, replay and dry_run")
    found = _hearsay.attack_program(words, positive(where, "epsilon", epsilon or 0.0, zero=True), positive(where, "delta", delta or 0.0, zero=True),
                                    promise, natural(where, "runs", runs), natural(where, "workers", workers, 0, 1024), features, confidence,
                                    timeout, to_the_end, until, fresh, _text(state), _text(replay), dry_run, natural(where, "seed", seed), jobs,
                                    progress)
    return Attack(where, found)
