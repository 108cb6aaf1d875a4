# SPDX-License-Identifier: GPL-3.0-or-later
"""The throw-away copy of the source tree in which bugs are planted, built and run."""
import contextlib
import hashlib
import os
import pathlib
import resource
import shutil
import signal
import subprocess
import sys

import strict_json

ROOT = pathlib.Path(__file__).resolve().parent.parent
MOST_BYTES = 8 << 30  # of data of a test: ends a mutant that allocates without bound


def processor_seconds():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


class Copy:
    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        self.build_folder = self.folder / "build" / "dev"
        self.log = self.build_folder / "mutate.log"  # output of the last test

    def run(self, command):
        return subprocess.run(command, cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)

    def passes(self, command, most_seconds=None):
        """Whether a test succeeds. The limit is processor time, so that a busy machine kills no mutant. The limit of real time is twenty times as long."""
        def limit():
            resource.setrlimit(resource.RLIMIT_DATA, (MOST_BYTES, MOST_BYTES))
            if most_seconds:
                resource.setrlimit(resource.RLIMIT_CPU, (most_seconds, most_seconds))
        with self.log.open("w") as log:
            test = subprocess.Popen(command, cwd=self.folder, stdout=log, stderr=log, preexec_fn=limit, start_new_session=True,
                                    env=os.environ | {"GTEST_FAIL_FAST": "1"})
        try:
            return test.wait(20 * most_seconds if most_seconds else None) == 0
        except subprocess.TimeoutExpired:
            return False
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(test.pid, signal.SIGKILL)
            test.wait()

    def build(self, target):
        return self.run(["cmake", "--build", "build/dev", "--target", target])

    def tests(self, preset="quick"):
        """A tier as ctest lists it: {name: command}, None if its program is not built yet."""
        listed = strict_json.loads(self.run(["ctest", "--preset", preset, "--show-only=json-v1"]).stdout)
        return {test["name"]: test.get("command") for test in listed["tests"]}

    def refresh(self):
        """Brings the copy up to the tracked and untracked files, and configures it.

        \\return a digest of them all, and one of what programs may read: all but the sources and this tool.
        """
        files = subprocess.run(["git", "ls-files", "-co", "--exclude-standard"], cwd=ROOT, capture_output=True, text=True, check=True)
        wanted = set(files.stdout.splitlines())
        present = self.folder.rglob("*") if self.folder.exists() else []
        for old in [p for p in present if p.is_file() and "build" not in p.relative_to(self.folder).parts[:1]]:
            if str(old.relative_to(self.folder)) not in wanted:
                old.unlink()
        tree, data = hashlib.sha256(), hashlib.sha256()
        for name in sorted(wanted):
            source, target = ROOT / name, self.folder / name
            if not source.is_file():
                continue
            tree.update(name.encode() + source.read_bytes())
            if source.suffix not in (".cpp", ".hpp") and not name.startswith(("scripts/mut", "scripts/random_mut", "tests/mutants/", "tests/scripts/")):
                data.update(name.encode() + source.read_bytes())
            if not target.exists() or source.read_bytes() != target.read_bytes():
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(source, target)
                target.touch()
        configured = self.run(["cmake", "--preset", "dev"])
        if configured.returncode != 0:
            sys.exit(configured.stdout)
        return tree.hexdigest(), data.hexdigest()

    @contextlib.contextmanager
    def planted(self, file, text):
        """The file temporarily has the text `text`."""
        path = self.folder / file
        original = path.read_text()
        path.write_text(text)
        try:
            yield
        finally:
            path.write_text(original)
