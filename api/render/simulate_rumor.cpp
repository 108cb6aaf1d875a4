// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/simulate_rumor.hpp"

#include <algorithm>
#include <string>

#include <hearsay/report/probability.hpp>
#include <hearsay/report/text_table.hpp>
#include "api/render/runs.hpp"
#include "api/render/words.hpp"
#include "api/simulation_names.hpp"

namespace hearsay::api {

namespace {

nlohmann::ordered_json to_json(const simulation::Quantiles& q) {
  return {{"q10", q.low}, {"q50", q.median}, {"q90", q.high}};
}

nlohmann::ordered_json parameters_json(const SimulateRumorQuestion& q) {
  return {{"nodes", q.nodes},
          {"muting", q.muting},
          {"timing", name_of(q.timing)},
          {"exchange", name_of(q.exchange)},
          {"self_sends", q.self_sends},
          {"delayed_start", q.delayed_start},
          {"counts", q.counts},
          {"loss", q.loss},
          {"coin_flips", q.coin_flips},
          {"runs", q.runs},
          {"rounds", q.rounds}};
}

}  // namespace

nlohmann::ordered_json to_json(const SimulateRumorAnswer& answer, const Origin& origin) {
  const auto& course = answer.course;
  auto rounds = nlohmann::ordered_json::array();
  for (std::size_t t = 0; t < course.rounds.size(); ++t) {
    rounds.push_back(
        {{"round", t}, {"informed", to_json(course.rounds[t].informed)}, {"active", to_json(course.rounds[t].active)}});
  }
  auto result = envelope("simulate rumor", parameters_json(answer.question), origin);
  result.update({{"complete", course.complete},
                 {"messages", to_json(course.messages)},
                 {"rounds_needed", to_json(course.spreading_rounds)},
                 {"course", rounds},
                 {"timing", {{"seconds", origin.seconds}}}});
  add_partial(result, answer.runs);
  return result;
}

report::TerminalText text(const SimulateRumorAnswer& answer) {
  const auto& course = answer.course;
  const bool synchronous = answer.question.timing == protocol::RumorRules::Timing::synchronous;
  report::TextTable table({{.title = synchronous ? "round" : "messages\nper node"},
                           {.title = "informed\n10 %"},
                           {.title = "informed\nmedian"},
                           {.title = "informed\n90 %"},
                           {.title = "active\n10 %"},
                           {.title = "active\nmedian"},
                           {.title = "active\n90 %"}});
  const auto share = [](double x) { return report::share_text(x, 6); };
  const std::size_t step = std::max<std::size_t>(1, course.rounds.size() / 25);
  for (std::size_t t = 0; t < course.rounds.size(); ++t) {
    if (t % step != 0 && t + 1 != course.rounds.size()) continue;
    const auto& r = course.rounds[t];
    table.row({std::to_string(t), share(r.informed.low), share(r.informed.median), share(r.informed.high),
               share(r.active.low), share(r.active.median), share(r.active.high)});
  }
  return table.text(report::page_width, true) +
         paragraph("all nodes informed in {} of {} runs; messages: median {:.0f}, 10 % {:.0f}, 90 % {:.0f}",
                   course.complete, course.runs, course.messages.median, course.messages.low, course.messages.high);
}

}  // namespace hearsay::api
