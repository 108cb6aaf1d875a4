// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/report/certificate/statements.hpp>

#include "props/certificates.hpp"

namespace hearsay::props {

void support_dp(Supporters& supporters) {
  supporters.emplace("dp.gaussian.classical", [] {
    return to_json(report::expression_support(
        "dp.gaussian.classical", {{"epsilon", exact::Rational(99, 100)}, {"delta", exact::Rational(1, 100000)}}));
  });
}

}  // namespace hearsay::props
