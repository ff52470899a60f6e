"""Experts: every legal action with its value, and Yatzy exactly."""

import numpy as np
import pytest

import spieltisch
from conftest import play_randomly


@pytest.fixture(scope="module")
def yatzy() -> spieltisch.Expert:
    """Yatzy alone, solved."""
    return spieltisch.Expert(spieltisch.load("yatzy"))


def test_every_legal_action_has_a_value(game):
    expert = spieltisch.Expert(game)
    state = play_randomly(game, 2, decisions=5)
    values = expert.values(state, effort="glance")
    assert sorted(valued.action for valued in values) == state.legal_actions()
    assert values[0].action == expert.best(state, effort="glance")
    assert expert.regret(state, values[0].action, effort="glance") == 0
    assert expert.regret(state, values[-1].action, effort="glance") >= 0
    for valued in values:
        assert len(valued.points) == len(valued.win) == game.players
        assert sum(valued.win) == pytest.approx(1, abs=0.01)


def test_yatzy_alone_is_worth_323_62(yatzy):
    assert yatzy.is_exact
    start = spieltisch.load("yatzy").new_initial_state()
    expected = 0.0
    for outcome, probability in start.chance_outcomes():
        rolled = start.clone()
        rolled.apply_action(outcome)
        expected += probability * yatzy.values(rolled)[0].points[0]
    assert expected == pytest.approx(323.62, abs=0.005)


def test_regrets_add_up_to_what_was_given_away(yatzy):
    """Along a game, what was expected changes by luck and by regret alone; luck has no mean, so points and regret make the optimum."""
    sums = []
    for key in range(300):
        dice, state, regret = spieltisch.Dice(key), spieltisch.load("yatzy").new_initial_state(), 0.0
        choices = np.random.default_rng(key)
        while not state.is_terminal():
            if state.is_chance_node():
                dice.roll(state)
                continue
            values = yatzy.values(state)
            action = values[int(choices.integers(min(3, len(values))))].action
            regret += yatzy.regret(state, action)
            state.apply_action(action)
        sums.append(state.scores()[0] + regret)
    assert abs(np.mean(sums) - 323.62) < 4 * np.std(sums) / len(sums) ** 0.5


def test_regrets_of_a_batch_are_those_of_its_states(yatzy):
    batch = spieltisch.Batch(spieltisch.load("yatzy"), 64, seed=3)
    arrays, regrets = batch.arrays(), np.zeros(64, np.float32)
    batch.reset(arrays)
    for _ in range(10):
        batch.sample(arrays.actions)
        batch.regrets(yatzy, arrays.actions, regrets)
        alone = [yatzy.regret(batch.state(row), int(action)) for row, action in enumerate(arrays.actions)]
        assert np.allclose(regrets, alone, atol=1e-4)
        batch.step(arrays)
    with pytest.raises(spieltisch.IllegalAction, match="game 0: -1"):
        batch.regrets(yatzy, np.full(64, -1, np.int32), regrets)
    with pytest.raises(spieltisch.ArrayError, match="out"):
        batch.regrets(yatzy, arrays.actions, regrets[:3])


def test_experts_refuse_what_they_do_not_know(yatzy):
    other = play_randomly(spieltisch.load("yatzy", bonus_at_least=63), 1, decisions=3)
    with pytest.raises(spieltisch.SpieltischError, match="another set-up"):
        yatzy.values(other)
    with pytest.raises(spieltisch.SpieltischError, match="another set-up"):
        yatzy.best(play_randomly(spieltisch.load("castro"), 1, decisions=3))
    with pytest.raises(spieltisch.SpieltischError, match="no player decides"):
        yatzy.values(spieltisch.load("yatzy").new_initial_state())
    state = play_randomly(spieltisch.load("yatzy"), 1, decisions=3)
    with pytest.raises(spieltisch.SpieltischError, match="the efforts are"):
        yatzy.values(state, effort="hard")
    with pytest.raises(spieltisch.IllegalAction, match="no legal action"):
        yatzy.regret(state, 999)
