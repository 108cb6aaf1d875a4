#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""`hearsay account linear` against numbers derived by hand. Usage: account_linear_test.py HEARSAY"""
import json
import math
import pathlib
import struct
import subprocess
import sys
import tempfile
import unittest
from fractions import Fraction

import jsonschema

HEARSAY = str(pathlib.Path(sys.argv.pop(1)).resolve())
ROOT = pathlib.Path(__file__).resolve().parents[2]
GALLERY = ROOT / "docs/examples/protocols"


def hearsay(*arguments, expect=0, cwd=None):
    run = subprocess.run([HEARSAY, "account", "linear", *map(str, arguments)], capture_output=True, text=True, cwd=cwd, timeout=60)
    if run.returncode != expect:
        raise AssertionError(f"exit {run.returncode}, not {expect}: {run.stderr}")
    return run


def result(*arguments, **keywords):
    return json.loads(hearsay(*arguments, "--json", "-", **keywords).stdout)


def write_matrix(path, rows):
    columns = len(rows[0]) if rows else 0
    if path.suffix == ".mtx":
        entries = [(i + 1, j + 1, value) for i, row in enumerate(rows) for j, value in enumerate(row) if value != 0]
        lines = ["%%MatrixMarket matrix coordinate real general", f"{len(rows)} {columns} {len(entries)}"]
        path.write_text("\n".join(lines + [f"{i} {j} {value}" for i, j, value in entries]) + "\n")
        return
    header = f"{{'descr': '<f8', 'fortran_order': False, 'shape': ({len(rows)}, {columns}), }}\n".encode()
    values = b"".join(struct.pack("<d", value) for row in rows for value in row)
    path.write_bytes(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header + values)


class AccountLinear(unittest.TestCase):
    # Node 0 of the path 0-1-2 is sent z_1 and (z_0 + z_1 + z_2)/3: nodes 1 and 2 lose 1 and 1/2.
    def test_a_protocol(self):
        found = result("--protocol", GALLERY / "muffliato.json", "--delta", "1e-5", "--fpr", "0.05", "--reconstruct")
        self.assertEqual(found["command"], "account linear")
        self.assertEqual((found["rows"], found["rank"], found["rank_proved"]), (2, 2, True))
        self.assertEqual((found["reconstructible"], found["reconstructible_proved"]), (["1", "2"], True))
        self.assertEqual([entry["target"] for entry in found["losses"]], ["1", "2"])
        near, far = found["losses"]
        self.assertEqual((near["loss"]["exact"], far["loss"]["exact"]), ("1", "1/2"))
        self.assertEqual((far["private"], far["certified"], far["why"], far["rounds"], far["signs"]), (True, "rational", None, [0], [1]))
        self.assertEqual(far["loss"]["lower"], 0.5)
        self.assertEqual(far["vectors"], {"lower": 0.5, "upper": 0.5})
        self.assertEqual((far["constant"], far["sum_abs"]), (0.5, 0.5))
        mu = math.sqrt(0.5)
        self.assertAlmostEqual(far["mu"], mu, delta=1e-15)
        # delta(epsilon) of the Gaussian profile, by erfc
        cdf = lambda x: math.erfc(-x / math.sqrt(2)) / 2
        epsilon = far["epsilon"]
        self.assertAlmostEqual(cdf(mu / 2 - epsilon / mu) - math.exp(epsilon) * cdf(-mu / 2 - epsilon / mu), 1e-5, delta=1e-11)
        self.assertAlmostEqual(cdf(-1.6448536269514722 + mu), far["tpr"], delta=1e-12)
        self.assertIn("do not hold for gradients at models", found["adaptivity"])

    # Where every state is seen before it is mixed, contributions may depend on it; noise on messages hides it.
    def test_adaptivity_is_said(self):
        self.assertIn("every state is seen", result("--protocol", GALLERY / "decor.json")["adaptivity"])
        protocol = json.loads((GALLERY / "decor.json").read_text())
        protocol["noise"].append({"kind": "link", "sigma": 1})
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "p.json")
            path.write_text(json.dumps(protocol))
            self.assertIn("do not hold for gradients at models", result("--protocol", path)["adaptivity"])

    def test_labels_name_nodes(self):
        found = result("--protocol", GALLERY / "randomized.json", "--target", "ann")
        self.assertEqual(found["parameters"]["observers"], ["cy"])
        self.assertEqual([(entry["target"], entry["loss"]["exact"]) for entry in found["losses"]], [("ann", "1/2")])

    def test_observers_may_be_others(self):
        found = result("--protocol", GALLERY / "muffliato.json", "--observer", "1")
        self.assertEqual([(entry["target"], entry["loss"]["exact"]) for entry in found["losses"]], [("0", "1"), ("2", "1")])
        every = result("--protocol", GALLERY / "muffliato.json", "--observer", "each", "--target", "2")
        self.assertEqual([(entry["observer"], entry["target"], entry["loss"]["exact"]) for entry in every["losses"]], [("0", "2", "1/2"), ("1", "2", "1")])
        self.assertEqual([view["rows"] for view in every["views"]], [2, 4, 2])

    # S = [[2, 1], [1, 2]]: one 2/3; both with opposite signs 2; both alike 2/3.
    def test_two_matrices(self):
        with tempfile.TemporaryDirectory() as folder:
            for suffix in (".mtx", ".npy"):
                signal, noise = pathlib.Path(folder, "A" + suffix), pathlib.Path(folder, "B" + suffix)
                write_matrix(signal, [[1, 0], [0, 1]])
                write_matrix(noise, [[1, 1, 0], [0, 1, 1]])
                given = ("--signal", signal, "--noise", noise)
                self.assertEqual([e["loss"]["exact"] for e in result(*given)["losses"]], ["2/3", "2/3"])
                group = result(*given, "--group", "0,1")["losses"][0]
                self.assertEqual((group["group"], group["loss"]["exact"], group["constant"]), (["0", "1"], "2", 2 / 3))
                direction = result(*given, "--direction", "0:1,1:1/2")["losses"][0]
                self.assertEqual((direction["direction"], direction["loss"]["exact"]), ([["0", "1"], ["1", "1/2"]], "1/2"))  # (2 + 1/2 - 1) / 3
                rounds = result(*given, "--rounds", "2")["losses"]
                self.assertEqual([(e["target"], e["loss"]["exact"]) for e in rounds], [("0", "2")])
                self.assertEqual(result(*given, "--rounds", "2", "--participation", "once")["losses"][0]["loss"]["exact"], "2/3")

    # B z = A d and |z|^2 = loss; (w^T A d)^2 / |B^T w|^2 = loss.
    def test_witnesses_can_be_checked_by_hand(self):
        a, b = [[1, 0], [2, 1]], [[1, 1, 0], [0, 1, 3]]
        with tempfile.TemporaryDirectory() as folder:
            signal, noise = pathlib.Path(folder, "A.mtx"), pathlib.Path(folder, "B.mtx")
            write_matrix(signal, a)
            write_matrix(noise, b)
            entry = result("--signal", signal, "--noise", noise, "--target", "0", "--witness")["losses"][0]
        loss, witness = Fraction(entry["loss"]["exact"]), entry["witness"]
        self.assertEqual(witness["d"], [{"input": "node 0 in injection 0", "value": "1"}])
        z, w = [Fraction(0)] * 3, [Fraction(0)] * 2
        for term in witness["z"]:
            z[int(term["noise"].removeprefix("column "))] = Fraction(term["value"])
        for term in witness["w"]:
            w[int(term["row"].removeprefix("row "))] = Fraction(term["value"])
        self.assertEqual([sum(x * y for x, y in zip(row, z)) for row in b], [1, 2])
        self.assertEqual(sum(x * x for x in z), loss)
        image = [sum(w[i] * b[i][j] for i in range(2)) for j in range(3)]
        self.assertEqual((w[0] + 2 * w[1]) ** 2, loss * sum(x * x for x in image))

    def test_what_is_not_private_says_how_it_is_seen(self):
        with tempfile.TemporaryDirectory() as folder:
            signal, noise = pathlib.Path(folder, "A.mtx"), pathlib.Path(folder, "B.mtx")
            write_matrix(signal, [[1], [1]])
            write_matrix(noise, [[1], [-1]])
            entry = result("--signal", signal, "--noise", noise, "--delta", "1e-5", "--fpr", "0.1")["losses"][0]
            self.assertEqual((entry["private"], entry["certified"]), (False, "rational"))
            self.assertEqual(entry["loss"], {"lower": "infinite", "upper": "infinite", "exact": "infinite"})
            self.assertEqual((entry["mu"], entry["epsilon"], entry["tpr"]), ("infinite", "infinite", 1.0))
            self.assertEqual(entry["why"], "seen without noise: 1/2 (row 0) + 1/2 (row 1)")

    # mu = 1/sqrt(2): epsilon at 1e-5 is 2.943.
    def test_claims_are_judged(self):
        given = ("--protocol", GALLERY / "muffliato.json", "--target", "2", "--delta", "1e-5")
        self.assertEqual(result(*given, "--claimed-epsilon", "2.95")["audit"]["verdict"], "holds")
        self.assertEqual(result(*given, "--claimed-epsilon", "2.94", expect=1)["audit"]["verdict"], "refuted")

    # Three rounds and one noise of all: S = I + J, M = I - J/4. Numbers lose 11/4, epsilon 8.09 at 1e-5; vectors at 120 degrees 3, 8.385.
    def test_vectors_are_judged_unless_numbers_are_asked_for(self):
        with tempfile.TemporaryDirectory() as folder:
            signal, noise = pathlib.Path(folder, "A.mtx"), pathlib.Path(folder, "B.mtx")
            write_matrix(signal, [[int(i == j) for j in range(3)] for i in range(3)])
            write_matrix(noise, [[int(i == j or j == 3) for j in range(4)] for i in range(3)])
            given = ("--signal", signal, "--noise", noise, "--rounds", "3", "--delta", "1e-5")
            vectors, numbers = result(*given)["losses"][0], result(*given, "--contributions", "numbers")["losses"][0]
            self.assertEqual((vectors["loss"], vectors["vectors"]), (numbers["loss"], numbers["vectors"]))
            self.assertAlmostEqual(vectors["epsilon"], 8.3855, delta=1e-3)
            self.assertAlmostEqual(vectors["mu"], math.sqrt(3), delta=1e-8)
            self.assertAlmostEqual(numbers["epsilon"], 7.9552, delta=1e-3)
            self.assertEqual(numbers["mu"], math.sqrt(2.75))
            for claim, kind, code in (("8.1", (), 1), ("8.1", ("--contributions", "numbers"), 0), ("8.4", (), 0), ("7.9", ("--contributions", "numbers"), 1)):
                found = result(*given, "--claimed-epsilon", claim, *kind, expect=code)
                self.assertEqual(found["audit"]["contributions"], kind[1] if kind else "vectors")
            self.assertIn("for contributions that are vectors: refuted", " ".join(hearsay(*given, "--claimed-epsilon", "8.1", expect=1).stdout.split()))
            # The noise that is advised keeps the promise, as it is printed.
            for kind, least in (((), 3), (("--contributions", "numbers"), 2.75)):
                promise = "epsilon(1e-5) <= 2"
                found = result(*given, *kind, "--meet", promise)["meet"]
                self.assertEqual(found["contributions"], kind[1] if kind else "vectors")
                factor = found["all_noise"]["factor"]
                self.assertAlmostEqual(factor, math.sqrt(least / found["allowed_loss"]), delta=2e-4 * factor)
                self.assertIn(f"  {factor}\n", hearsay(*given, *kind, "--meet", promise).stdout)
                write_matrix(noise, [[factor * int(i == j or j == 3) for j in range(4)] for i in range(3)])
                result(*given, *kind, "--claimed-epsilon", "2", expect=0)
                write_matrix(noise, [[int(i == j or j == 3) for j in range(4)] for i in range(3)])

    def test_the_table_says_what_the_json_says(self):
        table = hearsay("--protocol", GALLERY / "muffliato.json", "--delta", "1e-5").stdout
        self.assertIn("Muffliato on a path of three: 3 nodes, 1 injection\n2 rows, 3 unknown noises, rank of the noise 2\n", table)
        self.assertRegex(table, r"(?m)^ +2 +1/2 +1/2 +0\.707107 +2\.94323 +rational$")
        self.assertLessEqual(max(map(len, table.splitlines())), 80)

    def test_the_gallery_fits_the_schema(self):
        schema = jsonschema.Draft202012Validator(json.loads((ROOT / "schemas/protocol.schema.json").read_text()))
        for path in sorted(GALLERY.glob("*.json")):
            with self.subTest(path.name):
                protocol = json.loads(path.read_text())
                schema.validate(protocol)
                hearsay("--protocol", path)
                self.assertFalse(schema.is_valid({**protocol, "extra": 1}))


if __name__ == "__main__":
    unittest.main()
