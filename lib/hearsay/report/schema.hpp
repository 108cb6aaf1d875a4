// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace hearsay::report {

/// Version of the form of every JSON result and of audit files, which schemas/ describe. It grows when a field changes
/// its meaning or goes; new fields do not change it.
inline constexpr int schema_version = 1;

}  // namespace hearsay::report
