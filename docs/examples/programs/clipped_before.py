#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A node's value, weighted by 3 and clipped to [0, 1], behind Laplace noise. Broken: it is clipped before the weighting.

Promise: epsilon 1, for a change of the value from 0 to anything.
"""
from trials import laplace, on_grid, serve

VALUES = (0.0, 5.0)


def clip(value):
    return min(max(value, 0.0), 1.0)


serve({"broken": lambda world, generator: [on_grid(3 * clip(VALUES[world]) + laplace(generator, 1))],
       "correct": lambda world, generator: [on_grid(clip(3 * VALUES[world]) + laplace(generator, 1))]})
