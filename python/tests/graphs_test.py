# SPDX-License-Identifier: GPL-3.0-or-later
import networkx
import numpy as np
import pytest
import scipy.sparse

import hearsay


def test_losses_of_the_path_of_three_are_those_derived_by_hand():
    # Node a is sent z_b, then (z_a + z_b + z_c) / 3. The difference leaves z_a + z_c: two noises, so c loses 1/2 of the local loss; the
    # printed sum adds 0 + (1/3)^2 / (3 (1/3)^2) = 1/3. Who knows z_a sees z_c bare.
    losses = hearsay.gossip_losses(networkx.path_graph(["a", "b", "c"]), ["a"], 2, sigma=2.0, sensitivity=3.0, alpha=5.0)
    local = 5.0 * 9.0 / (2.0 * 4.0)
    assert losses.local == local
    assert losses.exact["c"] == pytest.approx(local / 2, rel=1e-12)
    assert losses.published["c"] == pytest.approx(local / 3, rel=1e-12)
    assert losses.exact_own_noise["c"] == pytest.approx(local, rel=1e-12)
    assert losses.exact["b"] == pytest.approx(local, rel=1e-12)


@pytest.mark.parametrize("kind", [np.asarray, scipy.sparse.csr_matrix, scipy.sparse.coo_matrix, scipy.sparse.csc_matrix])
def test_a_matrix_has_the_losses_of_its_graph(kind):
    graph = networkx.cycle_graph(6)
    w = np.zeros((6, 6))
    for u in graph:
        w[u, u] = 1 / 3
        for v in graph[u]:
            w[u, v] = 1 / 3
    of_matrix, of_graph = hearsay.gossip_losses(kind(w), [0], 3), hearsay.gossip_losses(graph, [0], 3)
    assert isinstance(of_matrix.exact, np.ndarray) and np.isnan(of_matrix.exact[0])
    np.testing.assert_allclose(of_matrix.exact[1:], of_graph.exact.array, rtol=1e-9)
    np.testing.assert_array_equal(of_matrix.distance[1:], [1, 2, 3, 2, 1])


def test_values_are_a_mapping_from_the_graphs_own_labels():
    graph = networkx.grid_2d_graph(2, 3)
    losses = hearsay.gossip_losses(graph, [(0, 0)], 2)
    assert set(losses.exact) == set(graph) - {(0, 0)}
    assert losses.exact[(0, 1)] == losses.local
    assert np.asarray(losses.exact).shape == (5,)


def test_nodes_may_differ_in_noise_and_sensitivity(tmp_path):
    # Two steps show node a the sum of the noises of a and c beside its own: c loses 1 / (1 + 4) of its local loss, and all of it to who knows z_a.
    graph = networkx.path_graph(["a", "b", "c"])
    path = tmp_path / "sigmas.csv"
    path.write_text("a,2\nb,1\nc,1\n")
    for sigma in ({"a": 2.0, "b": 1, "c": 1.0}, [2.0, 1.0, 1.0], np.array([2, 1, 1]), path):
        losses = hearsay.gossip_losses(graph, ["a"], 2, sigma=sigma)
        assert losses.by_node and losses.local["c"] == 1.0
        assert losses.exact["c"] == pytest.approx(0.2, rel=1e-9)
        assert losses.exact_own_noise["c"] == pytest.approx(1.0, rel=1e-9)
        assert np.isnan(losses.published["c"])
    assert hearsay.gossip_losses(graph, ["a"], 2, sensitivity={"a": 1, "b": 1, "c": 3}).exact["c"] == pytest.approx(4.5, rel=1e-9)
    assert losses.to_dict()["parameters"]["sigma"] == str(path)
    assert "nodes differ" in repr(losses) and "nan" in repr(losses.table())


def test_a_claim_is_judged():
    broken = hearsay.gossip_losses("path:3", [0], 2, promise="renyi(2) <= 0.5")
    assert (broken.verdict, broken.to_dict()["audit"]["worst"]["target"]) == ("refuted", "1")
    assert hearsay.gossip_losses("path:3", [0], 2, target=2, promise="renyi(2) <= 0.6", trust="all-noise").verdict == "holds"
    assert hearsay.gossip_losses("path:3", [0], 2).verdict is None


def test_a_page_shows_the_network():
    assert "What node 0 learns from 2 steps of gossip" in hearsay.gossip_losses("path:3", [0], 2).page()
    for given in ({"schedule": "accelerated"}, {"sigma": [1.0, 2.0, 1.0]}):
        with pytest.raises(hearsay.ConditionsError):
            hearsay.gossip_losses("path:3", [0], 2, **given).page()


def test_answers_of_graphs_in_memory_say_so():
    w = np.full((3, 3), 1 / 3)
    told = hearsay.gossip_losses(w, [0], 1).to_dict()
    assert told["parameters"]["graph"] == "memory" and told["provenance"]["files"] == []
    told = hearsay.gossip_losses(networkx.path_graph(["a", "b", "c"]), ["a"], 2, target="c").to_dict()
    assert (told["parameters"]["target"], told["losses"][0]["target"], told["read"]["format"]) == ("c", "c", "memory")


def test_the_table_converts_to_pandas():
    pandas = pytest.importorskip("pandas")
    frame = hearsay.gossip_losses("ring:5", [0], 2, delta=1e-5).table().to_pandas()
    assert isinstance(frame, pandas.DataFrame)
    assert list(frame.columns[:4]) == ["target", "distance", "published", "exact"]
    assert len(frame) == 4


def test_results_show_themselves_in_notebooks():
    assert "<td>2</td>" in hearsay.gossip_losses("ring:30", [0], 2)._repr_html_()
    assert "9 more rows" in hearsay.gossip_losses("ring:30", [0], 2).table()._repr_html_()
    assert "<script>" not in hearsay.Table({"<script>": ["<script>"]})._repr_html_()
    marked = networkx.path_graph(["<script>", "b", "c"])
    assert "<script>" not in hearsay.gossip_losses(marked, ["<script>"], 2)._repr_html_()
    assert "<script>" not in hearsay.continual_losses(marked, ["<script>"], rounds=2)._repr_html_()
    assert "<script>" not in hearsay.walk_losses(marked, "<script>", 2)._repr_html_()
    assert "tight" in hearsay.token_losses(20, 50, 0.5, 1e-6)._repr_html_()


def test_walks_rumors_and_streams_take_graphs_with_any_labels():
    path = networkx.path_graph(4)
    named = networkx.relabel_nodes(path, {v: (v, "x") for v in path})
    walk = hearsay.walk_losses(named, (0, "x"), 5, target=[(3, "x"), (1, "x")], delta=1e-4)
    same = hearsay.walk_losses("path:4", 0, 5, target=[3, 1], delta=1e-4)
    assert walk.targets == [(3, "x"), (1, "x")]
    training = hearsay.training_losses(named, 2, batch_rate=0.5, delta=1e-5, target=[(1, "x")])
    assert set(training.targets) == {(1, "x")} and set(training.observers) == {(0, "x"), (2, "x"), (3, "x")}
    assert hearsay.training_losses("path:3", 2, batch_rate=0.5, delta=1e-5, target=1).targets == [1, 1]
    for name in ("limit", "renyi2", "epsilon_lower", "epsilon_upper"):
        np.testing.assert_array_equal(getattr(walk, name).array, getattr(same, name).array)
    assert walk.table()["limit"] == list(same.limit.values())
    assert dict(hearsay.rumor_exact(named, [(0, "x")], 0.5)) == dict(hearsay.rumor_exact("path:4", [0], 0.5))
    stream = hearsay.continual_losses(named, [(0, "x")], 3)
    assert stream[(2, "x")] == hearsay.continual_losses("path:4", [0], 3)[2]
    assert stream.safe == {"sensitivity_squared": 3.0}


def test_curious_nodes_are_labels_or_how_many_of_them_are_drawn():
    def accounted(curious):
        return hearsay.rumor_on_graph("ring:9", curious)["parameters"]["curious_set"]

    def attacked(curious):
        return hearsay.attack_rumor_on("ring:9", curious, 0, 3, 1.0, runs=10, seed=1)["parameters"]["curious_set"]

    for ask in (accounted, attacked):
        for labels in ([4, 7], (4, 7), np.array([4, 7]), range(4, 8, 3)):
            assert ask(labels) == ["4", "7"]
        assert ask(np.int64(2)) == ask(2) and len(ask(2)) == 2
        with pytest.raises(hearsay.UnknownNameError):
            ask(["4"])


def test_an_audit_of_a_rumor_is_judged():
    audit = hearsay.audit_rumor("grid:2x3", [5], promise="delta(0) <= 0.1")
    assert isinstance(audit, type(hearsay.audit_gossip("path:3", steps=1, promise="mu <= 9")).__mro__[1])
    assert not audit.holds and repr(audit) == f"RumorAudit({audit})" and "refuted" in audit._repr_html_()


def test_simulated_gossip_keeps_the_mean():
    # W is doubly stochastic: the mean of the noisy values is the mean after any number of steps, up to rounding.
    start = hearsay.simulate_gossip("ring:8", np.arange(8.0), 1, sigma=2.0, seed=5)
    later = hearsay.simulate_gossip("ring:8", np.arange(8.0), 40, sigma=2.0, seed=5)
    assert start.mean() == pytest.approx(later.mean(), rel=1e-12)
    assert later.std() < 0.1 * start.std()
    other = hearsay.simulate_gossip("ring:8", np.arange(8.0), 1, sigma=2.0, seed=5, run=1)
    assert not np.array_equal(start, other)


def test_results_do_not_depend_on_jobs():
    one, two = (hearsay.gossip_losses("regular:n=300,d=4", [0], 12, jobs=jobs) for jobs in (1, 2))
    np.testing.assert_array_equal(one.exact.array, two.exact.array)
    np.testing.assert_array_equal(one.published.array, two.published.array)


def test_a_file_says_what_it_was_read_as(tmp_path):
    path = tmp_path / "office.csv"
    path.write_text("# by hand\nsource,target\nann,bob\nbob,ann\nbob,cy\ncy,cy\n")
    network = hearsay.network(f"file:{path}")
    assert list(network.labels) == ["ann", "bob", "cy"]
    assert (network.read["format"], network.read["nodes"], network.read["edges"], network.read["components"]) == ("CSV", 3, 2, 1)
    assert network.read["skipped"] == {"self_loops": 1, "repeated_edges": 1, "directions": False, "comments": 1, "edge_attributes": [], "node_attributes": [],
                                       "header": "source, target"}
    assert network.notes == tuple(network.read["notes"]) and len(network.notes) == 2
    assert hearsay.network("ring:5").read["format"] == "family"
    assert hearsay.network(networkx.path_graph(3)).read == {}


def test_a_file_that_may_be_another_graph_is_refused(tmp_path):
    path = tmp_path / "ring.txt"
    for text in ("3 3\n2 3\n1 3\n1 2\n", "*vertices 2\n*edges\n1 2\n", "5 4\n0 1\n1 2\n2 3\n3 4\n", "a\u202eb c\n"):
        path.write_text(text)
        with pytest.raises(hearsay.FormatError):
            hearsay.network(f"file:{path}")


def test_labels_keep_their_digits(tmp_path):
    path = tmp_path / "large.edges"
    path.write_text("9007199254740993 9007199254740992\n")
    assert list(hearsay.network(f"file:{path}").labels) == ["9007199254740993", "9007199254740992"]
    path.write_text("9007199254740992 7\n")
    assert list(hearsay.network(f"file:{path}").labels) == [9007199254740992, 7]
