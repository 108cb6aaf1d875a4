#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Several processes give the same bits as one, and a lost process ends the run in order. Usage: mpi_test.py HEARSAY MPIRUN"""
import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time

HEARSAY, MPIRUN = sys.argv[1:3]
ENVIRONMENT = {**os.environ, "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1", "OMPI_MCA_btl_vader_single_copy_mechanism": "none",
               "ASAN_OPTIONS": "detect_leaks=0"}  # Open MPI leaks

COMMANDS = [
    ["verify", "--effort", "quick", "view.*", "rumor.thm5*", "rumor.table1", "walk.lemma*", "stream.thm17"],
    ["attack", "gossip", "--graph", "path:4", "--observer", "0", "--target", "3", "--steps", "3", "--sigma", "1", "--sensitivity", "1", "--runs", "5000"],
    ["attack", "rumor", "--nodes", "100", "--curious", "10", "--muting", "0.5", "--runs", "5000"],
    ["attack", "rumor", "--nodes", "100", "--curious", "10", "--muting", "0.5", "--runs", "5000", "--anytime"],
    ["attack", "walk", "--users", "10", "--steps", "40", "--epsilon", "0.5", "--delta", "1e-5", "--runs", "3000"],
    ["audit", "gossip", "--graph", "barabasi-albert:n=30,m=2,core=3,seed=4", "--observer", "each", "--steps", "3", "--promise", "renyi(2) <= published"],
    ["audit", "gossip", "--graph", "path:7", "--observer", "coalitions:2", "--steps", "forever", "--promise", "epsilon(1e-5) <= 4"],
    ["simulate", "gossip", "--graph", "ring:10", "--steps", "8", "--sigma", "1", "--runs", "50"],
    ["simulate", "ring", "--users", "5", "--rounds", "3", "--sigma", "1", "--runs", "1000"],
    ["simulate", "rumor", "--nodes", "200", "--muting", "0.5", "--runs", "40"],
    ["simulate", "walk", "--users", "6", "--steps", "60", "--runs", "7"],
]


def together(processes, *command):
    return [MPIRUN, "--oversubscribe", "--bind-to", "none", "-n", str(processes), HEARSAY, *command]


def run(command):
    return subprocess.run(command, capture_output=True, text=True, env=ENVIRONMENT, timeout=200)


def result(text):
    """The JSON without what may differ: times, the command line, and what the machine is."""
    found = json.loads(text)
    for key in ("date", "command_line"):
        found.get("provenance", {}).pop(key, None)
    for key in ("timing", "machine"):
        found.pop(key, None)
    return found


def same_bits():
    for command in COMMANDS:
        alone = run([HEARSAY, *command, "--json", "-", "--jobs", "2"])
        assert alone.stdout, (command, alone.stderr)
        for processes in (2, 3):
            shared = run(together(processes, *command, "--json", "-", "--jobs", "1"))
            assert shared.returncode == alone.returncode, (command, processes, shared.returncode, shared.stderr)
            assert result(shared.stdout) == result(alone.stdout), (command, processes)


def bad_input_is_said_once():
    shared = run(together(3, "attack", "rumor", "--nodes", "10", "--curious", "10", "--muting", "0.5"))
    lines = [line for line in shared.stderr.splitlines() if line.startswith("hearsay:")]
    assert shared.returncode == 2 and len(lines) == 1, shared


def bad_input_of_another_process_is_said_as_if_alone():
    """Only process 1 is asked something wrong: process 0 says it for it, and ends the run."""
    command = ["attack", "rumor", "--nodes", "100", "--muting", "0.5", "--runs", "50000000", "--curious"]
    wrong = [HEARSAY, *command, "100"]
    shared = run([*together(1, *command, "10"), ":", "-n", "1", *wrong])
    lines = [line for line in shared.stderr.splitlines() if line.startswith("hearsay:")]
    assert shared.returncode == 2 and lines == run(wrong).stderr.splitlines(), shared


def only_the_first_accounts():
    shared = run(together(2, "account", "gossip", "--graph", "path:3", "--observer", "0", "--steps", "2", "--json", "-"))
    assert shared.returncode == 0 and json.loads(shared.stdout)["command"] == "account gossip", shared


def a_file_has_no_colors():
    """mpirun gives its processes a terminal of its own, whatever stdout is."""
    for processes in (1, 2):
        shared = run(together(processes, "verify", "dp.iteration", "--effort", "quick"))
        assert shared.returncode == 0 and "not refuted" in shared.stdout and "\x1b" not in shared.stdout, shared
    colored = run(together(2, "verify", "dp.iteration", "--effort", "quick", "--color", "always"))
    assert "\x1b[32mnot refuted" in colored.stdout, colored


def workers(launcher):
    """The hearsay processes that mpirun started, by rank."""
    found = {}
    for entry in pathlib.Path("/proc").iterdir():
        try:
            status = (entry / "stat").read_text()
            if entry.name.isdigit() and int(status.rpartition(")")[2].split()[1]) == launcher.pid:
                variables = dict(v.partition("=")[::2] for v in (entry / "environ").read_text().split("\0"))
                found[int(variables["OMPI_COMM_WORLD_RANK"])] = int(entry.name)
        except (OSError, KeyError, ValueError):
            continue
    return found


def lose_the_last_of_three(seconds, command, path):
    """Runs it with --json PATH, kills process 2 after so many seconds, and returns the result that is kept, if any."""
    launcher = subprocess.Popen(together(3, *command, "--jobs", "1", "--json", str(path)), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=ENVIRONMENT)
    while len(found := workers(launcher)) < 3:
        assert launcher.poll() is None, launcher.communicate()
        time.sleep(0.05)
    time.sleep(seconds)
    os.kill(found[2], signal.SIGKILL)
    _, said = launcher.communicate(timeout=60)
    # What process 0 says reaches us only if mpirun is not faster in ending.
    assert launcher.returncode != 0 and "process rank 2" in said and "signal 9" in said, said
    for _ in range(100):  # what is finished is written while mpirun is already ending
        if path.exists():
            return json.loads(path.read_text())
        time.sleep(0.1)
    return None


def a_lost_process_keeps_the_finished_claims():
    for seconds in (3, 9, 27):  # until something is finished
        with tempfile.TemporaryDirectory() as folder:
            kept = lose_the_last_of_three(seconds, ["verify", "--effort", "exhaustive"], pathlib.Path(folder) / "result.json")
        verdicts = [claim["verdict"] for claim in kept["claims"]]
        if "holds" in verdicts:
            break
    assert "holds" in verdicts and "inconclusive" in verdicts, verdicts


def runs_of_a_minute(command):
    """How many keep one core busy for a minute, sanitized or not."""
    pilot, seconds = 1000, 0.0
    while seconds < 1.0:
        pilot *= 4
        start = time.monotonic()
        run([HEARSAY, *command, "--runs", str(pilot), "--jobs", "1"])
        seconds = time.monotonic() - start
    return int(60.0 / seconds * pilot)


def a_lost_process_keeps_the_first_runs():
    """What is kept is the result of a shorter run, to the bit."""
    for command in (["attack", "rumor", "--nodes", "1000", "--curious", "100", "--muting", "0.5"], ["simulate", "gossip", "--graph", "ring:100", "--steps", "100"]):
        runs = runs_of_a_minute(command)
        for seconds in (2, 6, 18):  # until something is finished
            with tempfile.TemporaryDirectory() as folder:
                kept = lose_the_last_of_three(seconds, [*command, "--runs", str(runs)], pathlib.Path(folder) / "result.json")
            if kept is not None:
                break
        finished = kept.pop("partial")["runs"]
        assert 0 < finished < runs, finished
        shorter = result(run([HEARSAY, *command, "--runs", str(finished), "--json", "-"]).stdout)
        for found in (kept, shorter):
            found.pop("timing", None)
            found["parameters"].pop("runs")
        assert kept == shorter, (kept, shorter)


for check in (same_bits, bad_input_is_said_once, bad_input_of_another_process_is_said_as_if_alone, only_the_first_accounts, a_file_has_no_colors, a_lost_process_keeps_the_finished_claims, a_lost_process_keeps_the_first_runs):
    start = time.monotonic()
    check()
    print(f"{check.__name__}: {time.monotonic() - start:.1f} s")
