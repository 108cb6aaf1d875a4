#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""check_docs.py and check_style.py on small trees that are right, and wrong in one place. Usage: checks_test.py SCRIPTS"""
import pathlib
import sys
import tempfile
import unittest

sys.path.insert(0, sys.argv.pop(1))
import check_docs
import check_style


class Tree(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.root = pathlib.Path(self.folder.name)
        self.write("lib/hearsay/graph/graph.hpp", "#pragma once\n")
        self.write("docs/errors.md", "# Errors\n")

    def tearDown(self):
        self.folder.cleanup()

    def write(self, path, text):
        (self.root / path).parent.mkdir(parents=True, exist_ok=True)
        (self.root / path).write_text(text)


class PathsAndDates(Tree):
    def complaints(self, path, text):
        self.write(path, text)
        return [line.split(": ", 1)[1] for line in check_docs.path_and_date_complaints(self.root)]

    def test_paths_that_lead_somewhere_are_accepted(self):
        for named in ("lib/hearsay/graph/graph.hpp", "graph/graph.hpp", "graph/graph", "lib/hearsay/graph", "docs/*.md", "lib/hearsay/<family>/graph.hpp", "lib/hearsay/NAME/graph.hpp"):
            self.assertEqual(self.complaints("lib/a.cpp", f"// see {named}\n"), [], named)

    def test_paths_that_lead_nowhere_are_named(self):
        for named in ("lib/hearsay/graph/edges.hpp", "graph/edges.hpp", "graph/edges", "tests/graph_test.cpp"):
            self.assertEqual(self.complaints("docs/page.md", f"See `{named}`.\n"), [f"{named} is not there"])

    def test_code_consoles_and_fractions_name_no_paths(self):
        self.assertEqual(self.complaints("lib/a.cpp", "#include <graph/edges.hpp>\nint a = 1;  // a rate of 1/n, and/or so\n"), [])
        self.assertEqual(self.complaints("docs/page.md", "```console\nrm graph/edges.hpp\n```\n"), [])

    def test_what_dates_itself_is_found(self):
        for words in ("as of today", "in November the tests", "November 2026", "at the last full run", "measured 2026-11-20"):
            self.assertEqual(len(self.complaints("scripts/a.py", f"# {words}\n")), 1, words)
        self.assertEqual(self.complaints("scripts/a.py", "# McAuley and Leskovec 2012; the first run; it may\n"), [])

    def test_a_changelog_may_have_dates(self):
        self.assertEqual(self.complaints("CHANGELOG.md", "## 2026-11-20\n"), [])


class License(Tree):
    def test_is_added_once_below_a_shebang_and_then_found(self):
        self.write("scripts/a.py", "#!/usr/bin/env python3\nprint()\n")
        self.write("lib/b.cpp", "int b;\n")
        for path in ("scripts/a.py", "lib/b.cpp"):
            self.assertFalse(check_style.licensed(self.root / path))
            check_style.add_license(self.root / path)
            self.assertTrue(check_style.licensed(self.root / path))
        self.assertEqual((self.root / "scripts/a.py").read_text().splitlines()[0], "#!/usr/bin/env python3")
        self.assertEqual((self.root / "lib/b.cpp").read_text(), "// SPDX-License-Identifier: GPL-3.0-or-later\nint b;\n")

    def test_data_and_pages_need_none(self):
        self.assertEqual([path.name for path in check_style.sources(self.root)], ["graph.hpp"])


if __name__ == "__main__":
    unittest.main()
