# SPDX-License-Identifier: GPL-3.0-or-later
import json
import os
import subprocess

import pytest
from hypothesis import HealthCheck, settings

# Also of the examples that are run: what they find depends on neither the machine's load nor earlier runs.
settings.register_profile("tests", deadline=None, derandomize=True, database=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("tests")


@pytest.fixture(scope="session")
def program():
    """A function of the program's arguments that returns its JSON. Needs HEARSAY_PROGRAM, the path of the program."""

    def run(*arguments):
        done = subprocess.run([os.environ["HEARSAY_PROGRAM"], *map(str, arguments), "--json", "-"], capture_output=True, text=True)
        assert done.returncode in (0, 1), done.stderr
        return json.loads(done.stdout)

    return run
