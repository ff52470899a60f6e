"""The State face against the program: the same games, the same results, the same legal moves."""

import pytest

import spieltisch
from conftest import SETUPS, play_randomly, run_program, setup_name

GAMES = 1000
"""Finished games of each set-up: ten thousand together."""


@pytest.mark.parametrize("setup", SETUPS, ids=setup_name)
def test_random_games_replay_unchanged(setup):
    name, players, options = setup
    game = spieltisch.load(name, players, **options)
    games = GAMES if players < 8 else GAMES // 4
    records = [play_randomly(game, key).record() for key in range(games)]
    assert run_program("replay", records=records) == records


def test_games_broken_off_replay_unchanged(game):
    records = [play_randomly(game, key, decisions=key).record() for key in range(40)]
    assert run_program("replay", records=records) == records


def test_legal_actions_are_the_programs(game):
    states = [play_randomly(game, key, decisions=key) for key in range(40)]
    told = run_program("legal", records=[state.record() for state in states])
    for state, turn in zip(states, told):
        if turn["to"] == "move":
            assert turn["seat"] == state.current_player()
            assert sorted(map(state.action_to_string, state.legal_actions())) == turn["moves"]
        else:
            assert turn == {"to": "over", "result": state.result()} and state.is_terminal()


def test_simulated_games_come_in_and_go_out():
    for game, players in [("yatzy", 2), ("castro", 3), ("caro", 2), ("crowns", 2)]:
        for record in run_program("simulate", "--game", game, "--players", str(players), "--games", "20", "--seed", "5"):
            state = spieltisch.from_record(record)
            again = state.record(players=record["players"])
            assert again == {field: record[field] for field in again}
