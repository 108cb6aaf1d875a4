// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/report/certificate/ring.hpp>

#include <optional>
#include <string>

#include <hearsay/exact/fraction.hpp>

namespace hearsay::report {

namespace {

using exact::Rational;

/// Whether each step adds noise: the counter of Algorithm 1 starts again at users - 1.
std::vector<bool> noisy_steps(std::int64_t users, std::int64_t rounds) {
  std::vector<bool> noisy;
  for (std::int64_t step = 0, left = 0; step < users * rounds; ++step) {
    noisy.push_back(left == 0);
    left = left == 0 ? users - 2 : left - 1;
  }
  return noisy;
}

/// Between two visits of the observer a value is seen: the target's contributions against the noise added. Nothing if
/// one is seen without noise.
std::optional<Rational> mean_square(const std::vector<bool>& noisy, std::int64_t users, std::int64_t observer,
                                    std::int64_t target, bool published) {
  Rational sum = 0;
  std::int64_t shift = 0, noise = 0;
  bool bare = false;
  const auto close = [&] {
    if (shift > 0 && noise == 0) bare = true;
    if (shift > 0 && noise > 0) sum += Rational(shift * shift, noise);
    shift = noise = 0;
  };
  for (std::size_t step = 0; step < noisy.size(); ++step) {
    const auto user = static_cast<std::int64_t>(step) % users + 1;
    if (user == observer) {
      close();
      continue;
    }
    shift += user == target ? 1 : 0;
    noise += noisy[step] ? 1 : 0;
  }
  if (published) close();
  return bare ? std::nullopt : std::optional(sum);
}

}  // namespace

std::vector<Certificate> ring_bounds(std::int64_t users, std::int64_t rounds) {
  const auto noisy = noisy_steps(users, rounds);
  std::int64_t events = 0;
  for (const bool step : noisy) events += step ? 1 : 0;
  const auto count = std::to_string(events);
  std::vector<Certificate> all;
  all.push_back({.kind = "ring",
                 .quantity = "noise_events",
                 .instance = {{"users", users}, {"rounds", rounds}},
                 .proves = {.lower = count, .upper = count}});
  for (const bool published : {false, true}) {
    auto& certificate = all.emplace_back(Certificate{.kind = "ring", .quantity = "mu2"});
    certificate.instance = {{"users", users},    {"rounds", rounds}, {"noise", "algorithm1"},
                            {"observer", users}, {"target", 1},      {"published", published}};
    if (const auto square = mean_square(noisy, users, users, 1, published)) {
      certificate.proves = {.lower = exact::to_string(*square), .upper = exact::to_string(*square)};
    } else {
      certificate.proves.lower = "inf";
    }
  }
  return all;
}

}  // namespace hearsay::report
