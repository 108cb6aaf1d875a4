// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <fstream>
#include <string>

namespace bench {

/// Largest resident memory of the process since this object was made (Linux; 0 elsewhere).
class PeakMemory {
 public:
  PeakMemory() { std::ofstream("/proc/self/clear_refs") << 5; }
  [[nodiscard]] double mib() const {
    std::ifstream status("/proc/self/status");
    for (std::string line; std::getline(status, line);) {
      if (line.starts_with("VmHWM:")) return std::stod(line.substr(6)) / 1024.0;
    }
    return 0.0;
  }
};

}  // namespace bench
