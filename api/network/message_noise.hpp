// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include <hearsay/accounting/gossip/message_noise.hpp>

namespace hearsay::api {

/// `message_noise`, `precision` and `magnitude`. Standard deviations are in units of that of the noise that nodes add
/// once.
struct MessageNoise {
  double tau = 0.0;        ///< of the noise of the protocol on every message that is heard
  std::string precision;   ///< of the floating-point numbers that messages are; empty: not asked
  double magnitude = 1.0;  ///< of a message

  /// The protocol adds noise to messages.
  [[nodiscard]] bool noisy() const { return tau > 0.0; }
  [[nodiscard]] bool rounded() const { return !precision.empty(); }
  [[nodiscard]] bool given() const { return noisy() || rounded(); }
  /// What noise as large as the rounding errors comes to, together with that of the protocol. @pre rounded().
  [[nodiscard]] double resolution() const;
  /// "message noise 0.01", or "tau 0".
  [[nodiscard]] std::string words() const;
};

/// Refuses numbers outside their domain, and any number of steps.
/// @throws Error(Errc::domain); Error(Errc::conditions).
void require_message_noise(const MessageNoise& noise, const std::string& steps);

/// Adds "message_noise", "precision" and "magnitude" to the parameters of a result, where they are given.
void add_message_noise(nlohmann::ordered_json& parameters, const MessageNoise& noise);

/// The number of targets that lose nearly the local loss, and the mean, in units of the local loss.
struct ShareSummary {
  std::size_t targets = 0;
  std::size_t above = 0, perhaps_above = 0;  ///< nearly_all: for certain, and perhaps besides
  std::size_t more = 0, perhaps_more = 0;    ///< than the published formula says
  Enclosure mean;
  double published = 0.0;  ///< its mean

  static constexpr double nearly_all = 0.99;
  /// @param share  of a target; what it loses, and what is published.
  void add(const Enclosure& share, double published_share);
  /// "345 of 743 targets above 0.99 at float32 (mean 0.789 against 0.805 published); 101 lose more than ..."
  [[nodiscard]] std::string words(const std::string& at) const;
  [[nodiscard]] nlohmann::ordered_json json() const;
};

/// What stands wherever a column "resolved at" does.
inline constexpr std::string_view resolved_words =
    "the loss to a linear observer of rounded messages. Rounding is a function of the data, and no proof says that it "
    "hides anything, so this is no guarantee";

}  // namespace hearsay::api
