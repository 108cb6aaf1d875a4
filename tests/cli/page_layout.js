// SPDX-License-Identifier: GPL-3.0-or-later
// What a reader of the open page could not read: an array of sentences, empty for a page without faults. Evaluated by page_layout_test.py.
(() => {
const faults = [], wide = document.documentElement.clientWidth;
const named = e => `${e.tagName.toLowerCase()}${e.id ? "#" + e.id : ""}${e.getAttribute("class") ? "." + e.getAttribute("class").trim().replace(/\s+/g, ".") : ""}`;
const shown = e => { const style = getComputedStyle(e); return e.getClientRects().length > 0 && style.visibility !== "hidden" && !e.closest(".skip"); };
const brief = text => text.trim().replace(/\s+/g, " ").slice(0, 60);
const all = [...document.body.querySelectorAll("*")].filter(shown);
const ancestors = e => { const found = []; for (let up = e.parentElement; up; up = up.parentElement) found.push(up); return found; };
const scrolls = e => ["auto", "scroll"].includes(getComputedStyle(e).overflowX);

// The page is as wide as the screen, and what is wider scrolls within its box.
if (document.documentElement.scrollWidth > wide) faults.push(`the page is ${document.documentElement.scrollWidth} px wide on a screen of ${wide}`);
for (const e of all) {
  if (e.closest("svg")) continue;
  const box = e.getBoundingClientRect();
  if (box.right > wide + 1 && !ancestors(e).some(scrolls)) faults.push(`${named(e)} ends at ${Math.round(box.right)} px of ${wide}: ${brief(e.textContent)}`);
  const style = getComputedStyle(e);
  const hides = ["hidden", "clip"].includes(style.overflowX) && !e.querySelector("svg, canvas") && e !== document.documentElement && e !== document.body;
  if (hides && (e.scrollWidth > e.clientWidth || e.scrollHeight > e.clientHeight)) faults.push(`${named(e)} hides a part of: ${brief(e.textContent)}`);
  if (style.textOverflow === "ellipsis" && e.scrollWidth > e.clientWidth) faults.push(`${named(e)} ends its text by dots: ${brief(e.textContent)}`);
  if (e.matches("select")) { const room = e.clientWidth - 24, pen = document.createElement("canvas").getContext("2d"); pen.font = style.font; if (e.selectedOptions[0] && pen.measureText(e.selectedOptions[0].text).width > room + 8) faults.push(`${named(e)} is too narrow for: ${e.selectedOptions[0].text}`); }
}

// No word is broken every few letters, and none is cut by dots.
const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), range = document.createRange();
for (let node = texts.nextNode(); node; node = texts.nextNode()) {
  const parent = node.parentElement;
  if (!node.data.trim() || !shown(parent) || parent.closest("script, style, svg, select, datalist, option, noscript")) continue;
  if (/\w\u2026\s*$/.test(node.data)) faults.push(`dots end: ${brief(node.data)}`);
  for (const word of node.data.matchAll(/[\p{L}\p{N}_]+/gu)) {
    range.setStart(node, word.index); range.setEnd(node, word.index + word[0].length);
    const lines = [...new Set([...range.getClientRects()].filter(r => r.width > 0).map(r => Math.round(r.top)))].length;
    if (lines > 1 && word[0].length / lines < 12) faults.push(`${named(parent)} breaks a word into ${lines}: ${word[0].slice(0, 40)}`);
  }
}

// Text of pictures lies within them, is large enough to be read, and no label is on another.
for (const svg of all.filter(e => e.tagName === "svg" && !e.closest("svg svg"))) {
  const frame = svg.getBoundingClientRect(), labels = [...svg.querySelectorAll("text")].filter(e => shown(e) && e.textContent.trim()).map(e => ({text: e.textContent, box: e.getBoundingClientRect()}));
  for (const {text, box} of labels) {
    if (box.left < frame.left - 1 || box.right > frame.right + 1 || box.top < frame.top - 1 || box.bottom > frame.bottom + 1) faults.push(`${named(svg.parentElement)}: the picture cuts the text '${text}'`);
    if (Math.min(box.width, box.height) < 8 && text.length > 1) faults.push(`${named(svg.parentElement)}: too small to read: '${text}'`);
    if (text.endsWith("\u2026")) faults.push(`${named(svg.parentElement)}: dots end '${text}'`);
  }
  labels.forEach((a, i) => labels.slice(0, i).forEach(b => {
    const across = Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left), down = Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top);
    if (across > 1 && down > 2) faults.push(`${named(svg.parentElement)}: '${a.text}' is on '${b.text}'`);
  }));
  for (const axis of svg.querySelectorAll(".axis")) { const ticks = [...axis.querySelectorAll(".tick text")].map(e => e.textContent); if (new Set(ticks).size < ticks.length) faults.push(`${named(svg.parentElement)}: two ticks read the same: ${ticks.join(" ")}`); }
}
return [...new Set(faults)];
})()
