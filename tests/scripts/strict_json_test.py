#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""strict_json.py, and that every script reads and writes JSON with it. Usage: strict_json_test.py SCRIPTS"""
import pathlib
import re
import sys
import unittest

SCRIPTS = pathlib.Path(sys.argv.pop()).resolve()
sys.path.insert(0, str(SCRIPTS))
import strict_json  # noqa: E402


class StrictJson(unittest.TestCase):
    def test_what_has_one_meaning_is_read(self):
        self.assertEqual(strict_json.loads('{"a": [1, -2.5e3, null, {"a": true}]}'), {"a": [1, -2500.0, None, {"a": True}]})

    def test_what_has_not_is_refused(self):
        for text, message in (('{"a": 1, "a": 1}', "the key 'a' stands twice"), ('[{"b": {"c": 0, "c": 1}}]', "'c' stands twice"), ("[NaN]", "NaN is no number of JSON"),
                              ("-Infinity", "-Infinity is no number"), ("[1e999]", "1e999 is no number")):
            with self.assertRaisesRegex(ValueError, message):
                strict_json.loads(text)

    def test_what_is_no_json_is_not_written(self):
        self.assertEqual(strict_json.dumps({"a": [1, 0.5]}), '{"a": [1, 0.5]}')
        for value in (float("nan"), [float("inf")], {"a": -float("inf")}):
            with self.assertRaises(ValueError):
                strict_json.dumps(value)

    def test_no_script_reads_or_writes_json_otherwise(self):
        for path in sorted(SCRIPTS.glob("*.py")):
            if path.name != "strict_json.py":
                self.assertNotRegex(path.read_text(), re.compile(r"(?<!strict_)\bjson\.(?:load|dump)s?\("), path.name)


if __name__ == "__main__":
    unittest.main()
