// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include <hearsay/accounting/token/walk/pass_laws.hpp>

namespace hearsay::accounting {

/// A series of numbers that are at least `lower` and at most `upper`, by the hidden steps of a gap.
struct SeriesEnds {
  std::vector<double> lower, upper;
};

/// What the gaps of one start and one end tell of the target, each gap weighted by its chance.
struct GapMoments {
  SeriesEnds limit;   ///< E[k | m]^2 / m, or E[k^2 | m] / m, as WalkGap::limit
  SeriesEnds excess;  ///< as WalkGap::second_moment of e^(scale j k / m) - 1 in place of e^(scale j k / m)
};

/// Collects GapMoments from what PassLaws::each visits.
///
/// Up to some thousands of hidden steps all k are kept and summed. Beyond, e^x - 1 is a Taylor polynomial in x of which
/// the moments E k^i are kept, with a bound on the rest.
class MomentCollector {
 public:
  /// @param scale  mu^2, or with known passes a (a - 1) / 2 mu^2 for the order a: >= 0, finite.
  MomentCollector(const SeenWalk& walk, const PassLaws& laws, std::size_t start, std::size_t end, OtherData others,
                  double scale);

  void add(const PassLaws::Passes& passes);
  /// @pre all passes were added.
  [[nodiscard]] GapMoments result() const;

 private:
  static constexpr int powers = 9;

  void sum_dense(GapMoments& found) const;
  void sum_series(GapMoments& found) const;
  /// For a range of hidden steps, at least what passes beyond PassLaws::most() add to the excess of a gap.
  struct Rest {
    HiddenRange range;
    double hidden = 0.0, known = 0.0;  ///< if the passes are hidden, or known
    double all = 0.0;                  ///< at least the excess with known passes, of all passes
    std::vector<double> caps;          ///< [k]: at least P(m, k), if asked for
  };
  [[nodiscard]] Rest rest_from(std::int64_t least, std::int64_t last, bool with_caps) const;
  /// sum of k^power P(m, k), k <= PassLaws::most(). @pre m > dense_.
  [[nodiscard]] double moment(int power, std::int64_t m, bool upper) const;
  /// The excess by these moments.
  [[nodiscard]] double taylor(std::int64_t m, bool upper, bool hidden) const;
  /// Of hidden passes, which tell at most what known ones do.
  void set(std::vector<double>& series, std::size_t at, double hidden, double known, bool upper, double divisor) const;
  [[nodiscard]] double chance(std::int64_t hidden, bool upper) const;
  [[nodiscard]] bool hides() const { return others_ != OtherData::anything; }

  const SeenWalk* walk_;
  const PassLaws* laws_;
  std::size_t start_, end_;
  OtherData others_;
  double scale_;
  std::int64_t dense_;                        ///< hidden steps up to which passes are kept
  std::vector<std::vector<double>> kept_;     ///< [k][m]
  std::vector<double> widths_;                ///< [k], beyond PassLaws::exact()
  std::vector<std::vector<double>> moments_;  ///< [i][m]: sum of k^i P(m, k), for m > dense_
  std::vector<double> errors_;                ///< [i]: of these
};

}  // namespace hearsay::accounting
