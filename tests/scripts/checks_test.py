#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""check_docs.py, check_layers.py, check_style.py and papers.py on small trees that are right, and wrong in one place. Usage: checks_test.py SCRIPTS"""
import json
import pathlib
import sys
import tempfile
import unittest

sys.path.insert(0, sys.argv.pop(1))
import check_docs
import check_layers
import check_style
import papers


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


class Layers(Tree):
    def complaints(self, path, text):
        self.write(path, text)
        found = [line.split(": ", 1)[1] for line in check_layers.complaints(self.root)]
        (self.root / path).unlink()
        return found

    def test_numbers_are_read_in_one_place(self):
        for call in ("std::from_chars(a, b, c)", "std::stoi(text)", "strtod (text, &end)", "atol(text)", "boost::lexical_cast<int>(text)"):
            for path in ("lib/hearsay/core/a.cpp", "cli/a.cpp", "props/a.cpp", "python/src/a.cpp"):
                self.assertEqual(self.complaints(path, f"auto x = {call};\n"), ["numbers are read by hearsay/core/number.hpp"], (path, call))
        self.assertEqual(self.complaints("lib/hearsay/core/number.hpp", "std::from_chars(a, b, c);\n"), [])
        self.assertEqual(self.complaints("tests/core/a.cpp", "std::stoi(text);\n"), [])
        self.assertEqual(self.complaints("cli/a.cpp", "auto storage = restore(to_string(x));\n"), [])

    def test_cli11_is_included_in_one_place(self):
        self.assertEqual(self.complaints("cli/a.hpp", "#include <CLI/CLI.hpp>\n"), ["CLI11 is included by cli/common/cli11.hpp"])
        self.assertEqual(self.complaints("cli/common/cli11.hpp", "#include <CLI/CLI.hpp>\n"), [])


class Papers(Tree):
    CLAIMS = [
        {"id": "walk.thm1", "source": "key2020, Theorem 1, eq. (6)", "repaired_by": "walk.thm1.repaired", "expected": "refuted"},
        {"id": "walk.thm1.repaired", "source": "hearsay", "repaired_by": None, "expected": "holds"},
        {"id": "walk.thm12", "source": "key2020, Theorem 12", "repaired_by": None, "expected": "holds"},
    ]

    def setUp(self):
        super().setUp()
        self.write("experiments/walk/figure_1/spec.json", "{}")
        self.program = self.root / "hearsay"
        self.program.write_text('#!/bin/sh\n[ "$*" = "account walk --help" ] && echo "  --users N  how many"\n')
        self.program.chmod(0o755)
        self.entries = [
            {"place": "Theorem 1", "about": "loss"},
            {"place": "Theorem 12", "about": "utility", "experiments": ["walk/figure_1"], "commands": ["account walk --users"]},
        ]

    def complaints(self):
        self.write("docs/papers.json", json.dumps([{"title": "Walks", "key": "key2020", "entries": self.entries}]))
        return [line.removeprefix("docs/papers.json: ") for line in papers.complaints(self.root, self.program, self.CLAIMS)]

    def test_claims_stand_where_their_source_says_with_their_repairs(self):
        self.assertEqual(self.complaints(), [])
        rows = papers.page(self.root, self.CLAIMS).splitlines()
        self.assertEqual(rows[-2], "| Theorem 1 | loss | holds: [`walk.thm1.repaired`](claims.md#walk.thm1.repaired); **refuted**: [`walk.thm1`](claims.md#walk.thm1) |")
        self.assertEqual(rows[-1], "| Theorem 12 | utility | holds: [`walk.thm12`](claims.md#walk.thm12); drawn by `reproduce walk/figure_1`; computed by `account walk --users` |")

    def test_a_claim_without_an_entry_is_named(self):
        del self.entries[0]
        self.assertEqual(self.complaints(), ["walk.thm1 (key2020, Theorem 1, eq. (6)) stands in no entry", "walk.thm1.repaired (hearsay) stands in no entry"])

    def test_entries_that_lead_nowhere_are_named(self):
        for change, complaint in (
            ({"claims": ["walk.thm3*"]}, "walk.thm3* is not in the catalogue"),
            ({"experiments": ["walk/figure_2"]}, "experiment walk/figure_2 is not there"),
            ({"commands": ["account wlak"]}, "`account wlak` is no command"),
            ({"commands": ["account walk --use"]}, "`account walk --use` has no option --use"),
            ({"place": "Lemma 1"}, "neither claim, experiment, command nor reason"),
        ):
            entry = {"place": "Theorem 1", "about": "loss"} | change
            self.entries[2:] = [entry]
            self.assertEqual(self.complaints(), [f"{entry['place']}: {complaint}"])


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

    def test_denominators_that_may_not_be_positive(self):
        for text, found in [("Rational(1, n)", []), ("Rational(n - 1, n)", []), ("Rational(1, n - 1)", ["n - 1"]), ("Fraction{a, -3}", ["-3"]),
                            ("Rational(f(a, b), long(n) - (k + 1))", ["long(n) - (k + 1)"]), ("Rational(1, p->n)", []), ("Rational(a - b)", [])]:
            self.assertEqual([below for _, below in check_style.unchecked_denominators(f"x;\n{text};")], found, text)
        self.assertEqual(list(check_style.unchecked_denominators("x;\ny = Rational(1, -n);")), [(2, "-n")])


if __name__ == "__main__":
    unittest.main()
