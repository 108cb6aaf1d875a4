// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/source_dir.hpp"

namespace hearsay::tests {

std::filesystem::path source_dir() { return HEARSAY_SOURCE_DIR; }

}  // namespace hearsay::tests
