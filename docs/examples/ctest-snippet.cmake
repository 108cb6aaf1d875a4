# SPDX-License-Identifier: GPL-3.0-or-later
find_program(HEARSAY hearsay REQUIRED)
add_test(NAME privacy.verdicts COMMAND ${HEARSAY} verify --effort quick)
add_test(NAME privacy.bound COMMAND ${HEARSAY} account gossip --graph file:${CMAKE_SOURCE_DIR}/deployment.edges
         --component largest --observer 17 --steps auto --promise "epsilon(1e-5) <= 0.5")
