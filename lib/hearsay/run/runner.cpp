// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/run/runner.hpp>

#include <algorithm>

#include <nlohmann/json.hpp>

#include <hearsay/core/json_text.hpp>
#include <hearsay/stats/error_budget.hpp>
#include <hearsay/system/parallel_map.hpp>
#include <hearsay/system/stopwatch.hpp>

namespace hearsay::run {

namespace {

Finding run_check(const claims::Claim& claim, const Registry& registry, const Context& context) {
  const auto* check = registry.find(claim.id);
  if (check == nullptr) return {.verdict = Verdict::inconclusive, .note = "no check is registered for this claim"};
  try {
    return (*check)(context);
  } catch (const std::exception& error) {
    return {.verdict = Verdict::broken, .note = error.what()};
  }
}

/// A claim's check, as it comes from the process that ran it.
struct Checked {
  Finding finding = {.verdict = Verdict::inconclusive, .note = "not checked: the run was cut short"};
  double seconds = 0.0;
  bool ran = false;
};

/// Calls part(x) for every x that makes up `checked`, in the same order for reading and for writing.
template <class Part>
void for_each_part(Checked& checked, Part part) {
  auto& f = checked.finding;
  part(checked.seconds);
  part(checked.ran);
  part(f.verdict);
  part(f.instances);
  part(f.tightness);
  part(f.slack);
  part(f.confidence);
  part(f.note);
  bool refuted = f.witness.has_value();
  part(refuted);
  if (!refuted) return;
  if (!f.witness) f.witness.emplace();
  auto instance = f.witness->instance.dump();
  part(instance);
  f.witness->instance = parse_json<nlohmann::ordered_json>(instance, "a witness");
  part(f.witness->claimed);
  part(f.witness->actual);
  part(f.witness->certificate);
}

std::string packed(Checked checked) {
  std::string out;
  for_each_part(checked, [&](const auto& part) { pack(out, part); });
  return out;
}

Checked unpacked(std::string_view in) {
  Checked checked;
  for_each_part(checked, [&](auto& part) { unpack(in, part); });
  return checked;
}

bool is_surprise(const Row& row) {
  const auto found = row.finding.verdict;
  return !row.as_expected() && (found == Verdict::holds || found == Verdict::refuted);
}

}  // namespace

std::vector<Row> verify(std::span<const claims::Claim* const> claims, const Registry& registry, const Plan& plan) {
  const auto statistical =
      std::ranges::count_if(claims, [](const auto* c) { return c->evidence == claims::Evidence::statistical; });
  stats::ErrorBudget budget(plan.family_error);
  std::vector<Context> contexts(claims.size(), Context{.effort = plan.effort, .seed = plan.execution.seed});
  for (std::size_t i = 0; i < claims.size(); ++i) {
    contexts[i].claim = claims[i]->id;
    if (claims[i]->evidence == claims::Evidence::statistical) {
      contexts[i].error_level = budget.take(plan.family_error / static_cast<double>(statistical));
    }
  }

  const auto check = [&](std::size_t i) {
    if (plan.execution.stop && plan.execution.stop()) return Checked{};
    const Stopwatch watch;
    Checked checked{.finding = run_check(*claims[i], registry, contexts[i]), .ran = true};
    checked.seconds = watch.seconds();
    return checked;
  };
  const auto row = [&](std::size_t i, Checked checked) {
    const bool spent = claims[i]->evidence == claims::Evidence::statistical && checked.ran;
    return Row{.claim = claims[i],
               .finding = std::move(checked.finding),
               .seconds = checked.seconds,
               .error_level = spent ? std::optional(contexts[i].error_level) : std::nullopt};
  };

  std::vector<Row> rows(claims.size());
  if (ranks::alone()) {
    parallel_for(claims.size(), plan.execution.unstopped(), "claims",
                 [&](std::size_t i) { rows[i] = row(i, check(i)); });
    return rows;
  }
  const auto found = ranks::share(
      claims.size(), plan.execution, "claims", [&](std::size_t i) { return packed(check(i)); }, true);
  for (std::size_t i = 0; i < rows.size(); ++i) rows[i] = row(i, found[i] ? unpacked(*found[i]) : Checked{});
  return rows;
}

Summary summarize(std::span<const Row> rows) {
  Summary summary;
  for (const auto& row : rows) {
    switch (row.finding.verdict) {
      case Verdict::holds:
        ++summary.holds;
        break;
      case Verdict::refuted:
        ++summary.refuted;
        break;
      case Verdict::inconclusive:
        ++summary.inconclusive;
        break;
      case Verdict::broken:
        ++summary.broken;
        break;
    }
    if (is_surprise(row)) ++summary.surprises;
  }
  return summary;
}

int exit_code(std::span<const Row> rows) {
  if (rows.empty()) return 3;
  if (std::ranges::any_of(rows, is_surprise)) return 1;
  return std::ranges::all_of(rows, [](const Row& row) { return row.as_expected(); }) ? 0 : 3;
}

}  // namespace hearsay::run
