#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Ctrl-C, SIGTERM and SIGHUP end a Monte Carlo command with what is finished: the result of a shorter run, to the bit. Usage: cut_short_test.py HEARSAY"""
import itertools
import json
import pathlib
import signal
import subprocess
import sys
import tempfile
import time

HEARSAY = sys.argv[1]

COMMANDS = [  # endless for this test; the option that says how many runs comes last
    (["attack", "rumor", "--nodes", "1000", "--curious", "100", "--muting", "0.5", "--runs"], 50_000_000),
    (["simulate", "gossip", "--graph", "ring:20", "--steps", "400", "--runs"], 2_000_000),
    (["simulate", "ring", "--users", "100", "--rounds", "10", "--runs"], 20_000_000),
    (["simulate", "rumor", "--nodes", "1000", "--muting", "0.5", "--runs"], 2_000_000),
    (["simulate", "walk", "--users", "100", "--steps", "100000", "--runs"], 1_000_000),
    (["simulate", "learn", "--users", "20", "--rounds", "20", "--trials"], 20_000),
]


SIGNALS = itertools.cycle((signal.SIGINT, signal.SIGTERM, signal.SIGHUP))


def cut_short(command, seconds):
    """\return exit code, stderr and result after the next of these signals."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "result.json"
        running = subprocess.Popen([HEARSAY, *command, "--json", str(path)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        try:
            running.wait(timeout=seconds)
        except subprocess.TimeoutExpired:
            running.send_signal(next(SIGNALS))
        _, said = running.communicate(timeout=120)
        return running.returncode, said, json.loads(path.read_text()) if path.exists() else None


def comparable(result):
    for key in ("timing", "partial"):
        result.pop(key, None)
    for key in ("runs", "trials"):
        result["parameters"].pop(key, None)
    return result


def what_is_kept_is_a_shorter_run():
    for command, runs in COMMANDS:
        for seconds in (1.5, 5, 20):  # until something is finished
            code, said, kept = cut_short([*command, str(runs)], seconds)
            if kept is not None:
                break
        assert code == 3 and "the result is partial" in said, (command, code, said)
        finished = kept["partial"]["runs"]
        assert 0 < finished < runs, (command, finished)
        shorter = subprocess.run([HEARSAY, *command, str(finished), "--json", "-"], capture_output=True, text=True, timeout=200)
        assert shorter.returncode == 0, shorter
        assert comparable(json.loads(shorter.stdout)) == comparable(kept), (command, finished)


def views_that_are_finished_certify():
    for command in (["attack", "gossip", "--graph", "path:4", "--observer", "0", "--target", "3", "--steps", "3"], ["attack", "walk", "--users", "10", "--steps", "40", "--epsilon", "0.5", "--delta", "1e-5"]):
        runs = 1000.0  # more when it ends before the signal, fewer when it still chooses its threshold: half of all in a walk
        for _ in range(100):
            code, said, kept = cut_short([*command, "--runs", str(int(runs))], 1)
            assert code in (0, 1, 3), (command, code, said)
            if "the result is partial" in said:
                break
            assert code != 3 or "interrupted before any part was finished" in said, (command, said)
            runs = runs / 1.25 if code == 3 else min(runs * 1.5, 1e8)
        assert "the result is partial" in said, (command, runs)
        assert 0 < kept["partial"]["runs"] < runs and kept["parameters"]["runs"] == int(runs), kept


def an_anytime_attack_leaves_its_state():
    # A neighbor of the observer loses exactly what is published: no verdict ever becomes clear.
    command = ["attack", "gossip", "--graph", "path:3", "--observer", "0", "--target", "1", "--steps", "2", "--runs", "50000000", "--anytime"]
    with tempfile.TemporaryDirectory() as folder:
        state = str(pathlib.Path(folder) / "state.json")
        code, said, kept = cut_short([*command, "--resume", state], 1)
        assert code == 3 and kept["anytime"]["stopped"] == "asked", (code, said, kept)
        assert kept["anytime"]["runs"] == json.loads(pathlib.Path(state).read_text())["runs"] > 0, kept


def a_state_survives_what_cannot_be_caught():
    command = ["attack", "gossip", "--graph", "path:3", "--observer", "0", "--target", "1", "--steps", "2", "--anytime"]
    with tempfile.TemporaryDirectory() as folder:
        state = pathlib.Path(folder) / "state.json"
        running = subprocess.Popen([HEARSAY, *command, "--runs", "50000000", "--resume", str(state)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        deadline = time.monotonic() + 60
        while not state.exists():
            assert running.poll() is None and time.monotonic() < deadline
            time.sleep(0.05)
        running.kill()
        running.wait()
        runs = json.loads(state.read_text())["runs"] + 2048
        resumed, straight = (subprocess.run([HEARSAY, *command, "--runs", str(runs), *more, "--json", "-"], capture_output=True, text=True, timeout=200) for more in (["--resume", str(state)], []))
        assert resumed.returncode == straight.returncode == 0, (resumed, straight)
        assert json.loads(resumed.stdout) == json.loads(straight.stdout)


def a_second_signal_ends_at_once():
    for numbers in ((signal.SIGTERM, signal.SIGTERM), (signal.SIGINT, signal.SIGHUP)):
        # One run of this takes longer than the test: it is no step that anybody waits for.
        running = subprocess.Popen([HEARSAY, "attack", "gossip", "--graph", "ring:3000", "--observer", "0", "--target", "1", "--steps", "1000", "--runs", "100000"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        time.sleep(3)
        running.send_signal(numbers[0])
        assert running.stderr.readline() == "\n" and "a second signal stops at once" in running.stderr.readline()
        running.send_signal(numbers[1])
        running.communicate(timeout=60)
        assert running.returncode in (-numbers[1], 3), running.returncode


def what_nohup_ignores_stays_ignored():
    program = [HEARSAY, "attack", "rumor", "--nodes", "100", "--curious", "10", "--muting", "0.5", "--runs", "3000000"]
    running = subprocess.Popen(["nohup", *program], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    time.sleep(1)
    running.send_signal(signal.SIGHUP)
    _, said = running.communicate(timeout=200)
    assert running.returncode in (0, 1) and "stopping" not in said, (running.returncode, said)


def nothing_finished_is_said():
    # Still choosing its threshold: there is no view yet that certifies.
    code, said, kept = cut_short(["attack", "walk", "--users", "10", "--steps", "40", "--epsilon", "0.5", "--delta", "1e-5", "--runs", "5000000"], 1)
    assert code == 3 and kept is None and said.endswith("\nhearsay: interrupted before any part was finished\n"), (code, said)


for check in (what_is_kept_is_a_shorter_run, views_that_are_finished_certify, an_anytime_attack_leaves_its_state, a_state_survives_what_cannot_be_caught, a_second_signal_ends_at_once, what_nohup_ignores_stays_ignored, nothing_finished_is_said):
    start = time.monotonic()
    check()
    print(f"{check.__name__}: {time.monotonic() - start:.1f} s")
