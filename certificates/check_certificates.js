#!/usr/bin/env node
// SPDX-License-Identifier: GPL-3.0-or-later
// check_certificates.py for Node and for a browser's worker, function by function: the same names, verdicts and
// sentences; the proofs are the docstrings there. Q is a rational {n, d} in lowest terms, d > 0 (d = 0: infinite); a
// pair [low, high] of them encloses a number. Laws and vectors by node are Maps or arrays of BigInt.
"use strict";
const hearsay = (() => {
  const FORMAT = "hearsay-certificate/1", NODES = 1e6, STEPS = 1e6, TERMS = 1e5, WORK = 3e8, SIZE = 200000;
  const RATIONAL = /^-?(?:0|[1-9][0-9]*)(?:\/[1-9][0-9]*)?$/, VARIABLE = /^[a-z][a-z0-9_]*$/;
  class Rejected extends Error {}
  class Unjudged extends Error {}
  function need(condition, sentence, Otherwise = Rejected) {
    if (!condition) throw new Otherwise(sentence);
  }
  function within(condition, sentence) { need(condition, sentence, Unjudged); }
  class Meter {
    constructor(limit, what) {
      this.left = limit;
      this.what = what;
    }
    spend(amount) {
      this.left -= amount;
      within(this.left >= 0, `it takes more than the limit of ${this.what}`);
    }
    toll(...xs) { this.spend(xs.reduce((s, x) => s + words(x), 0) ** 2); }
    sum(xs) {
      let total = ZERO;
      for (const x of xs) {
        this.toll(total, x);
        total = add(total, x);
      }
      return total;
    }
    multiple(values) {
      let common = 1n;
      for (const x of new Set(values)) {
        this.toll(common, x);
        common = common / gcd(common, x) * x;
      }
      return common;
    }
  }
  const READING = new Meter(WORK, "work");

  // ---- Integers and rationals ----
  const big = BigInt, wide = x => x < 0n ? -x : x;
  function gcd(a, b) {
    a = wide(a);
    b = wide(b);
    while (b) [a, b] = [b, a % b];
    return a;
  }
  function fdiv(a, b) {
    const r = a / b;
    return (a < 0n) !== (b < 0n) && r * b !== a ? r - 1n : r;
  }
  function bitLength(x) {
    if (!x) return 0;
    const t = wide(x).toString(16);
    return 4 * t.length - Math.clz32(parseInt(t[0], 16)) + 28;
  }
  function isqrt(x) {
    if (x < 2n) return x;
    let r = 1n << big((bitLength(x) + 1) >> 1);
    for (;;) {
      const y = (r + x / r) >> 1n;
      if (y >= r) return r;
      r = y;
    }
  }
  function q(n, d = 1n) {
    n = big(n);
    d = big(d);
    if (d < 0n) {
      n = -n;
      d = -d;
    }
    if (d === 1n) return {n, d};
    const g = gcd(n, d);
    return g === 1n ? {n, d} : {n: n / g, d: d / g};
  }
  const ZERO = q(0), ONE = q(1), INFINITE = {n: 1n, d: 0n};
  const add = (a, b) => a.d === 1n && b.d === 1n ? {n: a.n + b.n, d: 1n} : q(a.n * b.d + b.n * a.d, a.d * b.d);
  const neg = a => ({n: -a.n, d: a.d}), sub = (a, b) => add(a, neg(b)), mul = (a, b) => q(a.n * b.n, a.d * b.d);
  const div = (a, b) => q(a.n * b.d, a.d * b.n), abs = a => a.n < 0n ? neg(a) : a, square = a => mul(a, a);
  const cmp = (a, b) => {
    const x = a.n * b.d - b.n * a.d;
    return x < 0n ? -1 : x > 0n ? 1 : 0;
  };
  const lt = (a, b) => cmp(a, b) < 0, le = (a, b) => cmp(a, b) <= 0, eq = (a, b) => a.n === b.n && a.d === b.d;
  const lesser = (a, b) => le(a, b) ? a : b, larger = (a, b) => le(a, b) ? b : a, sum = xs => xs.reduce(add, ZERO);
  const floor = a => fdiv(a.n, a.d), ceil = a => -fdiv(-a.n, a.d),
        pow = (a, e) => ({n: a.n ** big(e), d: a.d ** big(e)});
  const text = a => a.d === 0n ? "inf" : a.d === 1n ? `${a.n}` : `${a.n}/${a.d}`;
  const range = (n, first = 0) => Array.from({length: Math.max(0, n - first)}, (_, k) => k + first);
  const union = sets => {
    const all = new Set();
    for (const s of sets)
      for (const x of s) all.add(x);
    return all;
  };
  const numeric = xs => [...xs].sort((a, b) => a - b),
        isObject = x => typeof x === "object" && x !== null && !Array.isArray(x);
  const has = (x, key) => Object.prototype.hasOwnProperty.call(x, key);

  // ---- Form ----
  function parse(data) {
    let source, at = 0;
    const wrong = () => {
      throw new Rejected("it is not JSON in UTF-8, or nests too deep");
    };
    try {
      source = new TextDecoder("utf-8", {fatal: true, ignoreBOM: true}).decode(data);
    } catch {
      wrong();
    }
    const take = form => {
      form.lastIndex = at;
      const m = form.exec(source);
      if (m) at = form.lastIndex;
      return m && m[0];
    };
    const space = () => take(/[ \t\n\r]*/y);
    const string = () => {
      const from = at;
      if (source[at] !== "\"") wrong();
      for (at++; source[at] !== "\""; at++) {
        if (at >= source.length) wrong();
        if (source[at] === "\\") at++;
      }
      at++;
      try {
        return JSON.parse(source.slice(from, at));
      } catch {
        return wrong();
      }
    };
    const members = (close, read) => {
      at++;
      space();
      if (source[at] === close) {
        at++;
        return;
      }
      for (;;) {
        read();
        space();
        const next = source[at++];
        if (next === close) return;
        if (next !== ",") wrong();
      }
    };
    const value = depth => {
      space();
      if (depth > 960) wrong();
      const c = source[at];
      if (c === "{") {
        const found = Object.create(null);
        let twice = false;
        members("}", () => {
          space();
          const key = string();
          space();
          if (source[at++] !== ":") wrong();
          twice ||= has(found, key);
          found[key] = value(depth + 1);
        });
        need(!twice, "a key stands twice in an object");
        return found;
      }
      if (c === "[") {
        const found = [];
        members("]", () => found.push(value(depth + 1)));
        return found;
      }
      if (c === '"') return string();
      const word = take(/true|false|null/y);
      if (word) return {true: true, false: false, null: null}[word];
      const number = take(/-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?|NaN|-?Infinity/y);
      if (!number) wrong();
      need(/^(?:0|-?[1-9][0-9]{0,14})$/.test(number), "a number must be an integer of at most 15 digits or a string");
      return Number(number);
    };
    const found = value(0);
    space();
    return at < source.length ? wrong() : found;
  }
  function keys(x, what, required, optional = []) {
    need(isObject(x), `${what} must be an object`);
    need(required.every(key => has(x, key)), `${what} lacks a key of ${required.join(", ")}`);
    need(Object.keys(x).every(key => required.includes(key) || optional.includes(key)), `${what} has an unknown key`);
    return x;
  }
  function checked(x, condition, sentence) {
    need(condition, sentence);
    return x;
  }
  function array(x, what, least = 0, most = 1e15) {
    const fits = Array.isArray(x) && least <= x.length && x.length <= most;
    return checked(x, fits, `${what} must be a list of ${most > least ? "at least " : ""}${least}`);
  }
  function integer(x, what, low, high = 1e15) {
    return checked(
        x, typeof x === "number" && low <= x && x <= high, `${what} must be an integer from ${low} to ${high}`);
  }
  function flag(x, what) { return checked(x, typeof x === "boolean", `${what} must be true or false`); }
  function one_of(x, what, ...choices) {
    return checked(x, typeof x === "string" && choices.includes(x), `${what} must be one of ${choices.join(", ")}`);
  }
  function rational(x, what) {
    need(typeof x === "string" && x.length <= 40000 && RATIONAL.test(x), `${what} must be a rational string`);
    READING.spend(Math.floor(x.length / 19) ** 2);
    const [top, bottom] = x.split("/"), n = big(top), d = big(bottom || 1);
    need(x !== "-0" && (d > 1n || bottom === undefined) && gcd(n, d) === 1n, `${what} must be in lowest terms`);
    return {n, d};
  }
  function rationals(x, what, length) { return array(x, what, length, length).map(value => rational(value, what)); }
  function before(a, b) {
    if (!Array.isArray(a)) return a < b;
    for (let k = 0; k < a.length; k++)
      if (a[k] !== b[k]) return a[k] < b[k];
    return false;
  }
  function rising(items, what) {
    return checked(items, items.every((x, k) => !k || before(items[k - 1], x)), `${what} must rise strictly`);
  }
  function node_list(x, what, n, least = 1) {
    return rising(array(x, what, least).map(v => integer(v, what, 0, n - 1)), what);
  }
  function nodes_of(i, least, most = 1e15) {
    const n = integer(i.nodes, "nodes", least, most);
    within(n <= NODES, `it has more than ${NODES} nodes`);
    return n;
  }
  function edge_list(x, n) {
    for (const pair of array(x, "edges")) {
      for (const v of array(pair, "an edge", 2, 2)) integer(v, "an edge's node", 0, n - 1);
      need(pair[0] < pair[1], "an edge must name its smaller node first");
    }
    return rising(x, "edges");
  }
  function term_list(x, what, most, first = 0) {
    const terms = [];
    for (const term of array(x, what)) {
      array(term, what, most.length + 1, most.length + 1)
          .slice(0, -1)
          .forEach((index, k) => integer(index, `an index of ${what}`, k ? 0 : first, most[k]));
      terms.push([term.slice(0, -1), rational(term[most.length], `a number of ${what}`)]);
    }
    rising(terms.map(([index]) => index), what);
    return terms;
  }
  function exactly(values) {
    const found = Object.create(null);
    for (const [name, x] of Object.entries(values)) {
      const value = typeof x === "object" ? x : q(typeof x === "boolean" ? +x : x);
      found[name] = [value, value];
    }
    return found;
  }

  // ---- Enclosures ----
  const PRECISION = 256n, UNIT = 1n << PRECISION;
  const LN2 = 6931471805599453094172321214581765680755001343602552541206800094933936219n;
  const PI = 314159265358979323846264338327950288419716939937510582097494459230781640n;
  const [LN_TWO, TWO_PI] = [[1n, LN2, 73n], [2n, PI, 71n]].map(([factor, digits,
    places]) => [factor * digits * UNIT / 10n ** places, factor * (digits + 1n) * UNIT / 10n ** places + 1n]);
  const ROOT_TWO_PI = [isqrt(TWO_PI[0] * UNIT), isqrt(TWO_PI[1] * UNIT) + 1n];
  function arctanh(y) {
    const ratio = y * y / UNIT;
    let term = wide(y), total = 0n, k = 0n;
    while (term) {
      total += term / (2n * k + 1n);
      term = term * ratio / UNIT;
      k++;
    }
    const low = total - 3n * k - 3n, high = total + 3n * k + 3n;
    return y >= 0n ? [low, high] : [-high, -low];
  }
  function scaled(x, k) { return k >= 0 ? mul(x, q(1n << big(k))) : div(x, q(1n << big(-k))); }
  function length(x) { return typeof x === "bigint" ? bitLength(x) + 1 : bitLength(x.n) + bitLength(x.d); }
  function words(x) { return length(x) >> 6; }
  function shorter(x, up) {
    const shift = 300 - bitLength(x.n) + bitLength(x.d), moved = scaled(x, shift);
    return scaled(q(up ? ceil(moved) : floor(moved)), -shift);
  }
  function tidy(low, high) {
    const limit = eq(low, high) ? SIZE : 600;
    return [length(low) > limit ? shorter(low, false) : low, length(high) > limit ? shorter(high, true) : high];
  }
  function exp_of(x) {
    within(le(abs(x), q(100000)), "an argument of exp is beyond 100000");
    const k = fdiv(x.n * UNIT, x.d * LN_TWO[+(x.n >= 0n)]);
    return [[0n, LN_TWO[+(k >= 0n)]], [1n, LN_TWO[+(k < 0n)]]].map(([up, ln2]) => {
      const r = fdiv(x.n * UNIT, x.d) + up - k * ln2;
      let term = UNIT, total = 0n, i = 0n;
      while (term > 0n) {
        total += term;
        term = fdiv(fdiv(term * r, UNIT), i + 1n);
        i++;
      }
      return scaled(q(total + up * (3n * i + 3n), UNIT), Number(k));
    });
  }
  function ln_of(x) {
    const k = bitLength(x.n) - bitLength(x.d), m = scaled(x, -k);
    const y = floor(mul(div(sub(m, ONE), add(m, ONE)), q(UNIT))), low = arctanh(y)[0], high = arctanh(y + 1n)[1];
    return [q(2n * low + big(k) * LN_TWO[+(k < 0)], UNIT), q(2n * high + big(k) * LN_TWO[+(k >= 0)], UNIT)];
  }
  function sqrt_of(x) {
    const top = x.n * UNIT * UNIT, root = isqrt(top / x.d);
    return [q(root, UNIT), q(root * root * x.d === top ? root : root + 1n, UNIT)];
  }
  function phi_of(x) {
    if (x.n < 0n) {
      const [low, high] = phi_of(neg(x));
      return [sub(ONE, high), sub(ONE, low)];
    }
    if (le(q(13), x)) return [q((1n << 120n) - 1n, 1n << 120n), ONE];
    const [low, high] = exp_of(div(neg(square(x)), q(2))), z = floor(mul(x, q(UNIT)));
    const ends =
        [[z, 0n, div(low, q(ROOT_TWO_PI[1]))], [z + 1n, 1n, div(high, q(ROOT_TWO_PI[0]))]].map(([y, up, factor]) => {
          const ratio = y * y / UNIT + up;
          let term = y, total = 0n, k = 0n;
          while (term > 4n || ratio > (k + 1n) * UNIT) {
            total += term;
            term = term * ratio / UNIT / (2n * k + 3n) + 2n * up;
            k++;
          }
          return add(q(1, 2), mul(q(total + up * 2n * term), factor));
        });
    return tidy(...ends);
  }
  function end_of_power(x, e, up) {
    const away = up === (x.n >= 0n), odd = e % 2;
    let result = ONE, base = abs(x);
    for (; e; e = Math.floor(e / 2)) {
      if (e % 2) result = shorter(mul(result, base), away);
      base = shorter(square(base), away);
    }
    return x.n < 0n && odd ? neg(result) : result;
  }
  function power([low, high], e) {
    if (eq(low, high) && e * length(low) <= SIZE) return [pow(low, e), pow(low, e)];
    if (low.n < 0n && e % 2 === 0) [low, high] = high.n < 0n ? [neg(high), neg(low)] : [ZERO, larger(neg(low), high)];
    return [end_of_power(low, e, false), end_of_power(high, e, true)];
  }

  // ---- Expressions ----
  const ARITY = {
    exp: [1, 1],
    ln: [1, 1],
    sqrt: [1, 1],
    phi: [1, 1],
    floor: [1, 1],
    ceil: [1, 1],
    "-": [1, 2],
    "/": [2, 2],
    "^": [2, 2],
    choose: [2, 2],
    "+": [1, TERMS],
    "*": [1, TERMS],
    min: [1, TERMS],
    max: [1, TERMS]
  };
  function exact_integer(value, what) {
    need(eq(value[0], value[1]) && value[0].d === 1n, `${what} must be an integer`);
    return value[0].n;
  }
  function comb(n, k) {
    let c = 1n;
    if (k > n - k) k = n - k;
    for (let j = 1n; j <= k; j++) c = c * (n - k + j) / j;
    return c;
  }
  function operate(name, ...xs) {
    let a = xs[0];
    const b = xs[xs.length - 1];
    if (name === "+") return tidy(sum(xs.map(x => x[0])), sum(xs.map(x => x[1])));
    if (name === "min" || name === "max")
      return [0, 1].map(end => xs.map(x => x[end]).reduce(name === "min" ? lesser : larger));
    if (name === "-") return xs.length === 1 ? [neg(a[1]), neg(a[0])] : tidy(sub(a[0], b[1]), sub(a[1], b[0]));
    if (name === "/") {
      need(b[0].n > 0n || b[1].n < 0n, "a divisor may be 0");
      return operate("*", a, [div(ONE, b[1]), div(ONE, b[0])]);
    }
    if (name === "*") {
      for (const x of xs.slice(1)) {
        const ends = a.flatMap(y => x.map(z => mul(y, z)));
        a = tidy(ends.reduce(lesser), ends.reduce(larger));
      }
      return a;
    }
    if (name === "^") {
      const e = exact_integer(b, "an exponent");
      within(wide(e) <= STEPS, `an exponent is beyond ${STEPS}`);
      return e >= 0n ? power(a, Number(e)) : operate("/", [ONE, ONE], power(a, Number(-e)));
    }
    if (name === "choose") {
      const [n, k] = xs.map(x => exact_integer(x, "an operand of choose"));
      need(n >= 0n, "choose from fewer than 0");
      within(n <= STEPS, `choose from more than ${STEPS}`);
      const value = q(0n <= k && k <= n ? comb(n, k) : 0n);
      return [value, value];
    }
    if (name === "floor" || name === "ceil") {
      const [low, high] = a.map(name === "floor" ? floor : ceil);
      need(low === high, `the enclosure does not decide a ${name}`);
      return [q(low), q(high)];
    }
    const above = a[0].n > 0n || name === "exp" || name === "phi" || (name === "sqrt" && a[0].n === 0n);
    need(above, `operand of ${name} may be too small`);
    const of = {exp: exp_of, ln: ln_of, sqrt: sqrt_of, phi: phi_of}[name];
    return eq(a[0], a[1]) ? of(a[0]) : [of(a[0])[0], of(a[1])[1]];
  }
  function combine(meter, name, ...xs) {
    need(ARITY[name][0] <= xs.length && xs.length <= ARITY[name][1], `${name} has the wrong number of operands`);
    if (["+", "*", "min", "max"].includes(name) && xs.length !== 2)
      return xs.slice(1).reduce((total, x) => combine(meter, name, total, x), xs[0]);
    let size = Math.max(...xs.flat().map(words)), made = ZERO;
    if (name === "choose") made = xs[0][1];
    if (name === "^") made = mul(abs(xs[1][1]), q(length(xs[0][0])));
    if (name === "choose" || (eq(...xs[0]) && le(made, q(SIZE))))
      size = Math.max(size, Math.floor(Number(ceil(lesser(made, q(STEPS)))) / 32));
    meter.spend(Math.floor(size ** 2 / 256));
    return operate(name, ...xs);
  }
  function evaluate(x, variables, meter, depth = 0) {
    meter.spend(1);
    need(depth <= 100, "an expression nests deeper than 100");
    if (typeof x === "string") {
      if (!VARIABLE.test(x)) {
        const value = rational(x, "a number of an expression");
        return [value, value];
      }
      need(x in variables, `the variable ${x.slice(0, 40)} is not defined here`);
      if (typeof variables[x] === "function") variables[x] = variables[x]();
      return variables[x];
    }
    array(x, "an expression that is no string", 2);
    if (x[0] === "sum") {
      need(x.length === 5 && typeof x[1] === "string" && VARIABLE.test(x[1]), "a sum has a variable, ends and a term");
      const [first, last] =
          x.slice(2, 4).map(y => exact_integer(evaluate(y, variables, meter, depth + 1), "an end of a sum"));
      within(last - first < TERMS, `a sum has more than ${TERMS} terms`);
      const inner = Object.assign(Object.create(null), variables);
      let total = [ZERO, ZERO];
      for (let k = first; k <= last; k++) {
        inner[x[1]] = [q(k), q(k)];
        total = combine(meter, "+", total, evaluate(x[4], inner, meter, depth + 1));
      }
      return total;
    }
    need(typeof x[0] === "string" && has(ARITY, x[0]), "an unknown operation in an expression");
    return combine(meter, x[0], ...x.slice(1).map(y => evaluate(y, variables, meter, depth + 1)));
  }
  function holds(condition, variables, meter) {
    array(condition, "a condition", 3, 3);
    const relation = condition[0], [a, b] = condition.slice(1).map(x => evaluate(x, variables, meter));
    one_of(relation, "a relation", "<", "<=", ">", ">=", "==");
    return {
      "<": lt(a[1], b[0]),
      "<=": le(a[1], b[0]),
      ">": lt(b[1], a[0]),
      ">=": le(b[1], a[0]),
      "==": eq(a[0], a[1]) && eq(a[1], b[0]) && eq(b[0], b[1])
    }[relation];
  }

  // ---- Matrices ----
  function widest(xs) {
    let most = 0n;
    for (const x of xs)
      if (x > most)
        most = x;
      else if (-x > most)
        most = -x;
    return most;
  }
  class Matrix {
    constructor(rows, meter, back) {
      this.n = rows.length;
      this.back = back || this;
      this.vs = rows.map(row => row.map(([v]) => v));
      this.q = rows.map(row => meter.multiple(row.map(([, , d]) => d)));
      this.cs = rows.map((row, u) => row.map(([, p, d]) => p * (this.q[u] / d)));
      this.common = meter.multiple(this.q);
      this.size =
          this.cs.reduce((s, cs, u) => s + cs.length * (1 + words(this.q[u]) + words(widest(cs))), 0);
      this.degree = rows.reduce((m, row) => Math.max(m, row.length), 0) - 1;
    }
    entry(u, v) {
      const k = this.vs[u].indexOf(v);
      return k < 0 ? ZERO : q(this.cs[u][k], this.q[u]);
    }
    dense() { return range(this.n).map(u => range(this.n).map(v => this.entry(u, v))); }
    product(x, unit, bits, meter) {
      const scale = bits ? 0 : this.n * words(this.common);
      meter.spend((this.size + scale) * (1 + words(widest([...x, unit]))));
      const found = new Array(this.n);
      for (let u = 0; u < this.n; u++) {
        const vs = this.vs[u], cs = this.cs[u];
        let total = 0n;
        for (let k = 0; k < vs.length; k++) {
          const y = x[vs[k]];
          if (y) total += cs[k] === 1n ? y : cs[k] * y;
        }
        found[u] = bits ? fdiv(total, this.q[u]) : total * (this.common / this.q[u]);
      }
      return [found, bits ? unit : unit * this.common];
    }
  }
  function neighbors(n, edges) {
    const lists = range(n).map(() => []);
    for (const [u, v] of edges) lists[u].push(v);
    for (const [u, v] of edges) lists[v].push(u);
    return lists;
  }
  function gossip(n, edges, weights, meter) {
    const lists = neighbors(n, edges), more = weights === "min-degree" ? 0 : 1;
    return new Matrix(lists.map((others, u) => {
      const shares = others.map(
                v => big(more + Math.max(others.length, lists[weights === "uniform" ? u : v].length))),
            common = meter.multiple(shares);
      return [
        [u, common - shares.reduce((s, k) => s + common / k, 0n), common], ...others.map((v, k) => [v, 1n, shares[k]])
      ];
    }), meter);
  }
  function distances(lists, start) {
    const far = new Array(lists.length).fill(null);
    for (let layer = [...start], steps = 0; layer.length; steps++) {
      for (const v of layer) far[v] = steps;
      layer = numeric(new Set(layer.flatMap(v => lists[v].filter(w => far[w] === null))));
    }
    return far;
  }
  function semidefinite(matrix, meter) {
    const scale = meter.multiple(matrix.flatMap(row => row.map(x => x.d))), n = matrix.length;
    const a = matrix.map(row => row.map(x => x.n * (scale / x.d)));
    let last = 1n;
    for (let k = 0; k < n; k++) {
      const row = a[k], pivot = row[k];
      meter.spend((n - k) ** 2 * (1 + Math.max(...row.slice(k).map(words)) ** 2));
      if (pivot < 0n || (pivot === 0n && row.slice(k).some(x => x))) return false;
      if (!pivot) continue;
      for (let i = k + 1; i < n; i++)
        for (let j = i; j < n; j++) a[i][j] = (pivot * a[i][j] - row[i] * row[j]) / last;
      last = pivot;
    }
    return true;
  }
  function dot(x, y) {
    let s = 0n;
    for (let k = 0; k < x.length && k < y.length; k++) s += x[k] * y[k];
    return s;
  }
  function rdot(x, y) { return sum(x.map((a, k) => mul(a, y[k]))); }
  function lift(c, unit) { return fdiv(c.n * unit, c.d); }
  function common_unit(values, bits, meter) { return bits ? 1n << big(bits) : meter.multiple(values.map(x => x.d)); }
  function square_bounds(x, error, meter) {
    meter.spend(x.length * (1 + words(widest(x)) ** 2));
    if (!error) {
      const s = dot(x, x);
      return [s, s];
    }
    let low = 0n, high = 0n;
    for (const y of x) {
      const a = wide(y), least = a > error ? a - error : 0n;
      low += least * least;
      high += (a + error) ** 2n;
    }
    return [low, high];
  }

  // ---- view, stream, rate ----
  const axis = (n, w, unit) => range(n).map(v => v === w ? unit : 0n);
  class System {
    constructor(i, w, bits, meter) {
      this.n = w[0].n;
      this.w = w;
      this.inner = w.length;
      this.bits = bits;
      this.meter = meter;
      this.observers = node_list(i.observers, "observers", this.n);
      this.own = flag(i.own_noise, "own_noise");
      const known = new Set(this.observers),
            heard = new Map([...new Set(w)].map(
                m => [m,
                    numeric(
                        new Set(this.observers.flatMap(o => m.vs[o].filter((v, k) => m.cs[o][k] && !known.has(v)))))]));
      this.places = w.map(m => heard.get(m));
      this.senders = numeric(union(this.places));
      this.known = this.own ? this.observers : [];
      this.run(1);
    }
    run(rounds) {
      this.rounds = rounds;
      const degree = Math.max(...[...new Set(this.w)].map(m => m.degree));
      this.error = this.bits ? big(rounds) * big(this.inner) * big(degree + 1) : 0n;
    }
    terms(x) {
      const most = [this.inner - 1, this.n - 1], seen = this.places.map(nodes => new Set(nodes));
      let terms = this.single ? term_list(x, "terms", most) : term_list(x, "terms", [this.rounds, ...most], 1);
      terms = terms.map(([index, c]) => [this.single ? [1, ...index] : index, c]);
      need(terms.every(([[, k, w]]) => seen[k].has(w)), "a term names what the observers do not see");
      return terms;
    }
    adjoint(terms, unit) {
      const at = new Map(), blocks = [];
      let a = new Array(this.n).fill(0n);
      for (const [[t, k, w], c] of terms) {
        const key = t * this.inner + k;
        if (!at.has(key)) at.set(key, []);
        at.get(key).push([w, c]);
      }
      for (let t = this.rounds; t > 0; t--) {
        for (let k = this.inner - 1; k >= 0; k--) {
          if (a.some(x => x)) [a, unit] = this.w[k].back.product(a, unit, this.bits, this.meter);
          for (const [w, c] of at.get(t * this.inner + k) || []) a[w] += lift(c, unit);
        }
        blocks.push([a.slice(), unit]);
      }
      return [blocks.reverse().map(([block, u]) => block.map(x => x * (unit / u))), unit];
    }
    seen(inputs, unit) {
      const found = [];
      let x = new Array(this.n).fill(0n), top = unit;
      for (const vector of inputs) {
        x = x.map((a, v) => a + vector[v] * (top / unit));
        this.w.forEach((m, k) => {
          found.push([this.places[k].map(w => x[w]), top]);
          if (found.length < this.rounds * this.inner) [x, top] = m.product(x, top, this.bits, this.meter);
        });
      }
      return found;
    }
    weigh(signal, terms) {
      const numbers = [...terms.map(([, c]) => c), ...signal.flatMap(change => [...change.values()])];
      const [blocks, unit] = this.adjoint(terms, common_unit(numbers, this.bits, this.meter)),
                     changes = signal.flatMap((change, t) => [...change].map(([u, s]) => [t, u, s]));
      for (const block of blocks)
        for (const o of this.known) block[o] = 0n;
      const cy = div(sum(changes.map(([t, u, s]) => mul(s, q(blocks[t][u])))), q(unit));
      const slack = mul(q(this.error, unit), sum(changes.map(([, , s]) => abs(s)))),
            bounds = blocks.map(block => square_bounds(block, this.error, this.meter));
      const norm = [0, 1].map(end => q(bounds.reduce((s, x) => s + x[end], 0n), unit ** 2n)),
            rest = blocks.map(block => block.map(x => -x));
      for (const [t, u, s] of changes) rest[t][u] += lift(s, unit);
      const wrong = this.bits ? big(this.rounds + 1) * this.error + big(this.rounds) : 0n, seen = this.seen(rest, unit);
      const residues = function* (meter) {
        for (const [x, u] of seen) yield q(square_bounds(x, wrong, meter)[1], u ** 2n);
      };
      return [
        [sub(cy, slack), add(cy, slack)], norm, this.meter.sum(residues(this.meter)), [blocks, unit], seen
      ];
    }
    published(nodes, printed = false) {
      const totals = new Map(nodes.map(u => [u, [ZERO, ZERO]])), units = 1n << big(this.bits);
      for (let k = 0; k < this.inner; k++)
        for (const w of this.places[k]) {
          let row = axis(this.n, w, units), column = row, unit = units, top = units;
          for (let j = k - 1; j >= 0; j--) [row, unit] = this.w[j].back.product(row, unit, this.bits, this.meter);
          for (let j = 0; j < k && printed; j++) [column, top] = this.w[j].product(column, top, this.bits, this.meter);
          const [low, high] = square_bounds(row, this.error, this.meter), ratio = printed ? square(q(unit, top)) : ONE;
          need(low > 0n || high === 0n, "bits are too few for eq6");
          for (const u of low ? nodes : []) {
            const [a, b] = square_bounds([printed ? column[u] : row[u]], this.error, this.meter), old = totals.get(u);
            this.meter.toll(low, high, unit, top, old[1]);
            totals.set(u, [add(old[0], mul(ratio, q(a, high))), add(old[1], mul(ratio, q(b, low)))]);
          }
        }
      return [...totals.values()];
    }
  }
  function total(pairs, meter, top) {
    return [0, 1].map(end => meter.sum(pairs.map(x => top ? lesser(x[end], top) : x[end])));
  }
  function bits_of(evidence) { return "bits" in evidence ? integer(evidence.bits, "bits", 32, 8192) : 0; }
  function view_system(i, evidence, meter) {
    const n = nodes_of(i, 2), weights = one_of(i.weights, "weights", "metropolis", "min-degree", "given");
    const form = ["edges", "rounds", "entries"].filter(key => key in i), fixed = "steps" in i;
    need(form.length === 1 && fixed === !("rounds" in i), "a view has rounds, or steps with edges or entries");
    need((weights === "given") === (form[0] === "entries"), "entries go with given weights, edges with a rule");
    const steps = fixed ? integer(i.steps, "steps", 1) : array(i.rounds, "rounds", 1).length;
    within(steps <= STEPS, `it has more than ${STEPS} steps`);
    const bits = bits_of(evidence), outside = new Set(range(n));
    let w, graphs;
    if (weights === "given") {
      const entries = term_list(i.entries, "entries", [n - 1, n - 1]), rows = range(n).map(() => []),
            columns = range(n).map(() => []);
      need(entries.length && !bits, "given weights need an entry, and no bits");
      for (const [[u, v], c] of entries) {
        rows[u].push([v, c.n, c.d]);
        columns[v].push([u, c.n, c.d]);
      }
      for (const lists of [rows, columns])
        lists.forEach((row, u) => row.length || row.push([u, 0n, 1n]));
      const edges = new Map(entries.filter(([at, c]) => c.n && at[0] !== at[1]).map(([[u,
        v]]) => [`${Math.min(u, v)} ${Math.max(u, v)}`, [u, v]]));
      w = new Array(steps).fill(new Matrix(rows, meter, new Matrix(columns, meter)));
      graphs = [[...edges.values()]];
    } else {
      meter.spend(n * ("edges" in i ? 1 : steps));
      graphs = ("edges" in i ? [i.edges] : i.rounds).map(x => edge_list(x, n));
      w = graphs.map(edges => gossip(n, edges, weights, meter));
      if ("edges" in i) w = new Array(steps).fill(w[0]);
    }
    const v = new System(i, w, bits, meter);
    for (const o of v.observers) outside.delete(o);
    return Object.assign(v, {
      single: true,
      fixed,
      given: weights === "given",
      graphs,
      lists: neighbors(n, graphs[0]),
      outside: [...outside]
    });
  }
  function loss_bounds(v, direction, terms, tau2, gram) {
    const [gd, [, norm], residual] = v.weigh([direction], terms),
                             whole = v.meter.sum([...direction.values()].map(square));
    const noise = add(norm, mul(tau2, v.meter.sum(terms.map(([, c]) => square(c))))),
          low = noise.n ? div(square(larger(ZERO, larger(gd[0], neg(gd[1])))), noise) : ZERO;
    let high = whole;
    if (!residual.n || tau2.n)
      high = tau2.n ? add(norm, div(residual, tau2)) : norm;
    else if (gram)
      high = add(add(norm, div(residual, gram)), mul(q(2), sqrt_of(div(mul(norm, residual), gram))[1]));
    return [low, lesser(high, whole)];
  }
  function gram_bound(v, x) {
    const m = rational(x, "gram_lower"), rows = v.places.flatMap((nodes, k) => nodes.map(w => [k, w])),
          order = rows.length;
    need(v.bits && v.fixed && order <= 150, "gram_lower needs bits, one gossip matrix and at most 150 messages");
    need(m.n > 0n, "gram_lower must be above 0");
    const one = 1n << big(v.bits), powers = new Map(), factor = [];
    for (const w of v.places[0]) {
      const list = [axis(v.n, w, one)];
      for (let k = 0; k < 2 * v.inner - 2; k++) list.push(v.w[0].product(list[k], one, v.bits, v.meter)[0]);
      powers.set(w, list);
    }
    const shift = lift(m, one) + 1n + big(order) * (4n * v.error + big(v.observers.length) * v.error ** 2n / one + 4n);
    v.meter.spend(order ** 3 * (1 + Math.floor(Math.floor(v.bits / 64) ** 2 / 16)));
    rows.forEach(([t, w], i) => {
      factor.push([]);
      rows.slice(0, i + 1).forEach(([t2, w2], j) => {
        let value = powers.get(w)[t + t2][w2] * one;
        for (const o of v.known) value -= powers.get(w)[t][o] * powers.get(w2)[t2][o];
        value -= dot(factor[i], factor[j].slice(0, j)) + (i === j ? shift * one : 0n);
        need(i !== j || value > 0n, "B B^T >= gram_lower I fails");
        factor[i].push(i === j ? isqrt(value) : fdiv(value, factor[j][j]));
      });
    });
    return m;
  }
  function view_variables(v, i, members, proofs, gap) {
    const far = distances(v.lists, v.observers), one = members.length === 1 && v.fixed;
    const numbers = {
      n: v.n,
      steps: v.inner,
      observers: v.observers.length,
      own_noise: v.own,
      static: v.fixed,
      senders: v.senders.length,
      tau2: "tau2" in i ? rational(i.tau2, "tau2") : 0,
      messages: v.places.reduce((s, x) => s + x.length, 0),
      round_edges: v.given ? null : Math.max(...v.graphs.map(x => x.length)),
      group: members.length || null,
      connected: v.fixed ? !distances(v.lists, [0]).includes(null) : null,
      edges: v.fixed ? v.graphs[0].length : null,
      degree_observer: v.fixed && v.observers.length === 1 ? v.lists[v.observers[0]].length : null,
      degree_target: one ? v.lists[members[0]].length : null,
      distance: one ? far[members[0]] : null,
      nearer_distance: one && "nearer" in i ? far[i.nearer] : null
    };
    const values = exactly(Object.fromEntries(Object.entries(numbers).filter(([, x]) => x !== null)));
    values.eq6_sum = () => total(v.published(v.outside), v.meter);
    values.eq6_capped_sum = () => total(v.published(v.outside), v.meter, ONE);
    if (members.length) values.eq6_group = () => total(v.published(members), v.meter);
    if (members.length === 1) {
      values.eq6 = () => v.published(members)[0];
      values.eq6_printed = () => v.published(members, true)[0];
    }
    if (v.fixed) {
      const largest = v.observers.flatMap(o => v.places[0].map(w => v.w[0].entry(o, w)))
                          .filter(x => x.n)
                          .map(x => div(ONE, square(x)))
                          .reduce(larger, ZERO);
      values.inverse_weight2 = [largest, largest];
    }
    if (one) values.walk_sum = () => walk_sum(v, members[0]);
    if ("nearer" in i) values.nearer_loss = proofs.get(i.nearer) || [ZERO, ONE];
    if (gap !== null) values.gap = [gap, ONE];
    return values;
  }
  function least_gap(v, x) {
    need(v.fixed && !v.given && v.n <= 80, "a gap needs one graph of at most 80 nodes and a rule of weights");
    return gap_is(v.w[0].dense(), rational(x, "gap"), v.meter);
  }
  function walk_sum(v, target) {
    let unit = 1n << big(v.bits), x = axis(v.n, target, unit), low = ZERO, high = ZERO;
    for (const m of v.w) {
      [x, unit] = m.back.product(x, unit, v.bits, v.meter);
      const [a, b] =
          square_bounds([v.observers.reduce((s, o) => s + x[o], 0n)], v.error * big(v.observers.length), v.meter);
      v.meter.toll(unit, unit, low, high);
      low = add(low, q(a, unit ** 2n));
      high = add(high, q(b, unit ** 2n));
    }
    return [low, high];
  }
  function check_view(i, quantity, evidence, meter) {
    need(quantity !== "eq6_sum" || !Object.keys(evidence).length, "eq6_sum takes no evidence");
    const v = view_system(i, evidence, meter), grouped = "group" in i;
    need(("target" in i) + grouped === +(quantity === "loss"), "a loss has a target or a group, a sum neither");
    const members = node_list("target" in i ? [i.target] :
            grouped                         ? i.group :
                                              [],
        "target or group", v.n, grouped ? 2 : 0);
    need(!members.some(u => v.observers.includes(u)), "a target or group must lie outside the observers");
    const tau2 = "tau2" in i ? rational(i.tau2, "tau2") : ZERO, found = [];
    need(!("tau2" in i) || tau2.n > 0n, "tau2 must be above 0");
    const asked = new Set(quantity === "loss" ? members : v.outside);
    if ("nearer" in i) {
      need("target" in i && v.outside.includes(integer(i.nearer, "nearer", 0, v.n - 1)) && i.nearer !== i.target,
          "nearer must be another node outside the observers than the target");
      asked.add(i.nearer);
    }
    const gram = "gram_lower" in evidence ? gram_bound(v, evidence.gram_lower) : null;
    for (const x of array("combinations" in evidence ? evidence.combinations : [], "combinations")) {
      keys(x, "a combination", [grouped ? "direction" : "target", "terms"]);
      let direction;
      if (grouped) {
        direction = new Map(term_list(x.direction, "direction", [v.n - 1]).map(([[u], s]) => [u, s]));
        need(direction.size && [...direction].every(([u, s]) => asked.has(u) && le(abs(s), ONE)),
            "a direction must move members of the group, by at most 1 each");
      } else {
        direction = new Map([[integer(x.target, "target", 0, v.n - 1), ONE]]);
        need(asked.has(x.target), "a combination's target is not asked for");
      }
      found.push([direction, ...loss_bounds(v, direction, v.terms(x.terms), tau2, gram)]);
    }
    const proofs = new Map(found.map(([direction, ...ends]) => [direction.keys().next().value, ends]));
    if (!grouped) rising(found.map(([direction]) => direction.keys().next().value), "the combinations' targets");
    const gap = "gap" in evidence ? least_gap(v, evidence.gap) : null;
    const variables = view_variables(v, i, members, proofs, gap);
    let low, high;
    if (quantity === "eq6_sum")
      [low, high] = variables.eq6_sum();
    else if ("target" in i)
      [low, high] = proofs.get(i.target) || [ZERO, ONE];
    else if (grouped) {
      const signs = new Map();
      low = found.map(x => x[1]).reduce(larger, ZERO);
      for (const [direction, , most] of found)
        if (direction.size === members.length && [...direction.values()].every(s => eq(abs(s), ONE))) {
          const pattern = [...direction.values()].map(s => text(mul(s, direction.get(members[0])))).join();
          signs.set(pattern, lesser(most, signs.get(pattern) || most));
        }
      high = big(signs.size) === 2n ** big(members.length - 1) ? [...signs.values()].reduce(larger) : q(members.length);
    } else {
      [low, high] = total(v.outside.map(u => proofs.get(u) || [ZERO, ONE]), meter);
      if (quantity === "loss_mean") [low, high] = [div(low, q(v.n)), div(high, q(v.n))];
    }
    return [low, high, variables];
  }
  function running_system(i, evidence, meter) {
    const n = nodes_of(i, 2), weights = one_of(i.weights, "weights", "metropolis", "min-degree");
    const steps = "steps_per_round" in i ? integer(i.steps_per_round, "steps_per_round", 1) : 1,
          rounds = "rounds" in i ? integer(i.rounds, "rounds", 1) : 1;
    within(rounds * steps <= STEPS, `it has more than ${STEPS} steps`);
    const bits = bits_of(evidence), edges = edge_list(i.edges, n),
          v = new System(i, new Array(steps).fill(gossip(n, edges, weights, meter)), bits, meter);
    v.messages = one_of(i.view, "view", "states", "messages") === "messages";
    v.single = false;
    v.lists = neighbors(n, edges);
    if (!v.messages) v.places = new Array(steps).fill(v.observers);
    v.target = integer(i.target, "target", 0, n - 1);
    need(!v.observers.includes(v.target), "a target must lie outside the observers");
    v.run(rounds);
    const closed = v.lists.some((others, u) => `${numeric([u, ...others])}` === `${v.observers}`);
    const numbers = {
      n,
      observers: v.observers.length,
      own_noise: v.own,
      messages_seen: v.messages,
      connected: !distances(v.lists, [0]).includes(null),
      closed_neighborhood: closed
    };
    return [v, numbers];
  }
  function fixed_upper(v, terms) {
    const [[, high], [less], residual] = v.weigh(range(v.rounds).map(() => new Map([[v.target, ONE]])), terms);
    need(!residual.n || (!v.own && v.inner === 1), "a residual needs K = 1 and unknown noise everywhere");
    return add(sub(mul(q(2), high), less), mul(q(4), residual));
  }
  function every_upper(v, diagonal, columns) {
    need(!v.bits && v.rounds <= 40, "a diagonal needs at most 40 rounds, and no bits");
    const y = rationals(diagonal, "diagonal", v.rounds), b = [], r = [];
    array(columns, "columns", v.rounds, v.rounds).forEach((x, j) => {
      const [, , , [blocks, unit], seen] =
          v.weigh(range(v.rounds).map(t => new Map([[v.target, t === j ? ONE : ZERO]])), v.terms(x));
      b.push(blocks.map(block => [block, unit]));
      r.push(seen);
    });
    const exact = r.every(seen => seen.every(([values]) => values.every(x => !x)));
    need(exact || (!v.own && v.inner === 1), "a residual needs K = 1 and unknown noise everywhere");
    const inner = (x, z) => {
      v.meter.spend(
          x.reduce((total, [p, s], k) => total + (1 + p.length) * (1 + words(s) + words(z[k][1])) ** 2, 0));
      return v.meter.sum(x.map(([p, s], k) => q(dot(p, z[k][0]), s * z[k][1])));
    };
    const signal = (j, t) => q(b[j][t][0][v.target], b[j][t][1]);
    const excess = range(v.rounds).map(j => range(v.rounds).map(k => sum([
      j === k ? y[j] : ZERO, neg(signal(j, k)), neg(signal(k, j)), inner(b[j], b[k]), mul(q(-4), inner(r[j], r[k]))
    ])));
    need(semidefinite(excess, v.meter), "Diag(y) - S >= 0 fails");
    return sum(y);
  }
  function check_stream(i, quantity, evidence, meter) {
    const [v, numbers] = running_system(i, evidence, meter), apart = quantity === "absolute_sum",
              steady = quantity === "constant";
    let low = ZERO, high = apart ? null : q(v.rounds), constant = q(v.rounds);
    need(!((apart ? "upper" : "constant") in evidence), "upper goes with a loss, constant with a sum");
    if ("lower" in evidence) {
      keys(evidence.lower, "lower", steady ? ["terms"] : ["stream", "terms"]);
      const stream = rationals(steady ? new Array(v.rounds).fill("1") : evidence.lower.stream, "stream", v.rounds);
      need(stream.every(s => le(abs(s), ONE)), "a stream must stay within -1 and 1");
      const [[a, b], [, noise]] = v.weigh(stream.map(s => new Map([[v.target, s]])), v.terms(evidence.lower.terms));
      low = noise.n ? div(square(larger(ZERO, larger(a, neg(b)))), noise) : ZERO;
    }
    if ("upper" in evidence) {
      const upper = keys(evidence.upper, "upper", steady ? ["terms"] : ["diagonal", "columns"]);
      high =
          lesser(high, steady ? fixed_upper(v, v.terms(upper.terms)) : every_upper(v, upper.diagonal, upper.columns));
    }
    if ("constant" in evidence)
      constant = lesser(constant, fixed_upper(v, v.terms(keys(evidence.constant, "constant", ["terms"]).terms)));
    const variables = exactly({...numbers, rounds: v.rounds, steps_per_round: v.inner});
    variables.constant = [ZERO, constant];
    if (v.messages) variables.eq6 = () => v.published([v.target])[0];
    return [low, high, variables];
  }
  function check_rate(i, quantity, evidence, meter) {
    const [v, numbers] = running_system(i, {}, meter), period = array(evidence.stream, "stream", 1).length,
              stream = rationals(evidence.stream, "stream", period);
    need(stream.every(s => le(abs(s), ONE)), "a stream must stay within -1 and 1");
    const b = array(evidence.adjoint, "adjoint", period, period).map(x => rationals(x, "a vector of adjoint", v.n)),
          far = distances(v.lists, [0]);
    need(!far.includes(null), "the graph must be connected");
    const odd = v.lists.some((others, u) => others.some(w => far[u] === far[w]));
    need(odd || range(v.n).some(u => v.w[0].entry(u, u).n), "the gossip matrix must be primitive");
    const unit = common_unit(b.flat(), 0, meter), seen = new Set(v.places[0]),
          units = b.map(vector => vector.map(x => lift(x, unit)));
    units.forEach((vector, t) => {
      const [after, factor] = v.w[0].product(units[(t + 1) % period], 1n, 0, meter);
      need(vector.every((x, u) => seen.has(u) || factor * x === after[u]), "b_t = W b_{t+1} fails off the seen nodes");
    });
    const mean = xs => div(meter.sum(xs), q(period));
    let h = mean(stream.map((s, t) => mul(s, b[t][v.target])));
    if (quantity === "transient_rate") h = sub(h, div(mean(stream.map((s, t) => mul(s, meter.sum(b[t])))), q(v.n)));
    const g = mean(b.flatMap(x => range(v.n).filter(u => !v.known.includes(u)).map(u => square(x[u]))));
    need(g.n > 0n, "the adjoint meets no unknown noise");
    return [div(square(h), g), null, exactly(numbers)];
  }

  // ---- rumor: a state is active nodes + 64 informed nodes + 4096 if a delayed first message is still to come + 8192
  // (1 + a source deaf to its next telling) ----
  class Rumor {
    constructor(i, meter) {
      this.n = nodes_of(i, 3, 6);
      this.meter = meter;
      this.rows = new Map();
      this.all = (1 << this.n) - 1;
      this.curious = integer(i.curious, "curious", 1, this.n - 2);
      this.honest = this.n - this.curious;
      this.muting = rational(i.muting, "muting");
      this.ends = one_of(i.transcript, "transcript", "terminated", "unending") === "terminated";
      this.to_itself = flag(i.self_sends, "self_sends");
      this.twice = i.delayed_start === "twice";
      this.delayed = this.twice || flag(i.delayed_start, "delayed_start");
      const nodes = range(this.n), pairs = nodes.flatMap(v => nodes.filter(u => u < v).map(u => [u, v]));
      this.lists = neighbors(this.n, "edges" in i ? edge_list(i.edges, this.n) : pairs);
      need(!distances(this.lists, [0]).includes(null), "the graph of a rumor must be connected");
      need(this.muting.n >= 0n && le(this.muting, ONE) && le(q(+this.delayed), this.muting),
          "muting must be from 0 to 1, delayed 1");
    }
    start(sources) {
      return sources.map(s => new Map([[(1 << s) + (this.ends ? 64 << s : 0) + (this.delayed ? 4096 : 0), ONE]]));
    }
    moves(state) {
      const active = state & 63, informed = state >> 6 & 63, senders = range(this.n).filter(v => active >> v & 1),
            found = [];
      const deaf = state >> 13, stays = state & 4096 ? ZERO : this.muting;
      for (const a of informed === this.all ? [] : senders) {
        const receivers = [...this.lists[a], ...this.to_itself ? [a] : []],
              share = q(1, senders.length * receivers.length);
        for (const b of receivers)
          for (const [then, chance] of [[active, stays], [active & ~(1 << a), sub(ONE, stays)]]) {
            const left = state & 4096 ? (this.twice && a !== b ? a + 1 : 0) : deaf === b + 1 ? 0 : deaf;
            if (chance.n)
              found.push([
                a, b,
                (deaf === b + 1 ? then : then | 1 << b) + (this.ends ? (informed | 1 << b) << 6 : 0) + 8192 * left,
                mul(share, chance)
              ]);
          }
      }
      return found;
    }
    visits(state) {
      if (!this.rows.has(state)) {
        const block = [state], steps = new Map();
        for (const x of block) {
          const to = new Map();
          steps.set(x, to);
          for (const [, b, y, chance] of this.moves(x))
            if (b < this.honest && y >> 6 === x >> 6) {
              to.set(y, add(to.get(y) || ZERO, chance));
              if (!block.includes(y)) block.push(y);
            }
        }
        this.meter.spend(block.length ** 3 * (20 + 2 * (block.length * words(this.muting)) ** 2));
        const one = (x, y) => x === y ? ONE : ZERO;
        const a = block.map(
            x => [...block.map(y => sub(one(x, y), steps.get(x).get(y) || ZERO)), ...block.map(y => one(x, y))]);
        for (let k = 0; k < block.length; k++) {
          a[k] = a[k].map((x, _, row) => x.n ? div(x, row[k]) : x);
          for (let j = 0; j < block.length; j++)
            if (j !== k && a[j][k].n) {
              const factor = a[j][k];
              a[j] = a[j].map((x, c) => a[k][c].n ? sub(x, mul(factor, a[k][c])) : x);
            }
        }
        block.forEach((x, k) => this.rows.set(
                          x, new Map(block.map((y, c) => [y, a[k][block.length + c]]).filter(([, v]) => v.n))));
      }
      return this.rows.get(state);
    }
    next(law) {
      const pending = new Map(law), seen = new Map(),
            more = (map, y, mass) => map.set(y, add(map.get(y) || ZERO, mass));
      const rank = x => (x >> 6 & 63) * 3 + (x & 4096 ? 0 : x >> 13 ? 1 : 2);
      let end = ZERO;
      while (pending.size) {
        const first = Math.min(...[...pending.keys()].map(rank)), visited = new Map();
        for (const [state, mass] of [...pending].filter(([x]) => rank(x) === first)) {
          pending.delete(state);
          for (const [y, count] of this.visits(state)) more(visited, y, mul(mass, count));
        }
        const longest = Math.max(...[this.muting, ...visited.values()].map(words));
        this.meter.spend(visited.size * (1000 + 30 * longest ** 2));
        for (const [x, mass] of visited) {
          if ((x >> 6 & 63) === this.all) end = add(end, mass);
          for (const [a, b, y, chance] of this.moves(x))
            if (b >= this.honest || y >> 6 !== x >> 6) {
              const key = `${a},${b}`;
              if (b >= this.honest && !seen.has(key)) seen.set(key, new Map());
              more(b >= this.honest ? seen.get(key) : pending, y, mul(mass, chance));
            }
        }
      }
      return [seen, end];
    }
    tokens(x) {
      need(typeof x === "string" && /^([0-5]>[0-5]( [0-5]>[0-5])*( end)?|end)?$/.test(x),
          "a transcript must read like `0>2 2>2 end`");
      const found = (x ? x.split(" ") : []).map(word => word.replace(">", ","));
      need(this.ends || !found.includes("end"), "an unending transcript has no end");
      return found;
    }
    chances(x, sources) {
      let laws = this.start(sources);
      for (const message of this.tokens(x)) {
        laws = laws.map(law => this.next(law)).map(([seen,
          end]) => message === "end" ? new Map([[0, end]]) : seen.get(message) || new Map());
      }
      const found = laws.map(law => sum([...law.values()]));
      need(found.some(p => p.n), "a transcript is impossible");
      return found;
    }
    leaves(names, sources) {
      const tree = new Set(array(names, "expanded", 1).map(x => this.tokens(x).join(" "))), found = [],
            pending = [["", this.start(sources)]];
      need(tree.size === names.length && tree.has(""), "expanded must have the empty transcript, and none twice");
      let done = 0;
      for (; pending.length; done++) {
        const [name, laws] = pending.pop(), after = laws.map(law => this.next(law));
        found.push(["inner", laws.map(law => sum([...law.values()]))], ["end", after.map(([, end]) => end)]);
        for (const message of union(after.map(([seen]) => seen.keys()))) {
          const then = after.map(([seen]) => seen.get(message) || new Map()),
                child = name ? `${name} ${message}` : message;
          if (tree.has(child))
            pending.push([child, then]);
          else
            for (const x of union(then.map(law => law.keys())))
              found.push(["state", then.map(law => law.get(x) || ZERO)]);
        }
      }
      need(done === tree.size, "expanded has a transcript that ended, is impossible or lacks its prefix");
      return found;
    }
  }
  function check_rumor(i, quantity, evidence, meter) {
    const v = new Rumor(i, meter);
    const numbers = "edges" in i ? {} : {
      n: v.n,
      f: v.curious,
      b: q(v.curious, v.n),
      s: v.muting,
      terminated: v.ends,
      self_sends: v.to_itself,
      delayed_start: v.delayed + v.twice
    };
    let low = ZERO, high = null;
    if (quantity === "delta") {
      const e = numbers.e_epsilon = rational(i.e_epsilon, "e_epsilon");
      const excess = ([p, r]) => {
        meter.toll(e, p, r);
        return sub(p, mul(e, r));
      };
      high = ONE;
      need(le(ONE, e), "e_epsilon must be at least 1");
      if ("event" in evidence) {
        const event = array(evidence.event, "event", 1).map(x => v.tokens(x));
        need(!event.some((a, j) => event.some((b, k) => j !== k && a.every((x, t) => x === b[t]))),
            "a transcript of the event begins another");
        low = larger(ZERO, meter.sum(evidence.event.map(x => excess(v.chances(x, [0, 1])))));
      }
      if ("expanded" in evidence) {
        const leaves = v.leaves(evidence.expanded, [0, 1]).filter(([kind]) => kind !== "inner");
        high = lesser(ONE, meter.sum(leaves.map(([, p]) => larger(ZERO, excess(p)))));
      }
    } else if (quantity === "uncertainty") {
      need(("transcript" in evidence) === ("source" in evidence), "a transcript goes with its source");
      need(("expanded" in evidence) === ("floor" in evidence), "an expanded tree goes with its floor");
      const everyone = range(v.honest);
      if ("transcript" in evidence) {
        const source = integer(evidence.source, "source", 0, v.honest - 1),
              p = v.chances(evidence.transcript, everyone);
        need(p[source].n > 0n, "the transcript is impossible from its source");
        high = div(sub(sum(p), p[source]), p[source]);
      }
      if ("floor" in evidence) {
        low = rational(evidence.floor, "floor");
        need(low.n >= 0n, "floor must be at least 0");
        for (const [, p] of v.leaves(evidence.expanded, everyone)) {
          meter.toll(low, ...p, ...p);
          need(p.every(x => le(mul(low, x), sub(sum(p), x))), "the odds are below floor somewhere");
        }
      }
    } else {
      const suspects = node_list(i.suspects, "suspects", v.honest, 2);
      const shown = v.tokens(evidence.transcript).map(x => Number(x[0])).filter(x => suspects.includes(x));
      need(shown.length, "the transcript shows no suspect");
      const p = v.chances(evidence.transcript, suspects);
      high = div(p[suspects.indexOf(shown[0])], p.reduce(larger));
    }
    return [low, high, exactly(numbers)];
  }

  // ---- ring, walk ----
  function check_ring(i, quantity, evidence, meter) {
    const n = integer(i.users, "users", 2), rounds = integer(i.rounds, "rounds", 1), numbers = {n, rounds},
          twice = x => [x, x, exactly(numbers)];
    meter.spend(100 * n * rounds);
    if (quantity === "debiased_mean") {
      const buckets = integer(i.buckets, "buckets", 2), gamma = rational(i.gamma, "gamma");
      need(gamma.n >= 0n && lt(gamma, ONE), "gamma must be at least 0 and below 1");
      const values = array(i.values, "values", n, n).map(x => integer(x, "a value", 0, buckets - 1)),
            bucket = integer(i.bucket, "bucket", 0, buckets - 1);
      numbers.gamma = gamma;
      numbers.count = values.filter(x => x === bucket).length;
      numbers.initial = flag("initial" in i ? i.initial : true, "initial");
      const told = add(mul(q(numbers.count), sub(ONE, gamma)), mul(q(n, buckets), gamma));
      const mean = add(q(numbers.initial ? ceil(mul(gamma, q(n))) : 0, buckets), mul(q(rounds), told));
      return twice(div(sub(mean, div(gamma, q(buckets))), sub(ONE, gamma)));
    }
    const kind = one_of("noise" in i ? i.noise : "algorithm1", "noise", "algorithm1", "everyone-n", "everyone-n-1");
    const noise = [ONE, ...new Array(n * rounds - 1).fill(q(1, kind === "everyone-n" ? n : n - 1))];
    for (let step = 0, counter = 0; step < n * rounds && kind === "algorithm1"; step++) {
      noise[step] = counter === 0 ? ONE : ZERO;
      counter = counter === 0 ? n - 2 : counter - 1;
    }
    const published = flag("published" in i ? i.published : false, "published"), windows = [[0, ZERO]];
    Object.assign(numbers, {published, algorithm1: kind === "algorithm1", everyone_n: kind === "everyone-n"});
    if (quantity === "noise_events") return twice(sum(noise));
    const observer = integer(i.observer, "observer", 1, n), target = integer(i.target, "target", 1, n);
    need(observer !== target, "the target must be another user than the observer");
    noise.forEach((variance, step) => {
      const last = windows[windows.length - 1];
      if (step % n + 1 === observer)
        windows.push([0, ZERO]);
      else {
        last[0] += step % n + 1 === target;
        last[1] = add(last[1], variance);
      }
    });
    const shown = (published ? windows : windows.slice(0, -1)).filter(([shift]) => shift);
    if (shown.some(([, variance]) => !variance.n)) return [INFINITE, null, exactly(numbers)];
    return twice(sum(shown.map(([shift, variance]) => div(q(shift * shift), variance))));
  }
  function check_walk(i, quantity, evidence, meter) {
    const values = {};
    for (const [name, x] of Object.entries(i))
      if (name !== "parameters")
        values[name] = name === "delta_hat" ? rational(x, name) : integer(x, name, name === "users" ? 2 : 1);
    const n = i.users, steps = "steps" in i ? i.steps : 0, limits = new Meter(STEPS, "steps");
    const variables = exactly({...values, n, ...(quantity === "inclusion" ? {m: i.length} : {})});
    if (quantity === "inclusion") {
      return [
        ...evaluate(["-", "1", ["^", ["-", "1", ["/", "1", ["-", "n", "1"]]], "m"]], variables, limits), variables
      ];
    }
    if (quantity === "visits") {
      const m = checked(i.places, i.places < n, "places must be below users"), least = Math.min(i.at_least, steps + 1);
      meter.spend(20 * (least + 1) * (least + 10 + Math.floor(steps * bitLength(big(n)) / 64)) ** 2);
      let fewer = 0n;
      for (let k = 0; k < least; k++)
        fewer += comb(big(steps), big(k)) * big(m) ** big(k) * big(n - m) ** big(steps - k);
      const p = sub(ONE, q(fewer, big(n) ** big(steps)));
      return [p, p, variables];
    }
    if (quantity === "spotted") {
      need(i.contributions <= steps, "more contributions than steps");
      meter.spend(steps * (i.contributions + 1) ** 2 * (1 + Math.floor(steps * bitLength(big(n)) / 64)));
      let law = new Map([["other 0 0", 1n]]);
      for (let t = 0; t < steps; t++) {
        const after = new Map();
        for (const [state, walks] of law) {
          const [last, c, s] = state.split(" "), count = Number(c), shown = Number(s),
                          seen = last === "observer" ? 1 : 0;
          for (const [who, k, now, weight] of [["observer", count, shown + (last === "hidden"), 1n],
                   ["other", count, shown, big(n - 2)], [seen ? "other" : "hidden", count + 1, shown + seen, 1n]]) {
            const x = `${who} ${k} ${now}`;
            if (weight && k <= i.contributions) after.set(x, (after.get(x) || 0n) + weight * walks);
          }
        }
        law = after;
      }
      const asked =
          [...law].map(([x, walks]) => [...x.split(" ").map(Number), walks]).filter(x => x[1] === i.contributions);
      const add_up = xs => xs.reduce((s, x) => s + x[3], 0n),
            p = q(add_up(asked.filter(x => x[2] >= i.at_least)), add_up(asked));
      return [p, p, variables];
    }
    const spread = ["*", "3", ["/", "steps", "n"], ["ln", ["/", "1", "delta_hat"]]];
    const least = Number(exact_integer(
        evaluate(["ceil", ["+", ["/", "steps", "n"], ["sqrt", spread]]], variables, limits), "the least number"));
    if (least > steps) return [ZERO, ZERO, variables];
    meter.spend(10 * steps * least);
    let at = new Array(least).fill(0n), away = [UNIT, ...new Array(least - 1).fill(0n)];
    for (let t = 0; t < steps; t++) {
      const there = at, x = away, m = big(n);
      at = x.map(y => y / m);
      away = x.map((y, k) => ((m - 2n) * y + (k ? x[k - 1] : 0n)) / m + (k ? there[k - 1] : 0n));
    }
    const kept = [...at, ...away].reduce((s, x) => s + x, 0n), high = sub(ONE, q(kept, UNIT));
    return [larger(ZERO, sub(high, q(2 * steps * least, UNIT))), high, variables];
  }

  // ---- spectrum ----
  function times(matrix, x, meter) {
    for (const _ of matrix) meter.toll(...x);
    return matrix.map(row => rdot(row, x));
  }
  function quotient(matrix, x, meter) {
    const image = times(matrix, x, meter);
    need(!sum(x).n && x.some(y => y.n), "a vector must be orthogonal to 1, and not 0");
    return div(rdot(x, image), rdot(x, x));
  }
  function gap_is(matrix, gap, meter, vector) {
    const n = matrix.length;
    for (const sign of [q(1), q(-1)]) {
      const shifted =
          matrix.map((row, u) => row.map((x, v) => sub(u === v ? sub(ONE, gap) : ZERO, mul(sign, sub(x, q(1, n))))));
      need(semidefinite(shifted, meter), "the spectral gap is smaller than the evidence says");
    }
    need(!vector || le(sub(ONE, abs(quotient(matrix, vector, meter))), gap),
        "the spectral gap is larger than the evidence says");
    return gap;
  }
  function check_spectrum(i, quantity, evidence, meter) {
    if (quantity === "descent") return descent(i, evidence);
    const n = nodes_of(i, 2, 80), steps = "steps" in i ? integer(i.steps, "steps", 0) : 0,
          edges = edge_list(i.edges, n);
    meter.spend(n ** 4 + steps * n ** 2 * (1 + steps) * (quantity === "randomized_error" ? 30 * edges.length : 1));
    if (quantity === "randomized_error") return randomized_error(i, evidence, n, edges, steps, meter);
    const weights = one_of(i.weights, "weights", "metropolis", "min-degree");
    let w = gossip(n, edges, weights, meter).dense();
    if (quantity === "gap_after") {
      const least = rational(evidence.before, "before"), added = edge_list([i.added], n);
      need(!edges.some(([u, v]) => u === added[0][0] && v === added[0][1]), "the added edge must be new");
      gap_is(w, least, meter);
      const after = gossip(n, [...edges, ...added].sort((a, b) => before(a, b) ? -1 : 1), weights, meter).dense();
      const variables = exactly({metropolis: weights === "metropolis"});
      variables.gap_before = [least, ONE];
      return [ZERO, sub(ONE, abs(quotient(after, rationals(evidence.vector, "vector", n), meter))), variables];
    }
    const gap = rational(evidence.gap, "gap");
    const vector = rationals(i.vector, "vector", n);
    gap_is(w, gap, meter, rationals(evidence.gap_vector, "gap_vector", n));
    meter.toll(...vector, ...vector);
    need(vector.some(x => x.n) && !sum(vector).n, "vector must not be 0 or have a mean");
    const variables = exactly({n, gap, steps}), top = ["-", "1", ["sqrt", ["*", "gap", ["-", "1", ["/", "gap", "4"]]]]];
    const g = evaluate(
              ["/", ["*", "2", top], ["^", ["-", "1", ["/", "gap", "2"]], "2"]], variables, new Meter(STEPS, "steps")),
          rest = operate("-", [ONE, ONE], g), squared = rdot(vector, vector);
    let state = vector.map(x => [x, x]), past = state;
    const compute = (...x) => combine(meter, ...x);
    for (let t = 0; t < steps; t++) {
      let image =
          w.map(row => compute("+", [ZERO, ZERO],
                    ...row.map((a, v) => [a, v]).filter(([a]) => a.n).map(([a, v]) => compute("*", [a, a], state[v]))));
      if (t) image = image.map((y, k) => compute("+", compute("*", g, y), compute("*", rest, past[k])));
      [state, past] = [image, state];
    }
    const norm = compute("+", ...state.map(x => compute("^", x, [q(2), q(2)])));
    return [...norm.map(x => div(x, squared)), variables];
  }
  function randomized_error(i, evidence, n, edges, steps, meter) {
    const sigma2 = rational(i.noise_variance, "noise_variance"), values = rationals(i.values, "values", n);
    need(sigma2.n > 0n && edges.length, "it needs noise_variance above 0 and an edge");
    const lambda2 = rational(evidence.lambda2, "lambda2"), laplacian = range(n).map(() => new Array(n).fill(ZERO));
    for (const [u, v] of edges)
      for (const [a, b] of [[u, u], [v, v], [u, v], [v, u]])
        laplacian[a][b] = add(laplacian[a][b], q(a === b ? 1 : -1, edges.length));
    need(le(quotient(laplacian, rationals(evidence.vector, "vector", n), meter), lambda2),
        "lambda2 is smaller than the evidence can show");
    const excess =
        laplacian.map((row, u) => row.map((x, v) => sub(x, mul(lambda2, sub(u === v ? ONE : ZERO, q(1, n))))));
    need(semidefinite(excess, meter), "lambda2 is larger than the graph's");
    meter.spend(
        30 * edges.length * (1 + steps) * [sigma2, ...values, ...values].reduce((s, x) => s + words(x), 0) ** 2);
    const mean = div(sum(values), q(n)), off = values.map(x => sub(x, mean)), half = q(1, 2);
    let m = off.map((x, u) => off.map((y, v) => add(mul(x, y), u === v ? sigma2 : ZERO)));
    for (let t = 0; t < steps; t++) {
      const sums = range(n).map(() => new Array(n).fill(ZERO));
      for (const [u, v] of edges) {
        const mixed = m.map(row => row.slice());
        mixed[u] = mixed[v] = m[u].map((x, k) => mul(add(x, m[v][k]), half));
        mixed.forEach((row, a) => {
          const middle = mul(add(row[u], row[v]), half);
          row.forEach((y, k) => {
            sums[a][k] = add(sums[a][k], k === u || k === v ? middle : y);
          });
        });
      }
      m = sums.map(row => row.map(x => div(x, q(edges.length))));
    }
    const error = div(sum(m.map((row, u) => row[u])), q(2 * n));
    return [error, error, exactly({n, steps, variance: div(rdot(off, off), q(n)), sigma2, lambda2})];
  }
  function descent(i, evidence) {
    const a = rational(i.stay, "stay"), [h, k] = rationals(i.curvatures, "curvatures", 2),
          rounds = integer(i.rounds, "rounds", 1, STEPS);
    const r = rational(evidence.rate, "rate"), smooth = larger(abs(h), abs(k)), strong = div(add(h, k), q(2));
    need(a.n >= 0n && le(a, ONE) && strong.n > 0n, "it needs stay from 0 to 1 and a convex average");
    need(r.n >= 0n && le(r, ONE), "rate must be from 0 to 1");
    const other = sub(add(a, a), ONE), zeroth = mul(sub(r, ONE), sub(r, other)),
          first = mul(add(h, k), sub(mul(r, a), other)), second = mul(other, mul(h, k));
    const end = div(ONE, smooth), top = second.n < 0n ? div(neg(first), add(second, second)) : ZERO;
    need(
        [ZERO, end, lesser(larger(ZERO, top), end)].every(x => add(zeroth, mul(x, add(first, mul(second, x)))).n <= 0n),
        "the polynomial is above 0 for some step");
    const numbers = exactly({rounds, kappa: div(smooth, strong), gap: sub(ONE, abs(other))});
    return [div(power([r, r], 2 * rounds)[0], q(2)), null, numbers];
  }

  // ---- protocol ----
  const RULES = ["metropolis", "lazy", "uniform"], VIEWS = ["messages", "states", "all", "final"];
  function mixed(meter, ...terms) {
    const found = new Map();
    for (const [c, x] of terms) {
      if (!c.n) continue;
      for (const [name, y] of x) {
        const old = found.get(name) || ZERO;
        meter.spend(100 + 20 * (words(c) + words(y) + words(old)) ** 2);
        found.set(name, add(old, mul(c, y)));
      }
    }
    return found;
  }
  function run(i, meter) {
    const n = nodes_of(i, 1, 80), rounds = integer(i.rounds, "rounds", 1, 1000), edges = edge_list(i.edges, n),
          injections = integer(i.injections, "injections", 1, rounds),
          observers = node_list(i.observers, "observers", n, 0), target = integer(i.target, "target", 0, n - 1),
          rule = one_of(i.weights, "weights", ...RULES), view = one_of(i.view, "view", ...VIEWS),
          changes = integer(i.changes, "changes", 1, Math.min(injections, 12)),
          gamma = rational("gamma" in i ? i.gamma : "1", "gamma");
    const sigmas = keys(i.noise, "noise", [], ["node", "pair", "link", "copies"]),
          own = flag(i.own_noise, "own_noise"), variance = {change: ZERO};
    for (const [kind, x] of Object.entries(sigmas)) variance[kind] = square(rational(x, "a deviation"));
    const feedback = term_list("feedback" in i ? i.feedback : [], "feedback", [rounds, n - 1], 1),
          fed = new Map(feedback.map(([[t, u], f]) => [`${t} ${u}`, f]));
    need(!observers.includes(target) &&
            feedback.every(([[t, u]]) => !observers.includes(u) && (u !== target || t > changes)),
        "the target must lie outside the observers, feedback outside of both or after the changes");
    meter.spend(100 * rounds * n ** 2);
    let w = gossip(n, edges, rule, meter).dense(), state = range(n).map(() => new Map()), past = state;
    const lists = neighbors(n, edges), seen = [];
    if (rule === "lazy") w = w.map((row, u) => row.map((x, v) => div(u === v ? add(x, ONE) : x, q(2))));
    let places = range(n).map(v => [v, v]);
    if (view === "states") places = observers.map(o => [o, o]);
    if (view === "messages")
      places = observers.flatMap(o => lists[o].filter(v => !observers.includes(v)).map(v => [v, o]));
    const put = (x, c, kind, knowers, ...name) => {
      if (has(variance, kind) && !(own && knowers.some(v => observers.includes(v))))
        x.set([kind, ...knowers, ...name].join(" "), c);
    };
    const inner = (x, y) => {
      let total = ZERO;
      for (const [name, c] of x)
        if (y.has(name)) total = add(total, mul(mul(variance[name.split(" ")[0]], c), y.get(name)));
      return total;
    };
    for (let t = 1; t <= rounds; t++) {
      state = state.map((x, u) => mixed(meter, [add(ONE, fed.get(`${t} ${u}`) || ZERO), x]));
      if (t <= injections)
        state.forEach((x, u) => {
          put(x, ONE, "node", [u], t);
          for (const v of lists[u]) put(x, u < v ? ONE : neg(ONE), "pair", [Math.min(u, v), Math.max(u, v)], t);
        });
      if (t <= changes) put(state[target], ONE, "change", [], t);
      for (const [v, o] of view !== "final" || t === rounds ? places : []) {
        let row = new Map(state[v]);
        put(row, ONE, "link", [], t, v, o);
        for (const x of lists[v])
          put(row, sub(x === o ? ONE : ZERO, q(1, lists[v].length)), "copies", [], t, v, x);
        for (const [x, norm] of seen)
          row = mixed(meter, [ONE, row], [norm.n ? div(neg(inner(row, x)), norm) : ZERO, x]);
        seen.push([row, inner(row, row)]);
      }
      const g = t > 1 ? gamma : ONE, older = past;
      past = state;
      state = w.map((row, u) => mixed(meter, [sub(ONE, g), older[u]], ...row.map((c, v) => [mul(g, c), past[v]])));
    }
    const shown = seen.map(([row, norm]) => [range(changes).map(t => row.get(`change ${t + 1}`) || ZERO), norm]);
    const used = shown.filter(([, norm]) => norm.n), bare = shown.some(([b, norm]) => !norm.n && b.some(x => x.n));
    const m = range(changes).map(
        s => range(changes).map(t => meter.sum(used.map(([b, norm]) => div(mul(b[s], b[t]), norm)))));
    const named = Object.fromEntries([...RULES, ...VIEWS].map(name => [name, name === rule || name === view]));
    return [
      bare ? null : m,
      exactly({
        n,
        edges: edges.length,
        rounds,
        injections,
        changes,
        own_noise: own,
        gamma,
        observers: observers.length,
        hearing: observers.filter(o => lists[target].includes(o)).length,
        fed: new Set(feedback.map(([[, u]]) => u)).size,
        degree_target: lists[target].length,
        node: 0,
        pair: 0,
        link: 0,
        copies: 0,
        ...variance,
        ...named,
        connected: !distances(lists, [0]).includes(null)
      })
    ];
  }
  function check_protocol(i, quantity, evidence, meter) {
    const loss = m => {
      need(m, "a change is seen without noise");
      meter.spend(2 ** m.length * m.flat().reduce((total, x) => total + 100 + 20 * words(x) ** 2, 0));
      let most = ZERO;
      for (let pattern = 0; pattern < 2 ** m.length; pattern++) {
        const s = range(m.length).map(k => q(pattern >> k & 1 ? -1 : 1));
        most = larger(most, rdot(s, times(m, s, meter)));
      }
      return [most, most];
    };
    const [m, variables] = run(i, meter);
    need(!("vectors" in i) || quantity === "vectors", "a loss or a sum takes no vectors");
    variables.plain = () => loss(run(Object.assign(Object.create(null), i, {gamma: "1", feedback: []}), meter)[0]);
    if (quantity === "loss") return m ? [...loss(m), variables] : [INFINITE, null, variables];
    need(m, "a change is seen without noise");
    let value = meter.sum(m.flat().map(abs));
    if (quantity === "vectors") {
      const v = array(i.vectors, "vectors", m.length, m.length).map(x => rationals(x, "a vector", 2));
      need(v.every(x => le(rdot(x, x), ONE)), "a vector must be of length at most 1");
      value = meter.sum([0, 1].map(axis => rdot(v.map(x => x[axis]), times(m, v.map(x => x[axis]), meter))));
    }
    return [value, value, variables];
  }

  // ---- linear, expression, sample ----
  function applied(entries, x, meter) {
    const found = new Map();
    for (const [[row, column], c] of entries) {
      meter.toll(c, x.get(column) || ZERO, found.get(row) || ZERO);
      found.set(row, add(found.get(row) || ZERO, mul(c, x.get(column) || ZERO)));
    }
    return found;
  }
  function check_linear(i, quantity, evidence, meter) {
    const [rows, inputs, noises] = ["rows", "inputs", "noises"].map(name => integer(i[name], name, 1) - 1);
    const vector = (x, what, most) => new Map(term_list(x, what, [most]).map(([[k], c]) => [k, c]));
    const d = vector(i.direction, "direction", inputs), signal = term_list(i.signal, "signal", [rows, inputs]),
          noise = term_list(i.noise, "noise", [rows, noises]);
    const b = applied(signal, d, meter);
    let low = ZERO, high = null;
    if ("z" in evidence) {
      const z = vector(evidence.z, "z", noises), shown = applied(noise, z, meter);
      need([...union([b.keys(), shown.keys()])].every(row => eq(b.get(row) || ZERO, shown.get(row) || ZERO)),
          "B z = b fails");
      high = meter.sum([...z.values()].map(square));
    }
    if ("w" in evidence) {
      const w = vector(evidence.w, "w", rows), shown = meter.sum([...b].map(([row, x]) => mul(w.get(row) || ZERO, x)));
      const turned = noise.map(([[row, column], c]) => [[column, row], c]);
      const image = meter.sum([...applied(turned, w, meter).values()].map(square));
      low = image.n ? div(square(shown), image) : shown.n ? INFINITE : ZERO;
    }
    return [low, high, exactly({rows: rows + 1, inputs: inputs + 1, noises: noises + 1})];
  }
  function check_expression(i, quantity, evidence, meter, row) {
    keys(i, "the instance of this claim", row.variables);
    const values = {}, limits = new Meter(STEPS, "steps");
    for (const [name, x] of Object.entries(i)) values[name] = rational(x, name);
    for (const name of row.integers) need(values[name].d === 1n, `${name} must be an integer`);
    const variables = exactly(values);
    for (const [name, x] of row.let || []) variables[name] = evaluate(x, variables, limits);
    const [low, high] = evaluate(row.value, variables, limits);
    return [low, row.value_is === "lower" ? null : high, variables];
  }
  function check_sample(i, quantity, evidence, meter, row) {
    need(i.model === "erdos-renyi" && i.weights === "metropolis", "a sample is erdos-renyi with metropolis weights");
    const n = nodes_of(i, 10), p = rational(i.p, "p"), graphs = integer(i.graphs, "graphs", 1);
    within(n <= 3000 && graphs <= 3000, "it has more than 3000 nodes or graphs");
    need(p.n >= 0n && le(p, ONE), "p must be from 0 to 1");
    const below = Number(floor(mul(p, q(2 ** 32)))), count = n * (n - 1) / 2;
    let shown = 0;
    array(evidence.nodes, "nodes", graphs, graphs).forEach((v, j) => {
      if (v === null) return;
      integer(v, "a node of nodes", 0, n - 1);
      meter.spend(20 * count);
      const edges = [];
      let words, k = 0;
      for (let a = 0; a < n; a++)
        for (let b = a + 1; b < n; b++, k++) {
          if (k % 8 === 0) words = sha256(new TextEncoder().encode(`${FORMAT} ${row.id} graph ${j} block ${k / 8}`));
          if (words[k % 8] < below) edges.push([a, b]);
        }
      const lists = neighbors(n, edges),
            leaves = sum(lists[v].map(w => q(1, 1 + Math.max(lists[v].length, lists[w].length))));
      need(lt(mul(leaves, q(n, n - 1)), q(1, 2)), `graph ${j} does not show a gap below 1/2 at its node`);
      shown++;
    });
    let tail = 0n;
    for (let k = shown; k <= graphs; k++) tail += comb(big(graphs), big(k));
    return [q(tail, 2n ** big(graphs)), q(tail, 2n ** big(graphs)), exactly({n, p, graphs})];
  }
  const primes = range(400, 2).filter(p => range(p, 2).every(d => p % d)).slice(0, 64);
  const fraction = (p, root) => {
    const x = root(p);
    return Math.floor((x - Math.floor(x)) * 2 ** 32);
  };
  const ROUND = primes.map(p => fraction(p, Math.cbrt)), START = primes.slice(0, 8).map(p => fraction(p, Math.sqrt));
  function sha256(bytes) {  // eight 32-bit words (FIPS 180-4)
    const size = (bytes.length + 72) >> 6 << 6, padded = new Uint8Array(size), data = new DataView(padded.buffer),
          h = START.slice(), w = new Int32Array(64);
    padded.set(bytes);
    padded[bytes.length] = 128;
    data.setUint32(size - 4, bytes.length * 8);
    data.setUint32(size - 8, Math.floor(bytes.length / 2 ** 29));
    const turn = (x, k) => x >>> k | x << 32 - k;
    for (let at = 0; at < size; at += 64) {
      for (let t = 0; t < 64; t++) {
        const x = w[t - 15], y = w[t - 2];
        w[t] = t < 16 ?
            data.getInt32(at + 4 * t) :
            w[t - 16] + w[t - 7] + (turn(x, 7) ^ turn(x, 18) ^ x >>> 3) + (turn(y, 17) ^ turn(y, 19) ^ y >>> 10);
      }
      let [a, b, c, d, e, f, g, k] = h;
      for (let t = 0; t < 64; t++) {
        const one = k + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + (e & f ^ ~e & g) + ROUND[t] + w[t] | 0;
        const two = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + (a & b ^ a & c ^ b & c) | 0;
        [k, g, f, e, d, c, b, a] = [g, f, e, d + one | 0, c, b, a, one + two | 0];
      }
      [a, b, c, d, e, f, g, k].forEach((x, t) => {
        h[t] = h[t] + x | 0;
      });
    }
    return h.map(x => x >>> 0);
  }

  // ---- Certificates, bundles, folders ----
  const CHECKS = {
    view: [check_view, "loss", "loss_sum", "loss_mean", "eq6_sum"],
    expression: [check_expression, "value"],
    stream: [check_stream, "loss", "constant", "absolute_sum"],
    rate: [check_rate, "rate", "transient_rate"],
    ring: [check_ring, "mu2", "noise_events", "debiased_mean"],
    linear: [check_linear, "loss"],
    walk: [check_walk, "inclusion", "visits", "spotted", "contributions"],
    sample: [check_sample, "p_value"],
    spectrum: [check_spectrum, "gap_after", "polynomial_norm", "randomized_error", "descent"],
    rumor: [check_rumor, "delta", "uncertainty", "map"],
    protocol: [check_protocol, "loss", "vectors", "absolute_sum"]
  };
  const FORMS = {
    view: [
      "nodes weights observers own_noise | edges steps rounds entries target group tau2 parameters nearer",
      "| combinations bits gram_lower gap"
    ],
    stream:
        ["nodes weights edges observers own_noise view target rounds | steps_per_round", "| bits lower upper constant"],
    rate: ["nodes weights edges observers own_noise view target", "stream adjoint"],
    delta: ["nodes curious muting transcript self_sends delayed_start e_epsilon | edges", "| event expanded"],
    uncertainty: ["nodes curious muting transcript self_sends delayed_start", "| transcript source expanded floor"],
    map: ["nodes curious muting transcript self_sends delayed_start suspects", "transcript"],
    noise_events: ["users rounds | noise", ""],
    mu2: ["users rounds noise observer target published", ""],
    debiased_mean: ["users rounds buckets gamma values bucket | initial", ""],
    inclusion: ["users length", ""],
    visits: ["users places steps at_least | parameters", ""],
    spotted: ["users steps contributions at_least", ""],
    contributions: ["users steps delta_hat", ""],
    gap_after: ["nodes edges weights added", "before vector"],
    descent: ["stay curvatures rounds", "rate"],
    polynomial_norm: ["nodes edges weights steps vector", "gap gap_vector"],
    randomized_error: ["nodes edges steps noise_variance values", "lambda2 vector"],
    protocol: [
      "nodes edges weights rounds injections changes noise observers own_noise view target | gamma feedback vectors", ""
    ],
    linear: ["rows inputs noises signal noise direction", "| w z"],
    expression: [null, ""],
    sample: ["model nodes p graphs weights", "nodes"]
  };
  const REMARKS = {expression: " [formula of the table]", sample: " [statistical]"};
  const PARTS = ["kind", "claim", "quantity", "verdict", "instance", "proves", "evidence"];
  function show(x) {
    if (x === null || x.d === 0n) return x && text(x);
    const size = bitLength(x.n) - bitLength(x.d);
    if (size > 128) return `${x.n < 0n ? "-" : ""}2^${size}, about`;
    if (Math.max(bitLength(x.n), bitLength(x.d)) <= 128 && text(x).length <= 40) return text(x);
    return `about ${floor(mul(x, q(10n ** 18n)))}e-18`;
  }
  function decide(verdict, relation, lower, upper, bound) {
    const [above, at_least] = [lt, le].map(test => lower !== null && test(bound[1], lower)),
                  [below, at_most] = [lt, le].map(test => upper !== null && test(upper, bound[0]));
    return (verdict === "refutes" ? {"<=": above, ">=": below, "==": above || below} :
                                    {"<=": at_most, ">=": at_least, "==": at_most && at_least})[relation];
  }
  function row_of(c, table) {
    if (c.claim === null) {
      need(!has(REMARKS, c.kind), "this kind needs a claim of the table");
      return null;
    }
    need(typeof c.claim === "string" && table.has(c.claim), "its claim is not in the table of statements");
    const row = table.get(c.claim);
    need(row.kind === c.kind && row.quantity === c.quantity, `its claim is about ${row.kind} ${row.quantity}`);
    need(c.kind !== "linear" && c.instance.weights !== "given", "a matrix of the file serves no claim");
    return row;
  }
  function parameters_of(instance, row) {
    const given = "parameters" in instance ? instance.parameters : {};
    keys(given, "parameters", row && row.parameters || []);
    return exactly(
        Object.fromEntries(Object.entries(given).map(([name, x]) => [name, rational(x, "a parameter")])));
  }
  function judge(c, table, meter) {
    const own = isObject(c) && c.claim === null && (c.verdict === "refutes" || c.verdict === "supports");
    keys(c, "a certificate", own ? [...PARTS, "says"] : PARTS, ["note"]);
    need(typeof c.kind === "string" && c.kind !== "bundle" && isObject(c.instance) &&
            (!("note" in c) || typeof c.note === "string"),
        "kind and note must be strings, the instance an object, and no bundle lie in a bundle");
    within(has(CHECKS, c.kind), "its kind is unknown to this checker");
    const [check, ...quantities] = CHECKS[c.kind], quantity = one_of(c.quantity, "quantity", ...quantities);
    const verdict = one_of(c.verdict, "verdict", "refutes", "supports", "bounds");
    need(verdict !== "bounds" || c.claim === null, "bounds belong to no claim");
    const row = row_of(c, table), ends = {};
    keys(c.proves, "proves", [], ["lower", "upper"]);
    need(Object.keys(c.proves).length, "proves must have an end");
    for (const [name, x] of Object.entries(c.proves))
      ends[name] = name === "lower" && x === "inf" ? INFINITE : rational(x, "an end");
    const lower = ends.lower || null, upper = ends.upper || null;
    ["instance", "evidence"].forEach((name, k) => {
      const form = (FORMS[c.kind] || FORMS[quantity])[k];
      if (form !== null) keys(c[name], `the ${name}`, ...form.split("|").map(part => part.split(" ").filter(x => x)));
    });
    const parameters = parameters_of(c.instance, row);
    const [low, high, variables] = check(c.instance, quantity, c.evidence, meter, row);
    Object.assign(variables, parameters);
    need(lower === null || le(lower, low), `it proves ${quantity} >= ${show(low)} only`);
    need(upper === null || high !== null, `it proves no upper end of ${quantity}`);
    need(upper === null || le(high, upper), `it proves ${quantity} <= ${show(high)} only`);
    const sides =
        Object.keys(ends).sort().map(name => `${quantity} ${name === "lower" ? ">=" : "<="} ${show(ends[name])}`);
    const proved = sides.join(" and ") + (REMARKS[c.kind] || "");
    if (verdict === "bounds") return `proves ${proved}`;
    const limits = new Meter(STEPS, "steps");
    for (const condition of row && row.where || [])
      need(holds(condition, variables, limits), `the claim's condition ${JSON.stringify(condition)} fails`);
    const says = row || keys(c.says, "says", ["relation", "bound"]),
          relation = one_of(says.relation, "says.relation", "<=", ">=", "==");
    const bound = evaluate(says.bound, variables, limits),
          stated = `${c.claim || "its own statement"}, ${quantity} ${relation} ${
              show(bound[(relation === "<=") === (verdict === "refutes") ? 1 : 0])}`;
    need(decide(verdict, relation, lower, upper, bound), `${proved} does not ${verdict.slice(0, -1)} ${stated}`);
    return `${verdict} ${stated}: ${proved}`;
  }
  function bundle(x, table) {
    keys(x, "a bundle", ["kind", "instance", "certificates"], ["note", "claim", "covers"]);
    need(isObject(x.instance) && (!("note" in x) || typeof x.note === "string") && ("claim" in x) === ("covers" in x),
        "a bundle's instance must be an object, its note a string, and claim go with covers");
    const members = [], meter = new Meter(WORK, "work"), states = [];
    array(x.certificates, "certificates", 1).forEach((member, k) => {
      need(isObject(member) && isObject(member.instance), `member ${k}: it must have an instance`);
      need(!Object.keys(member.instance).some(key => has(x.instance, key)),
          `member ${k}: a key stands in the common instance too`);
      members.push(Object.assign(
          Object.create(null), member, {instance: Object.assign(Object.create(null), x.instance, member.instance)}));
      states.push([...judged(() => judge(members[k], table, meter)), `member ${k}: `]);
    });
    for (const [wrong, error] of [["rejected", Rejected], ["unjudged", Unjudged]])
      for (const [state, why, name] of states) need(state !== wrong, name + why, error);
    return "covers" in x ? cover(x.claim, x.covers, members, meter) : `${members.length} certificates`;
  }
  function permutations(names) {
    return names.length ? names.flatMap(a => permutations(names.filter(b => b !== a)).map(rest => [a, ...rest])) : [[]];
  }
  function cover(claim, covers, members, meter) {
    keys(covers, "covers", ["nodes", "steps", "weights"]);
    const [least, most] = array(covers.nodes, "covers.nodes", 2, 2).map(x => integer(x, "covers.nodes", 2));
    const [first, last] = array(covers.steps, "covers.steps", 2, 2).map(x => integer(x, "covers.steps", 1));
    within(most <= 6, "covers.nodes goes beyond 6");
    const shown = new Set(), form = "edges nodes observers own_noise steps target weights",
          bit = (n, u, v) => 1 << Math.min(u, v) * n + Math.max(u, v);
    const key = (n, edges, o, u, steps) => [n, edges, o, u, steps].join(),
          cell = (u, v) => 2 ** (6 * Math.min(u, v) + Math.max(u, v));
    for (const m of members) {
      const i = m.instance,
            supports =
                PARTS.slice(0, 4).map(part => m[part]).join("\n") === ["view", claim, "loss", "supports"].join("\n");
      need(supports && Object.keys(i).sort().join(" ") === form && i.observers.length === 1 &&
              i.weights === covers.weights,
          "a member must support the covered claim for one observer, one target and the covered weights");
      need(i.own_noise === members[0].instance.own_noise, "members must agree on own_noise");
      need(least <= i.nodes && i.nodes <= most && first <= i.steps && i.steps <= last,
          "a member lies outside of what is covered");
      meter.spend(20 * range(i.nodes + 1, 1).reduce((product, k) => product * k, 1));
      for (const names of permutations(range(i.nodes))) {
        shown.add(key(i.nodes, i.edges.reduce((s, [u, v]) => s + cell(names[u], names[v]), 0), names[i.observers[0]],
            names[i.target], i.steps));
      }
    }
    for (let n = least; n <= most; n++) {
      const pairs = range(n).flatMap(u => range(n, u + 1).map(v => [u, v]));
      meter.spend(2 ** pairs.length * n ** 2 * (last - first + 2));
      for (let mask = 0; mask < 2 ** pairs.length; mask++) {
        const edges = pairs.filter((_, k) => mask >> k & 1), code = edges.reduce((s, [u, v]) => s + cell(u, v), 0);
        if (distances(neighbors(n, edges), [0]).includes(null)) continue;
        for (const o of range(n))
          for (const u of range(n))
            for (let steps = first; steps <= last && o !== u; steps++) {
              need(shown.has(key(n, code, o, u, steps)),
                  `covers: a graph of ${n} nodes has no member for some pair and step`);
            }
      }
    }
    return `supports ${claim}: connected graphs of ${least} to ${most} nodes, ${first} to ${last} steps`;
  }
  function judged(find) {
    try {
      return ["accepted", find()];
    } catch (error) {
      if (error instanceof Rejected) return ["rejected", error.message];
      if (error instanceof Unjudged) return ["unjudged", error.message];
      throw error;
    }
  }
  function format_of(x, name, what) {
    const form = isObject(x) ? x.format : null;
    need(typeof form === "string" && new RegExp(`^${name}/[1-9][0-9]*$`).test(form), `${what} is not ${name}/1`);
    within(form === `${name}/1`, `${what} is later than this checker's`);
  }
  function check_bytes(data, table, listed = null) {
    const x = parse(data);
    READING.left = WORK;
    format_of(x, "hearsay-certificate", "its format");
    const many = x.kind === "bundle", verdict = many ? "covers" in x ? "supports" : "bounds" : x.verdict,
          claim = "claim" in x ? x.claim : null;
    need(listed === null || (listed[0] === claim && listed[1] === verdict),
        "its claim or verdict is not the manifest's");
    delete x.format;
    return many ? bundle(x, table) : judge(x, table, new Meter(WORK, "work"));
  }
  function manifest_files(data) {
    const x = parse(data);
    format_of(x, "hearsay-certificates", "its format");
    keys(x, "a manifest", ["format", "files", "uncertified"], ["program", "parameters"]);
    for (const entry of array(x.files, "files", 1)) {
      keys(entry, "an entry of files", ["file", "sha256", "claim", "verdict"]);
      need(typeof entry.file === "string" && /^[A-Za-z0-9_.-]+\.json$/.test(entry.file),
          "a file must have a plain name");
      need(typeof entry.claim === "string" || entry.claim === null, "a claim must be a string or null");
    }
    for (const entry of array(x.uncertified, "uncertified")) {
      const values = Object.values(keys(entry, "an entry of uncertified", ["claim", "why"]));
      need(values.every(value => typeof value === "string"), "an entry of uncertified must have strings");
    }
    const files = new Map(x.files.map(entry => [entry.file, entry])),
          certified = new Set(x.files.map(entry => entry.claim));
    need(files.size === x.files.length, "a file stands twice in the manifest");
    need(!x.uncertified.some(entry => certified.has(entry.claim)), "a claim is certified and uncertified");
    return files;
  }
  function check_listed(name, entry, names, read, table) {
    need(names.includes(name), "the manifest lists it, but it is missing");
    const data = read(name), hash = sha256(data).map(x => x.toString(16).padStart(8, "0")).join("");
    need(hash === entry.sha256, "its SHA-256 is not the manifest's");
    return check_bytes(data, table, [entry.claim, entry.verdict]);
  }
  function check_folder(names, read, table) {
    const [state, files] = judged(() => manifest_files(read("manifest.json")));
    if (state !== "accepted") return [["manifest.json", state, files]];
    const found =
        [...files].map(([name, entry]) => [name, ...judged(() => check_listed(name, entry, names, read, table))]);
    const known = ["manifest.json", "statements.json", "schema.json", ...files.keys()],
          stray = names.filter(x => x.endsWith(".json") && !known.includes(x)).sort();
    return [...found, ...stray.map(name => [name, "rejected", "the manifest does not list it"])];
  }
  function table_of(data) {
    const x = parse(data), form = ["id", "kind", "quantity", "relation", "bound", "source"];
    format_of(x, "hearsay-statements", "the table of statements");
    need(Array.isArray(x.statements) && x.statements.every(row => form.every(key => has(row, key))),
        "a row lacks a key");
    return new Map(x.statements.map(row => [row.id, row]));
  }
  return {table_of, judged, check_bytes, check_folder, Rejected};
})();

// ---- Node: check_certificates.js [--json FILE|-] [--statements FILE] PATH...; a worker posts {data, statements} ----
function main(words) {
  const fs = require("node:fs"), path = require("node:path"), paths = [],
        asked = {"--json": null, "--statements": path.join(__dirname, "statements.json")};
  while (words.length) {
    const word = words.shift();
    if (word in asked && words.length)
      asked[word] = words.shift();
    else if (word.startsWith("-")) {
      console.error("usage: check_certificates.js [--json FILE|-] [--statements FILE] PATH...");
      return 2;
    } else
      paths.push(word);
  }
  if (!paths.length) {
    console.error("usage: check_certificates.js [--json FILE|-] [--statements FILE] PATH...");
    return 2;
  }
  const bytes_of = file => {  // of a regular file: a FIFO, a device or a folder might never end
    if (!fs.statSync(file).isFile()) throw new Error(`${file} is not a regular file`);
    return fs.readFileSync(file);
  };
  try {
    const table = hearsay.table_of(bytes_of(asked["--statements"]));
    const found = paths.flatMap(file => {
      if (!fs.statSync(file).isDirectory()) {
        const data = bytes_of(file);
        return [[file, ...hearsay.judged(() => hearsay.check_bytes(data, table))]];
      }
      const read = name => {
        try {
          return bytes_of(path.join(file, name));
        } catch {
          throw new hearsay.Rejected("it is not a regular file that can be read");
        }
      };
      return hearsay.check_folder(fs.readdirSync(file), read, table).map(([name,
        ...rest]) => [path.join(file, name), ...rest]);
    });
    const json =
        JSON.stringify(
            {format: "hearsay-check/1", files: found.map(([file, state, why]) => ({file, state, why}))}, null, 1) +
        "\n";
    process.stdout.write(
        asked["--json"] === "-" ? json : found.map(([name, state, why]) => `${state} ${name}: ${why}\n`).join(""));
    if (asked["--json"] && asked["--json"] !== "-") fs.writeFileSync(asked["--json"], json);
    const states = found.map(x => x[1]);
    return states.includes("rejected") ? 1 : states.includes("unjudged") ? 3 : 0;
  } catch (error) {
    console.error(`check_certificates: cannot read or write: ${error.message}`);
    return 2;
  }
}
if (typeof module !== "undefined") {
  module.exports = hearsay;
  if (require.main === module) process.exitCode = main(process.argv.slice(2));
}
if (typeof WorkerGlobalScope !== "undefined") {
  self.onmessage = ({data: {data, statements}}) =>
      self.postMessage(hearsay.judged(() => hearsay.check_bytes(data, hearsay.table_of(statements))));
}
