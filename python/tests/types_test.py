# SPDX-License-Identifier: GPL-3.0-or-later
"""mypy accepts the module and programs that use it, and reports calls that are wrong."""
import os
import pathlib
import subprocess
import sys

import pytest

PYTHON = pathlib.Path(__file__).parents[1]

USES = """
from typing import Any, Dict

import hearsay
import networkx


def told(graph: networkx.Graph) -> Dict[str, Any]:
    net: hearsay.Network = hearsay.network(graph)
    losses = hearsay.gossip_losses(net, [net.labels[0]], 2, sigma={"a": 1.0, "b": 2.0}, delta=1e-5)
    worst: float = max(losses.column("exact"))
    if losses.epsilon is not None:
        print(worst, losses.epsilon.exact_upper["b"])
    return losses.to_dict()


audit = hearsay.audit_gossip("ring:6", steps=2, promise="renyi(2) <= 0.1")
verdict: str = audit.verdict
holds: bool = audit.holds
curve = hearsay.linear_losses(signal="a.mtx", noise="b.mtx", observer=["a", 1], target=2).column("mu").tolist()
epsilon: float = (30 * hearsay.PrivacyLoss.laplace(0.1)).epsilon(1e-5).upper
row: Dict[str, Any] = hearsay.continual_losses("ring:5", [0], rounds=4)[2]
end: float = hearsay.token_losses(100, 500, 0.5, 1e-6).tight.epsilon
"""

WRONG = {
    'hearsay.gossip_losses("ring:5", [0], 2, alpha="two")': "arg-type",
    'hearsay.gossip_losses("ring:5", [0], 2, order=2.0)': "call-arg",
    'hearsay.gossip_losses("ring:5", [0], 2).epsilon.exact': "union-attr",
    'hearsay.gossip_losses("ring:5", [0], 2).exactly': "attr-defined",
    'hearsay.audit_gossip("ring:5", steps=2)': "call-arg",
    'hearsay.network("ring:5").index("node", [0])': "arg-type",
    'hearsay.token_losses("100", 500, 0.5, 1e-6)': "arg-type",
    'hearsay.no_such_verb("ring:5")': "attr-defined",
}


@pytest.fixture(scope="module")
def check(tmp_path_factory):
    """A function of a path that returns what mypy reports on it."""
    cache = tmp_path_factory.mktemp("mypy")

    def run(path):
        command = [sys.executable, "-m", "mypy", "--config-file", PYTHON / "pyproject.toml", "--cache-dir", cache, "--no-error-summary", path]
        done = subprocess.run(command, env={**os.environ, "MYPYPATH": str(PYTHON)}, cwd=cache, capture_output=True, text=True)
        assert done.returncode in (0, 1), done.stderr
        return done.stdout

    return run


def test_the_module_fits_its_annotations(check):
    assert check(PYTHON / "hearsay") == ""


def test_a_program_that_uses_it_right_is_accepted(check, tmp_path):
    program = tmp_path / "uses.py"
    program.write_text(USES)
    assert check(program) == ""


def test_calls_that_are_wrong_are_reported(check, tmp_path):
    program = tmp_path / "wrong.py"
    program.write_text("\n".join(["import hearsay", *WRONG]) + "\n")
    lines = check(program).splitlines()
    reported = {int(line.split(":")[1]): line.rsplit("[", 1)[1].rstrip("]") for line in lines if ": error: " in line}
    assert reported == {number: kind for number, kind in enumerate(WRONG.values(), 2)}, lines
