// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include <hearsay/core/error.hpp>

namespace hearsay::fuzz {

/// A file in memory that holds `content`; its path can be opened any number of times.
class MemoryFile {
 public:
  explicit MemoryFile(std::string_view content) : descriptor_(memfd_create("input", MFD_CLOEXEC)) {
    if (descriptor_ < 0 || write(descriptor_, content.data(), content.size()) != static_cast<ssize_t>(content.size()))
      std::abort();
  }
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;
  ~MemoryFile() { close(descriptor_); }
  [[nodiscard]] std::string path() const { return "/proc/self/fd/" + std::to_string(descriptor_); }

 private:
  int descriptor_;
};

/// Stops the process, for the fuzzer to report, unless `promise` holds.
inline void require(bool promise) {
  if (!promise) std::abort();
}

/// Runs `read`, which may refuse its input with a one-line Error and with nothing else.
template <class Read>
int only_refuses(const Read& read) {
  try {
    read();
  } catch (const Error& refusal) {
    require(std::string_view(refusal.what()).find('\n') == std::string_view::npos);
  }
  return 0;
}

}  // namespace hearsay::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);
