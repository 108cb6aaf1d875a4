# SPDX-License-Identifier: GPL-3.0-or-later
import json

import hearsay

OWN = {"schema_version": 1, "id": "own.far", "statement": "exact <= 2^(1-distance)", "graphs": "connected:2..3", "expected": "refuted"}


def own_claims(folder):
    (folder / "own").mkdir()
    (folder / "own" / "far.json").write_text(json.dumps(OWN))
    return folder / "own"


def with_baseline(folder):
    """Another seed finds the same of these: compared, nothing changed."""
    (folder / "before.json").write_text(json.dumps(hearsay.verify("dp.iter*", seed=5).to_dict()))
    verdicts = hearsay.verify("dp.iter*", seed=5, baseline="before.json", tolerance=0.5)
    assert verdicts.changes == []
    return verdicts


CASES = [
    ("claims", [], lambda folder: hearsay.claims()),
    ("claims", ["muffliato.*", "dp.iteration"], lambda folder: hearsay.claims("muffliato.*", "dp.iteration")),
    ("explain", ["muffliato.thm1"], lambda folder: hearsay.explain("muffliato.thm1")),
    ("cite", ["muffliato.thm1.repaired"], lambda folder: hearsay.cite("muffliato.thm1.repaired")),
    ("cite", ["rumor/figure_2"], lambda folder: hearsay.cite("rumor/figure_2")),
    ("explain", ["stream.thm13"], lambda folder: hearsay.explain("stream.thm13")),
    ("explain", ["rumor.thm5.limit", "--derivation"], lambda folder: hearsay.explain("rumor.thm5.limit", derivation=True)),
    ("verify", ["muffliato.thm1", "rumor.thm4", "--effort", "quick", "--jobs", 2],
     lambda folder: hearsay.verify("muffliato.thm1", "rumor.thm4", jobs=2)),
    ("verify", ["own.*", "dp.iteration", "--effort", "quick", "--claims", "own", "--seed", 3],
     lambda folder: hearsay.verify("own.*", "dp.iteration", claims=own_claims(folder), seed=3)),
    ("verify", ["muffliato.thm1*", "--effort", "quick", "--certificates", "theirs"],
     lambda folder: hearsay.verify("muffliato.thm1*", certificates="ours", certify="refuted")),
    ("verify", ["dp.iter*", "--effort", "quick", "--seed", 5, "--baseline", "before.json", "--tolerance", 0.5], with_baseline),
]
