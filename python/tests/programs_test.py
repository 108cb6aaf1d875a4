# SPDX-License-Identifier: GPL-3.0-or-later
import math

import numpy as np
import pytest

import hearsay


def test_an_honest_mechanism_is_not_refuted_and_a_good_part_of_its_loss_is_found():
    # N(x, 1): mu = 1 exactly.
    found = hearsay.audit_program(lambda x, rng: x + rng.normal(), runs=20_000)
    assert found.bound == "mu" and 0.9 < found.lower <= 1.0
    truth = hearsay.gaussian_epsilon(1.0, 1e-5).upper
    found = hearsay.audit_program(lambda x, rng: x + rng.normal(), delta=1e-5, runs=20_000)
    assert 1.0 < found.lower <= truth and not found.refutes(truth)


def test_randomized_response_is_measured_exactly_enough():
    # True with probability e / (1 + e): epsilon = 1, so the rates are 0.731 and 0.269 and log(0.731 / 0.269) = 1.
    truthful = math.e / (1 + math.e)
    found = hearsay.audit_program(lambda x, rng: x if rng.random() < truthful else 1 - x, delta=1e-9, runs=20_000)
    assert 0.9 < found.lower <= 1.0
    assert found.true_positive_rate["lower"] <= truthful <= found.true_positive_rate["upper"]


def test_too_little_noise_is_refuted():
    # Calibrated for (1, 1e-5) and a sensitivity of 1, used at a sensitivity of 3.
    sigma = math.sqrt(2 * math.log(1.25 / 1e-5))
    found = hearsay.audit_program(lambda x, rng: x + sigma * rng.normal(), (0, 30), delta=1e-5, runs=5_000)
    assert found.refutes(1.0)


def test_vectors_are_scored_by_the_discriminant():
    # Ten coordinates, each shifted by 0.5: mu = 0.5 sqrt(10) = 1.58; one coordinate alone would show 0.5.
    found = hearsay.audit_program(lambda x, rng: 0.5 * x + rng.normal(size=10), runs=10_000)
    assert 1.2 < found.lower <= 0.5 * math.sqrt(10)


def test_correlated_noise_is_seen_through():
    # The second coordinate repeats the noise of the first: their difference has none.
    def program(x, rng):
        noise = rng.normal()
        return np.array([x + 100 * noise, 100 * noise + 0.1 * rng.normal()])

    assert hearsay.audit_program(program, runs=4_000).lower > 3.0


def test_a_score_of_ones_own():
    found = hearsay.audit_program(lambda x, rng: {"sum": x + rng.normal()}, score=lambda output: output["sum"], epsilon=0.5, runs=5_000)
    assert found.bound == "delta" and 0.0 < found.lower <= hearsay.gaussian_delta(1.0, 0.5).upper


def test_the_error_is_controlled():
    # At confidence 0.8 a true bound is exceeded in at most a fifth of the audits: P(Bin(60, 0.2) > 23) < 0.001.
    exceeded = sum(hearsay.audit_program(lambda x, rng: x + rng.normal(), runs=200, confidence=0.8, seed=seed).lower > 1.0 for seed in range(60))
    assert exceeded <= 23


def test_programs_without_a_generator_and_the_same_seed():
    rng = np.random.default_rng(1)
    assert hearsay.audit_program(lambda x: x + rng.normal(), runs=500).runs == 500
    audits = [hearsay.audit_program(lambda x, rng: x + rng.normal(), runs=500, seed=3) for _ in range(2)]
    assert audits[0] == audits[1]
    with pytest.raises(hearsay.DomainError):
        hearsay.audit_program(lambda x: x, (0, 1, 2))


def test_no_draw_is_used_twice():
    # What chooses the score or the threshold must not certify, and both inputs have their own noise.
    drawn = []

    def program(x, rng):
        drawn.append(rng.random())
        return x + drawn[-1]

    hearsay.audit_program(program, runs=400)
    assert len(drawn) == 2 * (100 + 100 + 400) and len(set(drawn)) == len(drawn)
