#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A value is asked for by two neighbors, and each gets an answer of its own. Broken: each answer spends the whole budget.

Promise: epsilon 1 against both neighbors together.
"""
from trials import laplace, on_grid, serve

ANSWERS = 2

serve({"broken": lambda world, generator: [on_grid(world + laplace(generator, 1)) for _ in range(ANSWERS)],
       "correct": lambda world, generator: [on_grid(world + laplace(generator, ANSWERS)) for _ in range(ANSWERS)]})
