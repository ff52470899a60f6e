"""Coming dice cannot be seen: a state has no random source, so nothing of it depends on the key."""

import copy
import pickle

import numpy as np
import pytest

import spieltisch
from conftest import play_randomly


def everything(state: spieltisch.State) -> list[object]:
    """All that a state tells."""
    return [
        pickle.dumps(state.record()),
        state.observation().tobytes(),
        state.action_mask().tobytes(),
        state.chance_outcomes(),
        state.legal_actions(),
        state.returns(),
        str(state),
        repr(state),
    ]


def test_states_before_the_same_dice_of_different_keys_tell_the_same(game):
    for decisions in range(0, 30, 3):
        state = play_randomly(game, 7, decisions)
        if state.is_terminal():
            break
        if not state.is_chance_node():
            state.apply_action(state.legal_actions()[0])
        one, other = state.clone(), copy.deepcopy(state)
        told = everything(one)
        assert told == everything(other) == everything(pickle.loads(pickle.dumps(state)))
        if state.is_chance_node():
            # What falls next is the key's alone: each copy can get any dice, and the original notices nothing.
            fallen = {spieltisch.Dice(key).roll(state.clone()) for key in range(40)}
            assert len(fallen) > 1
            assert told == everything(state)


def test_a_clone_played_on_does_not_tell_what_falls_at_the_table():
    """Guessing the table's dice from a clone succeeds as often as chance, not more."""
    game = spieltisch.load("crowns", players=2)
    hits, tries = 0, 3000
    for key in range(tries):
        table = game.new_initial_state()
        guess = spieltisch.Dice(key + 10**6).roll(table.clone())
        hits += guess == spieltisch.Dice(key).roll(table)
    # Two throws of six dice agree as sets with the sum of the squares of their probabilities.
    same = sum(probability**2 for _, probability in game.new_initial_state().chance_outcomes())
    assert abs(hits / tries - same) < 5 * (same / tries) ** 0.5


def test_positions_of_batches_and_environments_have_no_dice_either():
    from spieltisch import aec

    batches = [spieltisch.Batch(spieltisch.load("caro"), 1, seed=seed) for seed in (1, 2)]
    one, other = (batch.state(0) for batch in batches)
    assert one == other and str(one) == str(other)
    envs = [aec.TableEnv("yatzy", 2) for _ in range(2)]
    for env in envs:
        env.reset(seed=3)
    # The second environment goes on with other dice; the position it gave away before is the same.
    given = [env.position for env in envs]
    assert everything(given[0]) == everything(given[1])
    action = given[0].string_to_action("keep")
    for env in envs:
        env.step(action)
    assert everything(given[0]) == everything(given[1])
    assert (given[0].observation() != envs[0].position.observation()).any()
    with pytest.raises(TypeError, match="Dice"):
        copy.deepcopy(envs[0])


def test_dice_are_fair_and_follow_their_key():
    game = spieltisch.load("yatzy")
    start = game.new_initial_state()
    dice, again = spieltisch.Dice(11), spieltisch.Dice(11)
    fallen = [dice.outcome(start) for _ in range(20_000)]
    assert fallen[:100] == [again.outcome(start) for _ in range(100)]
    counts = np.bincount(fallen, minlength=game.num_outcomes)
    expected = np.array([probability for _, probability in start.chance_outcomes()]) * len(fallen)
    chi_squared = float(((counts - expected) ** 2 / expected).sum())
    # 251 degrees of freedom: mean 251, standard deviation 22.4.
    assert chi_squared < 251 + 5 * 22.4, chi_squared
