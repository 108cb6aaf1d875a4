# SPDX-License-Identifier: GPL-3.0-or-later
# Toolchain of the presets that people build and test: clang needs three quarters of the time of GCC for this code, and half of the memory.
# GCC builds what is distributed (wheel, package) or measured (bench).
# Clang before 16 does not understand the ranges of GCC 12's standard library.
find_program(HEARSAY_CLANG NAMES clang++-16 clang++-17 clang++-18 clang++-19 clang++ REQUIRED)
set(CMAKE_CXX_COMPILER ${HEARSAY_CLANG})
string(REPLACE "clang++" "clang" HEARSAY_CLANG_C ${HEARSAY_CLANG})
set(CMAKE_C_COMPILER ${HEARSAY_CLANG_C})
