# SPDX-License-Identifier: GPL-3.0-or-later
"""The papers' figures and tables, made again."""
from __future__ import annotations

import os
from typing import Optional

from . import _hearsay
from .catalogue import Progress
from .checks import choice, natural
from .errors import ConditionsError, refusal
from .report import Report
from .whole_files import Path, make_folder, write_file


def figures(*patterns: str, experiments: Optional[Path] = None) -> Report:
    """Lists figures and tables of the papers with their sources; as `hearsay reproduce --list`.

    patterns: ids or globs, "rumor/*"; none: all. experiments: the folder of the experiments' spec.json and expected.json.

    >>> [figure["figure"] for figure in figures("stream/*").figures]
    ['stream/figure_1', 'stream/figure_2', 'stream/growth']
    """
    return Report("reproduce", _hearsay.figures(list(patterns) or ["all"], "" if experiments is None else os.fspath(experiments)))


def reproduce(
    *figures: str,
    out: Optional[Path] = None,
    resume: Optional[Path] = None,
    scale: Optional[str] = None,
    facebook: Optional[Path] = None,
    houses: Optional[Path] = None,
    experiments: Optional[Path] = None,
    seed: Optional[int] = None,
    jobs: int = 0,
    progress: Progress = None,
) -> Report:
    """Makes figures and tables of the papers: data, gnuplot script, picture, and one page over all; as `hearsay reproduce`.

    figures: ids or globs, "rumor/*", or "all". out: the output folder; figures already in it are kept. resume: instead, a
    folder whose run was cut short; what is not given is as it was there. scale: "small" or "paper". facebook: a folder of ego networks
    NAME.edges; houses: the houses data, as ARFF (.arff) or CSV; without, generated data. experiments: the folder of the experiments' spec.json and
    expected.json. seed: 1 if none is given. jobs: threads, 0: one per core. progress: a function of (done, total, what). Ctrl-C ends it;
    finished figures are kept.

    >>> import tempfile
    >>> done = reproduce("muffliato/table_1", out=tempfile.mkdtemp())
    >>> done.complete, done.surprises
    (True, 0)
    """
    choice("reproduce", "scale", scale, (None, "small", "paper"))
    if (out is None) == (resume is None):
        raise refusal(ConditionsError, "reproduce", "takes out or resume, one of them")
    if not figures and resume is None:
        raise refusal(ConditionsError, "reproduce", "names no figures: ids or globs, or 'all'")

    def text(path: Optional[Path]) -> Optional[str]:
        return None if path is None else os.fspath(path)

    return Report("reproduce", _hearsay.reproduce(list(figures) or None, os.fspath(out or ""), os.fspath(resume or ""), scale, text(facebook), text(houses),
                                                  text(experiments), None if seed is None else natural("reproduce", "seed", seed), jobs, write_file,
                                                  make_folder, progress))
