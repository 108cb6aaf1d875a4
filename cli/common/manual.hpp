// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "cli/common/cli11.hpp"

namespace hearsay::cli {

struct ManualPage {
  std::string name;  ///< "hearsay-account-gossip"
  std::string text;  ///< in the language of man(7)
};

/// The manual pages, section 1, of `app` and of every command below it, from what their --help is made of.
[[nodiscard]] std::vector<ManualPage> manual_pages(const CLI::App& app);

}  // namespace hearsay::cli
