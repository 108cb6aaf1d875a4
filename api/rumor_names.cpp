// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/rumor_names.hpp"

#include "api/names.hpp"

namespace hearsay::api {

namespace {

using accounting::RumorEnd;
using accounting::RumorSight;

constexpr Names<RumorEnd, 2> rumor_ends = {{{"unending", RumorEnd::unending}, {"terminated", RumorEnd::terminated}}};
constexpr Names<RumorSight, 4> rumor_sights = {{{"messages", RumorSight::ordered},
                                                {"involved", RumorSight::involved},
                                                {"timed", RumorSight::timed},
                                                {"eavesdropper", RumorSight::eavesdropper}}};

}  // namespace

RumorEnd transcript_named(std::string_view name) { return named(rumor_ends, "`transcript`", name); }
std::string_view name_of(RumorEnd end) { return name_in(rumor_ends, end); }

RumorSight sees_named(std::string_view name) { return named(rumor_sights, "`sees`", name); }
std::string_view name_of(RumorSight sight) { return name_in(rumor_sights, sight); }

}  // namespace hearsay::api
