#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Draw a history of benchmark runs (bench_track.py, ./run bench --track) as one page, and export its last run.

    scripts/bench_page.py HISTORY [--page FILE] [--export FILE] [--bencher FILE] [--level 0.05] [--least 0.05] [--title TEXT]

The page is one file without scripts and without external parts. It has one chart per machine, kernel and parameters: the ratio to the reference version
over the runs, with changes marked, and the numbers in a table below. A change is marked by the permutation test of change_points.py at LEVEL divided by
the number of charts. A page of unchanged kernels has a mark with probability at most LEVEL. Changes below LEAST are not marked.
Kernels without a reference version show their time and are not tested, since the speed of a machine changes too.

--export writes the last run of every kernel in the layout that github-action-benchmark and others read with tool `customBiggerIsBetter`: an array of
{name, unit, value, range, extra}, where value is the ratio. --bencher writes the same ratios with their intervals in Bencher Metric Format (`bencher run
--adapter json`).
"""
import argparse
import html
import math
import os
import pathlib
import statistics
import sys

import change_points
import google_benchmark
import strict_json

STYLE = """
:root { --ink: #1b1f24; --soft: #59636e; --line: #d5dae0; --paper: #ffffff; --raised: #f6f7f9; --accent: #0b57b7; --good: #14713d; --bad: #b3261e; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6e9ed; --soft: #a2acb8; --line: #3a424c; --paper: #15181c; --raised: #1e2329; --accent: #7db4ff; --good: #5fd08f; --bad: #ff8a80; }
}
* { box-sizing: border-box; } html { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, "DejaVu Sans", sans-serif; color: var(--ink); background: var(--paper); margin: 0 auto; max-width: 1280px; padding: 1rem; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.2rem; overflow-wrap: anywhere; } h3 { font-size: 1rem; margin: 0; overflow-wrap: anywhere; } p { margin: .4rem 0; } a { color: var(--accent); }
.charts { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 24rem), 1fr)); gap: 1rem; }
.chart { background: var(--raised); border: 1px solid var(--line); border-radius: 8px; padding: .7rem; min-width: 0; margin: 0; }
.chart svg { display: block; width: 100%; height: auto; } .chart text { font-size: 13px; fill: var(--soft); } .grid { stroke: var(--line); }
.interval { stroke: var(--accent); stroke-opacity: .45; stroke-width: 2; } .point { fill: var(--accent); } .level { stroke: var(--ink); stroke-width: 1.5; }
.change { stroke-width: 2; stroke-dasharray: 5 3; } .change.slower { stroke: var(--bad); } .change.faster { stroke: var(--good); }
.slower { color: var(--bad); } .faster { color: var(--good); } .soft { color: var(--soft); }
.scroll { overflow: auto; max-height: 24rem; } summary { cursor: pointer; color: var(--accent); } :focus-visible { outline: 3px solid var(--accent); }
table { border-collapse: collapse; font-size: .85rem; } th, td { text-align: right; padding: .15rem .5rem; border-bottom: 1px solid var(--line); white-space: nowrap; font-variant-numeric: tabular-nums; }
th { color: var(--soft); font-weight: 500; } td:first-child, th:first-child, td:nth-child(2), th:nth-child(2) { text-align: left; }
"""
WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 480, 220, 52, 10, 12, 34


def read(path):
    """The lines of a history. Exits with 2 and one line at the first invalid line."""
    lines, number = [], 0
    try:
        for number, text in enumerate(path.read_text().splitlines(), 1):
            line = strict_json.loads(text)
            if line["schema"] != "hearsay-bench-1":
                raise ValueError(f"its schema is {line['schema']!r}, not 'hearsay-bench-1'")
            times = [line["times"][line["versions"][1]], *([line["times"][line["versions"][0]], line["ratio"]] if line["ratio"] else [])]
            if not all(0 < time["low"] <= time["median"] <= time["high"] < math.inf for time in times):
                raise ValueError("a time or ratio must be positive, with low <= median <= high")
            if not all(isinstance(line[key], str) for key in ("kernel", "parameters", "commit", "machine", "date")):
                raise ValueError("kernel, parameters, commit, machine and date must be text")
            lines.append(line)
    except (OSError, ValueError, KeyError, TypeError, IndexError) as error:
        kind = f"no {error}" if isinstance(error, KeyError) else error
        print(f"bench_page: {path}{f' line {number}' if number else ''}: not a history of bench_track.py: {kind}", file=sys.stderr)
        sys.exit(2)
    if not lines:
        print(f"bench_page: {path}: empty; `./run bench --track` adds a run", file=sys.stderr)
        sys.exit(2)
    return lines


def series_of(lines):
    """[(machine, kernel, parameters, with a ratio?, lines in the order of the file)], sorted."""
    found = {}
    for line in lines:
        found.setdefault((line["machine"], line["kernel"], line["parameters"], line["ratio"] is not None), []).append(line)
    return [(*key, found[key]) for key in sorted(found, key=lambda key: [google_benchmark.natural(part) for part in key[:3]])]


def own(line):
    return line["times"][line["versions"][1]]


def shown(line):
    """The value of a line in a chart: the ratio, otherwise the time."""
    return line["ratio"] or own(line)


def changes_of(all_series, level, least):
    """For every series the first indices after a change."""
    tested = sum(with_ratio for _, _, _, with_ratio, _ in all_series)
    return [change_points.change_points([line["ratio"]["median"] for line in lines], level / tested, least) if with_ratio else []
            for _, _, _, with_ratio, lines in all_series]


def levels(lines, changes):
    """[(first, end, median)] of the parts between changes."""
    borders = [0, *changes, len(lines)]
    return [(a, b, statistics.median(shown(line)["median"] for line in lines[a:b])) for a, b in zip(borders, borders[1:])]


def ticks(low, high):
    """Three to six round numbers in [low, high]."""
    step = 10.0 ** math.floor(math.log10((high - low) / 2))
    while (high - low) / step > 5:
        step *= 2 if (high - low) / step <= 10 else 2.5
    first = math.ceil(low / step - 1e-9)
    return [k * step for k in range(first, math.floor(high / step + 1e-9) + 1)]


def commit_of(line):
    return line["commit"][:8] + ("+" if line.get("changed") else "")


def spread(stretches):
    """The kind of each change: [(index, \"slower\" or \"faster\", the factor in words)]. Charts of times have no changes; a larger ratio is faster."""
    return [(first, "slower" if after < before else "faster", f"{before:.3g} to {after:.3g} times, {after / before - 1:+.0%}")
            for (_, _, before), (first, _, after) in zip(stretches, stretches[1:])]


def chart(lines, changes):
    """The SVG. The height spans at least 10 % either way, so that noise does not look like a change."""
    middle = statistics.median(shown(line)["median"] for line in lines)
    low = min(0.9 * middle, *(shown(line)["low"] for line in lines))
    high = max(1.1 * middle, *(shown(line)["high"] for line in lines))
    x = lambda i: LEFT + (WIDTH - LEFT - RIGHT) * (i + 0.5) / len(lines)
    y = lambda value: TOP + (HEIGHT - TOP - BOTTOM) * (high - value) / (high - low)
    stretches = levels(lines, changes)
    out = [f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{len(lines)} runs, {len(changes)} changes">']
    for value in ticks(low, high):
        out.append(f'<line class="grid" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y(value):.1f}" y2="{y(value):.1f}"/>'
                   f'<text x="{LEFT - 6}" y="{y(value) + 4:.1f}" text-anchor="end">{value:.3g}</text>')
    for i in range(0, len(lines), math.ceil(len(lines) / 5)):
        out.append(f'<text x="{x(i):.1f}" y="{HEIGHT - 10}" text-anchor="middle">{html.escape(commit_of(lines[i]))}</text>')
    for first, end, median in stretches:
        out.append(f'<line class="level" x1="{x(first - 0.5):.1f}" x2="{x(end - 0.5):.1f}" y1="{y(median):.1f}" y2="{y(median):.1f}"/>')
    for first, kind, words in spread(stretches):
        out.append(f'<line class="change {kind}" x1="{x(first - 0.5):.1f}" x2="{x(first - 0.5):.1f}" y1="{TOP}" y2="{HEIGHT - BOTTOM}">'
                   f"<title>{kind}: {words}</title></line>")
    for i, line in enumerate(lines):
        value = shown(line)
        out.append(f'<line class="interval" x1="{x(i):.1f}" x2="{x(i):.1f}" y1="{y(value["low"]):.1f}" y2="{y(value["high"]):.1f}"/>'
                   f'<circle class="point" cx="{x(i):.1f}" cy="{y(value["median"]):.1f}" r="3.5"><title>{html.escape(commit_of(line))}, {html.escape(line["date"])}: '
                   f'{value["median"]:.3g} ({value["low"]:.3g} to {value["high"]:.3g})</title></circle>')
    return "".join(out) + "</svg>"


def table(lines, changes):
    reference_name, own_name = lines[-1]["versions"]
    kinds = {first: f"{kind}: {words}" for first, kind, words in spread(levels(lines, changes))}
    cell = lambda value: "" if value is None else f'{value["median"]:.4g} ({value["low"]:.4g} to {value["high"]:.4g})'
    head = "".join(f"<th>{html.escape(word)}</th>" for word in ("commit", "date", f"{reference_name}, s", f"{own_name}, s", "ratio", "change"))
    rows = ["".join(f"<td>{html.escape(word)}</td>" for word in (commit_of(line), line["date"][:16].replace("T", " "), cell(line["times"].get(line["versions"][0])),
                                                                 cell(own(line)), cell(line["ratio"]), kinds.get(i, "")))
            for i, line in enumerate(lines)]
    return f'<details><summary>Numbers</summary><div class="scroll" tabindex="0"><table><thead><tr>{head}</tr></thead><tbody>' + "".join(
        f"<tr>{row}</tr>" for row in rows) + "</tbody></table></div></details>"


def page(all_series, changes, options):
    news, body, machine = [], [], None
    for number, ((on, kernel, parameters, with_ratio, lines), found) in enumerate(zip(all_series, changes)):
        name = html.escape(f"{kernel} {parameters}".strip())
        news += [f'<li><a href="#chart{number}">{name}</a>: <span class="{kind}">{kind}</span> from {html.escape(commit_of(lines[first]))} on, {words} '
                 f"({html.escape(on)})</li>" for first, kind, words in spread(levels(lines, found))]
        if on != machine:
            body.append(("</div>" if machine is not None else "") + f'<h2>{html.escape(on)}</h2><div class="charts">')
            machine = on
        reference_name, own_name = map(html.escape, lines[-1]["versions"])
        what = f"{reference_name} time : {own_name} time; more is faster" if with_ratio else f"seconds a unit of work of {own_name}; no {reference_name} version, not tested"
        body.append(f'<figure class="chart" id="chart{number}"><h3>{name}</h3><p class="soft">{what}</p>{chart(lines, found)}{table(lines, found)}</figure>')
    body.append("</div>")
    title = html.escape(options.title)
    head = f'<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>{title}</title><style>{STYLE}</style></head>'
    explained = (f"Points are medians of a run's repetitions with intervals (of the median, 95 %; of a ratio, 90 %); lines the median between changes. A change is marked by a permutation "
                 f"test of the rank CUSUM: if no kernel changed, a mark anywhere on this page has probability at most {options.level:g}, as long as the noise of one run tells nothing "
                 f"about that of the next. It takes some five runs after a change to tell it from noise. Changes below {options.least:.0%} are not marked.")
    return (f'{head}<body><h1>{title}</h1><section id="news"><ul>{"".join(news)}</ul>{"" if news else "<p>No change.</p>"}</section><p class="soft">{explained}</p>'
            + "".join(body) + "</body></html>\n")


def last_ratios(all_series):
    """[(name, machine, last line)] of every kernel with a reference. The name has the machine if there are several."""
    several = len({on for on, *_ in all_series}) > 1
    return [(f"{kernel} {parameters}".strip() + (f" ({on})" if several else ""), on, lines[-1]) for on, kernel, parameters, with_ratio, lines in all_series if with_ratio]


def exported(all_series):
    """The last run of every kernel with a reference, as customBiggerIsBetter."""
    rows = []
    for name, on, last in last_ratios(all_series):
        reference_name, own_name = last["versions"]
        ratio, half = last["ratio"], max(last["ratio"]["high"] - last["ratio"]["median"], last["ratio"]["median"] - last["ratio"]["low"])
        rows.append({"name": name, "unit": f"times {reference_name}", "value": ratio["median"],
                     "range": f"± {half:.3g}", "extra": f"{own_name} {own(last)['median']:.4g} s a unit of work; commit {commit_of(last)}; {on}"})
    return rows


def for_bencher(all_series):
    """The same as Bencher Metric Format."""
    return {name: {"ratio": {"value": last["ratio"]["median"], "lower_value": last["ratio"]["low"], "upper_value": last["ratio"]["high"]}} for name, _, last in last_ratios(all_series)}


def write(path, text):
    """Writes the whole file or no file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    partial = path.with_name(path.name + ".part")
    partial.write_text(text)
    os.replace(partial, path)


def main():
    parser = argparse.ArgumentParser(description="draw a history of benchmark runs")
    parser.add_argument("history", type=pathlib.Path)
    parser.add_argument("--page", type=pathlib.Path)
    parser.add_argument("--export", type=pathlib.Path)
    parser.add_argument("--bencher", type=pathlib.Path)
    parser.add_argument("--level", type=float, default=0.05, help="probability of a mark on a page without changes (default 0.05)")
    parser.add_argument("--least", type=float, default=0.05, help="smallest change of the ratio that is marked (default 0.05)")
    parser.add_argument("--title", default="Performance of the kernels")
    options = parser.parse_args()
    if not 0 < options.level < 1 or not options.least >= 0:
        parser.error("--level must be between 0 and 1, and --least at least 0")
    if not options.page and not options.export and not options.bencher:
        parser.error("nothing to write: name --page FILE, --export FILE or --bencher FILE")
    all_series = series_of(read(options.history))
    try:
        for file, layout in ((options.export, exported), (options.bencher, for_bencher)):
            if file:
                write(file, strict_json.dumps(layout(all_series), indent=1, ensure_ascii=False) + "\n")
        if options.page:
            changes = changes_of(all_series, options.level, options.least)
            write(options.page, page(all_series, changes, options))
            for (_, kernel, parameters, _, lines), found in zip(all_series, changes):
                for first, kind, words in spread(levels(lines, found)):
                    print(f"{kernel} {parameters}".strip() + f": {kind} from {commit_of(lines[first])} on, {words}")
            print(f"{options.page}: {len(all_series)} charts, {sum(map(len, changes))} changes")
    except OSError as error:
        print(f"bench_page: {error}", file=sys.stderr)
        sys.exit(2)


if __name__ == "__main__":
    main()
