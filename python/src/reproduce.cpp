// SPDX-License-Identifier: GPL-3.0-or-later
#include <pybind11/functional.h>
#include <pybind11/stl.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "api/reproduce.hpp"
#include "checks/checks.hpp"
#include "python/src/bindings.hpp"
#include "python/src/convert.hpp"
#include "python/src/interruptible.hpp"

namespace hearsay::python {

namespace py = pybind11;

namespace {

/// A Python function of texts, for work on another thread, which may outlive the call.
template <class... Texts>
std::function<void(const Texts&...)> unlocked(const py::function& function) {
  const std::shared_ptr<py::function> held(new py::function(function), [](py::function* last) {
    const py::gil_scoped_acquire locked;
    delete last;
  });
  return [held](const Texts&... texts) {
    const py::gil_scoped_acquire locked;
    (*held)(texts...);
  };
}

/// @param resume  a folder in which a run began, or empty; then what is None is as it was there.
py::object reproduce(const std::optional<std::vector<std::string>>& figures, const std::string& out,
                     const std::string& resume, const std::optional<std::string>& scale,
                     const std::optional<std::string>& facebook, const std::optional<std::string>& houses,
                     const std::optional<std::string>& experiments, const std::optional<std::uint64_t>& seed, int jobs,
                     const py::function& write, const py::function& make_folder, const py::object& progress) {
  api::ReproduceQuestion question{.figures = figures.value_or(std::vector<std::string>()),
                                  .out = out,
                                  .scale = scale.value_or("small"),
                                  .experiments = experiments.value_or(""),
                                  .inputs = {.facebook = facebook.value_or(""), .houses = houses.value_or("")},
                                  .seed = seed.value_or(1)};
  if (!resume.empty())
    question = api::resumed({.folder = resume,
                             .figures = figures,
                             .scale = scale,
                             .experiments = experiments,
                             .facebook = facebook,
                             .houses = houses,
                             .seed = seed});
  const api::FileWriter files{.write = unlocked<std::string, std::string>(write),
                              .make_folder = unlocked<std::string>(make_folder)};
  const Listener listener(progress);
  const auto execution = listener.execution(question.seed, jobs);
  const auto work = [=] {
    const auto known = checks::figures();
    return api::reproduce(api::planned(question, known), known, files, execution);
  };
  return shown(interruptible(work, &listener), question.seed, jobs);
}

py::object figures(const std::vector<std::string>& patterns, const std::string& experiments) {
  return shown(api::list_figures(patterns, experiments, checks::figures()), 1, 0);
}

}  // namespace

void bind_reproduce(py::module_& module) {
  module.def("figures", &figures, py::arg("patterns"), py::arg("experiments"));
  module.def("reproduce", &reproduce, py::arg("figures"), py::arg("out"), py::arg("resume"), py::arg("scale"),
             py::arg("facebook"), py::arg("houses"), py::arg("experiments"), py::arg("seed"), py::arg("jobs"),
             py::arg("write"), py::arg("make_folder"), py::arg("progress"));
}

}  // namespace hearsay::python
