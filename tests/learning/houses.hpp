// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <hearsay/learning/samples.hpp>
#include <hearsay/learning/table.hpp>

namespace hearsay::learning {

inline const Split& houses() {
  static const Split split = prepare(generated_houses(), {}, {1});
  return split;
}

}  // namespace hearsay::learning
