#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""`hearsay attack program`: the ten bugs of docs/examples/programs are found, their correct twins are not accused. Usage: attack_program_test.py HEARSAY SHARED_NOISE [--slow]

SHARED_NOISE is the built shared_noise.cpp. --slow: twenty seeds of every twin at 10,000 trials.
"""
import concurrent.futures
import json
import math
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time
import unittest
import xml.etree.ElementTree

import jsonschema

SLOW = "--slow" in sys.argv and not sys.argv.remove("--slow")
HEARSAY, SHARED_NOISE = (str(pathlib.Path(sys.argv.pop(1)).resolve()) for _ in range(2))
PROGRAMS = pathlib.Path(__file__).resolve().parents[2] / "docs/examples/programs"
RESULT = jsonschema.Draft202012Validator(json.loads((PROGRAMS.parents[2] / "schemas/result.schema.json").read_text()))
PURE, GAUSSIAN = ("1", "0"), ("4.4", "1e-5")  # mu = 1 is epsilon 4.378 at 1e-5
EXAMPLES = {
    "shared_noise": ([SHARED_NOISE], GAUSSIAN),
    "neighbor_list": (["bash", str(PROGRAMS / "neighbor_list.sh")], PURE),
    **{name: (["python3", str(PROGRAMS / f"{name}.py")], promise) for name, promise in {
        "seeded_by_time": GAUSSIAN, "wrong_sensitivity": PURE, "clipped_before": PURE, "noise_reused": PURE, "float_bits": PURE,
        "early_message": GAUSSIAN, "rounded_integers": PURE, "spent_twice": PURE}.items()},
}


def attack(*options, program, promise=PURE):
    epsilon, delta = promise
    return subprocess.run([HEARSAY, "attack", "program", "--epsilon", epsilon, "--delta", delta, *options, "--", *program], capture_output=True, text=True, timeout=300)


def result(*options, program, promise=PURE):
    run = attack("--json", "-", *options, program=program, promise=promise)
    found = json.loads(run.stdout)
    RESULT.validate(found)
    return run.returncode, found


def shell(body, before=""):
    """A program that runs a shell command for each trial, which finds the world in $w."""
    return ["sh", "-c", before + 'while read -r line; do case $line in *\'"world": 1\'*) w=1;; *) w=0;; esac; ' + body + "; done"]


def accused(name, seed, runs):
    program, promise = EXAMPLES[name]
    code, found = result("--seed", str(seed), "--runs", str(runs), "--workers", "1", program=[*program, "correct"], promise=promise)
    assert (code, found["verdict"]) in ((0, "inconclusive"), (1, "refuted")), (name, seed, code)
    return code == 1


class Examples(unittest.TestCase):
    def test_every_bug_is_found(self):
        for name, (program, promise) in EXAMPLES.items():
            with self.subTest(name):
                code, found = result("--runs", "10000", program=[*program, "broken"], promise=promise)
                self.assertEqual((code, found["verdict"]), (1, "refuted"), found)
                self.assertGreater(found["epsilon_lower"], float(promise[0]))

    def test_correct_twins_are_not_accused(self):
        # At confidence 0.95 a twin is accused with probability at most 0.05: more than the bound has probability below 1e-3.
        seeds, runs = (20, 10_000) if SLOW else (2, 4000)
        attempts = [(name, seed) for name in EXAMPLES for seed in range(1, seeds + 1)]
        with concurrent.futures.ThreadPoolExecutor(2) as crew:
            alarms = sum(crew.map(lambda attempt: accused(*attempt, runs), attempts))
        n, share = len(attempts), 0.0
        allowed = next(k for k in range(n + 1) if (share := share + math.comb(n, k) * 0.05**k * 0.95 ** (n - k)) > 1 - 1e-3)
        self.assertLessEqual(alarms, allowed)

    def test_the_bound_of_a_gaussian_twin_is_near_its_mu(self):
        program, promise = EXAMPLES["shared_noise"]
        _, found = result("--runs", "20000", program=[*program, "correct"], promise=promise)
        self.assertTrue(0.8 < found["mu_lower"] <= 1.0, found["mu_lower"])


@unittest.skipIf(SLOW, "the quick test has run it")
class Program(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def test_the_answer_does_not_depend_on_the_workers(self):
        program, promise = EXAMPLES["spent_twice"]
        one, three = (result("--runs", "2000", "--workers", k, program=[*program, "broken"], promise=promise)[1] for k in ("1", "3"))
        self.assertEqual(one, three)

    def test_a_program_that_is_not_there_is_one_line_and_exit_3(self):
        run = attack("--json", "-", program=["/no/such/program"])
        self.assertEqual((run.returncode, run.stderr), (3, "hearsay: attack program: HS-104 /no/such/program: cannot be started: No such file or directory\n"))
        self.assertEqual(json.loads(run.stdout)["verdict"], "inconclusive")

    def test_a_program_that_fails_too_often_is_one_line_with_its_last_words(self):
        run = attack("--junit", str(self.folder / "result.xml"), program=shell('[ $w = 0 ] && { echo working >&2; echo "no luck" >&2; exit 4; }; echo \'{"view": 1}\''))
        self.assertEqual(run.returncode, 3)
        self.assertRegex(run.stderr, r"^hearsay: attack program: more than a tenth of the trials that train failed, trial \d+ first: ended without an answer: exit code 4: no luck( \(.*\))?\n$")
        suite = xml.etree.ElementTree.parse(self.folder / "result.xml").getroot()
        self.assertEqual((suite.get("failures"), suite.get("errors")), ("0", "1"))

    def test_rare_crashes_that_tell_the_world_are_found(self):
        # A seventh of the trials in world 1: less than a tenth of all.
        program = ["python3", "-c", "import sys, json, random\nfor line in sys.stdin:\n t = json.loads(line)\n"
                   " if t['world'] and random.Random(t['seed']).random() < 1/7: sys.exit(3)\n print('{\"view\": 1}', flush=True)"]
        code, found = result("--runs", "3000", program=program)
        self.assertEqual((code, found["verdict"]), (1, "refuted"))
        self.assertGreater(found["failures"]["certify"], 0)

    def test_a_program_that_answers_once_needs_fresh(self):
        once = ["sh", "-c", 'read -r line; echo "{\\"view\\": \\"$$\\"}"']
        run = attack("--runs", "200", program=once)
        self.assertEqual(run.returncode, 3)
        self.assertIn("--fresh", run.stderr)
        self.assertEqual(attack("--runs", "200", "--fresh", program=once).returncode, 0)

    def test_junit_is_red_if_the_promise_is_refuted(self):
        path = self.folder / "result.xml"
        self.assertEqual(attack("--runs", "400", "--junit", str(path), program=shell('echo "{\\"view\\": $w}"')).returncode, 1)
        self.assertEqual(xml.etree.ElementTree.parse(path).getroot().get("failures"), "1")
        self.assertEqual(attack("--runs", "400", "--junit", str(path), program=shell('echo \'{"view": 1}\'')).returncode, 0)
        suite = xml.etree.ElementTree.parse(path).getroot()
        self.assertEqual((suite.get("failures"), suite.get("errors")), ("0", "0"))

    def test_an_interrupted_run_is_partial_and_goes_on(self):
        state, program = str(self.folder / "state"), shell('sleep 0.01; echo "{\\"view\\": [0.5]}"')
        options = ["--runs", "100000", "--resume", state, "--json", "-"]
        run = subprocess.Popen([HEARSAY, "attack", "program", "--epsilon", "1", "--delta", "0", *options, "--", *program], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        time.sleep(2)
        run.send_signal(signal.SIGINT)
        out, err = run.communicate(timeout=60)
        self.assertEqual(run.returncode, 3, err)
        self.assertIn("cut short", err)
        trials = json.loads(out)["trials"]
        self.assertEqual(json.loads(out)["partial"]["trials"], trials["train"] + trials["certify"])
        self.assertEqual(len(json.loads(pathlib.Path(state).read_text())["training"]), trials["train"])

    def test_a_state_of_another_run_is_refused(self):
        state, program = str(self.folder / "state"), shell('echo \'{"view": 1}\'')
        self.assertEqual(attack("--runs", "200", "--resume", state, program=program).returncode, 0)
        run = attack("--runs", "400", "--resume", state, program=program, promise=("2", "0"))
        self.assertEqual(run.returncode, 2)
        self.assertIn("belongs to a run with another command", run.stderr)
        code, found = result("--runs", "400", "--resume", state, program=program)
        self.assertEqual((code, found["trials"]), (0, {"train": 50, "certify": 350}))
        for text in ("", "{}", pathlib.Path(state).read_text().replace('"certified":350', '"certified":351')):
            pathlib.Path(state).write_text(text)
            self.assertEqual(attack("--runs", "400", "--resume", state, program=program).returncode, 2, text[:40])

    def test_no_copy_is_left_behind(self):
        pids = self.folder / "pids"
        attack("--runs", "200", program=shell('echo \'{"view": 1}\'', f"echo $$ >> {pids}; "))
        for pid in pids.read_text().split():
            self.assertFalse(os.path.exists(f"/proc/{pid}"), pid)


if __name__ == "__main__":
    unittest.main()
