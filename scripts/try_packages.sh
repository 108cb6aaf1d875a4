#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Installs the Debian packages of a folder in a bare Debian 12 and runs them. Usage: try_packages.sh FOLDER SOURCE_DIR
# HEARSAY_MIRROR names the Debian mirror, (default: the usual one).
set -euo pipefail
packages=$(readlink -f "$1") source=$(readlink -f "$2")
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
mkdir "$scratch/try"
cp "$packages"/*.deb "$source/docs/examples/own_protocol.cpp" "$source/docs/examples/own_protocol.out" "$scratch/try"

cat >"$scratch/try/CMakeLists.txt" <<'CMAKE'
cmake_minimum_required(VERSION 3.25)
project(tried LANGUAGES CXX)
find_package(hearsay REQUIRED COMPONENTS audit)
add_executable(own_protocol own_protocol.cpp)
target_link_libraries(own_protocol PRIVATE hearsay::audit)
CMAKE
cat >"$scratch/try/use.sh" <<'USE'
set -eux
cd /try
apt-get install -y --no-install-recommends ./hearsay_*.deb
hearsay --version
printf 'ann bob\nbob cy\ncy dan\n' >office.edges
hearsay account gossip --graph file:office.edges --observer ann --steps 2 --certificate ann.json
/usr/share/hearsay/certificates/check_certificates.py ann.json
hearsay verify muffliato.thm1.repaired --effort quick
hearsay reproduce rumor/table_1 --out figures
test -s figures/index.html
zcat /usr/share/man/man1/hearsay-account-gossip.1.gz | grep -q '^.TH'
apt-get install -y --no-install-recommends ./python3-hearsay_*.deb
python3 -c 'import hearsay, importlib.metadata
assert importlib.metadata.version("hearsay") == hearsay.__version__
losses = hearsay.gossip_losses("path:3", [0], 2)
assert abs(losses.exact[2] - 0.5) < 1e-12, losses.exact'
apt-get install -y --no-install-recommends ./libhearsay-dev_*.deb g++ cmake make
cmake -S . -B built -DCMAKE_BUILD_TYPE=Release
cmake --build built
built/own_protocol >own_protocol.printed
diff own_protocol.out own_protocol.printed
apt-get remove -y hearsay python3-hearsay libhearsay-dev
test ! -e /usr/share/hearsay
test ! -e /usr/lib/python3/dist-packages/hearsay
USE
sources=${HEARSAY_MIRROR:+deb $HEARSAY_MIRROR bookworm main}
mmdebstrap --variant=apt --customize-hook="copy-in $scratch/try /" --customize-hook='chroot "$1" sh /try/use.sh' bookworm /dev/null ${sources:+"$sources"}
