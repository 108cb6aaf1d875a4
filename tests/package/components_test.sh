#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# What each Debian package would hold, from a finished build and without packing: `cmake --install` by component, into scratch folders.
# Usage: components_test.sh BUILD_DIR SOURCE_DIR
set -euo pipefail
build=$1 source=$2 scratch=$1/components
fail() { echo "package.components: $*" >&2; exit 1; }
quietly() { "$@" >"$scratch/log" 2>&1 || { cat "$scratch/log" >&2; fail "$*"; }; }
rm -rf "$scratch"
mkdir "$scratch"

# Every file belongs to one component, and every component to a package.
components=$(sed -n 's/^set(CPACK_COMPONENTS_ALL "\(.*\)")$/\1/p' "$build/CPackConfig.cmake" | tr ';' ' ')
for component in $components Unspecified; do
  quietly cmake --install "$build" --component "$component" --prefix "$scratch/$component"
  mkdir -p "$scratch/$component"
  (cd "$scratch/$component" && find . -type f -o -type l) | sort >"$scratch/$component.files"
done
quietly cmake --install "$build" --prefix "$scratch/everything"
[[ ! -s $scratch/Unspecified.files ]] || fail "in no package: $(head -3 "$scratch/Unspecified.files" | xargs)"
twice=$(for component in $components; do cat "$scratch/$component.files"; done | sort | uniq -d)
[[ -z $twice ]] || fail "in two packages: $twice"
for component in $components; do cat "$scratch/$component.files"; done | sort |
  diff - <(cd "$scratch/everything" && find . -type f -o -type l | sort) >&2 || fail "the components are not what is installed"

holds() {
  local component=$1 pattern
  shift
  for pattern in "$@"; do grep -qE "^\./$pattern\$" "$scratch/$component.files" || fail "component $component has no $pattern"; done
}
holds program bin/hearsay share/man/man1/hearsay.1 share/bash-completion/completions/hearsay share/hearsay/schemas/result.schema.json \
  share/hearsay/certificates/check_certificates.py share/hearsay/certificates/statements.json share/hearsay/experiments/rumor/table_1/spec.json share/doc/hearsay/copyright
holds development 'lib/([^/]+/)?libhearsay\.a' 'lib/([^/]+/)?cmake/hearsay/hearsay-config\.cmake' include/hearsay/core/version.hpp share/doc/libhearsay-dev/copyright
holds audit 'lib/([^/]+/)?libhearsay_props\.a' include/hearsay/audit/props/bound/gossip_bound.hpp
[[ " $components " != *" python "* ]] ||
  holds python 'lib/python3/dist-packages/hearsay/_hearsay\..*\.so' lib/python3/dist-packages/hearsay/__init__.py 'lib/python3/dist-packages/hearsay-.*\.dist-info/METADATA'

# Every public header, and none that is internal.
(cd "$source/lib" && find hearsay -name '*.hpp' -not -path '*/detail/*'; echo hearsay/core/version.hpp) | sort |
  diff - <(sed -n 's|^\./include/||p' "$scratch/development.files" | sort) >&2 || fail "the public headers are not those of the sources"
gzip -dc "$scratch/program/share/doc/hearsay/changelog.gz" | cmp - "$source/CHANGELOG.md" || fail "changelog.gz is not CHANGELOG.md"
