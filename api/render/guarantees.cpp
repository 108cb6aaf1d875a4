// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/render/guarantees.hpp"

#include <fmt/format.h>

#include <cmath>
#include <utility>

#include <hearsay/report/number_text.hpp>
#include <hearsay/report/text_table.hpp>

namespace hearsay::api {

nlohmann::ordered_json to_json(const accounting::TokenQuestion& q) {
  return {{"users", q.users},
          {"steps", q.steps},
          {"epsilon", q.epsilon},
          {"delta", q.delta},
          {"delta_prime", q.delta_prime},
          {"delta_hat", q.delta_hat}};
}

nlohmann::ordered_json to_json(const accounting::Guarantee& g) {
  nlohmann::ordered_json result = {{"epsilon", nullptr}, {"delta", g.value.delta}, {"valid", g.valid}, {"why", g.why}};
  if (std::isfinite(g.value.epsilon)) result["epsilon"] = g.value.epsilon;
  return result;
}

nlohmann::ordered_json to_json(const accounting::LocalGuarantees& local) {
  auto result = to_json(local.best());
  result["methods"] = {{"plain", to_json(local.plain)},
                       {"advanced", to_json(local.advanced)},
                       {"optimal", to_json(local.optimal)},
                       {"gaussian", to_json(local.gaussian)}};
  return result;
}

report::TerminalText guarantees_text(const accounting::LocalGuarantees& local, const accounting::Guarantee& published,
                                     const accounting::Guarantee& repaired, const accounting::Guarantee& tight,
                                     const std::vector<NamedGuarantee>& further) {
  using Align = report::TextColumn::Align;
  report::TextTable table({{.title = "method", .align = Align::left},
                           {.title = "epsilon"},
                           {.title = "delta"},
                           {.title = "valid", .align = Align::left},
                           {.title = "why", .align = Align::left, .fit = report::Fit::wrap}});
  // Rounded up: what is promised may be copied.
  const auto row = [&](std::string_view name, const accounting::Guarantee& g) {
    table.row({std::string(name), report::number_text_above(g.value.epsilon, 8),
               report::number_text_above(g.value.delta, 6), g.valid ? "yes" : "no", g.why});
  };
  for (const auto* g : {&local.plain, &local.advanced, &local.optimal}) row("local", *g);
  if (local.gaussian.valid) row("local", local.gaussian);  // there is Gaussian noise
  row("published", published), row("repaired", repaired), row("tight", tight);
  for (const auto& [name, g] : further) row(name, g);
  return table.text(report::page_width, true);
}

}  // namespace hearsay::api
