# SPDX-License-Identifier: GPL-3.0-or-later
"""First-order mutants of C++ text: places where one token can be replaced, and the replacements.

It does not parse C++. It relies on the spacing of this code: binary operators stand between spaces, and the brackets
of templates do not.
"""
import dataclasses
import hashlib
import re

# Not code: raw strings, strings, characters, comments, preprocessor lines, static assertions, and thrown errors. A number is matched first, so that the separator of 1'000 opens no character.
NOT_CODE = re.compile(
    r"""(?P<number>\b\d(?:'?\w)*)
    | R"(?P<delimiter>[^(\s]*)\(.*?\)(?P=delimiter)"
    | "(?:\\.|[^"\\\n])*" | '(?:\\.|[^'\\\n])*'
    | //[^\n]* | /\*.*?\*/
    | ^[ \t]*\#(?:\\\n|[^\n])*
    | \bstatic_assert\(.*?\); | \bthrow\s(?:"(?:\\.|[^"\\])*"|[^";])*;""", re.VERBOSE | re.DOTALL | re.MULTILINE)

TOKEN = re.compile(
    r"""(?P<number>(?<![\w.])\d(?:'?[\w.]|(?<=[eE])[+-])*)
    | (?P<word>[A-Za-z_]\w*)
    | (?P<step>\+\+|--)
    | (?P<binary>(?<=\s)(?:<=|>=|==|!=|&&|\|\||\+=|-=|\*=|/=|[-+*/%<>])(?=\s))
    | (?P<sign>(?<![-\w)\]])-(?=[\w(])|(?<=\breturn\ )-(?=[\w(]))
    | (?P<negation>!(?=[\w(]))
    | (?P<open>\[) | (?P<close>\])""", re.VERBOSE)

BINARY = {
    "+": ["-"], "-": ["+"], "*": ["/"], "/": ["*"], "%": ["/"],
    "+=": ["-="], "-=": ["+="], "*=": ["/="], "/=": ["*="],
    "<": ["<=", ">="], "<=": ["<", ">"], ">": [">=", "<="], ">=": [">", "<"], "==": ["!="], "!=": ["=="],
    "&&": ["||"], "||": ["&&"],
}
WORDS = {"true": ["false"], "false": ["true"], "minCoeff": ["maxCoeff"], "maxCoeff": ["minCoeff"]}
STD_WORDS = {"min": ["max"], "max": ["min"], "min_element": ["max_element"], "max_element": ["min_element"]}


@dataclasses.dataclass(frozen=True)
class Site:
    """One place: the text from `begin` to `end` can become any of `choices`."""
    begin: int
    end: int
    choices: tuple


@dataclasses.dataclass(frozen=True)
class Mutant:
    file: str
    begin: int
    end: int
    put: str
    number: int   # line, from 1
    line: str     # the line without its indentation
    mutated: str  # the same, changed
    nth: int      # of equal lines of the file, from 0

    @property
    def id(self):
        """Its name, which does not depend on the line number."""
        return f"{digest(self.file, self.line, self.mutated, self.nth):016x}"


def code_only(text):
    """The text with the same length and blanks in place of what is not code."""
    return NOT_CODE.sub(lambda m: m[0] if m["number"] else re.sub(r"[^\n]", " ", m[0]), text)


def number_choices(literal):
    """One more, one less, the double."""
    digits = literal.replace("'", "")
    if whole := re.fullmatch(r"(0[xX][0-9a-fA-F]+|\d+)([uUlLzZ]*)", digits):
        value = int(whole[1], 0) if whole[1][:2] in ("0x", "0X") else int(whole[1])
        changed = [value + 1, value - 1, 2 * value]
        return tuple(f"{v}{whole[2]}" for v in dict.fromkeys(changed) if v >= 0 and v != value)
    if real := re.fullmatch(r"(\d+\.?\d*(?:[eE][+-]?\d+)?)([fFlL]?)", digits):
        value = float(real[1])
        changed = [value + 1, value - 1, 2 * value]
        spelled = [(v, repr(float(f"{v:.15g}")) + real[2]) for v in dict.fromkeys(changed)]
        return tuple(text if v >= 0 else f"({text})" for v, text in spelled if v != value)
    return ()


def sites(text):
    """Every place of the text where one token can be replaced, in order."""
    code = code_only(text)
    found, opened = [], []
    for token in TOKEN.finditer(code):
        begin, end, old = token.start(), token.end(), token[0]
        choices = ()
        if token["number"]:
            choices = number_choices(old)
        elif token["word"]:
            choices = WORDS.get(old) or (STD_WORDS.get(old) if code[:begin].endswith("std::") else None) or ()
        elif token["step"]:
            choices = ("--" if old == "++" else "++",)
        elif token["binary"]:
            choices = BINARY[old]
        elif token["sign"] or token["negation"]:
            choices = ("",)
        elif token["open"]:
            opened.append(begin)
        elif token["close"] and opened:
            start = opened.pop()
            inside = code[start + 1:begin].strip()
            if re.search(r"[\w)\]]$", code[:start]) and not re.fullmatch(r"[\d']*", inside):  # an index, not a plain number
                choices = (" + 1]", " - 1]")
        if choices:
            found.append(Site(begin, end, tuple(choices)))
    return found


def line_of(text, site):
    """(start of the line of a site after its indentation, the line without indentation)"""
    start, stop = text.rfind("\n", 0, site.begin) + 1, text.find("\n", site.begin)
    begin = start + len(text[start:]) - len(text[start:].lstrip())
    return begin, text[begin:stop if stop >= 0 else len(text)].rstrip()


def changed(text, site, put):
    """The line of a site without its indentation, changed."""
    begin, line = line_of(text, site)
    column = site.begin - begin
    return (line[:column] + put + line[site.end - begin:]).strip()


def mutated_lines(text):
    """{(line, what it can become)}"""
    return {(line_of(text, site)[1], changed(text, site, put)) for site in sites(text) for put in site.choices}


def digest(*parts):
    return int.from_bytes(hashlib.sha256("\n".join(map(str, parts)).encode()).digest()[:8], "big")


def draw(files, seed):
    """Mutants in random order, one per place, all places equally likely.

    The order and the choices depend on the seed and on the mutated lines alone, so that an edit elsewhere changes neither.
    \\param files {name: text}
    """
    drawn = []
    for name, text in sorted(files.items()):
        seen = {}
        for site in sites(text):
            begin, line = line_of(text, site)
            column = site.begin - begin
            nth = seen[line, column] = seen.get((line, column), -1) + 1
            place = (seed, name, line, column, nth)
            put = site.choices[digest(*place, "choice") % len(site.choices)]
            number = text.count("\n", 0, begin) + 1
            drawn.append((digest(*place), Mutant(name, site.begin, site.end, put, number, line, changed(text, site, put), nth)))
    return [mutant for _, mutant in sorted(drawn, key=lambda pair: pair[0])]
