#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes the tables of docs/findings.md from real data, or checks that they equal the program's output.

    scripts/findings.py HEARSAY --facebook DIR --houses FILE --peers PEERS            rewrite
    scripts/findings.py HEARSAY --facebook DIR --houses FILE --peers PEERS --check    exit 1 and name what differs
    ... --only NAME                                                                   one table

HEARSAY is the built program. DIR has the ego networks of SNAP (NAME.edges). FILE is the houses data of OpenML as CSV, with the target last. PEERS has numbers of released code and tables
in the form of scripts/reference/peers.py. None is in the repository, so no test
runs this. A table is between `<!-- findings: NAME -->` and `<!-- end -->`; NAME is a function below. All tables take some hours on two
cores; `drawn_pairs` and `figures` take most of them. --only NAME writes one table.
"""
import argparse
import atexit
import collections
import concurrent.futures
import csv
import fractions
import functools
import math
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile

import sampled_mean
import strict_json

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "findings.md"
BLOCK = re.compile(r"<!-- findings: (\w+) -->\n.*?<!-- end -->", re.DOTALL)
TAUS = ("0", "1e-12", "1e-7", "1e-3")  # message noise in units of sigma
FLOAT32 = str(2.0**-24)  # rounding of messages of size sigma
RESOLVED = 0.99  # a target above it counts as one without amplification
SAMPLE = 2  # observers at each distance, evenly by label, whose views are accounted with message noise
# Of each network the node of largest degree and the median node by degree, ties by label.
OBSERVERS = {"0": (56, 22), "107": (1888, 1392), "348": (376, 361), "414": (376, 670), "686": (828, 771), "698": (856, 810), "1684": (2839, 3237), "1912": (2543, 2465),
             "3437": (3830, 3533), "3980": (4030, 4018)}
# Steps after which the views of all observers take long and are not in the table, by network and whether messages have noise.
SLOW = {("107", False): (8, 16, "auto"), ("107", True): (16, "auto"), ("1912", True): ("auto",), ("union", False): (4, 8, 16, "auto"), ("union", True): (2, 4, 8, 16, "auto")}
# How many observers are drawn at random in place of all, by network and steps: without message noise, and with it. 0: none, since a view takes minutes.
DRAWN = {"107": {8: (200, 200), 16: (200, 200)}, "union": {2: (200, 200), 4: (200, 200), 8: (200, 200), 16: (100, 100), "auto": (60, 0)}}
LONG_FIGURES = ("muffliato/figure_1a",)  # of 61 observers 22 took 13 minutes of processor time
ERROR = 1 / 300  # the probability that an interval from drawn observers is wrong


class Program:
    """The built program with JSON output."""

    def __init__(self, options):
        self.hearsay, self.facebook, self.houses, self.peers = options.hearsay, options.facebook, options.houses, options.peers

    def ask(self, *words, codes=(0, 1)):
        print("hearsay", *words, file=sys.stderr, flush=True)
        done = subprocess.run([self.hearsay, *map(str, words), "--json", "-"], capture_output=True, text=True)
        if done.returncode not in codes:
            sys.exit(done.stderr)
        return strict_json.loads(done.stdout)

    def component(self, edges):
        """Options for the largest component of a graph."""
        return ["--graph", f"file:{edges}", "--component", "largest"]

    @functools.cache
    def union(self):
        """A file with the edges of the ten networks."""
        folder = pathlib.Path(tempfile.mkdtemp())
        atexit.register(shutil.rmtree, folder)
        path = folder / "union.edges"
        path.write_text("".join((self.facebook / f"{name}.edges").read_text() for name in OBSERVERS))
        return path

    @functools.cache
    def view(self, network, observer, steps, tau):
        """The answer for one observer of the largest component of an ego network after a number of steps."""
        noise = [] if tau == "0" else ["--message-noise", tau]
        return View(self.ask("account", "gossip", *self.component(self.facebook / f"{network}.edges"), "--observer", observer, "--steps", steps, *noise))

    def figure(self, name, *data):
        """The result of `reproduce` for a figure at the paper's scale, and the folder with its data."""
        folder = pathlib.Path(tempfile.mkdtemp())
        atexit.register(shutil.rmtree, folder)
        return self.ask("reproduce", name, "--scale", "paper", *data, "--out", folder)["figures"][0], folder


def between(row):
    """The two ends between which the exact loss lies."""
    return (row["exact"], row["exact"]) if row["exact"] is not None else (row["exact_between"]["lower"], row["exact_between"]["upper"])


def count(surely, perhaps):
    return str(surely) if surely == perhaps else f"{surely} to {perhaps}"


class View:
    """The result of `account gossip` for one observer that does not use its own noise."""

    def __init__(self, result):
        self.nodes, self.edges, self.steps = (result["parameters"][key] for key in ("nodes", "edges", "steps"))
        self.messages, self.rank = result["messages"], result["rank"]
        self.above = count(result["violations"], result["violations"] + result["violations_in_doubt"])
        self.losses = [row for row in result["losses"] if row["target"] not in result["parameters"]["observer"]]
        self.published = result["mean"]["published"]
        ends = [f"{end:.3f}" for end in between(result["mean"])]
        self.mean = ends[0] if ends[0] == ends[1] else " to ".join(ends)
        self.degree = sum(row["distance"] == 1 for row in self.losses)

    def resolved(self):
        """The number of targets that lose more than 0.99."""
        surely, perhaps = (sum(between(row)[end] > RESOLVED for row in self.losses) for end in (0, 1))
        return count(surely, perhaps)


def table(head, rows):
    return "\n".join(["| " + " | ".join(head) + " |", "|---" * len(head) + "|", *("| " + " | ".join(row) + " |" for row in rows)]) + "\n"


def by_taus(view):
    """Cells "nodes above 0.99, mean" of a function of tau."""
    return [f"{at.resolved()}, {at.mean}" for at in map(view, TAUS)]


def noises(program):
    """Network 1912, observer 2290, to the stopping time."""
    views = [program.view("1912", 2290, "auto", tau) for tau in (*TAUS, "1e-2")]
    rows = [[tau, view.resolved(), view.mean, view.above] for tau, view in zip((*TAUS, "1e-2"), views)]
    others = len(views[0].losses)
    return table(["τ", f"above 0.99, of {others}", "mean loss", "above published"], [*rows, ["published", "", f"{views[0].published:.3f}", ""]])


def rounds(program):
    """The same by number of steps before it."""
    rows = []
    for steps in (2, 4, 8, 16, 32):
        exact = program.view("1912", 2290, steps, "0")
        rows.append([str(steps), str(exact.messages), str(exact.rank), f"{exact.published:.3f}", *by_taus(lambda tau: program.view("1912", 2290, steps, tau)),
                     f"{exact.above}, {program.view('1912', 2290, steps, '1e-7').above}"])
    return table(["T", "messages", "rank", "mean published", *(f"τ = {tau}" for tau in TAUS), "above published at τ = 0 and 1e-7"], rows)


def observers(program):
    """Two observers of each network, to the stopping time."""
    rows = []
    for network, pair in OBSERVERS.items():
        for observer in pair:
            exact = program.view(network, observer, "auto", "0")
            rows.append([f"{network} ({exact.nodes}, {exact.steps})" if observer == pair[0] else "", f"{observer} ({exact.degree})", f"{exact.published:.3f}",
                         *by_taus(lambda tau: program.view(network, observer, "auto", tau)), f"{exact.above}, {program.view(network, observer, 'auto', '1e-7').above}"])
    return table(["network (nodes, T)", "observer (degree)", "mean published", *(f"τ = {tau}" for tau in TAUS), "above published at τ = 0 and 1e-7"], rows)


def one_target(program):
    """Figure 1(b): network 1912, the loss of the figure's target to every node, by distance; with message noise for some observers at each distance."""
    figure, folder = program.figure("muffliato/figure_1b", "--facebook", program.facebook)
    target = int(figure["parameters"]["targets"]["1912"])
    found = collections.defaultdict(list)
    for row in csv.DictReader((folder / "muffliato/figure_1b/observers.csv").open()):
        if row["target"] == "0":
            found[int(row["hops"])].append([float(row[name]) for name in ("plotted", "released", "exact")])
    labels = collections.defaultdict(list)
    for row in sorted(program.view("1912", target, 1, "0").losses, key=lambda row: int(row["target"])):
        labels[row["distance"]].append(row["target"])
    rows = []
    for hops, losses in sorted(found.items()):
        some = [labels[hops][i * len(labels[hops]) // SAMPLE] for i in range(SAMPLE)] if len(labels[hops]) > SAMPLE else labels[hops]
        noisy = []
        for tau in TAUS[1:]:
            about = [between(row) for observer in some for row in program.view("1912", observer, "auto", tau).losses if row["target"] == str(target)]
            noisy.append(f"{(sum(map(sum, about)) / 2 / len(about)):.3f}")
        plotted, share, exact = (f"{sum(column) / len(losses):.3f}" for column in zip(*losses))
        rows.append([f"{hops} ({len(losses)})", f"{plotted}, {share}", exact, *noisy])
    return table(["hops (observers)", "plotted, also as share of local DP", "τ = 0", *(f"τ = {tau}" for tau in TAUS[1:])], rows)


def learning(program):
    """Figure 1(c): the houses data, losses as shares of local DP, means over the users and the rounds."""
    figure, _ = program.figure("muffliato/figure_1c", "--houses", program.houses)
    names = {"plotted (Theorem 4)": "mean plotted loss, Theorem 4", "Theorem 4, true degrees": "mean loss by Theorem 4 with its own degrees", "capped sum of eq. (6)": "mean capped sum",
             "exact within rounds": "mean exact loss", "test accuracy": "final accuracy"}
    return table(["n", *names], [[str(n), *(f"{figure['summary'][f'{name}, n = {n}']:.3f}" for name in names.values())] for n in (2000, 4000)])


def one_round(program):
    """One round of it on one random graph, by message noise."""
    n = 2000
    graph = ["--graph", f"erdos-renyi:n={n},p={math.log(n) / n:.6f}", "--component", "largest", "--observer", 0, "--steps", "auto"]
    views = [View(program.ask("account", "gossip", *graph, *([] if tau == "0" else ["--message-noise", tau]))) for tau in TAUS]
    return table(["mean published", *(f"τ = {tau}" for tau in TAUS)], [[f"{views[0].published:.3f}", *(f"{view.above}, {view.mean}" for view in views)]])


def whole_runs(program):
    """Ten rounds of it by the number of gossip steps in a round: losses to user 0 of all messages, as shares of local DP."""
    rows = []
    for steps in (1, 2, 4, 8, 0):
        privacy = program.ask("simulate", "learn", "--users", 2000, "--trials", 1, "--gossip-steps", steps, "--delta", 1e-5)["privacy"]
        run = privacy["whole_run"]
        squared = [user["mu_squared"] for user in run["losses"]]
        means = (run["published"]["mean"], privacy["exact_within_rounds"]["mean"], run["exact"]["mean"], run["exact_own_noise"]["mean"])
        counts = sorted({one["steps"] for one in run["gossip"]})
        rows.append([str(steps) if steps else f"{counts[0]} to {counts[-1]}", *(f"{mean / privacy['local']:.4f}" for mean in means),
                     str(sum(user["exact"]["lower"] > user["published"] for user in squared)), f"{run['published']['epsilon']['mean']:.2f}", f"{run['exact']['epsilon']['mean']:.2f}"])
    return table(["K", "published sum", "exact within rounds", "exact, whole run", "own noise known", "above published, of 1999", "mean ε published", "mean ε exact"], rows)


def network_options(program, network):
    return program.component(program.union() if network == "union" else program.facebook / f"{network}.edges")


def pairs_above(program, network, steps, noise, *options):
    """How many pairs of an observer and another node of a network lose more than published: surely, perhaps, of how many."""
    found = program.ask("audit", "gossip", *network_options(program, network), "--steps", steps, *noise, "--promise", "renyi(2) <= published", *options, codes=(0, 1, 3))  # 3: undecided pairs
    return found["violations"], found["violations"] + found["undecided"], found["pairs"]


def all_pairs(program):
    """Pairs of each network, and of the union of all, that lose more than published, in percent, by number of steps, without and with message noise. Observers use their own noise."""
    def share(network, steps, noise):
        if steps in SLOW.get((network, bool(noise)), ()):
            return "–"
        surely, perhaps, pairs = pairs_above(program, network, steps, noise, "--observer", "each")
        return count(f"{100 * surely / pairs:.1f}", f"{100 * perhaps / pairs:.1f}")

    all_steps = {2: "T = 2", 4: "4", 8: "8", 16: "16", "auto": "auto", "forever": "forever"}
    rows = []
    for network in (*OBSERVERS, "union"):
        cells = [", ".join(share(network, steps, noise) for noise in ([[]] if steps == "forever" else [[], ["--message-noise", FLOAT32]])) for steps in all_steps]
        rows.append([network, str(pairs_above(program, network, "forever", [], "--observer", "each")[2]), *cells])
    return table(["network", "pairs", *all_steps.values()], rows)


def drawn_pairs(program):
    """The same for observers that do not use their own noise, from some drawn at random: an interval for the share of all pairs."""
    def share(network, steps, noise, draws):
        observer = str(OBSERVERS["0" if network == "union" else network][0])
        others = program.ask("account", "gossip", *network_options(program, network), "--observer", observer, "--steps", 1)["losses"]
        labels = sorted({observer, *(row["target"] for row in others)})
        drawn = random.Random(f"{network} {steps} {noise}").sample(labels, draws)
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            counts = list(pool.map(lambda label: pairs_above(program, network, steps, noise, "--observer", label, "--trust", "all-noise", "--jobs", 1), drawn))
        low, high = sampled_mean.interval(*([found[end] / found[2] for found in counts] for end in (0, 1)), len(labels), ERROR)
        return math.floor(100 * low), math.ceil(100 * high)

    rows = []
    for network, by_steps in DRAWN.items():
        for steps, (draws, noisy_draws) in by_steps.items():
            exact = share(network, steps, [], draws)
            # Noise on messages does not change the published loss and does not raise the exact one.
            noisy = share(network, steps, ["--message-noise", FLOAT32], noisy_draws) if noisy_draws else (0, exact[1])
            rows.append([network, str(steps), f"{draws}, {noisy_draws}", *(f"{low} to {high}" for low, high in (exact, noisy))])
    return table(["network", "T", "observers", "τ = 0", "τ = 2⁻²⁴"], rows)


def rumors(program):
    """Rumors with muting 0 on each network, a tenth of the nodes curious: how well two sources are told apart, and the best guess, beside the complete graph of Theorem 5."""
    rows = []
    for network in OBSERVERS:
        graph = [*program.component(program.facebook / f"{network}.edges"), "--muting", 0]
        nodes = program.ask("account", "rumor", *graph, "--curious", 1, "--pairs", 1)["parameters"]["nodes"]
        curious = round(nodes / 10)
        pairs = program.ask("account", "rumor", *graph, "--curious", curious, "--pairs", 3000)
        every = program.ask("account", "rumor", *graph, "--curious", curious, "--worst")
        rows.append([network, str(nodes), str(curious), f"{pairs['complete_graph_delta']:.3f}", *(f"{pairs['delta_quantiles'][share]:.2f}" for share in ("0.05", "0.5", "0.95")),
                     str(every["honest"]["components"]), f"{every['map_success']['estimate']:.2f}, {(curious + 1) / nodes:.2f}"])
    return table(["network", "nodes", "curious", "Theorem 5", "5 %", "median", "95 %", "parts", "best guess, complete graph"], rows)


def compared(name, whom, pairs):
    """A line of `released`: how many released numbers are below the exact ones, and the largest quotient, or how many of the released are not positive."""
    low = [(said, exact) for said, exact in pairs if exact > said * (1 + 1e-9) and exact - said > 1e-12]
    factors = [exact / said for said, exact in low if said > 1e-12]
    without = len(low) - len(factors)
    cells = ([f"{max(factors):.4g}"] if factors else []) + ([f"{without} not positive"] if without else [])
    return [name, whom, str(len(pairs)), str(len(low)), ", ".join(cells) or "–"]


def number(value):
    return float(fractions.Fraction(value))


def released(program):
    """Numbers of released code and tables beside what is lost. scripts/reference/peers.py first recomputes both."""
    subprocess.run([ROOT / "scripts" / "reference" / "peers.py", "--check", "--file", program.peers, "--facebook", program.facebook], check=True, stdout=sys.stderr)
    peers = strict_json.read(program.peers)
    outsider, user, node = "an outsider", "one user", "one node"
    lines = []
    for name, title in (("ring", "a ring"), ("grid", "a torus"), ("centralized", "the complete graph")):
        rows = [row for row in peers["decor"] if row["topology"] == name]
        lines.append(compared(f"DECOR tables, ε on {title}", outsider, [(row["claimed"]["eps"], row["exact"]["epsilon"]) for row in rows]))
        lines.append(compared("the same", user, [(row["claimed"]["eps"], row["one_curious_node"]["epsilon"]) for row in rows]))
    lines.append(compared("DECOR tables, Rényi loss of a round", user, [(row["claimed"]["eps_iter"], 2 * row["clip"] ** 2 * row["one_curious_node"]["loss"]) for row in peers["decor"]]))
    functions = collections.defaultdict(list)
    for row in peers["functions"]:
        functions[next(name for name in ("rdp_account", "compute_rho", "_compute_dp_bound") if name in row["function"])].append(row)
    lines.append(compared("DECOR `rdp_account` with a precision", outsider, [(row["released"], number(row["exact"])) for row in functions["rdp_account"]]))
    for whom, key in ((outsider, "mu_eavesdropper"), (user, "mu_one_curious")):
        found = [(row["released"], row["exact"][key]) for row in functions["compute_rho"]]
        lines.append(compared("PN-f-DP `compute_rho`, σ² and σ_cor² given", whom, [(said["rho_if_variances"], mu**2 / 2) for said, mu in found]))
        lines.append(compared("PN-f-DP `comnpute_mu_gdp`, σ² and σ_cor² given", whom, [(said["mu_if_variances"], mu) for said, mu in found]))
    lines.append(compared("WhisperDSGD `_compute_dp_bound`, ε", outsider, [(row["epsilon"], row["exact"]["epsilon_at_bound"]) for row in functions["_compute_dp_bound"]]))
    targets = [target for row in peers["mfdl"] for target in row["targets"]]
    for name, key in (("formula of Muffliato, clipped at T", "clipped"), ("sum of absolute values", "sum_abs")):
        lines.append(compared(f"MFDL, {name}", node, [(target[key], target["vectors"]) for target in targets]))
    for name, key in (("DPrandomwalk `priv_global`", "closed_form"), ("PN-f-DP `priv_global`", "harmonic_form"), ("PN-f-DP `OneStepRDP`, all powers of W", "series"), ("PN-f-DP `NewWightRDP`", "hitting")):
        for title, few in (("fewer than 20 steps", True), ("20 steps or more", False)):
            lines.append(compared(f"{name}, {title}", node, [(row[key], number(row["exact_limit"])) for row in peers["graphwalk"] if (row["steps"] < 20) == few]))
    for name, key in (("f-DP", "fdp_eps"), ("Rényi", "rdp_eps")):
        lines.append(compared(f"PN-f-DP table of the hypercube, ε by {name}", node, [(row["released"][key], row["exact"]["lower"]) for row in peers["graphwalk_tables"]]))
    return table(["released number", "against", "rows", "too small", "largest factor"], lines)


def reconstructions(program):
    """What the released attack misses, by number of steps, on Facebook networks."""
    rows = [row for row in strict_json.read(program.peers)["attack"] if row["graph"].startswith("facebook/")]
    lines = []
    for steps in sorted({row["steps"] for row in rows}):
        some = [row for row in rows if row["steps"] == steps]
        lines.append([str(steps), str(len(some)), str(sum(row["released"]["rows"] != row["exact"]["rank"] for row in some)), str(sum(row["released"]["missed"] > 0 for row in some)),
                      f"{sum(row['released']['missed'] for row in some)} of {sum(row['exact']['reconstructible'] for row in some)}", str(sum(row["released"]["wrong_values"] for row in some)),
                      str(sum(row["released"]["invented"] for row in some))])
    return table(["steps", "observers", "wrong rank", "values missed by", "values missed", "wrong values", "invented"], lines)


def figures(program):
    """Every figure at the size of its paper: how many of its numbers are in the ranges expected of them, and the first of them."""
    rows = []
    for listed in program.ask("reproduce", "--list")["figures"]:
        if listed["figure"] in LONG_FIGURES:
            continue
        figure, _ = program.figure(listed["figure"], "--facebook", program.facebook, "--houses", program.houses)
        found = figure["expected"]
        first = found[0]
        rows.append([f"`{listed['figure']}`", f"{sum(row['as_expected'] for row in found)} of {len(found)}",
                     f"{first['name']}: {first['value']:.4g} ({first['lowest']:.4g} to {first['highest']:.4g})"])
    return table(["figure", "in range", "the first number and its range"], rows)


TABLES = {f.__name__: f for f in (noises, rounds, observers, one_target, learning, one_round, whole_runs, all_pairs, drawn_pairs, rumors, released, reconstructions, figures)}


def main():
    parser = argparse.ArgumentParser(description="writes the tables of docs/findings.md from real data")
    parser.add_argument("hearsay", type=lambda path: str(pathlib.Path(path).resolve()))
    parser.add_argument("--facebook", type=lambda path: pathlib.Path(path).resolve(), required=True)
    parser.add_argument("--houses", type=lambda path: pathlib.Path(path).resolve(), required=True)
    parser.add_argument("--peers", type=lambda path: pathlib.Path(path).resolve(), required=True)
    parser.add_argument("--only")
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    program = Program(options)
    text = PAGE.read_text()
    fresh = BLOCK.sub(lambda m: m[0] if options.only not in (None, m[1]) else f"<!-- findings: {m[1]} -->\n{TABLES[m[1]](program)}<!-- end -->", text)
    if options.check:
        return text != fresh and f"{PAGE} is stale: run scripts/findings.py"
    PAGE.write_text(fresh)
    return 0


if __name__ == "__main__":
    sys.exit(main())
