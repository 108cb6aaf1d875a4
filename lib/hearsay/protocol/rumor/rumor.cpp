// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/protocol/rumor/rumor.hpp>

#include <algorithm>
#include <bit>

#include <hearsay/core/error.hpp>
#include <hearsay/protocol/rumor/bit_coins.hpp>
#include <hearsay/protocol/rumor/tell.hpp>
#include <hearsay/system/memory.hpp>

namespace hearsay::protocol {

namespace {

void require_plain_push(const RumorRules& rules, std::string_view where) {
  require_valid(rules);
  if (rules.exchange != RumorRules::Exchange::push || rules.loss != 0.0 || rules.coin_flips != 0) {
    throw Error(Errc::domain, where, "supports only push without loss and coin flips; run_rumor supports every rule");
  }
}

}  // namespace

void require_valid(const RumorRules& rules) {
  require_between("rumor", "nodes", rules.nodes, 2, std::numeric_limits<std::uint32_t>::max());
  require_unit("rumor", "muting", rules.muting);
  require_unit("rumor", "loss", rules.loss);
  if (rules.delayed_start && rules.muting != 1.0) {
    throw Error(Errc::domain, "rumor", fmt::format("muting = {} must be 1 with a delayed start", rules.muting));
  }
}

AsynchronousRumor::AsynchronousRumor(const RumorRules& rules)
    : rules_(rules), stay_threshold_(random::coin_threshold(rules.muting)) {
  require_plain_push(rules, "AsynchronousRumor");
  if (rules.timing != RumorRules::Timing::asynchronous)
    throw Error(Errc::domain, "AsynchronousRumor", "the rules say synchronous");
  if (rules.nodes <= most_few) {
    few_senders_.resize(rules.nodes + 1ull);
  } else {
    senders_.reserve(rules.nodes + 1ull);
    prefer_huge_pages(senders_.data(), senders_.capacity() * sizeof(std::uint32_t));
    state_.reserve(rules.nodes);
    prefer_huge_pages(state_.data(), rules.nodes);
    senders_.resize(rules.nodes + 1ull);
  }
  state_.resize(rules.nodes);
  start(0);
}

void AsynchronousRumor::start(std::uint32_t source) {
  require_between("AsynchronousRumor", "source", source, 0, static_cast<std::int64_t>(rules_.nodes) - 1);
  std::ranges::fill(state_, uninformed_node);
  state_[source] = active_node;
  if (rules_.nodes <= most_few) {
    few_senders_[0] = static_cast<std::uint16_t>(source);
  } else {
    senders_[0] = source;
  }
  active_ = 1;
  uninformed_ = rules_.nodes - 1;
  messages_ = 0;
}

SynchronousRumor::SynchronousRumor(const RumorRules& rules)
    : rules_(rules),
      stay_threshold_(random::coin_threshold(rules.muting)),
      active_set_((rules.nodes + 63ull) / 64),
      informed_set_(active_set_.size()),
      told_(active_set_.size()) {
  require_plain_push(rules, "SynchronousRumor");
  if (rules.timing != RumorRules::Timing::synchronous)
    throw Error(Errc::domain, "SynchronousRumor", "the rules say asynchronous");
  if (rules.unending)
    throw Error(Errc::domain, "SynchronousRumor", "ends when every node is informed; run_rumor supports every rule");
  if (!rules.self_sends)
    throw Error(Errc::domain, "SynchronousRumor", "draws receivers from all nodes; run_rumor supports every rule");
  start(0);
}

void SynchronousRumor::start(std::uint32_t source) {
  require_between("SynchronousRumor", "source", source, 0, static_cast<std::int64_t>(rules_.nodes) - 1);
  std::ranges::fill(informed_set_, 0);
  std::ranges::fill(told_, 0);
  informed_set_[source / 64] |= 1ull << source % 64;
  active_list_.assign(1, source);
  listed_ = true;
  active_ = informed_ = 1;
  messages_ = rounds_ = 0;
}

bool SynchronousRumor::round(random::Words& words) {
  const bool few = active_ < rules_.nodes / 128;
  if (few && !listed_) make_list();
  messages_ += active_;
  if (few) {
    sparse_round(words);
  } else {
    dense_round(words);
  }
  ++rounds_;
  return informed_ == rules_.nodes;
}

void SynchronousRumor::make_list() {
  active_list_.clear();
  for (std::size_t k = 0; k < active_set_.size(); ++k) {
    for (std::uint64_t left = active_set_[k]; left != 0; left &= left - 1) {
      active_list_.push_back(static_cast<std::uint32_t>(64 * k) + static_cast<std::uint32_t>(std::countr_zero(left)));
    }
  }
  listed_ = true;
}

void SynchronousRumor::sparse_round(random::Words& words) {
  next_list_.clear();
  for (std::size_t k = 0; k < active_list_.size(); ++k) {
    const std::uint32_t told = words.below(rules_.nodes);
    const std::uint64_t bit = 1ull << told % 64;
    if ((told_[told / 64] & bit) != 0) continue;
    told_[told / 64] |= bit;
    next_list_.push_back(told);
    if ((informed_set_[told / 64] & bit) == 0) ++informed_;
    informed_set_[told / 64] |= bit;
  }
  const std::size_t told_count = next_list_.size();
  const bool first_delayed = rules_.delayed_start && rounds_ == 0;
  for (const std::uint32_t sender : active_list_) {
    const bool stays = !first_delayed && words.next() < stay_threshold_;
    if (stays && (told_[sender / 64] >> sender % 64 & 1) == 0) next_list_.push_back(sender);
  }
  for (std::size_t k = 0; k < told_count; ++k) told_[next_list_[k] / 64] = 0;
  active_list_.swap(next_list_);
  active_ = static_cast<std::uint32_t>(active_list_.size());
}

void SynchronousRumor::make_set() {
  std::ranges::fill(active_set_, 0);
  for (const std::uint32_t v : active_list_) active_set_[v / 64] |= 1ull << v % 64;
  listed_ = false;
}

void SynchronousRumor::dense_round(random::Words& words) {
  if (listed_) make_set();
  tell(told_, rules_.nodes, active_, words);
  if (rules_.delayed_start && rounds_ == 0) {
    std::ranges::fill(active_set_, 0);
  } else {
    thin(active_set_, stay_threshold_, words);
  }
  for (std::size_t k = 0; k < told_.size(); ++k) {
    active_set_[k] |= told_[k];
    informed_set_[k] |= told_[k];
    told_[k] = 0;
  }
  active_ = static_cast<std::uint32_t>(ones(active_set_));
  informed_ = static_cast<std::uint32_t>(ones(informed_set_));
}

namespace {

/// The state and the single steps of run_rumor.
class PlainRumor {
 public:
  PlainRumor(const RumorRules& rules, std::uint32_t source, random::Words& words, const RumorWatcher& watcher)
      : rules_(rules),
        words_(words),
        watcher_(watcher),
        stay_threshold_(random::coin_threshold(rules.muting)),
        loss_threshold_(random::coin_threshold(rules.loss)),
        informed_(rules.nodes, 0),
        active_(rules.nodes, 0),
        place_(rules.nodes, 0),
        flips_(rules.coin_flips == 0 ? 0 : rules.nodes, 0) {
    informed_[source] = 1;
    wake(source);
  }

  RumorOutcome run(std::uint64_t limit) {
    report_course();
    if (rules_.timing == RumorRules::Timing::asynchronous) {
      while (going(limit)) contact_any();
    } else {
      while (going(limit)) synchronous_round(limit);
    }
    outcome_.active = static_cast<std::uint32_t>(actives_.size());
    outcome_.stopped = (rules_.unending || outcome_.informed < rules_.nodes) && !actives_.empty();
    return outcome_;
  }

 private:
  using Exchange = RumorRules::Exchange;

  [[nodiscard]] bool going(std::uint64_t limit) const {
    return (rules_.unending || outcome_.informed < rules_.nodes) && !actives_.empty() && outcome_.messages < limit &&
           !stop_;
  }
  std::uint32_t partner_of(std::uint32_t caller) {
    if (rules_.self_sends) return words_.below(rules_.nodes);
    const std::uint32_t other = words_.below(rules_.nodes - 1);
    return other + (other >= caller ? 1u : 0u);
  }
  void wake(std::uint32_t v) {
    if (active_[v] != 0 || spent(v)) return;
    active_[v] = 1;
    place_[v] = static_cast<std::uint32_t>(actives_.size());
    actives_.push_back(v);
  }
  void mute(std::uint32_t v) {
    if (active_[v] == 0) return;
    active_[v] = 0;
    actives_[place_[v]] = actives_.back();
    place_[actives_.back()] = place_[v];
    actives_.pop_back();
  }
  [[nodiscard]] bool spent(std::uint32_t v) const { return rules_.coin_flips != 0 && flips_[v] >= rules_.coin_flips; }

  /// The sender's coin after an emission. @return true if it stays active.
  bool stays(std::uint32_t sender) {
    if (rules_.coin_flips != 0) ++flips_[sender];
    const bool coin = (!rules_.delayed_start || outcome_.messages > 1) && words_.next() < stay_threshold_;
    return coin && !spent(sender);
  }
  /// Counts and shows a message. @return true if it arrives.
  bool emit(std::uint32_t sender, std::uint32_t receiver) {
    const bool lost = loss_threshold_ != 0 && words_.next() < loss_threshold_;
    if (watcher_.message && !watcher_.message({outcome_.messages, sender, receiver, lost})) stop_ = true;
    ++outcome_.messages;
    return !lost;
  }
  void inform(std::uint32_t v) {
    if (informed_[v] == 0) ++outcome_.informed;
    informed_[v] = 1;
  }
  void report_course() {
    if (watcher_.course) watcher_.course(rounds_, static_cast<std::uint32_t>(actives_.size()), outcome_.informed);
    ++rounds_;
  }

  void contact_any() {
    const std::uint64_t before = outcome_.messages / rules_.nodes;
    const bool push_only = rules_.exchange == Exchange::push;
    const std::uint32_t caller =
        push_only ? actives_[words_.below(static_cast<std::uint32_t>(actives_.size()))] : words_.below(rules_.nodes);
    const std::uint32_t partner = partner_of(caller);
    const bool pushes = rules_.exchange != Exchange::pull && active_[caller] != 0;
    const bool pulls = rules_.exchange != Exchange::push && active_[partner] != 0;
    if (pushes) tell(caller, partner);
    if (pulls && !stop_ && !(pushes && caller == partner)) tell(partner, caller);
    if (outcome_.messages / rules_.nodes != before) report_course();
  }
  void tell(std::uint32_t sender, std::uint32_t receiver) {
    const bool arrives = emit(sender, receiver);
    if (!stays(sender)) mute(sender);
    if (!arrives) return;
    inform(receiver);
    wake(receiver);
  }

  void synchronous_round(std::uint64_t limit) {
    const std::vector<std::uint32_t> senders = actives_;
    const std::vector<char> was_active = active_;
    std::vector<std::uint32_t> told;
    const auto deliver = [&](std::uint32_t sender, std::uint32_t receiver) {
      if (outcome_.messages >= limit || stop_) return;
      if (emit(sender, receiver)) told.push_back(receiver);
      if (!stays(sender)) mute(sender);
    };
    if (rules_.exchange == Exchange::push) {
      for (const std::uint32_t sender : senders) deliver(sender, partner_of(sender));
    } else {
      for (std::uint32_t caller = 0; caller < rules_.nodes; ++caller) {
        const std::uint32_t partner = partner_of(caller);
        const bool pushes = rules_.exchange == Exchange::push_pull && was_active[caller] != 0;
        if (pushes) deliver(caller, partner);
        if (was_active[partner] != 0 && !(pushes && caller == partner)) deliver(partner, caller);
      }
    }
    for (const std::uint32_t v : told) {
      inform(v);
      wake(v);
    }
    ++outcome_.rounds;
    report_course();
  }

  const RumorRules& rules_;
  random::Words& words_;
  const RumorWatcher& watcher_;
  std::uint64_t stay_threshold_, loss_threshold_;
  std::vector<char> informed_, active_;
  std::vector<std::uint32_t> actives_, place_, flips_;
  RumorOutcome outcome_;
  std::uint64_t rounds_ = 0;
  bool stop_ = false;
};

}  // namespace

RumorOutcome run_rumor(const RumorRules& rules, std::uint32_t source, random::Words& words, std::uint64_t limit,
                       const RumorWatcher& watcher) {
  require_valid(rules);
  require_between("run_rumor", "source", source, 0, static_cast<std::int64_t>(rules.nodes) - 1);
  return PlainRumor(rules, source, words, watcher).run(limit);
}

}  // namespace hearsay::protocol
