#!/usr/bin/env python3
"""Who may include whom: the layer table of docs/architecture.md, enforced. Usage: check_layers.py [ROOT]"""
import pathlib
import re
import sys

# Module of lib/hearsay -> modules it may include besides itself.
MAY_USE = {
    "core": set(),
    "random": {"core"},
    "stats": {"core"},
    "divergence": {"core"},
    "graph": {"core", "random", "stats", "divergence"},
    "mechanism": {"core", "random", "stats", "divergence"},
    "protocol": {"core", "random", "stats", "divergence", "graph", "mechanism"},
    "adversary": {"core", "random", "stats", "divergence", "graph", "mechanism", "protocol"},
    # What is promised never sees what is simulated: the two sides of a claim share no code.
    "accounting": {"core", "stats", "divergence", "graph", "mechanism"},
    "learning": {"core", "random", "stats", "divergence", "graph", "mechanism", "protocol", "accounting"},
    "claims": {"core"},
    "run": {"core", "random", "stats", "claims"},
    "report": {"core", "random", "claims", "run"},
}
# Top folder -> top folders whose headers it may include (lib's headers are always allowed).
TOP_MAY_USE = {
    "lib": set(),
    "controls": set(),
    "props": {"controls"},
    "empirical": {"controls"},
    "cli": {"controls", "props", "empirical"},
    "bench": {"empirical"},
    "tests": {"controls", "props", "empirical", "cli", "bench"},
}
FORBIDDEN_IN_LIB = re.compile(r"#include\s*<(gtest|gmock|rapidcheck|benchmark|CLI)[/.]")
INCLUDE = re.compile(r'#include\s*[<"]([^>"]+)[>"]')


def complaints(root):
    for top, allowed in TOP_MAY_USE.items():
        for path in sorted((root / top).rglob("*.[ch]pp")):
            where = path.relative_to(root)
            module = where.parts[2] if top == "lib" and len(where.parts) > 3 else None
            if module is not None and module not in MAY_USE:
                yield f"{where}: folder '{module}' is not in the layer table"
                continue
            for number, line in enumerate(path.read_text().splitlines(), 1):
                if top == "lib" and FORBIDDEN_IN_LIB.search(line):
                    yield f"{where}:{number}: the library may not include {line.strip()}"
                found = INCLUDE.search(line)
                if not found:
                    continue
                parts = found.group(1).split("/")
                if parts[0] == "hearsay" and module and parts[1] != module and parts[1] not in MAY_USE[module]:
                    yield f"{where}:{number}: {module} may not include {parts[1]}"
                if parts[0] in TOP_MAY_USE and parts[0] != top and parts[0] not in allowed:
                    yield f"{where}:{number}: {top} may not include {parts[0]}"


if __name__ == "__main__":
    found = list(complaints(pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ".")))
    print("\n".join(found) if found else "layers: clean")
    sys.exit(1 if found else 0)
