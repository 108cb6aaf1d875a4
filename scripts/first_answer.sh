#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# From a bare Debian 12 to the first answer: runs a command of `./run` on the last commit there and prints what it cost.
# Usage: first_answer.sh [COMMAND...], verify if none is named; only root can run it, and it installs mmdebstrap first.
# HEARSAY_MIRROR names the Debian mirror, if it is not the default one. What the command prints goes to stderr.
set -euo pipefail
cd "$(dirname "$0")/.."
command -v mmdebstrap >/dev/null || ./run setup package
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
mkdir "$scratch/try"
git archive --prefix=hearsay/ HEAD | tar -x -C "$scratch/try"
printf '%q ' "${@:-verify}" >"$scratch/try/command"
cat >"$scratch/try/measure.sh" <<'MEASURE'
set -eu
cd /try/hearsay
before=$(dpkg-query -W | wc -l)
start=$(date +%s)
code=0
eval "./run $(cat /try/command)" >/try/printed || code=$?
times >/try/times
{
  echo "command     ./run $(cat /try/command)"
  echo "exit code   $code"
  echo "seconds     $(($(date +%s) - start))"
  echo "processor   $(tail -n 1 /try/times) of user and system, installing included"
  echo "processors  $(nproc)"
  echo "packages    $(($(dpkg-query -W | wc -l) - before)) installed"
  echo "downloads   $(du -cm /var/cache/apt/archives/*.deb | tail -n 1 | cut -f 1) MB of packages"
} >/try/measured
MEASURE
sources=${HEARSAY_MIRROR:+deb $HEARSAY_MIRROR bookworm main}
mmdebstrap --variant=apt --aptopt='APT::Keep-Downloaded-Packages "true"' --customize-hook="copy-in $scratch/try /" \
  --customize-hook='chroot "$1" bash /try/measure.sh' --customize-hook="copy-out /try/measured /try/printed $scratch" bookworm /dev/null ${sources:+"$sources"} >&2
cat "$scratch/printed" >&2
cat "$scratch/measured"
