#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Writes a release to dist/: the source archive of the last commit, Debian packages built from that archive only, the release's section of
# CHANGELOG.md, and SHA256SUMS of all. lintian must find no error, and the packages must work in a bare Debian (scripts/try_packages.sh).
# HEARSAY_MAINTAINER="Name <address>" names the maintainer of the packages.
set -euo pipefail
root=$(dirname "$(dirname "$(readlink -f "$0")")")
cd "$root"
version=$(sed -n 's/^project(hearsay VERSION \([^ ]*\).*/\1/p' CMakeLists.txt)
name=hearsay-$version
scratch=$root/build/package
say() { echo "run: $*" >&2; }
quietly() { "$@" >"$scratch/log" 2>&1 || { cat "$scratch/log" >&2; say "failed: $*"; exit 2; }; }

[[ -z $(git status --porcelain --untracked-files=no) ]] || say "changes that are not committed are not packaged"
notes=$(sed -n "/^## \[.*$version/,/^## /{/^## /!p}" CHANGELOG.md)
[[ -n $notes ]] || { say "CHANGELOG.md has no section for $version"; exit 2; }
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
export SOURCE_DATE_EPOCH

rm -rf "$scratch"
mkdir -p "$scratch/dist" dist
git archive --prefix="$name/" HEAD | gzip -9n >"$scratch/dist/$name.tar.gz"
tar -xzf "$scratch/dist/$name.tar.gz" -C "$scratch"
printf '%s\n' "$notes" | sed '/./,$!d' >"$scratch/dist/$name.md"

say "building $name (half an hour where nothing was built before)"
cd "$scratch/$name"
export GIT_CEILING_DIRECTORIES=$root/build  # the archive must do without git
who=()
nobody=()
if [[ -n ${HEARSAY_MAINTAINER:-} ]]; then
  who=(-D "HEARSAY_MAINTAINER=$HEARSAY_MAINTAINER")
else
  nobody=(--suppress-tags bogus-mail-host,bogus-mail-host-in-debian-changelog)
fi
quietly cmake --preset package "${who[@]}"
quietly cmake --build --preset package
quietly cpack --config build/package/CPackConfig.cmake -B packed
cp packed/*.deb "$scratch/dist"
cd "$root"

say "checking the packages"
lintian --fail-on error --tag-display-limit 0 "${nobody[@]}" "$scratch"/dist/*.deb
quietly scripts/try_packages.sh "$scratch/dist" "$scratch/$name"
(cd "$scratch/dist" && sha256sum ./*.deb "$name.tar.gz" "$name.md" | sed 's| \./| |' >SHA256SUMS)
cp "$scratch"/dist/* dist/
(cd dist && sha256sum --quiet -c SHA256SUMS)
say "in dist/: $(cd "$scratch/dist" && echo *)"
