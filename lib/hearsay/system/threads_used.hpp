// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace hearsay {

/// The largest number of threads that a parallel_for of this process has had since the last forget_threads_used();
/// at least 1.
[[nodiscard]] int threads_used();

/// Begins a new count, of another answer.
void forget_threads_used();

}  // namespace hearsay
