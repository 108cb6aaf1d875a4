// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <mutex>
#include <string_view>
#include <utility>
#include <vector>

#include <hearsay/system/progress.hpp>

namespace hearsay {

/// Makes one progress of parts that run at the same time: what is done and the totals are summed over the parts.
/// What has been told never decreases: a part that begins anew is silent until it is further than before.
class JointProgress {
 public:
  /// @param progress  told the sums, one call at a time; empty: nothing is told.
  /// @param total     units of each part.
  JointProgress(Progress progress, std::size_t parts, std::size_t total, std::string_view what)
      : progress_(std::move(progress)), done_(parts, 0), total_(total), what_(what) {}

  /// For part i, from any thread, as long as this object lives. Empty if nothing is told.
  /// @pre i < parts.
  [[nodiscard]] Progress part(std::size_t i) {
    if (!progress_) return {};
    return [this, i](std::size_t done, std::size_t, std::string_view) { tell(i, done); };
  }

 private:
  void tell(std::size_t i, std::size_t done) {
    const std::scoped_lock lock(telling_);
    if (done <= done_[i]) return;
    sum_ += done - done_[i];
    done_[i] = done;
    progress_(sum_, done_.size() * total_, what_);
  }

  Progress progress_;
  std::vector<std::size_t> done_;
  std::size_t total_, sum_ = 0;
  std::string_view what_;
  std::mutex telling_;
};

}  // namespace hearsay
