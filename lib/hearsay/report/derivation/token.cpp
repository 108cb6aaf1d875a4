// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <map>

#include <hearsay/report/derivation/draft.hpp>

namespace hearsay::report {

namespace {

using exact::Integer;
using exact::Rational;
using nlohmann::ordered_json;

Rational ratio(long top, long bottom) { return {top, bottom}; }

/// The variance of the noise that each step adds.
Vector noise_of_steps(const std::string& kind, long users, long rounds) {
  Vector noise;
  long counter = 0;
  for (long step = 0; step < users * rounds; ++step) {
    if (kind == "algorithm1") {
      noise.emplace_back(counter == 0 ? 1 : 0);
      counter = counter == 0 ? users - 2 : counter - 1;
    } else {
      noise.push_back(step == 0 ? Rational(1) : ratio(1, kind == "everyone-n" ? users : users - 1));
    }
  }
  return noise;
}

std::string noise_words(const std::string& kind) {
  if (kind == "algorithm1")
    return "Algorithm 1 adds noise of variance 1 in the first step and then whenever its counter of n - 1 steps is "
           "over";
  return fmt::format("the first step adds noise of variance 1, every other of 1/{}",
                     kind == "everyone-n" ? "n" : "(n - 1)");
}

void set_ring(Draft& draft, long users, long rounds) {
  draft.variables["n"] = Rational(users);
  draft.variables["rounds"] = Rational(rounds);
}

void derive_noise_events(Draft& draft, const Vector& noise, long users) {
  NumberTable table{
      .caption = "Variances of the noise, step by step:", .columns = {{"step"}, {"user"}, {"variance"}}, .rows = {}};
  Rational sum = 0;
  for (std::size_t step = 0; step < noise.size(); ++step) {
    sum += noise[step];
    if (step < most_rows)
      table.rows.push_back(
          {std::to_string(step + 1), std::to_string(static_cast<long>(step) % users + 1), number_of(noise[step])});
  }
  if (noise.size() > most_rows)
    table.caption = fmt::format("Variances of the noise, the first of {} steps:", noise.size());
  table.rows.push_back({"sum", "", number_of(sum)});
  table.totals = 1;
  draft.show(std::move(table));
  draft.write("total variance", number_of(sum));
  draft.lower = draft.upper = sum;
}

void derive_windows(Draft& draft, const Vector& noise, const ordered_json& i, long users) {
  const auto observer = i.at("observer").get<long>(), target = i.at("target").get<long>();
  const bool published = i.at("published").get<bool>();
  draft.say(
      fmt::format("User {} observes the token at each visit and subtracts its own part; user {} contributes 1 in "
                  "each round{}. Between two visits the value that is seen moves by a shift, with noise:",
                  observer, target, published ? ", and the result after the last step is published" : ""));
  NumberTable table{
      .caption = "", .columns = {{"steps", true}, {"shift"}, {"variance"}, {"shift^2/variance"}}, .rows = {}};
  Rational sum = 0;
  long shift = 0, first = 1;
  Rational variance = 0;
  bool bare = false;
  const auto close = [&](long last) {
    if (shift > 0) {
      bare = bare || variance == 0;
      const Rational share = variance == 0 ? Rational(0) : Rational(shift * shift / variance);
      sum += share;
      table.rows.push_back({fmt::format("{} to {}", first, last), std::to_string(shift), number_of(variance),
                            variance == 0 ? "infinite" : number_of(share)});
    }
    shift = 0, variance = 0, first = last + 2;
  };
  const auto steps = static_cast<long>(noise.size());
  for (long step = 0; step < steps; ++step) {
    const auto user = step % users + 1;
    if (user == observer) {
      close(step);
      continue;
    }
    shift += user == target ? 1 : 0;
    variance += noise[static_cast<std::size_t>(step)];
  }
  if (published) close(steps);
  if (!bare) {
    table.rows.push_back({"sum", "", "", number_of(sum)});
    table.totals = 1;
  }
  draft.show(std::move(table));
  if (bare) draft.say("A shift is seen without noise, so the loss is infinite.");
  draft.infinite = bare;
  draft.lower = draft.upper = sum;
}

void derive_mean(Draft& draft, const ordered_json& i, long users, long rounds) {
  const auto buckets = i.at("buckets").get<long>(), bucket = i.at("bucket").get<long>();
  const auto gamma = fraction(i.at("gamma"));
  const bool initial = i.value("initial", true);
  long count = 0;
  std::string values;
  for (const auto& x : i.at("values")) {
    count += x.get<long>() == bucket ? 1 : 0;
    values += (values.empty() ? "" : ", ") + std::to_string(x.get<long>());
  }
  draft.say(
      fmt::format("Histogram of L = {} buckets, gamma = {}, values {}; {} of them in bucket {}. A user adds its value "
                  "with probability 1 - gamma, else a uniform one.",
                  buckets, number_of(gamma), values, count, bucket));
  Values numbers = {{"n", Rational(users)},
                    {"L", Rational(buckets)},
                    {"gamma", gamma},
                    {"count", Rational(count)},
                    {"rounds", Rational(rounds)}};
  const ordered_json start = {"/", {"ceil", {"*", "gamma", "n"}}, "L"};
  const ordered_json added = {
      "*", "rounds", {"+", {"*", "count", {"-", "1", "gamma"}}, {"/", {"*", "n", "gamma"}, "L"}}};
  if (initial) draft.say("The run begins with ceil(gamma n) uniform elements.");
  numbers["mean"] = initial ? Rational(value_of(start, numbers).exact.value() + value_of(added, numbers).exact.value())
                            : value_of(added, numbers).exact.value();
  evaluate_in_steps(draft, "mean", initial ? ordered_json{"+", start, added} : added, numbers);
  const ordered_json debiased = {"/", {"-", "mean", {"/", "gamma", "L"}}, {"-", "1", "gamma"}};
  evaluate_in_steps(draft, "debiased mean", debiased, numbers);
  draft.variables["count"] = Rational(count);
  draft.variables["gamma"] = gamma;
  draft.lower = draft.upper = value_of(debiased, numbers);
}

}  // namespace

Draft derive_ring(const ordered_json& certificate, const ordered_json&) {
  const auto& i = certificate.at("instance");
  const auto users = i.at("users").get<long>(), rounds = i.at("rounds").get<long>();
  Draft draft;
  set_ring(draft, users, rounds);
  const auto quantity = certificate.at("quantity").get<std::string>();
  const auto kind = i.value("noise", std::string("algorithm1"));
  draft.say(fmt::format("Instance: a token goes {} time{} round n = {} users{}.", rounds, rounds == 1 ? "" : "s", users,
                        quantity == "debiased_mean" ? "" : "; " + noise_words(kind)));
  if (quantity == "debiased_mean") {
    derive_mean(draft, i, users, rounds);
    return draft;
  }
  const auto noise = noise_of_steps(kind, users, rounds);
  if (quantity == "noise_events") {
    derive_noise_events(draft, noise, users);
  } else {
    derive_windows(draft, noise, i, users);
  }
  return draft;
}

namespace {

/// P(X >= least) of a binomial X, one term or the complement's, whichever are fewer.
void derive_visits(Draft& draft, const ordered_json& i) {
  const auto steps = i.at("steps").get<long>(), least = i.at("at_least").get<long>();
  draft.say(
      fmt::format("Instance: each of {} step{} goes to a uniform user of {}; {} of the users count. X is the number "
                  "of steps that count.",
                  steps, steps == 1 ? "" : "s", i.at("users").get<long>(), i.at("places").get<long>()));
  const bool complement = least <= steps - least + 1;
  Values& v = draft.variables;
  for (const char* name : {"places", "steps", "at_least"}) v[name] = Rational(i.at(name).get<long>());
  v["n"] = Rational(i.at("users").get<long>());
  const ordered_json share = {"/", "places", "n"};
  const ordered_json term = {
      "*", {"choose", "steps", "k"}, {"^", share, "k"}, {"^", {"-", "1", share}, {"-", "steps", "k"}}};
  ordered_json tail;
  if (complement && least == 1) {
    tail = {"-", "1", {"^", {"-", "1", share}, "steps"}};
  } else if (complement) {
    tail = {"-", "1", {"sum", "k", "0", {"-", "at_least", "1"}, term}};
  } else if (least == steps) {
    tail = {"^", share, "steps"};
  } else {
    tail = {"sum", "k", "at_least", "steps", term};
  }
  evaluate_in_steps(draft, "P(X >= " + std::to_string(least) + ")", tail, v);
  draft.lower = draft.upper = value_of(tail, v);
}

/// Walks with so many contributions of the target, by how many stand beside a visit to the observer.
void derive_spotted(Draft& draft, const ordered_json& i) {
  enum Last { other, observer, hidden };
  const auto users = i.at("users").get<long>(), steps = i.at("steps").get<long>(),
             count = i.at("contributions").get<long>(), least = i.at("at_least").get<long>();
  struct Key {
    Last last;
    long given, shown;
    auto operator<=>(const Key&) const = default;
  };
  std::map<Key, Integer> law = {{{other, 0, 0}, 1}};
  draft.say(
      fmt::format("Instance: walks of {} steps on {} users, uniform. The target contributes exactly {} time{}. A "
                  "contribution is spotted if a visit to the observer stands directly before or after it.",
                  steps, users, count, count == 1 ? "" : "s"));
  NumberTable table{.caption =
                        "Number of walks after each step: without a contribution, the last step at the "
                        "observer or elsewhere; with one that is the last step, missed, or spotted:",
                    .columns = {{"step"}, {"observer"}, {"elsewhere"}, {"last"}, {"missed"}, {"spotted"}},
                    .rows = {}};
  for (long step = 1; step <= steps; ++step) {
    std::map<Key, Integer> after;
    for (const auto& [x, walks] : law) {
      const bool seen = x.last == observer;
      const auto put = [&](const Key& y, long weight) {
        if (weight > 0 && y.given <= count) after[y] += weight * walks;
      };
      put({observer, x.given, x.shown + (x.last == hidden ? 1 : 0)}, 1);
      put({other, x.given, x.shown}, users - 2);
      put({seen ? other : hidden, x.given + 1, x.shown + (seen ? 1 : 0)}, 1);
    }
    law = std::move(after);
    if (count != 1 || step > static_cast<long>(most_rows)) continue;
    std::array<Integer, 5> cells{};
    for (const auto& [x, walks] : law)
      cells[x.given == 0 ? (x.last == observer ? 0 : 1) : x.shown > 0 ? 4 : x.last == hidden ? 2 : 3] += walks;
    std::vector<std::string> row = {std::to_string(step)};
    for (const auto& cell : cells) row.push_back(cell.str());
    table.rows.push_back(std::move(row));
  }
  if (!table.rows.empty()) draft.show(std::move(table));
  Integer all = 0, spotted = 0;
  for (const auto& [x, walks] : law) {
    if (x.given != count) continue;
    all += walks;
    if (x.shown >= least) spotted += walks;
  }
  const Rational p(spotted, all);
  draft.write(fmt::format("P(at least {} spotted)", least),
              {{"=", spotted.str() + "/" + all.str()}, {"=", number_of(p)}});
  for (const char* name : {"steps", "contributions", "at_least"})
    draft.variables[name] = Rational(i.at(name).get<long>());
  draft.variables["n"] = Rational(users);
  draft.lower = draft.upper = p;
}

/// The observer always sends to the target: P(so many contributions), by the numbers of walks.
void derive_contributions(Draft& draft, const ordered_json& i) {
  const auto users = i.at("users").get<long>(), steps = i.at("steps").get<long>();
  Values& v = draft.variables;
  v["n"] = Rational(users), v["steps"] = Rational(steps), v["delta_hat"] = fraction(i.at("delta_hat"));
  draft.say(
      fmt::format("Instance: {} users, {} steps. The observer always sends the token to the target; the others send "
                  "it to a uniform user. The target contributes when it has the token.",
                  users, steps));
  const ordered_json mean = {"/", "steps", "n"};
  const ordered_json least = {"ceil", {"+", mean, {"sqrt", {"*", "3", mean, {"ln", {"/", "1", "delta_hat"}}}}}};
  evaluate_in_steps(draft, "least number N of the statement", least, v);
  const auto number = static_cast<long>(value_of(least, v).about);
  // Walks by the number of contributions, in units of 1/users per free step: at the observer or elsewhere.
  Vector at(static_cast<std::size_t>(steps) + 2, Rational(0)), away = at;
  away[0] = 1;
  for (long step = 0; step < steps; ++step) {
    Vector next_at(at.size(), Rational(0)), next_away(at.size(), Rational(0));
    for (std::size_t k = 0; k < at.size(); ++k) {
      next_at[k] += away[k] / users;
      next_away[k] += away[k] * ratio(users - 2, users);
      if (k + 1 < at.size()) next_away[k + 1] += away[k] / users + at[k];
    }
    at = std::move(next_at), away = std::move(next_away);
  }
  NumberTable table{.caption = "The number of contributions:", .columns = {{"k"}, {"P(k contributions)"}}, .rows = {}};
  Rational tail = 0;
  for (long k = number; k <= steps; ++k) tail += at[static_cast<std::size_t>(k)] + away[static_cast<std::size_t>(k)];
  for (long k = 0; k < number && k < static_cast<long>(most_rows); ++k)
    table.rows.push_back(
        {std::to_string(k), decimal(Rational(at[static_cast<std::size_t>(k)] + away[static_cast<std::size_t>(k)]), 8)});
  table.rows.push_back({fmt::format("{} or more", number), decimal(tail, 8)});
  table.totals = 1;
  draft.show(std::move(table));
  draft.say(
      "With a_k the probability of k contributions and the token at the observer, b_k elsewhere, a step makes a_k = "
      "b_k/n and b_k = b_k (n - 2)/n + b_{k-1}/n + a_{k-1}.");
  draft.lower = draft.upper = Value(tail);
}

}  // namespace

Draft derive_walk(const ordered_json& certificate, const ordered_json&) {
  const auto& i = certificate.at("instance");
  const auto quantity = certificate.at("quantity").get<std::string>();
  Draft draft;
  if (quantity == "visits") {
    derive_visits(draft, i);
  } else if (quantity == "spotted") {
    derive_spotted(draft, i);
  } else if (quantity == "contributions") {
    derive_contributions(draft, i);
  } else {
    draft.variables = {{"n", Rational(i.at("users").get<long>())}, {"m", Rational(i.at("length").get<long>())}};
    draft.say(
        fmt::format("Instance: {} users. In a cycle of the observer each of {} step{} goes to one of the n - 1 other "
                    "users. The target is among them with probability",
                    i.at("users").get<long>(), i.at("length").get<long>(), i.at("length").get<long>() == 1 ? "" : "s"));
    const ordered_json inclusion = {"-", "1", {"^", {"-", "1", {"/", "1", {"-", "n", "1"}}}, "m"}};
    evaluate_in_steps(draft, "P(included)", inclusion, draft.variables);
    draft.lower = draft.upper = value_of(inclusion, draft.variables);
  }
  return draft;
}

}  // namespace hearsay::report
