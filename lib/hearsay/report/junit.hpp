// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

#include <hearsay/report/sink.hpp>

namespace hearsay::report {

/// JUnit XML for CI, red whenever `hearsay verify` does not exit with 0. A test case a claim: `failure` if the verdict
/// found is another one than expected; `error` if the check broke or is inconclusive against expectation. Test case
/// `baseline.unchanged`, if there is a baseline: `failure` if something changed. Test case `run.complete`: `error` if
/// the run was cut short. The witness of a claim that is refuted as expected stands in `system-out`; seed, effort and
/// version are properties.
class JUnit final : public Sink {
 public:
  void begin(const RunInfo& info) override;
  void row(const run::Row& row) override;
  void end(const run::Summary& summary) override;
  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  /// Adds a test case; an empty `content` is a test that passed.
  void add(std::string_view group, std::string_view name, double seconds, const std::string& content);
  [[nodiscard]] std::string failure(std::string_view message, std::string_view detail);
  [[nodiscard]] std::string error(std::string_view message, std::string_view detail);

  RunInfo info_;
  std::string cases_, text_;
  int tests_ = 0, failures_ = 0, errors_ = 0;
};

}  // namespace hearsay::report
