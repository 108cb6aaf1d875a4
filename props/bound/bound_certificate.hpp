// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include <hearsay/report/certificate/certificate.hpp>
#include <hearsay/run/finding.hpp>

#include <hearsay/formula/expression.hpp>
#include "props/bound/scenario_bound.hpp"

namespace hearsay::props::bound {

/// The certificate of a counterexample that refute_gossip() or refute_stream() found and compared in fractions: of the
/// first comparison by <=, >= or == that it violates and one side of which is a single name that certificates know
/// (gossip: exact, exact_own_noise; streams: exact, constant, rate, each also _own_noise), the other side a fraction.
/// None if there is no such comparison, nor where nodes differ in noise, nor of a stream on a network of one's own.
/// @param own  the network that the statement was tried on, if it was one's own. @pre the witness is of this statement.
[[nodiscard]] std::optional<report::Certificate> gossip_certificate(const formula::Expression& statement,
                                                                    const run::Witness& witness,
                                                                    const std::optional<OwnNetwork>& own = {});
[[nodiscard]] std::optional<report::Certificate> stream_certificate(const formula::Expression& statement,
                                                                    const run::Witness& witness,
                                                                    const std::optional<OwnNetwork>& own = {});

/// The certificate of a counterexample that refute_ring() found: of the first comparison `exact <=` a fraction, by what
/// the last user sees of the first one. None if there is no such comparison.
[[nodiscard]] std::optional<report::Certificate> ring_certificate(const formula::Expression& statement,
                                                                  const run::Witness& witness);

/// The certificate of a counterexample that refute_rumor() found: of the first comparison by <= or >= one side of which
/// is `uncertainty` or delta(epsilon), refuted by a tree of at most 256 transcripts. Other sides and e^epsilon that are
/// no fractions are replaced by doubles on the side that makes the sentence weaker (delta falls with epsilon), so that
/// its refutation refutes the statement. None if there is no such comparison, or a larger tree is needed.
[[nodiscard]] std::optional<report::Certificate> rumor_certificate(const formula::Expression& statement,
                                                                   const run::Witness& witness);

}  // namespace hearsay::props::bound
