#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Where random mutants are planted (mutation_sites.py), and what becomes of them (random_mutants.py). Usage: mutation_sites_test.py SCRIPTS"""
import collections
import contextlib
import io
import pathlib
import subprocess
import sys
import tempfile
import types
import unittest

sys.path.insert(0, sys.argv.pop())
import mutation_sites
import random_mutants


def mutations(text):
    """{what the text can become}"""
    return {text[:site.begin] + choice + text[site.end:] for site in mutation_sites.sites(text) for choice in site.choices}


class Sites(unittest.TestCase):
    def test_what_is_no_code_stays(self):
        for text in ("// a + 1", "/* a + 1\n b - 2 */", 'print("a + 1 \\" < 2");', "const char c = '1', d = '\\'';", '#include <a + 1>', "#define A \\\n  1 + 2",
                     'R"x(a + 1 ")" < 2)x";', "static_assert(a + 1 < 2);", 'throw Error(Errc::domain, fmt::format("n = {}; must be", n - 1));'):
            self.assertEqual(mutations(text), set(), text)

    def test_code_beside_a_comment_or_a_string_is_found_at_its_place(self):
        self.assertEqual(mutations('f("1 + 1", a + b);  // 1 + 1'), {'f("1 + 1", a - b);  // 1 + 1'})
        self.assertEqual(mutations("if (a == b) throw Error(1);"), {"if (a != b) throw Error(1);"})

    def test_binary_operators(self):
        for before, after in (("a + b", {"a - b"}), ("a * b", {"a / b"}), ("a % b", {"a / b"}), ("a -= b", {"a += b"}), ("a && b", {"a || b"}),
                              ("a < b", {"a <= b", "a >= b"}), ("a >= b", {"a > b", "a < b"}), ("a != b", {"a == b"})):
            self.assertEqual(mutations(before), after)
        self.assertEqual(mutations("a +\n    b"), {"a -\n    b"})

    def test_templates_references_and_pointers_are_no_operators(self):
        self.assertEqual(mutations("template <typename T> void f(std::vector<T>&& a, const T* b, T&... c) { b->g(); }"), set())

    def test_signs_and_steps(self):
        self.assertEqual(mutations("f(-x)"), {"f(x)"})
        self.assertEqual(mutations("return -x;"), {"return x;"})
        self.assertEqual(mutations("a * -x"), {"a / -x", "a * x"})
        self.assertEqual(mutations("++i"), {"--i"})
        self.assertEqual(mutations("--i"), {"++i"})
        self.assertEqual(mutations("if (!ok)"), {"if (ok)"})

    def test_constants(self):
        self.assertEqual(mutations("f(0)"), {"f(1)"})
        self.assertEqual(mutations("f(3u)"), {"f(4u)", "f(2u)", "f(6u)"})
        self.assertEqual(mutations("f(10'000)"), {"f(10001)", "f(9999)", "f(20000)"})
        self.assertEqual(mutations("f(0x10)"), {"f(17)", "f(15)", "f(32)"})
        self.assertEqual(mutations("f(0.5)"), {"f(1.5)", "f((-0.5))", "f(1.0)"})
        self.assertEqual(mutations("f(1e-3f)"), {"f(1.001f)", "f((-0.999f))", "f(0.002f)"})
        self.assertEqual(mutations("x2 + int32_t"), {"x2 - int32_t"})

    def test_words(self):
        self.assertEqual(mutations("std::min(a, b)"), {"std::max(a, b)"})
        self.assertEqual(mutations("law.min(a)"), set())
        self.assertEqual(mutations("f(true)"), {"f(false)"})

    def test_an_index_moves_by_one_and_a_capture_does_not(self):
        self.assertEqual(mutations("a[i]"), {"a[i + 1]", "a[i - 1]"})
        self.assertEqual(mutations("a[b[i]]"), {"a[b[i + 1]]", "a[b[i - 1]]", "a[b[i] + 1]", "a[b[i] - 1]"})
        self.assertEqual(mutations("f([i] { return i; }); const auto [u, v] = g(); [[nodiscard]] int h();"), set())
        self.assertEqual(mutations("a[1]"), {"a[2]", "a[0]"})


class Stale(unittest.TestCase):
    files = {"lib/hearsay/a.cpp": "int f(int n) {\n  return n + 1;  // next\n}\n"}

    def complaint(self, **change):
        entry = {"file": "lib/hearsay/a.cpp", "line": "return n + 1;  // next", "put": "return n - 1;  // next", "why": "", **change}
        try:
            random_mutants.check_reviewed([entry], self.files)
        except SystemExit as end:
            return str(end)
        return None

    def test_an_entry_without_its_place_is_named(self):
        self.assertIsNone(self.complaint())
        self.assertIn("occurs 0 times in lib/hearsay/a.cpp", self.complaint(line="return n + 2;"))
        self.assertIn("occurs 0 times in lib/hearsay/b.cpp", self.complaint(file="lib/hearsay/b.cpp"))
        self.assertIn("no mutant of lib/hearsay/a.cpp makes of the line", self.complaint(put="return n * 1;  // next"))

    def test_nothing_is_stale(self):
        """The mutants and the reviewed ones of this tree."""
        done = subprocess.run([sys.executable, pathlib.Path(mutation_sites.__file__).parent / "mutate.py", "--check"], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertRegex(done.stdout, r"^[1-9]\d+ mutants and [1-9]\d+ reviewed ones have their places\n$")


class Draw(unittest.TestCase):
    files = {"a.cpp": "int f(int n) {\n  return n + 1;\n}\nint g(int n) {\n  return n + 1;\n}\n", "b.hpp": "int h(int n) { return n < 3; }\n"}

    def draw(self, files, seed=1):
        return [(m.file, m.line, m.mutated, m.nth) for m in mutation_sites.draw(files, seed)]

    def test_every_place_once(self):
        drawn = mutation_sites.draw(self.files, 1)
        self.assertEqual(sorted((m.file, m.begin) for m in drawn),
                         sorted((name, site.begin) for name, text in self.files.items() for site in mutation_sites.sites(text)))
        self.assertEqual(len({m.id for m in drawn}), len(drawn))
        for m in drawn:
            text = self.files[m.file]
            changed = text[:m.begin] + m.put + text[m.end:]
            self.assertEqual((text.splitlines()[m.number - 1].strip(), changed.splitlines()[m.number - 1].strip()), (m.line, m.mutated))

    def test_the_seed_decides(self):
        self.assertEqual(self.draw(self.files), self.draw(self.files))
        self.assertGreater(len({tuple(self.draw(self.files, seed)) for seed in range(20)}), 15)

    def test_an_edit_elsewhere_moves_nothing(self):
        edited = self.files | {"b.hpp": "// 1 + 1\n\n  " + self.files["b.hpp"]}
        self.assertEqual(self.draw(edited), self.draw(self.files))
        longer = self.files | {"a.cpp": self.files["a.cpp"] + "int k = 7;\n"}
        self.assertEqual([m for m in self.draw(longer) if "k =" not in m[1]], self.draw(self.files))

    def test_all_places_come_first_equally_often(self):
        # Six places and 600 draws: each comes first 100 times, with a standard deviation of 9.1.
        first = [mutation_sites.draw(self.files, seed)[0] for seed in range(600)]
        counts = collections.Counter((m.file, m.begin) for m in first)
        self.assertEqual(len(counts), 6)
        for place, count in counts.items():
            self.assertLess(abs(count - 100), 46, place)


class FakeCopy:
    """A copy whose targets and tests do as told."""
    def __init__(self, broken=(), failing=()):
        self.broken, self.failing, self.ran = broken, failing, []

    def build(self, target):
        return type("Built", (), {"returncode": int(target in self.broken)})

    def passes(self, command, most_seconds=None):
        self.ran.append(command)
        return command not in self.failing


class Verdict(unittest.TestCase):
    def named(self, *names):
        return [random_mutants.Test(name, name, name, []) for name in names]

    def test_the_first_failure_ends_it(self):
        copy = FakeCopy(failing=["b"])
        self.assertEqual(random_mutants.first_failure(copy, self.named("a", "b", "c")), ("killed", "b"))
        self.assertEqual(copy.ran, ["a", "b"])

    def test_a_survivor_has_passed_all(self):
        copy = FakeCopy()
        self.assertEqual(random_mutants.first_failure(copy, self.named("a", "b", "c")), ("SURVIVED", None))
        self.assertEqual(copy.ran, ["a", "b", "c"])

    def test_what_does_not_compile_is_no_kill(self):
        self.assertEqual(random_mutants.first_failure(FakeCopy(broken=["a"], failing=["a"]), self.named("a")), ("does not compile", None))

    def test_a_program_that_did_not_change_is_not_run(self):
        with tempfile.TemporaryDirectory() as folder:
            programs = [pathlib.Path(folder, name) for name in "ab"]
            tests = self.named("a", "b")
            for test, program in zip(tests, programs):
                program.write_text("before")
                test.programs = [program]
                test.digest = test.current_digest()
            programs[1].write_text("after")
            copy = FakeCopy(failing=["a", "b"])
            self.assertEqual(random_mutants.first_failure(copy, tests), ("killed", "b"))
            self.assertEqual(copy.ran, ["b"])

    def test_the_cases_about_the_file_come_before_the_others_of_its_folder(self):
        about = "#include <hearsay/graph/io/readers.hpp>\nTEST(Readers, Lines) {\n}\nTEST_F(Folder, Files) {\n  EXPECT_TRUE(TEST(no, case_));\n}\n"
        other = "#include <hearsay/graph/spec.hpp>\nTEST(Spec, Names) {}\n"
        cases = random_mutants.cases_about("lib/hearsay/graph/io/readers.cpp", [other, about])
        self.assertEqual(cases, "Readers.Lines:Folder.Files")
        copy, ran = FakeCopy(), []
        copy.passes = lambda command, most_seconds=None: ran.append(command) or len(ran) < 2
        self.assertEqual(random_mutants.first_failure(copy, [random_mutants.Test("a", "a", ["a"], [])], cases), ("killed", "a"))
        self.assertEqual(ran, [["a", "--gtest_filter=Readers.Lines:Folder.Files"], ["a"]])

    def test_the_folder_of_the_file_comes_first_then_what_includes_its_header_then_the_fast(self):
        tests = self.named("graph_test", "cli_refusals_test", "walk_test", "learning_test", "run_test")
        for test, seconds in zip(tests, (9.0, 5.0, 1.0, 7.0, 2.0)):
            test.seconds = seconds
        with tempfile.TemporaryDirectory() as folder:
            folder, file = pathlib.Path(folder), "lib/hearsay/graph/io/readers.cpp"
            for name in ("learning/data_test.cpp", "run/plan_slow_test.cpp"):  # a slow test is no part of the quick program
                (folder / name).parent.mkdir()
                (folder / name).write_text("#include <hearsay/graph/io/readers.hpp>\n")
            self.assertEqual([test.name for test in random_mutants.by_nearness(tests, file, folder)],
                             ["graph_test", "learning_test", "walk_test", "run_test", "cli_refusals_test"])
            self.assertEqual([test.name for test in tests if random_mutants.is_near(test, file, folder)], ["graph_test", "learning_test"])
            self.assertTrue(random_mutants.is_near(self.named("cli_mpi_test")[0], "lib/hearsay/system/ranks.cpp", folder))
            self.assertFalse(random_mutants.is_near(self.named("cli_mpi_test")[0], file, folder))

    def test_a_run_from_draw_to_verdict(self):
        root = pathlib.Path(mutation_sites.__file__).parent.parent
        tests = {random_mutants.folder_test(file): [random_mutants.folder_test(file)] for file in random_mutants.library(root)}
        for fast, notice, verdict in ((True, True, "killed"), (True, False, "so far alive"), (False, False, "SURVIVED")):
            copy, planted = FakeCopy(), []
            copy.folder, copy.build_folder = root, root / "build"
            copy.refresh, copy.tests = lambda: ("tree", "data"), lambda: tests
            copy.planted = lambda file, text: contextlib.nullcontext(planted.append((file, text)))
            copy.passes = lambda command, most_seconds=None: not (planted and notice)
            with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stdout(io.StringIO()) as said:
                code = random_mutants.plant(copy, 1, 3, fast, [], pathlib.Path(folder, "results.jsonl"))
            self.assertIn(f"1 {verdict if verdict != 'SURVIVED' else 'survived'}", said.getvalue())
            self.assertEqual((code, len(planted)), (0 if notice else 1, 1))
            (file, text), = planted
            self.assertNotEqual((root / file).read_text(), text)

    def test_headers_are_planted_last_and_what_does_not_compile_is_replaced(self):
        drawn = [types.SimpleNamespace(file=name) for name in ("a.hpp", "b.cpp", "c.cpp", "d.hpp", "e.cpp")]
        planted = []
        for mutant in random_mutants.first_drawn(drawn, lambda: 3 - len([name for name in planted if name != "b.cpp"])):
            planted.append(mutant.file)
        self.assertEqual(planted, ["b.cpp", "c.cpp", "a.hpp", "d.hpp"])


if __name__ == "__main__":
    unittest.main()
