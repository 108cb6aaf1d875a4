# SPDX-License-Identifier: GPL-3.0-or-later
"""A confidence interval for the mean of a finite population of numbers in [0, 1], from a uniform sample without replacement in the order of its draws.

Method: Waudby-Smith and Ramdas, "Estimating means of bounded random variables by betting" (JRSS B 2024). For a candidate mean m of N numbers, m_t = (N m - sum of the draws before t) /
(N - t + 1) is the mean of what is left before draw t. Let b_t, chosen before draw t, be in [0, 1/m_t]. If m is the mean, the capital prod_t (1 + b_t (x_t - m_t)) is a nonnegative
martingale that starts at 1, so by Ville's inequality it ever reaches 1/level with probability at most level. The lower end is the least m at which it does not.
"""
import math

STEPS = 10000  # the lower end is a multiple of 1 / STEPS
STAKE = 0.75  # most of the capital that a draw can lose


def bets(values, level):
    """b_t before its limit: sqrt(2 ln(1/level) / (K v)), K the number of draws, v their variance before t with one more draw of 1/2 and variance 1/4."""
    found, total, squares = [], 0.5, 0.25
    for t, x in enumerate(values, 1):
        found.append(math.sqrt(2 * math.log(1 / level) * t / (len(values) * squares)))
        total += x
        squares += (x - total / (t + 1)) ** 2
    return found


def is_rejected(mean, values, population, level, planned):
    """Whether the capital reaches 1/level. It does not increase in the mean, since each factor does not."""
    capital, left = 1.0, population * mean
    for t, (x, bet) in enumerate(zip(values, planned)):
        now = left / (population - t)
        if now < 0:
            return True
        capital *= 1 + (min(bet, STAKE / now) if now > 0 else bet) * (x - now)
        if capital >= 1 / level:
            return True
        left -= x
    return False


def lower_end(values, population, level):
    """A number that is at most the mean of the population with probability at least 1 - level.
    @param values      the draws in their order, each in [0, 1].
    @param population  how many numbers there are."""
    if not 0 < len(values) <= population or not all(0 <= x <= 1 for x in values):
        raise ValueError("the draws must be at least one, at most the population, and in [0, 1]")
    planned = bets(values, level)
    low, high = -1, STEPS  # rejected (or too small to be a mean), not rejected (or the largest mean)
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if is_rejected(middle / STEPS, values, population, level, planned) else (low, middle)
    return max(low, 0) / STEPS


def interval(least, most, population, level):
    """Two ends between which a mean lies with probability at least 1 - level, where each draw is known to be between a number of `least` and one of `most`."""
    return lower_end(least, population, level / 2), 1 - lower_end([1 - x for x in most], population, level / 2)
