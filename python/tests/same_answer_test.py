# SPDX-License-Identifier: GPL-3.0-or-later
"""Every verb answers the same from Python and from the command line: to_dict() is what --json writes, to the bit."""
import importlib.util
import json
import os
import pathlib
import subprocess
import sys

import pytest

FOLDER = pathlib.Path(__file__).parent / "same_answer"
sys.path.insert(0, str(FOLDER.parents[2] / "tests" / "cli"))
import commands  # noqa: E402


def load(path):
    spec = importlib.util.spec_from_file_location(path.stem, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.CASES


# A case: the verb, its arguments, and a function of a folder (the working folder of both) that asks the same in Python.
CASES = [case for path in sorted(FOLDER.glob("*.py")) for case in load(path)]
# What has no answer of its own: words on the program itself, figures that gnuplot draws.
NO_ANSWER = {"help", "version"}


def without(value, names):
    """A result without what tells when and how long it was computed, and by which command."""
    if isinstance(value, dict):
        return {name: without(item, names) for name, item in value.items() if name not in names}
    return [without(item, names) for item in value] if isinstance(value, list) else value


def text(result):
    return json.dumps(without(result, {"timing", "provenance"}), indent=1)


@pytest.mark.parametrize("verb, arguments, ask", CASES, ids=[f"{verb} {' '.join(map(str, arguments))}"[:90] for verb, arguments, _ in CASES])
def test_both_ways_answer_the_same(verb, arguments, ask, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    answer = ask(tmp_path)
    done = subprocess.run([os.environ["HEARSAY_PROGRAM"], *verb.split(), *map(str, arguments), "--json", "-"], capture_output=True, text=True)
    assert done.returncode in (0, 1, 3), done.stderr
    assert text(answer.to_dict()) == text(json.loads(done.stdout))


def test_every_verb_is_asked_both_ways():
    assert {verb for verb, _, _ in CASES} | NO_ANSWER == set(commands.verbs(os.environ["HEARSAY_PROGRAM"]))
