// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json.hpp>

#include <hearsay/run/finding.hpp>

#include <hearsay/formula/evaluate.hpp>
#include "props/bound/local_noise.hpp"
#include "props/bound/watch.hpp"
#include "props/oracle/rational.hpp"

namespace hearsay::props::bound {

/// A token that goes around a ring and collects a sum, with Gaussian noise of the classical calibration.
struct RingSetting {
  int users = 2, rounds = 1;
  LocalNoise noise = {};
};
[[nodiscard]] nlohmann::ordered_json to_json(const RingSetting& setting);

/// Names: n, rounds; local_epsilon, local_delta (of one contribution), delta_prime (of advanced composition); sigma,
/// the noise of one contribution over its sensitivity; exact, the squared signal to noise ratio of the worst user's
/// view of another user, in units of one contribution's; mu, its root over sigma; published and published_delta, of
/// Theorem 1. Functions: renyi(alpha), epsilon(delta), delta(epsilon) of that view.
[[nodiscard]] const formula::Vocabulary& ring_vocabulary();

/// What they stand for, to a hundred digits; `exact` by the oracle's Algorithm 1, step by step; epsilon and delta
/// by the library's brackets. @throws Error(Errc::domain) outside their domains, Error(Errc::conditions) for
/// `published` at local_epsilon >= 1, where Theorem 1 does not apply.
[[nodiscard]] formula::Meaning<formula::Range> ring_ranges(const RingSetting& setting);
/// Those of whole numbers, parameters, exact and published_delta. @throws NotRational for the others.
[[nodiscard]] formula::Meaning<oracle::Rational> ring_fractions(const RingSetting& setting);

/// Where a statement about rings is tried.
struct RingDomain {
  int least_users = 2, all_users = 6;  ///< every number of users between; all_users 0: none
  int random_users = 0;                ///< generated numbers of users up to this one; 0: none; at most 24
  int least_rounds = 1, most_rounds = 5;
  LocalNoises noises = {};
};

/// As refute_settings(): fewest users first, then fewest rounds.
[[nodiscard]] run::Finding refute_ring(const formula::Expression& statement, const RingDomain& domain,
                                       const run::Context& context, const Watch& watch = {});

}  // namespace hearsay::props::bound
