// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/mechanism/subsampling.hpp>

#include <set>

#include <hearsay/core/error.hpp>

namespace hearsay::mechanism {

std::vector<std::uint64_t> sample_poisson(std::uint64_t n, double rate, random::Stream& stream) {
  require_unit("sample_poisson", "rate", rate);
  std::vector<std::uint64_t> kept;
  if (rate == 0.0) return kept;
  for (std::uint64_t next = 0;;) {
    const std::uint64_t gap = stream.geometric(rate);
    if (gap >= n - next) return kept;
    next += gap;
    kept.push_back(next);
    if (++next == n) return kept;
  }
}

std::vector<std::uint64_t> sample_without_replacement(std::uint64_t m, std::uint64_t n, random::Stream& stream) {
  if (m > n)
    throw Error(Errc::domain, "sample_without_replacement", fmt::format("m = {} must be at most n = {}", m, n));
  std::set<std::uint64_t> chosen;
  for (std::uint64_t last = n - m; last < n; ++last) {
    const std::uint64_t candidate = stream.below(last + 1);
    if (!chosen.insert(candidate).second) chosen.insert(last);
  }
  return {chosen.begin(), chosen.end()};
}

std::vector<std::uint64_t> sample_with_replacement(std::uint64_t m, std::uint64_t n, random::Stream& stream) {
  if (n == 0 && m > 0)
    throw Error(Errc::domain, "sample_with_replacement", fmt::format("n = 0 must be >= 1 to draw m = {}", m));
  std::vector<std::uint64_t> drawn(m);
  for (auto& index : drawn) index = stream.below(n);
  return drawn;
}

}  // namespace hearsay::mechanism
