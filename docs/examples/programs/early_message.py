#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A node on a ring of four sends its running average to its neighbor. Broken: noise is added after the first message has left.

Promise: epsilon 4.4 at delta 1e-5, for a change of the node's value by 1: Gaussian noise of deviation 1 on every value.
"""
from trials import on_grid, serve


def messages(world, generator, noise_before_first):
    values = [world, 2, 1, 3]
    noise = [generator.gauss(0, 1) for _ in values]
    if noise_before_first:
        values = [value + drawn for value, drawn in zip(values, noise)]
    sent = [on_grid(values[0])]
    if not noise_before_first:
        values = [value + drawn for value, drawn in zip(values, noise)]
    for _ in range(2):
        values = [(values[i - 1] + values[i] + values[(i + 1) % 4]) / 3 for i in range(4)]
        sent.append(on_grid(values[0]))
    return sent


serve({"broken": lambda world, generator: messages(world, generator, False),
       "correct": lambda world, generator: messages(world, generator, True)})
