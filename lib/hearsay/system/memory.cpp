// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/system/memory.hpp>

#include <fmt/format.h>

#include <cstdint>
#include <fstream>
#include <limits>
#include <sstream>
#include <string>

#include <hearsay/core/error.hpp>
#include <hearsay/core/number.hpp>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace hearsay {

double available_memory() {
  constexpr double kib = 1024.0;
  std::ifstream info("/proc/meminfo");
  for (std::string line; std::getline(info, line);) {
    std::istringstream words(line);
    std::string key, value;
    words >> key >> value;
    const auto amount = parse_real(value);
    if (key == "MemAvailable:" && amount) return kib * *amount;
  }
  return std::numeric_limits<double>::infinity();
}

void require_memory(std::string_view where, std::string_view what, double bytes) {
  const double free = available_memory();
  if (bytes > free)
    throw Error(Errc::too_large, where,
                fmt::format("{} need {:.1f} GiB, and {:.1f} GiB of memory are free", what, bytes / gib, free / gib));
}

void prefer_huge_pages([[maybe_unused]] void* begin, [[maybe_unused]] std::size_t bytes) noexcept {
#ifdef MADV_HUGEPAGE
  constexpr std::size_t page = 4096, worth = 64ull << 20;
  if (bytes < worth) return;
  // Whole pages, the first one too: a mapping of two kinds could not be moved when it grows.
  const auto before = reinterpret_cast<std::uintptr_t>(begin) % page;
  // What it returns does not matter: without large pages the program is slower, not wrong.
  (void)madvise(static_cast<char*>(begin) - before, (before + bytes + page - 1) / page * page, MADV_HUGEPAGE);
#endif
}

}  // namespace hearsay
