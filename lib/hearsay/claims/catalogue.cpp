// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/claims/catalogue.hpp>

#include <fmt/format.h>

#include <algorithm>

#include <hearsay/core/error.hpp>
#include <hearsay/core/nearest.hpp>

namespace hearsay::claims {

std::vector<const Claim*> catalogue() {
  std::vector<const Claim*> all;
  for (const auto paper : {dp(),
                           rumor(),
                           rumor_steps(),
                           rumor_sentences(),
                           walk(),
                           walk_rates(),
                           walk_descent(),
                           walk_spotted(),
                           graph_walk(),
                           view(),
                           muffliato(),
                           muffliato_random(),
                           muffliato_sgd(),
                           muffliato_steps(),
                           muffliato_code(),
                           stream(),
                           linear(),
                           factorization(),
                           correlated(),
                           reconstruction(),
                           network_shuffling(),
                           learning()}) {
    for (const auto& claim : paper) all.push_back(&claim);
  }
  return all;
}

const Claim* find(std::string_view id) {
  for (const auto* claim : catalogue()) {
    if (claim->id == id) return claim;
  }
  return nullptr;
}

bool glob_match(std::string_view pattern, std::string_view text) {
  std::size_t p = 0, t = 0, star = std::string_view::npos, resume = 0;
  while (t < text.size()) {
    if (p < pattern.size() && (pattern[p] == '?' || pattern[p] == text[t])) {
      ++p, ++t;
    } else if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      resume = t;
    } else if (star != std::string_view::npos) {
      p = star + 1;
      t = ++resume;
    } else {
      return false;
    }
  }
  return pattern.substr(p).find_first_not_of('*') == std::string_view::npos;
}

std::string nearest_claim(std::string_view pattern) {
  std::vector<std::string> names;
  for (const auto* claim : catalogue()) {
    names.emplace_back(claim->id);
    names.push_back(std::string(claim->id.substr(0, claim->id.find('.'))) + ".*");
  }
  return nearest(pattern, names);
}

std::vector<const Claim*> select(std::span<const std::string> patterns) {
  const auto all = catalogue();
  if (patterns.empty()) return all;
  for (const auto& pattern : patterns) {
    if (std::ranges::none_of(all, [&](const Claim* c) { return glob_match(pattern, c->id); })) {
      throw Error(Errc::unknown, "claims",
                  fmt::format("'{}' matches no claim; `hearsay claims` lists them{}", pattern,
                              did_you_mean(nearest_claim(pattern))));
    }
  }
  std::vector<const Claim*> chosen;
  for (const auto* claim : all) {
    if (std::ranges::any_of(patterns, [&](const auto& p) { return glob_match(p, claim->id); })) chosen.push_back(claim);
  }
  return chosen;
}

}  // namespace hearsay::claims
