#include <fmt/format.h>

#include <memory>

#include "cli/verb.hpp"
#include <hearsay/claims/catalogue.hpp>

namespace hearsay::cli {

void add_claims(CLI::App& app, Action&) { app.add_subcommand("claims", "list the catalogue: id, source, expected verdict"); }
void add_explain(CLI::App& app, Action&) { app.add_subcommand("explain", "one claim in full"); }
void add_verify(CLI::App& app, Action&) { app.add_subcommand("verify", "check claims and compare with the expected verdicts"); }

}  // namespace hearsay::cli
