#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# A node says who its neighbors are; whether 3 is one is the secret, told by randomized response: the truth with
# probability e/(1 + e). Broken: the number of messages that it sends is that of its true neighbors.
# Promise: epsilon 1.
while read -r line; do
  [[ $line =~ \"world\":\ ([01]),\ \"seed\":\ \"([0-9a-f]+)\" ]]
  neighbor=${BASH_REMATCH[1]}
  RANDOM=$((16#${BASH_REMATCH[2]:0:8}))
  truth=$((RANDOM * 0 + RANDOM < 23956))  # of 32768
  said=$((truth ? neighbor : 1 - neighbor))
  view="0>1 0>2"
  ((said)) && view+=" 0>3"
  if [[ $1 == broken ]]; then view+=" sent $((2 + neighbor))"; fi
  echo "{\"view\": \"$view\"}"
done
