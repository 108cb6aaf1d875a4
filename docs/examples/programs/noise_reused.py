#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A running sum is published in three rounds, Laplace noise in each; the secret joins in the second. Broken: one noise for all rounds.

Promise: epsilon 1: the secret is in two sums, each of which spends one half.
"""
from trials import laplace, on_grid, serve


def broken(world, generator):
    noise = laplace(generator, 2)
    return [on_grid(total + noise) for total in (1, 2 + world, 4 + world)]


def correct(world, generator):
    return [on_grid(total + laplace(generator, 2)) for total in (1, 2 + world, 4 + world)]


serve({"broken": broken, "correct": correct})
