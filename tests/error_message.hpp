// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <string>

#include <hearsay/core/error.hpp>

namespace hearsay::tests {

/// What the Error that `call` throws says; "no error" if it throws none.
inline std::string message_of(const std::function<void()>& call) {
  try {
    call();
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

}  // namespace hearsay::tests
