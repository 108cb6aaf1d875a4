# SPDX-License-Identifier: GPL-3.0-or-later
import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import networkx
import numpy as np
import pytest

import hearsay
from hearsay import exchange, plots
from hearsay.divergence import gaussian_trade_off


@pytest.fixture
def axes():
    figure, axes = plt.subplots()
    yield axes
    plt.close(figure)


@pytest.fixture(scope="module")
def losses():
    return hearsay.gossip_losses(networkx.karate_club_graph(), [0], 3, sigma=2.0, delta=1e-5)


def test_every_target_is_drawn_on_the_graph(axes, losses):
    plots.losses_on_graph(losses, axes=axes)
    drawn = [len(collection.get_offsets()) for collection in axes.collections]
    assert sorted(drawn)[-1] == 33 and 1 in drawn


def test_points_are_the_shares(axes, losses):
    plots.published_against_exact(losses, axes=axes)
    np.testing.assert_array_equal(axes.lines[1].get_ydata(), losses.column("exact") / losses.local)
    plots.loss_against_distance(losses, axes=axes)
    np.testing.assert_array_equal(axes.lines[-1].get_xdata(), losses.column("distance"))


def test_the_trade_off_curve_of_a_perfect_mechanism_is_the_diagonal(axes):
    plots.trade_off_curve([0.0, 1.0], axes=axes)
    np.testing.assert_allclose(axes.lines[0].get_ydata(), 1 - axes.lines[0].get_xdata(), atol=1e-9)
    assert gaussian_trade_off(1.0, [0.5])[0] == pytest.approx(0.158655253931457, rel=1e-12)  # Phi(-1)


def test_a_record_holds_the_largest_loss(losses):
    record = exchange.deployment_record(losses, name="karate", trust="all-noise")
    assert record["privacy"]["epsilon"] == max(losses.epsilon.exact.values())
    assert record["adversary"]["observers"] == ["0"]
    with pytest.raises(hearsay.ConditionsError):
        exchange.deployment_record(hearsay.gossip_losses("ring:5", [0], 2), name="no delta")


def test_one_number_for_all_nodes_is_not_made_where_nodes_differ():
    differ = [1.0, 2.0, 3.0]
    with pytest.raises(hearsay.ConditionsError, match="deployment_record: needs one sigma and one sensitivity for all nodes"):
        exchange.deployment_record(hearsay.gossip_losses("path:3", [0], 2, sigma=differ, delta=1e-5), name="differ")
    with pytest.raises(hearsay.ConditionsError, match="published_mu: needs one sigma and one sensitivity for all nodes"):
        hearsay.published_mu("path:3", [0], 2, steps=2, sigma=differ)


def test_arrays_of_a_loss_distribution_give_its_delta():
    # delta(epsilon) = sum over losses l > epsilon of (1 - e^(epsilon - l)) mass(l), plus the infinite mass: from the arrays alone.
    loss = hearsay.PrivacyLoss.gaussian(1.0, step=1e-3)
    values, mass, infinite = hearsay.loss_arrays(loss)
    for epsilon in (0.0, 0.5, 2.0):
        delta = infinite + np.sum(mass * np.maximum(0.0, 1.0 - np.exp(epsilon - values)))
        truth = hearsay.gaussian_delta(1.0, epsilon).estimate
        assert truth <= delta * (1 + 1e-9) and delta == pytest.approx(truth, rel=1e-3)
        assert loss.delta(epsilon).lower <= truth <= loss.delta(epsilon).upper
    curve = exchange.epsilon_delta_curve(1.0, [0.0, 0.5, 2.0])
    assert curve["delta"] == [hearsay.gaussian_delta(1.0, e).upper for e in curve["epsilon"]]
