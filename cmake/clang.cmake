# Toolchain of the presets that are built to be tested: clang compiles this code in half the time of GCC, and its sanitizers are the reference.
# Clang before 16 does not understand the ranges of GCC 12's standard library.
find_program(HEARSAY_CLANG NAMES clang++-16 clang++-17 clang++-18 clang++-19 clang++ REQUIRED)
set(CMAKE_CXX_COMPILER ${HEARSAY_CLANG})
