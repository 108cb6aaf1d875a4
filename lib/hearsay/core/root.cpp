// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/core/root.hpp>

#include <boost/math/tools/roots.hpp>

#include <cstdint>

namespace hearsay {

std::pair<double, double> bracket_root(const std::function<double(double)>& function, double low, double high,
                                       double at_low, double at_high, int bits, int calls) {
  auto most = static_cast<std::uintmax_t>(calls);
  return boost::math::tools::toms748_solve(function, low, high, at_low, at_high,
                                           boost::math::tools::eps_tolerance<double>(static_cast<unsigned>(bits)),
                                           most);
}

std::pair<double, double> bracket_root(const std::function<double(double)>& function, double low, double high, int bits,
                                       int calls) {
  return bracket_root(function, low, high, function(low), function(high), bits, calls - 2);
}

}  // namespace hearsay
