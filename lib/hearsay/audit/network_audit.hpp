// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <Eigen/Core>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <hearsay/accounting/gossip/account.hpp>
#include <hearsay/audit/network_views.hpp>
#include <hearsay/audit/promise.hpp>
#include <hearsay/core/bracket.hpp>
#include <hearsay/core/enclosure.hpp>
#include <hearsay/core/verdict.hpp>
#include <hearsay/graph/graph.hpp>
#include <hearsay/system/execution.hpp>

namespace hearsay::audit {

/// By how much, relatively, a loss may exceed a published one before that is said to fail: both are sums of doubles.
inline constexpr double published_tolerance = 1e-9;

/// By how much a share may fall short of 1 and count as the local level.
inline constexpr double local_level_tolerance = 1e-9;

/// Which observers together, about which targets.
struct NetworkQuestion {
  PromisedBound promise;
  NoiseScale scale;
  bool own_noise_known = true;  ///< the observers know the noise that they injected themselves
  std::vector<graph::Node> targets;
  /// Of a promise with a formula: the bound for every node as target of some observers, in the promised quantity, given
  /// the published shares by node.
  std::function<std::vector<Bracket>(std::span<const graph::Node>, const Eigen::VectorXd&)> formula = {};
  double proof_budget = 1e12;  ///< operations for exact ranks by elimination where the promise is not decided without
  /// Operations for exact ranks by elimination where the promise is decided, but a share has no value.
  double value_budget = accounting::some_seconds;
};

/// What one set of observers learns about one target, as shares of the local loss.
struct PairLoss {
  std::vector<graph::Node> observers;
  graph::Node target = 0;
  double published = 0.0;
  Enclosure exact, exact_own_noise;
  Verdict verdict = Verdict::holds;
  /// The share that is judged, its upper end if it is in doubt; over the bound where that is another for each pair.
  double severity = 0.0;
  std::optional<double> bound = std::nullopt;  ///< by a formula, in the promised quantity

  /// The share that is judged.
  [[nodiscard]] const Enclosure& judged(bool own_noise_known) const {
    return own_noise_known ? exact_own_noise : exact;
  }
};

/// Louder verdict first, then larger severity (to 1e-9 of it), then smaller observers, then smaller target.
[[nodiscard]] bool worse(const PairLoss& a, const PairLoss& b);

/// What one set of observers comes to.
struct ViewSummary {
  std::size_t violations = 0;  ///< targets for which the promise is refuted
  double sum = 0.0;            ///< of the severities
  Eigen::VectorXd judged;      ///< by node: the share that is judged, its upper end if it is in doubt
  bool in_doubt = false;       ///< some of these are
};

/// The shares that are judged, a row for each set of observers; NaN for an observer and for what is not audited.
struct ShareMatrix {
  Eigen::MatrixXd shares;
  std::vector<char> in_doubt;  ///< by row: some of its shares are upper ends, since no rank is proved
};

/// What the audit of all sets of observers comes to.
struct NetworkResult {
  std::uint64_t views = 0, pairs = 0, violations = 0, undecided = 0;
  std::uint64_t unproved = 0;        ///< views whose rank no exact arithmetic decided
  std::uint64_t in_doubt = 0;        ///< pairs of which a share has no value
  std::uint64_t at_local_level = 0;  ///< pairs of which the share that is judged is 1, to 1e-9: gossip hides nothing
  double most = 0.0;                 ///< what the share that is judged is at most, of all pairs
  std::optional<PairLoss> worst;     ///< nothing without a pair
  std::vector<PairLoss> by_target;   ///< the worst observers of each target that has some, in the order of the targets
  [[nodiscard]] Verdict verdict() const;
};

/// Judges sets of observers, from several threads, and keeps the sum.
class NetworkAudit {
 public:
  /// @pre targets are distinct nodes.
  /// @throws Error(Errc::conditions) for a promise of `published` as NetworkViews::require_published.
  NetworkAudit(const NetworkViews& views, NetworkQuestion question);

  /// What ranks by elimination might tell of a view, in the order of importance.
  enum class Open { nothing, value, verdict };

  /// What these observers learn about every target that is none of them; counted in the result. Where something is left
  /// open that is as important as `settle`, ranks by elimination are tried if `budget`, in operations, suffices, from
  /// which they are taken.
  /// @throws as NetworkViews::shares.
  ViewSummary add(std::span<const graph::Node> observers, double& budget, Open settle = Open::verdict);

  /// The same, unless ranks by elimination might decide the promise for a target, or give a share a value: nothing is
  /// counted then.
  /// @param open  becomes what is left open.
  std::optional<ViewSummary> add_decided(std::span<const graph::Node> observers, Open& open);

  /// How many views may be settled by elimination for such a reason.
  [[nodiscard]] std::size_t proofs(Open why) const;

  [[nodiscard]] double proof_budget() const { return question_.proof_budget; }

  /// The sum of everything added, which does not depend on the order.
  [[nodiscard]] NetworkResult result() const;

  /// An audit of the same question to which nothing is added.
  [[nodiscard]] NetworkAudit empty() const { return {views_, question_}; }
  /// Everything added, as bytes for add_packed() of another process.
  [[nodiscard]] std::string packed() const;
  /// Adds what packed() of an audit of the same question has at the front of `bytes`, which is taken from there.
  void add_packed(std::string_view& bytes);

 private:
  /// What is known of a view.
  struct Judged {
    ViewShares view;
    std::vector<PairLoss> pairs;
    [[nodiscard]] Open open() const;
    [[nodiscard]] bool undecided() const;
  };
  [[nodiscard]] Judged judged(ViewShares view, std::span<const graph::Node> observers) const;
  [[nodiscard]] Judged without_elimination(std::span<const graph::Node> observers) const;
  [[nodiscard]] Thresholds published_thresholds(double published) const;
  [[nodiscard]] Thresholds formula_thresholds(const Bracket& bound) const;
  ViewSummary count(Judged found, const std::vector<graph::Node>& observers);
  void keep_worse(std::size_t place, PairLoss pair);

  const NetworkViews& views_;
  NetworkQuestion question_;
  Thresholds thresholds_;  ///< of a bound that is the same for all pairs
  mutable std::mutex keeping_;
  mutable std::map<double, Thresholds> by_bound_;
  mutable std::mutex summing_;
  NetworkResult sum_;
  std::vector<std::optional<PairLoss>> worst_of_;  ///< by place among the targets
};

/// Audits each set of observers on its own. All processes of the run (system/ranks) share the sets; the result does not
/// depend on how many there are.
/// @param matrix  if not null: becomes the shares that are judged.
/// The budgets for ranks by elimination go to the first sets in their order that leave something open.
/// @param execution  the result depends on the number of threads only if it is cut short; once `stop` says true, no
/// further set starts.
/// @return how many sets were finished.
std::size_t audit_views(const NetworkViews& views, NetworkAudit& audit,
                        std::span<const std::vector<graph::Node>> observers, ShareMatrix* matrix,
                        const Execution& execution);

}  // namespace hearsay::audit
