"""Batches: the same games as states play, and the same means as the program's."""

import threading

import numpy as np
import pytest

import spieltisch
from conftest import SETUPS, run_program, setup_name


def test_a_batch_plays_what_states_play(game):
    size, steps = 8, 500
    batch = spieltisch.Batch(game, size, seed=3)
    arrays = batch.arrays()
    batch.reset(arrays)
    ended = 0
    for _ in range(steps):
        before = [batch.state(row) for row in range(size)]
        for row, state in enumerate(before):
            assert state.current_player() == arrays.seats[row]
            assert (state.observation() == arrays.observations[row]).all()
            assert (state.action_mask() == arrays.masks[row]).all()
        batch.sample(arrays.actions)
        batch.step(arrays)
        for row, state in enumerate(before):
            returns = np.array(state.returns())
            state.apply_action(int(arrays.actions[row]))
            assert np.allclose(np.array(state.returns()) - returns, arrays.rewards[row])
            if arrays.ends[row]:
                ended += 1
                assert state.is_terminal() and state.scores() == arrays.scores[row].tolist()
            elif not state.is_chance_node():
                assert state == batch.state(row)
    assert ended > 0


def test_the_same_seed_plays_the_same_games_whatever_the_size():
    game = spieltisch.load("castro")
    batches = [spieltisch.Batch(game, size, seed=9) for size in (4, 32)]
    arrays = [batch.arrays() for batch in batches]
    for batch, array in zip(batches, arrays):
        batch.reset(array)
    for _ in range(200):
        for batch, array in zip(batches, arrays):
            array.actions[:] = array.masks.argmax(axis=1)
            batch.step(array)
        assert (arrays[0].observations == arrays[1].observations[:4]).all()
    batches[0].reset(arrays[0], seed=9)
    batches[1].reset(arrays[1], seed=9)
    assert (arrays[0].observations == arrays[1].observations[:4]).all()


def test_resets_are_told():
    batch = spieltisch.Batch(spieltisch.load("crowns", players=1), 4, seed=1)
    assert batch.metadata["autoreset_mode"] == "SameStep"
    arrays = batch.arrays()
    batch.reset(arrays)
    total = np.zeros(4)
    for _ in range(200):
        batch.sample(arrays.actions)
        batch.step(arrays)
        total += arrays.rewards[:, 0]
        for row in np.flatnonzero(arrays.ends):
            assert total[row] == arrays.scores[row, 0], "the rewards of a game are its points"
            assert batch.state(row).scores() == [0], "the next game has begun"
            total[row] = 0


def test_wrong_arrays_and_actions_are_refused_and_nothing_is_stepped():
    batch = spieltisch.Batch(spieltisch.load("yatzy"), 8, seed=1)
    arrays = batch.arrays()
    batch.reset(arrays)
    before = arrays.observations.copy()
    batch.sample(arrays.actions)
    arrays.actions[5] = 225
    with pytest.raises(spieltisch.IllegalAction, match="game 5: 225 is no action"):
        batch.step(arrays)
    arrays.actions[5] = -1
    with pytest.raises(spieltisch.IllegalAction, match="game 5"):
        batch.step(arrays)
    assert (arrays.observations == before).all() and (batch.state(0).observation() == before[0]).all()
    arrays.masks = np.zeros((8, 3), np.int8)
    with pytest.raises(spieltisch.ArrayError, match=r"masks: 24 places, but the shape must be \(8, 225\)"):
        batch.reset(arrays)
    with pytest.raises(spieltisch.ArrayError, match="no game 8"):
        batch.state(8)
    with pytest.raises(spieltisch.SetupError, match="open table"):
        spieltisch.Batch(spieltisch.load("caro", open_table=True), 8, seed=1)


def test_arrays_may_be_parts_of_larger_ones():
    batch = spieltisch.Batch(spieltisch.load("yatzy"), 8, seed=1)
    arrays = batch.arrays()
    history = np.zeros((5, *arrays.observations.shape), np.int16)
    batch.reset(arrays)
    for step in range(5):
        arrays.observations = history[step]
        batch.sample(arrays.actions)
        batch.step(arrays)
    assert all((history[step] != history[step + 1]).any() for step in range(4))


def test_batches_step_side_by_side_in_threads():
    """Each thread's games come out as they do alone."""

    def play(seed: int, totals: dict[int, int]) -> None:
        batch = spieltisch.Batch(spieltisch.load("castro"), 64, seed=seed)
        arrays = batch.arrays()
        batch.reset(arrays)
        for _ in range(300):
            batch.sample(arrays.actions)
            batch.step(arrays)
        totals[seed] = int(arrays.observations.sum())

    alone: dict[int, int] = {}
    together: dict[int, int] = {}
    for seed in range(4):
        play(seed, alone)
    threads = [threading.Thread(target=play, args=(seed, together)) for seed in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert together == alone


def test_others_run_while_a_batch_steps():
    batch = spieltisch.Batch(spieltisch.load("crowns", players=2), 100_000, seed=1)
    arrays = batch.arrays()
    batch.reset(arrays)

    def counted_beside_a_step() -> int:
        batch.sample(arrays.actions)
        began, counted = threading.Event(), 0
        thread = threading.Thread(target=lambda: (began.set(), batch.step(arrays)))
        thread.start()
        began.wait()
        while thread.is_alive():
            counted += 1
        thread.join()
        return counted

    # With the GIL held, this thread would stand still for every whole step; without it, only where the machine is too busy.
    assert any(counted_beside_a_step() > 100 for _ in range(50))


@pytest.mark.parametrize("setup", [setup for setup in SETUPS if setup[1] < 8], ids=setup_name)
def test_means_of_random_play_are_the_programs(setup):
    name, players, options = setup
    options_given = [word for key, value in options.items() for word in ("--option", f"{key}={str(value).lower().replace(' ', '')}")]
    records = run_program(
        "simulate", "--game", name, "--players", str(players), "--games", "1500", "--seed", "17",
        "--bots", ",".join(["random"] * players), *options_given,
    )  # fmt: skip
    told = np.array([record["result"]["scores"] for record in records], float)
    batch = spieltisch.Batch(spieltisch.load(name, players, **options), 500, seed=17)
    arrays = batch.arrays()
    batch.reset(arrays)
    # The first few games of every row, all counted: the short ones would come out too often if a number of games were waited for.
    played: list[np.ndarray] = []
    games = np.zeros(500, int)
    while (games < 4).any():
        batch.sample(arrays.actions)
        batch.step(arrays)
        for row in np.flatnonzero(arrays.ends & (games < 4)):
            played.append(arrays.scores[row].copy())
        games += arrays.ends
    own = np.array(played, float)
    assert len(own) == 2000
    error = np.sqrt(told.var(axis=0) / len(told) + own.var(axis=0) / len(own))
    assert (np.abs(told.mean(axis=0) - own.mean(axis=0)) < 4.5 * error + 1e-9).all(), (told.mean(axis=0), own.mean(axis=0), error)
