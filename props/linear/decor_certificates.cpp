// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/report/certificate/statements.hpp>

#include "props/certificates.hpp"
#include "props/kit/instance.hpp"

namespace hearsay::props {

void certify_decor(Certifiers& certifiers) {
  for (const auto* claim : {"decor.curious", "decor.closed_form.curious", "decor.fdp_mu"}) {
    certifiers.emplace(claim, [claim](const run::Witness& witness) {
      return report::expression_refutation(claim, {{"n", witness.instance.at("nodes").get<int>()},
                                                   {"pair", fraction_at(witness.instance, "pair_sigma")}});
    });
  }
}

}  // namespace hearsay::props
