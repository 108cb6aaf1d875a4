#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the writer says that the checker spends on a certificate is what it spends at most, and both have the same limits; so what `--certificate`
writes both checkers judge. Usage: work_test.py CHECKER_WORK HEARSAY SOURCE_FOLDER"""
import json
import math
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
WORK, HEARSAY, SOURCE = (pathlib.Path(sys.argv.pop(1)).resolve() for _ in range(3))
sys.path[:0] = [str(SOURCE / "certificates"), str(SOURCE / "tests/certificates")]

import check_certificates as checker  # noqa: E402
import examples as made  # noqa: E402

SCRIPT = SOURCE / "certificates/check_certificates.py"
TABLE = checker.table_of((SOURCE / "certificates/statements.json").read_bytes())
SCRIPTS = [[sys.executable, "-B", SCRIPT]] + ([[shutil.which("node"), SCRIPT.with_suffix(".js")]] if shutil.which("node") else [])


def members_of(file):
    """Certificates of a file, each with the whole instance and without format."""
    if file["kind"] != "bundle":
        return [{key: value for key, value in file.items() if key != "format"}]
    return [{**c, "instance": {**file["instance"], **c["instance"]}} for c in file["certificates"]]


def spent(member):
    meter = checker.Meter(10**30, "work")
    state, why = checker.judged(lambda: checker.judge(member, TABLE, meter))
    assert state == "accepted", why
    return 10**30 - meter.left


def estimated(members):
    """[(work, why it is beyond the checker)] by the writer."""
    text = "".join(json.dumps(member) + "\n" for member in members)
    done = subprocess.run([WORK], input=text, capture_output=True, text=True, timeout=300, check=True)
    return [(float(work), why) for work, _, why in (line.partition(" ") for line in done.stdout.splitlines()[1:])]


def written(*arguments):
    """The file of one command, what it says, and the lines of both checkers; no file: (None, what it says, [])."""
    with tempfile.TemporaryDirectory() as scratch:
        file = pathlib.Path(scratch, "c.json")
        run = subprocess.run([HEARSAY, *arguments, "--certificate", file], capture_output=True, text=True, timeout=300, check=False)
        assert run.returncode in (0, 1, 3), (arguments, run.stderr)
        if not file.exists():
            return None, run.stderr, []
        lines = [subprocess.run([*script, file], capture_output=True, text=True, timeout=300, check=False).stdout for script in SCRIPTS]
        return json.loads(file.read_text()), run.stderr, lines


def commands(draw):
    """One of each verb with random parameters, near the limits of what is proved too."""
    graph = draw.choice([f"path:{draw.randint(3, 12)}", f"ring:{draw.randint(4, 40)}", f"star:{draw.randint(4, 20)}", f"hypercube:{draw.randint(2, 6)}",
                         "petersen", f"erdos-renyi:n={draw.randint(10, 60)},p=0.2,seed={draw.randint(1, 9)}", f"complete:{draw.randint(3, 30)}"])
    where = ["--graph", graph, "--component", "largest", "--observer", "0"]
    weights = ["--weights", draw.choice(["metropolis", "min-degree"])]
    small = ["--graph", f"path:{draw.randint(3, 6)}", "--observer", "0"]
    return [["account", "gossip", *where, *weights, "--steps", str(draw.randint(1, 9))],
            ["audit", "gossip", "--graph", graph, "--observer", draw.choice(["0", "each"]), "--steps", str(draw.randint(1, 4)), "--promise", draw.choice(["mu <= 1.1", "exact <= 0.1"])],
            ["account", "stream", *small, "--target", "all", "--rounds", str(draw.randint(1, 6)), "--view", draw.choice(["states", "messages"])],
            ["account", "rumor", "--nodes", str(draw.randint(3, 4)), "--curious", "1", "--muting", draw.choice(["0", "0.1", "0.5", "1"]), "--epsilon",
             draw.choice(["0", "0.3"]), "--transcript", draw.choice(["unending", "terminated"])],
            ["account", "ring", "--users", str(draw.randint(2, 40)), "--rounds", str(draw.randint(1, 9)), "--epsilon", "0.5", "--delta", "1e-6", "--delta-prime", "1e-6"],
            ["account", "walk", "--users", str(draw.randint(2, 400)), "--steps", str(draw.randint(1, 200)), "--epsilon", "0.5", "--delta", "1e-6", "--delta-prime",
             "1e-6", "--delta-hat", draw.choice(["1e-3", "1e-6", "0.5"])]]


class Limits(unittest.TestCase):
    def test_are_the_checkers(self):
        done = subprocess.run([WORK], input="", capture_output=True, text=True, check=True)
        text = SCRIPT.read_text()
        literals = [int(re.search(pattern, text)[1].replace("_", "")) for pattern in (
            r'"bits", 32, (\d+)\)', r"len\(rows\) <= (\d+), \"gram_lower", r"len\(x\) <= ([\d_]+) and RATIONAL")]
        self.assertEqual([float(x) for x in done.stdout.split()], [checker.WORK, checker.NODES, checker.STEPS, *literals])


class Estimates(unittest.TestCase):
    def compare(self, members):
        for member, (work, why) in zip(members, estimated(members), strict=True):
            with self.subTest(kind=member["kind"], quantity=member["quantity"], instance=str(member["instance"])[:300]):
                self.assertLessEqual(spent(member), work)
                self.assertEqual(why, "")

    def test_are_not_below_what_an_example_of_each_kind_takes(self):
        members = [member for file in made.examples().values() for member in members_of(file)]
        self.assertEqual({member["kind"] for member in members}, set(checker.CHECKS))
        counted = [member for member in members if member["kind"] != "protocol"]
        self.compare(counted)
        self.assertEqual({work for work, _ in estimated([member for member in members if member not in counted])}, {math.inf})

    def test_nor_below_what_the_verbs_write(self):
        draw, members = random.Random(1), []
        for _ in range(2):
            for command in commands(draw):
                file, said, lines = written(*command)
                with self.subTest(command=command):
                    self.assertTrue(file or "is not written" in said, said)
                    self.assertEqual({line.split(" ")[0] for line in lines}, {"accepted"} if file else set(), lines)
                members += members_of(file) if file else []
        self.compare(members)


class Beyond(unittest.TestCase):
    def test_what_is_too_much_is_made_smaller(self):
        """All losses of 256 nodes from both sides are more than the checker judges."""
        file, said, lines = written("account", "gossip", "--graph", "hypercube:8", "--observer", "0", "--steps", "6")
        self.assertEqual([line.split(" ")[0] for line in lines], ["accepted"] * len(SCRIPTS))
        self.assertEqual(len(file["certificates"]), 510)
        self.assertRegex(said, r"(?m)^hearsay: --certificate: \d+ of 255 losses .* have lower bounds only; more would be beyond the limit of check_certificates.py$")

    def test_the_worst_come_first(self):
        file, said, lines = written("account", "gossip", "--graph", "ring:1000", "--observer", "0", "--steps", "300")
        self.assertEqual([line.split(" ")[0] for line in lines], ["accepted"] * len(SCRIPTS))
        targets = {min(c["instance"]["target"], 1000 - c["instance"]["target"]) for c in file["certificates"]}
        self.assertLess(max(targets), 300)
        self.assertRegex(said, r"(?m)^hearsay: --certificate: \d+ of 999 losses .* have no certificate; with the largest losses the limit of check_certificates.py is reached$")

    def test_what_cannot_be_made_smaller_is_not_written(self):
        primes = [p for p in range(2000, 4097) if all(p % q for q in range(2, 64))]
        with tempfile.TemporaryDirectory() as scratch:
            weights = pathlib.Path(scratch, "ring.weights")
            weights.write_text("".join(f"{u} {(u + 1) % 200} {1 / primes[u]!r}\n" for u in range(200)))
            file, said, _ = written("account", "gossip", "--graph", f"file:{weights}", "--weights", weights, "--observer", "0", "--steps", "100")
        self.assertIsNone(file)
        self.assertEqual(said.count("have no certificate; they are beyond the limit of check_certificates.py\n"), 2, said)
        self.assertRegex(said, r"(?m)^hearsay: --certificate: no result has a certificate, .* is not written$")


if __name__ == "__main__":
    unittest.main()
