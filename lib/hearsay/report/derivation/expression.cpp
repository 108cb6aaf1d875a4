// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include <hearsay/report/derivation/draft.hpp>

namespace hearsay::report {

using exact::Rational;
using nlohmann::ordered_json;

Draft derive_expression(const ordered_json& certificate, const ordered_json& row) {
  Draft draft;
  std::string words;
  for (const auto& [name, text] : certificate.at("instance").items()) {
    draft.variables[name] = fraction(text);
    words += fmt::format("{}{} = {}", words.empty() ? "" : ", ", name, number_of(fraction(text)));
  }
  draft.say("Instance: " + words + ".");
  const auto definitions = row.value("let", ordered_json::array());
  for (const auto& pair : definitions) {
    const auto name = pair.at(0).get<std::string>();
    const auto value = value_of(pair.at(1), draft.variables);
    draft.write(name, {{"=", formula_text(pair.at(1))}, {"=", number_of(value)}});
    draft.variables[name] = value;
  }
  const bool below = row.contains("value_is");
  evaluate_in_steps(draft, below ? "value (a lower bound)" : "value", row.at("value"), draft.variables);
  draft.lower = value_of(row.at("value"), draft.variables);
  if (!below) draft.upper = draft.lower;
  return draft;
}

Draft derive_sample(const ordered_json& certificate, const ordered_json&) {
  Draft draft;
  const auto& i = certificate.at("instance");
  const auto graphs = i.at("graphs").get<long>();
  const auto& nodes = certificate.at("evidence").at("nodes");
  const auto shown = std::ranges::count_if(nodes, [](const ordered_json& x) { return !x.is_null(); });
  draft.say(
      fmt::format("Instance: {} Erdos-Renyi graphs of {} nodes, p = {}, Metropolis weights, drawn from a hash of the "
                  "claim's name.",
                  graphs, i.at("nodes").get<long>(), number_of(fraction(i.at("p")))));
  std::string words;
  for (std::size_t j = 0; j < std::min(nodes.size(), std::size_t{20}); ++j)
    words += fmt::format("{}{}", words.empty() ? "" : ", ",
                         nodes[j].is_null() ? "none" : std::to_string(nodes[j].get<long>()));
  draft.say(
      fmt::format("A node v with n (1 - W_vv)/(n - 1) < 1/2 shows that the gap of its graph is below 1/2. {} of the "
                  "graphs have one; in order: {}{}.",
                  shown, words, nodes.size() > 20 ? ", ..." : ""));
  draft.say("Were the gap at least 1/2 with probability 1/2, so many graphs would show it with probability at most:");
  Values& v = draft.variables;
  v["n"] = Rational(i.at("nodes").get<long>()), v["graphs"] = Rational(graphs),
  v["shown"] = Rational(static_cast<long>(shown));
  const ordered_json p = {"/", {"sum", "k", "shown", "graphs", {"choose", "graphs", "k"}}, {"^", "2", "graphs"}};
  evaluate_in_steps(draft, "p-value", p, v);
  draft.lower = draft.upper = value_of(p, v);
  return draft;
}

}  // namespace hearsay::report
