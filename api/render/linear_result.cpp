// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/render/linear_result.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include <hearsay/core/error.hpp>
#include <hearsay/core/infinity.hpp>
#include <hearsay/divergence/gaussian.hpp>
#include <hearsay/exact/fraction.hpp>
#include <hearsay/report/number_text.hpp>
#include <hearsay/report/text_table.hpp>
#include "api/render/result.hpp"
#include "api/render/words.hpp"

namespace hearsay::api {

namespace {

using accounting::Contributions;
using accounting::LinearLoss;
using accounting::LinearModel;
using nlohmann::ordered_json;

constexpr std::size_t table_rows = 20;

ordered_json to_json(const accounting::Interval& bounds) {
  return {{"lower", number_or_infinite(bounds.lower)}, {"upper", number_or_infinite(bounds.upper)}};
}

ordered_json reconstructible_json(const accounting::LinearAccount& account, const LinearNames& names) {
  auto list = ordered_json::array();
  for (const auto input : *account.reconstructible) {
    const auto node = names.text(static_cast<graph::Node>(input % account.nodes));
    if (account.rounds == 1) {
      list.push_back(node);
    } else {
      list.push_back(ordered_json::array({node, input / account.nodes}));
    }
  }
  return list;
}

/// [{"row": "node 1 in round 0, step 0", "value": "2/3"}, ...].
template <class Words>
ordered_json vector_json(const accounting::LinearWitness::Vector& vector, std::string_view key, const Words& words) {
  auto list = ordered_json::array();
  for (const auto& [place, value] : vector) {
    ordered_json entry;
    entry[std::string(key)] = words(place);
    entry["value"] = exact::to_string(value);
    list.push_back(std::move(entry));
  }
  return list;
}

ordered_json witness_json(const accounting::LinearWitness& witness, const accounting::LinearAccount& account,
                          const LinearModel& model, const LinearNames& names) {
  const auto input = [&](std::size_t place) {
    return fmt::format("node {} in injection {}", names.text(static_cast<graph::Node>(place % account.nodes)),
                       place / account.nodes);
  };
  const auto row = [&](std::size_t place) { return accounting::row_words(account.row_names[place], place, model); };
  const auto noise = [&](std::size_t place) {
    return accounting::noise_words(account.noise_names[place], place, model);
  };
  return {{"d", vector_json(witness.change, "input", input)},
          {"z", vector_json(witness.noise, "noise", noise)},
          {"w", vector_json(witness.test, "row", row)}};
}

double mu_of(double loss) { return std::sqrt(loss); }

/// The best test's true positive rate of a loss.
double tpr_of(double loss, double fpr) {
  return std::isfinite(loss) ? divergence::gaussian_power(mu_of(loss), fpr) : 1.0;
}

/// Epsilon at the terms' delta.
Enclosure shown_epsilon(const LinearLoss& loss, const LinearTerms& terms) {
  const auto shown = shown_loss(loss, terms.contributions);
  const auto upper = [&](double x) {
    const auto epsilon = epsilon_of({.lower = x, .upper = x}, terms.delta.value());
    return epsilon ? epsilon->upper() : infinity;
  };
  auto result = shown.mapped(upper);
  if (const auto epsilon = epsilon_of({.lower = shown.lower, .upper = shown.lower}, terms.delta.value()))
    result.lower = epsilon->lower();
  return result;
}

ordered_json loss_json(const LinearLoss& loss, const LinearTerms& terms) {
  ordered_json entry = {{"private", loss.is_private}, {"loss", to_json(loss.loss)}};
  entry["loss"]["exact"] = !loss.is_private && loss.certified != accounting::Certified::estimate
                               ? ordered_json("infinite")
                           : loss.exact ? ordered_json(exact::to_string(*loss.exact))
                                        : ordered_json(nullptr);
  entry["vectors"] = to_json(loss.vectors);
  entry["constant"] = number_or_infinite(loss.constant);
  entry["sum_abs"] = number_or_infinite(loss.sum_abs);
  const auto shown = shown_loss(loss, terms.contributions);
  const auto add = [&](const std::string& key, const Enclosure& number) {
    entry[key] = number.value ? number_or_infinite(*number.value) : ordered_json(nullptr);
    if (number.in_doubt())
      entry[key + "_between"] = {{"lower", number_or_infinite(number.lower)},
                                 {"upper", number_or_infinite(number.upper)}};
  };
  add("mu", shown.mapped(mu_of));
  if (terms.delta) add("epsilon", shown_epsilon(loss, terms));
  if (terms.fpr) add("tpr", shown.mapped([&](double x) { return tpr_of(x, *terms.fpr); }));
  entry["rounds"] = loss.rounds;
  entry["signs"] = loss.signs;
  entry["certified"] = to_string(loss.certified);
  entry["why"] = loss.why.empty() ? ordered_json(nullptr) : ordered_json(loss.why);
  return entry;
}

/// Whether the rows determine every node's state at all times: contributions that depend on it depend on rows only.
bool every_state_is_seen(const accounting::Protocol& protocol) {
  using Kind = accounting::NoiseKind::Kind;
  const bool all = protocol.view.sees == accounting::ProtocolView::Sees::all && !protocol.view.first_step_only;
  const auto sends = [](const accounting::ProtocolRound& round) { return round.steps > 0; };
  const auto exact = [](const accounting::NoiseKind& noise) {
    return noise.kind != Kind::link && noise.kind != Kind::message;
  };
  return all && std::ranges::all_of(protocol.rounds, sends) && std::ranges::all_of(protocol.noise, exact);
}

/// A number of a loss, with a word where the loss is but an estimate.
std::string text_of(const Enclosure& number, const LinearLoss& loss) {
  constexpr int digits = 6;
  const auto text = report::enclosure_text(number, digits);
  const bool estimate = loss.certified == accounting::Certified::estimate && std::isfinite(number.upper);
  return estimate ? "about " + text : text;
}

/// The loss as a table shows it: a short fraction, a number, or an interval that can be seen.
std::string loss_text(const LinearLoss& loss, Contributions contributions) {
  constexpr std::size_t longest = 12;
  if (const auto& exact = loss.exact_of(contributions); exact && exact::to_string(*exact).size() <= longest)
    return exact::to_string(*exact);
  return text_of(shown_loss(loss, contributions), loss);
}

}  // namespace

LinearNames::LinearNames(const LinearModel& model) {
  if (const auto* protocol = std::get_if<accounting::Protocol>(&model)) {
    nodes_ = protocol->nodes;
    for (graph::Node v = 0; v < nodes_ && labels_.empty(); ++v) {
      if (protocol->labels[v] != std::to_string(v)) labels_ = protocol->labels;
    }
    return;
  }
  const auto& given = std::get<accounting::GivenMatrices>(model);
  nodes_ = static_cast<graph::Node>(given.signal.columns / given.rounds);
}

ordered_json LinearNames::json(const std::vector<graph::Node>& nodes) const {
  auto list = ordered_json::array();
  for (const auto node : nodes) list.push_back(text(node));
  return list;
}

std::string LinearNames::text(graph::Node node) const { return labels_.empty() ? std::to_string(node) : labels_[node]; }

graph::Node LinearNames::node(const std::string& where, const std::string& label) const {
  for (graph::Node v = 0; v < nodes_; ++v) {
    if (text(v) == label) return v;
  }
  throw Error(Errc::unknown, where,
              fmt::format("'{}' is not a node{}", label,
                          labels_.empty() && nodes_ > 0 ? fmt::format("; nodes are 0 to {}", nodes_ - 1) : ""));
}

std::vector<graph::Node> LinearNames::nodes(const std::string& where, const std::vector<std::string>& labels) const {
  std::vector<graph::Node> found;
  for (const auto& label : labels) {
    const auto v = node(where, label);
    if (std::ranges::count(found, v) > 0)
      throw Error(Errc::domain, where, fmt::format("node '{}' is given twice", label));
    found.push_back(v);
  }
  return found;
}

ordered_json to_json(const LinearSubject& subject, const LinearNames& names) {
  if (subject.kind == LinearSubject::Kind::target) return {{"target", names.text(subject.nodes.front().first)}};
  auto list = ordered_json::array();
  const bool group = subject.kind == LinearSubject::Kind::group;
  for (const auto& [node, factor] : subject.nodes) {
    const auto label = names.text(node);
    list.push_back(group ? ordered_json(label) : ordered_json::array({label, exact::to_string(factor)}));
  }
  return {{group ? "group" : "direction", list}};
}

std::string words_of(const LinearSubject& subject, const LinearNames& names) {
  if (subject.kind == LinearSubject::Kind::target) return names.text(subject.nodes.front().first);
  if (subject.kind == LinearSubject::Kind::direction) return "direction";
  std::string words = "group";
  for (const auto& member : subject.nodes) words += " " + names.text(member.first);
  return words;
}

std::string adaptivity_words(const LinearModel& model) {
  const auto* protocol = std::get_if<accounting::Protocol>(&model);
  if (protocol != nullptr && every_state_is_seen(*protocol))
    return "every state is seen before it is mixed, so contributions may depend on everything that was sent before, "
           "for example gradients at the nodes' own models";
  return "the losses hold for contributions that are functions of their node's data and of earlier rows of this view, "
         "in the order of time. They do not hold for gradients at models that the observers do not see. For these, "
         "enter linear ones as feedback, or use the view of all values";
}

ordered_json view_json(const LinearView& view, const LinearNames& names) {
  const auto& account = view.account;
  ordered_json result = {{"rows", account.rows},
                         {"rank", account.rank ? ordered_json(*account.rank) : ordered_json(nullptr)},
                         {"rank_proved", account.rank_proved}};
  if (account.reconstructible) {
    result["reconstructible"] = reconstructible_json(account, names);
    result["reconstructible_proved"] = account.reconstructible_proved;
  }
  return result;
}

std::vector<ordered_json> losses_json(const LinearView& view, const LinearModel& model, const LinearTerms& terms,
                                      bool with_observer, const LinearNames& names) {
  std::vector<ordered_json> list;
  for (std::size_t i = 0; i < view.subjects.size(); ++i) {
    ordered_json entry;
    if (with_observer) entry["observer"] = names.text(view.observers.front());
    entry.update(to_json(view.subjects[i], names));
    const auto& found = view.account.losses[i];
    entry.update(loss_json(found.loss, terms));
    if (found.witness) entry["witness"] = witness_json(*found.witness, view.account, model, names);
    list.push_back(std::move(entry));
  }
  return list;
}

Contributions contributions_of(const std::string& text) {
  return text == "numbers" ? Contributions::numbers : Contributions::vectors;
}

std::string contributions_words(Contributions contributions) {
  return contributions == Contributions::vectors
             ? "contributions are vectors that change by at most 1 in the Euclidean norm"
             : "contributions are numbers that change by at most 1; vectors may have a larger loss";
}

Enclosure shown_loss(const LinearLoss& loss, Contributions contributions) {
  constexpr double close = 1e-6;  // relative
  const auto& [lower, upper] = loss.of(contributions);
  if (const auto& exact = loss.exact_of(contributions); exact && loss.is_private)
    return Enclosure::known(exact::to_double(*exact));
  const bool known = lower == upper || upper - lower <= close * upper;
  return {.lower = lower, .upper = upper, .value = known ? std::optional(upper) : std::nullopt};
}

std::optional<Bracket> epsilon_of(const accounting::Interval& loss, double delta) {
  if (!std::isfinite(loss.upper)) return std::nullopt;
  constexpr double rounding = 1e-15;
  const double low = divergence::gaussian_epsilon(std::sqrt(loss.lower) * (1.0 - rounding), delta).lower();
  const double high = divergence::gaussian_epsilon(std::sqrt(loss.upper) * (1.0 + rounding), delta).upper();
  return Bracket(low, 0.5 * (low + high), high);
}

Verdict judge_losses(const std::vector<LinearView>& views, const LinearTerms& terms, double claimed) {
  auto verdict = Verdict::holds;
  for (const auto& view : views) {
    for (const auto& found : view.account.losses) {
      const auto& loss = found.loss;
      const bool proved = loss.certified != accounting::Certified::estimate;
      const auto epsilon = epsilon_of(loss.of(terms.contributions), terms.delta.value());
      const bool larger = epsilon ? epsilon->lower() > claimed : !loss.is_private;
      if (larger && proved) return Verdict::refuted;
      if (!epsilon || epsilon->upper() > claimed || !proved) verdict = Verdict::inconclusive;
    }
  }
  return verdict;
}

report::TerminalText losses_text(const std::vector<LinearView>& views, const LinearTerms& terms,
                                 const LinearNames& names) {
  std::vector<std::pair<const LinearView*, std::size_t>> all;
  for (const auto& view : views) {
    for (std::size_t i = 0; i < view.subjects.size(); ++i) all.emplace_back(&view, i);
  }
  const auto upper = [&](const auto& entry) {
    return entry.first->account.losses[entry.second].loss.of(terms.contributions).upper;
  };
  std::ranges::stable_sort(all, std::ranges::greater(), upper);
  std::vector<report::TextColumn> columns;
  if (views.size() > 1) columns.push_back({.title = "observer", .fit = report::Fit::cut});
  columns.insert(
      columns.end(),
      {{.title = "whose", .fit = report::Fit::cut}, {.title = "numbers"}, {.title = "vectors"}, {.title = "mu"}});
  if (terms.delta) columns.push_back({.title = "epsilon"});
  if (terms.fpr) columns.push_back({.title = "tpr"});
  columns.push_back({.title = "certified"});
  report::TextTable table(std::move(columns));
  for (std::size_t i = 0; i < std::min(all.size(), table_rows); ++i) {
    const auto& [view, place] = all[i];
    const auto& loss = view->account.losses[place].loss;
    const auto shown = shown_loss(loss, terms.contributions);
    std::vector<report::TerminalText> cells;
    if (views.size() > 1) cells.push_back(names.text(view->observers.front()));
    cells.insert(cells.end(), {words_of(view->subjects[place], names), loss_text(loss, Contributions::numbers),
                               loss_text(loss, Contributions::vectors), text_of(shown.mapped(mu_of), loss)});
    if (terms.delta) cells.push_back(text_of(shown_epsilon(loss, terms), loss));
    if (terms.fpr) cells.push_back(text_of(shown.mapped([&](double x) { return tpr_of(x, *terms.fpr); }), loss));
    cells.push_back(to_string(loss.certified));
    table.row(std::move(cells));
  }
  auto text = table.text(report::page_width, true);
  if (all.size() > table_rows)
    text += report::terminal_text("... {} more, none larger; the JSON lists all\n", all.size() - table_rows);
  return text;
}

}  // namespace hearsay::api
