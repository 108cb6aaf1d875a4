# SPDX-License-Identifier: GPL-3.0-or-later
"""Sets the formulas of docs/maths as formulas.

The pages write them so that they can be read as text: `e^(-t epsilon)`, `W_{uv}`, indented where they stand alone. Here what follows `^` and `_`
is raised and lowered, the names of Greek letters become letters, `<=` and `sum_` their signs; an indented block becomes a displayed formula, in columns where
its lines leave three blanks or more. Nothing else changes, so that no formula can come to say another thing. Code keeps its text.
"""
import re

from docutils import nodes

LETTERS = dict(zip("alpha beta gamma delta epsilon zeta eta theta kappa lambda mu nu xi pi rho sigma tau phi chi psi omega Gamma Delta Theta Lambda Sigma Phi Psi Omega infinity"
                   .split(), "α β γ δ ε ζ η θ κ λ μ ν ξ π ρ σ τ φ χ ψ ω Γ Δ Θ Λ Σ Φ Ψ Ω ∞".split()))
NAMED = re.compile(r"(?<!\w)(" + "|".join(LETTERS) + r")(?=\d|\b|_)(\d*)(?!-[a-z]{2})")
SIGNS = {"<=": "≤", ">=": "≥", "!=": "≠", "+-": "±", "sum_": "Σ_", "int_": "∫_", "sqrt(": "√("}
MINUS = re.compile(r"-(?![A-Za-z]{2})")  # of a displayed formula; not the hyphen of a word
SCRIPT = re.compile(r"(?<=[^\s([{,;=+])([_^])(?=[{(\w∞+*−-])")
WORD = re.compile(r"[-−]?(?:\d+(?:\.\d+)?(?![^\W\d_])|[α-ωΑ-Ω]_\d+|[^\W_ᵀ⁺⁻⁰¹²³⁴-⁹]+)|[+*](?=[\s.,;:)\]]|$)")
CLOSES = {"(": ")", "{": "}"}


def closed(text, start):
    """The place behind the bracket that closes the one at `start`, or None."""
    opening, depth = text[start], 0
    for place in range(start, len(text)):
        depth += (text[place] == opening) - (text[place] == CLOSES[opening])
        if depth == 0:
            return place + 1
    return None


def script_at(text, start):
    """What is raised or lowered, and the place behind it: a bracketed term (braces go, parentheses stay) or a word."""
    sign = re.match(r"[-−]?", text[start:]).end()
    if start + sign < len(text) and text[start + sign] in CLOSES:
        end = closed(text, start + sign)
        if end:
            inner = text[start:end]
            return (inner[1:-1] if inner.startswith("{") else inner), end
    word = WORD.match(text, start)
    return (word[0], word.end()) if word else (None, start)


def named(text):
    """Names of letters and signs as such; digits behind a letter are an index."""
    for written, sign in SIGNS.items():
        text = text.replace(written, sign)
    return NAMED.sub(lambda name: LETTERS[name[1]] + (f"_{name[2]}" if name[2] else ""), text)


def typeset(text):
    made, place, text = [], 0, named(text)
    for mark in SCRIPT.finditer(text):
        if mark.start() < place:
            continue
        inner, end = script_at(text, mark.end())
        if inner is None:
            continue
        made.append(nodes.Text(text[place:mark.start()]))
        made.append((nodes.subscript if mark[1] == "_" else nodes.superscript)("", "", *typeset(inner)))
        place = end
    made.append(nodes.Text(text[place:]))
    return [node for node in made if node.astext()]


def displayed(text):
    block = nodes.container(classes=["formula"])
    for line in text.splitlines():
        row = nodes.container(classes=["formula-line"])
        for cell in re.split(r"\s{3,}", line.strip()):
            row += nodes.inline("", "", *typeset(MINUS.sub("−", named(cell))), classes=["formula-cell"])
        block += row
    return block


def set_formulas(app, doctree):
    if not app.env.docname.startswith("docs/maths/"):
        return
    for block in list(doctree.findall(nodes.literal_block)):
        if block.get("language", "none") == "none":
            block.replace_self(displayed(block.astext()))
    inside = (nodes.literal, nodes.literal_block, nodes.raw, nodes.comment, nodes.container, nodes.subscript, nodes.superscript)
    for text in list(doctree.findall(nodes.Text)):
        above = text.parent
        while above is not None and not isinstance(above, inside):
            above = above.parent
        if above is None:
            text.parent.replace(text, typeset(text.astext()))


def setup(app):
    app.connect("doctree-read", set_formulas)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
