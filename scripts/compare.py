#!/usr/bin/env python3
"""Does a rebuilt program still say the same, to the bit?

    scripts/compare.py OLD NEW [--renames FILE] [--quick]

OLD and NEW are built programs. Compared are exit code, text and JSON of `verify --effort standard` (--quick: quick), every command of a console of
README.md and docs/, each again with `--json -`, and every file of `reproduce all`. Durations and version numbers are left out. FILE
has lines `old => new`: words and keys that were renamed on purpose, replaced in what OLD prints. Exit 1 and a diff where they differ.
"""
import argparse
import difflib
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
COMMAND = re.compile(r"^(?:\$ )?(?:\./run|hearsay) (.*)$", re.MULTILINE)
TIMES = [re.compile(r"\b\d+\.\d+ s\b"), re.compile(r'"(?:seconds|wall_seconds|cpu_seconds|duration)": [\d.e+-]+'), re.compile(r'\btime="[\d.]+"'),
         re.compile(r"\b\d+\.\d+\.\d+\b(?=[\"\s)])")]
VERBS = ("verify", "claims", "explain", "simulate", "account", "attack", "help", "--help")


def commands():
    found = []
    for page in [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]:
        for line in COMMAND.findall(page.read_text()):
            words = shlex.split(line.split(" | ")[0].split(" > ")[0], comments=True)
            if words and words[0] in VERBS and not any(word.startswith("..") or "YOUR" in word or word == "file:" for word in words):
                found.append(words)
    unique = {tuple(words): words for words in found}
    return list(unique.values())


def result(program, words, folder):
    done = subprocess.run([program, *words], cwd=folder, capture_output=True, text=True)
    return f"exit {done.returncode}\n{done.stdout}{done.stderr}"


def cleaned(text, program):
    text = text.replace(str(program), "hearsay")
    for pattern in TIMES:
        text = pattern.sub("...", text)
    return text


def renamed(text, renames):
    for old, new in renames:
        text = text.replace(old, new)
    return text


def differs(what, old, new):
    if old == new:
        return False
    print(f"--- {what}")
    print("\n".join(list(difflib.unified_diff(old.splitlines(), new.splitlines(), "old", "new", lineterm="", n=1))[:40]), flush=True)
    return True


def files(folder):
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("old", type=pathlib.Path)
    parser.add_argument("new", type=pathlib.Path)
    parser.add_argument("--renames", type=pathlib.Path)
    parser.add_argument("--quick", action="store_true")
    options = parser.parse_args()
    old, new = options.old.resolve(), options.new.resolve()
    renames = [line.split(" => ") for line in options.renames.read_text().splitlines() if " => " in line] if options.renames else []
    wrong = total = 0
    effort = "quick" if options.quick else "standard"
    everything = [["verify", "--effort", effort, "--json", "-"], ["claims", "--json", "-"]] + commands()
    everything += [words + ["--json", "-"] for words in commands() if "--json" not in words and words[0] in ("simulate", "account", "attack")]
    for words in everything:
        texts = [cleaned(result(program, words, ROOT), program) for program in (old, new)]
        total += 1
        wrong += differs(shlex.join(words), renamed(texts[0], renames), texts[1])
    with tempfile.TemporaryDirectory() as folder:
        made = []
        for program, name in ((old, "old"), (new, "new")):
            out = pathlib.Path(folder) / name
            subprocess.run([program, "reproduce", "all", "--out", out], cwd=ROOT, stdout=subprocess.DEVNULL)
            made.append(files(out))
        for name in sorted(made[0] | made[1]):
            texts = [cleaned(side.get(name, b"(no file)").decode("utf-8", "replace"), "") for side in made]
            total += 1
            wrong += differs(f"reproduce all: {name}", renamed(texts[0], renames), texts[1])
    print(f"compared {total} results: {wrong} differ")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
