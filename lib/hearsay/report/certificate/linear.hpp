// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include <hearsay/accounting/linear/account.hpp>
#include <hearsay/report/certificate/certificate.hpp>

namespace hearsay::report {

/// The loss of each subject of a view y = A x + B z, as its witness proves it: of the change that loses most, from both
/// sides by the noise that hides it and the best test; "inf" where a test shows it without noise.
///
/// The upper end is of this one change. It is the subject's only where the subject has no other: no other rounds and no
/// other signs than all exchanged.
/// @param account  of `model`. @pre every loss has a witness.
/// @complexity forms A and B: as many runs of the protocol as there are rows.
[[nodiscard]] std::vector<Certificate> linear_bounds(const accounting::LinearModel& model,
                                                     const accounting::LinearAccount& account);

}  // namespace hearsay::report
