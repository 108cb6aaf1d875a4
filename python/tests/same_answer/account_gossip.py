# SPDX-License-Identifier: GPL-3.0-or-later
import hearsay

VERB = "account gossip"
OFFICE = "source,target\nann,bob\nbob,cy\ncy,dee\ndee,ann\nbob,dee\neve,flo\n"
ROUNDS = "step,u,v\n0,a,b\n1,b,c\n2,a,b\n3,c,d\n"
SIGMAS = "0,1\n1,2\n2,0.5\n3,1\n4,3\n"


def written(folder, name, text):
    (folder / name).write_text(text)
    return name


def options(given):
    return [word for name, value in given.items() for word in (f"--{name.replace('_', '-')}", value)]


def case(graph, observers, steps, **given):
    """The same question both ways; `given` has the names of the options."""
    words = ["--graph", graph, "--observer", ",".join(map(str, observers)), "--steps", steps, *options(given)]
    return VERB, words, lambda folder: hearsay.gossip_losses(graph, observers, steps, **given)


def of_file(observers, steps, **given):
    """The same of a graph of a file, with labels."""
    words = ["--graph", "file:office.csv", "--observer", ",".join(observers), "--steps", steps, *options(given)]

    def ask(folder):
        written(folder, "office.csv", OFFICE)
        return hearsay.gossip_losses("file:office.csv", observers, steps, **given)

    return VERB, words, ask


def of_rounds(**given):
    words = ["--schedule", "rounds.csv", "--observer", "a", *options(given)]
    return VERB, words, lambda folder: hearsay.gossip_losses(None, ["a"], schedule=written(folder, "rounds.csv", ROUNDS), **given)


def by_node(observers, steps, **given):
    """The same of nodes whose noise a file has."""
    words = ["--graph", "path:5", "--observer", ",".join(map(str, observers)), "--steps", steps, "--sigma", "sigmas.csv", *options(given)]
    return VERB, words, lambda folder: hearsay.gossip_losses("path:5", observers, steps, sigma=written(folder, "sigmas.csv", SIGMAS), **given)


SCALE_FREE = "barabasi-albert:n=40,m=2,core=3,seed=5"

CASES = [
    case("path:5", [0], 4),
    case("ring:30", [0, 3], 6, sigma=1.7, alpha=3.0, target=9),
    case("erdos-renyi:n=40,p=0.2", [1, 2], 5, weights="min-degree", seed=9),
    case(SCALE_FREE, [3], "auto", schedule="accelerated"),
    case(SCALE_FREE, [3], 60, schedule="randomized", seed=4),
    case(SCALE_FREE, [3], "auto", schedule="randomized"),
    of_rounds(),
    of_rounds(promise="renyi(2) <= 0.25", trust="all-noise"),
    case("petersen", [0], "forever", delta=1e-6),
    case("path:5", [0], 4, promise="epsilon(1e-5) <= 4.0"),
    case("path:5", [0], 4, promise="renyi(2) <= 0.5", trust="all-noise", sensitivity=0.5),
    case("path:5", [0], 4, message_noise=0.1, precision="bfloat16", magnitude=3.0, promise="renyi(2) <= 0.9"),
    case("path:5", [0], 4, precision="float16", delta=1e-4),
    by_node([0], 4),
    by_node([0, 2], "forever", promise="epsilon(1e-4) <= 3.0"),
    by_node([0], 3, message_noise=0.2),
    of_file(["ann"], 3, component="largest"),
    of_file(["ann", "bob"], 3, component="largest", target="dee", promise="renyi(2) <= 0.1"),
]
