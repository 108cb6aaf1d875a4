#pragma once

#include <string>

#include <hearsay/report/sink.hpp>

namespace hearsay::report {

/// JUnit XML for CI: a test case a claim; `failure` iff the verdict found differs from the expected one, `error` iff
/// the check broke, `skipped` iff it is inconclusive.
class JUnit final : public Sink {
 public:
  void begin(const RunInfo& info) override;
  void row(const run::Row& row) override;
  void end(const run::Summary& summary) override;
  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  RunInfo info_;
  std::string cases_, text_;
  int tests_ = 0, failures_ = 0, errors_ = 0, skipped_ = 0;
};

/// `text` with & < > " and control characters made safe for XML.
[[nodiscard]] std::string xml_escape(std::string_view text);

}  // namespace hearsay::report
