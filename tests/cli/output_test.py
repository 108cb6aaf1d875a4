#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""An output that cannot be written is one line on stderr and exit code 2, for every command and format. Usage: output_test.py HEARSAY

Root gets devices of its own where it may make them: a program that renames a file over an output would hurt no other's.
"""
import json
import os
import pathlib
import resource
import signal
import stat
import subprocess
import sys
import tempfile
import unittest

import commands

HEARSAY = str(pathlib.Path(sys.argv.pop(1)).resolve())

COMMANDS = {verb: [*verb.split(), *least] for verb, least in commands.LEAST.items() if verb not in ("audit", "account linear")}  # those read files
COMMANDS.update({
    "attack program": ["attack", "program", "--epsilon", "1", "--delta", "0", "--runs", "100", "./answer"],
    "reproduce": ["reproduce", "stream/growth", "--experiments", "experiments", "--out", "out"],
    "help": ["help", "verify"],
    "--help": ["verify", "--help"],
    "--version": ["--version"],
})
WITHOUT_JSON = {"help", "version", "--help", "--version"}
FULL = "cannot be written: No space left on device"


def make_device(path, like):
    """The same device as `like`; a link to it for those who may not make devices, or use them in this folder."""
    try:
        os.mknod(path, stat.S_IFCHR | 0o666, os.stat(like).st_rdev)
        path.open("w").close()
    except OSError:
        path.unlink(missing_ok=True)
        path.symlink_to(like)


class Output(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.scratch = pathlib.Path(scratch.name)
        make_device(self.scratch / "full", "/dev/full")
        make_device(self.scratch / "null", "/dev/null")
        (self.scratch / "answer").write_text("#!/bin/sh\nwhile read -r trial; do echo '{\"view\": 1}'; done\n")
        (self.scratch / "answer").chmod(0o755)
        place = self.scratch / "experiments/stream/growth"
        place.mkdir(parents=True)
        (place / "spec.json").write_text(json.dumps({
            "source": "test", "title": "Growth", "measurement": "growth of constant streams", "scales": {"small": {"graphs": ["petersen"], "rounds": 20}},
            "picture": {"panels": [{"curves": [{"x": "rounds", "y": "constant", "style": "points"}]}]}}))
        (place / "expected.json").write_text(json.dumps({"source": "", "small": {}}))

    def run_in_scratch(self, command, **how):
        return subprocess.run([HEARSAY, *command], cwd=self.scratch, stderr=subprocess.PIPE, text=True, timeout=120, **how)

    def shell(self, line, *words):
        return subprocess.run(["bash", "-c", line, "bash", HEARSAY, *words], cwd=self.scratch, capture_output=True, text=True, timeout=120)

    def assertLost(self, run, what, why=FULL):
        self.assertEqual((run.returncode, run.stderr), (2, f"hearsay: HS-104 {what}: {why}\n"))

    def test_a_full_stdout_is_an_error_of_every_command(self):
        for name, command in COMMANDS.items():
            with self.subTest(name), open("/dev/full", "w") as full:
                self.assertLost(self.run_in_scratch(command, stdout=full), "standard output")

    def test_a_closed_stdout_is_an_error_of_every_command(self):
        for name, command in COMMANDS.items():
            with self.subTest(name):
                run = self.shell('"$@" >&-', *command)
                self.assertLost(run, "standard output", "cannot be written: Bad file descriptor")

    def test_json_that_is_lost_is_an_error_of_every_command(self):
        for name, command in COMMANDS.items():
            if name in WITHOUT_JSON:
                continue
            with self.subTest(name, to="full"):
                self.assertLost(self.run_in_scratch([*command, "--json", "full"], stdout=subprocess.DEVNULL), "full")
            with self.subTest(name, to="-"), open("/dev/full", "w") as full:
                self.assertLost(self.run_in_scratch([*command, "--json", "-"], stdout=full), "standard output")
        self.assertTrue(stat.S_ISCHR(os.stat(self.scratch / "full").st_mode))

    def test_every_other_format_that_is_lost_is_an_error(self):
        for option, command in (("--junit", "verify"), ("--markdown", "verify"), ("--markdown", "claims")):
            with self.subTest(command, option=option):
                self.assertLost(self.run_in_scratch([*COMMANDS[command], option, "full"], stdout=subprocess.DEVNULL), "full")
        anytime = ["attack", "rumor", "--nodes", "10", "--curious", "1", "--muting", "1", "--runs", "1024", "--anytime", "--resume", "state"]
        with self.subTest("--resume"):
            self.assertTooLarge(self.limited(anytime, 10), "state")

    def limited(self, command, bytes_a_file):
        """Runs a command whose files may not grow beyond so many bytes, as on a disk that is about to be full."""
        def limit():
            signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
            resource.setrlimit(resource.RLIMIT_FSIZE, (bytes_a_file, bytes_a_file))
        return self.run_in_scratch(command, stdout=subprocess.PIPE, preexec_fn=limit)

    def assertTooLarge(self, run, what):
        self.assertLost(run, what, "cannot be written: File too large")
        self.assertFalse((self.scratch / what).exists(), what)
        self.assertEqual(list(self.scratch.rglob("*.partial")), [])

    def test_files_that_cannot_be_finished_are_not_there(self):
        for option, name in (("--json", "out.json"), ("--junit", "out.xml"), ("--markdown", "out.md")):
            with self.subTest(option):
                self.assertTooLarge(self.limited([*COMMANDS["verify"], option, name], 100), name)
        for command in ("verify", "account gossip", "audit gossip"):
            with self.subTest(command, option="--report"):
                self.assertTooLarge(self.limited([*COMMANDS[command], "--report", "page"], 100), "page/index.html")
                self.assertFalse((self.scratch / "page").exists())
        with self.subTest("--out"):
            run = self.limited(COMMANDS["reproduce"], 100)
            self.assertEqual(run.returncode, 2, run.stderr)
            self.assertIn("cannot be written: File too large", run.stderr)
            self.assertEqual(run.stderr.count("\n"), 1)

    def test_an_older_file_survives_a_full_disk(self):
        (self.scratch / "out.json").write_text("before")
        self.limited([*COMMANDS["verify"], "--json", "out.json"], 100)
        self.assertEqual((self.scratch / "out.json").read_text(), "before")

    def test_the_junit_file_is_not_there_if_another_output_is_lost(self):
        for lost in (["--json", "full"], ["--markdown", "full"]):
            self.run_in_scratch([*COMMANDS["verify"], *lost, "--junit", "out.xml"], stdout=subprocess.DEVNULL)
            self.assertFalse((self.scratch / "out.xml").exists(), lost)
        with open("/dev/full", "w") as full:
            self.run_in_scratch([*COMMANDS["verify"], "--junit", "out.xml"], stdout=full)
        self.assertFalse((self.scratch / "out.xml").exists())

    def test_a_reader_who_goes_ends_the_program_quietly(self):
        for name, command in COMMANDS.items():
            with self.subTest(name):
                run = self.shell('"$@" | true; echo "${PIPESTATUS[0]}"', *command)
                self.assertIn((run.stdout, run.stderr), (("141\n", ""), ("0\n", "")))  # 0: it was faster than its reader
        run = self.shell('"$@" | { sleep 0.2; exec true; }; echo "${PIPESTATUS[0]}"', "verify", "dp.*", "--effort", "quick", "--json", "-", "--jobs", "1")
        self.assertEqual(run.stderr, "")
        read, write = os.pipe()
        os.close(read)
        for handling in (signal.SIG_DFL, signal.SIG_IGN):
            run = subprocess.run([HEARSAY, "claims"], stdout=write, stderr=subprocess.PIPE, restore_signals=False, preexec_fn=lambda: signal.signal(signal.SIGPIPE, handling), timeout=60)
            self.assertEqual((run.returncode, run.stderr), (-signal.SIGPIPE, b""))
        os.close(write)

    def test_files_are_written_although_nobody_reads_the_table(self):
        read, write = os.pipe()
        os.close(read)
        run = self.run_in_scratch([*COMMANDS["verify"], "--json", "out.json", "--junit", "out.xml"], stdout=write)
        os.close(write)
        self.assertEqual((run.returncode, run.stderr), (-signal.SIGPIPE, ""))
        json.loads((self.scratch / "out.json").read_text())
        self.assertIn("</testsuite>", (self.scratch / "out.xml").read_text())

    def test_a_pipe_that_nobody_reads_any_more_is_an_error(self):
        run = self.shell('"$@" --json >(exec <&-; exec sleep 2) > null', *COMMANDS["account gossip"])
        self.assertEqual(run.returncode, 2, run.stderr)
        self.assertRegex(run.stderr, r"^hearsay: HS-104 /dev/fd/\d+: cannot be written: Broken pipe\n$")

    def test_devices_pipes_and_links_are_written_through(self):
        run = self.run_in_scratch([*COMMANDS["account gossip"], "--json", "null"], stdout=subprocess.DEVNULL)
        self.assertEqual((run.returncode, run.stderr), (0, ""))
        self.assertTrue(stat.S_ISCHR(os.stat(self.scratch / "null").st_mode))
        os.mkfifo(self.scratch / "pipe")
        run = self.shell('cat pipe > copy & "$@" --json pipe > null; code=$?; wait; exit "$code"', *COMMANDS["account gossip"])
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertEqual(json.loads((self.scratch / "copy").read_text())["command"], "account gossip")
        self.assertTrue(stat.S_ISFIFO(os.stat(self.scratch / "pipe").st_mode))
        (self.scratch / "folder").mkdir()
        (self.scratch / "folder/target.json").write_text("old")
        (self.scratch / "link").symlink_to("folder/target.json")
        self.run_in_scratch([*COMMANDS["account gossip"], "--json", "link"], stdout=subprocess.DEVNULL)
        self.assertTrue((self.scratch / "link").is_symlink())
        json.loads((self.scratch / "folder/target.json").read_text())

    def test_dev_stdout_is_stdout(self):
        for sink in ("| cat", "> table; cat table"):
            run = self.shell(f'"$@" --json /dev/stdout {sink}', *COMMANDS["account ring"])
            self.assertEqual(run.stderr, "")
            found = run.stdout[run.stdout.index("{"):run.stdout.rindex("}") + 1]
            self.assertEqual(json.loads(found)["command"], "account ring")
            self.assertIn("method", run.stdout)
        self.assertTrue(os.path.islink("/dev/stdout"))

    def test_a_closed_stream_is_not_confused_with_a_file(self):
        run = self.shell('"$@" --json out.json >&- 2>&-', *COMMANDS["account gossip"])
        self.assertEqual(run.returncode, 2)
        json.loads((self.scratch / "out.json").read_text())

        # Without a stream of its own /dev/stdout would be no file at all.
        run = self.shell('"$@" --json /dev/stdout >&-', *COMMANDS["account gossip"])
        self.assertLost(run, "standard output", "cannot be written: Bad file descriptor")

    def test_two_outputs_in_one_file_are_refused(self):
        for command, first, second, named in (
                ("verify", "--json x", "--markdown x", "--markdown: x is also what --json"), ("verify", "--json x", "--junit ./x", "--junit: ./x is also what --json"),
                ("verify", "--junit page/../x", "--markdown x", "--markdown: x is also what --junit"),
                ("verify", "--report page", "--json page/index.html", "--report: page/index.html is also what --json"),
                ("account gossip", "--report page", "--json page/index.html", "--report: page/index.html is also what --json"),
                ("audit gossip", "--report page", "--json page/index.html", "--report: page/index.html is also what --json"),
                ("claims", "--json x", "--markdown x", "--markdown: x is also what --json"),
                ("attack gossip", "--json x", "--anytime --resume x", "--resume: x is also what --json"),
                ("attack rumor", "--json x", "--anytime --resume x", "--resume: x is also what --json"),
                ("attack walk", "--json x", "--anytime --resume x", "--resume: x is also what --json"),
                ("reproduce", "--json out/manifest.json", "", "--out: out/manifest.json is also what --json"),
                ("reproduce", "--json out/index.html", "", "--out: out/index.html is also what --json")):
            with self.subTest(command, first=first, second=second):
                for folder in ("page", "out"):
                    (self.scratch / folder).mkdir(exist_ok=True)
                run = self.run_in_scratch([*COMMANDS[command], *first.split(), *second.split()], stdout=subprocess.PIPE)
                self.assertEqual((run.returncode, run.stdout, run.stderr), (2, "", f"hearsay: HS-203 {named} writes; choose another file\n"))
                self.assertEqual([p for p in (self.scratch / "x", *self.scratch.glob("out/*"), *self.scratch.glob("page/*")) if p.exists()], [])

    def test_a_device_and_stdout_take_two_outputs(self):
        for both in (["--json", "null", "--markdown", "null"], ["--json", "/dev/stdout", "--markdown", "/dev/stdout"]):
            run = self.run_in_scratch([*COMMANDS["claims"], *both], stdout=subprocess.PIPE)
            self.assertEqual((run.returncode, run.stderr), (0, ""))

    def test_a_lost_stderr_changes_no_exit_code(self):
        for closed in ("2>&-", "2>full"):
            self.assertEqual(self.shell(f'"$@" {closed}', "frobnicate").returncode, 2)
            self.assertEqual(self.shell(f'"$@" {closed}', *COMMANDS["account gossip"], "--sigma", "nan").returncode, 2)
            self.assertEqual(self.shell(f'"$@" > null {closed}', *COMMANDS["account gossip"]).returncode, 0)


if __name__ == "__main__":
    unittest.main()
