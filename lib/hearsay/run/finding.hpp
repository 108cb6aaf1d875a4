// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

#include <hearsay/core/verdict.hpp>
#include <hearsay/random/stream.hpp>

namespace hearsay::run {

/// How a refutation is certified.
enum class Certificate {
  exact,        ///< rational arithmetic: the two numbers are printed as fractions
  interval,     ///< rigorous bounds on both sides that do not overlap
  statistical,  ///< confidence stated in the finding
};

/// A counterexample: the instance, what the claim says about it and what is true, as printed text (fractions where
/// exact).
struct Witness {
  nlohmann::ordered_json instance;  ///< an object; a graph is its edge list "0-1 1-2"
  std::string claimed;
  std::string actual;
  Certificate certificate = Certificate::exact;
};

/// What a check returns.
struct Finding {
  Verdict verdict = Verdict::inconclusive;
  std::uint64_t instances = 0;  ///< instances tried (up to and including the counterexample)
  /// Smallest relative margin seen; 0: met with equality; negative: violated.
  std::optional<double> tightness = std::nullopt;
  /// Smallest claimed / actual of an inequality "actual <= claimed" (of ">=" the reverse) among the instances: the
  /// factor by which the statement could be strengthened before they refute it. None for equalities and for
  /// statements that are true or false.
  std::optional<double> slack = std::nullopt;
  std::optional<double> confidence = std::nullopt;  ///< 1 - error level of a statistical verdict
  std::optional<Witness> witness = std::nullopt;    ///< present iff refuted
  std::string note = {};                            ///< one line, or empty
};

/// How much work a check may do. `quick`: the whole catalogue in 10 s on two cores; `standard`: 60 s; `exhaustive`: a
/// night.
enum class Effort { quick, standard, exhaustive };

/// What a check is given. A check is a pure function of this: same context, same finding.
struct Context {
  std::string_view claim = {};  ///< id of the claim to check, as registered: the address of its searches
  Effort effort = Effort::standard;
  random::Seed seed = {};
  double error_level = 1e-9;  ///< probability with which a statistical check may err, its share of the run's budget

  /// The value for this effort.
  template <class T>
  [[nodiscard]] T pick(T quick, T standard, T exhaustive) const {
    return effort == Effort::quick ? quick : effort == Effort::standard ? standard : exhaustive;
  }
};

[[nodiscard]] constexpr std::string_view to_string(Certificate certificate) {
  switch (certificate) {
    case Certificate::exact:
      return "exact";
    case Certificate::interval:
      return "interval";
    case Certificate::statistical:
      return "statistical";
  }
  return "statistical";
}

[[nodiscard]] constexpr std::string_view to_string(Effort effort) {
  switch (effort) {
    case Effort::quick:
      return "quick";
    case Effort::standard:
      return "standard";
    case Effort::exhaustive:
      return "exhaustive";
  }
  return "standard";
}

}  // namespace hearsay::run
