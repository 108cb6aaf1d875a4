# SPDX-License-Identifier: GPL-3.0-or-later
"""Files and folders that are there whole or not at all."""
from __future__ import annotations

import os
import pathlib
import shutil
from typing import Mapping, Union

from .errors import ConditionsError, FileError, refusal

Path = Union[str, "os.PathLike[str]"]


def write_file(path: Path, text: str) -> None:
    """Writes a text beside `path`, then renames it. Raises FileError."""
    partial = f"{os.fspath(path)}.{os.getpid()}.partial"
    try:
        with open(partial, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
        os.replace(partial, path)
    except OSError as error:
        pathlib.Path(partial).unlink(missing_ok=True)
        raise refusal(FileError, os.fspath(path), f"cannot be written: {error.strerror}") from error


def make_folder(path: Path) -> None:
    """Makes a folder and its parents, if missing. Raises FileError."""
    try:
        os.makedirs(path, exist_ok=True)
    except OSError as error:
        raise refusal(FileError, os.fspath(path), "is not a folder and cannot be created") from error


def require_free(where: str, path: Path) -> None:
    """Raises ConditionsError unless there is nothing at `path`, or an empty folder."""
    if os.path.exists(path) and not (os.path.isdir(path) and not os.listdir(path)):
        raise refusal(ConditionsError, where, f"{os.fspath(path)} is not an empty folder; certificates are written to a new or empty folder only")


def write_folder(path: Path, files: Mapping[str, str]) -> None:
    """Writes files, text by name, into a new folder beside `path`, then renames it. Raises FileError."""
    place = pathlib.Path(path)
    partial = place.with_name(f"{place.name}.{os.getpid()}.partial")
    make_folder(partial)
    try:
        for name, text in files.items():
            write_file(partial / name, text)
        os.replace(partial, place)
    except OSError as error:
        shutil.rmtree(partial, ignore_errors=True)
        raise error if isinstance(error, FileError) else refusal(FileError, str(place), f"cannot be written: {error.strerror}") from error
