#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Two nodes publish their values behind Gaussian noise of deviation 1. Broken: each seeds its generator by the clock.

The second at which a trial starts is drawn from the trial's seed: by the real clock, thousands of trials would share a second and not be independent.

Promise: epsilon 4.4 at delta 1e-5, for a change of node 0's value by 1.
"""
import random

from trials import on_grid, serve


def broken(world, generator):
    second = generator.randrange(2**31)
    return [on_grid(value + random.Random(second).gauss(0, 1)) for value in (world, 0)]


def correct(world, generator):
    return [on_grid(value + generator.gauss(0, 1)) for value in (world, 0)]


serve({"broken": broken, "correct": correct})
