// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "empirical/attack/program_view.hpp"

namespace hearsay::empirical {

/// The view of numbers as a program writes them.
inline ProgramView written(const std::vector<std::string>& texts) {
  ProgramView view{.kind = ProgramView::Kind::numbers, .numbers = {}, .events = {}};
  for (const auto& text : texts) view.add(read_number(text));
  return view;
}

}  // namespace hearsay::empirical
