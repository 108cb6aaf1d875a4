#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Accepts or rejects certificates: small JSON files that prove a number, or that a published bound fails.

PATH is a certificate, or a folder with a manifest.json. A line a file: accepted, rejected or unjudged, and why. Exit 0:
all accepted; 1: something is rejected; 2: bad usage or an unreadable path; 3: nothing rejected, something unjudged (an
unknown kind, a later format, more work than the limits below). README.md explains the format, statements.json what each
claim states. Nothing is believed but what is recomputed here: a file's evidence is only ever a vector or a tree by
which an inequality is verified. One function check_KIND a kind: its docstring is the proof. Numbers are rationals, or
pairs (low, high) of rationals that enclose a number. A short statement stands on the line of its `if` or `for`.
"""
import argparse, hashlib, itertools, json, math, operator, os, pathlib, re, stat, struct, sys
from fractions import Fraction
FORMAT, INFINITE, ZERO, ONE = "hearsay-certificate/1", math.inf, Fraction(0), Fraction(1)
NODES, STEPS, TERMS, WORK = 10**6, 10**6, 10**5, 3 * 10**8  # of a graph, an EXPR, a sum; products of 64-bit words
PRECISION, SIZE = 256, 200_000  # bits of an enclosure; bits up to which a rational of an expression stays exact
RATIONAL, VARIABLE = re.compile(r"-?(?:0|[1-9][0-9]*)(?:/[1-9][0-9]*)?"), re.compile(r"[a-z][a-z0-9_]*")
sys.set_int_max_str_digits(0)  # a rational has up to 40,000 characters
class Rejected(Exception): "The file proves nothing: the sentence says why."
class Unjudged(Exception): "The file may be right, but this checker does not decide it."
def need(condition, sentence, otherwise=Rejected):
    if not condition: raise otherwise(sentence)
def within(condition, sentence): need(condition, sentence, Unjudged)
class Meter:
    def __init__(self, limit, what): self.left, self.what = limit, what
    def spend(self, amount):
        self.left -= amount
        within(self.left >= 0, f"it takes more than the limit of {self.what}")
    def toll(self, *xs):
        """For operations on these numbers: the square of their words, what a greatest common divisor costs at most."""
        self.spend(sum(map(words, xs))**2)
    def fold(self, join, xs, total):
        for x in xs:
            self.toll(total, x)
            total = join(total, x)
        return total
    def sum(self, xs): return self.fold(operator.add, xs, ZERO)
    def multiple(self, xs): return self.fold(math.lcm, set(xs), 1)  # the least common one
READING = Meter(WORK, "work")  # of the file at hand
# ---- Form ----
def parse(data):
    """The JSON value of these bytes: UTF-8, no key twice, integers of at most 15 digits the only numbers."""
    def pairs(items):
        need(len({key for key, _ in items}) == len(items), "a key stands twice in an object")
        return dict(items)
    def number(text):
        need(re.fullmatch("0|-?[1-9][0-9]{0,14}", text), "a number must be an integer of at most 15 digits or a string")
        return int(text)
    try:
        hooks = {"object_pairs_hook": pairs, "parse_int": number, "parse_float": number, "parse_constant": number}
        return json.loads(data.decode("utf-8"), **hooks)
    except (UnicodeDecodeError, json.JSONDecodeError, RecursionError):
        raise Rejected("it is not JSON in UTF-8, or nests too deep") from None
def keys(x, what, required, optional=()):
    """x, an object with all of these keys and no other."""
    need(type(x) is dict, f"{what} must be an object")
    need(all(key in x for key in required), f"{what} lacks a key of {', '.join(required)}")
    need(all(key in required or key in optional for key in x), f"{what} has an unknown key")
    return x
def checked(x, condition, sentence):
    need(condition, sentence)
    return x
def array(x, what, least=0, most=10**15):
    fits = type(x) is list and least <= len(x) <= most
    return checked(x, fits, f"{what} must be a list of {'at least ' * (most > least)}{least}")
def integer(x, what, low, high=10**15):
    return checked(x, type(x) is int and low <= x <= high, f"{what} must be an integer from {low} to {high}")
def flag(x, what): return checked(x, type(x) is bool, f"{what} must be true or false")
def one_of(x, what, *choices):
    return checked(x, type(x) is str and x in choices, f"{what} must be one of {', '.join(choices)}")
def rational(x, what):
    """The number of a string `p` or `p/q` in lowest terms."""
    need(type(x) is str and len(x) <= 40_000 and RATIONAL.fullmatch(x), f"{what} must be a rational string")
    READING.spend((len(x) // 19)**2)
    top, slash, bottom = x.partition("/")
    top, bottom = int(top), int(bottom or 1)
    need(x != "-0" and (bottom > 1 or not slash) and math.gcd(top, bottom) == 1, f"{what} must be in lowest terms")
    return Fraction(top, bottom)
def rationals(x, what, length): return [rational(value, what) for value in array(x, what, length, length)]
def rising(items, what):
    return checked(items, all(a < b for a, b in zip(items, items[1:])), f"{what} must rise strictly")
def node_list(x, what, n, least=1): return rising([integer(v, what, 0, n - 1) for v in array(x, what, least)], what)
def nodes_of(i, least, most=None):
    n = integer(i["nodes"], "nodes", least, most or 10**15)
    within(n <= NODES, f"it has more than {NODES} nodes")
    return n
def edge_list(x, n):
    for pair in array(x, "edges"):
        for v in array(pair, "an edge", 2, 2): integer(v, "an edge's node", 0, n - 1)
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
def exactly(values): return {name: (Fraction(x), Fraction(x)) for name, x in values.items()}
# ---- Enclosures: integers in units of 2^-PRECISION, every rounding outward ----
UNIT = 1 << PRECISION
LN2 = "6931471805599453094172321214581765680755001343602552541206800094933936219"  # digits of 0.69..., of 3.14...
PI = "314159265358979323846264338327950288419716939937510582097494459230781640"
LN_TWO, TWO_PI = [(factor * int(digits) * UNIT // 10**places, factor * (int(digits) + 1) * UNIT // 10**places + 1)
                  for factor, digits, places in ((1, LN2, 73), (2, PI, 71))]
ROOT_TWO_PI = math.isqrt(TWO_PI[0] * UNIT), math.isqrt(TWO_PI[1] * UNIT) + 1
def arctanh(y):
    """Of y units, |y| <= UNIT/3, in units: the sum of y^(2k+1)/(2k+1). A term is wrong by less than 3 units."""
    square, term, total, k = y * y // UNIT, abs(y), 0, 0
    while term: total, term, k = total + term // (2 * k + 1), term * square // UNIT, k + 1
    low, high = total - 3 * k - 3, total + 3 * k + 3
    return (low, high) if y >= 0 else (-high, -low)
def scaled(x, k): return x * (1 << k) if k >= 0 else x / (1 << -k)  # x 2^k
def length(x): return x.numerator.bit_length() + x.denominator.bit_length()
def words(x): return length(x) // 64
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
    """x = k ln 2 + r, 0 <= r < 1, and the Taylor series of r: a term is wrong by less than 3 units, the rest by 2."""
    within(abs(x) <= 10**5, "an argument of exp is beyond 100000")
    k, sums = math.floor(x * UNIT / LN_TWO[x >= 0]), []
    for up, ln2 in ((0, LN_TWO[k >= 0]), (1, LN_TWO[k < 0])):
        r, term, total, i = math.floor(x * UNIT) + up - k * ln2, UNIT, 0, 0
        while term > 0: total, i, term = total + term, i + 1, term * r // UNIT // (i + 1)
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
    """1/2 + exp(-x^2/2)/sqrt(2 pi) sum of x^(2k+1)/(2k+1)!! for x >= 0; from a ratio of 1/2 on the rest is at most
    two terms. phi(-x) = 1 - phi(x). The tail beyond 13 is below 2^-120."""
    if x < 0:
        low, high = phi_of(-x)
        return 1 - high, 1 - low
    if x >= 13: return 1 - Fraction(1, 1 << 120), ONE
    (low, high), ends, z = exp_of(-x * x / 2), [], math.floor(x * UNIT)
    for y, up, factor in ((z, 0, low / ROOT_TWO_PI[1]), (z + 1, 1, high / ROOT_TWO_PI[0])):
        square, term, total, k = y * y // UNIT + up, y, 0, 0
        while term > 4 or square > (k + 1) * UNIT:
            total, k, term = total + term, k + 1, term * square // UNIT // (2 * k + 3) + 2 * up
        ends.append(Fraction(1, 2) + (total + up * 2 * term) * factor)
    return tidy(*ends)
def end_of_power(x, e, up):
    """x^e rounded up or down, by squaring of the modulus."""
    result, square, away, sign = ONE, abs(x), up == (x >= 0), -1 if x < 0 and e % 2 else 1
    while e: result, square, e = shorter(result * square, away) if e % 2 else result, shorter(square**2, away), e // 2
    return sign * result
def power(x, e):
    """(low, high)^e for an integer e >= 0; exact up to SIZE bits."""
    low, high = x
    if low == high and e * length(low) <= SIZE: return low**e, low**e
    if low < 0 and e % 2 == 0: low, high = (-high, -low) if high < 0 else (ZERO, max(-low, high))
    return end_of_power(low, e, False), end_of_power(high, e, True)
# ---- Expressions ----
ARITY = {**dict.fromkeys(("exp", "ln", "sqrt", "phi", "floor", "ceil"), (1, 1)), "-": (1, 2), "/": (2, 2), "^": (2, 2),
         "choose": (2, 2), **dict.fromkeys(("+", "*", "min", "max"), (1, TERMS))}
def exact_integer(value, what):
    need(value[0] == value[1] and value[0].denominator == 1, f"{what} must be an integer")
    return value[0].numerator
def operate(name, *xs):
    """The enclosure of an operation on enclosures."""
    a, b = xs[0], xs[-1]
    if name == "+": return tidy(sum((x[0] for x in xs), ZERO), sum((x[1] for x in xs), ZERO))
    if name in ("min", "max"): return tuple((min if name == "min" else max)(x[end] for x in xs) for end in (0, 1))
    if name == "-": return (-a[1], -a[0]) if len(xs) == 1 else tidy(a[0] - b[1], a[1] - b[0])
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
        n, k = [exact_integer(x, "an operand of choose") for x in xs]
        need(n >= 0, "choose from fewer than 0")
        within(n <= STEPS, f"choose from more than {STEPS}")
        return (Fraction(math.comb(n, k) if 0 <= k <= n else 0),) * 2
    if name in ("floor", "ceil"):
        low, high = [math.floor(x) if name == "floor" else math.ceil(x) for x in a]
        need(low == high, f"the enclosure does not decide a {name}")
        return Fraction(low), Fraction(high)
    need(a[0] > 0 or name in ("exp", "phi") or (name == "sqrt" and a[0] == 0), f"operand of {name} may be too small")
    of = {"exp": exp_of, "ln": ln_of, "sqrt": sqrt_of, "phi": phi_of}[name]
    return of(a[0]) if a[0] == a[1] else (of(a[0])[0], of(a[1])[1])
def combine(meter, name, *xs):
    """`operate`, at a price in steps: the square of the words of the numbers that it meets or makes."""
    need(ARITY[name][0] <= len(xs) <= ARITY[name][1], f"{name} has the wrong number of operands")
    if name in ("+", "*", "min", "max") and len(xs) != 2:
        total = xs[0]
        for x in xs[1:]: total = combine(meter, name, total, x)
        return total
    size = max(words(end) for x in xs for end in x)
    made = {"choose": xs[0][1], "^": abs(xs[-1][1]) * length(xs[0][0])}.get(name, ZERO)  # bits of what is new
    if name == "choose" or (xs[0][0] == xs[0][1] and made <= SIZE): size = max(size, math.ceil(min(made, STEPS)) // 32)
    meter.spend(size**2 // 256)
    return operate(name, *xs)
def evaluate(x, variables, meter, depth=0):
    """The enclosure of an EXPR; `variables`: enclosures, or functions that compute them when first named."""
    meter.spend(1)
    need(depth <= 100, "an expression nests deeper than 100")
    if type(x) is str:
        if not VARIABLE.fullmatch(x): return (rational(x, "a number of an expression"),) * 2
        need(x in variables, f"the variable {x[:40]} is not defined here")
        if callable(variables[x]): variables[x] = variables[x]()
        return variables[x]
    array(x, "an expression that is no string", 2)
    if x[0] == "sum":
        need(len(x) == 5 and type(x[1]) is str and VARIABLE.fullmatch(x[1]), "a sum has a variable, ends and a term")
        first, last = [exact_integer(evaluate(y, variables, meter, depth + 1), "an end of a sum") for y in x[2:4]]
        within(last - first < TERMS, f"a sum has more than {TERMS} terms")
        inner, total = dict(variables), (ZERO, ZERO)
        for k in range(first, last + 1):
            inner[x[1]] = (Fraction(k), Fraction(k))
            total = combine(meter, "+", total, evaluate(x[4], inner, meter, depth + 1))
        return total
    need(type(x[0]) is str and x[0] in ARITY, "an unknown operation in an expression")
    return combine(meter, x[0], *[evaluate(y, variables, meter, depth + 1) for y in x[1:]])
def holds(condition, variables, meter):
    """The condition holds for the whole enclosure."""
    array(condition, "a condition", 3, 3)
    relation, (a, b) = condition[0], [evaluate(x, variables, meter) for x in condition[1:]]
    one_of(relation, "a relation", "<", "<=", ">", ">=", "==")
    return {"<": a[1] < b[0], "<=": a[1] <= b[0], ">": a[0] > b[1], ">=": a[0] >= b[1],
            "==": a[0] == a[1] == b[0] == b[1]}[relation]
# ---- Matrices ----
class Matrix:
    """From rows [(v, p, q)] with W_uv = p/q: (W x)_u = (sum of cs[u] * x[vs[u]]) / q[u]. `back`: its transpose."""
    def __init__(self, rows, meter, back=None):
        self.n, self.back, self.vs, self.take = len(rows), back or self, [[v for v, _, _ in row] for row in rows], []
        self.q = [meter.multiple(q for _, _, q in row) for row in rows]
        self.cs = [[p * (common // q) for _, p, q in row] for row, common in zip(rows, self.q)]
        self.common, self.degree = meter.multiple(self.q), max(map(len, rows)) - 1
        self.size = sum(len(cs) * (1 + words(q) + words(max(map(abs, cs)))) for cs, q in zip(self.cs, self.q))
    def entry(self, u, v): return Fraction(self.cs[u][self.vs[u].index(v)], self.q[u]) if v in self.vs[u] else ZERO
    def dense(self): return [[self.entry(u, v) for v in range(self.n)] for u in range(self.n)]
    def product(self, x, unit, bits, meter):
        """(W x, its unit): without bits exact, the unit multiplied; with bits an entry is rounded by less than 1."""
        meter.spend((self.size + self.n * (not bits) * words(self.common)) * (1 + words(max(max(x), -min(x), unit))))
        if not self.take: self.take = [operator.itemgetter(*vs, vs[0]) for vs in self.vs]  # one more: always a tuple
        sums = [sum(map(operator.mul, cs, take(x))) for cs, take in zip(self.cs, self.take)]
        if bits: return [total // q for total, q in zip(sums, self.q)], unit
        return [total * (self.common // q) for total, q in zip(sums, self.q)], unit * self.common
def neighbors(n, edges):
    lists = [[] for _ in range(n)]
    for u, v in [*edges, *[(v, u) for u, v in edges]]: lists[u].append(v)
    return lists
def gossip(n, edges, weights, meter):
    """metropolis: W_uv = 1/(1 + max(d_u, d_v)); min-degree: 1/max(d_u, d_v); uniform: 1/(1 + d_u); the rest W_uu."""
    lists, more, rows = neighbors(n, edges), int(weights != "min-degree"), []
    for u, others in enumerate(lists):
        shares = [more + max(len(others), len(lists[u if weights == "uniform" else v])) for v in others]
        q = meter.multiple(shares)
        rows.append([(u, q - sum(q // k for k in shares), q)] + [(v, 1, k) for v, k in zip(others, shares)])
    return Matrix(rows, meter)
def distances(lists, start):
    """Steps from the nodes `start`; None where no path leads."""
    far, layer, steps = [None] * len(lists), list(start), 0
    while layer:
        for v in layer: far[v] = steps
        layer, steps = sorted({w for v in layer for w in lists[v] if far[w] is None}), steps + 1
    return far
def semidefinite(matrix, meter):
    """This symmetric matrix is >= 0: its pivots (LDL^T in integers) are >= 0, and the row of a pivot 0 is 0."""
    scale, last = meter.multiple(x.denominator for row in matrix for x in row), 1
    a = [[x.numerator * (scale // x.denominator) for x in row] for row in matrix]
    for k, row in enumerate(a):
        pivot = row[k]
        meter.spend((len(a) - k)**2 * (1 + max(map(words, row[k:]))**2))
        if pivot < 0 or (pivot == 0 and any(row[k:])): return False
        for i in range(k + 1, len(a)) if pivot else ():
            a[i] = a[i][:i] + [(pivot * a[i][j] - row[i] * row[j]) // last for j in range(i, len(a))]
        last = pivot or last
    return True
def dot(x, y): return sum(map(operator.mul, x, y))
def lift(c, unit):
    """c in units, rounded down: exact where the unit is a multiple of its denominator."""
    return c.numerator * unit // c.denominator
def common_unit(values, bits, meter):
    return 1 << bits if bits else meter.multiple(value.denominator for value in values)
def square_bounds(x, error, meter):
    """Bounds on the squared length of a vector whose entries are within `error` of x."""
    meter.spend(len(x) * (1 + words(max(map(abs, x), default=0))**2))
    if not error: return (dot(x, x),) * 2
    return sum(max(0, abs(y) - error)**2 for y in x), sum((abs(y) + error)**2 for y in x)
# ---- view, stream, rate: what gossip shows ----
class System:
    """In each round inputs and noise join the state x; then for each step k: places[k] of x are seen, x <- w[k] x."""
    def __init__(self, i, w, bits, meter):
        self.n, self.w, self.inner, self.bits, self.meter = w[0].n, w, len(w), bits, meter
        self.observers = node_list(i["observers"], "observers", self.n)
        self.own, known = flag(i["own_noise"], "own_noise"), set(self.observers)
        heard = {m: {v for o in known for v, c in zip(m.vs[o], m.cs[o]) if c} - known for m in set(w)}
        self.places = [sorted(heard[m]) for m in w]
        self.senders, self.known = sorted(set().union(*self.places)), self.observers if self.own else []
        self.run(1)
    def run(self, rounds):
        """`error`: an adjoint entry is wrong by at most T K (d_max + 1) units, as W expands no maximum norm."""
        self.rounds = rounds
        self.error = rounds * self.inner * (max(m.degree for m in set(self.w)) + 1) if self.bits else 0
    def terms(self, x):
        """[((t, k, w), c)], 1 <= t <= rounds, of what is seen; a view's terms have no t."""
        most, seen = (self.inner - 1, self.n - 1), [set(nodes) for nodes in self.places]
        terms = term_list(x, "terms", *most) if self.single else term_list(x, "terms", self.rounds, *most, first=1)
        terms = [((1, *index) if self.single else index, c) for index, c in terms]
        need(all(w in seen[k] for (_, k, w), _ in terms), "a term names what the observers do not see")
        return terms
    def adjoint(self, terms, unit):
        """([b_1, ..., b_T], unit): backwards a = W_k^T a + E c_{t,k} for k = K-1..0, b_t = a."""
        a, at, blocks = [0] * self.n, {}, []
        for (t, k, w), c in terms: at.setdefault((t, k), []).append((w, c))
        for t in range(self.rounds, 0, -1):
            for k in reversed(range(self.inner)):
                if any(a): a, unit = self.w[k].back.product(a, unit, self.bits, self.meter)
                for w, c in at.get((t, k), ()): a[w] += lift(c, unit)
            blocks.append((a[:], unit))
        return [[x * (unit // u) for x in block] for block, u in reversed(blocks)], unit
    def seen(self, inputs, unit):
        """What inputs show, forwards: [(values, unit)], a pair for each step."""
        x, top, found = [0] * self.n, unit, []
        for vector in inputs:
            x = [a + b * (top // unit) for a, b in zip(x, vector)]
            for m, nodes in zip(self.w, self.places):
                found.append(([x[w] for w in nodes], top))
                if len(found) < self.rounds * self.inner: x, top = m.product(x, top, self.bits, self.meter)
        return found
    def weigh(self, signal, terms):
        """Of weights c and a signal [{node: s} a round]: bounds on c.y, on |b|^2 off the known noise, on |r|^2; b; r,
        what signal - b shows, sums of T adjoints and signals, so wrong by at most (T + 1) error + T units an entry."""
        numbers = [c for _, c in terms] + [s for change in signal for s in change.values()]
        blocks, unit = self.adjoint(terms, common_unit(numbers, self.bits, self.meter))
        for block in blocks:
            for o in self.known: block[o] = 0
        cy = sum((s * block[u] for change, block in zip(signal, blocks) for u, s in change.items()), ZERO) / unit
        slack = Fraction(self.error, unit) * sum(abs(s) for change in signal for s in change.values())
        squares = [square_bounds(block, self.error, self.meter) for block in blocks]
        norm = [Fraction(sum(x), unit**2) for x in zip(*squares)]
        rest = [[-x for x in block] for block in blocks]
        for vector, change in zip(rest, signal):
            for u, s in change.items(): vector[u] += lift(s, unit)
        seen, wrong = self.seen(rest, unit), (self.rounds + 1) * self.error + self.rounds if self.bits else 0
        square = self.meter.sum(Fraction(square_bounds(values, wrong, self.meter)[1], u**2) for values, u in seen)
        return (cy - slack, cy + slack), norm, square, (blocks, unit), seen
    def published(self, nodes, printed=False):
        """Equation (6): sum over k, w of (row_u)^2/|row|^2, row = e_w^T W_{0:k}, for each u; printed: entry (u, w)."""
        totals, units = {u: (ZERO, ZERO) for u in nodes}, 1 << self.bits
        for k, w in [(k, w) for k in range(self.inner) for w in self.places[k]]:
            row, unit = column, top = [int(v == w) * units for v in range(self.n)], units
            for m in reversed(self.w[:k]): row, unit = m.back.product(row, unit, self.bits, self.meter)
            for m in self.w[:k] if printed else (): column, top = m.product(column, top, self.bits, self.meter)
            low, high = square_bounds(row, self.error, self.meter)
            need(low > 0 or high == 0, "bits are too few for eq6")
            for u in nodes if low else ():
                a, b = square_bounds([column[u] if printed else row[u]], self.error, self.meter)
                ratio = Fraction(unit, top)**2 if printed else ONE
                self.meter.toll(low, high, unit, top, totals[u][1])
                totals[u] = totals[u][0] + ratio * a / high, totals[u][1] + ratio * b / low
        return list(totals.values())
def total(pairs, meter, top=None):
    pairs = [(min(a, top), min(b, top)) for a, b in pairs] if top is not None else pairs
    return meter.sum(a for a, _ in pairs), meter.sum(b for _, b in pairs)
def view_system(i, evidence, meter):
    n, weights = nodes_of(i, 2), one_of(i["weights"], "weights", "metropolis", "min-degree", "given")
    form = [key for key in ("edges", "rounds", "entries") if key in i]
    need(len(form) == 1 and ("steps" in i) == ("rounds" not in i), "a view has rounds, or steps with edges or entries")
    need((weights == "given") == (form[0] == "entries"), "entries go with given weights, edges with a rule")
    steps = integer(i["steps"], "steps", 1) if "steps" in i else len(array(i["rounds"], "rounds", 1))
    within(steps <= STEPS, f"it has more than {STEPS} steps")
    bits = integer(evidence["bits"], "bits", 32, 8192) if "bits" in evidence else 0
    if weights == "given":
        entries = term_list(i["entries"], "entries", n - 1, n - 1)
        rows, columns = [[] for _ in range(n)], [[] for _ in range(n)]
        need(entries and not bits, "given weights need an entry, and no bits")
        for (u, v), c in entries:
            rows[u].append((v, c.numerator, c.denominator))
            columns[v].append((u, c.numerator, c.denominator))
        for lists in (rows, columns): lists[:] = [row or [(u, 0, 1)] for u, row in enumerate(lists)]
        edges = {(min(at), max(at)) for at, c in entries if c and at[0] != at[1]}
        w, graphs = [Matrix(rows, meter, Matrix(columns, meter))] * steps, [sorted(edges)]
    else:
        meter.spend(n * (1 if "edges" in i else steps))
        graphs = [edge_list(x, n) for x in ([i["edges"]] if "edges" in i else i["rounds"])]
        w = [gossip(n, edges, weights, meter) for edges in graphs] * (steps if "edges" in i else 1)
    v = System(i, w, bits, meter)
    v.single, v.fixed, v.given, v.graphs = True, "steps" in i, weights == "given", graphs
    v.lists, v.outside = neighbors(n, graphs[0]), [u for u in range(n) if u not in set(v.observers)]
    return v
def loss_bounds(v, direction, terms, tau2, gram):
    """[L, U] for the change {node: s} by one combination, as check_view proves."""
    gd, (_, norm), square, _, _ = v.weigh([direction], terms)
    whole = v.meter.sum(s * s for s in direction.values())
    noise = norm + tau2 * v.meter.sum(c * c for _, c in terms)
    low = max(ZERO, gd[0], -gd[1])**2 / noise if noise else ZERO
    if square == 0 or tau2: high = norm + (square / tau2 if tau2 else 0)
    else: high = norm + square / gram + 2 * sqrt_of(norm * square / gram)[1] if gram else whole
    return low, min(high, whole)
def gram_bound(v, x):
    """m, if B B^T >= m I. Its entries are (W^{t+t'})_{ww'}, less the sum over o in O of (W^t)_{wo} (W^{t'})_{w'o} with
    own noise. If T products are wrong by e, that is by 2e units, the sum by 2e + |O| e^2 2^-bits, as its factors add up
    to 1. For G - sI = L L^T + E, L <= 1 rounded to units, an entry of E is below 3 units: G >= sI - order * 3 units."""
    m, rows = rational(x, "gram_lower"), [(k, w) for k in range(v.inner) for w in v.places[k]]
    need(v.bits and v.fixed and len(rows) <= 150, "gram_lower needs bits, one gossip matrix and at most 150 messages")
    need(m > 0, "gram_lower must be above 0")
    one, order, powers, factor = 1 << v.bits, len(rows), {}, []
    for w in v.places[0]:
        powers[w] = [[int(u == w) * one for u in range(v.n)]]
        for _ in range(2 * v.inner - 2): powers[w].append(v.w[0].product(powers[w][-1], one, v.bits, v.meter)[0])
    shift = lift(m, one) + 1 + order * (4 * v.error + len(v.observers) * v.error**2 // one + 4)
    v.meter.spend(order**3 * (1 + (v.bits // 64)**2 // 16))
    for i, (t, w) in enumerate(rows):
        factor.append([])
        for j, (t2, w2) in enumerate(rows[:i + 1]):
            value = powers[w][t + t2][w2] * one - sum(powers[w][t][o] * powers[w2][t2][o] for o in v.known)
            value -= dot(factor[i], factor[j][:j]) + (shift * one if i == j else 0)
            need(i != j or value > 0, "B B^T >= gram_lower I fails")
            factor[i].append(math.isqrt(value) if i == j else value // factor[j][j])
    return m
def view_variables(v, i, members, proofs, gap):
    """What a bound may name: degrees and distances of a fixed graph, what concerns the target if there is one."""
    far, one = distances(v.lists, v.observers), len(members) == 1 and v.fixed
    numbers = {"n": v.n, "steps": v.inner, "observers": len(v.observers), "own_noise": v.own, "static": v.fixed,
               "tau2": Fraction(i.get("tau2", "0")), "senders": len(v.senders), "messages": sum(map(len, v.places)),
               "round_edges": None if v.given else max(map(len, v.graphs)), "group": len(members) or None,
               "connected": None not in distances(v.lists, [0]) if v.fixed else None,
               "edges": len(v.graphs[0]) if v.fixed else None,
               "degree_observer": len(v.lists[v.observers[0]]) if v.fixed and len(v.observers) == 1 else None,
               "degree_target": len(v.lists[members[0]]) if one else None, "distance": far[members[0]] if one else None,
               "nearer_distance": far[i["nearer"]] if one and "nearer" in i else None}
    values = exactly({name: x for name, x in numbers.items() if x is not None})
    values["eq6_sum"] = lambda: total(v.published(v.outside), v.meter)
    values["eq6_capped_sum"] = lambda: total(v.published(v.outside), v.meter, ONE)
    if members: values["eq6_group"] = lambda: total(v.published(members), v.meter)
    if len(members) == 1:
        values.update({"eq6": lambda: v.published(members)[0], "eq6_printed": lambda: v.published(members, True)[0]})
    if v.fixed:
        weights = [v.w[0].entry(o, w) for o in v.observers for w in v.places[0]]
        values["inverse_weight2"] = lambda: (max((1 / x**2 for x in weights if x), default=ZERO),) * 2
    if one: values["walk_sum"] = lambda: walk_sum(v, members[0])
    if "nearer" in i: values["nearer_loss"] = proofs.get(i["nearer"], (ZERO, ONE))
    if gap is not None: values["gap"] = gap, ONE
    return values
def least_gap(v, x):
    """A number that the spectral gap of W is not below."""
    need(v.fixed and not v.given and v.n <= 80, "a gap needs one graph of at most 80 nodes and a rule of weights")
    return gap_is(v.w[0].dense(), rational(x, "gap"), v.meter)
def walk_sum(v, target):
    """sum over t = 1..T of P(X_t in O | X_0 = target)^2, X the walk by W."""
    units = 1 << v.bits
    x, unit, low, high = [int(u == target) * units for u in range(v.n)], units, ZERO, ZERO
    for m in v.w:
        x, unit = m.back.product(x, unit, v.bits, v.meter)
        a, b = square_bounds([sum(x[o] for o in v.observers)], v.error * len(v.observers), v.meter)
        v.meter.toll(unit, unit, low, high)
        low, high = low + Fraction(a, unit**2), high + Fraction(b, unit**2)
    return low, high
def check_view(i, quantity, evidence, meter):
    """The inputs change by d; the observers see B(x + z), z standard normal, B the rows e_w^T W_{0:t} of the messages
    without the columns of known noise. Their loss is |P d|^2, P the projector on the row space of B (a Gaussian
    mechanism; units of U). For weights c let g = B^T c, which lies in the row space, and r = B(d - g).
    Lower: (g.d)^2 = (g.Pd)^2 <= |g|^2 |Pd|^2. Noise of variance tau2 on each message makes the rows [B, tau I], so that
        (g.d)^2 <= (|g|^2 + tau2 |c|^2) loss.
    Upper: r = 0 says that d - g is orthogonal to the row space, so Pd = g. With tau2: (g, r/tau) solves [B, tau I] x =
        Bd, and the loss is the least |x|^2. With B B^T >= m I: |P(d - g)| <= |r|/sqrt(m). It is never more than |d|^2.
    Group: any |s| <= 1 for each member bounds from below; the loss is convex in s, so the 2^(k-1) sign patterns (s and
        -s lose the same) bound it from above. Sums run over the nodes outside O; one not listed counts 0, or 1 above.
    Bits: numbers are integers in units of 2^-bits, a product rounds an entry by less than 1 unit, a c by 1, and W does
        not expand the maximum norm: an entry is wrong by at most T (d_max + 1) units in the end, charged both ways."""
    need(quantity != "eq6_sum" or not evidence, "eq6_sum takes no evidence")
    v = view_system(i, evidence, meter)
    need(("target" in i) + ("group" in i) == (quantity == "loss"), "a loss has a target or a group, a sum neither")
    members = [i["target"]] if "target" in i else i.get("group", [])
    node_list(members, "target or group", v.n, 2 * ("group" in i))
    need(not set(members) & set(v.observers), "a target or group must lie outside the observers")
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
    if "group" not in i: rising([min(direction) for direction, _, _ in found], "the combinations' targets")
    gap = least_gap(v, evidence["gap"]) if "gap" in evidence else None
    variables = view_variables(v, i, members, proofs, gap)
    if quantity == "eq6_sum": low, high = variables["eq6_sum"]()
    elif "target" in i: low, high = proofs.get(i["target"], (ZERO, ONE))
    elif "group" in i:
        low, signs = max([low for _, low, _ in found], default=ZERO), {}
        for direction, _, high in found:
            if len(direction) == len(members) and all(abs(s) == 1 for s in direction.values()):
                pattern = tuple(s * direction[members[0]] for s in direction.values())
                signs[pattern] = min(high, signs.get(pattern, high))
        high = max(signs.values()) if len(signs) == 2**(len(members) - 1) else Fraction(len(members))
    else:
        low, high = total([proofs.get(u, (ZERO, ONE)) for u in v.outside], meter)
        low, high = (low / v.n, high / v.n) if quantity == "loss_mean" else (low, high)
    return low, high, variables
def running_system(i, evidence, meter):
    """The system of a stream or rate: one gossip matrix, states or messages seen."""
    n, weights = nodes_of(i, 2), one_of(i["weights"], "weights", "metropolis", "min-degree")
    steps, rounds = [integer(i.get(name, 1), name, 1) for name in ("steps_per_round", "rounds")]
    within(rounds * steps <= STEPS, f"it has more than {STEPS} steps")
    bits, edges = integer(evidence["bits"], "bits", 32, 8192) if "bits" in evidence else 0, edge_list(i["edges"], n)
    v = System(i, [gossip(n, edges, weights, meter)] * steps, bits, meter)
    v.messages = one_of(i["view"], "view", "states", "messages") == "messages"
    v.single, v.lists, v.places = False, neighbors(n, edges), v.places if v.messages else [v.observers] * steps
    v.target = integer(i["target"], "target", 0, n - 1)
    need(v.target not in v.observers, "a target must lie outside the observers")
    v.run(rounds)
    closed = any(v.observers == sorted([u, *others]) for u, others in enumerate(v.lists))
    return v, {"n": n, "observers": len(v.observers), "own_noise": v.own, "messages_seen": v.messages,
               "connected": None not in distances(v.lists, [0]), "closed_neighborhood": closed}
def fixed_upper(v, terms):
    """2 c.y - c.Gc + 4 |r|^2 for the constant stream."""
    (_, high), (less, _), square, _, _ = v.weigh([{v.target: ONE}] * v.rounds, terms)
    need(square == 0 or (not v.known and v.inner == 1), "a residual needs K = 1 and unknown noise everywhere")
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
    need(exact or (not v.known and v.inner == 1), "a residual needs K = 1 and unknown noise everywhere")
    def inner(x, z):
        v.meter.spend(sum((1 + len(p)) * (1 + words(s) + words(u))**2 for (p, s), (_, u) in zip(x, z)))
        return v.meter.sum(Fraction(dot(p, q), s * u) for (p, s), (q, u) in zip(x, z))
    def signal(j, t): return Fraction(b[j][t][0][v.target], b[j][t][1])
    excess = [[(y[j] if j == k else ZERO) - signal(j, k) - signal(k, j) + inner(b[j], b[k]) - 4 * inner(r[j], r[k])
               for k in range(v.rounds)] for j in range(v.rounds)]
    need(semidefinite(excess, v.meter), "Diag(y) - S >= 0 fails")
    return sum(y, ZERO)
def check_stream(i, quantity, evidence, meter):
    """theta <- theta + x_t + z_t, then K times: the states of the seen nodes are seen, theta <- W theta. With y the
    view of the stream s at the target and G the covariance of the view (unknown noise only), the loss is y^T G^+ y;
    its matrix M in s is a block of a projector, so the loss is at most T. For weights c: c.y = sum s_t b_t(u), c.Gc =
    sum |b_t|^2 off the known noise, b the adjoint; r = y - Gc. Bits as in check_view.
    Lower: (c.y)^2 <= c.Gc y^T G^+ y (Cauchy). 1^T |M| 1 >= s^T M s for |s_t| <= 1: it holds for `absolute_sum`.
    Upper for the constant stream: y^T G^-1 y = 2 c.y - c.Gc + r^T G^-1 r, and G >= I/4 if all noise is unknown, K = 1:
        then c_t = C(b_t - W b_{t+1}), so |c|^2 <= 4 sum |b_t|^2 = 4 c.Gc. With r = 0 it holds always.
    Upper for all streams: X the weights for the unit streams, Y their signals, R = Y - G X, the same identity says M
        <= S = X^T Y + Y^T X - X^T G X + 4 R^T R in matrix order; Diag(y) >= S: s^T M s <= sum y_t s_t^2 <= sum y_t."""
    v, numbers = running_system(i, evidence, meter)
    low, high, constant = ZERO, None if quantity == "absolute_sum" else Fraction(v.rounds), Fraction(v.rounds)
    if "lower" in evidence:
        keys(evidence["lower"], "lower", ("terms",) if quantity == "constant" else ("stream", "terms"))
        stream = rationals(evidence["lower"].get("stream", ["1"] * v.rounds), "stream", v.rounds)
        need(all(abs(s) <= 1 for s in stream), "a stream must stay within -1 and 1")
        (a, b), (_, noise), _, _, _ = v.weigh([{v.target: s} for s in stream], v.terms(evidence["lower"]["terms"]))
        low = max(ZERO, a, -b)**2 / noise if noise else ZERO
    other = "upper" if quantity == "absolute_sum" else "constant"
    need(other not in evidence, "upper goes with a loss, constant with a sum")
    if "upper" in evidence:
        upper = keys(evidence["upper"], "upper", ("terms",) if quantity == "constant" else ("diagonal", "columns"))
        high = min(high, fixed_upper(v, v.terms(upper["terms"])) if quantity == "constant" else
                   every_upper(v, upper["diagonal"], upper["columns"]))
    if "constant" in evidence:
        constant = min(constant, fixed_upper(v, v.terms(keys(evidence["constant"], "constant", ("terms",))["terms"])))
    variables = {**exactly({**numbers, "rounds": v.rounds, "steps_per_round": v.inner}), "constant": (ZERO, constant)}
    if v.messages: variables["eq6"] = lambda: v.published([v.target])[0]
    return low, high, variables
def check_rate(i, quantity, evidence, meter):
    """A stream of period p and vectors b_1..b_p with b_t = W b_{t+1} off the seen nodes, cyclically; W is primitive.
    With h the mean of s_t b_t(u) (for `transient_rate` minus that of s_t (1.b_t)/n, what the mean of all nodes shows)
    and g the mean of |b_t|^2 off the known noise, lim inf loss/T >= h^2/g over T = kp: the weights c_t = C(b_t - W
    b_{t+1}), and one impulse at round T of total 1.b_1, have the adjoint b_t - W^{T-t} r with 1.r = 0, so |W^j r| <=
    rho^j |r|, rho < 1. So the signal is T h + O(1), the noise at most (sqrt(T g) + O(1))^2, and check_stream's lower
    bound over T tends to h^2/g."""
    v, numbers = running_system(i, {}, meter)
    period = len(array(evidence["stream"], "stream", 1))
    stream = rationals(evidence["stream"], "stream", period)
    need(all(abs(s) <= 1 for s in stream), "a stream must stay within -1 and 1")
    b = [rationals(x, "a vector of adjoint", v.n) for x in array(evidence["adjoint"], "adjoint", period, period)]
    far = distances(v.lists, [0])
    need(None not in far, "the graph must be connected")
    odd = any(far[u] == far[w] for u, others in enumerate(v.lists) for w in others)
    need(odd or any(v.w[0].entry(u, u) for u in range(v.n)), "the gossip matrix must be primitive")
    unit, seen = common_unit([x for vector in b for x in vector], 0, meter), set(v.places[0])
    units = [[lift(x, unit) for x in vector] for vector in b]
    for t, vector in enumerate(units):
        after, factor = v.w[0].product(units[(t + 1) % period], 1, 0, meter)
        agrees = [factor * x == y for u, (x, y) in enumerate(zip(vector, after)) if u not in seen]
        need(all(agrees), "b_t = W b_{t+1} fails off the seen nodes")
    h = meter.sum(s * x[v.target] for s, x in zip(stream, b)) / period
    if quantity == "transient_rate": h -= meter.sum(s * meter.sum(x) for s, x in zip(stream, b)) / period / v.n
    g = meter.sum(x[u]**2 for x in b for u in range(v.n) if u not in v.known) / period
    need(g > 0, "the adjoint meets no unknown noise")
    return h * h / g, None, exactly(numbers)
# ---- rumor: who started it ----
class Rumor:
    """The law of what the curious nodes see. A state is (active nodes, informed nodes if the transcript ends else 0; 7
    if a delayed first message is to come, 1 + a source deaf to its next telling, or 0), a law {state: chance}."""
    def __init__(self, i, meter):
        self.n, self.meter, self.rows = nodes_of(i, 3, 6), meter, {}
        self.curious = integer(i["curious"], "curious", 1, self.n - 2)
        self.honest, self.muting = self.n - self.curious, rational(i["muting"], "muting")
        self.ends = one_of(i["transcript"], "transcript", "terminated", "unending") == "terminated"
        self.to_itself, self.twice = flag(i["self_sends"], "self_sends"), i["delayed_start"] == "twice"
        self.delayed = self.twice or flag(i["delayed_start"], "delayed_start")
        edges = edge_list(i["edges"], self.n) if "edges" in i else [(u, v) for v in range(self.n) for u in range(v)]
        self.lists = neighbors(self.n, edges)
        need(None not in distances(self.lists, [0]), "the graph of a rumor must be connected")
        need(0 <= self.muting <= 1 and self.muting >= self.delayed, "muting must be from 0 to 1, delayed 1")
    def start(self, sources):
        return [{(1 << source, 1 << source if self.ends else 0, 7 * self.delayed): ONE} for source in sources]
    def moves(self, state):
        """[(sender, receiver, next state, probability)] of the next message; none once everybody is informed."""
        active, informed, late = state
        senders, found = [v for v in range(self.n) if active >> v & 1], []
        for a in senders if informed != (1 << self.n) - 1 else ():
            receivers = self.lists[a] + [a] * self.to_itself
            share, stays = Fraction(1, len(senders) * len(receivers)), ZERO if late == 7 else self.muting
            for b in receivers:
                now, told = informed | 1 << b if self.ends else 0, 0 if late == b + 1 else 1 << b
                left = (a + 1) * (self.twice and a != b) if late == 7 else late * (late != b + 1)
                for then, chance in ((active, stays), (active & ~(1 << a), 1 - stays)):
                    if chance: found.append((a, b, (then | told, now, left), share * chance))
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
            self.meter.spend(len(block)**3 * (20 + 2 * (len(block) * words(self.muting))**2))
            a = [[(x == y) - q[x].get(y, ZERO) for y in block] + [Fraction(x == y) for y in block] for x in block]
            for k in range(len(block)):
                a[k] = [x / a[k][k] if x else x for x in a[k]]
                for j, factor in enumerate([row[k] for row in a]):
                    if j != k and factor: a[j] = [x - factor * y if y else x for x, y in zip(a[j], a[k])]
            for x, row in zip(block, a):
                self.rows[x] = {y: value for y, value in zip(block, row[len(block):]) if value}
        return self.rows[state]
    def next(self, law):
        """({(sender, receiver): law after that is seen next}, probability that the end is)."""
        pending, seen, end = dict(law), {}, ZERO
        while pending:
            first, visited = min((x[1], -x[2]) for x in pending), {}
            for state in [x for x in pending if (x[1], -x[2]) == first]:
                mass = pending.pop(state)
                for y, count in self.visits(state).items(): visited[y] = visited.get(y, ZERO) + mass * count
            self.meter.spend(len(visited) * (1000 + 30 * max(map(words, [self.muting, *visited.values()]))**2))
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
                if (*name, message) in tree: pending.append(((*name, message), then))
                else: found += [("state", [law.get(x, ZERO) for law in then]) for x in set().union(*then)]
        need(done == len(tree), "expanded has a transcript that ended, is impossible or lacks its prefix")
        return found
def check_rumor(i, quantity, evidence, meter):
    """Nodes n - f .. n - 1 of a complete graph, or of `edges`, are curious: they see the messages to them, in order.
    p_i(prefix), source i, is exact: between messages seen the hidden state is a finite chain; mu (I - Q)^-1 R is the
    law after the next. delta = sup over events of p_0 - e p_1, e = e^epsilon. Lower: an event. Upper: a tree of
    prefixes; below a leaf nothing beats the hidden state (data processing): sum of max(0, mu_0 - e mu_1) over states,
    and ends. uncertainty = inf over transcripts and sources i of (sum_{j != i} p_j)/p_i. Upper: a transcript, a mean of
    its continuations. Lower: odds >= floor in each state of a leaf stay so, as continuations multiply all sources'
    alike; ends and inner nodes too. map = inf over transcripts of p_first / max of p, first the suspect seen first."""
    v, low = Rumor(i, meter), ZERO
    numbers = {"n": v.n, "f": v.curious, "b": Fraction(v.curious, v.n), "s": v.muting, "terminated": v.ends,
               "self_sends": v.to_itself, "delayed_start": v.delayed + v.twice} if "edges" not in i else {}
    if quantity == "delta":
        e, high = rational(i["e_epsilon"], "e_epsilon"), ONE
        numbers["e_epsilon"] = e
        need(e >= 1, "e_epsilon must be at least 1")
        def excess(p, q):
            meter.toll(e, p, q)
            return p - e * q
        if "event" in evidence:
            event = [v.tokens(x) for x in array(evidence["event"], "event", 1)]
            need(not any(j != k and a == b[:len(a)] for j, a in enumerate(event) for k, b in enumerate(event)),
                 "a transcript of the event begins another")
            low = max(ZERO, meter.sum(excess(*v.chances(x, [0, 1])) for x in evidence["event"]))
        if "expanded" in evidence:
            leaves = v.leaves(evidence["expanded"], [0, 1])
            high = min(ONE, meter.sum(max(ZERO, excess(*p)) for kind, p in leaves if kind != "inner"))
    elif quantity == "uncertainty":
        need(("transcript" in evidence) == ("source" in evidence), "a transcript goes with its source")
        need(("expanded" in evidence) == ("floor" in evidence), "an expanded tree goes with its floor")
        everyone, high = list(range(v.honest)), None
        if "transcript" in evidence:
            source = integer(evidence["source"], "source", 0, v.honest - 1)
            p = v.chances(evidence["transcript"], everyone)
            need(p[source] > 0, "the transcript is impossible from its source")
            high = (sum(p) - p[source]) / p[source]
        if "floor" in evidence:
            low = rational(evidence["floor"], "floor")
            need(low >= 0, "floor must be at least 0")
            for _, p in v.leaves(evidence["expanded"], everyone):
                meter.toll(low, *p, *p)
                need(all(sum(p) - x >= low * x for x in p), "the odds are below floor somewhere")
    else:
        suspects = node_list(i["suspects"], "suspects", v.honest, 2)
        shown = [x[0] for x in v.tokens(evidence["transcript"]) if x[0] in suspects]
        need(shown, "the transcript shows no suspect")
        p = v.chances(evidence["transcript"], suspects)
        high = p[suspects.index(shown[0])] / max(p)
    return low, high, exactly(numbers)
# ---- ring, walk: the checker runs the protocol ----
def check_ring(i, quantity, evidence, meter):
    """A token goes round users 1..n, `rounds` times; no evidence is needed. Every step of `everyone-n` adds noise of
    variance 1/n, of `everyone-n-1` 1/(n-1), the first of all 1; Algorithm 1's counter is run. noise_events: their
    variances add up. mu2: between two visits of the observer n - 1 steps add up to a value that it sees, its own part
    subtracted: a Gaussian mechanism of squared mean shift^2/variance (in (Delta/sigma)^2). The sum over windows,
    infinite where a shift meets no noise; what follows the last visit is seen if published. debiased_mean: Algorithm 2
    begins with ceil(gamma n) uniform elements, Algorithm 5 not (`initial`); a user adds its value with probability 1 -
    gamma or a uniform one; the mean of the bucket's count, less gamma/L, over 1 - gamma."""
    n, rounds = integer(i["users"], "users", 2), integer(i["rounds"], "rounds", 1)
    meter.spend(100 * n * rounds)
    numbers = {"n": n, "rounds": rounds}
    if quantity == "debiased_mean":
        buckets, gamma = integer(i["buckets"], "buckets", 2), rational(i["gamma"], "gamma")
        need(0 <= gamma < 1, "gamma must be at least 0 and below 1")
        values = [integer(x, "a value", 0, buckets - 1) for x in array(i["values"], "values", n, n)]
        bucket, initial = integer(i["bucket"], "bucket", 0, buckets - 1), flag(i.get("initial", True), "initial")
        count = values.count(bucket)
        numbers.update({"gamma": gamma, "count": count, "initial": initial})
        mean = Fraction(initial * math.ceil(gamma * n), buckets) + rounds * (count * (1 - gamma) + n * gamma / buckets)
        return ((mean - gamma / buckets) / (1 - gamma),) * 2 + (exactly(numbers),)
    kind = one_of(i.get("noise", "algorithm1"), "noise", "algorithm1", "everyone-n", "everyone-n-1")
    noise, counter = [ONE] + [Fraction(1, n if kind == "everyone-n" else n - 1)] * (n * rounds - 1), 0
    for step in range(n * rounds if kind == "algorithm1" else 0):
        noise[step], counter = (ONE, n - 2) if counter == 0 else (ZERO, counter - 1)
    published, windows = flag(i.get("published", False), "published"), [[0, ZERO]]
    numbers.update({"published": published, "algorithm1": kind == "algorithm1", "everyone_n": kind == "everyone-n"})
    if quantity == "noise_events": return (Fraction(sum(noise)),) * 2 + (exactly(numbers),)
    observer, target = integer(i["observer"], "observer", 1, n), integer(i["target"], "target", 1, n)
    need(observer != target, "the target must be another user than the observer")
    for step, variance in enumerate(noise):
        if step % n + 1 == observer: windows.append([0, ZERO])
        else: windows[-1] = [windows[-1][0] + (step % n + 1 == target), windows[-1][1] + variance]
    shown = [(shift, variance) for shift, variance in (windows if published else windows[:-1]) if shift]
    if not all(variance for _, variance in shown): return INFINITE, None, exactly(numbers)
    return (sum((shift**2 / variance for shift, variance in shown), ZERO),) * 2 + (exactly(numbers),)
def check_walk(i, quantity, evidence, meter):
    """Each of T steps of the token goes to a uniform user of n; no evidence is needed. inclusion: in a cycle of the
    observer each of `length` steps goes to one of the n - 1 others: 1 - (1 - 1/(n-1))^length. visits: P(at least
    `at_least` steps go to `places` of the users). spotted: P(at least `at_least` contributions of u stand directly
    before or after the observer's, given exactly so many) by counting walks: a state is who came last (the observer, u
    not yet spotted, others) and two counts. contributions: the observer always sends to u: P(u contributes at least T/n
    + sqrt(3T/n ln(1/delta_hat)) times), by units rounded down, so that at most one unit an entry and step is lost."""
    values = {name: rational(x, name) if name == "delta_hat" else integer(x, name, 1 + (name == "users"))
              for name, x in i.items() if name != "parameters"}
    n, steps, limits = i["users"], i.get("steps", 0), Meter(STEPS, "steps")
    variables = exactly({**values, "n": n, **({"m": i["length"]} if quantity == "inclusion" else {})})
    if quantity == "inclusion":
        low, high = evaluate(["-", "1", ["^", ["-", "1", ["/", "1", ["-", "n", "1"]]], "m"]], variables, limits)
    elif quantity == "visits":
        m, least = checked(i["places"], i["places"] < n, "places must be below users"), min(i["at_least"], steps + 1)
        meter.spend(20 * (least + 1) * (least + 10 + steps * n.bit_length() // 64)**2)
        fewer = sum(math.comb(steps, k) * m**k * (n - m)**(steps - k) for k in range(least))
        low = high = 1 - Fraction(fewer, n**steps)
    elif quantity == "spotted":
        need(i["contributions"] <= steps, "more contributions than steps")
        meter.spend(steps * (i["contributions"] + 1)**2 * (1 + steps * n.bit_length() // 64))
        law = {("other", 0, 0): 1}
        for _ in range(steps):
            after = {}
            for (last, count, shown), walks in law.items():
                seen = last == "observer"
                moves = [(("observer", count, shown + (last == "hidden")), 1), (("other", count, shown), n - 2),
                         (("other" if seen else "hidden", count + 1, shown + seen), 1)]
                for x, weight in moves:
                    if weight and x[1] <= i["contributions"]: after[x] = after.get(x, 0) + weight * walks
            law = after
        asked = {x: walks for x, walks in law.items() if x[1] == i["contributions"]}
        low = high = Fraction(sum(walks for x, walks in asked.items() if x[2] >= i["at_least"]), sum(asked.values()))
    else:
        mean, spread = ["/", "steps", "n"], ["*", "3", ["/", "steps", "n"], ["ln", ["/", "1", "delta_hat"]]]
        least = exact_integer(evaluate(["ceil", ["+", mean, ["sqrt", spread]]], variables, limits), "the least number")
        if least > steps: return ZERO, ZERO, variables
        meter.spend(10 * steps * least)
        at, away = [0] * least, [UNIT] + [0] * (least - 1)
        for _ in range(steps):
            at, away = [x // n for x in away], [((n - 2) * x + before) // n + there for x, before, there in
                                                zip(away, [0] + away, [0] + at)]
        high = 1 - Fraction(sum(at) + sum(away), UNIT)
        low = max(ZERO, high - Fraction(2 * steps * least, UNIT))
    return low, high, variables
# ---- spectrum ----
def times(matrix, x, meter):
    for _ in matrix: meter.toll(*x)
    return [sum((a * b for a, b in zip(row, x) if a), ZERO) for row in matrix]
def quotient(matrix, x, meter):
    """x.Mx/|x|^2 of a vector orthogonal to 1."""
    image = times(matrix, x, meter)
    need(sum(x) == 0 and any(x), "a vector must be orthogonal to 1, and not 0")
    return dot(x, image) / dot(x, x)
def gap_is(matrix, gap, meter, vector=None):
    """(1 - gap) I -+ (W - J) >= 0: no other eigenvalue is above 1 - gap in modulus. With a vector: one is so large."""
    n = len(matrix)
    for sign in (1, -1):
        shifted = [[(1 - gap if u == v else ZERO) - sign * (x - Fraction(1, n)) for v, x in enumerate(row)]
                   for u, row in enumerate(matrix)]
        need(semidefinite(shifted, meter), "the spectral gap is smaller than the evidence says")
    large = not vector or 1 - abs(quotient(matrix, vector, meter)) <= gap
    need(large, "the spectral gap is larger than the evidence says")
    return gap
def check_spectrum(i, quantity, evidence, meter):
    """gap_after: by the Rayleigh quotient of y the gap after adding the edge is <= 1 - |y.Wy|/|y|^2; before, >=
    `before`. polynomial_norm: P_0 = 1, P_1 = x, P_{t+1} = g x P_t + (1 - g) P_{t-1}, g = 2(1 - sqrt(l(1 - l/4)))/(1 -
    l/2)^2 at the gap l, which is exactly `gap`; |P_t(W)y|^2/|y|^2 of y = `vector`, y.1 = 0. randomized_error: (1/2n)
    sum of E |x_v - mean|^2 after uniformly drawn edges each replaced two values by their mean: M = (x - mean)(x -
    mean)^T + sigma^2 I, M <- E[W M W]. lambda2 of L_p is exact: L_p >= lambda2 (I - J), and a quotient. descent: theta
    <- W (I - step D) theta from (1, 1), W = [[a, 1-a], [1-a, a]], D = curvatures. For steps in (0, 1/L] that matrix is
    >= 0 and its characteristic polynomial at r, a quadratic in the step, <= 0, so its Perron value is >= r; a Perron
    vector of maximum 1 is <= (1, 1), so |theta_T|^2/|theta_0|^2 >= r^{2T}/2."""
    if quantity == "descent": return descent(i, evidence)
    n, steps = nodes_of(i, 2, 80), integer(i.get("steps", 0), "steps", 0)
    edges = edge_list(i["edges"], n)
    meter.spend(n**4 + steps * n**2 * (1 + steps) * (30 * len(edges) if quantity == "randomized_error" else 1))
    if quantity == "randomized_error": return randomized_error(i, evidence, n, edges, steps, meter)
    weights = one_of(i["weights"], "weights", "metropolis", "min-degree")
    w = gossip(n, edges, weights, meter).dense()
    if quantity == "gap_after":
        before, added = rational(evidence["before"], "before"), edge_list([i["added"]], n)
        need(added[0] not in edges, "the added edge must be new")
        gap_is(w, before, meter)
        after = gossip(n, sorted(edges + added), weights, meter).dense()
        variables = {"gap_before": (before, ONE), **exactly({"metropolis": weights == "metropolis"})}
        return ZERO, 1 - abs(quotient(after, rationals(evidence["vector"], "vector", n), meter)), variables
    gap, vector = rational(evidence["gap"], "gap"), rationals(i["vector"], "vector", n)
    gap_is(w, gap, meter, rationals(evidence["gap_vector"], "gap_vector", n))
    meter.toll(*vector, *vector)
    need(any(vector) and sum(vector) == 0, "vector must not be 0 or have a mean")
    variables = exactly({"n": n, "gap": gap, "steps": steps})
    top = ["-", "1", ["sqrt", ["*", "gap", ["-", "1", ["/", "gap", "4"]]]]]
    g = evaluate(["/", ["*", "2", top], ["^", ["-", "1", ["/", "gap", "2"]], "2"]], variables, Meter(STEPS, "steps"))
    rest, square, state = operate("-", (ONE, ONE), g), dot(vector, vector), [(x, x) for x in vector]
    before = state
    def compute(*x): return combine(meter, *x)
    for t in range(steps):
        image = [compute("+", (ZERO, ZERO), *[compute("*", (a, a), y) for a, y in zip(row, state) if a]) for row in w]
        if t: image = [compute("+", compute("*", g, y), compute("*", rest, z)) for y, z in zip(image, before)]
        state, before = image, state
    norm = compute("+", *[compute("^", x, (Fraction(2),) * 2) for x in state])
    return norm[0] / square, norm[1] / square, variables
def randomized_error(i, evidence, n, edges, steps, meter):
    sigma2, values = rational(i["noise_variance"], "noise_variance"), rationals(i["values"], "values", n)
    need(sigma2 > 0 and edges, "it needs noise_variance above 0 and an edge")
    lambda2, laplacian = rational(evidence["lambda2"], "lambda2"), [[ZERO] * n for _ in range(n)]
    for u, v in edges:
        for a, b in ((u, u), (v, v), (u, v), (v, u)): laplacian[a][b] += Fraction(1 if a == b else -1, len(edges))
    vector = rationals(evidence["vector"], "vector", n)
    need(quotient(laplacian, vector, meter) <= lambda2, "lambda2 is smaller than the evidence can show")
    need(semidefinite([[x - lambda2 * (Fraction(u == v) - Fraction(1, n)) for v, x in enumerate(row)]
                       for u, row in enumerate(laplacian)], meter), "lambda2 is larger than the graph's")
    meter.spend(30 * len(edges) * (1 + steps) * sum(map(words, [sigma2, *values, *values]))**2)
    off = [x - sum(values, ZERO) / n for x in values]
    m = [[x * y + (sigma2 if u == v else 0) for v, y in enumerate(off)] for u, x in enumerate(off)]
    for _ in range(steps):
        sums = [[ZERO] * n for _ in range(n)]
        for u, v in edges:
            mixed = [row[:] for row in m]
            mixed[u] = mixed[v] = [(x + y) / 2 for x, y in zip(m[u], m[v])]
            for row, added in zip(sums, mixed):
                middle = (added[u] + added[v]) / 2
                row[:] = [x + (middle if k in (u, v) else y) for k, (x, y) in enumerate(zip(row, added))]
        m = [[x / len(edges) for x in row] for row in sums]
    error = sum((m[u][u] for u in range(n)), ZERO) / (2 * n)
    numbers = {"n": n, "steps": steps, "variance": dot(off, off) / n, "sigma2": sigma2, "lambda2": lambda2}
    return error, error, exactly(numbers)
def descent(i, evidence):
    a, (h, k) = rational(i["stay"], "stay"), rationals(i["curvatures"], "curvatures", 2)
    rounds, r = integer(i["rounds"], "rounds", 1, STEPS), rational(evidence["rate"], "rate")
    smooth, strong = max(abs(h), abs(k)), (h + k) / 2
    need(0 <= a <= 1 and strong > 0, "it needs stay from 0 to 1 and a convex average")
    need(0 <= r <= 1, "rate must be from 0 to 1")
    zeroth, first, second = (r - 1) * (r - 2 * a + 1), (h + k) * (r * a - 2 * a + 1), (2 * a - 1) * h * k
    top = -first / (2 * second) if second < 0 else ZERO
    places = [ZERO, 1 / smooth, min(max(ZERO, top), 1 / smooth)]
    need(all(zeroth + first * x + second * x * x <= 0 for x in places), "the polynomial is above 0 for some step")
    numbers = {"rounds": rounds, "kappa": smooth / strong, "gap": 1 - abs(2 * a - 1)}
    return power((r, r), 2 * rounds)[0] / 2, None, exactly(numbers)
# ---- protocol: the checker runs it ----
RULES, VIEWS = ("metropolis", "lazy", "uniform"), ("messages", "states", "all", "final")
def mixed(meter, *terms):
    """The sum of c x over terms (c, x), x as {name: number}."""
    found = {}
    for c, name, y in [(c, name, y) for c, x in terms if c for name, y in x.items()]:
        meter.spend(100 + 20 * (words(c) + words(y) + words(found.get(name, ZERO)))**2)
        found[name] = found.get(name, ZERO) + c * y
    return found
def run(i, meter):
    """(M, None if a change is seen without noise; what a bound may name), as check_protocol says."""
    n, rounds = nodes_of(i, 1, 80), integer(i["rounds"], "rounds", 1, 1000)
    edges, injections = edge_list(i["edges"], n), integer(i["injections"], "injections", 1, rounds)
    observers, target = node_list(i["observers"], "observers", n, 0), integer(i["target"], "target", 0, n - 1)
    rule, view = one_of(i["weights"], "weights", *RULES), one_of(i["view"], "view", *VIEWS)
    changes, gamma = integer(i["changes"], "changes", 1, min(injections, 12)), rational(i.get("gamma", "1"), "gamma")
    sigmas, own = keys(i["noise"], "noise", (), ("node", "pair", "link", "copies")), flag(i["own_noise"], "own_noise")
    variance = {"change": ZERO, **{kind: rational(x, "a deviation")**2 for kind, x in sigmas.items()}}
    fed = dict(term_list(i.get("feedback", []), "feedback", rounds, n - 1, first=1))
    need(target not in observers and not any(u in observers or (u == target and t <= changes) for t, u in fed),
         "the target must lie outside the observers, feedback outside of both or after the changes")
    meter.spend(100 * rounds * n**2)
    w, lists, seen, state = gossip(n, edges, rule, meter).dense(), neighbors(n, edges), [], [{} for _ in range(n)]
    if rule == "lazy": w = [[(x + (u == v)) / 2 for v, x in enumerate(row)] for u, row in enumerate(w)]
    past, places = state, {"messages": [(v, o) for o in observers for v in lists[o] if v not in observers],
                           "states": [(o, o) for o in observers]}.get(view, [(v, v) for v in range(n)])
    def put(x, c, kind, knowers, *name):
        if kind in variance and not (own and {*knowers} & {*observers}): x[kind, *knowers, *name] = c
    def inner(x, y): return sum((variance[name[0]] * c * y[name] for name, c in x.items() if name in y), ZERO)
    for t in range(1, rounds + 1):
        state = [mixed(meter, (1 + fed.get((t, u), ZERO), x)) for u, x in enumerate(state)]
        for u, x in enumerate(state if t <= injections else ()):
            put(x, ONE, "node", (u,), t)
            for v in lists[u]: put(x, ONE if u < v else -ONE, "pair", (min(u, v), max(u, v)), t)
        if t <= changes: put(state[target], ONE, "change", (), t)
        for v, o in places if view != "final" or t == rounds else ():
            row = dict(state[v])
            put(row, ONE, "link", (), t, v, o)
            for x in lists[v]: put(row, (x == o) - Fraction(1, len(lists[v])), "copies", (), t, v, x)
            for x, square in seen: row = mixed(meter, (ONE, row), (square and -inner(row, x) / square, x))
            seen.append((row, inner(row, row)))
        g = gamma if t > 1 else ONE
        past, state = state, [mixed(meter, (1 - g, x), *[(g * c, y) for c, y in zip(row, state)])
                              for row, x in zip(w, past)]
    shown = [([row.get(("change", t), ZERO) for t in range(1, changes + 1)], square) for row, square in seen]
    m = [[meter.sum(x[s] * x[t] / y for x, y in shown if y) for t in range(changes)] for s in range(changes)]
    return None if any(any(b) and not square for b, square in shown) else m, exactly({
        "n": n, "edges": len(edges), "rounds": rounds, "injections": injections, "changes": changes, "own_noise": own,
        "gamma": gamma, "observers": len(observers), "hearing": len({*observers} & {*lists[target]}),
        "fed": len({u for _, u in fed}), "degree_target": len(lists[target]), "node": 0, "pair": 0, "link": 0,
        "copies": 0, **variance, **{name: name in (rule, view) for name in RULES + VIEWS},
        "connected": None not in distances(lists, [0])})
def check_protocol(i, quantity, evidence, meter):
    """In each round node u adds f times its state (`feedback`: [[round, u, "f"]]); in the first `injections` also its
    input and noise: z_u (`node`), and z_e at one end of each edge, -z_e at the other (`pair`), of these deviations.
    Values are seen: `messages` to O from outside, states of O, of all nodes, or of all at the end; `link` adds noise to
    each, `copies` to each message, less the mean of its sender's to all neighbors. Then theta <- W theta, with `gamma`
    from the second round on gamma W theta + (1 - gamma) theta_before. O knows, with own noise, what its members and
    their edges draw: it is left out. The target's input changes by s_t in the first `changes` rounds.
    Row operations change no loss: of rows orthogonal in the unknown noise it is the sum of (b.s)^2/variance = s.Ms, b.s
    what a row shows; infinite where that meets no noise. For |s_t| <= 1 the convex loss is largest at signs; `vectors`
    adds it over the coordinates of changes of length <= 1; `absolute_sum` is that of |M_st|. Both ends are exact."""
    def loss(m):
        need(m, "a change is seen without noise")
        meter.spend(2**len(m) * sum(100 + 20 * words(x)**2 for row in m for x in row))
        return max(dot(s, times(m, s, meter)) for s in itertools.product((1, -1), repeat=len(m)))
    m, variables = run(i, meter)
    need("vectors" not in i or quantity == "vectors", "a loss or a sum takes no vectors")
    variables["plain"] = lambda: (loss(run({**i, "gamma": "1", "feedback": []}, meter)[0]),) * 2
    if quantity == "loss": return (loss(m),) * 2 + (variables,) if m else (INFINITE, None, variables)
    need(m, "a change is seen without noise")
    if quantity == "absolute_sum": return (meter.sum(map(abs, itertools.chain(*m))),) * 2 + (variables,)
    v = [rationals(x, "a vector", 2) for x in array(i.get("vectors"), "vectors", len(m), len(m))]
    need(all(dot(x, x) <= 1 for x in v), "a vector must be of length at most 1")
    return (meter.sum(dot(x, times(m, x, meter)) for x in zip(*v)),) * 2 + (variables,)
# ---- linear, expression, sample ----
def applied(entries, x, meter):
    """The product of a matrix by entries [((row, column), c)] and {(column,): x}, as {(row,): number}."""
    found = {}
    for (row, column), c in entries:
        meter.toll(c, x.get((column,), ZERO), found.get((row,), ZERO))
        found[row,] = found.get((row,), ZERO) + c * x.get((column,), ZERO)
    return found
def check_linear(i, quantity, evidence, meter):
    """The observers see A x + B z, z standard normal; x changes by d, b = A d. The loss is b^T (B B^T)^+ b, infinite if
    b is not in the range of B. Upper: |z|^2 of any z with B z = b (the least is the loss). Lower: (w.b)^2/|B^T w|^2 of
    any w, the test w.y; infinite if B^T w = 0 and w.b != 0. A and B are the file's own, so it serves no claim of the
    table."""
    rows, inputs, noises = [integer(i[name], name, 1) - 1 for name in ("rows", "inputs", "noises")]
    d = dict(term_list(i["direction"], "direction", inputs))
    signal, noise = term_list(i["signal"], "signal", rows, inputs), term_list(i["noise"], "noise", rows, noises)
    b, low, high = applied(signal, d, meter), ZERO, None
    if "z" in evidence:
        z = dict(term_list(evidence["z"], "z", noises))
        shown = applied(noise, z, meter)
        need(all(b.get(row, 0) == shown.get(row, 0) for row in {*b, *shown}), "B z = b fails")
        high = meter.sum(x * x for x in z.values())
    if "w" in evidence:
        w = dict(term_list(evidence["w"], "w", rows))
        shown = meter.sum(w.get(row, ZERO) * x for row, x in b.items())
        image = applied([(at[::-1], c) for at, c in noise], w, meter).values()
        low = shown**2 / meter.sum(x * x for x in image) if any(image) else INFINITE if shown else ZERO
    return low, high, exactly({"rows": rows + 1, "inputs": inputs + 1, "noises": noises + 1})
def check_expression(i, quantity, evidence, meter, row):
    """The table's own formula at the instance: proved where the table's `source` says, not here."""
    keys(i, "the instance of this claim", row["variables"])
    values, limits = {name: rational(x, name) for name, x in i.items()}, Meter(STEPS, "steps")
    for name in row["integers"]: need(values[name].denominator == 1, f"{name} must be an integer")
    variables = exactly(values)
    for name, x in row.get("let", []): variables[name] = evaluate(x, variables, limits)
    low, high = evaluate(row["value"], variables, limits)
    return low, None if row.get("value_is") == "lower" else high, variables
def check_sample(i, quantity, evidence, meter, row):
    """Statistical. Graph j has pair k (lexicographic, from 0) if word k mod 8 of the SHA-256 of its block k div 8 is
    below floor(2^32 p): no seed can be chosen. A node v with n(1 - W_vv)/(n - 1) < 1/2 shows a gap below 1/2 (Rayleigh
    quotient of e_v - 1/n). Were the gap >= 1/2 with probability 1/2, so many of k graphs would show it with probability
    at most P(Bin(k, 1/2) >= number)."""
    need((i["model"], i["weights"]) == ("erdos-renyi", "metropolis"), "a sample is erdos-renyi with metropolis weights")
    n, p, graphs, shown = nodes_of(i, 10), rational(i["p"], "p"), integer(i["graphs"], "graphs", 1), 0
    within(n <= 3000 and graphs <= 3000, "it has more than 3000 nodes or graphs")
    need(0 <= p <= 1, "p must be from 0 to 1")
    pairs, below = list(itertools.combinations(range(n), 2)), math.floor(p * 2**32)
    for j, v in enumerate(array(evidence["nodes"], "nodes", graphs, graphs)):
        if v is not None:
            integer(v, "a node of nodes", 0, n - 1)
            meter.spend(20 * len(pairs))
            blocks = [f"{FORMAT} {row['id']} graph {j} block {block}" for block in range((len(pairs) + 7) // 8)]
            words = [word for text in blocks for word in struct.unpack(">8I", hashlib.sha256(text.encode()).digest())]
            lists = neighbors(n, [pair for pair, word in zip(pairs, words) if word < below])
            leaves = sum((Fraction(1, 1 + max(len(lists[v]), len(lists[w]))) for w in lists[v]), ZERO)
            need(leaves * n / (n - 1) < Fraction(1, 2), f"graph {j} does not show a gap below 1/2 at its node")
            shown += 1
    value = Fraction(sum(math.comb(graphs, k) for k in range(shown, graphs + 1)), 2**graphs)
    return value, value, exactly({"n": n, "p": p, "graphs": graphs})
# ---- Certificates, bundles, folders ----
CHECKS = {"view": (check_view, "loss", "loss_sum", "loss_mean", "eq6_sum"), "expression": (check_expression, "value"),
          "stream": (check_stream, "loss", "constant", "absolute_sum"), "rate": (check_rate, "rate", "transient_rate"),
          "ring": (check_ring, "mu2", "noise_events", "debiased_mean"), "linear": (check_linear, "loss"),
          "walk": (check_walk, "inclusion", "visits", "spotted", "contributions"), "sample": (check_sample, "p_value"),
          "spectrum": (check_spectrum, "gap_after", "polynomial_norm", "randomized_error", "descent"),
          "rumor": (check_rumor, "delta", "uncertainty", "map"),
          "protocol": (check_protocol, "loss", "vectors", "absolute_sum")}
FORMS = {  # by kind, or by quantity where it differs: the keys of the instance and | those it may have; of the evidence
    "view": ("nodes weights observers own_noise | edges steps rounds entries target group tau2 parameters nearer",
             "| combinations bits gram_lower gap"),
    "stream": ("nodes weights edges observers own_noise view target rounds | steps_per_round",
               "| bits lower upper constant"),
    "rate": ("nodes weights edges observers own_noise view target", "stream adjoint"),
    "expression": (None, ""), "randomized_error": ("nodes edges steps noise_variance values", "lambda2 vector"),
    "delta": ("nodes curious muting transcript self_sends delayed_start e_epsilon | edges", "| event expanded"),
    "uncertainty": ("nodes curious muting transcript self_sends delayed_start", "| transcript source expanded floor"),
    "map": ("nodes curious muting transcript self_sends delayed_start suspects", "transcript"),
    "noise_events": ("users rounds | noise", ""), "visits": ("users places steps at_least | parameters", ""),
    "descent": ("stay curvatures rounds", "rate"),
    "mu2": ("users rounds noise observer target published", ""), "spotted": ("users steps contributions at_least", ""),
    "debiased_mean": ("users rounds buckets gamma values bucket | initial", ""), "inclusion": ("users length", ""),
    "sample": ("model nodes p graphs weights", "nodes"), "gap_after": ("nodes edges weights added", "before vector"),
    "linear": ("rows inputs noises signal noise direction", "| w z"), "contributions": ("users steps delta_hat", ""),
    "polynomial_norm": ("nodes edges weights steps vector", "gap gap_vector"),
    "protocol": ("nodes edges weights rounds injections changes noise observers own_noise view target"
                 " | gamma feedback vectors", "")}
REMARKS = {"expression": " [formula of the table]", "sample": " [statistical]"}
PARTS = ("kind", "claim", "quantity", "verdict", "instance", "proves", "evidence")
def show(x):
    if x in (None, INFINITE): return str(x)
    size = abs(x.numerator).bit_length() - x.denominator.bit_length()
    if size > 128: return f"{'-' * (x < 0)}2^{size}, about"
    short = max(abs(x.numerator).bit_length(), x.denominator.bit_length()) <= 128 and len(str(x)) <= 40
    return str(x) if short else f"about {math.floor(x * 10**18)}e-18"
def decide(verdict, relation, lower, upper, bound):
    """Does [lower, upper], None where nothing is proved, refute or support `quantity relation bound`?"""
    above, at_least = [lower is not None and test(bound[1], lower) for test in (operator.lt, operator.le)]
    below, at_most = [upper is not None and test(upper, bound[0]) for test in (operator.lt, operator.le)]
    refuted = {"<=": above, ">=": below, "==": above or below}
    return (refuted if verdict == "refutes" else {"<=": at_most, ">=": at_least, "==": at_most and at_least})[relation]
def row_of(c, table):
    """The claim's row, whose kind and quantity the certificate must have; None without a claim."""
    if c["claim"] is None:
        need(c["kind"] not in REMARKS, "this kind needs a claim of the table")
        return None
    need(type(c["claim"]) is str and c["claim"] in table, "its claim is not in the table of statements")
    row = table[c["claim"]]
    about = row["kind"], row["quantity"]
    need(about == (c["kind"], c["quantity"]), f"its claim is about {about[0]} {about[1]}")
    need(c["kind"] != "linear" and c["instance"].get("weights") != "given", "a matrix of the file serves no claim")
    return row
def parameters_of(instance, row):
    """The parameters that the row names, no other: whatever else a bound names is computed."""
    given = keys(instance.get("parameters", {}), "parameters", row.get("parameters", ()) if row else ())
    return exactly({name: rational(x, "a parameter") for name, x in given.items()})
def judge(c, table, meter):
    """The sentence of an accepted certificate (without its format)."""
    own = type(c) is dict and c.get("claim", 0) is None and c.get("verdict") in ("refutes", "supports")
    keys(c, "a certificate", PARTS + (("says",) if own else ()), ("note",))
    alone = type(c["kind"]) is str and c["kind"] != "bundle"
    need(alone and type(c["instance"]) is dict and type(c.get("note", "")) is str,
         "kind and note must be strings, the instance an object, and no bundle lie in a bundle")
    within(c["kind"] in CHECKS, "its kind is unknown to this checker")
    check, *quantities = CHECKS[c["kind"]]
    quantity = one_of(c["quantity"], "quantity", *quantities)
    verdict = one_of(c["verdict"], "verdict", "refutes", "supports", "bounds")
    need(verdict != "bounds" or c["claim"] is None, "bounds belong to no claim")
    row, ends = row_of(c, table), keys(c["proves"], "proves", (), ("lower", "upper"))
    need(ends, "proves must have an end")
    ends = {name: INFINITE if (name, x) == ("lower", "inf") else rational(x, "an end") for name, x in ends.items()}
    lower, upper = ends.get("lower"), ends.get("upper")
    for name, form in zip(("instance", "evidence"), FORMS.get(c["kind"]) or FORMS[quantity]):
        if form is not None: keys(c[name], f"the {name}", *[part.split() for part in form.split("|")])
    rest, parameters = [meter, row] if c["kind"] in REMARKS else [meter], parameters_of(c["instance"], row)
    low, high, variables = check(c["instance"], quantity, c["evidence"], *rest)
    need(lower is None or lower <= low, f"it proves {quantity} >= {show(low)} only")
    need(upper is None or high is not None, f"it proves no upper end of {quantity}")
    need(upper is None or high <= upper, f"it proves {quantity} <= {show(high)} only")
    sides = [f"{quantity} {'>=' if name == 'lower' else '<='} {show(x)}" for name, x in sorted(ends.items())]
    proved = " and ".join(sides) + REMARKS.get(c["kind"], "")
    if verdict == "bounds": return f"proves {proved}"
    variables, limits = {**variables, **parameters}, Meter(STEPS, "steps")
    for condition in row.get("where", []) if row else []:
        text = json.dumps(condition, separators=(",", ":"))
        need(holds(condition, variables, limits), f"the claim's condition {text} fails")
    says = row or keys(c["says"], "says", ("relation", "bound"))
    relation = one_of(says["relation"], "says.relation", "<=", ">=", "==")
    bound = evaluate(says["bound"], variables, limits)
    decisive = bound[(relation == "<=") == (verdict == "refutes")]
    stated = f"{c['claim'] or 'its own statement'}, {quantity} {relation} {show(decisive)}"
    need(decide(verdict, relation, lower, upper, bound), f"{proved} does not {verdict[:-1]} {stated}")
    return f"{verdict} {stated}: {proved}"
def bundle(x, table):
    """Members share the common instance's keys; `covers` says that they support the claim everywhere in its range."""
    keys(x, "a bundle", ("kind", "instance", "certificates"), ("note", "claim", "covers"))
    need(type(x["instance"]) is dict and type(x.get("note", "")) is str and ("claim" in x) == ("covers" in x),
         "a bundle's instance must be an object, its note a string, and claim go with covers")
    members, meter, states = [], Meter(WORK, "work"), []
    for k, member in enumerate(array(x["certificates"], "certificates", 1)):
        need(type(member) is dict and type(member.get("instance")) is dict, f"member {k}: it must have an instance")
        need(not set(member["instance"]) & set(x["instance"]), f"member {k}: a key stands in the common instance too")
        members.append({**member, "instance": {**x["instance"], **member["instance"]}})
        states.append((*judged(lambda: judge(members[-1], table, meter)), f"member {k}: "))
    for wrong, error in (("rejected", Rejected), ("unjudged", Unjudged)):
        for state, why, name in states: need(state != wrong, name + why, error)
    return cover(x["claim"], x["covers"], members, meter) if "covers" in x else f"{len(members)} certificates"
def cover(claim, covers, members, meter):
    """Every labelled connected graph, observer, target and number of steps in the range is a relabeling of a member."""
    keys(covers, "covers", ("nodes", "steps", "weights"))
    least, most = [integer(x, "covers.nodes", 2) for x in array(covers["nodes"], "covers.nodes", 2, 2)]
    first, last = [integer(x, "covers.steps", 1) for x in array(covers["steps"], "covers.steps", 2, 2)]
    within(most <= 6, "covers.nodes goes beyond 6")
    shown, form = set(), {"nodes", "weights", "observers", "own_noise", "edges", "steps", "target"}
    for m in members:
        i, supports = m["instance"], [m[key] for key in PARTS[:4]] == ["view", claim, "loss", "supports"]
        need(supports and set(i) == form and len(i["observers"]) == 1 and i["weights"] == covers["weights"],
             "a member must support the covered claim for one observer, one target and the covered weights")
        need(i["own_noise"] == members[0]["instance"]["own_noise"], "members must agree on own_noise")
        need(least <= i["nodes"] <= most and first <= i["steps"] <= last, "a member lies outside of what is covered")
        meter.spend(20 * math.factorial(i["nodes"]))
        for names in itertools.permutations(range(i["nodes"])):
            edges = frozenset((min(names[u], names[v]), max(names[u], names[v])) for u, v in i["edges"])
            shown.add((i["nodes"], edges, names[i["observers"][0]], names[i["target"]], i["steps"]))
    for n in range(least, most + 1):
        pairs = list(itertools.combinations(range(n), 2))
        meter.spend((1 << len(pairs)) * n**2 * (last - first + 2))
        for mask in range(1 << len(pairs)):
            edges = frozenset(pair for k, pair in enumerate(pairs) if mask >> k & 1)
            if None not in distances(neighbors(n, sorted(edges)), [0]):
                pairs_of, steps_of = itertools.permutations(range(n), 2), range(first, last + 1)
                cases = [(n, edges, *pair, steps) for pair in pairs_of for steps in steps_of]
                need(shown.issuperset(cases), f"covers: a graph of {n} nodes has no member for some pair and step")
    return f"supports {claim}: connected graphs of {least} to {most} nodes, {first} to {last} steps"
def judged(find):
    """(state, why) of what `find` returns or raises."""
    try:
        return "accepted", find()
    except (Rejected, Unjudged) as why:
        return type(why).__name__.lower(), str(why)
def format_of(x, name, what):
    form = x.get("format") if type(x) is dict else None
    need(type(form) is str and re.fullmatch(name + "/[1-9][0-9]*", form), f"{what} is not {name}/1")
    within(x["format"] == name + "/1", f"{what} is later than this checker's")
def check_bytes(data, table, listed=None):
    """The sentence of an accepted file; `listed`: (claim, verdict) of its manifest."""
    x, READING.left = parse(data), WORK
    format_of(x, "hearsay-certificate", "its format")
    verdict, many = x.get("verdict"), x.get("kind") == "bundle"
    if many: verdict = "supports" if "covers" in x else "bounds"
    need(listed in (None, (x.get("claim"), verdict)), "its claim or verdict is not the manifest's")
    del x["format"]
    return bundle(x, table) if many else judge(x, table, Meter(WORK, "work"))
def manifest_files(data):
    x = parse(data)
    format_of(x, "hearsay-certificates", "its format")
    keys(x, "a manifest", ("format", "files", "uncertified"), ("program", "parameters"))
    for entry in array(x["files"], "files", 1):
        keys(entry, "an entry of files", ("file", "sha256", "claim", "verdict"))
        plain = type(entry["file"]) is str and re.fullmatch(r"[A-Za-z0-9_.-]+\.json", entry["file"])
        need(plain, "a file must have a plain name")
        need(type(entry["claim"]) is str or entry["claim"] is None, "a claim must be a string or null")
    for entry in array(x["uncertified"], "uncertified"):
        values = keys(entry, "an entry of uncertified", ("claim", "why")).values()
        need(all(type(value) is str for value in values), "an entry of uncertified must have strings")
    files = {entry["file"]: entry for entry in x["files"]}
    need(len(files) == len(x["files"]), "a file stands twice in the manifest")
    certified = {entry["claim"] for entry in x["files"]}
    need(not any(entry["claim"] in certified for entry in x["uncertified"]), "a claim is certified and uncertified")
    return files
def check_listed(name, entry, names, read, table):
    need(name in names, "the manifest lists it, but it is missing")
    data = read(name)
    need(hashlib.sha256(data).hexdigest() == entry["sha256"], "its SHA-256 is not the manifest's")
    return check_bytes(data, table, (entry["claim"], entry["verdict"]))
def check_folder(names, read, table):
    """[(name, state, why)] of a folder: its manifest lists every certificate with its hash, claim and verdict."""
    state, files = judged(lambda: manifest_files(read("manifest.json")))
    if state != "accepted": return [("manifest.json", state, files)]
    found = [(name, *judged(lambda: check_listed(name, entry, names, read, table))) for name, entry in files.items()]
    stray = {x for x in names if x.endswith(".json")} - {"manifest.json", "statements.json", "schema.json", *files}
    return found + [(name, "rejected", "the manifest does not list it") for name in sorted(stray)]
def table_of(data):
    x = parse(data)
    format_of(x, "hearsay-statements", "the table of statements")
    form = {"id", "kind", "quantity", "relation", "bound", "source"}
    need(type(x.get("statements")) is list and all(form <= set(row) for row in x["statements"]), "a row lacks a key")
    return {row["id"]: row for row in x["statements"]}
# ---- Command line ----
def bytes_of(path):
    """What a regular file holds. A FIFO, a device or a folder is refused unopened: it might never end."""
    if not stat.S_ISREG(os.stat(path).st_mode): raise OSError(f"{path} is not a regular file")
    return pathlib.Path(path).read_bytes()
def member_of(folder, name):
    try: return bytes_of(os.path.join(folder, name))
    except OSError: raise Rejected("it is not a regular file that can be read") from None
def check_path(path, table):
    """[(file, state, why)] of a certificate or of a folder."""
    if not os.path.isdir(path):
        return [(path, *judged(lambda data=bytes_of(path): check_bytes(data, table)))]
    found = check_folder(os.listdir(path), lambda name: member_of(path, name), table)
    return [(os.path.join(path, name), state, why) for name, state, why in found]
def main():
    sys.stdout.reconfigure(errors="backslashreplace")
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", metavar="FILE|-", help="the same lines as JSON; on stdout they replace the lines")
    beside = pathlib.Path(__file__).resolve().with_name("statements.json")
    parser.add_argument("--statements", default=beside, metavar="FILE", help="the table of claims")
    parser.add_argument("path", nargs="+")
    asked = parser.parse_args()
    try:
        table = table_of(bytes_of(asked.statements))
        found = [entry for path in asked.path for entry in check_path(path, table)]
        files = [{"file": name, "state": state, "why": why} for name, state, why in found]
        text = json.dumps({"format": "hearsay-check/1", "files": files}, indent=1) + "\n"
        print(text if asked.json == "-" else "".join(f"{state} {name}: {why}\n" for name, state, why in found), end="")
        if asked.json not in (None, "-"): pathlib.Path(asked.json).write_text(text, encoding="utf-8")
    except (OSError, Rejected, Unjudged) as error:  # no certificate raises these, only the table, a path, an output
        print(f"check_certificates: cannot read or write: {error}", file=sys.stderr)
        sys.exit(2)
    sys.exit(next((code for code, state in ((1, "rejected"), (3, "unjudged")) if state in {x[1] for x in found}), 0))
if __name__ == "__main__": main()
