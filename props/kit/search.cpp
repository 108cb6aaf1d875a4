// SPDX-License-Identifier: GPL-3.0-or-later
#include "props/kit/search.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace hearsay::props {

rc::Random search_random(random::Seed seed, std::string_view claim_id) {
  std::uint32_t hash = 2166136261u;  // FNV-1a: the claim's address
  for (const char c : claim_id) hash = (hash ^ static_cast<unsigned char>(c)) * 16777619u;
  random::Stream stream(seed, random::Purpose::search, 0, hash);
  return rc::Random(stream.word64());
}

std::string missed_quota(const SearchPlan& plan, const std::map<std::string, std::uint64_t>& seen) {
  for (const auto& [tag, percent] : plan.coverage) {
    const auto quota = static_cast<std::uint64_t>(std::ceil(percent * static_cast<double>(plan.cases) / 100.0));
    const auto found = seen.find(tag);
    const std::uint64_t count = found == seen.end() ? 0 : found->second;
    if (count < quota) return fmt::format("only {} cases were '{}', but {} are required", count, tag, quota);
  }
  return {};
}

run::Finding both(run::Finding a, const run::Finding& b) {
  a.verdict = merge(a.verdict, b.verdict);
  a.instances += b.instances;
  if (b.tightness) a.tightness = a.tightness ? std::min(*a.tightness, *b.tightness) : *b.tightness;
  if (b.slack) a.slack = a.slack ? std::min(*a.slack, *b.slack) : *b.slack;
  if (!a.witness) a.witness = b.witness;
  if (a.note.empty()) a.note = b.note;
  return a;
}

}  // namespace hearsay::props
