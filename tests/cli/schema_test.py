#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Every result of the program is what schemas/result.schema.json says, and little else is. Usage: schema_test.py HEARSAY [--verbose]

Each result is accepted; then it is damaged in one place at a time, and at least 90 % of the damage must be refused. --verbose: also lists what was accepted.
"""
import collections
import concurrent.futures
import functools
import json
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile
import unittest

import jsonschema

import commands

VERBOSE = "--verbose" in sys.argv and not sys.argv.remove("--verbose")
HEARSAY = str(pathlib.Path(sys.argv.pop(1)).resolve())
ROOT = pathlib.Path(__file__).resolve().parents[2]
SCHEMA = json.loads((ROOT / "schemas/result.schema.json").read_text())
LEAST_REFUSED = 0.9

# Files that the commands read.
FILES = {
    "names.edges": "# who talks to whom\nann bob\nbob cy\ncy dan\ndan dan\nbob ann\neve fay\n",
    "numbers.edges": "30 10\n10 20\n20 40\n",
    "weights.csv": "source,target,weight\nana,bo,0.5\nbo,cy,0.25\n",
    "directed.gml": 'graph [ directed 1 node [ id 0 label "ann" age 3 ] node [ id 1 label "bob" age 4 ] node [ id 2 label "cy" age 4 ] edge [ source 0 target 1 since 3 ] edge [ source 1 target 2 since 4 ] ]\n',
    "push.mtx": "%%MatrixMarket matrix coordinate real general\n3 3 7\n1 1 0.5\n1 2 0.25\n2 1 0.5\n2 2 0.5\n2 3 0.5\n3 2 0.25\n3 3 0.5\n",
    "scales.csv": "0,1\n1,2\n2,0.5\n",
    "contacts.csv": "step,u,v\n1,ann,bob\n2,bob,cy\n3,ann,bob\n",
    "parts.csv": "step,u,v\n1,ann,bob\n2,bob,cy\n2,dan,eve\n",
    "parts.edges": "a b\nc d\n",
    "twins.edges": "".join(f"{u} {v}\n" for u, v in [(0, 1), (1, 2), (2, 3), (2, 4), (1, 5), *((u, u + 1) for u in range(5, 599))]),
    "twins.w": "".join(f"{u} {v} {w}\n" for u, v, w in [(0, 1, .25), (1, 2, .25), (2, 3, .25), (2, 4, .2500001), (1, 5, .25), *((u, u + 1, .25) for u in range(5, 599))]),
    "a.mtx": "%%MatrixMarket matrix coordinate real general\n2 4 4\n1 1 1\n2 2 1\n1 3 1\n2 4 1\n",
    "b.mtx": "%%MatrixMarket matrix coordinate real general\n2 3 4\n1 1 1\n1 2 1\n2 2 1\n2 3 1\n",
    "bare.mtx": "%%MatrixMarket matrix coordinate real general\n2 3 1\n1 1 1\n",
    "audits.json": json.dumps({"schema_version": 1, "defaults": {"graph": "file:names.edges", "component": "largest", "observer": "each", "steps": 3}, "audits": [
        {"name": "all", "promise": "renyi(2) <= 0.1"}, {"promise": ["exact <= published", "exact <= 2^(1-distance)"], "trust": "all-noise"},
        {"name": "noisy", "promise": "mu <= 0.4", "observer": ["ann", "bob"], "message_noise": 0.1, "precision": "float32", "magnitude": 10},
        {"name": "forever", "steps": "forever", "observer": "coalitions:2", "promise": "epsilon(1e-5) <= 1.5", "sigma": 2},
        {"name": "numbers", "graph": "ring:4", "component": "largest", "observer": 0, "target": 2, "promise": "attack_tpr(0.01) <= 0.5"}]}),
    "one_audit.json": json.dumps({"schema_version": 1, "audits": [{"graph": "path:3", "observer": "each", "steps": 2, "sigma": "scales.csv", "sensitivity": "scales.csv", "promise": "renyi(2) <= 0.1"}]}),
    "claims/one.json": json.dumps({"schema_version": 1, "id": "own.hops", "statement": "exact <= 2^(1-distance)", "graphs": "connected:2..3", "expected": "refuted"}),
    "claims/two.json": json.dumps({"schema_version": 1, "id": "own.n", "protocol": "rumor", "statement": "n >= 3", "expected": "holds", "source": "me"}),
    "houses.csv": "a,b,y\n" + "".join(f"{i % 7},{i * i % 11},{i % 5}\n" for i in range(40)),
    "experiments/stream/growth/spec.json": json.dumps({"source": "test", "title": "Growth", "caption": "Neighbors learn more", "claims": ["stream.thm13"], "measurement": "growth of constant streams",
        "scales": {"small": {"graphs": ["petersen"], "rounds": 20}}, "picture": {"panels": [{"curves": [{"x": "rounds", "y": "constant", "style": "lines"}]}]}}),
    "experiments/stream/growth/expected.json": json.dumps({"source": "4/27 by hand", "small": {"growth per round, petersen, closed neighborhood": [0.148, 0.1484], "growth per round, petersen, one observer": {"range": [0, 1], "seeds": 20}}}),
    "experiments/muffliato/utility/spec.json": json.dumps({"source": "test", "title": "Utility", "measurement": "utility of gossip", "scales": {"small": {"graphs": [{"name": "ring", "specs": ["ring:11", "ring:21"], "logs": [1, 1], "printed": ["-1", "-1"]}]}},
        "tables": [{"table": "exponents", "columns": [{"title": "graph", "show": "{graph}"}, {"title": "exponent", "show": "{algorithm_1:.3f}"}]}]}),
    "experiments/muffliato/utility/expected.json": json.dumps({"source": "", "small": {}}),
}

COIN = "sh -c 'while read -r line; do case $line in *\"world\\\": 1\"*) w=1;; *) w=0;; esac; echo \"{\\\"view\\\": $w}\"; done'"  # tells its world
PATH3 = "--graph path:3 --observer 0 --steps 2"
RING = "--users 5 --rounds 2 --epsilon 0.5 --delta 1e-5"
WALK = "--users 10 --steps 20 --epsilon 0.5 --delta 1e-6"
TRAINING = "--graph path:3 --rounds 2 --batch-rate 0.5 --delta 1e-5"
GALLERY = ROOT / "docs/examples/protocols"
# Command lines of every verb: together they change every shape that its result has.
CASES = {
    "account gossip": [
        "--graph path:5 --observer 0 --steps 4",
        "--graph path:5 --observer 0,2 --target 4 --steps auto --weights min-degree --alpha 3 --sigma 2 --sensitivity 0.5 --delta 1e-5 --claimed-epsilon 2",
        f"{PATH3} --claimed-renyi 0.9 --trust all-noise",
        f"{PATH3} --promise 'epsilon(1e-5) <= 2'",
        f"{PATH3} --delta 1e-5 --claimed-renyi 9",
        f"{PATH3} --message-noise 0.125 --delta 1e-5",
        f"{PATH3} --message-noise 0.125 --claimed-renyi 0.1",
        f"{PATH3} --precision float16 --magnitude 8 --delta 1e-5",
        f"{PATH3} --message-noise 0.125 --precision bfloat16 --trust all-noise",
        f"{PATH3} --certificate proof.json --report page",
        "--graph file:names.edges --component largest --observer ann --steps 3",
        "--graph file:numbers.edges --observer 30 --steps forever",
        "--graph file:weights.csv --weights weights.csv --observer ana --steps 2",
        "--graph file:directed.gml --observer ann --steps 2",
        "--graph file:push.mtx --weights push.mtx --observer 1 --steps forever --delta 1e-5",
        "--graph file:push.mtx --weights push.mtx --observer 1 --steps 2 --claimed-renyi 0.3",
        "--graph file:twins.edges --weights twins.w --observer 0 --steps forever --trust all-noise --delta 1e-5 --target 3 --claimed-renyi 0.7",
        "--graph path:5 --observer 0 --steps 4 --schedule accelerated",
        "--graph path:5 --observer 0 --steps auto --schedule randomized",
        "--graph path:5 --observer 0 --steps 5 --schedule randomized --delta 1e-5",
        "--schedule contacts.csv --observer ann",
        "--schedule parts.csv --observer ann --delta 1e-5",
        f"{PATH3} --sigma scales.csv --delta 1e-5 --claimed-epsilon 1",
        f"{PATH3} --sigma 1:2:0.5 --sensitivity 2",
        f"{PATH3} --sigma scales.csv --sensitivity scales.csv --message-noise 0.1 --claimed-renyi 1 --trust all-noise",
        "--graph path:3 --observer 0 --steps forever --sensitivity scales.csv",
        "--graph ring:20 --observer 0 --steps 1000 --sensitivity 0",
    ],
    "account linear": [
        f"--protocol {GALLERY}/muffliato.json --delta 1e-5 --fpr 0.05 --reconstruct --witness --certificate proof.json",
        f"--protocol {GALLERY}/randomized.json --observer each --target ann,bob --reconstruct",
        f"--protocol {GALLERY}/randomized.json --group ann,bob --claimed-epsilon 1 --delta 1e-5",
        f"--protocol {GALLERY}/randomized.json --promise 'epsilon(1e-5) <= 1'",
        f"--protocol {GALLERY}/decor.json --meet 'epsilon(1e-5)<=2' --contributions numbers",
        f"--protocol {GALLERY}/muffliato.json --meet 'mu <= 0.4' --direction 1:1,2:-1/3",
        f"--protocol {GALLERY}/matrix_factorization.json --participation at-most:2:1 --reconstruct",
        f"--protocol {GALLERY}/zero_sum_copies.json --delta 1e-5 --fpr 0.01",
        f"--protocol {GALLERY}/secure_summation.json --witness --fpr 0.01 --delta 0.1 --meet 'mu <= 0.4'",
        "--signal a.mtx --noise b.mtx --rounds 2 --participation once --reconstruct",
        "--signal a.mtx --noise bare.mtx --delta 1e-5 --fpr 0.1 --witness --meet 'mu <= 1' --claimed-epsilon 1",
    ],
    "account ring": [
        "--users 5 --rounds 2 --epsilon 0.5 --delta 1e-5 --delta-prime 1e-5 --certificate proof.json",
        "--users 2000 --rounds 2 --epsilon 0.4 --delta 1e-5 --delta-prime 1e-5 --task histogram --buckets 4 --noise analytic",
        "--users 5 --rounds 2 --epsilon 0.5 --delta-prime 1e-5 --noise laplace",
        "--users 5 --rounds 2 --epsilon 0.5 --delta 1e-5 --delta-prime 1e-5 --colluders 2",
        "--users 2000 --rounds 2 --epsilon 0.4 --delta 1e-5 --delta-prime 1e-5 --task histogram --colluders 3",
        "--users 5 --rounds 2000 --epsilon 3 --delta 1e-1 --delta-prime 1e-5",
    ],
    "account rumor": [
        "--nodes 10 --curious 1 --muting 1",
        "--nodes 4 --curious 1 --muting 0.5 --exact --delta 0.1 --epsilon 0.5 --certificate proof.json",
        "--nodes 4 --curious 0 --muting 1 --exact --sees eavesdropper --seen 0.5 --transcript terminated",
        "--nodes 4 --curious 1 --muting 1 --exact --delayed-start --delta 0.001",
        "--nodes 4 --curious 1 --muting 0.5 --exact --sees reordered --swap 0.25",
        "--graph file:numbers.edges --curious-set 10 --muting 1 --sees timed",
        "--graph file:numbers.edges --curious-set 10 --muting 0 --worst --delta 0.1",
        "--graph path:9 --component largest --curious 3 --muting 0 --pairs 4 --delta 0.1 --epsilon 0.5 --report page",
        "--graph file:names.edges --curious-set ann --muting 0 --source bob --against cy",
    ],
    "account stream": [
        "--graph petersen --observer 0 --target 1 --rounds 4",
        "--graph file:names.edges --component largest --observer ann --target all --rounds 3 --steps-per-round 2 --trust own-noise-known --view messages --sigma 2 --delta 1e-5 --epsilon 1 --certificate proof.json",
        "--graph ring:4 --weights min-degree --observer 0 --target 1,2 --rounds 3 --delta 1e-5",
    ],
    "account training": [
        f"{TRAINING}",
        f"{TRAINING} --gradients seen --observer 0 --target 2 --meet 'epsilon(1e-5) <= 2'",
        "--graph path:3 --rounds 2 --batch-rate 0.9 --delta 1e-5 --gradients seen",
        f"{TRAINING} --algorithm muffliato --gossip-steps 2 --clip 2 --sigma 3 --adjacency add-remove --participation period:2",
        f"{TRAINING} --gossip-steps 0 --target 1,2 --sigma scales.csv --meet 'epsilon(1e-5) <= 2'",
        "--graph file:names.edges --component largest --weights min-degree --rounds 2 --batch-rate 0.5 --delta 1e-5 --observer ann,bob",
        "--schedule contacts.csv --batch-rate 0.5 --delta 1e-5 --participation once",
        "--graph star:6 --rounds 12 --gossip-steps 6 --batch-rate 1 --delta 1e-5 --observer 0 --target 2 --gradients seen",
    ],
    "account walk": [
        f"{WALK} --delta-prime 1e-5 --delta-hat 1e-5 --certificate proof.json",
        f"{WALK} --delta-prime 1e-5 --delta-hat 1e-5 --task histogram --buckets 3 --known-neighbors",
        f"{WALK} --delta-prime 1e-5 --delta-hat 1e-5 --task sgd --noise analytic --colluders 2",
        "--graph file:names.edges --component largest --observer ann --target all --steps 5 --sigma 2 --others anything",
        "--graph path:4 --weights min-degree --observer 1 --target 2 --steps 5 --delta 1e-5",
        "--graph path:4 --observer 1,3 --target all --steps 5",
        "--graph path:4 --observer each --target all --steps 5 --tokens 2",
        "--graph file:names.edges --component largest --observer coalitions:2 --target ann --steps 4 --delta 1e-3",
    ],
    "audit": ["audits.json", "one_audit.json --junit result.xml --sarif result.sarif --certificate proof.json --report page"],
    "audit rumor": [
        "--graph file:names.edges --curious-set ann --promise 'delta(0.5) <= 0.9' --worst",
        "--graph path:9 --component largest --curious 3 --pairs 4 --promise 'epsilon(0.1) <= 9' --junit junit.xml --report page",
    ],
    "audit gossip": [
        "--graph path:5 --observer each --steps 4 --promise 'renyi(2) <= 0.1'",
        "--graph file:names.edges --component largest --observer ann,bob --steps auto --promise 'exact <= published' --weights min-degree",
        "--graph file:numbers.edges --observer 30 --target 20 --steps forever --promise 'epsilon(1e-5) <= 9' --sigma 2 --sensitivity 0.5",
        "--graph path:5 --observer coalitions:2 --steps 4 --promise 'attack_tpr(0.01) <= 0.05'",
        "--graph ring:40 --observer coalitions:5 --steps 2 --promise 'mu <= 0.4'",
        "--graph ring:5 --observer each,coalitions:2 --steps 2 --epsilon 2 --delta 1e-5 --advice",
        "--graph edges:0-1,1-2,2-0,2-3 --observer each --steps 3 --promise '(4, 1e-5)-DP' --advice --rank-edges",
        f"--graph path:5 --observer each --steps 4 --promise 'exact <= 2^(1-distance)' --trust all-noise",
        f"{PATH3} --promise 'mu <= 0.4' --message-noise 0.125",
        f"{PATH3} --promise 'mu <= 0.4' --precision float16 --magnitude 8",
        f"{PATH3} --promise 'exact_own_noise <= 0.5' --message-noise 0.125 --precision float32",
        f"--graph path:3 --observer each --steps 2 --sigma scales.csv --sensitivity scales.csv --promise 'mu <= 0.4'",
        "--schedule contacts.csv --observer each --promise 'renyi(3) <= 2'",
        "--graph file:push.mtx --weights push.mtx --observer each --steps forever --promise 'mu <= 9'",
        "--graph file:parts.edges --observer a --target c --steps 5 --promise 'exact <= 2^(1-distance)'",
        "--graph file:twins.edges --weights twins.w --observer 0 --steps forever --trust all-noise --promise 'mu <= 5' --target 3",
        f"--protocol {GALLERY}/muffliato.json --observer each --promise 'mu <= 0.8'",
        f"--protocol {GALLERY}/randomized.json --observer coalitions:2 --target ann --promise 'epsilon(1e-5) <= 0.8' --contributions numbers",
        f"--protocol {GALLERY}/zero_sum_copies.json --observer 1 --promise 'renyi(2) <= 0.8'",
    ],
    "audit walk": [
        "--graph path:4 --observer each --steps 5 --promise 'renyi(2) <= 0.1'",
        "--graph file:names.edges --component largest --observer ann,bob --steps 5 --sigma 2 --tokens 3 --promise 'renyi(4) <= 9' --junit result.xml",
        "--graph path:4 --observer coalitions:2 --target 0,1 --steps 3 --others anything --weights min-degree --promise 'epsilon(1e-3) <= 2'",
    ],
    "attack gossip": [
        f"{PATH3} --target 2 --runs 200",
        "--graph file:names.edges --component largest --observer ann --target dan --steps 3 --runs 200 --delta 1e-5 --epsilon 0.5 --trust own-noise-known",
        f"{PATH3} --target 2 --runs 200 --row-space --weights min-degree",
        f"{PATH3} --target 2 --runs 2048 --anytime --resume state",
        "--schedule contacts.csv --observer ann --target cy --runs 200 --sigma 2 --sensitivity 0.5 --confidence 0.9",
        "--graph path:4 --observer 0 --target 2 --steps auto --schedule accelerated --runs 200 --delta 1e-5",
    ],
    "attack ring": [
        f"{RING} --runs 100",
        f"{RING} --runs 100 --output published --delta-prime 1e-5 --noise analytic --confidence 0.9",
        f"{RING} --runs 1024 --task histogram --buckets 3 --anytime",
        "--users 5 --rounds 2 --epsilon 0.5 --noise laplace --output perturbed --runs 100",
    ],
    "attack stream": [
        "--graph path:5 --observer 1 --target 0 --rounds 10 --runs 200",
        "--graph file:names.edges --component largest --weights min-degree --observer ann,bob --target dan --rounds 6 --half-period 2 --sigma 2 --trust own-noise-known --runs 200 --delta 1e-5 --epsilon 0.5 --confidence 0.9",
        "--graph path:5 --observer 1 --target 0 --rounds 10 --half-period 3 --runs 1024 --anytime",
    ],
    "attack rumor": [
        "--nodes 10 --curious 1 --muting 1 --runs 10",
        "--nodes 10 --curious 2 --muting 0.5 --runs 1024 --anytime --confidence 0.9 --suspects 4 --rumors 2",
        "--nodes 4 --curious 1 --muting 0.5 --runs 10 --transcript terminated",
        "--nodes 1000 --curious 10 --muting 0.5 --runs 10 --transcript terminated",
        "--nodes 1000 --curious 0 --muting 0.5 --runs 10",
        "--nodes 5 --curious 1 --muting 1 --delayed-start --sees timed --runs 10",
        "--nodes 50 --curious 0 --muting 0.5 --sees eavesdropper --seen 0.25 --runs 10",
        "--nodes 50 --curious 5 --muting 0.5 --sees reordered --swap 0.25 --runs 1024 --anytime",
        "--nodes 50 --curious 5 --muting 0.5 --sees timed --runs 10",
        "--graph grid:3x3 --curious 2 --source 4 --against 5 --muting 0 --runs 20 --seed 2",
        "--graph file:names.edges --component largest --curious-set ann --source bob --against cy --muting 0.5 --runs 20 --delta 0.1 --epsilon 0.2 --confidence 0.9",
    ],
    "attack walk": [
        f"{WALK} --runs 100",
        f"{WALK} --runs 100 --task histogram --buckets 3",
        f"{WALK} --runs 1024 --anytime --delta-prime 1e-5 --delta-hat 1e-5 --noise analytic --confidence 0.9",
    ],
    "attack program": [
        "--epsilon 1 --delta 0 --runs 200 -- sh -c 'while read -r line; do echo \"{\\\"view\\\": 1}\"; done'",
        "--epsilon 0.1 --delta 0 --runs 400 --features events --confidence 0.9 --timeout 5 --until 0.2 -- sh -c 'while read -r line; do case $line in *\"world\\\": 1\"*) w=1;; *) w=0;; esac; echo \"{\\\"view\\\": $w}\"; done'",
        "--epsilon 1 --delta 0.1 --runs 100 --fresh --workers 1 -- false",
        f"--promise 'renyi(2) <= 0.1' --runs 400 -- {COIN}",
        f"--promise 0.1-GDP --runs 400 --replay state.json --seed 2 -- {COIN}",
        f"--dry-run --epsilon 1 --delta 0 -- {COIN}",
        "--dry-run --promise 'mu <= 1' -- false",
    ],
    "simulate gossip": [
        "--graph path:3 --steps 4 --runs 2",
        "--graph file:names.edges --component largest --steps auto --schedule accelerated --sigma 2 --runs 2 --weights min-degree",
        "--schedule contacts.csv --runs 2",
        "--graph path:3 --steps 0 --schedule randomized --runs 1",
    ],
    "simulate learn": [
        "--users 5 --rounds 1 --trials 1",
        "--graph file:numbers.edges --rounds 2 --trials 2 --algorithm dp-gd --weights min-degree --gossip-steps 3 --bias --l2 0.1 --alpha 3 --training-share 0.5 --label-threshold median",
        "--graph path:3 --rounds 2 --trials 1 --algorithm dp-gd --delta 1e-5",
        "--users 40 --rounds 2 --trials 1 --delta 1e-5 --gossip-steps 2",
        "--graph ring:40 --rounds 2000 --trials 1 --delta 1e-5 --algorithm dp-gd --training-share 0.01",
        "--users 5 --rounds 1 --trials 1 --algorithm central --data houses.csv --format csv --label-column y",
        "--users 5 --rounds 1 --trials 1 --algorithm muffliato-sgd --noise 0 --edge-probability 0.9",
        "--users 5 --rounds 20 --trials 1 --algorithm walk --every 10 --decaying --diameter 3 --step 0.1 --clip 2",
        "--users 5 --rounds 20 --trials 1 --algorithm walk --calibration network --epsilon 2 --delta 1e-5 --budget-factor 2",
        "--users 5 --rounds 20 --trials 1 --algorithm walk --calibration local",
        "--users 5 --rounds 20 --trials 1 --algorithm walk --calibration central",
    ],
    "simulate ring": ["--users 5 --rounds 2 --runs 10", "--users 5 --rounds 2 --runs 10 --sigma 2 --value 0.5 --noise distributed --law laplace --publish",
        "--users 5 --rounds 2 --runs 10 --task histogram --buckets 3 --gamma 0.25"],
    "simulate rumor": ["--nodes 10 --muting 1 --runs 2", "--nodes 10 --muting 0.5 --runs 2 --timing synchronous --exchange push-pull --no-self-sends --loss 0.1 --coin-flips 3 --rounds 50",
        "--nodes 1000000 --muting 0.5 --runs 2 --counts", "--nodes 10 --muting 1 --runs 2 --delayed-start"],
    "simulate walk": ["--users 5 --steps 10 --runs 2", "--users 5 --steps 10 --runs 2 --epsilon 0.2 --delta 1e-6 --rule published --hidden-neighbors",
        "--users 5 --steps 10 --runs 2 --task histogram --buckets 3 --hidden-neighbors"],
    "verify": ["'dp.*' --effort quick --certificates proofs", "'rumor.thm7*' 'muffliato.thm1*' --effort quick --claims claims own.hops own.n", "rumor.messages --effort quick"],
    "claims": ["'dp.*'", "'muffliato.thm*'", "--paper muffliato --statement 'Theorem 1'"],
    "explain": ["muffliato.thm1", "muffliato.thm1.repaired", "'muffliato Theorem 1'", "muffliato.thm1 --derivation"],
    "cite": ["muffliato.thm1", "muffliato.thm1.repaired", "rumor/figure_2", "muffliato", "hearsay", "stream.projector"],
    "refute": ["'exact <= 2^(1-distance)' --effort quick --certificate proof.json --save own.json", "'n >= 2' --graphs connected:2..3 --steps 1..2 --observers coalitions --effort quick",
        "'rate <= 1' --protocol stream --rounds 1..2 --graphs connected:2..3 --effort quick", "'exact <= rounds/10' --protocol stream --graphs connected:2..3 --effort quick", "'uncertainty >= 0.9' --protocol rumor --effort quick", "'exact <= local*0.999999999999' --effort quick", "'mu <= 0.9 and epsilon(1e-5) <= 9' --effort quick --weights min-degree",
        "'renyi(2) <= limit' --protocol graphwalk --effort quick", "'limit <= 0' --protocol graphwalk --sigma 3 --steps 2 --graphs connected:2..3 --effort quick", "'exact <= rounds/2' --protocol ring --rounds 1..2 --effort quick",
        "'delta(0) <= 0' --protocol walk --steps 2 --graphs complete:2..3 --epsilon 0.2 --delta 1e-3 --delta-prime 0.1 --delta-hat 0.1 --effort quick",
        "'exact <= 0.9' --graph file:names.edges --component largest --steps 2 --sensitivity 2", "'exact <= 1/7' --graph file:weights.csv --weights weights.csv --steps 2..3 --observers coalitions", "'exact <= 1/7' --graph path:3 --sigma scales.csv --sensitivity 1,2 --steps 2",
        "'exact <= max(1/2, 2 - distance)' --graphs connected:3..3 --steps 2 --sigma 1..2 --sensitivity 3 --effort quick", "'exact <= 1/12' --protocol stream --graph path:3 --rounds 2"],
    "reproduce": ["all --experiments experiments --out figures", "all --experiments experiments --list"],
}
# Options that change no key of a result: other outputs, how the work is done, and how a table is shown.
NO_SHAPE = {"--help", "--json", "--seed", "--jobs", "--color", "--junit", "--sarif", "--csv", "--matrix-market", "--markdown", "--report", "--certificate", "--certify", "--format", "--baseline", "--tolerance", "--save", "--sort", "--top", "--all",
            "--resume", "--workers", "--to-the-end", "--fresh", "--init", "--fail-inconclusive", "--out", "--facebook", "--houses", "--scale", "--experiments"}

# Keys whose text is free, so that any other text is a result too.
FREE = {
    # sentences
    "adaptivity", "adversary", "assumes", "caption", "claimed", "actual", "conditions", "domain", "expected_source", "formula", "known_witness", "no_bracket", "note", "notes", "quote", "quote_where", "reading", "realistic",
    "said", "sentence", "statement", "table", "title", "why", "words",
    # names that the user gives: nodes, files, audits, claims, figures, programs and columns
    "against", "claims", "curious_set", "direction", "edge_attributes", "figures", "file", "group", "header", "id", "name", "node", "node_attributes", "noise", "observer", "observers", "path", "place", "program", "protocol", "reconstructible", "root", "signal",
    "sigma", "sensitivity", "target", "weights", "worst_observer", "x", "y", "show", "data", "bound",
    # where something is published, and what made it
    "compiler", "controls", "paper_version", "processor", "source", "system",
}
MAPS = {"claims", "summary", "timing"}  # objects whose keys are names
# Keys of labels of nodes, which are texts, or lists of them. Not in a witness, whose graph is written in numbers of nodes,
# in the noise of kinds, and in the parameters of a figure.
LABELS = {"against", "against_within", "curious_set", "direction", "edge", "group", "node", "observer", "observers", "reconstructible", "source", "target", "worst_observer"}
NO_LABELS = {"instance", "meet", "figure"}


def inlined(node):
    """A schema without references, which jsonschema follows slowly."""
    if isinstance(node, list):
        return [inlined(part) for part in node]
    if not isinstance(node, dict):
        return node
    here = {key: part if key in ("const", "enum", "required") else inlined(part) for key, part in node.items() if key not in ("$ref", "description")}
    if "$ref" not in node:
        return here
    there = inlined(SCHEMA["$defs"][node["$ref"].removeprefix("#/$defs/")])
    return {"allOf": [there, here]} if here else there


@functools.cache
def validator(verb):
    return jsonschema.Draft202012Validator(inlined(SCHEMA["$defs"][verb.replace(" ", "_")]))


def complaints(result):
    """What is wrong with a result by the schema as it stands."""
    found = jsonschema.Draft202012Validator(SCHEMA).iter_errors(result)
    return [f"{'/'.join(map(str, error.absolute_path))}: {error.message[:300]}" for error in found]


def ends(keys, size):
    """Of many the first one, and the largest of the others."""
    return keys if len(keys) <= 2 else [keys[0], max(keys[1:], key=size)]


def shortened(value, key=None):
    """Of a result the first element of every long list or map, and one more."""
    size = lambda part: len(json.dumps(part))
    if isinstance(value, dict):
        names = ends(list(value), lambda name: size(value[name])) if key in MAPS and len({type(part) for part in value.values()}) == 1 else list(value)
        return {name: shortened(value[name], name) for name in names}
    if isinstance(value, list) and key not in ("counts", "direction"):  # of a fixed length
        value = ends(value, size)
    return [shortened(part) for part in value] if isinstance(value, list) else value


def nonsense(value):
    if isinstance(value, bool) or value is None:
        return ["nonsense"]
    if isinstance(value, str):
        return [7, "nonsense"]
    if isinstance(value, (int, float)):
        return ["nonsense", -1e9]
    return [{}] if isinstance(value, list) else [None]


def damages(value, path=()):
    """Damages a result in place, each key removed and each value replaced, and repairs it after each yield of (path, what was there, what is there)."""
    for key in list(value) if isinstance(value, dict) else range(len(value)):
        old, here = value[key], (*path, key)
        if isinstance(value, dict):
            whole = dict(value)
            del value[key]
            yield here, old, "removed"
            value.clear()
            value.update(whole)
        for new in nonsense(old):
            value[key] = new
            yield here, old, new
            value[key] = old
        if isinstance(old, (dict, list)):
            yield from damages(old, here)


def is_free(path, old, new):
    key = next(name for name in reversed(path) if isinstance(name, str))
    return isinstance(old, str) and isinstance(new, str) and new != "removed" and key in FREE


def is_map(path, value):
    """Whether the keys of an object are names; those of a witness are the check's own."""
    key = path[-1] if path else None
    return key == "instance" or key in MAPS and "seconds" not in value and not any(isinstance(part, dict) for part in value.values())


def objects(value, path=()):
    """All objects of a result that are no maps, with their paths."""
    if isinstance(value, dict) and not is_map(path, value):
        yield path, value
    for key, part in value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ():
        yield from objects(part, (*path, key))


def labels(value, path=()):
    """All values of a result that name nodes, with their paths: of pairs of a label and a number the label."""
    for key, part in value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ():
        here = (*path, key)
        if key in LABELS and not isinstance(part, dict):
            pairs = key in ("reconstructible", "direction")
            for entry in part if isinstance(part, list) else [part]:
                yield here, entry[0] if pairs and isinstance(entry, list) else entry
        elif key not in NO_LABELS:
            yield from labels(part, here)


def named_in_schema(node, path=()):
    """All complete schemas of values that name nodes, with their paths."""
    for key, part in node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else ():
        here = (*path, str(key))
        if key == "properties" and node.get("additionalProperties") is False and not any(name.endswith("_instance") or name in NO_LABELS for name in path):
            yield from (((*here, name), inner) for name, inner in part.items() if name in LABELS)
        yield from named_in_schema(part, here)


class Damage:
    """Counts of one result: damage that is refused, accepted, and accepted since a text is free."""

    def __init__(self, result):
        check, self.tried, self.free, self.accepted = validator(result["command"]), 0, 0, []
        whole = shortened(result)
        assert check.is_valid(whole), [error.message[:300] for error in check.iter_errors(whole)]
        for path, old, new in damages(whole):
            self.tried += 1
            if not check.is_valid(whole):
                continue
            if is_free(path, old, new):
                self.free += 1
            else:
                self.accepted.append(f"{'.'.join(map(str, path))}: {str(old)[:60]!r} -> {str(new)[:60]!r}")

    def refused(self):
        return 1 - len(self.accepted) / (self.tried - self.free)


def run(verb, line):
    with tempfile.TemporaryDirectory() as folder:
        for name, text in FILES.items():
            path = pathlib.Path(folder, name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        words, dashes, program = line.partition(" -- ")
        if "--replay state.json" in words:
            subprocess.run([HEARSAY, *shlex.split("attack program --epsilon 0.1 --delta 0 --runs 400 --resume state.json" + dashes + program)], cwd=folder, capture_output=True, timeout=60)
        done = subprocess.run([HEARSAY, *verb.split(), *shlex.split(words), "--json", "out.json", *shlex.split(dashes + program)], cwd=folder, capture_output=True, text=True, timeout=60)
        path = pathlib.Path(folder, "out.json")
        if not path.exists() or done.returncode not in (0, 1, 3):
            raise AssertionError(f"{verb} {line}: exit {done.returncode}: {done.stderr}")
        return json.loads(path.read_text())


@functools.cache
def results():
    """Verb and command line, and the result."""
    lines = [(verb, line) for verb, lines in CASES.items() for line in lines]
    with concurrent.futures.ThreadPoolExecutor(2) as crew:
        return list(zip(lines, crew.map(lambda case: run(*case), lines)))


def documented():
    """Results in the documentation and among the tests' approved outputs, as (where, result)."""
    verified = next(result for (verb, _), result in results() if verb == "verify")
    for path in [*ROOT.glob("docs/**/*.json"), *ROOT.glob("tests/approved/*.json"), *ROOT.glob("docs/**/*.md"), ROOT / "README.md"]:
        text = path.read_text()
        for start in re.finditer(r"^\{", text, re.MULTILINE):
            try:
                found, _ = json.JSONDecoder().raw_decode(text, start.start())
            except json.JSONDecodeError:  # a part of a result, or code
                continue
            if not {"command", "schema_version"} <= found.keys():
                continue
            if path.parent.name == "approved":  # without what differs between machines
                found |= {key: verified[key] for key in ("machine", "version")}
            yield str(path.relative_to(ROOT)), found


class Schema(unittest.TestCase):
    def test_it_is_a_schema(self):
        jsonschema.Draft202012Validator.check_schema(SCHEMA)

    def test_every_verb_with_a_result_is_run_with_every_option_that_changes_it(self):
        self.assertEqual(set(CASES), set(commands.verbs(HEARSAY)) - {"help", "version"})
        self.assertEqual(set(CASES), set(SCHEMA["properties"]["command"]["enum"]))
        for verb, lines in CASES.items():
            given = {word for line in lines for word in shlex.split(line)}
            with self.subTest(verb):
                self.assertEqual([], [option.name for option in commands.options(HEARSAY, verb) if option.name.startswith("--") and option.name not in given | NO_SHAPE])

    def test_every_result_is_accepted(self):
        for (verb, line), result in results():
            with self.subTest(verb, line=line):
                self.assertEqual(result["command"], verb)
                self.assertEqual(complaints(result), [])

    def test_labels_are_texts(self):
        found = [(verb, path, label) for (verb, _), result in results() for path, label in labels(result)]
        self.assertLess(400, len(found))
        self.assertEqual([], [named for named in found if not isinstance(named[2], str)])

    def test_the_schema_has_no_label_that_is_a_number(self):
        found = list(named_in_schema(SCHEMA["$defs"]))
        self.assertLess(50, len(found))
        for path, schema in found:
            with self.subTest("/".join(path)):
                check = jsonschema.Draft202012Validator(inlined(schema))
                self.assertEqual([], [value for value in (7, [7], [[7]], [[7, 1]], [[7, "1"]]) if check.is_valid(value)])

    def test_no_result_is_one_of_another_verb(self):
        for verb, result in {verb: result for (verb, _), result in results()}.items():
            for other in (*CASES, "nonsense"):
                if verb != other:
                    with self.subTest(verb, other=other):
                        self.assertNotEqual(complaints({**result, "command": other}), [])

    def test_no_key_that_is_not_described_is_accepted(self):
        for (verb, line), result in results():
            whole, check = shortened(result), validator(verb)
            for path, place in list(objects(whole)):
                place["nonsense"] = 7
                with self.subTest(verb, line=line, path=path):
                    self.assertFalse(check.is_valid(whole))
                del place["nonsense"]

    def test_nine_in_ten_of_all_damages_are_refused(self):
        of_verb = collections.defaultdict(list)
        for (verb, line), result in results():
            damage = Damage(result)
            of_verb[verb].append(damage)
            if VERBOSE:
                print(f"{verb} {line}: {damage.refused():.3f} of {damage.tried - damage.free}", *damage.accepted, sep="\n    ")
            with self.subTest(verb, line=line):
                self.assertGreaterEqual(damage.refused(), LEAST_REFUSED, damage.accepted)
        for verb, all_of in of_verb.items():
            tried, free = (sum(getattr(damage, name) for damage in all_of) for name in ("tried", "free"))
            refused = tried - free - sum(len(damage.accepted) for damage in all_of)
            print(f"{verb:16} {refused / (tried - free):.3f} of {tried - free} refused, at least {min(damage.refused() for damage in all_of):.3f} of each result; {free} free texts apart")

    def test_documented_results_are_accepted(self):
        found = list(documented())
        self.assertIn("tests/approved/three_rows.json", [where for where, _ in found])
        for where, result in found:
            with self.subTest(where):
                self.assertEqual(complaints(result), [])

    def test_the_drawings_of_all_figures_are_accepted(self):
        result = next(result for (verb, _), result in results() if verb == "reproduce")
        for path in ROOT.glob("experiments/*/*/spec.json"):
            spec = json.loads(path.read_text())
            for parameters in spec.pop("scales").values():
                record = {**result["figures"][0], "caption": spec.get("caption", ""), "claims": spec.get("claims", []), "drawing": spec, "parameters": parameters, "pictures": [], "table": ""}
                with self.subTest(path.parent.name):
                    self.assertEqual(complaints({**result, "figures": [record]}), [])


if __name__ == "__main__":
    unittest.main()
