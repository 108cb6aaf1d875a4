#!/usr/bin/env python3
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
ENVIRONMENT = {**os.environ, "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1", "OMPI_MCA_btl_vader_single_copy_mechanism": "none"}

COMMANDS = [
    ["verify", "--effort", "quick", "view.*", "rumor.thm5*", "rumor.table1", "walk.lemma*", "stream.thm17"],
    ["attack", "gossip", "--graph", "path:4", "--observer", "0", "--target", "3", "--steps", "3", "--sigma", "1", "--sensitivity", "1", "--runs", "5000"],
    ["attack", "rumor", "--nodes", "100", "--curious", "10", "--muting", "0.5", "--runs", "5000"],
    ["attack", "rumor", "--nodes", "100", "--curious", "10", "--muting", "0.5", "--runs", "5000", "--anytime"],
    ["attack", "walk", "--users", "10", "--steps", "40", "--epsilon", "0.5", "--delta", "1e-5", "--runs", "3000"],
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
    """The JSON without what may differ: times, and what the machine is."""
    found = json.loads(text)
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


def only_the_first_accounts():
    shared = run(together(2, "account", "gossip", "--graph", "path:3", "--observer", "0", "--steps", "2", "--json", "-"))
    assert shared.returncode == 0 and json.loads(shared.stdout)["command"] == "account gossip", shared


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


def a_lost_process_ends_the_run():
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "result.json"
        launcher = subprocess.Popen(together(3, "verify", "--effort", "exhaustive", "--jobs", "1", "--json", str(path)), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=ENVIRONMENT)
        while len(found := workers(launcher)) < 3:
            assert launcher.poll() is None, launcher.communicate()
            time.sleep(0.05)
        time.sleep(3)
        os.kill(found[2], signal.SIGKILL)
        _, said = launcher.communicate(timeout=60)
        assert launcher.returncode != 0 and "hearsay: told to end (mpirun does that when a process of the run is lost)" in said, said
        for _ in range(100):  # what is finished is written while mpirun is already ending
            if path.exists():
                break
            time.sleep(0.1)
        verdicts = [claim["verdict"] for claim in json.loads(path.read_text())["claims"]]
        assert "holds" in verdicts and "inconclusive" in verdicts, verdicts


for check in (same_bits, bad_input_is_said_once, only_the_first_accounts, a_lost_process_ends_the_run):
    start = time.monotonic()
    check()
    print(f"{check.__name__}: {time.monotonic() - start:.1f} s")
