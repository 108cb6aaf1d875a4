// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

#include <hearsay/run/finding.hpp>

namespace hearsay::power {

/// What an auditor may spend on one defect.
struct Budget {
  run::Effort effort = run::Effort::standard;  ///< of a check that searches or computes
  std::function<bool(std::uint64_t replicates)> allows =
      {};  ///< whether a sequential test goes on after so many replicates
};

/// A protocol or accountant that is wrong on purpose, and the check that must say so.
struct Defect {
  std::string_view name;          ///< for people
  std::string_view control = {};  ///< what `claims::Claim::controls` calls it; empty: no claim names it
  std::string_view claim = {};    ///< id of the claim that says otherwise; empty: none of the catalogue does
  std::string_view check;         ///< what exposes it
  std::string_view unit = {};     ///< what a size means; empty: the defect has no size
  std::vector<double> sizes;      ///< from gross to slight; at least one
  std::function<bool(double size, const Budget& budget)> exposed;
};

/// The broken protocols and accountants. The first size of each must not survive `Effort::standard` and 200,000
/// replicates.
[[nodiscard]] const std::vector<Defect>& zoo();

}  // namespace hearsay::power
