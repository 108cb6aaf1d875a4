// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

#include <hearsay/accounting/token/realized.hpp>
#include <hearsay/protocol/rumor/rumor.hpp>
#include <hearsay/protocol/token/token.hpp>

namespace hearsay::api {

// What questions about simulations call the kinds of a protocol. All throw Error(Errc::unknown) for other names.

/// "counter", "distributed".
[[nodiscard]] protocol::RingNoise ring_noise_named(std::string_view name);
[[nodiscard]] std::string_view name_of(protocol::RingNoise noise);

/// "gaussian", "laplace".
[[nodiscard]] protocol::Perturb::Law law_named(std::string_view name);
[[nodiscard]] std::string_view name_of(protocol::Perturb::Law law);

/// "asynchronous", "synchronous".
[[nodiscard]] protocol::RumorRules::Timing timing_named(std::string_view name);
[[nodiscard]] std::string_view name_of(protocol::RumorRules::Timing timing);

/// "push", "pull", "push-pull".
[[nodiscard]] protocol::RumorRules::Exchange exchange_named(std::string_view name);
[[nodiscard]] std::string_view name_of(protocol::RumorRules::Exchange exchange);

/// "repaired", "published", "shuffled".
[[nodiscard]] accounting::CycleRule cycle_rule_named(std::string_view name);
[[nodiscard]] std::string_view name_of(accounting::CycleRule rule);

}  // namespace hearsay::api
