#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Check that a rebuilt program has the same output, to the bit.

    scripts/compare.py OLD NEW [--renames FILE] [--quick]

OLD and NEW are built programs. Compared are exit code, text and JSON of `verify --effort standard` (--quick: quick), of every command of a console of
README.md and docs/ (each again with `--json -`), and every file of `reproduce all`. Durations and version numbers are left out. FILE
has lines `old => new`: words and keys that were renamed on purpose, which are replaced in the output of OLD. Exit 1 and a diff if they differ.
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
TIMES = [re.compile(r"\b\d+\.\d+ s\b"), re.compile(r'"(?:seconds|wall_seconds|cpu_seconds|duration)": [\d.e+-]+'), re.compile(r'\btime="[\d.]+"'), re.compile(r'"date": "[^"]*"'), re.compile(r'"timing": \{.*?\n  \}', re.DOTALL),
         re.compile(r"\b\d+\.\d+\.\d+\b(?=[\"\s)])")]
EXAMPLES = """
account gossip --graph path:5 --observer 0 --steps 4 --delta 1e-5 --claimed-epsilon 5
account gossip --graph star:12 --observer 3 --steps auto --target 2 --claimed-renyi 0.5
account gossip --graph erdos-renyi:n=40,p=0.2,seed=3 --component largest --observer 0,1 --steps forever --delta 1e-5
account gossip --graph hypercube:6 --observer 0 --steps 8
account gossip --graph barabasi-albert:n=60,m=2,core=4,seed=2 --observer 5 --steps 30 --trust all-noise
account ring --users 50 --rounds 3 --epsilon 1 --delta 1e-6 --delta-prime 1e-6
account ring --users 20 --rounds 2 --epsilon 0.5 --delta-prime 1e-6 --noise laplace
account ring --users 20 --rounds 2 --epsilon 0.5 --delta 1e-6 --delta-prime 1e-6 --task histogram --buckets 3
account rumor --nodes 20 --curious 2 --muting 0.5
account rumor --nodes 4 --curious 1 --muting 0.5 --epsilon 2 --exact
account stream --graph ring:8 --observer 0 --target all --rounds 12 --delta 1e-5
account stream --graph star:6 --observer 1 --target 2 --rounds 9 --trust own-noise-known --view messages
account walk --users 200 --steps 2000 --epsilon 0.3 --delta 1e-6 --delta-prime 1e-6 --delta-hat 1e-6
account walk --users 100 --steps 500 --epsilon 0.3 --delta 1e-6 --delta-prime 1e-6 --delta-hat 1e-6 --task histogram
account walk --users 20 --steps 100 --epsilon 0.5 --delta 1e-6 --delta-prime 1e-6 --delta-hat 1e-6 --known-neighbors
account walk --users 50 --steps 300 --epsilon 0.5 --delta 1e-6 --delta-prime 1e-6 --delta-hat 1e-6 --task sgd
attack gossip --graph path:5 --observer 0 --target 2 --steps 4 --runs 2000
attack gossip --graph path:5 --observer 0 --target 2 --steps 4 --anytime
attack rumor --nodes 30 --curious 3 --muting 0.5 --runs 2000
attack rumor --nodes 30 --curious 3 --muting 0.5 --runs 5000 --anytime --suspects 4
attack walk --users 20 --steps 50 --epsilon 1 --delta 1e-6 --runs 2000
attack walk --users 20 --steps 50 --epsilon 1 --delta 1e-6 --runs 5000 --anytime
simulate gossip --graph ring:10 --steps 8 --runs 50
simulate gossip --graph ring:10 --steps 40 --runs 20 --schedule randomized
simulate rumor --nodes 100 --muting 0.5 --runs 50
simulate rumor --nodes 1000 --muting 0.5 --runs 20 --counts
simulate ring --users 20 --rounds 2 --runs 20
simulate walk --users 20 --steps 50 --runs 20
simulate learn --algorithm walk --users 16 --trials 2 --rounds 30
simulate learn --algorithm muffliato-gd --graph ring:8 --trials 2 --rounds 5 --gossip-steps 4
"""
VERBS = ("verify", "claims", "explain", "simulate", "account", "attack", "help", "--help")


def commands():
    found = [line.split() for line in EXAMPLES.strip().splitlines()]
    for page in [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]:
        for line in COMMAND.findall(page.read_text()):
            words = shlex.split(line.split(" | ")[0].split(" > ")[0], comments=True)
            if words and words[0] in VERBS and "--baseline" not in words and not any(word.startswith("..") or "YOUR" in word or word == "file:" for word in words):
                found.append(words)
    unique = {tuple(words): words for words in found}
    return list(unique.values())


def result(program, words):
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run([program, *words], cwd=folder, capture_output=True, text=True)
    return f"exit {done.returncode}\n{done.stdout}{done.stderr}"


def cleaned(text, program):
    text = text.replace(str(program), "hearsay")
    for pattern in TIMES:
        text = pattern.sub("...", text)
    return text


def renamed(text, renames):
    """One line per word, without blanks and line breaks: renamed words move line breaks."""
    text = " ".join(text.split())
    for old, new in renames:
        text = text.replace(old, new)
    return text.replace(" ", "\n")


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
    parser.add_argument("--no-figures", action="store_true", help="leave out `reproduce all`")
    options = parser.parse_args()
    old, new = options.old.resolve(), options.new.resolve()
    renames = [line.split(" => ") for line in options.renames.read_text().splitlines() if " => " in line] if options.renames else []
    wrong = total = 0
    effort = "quick" if options.quick else "standard"
    everything = [["verify", "--effort", effort, "--json", "-"], ["claims", "--json", "-"]] + commands()
    everything += [words + ["--json", "-"] for words in commands() if "--json" not in words and words[0] in ("simulate", "account", "attack")]
    for words in everything:
        texts = [cleaned(result(program, words), program) for program in (old, new)]
        total += 1
        wrong += differs(shlex.join(words), *([renamed(texts[0], renames), renamed(texts[1], [])] if renames else texts))
    with tempfile.TemporaryDirectory() as folder:
        made = []
        for program, name in () if options.no_figures else ((old, "old"), (new, "new")):
            out = pathlib.Path(folder) / name
            subprocess.run([program, "reproduce", "all", "--out", out], cwd=ROOT, stdout=subprocess.DEVNULL)
            made.append(files(out))
        for name in sorted(made[0] | made[1]) if made else ():
            texts = [cleaned(side.get(name, b"(no file)").decode("utf-8", "replace"), "") for side in made]
            total += 1
            wrong += differs(f"reproduce all: {name}", *([renamed(texts[0], renames), renamed(texts[1], [])] if renames else texts))
    print(f"compared {total} results: {wrong} differ")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
