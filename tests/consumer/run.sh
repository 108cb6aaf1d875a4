#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Installs hearsay into a scratch folder, moves it, and builds, against the moved package only, a ten-line program and those of docs/examples;
# then configures hearsay as a part of another project. Usage: run.sh BUILD_DIR SOURCE_DIR
set -euo pipefail
build=$1 source=$2 scratch=$1/consumer
fail() { echo "install.consumer: $*" >&2; exit 1; }
quietly() { "$@" >"$scratch/log" 2>&1 || { cat "$scratch/log" >&2; fail "$*"; }; }

rm -rf "$scratch"
mkdir "$scratch"
quietly cmake --install "$build" --prefix "$scratch/installed"
mv "$scratch/installed" "$scratch/prefix"

package=$(find "$scratch/prefix" -name hearsay-targets.cmake -printf '%h\n')
places=$(grep -rnE "$build|$source|[\";:]/[a-z]" "$package" || true)
[[ -z $places ]] || fail "the installed package names places: $places"
internal=$(find "$scratch/prefix" -name detail)
[[ -z $internal ]] || fail "installed, though internal: $internal"

quietly cmake -S "$source/tests/consumer" -B "$scratch/build" -DCMAKE_PREFIX_PATH="$scratch/prefix" -DCMAKE_BUILD_TYPE=Release -DEXAMPLES="$source/docs/examples"
quietly cmake --build "$scratch/build"
[[ $("$scratch/build/consumer") == "0-1 1-2: W_01 = 0.333333, rank from the middle 2" ]] || fail "the consumer prints something else"
for example in path_audit own_theorem own_protocol; do
  duration='s/[0-9]+\.[0-9]+ s\./... s./'
  diff <(sed -E "$duration" "$source/docs/examples/$example.out") <("$scratch/build/$example" | sed -E "$duration") || fail "$example prints something else"
done
for file in man/man1/hearsay-account-gossip.1 bash-completion/completions/hearsay zsh/site-functions/_hearsay fish/vendor_completions.d/hearsay.fish; do
  [[ -s $scratch/prefix/share/$file ]] || fail "share/$file is not installed"
done
"$scratch/prefix/bin/hearsay" --version | grep -q '^hearsay ' || fail "the installed program does not tell its version"

quietly cmake -S "$source/tests/consumer/subproject" -B "$scratch/subproject" -DHEARSAY_SOURCE="$source"
