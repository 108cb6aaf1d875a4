// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <hearsay/core/error.hpp>

namespace hearsay::stats {

/// The probability that a whole run raises a false alarm, spent piece by piece (union bound).
class ErrorBudget {
 public:
  /// @throws Error(Errc::domain) unless 0 < total < 1.
  explicit ErrorBudget(double total) : total_(require_open_unit("ErrorBudget", "total", total)) {}

  /// Reserves `alpha`. @return alpha. @throws Error(Errc::budget_spent) instead of overdrawing.
  double take(double alpha) {
    require_open_unit("ErrorBudget::take", "alpha", alpha);
    if (alpha > left() * (1.0 + 1e-12)) {
      throw Error(Errc::budget_spent, "ErrorBudget::take", fmt::format("asked {} but only {} is left", alpha, left()));
    }
    spent_ += alpha;
    return alpha;
  }
  [[nodiscard]] double total() const noexcept { return total_; }
  [[nodiscard]] double spent() const noexcept { return spent_; }
  [[nodiscard]] double left() const noexcept { return total_ > spent_ ? total_ - spent_ : 0.0; }

 private:
  double total_;
  double spent_ = 0.0;
};

}  // namespace hearsay::stats
