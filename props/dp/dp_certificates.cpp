// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/report/certificate/statements.hpp>

#include "props/certificates.hpp"
#include "props/kit/instance.hpp"

namespace hearsay::props {

void certify_dp(Certifiers& certifiers) {
  const char* claim = "dp.gaussian.classical.large_epsilon";
  certifiers.emplace(claim, [claim](const run::Witness& witness) {
    const auto& x = witness.instance;
    return report::expression_refutation(claim,
                                         {{"epsilon", fraction_at(x, "epsilon")}, {"delta", fraction_at(x, "delta")}});
  });
}

}  // namespace hearsay::props
