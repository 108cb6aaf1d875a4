// SPDX-License-Identifier: GPL-3.0-or-later
#include <memory>
#include <utility>

#include "checks/checks.hpp"
#include "empirical/figures/experiment.hpp"
#include "empirical/figures/figure.hpp"

namespace hearsay::checks {

namespace {

empirical::FigureInputs inputs_of(const api::FigureInputs& inputs) {
  return {.facebook = inputs.facebook, .houses = inputs.houses};
}

api::MadeFigure made(const empirical::Experiment& experiment, const api::FigureInputs& inputs,
                     const Execution& execution) {
  const auto measured = empirical::measure(
      experiment, {.parameters = experiment.parameters, .inputs = inputs_of(inputs), .execution = execution});
  api::MadeFigure figure{.note = measured.note, .numbers = measured.numbers};
  for (const auto& c : empirical::compare(experiment, measured))
    figure.comparisons.push_back({.name = c.name,
                                  .value = c.value,
                                  .lowest = c.lowest,
                                  .highest = c.highest,
                                  .seeds = c.seeds,
                                  .as_expected = c.as_expected()});
  const auto stem = std::filesystem::path(experiment.id).filename();
  auto drawn = empirical::make_figure(experiment.spec, measured, experiment.parameters, stem);
  figure.csv = std::move(drawn.csv);
  figure.table = std::move(drawn.table);
  figure.gnuplot = std::move(drawn.gnuplot);
  figure.picture = std::move(drawn.picture);
  return figure;
}

api::Figure read(const std::filesystem::path& folder, const std::string& id, const std::string& scale) {
  const auto experiment = std::make_shared<const empirical::Experiment>(empirical::read_experiment(folder, id, scale));
  const auto& spec = experiment->spec;
  return {.id = id,
          .title = spec.title,
          .caption = spec.caption,
          .source = spec.source,
          .note = spec.note,
          .claims = spec.claims,
          .drawing = experiment->drawing,
          .parameters = experiment->parameters,
          .expected_source = experiment->expected_source,
          .require_inputs = [experiment](
                                const api::FigureInputs& inputs,
                                random::Seed seed) { empirical::require_inputs(*experiment, inputs_of(inputs), seed); },
          .make = [experiment](const api::FigureInputs& inputs,
                               const Execution& execution) { return made(*experiment, inputs, execution); }};
}

}  // namespace

api::Figures figures() { return {.ids = empirical::experiment_ids, .read = read}; }

}  // namespace hearsay::checks
