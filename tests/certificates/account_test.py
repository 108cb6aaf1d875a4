#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""--certificate FILE: the checker accepts it, and its ends enclose the numbers that the same run printed.
Usage: account_test.py HEARSAY SOURCE_FOLDER"""
import json
import math
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest
from fractions import Fraction

HEARSAY, SOURCE = pathlib.Path(sys.argv.pop(1)).resolve(), pathlib.Path(sys.argv.pop(1)).resolve()
CHECKER = SOURCE / "certificates/check_certificates.py"


class Run:
    """One command with --certificate: what it says, and the members of the bundle that the checker accepts."""

    def __init__(self, *arguments, code=0):
        with tempfile.TemporaryDirectory() as scratch:
            file, result = pathlib.Path(scratch, "c.json"), pathlib.Path(scratch, "r.json")
            command = [HEARSAY, *arguments, "--certificate", file, "--json", result]
            run = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
            assert run.returncode == code, (run.returncode, run.stderr)
            self.said, self.result = run.stderr, json.loads(result.read_text())
            bundle = json.loads(file.read_text())
            check = subprocess.run([sys.executable, CHECKER, file], capture_output=True, text=True, timeout=300, check=False)
            assert check.returncode == 0, check.stdout + check.stderr
            if shutil.which("node"):
                twin = subprocess.run(["node", CHECKER.with_suffix(".js"), file], capture_output=True, text=True, timeout=300, check=False)
                assert (twin.returncode, twin.stdout) == (0, check.stdout), twin.stdout + twin.stderr
        self.members = [{**c, "instance": {**bundle["instance"], **c["instance"]}} for c in bundle["certificates"]]

    def ends(self, member):
        return [Fraction(member["proves"][side]) if side in member["proves"] else None for side in ("lower", "upper")]


class Gossip(unittest.TestCase):
    def encloses(self, run, slack=1e-8):
        """`slack`: how far below its value a loss may be proved."""
        unit = run.result["unit"]
        losses = {int(loss["target"]): loss for loss in run.result["losses"]}
        self.assertEqual(len(run.members), 2 * len(losses))
        for member in run.members:
            lower, upper = run.ends(member)
            value = losses[member["instance"]["target"]]["exact_own_noise" if member["instance"]["own_noise"] else "exact"] / unit
            self.assertLessEqual(float(lower), value + 1e-8)
            self.assertGreaterEqual(float(lower), value - slack)
            if upper is not None:
                self.assertGreaterEqual(float(upper), value - 1e-8)

    def test_small_views_are_proved_from_both_sides(self):
        run = Run("account", "gossip", "--graph", "petersen", "--observer", "0", "--steps", "3")
        self.encloses(run)
        self.assertTrue(all(lower == upper for lower, upper in map(run.ends, run.members)))
        self.assertEqual(run.said, "")

    def test_larger_views_are_rounded(self):
        run = Run("account", "gossip", "--graph", "ring:60", "--observer", "0", "--steps", "35")
        self.encloses(run, 0.01)
        self.assertTrue(all("bits" in member["evidence"] for member in run.members))
        self.assertEqual(run.said.count("have lower bounds only"), 2)

    def test_independent_messages_get_upper_ends(self):
        run = Run("account", "gossip", "--graph", "erdos-renyi:n=200,p=0.04,seed=1", "--component", "largest", "--observer", "0",
                  "--steps", "2", "--target", "100")
        self.encloses(run)
        for lower, upper in map(run.ends, run.members):
            self.assertLess(float(upper - lower), 1e-9)

    def test_a_claim_that_is_refuted(self):
        run = Run("account", "gossip", "--graph", "path:5", "--observer", "0", "--steps", "4", "--delta", "1e-5", "--claimed-epsilon", "3", code=1)
        self.assertEqual([m["verdict"] for m in run.members].count("refutes"), 1)
        (member,) = [m for m in run.members if m["verdict"] == "refutes"]
        self.assertTrue(member["instance"]["own_noise"])
        self.assertEqual(member["says"]["relation"], "<=")

    def test_a_claim_that_holds(self):
        run = Run("account", "gossip", "--graph", "path:5", "--observer", "0", "--steps", "2", "--claimed-renyi", "0.9", "--trust", "all-noise",
                  "--target", "2", "--alpha", "3", "--sigma", "2")
        self.assertEqual([m["verdict"] for m in run.members], ["supports", "bounds"])
        # unit 3/8: 0.9 is a share of 12/5
        self.assertEqual(run.members[0]["says"]["bound"], "12/5")

    def test_forever_is_proved_by_as_many_steps_as_nodes(self):
        for graph, nodes in (("path:5", 5), ("petersen", 10), ("star:6", 6)):
            run = Run("account", "gossip", "--graph", graph, "--observer", "0", "--steps", "forever")
            self.encloses(run)
            self.assertTrue(all(lower == upper for lower, upper in map(run.ends, run.members)))
            self.assertEqual({member["instance"]["steps"] for member in run.members}, {nodes})
            self.assertTrue(all(member["note"].startswith("forever: ") for member in run.members))

    def test_names_of_nodes_are_told(self):
        with tempfile.TemporaryDirectory() as scratch:
            edges = pathlib.Path(scratch, "g.edges")
            edges.write_text("ann bob\nbob cy\n")
            run = Run("account", "gossip", "--graph", f"file:{edges}", "--observer", "ann", "--steps", "2", "--target", "cy")
        self.assertEqual({member["note"] for member in run.members}, {"the target is cy, observed by ann"})


class Rumor(unittest.TestCase):
    def test_delta_and_uncertainty_enclose_what_is_printed(self):
        for arguments in (["--nodes", "3", "--curious", "1", "--muting", "0.5", "--epsilon", "0.25"],
                          ["--nodes", "3", "--curious", "1", "--muting", "0", "--transcript", "terminated"]):
            run = Run("account", "rumor", *arguments, "--exact")
            for quantity, key in (("delta", "delta"), ("uncertainty", "prediction_uncertainty")):
                exact = run.result[key]["exact"]
                ends = [run.ends(m) for m in run.members if m["quantity"] == quantity]
                lower = max(float(low) for low, _ in ends if low is not None)
                upper = min(float(high) for _, high in ends if high is not None)
                self.assertLessEqual(lower, exact["upper"] + 1e-9)
                self.assertGreaterEqual(upper, exact["lower"] - 1e-9)
                self.assertLess(upper - lower, 0.4)

    def test_the_best_prefix_of_an_unending_transcript_is_exact(self):
        run = Run("account", "rumor", "--nodes", "4", "--curious", "1", "--muting", "0")
        self.assertEqual([run.ends(m) for m in run.members], [[Fraction(1, 4)] * 2, [Fraction(1)] * 2])
        self.assertEqual(run.said, "")


class Stream(unittest.TestCase):
    def test_sensitivities_and_rates(self):
        run = Run("account", "stream", "--graph", "path:4", "--observer", "0", "--target", "all", "--rounds", "4")
        reports = {int(report["target"]): report for report in run.result["targets"]}
        self.assertEqual(len(run.members), 9)
        for member in run.members:
            report, (lower, upper) = reports[member["instance"]["target"]], run.ends(member)
            squared = report["sensitivity_squared"]
            if member["quantity"] == "constant":
                self.assertEqual(lower, upper)
                self.assertAlmostEqual(float(lower), squared["constant"])
            elif member["quantity"] == "loss":
                self.assertLessEqual(float(lower), squared["upper"] + 1e-9)
                self.assertGreaterEqual(float(upper), squared["lower"] - 1e-9)
            else:
                self.assertAlmostEqual(float(lower), report["rate"]["predicted"])


class Audit(unittest.TestCase):
    def test_a_refuted_promise_is_proved_of_its_worst_pair(self):
        run = Run("audit", "gossip", "--graph", "path:5", "--observer", "each", "--steps", "3", "--promise", "renyi(2) <= 0.5", code=1)
        self.assertEqual([member["verdict"] for member in run.members], ["refutes"])

    def test_a_promise_that_holds_is_proved_of_every_pair(self):
        run = Run("audit", "gossip", "--graph", "path:4", "--observer", "each", "--steps", "1", "--promise", "mu <= 1.1")
        self.assertEqual([member["verdict"] for member in run.members], ["supports"] * 12)
        self.assertEqual(run.said, "")


    def test_a_promise_for_ever(self):
        for promise, code, verdict in (("mu <= 1.1", 0, "supports"), ("renyi(2) <= 0.5", 1, "refutes")):
            run = Run("audit", "gossip", "--graph", "path:4", "--observer", "each", "--steps", "forever", "--promise", promise, code=code)
            self.assertEqual({member["verdict"] for member in run.members}, {verdict})
            self.assertEqual({member["instance"]["steps"] for member in run.members}, {4})


    def test_own_weights(self):
        """Weights that no rule makes, which are not symmetric: proved as they are."""
        with tempfile.TemporaryDirectory() as scratch:
            weights = pathlib.Path(scratch, "w.mtx")
            weights.write_text("%%MatrixMarket matrix coordinate real general\n3 3 7\n1 1 0.5\n1 2 0.5\n2 1 0.25\n2 2 0.5\n2 3 0.25\n3 2 0.125\n3 3 0.875\n")
            own = ("--graph", f"file:{weights}", "--weights", weights, "--observer")
            for promise, code, verdict in (("mu <= 1.1", 0, "supports"), ("exact <= 0.01", 1, "refutes")):
                run = Run("audit", "gossip", *own, "each", "--steps", "2", "--promise", promise, code=code)
                self.assertEqual({m["verdict"] for m in run.members}, {verdict})
                self.assertEqual({m["instance"]["weights"] for m in run.members}, {"given"})
                self.assertEqual(run.said, "")
            run = Run("account", "gossip", *own, "1", "--steps", "2")
            self.assertTrue(all(lower == upper for lower, upper in map(run.ends, run.members)))

    def test_own_weights_of_larger_views_are_proved_from_below(self):
        with tempfile.TemporaryDirectory() as scratch:
            weights = pathlib.Path(scratch, "ring.weights")
            weights.write_text("".join(f"{u} {(u + 1) % 80} 0.{u % 3 + 1}\n" for u in range(80)))
            own = ("--graph", f"file:{weights}", "--weights", weights, "--observer", "0", "--steps", "35")
            run = Run("account", "gossip", *own, "--target", "3")
            for member in run.members:
                self.assertNotIn("bits", member["evidence"])
                lower, upper = run.ends(member)
                loss = run.result["losses"][0]
                self.assertAlmostEqual(float(lower), loss["exact_own_noise" if member["instance"]["own_noise"] else "exact"] / run.result["unit"], places=2)
                self.assertIsNone(upper)
            run = Run("audit", "gossip", *own, "--promise", "exact <= 0.001", code=1)
            self.assertEqual([m["verdict"] for m in run.members], ["refutes"])

    def test_of_many_observers_the_worst(self):
        """More than 200 sets: of each target the worst observers, who learn most first, as many as the checker judges."""
        run = Run("audit", "gossip", "--graph", "ring:210", "--observer", "each", "--steps", "1", "--promise", "mu <= 1.1")
        self.assertEqual({m["verdict"] for m in run.members}, {"supports"})
        self.assertEqual(len({tuple(m["instance"]["observers"]) for m in run.members}), 200)
        self.assertRegex(run.said, r"(?m)^hearsay: --certificate: certificates show that the promise holds for \d+ of 43890 pairs; no pair loses more than the local loss, which keeps it$")

    def test_a_file_of_audits(self):
        with tempfile.TemporaryDirectory() as scratch:
            file = pathlib.Path(scratch, "audits.json")
            file.write_text(json.dumps({"schema_version": 1, "defaults": {"graph": "path:4", "observer": "each", "steps": 2}, "audits": [
                {"name": "kept", "promise": "mu <= 1.1"}, {"name": "broken", "promise": "exact <= 0.2"}, {"name": "formula", "promise": "exact <= 2^(-distance)"}]}))
            run = Run("audit", file, code=1)
        by_name = {name: [m["verdict"] for m in run.members if m["note"] == name] for name in ("kept", "broken")}
        self.assertEqual(by_name, {"kept": ["supports"] * 12, "broken": ["refutes"]})
        self.assertEqual(len(run.members), 13)
        self.assertEqual(run.said, "hearsay: --certificate: formula: only a numeric promise has a certificate\n")


class Walk(unittest.TestCase):
    def test_visits_are_counted(self):
        for users, steps, colluders in ((20, 100, 1), (50, 40, 3)):
            run = Run("account", "walk", "--users", str(users), "--steps", str(steps), "--epsilon", "0.5", "--delta", "1e-6", "--delta-prime", "1e-6",
                      "--delta-hat", "1e-3", "--colluders", str(colluders))
            visits = run.result["visits"]
            above, below = run.members[:2]
            self.assertEqual([(m["verdict"], m["instance"]["at_least"], m["says"]["bound"]) for m in (above, below)],
                             [("supports", visits["exact"] + 1, "1/1000"), ("refutes", visits["exact"], "1/1000")])
            for member in run.members:
                chance = sum(math.comb(steps, k) * Fraction(colluders, users)**k * (1 - Fraction(colluders, users))**(steps - k)
                             for k in range(member["instance"]["at_least"], steps + 1))
                lower, upper = run.ends(member)
                self.assertTrue(lower <= chance <= upper < lower + Fraction(1, 10**39))
            self.assertIn("epsilons have no certificate", run.said)

    def test_on_a_graph_nothing_is_proved(self):
        with tempfile.TemporaryDirectory() as scratch:
            file = pathlib.Path(scratch, "c.json")
            run = subprocess.run([HEARSAY, "account", "walk", "--graph", "path:4", "--observer", "0", "--target", "all", "--steps", "3", "--certificate", file],
                                 capture_output=True, text=True, check=False)
            self.assertEqual((run.returncode, len(run.stderr.splitlines()), file.exists()), (0, 2, False), run.stderr)


class Ring(unittest.TestCase):
    def test_noise_is_counted_step_by_step(self):
        """3 users, 2 rounds: noise at steps 1, 3, 5. User 3 sees windows of steps 1-2 and 4-5, each with one noise and user 1 once."""
        run = Run("account", "ring", "--users", "3", "--rounds", "2", "--epsilon", "0.5", "--delta", "1e-6", "--delta-prime", "1e-6")
        self.assertEqual([run.ends(m) for m in run.members], [[Fraction(3)] * 2, [Fraction(2)] * 2, [Fraction(2)] * 2])


class Linear(unittest.TestCase):
    def account(self, name, *arguments, code=0):
        return Run("account", "linear", "--protocol", SOURCE / "docs/examples/protocols" / f"{name}.json", *arguments, code=code)

    def test_losses_of_every_protocol_of_the_gallery(self):
        names = sorted(path.stem for path in (SOURCE / "docs/examples/protocols").glob("*.json"))
        self.assertEqual(len(names), 11)
        for name in names:
            run = self.account(name)
            self.assertEqual(len(run.members), len(run.result["losses"]), name)
            for member, loss in zip(run.members, run.result["losses"]):
                exact = loss["loss"]["exact"]
                self.assertEqual(run.ends(member), [Fraction(exact)] * 2, name)

    def test_what_is_seen_without_noise_is_infinite(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "bare.json")
            path.write_text(json.dumps({"format": "hearsay-protocol-1", "nodes": 2, "noise": [],
                                        "rounds": [{"mix": {"edges": [[0, 1]], "weights": "metropolis"}, "steps": 1}],
                                        "view": {"observers": [0], "sees": "messages", "knows": "none"}}))
            run = Run("account", "linear", "--protocol", path, "--delta", "1e-5", "--claimed-epsilon", "8", code=1)
        self.assertEqual([(m["verdict"], m["proves"]) for m in run.members], [("refutes", {"lower": "inf"})])

    def test_verdicts_on_claims(self):
        """Path of three: node 2 loses 1/2, node 1 everything it sent with noise 1."""
        for claimed, code, verdicts in (("9", 0, {"supports"}), ("4", 1, {"refutes", "bounds"})):
            run = self.account("muffliato", "--delta", "1e-5", "--claimed-epsilon", claimed, code=code)
            self.assertEqual({member["verdict"] for member in run.members}, verdicts)
            self.assertEqual(run.said, "")

    def test_other_signs_are_said_to_be_missing(self):
        run = self.account("local_steps", "--delta", "1e-5", "--claimed-epsilon", "100")
        self.assertEqual({member["verdict"] for member in run.members}, {"bounds"})
        self.assertIn("other signs or rounds", run.said)
        self.assertIn("proved for 0 of 1 losses", run.said)

    def test_one_view_at_a_time(self):
        run = subprocess.run([HEARSAY, "account", "linear", "--protocol", SOURCE / "docs/examples/protocols/muffliato.json", "--observer", "each",
                              "--certificate", "/nowhere/c.json"], capture_output=True, text=True, check=False)
        self.assertEqual((run.returncode, len(run.stderr.splitlines())), (2, 1), run.stderr)


if __name__ == "__main__":
    unittest.main()
