// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/render/audit_words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include <hearsay/report/table.hpp>
#include "api/network/exact_gossip.hpp"
#include "api/render/words.hpp"

namespace hearsay::api {

namespace {

/// What stands before and behind the verdict in the words on it.
struct AroundVerdict {
  std::string before, behind;
};

AroundVerdict around_verdict(const AuditAnswer& answer) {
  const auto& result = answer.result;
  AroundVerdict words{.before = fmt::format("promise '{}': ", answer.question.promise.text), .behind = {}};
  if (answer.verdict == Verdict::holds && settled_by_local_level(answer.question)) {
    words.behind = ", by the noise of each node alone, whoever observes";
    if (answer.question.observers.greedy) return words;
  }
  words.behind += fmt::format("; {} of {} pairs break it", result.violations, result.pairs);
  if (result.undecided > 0) words.behind += fmt::format(", {} are undecided", result.undecided);
  if (answer.question.observers.greedy)
    words.behind +=
        fmt::format("; {} coalitions, grown greedily from every node, were tried, and other coalitions may learn more",
                    result.views - answer.question.observers.sets.size());
  if (!answer.complete) words.behind += "; cut short: the result is partial";
  return words;
}

}  // namespace

std::string_view interval_words(const AuditAnswer& answer) {
  return answer.question.noise.noisy() ? coarse_words : unproved_views_words;
}

std::string doubt_words(const AuditAnswer& answer) {
  const auto& result = answer.result;
  if (result.in_doubt == 0) return {};
  return fmt::format("losses of {} pair{} are intervals: {}", result.in_doubt, result.in_doubt == 1 ? "" : "s",
                     interval_words(answer));
}

/// What all coalitions of a size say about single nodes: whoever knows more learns no less. With all noise unknown a
/// coalition may learn less than one of its nodes, since messages between its nodes are not in its view.
std::string singles_words(const AuditAnswer& answer) {
  const auto& observers = answer.question.observers;
  if (observers.greedy || observers.singles || observers.size < 2) return {};
  if (answer.question.own_noise)
    return observers.size == 2 ? " (a pair includes its single nodes)" : " (fewer learn no more)";
  return " (without single nodes: each,coalitions:K adds them)";
}

std::string adversary_words(const AuditAnswer& answer) {
  const auto& observers = answer.question.observers;
  const std::string knowledge = answer.question.own_noise ? "own noise known" : "all noise unknown";
  switch (observers.kind) {
    case AuditedObservers::Kind::each:
      return fmt::format("each node alone, {}", knowledge);
    case AuditedObservers::Kind::coalitions:
      return fmt::format("{}{} {} nodes together{}, {}", observers.singles ? "each node alone and " : "",
                         observers.greedy ? "some coalitions of" : "any", observers.size, singles_words(answer),
                         knowledge);
    case AuditedObservers::Kind::nodes:
      break;
  }
  const auto list = label_list(answer.graph(), observers.sets.front());
  return observers.size == 1 ? fmt::format("node {}, {}", list, knowledge)
                             : fmt::format("nodes {} together, {}", list, knowledge);
}

std::string verdict_words(const AuditAnswer& answer) {
  const auto [before, behind] = around_verdict(answer);
  return fmt::format("{}{}{}", before, to_string(answer.verdict), behind);
}

report::TerminalText verdict_text(const AuditAnswer& answer) {
  const auto [before, behind] = around_verdict(answer);
  return report::terminal_text("{}{}{}", before, report::colored(answer.verdict), behind);
}

bool all_at_local_level(const AuditAnswer& answer) {
  const auto is_local = [](const audit::PairLoss& pair) {
    return pair.exact.lower >= 1.0 - audit::local_level_tolerance;
  };
  return !answer.question.scales && answer.result.at_local_level == answer.result.pairs &&
         std::ranges::all_of(answer.result.by_target, is_local);
}

std::string local_level_words(const AuditAnswer& answer) {
  const auto& question = answer.question;
  return fmt::format(
      "no amplification: in {} the loss is the local-DP level, as without gossip ({} {}); the JSON lists "
      "the nodes",
      answer.result.pairs == 1 ? std::string("the one pair") : fmt::format("all {} pairs", answer.result.pairs),
      to_string(question.promise.quantity), report::number_text_above(in_promised_unit(question, 1.0), 5));
}

std::size_t nodes_with_worst_loss(const AuditAnswer& answer) {
  const auto& worst = *answer.result.worst;
  return static_cast<std::size_t>(std::ranges::count_if(answer.result.by_target, [&](const audit::PairLoss& pair) {
    return pair.verdict == worst.verdict &&
           (pair.severity == worst.severity ||
            std::abs(pair.severity - worst.severity) <= audit::local_level_tolerance * worst.severity);
  }));
}

std::string worst_words(const AuditAnswer& answer) {
  const auto& worst = *answer.result.worst;
  const auto& question = answer.question;
  const auto& share = worst.judged(question.own_noise);
  const bool several = worst.observers.size() > 1;
  auto words =
      guess_words(answer.graph(), worst.observers, worst.target, share.mapped([&](double x) { return question.mu(x); }),
                  question.sensitivity_of(worst.target));
  if (share.in_doubt()) words += fmt::format(" (an interval: {})", interval_words(answer));
  if (const auto others = nodes_with_worst_loss(answer) - 1; others > 0)
    words += fmt::format("; {} other node{} as much", others, others == 1 ? " loses" : "s lose");
  if (question.promise.by_published()) {
    const auto ratio = share.mapped([&](double x) { return x / worst.published; });
    if (worst.published > 0.0)
      words += fmt::format(", and learn{} {} times what the published formula says", several ? "" : "s",
                           report::enclosure_text(ratio, 4));
    return words;
  }
  if (!answer.sigma_needed || *answer.sigma_needed == question.sigma.number) return words;
  const double sigma = *answer.sigma_needed;
  if (sigma == 0.0) {
    words += "; any sigma would meet the promise";
  } else if (sigma > question.sigma.number) {
    words += fmt::format("; sigma {} instead of {} would meet the promise", sigma, question.sigma.number);
  } else {
    words += fmt::format("; sigma {} would still meet the promise", sigma);
  }
  return words + (question.gap ? fmt::format(" after the same {} steps", *question.steps) : "");
}

ShareSummary summary_of(const AuditAnswer& answer, bool resolved) {
  ShareSummary summary;
  for (std::size_t i = 0; i < answer.result.by_target.size(); ++i) {
    const auto& pair = answer.result.by_target[i];
    summary.add(resolved ? answer.resolved[i] : pair.judged(answer.question.own_noise), pair.published);
  }
  return summary;
}

std::vector<std::string> summary_words(const AuditAnswer& answer) {
  const auto& noise = answer.question.noise;
  if (!noise.given()) return {};
  std::vector<std::string> words = {fmt::format("each node to its worst observers, as shares of the {}: {}",
                                                answer.question.scales ? "largest local loss" : "local loss",
                                                summary_of(answer, false).words(noise.words()))};
  if (!noise.rounded()) return words;
  words.push_back(summary_of(answer, true).words(noise.precision));
  words.push_back(fmt::format("resolved at {}: {}", noise.precision, resolved_words));
  return words;
}

}  // namespace hearsay::api
