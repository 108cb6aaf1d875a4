// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json.hpp>

#include <hearsay/claims/claim.hpp>
#include <hearsay/report/headline.hpp>
#include <hearsay/report/sink.hpp>

namespace hearsay::report {

/// The machine-readable result of `hearsay verify`. Everything that may differ between two equal runs lives under
/// "timing" and "machine".
class Json final : public Sink {
 public:
  void begin(const RunInfo& info) override;
  void row(const run::Row& row) override;
  void end(const run::Summary& summary) override;
  [[nodiscard]] const nlohmann::ordered_json& result() const { return result_; }

 private:
  RunInfo info_;
  Headline headline_;
  nlohmann::ordered_json result_;
  nlohmann::ordered_json seconds_;
};

/// The fields of a claim that do not depend on a run.
[[nodiscard]] nlohmann::ordered_json to_json(const claims::Claim& claim);

/// Compiler, operating system and processor of this run: the "machine" object of every result.
[[nodiscard]] nlohmann::ordered_json machine();

}  // namespace hearsay::report
