# SPDX-License-Identifier: GPL-3.0-or-later
"""Find where a series of measurements changed its level, by a permutation test of the rank CUSUM, repeated on both sides of each change.

Without a change the values are exchangeable: every order of their ranks is equally likely, for any law of the noise. The test therefore takes the noise
from the series itself. The statistic is the largest |sum of the first k ranks - its mean| sqrt(n / (k (n - k))) over k, the two-sample rank statistic of
Pettitt (A non-parametric approach to the change-point problem, Applied Statistics 28, 1979) weighted as a CUSUM. Its law is that under random orders. With
B orders, p = (1 + number that reach it) / (1 + B), and P(p <= level) <= level exactly. Splitting continues only where a change was found, so in a series without
a change only the first test counts: the probability of any mark is at most the level.
"""
import itertools
import math
import random
import statistics

SHORTEST = 3  # values on either side of a change


def midranks(values):
    """Ranks from 1 on; equal values share the mean of theirs."""
    ordered = sorted(values)
    first, count = {}, {}
    for place, value in enumerate(ordered, 1):
        first.setdefault(value, place)
        count[value] = count.get(value, 0) + 1
    return [first[value] + (count[value] - 1) / 2 for value in values]


def cusum(ranks):
    """(largest weighted deviation, the k where it is)."""
    n = len(ranks)
    sums = list(itertools.accumulate(ranks))
    return max((abs(sums[k - 1] - k * (n + 1) / 2) * math.sqrt(n / (k * (n - k))), k) for k in range(SHORTEST, n - SHORTEST + 1))


def test(values, level, generator, orders=None):
    """(p, first index after the change), from random orders; default: enough for p to be a twentieth of the level.

    Where so many orders reach the statistic that p will exceed the level whatever the rest does, the rest is not drawn: p is then at least what is returned.
    """
    orders = orders or math.ceil(20 / level)
    ranks = midranks(values)
    found, place = cusum(ranks)
    reached = 0
    for _ in range(orders):
        generator.shuffle(ranks)
        reached += cusum(ranks)[0] >= found - 1e-9
        if (1 + reached) / (1 + orders) > level:
            break
    return (1 + reached) / (1 + orders), place


def change_points(values, level, least=0.0):
    """First indices after a change of the level of positive values, in order.

    @param level probability of any mark in a series without a change
    @param least relative change of the median that is worth a mark; smaller ones are joined again
    """
    generator = random.Random(1)

    def split(begin, end):
        if end - begin < 2 * SHORTEST:
            return []
        p, place = test(values[begin:end], level, generator)
        return [] if p > level else [*split(begin, begin + place), begin + place, *split(begin + place, end)]

    found = split(0, len(values))
    while found:
        borders = [0, *found, len(values)]
        medians = [statistics.median(values[a:b]) for a, b in zip(borders, borders[1:])]
        sizes = [abs(math.log(after / before)) for before, after in zip(medians, medians[1:])]
        smallest = min(range(len(found)), key=sizes.__getitem__)
        if sizes[smallest] >= math.log1p(least):
            break
        del found[smallest]
    return found
