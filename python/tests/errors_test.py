# SPDX-License-Identifier: GPL-3.0-or-later
"""Every error is a hearsay.Error with one line that begins with its public number."""
import os
import pathlib
import re
import subprocess

import networkx
import numpy as np
import pytest

import hearsay

WRONG = [
    (hearsay.DomainError, lambda: hearsay.gossip_losses("ring:5", [0], 2, sigma=0.0)),
    (hearsay.DomainError, lambda: hearsay.gossip_losses("ring:5", [0], 2, alpha=float("nan"))),
    (hearsay.DomainError, lambda: hearsay.gossip_losses("ring:5", [0], 2, delta=1.0)),
    (hearsay.DomainError, lambda: hearsay.gossip_losses("ring:5", [0, 0], 2)),
    (hearsay.DomainError, lambda: hearsay.gossip_losses("ring:5", [], 2)),
    (hearsay.DomainError, lambda: hearsay.gossip_losses("ring:5", range(5), 2)),
    (hearsay.DomainError, lambda: hearsay.gossip_losses("ring:5", [0], 2, target=0)),
    (hearsay.DomainError, lambda: hearsay.gossip_losses("ring:5", [0], 2, sigma=[1.0, 2.0, -1.0, 1.0, 1.0])),
    (hearsay.DomainError, lambda: hearsay.gossip_losses("ring:5", [0], 2, message_noise=-0.1)),
    (hearsay.DomainError, lambda: hearsay.gossip_losses("ring:5", [0], 2, promise="renyi(2) <= -1")),
    (hearsay.DomainError, lambda: hearsay.gossip_losses(np.ones((3, 3)), [0], 2)),
    (hearsay.DomainError, lambda: hearsay.gossip_losses(networkx.DiGraph([(0, 1)]), [0], 2)),
    (hearsay.DomainError, lambda: hearsay.token_losses(1, 10, 0.5, 1e-6)),
    (hearsay.DomainError, lambda: hearsay.token_losses(2**70, 10, 0.5, 1e-6)),
    (hearsay.DomainError, lambda: hearsay.gossip_losses("ring:5", [0], 2, seed=-1)),
    (hearsay.DomainError, lambda: hearsay.rumor_losses(10, 1, 1.5)),
    (hearsay.DomainError, lambda: hearsay.rumor_losses(10, 10, 0.5)),
    (hearsay.DomainError, lambda: hearsay.walk_losses("path:3", 0, 0)),
    (hearsay.DomainError, lambda: hearsay.walk_losses("path:3", 0, 2, target=[1, 0])),
    (hearsay.DomainError, lambda: hearsay.attack_gossip("ring:5", [0], 2, 2, runs=10)),
    (hearsay.DomainError, lambda: hearsay.attack_gossip("ring:5", [0], 2, 2, sigma=-1.0)),
    (hearsay.DomainError, lambda: hearsay.attack_rumor(10, 10, 0.5)),
    (hearsay.DomainError, lambda: hearsay.attack_program([], 1.0, 0.0)),
    (hearsay.DomainError, lambda: hearsay.attack_program("false", 1.0, 0.0, runs=10)),
    (hearsay.DomainError, lambda: hearsay.audit_program(lambda x: x, runs=10)),
    (hearsay.DomainError, lambda: hearsay.audit_program(lambda x: float("nan"), runs=100)),
    (hearsay.DomainError, lambda: hearsay.refute(lambda s: float("nan"))),
    (hearsay.DomainError, lambda: hearsay.PrivacyLoss.gaussian(-1.0)),
    (hearsay.DomainError, lambda: hearsay.continual_losses("ring:5", [0], 0)),
    (hearsay.DomainError, lambda: hearsay.simulate_ring(1, 1)),
    (hearsay.DomainError, lambda: hearsay.simulate_walk(5, 10, runs=0)),
    (hearsay.DomainError, lambda: hearsay.simulate_learn(trials=0)),
    (hearsay.DomainError, lambda: hearsay.linear_losses(signal=[[float("inf")]], noise=[[1]])),
    (hearsay.ShapeError, lambda: hearsay.linear_losses(signal=[[1, 2, 3]], noise=[[1]], rounds=2)),
    (hearsay.UnknownNameError, lambda: hearsay.linear_losses(signal=[[1]], noise=[[1]], target=7)),
    (hearsay.UnknownNameError, lambda: hearsay.simulate_rumor(10, 1.0, exchange="shout")),
    (hearsay.ConditionsError, lambda: hearsay.linear_losses()),
    (hearsay.ConditionsError, lambda: hearsay.simulate_gossip_runs("ring:5")),
    (hearsay.ConditionsError, lambda: hearsay.simulate_learn("central", graph="ring:5")),
    (hearsay.ShapeError, lambda: hearsay.gossip_losses(np.ones((2, 3)), [0], 2)),
    (hearsay.ShapeError, lambda: hearsay.gossip_losses("ring:5", [0], 2, sigma=[1.0, 2.0])),
    (hearsay.ShapeError, lambda: hearsay.gossip_losses("ring:5", [0], 2, sensitivity={0: 1.0, 1: 2.0})),
    (hearsay.ShapeError, lambda: hearsay.PrivacyLoss.gaussian(1.0, step=0.1).__add__(hearsay.PrivacyLoss.gaussian(1.0, step=0.2)).delta(1.0)),
    (hearsay.FormatError, lambda: hearsay.gossip_losses("ring:x", [0], 2)),
    (hearsay.FormatError, lambda: hearsay.gossip_losses("ring:5", [0], -1)),
    (hearsay.FormatError, lambda: hearsay.gossip_losses("ring:5", [0], 2.5)),
    (hearsay.FormatError, lambda: hearsay.gossip_losses("ring:5", [0])),
    (hearsay.FormatError, lambda: hearsay.gossip_losses("ring:5", [0], "soon")),
    (hearsay.FormatError, lambda: hearsay.attack_gossip("ring:5", [0], 2, "forever")),
    (hearsay.FormatError, lambda: hearsay.attack_token(10, 40, 0.5, 1e-5, anytime=True, state={"runs": 1})),
    (hearsay.FileError, lambda: hearsay.gossip_losses("file:/no/such/file", [0], 2)),
    (hearsay.FileError, lambda: hearsay.gossip_losses(None, [0], schedule="/no/such/file")),
    (hearsay.FileError, lambda: hearsay.gossip_losses("ring:5", [0], 2, sigma="/no/such/file")),
    (hearsay.UnknownNameError, lambda: hearsay.gossip_losses("rings:5", [0], 2)),
    (hearsay.UnknownNameError, lambda: hearsay.gossip_losses("ring:5", [7], 2)),
    (hearsay.UnknownNameError, lambda: hearsay.gossip_losses("ring:5", [0], 2, sigma={"ann": 1.0})),
    (hearsay.UnknownNameError, lambda: hearsay.gossip_losses("ring:5", [0], 2, trust="nobody")),
    (hearsay.UnknownNameError, lambda: hearsay.gossip_losses("ring:5", [0], 2, precision="float8")),
    (hearsay.FileError, lambda: hearsay.gossip_losses("ring:5", [0], 2, weights="fair")),
    (hearsay.UnknownNameError, lambda: hearsay.claims("no.such.claim")),
    (hearsay.UnknownNameError, lambda: hearsay.token_losses(10, 10, 0.5, 1e-6, task="mean")),
    (hearsay.NotConnectedError, lambda: hearsay.gossip_losses(networkx.Graph([(0, 1), (2, 3)]), [0], 2)),
    (hearsay.NotConnectedError, lambda: hearsay.gossip_losses(networkx.Graph(), [0], 2)),
    (hearsay.NotPrimitiveError, lambda: hearsay.gossip_losses("ring:4", [0], "auto", weights="min-degree")),
    (hearsay.ConditionsError, lambda: hearsay.gossip_losses("ring:5", [0], 2, promise="mu <= 1")),
    (hearsay.ConditionsError, lambda: hearsay.gossip_losses("ring:5", [0], 2, delta=1e-5, promise="epsilon(1e-6) <= 1")),
    (hearsay.ConditionsError, lambda: hearsay.gossip_losses("ring:5", [0], "forever", message_noise=0.1)),
    (hearsay.ConditionsError, lambda: hearsay.gossip_losses("ring:5", [0], "auto", sigma=[1.0, 2.0, 1.0, 1.0, 1.0])),
    (hearsay.ConditionsError, lambda: hearsay.gossip_losses("ring:5", [0], 2, schedule="randomized", message_noise=0.1)),
    (hearsay.ConditionsError, lambda: hearsay.gossip_losses("ring:5", [0], 2, schedule="rounds.csv")),
    (hearsay.UnknownNameError, lambda: hearsay.rumor_losses(10, 1, 0.5, sees="everything")),
    (hearsay.UnknownNameError, lambda: hearsay.walk_losses("path:3", 0, 2, others="some")),
    (hearsay.ConditionsError, lambda: hearsay.ring_losses(10, 1, 0.5)),
    (hearsay.ConditionsError, lambda: hearsay.rumor_losses(10, 1, 0.5, sees="timed")),
    (hearsay.ConditionsError, lambda: hearsay.token_losses(10, 10, 0.5, 1e-6, noise="laplace")),
    (hearsay.ConditionsError, lambda: hearsay.attack_gossip("ring:5", [0], 2)),
    (hearsay.ConditionsError, lambda: hearsay.attack_gossip("ring:5", [0], 2, 2, anytime=True, delta=0.1)),
    (hearsay.ConditionsError, lambda: hearsay.attack_rumor(10, 2, 0.5, transcript="terminated", anytime=True)),
    (hearsay.ConditionsError, lambda: hearsay.attack_token(10, 40, 0.5, 1e-5, anytime=True, state={"attack": {"command": "attack rumor"}})),
    (hearsay.TooLargeError, lambda: hearsay.continual_losses("ring:21", range(0, 20, 2), 10_000)),
]


@pytest.mark.parametrize("kind, call", WRONG, ids=lambda value: getattr(value, "__name__", ""))
def test_bad_input_raises_the_error_of_its_number(kind, call):
    with pytest.raises(kind) as caught:
        call()
    line = str(caught.value)
    assert re.match(rf"HS-{kind.code} \S.*: .", line) and "\n" not in line
    assert isinstance(caught.value, hearsay.Error)


def test_a_field_of_another_type_is_named():
    with pytest.raises(TypeError, match="delta"):
        hearsay.linear_losses(signal=[[1]], noise=[[1]], delta="small")
    with pytest.raises(TypeError, match="step"):
        hearsay.simulate_learn(step=None)


def test_errors_are_builtin_errors_too():
    assert issubclass(hearsay.DomainError, ValueError) and issubclass(hearsay.FileError, OSError) and issubclass(hearsay.UnknownNameError, LookupError)


def test_every_documented_number_has_its_class():
    documented = {int(code) for code in re.findall(r"HS-(\d+)", (pathlib.Path(__file__).parents[2] / "docs" / "errors.md").read_text())}
    ours = {kind.code for kind in vars(hearsay).values() if isinstance(kind, type) and issubclass(kind, hearsay.Error)} - {0}
    assert ours == documented


def test_the_library_says_what_the_program_says():
    done = subprocess.run([os.environ["HEARSAY_PROGRAM"], "account", "gossip", "--graph", "ring:x", "--observer", "0", "--steps", "2"], capture_output=True, text=True)
    with pytest.raises(hearsay.FormatError) as caught:
        hearsay.gossip_losses("ring:x", [0], 2)
    assert done.stderr.split(": ", 2)[-1].strip() == str(caught.value).split(": ", 1)[-1].strip()
