#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs the notebooks of docs/notebooks and stores their output. Usage: notebooks.py [NAME...], with hearsay on PYTHONPATH

Cells have fixed ids and no time stamps, so that a notebook with the same output is the same file.
"""
import pathlib
import sys

import nbclient
import nbformat

FOLDER = pathlib.Path(__file__).resolve().parent.parent / "docs" / "notebooks"


def refresh(path):
    notebook = nbformat.read(path, as_version=4)
    nbclient.NotebookClient(notebook, timeout=240, kernel_name="python3", resources={"metadata": {"path": str(FOLDER)}}).execute()
    for number, cell in enumerate(notebook.cells):
        cell["id"] = f"cell-{number}"
        cell["metadata"] = {}
    notebook.metadata = {"kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"}, "language_info": {"name": "python"}}
    nbformat.write(notebook, path)


if __name__ == "__main__":
    for path in sorted(FOLDER.glob("*.ipynb")):
        if len(sys.argv) == 1 or path.stem in sys.argv[1:]:
            refresh(path)
