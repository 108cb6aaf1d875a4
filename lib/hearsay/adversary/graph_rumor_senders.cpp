// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/adversary/graph_rumor_senders.hpp>

#include <cstddef>
#include <cstdint>

#include <hearsay/core/error.hpp>

namespace hearsay::adversary {

void watch_honest_senders(protocol::GraphRumor& rumor, std::span<const char> curious, graph::Node source,
                          random::Words& words, std::span<graph::Node> seen, const Stop& stop) {
  if (seen.empty()) return;
  constexpr std::uint64_t between = 1ull << 22;
  std::size_t count = 0;
  std::uint64_t messages = 0;
  rumor.run(source, words, [&](graph::Node sender, graph::Node receiver) {
    if (curious[receiver] != 0 && curious[sender] == 0) seen[count++] = sender;
    if (++messages % between == 0 && stop && stop()) throw Interrupted();
    return count < seen.size();
  });
}

}  // namespace hearsay::adversary
