// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/audit/protocol_audit.hpp>

#include <gtest/gtest.h>

namespace hearsay::audit {
namespace {

using accounting::Contributions;

/// Node 1 sends its value three times, behind noise of its own and one noise of all rounds: numbers lose 11/4, vectors
/// 3.
accounting::Protocol shared_noise() {
  return accounting::parse_protocol("test", R"({"format": "hearsay-protocol-1", "nodes": 2,
    "rounds": {"repeat": 3, "round": {"mix": {"matrix": [[0, 1], [0, 0]]}}},
    "noise": [{"kind": "node", "sigma": "1", "nodes": [1]},
              {"kind": "temporal", "matrix": [[1, 0, 0], [1, 0, 0], [1, 0, 0]]}],
    "view": {"observers": [0], "sees": "messages", "knows": "none"}})",
                                    ".");
}

TEST(ProtocolAudit, JudgesVectorsUnlessNumbersAreAskedFor) {
  const auto protocol = shared_noise();
  const std::vector<std::vector<graph::Node>> observers = {{0}};
  const std::vector<graph::Node> targets = {1};
  const auto verdict = [&](const std::string& promise, Contributions contributions) {
    return audit_protocol(protocol, parse_promise(promise), observers, targets, contributions, {}).verdict();
  };
  // Renyi of order 2 is mu^2.
  EXPECT_EQ(verdict("renyi(2) <= 2.75", Contributions::numbers), Verdict::holds);
  EXPECT_EQ(verdict("renyi(2) <= 2.74", Contributions::numbers), Verdict::refuted);
  EXPECT_EQ(verdict("renyi(2) <= 2.99", Contributions::vectors), Verdict::refuted);
  EXPECT_EQ(verdict("renyi(2) <= 3.001", Contributions::vectors), Verdict::holds);
}

}  // namespace
}  // namespace hearsay::audit
