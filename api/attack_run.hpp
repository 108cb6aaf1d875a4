// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <hearsay/core/error.hpp>
#include <hearsay/system/execution.hpp>
#include "empirical/attack/anytime.hpp"

namespace hearsay::api {

/// The state from which an attack continues, and the callback that keeps its state for a later run.
struct Continuation {
  std::optional<nlohmann::ordered_json> state = std::nullopt;  ///< kept by an earlier run; nothing: from the beginning
  std::string name = "`state`";                                ///< of the state, for errors: a file's
  /// Called with the state during the attack and at its end, so that a later run can continue. Empty: the state is not
  /// kept.
  std::function<void(const nlohmann::ordered_json& state)> keep = {};
};

/// What a run must share with the one that it goes on from: {"command", "parameters", "seed"}.
/// @param parameters  of the result, without those in which the runs may differ.
[[nodiscard]] nlohmann::ordered_json run_identity(std::string_view command, nlohmann::ordered_json parameters,
                                                  random::Seed seed);

/// Refuses a part of a state that contradicts another. @throws Error(Errc::syntax).
inline void require_sound(bool sound) {
  if (!sound) throw Error(Errc::syntax, "`state`", "");
}

/// A whole number >= 0 of a state. @throws Error(Errc::syntax).
[[nodiscard]] std::uint64_t whole_number(const nlohmann::ordered_json& number);

/// The state that was kept, as `read` reads it. @pre from.state.
/// @param run  its identity.
/// @throws Error(Errc::conditions) if it belongs to another run; Error(Errc::syntax) if `read` throws that or
/// nlohmann::json::exception.
template <class Read>
[[nodiscard]] auto restored(const Continuation& from, const nlohmann::ordered_json& run, const Read& read) {
  const auto& stored = from.state.value();
  try {
    if (stored.at("attack") != run)
      throw Error(Errc::conditions, from.name, "belongs to a run with a different command, parameters or seed");
    return read(stored);
  } catch (const nlohmann::json::exception&) {
  } catch (const Error& error) {
    if (error.code() != Errc::syntax) throw;
  }
  throw Error(Errc::syntax, from.name, "is not a state written by `resume`");
}

/// Says when so much time has passed, again and again.
class Interval {
 public:
  explicit Interval(std::chrono::seconds length) : length_(length) {}
  [[nodiscard]] bool passed() {
    const auto now = std::chrono::steady_clock::now();
    if (now - last_ < length_) return false;
    last_ = now;
    return true;
  }

 private:
  std::chrono::seconds length_;
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

/// An attack that may stop at any time.
struct AnytimeRun {
  nlohmann::ordered_json identity;
  std::uint64_t runs = 0;  ///< asked for
  std::size_t events = 1;  ///< that it counts: the length of a state's `hits`
  std::uint64_t unit = 1;  ///< replicates that are drawn together: a state's runs are a multiple of it
};

/// The state to go on from. @throws as restored().
[[nodiscard]] empirical::AnytimeState anytime_state(const Continuation& from, const AnytimeRun& run);

/// The state as it is kept.
[[nodiscard]] nlohmann::ordered_json to_json(const nlohmann::ordered_json& identity,
                                             const empirical::AnytimeState& state);

/// Reports the progress, and once a second the state. Empty if there is no receiver for either. @pre both outlive it.
[[nodiscard]] empirical::AnytimeWatch anytime_watch(const Continuation& continuation, const AnytimeRun& run,
                                                    const Progress& progress);

/// Makes the attack from the state to go on from, and has the state kept in which it ends.
/// @param attack  of (AnytimeState, AnytimeWatch); what it finds has a `state`.
/// @throws as anytime_state; what `attack` and `keep` throw.
template <class Attack>
[[nodiscard]] auto attack_anytime(const Continuation& continuation, const AnytimeRun& run, const Execution& execution,
                                  const Attack& attack) {
  auto from = anytime_state(continuation, run);
  auto found = attack(std::move(from), anytime_watch(continuation, run, execution.progress));
  if (continuation.keep) continuation.keep(to_json(run.identity, found.state));
  return found;
}

}  // namespace hearsay::api
