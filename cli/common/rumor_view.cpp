// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/common/rumor_view.hpp"

namespace hearsay::cli {

void add_rumor_view(CLI::App& command, double& seen, double& swap, bool& delayed_start) {
  command.add_option("--seen", seen, "probability that a message is observed, for --sees eavesdropper")->type_name("B");
  command
      .add_option("--swap", swap, "probability that the next message overtakes the one before, for --sees reordered")
      ->type_name("P");
  command.add_flag("--delayed-start", delayed_start,
                   "the source sends once and then stays silent until it receives a message (needs --muting 1)");
}

}  // namespace hearsay::cli
