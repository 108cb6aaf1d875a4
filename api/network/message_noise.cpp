// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/network/message_noise.hpp"

#include <fmt/format.h>

#include <cmath>

#include <hearsay/core/error.hpp>
#include <hearsay/report/number_text.hpp>
#include "api/render/result.hpp"

namespace hearsay::api {

double MessageNoise::resolution() const { return accounting::resolution(precision, magnitude, tau); }

std::string MessageNoise::words() const { return noisy() ? fmt::format("message noise {}", tau) : "tau 0"; }

void require_message_noise(const MessageNoise& noise, const std::string& steps) {
  require_non_negative("`message_noise`", "TAU", noise.tau);
  require_positive("`magnitude`", "M", noise.magnitude);
  if (noise.given() && steps == "forever") {
    throw Error(Errc::conditions, noise.noisy() ? "`message_noise`" : "`precision`",
                "needs a number of steps, because the noise of infinitely many messages averages out");
  }
}

void add_message_noise(nlohmann::ordered_json& parameters, const MessageNoise& noise) {
  if (noise.noisy()) parameters["message_noise"] = noise.tau;
  if (!noise.rounded()) return;
  parameters["precision"] = noise.precision;
  parameters["magnitude"] = noise.magnitude;
}

void ShareSummary::add(const Enclosure& share, double published_share) {
  ++targets;
  const double least = share.value.value_or(share.lower), most = share.value.value_or(share.upper);
  if (least > nearly_all) {
    ++above;
  } else if (most > nearly_all) {
    ++perhaps_above;
  }
  constexpr double tolerance = 1e-9;
  if (least > published_share * (1.0 + tolerance)) {
    ++more;
  } else if (most > published_share * (1.0 + tolerance)) {
    ++perhaps_more;
  }
  const double n = static_cast<double>(targets);
  const auto into = [n](double& average, double x) { average += (x - average) / n; };
  into(mean.lower, share.lower);
  into(mean.upper, share.upper);
  mean.value = mean.value && share.value ? std::optional(*mean.value + (*share.value - *mean.value) / n) : std::nullopt;
  into(published, published_share);
}

std::string ShareSummary::words(const std::string& at) const {
  const auto perhaps = [](std::size_t count) {
    return count == 0 ? std::string() : fmt::format(" and perhaps {} more", count);
  };
  constexpr int digits = 3;
  auto text = fmt::format("{}{} of {} target{} above {} at {} (mean {}", above, perhaps(perhaps_above), targets,
                          targets == 1 ? "" : "s", nearly_all, at, report::enclosure_text(mean, digits));
  if (std::isnan(published)) return text + ")";
  text += fmt::format(" against {} published); {}{} lose{} more than the published formula says",
                      report::number_text(published, digits), more, perhaps(perhaps_more), more == 1 ? "s" : "");
  return text;
}

nlohmann::ordered_json ShareSummary::json() const {
  nlohmann::ordered_json result = {
      {"targets", targets}, {"nearly_all", nearly_all}, {"above", above}, {"perhaps_above", perhaps_above}};
  const bool known = !std::isnan(published);
  result["more_than_published"] = known ? nlohmann::ordered_json(more) : nlohmann::ordered_json(nullptr);
  result["perhaps_more_than_published"] =
      known ? nlohmann::ordered_json(perhaps_more) : nlohmann::ordered_json(nullptr);
  result["mean"] = {{"published", known ? nlohmann::ordered_json(published) : nlohmann::ordered_json(nullptr)}};
  add_enclosure(result["mean"], "exact", mean);
  return result;
}

}  // namespace hearsay::api
