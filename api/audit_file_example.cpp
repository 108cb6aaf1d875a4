// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/audit_file.hpp"

namespace hearsay::api {

std::string audit_file_example() {
  return R"({
 "schema_version": 1,
 "comment": [
  "Audits for: hearsay audit FILE --junit result.xml --sarif result.sarif --report page",
  "Keys are the options of `hearsay audit gossip` with _ for -. Paths are relative to this file."
 ],
 "defaults": {
  "comment": "values for audits that do not set them; each: every node alone, coalitions:2: any two together",
  "observer": ["each", "coalitions:2"],
  "steps": 3,
  "sigma": 2
 },
 "audits": [
  {
   "comment": "replace the graph by \"file:network.csv\" with the columns from,to; with a column weight also \"weights\": \"network.csv\"",
   "name": "my network",
   "graph": "ring:12",
   "promise": ["(2, 1e-5)-DP", "renyi(2) <= published"]
  },
  {
   "comment": "any number of steps, one target, a file of values by node would be \"sigma\": \"sigma.csv\"",
   "name": "one node, forever",
   "graph": "ring:12",
   "target": 0,
   "steps": "forever",
   "promise": "mu <= 0.6"
  }
 ]
}
)";
}

}  // namespace hearsay::api
