#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""`hearsay refute` against numbers derived by hand. Usage: refute_test.py HEARSAY"""
import fractions
import json
import math
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import time
import unittest

import jsonschema

HEARSAY = str(pathlib.Path(sys.argv.pop(1)).resolve())
CHECKER = pathlib.Path(__file__).resolve().parents[2] / "certificates" / "check_certificates.py"
SCHEMAS = pathlib.Path(__file__).resolve().parents[2] / "schemas"
RESULT, CLAIM = (jsonschema.Draft202012Validator(json.loads((SCHEMAS / f"{name}.schema.json").read_text())) for name in ("result", "claim"))


def refute(*words):
    run = subprocess.run([HEARSAY, "refute", *words, "--json", "-"], capture_output=True, text=True, timeout=600)
    found = json.loads(run.stdout)
    RESULT.validate(found)
    return run.returncode, found


class Refute(unittest.TestCase):
    def test_the_published_sum_is_refuted_on_the_path(self):
        # README.md derives 1/3 and 1/2.
        code, found = refute("exact <= published", "--effort", "quick")
        self.assertEqual((code, found["verdict"]), (1, "refuted"))
        self.assertEqual(found["witness"], {"instance": {"graph": "0-1 1-2", "observer": 0, "target": 2, "steps": 2}, "claimed": "1/3", "actual": "1/2", "certified": "exact",
                                            "command": "hearsay account gossip --graph 'edges:0-1 1-2' --observer 0 --target 2 --steps 2"})

    def test_nothing_is_lost_before_messages_arrive(self):
        code, found = refute("exact <= floor(min(1, T/distance))", "--effort", "quick", "--graphs", "connected:2..4,random:8", "--steps", "1..3")
        self.assertEqual((code, found["verdict"], found["witness"]), (0, "holds", None))
        self.assertEqual(found["tightness"], 0)

    def test_the_instances_of_a_smallest_instance_are_counted(self):
        # Connected graphs on 3 nodes: path and triangle; 3 observers, 2 targets, 5 numbers of steps.
        _, found = refute("n == 3", "--graphs", "connected:3..3", "--steps", "2..6")
        self.assertEqual((found["verdict"], found["instances"]), ("holds", 60))

    def test_a_bound_on_mu_and_on_epsilon(self):
        # On the path 0-1-2 node 0 learns half of node 2's value in two steps (README.md), and all of a neighbor's: mu = sqrt(exact), sigma = sensitivity = 1.
        path = ("--graphs", "connected:3..3", "--steps", "2..2", "--effort", "quick")
        code, found = refute("mu <= sqrt(published)", *path)
        self.assertEqual((code, found["verdict"]), (1, "refuted"))
        self.assertEqual((found["witness"]["instance"], found["witness"]["certified"]), ({"graph": "0-1 1-2", "observer": 0, "target": 2, "steps": 2}, "interval"))
        self.assertTrue(found["witness"]["actual"].startswith("0.70710678"), found["witness"])
        self.assertEqual(refute("mu <= sqrt(exact) and mu >= sqrt(exact)", *path)[1]["verdict"], "holds")
        # epsilon of mu = 1 at 1e-5 is 4.37718 (docs/attack_program.md), and every node learns at most that.
        self.assertEqual(refute("epsilon(1e-5) <= 4.3772", *path)[1]["verdict"], "holds")
        code, found = refute("epsilon(1e-5) <= 4.3771", *path)
        self.assertEqual((code, found["verdict"], found["witness"]["certified"]), (1, "refuted", "interval"))
        self.assertTrue(found["witness"]["actual"].startswith("4.3771"), found["witness"])

    def test_other_weights(self):
        # On two nodes min-degree weights are 1 off the diagonal: one step swaps the values.
        words = ("exact >= 1", "--graphs", "connected:2..2", "--steps", "1..1", "--effort", "quick")
        for weights, off_diagonal in (("min-degree", "w(T, 0, 1) == 1"), ("metropolis", "w(T, 0, 1) == 1/2")):
            self.assertEqual(refute(off_diagonal, *words[1:], "--weights", weights)[1]["verdict"], "holds")
        code, found = refute("w(1, 0, 1) <= 1/2", *words[1:], "--weights", "min-degree")
        self.assertEqual((code, found["parameters"]["weights"]), (1, "min-degree"))
        self.assertEqual(found["witness"]["instance"]["weights"], "min-degree")
        self.assertEqual(found["witness"]["command"], "hearsay account gossip --graph 'edges:0-1' --observer 0 --target 1 --steps 1 --weights min-degree")
        code, found = refute("exact <= 0", "--protocol", "stream", "--graphs", "connected:2..2", "--rounds", "2..2", "--effort", "quick", "--weights", "min-degree")
        self.assertEqual(found["witness"]["instance"]["weights"], "min-degree")
        run = subprocess.run([HEARSAY, "refute", "n >= 2", "--protocol", "rumor", "--weights", "min-degree"], capture_output=True, text=True, timeout=60)
        self.assertEqual((run.returncode, run.stderr), (2, "hearsay: HS-203 --weights: is not for the protocol rumor\n"))

    def test_the_command_of_a_counterexample_is_one_line(self):
        for words in (["n*exact <= 1", "--graphs", "random:40", "--steps", "1..1"], ["exact <= 2^(1-distance)"]):
            run = subprocess.run([HEARSAY, "refute", *words, "--effort", "quick"], capture_output=True, text=True, timeout=600, env={"COLUMNS": "80"})
            line, = [line for line in run.stdout.splitlines() if line.startswith("hearsay account")]
            self.assertEqual(line.count("'"), 2)  # the graph, whole
            shown = subprocess.run(["sh", "-c", f'{HEARSAY}{line.removeprefix("hearsay")} --json -'], capture_output=True, text=True, timeout=60)
            self.assertEqual(shown.returncode, 0, shown)

    def test_rounding_alone_is_inconclusive(self):
        code, found = refute("1e13*abs(sum(j, 0, n-1, w(T, target, j)) - 1) <= 0", "--effort", "quick")
        self.assertEqual((code, found["verdict"], found["witness"]), (3, "inconclusive", None))

    def test_the_same_seed_finds_the_same(self):
        words = ("exact <= 3^(2-distance)", "--graphs", "random:10", "--effort", "quick")
        self.assertEqual(refute(*words), refute(*words))


class Protocols(unittest.TestCase):
    def test_a_stream(self):
        # tests/props/bound/stream_bound_test.cpp derives it: a round is heard one round later, and then wholly.
        code, found = refute("constant_own_noise <= rounds/n", "--protocol", "stream", "--effort", "quick")
        self.assertEqual((code, found["verdict"]), (1, "refuted"))
        self.assertEqual(found["witness"], {"instance": {"graph": "0-1", "observer": 0, "target": 1, "rounds": 3}, "claimed": "3/2", "actual": "2", "certified": "exact",
                                            "command": "hearsay account stream --graph 'edges:0-1' --observer 0 --target 1 --rounds 3"})
        self.assertEqual(found["parameters"]["rounds"], "1..5")
        code, found = refute("exact_own_noise <= max(0, rounds - distance)", "--protocol", "stream", "--effort", "quick", "--rounds", "1..3", "--graphs", "connected:2..3,random:5")
        self.assertEqual((code, found["verdict"], found["witness"]), (0, "holds", None))

    def test_a_rumor(self):
        # One curious node of three, s = 0: delta(0) = 1/3 and uncertainty 1/2 (tests/props/bound/rumor_bound_test.cpp).
        words = ("--protocol", "rumor", "--graphs", "complete:3..3", "--effort", "quick")
        code, found = refute("delta(0) <= 1/4", *words)
        self.assertEqual((code, found["verdict"]), (1, "refuted"))
        self.assertEqual(found["witness"]["instance"], {"nodes": 3, "curious": 1, "muting": "0"})
        self.assertRegex(found["witness"]["actual"], r"^\[0\.33333")
        run = subprocess.run([HEARSAY, "refute", "delta(0) <= 1/4", *words], capture_output=True, text=True, timeout=60)
        self.assertIn("smallest counterexample: n = 3, f = 1, s = 0\n", run.stdout)  # the variables of bounds
        self.assertIn("hearsay account rumor --nodes 3 --curious 1 --muting 0 --exact\n", run.stdout)
        code, found = refute("delta(0) <= 1", *words)
        self.assertEqual((code, found["verdict"], found["instances"]), (0, "holds", 5))

    def test_a_token_on_a_graph(self):
        # Two nodes, one step: the token is at node 1 and then read with probability 1/4, so that renyi(2) = ln(3/4 + e/4) (tests/props/bound/graphwalk_bound_test.cpp).
        code, found = refute("renyi(2) <= limit/sigma^2", "--protocol", "graphwalk", "--effort", "quick", "--sigma", "1")
        self.assertEqual((code, found["verdict"], found["parameters"]["graphs"], found["parameters"]["steps"]), (1, "refuted", "connected:2..4,random:8", "1..6"))
        self.assertEqual({**found["witness"], "actual": found["witness"]["actual"][:8]},
                         {"instance": {"graph": "0-1", "observer": 0, "target": 1, "steps": 1}, "claimed": "0.25", "actual": "0.357374", "certified": "interval",
                          "command": "hearsay account walk --graph 'edges:0-1' --observer 0 --target 1 --steps 1"})
        self.assertAlmostEqual(float(found["witness"]["actual"]), math.log(0.75 + math.e / 4), places=10)
        code, found = refute("limit <= T/n", "--protocol", "graphwalk", "--effort", "quick")
        self.assertEqual((code, found["verdict"], found["witness"]), (0, "holds", None))
        code, found = refute("epsilon(1e-3) <= 0.3 and n <= 2", "--protocol", "graphwalk", "--effort", "quick", "--sigma", "4,2")
        self.assertEqual((code, found["witness"]["instance"]), (1, {"graph": "0-1", "observer": 0, "target": 1, "steps": 1, "sigma": 4.0}))
        self.assertEqual(found["witness"]["command"], "hearsay account walk --graph 'edges:0-1' --observer 0 --target 1 --steps 1 --sigma 4.0 --delta 0.001")

    def test_a_token_on_the_complete_graph(self):
        # Two users, two steps: read after the other's contribution with probability 1/4 (tests/props/bound/walk_bound_test.cpp).
        mu = 0.5 / math.sqrt(2 * math.log(1.25e5))
        truth = math.erf(mu / 2 / math.sqrt(2)) / 4
        code, found = refute(f"delta(0) <= {truth * 0.99}", "--protocol", "walk", "--effort", "quick", "--graphs", "complete:2..2", "--steps", "1..2")
        self.assertEqual((code, found["verdict"]), (1, "refuted"))
        self.assertEqual(found["witness"]["instance"], {"users": 2, "steps": 2, "local_epsilon": 0.5, "local_delta": 1e-5, "delta_prime": 1e-5, "delta_hat": 1e-5})
        self.assertEqual(refute(f"delta(0) <= {truth * 1.01}", "--protocol", "walk", "--effort", "quick", "--graphs", "complete:2..2", "--steps", "1..2")[1]["verdict"], "holds")
        run = subprocess.run([HEARSAY, "refute", "delta(0) <= 0.001*T", "--protocol", "walk", "--effort", "quick", "--graphs", "complete:2..3"], capture_output=True, text=True, timeout=60)
        self.assertEqual(run.returncode, 1)
        self.assertIn("smallest counterexample: n = 2, T = 2, local_epsilon = 0.5, local_delta = 1e-05,", " ".join(run.stdout.split()))

    def test_a_ring(self):
        # A window between two visits holds one noise: what one user sees of another is one contribution a round.
        code, found = refute("exact <= rounds - 1/2", "--protocol", "ring", "--effort", "quick")
        self.assertEqual((code, found["verdict"]), (1, "refuted"))
        self.assertEqual(found["witness"], {"instance": {"users": 2, "rounds": 1, "local_epsilon": 0.5, "local_delta": 1e-5, "delta_prime": 1e-5}, "claimed": "1/2", "actual": "1", "certified": "exact",
                                            "command": "hearsay account ring --users 2 --rounds 1 --epsilon 0.5 --delta 1e-05 --delta-prime 1e-05"})
        code, found = refute("epsilon(published_delta) <= published", "--protocol", "ring", "--effort", "quick", "--epsilon", "0.1,0.9", "--delta-prime", "1e-3")
        self.assertEqual((code, found["verdict"], found["instances"]), (0, "holds", 5 * 5 * 2 + 100))
        code, found = refute("epsilon(1e-6) <= local_epsilon", "--protocol", "ring", "--effort", "quick")
        self.assertEqual((code, found["witness"]["certified"]), (1, "interval"))

    def test_the_command_of_a_walk_or_ring_shows_it_again(self):
        for words in (["delta(0) <= 0.001*T", "--protocol", "walk", "--graphs", "complete:2..3"], ["epsilon(1e-6) <= local_epsilon", "--protocol", "ring"]):
            _, found = refute(*words, "--effort", "quick")
            shown = subprocess.run(["sh", "-c", HEARSAY + found["witness"]["command"].removeprefix("hearsay") + " --json -"], capture_output=True, text=True, timeout=60)
            self.assertEqual(shown.returncode, 1, shown.stderr)
            again = json.loads(shown.stdout)["witness"]
            self.assertEqual(again, found["witness"])
        # An account has the numbers of the ring: epsilon at the published delta, and the published epsilon.
        _, found = refute("epsilon(published_delta) <= published/10", "--protocol", "ring", "--effort", "quick")
        shown = subprocess.run(["sh", "-c", HEARSAY + found["witness"]["command"].removeprefix("hearsay") + " --json -"], capture_output=True, text=True, timeout=60)
        account = json.loads(shown.stdout)
        self.assertAlmostEqual(account["tight"]["epsilon"], float(found["witness"]["actual"]), places=9)
        self.assertAlmostEqual(account["published"]["epsilon"] / 10, float(found["witness"]["claimed"]), places=9)

    def test_the_command_of_a_graph_walk_has_its_numbers(self):
        _, found = refute("epsilon(1e-3) <= 1", "--protocol", "graphwalk", "--effort", "quick")
        shown = subprocess.run(["sh", "-c", HEARSAY + found["witness"]["command"].removeprefix("hearsay") + " --json -"], capture_output=True, text=True, timeout=60)
        loss, = json.loads(shown.stdout)["losses"]
        ends = [float(end) for end in re.findall(r"[0-9.e-]+", found["witness"]["actual"])]
        self.assertLess(ends[0], loss["epsilon"]["upper"])
        self.assertGreater(ends[-1], loss["epsilon"]["lower"])

    def test_what_a_protocol_lacks_is_refused(self):
        wrong = {
            "--steps: is not for the protocol stream": ["n >= 2", "--protocol", "stream", "--steps", "2"],
            "--rounds: is not for the protocol gossip": ["n >= 2", "--rounds", "2"],
            "--observers: is not for the protocol rumor": ["n >= 2", "--protocol", "rumor", "--observers", "any"],
            "must be complete:A..B for a rumor": ["n >= 2", "--protocol", "rumor", "--graphs", "connected:2..3"],
            "A..B with 1 <= A <= B <= 10": ["n >= 2", "--protocol", "stream", "--rounds", "11"],
            "unknown name 'exact'; known: n f s uncertainty": ["exact <= 1", "--protocol", "rumor"],
            "unknown name 'T'; known: exact exact_own_noise constant": ["T >= 1", "--protocol", "stream"],
            "--sigma: is not for the protocol ring": ["n >= 2", "--protocol", "ring", "--sigma", "2"],
            "--epsilon: is not for the protocol gossip": ["n >= 2", "--epsilon", "2"],
            "--delta-hat: is not for the protocol ring": ["n >= 2", "--protocol", "ring", "--delta-hat", "0.1"],
            "--observers: is not for the protocol graphwalk": ["n >= 2", "--protocol", "graphwalk", "--observers", "coalitions"],
            "--graph: is not for the protocol walk": ["n >= 2", "--protocol", "walk", "--graph", "path:3"],
            "--graphs: 'connected:2..3' must be ring:A..B or random:N": ["n >= 2", "--protocol", "ring", "--graphs", "connected:2..3"],
            "--graphs: 'random:5' must be complete:A..B for a rumor": ["n >= 2", "--protocol", "rumor", "--graphs", "random:5"],
            "--delta: 1 must be more than 0 and less than 1": ["n >= 2", "--protocol", "ring", "--delta", "1"],
            "--epsilon: 'wide' must be X or X,Y,...": ["n >= 2", "--protocol", "ring", "--epsilon", "wide"],
            "bound: renyi(3): of a walk only renyi(2) is computed": ["renyi(3) <= 1", "--protocol", "graphwalk"],
            "bound: `published`: Chernoff's form requires": ["epsilon(published_delta) <= published", "--protocol", "walk"],
        }
        for said, words in wrong.items():
            with self.subTest(said):
                run = subprocess.run([HEARSAY, "refute", *words], capture_output=True, text=True, timeout=60)
                self.assertEqual((run.returncode, run.stdout, run.stderr.count("\n")), (2, "", 1), run.stderr)
                self.assertIn(said, run.stderr)


class OwnNetwork(unittest.TestCase):
    """Path a-b-c whose node b takes a quarter of a, a half of c and the rest of itself (tests/props/bound/own_network_test.cpp): in two steps a learns 4/5 of c; where
    the noise of a is twice that of c, half."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.path = self.folder / "own weights.csv"
        self.path.write_text("a,b,0.25\nb,c,0.5\n")
        self.sigma = self.folder / "sigma.csv"
        self.sigma.write_text("a,2\nb,1\nc,1\n")
        self.sensitivity = self.folder / "sensitivity.csv"
        self.sensitivity.write_text("a,1\nb,1\nc,3\n")
        self.network = ("--graph", f"file:{self.path}", "--weights", str(self.path), "--steps", "2")

    def show(self, found):
        shown = subprocess.run(["sh", "-c", HEARSAY + found["witness"]["command"].removeprefix("hearsay") + " --json -"], capture_output=True, text=True, timeout=60)
        self.assertEqual(shown.returncode, 0, shown.stderr)
        result = json.loads(shown.stdout)
        RESULT.validate(result)
        loss, = result["losses"]
        return loss

    def test_every_observer_and_target_of_it_is_tried(self):
        code, found = refute("exact <= 1", *self.network[:-1], "1..5")
        self.assertEqual((code, found["verdict"], found["instances"]), (0, "holds", 3 * 2 * 5))
        self.assertEqual((found["parameters"]["graph"], "graphs" in found["parameters"]), (f"file:{self.path}", False))
        self.assertEqual(refute("exact <= 1", *self.network, "--observers", "coalitions")[1]["instances"], 6 + 3)

    def test_a_counterexample_is_shown_again(self):
        code, found = refute("exact <= published", *self.network)
        self.assertEqual((code, found["witness"]["instance"], found["witness"]["claimed"], found["witness"]["actual"], found["witness"]["certified"]),
                         (1, {"observer": "a", "target": "c", "steps": 2}, "2/3", "4/5", "exact"))
        loss = self.show(found)
        self.assertAlmostEqual(loss["exact"], 0.8)
        self.assertAlmostEqual(loss["published"], 2 / 3)
        run = subprocess.run([HEARSAY, "refute", "exact <= published", *self.network], capture_output=True, text=True, timeout=60)
        self.assertIn("smallest counterexample: observer a, target c, T = 2\n", run.stdout)

    def test_noise_by_node(self):
        words = (*self.network, "--sigma", str(self.sigma), "--sensitivity", str(self.sensitivity))
        code, found = refute("exact <= max(2/5, 2 - distance)", *words)
        self.assertEqual((code, found["witness"]["actual"], found["witness"]["certified"]), (1, "1/2", "exact"))
        self.assertAlmostEqual(self.show(found)["exact"], 9 / 2)  # absolute, of order 2: 3^2 times the share
        code, found = refute("renyi(2) <= 4", *words)
        self.assertEqual((code, found["witness"]["instance"]["target"]), (1, "c"))
        self.assertEqual(refute("epsilon(1e-3) <= 100 and sigma(0) == 2 and sensitivity(2) == 3", *words)[1]["verdict"], "holds")
        run = subprocess.run([HEARSAY, "refute", "published <= 1", *words], capture_output=True, text=True, timeout=60)
        self.assertEqual((run.returncode, run.stderr), (2, "hearsay: HS-203 bound: `published` assumes one --sigma for all nodes\n"))

    def test_noise_in_a_range(self):
        # Thirds on the path 0-1-2: node 0 learns sigma_2^2/(sigma_0^2 + sigma_2^2) of node 2, at most 4/5.
        small = ("--graphs", "connected:3..3", "--steps", "2", "--sigma", "1..2", "--effort", "quick")
        self.assertEqual(refute("exact <= max(4/5, 2 - distance)", *small)[1]["verdict"], "holds")
        code, found = refute("exact <= max(1/2, 2 - distance)", *small)
        self.assertEqual((code, found["witness"]["actual"], found["witness"]["instance"]["sigma"]), (1, "4/5", [1, 1, 2]))
        self.assertEqual(found["witness"]["command"], "hearsay account gossip --graph 'edges:0-1 1-2' --observer 0 --target 2 --steps 2 --sigma 1.0:1.0:2.0")
        self.assertAlmostEqual(self.show(found)["exact"], 4 / 5 / 2**2)
        own = refute("sigma(observer) <= 1.05", *self.network, "--sigma", "1..2", "--effort", "quick")
        self.assertEqual((own[0], len(own[1]["witness"]["instance"]["sigma"])), (1, 3))

    def test_noise_of_all_nodes(self):
        # mu = sqrt(exact) sensitivity/sigma.
        code, found = refute("mu <= 2", "--graphs", "connected:2..2", "--steps", "1", "--sigma", "2,1", "--sensitivity", "3", "--effort", "quick")
        self.assertEqual((code, found["witness"]["actual"], found["witness"]["instance"]["sensitivity"]), (1, "3", 3.0))
        self.assertNotIn("sigma", found["witness"]["instance"])
        self.assertEqual(self.show(found)["exact"], 9.0)

    def test_streams_and_tokens_on_it(self):
        code, found = refute("exact <= 1/12", "--protocol", "stream", "--graph", "path:3", "--rounds", "2", "--effort", "quick")
        self.assertEqual((code, found["witness"]["command"]), (1, "hearsay account stream --graph path:3 --observer 0 --target 1 --rounds 2"))
        code, found = refute("limit <= 0", "--protocol", "graphwalk", *self.network, "--sigma", "3")
        self.assertEqual((code, found["witness"]["certified"]), (1, "exact"))
        self.assertAlmostEqual(self.show(found)["limit"]["upper"], eval_fraction(found["witness"]["actual"]))

    def test_a_counterexample_is_proved(self):
        proof = self.folder / "proof.json"
        run = subprocess.run([HEARSAY, "refute", "exact <= published", *self.network, "--certificate", str(proof)], capture_output=True, text=True, timeout=60)
        self.assertEqual((run.returncode, run.stderr), (1, ""))
        checked = subprocess.run([sys.executable, CHECKER, str(proof)], capture_output=True, text=True, timeout=60)
        self.assertEqual(checked.returncode, 0, checked.stdout)
        self.assertEqual(json.loads(proof.read_text())["certificates"][0]["proves"], {"lower": "4/5", "upper": "4/5"})

    def test_what_does_not_fit_is_refused(self):
        wrong = {
            "--graphs: excludes --graph, the one network": ["n >= 2", "--graph", "path:3", "--graphs", "connected:2..3"],
            "a file of weights needs --graph": ["n >= 2", "--weights", str(self.path)],
            "--component: needs --graph": ["n >= 2", "--component", "largest"],
            "a file of a value for each node needs --graph": ["n >= 2", "--sigma", str(self.sigma)],
            "a file of weights is not for the protocol stream": ["n >= 2", "--protocol", "stream", "--graph", "path:3", "--weights", str(self.path)],
            "must be X or X,Y,...": ["n >= 2", "--protocol", "graphwalk", "--sigma", "1..2"],
            "must be A..B with A < B": ["n >= 2", "--sigma", "2..1"],
            "--sigma: 0 must be more than 0": ["n >= 2", "--sigma", "0"],
            "--sensitivity: -1 must be at least 0": ["n >= 2", "--sensitivity=-1"],
            "101 nodes; a bound is tried on at most 100": ["n >= 2", "--graph", "path:101"],
            "instances; at most 1000000 are tried": ["n >= 2", "--graph", "path:90", "--steps", "1..100", "--observers", "coalitions"],
            "the graph must be connected": ["n >= 2", "--graph", "edges:0-1,2-3"],
        }
        for said, words in wrong.items():
            with self.subTest(said):
                run = subprocess.run([HEARSAY, "refute", *words], capture_output=True, text=True, timeout=60)
                self.assertEqual((run.returncode, run.stdout, run.stderr.count("\n")), (2, "", 1), run.stderr)
                self.assertIn(said, run.stderr)


def eval_fraction(text):
    return float(fractions.Fraction(text))


class Certificates(unittest.TestCase):
    def prove(self, *words):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "proof.json"
            run = subprocess.run([HEARSAY, "refute", *words, "--effort", "quick", "--certificate", str(path)], capture_output=True, text=True, timeout=600)
            if not path.exists():
                return run, None, None
            checked = subprocess.run([sys.executable, CHECKER, str(path)], capture_output=True, text=True, timeout=60)
            return run, checked, json.loads(path.read_text())

    def test_counterexamples_are_proved_to_those_without_hearsay(self):
        for words, kind, says in [
            (["exact <= 2^(1-distance)"], "view", {"relation": "<=", "bound": "1/2"}),
            (["published >= exact_own_noise"], "view", None),
            (["constant_own_noise <= rounds/n", "--protocol", "stream"], "stream", {"relation": "<=", "bound": "3/2"}),
            (["exact <= 1/7", "--protocol", "stream"], "stream", {"relation": "<=", "bound": "1/7"}),
            (["rate <= 1/n - 1/9", "--protocol", "stream"], "rate", {"relation": "<=", "bound": "7/18"}),
            (["delta(0) <= 0.1", "--protocol", "rumor", "--graphs", "complete:3..3"], "rumor", {"relation": "<=", "bound": "1/10"}),
            (["uncertainty >= sqrt(n)", "--protocol", "rumor"], "rumor", None),
            (["exact <= rounds - 1/2", "--protocol", "ring"], "ring", {"relation": "<=", "bound": "1/2"}),
        ]:
            with self.subTest(words):
                run, checked, proof = self.prove(*words)
                self.assertEqual((run.returncode, run.stderr), (1, ""))
                self.assertEqual(checked.returncode, 0, checked.stdout)
                member, = proof["certificates"]
                self.assertEqual((member["kind"], member["verdict"], member["claim"]), (kind, "refutes", None))
                if says:
                    self.assertEqual(member["says"], says)

    def test_what_has_no_proof_is_said(self):
        for words, said in [(["exact <= 1", "--graphs", "connected:2..3"], "there is no counterexample"), (["2*exact <= published"], "only comparisons of a single loss"),
                            (["2*delta(0) <= 0.1", "--protocol", "rumor", "--graphs", "complete:3..3"], "only comparisons of a single loss"),
                            (["limit <= 0", "--protocol", "graphwalk"], "only comparisons of a single loss")]:
            run, checked, _ = self.prove(*words)
            self.assertIsNone(checked)
            self.assertIn(said, run.stderr)


class Interrupted(unittest.TestCase):
    WORDS = ["refute", "exact <= 1 and floor(1) == 1", "--effort", "exhaustive", "--graphs", "random:40", "--steps", "20..30"]  # fractions: long

    def test_ctrl_c_leaves_a_partial_result(self):
        with tempfile.TemporaryDirectory() as folder:
            saved, path = pathlib.Path(folder) / "claim.json", pathlib.Path(folder) / "result.json"
            running = subprocess.Popen([HEARSAY, *self.WORDS, "--json", str(path), "--save", str(saved)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
            time.sleep(2)
            running.send_signal(signal.SIGINT)
            out, said = running.communicate(timeout=100)
            self.assertEqual(running.returncode, 3, said)
            found = json.loads(path.read_text())
            RESULT.validate(found)
            self.assertEqual((found["verdict"], found["partial"]), ("inconclusive", {"instances": found["instances"]}))
            self.assertIn("inconclusive", out)
            self.assertIn("cut short: the result is partial", said)
            self.assertFalse(saved.exists())

    def test_short_work_shows_no_progress(self):  # cli_progress_test has long work
        words = [HEARSAY, "refute", "exact <= 1", "--effort", "quick", "--graphs", "connected:2..4"]
        self.assertEqual(subprocess.run(words, capture_output=True, timeout=60).stderr, b"")


class ClaimFiles(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def save(self, name, *words):
        path = self.folder / f"{name}.json"
        code, found = refute(*words, "--effort", "quick", "--save", str(path))
        stored = json.loads(path.read_text())
        CLAIM.validate(stored)
        self.assertEqual(stored["expected"], found["verdict"])
        return path, stored

    def verify(self, *words):
        return subprocess.run([HEARSAY, "verify", "--claims", str(self.folder), "--effort", "quick", *words, "--json", "-"], capture_output=True, text=True, timeout=600, env={**os.environ, "HEARSAY_PROGRESS": "never"})

    def test_what_is_saved_is_verified_beside_the_catalogue(self):
        self.save("Two Hops", "exact <= 2^(1-distance)", "--graphs", "connected:2..4")
        self.save("capped", "exact <= local", "--graphs", "connected:2..4", "--steps", "2", "--observers", "coalitions")
        run = self.verify("own.*", "dp.iteration")
        self.assertEqual(run.returncode, 0, run.stderr)
        rows = {row["id"]: row for row in json.loads(run.stdout)["claims"]}
        self.assertEqual(list(rows), ["dp.iteration", "own.two_hops", "own.capped"])
        self.assertEqual(rows["own.two_hops"]["verdict"], "refuted")
        self.assertEqual(rows["own.two_hops"]["witness"]["certified"], "exact")
        self.assertEqual((rows["own.capped"]["verdict"], rows["own.capped"]["as_expected"]), ("holds", True))

    def test_other_protocols_are_saved_with_their_own_fields(self):
        _, stream = self.save("stream", "exact <= local", "--protocol", "stream", "--graphs", "connected:2..3", "--rounds", "1..2")
        _, rumor = self.save("rumor", "delta(0) <= 1/4", "--protocol", "rumor", "--graphs", "complete:3..3")
        self.assertEqual((stream["rounds"], "steps" in stream, "observers" in rumor), ("1..2", False, False))
        run = self.verify("own.*")
        self.assertEqual(run.returncode, 0, run.stderr)
        rows = {row["id"]: row["verdict"] for row in json.loads(run.stdout)["claims"] if row["id"].startswith("own.")}
        self.assertEqual(rows, {"own.stream": "holds", "own.rumor": "refuted"})

    def test_walks_rings_and_own_networks_are_saved(self):
        _, ring = self.save("ring", "exact == rounds", "--protocol", "ring", "--rounds", "1..2", "--delta-prime", "1e-3")
        _, walk = self.save("walk", "delta(0) <= 0", "--protocol", "walk", "--graphs", "complete:2..2")
        _, graphwalk = self.save("graphwalk", "limit <= 0", "--protocol", "graphwalk", "--graph", "path:3", "--sigma", "2")
        self.assertEqual((ring["delta_prime"], ring["epsilon"], "delta_hat" in ring, "steps" in ring), ("1e-3", "0.5", False, False))
        self.assertEqual((walk["delta_hat"], graphwalk["graph"], "graphs" in graphwalk), ("1e-5", "path:3", False))
        run = self.verify("own.*")
        self.assertEqual(run.returncode, 0, run.stderr)
        result = json.loads(run.stdout)
        RESULT.validate(result)
        rows = {row["id"]: row for row in result["claims"]}
        self.assertEqual({name: row["verdict"] for name, row in rows.items()}, {"own.ring": "holds", "own.walk": "refuted", "own.graphwalk": "refuted"})
        self.assertEqual(rows["own.graphwalk"]["witness"]["command"], "hearsay account walk --graph path:3 --observer 0 --target 1 --steps 1 --sigma 2.0")

    def test_another_verdict_than_expected_is_a_surprise(self):
        path, stored = self.save("hops", "exact <= 2^(1-distance)", "--graphs", "connected:2..4")
        path.write_text(json.dumps({**stored, "expected": "holds", "quote": "Every hop halves.", "source": "a paper, p. 3"}))
        run = self.verify("own.hops")
        self.assertEqual(run.returncode, 1)
        row, = json.loads(run.stdout)["claims"]
        self.assertEqual((row["quote"], row["source"], row["as_expected"]), ("Every hop halves.", "a paper, p. 3", False))

    def test_a_claim_without_a_value_somewhere_is_named_and_kept(self):
        path, stored = self.save("bound", "n >= 2", "--graphs", "connected:2..3")
        path.write_text(json.dumps({**stored, "statement": "exact <= 1/(T-1)"}))
        run = self.verify()
        self.assertEqual(run.returncode, 2, run.stderr)
        self.assertRegex(run.stderr, r"^hearsay: \S+bound.json: HS-101 bound: column 11: a division by 0, where \{.*\}\n$")
        row, = (row for row in json.loads(run.stdout)["claims"] if row["id"].startswith("own."))
        self.assertEqual(row["verdict"], "broken")
        self.assertIn("column 11: a division by 0", row["note"])

    def test_a_bound_without_a_value_is_an_error_with_a_place(self):
        for bound, said in (("exact <= ln(0)", "column 10: a logarithm of 0 or of a negative number"), ("exact <= 2 + (-1)^0.5", "column 18: a negative number to a power that is not whole"),
                            ("exact <= 0^-1", "column 11: 0 to a negative power"), ("exact <= 1/(T-1)", "column 11: a division by 0, where {"),
                            ("exact <= exp(exp(60))", "column 10: a number beyond all bounds")):
            run = subprocess.run([HEARSAY, "refute", bound, "--effort", "quick", "--graphs", "connected:2..3", "--save", "saved.json"], cwd=self.folder, capture_output=True, text=True, timeout=60)
            self.assertEqual((run.returncode, run.stdout, run.stderr.count("\n")), (2, "", 1), bound)
            self.assertIn(f"HS-101 bound: {said}", run.stderr)
            self.assertFalse((self.folder / "saved.json").exists())

    def test_files_that_are_no_claims_are_refused(self):
        path, stored = self.save("bound", "n >= 2", "--graphs", "connected:2..3")
        def without(name):
            return {key: value for key, value in stored.items() if key != name}
        wrong = {
            "is not JSON": "{",
            "must contain a JSON object": "[]",
            '"schema_version" must be 1': json.dumps({**stored, "schema_version": 2}),
            'lacks "id"': json.dumps(without("id")),
            'lacks "expected"': json.dumps(without("expected")),
            '"network" is unknown': json.dumps({**stored, "network": "ring:4"}),
            "`graphs`: excludes `graph`": json.dumps({**stored, "graph": "ring:4"}),
            '"expected" is \'maybe\'': json.dumps({**stored, "expected": "maybe"}),
            '"steps" must be a text': json.dumps({**stored, "steps": 3}),
            "is in the catalogue already": json.dumps({**stored, "id": "muffliato.thm1"}),
            "small letters": json.dumps({**stored, "id": "Own Claim"}),
            "unknown name 'm'": json.dumps({**stored, "statement": "m >= 2"}),
            "must be A or A..B": json.dumps({**stored, "steps": "0"}),
            "bound.json: bound: column 7: a division by 0": json.dumps({**stored, "statement": "n >= 1/0"}),
            "bound.json:1: the key 'statement' occurs twice": json.dumps(stored)[:-1] + ', "statement": "n >= 1"}',
        }
        for words, text in wrong.items():
            with self.subTest(words):
                path.write_text(text)
                run = self.verify()
                self.assertEqual((run.returncode, run.stdout, run.stderr.count("\n")), (2, "", 1), run.stderr)
                self.assertIn(words, run.stderr)
        path.write_text(json.dumps(stored))
        (self.folder / "copy.json").write_text(json.dumps(stored))
        self.assertIn("is also the id of another file", self.verify().stderr)

    def test_a_folder_without_claims_is_refused(self):
        self.assertIn("contains no claim files", self.verify().stderr)
        self.folder /= "nowhere"
        self.assertIn("is not a folder", self.verify().stderr)

    def test_a_pattern_that_matches_nothing_is_refused(self):
        self.save("bound", "n >= 2", "--graphs", "connected:2..3")
        self.assertIn("'owned.*' matches no claim", self.verify("owned.*").stderr)


if __name__ == "__main__":
    unittest.main()
