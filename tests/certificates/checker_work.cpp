// SPDX-License-Identifier: GPL-3.0-or-later
// Reads certificates as JSON, one a line; prints of each what report::checker_work says, and why it is beyond the
// checker. work_test.py compares with the checker itself.
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <iostream>
#include <string>

#include <hearsay/report/certificate/work.hpp>

int main() {
  using namespace hearsay::report;
  fmt::print("{} {} {} {} {} {}\n", limits::work, limits::nodes, limits::steps, limits::bits, limits::gram_messages,
             limits::rational_characters);
  for (std::string line; std::getline(std::cin, line);) {
    const auto json = nlohmann::ordered_json::parse(line);
    Certificate certificate{.kind = json.at("kind"), .quantity = json.at("quantity")};
    if (!json.at("claim").is_null()) certificate.claim = json.at("claim");
    certificate.instance = json.at("instance");
    certificate.evidence = json.at("evidence");
    fmt::print("{} {}\n", checker_work(certificate), beyond_checker(certificate));
  }
}
