// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string_view>

namespace hearsay {

/// Bytes in a GiB.
inline constexpr double gib = 0x1p30;

/// Bytes that can be had without swapping, as Linux estimates them; infinity where the system does not say.
[[nodiscard]] double available_memory();

/// @throws Error(Errc::too_large) if `bytes` cannot be had: `what` (a plural) needs them, as the message says.
void require_memory(std::string_view where, std::string_view what, double bytes);

/// Asks the system for large pages for memory that is not touched yet: fewer page faults, and random access without a
/// search for the page. A hint: on systems without it, and below 64 MiB, nothing happens.
void prefer_huge_pages(void* begin, std::size_t bytes) noexcept;

}  // namespace hearsay
