"""How much more memory a process holds after much work than after a little: `python growth.py WORK` prints KiB."""

import gc
import resource
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np

import spieltisch
from conftest import play_randomly


def held() -> int:
    """KiB that this process holds now; where the system does not tell that, the most it ever held."""
    gc.collect()
    told = Path("/proc/self/statm")
    if told.exists():
        return int(told.read_text().split()[1]) * resource.getpagesize() // 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def batches() -> Callable[[int], None]:
    """Steps of batches of all games."""
    made = [spieltisch.Batch(spieltisch.load(name), 256, seed=1) for name in spieltisch.games()]
    arrays = [batch.arrays() for batch in made]
    for batch, array in zip(made, arrays):
        batch.reset(array)

    def work(steps: int) -> None:
        for _ in range(steps // (256 * len(made))):
            for batch, array in zip(made, arrays):
                batch.sample(array.actions)
                batch.step(array)

    return work


def states() -> Callable[[int], None]:
    """Single steps, with masks, observations and clones."""
    game = spieltisch.load("castro")
    seen, mask = np.zeros(game.observation_size, np.int16), np.zeros(game.num_actions, np.int8)

    def work(steps: int) -> None:
        dice, state = spieltisch.Dice(1), game.new_initial_state()
        for _ in range(steps):
            if state.is_terminal():
                state = game.new_initial_state()
            while state.is_chance_node():
                dice.roll(state)
            state.action_mask(out=mask)
            state.observation(out=seen)
            state.clone().legal_actions()
            state.apply_action(int(mask.argmax()))

    return work


def words() -> Callable[[int], None]:
    """Records, values and refusals: one of each for 500 steps."""
    game = spieltisch.load("yatzy")
    expert = spieltisch.Expert(game)

    def work(steps: int) -> None:
        for key in range(steps // 500):
            state = play_randomly(game, key % 50, decisions=12)
            spieltisch.from_record(state.record())
            expert.values(state)
            try:
                state.apply_action(10**6)
            except spieltisch.IllegalAction:
                pass

    return work


def environments() -> Callable[[int], None]:
    """Steps of both kinds of environments: one of each for 5 steps."""
    from spieltisch.aec import TableEnv
    from spieltisch.gym import AloneEnv

    alone, table = AloneEnv("crowns"), TableEnv("caro", 2)

    def work(steps: int) -> None:
        _, info = alone.reset(seed=1)
        table.reset(seed=1)
        for _ in range(steps // 5):
            _, _, over, _, info = alone.step(info["action_mask"].argmax())
            if over:
                _, info = alone.reset()
            seen, _, over, _, _ = table.last()
            if over:
                table.reset()
                seen, *_ = table.last()
            table.step(seen["action_mask"].argmax())

    return work


def leak() -> Callable[[int], None]:
    """What must be seen: of every fiftieth step a position is kept."""
    state, kept = spieltisch.load("castro").new_initial_state(), []
    return lambda steps: kept.extend(state.clone() for _ in range(steps // 50))


if __name__ == "__main__":
    work = {"batches": batches, "states": states, "words": words, "environments": environments, "leak": leak}[sys.argv[1]]()
    work(50_000)
    before = held()
    work(1_000_000)
    print(held() - before)
