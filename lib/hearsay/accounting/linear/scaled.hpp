// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <Eigen/Core>

#include <cstddef>
#include <optional>
#include <vector>

#include <hearsay/accounting/linear/account.hpp>
#include <hearsay/accounting/linear/dense.hpp>
#include <hearsay/accounting/linear/exact.hpp>
#include <hearsay/graph/graph.hpp>
#include <hearsay/system/execution.hpp>
#include <hearsay/system/stopwatch.hpp>

namespace hearsay::accounting {

/// The observers and the subjects of the losses of a protocol.
struct LinearAudience {
  std::vector<graph::Node> observers;  ///< in place of the protocol's; of given matrices: none
  LinearQuestion question;
};

/// The largest loss of all subjects towards all audiences, for the contributions of their questions. `estimated`: some
/// loss is Certified::estimate, and what is said rests on it.
struct LargestLoss {
  double upper = 0.0;
  bool estimated = false;
};

/// As linear_account has them.
[[nodiscard]] LargestLoss largest_loss(const LinearModel& model, const std::vector<LinearAudience>& audiences);

/// A factor on the standard deviation of each of Protocol::noise; 0 leaves the noise out.
using NoiseFactors = Fractions;

/// The protocol with such noise. @pre as many factors as noises, none negative.
[[nodiscard]] Protocol scaled(const Protocol& protocol, const NoiseFactors& factors);

/// What a test w of a change d shows at all factors f: loss >= shown / sum_k f_k^2 variances[k], with shown = (w^T A
/// d)^2 and variances[k] = |B_k^T w|^2.
struct NoiseTest {
  double shown = 0.0;
  std::vector<double> variances;
};

/// The losses of a protocol at several factors on its noises: S = sum_k f_k^2 S_k, where S_k and A d are computed once.
///
/// A loss at f bounds the one at g, since S(g) >= min_k (g_k / f_k)^2 S(f):
///
///     loss(g) <= loss(f) max_{k: f_k > 0} (f_k / g_k)^2,
///
/// so that most losses need not be computed to know the largest. Where S(f) is singular, or too nearly so for doubles,
/// linear_account computes the losses; if it proves the rank, independent rows are kept for other factors.
/// @throws as linear_account; Interrupted once `execution.stop` says true.
/// @complexity of a call: O(rows^3) for each audience it looks at, and O(rows^2 rounds) a subject.
class ScaledLosses {
 public:
  ScaledLosses(const Protocol& protocol, const std::vector<LinearAudience>& audiences, const Execution& execution);

  [[nodiscard]] const Protocol& protocol() const { return protocol_; }
  /// The largest loss at these factors.
  [[nodiscard]] LargestLoss largest(const NoiseFactors& factors);
  /// Whether it is at most `allowed`, from as few losses as that takes.
  [[nodiscard]] bool allowed(const NoiseFactors& factors, double allowed);
  /// The largest loss as linear_account has it, in fractions where that is cheap.
  [[nodiscard]] LargestLoss judged(const NoiseFactors& factors);
  /// The best tests of the subjects that lose most at these factors; none where S is singular.
  [[nodiscard]] std::vector<NoiseTest> tests(const NoiseFactors& factors);
  /// Tells the progress that no other factors are asked for.
  void finish() const;

 private:
  using Squares = std::vector<double>;  ///< of factors
  struct Known {
    Squares squares;
    Interval loss;
  };
  struct Audience {
    LinearAudience asked;
    std::vector<Change> changes;
    std::vector<std::size_t> begin;  ///< of each subject's changes
    std::size_t rounds = 0, rows = 0, noises = 0;
    std::optional<DenseParts> parts;        ///< kept if there is room
    std::vector<Eigen::Index> basis;        ///< independent rows, if all factors are positive; empty: all
    std::vector<std::vector<Known>> known;  ///< of each subject
  };
  /// The losses of all subjects of all audiences at some factors, as far as known.
  struct Bounds {
    std::vector<std::vector<Interval>> loss;
    std::vector<std::vector<char>> computed;
    bool estimated = false;
  };

  [[nodiscard]] Bounds bounds_at(const Squares& squares) const;
  void compute(Audience& audience, const NoiseFactors& factors, const std::vector<std::size_t>& subjects,
               std::vector<Interval>& losses, std::vector<char>& computed, bool& estimated);
  [[nodiscard]] bool compute_dense(Audience& audience, const Squares& squares, const std::vector<std::size_t>& subjects,
                                   std::vector<Interval>& losses);
  void add_tests(Audience& audience, const Squares& squares, const std::vector<std::size_t>& subjects,
                 std::vector<NoiseTest>& tests);
  void reduce(Audience& audience, const Squares& squares, std::size_t rank);
  [[nodiscard]] const DenseParts& parts_of(Audience& audience);
  [[nodiscard]] std::optional<LargestLoss> search(const NoiseFactors& factors, double most);
  [[nodiscard]] std::size_t usual_calls() const;
  void tell();

  Protocol protocol_;
  std::vector<Audience> audiences_;
  Execution execution_;
  std::size_t calls_ = 0;
  Stopwatch since_;
  bool keep_ = true;
  DenseParts scratch_;  ///< of an audience whose parts are not kept
};

}  // namespace hearsay::accounting
