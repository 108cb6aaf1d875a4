#include <hearsay/run/runner.hpp>

#include <algorithm>
#include <chrono>
#include <mutex>

#include <hearsay/core/parallel.hpp>
#include <hearsay/stats/error_budget.hpp>

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

bool is_surprise(const Row& row) {
  const auto found = row.finding.verdict;
  return !row.as_expected() && (found == Verdict::holds || found == Verdict::refuted);
}

}  // namespace

std::vector<Row> verify(std::span<const claims::Claim* const> claims, const Registry& registry, const Plan& plan) {
  const auto statistical = std::ranges::count_if(claims, [](const auto* c) { return c->evidence == claims::Evidence::statistical; });
  stats::ErrorBudget budget(plan.family_error);
  std::vector<Context> contexts(claims.size(), Context{.effort = plan.effort, .seed = plan.seed});
  for (std::size_t i = 0; i < claims.size(); ++i) {
    if (claims[i]->evidence == claims::Evidence::statistical) {
      contexts[i].error_level = budget.take(plan.family_error / static_cast<double>(statistical));
    }
  }

  std::vector<Row> rows(claims.size());
  std::mutex progress_mutex;
  std::size_t done = 0;
  parallel_for(claims.size(), plan.jobs, [&](std::size_t i) {
    const auto start = std::chrono::steady_clock::now();
    rows[i].claim = claims[i];
    if (plan.stop && plan.stop()) {
      rows[i].finding = {.verdict = Verdict::inconclusive, .note = "not checked: the run was cut short"};
      return;
    }
    if (claims[i]->evidence == claims::Evidence::statistical) rows[i].error_level = contexts[i].error_level;
    rows[i].finding = run_check(*claims[i], registry, contexts[i]);
    rows[i].seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    if (plan.progress) {
      const std::scoped_lock lock(progress_mutex);
      plan.progress(++done, claims.size(), claims[i]->id);
    }
  });
  return rows;
}

Summary summarize(std::span<const Row> rows) {
  Summary summary;
  for (const auto& row : rows) {
    switch (row.finding.verdict) {
      case Verdict::holds: ++summary.holds; break;
      case Verdict::refuted: ++summary.refuted; break;
      case Verdict::inconclusive: ++summary.inconclusive; break;
      case Verdict::broken: ++summary.broken; break;
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
