#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Accepts or rejects certificates: small JSON files that prove a number, or that a published bound fails.

    check_certificates.py [--json FILE|-] [--statements FILE] PATH...

PATH is a certificate, or a folder with a manifest.json. A line a file: accepted, rejected or unjudged, and why. Exit 0: all
accepted; 1: something is rejected; 2: bad usage or an unreadable path; 3: nothing rejected, something unjudged (an unknown
kind, a later format, more work than the limits below). README.md explains the format; statements.json says what each claim
states. Nothing is believed but what is recomputed here: a file's evidence is only ever a vector or a tree with which an
inequality is verified. One function check_KIND a kind: its docstring is the proof. Numbers are exact rationals, or pairs
(low, high) of rationals that enclose a number.
"""
import argparse
import hashlib
import json
import math
import os
import re
import struct
import sys
from fractions import Fraction
from operator import mul

FORMAT, INFINITE, ZERO, ONE = "hearsay-certificate/1", "inf", Fraction(0), Fraction(1)
NODES, STEPS, TERMS, WORK = 10**6, 10**6, 10**5, 10**9  # limits: nodes, steps, terms of a sum, products of 64-bit words
PRECISION, SIZE = 256, 200_000  # bits of an enclosure; bits up to which a rational of an expression stays exact
RATIONAL, VARIABLE = re.compile(r"-?(?:0|[1-9][0-9]*)(?:/[1-9][0-9]*)?"), re.compile(r"[a-z][a-z0-9_]*")

class Rejected(Exception):
    """The file proves nothing: the sentence says why."""

class Unjudged(Exception):
    """The file may be right, but this checker does not decide it."""

def need(condition, sentence):
    if not condition:
        raise Rejected(sentence)

def within(condition, sentence):
    if not condition:
        raise Unjudged(sentence)

class Meter:
    """Counts work against a limit."""
    def __init__(self, limit, what):
        self.left, self.what = limit, what

    def spend(self, amount):
        self.left -= amount
        within(self.left >= 0, f"it takes more than the limit of {self.what}")

# ---- Form ----

def parse(data):
    """The JSON value of these bytes: UTF-8, no key twice, integers of at most 15 digits the only numbers."""
    def pairs(items):
        need(len({key for key, _ in items}) == len(items), "a key stands twice in an object")
        return dict(items)

    def number(text):
        need(re.fullmatch("0|-?[1-9][0-9]{0,14}", text), "a number must be an integer of at most 15 digits, or a string")
        return int(text)

    try:
        text = data.decode("utf-8")
        return json.loads(text, object_pairs_hook=pairs, parse_int=number, parse_float=number, parse_constant=number)
    except UnicodeDecodeError:
        raise Rejected("it is not UTF-8") from None
    except json.JSONDecodeError:
        raise Rejected("it is not JSON") from None
    except RecursionError:
        raise Rejected("it nests too deep") from None

def keys(x, what, required, optional=()):
    """x, an object with all of these keys and no other."""
    need(type(x) is dict, f"{what} must be an object")
    need(all(key in x for key in required), f"{what} lacks a key of {', '.join(required)}")
    need(all(key in required or key in optional for key in x), f"{what} has an unknown key")
    return x

def array(x, what, least=0, most=None):
    need(type(x) is list and len(x) >= least, f"{what} must be a list of at least {least}")
    need(most is None or len(x) <= most, f"{what} must be a list of {most}")
    return x

def integer(x, what, low, high=10**15):
    need(type(x) is int and low <= x <= high, f"{what} must be an integer from {low} to {high}")
    return x

def flag(x, what):
    need(type(x) is bool, f"{what} must be true or false")
    return x

def one_of(x, what, *choices):
    need(type(x) is str and x in choices, f"{what} must be one of {', '.join(choices)}")
    return x

def rational(x, what):
    """The number of a string `p` or `p/q` in lowest terms."""
    need(type(x) is str and len(x) <= 40_000 and RATIONAL.fullmatch(x), f"{what} must be a rational string")
    top, slash, bottom = x.partition("/")
    top, bottom = int(top), int(bottom or 1)
    need(x != "-0" and (bottom > 1 or not slash) and math.gcd(top, bottom) == 1, f"{what} must be in lowest terms")
    return Fraction(top, bottom)

def rationals(x, what, length):
    return [rational(value, what) for value in array(x, what, length, length)]

def rising(items, what):
    need(all(a < b for a, b in zip(items, items[1:])), f"{what} must rise strictly")
    return items

def node_list(x, what, n, least=1):
    return rising([integer(v, what, 0, n - 1) for v in array(x, what, least)], what)

def nodes_of(i, least, most=None):
    n = integer(i["nodes"], "nodes", least, most or 10**15)
    within(n <= NODES, f"it has more than {NODES} nodes")
    return n

def edge_list(x, n):
    for pair in array(x, "edges"):
        for v in array(pair, "an edge", 2, 2):
            integer(v, "an edge's node", 0, n - 1)
        need(pair[0] < pair[1], "an edge must name its smaller node first")
    return rising([tuple(pair) for pair in x], "edges")

def term_list(x, what, *most, first=0):
    """[((i, j, ...), c)] from [[i, j, ..., "c"], ...]: indices up to these, the first from `first`, rising."""
    terms = []
    for term in array(x, what):
        for k, index in enumerate(array(term, what, len(most) + 1, len(most) + 1)[:-1]):
            integer(index, f"an index of {what}", 0 if k else first, most[k])
        terms.append((tuple(term[:-1]), rational(term[-1], f"a number of {what}")))
    rising([index for index, _ in terms], what)
    return terms

def exactly(values):
    return {name: (Fraction(x), Fraction(x)) for name, x in values.items()}

# ---- Enclosures: integers in units of 2^-PRECISION, every rounding outward ----

UNIT = 1 << PRECISION

def arctanh(y, sign=1):
    """Of y units, |y| <= UNIT/3, in units: sum y^(2k+1)/(2k+1); sign -1: arctan. A term is wrong by less than 3 units."""
    square, power_of, total, k = y * y // UNIT, abs(y), 0, 0
    while power_of:
        total += sign**k * (power_of // (2 * k + 1))
        power_of, k = power_of * square // UNIT, k + 1
    low, high = total - 3 * k - 3, total + 3 * k + 3
    return (low, high) if y >= 0 else (-high, -low)

def constants():
    """ln 2 = 2 arctanh(1/3), and sqrt(2 pi) with pi = 16 arctan(1/5) - 4 arctan(1/239), in units."""
    third, fifth, other = arctanh(UNIT // 3), arctanh(UNIT // 5, -1), arctanh(UNIT // 239, -1)
    low, high = 16 * fifth[0] - 4 * other[1] - 32, 16 * fifth[1] - 4 * other[0] + 32
    return (2 * third[0], 2 * third[1] + 4), (math.isqrt(2 * low * UNIT), math.isqrt(2 * high * UNIT) + 1)

LN_TWO, ROOT_TWO_PI = constants()

def scaled(x, k):
    """x 2^k."""
    return x * (1 << k) if k >= 0 else x / (1 << -k)

def length(x):
    return abs(x.numerator).bit_length() + x.denominator.bit_length()

def shorter(x, up):
    """x rounded to 300 significant bits, up or down."""
    shift = 300 - abs(x.numerator).bit_length() + x.denominator.bit_length()
    moved = scaled(x, shift)
    return scaled(Fraction(math.ceil(moved) if up else math.floor(moved)), -shift)

def tidy(low, high):
    """The pair, its long ends rounded outward; an exact value up to SIZE bits stays."""
    limit = SIZE if low == high else 600
    return shorter(low, False) if length(low) > limit else low, shorter(high, True) if length(high) > limit else high

def exp_of(x):
    """x = k ln 2 + r, 0 <= r < 1, and the Taylor series of r: a term is wrong by less than 3 units, the rest below 2."""
    within(abs(x) <= 10**5, "an argument of exp is beyond 100000")
    k, sums = math.floor(x * UNIT / LN_TWO[x >= 0]), []
    for up, ln2 in ((0, LN_TWO[k >= 0]), (1, LN_TWO[k < 0])):
        r, term, total, i = math.floor(x * UNIT) + up - k * ln2, UNIT, 0, 0
        while term > 0:
            total, i = total + term, i + 1
            term = term * r // UNIT // i
        sums.append(scaled(Fraction(total + up * (3 * i + 3), UNIT), k))
    return tuple(sums)

def ln_of(x):
    """x = m 2^k with 1/2 < m < 2, and ln m = 2 arctanh((m - 1)/(m + 1))."""
    k = x.numerator.bit_length() - x.denominator.bit_length()
    m = scaled(x, -k)
    y = math.floor((m - 1) / (m + 1) * UNIT)
    low, high = arctanh(y)[0], arctanh(y + 1)[1]
    return Fraction(2 * low + k * LN_TWO[k < 0], UNIT), Fraction(2 * high + k * LN_TWO[k >= 0], UNIT)

def sqrt_of(x):
    squared = x * UNIT**2
    root = math.isqrt(math.floor(squared))
    return Fraction(root, UNIT), Fraction(root + (root * root != squared), UNIT)

def phi_of(x):
    """1/2 + exp(-x^2/2)/sqrt(2 pi) sum of x^(2k+1)/(2k+1)!! for x >= 0: once its ratio is below 1/2, the rest is at most
    two terms. phi(-x) = 1 - phi(x). The tail beyond 13 is below 2^-120."""
    if x < 0:
        low, high = phi_of(-x)
        return 1 - high, 1 - low
    if x >= 13:
        return 1 - Fraction(1, 1 << 120), ONE
    sums = []
    for y, up in ((math.floor(x * UNIT), 0), (math.floor(x * UNIT) + 1, 1)):
        square, term, total, k = y * y // UNIT + up, y, 0, 0
        while term > 4 or square > (k + 1) * UNIT:
            total, k = total + term, k + 1
            term = term * square // UNIT // (2 * k + 1) + 2 * up
        sums.append(total + up * 2 * term)
    low, high = exp_of(-x * x / 2)
    half = Fraction(1, 2)
    return tidy(half + Fraction(sums[0], ROOT_TWO_PI[1]) * low, half + Fraction(sums[1], ROOT_TWO_PI[0]) * high)

def power(x, e):
    """(low, high)^e for an integer e >= 0, by squaring; beyond SIZE bits rounded outward."""
    low, high = x
    if low < 0:
        a, b = power((max(ZERO, -high), -low), e)
        if e % 2:
            return -b, power((ZERO, high), e)[1] if high > 0 else -a
        return (a, b) if high <= 0 else (ZERO if e else ONE, max(b, power((ZERO, high), e)[1]))
    if low == high and e * length(low) <= SIZE:
        return low**e, low**e
    result, square = (ONE, ONE), (low, high)
    while e:
        if e % 2:
            result = shorter(result[0] * square[0], False), shorter(result[1] * square[1], True)
        square, e = (shorter(square[0]**2, False), shorter(square[1]**2, True)), e // 2
    return result

# ---- Expressions ----

ARITY = {"-": (1, 2), "/": (2, 2), "^": (2, 2), "choose": (2, 2), "exp": (1, 1), "ln": (1, 1), "sqrt": (1, 1), "phi": (1, 1),
         "floor": (1, 1), "ceil": (1, 1), "+": (1, TERMS), "*": (1, TERMS), "min": (1, TERMS), "max": (1, TERMS)}

def exact_integer(value, what):
    need(value[0] == value[1] and value[0].denominator == 1, f"{what} must be an integer")
    return value[0].numerator

def operate(name, *xs):
    """The enclosure of an operation on enclosures."""
    need(ARITY[name][0] <= len(xs) <= ARITY[name][1], f"{name} has the wrong number of operands")
    a, b = xs[0], xs[-1]
    if name == "+":
        return tidy(sum((x[0] for x in xs), ZERO), sum((x[1] for x in xs), ZERO))
    if name in ("min", "max"):
        best = min if name == "min" else max
        return best(x[0] for x in xs), best(x[1] for x in xs)
    if name == "-":
        return (-a[1], -a[0]) if len(xs) == 1 else tidy(a[0] - b[1], a[1] - b[0])
    if name == "/":
        need(b[0] > 0 or b[1] < 0, "a divisor may be 0")
        return operate("*", a, (1 / b[1], 1 / b[0]))
    if name == "*":
        for x in xs[1:]:
            ends = [y * z for y in a for z in x]
            a = tidy(min(ends), max(ends))
        return a
    if name == "^":
        e = exact_integer(b, "an exponent")
        within(abs(e) <= STEPS, f"an exponent is beyond {STEPS}")
        return power(a, e) if e >= 0 else operate("/", (ONE, ONE), power(a, -e))
    if name == "choose":
        n, k = exact_integer(a, "an operand of choose"), exact_integer(b, "an operand of choose")
        need(n >= 0, "choose from fewer than 0")
        within(n <= STEPS, f"choose from more than {STEPS}")
        return (Fraction(math.comb(n, k) if 0 <= k <= n else 0),) * 2
    if name in ("floor", "ceil"):
        low, high = [math.floor(x) if name == "floor" else math.ceil(x) for x in a]
        need(low == high, f"the enclosure does not decide a {name}")
        return Fraction(low), Fraction(high)
    need(name != "ln" or a[0] > 0, "a logarithm of what may be 0 or less")
    need(name != "sqrt" or a[0] >= 0, "a square root of what may be below 0")
    of = {"exp": exp_of, "ln": ln_of, "sqrt": sqrt_of, "phi": phi_of}[name]
    low = of(a[0])
    return low if a[0] == a[1] else (low[0], of(a[1])[1])

def evaluate(x, variables, meter, depth=0):
    """The enclosure of an EXPR; `variables`: enclosures, or functions that compute them when first named."""
    meter.spend(1)
    need(depth <= 100, "an expression nests deeper than 100")
    if type(x) is str:
        if not VARIABLE.fullmatch(x):
            return (rational(x, "a number of an expression"),) * 2
        need(x in variables, f"the variable {x[:40]} is not defined here")
        if callable(variables[x]):
            variables[x] = variables[x]()
        return variables[x]
    array(x, "an expression that is no string", 2)
    if x[0] == "sum":
        need(len(x) == 5 and type(x[1]) is str and VARIABLE.fullmatch(x[1]), "sum takes a variable, two ends and a term")
        first, last = [exact_integer(evaluate(y, variables, meter, depth + 1), "an end of a sum") for y in x[2:4]]
        within(last - first < TERMS, f"a sum has more than {TERMS} terms")
        inner, total = dict(variables), (ZERO, ZERO)
        for k in range(first, last + 1):
            inner[x[1]] = (Fraction(k), Fraction(k))
            total = operate("+", total, evaluate(x[4], inner, meter, depth + 1))
        return total
    need(type(x[0]) is str and x[0] in ARITY, "an unknown operation in an expression")
    return operate(x[0], *[evaluate(y, variables, meter, depth + 1) for y in x[1:]])

def holds(condition, variables, meter):
    """The condition holds for the whole enclosure."""
    array(condition, "a condition", 3, 3)
    relation, (a, b) = condition[0], [evaluate(x, variables, meter) for x in condition[1:]]
    one_of(relation, "a relation", "<", "<=", ">", ">=", "==")
    return {"<": a[1] < b[0], "<=": a[1] <= b[0], ">": a[0] > b[1], ">=": a[0] >= b[1],
            "==": a[0] == a[1] == b[0] == b[1]}[relation]

# ---- Matrices ----

class Matrix:
    """A matrix by rows, from [[(v, W_uv), ...] for u]: (W x)_u = (sum of cs[u] * x[vs[u]]) / q[u]. `back`: its transpose."""
    def __init__(self, rows, back=None):
        self.n, self.back = len(rows), back or self
        self.q = [math.lcm(*(c.denominator for _, c in row)) for row in rows]
        self.vs = [[v for v, _ in row] for row in rows]
        self.cs = [[c.numerator * (q // c.denominator) for _, c in row] for row, q in zip(rows, self.q)]
        self.common, self.size, self.degree = math.lcm(*set(self.q)), sum(map(len, rows)), max(map(len, rows)) - 1

    def entry(self, u, v):
        return Fraction(self.cs[u][self.vs[u].index(v)], self.q[u]) if v in self.vs[u] else ZERO

    def dense(self):
        return [[self.entry(u, v) for v in range(self.n)] for u in range(self.n)]

    def product(self, x, unit, bits, meter):
        """(W x, its unit): without bits exact, the unit multiplied; with bits an entry is rounded by less than 1."""
        meter.spend(self.size * (1 + unit.bit_length() // 64))
        get = x.__getitem__
        sums = [sum(map(mul, cs, map(get, vs))) for cs, vs in zip(self.cs, self.vs)]
        if bits:
            return [total // q for total, q in zip(sums, self.q)], unit
        return [total * (self.common // q) for total, q in zip(sums, self.q)], unit * self.common

def neighbors(n, edges):
    lists = [[] for _ in range(n)]
    for u, v in edges:
        lists[u].append(v)
        lists[v].append(u)
    return lists

def gossip(n, edges, weights):
    """metropolis: W_uv = 1/(1 + max(d_u, d_v)); min-degree: 1/max(d_u, d_v); the rest on the diagonal. Symmetric."""
    lists, more, inverse = neighbors(n, edges), 1 if weights == "metropolis" else 0, {}
    rows = []
    for u, others in enumerate(lists):
        shares = [more + max(len(others), len(lists[v])) for v in others]
        for share in shares:
            if share not in inverse:
                inverse[share] = Fraction(1, share)
        q = math.lcm(*set(shares))
        rest = Fraction(q - sum(q // share for share in shares), q)
        rows.append([(u, rest)] + [(v, inverse[share]) for v, share in zip(others, shares)])
    return Matrix(rows)

def distances(lists, start):
    """Steps from the nodes `start`; None where no path leads."""
    far, layer, steps = [None] * len(lists), list(start), 0
    while layer:
        for v in layer:
            far[v] = steps
        layer, steps = sorted({w for v in layer for w in lists[v] if far[w] is None}), steps + 1
    return far

def semidefinite(matrix):
    """This symmetric rational matrix is >= 0: the pivots of LDL^T (in integers, without fractions) are >= 0, and the row
    of a pivot 0 is 0."""
    scale, last = math.lcm(*(x.denominator for row in matrix for x in row)), 1
    a = [[x.numerator * (scale // x.denominator) for x in row] for row in matrix]
    for k, row in enumerate(a):
        pivot = row[k]
        if pivot < 0 or (pivot == 0 and any(row[k:])):
            return False
        for i in range(k + 1, len(a)) if pivot else ():
            a[i] = a[i][:i] + [(pivot * a[i][j] - row[i] * row[j]) // last for j in range(i, len(a))]
        last = pivot or last
    return True

def dot(x, y):
    return sum(map(mul, x, y))

def lift(c, unit):
    """c in units, rounded down: exact where the unit is a multiple of its denominator."""
    return c.numerator * unit // c.denominator

def common_unit(values, bits):
    return 1 << bits if bits else math.lcm(1, *(value.denominator for value in values))

def square_bounds(x, error):
    """Bounds on the squared length of a vector whose entries are within `error` of x."""
    if not error:
        return (dot(x, x),) * 2
    return sum(max(0, abs(y) - error)**2 for y in x), sum((abs(y) + error)**2 for y in x)

# ---- view, stream, rate: what gossip shows ----

class System:
    """In each of `rounds` rounds inputs and noise join the state x; then for each step k: places[k] of x are seen, x <- w[k] x."""
    def __init__(self, i, w, bits, meter):
        self.n, self.w, self.inner, self.bits, self.meter = w[0].n, w, len(w), bits, meter
        self.observers = node_list(i["observers"], "observers", self.n)
        self.own, known = flag(i["own_noise"], "own_noise"), set(self.observers)
        heard = {m: sorted({v for o in known for v, c in zip(m.vs[o], m.cs[o]) if c and v not in known}) for m in set(w)}
        self.places = [heard[m] for m in w]
        self.senders, self.known = sorted(set().union(*self.places)), self.observers if self.own else []
        self.run(1)

    def run(self, rounds):
        """`error`: units that an adjoint entry is wrong by at most: T K (d_max + 1), as W does not expand the largest entry."""
        self.rounds = rounds
        self.error = rounds * self.inner * (max(m.degree for m in set(self.w)) + 1) if self.bits else 0

    def terms(self, x):
        """[((t, k, w), c)], 1 <= t <= rounds, of what is seen; a view's terms have no t."""
        if self.inner_only:
            terms = [((1, *index), c) for index, c in term_list(x, "terms", self.inner - 1, self.n - 1)]
        else:
            terms = term_list(x, "terms", self.rounds, self.inner - 1, self.n - 1, first=1)
        seen = [set(nodes) for nodes in self.places]
        need(all(w in seen[k] for (_, k, w), _ in terms), "a term names what the observers do not see")
        return terms

    def adjoint(self, terms, unit):
        """([b_1, ..., b_T], unit): backwards a = W_k^T a + E c_{t,k} for k = K-1..0, b_t = a."""
        a, at, blocks = [0] * self.n, {}, []
        for (t, k, w), c in terms:
            at.setdefault((t, k), []).append((w, c))
        for t in range(self.rounds, 0, -1):
            for k in reversed(range(self.inner)):
                if any(a):
                    a, unit = self.w[k].back.product(a, unit, self.bits, self.meter)
                for w, c in at.get((t, k), ()):
                    a[w] += lift(c, unit)
            blocks.append((a[:], unit))
        return [[x * (unit // u) for x in block] for block, u in reversed(blocks)], unit

    def seen(self, inputs, unit):
        """What inputs show, forwards: [(values, unit)], a pair for each step."""
        x, top, found = [0] * self.n, unit, []
        for vector in inputs:
            x = [a + b * (top // unit) for a, b in zip(x, vector)]
            for m, nodes in zip(self.w, self.places):
                found.append(([x[w] for w in nodes], top))
                if len(found) < self.rounds * self.inner:
                    x, top = m.product(x, top, self.bits, self.meter)
        return found

    def weigh(self, signal, terms):
        """Of weights c and a signal [{node: s} for each round]: bounds on c.y, on |b|^2 off the known noise, on |r|^2; b and r, what
        signal - b shows. A residual sums T adjoints and signals, so it is wrong by (T + 1) error + T units."""
        numbers = [c for _, c in terms] + [s for change in signal for s in change.values()]
        blocks, unit = self.adjoint(terms, common_unit(numbers, self.bits))
        for block in blocks:
            for o in self.known:
                block[o] = 0
        cy = sum((s * block[u] for change, block in zip(signal, blocks) for u, s in change.items()), ZERO) / unit
        slack = Fraction(self.error, unit) * sum(abs(s) for change in signal for s in change.values())
        norm = [Fraction(sum(x), unit**2) for x in zip(*(square_bounds(block, self.error) for block in blocks))]
        rest = [[-x for x in block] for block in blocks]
        for vector, change in zip(rest, signal):
            for u, s in change.items():
                vector[u] += lift(s, unit)
        seen, wrong = self.seen(rest, unit), (self.rounds + 1) * self.error + self.rounds if self.bits else 0
        square = sum((Fraction(square_bounds(values, wrong)[1], u**2) for values, u in seen), ZERO)
        return (cy - slack, cy + slack), norm, square, (blocks, unit), seen

    def published(self, nodes, printed=False):
        """Equation (6): sum over k and w of (row_u)^2/|row|^2, row = e_w^T W_{0:k}, for each u; `printed`: with entry (u, w)."""
        totals, units = {u: (ZERO, ZERO) for u in nodes}, 1 << self.bits
        for k, w in [(k, w) for k in range(self.inner) for w in self.places[k]]:
            row, unit = column, top = [int(v == w) * units for v in range(self.n)], units
            for m in reversed(self.w[:k]):
                row, unit = m.back.product(row, unit, self.bits, self.meter)
            for m in self.w[:k] if printed else ():
                column, top = m.product(column, top, self.bits, self.meter)
            low, high = square_bounds(row, self.error)
            need(low > 0 or high == 0, "bits are too few for eq6")
            for u in nodes if low else ():
                a, b = square_bounds([column[u] if printed else row[u]], self.error)
                ratio = Fraction(unit, top)**2 if printed else ONE
                totals[u] = totals[u][0] + ratio * a / high, totals[u][1] + ratio * b / low
        return list(totals.values())

def total(pairs, top=None):
    pairs = [(min(a, top), min(b, top)) for a, b in pairs] if top is not None else pairs
    return sum((a for a, _ in pairs), ZERO), sum((b for _, b in pairs), ZERO)

def view_system(i, evidence, meter):
    """The system of a view's instance, with the neighbors of its nodes and the edges of its rounds where it is a graph."""
    n, weights = nodes_of(i, 2), one_of(i["weights"], "weights", "metropolis", "min-degree", "given")
    form = [key for key in ("edges", "rounds", "entries") if key in i]
    need(len(form) == 1 and ("steps" in i) == (form[0] != "rounds"), "a view has edges and steps, or rounds, or entries and steps")
    need((weights == "given") == (form[0] == "entries"), "entries go with given weights, edges with a rule")
    steps = integer(i["steps"], "steps", 1) if "steps" in i else len(array(i["rounds"], "rounds", 1))
    within(steps <= STEPS, f"it has more than {STEPS} steps")
    bits = integer(evidence["bits"], "bits", 32, 8192) if "bits" in evidence else 0
    if weights == "given":
        entries, rows, columns = term_list(i["entries"], "entries", n - 1, n - 1), [[] for _ in range(n)], [[] for _ in range(n)]
        need(entries and not bits, "given weights need an entry, and no bits")
        for (u, v), c in entries:
            rows[u].append((v, c))
            columns[v].append((u, c))
        w, graphs = [Matrix(rows, Matrix(columns))] * steps, [sorted({tuple(sorted(at)) for at, c in entries if c and at[0] != at[1]})]
    else:
        meter.spend(n * (1 if "edges" in i else steps))
        graphs = [edge_list(x, n) for x in ([i["edges"]] if "edges" in i else i["rounds"])]
        w = [gossip(n, edges, weights) for edges in graphs] * (steps if "edges" in i else 1)
    v = System(i, w, bits, meter)
    v.inner_only, v.fixed, v.given, v.graphs = True, "steps" in i, weights == "given", graphs
    v.lists, v.outside = neighbors(n, graphs[0]), [u for u in range(n) if u not in set(v.observers)]
    return v

def loss_bounds(v, direction, terms, tau2, gram):
    """[L, U] for the change {node: s} by one combination, as check_view proves."""
    gd, (_, norm), square, _, _ = v.weigh([direction], terms)
    whole = sum(s * s for s in direction.values())
    noise = norm + tau2 * sum(c * c for _, c in terms)
    low = max(ZERO, gd[0], -gd[1])**2 / noise if noise else ZERO
    if square == 0 or tau2:
        high = norm + (square / tau2 if tau2 else 0)
    else:
        high = norm + square / gram + 2 * sqrt_of(norm * square / gram)[1] if gram else whole
    return low, min(high, whole)

def gram_bound(v, x):
    """m, if B B^T >= m I. Its entries are (W^{t+t'})_{ww'}, less sum over o in O of (W^t)_{wo} (W^{t'})_{w'o} with own noise. With e the
    error of T products the first is wrong by 2e units, the sum by 2e + |O| e^2 2^-bits, as its factors add up to 1 at most. For
    G - sI = L L^T + E with L rounded to units, L <= 1, an entry of E is below 3 units: so G >= sI - order * 3 units."""
    m, rows = rational(x, "gram_lower"), [(k, w) for k in range(v.inner) for w in v.places[k]]
    need(v.bits and v.fixed and len(rows) <= 150, "gram_lower needs bits, one gossip matrix and at most 150 messages")
    need(m > 0, "gram_lower must be above 0")
    one, order, powers, factor = 1 << v.bits, len(rows), {}, []
    for w in v.places[0]:
        powers[w] = [[int(u == w) * one for u in range(v.n)]]
        for _ in range(2 * v.inner - 2):
            powers[w].append(v.w[0].product(powers[w][-1], one, v.bits, v.meter)[0])
    shift = lift(m, one) + 1 + order * (4 * v.error + len(v.observers) * v.error**2 // one + 4)
    v.meter.spend(order**3 * (1 + v.bits // 64))
    for i, (t, w) in enumerate(rows):
        factor.append([])
        for j, (t2, w2) in enumerate(rows[:i + 1]):
            value = powers[w][t + t2][w2] * one - sum(powers[w][t][o] * powers[w2][t2][o] for o in v.known)
            value -= dot(factor[i], factor[j][:j]) + (shift * one if i == j else 0)
            need(i != j or value > 0, "B B^T >= gram_lower I fails")
            factor[i].append(math.isqrt(value) if i == j else value // factor[j][j])
    return m

def view_variables(v, i, members, proofs):
    """What a bound may name: degrees and distances only for one matrix, what concerns the target only if there is one."""
    far, one = distances(v.lists, v.observers), len(members) == 1 and v.fixed
    numbers = {"n": v.n, "steps": v.inner, "observers": len(v.observers), "own_noise": v.own, "static": v.fixed,
               "tau2": Fraction(i.get("tau2", "0")), "senders": len(v.senders), "messages": sum(map(len, v.places)),
               "round_edges": None if v.given else max(map(len, v.graphs)), "group": len(members) or None,
               "connected": None not in far if v.fixed else None, "edges": len(v.graphs[0]) if v.fixed else None,
               "degree_observer": len(v.lists[v.observers[0]]) if v.fixed and len(v.observers) == 1 else None,
               "degree_target": len(v.lists[members[0]]) if one else None, "distance": far[members[0]] if one else None,
               "nearer_distance": far[i["nearer"]] if one and "nearer" in i else None}
    values = exactly({name: x for name, x in numbers.items() if x is not None})
    values["eq6_sum"] = lambda: total(v.published(v.outside))
    values["eq6_capped_sum"] = lambda: total(v.published(v.outside), ONE)
    if members:
        values["eq6_group"] = lambda: total(v.published(members))
    if len(members) == 1:
        values["eq6"] = lambda: v.published(members)[0]
        values["eq6_printed"] = lambda: v.published(members, printed=True)[0]
    if v.fixed:
        weights = [v.w[0].entry(o, w) for o in v.observers for w in v.places[0]]
        values["inverse_weight2"] = lambda: (max(1 / x**2 for x in weights if x),) * 2
    if one:
        values["walk_sum"] = lambda: walk_sum(v, members[0])
    if "nearer" in i:
        values["nearer_loss"] = proofs.get(i["nearer"], (ZERO, ONE))
    parameters = keys(i.get("parameters", {}), "parameters", (), i.get("parameters", ()))
    need(all(VARIABLE.fullmatch(name) and name not in values for name in parameters), "a parameter must have a name of its own")
    return {**values, **exactly({name: rational(x, "a parameter") for name, x in parameters.items()})}

def walk_sum(v, target):
    """sum over t = 1..T of P(X_t in O | X_0 = target)^2, X the walk by W."""
    units = 1 << v.bits
    x, unit, low, high = [int(u == target) * units for u in range(v.n)], units, ZERO, ZERO
    for m in v.w:
        x, unit = m.back.product(x, unit, v.bits, v.meter)
        a, b = square_bounds([sum(x[o] for o in v.observers)], v.error * len(v.observers))
        low, high = low + Fraction(a, unit**2), high + Fraction(b, unit**2)
    return low, high

def check_view(i, quantity, evidence, meter):
    """The inputs change by d; the observers see B(x + z), z standard normal, B the rows e_w^T W_{0:t} of the messages without the
    columns of known noise. Their loss is |P d|^2, P the projector on the row space of B (a Gaussian mechanism; units of U).
    For weights c let g = B^T c, which lies in the row space, and r = B(d - g).

    Lower: (g.d)^2 = (g.Pd)^2 <= |g|^2 |Pd|^2. Noise of variance tau2 on each message makes the rows [B, tau I], so that
        (g.d)^2 <= (|g|^2 + tau2 |c|^2) loss.
    Upper: r = 0 says that d - g is orthogonal to the row space, so Pd = g. With tau2: (g, r/tau) solves [B, tau I] x = B d,
        and the loss is the least |x|^2. With B B^T >= m I: |P(d - g)| <= |r|/sqrt(m). It is never more than |d|^2.
    Group: any |s| <= 1 for each member bounds from below; the loss is convex in s, so the 2^(k-1) sign patterns (s and -s
        lose the same) bound it from above. Sums run over the nodes outside O: an absent one counts 0 below and 1 above.
    Bits: numbers are integers in units of 2^-bits, each product rounds an entry by less than 1 unit and each c by 1, and W
        does not expand the maximum norm: after all products an entry is wrong by at most T (d_max + 1) units, charged both
        ways."""
    keys(i, "the instance of a view", ("nodes", "weights", "observers", "own_noise"),
         ("edges", "steps", "rounds", "entries", "target", "group", "tau2", "parameters", "nearer"))
    keys(evidence, "the evidence of a view", (), ("combinations", "bits", "gram_lower") if quantity != "eq6_sum" else ())
    v = view_system(i, evidence, meter)
    need(("target" in i) + ("group" in i) == (quantity == "loss"), "a loss has a target or a group, a sum neither")
    members = [integer(i["target"], "target", 0, v.n - 1)] if "target" in i else node_list(i.get("group", []), "group", v.n, 0)
    need(("group" not in i or len(members) > 1) and not set(members) & set(v.observers),
         "a target or group must lie outside the observers, a group have two members")
    tau2, found = rational(i["tau2"], "tau2") if "tau2" in i else ZERO, []
    need("tau2" not in i or tau2 > 0, "tau2 must be above 0")
    asked = members if quantity == "loss" else v.outside
    if "nearer" in i:
        need("target" in i and integer(i["nearer"], "nearer", 0, v.n - 1) in set(v.outside) - set(members),
             "nearer must be another node outside the observers than the target")
        asked = asked + [i["nearer"]]
    gram, asked = gram_bound(v, evidence["gram_lower"]) if "gram_lower" in evidence else None, set(asked)
    for x in array(evidence.get("combinations", []), "combinations"):
        keys(x, "a combination", ("direction" if "group" in i else "target", "terms"))
        if "group" in i:
            direction = {u: s for (u,), s in term_list(x["direction"], "direction", v.n - 1)}
            need(direction and set(direction) <= asked and all(abs(s) <= 1 for s in direction.values()),
                 "a direction must move members of the group, by at most 1 each")
        else:
            direction = {integer(x["target"], "target", 0, v.n - 1): ONE}
            need(set(direction) <= asked, "a combination's target is not asked for")
        found.append((direction, *loss_bounds(v, direction, v.terms(x["terms"]), tau2, gram)))
    proofs = {min(direction): (low, high) for direction, low, high in found}
    if "group" not in i:
        rising([min(direction) for direction, _, _ in found], "the combinations' targets")
    variables = view_variables(v, i, members, proofs)
    if quantity == "eq6_sum":
        low, high = variables["eq6_sum"]()
    elif "target" in i:
        low, high = proofs.get(i["target"], (ZERO, ONE))
    elif "group" in i:
        low, signs = max([low for _, low, _ in found], default=ZERO), {}
        for direction, _, high in found:
            if len(direction) == len(members) and all(abs(s) == 1 for s in direction.values()):
                pattern = tuple(s * direction[members[0]] for s in direction.values())
                signs[pattern] = min(high, signs.get(pattern, high))
        high = max(signs.values()) if len(signs) == 2**(len(members) - 1) else Fraction(len(members))
    else:
        low, high = total([proofs.get(u, (ZERO, ONE)) for u in v.outside])
        low, high = (low / v.n, high / v.n) if quantity == "loss_mean" else (low, high)
    return low, high, variables

RUNNING = ("nodes", "weights", "edges", "observers", "own_noise", "view", "target")

def running_system(i, evidence, meter):
    """The system of a stream or rate: one gossip matrix, the target among the nodes of unknown noise, states or messages seen."""
    n, weights = nodes_of(i, 2), one_of(i["weights"], "weights", "metropolis", "min-degree")
    steps = integer(i["steps_per_round"], "steps_per_round", 1) if "steps_per_round" in i else 1
    rounds = integer(i["rounds"], "rounds", 1) if "rounds" in i else 1
    within(rounds * steps <= STEPS, f"it has more than {STEPS} steps")
    bits, edges = integer(evidence["bits"], "bits", 32, 8192) if "bits" in evidence else 0, edge_list(i["edges"], n)
    v = System(i, [gossip(n, edges, weights)] * steps, bits, meter)
    v.inner_only, v.lists, v.messages = False, neighbors(n, edges), one_of(i["view"], "view", "states", "messages") == "messages"
    v.heard, v.places = v.places, v.places if v.messages else [v.observers] * steps
    v.target = integer(i["target"], "target", 0, n - 1)
    need(v.target not in v.known, "the target's noise must be unknown")
    v.run(rounds)
    return v, {"n": n, "observers": len(v.observers), "own_noise": v.own, "messages_seen": v.messages}

def fixed_upper(v, terms):
    """2 c.y - c.Gc + 4 |r|^2 for the constant stream."""
    (_, high), (less, _), square, _, _ = v.weigh([{v.target: ONE}] * v.rounds, terms)
    need(square == 0 or (not v.known and v.inner == 1), "a residual needs unknown noise everywhere and one step a round")
    return 2 * high - less + 4 * square

def every_upper(v, diagonal, columns):
    """The sum of the diagonal y, if Diag(y) - S >= 0."""
    need(not v.bits and v.rounds <= 40, "a diagonal needs at most 40 rounds, and no bits")
    y, b, r = rationals(diagonal, "diagonal", v.rounds), [], []
    for j, x in enumerate(array(columns, "columns", v.rounds, v.rounds)):
        _, _, _, (blocks, unit), seen = v.weigh([{v.target: Fraction(t == j)} for t in range(v.rounds)], v.terms(x))
        b.append([(block, unit) for block in blocks])
        r.append(seen)
    exact = not any(any(values) for seen in r for values, _ in seen)
    need(exact or (not v.known and v.inner == 1), "a residual needs unknown noise everywhere and one step a round")
    def inner(x, z):
        return sum((Fraction(dot(p, q), s * u) for (p, s), (q, u) in zip(x, z)), ZERO)
    def signal(j, t):
        return Fraction(b[j][t][0][v.target], b[j][t][1])
    excess = [[(y[j] if j == k else ZERO) - signal(j, k) - signal(k, j) + inner(b[j], b[k]) - 4 * inner(r[j], r[k])
               for k in range(v.rounds)] for j in range(v.rounds)]
    need(semidefinite(excess), "Diag(y) - S >= 0 fails")
    return sum(y, ZERO)

def check_stream(i, quantity, evidence, meter):
    """theta <- theta + x_t + z_t, then K times: the states of the seen nodes are seen, theta <- W theta. With y the view of the
    stream s at the target and G the covariance of the view (unknown noise only), the loss is y^T G^+ y; M, its matrix in s, is
    a block of a projector, so the loss is at most T. For weights c: c.y = sum s_t b_t(u) and c.Gc = sum |b_t|^2 off the known
    noise, b the adjoint; r = y - Gc.

    Lower: (c.y)^2 <= c.Gc y^T G^+ y (Cauchy). 1^T |M| 1 >= s^T M s for |s_t| <= 1, so it holds for `absolute_sum`.
    Upper for the constant stream: y^T G^-1 y = 2 c.y - c.Gc + r^T G^-1 r, and G >= I/4 if all noise is unknown and K = 1: then
        c_t = C(b_t - W b_{t+1}), so |c|^2 <= 4 sum |b_t|^2 = 4 c.Gc. With r = 0 it holds always.
    Upper for all streams: with X the weights for the unit streams, Y their signals and R = Y - G X, the same identity reads
        M <= S = X^T Y + Y^T X - X^T G X + 4 R^T R in the matrix order; if Diag(y) >= S then s^T M s <= sum y_t s_t^2 <= sum y_t.
    Bits as in check_view."""
    keys(i, "the instance of a stream", RUNNING + ("rounds",), ("steps_per_round",))
    keys(evidence, "the evidence of a stream", (), ("bits", "lower", "upper") + (("constant",) if quantity == "absolute_sum" else ()))
    v, numbers = running_system(i, evidence, meter)
    low, high, constant = ZERO, None if quantity == "absolute_sum" else Fraction(v.rounds), Fraction(v.rounds)
    if "lower" in evidence:
        keys(evidence["lower"], "lower", ("terms",) if quantity == "constant" else ("stream", "terms"))
        stream = rationals(evidence["lower"].get("stream", ["1"] * v.rounds), "stream", v.rounds)
        need(all(abs(s) <= 1 for s in stream), "a stream must stay within -1 and 1")
        (a, b), (_, noise), _, _, _ = v.weigh([{v.target: s} for s in stream], v.terms(evidence["lower"]["terms"]))
        low = max(ZERO, a, -b)**2 / noise if noise else ZERO
    if "upper" in evidence:
        need(quantity != "absolute_sum", "upper proves nothing of an absolute sum")
        upper = keys(evidence["upper"], "upper", ("terms",) if quantity == "constant" else ("diagonal", "columns"))
        high = min(high, fixed_upper(v, v.terms(upper["terms"])) if quantity == "constant" else
                   every_upper(v, upper["diagonal"], upper["columns"]))
    if "constant" in evidence:
        constant = min(constant, fixed_upper(v, v.terms(keys(evidence["constant"], "constant", ("terms",))["terms"])))
    variables = {**exactly({**numbers, "rounds": v.rounds, "steps_per_round": v.inner}), "constant": (ZERO, constant)}
    if v.messages:
        variables["eq6"] = lambda: v.published([v.target])[0]
    return low, high, variables

def check_rate(i, quantity, evidence, meter):
    """A stream of period p and vectors b_1..b_p with b_t = W b_{t+1} off the seen nodes, cyclically; W is primitive. With h the
    mean of s_t b_t(u) (for `transient_rate` minus that of s_t (1.b_t)/n, what the mean of all nodes shows) and g the mean of
    |b_t|^2 off the known noise, lim inf loss/T >= h^2/g over T = kp: the weights c_t = C(b_t - W b_{t+1}), and one impulse at
    round T of total 1.b_1, have the adjoint b_t - W^{T-t} r with 1.r = 0, so |W^j r| <= rho^j |r|, rho < 1, as W is primitive.
    So the signal is T h + O(1), the noise at most (sqrt(T g) + O(1))^2, and the lower bound of check_stream divided by T
    tends to h^2/g."""
    keys(i, "the instance of a rate", RUNNING)
    keys(evidence, "the evidence of a rate", ("stream", "adjoint"))
    v, numbers = running_system(i, {}, meter)
    period = len(array(evidence["stream"], "stream", 1))
    stream = rationals(evidence["stream"], "stream", period)
    need(all(abs(s) <= 1 for s in stream), "a stream must stay within -1 and 1")
    b = [rationals(x, "a vector of adjoint", v.n) for x in array(evidence["adjoint"], "adjoint", period, period)]
    far = distances(v.lists, [0])
    need(None not in far, "the graph must be connected")
    odd = any(far[u] == far[w] for u, others in enumerate(v.lists) for w in others)
    need(odd or any(v.w[0].entry(u, u) for u in range(v.n)), "the gossip matrix must be primitive")
    unit, seen = common_unit([x for vector in b for x in vector], 0), set(v.places[0])
    units = [[lift(x, unit) for x in vector] for vector in b]
    for t, vector in enumerate(units):
        after, factor = v.w[0].product(units[(t + 1) % period], 1, 0, meter)
        need(all(factor * vector[u] == after[u] for u in range(v.n) if u not in seen), "b_t = W b_{t+1} fails off the seen nodes")
    h = sum((s * x[v.target] for s, x in zip(stream, b)), ZERO) / period
    if quantity == "transient_rate":
        h -= sum((s * sum(x) for s, x in zip(stream, b)), ZERO) / period / v.n
    g = sum((x[u]**2 for x in b for u in range(v.n) if u not in v.known), ZERO) / period
    need(g > 0, "the adjoint meets no unknown noise")
    return h * h / g, None, exactly(numbers)

# ---- rumor: who started it ----

class Rumor:
    """The law of what the curious nodes see. A state is (active nodes, informed nodes if the transcript ends, else 0, is the
    delayed first message still to come), sets as bits; a law is {state: probability}, one for each source."""
    def __init__(self, i, meter):
        self.n, self.meter, self.rows = nodes_of(i, 3, 6), meter, {}
        self.curious = integer(i["curious"], "curious", 1, self.n - 2)
        self.honest, self.muting = self.n - self.curious, rational(i["muting"], "muting")
        self.ends = one_of(i["transcript"], "transcript", "terminated", "unending") == "terminated"
        self.to_itself, self.delayed = flag(i["self_sends"], "self_sends"), flag(i["delayed_start"], "delayed_start")
        need(0 <= self.muting <= 1 and (self.muting == 1 or not self.delayed), "muting must be from 0 to 1, 1 with a delayed start")

    def start(self, sources):
        return [{(1 << source, 1 << source if self.ends else 0, self.delayed): ONE} for source in sources]

    def moves(self, state):
        """[(sender, receiver, next state, probability)] of the next message; none once everybody is informed."""
        active, informed, first = state
        senders, found = [v for v in range(self.n) if active >> v & 1], []
        for a in senders if informed != (1 << self.n) - 1 else ():
            receivers = [v for v in range(self.n) if self.to_itself or v != a]
            share = Fraction(1, len(senders) * len(receivers))
            for b in receivers:
                now = informed | 1 << b if self.ends else 0
                for then, chance in ((active, ZERO if first else self.muting), (active & ~(1 << a), ONE if first else 1 - self.muting)):
                    if chance:
                        found.append((a, b, (then | 1 << b, now, False), share * chance))
        return found

    def visits(self, state):
        """{y: expected visits to y from `state`} before a message is seen or informs somebody: a row of (I - Q)^-1."""
        if state not in self.rows:
            block, q = [state], {}
            for x in block:
                q[x] = {}
                for _, b, y, chance in self.moves(x):
                    if b < self.honest and y[1:] == x[1:]:
                        q[x][y] = q[x].get(y, ZERO) + chance
                        block += [y] if y not in block else []
            self.meter.spend(len(block)**3)
            a = [[Fraction(x == y) - q[x].get(y, ZERO) for y in block] + [Fraction(x == y) for y in block] for x in block]
            for k in range(len(block)):
                a[k] = [x / a[k][k] if x else x for x in a[k]]
                for j in range(len(block)):
                    if j != k and a[j][k]:
                        factor = a[j][k]
                        a[j] = [x - factor * y if y else x for x, y in zip(a[j], a[k])]
            for x, row in zip(block, a):
                self.rows[x] = {y: value for y, value in zip(block, row[len(block):]) if value}
        return self.rows[state]

    def next(self, law):
        """({(sender, receiver): law after that is seen next}, probability that the end is)."""
        pending, seen, end = dict(law), {}, ZERO
        while pending:
            first, visited = min((x[1], not x[2]) for x in pending), {}
            for state in [x for x in pending if (x[1], not x[2]) == first]:
                mass = pending.pop(state)
                for y, count in self.visits(state).items():
                    visited[y] = visited.get(y, ZERO) + mass * count
            self.meter.spend(1000 * len(visited))
            for x, mass in visited.items():
                end += mass if x[1] == (1 << self.n) - 1 else 0
                for a, b, y, chance in self.moves(x):
                    if b >= self.honest or y[1:] != x[1:]:
                        after = seen.setdefault((a, b), {}) if b >= self.honest else pending
                        after[y] = after.get(y, ZERO) + mass * chance
        return seen, end

    def tokens(self, x):
        """[(sender, receiver), ...] of a transcript, ("end",) the last where it says that the protocol ended."""
        form = r"([0-5]>[0-5]( [0-5]>[0-5])*( end)?|end)?"
        need(type(x) is str and re.fullmatch(form, x), "a transcript must read like `0>2 2>2 end`")
        found = [tuple(map(int, word.split(">"))) if word != "end" else ("end",) for word in x.split()]
        need(self.ends or ("end",) not in found, "an unending transcript has no end")
        return found

    def chances(self, x, sources):
        """By source, the probability of a transcript or, where it has no end, of all that begin with it."""
        laws, messages = self.start(sources), self.tokens(x)
        for message in messages:
            after = [self.next(law) for law in laws]
            laws = [{0: end} if message == ("end",) else seen.get(message, {}) for seen, end in after]
        found = [sum(law.values(), ZERO) for law in laws]
        need(any(found), "a transcript is impossible")
        return found

    def leaves(self, names, sources):
        """[(kind, probabilities by source)] of each `inner` node, each `end` and each `state` of a leaf of the tree."""
        tree, found, done = {tuple(self.tokens(x)) for x in array(names, "expanded", 1)}, [], 0
        need(len(tree) == len(names) and () in tree, "expanded must have the empty transcript, and none twice")
        pending = [((), self.start(sources))]
        while pending:
            name, laws = pending.pop()
            after, done = [self.next(law) for law in laws], done + 1
            found += [("inner", [sum(law.values(), ZERO) for law in laws]), ("end", [end for _, end in after])]
            for message in set().union(*(seen for seen, _ in after)):
                then = [seen.get(message, {}) for seen, _ in after]
                if (*name, message) in tree:
                    pending.append(((*name, message), then))
                else:
                    found += [("state", [law.get(x, ZERO) for law in then]) for x in set().union(*then)]
        need(done == len(tree), "expanded has a transcript that ended, is impossible or lacks its prefix")
        return found

def check_rumor(i, quantity, evidence, meter):
    """Nodes n - f .. n - 1 of a complete graph are curious and see the messages sent to them, in order. p_i(prefix), source i,
    is exact: between two messages seen the hidden state is a finite chain, and mu (I - Q)^-1 R is the law after the next.

    delta = sup over events of p_0 - e p_1, e = e^epsilon. Lower: an event. Upper: a tree of prefixes; below a leaf nothing is
        gained on knowing the hidden state (data processing): sum over states of max(0, mu_0 - e mu_1), at an end likewise.
    uncertainty = inf over transcripts and sources i of (sum_{j != i} p_j)/p_i. Upper: one transcript; that of a prefix is a
        mean of those of its continuations. Lower: if the odds are >= floor in each state of a leaf they stay so, as every
        continuation multiplies the sources' probabilities of a state alike; ends and inner nodes are checked too.
    map = inf over transcripts that show a suspect of p_first / max over suspects of p, first the first suspect that is seen
        to send: one transcript bounds it from above."""
    extra = {"delta": ("e_epsilon",), "map": ("suspects",), "uncertainty": ()}[quantity]
    keys(i, "the instance of a rumor", ("nodes", "curious", "muting", "transcript", "self_sends", "delayed_start") + extra)
    v, low = Rumor(i, meter), ZERO
    numbers = {"n": v.n, "f": v.curious, "b": Fraction(v.curious, v.n), "s": v.muting, "terminated": v.ends,
               "self_sends": v.to_itself, "delayed_start": v.delayed}
    if quantity == "delta":
        keys(evidence, "the evidence of delta", (), ("event", "expanded"))
        e, high = rational(i["e_epsilon"], "e_epsilon"), ONE
        numbers["e_epsilon"] = e
        need(e >= 1, "e_epsilon must be at least 1")
        if "event" in evidence:
            event = [v.tokens(x) for x in array(evidence["event"], "event", 1)]
            need(not any(j != k and a == b[:len(a)] for j, a in enumerate(event) for k, b in enumerate(event)),
                 "a transcript of the event begins another")
            low = max(ZERO, sum((p - e * q for p, q in (v.chances(x, [0, 1]) for x in evidence["event"])), ZERO))
        if "expanded" in evidence:
            leaves = v.leaves(evidence["expanded"], [0, 1])
            high = min(ONE, sum((max(ZERO, p - e * q) for kind, (p, q) in leaves if kind != "inner"), ZERO))
    elif quantity == "uncertainty":
        keys(evidence, "the evidence of uncertainty", (), ("transcript", "source", "expanded", "floor"))
        need(("transcript" in evidence) == ("source" in evidence), "a transcript goes with its source")
        need(("expanded" in evidence) == ("floor" in evidence), "an expanded tree goes with its floor")
        everyone, high = list(range(v.honest)), None
        if "transcript" in evidence:
            source, p = integer(evidence["source"], "source", 0, v.honest - 1), v.chances(evidence["transcript"], everyone)
            need(p[source] > 0, "the transcript is impossible from its source")
            high = (sum(p) - p[source]) / p[source]
        if "floor" in evidence:
            low = rational(evidence["floor"], "floor")
            need(low >= 0, "floor must be at least 0")
            need(all(sum(p) - x >= low * x for _, p in v.leaves(evidence["expanded"], everyone) for x in p),
                 "the odds are below floor somewhere")
    else:
        keys(evidence, "the evidence of map", ("transcript",))
        suspects = node_list(i["suspects"], "suspects", v.honest, 2)
        shown = [x[0] for x in v.tokens(evidence["transcript"]) if x[0] in suspects]
        need(shown, "the transcript shows no suspect")
        p = v.chances(evidence["transcript"], suspects)
        need(any(p), "the transcript is impossible from the suspects")
        high = p[suspects.index(shown[0])] / max(p)
    return low, high, exactly(numbers)

# ---- ring, walk: the checker runs the protocol ----

def check_ring(i, quantity, evidence, meter):
    """A token goes round users 1..n, `rounds` times; no evidence is needed.

    noise_events: Algorithm 1's counter is run. mu2: between two visits of the observer n - 1 steps add up to a value that it
        sees, its own part subtracted: a Gaussian mechanism of squared mean shift^2/variance (unit (Delta/sigma)^2). The sum
        over windows, infinite where a shift meets no noise; what follows the last visit is seen only if published. Every
        step of `everyone-n` adds variance 1/n, of `everyone-n-1` 1/(n-1), the first of all 1.
    debiased_mean: Algorithm 2 begins with ceil(gamma n) uniform elements; a user adds its value with probability 1 - gamma,
        else a uniform one; the mean of the bucket's count, less gamma/L, over 1 - gamma, as line 7 prints."""
    form = {"noise_events": (), "mu2": ("noise", "observer", "target", "published"),
            "debiased_mean": ("buckets", "gamma", "values", "bucket")}
    keys(i, "the instance of a ring", ("users", "rounds") + form[quantity])
    keys(evidence, "the evidence of a ring", ())
    n, rounds = integer(i["users"], "users", 2), integer(i["rounds"], "rounds", 1)
    meter.spend(100 * n * rounds)
    numbers, counter, noise = {"n": n, "rounds": rounds}, 0, []
    if quantity == "debiased_mean":
        buckets, gamma = integer(i["buckets"], "buckets", 2), rational(i["gamma"], "gamma")
        need(0 <= gamma < 1, "gamma must be at least 0 and below 1")
        values = [integer(x, "a value", 0, buckets - 1) for x in array(i["values"], "values", n, n)]
        numbers["count"] = count = values.count(integer(i["bucket"], "bucket", 0, buckets - 1))
        mean = Fraction(math.ceil(gamma * n), buckets) + rounds * (count * (1 - gamma) + n * gamma / buckets)
        low = (mean - gamma / buckets) / (1 - gamma)
        return low, low, exactly(numbers)
    kind = one_of(i["noise"], "noise", "algorithm1", "everyone-n", "everyone-n-1") if quantity == "mu2" else "algorithm1"
    for step in range(n * rounds):
        share = ONE if step == 0 else Fraction(1, n if kind == "everyone-n" else n - 1)
        noise.append(share if kind != "algorithm1" else ONE if counter == 0 else ZERO)
        counter = n - 2 if counter == 0 else counter - 1
    if quantity == "noise_events":
        low = Fraction(sum(1 for x in noise if x))
        return low, low, exactly(numbers)
    observer, target = integer(i["observer"], "observer", 1, n), integer(i["target"], "target", 1, n)
    need(observer != target, "the target must be another user than the observer")
    published, windows = flag(i["published"], "published"), [[0, ZERO]]
    for step, variance in enumerate(noise):
        if step % n + 1 == observer:
            windows.append([0, ZERO])
        else:
            windows[-1] = [windows[-1][0] + (step % n + 1 == target), windows[-1][1] + variance]
    shown = [(shift, variance) for shift, variance in (windows if published else windows[:-1]) if shift]
    numbers.update({"published": published, "algorithm1": kind == "algorithm1", "everyone_n": kind == "everyone-n"})
    if not all(variance for _, variance in shown):
        return INFINITE, None, exactly(numbers)
    low = sum((shift**2 / variance for shift, variance in shown), ZERO)
    return low, low, exactly(numbers)

def check_walk(i, quantity, evidence, meter):
    """Each of T steps of the token goes to a uniform user of n; no evidence is needed.

    inclusion: in a cycle of the observer each of `length` steps goes to one of the n - 1 others: 1 - (1 - 1/(n-1))^length.
    spotted: P(at least `at_least` contributions of u stand directly before or after the observer's, given exactly so many),
        by counting walks: a state is who came last (the observer, u not yet spotted, anybody else) and the two counts.
    contributions: the observer always sends to u: P(u contributes at least T/n + sqrt(3T/n ln(1/delta_hat)) times), in units
        rounded down, so that at most one unit an entry and step is lost."""
    form = {"inclusion": ("length",), "spotted": ("steps", "contributions", "at_least"), "contributions": ("steps", "delta_hat")}
    keys(i, "the instance of a walk", ("users",) + form[quantity])
    keys(evidence, "the evidence of a walk", ())
    values = {name: rational(x, name) if name == "delta_hat" else integer(x, name, 2 if name == "users" else 1) for name, x in i.items()}
    n, steps, limits = i["users"], i.get("steps", 0), Meter(STEPS, "steps")
    variables = exactly({**values, "n": n, **({"m": i["length"]} if quantity == "inclusion" else {})})
    if quantity == "inclusion":
        low, high = evaluate(["-", "1", ["^", ["-", "1", ["/", "1", ["-", "n", "1"]]], "m"]], variables, limits)
    elif quantity == "spotted":
        need(i["contributions"] <= steps, "more contributions than steps")
        meter.spend(steps * (i["contributions"] + 1)**2 * (1 + steps * n.bit_length() // 64))
        law = {("other", 0, 0): 1}
        for _ in range(steps):
            after = {}
            for (last, count, shown), walks in law.items():
                moves = [("observer", count, shown + (last == "hidden"), 1), ("other", count, shown, n - 2),
                         ("other", count + 1, shown + 1, 1) if last == "observer" else ("hidden", count + 1, shown, 1)]
                for *x, weight in moves:
                    if weight and x[1] <= i["contributions"]:
                        after[tuple(x)] = after.get(tuple(x), 0) + weight * walks
            law = after
        asked = {x: walks for x, walks in law.items() if x[1] == i["contributions"]}
        low = high = Fraction(sum(walks for x, walks in asked.items() if x[2] >= i["at_least"]), sum(asked.values()))
    else:
        mean, spread = ["/", "steps", "n"], ["*", "3", ["/", "steps", "n"], ["ln", ["/", "1", "delta_hat"]]]
        least = exact_integer(evaluate(["ceil", ["+", mean, ["sqrt", spread]]], variables, limits), "the least number")
        if least > steps:
            return ZERO, ZERO, variables
        meter.spend(10 * steps * least)
        at, away = [0] * least, [UNIT] + [0] * (least - 1)
        for _ in range(steps):
            at, away = [x // n for x in away], [((n - 2) * x + before) // n + there for x, before, there in
                                                zip(away, [0] + away, [0] + at)]
        high = 1 - Fraction(sum(at) + sum(away), UNIT)
        low = max(ZERO, high - Fraction(2 * steps * least, UNIT))
    return low, high, variables

# ---- spectrum ----

def times(matrix, x):
    return [sum((a * b for a, b in zip(row, x) if a), ZERO) for row in matrix]

def quotient(matrix, x):
    """x.Mx/|x|^2 of a vector orthogonal to 1."""
    need(sum(x) == 0 and any(x), "a vector must be orthogonal to 1, and not 0")
    return dot(x, times(matrix, x)) / dot(x, x)

def gap_is(matrix, gap, vector=None):
    """(1 - gap) I -+ (W - J) >= 0: no eigenvalue beside 1 is above 1 - gap in modulus. With a vector: one is so large."""
    n = len(matrix)
    for sign in (1, -1):
        need(semidefinite([[(1 - gap if u == v else ZERO) - sign * (x - Fraction(1, n)) for v, x in enumerate(row)]
                           for u, row in enumerate(matrix)]), "the spectral gap is smaller than the evidence says")
    need(vector is None or 1 - abs(quotient(matrix, vector)) <= gap, "the spectral gap is larger than the evidence says")

def check_spectrum(i, quantity, evidence, meter):
    """gap_after: by the Rayleigh quotient of y, after adding the edge the gap is at most 1 - |y.Wy|/|y|^2; before, >= `before`.
    polynomial(_norm): P_0 = 1, P_1 = x, P_{t+1} = g x P_t + (1 - g) P_{t-1}, g = 2(1 - sqrt(l(1 - l/4)))/(1 - l/2)^2 at the gap
        l, which is exactly `gap`; at the eigenvalue of `vector`, or |P_t(W)y|^2/|y|^2 of y = `vector` orthogonal to 1.
    randomized_error: (1/2n) sum of E |x_v - mean|^2 after uniformly drawn edges each replaced two values by their mean: M =
        (x - mean)(x - mean)^T + sigma^2 I, M <- E[W M W]. lambda2 of L_p is exact: L_p - lambda2 (I - J) >= 0, and a quotient.
    descent: theta <- W (I - step D) theta from (1, 1), W = [[a, 1-a], [1-a, a]], D = curvatures. For every step in (0, 1/L]
        that matrix is >= 0 and its characteristic polynomial at r, a quadratic in the step, <= 0, so its Perron value is >= r;
        a Perron vector of maximum 1 is <= (1, 1), so |theta_T|^2/|theta_0|^2 >= r^{2T}/2."""
    form = {"gap_after": (("nodes", "edges", "weights", "added"), ("before", "vector")),
            "polynomial": (("nodes", "edges", "weights", "steps", "vector"), ("gap", "gap_vector")),
            "polynomial_norm": (("nodes", "edges", "weights", "steps", "vector"), ("gap", "gap_vector")),
            "randomized_error": (("nodes", "edges", "steps", "noise_variance", "values"), ("lambda2", "vector")),
            "descent": (("stay", "curvatures", "rounds", "constant"), ("rate",))}[quantity]
    keys(i, "the instance of a spectrum", form[0])
    keys(evidence, "the evidence of a spectrum", form[1])
    if quantity == "descent":
        return descent(i, evidence)
    n, steps = nodes_of(i, 2, 80), integer(i.get("steps", 0), "steps", 0)
    edges = edge_list(i["edges"], n)
    meter.spend(n**4 + steps * n**2 * (1 + steps))
    if quantity == "randomized_error":
        return randomized_error(i, evidence, n, edges, steps)
    weights = one_of(i["weights"], "weights", "metropolis", "min-degree")
    w = gossip(n, edges, weights).dense()
    if quantity == "gap_after":
        before, added = rational(evidence["before"], "before"), edge_list([i["added"]], n)
        need(added[0] not in edges, "the added edge must be new")
        gap_is(w, before)
        after = gossip(n, sorted(edges + added), weights).dense()
        return ZERO, 1 - abs(quotient(after, rationals(evidence["vector"], "vector", n))), {"gap_before": (before, ONE)}
    gap, vector = rational(evidence["gap"], "gap"), rationals(i["vector"], "vector", n)
    gap_is(w, gap, rationals(evidence["gap_vector"], "gap_vector", n))
    need(any(vector) and (quantity == "polynomial" or sum(vector) == 0), "vector must not be 0, for a norm orthogonal to 1")
    variables = exactly({"n": n, "gap": gap, "steps": steps})
    top = ["-", "1", ["sqrt", ["*", "gap", ["-", "1", ["/", "gap", "4"]]]]]
    g = evaluate(["/", ["*", "2", top], ["^", ["-", "1", ["/", "gap", "2"]], "2"]], variables, Meter(STEPS, "steps"))
    rest = operate("-", (ONE, ONE), g)
    if quantity == "polynomial":
        x = dot(vector, times(w, vector)) / dot(vector, vector)
        need(all(y == x * z for y, z in zip(times(w, vector), vector)), "vector must be an eigenvector")
        variables["rescaled_chebyshev"] = lambda: rescaled_chebyshev(x, gap, steps)
        w, vector = [[x]], [ONE]
    state = before = [(x, x) for x in vector]
    for t in range(steps):
        image = [operate("+", (ZERO, ZERO), *[operate("*", (a, a), y) for a, y in zip(row, state) if a]) for row in w]
        if t:
            image = [operate("+", operate("*", g, y), operate("*", rest, z)) for y, z in zip(image, before)]
        state, before = image, state
    if quantity == "polynomial":
        return (*state[0], variables)
    norm = operate("+", *[power(x, 2) for x in state])
    return norm[0] / dot(vector, vector), norm[1] / dot(vector, vector), variables

def rescaled_chebyshev(x, gap, steps):
    """T_t(x/(1 - gap))/T_t(1/(1 - gap)), at gap 1 its limit x^t."""
    if gap == 1:
        return (x**steps,) * 2
    values = []
    for y in (x / (1 - gap), 1 / (1 - gap)):
        now, after = ONE, y
        for _ in range(steps):
            now, after = after, 2 * y * after - now
        values.append(now)
    return (values[0] / values[1],) * 2

def randomized_error(i, evidence, n, edges, steps):
    sigma2, values = rational(i["noise_variance"], "noise_variance"), rationals(i["values"], "values", n)
    need(sigma2 > 0 and edges, "it needs noise_variance above 0 and an edge")
    lambda2, laplacian = rational(evidence["lambda2"], "lambda2"), [[ZERO] * n for _ in range(n)]
    for u, v in edges:
        for a, b in ((u, u), (v, v), (u, v), (v, u)):
            laplacian[a][b] += Fraction(1 if a == b else -1, len(edges))
    vector = rationals(evidence["vector"], "vector", n)
    need(quotient(laplacian, vector) <= lambda2, "lambda2 is smaller than the evidence can show")
    need(semidefinite([[x - lambda2 * (Fraction(u == v) - Fraction(1, n)) for v, x in enumerate(row)]
                       for u, row in enumerate(laplacian)]), "lambda2 is larger than the graph's")
    mean = sum(values, ZERO) / n
    off = [x - mean for x in values]
    unit = common_unit([x * y for x in off for y in off] + [sigma2], 0)
    m = [[lift(x * y + (sigma2 if u == v else 0), unit) for v, y in enumerate(off)] for u, x in enumerate(off)]
    for _ in range(steps):
        sums = [[4 * len(edges) * x for x in row] for row in m]
        for u, v in edges:
            for k in [k for k in range(n) if k not in (u, v)]:
                for a, b in ((u, v), (v, u)):
                    sums[a][k] += 2 * (m[b][k] - m[a][k])
                    sums[k][a] += 2 * (m[b][k] - m[a][k])
            for a, b in ((u, u), (v, v), (u, v), (v, u)):
                sums[a][b] += m[u][u] + m[v][v] + 2 * m[u][v] - 4 * m[a][b]
        m, unit = sums, unit * 4 * len(edges)
    error = Fraction(sum(m[u][u] for u in range(n)), 2 * n * unit)
    return error, error, exactly({"n": n, "steps": steps, "variance": dot(off, off) / n, "sigma2": sigma2, "lambda2": lambda2})

def descent(i, evidence):
    a, (h, k) = rational(i["stay"], "stay"), rationals(i["curvatures"], "curvatures", 2)
    rounds, constant, r = integer(i["rounds"], "rounds", 1, STEPS), rational(i["constant"], "constant"), rational(evidence["rate"], "rate")
    smooth, strong = max(abs(h), abs(k)), (h + k) / 2
    need(0 <= a <= 1 and strong > 0, "it needs stay from 0 to 1 and a convex average")
    need(0 <= r <= 1, "rate must be from 0 to 1")
    zeroth, first, second = (r - 1) * (r - 2 * a + 1), (h + k) * (r * a - 2 * a + 1), (2 * a - 1) * h * k
    places = [ZERO, 1 / smooth] + ([-first / (2 * second)] if second < 0 and 0 < -first / (2 * second) < 1 / smooth else [])
    need(all(zeroth + first * x + second * x * x <= 0 for x in places), "the characteristic polynomial is above 0 for some step")
    return power((r, r), 2 * rounds)[0] / 2, None, exactly({"rounds": rounds, "kappa": smooth / strong, "constant": constant})

# ---- linear, expression, sample ----

def check_linear(i, quantity, evidence, meter):
    """The observers see A x + B z, z standard normal; x changes by d, b = A d. The loss is b^T (B B^T)^+ b, infinite if b is not in
    the range of B. Upper: |z|^2 of any z with B z = b (the least is the loss). Lower: (w.b)^2/|B^T w|^2 of any w, the test
    w.y; infinite if B^T w = 0 and w.b != 0. A and B are the file's own, so it serves no claim of the table."""
    keys(i, "the instance of a linear view", ("rows", "inputs", "noises", "signal", "noise", "direction"))
    keys(evidence, "the evidence of a linear view", (), ("w", "z"))
    rows, inputs, noises = [integer(i[name], name, 1) - 1 for name in ("rows", "inputs", "noises")]
    d = dict(term_list(i["direction"], "direction", inputs))
    signal, noise = term_list(i["signal"], "signal", rows, inputs), term_list(i["noise"], "noise", rows, noises)
    b, low, high = {}, ZERO, None
    for (row, column), a in signal:
        b[row] = b.get(row, ZERO) + a * d.get((column,), ZERO)
    if "z" in evidence:
        z, left = dict(term_list(evidence["z"], "z", noises)), dict(b)
        for (row, column), a in noise:
            left[row] = left.get(row, ZERO) - a * z.get((column,), ZERO)
        need(not any(left.values()), "B z = b fails")
        high = sum((x * x for x in z.values()), ZERO)
    if "w" in evidence:
        w, image = dict(term_list(evidence["w"], "w", rows)), {}
        for (row, column), a in noise:
            image[column] = image.get(column, ZERO) + a * w.get((row,), ZERO)
        shown = sum((w.get((row,), ZERO) * x for row, x in b.items()), ZERO)
        square = sum((x * x for x in image.values()), ZERO)
        low = shown**2 / square if square else INFINITE if shown else ZERO
    return low, high, exactly({"rows": rows + 1, "inputs": inputs + 1, "noises": noises + 1})

def check_expression(i, quantity, evidence, meter, row):
    """The table's own formula at the instance: proved where the table's `source` says, not here."""
    keys(i, "the instance of this claim", row["variables"])
    keys(evidence, "the evidence of an expression", ())
    values, limits = {name: rational(x, name) for name, x in i.items()}, Meter(STEPS, "steps")
    need(all(values[name].denominator == 1 for name in row["integers"]), f"{', '.join(row['integers'])} must be integers")
    variables = exactly(values)
    for name, x in row.get("let", []):
        variables[name] = evaluate(x, variables, limits)
    low, high = evaluate(row["value"], variables, limits)
    return low, None if row.get("value_is") == "lower" else high, variables

def check_sample(i, quantity, evidence, meter, row):
    """Statistical. Graph j has pair k (lexicographic, from 0) if word k mod 8 of the SHA-256 of its block k div 8 is below
    floor(2^32 p): no seed can be chosen. A node v with n(1 - W_vv)/(n - 1) < 1/2 shows a gap below 1/2 (the Rayleigh quotient
    of e_v - 1/n). Were the gap at least 1/2 with probability 1/2, so many of k graphs would show it with probability at most
    P(Bin(k, 1/2) >= number)."""
    keys(i, "the instance of a sample", ("model", "nodes", "p", "graphs", "weights"))
    keys(evidence, "the evidence of a sample", ("nodes",))
    one_of(i["model"], "model", "erdos-renyi")
    one_of(i["weights"], "weights", "metropolis")
    n, p, graphs, shown = nodes_of(i, 10), rational(i["p"], "p"), integer(i["graphs"], "graphs", 1), 0
    within(n <= 10**4 and graphs <= 10**4, "it has more than 10000 nodes or graphs")
    need(0 <= p <= 1, "p must be from 0 to 1")
    pairs = [(u, v) for u in range(n) for v in range(u + 1, n)]
    for j, v in enumerate(array(evidence["nodes"], "nodes", graphs, graphs)):
        if v is None:
            continue
        integer(v, "a node of nodes", 0, n - 1)
        meter.spend(20 * len(pairs))
        words = []
        for block in range((len(pairs) + 7) // 8):
            text = f"{FORMAT} {row['id']} graph {j} block {block}"
            words += struct.unpack(">8I", hashlib.sha256(text.encode()).digest())
        below = math.floor(p * 2**32)
        lists = neighbors(n, [pair for pair, word in zip(pairs, words) if word < below])
        leaves = sum((Fraction(1, 1 + max(len(lists[v]), len(lists[w]))) for w in lists[v]), ZERO)
        need(leaves * n / (n - 1) < Fraction(1, 2), f"graph {j} does not show a gap below 1/2 at its node")
        shown += 1
    value = Fraction(sum(math.comb(graphs, k) for k in range(shown, graphs + 1)), 2**graphs)
    return value, value, exactly({"n": n, "p": p, "graphs": graphs})

# ---- Certificates, bundles, folders ----

CHECKS = {"view": (check_view, "loss", "loss_sum", "loss_mean", "eq6_sum"), "rate": (check_rate, "rate", "transient_rate"),
          "stream": (check_stream, "loss", "constant", "absolute_sum"), "rumor": (check_rumor, "delta", "uncertainty", "map"),
          "ring": (check_ring, "mu2", "noise_events", "debiased_mean"), "linear": (check_linear, "loss"),
          "walk": (check_walk, "inclusion", "spotted", "contributions"), "expression": (check_expression, "value"),
          "spectrum": (check_spectrum, "gap_after", "polynomial", "polynomial_norm", "randomized_error", "descent"),
          "sample": (check_sample, "p_value")}
REMARKS = {"expression": " [formula of the table]", "sample": " [statistical]"}
PARTS = ("kind", "claim", "quantity", "verdict", "instance", "proves", "evidence")

def show(x):
    """A number for a reader: exact if short, else to twelve digits."""
    if x == INFINITE or len(str(x)) <= 30:
        return str(x)
    exponent = (x.numerator.bit_length() - x.denominator.bit_length()) * 30103 // 100000 - 2
    while abs(x) >= Fraction(10)**(exponent + 1):
        exponent += 1
    digits = str(math.floor(abs(x) * Fraction(10)**(11 - exponent)))
    return f"about {'-' if x < 0 else ''}{digits[0]}.{digits[1:]}e{exponent}"

def decide(verdict, relation, lower, upper, bound):
    """Does [lower, upper], None where nothing is proved, refute or support `quantity relation bound`?"""
    above = lower is not None and (lower == INFINITE or lower > bound[1])
    at_least = lower is not None and (lower == INFINITE or lower >= bound[1])
    below, at_most = upper is not None and upper < bound[0], upper is not None and upper <= bound[0]
    if verdict == "refutes":
        return {"<=": above, ">=": below, "==": above or below}[relation]
    return {"<=": at_most, ">=": at_least, "==": at_most and at_least}[relation]

def row_of(c, table):
    """The claim's row, whose kind and quantity the certificate must have; None without a claim."""
    if c["claim"] is None:
        need(c["kind"] not in REMARKS, "this kind needs a claim of the table")
        return None
    need(type(c["claim"]) is str and c["claim"] in table, "its claim is not in the table of statements")
    row = table[c["claim"]]
    need((row["kind"], row["quantity"]) == (c["kind"], c["quantity"]), f"its claim is about {row['kind']} {row['quantity']}")
    need(c["kind"] != "linear" and c["instance"].get("weights") != "given", "a matrix given in the file serves no claim")
    return row

def judge(c, table, meter):
    """The sentence of an accepted certificate (without its format)."""
    own = type(c) is dict and c.get("claim", 0) is None and c.get("verdict") in ("refutes", "supports")
    keys(c, "a certificate", PARTS + (("says",) if own else ()), ("note",))
    need(type(c["kind"]) is str and type(c["instance"]) is dict and type(c.get("note", "")) is str,
         "kind and note must be strings, the instance an object")
    within(c["kind"] in CHECKS, "its kind is unknown to this checker")
    check, *quantities = CHECKS[c["kind"]]
    quantity = one_of(c["quantity"], "quantity", *quantities)
    verdict = one_of(c["verdict"], "verdict", "refutes", "supports", "bounds")
    need(verdict != "bounds" or c["claim"] is None, "bounds belong to no claim")
    row, ends = row_of(c, table), keys(c["proves"], "proves", (), ("lower", "upper"))
    need(ends, "proves must have a lower or an upper end")
    ends = {name: x if name == "lower" and x == INFINITE else rational(x, f"proves.{name}") for name, x in ends.items()}
    lower, upper = ends.get("lower"), ends.get("upper")
    low, high, variables = check(c["instance"], quantity, c["evidence"], meter, *([row] if c["kind"] in REMARKS else []))
    need(lower is None or low == INFINITE or (lower != INFINITE and lower <= low), f"it proves {quantity} >= {show(low)} only")
    need(upper is None or high is not None, f"it proves no upper end of {quantity}")
    need(upper is None or high <= upper, f"it proves {quantity} <= {show(high)} only")
    proved = " and ".join([f"{quantity} {'>=' if name == 'lower' else '<='} {show(x)}" for name, x in sorted(ends.items())])
    proved += REMARKS.get(c["kind"], "")
    if verdict == "bounds":
        return f"proves {proved}"
    limits = Meter(STEPS, "steps")
    for condition in row.get("where", []) if row else []:
        need(holds(condition, variables, limits), f"the claim's condition {json.dumps(condition, separators=(',', ':'))} fails")
    says = row or keys(c["says"], "says", ("relation", "bound"))
    relation = one_of(says["relation"], "says.relation", "<=", ">=", "==")
    bound = evaluate(says["bound"], variables, limits)
    stated = f"{c['claim'] or 'its own statement'}, {quantity} {relation} {show(bound[0])}"
    need(decide(verdict, relation, lower, upper, bound), f"{proved} does not {verdict[:-1]} {stated}")
    return f"{verdict} {stated}: {proved}"

def bundle(x, table):
    """Members share the common instance's keys; `covers` says that they support the claim everywhere in its range."""
    keys(x, "a bundle", ("format", "kind", "instance", "certificates"), ("note", "claim", "covers"))
    need(type(x["instance"]) is dict and type(x.get("note", "")) is str and ("claim" in x) == ("covers" in x),
         "a bundle's instance must be an object, its note a string, and claim go with covers")
    members, meter, later = [], Meter(WORK, "work"), None
    for k, member in enumerate(array(x["certificates"], "certificates", 1)):
        need(type(member) is dict and type(member.get("instance")) is dict, f"member {k}: its instance must be an object")
        need(not set(member["instance"]) & set(x["instance"]), f"member {k}: a key stands in the common instance too")
        members.append({**member, "instance": {**x["instance"], **member["instance"]}})
        try:
            judge(members[-1], table, meter)
        except Rejected as why:
            raise Rejected(f"member {k}: {why}") from None
        except Unjudged as why:
            later = later or Unjudged(f"member {k}: {why}")
    if later:
        raise later
    return cover(x["claim"], x["covers"], members) if "covers" in x else f"{len(members)} certificates"

def relabelings(n):
    if n == 0:
        return [[]]
    return [names[:k] + [n - 1] + names[k:] for names in relabelings(n - 1) for k in range(n)]

def cover(claim, covers, members):
    """Every labelled connected graph, observer, target and number of steps in the range is a relabeling of a member."""
    keys(covers, "covers", ("nodes", "steps", "weights"))
    (least, most), (first, last) = [[integer(x, f"covers.{name}", bottom) for x in array(covers[name], f"covers.{name}", 2, 2)]
                                    for name, bottom in (("nodes", 2), ("steps", 1))]
    need(least <= most and first <= last, "a range of covers must rise")
    within(most <= 6, "covers.nodes goes beyond 6")
    shown, form = set(), {"nodes", "weights", "observers", "own_noise", "edges", "steps", "target"}
    for m in members:
        i = m["instance"]
        need([m[key] for key in ("kind", "claim", "verdict", "quantity")] == ["view", claim, "supports", "loss"] and set(i) == form
             and len(i["observers"]) == 1 and i["weights"] == covers["weights"],
             "a member is no support of the covered claim, for one observer and the covered weights")
        need(least <= i["nodes"] <= most and first <= i["steps"] <= last, "a member lies outside of what is covered")
        for names in relabelings(i["nodes"]):
            edges = frozenset((min(names[u], names[v]), max(names[u], names[v])) for u, v in i["edges"])
            shown.add((i["nodes"], edges, names[i["observers"][0]], names[i["target"]], i["steps"]))
    for n in range(least, most + 1):
        pairs = [(u, v) for u in range(n) for v in range(u + 1, n)]
        for mask in range(1 << len(pairs)):
            edges = frozenset(pair for k, pair in enumerate(pairs) if mask >> k & 1)
            if None not in distances(neighbors(n, sorted(edges)), [0]):
                need(all((n, edges, o, u, steps) in shown for o in range(n) for u in range(n) if u != o
                         for steps in range(first, last + 1)), f"covers: a graph of {n} nodes has no member for some pair and step")
    return f"supports {claim}: connected graphs of {least} to {most} nodes, {first} to {last} steps, {covers['weights']} weights"

def judged(find):
    """(state, why) of what `find` returns or raises."""
    try:
        return "accepted", find()
    except Rejected as why:
        return "rejected", str(why)
    except Unjudged as why:
        return "unjudged", str(why)

def format_of(x, name, what):
    need(type(x) is dict and type(x.get("format")) is str and re.fullmatch(name + "/[1-9][0-9]*", x["format"]), f"{what} is not {name}/1")
    within(x["format"] == name + "/1", f"{what} is later than this checker's")

def check_bytes(data, table, listed=None):
    """The sentence of an accepted file; `listed`: (claim, verdict) of its manifest."""
    x = parse(data)
    format_of(x, "hearsay-certificate", "its format")
    kept = x.get("claim"), x.get("verdict")
    if x.get("kind") == "bundle":
        kept, sentence = (x.get("claim"), "supports" if "covers" in x else "bounds"), bundle(x, table)
    else:
        sentence = judge({key: value for key, value in x.items() if key != "format"}, table, Meter(WORK, "work"))
    need(listed is None or listed == kept, "its claim or verdict is not the manifest's")
    return sentence

def manifest_files(data):
    """{name: entry} of a manifest."""
    x = parse(data)
    format_of(x, "hearsay-certificates", "its format")
    keys(x, "a manifest", ("format", "files", "uncertified"), ("program", "parameters"))
    for entry in array(x["files"], "files"):
        keys(entry, "an entry of files", ("file", "sha256", "claim", "verdict"))
        need(type(entry["file"]) is str and re.fullmatch(r"[A-Za-z0-9_.-]+\.json", entry["file"]), "a file must have a plain name")
        need(type(entry["claim"]) is str or entry["claim"] is None, "a claim must be a string or null")
    for entry in array(x["uncertified"], "uncertified"):
        keys(entry, "an entry of uncertified", ("claim", "why"))
        need(all(type(value) is str for value in entry.values()), "an entry of uncertified must have strings")
    files = {entry["file"]: entry for entry in x["files"]}
    need(len(files) == len(x["files"]), "a file stands twice in the manifest")
    claims = {entry["claim"] for entry in x["files"]} & {entry["claim"] for entry in x["uncertified"]}
    need(not claims, "a claim is both certified and uncertified")
    return files

def check_listed(name, entry, names, read, table):
    need(name in names, "the manifest lists it, but it is missing")
    data = read(name)
    need(hashlib.sha256(data).hexdigest() == entry["sha256"], "its SHA-256 is not the manifest's")
    return check_bytes(data, table, (entry["claim"], entry["verdict"]))

def check_folder(names, read, table):
    """[(name, state, why)] of a folder: its manifest lists every certificate with its hash, claim and verdict."""
    state, files = judged(lambda: manifest_files(read("manifest.json")))
    if state != "accepted":
        return [("manifest.json", state, files)]
    found = [(name, *judged(lambda: check_listed(name, entry, names, read, table))) for name, entry in files.items()]
    stray = set(names) - set(files) - {"manifest.json", "statements.json", "schema.json"}
    return found + [(name, "rejected", "the manifest does not list it") for name in sorted(stray) if name.endswith(".json")]

def table_of(data):
    """The rows of statements.json by claim."""
    x = parse(data)
    format_of(x, "hearsay-statements", "the table of statements")
    return {row["id"]: row for row in x["statements"]}

# ---- Command line ----

def read_file(path):
    with open(path, "rb") as file:
        return file.read()

def check_path(path, table):
    """[(file, state, why)] of a certificate or of a folder."""
    if not os.path.isdir(path):
        data = read_file(path)
        return [(path, *judged(lambda: check_bytes(data, table)))]
    found = check_folder(os.listdir(path), lambda name: read_file(os.path.join(path, name)), table)
    return [(os.path.join(path, name), state, why) for name, state, why in found]

def main():
    sys.set_int_max_str_digits(0)
    sys.stdout.reconfigure(errors="backslashreplace")
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", metavar="FILE|-", help="the same lines as JSON; on stdout they replace the lines")
    parser.add_argument("--statements", default=os.path.join(os.path.dirname(os.path.abspath(__file__)), "statements.json"))
    parser.add_argument("path", nargs="+")
    asked = parser.parse_args()
    try:
        table = table_of(read_file(asked.statements))
        found = [entry for path in asked.path for entry in check_path(path, table)]
        files = [dict(zip(("file", "state", "why"), entry)) for entry in found]
        text = json.dumps({"format": "hearsay-check/1", "files": files}, indent=1) + "\n"
        print(text if asked.json == "-" else "".join(f"{state} {name}: {why}\n" for name, state, why in found), end="")
        if asked.json not in (None, "-"):
            with open(asked.json, "w", encoding="utf-8") as file:
                file.write(text)
    except OSError as error:
        sys.exit(print(f"check_certificates: {error.filename}: {error.strerror}", file=sys.stderr) or 2)
    except (Rejected, Unjudged, KeyError, TypeError) as error:
        sys.exit(print(f"check_certificates: {asked.statements}: no table of statements: {error}", file=sys.stderr) or 2)
    states = {state for _, state, _ in found}
    sys.exit(1 if "rejected" in states else 3 if "unjudged" in states else 0)

if __name__ == "__main__":
    main()
