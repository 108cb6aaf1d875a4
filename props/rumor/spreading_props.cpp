// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>

#include <hearsay/accounting/rumor/chain.hpp>
#include "props/kit/sweep.hpp"
#include "props/kit/witness.hpp"
#include "props/rumor/rumor_props.hpp"

namespace hearsay::props {

namespace {

using accounting::Rational;
using run::Context;
using run::Finding;

/// More than 2 n ln n messages are needed with probability at most 1/n.
Finding messages_tail(const Context& context) {
  std::vector<std::uint64_t> sizes;
  for (std::uint64_t n = 2; n <= context.pick<std::uint64_t>(110, 200, 1'000); ++n) sizes.push_back(n);
  const auto tail = [](std::uint64_t n) {
    const auto messages = static_cast<std::uint64_t>(2.0 * static_cast<double>(n) * std::log(static_cast<double>(n)));
    return 1.0 - accounting::rumor_messages_cdf(n, messages);
  };
  const auto result = sweep(sizes, [&](std::uint64_t n) { return at_most(tail(n), 1.0 / static_cast<double>(n)); });
  return conclude_uncertified(result, [&](std::uint64_t n) { return fmt::format("n = {}: {}", n, tail(n)); });
}

/// Asynchronous messages of which a share is lost, by the number of active nodes.
struct Lossy {
  int nodes;
  double muting, loss;
  [[nodiscard]] double up(int active) const { return (1.0 - loss) * muting * (nodes - active) / nodes; }
  [[nodiscard]] double down(int active) const {
    return (1.0 - muting) * (loss + (1.0 - loss) * (active - 1.0) / nodes);
  }
  /// Where up and down balance, but for terms of order 1.
  [[nodiscard]] int plateau() const { return static_cast<int>(std::ceil(nodes * (muting - loss) / (1.0 - loss))); }
  /// P(nobody is active after messages() messages or before | `start` active).
  [[nodiscard]] double dies(int start) const {
    std::vector<double> law(static_cast<std::size_t>(nodes) + 1, 0.0);
    law[static_cast<std::size_t>(start)] = 1.0;
    for (int m = 0; m < messages(); ++m) {
      std::vector<double> next(law.size(), 0.0);
      next[0] = law[0];
      for (int a = 1; a <= nodes; ++a) {
        const auto at = static_cast<std::size_t>(a);
        const double rises = up(a), falls = down(a);
        next[at] += law[at] * (1.0 - rises - falls);
        next[at - 1] += law[at] * falls;
        if (a < nodes) next[at + 1] += law[at] * rises;
      }
      law = std::move(next);
    }
    return law[0];
  }
  /// Twice the messages that inform everyone with probability 1 - 1/n if none is lost, as many as arrive.
  [[nodiscard]] int messages() const { return static_cast<int>(2.0 * nodes * std::log(nodes) / (1.0 - loss)); }
};

/// At s = 0 a loss ends it; with s larger than the loss by a quarter (an eighth at n = 512) it dies with probability
/// at most 1/n, with s no larger it dies.
Finding loss(const Context& context) {
  std::vector<Lossy> all;
  for (const int n : context.pick<std::vector<int>>({64, 96, 128}, {64, 80, 96, 112, 128, 192}, {64, 128, 256, 512})) {
    for (int s = 3; s <= 8; ++s) {
      for (int l = 1; l <= s - 2; ++l) all.push_back({n, s / 8.0, l / 8.0});
    }
  }
  for (const int l : {1, 4, 7}) all.push_back({512, (l + 1) / 8.0, l / 8.0});
  for (const int n : {64, 128}) {
    for (int l = 1; l <= 7; ++l) all.push_back({n, l / 8.0, l / 8.0});
  }
  const auto result = sweep(all, [](const Lossy& x) {
    const Lossy silent{x.nodes, 0.0, x.loss};
    if (x.muting == x.loss) return at_most(0.99, x.dies(x.nodes / 4));
    return worse(at_most(x.dies(x.plateau()), 1.0 / x.nodes), decided(silent.down(1) == x.loss && silent.up(1) == 0.0));
  });
  return conclude_uncertified(
      result, [](const Lossy& x) { return fmt::format("n = {}, s = {}, loss {}", x.nodes, x.muting, x.loss); });
}

/// The mean of the next round keeps a share of active nodes between s and 2 s, at n = 2^16.
Finding plateau(const Context&) {
  constexpr double nodes = 65536.0;
  std::vector<double> mutings;
  for (int k = 10; k <= 200; ++k) mutings.push_back(k / 200.0);
  const auto next = [](double share, double s) { return accounting::rumor_active_next(nodes, share * nodes, s); };
  const auto result = sweep(mutings, [&](double s) {
    const double twice = std::min(1.0, 2.0 * s);
    return worse(at_most(s, next(s, s)), at_most(next(twice, s), twice));
  });
  return conclude_uncertified(result, [](double s) { return fmt::format("s = {}", s); });
}

/// Without collisions a round multiplies the mean by 1 + s: in 1/s rounds by a factor from 2 to e.
Finding doubling(const Context&) {
  std::vector<int> all;
  for (int m = 1; m <= 150; ++m) all.push_back(m);
  const auto factor = [](int m) {
    Rational product = 1;
    for (int round = 0; round < m; ++round) product *= 1 + Rational(1, m);
    return product;
  };
  const Rational e_below(2718281828, 1000000000);
  const auto result =
      sweep(all, [&](int m) { return worse(at_most(Rational(2), factor(m)), decided(factor(m) <= e_below)); });
  return conclude(result, [&](int m) {
    return compared_exactly({{"muting", Rational(1, m).str()}}, {"from 2 to e", factor(m).str()});
  });
}

}  // namespace

void register_rumor_spreading(run::Registry& registry) {
  registry.add("rumor.messages.tail", messages_tail);
  registry.add("rumor.loss", loss);
  registry.add("rumor.plateau", plateau);
  registry.add("rumor.doubling", doubling);
}

}  // namespace hearsay::props
