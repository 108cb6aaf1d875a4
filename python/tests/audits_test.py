# SPDX-License-Identifier: GPL-3.0-or-later
"""Audits of what only Python has: networkx graphs, matrices, protocols in memory; and what is written of them."""
import csv
import io
import json
import pathlib
import signal
import subprocess
import sys
import time
import xml.etree.ElementTree

import networkx
import numpy as np
import pytest

import hearsay

PROTOCOL = pathlib.Path(__file__).parents[2] / "docs" / "examples" / "protocols" / "muffliato.json"


def findings(audit):
    """The result without where the network comes from."""
    return {name: value for name, value in audit.to_dict().items() if name not in ("parameters", "read", "provenance", "timing")}


def test_a_graph_of_networkx_is_audited_by_its_own_labels():
    grid = hearsay.audit_gossip(networkx.grid_2d_graph(2, 3), steps=2, promise="renyi(2) <= 0.9")
    assert findings(hearsay.audit_gossip(networkx.path_graph(5), steps=2, promise="renyi(2) <= 0.9")) == findings(
        hearsay.audit_gossip("path:5", steps=2, promise="renyi(2) <= 0.9"))
    assert grid.nodes["node"] == list(networkx.grid_2d_graph(2, 3))
    assert set(grid.losses) == set(networkx.grid_2d_graph(2, 3)) and grid.losses[(0, 0)] == grid.losses.array[0]
    one = hearsay.audit_gossip(networkx.path_graph(["ann", "bob", "cem"]), ["ann"], target="cem", steps=2, promise="exact <= 0.4")
    assert (one.verdict, one.holds, dict(one.losses)) == ("refuted", False, {"cem": pytest.approx(0.5, abs=1e-12)})
    assert one.worst.observer == "ann" and "cem" in str(one)
    ring = hearsay.audit_gossip("ring:5", "coalitions:2", steps=2, promise="mu <= 1")
    assert ring.nodes["node"] == list(ring.losses) == [0, 1, 2, 3, 4] and {type(v) for pair in ring.nodes["worst_observer"] for v in pair} == {int}
    assert (ring["nodes"][3]["node"], ring.worst.observer) == ("3", [str(v) for v in map(int, ring.worst.observer)])


def test_a_matrix_is_audited_as_the_graph_it_is_of():
    w = hearsay.network("petersen").matrix.toarray()
    assert findings(hearsay.audit_gossip(w, "coalitions:2", steps=2, promise="mu <= 1")) == findings(
        hearsay.audit_gossip("petersen", "coalitions:2", steps=2, promise="mu <= 1"))
    assert '"hearsay-graph/memory"' in hearsay.audit_gossip(w, steps=2, promise="mu <= 0.1").sarif()


def test_a_protocol_may_be_a_dictionary():
    given = hearsay.audit_gossip(protocol=json.loads(PROTOCOL.read_text()), promise="mu <= 9")
    assert given.parameters.protocol == "memory"
    assert findings(given) == findings(hearsay.audit_gossip(protocol=PROTOCOL, promise="mu <= 9"))
    assert given.nodes["verdict"] == [node["verdict"] for node in given["nodes"]]


def test_what_is_written_of_an_audit():
    audit = hearsay.audit_gossip("ring:5", steps=2, promise="renyi(2) <= 0.9", matrix=True)
    assert audit.matrix.shape == (5, 5) and np.isnan(np.diag(audit.matrix)).all()
    rows = list(csv.reader(io.StringIO(audit.csv())))
    assert [float(cell) for cell in rows[1][2:]] == audit.matrix[0, 1:].tolist()
    assert audit.matrix_market().startswith("%%MatrixMarket matrix array")
    assert xml.etree.ElementTree.fromstring(audit.junit()).get("failures") == "1"
    assert len(json.loads(audit.sarif())["runs"][0]["results"]) == 5
    assert audit.page().rstrip().endswith("</html>")
    assert "worst_observer" in audit._repr_html_()
    with pytest.raises(hearsay.ConditionsError, match="matrix=True"):
        hearsay.audit_gossip("ring:5", steps=2, promise="mu <= 1").csv()


def test_what_is_written_of_a_file(tmp_path):
    asked = {"graph": "ring:5", "observer": "each", "steps": 2, "promise": ["mu <= 1", "mu <= 0.5"]}
    (tmp_path / "audits.json").write_text(json.dumps({"schema_version": 1, "audits": [asked]}))
    found = hearsay.audit_file(tmp_path / "audits.json")
    assert found.worst.observer == found.audits[1].worst.observer
    assert found.nodes["audit"] == ["audit 1: mu <= 1"] * 5 + ["audit 1: mu <= 0.5"] * 5
    suite = xml.etree.ElementTree.fromstring(found.junit())
    assert (suite.get("tests"), suite.get("failures")) == ("2", "1")
    assert xml.etree.ElementTree.fromstring(found.audits[0].junit()).get("failures") == "0"
    assert len(json.loads(found.sarif())["runs"][0]["results"]) == len(json.loads(found.audits[1].sarif())["runs"][0]["results"]) == 5


def test_progress_is_told_and_may_raise():
    told = []
    hearsay.audit_gossip("ring:40", steps=5, promise="mu <= 1", progress=lambda done, total, what: told.append((done, total, what)))
    assert told and all(done <= total and what for done, total, what in told)

    def enough(done, total, what):
        raise KeyError("enough")

    with pytest.raises(KeyError):
        hearsay.audit_gossip("ring:400", "coalitions:2", steps=20, promise="mu <= 1", progress=enough)


def test_control_c_ends_an_audit():
    call = "hearsay.audit_gossip('ring:300', 'coalitions:2', steps=40, promise='mu <= published')"
    script = f"import hearsay\nprint('begins', flush=True)\ntry:\n    {call}\nexcept KeyboardInterrupt:\n    print('interrupted', flush=True)\n"
    process = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout.readline() == "begins\n"
    time.sleep(1.0)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, out) == (0, "interrupted\n"), err


@pytest.mark.parametrize("kind, arguments", [
    (hearsay.ConditionsError, {"promise": "mu <= 1"}),
    (hearsay.ConditionsError, {"graph_or_w": "ring:5", "promise": "mu <= 1", "schedule": "calls.csv"}),
    (hearsay.ConditionsError, {"graph_or_w": "ring:5", "promise": "mu <= 1", "protocol": {}}),
    (hearsay.ConditionsError, {"graph_or_w": "ring:5", "steps": 2, "promise": "exact <= 1", "trust": "own-noise-known"}),
    (hearsay.TooLargeError, {"graph_or_w": "ring:60", "steps": 1, "observer": "coalitions:5", "promise": "mu <= 1", "matrix": True}),
    (hearsay.ConditionsError, {"protocol": PROTOCOL, "promise": "mu <= 1", "sigma": 2.0}),
    (hearsay.ConditionsError, {"graph_or_w": "ring:5", "steps": 2, "promise": "mu <= 1", "contributions": "numbers"}),
    (hearsay.FormatError, {"graph_or_w": "ring:5", "steps": "soon", "promise": "mu <= 1"}),
    (hearsay.DomainError, {"graph_or_w": "ring:5", "steps": 2, "promise": "mu <= 1", "sigma": 0}),
    (hearsay.FormatError, {"graph_or_w": "ring:5", "steps": 2, "promise": "mu < 1"}),
    (hearsay.UnknownNameError, {"graph_or_w": "ring:5", "steps": 2, "promise": "mu <= 1", "target": 9}),
    (hearsay.UnknownNameError, {"graph_or_w": "ring:5", "steps": 2, "promise": "mu <= 1", "precision": "float8"}),
], ids=str)
def test_bad_questions_are_refused(kind, arguments):
    with pytest.raises(kind) as caught:
        hearsay.audit_gossip(**arguments)
    assert "--" not in str(caught.value)
