#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What lint.py counts as a finding of GCC. Usage: lint_test.py SCRIPTS_FOLDER"""
import contextlib
import io
import json
import pathlib
import sys
import tempfile
import unittest

SCRIPTS = pathlib.Path(sys.argv.pop())
sys.path.insert(0, str(SCRIPTS))
import lint  # noqa: E402


class Gcc(unittest.TestCase):
    def findings(self, source):
        with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stdout(io.StringIO()):
            path = pathlib.Path(folder) / "source.cpp"
            path.write_text(source)
            command = f"g++ -Wall -Werror -o source.o -c {path}"
            (path.parent / "compile_commands.json").write_text(json.dumps([{"directory": folder, "command": command, "file": str(path)}]))
            return lint.gcc_findings(path.parent, [path, path.parent / "not_built.cpp"])

    def test_a_warning_is_a_finding(self):
        self.assertEqual(self.findings("int f() { int unused; return 1; }\n"), 1)

    def test_no_warning_is_none(self):
        self.assertEqual(self.findings("int f() { return 1; }\n"), 0)

    def test_the_preset_takes_warnings_for_errors(self):
        presets = json.loads((SCRIPTS.parent / "CMakePresets.json").read_text())["configurePresets"]
        gcc = next(preset for preset in presets if preset["name"] == "gcc")
        self.assertEqual(gcc["cacheVariables"]["HEARSAY_WERROR"], "ON")
        self.assertNotIn("toolchainFile", gcc)
        self.assertEqual(gcc["inherits"], "base")


if __name__ == "__main__":
    unittest.main()
