#!/usr/bin/env bash
# Installs hearsay into a scratch folder and builds, against the installed package only, a ten-line program that runs.
# Usage: run.sh BUILD_DIR SOURCE_DIR
set -euo pipefail
build=$1 source=$2 scratch=$1/consumer
rm -rf "$scratch"
cmake --install "$build" --prefix "$scratch/prefix" >/dev/null
cmake -S "$source/tests/consumer" -B "$scratch/build" -DCMAKE_PREFIX_PATH="$scratch/prefix" -DCMAKE_BUILD_TYPE=Release >/dev/null
cmake --build "$scratch/build" >/dev/null
[[ $("$scratch/build/consumer") == "0-1 1-2: W_01 = 0.333333, rank from the middle 2" ]]
"$scratch/prefix/bin/hearsay" --version | grep -q '^hearsay '
