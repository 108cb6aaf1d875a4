// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace hearsay {

/// A value of a theorem that has conditions. Where they fail, `value` is what the formula gives, without proof.
template <class T>
struct Conditional {
  T value;
  bool valid;
  std::string why;  ///< which condition fails, or what the value rests on

  /// Not valid, for one more reason: "first; second".
  void refuse(const std::string& reason) {
    valid = false;
    why += (why.empty() ? "" : "; ") + reason;
  }
};

}  // namespace hearsay
