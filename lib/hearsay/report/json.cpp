// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/report/json.hpp>

#include <sys/utsname.h>

#include <fstream>
#include <thread>

#include <hearsay/core/version.hpp>
#include <hearsay/report/schema.hpp>

namespace hearsay::report {

using nlohmann::ordered_json;

void Json::begin(const RunInfo& info) {
  info_ = info;
  headline_ = Headline{};
  result_ = {{"command", "verify"},
             {"schema_version", schema_version},
             {"parameters", {{"effort", to_string(info.effort)}, {"claims", info.patterns}}},
             {"seed", info.seed},
             {"version", version},
             {"family_error", info.family_error},
             {"claims", ordered_json::array()}};
  seconds_ = ordered_json::object();
}

void Json::row(const run::Row& row) {
  const auto& [verdict, instances, tightness, slack, confidence, witness, note] = row.finding;
  headline_.add(row);
  ordered_json entry = to_json(*row.claim);
  entry["verdict"] = to_string(verdict);
  entry["as_expected"] = row.as_expected();
  entry["instances"] = instances;
  entry["tightness"] = tightness ? ordered_json(*tightness) : ordered_json(nullptr);
  entry["slack"] = slack ? ordered_json(*slack) : ordered_json(nullptr);
  entry["error_level"] = row.error_level ? ordered_json(*row.error_level) : ordered_json(nullptr);
  entry["confidence"] = confidence ? ordered_json(*confidence) : ordered_json(nullptr);
  entry["witness"] = nullptr;
  if (witness) {
    entry["witness"] = {{"instance", witness->instance}, {"claimed", witness->claimed},
                        {"actual", witness->actual},     {"certified", to_string(witness->certificate)},
                        {"certificate", nullptr},        {"command", nullptr}};
    if (const auto command = command_of(info_, row); !command.empty()) entry["witness"]["command"] = command;
    if (const auto file = info_.certificates.find(row.claim->id); file != info_.certificates.end())
      entry["witness"]["certificate"] = file->second;
  }
  if (!note.empty()) entry["note"] = note;
  result_["claims"].push_back(std::move(entry));
  seconds_[std::string(row.claim->id)] = row.seconds;
}

void Json::end(const run::Summary& s) {
  result_["summary"] = {{"holds", s.holds},
                        {"refuted", s.refuted},
                        {"inconclusive", s.inconclusive},
                        {"broken", s.broken},
                        {"surprises", s.surprises}};
  const auto verdicts = [](const Headline::Verdicts& kind) {
    return ordered_json{{"holds", kind.hold}, {"refuted", kind.refuted}};
  };
  result_["summary"]["published"] = verdicts(headline_.published());
  result_["summary"]["ours"] = verdicts(headline_.ours());
  auto& errors = result_["summary"]["errors"] = ordered_json::object();
  for (auto level = claims::Level::theorem; level <= claims::Level::ours;
       level = static_cast<claims::Level>(static_cast<int>(level) + 1)) {
    errors[std::string(to_string(level))] = headline_.errors(level);
  }
  result_["timing"] = {{"seconds", info_.seconds}, {"jobs", info_.jobs}, {"claims", seconds_}};
  result_["machine"] = machine();
}

ordered_json to_json(const claims::Claim& claim) {
  return {{"id", claim.id},
          {"source", claim.source},
          {"paper_version", claim.paper_version},
          {"level", to_string(claim.level)},
          {"quote", claim.quote},
          {"quote_where", claim.quote_where},
          {"formula", claim.formula},
          {"reading", claim.reading},
          {"statement", claim.statement},
          {"conditions", claim.conditions},
          {"adversary", claim.adversary},
          {"domain", claim.domain},
          {"evidence", to_string(claim.evidence)},
          {"expected", to_string(claim.expected)},
          {"known_witness", claim.witness},
          {"realistic", claim.realistic},
          {"repaired_by", claim.repaired_by.empty() ? ordered_json(nullptr) : ordered_json(claim.repaired_by)},
          {"root", claim.root.empty() ? ordered_json(nullptr) : ordered_json(claim.root)},
          {"controls", claim.controls},
          {"note", claim.note}};
}

ordered_json machine() {
  utsname system{};
  uname(&system);
  std::string processor = system.machine;
  std::ifstream cpuinfo("/proc/cpuinfo");
  for (std::string line; std::getline(cpuinfo, line);) {
    if (line.starts_with("model name")) {
      processor = line.substr(line.find(':') + 2);
      break;
    }
  }
  return {{"system", std::string(system.sysname) + " " + system.release},
          {"processor", processor},
          {"cores", std::thread::hardware_concurrency()},
          {"compiler", __VERSION__}};
}

}  // namespace hearsay::report
