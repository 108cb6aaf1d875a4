# SPDX-License-Identifier: GPL-3.0-or-later
"""Ctrl-C, progress, and other threads while the library works."""
import signal
import subprocess
import sys
import threading
import time

import pytest

import hearsay

ATTACK = "hearsay.attack_gossip('ring:60', [0], 30, 200, runs=3_000_000)"
PROGRAM = r"""hearsay.attack_program(['sh', '-c', 'while read -r line; do sleep 0.1; echo "{\\"view\\": 1}"; done'], 1.0, 0.0, runs=100_000)"""
ACCOUNT = "hearsay.gossip_losses('regular:n=8000,d=3', [0], 'forever')"


@pytest.mark.parametrize("call", [ATTACK, PROGRAM, ACCOUNT], ids=["with stop", "with a program", "without stop"])
def test_control_c_ends_long_work(call):
    script = f"import hearsay\nprint('begins', flush=True)\ntry:\n    {call}\nexcept KeyboardInterrupt:\n    print('interrupted', flush=True)\n"
    process = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout.readline() == "begins\n"
    time.sleep(1.0)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert out == "interrupted\n", err
    assert process.returncode == 0, err


def test_progress_is_told_and_may_raise():
    told = []
    hearsay.attack_gossip("path:3", [0], 2, 2, runs=4000, progress=lambda done, total, what: told.append((done, total, what)))
    assert told and all(done <= total and what for done, total, what in told)

    class Enough(Exception):
        pass

    def enough(done, total, what):
        raise Enough

    with pytest.raises(Enough):
        hearsay.attack_gossip("ring:60", [0], 30, 200, runs=1_000_000, progress=enough)


def test_control_c_ends_simulations():
    test_control_c_ends_long_work("hearsay.simulate_rumor(1000, 0.5, runs=2_000_000)")


def test_progress_of_simulations():
    for ask in (lambda told: hearsay.simulate_ring(10, 2, runs=200, progress=told), lambda told: hearsay.simulate_learn(users=10, rounds=2, trials=2, progress=told)):
        told = []
        ask(lambda done, total, what: told.append((done, total, what)))
        assert told and all(done <= total and what for done, total, what in told)


PROTOCOL = {
    "format": "hearsay-protocol-1",
    "nodes": 8,
    "rounds": {"repeat": 3, "round": {"mix": {"edges": [[u, u + 1] for u in range(7)], "weights": "metropolis"}, "steps": 1}},
    "noise": [{"kind": "node", "sigma": "1"}, {"kind": "pair", "sigma": "1", "pairs": [[u, u + 1] for u in range(7)]}],
    "view": {"observers": [0], "sees": "messages", "knows": "own"},
}


def test_progress_of_accounts():
    for ask, work in (
        (lambda told: hearsay.linear_losses(PROTOCOL, meet="mu <= 1", progress=told), "settings of the noise"),
        (lambda told: hearsay.linear_losses(PROTOCOL, observer="each", progress=told), "observers"),
        (lambda told: hearsay.continual_losses("path:5", [0], 6, target=2, progress=told), "rounds"),
    ):
        told = []
        ask(lambda done, total, what: told.append((done, total, what)))
        of_it = [(done, total) for done, total, what in told if what == work]
        assert of_it and of_it[-1][0] == of_it[-1][1] and of_it == sorted(of_it), (work, told)


def test_other_threads_run_while_the_library_works():
    ticks, done = [], threading.Event()

    def tick():
        while not done.is_set():
            ticks.append(time.monotonic())
            time.sleep(0.005)

    thread = threading.Thread(target=tick)
    thread.start()
    begin = time.monotonic()
    hearsay.attack_gossip("ring:20", [0], 10, 50, runs=20_000)
    end = time.monotonic()
    done.set()
    thread.join()
    assert sum(begin < at < end for at in ticks) >= min(10, int((end - begin) / 0.1))


def test_calls_from_several_threads_give_the_same_answer():
    expected = hearsay.gossip_losses("ring:50", [0], 8).exact.array
    found = []
    threads = [threading.Thread(target=lambda: found.append(hearsay.gossip_losses("ring:50", [0], 8).exact.array)) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 4 and all((array == expected).all() for array in found)


def test_an_anytime_attack_goes_on_from_its_state():
    whole = hearsay.attack_gossip("path:4", [0], 3, 3, runs=8192, anytime=True, claimed_mu=0.78)
    part = hearsay.attack_gossip("path:4", [0], 3, 3, runs=2048, anytime=True, claimed_mu=0.78)
    rest = hearsay.attack_gossip("path:4", [0], 3, 3, runs=8192, anytime=True, claimed_mu=0.78, state=part.state)
    assert part.state["runs"] == 2048
    assert dict(rest) == dict(whole) and rest.state == whole.state
