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
                self.assertEqual(code, 1, found)
                if name == "float_bits":  # its values are those of a mechanism that keeps the promise
                    self.assertEqual((found["verdict"], found["representation"]["verdict"]), ("inconclusive", "refuted by the representation of numbers"))
                    self.assertGreater(found["representation"]["epsilon_lower"], float(promise[0]))
                else:
                    self.assertEqual(found["verdict"], "refuted", found)
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

    def test_a_program_that_is_not_there_is_bad_input(self):
        run = attack("--json", "-", program=["/no/such/program"])
        self.assertEqual((run.returncode, run.stdout, run.stderr), (2, "", "hearsay: HS-104 /no/such/program: cannot be started: No such file or directory\n"))

    def test_an_inconclusive_run_is_skipped_or_fails(self):
        program, promise = EXAMPLES["wrong_sensitivity"]
        for options, code, counts in (([], 0, ("0", "0", "1")), (["--fail-inconclusive"], 3, ("1", "0", "0"))):
            done, _ = result("--runs", "400", "--junit", str(self.folder / "skipped.xml"), *options, program=[*program, "correct"], promise=promise)
            suite = xml.etree.ElementTree.parse(self.folder / "skipped.xml").getroot()
            self.assertEqual((done, tuple(suite.get(name) for name in ("failures", "errors", "skipped"))), (code, counts))

    def test_a_dry_run_says_what_was_understood(self):
        program = shell('echo "{\\"view\\": [$w, 0.5, \\"x\\"]}"')[:2] + [shell('echo "{\\"view\\": [$w, 0.5]}"')[2], "name", "an argument"]
        run = attack("--dry-run", "--runs", "4000", "--workers", "2", "--json", str(self.folder / "dry.json"), program=program)
        self.assertEqual((run.returncode, run.stderr), (0, ""))
        found = json.loads((self.folder / "dry.json").read_text())
        RESULT.validate(found)
        trials = found["dry_run"]["trials"]
        self.assertEqual([trial["trial"] for trial in trials], list(range(len(trials))))
        self.assertEqual({trial["world"] for trial in trials}, {0, 1})
        for trial in trials:
            self.assertEqual((trial["understood"], trial["length"], trial["view"]), ("numbers", 2, f"{trial['world']}, 0.5"))
        self.assertEqual((found["dry_run"]["train"], found["dry_run"]["certify"]), (1000, 3000))
        timing = found["timing"]
        self.assertAlmostEqual(timing["seconds_in_all"], timing["seconds_per_trial"] * 4000 / 2)
        told = " ".join(run.stdout.split())
        for part in ("program: sh", "argument 4: an argument", "promise: epsilon(0) <= 1", "world 1: 2 numbers: 1, 0.5 (", "the values of the numbers", "on the first 1000 trials",
                     "for 4000 trials and 2 copies", "all answers of one world are the same: is the seed used?"):
            self.assertIn(part, told)
        self.assertNotIn("refuted", told)
        same = attack("--dry-run", program=["sh", "-c", 'while read -r line; do echo "{\\"view\\": \\"a b\\"}"; done'])
        self.assertIn("2 events: a, b", same.stdout)
        self.assertIn("all answers are the same", same.stdout)
        silent = attack("--dry-run", "--timeout", "0.2", program=["cat", "/dev/null"])
        self.assertEqual(silent.returncode, 3)
        self.assertIn("no view: ended without an answer", silent.stdout)
        self.assertNotIn("would look at", silent.stdout)
        self.assertEqual(attack("--dry-run", program=["/no/such/program"]).returncode, 2)
        self.assertEqual(attack("--dry-run", "--runs", "10", program=program).returncode, 2)

    def test_promises_of_mu_and_of_a_renyi_loss(self):
        def promised(promise, which, *options):
            run = subprocess.run([HEARSAY, "attack", "program", "--promise", promise, *options, "--json", "-", "--", *program, which], capture_output=True, text=True, timeout=300)
            found = json.loads(run.stdout)
            RESULT.validate(found)
            return run.returncode, found
        program, _ = EXAMPLES["wrong_sensitivity"]  # Laplace noise of epsilon 1; broken: 3
        # Of epsilon-DP mu is at most 2 Phi^-1(e^epsilon / (1 + e^epsilon)), and the Renyi loss at most epsilon.
        for promise, quantity, bound in (("mu <= 1.2321", "mu", "mu_lower"), ("1.2321-GDP", "mu", "mu_lower"), ("renyi(8) <= 1", "renyi", "renyi_lower"), ("(8, 1)-RDP", "renyi", "renyi_lower")):
            code, found = promised(promise, "broken", "--runs", "20000")
            self.assertEqual((code, found["verdict"], found["promise"]["quantity"]), (1, "refuted", quantity), promise)
            self.assertGreater(found[bound], found["promise"]["bound"])
            code, found = promised(promise, "correct", "--runs", "4000")
            self.assertEqual((code, found["verdict"]), (0, "inconclusive"), promise)
            self.assertGreater(found[bound], 0.0)
        code, found = promised("renyi(8) <= 1", "broken", "--runs", "20000", "--until", "1.5")
        self.assertGreater(found["renyi_lower"], 1.5)
        for options, said in ((["--promise", "attack_tpr(0.1) <= 0.5"], "for a program"), (["--promise", "mu <= published"], "for a program"), ([], "--epsilon and --delta, or --promise"),
                              (["--epsilon", "1"], "--delta"), (["--promise", "mu <= 1", "--epsilon", "1", "--delta", "0"], "--promise"), (["--promise", "(1, 1e-5)-DP", "--delta", "0"], "is in --promise")):
            run = subprocess.run([HEARSAY, "attack", "program", *options, "--", "true"], capture_output=True, text=True, timeout=60)
            self.assertEqual((run.returncode, run.stdout), (2, ""), options)
            self.assertIn(said, run.stderr)

    def test_the_event_of_a_run_is_replayed_on_fresh_trials(self):
        program, promise = EXAMPLES["wrong_sensitivity"]
        state = str(self.folder / "chosen.json")
        code, first = result("--runs", "4000", "--to-the-end", "--resume", state, program=[*program, "broken"], promise=promise)
        code, again = result("--runs", "3000", "--replay", state, "--seed", "2", program=[*program, "broken"], promise=promise)
        self.assertEqual((code, again["verdict"], again["trials"]), (1, "refuted", {"train": 0, "certify": 3000}))
        self.assertEqual(again["replayed"], {"seed": 1, "train": 1000})
        event, = again["events"]
        best = max(first["events"], key=lambda one: (one["subject"] == "values", one["epsilon_lower"]))
        self.assertEqual([event[key] for key in ("subject", "features", "threshold")], [best[key] for key in ("subject", "features", "threshold")])
        self.assertAlmostEqual(event["error"], 0.05)
        self.assertEqual(event["counts"][1] + event["counts"][3], 3000)
        code, kept = result("--runs", "3000", "--replay", state, "--seed", "3", program=[*program, "correct"], promise=promise)
        self.assertEqual((code, kept["verdict"]), (0, "inconclusive"))  # the repaired program, by the event that exposed it
        run = attack("--replay", state, program=[*program, "broken"], promise=promise)
        self.assertEqual((run.returncode, run.stdout), (2, ""))
        self.assertIn("--seed must differ from that of the run that is to be replayed", run.stderr)
        (self.folder / "other.json").write_text('{"attack": {}}')
        run = attack("--replay", str(self.folder / "other.json"), "--seed", "2", program=[*program, "broken"], promise=promise)
        self.assertEqual(run.returncode, 2)
        self.assertIn("other.json: is not a state written by --resume", run.stderr)
        self.assertEqual(attack("--replay", state, "--resume", state, program=["true"]).returncode, 2)

    def test_until_goes_on_after_the_promise_is_refuted(self):
        program, promise = EXAMPLES["wrong_sensitivity"]
        first, later, last = (result("--runs", "20000", *options, program=[*program, "broken"], promise=promise)[1]
                              for options in ([], ["--until", "1.3"], ["--until", "1000"]))
        self.assertEqual((first["verdict"], later["verdict"]), ("refuted", "refuted"))
        self.assertGreater(later["epsilon_lower"], 1.3)
        self.assertLess(first["trials"]["certify"], later["trials"]["certify"])
        self.assertLessEqual(later["trials"]["certify"], last["trials"]["certify"])
        self.assertEqual(last["trials"]["train"] + last["trials"]["certify"], 20000)
        self.assertEqual(attack("--until", "0.5", "--runs", "100", program=[*program, "broken"], promise=("1", "0")).returncode, 2)

    def test_a_program_that_fails_too_often_is_one_line_with_its_last_words(self):
        run = attack("--junit", str(self.folder / "result.xml"), program=shell('[ $w = 0 ] && { echo working >&2; echo "no luck" >&2; exit 4; }; echo \'{"view": 1}\''))
        self.assertEqual(run.returncode, 3)
        self.assertRegex(run.stderr, r"^hearsay: attack program: more than a tenth of the training trials failed, trial \d+ first: ended without an answer: exit code 4: working \| no luck( \(.*\))?\n$")
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
        state, program, promise = str(self.folder / "state"), shell('echo "{\\"view\\": $w}"'), ("50", "0")
        self.assertEqual(attack("--runs", "200", "--resume", state, program=program, promise=promise).returncode, 0)
        run = attack("--runs", "400", "--resume", state, program=program)
        self.assertEqual(run.returncode, 2)
        self.assertIn("belongs to a run with a different command", run.stderr)
        code, found = result("--runs", "400", "--resume", state, program=program, promise=promise)
        self.assertEqual((code, found["trials"]), (0, {"train": 50, "certify": 350}))
        whole = pathlib.Path(state).read_text()
        broken = {"": "", "{}": "{}", '"certified":350': '"certified":351', '"failures":0': '"failures":1', '"kinds":[]': '"kinds":[{"how":"x"}]', '"subject":"values"': '"subject":"x"',
                  '"threshold":': '"threshold":7'}
        for text, instead in broken.items():
            pathlib.Path(state).write_text(whole.replace(text, instead) if text.startswith('"') else instead)
            self.assertEqual(attack("--runs", "800", "--resume", state, program=program, promise=promise).returncode, 2, text)

    def test_a_program_that_fails_at_once_is_asked_a_hundred_times(self):
        asked = self.folder / "asked"
        run = attack("--runs", "1000000", "--workers", "1", program=["sh", "-c", f"read -r line; echo $line >> {asked}; printf 'no \\033[31mlibrary\\007\\n' >&2; exit 127"])
        self.assertEqual(run.returncode, 3)
        self.assertEqual(run.stderr, "hearsay: attack program: the last 100 trials failed, trial 0 first: ended without an answer: exit code 127: no \\x1b[31mlibrary\\x07\n")
        self.assertEqual(len(asked.read_text().splitlines()), 100)

    def test_a_silent_program_is_asked_twice(self):
        run = attack("--timeout", "0.3", "--workers", "1", program=["sh", "-c", "echo waiting >&2; sleep 600"])
        self.assertEqual((run.returncode, run.stderr), (3, "hearsay: attack program: the first two trials were not answered before the timeout, trial 0 first: no answer within 0.3 s: waiting\n"))

    def test_a_banner_on_standard_output_is_shown_with_what_to_do(self):
        run = attack(program=shell("echo '{\"view\": 1}'", before="printf 'Loading \\033]0;model\\007 %0500d\\n' 0; "))
        self.assertEqual(run.returncode, 3)
        self.assertRegex(run.stderr, r"^hearsay: attack program: the last 100 trials failed, trial 0 first: malformed answer: a line that is not JSON: Loading \\x1b\]0;model\\x07 0+…0+ \(print only answers on standard output, and everything else on standard error\)\n$")
        self.assertLess(len(run.stderr), 400)

    def test_kinds_of_failures_are_told_apart(self):
        ends = {"0": "echo '{\"view\": NaN}'", "2": "echo '{\"view\": 1, \"view\": 2}'", "4": "echo oops", "6": "echo gone >&2; exit 1"}  # of the tens of trials that end in 7
        program = shell("case $line in " + " ".join(f"*{ten}7,*) {what};;" for ten, what in ends.items()) + " *) echo '{\"view\": [1, 0.5]}';; esac")
        code, found = result("--runs", "400", "--workers", "1", program=program)
        self.assertEqual(code, 0)
        kinds = {kind["how"]: kind for kind in found["failures"]["kinds"]}
        self.assertEqual(set(kinds), {"malformed answer: NaN is not a JSON number", "malformed answer: a key occurs twice", "malformed answer: a line that is not JSON", "ended without an answer: exit code 1"})
        self.assertEqual(sum(kind["trials"] for kind in kinds.values()), found["failures"]["all"])
        self.assertEqual(kinds["malformed answer: a line that is not JSON"]["said"], "oops")
        self.assertEqual(kinds["ended without an answer: exit code 1"]["said"], "gone\n")
        self.assertEqual(kinds["malformed answer: NaN is not a JSON number"]["said"], '{"view": NaN}')
        table = " ".join(attack("--runs", "400", "--workers", "1", program=program).stdout.split())
        self.assertIn("malformed answer: NaN is not a JSON number; first in trial", table)
        self.assertIn("(Python's json.dumps writes it; answer with a text instead, such as \"nan\")", table)
        self.assertIn("trials failed, ", table)
        path = self.folder / "result.xml"
        attack("--runs", "400", "--workers", "1", "--junit", str(path), program=program)
        self.assertIn("malformed answer: NaN is not a JSON number", xml.etree.ElementTree.parse(path).find(".//system-out").text)

    def test_what_never_happened_is_said(self):
        same = attack("--runs", "400", "--confidence", "0.9999999", program=shell("echo '{\"view\": 1}'"))
        self.assertEqual(same.returncode, 0)
        words = " ".join(same.stdout.split())
        self.assertIn("in which no event distinguished the worlds", words)
        self.assertIn("with confidence 0.9999999,", words)
        code, found = result("--runs", "400", program=shell("echo '{\"view\": 1}'"))
        self.assertEqual((code, found["verdict"], found["epsilon_lower"], found["events"], found["never_happened_in_worlds"]), (0, "inconclusive", 0, [], [0, 1]))
        tells = shell('echo "{\\"view\\": $w}"')
        words = " ".join(attack("--runs", "400", "--to-the-end", program=tells).stdout.split())
        self.assertRegex(words, r"it occurred in 0 of the \d+ runs in world 0, so its rate there is at most 0\.\d+")
        found = result("--runs", "400", "--to-the-end", program=tells)[1]
        self.assertEqual(found["never_happened_in_worlds"], [0])
        self.assertLess(found["epsilon_lower"], 10)

    def test_views_that_show_nothing(self):
        for view in ("[]", '"\\\\"', "null", "[[], []]"):
            body = "echo '{\"view\": " + view.replace("\\\\", "") + "}'"
            with self.subTest(view):
                code, found = result("--runs", "200", program=shell(body if view != '"\\\\"' else "echo '{\"view\": \"\"}'"))
                self.assertEqual((code, found["epsilon_lower"], found["mu_lower"], found["failures"]["all"]), (0, 0, 0, 0))

    def test_what_a_program_says_does_not_reach_the_terminal_as_it_is(self):
        run = attack("--runs", "400", program=shell('echo "{\\"view\\": [\\"$w\\\\u001b]0;title\\\\u0007\\"]}"'))
        self.assertEqual(run.returncode, 1)
        self.assertNotIn("\x1b", run.stdout)

    def test_the_last_bit_of_a_large_integer_is_found(self):
        program = ["python3", "-c", "import sys, json, random\nfor line in sys.stdin:\n t = json.loads(line)\n"
                   " print(json.dumps({'view': [random.Random(t['seed']).randrange(50), 2**%d + 2 * random.Random(t['seed']).randrange(10**6) + t['world']]}), flush=True)"]
        for bits in (60, 90, 3000):
            code, found = result("--runs", "1000", program=[*program[:2], program[2] % bits])
            self.assertEqual((code, found["verdict"], found["representation"]), (1, "refuted", None), bits)

    def test_an_answer_with_a_key_twice_is_no_answer(self):
        run = attack(program=shell("echo '{\"view\": 0, \"view\": 1}'"))
        self.assertEqual(run.returncode, 3)
        self.assertIn("malformed answer: a key occurs twice", run.stderr)

    def test_laplace_noise_in_doubles_is_not_called_wrong(self):
        program = ["python3", "-c", "import sys, json, random\nfor line in sys.stdin:\n t = json.loads(line); r = random.Random(t['seed'])\n"
                   " print(json.dumps({'view': t['world'] + r.expovariate(1) - r.expovariate(1)}), flush=True)"]
        path = self.folder / "result.xml"
        run = attack("--runs", "6000", "--junit", str(path), program=program)
        words = " ".join(run.stdout.split())
        self.assertEqual(run.returncode, 1)
        self.assertIn("promise 'epsilon(0) <= 1', by the values of numbers: inconclusive; that is no evidence of privacy", words)
        self.assertIn("promise 'epsilon(0) <= 1', by the representation of numbers: refuted by the representation of numbers, epsilon >=", words)
        case = xml.etree.ElementTree.parse(path).getroot()
        self.assertEqual(case.get("failures"), "1")
        self.assertIn("refuted by the representation of numbers", case.find(".//failure").get("message"))
        self.assertEqual(attack("--runs", "6000", "--features", "raw", program=program).returncode, 0)

    def test_more_runs_certify_more_when_asked(self):
        program, promise = EXAMPLES["wrong_sensitivity"]
        soon = result("--runs", "4000", program=[*program, "broken"], promise=promise)[1]
        code, late = result("--runs", "4000", "--to-the-end", program=[*program, "broken"], promise=promise)
        self.assertEqual((code, late["trials"]), (1, {"train": 1000, "certify": 3000}))
        self.assertLess(soon["trials"]["certify"], 3000)
        self.assertGreater(late["epsilon_lower"], soon["epsilon_lower"] + 0.5)

    def test_a_state_survives_what_cannot_be_caught(self):
        state = self.folder / "state"
        options = ["--epsilon", "1", "--delta", "0", "--runs", "700", "--workers", "2", "--json", "-"]
        command = [HEARSAY, "attack", "program", *options, "--resume", str(state), "--", *shell('sleep $PAUSE; echo "{\\"view\\": [$(($$ * 0))]}"')]
        run = subprocess.Popen(command, env={**os.environ, "PAUSE": "0.1"}, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        wait_until(state.exists, "the state is written while the run goes on")
        self.assertIsNone(run.poll())
        run.kill()
        run.wait()
        self.assertGreater(len(json.loads(state.read_text())["training"]), 0)
        resumed = subprocess.run(command, env={**os.environ, "PAUSE": "0"}, capture_output=True, text=True, timeout=300)
        self.assertEqual((resumed.returncode, json.loads(resumed.stdout)["trials"]), (0, {"train": 175, "certify": 525}))

    def test_a_state_goes_on_to_the_end(self):
        state = str(self.folder / "state")
        program, promise = EXAMPLES["wrong_sensitivity"]
        options = ["--runs", "2000", "--to-the-end"]
        whole = result(*options, program=[*program, "broken"], promise=promise)[1]
        result("--runs", "2000", "--resume", state, program=[*program, "broken"], promise=promise)
        rest = result(*options, "--resume", state, program=[*program, "broken"], promise=promise)[1]
        self.assertEqual(rest, whole)


#: Ignores every sign to end, and starts a program that does too; it says who both are, and hangs in trial 3.
STUBBORN = """trap '' TERM INT HUP
sleep 100 & echo $$ $! >> {pids}
n=0
while :; do read -r line && {{ n=$((n + 1)); [ $n = 4 ] && {hang}; echo '{{"view": 1}}'; }} || sleep 1; done"""


def alive(pid):
    try:
        return pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def wait_until(condition, what):
    deadline = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < deadline, what
        time.sleep(0.05)


@unittest.skipIf(SLOW, "the quick test has run it")
class NothingIsLeftBehind(unittest.TestCase):
    """However hearsay ends, no copy of the program and nothing that it started outlives it."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.pids = pathlib.Path(folder.name) / "pids"

    def start(self, *options, hang="sleep 100"):
        script = STUBBORN.format(pids=self.pids, hang=hang)
        return subprocess.Popen([HEARSAY, "attack", "program", "--epsilon", "1", "--delta", "0", "--runs", "100", "--workers", "2", *options, "--", "sh", "-c", script],
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def started(self):
        return [int(pid) for pid in self.pids.read_text().split()] if self.pids.exists() else []

    def assert_none_left(self, run):
        run.communicate(timeout=60)
        self.assertGreaterEqual(len(self.started()), 2)
        wait_until(lambda: not any(map(alive, self.started())), [pid for pid in self.started() if alive(pid)])

    def signaled(self, *signals):
        run = self.start()
        wait_until(lambda: len(self.started()) >= 4, "two copies")
        for number in signals:
            run.send_signal(number)
        return run

    def test_ctrl_c(self):
        run = self.signaled(signal.SIGINT)
        self.assert_none_left(run)
        self.assertEqual(run.returncode, 3)

    def test_terminated(self):
        run = self.signaled(signal.SIGTERM)
        self.assert_none_left(run)
        self.assertEqual(run.returncode, 3)

    def test_hung_up(self):
        run = self.signaled(signal.SIGHUP)
        self.assert_none_left(run)
        self.assertEqual(run.returncode, 3)

    def test_ctrl_c_twice(self):
        run = self.start()
        wait_until(lambda: len(self.started()) >= 4, "two copies")
        run.send_signal(signal.SIGINT)
        run.stderr.readline()  # an empty line, then what a second signal does
        self.assertIn("a second signal stops at once", run.stderr.readline())
        run.send_signal(signal.SIGINT)
        self.assert_none_left(run)
        self.assertIn(run.returncode, (-signal.SIGINT, 3))  # 3: it was faster

    def test_killed(self):
        run = self.signaled(signal.SIGKILL)
        self.assert_none_left(run)
        self.assertEqual(run.returncode, -signal.SIGKILL)

    def test_a_trial_that_is_too_late(self):
        self.assert_none_left(self.start("--timeout", "1"))

    def test_a_copy_for_every_trial(self):
        run = self.start("--fresh", hang="true")
        wait_until(lambda: len(self.started()) >= 6, "three copies")
        first = self.started()[:2]
        wait_until(lambda: not any(map(alive, first)), first)  # though hearsay goes on
        run.send_signal(signal.SIGTERM)
        self.assert_none_left(run)

    def test_all_runs_used(self):
        run = self.start(hang="true")
        self.assert_none_left(run)
        self.assertEqual(run.returncode, 0)


if __name__ == "__main__":
    unittest.main()
