// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <hearsay/accounting/linear/account.hpp>
#include <hearsay/core/verdict.hpp>
#include <hearsay/report/terminal_text.hpp>
#include <hearsay/system/execution.hpp>
#include "api/account_linear_meet.hpp"
#include "api/proofs.hpp"
#include "api/render/linear_result.hpp"
#include "api/render/result.hpp"

namespace hearsay::api {

/// The only observer of a question about every node alone.
inline constexpr std::string_view each_observer = "each";

/// Where a linear Gaussian view comes from: a file of a protocol, or of both matrices of y = A x + B z.
struct LinearSource {
  std::string protocol, signal, noise;
  int rounds = 1;  ///< of the columns of A: column r n + u is node u in round r
};

/// @throws Error(Errc::conditions) unless either a protocol or both matrices are named; Error(Errc::shape) if the
/// columns are not of so many rounds; as accounting::read_protocol, graph::read_matrix.
[[nodiscard]] accounting::LinearModel load_linear(const LinearSource& source);

/// Matrices that are read already. @throws Error(Errc::shape) if the columns are not of so many rounds.
[[nodiscard]] accounting::GivenMatrices given_matrices(const LinearSource& source, linalg::FractionMatrix signal,
                                                       linalg::FractionMatrix noise);

/// What a linear Gaussian view reveals.
struct LinearQuestion {
  LinearSource source;  ///< what results say of where the model comes from
  accounting::LinearModel model;
  std::vector<std::string> observers;          ///< by label, or each_observer; none: the protocol's own
  std::vector<std::string> targets = {"all"};  ///< by label; used if there is neither group nor direction
  std::vector<std::string> group;              ///< nodes that change together, by label
  std::vector<std::string> direction;          ///< one fixed change: "node:factor", factors as exact::parse_fraction
  std::string participation = "every";         ///< as accounting::parse_participation
  LinearTerms terms;
  std::optional<double> claimed_epsilon;  ///< at the terms' delta
  std::string meet;                       ///< a promise whose noise is wanted; empty: none
  bool reconstruct = false;               ///< also the inputs that are determined exactly without noise
  bool witness = false;  ///< noise that hides a change, and the best test, as fractions; what proofs need

  [[nodiscard]] bool every_observer() const;
};

struct LinearAnswer {
  LinearQuestion question;
  std::vector<LinearView> views;  ///< one, or of each observer
  std::optional<Verdict> audit;   ///< of the claimed epsilon
  std::optional<LinearMeet> meet;
};

/// @throws Error(Errc::conditions) for what does not go together; Error(Errc::unknown), Error(Errc::domain) for labels
/// of no node, named twice, or of an observer; Error(Errc::syntax) for a direction or participation that is none; as
/// accounting::linear_account, meet_promise.
[[nodiscard]] LinearAnswer account_linear(const LinearQuestion& question, const Execution& execution);

/// Of each subject the change that loses most, and the verdict on the claim.
/// @pre one view, asked with `witness`.
[[nodiscard]] Proofs proofs_of(const LinearAnswer& answer);

// api/render/account_linear.cpp
[[nodiscard]] nlohmann::ordered_json to_json(const LinearAnswer& answer, const Origin& origin);
[[nodiscard]] report::TerminalText text(const LinearAnswer& answer);

}  // namespace hearsay::api
