# SPDX-License-Identifier: GPL-3.0-or-later
"""The examples of the docstrings are run."""
import doctest
import importlib
import pkgutil

import pytest

import hearsay

MODULES = [name for _, name, _ in pkgutil.iter_modules(hearsay.__path__) if name != "_hearsay"]


@pytest.mark.parametrize("name", MODULES)
def test_examples(name):
    module = importlib.import_module(f"hearsay.{name}")
    result = doctest.testmod(module, optionflags=doctest.ELLIPSIS)
    assert result.failed == 0


def test_most_modules_have_examples():
    finder = doctest.DocTestFinder(exclude_empty=True)
    examples = {name: sum(len(test.examples) for test in finder.find(importlib.import_module(f"hearsay.{name}"))) for name in MODULES}
    assert sum(count > 0 for count in examples.values()) >= 13, examples
