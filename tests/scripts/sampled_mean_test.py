#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""sampled_mean.py: coverage over every sample of small populations, and width. Usage: sampled_mean_test.py SCRIPTS"""
import fractions
import importlib
import itertools
import pathlib
import random
import sys
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(sys.argv.pop()).resolve()))

sampled_mean = importlib.import_module("sampled_mean")


class Coverage(unittest.TestCase):
    def missed(self, population, draws, level):
        """The exact probability that the lower end is above the mean, over all ordered samples."""
        mean, missed, total = sum(population) / len(population), 0, 0
        for sample in itertools.permutations(population, draws):
            total += 1
            missed += sampled_mean.lower_end(sample, len(population), level) > mean + 1e-12
        return fractions.Fraction(missed, total)

    def test_at_most_the_level_over_all_samples(self):
        populations = ([0, 0, 0, 0, 0, 0, 1], [0, 0, 0, 0, 1, 1, 1], [0, 1, 1, 1, 1, 1, 1], [0.1, 0.2, 0.2, 0.3, 0.9, 1, 1], [0.5] * 7)
        worst = 0
        for population in populations:
            for draws in (1, 3, 5):
                for level in (0.3, 0.1):
                    missed = self.missed(population, draws, level)
                    self.assertLessEqual(missed, level, f"{population}, {draws} draws, level {level}")
                    worst = max(worst, missed)
        self.assertGreater(worst, 0.05, "a bound that never errs is not tested")

    def test_bets_are_not_from_the_future(self):
        """b_t may depend on the draws before t only."""
        self.assertEqual(sampled_mean.bets([0.2, 0.9, 0.1], 0.1)[:2], sampled_mean.bets([0.2, 0.4, 1.0], 0.1)[:2])


class Interval(unittest.TestCase):
    def test_the_whole_population_leaves_little(self):
        values = [0.25, 0.75] * 100
        low, high = sampled_mean.interval(values, values, 200, 0.01)
        self.assertTrue(low <= 0.5 <= high)
        self.assertLess(high - low, 0.06)

    def test_width_of_a_sample(self):
        draw = random.Random(1)
        population = [min(1, max(0, draw.gauss(0.8, 0.1))) for _ in range(4000)]
        sample = draw.sample(population, 200)
        low, high = sampled_mean.interval(sample, sample, 4000, 0.005)
        self.assertTrue(low <= sum(population) / 4000 <= high)
        self.assertLess(high - low, 0.08)

    def test_between_two_numbers(self):
        least, most = [0.2, 0.3] * 50, [0.4, 0.5] * 50
        low, high = sampled_mean.interval(least, most, 1000, 0.01)
        self.assertEqual((low, high), (sampled_mean.interval(least, least, 1000, 0.01)[0], sampled_mean.interval(most, most, 1000, 0.01)[1]))

    def test_refuses_what_is_no_sample(self):
        for values, population in (([], 3), ([0.1, 0.2], 1), ([1.5], 3), ([float("nan")], 3)):
            with self.assertRaises(ValueError):
                sampled_mean.lower_end(values, population, 0.1)


if __name__ == "__main__":
    unittest.main()
