// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>

#include <hearsay/run/finding.hpp>

namespace hearsay::run {

using Check = std::function<Finding(const Context&)>;

/// Claim id -> check. Filled by explicit calls (props::register_checks, empirical::register_checks), never by static
/// initialization.
class Registry {
 public:
  /// @throws Error(Errc::unknown) if the id already has a check.
  void add(std::string_view id, Check check);
  /// The check of that id, or nullptr.
  [[nodiscard]] const Check* find(std::string_view id) const;
  [[nodiscard]] std::size_t size() const noexcept { return checks_.size(); }

 private:
  std::map<std::string, Check, std::less<>> checks_;
};

}  // namespace hearsay::run
