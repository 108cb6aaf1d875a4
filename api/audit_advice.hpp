// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include <hearsay/core/verdict.hpp>
#include <hearsay/graph/graph.hpp>
#include <hearsay/system/execution.hpp>
#include "api/audit_network.hpp"

namespace hearsay::api {

/// What changes of an audited network would do to its worst loss.
struct AuditAdvice {
  /// The worst loss in the promised quantity, its upper end, the pairs that break the promise, and the verdict.
  struct Changed {
    double loss = 0.0;
    std::uint64_t violations = 0;
    Verdict verdict = Verdict::inconclusive;
    /// The same loss to linear observers of messages rounded to float32, which is no guarantee; nothing: unknown.
    std::optional<double> float32 = std::nullopt;
  };
  struct Sigma {
    double sigma = 0.0;  ///< AuditAnswer::sigma_needed
    Changed then;
  };
  struct MostSteps {
    std::optional<int> steps;  ///< the largest number at which the promise holds, 0 without messages; nothing: any
    Changed then;
  };
  struct WithoutEdge {
    graph::Node u = 0, v = 0;
    Changed then;
  };

  Changed now;
  std::optional<Sigma> sigma;
  std::optional<MostSteps> steps;  ///< nothing if it was not found out
  std::vector<WithoutEdge> edges;  ///< by loss, then by violations, then by edge
  std::size_t bridges = 0;         ///< edges that are not in the list, since the network would fall apart
};

/// @throws Error(Errc::conditions) for a promise of no number, or on a schedule, which have no advice; for several
/// processes.
void require_advisable(const AuditQuestion& question);

/// Audits the network again at other numbers of steps, and without each edge. The weights of the rest follow the rule;
/// of weights from a file, those of the edge go to the diagonal. A loss does not fall with the number of steps, since
/// observers see more, so the largest number is found by bisection; steps beyond the number of nodes add nothing.
/// @param execution  told of edges; once `stop` says true, the advice is what is finished. An audit that would take too
/// long is said, and left out.
/// @throws as require_advisable.
/// @complexity log2(n) audits, one for sigma, and one for each edge.
[[nodiscard]] AuditAdvice advice_on(const AuditAnswer& answer, const AdviceWanted& wanted, const Execution& execution);

// api/render/audit_advice.cpp
[[nodiscard]] nlohmann::ordered_json to_json(const AuditAdvice& advice, const AuditAnswer& answer);
[[nodiscard]] report::TerminalText text(const AuditAdvice& advice, const AuditAnswer& answer);

}  // namespace hearsay::api
