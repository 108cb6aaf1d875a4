#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Long work shows how far it is, in one line of a terminal or a line every ten seconds elsewhere, and ends when it is asked to. Usage: progress_test.py HEARSAY"""
import concurrent.futures
import fcntl
import json
import os
import pathlib
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import tempfile
import termios

HEARSAY = str(pathlib.Path(sys.argv[1]).resolve())
WIDTH = 60

# Endless for this test, with what it counts.
LONG = {
    "account gossip --graph ring:4000 --observer 0 --steps 3000": "steps",
    "account linear --protocol each.json --observer each": "observers",
    "account linear --protocol meet.json --meet mu<=1": None,
    "account walk --users 100000 --steps 10000000 --epsilon 0.5 --delta 1e-6 --delta-prime 1e-5 --delta-hat 1e-5": None,
    "audit gossip --graph ring:600 --observer coalitions:2 --steps 20 --promise mu<=0.5": "coalitions",
    "audit gossip --protocol each.json --promise mu<=1 --observer each": "observers",
    "attack gossip --graph ring:60 --observer 0 --target 30 --steps 200 --runs 10000000": None,
    "attack rumor --nodes 1000 --curious 100 --muting 0.5 --runs 50000000": "runs",
    "simulate gossip --graph ring:20 --steps 400 --runs 10000000": "runs",
    "refute exact<=1 --graphs connected:2..6 --effort exhaustive": "instances",
    "verify muffliato.* --effort exhaustive": "claims",
}

# Of what was found before the interrupt, where it is not 3: a promise that was refuted by then stays refuted.
CODES = {"audit gossip --graph ring:600 --observer coalitions:2 --steps 20 --promise mu<=0.5": 1}


def circulant(nodes, rounds, **view):
    """Every node of a ring gossips with four neighbors; noise of nodes and of pairs."""
    edges = [[u, (u + step) % nodes] for step in (1, 2) for u in range(nodes)]
    return {"format": "hearsay-protocol-1", "nodes": nodes, "rounds": {"repeat": rounds, "round": {"mix": {"edges": edges, "weights": "metropolis"}, "steps": 1}},
            "noise": [{"kind": "node", "sigma": "1"}, {"kind": "pair", "sigma": "2", "pairs": edges}], "view": {"observers": [0], "sees": "messages", "knows": "own", **view}}


def on_terminal(words, enough, folder, width=WIDTH):
    """Runs on a terminal of `width` columns; asks it to end once `enough` of what it showed. \return exit code, what was shown"""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, width, 0, 0))
    running = subprocess.Popen([HEARSAY, *words], stdout=subprocess.DEVNULL, stderr=theirs, cwd=folder)
    os.close(theirs)
    shown, asked = "", False
    while select.select([ours], [], [], 300)[0]:
        try:
            part = os.read(ours, 65536)
        except OSError:  # the terminal is closed
            break
        shown += part.decode()
        if not asked and enough(shown):
            running.send_signal(signal.SIGINT)
            asked = True
    try:
        code = running.wait(timeout=60)
    finally:
        running.kill()
        os.close(ours)
    return code, shown


def lines_of(shown):
    """What the line of progress said, one after the other."""
    lines = [line.split("\r")[0].split("\n")[0] for line in shown.split("\r\x1b[K")[1:]]
    return [line for line in lines if not line.startswith("hearsay: ")]


def long_work_is_shown_and_ends(folder):
    def check(command, counted):
        progress = rf"\d+/\d+ {counted or '[^ ]'}"
        code, shown = on_terminal(command.split(), lambda shown: re.search(progress, shown), folder)
        lines = lines_of(shown)
        assert any(re.search(progress, line) for line in lines), (command, shown)
        assert max(map(len, lines)) < WIDTH, (command, lines)
        assert code == CODES.get(command, 3) and ("interrupted" in shown or "cut short" in shown or "stopping" in shown), (command, code, shown)

    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        for done in [pool.submit(check, command, counted) for command, counted in LONG.items()]:
            done.result()


# Its lines name the figure and its position, and were once longer than a terminal: 31 of them were left standing.
def figures_have_one_line_of_any_terminal(folder):
    figure = "muffliato/a_figure_with_a_long_name_on_many_graphs"
    spec = {"source": "test", "title": "Slow", "measurement": "attack on linked rumors", "scales": {"small": {"nodes": 4096, "curious": 409, "runs": 50000, "rumors": [10], "muting": [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1]}},
            "picture": {"panels": [{"curves": [{"each": "rumors", "x": "muting", "y": "estimate", "style": "lines"}]}]}}
    place = folder / "experiments" / figure
    place.mkdir(parents=True)
    (place / "spec.json").write_text(json.dumps(spec))
    (place / "expected.json").write_text(json.dumps({"source": "", "small": {}}))
    for width in (40, 80):
        words = ["reproduce", "all", "--experiments", "experiments", "--out", f"figures{width}"]
        code, shown = on_terminal(words, lambda shown: shown.count("\x1b[K") > 4, folder, width)
        lines = lines_of(shown)
        assert sum(bool(re.search(r"\d+/\d+ ", line)) for line in lines) > 2, (width, shown)
        assert max(map(len, lines)) < width, (width, lines)
        # What is left standing on the screen is at most the line of the interrupt.
        standing = [line.split("\r\x1b[K")[-1] for line in shown.split("\n")]
        assert sum(bool(re.search(r"^(\[[#.]*\] )?\d+/\d+ ", line)) for line in standing) <= 1, (width, standing)
        assert code == 3, (width, code, shown)


def short_work_shows_nothing(folder):
    for command in ("account gossip --graph path:5 --observer 0 --steps 2", "simulate ring --users 5 --rounds 2 --runs 10"):
        code, shown = on_terminal(command.split(), lambda shown: False, folder)
        assert (code, shown) == (0, ""), (command, code, shown)


def progress_is_turned_off(folder):
    words = ["simulate", "gossip", "--graph", "ring:20", "--steps", "400", "--runs", "10000000"]
    interrupted = ["timeout", "--signal=INT", "--foreground", "4", HEARSAY, *words]  # progress begins after one second
    ours, theirs = pty.openpty()
    code = subprocess.run(interrupted, stdout=subprocess.DEVNULL, stderr=theirs, cwd=folder, env={**os.environ, "HEARSAY_PROGRESS": "never"}, timeout=60, check=False).returncode
    os.close(theirs)
    shown = b""
    while select.select([ours], [], [], 0)[0]:
        try:
            shown += os.read(ours, 65536)
        except OSError:
            break
    assert b"/10000000" not in shown, shown
    assert code == 124, code


def elsewhere_there_is_a_line_every_ten_seconds(folder):
    words = ["simulate", "gossip", "--graph", "ring:20", "--steps", "400", "--runs", "10000000"]
    running = subprocess.Popen([HEARSAY, *words], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, cwd=folder)
    line = running.stderr.readline()
    assert re.fullmatch(r"hearsay: \d+/10000000 runs, about \d+ (s|min) left\n", line), line
    running.send_signal(signal.SIGINT)
    running.communicate(timeout=60)
    assert running.returncode == 3, running.returncode


with tempfile.TemporaryDirectory() as name:
    place = pathlib.Path(name)
    (place / "each.json").write_text(json.dumps(circulant(400, 30)))
    (place / "meet.json").write_text(json.dumps(circulant(60, 16, sees="all", observers=[])))
    for look in (short_work_shows_nothing, progress_is_turned_off, long_work_is_shown_and_ends, figures_have_one_line_of_any_terminal, elsewhere_there_is_a_line_every_ten_seconds):
        look(place)
