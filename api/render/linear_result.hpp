// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <hearsay/accounting/linear/account.hpp>
#include <hearsay/core/bracket.hpp>
#include <hearsay/core/enclosure.hpp>
#include <hearsay/core/verdict.hpp>
#include <hearsay/graph/graph.hpp>
#include <hearsay/report/terminal_text.hpp>

namespace hearsay::api {

/// In which terms losses are said besides mu^2.
struct LinearTerms {
  accounting::Contributions contributions = accounting::Contributions::vectors;  ///< whose losses these are
  std::optional<double> delta;                                                   ///< epsilon at this delta
  std::optional<double> fpr;  ///< true positive rate of the best test at this false positive rate
};

/// The subject of a loss.
struct LinearSubject {
  enum class Kind {
    target,     ///< one node
    group,      ///< nodes that change together, with any signs
    direction,  ///< one fixed change
  };
  Kind kind = Kind::target;
  std::vector<std::pair<graph::Node, exact::Rational>> nodes;  ///< with the factors of a direction
};

/// The account of one view.
struct LinearView {
  std::vector<graph::Node> observers;
  std::vector<LinearSubject> subjects;
  accounting::LinearAccount account;  ///< its losses are the subjects'
};

/// How nodes stand in results: by the labels that the protocol gives them, or "0", "1", ...
class LinearNames {
 public:
  explicit LinearNames(const accounting::LinearModel& model);
  [[nodiscard]] nlohmann::ordered_json json(const std::vector<graph::Node>& nodes) const;
  [[nodiscard]] std::string text(graph::Node node) const;
  [[nodiscard]] graph::Node nodes() const { return nodes_; }
  /// The node of a label. @throws Error(Errc::unknown) naming `where`.
  [[nodiscard]] graph::Node node(const std::string& where, const std::string& label) const;
  /// The nodes of labels. @throws as node(); Error(Errc::domain) if one is named twice.
  [[nodiscard]] std::vector<graph::Node> nodes(const std::string& where, const std::vector<std::string>& labels) const;

 private:
  std::vector<std::string> labels_;  ///< empty: numbers
  graph::Node nodes_ = 0;
};

/// "target": 2, "group": [1, 2] or "direction": [[0, "1"], [2, "-1/3"]].
[[nodiscard]] nlohmann::ordered_json to_json(const LinearSubject& subject, const LinearNames& names);
/// "2", "group 1 2" or "direction".
[[nodiscard]] std::string words_of(const LinearSubject& subject, const LinearNames& names);

/// What holds where contributions depend on what was sent before.
[[nodiscard]] std::string adaptivity_words(const accounting::LinearModel& model);

/// "rows", "rank", "rank_proved", "reconstructible" of a view.
[[nodiscard]] nlohmann::ordered_json view_json(const LinearView& view, const LinearNames& names);

/// The entries of "losses" of a view.
[[nodiscard]] std::vector<nlohmann::ordered_json> losses_json(const LinearView& view,
                                                              const accounting::LinearModel& model,
                                                              const LinearTerms& terms, bool with_observer,
                                                              const LinearNames& names);

/// Vectors, unless the text says numbers.
[[nodiscard]] accounting::Contributions contributions_of(const std::string& text);
/// What losses of several rounds are about.
[[nodiscard]] std::string contributions_words(accounting::Contributions contributions);

/// The loss for such contributions, with a value where its ends are close; infinite if it is.
[[nodiscard]] Enclosure shown_loss(const accounting::LinearLoss& loss, accounting::Contributions contributions);

/// Epsilon at delta of an interval of losses; nothing if its upper end is infinite.
[[nodiscard]] std::optional<Bracket> epsilon_of(const accounting::Interval& loss, double delta);

/// holds: epsilon is at most `claimed` for every loss; refuted: it is larger for one; else inconclusive.
[[nodiscard]] Verdict judge_losses(const std::vector<LinearView>& views, const LinearTerms& terms, double claimed);

/// The largest losses of all views as a table.
[[nodiscard]] report::TerminalText losses_text(const std::vector<LinearView>& views, const LinearTerms& terms,
                                               const LinearNames& names);

}  // namespace hearsay::api
