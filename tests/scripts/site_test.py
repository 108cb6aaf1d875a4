#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The link check of scripts/site_pages.py and the formulas of docs/site/formulas.py. Usage: site_test.py ROOT"""
import pathlib
import re
import sys
import tempfile
import unittest

ROOT = pathlib.Path(sys.argv.pop(1))
sys.path[:0] = [str(ROOT / "scripts"), str(ROOT / "docs/site")]
import formulas
import site_pages


def shown(text):
    """What is set, with {..} around what is lowered and [..] around what is raised."""
    def of(node):
        inner = "".join(map(of, node.children)) if node.children else node.astext()
        return {"subscript": f"{{{inner}}}", "superscript": f"[{inner}]"}.get(node.tagname, inner)
    return "".join(map(of, formulas.typeset(text)))


class Formulas(unittest.TestCase):
    def test_scripts(self):
        for text, expected in (("e^(-t epsilon)/2", "e[(-t ε)]/2"), ("W_{uv}^2", "W{uv}[2]"), ("m_j^(k-1)", "m{j}[(k-1)]"), ("sigma^2/n", "σ[2]/n"),
                               ("e^{−2t√λ} + 1", "e[−2t√λ] + 1"), ("2^-52 in", "2[-52] in"), ("lambda^-(m+1)", "λ[-(m+1)]"), ("x^t − x̄", "x[t] − x̄"),
                               ("epsilon0 < 1/2", "ε{0} < 1/2"), ("e^epsilon0 - 1", "e[ε{0}] - 1"), ("(sum L)^+ <= b", "(sum L)[+] ≤ b"),
                               ("sum_{m>=1} x", "Σ{m≥1} x"), ("1-gamma+gamma/L", "1-γ+γ/L"), ("H_uᵀ (H Hᵀ)⁺", "H{u}ᵀ (H Hᵀ)⁺")):
            self.assertEqual(shown(text), expected, text)

    def test_what_is_no_formula_stays(self):
        for text in ("a pan-private token", "0-1 1-2", "f(θ*) ≤ 1", "_emphasis", "a ^ b", "deltas", "gamma-ray"):
            self.assertEqual(shown(text), text)

    def test_nothing_is_lost(self):
        """Every digit and sign of the pages is still there, in its order."""
        def signs(text):
            return re.findall(r"[0-9()=+/*|]", text)
        for page in sorted((ROOT / "docs/maths").glob("*.md")):
            for line in page.read_text().splitlines():
                written = re.sub(r"[<>!]=|\+-", "", line)
                self.assertEqual(signs(shown(written).translate(str.maketrans("", "", "{}[]"))), signs(written), (page.name, line))


class Pages(unittest.TestCase):
    def tree(self, index, *pages):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        root = pathlib.Path(folder.name)
        for page in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md", "docs/site/maths.md", "docs/site/notebooks.md", "docs/maths/a.md", *pages):
            (root / page).parent.mkdir(parents=True, exist_ok=True)
            (root / page).write_text("# Page\n")
        (root / "docs/site/maths.md").write_text("```{toctree}\n:glob:\ndocs/maths/*\n```\n")
        (root / "docs/site/index.md").write_text("```{toctree}\n:hidden:\nWhat it is <README>\nCONTRIBUTING\nCHANGELOG\nSECURITY\nmaths\nnotebooks\nreference/index\n" + index + "```\n")
        return list(site_pages.page_complaints(root))

    def test_every_page_is_listed_once(self):
        self.assertEqual(self.tree("docs/a\n", "docs/a.md"), [])
        self.assertEqual(self.tree("", "docs/a.md"), ["docs/a: stands in no toctree of docs/site"])
        self.assertEqual(self.tree("docs/b\n"), ["docs/b: listed in docs/site, and no page"])
        self.assertEqual(self.tree("docs/a\nA <docs/a>\n", "docs/a.md"), ["docs/a: listed twice in docs/site"])

    def test_the_pages_of_this_tree(self):
        self.assertEqual(list(site_pages.page_complaints(ROOT)), [])


class Links(unittest.TestCase):
    def complaints(self, **pages):
        with tempfile.TemporaryDirectory() as folder:
            for name, text in pages.items():
                (pathlib.Path(folder) / f"{name}.html").write_text(text)
            return list(site_pages.dead_links(pathlib.Path(folder)))

    def test_links_that_lead_somewhere(self):
        self.assertEqual(self.complaints(a='<a href="b.html#x">', b='<h1 id="x"><a href="#x"><a href="https://a.example/">'), [])

    def test_links_that_do_not(self):
        self.assertEqual(self.complaints(a='<a href="c.html">'), ["a.html: link to c.html, which is not there"])
        self.assertEqual(self.complaints(a='<a href="b.html#y">', b='<h1 id="x">'), ["a.html: link to b.html#y, a page without this anchor"])
        self.assertEqual(self.complaints(a='<script src="https://a.example/x.js">'), ["a.html: fetches https://a.example/x.js from the network"])


unittest.main()
