// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <hearsay/core/version.hpp>
#include <hearsay/report/markup.hpp>
#include "api/render/attack_program_words.hpp"

namespace hearsay::api {

std::string junit(const AttackProgramAnswer& answer, double seconds) {
  const auto& found = answer.found;
  const auto end = end_of(answer);
  const auto promise = promise_text(answer.question);
  const auto detail =
      report::xml_escape(fmt::format("{}epsilon >= {:.6g}, mu >= {:.6g} after {} trials", text(answer).string(),
                                     found.values.epsilon, found.values.mu, found.state.certified));
  std::string content = fmt::format("<system-out>{}</system-out>", detail);
  if (end.refuted) {
    content = fmt::format("<failure message=\"promise '{}' is {}\">{}</failure>", report::xml_escape(promise),
                          found.refuted ? verdict_on_values(found) : verdict_on_representation(found), detail);
  } else if (!end.why.empty()) {
    content = fmt::format("<error message=\"{}\">{}</error>", report::xml_escape(end.why), detail);
  }
  return fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      "<testsuite name=\"hearsay attack program\" tests=\"1\" failures=\"{}\" errors=\"{}\" "
      "skipped=\"0\" time=\"{:.3f}\">\n"
      "  <properties>\n    <property name=\"version\" value=\"{}\"/>\n  </properties>\n"
      "  <testcase classname=\"attack.program\" name=\"{}\">\n    {}\n  </testcase>\n"
      "</testsuite>\n",
      end.refuted ? 1 : 0, !end.refuted && !end.why.empty() ? 1 : 0, seconds, report::xml_escape(version),
      report::xml_escape(fmt::format("{} of {}", promise, answer.question.program.at(0))), content);
}

}  // namespace hearsay::api
