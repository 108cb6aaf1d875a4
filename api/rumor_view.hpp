// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

#include <hearsay/accounting/rumor/exact.hpp>

namespace hearsay::api {

/// What an adversary sees of a rumor, and what must go with it.
struct RumorViewTerms {
  accounting::RumorSight sight = accounting::RumorSight::ordered;
  double seen = 1.0, swap = 0.0;
  bool delayed = false;
  double muting = 1.0;
  bool curious = false;  ///< there are curious nodes
};

/// @throws Error(Errc::conditions) named `where` unless `seen` below 1 and `swap` above 0 come with the eavesdropper
/// and the reordered messages that need them, the eavesdropper without curious nodes, and the delayed start with
/// muting 1.
void require_rumor_view(std::string_view where, const RumorViewTerms& terms);

}  // namespace hearsay::api
