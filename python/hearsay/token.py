# SPDX-License-Identifier: GPL-3.0-or-later
"""A token that walks on the complete graph or goes around a ring, and the contributions that it collects."""
from __future__ import annotations

from typing import Optional

from . import _hearsay
from .checks import choice, whole
from .report import Report


def token_losses(
    users: int,
    steps: int,
    epsilon: float,
    delta: float,
    *,
    delta_prime: float = 1e-6,
    delta_hat: float = 1e-6,
    task: str = "sum",
    buckets: int = 2,
    colluders: int = 1,
    known_neighbors: bool = False,
    noise: str = "classical",
    jobs: int = 0,
) -> Report:
    """The loss of a walk of ``steps`` steps among ``users`` users, every contribution locally (epsilon, delta)-private; as `hearsay account walk`.

    delta_prime: slack of advanced composition. delta_hat: chance that a bound on numbers of visits fails. task: "sum", "histogram"
    or "sgd". noise: calibration of Gaussian noise, "classical" or "analytic".
    The answer has "visits", and the promises "local", "published", "repaired", "tight", each with "epsilon" (natural log units),
    "delta", "valid" and "why"; "tight" has "epsilon_bracket" too: where the exact epsilon lies, or None. For a sum or SGD "tight"
    holds where it is known what the others add; "in_range" for all contributions within the sensitivity of each other, "any_data" for
    all there are.

    >>> report = token_losses(100, 500, 0.5, 1e-6)
    >>> report.tight.epsilon < report.local.epsilon
    True
    """
    choice("token_losses", "task", task, ("sum", "histogram", "sgd"))
    choice("token_losses", "noise", noise, ("classical", "analytic"))
    users, steps = whole("token_losses", "users", users), whole("token_losses", "steps", steps)
    buckets, colluders = whole("token_losses", "buckets", buckets), whole("token_losses", "colluders", colluders)
    return Report("token", _hearsay.token_account(users, steps, epsilon, delta, delta_prime, delta_hat, task, buckets, colluders,
                                                  known_neighbors, noise, jobs))


def ring_losses(
    users: int,
    rounds: int,
    epsilon: float,
    delta: Optional[float] = None,
    *,
    delta_prime: float = 1e-6,
    task: str = "sum",
    buckets: int = 2,
    noise: str = "classical",
) -> Report:
    """The loss of a token that goes ``rounds`` times around a ring of ``users`` users; as `hearsay account ring`.

    delta: of one contribution; required, but for noise="laplace", which has none. task: "sum" or "histogram". noise: "classical",
    "analytic" or "laplace". The answer has the promises "local", "published", "repaired", "tight", and "noise_events", "mu", "scale",
    "gamma" where the protocol has them; ``to_dict()`` is that of `hearsay account ring --json`.

    >>> ring_losses(100, 10, 0.5, 1e-6).noise_events
    noise_events: {'published': 10, 'repaired': 11}
    """
    users, rounds, buckets = (whole("ring_losses", name, value) for name, value in (("users", users), ("rounds", rounds), ("buckets", buckets)))
    return Report("ring", _hearsay.ring_account(users, rounds, epsilon, delta, delta_prime, task, buckets, noise))
