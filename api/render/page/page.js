// SPDX-License-Identifier: GPL-3.0-or-later
// The page of --report. All numbers are those of the data element, which holds the result as --json writes it; units are converted here.
"use strict";
(() => {
const data = JSON.parse(document.getElementById("data").textContent);
const {result, scale, graph, views, worst} = data;
const n = graph.labels.length, promise = result.promise || null, LAST = views.steps.length - 1;
const one = id => document.getElementById(id);
const named = v => graph.labels[v], number = new Map(graph.labels.map((label, v) => [label, v]));
const listed = set => set.map(named).join(", "), nodesWord = set => set.length > 1 ? "Nodes" : "Node";
const several = (count, word) => `${count.toLocaleString("en")} ${word}${count === 1 ? "" : "s"}`;

// ---- Losses in all units ----
// Of the standard normal law: its density, and P(X > x) over it (Abramowitz and Stegun 26.2.11 and 26.2.14).
const density = x => Math.exp(-x * x / 2) / Math.sqrt(2 * Math.PI);
function mills(x) {
  if (x < 3) { let term = x, sum = x; for (let k = 3; Math.abs(term) > 1e-18 * Math.abs(sum); k += 2) sum += term *= x * x / k; return 0.5 / density(x) - sum; }
  let fraction = x; for (let k = 100; k > 0; --k) fraction = x + k / fraction; return 1 / fraction;
}
const tail = x => x < 0 ? 1 - tail(-x) : x > 38 ? 0 : density(x) * mills(x);
/** The x in [low, high] where a falling function passes `value`. */
function falling(f, value, low, high) { for (let k = 0; k < 200 && low < high; ++k) { const middle = (low + high) / 2; if (f(middle) > value) low = middle; else high = middle; } return (low + high) / 2; }
/** delta(epsilon) of mu-Gaussian differential privacy; e^epsilon density(b) = density(a). */
function deltaAt(mu, epsilon) { const a = epsilon / mu - mu / 2, b = epsilon / mu + mu / 2; return tail(a) - (Math.abs(a) > 38 ? 0 : density(a) * mills(b)); }
function epsilonAt(mu, delta) {
  if (mu === 0 || deltaAt(mu, 0) <= delta) return 0;
  let high = 1; while (deltaAt(mu, high) > delta) high *= 2;
  return falling(epsilon => deltaAt(mu, epsilon), delta, 0, high);
}
const muOf = share => scale.sensitivity / scale.sigma * Math.sqrt(Math.max(share, 0));
const quantiles = new Map(scale.false_positive_rates.map(rate => [rate, falling(tail, rate, -40, 40)]));
/** In hundredths; what is below 1 never reads 100 %, as in report/probability. */
const percent = (x, digits = 4) => { while (x < 1 && digits < 17 && Number((100 * x).toPrecision(digits)) >= 100) ++digits; return `${short(100 * x, digits)} %`; };
const uncertain = x => Math.min(x, 1 - 2 ** -53);
const tiny = x => x < 1e-3 ? x.toExponential().replace(/\.?0*e-0?/, "e-") : String(x);
const UNITS = [
  {id: "share", name: `share of the ${scale.uneven ? "largest " : ""}local loss`, brief: "share", of: share => share},
  {id: "renyi", name: `R\u00e9nyi loss, order ${scale.order}`, brief: `R\u00e9nyi(${scale.order})`, of: share => scale.order * muOf(share) * muOf(share) / 2},
  {id: "mu", name: "mu (Gaussian DP)", brief: "mu", of: muOf},
  {id: "epsilon", name: `epsilon at delta ${tiny(scale.delta)}`, brief: `epsilon(${tiny(scale.delta)})`, of: share => epsilonAt(muOf(share), scale.delta)},
  ...scale.false_positive_rates.map(rate => ({id: `attack_tpr(${rate})`, name: `true positive rate at ${short(100 * rate)} % false positives`, brief: `TPR (${short(100 * rate)} %)`, of: share => uncertain(tail(quantiles.get(rate) - muOf(share))), percent: true})),
  {id: "accuracy", name: "guessed correctly (50 % is chance)", brief: "guessed correctly", of: share => uncertain(1 - tail(muOf(share) / 2)), percent: true},
];
const unitOf = id => UNITS.find(unit => unit.id === id);
function promisedUnit() {
  if (!promise) return "renyi";
  return {renyi: "renyi", mu: "mu", epsilon: "epsilon", attack_tpr: `attack_tpr(${promise.false_positive_rate})`}[promise.quantity] || "share";
}
/** So many digits, as few as say the same. */
function short(x, digits = 6) { if (x === null || x === undefined || Number.isNaN(x)) return "not known"; if (!Number.isFinite(x)) return "infinite"; return String(Number(x.toPrecision(digits))); }
const inUnit = (share, unit = unitOf(state.unit)) => share === null || share === undefined ? null : unit.of(share);
const shown = (share, unit = unitOf(state.unit), digits = 6) => { const value = inUnit(share, unit); return value !== null && unit.percent ? percent(value, Math.min(digits - 1, 4)) : short(value, digits); };
/** Losses that are in doubt stand at their upper ends; entry.least has the lower ones. */
const leastOf = (entry, key) => entry.least && entry.least[key] !== undefined ? entry.least[key] : entry[key];
const inDoubt = (entry, key) => leastOf(entry, key) !== entry[key];
/** A loss of an entry as text: an interval where it is in doubt. */
const told = (entry, key, unit, digits) => inDoubt(entry, key) ? `${shown(leastOf(entry, key), unit, digits)} to ${shown(entry[key], unit, digits)}` : shown(entry[key], unit, digits);

// ---- Views ----
const keyOf = set => [...set].sort((a, b) => a - b).join(" ");
const bySet = new Map(views.sets.map(set => [keyOf(set), new Map()]));
/** Base64 of numbers in single precision, one for each node. */
const unpacked = values => typeof values === "string" ? new Float32Array(Uint8Array.from(atob(values), c => c.charCodeAt(0)).buffer) : values;
for (const view of views.views) { for (const part of [view, view.least || {}]) for (const key of ["published", "exact", "exact_own_noise"]) if (part[key] !== undefined) part[key] = unpacked(part[key]); }
for (const view of views.views) bySet.get(keyOf(views.sets[view.set])).set(view.step, view);
const at = (values, u) => { const value = values === null || typeof values === "number" ? values : values[u]; return Number.isNaN(value) ? null : value; };
/** The losses of a node in a view. */
const lossesOf = (view, u) => ({published: at(view.published, u), exact: at(view.exact, u), exact_own_noise: at(view.exact_own_noise, u), ...(view.least ? {least: {exact: at(view.least.exact, u), exact_own_noise: at(view.least.exact_own_noise, u)}} : {})});
const stepName = step => views.steps[step] === null ? "any number of steps" : several(views.steps[step], "step");
const stepShort = step => views.steps[step] === null ? "\u221e" : String(views.steps[step]);
const neighbors = Array.from({length: n}, () => []);
for (let i = 0; graph.edges && i < graph.edges.length; i += 2) { neighbors[graph.edges[i]].push(graph.edges[i + 1]); neighbors[graph.edges[i + 1]].push(graph.edges[i]); }
function distances(set) {
  const found = new Array(n).fill(null); if (!graph.edges) return found;
  let layer = set; for (const v of set) found[v] = 0;
  for (let d = 1; layer.length; ++d) { const next = []; for (const v of layer) for (const u of neighbors[v]) if (found[u] === null) { found[u] = d; next.push(u); } layer = next; }
  return found;
}
/** The losses to a set of observers, by node. null: not on this page. */
function viewOf(set, step) {
  const view = (bySet.get(keyOf(set)) || new Map()).get(step); if (!view) return null;
  const far = distances(set), inside = new Set(set);
  return {observers: set, view, entry: u => inside.has(u) ? null : {observers: set, target: u, ...lossesOf(view, u), distance: far[u]}};
}
const judged = data.own_noise ? "exact_own_noise" : "exact";
/** The largest loss of each node over its observers: from the result after all steps, else from the views of all sets of the largest size. */
function worstObservers(step) {
  const entries = new Array(n).fill(null);
  if (step === LAST && data.nodes) for (const node of data.nodes) entries[node.target] = node;
  else {
    if (!worstKnownAt(step)) return null;
    for (const set of views.sets) {
      const view = set.length === together ? bySet.get(keyOf(set)).get(step) : null; if (!view) continue;
      for (let u = 0; u < n; ++u) if (!set.includes(u) && !(entries[u] && at(view[judged], u) <= entries[u][judged])) entries[u] = {observers: set, target: u, ...lossesOf(view, u)};
    }
  }
  return {observers: [], entry: u => entries[u]};
}
const everybody = Boolean(data.nodes), together = result.observers && ["each", "coalitions"].includes(result.observers.kind) && result.parameters.target === "all" ? result.observers.size || 1 : null;
const setsOf = size => Array.from({length: size}, (_, k) => k).reduce((product, k) => product * (n - k) / (k + 1), 1);
const countAt = d3.nest().key(view => `${views.sets[view.set].length} ${view.step}`).rollup(found => found.length).map(views.views);
const worstKnownAt = step => step === LAST || (together !== null && countAt.get(`${together} ${step}`) === Math.round(setsOf(together)));
const stopsOf = set => views.steps.map((_, step) => step).filter(step => set === null ? worstKnownAt(step) : (bySet.get(keyOf(set)) || new Map()).has(step));
const state = {set: everybody ? null : data.focus, step: LAST, target: worst.target, unit: promisedUnit(), knowledge: judged, color: window.innerWidth < 760 ? "exact" : "both", zoom: d3.zoomIdentity, pointed: null};
const current = () => state.set === null ? worstObservers(state.step) : viewOf(state.set, state.step);
const exactOf = entry => entry[state.knowledge];
/** Whether the exact loss is more than published for certain. */
const exceeds = (entry, key = state.knowledge) => leastOf(entry, key) > entry.published * (1 + 1e-9);
/** The share that breaks a promise with a formula, which depends on the place of a target; infinite for places that were not audited. */
function shareByPlace({observers, target, distance}) {
  const share = scale.broken_shares[[distance === undefined ? distances(observers)[target] : distance, neighbors[target].length, d3.min(observers, o => neighbors[o].length), observers.length].join(" ")];
  return share === undefined ? Infinity : share;
}
/** Whether a loss breaks the promise, in double precision; the verdict of the result on a pair comes first. */
function breaks(entry) {
  if (!entry || (!promise && scale.broken_share === undefined)) return false;
  if (entry.broken !== undefined) return entry.broken;
  if (promise && promise.bound === "published") return entry[judged] > entry.published * (1 + 1e-9);
  return entry[judged] >= (scale.broken_shares ? shareByPlace(entry) : scale.broken_share);
}

// ---- Classes of losses ----
const SHARES = [[0, "nothing"], [0.01], [0.1], [0.25], [0.5], [1 - 1e-9, "less than the local loss"], [Infinity, "the local loss"]];
const RATIOS = [[1 - 1e-9, "less than published"], [1 + 1e-9, "as published"], [1.5, "up to 1.5 times"], [3, "up to 3 times"], [10, "up to 10 times"], [1e300, "more than 10 times"], [Infinity, "published is 0"]];
const classIn = (classes, x) => x === null || x === undefined ? "unknown" : `q${classes.findIndex(([most]) => x <= most + (most === 0 ? 1e-12 : 0))}`;
function quantityOf(entry, quantity) {
  if (!entry) return null;
  if (quantity !== "ratio") return quantity === "published" ? entry.published : exactOf(entry);
  if (entry.published === null) return null;
  return entry.published > 0 ? exactOf(entry) / entry.published : exactOf(entry) > 1e-12 ? Infinity : 1;
}
const classOf = (entry, quantity) => classIn(quantity === "ratio" ? RATIOS : SHARES, quantityOf(entry, quantity));
/** With as many digits as tell the classes apart. */
function className(quantity, k) {
  const classes = quantity === "ratio" ? RATIOS : SHARES, names = digits => classes.map(([most, name]) => name || `up to ${shown(most, undefined, digits)}`);
  return ([3, 4, 5, 6].map(names).find(list => new Set(list).size === list.length) || names(6))[k];
}

// ---- Tables ----
/** Orders numbers, and labels by the numbers in them. */
const byNumber = new Intl.Collator("en", {numeric: true}), ascending = (a, b) => typeof a === "string" && typeof b === "string" ? byNumber.compare(a, b) : d3.ascending(a, b);
/** A sortable table. columns: {title, text(row), value(row), left}; a value's full digits are its tooltip. */
function table(place, columns, rows, options = {}) {
  const limit = options.limit || 100, order = place.__order || {column: null, up: false};
  place.__order = order;
  const sorted = order.column === null ? rows : [...rows].sort((a, b) => (order.up ? 1 : -1) * ascending(columns[order.column].value(a), columns[order.column].value(b)));
  const all = place.__all || sorted.length <= limit, part = all ? sorted : sorted.slice(0, limit);
  const box = d3.select(place).html("").append("table");
  if (options.caption) box.append("caption").text(options.caption);
  box.append("thead").append("tr").selectAll("th").data(columns).enter().append("th").attr("scope", "col").attr("class", c => c.left ? "text" : null)
    .attr("aria-sort", (c, i) => i === order.column ? (order.up ? "ascending" : "descending") : null)
    .append("button").attr("type", "button").text((c, i) => c.title + (i === order.column ? (order.up ? " \u25b2" : " \u25bc") : ""))
    .on("click", (c, i) => { place.__order = {column: i, up: order.column === i ? !order.up : Boolean(c.left)}; table(place, columns, rows, options); });
  const lines = box.append("tbody").selectAll("tr").data(part).enter().append("tr").attr("class", row => options.worse && options.worse(row) ? "worse" : null);
  columns.forEach((column, i) => lines.append(i ? "td" : "th").attr("scope", i ? null : "row").attr("class", (column.left ? "text " : "") + (column.name || ""))
    .attr("title", row => { const value = column.value(row); return typeof value === "number" ? String(value) : null; }).text(row => column.text ? column.text(row) : column.value(row)));
  const below = d3.select(place).append("p").attr("class", "more row");
  if (!all) below.append("button").attr("type", "button").text(`Show all ${sorted.length.toLocaleString("en")} rows`).on("click", () => { place.__all = true; table(place, columns, rows, options); });
  if (!all) below.append("span").text(`${part.length.toLocaleString("en")} of ${sorted.length.toLocaleString("en")} rows are shown.`);
  if (options.file) below.append("button").attr("type", "button").text("Download as CSV").on("click", () => save(options.file, "text/csv", csv([columns.map(c => c.title), ...sorted.map(row => columns.map(c => c.doubt && c.doubt(row) ? c.text(row) : c.value(row)))])));
}
/** A cell of a CSV file. A text that a spreadsheet would compute has an apostrophe in front, as report/csv writes it. */
function csvCell(cell) {
  const text = cell === null || cell === undefined ? "" : String(cell);
  const formula = /^[=+\-@\t\r]/.test(text) && !/^-?\d+(\.\d+)?(e[+-]?\d+)?$/.test(text);
  return formula || /[",;\r\n]/.test(text) ? `"${formula ? "'" : ""}${text.replace(/"/g, '""')}"` : text;
}
const csv = rows => rows.map(row => row.map(csvCell).join(",")).join("\n") + "\n";
function save(name, type, text) { const link = document.createElement("a"); link.href = URL.createObjectURL(new Blob([text], {type})); link.download = name; link.click(); setTimeout(() => URL.revokeObjectURL(link.href), 10000); }
function definitions(place, pairs) { const list = d3.select(place).html(""); for (const [name, text] of pairs) { list.append("dt").text(name); list.append("dd").text(text); } }

// ---- The network, drawn ----
const grouped = !graph.places;  // too many nodes: communities are drawn instead
const drawn = grouped ? graph.communities : graph, things = grouped ? drawn.sizes.length : n;
const members = grouped ? d3.nest().key(v => graph.community[v]).map(d3.range(n)) : null;
const xs = drawn.places ? drawn.places.x : [], ys = drawn.places ? drawn.places.y : [];
const [SIZE, EDGE] = [460, 28];
const low = d3.min(ys) || 0, high = d3.max(ys) || 0, HEIGHT = Math.max(200, (high - low) / 1000 * (SIZE - 2 * EDGE) + 2 * EDGE);
const px = xs.map(x => EDGE + x / 1000 * (SIZE - 2 * EDGE)), py = ys.map(y => (HEIGHT - (high - low) / 1000 * (SIZE - 2 * EDGE)) / 2 + (y - low) / 1000 * (SIZE - 2 * EDGE));
const radius = things <= 12 ? 13 : things <= 40 ? 9.5 : things <= 120 ? 7 : things <= 400 ? 5 : things <= 1200 ? 3.4 : 2.2;
const sizeOf = i => grouped ? 4 + 20 * Math.sqrt(drawn.sizes[i] / d3.max(drawn.sizes)) : radius;
const tree = d3.quadtree(d3.range(px.length), i => px[i], i => py[i]);
const panels = d3.selectAll(".panel"), square = d3.symbol().type(d3.symbolSquare), circle = d3.symbol().type(d3.symbolCircle);
const zooming = d3.zoom().scaleExtent([1, 40]).translateExtent([[0, 0], [SIZE, HEIGHT]]).extent([[0, 0], [SIZE, HEIGHT]])
  .filter(() => { const e = d3.event; return e.type === "wheel" ? e.ctrlKey || e.metaKey : e.touches ? e.touches.length > 1 : !e.button && !e.shiftKey; })
  .on("zoom", function () { const t = d3.event.transform; if (t === state.zoom) return; state.zoom = t; panels.select("svg").each(function () { this.__zoom = t; }); place(); });
function setUpPanels() {
  panels.select("svg").attr("viewBox", `0 0 ${SIZE} ${HEIGHT}`).attr("role", "application").attr("aria-describedby", "says").call(zooming).on("dblclick.zoom", null)
    .each(function () { const svg = d3.select(this); svg.append("g").attr("class", "things").style("--rim", things > 400 ? 0.4 : null); svg.append("g").attr("class", "marks"); })
    .on("pointermove", function () { point(nearest(this)); }).on("pointerleave", () => point(null)).on("blur", () => point(null))
    .on("click", function () { const i = nearest(this); if (i !== null) choose(i, d3.event.shiftKey); }).on("keydown", pressed);
  panels.attr("aria-label", function () { return this.dataset.quantity; });
  new ResizeObserver(() => { place(); const before = frame.width; measure(); if (frame.width !== before) { drawTime(); drawSpread(current()); } }).observe(document.querySelector("main"));
}
function nearest(svg) {
  const [x, y] = state.zoom.invert(d3.mouse(svg)), scaled = svg.getBoundingClientRect().width / SIZE, i = tree.find(x, y, Math.max(26 / scaled, grouped ? 40 : 0) / state.zoom.k);
  return i === undefined ? null : i;
}
/** The member of a community with the largest loss. */
function representative(i, now) {
  if (!grouped) return i;
  const entries = members.get(i).filter(v => now && now.entry(v)); return entries.length ? entries[d3.scan(entries, (a, b) => exactOf(now.entry(b)) - exactOf(now.entry(a)))] : members.get(i)[0];
}
function place() {
  const t = state.zoom;
  panels.filter(function () { return !this.hidden; }).each(function () {
    const panel = d3.select(this), canvas = panel.select("canvas").node(), box = this.querySelector(".picture").getBoundingClientRect(), ratio = Math.min(window.devicePixelRatio || 1, 2);
    panel.selectAll(".thing").attr("transform", i => `translate(${t.applyX(px[i])},${t.applyY(py[i])})`);
    panel.selectAll(".label, .ring").attr("transform", i => `translate(${t.applyX(px[i])},${t.applyY(py[i])})`);
    if (!box.width) return;
    panel.select(".marks").style("font-size", `${12.5 * SIZE / box.width}px`);
    placeLabels(panel, 12.5 * SIZE / box.width);
    canvas.width = Math.round(box.width * ratio); canvas.height = Math.round(box.width * HEIGHT / SIZE * ratio);
    const pen = canvas.getContext("2d"), k = canvas.width / SIZE, edges = drawn.edges || [], count = edges.length / 2;
    pen.strokeStyle = `rgba(128, 136, 146, ${count < 300 ? 0.75 : count < 3000 ? 0.4 : count < 30000 ? 0.16 : 0.07})`; pen.lineWidth = (count < 300 ? 1.4 : 0.8) * k;
    for (let i = 0; i < edges.length;) {
      pen.beginPath();
      for (let part = 0; part < 200 && i < edges.length; ++part, i += 2) { pen.moveTo(t.applyX(px[edges[i]]) * k, t.applyY(py[edges[i]]) * k); pen.lineTo(t.applyX(px[edges[i + 1]]) * k, t.applyY(py[edges[i + 1]]) * k); }
      pen.stroke();
    }
  });
}
/** Shows the names that have room: above, below or beside their node, on no other name and no other node. Those of observers and target may be on nodes. */
function placeLabels(panel, size) {
  const t = state.zoom, taken = [], nodes = d3.range(px.length).map(i => ({i, x: t.applyX(px[i]), y: t.applyY(py[i]), r: sizeOf(i)}));
  const meet = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
  panel.selectAll(".label").each(function (i) {
    this.style.display = "";
    const {x, y, r} = nodes[i], wide = this.getComputedTextLength() + 0.4 * size, high = 1.3 * size, first = this.classList.contains("first");
    const boxes = [[0, -r - 0.8 * size], [0, r + 0.9 * size], [r + wide / 2, 0], [-r - wide / 2, 0]].map(([dx, dy]) => ({dx, dy, left: x + dx - wide / 2, right: x + dx + wide / 2, top: y + dy - high / 2, bottom: y + dy + high / 2}))
      .map(b => { const shift = first ? Math.max(0, -b.left) - Math.max(0, b.right - SIZE) : 0; return {...b, dx: b.dx + shift, left: b.left + shift, right: b.right + shift}; })
      .filter(b => b.left >= 0 && b.right <= SIZE && b.top >= 0 && b.bottom <= HEIGHT && !taken.some(other => meet(b, other)));
    const free = boxes.find(b => !nodes.some(v => v.i !== i && meet(b, {left: v.x - v.r, right: v.x + v.r, top: v.y - v.r, bottom: v.y + v.r}))) || (first ? boxes[0] : undefined);
    if (!free) { this.style.display = "none"; return; }
    taken.push(free); this.setAttribute("dx", free.dx); this.setAttribute("dy", free.dy + 0.35 * size);
  });
}
function draw(now) {
  const quantities = state.color === "both" ? ["published", "exact"] : [state.color], observing = new Set(now ? now.observers : state.set || []);
  const holding = i => grouped ? members.get(i).some(v => observing.has(v)) : observing.has(i);
  const ranks = [];  // of many nodes, those that lose most are drawn over the others
  panels.each(function () {
    const quantity = this.dataset.quantity; this.hidden = !quantities.includes(quantity); if (this.hidden) return;
    const nodes = d3.select(this).select(".things").selectAll(".thing").data(d3.range(px.length), i => i), made = nodes.enter().append("path").attr("class", "thing").attr("data-node", i => i);
    made.append("title");
    nodes.merge(made).each(function (i) {
      const v = representative(i, now), entry = now ? now.entry(v) : null, seen = holding(i), kind = seen ? "observer" : classOf(entry, quantity);
      const size = sizeOf(i) * (seen ? 1.15 : kind === "unknown" ? 0.8 : 0.72 + 0.06 * Number(kind[1]));
      this.setAttribute("class", `thing node ${kind}${!seen && quantity !== "published" && breaks(entry) ? " broken" : ""}`);
      this.setAttribute("d", (seen ? square : circle).size(Math.PI * size * size)());
      this.firstChild.textContent = tip(i, v, entry, seen);
      ranks[i] = seen ? 9 : kind === "unknown" ? -1 : Number(kind[1]);
    });
    if (things > 400) nodes.merge(made).sort((a, b) => ranks[a] - ranks[b]);
    const svg = d3.select(this).select("svg"), marks = d3.select(this).select(".marks"), target = grouped ? graph.community[state.target] : state.target;
    svg.attr("aria-label", `${d3.select(this).select("figcaption").text()}: a picture of ${several(n, "node")}; the table below it has all numbers`);
    const others = n <= 40 ? d3.range(n).sort((a, b) => ranks[b] - ranks[a] || a - b) : [];
    const labelled = grouped ? [] : [...new Set([...observing, state.target, ...others])];
    const labels = marks.selectAll(".label").data(px.length ? labelled : [], i => i);
    labels.exit().remove(); labels.enter().append("text").attr("class", "label").merge(labels).classed("first", i => observing.has(i) || i === state.target).text(named).order();
    const rings = marks.selectAll(".ring.target").data(px.length ? [target] : []);
    rings.enter().append("circle").attr("class", "ring target").merge(rings).attr("r", i => sizeOf(i) + 5);
    d3.select(this).select("figcaption").text(quantity === "published" ? "Published formula" : quantity === "ratio" ? "Exact over published" : `Exact (${state.knowledge === "exact" ? "all noise unknown" : "own noise known"})`);
  });
  place();
}
function tip(i, v, entry, seen) {
  const name = grouped ? `community of ${several(drawn.sizes[i], "node")}; largest loss: node ${named(v)}` : `node ${named(v)}`;
  if (seen) return `${name}: observer`;
  return entry ? `${name}: exact ${told(entry, state.knowledge)}, published ${shown(entry.published)}` : `${name}: not on this page`;
}
function drawLegend(now) {
  const quantity = state.color === "both" ? "exact" : state.color, classes = quantity === "ratio" ? RATIOS : SHARES, counts = new Map();
  for (let u = 0; u < n; ++u) { const entry = now ? now.entry(u) : null; if (entry) counts.set(classOf(entry, quantity), (counts.get(classOf(entry, quantity)) || 0) + 1); }
  const box = d3.select("#legend").html(""); box.append("b").text(quantity === "ratio" ? "Exact over published" : `Loss: ${unitOf(state.unit).name}`);
  const list = box.append("ul"), key = (kind, text, count, symbol = circle, size = 8) => {
    const item = list.append("li"); item.append("svg").attr("width", 22).attr("height", 22).attr("aria-hidden", "true").append("path").attr("class", `key ${kind}`).attr("transform", "translate(11,11)").attr("d", symbol.size(Math.PI * size * size)());
    item.append("span").text(text); if (count !== null) item.append("span").attr("class", "count").text(several(count, "node"));
  };
  classes.forEach((_, k) => key(`q${k}`, className(quantity, k), counts.get(`q${k}`) || 0, circle, 9 * (0.72 + 0.06 * k)));
  if (counts.get("unknown") || !now) key("unknown", "not known", counts.get("unknown") || n);
  if (promise || scale.broken_share !== undefined) key("q3 broken", "bold edge: breaks the promise", null);
  key("observer", "square: observes", null, square, 7);
  const ring = list.append("li"); ring.append("svg").attr("width", 22).attr("height", 22).attr("aria-hidden", "true").append("circle").attr("class", "ring target").attr("cx", 11).attr("cy", 11).attr("r", 8); ring.append("span").text("dashed ring: the target");
  if (grouped) box.append("p").attr("class", "hint").text(`${several(n, "node")} are too many to draw: a circle is a community, colored by its largest loss.`);
}
function point(i) {
  if (state.pointed === i) return; state.pointed = i;
  const rings = panels.select(".marks").selectAll(".ring.pointed").data(i === null ? [] : [i]);
  rings.exit().remove(); rings.enter().append("circle").attr("class", "ring pointed").merge(rings).attr("r", k => sizeOf(k) + 3).attr("transform", k => `translate(${state.zoom.applyX(px[k])},${state.zoom.applyY(py[k])})`);
  about(i === null ? state.target : representative(i, current()));
}
/** Everything about one node: distance, messages, and its losses in all units. */
function about(v) {
  const now = current(), entry = now ? now.entry(v) : null, box = d3.select("#about").html("");
  box.append("h3").text(`${v === state.target ? "Target" : "Node"} ${named(v)}`);
  if (now && now.observers.includes(v)) { box.append("p").text("an observer, so it has no loss"); return; }
  if (!entry) { box.append("p").text("its losses to these observers are not on this page"); return; }
  const far = entry.distance === undefined ? distances(entry.observers)[v] : entry.distance, view = (bySet.get(keyOf(entry.observers)) || new Map()).get(state.step), heard = view ? view.messages : null;
  const joined = far !== null || !graph.edges;
  box.append("p").text(`${state.set === null ? `worst observer ${listed(entry.observers)}; ` : ""}${joined ? `distance ${far === null ? "not on this page" : far}` : "no path to the observers"}${heard === null || heard === undefined ? "" : `; ${several(heard, "message")} received`}`);
  const rows = box.append("table"), head = rows.append("thead").append("tr"); for (const title of ["", "published", "exact", "own noise"]) head.append("th").attr("scope", "col").text(title);
  for (const unit of UNITS) {
    const line = rows.append("tbody").append("tr").attr("data-unit", unit.id); line.append("th").attr("scope", "row").attr("title", unit.name).text(unit.brief);
    for (const key of ["published", "exact", "exact_own_noise"]) line.append("td").attr("data-key", key).attr("title", inDoubt(entry, key) ? told(entry, key, unit) : inUnit(entry[key], unit)).text(told(entry, key, unit, 4));
  }
}
function pressed() {
  const event = d3.event, towards = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1]}[event.key];
  if (towards && px.length) {
    event.preventDefault();
    const from = state.pointed === null ? (grouped ? graph.community[state.target] : state.target) : state.pointed;
    const cost = i => { const dx = px[i] - px[from], dy = py[i] - py[from], along = dx * towards[0] + dy * towards[1], across = Math.abs(dx * towards[1] + dy * towards[0]); return i === from || along <= 0 || across > 2 * along ? Infinity : along + 2 * across; };
    const best = d3.scan(d3.range(px.length), (a, b) => cost(a) - cost(b)); if (best !== undefined && cost(best) < Infinity) point(best);
  } else if (event.key === "Enter" && state.pointed !== null) { event.preventDefault(); choose(state.pointed, event.shiftKey); }
  else if ((event.key === "t" || event.key === "T") && state.pointed !== null) { state.target = representative(state.pointed, current()); update(); }
}
function choose(i, adds) {
  const v = representative(i, current()), mode = one("clicks").value;
  if (mode === "target" && !adds) { if (!(state.set || []).includes(v)) { state.target = v; update(); } return; }
  if (adds || mode === "coalition") { const set = state.set || []; observe(set.includes(v) ? set.filter(u => u !== v) : [...set, v]); } else observe([v]);
}
/** Makes these nodes the observers; none: the worst observer of each node, or the observers of the result. */
function observe(set) {
  state.set = set.length ? [...set].sort((a, b) => a - b) : everybody ? null : data.focus;
  const stops = stopsOf(state.set);
  if (stops.length && !stops.includes(state.step)) state.step = stops[d3.scan(stops, (a, b) => Math.abs(a - state.step) - Math.abs(b - state.step))];
  const now = current();
  if (now && now.observers.includes(state.target)) { const others = d3.range(n).filter(u => now.entry(u)); if (others.length) state.target = others[d3.scan(others, (a, b) => exactOf(now.entry(b)) - exactOf(now.entry(a)))]; }
  update();
}

// ---- Sentences ----
/** A number for all nodes, or the file that has one for each. */
const amount = x => typeof x === "number" ? x : `of ${x}`;
const shell = word => /^[\w+=:,.\/@%^-]+$/.test(word) ? word : `'${word.replace(/'/g, "'\\''")}'`;
function commandFor(set, step) {
  const p = result.parameters, words = ["hearsay", "account", "gossip", "--graph", p.graph];
  if (p.weights !== "metropolis") words.push("--weights", p.weights);
  if (p.component) words.push("--component", p.component);
  words.push("--observer", set.map(named).join(","), "--steps", views.steps[step] === null ? "forever" : views.steps[step]);
  if (p.sigma !== 1) words.push("--sigma", p.sigma);
  if (p.sensitivity !== 1) words.push("--sensitivity", p.sensitivity);
  if (p.message_noise) words.push("--message-noise", p.message_noise);
  if (result.seed !== 1) words.push("--seed", result.seed);
  return [...words, "--report", "report"].map(word => shell(String(word))).join(" ");
}
function say(now) {
  const box = d3.select("#says").html("");
  if (state.set === null) box.append("span").text(`Every node is shown with the ${result.observers.size > 1 ? "coalition" : "observer"} that learns most about it in ${stepName(state.step)}.`);
  else {
    box.append("span").text(`${nodesWord(state.set)} `);
    for (const v of state.set) { box.append("button").attr("type", "button").attr("class", "chip").attr("aria-label", `${named(v)}: remove`).text(`${named(v)} \u00d7`).on("click", () => observe(state.set.filter(u => u !== v))); box.append("span").text(" "); }
    box.append("span").text(`${state.set.length > 1 ? "together observe" : "observes"} ${stepName(state.step)}${now && now.view.messages !== null ? ` and ${state.set.length > 1 ? "receive" : "receives"} ${several(now.view.messages, "message")}` : ""}.`);
    if (now && now.view.least) box.append("span").text(" Some exact losses of this view are intervals, because its rank is not proved; pictures show the upper bounds.");
  }
  const gone = d3.select("#absent").attr("hidden", now ? "hidden" : null);
  if (!now) {
    gone.select("p").text(`What ${nodesWord(state.set).toLowerCase()} ${listed(state.set)} learn${state.set.length > 1 ? "" : "s"} in ${stepName(state.step)} is not on this page. This command makes a page with it:`);
    gone.select("code").text(String(result.parameters.graph).startsWith("schedule:") ? `hearsay audit gossip --schedule ${shell(result.parameters.graph.slice(9))} --observer ${shell(state.set.map(named).join(","))} --promise ${shell(promise.text)} --report report` : commandFor(state.set, state.step));
  }
}

// ---- Charts ----
const frame = {};
/** Charts are drawn as wide as they are shown, so that their text is as large as the page's. */
function measure() {
  const width = Math.max(280, Math.min(900, document.querySelector("#spread .chart").clientWidth || 800)), narrow = width < 560;
  Object.assign(frame, {width, narrow, height: narrow ? 260 : 340, left: 40, right: narrow ? 98 : 130, top: 36, bottom: 48});
}
/** A tick with all its digits, so that no two read the same. */
const tickText = percent => x => percent ? `${short(100 * x, 12)} %` : short(x, 12);
/** From `from` to the largest of `values`, or to `usual` where none is larger. */
function upright(from, values, usual) {
  const most = d3.max(values);
  return d3.scaleLinear().domain([from, most > from + 1e-12 ? most : usual]).nice().range([frame.height - frame.bottom, frame.top]);
}
/** Makes room on the left for the ticks. */
function makeRoom(ticks, percent) { frame.left = 18 + 7.5 * d3.max(ticks, x => tickText(percent)(x).length); }
function axes(svg, x, y, ticks, percent, xTitle, yTitle) {
  svg.html("").attr("viewBox", `0 0 ${frame.width} ${frame.height}`);
  svg.append("g").attr("class", "grid").attr("transform", `translate(${frame.left},0)`).call(d3.axisLeft(y).tickValues(ticks).tickSize(-(frame.width - frame.left - frame.right)).tickFormat("")).select(".domain").remove();
  svg.append("g").attr("class", "axis across").attr("transform", `translate(0,${frame.height - frame.bottom})`).call(x);
  svg.append("g").attr("class", "axis upright").attr("transform", `translate(${frame.left},0)`).call(d3.axisLeft(y).tickValues(ticks).tickFormat(tickText(percent)));
  svg.append("text").attr("x", (frame.left + frame.width - frame.right) / 2).attr("y", frame.height - 8).attr("text-anchor", "middle").text(xTitle);
  svg.append("text").attr("x", 2).attr("y", 14).text(yTitle);
}
/** Columns of rows with an entry. A file has what is in doubt as text. */
const lossColumns = unit => SERIES.map(([key, name, title]) => ({title: unit ? `${title} (${unit.name})` : title, name, value: r => inUnit(r.entry[key], unit), text: r => told(r.entry, key, unit), doubt: r => inDoubt(r.entry, key)}));
const SERIES = [["published", "published", "published", d3.symbolSquare], ["exact", "exact", "exact", d3.symbolCircle], ["exact_own_noise", "own", "own noise", d3.symbolTriangle]];
function drawTime() {
  const unit = unitOf(state.unit), svg = d3.select("#time svg");
  const points = stopsOf(state.set).map(step => { const now = state.set === null ? worstObservers(step) : viewOf(state.set, step), entry = now && now.entry(state.target); return entry ? {step, entry} : null; }).filter(Boolean);
  const who = state.set === null ? "its worst observer" : `${nodesWord(state.set).toLowerCase()} ${listed(state.set)}`;
  one("time-says").textContent = points.length ? `What ${who} learn${state.set && state.set.length > 1 ? "" : "s"} about node ${named(state.target)}, after ${points.length === 1 ? "one number" : "each number"} of steps that is on this page.` : `What ${who} learn${state.set && state.set.length > 1 ? "" : "s"} about node ${named(state.target)} is not on this page.`;
  d3.select("#time .chart").attr("hidden", points.length > 1 ? null : "hidden"); d3.select("#time details").attr("hidden", points.length ? null : "hidden");
  const bound = typeof (promise && promise.bound) === "number" && promisedUnit() === state.unit ? promise.bound : scale.broken_share <= 1 ? unit.of(scale.broken_share) : null;
  const from = unit.id === "accuracy" ? 0.5 : 0, whole = unit.of(1);
  const y = upright(from, [...points.flatMap(p => SERIES.map(([key]) => inUnit(p.entry[key], unit))), ...(bound === null ? [] : [Math.min(bound, from + (whole - from) * 1.2)])], whole), ticks = y.ticks(5);
  makeRoom(ticks, unit.percent);
  const known = points.map(p => views.steps[p.step]).filter(steps => steps !== null), ever = known.length < points.length ? 44 : 0, right = frame.width - frame.right;
  const across = d3.scaleLinear().domain([0, d3.max(known) || 1]).range([frame.left, right - ever]), x = p => views.steps[p.step] === null ? right : across(views.steps[p.step]);
  axes(svg, d3.axisBottom(across).tickValues(across.ticks(frame.narrow ? 4 : 8).filter(Number.isInteger)).tickFormat(d3.format("d")), y, ticks, unit.percent, "steps of gossip", unit.name);
  if (ever) svg.select(".across").append("g").attr("class", "tick").attr("transform", `translate(${right},0)`).append("text").attr("y", 9).attr("dy", "0.71em").attr("fill", "currentColor").text("\u221e").append("title").text("any number of steps");
  svg.attr("aria-label", `${one("time-says").textContent} The table below has the numbers.`);
  const now = points.find(p => p.step === state.step); if (now) svg.append("line").attr("class", "now").attr("x1", x(now)).attr("x2", x(now)).attr("y1", frame.top).attr("y2", frame.height - frame.bottom);
  const ends = [];
  for (const [key, name, title, symbol] of SERIES) {
    const known = points.filter(p => inUnit(p.entry[key], unit) !== null), mark = d3.symbol().type(symbol).size(46); if (!known.length) continue;
    svg.append("path").attr("class", `line series-${name}`).attr("d", d3.line().x(x).y(p => y(inUnit(p.entry[key], unit)))(known.filter(p => views.steps[p.step] !== null)));
    for (const p of known) svg.append("path").attr("class", `dot ${name}`).attr("d", mark()).attr("transform", `translate(${x(p)},${y(inUnit(p.entry[key], unit))})`).append("title").text(`${title}, ${stepName(p.step)}: ${shown(p.entry[key])}`);
    const last = known[known.length - 1]; ends.push({name, title, x: x(last) + 12, y: y(inUnit(last.entry[key], unit)) + 4});
  }
  if (bound !== null && bound <= y.domain()[1]) { svg.append("line").attr("class", "promised").attr("x1", frame.left).attr("x2", frame.width - frame.right).attr("y1", y(bound)).attr("y2", y(bound)); ends.push({name: "promise", title: "promise", x: frame.width - frame.right + 12, y: y(bound) + 4}); }
  ends.sort((a, b) => a.y - b.y); for (let i = 1; i < ends.length; ++i) ends[i].y = Math.max(ends[i].y, ends[i - 1].y + 15);
  for (const end of ends) end.y = Math.min(end.y, frame.height - frame.bottom - 5 - 15 * (ends.length - 1 - ends.indexOf(end)));
  for (const end of ends) { svg.append("text").attr("x", end.x + (end.name === "promise" ? 0 : 12)).attr("y", end.y).text(end.title); const series = SERIES.find(([, name]) => name === end.name); if (series) svg.append("path").attr("class", `dot ${end.name}`).attr("d", d3.symbol().type(series[3]).size(46)()).attr("transform", `translate(${end.x + 3},${end.y - 4})`); }
  table(one("time-table"), [{title: "steps", value: p => views.steps[p.step], text: p => stepName(p.step)}, ...lossColumns(unit)], points, {file: "steps.csv"});
}
function drawSpread(now) {
  const unit = unitOf(state.unit), svg = d3.select("#spread svg"), entries = now ? d3.range(n).map(u => now.entry(u)).filter(Boolean) : [];
  one("spread-says").textContent = entries.length ? `Nodes by what ${state.set === null ? "their worst observer learns about them" : `${nodesWord(state.set).toLowerCase()} ${listed(state.set)} learn${state.set.length > 1 ? "" : "s"} about them`} in ${stepName(state.step)}: ${several(entries.length, "node")}.` : "This view is not on this page.";
  const from = unit.id === "accuracy" ? 0.5 : 0, values = key => entries.map(entry => inUnit(entry[key], unit)).filter(x => x !== null);
  const edges = d3.range(20).map(k => from + (unit.of(1) - from) * k / 20);
  const bins = key => d3.histogram().domain([from, unit.of(1)]).thresholds(edges.slice(1))(values(key).map(value => Math.min(Math.max(value, from), unit.of(1)))), exact = bins(state.knowledge), published = bins("published");
  const foot = frame.height - frame.bottom, y = upright(0, [...exact, ...published].map(bin => bin.length), 1), ticks = y.ticks(5).filter(Number.isInteger);
  makeRoom(ticks, false);
  const x = d3.scaleLinear().domain([from, unit.of(1)]).range([frame.left, frame.width - frame.right]);
  axes(svg, d3.axisBottom(x).tickValues(x.ticks(frame.narrow ? 3 : 6)).tickFormat(tickText(unit.percent)), y, ticks, false, unit.name, "nodes");
  const hatch = svg.append("defs").append("pattern").attr("id", "hatch").attr("width", 6).attr("height", 6).attr("patternUnits", "userSpaceOnUse"); hatch.append("path").attr("d", "M0,6L6,0");
  const bars = (list, name, shift) => svg.append("g").selectAll("rect").data(list).enter().append("rect").attr("class", `bar-${name}`).attr("x", bin => x(bin.x0) + 1 + shift * (x(bin.x1) - x(bin.x0) - 2) / 2).attr("width", bin => Math.max(1, (x(bin.x1) - x(bin.x0) - 2) / 2))
    .attr("y", bin => y(bin.length)).attr("height", bin => foot - y(bin.length)).append("title").text(bin => `${name}, ${short(bin.x0)} to ${short(bin.x1)}: ${several(bin.length, "node")}`);
  bars(published, "published", 0); bars(exact, "exact", 1);
  for (const [name, k] of [["published", 0], ["exact", 1]]) { svg.append("rect").attr("class", `bar-${name}`).attr("x", frame.width - frame.right + 8).attr("y", frame.top + 22 * k).attr("width", 14).attr("height", 14); svg.append("text").attr("x", frame.width - frame.right + 27).attr("y", frame.top + 12 + 22 * k).text(name); }
  svg.attr("aria-label", `${one("spread-says").textContent} The table below has the numbers.`);
  table(one("spread-table"), [{title: `${unit.name}, from`, value: k => exact[k].x0, text: k => short(exact[k].x0)}, {title: "to", value: k => exact[k].x1, text: k => short(exact[k].x1)}, {title: "nodes, published", value: k => published[k].length}, {title: "nodes, exact", name: "exact", value: k => exact[k].length}], d3.range(exact.length), {file: "histogram.csv"});
}

// ---- All pairs ----
const order = graph.community && n <= 500 ? d3.range(n).sort((a, b) => graph.community[a] - graph.community[b] || a - b) : [];
const matrix = {cell: null};
const alone = step => n <= 500 && d3.range(n).every(v => (bySet.get(String(v)) || new Map()).has(step));
const cellOf = (o, u) => { if (o === u) return null; const view = bySet.get(String(o)).get(state.step); return {observers: [o], ...lossesOf(view, u)}; };
function drawMatrix() {
  const there = n <= 500 && alone(LAST), now = there && alone(state.step), section = one("matrix"), quantity = state.color === "both" ? "exact" : state.color; section.hidden = !there;
  if (!there) return;
  section.querySelector(".square").hidden = !now;
  one("matrix-says").textContent = now ? `Rows are observers and columns are targets, for ${stepName(state.step)}; ${quantity === "ratio" ? "exact over published" : `${quantity} loss`}, in the colors above. Nodes of one community are adjacent. A click on a cell makes its row the observer and its column the target.` : `The losses of all pairs after ${stepName(state.step)} are not on this page.`;
  if (!now) return;
  const canvas = section.querySelector("canvas"), style = getComputedStyle(document.documentElement), colors = Object.fromEntries(["q0", "q1", "q2", "q3", "q4", "q5", "q6", "unknown"].map(name => [name, style.getPropertyValue(`--${name}`).trim()]));
  const size = Math.max(1, Math.floor(620 / n)); canvas.width = canvas.height = size * n; const pen = canvas.getContext("2d");
  pen.fillStyle = style.getPropertyValue("--raised").trim(); pen.fillRect(0, 0, canvas.width, canvas.height);
  const gap = size > 6 ? 1 : 0;
  order.forEach((o, row) => order.forEach((u, column) => {
    if (o === u) { if (size >= 4) { pen.strokeStyle = style.getPropertyValue("--node-line").trim(); pen.beginPath(); pen.moveTo(column * size, row * size); pen.lineTo((column + 1) * size, (row + 1) * size); pen.stroke(); } return; }
    pen.fillStyle = colors[classOf(cellOf(o, u), quantity)]; pen.fillRect(column * size, row * size, size - gap, size - gap);
    if (n <= 12) { const entry = cellOf(o, u), value = quantityOf(entry, quantity), kind = Number(classOf(entry, quantity)[1]); pen.fillStyle = style.getPropertyValue(kind >= 4 ? "--on-dark" : "--on-light").trim(); pen.font = "13px system-ui, sans-serif"; pen.textAlign = "center"; pen.textBaseline = "middle"; pen.fillText(quantity === "ratio" ? Number(value).toPrecision(2) : String(Number(inUnit(value).toPrecision(3))), (column + 0.5) * size, (row + 0.5) * size); }
  }));
  canvas.setAttribute("aria-label", `A matrix of ${n} times ${n} losses. Arrow keys move between cells, Enter chooses.`);
  if (matrix.cell === null) tellCell([order.indexOf(worst.observers[0]), order.indexOf(worst.target)]); else tellCell(matrix.cell);
  const pairs = []; for (const o of order) for (const u of order) if (o !== u) pairs.push({o, u, entry: cellOf(o, u)});
  pairs.sort((a, b) => exactOf(b.entry) - exactOf(a.entry));
  table(one("matrix-table"), [{title: "observer", left: true, value: p => named(p.o)}, {title: "target", left: true, value: p => named(p.u)}, ...lossColumns()], pairs, {limit: 50});
}
function tellCell(cell) {
  if (!cell || cell.some(k => k < 0 || k >= n)) return; matrix.cell = cell;
  const [o, u] = cell.map(k => order[k]), entry = cellOf(o, u);
  one("matrix-cell").textContent = entry ? `Node ${named(o)} about node ${named(u)}: published ${shown(entry.published)}, exact ${told(entry, "exact")}, own noise known ${told(entry, "exact_own_noise")} (${unitOf(state.unit).name}).` : `Observer and target are both node ${named(o)}, so there is no loss.`;
}
function chooseCell() { const [o, u] = matrix.cell.map(k => order[k]); if (o === u) return; state.target = u; observe([o]); }
function setUpMatrix() {
  const canvas = document.querySelector("#matrix canvas"), cell = event => { const box = canvas.getBoundingClientRect(); return [event.clientY - box.top, event.clientX - box.left].map(x => Math.min(n - 1, Math.max(0, Math.floor(x / box.width * n)))); };
  canvas.addEventListener("pointermove", event => tellCell(cell(event))); canvas.addEventListener("click", event => { tellCell(cell(event)); chooseCell(); });
  canvas.addEventListener("keydown", event => { const move = {ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1]}[event.key]; if (move) { event.preventDefault(); tellCell(matrix.cell.map((k, i) => Math.min(n - 1, Math.max(0, k + move[i])))); } else if (event.key === "Enter") chooseCell(); });
  one("matrix-csv").addEventListener("click", () => save("matrix.csv", "text/csv", csv([["observer", ...order.map(named)], ...order.map(o => [named(o), ...order.map(u => { const entry = cellOf(o, u); return !entry ? "" : inDoubt(entry, state.knowledge) ? told(entry, state.knowledge) : inUnit(exactOf(entry)); })])])));
}

// ---- The worst pair ----
/** A factor as a fraction of small numbers, if it equals one to twelve digits. */
function factor(x) {
  for (let d = 1; d <= 360; ++d) { const p = Math.round(x * d); if (p !== 0 && Math.abs(x * d - p) < 1e-11 * d) return d === 1 ? String(p) : `${p}/${d}`; }
  return short(x);
}
const signed = (x, first) => { const text = factor(Math.abs(x)); return `${x < 0 ? "\u2212 " : first ? "" : "+ "}${text === "1" ? "" : `${text} \u00d7 `}`; };
function explain() {
  const box = d3.select("#explanation"), c = data.combination, them = `${nodesWord(worst.observers).toLowerCase()} ${listed(worst.observers)}`, target = named(worst.target);
  box.append("p").text(`${capital(data.summary.worst)}.`);
  if (!c) { box.append("p").text(worst.share > 0 ? result.parameters.message_noise ? "Every message carries its own noise, so the loss comes from all messages together." : "The messages that reveal it are not on this page, because their computation would have taken too long." : "No message reveals anything about it."); return; }
  if (c.messages.length === 1 && c.sum.length === 1) { box.append("p").text(`How: in step ${c.messages[0].step} node ${named(c.messages[0].sender)} sends ${them} the noisy value of node ${target} alone. One message is enough.`); return; }
  const by = [...c.messages].sort((a, b) => a.step - b.step);
  box.append("p").text(`How: ${them} take${worst.observers.length > 1 ? "" : "s"} ${several(c.messages.length, "message")}, times these factors, and add${worst.observers.length > 1 ? "" : "s"} them up${data.own_noise ? "; they subtract their own values and noise, which they know" : ""}.`);
  const place = box.append("div").attr("class", "scroll").node();
  table(place, [{title: "sent in step", value: m => m.step}, {title: "by node", left: true, value: m => named(m.sender)}, {title: "times", value: m => m.factor, text: m => factor(m.factor)}], by, {limit: 12, file: "messages.csv"});
  const parts = [...c.sum].sort((a, b) => (b.node === worst.target) - (a.node === worst.target) || Math.abs(b.factor) - Math.abs(a.factor)), some = parts.slice(0, 8);
  box.append("p").attr("class", "equation").text(`The sum is ${some.map((p, i) => `${signed(p.factor, i === 0)}value ${named(p.node)}`).join(" ")}${parts.length > 8 ? ` and small parts of ${several(parts.length - 8, "other node")}` : ""}, each value with its own noise.`);
  const noise = d3.sum(c.sum, p => p.factor * p.factor);
  box.append("p").text(`The sum contains the value of node ${target} once, with noise of ${short(noise)} times the variance of one node. The loss is 1/${short(noise)} = ${short(c.share)} of the local loss${c.share < worst.share * (1 - 1e-6) ? `. All messages together reveal ${short(worst.share)}` : c.sum.length === 1 ? ", so there is no amplification" : ", which is the exact loss"}.`);
}
const capital = text => text.charAt(0).toUpperCase() + text.slice(1);

// ---- The result and its origin ----
function drawNodes(now) {
  const rows = d3.range(n).map(u => ({u, entry: now ? now.entry(u) : null})).filter(row => row.entry).sort((a, b) => exactOf(b.entry) - exactOf(a.entry)), unit = unitOf(state.unit);
  table(one("nodes-table"), [{title: "node", left: true, value: r => named(r.u)}, ...(state.set === null ? [{title: "worst observer", left: true, value: r => listed(r.entry.observers)}] : [{title: "distance", value: r => r.entry.distance}]),
    ...lossColumns(unit)], rows, {file: "nodes.csv", worse: r => exceeds(r.entry)});
}
const names = value => Array.isArray(value) ? value.join(", ") : String(value);
function drawResult() {
  const ends = (losses, name) => losses[`${name}_between`], upper = (losses, name) => ends(losses, name) ? ends(losses, name).upper : losses[name];
  const lower = (losses, name) => ends(losses, name) ? ends(losses, name).lower : losses[name];
  const column = (title, id, name, of) => ({title, name: id, value: r => upper(of(r), name), doubt: r => Boolean(ends(of(r), name)), text: r => ends(of(r), name) ? `${short(lower(of(r), name))} to ${short(upper(of(r), name))}` : short(of(r)[name])});
  const columns = of => SERIES.map(([name, id, title]) => column(title, id, name, of));
  if (result.nodes) {
    one("result-says").textContent = `The result, per node: the largest ${promise.text.split("<=")[0].trim()} over all observers. Bold: exact is larger than published.`;
    table(one("result-table"), [{title: "node", left: true, value: r => r.node}, {title: "worst observer", left: true, value: r => names(r.worst_observer)}, ...columns(r => r), {title: "verdict", left: true, value: r => r.verdict}], result.nodes, {file: "result.csv", worse: r => lower(r, judged) > r.published * (1 + 1e-9)});
  } else {
    one("result-says").textContent = `The result: what the ${data.focus.length > 1 ? "observers" : "observer"} learn${data.focus.length > 1 ? "" : "s"} about every target, as R\u00e9nyi loss of order ${scale.order}. Bold: exact is larger than published.`;
    const epsilons = result.losses.length && result.losses[0].epsilon ? SERIES.map(([name, id, title]) => column(`epsilon, ${title}`, id, name, r => r.epsilon)) : [];
    table(one("result-table"), [{title: "target", left: true, value: r => r.target}, {title: "distance", value: r => r.distance}, ...columns(r => r), ...epsilons], result.losses, {file: "result.csv", worse: r => lower(r, "exact") > r.published * (1 + 1e-9)});
  }
}
function holds() {
  const list = d3.select("#holds"), bySize = d3.nest().key(view => views.sets[view.set].length).key(view => view.step).rollup(found => found.length).map(views.views), add = text => list.append("li").text(text);
  add(`the result as --json writes it: ${result.nodes ? "per node, the worst observer" : `${several(result.losses.length, "target")} of one view`}`);
  for (const size of bySize.keys().map(Number).sort((a, b) => a - b)) {
    const steps = bySize.get(size), all = size === 1 ? n : [...Array(size).keys()].reduce((product, k) => product * (n - k) / (k + 1), 1), full = steps.keys().map(Number).filter(step => steps.get(step) === Math.round(all)).sort((a, b) => a - b);
    const what = size === 1 ? "node alone" : `${size} nodes together`;
    if (full.length) add(`the views of every ${what} after ${full.map(stepShort).join(", ")} steps`);
    const other = steps.keys().map(Number).filter(step => !full.includes(step)); if (other.length) add(`some views of ${size === 1 ? "single nodes" : what}: ${views.sets.filter(set => set.length === size).slice(0, 12).map(listed).join("; ")}${views.sets.filter(set => set.length === size).length > 12 ? " and more" : ""}`);
  }
  add(views.whole ? "no views of larger coalitions or after other numbers of steps" : "no views of the other nodes, which would take more space or time than a page has; for each of them the page shows the command that computes it");
  if (views.cut_short) add("the run was interrupted, so views are missing");
}
function setUpFacts() {
  const p = result.parameters, from = result.provenance, summary = data.summary, verdict = one("verdict");
  one("command").textContent = result.command; one("graph-name").textContent = `\u00b7 ${String(p.graph).replace(/^(file|schedule):(.*\/)?/, "")} \u00b7 ${several(n, "node")}, ${several(graph.edge_count, "edge")}`;
  if (summary.verdict) { verdict.hidden = false; verdict.textContent = {holds: "\u2713 holds", refuted: "\u2717 refuted", inconclusive: "? inconclusive"}[summary.verdict]; verdict.classList.add(summary.verdict); one("title").textContent = summary.title.replace(/^\w+: /, ""); }
  one("worst").textContent = `${capital(summary.worst)}.`;
  d3.select("#words").append("p").text(`Adversary: ${from.adversary}.`);
  const tiles = d3.select("#facts"), tile = (name, value, small) => { const box = tiles.append("div"); box.append("dt").text(name); const text = box.append("dd").text(value); if (small) text.append("small").text(small); }, unit = unitOf(promisedUnit());
  tile("worst loss", told(worst, "share", unit), unit.name + (promise ? `; promised: ${typeof promise.bound === "number" ? `at most ${unit.percent ? percent(promise.bound) : short(promise.bound)}` : promise.text.split("<=")[1].trim()}` : ""));
  if (promise) { tile("pairs that break the promise", `${result.violations.toLocaleString("en")}`, `of ${result.pairs.toLocaleString("en")}${result.undecided ? `; ${result.undecided} not decided` : ""}`); if (result.worst.sigma_needed !== null && result.worst.sigma_needed !== undefined) tile("noise that keeps the promise", result.worst.sigma_needed === 0 ? "any" : `sigma ${result.worst.sigma_needed}`, `instead of ${p.sigma}`); }
  else { tile("losses above published", result.violations.toLocaleString("en"), `${result.violations_in_doubt ? `and perhaps ${result.violations_in_doubt.toLocaleString("en")} more ` : ""}of ${several(result.losses.length, "target")}`); if (result.exposed) tile("no amplification (loss = local DP)", result.exposed.own_noise.toLocaleString("en"), `${result.exposed.count} if the observers do not use their own noise`); }
  tile("gossip", stepName(LAST), result.messages ? several(result.messages, "message") : result.spectral_gap ? `spectral gap ${short(result.spectral_gap)}` : "");
  const onMessages = p.message_noise ? `, on every message ${p.message_noise}${typeof p.sigma === "number" ? " sigma" : ""}` : "";
  tile("noise", `sigma ${amount(p.sigma)}${onMessages}`, `sensitivity ${amount(p.sensitivity)}`);
  one("repeat").textContent = from.command_line;
  definitions(one("facts-in-full"), [["verdict", summary.verdict || "no promise was given"], ["adversary", from.adversary], ["network", `${p.graph}, ${several(from.nodes, "node")}, ${several(from.edges, "edge")}, ${p.weights} weights${p.component ? ", largest component" : ""}`],
    ...from.files.map(file => [`SHA-256 of ${file.role}`, file.sha256 ? `${file.sha256} (${file.path})` : `unknown: ${file.path} can be read only once`]), ["steps", stepName(LAST)], ["noise", `sigma ${amount(p.sigma)}${onMessages}, sensitivity ${amount(p.sensitivity)}`], ["hearsay", from.version], ["made", from.date], ["seed", result.seed]]);
  if (views.steps[LAST] === null) one("facts-in-full").insertAdjacentHTML("beforeend", "<dt>any number of steps</dt><dd>The weights are fixed, noise is added once, and messages carry no noise. The losses hold for every stopping rule that depends only on what the observers see. They do not hold for rules on hidden states, for schedules or for fresh noise.</dd>");
  one("result-json").addEventListener("click", () => save("result.json", "application/json", JSON.stringify(result, null, 1) + "\n"));
  for (const button of document.querySelectorAll(".copy")) button.addEventListener("click", () => { const text = button.parentElement.querySelector("code").textContent; (navigator.clipboard ? navigator.clipboard.writeText(text) : Promise.reject()).then(() => { button.textContent = "Copied"; }, () => getSelection().selectAllChildren(button.parentElement.querySelector("code"))); });
}

// ---- Controls ----
function lookUp(id) {
  const input = one(id), v = number.get(input.value.trim()); input.setCustomValidity(v === undefined ? `no node is called '${input.value.trim()}'` : ""); if (v === undefined) { input.reportValidity(); return null; } return v;
}
let playing = null;
function play() {
  const button = one("play"), stop = () => { clearInterval(playing); playing = null; button.setAttribute("aria-pressed", "false"); button.textContent = "Play"; };
  if (playing) { stop(); return; }
  const slider = one("steps"); if (Number(slider.value) === Number(slider.max)) slider.value = 0;
  button.setAttribute("aria-pressed", "true"); button.textContent = "Stop"; slide();
  playing = setInterval(() => { if (Number(slider.value) >= Number(slider.max)) { stop(); return; } slider.value = Number(slider.value) + 1; slide(); }, 900);
}
function slide() { state.step = stopsOf(state.set)[Number(one("steps").value)]; update(); }
function setUpControls() {
  d3.select("#unit").selectAll("option").data(UNITS).enter().append("option").attr("value", unit => unit.id).text(unit => unit.name);
  d3.select("#labels").selectAll("option").data(graph.labels.slice(0, 5000)).enter().append("option").attr("value", label => label);
  for (const [id, key] of [["unit", "unit"], ["knowledge", "knowledge"], ["color", "color"]]) one(id).addEventListener("change", event => { state[key] = event.target.value; update(); });
  one("everyone").hidden = !everybody; one("everyone").addEventListener("click", () => observe([]));
  one("controls").addEventListener("submit", event => { event.preventDefault(); const v = lookUp("observer"); if (v !== null) observe([v]); });
  one("target-form").addEventListener("submit", event => { event.preventDefault(); const v = lookUp("target"); if (v !== null) { state.target = v; update(); } });
  for (const id of ["observer", "target"]) one(id).addEventListener("input", event => event.target.setCustomValidity(""));
  one("steps").addEventListener("input", slide); one("play").addEventListener("click", play);
  for (const button of document.querySelectorAll("[data-zoom]")) button.addEventListener("click", () => { const svg = panels.filter(function () { return !this.hidden; }).select("svg"), by = Number(button.dataset.zoom), first = d3.select(svg.node()); if (by) zooming.scaleBy(first, by); else zooming.transform(first, d3.zoomIdentity); });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => update());
  window.addEventListener("beforeprint", () => { document.documentElement.classList.add("printing"); for (const part of document.querySelectorAll("details")) part.open = true; one("result-table").__all = true; drawResult(); update(); });
  window.addEventListener("afterprint", () => { document.documentElement.classList.remove("printing"); update(); });
}
function update() {
  measure();
  const now = current(), stops = stopsOf(state.set), slider = one("steps");
  slider.max = Math.max(0, stops.length - 1); slider.value = Math.max(0, stops.indexOf(state.step)); one("slide").hidden = stops.length < 2; slider.setAttribute("aria-valuetext", stepName(state.step));
  one("steps-shown").textContent = views.steps[state.step] === null ? "any number" : views.steps[state.step]; one("unit").value = state.unit; one("knowledge").value = state.knowledge; one("color").value = state.color;
  one("observer").value = state.set && state.set.length === 1 ? named(state.set[0]) : ""; one("target").value = named(state.target);
  state.pointed = null; panels.selectAll(".ring.pointed").remove();
  say(now); draw(now); drawLegend(now); about(state.target); drawNodes(now); drawTime(); drawSpread(now); drawMatrix();
}
setUpFacts(); setUpControls(); setUpPanels(); setUpMatrix(); drawResult(); explain(); holds(); update();
window.hearsay = {state, data, UNITS, observe, update};
})();
