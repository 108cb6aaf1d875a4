#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""`hearsay account gossip` against numbers derived by hand. Usage: account_gossip_test.py HEARSAY"""
import json
import math
import pathlib
import subprocess
import sys
import tempfile
import unittest
from fractions import Fraction

HEARSAY = str(pathlib.Path(sys.argv.pop(1)).resolve())


def hearsay(*arguments, expect=0, cwd=None):
    run = subprocess.run([HEARSAY, "account", "gossip", *arguments], capture_output=True, text=True, cwd=cwd, timeout=60)
    if run.returncode != expect:
        raise AssertionError(f"exit {run.returncode}, not {expect}: {run.stderr}")
    return run


def result(*arguments, **keywords):
    return json.loads(hearsay(*arguments, "--json", "-", **keywords).stdout)


def comparable(found):
    return {key: value for key, value in found.items() if key not in ("timing", "machine", "provenance")}


class AccountGossip(unittest.TestCase):
    def close(self, found, expected):
        self.assertAlmostEqual(found, expected, delta=1e-12)

    # Metropolis on the path 0-1-2: W = [[2,1,0],[1,1,1],[0,1,2]] / 3. Node 0 hears e_1 and e_1 W = (1,1,1)/3: published
    # for node 2 is 0 + (1/9)/(3/9) = 1/3; the row space is span(e_1, e_0 + e_2): 1/2; without column 0 it holds e_2: 1.
    def test_path_of_three(self):
        found = result("--graph", "path:3", "--observer", "0", "--steps", "2")
        self.assertEqual([(e["target"], e["distance"]) for e in found["losses"]], [("1", 1), ("2", 2)])
        near, far = found["losses"]
        for key in ("local", "published", "exact", "exact_own_noise"):
            self.close(near[key], 1)
        self.close(far["published"], 1 / 3)
        self.close(far["exact"], 1 / 2)
        self.close(far["exact_own_noise"], 1)
        self.assertEqual((found["messages"], found["rank"], found["violations"], found["unit"]), (2, 2, 1, 1.0))
        # Means are over the two nodes that do not observe; node 1's published 1 + 1/3 is capped at 1; two messages bound their sum by 2.
        self.assertEqual(found["mean"]["over"], 2)
        self.close(found["mean"]["published"], 2 / 3)
        self.close(found["mean"]["exact"], 3 / 4)
        self.close(found["mean"]["bound"], 1)
        self.assertIs(found["published_capped_at_local"], True)
        self.assertIn("mean over the 2 nodes that do not observe: published 0.666667, exact 0.75; bound 1, since",
                      " ".join(hearsay("--graph", "path:3", "--observer", "0", "--steps", "2").stdout.split()))

    # Two messages of node 1 hold e_1, and e_2 once column 0 is known. A null space proves the rank.
    def test_counts_who_loses_everything(self):
        found = result("--graph", "path:3", "--observer", "0", "--steps", "2")
        self.assertEqual(found["rank_proof"], {"proof": "proved"})
        self.assertEqual(found["exposed"], {"count": 1, "own_noise": 2, "proof": "proved"})
        self.assertIn("1 node gets no amplification (loss = local DP); 2 if the observer uses its own noise (proved in exact arithmetic)",
                      " ".join(hearsay("--graph", "path:3", "--observer", "0", "--steps", "2").stdout.split()))

    # On the path 2-0-1-5-4-3 the vector z = (1, 0, -1, -1, 0, 1), in this order, has W z = 2/3 z and is 0 at node 0, all that node 2
    # hears: the rank is 5 though color refinement tells all six nodes apart, and node u loses 1 - z_u^2 / 4. With its own noise known
    # node 2 has z(2) = 1 too, and solves for everything.
    def test_forever(self):
        with tempfile.TemporaryDirectory() as folder:
            pathlib.Path(folder, "odd.edges").write_text("2 0\n0 1\n1 5\n5 4\n4 3\n")
            arguments = ("--graph", "file:odd.edges", "--observer", "2", "--steps", "forever")
            found, text = result(*arguments, cwd=folder), " ".join(hearsay(*arguments, cwd=folder).stdout.split())
            many = result(*arguments[:-1], "1000", cwd=folder)
        self.assertEqual(found["parameters"]["steps"], "forever")
        self.assertEqual((found["messages"], found["mean"]["bound"]), (None, None))
        self.assertEqual((found["rank"], found["rank_proof"]), (5, {"proof": "proved"}))
        self.assertEqual(found["exposed"], {"count": 2, "own_noise": 5, "proof": "proved"})
        for loss in found["losses"]:
            self.close(loss["exact"], {0: 1, 1: 3 / 4, 5: 3 / 4, 4: 1, 3: 3 / 4}[int(loss["target"])])
            self.close(loss["exact_own_noise"], 1)
            self.assertEqual(loss["published"], 1)
        self.assertEqual([loss["exact"] for loss in many["losses"]], [loss["exact"] for loss in found["losses"]])
        self.assertIn("messages of any number of steps, rank of the view 5 (proved)", text)
        self.assertIn("do not hold for rules on hidden states", text)

    # mu is the square root of the loss, which is known to `accuracy`: at alpha 2 and sigma 1 the unit is 1.
    def test_the_attack_compares_with_the_same_loss_and_its_accuracy(self):
        graph = ("--graph", "path:4", "--observer", "0", "--target", "3", "--steps", "3")
        account = result(*graph)
        for trust, key in (("all-noise", "exact"), ("own-noise-known", "exact_own_noise")):
            run = subprocess.run([HEARSAY, "attack", "gossip", *graph, "--trust", trust, "--runs", "200", "--json", "-"], capture_output=True, text=True, timeout=60)
            mu, loss = json.loads(run.stdout)["mu"], account["losses"][0][key]
            self.close(mu["exact"], math.sqrt(loss))
            self.close(mu["exact_between"]["lower"], math.sqrt(max(0, loss - account["accuracy"])))
            self.close(mu["exact_between"]["upper"], math.sqrt(min(1, loss + account["accuracy"])))
            self.assertLessEqual(mu["exact_between"]["lower"], mu["exact"])

    # After n rounds no message is new, and all published losses soon are at their cap. Messages see the eigenvectors that are not 0 at the
    # starts: cos(2 pi k j / 40) but for k = 10 and sin(2 pi k j / 40), 20 + 19 on the ring; cos(pi k (j + 1/2) / 5), all 5 on the path.
    def test_more_rounds_than_can_be_counted_lose_as_much_as_any_number(self):
        for graph, rank in (("ring:40", 39), ("path:5", 5)):
            arguments = ("--graph", graph, "--observer", "0", "--steps")
            found, forever = result(*arguments, "2147483647"), result(*arguments, "forever")
            self.assertEqual(found["parameters"]["steps"], 2147483647)
            self.assertEqual(found["messages"], 2147483647 * (2 if graph == "ring:40" else 1))
            self.assertEqual(found["mean"]["bound"], found["messages"] / found["mean"]["over"])
            self.assertEqual((found["rank"], forever["rank"]), (rank, rank))
            self.assertEqual(found["rank_proof"], {"proof": "proved"})
            self.assertEqual(found["exposed"], forever["exposed"])
            for ours, theirs in zip(found["losses"], forever["losses"], strict=True):
                for key in ("published", "exact", "exact_own_noise"):
                    self.close(ours[key], theirs[key])

    # Losses of both ends by the derivation above; on the path of four node 3 is out of reach in two rounds.
    def test_the_table_starts_with_the_largest_exact_loss(self):
        rows = [line.split() for line in hearsay("--graph", "path:4", "--observer", "0", "--steps", "2").stdout.splitlines()]
        targets = [row[0] for row in rows[rows.index(next(row for row in rows if row[:1] == ["target"])) + 1:] if len(row) == 5 and row[1].isdigit()]
        self.assertEqual(targets, ["1", "2", "3"])

    # Two bases of min(n, 2 senders x steps) = 300,000 vectors of 300,000 doubles: 16 * 9e10 bytes = 1341.1 GiB.
    def test_says_before_it_starts_what_memory_it_may_need(self):
        command = [HEARSAY, "account", "gossip", "--graph", "ring:300000", "--observer", "0", "--steps", "300000"]
        with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as run:
            said = run.stderr.readline()
            run.kill()
        self.assertIn("the exact losses take up to 1341.1 GiB", said)

    # Path 0-1-2: of node 2 its neighbor hears a third each of 0 and 2: sigma_2^2/(sigma_0^2 + sigma_2^2) of the local loss, 1/sigma_2^2 at alpha 2.
    def test_a_noise_for_each_node_in_their_order(self):
        path = ("--graph", "path:3", "--observer", "0", "--target", "2", "--steps", "2")
        for sigma, share, own in (("1:1:2", 4 / 5, 2), ("2:5:1", 1 / 5, 1)):
            found = result(*path, "--sigma", sigma)
            self.assertEqual(found["parameters"]["sigma"], [float(value) for value in sigma.split(":")])
            self.assertAlmostEqual(found["losses"][0]["exact"], share / own**2, delta=1e-9)
        self.assertIn("3 values for 4 nodes", hearsay("--graph", "path:4", *path[2:], "--sigma", "1:2:3", expect=2).stderr)
        self.assertIn("must be", hearsay(*path, "--sigma", "1:0:3", expect=2).stderr)

    # unit = alpha Delta^2 / (2 sigma^2) = 4 * 9 / (2 * 4); losses scale with it.
    def test_the_unit_scales_every_loss(self):
        found = result("--graph", "path:3", "--observer", "0", "--steps", "2", "--alpha", "4", "--sensitivity", "3", "--sigma", "2")
        self.close(found["unit"], 4.5)
        self.close(found["losses"][1]["exact"], 2.25)
        self.close(found["losses"][1]["published"], 1.5)
        self.close(found["losses"][0]["local"], 4.5)

    # epsilon(delta) of the Gaussian mechanism with mu = sqrt(loss) Delta / sigma solves
    # Phi(mu/2 - eps/mu) - e^eps Phi(-mu/2 - eps/mu) = delta.
    def test_epsilon_is_the_exact_gaussian_conversion(self):
        found = result("--graph", "path:3", "--observer", "0", "--steps", "2", "--delta", "1e-5", "--sigma", "4")
        phi = lambda x: math.erfc(-x / math.sqrt(2)) / 2
        for entry in found["losses"]:
            for key in ("published", "exact", "exact_own_noise"):
                mu, epsilon = math.sqrt(entry[key] / found["unit"]) / 4, entry["epsilon"][key]
                delta = phi(mu / 2 - epsilon / mu) - math.exp(epsilon) * phi(-mu / 2 - epsilon / mu)
                self.assertAlmostEqual(delta / 1e-5, 1, delta=1e-8)

    # T_stop of the path of three: eigenvalues 1, 2/3, 0, gap 1/3: ceil(sqrt(3) ln 3) = 2; sigma = 1/4: ln(3 * 4) sqrt(3) = 4.3 -> 5.
    def test_automatic_steps_are_the_published_stopping_time(self):
        found = result("--graph", "path:3", "--observer", "0", "--steps", "auto")
        self.assertEqual(found["parameters"]["steps"], 2)
        self.close(found["spectral_gap"], 1 / 3)
        self.assertEqual(result("--graph", "path:3", "--observer", "0", "--steps", "auto", "--sigma", "0.25")["parameters"]["steps"], 5)

    # On the path of four the nodes 0 and 2 hear both others, e_1 and e_3, before any averaging.
    def test_colluders_are_not_listed_and_pool_their_messages(self):
        found = result("--graph", "path:4", "--observer", "0,2", "--steps", "2")
        self.assertEqual([e["target"] for e in found["losses"]], ["1", "3"])
        self.assertEqual(found["messages"], 4)
        self.close(found["losses"][0]["exact"], 1)
        self.close(found["losses"][1]["exact"], 1)

    def test_one_target(self):
        found = result("--graph", "path:3", "--observer", "0", "--steps", "2", "--target", "2")
        self.assertEqual([e["target"] for e in found["losses"]], ["2"])
        self.assertEqual(found["parameters"]["target"], "2")
        self.close(found["mean"]["exact"], 3 / 4)

    # On the path 0-1-2-3-4 every node is solved for after four rounds if node 0 knows its own noise: the local loss, 1 at
    # order 2, and the exact epsilon 4.37717... of a Gaussian of ratio 1 at delta 1e-5 (checked by Phi, as above).
    PATH = ("--graph", "path:5", "--observer", "0", "--steps", "4")

    def test_a_claimed_epsilon_is_judged_by_the_exact_epsilon(self):
        found = result(*self.PATH, "--delta", "1e-5", "--claimed-epsilon", "2", expect=1)
        audit = found["audit"]
        self.assertEqual({key: audit[key] for key in ("unit", "delta", "claimed", "trust", "verdict")},
                         {"unit": "epsilon", "delta": 1e-5, "claimed": 2, "trust": "own-noise-known", "verdict": "refuted"})
        self.assertNotIn("order", audit)
        phi = lambda x: math.erfc(-x / math.sqrt(2)) / 2
        half = result("--graph", "path:3", "--observer", "0", "--steps", "2", "--target", "2", "--trust", "all-noise", "--sensitivity", "2",
                      "--delta", "1e-5", "--claimed-epsilon", "9")["audit"]  # loses 1/2 of a Gaussian of ratio 2
        for found, mu in ((audit, 1), (half, math.sqrt(2))):
            for end in ("lower", "upper"):
                epsilon = found["worst"][end]
                self.assertAlmostEqual((phi(mu / 2 - epsilon / mu) - math.exp(epsilon) * phi(-mu / 2 - epsilon / mu)) / 1e-5, 1, delta=1e-6)
            self.assertGreater(found["worst"]["upper"], found["worst"]["lower"])
        self.assertEqual(result(*self.PATH, "--delta", "1e-5", "--claimed-epsilon", "4.3772")["audit"]["verdict"], "holds")
        self.assertEqual(result(*self.PATH, "--delta", "1e-5", "--claimed-epsilon", "4.3771", expect=1)["audit"]["verdict"], "refuted")
        said = hearsay(*self.PATH, "--delta", "1e-5", "--claimed-epsilon", "2", expect=1).stdout
        self.assertIn("promise 'every target is (2, 1e-05)-DP': refuted\n", said)

    # The same graph under the claim of the same number in the other unit: nobody loses more than 1 at order 2.
    def test_a_claimed_renyi_loss_names_its_order(self):
        audit = result(*self.PATH, "--delta", "1e-5", "--claimed-renyi", "2")["audit"]
        self.assertEqual({key: audit[key] for key in ("unit", "order", "claimed", "verdict")}, {"unit": "renyi", "order": 2, "claimed": 2, "verdict": "holds"})
        self.assertNotIn("delta", audit)
        said = hearsay(*self.PATH, "--alpha", "3", "--claimed-renyi", "1.4", expect=1).stdout
        self.assertIn("promise 'every target has a Renyi loss of order 3 of at most 1.4': refuted\n", said)
        self.assertIn("target 1, a Renyi loss of 1.5, own noise known\n", said)

    # Path of three, two rounds: node 1 loses 1; node 2 loses 1/2 to those who know nobody's noise, 1 to node 0 if it knows its own.
    def test_a_claim_is_judged_for_the_adversary_that_trust_names(self):
        path = ("--graph", "path:3", "--observer", "0", "--steps", "2")
        refuted = result(*path, "--claimed-renyi", "0.999", expect=1)
        self.assertEqual((refuted["audit"]["verdict"], refuted["audit"]["worst"]["target"]), ("refuted", "1"))
        self.assertEqual(result(*path, "--claimed-renyi", "1")["audit"]["verdict"], "holds")
        self.close(result(*path, "--target", "2", "--claimed-renyi", "0.6", expect=1)["audit"]["worst"]["lower"], 1)
        self.assertEqual(result(*path, "--target", "2", "--claimed-renyi", "0.6", "--trust", "all-noise")["audit"]["verdict"], "holds")

    # Node 0 hears (0, 1, 0) and (1, 1, 1)/3 with noise of 1/8: S = [[65/64, 1/3], [1/3, 67/192]] and b'S^-1 b for b = (1, 1/3) and (0, 1/3).
    def test_message_noise_is_in_every_loss_and_verdict(self):
        path = ("--graph", "path:3", "--observer", "0", "--steps", "2", "--trust", "all-noise", "--message-noise", "0.125")
        found = result(*path, "--delta", "1e-5")
        self.assertEqual(found["parameters"]["message_noise"], 0.125)
        self.assertIsNone(found["exposed"])
        third, determinant = Fraction(1, 3), Fraction(26907, 110592)
        one = (Fraction(67, 192) - 2 * third * third + third * third * Fraction(65, 64)) / determinant
        two = third * third * Fraction(65, 64) / determinant
        self.assertEqual(two, Fraction(4160, 8969))
        for loss, expected in zip(found["losses"], (one, two)):
            self.assertAlmostEqual(loss["exact"], float(expected), delta=1e-12)
            self.assertLess(loss["epsilon"]["exact"], result("--graph", "path:3", "--observer", "0", "--steps", "2", "--delta", "1e-5")["losses"][0]["epsilon"]["exact"])
        self.assertAlmostEqual(found["summary"]["mean"]["exact"], float((one + two) / 2), delta=1e-12)
        self.assertEqual((found["summary"]["above"], found["summary"]["more_than_published"]), (0, 1))
        # Without noise node 2 loses 1/2, and node 1 everything.
        self.assertEqual(result(*path, "--target", "2", "--claimed-renyi", "0.47")["audit"]["verdict"], "holds")
        self.assertEqual(result(*path, "--target", "2", "--claimed-renyi", "0.46", expect=1)["audit"]["verdict"], "refuted")
        said = hearsay(*path).stdout
        self.assertIn("Gaussian noise of standard deviation 0.125 sigma is added to every message\n", said)
        self.assertIn("0 of 2 targets above 0.99 at message noise 0.125", " ".join(said.split()))
        # The unit is sigma: both noises twice as large lose a quarter.
        self.assertAlmostEqual(result(*path, "--sigma", "2")["losses"][1]["exact"], float(two) / 4, delta=1e-12)
        self.assertEqual([loss["exact"] for loss in result(*path[:-2], "--message-noise", "0")["losses"]], [1, 0.5])

    def test_a_precision_adds_a_column_and_judges_nothing(self):
        path = ("--graph", "path:3", "--observer", "0", "--steps", "2", "--trust", "all-noise", "--precision", "float16", "--magnitude", "256")  # 2^-11 2^8
        found, noisy = result(*path), result(*path[:-4], "--message-noise", "0.125")
        self.assertEqual([loss["exact"] for loss in found["losses"]], [1, 0.5])
        for loss, other in zip(found["losses"], noisy["losses"]):
            self.assertAlmostEqual(loss["resolved"], other["exact"], delta=1e-12)
            self.assertAlmostEqual(loss["resolved_own_noise"], other["exact_own_noise"], delta=1e-12)
        self.assertEqual(found["resolved"]["tau"], 0.125)
        self.assertEqual(found["summary"]["above"], 1)
        self.assertEqual(found["resolved"]["above"], 0)
        self.assertEqual(result(*path, "--target", "2", "--claimed-renyi", "0.47", expect=1)["audit"]["verdict"], "refuted")
        said = " ".join(hearsay(*path).stdout.split())
        self.assertIn("1 of 2 targets above 0.99 at tau 0 (mean 0.75 against 0.667 published); 1 loses more than the published formula says", said)
        self.assertIn("0 of 2 targets above 0.99 at float16", said)
        self.assertIn("resolved at float16: the loss to a linear observer of rounded messages. Rounding is a function of the data, and no proof says that it hides anything", said)
        # Noise of the protocol and rounding errors add up.
        both = result(*path, "--message-noise", "0.125")
        self.assertAlmostEqual(both["resolved"]["tau"], 0.125 * math.sqrt(2), delta=1e-15)
        self.assertEqual([loss["exact"] for loss in both["losses"]], [loss["exact"] for loss in noisy["losses"]])
        self.assertLess(both["losses"][0]["resolved"], both["losses"][0]["exact"])

    # Below what double precision resolves: the difference of the messages of the 8 x 8 grid.
    def test_small_message_noise_is_exact_too(self):
        grid = ("--graph", "grid:5x8", "--observer", "0", "--steps", "40", "--message-noise", "1e-12")
        found = result(*grid)
        self.assertLess(found["accuracy"], 5e-7)
        self.assertEqual(found["in_doubt"]["targets"], 0)

    # A loss that equals the claim up to what is known of it is neither above nor below it: node 2 loses 1/2.
    def test_a_claim_within_the_accuracy_is_inconclusive(self):
        path = ("--graph", "path:3", "--observer", "0", "--steps", "2", "--target", "2", "--trust", "all-noise")
        audit = result(*path, "--claimed-renyi", "0.5", expect=3)["audit"]
        self.assertEqual(audit["verdict"], "inconclusive")
        self.assertLess(audit["worst"]["lower"], 0.5)
        self.assertGreater(audit["worst"]["upper"], 0.5)
        self.assertEqual(result(*path, "--claimed-renyi", "0.50000001")["audit"]["verdict"], "holds")
        self.assertEqual(result(*path, "--claimed-renyi", "0.49999999", expect=1)["audit"]["verdict"], "refuted")

    def test_names_are_the_files_own(self):
        with tempfile.TemporaryDirectory() as folder:
            (pathlib.Path(folder) / "words").write_text("ann bob\nbob cy\n")
            (pathlib.Path(folder) / "numbers").write_text("30 10\n10 20\n7 7\n")
            found = result("--graph", "file:words", "--observer", "ann", "--steps", "2", cwd=folder)
            self.assertEqual([e["target"] for e in found["losses"]], ["bob", "cy"])
            found = result("--graph", "file:numbers", "--component", "largest", "--observer", "30", "--steps", "2", cwd=folder)
            self.assertEqual([e["target"] for e in found["losses"]], ["10", "20"])
            notes = hearsay("--graph", "file:numbers", "--component", "largest", "--observer", "30", "--steps", "2", cwd=folder).stderr
            self.assertEqual(notes, "hearsay: note: numbers: dropped 1 self-loop\n"
                                    "hearsay: note: kept the largest of 2 components: 3 of 4 nodes\n")

    def test_equal_runs_are_equal_for_any_number_of_jobs(self):
        arguments = ("--graph", "geometric:n=150,r=0.2", "--component", "largest", "--observer", "3,5", "--steps", "auto", "--delta", "1e-6", "--seed", "4")
        one, two = (comparable(result(*arguments, "--jobs", jobs)) for jobs in "14")
        self.assertEqual(json.dumps(one), json.dumps(two))

    # Path of three, gap 1/3: the middle sends e_1, (1,1,1)/3 and gamma (1,1,1)/3 + (1 - gamma) e_1. These span what
    # synchronous gossip sends.
    def test_accelerated(self):
        path = ("--graph", "path:3", "--observer", "0", "--steps", "3")
        found, synchronous = result(*path, "--schedule", "accelerated"), result(*path)
        self.close(found["spectral_gap"], 1 / 3)
        gamma = 2 / (1 + math.sqrt((1 - 1 / 12) / 3))
        far, middle = gamma / 3, 1 - 2 * gamma / 3
        self.close(found["losses"][1]["published"], 1 / 3 + far**2 / (2 * far**2 + middle**2))
        for accelerated, plain in zip(found["losses"], synchronous["losses"]):
            self.close(accelerated["exact"], plain["exact"])
            self.close(accelerated["exact_own_noise"], plain["exact_own_noise"])

    # 0 hears e_1, and once 1 has met 2, (1, 1, 2)/4.
    def test_rounds_of_a_file(self):
        with tempfile.TemporaryDirectory() as folder:
            (pathlib.Path(folder) / "s.csv").write_text("step,u,v\n1,ann,bob\n2,bob,cy\n3,ann,bob\n")
            found = result("--schedule", "s.csv", "--observer", "ann", cwd=folder)
            self.assertEqual((found["parameters"]["schedule"], found["parameters"]["steps"], found["messages"], found["rank"]), ("file", 3, 2, 2))
            far = found["losses"][1]
            self.assertEqual((far["target"], far["distance"]), ("cy", 2))
            self.close(far["published"], 2 / 3)
            self.close(far["exact"], 4 / 5)
            self.close(far["exact_own_noise"], 1)

    # Two nodes: the one edge is drawn in every step, and one step averages.
    def test_randomized(self):
        found = result("--graph", "path:2", "--observer", "0", "--steps", "5", "--schedule", "randomized")
        self.assertEqual((found["messages"], found["rank"]), (5, 2))
        self.assertEqual(result("--graph", "path:2", "--observer", "0", "--steps", "auto", "--schedule", "randomized")["parameters"]["steps"], 1)
        ring = ("--graph", "ring:9", "--observer", "0", "--steps", "30", "--schedule", "randomized")
        self.assertEqual(comparable(result(*ring, "--seed", "3")), comparable(result(*ring, "--seed", "3")))
        self.assertNotEqual(result(*ring, "--seed", "3")["losses"], result(*ring, "--seed", "4")["losses"])

    def test_json_goes_to_a_file_and_the_table_to_stdout(self):
        with tempfile.TemporaryDirectory() as folder:
            run = hearsay("--graph", "ring:40", "--observer", "0", "--steps", "9", "--json", "out.json", cwd=folder)
            self.assertEqual(len(json.loads((pathlib.Path(folder) / "out.json").read_text())["losses"]), 39)
            self.assertIn("19 more targets", run.stdout)
            self.assertEqual(run.stderr, "")


if __name__ == "__main__":
    unittest.main()
