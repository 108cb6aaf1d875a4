// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdint>

#include <hearsay/divergence/sampled_gaussian_dp.hpp>
#include "tests/reference/reference.hpp"

namespace hearsay::tests {

/// The brackets of epsilon contain the reference and are narrow, for rows of least to most releases. The reference
/// inverts a Laplace transform; it knows no grid of losses.
inline void expect_sampled_gaussian_reference(double least, double most) {
  using divergence::Adjacency;
  constexpr double digits = 1e-7;  // of the reference
  int rows = 0;
  for (const auto& row : reference_rows("sampled_gaussian_epsilon.tsv")) {
    if (row[3] < least || row[3] > most) continue;
    ++rows;
    const auto adjacency = row[0] == 0.0 ? Adjacency::add_remove : Adjacency::replace;
    const Bracket found = divergence::SampledGaussianDp({.rate = row[2],
                                                         .noise_multiplier = row[1],
                                                         .count = static_cast<std::uint64_t>(row[3]),
                                                         .adjacency = adjacency})
                              .epsilon(row[4]);
    const double expected = row[5];
    const auto where = fmt::format("multiplier {}, rate {}, {} releases, {}", row[1], row[2], row[3],
                                   divergence::to_string(adjacency));
    EXPECT_LE(found.lower(), expected * (1.0 + digits)) << where;
    EXPECT_GE(found.upper(), expected * (1.0 - digits)) << where;
    EXPECT_LE(found.width(), 5e-3 * expected) << where;
  }
  EXPECT_GE(rows, 10);
}

}  // namespace hearsay::tests
