# SPDX-License-Identifier: GPL-3.0-or-later
"""What the example programs share: answering trials, and noise."""
import json
import math
import random
import sys


def serve(protocols):
    """Answers every trial on standard input by the view that protocols[first argument](world, generator) returns."""
    protocol = protocols[sys.argv[1]]
    for line in sys.stdin:
        trial = json.loads(line)
        view = protocol(trial["world"], random.Random(trial["seed"]))
        print(json.dumps({"trial": trial["trial"], "view": view}), flush=True)


def laplace(generator, scale):
    return scale * (generator.expovariate(1.0) - generator.expovariate(1.0))


def on_grid(value):
    """Rounded to a multiple of 1/1024, so that no lower bit tells anything."""
    return round(value * 1024) / 1024


def geometric(generator, epsilon):
    """An integer k with probability proportional to exp(-epsilon |k|)."""
    def exponential():
        return math.floor(generator.expovariate(epsilon))
    return exponential() - exponential()
