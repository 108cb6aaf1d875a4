// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "empirical/attack/number_grid.hpp"
#include "empirical/attack/view_event.hpp"

namespace hearsay::empirical {

/// What an event is about.
enum class EventSubject {
  values,          ///< what the views say
  representation,  ///< how the computer wrote their numbers
};

/// An event that was chosen before the first trial that certifies it.
struct FrozenEvent {
  EventSubject subject = EventSubject::values;
  ViewEvent event;
  double alpha = 0.0;  ///< its share of the error; half of that for each of its two rates
};

/// The events that an attack certifies. Of the error, events of one subject share all; if numbers have a representation
/// to look at, values share four fifths and it one.
class FrozenEvents {
 public:
  FrozenEvents() = default;
  /// Chooses events from views that do not certify. @param worlds  0 or 1, of each view.
  FrozenEvents(std::span<const ProgramView> views, std::span<const int> worlds, ViewFeatures features,
               const EventPurpose& purpose);

  [[nodiscard]] const std::vector<FrozenEvent>& events() const { return events_; }
  /// Whether the representation of numbers is looked at.
  [[nodiscard]] bool look_at_representation() const { return grid_.fine() && features_ != ViewFeatures::raw; }
  /// Which of the events happened, in their order.
  [[nodiscard]] std::vector<bool> happened(const ProgramView& view) const;

 private:
  void choose(EventSubject subject, std::vector<LabeledView> views, EventPurpose purpose, double share);

  ViewFeatures features_ = ViewFeatures::automatic;
  NumberGrid grid_;
  std::vector<FrozenEvent> events_;
};

}  // namespace hearsay::empirical
