// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>

namespace hearsay::python {

/// Wall time since it was made: "timing" of a result.
class Elapsed {
 public:
  [[nodiscard]] double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

}  // namespace hearsay::python
