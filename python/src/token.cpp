// SPDX-License-Identifier: GPL-3.0-or-later
#include <pybind11/stl.h>

#include <optional>
#include <string>

#include <hearsay/accounting/token/report.hpp>
#include "api/account_ring.hpp"
#include "api/token_names.hpp"
#include "python/src/bindings.hpp"
#include "python/src/convert.hpp"
#include "python/src/interruptible.hpp"

namespace hearsay::python {

namespace py = pybind11;
using accounting::Calibration;
using accounting::TokenTask;

namespace {

TokenTask task_of(const std::string& name) {
  return name == "sum" ? TokenTask::sum : name == "histogram" ? TokenTask::histogram : TokenTask::sgd;
}

Calibration calibration_of(const std::string& noise) {
  return noise == "analytic" ? Calibration::analytic : Calibration::classical;
}

py::dict promise(const accounting::Guarantee& guarantee) {
  py::dict result;
  result["epsilon"] = guarantee.value.epsilon;
  result["delta"] = guarantee.value.delta;
  result["valid"] = guarantee.valid;
  result["why"] = guarantee.why;
  return result;
}

template <class Local>
py::dict local_promises(const Local& local) {
  auto result = promise(local.best());
  py::dict methods;
  methods["plain"] = promise(local.plain);
  methods["advanced"] = promise(local.advanced);
  methods["optimal"] = promise(local.optimal);
  methods["gaussian"] = promise(local.gaussian);
  result["methods"] = methods;
  return result;
}

template <class Tight>
py::dict tight_promise(const Tight& tight) {
  auto result = promise(tight.guarantee);
  result["epsilon_bracket"] = tight.bracket ? py::object(to_python(*tight.bracket)) : py::none();
  if (!tight.bracket) result["no_bracket"] = tight.no_bracket;
  return result;
}

py::dict visits(const accounting::VisitsReport& report) {
  py::dict result, chernoff;
  chernoff["value"] = report.chernoff.value;
  chernoff["valid"] = report.chernoff.valid;
  chernoff["why"] = report.chernoff.why;
  result["mean"] = report.mean;
  result["exact"] = report.exact;
  result["chernoff"] = chernoff;
  result["bernstein"] = report.bernstein;
  return result;
}

py::dict token_account(std::int64_t users, std::int64_t steps, double epsilon, double delta, double delta_prime,
                       double delta_hat, const std::string& task, std::int64_t buckets, std::int64_t colluders,
                       bool known_neighbors, const std::string& noise, int jobs) {
  const accounting::TokenQuestion question{
      .users = users,
      .steps = steps,
      .epsilon = epsilon,
      .delta = delta,
      .delta_prime = delta_prime,
      .delta_hat = delta_hat,
      .task = task_of(task),
      .buckets = buckets,
      .colluders = colluders,
      .known_neighbors = known_neighbors,
      .calibration = calibration_of(noise),
  };
  const auto report = interruptible([=] { return accounting::token_report(question, {.jobs = jobs}); });
  py::dict result;
  result["visits"] = visits(report.visits);
  result["local"] = local_promises(report.local);
  result["published"] = promise(report.published);
  result["repaired"] = promise(report.repaired);
  result["tight"] = tight_promise(report.tight);
  if (report.in_range) result["in_range"] = promise(*report.in_range);
  if (report.any_data) result["any_data"] = tight_promise(*report.any_data);
  return result;
}

py::object ring_account(std::int64_t users, std::int64_t rounds, double epsilon, std::optional<double> delta,
                        double delta_prime, const std::string& task, std::int64_t buckets, const std::string& noise) {
  const auto [kind, calibration] = api::noise_named(noise);
  const api::RingQuestion question{.token = {.users = users,
                                             .rounds = rounds,
                                             .epsilon = epsilon,
                                             .delta_prime = delta_prime,
                                             .task = api::task_named(task),
                                             .buckets = buckets,
                                             .calibration = calibration,
                                             .noise = kind},
                                   .delta = delta};
  return shown(interruptible([=] { return api::account_ring(question); }));
}

}  // namespace

void bind_token(py::module_& module) {
  module.def("token_account", &token_account, py::arg("users"), py::arg("steps"), py::arg("epsilon"), py::arg("delta"),
             py::arg("delta_prime"), py::arg("delta_hat"), py::arg("task"), py::arg("buckets"), py::arg("colluders"),
             py::arg("known_neighbors"), py::arg("noise"), py::arg("jobs"));
  module.def("ring_account", &ring_account, py::arg("users"), py::arg("rounds"), py::arg("epsilon"), py::arg("delta"),
             py::arg("delta_prime"), py::arg("task"), py::arg("buckets"), py::arg("noise"));
}

}  // namespace hearsay::python
