// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/rumor_names.hpp"

#include "api/names.hpp"

namespace hearsay::api {

namespace {

using accounting::RumorEnd;
using accounting::RumorSight;
using empirical::RumorView;

constexpr Names<RumorEnd, 2> rumor_ends = {{{"unending", RumorEnd::unending}, {"terminated", RumorEnd::terminated}}};
constexpr Names<RumorSight, 5> rumor_sights = {{{"messages", RumorSight::ordered},
                                                {"involved", RumorSight::involved},
                                                {"timed", RumorSight::timed},
                                                {"eavesdropper", RumorSight::eavesdropper},
                                                {"reordered", RumorSight::reordered}}};
constexpr Names<RumorView, 5> rumor_views = {{{"messages", RumorView::messages},
                                              {"involved", RumorView::involved},
                                              {"timed", RumorView::timed},
                                              {"eavesdropper", RumorView::eavesdropper},
                                              {"reordered", RumorView::reordered}}};

}  // namespace

RumorEnd transcript_named(std::string_view name) { return named(rumor_ends, "`transcript`", name); }
std::string_view name_of(RumorEnd end) { return name_in(rumor_ends, end); }

RumorSight sees_named(std::string_view name) { return named(rumor_sights, "`sees`", name); }
std::string_view name_of(RumorSight sight) { return name_in(rumor_sights, sight); }

RumorView rumor_view_named(std::string_view name) { return named(rumor_views, "`sees`", name); }
std::string_view name_of(RumorView view) { return name_in(rumor_views, view); }

}  // namespace hearsay::api
