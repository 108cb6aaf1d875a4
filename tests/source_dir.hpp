// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>

namespace hearsay::tests {

/// The project's folder, where tests find approved outputs, reference numbers and experiments.
[[nodiscard]] std::filesystem::path source_dir();

}  // namespace hearsay::tests
