#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The script `run` starts hearsay where it is called, from any folder. Usage: run_test.py HEARSAY

In a copy of the repository that holds nothing but the script: the build is a script that does nothing, the program is the one given.
"""
import json
import os
import pathlib
import pty
import shutil
import subprocess
import sys
import tempfile

HEARSAY = pathlib.Path(sys.argv[1]).resolve()
SCRIPT = pathlib.Path(__file__).resolve().parents[2] / "run"


def make_repository(place):
    (place / "build/release/cli").mkdir(parents=True)
    (place / "build/release/build.ninja").touch()
    (place / "build/release/cli/hearsay").symlink_to(HEARSAY)
    (place / "packages.txt").write_text("# none\n")
    shutil.copy(SCRIPT, place / "run")
    tools = place / "tools"
    tools.mkdir()
    (tools / "cmake").write_text(f'#!/bin/sh\n[ "$PWD" = "{place}" ]\n')
    (tools / "cmake").chmod(0o755)
    return tools


def on_terminal(command, **kwargs):
    """What `command` prints on a terminal."""
    ours, its = pty.openpty()
    run = subprocess.Popen(command, stdout=its, stderr=its, **kwargs)
    os.close(its)
    printed = b""
    try:
        while piece := os.read(ours, 4096):
            printed += piece
    except OSError:  # the terminal is closed with the last program that holds it
        pass
    os.close(ours)
    return run.wait(timeout=60), printed.decode()


def check_progress(place, tools, environment):
    """While it builds, a terminal shows what is done, the total and the time left; a build that fails shows its log."""
    (tools / "cmake").write_text("#!/bin/sh\necho '[1/5] a'\nsleep 2.5\necho '[2/5] b'\necho '[3/5] c'\nsleep 1.2\necho '[4/5] d'\n")
    code, printed = on_terminal([place / "run", "--version"], env=environment)
    lines = [line.removeprefix("\033[K") for line in printed.replace("\r\n", "\n").replace("\r", "\n").split("\n")]
    assert code == 0 and any(line.startswith("run: built 2 of 5, about ") and line.endswith(" s left") for line in lines), printed
    assert lines[-2].startswith("hearsay "), printed
    (tools / "cmake").write_text("#!/bin/sh\necho '[1/2] a'\necho 'a.cpp: no such name' >&2\nexit 1\n")
    failed = subprocess.run([place / "run", "--version"], env=environment, capture_output=True, text=True, timeout=60)
    assert failed.returncode == 2 and "a.cpp: no such name" in failed.stderr and failed.stdout == "", failed


def main():
    with tempfile.TemporaryDirectory() as folder:
        place, elsewhere = pathlib.Path(folder).resolve() / "hear say", pathlib.Path(folder).resolve() / "elsewhere"
        place.mkdir()
        elsewhere.mkdir()
        tools = make_repository(place)
        (elsewhere / "x y.edges").write_text("a b\nb c\n")
        (elsewhere / "link").symlink_to(place / "run")
        environment = {"PATH": f"{tools}:/usr/bin:/bin"}
        for script, json_file in ((str(place / "run"), "out.json"), ("../hear say/run", "second.json"), ("./link", "third.json")):
            command = [script, "account", "gossip", "--graph", "file:x y.edges", "--observer", "a", "--steps", "2", "--json", json_file]
            run = subprocess.run(command, cwd=elsewhere, env=environment, capture_output=True, text=True, timeout=60)
            assert run.returncode == 0, (script, run)
            assert json.loads((elsewhere / json_file).read_text())["parameters"]["nodes"] == 3
        usage = subprocess.run(["../hear say/run"], cwd=elsewhere, env=environment, capture_output=True, text=True, timeout=60)
        assert usage.stdout.count("\n") == 11 and "./run verify" in usage.stdout, usage.stdout
        refused = subprocess.run(["../hear say/run", "frobnicate"], cwd=elsewhere, env=environment, capture_output=True, text=True, timeout=60)
        assert refused.returncode == 2, refused
        check_progress(place, tools, environment)


main()
