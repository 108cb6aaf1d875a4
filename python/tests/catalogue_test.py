# SPDX-License-Identifier: GPL-3.0-or-later
"""Claims, statements and figures beside what same_answer_test.py compares: files, and what is refused."""
import json
import pathlib
import subprocess
import sys
import xml.etree.ElementTree as xml

import pytest

import hearsay

CHECKER = pathlib.Path(__file__).parents[2] / "certificates" / "check_certificates.py"


def accepted(path):
    return subprocess.run([sys.executable, CHECKER, path], capture_output=True).returncode == 0


def test_certificates_are_written_and_accepted(tmp_path):
    verdicts = hearsay.verify("muffliato.thm1", certificates=tmp_path / "proofs")
    assert {path.name for path in (tmp_path / "proofs").iterdir()} == {"muffliato.thm1.json", "manifest.json"}
    assert accepted(tmp_path / "proofs")
    assert verdicts.result["claims"][0]["witness"]["certificate"] == "muffliato.thm1.json"
    assert verdicts.certificates["muffliato.thm1.json"] == (tmp_path / "proofs" / "muffliato.thm1.json").read_text()
    with pytest.raises(hearsay.ConditionsError, match="not an empty folder"):
        hearsay.verify("muffliato.thm1", certificates=tmp_path / "proofs")


def test_pages_of_a_verification():
    verdicts = hearsay.verify("muffliato.thm1", "dp.iteration")
    assert xml.fromstring(verdicts.junit()).tag == "testsuites" or "testcase" in verdicts.junit()
    assert "muffliato.thm1" in verdicts.markdown() and verdicts.page().startswith("<!DOCTYPE html>")
    assert verdicts.certificates == {} and verdicts.changes is None


def test_a_changed_verdict_is_told(tmp_path):
    before = hearsay.verify("dp.iteration").to_dict()
    before["claims"][0]["verdict"] = "refuted"
    (tmp_path / "before.json").write_text(json.dumps(before))
    assert any("dp.iteration" in line for line in hearsay.verify("dp.iteration", baseline=tmp_path / "before.json").changes)
    with pytest.raises(hearsay.ConditionsError, match="`baseline`"):
        hearsay.verify("dp.iteration", seed=2, baseline=tmp_path / "before.json")


def test_a_saved_statement_is_a_claim(tmp_path):
    (tmp_path / "own").mkdir()
    found = hearsay.refute_statement("exact <= 2^(1-distance)", graphs="connected:2..4", save=tmp_path / "own" / "hops.json", certificate=tmp_path / "proof.json")
    assert found.verdict == "refuted" and accepted(tmp_path / "proof.json")
    verdicts = hearsay.verify("own.*", claims=tmp_path / "own")
    assert verdicts["id"] == ["own.hops"] and verdicts.surprises == []
    with pytest.warns(UserWarning, match="there is no counterexample"):
        hearsay.refute_statement("exact <= 1", graphs="connected:2..3", certificate=tmp_path / "none.json")
    assert not (tmp_path / "none.json").exists()


def test_figures_of_two_folders_or_of_none_are_refused(tmp_path):
    for asked in ({}, {"out": tmp_path, "resume": tmp_path}):
        with pytest.raises(hearsay.ConditionsError, match="out or resume"):
            hearsay.reproduce("all", **asked)
    with pytest.raises(hearsay.FileError, match="no manifest.json"):
        hearsay.reproduce(resume=tmp_path)
    (tmp_path / "file").write_text("")
    with pytest.raises(hearsay.FileError, match="not a folder"):
        hearsay.reproduce("stream/growth", out=tmp_path / "file" / "out")
