// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <hearsay/core/version.hpp>
#include <hearsay/report/markup.hpp>
#include <hearsay/report/number_text.hpp>
#include "api/render/attack_program_words.hpp"

namespace hearsay::api {

std::string junit(const AttackProgramAnswer& answer, double seconds, bool fail_inconclusive) {
  const auto& found = answer.found;
  const auto end = end_of(answer);
  const auto promise = promise_text(answer.question);
  const auto detail =
      report::xml_escape(fmt::format("{}epsilon >= {}, mu >= {} after {} trials", text(answer).string(),
                                     report::number_text_below(found.values.epsilon, 6),
                                     report::number_text_below(found.values.mu, 6), found.state.certified));
  const bool is_error = !end.refuted && !end.why.empty(), fails = end.refuted || (!is_error && fail_inconclusive);
  std::string content;
  if (fails) {
    content = fmt::format("<failure message=\"promise '{}' is {}\">{}</failure>", report::xml_escape(promise),
                          found.refuted || !end.refuted ? verdict_on_values(found) : verdict_on_representation(found),
                          detail);
  } else if (is_error) {
    content = fmt::format("<error message=\"{}\">{}</error>", report::xml_escape(end.why), detail);
  } else {
    content = fmt::format(
        "<skipped message=\"promise '{}' is inconclusive; that is no evidence of privacy\"/>\n"
        "    <system-out>{}</system-out>",
        report::xml_escape(promise), detail);
  }
  return fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      "<testsuite name=\"hearsay attack program\" tests=\"1\" failures=\"{}\" errors=\"{}\" "
      "skipped=\"{}\" time=\"{:.3f}\">\n"
      "  <properties>\n    <property name=\"version\" value=\"{}\"/>\n  </properties>\n"
      "  <testcase classname=\"attack.program\" name=\"{}\">\n    {}\n  </testcase>\n"
      "</testsuite>\n",
      fails ? 1 : 0, is_error ? 1 : 0, fails || is_error ? 0 : 1, seconds, report::xml_escape(version),
      report::xml_escape(fmt::format("{} of {}", promise, answer.question.program.at(0))), content);
}

}  // namespace hearsay::api
