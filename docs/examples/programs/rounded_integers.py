#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A count is published as an integer. Broken: Laplace noise is cut to an integer, which makes 0 twice as likely as it should be.

Promise: epsilon 1.
"""
from trials import geometric, laplace, serve

serve({"broken": lambda world, generator: [7 + world + int(laplace(generator, 1))],
       "correct": lambda world, generator: [7 + world + geometric(generator, 1)]})
