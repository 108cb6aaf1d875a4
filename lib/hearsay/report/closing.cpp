// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/report/closing.hpp>

#include <fmt/format.h>

#include <string>

namespace hearsay::report {

void Closing::add(const run::Row& row) {
  ++rows_;
  headline_.add(row);
  if (row.error_level) ++statistical_;
}

TerminalText Closing::text(const run::Summary& s, bool slack) const {
  auto text = terminal_text("{} claim{}.\n", rows_, rows_ == 1 ? "" : "s");
  const auto paragraph = [&text](const TerminalText& words) { text += terminal_text("{}\n", words.wrapped()); };
  for (const auto& sentence : headline_.sentences(s)) paragraph(sentence);
  if (statistical_ > 0) {
    paragraph(terminal_text(
        "{} statistical claim{}: the probability of a false alarm is at most {:g} in all, and {:.2g} each.",
        statistical_, statistical_ == 1 ? "" : "s", info_.family_error,
        info_.family_error / static_cast<double>(statistical_)));
  }
  text += terminal_text("Effort {}, seed {}, {:.1f} s.\n", to_string(info_.effort), info_.seed, info_.seconds);
  const std::string not_refuted =
      "`not refuted`: no counterexample among the instances tried, which is evidence, not proof.";
  paragraph(slack ? not_refuted +
                        " `slack` is the factor by which the statement could be strengthened before the instances "
                        "refute it; 1 is equality, and below 1 is a violation. Slack is defined for inequalities only."
                  : not_refuted);
  return text;
}

}  // namespace hearsay::report
