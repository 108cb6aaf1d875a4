#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Enforces the table of allowed includes (docs/architecture.md). Usage: check_layers.py [ROOT]"""
import pathlib
import re
import sys

# Folder of lib/hearsay -> folders it may include besides itself and its own detail/.
BASIS = {"core", "exact", "system"}
FAMILIES = ("gossip", "continual", "rumor", "token")
MAY_USE = {
    "core": set(),
    "exact": {"core"},
    "system": {"core", "random"},
    "random": {"core"},
    "stats": BASIS,
    "divergence": BASIS,
    "linalg": BASIS,
    "graph": BASIS | {"random", "stats", "divergence", "linalg"},
    "mechanism": BASIS | {"random", "stats", "divergence"},
    **{f"protocol/{family}": BASIS | {"random", "stats", "divergence", "graph", "mechanism"} for family in FAMILIES},
    "adversary": BASIS | {"random", "stats", "divergence", "graph", "mechanism", "protocol"},
    # The accountants never include the simulation: the two sides of a claim share no code.
    "accounting/generic": BASIS | {"stats", "divergence", "graph", "mechanism"},
    **{f"accounting/{family}": BASIS | {"stats", "divergence", "graph", "linalg", "mechanism"} for family in FAMILIES},
    "learning": BASIS | {"random", "stats", "divergence", "graph", "mechanism", "protocol", "accounting"},
    "formula": BASIS,
    "audit": BASIS | {"divergence", "graph", "linalg", "accounting"},
    "simulation": BASIS | {"random", "stats", "graph", "protocol"},
    "claims": {"core"},
    "run": BASIS | {"random", "stats", "claims"},
    "report": BASIS | {"random", "claims", "run", "report/certificate", "report/derivation"},
    # Certificates write the solutions of the accountants.
    "report/certificate": BASIS | {"graph", "linalg", "accounting"},
    # Derivations compute again what certificates say, without the accountants.
    "report/derivation": BASIS | {"linalg", "claims", "report", "report/certificate"},
}
# Any linear Gaussian view: a folder of its own beside the families.
MAY_USE["accounting/linear"] = BASIS | {"stats", "divergence", "graph", "linalg", "mechanism"}
# Includes between families: the token's accountants use generic amplification by shuffling. Streams are linear views,
# and the solver of linear views computes their certificates.
MAY_USE["accounting/token"].add("accounting/generic")
MAY_USE["accounting/continual"].add("accounting/linear")
# Top folder -> top folders whose headers it may include (lib's headers are always allowed).
TOP_MAY_USE = {
    "lib": set(),
    "controls": set(),
    "props": {"controls"},
    "empirical": {"controls"},
    "api": {"empirical/attack"},
    # Passes to the api the checks and the figures, which the api does not include.
    "checks": {"api", "props", "empirical"},
    "cli": {"api", "checks"},
    "bench": {"props", "empirical"},
    "python": {"api", "checks", "props", "empirical"},
    "tests": {"api", "checks", "controls", "props", "empirical", "cli", "bench"},
}
# Tasks with one place each: the text that performs the task, the files that may have it, and the functions for other files.
CHECKED = ("lib", "props", "empirical", "api", "checks", "cli", "controls", "python")
ONE_PLACE = (
    (re.compile(r"[Jj]son(?:_t)?::(?:parse|accept|sax_parse)\("), {"lib/hearsay/core/json_text.cpp", "empirical/attack/answer_reader.cpp"},
     "JSON is read by parse_json() or read_json() (core/json_text), which refuse what has two meanings"),
    (re.compile(r"fmt::print\(|\bf?(?:puts|putc|printf)\(|\bfwrite\(|\bstd::(?:cout|cerr|clog)\b"), {"cli/common/output.cpp", "lib/hearsay/system/ranks.cpp"},
     "what is printed goes through put(), say() or write_file() (cli/output), which keep control characters from the terminal"),
    (re.compile(r"\bcblas|\bd(?:syevd|geqrf|gemm|potrf|gesdd)_\b"), {"lib/hearsay/linalg/blas.cpp"},
     "BLAS and LAPACK are called by linalg/blas, one call at a time: a serial OpenBLAS is wrong in two threads"),
    (re.compile(r"\bofstream\b"), {"cli/common/output.cpp"}, "files are written by write_file() (cli/output), whole or not at all"),
)
# The program may not include these: it calls the api and computes nothing.
FORBIDDEN_IN_CLI = re.compile(r'#include\s*[<"](hearsay/(?:accounting|protocol|adversary|learning|simulation|audit)/)')
# Only the program writes "--option"; the layers below name fields in backticks. Catalogue and stylesheets are not messages.
OPTION = re.compile(r'"(?:[^"\\]|\\.)*(?<![\w-])--[a-z]')
SAYS_NO_OPTION = ("lib", "props", "empirical", "api", "checks")
# The last three write whole command lines.
OPTIONS_ALLOWED = ("lib/hearsay/claims/", "lib/hearsay/report/html.cpp", "api/render/refute_command.cpp", "api/render/witness_command.cpp",
                   "api/audit_file_example.cpp")
FORBIDDEN_IN_LIB = re.compile(r"#include\s*<(gtest|gmock|rapidcheck|benchmark|CLI)[/.]")
# Text becomes a number in one file (core/number.hpp), options in another (cli/common/cli11.hpp).
NUMBERS = re.compile(r"\b(from_chars|sto(i|l|ul|ll|ull|f|d|ld)|strto(l|ul|ll|ull|f|d|ld|imax|umax)|ato(i|l|ll|f)|lexical_cast)\s*[(<]")
READS_NUMBERS = {"lib/hearsay/core/number.hpp", "cli/common/cli11.hpp"}
NUMBERS_FROM = ("lib", "controls", "props", "empirical", "api", "checks", "cli", "python")
INCLUDE = re.compile(r'#include\s*[<"]([^>"]+)[>"]')


def folder(parts):
    """The folder of the table for a file's folders below lib/hearsay: detail/ belongs to the folder above it."""
    return "/".join(part for part in parts if part != "detail")


def above(module):
    """The folders above a folder."""
    parts = module.split("/")
    return ["/".join(parts[:count]) for count in range(1, len(parts))]


def complaints(root):
    for top, allowed in TOP_MAY_USE.items():
        for path in sorted((root / top).rglob("*.[ch]pp")):
            where = path.relative_to(root)
            module = folder(where.parts[2:-1]) if top == "lib" else None
            if module is not None:  # a folder below a folder of the table belongs to it
                module = next((known for known in (module, *reversed(above(module))) if known in MAY_USE), module)
            if module is not None and module not in MAY_USE:
                yield f"{where}: folder '{module}' is not in the layer table"
                continue
            for number, line in enumerate(path.read_text().splitlines(), 1):
                if top == "lib" and FORBIDDEN_IN_LIB.search(line):
                    yield f"{where}:{number}: the library may not include {line.strip()}"
                if top == "cli" and (found := FORBIDDEN_IN_CLI.search(line)):
                    yield f"{where}:{number}: the program may not include {found[1]}: it asks the api"
                if top in SAYS_NO_OPTION and not str(where).startswith(OPTIONS_ALLOWED) and OPTION.search(line.split("//")[0]):
                    yield f"{where}:{number}: only the program names options; name the field in backticks"
                if str(where) not in READS_NUMBERS:
                    if top in NUMBERS_FROM and NUMBERS.search(line):
                        yield f"{where}:{number}: numbers are read by hearsay/core/number.hpp"
                    if re.search(r"#include\s*<CLI/", line):
                        yield f"{where}:{number}: CLI11 is included by cli/common/cli11.hpp"
                found = INCLUDE.search(line)
                if not found:
                    continue
                parts = found.group(1).split("/")
                if parts[0] == "hearsay" and module:
                    used = folder(parts[1:-1])
                    used = next((known for known in (used, *reversed(above(used))) if known in MAY_USE), used)
                    if used != module and not {used, *above(used)} & MAY_USE[module]:
                        yield f"{where}:{number}: {module} may not include {used}"
                    if "detail" in parts and used not in (module, *above(module)):
                        yield f"{where}:{number}: {found.group(1)} is internal to {used}"
                if parts[0] in TOP_MAY_USE and parts[0] != top and not {parts[0], "/".join(parts[:2])} & allowed:
                    yield f"{where}:{number}: {top} may not include {parts[0]}"


def second_places(root):
    """Code outside of the one file that may have it."""
    for top in CHECKED:
        for path in sorted((root / top).rglob("*.[ch]pp")):
            where = path.relative_to(root).as_posix()
            for number, line in enumerate(path.read_text().splitlines(), 1):
                code = line.split("//")[0]
                yield from (f"{where}:{number}: {why}" for pattern, allowed, why in ONE_PLACE if where not in allowed and pattern.search(code))


if __name__ == "__main__":
    found = list(complaints(pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ".")))
    found += second_places(pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else "."))
    print("\n".join(found) if found else "layers: clean")
    sys.exit(1 if found else 0)
