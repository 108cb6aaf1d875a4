// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace hearsay::accounting {

/// The contributions of those who are not protected, of a sum. docs/maths/walk.md, section 12.
enum class OtherData {
  known,     ///< v knows them: all that is hidden is how often the protected user was passed
  in_range,  ///< any within Delta of each other and of the protected user's: Delta is the length of all values' range
  anything,  ///< any: v may tell from the sums how often the protected user was passed in each cycle
};

}  // namespace hearsay::accounting
