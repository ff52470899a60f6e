"""A million steps leave nothing behind."""

import gc
import resource
from pathlib import Path

import numpy as np

import spieltisch
from conftest import play_randomly

SLACK_KIB = 4 * 1024
"""What the allocator and the interpreter may take on the way."""


def held() -> int:
    """KiB that this process holds now; where the system does not tell that, the most it ever held."""
    gc.collect()
    status = Path("/proc/self/statm")
    if status.exists():
        return int(status.read_text().split()[1]) * resource.getpagesize() // 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def test_growth_would_be_seen():
    before = held()
    grown = np.ones(2 * SLACK_KIB * 1024, np.int8)
    assert held() - before > SLACK_KIB and grown.all()


def test_a_million_steps_of_batches_hold_no_more_memory():
    batches = [spieltisch.Batch(spieltisch.load(name), 256, seed=1) for name in spieltisch.games()]
    arrays = [batch.arrays() for batch in batches]
    for batch, array in zip(batches, arrays):
        batch.reset(array)

    def play(steps: int) -> None:
        for _ in range(steps):
            for batch, array in zip(batches, arrays):
                batch.sample(array.actions)
                batch.step(array)

    play(50)
    before = held()
    play(1_000_000 // (256 * len(batches)))
    assert held() - before < SLACK_KIB


def test_a_million_single_steps_hold_no_more_memory():
    game = spieltisch.load("castro")
    seen, mask = np.zeros(game.observation_size, np.int16), np.zeros(game.num_actions, np.int8)

    def play(events: int) -> None:
        dice, state = spieltisch.Dice(1), game.new_initial_state()
        for _ in range(events):
            if state.is_chance_node():
                dice.roll(state)
            elif state.is_terminal():
                state = game.new_initial_state()
            else:
                state.action_mask(out=mask)
                state.observation(out=seen)
                state.apply_action(int(mask.argmax()))
                state.clone()

    play(20_000)
    before = held()
    play(1_000_000)
    assert held() - before < SLACK_KIB


def test_records_errors_and_values_are_given_back():
    game = spieltisch.load("yatzy")
    expert = spieltisch.Expert(game)

    def use(times: int) -> None:
        for key in range(times):
            state = play_randomly(game, key, decisions=12)
            spieltisch.from_record(state.record())
            expert.values(state)
            try:
                state.apply_action(10**6)
            except spieltisch.IllegalAction:
                pass

    use(200)
    before = held()
    use(2000)
    assert held() - before < SLACK_KIB
