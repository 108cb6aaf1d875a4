# SPDX-License-Identifier: GPL-3.0-or-later
"""JSON with one meaning: every script reads and writes JSON with this module.

Python reads NaN and 1e999, which are not JSON numbers and spoil later computations. It keeps the last of two equal keys, and it
writes NaN. Here all of these are a ValueError.
"""
import json
import math
import pathlib


def _pairs(items):
    found = {}
    for key, value in items:
        if key in found:
            raise ValueError(f"the key {key[:60]!r} stands twice in an object")
        found[key] = value
    return found


def _no_number(text):
    raise ValueError(f"{text} is no number of JSON")


def _finite(text):
    value = float(text)
    return value if math.isfinite(value) else _no_number(text[:60])


def loads(text):
    return json.loads(text, object_pairs_hook=_pairs, parse_constant=_no_number, parse_float=_finite)


def read(path):
    """The value of a file. @throws OSError, ValueError."""
    return loads(pathlib.Path(path).read_text())


def dumps(value, **how):
    return json.dumps(value, allow_nan=False, **how)
