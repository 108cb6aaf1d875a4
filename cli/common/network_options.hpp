// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "api/network/message_noise.hpp"
#include "api/network/network.hpp"
#include "api/network/node_scales.hpp"
#include "api/network/schedule.hpp"
#include "api/promise.hpp"
#include "cli/common/cli11.hpp"

namespace hearsay::cli {

/// Adds --graph, --weights, --component to a command.
void add_graph_options(CLI::App& command, GraphSource& options);

/// Adds --observer, --steps, --trust, each as every command that has it.
void add_observers(CLI::App& command, std::vector<std::string>& observers);
void add_steps(CLI::App& command, std::string& steps);
/// As add_steps, where any number of steps can be asked about too.
void add_steps_or_forever(CLI::App& command, std::string& steps);
void add_trust(CLI::App& command, std::string& trust);
/// Prints on stderr what was dropped or ignored, one line each. To be called once nothing can be wrong with the request
/// any more: a refusal is one line.
void print_notes(const std::vector<std::string>& notes);

/// Adds --schedule. A file of rounds stands for --graph, --weights and --steps too, which are required no longer.
/// @pre the command has --graph and --steps.
void add_gossip_schedule(CLI::App& command, GossipSchedule& schedule);

/// Takes the graph and the steps from the file that --schedule names, or requires --graph and --steps.
/// @throws CLI::RequiredError for what is missing; Error(Errc::conditions) for what the file gives already;
/// Error(Errc::file) if there is no such file.
void complete(const CLI::App& command, const GossipSchedule& schedule, GraphSource& graph, std::string& steps);

/// Says in the help of --weights that a file is taken too.
void take_weights_file(CLI::App& command);

/// Adds --promise, which says --delta too, and as its older form --claimed-epsilon. @pre the command has --delta.
void add_promised_epsilon(CLI::App& command, std::optional<double>& epsilon, std::optional<double>& delta);

/// Adds --promise, which says --delta or --alpha too, its older forms --claimed-epsilon and --claimed-renyi, and
/// --trust; at most one promise is taken. @pre the command has --delta and --alpha.
void add_promise(CLI::App& command, PromisedLoss& options, double& alpha, std::optional<double>& delta);

/// Adds --message-noise, --precision and --magnitude.
void add_message_noise(CLI::App& command, MessageNoise& noise);

/// Adds an option whose value is a number, a number for each node, or a file (graph::read_node_values).
void add_scale(CLI::App& command, const std::string& name, const std::string& description, Scale& scale);

/// Adds --contributions, whose text contributions_of() reads.
CLI::Option* add_contributions(CLI::App& command, std::string& contributions);

}  // namespace hearsay::cli
