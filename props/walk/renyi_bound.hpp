// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <optional>

#include <hearsay/accounting/token/complete/complete.hpp>
#include <hearsay/accounting/token/complete/tight.hpp>

namespace hearsay::props {

/// An upper bound on the epsilon of a sum or SGD walk at `delta`, for all contributions of the others within its
/// sensitivity: accounting::TokenRenyi at a few orders, by a descent over alpha = 1 + 2^(j/2). At most a few per cent
/// above accounting::walk_tight, which searches all orders, for a tenth of its time. +infinity if no order shows
/// anything. The curve of the last walk is kept: walks that differ in the slacks of composition alone share it.
class WalkRenyiBound {
 public:
  [[nodiscard]] double operator()(const accounting::TokenQuestion& question, double delta);

 private:
  struct Curve {
    accounting::TokenQuestion walk;
    accounting::TokenRenyi renyi;
    std::map<double, double> known{};  ///< by order

    double at(double alpha);
  };
  std::optional<Curve> last_;
};

}  // namespace hearsay::props
