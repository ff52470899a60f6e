"""The State face by itself: what it tells, and what it refuses."""

import copy
import pickle

import numpy as np
import pytest

import spieltisch
from conftest import play_randomly


def test_a_game_goes_by_chance_decisions_and_an_end():
    state = spieltisch.load("castro", players=2).new_initial_state()
    assert state.current_player() == spieltisch.CHANCE and state.is_chance_node()
    assert len(state.chance_outcomes()) == 252
    assert sum(probability for _, probability in state.chance_outcomes()) == pytest.approx(1)
    assert state.legal_actions() == [outcome for outcome, _ in state.chance_outcomes()]
    state.apply_action(0)
    assert state.current_player() == 0 and state.history() == ["roll 1 1 1 1 1"]
    state.apply_action(state.string_to_action("keep 1 1 1"))
    assert len(state.chance_outcomes()) == 21
    assert dict(state.chance_outcomes())[0] == pytest.approx(1 / 36)
    over = play_randomly(state.game, 3)
    assert over.current_player() == spieltisch.OVER and over.is_terminal()
    assert over.legal_actions() == [] and over.chance_outcomes() == []
    assert sum(over.returns()) == pytest.approx(1)


def test_actions_and_their_names_go_there_and_back(game):
    names = [game.action_to_string(action) for action in range(game.num_actions)]
    assert len(set(names)) == len(names)
    assert [game.string_to_action(name) for name in names] == list(range(game.num_actions))
    outcomes = [game.outcome_to_string(outcome) for outcome in range(game.num_outcomes)]
    assert len(set(outcomes)) == len(outcomes)


def test_masks_are_the_legal_actions_and_observations_lie_in_their_bounds(game):
    for key in range(20):
        state = play_randomly(game, key, decisions=key * 3)
        if not state.is_terminal():
            assert np.flatnonzero(state.action_mask()).tolist() == state.legal_actions()
        for seat in range(game.players):
            seen = state.observation(seat)
            assert seen.shape == (game.observation_size,)
            assert (seen >= game.observation_low).all() and (seen <= game.observation_high).all()


def test_observations_begin_with_the_seat_that_looks():
    state = play_randomly(spieltisch.load("yatzy", players=3), 5, decisions=40)
    fields = state.game.observation_fields
    for seat in range(3):
        for later in range(3):
            score = fields["score" if later == 0 else f"score+{later}"]
            assert state.observation(seat)[score].tolist() == [state.scores()[(seat + later) % 3]]


def test_rewards_are_points_or_shares_of_the_win():
    for key in range(5):
        by_points = play_randomly(spieltisch.load("crowns", players=3, reward="points"), key)
        by_win = spieltisch.from_record(by_points.record())
        assert by_points.returns() == by_points.scores()
        winners = by_win.result()["winners"]
        assert by_win.returns() == [1 / len(winners) if seat in winners else 0 for seat in range(3)]
    assert spieltisch.load("yatzy").reward == "points"


def test_what_is_not_possible_is_refused_in_a_sentence():
    with pytest.raises(spieltisch.SetupError, match="is no game here"):
        spieltisch.load("pig")
    with pytest.raises(spieltisch.SetupError, match="players"):
        spieltisch.load("caro", players=5)
    with pytest.raises(spieltisch.SetupError, match="bonus"):
        spieltisch.load("yatzy", bonus=3)
    with pytest.raises(spieltisch.SetupError, match="the rewards are points and win"):
        spieltisch.load("yatzy", reward="fame")
    state = spieltisch.load("yatzy").new_initial_state()
    with pytest.raises(spieltisch.IllegalAction, match="0 to 251"):
        state.apply_action(252)
    state.apply_action(251)
    with pytest.raises(spieltisch.IllegalAction, match="yatzy.turn.rolls"):
        state.apply_action(state.string_to_action("keep 1"))
    with pytest.raises(spieltisch.IllegalAction, match="0 to 224"):
        state.apply_action(225)
    with pytest.raises(spieltisch.IllegalAction, match="-1 is no action"):
        state.apply_action(-1)
    with pytest.raises(spieltisch.IllegalAction, match="no dice are due"):
        spieltisch.Dice(1).roll(state)
    with pytest.raises(spieltisch.RecordRefused, match="event 1"):
        spieltisch.from_record({**state.record(), "events": ["score ones"]})
    with pytest.raises(spieltisch.RecordRefused, match="not JSON"):
        spieltisch.from_record("{")
    with pytest.raises(spieltisch.ArrayError, match="54 are needed"):
        state.observation(out=np.zeros(3, np.int16))


def test_a_state_comes_back_from_record_copy_and_pickle(game):
    for key in range(5):
        state = play_randomly(game, key, decisions=10 + key)
        for same in [spieltisch.from_record(state.record()), copy.deepcopy(state), pickle.loads(pickle.dumps(state)), state.clone()]:
            assert same == state and same.history() == state.history() and str(same) == str(state)
            assert same.legal_actions() == state.legal_actions()


def test_boards_are_taken_as_in_a_record():
    board = [[1] * 6 for _ in range(6)]
    game = spieltisch.load("crowns", players=1, board=board)
    assert game.board == board
    assert spieltisch.from_record(play_randomly(game, 1).record()).game.board == board
    with pytest.raises(spieltisch.SetupError):
        spieltisch.load("castro", board=["S T"])


def test_players_of_an_open_table_object():
    state = spieltisch.load("caro", players=2, open_table=True).new_initial_state()
    for event in ["lay red 0,0", "lay red 0,1"]:
        state.apply_action(state.string_to_action(event))
    assert state.objectors() == [0]
    state.apply_action(state.string_to_action("object 0"))
    assert state.current_player() == 1 and state.scores() == [10, -10]
