// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/adversary/graph_rumor_senders.hpp>

#include <cstddef>

namespace hearsay::adversary {

void watch_honest_senders(protocol::GraphRumor& rumor, std::span<const char> curious, graph::Node source,
                          random::Words& words, std::span<graph::Node> seen) {
  if (seen.empty()) return;
  std::size_t count = 0;
  rumor.run(source, words, [&](graph::Node sender, graph::Node receiver) {
    if (curious[receiver] != 0 && curious[sender] == 0) seen[count++] = sender;
    return count < seen.size();
  });
}

}  // namespace hearsay::adversary
