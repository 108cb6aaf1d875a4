#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Follows the recipes of CONTRIBUTING.md, each in a copy of the clone, and counts the files that it touches.

    scripts/recipes.py [RECIPE...] [--build FOLDER]

scripts/recipes/RECIPE holds what a recipe adds: new files at their paths, and edits.json with lines added to existing files. For `claim` it is the output
of scripts/new_claim.py. The copy must keep to the layers and the style, and every touched source must compile with the flags of FOLDER (default build/dev).
CONTRIBUTING.md names the number of files of each recipe: `Touches N files`. Exit 1 if a number differs or a check fails.
"""
import argparse
import concurrent.futures
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

import strict_json

ROOT = pathlib.Path(__file__).resolve().parent.parent
RECIPES = {"claim": "A claim", "protocol": "A protocol", "accountant": "An accountant", "attack": "An attack", "figure": "A figure", "sub_command": "A sub-command"}


def tracked():
    return subprocess.run(["git", "-C", ROOT, "ls-files", "-z"], capture_output=True, text=True, check=True).stdout.strip("\0").split("\0")


def copy(files, scratch):
    for name in files:
        if (ROOT / name).is_file():
            (scratch / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / name, scratch / name)


def follow(recipe, scratch):
    """The files that the recipe touches."""
    if recipe == "claim":
        command = [sys.executable, scratch / "scripts/new_claim.py", "rumor.thm9.tail", "--source", "bellet2020started, Theorem 9", "--refuted", "--root", scratch]
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
    touched = set()
    folder = ROOT / "scripts/recipes" / recipe
    for path in (path for path in folder.rglob("*") if path.is_file() and path.name != "edits.json"):
        name = str(path.relative_to(folder))
        (scratch / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, scratch / name)
        touched.add(name)
    edits = folder / "edits.json"
    for edit in strict_json.read(edits) if edits.exists() else []:
        path = scratch / edit["file"]
        lines = path.read_text().splitlines()
        place = next((number for number, line in enumerate(lines) if line == edit["after"]), None)
        if place is None:
            raise LookupError(f"{recipe}: {edit['file']} has no line '{edit['after']}'")
        path.write_text("\n".join([*lines[:place + 1], edit["line"], *lines[place + 1:]]) + "\n")
        touched.add(edit["file"])
    return sorted(touched)


def flags_of(build, name):
    """The compiler and its flags for a source of the folder of any file."""
    entries = strict_json.read(build / "compile_commands.json")
    parts = pathlib.Path(name).parts
    target = {"lib": "/lib/CMakeFiles/hearsay.dir", "props": "/props/", "empirical": "/empirical/attack/", "api": "/api/", "cli": "/cli/", "python": "/python/",
              "tests": "/tests/CMakeFiles/api_test.dir" if parts[1:2] == ("api",) else "/tests/CMakeFiles/empirical_attack_test.dir"}[parts[0]]
    entry = next(entry for entry in entries if target in "/" + (made := entry["command"].split(" -o ")[1]) and ".pch " not in made and "cmake_pch" not in made)
    words = shlex.split(entry["command"])
    start = next(i for i, word in enumerate(words) if re.fullmatch(r".*(clang\+\+|g\+\+|c\+\+)[\d.-]*", word))
    words = words[start:words.index("-o")]
    while target == "/cli/" and "-Xclang" in words:  # the precompiled headers of cli include the clone's own headers
        place = words.index("-Xclang")
        del words[place:place + 2]
    return words, entry["directory"]


def compile_complaint(build, scratch, name):
    flags, directory = flags_of(build, name)
    root = str(build.parent.parent)
    flags = [f"-I{scratch}{word[2 + len(root):]}" if word.startswith(f"-I{root}") and "/build/" not in word else word for word in flags]
    done = subprocess.run([*flags, "-Wno-unused-function", "-Wno-unneeded-internal-declaration", "-fsyntax-only", scratch / name], cwd=directory, capture_output=True, text=True)
    errors = [line for line in done.stderr.splitlines() if "error" in line]
    return f"{name} does not compile: {errors[0] if errors else done.stderr[:200]}" if done.returncode else None


def complaints(recipe, scratch, build, touched):
    for check in ("check_layers.py", "check_style.py"):
        done = subprocess.run([sys.executable, scratch / "scripts" / check, scratch], capture_output=True, text=True)
        if done.returncode:
            yield f"{recipe}: {check}: {done.stdout.strip()}"
    sources = [name for name in touched if name.endswith(".cpp")]
    with concurrent.futures.ThreadPoolExecutor(2) as threads:
        for complaint in threads.map(lambda name: compile_complaint(build, scratch, name), sources):
            if complaint:
                yield f"{recipe}: {complaint}"
    section = re.search(rf"^### {RECIPES[recipe]}\n(.*?)(?=^##)", (ROOT / "CONTRIBUTING.md").read_text(), re.MULTILINE | re.DOTALL)
    said = re.search(r"Touches (\d+) files", section[1]) if section else None
    if not said or int(said[1]) != len(touched):
        yield f"{recipe}: touches {len(touched)} files, CONTRIBUTING.md says {said[1] if said else 'nothing'}: {', '.join(touched)}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("recipes", nargs="*", choices=[*RECIPES, []])
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build/dev")
    options = parser.parse_args()
    files = tracked()
    found = []
    for recipe in options.recipes or RECIPES:
        with tempfile.TemporaryDirectory() as folder:
            scratch = pathlib.Path(folder)
            copy(files, scratch)
            touched = follow(recipe, scratch)
            found += complaints(recipe, scratch, options.build.resolve(), touched)
            print(f"{recipe}: {len(touched)} files")
    print("\n".join(found))
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
