#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Derivations of all refuted claims, computed again line by line from what is printed: every step of a formula has the value of the one
before, the rows of a table add up to its total, a combination is that of the certificate, and the two sides of the last inequality are the
end that the certificate proves and the bound that check_certificates.py computes. Usage: derivation_test.py HEARSAY SOURCE_FOLDER"""
import html
import importlib.util
import json
import math
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from fractions import Fraction

HEARSAY, SOURCE = pathlib.Path(sys.argv.pop(1)).resolve(), pathlib.Path(sys.argv.pop(1)).resolve()
PDFLATEX = shutil.which("pdflatex")
SPEC = importlib.util.spec_from_file_location("check_certificates", SOURCE / "certificates" / "check_certificates.py")
CHECKER = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(CHECKER)
TABLE = CHECKER.table_of((SOURCE / "certificates" / "statements.json").read_bytes())
PAGES = ("muffliato.thm1", "stream.thm13", "rumor.thm5.limit")  # those that a reader is promised
CUT = 2e-6  # relative, of a number of eight digits cut off
# Steps of formulas in words or with vectors, which no arithmetic reads.
IN_WORDS = re.compile(r"1 - \|y\.Wy\|/\|y\|\^2")


def hearsay(*arguments):
    return subprocess.run([HEARSAY, *map(str, arguments)], capture_output=True, text=True, timeout=600, check=False)


def number(text):
    """(value, whether its digits are cut off) of a printed number; None for words."""
    if text == "infinite":
        return math.inf, False
    if not re.fullmatch(r"-?\d+(/\d+)?|-?\d+(\.\d+)?(\.\.\.)?(e-?\d+)?", text):
        return None
    return Fraction(text.replace("...", "")), "..." in text


class Calculator:
    """Values of formulas in plain notation: fractions as long as they are, else floating-point numbers."""

    NAMES = {"exp": lambda x: Fraction(1) if x == 0 else math.exp(x), "ln": lambda x: math.log(x), "sqrt": lambda x: math.sqrt(x),
             "phi": lambda x: math.erfc(-x / math.sqrt(2)) / 2, "floor": math.floor, "ceil": math.ceil, "max": max, "min": min,
             "choose": lambda n, k: math.comb(int(n), int(k)), "F": Fraction, "total": lambda term, low, high: sum(term(Fraction(k)) for k in range(int(low), int(high) + 1))}

    def __init__(self, variables=()):
        self.variables = dict(variables)

    def python(self, text):
        """Plain notation as Python: every number a fraction, a sum a call."""
        out, at = "", 0
        while at < len(text):
            if found := re.compile(r"sum\[(\w+) = (.*?)\.\.").match(text, at):
                start = at + 3
                end = self.closing(text, start)
                stop = self.end_of_group(text, end + 1)
                index, low = found[1], found[2]
                out += f"total(lambda {index}: ({self.python(text[end + 1:stop].strip())}), {self.python(low)}, {self.python(text[found.end():end])})"
                at = stop
            elif found := re.compile(r"\d+(\.\d+)?(\.\.\.)?(e-?\d+)?").match(text, at):
                out += f"F('{found[0].replace('...', '')}')"
                at = found.end()
            elif found := re.compile(r"[a-z]\w*").match(text, at):
                out += found[0]
                at = found.end()
            else:
                out += "**" if text[at] == "^" else text[at]
                at += 1
        return out

    @staticmethod
    def closing(text, at):
        depth = 0
        for i in range(at, len(text)):
            depth += text[i] in "(["
            depth -= text[i] in ")]"
            if depth == 0:
                return i
        raise ValueError(text)

    @staticmethod
    def end_of_group(text, at):
        depth = 0
        for i in range(at, len(text)):
            if text[i] in "([":
                depth += 1
            elif text[i] in ")]":
                depth -= 1
                if depth < 0:
                    return i
            elif text[i] == "," and depth == 0:
                return i
        return len(text)

    def value(self, text):
        """None if the text names what is not known here."""
        words = set(re.findall(r"[a-z]\w*", re.sub(r"\d+(\.\d+)?(\.\.\.)?(e-?\d+)?", "", text))) - set(self.NAMES) - {"sum"}
        indices = set(re.findall(r"sum\[(\w+) =", text))
        if words - indices - set(self.variables):
            return None
        return eval(self.python(text), {"__builtins__": {}, **self.NAMES, **self.variables})  # the text is our program's own


def close(x, y, exact):
    if isinstance(x, (int, Fraction)) and isinstance(y, (int, Fraction)) and exact:
        return x == y
    return math.isclose(x, y, rel_tol=1e-9 if exact else CUT, abs_tol=0 if exact else 1e-300)


def blocks_of(page):
    """Blocks of a derivation in HTML, as in JSON."""
    found = []
    for part in re.finditer(r'<p class="formula"><strong>(.*?)</strong></p>|<p class="formula">(.*?)</p>|<p>(.*?)</p>|<table class="steps">(.*?)</table>', page, re.S):
        strong, formula, sentence, table = part.groups()
        if strong:
            left, relation, right = html.unescape(strong).split(" ")
            found.append({"kind": "inequality", "left": left, "relation": relation, "right": right})
        elif formula:
            left, *steps = html.unescape(formula.replace("&nbsp;", "\0")).split("<br>\0")
            found.append({"kind": "formula", "left": left, "steps": [dict(zip(("relation", "right"), step.split(" ", 1))) for step in steps]})
        elif sentence is not None:
            found.append({"kind": "sentence", "text": html.unescape(sentence)})
        else:
            rows = [[html.unescape(cell) for cell in re.findall(r"<td(?: [^>]*)?>(.*?)</td>", row)] for row in re.findall(r"<tr.*?>(.*?)</tr>", table)[1:]]
            found.append({"kind": "table", "columns": [html.unescape(cell) for cell in re.findall(r"<th(?: [^>]*)?>(.*?)</th>", table)], "rows": rows,
                          "totals": len(re.findall('<tr class="total">', table))})
    return found


def bound_of(certificate):
    """Both ends of the statement's bound, and the proved ends of the quantity, by the checker."""
    row = TABLE[certificate["claim"]]
    CHECKER.READING.left = CHECKER.WORK
    check, meter = CHECKER.CHECKS[certificate["kind"]][0], CHECKER.Meter(CHECKER.WORK, "work")
    rest = [meter, row] if certificate["kind"] in CHECKER.REMARKS else [meter]
    low, high, variables = check(certificate["instance"], certificate["quantity"], certificate["evidence"], *rest)
    variables = {**variables, **CHECKER.parameters_of(certificate["instance"], row)}
    return low, high, CHECKER.evaluate(row["bound"], variables, CHECKER.Meter(CHECKER.STEPS, "steps"))


class Derivations(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.scratch = tempfile.TemporaryDirectory()
        folder = pathlib.Path(cls.scratch.name)
        run = hearsay("verify", "--effort", "quick", "--certificates", folder / "proofs", "--report", folder / "page", "--json", "-")
        if run.returncode != 0:
            raise AssertionError(f"exit {run.returncode}: {run.stderr}")
        cls.refuted = [row["id"] for row in json.loads(run.stdout)["claims"] if row["verdict"] == "refuted"]
        page = next((folder / "page").glob("*.html")).read_text()
        cls.shown = {}
        for card in page.split('<section class="card" id="')[1:]:
            found = re.search(r'<details class="derivation">(.*?)</details>', card.split("</section>")[0], re.S)
            if found:
                cls.shown[card.split('"')[0]] = blocks_of(found[1])
        cls.certificates = {claim: json.loads((folder / "proofs" / f"{claim}.json").read_text()) for claim in cls.refuted}

    @classmethod
    def tearDownClass(cls):
        cls.scratch.cleanup()

    def each(self):
        for claim in self.refuted:
            yield claim, self.certificates[claim], self.shown[claim]

    def test_every_refuted_claim_has_one(self):
        self.assertEqual(set(self.shown), set(self.refuted))
        for claim, _, blocks in self.each():
            self.assertNotIn("No derivation", json.dumps(blocks), claim)
            self.assertEqual([block["kind"] for block in blocks[-2:]], ["inequality", "sentence"], claim)

    def test_the_last_inequality_is_that_of_the_certificate(self):
        for claim, certificate, blocks in self.each():
            said = next(block for block in blocks if block["kind"] == "inequality")
            (left, left_cut), (right, right_cut) = number(said["left"]), number(said["right"])
            low, high, bound = bound_of(certificate)
            self.assertTrue(left > right if said["relation"] == ">" else left < right, (claim, said))
            end = certificate["proves"]["lower" if said["relation"] == ">" else "upper"]
            if end == "inf":
                self.assertEqual((left, low), (math.inf, math.inf), claim)
            else:
                proved = Fraction(end)
                room = 2**-38 * max(1, abs(float(bound[0])))  # what writers leave for the enclosures of checkers
                self.assertTrue(close(left, proved, False) or abs(left - proved) <= room, (claim, left, proved))
                # What is printed lies between what the certificate proves and what the checker finds.
                self.assertTrue(left_cut or (proved <= left <= low if said["relation"] == ">" else high <= left <= proved), (claim, said))
            decisive = bound[1] if said["relation"] == ">" else bound[0]
            self.assertTrue(close(right, decisive, not right_cut and decisive.denominator < 10**30), (claim, right, float(decisive)))

    def test_the_steps_of_a_formula_are_equal(self):
        checked = 0
        for claim, certificate, blocks in self.each():
            known = Calculator({name: Fraction(x) for name, x in certificate["instance"].items()} if certificate["kind"] == "expression" else {})
            for block in blocks:
                if block["kind"] != "formula":
                    continue
                values, left = [], block["left"]
                if not re.search(r"[A-Z|\"]|^\w+( |$)", left) and (value := known.value(left)) is not None:
                    values.append((value, "..." not in left))
                for step in block["steps"]:
                    if "+ ..." in step["right"] or IN_WORDS.fullmatch(step["right"]):
                        continue
                    value = known.value(step["right"])
                    if value is not None:
                        values.append((value, "..." not in step["right"]))
                for (a, a_exact), (b, b_exact) in zip(values, values[1:]):
                    checked += 1
                    self.assertTrue(close(a, b, a_exact and b_exact), (claim, block, a, b))
                if values and re.fullmatch(r"[a-z]\w*", block["left"]):
                    known.variables[block["left"]] = values[0][0]
        self.assertGreater(checked, 150)

    def test_the_rows_of_a_table_add_up(self):
        checked = 0
        for claim, _, blocks in self.each():
            for block in blocks:
                if block["kind"] != "table" or not block["totals"] or block["rows"][-1][0] not in ("sum", "sum g"):
                    continue
                *rows, last = block["rows"]
                for column, total in list(enumerate(last))[1:]:
                    cells = [number(row[column]) for row in rows]
                    if total == "" or not rows or "squares" in block["columns"][column]:
                        continue
                    self.assertNotIn(None, cells, (claim, block))
                    value, cut = number(total)
                    if cut or any(c for _, c in cells):
                        self.assertTrue(math.isclose(sum(float(x) for x, _ in cells), value, rel_tol=CUT), (claim, block))
                    else:
                        self.assertEqual(sum(x for x, _ in cells), value, (claim, block))
                    checked += 1
        self.assertGreater(checked, 60)

    def test_the_combination_is_that_of_the_certificate(self):
        checked = 0
        for claim, certificate, blocks in self.each():
            tables = {block["columns"][0]: block for block in blocks if block["kind"] == "table"}
            if certificate["kind"] != "view" or "part" not in tables:
                continue
            combination = next(x for x in certificate["evidence"]["combinations"] if x["terms"] and x.get("target") in (None, certificate["instance"].get("target")))
            terms = {(step, sender): Fraction(c) for step, sender, c in combination["terms"]}
            part = next(block for block in blocks if block["kind"] == "table" and block["columns"][0] == "part")
            messages = {}
            for row in tables["message"]["rows"]:
                if found := re.fullmatch(r"(y\d+): step (\d+), from (\d+)", row[0]):
                    messages[found[1]] = (int(found[2]), int(found[3])), row[1:len(part["columns"])]
            for row in part["rows"][:-1]:
                weight, name = row[0].split(" ")
                at, entries = messages[name]
                self.assertEqual(Fraction(weight), terms.pop(at), claim)
                self.assertEqual([Fraction(x) for x in row[1:]], [Fraction(weight) * Fraction(x) for x in entries], claim)
            self.assertEqual(terms, {}, claim)
            checked += 1
        self.assertGreater(checked, 10)

    def test_messages_are_those_of_the_gossip_matrix(self):
        """Rows e_w^T W^k of graphs that do not change, by another program."""
        checked = 0
        for claim, certificate, blocks in self.each():
            instance = certificate["instance"]
            table = next((block for block in blocks if block["kind"] == "table" and block["columns"][0] == "message" and
                          re.fullmatch("node 0", block["columns"][1])), None)
            if certificate["kind"] != "view" or "edges" not in instance or table is None:
                continue
            w = CHECKER.gossip(instance["nodes"], [tuple(edge) for edge in instance["edges"]], instance["weights"], CHECKER.Meter(10**9, "work")).dense()
            for row in table["rows"]:
                if found := re.fullmatch(r"y\d+: step (\d+), from (\d+)", row[0]):
                    line = [Fraction(v == int(found[2])) for v in range(len(w))]
                    for _ in range(int(found[1])):
                        line = [sum(x * w[u][v] for u, x in enumerate(line)) for v in range(len(w))]
                    groups = [[int(v) for v in re.findall(r"\d+", title)] for title in table["columns"] if re.match("node|each", title)]
                    self.assertEqual([Fraction(x) for x in row[1:1 + len(groups)]], [line[group[0]] for group in groups], claim)
                    checked += 1
        self.assertGreater(checked, 15)

    def test_a_rate_keeps_its_recursion(self):
        """b_t = W b_{t+1} off the seen node, and the squares, from the printed rows alone."""
        for claim in ("stream.thm13",):
            instance, blocks = self.certificates[claim]["instance"], self.shown[claim]
            w = CHECKER.gossip(instance["nodes"], [tuple(edge) for edge in instance["edges"]], instance["weights"], CHECKER.Meter(10**9, "work")).dense()
            table = next(block for block in blocks if block["kind"] == "table" and block["columns"][0] == "t")
            nodes = {int(found[1]): at for at, title in enumerate(table["columns"]) if (found := re.fullmatch(r"b_t\((\d+)\)", title))}
            self.assertEqual(set(nodes), set(range(instance["nodes"])))
            rows = [[Fraction(row[nodes[v]]) for v in range(len(w))] for row in table["rows"]]
            after = [*rows[1:], [-x for x in rows[0]]]  # all signs are exchanged after half a period
            for row, b, then in zip(table["rows"], rows, after):
                off = [b[v] - sum(w[v][u] * then[u] for u in range(len(w))) for v in range(len(w))]
                self.assertEqual([x for v, x in enumerate(off) if v not in instance["observers"]], [0] * (len(w) - 1))
                self.assertEqual(off[instance["observers"][0]], Fraction(row[2]))
                self.assertEqual(sum(x * x for x in b), Fraction(row[-1]))
            signal, noise = sum(b[instance["target"]] for b in rows), sum(x * x for b in rows for x in b)
            self.assertEqual(Fraction(self.certificates[claim]["proves"]["lower"]), signal**2 / (len(rows) * noise))

    def test_json_has_what_the_page_has(self):
        for claim in PAGES:
            answer = json.loads(hearsay("explain", claim, "--derivation", "--json", "-").stdout)
            strip = lambda blocks: [{key: x for key, x in block.items() if key not in ("caption", "conclusion")} for block in blocks]
            given = []
            for block in answer["derivation"]["blocks"]:
                given += [{"kind": "sentence", "text": block["caption"]}] if block.get("caption") else []
                given += [block]
                given += [{"kind": "sentence", "text": f"So {block['conclusion']}."}] if "conclusion" in block else []
            self.assertEqual(strip(given), strip(self.shown[claim]), claim)

    def test_the_promised_pages_fit_a_page(self):
        for claim in PAGES:
            run = hearsay("explain", claim, "--derivation")
            self.assertEqual((run.returncode, run.stderr), (0, ""), claim)
            lines = run.stdout.splitlines()
            self.assertLessEqual(len(lines), 82, claim)
            self.assertLessEqual(max(map(len, lines)), 80, claim)

    def test_latex(self):
        for claim in (*PAGES, "walk.thm4", "walk.thm3.cycle10", "muffliato.prop1", "corr.copies", "graphwalk.closed_form", "muffliato.er_gap", "walk.thm6.step"):
            run = hearsay("explain", claim, "--derivation=latex")
            self.assertEqual((run.returncode, run.stderr), (0, ""), claim)
            document = run.stdout
            plain = re.sub(r"\\[\\{}%&_#$]", "", document)
            self.assertEqual(plain.count("{"), plain.count("}"), claim)
            begun, ended = re.findall(r"\\begin\{(\w+\*?)\}", document), re.findall(r"\\end\{(\w+\*?)\}", document)
            self.assertEqual(sorted(begun), sorted(ended), claim)
            self.assertEqual(re.findall(r"\\usepackage\{(\w+)\}", document), ["amsmath"])
            self.assertIsNone(re.search(r"[#%~]", plain), claim)
            self.assertEqual(plain.count("$") % 2, 0, claim)
            if PDFLATEX:
                with tempfile.TemporaryDirectory() as folder:
                    pathlib.Path(folder, "page.tex").write_text(document)
                    done = subprocess.run([PDFLATEX, "-interaction=nonstopmode", "-halt-on-error", "page.tex"], cwd=folder, capture_output=True, text=True, timeout=120, check=False)
                    self.assertEqual(done.returncode, 0, f"{claim}: {done.stdout[-1500:]}")

    def test_bad_use(self):
        for arguments, words in ((["muffliato.thm1.repaired", "--derivation"], "--derivation shows how a claim fails, and muffliato.thm1.repaired is not refuted"),
                                 (["muffliato Theorem 1", "--derivation"], "--derivation is of one claim, and"),
                                 (["muffliato.thm1", "--derivation=html"], "--derivation")):
            run = hearsay("explain", *arguments)
            self.assertEqual((run.returncode, run.stdout), (2, ""), arguments)
            self.assertIn(words, run.stderr)
            self.assertEqual(run.stderr.count("\n"), 1, run.stderr)


if __name__ == "__main__":
    unittest.main()
