// SPDX-License-Identifier: GPL-3.0-or-later
#include "empirical/attack/frozen_events.hpp"

#include <utility>

namespace hearsay::empirical {

namespace {

constexpr double share_of_values = 0.8;

}  // namespace

FrozenEvents::FrozenEvents(std::span<const ProgramView> views, std::span<const int> worlds, ViewFeatures features,
                           const EventPurpose& purpose)
    : features_(features), grid_(views) {
  std::vector<LabeledView> values, writings;
  for (std::size_t i = 0; i < views.size(); ++i) {
    values.push_back({.view = describe_values(views[i], features, grid_), .world = worlds[i]});
    if (look_at_representation())
      writings.push_back({.view = describe_representation(views[i], features, grid_), .world = worlds[i]});
  }
  choose(EventSubject::values, std::move(values), purpose, look_at_representation() ? share_of_values : 1.0);
  choose(EventSubject::representation, std::move(writings), purpose, 1.0 - share_of_values);
}

void FrozenEvents::choose(EventSubject subject, std::vector<LabeledView> views, EventPurpose purpose, double share) {
  purpose.alpha *= share;
  auto chosen = choose_events(views, purpose);
  for (auto& event : chosen) {
    events_.push_back(
        {.subject = subject, .event = std::move(event), .alpha = purpose.alpha / static_cast<double>(chosen.size())});
  }
}

std::vector<bool> FrozenEvents::happened(const ProgramView& view) const {
  const auto values = describe_values(view, features_, grid_);
  const auto writing = describe_representation(view, features_, grid_);
  std::vector<bool> found;
  for (const auto& [subject, event, alpha] : events_)
    found.push_back(event.happened(subject == EventSubject::values ? values : writing));
  return found;
}

}  // namespace hearsay::empirical
