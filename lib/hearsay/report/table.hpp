#pragma once

#include <ostream>

#include <hearsay/report/sink.hpp>

namespace hearsay::report {

/// The verdict table for a terminal: one line a claim, a witness indented below a refuted one.
class Table final : public Sink {
 public:
  explicit Table(std::ostream& out) : out_(out) {}
  void begin(const RunInfo& info) override;
  void row(const run::Row& row) override;
  void end(const run::Summary& summary) override;

 private:
  std::ostream& out_;
  RunInfo info_;
  int rows_ = 0, statistical_ = 0;
};

}  // namespace hearsay::report
