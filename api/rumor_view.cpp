// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/rumor_view.hpp"

#include <hearsay/core/error.hpp>

namespace hearsay::api {

void require_rumor_view(std::string_view where, const RumorViewTerms& terms) {
  const auto refuse = [&](std::string_view why) { throw Error(Errc::conditions, where, why); };
  const bool overheard = terms.sight == accounting::RumorSight::eavesdropper,
             reordered = terms.sight == accounting::RumorSight::reordered;
  if (overheard != (terms.seen < 1.0))
    refuse("`seen` B, the probability that a message is observed, needs `sees` eavesdropper");
  if (reordered != (terms.swap > 0.0))
    refuse("`swap` P, the probability that the next message overtakes, needs `sees` reordered");
  if (overheard && terms.curious)
    refuse("`sees` eavesdropper observes all nodes; it needs `curious` 0 and no `curious_set`");
  if (terms.delayed && terms.muting != 1.0) refuse("`delayed_start` needs `muting` 1");
}

}  // namespace hearsay::api
