#include <cmath>

#include "props/rumor_props.hpp"
#include <hearsay/accounting/rumor_bounds.hpp>
#include <hearsay/accounting/rumor_chain.hpp>

namespace hearsay::props {

namespace {

using accounting::RumorEnd;
using accounting::RumorLabel;
using accounting::RumorLaw;
using accounting::rumor_world;
using run::Context;
using run::Finding;
using Vector = std::vector<double>;

/// Theorem 10 at one world. Every transcript of non-suspects is followed up to a length; then a suspect is seen. If from
/// there p(transcript, state | that suspect) >= p(transcript, state | any other) in every hidden state, it stays a best guess
/// for every continuation, because the future depends on the state alone. Else the continuations are followed.
class FirstSuspectWalk {
 public:
  FirstSuspectWalk(const RumorLaw<double>& law, double muting, int suspects, RumorTally& tally)
      : law_(law), muting_(muting), suspects_(suspects), tally_(tally) {}

  void run(int before, int after) {
    std::vector<Vector> laws;
    for (int i = 0; i < suspects_; ++i) laws.push_back(law_.start(i));
    walk(laws, before, after, -1, "");
  }

 private:
  /// \param named  the first suspect seen, or -1 if none was yet.
  void walk(const std::vector<Vector>& laws, int before, int after, int named, const std::string& so_far) {
    std::vector<Vector> visits;
    for (const auto& mu : laws) visits.push_back(law_.visits(mu));
    for (std::size_t o = 0; o < law_.labels().size(); ++o) {
      const RumorLabel& label = law_.labels()[o];
      const bool end = label.kind == RumorLabel::Kind::end;
      if (end && named < 0) continue;  // nobody to name: any suspect is as good as any other
      std::vector<Vector> next;
      for (const auto& v : visits) next.push_back(law_.observe(v, o));
      const std::string text = so_far + (so_far.empty() ? "" : " ") + to_string(label);
      const int now_named = named >= 0 ? named : label.sender < suspects_ ? label.sender : -1;
      if (now_named < 0) {
        if (before > 1) walk(next, before - 1, after, -1, text);
      } else if (!compare(next, now_named, text, end)) {
        if (after > 0) {
          walk(next, before, after - 1, now_named, text);
        } else {
          open_ += 1;
        }
      }
    }
  }

  /// \return true if `named` is a best guess in every hidden state, so that nothing more needs to be followed.
  bool compare(const std::vector<Vector>& laws, int named, const std::string& text, bool end) {
    const auto& mine = laws[static_cast<std::size_t>(named)];
    bool dominates = true;
    for (const auto& other : laws) {
      double largest = 0.0, worst_state = 0.0, total = 0.0, mine_total = 0.0;
      for (std::size_t x = 0; x < mine.size(); ++x) {
        largest = std::max(largest, other[x]);
        worst_state = std::min(worst_state, mine[x] - other[x]);
        total += other[x];
        mine_total += mine[x];
      }
      if (largest == 0.0) continue;
      if (worst_state < -1e-10 * largest) dominates = false;
      const bool unending = law_.world().end == RumorEnd::unending;
      if ((end || unending) && tally_.add((mine_total - total) / total, 1e-10) && !tally_.witness) {
        auto instance = rumor_instance(law_.world().nodes, std::popcount(law_.world().curious), fmt::format("{}", muting_));
        instance["suspects"] = suspects_;
        instance["self sends"] = (law_.world().reach[0] & 1) != 0;
        instance["transcript"] = text;
        tally_.witness = run::Witness{instance, fmt::format("p_{} is largest", named), fmt::format("p_{} = {}, another {}", named, mine_total, total), run::Certificate::interval};
      }
    }
    return dominates || end;
  }

 public:
  std::uint64_t open_ = 0;  ///< continuations that were not followed to a decision

 private:
  const RumorLaw<double>& law_;
  double muting_;
  int suspects_;
  RumorTally& tally_;
};

Finding thm10(const Context& context) {
  RumorTally tally;
  std::uint64_t open = 0;
  for (int n = 3; n <= context.pick(4, 5, 5); ++n) {
    for (int f = 1; f <= n - 2; ++f) {
      for (const auto end : {RumorEnd::unending, RumorEnd::terminated}) {
        for (const bool self_sends : {true, false}) {
          for (const double s : {0.0, 0.25, 0.5, 1.0}) {
            const RumorLaw<double> law(rumor_world(n, f, end, self_sends), s);
            for (int suspects = 2; suspects <= n - f; ++suspects) {
              FirstSuspectWalk walk(law, s, suspects, tally);
              walk.run(context.pick(2, n == 5 ? 1 : 3, 4), context.pick(2, n == 5 ? 2 : 3, 5));
              open += walk.open_;
            }
          }
        }
      }
    }
  }
  return tally.finding(open == 0 ? "" : fmt::format("{} continuations of terminated transcripts were followed to a bounded length only", open));
}

Finding attack_bound(const Context& context) {
  RumorTally tally;
  const std::vector<std::uint64_t> sizes = context.pick<std::vector<std::uint64_t>>({4, 6, 40, 500}, {4, 5, 6, 10, 40, 200, 2000}, {4, 5, 6, 10, 40, 200, 2000, 20000});
  for (const auto n : sizes) {
    for (const double b : {0.1, 0.25, 0.5}) {
      const auto f = std::max<std::uint64_t>(1, static_cast<std::uint64_t>(b * static_cast<double>(n)));
      const accounting::RumorCrowd crowd{n, f};
      for (const double s : {0.0, 0.1, 0.5, 0.9, 1.0}) {
        for (const std::uint64_t m : {std::uint64_t{2}, std::uint64_t{5}, crowd.honest()}) {
          if (m > crowd.honest() || m < 2) continue;
          const Bracket success = rumor_map_success(crowd, s, m);
          double cap = accounting::rumor_attack_cap(accounting::rumor_delta_bound(crowd, s), m);
          if (m == crowd.honest()) cap = std::min(cap, accounting::rumor_uncertainty_cap(accounting::rumor_uncertainty_bound(crowd, s)));
          if (tally.add((cap - success.lower()) / cap, 1e-9)) {
            tally.witness = run::Witness{{{"nodes", n}, {"curious", f}, {"muting", s}, {"suspects", m}}, fmt::format("at most {}", cap),
                                         fmt::format("between {} and {}", success.lower(), success.upper()), run::Certificate::interval};
          }
        }
      }
    }
  }
  return tally.finding();
}

/// Transcripts as pairs (p_0, p_1): as the adversary sees them up to a depth, and as one who also sees the hidden state does.
struct Outcomes {
  std::vector<std::pair<double, double>> seen, genie;
};
void collect(const RumorLaw<double>& law, const Vector& mu, const Vector& nu, int depth, Outcomes& outcomes) {
  if (depth == 0) {
    double p = 0.0, q = 0.0;
    for (std::size_t x = 0; x < mu.size(); ++x) {
      p += mu[x], q += nu[x];
      if (mu[x] > 0.0 || nu[x] > 0.0) outcomes.genie.emplace_back(mu[x], nu[x]);
    }
    outcomes.seen.emplace_back(p, q);
    return;
  }
  const auto mu_visits = law.visits(mu), nu_visits = law.visits(nu);
  for (std::size_t o = 0; o < law.labels().size(); ++o) collect(law, law.observe(mu_visits, o), law.observe(nu_visits, o), depth - 1, outcomes);
}

double divergence(const std::vector<std::pair<double, double>>& law, double epsilon) {
  double total = 0.0;
  for (const auto& [p, q] : law) total += std::max(0.0, p - std::exp(epsilon) * q);
  return total;
}
double product_divergence(const std::vector<std::pair<double, double>>& law, double epsilon) {
  double total = 0.0;
  for (const auto& [p, q] : law) {
    for (const auto& [r, t] : law) total += std::max(0.0, p * r - std::exp(epsilon) * q * t);
  }
  return total;
}

Finding composition(const Context&) {
  RumorTally tally;
  for (int n = 3; n <= 4; ++n) {
    for (const double s : {0.0, 0.5}) {
      const RumorLaw<double> law(rumor_world(n, 1), s);
      Outcomes outcomes;
      collect(law, law.start(0), law.start(1), 3, outcomes);
      for (const double epsilon : {0.0, 0.25, 0.5}) {
        const double two = 2.0 * divergence(outcomes.seen, epsilon), joint = product_divergence(outcomes.genie, 2.0 * epsilon);
        const double joint_lower = product_divergence(outcomes.seen, 2.0 * epsilon), two_upper = 2.0 * divergence(outcomes.genie, epsilon);
        const bool violated = tally.add((two_upper - joint_lower) / two_upper, 1e-10);
        if (joint > two + 1e-10) tally.inconclusive = true;
        if (violated) {
          tally.witness = run::Witness{{{"nodes", n}, {"curious", 1}, {"muting", s}, {"epsilon", epsilon}}, fmt::format("at most {}", two_upper), fmt::format("at least {}", joint_lower),
                                       run::Certificate::interval};
        }
      }
    }
  }
  return tally.finding();
}

}  // namespace

void register_rumor_attacks(run::Registry& registry) {
  registry.add("rumor.thm10", thm10);
  registry.add("rumor.attack.bound", attack_bound);
  registry.add("rumor.composition", composition);
}

}  // namespace hearsay::props
