# SPDX-License-Identifier: GPL-3.0-or-later
import hearsay

VERB = "account training"
ROUNDS = "step,u,v\n0,a,b\n1,b,c\n2,a,b\n3,c,d\n"
SIGMAS = "0,1\n1,2\n2,0.5\n3,1\n"


def written(folder, name, text):
    (folder / name).write_text(text)
    return name


def options(given):
    return [word for name, value in given.items() for word in (f"--{name.replace('_', '-')}", value)]


def case(graph, rounds, **given):
    """The same question both ways; `given` has the names of the options."""
    words = ["--graph", graph, "--rounds", rounds, *options(given)]

    def ask(folder):
        named = dict(given)
        if isinstance(named.get("observer"), int):
            named["observer"] = [named["observer"]]
        return hearsay.training_losses(graph, rounds, **named)

    return VERB, words, ask


def of_file(**given):
    words = ["--schedule", "rounds.csv", *options(given)]
    return VERB, words, lambda folder: hearsay.training_losses(None, schedule=written(folder, "rounds.csv", ROUNDS), **given)


def by_node(**given):
    words = ["--graph", "path:4", "--rounds", 2, "--sigma", "sigmas.csv", *options(given)]
    return VERB, words, lambda folder: hearsay.training_losses("path:4", 2, sigma=written(folder, "sigmas.csv", SIGMAS), **given)


CASES = [
    case("ring:6", 4, batch_rate=0.1, delta=1e-5, sigma=2.0, gossip_steps=2),
    case("path:5", 3, batch_rate=0.9, delta=1e-5, gradients="seen", observer=0, target=4, meet="epsilon(1e-5) <= 2.0"),
    case("petersen", 4, batch_rate=0.2, delta=1e-6, clip=0.5, gossip_steps=3, algorithm="muffliato", adjacency="add-remove",
         participation="period:2", observer=3),
    case("path:3", 5, batch_rate=0.2, delta=1e-6, gossip_steps=0, participation="at-most:2:2"),
    of_file(batch_rate=0.5, delta=1e-4),
    by_node(batch_rate=0.5, delta=1e-4, meet="epsilon(1e-4) <= 1"),
]
