#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""`hearsay refute` against numbers derived by hand. Usage: refute_test.py HEARSAY"""
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

import jsonschema

HEARSAY = str(pathlib.Path(sys.argv.pop(1)).resolve())
SCHEMAS = pathlib.Path(__file__).resolve().parents[2] / "schemas"
RESULT, CLAIM = (jsonschema.Draft202012Validator(json.loads((SCHEMAS / f"{name}.schema.json").read_text())) for name in ("result", "claim"))


def refute(*words):
    run = subprocess.run([HEARSAY, "refute", *words, "--json", "-"], capture_output=True, text=True, timeout=120)
    found = json.loads(run.stdout)
    RESULT.validate(found)
    return run.returncode, found


class Refute(unittest.TestCase):
    def test_the_published_sum_is_refuted_on_the_path(self):
        # README.md derives 1/3 and 1/2.
        code, found = refute("exact <= published", "--effort", "quick")
        self.assertEqual((code, found["verdict"]), (1, "refuted"))
        self.assertEqual(found["witness"], {"instance": {"graph": "0-1 1-2", "observer": 0, "target": 2, "steps": 2}, "claimed": "1/3", "actual": "1/2", "certified": "exact"})

    def test_nothing_is_lost_before_messages_arrive(self):
        code, found = refute("exact <= floor(min(1, T/distance))", "--effort", "quick", "--graphs", "connected:2..4,random:8", "--steps", "1..3")
        self.assertEqual((code, found["verdict"], found["witness"]), (0, "holds", None))
        self.assertEqual(found["tightness"], 0)

    def test_the_instances_of_a_small_world_are_counted(self):
        # Connected graphs on 3 nodes: path and triangle; 3 observers, 2 targets, 5 numbers of steps.
        _, found = refute("n == 3", "--graphs", "connected:3..3", "--steps", "2..6")
        self.assertEqual((found["verdict"], found["instances"]), ("holds", 60))

    def test_rounding_alone_is_inconclusive(self):
        code, found = refute("1e13*abs(sum(j, 0, n-1, w(T, target, j)) - 1) <= 0", "--effort", "quick")
        self.assertEqual((code, found["verdict"], found["witness"]), (3, "inconclusive", None))

    def test_the_same_seed_finds_the_same(self):
        words = ("exact <= 3^(2-distance)", "--graphs", "random:10", "--effort", "quick")
        self.assertEqual(refute(*words), refute(*words))


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
        return subprocess.run([HEARSAY, "verify", "--claims", str(self.folder), "--effort", "quick", *words, "--json", "-"], capture_output=True, text=True, timeout=120)

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

    def test_another_verdict_than_expected_is_a_surprise(self):
        path, stored = self.save("hops", "exact <= 2^(1-distance)", "--graphs", "connected:2..4")
        path.write_text(json.dumps({**stored, "expected": "holds", "quote": "Every hop halves.", "source": "a paper, p. 3"}))
        run = self.verify("own.hops")
        self.assertEqual(run.returncode, 1)
        row, = json.loads(run.stdout)["claims"]
        self.assertEqual((row["quote"], row["source"], row["as_expected"]), ("Every hop halves.", "a paper, p. 3", False))

    def test_files_that_are_no_claims_are_refused(self):
        path, stored = self.save("bound", "n >= 2", "--graphs", "connected:2..3")
        def without(name):
            return {key: value for key, value in stored.items() if key != name}
        wrong = {
            "is no JSON": "{",
            "must hold an object": "[]",
            '"schema_version" must be 1': json.dumps({**stored, "schema_version": 2}),
            'lacks "id"': json.dumps(without("id")),
            'lacks "expected"': json.dumps(without("expected")),
            '"graph" is not known': json.dumps({**stored, "graph": "ring:4"}),
            '"expected" is \'maybe\'': json.dumps({**stored, "expected": "maybe"}),
            '"steps" must be a text': json.dumps({**stored, "steps": 3}),
            "is in the catalogue already": json.dumps({**stored, "id": "muffliato.thm1"}),
            "small letters": json.dumps({**stored, "id": "Own Claim"}),
            "'m' is no name": json.dumps({**stored, "statement": "m >= 2"}),
            "must be A or A..B": json.dumps({**stored, "steps": "0"}),
        }
        for words, text in wrong.items():
            with self.subTest(words):
                path.write_text(text)
                run = self.verify()
                self.assertEqual((run.returncode, run.stdout, run.stderr.count("\n")), (2, "", 1), run.stderr)
                self.assertIn(words, run.stderr)
        path.write_text(json.dumps(stored))
        (self.folder / "copy.json").write_text(json.dumps(stored))
        self.assertIn("is the id of another file", self.verify().stderr)

    def test_a_folder_without_claims_is_refused(self):
        self.assertIn("holds no claim files", self.verify().stderr)
        self.folder /= "nowhere"
        self.assertIn("is no folder", self.verify().stderr)

    def test_a_pattern_that_matches_nothing_is_refused(self):
        self.save("bound", "n >= 2", "--graphs", "connected:2..3")
        self.assertIn("'owned.*' matches no claim", self.verify("owned.*").stderr)


if __name__ == "__main__":
    unittest.main()
