// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/core/lower_case.hpp>

#include <algorithm>

namespace hearsay {

std::string lower_case(std::string_view text) {
  std::string small(text);
  std::ranges::transform(small, small.begin(),
                         [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  return small;
}

}  // namespace hearsay
