#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""change_points.py: values derived by hand; false alarms and power on simulated histories. Usage: change_points_test.py SCRIPTS"""
import math
import pathlib
import random
import sys
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(sys.argv.pop()).resolve()))

import change_points  # noqa: E402

NOISES = {"normal": lambda draw: draw.gauss(0, 0.04), "heavy": lambda draw: 0.04 * draw.gauss(0, 1) / math.sqrt(draw.expovariate(1)),
          "one-sided": lambda draw: draw.expovariate(20)}  # a neighbor makes a run slower, never faster


class ByHand(unittest.TestCase):
    def test_ranks_share_ties(self):
        self.assertEqual(change_points.midranks([3, 1, 3, 2]), [3.5, 1, 3.5, 2])

    def test_statistic_of_six(self):
        # Only k = 3 leaves three on either side: |1 + 2 + 3 - 3 * 7 / 2| sqrt(6 / 9).
        value, place = change_points.cusum([1, 2, 3, 4, 5, 6])
        self.assertAlmostEqual(value, 4.5 * math.sqrt(6 / 9))
        self.assertEqual(place, 3)

    def test_p_of_six(self):
        # Two of the 20 ways to choose the first three ranks are as extreme.
        p, place = change_points.test([1, 2, 3, 14, 15, 16], 0.5, random.Random(5), orders=20000)
        self.assertAlmostEqual(p, 0.1, delta=0.01)  # its standard deviation is 0.002
        self.assertEqual(place, 3)

    def test_steps_found_where_they_are(self):
        values = [10 + 0.1 * (i % 3) for i in range(20)] + [8 + 0.1 * (i % 3) for i in range(20)] + [12 + 0.1 * (i % 3) for i in range(20)]
        self.assertEqual(change_points.change_points(values, 0.001), [20, 40])
        self.assertEqual(change_points.change_points(values, 0.001, least=0.3), [40])

    def test_equal_or_few_values_have_no_change(self):
        self.assertEqual(change_points.change_points([5.0] * 40, 0.05), [])
        self.assertEqual(change_points.change_points([1.0, 1.0, 9.0, 9.0, 9.0], 0.05), [])

    def test_one_bad_run_is_no_change(self):
        self.assertEqual(change_points.change_points([10 + 0.1 * (i % 4) for i in range(15)] + [2.0], 0.05), [])


class Simulated(unittest.TestCase):
    def test_false_alarms_keep_the_level_for_any_noise(self):
        # 200 unchanged histories at level 0.05: Binomial(200, 0.05) exceeds 25 with probability 6e-6. Seeds are fixed.
        for name, noise in NOISES.items():
            draw = random.Random(11)
            alarms = sum(bool(change_points.change_points([math.exp(noise(draw)) for _ in range(20)], 0.05)) for _ in range(200))
            self.assertLessEqual(alarms, 25, name)
            self.assertGreater(alarms, 0, f"{name}: a test that never alarms tests nothing")

    def test_a_step_of_a_fifth_is_found(self):
        # At the level of one of twenty charts: a step of 20 % in the middle of 30 runs of 4 % noise, within two runs of where it is.
        draw, found = random.Random(12), 0
        for _ in range(40):
            values = [math.exp(draw.gauss(0, 0.04)) / (1.2 if run >= 15 else 1) for run in range(30)]
            places = change_points.change_points(values, 0.05 / 20, least=0.05)
            found += len(places) == 1 and abs(places[0] - 15) <= 2
        self.assertGreaterEqual(found, 38)


if __name__ == "__main__":
    unittest.main()
