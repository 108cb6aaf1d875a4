// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json.hpp>

#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <hearsay/graph/graph.hpp>
#include <hearsay/graph/weights.hpp>
#include <hearsay/linalg/rational_matrix.hpp>

namespace hearsay::report {

/// The two ends that a certificate proves, as the format writes them: a fraction in lowest terms, "inf", or empty where
/// it proves none.
struct ProvedEnds {
  std::string lower, upper;
};

/// A bound of one's own that a certificate is about: `quantity relation bound`.
struct OwnBound {
  std::string relation;  ///< "<=", ">=" or "=="
  std::string bound;     ///< a fraction in lowest terms
};

/// One certificate: certificates/format.md explains the fields, and check_certificates.py what each kind proves.
struct Certificate {
  std::string kind, quantity;
  std::optional<std::string> claim = std::nullopt;  ///< id of the catalogue
  std::string verdict = "bounds";                   ///< "refutes", "supports", or "bounds" without claim
  nlohmann::ordered_json instance = nlohmann::ordered_json::object();
  ProvedEnds proves = {};
  nlohmann::ordered_json evidence = nlohmann::ordered_json::object();
  std::optional<OwnBound> says = std::nullopt;  ///< where a bound is refuted or supported that no claim states
  std::string note = {};
};

/// Turns a bound on a quantity into a proof that the quantity is at most `bound` (`refuted`: that it is not), if the
/// end that it proves shows that. @return whether it does.
bool prove_bound(Certificate& certificate, const exact::Rational& bound, bool refuted);

/// A certificate of its own file.
[[nodiscard]] nlohmann::ordered_json to_json(const Certificate& certificate);

/// One file of several certificates. What their instances have in common is written once.
/// @pre not empty.
[[nodiscard]] nlohmann::ordered_json bundle_json(std::span<const Certificate> certificates);

/// For what a bundle supports its claim: every connected graph, up to isomorphism, and every observer, target and
/// number of steps within these ranges.
struct Cover {
  std::string claim;
  std::pair<int, int> nodes, steps;  ///< from, to
  graph::Weights weights = graph::Weights::metropolis;
};

/// A bundle that says what its members cover. @pre not empty; the members support the claim.
[[nodiscard]] nlohmann::ordered_json cover_json(const Cover& cover, std::span<const Certificate> certificates);

/// The text of a file: one line for each key of the outermost object, and a line feed.
[[nodiscard]] std::string file_text(const nlohmann::ordered_json& certificate);

// Parts of certificates in the strict form.

/// [[0,1],[1,2]].
[[nodiscard]] nlohmann::ordered_json edges_json(std::span<const graph::Edge> edges);
/// ["1/2","0"].
[[nodiscard]] nlohmann::ordered_json fractions_json(std::span<const exact::Rational> values);

/// The decimal fraction of `digits` decimals just below `value` or equal to it, "1/4" for 0.25.
[[nodiscard]] std::string below(const exact::Rational& value, unsigned digits = 12);
/// The same just above.
[[nodiscard]] std::string above(const exact::Rational& value, unsigned digits = 12);

}  // namespace hearsay::report
