// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/graph/families/generators.hpp>
#include <hearsay/report/certificate/statements.hpp>
#include <hearsay/report/certificate/stream.hpp>

#include "props/certificates.hpp"

namespace hearsay::props {

void support_stream(Supporters& supporters) {
  supporters.emplace("stream.projector", [] {
    auto certificate = report::support("stream.projector");
    prove_stream_loss(certificate, {.graph = graph::path(4), .observers = {0}, .target = 2}, 4, true);
    return to_json(certificate);
  });
}

}  // namespace hearsay::props
