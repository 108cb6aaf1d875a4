#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Check whether the last commit made a kernel slower than its parent. A step of CI.

    scripts/bench_parent.py [--parent COMMIT] [--build-limit 480] [--track HISTORY] [--filter REGEX] [--margin 0.1] [...as bench_pair.py]

The benchmarks of the parent and of the commit are built one after the other in build/bench_parent/tree, so that the second build compiles only
what changed. Then bench_pair.py measures the fast ones in turn. Exit 1 if a slowdown beyond the margin is confirmed. If nothing can be measured (no parent,
no source of the benchmarks changed, a build fails or takes longer than BUILD-LIMIT seconds), one line that begins with `skipped` gives the reason, exit 0.
Uncommitted changes are ignored. With --track, the kernels of the commit are then measured beside their textbook versions and appended to HISTORY, for
bench_page.py.
"""
import argparse
import filecmp
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import time

import bench_pair

ROOT = pathlib.Path(__file__).resolve().parent.parent
PLACE = ROOT / "build" / "bench_parent"
TREE = PLACE / "tree"
# The sources of the benchmarks.
INPUTS = ("lib", "controls", "props", "empirical", "bench", "cmake", "certificates", "CMakeLists.txt", "CMakePresets.json")
# Kernels with one thread and a set-up of less than a second.
FAST = (r"^(rumor\.(asynchronous|synchronous)/hearsay/muting%:50$|rumor\.counts/hearsay/muting%:50/n:65536|published\.all_pairs/hearsay/network:0"
        r"|exact\.one_observer/hearsay/hypercube:11|stream\.loss_matrix/hearsay/side:10/|walk\.realized/hearsay/users:100$|pld\.composition/hearsay/count:16"
        r"|rumor\.map_success/hearsay/muting%:10/suspects:100/|audit\.forever/hearsay/network:0$|audit\.message_noise/hearsay/n:400/|linear\.account/hearsay/side:8/rounds:12/"
        r"|exact\.rank/hearsay/n:100$|certificate\.gossip/hearsay/T:4$|certificate\.linear/hearsay/inputs:8$|certificate\.rumor/hearsay/expansions:10$"
        r"|rumor\.on_graph/hearsay/muting%:50$|rumor\.sender_law/hearsay/n:1000$|rumor\.sender_pairs/hearsay/n:100$|verify\.family/hearsay/family:0/)")


class Skipped(Exception):
    """The reason why nothing was measured."""


def git(*words, **environment):
    try:
        return subprocess.run(["git", "-c", f"safe.directory={ROOT}", "-C", ROOT, *words], capture_output=True, text=True, check=True, env={**os.environ, **environment}).stdout.strip()
    except (OSError, subprocess.CalledProcessError) as error:
        raise Skipped(f"git {words[0]}: {getattr(error, 'stderr', '').strip() or error}") from error


def commits(parent):
    """(parent, commit), by their full names."""
    commit = git("rev-parse", "--verify", "HEAD^{commit}")
    try:
        return git("rev-parse", "--verify", f"{parent}^{{commit}}"), commit
    except Skipped as error:
        raise Skipped(f"no commit {parent} to compare with (the first one, or a shallow clone)") from error


def run_until(deadline, command, environment):
    """Runs a command in the tree with its output in build.log. At the deadline it ends the command and its children."""
    with (PLACE / "build.log").open("ab") as log:
        process = subprocess.Popen(command, cwd=TREE, stdout=log, stderr=subprocess.STDOUT, start_new_session=True, env=environment)
        try:
            code = process.wait(max(deadline - time.monotonic(), 0.0))
        except subprocess.TimeoutExpired as error:
            os.killpg(process.pid, signal.SIGTERM)
            process.wait()
            raise Skipped("the build took longer than the limit; the next run goes on from here") from error
    if code != 0:
        raise Skipped(f"{' '.join(map(str, command[:3]))} failed, see {PLACE / 'build.log'}")


def build(commit, name, deadline):
    """The benchmark program of a commit. Files that did not change since the commit built before keep their times and are not compiled again."""
    TREE.mkdir(parents=True, exist_ok=True)
    git(f"--work-tree={TREE}", "read-tree", "--reset", "-u", commit, GIT_INDEX_FILE=str(PLACE / "index"))
    # ccache then finds files of another clone too.
    environment = {**os.environ, "CCACHE_BASEDIR": str(TREE)}
    folder = TREE / "build" / "bench"
    if not (folder / "build.ninja").exists():
        run_until(deadline, ["cmake", "--preset", "bench"], environment)
    run_until(deadline, ["cmake", "--build", "--preset", "bench", "--target", "hearsay_bench"], environment)
    shutil.copy2(folder / "bench" / "hearsay_bench", PLACE / name)
    return PLACE / name


def measure(options):
    """The rows of bench_pair.compare."""
    parent, commit = commits(options.parent)
    if not git("diff", "--name-only", parent, commit, "--", *INPUTS):
        raise Skipped(f"nothing that benchmarks are made of changed since {parent[:8]}")
    PLACE.mkdir(parents=True, exist_ok=True)
    (PLACE / "build.log").unlink(missing_ok=True)
    begin = time.monotonic()
    programs = [build(of, name, begin + options.build_limit) for of, name in ((parent, "parent"), (commit, "commit"))]
    built = time.monotonic()
    if filecmp.cmp(*programs, shallow=False):
        raise Skipped(f"the benchmarks of {parent[:8]} and {commit[:8]} are the same, byte for byte (built in {built - begin:.0f} s)")
    rows = bench_pair.compare(*programs, options)
    print(f"bench_parent: {commit[:8]} beside {parent[:8]}: built in {built - begin:.0f} s, measured in {time.monotonic() - built:.0f} s")
    return rows


def track(history, pattern):
    """Appends the commit's kernels, beside their textbook versions, to a history."""
    subprocess.run([sys.executable, ROOT / "scripts" / "bench.py", PLACE / "commit", "--filter", pattern.replace("/hearsay", "/(hearsay|textbook)"), "--repetitions", "6",
                    "--track", history], stdout=subprocess.DEVNULL, check=True)


def main():
    parser = argparse.ArgumentParser(description="benchmarks of the last commit beside its parent's")
    parser.add_argument("--parent", default="HEAD^")
    parser.add_argument("--build-limit", type=float, default=480, help="seconds for both builds (default 480)")
    parser.add_argument("--track", type=pathlib.Path, metavar="HISTORY")
    bench_pair.add_options(parser)
    parser.set_defaults(filter=FAST, cpu=True)
    options = parser.parse_args()
    bench_pair.check_options(parser, options)
    try:
        rows = measure(options)
        if options.track:
            track(options.track.resolve(), options.filter)
    except (Skipped, OSError, subprocess.SubprocessError, ValueError, KeyError) as reason:
        print(f"skipped: {reason}")
        return
    if failed := sum("error" in row for row in rows):
        print(f"skipped: {failed} of {len(rows)} kernels, which do not run")
    slower = [row["name"] for row in rows if row["slower"]]
    if slower:
        sys.exit(f"bench_parent: slower than the parent by more than {options.margin:.0%}, confirmed {options.confirm} times: {', '.join(slower)}")


if __name__ == "__main__":
    main()
