#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The checkers of certificates in Python and JavaScript: what they accept, reject and leave unjudged, and that they agree.
Usage: checker_test.py SOURCE_FOLDER"""
import base64
import contextlib
import functools
import json
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
SOURCE = pathlib.Path(sys.argv.pop(1)).resolve()
FOLDER, SHARED = SOURCE / "certificates", SOURCE / "../shared/data/certificates"
sys.path[:0] = [str(FOLDER), str(SOURCE / "tests/certificates"), str(SOURCE / "tests")]

import check_certificates as checker  # noqa: E402
import chromium  # noqa: E402
import examples as made  # noqa: E402
import mutants as spoiled  # noqa: E402

NODE = shutil.which("node")
TABLE = checker.table_of((FOLDER / "statements.json").read_bytes())
EXAMPLES = made.examples()
VALID = [(name, json.dumps(c).encode()) for name, c in EXAMPLES.items()]
MUTANTS = spoiled.mutants(EXAMPLES)
BEYOND = spoiled.beyond_limits(EXAMPLES)
DRIVER = """const {readFileSync} = require("node:fs"), hearsay = require(process.argv[1]);
const table = hearsay.table_of(readFileSync(process.argv[2])), files = readFileSync(0, "utf8").split("\\n");
process.stdout.write(JSON.stringify(files.map(x => hearsay.judged(() => hearsay.check_bytes(Buffer.from(x, "base64"), table)))));"""


@functools.lru_cache(maxsize=None)
def judge(data):
    return list(checker.judged(lambda: checker.check_bytes(data, TABLE)))


def judge_in_node(files):
    text = "\n".join(base64.b64encode(data).decode() for data in files)
    command = [NODE, "-e", DRIVER, FOLDER / "check_certificates.js", FOLDER / "statements.json"]
    done = subprocess.run(command, input=text, capture_output=True, text=True, timeout=600, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def judge_in_chromium(files, chunk=400):
    found = []
    with contextlib.closing(chromium.Chromium()) as page:
        page.run((FOLDER / "check_certificates.js").read_text().removeprefix("#!/usr/bin/env node") + "; 0")
        page.run("const bytes = text => Uint8Array.from(atob(text), x => x.charCodeAt(0)); 0")
        page.run(f"const table = hearsay.table_of(bytes({json.dumps(base64.b64encode((FOLDER / 'statements.json').read_bytes()).decode())})); 0")
        for first in range(0, len(files), chunk):
            texts = json.dumps([base64.b64encode(data).decode() for data in files[first:first + chunk]])
            found += page.run(f"{texts}.map(x => hearsay.judged(() => hearsay.check_bytes(bytes(x), table)))")
    return found


def damaged(seed, count):
    """Valid files with one byte changed."""
    draw, files = random.Random(seed), []
    for _ in range(count):
        data = bytearray(draw.choice(VALID[:40])[1])
        data[draw.randrange(len(data))] = draw.choice(b'0123456789"[]{},:-/ \xff')
        files.append(bytes(data))
    return files


def write_folder(folder, certificates):
    """The certificates with their manifest."""
    for name, c in certificates.items():
        (folder / name).write_bytes(json.dumps(c).encode())
    (folder / "manifest.json").write_text(json.dumps(spoiled.manifest_of(certificates)))


def run(script, *words, timeout=120):
    command = [NODE] if script.suffix == ".js" else [sys.executable, "-B"]
    return subprocess.run([*command, script, *words], capture_output=True, text=True, timeout=timeout, check=False)


class Verdicts(unittest.TestCase):
    def test_valid_certificates_of_every_kind_are_accepted(self):
        for name, data in VALID:
            with self.subTest(name):
                self.assertEqual(judge(data)[0], "accepted", judge(data)[1])
        self.assertEqual({c["kind"] for c in EXAMPLES.values()}, set(checker.CHECKS) | {"bundle"})
        shown = {(c["kind"], c["quantity"]) for c in EXAMPLES.values() if c["kind"] != "bundle"}
        self.assertEqual(shown, {(kind, quantity) for kind, (_, *quantities) in checker.CHECKS.items() for quantity in quantities})

    def test_mutants_are_rejected_in_one_sentence(self):
        self.assertGreater(len(MUTANTS), 200)
        for name, data in MUTANTS:
            with self.subTest(name):
                state, why = judge(data)
                self.assertEqual(state, "rejected", why)
                self.assertRegex(why, r"\A[^\n]+\Z")

    def test_what_is_beyond_the_limits_is_unjudged(self):
        for name, data in BEYOND:
            with self.subTest(name):
                self.assertEqual(judge(data)[0], "unjudged", judge(data)[1])

    def test_random_damage_is_no_traceback(self):
        draw = random.Random(1)
        for _ in range(500):
            name, data = draw.choice(VALID[:40])
            damaged = bytearray(data)
            for _ in range(draw.choice((1, 1, 2, 5))):
                at = draw.randrange(len(damaged))
                damaged[at:at + draw.randrange(3)] = bytes(draw.choice(b'0123456789"[]{},:-/ \xffetruls') for _ in range(draw.randrange(3)))
            with self.subTest(name, data=bytes(damaged)):
                self.assertIn(judge(bytes(damaged))[0], ("accepted", "rejected", "unjudged"))

    def test_the_shared_examples_are_accepted(self):
        if not SHARED.is_dir():
            self.skipTest("the shared examples are not at hand")
        done = run(FOLDER / "check_certificates.py", str(SHARED))
        self.assertEqual((done.returncode, done.stdout.count("accepted ")), (0, 12), done.stdout)


@unittest.skipUnless(NODE, "no node on this machine")
class Agreement(unittest.TestCase):
    def test_both_checkers_say_the_same(self):
        files = VALID + MUTANTS + BEYOND
        for (name, data), theirs in zip(files, judge_in_node([data for _, data in files])):
            with self.subTest(name):
                self.assertEqual(theirs, judge(data))

    def test_on_damaged_files_too(self):
        files = damaged(2, 300)
        for data, theirs in zip(files, judge_in_node(files)):
            with self.subTest(data=data):
                self.assertEqual(theirs, judge(data))

    @unittest.skipUnless(chromium.PATH, "no chromium on this machine")
    def test_in_chromium(self):
        files = [data for _, data in VALID + MUTANTS + BEYOND] + damaged(3, 200)
        for data, theirs in zip(files, judge_in_chromium(files), strict=True):
            with self.subTest(data=data[:2000]):
                self.assertEqual(theirs, judge(data))

    def test_on_folders(self):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            write_folder(folder, {"a.json": EXAMPLES["thm1"], "b.json": EXAMPLES["cover"]})
            (folder / "stray.json").write_text("{}")
            self.compare(name)
        for why, files in spoiled.folders(EXAMPLES):
            with self.subTest(why), tempfile.TemporaryDirectory() as name:
                for file, data in files.items():
                    pathlib.Path(name, file).write_bytes(data)
                self.compare(name)

    def compare(self, name):
        both = [run(FOLDER / f"check_certificates.{kind}", name) for kind in ("py", "js")]
        self.assertEqual(both[0].stdout, both[1].stdout)
        self.assertEqual([x.returncode for x in both], [1, 1])


class CommandLine(unittest.TestCase):
    scripts = ["py", "js"] if NODE else ["py"]

    def test_exit_codes_and_json(self):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            files = {"good": VALID[0][1], "bad": b"{}", "later": BEYOND[0][1]}
            for stem, data in files.items():
                (folder / f"{stem}.json").write_bytes(data)
            for kind in self.scripts:
                script = FOLDER / f"check_certificates.{kind}"
                for names, code in ((["good"], 0), (["bad"], 1), (["later"], 3), (["good", "later"], 3), (["good", "bad", "later"], 1), (["none"], 2)):
                    with self.subTest(kind, names=names):
                        done = run(script, *[str(folder / f"{stem}.json") for stem in names])
                        self.assertEqual(done.returncode, code, done.stderr)
                        if code != 2:
                            self.assertEqual([line.split(" ")[0] for line in done.stdout.splitlines()],
                                             [{"good": "accepted", "bad": "rejected", "later": "unjudged"}[stem] for stem in names])
                        else:
                            self.assertEqual(len(done.stderr.splitlines()), 1)
                self.assertEqual(run(script).returncode, 2)
                self.assertEqual(run(script, "--statements", str(folder / "bad.json"), str(folder / "good.json")).returncode, 2)
                done = run(script, "--json", "-", str(folder / "good.json"))
                said = json.loads(done.stdout)
                self.assertEqual((said["format"], said["files"][0]["state"], list(said["files"][0])), ("hearsay-check/1", "accepted", ["file", "state", "why"]))
                run(script, "--json", str(folder / "out.txt"), str(folder / "good.json"))
                self.assertEqual(json.loads((folder / "out.txt").read_text()), said)

    def places(self, folder):
        """What is no regular file, by name."""
        os.mkfifo(folder / "fifo.json")
        (folder / "folder.json").mkdir()
        (folder / "dangling.json").symlink_to(folder / "nowhere")
        (folder / "endless.json").symlink_to("/dev/zero")
        return ["fifo.json", "folder.json", "dangling.json", "endless.json"]

    def test_what_is_no_file_is_refused_at_once(self):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            places = self.places(folder)
            for kind in self.scripts:
                script = FOLDER / f"check_certificates.{kind}"
                for place in places:
                    with self.subTest(kind, place=place):
                        done = run(script, str(folder / place), timeout=20)
                        if place == "folder.json":  # one without manifest
                            said = f"rejected {folder / place}/manifest.json: it is not a regular file that can be read\n"
                            self.assertEqual((done.returncode, done.stdout), (1, said))
                        else:
                            self.assertEqual((done.returncode, done.stdout, len(done.stderr.splitlines())), (2, "", 1), done.stderr)
                        self.assertEqual(run(script, "--statements", str(folder / place), str(folder / place), timeout=20).returncode, 2)

    def test_what_is_no_file_in_a_folder_is_rejected(self):
        for listed in (True, False):
            with self.subTest(listed=listed), tempfile.TemporaryDirectory() as name:
                folder = pathlib.Path(name)
                places = self.places(folder)
                right = spoiled.manifest_of({"a.json": EXAMPLES["thm1"]})
                (folder / "a.json").write_bytes(json.dumps(EXAMPLES["thm1"]).encode())
                right["files"] += [{**right["files"][0], "file": place} for place in places if listed]
                (folder / "manifest.json").write_text(json.dumps(right))
                for kind in self.scripts:
                    done = run(FOLDER / f"check_certificates.{kind}", name, timeout=20)
                    states = {line.split(": ")[0].removeprefix(f"rejected {name}/") for line in done.stdout.splitlines() if line.startswith("rejected ")}
                    self.assertEqual((done.returncode, states, done.stdout.count("accepted ")), (1, set(places), 1), done.stdout)

    def test_a_manifest_that_is_no_file(self):
        for manifest in ("fifo.json", "folder.json", "dangling.json", "endless.json"):
            with self.subTest(manifest), tempfile.TemporaryDirectory() as name:
                folder = pathlib.Path(name)
                self.places(folder)
                (folder / manifest).rename(folder / "manifest.json")
                for kind in self.scripts:
                    done = run(FOLDER / f"check_certificates.{kind}", name, timeout=20)
                    said = f"rejected {folder}/manifest.json: it is not a regular file that can be read\n"
                    self.assertEqual((done.returncode, done.stdout), (1, said), done.stderr)

    def test_alone_in_another_folder(self):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            for file in ("check_certificates.py", "check_certificates.js", "statements.json"):
                shutil.copy(FOLDER / file, folder)
            (folder / "c.json").write_bytes(VALID[0][1])
            for kind in self.scripts:
                self.assertEqual(run(folder / f"check_certificates.{kind}", str(folder / "c.json")).returncode, 0)

    def test_lines_of_the_checkers(self):
        script, twin = ((FOLDER / f"check_certificates.{kind}").read_text().splitlines() for kind in ("py", "js"))
        self.assertLessEqual(len(script), 1300)
        self.assertLessEqual(max(map(len, script + twin)), 120)
        several = [line for line in twin if re.search(r";\s*[^\s}]", re.sub(r'"[^"]*"|`[^`]*`|/[^/ ]+/[gy]*|//.*', "", line)) and " for (" not in line]
        self.assertEqual(several, [])  # a statement a line


class Folders(unittest.TestCase):
    def setUp(self):
        self.place = tempfile.TemporaryDirectory()
        self.addCleanup(self.place.cleanup)
        self.folder = pathlib.Path(self.place.name)
        write_folder(self.folder, {"a.json": EXAMPLES["thm1"], "b.json": EXAMPLES["bundle"], "c.json": EXAMPLES["cover"]})

    def states(self):
        names = [file.name for file in self.folder.iterdir()]
        return {name: state for name, state, _ in checker.check_folder(names, lambda name: (self.folder / name).read_bytes(), TABLE)}

    def test_complete(self):
        (self.folder / "statements.json").write_text("{}")
        (self.folder / "notes.txt").write_text("not judged")
        self.assertEqual(self.states(), {"a.json": "accepted", "b.json": "accepted", "c.json": "accepted"})

    def test_stray_missing_and_changed_files(self):
        (self.folder / "d.json").write_text("{}")
        (self.folder / "a.json").write_text((self.folder / "a.json").read_text() + " ")
        (self.folder / "b.json").unlink()
        self.assertEqual(self.states(), {"a.json": "rejected", "b.json": "rejected", "c.json": "accepted", "d.json": "rejected"})

    def test_spoiled_folders(self):
        for name, files in spoiled.folders(EXAMPLES):
            with self.subTest(name):
                states = {state for _, state, _ in checker.check_folder(list(files), files.__getitem__, TABLE)}
                self.assertIn("rejected", states)
                self.assertNotIn("unjudged", states)

    def test_a_later_manifest_is_unjudged(self):
        manifest = {**json.loads((self.folder / "manifest.json").read_text()), "format": "hearsay-certificates/2"}
        (self.folder / "manifest.json").write_text(json.dumps(manifest))
        self.assertEqual(self.states(), {"manifest.json": "unjudged"})


class Enclosures(unittest.TestCase):
    def test_functions_against_digits_from_tables(self):
        """exp(1), ln(10), sqrt(2), phi(1): digits of OEIS A001113, A002392, A002193 and of A239382."""
        for name, x, digits in (("exp", "1", "2.71828182845904523536028747135266249"), ("ln", "10", "2.30258509299404568401799145468436420"),
                                ("sqrt", "2", "1.41421356237309504880168872420969807"), ("phi", "1", "0.84134474606854294858523254563")):
            low, high = checker.evaluate([name, x], {}, checker.Meter(100, "steps"))
            near = made.F(digits)
            self.assertLess(high - low, made.F(1, 2**100))
            self.assertLessEqual(low - made.F(1, 10**28), near)
            self.assertGreaterEqual(high, near)

    def test_identities(self):
        for x in ("1/3", "-7/2", "12", "-12", "40"):
            meter = checker.Meter(1000, "steps")
            for expression, value in ((["*", ["exp", x], ["exp", ["-", x]]], "1"), (["ln", ["exp", x]], x), (["+", ["phi", x], ["phi", ["-", x]]], "1"),
                                      (["^", ["sqrt", ["^", x, "2"]], "2"], ["^", x, "2"])):
                low, high = checker.evaluate(["-", expression, value], {}, meter)
                self.assertTrue(low <= 0 <= high and high - low < made.F(1, 2**90), (x, expression))


class Protocols(unittest.TestCase):
    def test_random_runs_lose_what_elimination_of_their_matrices_says(self):
        draw, bare = random.Random(1), 0
        for _ in range(200):
            instance = self.drawn(draw)
            products = checker.run(instance, checker.Meter(checker.WORK, "work"))[0]
            with self.subTest(instance=instance):
                self.assertEqual(products, made.protocol_products(instance))
            bare += products is None
        self.assertTrue(20 < bare < 180)

    def drawn(self, draw):
        """One to four nodes, every view, noise, trust model and feedback that the checker allows."""
        nodes, rounds = draw.choice((1, 2, 3, 3, 4)), draw.choice((1, 2, 3))
        injections = draw.randint(1, rounds)
        changes, target = draw.randint(1, injections), draw.randrange(nodes)
        observers = [v for v in range(nodes) if v != target and draw.random() < 0.5]
        edges = [[u, v] for u in range(nodes) for v in range(u + 1, nodes) if draw.random() < 0.7]
        view = draw.choice(("messages", "messages", "states", "all", "final"))
        kinds = ("node", "pair", "link", "copies") if view == "messages" else ("node", "pair", "link")
        feedback = [[t, u, draw.choice(("1", "-1", "1/2"))] for t in range(1, rounds + 1) for u in range(nodes)
                    if draw.random() < 0.2 and u not in observers and (u != target or t > changes)]
        return {"nodes": nodes, "edges": edges, "weights": draw.choice(checker.RULES), "rounds": rounds, "injections": injections, "changes": changes,
                "noise": {kind: draw.choice(("1", "1/2", "-2", "0")) for kind in kinds if draw.random() < 0.5}, "observers": observers,
                "own_noise": draw.random() < 0.5, "view": view, "target": target, "gamma": draw.choice(("1", "1", "3/2", "0")), "feedback": feedback}


class Table(unittest.TestCase):
    def test_rows(self):
        for row in TABLE.values():
            self.assertIn(row["quantity"], checker.CHECKS[row["kind"]][1:])
            self.assertIn(row["relation"], ("<=", ">=", "=="))
            self.assertRegex(row["id"], r"\A[a-z0-9]+(\.[A-Za-z0-9_]+)+\Z")

    def test_the_schema_allows_every_kind(self):
        text = (FOLDER / "schema.json").read_text()
        for kind, (_, *quantities) in checker.CHECKS.items():
            for name in (kind, *quantities):
                self.assertTrue(re.search(rf'"{name}"', text), name)


if __name__ == "__main__":
    unittest.main()
