# SPDX-License-Identifier: GPL-3.0-or-later
"""The catalogue of published claims, and their verdicts."""
from __future__ import annotations

import copy
import os
from typing import Any, Callable, Dict, List, Optional

from . import _hearsay
from .checks import choice, natural, positive
from .report import Report
from .table import Table
from .whole_files import Path, require_free, write_folder

Progress = Optional[Callable[[int, int, str], None]]


class Claims(List[Dict[str, Any]]):
    """The answer of claims: a list of them, each a dictionary."""

    def __init__(self, result: Dict[str, Any]) -> None:
        super().__init__(result["claims"])
        self._result = result

    def to_dict(self) -> Dict[str, Any]:
        """The whole of `hearsay claims --json`."""
        return copy.deepcopy(self._result)


def claims(*patterns: str, paper: str = "", statement: str = "") -> Claims:
    """The claims that match a pattern ("muffliato.*"; all if none is given), each a dictionary as in `hearsay claims --json`.

    paper: only claims about this paper, by a part of its key in docs/references.bib or its arXiv number. statement: only claims at this
    place, "Theorem 1", and their repairs.

    >>> claims("muffliato.thm1")[0]["expected"]
    'refuted'
    """
    return Claims(_hearsay.claims(list(patterns), paper, statement))


def explain(id: str, derivation: bool = False) -> Report:
    """One claim in full, as `hearsay explain`: ``claim`` has its statement, source, conditions, witness, repair. For a paper and a place
    ("muffliato Theorem 1") with several claims, ``claims`` has them, and ``place`` the place.

    derivation: also ``derivation``, how a refuted claim fails, as `hearsay explain --derivation`: ``blocks`` of kind sentence, table,
    formula and inequality.

    >>> explain("muffliato.thm1").claim.repaired_by
    'muffliato.thm1.repaired'
    >>> [block["left"] for block in explain("muffliato.thm1", derivation=True).derivation.blocks if block["kind"] == "inequality"]
    ['1/2']
    """
    return Report("explain", _hearsay.explain(id, derivation))


def cite(id: str, experiments: Optional[Path] = None) -> Report:
    """How to cite a claim, a figure ("rumor/figure_2"), a paper of docs/references.bib by its key, or "hearsay"; as `hearsay cite`.

    ``papers`` has each paper, ``plain`` and as ``bibtex``, and its ``places``; ``software`` the same of this program. experiments: the
    folder of the figures.

    >>> cite("muffliato.thm1").papers[0]["places"][0]["place"]
    'Theorem 1, eq. (6)'
    """
    return Report("cite", _hearsay.cite(id, "" if experiments is None else os.fspath(experiments)))


class Verdicts(Table):
    """The answer of verify: a table of claims and verdicts; ``result`` is the whole of `hearsay verify --json`.

    changes: what changed since the baseline, a line each; None without one. certificates: the files that certify verdicts, text by
    name; uncertified: why others have none.
    """

    def __init__(self, verification: _hearsay.Verification) -> None:
        self._verification = verification
        self.result = verification.result
        self.changes: Optional[List[str]] = verification.changes
        rows = self.result["claims"]
        super().__init__({name: [row.get(name) for row in rows] for name in ("id", "verdict", "expected", "instances")})

    @property
    def surprises(self) -> List[str]:
        """The claims whose verdict is not the expected one."""
        return [row["id"] for row in self.rows() if row["verdict"] != row["expected"]]

    @property
    def certificates(self) -> Dict[str, str]:
        """Certificates, text by file name, which check_certificates.py accepts."""
        return dict(self._verification.certificates)

    @property
    def uncertified(self) -> List[str]:
        """Why refuted claims have no certificate, and how many that hold have none."""
        return self._verification.uncertified

    def to_dict(self) -> Dict[str, Any]:
        """The whole of `hearsay verify --json`."""
        return copy.deepcopy(self.result)

    def junit(self) -> str:
        """What `hearsay verify --junit` writes."""
        return self._verification.junit

    def markdown(self) -> str:
        """What `hearsay verify --markdown` writes."""
        return self._verification.markdown

    def page(self) -> str:
        """The page of `hearsay verify --report`; it re-checks the certificates, if they were asked for."""
        return self._verification.page

    def write_certificates(self, folder: Path) -> None:
        """Writes the certificates and manifest.json into a folder that is absent or empty."""
        require_free("certificates", folder)
        write_folder(folder, {**self.certificates, "manifest.json": self._verification.manifest})


def verify(
    *patterns: str,
    effort: str = "quick",
    claims: Optional[Path] = None,
    certificates: Optional[Path] = None,
    certify: Optional[str] = None,
    baseline: Optional[Path] = None,
    tolerance: float = 1e-6,
    seed: int = 1,
    jobs: int = 0,
    progress: Progress = None,
) -> Verdicts:
    """Checks claims and compares each verdict with the expected one; as `hearsay verify`.

    effort: "quick", "standard" or "exhaustive". claims: a folder of claim files, which are checked too. certificates: a folder, absent
    or empty, that the certificates are written to. certify: "refuted" or "all", whose; they are made if either is given. baseline: a
    result that `hearsay verify --json` wrote, to compare with; tolerance: relative change of tightness that it allows. jobs: threads,
    0: one per core. progress: a function of (done, total, what). Ctrl-C ends it.

    >>> verify("muffliato.thm1").surprises
    []
    >>> list(verify("muffliato.thm1", certify="refuted").certificates)
    ['muffliato.thm1.json']
    """
    choice("verify", "effort", effort, ("quick", "standard", "exhaustive"))
    choice("verify", "certify", certify, (None, "refuted", "all"))
    if certificates is not None:
        require_free("certificates", certificates)
    verdicts = Verdicts(_hearsay.verify(list(patterns), effort, os.fspath(claims or ""), certify or ("refuted" if certificates is not None else ""),
                                        certificates is not None, os.fspath(baseline or ""), positive("verify", "tolerance", tolerance, zero=True),
                                        natural("verify", "seed", seed), jobs, progress))
    if certificates is not None:
        verdicts.write_certificates(certificates)
    return verdicts
