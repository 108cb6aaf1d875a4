#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A count to which one person contributes three items, behind Laplace noise. Broken: the scale is that of one item.

Promise: epsilon 1, for the presence of that person.
"""
from trials import laplace, on_grid, serve

ITEMS = 3


def release(world, generator, sensitivity):
    return [on_grid(10 + ITEMS * world + laplace(generator, sensitivity))]


serve({"broken": lambda world, generator: release(world, generator, 1),
       "correct": lambda world, generator: release(world, generator, ITEMS)})
