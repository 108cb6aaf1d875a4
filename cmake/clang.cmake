# SPDX-License-Identifier: GPL-3.0-or-later
# Toolchain of the presets that are built to be tested: clang needs two thirds of the time of GCC for this code, and is a second opinion.
# Clang before 16 does not understand the ranges of GCC 12's standard library.
find_program(HEARSAY_CLANG NAMES clang++-16 clang++-17 clang++-18 clang++-19 clang++ REQUIRED)
set(CMAKE_CXX_COMPILER ${HEARSAY_CLANG})
