# SPDX-License-Identifier: GPL-3.0-or-later
"""The notebooks run from their first cell to their last and print what is stored in them; drawings are made, not compared."""
import copy
import pathlib

import nbclient
import nbformat
import pytest

NOTEBOOKS = sorted((pathlib.Path(__file__).parents[2] / "docs" / "notebooks").glob("*.ipynb"))


def texts(cell):
    """What a cell prints and answers, without drawings. The kernel cuts what is printed into pieces as time will have it."""
    found, printed = [], {}
    for output in cell.get("outputs", []):
        if output.output_type == "stream":
            printed[output.name] = printed.get(output.name, "") + output.text
        elif "image/png" in output.get("data", {}):
            found.append("drawing")
        elif "data" in output:
            found.append(output.data.get("text/plain"))
    return found, printed


def test_there_are_three():
    assert [path.stem for path in NOTEBOOKS] == ["faulty_program", "own_theorem", "social_graph"]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_runs_and_prints_what_is_stored(path, tmp_path):
    stored = nbformat.read(path, as_version=4)
    fresh = copy.deepcopy(stored)
    nbclient.NotebookClient(fresh, timeout=240, kernel_name="python3", resources={"metadata": {"path": str(tmp_path)}}).execute()
    for before, after in zip(stored.cells, fresh.cells):
        if before.cell_type == "code":
            assert texts(after) == texts(before), before.source
