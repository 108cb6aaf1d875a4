// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <hearsay/report/certificate/certificate.hpp>

namespace hearsay::report {

/// What the checker spends on a certificate of kind rumor at most: its laws are run as it runs them, since how long
/// their fractions become is not known before. Once more than `enough` is counted, counting ends.
[[nodiscard]] double rumor_work(const Certificate& certificate, double enough);

}  // namespace hearsay::report
