#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A bit behind Laplace noise. Broken: the sum of two floating-point numbers is published as it is, and its lowest bits tell them apart.

Promise: epsilon 1.
"""
from trials import laplace, on_grid, serve

serve({"broken": lambda world, generator: [world + laplace(generator, 1)],
       "correct": lambda world, generator: [on_grid(world + laplace(generator, 1))]})
