// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/account_rumor_on_graph.hpp"

#include "api/render/reading.hpp"
#include "api/render/rumor_words.hpp"
#include "api/render/words.hpp"

namespace hearsay::api {

nlohmann::ordered_json to_json(const RumorOnGraphAnswer& answer, const Origin& origin) {
  auto parameters = rumor_graph_parameters(answer);
  parameters["epsilon"] = answer.question.at.epsilon;
  parameters["delta"] = number_or_null(answer.question.at.delta);
  auto result = envelope("account rumor", std::move(parameters), origin);
  add_rumor_losses(result, answer);
  result["epsilon"] = nullptr;
  if (answer.question.at.delta) {
    const auto epsilon = sender_ends_json(answer.epsilon());
    result["epsilon"] = answer.sampled() ? nlohmann::ordered_json{{"at_least", epsilon.at("lower")}}
                                         : nlohmann::ordered_json{{"exact", epsilon}};
  }
  result["timing"] = timing_json(origin);
  return result;
}

report::TerminalText text(const RumorOnGraphAnswer& answer) {
  auto text = reading_without_weights(answer.question.network).text();
  text += paragraph("{}; muting 0; {}", curious_words(answer), compared_words(answer));
  text += report::TerminalText::lines("\n");
  text += quantities_text(answer);
  text += report::TerminalText::lines("\n");
  text += losses_text(answer);
  text += paragraph("\n{}", columns_words(answer));
  return text;
}

}  // namespace hearsay::api
