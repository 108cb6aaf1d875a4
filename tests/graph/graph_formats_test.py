#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Graphs that networkx and igraph write, in every format that they have, are read as they are or refused: never as another graph.

Usage: graph_formats_test.py PRINT_GRAPH, a program that prints what is read. Without networkx nothing is tested; without
igraph only what networkx writes.
"""
import itertools
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest
import warnings

try:
    import networkx as nx
except ImportError:
    sys.exit(77)
try:
    import igraph
except ImportError:
    igraph = None

PRINT_GRAPH = str(pathlib.Path(sys.argv.pop(1)).resolve())
LARGE = 9007199254740993  # 2^53 + 1, which a double takes for the number below it


def path_of(labels, **attributes):
    graph = nx.Graph()
    nx.add_path(graph, labels, **attributes)
    return graph


def named(graph, labels):
    return nx.relabel_nodes(graph, dict(enumerate(labels)))


def without_edges(graph, *nodes):
    graph.add_nodes_from(nodes)
    return graph


def directed(*edges):
    return nx.DiGraph(edges)


def weighted(graph, weights):
    for (u, v), weight in zip(graph.edges(), weights):
        graph[u][v]["weight"] = weight
    return graph


NAMES = ["ann", "bob", "cy", "dan", "eve"]
# Small graphs of every kind: some of their files look like files of another format.
GRAPHS = {
    "path from 0": nx.path_graph(5),
    "path from 1": path_of([1, 2, 3, 4]),
    "ring from 0": nx.cycle_graph(6),
    "ring from 1": path_of([1, 2, 3, 4, 5, 6, 7, 1]),
    "two nodes": nx.path_graph(2),
    "complete": nx.complete_graph(5),
    "star": nx.star_graph(4),
    "star of names": named(nx.star_graph(4), NAMES),
    "star of two words": named(nx.star_graph(2), ["ann", "bob b", "cy c"]),
    "labels other than ids": named(nx.path_graph(4), [1, 2, 3, 0]),
    "labels backwards": named(nx.path_graph(5), [4, 3, 2, 1, 0]),
    "64 bits": path_of([LARGE, LARGE - 1, LARGE + 1, 2**63, 2**64 - 1]),
    "beyond 64 bits": path_of([2**64, 2**64 + 1, 2**70]),
    "negative": path_of([-1, 0, 1]),
    "names": path_of(NAMES),
    "words of headers": path_of(["source", "target", "x"]),
    "node1 node2": path_of(["node1", "node2", "node3"]),
    "unicode": path_of(["Ren\u00e9", "Zo\u00eb", "\u7530\u4e2d", "\u0645\u0631\u06cc\u0645", "\U0001F600"]),
    "blanks": path_of(["Ana Maria", "Ben Roe", "Cy"]),
    "commas": path_of(["Doe, Jane", "Roe,Bob", "cy"]),
    "quotes": path_of(['O"Neil', "d'Arc", "a&b", "<c>", "e;f"]),
    "numbers as names": path_of(["0.5", "1e5", "+1", "010", "0x10"]),
    "marks": path_of(["#a", "%b", "a:", "-", "[x", "{}"]),
    "formats": path_of(["graph", "*vertices", "p", "c", "dl", "LEDA.GRAPH"]),
    "tuples": nx.grid_2d_graph(2, 3),
    "isolated": without_edges(nx.path_graph(3), 7, 9),
    "isolated names": without_edges(path_of(NAMES), "fay", "gus"),
    "three parts": nx.Graph([(0, 1), (2, 3), (4, 5)]),
    "loops": nx.Graph([(0, 0), (0, 1), (1, 2), (2, 2)]),
    "loop at the end": nx.Graph([(0, 1), (1, 2), (2, 2)]),
    "multigraph": nx.MultiGraph([(0, 1), (0, 1), (1, 2)]),
    "directed path": directed((0, 1), (1, 2), (2, 3)),
    "directed ring": directed((0, 1), (1, 2), (2, 0)),
    "both directions": directed((0, 1), (1, 0), (1, 2), (2, 1)),
    "out-degree two": directed(*((u, (u + k) % 7) for u in range(7) for k in (1, 2))),
    "directed multigraph": nx.MultiDiGraph([(0, 1), (0, 1), (1, 0), (1, 2)]),
    "weights": weighted(nx.path_graph(4), [0.5, 0.25, 0.125]),
    "weights of names": weighted(path_of(NAMES), [0.5, 0.25, 0.125, 0.5]),
    "whole weights": weighted(nx.path_graph(4), [1, 0, 1]),
    "whole weights of a star": weighted(named(nx.star_graph(3), NAMES), [1, 0, 0]),
    "attributes": path_of([0, 1, 2], color="red blue", since=3),
    "a name each": nx.Graph([(0, 1), (1, 2)]),
    "a name not each": nx.Graph([(0, 1), (1, 2)]),
    "karate": nx.karate_club_graph(),
}
for node, name in zip([0, 1, 2], ["x", "y", "z"]):
    GRAPHS["a name each"].nodes[node]["name"] = name
    GRAPHS["a name not each"].nodes[node]["name"] = "same"


class Written:
    """A file, and the graphs that it may be read as."""

    def __init__(self, what, path, *readings):
        self.what, self.path, self.readings = what, path, readings


def reading(labels, edges):
    """Labels, and edges between different nodes with their weights, None for none, or "several" for edges that differ."""
    found = {}
    for u, v, weight in edges:
        if u == v:
            continue
        key = frozenset((u, v))
        found[key] = weight if key not in found or found[key] == weight else "several"
    return frozenset(labels), found


def of_networkx(graph, label=str, isolated=True):
    """What a file of the graph says, whose nodes it names by a function."""
    edges = [(label(u), label(v), data.get("weight")) for u, v, data in graph.edges(data=True)]
    ends = {end for u, v, _ in edges for end in (u, v)}
    return reading([label(v) for v in graph] if isolated else ends, edges)


def attribute(graph, key):
    """Names by an attribute, if every node has one of its own."""
    names = [data.get(key) for _, data in graph.nodes(data=True)]
    return (lambda v: str(graph.nodes[v][key])) if None not in names and len(set(names)) == len(names) else None


def networkx_files(name, graph, folder):
    """What networkx writes of a graph, in every format that can hold it."""
    plain, numbers = str, {v: i for i, v in enumerate(graph)}
    called = attribute(graph, "name") or plain
    edges_only = of_networkx(graph, plain, isolated=False)
    everything = of_networkx(graph, plain)
    by_name = of_networkx(graph, called)
    writers = {
        "edgelist": (lambda path: nx.write_edgelist(graph, path), edges_only),
        "no_data": (lambda path: nx.write_edgelist(graph, path, data=False), edges_only),
        "edgelist_comma": (lambda path: nx.write_edgelist(graph, path, delimiter=","), edges_only),
        "no_data_comma": (lambda path: nx.write_edgelist(graph, path, delimiter=",", data=False), edges_only),
        "no_data_tab": (lambda path: nx.write_edgelist(graph, path, delimiter="\t", data=False), edges_only),
        "weighted_edgelist": (lambda path: nx.write_weighted_edgelist(graph, path), edges_only),
        "weighted_comma": (lambda path: nx.write_weighted_edgelist(graph, path, delimiter=","), edges_only),
        "adjlist": (lambda path: nx.write_adjlist(graph, path), everything),
        "adjlist_plain": (lambda path: path.write_text("".join(line + "\n" for line in nx.generate_adjlist(graph))), everything),
        "multiline_adjlist": (lambda path: nx.write_multiline_adjlist(graph, path), everything),
        "multiline_plain": (lambda path: path.write_text("".join(line + "\n" for line in nx.generate_multiline_adjlist(graph))), everything),
        "gml": (lambda path: nx.write_gml(graph, path, stringizer=str), everything),
        "graphml": (lambda path: nx.write_graphml_xml(graph, path), by_name),
        "graphml_lxml": (lambda path: nx.write_graphml_lxml(graph, path), by_name),
        "gexf": (lambda path: nx.write_gexf(graph, path), everything),
        "net": (lambda path: nx.write_pajek(graph, path), everything),
        "graph6": (lambda path: nx.write_graph6(graph, path), everything),
        "graph6_plain": (lambda path: nx.write_graph6(graph, path, header=False), everything),
        "sparse6": (lambda path: nx.write_sparse6(graph, path), everything),
        "sparse6_plain": (lambda path: nx.write_sparse6(graph, path, header=False), everything),
        "links.json": (lambda path: path.write_text(json.dumps(nx.node_link_data(graph), default=str)), everything),
        "edges.json": (lambda path: path.write_text(json.dumps(edges_for_links(nx.node_link_data(graph)), default=str)), everything),
        "adjacency.json": (lambda path: path.write_text(json.dumps(nx.adjacency_data(graph), default=str)), everything),
        "cytoscape.json": (lambda path: path.write_text(json.dumps(nx.cytoscape_data(graph), default=str)), everything),
        "jit.json": (lambda path: path.write_text(nx.jit_data(graph)), everything),
        "metis": (lambda path: path.write_text(metis(graph, numbers)), of_networkx(graph, lambda v: str(numbers[v] + 1))),
        "graph": (lambda path: path.write_text(metis(graph, numbers)), of_networkx(graph, lambda v: str(numbers[v] + 1))),
        "metis_txt": (lambda path: path.write_text(metis(graph, numbers)), of_networkx(graph, lambda v: str(numbers[v] + 1))),
        "counted": (lambda path: path.write_text(f"{len(graph)} {graph.number_of_edges()}\n" + lines(graph)), edges_only),
        "counted_one": (lambda path: path.write_text(f"{graph.number_of_edges()}\n" + lines(graph)), edges_only),
        "header": (lambda path: path.write_text("source target\n" + lines(graph)), edges_only),
        "header.csv": (lambda path: path.write_text("from,to\n" + lines(graph, ",")), edges_only),
        "quoted.csv": (lambda path: path.write_text('"source","target"\n' + lines(graph, ",", quoted)), edges_only),
        "weights.csv": (lambda path: path.write_text('"source","target","weight"\n' + weighted_lines(graph)), edges_only),
        "other_header": (lambda path: path.write_text("ego alter\n" + lines(graph)), edges_only),
        "semicolon": (lambda path: path.write_text(lines(graph, ";")), edges_only),
        "comma_blank": (lambda path: path.write_text(lines(graph, ", ")), edges_only),
        "konect": (lambda path: path.write_text("% sym unweighted\n" + lines(graph)), edges_only),
        "dimacs": (lambda path: path.write_text(f"c x\np edge {len(graph)} {graph.number_of_edges()}\n" +
                                                "".join(f"e {numbers[u] + 1} {numbers[v] + 1}\n" for u, v in graph.edges())),
                   of_networkx(graph, lambda v: str(numbers[v] + 1))),
        "dl": (lambda path: path.write_text(f"dl n={len(graph)} format=edgelist1\ndata:\n" + lines(graph)), edges_only),
    }
    yield from written(name, writers, folder)


def edges_for_links(data):
    data["edges"] = data.pop("links", data.get("edges"))
    return data


def quoted(label):
    return '"' + str(label).replace('"', '""') + '"'


def lines(graph, separator=" ", text=str):
    return "".join(f"{text(u)}{separator}{text(v)}\n" for u, v in graph.edges())


def weighted_lines(graph):
    return "".join(f"{quoted(u)},{quoted(v)},{data['weight']}\n" for u, v, data in graph.edges(data=True))


def metis(graph, numbers):
    """METIS of a simple graph, counted from 1."""
    simple = nx.Graph((u, v) for u, v in graph.edges() if u != v)
    rows = [" ".join(str(numbers[w] + 1) for w in simple[v]) if v in simple else "" for v in graph]
    return f"{len(graph)} {simple.number_of_edges()}\n" + "".join(row + "\n" for row in rows)


def igraph_files(name, graph, folder):
    """What igraph writes of a graph."""
    if igraph is None or name == "tuples":
        return
    numbers = {v: i for i, v in enumerate(graph)}
    other = igraph.Graph(len(graph), [(numbers[u], numbers[v]) for u, v in graph.edges()], directed=graph.is_directed())
    other.vs["name"] = [str(v) for v in graph]
    weights = [data.get("weight") for _, _, data in graph.edges(data=True)]
    if None not in weights:
        other.es["weight"] = weights
    has_weights = "weight" if None not in weights else None
    bare = other.copy()
    del bare.vs["name"]
    everything = of_networkx(graph, str)
    by_number, from_one = of_networkx(graph, lambda v: str(numbers[v])), of_networkx(graph, lambda v: str(numbers[v] + 1))
    edges_only = of_networkx(graph, str, isolated=False)
    one_word = all(len(str(v).split()) == 1 for v in graph)  # NCOL and LGL cannot hold others, and igraph writes them
    writers = {
        "i.edges": (lambda path: other.write_edgelist(str(path)), of_networkx(graph, lambda v: str(numbers[v]), isolated=False)),
        "i.ncol": (lambda path: other.write_ncol(str(path), names="name", weights=has_weights), edges_only),
        "i_ncol.txt": (lambda path: other.write_ncol(str(path), names="name", weights=has_weights), edges_only),
        "i_lgl.txt": (lambda path: other.write_lgl(str(path), names="name", weights=has_weights, isolates=True), everything),
        "i_lgl_numbers.txt": (lambda path: bare.write_lgl(str(path), names=None, weights=has_weights, isolates=False), by_number),
        "i.lgl": (lambda path: other.write_lgl(str(path), names="name", weights=has_weights), everything),
        "i.gml": (lambda path: other.write_gml(str(path)), everything),
        "i_bare.gml": (lambda path: bare.write_gml(str(path)), by_number),
        "i.graphml": (lambda path: other.write_graphml(str(path)), everything),
        "i_bare.graphml": (lambda path: bare.write_graphml(str(path)), of_networkx(graph, lambda v: f"n{numbers[v]}")),
        "i.graphmlz": (lambda path: other.write_graphmlz(str(path)), everything),
        "i.net": (lambda path: other.write_pajek(str(path)), everything),
        "i_pajek.txt": (lambda path: other.write_pajek(str(path)), everything),
        "i.lgr": (lambda path: other.write_leda(str(path), "name", has_weights), everything),
        "i.dot": (lambda path: other.write_dot(str(path)), everything),
        "i_dimacs.txt": (lambda path: other.write_dimacs(str(path), 0, 1, [1] * other.ecount()), from_one),
        "i_matrix.txt": (lambda path: other.write_adjacency(str(path)), by_number),
    }
    if not one_word:
        writers = {kind: write for kind, write in writers.items() if not kind.startswith(("i.ncol", "i_ncol", "i_lgl.txt"))}
    yield from written(name, writers, folder)


def written(name, writers, folder):
    """The files, but for those in which the writer itself cannot hold the graph."""
    for kind, (write, expected) in writers.items():
        path = folder / f"{name.replace(' ', '_')}.{kind}"
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                write(path)
        except Exception:  # of any kind: the writer refuses the graph
            path.unlink(missing_ok=True)
            continue
        yield Written(f"{name}, {kind}", path, expected)


def is_as_written(found, expected):
    labels, edges = expected
    if frozenset(found["labels"]) != labels or len(found["labels"]) != len(labels):
        return False
    return {frozenset(edge[:2]) for edge in found["edges"]} == set(edges)


def has_weights_of(found, expected):
    """Nothing is sent where the weight is 0: no edge of W."""
    weights = {edge: weight for edge, weight in expected[1].items() if weight != 0}
    return frozenset(found["labels"]) == expected[0] and {frozenset(edge[:2]): edge[2] for edge in found["edges"]} == weights


class Formats(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.scratch = tempfile.TemporaryDirectory()
        folder = pathlib.Path(cls.scratch.name)
        cls.files = [file for name, graph in GRAPHS.items()
                     for file in itertools.chain(networkx_files(name, graph, folder), igraph_files(name, graph, folder))]
        run = subprocess.run([PRINT_GRAPH, *(str(file.path) for file in cls.files)], capture_output=True, text=True, timeout=600)
        assert run.returncode == 0, run.stderr
        cls.found = [json.loads(line) for line in run.stdout.splitlines()]
        assert len(cls.found) == len(cls.files)

    @classmethod
    def tearDownClass(cls):
        cls.scratch.cleanup()

    def test_a_file_is_read_as_it_is_or_refused(self):
        for file, found in zip(self.files, self.found):
            with self.subTest(file.what):
                if isinstance(found["graph"], str):
                    self.assertNotIn("\n", found["graph"])
                    continue
                self.assertTrue(any(is_as_written(found["graph"], expected) for expected in file.readings),
                                f"{found['graph']}\nof\n{file.path.read_bytes()[:400]!r}\nexpected {file.readings}")

    def test_weights_are_read_as_they_are_or_refused(self):
        for file, found in zip(self.files, self.found):
            with self.subTest(file.what):
                if isinstance(found["weights"], str):
                    continue
                self.assertTrue(any(has_weights_of(found["weights"], expected) for expected in file.readings),
                                f"{found['weights']}\nof\n{file.path.read_bytes()[:400]!r}\nexpected {file.readings}")

    def test_a_graph_with_weights_is_never_read_without(self):
        for file, found in zip(self.files, self.found):
            weights = file.readings[0][1].values()
            if isinstance(found["graph"], str) or None in weights or not weights:
                continue
            with self.subTest(file.what):  # formats that hold no weights
                self.assertRegex(file.what, r", (no_data\w*|header(\.csv)?|quoted\.csv|comma_blank|konect|i\.edges|metis|graph|metis_txt)$")

    def test_ordinary_files_are_read(self):
        read = {file.what for file, found in zip(self.files, self.found) if not isinstance(found["graph"], str)}
        for graph in ("path from 0", "path from 1", "names", "unicode", "64 bits", "star", "complete", "loops", "both directions"):
            for kind in ("edgelist", "no_data", "no_data_comma", "header", "header.csv", "quoted.csv", "comma_blank", "gml", "graphml",
                         "links.json", "edges.json", "metis", "graph"):
                self.assertIn(f"{graph}, {kind}", read)
        for graph in ("isolated", "isolated names", "blanks", "commas", "quotes"):
            for kind in ("gml", "graphml", "links.json"):
                self.assertIn(f"{graph}, {kind}", read)
        self.assertIn("commas, quoted.csv", read)
        if igraph is not None:
            for kind in ("i.edges", "i.ncol", "i.gml", "i_bare.gml", "i.graphml", "i_bare.graphml", "i.graphmlz"):
                self.assertIn(f"names, {kind}", read)

    def test_ordinary_weights_are_read(self):
        read = {file.what for file, found in zip(self.files, self.found) if not isinstance(found["weights"], str)}
        for graph in ("weights", "weights of names"):
            for kind in ("edgelist", "weighted_edgelist", "weighted_comma", "weights.csv", "gml", "graphml", "links.json"):
                self.assertIn(f"{graph}, {kind}", read)
        if igraph is not None:
            self.assertIn("weights of names, i.ncol", read)

    def test_other_formats_are_refused_by_name(self):
        for file, found in zip(self.files, self.found):
            kind = file.what.split(", ")[1]
            name = {"gexf": "gexf", "net": "Pajek", "graph6": "graph6", "sparse6": "sparse6", "sparse6_plain": "sparse6", "adjlist": "adjacency list",
                    "multiline_adjlist": "adjacency list", "adjacency.json": "adjacency JSON", "cytoscape.json": "Cytoscape JSON", "dimacs": "DIMACS",
                    "dl": "UCINET DL", "i.net": "Pajek", "i_pajek.txt": "Pajek", "i.lgr": "LEDA", "i.dot": "DOT", "i_dimacs.txt": "DIMACS",
                    "i.lgl": "LGL", "jit.json": "a list in JSON"}.get(kind)
            if name is None or file.what.startswith("formats"):
                continue
            with self.subTest(file.what):
                self.assertIsInstance(found["graph"], str)
                self.assertTrue(name in found["graph"] or ("beyond 64 bits" in file.what and "does not fit into 64 bits" in found["graph"]), found["graph"])


if __name__ == "__main__":
    unittest.main()
