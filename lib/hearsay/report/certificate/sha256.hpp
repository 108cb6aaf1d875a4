// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace hearsay::report {

/// SHA-256 of these bytes, as its eight big-endian words. @cite nist2015secure (FIPS 180-4, Section 6.2)
[[nodiscard]] std::array<std::uint32_t, 8> sha256(std::string_view bytes);

/// The same as 64 hexadecimal digits.
[[nodiscard]] std::string sha256_text(std::string_view bytes);

}  // namespace hearsay::report
