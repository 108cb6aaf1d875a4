// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json.hpp>

#include <hearsay/run/finding.hpp>

#include <hearsay/formula/evaluate.hpp>
#include "props/bound/local_noise.hpp"
#include "props/bound/watch.hpp"
#include "props/oracle/rational.hpp"

namespace hearsay::props::bound {

/// A token that walks on the complete graph, with a loop at every user, and collects a sum, with Gaussian noise of the
/// classical calibration; one user observes, who knows what the others add.
struct WalkSetting {
  int users = 2, steps = 1;
  LocalNoise noise = {};
};
[[nodiscard]] nlohmann::ordered_json to_json(const WalkSetting& setting);

/// Names: n, T (steps); local_epsilon, local_delta (of one contribution), delta_prime and delta_hat (of the published
/// guarantee); sigma, the noise of one contribution over its sensitivity; published and published_delta, of Theorem 3.
/// Functions: epsilon(delta), delta(epsilon) of the observer's whole view.
[[nodiscard]] const formula::Vocabulary& walk_vocabulary();

/// What they stand for: brackets of the library, which cover their rounding, for a noise on either side of sigma; the
/// published formulas to 1e-12 of them. @throws Error(Errc::domain) outside their domains, Error(Errc::conditions) for
/// the published ones where Theorem 3 does not apply.
[[nodiscard]] formula::Meaning<formula::Range> walk_ranges(const WalkSetting& setting);
/// Those of whole numbers and parameters. @throws NotRational for the others.
[[nodiscard]] formula::Meaning<oracle::Rational> walk_fractions(const WalkSetting& setting);

/// Where a statement about walks is tried.
struct WalkDomain {
  int least_users = 2, all_users = 5;  ///< every number of users between; all_users 0: none
  int random_users = 0;                ///< generated numbers of users up to this one; 0: none; at most 1000
  int least_steps = 1, most_steps = 8;
  LocalNoises noises = {};
};

/// As refute_settings(): fewest users first, then fewest steps.
[[nodiscard]] run::Finding refute_walk(const formula::Expression& statement, const WalkDomain& domain,
                                       const run::Context& context, const Watch& watch = {});

}  // namespace hearsay::props::bound
