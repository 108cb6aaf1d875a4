// SPDX-License-Identifier: GPL-3.0-or-later
#include <benchmark/benchmark.h>

namespace {

/// Compiler and flags, for whoever reads the numbers.
[[maybe_unused]] const bool stated = [] {
  benchmark::AddCustomContext("hearsay_build", HEARSAY_BUILD);
  return true;
}();

}  // namespace
