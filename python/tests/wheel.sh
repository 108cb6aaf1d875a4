#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Packs a compiled module as a wheel, installs that in a fresh virtual environment with numpy and scipy of the system, and uses it there.
# Usage: wheel.sh PYTHON MODULE SCRATCH SOURCE_DIR
set -euo pipefail
unset PYTHONPATH  # of whoever tries the module uninstalled
python=$1 module=$2 scratch=$3 source=$4
fail() { echo "python.wheel: $*" >&2; exit 1; }
quietly() { "$@" >"$scratch/log" 2>&1 || { cat "$scratch/log" >&2; fail "$*"; }; }

rm -rf "$scratch"
mkdir -p "$scratch"
before=$(cd "$source/python" && find . -name __pycache__ -prune -o -print | sort)
HEARSAY_PYTHON_MODULE=$module HEARSAY_WHEEL_FOLDER=$scratch/pack quietly "$python" -m build --no-isolation --wheel --outdir "$scratch/dist" "$source/python"
[[ $(cd "$source/python" && find . -name __pycache__ -prune -o -print | sort) == "$before" ]] || fail "building leaves files among the sources"
wheels=("$scratch"/dist/*.whl)
((${#wheels[@]} == 1)) || fail "${#wheels[@]} wheels"
quietly "$python" -m venv --system-site-packages "$scratch/venv"
quietly "$scratch/venv/bin/pip" install --no-index "${wheels[0]}"
cd "$scratch"
"$scratch/venv/bin/python" - "$scratch/venv" <<'PYTHON' || fail "the installed module does not work"
import importlib.metadata
import pathlib
import sys

import hearsay

folder = pathlib.Path(hearsay.__file__).parent
assert folder.is_relative_to(sys.argv[1]), folder
assert importlib.metadata.version("hearsay") == hearsay.__version__
assert (folder / "py.typed").exists() and (folder / "_hearsay.pyi").exists()
losses = hearsay.gossip_losses("path:3", [0], 2)
assert abs(losses.exact[2] - 0.5) < 1e-12, losses.exact
PYTHON
