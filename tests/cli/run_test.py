#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The script `run` starts hearsay where it is called, from any folder. Usage: run_test.py HEARSAY

In a copy of the repository that holds nothing but the script: the build is a script that does nothing, the program is the one given.
"""
import json
import pathlib
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


main()
