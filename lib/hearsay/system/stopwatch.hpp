// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>

namespace hearsay {

/// Wall time since it was made.
class Stopwatch {
 public:
  [[nodiscard]] double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

}  // namespace hearsay
